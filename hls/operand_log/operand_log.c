/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Structure of arrays and branch-free loops over all entries: that is what the
 * hardware does, and what a compiler turns into vector instructions.
 */
#include "operand_log.h"

#define ENTRIES GMMU_LOG_ENTRIES
#define BLOCKS  GMMU_SM_BLOCKS
/* Above every index: "no entry". */
#define NONE 255U
/* Entries are counted in this many columns, then these are added up. */
#define COLUMNS 32U

void operand_log_reset(operand_log_state *s) {
    for (unsigned i = 0; i < ENTRIES; i++) {
        s->used[i] = 0;
        s->written[i] = 0;
        s->part[i] = 0;
        s->warp[i] = 0;
        s->seq[i] = 0;
        s->owned[i] = 0;
        s->owner[i] = 0;
    }
    s->per_block = 0;
    s->entries = 0;
    s->walking = 0;
    s->cursor = 0;
    s->slot = 0;
    s->last = 0;
    s->saving = 0;
    s->saved = 0;
    s->ram_we = 0;
    s->ram_waddr = 0;
    s->ram_re = 0;
    s->ram_raddr = 0;
    s->ans_valid = 0;
    s->ans_hit = 0;
}

/* Entry i belongs to the block slot. */
static inline uint8_t within(const operand_log_state *s, unsigned i, GMMU_U(GMMU_SM_BLOCK_W) block) {
    return (uint8_t)((uint8_t)s->owned[i] & (uint8_t)(s->owner[i] == block));
}

/* Has the block slot one entry free, has it two? free_for: per entry its slot, or NONE. */
static inline void room(const uint8_t *free_for, uint8_t block, u1 *has_one, u1 *has_two) {
    uint8_t one[COLUMNS] = {0};
    uint8_t two[COLUMNS] = {0};

    for (unsigned row = 0; row < ENTRIES; row += COLUMNS) {
        for (unsigned c = 0; c < COLUMNS; c++) {
            const uint8_t is_free = (uint8_t)(free_for[row + c] == block);
            two[c] = (uint8_t)(two[c] | (one[c] & is_free));
            one[c] = (uint8_t)(one[c] | is_free);
        }
    }
    uint8_t any = 0;
    uint8_t more = 0;
    for (unsigned c = 0; c < COLUMNS; c++) {
        more = (uint8_t)(more | two[c] | (any & one[c]));
        any = (uint8_t)(any | one[c]);
    }
    *has_one = (u1)any;
    *has_two = (u1)more;
}

/* The lowest entry of the block slot that is used, or free; but not this one. */
static inline uint32_t lowest(const operand_log_state *s, GMMU_U(GMMU_SM_BLOCK_W) block, u1 used,
                              uint32_t but) {
    uint32_t first = NONE;

    for (unsigned i = 0; i < ENTRIES; i++) {
        const uint32_t found =
            (uint32_t)within(s, i, block) & (uint32_t)(s->used[i] == used) & (uint32_t)(i != but);
        const uint32_t at = found ? i : NONE;
        first = at < first ? at : first;
    }
    return first;
}

/* The entry that the save port shows. */
static inline uint32_t shown(const operand_log_state *s) {
    const uint32_t at = lowest(s, s->saved, 1, NONE);

    return s->saving ? at : NONE;
}

