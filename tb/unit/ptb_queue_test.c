/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ptb_queue with its RAM: order, both ports at once, full and empty queues, the size that the thesis gives,
 * random traffic; then what it is for, under a small SM driver: kernels whose blocks are preempted and issued
 * again.
 */
#include "ptb_queue.h"
#include "ptb_queue_duties.h"

#include "unit_test.h"

#include <stdbool.h>
#include <string.h>

#define SMS      ((unsigned)GMMU_NUM_SMS)
#define KERNELS  ((unsigned)GMMU_NUM_KERNELS)
#define ENTRIES  ((unsigned)GMMU_PTB_ENTRIES)
#define LAUNCHES 2U    /* of kernels on a KSR, ... */
#define BLOCKS   2000U /* ... with so many blocks at most, ... */
#define LENGTH   800U  /* ... of so many cycles */
#define SLICE    700U  /* cycles */
#define RUNS     8U    /* until one preempts all that the SMs hold, as nearly every run does */

typedef struct {
    uint32_t block, context;
} handle;

typedef struct {
    ptb_queue_state s;
    ptb_queue_in in; /* of the coming edge; cleared by edge() */
    ptb_queue_out out;
    handle ram[GMMU_NUM_KERNELS][GMMU_PTB_ENTRIES];
    handle shown; /* by the RAM: the answer, if out.ans_valid */
    uint64_t random;
} bench;

static void start(bench *b) {
    memset(b, 0xA5, sizeof *b); /* the RAM holds anything */
    memset(&b->in, 0, sizeof b->in);
    ptb_queue_reset(&b->s);
    ptb_queue_outputs(&b->s, &b->out);
    b->random = unit_test_seed();
}

/* The RAM writes and reads at the same edge: what it shows is as it was before the write. */
static void edge(bench *b) {
    if (b->out.ram_re)
        b->shown = b->ram[b->out.ram_rqueue][b->out.ram_rentry];
    if (b->out.ram_we)
        b->ram[b->out.ram_wqueue][b->out.ram_wentry] =
            (handle){(uint32_t)b->out.ram_wblock, (uint32_t)b->out.ram_wcontext};
    ptb_queue_step(&b->s, &b->in, &b->out);
    ptb_queue_outputs(&b->s, &b->out);
    memset(&b->in, 0, sizeof b->in);
}

static void push(bench *b, unsigned k, uint32_t block) {
    b->in.push_valid = 1;
    b->in.push_kernel = (GMMU_U(GMMU_KERNEL_W))k;
    b->in.push_block = (GMMU_U(GMMU_BLOCK_W))block;
    b->in.push_context = (GMMU_U(GMMU_CONTEXT_W))(block * 5U + k);
}

static void pop(bench *b, unsigned k) {
    b->in.pop_valid = 1;
    b->in.pop_kernel = (GMMU_U(GMMU_KERNEL_W))k;
}

/* Pops, and returns the number of the block two cycles later. */
static uint32_t popped(bench *b, unsigned k) {
    pop(b, k);
    edge(b);
    assert_true(b->out.ram_re);
    edge(b);
    assert_true(b->out.ans_valid);
    assert_int_equal(b->shown.context, b->shown.block * 5U + k);
    return b->shown.block;
}

static void is_empty_after_reset(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    for (unsigned k = 0; k < KERNELS; k++) {
        assert_false(b.out.holds[k]);
        assert_false(b.out.full[k]);
        pop(&b, k);
        edge(&b);
        assert_false(b.out.ram_re);
    }
    push(&b, (1U << GMMU_KERNEL_W) - 1U, 7); /* no such kernel */
    edge(&b);
    assert_false(b.out.ram_we);
}

/* "PTBQs take 21KB of on-chip SRAM (for the whole GPU)" with 13 SMs, 16 blocks each (5.2.3, Table 5.1). */
static void has_the_size_of_the_thesis(void **unused) {
    const unsigned bits = GMMU_BLOCK_W + GMMU_CONTEXT_W, bytes = KERNELS * ENTRIES * bits / 8U;

    (void)unused;
    assert_int_equal(ENTRIES, 13 * 16);
    assert_int_equal(bits, 64);
    assert_int_equal(bytes, 21632);
    assert_int_equal(bytes / 1024U, 21);
}

