/* SPDX-License-Identifier: Apache-2.0 */
/* The engine: time, links, waking, order independence. */
#include "unit_test.h"

#include <pthread.h>
#include <string.h>

#include "base/engine.h"
#include "base/mix.h"

typedef struct {
    uint64_t value;
    gmmu_time sent;
} note;

/* ---- ping-pong between two clock domains ---- */

typedef struct {
    engine *e;
    engine_link *in, *out;
    uint64_t left; /* rounds until the engine is stopped */
    uint64_t ticks, received;
    gmmu_time trip; /* time of the last message under way */
    bool serve;     /* sends the first one */
} player;

static uint64_t player_tick(void *self, uint64_t cycle) {
    player *p = self;
    const note *got = link_peek(p->in);
    p->ticks++;
    if (!got && !(p->serve && cycle == 0))
        return GMMU_NEVER;
    uint64_t value = 0;
    if (got) {
        p->trip = engine_now(p->e) - got->sent;
        value = got->value + 1;
        p->received++;
        link_pop(p->in);
    }
    if (p->left-- == 0) {
        engine_stop(p->e);
        return GMMU_NEVER;
    }
    *(note *)link_push(p->out) = (note){.value = value, .sent = engine_now(p->e)};
    return GMMU_NEVER;
}

static void ping_pong(player *a, player *b, uint64_t rounds) {
    engine *e = engine_new();
    int core = engine_add_domain(e, "core", 279), mem = engine_add_domain(e, "mem", 170);
    *a = (player){.e = e, .left = rounds, .serve = true};
    *b = (player){.e = e, .left = rounds};
    int ca = engine_add_component(e, "a", core, player_tick, a);
    int cb = engine_add_component(e, "b", mem, player_tick, b);
    a->out = b->in = engine_add_link(e, "ab", ca, cb, sizeof(note), 1, 1);
    b->out = a->in = engine_add_link(e, "ba", cb, ca, sizeof(note), 1, 3);
    assert_int_equal(engine_run(e, GMMU_NEVER), ENGINE_STOPPED);
    assert_string_equal(engine_component_name(e, cb), "b");
    engine_free(e);
}

static void test_two_domains(void **state) {
    (void)state;
    player a, b;
    ping_pong(&a, &b, 100);
    /* 0 -> 279, seen at 340 by b; its answer is visible at 340 + 510 = 850, seen at 1116 by a. */
    assert_int_equal(b.received, 100);
    assert_int_equal(a.received, 100);
    assert_true(a.ticks <= 102 && b.ticks <= 102); /* asleep in between */
    assert_true(b.trip >= 279 && b.trip < 279 + 170);
    assert_true(a.trip >= 510 && a.trip < 510 + 279);
    ping_pong(&a, &b, 1);
    assert_int_equal(b.trip, 340);
    assert_int_equal(a.trip, 1116 - 340);
}

/* ---- back-pressure and lost wake-ups ---- */

typedef struct {
    engine *e;
    engine_link *out;
    uint64_t next, total, ticks;
} source;

/* Sends as long as there is room and then sleeps: only the link can wake it. */
static uint64_t source_tick(void *self, uint64_t cycle) {
    source *s = self;
    (void)cycle;
    s->ticks++;
    while (s->next < s->total) {
        note *n = link_push(s->out);
        if (!n)
            break;
        *n = (note){.value = s->next++, .sent = engine_now(s->e)};
    }
    return GMMU_NEVER;
}

typedef struct {
    engine *e;
    engine_link *in;
    uint64_t expected, ticks, every;
    uint32_t most;
} sink;

/* Takes one message per `every` cycles. */
static uint64_t sink_tick(void *self, uint64_t cycle) {
    sink *s = self;
    const note *n = link_peek(s->in);
    s->ticks++;
    if (link_level(s->in) > s->most)
        s->most = link_level(s->in);
    if (!n || cycle % s->every != 0)
        return n ? (cycle / s->every + 1) * s->every : GMMU_NEVER;
    assert_int_equal(n->value, s->expected++);
    link_pop(s->in);
    return GMMU_NEVER; /* the next message at the head wakes it */
}

static void test_back_pressure(void **state) {
    (void)state;
    for (uint32_t capacity = 1; capacity <= 5; capacity++) {
        for (uint32_t every = 1; every <= 7; every += 2) {
            engine *e = engine_new();
            int fast = engine_add_domain(e, "fast", 3), slow = engine_add_domain(e, "slow", 7);
            source s = {.e = e, .total = 50};
            sink d = {.e = e, .every = every};
            int cs = engine_add_component(e, "source", capacity & 1 ? fast : slow, source_tick, &s);
            int cd = engine_add_component(e, "sink", slow, sink_tick, &d);
            s.out = d.in = engine_add_link(e, "l", cs, cd, sizeof(note), capacity, 2);
            engine_shuffle(e, every);
            assert_int_equal(engine_run(e, GMMU_NEVER), ENGINE_IDLE);
            assert_int_equal(d.expected, 50);
            assert_int_equal(d.most, capacity);
            assert_null(link_peek(d.in));
            assert_true(s.ticks <= 60);
            engine_free(e);
        }
    }
}

