/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What operand_log promises. The operands themselves are in the RAM; its addresses are
 * pins, so what is said of them here is all there is to say about the control.
 */
#include "operand_log_duties.h"

#define ENTRIES GMMU_LOG_ENTRIES

/* per_block * b. */
static uint32_t base_of(const operand_log_state *s, uint32_t b) {
    const uint32_t size = (uint32_t)s->per_block;

    return ((b & 1U) ? size : 0U) + ((b & 2U) ? size << 1 : 0U) + ((b & 4U) ? size << 2 : 0U) +
           ((b & 8U) ? size << 3 : 0U);
}

/* What the contract says: block b owns entry i if it is one of the per_block from b * per_block
 * on, and all of these are within the log. */
static u1 in_partition(const operand_log_state *s, uint32_t b, uint32_t i) {
    const uint32_t base = base_of(s, b);

    return (u1)((base + (uint32_t)s->per_block <= (uint32_t)s->entries) & (i >= base) &
                (i < base + (uint32_t)s->per_block));
}

/* What the registers say. That both agree is an invariant. */
static u1 owns(const operand_log_state *s, uint32_t b, uint32_t i) {
    return (u1)(s->owned[i] & ((uint32_t)s->owner[i] == b));
}

/* Entry i is used for this operand. */
static u1 holds(const operand_log_state *s, unsigned i, uint32_t warp, uint32_t seq, uint32_t part) {
    return (u1)(s->used[i] & ((uint32_t)s->warp[i] == warp) & ((uint32_t)s->seq[i] == seq) &
                ((uint32_t)s->part[i] == part));
}

static u1 has(const operand_log_state *s, uint32_t warp, uint32_t seq, uint32_t part) {
    u1 any = 0;

    for (unsigned i = 0; i < ENTRIES; i++)
        any = (u1)(any | holds(s, i, warp, seq, part));
    return any;
}

static u1 any_used(const operand_log_state *s) {
    u1 any = 0;

    for (unsigned i = 0; i < ENTRIES; i++)
        any = (u1)(any | s->used[i]);
    return any;
}

static u1 checks(const operand_log_state *s, const operand_log_in *in, unsigned i) {
    return (u1)(in->check_valid & (s->warp[i] == in->check_warp) & (s->seq[i] == in->check_seq));
}

/* While a setup hands entries out, the cursor is within the partition of the slot, but where the slot
 * gets nothing: there it may stand on its first entry. */
u1 operand_log_inv(const operand_log_state *s) {
    const uint32_t base = base_of(s, (uint32_t)s->slot);
    const u1 last_right = (u1)(GMMU_WRAP(base + (uint32_t)s->per_block - 1U, GMMU_LOG_LAST_W) == s->last);
    const u1 cursor_right =
        (u1)((s->cursor >= base) & ((s->cursor == base) | (s->cursor <= s->last)) & (base <= ENTRIES));

    return (u1)((s->entries <= ENTRIES) & (s->ram_we | (s->ram_waddr == 0)) &
                (s->ram_re | (s->ram_raddr == 0)) & (s->ans_valid | !s->ans_hit) & (s->ram_re | !s->ans_hit) &
                (!s->walking | (last_right & cursor_right)));
}

/* Entry k belongs to slot b exactly when the contract says so; during a setup nobody has those
 * from the cursor on. */
u1 operand_log_inv_partition(const operand_log_state *s, u32 k, GMMU_U(GMMU_SM_BLOCK_W) b) {
    const uint32_t i = (uint32_t)k % ENTRIES;
    const u1 to_come = (u1)(s->walking & (i >= (uint32_t)s->cursor));

    return to_come ? (u1)!s->owned[i] : (u1)(owns(s, (uint32_t)b, i) == in_partition(s, (uint32_t)b, i));
}

/* An entry in use is in a partition. */
u1 operand_log_inv_used(const operand_log_state *s, u32 k) {
    const uint32_t i = (uint32_t)k % ENTRIES;

    return (u1)(!s->used[i] | s->owned[i]);
}

