/* SPDX-License-Identifier: Apache-2.0 */
/* Where the host's time of a run goes, by kind of component. */
#ifndef GMMU_TICK_PROFILE_H
#define GMMU_TICK_PROFILE_H

#include <stddef.h>
#include <stdint.h>

#include "base/engine.h"

#define TICK_KIND_BYTES 32

/* The components whose names differ in their numbers alone. */
typedef struct {
    char kind[TICK_KIND_BYTES]; /* their name without the number */
    uint32_t components;
    engine_time time;
} tick_row;

/* The rows are in the order in which the components were added; the last one, "engine", is what engine_run()
 * takes besides the ticks. Freed by the caller; NULL: the engine has not measured. */
tick_row *tick_profile_of(const engine *e, size_t *count);

#endif
