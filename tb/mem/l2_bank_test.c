/* SPDX-License-Identifier: Apache-2.0 */
/* The L2 bank: latency, LRU, write-back, merging, back-pressure, bypassing walks. */
#include "unit_test.h"

#include <string.h>

#include "map_lists.h"
#include "mem/l2_bank.h"
#include "mem_port.h"

#define MEMORY_LATENCY 60U
#define SETS           64U
#define WAYS           16U

/* Memory behind the bank: answers reads in order, remembers writes. */
typedef struct {
    int component;
    engine_link *in, *out;
    unsigned stall_percent;
    mem_record *seen;
    size_t count;
} memory;

static uint64_t memory_tick(void *self, uint64_t cycle) {
    memory *m = self;
    const mem_message *request = NULL;
    if (mem_port_stalls(m->stall_percent, 99, cycle))
        return link_peek(m->in) ? cycle + 1 : GMMU_NEVER;
    while ((request = link_peek(m->in)) != NULL) {
        mem_message *reply = request->write ? NULL : link_push(m->out);
        if (!request->write && !reply)
            break;
        m->seen = alloc_resize(m->seen, m->count + 1, sizeof(mem_record));
        m->seen[m->count++] = (mem_record){.message = *request, .cycle = cycle};
        if (reply)
            *reply = *request;
        link_pop(m->in);
    }
    return GMMU_NEVER;
}

typedef struct {
    engine *e;
    gpu_config cfg;
    mem_map *map;
    l2_bank *b;
    mem_port port, mmu;
    memory mem;
    engine_link *epochs;
} bench;

typedef struct {
    const char *bypass; /* NULL: walks, by their hit rates, which skip all */
    bypass_skip skips;
    bool own_way; /* soak(): walks have a channel of their own */
    uint32_t mshrs, entry_latency;
    uint32_t port_cycles; /* 0: 1 */
    uint32_t chip_first;  /* l2.bypass_first */
    bypass_counting counters;
} bank_kind;

static void bench_open_by(bench *t, const bank_kind *kind, uint64_t shuffle) {
    memset(t, 0, sizeof(*t));
    t->cfg = (gpu_config){.chip = *chip_preset("mask"), .mask = mask_defaults};
    const bypass_skip skips = kind->bypass ? kind->skips : BYPASS_SKIPS_CACHE;
    t->cfg.design.l2_bypass = kind->bypass ? kind->bypass : "walks";
    t->cfg.design.bypass_first = 3;
    t->cfg.design.bypass_last = 4;
    t->cfg.design.bypass_skips = kind->chip_first ? BYPASS_SKIPS_CACHE : skips;
    t->cfg.chip.l2.bypass_first = kind->chip_first;
    t->cfg.chip.l2.bypass_skips = skips;
    t->cfg.chip.l2.bypass_counters = kind->counters;
    t->cfg.chip.l2.mshrs = kind->mshrs;
    t->cfg.chip.l2.entry_latency = kind->entry_latency;
    t->cfg.chip.l2.port_cycles = kind->port_cycles ? kind->port_cycles : 1;
    t->map = open_map(&t->cfg.chip);
    t->e = engine_new();
    int core = engine_add_domain(t->e, "core", 1);
    t->b = l2_bank_new(t->e, &t->cfg, core, 3, t->map);
    assert_non_null(t->b);
    int number = l2_bank_component(t->b);
    mem_port_open(&t->port, t->e, core);
    mem_port_open(&t->mmu, t->e, core);
    t->mem.component = engine_add_component(t->e, "memory", core, memory_tick, &t->mem);
    t->port.out = engine_add_link(t->e, "requests", t->port.component, number, sizeof(mem_message), 4, 1);
    t->port.in = engine_add_link(t->e, "replies", number, t->port.component, sizeof(mem_message), 4, 1);
    t->mem.in = engine_add_link(t->e, "to memory", number, t->mem.component, sizeof(mem_message), 4, 1);
    t->mem.out = engine_add_link(t->e, "from memory", t->mem.component, number, sizeof(mem_message), 256,
                                 MEMORY_LATENCY);
    t->epochs = engine_add_link(t->e, "epochs", t->mmu.component, number, sizeof(epoch_message), 1, 1);
    l2_bank_attach(t->b, t->port.out, t->port.in, t->mem.in, t->mem.out);
    l2_bank_attach_epochs(t->b, t->epochs);
    t->mmu.out = t->epochs;
    engine_shuffle(t->e, shuffle);
}

