/* SPDX-License-Identifier: Apache-2.0 */
/* Made by scripts/gen/registers.py of registers.csv. */
#include "mmu_registers.h"

void mmu_registers_reset(mmu_registers_state *s) {
    s->park = 0;
    s->irq_mask = 0;
    s->use_tokens = 0;
    s->quiesce = 0;
    s->irq_records = 0;
    s->cmd_page_low = 0;
    s->cmd_page_high = 0;
    s->cmd_highest_low = 0;
    s->cmd_highest_high = 0;
    s->cmd_root = 0;
    s->cmd_kind = 0;
    s->cmd_enable = 0;
    s->cmd_valid = 0;
    s->cmd_busy = 0;
    s->cmd_asid = 0;
    s->resume_page_low = 0;
    s->resume_page_high = 0;
    s->resume_space = 0;
    s->resume_valid = 0;
    s->resume_asid = 0;
    s->ring_frame = 0;
    s->ring_enable = 0;
    s->ring_valid = 0;
    s->ring_head = 0;
    s->give_back_valid = 0;
    s->fmt_root = 0;
    s->fmt_dual = 0;
    s->fmt_large_word = 0;
    s->fmt_marked = 0;
    s->fmt_write_no = 0;
    s->fmt_system_no = 0;
    s->fmt_read_no = 0;
    s->fmt_exec_no = 0;
    s->fmt_exec_all = 0;
    s->fmt_frame = 0;
    s->fmt_frame_bits = 0;
    s->fmt_large_low = 0;
    s->fmt_large_bits = 0;
    s->fmt_pointer = 0;
    s->fmt_page = 0;
    s->fmt_large = 0;
    s->fmt_write = 0;
    s->fmt_system = 0;
    s->fmt_read = 0;
    s->fmt_exec = 0;
    s->token_initial = 0;
    s->token_margin = 0;
    s->token_step = 0;
    s->fmt_accessed = 0;
    s->fmt_dirty = 0;
    s->fmt_pointer_no = 0;
    s->fmt_write_reads = 0;
    s->fmt_every_level = 0;
    s->fmt_short = 0;
    for (unsigned i = 0; i < GMMU_WALK_LEVELS; i++)
        s->fmt_low[i] = 0;
    for (unsigned i = 0; i < GMMU_WALK_LEVELS; i++)
        s->fmt_bits[i] = 0;
    for (unsigned i = 0; i < GMMU_WALK_LEVELS; i++)
        s->fmt_leaf[i] = 0;
    s->error_clear_valid = 0;
    s->space_pages = 0;
    s->hold_all = 0;
    s->wr_ok = 0;
    s->rd_ok = 0;
    s->rd_data = 0;
}

