/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of mmu_registers for the lock-step harness. */
#include "mmu_registers.h"
#include "lockstep.h"
#include "mmu_registers_map.h"

#define LAST_LEVEL (MMU_FORMAT_LEVEL + 4U * (GMMU_WALK_LEVELS - 1U))
#define LAST       MMU_SHARING

/* Per phase, in percent: writes, reads, of these to a register that is there, what is taken, what is done. */
static const struct {
    unsigned write, read, found, ready, done;
} profile[LS_PHASES] = {
    {50, 50, 80, 50, 50},   {100, 100, 95, 100, 100}, {100, 20, 50, 10, 10}, {20, 100, 90, 90, 20},
    {100, 100, 100, 0, 50}, {90, 90, 20, 50, 90},     {100, 0, 100, 20, 5},  {5, 5, 50, 30, 30},
};

static GMMU_U(GMMU_LITE_ADDR_W) draw(lockstep *ls, unsigned found) {
    if (!ls_chance(ls, found))
        return (GMMU_U(GMMU_LITE_ADDR_W))GMMU_WRAP(ls_random(ls), GMMU_LITE_ADDR_W);
    /* between the levels and the last registers there are some that are none */
    const unsigned addr = 4U * (unsigned)ls_below(ls, LAST / 4U + 2U);
    return (GMMU_U(GMMU_LITE_ADDR_W))(addr > LAST_LEVEL + 4U && addr < MMU_RECORD_ERROR ? MMU_COMMAND : addr);
}

/* Data that the register has room for, mostly. */
static u32 draw_data(lockstep *ls, unsigned addr) {
    const uint32_t word = (uint32_t)GMMU_WRAP(ls_random(ls), 32);
    const uint32_t spaces = (1U << GMMU_ASID_W) - 1U, heads = (1U << GMMU_FAULT_COUNT_W) - 1U;
    if (ls_chance(ls, 20))
        return (u32)word;
    switch (addr) {
    case MMU_CONTROL:
        return (u32)(word & (heads << MMU_IRQ_RECORDS_AT | 0xFFFFU));
    case MMU_COMMAND:
    case MMU_RESUME:
        return (u32)(word & (spaces << MMU_CMD_ASID_AT | 0xFFFFU));
    case MMU_COMMAND_PAGE_HIGH:
    case MMU_COMMAND_HIGHEST_HIGH:
    case MMU_RESUME_PAGE_HIGH:
        return (u32)(word >> (64 - GMMU_VPN_W));
    case MMU_COMMAND_ROOT:
    case MMU_RING_FRAME:
        return (u32)GMMU_WRAP(word, GMMU_PPN_W);
    case MMU_RING_HEAD:
        return (u32)(word & (heads | ~MMU_RING_HEAD_MASK));
    case MMU_SHARING:
        return (u32)(word & (MMU_SPACE_PAGES_MASK | ((1U << GMMU_MMU_PORTS) - 1U) << MMU_HOLD_ALL_AT));
    default:
        return (u32)word;
    }
}

void mmu_registers_stimulus(lockstep *ls, const mmu_registers_state *s, const mmu_registers_out *pins,
                            mmu_registers_in *in) {
    const unsigned p = ls_phase(ls);

    (void)s;
    (void)pins;
    in->wr_valid = (u1)ls_chance(ls, profile[p].write);
    in->wr_addr = draw(ls, profile[p].found);
    in->wr_data = draw_data(ls, (unsigned)in->wr_addr);
    in->rd_valid = (u1)ls_chance(ls, profile[p].read);
    in->rd_addr = ls_chance(ls, 20) ? in->wr_addr : draw(ls, profile[p].found);
    in->irq_up = (u1)ls_chance(ls, 50);
    in->record_error = (u1)ls_chance(ls, 50);
    in->token_busy = (u1)ls_chance(ls, 50);
    in->quiet = (u1)ls_chance(ls, 50);
    in->cmd_ready = (u1)ls_chance(ls, profile[p].ready);
    in->cmd_done = (u1)ls_chance(ls, profile[p].done);
    in->resume_ready = (u1)ls_chance(ls, profile[p].ready);
    in->ring_ready = (u1)ls_chance(ls, profile[p].ready);
    in->give_back_ready = (u1)ls_chance(ls, profile[p].ready);
    in->error_clear_ready = (u1)ls_chance(ls, profile[p].ready);
    in->cmd_refused = (u1)ls_chance(ls, 50);
    in->head_refused = (u1)ls_chance(ls, 50);
    in->error_slot = (u8)GMMU_WRAP(ls_random(ls), 8);
    in->error_seen = (u1)ls_chance(ls, 50);
    in->error_more = (u1)ls_chance(ls, 50);
    in->error_asid = (u16)GMMU_WRAP(ls_random(ls), 16);
    in->error_page_low = (u32)GMMU_WRAP(ls_random(ls), 32);
    in->error_page_high = (u16)GMMU_WRAP(ls_random(ls), 16);
    in->ring_first = (u12)GMMU_WRAP(ls_random(ls), 12);
    in->ring_tail = (u12)GMMU_WRAP(ls_random(ls), 12);
}