static void bench_open(bench *t, bool bypass, uint32_t mshrs, uint64_t shuffle) {
    bench_open_by(t, &(bank_kind){.bypass = bypass ? NULL : "none", .mshrs = mshrs}, shuffle);
}

static void run(bench *t) {
    assert_int_equal(engine_run(t->e, GMMU_NEVER), ENGINE_IDLE);
    assert_int_equal(t->port.sent, t->port.sends);
}

static void bench_close(bench *t) {
    mem_port_close(&t->port);
    mem_port_close(&t->mmu);
    free(t->mem.seen);
    l2_bank_free(t->b);
    mem_map_free(t->map);
    engine_free(t->e);
}

static mem_message line_of(const bench *t, uint64_t index, uint32_t tag) {
    mem_message m = {.paddr = mem_map_address(t->map, 3, index), .tag = tag, .port = 7, .app = 1};
    return m;
}

/* The k-th line of one and the same set. */
static uint64_t same_set(uint64_t k) {
    uint64_t index = k * SETS;
    return index | mem_fold(index, 6);
}

static void send(bench *t, uint64_t cycle, uint64_t index, uint32_t tag, bool write) {
    mem_message m = line_of(t, index, tag);
    m.write = write;
    mem_port_send(&t->port, cycle, m);
}

static void test_latency(void **state) {
    (void)state;
    bench t;
    bench_open(&t, false, 64, 0);
    send(&t, 0, 5, 10, false);
    send(&t, 500, 5, 11, false);
    run(&t);
    assert_int_equal(t.mem.count, 1);
    assert_int_equal(t.port.gots, 2);
    /* Taken in cycle 1, checked in 2, in memory at 3, back at 63, handed out, visible at 64. */
    assert_int_equal(t.port.got[0].cycle, 3 + MEMORY_LATENCY + 1);
    /* Taken at 501, leaves l2_latency = 10 later, visible one later. */
    assert_int_equal(t.port.got[1].cycle, 500 + 1 + 10 + 1);
    assert_int_equal(t.port.got[1].message.tag, 11);
    assert_int_equal(t.port.got[1].message.port, 7);
    const app_stats *s = &l2_bank_stats(t.b)[1];
    assert_int_equal(s->l2_accesses[0], 2);
    assert_int_equal(s->l2_hits[0], 1);
    bench_close(&t);
}

static void drop(bench *t, uint64_t cycle, uint64_t index, uint32_t tag) {
    mem_message m = line_of(t, index, tag);
    m.drop = true;
    mem_port_send(&t->port, cycle, m);
}

/* A dropped line is in memory and nowhere else: what was written goes there, what was read does not, and
 * later reads fetch it. A drop waits for a line that is being fetched. */
static void test_dropped_lines(void **state) {
    (void)state;
    bench t;
    bench_open(&t, false, 64, 0);
    send(&t, 0, 5, 10, true);
    send(&t, 1, 6, 11, false);
    for (uint32_t i = 0; i < 3; i++)
        drop(&t, 200 + i, 5 + i, 20 + i); /* 7 is not there */
    for (uint32_t i = 0; i < 2; i++)
        send(&t, 300 + i, 5 + i, 30 + i, false);
    send(&t, 500, 9, 40, false);
    drop(&t, 501, 9, 41);
    send(&t, 502, 9, 42, false);
    run(&t);
    const struct {
        uint64_t index;
        bool write;
    } seen[] = {{6, false}, {5, true}, {5, false}, {6, false}, {9, false}, {9, false}};
    assert_int_equal(t.mem.count, sizeof seen / sizeof *seen);
    for (size_t i = 0; i < t.mem.count; i++) {
        assert_int_equal(t.mem.seen[i].message.paddr, line_of(&t, seen[i].index, 0).paddr);
        assert_int_equal(t.mem.seen[i].message.write, seen[i].write);
    }
    static const uint32_t answered[] = {11, 20, 21, 22, 30, 31, 40, 41, 42};
    assert_int_equal(t.port.gots, sizeof answered / sizeof *answered);
    for (size_t i = 0; i < t.port.gots; i++)
        assert_int_equal(t.port.got[i].message.tag, answered[i]);
    assert_int_equal(t.port.got[1].cycle, 200 + 1 + 10 + 1);
    const app_stats *s = &l2_bank_stats(t.b)[1];
    assert_int_equal(s->l2_accesses[0], 6); /* a drop is none */
    assert_int_equal(s->l2_hits[0], 0);
    bench_close(&t);
}

