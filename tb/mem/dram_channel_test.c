/* SPDX-License-Identifier: Apache-2.0 */
/* The memory channel: GDDR5 timing, scheduling classes, exactly one answer per read. */

#include "unit_test.h"

#include "config/memory_kinds.h"
#include "dram_checker.h"
#include "map_lists.h"
#include "mem/dram_channel.h"
#include "mem_port.h"

#define BANKS 2U /* L2 banks of the channel under test */

typedef struct {
    engine *e;
    gpu_config cfg;
    mem_map *map;
    dram_channel *c;
    mem_port port[BANKS], mmu;
    engine_link *epochs;
    dram_checker checker;
} bench;

/* The ports tick with the memory clock, or with a core clock of their own. */
static void bench_open_sectors(bench *b, const dram_timing *timing, uint32_t dram_banks, bool queues,
                               uint32_t core_period, uint64_t shuffle, uint32_t sector_bytes) {
    *b = (bench){.cfg = {.chip = *chip_preset("mask"), .mask = mask_defaults}};
    b->cfg.design.dram_scheduler = queues ? "mask" : "frfcfs";
    b->cfg.chip.memory.timing = *timing;
    b->cfg.chip.memory.banks = dram_banks;
    b->cfg.chip.l2.sector_bytes = sector_bytes;
    b->map = open_map(&b->cfg.chip);
    b->e = engine_new();
    int mem = engine_add_domain(b->e, "memory", 170);
    int core = core_period ? engine_add_domain(b->e, "core", core_period) : mem;
    b->c = dram_channel_new(b->e, &b->cfg, mem, 0, 3, b->map, NULL);
    assert_non_null(b->c);
    int number = dram_channel_component(b->c);
    for (uint32_t i = 0; i < BANKS; i++) {
        mem_port *p = &b->port[i];
        mem_port_open(p, b->e, core);
        p->out = engine_add_link(b->e, "request", p->component, number, sizeof(mem_message), 8, 1);
        p->in = engine_add_link(b->e, "reply", number, p->component, sizeof(mem_message), 8, 1);
        dram_channel_attach_bank(b->c, p->out, p->in);
    }
    mem_port_open(&b->mmu, b->e, core);
    b->epochs = engine_add_link(b->e, "epochs", b->mmu.component, number, sizeof(epoch_message), 1, 1);
    dram_channel_attach_epochs(b->c, b->epochs);
    b->checker.t = b->cfg.chip.memory.timing;
    b->checker.sectors = GMMU_LINE_BYTES / sector_bytes;
    dram_channel_on_command(b->c, checker_hook, &b->checker);
    engine_shuffle(b->e, shuffle);
}

static void bench_open_memory(bench *b, const dram_timing *timing, uint32_t dram_banks, bool queues,
                              uint32_t core_period, uint64_t shuffle) {
    bench_open_sectors(b, timing, dram_banks, queues, core_period, shuffle, GMMU_LINE_BYTES);
}

/* The mask chip's memory without refresh, so that all commands are those of requests. */
static void bench_open(bench *b, bool queues, uint32_t core_period, uint64_t shuffle) {
    const memory_config *mask = &chip_preset("mask")->memory;
    dram_timing timing = mask->timing;
    timing.refi = 0;
    bench_open_memory(b, &timing, mask->banks, queues, core_period, shuffle);
}

static void bench_close(bench *b) {
    for (uint32_t i = 0; i < BANKS; i++)
        mem_port_close(&b->port[i]);
    mem_port_close(&b->mmu);
    dram_channel_free(b->c);
    mem_map_free(b->map);
    engine_free(b->e);
}

/* The n-th line of L2 bank 0 or 1: 16 lines of both make a row, 8 rows go round the DRAM banks. */
static mem_message line_of(const bench *b, uint32_t l2_bank, uint64_t index, uint32_t tag) {
    mem_message m = {.paddr = mem_map_address(b->map, l2_bank, index), .tag = tag};
    return m;
}

#define ROW_LINES  8U /* lines of one L2 bank in a row */
#define MASK_BANKS 8U
#define BANK_ROUND (ROW_LINES * MASK_BANKS) /* lines until the next row number */