/* Of an operand there is one entry at most: two entries in use differ in their tag. */
u1 operand_log_inv_unique(const operand_log_state *s, u32 i, u32 j) {
    const uint32_t a = (uint32_t)i % ENTRIES;
    const uint32_t b = (uint32_t)j % ENTRIES;
    const u1 same = (u1)((s->warp[a] == s->warp[b]) & (s->seq[a] == s->seq[b]) & (s->part[a] == s->part[b]));

    return (u1)((a == b) | !s->used[a] | !s->used[b] | !same);
}

/* After reset every register is 0: no entry is used, none belongs to a block. */
u1 operand_log_start_zero(const operand_log_state *s) {
    const u1 ports =
        (u1) !(s->ram_we | s->ram_re | s->ans_valid | s->ans_hit | (s->ram_waddr != 0) | (s->ram_raddr != 0));
    const u1 setup = (u1)((s->per_block == 0) & (s->entries == 0) & !s->walking & (s->cursor == 0) &
                          (s->slot == 0) & (s->last == 0));
    u1 zero = (u1)(ports & setup & !s->saving & (s->saved == 0));

    for (unsigned i = 0; i < ENTRIES; i++)
        zero = (u1)(zero & !s->used[i] & !s->written[i] & !s->part[i] & (s->warp[i] == 0) & (s->seq[i] == 0) &
                    !s->owned[i] & (s->owner[i] == 0));
    return zero;
}

u1 operand_log_idle(const operand_log_state *s, const operand_log_in *in) {
    const u1 asked = (u1)(in->setup_valid | in->alloc_valid | in->wr_valid | in->rd_valid | in->check_valid |
                          in->save_start);

    return (u1)(!asked & !s->saving & !s->ram_we & !s->ram_re & !s->ans_valid & !s->walking);
}

#define CYCLE                                                                                                \
    const operand_log_state *s, const operand_log_in *in, const operand_log_out *out,                        \
        const operand_log_state *n

void operand_log_given_inv_partition(const operand_log_state *s, u32 k, GMMU_U(GMMU_SM_BLOCK_W) b);
void operand_log_given_inv_used(const operand_log_state *s, u32 k);
void operand_log_given_inv_unique(const operand_log_state *s, u32 i, u32 j);

void operand_log_keeps_partition(CYCLE, u32 k, GMMU_U(GMMU_SM_BLOCK_W) b) {
    (void)in;
    (void)out;
    (void)n;
    operand_log_given_inv_partition(s, k, b);
}

void operand_log_keeps_used(CYCLE, u32 k) {
    (void)in;
    (void)out;
    (void)n;
    operand_log_given_inv_used(s, k);
}

void operand_log_keeps_unique(CYCLE, u32 i, u32 j) {
    (void)in;
    (void)out;
    (void)n;
    operand_log_given_inv_unique(s, i, j);
}

/* Whatever entry k is used for, no other one is used for it. */
static inline void given_alone(const operand_log_state *s, u32 k) {
    for (uint32_t e = 0; e < ENTRIES; e++)
        operand_log_given_inv_unique(s, k, (u32)e);
}

/* ---- What the environment owes ---- */

/* An instruction asks for entries once, when its block has room for all of them, and not during a setup. */
u1 operand_log_duty_fitting(const operand_log_state *s, const operand_log_in *in) {
    return operand_log_asks_fitting(s, in);
}

/* A block that is being saved asks for no entry. */
u1 operand_log_duty_quiet(const operand_log_state *s, const operand_log_in *in) {
    return operand_log_saves_quiet(s, in);
}

/* An operand is written only while it has its entry. */
u1 operand_log_duty_held(const operand_log_state *s, const operand_log_in *in) {
    return operand_log_writes_held(s, in);
}

void operand_log_given_duty_fitting(const operand_log_state *s, const operand_log_in *in);
void operand_log_given_duty_quiet(const operand_log_state *s, const operand_log_in *in);
void operand_log_given_duty_held(const operand_log_state *s, const operand_log_in *in);

/* An entry is never shared: while it is in use its owner stays, and a new owner gets only
 * what was free. */
