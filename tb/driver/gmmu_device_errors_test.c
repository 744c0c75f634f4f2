/* SPDX-License-Identifier: Apache-2.0 */
/* The library for software at registers that answer with errors, lose records, or never come to an end. */
#include "unit_test.h"

#include <stdbool.h>
#include <string.h>

#include "driver/gmmu_device.h"
#include "mmu_registers_map.h"

enum { RING_BITS = 3, RECORDS = 1 << RING_BITS, WORDS = 64, MOST = 64, SPACE = 3 };

/* A device of registers alone. */
typedef struct {
    uint32_t word[WORDS];
    unsigned writes, fails_at; /* the write that is answered with an error, from 1; 0: none */
    unsigned patience;         /* reads of COMMAND until it is done */
    bool never, refuses;
    uint32_t commands[MOST], count; /* words that COMMAND got */
    uint64_t ring[RECORDS][2];
    uint32_t head, tail;
    gmmu_page_fault seen[MOST];
    unsigned faults, resumes, space_resumes, waits;
    gmmu_verdict verdict;
    gmmu_device *device;
    bool broken; /* RING_STATE is all ones */
    bool nests;  /* the handler begins a call of its own */
} registers;

static bool registers_read(void *context, uint32_t offset, uint32_t *value) {
    registers *r = context;
    assert_true(offset % 4 == 0 && offset / 4 < WORDS);
    *value = r->word[offset / 4];
    if (offset == MMU_COMMAND && !r->never && r->patience != 0)
        r->patience--;
    else if (offset == MMU_COMMAND && !r->never)
        *value = r->refuses ? MMU_CMD_REFUSED_MASK : 0;
    if (offset == MMU_RING_STATE)
        *value = r->head << MMU_RING_FIRST_AT | r->tail << MMU_RING_TAIL_AT;
    if (offset == MMU_RING_STATE && r->broken)
        *value = UINT32_MAX;
    if (offset == MMU_STATUS)
        *value = r->never ? 0 : MMU_QUIET_MASK;
    return true;
}

static bool registers_write(void *context, uint32_t offset, uint32_t value) {
    registers *r = context;
    assert_true(offset % 4 == 0 && offset / 4 < WORDS);
    if (++r->writes == r->fails_at)
        return false;
    r->word[offset / 4] = value;
    if (offset == MMU_COMMAND) {
        assert_true(r->count < MOST);
        r->commands[r->count++] = value;
        r->word[offset / 4] |= MMU_CMD_MASK;
    } else if (offset == MMU_RING) {
        r->head = r->tail = 0;
        r->word[MMU_RECORD_ERROR / 4] = 0;
    } else if (offset == MMU_RING_HEAD) {
        assert_true(r->broken || value == (r->head + 1) % (2 * RECORDS));
        r->head = value;
    } else if (offset == MMU_RECORD_ERROR) {
        r->word[offset / 4] &= ~MMU_ERROR_SEEN_MASK;
    } else if (offset == MMU_RESUME) {
        r->resumes += (value & MMU_RESUME_SPACE_MASK) == 0;
        r->space_resumes += (value & MMU_RESUME_SPACE_MASK) != 0;
        assert_int_equal(value >> MMU_RESUME_ASID_AT, SPACE);
    }
    return true;
}

static uint64_t registers_ring(void *context, uint32_t byte) {
    const registers *r = context;
    assert_true(byte < 16 * RECORDS && byte % 8 == 0);
    return r->ring[byte / 16][byte / 8 % 2];
}

static void registers_publish(void *context) {
    (void)context;
}

static bool registers_wait(void *context) {
    registers *r = context;
    return ++r->waits < 1000;
}

