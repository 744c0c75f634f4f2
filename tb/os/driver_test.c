/* SPDX-License-Identifier: Apache-2.0 */
/* The driver: what is mapped, reserved and known at the first touch of a page, in every mode. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/driver.h"
#include "os/page_allocators.h"
#include "program/kernels/kernel.h"
#include "unit_test.h"

#define STREAM "kernel:stream,size=384K" /* a, b, c of 32 pages each, one page apart; a is output */
#define FIRST  UINT64_C(0x100000)
#define SECOND (FIRST + 33)

/* Opens the blocks of a workload, one per cycle, as the block dispatcher does, and looks at the pages. */
typedef struct {
    engine *e;
    workload *work;
    phys_mem *mem;
    address_space *space;
    exception_config config;
    driver *driver;
    uint64_t blocks;
    bool open;
    /* of the page of the last block's first access */
    bool known_at_once;
} rig;

static rig *rig_new_with(const char *spec, fault_mode faults, const page_allocator *allocator) {
    const page_allocator_setup setup = {.spaces = 1};
    rig *g = calloc(1, sizeof *g);
    char err[512] = "";
    assert_non_null(g);
    g->e = engine_new();
    (void)engine_add_domain(g->e, "core", 1);
    g->work = workload_open(spec, 1 << 20, 1, (code_style){0}, err, sizeof err);
    assert_string_equal(err, "");
    assert_non_null(g->work);
    g->mem = phys_mem_new_with(1 << 20, 1 << 10, allocator, &setup, err, sizeof err);
    g->space = address_space_new(g->mem, 1, &page_table_formats[PAGE_TABLE_X86]);
    g->config = exception_defaults;
    g->config.faults = faults;
    g->driver = driver_new(g->e, &g->config, 4096, &g->work, &g->space, 1);
    assert_non_null(g->driver);
    return g;
}

static rig *rig_new(const char *spec, fault_mode faults) {
    return rig_new_with(spec, faults, &page_allocator_ascending);
}

static void rig_free(rig *g) {
    driver_free(g->driver);
    workload_close(g->work);
    address_space_free(g->space);
    phys_mem_free(g->mem);
    engine_free(g->e);
    free(g);
}

static bool open_block(rig *g) {
    char err[512] = "";
    kernel_info info;
    block_stream *b = NULL;
    if (!g->open && workload_next_kernel(g->work, &info, err, sizeof err) <= 0)
        return false;
    g->open = workload_next_block(g->work, &b, err, sizeof err) > 0;
    if (g->open) {
        g->blocks++;
        block_close(b);
    }
    assert_string_equal(err, "");
    return true;
}

static bool resident(const rig *g, uint64_t vpn) {
    translation t;
    return address_space_translate(g->space, vpn, &t);
}

static page_origin known(rig *g, uint64_t vpn) {
    return driver_page_origin(g->driver, 0, vpn);
}

static void kernels(void **state) {
    (void)state;
    const fault_mode modes[] = {FAULTS_NONE, FAULTS_INJECT, FAULTS_MIGRATE, FAULTS_LAZY};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        bool all = modes[i] == FAULTS_NONE || modes[i] == FAULTS_INJECT;
        rig *g = rig_new(STREAM, modes[i]);
        assert_int_equal(known(g, FIRST), PAGE_FRESH);
        assert_int_equal(known(g, FIRST + 31), PAGE_FRESH);
        assert_int_equal(known(g, FIRST + 32), PAGE_INVALID);
        assert_int_equal(known(g, SECOND), PAGE_HOST);
        assert_true(open_block(g));
        assert_int_equal(resident(g, FIRST), all);
        assert_int_equal(resident(g, SECOND), modes[i] != FAULTS_MIGRATE);
        assert_false(resident(g, FIRST + 31)); /* not touched */
        /* With faults the whole region is ready to become resident, and only what is the application's. */
        assert_int_equal(address_space_make_resident(g->space, FIRST + 15), !all);
        assert_false(address_space_make_resident(g->space, FIRST - 1));
        while (open_block(g))
            continue;
        for (uint64_t p = 0; p < 32; p++) {
            assert_true(resident(g, FIRST + p) == (all || p == 15));
            assert_int_equal(resident(g, SECOND + p), modes[i] != FAULTS_MIGRATE);
        }
        assert_null(driver_error(g->driver));
        rig_free(g);
    }
}

