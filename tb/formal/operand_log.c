/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What operand_log promises. The operands themselves are in the RAM; its addresses are
 * pins, so what is said of them here is all there is to say about the control.
 */
#include "operand_log.h"

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