/* A write that is to be acknowledged has a reply, hit or miss, and only then; a read behind it hits. */
static void test_acknowledged_writes(void **state) {
    (void)state;
    bench t;
    bench_open(&t, false, 64, 0);
    for (uint32_t i = 0; i < 3; i++) {
        mem_message m = line_of(&t, 5, 20 + i);
        m.write = i < 2;
        m.ack = m.write;
        mem_port_send(&t.port, UINT64_C(100) * i, m);
    }
    send(&t, 300, 6, 30, true);
    run(&t);
    assert_int_equal(t.mem.count, 0);
    assert_int_equal(t.port.gots, 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(t.port.got[i].message.tag, 20 + i);
        assert_int_equal(t.port.got[i].message.ack, i < 2);
        assert_int_equal(t.port.got[i].cycle, t.port.got[0].cycle + UINT64_C(100) * i);
    }
    bench_close(&t);
}

/* Two ports, each with a line for l2.port_cycles. */
static void test_throughput(void **state) {
    (void)state;
    for (uint32_t held = 1; held <= 10; held++) {
        bench t;
        bench_open_by(&t, &(bank_kind){.bypass = "none", .mshrs = 64, .port_cycles = held}, 0);
        send(&t, 0, 5, 0, false);
        for (uint32_t i = 0; i < 400; i++)
            send(&t, 1000, 5, i, false);
        run(&t);
        assert_int_equal(t.port.gots, 401);
        assert_int_equal(t.port.got[400].cycle - t.port.got[1].cycle, UINT64_C(199) * held);
        bench_close(&t);
    }
}

static void test_lru(void **state) {
    (void)state;
    bench t;
    bench_open(&t, false, 64, 0);
    for (uint32_t k = 0; k < WAYS; k++)
        send(&t, k * 100, same_set(k), k, false);
    send(&t, 2000, same_set(0), 0, false);    /* hit: now line 1 is the oldest */
    send(&t, 2100, same_set(WAYS), 0, false); /* takes its place */
    send(&t, 2300, same_set(0), 0, false);    /* hit */
    send(&t, 2400, same_set(2), 0, false);    /* hit */
    send(&t, 2500, same_set(1), 0, false);    /* miss */
    run(&t);
    assert_int_equal(l2_bank_stats(t.b)[1].l2_hits[0], 3);
    assert_int_equal(t.mem.count, WAYS + 2);
    assert_int_equal(t.mem.seen[WAYS + 1].message.paddr, mem_map_address(t.map, 3, same_set(1)));
    bench_close(&t);
}

/* A write takes its line without a fetch, is read back as a hit, and leaves with its line. */
static void test_write_back(void **state) {
    (void)state;
    bench t;
    bench_open(&t, false, 64, 0);
    send(&t, 0, same_set(0), 0, true);
    send(&t, 100, same_set(0), 1, false);
    for (uint32_t k = 1; k <= WAYS + 3; k++)
        send(&t, 100 + k * 100, same_set(k), k, false);
    run(&t);
    size_t writes = 0;
    for (size_t i = 0; i < t.mem.count; i++) {
        if (!t.mem.seen[i].message.write)
            continue;
        writes++;
        assert_int_equal(t.mem.seen[i].message.paddr, mem_map_address(t.map, 3, same_set(0)));
        assert_int_equal(t.mem.seen[i].message.app, 1);
    }
    assert_int_equal(writes, 1);
    assert_int_equal(t.port.gots, WAYS + 4);
    assert_int_equal(t.mem.count, WAYS + 4); /* fetches of all lines but the first, and one write-back */
    bench_close(&t);
}

