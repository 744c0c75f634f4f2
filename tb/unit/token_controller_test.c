/* SPDX-License-Identifier: Apache-2.0 */
/* token_controller: directed corners, and random epochs against plain arithmetic. */
#include "token_bench.h"

static void test_first_epoch_everybody_fills(void **unused) {
    bench b;
    (void)unused;
    start(&b, 2);
    for (unsigned c = 0; c < CORES; c++)
        assert_int_equal(fillers(&b, c), WARPS);
    edge(&b);
    assert_int_equal(b.out.a_valid, 0);
    assert_int_equal(b.out.a_fill, 0);
}

static void test_no_core_30_or_31(void **unused) {
    bench b;
    (void)unused;
    start(&b, 1);
    assert_false(may_fill(&b, 30, 0));
    assert_false(may_fill(&b, 31, 0));
    event0(&b, 30, 0, true);
    event1(&b, 31, 255, false);
    edge(&b);
    for (unsigned c = 0; c < CORES; c++)
        assert_int_equal(b.s.hits[c] + b.s.misses[c] + b.s.warps[c], 0);
}

/* MASK 5.2: after the first epoch, a fraction of all warps; each core has the same part of its own. */
static void test_initial_tokens(void **unused) {
    bench b;
    (void)unused;
    start(&b, 1);
    traffic(&b, 0, 64, 10, 128);
    traffic(&b, 29, 16, 0, 16);
    evaluate(&b);
    assert_int_equal(b.out.active[0], 80);
    assert_int_equal(b.out.tokens[0], 60); /* 0.75 * 80 */
    assert_int_equal(fillers(&b, 0), 48);
    assert_int_equal(fillers(&b, 29), 12);
    for (unsigned c = 1; c < 29; c++) /* no lookups: as many as of a full core */
        assert_int_equal(fillers(&b, c), 192);
}

/* MASK §6: InitialTokens is 80 %. Two applications on 15 of the 30 cores each, with 64 warps a core, have 768
 * of their 960 warps, and no core more than another but for the one token that cannot be divided. */
static void test_the_80_percent_of_mask(void **unused) {
    bench b;
    (void)unused;
    start(&b, 2);
    b.in.cfg_initial = 52429; /* 0.8 */
    for (unsigned c = 0; c < CORES; c++)
        traffic(&b, c, 64, 1, 2);
    evaluate(&b);
    for (unsigned a = 0; a < 2; a++) {
        unsigned sum = 0;
        assert_int_equal(b.out.active[a], 960);
        assert_int_equal(b.out.tokens[a], 768);
        for (unsigned c = a; c < CORES; c += 2) {
            const unsigned of_core = fillers(&b, c);
            assert_in_range(of_core, 51, 52);
            sum += of_core;
        }
        assert_int_equal(sum, 768);
    }
}

/* Brings the unit to where it divides the tokens of application 0 between cores 0 and 1, and lets it finish.
 */
static void share_out(bench *b, unsigned warps0, unsigned warps1, unsigned tokens) {
    b->s.phase = TC_SHARE;
    b->s.app = 0;
    b->s.core = 0;
    b->s.ncores = 2;
    b->s.sum_accesses = 1;
    b->s.snap_warps[0] = (u9)warps0;
    b->s.snap_warps[1] = (u9)warps1;
    b->s.sum_warps = (GMMU_U(GMMU_ACTIVE_W))(warps0 + warps1);
    b->s.was_tokens = (GMMU_U(GMMU_TOKEN_W))tokens;
    for (unsigned k = 0; b->s.app == 0; k++) {
        assert_in_range(k, 0, 200);
        edge(b);
    }
}

/* The limits of an application's cores never add up to more than its tokens, nor to less while they are below
 * all warps of a core: each number of warps on one core beside small and large ones on the other, each number
 * of tokens. */
