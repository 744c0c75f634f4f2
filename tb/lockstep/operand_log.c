/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of operand_log for the lock-step harness. */
#include "operand_log.h"
#include "lockstep.h"

#define ENTRIES GMMU_LOG_ENTRIES
#define BLOCKS  GMMU_SM_BLOCKS
#define NONE    ENTRIES

/* Per phase: block slots in use, allocations, writes, reads and checks in per cent, saves in
 * thousandths, readiness of the save port. The phases alternate between filling and emptying,
 * for only an empty log takes another setup. */
static const struct {
    unsigned blocks, alloc, write, read, check, save, ready;
} profile[LS_PHASES] = {
    {16, 70, 60, 20, 20, 2, 50}, {16, 5, 30, 50, 90, 10, 90}, {1, 60, 60, 40, 40, 20, 80},
    {4, 3, 5, 5, 60, 5, 90},     {16, 100, 20, 10, 2, 1, 20}, {2, 10, 90, 90, 95, 0, 0},
    {5, 80, 50, 30, 50, 30, 60}, {16, 4, 4, 4, 30, 10, 50},
};

#define PAIR_PHASE 3U /* with jumps: pairs of free entries */

/* An entry in use, if the dice find one. */
static unsigned some_entry(lockstep *ls, const operand_log_state *s) {
    unsigned i = (unsigned)ls_below(ls, ENTRIES);

    for (unsigned tries = 0; tries < 12 && !s->used[i]; tries++)
        i = (unsigned)ls_below(ls, ENTRIES);
    return i;
}

static void set_up(lockstep *ls, unsigned p, operand_log_in *in) {
    static const unsigned sizes[] = {32, 64, 80, 128, 128, 255};
    const unsigned size = sizes[ls_below(ls, 6)];
    const unsigned entries = size >> GMMU_LOG_COUNT_W ? (1U << GMMU_LOG_COUNT_W) - 1U : size;

    in->setup_valid = (u1)ls_chance(ls, 30);
    in->setup_entries = (GMMU_U(GMMU_LOG_COUNT_W))entries;
    in->setup_per_block = (GMMU_U(GMMU_LOG_COUNT_W))(entries / profile[p].blocks);
    if (ls_chance(ls, 10)) /* nonsense too */
        in->setup_per_block = (GMMU_U(GMMU_LOG_COUNT_W))ls_below(ls, 1U << GMMU_LOG_COUNT_W);
    if (ls_chance(ls, 5)) /* blocks without a log: chance alone seldom says 0 */
        in->setup_per_block = 0;
}

/* Two free entries of a slot that no setup would give it: room must count any two. Those a power of
 * two apart meet where counts are added up. */
static void free_pair(lockstep *ls) {
    const unsigned i = (unsigned)ls_below(ls, ENTRIES);
    const unsigned j = (i + (1U << ls_below(ls, GMMU_LOG_INDEX_W))) % ENTRIES;
    const uint64_t slot = ls_below(ls, BLOCKS);

    for (unsigned k = 0; k < ENTRIES; k++)
        ls_poke(ls, "used", k, k != i && k != j);
    ls_poke(ls, "owned", i, 1);
    ls_poke(ls, "owned", j, 1);
    ls_poke(ls, "owner", i, slot);
    ls_poke(ls, "owner", j, slot);
}

void operand_log_stimulus(lockstep *ls, const operand_log_state *s, const operand_log_out *pins,
                          operand_log_in *in) {
    const unsigned p = ls_phase(ls);
    const unsigned w = some_entry(ls, s), r = some_entry(ls, s), c = some_entry(ls, s), a = some_entry(ls, s);

    (void)pins;
    if (p == PAIR_PHASE && ls_chance(ls, 50))
        free_pair(ls);
    set_up(ls, p, in);
    in->alloc_valid = (u1)ls_chance(ls, profile[p].alloc);
    in->alloc_block = (GMMU_U(GMMU_SM_BLOCK_W))ls_below(ls, ls_chance(ls, 10) ? BLOCKS : profile[p].blocks);
    in->alloc_warp = ls_chance(ls, 10) ? s->warp[a] : (GMMU_U(GMMU_SM_WARP_W))ls_below(ls, GMMU_SM_WARPS);
    in->alloc_seq = ls_chance(ls, 10) ? s->seq[a] : (GMMU_U(GMMU_SEQ_W))GMMU_WRAP(ls_cycle(ls), GMMU_SEQ_W);
    if (ls_chance(ls, 5)) { /* an instruction that is there already */
        in->alloc_warp = s->warp[a];
        in->alloc_seq = s->seq[a];
    }
    in->alloc_parts = (u2)(ls_chance(ls, 60) ? 1 : ls_below(ls, 4));
    in->wr_valid = (u1)ls_chance(ls, profile[p].write);
    in->wr_warp = s->warp[w];
    in->wr_seq = s->seq[w];
    in->wr_part = ls_chance(ls, 90) ? s->part[w] : (u1)ls_below(ls, 2);
    in->rd_valid = (u1)ls_chance(ls, profile[p].read);
    in->rd_warp = s->warp[r];
    in->rd_seq = s->seq[r];
    in->rd_part = ls_chance(ls, 90) ? s->part[r] : (u1)ls_below(ls, 2);
    in->check_valid = (u1)ls_chance(ls, profile[p].check);
    in->check_warp = s->warp[c];
    in->check_seq = s->seq[c];
    if (ls_chance(ls, 10)) { /* all about one instruction */
        in->rd_warp = in->wr_warp = in->check_warp;
        in->rd_seq = in->wr_seq = in->check_seq;
        in->rd_part = in->wr_part;
    }
    in->save_start = (u1)(ls_below(ls, 1000) < profile[p].save);
    in->save_block = (GMMU_U(GMMU_SM_BLOCK_W))ls_below(ls, ls_chance(ls, 10) ? BLOCKS : profile[p].blocks);
    in->save_ready = (u1)ls_chance(ls, profile[p].ready);
}

