/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SMs whose blocks are delays (delay_gpu.h): places for blocks, what each waits for, and the blocks that are
 * to be reported to the driver.
 */
#ifndef GMMU_DELAY_SMS_H
#define GMMU_DELAY_SMS_H

#include <stdbool.h>
#include <stdint.h>

#include "study/sharing/delay_kernel.h"

#define DELAY_PLACES (DELAY_SMS * DELAY_BLOCKS)
#define DELAY_NEVER  UINT64_MAX

typedef enum { PLACE_VACANT, PLACE_RESTORING, PLACE_WORKING, PLACE_SAVING, PLACE_TOLD } place_state;

typedef struct {
    place_state state; /* PLACE_TOLD: it is done or saved; the driver is to hear of it */
    uint32_t block;    /* its number */
    uint64_t left;     /* cycles of its work to come, when it is not working */
} delay_place;

/* Places in the order in which their blocks were done or saved. */
typedef struct {
    uint32_t first, count;
    uint16_t of[DELAY_PLACES];
} place_queue;

/* Saved blocks of a context: "a preallocated memory where the context of its preempted thread blocks are
 * kept". */
typedef struct {
    uint32_t kept;
    uint16_t vacant[DELAY_PLACES]; /* the last ones, DELAY_PLACES - kept, are free */
    uint64_t left[DELAY_PLACES];
} saved_blocks;

typedef struct {
    delay_place place[DELAY_PLACES];      /* of SM i: i * DELAY_BLOCKS and on */
    uint64_t due[DELAY_PLACES];           /* cycle in which its state is over, or DELAY_NEVER */
    uint64_t sm_due[DELAY_SMS], next_due; /* the first of an SM, and of all */
    uint64_t port_free[DELAY_SMS];        /* its share of the bandwidth is used before this cycle */
    uint32_t context[DELAY_SMS];          /* it is set up for; DELAY_NONE */
    bool preempted[DELAY_SMS];            /* its blocks are to be saved */
    delay_kernel kernel[DELAY_CONTEXTS];  /* of each context: the last one launched */
    saved_blocks memory[DELAY_CONTEXTS];
    place_queue ended, saved;
    uint32_t spread;
    uint64_t random;
} delay_sms;

void delay_sms_reset(delay_sms *s, uint32_t spread, uint64_t seed);

/* SM i gets a new block of the context that it is set up for, or one that was saved at `pointer`. */
void delay_sms_issue(delay_sms *s, uint32_t i, uint32_t block, uint64_t cycle);
void delay_sms_restore(delay_sms *s, uint32_t i, uint32_t block, uint32_t pointer, uint64_t cycle);
/* SM i saves its blocks as long as `preempt`. */
void delay_sms_preempt(delay_sms *s, uint32_t i, bool preempt, uint64_t cycle);
/* Blocks whose time is over in this cycle end, are saved, or go on. */
void delay_sms_expire(delay_sms *s, uint64_t cycle);

/* The oldest one to report. False: none. `sm` has room for another block then. */
bool delay_sms_report_end(delay_sms *s, uint32_t *sm);
bool delay_sms_report_save(delay_sms *s, uint32_t *sm, uint32_t *block, uint32_t *pointer);

#endif