static void test_limits_add_up_to_the_tokens(void **unused) {
    static const unsigned others[] = {1, 33, 64};
    bench b;
    (void)unused;
    start(&b, 1);
    for (unsigned c = 0; c < CORES; c++)
        b.in.core_app[c] = c < 2 ? 0 : GMMU_NO_APP;
    for (unsigned warps = 1; warps <= 64; warps++) {
        for (unsigned k = 0; k < sizeof others / sizeof others[0]; k++) {
            for (unsigned tokens = 0; tokens <= warps + others[k]; tokens++) {
                share_out(&b, warps, others[k], tokens);
                assert_int_equal((unsigned)b.s.limit[0] + (unsigned)b.s.limit[1], tokens);
            }
        }
    }
}

static void test_initial_tokens_truncate(void **unused) {
    bench b;
    (void)unused;
    start(&b, 1);
    traffic(&b, 0, 1, 0, 5);
    evaluate(&b);
    assert_int_equal(b.out.active[0], 1);
    assert_int_equal(b.out.tokens[0], 0);
    assert_int_equal(fillers(&b, 0), 0);
}

/* What a part has beyond a whole token goes to the next cores: none is lost, none is added. */
static void test_cut_off_parts_add_up(void **unused) {
    static const unsigned warps[4] = {1, 2, 3, 8}; /* of cores 3, 10, 17, 24 */
    bench b;
    (void)unused;
    start(&b, 7);
    for (unsigned k = 0; k < 4; k++)
        traffic(&b, 3 + 7 * k, warps[k], 0, 4);
    evaluate(&b);
    assert_int_equal(b.out.tokens[3], 10); /* 0.75 * 14 */
    unsigned limits = 0;
    for (unsigned k = 0; k < 4; k++) {
        const unsigned part = fillers(&b, 3 + 7 * k);
        assert_in_range(part, warps[k] * 10 / 14, warps[k] * 10 / 14 + 1);
        limits += part;
    }
    assert_int_equal(limits, 10);
}

static void test_fewer_tokens_than_cores(void **unused) {
    unsigned limits = 0;
    bench b;
    (void)unused;
    start(&b, 1);
    b.in.cfg_initial = 8192; /* 1/8 */
    for (unsigned c = 0; c < CORES; c++)
        traffic(&b, c, 1, 0, 1);
    evaluate(&b);
    assert_int_equal(b.out.tokens[0], 3);
    for (unsigned c = 0; c < CORES; c++)
        limits += fillers(&b, c);
    assert_int_equal(limits, 3);
}

/*
 * MASK 5.2: each application has a number of tokens, and the running warps with the lowest IDs have them.
 * The IDs themselves do not matter: a core that runs 40 warps asks with the ranks 0 to 39, whether its warps
 * are 0 to 39 or 200 to 239.
 */
static void test_part_of_warps_follows_tokens(void **unused) {
    static const unsigned warps[3] = {40, 200, 90};
    bench b;
    (void)unused;
    start(&b, 10);
    for (unsigned k = 0; k < 3; k++)
        traffic(&b, 2 + 10 * k, warps[k], 0, 4);
    evaluate(&b);
    assert_int_equal(b.out.tokens[2], 247);
    for (unsigned k = 0; k < 3; k++) {
        const unsigned expected = warps[k] * 247 / 330;
        assert_in_range(fillers(&b, 2 + 10 * k), expected, expected + 1);
    }
}

static void test_query_meets_old_limits_while_busy(void **unused) {
    bench b;
    (void)unused;
    start(&b, 1);
    traffic(&b, 0, 4, 0, 8);
    b.in.epoch_end = 1;
    edge(&b);
    assert_true(may_fill(&b, 0, 255));
    while (b.out.busy)
        edge(&b);
    assert_false(may_fill(&b, 0, 255));
}

/* Tokens (96 after the first) after two epochs of 128 warps and 256 accesses on core 0. */
static unsigned tokens_after(unsigned misses_before, unsigned misses_after, uint16_t margin, bool *up) {
    bench b;
    start(&b, 1);
    b.in.cfg_margin = margin;
    traffic(&b, 0, 128, misses_before, 256);
    evaluate(&b);
    assert_int_equal(b.out.tokens[0], 96);
    b.s.dir[0] = (u1)*up;
    traffic(&b, 0, 128, misses_after, 256);
    evaluate(&b);
    *up = b.out.dir[0] != 0;
    return (unsigned)b.out.tokens[0];
}

