/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records a simulation for viewers: Kanata logs of the warp instructions (Konata)
 * and Chrome/Perfetto JSON of memory transactions and counters. Either may be off.
 */
#ifndef GMMU_RECORDER_H
#define GMMU_RECORDER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "config/observer.h"

typedef struct recorder recorder;

/* Either file may be NULL; they stay the caller's. base_mhz: base ticks per microsecond; `about`: what was
 * run, a JSON object in one line, or NULL. NULL with one line on stderr. */
recorder *recorder_new(FILE *kanata_file, FILE *perfetto_file, uint32_t base_mhz, const char *about);
/* The observer for the components; valid until the recorder is freed. */
const observer *recorder_observer(const recorder *r);
/* Writes the last lines and frees the recorder; NULL is allowed. False, with one line on stderr, when
 * memory ran out and something was left out. */
bool recorder_end(recorder *r);

#endif
