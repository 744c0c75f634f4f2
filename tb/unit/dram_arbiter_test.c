/* SPDX-License-Identifier: Apache-2.0 */
/* dram_arbiter: sorting, turns, priority and quotas by hand; quotas against plain
 * division; and with its three queues as one memory channel that loses nothing. */
#include "dram_arbiter.h"
#include "frfcfs_queue.h"
#include "golden_queue.h"

#include "unit_test.h"

#include <stdbool.h>
#include <string.h>

enum { GOLDEN, SILVER, NORMAL, NOWHERE };

typedef struct {
    dram_arbiter_state s;
    dram_arbiter_in in;   /* of the next cycle; cycle() clears it but for the configuration */
    dram_arbiter_out out; /* pins after the last edge */
} bench;

static void idle_inputs(dram_arbiter_in *in) {
    const dram_arbiter_in old = *in;

    memset(in, 0, sizeof *in);
    in->cfg_enable = old.cfg_enable;
    in->cfg_apps = old.cfg_apps;
    in->cfg_thresh_max = old.cfg_thresh_max;
    in->g_ready = in->s_ready = in->n_ready = 1;
}

static void start(bench *b, unsigned apps) {
    memset(b, 0, sizeof *b);
    b->in.cfg_enable = 1;
    b->in.cfg_apps = (u5)GMMU_WRAP(apps, 5);
    b->in.cfg_thresh_max = 500;
    idle_inputs(&b->in);
    dram_arbiter_reset(&b->s);
    dram_arbiter_outputs(&b->s, &b->out);
}

static void cycle(bench *b) {
    dram_arbiter_step(&b->s, &b->in, &b->out);
    dram_arbiter_outputs(&b->s, &b->out);
    idle_inputs(&b->in);
}

static int offered_to(const dram_arbiter_out *out) {
    return out->push_g ? GOLDEN : out->push_s ? SILVER : out->push_n ? NORMAL : NOWHERE;
}

static void set_request(bench *b, bool walk, unsigned app) {
    b->in.req_valid = 1;
    b->in.req_walk = walk ? 1 : 0;
    b->in.req_app = (u5)GMMU_WRAP(app, 5);
    b->in.req_id = 0x155;
    b->in.req_bank = 6;
    b->in.req_row = 0x2AAAAA;
    b->in.req_col = 9;
}

/* Sends one request all the way into its queue; gives the queue. */
static int send(bench *b, bool walk, unsigned app) {
    set_request(b, walk, app);
    cycle(b);
    const int to = offered_to(&b->out);
    cycle(b);
    assert_true(b->out.req_ready);
    return to;
}

/* ---- way in ---- */

static void sorts_by_walk_and_turn(void **unused) {
    bench b;

    (void)unused;
    start(&b, 4);
    assert_true(b.out.req_ready);
    assert_int_equal(offered_to(&b.out), NOWHERE);
    assert_int_equal(send(&b, true, 0), GOLDEN);
    assert_int_equal(send(&b, true, 3), GOLDEN);
    assert_int_equal(send(&b, false, 1), NORMAL);
    assert_int_equal(send(&b, false, 0), SILVER); /* reset quota 1: the turn passes on */
    assert_int_equal(send(&b, false, 0), NORMAL);
    assert_int_equal(send(&b, false, 1), SILVER);
    b.in.cfg_enable = 0;
    assert_int_equal(send(&b, true, 2), NORMAL);
    assert_int_equal(send(&b, false, 2), NORMAL);
}

/*
 * MASK 5.4: the silver queue holds data demand requests of the application whose turn it is, and the turn
 * ends when it has sent thresh_i of them. The write-back of a dirty line is no demand request.
 */
static void write_backs_take_no_part_in_turns(void **unused) {
    bench b;

    (void)unused;
    start(&b, 2);
    b.s.thresh[0] = 3;
    b.s.left = 3;
    for (unsigned k = 0; k < 20; k++) {
        set_request(&b, false, 0);
        b.in.req_write = 1;
        cycle(&b);
        assert_int_equal(offered_to(&b.out), NORMAL);
        cycle(&b);
        assert_int_equal(b.out.silver_app, 0);
        assert_int_equal(b.out.silver_left, 3);
    }
    for (unsigned k = 0; k < 3; k++)
        assert_int_equal(send(&b, false, 0), SILVER);
    assert_int_equal(b.out.silver_app, 1);
}