/* A slot freed at T is not the producer's before its next edge, whoever ticks first. */
static void test_slot_reuse(void **state) {
    (void)state;
    for (int order = 0; order < 2; order++) {
        engine *e = engine_new();
        int core = engine_add_domain(e, "core", 1);
        source s = {.e = e, .total = 4};
        sink d = {.e = e, .every = 1};
        int cs = -1, cd = -1;
        for (int i = 0; i < 2; i++) {
            if (i == order)
                cs = engine_add_component(e, "source", core, source_tick, &s);
            else
                cd = engine_add_component(e, "sink", core, sink_tick, &d);
        }
        s.out = d.in = engine_add_link(e, "l", cs, cd, sizeof(note), 1, 1);
        /* Sent at 0, 2, 4, 6: seen and freed at 1, 3, 5, 7. */
        for (gmmu_time t = 0; t <= 7; t++) {
            (void)engine_run(e, t + 1);
            assert_int_equal(s.next, t / 2 + 1);
            assert_int_equal(d.expected, (t + 1) / 2);
        }
        engine_free(e);
    }
}

/* ---- time skip ---- */

typedef struct {
    uint64_t ticks, last;
} sleeper;

static uint64_t sleeper_tick(void *self, uint64_t cycle) {
    sleeper *s = self;
    s->ticks++;
    s->last = cycle;
    return cycle < UINT64_C(3000000000000) ? cycle + UINT64_C(1000000000000) : GMMU_NEVER;
}

static void test_time_skip(void **state) {
    (void)state;
    engine *e = engine_new();
    sleeper s = {0};
    int core = engine_add_domain(e, "core", 279);
    (void)engine_add_component(e, "sleeper", core, sleeper_tick, &s);
    assert_int_equal(engine_run(e, 1000), ENGINE_UNTIL);
    assert_int_equal(engine_now(e), 1000);
    assert_int_equal(engine_cycle(e, core), 3);
    assert_int_equal(s.ticks, 1);
    assert_int_equal(engine_run(e, GMMU_NEVER), ENGINE_IDLE);
    assert_int_equal(s.ticks, 4);
    assert_int_equal(s.last, UINT64_C(3000000000000));
    assert_int_equal(engine_now(e), engine_cycle_time(e, core, s.last));
    engine_free(e);
}

/* ---- a random graph of components: shuffling changes nothing ---- */

#define NODES 12
#define EDGES 40

typedef struct {
    engine *e;
    uint64_t random;
    uint64_t budget; /* new messages it may still make */
    engine_link *in[EDGES], *out[EDGES];
    int number;
    uint32_t ins, outs, turn;
} node;

/* Forwards what comes in, hop by hop, and starts messages at times of its own. A
 * tick with nothing to do changes nothing, as the engine demands. */
static uint64_t node_tick(void *self, uint64_t cycle) {
    node *n = self;
    bool left = false;
    for (uint32_t i = 0; i < n->ins; i++) {
        const note *got = link_peek(n->in[i]);
        if (!got)
            continue;
        engine_link *to = n->outs ? n->out[got->value % n->outs] : NULL;
        note *fwd = NULL;
        if (to && got->value % 7 != 0) {
            fwd = link_push(to);
            if (!fwd)
                continue; /* woken when there is room */
            *fwd = (note){.value = got->value / 2 + 3 * (got->value & 1), .sent = got->sent};
        }
        engine_event(n->e, n->number, i, got->value, got->sent + link_level(n->in[i]));
        link_pop(n->in[i]);
        left = true;
    }
    if (n->budget && n->outs && cycle % (5 + (uint64_t)n->number) == 0) {
        note *fresh = link_push(n->out[n->turn]);
        n->turn = (n->turn + 1) % n->outs;
        if (fresh) {
            *fresh = (note){.value = random_next(&n->random) % 100000, .sent = engine_now(n->e)};
            n->budget--;
        }
    }
    if (n->budget)
        return cycle + 1;
    return left ? cycle + 1 : GMMU_NEVER;
}

typedef struct {
    uint64_t hash, events;
    gmmu_time end;
} outcome;