/* Karnagel 2.2: input is "stored in CPU pinned main memory and accessed from the GPU using zero-copy":
 * whatever faults there are, such a page is mapped when it is touched, in the host's memory, and takes no
 * frame here. */
static void pinned_pages(void **state) {
    (void)state;
    const fault_mode modes[] = {FAULTS_NONE, FAULTS_INJECT, FAULTS_MIGRATE, FAULTS_LAZY};
    const uint64_t first = KERNEL_PINNED_BASE >> 12;
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        rig *g = rig_new_with(STREAM ",pinned=1", modes[i], page_allocators_find("cocoa"));
        translation t;
        assert_int_equal(known(g, first), PAGE_PINNED);
        assert_int_equal(known(g, first + 32), PAGE_INVALID);
        assert_true(workload_pins_pages(g->work));
        while (open_block(g))
            continue;
        for (uint64_t p = 0; p < 32; p++) {
            assert_true(address_space_translate(g->space, first + p, &t));
            assert_true(phys_mem_is_host(t.ppn));
        }
        assert_null(driver_error(g->driver));
        assert_int_equal(phys_mem_data_frames(g->mem), 0);
        assert_int_equal(phys_mem_host_frames(g->mem), 96);
        address_space_clear(g->space);
        assert_int_equal(phys_mem_host_frames(g->mem), 0);
        rig_free(g);
    }
}

/* What becomes resident keeps the frame it had from the start. */
static void frames_do_not_depend_on_faults(void **state) {
    (void)state;
    rig *g = rig_new(STREAM, FAULTS_MIGRATE), *h = rig_new(STREAM, FAULTS_MIGRATE);
    while (open_block(g) && open_block(h))
        continue;
    for (uint64_t p = 0; p < 32; p++) {
        translation a, b;
        assert_true(address_space_make_resident(g->space, FIRST + p));
        assert_true(address_space_make_resident(h->space, FIRST + 31 - p));
        if (p < 16)
            continue;
        assert_true(address_space_translate(g->space, FIRST + p, &a));
        assert_true(address_space_translate(h->space, FIRST + p, &b));
        assert_int_equal(a.ppn, b.ppn);
    }
    rig_free(g);
    rig_free(h);
}

/* Mosaic 4.2: "GPGPU applications typically allocate memory en masse (i.e., they allocate a large number of
 * pages at a time)": arrays of 6 MB take large frames, where they hold aligned 2 MB, when their first page is
 * touched. The first array begins with them; the second one, behind a page of nobody, has two in its middle.
 */
static void whole_frames(void **state) {
    (void)state;
    rig *g = rig_new_with("kernel:stream,size=18M", FAULTS_NONE, page_allocators_find("cocoa"));
    const uint64_t second = FIRST + 1537, inside[] = {FIRST, FIRST + 2048};
    translation first, t;
    assert_true(open_block(g));
    for (uint64_t p = 0; p < 1536; p++)
        assert_true(resident(g, FIRST + p));
    assert_true(resident(g, second) && !resident(g, second + 510)); /* no whole 2 MB of the array */
    for (uint64_t p = 2048; p < 3072; p++)
        assert_true(resident(g, FIRST + p));
    assert_false(resident(g, FIRST + 3072));
    while (open_block(g))
        continue;
    for (size_t k = 0; k < 2; k++) {
        assert_true(address_space_translate(g->space, inside[k], &first));
        assert_int_equal(first.ppn % 512, 0);
        for (uint64_t p = 0; p < 512; p++) {
            assert_true(address_space_translate(g->space, inside[k] + p, &t));
            assert_int_equal(t.ppn, first.ppn + p);
        }
    }
    assert_null(driver_error(g->driver));
    assert_int_equal(phys_mem_data_frames(g->mem), 3 * 1536);
    rig_free(g);
}

