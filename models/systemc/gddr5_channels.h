/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The memory channels of a chip alone, advanced by their owner, one memory
 * cycle at a time: the other side of a memory_pipeline with memory outside.
 */
#ifndef GMMU_GDDR5_CHANNELS_H
#define GMMU_GDDR5_CHANNELS_H

#include "config/app_stats.h"
#include "config/config.h"
#include "config/messages.h"
#include "systemc/boundary.h"

typedef struct gddr5_channels gddr5_channels;

/* NULL when a unit is missing, or, with one line in err, when the chip has no such memory. */
gddr5_channels *gddr5_channels_new(const gpu_config *config, uint32_t apps, char *err, size_t err_size);
void gddr5_channels_free(gddr5_channels *g);

/* The next memory edge: the first call is cycle 0. */
void gddr5_channels_edge(gddr5_channels *g);
/* B L2 banks. Inlets: 0 .. B-1 requests of the banks, B .. 2B-1 their requests for page
 * walks; outlets: 0 .. B-1 replies to the banks; all of mem_message. */
boundary *gddr5_channels_boundary(gddr5_channels *g);
/* An epoch is over: seen by all channels at the next edge. */
void gddr5_channels_epoch(gddr5_channels *g, const epoch_message *message);
app_stats gddr5_channels_stats(const gddr5_channels *g, uint32_t app);

#endif