u1 operand_log_prop_not_shared(const operand_log_state *s, const operand_log_in *in,
                               const operand_log_out *out, const operand_log_state *n) {
    u1 good = 1;

    (void)in;
    (void)out;
    for (unsigned i = 0; i < ENTRIES; i++) {
        const u1 same =
            (u1)((s->warp[i] == n->warp[i]) & (s->seq[i] == n->seq[i]) & (s->part[i] == n->part[i]));
        good = (u1)(good & (!s->used[i] | same));
    }
    return good;
}

/* An entry that is taken at this edge. */
static u1 taken(const operand_log_state *s, const operand_log_state *n, unsigned i) {
    return (u1)(n->used[i] & !s->used[i]);
}

/* An operand takes an entry only if it has none, and entries i and j taken at the same edge are for
 * different parts. */
u1 operand_log_prop_once(const operand_log_state *s, const operand_log_in *in, const operand_log_out *out,
                         const operand_log_state *n, u32 k) {
    const uint32_t a = (uint32_t)k % ENTRIES;
    const uint32_t b = ((uint32_t)k >> 8) % ENTRIES;
    const u1 pair = (u1)((a != b) & taken(s, n, a) & taken(s, n, b));
    const uint32_t warp = (uint32_t)in->alloc_warp;
    const uint32_t seq = (uint32_t)in->alloc_seq;
    const u1 had[2] = {has(s, warp, seq, 0), has(s, warp, seq, 1)};
    u1 good = (u1)(!pair | (n->part[a] != n->part[b]));

    (void)out;
    for (unsigned i = 0; i < ENTRIES; i++) {
        const u1 mine = (u1)((n->warp[i] == in->alloc_warp) & (n->seq[i] == in->alloc_seq));
        const u1 had_it = n->part[i] ? had[1] : had[0];
        good = (u1)(good & (!taken(s, n, i) | (mine & !had_it)));
    }
    return good;
}

/* A block takes only its own entries ... */
u1 operand_log_prop_own_entries(const operand_log_state *s, const operand_log_in *in,
                                const operand_log_out *out, const operand_log_state *n) {
    u1 good = 1;

    (void)out;
    for (unsigned i = 0; i < ENTRIES; i++) {
        good = (u1)(good & (!taken(s, n, i) | (in->alloc_valid & owns(s, (uint32_t)in->alloc_block, i))));
    }
    return good;
}

/* ... which the registers say rightly, once a setup is over ... */
u1 operand_log_prop_partitions(CYCLE, u32 k, GMMU_U(GMMU_SM_BLOCK_W) b) {
    const uint32_t i = (uint32_t)k % ENTRIES;

    (void)in;
    (void)out;
    (void)n;
    operand_log_given_inv_partition(s, k, b);
    return (u1)((s->walking & !owns(s, (uint32_t)b, i)) |
                (owns(s, (uint32_t)b, i) == in_partition(s, (uint32_t)b, i)));
}

/* ... no entry k is owned by two blocks, or beyond the log ... */
u1 operand_log_prop_partitions_disjoint(const operand_log_state *s, const operand_log_in *in,
                                        const operand_log_out *out, const operand_log_state *n, u32 k) {
    const uint32_t i = (uint32_t)k & 0xFFU;
    const uint32_t a = ((uint32_t)k >> 8) & 15U;
    const uint32_t b = ((uint32_t)k >> 12) & 15U;

    (void)in;
    (void)out;
    (void)n;
    return (u1)((!in_partition(s, a, i) | !in_partition(s, b, i) | (a == b)) &
                (!in_partition(s, a, i) | (i < ENTRIES)));
}

/* ... and partitions move only by a setup, while nothing is in use or being saved; it takes all entries
 * away and gives to its slot each one once. So an entry in use stays with its slot. */
