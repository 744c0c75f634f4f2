/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The block hls/gmmu, or rtl/gmmu.sv under --rtl gmmu, in the chip: in the place of the last TLB level, its
 * miss registers and the walkers, behind the interface of mmu/shared_tlb.h. Clients have a port of the block
 * in turn, and wait in order for a place there; page-table entries come through L2 cache and DRAM
 * (mmu/gmmu_reads.h); registers are written first (mmu/gmmu_driver.h).
 *
 * With design.tlb_fill=tokens the block's token controller says which walks fill its TLB, and the others fill
 * its bypass cache; an SM belongs to the application of its last request, as in mmu/fill_tokens.c.
 *
 * What is counted comes from the event pins of the block: hits and misses are look-ups, of which a request
 * that the miss file refuses has several; a walk's latency counts from the first miss of its page.
 */
#ifndef GMMU_GMMU_SEAT_H
#define GMMU_GMMU_SEAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/engine.h"
#include "mmu/address_space.h"
#include "mmu/data_oracle.h"
#include "spec/config.h"
#include "units/unit_needs.h"

struct shared_tlb;
typedef struct gmmu_seat gmmu_seat;

extern const unit_need gmmu_seat_units[];

/* For the chip of the configuration; sm_app as for shared_tlb_new(). NULL, and one line in err, when the
 * block is not built as the chip's last level says, or cannot be what the design asks. */
gmmu_seat *gmmu_seat_new(const gpu_config *config, address_space *const *spaces, uint32_t apps,
                         const uint8_t *sm_app, char *err, size_t err_size);
void gmmu_seat_free(gmmu_seat *s);

/* As in mmu/walker.h. */
void gmmu_seat_attach(gmmu_seat *s, uint32_t port, engine_link *to_xbar, engine_link *from_xbar);
void gmmu_seat_attach_data(gmmu_seat *s, data_oracle *data);

/* One cycle of the whole component; returns when it wants to tick next. */
uint64_t gmmu_seat_tick(void *shared_tlb, uint64_t cycle);

uint64_t gmmu_seat_active_cycles(const gmmu_seat *s, uint32_t app); /* pages that miss, summed over cycles */
uint32_t gmmu_seat_active_max(const gmmu_seat *s);
/* Of each application, until the next call; NULL: all warps may fill. */
const uint32_t *gmmu_seat_tokens(gmmu_seat *s);

#endif
