/* SPDX-License-Identifier: Apache-2.0 */
/* The driver of the block hls/gmmu at a device of registers alone, some of whose commands complete only when
 * software has served the faults from before. */
#include "unit_test.h"

#include <stdlib.h>
#include <string.h>

#include "mmu/gmmu_driver.h"
#include "mmu_registers_map.h"

enum { HEADS = 2 * GMMU_RING_RECORDS, FRAMES = 64, TABLES = 16, JOBS = 1500 };
enum { LIMIT = 50000 /* cycles in which the driver has done all that it has to */ };

static const page_table_format format = PAGE_TABLE_X86_FORMAT;

typedef struct {
    gmmu_driver driver;
    phys_mem *mem;
    address_space *space;
    gmmu_in in, was;
    gmmu_out out;
    uint64_t dice;
    /* the port */
    bool address, data, reads;
    uint32_t at, word;
    /* the registers */
    bool commanded, waits; /* waits: for faults that have come before */
    uint32_t commands;
    uint32_t until;       /* faults that the command waits for */
    uint32_t resume_page; /* its lower half */
    uint32_t count, head; /* faults that have come, and those given back */
    uint32_t resumed;
} device;

static bool chance(device *d, uint64_t of) {
    return unit_test_random(&d->dice) % of == 0;
}

static uint64_t page_of(uint32_t record) {
    return 0x5000 + record;
}

/* ---- registers ---- */

static void begin_command(device *d) {
    d->commanded = true;
    d->commands++;
    d->until = d->waits ? d->count : 0;
}

static void write_register(device *d) {
    switch (d->at) {
    case MMU_COMMAND:
        assert_false(d->commanded);
        begin_command(d);
        break;
    case MMU_COMMAND_PAGE_LOW:
    case MMU_COMMAND_PAGE_HIGH:
    case MMU_COMMAND_HIGHEST_LOW:
    case MMU_COMMAND_HIGHEST_HIGH:
    case MMU_COMMAND_ROOT:
        assert_false(d->commanded);
        break;
    case MMU_RESUME_PAGE_LOW:
        d->resume_page = d->word;
        break;
    case MMU_RESUME:
        assert_int_equal(d->word, 1U << MMU_RESUME_ASID_AT);
        assert_int_equal(d->resume_page, page_of(d->resumed++));
        break;
    case MMU_RING_HEAD:
        assert_int_equal(d->word, ++d->head % HEADS);
        assert_int_equal(d->head, d->resumed);
        break;
    default:
        break;
    }
}

static uint32_t read_register(device *d) {
    if (d->at == MMU_RING_STATE)
        return (d->head % HEADS) << MMU_RING_FIRST_AT | (d->count % HEADS) << MMU_RING_TAIL_AT;
    assert_int_equal(d->at, MMU_COMMAND);
    d->commanded &= d->head < d->until || chance(d, 2);
    return d->commanded ? MMU_CMD_MASK : 0;
}

/* ---- the port ---- */

/* What is offered stays until it is taken. */
static void check_offers(const device *d) {
    const gmmu_in *in = &d->in, *was = &d->was;
    assert_false((in->lite_awvalid || in->lite_wvalid) && in->lite_arvalid);
    if (was->lite_awvalid && !d->out.lite_awready)
        assert_true(in->lite_awvalid && in->lite_awaddr == was->lite_awaddr);
    if (was->lite_wvalid && !d->out.lite_wready)
        assert_true(in->lite_wvalid && in->lite_wdata == was->lite_wdata);
    if (was->lite_arvalid && !d->out.lite_arready)
        assert_true(in->lite_arvalid && in->lite_araddr == was->lite_araddr);
}

static void answer(device *d) {
    d->out.lite_bvalid = (u1)(d->address && d->data && chance(d, 3));
    d->out.lite_rvalid = (u1)(d->reads && chance(d, 3));
    if (d->out.lite_bvalid)
        write_register(d);
    if (d->out.lite_rvalid)
        d->out.lite_rdata = read_register(d);
    if (d->out.lite_bvalid || d->out.lite_rvalid)
        d->address = d->data = d->reads = false;
}

