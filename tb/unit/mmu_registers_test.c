/* SPDX-License-Identifier: Apache-2.0 */
/* mmu_registers: every register of the map is found by its offset, keeps what is written, and nothing else;
 * what a write begins is begun once. */
#include "unit_test.h"

#include "mmu_registers.h"
#include "mmu_registers_map.h"

#include <stdbool.h>
#include <string.h>

typedef struct {
    mmu_registers_state s;
    mmu_registers_in in; /* cleared by edge() */
    mmu_registers_out out;
} bench;

static void start(bench *b) {
    memset(b, 0, sizeof *b);
    mmu_registers_reset(&b->s);
    mmu_registers_outputs(&b->s, &b->out);
}

static void edge(bench *b) {
    mmu_registers_step(&b->s, &b->in, &b->out);
    mmu_registers_outputs(&b->s, &b->out);
    memset(&b->in, 0, sizeof b->in);
}

static bool put(bench *b, unsigned addr, uint32_t data) {
    b->in.wr_valid = 1;
    b->in.wr_addr = (GMMU_U(GMMU_LITE_ADDR_W))addr;
    b->in.wr_data = data;
    edge(b);
    return b->out.wr_ok;
}

static bool get(bench *b, unsigned addr, uint32_t *data) {
    b->in.rd_valid = 1;
    b->in.rd_addr = (GMMU_U(GMMU_LITE_ADDR_W))addr;
    edge(b);
    *data = b->out.rd_data;
    return b->out.rd_ok;
}

/* Registers without a command: offset, and the bits that are kept. */
static const struct {
    unsigned addr;
    uint32_t mask;
} plain[] = {
    {MMU_CONTROL,
     MMU_PARK_MASK | MMU_IRQ_MASK_MASK | MMU_USE_TOKENS_MASK | MMU_QUIESCE_MASK | MMU_IRQ_RECORDS_MASK},
    {MMU_COMMAND_PAGE_LOW, MMU_CMD_PAGE_LOW_MASK},
    {MMU_COMMAND_PAGE_HIGH, MMU_CMD_PAGE_HIGH_MASK},
    {MMU_COMMAND_HIGHEST_LOW, MMU_CMD_HIGHEST_LOW_MASK},
    {MMU_COMMAND_HIGHEST_HIGH, MMU_CMD_HIGHEST_HIGH_MASK},
    {MMU_COMMAND_ROOT, MMU_CMD_ROOT_MASK},
    {MMU_RESUME_PAGE_LOW, MMU_RESUME_PAGE_LOW_MASK},
    {MMU_RESUME_PAGE_HIGH, MMU_RESUME_PAGE_HIGH_MASK},
    {MMU_RING_FRAME, MMU_RING_FRAME_MASK},
    {MMU_SHARING, MMU_SPACE_PAGES_MASK | MMU_HOLD_ALL_MASK},
    {MMU_FORMAT_LARGE, MMU_FMT_LARGE_LOW_MASK | MMU_FMT_LARGE_BITS_MASK},
    {MMU_FORMAT_FLAGS, MMU_FMT_POINTER_MASK | MMU_FMT_PAGE_MASK | MMU_FMT_LARGE_MASK},
    {MMU_FORMAT_RIGHTS, MMU_FMT_WRITE_MASK | MMU_FMT_SYSTEM_MASK | MMU_FMT_READ_MASK | MMU_FMT_EXEC_MASK},
    {MMU_FORMAT_ENTRIES, MMU_FMT_ACCESSED_MASK | MMU_FMT_DIRTY_MASK | MMU_FMT_POINTER_NO_MASK |
                             MMU_FMT_WRITE_READS_MASK | MMU_FMT_EVERY_LEVEL_MASK | MMU_FMT_SHORT_MASK},
    {MMU_FORMAT_LEVEL, MMU_FMT_LOW_MASK | MMU_FMT_BITS_MASK | MMU_FMT_LEAF_MASK},
    {MMU_FORMAT_LEVEL + 4U * (GMMU_WALK_LEVELS - 1U),
     MMU_FMT_LOW_MASK | MMU_FMT_BITS_MASK | MMU_FMT_LEAF_MASK},
};
enum { PLAIN = sizeof plain / sizeof plain[0] };

#define FIELD(name) MMU_##name##_AT, MMU_##name##_MASK

