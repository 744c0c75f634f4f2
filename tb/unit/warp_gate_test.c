/* SPDX-License-Identifier: Apache-2.0 */
/* warp_gate: the timing of the thesis' figures, directed corners, and a warp-by-warp model. */
#include "warp_gate.h"

#include "unit_test.h"

#include <stdbool.h>
#include <string.h>

#define WARP(w) (UINT64_C(1) << (w))

typedef struct {
    warp_gate_state s;
    warp_gate_in in; /* of the coming edge; cleared by edge(), but for cfg_scheme */
    warp_gate_out out;
} bench;

static void start(bench *b, unsigned scheme) {
    memset(b, 0, sizeof *b);
    warp_gate_reset(&b->s);
    b->in.cfg_scheme = (u2)scheme;
    warp_gate_outputs(&b->s, &b->out);
}

static void edge(bench *b) {
    const u2 scheme = b->in.cfg_scheme;

    warp_gate_step(&b->s, &b->in, &b->out);
    warp_gate_outputs(&b->s, &b->out);
    memset(&b->in, 0, sizeof b->in);
    b->in.cfg_scheme = scheme;
}

static bool open(const bench *b, unsigned w) {
    return (b->out.enable >> w & 1U) != 0;
}

static void is_open_after_reset(void **unused) {
    bench b;

    (void)unused;
    memset(&b.s, 0xA5, sizeof b.s);
    warp_gate_reset(&b.s);
    warp_gate_outputs(&b.s, &b.out);
    assert_true(b.out.enable == UINT64_MAX);
}

/* A load of warp 5 goes through the pipeline of thesis Fig. 6.4: fetched in cycle 1, issued
 * in 2, last TLB check in 8, committed in 11. The first cycle the warp is open again. */
static unsigned reopened(unsigned scheme) {
    unsigned first = 0;
    bench b;

    start(&b, scheme);
    for (unsigned cycle = 1; cycle <= 20; cycle++) {
        first = first == 0 && cycle > 1 && open(&b, 5) ? cycle : first;
        b.in.fetched = cycle == 1 ? WARP(5) : 0;
        b.in.issued = cycle == 2 ? WARP(5) : 0;
        b.in.checked = cycle == 8 ? WARP(5) : 0;
        b.in.committed = cycle == 11 ? WARP(5) : 0;
        edge(&b);
        assert_true((b.out.enable | WARP(5)) == UINT64_MAX);
    }
    return first;
}

static void keeps_the_time_of_the_figures(void **unused) {
    (void)unused;
    assert_int_equal(reopened(WARP_GATE_OFF), 3);
    assert_int_equal(reopened(WARP_GATE_LASTCHECK), 9);
    assert_int_equal(reopened(WARP_GATE_COMMIT), 12); /* `add` of Fig. 6.4 is fetched in 12 */
    assert_int_equal(reopened(3), 12);
}

static void opens_on_a_squash(void **unused) {
    (void)unused;
    for (unsigned scheme = 0; scheme < 4; scheme++) {
        bench b;

        start(&b, scheme);
        b.in.fetched = WARP(0) | WARP(63);
        edge(&b);
        assert_false(open(&b, 0) || open(&b, 63));
        b.in.squashed = WARP(63);
        edge(&b);
        assert_false(open(&b, 0));
        assert_true(open(&b, 63));
        b.in.fetched = b.in.squashed = WARP(7); /* the fetched one is squashed too */
        edge(&b);
        assert_true(open(&b, 7));
    }
}

static void leaves_a_younger_instruction_alone(void **unused) {
    bench b;

    (void)unused;
    start(&b, WARP_GATE_LASTCHECK);
    b.in.fetched = WARP(1);
    edge(&b);
    b.in.checked = WARP(1);
    edge(&b);
    assert_true(open(&b, 1));
    b.in.fetched = WARP(1); /* the next one */
    edge(&b);
    b.in.committed = WARP(1); /* of the first one */
    edge(&b);
    assert_false(open(&b, 1));
}

static void keeps_the_scheme_of_the_fetch(void **unused) {
    bench b;

    (void)unused;
    start(&b, WARP_GATE_COMMIT);
    b.in.fetched = WARP(2);
    edge(&b);
    b.in.cfg_scheme = WARP_GATE_OFF;
    b.in.issued = b.in.checked = WARP(2);
    edge(&b);
    assert_false(open(&b, 2));
    b.in.committed = WARP(2);
    edge(&b);
    assert_true(open(&b, 2));
}

static void stands_still_when_idle(void **unused) {
    warp_gate_state before;
    bench b;

    (void)unused;
    start(&b, WARP_GATE_COMMIT);
    b.in.fetched = 0xF0F0;
    edge(&b);
    before = b.s;
    b.in.cfg_scheme = WARP_GATE_LASTCHECK;
    edge(&b);
    assert_memory_equal(&before, &b.s, sizeof before);
}

/* What each warp waits for, in the words of the header. */
typedef enum { OPEN, ISSUE, CHECK, COMMIT } waiting;

static waiting model_step(waiting before, const warp_gate_in *in, unsigned w) {
    static const waiting chosen[] = {ISSUE, COMMIT, CHECK, COMMIT};
    const uint64_t bit = WARP(w);

    if (in->squashed & bit)
        return OPEN;
    if ((before == ISSUE && (in->issued & bit)) || (before == CHECK && (in->checked & bit)) ||
        (before == COMMIT && (in->committed & bit)))
        return OPEN;
    if (before == OPEN && (in->fetched & bit))
        return chosen[in->cfg_scheme];
    return before;
}

/* Each bit is set with a probability of 1/4. */
static uint64_t some(uint64_t *random) {
    const uint64_t mask = unit_test_random(random);

    return mask & unit_test_random(random);
}

static void agrees_with_a_warp_by_warp_model(void **unused) {
    waiting model[GMMU_SM_WARPS] = {OPEN};
    uint64_t random = unit_test_seed();
    bench b;

    (void)unused;
    start(&b, 0);
    for (unsigned c = 0; c < 20000; c++) {
        b.in.cfg_scheme = (u2)(unit_test_random(&random) % 4);
        b.in.fetched = some(&random);
        b.in.issued = some(&random);
        b.in.checked = some(&random);
        b.in.committed = some(&random);
        b.in.squashed = some(&random) >> 8;
        const warp_gate_in in = b.in;
        edge(&b);
        for (unsigned w = 0; w < GMMU_SM_WARPS; w++) {
            model[w] = model_step(model[w], &in, w);
            assert_int_equal(open(&b, w), model[w] == OPEN);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_open_after_reset),
        cmocka_unit_test(keeps_the_time_of_the_figures),
        cmocka_unit_test(opens_on_a_squash),
        cmocka_unit_test(leaves_a_younger_instruction_alone),
        cmocka_unit_test(keeps_the_scheme_of_the_fetch),
        cmocka_unit_test(stands_still_when_idle),
        cmocka_unit_test(agrees_with_a_warp_by_warp_model),
    };
    return UNIT_TEST_RUN("warp_gate", tests);
}