/* Reads of a line on its way share one fetch, up to L2_MERGES; a write to it makes it dirty. */
static void test_merging(void **state) {
    (void)state;
    bench t;
    bench_open(&t, false, 64, 0);
    for (uint32_t i = 0; i < L2_MERGES + 4; i++)
        send(&t, 0, same_set(0), i, false);
    run(&t);
    assert_int_equal(t.mem.count, 1);
    assert_int_equal(t.port.gots, L2_MERGES + 4);
    for (uint32_t i = 0; i < L2_MERGES + 4; i++)
        assert_int_equal(t.port.got[i].message.tag, i);
    bench_close(&t);

    bench_open(&t, false, 64, 0);
    send(&t, 0, same_set(0), 0, false);
    send(&t, 1, same_set(0), 1, true);
    for (uint32_t k = 1; k <= WAYS; k++)
        send(&t, k * 100, same_set(k), k, false);
    run(&t);
    assert_int_equal(t.mem.count, WAYS + 2);
    assert_true(t.mem.seen[WAYS + 1].message.write || t.mem.seen[WAYS].message.write);
    bench_close(&t);
}

/* Who asks on a channel for walks, which go on to memory among the data. */
static void open_walker(bench *t, mem_port *walker) {
    mem_port_open(walker, t->e, 0);
    walker->out =
        engine_add_link(t->e, "walks", walker->component, l2_bank_component(t->b), sizeof(mem_message), 4, 1);
    l2_bank_attach_walks(t->b, walker->out, NULL);
}

/* A read that looks up nothing holds its port for a cycle, another one for l2.port_cycles. */
static void test_what_holds_a_port(void **state) {
    (void)state;
    for (uint32_t looks_up = 0; looks_up < 2; looks_up++) {
        bank_kind kind = {.bypass = "static", .mshrs = 64, .port_cycles = 10};
        bench t;
        kind.skips = looks_up ? BYPASS_SKIPS_WAY_FILL : BYPASS_SKIPS_CACHE;
        bench_open_by(&t, &kind, 0);
        for (uint32_t i = 0; i < 40; i++) {
            mem_message m = line_of(&t, 64 * i, i);
            m.depth = 4;
            mem_port_send(&t.port, 0, m);
        }
        run(&t);
        assert_int_equal(t.mem.count, 40);
        assert_int_equal(t.mem.seen[39].cycle - t.mem.seen[1].cycle, looks_up ? 19 * 10 : 19);
        bench_close(&t);
    }
}

/* Data that wait for MSHRs do not hold up a walk on its own channel, nor take its MSHRs. */
static void test_walk_channel(void **state) {
    (void)state;
    bench t;
    mem_port walker;
    mem_port walk_memory; /* keeps what it gets */
    bench_open(&t, false, 32, 0);
    open_walker(&t, &walker);
    mem_port_open(&walk_memory, t.e, 0);
    walk_memory.in = engine_add_link(t.e, "walks to memory", l2_bank_component(t.b), walk_memory.component,
                                     sizeof(mem_message), 4, 1);
    l2_bank_attach_walks(t.b, walker.out, walk_memory.in);
    for (uint32_t i = 0; i < 200; i++)
        send(&t, 0, same_set(i), i, false);
    mem_message walk = line_of(&t, 7, 1000);
    walk.depth = 4;
    mem_port_send(&walker, 40, walk); /* 24 data misses are out, the others stall until 60 later */
    run(&t);
    assert_int_equal(walk_memory.gots, 1);
    assert_int_equal(walk_memory.got[0].cycle,
                     40 + 3); /* taken at 41, checked and out at 42, visible at 43 */
    assert_int_equal(t.mem.count, 200);
    assert_int_equal(t.port.gots, 200);
    uint32_t in_first_round = 0;
    for (size_t i = 0; i < t.mem.count; i++)
        in_first_round += t.mem.seen[i].cycle < MEMORY_LATENCY;
    assert_int_equal(in_first_round, 32 - 8);
    mem_port_close(&walker);
    mem_port_close(&walk_memory);
    bench_close(&t);
}