u1 operand_log_prop_partitions_stay(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % ENTRIES;
    const u1 setup = (u1)(in->setup_valid & out->setup_ready);
    const u1 same = (u1)((s->per_block == n->per_block) & (s->entries == n->entries));
    const u1 stays = (u1)((s->owned[i] == n->owned[i]) & (s->owner[i] == n->owner[i]));

    operand_log_given_inv_used(s, k);
    operand_log_given_inv_partition(s, k, 0);
    return (u1)((!setup | (!any_used(s) & !s->saving & !s->walking & !n->owned[i] & n->walking)) &
                (same | setup) & (stays | setup | (s->walking & !s->owned[i] & n->owned[i] & !s->used[i])));
}

/* With a setup nobody gets an entry, so none is used by a block that loses it. */
u1 operand_log_prop_setup_empty(CYCLE) {
    u1 any = any_used(n);

    (void)s;
    return (u1)(!any | !in->setup_valid | !out->setup_ready);
}

/* A setup ends: each cycle hands out an entry or is the last. */
u1 operand_log_prop_setup_ends(CYCLE) {
    (void)in;
    (void)out;
    return (u1)(!s->walking | !n->walking |
                ((n->cursor == GMMU_WRAP((uint32_t)s->cursor + 1U, 8)) & (s->cursor < ENTRIES)));
}

/* Nothing is freed before its last TLB check, but by being saved: the save port shows just
 * that entry and it is taken. What is checked is freed. */
u1 operand_log_prop_freed(const operand_log_state *s, const operand_log_in *in, const operand_log_out *out,
                          const operand_log_state *n) {
    u1 good = 1;

    for (unsigned i = 0; i < ENTRIES; i++) {
        const u1 shown = (u1)(out->save_valid & (out->save_warp == s->warp[i]) &
                              (out->save_seq == s->seq[i]) & (out->save_part == s->part[i]));
        const u1 may = (u1)(checks(s, in, i) | (shown & in->save_ready));
        good =
            (u1)(good & (!s->used[i] | n->used[i] | may) & (!s->used[i] | !checks(s, in, i) | !n->used[i]));
    }
    return good;
}

/* With room and not yet there, an instruction gets all the parts that it asks for, unwritten.
 * So restoring a saved tag makes the same entry again. */
u1 operand_log_prop_granted(const operand_log_state *s, const operand_log_in *in, const operand_log_out *out,
                            const operand_log_state *n) {
    const uint32_t warp = (uint32_t)in->alloc_warp;
    const uint32_t seq = (uint32_t)in->alloc_seq;
    const u1 addresses = (u1)((uint32_t)in->alloc_parts & 1U);
    const u1 data = (u1)((uint32_t)in->alloc_parts >> 1);
    const uint32_t rooms = addresses & data ? (uint32_t)out->room2 : (uint32_t)out->room1;
    const u1 room = (u1)((rooms >> (uint32_t)in->alloc_block) & 1U);
    const u1 there = (u1)((addresses & has(s, warp, seq, 0)) | (data & has(s, warp, seq, 1)));
    const u1 setup = (u1)(in->setup_valid & out->setup_ready);
    const u1 asked = (u1)(in->alloc_valid & (addresses | data) & !setup);
    u1 fresh = 1;

    for (unsigned i = 0; i < ENTRIES; i++)
        fresh = (u1)(fresh & (s->used[i] | !n->used[i] | !n->written[i]));
    return (u1)(fresh & (!asked | !room | there |
                         ((!addresses | has(n, warp, seq, 0)) & (!data | has(n, warp, seq, 1)))));
}

/* Without room nothing is taken, not even in part. */
u1 operand_log_prop_refused(const operand_log_state *s, const operand_log_in *in, const operand_log_out *out,
                            const operand_log_state *n) {
    const uint32_t rooms = in->alloc_parts == 3 ? (uint32_t)out->room2 : (uint32_t)out->room1;
    const u1 room = (u1)((rooms >> (uint32_t)in->alloc_block) & 1U);
    u1 any = 0;

    for (unsigned i = 0; i < ENTRIES; i++)
        any = (u1)(any | taken(s, n, i));
    return (u1)((in->alloc_valid & room) | !any);
}

/* A write goes to the entry of its operand and marks it, and no other entry k; it goes nowhere if
 * there is none. */
