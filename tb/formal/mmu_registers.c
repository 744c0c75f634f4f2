/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What mmu_registers promises a driver, in words of its map, of any address.
 */
#include "mmu_registers.h"
#include "mmu_registers_map.h"

#define CYCLE                                                                                                \
    const mmu_registers_state *s, const mmu_registers_in *in, const mmu_registers_out *out,                  \
        const mmu_registers_state *n
#define UNUSED (void)s, (void)in, (void)out, (void)n

/* Registers of one kind. */
#define LEVELS_END (MMU_FORMAT_LEVEL + 4U * GMMU_WALK_LEVELS)

static u1 is_level(uint32_t addr) {
    return (u1)((addr >= MMU_FORMAT_LEVEL) & (addr < LEVELS_END) & (addr % 4U == 0));
}

/* The bits that a write sets, by the map. */
static uint32_t kept_bits(uint32_t addr) {
    switch (addr) {
    case MMU_CONTROL:
        return MMU_PARK_MASK | MMU_IRQ_MASK_MASK | MMU_USE_TOKENS_MASK | MMU_QUIESCE_MASK |
               MMU_IRQ_RECORDS_MASK;
    case MMU_COMMAND_PAGE_LOW:
    case MMU_COMMAND_HIGHEST_LOW:
    case MMU_RESUME_PAGE_LOW:
        return MMU_CMD_PAGE_LOW_MASK;
    case MMU_COMMAND_PAGE_HIGH:
    case MMU_COMMAND_HIGHEST_HIGH:
    case MMU_RESUME_PAGE_HIGH:
        return MMU_CMD_PAGE_HIGH_MASK;
    case MMU_COMMAND_ROOT:
        return MMU_CMD_ROOT_MASK;
    case MMU_COMMAND:
        return MMU_CMD_KIND_MASK | MMU_CMD_ENABLE_MASK | MMU_CMD_ASID_MASK;
    case MMU_RESUME:
        return MMU_RESUME_SPACE_MASK | MMU_RESUME_ASID_MASK;
    case MMU_RING_FRAME:
        return MMU_RING_FRAME_MASK;
    case MMU_RING:
        return MMU_RING_ENABLE_MASK;
    case MMU_RING_HEAD:
        return MMU_RING_HEAD_MASK;
    case MMU_FORMAT:
        return MMU_FMT_ROOT_MASK | MMU_FMT_DUAL_MASK | MMU_FMT_LARGE_WORD_MASK | MMU_FMT_MARKED_MASK |
               MMU_FMT_WRITE_NO_MASK | MMU_FMT_SYSTEM_NO_MASK | MMU_FMT_READ_NO_MASK | MMU_FMT_EXEC_NO_MASK |
               MMU_FMT_EXEC_ALL_MASK | MMU_FMT_FRAME_MASK | MMU_FMT_FRAME_BITS_MASK;
    case MMU_FORMAT_LARGE:
        return MMU_FMT_LARGE_LOW_MASK | MMU_FMT_LARGE_BITS_MASK;
    case MMU_FORMAT_FLAGS:
        return MMU_FMT_POINTER_MASK | MMU_FMT_PAGE_MASK | MMU_FMT_LARGE_MASK;
    case MMU_FORMAT_RIGHTS:
        return MMU_FMT_WRITE_MASK | MMU_FMT_SYSTEM_MASK | MMU_FMT_READ_MASK | MMU_FMT_EXEC_MASK;
    case MMU_FORMAT_ENTRIES:
        return MMU_FMT_ACCESSED_MASK | MMU_FMT_DIRTY_MASK | MMU_FMT_POINTER_NO_MASK |
               MMU_FMT_WRITE_READS_MASK | MMU_FMT_EVERY_LEVEL_MASK | MMU_FMT_SHORT_MASK;
    case MMU_SHARING:
        return MMU_SPACE_PAGES_MASK | MMU_HOLD_ALL_MASK;
    case MMU_TOKENS:
        return MMU_TOKEN_INITIAL_MASK | MMU_TOKEN_MARGIN_MASK;
    case MMU_TOKEN_STEP:
        return MMU_TOKEN_STEP_MASK;
    default:
        return is_level(addr) ? MMU_FMT_LOW_MASK | MMU_FMT_BITS_MASK | MMU_FMT_LEAF_MASK : 0U;
    }
}

