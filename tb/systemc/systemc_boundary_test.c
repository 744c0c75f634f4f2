/* SPDX-License-Identifier: Apache-2.0 */
/* The edge of an engine: what goes over it takes the cycles of a link, and keeps its places. */
#include <string.h>

#include "unit_test.h"

#include "base/engine.h"
#include "systemc/boundary.h"
#include "systemc/memory_pipeline.h"

#define PERIOD 7U

/* Pushes a number whenever it can, and notes when; pops what comes back, and notes that. */
typedef struct {
    engine_link *out, *in;
    uint64_t next, pushed_at[64];
    uint64_t got, got_at[64], got_what[64];
    bool deaf;
} echo;

static uint64_t echo_tick(void *self, uint64_t cycle) {
    echo *s = self;
    uint64_t *slot = s->next < 64 ? link_push(s->out) : NULL;
    if (slot) {
        *slot = s->next;
        s->pushed_at[s->next++] = cycle;
    }
    const uint64_t *m = s->deaf ? NULL : link_peek(s->in);
    if (m && s->got < 64) {
        s->got_at[s->got] = cycle;
        s->got_what[s->got++] = *m;
        link_pop(s->in);
    }
    return cycle + 1;
}

typedef struct {
    engine *e;
    boundary *b;
    echo echo;
    uint64_t cycle;
} rig;

static void rig_open(rig *r, uint32_t capacity) {
    memset(r, 0, sizeof(*r));
    r->e = engine_new();
    int core = engine_add_domain(r->e, "core", PERIOD);
    r->b = boundary_new(r->e, PERIOD);
    int c = engine_add_component(r->e, "echo", core, echo_tick, &r->echo);
    int outside = boundary_component(r->b);
    r->echo.out = engine_add_link(r->e, "out", c, outside, sizeof(uint64_t), capacity, 1);
    r->echo.in = engine_add_link(r->e, "in", outside, c, sizeof(uint64_t), 1, 1);
    assert_int_equal(boundary_add_outlet(r->b, r->echo.out), 0);
    assert_int_equal(boundary_add_inlet(r->b, r->echo.in), 0);
}

static void rig_close(rig *r) {
    boundary_free(r->b);
    engine_free(r->e);
}

static void edge(rig *r) {
    (void)engine_run(r->e, r->cycle++ * PERIOD + 1);
}

/* A message can be taken right after the edge of its push; its place is free one edge after its release. */
static void test_outlet(void **state) {
    (void)state;
    rig r;
    rig_open(&r, 2);
    edge(&r);
    edge(&r);
    const uint64_t *m = boundary_take(r.b, 0);
    assert_non_null(m);
    assert_int_equal(*m, 0);
    m = boundary_take(r.b, 0);
    assert_non_null(m);
    assert_int_equal(*m, 1);
    assert_null(boundary_take(r.b, 0));
    edge(&r); /* cycle 2: full */
    assert_int_equal(r.echo.next, 2);
    boundary_release(r.b, 0);
    edge(&r);
    assert_int_equal(r.echo.next, 3);
    assert_int_equal(r.echo.pushed_at[2], 3);
    rig_close(&r);
}

/* A release before the message has arrived is kept until then, and none is made up. */
static void test_early_release(void **state) {
    (void)state;
    rig r;
    rig_open(&r, 1);
    boundary_release(r.b, 0); /* of nothing */
    edge(&r);
    assert_non_null(boundary_take(r.b, 0));
    boundary_release(r.b, 0);
    boundary_release(r.b, 0);
    for (unsigned i = 0; i < 3; i++)
        edge(&r);
    assert_int_equal(r.echo.next, 2);
    assert_int_equal(r.echo.pushed_at[1], 2);
    rig_close(&r);
}

static void test_inlet(void **state) {
    (void)state;
    rig r;
    rig_open(&r, 1);
    edge(&r);
    *(uint64_t *)boundary_offer(r.b, 0) = 42;
    assert_false(boundary_accepts(r.b, 0));
    assert_null(boundary_offer(r.b, 0));
    assert_int_equal(boundary_popped(r.b, 0), 0);
    edge(&r);
    assert_int_equal(r.echo.got, 1);
    assert_int_equal(r.echo.got_at[0], 1);
    assert_int_equal(r.echo.got_what[0], 42);
    assert_int_equal(boundary_popped(r.b, 0), 1);
    r.echo.deaf = true;
    *(uint64_t *)boundary_offer(r.b, 0) = 43;
    edge(&r); /* in the link */
    assert_int_equal(boundary_popped(r.b, 0), 1);
    *(uint64_t *)boundary_offer(r.b, 0) = 44;
    edge(&r); /* the link is full: waits */
    assert_false(boundary_accepts(r.b, 0));
    r.echo.deaf = false;
    edge(&r);
    edge(&r);
    assert_int_equal(r.echo.got, 3);
    assert_int_equal(r.echo.got_what[2], 44);
    rig_close(&r);
}

