/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sm_driver behind its pins as in the chip: sm_scheduler gives the SMs, ptb_queue and its RAM hold preempted
 * blocks, and SMs of this file run blocks, save and restore them. First what Fig. 5.2 of the thesis shows,
 * one sentence at a time, then many kernels under every policy: each block of each runs to its end exactly
 * once.
 */
#include "sm_driver.h"

#include "ptb_queue.h"
#include "ptb_queue_duties.h"
#include "sm_driver_duties.h"
#include "sm_scheduler.h"
#include "unit_test.h"

#include <stdbool.h>
#include <string.h>

#define SMS      ((unsigned)GMMU_NUM_SMS)
#define KERNELS  ((unsigned)GMMU_NUM_KERNELS)
#define FIT      ((unsigned)GMMU_SM_BLOCKS)
#define ENTRIES  ((unsigned)GMMU_PTB_ENTRIES)
#define STEPS    ((unsigned)GMMU_SEARCH_STEPS)
#define JOBS     60U   /* commands of a random workload, ... */
#define BLOCKS   1000U /* ... with so many blocks at most, ... */
#define LENGTH   400U  /* ... of so many cycles */
#define FOREVER  UINT32_MAX
#define CHANGING 5U /* as a policy: another one from time to time */

enum { VACANT, RESTORING, WORKING, SAVING, SAVED, ENDED }; /* a place for a block in an SM */
enum { SWITCH, DRAIN, BOTH };                              /* how SMs are preempted */

typedef struct {
    unsigned state;
    uint32_t block, left; /* its number; cycles of its work to come */
    uint32_t wait;        /* cycles of its restoring or saving */
} place;

/* A command and its kernel. */
typedef struct {
    unsigned gpu_context, limit, priority, tokens;
    uint32_t blocks, length; /* its blocks take so many cycles at most, or FOREVER */
    uint32_t started, ended;
    bool has_ended[BLOCKS], is_over;
    place memory[GMMU_PTB_ENTRIES]; /* "a preallocated memory where the context of its preempted thread blocks
                                       are kept": no more than a queue has entries */
} job;

typedef struct {
    job *set_up; /* NULL: for nothing */
    place places[GMMU_SM_BLOCKS];
} sm;

typedef struct {
    sm_driver_state d;
    sm_scheduler_state s;
    ptb_queue_state q;
    sm_driver_out pins;
    sm_scheduler_out table, before; /* the scheduler's pins in this cycle, and in the one before */
    ptb_queue_out queue;
    struct {
        uint32_t block, context;
    } ram[GMMU_NUM_KERNELS][GMMU_PTB_ENTRIES], shown;
    sm sms[GMMU_NUM_SMS];
    job jobs[JOBS];
    job *of[GMMU_NUM_KERNELS];          /* of a KSR */
    unsigned sent, over;                /* commands, kernels */
    unsigned arrived[GMMU_NUM_KERNELS]; /* of a GPU context: the job after the last one */
    unsigned policy, mode, cycle;       /* mode: SWITCH, DRAIN, BOTH */
    bool is_draining, is_slow;          /* slow: SMs, and are not always ready */
    bool offered;                       /* setup or issue was there in the cycle before */
    unsigned saves, restores;           /* blocks saved and restored, ... */
    unsigned reserved_ends;             /* ... ended on reserved SMs */
    uint64_t random;
} gpu;

static uint32_t draw(gpu *g, uint32_t below) {
    return (uint32_t)(unit_test_random(&g->random) % below);
}

static void start(gpu *g, unsigned policy, unsigned mode) {
    memset(g, 0, sizeof *g);
    memset(&g->d, 0xA5, sizeof g->d);
    memset(&g->s, 0xA5, sizeof g->s);
    memset(&g->q, 0xA5, sizeof g->q);
    sm_driver_reset(&g->d);
    sm_scheduler_reset(&g->s);
    ptb_queue_reset(&g->q);
    sm_driver_outputs(&g->d, &g->pins);
    sm_scheduler_outputs(&g->s, &g->table);
    ptb_queue_outputs(&g->q, &g->queue);
    g->before = g->table;
    g->policy = policy;
    g->mode = mode;
    g->is_draining = mode == DRAIN;
    g->random = unit_test_seed();
}

