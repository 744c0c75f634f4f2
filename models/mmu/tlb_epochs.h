/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the shared TLB measures per epoch. For the DRAM scheduler: the most concurrent
 * misses of each application and the most warps of an SM that one of its misses stalls, 6-bit counters
 * (MASK 5.4, 7.4). The L2 TLB has 256 MSHRs: of two applications that both have more than 63 misses at some
 * time of an epoch, both have 63, and the stalled warps alone make the difference. For plots: the hit rates
 * and tokens. It also sends the results: epoch_messages to L2 banks and memory channels, samples to the
 * history.
 *
 * At the start of an epoch the maxima are the counts of that time (decision).
 */
#ifndef GMMU_TLB_EPOCHS_H
#define GMMU_TLB_EPOCHS_H

#include <stddef.h>

#include "base/engine.h"
#include "config/app_stats.h"
#include "config/messages.h"
#include "config/observer.h"

typedef struct {
    uint64_t length; /* cycles */
    uint64_t ended;  /* epochs that are over */
    uint32_t apps;
    struct {
        uint32_t misses; /* concurrent, now */
        uint32_t most_misses, most_stalled;
        app_stats at_start; /* of the epoch */
        bool measured;      /* the token controller has seen one of its epochs with lookups */
    } app[CHIP_MAX_APPS];
    engine_link **links;
    bool *unsent; /* links that were full */
    uint32_t link_count;
    bool any_unsent;
    epoch_message message; /* of the last epoch */
    epoch_sample *history;
    size_t samples, capacity;
} tlb_epochs;

void tlb_epochs_init(tlb_epochs *p, uint64_t length, uint32_t apps);
void tlb_epochs_free(tlb_epochs *p);
void tlb_epochs_attach(tlb_epochs *p, engine_link *out);

/* The cycle in which the running epoch ends. */
uint64_t tlb_epochs_end(const tlb_epochs *p);

/* A miss of a page of `app` began or ended; a request tells of `stalled` warps. */
void tlb_epochs_miss_begins(tlb_epochs *p, uint32_t app);
void tlb_epochs_miss_ends(tlb_epochs *p, uint32_t app);
void tlb_epochs_stalled(tlb_epochs *p, uint32_t app, uint32_t stalled);

/* Ends the epoch: stats[app] until now, tokens[app] as the token controller shows them
 * (NULL: no tokens). The caller then reports the stalled warps of the misses under way again. */
void tlb_epochs_finish(tlb_epochs *p, const app_stats *stats, const uint32_t *tokens);
/* Shows the samples of the epoch that has just ended; o may be NULL. */
void tlb_epochs_observe(const tlb_epochs *p, const observer *o, uint64_t now);
/* Sends the messages that are not yet sent. */
void tlb_epochs_send(tlb_epochs *p);

/* Tokens in force: -1 before the end of the application's first epoch with lookups. */
int32_t tlb_epochs_tokens(const tlb_epochs *p, uint32_t app, const uint32_t *tokens);

#endif