void mmu_registers_outputs(const mmu_registers_state *s, mmu_registers_out *out) {
    out->wr_ok = s->wr_ok;
    out->rd_ok = s->rd_ok;
    out->rd_data = s->rd_data;
    out->park = s->park;
    out->irq_mask = s->irq_mask;
    out->use_tokens = s->use_tokens;
    out->quiesce = s->quiesce;
    out->irq_records = s->irq_records;
    out->cmd_page_low = s->cmd_page_low;
    out->cmd_page_high = s->cmd_page_high;
    out->cmd_highest_low = s->cmd_highest_low;
    out->cmd_highest_high = s->cmd_highest_high;
    out->cmd_root = s->cmd_root;
    out->cmd_kind = s->cmd_kind;
    out->cmd_enable = s->cmd_enable;
    out->cmd_valid = s->cmd_valid;
    out->cmd_asid = s->cmd_asid;
    out->resume_page_low = s->resume_page_low;
    out->resume_page_high = s->resume_page_high;
    out->resume_space = s->resume_space;
    out->resume_valid = s->resume_valid;
    out->resume_asid = s->resume_asid;
    out->ring_frame = s->ring_frame;
    out->ring_enable = s->ring_enable;
    out->ring_valid = s->ring_valid;
    out->ring_head = s->ring_head;
    out->give_back_valid = s->give_back_valid;
    out->fmt_root = s->fmt_root;
    out->fmt_dual = s->fmt_dual;
    out->fmt_large_word = s->fmt_large_word;
    out->fmt_marked = s->fmt_marked;
    out->fmt_write_no = s->fmt_write_no;
    out->fmt_system_no = s->fmt_system_no;
    out->fmt_read_no = s->fmt_read_no;
    out->fmt_exec_no = s->fmt_exec_no;
    out->fmt_exec_all = s->fmt_exec_all;
    out->fmt_frame = s->fmt_frame;
    out->fmt_frame_bits = s->fmt_frame_bits;
    out->fmt_large_low = s->fmt_large_low;
    out->fmt_large_bits = s->fmt_large_bits;
    out->fmt_pointer = s->fmt_pointer;
    out->fmt_page = s->fmt_page;
    out->fmt_large = s->fmt_large;
    out->fmt_write = s->fmt_write;
    out->fmt_system = s->fmt_system;
    out->fmt_read = s->fmt_read;
    out->fmt_exec = s->fmt_exec;
    out->token_initial = s->token_initial;
    out->token_margin = s->token_margin;
    out->token_step = s->token_step;
    out->fmt_accessed = s->fmt_accessed;
    out->fmt_dirty = s->fmt_dirty;
    out->fmt_pointer_no = s->fmt_pointer_no;
    out->fmt_write_reads = s->fmt_write_reads;
    out->fmt_every_level = s->fmt_every_level;
    out->fmt_short = s->fmt_short;
    for (unsigned i = 0; i < GMMU_WALK_LEVELS; i++)
        out->fmt_low[i] = s->fmt_low[i];
    for (unsigned i = 0; i < GMMU_WALK_LEVELS; i++)
        out->fmt_bits[i] = s->fmt_bits[i];
    for (unsigned i = 0; i < GMMU_WALK_LEVELS; i++)
        out->fmt_leaf[i] = s->fmt_leaf[i];
    out->error_clear_valid = s->error_clear_valid;
    out->space_pages = s->space_pages;
    out->hold_all = s->hold_all;
}