/* The entry of an operand, or NONE. */
static unsigned find(const operand_log_state *s, bool valid, GMMU_U(GMMU_SM_WARP_W) warp,
                     GMMU_U(GMMU_SEQ_W) seq, u1 part) {
    for (unsigned i = 0; valid && i < ENTRIES; i++)
        if (s->used[i] && s->warp[i] == warp && s->seq[i] == seq && s->part[i] == part)
            return i;
    return NONE;
}

static bool written(const operand_log_state *s, unsigned i) {
    return i < ENTRIES && s->written[i];
}

static void cover_alloc(lockstep *ls, const operand_log_state *s, const operand_log_in *in,
                        const operand_log_out *pins) {
    const unsigned b = in->alloc_block;
    const bool one = (pins->room1 >> b & 1U) != 0, two = (pins->room2 >> b & 1U) != 0;
    const unsigned addresses = find(s, in->alloc_valid, in->alloc_warp, in->alloc_seq, 0);
    const unsigned data = find(s, in->alloc_valid, in->alloc_warp, in->alloc_seq, 1);
    const bool fresh = in->alloc_valid && addresses == NONE && data == NONE;
    const bool ready = fresh && !s->walking;
    const unsigned end = (b + 1) * (unsigned)s->per_block;

    ls_cover(ls, "load", fresh && in->alloc_parts == 1 && one);
    ls_cover(ls, "data alone", fresh && in->alloc_parts == 2 && one);
    ls_cover(ls, "store", fresh && in->alloc_parts == 3 && two);
    ls_cover(ls, "load takes the last entry", fresh && in->alloc_parts == 1 && one && !two);
    ls_cover(ls, "store refused with one entry free", fresh && in->alloc_parts == 3 && one && !two);
    ls_cover(ls, "load refused by a full block", ready && in->alloc_parts == 1 && !one && s->per_block != 0);
    ls_cover(ls, "full block, another one has room", ready && !one && pins->room2 != 0);
    ls_cover(ls, "no parts", fresh && in->alloc_parts == 0 && two);
    ls_cover(ls, "load that is there already", addresses != NONE && in->alloc_parts == 1 && one);
    ls_cover(ls, "store of which one part is there",
             (addresses != NONE) != (data != NONE) && in->alloc_parts == 3 && two);
    ls_cover(ls, "the other part", addresses != NONE && data == NONE && in->alloc_parts == 2 && one);
    ls_cover(ls, "partition that ends the log", fresh && one && end == s->entries);
    ls_cover(ls, "partition that does not fit", ready && s->per_block != 0 && end > s->entries);
    ls_cover(ls, "one block has all", fresh && one && s->per_block == ENTRIES);
    ls_cover(ls, "alloc with a setup", fresh && one && in->setup_valid && pins->setup_ready);
    ls_cover(ls, "alloc during a setup", fresh && one && s->walking);
    ls_cover(ls, "alloc ahead of the setup", fresh && !one && s->walking);
    ls_cover(ls, "alloc while a block is saved", fresh && two && pins->saving);
}