/* Bits that say what is under way. */
static uint32_t way_bit(uint32_t addr) {
    return addr == MMU_COMMAND        ? MMU_CMD_MASK
           : addr == MMU_RESUME       ? MMU_RESUME_MASK
           : addr == MMU_RING         ? MMU_RING_MASK
           : addr == MMU_RING_HEAD    ? MMU_GIVE_BACK_MASK
           : addr == MMU_RECORD_ERROR ? MMU_ERROR_CLEAR_MASK
                                      : 0U;
}

/* Bits that show pins, in registers that can be written. */
static uint32_t pin_bits(uint32_t addr) {
    return addr == MMU_COMMAND ? MMU_CMD_REFUSED_MASK : addr == MMU_RING_HEAD ? MMU_HEAD_REFUSED_MASK : 0U;
}

static u1 is_shown(uint32_t addr) {
    return (u1)((addr == MMU_ID) | (addr == MMU_STATUS) | (addr == MMU_RING_STATE) |
                (addr == MMU_RECORD_ERROR) | (addr == MMU_RECORD_ERROR_PAGE_LOW) |
                (addr == MMU_RECORD_ERROR_PAGE_HIGH));
}

#define AT(field, value) ((uint32_t)(value) << MMU_##field##_AT)

/* Level i of the format. */
static uint32_t level_word(const mmu_registers_state *s, uint32_t i) {
    return AT(FMT_LOW, s->fmt_low[i]) | AT(FMT_BITS, s->fmt_bits[i]) | AT(FMT_LEAF, s->fmt_leaf[i]);
}

/* Format and tokens. */
static uint32_t format_word(const mmu_registers_state *s, uint32_t addr) {
    switch (addr) {
    case MMU_FORMAT:
        return AT(FMT_ROOT, s->fmt_root) | AT(FMT_DUAL, s->fmt_dual) | AT(FMT_LARGE_WORD, s->fmt_large_word) |
               AT(FMT_MARKED, s->fmt_marked) | AT(FMT_WRITE_NO, s->fmt_write_no) |
               AT(FMT_SYSTEM_NO, s->fmt_system_no) | AT(FMT_READ_NO, s->fmt_read_no) |
               AT(FMT_EXEC_NO, s->fmt_exec_no) | AT(FMT_EXEC_ALL, s->fmt_exec_all) |
               AT(FMT_FRAME, s->fmt_frame) | AT(FMT_FRAME_BITS, s->fmt_frame_bits);
    case MMU_FORMAT_LARGE:
        return AT(FMT_LARGE_LOW, s->fmt_large_low) | AT(FMT_LARGE_BITS, s->fmt_large_bits);
    case MMU_FORMAT_FLAGS:
        return AT(FMT_POINTER, s->fmt_pointer) | AT(FMT_PAGE, s->fmt_page) | AT(FMT_LARGE, s->fmt_large);
    case MMU_FORMAT_RIGHTS:
        return AT(FMT_WRITE, s->fmt_write) | AT(FMT_SYSTEM, s->fmt_system) | AT(FMT_READ, s->fmt_read) |
               AT(FMT_EXEC, s->fmt_exec);
    case MMU_FORMAT_ENTRIES:
        return AT(FMT_ACCESSED, s->fmt_accessed) | AT(FMT_DIRTY, s->fmt_dirty) |
               AT(FMT_POINTER_NO, s->fmt_pointer_no) | AT(FMT_WRITE_READS, s->fmt_write_reads) |
               AT(FMT_EVERY_LEVEL, s->fmt_every_level) | AT(FMT_SHORT, s->fmt_short);
    case MMU_SHARING:
        return AT(SPACE_PAGES, s->space_pages) | AT(HOLD_ALL, s->hold_all);
    case MMU_TOKENS:
        return AT(TOKEN_INITIAL, s->token_initial) | AT(TOKEN_MARGIN, s->token_margin);
    case MMU_TOKEN_STEP:
        return (uint32_t)s->token_step;
    default:
        return is_level(addr) ? level_word(s, (addr - MMU_FORMAT_LEVEL) / 4U % GMMU_WALK_LEVELS) : 0U;
    }
}