/* The ends of epochs of `length` cycles; the bank looks at nothing else in the message. */
static void send_epochs(bench *t, uint32_t count, uint64_t length) {
    for (uint32_t k = 1; k <= count; k++)
        mem_port_send(&t->mmu, k * length, (mem_message){.tag = k});
}

/* Hit rates of 0 in walks and near 1 in data: from the second epoch on, walks of that depth go past the
 * cache, but for those of the sampled sets. */
static void send_mixture(bench *t) {
    send_epochs(t, 3, 5000);
    for (uint32_t i = 0; i < 2000; i++) {
        mem_message m = line_of(t, i % 8, i);
        if (i % 4 == 3) {
            m = line_of(t, 100000 + 64 * i, i);
            m.depth = 4;
        }
        mem_port_send(&t->port, i * 10, m);
    }
}

static void test_bypass(void **state) {
    (void)state;
    for (int on = 0; on < 2; on++) {
        bench t;
        bench_open(&t, on, 64, 0);
        send_mixture(&t);
        run(&t);
        const app_stats *s = &l2_bank_stats(t.b)[1];
        assert_int_equal(t.port.gots, 2000);
        assert_int_equal(s->l2_accesses[4] + s->l2_bypassed[4], 500);
        assert_int_equal(s->l2_bypassed[0], 0);
        if (on) /* of the last 375, but for those of one set in eight */
            assert_in_range(s->l2_bypassed[4], 310, 345);
        else
            assert_int_equal(s->l2_bypassed[4], 0);
        size_t flagged = 0;
        for (size_t i = 0; i < t.mem.count; i++)
            flagged += t.mem.seen[i].message.bypass;
        assert_int_equal(flagged, s->l2_bypassed[4]);
        bench_close(&t);
    }
}

#define FAR 85U /* cycles from the crossbar to the tags */

/* The cycle in which the port was to send the line. */
static uint64_t sent_at(const mem_port *p, uint64_t paddr) {
    for (size_t i = 0; i < p->sends; i++)
        if (p->send[i].message.paddr == paddr)
            return p->send[i].cycle;
    fail();
    return 0;
}

/*
 * MASK 7.2: what the bypass gains is first of all that its requests do not wait on their way to the L2 cache.
 * A walk that looks up the cache is in memory FAR cycles later than one that goes past it, whatever comes
 * before it.
 */
static void test_bypass_skips_the_entry(void **state) {
    (void)state;
    bench t;
    mem_port walker;
    bench_open_by(&t, &(bank_kind){.mshrs = 64, .entry_latency = FAR}, 0);
    open_walker(&t, &walker);
    send_epochs(&t, 3, 5000);
    for (uint32_t i = 0; i < 2000; i++) {
        mem_message walk = line_of(&t, 100000 + 64 * i, i);
        walk.depth = 4;
        if (i % 4 == 3)
            mem_port_send(&walker, i * UINT64_C(10), walk);
        else
            send(&t, i * UINT64_C(10), i % 8, i, false);
    }
    run(&t);
    const app_stats *s = &l2_bank_stats(t.b)[1];
    assert_int_equal(t.port.gots, 2000);
    assert_int_equal(s->l2_accesses[4] + s->l2_bypassed[4], 500);
    assert_in_range(s->l2_bypassed[4], 310, 345);
    for (size_t i = 0; i < t.mem.count; i++) {
        const mem_record *seen = &t.mem.seen[i];
        if (seen->message.depth) /* sent, taken, checked, seen */
            assert_int_equal(seen->cycle,
                             sent_at(&walker, seen->message.paddr) + 3 + (seen->message.bypass ? 0 : FAR));
    }
    mem_port_close(&walker);
    bench_close(&t);
}