static void keeps_the_order(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    for (unsigned n = 0; n < 5; n++) {
        push(&b, 3, 100 + n);
        edge(&b);
        push(&b, 4, 200 + n);
        edge(&b);
    }
    for (unsigned n = 0; n < 5; n++) {
        assert_int_equal(popped(&b, 4), 200 + n);
        assert_int_equal(popped(&b, 3), 100 + n);
    }
    assert_false(b.out.holds[3] || b.out.holds[4]);
}

/* A handle can be popped in the cycle after its push, with the write still under way. */
static void pops_what_was_just_pushed(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    push(&b, 0, 42);
    edge(&b);
    assert_true(b.out.holds[0]);
    assert_int_equal(popped(&b, 0), 42);
    push(&b, 0, 43); /* one waits; one comes as it goes */
    edge(&b);
    push(&b, 0, 44);
    pop(&b, 0);
    edge(&b);
    edge(&b);
    assert_int_equal(b.shown.block, 43);
    assert_int_equal(popped(&b, 0), 44);
}

/* "we allow all active thread blocks of a kernel to be preempted": of every kernel, all that 13 SMs hold. */
static void holds_all_blocks_of_all_kernels(void **unused) {
    bench b;

    (void)unused;
    start(&b);
    for (unsigned k = 0; k < KERNELS; k++)
        for (unsigned n = 0; n < ENTRIES; n++) {
            assert_false(b.out.full[k]);
            push(&b, k, 1000 * k + n);
            edge(&b);
        }
    for (unsigned k = 0; k < KERNELS; k++) {
        assert_true(b.out.full[k]);
        push(&b, k, 7); /* one too many is ignored */
        edge(&b);
        assert_false(b.out.ram_we);
    }
    for (unsigned n = 0; n < ENTRIES; n++)
        for (unsigned k = 0; k < KERNELS; k++)
            assert_int_equal(popped(&b, k), 1000 * k + n);
}

/* What a reference knows of a pop: the kernel (KERNELS: none), and the number that has to come. */
typedef struct {
    unsigned kernel;
    uint32_t block;
} pop_due;

/* Any traffic, also to full and empty queues and to no kernel: each handle comes back once, the oldest first.
 */
static void every_handle_comes_back_once(void **unused) {
    uint32_t first[GMMU_NUM_KERNELS] = {0}, last[GMMU_NUM_KERNELS] = {0}; /* numbers in a queue */
    pop_due asked = {.kernel = KERNELS}, due;
    unsigned fullest = 0;
    bench b;

    (void)unused;
    start(&b);
    for (unsigned c = 0; c < 60000; c++) {
        const bool fills = c / 3000 % 2 == 0;
        const unsigned kernels = c % 30000 < 15000 ? 2 : KERNELS + 1U; /* the last one does not exist */
        const unsigned to = (unsigned)(unit_test_random(&b.random) % kernels);
        const unsigned from = (unsigned)(unit_test_random(&b.random) % kernels);

        due = asked;
        asked.kernel = KERNELS;
        if (unit_test_random(&b.random) % 100 < (fills ? 95 : 10)) {
            push(&b, to, last[to % KERNELS]);
            last[to % KERNELS] += to < KERNELS && !b.out.full[to];
        }
        if (unit_test_random(&b.random) % 100 < (fills ? 20 : 95)) {
            pop(&b, from);
            if (from < KERNELS && b.out.holds[from])
                asked = (pop_due){from, first[from]++};
        }
        edge(&b);
        assert_int_equal(b.out.ans_valid, due.kernel != KERNELS);
        if (b.out.ans_valid) {
            assert_int_equal(b.shown.block, due.block);
            assert_int_equal(b.shown.context, due.block * 5U + due.kernel);
        }
        for (unsigned k = 0; k < KERNELS; k++) {
            assert_int_equal(b.out.holds[k], first[k] != last[k]);
            assert_int_equal(b.out.full[k], last[k] - first[k] == ENTRIES);
            fullest = last[k] - first[k] > fullest ? last[k] - first[k] : fullest;
        }
    }
    assert_int_equal(fullest, ENTRIES);
}

/* ---- a small SM driver ---- */

enum { VACANT, AWAITED, RUNNING }; /* a place for a block in an SM */

typedef struct {
    unsigned state;
    uint32_t block, left; /* its number, and cycles to its end */
} place;

