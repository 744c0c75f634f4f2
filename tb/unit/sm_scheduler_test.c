/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sm_scheduler: each policy at the level of the thesis's sentences (5.1, 5.2.4, 5.3), first on tables alone,
 * then with kernels made of blocks that run, are drained and are switched (a small SM driver).
 */
#include "sm_scheduler.h"

#include "unit_test.h"

#include <stdbool.h>
#include <string.h>

#define SMS     ((unsigned)GMMU_NUM_SMS)
#define KERNELS ((unsigned)GMMU_NUM_KERNELS)
#define NONE    ((unsigned)GMMU_NO_KERNEL)
#define STEPS   ((unsigned)GMMU_SEARCH_STEPS)
#define NEVER   UINT32_MAX
#define NO_JOB  UINT32_MAX
#define FIT     4U   /* blocks an SM holds */
#define SAVE    50U  /* cycles of a context switch */
#define JOBS    24U  /* of a random workload, ... */
#define BLOCKS  60U  /* ... with so many blocks at most, ... */
#define LENGTH  300U /* ... of so many cycles */

typedef struct {
    sm_scheduler_state s;
    sm_scheduler_in in; /* of the coming edge; only has_blocks and cfg_policy stay */
    sm_scheduler_out out;
    uint64_t random;
} bench;

static void start(bench *b, unsigned policy) {
    memset(b, 0, sizeof *b);
    memset(&b->s, 0xA5, sizeof b->s);
    sm_scheduler_reset(&b->s);
    sm_scheduler_outputs(&b->s, &b->out);
    b->in.cfg_policy = (u3)policy;
    b->random = unit_test_seed();
}

static void edge(bench *b) {
    sm_scheduler_step(&b->s, &b->in, &b->out);
    sm_scheduler_outputs(&b->s, &b->out);
    b->in.arrive_valid = b->in.finish_valid = b->in.free_valid = 0;
}

/* To the end of the round, and of one that begins at rest. */
static void settle(bench *b) {
    edge(b);
    for (unsigned c = 0; b->out.searching; c++) {
        assert_true(c < 4U * SMS * (STEPS + 1U));
        edge(b);
    }
}

static void arrive(bench *b, unsigned kernel, unsigned priority, unsigned tokens) {
    assert_true(b->out.arrive_ready);
    b->in.arrive_valid = 1;
    b->in.arrive_kernel = (GMMU_U(GMMU_KERNEL_W))kernel;
    b->in.arrive_priority = (GMMU_U(GMMU_SM_TOKENS_W))priority;
    b->in.arrive_tokens = (GMMU_U(GMMU_SMS_W))tokens;
    b->in.has_blocks[kernel % KERNELS] = 1;
    edge(b);
}

static void finish(bench *b, unsigned kernel) {
    b->in.finish_valid = 1;
    b->in.finish_kernel = (GMMU_U(GMMU_KERNEL_W))kernel;
    b->in.has_blocks[kernel] = 0;
    edge(b);
}

static void set_free(bench *b, unsigned sm) {
    b->in.free_valid = 1;
    b->in.free_sm = (GMMU_U(GMMU_SMS_W))sm;
    edge(b);
}

static unsigned owner(const bench *b, unsigned i) {
    return b->out.sm_state[i] == SMST_RUNNING    ? (unsigned)b->out.sm_kernel[i]
           : b->out.sm_state[i] == SMST_RESERVED ? (unsigned)b->out.sm_next[i]
                                                 : NONE;
}

/* SMs that a kernel owns, and those that are in a state. */
static unsigned owned(const bench *b, unsigned kernel) {
    unsigned n = 0;

    for (unsigned i = 0; i < SMS; i++)
        n += owner(b, i) == kernel;
    return n;
}

static unsigned in_state(const bench *b, unsigned state) {
    unsigned n = 0;

    for (unsigned i = 0; i < SMS; i++)
        n += b->out.sm_state[i] == state;
    return n;
}

static int tokens(const bench *b, unsigned kernel) {
    const int sign = 1 << GMMU_SMS_W;

    return (int)((unsigned)b->s.tokens[kernel] ^ (unsigned)sign) - sign;
}

/* All preemptions under way come to their end. */
static void preempt_all(bench *b) {
    for (unsigned i = 0; i < SMS; i++)
        if (b->out.sm_state[i] == SMST_RESERVED)
            set_free(b, i);
}

/* ---- tables ---- */