u1 operand_log_prop_write(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % ENTRIES;
    const uint32_t warp = (uint32_t)in->wr_warp;
    const uint32_t seq = (uint32_t)in->wr_seq;
    const uint32_t part = (uint32_t)in->wr_part;
    const u1 target = (u1)(in->wr_valid & holds(s, i, warp, seq, part));

    (void)out;
    given_alone(s, k);
    return (u1)((n->ram_we == (in->wr_valid & has(s, warp, seq, part))) &
                (!target | ((n->ram_waddr == i) & n->written[i])) &
                (!s->used[i] | target | (n->written[i] == s->written[i])));
}

/* A read hits exactly when the operand is there and was written, and then addresses its entry. */
u1 operand_log_prop_read(CYCLE, u32 k) {
    const uint32_t mine = (uint32_t)k % ENTRIES;
    const u1 written = s->written[mine];
    const uint32_t warp = (uint32_t)in->rd_warp;
    const uint32_t seq = (uint32_t)in->rd_seq;
    const uint32_t part = (uint32_t)in->rd_part;
    const u1 asked = (u1)(in->rd_valid & out->rd_ready);
    const u1 target = (u1)(asked & holds(s, mine, warp, seq, part) & written);
    u1 hit = 0;

    given_alone(s, k);
    for (unsigned i = 0; i < ENTRIES; i++)
        hit = (u1)(hit | (asked & holds(s, i, warp, seq, part) & s->written[i]));
    return (u1)((n->ans_valid == asked) & (n->ans_hit == hit) &
                (!target | ((n->ram_raddr == mine) & n->ram_re)));
}

/* What the save port shows is an entry of the block that is saved, with every bit of its tag. Taken,
 * it leaves, and its operand is read from the RAM. The save ends when the block has no entry left. */
u1 operand_log_prop_save(const operand_log_state *s, const operand_log_in *in, const operand_log_out *out,
                         const operand_log_state *n) {
    const u1 takes = (u1)(out->save_valid & in->save_ready);
    u1 found = 0;
    u1 left = 0;
    u1 read = 0;

    for (unsigned i = 0; i < ENTRIES; i++) {
        const u1 mine = (u1)(s->used[i] & owns(s, (uint32_t)s->saved, i));
        const u1 shown = (u1)(mine & (out->save_warp == s->warp[i]) & (out->save_seq == s->seq[i]) &
                              (out->save_part == s->part[i]) & (out->save_written == s->written[i]));
        found = (u1)(found | shown);
        left = (u1)(left | mine);
        read = (u1)(read | (shown & !n->used[i] & n->ram_re & (n->ram_raddr == i)));
    }
    return (u1)((out->save_valid == (s->saving & left)) & (!out->save_valid | found) & (!takes | read) &
                (!s->saving | (n->saving == left)));
}

/* Save, then restore, is the identity. Of any operand: what the save port hands out is an entry in use
 * with just this tag, and the RAM shows its contents next. What asks for the same tag again and is
 * granted has an entry of this tag, unwritten; the write that follows goes to that entry and marks it. */
u1 operand_log_prop_save_restore(CYCLE, GMMU_U(GMMU_SM_WARP_W) warp, GMMU_U(GMMU_SEQ_W) seq, u1 part) {
    const u1 saves = (u1)(out->save_valid & in->save_ready & (out->save_warp == warp) &
                          (out->save_seq == seq) & (out->save_part == part));
    const u1 asks = (u1)(in->alloc_valid & (in->alloc_warp == warp) & (in->alloc_seq == seq) &
                         (((uint32_t)in->alloc_parts >> (uint32_t)part) & 1U));
    const u1 writes =
        (u1)(in->wr_valid & (in->wr_warp == warp) & (in->wr_seq == seq) & (in->wr_part == part));
    u1 saved = 0;
    u1 granted = 0;
    u1 restored = 1;
    u1 rewritten = 0;

    for (unsigned i = 0; i < ENTRIES; i++) {
        const u1 was = holds(s, i, (uint32_t)warp, (uint32_t)seq, (uint32_t)part);
        const u1 is = holds(n, i, (uint32_t)warp, (uint32_t)seq, (uint32_t)part);
        saved = (u1)(saved | (was & (s->written[i] == out->save_written) & n->ram_re & (n->ram_raddr == i) &
                              !n->used[i]));
        granted = (u1)(granted | (taken(s, n, i) & is));
        restored = (u1)(restored & (!taken(s, n, i) | !is | (asks & !n->written[i])));
        rewritten = (u1)(rewritten | (was & n->written[i]));
    }
    return (u1)((!saves | saved) & restored & (!granted | asks) & (!writes | !n->ram_we | rewritten));
}