/* What a driver finds in the register: the fields where the map has them. */
static uint32_t held(const mmu_registers_state *s, const mmu_registers_in *in, uint32_t addr) {
    switch (addr) {
    case MMU_ID:
        return 0x474D4D55U;
    case MMU_STATUS:
        return AT(IRQ_UP, in->irq_up) | AT(RECORD_ERROR, in->record_error) | AT(TOKEN_BUSY, in->token_busy) |
               AT(QUIET, in->quiet);
    case MMU_CONTROL:
        return AT(PARK, s->park) | AT(IRQ_MASK, s->irq_mask) | AT(USE_TOKENS, s->use_tokens) |
               AT(QUIESCE, s->quiesce) | AT(IRQ_RECORDS, s->irq_records);
    case MMU_COMMAND_PAGE_LOW:
        return (uint32_t)s->cmd_page_low;
    case MMU_COMMAND_PAGE_HIGH:
        return (uint32_t)s->cmd_page_high;
    case MMU_COMMAND_HIGHEST_LOW:
        return (uint32_t)s->cmd_highest_low;
    case MMU_COMMAND_HIGHEST_HIGH:
        return (uint32_t)s->cmd_highest_high;
    case MMU_COMMAND_ROOT:
        return (uint32_t)s->cmd_root;
    case MMU_COMMAND:
        return AT(CMD_KIND, s->cmd_kind) | AT(CMD_ENABLE, s->cmd_enable) | AT(CMD, s->cmd_busy) |
               AT(CMD_REFUSED, in->cmd_refused) | AT(CMD_ASID, s->cmd_asid);
    case MMU_RESUME_PAGE_LOW:
        return (uint32_t)s->resume_page_low;
    case MMU_RESUME_PAGE_HIGH:
        return (uint32_t)s->resume_page_high;
    case MMU_RESUME:
        return AT(RESUME_SPACE, s->resume_space) | AT(RESUME, s->resume_valid) |
               AT(RESUME_ASID, s->resume_asid);
    case MMU_RING_FRAME:
        return (uint32_t)s->ring_frame;
    case MMU_RING:
        return AT(RING_ENABLE, s->ring_enable) | AT(RING, s->ring_valid);
    case MMU_RING_HEAD:
        return AT(RING_HEAD, s->ring_head) | AT(GIVE_BACK, s->give_back_valid) |
               AT(HEAD_REFUSED, in->head_refused);
    case MMU_RING_STATE:
        return AT(RING_FIRST, in->ring_first) | AT(RING_TAIL, in->ring_tail);
    case MMU_RECORD_ERROR:
        return AT(ERROR_SLOT, in->error_slot) | AT(ERROR_SEEN, in->error_seen) |
               AT(ERROR_MORE, in->error_more) | AT(ERROR_CLEAR, s->error_clear_valid) |
               AT(ERROR_ASID, in->error_asid);
    case MMU_RECORD_ERROR_PAGE_LOW:
        return (uint32_t)in->error_page_low;
    case MMU_RECORD_ERROR_PAGE_HIGH:
        return (uint32_t)in->error_page_high;
    default:
        return format_word(s, addr);
    }
}

/* Is something of the register under way? */
static u1 blocked(const mmu_registers_state *s, const mmu_registers_in *in, uint32_t addr) {
    return (u1)((held(s, in, addr) & way_bit(addr)) != 0);
}

