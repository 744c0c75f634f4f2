/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Chrome trace events of a run, for Perfetto and chrome://tracing. Time is µs with three digits, as
 * these viewers keep no more. A track is a process, a lane a thread with a name. Spans of a lane
 * that overlap are spread over further threads of that name, so slices on one thread never do.
 * What is reported at one time is written in a fixed order, so the file does not depend on the order of
 * ticks.
 */
#ifndef GMMU_PERFETTO_H
#define GMMU_PERFETTO_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct perfetto perfetto;

/* The file stays the caller's. base_mhz: base ticks per microsecond; `about`: what was run, a JSON object in
 * one line, or NULL. NULL when out of memory. */
perfetto *perfetto_new(FILE *file, uint32_t base_mhz, const char *about);
/* As observer.span and observer.value; `ctx` is the trace. */
void perfetto_span(void *ctx, uint64_t now, const char *track, uint32_t lane, const char *what, uint64_t t0,
                   uint64_t t1, uint64_t address, uint32_t app);
void perfetto_value(void *ctx, uint64_t now, const char *track, const char *what, double value, uint32_t app);
/* Writes what is left and frees the trace; NULL is allowed. False when memory ran out before. */
bool perfetto_end(perfetto *p);

#endif