static void hands_on_the_request_unchanged(void **unused) {
    bench b;

    (void)unused;
    start(&b, 1);
    set_request(&b, false, 0);
    b.in.req_write = 1;
    cycle(&b);
    assert_int_equal(b.out.push_id, 0x155);
    assert_int_equal(b.out.push_write, 1);
    assert_int_equal(b.out.push_bank, 6);
    assert_int_equal(b.out.push_row, 0x2AAAAA);
    assert_int_equal(b.out.push_col, 9);
}

static void waits_for_its_own_queue(void **unused) {
    bench b;

    (void)unused;
    start(&b, 4);
    set_request(&b, false, 0);
    cycle(&b);
    for (unsigned c = 0; c < 5; c++) { /* silver full: never spills into normal */
        b.in.s_ready = 0;
        set_request(&b, false, 1);
        cycle(&b);
        assert_int_equal(offered_to(&b.out), SILVER);
        assert_false(b.out.req_ready);
        assert_int_equal(b.out.silver_app, 0);
    }
    cycle(&b);
    assert_int_equal(offered_to(&b.out), NOWHERE);
    assert_int_equal(b.out.silver_app, 1);
}

/* ---- turns ---- */

/* Computes quotas from these counters and returns the cycles it took. */
static unsigned epoch(bench *b, const uint32_t *con, const uint32_t *sta) {
    unsigned cycles = 1;

    for (unsigned i = 0; i < GMMU_NUM_APPS; i++) {
        b->in.conptw[i] = (u6)GMMU_WRAP(con[i], 6);
        b->in.stalled[i] = (u6)GMMU_WRAP(sta[i], 6);
    }
    b->in.epoch_end = 1;
    cycle(b);
    for (; b->out.busy; cycles++) {
        assert_in_range(cycles, 1, 5000);
        cycle(b);
    }
    return cycles;
}

static void passes_the_turn_after_exactly_the_quota(void **unused) {
    bench b;
    const uint32_t con[GMMU_NUM_APPS] = {1, 2, 3}, sta[GMMU_NUM_APPS] = {1, 1, 1};

    (void)unused;
    start(&b, 3);
    b.in.cfg_thresh_max = 24;
    epoch(&b, con, sta); /* quotas 4, 8, 12 */
    assert_int_equal(b.out.silver_left, 1);
    assert_int_equal(send(&b, false, 0), SILVER); /* the turn that began before */
    for (unsigned turn = 1; turn < 7; turn++) {
        const unsigned app = turn % 3U, quota = 4 * (app + 1U);

        assert_int_equal(b.out.silver_app, app);
        assert_int_equal(b.out.silver_left, 0);
        cycle(&b);
        for (unsigned n = 0; n < quota; n++) {
            assert_int_equal(b.out.silver_app, app);
            assert_int_equal(b.out.silver_left, quota - n);
            send(&b, true, app);              /* walks do not count */
            send(&b, false, (app + 1U) % 3U); /* nor do requests of others */
            assert_int_equal(send(&b, false, app), SILVER);
        }
    }
    assert_int_equal(b.out.silver_app, 1);
}

static void a_turn_keeps_the_quota_it_began_with(void **unused) {
    bench b;
    const uint32_t first[GMMU_NUM_APPS] = {1, 0}, then[GMMU_NUM_APPS] = {1, 60};

    (void)unused;
    start(&b, 2);
    epoch(&b, first, first);
    for (uint32_t app = 0; app < 2; app++) /* turns of one request, as before the epoch and as in it */
        assert_int_equal(send(&b, false, app), SILVER);
    for (unsigned n = 0; n < 10; n++)
        assert_int_equal(send(&b, false, 0), SILVER);
    assert_int_equal(b.out.silver_left, 490);
    epoch(&b, then, then);
    for (unsigned n = 0; n < 490; n++) {
        assert_int_equal(b.out.silver_app, 0);
        assert_int_equal(send(&b, false, 0), SILVER);
    }
    cycle(&b);
    assert_int_equal(b.out.silver_app, 1);
    assert_int_equal(b.out.silver_left, 499);
}