/*
 * MASK 5.3 weighs its rule against "a scheme that statically bypasses address translation requests for a
 * certain page table level". That one needs no epoch and looks at no hit rate: of two lines for each level,
 * read in turn, those of levels 3 and 4 bypass, the others and data hit. What a read skips are three things,
 * each by itself: without the way to the tags it is in memory earlier, without the look-up it goes there each
 * time, and without the fill it leaves no line to hit. Who reads these lines at the end sees which are in the
 * cache.
 */
static void static_bypass(bench *t, bool by_chip, bypass_skip skips) {
    enum { READS = 600, LINES = 12, LEVELS = 6, LEFT = 4 };
    static const uint8_t left[LEFT] = {3, 4, 9, 10};
    const uint64_t period = 400; /* cycles, longer than a miss */
    const bool looks_up = !(skips & BYPASS_SKIPS_LOOKUP), fills = !(skips & BYPASS_SKIPS_FILL);
    mem_port walker;
    const unsigned last = by_chip ? LEVELS - 1 : 4; /* that bypasses; the first is 3 */
    bank_kind kind = {.bypass = by_chip ? "walks" : "static", .mshrs = 64, .entry_latency = FAR};
    kind.chip_first = by_chip ? 3 : 0;
    kind.skips = skips;
    bench_open_by(t, &kind, 0);
    open_walker(t, &walker);
    for (uint32_t i = 0; i < READS; i++) {
        mem_message m = line_of(t, i % LINES, i);
        m.depth = (uint8_t)(i % LEVELS);
        mem_port_send(m.depth ? &walker : &t->port, i * period, m);
    }
    for (uint32_t i = 0; i < 2 * LEFT; i++) { /* data, then a walk */
        mem_message m = line_of(t, left[i / 2], READS + i);
        m.depth = i % 2 ? 3 : 0;
        mem_port_send(m.depth ? &walker : &t->port, (READS + i) * period, m);
    }
    run(t);
    const app_stats *s = &l2_bank_stats(t->b)[1];
    for (unsigned depth = 0; depth < LEVELS; depth++) {
        const bool bypasses = depth >= 3 && depth <= last;
        const unsigned at_end = depth == 3 ? LEFT : 0;
        unsigned hits = bypasses ? (looks_up ? (fills ? 98 : 0) + at_end : 0) : 98;
        hits += depth == 0 && fills ? LEFT : 0;
        assert_int_equal(s->l2_bypassed[depth], bypasses && !looks_up ? 100 + at_end : 0);
        assert_int_equal(s->l2_hits[depth], hits);
    }
    for (size_t i = 0; i < t->mem.count; i++) {
        const mem_record *seen = &t->mem.seen[i];
        const uint8_t depth = seen->message.depth;
        const bool skips_way = depth >= 3 && depth <= last && (skips & BYPASS_SKIPS_WAY);
        const uint64_t way = 3 + (skips_way ? 0 : FAR); /* sent, taken, checked, seen */
        if (depth)
            assert_int_equal((seen->cycle - way) % period, 0);
    }
    mem_port_close(&walker);
    bench_close(t);
}

static void test_static_bypass(void **state) {
    bench t;
    (void)state;
    for (unsigned skips = 0; skips <= BYPASS_SKIPS_CACHE; skips++) {
        static_bypass(&t, false, (bypass_skip)skips);
        static_bypass(&t, true, (bypass_skip)skips);
    }
}

/*
 * MASK 5.3: page-table entries with locality stay in the L2 cache, and a level is bypassed when it hits less
 * often than data. A level whose lines all fit is never bypassed, although its first accesses miss: it is
 * judged after an epoch, not by its first reads.
 */