/* Fields that do not take all numbers: a register, the field, its first number too many. */
static const struct {
    unsigned addr, at;
    uint32_t mask;
    uint64_t most;
} limited[] = {
    {MMU_CONTROL, FIELD(IRQ_RECORDS), UINT64_C(1) << GMMU_FAULT_COUNT_W},
    {MMU_COMMAND_PAGE_HIGH, FIELD(CMD_PAGE_HIGH), UINT64_C(1) << (GMMU_VPN_W - 32)},
    {MMU_COMMAND_HIGHEST_HIGH, FIELD(CMD_HIGHEST_HIGH), UINT64_C(1) << (GMMU_VPN_W - 32)},
    {MMU_COMMAND_ROOT, FIELD(CMD_ROOT), UINT64_C(1) << GMMU_PPN_W},
    {MMU_COMMAND, FIELD(CMD_ASID), UINT64_C(1) << GMMU_ASID_W},
    {MMU_RESUME_PAGE_HIGH, FIELD(RESUME_PAGE_HIGH), UINT64_C(1) << (GMMU_VPN_W - 32)},
    {MMU_RESUME, FIELD(RESUME_ASID), UINT64_C(1) << GMMU_ASID_W},
    {MMU_RING_FRAME, FIELD(RING_FRAME), UINT64_C(1) << GMMU_PPN_W},
    {MMU_RING_HEAD, FIELD(RING_HEAD), UINT64_C(1) << GMMU_FAULT_COUNT_W},
    {MMU_SHARING, FIELD(HOLD_ALL), UINT64_C(1) << GMMU_MMU_PORTS},
    {MMU_FORMAT, FIELD(FMT_ROOT), GMMU_WALK_LEVELS},
    {MMU_FORMAT_LARGE, FIELD(FMT_LARGE_BITS), 10},
    {MMU_FORMAT_LEVEL, FIELD(FMT_BITS), 10},
    {MMU_FORMAT_LEVEL + 4U * (GMMU_WALK_LEVELS - 1U), FIELD(FMT_BITS), 10},
};
enum { LIMITED = sizeof limited / sizeof limited[0] };

/* The word without the bits that no number of the register has. */
static uint32_t with_room(unsigned addr, uint32_t word) {
    for (unsigned i = 0; i < LIMITED; i++)
        if (limited[i].addr == addr)
            word &= ~limited[i].mask | 3U << limited[i].at; /* fewer than each limit */
    return word;
}

/* A driver reads what it has written, at that register and at no other. */
static void each_register_keeps_what_is_written(void **unused) {
    bench b;
    uint32_t word, written[PLAIN];
    (void)unused;
    start(&b);
    for (unsigned i = 0; i < PLAIN; i++) {
        written[i] = with_room(plain[i].addr, 0x9E3779B9U * (i + 1U));
        assert_true(put(&b, plain[i].addr, written[i]));
    }
    for (unsigned i = 0; i < PLAIN; i++) {
        assert_true(get(&b, plain[i].addr, &word));
        assert_int_equal(word, written[i] & plain[i].mask);
    }
}

/* A number that the block has no room for is refused and changes nothing: none is cut off. The largest one is
 * kept. What the register begins, it begins with that one alone. */
static void a_number_without_room_is_refused(void **unused) {
    bench b;
    uint32_t word;
    (void)unused;
    for (unsigned i = 0; i < LIMITED; i++) {
        const uint32_t largest = (uint32_t)(limited[i].most - 1U) << limited[i].at;
        const uint32_t too_large = (uint32_t)limited[i].most << limited[i].at;
        start(&b);
        assert_false(put(&b, limited[i].addr, too_large));
        assert_false(put(&b, limited[i].addr, too_large | largest));
        assert_true(get(&b, limited[i].addr, &word));
        assert_int_equal(word, 0);
        assert_false(b.out.cmd_valid || b.out.resume_valid || b.out.give_back_valid);
        assert_true(put(&b, limited[i].addr, largest));
        assert_true(get(&b, limited[i].addr, &word));
        assert_int_equal(word & largest, largest);
    }
}

/* Who asks for what is not there is told so; the port makes SLVERR of it. */
static void only_registers_answer(void **unused) {
    bench b;
    uint32_t word;
    unsigned found = 0;
    (void)unused;
    start(&b);
    for (unsigned addr = 0; addr < 256; addr++) {
        const bool ok = get(&b, addr, &word);
        assert_true(!ok || addr % 4 == 0);
        assert_true(ok || word == 0);
        found += ok;
    }
    assert_int_equal(found, 27 + GMMU_WALK_LEVELS);
    assert_false(put(&b, MMU_ID, 0));
    assert_false(put(&b, MMU_STATUS, 0));
    assert_false(put(&b, MMU_RING_STATE, 0));
    assert_false(put(&b, MMU_RECORD_ERROR_PAGE_LOW, 0));
    assert_false(put(&b, MMU_CONTROL + 1, 0));
    assert_true(get(&b, MMU_ID, &word));
    assert_int_equal(word, 0x474D4D55);
}

