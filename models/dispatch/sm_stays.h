/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which applications work on each SM over time, for observers: one span for as long as blocks of the same
 * applications are there in one way. It is the picture of thesis Fig. 5.1. Spans of track "SM owners", lane =
 * SM, are called "app N", "app N saving" (its blocks leave by context switch) or "app N draining" (they run
 * to their end, and none follows); the number of the application's kernel stands in place of the address. On
 * an SM that is shared by several at the time a span is called "apps N M", and belongs to the first.
 */
#ifndef GMMU_SM_STAYS_H
#define GMMU_SM_STAYS_H

#include "config/observer.h"
#include "dispatch/block_scheduler.h"

/* What an SM does since `from` (base ticks). */
typedef struct {
    uint64_t apps; /* bit per application; 0: it holds no block */
    const char *how;
    uint64_t kernel, from;
} sm_stay;

typedef struct {
    const observer *watch; /* or NULL: nothing is kept */
    sm_stay *stay;         /* per SM */
} sm_stays;

void sm_stays_init(sm_stays *t, const observer *watch, uint32_t sms);
/* The schedule as it is at `now` (base ticks), which never goes back. */
void sm_stays_look(sm_stays *t, const schedule *s, uint64_t now);
/* What is still there ends now. */
void sm_stays_end(sm_stays *t, const schedule *s, uint64_t now);

#endif
