/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One direction of the interconnect: in every cycle each input gives at most one
 * message and each output takes at most one. Round-robin arbitration per output,
 * starting after the last winner. The output links have the latency of a crossing;
 * back-pressure stops at the head of each input.
 */
#ifndef GMMU_CROSSBAR_H
#define GMMU_CROSSBAR_H

#include <stdint.h>

#include "base/engine.h"
#include "spec/config.h"
#include "spec/messages.h"

typedef struct crossbar crossbar;

/* The output that a message goes to, below `outputs`. It must depend on the message alone. */
typedef uint32_t (*crossbar_route)(const void *ctx, const mem_message *message);

/* inputs, outputs: at least 1. `ctx` is handed to `route`. */
crossbar *crossbar_new(engine *e, const gpu_config *cfg, int domain, const char *name, uint32_t inputs,
                       uint32_t outputs, crossbar_route route, const void *ctx);
void crossbar_free(crossbar *x);
int crossbar_component(const crossbar *x);

/* Links of mem_message; every port must be attached before the engine runs. */
void crossbar_attach_input(crossbar *x, uint32_t input, engine_link *l);
void crossbar_attach_output(crossbar *x, uint32_t output, engine_link *l);

/* Messages that crossed so far. */
uint64_t crossbar_messages(const crossbar *x);

/* The two routes of the memory system. ctx: a mem_map for the first, unused by the second. */
uint32_t crossbar_route_request(const void *map, const mem_message *message); /* to the L2 bank of the line */
uint32_t crossbar_route_reply(const void *unused, const mem_message *message); /* to the requester's port */

#endif