static void cold_start(uint32_t lines, uint32_t epoch, uint32_t most_bypassed) {
    enum { WARM = 1000, READS = 20000 };
    bench t;
    bench_open(&t, true, 64, 0);
    send_epochs(&t, (WARM + READS) * 20 / epoch, epoch);
    for (uint32_t i = 0; i < WARM + READS; i++) { /* data come first */
        mem_message walk = line_of(&t, i % lines, i);
        walk.depth = 4;
        if (i >= WARM)
            mem_port_send(&t.port, i * UINT64_C(20), walk);
        /* Data hit in 15 of 16 accesses. */
        send(&t, i * UINT64_C(20) + 10, i % 16 ? 5000 + i % 8 : 100000 + i, i, false);
    }
    run(&t);
    const app_stats *s = &l2_bank_stats(t.b)[1];
    assert_in_range(s->l2_bypassed[4], 0, most_bypassed);
    assert_int_equal(s->l2_hits[4], READS - lines - s->l2_bypassed[4]);
    bench_close(&t);
}

static void test_cold_start(void **state) {
    (void)state;
    cold_start(8, 100000, 0);
    cold_start(128, 100000, 0);
}

/*
 * An epoch of 100 reads of 128 lines sees cold misses alone, so the level is bypassed after it. It comes back
 * for good: the sampled sets are filled as if nothing bypassed, so there its lines are found to hit, where
 * one read in so many, of lines that nobody fills, would go on missing.
 */
static void test_cold_start_in_short_epochs(void **state) {
    (void)state;
    cold_start(8, 2000, 7 * 100);
    cold_start(128, 2000, 2 * 7 * 100);
}

/*
 * MASK 7.4 has the counters in the cores, so each application's walks are compared with its own data. One has
 * leaves that hit in 15 of 16 reads, and data that hit in 3 of 4: its leaves never bypass. The other has data
 * that nearly always hit and leaves that never do. Counted together, the leaves of both hit less than the
 * data.
 */
static void two_applications(bypass_counting counters, bool first_bypasses) {
    enum { READS = 16000 };
    bench t;
    bench_open_by(&t, &(bank_kind){.mshrs = 64, .counters = counters}, 0);
    send_epochs(&t, 16, 20000);
    for (uint32_t i = 0; i < READS; i++) {
        const bool first = i % 2 == 0, walk = i / 2 % 2 == 0;
        const uint32_t turn = i / 4;
        const bool again = first ? (walk ? turn % 16 : turn % 4) : !walk; /* the line was read before */
        mem_message m = line_of(&t, again ? 5000 + 4 * (turn % 2) + i % 4 : 100000 + i, i);
        m.app = first ? 1 : 2;
        m.depth = walk ? 4 : 0;
        mem_port_send(&t.port, i * UINT64_C(20), m);
    }
    run(&t);
    const app_stats *s = l2_bank_stats(t.b);
    assert_int_equal(s[1].l2_accesses[4] + s[1].l2_bypassed[4], READS / 4);
    assert_int_equal(s[2].l2_accesses[4] + s[2].l2_bypassed[4], READS / 4);
    assert_int_equal(s[1].l2_bypassed[4] != 0, first_bypasses);
    assert_in_range(s[2].l2_bypassed[4], READS / 4 / 2, READS / 4);
    bench_close(&t);
}

static void test_counters_of_applications(void **state) {
    (void)state;
    two_applications(BYPASS_COUNTERS_SHARED, true);
    two_applications(BYPASS_COUNTERS_APPLICATION, false);
}

/* What is written comes to memory: every line written is written back after its last write. */
static void check_written(const bench *t) {
    for (size_t i = 0; i < t->port.sends; i++) {
        const mem_record *sent = &t->port.send[i];
        bool written = !sent->message.write;
        for (size_t k = t->mem.count; k-- > 0 && !written;) {
            const mem_record *seen = &t->mem.seen[k];
            if (seen->cycle < sent->cycle)
                break;
            written = seen->message.write && seen->message.paddr == sent->message.paddr;
        }
        assert_true(written);
    }
}

#define SOAK 3000U

typedef struct {
    uint64_t signature;
    gmmu_time end; /* of the engine */
} soaked;

/* Few MSHRs, slow memory, a receiver that refuses: everything is answered exactly once. Ends at `end`, if
 * components are never to sleep; else (0) when all sleep. */
