/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One direction of the interconnect: in every cycle each input gives at most one
 * message and each output takes at most one; with `flit_bytes` it is one flit, and a message
 * of several holds its input and its output until the last one. Round-robin arbitration per output,
 * starting after the last winner. The output links have the latency of a crossing;
 * back-pressure stops at the head of each input.
 */
#ifndef GMMU_CROSSBAR_H
#define GMMU_CROSSBAR_H

#include <stdint.h>

#include "base/engine.h"
#include "config/messages.h"

typedef struct crossbar crossbar;

/* What messages it carries. All must depend on the message alone. */
typedef struct {
    uint32_t (*route)(const void *ctx,
                      const mem_message *message); /* the output it goes to, below `outputs` */
    /* What crosses: head and payload. */
    uint32_t (*bytes)(const mem_message *message, uint32_t sector_bytes);
} crossbar_kind;

/* What each message carries besides data: address and control, as GPGPU-Sim's packets have. */
#define CROSSBAR_HEAD_BYTES 8U
/* What answers the read of a walk: an entry of a page table. */
#define CROSSBAR_ENTRY_BYTES 8U

/* Its ports. */
typedef struct {
    uint32_t inputs, outputs; /* at least 1 each */
    uint32_t flit_bytes;      /* that a port carries in a cycle; 0: a message of any size */
    uint32_t sector_bytes;    /* l2.sector_bytes; not used without flit_bytes */
} crossbar_shape;

/* `ctx` is handed to `kind.route`. */
crossbar *crossbar_new(engine *e, int domain, const char *name, crossbar_shape shape, crossbar_kind kind,
                       const void *ctx);
void crossbar_free(crossbar *x);
int crossbar_component(const crossbar *x);

/* Links of mem_message; every port must be attached before the engine runs. */
void crossbar_attach_input(crossbar *x, uint32_t input, engine_link *l);
void crossbar_attach_output(crossbar *x, uint32_t output, engine_link *l);

/* Messages that crossed so far. */
uint64_t crossbar_messages(const crossbar *x);

/* The two kinds of the memory system. ctx: a mem_map for the first, unused by the second. */
extern const crossbar_kind crossbar_requests; /* to the L2 bank of the line */
extern const crossbar_kind crossbar_replies;  /* to the requester's port */

#endif
