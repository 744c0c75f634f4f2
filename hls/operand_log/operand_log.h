/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operand log, control part (thesis 6.3.3, Fig. 6.9): the source operands of global
 * memory instructions that may still fault, so that a replay reads them from here
 * and the register file may be overwritten. The operands are in a RAM with one
 * write and one read port, outside; this unit knows the owner of each entry.
 *
 * An entry is one 8-byte operand of 32 lanes, 256 bytes: the addresses (part 0), or
 * the data of a store (part 1). A load takes one entry, a store two. An entry
 * belongs to an instruction, (warp, seq) as in replay_queue, and is found by it: an
 * entry number leaves the unit only towards the RAM.
 *
 *   setup  at kernel launch: the first `entries` of the log are used, and block slot b
 *          owns the per_block entries from b * per_block on, or none if they do not
 *          fit. Refused (setup_ready 0) while an entry is in use, a block is being saved or
 *          an earlier setup is under way. It takes all entries from their slots and hands them
 *          out again, one per cycle and slot by slot; room1 and room2 show the entries
 *          already handed out. It ends after at most GMMU_LOG_ENTRIES + 1 cycles.
 *   alloc  at issue, or to restore: one entry for each bit of alloc_parts (bit 0
 *          addresses, bit 1 data), all or nothing. Done when bit alloc_block of room1
 *          (one part) or room2 (two) is set, no setup is taken at the same edge, and the
 *          instruction holds none of these parts; otherwise no entry is taken.
 *   wr     at operand read, or to restore: one cycle later ram_we and ram_waddr, when
 *          the operand must go into the RAM.
 *   rd     on replay: one cycle later a_valid and a_hit, and for a hit ram_re and
 *          ram_raddr. It misses if the operand was never written. rd_ready 0: not taken.
 *   check  the last TLB check passed: frees all entries of the instruction.
 *   save   save_start begins to save block save_block: its entries appear on save_*
 *          one by one, lowest first, and leave when taken (valid/ready); ram_re and
 *          ram_raddr follow one cycle later. Until the end rd is not taken, and another
 *          save_start is ignored. The save ends by itself when the block has no entry left.
 *
 * All see the entries as they were before the edge. setup, alloc, wr, check and
 * save_start are always accepted, in the sense above.
 */
#ifndef GMMU_OPERAND_LOG_H
#define GMMU_OPERAND_LOG_H

#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_LOG_ENTRIES >= 32 && GMMU_LOG_ENTRIES <= 128 && GMMU_LOG_ENTRIES % 32 == 0,
             "GMMU_LOG_ENTRIES must be 32, 64, 96 or 128");
GMMU_REQUIRE(GMMU_IS_POWER(GMMU_SM_WARPS, 8, 64), "GMMU_SM_WARPS must be 8, 16, 32 or 64");
GMMU_REQUIRE(GMMU_IS_POWER(GMMU_SM_BLOCKS, 2, 32), "GMMU_SM_BLOCKS must be 2, 4, 8, 16 or 32");

typedef struct {
    u1 used[GMMU_LOG_ENTRIES];                     /* all reset 0 */
    u1 written[GMMU_LOG_ENTRIES];                  /* the RAM holds its operand */
    u1 part[GMMU_LOG_ENTRIES];                     /* 0 addresses, 1 data of a store */
    GMMU_U(GMMU_SM_WARP_W) warp[GMMU_LOG_ENTRIES]; /* warp of the owner, while used */
    GMMU_U(GMMU_SEQ_W) seq[GMMU_LOG_ENTRIES];
    u1 owned[GMMU_LOG_ENTRIES];                      /* is in the partition of a block slot */
    GMMU_U(GMMU_SM_BLOCK_W) owner[GMMU_LOG_ENTRIES]; /* of this one */
    GMMU_U(GMMU_LOG_COUNT_W) per_block;              /* of the latest setup */
    GMMU_U(GMMU_LOG_COUNT_W) entries;
    u1 walking;                      /* a setup is under way: entries are handed out */
    GMMU_U(GMMU_LOG_COUNT_W) cursor; /* the next one to hand out */
    GMMU_U(GMMU_SM_BLOCK_W) slot;    /* to this block slot */
    GMMU_U(GMMU_LOG_LAST_W) last;    /* last entry of this slot; beyond `entries`: no slot gets more */
    u1 saving;
    GMMU_U(GMMU_SM_BLOCK_W) saved; /* block slot being saved, or saved last */
    u1 ram_we;
    GMMU_U(GMMU_LOG_INDEX_W) ram_waddr; /* 0 while ram_we is 0 */
    u1 ram_re;
    GMMU_U(GMMU_LOG_INDEX_W) ram_raddr; /* 0 while ram_re is 0 */
    u1 ans_valid;
    u1 ans_hit;
} operand_log_state;

typedef struct {
    u1 setup_valid;
    GMMU_U(GMMU_LOG_COUNT_W) setup_per_block;
    GMMU_U(GMMU_LOG_COUNT_W) setup_entries; /* 32, 64, 80, 128: 8, 16, 20, 32 KB; beyond the log: all of it */
    u1 alloc_valid;
    GMMU_U(GMMU_SM_BLOCK_W) alloc_block;
    GMMU_U(GMMU_SM_WARP_W) alloc_warp;
    GMMU_U(GMMU_SEQ_W) alloc_seq;
    u2 alloc_parts;
    u1 wr_valid;
    GMMU_U(GMMU_SM_WARP_W) wr_warp;
    GMMU_U(GMMU_SEQ_W) wr_seq;
    u1 wr_part;
    u1 rd_valid;
    GMMU_U(GMMU_SM_WARP_W) rd_warp;
    GMMU_U(GMMU_SEQ_W) rd_seq;
    u1 rd_part;
    u1 check_valid;
    GMMU_U(GMMU_SM_WARP_W) check_warp;
    GMMU_U(GMMU_SEQ_W) check_seq;
    u1 save_start;
    GMMU_U(GMMU_SM_BLOCK_W) save_block;
    u1 save_ready;
} operand_log_in;

typedef struct {
    u1 setup_ready;
    GMMU_U(GMMU_SM_BLOCKS) room1; /* bit b: block slot b has an entry free */
    GMMU_U(GMMU_SM_BLOCKS) room2; /* bit b: block slot b has two entries free */
    u1 rd_ready;
    u1 a_valid; /* last cycle's read is answered */
    u1 a_hit;
    u1 ram_we;
    GMMU_U(GMMU_LOG_INDEX_W) ram_waddr;
    u1 ram_re;
    GMMU_U(GMMU_LOG_INDEX_W) ram_raddr;
    u1 saving;
    u1 save_valid; /* save_* are 0 while it is 0 */
    GMMU_U(GMMU_SM_WARP_W) save_warp;
    GMMU_U(GMMU_SEQ_W) save_seq;
    u1 save_part;
    u1 save_written; /* the operand was written and must be saved */
} operand_log_out;

void operand_log_reset(operand_log_state *s);
/* The output pins as a function of the state alone (Moore). */
void operand_log_outputs(const operand_log_state *s, operand_log_out *out);
/* One clock edge: out as operand_log_outputs() before the edge, then the state moves. */
void operand_log_step(operand_log_state *s, const operand_log_in *in, operand_log_out *out);

#endif