/* Cycles from the activate of a read to its last data. */
static uint64_t closed_row(const bench *b) {
    return (uint64_t)b->checker.t.rcd + b->checker.t.cl + b->checker.t.burst_cycles;
}

/* An isolated read takes RCD + CL + burst from its first command, whatever class it has. */
static void test_isolated_read(void **state) {
    (void)state;
    for (uint32_t depth = 0; depth < 2; depth++) {
        bench b;
        bench_open(&b, true, 0, 0);
        mem_message m = line_of(&b, 0, 0, 77);
        m.depth = (uint8_t)depth;
        mem_port_send(&b.port[0], 5, m);
        assert_int_equal(engine_run(b.e, GMMU_NEVER), ENGINE_IDLE);
        assert_int_equal(b.checker.count, 2);
        assert_int_equal(b.checker.past[0].kind, GDDR5_ACTIVATE);
        assert_int_equal(b.checker.past[1].kind, GDDR5_READ);
        assert_int_equal(b.port[0].gots, 1);
        assert_int_equal(b.port[0].got[0].message.tag, 77);
        assert_int_equal(b.port[0].got[0].cycle, b.checker.past[0].cycle + closed_row(&b) + 1);
        const app_stats *s = dram_channel_stats(b.c);
        assert_int_equal(s->dram_requests[depth ? 0 : 1], 1);
        assert_int_equal(s->dram_walk_requests, depth);
        assert_int_equal(app_dram_row_hits(s), 0);
        bench_close(&b);
    }
}

/*
 * MASK Fig. 8 and 9 are the data bus that walks and data take, and the latency that both have. Four requests,
 * one at a time: application 0 reads two lines of a row and a PTE of that row, application 1 writes one.
 * A column command alone is a row hit; the latency of a hit is CL and burst, and RCD more when closed, from
 * the first command on; `entry` is the way from the link to it.
 */
static void test_what_walks_and_data_take(void **state) {
    (void)state;
    for (uint32_t queues = 0; queues < 2; queues++) {
        bench b;
        bench_open(&b, queues != 0, 0, 0);
        mem_message m[4];
        for (uint32_t i = 0; i < 4; i++)
            m[i] = line_of(&b, 0, i, i);
        m[2].depth = 4;
        m[3].app = 1;
        m[3].write = true;
        for (uint32_t i = 0; i < 4; i++)
            mem_port_send(&b.port[0], 200 * i, m[i]);
        assert_int_equal(engine_run(b.e, GMMU_NEVER), ENGINE_IDLE);
        const app_stats *s = dram_channel_stats(b.c);
        const dram_timing *t = &b.checker.t;
        const uint64_t hit = t->cl + t->burst_cycles;
        assert_int_equal(s[0].dram_data_bus, 2 * t->burst_cycles);
        assert_int_equal(s[0].dram_walk_bus, t->burst_cycles);
        assert_int_equal(s[1].dram_data_bus, t->burst_cycles);
        assert_int_equal(s[1].dram_walk_bus, 0);
        /* With queues the first, which opens the row, is silver, the walk golden, the write normal. */
        for (uint32_t k = 0; k < 3; k++)
            assert_int_equal(s[0].dram_row_hits[k], s[0].dram_requests[k] - (k == (queues ? 1U : 2U)));
        assert_int_equal(s[0].dram_row_hits[0], queues);
        assert_int_equal(s[1].dram_row_hits[2], 1);
        assert_int_equal(app_dram_row_hits(&s[0]) + app_dram_row_hits(&s[1]), 3);
        const uint64_t entry = b.checker.past[0].cycle - b.port[0].send[0].cycle - 1;
        assert_int_equal(app_dram_data_reads(&s[0]), 2);
        assert_int_equal(app_dram_data_cycles(&s[0]), 2 * (entry + hit) + t->rcd);
        assert_int_equal(s[0].dram_walk_requests, 1);
        /* The head of the golden queue is no register, unlike the pick of the others. */
        assert_int_equal(s[0].dram_walk_cycles, entry + hit - queues);
        bench_close(&b);
    }
}