static inline void answer_read(mmu_registers_state *s, const mmu_registers_in *in) {
    u1 found = 0;
    uint32_t word = 0;
    {
        const u1 here = (u1)(in->rd_addr == 0x00U);
        found = (u1)(found | here);
        word |= here ? 0x474d4d55U : 0U;
    }
    {
        const u1 here = (u1)(in->rd_addr == 0x04U);
        found = (u1)(found | here);
        word |= here ? (uint32_t)in->irq_up | (uint32_t)in->record_error << 1 |
                           (uint32_t)in->token_busy << 2 | (uint32_t)in->quiet << 3
                     : 0U;
    }
    {
        const u1 here = (u1)(in->rd_addr == 0x08U);
        found = (u1)(found | here);
        word |= here ? (uint32_t)s->park | (uint32_t)s->irq_mask << 1 | (uint32_t)s->use_tokens << 2 |
                           (uint32_t)s->quiesce << 3 | (uint32_t)s->irq_records << 16
                     : 0U;
    }
    {
        const u1 here = (u1)(in->rd_addr == 0x10U);
        found = (u1)(found | here);
        word |= here ? (uint32_t)s->cmd_page_low : 0U;
    }
    {
        const u1 here = (u1)(in->rd_addr == 0x14U);
        found = (u1)(found | here);
        word |= here ? (uint32_t)s->cmd_page_high : 0U;
    }
    {
        const u1 here = (u1)(in->rd_addr == 0x18U);
        found = (u1)(found | here);
        word |= here ? (uint32_t)s->cmd_highest_low : 0U;
    }
    {
        const u1 here = (u1)(in->rd_addr == 0x1cU);
        found = (u1)(found | here);
        word |= here ? (uint32_t)s->cmd_highest_high : 0U;
    }
    {
        const u1 here = (u1)(in->rd_addr == 0x20U);
        found = (u1)(found | here);
        word |= here ? (uint32_t)s->cmd_root : 0U;
    }
    {
        const u1 here = (u1)(in->rd_addr == 0x24U);
        found = (u1)(found | here);
        word |= here
                    ? (uint32_t)s->cmd_kind | (uint32_t)s->cmd_enable << 8 | (uint32_t)in->cmd_refused << 14 |
                          (uint32_t)s->cmd_busy << 15 | (uint32_t)s->cmd_asid << 16
                    : 0U;
    }
    {
        const u1 here = (u1)(in->rd_addr == 0x28U);
        found = (u1)(found | here);
        word |= here ? (uint32_t)s->resume_page_low : 0U;
    }
    {
        const u1 here = (u1)(in->rd_addr == 0x2cU);
        found = (u1)(found | here);
        word |= here ? (uint32_t)s->resume_page_high : 0U;
    }
    {
        const u1 here = (u1)(in->rd_addr == 0x30U);
        found = (u1)(found | here);
        word |= here ? (uint32_t)s->resume_space | (uint32_t)s->resume_valid << 15 |
                           (uint32_t)s->resume_asid << 16
                     : 0U;
    }
    {
        const u1 here = (u1)(in->rd_addr == 0x34U);
        found = (u1)(found | here);
        word |= here ? (uint32_t)s->ring_frame : 0U;
    }
    {
        const u1 here = (u1)(in->rd_addr == 0x38U);
        found = (u1)(found | here);
        word |= here ? (uint32_t)s->ring_enable | (uint32_t)s->ring_valid << 15 : 0U;
    }
    {
        const u1 here = (u1)(in->rd_addr == 0x3cU);
        found = (u1)(found | here);
        word |= here ? (uint32_t)s->ring_head | (uint32_t)in->head_refused << 14 |
                           (uint32_t)s->give_back_valid << 15
                     : 0U;
    }
    {
        const u1 here = (u1)(in->rd_addr == 0x40U);
        found = (u1)(found | here);
        word |= here ? (uint32_t)in->ring_first | (uint32_t)in->ring_tail << 16 : 0U;
    }
    {
        const u1 here = (u1)(in->rd_addr == 0x44U);
        found = (u1)(found | here);
        word |= here ? (uint32_t)s->fmt_root | (uint32_t)s->fmt_dual << 8 | (uint32_t)s->fmt_large_word << 9 |
                           (uint32_t)s->fmt_marked << 10 | (uint32_t)s->fmt_write_no << 11 |
                           (uint32_t)s->fmt_system_no << 12 | (uint32_t)s->fmt_read_no << 13 |
                           (uint32_t)s->fmt_exec_no << 14 | (uint32_t)s->fmt_exec_all << 15 |
                           (uint32_t)s->fmt_frame << 16 | (uint32_t)s->fmt_frame_bits << 24
                     : 0U;
    }
    {
        const u1 here = (u1)(in->rd_addr == 0x48U);
        found = (u1)(found | here);
        word |= here ? (uint32_t)s->fmt_large_low | (uint32_t)s->fmt_large_bits << 8 : 0U;
    }
    {
        const u1 here = (u1)(in->rd_addr == 0x4cU);
        found = (u1)(found | here);
        word |=
            here ? (uint32_t)s->fmt_pointer | (uint32_t)s->fmt_page << 8 | (uint32_t)s->fmt_large << 16 : 0U;
    }
    {
        const u1 here = (u1)(in->rd_addr == 0x50U);
        found = (u1)(found | here);
        word |= here ? (uint32_t)s->fmt_write | (uint32_t)s->fmt_system << 8 | (uint32_t)s->fmt_read << 16 |
                           (uint32_t)s->fmt_exec << 24
                     : 0U;
    }
    {
        const u1 here = (u1)(in->rd_addr == 0x54U);
        found = (u1)(found | here);
        word |= here ? (uint32_t)s->token_initial | (uint32_t)s->token_margin << 16 : 0U;
    }
    {
        const u1 here = (u1)(in->rd_addr == 0x58U);
        found = (u1)(found | here);
        word |= here ? (uint32_t)s->token_step : 0U;
    }
    {
        const u1 here = (u1)(in->rd_addr == 0x5cU);
        found = (u1)(found | here);
        word |= here ? (uint32_t)s->fmt_accessed | (uint32_t)s->fmt_dirty << 8 |
                           (uint32_t)s->fmt_pointer_no << 16 | (uint32_t)s->fmt_write_reads << 24 |
                           (uint32_t)s->fmt_every_level << 25 | (uint32_t)s->fmt_short << 26
                     : 0U;
    }
    for (unsigned i = 0; i < GMMU_WALK_LEVELS; i++) {
        const u1 here = (u1)(in->rd_addr == 0x60U + 4U * i);
        found = (u1)(found | here);
        word |= here
                    ? (uint32_t)s->fmt_low[i] | (uint32_t)s->fmt_bits[i] << 8 | (uint32_t)s->fmt_leaf[i] << 16
                    : 0U;
    }
    {
        const u1 here = (u1)(in->rd_addr == 0xa0U);
        found = (u1)(found | here);
        word |= here ? (uint32_t)in->error_slot | (uint32_t)in->error_seen << 8 |
                           (uint32_t)in->error_more << 9 | (uint32_t)s->error_clear_valid << 15 |
                           (uint32_t)in->error_asid << 16
                     : 0U;
    }
    {
        const u1 here = (u1)(in->rd_addr == 0xa4U);
        found = (u1)(found | here);
        word |= here ? (uint32_t)in->error_page_low : 0U;
    }
    {
        const u1 here = (u1)(in->rd_addr == 0xa8U);
        found = (u1)(found | here);
        word |= here ? (uint32_t)in->error_page_high : 0U;
    }
    {
        const u1 here = (u1)(in->rd_addr == 0xacU);
        found = (u1)(found | here);
        word |= here ? (uint32_t)s->space_pages | (uint32_t)s->hold_all << 16 : 0U;
    }
    s->rd_ok = (u1)(in->rd_valid & found);
    s->rd_data = in->rd_valid ? (u32)word : s->rd_data;
}

