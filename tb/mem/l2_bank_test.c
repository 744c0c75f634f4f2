/* SPDX-License-Identifier: Apache-2.0 */
/* The L2 bank: latency, LRU, write-back, merging, back-pressure, bypassing walks. */
#include "unit_test.h"

#include <string.h>

#include "l2_bench.h"

static void test_latency(void **state) {
    (void)state;
    l2_bench t;
    l2_bench_open(&t, false, 64, 0);
    l2_bench_send(&t, 0, 5, 10, false);
    l2_bench_send(&t, 500, 5, 11, false);
    l2_bench_run(&t);
    assert_int_equal(t.mem.count, 1);
    assert_int_equal(t.port.gots, 2);
    /* Taken in cycle 1, checked in 2, in memory at 3, back at 63, handed out, visible at 64. */
    assert_int_equal(t.port.got[0].cycle, 3 + L2_BENCH_LATENCY + 1);
    /* Taken at 501, leaves l2_latency = 10 later, visible one later. */
    assert_int_equal(t.port.got[1].cycle, 500 + 1 + 10 + 1);
    assert_int_equal(t.port.got[1].message.tag, 11);
    assert_int_equal(t.port.got[1].message.port, 7);
    const app_stats *s = &l2_bank_stats(t.b)[1];
    assert_int_equal(s->l2_accesses[0], 2);
    assert_int_equal(s->l2_hits[0], 1);
    l2_bench_close(&t);
}

static void drop(l2_bench *t, uint64_t cycle, uint64_t index, uint32_t tag) {
    mem_message m = l2_bench_line(t, index, tag);
    m.drop = true;
    mem_port_send(&t->port, cycle, m);
}

/* A dropped line is in memory and nowhere else: what was written goes there, what was read does not, and
 * later reads fetch it. A drop waits for a line that is being fetched. */