/* Has the block room for the numbers of this word? Pages, frames, spaces, places in the ring and batches of
 * records are as wide as it has them; a format has its levels, and 9 bits of an index at most. */
static u1 has_room(uint32_t addr, uint32_t word) {
    switch (addr) {
    case MMU_CONTROL:
        return (u1)((word & MMU_IRQ_RECORDS_MASK) >> MMU_IRQ_RECORDS_AT >> GMMU_FAULT_COUNT_W == 0);
    case MMU_COMMAND_PAGE_HIGH:
    case MMU_COMMAND_HIGHEST_HIGH:
    case MMU_RESUME_PAGE_HIGH:
        return (u1)(((uint64_t)(word & 0xFFFFU) << 32 >> GMMU_VPN_W) == 0);
    case MMU_COMMAND_ROOT:
    case MMU_RING_FRAME:
        return (u1)((uint64_t)word >> GMMU_PPN_W == 0);
    case MMU_COMMAND:
    case MMU_RESUME:
        return (u1)((uint64_t)(word >> 16) >> GMMU_ASID_W == 0);
    case MMU_RING_HEAD:
        return (u1)((word & MMU_RING_HEAD_MASK) >> GMMU_FAULT_COUNT_W == 0);
    case MMU_SHARING:
        return (u1)((word & MMU_HOLD_ALL_MASK) >> MMU_HOLD_ALL_AT >> GMMU_MMU_PORTS == 0);
    case MMU_FORMAT:
        return (u1)((word & MMU_FMT_ROOT_MASK) < GMMU_WALK_LEVELS);
    case MMU_FORMAT_LARGE:
        return (u1)((word & MMU_FMT_LARGE_BITS_MASK) >> MMU_FMT_LARGE_BITS_AT <= 9U);
    default:
        return (u1)((u1)!is_level(addr) | ((word & MMU_FMT_BITS_MASK) >> MMU_FMT_BITS_AT <= 9U));
    }
}

static u1 written(const mmu_registers_state *s, const mmu_registers_in *in, uint32_t addr) {
    return (u1)(in->wr_valid & ((uint32_t)in->wr_addr == addr) & ((kept_bits(addr) | way_bit(addr)) != 0) &
                (u1)!blocked(s, in, addr) & has_room(addr, (uint32_t)in->wr_data));
}

/* A command that waits is under way. */
u1 mmu_registers_inv(const mmu_registers_state *s) {
    return (u1)((u1)!s->cmd_valid | s->cmd_busy);
}

/* Whatever a driver writes, a register never holds a number that the block has no room for: none of its units
 * gets one that is cut off. */
u1 mmu_registers_inv_room(const mmu_registers_state *s, u32 a) {
    const uint32_t addr = (uint32_t)GMMU_WRAP(a, GMMU_LITE_ADDR_W);
    const mmu_registers_in none = {0};
    return has_room(addr, held(s, &none, addr));
}

void mmu_registers_given_inv_room(const mmu_registers_state *s, u32 a);

void mmu_registers_keeps_room(CYCLE, u32 a) {
    UNUSED;
    mmu_registers_given_inv_room(s, a);
}

/* After reset a driver finds 0 in every field, nothing is under way, and nothing is told. */
u1 mmu_registers_start_values(const mmu_registers_state *s) {
    const mmu_registers_in none = {0};
    uint32_t fields = 0;
    for (uint32_t addr = MMU_CONTROL; addr < 256U; addr += 4U)
        fields |= held(s, &none, addr);
    return (u1)((fields == 0) & (u1)!s->cmd_valid & (u1)!s->wr_ok & (u1)!s->rd_ok & (s->rd_data == 0));
}