/* Is the register written? */
static inline u1 writes_control(const mmu_registers_state *s, const mmu_registers_in *in) {
    (void)s;
    return (u1)(in->wr_valid & (in->wr_addr == 0x08U) &
                ((uint64_t)(u12)GMMU_WRAP(in->wr_data >> 16, 12) >> (GMMU_FAULT_RING_W + 1) == 0));
}

static inline u1 writes_command_page_low(const mmu_registers_state *s, const mmu_registers_in *in) {
    (void)s;
    return (u1)(in->wr_valid & (in->wr_addr == 0x10U));
}

static inline u1 writes_command_page_high(const mmu_registers_state *s, const mmu_registers_in *in) {
    (void)s;
    return (u1)(in->wr_valid & (in->wr_addr == 0x14U) &
                ((uint64_t)(u16)GMMU_WRAP(in->wr_data, 16) >> (GMMU_VPN_W - 32) == 0));
}

static inline u1 writes_command_highest_low(const mmu_registers_state *s, const mmu_registers_in *in) {
    (void)s;
    return (u1)(in->wr_valid & (in->wr_addr == 0x18U));
}

static inline u1 writes_command_highest_high(const mmu_registers_state *s, const mmu_registers_in *in) {
    (void)s;
    return (u1)(in->wr_valid & (in->wr_addr == 0x1cU) &
                ((uint64_t)(u16)GMMU_WRAP(in->wr_data, 16) >> (GMMU_VPN_W - 32) == 0));
}