/* ---- SMs ---- */

static unsigned occupied(const sm *m) {
    unsigned n = 0;

    for (unsigned p = 0; p < FIT; p++)
        n += m->places[p].state != VACANT;
    return n;
}

/* Blocks of a kernel whose contexts are in memory. */
static unsigned kept(const job *j) {
    unsigned n = 0;

    for (unsigned p = 0; p < ENTRIES; p++)
        n += j->memory[p].state == SAVED;
    return n;
}

/* A block of SM i in this state, from a place drawn at random on; NULL: none. */
static place *find_place(gpu *g, unsigned i, unsigned state) {
    const unsigned from = draw(g, FIT);

    for (unsigned n = 0; n < FIT; n++)
        if (g->sms[i].places[(from + n) % FIT].state == state)
            return &g->sms[i].places[(from + n) % FIT];
    return NULL;
}

static void work(gpu *g, unsigned i) {
    for (unsigned p = 0; p < FIT; p++) {
        place *b = &g->sms[i].places[p];

        if (b->state == WORKING && g->pins.preempt[i]) {
            b->state = SAVING;
            b->wait = g->is_slow ? draw(g, 60) : 0;
        } else if (b->state == WORKING) {
            b->left -= b->left != FOREVER;
            b->state = b->left == 0 ? ENDED : WORKING;
        } else if (b->state == SAVING || b->state == RESTORING) {
            const unsigned then = b->state == SAVING ? SAVED : WORKING;

            b->state = b->wait == 0 ? then : b->state;
            b->wait -= b->wait != 0;
        }
    }
}

/* One block that has ended, and one that is saved, are reported in a cycle. */
static void report(gpu *g, sm_driver_in *in) {
    const unsigned from = draw(g, SMS);

    for (unsigned n = 0; n < SMS; n++) {
        const unsigned i = (from + n) % SMS;
        job *j = g->sms[i].set_up;
        place *ended = in->end_valid ? NULL : find_place(g, i, ENDED);
        place *saved = in->save_valid ? NULL : find_place(g, i, SAVED);

        if (ended != NULL) {
            assert_false(j->has_ended[ended->block]); /* exactly once */
            j->has_ended[ended->block] = true;
            j->ended++;
            g->reserved_ends += g->table.sm_state[i] == SMST_RESERVED;
            ended->state = VACANT;
            in->end_valid = 1;
            in->end_sm = (GMMU_U(GMMU_SMS_W))i;
        }
        if (saved != NULL) {
            unsigned to = 0;

            while (to < ENTRIES && j->memory[to].state != VACANT)
                to++;
            assert_true(to < ENTRIES);
            j->memory[to] = *saved;
            saved->state = VACANT;
            g->saves++;
            in->save_valid = 1;
            in->save_sm = (GMMU_U(GMMU_SMS_W))i;
            in->save_block = (GMMU_U(GMMU_BLOCK_W))saved->block;
            in->save_context = (GMMU_U(GMMU_CONTEXT_W))to;
        }
    }
}

/* The SM takes a block that it gets: a new one, or one to go on where it was. */
static void take(gpu *g, sm *m) {
    job *j = g->of[g->pins.to_kernel];
    place *to = find_place(g, g->pins.to_sm, VACANT);

    assert_non_null(to);
    assert_ptr_equal(m->set_up, j);
    assert_true(occupied(m) < j->limit);
    if (g->pins.issue_restored) {
        assert_true(g->pins.issue_context < ENTRIES);
        place *from = &j->memory[g->pins.issue_context];

        assert_int_equal(from->state, SAVED);
        assert_int_equal(from->block, g->pins.issue_block);
        *to = *from;
        to->state = RESTORING;
        to->wait = g->is_slow ? draw(g, 60) : 0;
        from->state = VACANT;
        g->restores++;
        return;
    }
    assert_int_equal(g->pins.issue_block, j->started); /* 0 to blocks - 1, in order */
    assert_true(j->started < j->blocks);
    j->started++;
    *to = (place){WORKING, (uint32_t)g->pins.issue_block,
                  j->length == FOREVER ? FOREVER : 1 + draw(g, j->length), 0};
}