static void is_empty_after_reset(void **unused) {
    sm_scheduler_state before;
    bench b;

    (void)unused;
    start(&b, POLICY_FCFS);
    assert_true(b.out.arrive_ready);
    assert_false(b.out.searching);
    assert_int_equal(in_state(&b, SMST_IDLE), SMS);
    before = b.s;
    b.in.has_blocks[2] = 1; /* none of these does anything: no such kernel, SM or arrival */
    edge(&b);
    finish(&b, 1);
    set_free(&b, 3);
    b.in.arrive_valid = 1;
    b.in.arrive_kernel = (GMMU_U(GMMU_KERNEL_W))NONE;
    edge(&b);
    assert_memory_equal(&before, &b.s, sizeof before);
}

/* "This operation takes as many cycles as SMs (13 in our configuration)" (5.2.4): then one to decide. */
static void searches_an_sm_a_cycle(void **unused) {
    bench b;

    (void)unused;
    assert_int_equal(STEPS, 13);
    start(&b, POLICY_DSS);
    arrive(&b, 0, 0, 13);
    for (unsigned given = 0; given < SMS; given++)
        for (unsigned c = 0; c < 13U + 1U; c++) {
            assert_int_equal(owned(&b, 0), given);
            edge(&b);
        }
    assert_int_equal(owned(&b, 0), SMS);
}

/* Equal sharing (5.3.4): tc = floor(13 / Np), and one more for the first 13 mod Np. The first kernel has all
 * SMs, in debt, until the others come. At the end of the round each has its share, 7 and 6 of two; 4, 3, 3, 3
 * of four; 3, 2, 2, 2, 2, 2 of six; five times 2 and three times 1 of eight. */
static void shares_equally(void **unused) {
    (void)unused;
    for (unsigned processes = 1; processes <= KERNELS; processes++) {
        const unsigned share = SMS / processes, more = SMS % processes;
        bench b;

        start(&b, POLICY_DSS);
        arrive(&b, 0, 0, share + (more > 0));
        settle(&b);
        assert_int_equal(owned(&b, 0), SMS);
        assert_int_equal(tokens(&b, 0), (int)(share + (more > 0)) - (int)SMS);
        for (unsigned k = 1; k < processes; k++)
            arrive(&b, k, 0, share + (k < more));
        settle(&b);
        for (unsigned k = 0; k < processes; k++) {
            assert_int_equal(owned(&b, k), share + (k < more));
            assert_int_equal(tokens(&b, k), 0);
        }
        assert_int_equal(in_state(&b, SMST_RESERVED),
                         SMS - share - (more > 0)); /* each from the first kernel */
        preempt_all(&b);
        settle(&b);
        for (unsigned k = 0; k < processes; k++)
            assert_int_equal(owned(&b, k), share + (k < more));
        assert_int_equal(in_state(&b, SMST_RUNNING), SMS);
    }
}

/* "kernels are allowed to occupy more SMs, by going to debt": the debt of 13 SMs on 4 tokens is spread. */
static void spreads_debt(void **unused) {
    bench b;

    (void)unused;
    start(&b, POLICY_DSS);
    arrive(&b, 0, 0, 3);
    arrive(&b, 1, 0, 1);
    settle(&b);
    preempt_all(&b);
    settle(&b);
    assert_int_equal(owned(&b, 0) + owned(&b, 1), SMS);
    assert_int_equal(tokens(&b, 0) + tokens(&b, 1), 4 - (int)SMS);
    assert_true(tokens(&b, 0) - tokens(&b, 1) <= 1 && tokens(&b, 1) - tokens(&b, 0) <= 1);
    b.in.has_blocks[0] = 0; /* its blocks are all issued; its SMs come back one by one, and go to the other */
    for (unsigned i = 0; i < SMS; i++) {
        if (owner(&b, i) != 0)
            continue;
        set_free(&b, i);
        settle(&b);
    }
    finish(&b, 0);
    settle(&b);
    assert_int_equal(owned(&b, 1), SMS);
    assert_int_equal(tokens(&b, 1), 1 - (int)SMS);
}

/* "grants the high-priority process an exclusive access to the execution engine. Even if some resources
 * become available, low-priority kernels will not be scheduled while high-priority kernels are still active";
 * "the other PPQ scheme uses the free resources" (5.3.3). */