/* The same with demand paging: the frame is there before the first page arrives, and no page is resident. */
static void whole_frames_ahead_of_faults(void **state) {
    (void)state;
    rig *g = rig_new_with("kernel:stream,size=18M", FAULTS_MIGRATE, page_allocators_find("cocoa"));
    translation first, t;
    g->config.region_bytes = 4096;
    assert_true(open_block(g));
    for (uint64_t p = 0; p < 512; p++)
        assert_false(resident(g, FIRST + p));
    for (uint64_t p = 512; p-- > 0;) /* in any order */
        assert_true(address_space_make_resident(g->space, FIRST + p));
    assert_true(address_space_translate(g->space, FIRST, &first));
    assert_int_equal(first.ppn % 512, 0);
    for (uint64_t p = 0; p < 512; p++) {
        assert_true(address_space_translate(g->space, FIRST + p, &t));
        assert_int_equal(t.ppn, first.ppn + p);
    }
    assert_false(address_space_make_resident(g->space, FIRST + 512)); /* nobody has touched the next 2 MB */
    while (open_block(g))
        continue;
    assert_true(address_space_make_resident(g->space, FIRST + 512));
    assert_null(driver_error(g->driver));
    assert_int_equal(phys_mem_data_frames(g->mem), 3 * 1536);
    rig_free(g);
}

static uint64_t tick(void *self, uint64_t cycle) {
    rig *g = self;
    (void)open_block(g);
    if (cycle == 0)
        g->known_at_once = known(g, 0x10) != PAGE_INVALID || known(g, 0x11) != PAGE_INVALID;
    return cycle < 3 ? cycle + 1 : GMMU_NEVER;
}

static void write_file(const char *name, const char *text) {
    FILE *f = fopen(name, "w");
    if (f == NULL) {
        fail_msg("cannot write %s", name);
        return;
    }
    (void)fputs(text, f);
    (void)fclose(f);
}

#define TRACE                                                                                                \
    "-kernel name = k\n-kernel id = 1\n-grid dim = (1,1,1)\n-block dim = (32,1,1)\n-shmem = 0\n-nregs = 8\n" \
    "-binary version = 80\n-cuda stream id = 0\n-shmem base_addr = 0x00007f0000000000\n"                     \
    "-local mem base_addr = 0x00007e0000000000\n-nvbit version = 1.7\n-accelsim tracer version = 5\n"        \
    "-enable lineinfo = 0\n\n#traces format = [line_num] PC mask dest_num [reg_dests] opcode src_num "       \
    "[reg_srcs] mem_width\n\n#BEGIN_TB\n\nthread block = 0,0,0\n\nwarp = 0\ninsts = 2\n"                     \
    "0000 ffffffff 1 R2 LDG.E 1 R4 4 1 0x10000 64 0\n0010 ffffffff 0 EXIT 0 0 0\n\n#END_TB\n"

/* A page of a trace is known from the point in time after its touch on. */
static void traces(void **state) {
    (void)state;
    char path[] = "/tmp/driver_test_XXXXXX", name[512], spec[512];
    assert_non_null(mkdtemp(path));
    (void)snprintf(name, sizeof name, "%s/kernel-1.traceg", path);
    (void)snprintf(spec, sizeof spec, "trace:%s/kernelslist.g", path);
    write_file(name, TRACE);
    write_file(spec + strlen("trace:"), "kernel-1.traceg\n");

    rig *g = rig_new(spec, FAULTS_MIGRATE);
    (void)engine_add_component(g->e, "dispatcher", 0, tick, g);
    assert_int_equal(known(g, 0x10), PAGE_INVALID);
    assert_int_equal(engine_run(g->e, GMMU_NEVER), ENGINE_IDLE);
    assert_int_equal(g->blocks, 1);
    assert_false(g->known_at_once);
    assert_int_equal(known(g, 0x10), PAGE_HOST);
    assert_int_equal(known(g, 0x12), PAGE_INVALID);
    assert_false(resident(g, 0x10));
    assert_true(address_space_make_resident(g->space, 0x10));
    rig_free(g);
    (void)remove(name);
    (void)remove(spec + strlen("trace:"));
    (void)remove(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels),
        cmocka_unit_test(pinned_pages),
        cmocka_unit_test(frames_do_not_depend_on_faults),
        cmocka_unit_test(whole_frames),
        cmocka_unit_test(whole_frames_ahead_of_faults),
        cmocka_unit_test(traces),
    };
    return UNIT_TEST_RUN("driver", tests);
}