static outcome random_graph(uint64_t graph, uint64_t shuffle) {
    engine *e = engine_new();
    node nodes[NODES];
    uint64_t r = graph * 77 + 1;
    int domains[3] = {engine_add_domain(e, "x", 2), engine_add_domain(e, "y", 3),
                      engine_add_domain(e, "z", 2)};
    memset(nodes, 0, sizeof(nodes));
    for (int i = 0; i < NODES; i++) {
        nodes[i] = (node){.e = e, .random = graph + (uint64_t)i + 1, .budget = 200};
        nodes[i].number = engine_add_component(e, "node", domains[random_next(&r) % 3], node_tick, &nodes[i]);
    }
    for (int i = 0; i < EDGES; i++) {
        /* Always to a higher number: a ring of full links would be a deadlock. */
        uint64_t a = random_next(&r) % (NODES - 1), b = a + 1 + random_next(&r) % (NODES - 1 - a);
        node *from = &nodes[a], *to = &nodes[b];
        from->out[from->outs++] = to->in[to->ins++] =
            engine_add_link(e, "edge", from->number, to->number, sizeof(note),
                            1 + (uint32_t)(random_next(&r) % 3), 1 + (uint32_t)(random_next(&r) % 4));
    }
    engine_shuffle(e, shuffle);
    (void)engine_run(e, 200000);
    outcome o = {engine_event_hash(e), engine_event_count(e), engine_now(e)};
    engine_free(e);
    return o;
}

static void test_shuffle(void **state) {
    (void)state;
    uint64_t last = 0;
    for (uint64_t graph = 1; graph <= 8; graph++) {
        outcome fixed = random_graph(graph, 0);
        assert_true(fixed.events > 500);
        assert_true(fixed.hash != last);
        last = fixed.hash;
        for (uint64_t seed = 1; seed <= 5; seed++) {
            outcome mixed = random_graph(graph, seed);
            assert_int_equal(mixed.hash, fixed.hash);
            assert_int_equal(mixed.events, fixed.events);
            assert_int_equal(mixed.end, fixed.end);
        }
    }
}

static void test_event_hash(void **state) {
    (void)state;
    engine *a = engine_new(), *b = engine_new();
    engine_event(a, 1, 2, 3, 4);
    engine_event(a, 5, 6, 7, 8);
    engine_event(b, 5, 6, 7, 8);
    engine_event(b, 1, 2, 3, 4);
    assert_int_equal(engine_event_hash(a), engine_event_hash(b));
    engine_event(a, 1, 2, 3, 5);
    engine_event(b, 1, 2, 5, 3);
    assert_true(engine_event_hash(a) != engine_event_hash(b));
    engine_free(a);
    engine_free(b);
}

/* The hash is of all events so far, however many there are and however often it is asked for. */
static void test_event_hash_of_many(void **state) {
    enum { MANY = 200 };
    (void)state;
    engine *a = engine_new(), *b = engine_new();
    uint64_t before = engine_event_hash(a);
    for (uint32_t i = 0; i < MANY; i++) {
        engine_event(a, 1, i, 3, (uint64_t)i << 40);
        assert_int_equal(engine_event_count(a), i + 1);
        assert_true(engine_event_hash(a) != before);
        before = engine_event_hash(a);
    }
    for (uint32_t i = MANY; i-- > 0;)
        engine_event(b, 1, i, 3, (uint64_t)i << 40);
    assert_int_equal(engine_event_hash(a), engine_event_hash(b));
    assert_int_equal(engine_event_count(b), MANY);
    engine_free(a);
    engine_free(b);
}

/* ---- two engines in two threads ---- */

static void *thread_main(void *arg) {
    outcome *o = arg;
    *o = random_graph(o->events, o->hash);
    return NULL;
}

static void test_threads(void **state) {
    (void)state;
    outcome a = {.events = 3}, b = {.events = 4, .hash = 9};
    pthread_t other;
    outcome expected_a = random_graph(3, 0), expected_b = random_graph(4, 0);
    assert_int_equal(pthread_create(&other, NULL, thread_main, &a), 0);
    (void)thread_main(&b);
    assert_int_equal(pthread_join(other, NULL), 0);
    assert_int_equal(a.hash, expected_a.hash);
    assert_int_equal(b.hash, expected_b.hash);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_domains),
        cmocka_unit_test(test_back_pressure),
        cmocka_unit_test(test_slot_reuse),
        cmocka_unit_test(test_time_skip),
        cmocka_unit_test(test_shuffle),
        cmocka_unit_test(test_event_hash),
        cmocka_unit_test(test_event_hash_of_many),
        cmocka_unit_test(test_threads),
    };
    return UNIT_TEST_RUN("engine", tests);
}
