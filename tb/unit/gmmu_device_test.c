/* SPDX-License-Identifier: Apache-2.0 */
/* The library for software (models/driver) at the block's C: what cores are answered while pages come and go.
 */
#include "unit_test.h"

#include "driver/gmmu_device.h"
#include "driver/gmmu_table.h"
#include "gmmu.h"
#include "vortex_port.h"

#include <stdbool.h>
#include <string.h>

enum { FRAMES = 96, RING_FRAME = 1, READS = 64, PATIENCE = 60000 };
enum { SPACE = 5, REGIONS = 3, REGION = 512, PAGES = REGIONS * REGION, ASKED = 12 /* pages of a region */ };

/* What a page must be answered with. */
typedef struct {
    uint64_t frame; /* 0: absent */
    unsigned rights;
} page;

typedef struct {
    bool busy;
    uint64_t vpn;
} request;

static struct {
    gmmu_state s;
    gmmu_in in;
    gmmu_out out;
    gmmu_device device;
    gmmu_table table;
    const gmmu_format *format;
    uint64_t dice, cycle;
    _Alignas(8) unsigned char memory[FRAMES][4096];
    bool taken[FRAMES];
    struct {
        unsigned id;
        uint64_t address;
    } read[READS]; /* under way */
    unsigned reads;
    uint64_t record_at; /* address of the next beat of a record; 0: none has begun */
    bool acknowledge;
    page now[PAGES], before[PAGES];
    bool changing; /* what was before may still be answered */
    bool ends;     /* the space is on its way out */
    request asked[GMMU_MMU_PORTS][GMMU_PORT_REQUESTS];
    unsigned held[GMMU_MMU_PORTS]; /* cycles in which a core takes no answer */
    unsigned hungry;               /* per cent of the cycles in which a port asks */
    uint64_t next_frame;
    uint64_t answers, faults, refused, late, larges, ended;
} w;

static bool chance_of(unsigned percent) {
    return unit_test_random(&w.dice) % 100 < percent;
}

static uint64_t number_below(uint64_t n) {
    return unit_test_random(&w.dice) % n;
}

/* ---- cores ---- */

static void ask_port(unsigned port) {
    if (w.in.q_valid[port] || !chance_of(w.hungry))
        return;
    for (unsigned id = 0; id < GMMU_PORT_REQUESTS; id++) {
        request *r = &w.asked[port][id];
        if (r->busy)
            continue;
        *r = (request){.busy = true, .vpn = number_below(REGIONS) * REGION + number_below(ASKED)};
        w.in.q_valid[port] = 1;
        w.in.q_asid[port] = SPACE;
        w.in.q_vpn[port] = (GMMU_U(GMMU_VPN_W))r->vpn;
        w.in.q_id[port] = (GMMU_U(GMMU_PORT_ID_W))id;
        w.in.q_access[port] = 1;
        return;
    }
}

static bool is_answer(const page *p, unsigned port) {
    const unsigned rights = (w.out.a_read[port] ? GMMU_READ : 0U) | (w.out.a_write[port] ? GMMU_WRITE : 0U) |
                            (w.out.a_exec[port] ? GMMU_EXEC : 0U) | (w.out.a_system[port] ? 0U : GMMU_USER);
    return p->frame != 0 && p->frame == (uint64_t)w.out.a_ppn[port] && p->rights == rights;
}

static void see_answer(unsigned port) {
    request *r = &w.asked[port][(unsigned)w.out.a_id[port]];
    const unsigned fault = (unsigned)w.out.a_fault[port];
    if (!w.out.a_valid[port])
        return;
    assert_true(r->busy);
    r->busy = false;
    if (fault == 4) /* ask again */
        return;
    if (fault != 0) {
        assert_true(fault == 6 && w.ends);
        w.refused++;
        return;
    }
    if (!is_answer(&w.now[r->vpn], port)) {
        assert_true(w.changing && is_answer(&w.before[r->vpn], port));
        w.late++;
    }
    w.answers++;
    w.larges += w.out.a_large[port];
}

/* ---- memory ---- */

static unsigned char *bytes_at(uint64_t address) {
    assert_true(address < sizeof w.memory);
    return &w.memory[0][0] + address;
}

static void drive_memory(void) {
    w.in.awready = (u1)chance_of(70);
    w.in.wready = (u1)(w.record_at != 0 && chance_of(70)); /* after its address */
    w.in.arready = (u1)(w.reads < READS && chance_of(70));
    w.in.bvalid = (u1)w.acknowledge;
    w.in.rvalid = 0;
    if (w.reads != 0 && chance_of(30)) {
        const unsigned at = (unsigned)number_below(w.reads);
        uint64_t word;
        memcpy(&word, bytes_at(w.read[at].address), 8);
        w.in.rvalid = 1;
        w.in.rid = (GMMU_U(GMMU_WALKER_W))w.read[at].id;
        w.in.rdata[0] = (u32)(word & UINT32_MAX);
        w.in.rdata[1] = (u32)(word >> 32);
        w.in.rlast = 1;
        w.read[at] = w.read[--w.reads];
    }
}