static gmmu_verdict note_fault(void *context, const gmmu_page_fault *f) {
    registers *r = context;
    assert_true(r->faults < MOST);
    r->seen[r->faults++] = *f;
    if (r->nests) {
        const unsigned writes = r->writes;
        assert_int_equal(gmmu_device_changed(r->device, SPACE, 0, 1, false), GMMU_BUSY);
        assert_int_equal(gmmu_device_serve(r->device), GMMU_BUSY);
        assert_int_equal(gmmu_device_end(r->device, SPACE), GMMU_BUSY);
        assert_int_equal(gmmu_device_quiesce(r->device), GMMU_BUSY);
        assert_int_equal(r->writes, writes);
    }
    return r->verdict;
}

static void put_record(registers *r, uint16_t asid, uint64_t vpn) {
    uint64_t *record = r->ring[r->tail % RECORDS];
    record[0] = (uint64_t)asid << 48 | vpn;
    record[1] = UINT64_C(77) << 32 | UINT64_C(3) << 24 | 0x1234;
    r->tail = (r->tail + 1) % (2 * RECORDS);
}

static gmmu_result start_registers(registers *r, gmmu_device *d, bool serves) {
    const gmmu_setup setup = {.bus = {.context = r,
                                      .read = registers_read,
                                      .write = registers_write,
                                      .ring = registers_ring,
                                      .publish = registers_publish,
                                      .wait = registers_wait},
                              .format = &gmmu_format_sv39,
                              .ring_frame = 5,
                              .ring_bits = RING_BITS,
                              .irq_records = 2,
                              .hold_all = 1,
                              .space_pages = 4,
                              .handler = serves ? note_fault : NULL,
                              .handler_context = r};
    r->device = d;
    return gmmu_device_start(d, &setup);
}

static void start_with_space(registers *r, gmmu_device *d) {
    memset(r, 0, sizeof *r);
    assert_int_equal(start_registers(r, d, true), GMMU_DONE);
    assert_int_equal(gmmu_device_begin(d, SPACE, 9, 0, 0xFFFF), GMMU_DONE);
}

/* Each write of each call is once answered with an error: the call says so, and is over. */
static void errors_of_the_bus(void **unused) {
    registers r;
    gmmu_device d;
    (void)unused;
    for (unsigned call = 0; call < 6; call++)
        for (unsigned fails_at = 1;; fails_at++) {
            start_with_space(&r, &d);
            put_record(&r, SPACE, 0x55);
            r.writes = 0;
            r.fails_at = fails_at;
            const gmmu_result result = call == 0   ? start_registers(&r, &d, true)
                                       : call == 1 ? gmmu_device_begin(&d, SPACE, 9, 0, 5)
                                       : call == 2 ? gmmu_device_end(&d, SPACE)
                                       : call == 3 ? gmmu_device_changed(&d, SPACE, 1, 3, false)
                                       : call == 4 ? gmmu_device_serve(&d)
                                                   : gmmu_device_quiesce(&d);
            if (r.writes < fails_at) {
                assert_int_equal(result, GMMU_DONE);
                break;
            }
            assert_int_equal(result, GMMU_BUS_ERROR);
            assert_false(d.inside);
        }
}

/* The block refuses, or never comes to an end. */
static void refused_and_given_up(void **unused) {
    registers r;
    gmmu_device d;
    (void)unused;
    start_with_space(&r, &d);
    r.refuses = true;
    assert_int_equal(gmmu_device_begin(&d, SPACE, 9, 5, 4), GMMU_REFUSED);
    assert_int_equal(gmmu_device_begin(&d, GMMU_DEVICE_SPACES, 9, 0, 5), GMMU_REFUSED);
    assert_int_equal(gmmu_device_end(&d, UINT16_MAX), GMMU_REFUSED);
    r.never = true;
    assert_int_equal(gmmu_device_changed(&d, SPACE, 1, 1, false), GMMU_GAVE_UP);
    assert_int_equal(gmmu_device_quiesce(&d), GMMU_GAVE_UP);
    assert_false(d.inside);
}

/* A command is done when the block has said so, and faults are served until then; a handler cannot begin
 * another call. */