static void gives_the_prioritised_all_sms(void **unused) {
    (void)unused;
    for (unsigned policy = POLICY_PPQ_EXCLUSIVE; policy <= POLICY_PPQ_SHARED; policy++) {
        const bool exclusive = policy == POLICY_PPQ_EXCLUSIVE;
        bench b;

        start(&b, policy);
        arrive(&b, 4, 1, 0);
        arrive(&b, 5, 1, 0);
        settle(&b);
        assert_int_equal(owned(&b, 4), SMS);
        arrive(&b, 7, 2, 0);
        settle(&b);
        assert_int_equal(owned(&b, 7), SMS);
        assert_int_equal(in_state(&b, SMST_RESERVED), SMS);
        preempt_all(&b);
        settle(&b);
        assert_int_equal(in_state(&b, SMST_RUNNING), SMS);
        b.in.has_blocks[7] = 0; /* the last ones run */
        set_free(&b, 3);
        settle(&b);
        assert_int_equal(owner(&b, 3), exclusive ? NONE : 4);
        finish(&b, 7);
        settle(&b);
        assert_int_equal(owned(&b, 4), SMS);
    }
}

/* Without preemption the prioritised kernel waits, and is the first to get an SM that is free. */
static void npq_preempts_nothing(void **unused) {
    bench b;

    (void)unused;
    start(&b, POLICY_NPQ);
    arrive(&b, 0, 1, 0);
    arrive(&b, 1, 1, 0);
    arrive(&b, 2, 9, 0);
    settle(&b);
    assert_int_equal(owned(&b, 0), 0); /* all came before the first decision */
    assert_int_equal(owned(&b, 2), SMS);
    arrive(&b, 3, 15, 0);
    settle(&b);
    assert_int_equal(owned(&b, 2), SMS);
    set_free(&b, 12);
    settle(&b);
    assert_int_equal(owner(&b, 12), 3);
    assert_int_equal(in_state(&b, SMST_RESERVED), 0);
}

/* "we allow the scheduler to change the decision of the next kernel during the preemption of that SM". */
static void changes_the_next_kernel(void **unused) {
    bench b;

    (void)unused;
    start(&b, POLICY_PPQ_SHARED);
    arrive(&b, 0, 1, 0);
    settle(&b);
    arrive(&b, 1, 2, 0);
    settle(&b);
    assert_int_equal(owned(&b, 1), SMS);
    arrive(&b, 2, 3, 0);
    settle(&b);
    for (unsigned i = 0; i < SMS; i++) {
        assert_int_equal(b.out.sm_state[i], SMST_RESERVED);
        assert_int_equal(b.out.sm_kernel[i], 0);
        assert_int_equal(b.out.sm_next[i], 2);
    }
    set_free(&b, 6);
    assert_int_equal(b.out.sm_state[6], SMST_RUNNING);
    assert_int_equal(b.out.sm_kernel[6], 2);
    finish(&b, 2); /* what was reserved for it is given anew, before anything is preempted */
    settle(&b);
    assert_int_equal(owned(&b, 1), SMS);
    finish(&b, 1);
    finish(&b, 0);
    settle(&b);
    preempt_all(&b);
    assert_int_equal(in_state(&b, SMST_IDLE), SMS);
}

/* Of the SMs of a kernel that gives two, three are still reserved: these change hands, and no running one. */
static void gives_what_is_reserved_first(void **unused) {
    bench b;

    (void)unused;
    start(&b, POLICY_DSS);
    arrive(&b, 0, 0, 5);
    settle(&b);
    arrive(&b, 1, 0, 4);
    settle(&b);
    assert_int_equal(owned(&b, 0), 7);
    for (unsigned i = 0, freed = 0; freed < 3; i++)
        if (b.out.sm_state[i] == SMST_RESERVED) {
            set_free(&b, i);
            freed++;
        }
    settle(&b);
    arrive(&b, 2, 0, 4);
    settle(&b);
    assert_int_equal(owned(&b, 0), 5);
    assert_int_equal(owned(&b, 1), 4);
    assert_int_equal(owned(&b, 2), 4);
    assert_int_equal(in_state(&b, SMST_RESERVED), 3 + 2); /* two more, of the first kernel */
}