static void see_memory(void) {
    if (w.acknowledge && w.out.bready)
        w.acknowledge = false;
    if (w.out.arvalid && w.in.arready) {
        w.read[w.reads].id = (unsigned)w.out.arid;
        w.read[w.reads++].address = (uint64_t)w.out.araddr;
    }
    if (w.out.awvalid && w.in.awready)
        w.record_at = (uint64_t)w.out.awaddr;
    if (w.out.wvalid && w.in.wready) {
        const uint64_t word = (uint64_t)w.out.wdata[1] << 32 | (uint64_t)w.out.wdata[0];
        memcpy(bytes_at(w.record_at), &word, 8);
        w.record_at = w.out.wlast ? 0 : w.record_at + 8;
        w.acknowledge |= w.out.wlast != 0;
    }
}

/* ---- the bus ---- */

static void tick_block(void) {
    drive_memory();
    for (unsigned p = 0; p < GMMU_MMU_PORTS; p++) {
        ask_port(p);
        w.held[p] = w.held[p] != 0 ? w.held[p] - 1 : chance_of(1) && chance_of(30) ? 600 : 0;
        w.in.a_ready[p] = (u1)(w.held[p] == 0 && chance_of(80));
    }
    w.in.inv_ack = w.out.inv_valid;
    see_memory();
    for (unsigned p = 0; p < GMMU_MMU_PORTS; p++)
        if (w.in.a_ready[p])
            see_answer(p);
    const gmmu_in in = w.in;
    for (unsigned p = 0; p < GMMU_MMU_PORTS; p++)
        if (w.out.q_ready[p])
            w.in.q_valid[p] = 0;
    gmmu_step(&w.s, &in, &w.out);
    gmmu_outputs(&w.s, &w.out);
    w.cycle++;
}

static bool bus_read(void *unused, uint32_t offset, uint32_t *value) {
    (void)unused;
    w.in.lite_arvalid = 1;
    w.in.lite_araddr = (GMMU_U(GMMU_LITE_ADDR_W))offset;
    for (bool taken = false; !taken; w.in.lite_arvalid = (u1)!taken) {
        taken = w.out.lite_arready != 0;
        tick_block();
    }
    while (!w.out.lite_rvalid)
        tick_block();
    *value = (uint32_t)w.out.lite_rdata;
    const bool ok = w.out.lite_rresp == 0;
    w.in.lite_rready = 1;
    tick_block();
    w.in.lite_rready = 0;
    return ok;
}

static bool bus_write(void *unused, uint32_t offset, uint32_t value) {
    (void)unused;
    w.in.lite_awvalid = w.in.lite_wvalid = 1;
    w.in.lite_awaddr = (GMMU_U(GMMU_LITE_ADDR_W))offset;
    w.in.lite_wdata = value;
    w.in.lite_wstrb = 15;
    while (w.in.lite_awvalid || w.in.lite_wvalid) {
        const bool address = w.out.lite_awready != 0, data = w.out.lite_wready != 0;
        tick_block();
        w.in.lite_awvalid = (u1)(w.in.lite_awvalid && !address);
        w.in.lite_wvalid = (u1)(w.in.lite_wvalid && !data);
    }
    while (!w.out.lite_bvalid)
        tick_block();
    const bool ok = w.out.lite_bresp == 0;
    w.in.lite_bready = 1;
    tick_block();
    w.in.lite_bready = 0;
    return ok;
}

static uint64_t ring_word(void *unused, uint32_t byte) {
    uint64_t word;
    (void)unused;
    memcpy(&word, bytes_at(RING_FRAME * 4096U + byte), 8);
    return word;
}

static void publish_nothing(void *unused) {
    (void)unused; /* memory is read as it is */
}

static bool wait_a_cycle(void *unused) {
    (void)unused;
    tick_block();
    return w.cycle < UINT64_C(4000000);
}

/* ---- tables ---- */

static bool take_frame(void *unused, uint64_t *frame) {
    (void)unused;
    for (uint64_t f = RING_FRAME + 1; f < FRAMES; f++)
        if (!w.taken[f]) {
            w.taken[f] = true;
            memset(w.memory[f], 0, sizeof w.memory[f]);
            *frame = f;
            return true;
        }
    return false;
}

/* What is read after that means nothing, and may look like an entry. */
static void give_frame(void *unused, uint64_t frame) {
    (void)unused;
    assert_true(frame < FRAMES && w.taken[frame]);
    w.taken[frame] = false;
    memset(w.memory[frame], 0xFF, sizeof w.memory[frame]);
}