static void test_margin_is_exclusive(void **unused) {
    bool up = true;
    (void)unused;
    assert_int_equal(tokens_after(100, 104, 1024, &up), 96); /* exactly 1024 / 65536 up */
    assert_true(up);                                         /* as it was */
    assert_int_equal(tokens_after(100, 104, 1023, &up), 64); /* 32 fewer */
    assert_false(up);
    assert_int_equal(tokens_after(104, 100, 1024, &up), 96);
    assert_false(up);
    assert_int_equal(tokens_after(104, 100, 1023, &up), 128); /* 32 more */
    assert_true(up);
    assert_int_equal(tokens_after(100, 100, 0, &up), 96);
    assert_int_equal(tokens_after(100, 101, 0, &up), 64);
    assert_int_equal(tokens_after(0, 256, 65535, &up), 96); /* no change is above 0xffff */
}

static void test_rate_of_misses_alone_saturates(void **unused) {
    bench b;
    (void)unused;
    start(&b, 1);
    traffic(&b, 0, 8, 16, 16);
    evaluate(&b);
    assert_int_equal(b.s.rate[0], 65535);
    traffic(&b, 0, 8, 0, 16);
    evaluate(&b);
    assert_int_equal(b.s.rate[0], 0);
}

static void test_tokens_clamp(void **unused) {
    unsigned before = 0;
    bench b;
    (void)unused;
    start(&b, 1);
    b.in.cfg_margin = 0;
    traffic(&b, 0, 128, 0, 256);
    evaluate(&b);
    for (unsigned misses = 1; misses <= 5; misses++) { /* 96, 64, 32, 0, 0, 0 */
        before = (unsigned)b.out.tokens[0];
        traffic(&b, 0, 128, misses, 256);
        evaluate(&b);
        assert_int_equal(b.out.tokens[0], before >= 32 ? before - 32 : 0);
    }
    assert_int_equal(fillers(&b, 0), 0);
    for (unsigned misses = 5; misses > 0; misses--) { /* 32, 64, 96, 128, 128 */
        before = (unsigned)b.out.tokens[0];
        traffic(&b, 0, 128, misses - 1, 256);
        evaluate(&b);
        assert_int_equal(b.out.tokens[0], before + 32 <= 128 ? before + 32 : 128);
    }
    assert_int_equal(fillers(&b, 0), 128);
}

/* MASK 5.2: the token count changes with the miss rate and remains unchanged else. An epoch in which few
 * warps ran takes none away, and when they are back, the same part of them fills as before. */
static void test_tokens_outlast_their_warps(void **unused) {
    bench b;
    (void)unused;
    start(&b, 1);
    traffic(&b, 0, 128, 0, 256);
    evaluate(&b);
    traffic(&b, 0, 10, 0, 20);
    evaluate(&b);
    assert_int_equal(b.out.active[0], 10);
    assert_int_equal(b.out.tokens[0], 96);
    assert_int_equal(fillers(&b, 0), 96); /* more tokens than warps */
    traffic(&b, 0, 10, 16, 20);
    evaluate(&b);
    assert_int_equal(b.out.tokens[0], 94); /* a quarter of 10 fewer */
    traffic(&b, 0, 10, 0, 20);
    evaluate(&b);
    assert_int_equal(b.out.tokens[0], 94); /* no more, there are no warps for them */
    assert_int_equal(b.out.dir[0], 1);
    traffic(&b, 0, 128, 0, 256);
    evaluate(&b);
    assert_int_equal(b.out.tokens[0], 94);
    assert_int_equal(fillers(&b, 0), 94);
}

static void test_step_is_at_least_one(void **unused) {
    bench b;
    (void)unused;
    start(&b, 1);
    b.in.cfg_step = 0;
    traffic(&b, 0, 16, 0, 64);
    evaluate(&b);
    assert_int_equal(b.out.tokens[0], 12);
    traffic(&b, 0, 16, 32, 64);
    evaluate(&b);
    assert_int_equal(b.out.tokens[0], 11);
    traffic(&b, 0, 16, 0, 64);
    evaluate(&b);
    assert_int_equal(b.out.tokens[0], 12);
}