static void cover_operands(lockstep *ls, const operand_log_state *s, const operand_log_in *in,
                           const operand_log_out *pins) {
    const unsigned write = find(s, in->wr_valid, in->wr_warp, in->wr_seq, in->wr_part);
    const unsigned read = find(s, in->rd_valid, in->rd_warp, in->rd_seq, in->rd_part);
    const unsigned addresses = find(s, in->check_valid, in->check_warp, in->check_seq, 0);
    const unsigned data = find(s, in->check_valid, in->check_warp, in->check_seq, 1);

    ls_cover(ls, "write", write != NONE && !written(s, write));
    ls_cover(ls, "write once more", written(s, write));
    ls_cover(ls, "write of nothing", in->wr_valid && write == NONE);
    ls_cover(ls, "write of an entry that is freed", write != NONE && (write == addresses || write == data));
    ls_cover(ls, "read", written(s, read) && pins->rd_ready);
    ls_cover(ls, "read of what was never written", read != NONE && !written(s, read) && pins->rd_ready);
    ls_cover(ls, "read of what is written now",
             read != NONE && read == write && !written(s, read) && pins->rd_ready);
    ls_cover(ls, "read of nothing", in->rd_valid && read == NONE && pins->rd_ready);
    ls_cover(ls, "read refused", written(s, read) && !pins->rd_ready);
    ls_cover(ls, "read and write of one operand", written(s, read) && read == write);
    ls_cover(ls, "check frees a load", addresses != NONE && data == NONE);
    ls_cover(ls, "check frees a store", addresses != NONE && data != NONE);
    ls_cover(ls, "check of nothing", in->check_valid && addresses == NONE && data == NONE);
    ls_cover(ls, "check and read of one instruction", read != NONE && read == addresses);
    ls_cover(ls, "answer: hit", pins->a_valid && pins->a_hit);
    ls_cover(ls, "answer: missed", pins->a_valid && !pins->a_hit);
    ls_cover(ls, "both RAM ports on one entry",
             pins->ram_we && pins->ram_re && pins->ram_waddr == pins->ram_raddr);
    ls_cover(ls, "last RAM word", pins->ram_we && pins->ram_waddr == ENTRIES - 1);
}

static void cover_setup(lockstep *ls, const operand_log_state *s, const operand_log_in *in,
                        const operand_log_out *pins, unsigned used) {
    const bool taken = in->setup_valid && pins->setup_ready;
    const bool gives = s->walking && s->last < s->entries;

    ls_cover(ls, "setup", taken);
    ls_cover(ls, "setup beyond the log", taken && in->setup_entries > ENTRIES);
    ls_cover(ls, "setup of no entries", taken && in->setup_per_block == 0);
    ls_cover(ls, "setup with more than the log for a block", taken && in->setup_per_block > ENTRIES);
    ls_cover(ls, "setup refused", in->setup_valid && used != 0);
    ls_cover(ls, "setup refused by a save", in->setup_valid && used == 0 && pins->saving);
    ls_cover(ls, "setup refused by a setup", in->setup_valid && used == 0 && !pins->saving && s->walking);
    ls_cover(ls, "entry handed out", gives && s->cursor != s->last);
    ls_cover(ls, "last entry of a slot", gives && s->cursor == s->last);
    ls_cover(ls, "last entry of the log", gives && s->cursor == ENTRIES - 1);
    ls_cover(ls, "last entry of the last slot", gives && s->cursor == s->last && s->slot == BLOCKS - 1);
    ls_cover(ls, "no entries for another slot", s->walking && !gives);
    ls_cover(ls, "save during a setup", s->walking && pins->saving);
}

void operand_log_coverage(lockstep *ls, const operand_log_state *s, const operand_log_in *in,
                          const operand_log_out *pins) {
    const bool save = pins->save_valid && in->save_ready;
    unsigned used = 0;

    for (unsigned i = 0; i < ENTRIES; i++)
        used += s->used[i] != 0;
    cover_alloc(ls, s, in, pins);
    cover_operands(ls, s, in, pins);
    cover_setup(ls, s, in, pins, used);
    ls_cover(ls, "empty", used == 0);
    ls_cover(ls, "full", used == ENTRIES);
    ls_cover(ls, "save of an empty block", pins->saving && !pins->save_valid);
    ls_cover(ls, "saved one by one", save && pins->ram_re);
    ls_cover(ls, "save refused", pins->save_valid && !in->save_ready);
    ls_cover(ls, "saved and checked at once",
             save && in->check_valid && pins->save_warp == in->check_warp && pins->save_seq == in->check_seq);
    ls_cover(ls, "saved data", save && pins->save_part && pins->save_written);
    ls_cover(ls, "saved, never written", save && !pins->save_written);
    ls_cover(ls, "save begun during a save", in->save_start && pins->saving);
    ls_cover(ls, "save begun with a read", in->save_start && !pins->saving && in->rd_valid);
    ls_cover(ls, "save of block 15", pins->save_valid && s->saved == BLOCKS - 1);
}