/* ---- the pipeline in C ---- */

static memory_pipeline_config small_config(bool outside) {
    memory_pipeline_config c = {.apps = 1, .memory_outside = outside};
    c.config.chip = *chip_preset("mask");
    c.config.chip.sm.count = 2;
    c.config.design = *design_preset("mask");
    config_set_defaults(&c.config);
    return c;
}

static void test_access(void **state) {
    (void)state;
    char err[256] = "";
    memory_pipeline_config c = small_config(false);
    memory_pipeline *p = memory_pipeline_new(&c, err, sizeof(err));
    assert_non_null(p);
    warp_access a = {
        .id = 9, .warp = 3, .access = {.op = OP_LOAD, .space = SPACE_GLOBAL, .mask = 3, .width = 4}};
    a.access.addr[1] = 8192;
    uint64_t ppn = 0;
    assert_false(memory_pipeline_translate(p, 0, 2, &ppn));
    assert_int_equal(memory_pipeline_map(p, 0, 0), MAP_OK);
    assert_int_equal(memory_pipeline_map(p, 0, 2), MAP_OK);
    assert_int_equal(memory_pipeline_map(p, 1, 0), MAP_BAD_VPN);
    assert_true(memory_pipeline_translate(p, 0, 2, &ppn));
    assert_true(memory_pipeline_offer(p, 1, &a));
    assert_false(memory_pipeline_offer(p, 1, &a));
    size_t done = 0;
    warp_access_done first = {0};
    while (done == 0 && memory_pipeline_cycle(p) < 10000) {
        memory_pipeline_edge(p);
        const warp_access_done *d = memory_pipeline_done(p, &done);
        if (done)
            first = *d;
    }
    assert_int_equal(done, 1);
    assert_int_equal(first.id, 9);
    assert_int_equal(first.sm, 1);
    assert_int_equal(memory_pipeline_accepted(p, 1), 1);
    assert_int_equal(memory_pipeline_stats(p, 0).mem_transactions, 2);
    assert_null(memory_pipeline_error(p));
    memory_pipeline_free(p);
}

static void test_bad_config(void **state) {
    (void)state;
    char err[256] = "";
    memory_pipeline_config c = small_config(true);
    c.apps = 0;
    assert_null(memory_pipeline_new(&c, err, sizeof(err)));
    assert_true(strlen(err) > 0);
    c.apps = 1;
    c.sm_app[1] = 1;
    assert_null(memory_pipeline_new(&c, err, sizeof(err)));
    c.sm_app[1] = CHIP_NO_APP;
    memory_pipeline *p = memory_pipeline_new(&c, err, sizeof(err));
    assert_non_null(p);
    memory_pipeline_edge(p);
    memory_pipeline_free(p);
}

/* mmu/tlb.h: "A fill of an ASID beyond the partitions is an error", so such a pipeline is refused. */
static void test_tlb_partitions(void **state) {
    (void)state;
    char err[256] = "";
    memory_pipeline_config c = small_config(true);
    c.config.chip.tlb.level[1].partitions = 2;
    c.apps = 3;
    assert_null(memory_pipeline_new(&c, err, sizeof(err)));
    assert_string_equal(err, "tlb.l2.partitions: 2: expected 0, or one for each of the 3 applications");
    c.apps = 2;
    memory_pipeline *p = memory_pipeline_new(&c, err, sizeof(err));
    assert_non_null(p);
    memory_pipeline_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_outlet),     cmocka_unit_test(test_early_release),
        cmocka_unit_test(test_inlet),      cmocka_unit_test(test_access),
        cmocka_unit_test(test_bad_config), cmocka_unit_test(test_tlb_partitions),
    };
    return UNIT_TEST_RUN("systemc_boundary", tests);
}
