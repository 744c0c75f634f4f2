/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The edge of an engine towards another simulator. To the engine it is a component
 * that produces and consumes like any other; its actions are decided outside,
 * between the clock edges of the engine.
 *
 * - An outlet ends a link of some component. The outside takes a message as soon as
 *   it is pushed, so the whole latency of the link is left for the transport. The
 *   message keeps its slot until the outside says that the far side has popped it.
 * - An inlet begins a link. A message offered by the outside is visible to the component at
 *   the next clock edge.
 *
 * The boundary ticks one base tick before every edge of a clock, in a domain of its
 * own with a period of one base tick. So it costs no latency, and a simulator that keeps
 * the rule of the engine, that nothing seen at a time depends on what others do at
 * that time, gets the cycles of an uncut link.
 */
#ifndef GMMU_BOUNDARY_H
#define GMMU_BOUNDARY_H

#include <stdbool.h>
#include <stdint.h>

/* As in engine.h, which C++ cannot include. */
typedef struct engine engine;
typedef struct engine_link engine_link;

typedef struct boundary boundary;

/* Ticks before every edge of a clock of `period` base ticks (2 or more). */
boundary *boundary_new(engine *e, uint32_t period);
void boundary_free(boundary *b);
int boundary_component(const boundary *b);

/* A link to the boundary, one from it. Numbered from 0 each. */
uint32_t boundary_add_outlet(boundary *b, engine_link *l);
uint32_t boundary_add_inlet(boundary *b, engine_link *l);

/* The next message of the outlet, or NULL. Valid until it is released. */
const void *boundary_take(boundary *b, uint32_t outlet);
/* The far side has popped the oldest message taken: its slot is free from the next
 * edge on, but not before the message would have been visible. */
void boundary_release(boundary *b, uint32_t outlet);

/* Can a message be offered? */
bool boundary_accepts(const boundary *b, uint32_t inlet);
/* The message to fill, or NULL. It enters the link at the next edge. */
void *boundary_offer(boundary *b, uint32_t inlet);
/* Messages offered so far that the component has popped. */
uint64_t boundary_popped(const boundary *b, uint32_t inlet);

#endif
