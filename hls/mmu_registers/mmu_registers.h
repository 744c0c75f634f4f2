/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The registers of the GMMU, behind axi4_lite_port. Made by scripts/gen/registers.py of registers.csv.
 *
 * An access is shown for one cycle and answered in the next one: wr_ok, or rd_ok and rd_data, which is 0
 * unless rd_ok. A write is refused, and changes nothing, when there is no register at its address, none of
 * whose fields can be written, or when what its register has begun is still under way: NAME_valid is up, or
 * of a command its busy bit; or when a field is to hold a number that is none here, as its line in
 * registers.csv says: none is cut off. Bits without a field are ignored, and read as 0. A read sees what was
 * written before.
 */
#ifndef GMMU_MMU_REGISTERS_H
#define GMMU_MMU_REGISTERS_H

#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_LITE_ADDR_W >= 8 && GMMU_LITE_ADDR_W <= 32, "GMMU_LITE_ADDR_W must be 8 to 32");
GMMU_REQUIRE(GMMU_ASID_W >= 1 && GMMU_ASID_W <= 16, "GMMU_ASID_W must be 1 to 16");
GMMU_REQUIRE(GMMU_FAULT_RING_W >= 2 && GMMU_FAULT_RING_W <= 8, "GMMU_FAULT_RING_W must be 2 to 8");
GMMU_REQUIRE(GMMU_MMU_PORTS >= 1 && GMMU_MMU_PORTS <= 6, "GMMU_MMU_PORTS must be 1 to 6");
GMMU_REQUIRE(GMMU_PPN_W >= 1 && GMMU_PPN_W <= 44, "GMMU_PPN_W must be 1 to 44");
GMMU_REQUIRE(GMMU_VPN_W >= 33 && GMMU_VPN_W <= 48, "GMMU_VPN_W must be 33 to 48");
GMMU_REQUIRE(GMMU_WALK_LEVELS >= 2 && GMMU_WALK_LEVELS <= 8, "GMMU_WALK_LEVELS must be 2 to 8");