u1 mmu_registers_idle(const mmu_registers_state *s, const mmu_registers_in *in) {
    return (u1)((u1)!in->wr_valid & (u1)!in->rd_valid & (u1)!s->wr_ok & (u1)!s->rd_ok &
                (u1) !(s->cmd_valid & in->cmd_ready) &
                (u1) !(s->cmd_busy & in->cmd_done & (u1)!s->cmd_valid) &
                (u1) !(s->resume_valid & in->resume_ready) & (u1) !(s->ring_valid & in->ring_ready) &
                (u1) !(s->give_back_valid & in->give_back_ready) &
                (u1) !(s->error_clear_valid & in->error_clear_ready));
}

/* A driver reads back what it has written; and a register that is not written keeps what it holds. */
u1 mmu_registers_prop_reads_back(CYCLE, u32 a) {
    const uint32_t addr = (uint32_t)GMMU_WRAP(a, GMMU_LITE_ADDR_W), kept = kept_bits(addr);
    const uint32_t now = written(s, in, addr) ? (uint32_t)in->wr_data : held(s, in, addr);
    UNUSED;
    return (u1)((held(n, in, addr) & kept) == (now & kept));
}

/* A write is told in the next cycle whether it is done; nothing else is told so. What is refused changes
 * nothing (reads_back).
 */
u1 mmu_registers_prop_write_told(CYCLE) {
    UNUSED;
    return (u1)(n->wr_ok == written(s, in, (uint32_t)in->wr_addr));
}

/* A read is told what the register holds before this cycle's write, with 0 where no field is; and that there
 * is no register, where none is. */
u1 mmu_registers_prop_read_told(CYCLE) {
    const uint32_t addr = (uint32_t)in->rd_addr;
    const u1 there = (u1)((kept_bits(addr) != 0) | is_shown(addr));
    const uint32_t fields = kept_bits(addr) | way_bit(addr) | pin_bits(addr);
    UNUSED;
    return (u1)((n->rd_ok == (u1)(in->rd_valid & there)) &
                ((u1)!in->rd_valid | (n->rd_data == held(s, in, addr))) &
                ((u1)!in->rd_valid | there | (n->rd_data == 0)) &
                ((u1)!in->rd_valid | is_shown(addr) | (((uint32_t)n->rd_data & ~fields) == 0)) &
                (in->rd_valid | (n->rd_data == s->rd_data)));
}

/* What a write begins is up from the next cycle until it is taken; of a command the busy bit until it has
 * been taken and is done. Nothing else begins anything. */
u1 mmu_registers_prop_begun(CYCLE) {
    const u1 cmd = written(s, in, MMU_COMMAND);
    UNUSED;
    return (u1)((n->cmd_valid == (u1)(cmd | (s->cmd_valid & (u1)!in->cmd_ready))) &
                (n->cmd_busy == (u1)(cmd | (s->cmd_busy & (u1) !(in->cmd_done & (u1)!s->cmd_valid)))) &
                (n->resume_valid ==
                 (u1)(written(s, in, MMU_RESUME) | (s->resume_valid & (u1)!in->resume_ready))) &
                (n->ring_valid == (u1)(written(s, in, MMU_RING) | (s->ring_valid & (u1)!in->ring_ready))) &
                (n->give_back_valid ==
                 (u1)(written(s, in, MMU_RING_HEAD) | (s->give_back_valid & (u1)!in->give_back_ready))) &
                (n->error_clear_valid == (u1)(written(s, in, MMU_RECORD_ERROR) |
                                              (s->error_clear_valid & (u1)!in->error_clear_ready))));
}

/* While it is up, what it says does not change. */
u1 mmu_registers_prop_steady(CYCLE) {
    UNUSED;
    return (u1)(((u1)!s->cmd_busy | ((n->cmd_kind == s->cmd_kind) & (n->cmd_asid == s->cmd_asid) &
                                     (n->cmd_enable == s->cmd_enable))) &
                ((u1)!s->resume_valid |
                 ((n->resume_asid == s->resume_asid) & (n->resume_space == s->resume_space))) &
                ((u1)!s->ring_valid | (n->ring_enable == s->ring_enable)) &
                ((u1)!s->give_back_valid | (n->ring_head == s->ring_head)));
}