static void test_epoch_without_accesses_changes_nothing(void **unused) {
    bench b;
    (void)unused;
    start(&b, 2);
    traffic(&b, 0, 64, 16, 64);
    evaluate(&b);
    assert_int_equal(b.out.tokens[0], 48);
    evaluate(&b);
    evaluate(&b);
    assert_int_equal(b.out.tokens[0], 48);
    assert_int_equal(b.out.active[0], 64);
    assert_int_equal(b.s.rate[0], 16384);
    assert_int_equal(fillers(&b, 0), WARPS); /* no lookups: its warps are not known */
    assert_int_equal(fillers(&b, 1), WARPS); /* application 1 never had an access */
    assert_int_equal(b.out.tokens[1], 0);
}

static void test_full_cores(void **unused) {
    unsigned limits = 0;
    bench b;
    (void)unused;
    start(&b, 1);
    b.in.cfg_initial = 65535;
    for (unsigned c = 0; c < CORES; c++)
        traffic(&b, c, 256, 0, 256);
    evaluate(&b);
    assert_int_equal(b.out.active[0], CORES * WARPS);
    assert_int_equal(b.out.tokens[0], CORES * WARPS - 1);
    for (unsigned c = 0; c < CORES; c++)
        limits += fillers(&b, c);
    assert_int_equal(limits, CORES * WARPS - 1);
}

static void test_warps_are_the_most_told(void **unused) {
    bench b;
    (void)unused;
    start(&b, 1);
    event0(&b, 4, 20, true);
    event1(&b, 4, 30, false);
    edge(&b);
    assert_int_equal(b.s.warps[4], 30);
    event0(&b, 4, 40, true);
    event1(&b, 4, 25, true);
    edge(&b);
    assert_int_equal(b.s.warps[4], 40);
    event0(&b, 4, 7, true);
    event1(&b, 5, 9, true);
    edge(&b);
    assert_int_equal(b.s.warps[4], 40);
    assert_int_equal(b.s.warps[5], 9);
    assert_int_equal(b.s.hits[4], 4);
    assert_int_equal(b.s.misses[4], 1);
    event0(&b, 9, 511, true); /* more than there are */
    edge(&b);
    assert_int_equal(b.s.warps[9], WARPS);
}

static void test_counters_saturate(void **unused) {
    bench b;
    (void)unused;
    start(&b, 1);
    b.s.hits[0] = 65534;
    b.s.misses[0] = 65535;
    for (unsigned k = 0; k < 2; k++) {
        event0(&b, 0, 0, true);
        event1(&b, 0, 0, true);
        edge(&b);
        assert_int_equal(b.s.hits[0], 65535);
    }
    event0(&b, 0, 0, false);
    event1(&b, 0, 0, false);
    edge(&b);
    assert_int_equal(b.s.misses[0], 65535);
}

static void test_largest_sums(void **unused) {
    bench b;
    (void)unused;
    start(&b, 1);
    for (unsigned c = 0; c < CORES; c++) {
        b.s.hits[c] = 65535;
        b.s.misses[c] = 65535;
        b.s.warps[c] = WARPS;
    }
    evaluate(&b);
    assert_int_equal(b.s.rate[0], 32768);
    assert_int_equal(b.out.active[0], CORES * WARPS);
    assert_int_equal(b.out.tokens[0], CORES * WARPS * 3 / 4);
}

static void test_epoch_end_restarts_the_counters(void **unused) {
    bench b;
    (void)unused;
    start(&b, 1);
    traffic(&b, 2, 32, 3, 40);
    event0(&b, 2, 5, false); /* of the new epoch */
    b.in.epoch_end = 1;
    edge(&b);
    assert_int_equal(b.s.hits[2], 0);
    assert_int_equal(b.s.misses[2], 1);
    assert_int_equal(b.s.warps[2], 5);
    assert_int_equal(b.s.snap_hits[2], 37);
    assert_int_equal(b.s.snap_misses[2], 3);
    assert_int_equal(b.s.snap_warps[2], 32);
}