static void test_hit_and_conflict(void **state) {
    (void)state;
    bench b;
    bench_open(&b, true, 0, 0);
    mem_port_send(&b.port[0], 0, line_of(&b, 0, 0, 0));
    mem_port_send(&b.port[0], 200, line_of(&b, 0, 1, 1)); /* same row */
    /* The same DRAM bank in another row: undo the fold of the row number. */
    mem_place first = mem_map_place(b.map, line_of(&b, 0, 0, 0).paddr);
    uint64_t other = BANK_ROUND;
    while (mem_map_place(b.map, mem_map_address(b.map, 0, other)).bank != first.bank)
        other += ROW_LINES;
    mem_port_send(&b.port[0], 400, line_of(&b, 0, other, 2));
    assert_int_equal(engine_run(b.e, GMMU_NEVER), ENGINE_IDLE);
    const checker_command *k = b.checker.past;
    const dram_timing *t = &b.checker.t;
    assert_int_equal(b.checker.count, 6);
    assert_int_equal(k[2].kind, GDDR5_READ); /* hit: CL + burst and no other command */
    assert_int_equal(b.port[0].got[1].cycle, k[2].cycle + t->cl + t->burst_cycles + 1);
    assert_int_equal(k[3].kind, GDDR5_PRECHARGE);
    assert_int_equal(k[4].kind, GDDR5_ACTIVATE);
    assert_int_equal(k[4].cycle - k[3].cycle, t->rp);
    assert_int_equal(k[5].cycle - k[4].cycle, t->rcd);
    assert_int_equal(b.port[0].got[2].cycle, k[3].cycle + t->rp + closed_row(&b) + 1);
    /* The way from the link to the first command is the same three times. */
    uint64_t entry = k[0].cycle - b.port[0].send[0].cycle;
    assert_true(entry <= 8);
    assert_int_equal(k[2].cycle - b.port[0].send[1].cycle, entry);
    assert_int_equal(k[3].cycle - b.port[0].send[2].cycle, entry);
    assert_int_equal(app_dram_row_hits(dram_channel_stats(b.c)), 1);
    assert_int_equal(b.checker.errors, 0);
    bench_close(&b);
}

/* A stream of row hits keeps the data bus at least four fifths busy. */
static void test_bandwidth(void **state) {
    (void)state;
    for (uint32_t queues = 0; queues < 2; queues++) {
        bench b;
        bench_open(&b, queues != 0, 0, 0);
        for (uint32_t i = 0; i < 2000; i++)
            for (uint32_t p = 0; p < BANKS; p++)
                mem_port_send(&b.port[p], 0, line_of(&b, p, i, i));
        assert_int_equal(engine_run(b.e, GMMU_NEVER), ENGINE_IDLE);
        uint64_t cycles = engine_now(b.e) / 170;
        assert_int_equal(b.checker.errors, 0);
        assert_int_equal(b.checker.columns, 4000);
        const app_stats *s = dram_channel_stats(b.c);
        assert_int_equal(s->dram_data_bus, 4000 * (uint64_t)b.checker.t.burst_cycles);
        assert_int_equal(s->dram_walk_bus, 0);
        assert_true(s->dram_data_bus * 100 >= cycles * 80);
        assert_true(app_dram_row_hits(s) >= 3600);
        bench_close(&b);
    }
}

/* Writes, reads, walks of three applications at random over few rows and many. */
static void random_requests(bench *b, uint32_t count, uint64_t seed) {
    uint64_t r = seed;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t p = (uint32_t)(random_next(&r) % BANKS);
        uint64_t index = random_next(&r) % (random_next(&r) % 4 == 0 ? 100000 : 512);
        mem_message m = line_of(b, p, index, i);
        m.app = (uint8_t)(random_next(&r) % 3);
        m.depth = (uint8_t)(random_next(&r) % 8 == 0 ? 1 + random_next(&r) % 4 : 0);
        m.write = m.depth == 0 && random_next(&r) % 3 == 0;
        mem_port_send(&b->port[p], i * (random_next(&r) % 3), m);
    }
}