static void queues_in_order_of_arrival(void **unused) {
    bench b;

    (void)unused;
    start(&b, POLICY_FCFS);
    for (unsigned k = 0; k < KERNELS; k++)
        arrive(&b, KERNELS - 1U - k, k, 0);
    assert_false(b.out.arrive_ready);
    settle(&b);
    for (unsigned k = 0; k < KERNELS; k++) {
        assert_int_equal(owned(&b, KERNELS - 1U - k), SMS);
        finish(&b, KERNELS - 1U - k);
        assert_true(b.out.arrive_ready);
        settle(&b);
    }
    arrive(&b, 5, 0, 0);
    arrive(&b, 5, 0, 9); /* it is active */
    assert_int_equal(b.s.queue[1], NONE);
    assert_int_equal(tokens(&b, 5), 0);
}

/* ---- kernels of blocks ---- */

typedef struct {
    unsigned at, priority, tokens, blocks, length; /* length of a block in cycles */
    unsigned issued, done, saved;                  /* blocks */
    unsigned left[GMMU_NUM_SMS * FIT];             /* cycles of the saved ones */
    uint32_t begun, ended;                         /* when, or NEVER */
    unsigned kernel;                               /* NONE: not active */
} job;

typedef struct {
    bench b;
    bool switches; /* preempts by context switch; else by draining */
    job *jobs;
    unsigned count;
    uint32_t now;
    unsigned of[GMMU_NUM_KERNELS];    /* job of a kernel, or NO_JOB */
    unsigned running[GMMU_NUM_SMS];   /* blocks */
    unsigned left[GMMU_NUM_SMS][FIT]; /* cycles of each */
    unsigned saving[GMMU_NUM_SMS];    /* cycles left of a context switch */
} chip;

static bool has_blocks(const job *j) {
    return j->saved != 0 || j->issued < j->blocks;
}

static void run_blocks(chip *c, unsigned i) {
    job *j = c->running[i] ? &c->jobs[c->of[c->b.out.sm_kernel[i]]] : NULL;

    for (unsigned n = c->running[i]; n-- > 0;) {
        if (--c->left[i][n] != 0)
            continue;
        j->done++;
        c->left[i][n] = c->left[i][--c->running[i]];
    }
}

/* A reserved SM: its blocks are saved, or end. True when none is left. */
static bool preempt(chip *c, unsigned i) {
    job *j = &c->jobs[c->of[c->b.out.sm_kernel[i]]];

    if (!c->switches || c->running[i] == 0)
        return c->running[i] == 0;
    c->saving[i] = c->saving[i] == 0 ? SAVE : c->saving[i];
    if (--c->saving[i] != 0)
        return false;
    while (c->running[i] != 0)
        j->left[j->saved++] = c->left[i][--c->running[i]];
    return true;
}

/* An SM that runs a kernel: a block, a saved one first, if there is one and room. */
static void launch(chip *c, unsigned i) {
    job *j = &c->jobs[c->of[c->b.out.sm_kernel[i]]];
    const bool saved = j->saved != 0;

    if (c->running[i] == FIT || !has_blocks(j))
        return;
    j->saved -= saved;
    j->issued += !saved;
    c->left[i][c->running[i]++] = saved ? j->left[j->saved] : j->length;
    j->begun = j->begun == NEVER ? c->now : j->begun;
}

static void drive_sms(chip *c) {
    for (unsigned i = 0; i < SMS; i++) {
        const unsigned state = (unsigned)c->b.out.sm_state[i];

        if (state == SMST_IDLE)
            continue;
        if (state == SMST_RUNNING || !c->switches) /* a block that is being saved makes no progress */
            run_blocks(c, i);
        if (state == SMST_RUNNING)
            launch(c, i);
        const job *j = &c->jobs[c->of[c->b.out.sm_kernel[i]]];
        const bool idle = state == SMST_RESERVED ? preempt(c, i) : c->running[i] == 0 && !has_blocks(j);
        if (!idle || c->b.in.free_valid)
            continue;
        c->b.in.free_valid = 1;
        c->b.in.free_sm = (GMMU_U(GMMU_SMS_W))i;
    }
}

static void end_job(chip *c, job *j) {
    c->b.in.finish_valid = 1;
    c->b.in.finish_kernel = (GMMU_U(GMMU_KERNEL_W))j->kernel;
    j->ended = c->now;
    c->of[j->kernel] = NO_JOB;
    j->kernel = NONE;
}