static void deliver(gpu *g, sm_driver_in *in) {
    sm *m = &g->sms[g->pins.to_sm % SMS];
    const bool is_offered = g->pins.setup_valid || g->pins.issue_valid;

    in->setup_ready = in->issue_ready = (u1)(!g->is_slow || draw(g, 4) != 0);
    assert_false(g->pins.setup_valid && g->pins.issue_valid);
    if (is_offered)
        assert_false(g->pins.preempt[g->pins.to_sm]);
    /* "It issues blocks of sm_kernel to a running SM alone": as the pins were when it chose it. */
    if ((is_offered && !g->offered && !(g->pins.issue_valid && g->pins.issue_restored)) ||
        g->pins.pop_valid) {
        assert_int_equal(g->before.sm_state[g->pins.to_sm], SMST_RUNNING);
        assert_int_equal(g->before.sm_kernel[g->pins.to_sm], g->pins.to_kernel);
    }
    if (g->pins.setup_valid && in->setup_ready) {
        assert_int_equal(occupied(m), 0);
        m->set_up = g->of[g->pins.to_kernel];
        assert_non_null(m->set_up);
        assert_int_equal(g->pins.to_gpu_context, m->set_up->gpu_context);
    }
    if (g->pins.issue_valid && in->issue_ready)
        take(g, m);
    g->offered = is_offered && !in->setup_ready;
}

/* ---- the rest of the chip ---- */

/* The command dispatcher: the next command, if the buffer of its GPU context is empty. */
static void dispatch(gpu *g, sm_driver_in *in) {
    const job *j = &g->jobs[g->sent < JOBS ? g->sent : 0];

    if (g->sent == JOBS || j->limit == 0 || (g->is_slow && draw(g, 100) != 0))
        return;
    in->cmd_valid = 1;
    in->cmd_gpu_context = (GMMU_U(GMMU_KERNEL_W))j->gpu_context;
    in->cmd_blocks = (GMMU_U(GMMU_BLOCK_W))j->blocks;
    in->cmd_limit = (GMMU_U(GMMU_SM_BLOCKS_W))j->limit;
    in->cmd_priority = (GMMU_U(GMMU_SM_TOKENS_W))j->priority;
    in->cmd_tokens = (GMMU_U(GMMU_SMS_W))j->tokens;
    g->sent += g->pins.cmd_ready[j->gpu_context];
}

/* What the driver tells the scheduler, against what there is. */
static void check_told(gpu *g) {
    const unsigned k = (unsigned)g->pins.arrive_kernel;

    if (g->pins.arrive_valid && g->table.arrive_ready) {
        unsigned *next = &g->arrived[g->d.gpu_context[k]];

        assert_null(g->of[k]);
        while (g->jobs[*next].gpu_context != g->d.gpu_context[k])
            ++*next;
        g->of[k] = &g->jobs[(*next)++];
        assert_int_equal(g->pins.arrive_priority, g->of[k]->priority);
        assert_int_equal(g->pins.arrive_tokens, g->of[k]->tokens);
    }
    if (g->pins.free_valid) {
        assert_int_equal(occupied(&g->sms[g->pins.free_sm]), 0);
        assert_false((g->pins.setup_valid || g->pins.issue_valid) && g->pins.to_sm == g->pins.free_sm);
        g->sms[g->pins.free_sm].set_up = NULL;
    }
    if (g->pins.finish_valid) {
        job *j = g->of[g->pins.finish_kernel];

        assert_int_equal(j->ended, j->blocks);
        assert_int_equal(j->gpu_context, g->pins.finish_gpu_context);
        for (unsigned i = 0; i < SMS; i++) {
            assert_ptr_not_equal(g->sms[i].set_up, j);
            assert_true(g->before.sm_state[i] == SMST_IDLE ||
                        g->before.sm_kernel[i] != g->pins.finish_kernel);
        }
        assert_false(g->queue.holds[g->pins.finish_kernel]);
        j->is_over = true;
        g->of[g->pins.finish_kernel] = NULL;
        g->over++;
    }
}