/* Every read is answered exactly once and unchanged; returns a signature of times. */
static uint64_t check_answers(const bench *b, uint32_t count) {
    uint64_t signature = 0;
    for (uint32_t p = 0; p < BANKS; p++) {
        const mem_port *port = &b->port[p];
        uint8_t *answers = alloc_zeroed(count, 1);
        assert_int_equal(port->sent, port->sends);
        for (size_t i = 0; i < port->gots; i++) {
            answers[port->got[i].message.tag]++;
            signature = signature * 31 + port->got[i].cycle * 7 + port->got[i].message.tag;
        }
        for (size_t i = 0; i < port->sends; i++)
            assert_int_equal(answers[port->send[i].message.tag], port->send[i].message.write ? 0 : 1);
        free(answers);
    }
    return signature;
}

static uint64_t random_run(bool queues, uint32_t core_period, uint64_t shuffle, unsigned stall,
                           uint64_t seed) {
    bench b;
    bench_open(&b, queues, core_period, shuffle);
    random_requests(&b, 3000, seed);
    b.port[0].stall_percent = b.port[1].stall_percent = stall;
    assert_int_equal(engine_run(b.e, GMMU_NEVER), ENGINE_IDLE);
    assert_int_equal(b.checker.errors, 0);
    assert_int_equal(b.checker.columns, 3000);
    uint64_t signature = check_answers(&b, 3000);
    uint64_t reads = 0, writes = 0, classes[3] = {0};
    for (uint32_t a = 0; a < 3; a++) {
        const app_stats *s = &dram_channel_stats(b.c)[a];
        for (uint32_t k = 0; k < 3; k++)
            classes[k] += s->dram_requests[k];
        writes += s->dram_writes;
    }
    reads = classes[0] + classes[1] + classes[2];
    assert_int_equal(reads, b.port[0].gots + b.port[1].gots);
    assert_int_equal(reads + writes, 3000);
    if (queues)
        assert_true(classes[0] > 200 && classes[1] > 200 && classes[2] > 200);
    else
        assert_true(classes[0] == 0 && classes[1] == 0);
    assert_true(dram_channel_level_sum(b.c, 2) > 0);
    signature = signature * 31 + engine_event_hash(b.e);
    bench_close(&b);
    return signature;
}

/* Requests of some sectors of their lines: each has its part of the bus, and of the bytes that are counted.
 */
static void test_sectors(void **state) {
    (void)state;
    const memory_config *mask = &chip_preset("mask")->memory;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        bench b;
        uint64_t r = seed, bytes[2] = {0};
        bench_open_sectors(&b, &mask->timing, mask->banks, true, 0, 0, 32);
        random_requests(&b, 3000, seed);
        for (uint32_t p = 0; p < BANKS; p++)
            for (size_t i = 0; i < b.port[p].sends; i++) {
                mem_message *m = &b.port[p].send[i].message;
                m->sectors = (uint8_t)(random_next(&r) % 16);
                bytes[m->write] +=
                    m->sectors ? 32U * (uint32_t)__builtin_popcount(m->sectors) : GMMU_LINE_BYTES;
            }
        assert_int_equal(engine_run(b.e, GMMU_NEVER), ENGINE_IDLE);
        (void)check_answers(&b, 3000);
        app_stats all = {0};
        for (uint32_t a = 0; a < 3; a++)
            app_stats_add(&all, &dram_channel_stats(b.c)[a]);
        assert_int_equal(b.checker.errors, 0);
        assert_int_equal(all.dram_read_bytes, bytes[0]);
        assert_int_equal(all.dram_written_bytes, bytes[1]);
        assert_int_equal(all.dram_data_bus + all.dram_walk_bus, b.checker.data_cycles);
        assert_true(b.checker.data_cycles < 3000 * (uint64_t)mask->timing.burst_cycles * 3 / 4);
        bench_close(&b);
    }
}

static void test_random_traffic(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        (void)random_run(true, 0, 0, 0, seed);
        (void)random_run(false, 0, 0, 0, seed);
        (void)random_run(true, 279, 0, 60, seed);
    }
}