/* One request after the other, as fast as they are taken, across the end of a turn. */
static void counts_requests_in_close_succession(void **unused) {
    bench b;
    const uint32_t con[GMMU_NUM_APPS] = {1, 1}, sta[GMMU_NUM_APPS] = {1, 1};

    (void)unused;
    start(&b, 1);
    b.in.cfg_thresh_max = 3;
    epoch(&b, con, sta);
    send(&b, false, 0);
    for (unsigned n = 0; n < 12; n++) {
        assert_int_equal(b.out.silver_left, n % 3 == 0 ? 0 : 3 - n % 3);
        assert_int_equal(send(&b, false, 0), SILVER);
    }
}

static void takes_turns_among_the_configured_applications(void **unused) {
    bench b;

    (void)unused;
    start(&b, 0); /* counts as 1 */
    for (unsigned n = 0; n < 3; n++)
        assert_int_equal(send(&b, false, 0), SILVER);
    assert_int_equal(send(&b, false, 1), NORMAL);

    start(&b, 31); /* counts as 30 */
    for (unsigned n = 0; n < 2 * GMMU_NUM_APPS; n++)
        assert_int_equal(send(&b, false, n % GMMU_NUM_APPS), SILVER);
    assert_int_equal(b.out.silver_app, 0);
    assert_int_equal(send(&b, false, 30), NORMAL);
    assert_int_equal(send(&b, false, 31), NORMAL);
}

static void replaces_an_owner_that_is_no_longer_configured(void **unused) {
    bench b;

    (void)unused;
    start(&b, 4);
    for (unsigned app = 0; app < 3; app++)
        send(&b, false, app);
    assert_int_equal(b.out.silver_app, 3);
    b.in.cfg_apps = 2;
    assert_int_equal(send(&b, false, 3), NORMAL);
    assert_int_equal(b.out.silver_app, 0);
    assert_int_equal(send(&b, false, 0), SILVER);
}

/* ---- way out ---- */

static void set_heads(bench *b, unsigned g_bank, unsigned s_bank, unsigned n_bank, unsigned ready) {
    b->in.g_valid = g_bank < 8;
    b->in.g_bank = (u3)GMMU_WRAP(g_bank, 3);
    b->in.g_id = 100;
    b->in.s_valid = s_bank < 8;
    b->in.s_bank = (u3)GMMU_WRAP(s_bank, 3);
    b->in.s_id = 200;
    b->in.n_valid = n_bank < 8;
    b->in.n_bank = (u3)GMMU_WRAP(n_bank, 3);
    b->in.n_id = 300;
    b->in.bank_ready = (u8)GMMU_WRAP(ready, 8);
}

static int issued(bench *b) {
    cycle(b);
    assert_int_equal(b->out.pop_g + b->out.pop_s + b->out.pop_n, b->out.issue_valid);
    return b->out.issue_valid ? (int)b->out.issue_id : -1;
}

static void issues_the_highest_class(void **unused) {
    bench b;

    (void)unused;
    start(&b, 2);
    set_heads(&b, 1, 2, 3, 0xFF);
    assert_int_equal(issued(&b), 100);
    assert_true(b.out.pop_g);
    assert_int_equal(issued(&b), -1); /* an issue lasts one cycle */
    set_heads(&b, 8, 2, 3, 0xFF);
    assert_int_equal(issued(&b), 200);
    cycle(&b);
    set_heads(&b, 8, 8, 3, 0xFF);
    assert_int_equal(issued(&b), 300);
    cycle(&b);
    set_heads(&b, 1, 2, 3, 1U << 3); /* the banks of the higher ones are not ready */
    assert_int_equal(issued(&b), 300);
    cycle(&b);
    set_heads(&b, 1, 2, 3, 0);
    assert_int_equal(issued(&b), -1);
}

static void does_not_issue_a_head_that_is_leaving(void **unused) {
    bench b;

    (void)unused;
    start(&b, 2);
    set_heads(&b, 1, 8, 8, 0xFF);
    assert_int_equal(issued(&b), 100);
    set_heads(&b, 4, 8, 8, 0xFF); /* still shown in the cycle of its pop */
    assert_int_equal(issued(&b), -1);
    set_heads(&b, 4, 8, 8, 0xFF);
    assert_int_equal(issued(&b), 100);
}