static void *frame_at(void *unused, uint64_t frame) {
    (void)unused;
    assert_true(frame < FRAMES && w.taken[frame]);
    return w.memory[frame];
}

static unsigned some_rights(void) {
    static const unsigned may[] = {GMMU_READ, GMMU_READ | GMMU_WRITE, GMMU_READ | GMMU_EXEC,
                                   GMMU_READ | GMMU_WRITE | GMMU_EXEC};
    return may[number_below(4)] | (chance_of(50) ? GMMU_USER : 0U);
}

/* Frames that no page has had. */
static void map_pages(uint64_t vpn, uint64_t pages, bool aligned) {
    const unsigned rights = some_rights();
    if (aligned)
        w.next_frame = (w.next_frame / REGION + 1) * REGION;
    assert_true(gmmu_table_map(&w.table, vpn, w.next_frame, pages, rights));
    for (uint64_t i = 0; i < pages; i++)
        w.now[vpn + i] = (page){.frame = w.next_frame++, .rights = rights};
}

/* Demand paging: one page, or all that is absent of its region if nothing is there yet. */
static gmmu_verdict serve_fault(void *unused, const gmmu_page_fault *f) {
    (void)unused;
    assert_int_equal(f->asid, SPACE);
    assert_true(f->vpn < PAGES && f->reads && !f->lost && !w.ends);
    w.faults++;
    if (w.now[f->vpn].frame == 0)
        map_pages(f->vpn, 1, false);
    return GMMU_RESUME;
}

/* ---- the system ---- */

static void begin_space(void) {
    memset(w.now, 0, sizeof w.now);
    w.ends = false;
    const gmmu_table_memory memory = {.take = take_frame, .give = give_frame, .at = frame_at};
    assert_true(gmmu_table_init(&w.table, w.format, &memory));
    for (uint64_t r = 0; r < REGIONS; r++)
        if (r == 0 || chance_of(50))
            map_pages(r * REGION, REGION, true);
    assert_int_equal(gmmu_device_begin(&w.device, SPACE, (uint32_t)w.table.root, 0, PAGES - 1), GMMU_DONE);
}

static bool is_quiet(void) {
    bool busy = false;
    for (unsigned p = 0; p < GMMU_MMU_PORTS; p++)
        for (unsigned i = 0; i < GMMU_PORT_REQUESTS; i++)
            busy |= w.asked[p][i].busy;
    return !busy;
}

/* Its frames hold nothing that the block may still read. */
static void end_space(void) {
    w.ends = true;
    w.hungry = 0; /* no core asks for it meanwhile */
    assert_int_equal(gmmu_device_end(&w.device, SPACE), GMMU_DONE);
    assert_true(is_quiet());
    assert_int_equal(w.reads, 0);
    gmmu_table_free(&w.table);
    for (unsigned f = 0; f < FRAMES; f++)
        assert_false(w.taken[f]);
    w.ended++;
}

static void start_system(const gmmu_format *format) {
    memset(&w, 0, sizeof w);
    w.dice = unit_test_seed() + 1;
    w.format = format;
    w.next_frame = 0x1000;
    gmmu_reset(&w.s);
    gmmu_outputs(&w.s, &w.out);
    memset(&w.in.core_app, 0xFF, sizeof w.in.core_app);
    const gmmu_setup setup = {.bus = {.read = bus_read,
                                      .write = bus_write,
                                      .ring = ring_word,
                                      .publish = publish_nothing,
                                      .wait = wait_a_cycle},
                              .format = format,
                              .ring_frame = RING_FRAME,
                              .ring_bits = GMMU_FAULT_RING_W,
                              .irq_records = 1,
                              .handler = serve_fault};
    assert_int_equal(gmmu_device_start(&w.device, &setup), GMMU_DONE);
    begin_space();
    w.hungry = 20;
}

static void run_system(unsigned cycles) {
    for (unsigned i = 0; i < cycles; i++) {
        tick_block();
        if (w.out.irq)
            assert_int_equal(gmmu_device_serve(&w.device), GMMU_DONE);
    }
}

/* Everyone is answered. */
static void drain_cores(void) {
    w.hungry = 0;
    for (unsigned i = 0; i < PATIENCE && !is_quiet(); i++)
        run_system(1);
    assert_true(is_quiet());
}

/* A range goes, or gets other rights, while cores use it: when the call has returned nobody is answered with
 * what was before. */
