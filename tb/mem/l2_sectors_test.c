/* SPDX-License-Identifier: Apache-2.0 */
/* l2.sector_bytes: an L2 bank whose lines come and go in parts. */
#include "unit_test.h"

#include "l2_bench.h"

static void sectors_open(l2_bench *t) {
    l2_bench_open_by(t, &(l2_bench_kind){.bypass = "none", .mshrs = 64, .sector_bytes = 32}, 0);
}

static void sectors_send(l2_bench *t, uint64_t cycle, uint64_t index, uint8_t sectors, bool write) {
    mem_message m = l2_bench_line(t, index, 1 + (uint32_t)t->port.sends);
    m.sectors = sectors;
    m.write = write;
    mem_port_send(&t->port, cycle, m);
}

/* The sectors of what went to memory, in its order; writes in the upper half. */
static void assert_seen(const l2_bench *t, const uint8_t *seen, size_t count) {
    assert_int_equal(t->mem.count, count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(t->mem.seen[i].message.sectors | t->mem.seen[i].message.write << 4, seen[i]);
}

/* FGPU App. A: "When data is populated into the L2 cache, only 32 bytes are fetched at a time." A read that
 * finds its line without a sector fetches that one alone, and a whole line is what names none. */
static void test_a_miss_fetches_what_lacks(void **state) {
    (void)state;
    l2_bench t;
    sectors_open(&t);
    static const uint8_t asked[] = {1, 4, 1, 9, 0, 0}, seen[] = {1, 4, 8, 2};
    for (size_t i = 0; i < sizeof asked; i++)
        sectors_send(&t, 200 * i, 5, asked[i], false);
    l2_bench_run(&t);
    assert_seen(&t, seen, sizeof seen);
    assert_int_equal(t.port.gots, sizeof asked);
    const app_stats *s = &l2_bank_stats(t.b)[1];
    assert_int_equal(s->l2_accesses[0], 6);
    assert_int_equal(s->l2_hits[0], 2);
    assert_int_equal(s->l2_sector_misses, 3);
    l2_bench_close(&t);
}

/* Reads of one line that come together: a sector is fetched once, and each read is answered with what it
 * asked for when that is there; what is written meanwhile is not fetched. */
static void test_reads_of_a_line_on_its_way(void **state) {
    (void)state;
    l2_bench t;
    sectors_open(&t);
    sectors_send(&t, 0, 5, 1, false);
    sectors_send(&t, 2, 5, 3, false);
    sectors_send(&t, 4, 5, 2, false);
    sectors_send(&t, 6, 5, 4, true);
    sectors_send(&t, 8, 5, 4, false);
    sectors_send(&t, 10, 5, 8, false);
    sectors_send(&t, 300, 5, 15, false);
    l2_bench_run(&t);
    static const uint8_t seen[] = {1, 2, 8}, answered[] = {1, 3, 2, 4, 8, 15};
    assert_seen(&t, seen, sizeof seen);
    assert_int_equal(t.port.gots, sizeof answered);
    for (size_t i = 0; i < sizeof answered; i++) {
        assert_int_equal(t.port.got[i].message.sectors, answered[i]);
        assert_true(t.port.got[i].cycle > L2_BENCH_LATENCY + (i < 5 ? 10 : 0));
    }
    l2_bench_close(&t);
}

/* A line that leaves writes back the sectors that were written, by a write miss or a write hit; the line that
 * takes its place has none of them. */
static void test_written_sectors_go_back(void **state) {
    (void)state;
    l2_bench t;
    sectors_open(&t);
    sectors_send(&t, 0, l2_bench_same_set(0), 2, true);
    sectors_send(&t, 200, l2_bench_same_set(0), 1, false);
    sectors_send(&t, 400, l2_bench_same_set(0), 8, true);
    for (uint64_t k = 1; k <= L2_BENCH_WAYS; k++)
        sectors_send(&t, 400 + 200 * k, l2_bench_same_set(k), 4, false);
    sectors_send(&t, 9000, l2_bench_same_set(L2_BENCH_WAYS), 11, false);
    l2_bench_run(&t);
    assert_int_equal(t.mem.seen[t.mem.count - 1].message.sectors, 11);
    uint32_t written = 0;
    for (size_t i = 0; i < t.mem.count; i++)
        written = t.mem.seen[i].message.write ? written << 4 | t.mem.seen[i].message.sectors : written;
    assert_int_equal(written, 2 | 8); /* one write-back */
    l2_bench_close(&t);
}

#define SOAK_LINES    40U /* of one set, whose ways they do not fit in */
#define SOAK_REQUESTS 6000U

/* Every sector that was written reaches memory after its last write, and nothing else does; every read is
 * answered; no sector is fetched that nobody has asked for. */
static void test_no_sector_is_lost(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    l2_bench t;
    sectors_open(&t);
    uint64_t last_write[SOAK_LINES][4] = {{0}}, cycle = 1;
    uint8_t wanted[SOAK_LINES] = {0};
    size_t reads = 0;
    for (uint32_t i = 0; i < SOAK_REQUESTS; i++) {
        const uint32_t line = (uint32_t)(unit_test_random(&random) % SOAK_LINES);
        const uint8_t sectors = (uint8_t)(1 + unit_test_random(&random) % 15);
        const bool write = unit_test_random(&random) % 3 == 0;
        cycle += unit_test_random(&random) % 40;
        for (uint32_t s = 0; s < 4 && write; s++)
            if (sectors >> s & 1)
                last_write[line][s] = cycle;
        wanted[line] |= write ? 0 : sectors;
        reads += !write;
        sectors_send(&t, cycle, l2_bench_same_set(line), sectors, write);
    }
    for (uint32_t line = 0; line < SOAK_LINES; line++) {
        mem_message m = l2_bench_line(&t, l2_bench_same_set(line), 0);
        m.drop = true;
        mem_port_send(&t.port, cycle + 5000 + 100 * line, m);
    }
    t.mem.stall_percent = 20;
    l2_bench_run(&t);
    assert_int_equal(t.port.gots, reads + SOAK_LINES);
    uint64_t back[SOAK_LINES][4] = {{0}};
    for (size_t i = 0; i < t.mem.count; i++) {
        const mem_message *m = &t.mem.seen[i].message;
        uint32_t line = 0;
        while (m->paddr != l2_bench_line(&t, l2_bench_same_set(line), 0).paddr)
            line++;
        assert_true(line < SOAK_LINES && m->sectors);
        for (uint32_t s = 0; s < 4; s++)
            if (m->write && m->sectors >> s & 1)
                back[line][s] = t.mem.seen[i].cycle;
        if (!m->write)
            assert_int_equal(m->sectors & ~wanted[line], 0);
    }
    for (uint32_t line = 0; line < SOAK_LINES; line++)
        for (uint32_t s = 0; s < 4; s++) {
            assert_int_equal(back[line][s] != 0, last_write[line][s] != 0);
            assert_true(back[line][s] >= last_write[line][s]);
        }
    l2_bench_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_miss_fetches_what_lacks),
        cmocka_unit_test(test_reads_of_a_line_on_its_way),
        cmocka_unit_test(test_written_sectors_go_back),
        cmocka_unit_test(test_no_sector_is_lost),
    };
    return UNIT_TEST_RUN("l2_sectors", tests);
}
