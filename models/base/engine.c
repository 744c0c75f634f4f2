/* SPDX-License-Identifier: Apache-2.0 */
#include "base/engine.h"

#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/host_cache.h"
#include "base/host_clock.h"
#include "base/mix.h"

#define PREFETCHED 256U /* bytes of a component */
#define GROUP      8U /* components whose earliest next tick is known: as many as a line of a host's cache has */

/* Where a component's next tick is kept: slot `slot` of domain `domain`. */
typedef struct {
    char *name;
    tick_fn tick;
    void *self;
    int domain;
    uint32_t slot;
    gmmu_time slot_wake; /* last edge asked for by a link that got a free slot */
    engine_link **inputs;
    gmmu_time *heads; /* head_visible of each input */
    uint32_t input_count;
} component;

typedef struct {
    char *name;
    uint32_t period;
    uint32_t count;  /* components */
    int *member;     /* their numbers */
    gmmu_time *next; /* their next ticks; flat, since it is scanned at every edge in use */
    gmmu_time *soon; /* of GROUP of them in a row: a lower bound, exact between points in time */
    uint64_t cycle;  /* at the last edge in use */
    gmmu_time min;   /* likewise of all `next` */
} domain;

#define EVENTS_KEPT 32U

/* Events that are not in the hash yet: time, component and kind in one word, and what they report. */
typedef struct {
    uint64_t what[EVENTS_KEPT], a[EVENTS_KEPT], b[EVENTS_KEPT];
} kept_events;

/* Where the host's time goes. */
typedef struct {
    uint64_t clock; /* host_clock() in engine_run() */
    double seconds; /* CPU time meanwhile */
    int components; /* of which there are counts: */
    struct {
        uint64_t ticks, clock;
    } of[];
} measured_time;

struct engine {
    gmmu_time now;
    bool stop;
    domain *domains;
    int domain_count;
    component *components;
    int component_count;
    engine_link **links;
    uint32_t link_count;
    int *due;         /* components to tick at `now` */
    uint64_t shuffle; /* state of the random source; 0: off */
    bool never_sleep;
    measured_time *measured; /* or NULL */
    uint64_t now_mix;        /* mix of `now`, for the event hash */
    uint64_t hash, hashed;   /* the event hash of the first `hashed` events; */
    uint32_t kept;           /* those after them are kept until there are enough for vectors */
    kept_events last;
};

static char *copy_name(const char *name) {
    size_t bytes = strlen(name) + 1;
    return memcpy(alloc_zeroed(bytes, 1), name, bytes);
}

static void set_now(engine *e, gmmu_time t) {
    e->now = t;
    e->now_mix = mix(t + MIX_GOLDEN);
}

engine *engine_new(void) {
    engine *e = alloc_zeroed(1, sizeof(engine));
    set_now(e, 0);
    return e;
}

void engine_free(engine *e) {
    if (!e)
        return;
    for (uint32_t i = 0; i < e->link_count; i++) {
        engine_link *l = e->links[i];
        free(l->name);
        free(l->visible);
        free(l->slots);
        free(l);
    }
    for (int i = 0; i < e->component_count; i++) {
        free(e->components[i].name);
        free((void *)e->components[i].inputs);
        free(e->components[i].heads);
    }
    for (int i = 0; i < e->domain_count; i++) {
        free(e->domains[i].name);
        free(e->domains[i].member);
        free(e->domains[i].next);
        free(e->domains[i].soon);
    }
    free((void *)e->links);
    free(e->components);
    free(e->domains);
    free(e->due);
    free(e->measured);
    free(e);
}

int engine_add_domain(engine *e, const char *name, uint32_t period) {
    e->domains = alloc_resize(e->domains, (size_t)e->domain_count + 1, sizeof(domain));
    e->domains[e->domain_count] =
        (domain){.name = copy_name(name), .period = period ? period : 1, .min = GMMU_NEVER};
    return e->domain_count++;
}