static void test_epoch_end_while_busy_is_ignored(void **unused) {
    bench b;
    (void)unused;
    start(&b, 1);
    traffic(&b, 2, 32, 3, 40);
    b.in.epoch_end = 1;
    edge(&b);
    traffic(&b, 2, 8, 0, 8);
    b.in.epoch_end = 1;
    edge(&b);
    assert_int_equal(b.s.hits[2], 8);
    assert_int_equal(b.s.snap_misses[2], 3);
    while (b.out.busy)
        edge(&b);
    assert_int_equal(b.out.tokens[0], 24);
    assert_int_equal(b.s.hits[2], 8);
}

static void test_thirty_applications(void **unused) {
    bench b;
    (void)unused;
    start(&b, APPS);
    for (unsigned a = 0; a < APPS; a++)
        traffic(&b, a, 4 + a, a, 64);
    evaluate(&b);
    for (unsigned a = 0; a < APPS; a++) {
        assert_int_equal(b.out.active[a], 4 + a);
        assert_int_equal(b.out.tokens[a], (4 + a) * 3 / 4);
        assert_int_equal(b.s.rate[a], a * 1024);
        assert_int_equal(fillers(&b, a), (4 + a) * 3 / 4);
    }
}

static void test_idle_is_identity(void **unused) {
    token_controller_state before;
    bench b;
    (void)unused;
    start(&b, 3);
    traffic(&b, 2, 32, 3, 40);
    evaluate(&b);
    edge(&b);
    before = b.s;
    edge(&b);
    assert_memory_equal(&before, &b.s, sizeof before);
}

/* Plain arithmetic: one application's next tokens. */
typedef struct {
    bool known;
    uint32_t tokens, rate;
    uint32_t base, cores; /* at the last change by the miss rate */
} account;

/* Tokens belong to the cores of their base. */
static void follow(account *a, uint32_t cores) {
    if (a->known && cores != 0)
        a->tokens = a->base * cores / a->cores;
}

static void settle(account *a, const bench *b, uint32_t misses, uint32_t accesses, uint32_t active,
                   uint32_t cores) {
    const uint32_t before = a->tokens;
    const bool first = !a->known;
    const uint32_t exact = (uint32_t)(((uint64_t)misses << 16) / accesses);
    const uint32_t rate = exact > 65535 ? 65535 : exact;
    const uint32_t part = active * (uint32_t)b->in.cfg_step >> 16;
    const uint32_t step = part ? part : 1;
    if (!a->known)
        a->tokens = active * (uint32_t)b->in.cfg_initial >> 16;
    else if (rate > a->rate + (uint32_t)b->in.cfg_margin)
        a->tokens = a->tokens > step ? a->tokens - step : 0;
    else if (rate + (uint32_t)b->in.cfg_margin < a->rate && a->tokens < active)
        a->tokens = a->tokens + step < active ? a->tokens + step : active;
    a->known = true;
    a->rate = rate;
    if (first || a->tokens != before) {
        a->base = a->tokens;
        a->cores = cores;
    }
}

/* All fill when there is no limit. Else each core has the tokens' part of its warps, up to one more, and
 * cores with lookups have all tokens together, unless one would have more than it can have warps. */
static void check_limits(const bench *b, const account *with, unsigned app) {
    const uint32_t tokens = with->tokens;
    uint32_t limits = 0;
    uint32_t active = 0;
    for (unsigned c = 0; c < CORES; c++)
        active += b->in.core_app[c] == app ? (uint32_t)b->s.snap_warps[c] : 0;
    const bool all = !with->known || tokens >= (uint64_t)active * 128;
    bool whole = !all;
    for (unsigned c = 0; c < CORES; c++) {
        if (b->in.core_app[c] != app)
            continue;
        const uint32_t warps = (uint32_t)b->s.snap_warps[c];
        const uint64_t part = all ? WARPS : (uint64_t)(warps ? warps : WARPS) * tokens / active;
        if (all || part > WARPS)
            assert_int_equal(b->s.limit[c], WARPS);
        else
            assert_in_range(b->s.limit[c], part ? part - 1 : 0, part + 1);
        whole = whole && part < WARPS;
        limits += warps ? (uint32_t)b->s.limit[c] : 0;
    }
    if (whole)
        assert_int_equal(limits, tokens);
}