/* Numbers at the ends of what a register has room for. */
static void cover_room(lockstep *ls, const mmu_registers_in *in) {
    const unsigned to = (unsigned)in->wr_addr;
    const uint32_t word = (uint32_t)in->wr_data, levels = (uint32_t)GMMU_WALK_LEVELS;
    const uint32_t space = word >> MMU_CMD_ASID_AT, root = (word & MMU_FMT_ROOT_MASK) >> MMU_FMT_ROOT_AT;
    const uint32_t bits = (word & MMU_FMT_BITS_MASK) >> MMU_FMT_BITS_AT;
    const bool command = in->wr_valid && to == MMU_COMMAND, format = in->wr_valid && to == MMU_FORMAT;

    ls_cover(ls, "a space that is too wide", command && (uint64_t)space >> GMMU_ASID_W != 0);
    ls_cover(ls, "a space that is not", command && space != 0 && (uint64_t)space >> GMMU_ASID_W == 0);
    ls_cover(ls, "a frame that is too wide",
             in->wr_valid && to == MMU_COMMAND_ROOT && (uint64_t)word >> GMMU_PPN_W != 0);
    ls_cover(ls, "a page that is too wide",
             in->wr_valid && to == MMU_COMMAND_PAGE_HIGH && (word & 0xFFFFU) >> (GMMU_VPN_W - 32) != 0);
    ls_cover(ls, "the highest level as the root", format && root + 1U == levels);
    ls_cover(ls, "a root that is no level", format && root == levels);
    ls_cover(ls, "an index of nine bits", in->wr_valid && to == LAST_LEVEL && bits == 9);
    ls_cover(ls, "an index of ten bits", in->wr_valid && to == LAST_LEVEL && bits == 10);
}

void mmu_registers_coverage(lockstep *ls, const mmu_registers_state *s, const mmu_registers_in *in,
                            const mmu_registers_out *pins) {
    const unsigned to = (unsigned)in->wr_addr, from = (unsigned)in->rd_addr;

    (void)pins;
    ls_cover(ls, "write of the first register of a level", in->wr_valid && to == MMU_FORMAT_LEVEL);
    ls_cover(ls, "write of the last register of a level", in->wr_valid && to == LAST_LEVEL);
    ls_cover(ls, "write behind the registers of levels", in->wr_valid && to == LAST_LEVEL + 4U);
    ls_cover(ls, "write behind the last register", in->wr_valid && to == LAST + 4U);
    ls_cover(ls, "an error is cleared", in->wr_valid && to == MMU_RECORD_ERROR && !s->error_clear_valid);
    ls_cover(ls, "read of an error", in->rd_valid && from == MMU_RECORD_ERROR);
    ls_cover(ls, "write of a register that is read only", in->wr_valid && to == MMU_STATUS);
    ls_cover(ls, "write between registers", in->wr_valid && to % 4 != 0);
    cover_room(ls, in);
    ls_cover(ls, "command begins", in->wr_valid && to == MMU_COMMAND && !s->cmd_busy);
    ls_cover(ls, "command refused, the one before waits", in->wr_valid && to == MMU_COMMAND && s->cmd_valid);
    ls_cover(ls, "command refused, the one before is busy",
             in->wr_valid && to == MMU_COMMAND && s->cmd_busy && !s->cmd_valid);
    ls_cover(ls, "command refused as the one before is done",
             in->wr_valid && to == MMU_COMMAND && s->cmd_busy && in->cmd_done);
    ls_cover(ls, "command taken", s->cmd_valid && in->cmd_ready);
    ls_cover(ls, "resume begins", in->wr_valid && to == MMU_RESUME && !s->resume_valid);
    ls_cover(ls, "resume refused", in->wr_valid && to == MMU_RESUME && s->resume_valid);
    ls_cover(ls, "ring is set up", in->wr_valid && to == MMU_RING && !s->ring_valid);
    ls_cover(ls, "ring refused", in->wr_valid && to == MMU_RING && s->ring_valid);
    ls_cover(ls, "records given back", in->wr_valid && to == MMU_RING_HEAD && !s->give_back_valid);
    ls_cover(ls, "records refused", in->wr_valid && to == MMU_RING_HEAD && s->give_back_valid);
    ls_cover(ls, "read of what is being written", in->wr_valid && in->rd_valid && to == from);
    ls_cover(ls, "read of the name", in->rd_valid && from == MMU_ID);
    ls_cover(ls, "read of the status", in->rd_valid && from == MMU_STATUS);
    ls_cover(ls, "read of the ring", in->rd_valid && from == MMU_RING_STATE);
    ls_cover(ls, "read of the last register", in->rd_valid && from == LAST);
    ls_cover(ls, "read behind the last register", in->rd_valid && from == LAST + 4U);
    ls_cover(ls, "nothing asked", !in->wr_valid && !in->rd_valid);
}