typedef struct {
    unsigned kernel;
    bool is_reserved; /* its blocks are to be preempted; they stand still */
    place places[GMMU_SM_BLOCKS];
} sm;

typedef struct {
    uint32_t blocks, issued, ended;
    bool has_ended[BLOCKS];
    place memory[GMMU_PTB_ENTRIES]; /* "a preallocated memory where the context of its preempted thread blocks
                                       are kept": no more than a queue has entries */
    unsigned preempted, launches;
} kernel;

typedef struct {
    bench b;
    bool new_first; /* issues preempted blocks last, not first */
    sm sms[GMMU_NUM_SMS];
    kernel kernels[GMMU_NUM_KERNELS];
    place *asked[2]; /* where the handles of the last pops go; the older one first */
    unsigned asked_kernel[2];
    unsigned next;  /* kernel of a slice in which all SMs change */
    unsigned most;  /* handles in a queue, at any time */
    bool overflows; /* there was no place for a context, or its handle */
} gpu;

static uint32_t draw(gpu *g, uint32_t below) {
    return (uint32_t)(unit_test_random(&g->b.random) % below);
}

static void launch(gpu *g, kernel *k) {
    memset(k->has_ended, 0, sizeof k->has_ended);
    k->blocks = 1 + draw(g, BLOCKS);
    k->issued = k->ended = 0;
    k->launches++;
}

/* The handle of the last pop but one: its block goes on where it was, in its place. */
static void restore(gpu *g) {
    place *to = g->asked[0];

    assert_int_equal(g->b.out.ans_valid, to != NULL);
    if (to != NULL) {
        assert_true(g->b.shown.context < ENTRIES);
        place *from = &g->kernels[g->asked_kernel[0]].memory[g->b.shown.context];

        assert_int_equal(from->state, RUNNING);
        assert_int_equal(from->block, g->b.shown.block);
        *to = *from;
        from->state = VACANT;
    }
    g->asked[0] = g->asked[1];
    g->asked_kernel[0] = g->asked_kernel[1];
    g->asked[1] = NULL;
}

static void run_blocks(gpu *g, sm *m) {
    kernel *k = &g->kernels[m->kernel];

    for (unsigned n = 0; n < GMMU_SM_BLOCKS && !m->is_reserved; n++) {
        if (m->places[n].state != RUNNING || --m->places[n].left != 0)
            continue;
        assert_false(k->has_ended[m->places[n].block]); /* every block once */
        k->has_ended[m->places[n].block] = true;
        k->ended++;
        m->places[n].state = VACANT;
    }
    if (k->ended == k->blocks && k->launches < LAUNCHES) {
        assert_false(g->b.out.holds[m->kernel]);
        launch(g, k);
    }
}

/* Saves a block of a reserved SM. True when it has none left. */
static bool preempt(gpu *g, sm *m) {
    kernel *k = &g->kernels[m->kernel];
    bool is_empty = true;

    for (unsigned n = 0, to = 0; n < GMMU_SM_BLOCKS; n++) {
        is_empty &= m->places[n].state == VACANT;
        if (m->places[n].state != RUNNING || g->b.in.push_valid)
            continue;
        while (to < ENTRIES && k->memory[to].state != VACANT)
            to++;
        if (to == ENTRIES) {
            g->overflows = true;
            return false;
        }
        k->memory[to] = m->places[n];
        m->places[n].state = VACANT;
        push(&g->b, m->kernel, k->memory[to].block);
        g->b.in.push_context = (GMMU_U(GMMU_CONTEXT_W))to;
        g->overflows |= !ptb_queue_push_fits(&g->b.s, &g->b.in);
        k->preempted++;
        g->most = k->preempted > g->most ? k->preempted : g->most;
    }
    return is_empty;
}

/* Issues a block to an SM that has room: a preempted one first. True when one was issued. */
static bool issue(gpu *g, sm *m) {
    kernel *k = &g->kernels[m->kernel];
    const bool is_new = k->issued < k->blocks && (g->new_first || !g->b.out.holds[m->kernel]);
    unsigned n = 0;

    while (n < GMMU_SM_BLOCKS && m->places[n].state != VACANT)
        n++;
    if (n == GMMU_SM_BLOCKS || (!is_new && !g->b.out.holds[m->kernel]))
        return false;
    if (is_new) {
        m->places[n] = (place){RUNNING, k->issued++, 1 + draw(g, LENGTH)};
        return true;
    }
    m->places[n].state = AWAITED;
    pop(&g->b, m->kernel);
    k->preempted--;
    g->asked[1] = &m->places[n];
    g->asked_kernel[1] = m->kernel;
    return true;
}