static void spaces_requests_to_one_bank(void **unused) {
    bench b;

    (void)unused;
    start(&b, 2);
    set_heads(&b, 1, 1, 2, 0xFF);
    assert_int_equal(issued(&b), 100);
    set_heads(&b, 8, 1, 2, 0xFF); /* bank 1 is getting a request right now */
    assert_int_equal(issued(&b), 300);
    set_heads(&b, 8, 1, 2, 0xFF);
    assert_int_equal(issued(&b), 200);
}

/* ---- quotas ---- */

static void assert_quotas(const bench *b, const uint32_t *con, const uint32_t *sta, uint32_t apps,
                          uint32_t max) {
    uint32_t sum = 0;

    for (unsigned i = 0; i < apps; i++)
        sum += con[i] * sta[i];
    for (unsigned i = 0; i < apps; i++) {
        const uint32_t share = sum == 0 ? max / apps : max * con[i] * sta[i] / sum;
        assert_int_equal(b->s.thresh[i], share == 0 ? 1 : share);
    }
}

static void computes_quotas_as_by_hand(void **unused) {
    bench b;
    const uint32_t con[GMMU_NUM_APPS] = {3, 1, 0, 2}, sta[GMMU_NUM_APPS] = {10, 1, 5, 7};

    (void)unused;
    start(&b, 4);
    for (unsigned i = 0; i < GMMU_NUM_APPS; i++)
        assert_int_equal(b.s.thresh[i], 1);
    assert_int_equal(epoch(&b, con, sta), 1 + 30 * (1 + 6 + 1) + 30 * (1 + 9 + 1 + 39));
    assert_int_equal(b.s.thresh[0], 500 * 30 / 45);
    assert_int_equal(b.s.thresh[1], 500 * 1 / 45);
    assert_int_equal(b.s.thresh[2], 1); /* 0 is raised to 1 */
    assert_int_equal(b.s.thresh[3], 500 * 14 / 45);
}

/* MASK §6: thresh_max is 500. An application with twice the product of concurrent walks and stalled warps
 * gets twice the silver requests, and Equation 1 hands out the 500 in all, but for what is cut off. */
static void hands_out_the_500_of_mask(void **unused) {
    bench b;
    const uint32_t con[GMMU_NUM_APPS] = {2, 1, 1}, sta[GMMU_NUM_APPS] = {3, 3, 6};

    (void)unused;
    start(&b, 3);
    b.in.cfg_thresh_max = 500;
    (void)epoch(&b, con, sta);
    assert_int_equal(b.s.thresh[0], 200);
    assert_int_equal(b.s.thresh[1], 100);
    assert_int_equal(b.s.thresh[2], 200);
}

static void gives_equal_shares_without_weights(void **unused) {
    bench b;
    const uint32_t none[GMMU_NUM_APPS] = {0}, some[GMMU_NUM_APPS] = {5, 5, 5};

    (void)unused;
    start(&b, 3);
    epoch(&b, none, some);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(b.s.thresh[i], 166);
}

static void counts_only_configured_applications(void **unused) {
    bench b;
    const uint32_t con[GMMU_NUM_APPS] = {1, 1, 63, 63}, sta[GMMU_NUM_APPS] = {1, 1, 63, 63};

    (void)unused;
    start(&b, 2);
    epoch(&b, con, sta);
    assert_int_equal(b.s.thresh[0], 250);
    assert_int_equal(b.s.thresh[1], 250);
}

