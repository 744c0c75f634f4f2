/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Between the simulator and the program around it: lines for people, and what is done when memory runs out.
 *
 * A program needs nothing of this: its lines go to standard error, and without memory it ends. A library must
 * do neither, so it gives the thread that calls it an outside of its own. Which one holds is the one thing
 * that a thread keeps by itself; a run hands it on to the threads that it starts.
 */
#ifndef GMMU_OUTSIDE_H
#define GMMU_OUTSIDE_H

#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>

typedef struct {
    FILE *messages;    /* each line in one call, so several threads may have the same */
    jmp_buf no_memory; /* where the thread goes on when memory has run out; set by setjmp() in that thread */
} outside_place;

/* Gives the calling thread an outside, which has to stay until another one is given; NULL: none, as at first.
 * Returns the one before. */
outside_place *outside_enter(outside_place *o);
/* The outside of the calling thread, or NULL. */
const outside_place *outside_here(void);

/* Prints one line, made visible (base/visible.h), for people; the newline is added. */
__attribute__((format(printf, 1, 2))) void message_line(const char *format, ...);

/* Memory has run out: goes on where the thread's outside says, and what the run had allocated is lost, or
 * prints the line "gmmu: out of memory", with `what` behind it, and ends the program with exit code 2. */
_Noreturn void outside_no_memory(const char *what);

#endif