static void begin_job(chip *c, unsigned n) {
    job *j = &c->jobs[n];

    j->kernel = 0;
    while (c->b.s.active[j->kernel])
        j->kernel++;
    c->of[j->kernel] = n;
    c->b.in.arrive_valid = 1;
    c->b.in.arrive_kernel = (GMMU_U(GMMU_KERNEL_W))j->kernel;
    c->b.in.arrive_priority = (GMMU_U(GMMU_SM_TOKENS_W))j->priority;
    c->b.in.arrive_tokens = (GMMU_U(GMMU_SMS_W))j->tokens;
}

/* Jobs whose time has come arrive, those whose blocks have all ended leave: one each in a cycle. */
static void drive_kernels(chip *c) {
    for (unsigned n = 0; n < c->count; n++) {
        job *j = &c->jobs[n];
        bool on_sm = false;

        for (unsigned i = 0; i < SMS; i++)
            on_sm |= c->b.out.sm_state[i] != SMST_IDLE && c->b.out.sm_kernel[i] == j->kernel;
        if (j->kernel != NONE && j->done == j->blocks && !on_sm && !c->b.in.finish_valid)
            end_job(c, j);
        else if (j->kernel == NONE && j->ended == NEVER && j->at <= c->now && c->b.out.arrive_ready &&
                 !c->b.in.arrive_valid)
            begin_job(c, n);
    }
    for (unsigned k = 0; k < KERNELS; k++)
        c->b.in.has_blocks[k] = c->of[k] != NO_JOB && has_blocks(&c->jobs[c->of[k]]);
}

/* At the end of a round: no SM is idle, or of a kernel that should wait for this one. */
static void check_owners(const bench *b, unsigned kernel, unsigned highest) {
    const unsigned policy = (unsigned)b->s.policy, priority = (unsigned)b->s.rank[kernel];
    const bool ranked = policy == POLICY_PPQ_EXCLUSIVE || policy == POLICY_PPQ_SHARED;

    if (policy == POLICY_PPQ_EXCLUSIVE && priority < highest)
        return;
    for (unsigned i = 0; i < SMS; i++) {
        const unsigned other = owner(b, i);

        assert_true(other != NONE);
        assert_true(!ranked || b->s.rank[other] >= priority);
        assert_true(policy != POLICY_DSS || tokens(b, other) + 1 >= tokens(b, kernel));
    }
}

/* Tokens and SMs of a kernel are what it came with; and what holds at the end of a round. */
static void check(const chip *c, bool at_rest) {
    unsigned highest = 0;

    for (unsigned k = 0; k < KERNELS; k++)
        if (c->b.s.active[k] && c->b.s.rank[k] > highest)
            highest = (unsigned)c->b.s.rank[k];
    for (unsigned k = 0; k < KERNELS; k++) {
        if (!c->b.s.active[k] || c->of[k] == NO_JOB)
            continue;
        assert_int_equal(tokens(&c->b, k) + (int)owned(&c->b, k), c->jobs[c->of[k]].tokens);
        if (at_rest && has_blocks(&c->jobs[c->of[k]]))
            check_owners(&c->b, k, highest);
    }
}

static void run(chip *c, unsigned policy, bool switches, job *jobs, unsigned count) {
    unsigned left = count;
    bool rested = false;

    memset(c, 0, sizeof *c);
    start(&c->b, policy);
    c->switches = switches;
    c->jobs = jobs;
    c->count = count;
    for (unsigned k = 0; k < KERNELS; k++)
        c->of[k] = NO_JOB;
    for (unsigned n = 0; n < count; n++) {
        jobs[n].begun = jobs[n].ended = NEVER;
        jobs[n].issued = jobs[n].done = jobs[n].saved = 0;
        jobs[n].kernel = NONE;
    }
    for (c->now = 0; left != 0 || c->b.out.searching || in_state(&c->b, SMST_IDLE) != SMS; c->now++) {
        assert_true(c->now < 1000000);
        drive_sms(c);
        drive_kernels(c);
        edge(&c->b);
        check(c, rested && !c->b.out.searching);
        rested = !c->b.out.searching;
        left = 0;
        for (unsigned n = 0; n < count; n++)
            left += jobs[n].ended == NEVER;
    }
    for (unsigned n = 0; n < count; n++) { /* every block once */
        assert_int_equal(jobs[n].issued, jobs[n].blocks);
        assert_int_equal(jobs[n].done, jobs[n].blocks);
        assert_int_equal(jobs[n].saved, 0);
    }
}