static soaked soak(const bank_kind *kind, uint64_t shuffle, uint64_t seed, gmmu_time end) {
    bench t;
    mem_port walker;
    uint64_t r = seed, signature = 0;
    bench_open_by(&t, kind, shuffle);
    open_walker(&t, &walker);
    t.port.stall_percent = 40;
    t.mem.stall_percent = 30;
    for (uint32_t i = 0; i < SOAK; i++) {
        mem_message m = line_of(&t, random_next(&r) % (i % 2 ? 64 : 4000), i);
        m.depth = (uint8_t)(random_next(&r) % 3 == 0 ? random_next(&r) % 8 : 0);
        m.write = m.depth == 0 && random_next(&r) % 3 == 0;
        mem_port_send(kind->own_way && m.depth ? &walker : &t.port, 0, m);
    }
    for (uint32_t k = 0; k < SETS * WAYS; k++) /* reads that push everything out */
        send(&t, 0, 1000000 + k, SOAK + k, false);
    if (end != 0) {
        engine_never_sleep(t.e);
        assert_int_equal(engine_run(t.e, end), ENGINE_UNTIL);
    } else {
        run(&t);
    }
    uint8_t answers[SOAK + SETS * WAYS];
    memset(answers, 0, sizeof(answers));
    for (size_t i = 0; i < t.port.gots; i++) {
        answers[t.port.got[i].message.tag]++;
        signature = signature * 31 + t.port.got[i].cycle * 7 + t.port.got[i].message.tag;
    }
    for (size_t i = 0; i < t.port.sends; i++)
        assert_int_equal(answers[t.port.send[i].message.tag], t.port.send[i].message.write ? 0 : 1);
    for (size_t i = 0; i < walker.sends; i++)
        assert_int_equal(answers[walker.send[i].message.tag], 1);
    check_written(&t);
    const soaked result = {.signature = signature * 31 + engine_event_hash(t.e), .end = engine_now(t.e) + 1};
    mem_port_close(&walker);
    bench_close(&t);
    return result;
}

static void test_soak(void **state) {
    (void)state;
    (void)soak(&(bank_kind){.mshrs = 64}, 0, 6, 0);
    const bank_kind kinds[] = {{.mshrs = 8},
                               {.mshrs = 8, .own_way = true},
                               {.mshrs = 8, .own_way = true, .entry_latency = FAR, .port_cycles = 7}};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const soaked fixed = soak(&kinds[k], 0, 7, 0);
        for (uint64_t shuffle = 1; shuffle < 4; shuffle++)
            assert_int_equal(soak(&kinds[k], shuffle, 7, 0).signature, fixed.signature);
    }
}

/* A bank sleeps while what waits in it waits for others only: it does the same when it never sleeps. */
static void test_sleep(void **state) {
    (void)state;
    for (uint32_t mshrs = 1; mshrs <= 64; mshrs *= 4) {
        const bank_kind kinds[] = {
            {.mshrs = mshrs},
            {.mshrs = mshrs + 3, .own_way = true, .entry_latency = FAR},
            {.mshrs = mshrs + 3, .own_way = true, .entry_latency = FAR, .port_cycles = 10}};
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            const soaked fixed = soak(&kinds[k], 0, mshrs, 0);
            assert_int_equal(soak(&kinds[k], 0, mshrs, fixed.end).signature, fixed.signature);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_latency),
        cmocka_unit_test(test_throughput),
        cmocka_unit_test(test_what_holds_a_port),
        cmocka_unit_test(test_lru),
        cmocka_unit_test(test_write_back),
        cmocka_unit_test(test_merging),
        cmocka_unit_test(test_bypass),
        cmocka_unit_test(test_soak),
        cmocka_unit_test(test_walk_channel),
        cmocka_unit_test(test_cold_start),
        cmocka_unit_test(test_cold_start_in_short_epochs),
        cmocka_unit_test(test_counters_of_applications),
        cmocka_unit_test(test_acknowledged_writes),
        cmocka_unit_test(test_dropped_lines),
        cmocka_unit_test(test_sleep),
        cmocka_unit_test(test_bypass_skips_the_entry),
        cmocka_unit_test(test_static_bypass),
    };
    return UNIT_TEST_RUN("l2_bank", tests);
}