static void choose(gpu *g, sm_scheduler_in *in) {
    static const u3 changing[] = {POLICY_PPQ_SHARED, POLICY_DSS, POLICY_PPQ_EXCLUSIVE};

    in->cfg_policy = g->policy == CHANGING ? changing[g->cycle / 300 % 3] : (u3)g->policy;
    if (g->mode == BOTH && draw(g, 500) == 0)
        g->is_draining = !g->is_draining;
}

static void connect_driver(const gpu *g, sm_driver_in *in) {
    in->cfg_drain = (u1)g->is_draining;
    in->arrive_ready = g->table.arrive_ready;
    memcpy(in->sm_state, g->table.sm_state, sizeof in->sm_state);
    memcpy(in->sm_kernel, g->table.sm_kernel, sizeof in->sm_kernel);
    memcpy(in->holds, g->queue.holds, sizeof in->holds);
    in->ans_valid = g->queue.ans_valid;
    in->ans_block = (GMMU_U(GMMU_BLOCK_W))g->shown.block;
    in->ans_context = (GMMU_U(GMMU_CONTEXT_W))g->shown.context;
}

static void connect_scheduler(const gpu *g, sm_scheduler_in *in) {
    memcpy(in->has_blocks, g->pins.has_blocks, sizeof in->has_blocks);
    in->arrive_valid = g->pins.arrive_valid;
    in->arrive_kernel = g->pins.arrive_kernel;
    in->arrive_priority = g->pins.arrive_priority;
    in->arrive_tokens = g->pins.arrive_tokens;
    in->finish_valid = g->pins.finish_valid;
    in->finish_kernel = g->pins.finish_kernel;
    in->free_valid = g->pins.free_valid;
    in->free_sm = g->pins.free_sm;
}

/* The queue and its RAM, which reads before it writes. */
static void step_queue(gpu *g) {
    const ptb_queue_in in = {.push_valid = g->pins.push_valid,
                             .push_kernel = g->pins.push_kernel,
                             .push_block = g->pins.push_block,
                             .push_context = g->pins.push_context,
                             .pop_valid = g->pins.pop_valid,
                             .pop_kernel = g->pins.pop_kernel};

    assert_true(ptb_queue_push_fits(&g->q, &in));
    assert_true(!in.pop_valid || g->queue.holds[in.pop_kernel]);
    if (g->queue.ram_re)
        g->shown = g->ram[g->queue.ram_rqueue][g->queue.ram_rentry];
    if (g->queue.ram_we) {
        g->ram[g->queue.ram_wqueue][g->queue.ram_wentry].block = (uint32_t)g->queue.ram_wblock;
        g->ram[g->queue.ram_wqueue][g->queue.ram_wentry].context = (uint32_t)g->queue.ram_wcontext;
    }
    ptb_queue_step(&g->q, &in, &g->queue);
    ptb_queue_outputs(&g->q, &g->queue);
}

static void edge(gpu *g) {
    sm_driver_in in;
    sm_scheduler_in scheduler;

    memset(&in, 0, sizeof in);
    memset(&scheduler, 0, sizeof scheduler);
    check_told(g);
    choose(g, &scheduler);
    dispatch(g, &in);
    report(g, &in);
    for (unsigned i = 0; i < SMS; i++)
        work(g, i);
    deliver(g, &in);
    connect_driver(g, &in);
    connect_scheduler(g, &scheduler);
    assert_true(sm_driver_reports(&g->d, &in));
    assert_true(sm_driver_ownership(&g->d, &in));
    for (unsigned k = 0; k < KERNELS; k++)
        assert_true(sm_driver_queue(&g->d, &in, k));
    g->before = g->table;
    step_queue(g);
    sm_driver_step(&g->d, &in, &g->pins);
    sm_driver_outputs(&g->d, &g->pins);
    sm_scheduler_step(&g->s, &scheduler, &g->table);
    sm_scheduler_outputs(&g->s, &g->table);
    g->cycle++;
}

static job *add(gpu *g, unsigned n, unsigned gpu_context, uint32_t blocks, uint32_t length) {
    job *j = &g->jobs[n];

    *j = (job){.gpu_context = gpu_context, .limit = FIT, .tokens = SMS, .blocks = blocks, .length = length};
    return j;
}

/* ---- Fig. 5.2, sentence by sentence ---- */