void operand_log_outputs(const operand_log_state *s, operand_log_out *out) {
    const uint32_t save = shown(s);
    uint8_t free_for[ENTRIES];
    uint32_t room1 = 0;
    uint32_t room2 = 0;
    u1 any = 0;

    for (unsigned i = 0; i < ENTRIES; i++)
        free_for[i] = s->owned[i] && !s->used[i] ? (uint8_t)s->owner[i] : (uint8_t)NONE;
    for (unsigned b = 0; b < BLOCKS; b++) {
        u1 one, two;

        room(free_for, (uint8_t)b, &one, &two);
        room1 |= (uint32_t)one << b;
        room2 |= (uint32_t)two << b;
    }
    for (unsigned i = 0; i < ENTRIES; i++)
        any = (u1)(any | s->used[i]);
    out->setup_ready = (u1)(!any && !s->saving && !s->walking);
    out->room1 = (GMMU_U(GMMU_SM_BLOCKS))room1;
    out->room2 = (GMMU_U(GMMU_SM_BLOCKS))room2;
    out->rd_ready = (u1)!s->saving;
    out->a_valid = s->ans_valid;
    out->a_hit = s->ans_hit;
    out->ram_we = s->ram_we;
    out->ram_waddr = s->ram_waddr;
    out->ram_re = s->ram_re;
    out->ram_raddr = s->ram_raddr;
    out->saving = s->saving;
    out->save_valid = (u1)(save != NONE);
    out->save_warp = save != NONE ? s->warp[save] : (GMMU_U(GMMU_SM_WARP_W))0;
    out->save_seq = save != NONE ? s->seq[save] : (GMMU_U(GMMU_SEQ_W))0;
    out->save_part = save != NONE ? s->part[save] : (u1)0;
    out->save_written = save != NONE ? s->written[save] : (u1)0;
}

/* Entry i is one of this instruction. */
static inline uint8_t belongs(const operand_log_state *s, unsigned i, GMMU_U(GMMU_SM_WARP_W) warp,
                              GMMU_U(GMMU_SEQ_W) seq) {
    return (uint8_t)((uint8_t)s->used[i] & (uint8_t)(s->warp[i] == warp) & (uint8_t)(s->seq[i] == seq));
}

/* The instruction already has one of the parts it asks for. */
static inline u1 has_some(const operand_log_state *s, GMMU_U(GMMU_SM_WARP_W) warp, GMMU_U(GMMU_SEQ_W) seq,
                          u2 parts) {
    uint8_t some = 0;

    for (unsigned i = 0; i < ENTRIES; i++) {
        const uint8_t asked = (uint8_t)(((uint32_t)parts >> (uint32_t)s->part[i]) & 1U);
        some = (uint8_t)(some | (belongs(s, i, warp, seq) & asked));
    }
    return (u1)some;
}

/* Writes and reads of the RAM after the edge. One entry matches at most, so the OR of
 * the matching indices is its index. */
static void address_ram(operand_log_state *s, const operand_log_in *in, uint32_t saved) {
    const u1 reads = (u1)(in->rd_valid && !s->saving);
    uint32_t write = 0, write_at = 0;
    uint32_t read = 0, read_at = 0;

    for (unsigned i = 0; i < ENTRIES; i++) {
        const uint32_t w = (uint32_t)in->wr_valid & (uint32_t)belongs(s, i, in->wr_warp, in->wr_seq) &
                           (uint32_t)(s->part[i] == in->wr_part);
        const uint32_t r = (uint32_t)reads & (uint32_t)belongs(s, i, in->rd_warp, in->rd_seq) &
                           (uint32_t)(s->part[i] == in->rd_part) & (uint32_t)s->written[i];
        const uint32_t reads_it = r | (uint32_t)(saved == i);

        write |= w;
        write_at |= w ? i : 0U;
        read |= r;
        read_at |= reads_it ? i : 0U;
    }
    s->ram_we = (u1)write;
    s->ram_waddr = (GMMU_U(GMMU_LOG_INDEX_W))write_at;
    s->ram_re = (u1)(read | (uint32_t)(saved != NONE));
    s->ram_raddr = (GMMU_U(GMMU_LOG_INDEX_W))read_at;
    s->ans_valid = reads;
    s->ans_hit = (u1)read;
}

/* Entries are written, freed and taken. first and second are NONE or free: they get the tag of
 * the instruction that asks, which nobody sees unless it is granted and they come into use. */