static void cycle(device *d) {
    gmmu_driver_drive(&d->driver, &d->in);
    check_offers(d);
    d->was = d->in;
    memset(&d->out, 0, sizeof d->out);
    answer(d);
    d->out.irq = (u1)(d->head != d->count);
    d->out.lite_awready = (u1)chance(d, 3);
    d->out.lite_wready = (u1)chance(d, 3);
    d->out.lite_arready = (u1)chance(d, 3);
    if (d->in.lite_awvalid && d->out.lite_awready) {
        d->address = true;
        d->at = (uint32_t)d->in.lite_awaddr;
    }
    if (d->in.lite_wvalid && d->out.lite_wready) {
        d->data = true;
        d->word = (uint32_t)d->in.lite_wdata;
    }
    if (d->in.lite_arvalid && d->out.lite_arready) {
        d->reads = true;
        d->at = (uint32_t)d->in.lite_araddr;
    }
    gmmu_driver_edge(&d->driver, &d->in, &d->out);
}

/* ---- software ---- */

/* A page is absent. */
static void fault_comes(device *d) {
    const uint32_t place = d->count % GMMU_RING_RECORDS * 16;
    gmmu_driver_record(&d->driver, place, UINT64_C(1) << 48 | page_of(d->count));
    gmmu_driver_record(&d->driver, place + 8, d->count % 16);
    d->count++;
}

static void serve(device *d) {
    gmmu_fault f;
    if (!gmmu_driver_may_serve(&d->driver) || !gmmu_driver_fault(&d->driver, &f))
        return;
    assert_int_equal(f.vpn, page_of(d->head));
    assert_int_equal(f.asid, 1);
    gmmu_driver_resume(&d->driver, f.asid, f.vpn);
    gmmu_driver_give_back(&d->driver);
}

static void settle(device *d) {
    for (uint32_t i = 0; i < LIMIT && !(gmmu_driver_idle(&d->driver) && d->head == d->count); i++) {
        cycle(d);
        serve(d);
    }
    assert_true(gmmu_driver_idle(&d->driver));
    assert_int_equal(d->head, d->count);
    assert_int_equal(d->resumed, d->count);
}

static device *device_new(uint64_t seed) {
    device *d = calloc(1, sizeof *d);
    assert_non_null(d);
    d->dice = seed;
    d->mem = phys_mem_new(FRAMES, TABLES);
    d->space = address_space_new(d->mem, 1, &format);
    assert_non_null(d->space);
    gmmu_driver_init(&d->driver, &d->space, 1, true, NULL);
    settle(d);
    assert_int_equal(d->commands, 1);
    return d;
}

static void device_free(device *d) {
    gmmu_driver_free(&d->driver);
    address_space_free(d->space);
    phys_mem_free(d->mem);
    free(d);
}

/* ---- tests ---- */

enum { ORDERS = 4 };

/* Returns the commands that it takes. */
static uint32_t order(device *d, uint32_t kind) {
    if (kind == 0)
        gmmu_driver_invalidate(&d->driver);
    else if (kind == 1)
        gmmu_driver_invalidate_page(&d->driver, 1, page_of(d->count));
    else if (kind == 2)
        gmmu_driver_end(&d->driver, 1);
    else
        gmmu_driver_enable(&d->driver, d->space);
    return kind < 2 ? 2 : 1;
}

static void faults_are_served_while_a_command_waits(void **state) {
    (void)state;
    for (uint32_t kind = 0; kind < ORDERS; kind++) {
        device *d = device_new(kind);
        d->waits = true;
        for (uint32_t i = 0; i < 3; i++)
            fault_comes(d);
        const uint32_t commands = 1 + order(d, kind);
        assert_false(gmmu_driver_may_serve(&d->driver)); /* not between the registers of a command */
        settle(d);
        assert_int_equal(d->commands, commands);
        device_free(d);
    }
}

/* A command that waits for nobody is not put off for ever by faults that come and come. */
static void orders_and_faults_at_random(void **state) {
    (void)state;
    device *d = device_new(unit_test_seed());
    uint32_t commands = 1, while_waiting = 0;
    for (uint32_t jobs = 0; jobs < JOBS;) {
        d->waits = chance(d, 3);
        if (chance(d, 40) && d->count - d->head < GMMU_RING_RECORDS)
            fault_comes(d);
        if (chance(d, 200)) {
            commands += order(d, (uint32_t)(unit_test_random(&d->dice) % ORDERS));
            jobs++;
        }
        const uint32_t before = d->head;
        cycle(d);
        while_waiting += d->head != before && d->commanded;
        serve(d);
    }
    settle(d);
    assert_int_equal(d->commands, commands);
    assert_true(while_waiting > 0);
    assert_true(d->count > HEADS); /* the ring has turned */
    device_free(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(faults_are_served_while_a_command_waits),
                                       cmocka_unit_test(orders_and_faults_at_random)};
    return UNIT_TEST_RUN("gmmu_driver", tests);
}