/* Figures under which every rule binds: on the mask chip some hide behind others. */
static void test_every_rule(void **state) {
    (void)state;
    const dram_timing harsh = {.ccd = 5,
                               .rrd = 9,
                               .rcd = 11,
                               .ras = 20,
                               .rp = 10,
                               .rc = 70,
                               .cl = 8,
                               .wl = 13,
                               .cdlr = 7,
                               .wr = 9,
                               .ccdl = 8,
                               .rtpl = 31,
                               .bank_groups = 2,
                               .burst_cycles = 3,
                               .faw = 60,
                               .refi = 1500,
                               .rfc = 200};
    for (uint64_t seed = 1; seed <= 3; seed++) {
        bench b;
        bench_open_memory(&b, &harsh, seed == 3 ? CHIP_MAX_DRAM_BANKS : MASK_BANKS, true, 0, 0);
        random_requests(&b, 2000, seed);
        assert_int_equal(engine_run(b.e, GMMU_NEVER), ENGINE_IDLE);
        assert_int_equal(b.checker.errors, 0);
        assert_int_equal(b.checker.columns, 2000);
        assert_true(b.checker.refreshes > 10);
        (void)check_answers(&b, 2000);
        bench_close(&b);
    }
}

/* The data sheet's tFAW: in a window of that length a channel opens four rows at most, however many of its
 * banks are free. */
static void test_four_activates(void **state) {
    (void)state;
    for (uint32_t faw = 0; faw <= 300; faw += 300) {
        bench b;
        dram_timing timing = chip_preset("mask")->memory.timing;
        timing.refi = 0;
        timing.faw = faw;
        bench_open_memory(&b, &timing, MASK_BANKS, true, 0, 0);
        for (uint32_t i = 0; i < MASK_BANKS; i++) /* a row of each bank */
            mem_port_send(&b.port[0], 0, line_of(&b, 0, (uint64_t)i * ROW_LINES, i));
        assert_int_equal(engine_run(b.e, GMMU_NEVER), ENGINE_IDLE);
        uint64_t opened[MASK_BANKS];
        uint32_t count = 0;
        for (uint64_t i = 0; i < b.checker.count; i++)
            if (b.checker.past[i].kind == GDDR5_ACTIVATE)
                opened[count++] = b.checker.past[i].cycle;
        assert_int_equal(count, MASK_BANKS);
        assert_true(opened[3] - opened[0] < 100);
        if (faw)
            assert_int_equal(opened[4] - opened[0], faw);
        else
            assert_true(opened[4] - opened[0] < 100);
        assert_int_equal(b.checker.errors, 0);
        bench_close(&b);
    }
}

/* The data sheet's tREFI and tRFC: a busy channel closes its rows and refreshes all banks once in tREFI; an
 * idle one does so unseen, but a request that comes during the refresh waits for its end. */
static void test_refresh(void **state) {
    (void)state;
    const dram_timing *t = &chip_preset("mask")->memory.timing;
    bench b;
    bench_open_memory(&b, t, MASK_BANKS, true, 0, 0);
    for (uint32_t i = 0; i < 4000; i++)
        for (uint32_t p = 0; p < BANKS; p++)
            mem_port_send(&b.port[p], 0, line_of(&b, p, i, i));
    assert_int_equal(engine_run(b.e, GMMU_NEVER), ENGINE_IDLE);
    const uint64_t cycles = engine_now(b.e) / 170;
    assert_true(cycles > 8 * (uint64_t)t->refi);
    assert_int_equal(b.checker.refreshes, cycles / t->refi);
    assert_int_equal(b.checker.columns, 8000);
    assert_int_equal(b.checker.errors, 0);
    bench_close(&b);

    const uint64_t due = 100 * (uint64_t)t->refi;
    for (uint64_t late = 0; late < 3; late++) {
        const uint64_t sent = due - 20 + late * t->rfc;
        bench_open_memory(&b, t, MASK_BANKS, true, 0, 0);
        mem_port_send(&b.port[0], sent, line_of(&b, 0, 0, 0));
        assert_int_equal(engine_run(b.e, GMMU_NEVER), ENGINE_IDLE);
        const uint64_t opened = b.checker.past[0].cycle;
        if (late == 1) /* in the middle of the refresh */
            assert_int_equal(opened, due + t->rfc);
        else
            assert_true(opened - sent < 10);
        assert_int_equal(b.checker.errors, 0);
        bench_close(&b);
    }
}