static void move_entries(operand_log_state *s, const operand_log_in *in, uint32_t saved, uint32_t first,
                         uint32_t second, u1 grant) {
    const u1 first_part = (u1)(((uint32_t)in->alloc_parts & 1U) == 0);

    for (unsigned i = 0; i < ENTRIES; i++) {
        const uint8_t checked =
            (uint8_t)((uint8_t)in->check_valid & belongs(s, i, in->check_warp, in->check_seq));
        const uint8_t frees = (uint8_t)(checked | (uint8_t)(saved == i));
        const uint8_t writes = (uint8_t)((uint8_t)in->wr_valid & belongs(s, i, in->wr_warp, in->wr_seq) &
                                         (uint8_t)(s->part[i] == in->wr_part));
        const uint8_t marked = (uint8_t)((uint8_t)(i == first) | (uint8_t)(i == second));

        s->used[i] = (u1)(((uint8_t)s->used[i] & (uint8_t)!frees) | (marked & (uint8_t)grant));
        s->written[i] = (u1)(((uint8_t)s->written[i] | writes) & (uint8_t)!marked);
        s->part[i] = i == second ? (u1)1 : i == first ? first_part : s->part[i];
        s->warp[i] = marked ? in->alloc_warp : s->warp[i];
        s->seq[i] = marked ? in->alloc_seq : s->seq[i];
    }
}

/* Entries are handed out: all are taken from their slots, then one per cycle goes to the next. */
static void hand_out(operand_log_state *s, const operand_log_in *in, u1 setup) {
    const u1 gives = (u1)(s->walking && s->last < s->entries);
    const u1 slot_ends = (u1)(s->cursor == s->last);
    const u1 ends = (u1)(!gives || (slot_ends && s->slot == BLOCKS - 1));

    for (unsigned i = 0; i < ENTRIES; i++) {
        const uint8_t given = (uint8_t)((uint8_t)gives & (uint8_t)(s->cursor == i));

        s->owned[i] = (u1)(((uint8_t)s->owned[i] | given) & (uint8_t)!setup);
        s->owner[i] = given ? s->slot : s->owner[i];
    }
    s->walking = (u1)(setup || (s->walking && !ends));
    if (setup) {
        s->per_block = in->setup_per_block;
        s->entries =
            (GMMU_U(GMMU_LOG_COUNT_W))(in->setup_entries < ENTRIES ? (uint32_t)in->setup_entries : ENTRIES);
        s->cursor = 0;
        s->slot = 0;
        s->last = (GMMU_U(GMMU_LOG_LAST_W))GMMU_WRAP((uint32_t)in->setup_per_block - 1U,
                                                     GMMU_LOG_LAST_W); /* all ones if slots get nothing */
    } else if (gives) {
        if (slot_ends) {
            s->last = (GMMU_U(GMMU_LOG_LAST_W))GMMU_WRAP((uint32_t)s->last + (uint32_t)s->per_block,
                                                         GMMU_LOG_LAST_W);
            s->slot = (GMMU_U(GMMU_SM_BLOCK_W))GMMU_WRAP((uint32_t)s->slot + 1U, GMMU_SM_BLOCK_W);
        }
        s->cursor = (GMMU_U(GMMU_LOG_COUNT_W))GMMU_WRAP((uint32_t)s->cursor + 1U, GMMU_LOG_COUNT_W);
    }
}

void operand_log_step(operand_log_state *s, const operand_log_in *in, operand_log_out *out) {
    operand_log_outputs(s, out);

    const u1 setup = (u1)(in->setup_valid && out->setup_ready);
    const uint32_t saved = in->save_ready ? shown(s) : NONE;
    const u1 both = (u1)(in->alloc_parts == 3);
    const uint32_t first = lowest(s, in->alloc_block, 0, NONE);
    const uint32_t second = lowest(s, in->alloc_block, 0, first);
    const u1 holds = has_some(s, in->alloc_warp, in->alloc_seq, in->alloc_parts);
    const u1 two_free = (u1)(((uint32_t)out->room2 >> (uint32_t)in->alloc_block) & 1U);
    const u1 grant = (u1)(in->alloc_parts != 0 && !(both && !two_free) && !holds && !setup);

    address_ram(s, in, saved);
    move_entries(s, in, saved, in->alloc_valid ? first : NONE, in->alloc_valid && both ? second : NONE,
                 grant);
    hand_out(s, in, setup);
    if (!s->saving && in->save_start)
        s->saved = in->save_block;
    s->saving = (u1)(s->saving ? out->save_valid : in->save_start);
}