static inline u1 writes_command_root(const mmu_registers_state *s, const mmu_registers_in *in) {
    (void)s;
    return (u1)(in->wr_valid & (in->wr_addr == 0x20U) &
                ((uint64_t)(u32)GMMU_WRAP(in->wr_data, 32) >> (GMMU_PPN_W) == 0));
}

static inline u1 writes_command(const mmu_registers_state *s, const mmu_registers_in *in) {
    return (u1)(in->wr_valid & (in->wr_addr == 0x24U) & (u1)!s->cmd_busy &
                ((uint64_t)(u16)GMMU_WRAP(in->wr_data >> 16, 16) >> (GMMU_ASID_W) == 0));
}

static inline u1 writes_resume_page_low(const mmu_registers_state *s, const mmu_registers_in *in) {
    (void)s;
    return (u1)(in->wr_valid & (in->wr_addr == 0x28U));
}

static inline u1 writes_resume_page_high(const mmu_registers_state *s, const mmu_registers_in *in) {
    (void)s;
    return (u1)(in->wr_valid & (in->wr_addr == 0x2cU) &
                ((uint64_t)(u16)GMMU_WRAP(in->wr_data, 16) >> (GMMU_VPN_W - 32) == 0));
}

static inline u1 writes_resume(const mmu_registers_state *s, const mmu_registers_in *in) {
    return (u1)(in->wr_valid & (in->wr_addr == 0x30U) & (u1)!s->resume_valid &
                ((uint64_t)(u16)GMMU_WRAP(in->wr_data >> 16, 16) >> (GMMU_ASID_W) == 0));
}

static inline u1 writes_ring_frame(const mmu_registers_state *s, const mmu_registers_in *in) {
    (void)s;
    return (u1)(in->wr_valid & (in->wr_addr == 0x34U) &
                ((uint64_t)(u32)GMMU_WRAP(in->wr_data, 32) >> (GMMU_PPN_W) == 0));
}

static inline u1 writes_ring(const mmu_registers_state *s, const mmu_registers_in *in) {
    return (u1)(in->wr_valid & (in->wr_addr == 0x38U) & (u1)!s->ring_valid);
}

static inline u1 writes_ring_head(const mmu_registers_state *s, const mmu_registers_in *in) {
    return (u1)(in->wr_valid & (in->wr_addr == 0x3cU) & (u1)!s->give_back_valid &
                ((uint64_t)(u12)GMMU_WRAP(in->wr_data, 12) >> (GMMU_FAULT_RING_W + 1) == 0));
}

static inline u1 writes_format(const mmu_registers_state *s, const mmu_registers_in *in) {
    (void)s;
    return (u1)(in->wr_valid & (in->wr_addr == 0x44U) &
                ((uint64_t)(u3)GMMU_WRAP(in->wr_data, 3) < (uint64_t)(GMMU_WALK_LEVELS)));
}

static inline u1 writes_format_large(const mmu_registers_state *s, const mmu_registers_in *in) {
    (void)s;
    return (u1)(in->wr_valid & (in->wr_addr == 0x48U) &
                ((uint64_t)(u4)GMMU_WRAP(in->wr_data >> 8, 4) < (uint64_t)(10)));
}

static inline u1 writes_format_flags(const mmu_registers_state *s, const mmu_registers_in *in) {
    (void)s;
    return (u1)(in->wr_valid & (in->wr_addr == 0x4cU));
}

static inline u1 writes_format_rights(const mmu_registers_state *s, const mmu_registers_in *in) {
    (void)s;
    return (u1)(in->wr_valid & (in->wr_addr == 0x50U));
}

static inline u1 writes_tokens(const mmu_registers_state *s, const mmu_registers_in *in) {
    (void)s;
    return (u1)(in->wr_valid & (in->wr_addr == 0x54U));
}