int engine_add_component(engine *e, const char *name, int domain_number, tick_fn tick, void *self) {
    int number = e->component_count++;
    domain *d = &e->domains[domain_number];
    uint32_t slot = d->count++;
    e->components = alloc_resize(e->components, (size_t)e->component_count, sizeof(component));
    e->components[number] = (component){
        .name = copy_name(name), .tick = tick, .self = self, .domain = domain_number, .slot = slot};
    e->due = alloc_resize(e->due, (size_t)e->component_count, sizeof(int));
    d->member = alloc_resize(d->member, d->count, sizeof(int));
    d->next = alloc_resize(d->next, d->count, sizeof(gmmu_time));
    d->soon = alloc_resize(d->soon, slot / GROUP + 1, sizeof(gmmu_time));
    d->member[slot] = number;
    d->next[slot] = d->soon[slot / GROUP] = 0;
    d->min = 0;
    return number;
}

const char *engine_component_name(const engine *e, int number) {
    return e->components[number].name;
}

static void engine_add_input(component *to, engine_link *l) {
    const uint32_t count = to->input_count + 1;
    to->inputs = (engine_link **)alloc_resize((void *)to->inputs, count, sizeof(engine_link *));
    to->heads = alloc_resize(to->heads, count, sizeof(gmmu_time));
    to->inputs[to->input_count] = l;
    to->heads[to->input_count] = GMMU_NEVER;
    to->input_count = count;
    for (uint32_t i = 0; i < count; i++) /* the array may have moved */
        to->inputs[i]->shown = &to->heads[i];
}

