/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records a simulation for viewers: Kanata logs of the warp instructions (Konata)
 * and Chrome/Perfetto JSON of memory transactions and counters. Either may be off.
 */
#ifndef GMMU_RECORDER_H
#define GMMU_RECORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "spec/observer.h"

typedef struct recorder recorder;

/* Paths may be NULL. base_mhz: base ticks per microsecond. NULL with one line on stderr. */
recorder *recorder_new(const char *kanata_path, const char *perfetto_path, uint32_t base_mhz);
/* The observer for the components; valid until the recorder is freed. */
const observer *recorder_observer(const recorder *r);
/* Completes the files (keep) or removes them. False with one line on stderr. */
bool recorder_free(recorder *r, bool keep);

#endif