static inline u1 writes_token_step(const mmu_registers_state *s, const mmu_registers_in *in) {
    (void)s;
    return (u1)(in->wr_valid & (in->wr_addr == 0x58U));
}

static inline u1 writes_format_entries(const mmu_registers_state *s, const mmu_registers_in *in) {
    (void)s;
    return (u1)(in->wr_valid & (in->wr_addr == 0x5cU));
}

static inline u1 writes_format_level(const mmu_registers_state *s, const mmu_registers_in *in, unsigned i) {
    (void)s;
    return (u1)(in->wr_valid & (in->wr_addr == 0x60U + 4U * i) &
                ((uint64_t)(u4)GMMU_WRAP(in->wr_data >> 8, 4) < (uint64_t)(10)));
}

static inline u1 writes_record_error(const mmu_registers_state *s, const mmu_registers_in *in) {
    return (u1)(in->wr_valid & (in->wr_addr == 0xa0U) & (u1)!s->error_clear_valid);
}

static inline u1 writes_sharing(const mmu_registers_state *s, const mmu_registers_in *in) {
    (void)s;
    return (u1)(in->wr_valid & (in->wr_addr == 0xacU) &
                ((uint64_t)(u6)GMMU_WRAP(in->wr_data >> 16, 6) >> (GMMU_MMU_PORTS) == 0));
}