/* "When there are kernels to execute, the SM driver looks for an idle SM, performs the setup, and starts
 * issuing thread blocks until the SM is fully occupied. The SM driver then repeats the procedure until there
 * are no more idle SMs." A block a cycle; what is left stays. */
static void fills_idle_sms_one_by_one(void **unused) {
    const uint32_t blocks = ENTRIES + 5;
    uint32_t issued = 0, last = 0;
    unsigned first = SMS, set_up = 0;
    gpu g;

    (void)unused;
    start(&g, POLICY_FCFS, SWITCH);
    add(&g, 0, 4, blocks, FOREVER);
    for (unsigned c = 0; c < 1000; c++) {
        if (g.pins.setup_valid) {
            assert_int_equal(issued % FIT, 0); /* the one before is fully occupied */
            first = (unsigned)g.pins.to_sm;
            set_up++;
            last = c;
        }
        if (g.pins.issue_valid) {
            assert_int_equal(g.pins.to_sm, first);
            assert_int_equal(c, last + 1);
            last = c;
            issued++;
        }
        edge(&g);
    }
    assert_int_equal(set_up, SMS);
    assert_int_equal(issued, ENTRIES);
    for (unsigned i = 0; i < SMS; i++)
        assert_int_equal(g.d.running[i], FIT);
}

/* "When there are thread blocks left, the baseline SM driver issues a new thread block every time an SM
 * notifies the driver that it finished executing a thread block." To that SM, within a look at each. */
static void a_new_block_for_each_that_ends(void **unused) {
    gpu g;

    (void)unused;
    start(&g, POLICY_FCFS, SWITCH);
    job *j = add(&g, 0, 0, BLOCKS, FOREVER);

    while (j->started < ENTRIES)
        edge(&g);
    for (unsigned n = 0; n < 100; n++) {
        const unsigned i = draw(&g, SMS);
        unsigned c = 0;

        g.sms[i].places[draw(&g, FIT)].left = 1;
        while (!g.pins.issue_valid) {
            assert_true(c++ < STEPS + 4);
            edge(&g);
        }
        assert_int_equal(g.pins.to_sm, i);
        assert_int_equal(g.pins.issue_block, ENTRIES + n);
        assert_false(g.pins.issue_restored);
        edge(&g);
        assert_int_equal(occupied(&g.sms[i]), FIT);
    }
    assert_int_equal(j->ended, 100);
}

/* A kernel has all SMs; then one of a higher priority comes that takes `wanted` blocks. To the first SM that
 * is reserved for it. */
static unsigned reserve(gpu *g, uint32_t wanted) {
    unsigned i = 0;

    g->is_draining = g->mode == DRAIN;
    while (g->jobs[0].started < ENTRIES)
        edge(g);
    add(g, 1, 1, wanted, FOREVER)->priority = 3;
    while (g->table.sm_state[i] != SMST_RESERVED) {
        edge(g);
        for (i = 0; i + 1 < SMS && g->table.sm_state[i] != SMST_RESERVED; i++) {
        }
    }
    return i;
}

/* "To perform the preemption by draining, the SM driver stops issuing any new thread blocks to the given SM.
 * When all the thread blocks issued to that SM finish naturally, the execution on that SM is preempted." Then
 * it "sets up the SM for the kernel that reserved it, and continues with the normal operation". */
static void drains_a_reserved_sm(void **unused) {
    gpu g;

    (void)unused;
    start(&g, POLICY_PPQ_SHARED, DRAIN);
    add(&g, 0, 0, BLOCKS, FOREVER);

    const unsigned i = reserve(&g, FIT);

    for (unsigned n = 0; n < FIT; n++) {
        assert_int_equal(g.table.sm_state[i], SMST_RESERVED);
        g.sms[i].places[n].left = 1;
        for (unsigned c = 0; c < 3 * STEPS; c++) {
            assert_false(g.pins.preempt[i]);
            assert_false(g.pins.issue_valid && g.pins.to_sm == i &&
                         g.pins.to_kernel == g.before.sm_kernel[i] && n + 1 < FIT);
            edge(&g);
        }
    }
    while (g.jobs[1].started < FIT)
        edge(&g);
    assert_ptr_equal(g.sms[i].set_up, &g.jobs[1]);
    assert_int_equal(occupied(&g.sms[i]), FIT);
    assert_int_equal(g.saves, 0);
}