typedef struct {
    u1 park; /* CONTROL: 1, and a ring is enabled: requests for absent pages wait for software; else they get
                the fault; reset 0 */
    u1 irq_mask;   /* CONTROL: 1: interrupts; reset 0 */
    u1 use_tokens; /* CONTROL: 1: warps without a token fill the bypass cache; 0: all fill the TLB; reset 0 */
    u1 quiesce;    /* CONTROL: 1: no new AXI4 read or write begins; reset 0 */
    u12 irq_records;     /* CONTROL: records of a batch; reset 0 */
    u32 cmd_page_low;    /* COMMAND_PAGE_LOW: page of a command; SET: the lowest page of the space; reset 0 */
    u16 cmd_page_high;   /* COMMAND_PAGE_HIGH: its high bits; reset 0 */
    u32 cmd_highest_low; /* COMMAND_HIGHEST_LOW: SET: the highest page; reset 0 */
    u16 cmd_highest_high; /* COMMAND_HIGHEST_HIGH: its high bits; reset 0 */
    u32 cmd_root;         /* COMMAND_ROOT: SET: frame of the root table; reset 0 */
    u3 cmd_kind;   /* COMMAND: 0 SET, 1 invalidate page, 2 space, 3 all, 4 FENCE, 5 large page; reset 0 */
    u1 cmd_enable; /* COMMAND: SET: the space may be walked; reset 0 */
    u1 cmd_valid;  /* reset 0 */
    u1 cmd_busy;   /* reset 0 */
    u16 cmd_asid;  /* COMMAND: its address space; reset 0 */
    u32 resume_page_low;  /* RESUME_PAGE_LOW: page to resume; reset 0 */
    u16 resume_page_high; /* RESUME_PAGE_HIGH: its high bits; reset 0 */
    u1 resume_space;      /* RESUME: all pages of the space; reset 0 */
    u1 resume_valid;      /* reset 0 */
    u16 resume_asid;      /* RESUME: its address space; reset 0 */
    u32 ring_frame;       /* RING_FRAME: frame of the ring of fault records; reset 0 */
    u1 ring_enable;       /* RING: 1: faults are recorded; reset 0 */
    u1 ring_valid;        /* reset 0 */
    u12 ring_head;        /* RING_HEAD: the first record not given back; reset 0 */
    u1 give_back_valid;   /* reset 0 */
    u3 fmt_root;          /* FORMAT: format of the page tables: level of the root; reset 0 */
    u1 fmt_dual;          /* FORMAT: entries of level 1 are dual; reset 0 */
    u1 fmt_large_word;    /* FORMAT: the word of a dual entry that points to larger pages; reset 0 */
    u1 fmt_marked;        /* FORMAT: the leaf flags also count at the last level; reset 0 */
    u1 fmt_write_no;      /* FORMAT: the write flags forbid; reset 0 */
    u1 fmt_system_no;     /* FORMAT: the system flags are for all modes; reset 0 */
    u1 fmt_read_no;       /* FORMAT: the read flags forbid; reset 0 */
    u1 fmt_exec_no;       /* FORMAT: the execution bit forbids; reset 0 */
    u1 fmt_exec_all;      /* FORMAT: all pages may be executed; reset 0 */
    u6 fmt_frame;         /* FORMAT: lowest bit of the frame in an entry; reset 0 */
    u6 fmt_frame_bits; /* FORMAT: its width; a frame that the block has no bits for is malformed; reset 0 */
    u6 fmt_large_low;  /* FORMAT_LARGE: lowest bit of the index of larger pages; reset 0 */
    u4 fmt_large_bits; /* FORMAT_LARGE: its width; reset 0 */
    u8 fmt_pointer;    /* FORMAT_FLAGS: flags that point to a table; reset 0 */
    u8 fmt_page;       /* FORMAT_FLAGS: flags that map a page; reset 0 */
    u8 fmt_large;      /* FORMAT_FLAGS: flags of a leaf; reset 0 */
    u8 fmt_write;      /* FORMAT_RIGHTS: flags: may be written; reset 0 */
    u8 fmt_system;     /* FORMAT_RIGHTS: flags: system mode only; reset 0 */
    u8 fmt_read;       /* FORMAT_RIGHTS: flags: may be read; reset 0 */
    u6 fmt_exec;       /* FORMAT_RIGHTS: bit of an entry: may be executed; reset 0 */
    u16 token_initial; /* TOKENS: tokens after the first epoch, of the active warps; Q0.16, as all three;
                          reset 0 */
    u16 token_margin;  /* TOKENS: change of a miss rate that counts; reset 0 */
    u16 token_step;    /* TOKEN_STEP: step of the tokens, of the active warps; reset 0 */
    u8 fmt_accessed; /* FORMAT_ENTRIES: flags: accessed; a page without one is absent; 0: no such flags; reset
                        0 */
    u8 fmt_dirty;    /* FORMAT_ENTRIES: flags: dirty; a page without one may not be written; 0: no such flags;
                        reset 0 */
    u8 fmt_pointer_no;  /* FORMAT_ENTRIES: flags that no pointer to a table has; reset 0 */
    u1 fmt_write_reads; /* FORMAT_ENTRIES: a page that may be written but not read is malformed; reset 0 */
    u1 fmt_every_level; /* FORMAT_ENTRIES: rights of all entries on the way count; reset 0 */
    u1 fmt_short;       /* FORMAT_ENTRIES: entries have 32 bits; two of them are in a word; reset 0 */
    u6 fmt_low[GMMU_WALK_LEVELS];  /* FORMAT_LEVEL: of each level, from the leaf: lowest bit of the index;
                                      reset 0 */
    u4 fmt_bits[GMMU_WALK_LEVELS]; /* FORMAT_LEVEL: its width; reset 0 */
    u1 fmt_leaf[GMMU_WALK_LEVELS]; /* FORMAT_LEVEL: an entry may map a page; reset 0 */
    u1 error_clear_valid;          /* reset 0 */
    u7 space_pages; /* SHARING: absent pages of one space in the fault queue, at most; 0: no limit; reset 0 */
    u6 hold_all; /* SHARING: a bit for each port, 1: all of its places may wait for software; 0: all but one;
                    reset 0 */
    u1 wr_ok;    /* reset 0, as are the answers to a read */
    u1 rd_ok;
    u32 rd_data;
} mmu_registers_state;