static void change_range(void) {
    gmmu_changes changes;
    const bool whole = chance_of(20);
    const uint64_t vpn =
        whole ? number_below(REGIONS) * REGION : number_below(REGIONS) * REGION + number_below(ASKED);
    const uint64_t pages = whole           ? REGION
                           : chance_of(50) ? 1 + number_below(4)
                                           : 1 + number_below(PAGES - vpn);
    const unsigned rights = chance_of(50) ? 0 : some_rights();
    memcpy(w.before, w.now, sizeof w.now);
    w.changing = true;
    const bool done = rights == 0 ? gmmu_table_unmap(&w.table, vpn, pages, &changes)
                                  : gmmu_table_protect(&w.table, vpn, pages, rights, &changes);
    assert_true(done);
    for (uint64_t i = vpn; i < vpn + pages; i++) {
        w.now[i].frame = rights == 0 ? 0 : w.now[i].frame;
        w.now[i].rights = rights;
    }
    assert_int_equal(gmmu_device_changed(&w.device, SPACE, changes.vpn, changes.pages, changes.resized),
                     GMMU_DONE);
    w.changing = false;
}

static const gmmu_format *const formats[] = {&gmmu_format_sv39, &gmmu_format_sv32, &gmmu_format_x86};

static void pages_come_and_go(void **unused) {
    (void)unused;
    for (unsigned f = 0; f < 3; f++) {
        start_system(formats[f]);
        for (unsigned i = 0; i < 60; i++) {
            run_system(100);
            change_range();
        }
        drain_cores();
        end_space();
        assert_true(w.answers > 500 && w.faults > 20 && w.late > 0);
        assert_true((w.larges > 0) == formats[f]->large);
    }
}

/* A space ends with all that waits for it, and its number has another owner at once. */
static void owners_of_one_number(void **unused) {
    (void)unused;
    start_system(&gmmu_format_sv39);
    for (unsigned i = 0; i < 20; i++) {
        for (unsigned c = 0; c < 200; c++)
            tick_block(); /* faults that nobody serves */
        if (i % 2 != 0)
            run_system(100);
        end_space();
        begin_space();
        w.hungry = 20;
    }
    drain_cores();
    end_space();
    assert_true(w.refused > 10 && w.ended == 21);
}

/* The block answers for the 2 MB around a page; Vortex's TLBs keep a page of 4 MB, and take any page of it
 * from the answer for one. */
static void four_megabytes_behind_a_vortex_port(void **unused) {
    static const uint64_t asked[] = {0x205, 0x005, 0x1FF, 0x3FF, 0x200};
    const uint32_t leaf = 0xC3; /* V R A D, for system mode */
    (void)unused;
    start_system(&gmmu_format_sv32);
    end_space();
    w.ends = false;
    uint64_t root = 0;
    assert_true(take_frame(NULL, &root));
    *(uint32_t *)frame_at(NULL, root) = 0x8000U << 10 | leaf;
    for (uint64_t i = 0; i < 1024; i++)
        w.now[i] = (page){.frame = 0x8000 + i, .rights = GMMU_READ};
    assert_int_equal(gmmu_device_begin(&w.device, SPACE, (uint32_t)root, 0, 1023), GMMU_DONE);
    for (unsigned i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        gmmu_out seen = w.out;
        request *r = &w.asked[0][0];
        *r = (request){.busy = true, .vpn = asked[i]};
        w.in.q_valid[0] = 1;
        w.in.q_id[0] = 0;
        w.in.q_asid[0] = SPACE;
        w.in.q_vpn[0] = (GMMU_U(GMMU_VPN_W))asked[i];
        for (unsigned c = 0; c < PATIENCE && r->busy; c++) {
            seen = w.out;
            tick_block();
        }
        assert_false(r->busy);
        vortex_port_state port;
        vortex_port_reset(&port);
        const vortex_port_in in = {
            .cfg_sv32 = 1, .a_valid = 1, .a_large = seen.a_large[0], .a_ppn = seen.a_ppn[0]};
        vortex_port_out out;
        vortex_port_step(&port, &in, &out);
        vortex_port_outputs(&port, &out);
        assert_int_equal(out.rsp_level, 1);
        for (uint64_t p = 0; p < 1024; p++)
            assert_int_equal((uint64_t)out.rsp_ppn | p, 0x8000 + p);
    }
}

/* Before a reset memory owes the block nothing. */
static void quiet_before_a_reset(void **unused) {
    (void)unused;
    start_system(&gmmu_format_sv39);
    run_system(500);
    assert_int_equal(gmmu_device_quiesce(&w.device), GMMU_DONE);
    assert_int_equal(w.reads, 0);
    assert_false(w.acknowledge);
    for (unsigned i = 0; i < 300; i++) {
        tick_block();
        assert_int_equal(w.reads, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_come_and_go), cmocka_unit_test(owners_of_one_number),
        cmocka_unit_test(four_megabytes_behind_a_vortex_port), cmocka_unit_test(quiet_before_a_reset)};
    return UNIT_TEST_RUN("gmmu_device", tests);
}