static void computes_any_quotas(void **unused) {
    bench b;
    uint64_t random = unit_test_seed();

    (void)unused;
    start(&b, 30);
    for (unsigned run = 0; run < 60; run++) {
        uint32_t con[GMMU_NUM_APPS], sta[GMMU_NUM_APPS];
        const uint32_t apps = 1 + (uint32_t)(unit_test_random(&random) % 30);
        const uint32_t max = run % 4 == 0 ? 511 : (uint32_t)(unit_test_random(&random) % 512);
        const uint32_t limit = run % 3 == 0 ? 64 : run % 3 == 1 ? 2 : 8;

        for (unsigned i = 0; i < GMMU_NUM_APPS; i++) {
            con[i] = run % 7 == 0 ? 63 : (uint32_t)(unit_test_random(&random) % limit);
            sta[i] = run % 7 == 0 ? 63 : (uint32_t)(unit_test_random(&random) % limit);
        }
        b.in.cfg_apps = (u5)GMMU_WRAP(apps, 5);
        b.in.cfg_thresh_max = (u9)GMMU_WRAP(max, 9);
        epoch(&b, con, sta);
        assert_quotas(&b, con, sta, apps, max);
    }
}

static void ignores_an_epoch_end_while_busy(void **unused) {
    bench b;

    (void)unused;
    start(&b, 2);
    b.in.epoch_end = 1;
    b.in.conptw[0] = b.in.stalled[0] = 1;
    cycle(&b);
    while (b.out.busy) { /* the other application's, all the time */
        b.in.epoch_end = 1;
        b.in.conptw[1] = b.in.stalled[1] = 63;
        cycle(&b);
        if (b.s.phase != 0 && b.s.app == 0)
            assert_in_set(b.s.thresh[0], ((const unsigned long[]){1, 500}), 2);
    }
    assert_int_equal(b.s.thresh[0], 500);
    assert_int_equal(b.s.thresh[1], 1);
}

static void stands_still_when_idle(void **unused) {
    bench b;
    dram_arbiter_state before;

    (void)unused;
    start(&b, 2);
    send(&b, false, 0);
    set_heads(&b, 1, 2, 3, 0xFF);
    cycle(&b);
    cycle(&b);
    before = b.s;
    set_heads(&b, 1, 2, 3, 0); /* heads, but no bank takes any */
    cycle(&b);
    b.in.bank_ready = 0xFF;
    cycle(&b);
    assert_memory_equal(&before, &b.s, sizeof before);
}

/* ---- the whole channel ---- */

typedef struct {
    bench arbiter;
    golden_queue_state g;
    frfcfs_queue_state s;
    frfcfs_queue_state n;
} channel;