static void status_shows_the_pins(void **unused) {
    bench b;
    uint32_t word;
    (void)unused;
    start(&b);
    b.in.irq_up = 1;
    b.in.record_error = 1;
    assert_true(get(&b, MMU_STATUS, &word));
    assert_int_equal(word, MMU_IRQ_UP_MASK | MMU_RECORD_ERROR_MASK);
    b.in.irq_up = 0;
    b.in.record_error = 0;
    b.in.token_busy = b.in.quiet = 1;
    assert_true(get(&b, MMU_STATUS, &word));
    assert_int_equal(word, MMU_TOKEN_BUSY_MASK | MMU_QUIET_MASK);
    b.in.ring_first = 5;
    b.in.ring_tail = 9;
    assert_true(get(&b, MMU_RING_STATE, &word));
    assert_int_equal(word, 5U << MMU_RING_FIRST_AT | 9U << MMU_RING_TAIL_AT);
}

/* What the block has refused, and which record is lost, stands where software looks. */
static void what_was_refused_is_shown(void **unused) {
    bench b;
    uint32_t word;
    (void)unused;
    start(&b);
    b.in.cmd_refused = 1;
    assert_true(get(&b, MMU_COMMAND, &word));
    assert_int_equal(word, MMU_CMD_REFUSED_MASK);
    b.in.head_refused = 1;
    assert_true(get(&b, MMU_RING_HEAD, &word));
    assert_int_equal(word, MMU_HEAD_REFUSED_MASK);
    b.in.error_seen = 1;
    b.in.error_slot = 0x5A;
    b.in.error_asid = 0x123;
    assert_true(get(&b, MMU_RECORD_ERROR, &word));
    assert_int_equal(word, MMU_ERROR_SEEN_MASK | 0x5A | 0x1230000);
    b.in.error_page_low = 0x89ABCDEF;
    assert_true(get(&b, MMU_RECORD_ERROR_PAGE_LOW, &word));
    assert_int_equal(word, 0x89ABCDEF);
    b.in.error_page_high = 0xF;
    assert_true(get(&b, MMU_RECORD_ERROR_PAGE_HIGH, &word));
    assert_int_equal(word, 0xF);
    assert_true(put(&b, MMU_RECORD_ERROR, 0));
    assert_int_equal(b.out.error_clear_valid, 1);
    b.in.error_clear_ready = 1;
    edge(&b);
    assert_int_equal(b.out.error_clear_valid, 0);
}

/* A command is shown until it is taken and is busy until it has completed; a second one is refused so long,
 * and changes nothing of the first. */
static void a_command_is_begun_once(void **unused) {
    bench b;
    uint32_t word;
    (void)unused;
    start(&b);
    assert_true(put(&b, MMU_COMMAND, 4U << MMU_CMD_KIND_AT | 7U << MMU_CMD_ASID_AT));
    assert_int_equal(b.out.cmd_valid, 1);
    assert_int_equal(b.out.cmd_asid, 7);
    assert_false(put(&b, MMU_COMMAND, 8U << MMU_CMD_ASID_AT));
    b.in.cmd_ready = 1;
    edge(&b);
    assert_int_equal(b.out.cmd_valid, 0);
    for (unsigned cycle = 0; cycle < 3; cycle++) {
        assert_false(put(&b, MMU_COMMAND, 8U << MMU_CMD_ASID_AT));
        assert_int_equal(b.out.cmd_valid, 0);
        assert_true(get(&b, MMU_COMMAND, &word));
        assert_int_equal(word, 4U << MMU_CMD_KIND_AT | 7U << MMU_CMD_ASID_AT | MMU_CMD_MASK);
    }
    b.in.cmd_done = 1;
    edge(&b);
    assert_true(get(&b, MMU_COMMAND, &word));
    assert_int_equal(word & MMU_CMD_MASK, 0);
    assert_true(put(&b, MMU_COMMAND, 0));
}

static void what_a_write_starts_lasts_until_it_is_taken(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    assert_true(put(&b, MMU_RING, 1));
    for (unsigned cycle = 0; cycle < 4; cycle++) {
        assert_int_equal(b.out.ring_valid, 1);
        assert_int_equal(b.out.ring_enable, 1);
        assert_false(put(&b, MMU_RING, 0));
    }
    b.in.ring_ready = 1;
    edge(&b);
    assert_int_equal(b.out.ring_valid, 0);
    assert_true(put(&b, MMU_RESUME, MMU_RESUME_SPACE_MASK | 3U << MMU_RESUME_ASID_AT));
    assert_int_equal(b.out.resume_valid, 1);
    assert_int_equal(b.out.resume_asid, 3);
    assert_true(put(&b, MMU_RING_HEAD, 17));
    assert_int_equal(b.out.give_back_valid, 1);
    assert_int_equal(b.out.ring_head, 17);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_register_keeps_what_is_written),
        cmocka_unit_test(a_number_without_room_is_refused),
        cmocka_unit_test(only_registers_answer),
        cmocka_unit_test(status_shows_the_pins),
        cmocka_unit_test(what_was_refused_is_shown),
        cmocka_unit_test(a_command_is_begun_once),
        cmocka_unit_test(what_a_write_starts_lasts_until_it_is_taken),
    };
    return UNIT_TEST_RUN("mmu_registers", tests);
}