engine_link *engine_add_link(engine *e, const char *name, int producer, int consumer, size_t message_bytes,
                             uint32_t capacity, uint32_t latency) {
    component *to = &e->components[consumer];
    uint32_t period = e->domains[e->components[producer].domain].period;
    /* Slots start at multiples of the strictest alignment. */
    size_t slot_bytes = (message_bytes + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    engine_link *l = alloc_zeroed(1, sizeof(engine_link));
    *l = (engine_link){.now = &e->now,
                       .head_visible = GMMU_NEVER,
                       .capacity = capacity ? capacity : 1,
                       .pop_time = GMMU_NEVER,
                       .push_time = GMMU_NEVER,
                       .latency = (gmmu_time)(latency ? latency : 1) * period,
                       .slot_bytes = slot_bytes,
                       .producer = producer,
                       .consumer = consumer,
                       .engine = e,
                       .one_domain = e->components[producer].domain == to->domain,
                       .name = copy_name(name)};
    l->visible = alloc_zeroed(l->capacity, sizeof(gmmu_time));
    l->slots = alloc_zeroed(l->capacity, slot_bytes);
    l->head = l->slots;
    e->links =
        (engine_link **)alloc_resize((void *)e->links, (size_t)e->link_count + 1, sizeof(engine_link *));
    e->links[e->link_count++] = l;
    engine_add_input(to, l);
    return l;
}

void engine_shuffle(engine *e, uint64_t seed) {
    e->shuffle = seed;
}

void engine_never_sleep(engine *e) {
    e->never_sleep = true;
}

static uint64_t shuffle_random(engine *e) {
    e->shuffle += MIX_GOLDEN;
    if (e->shuffle == 0) /* 0 would switch shuffling off */
        e->shuffle = 1;
    return mix(e->shuffle);
}

static void shuffle_due(engine *e, uint32_t count) {
    for (uint32_t i = count; i > 1; i--) {
        uint32_t j = (uint32_t)(shuffle_random(e) % i);
        int other = e->due[j];
        e->due[j] = e->due[i - 1];
        e->due[i - 1] = other;
    }
}

/* The first edge of `d` at or after t. */
static gmmu_time edge_at(const domain *d, gmmu_time t) {
    gmmu_time late = t % d->period;
    return late ? t + (d->period - late) : t;
}

/* A component of the domain ticks at time t. */
static void tick_expected(domain *d, uint32_t slot, gmmu_time t) {
    gmmu_time *soon = &d->soon[slot / GROUP];
    d->next[slot] = t;
    *soon = t < *soon ? t : *soon;
    d->min = t < d->min ? t : d->min;
}

/* Has component `c` tick at time t or earlier. */
static void engine_wake(engine *e, const component *c, gmmu_time t) {
    domain *d = &e->domains[c->domain];
    if (t < d->next[c->slot])
        tick_expected(d, c->slot, t);
}

/* Has a message come forward only now, behind one that was taken? */
static bool new_head(const engine *e, const component *c) {
    for (uint32_t i = 0; i < c->input_count; i++)
        if (c->heads[i] <= e->now && c->inputs[i]->pop_time == e->now)
            return true;
    return false;
}

/*
 * When has a component that goes to sleep until `timer` to be woken by what is
 * in its links already? Wakes of before its tick are forgotten by then, so they
 * are found again here.
 */
static gmmu_time pending_wake(const engine *e, const component *c, gmmu_time timer) {
    const domain *d = &e->domains[c->domain];
    gmmu_time next_edge = e->now + d->period;
    gmmu_time t = timer;
    if (c->slot_wake > e->now && c->slot_wake < t)
        t = c->slot_wake;
    gmmu_time arrival = GMMU_NEVER;
    bool waits = false;                             /* a message is left */
    for (uint32_t i = 0; i < c->input_count; i++) { /* without branches: whose turn it is, is hard to guess */
        const bool later = c->heads[i] > e->now;
        const gmmu_time visible = later ? c->heads[i] : GMMU_NEVER;
        arrival = visible < arrival ? visible : arrival;
        waits |= !later;
    }
    if (waits && next_edge < t && new_head(e, c))
        return next_edge;
    if (arrival < t)
        arrival = edge_at(d, arrival);
    return arrival < t ? arrival : t;
}

/* Time of a cycle still to come; beyond the end of time it is never. */
static gmmu_time time_of(const domain *d, uint64_t cycle) {
    uint64_t t = 0;
    return __builtin_mul_overflow(cycle, (uint64_t)d->period, &t) ? GMMU_NEVER : t;
}

__attribute__((noinline)) static uint64_t measured_tick(const engine *e, const component *c, uint64_t cycle) {
    const ptrdiff_t number = c - e->components;
    const uint64_t before = host_clock();
    const uint64_t ask = c->tick(c->self, cycle);
    e->measured->of[number].clock += host_clock() - before;
    e->measured->of[number].ticks++;
    return ask;
}

static void tick_component(engine *e, component *c) {
    domain *d = &e->domains[c->domain];
    uint64_t cycle = d->cycle;
    uint64_t ask = e->measured ? measured_tick(e, c, cycle) : c->tick(c->self, cycle);
    gmmu_time t = e->now + d->period;
    if (ask > cycle + 1 && !e->never_sleep)
        t = pending_wake(e, c, time_of(d, ask));
    tick_expected(d, c->slot, t);
}

/* Appends the components of a group that tick now to the `count` that do already, and leaves in `soon` the
 * earliest of the others. No branches, since it is hard to guess which sleep: each component is entered, and
 * the next one overwrites it if it is not due. A function of its own, so that the compiler sees one short
 * loop. */
__attribute__((noinline)) static uint32_t collect_group(engine *e, domain *d, uint32_t group,
                                                        uint32_t count) {
    const gmmu_time now = e->now;
    const uint32_t from = group * GROUP, to = from + GROUP < d->count ? from + GROUP : d->count;
    gmmu_time soon = GMMU_NEVER;
    for (uint32_t k = from; k < to; k++) {
        const bool is_due = d->next[k] == now;
        const gmmu_time later = is_due ? GMMU_NEVER : d->next[k];
        e->due[count] = d->member[k];
        count += is_due;
        soon = later < soon ? later : soon;
    }
    d->soon[group] = soon;
    return count;
}

/* Gathers the components that tick now, and leaves in `min` the earliest of the others. Most components of a
 * large chip may sleep, so groups of which none ticks are passed over. */
static uint32_t collect_due(engine *e) {
    uint32_t count = 0;
    for (int i = 0; i < e->domain_count; i++) {
        domain *d = &e->domains[i];
        if (d->min != e->now)
            continue;
        d->min = GMMU_NEVER;
        d->cycle = e->now / d->period;
        for (uint32_t g = 0; g * GROUP < d->count; g++) {
            if (d->soon[g] == e->now)
                count = collect_group(e, d, g, count);
            d->min = d->soon[g] < d->min ? d->soon[g] : d->min;
        }
    }
    return count;
}

static gmmu_time next_time(const engine *e) {
    gmmu_time t = GMMU_NEVER;
    for (int i = 0; i < e->domain_count; i++)
        if (e->domains[i].min < t)
            t = e->domains[i].min;
    return t;
}

/* Has the host fetch the beginning of a component, while the one before it ticks: together they are larger
 * than its caches. */
static void engine_prefetch(const engine *e, int number) {
    const component *c = &e->components[number];
    host_prefetch(c->self, PREFETCHED);
    host_prefetch(c->heads, sizeof *c->heads);
}

static engine_result run_until(engine *e, gmmu_time until) {
    e->stop = false;
    for (;;) {
        gmmu_time t = next_time(e);
        if (t == GMMU_NEVER)
            return ENGINE_IDLE;
        if (t >= until) {
            if (until > e->now)
                set_now(e, until);
            return ENGINE_UNTIL;
        }
        set_now(e, t);
        uint32_t count = collect_due(e);
        if (e->shuffle)
            shuffle_due(e, count);
        for (uint32_t i = 0; i < count; i++) {
            if (i + 1 < count)
                engine_prefetch(e, e->due[i + 1]);
            tick_component(e, &e->components[e->due[i]]);
        }
        /* All of one time have ticked, so it does not matter which called engine_stop() first. */
        if (e->stop)
            return ENGINE_STOPPED;
    }
}

static double thread_seconds(void) {
    struct timespec t;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

engine_result engine_run(engine *e, gmmu_time until) {
    measured_time *m = e->measured;
    if (!m)
        return run_until(e, until);
    const uint64_t clock = host_clock();
    const double seconds = thread_seconds();
    const engine_result result = run_until(e, until);
    m->clock += host_clock() - clock;
    m->seconds += thread_seconds() - seconds;
    return result;
}

void engine_measure(engine *e) {
    const size_t count = (size_t)e->component_count;
    e->measured = alloc_zeroed(1, sizeof *e->measured + count * sizeof *e->measured->of);
    e->measured->components = e->component_count;
}

engine_time engine_time_of(const engine *e, int number) {
    const measured_time *m = e->measured;
    if (!m || m->clock == 0 || number >= m->components)
        return (engine_time){.ticks = 0};
    return (engine_time){.ticks = m->of[number].ticks,
                         .seconds = m->seconds * (double)m->of[number].clock / (double)m->clock};
}

engine_time engine_time_of_all(const engine *e) {
    engine_time all = {.seconds = e->measured ? e->measured->seconds : 0};
    for (int i = 0; i < e->component_count; i++)
        all.ticks += engine_time_of(e, i).ticks;
    return all;
}

int engine_components(const engine *e) {
    return e->component_count;
}

void engine_stop(engine *e) {
    e->stop = true;
}

gmmu_time engine_now(const engine *e) {
    return e->now;
}

uint64_t engine_cycle(const engine *e, int domain_number) {
    return e->now / e->domains[domain_number].period;
}

gmmu_time engine_cycle_time(const engine *e, int domain_number, uint64_t cycle) {
    return cycle * e->domains[domain_number].period;
}

/* The hash of `count` events; the compiler makes vectors of the loop. */
static uint64_t engine_hash_events(const kept_events *k, uint32_t count) {
    uint64_t hash = 0;
    for (uint32_t i = 0; i < count; i++)
        hash += mix(mix(mix(k->what[i]) + k->a[i]) ^ mix(k->b[i] + 1));
    return hash;
}

void engine_event(engine *e, int component_number, uint32_t kind, uint64_t a, uint64_t b) {
    kept_events *k = &e->last;
    k->what[e->kept] = e->now_mix ^ (((uint64_t)kind << 32) | (uint32_t)component_number);
    k->a[e->kept] = a;
    k->b[e->kept] = b;
    if (++e->kept < EVENTS_KEPT)
        return;
    e->hash += engine_hash_events(k, EVENTS_KEPT);
    e->hashed += EVENTS_KEPT;
    e->kept = 0;
}

uint64_t engine_event_hash(const engine *e) {
    return e->hash + engine_hash_events(&e->last, e->kept);
}

uint64_t engine_event_count(const engine *e) {
    return e->hashed + e->kept;
}

/* ---- links ---- */

static void wake_producer(engine_link *l) {
    engine *e = l->engine;
    component *c = &e->components[l->producer];
    const domain *d = &e->domains[c->domain];
    c->slot_wake = l->one_domain ? *l->now + d->period : edge_at(d, *l->now + 1);
    l->blocked = false;
    engine_wake(e, c, c->slot_wake);
}

bool link_block(engine_link *l) {
    /* A slot freed at this very time counts from the producer's next edge on,
     * whether the consumer or the producer ticked first. */
    if (l->pop_time == *l->now)
        wake_producer(l);
    else
        l->blocked = true;
    return false;
}

void *link_push(engine_link *l) {
    engine *e = l->engine;
    if (!link_can_push(l))
        return NULL;
    gmmu_time visible = *l->now + l->latency;
    unsigned char *slot = l->slots + l->tail_index * l->slot_bytes;
    l->visible[l->tail_index] = visible;
    if (++l->tail_index == l->capacity)
        l->tail_index = 0;
    if (l->push_time != *l->now)
        l->pushed = 0;
    l->push_time = *l->now;
    l->pushed++;
    if (l->count++ == 0) {
        const component *c = &e->components[l->consumer];
        l->head = slot;
        l->head_visible = *l->shown = visible;
        engine_wake(e, c, l->one_domain ? visible : edge_at(&e->domains[c->domain], visible));
    }
    return slot;
}

void link_pop(engine_link *l) {
    if (!link_peek(l))
        return;
    if (l->pop_time != *l->now)
        l->popped = 0;
    l->pop_time = *l->now;
    l->popped++;
    if (++l->head_index == l->capacity)
        l->head_index = 0;
    l->count--;
    l->head = l->slots + l->head_index * l->slot_bytes;
    l->head_visible = *l->shown = l->count ? l->visible[l->head_index] : GMMU_NEVER;
    if (l->blocked)
        wake_producer(l);
}

const gmmu_time *engine_inputs(const engine *e, int number) {
    return e->components[number].heads;
}

uint32_t link_input(const engine_link *l) {
    return (uint32_t)(l->shown - engine_inputs(l->engine, l->consumer));
}

bool engine_input_shows(const engine *e, int number, uint32_t input) {
    return e->components[number].heads[input] <= e->now;
}

uint32_t link_level(const engine_link *l) {
    uint32_t freed = l->pop_time == *l->now ? l->popped : 0;
    uint32_t entered = l->push_time == *l->now ? l->pushed : 0;
    return l->count + freed - entered;
}

const void *link_message(const engine_link *l, uint32_t i) {
    return i < l->count ? l->slots + (l->head_index + i) % l->capacity * l->slot_bytes : NULL;
}
