/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whose commands a GPU executes. The GPU of today (thesis Fig. 5.1a, FCFS) executes commands of one context
 * at a time, and completes all that this one has submitted before it switches (2.2), to the context whose
 * command has waited longest. With the context table of 5.2.1 commands of all contexts go at once.
 */
#ifndef GMMU_CONTEXT_TURNS_H
#define GMMU_CONTEXT_TURNS_H

#include <stdbool.h>
#include <stdint.h>

#include "config/config.h"

typedef struct {
    bool one_at_a_time;
    uint64_t completed;            /* of the context whose turn it is, when that began */
    uint32_t active;               /* whose turn it is, or UINT32_MAX */
    uint64_t came;                 /* contexts that have come in line so far */
    uint64_t place[CHIP_MAX_APPS]; /* of each in line, counted from 1; 0: it has no command */
} context_turns;

void context_turns_init(context_turns *t, bool one_at_a_time);
/* The context has a command to issue. It keeps its place if it has come before. */
void context_turns_come(context_turns *t, uint32_t context);
/* May the command of a context that has come go to its engine? Then its turn has begun, or goes on.
 * completed: how often all that the context had submitted has become complete so far. */
bool context_turns_take(context_turns *t, uint32_t context, uint64_t completed);
/* Ends the turn, if it is the context's and what this one had submitted when it began is complete by now. */
void context_turns_end(context_turns *t, uint32_t context, uint64_t completed);

#endif