/* "The execution contexts of all the thread blocks running in the preempted SM are saved to off-chip memory,
 * and these thread blocks are issued again, later on." "Each time the driver is about to issue a new thread
 * block from a kernel, it checks if there are any previously preempted thread blocks from that kernel. If
 * there are, the thread block from the top of the associated PTBQ will be issued. Otherwise, the next thread
 * block will be issued." */
static void preempted_blocks_go_first(void **unused) {
    unsigned other = 0;
    gpu g;

    (void)unused;
    start(&g, POLICY_PPQ_SHARED, SWITCH);
    add(&g, 0, 0, BLOCKS, FOREVER);

    reserve(&g, FIT);
    for (unsigned c = 0; c < 1000; c++)
        edge(&g);
    assert_int_equal(g.jobs[1].started, FIT);
    assert_int_equal(g.jobs[0].started, ENTRIES); /* no new one: the SMs that came back got preempted ones */
    assert_int_equal(g.saves - kept(&g.jobs[0]), g.restores);
    assert_int_equal(kept(&g.jobs[0]), FIT);
    while (g.sms[other].set_up != &g.jobs[0])
        other++;
    for (unsigned n = 0; n < FIT + 1; n++) {
        g.sms[other].places[n % FIT].left = 1;
        while (!g.pins.issue_valid)
            edge(&g);
        assert_int_equal(g.pins.to_sm, other);
        assert_int_equal(g.pins.issue_restored, n < FIT);
        assert_int_equal(g.pins.issue_block >= ENTRIES, n == FIT);
        edge(&g);
    }
    assert_int_equal(kept(&g.jobs[0]), 0);
}

/* ---- small things ---- */

/* Each GPU context has a buffer for one command; a kernel without blocks ends at once; a limit of 0, or one
 * that no SM has, is all blocks of an SM. */
static void takes_commands(void **unused) {
    sm_driver_state s;
    sm_driver_in in;
    sm_driver_out out;
    unsigned told = 0, ended = 0;

    (void)unused;
    memset(&s, 0xA5, sizeof s);
    sm_driver_reset(&s);
    memset(&in, 0, sizeof in);
    in.cmd_valid = 1;
    for (unsigned c = 0; c <= KERNELS; c++) { /* the last one does not exist */
        in.cmd_gpu_context = (GMMU_U(GMMU_KERNEL_W))c;
        in.cmd_blocks = c;
        in.cmd_limit = (GMMU_U(GMMU_SM_BLOCKS_W))(c == 1 ? FIT + 1U : c);
        sm_driver_step(&s, &in, &out);
    }
    in.cmd_gpu_context = 5;
    in.cmd_blocks = 77;
    sm_driver_step(&s, &in, &out);
    assert_false(out.cmd_ready[5]);
    for (unsigned c = 1; c < KERNELS; c++) {
        assert_int_equal(s.buffer_blocks[c], c);
        assert_int_equal(s.buffer_limit[c], c == 1 ? FIT : c);
    }
    assert_int_equal(s.buffer_limit[0], FIT);
    in.cmd_valid = 0;
    in.arrive_ready = 1;
    for (unsigned c = 0; c < 4 * STEPS; c++) {
        sm_driver_step(&s, &in, &out);
        told += out.arrive_valid;
        ended += out.finish_valid;
        if (out.finish_valid)
            assert_int_equal(out.finish_gpu_context, 0); /* that has no blocks */
    }
    assert_int_equal(told, KERNELS);
    assert_int_equal(ended, 1);
    for (unsigned c = 0; c < KERNELS; c++)
        assert_true(out.cmd_ready[c]);
}

/* "Command buffers, KSRT, SMST, and active queue together take less than 0.5KB of on-chip SRAM": what this
 * unit has of them, and what the scheduler has. */