static void test_dropped_lines(void **state) {
    (void)state;
    l2_bench t;
    l2_bench_open(&t, false, 64, 0);
    l2_bench_send(&t, 0, 5, 10, true);
    l2_bench_send(&t, 1, 6, 11, false);
    for (uint32_t i = 0; i < 3; i++)
        drop(&t, 200 + i, 5 + i, 20 + i); /* 7 is not there */
    for (uint32_t i = 0; i < 2; i++)
        l2_bench_send(&t, 300 + i, 5 + i, 30 + i, false);
    l2_bench_send(&t, 500, 9, 40, false);
    drop(&t, 501, 9, 41);
    l2_bench_send(&t, 502, 9, 42, false);
    l2_bench_run(&t);
    const struct {
        uint64_t index;
        bool write;
    } seen[] = {{6, false}, {5, true}, {5, false}, {6, false}, {9, false}, {9, false}};
    assert_int_equal(t.mem.count, sizeof seen / sizeof *seen);
    for (size_t i = 0; i < t.mem.count; i++) {
        assert_int_equal(t.mem.seen[i].message.paddr, l2_bench_line(&t, seen[i].index, 0).paddr);
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
    l2_bench_close(&t);
}

/* FGPU App. A: "The cache is LRU but it is asymmetric for reads and writes. Data that is cached on a write
 * miss is less likely to be evicted than data that is cached on a read miss." A line is written, as many
 * others as the set has ways are read, and the written one is still there; of those that were read the oldest
 * are not. With LRU it is not there, and with a set full of written lines a read finds room. */
static void test_written_lines_stay(void **state) {
    (void)state;
    for (int unwritten = 0; unwritten < 2; unwritten++) {
        l2_bench t;
        l2_bench_open_by(&t,
                         &(l2_bench_kind){.bypass = "none",
                                          .mshrs = 64,
                                          .evicts = unwritten ? EVICTS_UNWRITTEN : EVICTS_LRU},
                         0);
        l2_bench_send(&t, 0, l2_bench_same_set(0), 1, true);
        for (uint64_t k = 1; k <= L2_BENCH_WAYS; k++)
            l2_bench_send(&t, 200 * k, l2_bench_same_set(k), 1 + (uint32_t)k, false);
        l2_bench_send(&t, 5000, l2_bench_same_set(0), 100, false);
        l2_bench_send(&t, 5200, l2_bench_same_set(L2_BENCH_WAYS), 101, false);
        l2_bench_send(&t, 5400, l2_bench_same_set(1), 102, false);
        for (uint64_t k = 0; k < L2_BENCH_WAYS; k++)
            l2_bench_send(&t, 6000 + 200 * k, l2_bench_same_set(100 + k), 200, true);
        l2_bench_send(&t, 12000, l2_bench_same_set(50), 103, false);
        l2_bench_send(&t, 12200, l2_bench_same_set(50), 104, false);
        l2_bench_run(&t);
        const app_stats *s = &l2_bank_stats(t.b)[1];
        /* The written one, one that was read just now, and the last one. */
        assert_int_equal(s->l2_hits[0], unwritten ? 3 : 2);
        size_t written = 0;
        for (size_t i = 0; i < t.mem.count; i++)
            written += t.mem.seen[i].message.write;
        assert_int_equal(written,
                         2); /* one that the other writes push out, and one of these for the last read */
        l2_bench_close(&t);
    }
}

/* A write that is to be acknowledged has a reply, hit or miss, and only then; a read behind it hits. */
static void test_acknowledged_writes(void **state) {
    (void)state;
    l2_bench t;
    l2_bench_open(&t, false, 64, 0);
    for (uint32_t i = 0; i < 3; i++) {
        mem_message m = l2_bench_line(&t, 5, 20 + i);
        m.write = i < 2;
        m.ack = m.write;
        mem_port_send(&t.port, UINT64_C(100) * i, m);
    }
    l2_bench_send(&t, 300, 6, 30, true);
    l2_bench_run(&t);
    assert_int_equal(t.mem.count, 0);
    assert_int_equal(t.port.gots, 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(t.port.got[i].message.tag, 20 + i);
        assert_int_equal(t.port.got[i].message.ack, i < 2);
        assert_int_equal(t.port.got[i].cycle, t.port.got[0].cycle + UINT64_C(100) * i);
    }
    l2_bench_close(&t);
}

/* Two ports, each with a line for l2.port_cycles. */
static void test_throughput(void **state) {
    (void)state;
    for (uint32_t held = 1; held <= 10; held++) {
        l2_bench t;
        l2_bench_open_by(&t, &(l2_bench_kind){.bypass = "none", .mshrs = 64, .port_cycles = held}, 0);
        l2_bench_send(&t, 0, 5, 0, false);
        for (uint32_t i = 0; i < 400; i++)
            l2_bench_send(&t, 1000, 5, i, false);
        l2_bench_run(&t);
        assert_int_equal(t.port.gots, 401);
        assert_int_equal(t.port.got[400].cycle - t.port.got[1].cycle, UINT64_C(199) * held);
        l2_bench_close(&t);
    }
}

static void test_lru(void **state) {
    (void)state;
    l2_bench t;
    l2_bench_open(&t, false, 64, 0);
    for (uint32_t k = 0; k < L2_BENCH_WAYS; k++)
        l2_bench_send(&t, k * 100, l2_bench_same_set(k), k, false);
    l2_bench_send(&t, 2000, l2_bench_same_set(0), 0, false);             /* hit: now line 1 is the oldest */
    l2_bench_send(&t, 2100, l2_bench_same_set(L2_BENCH_WAYS), 0, false); /* takes its place */
    l2_bench_send(&t, 2300, l2_bench_same_set(0), 0, false);             /* hit */
    l2_bench_send(&t, 2400, l2_bench_same_set(2), 0, false);             /* hit */
    l2_bench_send(&t, 2500, l2_bench_same_set(1), 0, false);             /* miss */
    l2_bench_run(&t);
    assert_int_equal(l2_bank_stats(t.b)[1].l2_hits[0], 3);
    assert_int_equal(t.mem.count, L2_BENCH_WAYS + 2);
    assert_int_equal(t.mem.seen[L2_BENCH_WAYS + 1].message.paddr,
                     mem_map_address(t.map, 3, l2_bench_same_set(1)));
    l2_bench_close(&t);
}

/* A write takes its line without a fetch, is read back as a hit, and leaves with its line. */
static void test_write_back(void **state) {
    (void)state;
    l2_bench t;
    l2_bench_open(&t, false, 64, 0);
    l2_bench_send(&t, 0, l2_bench_same_set(0), 0, true);
    l2_bench_send(&t, 100, l2_bench_same_set(0), 1, false);
    for (uint32_t k = 1; k <= L2_BENCH_WAYS + 3; k++)
        l2_bench_send(&t, 100 + k * 100, l2_bench_same_set(k), k, false);
    l2_bench_run(&t);
    size_t writes = 0;
    for (size_t i = 0; i < t.mem.count; i++) {
        if (!t.mem.seen[i].message.write)
            continue;
        writes++;
        assert_int_equal(t.mem.seen[i].message.paddr, mem_map_address(t.map, 3, l2_bench_same_set(0)));
        assert_int_equal(t.mem.seen[i].message.app, 1);
    }
    assert_int_equal(writes, 1);
    assert_int_equal(t.port.gots, L2_BENCH_WAYS + 4);
    assert_int_equal(t.mem.count,
                     L2_BENCH_WAYS + 4); /* fetches of all lines but the first, and one write-back */
    l2_bench_close(&t);
}

/* Reads of a line on its way share one fetch, up to L2_MERGES; a write to it makes it dirty. */
static void test_merging(void **state) {
    (void)state;
    l2_bench t;
    l2_bench_open(&t, false, 64, 0);
    for (uint32_t i = 0; i < L2_MERGES + 4; i++)
        l2_bench_send(&t, 0, l2_bench_same_set(0), i, false);
    l2_bench_run(&t);
    assert_int_equal(t.mem.count, 1);
    assert_int_equal(t.port.gots, L2_MERGES + 4);
    for (uint32_t i = 0; i < L2_MERGES + 4; i++)
        assert_int_equal(t.port.got[i].message.tag, i);
    l2_bench_close(&t);

    l2_bench_open(&t, false, 64, 0);
    l2_bench_send(&t, 0, l2_bench_same_set(0), 0, false);
    l2_bench_send(&t, 1, l2_bench_same_set(0), 1, true);
    for (uint32_t k = 1; k <= L2_BENCH_WAYS; k++)
        l2_bench_send(&t, k * 100, l2_bench_same_set(k), k, false);
    l2_bench_run(&t);
    assert_int_equal(t.mem.count, L2_BENCH_WAYS + 2);
    assert_true(t.mem.seen[L2_BENCH_WAYS + 1].message.write || t.mem.seen[L2_BENCH_WAYS].message.write);
    l2_bench_close(&t);
}

/* Who asks on a channel for walks, which go on to memory among the data. */
static void open_walker(l2_bench *t, mem_port *walker) {
    mem_port_open(walker, t->e, 0);
    walker->out =
        engine_add_link(t->e, "walks", walker->component, l2_bank_component(t->b), sizeof(mem_message), 4, 1);
    l2_bank_attach_walks(t->b, walker->out, NULL);
}

/* A read that looks up nothing holds its port for a cycle, another one for l2.port_cycles. */
static void test_what_holds_a_port(void **state) {
    (void)state;
    for (uint32_t looks_up = 0; looks_up < 2; looks_up++) {
        l2_bench_kind kind = {.bypass = "static", .mshrs = 64, .port_cycles = 10};
        l2_bench t;
        kind.skips = looks_up ? BYPASS_SKIPS_WAY_FILL : BYPASS_SKIPS_CACHE;
        l2_bench_open_by(&t, &kind, 0);
        for (uint32_t i = 0; i < 40; i++) {
            mem_message m = l2_bench_line(&t, 64 * i, i);
            m.depth = 4;
            mem_port_send(&t.port, 0, m);
        }
        l2_bench_run(&t);
        assert_int_equal(t.mem.count, 40);
        assert_int_equal(t.mem.seen[39].cycle - t.mem.seen[1].cycle, looks_up ? 19 * 10 : 19);
        l2_bench_close(&t);
    }
}

/* Data that wait for MSHRs do not hold up a walk on its own channel, nor take its MSHRs. */
static void test_walk_channel(void **state) {
    (void)state;
    l2_bench t;
    mem_port walker;
    mem_port walk_memory; /* keeps what it gets */
    l2_bench_open(&t, false, 32, 0);
    open_walker(&t, &walker);
    mem_port_open(&walk_memory, t.e, 0);
    walk_memory.in = engine_add_link(t.e, "walks to memory", l2_bank_component(t.b), walk_memory.component,
                                     sizeof(mem_message), 4, 1);
    l2_bank_attach_walks(t.b, walker.out, walk_memory.in);
    for (uint32_t i = 0; i < 200; i++)
        l2_bench_send(&t, 0, l2_bench_same_set(i), i, false);
    mem_message walk = l2_bench_line(&t, 7, 1000);
    walk.depth = 4;
    mem_port_send(&walker, 40, walk); /* 24 data misses are out, the others stall until 60 later */
    l2_bench_run(&t);
    assert_int_equal(walk_memory.gots, 1);
    assert_int_equal(walk_memory.got[0].cycle,
                     40 + 3); /* taken at 41, checked and out at 42, visible at 43 */
    assert_int_equal(t.mem.count, 200);
    assert_int_equal(t.port.gots, 200);
    uint32_t in_first_round = 0;
    for (size_t i = 0; i < t.mem.count; i++)
        in_first_round += t.mem.seen[i].cycle < L2_BENCH_LATENCY;
    assert_int_equal(in_first_round, 32 - 8);
    mem_port_close(&walker);
    mem_port_close(&walk_memory);
    l2_bench_close(&t);
}

/* The ends of epochs of `length` cycles; the bank looks at nothing else in the message. */
static void send_epochs(l2_bench *t, uint32_t count, uint64_t length) {
    for (uint32_t k = 1; k <= count; k++)
        mem_port_send(&t->mmu, k * length, (mem_message){.tag = k});
}

/* Hit rates of 0 in walks and near 1 in data: from the second epoch on, walks of that depth go past the
 * cache, but for those of the sampled sets. */
static void send_mixture(l2_bench *t) {
    send_epochs(t, 3, 5000);
    for (uint32_t i = 0; i < 2000; i++) {
        mem_message m = l2_bench_line(t, i % 8, i);
        if (i % 4 == 3) {
            m = l2_bench_line(t, 100000 + 64 * i, i);
            m.depth = 4;
        }
        mem_port_send(&t->port, i * 10, m);
    }
}

static void test_bypass(void **state) {
    (void)state;
    for (int on = 0; on < 2; on++) {
        l2_bench t;
        l2_bench_open(&t, on, 64, 0);
        send_mixture(&t);
        l2_bench_run(&t);
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
        l2_bench_close(&t);
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
    l2_bench t;
    mem_port walker;
    l2_bench_open_by(&t, &(l2_bench_kind){.mshrs = 64, .entry_latency = FAR}, 0);
    open_walker(&t, &walker);
    send_epochs(&t, 3, 5000);
    for (uint32_t i = 0; i < 2000; i++) {
        mem_message walk = l2_bench_line(&t, 100000 + 64 * i, i);
        walk.depth = 4;
        if (i % 4 == 3)
            mem_port_send(&walker, i * UINT64_C(10), walk);
        else
            l2_bench_send(&t, i * UINT64_C(10), i % 8, i, false);
    }
    l2_bench_run(&t);
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
    l2_bench_close(&t);
}

/*
 * MASK 5.3 weighs its rule against "a scheme that statically bypasses address translation requests for a
 * certain page table level". That one needs no epoch and looks at no hit rate: of two lines for each level,
 * read in turn, those of levels 3 and 4 bypass, the others and data hit. What a read skips are three things,
 * each by itself: without the way to the tags it is in memory earlier, without the look-up it goes there each
 * time, and without the fill it leaves no line to hit. Who reads these lines at the end sees which are in the
 * cache.
 */
static void static_bypass(l2_bench *t, bool by_chip, bypass_skip skips) {
    enum { READS = 600, LINES = 12, LEVELS = 6, LEFT = 4 };
    static const uint8_t left[LEFT] = {3, 4, 9, 10};
    const uint64_t period = 400; /* cycles, longer than a miss */
    const bool looks_up = !(skips & BYPASS_SKIPS_LOOKUP), fills = !(skips & BYPASS_SKIPS_FILL);
    mem_port walker;
    const unsigned last = by_chip ? LEVELS - 1 : 4; /* that bypasses; the first is 3 */
    l2_bench_kind kind = {.bypass = by_chip ? "walks" : "static", .mshrs = 64, .entry_latency = FAR};
    kind.chip_first = by_chip ? 3 : 0;
    kind.skips = skips;
    l2_bench_open_by(t, &kind, 0);
    open_walker(t, &walker);
    for (uint32_t i = 0; i < READS; i++) {
        mem_message m = l2_bench_line(t, i % LINES, i);
        m.depth = (uint8_t)(i % LEVELS);
        mem_port_send(m.depth ? &walker : &t->port, i * period, m);
    }
    for (uint32_t i = 0; i < 2 * LEFT; i++) { /* data, then a walk */
        mem_message m = l2_bench_line(t, left[i / 2], READS + i);
        m.depth = i % 2 ? 3 : 0;
        mem_port_send(m.depth ? &walker : &t->port, (READS + i) * period, m);
    }
    l2_bench_run(t);
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
    l2_bench_close(t);
}

static void test_static_bypass(void **state) {
    l2_bench t;
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
    l2_bench t;
    l2_bench_open(&t, true, 64, 0);
    send_epochs(&t, (WARM + READS) * 20 / epoch, epoch);
    for (uint32_t i = 0; i < WARM + READS; i++) { /* data come first */
        mem_message walk = l2_bench_line(&t, i % lines, i);
        walk.depth = 4;
        if (i >= WARM)
            mem_port_send(&t.port, i * UINT64_C(20), walk);
        /* Data hit in 15 of 16 accesses. */
        l2_bench_send(&t, i * UINT64_C(20) + 10, i % 16 ? 5000 + i % 8 : 100000 + i, i, false);
    }
    l2_bench_run(&t);
    const app_stats *s = &l2_bank_stats(t.b)[1];
    assert_in_range(s->l2_bypassed[4], 0, most_bypassed);
    assert_int_equal(s->l2_hits[4], READS - lines - s->l2_bypassed[4]);
    l2_bench_close(&t);
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
    l2_bench t;
    l2_bench_open_by(&t, &(l2_bench_kind){.mshrs = 64, .counters = counters}, 0);
    send_epochs(&t, 16, 20000);
    for (uint32_t i = 0; i < READS; i++) {
        const bool first = i % 2 == 0, walk = i / 2 % 2 == 0;
        const uint32_t turn = i / 4;
        const bool again = first ? (walk ? turn % 16 : turn % 4) : !walk; /* the line was read before */
        mem_message m = l2_bench_line(&t, again ? 5000 + 4 * (turn % 2) + i % 4 : 100000 + i, i);
        m.app = first ? 1 : 2;
        m.depth = walk ? 4 : 0;
        mem_port_send(&t.port, i * UINT64_C(20), m);
    }
    l2_bench_run(&t);
    const app_stats *s = l2_bank_stats(t.b);
    assert_int_equal(s[1].l2_accesses[4] + s[1].l2_bypassed[4], READS / 4);
    assert_int_equal(s[2].l2_accesses[4] + s[2].l2_bypassed[4], READS / 4);
    assert_int_equal(s[1].l2_bypassed[4] != 0, first_bypasses);
    assert_in_range(s[2].l2_bypassed[4], READS / 4 / 2, READS / 4);
    l2_bench_close(&t);
}

static void test_counters_of_applications(void **state) {
    (void)state;
    two_applications(BYPASS_COUNTERS_SHARED, true);
    two_applications(BYPASS_COUNTERS_APPLICATION, false);
}

/* What is written comes to memory: every line written is written back after its last write. */
static void check_written(const l2_bench *t) {
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
static soaked soak(const l2_bench_kind *kind, uint64_t shuffle, uint64_t seed, gmmu_time end) {
    l2_bench t;
    mem_port walker;
    uint64_t r = seed, signature = 0;
    l2_bench_open_by(&t, kind, shuffle);
    open_walker(&t, &walker);
    t.port.stall_percent = 40;
    t.mem.stall_percent = 30;
    for (uint32_t i = 0; i < SOAK; i++) {
        mem_message m = l2_bench_line(&t, random_next(&r) % (i % 2 ? 64 : 4000), i);
        m.depth = (uint8_t)(random_next(&r) % 3 == 0 ? random_next(&r) % 8 : 0);
        m.write = m.depth == 0 && random_next(&r) % 3 == 0;
        mem_port_send(kind->own_way && m.depth ? &walker : &t.port, 0, m);
    }
    for (uint32_t k = 0; k < L2_BENCH_SETS * L2_BENCH_WAYS; k++) /* reads that push everything out */
        l2_bench_send(&t, 0, 1000000 + k, SOAK + k, false);
    if (end != 0) {
        engine_never_sleep(t.e);
        assert_int_equal(engine_run(t.e, end), ENGINE_UNTIL);
    } else {
        l2_bench_run(&t);
    }
    uint8_t answers[SOAK + L2_BENCH_SETS * L2_BENCH_WAYS];
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
    l2_bench_close(&t);
    return result;
}

static void test_soak(void **state) {
    (void)state;
    (void)soak(&(l2_bench_kind){.mshrs = 64}, 0, 6, 0);
    const l2_bench_kind kinds[] = {{.mshrs = 8},
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
        const l2_bench_kind kinds[] = {
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
        cmocka_unit_test(test_written_lines_stay),
        cmocka_unit_test(test_acknowledged_writes),
        cmocka_unit_test(test_dropped_lines),
        cmocka_unit_test(test_sleep),
        cmocka_unit_test(test_bypass_skips_the_entry),
        cmocka_unit_test(test_static_bypass),
    };
    return UNIT_TEST_RUN("l2_bank", tests);
}