static inline void answer_write(mmu_registers_state *s, const mmu_registers_in *in) {
    u1 done = 0;
    {
        const u1 here = writes_control(s, in);
        done = (u1)(done | here);
        s->park = here ? (u1)GMMU_WRAP(in->wr_data, 1) : s->park;
        s->irq_mask = here ? (u1)GMMU_WRAP(in->wr_data >> 1, 1) : s->irq_mask;
        s->use_tokens = here ? (u1)GMMU_WRAP(in->wr_data >> 2, 1) : s->use_tokens;
        s->quiesce = here ? (u1)GMMU_WRAP(in->wr_data >> 3, 1) : s->quiesce;
        s->irq_records = here ? (u12)GMMU_WRAP(in->wr_data >> 16, 12) : s->irq_records;
    }
    {
        const u1 here = writes_command_page_low(s, in);
        done = (u1)(done | here);
        s->cmd_page_low = here ? (u32)GMMU_WRAP(in->wr_data, 32) : s->cmd_page_low;
    }
    {
        const u1 here = writes_command_page_high(s, in);
        done = (u1)(done | here);
        s->cmd_page_high = here ? (u16)GMMU_WRAP(in->wr_data, 16) : s->cmd_page_high;
    }
    {
        const u1 here = writes_command_highest_low(s, in);
        done = (u1)(done | here);
        s->cmd_highest_low = here ? (u32)GMMU_WRAP(in->wr_data, 32) : s->cmd_highest_low;
    }
    {
        const u1 here = writes_command_highest_high(s, in);
        done = (u1)(done | here);
        s->cmd_highest_high = here ? (u16)GMMU_WRAP(in->wr_data, 16) : s->cmd_highest_high;
    }
    {
        const u1 here = writes_command_root(s, in);
        done = (u1)(done | here);
        s->cmd_root = here ? (u32)GMMU_WRAP(in->wr_data, 32) : s->cmd_root;
    }
    {
        const u1 here = writes_command(s, in);
        done = (u1)(done | here);
        s->cmd_kind = here ? (u3)GMMU_WRAP(in->wr_data, 3) : s->cmd_kind;
        s->cmd_enable = here ? (u1)GMMU_WRAP(in->wr_data >> 8, 1) : s->cmd_enable;
        s->cmd_busy = (u1)(here | (s->cmd_busy & (u1) !(in->cmd_done & (u1)!s->cmd_valid)));
        s->cmd_valid = (u1)(here | (s->cmd_valid & (u1)!in->cmd_ready));
        s->cmd_asid = here ? (u16)GMMU_WRAP(in->wr_data >> 16, 16) : s->cmd_asid;
    }
    {
        const u1 here = writes_resume_page_low(s, in);
        done = (u1)(done | here);
        s->resume_page_low = here ? (u32)GMMU_WRAP(in->wr_data, 32) : s->resume_page_low;
    }
    {
        const u1 here = writes_resume_page_high(s, in);
        done = (u1)(done | here);
        s->resume_page_high = here ? (u16)GMMU_WRAP(in->wr_data, 16) : s->resume_page_high;
    }
    {
        const u1 here = writes_resume(s, in);
        done = (u1)(done | here);
        s->resume_space = here ? (u1)GMMU_WRAP(in->wr_data, 1) : s->resume_space;
        s->resume_valid = (u1)(here | (s->resume_valid & (u1)!in->resume_ready));
        s->resume_asid = here ? (u16)GMMU_WRAP(in->wr_data >> 16, 16) : s->resume_asid;
    }
    {
        const u1 here = writes_ring_frame(s, in);
        done = (u1)(done | here);
        s->ring_frame = here ? (u32)GMMU_WRAP(in->wr_data, 32) : s->ring_frame;
    }
    {
        const u1 here = writes_ring(s, in);
        done = (u1)(done | here);
        s->ring_enable = here ? (u1)GMMU_WRAP(in->wr_data, 1) : s->ring_enable;
        s->ring_valid = (u1)(here | (s->ring_valid & (u1)!in->ring_ready));
    }
    {
        const u1 here = writes_ring_head(s, in);
        done = (u1)(done | here);
        s->ring_head = here ? (u12)GMMU_WRAP(in->wr_data, 12) : s->ring_head;
        s->give_back_valid = (u1)(here | (s->give_back_valid & (u1)!in->give_back_ready));
    }
    {
        const u1 here = writes_format(s, in);
        done = (u1)(done | here);
        s->fmt_root = here ? (u3)GMMU_WRAP(in->wr_data, 3) : s->fmt_root;
        s->fmt_dual = here ? (u1)GMMU_WRAP(in->wr_data >> 8, 1) : s->fmt_dual;
        s->fmt_large_word = here ? (u1)GMMU_WRAP(in->wr_data >> 9, 1) : s->fmt_large_word;
        s->fmt_marked = here ? (u1)GMMU_WRAP(in->wr_data >> 10, 1) : s->fmt_marked;
        s->fmt_write_no = here ? (u1)GMMU_WRAP(in->wr_data >> 11, 1) : s->fmt_write_no;
        s->fmt_system_no = here ? (u1)GMMU_WRAP(in->wr_data >> 12, 1) : s->fmt_system_no;
        s->fmt_read_no = here ? (u1)GMMU_WRAP(in->wr_data >> 13, 1) : s->fmt_read_no;
        s->fmt_exec_no = here ? (u1)GMMU_WRAP(in->wr_data >> 14, 1) : s->fmt_exec_no;
        s->fmt_exec_all = here ? (u1)GMMU_WRAP(in->wr_data >> 15, 1) : s->fmt_exec_all;
        s->fmt_frame = here ? (u6)GMMU_WRAP(in->wr_data >> 16, 6) : s->fmt_frame;
        s->fmt_frame_bits = here ? (u6)GMMU_WRAP(in->wr_data >> 24, 6) : s->fmt_frame_bits;
    }
    {
        const u1 here = writes_format_large(s, in);
        done = (u1)(done | here);
        s->fmt_large_low = here ? (u6)GMMU_WRAP(in->wr_data, 6) : s->fmt_large_low;
        s->fmt_large_bits = here ? (u4)GMMU_WRAP(in->wr_data >> 8, 4) : s->fmt_large_bits;
    }
    {
        const u1 here = writes_format_flags(s, in);
        done = (u1)(done | here);
        s->fmt_pointer = here ? (u8)GMMU_WRAP(in->wr_data, 8) : s->fmt_pointer;
        s->fmt_page = here ? (u8)GMMU_WRAP(in->wr_data >> 8, 8) : s->fmt_page;
        s->fmt_large = here ? (u8)GMMU_WRAP(in->wr_data >> 16, 8) : s->fmt_large;
    }
    {
        const u1 here = writes_format_rights(s, in);
        done = (u1)(done | here);
        s->fmt_write = here ? (u8)GMMU_WRAP(in->wr_data, 8) : s->fmt_write;
        s->fmt_system = here ? (u8)GMMU_WRAP(in->wr_data >> 8, 8) : s->fmt_system;
        s->fmt_read = here ? (u8)GMMU_WRAP(in->wr_data >> 16, 8) : s->fmt_read;
        s->fmt_exec = here ? (u6)GMMU_WRAP(in->wr_data >> 24, 6) : s->fmt_exec;
    }
    {
        const u1 here = writes_tokens(s, in);
        done = (u1)(done | here);
        s->token_initial = here ? (u16)GMMU_WRAP(in->wr_data, 16) : s->token_initial;
        s->token_margin = here ? (u16)GMMU_WRAP(in->wr_data >> 16, 16) : s->token_margin;
    }
    {
        const u1 here = writes_token_step(s, in);
        done = (u1)(done | here);
        s->token_step = here ? (u16)GMMU_WRAP(in->wr_data, 16) : s->token_step;
    }
    {
        const u1 here = writes_format_entries(s, in);
        done = (u1)(done | here);
        s->fmt_accessed = here ? (u8)GMMU_WRAP(in->wr_data, 8) : s->fmt_accessed;
        s->fmt_dirty = here ? (u8)GMMU_WRAP(in->wr_data >> 8, 8) : s->fmt_dirty;
        s->fmt_pointer_no = here ? (u8)GMMU_WRAP(in->wr_data >> 16, 8) : s->fmt_pointer_no;
        s->fmt_write_reads = here ? (u1)GMMU_WRAP(in->wr_data >> 24, 1) : s->fmt_write_reads;
        s->fmt_every_level = here ? (u1)GMMU_WRAP(in->wr_data >> 25, 1) : s->fmt_every_level;
        s->fmt_short = here ? (u1)GMMU_WRAP(in->wr_data >> 26, 1) : s->fmt_short;
    }
    for (unsigned i = 0; i < GMMU_WALK_LEVELS; i++) {
        const u1 here = writes_format_level(s, in, i);
        done = (u1)(done | here);
        s->fmt_low[i] = here ? (u6)GMMU_WRAP(in->wr_data, 6) : s->fmt_low[i];
        s->fmt_bits[i] = here ? (u4)GMMU_WRAP(in->wr_data >> 8, 4) : s->fmt_bits[i];
        s->fmt_leaf[i] = here ? (u1)GMMU_WRAP(in->wr_data >> 16, 1) : s->fmt_leaf[i];
    }
    {
        const u1 here = writes_record_error(s, in);
        done = (u1)(done | here);
        s->error_clear_valid = (u1)(here | (s->error_clear_valid & (u1)!in->error_clear_ready));
    }
    {
        const u1 here = writes_sharing(s, in);
        done = (u1)(done | here);
        s->space_pages = here ? (u7)GMMU_WRAP(in->wr_data, 7) : s->space_pages;
        s->hold_all = here ? (u6)GMMU_WRAP(in->wr_data >> 16, 6) : s->hold_all;
    }
    s->wr_ok = done;
}

void mmu_registers_step(mmu_registers_state *s, const mmu_registers_in *in, mmu_registers_out *out) {
    mmu_registers_outputs(s, out);
    answer_read(s, in);
    answer_write(s, in);
}