typedef struct {
    u1 wr_valid; /* a register is to be written */
    GMMU_U(GMMU_LITE_ADDR_W) wr_addr;
    u32 wr_data;
    u1 rd_valid; /* a register is to be read */
    GMMU_U(GMMU_LITE_ADDR_W) rd_addr;
    u1 irq_up;       /* the interrupt is up */
    u1 record_error; /* error_seen of RECORD_ERROR */
    u1 token_busy;   /* the token controller evaluates an epoch */
    u1 quiet;        /* quiesce is set, and no AXI4 access is under way */
    u1 cmd_refused;  /* the last command has done nothing: no such command or space, or limits that hold no
                        page */
    u1 cmd_ready;
    u1 cmd_done; /* it has completed; ignored until it is taken */
    u1 resume_ready;
    u1 ring_ready;
    u1 head_refused; /* the last head was not taken: not between RING_STATE's two */
    u1 give_back_ready;
    u12 ring_first; /* first record in the ring */
    u12 ring_tail;  /* behind its last one */
    u8 error_slot;  /* place in the ring of the first record that memory has answered with an error: it may be
                       lost */
    u1 error_seen;  /* there was one since reset, the ring's set-up, or the last write of this register */
    u1 error_more;  /* and another after it; cleared by the ring's set-up */
    u1 error_clear_ready;
    u16 error_asid;      /* its address space */
    u32 error_page_low;  /* its page */
    u16 error_page_high; /* its high bits */
} mmu_registers_in;

typedef struct {
    u1 wr_ok;    /* the write of the previous cycle is done */
    u1 rd_ok;    /* the read of the previous cycle: ... */
    u32 rd_data; /* ... what the register holds */
    u1 park;
    u1 irq_mask;
    u1 use_tokens;
    u1 quiesce;
    u12 irq_records;
    u32 cmd_page_low;
    u16 cmd_page_high;
    u32 cmd_highest_low;
    u16 cmd_highest_high;
    u32 cmd_root;
    u3 cmd_kind;
    u1 cmd_enable;
    u1 cmd_valid; /* COMMAND was written, until cmd_ready */
    u16 cmd_asid;
    u32 resume_page_low;
    u16 resume_page_high;
    u1 resume_space;
    u1 resume_valid; /* RESUME was written, until resume_ready */
    u16 resume_asid;
    u32 ring_frame;
    u1 ring_enable;
    u1 ring_valid; /* RING was written, until ring_ready */
    u12 ring_head;
    u1 give_back_valid; /* RING_HEAD was written, until give_back_ready */
    u3 fmt_root;
    u1 fmt_dual;
    u1 fmt_large_word;
    u1 fmt_marked;
    u1 fmt_write_no;
    u1 fmt_system_no;
    u1 fmt_read_no;
    u1 fmt_exec_no;
    u1 fmt_exec_all;
    u6 fmt_frame;
    u6 fmt_frame_bits;
    u6 fmt_large_low;
    u4 fmt_large_bits;
    u8 fmt_pointer;
    u8 fmt_page;
    u8 fmt_large;
    u8 fmt_write;
    u8 fmt_system;
    u8 fmt_read;
    u6 fmt_exec;
    u16 token_initial;
    u16 token_margin;
    u16 token_step;
    u8 fmt_accessed;
    u8 fmt_dirty;
    u8 fmt_pointer_no;
    u1 fmt_write_reads;
    u1 fmt_every_level;
    u1 fmt_short;
    u6 fmt_low[GMMU_WALK_LEVELS];
    u4 fmt_bits[GMMU_WALK_LEVELS];
    u1 fmt_leaf[GMMU_WALK_LEVELS];
    u1 error_clear_valid; /* RECORD_ERROR was written, until error_clear_ready */
    u7 space_pages;
    u6 hold_all;
} mmu_registers_out;

void mmu_registers_reset(mmu_registers_state *s);
/* The output pins as a function of the state alone (Moore). */
void mmu_registers_outputs(const mmu_registers_state *s, mmu_registers_out *out);
/* One clock edge: out as mmu_registers_outputs() before the edge, then the state moves. */
void mmu_registers_step(mmu_registers_state *s, const mmu_registers_in *in, mmu_registers_out *out);

#endif