/* An entry that block slot b can take. */
static u1 is_free(const operand_log_state *s, uint32_t b, unsigned i) {
    return (u1)(!s->used[i] && owns(s, b, i));
}

/* room1 and room2 tell whether block slot b has an entry free, or two. */
u1 operand_log_prop_room(CYCLE, GMMU_U(GMMU_SM_BLOCK_W) b) {
    u1 one = 0;
    u1 two = 0;

    (void)in;
    (void)n;
    for (unsigned i = 0; i < ENTRIES; i++) {
        const u1 here = is_free(s, (uint32_t)b, i);
        two = (u1)(two | (one & here));
        one = (u1)(one | here);
    }
    return (u1)(((((uint32_t)out->room1 >> (uint32_t)b) & 1U) == one) &
                ((((uint32_t)out->room2 >> (uint32_t)b) & 1U) == two));
}

/* The tag of entry k moves only when k is the lowest free entry of the block that asks, or, for two parts,
 * the second lowest, which gets the data; a tag that moves is that of the instruction, unwritten. No other
 * entry is taken. */
u1 operand_log_prop_tags(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % ENTRIES;
    const u1 both = (u1)(in->alloc_parts == 3);
    const u1 free = (u1)(in->alloc_valid & is_free(s, (uint32_t)in->alloc_block, i));
    const u1 writes = (u1)(in->wr_valid & holds(s, i, in->wr_warp, in->wr_seq, in->wr_part));
    u1 one_below = 0;
    u1 two_below = 0;

    (void)out;
    for (unsigned e = 0; e < ENTRIES; e++) {
        const u1 below = (u1)((e < i) & is_free(s, (uint32_t)in->alloc_block, e));
        two_below = (u1)(two_below | (one_below & below));
        one_below = (u1)(one_below | below);
    }
    const u1 first = (u1)(free & !one_below);
    const u1 second = (u1)(free & one_below & !two_below & both);
    const u1 kept = (u1)((n->warp[i] == s->warp[i]) & (n->seq[i] == s->seq[i]) & (n->part[i] == s->part[i]) &
                         (n->written[i] == (s->written[i] | writes)));
    const u1 part = (u1)(second | (((uint32_t)in->alloc_parts & 1U) == 0));
    const u1 moved = (u1)((n->warp[i] == in->alloc_warp) & (n->seq[i] == in->alloc_seq) &
                          (n->part[i] == part) & !n->written[i]);

    return (u1)(((first | second) ? moved : kept) & (first | second | !taken(s, n, i)));
}

/* A setup is as it was asked for, with no more entries than there are. It begins with entry 0 and slot 0;
 * while the slot's last entry is within the log, each cycle gives an entry to the slot, and its last one
 * passes on to the next slot; it ends with the last slot, or when no slot gets more. Entry k. */