/* Fig. 5.1: K1 and K2 of low priority, then K3 of high priority. (a) FCFS: K3 "does not get scheduled until
 * all previously issued kernels (K1 and K2) have finished" issuing; (b) without preemption it waits for K1
 * alone; (c) with preemption for a context switch, or for the blocks that are drained. */
static void schedules_as_in_fig_5_1(void **unused) {
    static const struct {
        unsigned policy;
        bool switches;
    } runs[] = {{POLICY_FCFS, false},         {POLICY_NPQ, false},        {POLICY_PPQ_EXCLUSIVE, false},
                {POLICY_PPQ_EXCLUSIVE, true}, {POLICY_PPQ_SHARED, false}, {POLICY_PPQ_SHARED, true}};
    uint32_t turnaround[6];
    chip c;

    (void)unused;
    for (unsigned r = 0; r < 6; r++) {
        job k[] = {{.at = 0, .priority = 1, .blocks = 400, .length = 300},
                   {.at = 10, .priority = 1, .blocks = 400, .length = 300},
                   {.at = 500, .priority = 2, .blocks = 52, .length = 100}};
        const unsigned preemption = runs[r].switches ? SAVE : 300U;

        run(&c, runs[r].policy, runs[r].switches, k, 3);
        turnaround[r] = k[2].ended - k[2].at;
        if (runs[r].policy == POLICY_FCFS)
            assert_true(k[0].begun < k[1].begun && k[1].begun < k[2].begun && k[1].begun > 2000);
        if (runs[r].policy == POLICY_NPQ)
            assert_true(k[2].begun > 2000 && k[2].begun < k[1].begun);
        if (runs[r].policy >= POLICY_PPQ_EXCLUSIVE) /* two searches and the way from one unit to the other */
            assert_true(k[2].begun <= k[2].at + preemption + 2U * (STEPS + 1U) + 5U);
    }
    assert_true(turnaround[1] < turnaround[0]);
    for (unsigned r = 2; r < 6; r++)
        assert_true(2U * turnaround[r] < turnaround[1]);
    assert_true(turnaround[3] < turnaround[2] && turnaround[5] < turnaround[4]);
}

/* DSS "seeks to prevent the starvation of processes with short kernels" (5.3.4): a short kernel beside a long
 * one takes less than a third of the time that it takes behind it. */
static void short_kernels_do_not_starve(void **unused) {
    uint32_t turnaround[2];
    chip c;

    (void)unused;
    for (unsigned dss = 0; dss < 2; dss++) {
        job k[] = {{.at = 0, .tokens = 7, .blocks = 600, .length = 300},
                   {.at = 100, .tokens = 6, .blocks = 48, .length = 100}};

        run(&c, dss ? POLICY_DSS : POLICY_FCFS, true, k, 2);
        turnaround[dss] = k[1].ended - k[1].at;
    }
    assert_true(3U * turnaround[1] < turnaround[0]);
}

/* Workloads of any kind, under each policy, drained and switched: every block runs once, and check() holds.
 */
static void runs_every_block_once(void **unused) {
    static job jobs[JOBS];
    chip c;

    (void)unused;
    for (unsigned r = 0; r < 10; r++) {
        uint64_t random = unit_test_seed() + r;

        for (unsigned n = 0; n < JOBS; n++)
            jobs[n] = (job){.at = (unsigned)(unit_test_random(&random) % 8000),
                            .priority = (unsigned)(unit_test_random(&random) % 4),
                            .tokens = (unsigned)(unit_test_random(&random) % 14),
                            .blocks = 1 + (unsigned)(unit_test_random(&random) % BLOCKS),
                            .length = 1 + (unsigned)(unit_test_random(&random) % LENGTH)};
        run(&c, r % 5, r / 5 % 2, jobs, JOBS);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_empty_after_reset),
        cmocka_unit_test(searches_an_sm_a_cycle),
        cmocka_unit_test(shares_equally),
        cmocka_unit_test(spreads_debt),
        cmocka_unit_test(gives_the_prioritised_all_sms),
        cmocka_unit_test(npq_preempts_nothing),
        cmocka_unit_test(changes_the_next_kernel),
        cmocka_unit_test(gives_what_is_reserved_first),
        cmocka_unit_test(queues_in_order_of_arrival),
        cmocka_unit_test(schedules_as_in_fig_5_1),
        cmocka_unit_test(short_kernels_do_not_starve),
        cmocka_unit_test(runs_every_block_once),
    };
    return UNIT_TEST_RUN("sm_scheduler", tests);
}