static void has_the_size_of_the_thesis(void **unused) {
    const unsigned buffer = 1 + GMMU_BLOCK_W + GMMU_SM_BLOCKS_W + GMMU_SM_TOKENS_W + GMMU_SMS_W;
    const unsigned ksr = 1 + GMMU_KERNEL_W + 3 * GMMU_BLOCK_W + GMMU_SM_BLOCKS_W + 2;
    const unsigned smst = GMMU_SM_BLOCKS_W + GMMU_KERNEL_W + 1;
    const unsigned scheduler = KERNELS * (GMMU_KERNEL_W + 1) + SMS * (2 + 2 * GMMU_KERNEL_W);

    (void)unused;
    assert_true(KERNELS * (buffer + ksr) + SMS * smst + scheduler < 512 * 8);
}

/* ---- many kernels ---- */

static void run(unsigned policy, unsigned mode, bool is_slow, uint64_t round, gpu *g) {
    start(g, policy, mode);
    g->random += round;
    g->is_slow = is_slow;
    for (unsigned n = 0; n < JOBS; n++) {
        job *j = add(g, n, draw(g, KERNELS), draw(g, n % 4 == 0 ? BLOCKS : 60), 1 + draw(g, LENGTH));

        j->limit = 1 + draw(g, FIT);
        j->priority = draw(g, 4);
        j->tokens = 1 + draw(g, SMS);
    }
    while (g->over < JOBS) {
        assert_true(g->cycle < 2000000);
        edge(g);
    }
    for (unsigned n = 0; n < JOBS; n++) {
        assert_true(g->jobs[n].is_over);
        assert_int_equal(g->jobs[n].started, g->jobs[n].blocks);
        for (uint32_t b = 0; b < g->jobs[n].blocks; b++)
            assert_true(g->jobs[n].has_ended[b]);
    }
    for (unsigned c = 0; c < 4 * STEPS; c++) {
        edge(g);
        assert_false(g->pins.setup_valid || g->pins.issue_valid || g->pins.finish_valid); /* nothing after */
    }
    for (unsigned i = 0; i < SMS; i++)
        assert_int_equal(g->table.sm_state[i], SMST_IDLE);
}

/* Preemptions by context switch and by draining, by mode, of all rounds. */
static struct {
    uint64_t round, saves[BOTH + 1], drained[BOTH + 1];
} preempted;

static void all_policies_and_modes(void) {
    static gpu g;

    for (unsigned policy = POLICY_FCFS; policy <= CHANGING; policy++)
        for (unsigned mode = SWITCH; mode <= BOTH; mode++)
            for (unsigned slow = 0; slow < 2; slow++) {
                run(policy, mode, slow != 0, preempted.round, &g);
                assert_int_equal(g.restores, g.saves);
                if (policy < POLICY_PPQ_EXCLUSIVE)
                    assert_int_equal(g.saves + g.reserved_ends, 0);
                preempted.saves[mode] += g.saves;
                preempted.drained[mode] += g.reserved_ends;
            }
    preempted.round++;
}

/* "Both the context switch and draining preemption mechanisms are supported by our framework." Whatever is
 * preempted, each block of each kernel is issued as new once, goes on where it was, and runs to its end
 * exactly once; a kernel is told ended after its last block; an SM is told free when it has none. */
static void every_block_ends_once(void **unused) {
    static const unit_test_goal goals[] = {
        UNIT_TEST_GOAL(preempted.saves[SWITCH], 1000), UNIT_TEST_GOAL(preempted.saves[BOTH], 100),
        UNIT_TEST_GOAL(preempted.drained[DRAIN], 1000), UNIT_TEST_GOAL(preempted.drained[BOTH], 100)};

    (void)unused;
    memset(&preempted, 0, sizeof preempted);
    UNIT_TEST_RUN_UNTIL(all_policies_and_modes, 1, goals);
    assert_int_equal(preempted.saves[DRAIN], 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fills_idle_sms_one_by_one),
        cmocka_unit_test(a_new_block_for_each_that_ends),
        cmocka_unit_test(drains_a_reserved_sm),
        cmocka_unit_test(preempted_blocks_go_first),
        cmocka_unit_test(takes_commands),
        cmocka_unit_test(has_the_size_of_the_thesis),
        cmocka_unit_test(every_block_ends_once),
    };
    return UNIT_TEST_RUN("sm_driver", tests);
}