static void faults_during_a_command(void **unused) {
    registers r;
    gmmu_device d;
    (void)unused;
    start_with_space(&r, &d);
    put_record(&r, SPACE, 0x55);
    r.patience = 5;
    r.nests = true;
    assert_int_equal(gmmu_device_changed(&d, SPACE, 0x123456789A, 1, false), GMMU_DONE);
    assert_int_equal(r.word[MMU_COMMAND_PAGE_LOW / 4], 0x3456789A);
    assert_int_equal(r.word[MMU_COMMAND_PAGE_HIGH / 4], 0x12);
    assert_int_equal(r.count, 3);
    assert_int_equal(r.commands[1], 1 | SPACE << 16);
    assert_int_equal(r.commands[2] & 7, 4);
    assert_int_equal(r.faults, 1);
    assert_true(r.seen[0].vpn == 0x55 && r.seen[0].reads && r.seen[0].writes && r.seen[0].time == 77 &&
                r.seen[0].requester == 0x1234);
    assert_int_equal(r.resumes, 1);
}

/* The ring goes round; LATER resumes nothing, and a space that is not enabled is not served. */
static void the_ring_goes_round(void **unused) {
    registers r;
    gmmu_device d;
    (void)unused;
    start_with_space(&r, &d);
    for (unsigned i = 0; i < 5 * RECORDS; i++) {
        const unsigned before = r.resumes;
        r.faults = 0;
        r.verdict = i % 2 == 0 ? GMMU_RESUME : GMMU_LATER;
        put_record(&r, i % 3 == 0 ? 9 : SPACE, i);
        put_record(&r, SPACE, i + 1);
        assert_int_equal(gmmu_device_serve(&d), GMMU_DONE);
        assert_int_equal(r.faults, i % 3 == 0 ? 1 : 2);
        assert_int_equal(r.seen[r.faults - 1].vpn, i + 1);
        assert_int_equal(r.resumes - before, i % 2 == 0 ? r.faults : 0);
        assert_int_equal(r.head, r.tail);
    }
}

/* Memory has refused a record: its page has a name. Of several the others are recorded anew. */
static void lost_records(void **unused) {
    registers r;
    gmmu_device d;
    (void)unused;
    for (unsigned more = 0; more < 2; more++) {
        start_with_space(&r, &d);
        put_record(&r, SPACE, 0x55);
        put_record(&r, SPACE, 0xBAD);
        put_record(&r, SPACE, 0x57);
        r.word[MMU_RECORD_ERROR / 4] = 1U << MMU_ERROR_SLOT_AT | MMU_ERROR_SEEN_MASK |
                                       (uint32_t)SPACE << MMU_ERROR_ASID_AT |
                                       (more != 0 ? MMU_ERROR_MORE_MASK : 0);
        r.word[MMU_RECORD_ERROR_PAGE_LOW / 4] = 0x56;
        r.word[MMU_RECORD_ERROR_PAGE_HIGH / 4] = 0x7;
        assert_int_equal(gmmu_device_serve(&d), GMMU_DONE);
        assert_int_equal(r.faults, 3);
        assert_true(r.seen[0].vpn == 0x55 && !r.seen[0].lost);
        assert_true(r.seen[1].vpn == UINT64_C(0x700000056) && r.seen[1].lost && r.seen[1].asid == SPACE);
        assert_true(r.seen[2].vpn == 0x57 && !r.seen[2].lost);
        assert_int_equal(r.word[MMU_RECORD_ERROR / 4] & MMU_ERROR_SEEN_MASK, 0);
        assert_int_equal(r.space_resumes, more);
        assert_int_equal(r.head, more != 0 ? 0 : 3);
    }
}

/* A device that is not there reads as ones: nothing hangs. */
static void a_device_that_is_gone(void **unused) {
    registers r;
    gmmu_device d;
    (void)unused;
    start_with_space(&r, &d);
    r.broken = r.never = true;
    assert_int_equal(gmmu_device_serve(&d), GMMU_DONE);
    assert_true(r.faults <= 2 * RECORDS);
    d.head = 3 * RECORDS;
    assert_int_equal(gmmu_device_changed(&d, SPACE, 1, 1, false), GMMU_GAVE_UP);
}