static uint64_t bus_cycles(const bench *b) {
    uint64_t sum = 0;
    for (uint32_t a = 0; a < 3; a++)
        sum += dram_channel_stats(b->c)[a].dram_data_bus + dram_channel_stats(b->c)[a].dram_walk_bus;
    return sum;
}

/* Every kind of memory uses all its banks, keeps its own rules, and moves a line in the time its bus takes.
 */
static void test_every_kind(void **state) {
    (void)state;
    for (const memory_figures *kind = memory_kinds; kind->name; kind++) {
        if (kind->flat_latency)
            continue;
        bench b;
        bench_open_memory(&b, &kind->timing, kind->banks, false, 0, 0);
        random_requests(&b, 2000, 5);
        assert_int_equal(engine_run(b.e, GMMU_NEVER), ENGINE_IDLE);
        assert_int_equal(b.checker.errors, 0);
        assert_int_equal(b.checker.columns, 2000);
        assert_int_equal(b.checker.used, (1U << kind->banks) - 1U);
        assert_int_equal(bus_cycles(&b), 2000 * (uint64_t)kind->timing.burst_cycles);
        (void)check_answers(&b, 2000);
        bench_close(&b);
    }
}

/*
 * Open page: a bank keeps its row until it needs another one. Sixteen rows, read in turn, all stay open in
 * sixteen banks; in eight banks two rows share each, so that every read finds the other one.
 */
static void test_a_row_for_each_bank(void **state) {
    (void)state;
    const uint32_t rows = 16, rounds = 4, reads = rows * rounds;
    for (uint32_t queues = 0; queues < 2; queues++) {
        for (uint32_t dram_banks = 8; dram_banks <= 16; dram_banks += 8) {
            bench b;
            bench_open_memory(&b, &chip_preset("mask")->memory.timing, dram_banks, queues != 0, 0, 0);
            for (uint32_t i = 0; i < reads; i++)
                mem_port_send(&b.port[0], 100 * i,
                              line_of(&b, 0, (uint64_t)(i % rows) * ROW_LINES + i / rows, i));
            assert_int_equal(engine_run(b.e, GMMU_NEVER), ENGINE_IDLE);
            assert_int_equal(b.checker.errors, 0);
            assert_int_equal(b.checker.activates, dram_banks == 16 ? rows : reads);
            assert_int_equal(app_dram_row_hits(dram_channel_stats(b.c)), dram_banks == 16 ? reads - rows : 0);
            (void)check_answers(&b, reads);
            bench_close(&b);
        }
    }
}

static void test_order_independent(void **state) {
    (void)state;
    uint64_t fixed = random_run(true, 279, 0, 30, 9);
    for (uint64_t shuffle = 1; shuffle < 4; shuffle++)
        assert_int_equal(random_run(true, 279, shuffle, 30, 9), fixed);
}

/* Under a flood of data, walks wait shorter than the data, and far shorter than without the golden queue. */
static uint64_t walk_latency(bool queues, uint64_t *data_latency) {
    bench b;
    bench_open(&b, queues, 0, 0);
    uint64_t r = 12345;
    for (uint32_t i = 0; i < 1500; i++) {
        mem_message m = line_of(&b, 0, random_next(&r) % 100000, i);
        m.app = 2;
        mem_port_send(&b.port[0], 0, m);
    }
    for (uint32_t i = 0; i < 50; i++) {
        mem_message m = line_of(&b, 1, random_next(&r) % 100000, i);
        m.app = 1;
        m.depth = 4;
        mem_port_send(&b.port[1], 2000 + 150 * i, m);
    }
    assert_int_equal(engine_run(b.e, GMMU_NEVER), ENGINE_IDLE);
    const app_stats *walks = &dram_channel_stats(b.c)[1], *data = &dram_channel_stats(b.c)[2];
    uint64_t class = queues ? 0 : 2;
    assert_int_equal(walks->dram_requests[class], 50);
    assert_int_equal(walks->dram_walk_requests, 50);
    uint64_t data_count = data->dram_requests[1] + data->dram_requests[2];
    *data_latency = (data->dram_cycles[1] + data->dram_cycles[2]) / data_count;
    uint64_t latency = walks->dram_cycles[class] / 50;
    bench_close(&b);
    return latency;
}