#define FROM_PINS(in, from, to)                                                                              \
    ((in)->to##_valid = (from).pick_valid, (in)->to##_id = (from).pick_id,                                   \
     (in)->to##_write = (from).pick_write, (in)->to##_bank = (from).pick_bank,                               \
     (in)->to##_row = (from).pick_row, (in)->to##_col = (from).pick_col,                                     \
     (in)->to##_ready = (from).push_ready)

#define TO_QUEUE(in, pins, to)                                                                               \
    ((in).push_valid = (pins).push_##to, (in).push_id = (pins).push_id, (in).push_write = (pins).push_write, \
     (in).push_bank = (pins).push_bank, (in).push_row = (pins).push_row, (in).push_col = (pins).push_col,    \
     (in).pop = (pins).pop_##to)

/* One cycle of all four units; the arbiter's request and bank inputs are set. */
static void channel_cycle(channel *c) {
    golden_queue_in g = {0};
    frfcfs_queue_in s = {0};
    frfcfs_queue_in n = {0};
    golden_queue_out g_pins;
    frfcfs_queue_out s_pins;
    frfcfs_queue_out n_pins;
    const dram_arbiter_out pins = c->arbiter.out;

    golden_queue_outputs(&c->g, &g_pins);
    frfcfs_queue_outputs(&c->s, &s_pins);
    frfcfs_queue_outputs(&c->n, &n_pins);
    FROM_PINS(&c->arbiter.in, g_pins, g);
    FROM_PINS(&c->arbiter.in, s_pins, s);
    FROM_PINS(&c->arbiter.in, n_pins, n);
    TO_QUEUE(g, pins, g);
    TO_QUEUE(s, pins, s);
    TO_QUEUE(n, pins, n);
    s.bank_ready = n.bank_ready = c->arbiter.in.bank_ready;
    /* each issue opens its row */
    s.act_valid = n.act_valid = pins.issue_valid;
    s.act_bank = n.act_bank = pins.issue_bank;
    s.act_row = n.act_row = pins.issue_row;
    golden_queue_step(&c->g, &g, &g_pins);
    frfcfs_queue_step(&c->s, &s, &s_pins);
    frfcfs_queue_step(&c->n, &n, &n_pins);
    cycle(&c->arbiter);
}

static void a_channel_loses_and_doubles_nothing(void **unused) {
    channel c;
    enum { REQUESTS = 20000 };
    static struct {
        unsigned bank, row, order;
        bool waiting;
    } of_id[512]; /* requests under way */
    unsigned in = 0, done = 0, next_walk = 0, walks = 0;
    uint64_t random = unit_test_seed();

    (void)unused;
    memset(of_id, 0, sizeof of_id);
    memset(&c, 0, sizeof c);
    start(&c.arbiter, 3);
    golden_queue_reset(&c.g);
    frfcfs_queue_reset(&c.s);
    frfcfs_queue_reset(&c.n);
    for (unsigned t = 0; done < REQUESTS; t++) {
        const uint64_t r = unit_test_random(&random);
        const unsigned id = in % 512U;
        const bool send_now = in < REQUESTS && (r & 3) != 0 && !of_id[id].waiting;
        const bool walk = (r >> 2 & 15) == 0;
        dram_arbiter_in *pins = &c.arbiter.in;

        assert_in_range(t, 0, 40 * REQUESTS); /* and nobody waits forever */
        pins->req_valid = send_now;
        pins->req_walk = walk;
        pins->req_app = (u5)((r >> 6) % 3);
        pins->req_id = (u9)GMMU_WRAP(id, 9);
        pins->req_bank = (u3)(r >> 10 & 7);
        pins->req_row = (u23)(r >> 13 & 3);
        pins->bank_ready = (u8)((r >> 20 | r >> 28) & 0xFF);
        if (send_now && c.arbiter.out.req_ready) {
            of_id[id].bank = (unsigned)(r >> 10 & 7);
            of_id[id].row = (unsigned)(r >> 13 & 3);
            of_id[id].order = walk ? walks++ : 0;
            of_id[id].waiting = true;
            in++;
        }
        channel_cycle(&c);
        if (c.arbiter.out.issue_valid) {
            const unsigned out = c.arbiter.out.issue_id;

            assert_true(of_id[out].waiting);
            assert_int_equal(c.arbiter.out.issue_bank, of_id[out].bank);
            assert_int_equal(c.arbiter.out.issue_row, of_id[out].row);
            if (c.arbiter.out.issue_class == GOLDEN)
                assert_int_equal(of_id[out].order, next_walk++);
            of_id[out].waiting = false;
            done++;
        }
    }
    assert_int_equal(next_walk, walks);
    channel_cycle(&c); /* the last pop */
    assert_int_equal(c.g.count + c.s.count + c.n.count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sorts_by_walk_and_turn),
        cmocka_unit_test(write_backs_take_no_part_in_turns),
        cmocka_unit_test(hands_on_the_request_unchanged),
        cmocka_unit_test(waits_for_its_own_queue),
        cmocka_unit_test(passes_the_turn_after_exactly_the_quota),
        cmocka_unit_test(a_turn_keeps_the_quota_it_began_with),
        cmocka_unit_test(counts_requests_in_close_succession),
        cmocka_unit_test(takes_turns_among_the_configured_applications),
        cmocka_unit_test(replaces_an_owner_that_is_no_longer_configured),
        cmocka_unit_test(issues_the_highest_class),
        cmocka_unit_test(does_not_issue_a_head_that_is_leaving),
        cmocka_unit_test(spaces_requests_to_one_bank),
        cmocka_unit_test(computes_quotas_as_by_hand),
        cmocka_unit_test(hands_out_the_500_of_mask),
        cmocka_unit_test(gives_equal_shares_without_weights),
        cmocka_unit_test(counts_only_configured_applications),
        cmocka_unit_test(computes_any_quotas),
        cmocka_unit_test(ignores_an_epoch_end_while_busy),
        cmocka_unit_test(stands_still_when_idle),
        cmocka_unit_test(a_channel_loses_and_doubles_nothing),
    };
    return UNIT_TEST_RUN("dram_arbiter", tests);
}