/* A range takes a command for each page, for each 2 MB, or one for the space; an empty one none. */
static void commands_of_a_range(void **unused) {
    static const struct {
        uint64_t vpn, pages;
        bool resized;
        unsigned commands, kind;
    } ranges[] = {
        {7, 0, false, 0, 0},         {7, 1, false, 1, 1},        {500, 16, false, 16, 1},
        {500, 17, false, 2, 5},      {512, 512, false, 1, 5},    {511, 2, true, 2, 5},
        {0, 16 * 512, false, 16, 5}, {1, 16 * 512, false, 1, 2}, {0, UINT64_C(1) << 27, true, 1, 2}};
    registers r;
    gmmu_device d;
    (void)unused;
    for (unsigned i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        start_with_space(&r, &d);
        assert_int_equal(gmmu_device_changed(&d, SPACE, ranges[i].vpn, ranges[i].pages, ranges[i].resized),
                         GMMU_DONE);
        assert_int_equal(r.count - 1, ranges[i].commands == 0 ? 0 : ranges[i].commands + 1);
        for (unsigned c = 1; c + 1 < r.count; c++)
            assert_int_equal(r.commands[c], ranges[i].kind | SPACE << 16);
        assert_true(ranges[i].commands == 0 || (r.commands[r.count - 1] & 7) == 4);
    }
}

/* Other limits of a space are there when nobody is answered by the old ones: a fence follows. */
static void other_limits(void **unused) {
    registers r;
    gmmu_device d;
    (void)unused;
    start_with_space(&r, &d);
    assert_int_equal(r.count, 1);
    assert_int_equal(gmmu_device_begin(&d, SPACE, 9, 0, 7), GMMU_DONE);
    assert_int_equal(r.count, 3);
    assert_int_equal(r.commands[2] & 7, 4);
}

/* A setup that cannot be writes nothing. */
static void setups_that_cannot_be(void **unused) {
    static const struct {
        uint8_t bits;
        uint16_t irq;
    } bad[] = {{0, 1}, {1, 1}, {9, 1}, {40, 1}, {3, 0}, {3, 9}};
    (void)unused;
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        registers r;
        gmmu_device d;
        memset(&r, 0, sizeof r);
        const gmmu_setup setup = {.bus = {.context = &r, .read = registers_read, .write = registers_write},
                                  .format = &gmmu_format_sv39,
                                  .ring_bits = bad[i].bits,
                                  .irq_records = bad[i].irq,
                                  .handler = note_fault};
        assert_int_equal(gmmu_device_start(&d, &setup), GMMU_REFUSED);
        assert_int_equal(r.writes, 0);
    }
}

/* Without a handler there is no ring, and nothing is looked for there. */
static void no_handler(void **unused) {
    registers r;
    gmmu_device d;
    (void)unused;
    memset(&r, 0, sizeof r);
    assert_int_equal(start_registers(&r, &d, false), GMMU_DONE);
    assert_int_equal(r.word[MMU_CONTROL / 4], 0);
    assert_int_equal(r.word[MMU_RING / 4], 0);
    put_record(&r, SPACE, 1);
    assert_int_equal(gmmu_device_serve(&d), GMMU_DONE);
    assert_int_equal(r.faults, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(errors_of_the_bus),
                                       cmocka_unit_test(refused_and_given_up),
                                       cmocka_unit_test(faults_during_a_command),
                                       cmocka_unit_test(the_ring_goes_round),
                                       cmocka_unit_test(lost_records),
                                       cmocka_unit_test(a_device_that_is_gone),
                                       cmocka_unit_test(commands_of_a_range),
                                       cmocka_unit_test(other_limits),
                                       cmocka_unit_test(setups_that_cannot_be),
                                       cmocka_unit_test(no_handler)};
    return UNIT_TEST_RUN("gmmu_device_errors", tests);
}
