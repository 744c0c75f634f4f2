/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An instance of a TLB level between the SM and the last level, shared by neighbouring SMs:
 *
 *   client links -> round robin -> lookup pipeline (ports wide, latency deep)
 *     -> hit -> reply
 *     -> miss -> MSHR per page -> request to the next level -> answer: fill, replies to all waiting requests
 *
 * The level is neither inclusive nor exclusive: an answer of a later level fills this one, and an entry that
 * this level drops goes nowhere.
 *
 * TLB_REPLY_FAULT, and pages for system mode only, concern only the SM that the next level answered. Other
 * SMs that wait for the page ask again, each for itself, so that the fault unit knows every SM that it
 * must tell, and each mode is checked. TLB_REPLY_RESOLVED goes on to its SM.
 */
#ifndef GMMU_MIDDLE_TLB_H
#define GMMU_MIDDLE_TLB_H

#include "base/engine.h"
#include "config/app_stats.h"
#include "config/config.h"

typedef struct middle_tlb middle_tlb;

/* Instance `instance` of level `level` of the chip's TLBs; config must outlive it. NULL when the level is not
 * valid (config/config_check.h). */
middle_tlb *middle_tlb_new(engine *e, int core_domain, const gpu_config *config, uint32_t level,
                           uint32_t instance, uint32_t apps);
void middle_tlb_free(middle_tlb *t);
int middle_tlb_component(const middle_tlb *t);

/* Links, attached before the engine runs. tlb_request in, tlb_reply out. */
void middle_tlb_attach(middle_tlb *t, uint32_t client, engine_link *in, engine_link *out);
/* The links to the next level: tlb_request out, tlb_reply in. */
void middle_tlb_attach_next(middle_tlb *t, engine_link *out, engine_link *in);

/* A page-table entry changed: drops everything; answers on their way fill nothing. Call this while no
 * component ticks. */
void middle_tlb_invalidate(middle_tlb *t);

const app_stats *middle_tlb_stats(const middle_tlb *t); /* [apps] */

#endif