static void test_golden_first(void **state) {
    (void)state;
    uint64_t data = 0, plain_data = 0;
    uint64_t golden = walk_latency(true, &data), plain = walk_latency(false, &plain_data);
    assert_true(golden * 4 < data);
    assert_true(golden * 4 < plain);
    assert_true(golden < 150);
}

/*
 * MASK 5.4: "always prioritizes requests in the Golden Queue over requests in the Silver Queue, which are
 * always prioritized over requests in the Normal Queue". So a walk on its own channel passes data queues that
 * are full, whoever has filled them: application 0 owns the turn, application 2 does not, and one of them
 * floods one DRAM bank.
 */
static void walks_pass(uint8_t flooding) {
    enum { FLOOD = 600, WALKS = 20 };
    bench b;
    bench_open(&b, true, 0, 0);
    mem_port walker;
    mem_port_open(&walker, b.e, 0);
    walker.out = engine_add_link(b.e, "walks", walker.component, dram_channel_component(b.c),
                                 sizeof(mem_message), 8, 1);
    dram_channel_attach_walks(b.c, 1, walker.out);
    const uint32_t flooded = mem_map_place(b.map, line_of(&b, 0, 0, 0).paddr).bank;
    for (uint32_t i = 0, line = 0; i < FLOOD;
         line += ROW_LINES) { /* row after row of one bank: a bank cycle each */
        mem_message m = line_of(&b, 0, line, i);
        m.app = flooding;
        if (mem_map_place(b.map, m.paddr).bank != flooded)
            continue;
        mem_port_send(&b.port[0], 0, m);
        i++;
    }
    for (uint32_t i = 0, line = 0; i < WALKS; line += ROW_LINES) { /* in other banks */
        mem_message m = line_of(&b, 1, line, i);
        m.app = 1;
        m.depth = 4;
        if (mem_map_place(b.map, m.paddr).bank != flooded)
            mem_port_send(&walker, 4000 + 201 * i++, m);
    }
    assert_int_equal(engine_run(b.e, GMMU_NEVER), ENGINE_IDLE);
    assert_int_equal(b.port[0].gots, FLOOD);
    assert_int_equal(b.port[1].gots, WALKS);
    assert_int_equal(dram_channel_stats(b.c)[1].dram_requests[0], WALKS);
    for (uint32_t i = 0; i < WALKS; i++) { /* from the link on: no longer than alone, but for buses in use */
        const uint64_t took = b.port[1].got[i].cycle - walker.send[b.port[1].got[i].message.tag].cycle;
        assert_true(took <= b.checker.t.rp + closed_row(&b) + 2 * b.checker.t.burst_cycles + 10);
    }
    mem_port_close(&walker);
    bench_close(&b);
}

static void test_walks_pass_full_queues(void **state) {
    (void)state;
    walks_pass(0);
    walks_pass(2);
}

/*
 * MASK 5.4: the silver queue takes data demand requests of the application whose turn it is. Application 0
 * writes three dirty lines back for each line it reads; nobody waits for them, so its turns are still there
 * for its reads, and none of them enters silver.
 */
