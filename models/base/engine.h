/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The simulation engine: components that tick while they make progress, links
 * between them, rational clock domains.
 *
 * Time is counted in base ticks; a clock domain has an integer period in base
 * ticks (1020 MHz and 1674 MHz: 279 and 170). An engine holds everything; there
 * is no global state, so several engines can run in one process (one thread each).
 *
 * A component owns its state and talks only through links. A link is a bounded
 * FIFO of fixed-size messages with a latency of at least one producer cycle.
 * A message pushed at time T is visible at T + latency at the earliest; a slot freed
 * at T can be used again after T. So what a component sees at T does not depend on
 * what others do at T, and the order of ticks within T changes nothing;
 * engine_shuffle() randomizes it to prove that.
 *
 * tick() is called when a message became visible at the head of a link, when a
 * slot of a full output link became free, or at the time that the last tick asked
 * for. A component that leaves a message in its link is not woken for that message
 * again. A tick with nothing to do must leave the component unchanged; extra ticks
 * may happen.
 */
#ifndef GMMU_ENGINE_H
#define GMMU_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t gmmu_time; /* base ticks */
#define GMMU_NEVER UINT64_MAX

typedef struct engine engine;
typedef struct engine_link engine_link;

/*
 * One tick in cycle `cycle` of the component's own domain. Returns the next
 * cycle (same domain) in which it wants to tick regardless of messages:
 * cycle + 1 to stay awake, a later one as a timer, GMMU_NEVER to sleep.
 */
typedef uint64_t (*tick_fn)(void *self, uint64_t cycle);

engine *engine_new(void);
void engine_free(engine *e);

/* A clock domain; period in base ticks, at least 1. Returns its number. */
int engine_add_domain(engine *e, const char *name, uint32_t period);

/* A component; it ticks first in cycle 0. Returns its number. The name is copied. */
int engine_add_component(engine *e, const char *name, int domain, tick_fn tick, void *self);

/* For messages to the user; belongs to the engine. */
const char *engine_component_name(const engine *e, int component);

/* A link from one component to another. capacity in messages (1 or more), latency
 * in cycles of the producer's domain (1 or more). Freed with the engine. */
engine_link *engine_add_link(engine *e, const char *name, int producer, int consumer, size_t message_bytes,
                             uint32_t capacity, uint32_t latency);

/* Shuffles the order of ticks within each point in time from now on (0: off). */
void engine_shuffle(engine *e, uint64_t seed);

/* From its next tick on every component ticks in every cycle of its domain. Results
 * must not change: if they do, a component sleeps that has work to do. For tests; slow. */
void engine_never_sleep(engine *e);

/* Runs until a component sets `stop` (engine_stop), no component will ever tick
 * again, or the time reaches `until`. */
typedef enum { ENGINE_STOPPED, ENGINE_IDLE, ENGINE_UNTIL } engine_result;
engine_result engine_run(engine *e, gmmu_time until);
void engine_stop(engine *e);

/* From now on the host's time is measured; each tick takes some nanoseconds longer then. Call it when all
 * components are there. */
void engine_measure(engine *e);
typedef struct {
    uint64_t ticks;
    double seconds; /* CPU time of the thread that calls engine_run() */
} engine_time;
/* Of a component, numbers from 0 up to engine_components(): in its ticks. */
engine_time engine_time_of(const engine *e, int component);
/* In engine_run() as a whole, with all ticks. */
engine_time engine_time_of_all(const engine *e);
int engine_components(const engine *e);

gmmu_time engine_now(const engine *e);
uint64_t engine_cycle(const engine *e, int domain); /* cycle of the domain at engine_now() */
gmmu_time engine_cycle_time(const engine *e, int domain, uint64_t cycle);

/*
 * Event hash: the sum over all events of a mix of (time, component, kind, a, b).
 * It is a sum, so it does not depend on the order within one time; it is 64 bits
 * wide and mixed, so it depends on everything else.
 */
void engine_event(engine *e, int component, uint32_t kind, uint64_t a, uint64_t b);
uint64_t engine_event_hash(const engine *e);
uint64_t engine_event_count(const engine *e);

/* ---- links; only the producer pushes, only the consumer peeks and pops ---- */

/* Only the functions below use the fields. */
struct engine_link {
    const gmmu_time *now;   /* of the engine */
    gmmu_time head_visible; /* of the oldest message; GMMU_NEVER when empty */
    unsigned char *head;    /* slot of the oldest message */
    uint32_t count;         /* messages inside */
    uint32_t capacity;
    uint32_t popped; /* slots freed at pop_time: the producer cannot use them at that time */
    uint32_t pushed; /* messages that entered at push_time */
    gmmu_time pop_time, push_time;
    gmmu_time latency;  /* base ticks */
    gmmu_time *visible; /* per slot */
    gmmu_time *shown;   /* head_visible once more, among the consumer's inputs: engine_inputs() */
    unsigned char *slots;
    size_t slot_bytes;
    uint32_t head_index, tail_index;
    bool blocked;    /* the producer found it full and waits */
    bool one_domain; /* producer and consumer have the same edges */
    int producer, consumer;
    engine *engine;
    char *name;
};

/* The producer found no slot: it is woken when one becomes free. Returns false. */
bool link_block(engine_link *l);

/* Is there a slot? If not, the producer is woken when one becomes free. */
static inline bool link_can_push(engine_link *l) {
    const uint32_t freed = l->popped & -(uint32_t)(l->pop_time == *l->now); /* hard to guess for a branch */
    return l->count + freed < l->capacity || link_block(l);
}

/* The message slot to fill before returning from tick(), or NULL when full. */
void *link_push(engine_link *l);

/* The oldest visible message, or NULL. Stays valid until link_pop(). */
static inline const void *link_peek(const engine_link *l) {
    return l->head_visible <= *l->now ? l->head : NULL;
}

void link_pop(engine_link *l);

/* A consumer of many links sees in one place which of them have a message: for each of its links the time
 * from which link_peek() shows one, GMMU_NEVER while there is none. Links count from 0 in the order in which
 * they were added. Valid once all links are added. */
const gmmu_time *engine_inputs(const engine *e, int component);
/* The number of the link there. */
uint32_t link_input(const engine_link *l);
/* Would link_peek() show a message at that input? Asks the one place instead of the link. */
bool engine_input_shows(const engine *e, int component, uint32_t input);

/* Messages inside, visible or not, at the start of the present point in time (for statistics). */
uint32_t link_level(const engine_link *l);

/* The i-th oldest message inside, visible or not, or NULL. For bridges to another
 * simulator, which carry a message over while it is still on its way. */
const void *link_message(const engine_link *l, uint32_t i);

#endif