static void test_random_epochs(void **unused) {
    uint64_t random = unit_test_seed();
    account accounts[APPS] = {{false, 0, 0, 0, 0}};
    bench b;
    (void)unused;
    start(&b, 5);
    for (unsigned epoch = 0; epoch < 200; epoch++) {
        uint32_t misses[APPS] = {0}, accesses[APPS] = {0}, active[APPS] = {0}, cores[APPS] = {0};
        if (epoch % 20 == 0 || epoch % 20 == 7) {
            const unsigned apps = 1 + (unsigned)(unit_test_random(&random) % 32);
            for (unsigned c = 0; c < CORES; c++)
                b.in.core_app[c] = (u5)(unit_test_random(&random) % apps);
            b.in.cfg_step = (u16)unit_test_random(&random);
            b.in.cfg_margin = (u16)(unit_test_random(&random) % 8192);
        }
        for (unsigned c = 0; c < CORES; c++) {
            const uint64_t dice = unit_test_random(&random);
            const unsigned app = (unsigned)b.in.core_app[c];
            b.s.hits[c] = (u16)(dice % 4 == 0 ? 0 : dice >> 48);
            b.s.misses[c] = (u16)(dice / 4 % 4 == 0 ? 0 : dice >> 32 & 0xffff);
            b.s.warps[c] = (u9)(b.s.hits[c] || b.s.misses[c] ? 1 + (dice >> 16) % WARPS : 0);
            if (app < APPS) {
                misses[app] += (uint32_t)b.s.misses[c];
                accesses[app] += (uint32_t)b.s.misses[c] + (uint32_t)b.s.hits[c];
                active[app] += (uint32_t)b.s.warps[c];
                cores[app]++;
            }
        }
        evaluate(&b);
        for (unsigned a = 0; a < APPS; a++) {
            follow(&accounts[a], cores[a]);
            if (accesses[a] != 0)
                settle(&accounts[a], &b, misses[a], accesses[a], active[a], cores[a]);
            assert_int_equal(b.out.tokens[a], accounts[a].tokens);
            check_limits(&b, &accounts[a], a);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_epoch_everybody_fills),
        cmocka_unit_test(test_no_core_30_or_31),
        cmocka_unit_test(test_initial_tokens),
        cmocka_unit_test(test_the_80_percent_of_mask),
        cmocka_unit_test(test_limits_add_up_to_the_tokens),
        cmocka_unit_test(test_initial_tokens_truncate),
        cmocka_unit_test(test_cut_off_parts_add_up),
        cmocka_unit_test(test_fewer_tokens_than_cores),
        cmocka_unit_test(test_part_of_warps_follows_tokens),
        cmocka_unit_test(test_query_meets_old_limits_while_busy),
        cmocka_unit_test(test_margin_is_exclusive),
        cmocka_unit_test(test_rate_of_misses_alone_saturates),
        cmocka_unit_test(test_tokens_clamp),
        cmocka_unit_test(test_tokens_outlast_their_warps),
        cmocka_unit_test(test_step_is_at_least_one),
        cmocka_unit_test(test_epoch_without_accesses_changes_nothing),
        cmocka_unit_test(test_full_cores),
        cmocka_unit_test(test_warps_are_the_most_told),
        cmocka_unit_test(test_counters_saturate),
        cmocka_unit_test(test_largest_sums),
        cmocka_unit_test(test_epoch_end_restarts_the_counters),
        cmocka_unit_test(test_epoch_end_while_busy_is_ignored),
        cmocka_unit_test(test_thirty_applications),
        cmocka_unit_test(test_idle_is_identity),
        cmocka_unit_test(test_random_epochs),
    };
    return UNIT_TEST_RUN("token_controller", tests);
}