/* Which kernel an SM is set up for: one with blocks to issue, if there is one. */
static unsigned choose(gpu *g) {
    const unsigned from = draw(g, KERNELS);

    for (unsigned n = 0; n < KERNELS; n++) {
        const unsigned k = (from + n) % KERNELS;

        if (g->b.out.holds[k] || g->kernels[k].issued < g->kernels[k].blocks)
            return k;
    }
    return from;
}

/* At the end of a slice all SMs are preempted: for one kernel, or for several; in the second case SMs are
 * also in between, one by one. */
static void cycle(gpu *g, unsigned c) {
    const bool together = c / SLICE % 2 == 0;
    bool issued = false;

    restore(g);
    if (c % SLICE == 0)
        g->next = choose(g);
    for (unsigned i = 0; i < SMS; i++) {
        sm *m = &g->sms[i];

        m->is_reserved |= c % SLICE == 0 || (!together && draw(g, 1000) == 0);
        run_blocks(g, m);
        if (m->is_reserved && preempt(g, m)) {
            m->kernel = together ? g->next : choose(g);
            m->is_reserved = false;
        }
        issued = issued || (!m->is_reserved && issue(g, m));
    }
}

/* Runs all kernels to their end, or until there is an overflow. */
static void run(gpu *g, uint64_t random, bool new_first) {
    uint32_t left = 1;

    memset(g, 0, sizeof *g);
    start(&g->b);
    g->b.random = random;
    g->new_first = new_first;
    for (unsigned k = 0; k < KERNELS; k++)
        launch(g, &g->kernels[k]);
    for (unsigned c = 0; left != 0 && !g->overflows; c++) {
        assert_true(c < 1000000);
        cycle(g, c);
        edge(&g->b);
        left = 0;
        for (unsigned k = 0; k < KERNELS; k++)
            left += g->kernels[k].blocks - g->kernels[k].ended + LAUNCHES - g->kernels[k].launches;
    }
}

/* "Each time the driver is about to issue a new thread block from a kernel, it checks if there are any
 * previously preempted thread blocks from that kernel. If there are, the thread block from the top of the
 * associated PTBQ will be issued. Otherwise, the next thread block will be issued." (5.2.3) So every block of
 * every kernel goes on where it was, on any SM, and runs to its end once. */
static void every_block_ends_once(void **unused) {
    uint64_t random = unit_test_seed();
    uint32_t most = 0;

    (void)unused;
    for (unsigned n = 0; n < RUNS && most < ENTRIES; n++) {
        gpu g;
        run(&g, random, false);
        assert_false(g.overflows);
        for (unsigned k = 0; k < KERNELS; k++) {
            assert_int_equal(g.kernels[k].launches, LAUNCHES);
            assert_int_equal(g.kernels[k].ended, g.kernels[k].blocks);
            assert_false(g.b.out.holds[k]);
        }
        most = g.most > most ? g.most : most;
        random = g.b.random;
    }
    assert_int_equal(most, ENTRIES); /* all that 13 SMs hold were preempted, and not more */
}

/* "We choose to issue preempted thread blocks first in order to keep their number limited, thus allowing
 * their handlers to be stored on-chip": a driver that issues new ones first has no place for them. */
static void new_blocks_first_do_not_fit(void **unused) {
    gpu g;

    (void)unused;
    run(&g, unit_test_seed(), true);
    assert_true(g.overflows);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_empty_after_reset),
        cmocka_unit_test(has_the_size_of_the_thesis),
        cmocka_unit_test(keeps_the_order),
        cmocka_unit_test(pops_what_was_just_pushed),
        cmocka_unit_test(holds_all_blocks_of_all_kernels),
        cmocka_unit_test(every_handle_comes_back_once),
        cmocka_unit_test(every_block_ends_once),
        cmocka_unit_test(new_blocks_first_do_not_fit),
    };
    return UNIT_TEST_RUN("ptb_queue", tests);
}