static void test_write_backs_leave_turns_alone(void **state) {
    (void)state;
    bench b;
    bench_open(&b, true, 0, 0);
    uint64_t r = 4711;
    uint32_t demanded = 0;
    for (uint32_t i = 0; i < 4000; i++) {
        mem_message m = line_of(&b, 0, random_next(&r) % 100000, i);
        m.write = random_next(&r) % 4 != 0;
        demanded += !m.write;
        mem_port_send(&b.port[0], 0, m);
        m = line_of(&b, 1, random_next(&r) % 100000, i);
        m.app = (uint8_t)(1 + i % 2);
        mem_port_send(&b.port[1], 0, m);
    }
    assert_int_equal(engine_run(b.e, GMMU_NEVER), ENGINE_IDLE);
    const app_stats *s = &dram_channel_stats(b.c)[0];
    assert_int_equal(s->dram_requests[1] + s->dram_requests[2], demanded);
    assert_int_equal(s->dram_writes, 4000 - demanded);
    assert_true(s->dram_requests[1] * 3 > demanded * 2); /* a half, if write-backs took part in turns */
    bench_close(&b);
}

/* Nothing going on costs nothing: the channel sleeps between requests far apart. */
/* A read gets the data of its own line: of a write-back that it passes in another queue, of one that is in
 * the DRAM for long, and of a line that nobody has written. */
static void test_data(void **state) {
    (void)state;
    bench b;
    bench_open(&b, true, 0, 0);
    data_oracle *oracle = data_oracle_new();
    dram_channel_attach_oracle(b.c, oracle);
    for (uint32_t i = 0; i < 64; i++) {
        mem_message m = line_of(&b, 0, 3 * i, i);
        m.write = true;
        m.data = line_data_make(m.paddr >> LINE_ADDRESS_BITS, i + 1);
        mem_port_send(&b.port[0], 0, m);
        m.write = false;
        m.data = 0;
        mem_port_send(&b.port[0], 0, m);
    }
    for (uint32_t i = 0; i < 4 * 64; i++)
        mem_port_send(&b.port[0], 20000, line_of(&b, 0, i, i));
    assert_int_equal(engine_run(b.e, GMMU_NEVER), ENGINE_IDLE);
    assert_int_equal(b.port[0].gots, 5 * 64);
    for (uint32_t k = 0; k < b.port[0].gots; k++) {
        const mem_message *m = &b.port[0].got[k].message;
        uint32_t index = b.port[0].got[k].cycle < 20000 ? 3 * m->tag : m->tag;
        uint32_t version = index % 3 == 0 && index < 3 * 64 ? index / 3 + 1 : 0;
        assert_true(m->data == line_data_make(m->paddr >> LINE_ADDRESS_BITS, version));
    }
    assert_int_equal(data_oracle_mismatches(oracle), 0);
    assert_int_equal(data_oracle_checks(oracle), 2 * 64); /* on arrival, and at the DRAM */
    data_oracle_free(oracle);
    bench_close(&b);
}

static void test_sleeps(void **state) {
    (void)state;
    bench b;
    bench_open(&b, true, 0, 0);
    for (uint32_t i = 0; i < 10; i++)
        mem_port_send(&b.port[0], i * UINT64_C(1000000000000), line_of(&b, 0, i, i));
    assert_int_equal(engine_run(b.e, GMMU_NEVER), ENGINE_IDLE);
    assert_int_equal(b.port[0].gots, 10);
    bench_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_isolated_read),
        cmocka_unit_test(test_what_walks_and_data_take),
        cmocka_unit_test(test_hit_and_conflict),
        cmocka_unit_test(test_bandwidth),
        cmocka_unit_test(test_random_traffic),
        cmocka_unit_test(test_sectors),
        cmocka_unit_test(test_order_independent),
        cmocka_unit_test(test_walks_pass_full_queues),
        cmocka_unit_test(test_golden_first),
        cmocka_unit_test(test_data),
        cmocka_unit_test(test_sleeps),
        cmocka_unit_test(test_every_rule),
        cmocka_unit_test(test_every_kind),
        cmocka_unit_test(test_four_activates),
        cmocka_unit_test(test_refresh),
        cmocka_unit_test(test_write_backs_leave_turns_alone),
        cmocka_unit_test(test_a_row_for_each_bank),
    };
    return UNIT_TEST_RUN("dram_channel", tests);
}