u1 operand_log_prop_setup(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % ENTRIES;
    const u1 setup = (u1)(in->setup_valid & out->setup_ready);
    const uint32_t most = in->setup_entries < ENTRIES ? (uint32_t)in->setup_entries : (uint32_t)ENTRIES;
    const u1 gives = (u1)(s->walking & (s->last < s->entries));
    const u1 full = (u1)(gives & (s->cursor == s->last));
    const u1 begun = (u1)((n->per_block == in->setup_per_block) & ((uint32_t)n->entries == most) &
                          n->walking & (n->cursor == 0) & (n->slot == 0) &
                          (n->last == GMMU_WRAP((uint32_t)in->setup_per_block - 1U, GMMU_LOG_LAST_W)));
    const uint32_t last = (uint32_t)s->last + (full ? (uint32_t)s->per_block : 0U);
    const uint32_t slot = (uint32_t)s->slot + (uint32_t)full;
    const u1 goes_on =
        (u1)((n->walking == (gives & !(full & (s->slot == GMMU_SM_BLOCKS - 1)))) &
             (n->cursor == GMMU_WRAP((uint32_t)s->cursor + (uint32_t)gives, GMMU_LOG_COUNT_W)) &
             (n->slot == GMMU_WRAP(slot, GMMU_SM_BLOCK_W)) & (n->last == GMMU_WRAP(last, GMMU_LOG_LAST_W)));
    const u1 given = (u1)(gives & (s->cursor == i));

    return (u1)((out->setup_ready == (!any_used(s) & !s->saving & !s->walking)) & (setup ? begun : goes_on) &
                (n->owner[i] == (given ? s->slot : s->owner[i])));
}

/* A save begins when it is asked for and none is under way, of the block that is named; the save port
 * shows the block's lowest entry, and zeros while there is none. */
u1 operand_log_prop_save_first(CYCLE) {
    u1 earlier = 0;
    u1 good = (u1)(out->save_valid |
                   ((out->save_warp == 0) & (out->save_seq == 0) & !out->save_part & !out->save_written));

    for (unsigned i = 0; i < ENTRIES; i++) {
        const u1 mine = (u1)(s->saving & s->used[i] & owns(s, (uint32_t)s->saved, i));
        const u1 shown = (u1)((out->save_warp == s->warp[i]) & (out->save_seq == s->seq[i]) &
                              (out->save_part == s->part[i]) & (out->save_written == s->written[i]));
        good = (u1)(good & (!mine | earlier | shown));
        earlier = (u1)(earlier | mine);
    }
    const u1 begins = (u1)(in->save_start & !s->saving);
    return (u1)(good & (s->saving | (n->saving == in->save_start)) &
                (n->saved == (begins ? in->save_block : s->saved)));
}

/* The RAM is read for a hit or for what is saved, and for nothing else; the pins show its ports, the answer
 * and whether a block is saved, and then no read is taken. */
u1 operand_log_prop_pins(CYCLE) {
    const u1 takes = (u1)(out->save_valid & in->save_ready);
    const u1 ram = (u1)((out->ram_we == s->ram_we) & (out->ram_waddr == s->ram_waddr) &
                        (out->ram_re == s->ram_re) & (out->ram_raddr == s->ram_raddr));

    return (u1)(ram & (n->ram_re == (n->ans_hit | takes)) & (out->a_valid == s->ans_valid) &
                (out->a_hit == s->ans_hit) & (out->saving == s->saving) & (out->rd_ready == !s->saving));
}

/* Who asks when it fits has its entries after the edge, each part that it asked for. */
u1 operand_log_prop_none_refused(CYCLE, u1 part) {
    const u1 asked = (u1)(in->alloc_valid & ((uint32_t)in->alloc_parts >> (uint32_t)part));

    (void)out;
    operand_log_given_duty_fitting(s, in);
    return (u1)(!asked | operand_log_has(n, in->alloc_warp, in->alloc_seq, part));
}

/* While a block is saved its entries only leave: entry k is not taken. So each entry that the save port
 * hands out brings the save nearer to its end. */
u1 operand_log_prop_save_shrinks(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % ENTRIES;

    (void)out;
    operand_log_given_duty_quiet(s, in);
    return (u1)(!s->saving | !owns(s, (uint32_t)s->saved, i) | s->used[i] | !n->used[i]);
}

/* No operand is lost on its way: what is written goes into the RAM. */
u1 operand_log_prop_write_lands(CYCLE) {
    (void)out;
    operand_log_given_duty_held(s, in);
    return (u1)(!in->wr_valid | n->ram_we);
}
