/* SPDX-License-Identifier: Apache-2.0 */
/* store_replay: single accesses; then a core before it, and behind it an L1 stage that drops stores to pages
 * that are read-only, as Vortex's does, with software that copies such pages. Memory judges: each store once
 * and in its turn, each load the value of the last store before it. The same run without the unit, or with a
 * bug planted in it, is found out. */
#include "unit_test.h"

#include "store_replay.h"

#include <stdbool.h>
#include <string.h>

enum { WORDS = GMMU_MEM_WORDS, LINE = 8 * WORDS, READS = 0, WRITES = STORE_REPLAY_WRITES, FETCHES = 2 };

typedef struct {
    store_replay_state s;
    store_replay_in in; /* cleared by edge() */
    store_replay_out out;
} bench;

static void start(bench *b) {
    memset(b, 0, sizeof *b);
    store_replay_reset(&b->s);
    store_replay_outputs(&b->s, &b->out);
}

static void edge(bench *b) {
    store_replay_step(&b->s, &b->in, &b->out);
    store_replay_outputs(&b->s, &b->out);
    memset(&b->in, 0, sizeof b->in);
}

static void offer(bench *b, bool rw, bool atomic, uint64_t addr, unsigned tag) {
    b->in.req_valid = 1;
    b->in.req_rw = rw;
    b->in.req_atomic = atomic;
    b->in.req_addr = (u64)addr;
    b->in.req_tag = (GMMU_U(GMMU_MEM_TAG_W))tag;
    for (unsigned w = 0; w < WORDS; w++) {
        b->in.req_byteen[w] = (u8)(0x10U + w);
        b->in.req_data[2 * w] = tag + w;
        b->in.req_data[2 * w + 1] = ~(tag + w);
    }
}

/* The stage is offered the access as it came. */
static void offered(const bench *b, bool rw, bool atomic, uint64_t addr, unsigned tag) {
    assert_int_equal(b->out.l1_valid, 1);
    assert_int_equal(b->out.l1_rw, rw);
    assert_int_equal(b->out.l1_atomic, atomic);
    assert_true(b->out.l1_addr == addr);
    assert_int_equal(b->out.l1_tag, tag);
    for (unsigned w = 0; w < WORDS; w++) {
        assert_int_equal(b->out.l1_byteen[w], 0x10U + w);
        assert_int_equal(b->out.l1_data[2 * w], tag + w);
        assert_int_equal(b->out.l1_data[2 * w + 1], ~(tag + w));
    }
}

static void fault(bench *b, uint64_t va, unsigned access, bool amo) {
    b->in.fault_valid = 1;
    b->in.fault_va = (u64)va;
    b->in.fault_access = (u2)access;
    b->in.fault_amo = amo;
}

static void takes(bench *b) {
    assert_int_equal(b->out.l1_valid, 1);
    b->in.l1_ready = 1;
}

/* A store that waits for software: its page is read-only. */
static void block(bench *b, bool rw, bool atomic) {
    start(b);
    offer(b, rw, atomic, 0x12340, 9);
    edge(b);
    offered(b, rw, atomic, 0x12340, 9);
    takes(b);
    edge(b);
    fault(b, 0x12000, WRITES, atomic);
    edge(b);
    assert_int_equal(b->out.blocked, 1);
    assert_true(b->out.blocked_va == 0x12340);
    assert_int_equal(b->out.other_valid, 0);
}

/* What it costs when nothing faults: the stage is offered an access one cycle after the core has given it; a
 * load takes two cycles, a store three where the stage needs one. */
static void what_it_costs(void **unused) {
    enum { ACCESSES = 100 };
    (void)unused;
    for (unsigned store = 0; store < 2; store++) {
        bench b;
        unsigned cycles = 0, given = 0;
        bool took = false;
        for (start(&b); given < ACCESSES; cycles++) {
            const bool ready = b.out.req_ready, takes_now = b.out.l1_valid;
            offer(&b, store != 0, false, 0x1000, 3);
            b.in.l1_ready = 1;
            b.in.passed_valid = took && store != 0;
            b.in.passed_tag = 3;
            took = takes_now;
            edge(&b);
            if (ready)
                assert_int_equal(b.out.l1_valid, 1);
            given += ready;
        }
        assert_int_equal(cycles, 1 + (store != 0 ? 3 : 2) * (ACCESSES - 1));
    }
}

/* While a store is in the stage or blocked, the core's next access waits; the store passes, and it is taken.
 */
static void nothing_overtakes(void **unused) {
    bench b;
    (void)unused;
    block(&b, true, false);
    for (unsigned i = 0; i < 5; i++) {
        offer(&b, false, false, 0x20000, 1);
        assert_int_equal(b.out.req_ready, 0);
        assert_int_equal(b.out.l1_valid, 0);
        edge(&b);
        assert_int_equal(b.out.blocked, 1);
    }
    b.in.retry = 1;
    edge(&b);
    assert_int_equal(b.out.blocked, 0);
    for (unsigned i = 0; i < 3; i++) { /* it stays until the stage takes it */
        offered(&b, true, false, 0x12340, 9);
        assert_int_equal(b.out.req_ready, 0);
        edge(&b);
    }
    takes(&b);
    edge(&b);
    for (unsigned i = 0; i < 3; i++) { /* never twice */
        assert_int_equal(b.out.l1_valid, 0);
        assert_int_equal(b.out.req_ready, 0);
        b.in.passed_valid = 1; /* another store's */
        b.in.passed_tag = 8;
        b.in.retry = 1; /* what nobody waits for */
        edge(&b);
    }
    b.in.passed_valid = 1;
    b.in.passed_tag = 9;
    edge(&b);
    assert_int_equal(b.out.req_ready, 1);
    assert_int_equal(b.out.l1_valid, 0);
    offer(&b, false, false, 0x20000, 1);
    edge(&b);
    offered(&b, false, false, 0x20000, 1);
}

/* The page is still read-only: it blocks again, each time, also if the stage drops it as it takes it. */
static void it_blocks_again(void **unused) {
    (void)unused;
    for (unsigned kind = 1; kind < 4; kind++) {
        const bool rw = kind & 1U, atomic = kind & 2U;
        bench b;
        block(&b, rw, atomic);
        for (unsigned i = 0; i < 4; i++) {
            b.in.retry = 1;
            edge(&b);
            offered(&b, rw, atomic, 0x12340, 9);
            takes(&b);
            if (i % 2 == 0)
                edge(&b);
            fault(&b, 0x12FFF, atomic ? READS : WRITES, atomic);
            edge(&b);
            assert_int_equal(b.out.blocked, 1);
            assert_int_equal(b.out.l1_valid, 0);
            assert_int_equal(b.out.other_valid, 0);
        }
        b.in.drop = 1; /* its process ends; a drop goes before a retry */
        b.in.retry = 1;
        edge(&b);
        assert_int_equal(b.out.blocked, 0);
        assert_int_equal(b.out.l1_valid, 0);
        assert_int_equal(b.out.req_ready, 1);
    }
}

/* Faults of loads, of other pages, and while no store is in the stage come out as they went in. */
static void faults_of_others(void **unused) {
    static const struct {
        uint64_t va;
        unsigned access;
        bool amo, inside;
    } others[] = {{0x12340, READS, false, true},    {0x12340, FETCHES, false, true},
                  {0x13340, WRITES, false, true},   {0x8000000000012340, WRITES, true, true},
                  {0x12340, WRITES, false, false},  {0x11FFF, READS, true, true},
                  {0x100012340, WRITES, true, true}};
    (void)unused;
    for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++) {
        bench b;
        start(&b);
        offer(&b, true, false, 0x12340, 9);
        edge(&b);
        if (others[i].inside) {
            takes(&b);
            edge(&b);
        }
        fault(&b, others[i].va, others[i].access, others[i].amo);
        edge(&b);
        assert_int_equal(b.out.blocked, 0);
        assert_int_equal(b.out.other_valid, 1);
        assert_true(b.out.other_va == others[i].va);
        assert_int_equal(b.out.other_access, others[i].access);
        assert_int_equal(b.out.other_amo, others[i].amo);
        edge(&b);
        assert_int_equal(b.out.other_valid, 0);
    }
}

/* A reset forgets what is held. */
static void a_reset(void **unused) {
    bench b;
    (void)unused;
    block(&b, true, false);
    start(&b);
    assert_int_equal(b.out.req_ready, 1);
    assert_int_equal(b.out.blocked, 0);
    assert_int_equal(b.out.l1_valid, 0);
    assert_int_equal(b.out.other_valid, 0);
}

/* ---- a core, a stage that drops, memory and software ---- */

enum {
    PAGES = 6,  /* a page of the first four is copied when it is written; of the others ... */
    DOOMED = 4, /* ... one stays read-only: a store there ends its process, ... */
    HIDDEN = 5, /* ... and one cannot be read, which is a fault of a load */
    PLACES = 2 * WORDS,
    PARKED = 4,
    TAGS = GMMU_MEM_TAG_W < 6 ? 1 << GMMU_MEM_TAG_W : 64
};

typedef enum { NOTHING, NO_UNIT, NO_HOLD, TWICE, OVERTAKES, ANY_FAULT, BLIND, PLANTS } plant;

typedef struct {
    bool rw, atomic;
    unsigned page, place, tag;
    unsigned bytes;
    uint64_t data;
} access;

typedef struct {
    unsigned frame;
    bool known, write, read;
} page;

/* What the judge knows of an access that the core has given away. */
typedef struct {
    bool used, doomed;
    uint64_t turn, value;
} promise;

static struct {
    bench b;
    uint64_t dice;
    /* core: its next access, and how many it has given */
    access next;
    uint64_t turn;
    /* stage: what is on its way out, what waits for a walk, what has been dropped */
    access out, parked[PARKED], fault_of;
    page tlb[PAGES];
    unsigned out_frame, parks, walk;
    /* memory and tables */
    uint64_t memory[2 * PAGES][PLACES];
    page table[PAGES];
    /* software waits before it serves */
    unsigned patience;
    plant planted;
    /* judge: what memory holds in the end, what shared pages hold, turn of the last store to a word, a fault
     * that is to come out of other_* */
    uint64_t want[PAGES][PLACES], shared[PAGES][PLACES], last[PAGES][PLACES];
    promise promises[TAGS];
    uint64_t expected_va;
    uint64_t wrong;
    unsigned expected_access;
    bool expected, expected_amo;
    bool stopped;  /* the core gives no more */
    bool harmless; /* no page is read-only */
    bool direct;   /* the stage takes from the core itself */
    bool retried;
    bool offers, out_valid, took, passed, faulted, faulted_store;
    /* what has been seen */
    uint64_t loads, stores, atomics, copies, again, deaths, others, load_faults, forks;
} w;

static unsigned roll(unsigned below) {
    return (unsigned)(unit_test_random(&w.dice) % below);
}

static void judge(bool right) {
    w.wrong += !right;
}

static uint64_t written(uint64_t old, const access *a) {
    uint64_t mask = 0;
    for (unsigned i = 0; i < 8; i++)
        mask |= a->bytes >> i & 1U ? UINT64_C(255) << 8 * i : 0;
    return a->atomic ? old + a->data : (old & ~mask) | (a->data & mask);
}

static bool writes(const access *a) {
    return a->rw || a->atomic;
}

/* The core's next access: often to where the last one went, so that stores and loads meet. */
static void think(void) {
    access *a = &w.next;
    if (w.offers || w.stopped || roll(4) == 0 || w.promises[w.turn % TAGS].used)
        return;
    if (roll(2) == 0) {
        a->page = w.harmless || roll(20) != 0 ? roll(4) : DOOMED + roll(2);
        a->place = roll(PLACES);
    }
    a->rw = a->page != HIDDEN && roll(2) == 0;
    a->atomic = a->page != HIDDEN && roll(8) == 0;
    a->tag = (unsigned)(w.turn % TAGS);
    a->bytes = a->atomic ? 255 : 1 + roll(255);
    a->data = a->atomic ? 1 : unit_test_random(&w.dice);
    w.offers = true;
}

/* The core has given its access away: from here on its turn is fixed. */
static void given(void) {
    const access *a = &w.next;
    uint64_t *want = &w.want[a->page][a->place];
    w.promises[a->tag] =
        (promise){.used = true, .doomed = writes(a) && a->page == DOOMED, .turn = ++w.turn, .value = *want};
    if (writes(a) && a->page != DOOMED)
        *want = written(*want, a);
    w.offers = false;
}

/* An access reaches memory: for the first time, behind all of before to this word, with the value of the last
 * store before it. */
static void perform(const access *a, unsigned frame) {
    promise *p = &w.promises[a->tag];
    uint64_t *word = &w.memory[frame][a->place];
    judge(p->used && !p->doomed);
    if (writes(a)) {
        judge(p->turn > w.last[a->page][a->place]);
        w.last[a->page][a->place] = p->turn;
    }
    if (!a->rw || a->atomic)
        judge(*word == p->value);
    if (writes(a))
        *word = written(*word, a);
    w.loads += !writes(a);
    w.stores += a->rw && !a->atomic;
    w.atomics += a->atomic;
    p->used = false;
}

static void stage_drops(const access *a) {
    w.faulted = true;
    w.faulted_store = writes(a);
    w.fault_of = *a;
    if (writes(a))
        return;
    judge(a->page == HIDDEN); /* a load is answered with zeros */
    w.promises[a->tag].used = false;
    w.load_faults++;
}

static bool allowed(const access *a) {
    return writes(a) ? w.tlb[a->page].write : w.tlb[a->page].read;
}

static void stage_passes(const access *a) {
    w.out_valid = true;
    w.out = *a;
    w.out_frame = w.tlb[a->page].frame;
}

/* The oldest parked access: its page is walked for, then it goes on or is dropped. */
static void stage_replays(void) {
    const access a = w.parked[0];
    if (w.parks == 0)
        return;
    if (!w.tlb[a.page].known) {
        if (w.walk == 1)
            w.tlb[a.page] = w.table[a.page];
        w.walk = w.walk == 0 ? 1 + roll(10) : w.walk - 1;
        return;
    }
    if (allowed(&a) && w.out_valid)
        return;
    if (allowed(&a))
        stage_passes(&a);
    else
        stage_drops(&a);
    memmove(&w.parked[0], &w.parked[1], sizeof w.parked[0] * --w.parks);
}

static bool stage_parks(const access *a) {
    for (unsigned i = 0; i < w.parks; i++)
        if (w.parked[i].page == a->page)
            return true;
    return !w.tlb[a->page].known;
}

/* True if the stage takes it: it parks behind a walk, passes under one, or is dropped at once. */
static bool stage_takes(const access *a) {
    if (roll(5) == 0)
        return false;
    if (stage_parks(a)) {
        if (w.parks == PARKED)
            return false;
        w.parked[w.parks++] = *a;
    } else if (allowed(a)) {
        if (w.out_valid)
            return false;
        stage_passes(a);
    } else {
        if (w.faulted)
            return false;
        if (w.direct)
            given();
        stage_drops(a);
        return true;
    }
    if (w.direct)
        given();
    return true;
}

static access shown(void) {
    const store_replay_out *o = &w.b.out;
    access a = {.rw = o->l1_rw != 0, .atomic = o->l1_atomic != 0, .tag = (unsigned)o->l1_tag};
    unsigned word = 0;
    for (unsigned i = 0; i < WORDS; i++)
        if (o->l1_byteen[i] != 0)
            word = i;
    a.page = (unsigned)((uint64_t)o->l1_addr >> 12) % PAGES;
    a.place = (unsigned)((uint64_t)o->l1_addr % 4096 / 8) + word;
    a.bytes = (unsigned)o->l1_byteen[word];
    a.data = (uint64_t)o->l1_data[2 * word + 1] << 32 | (uint64_t)o->l1_data[2 * word];
    return a;
}

/* The stage in one cycle, with what it is offered. */
static void stage_edge(bool valid, const access *a) {
    w.passed = w.faulted = w.took = false;
    if (w.out_valid && roll(3) != 0) {
        perform(&w.out, w.out_frame);
        w.passed = writes(&w.out);
        w.b.in.passed_tag = (GMMU_U(GMMU_MEM_TAG_W))w.out.tag;
        w.out_valid = false;
    }
    w.b.in.passed_valid = w.passed;
    stage_replays();
    if (valid)
        w.took = stage_takes(a);
    if (roll(40) == 0 && w.parks == 0)
        w.tlb[roll(PAGES)].known = false; /* it has few entries */
}

/* The pulse of the stage, or of another core or of the instruction side of this one. */
static void drive_fault(void) {
    const bool other = !w.faulted && roll(6) == 0;
    if (w.faulted)
        fault(&w.b, (uint64_t)w.fault_of.page << 12, writes(&w.fault_of) ? WRITES : READS, w.fault_of.atomic);
    else if (other && roll(2) == 0)
        fault(&w.b, (uint64_t)roll(PAGES) << 12, roll(2) * FETCHES, false);
    else if (other)
        fault(&w.b, (uint64_t)(PAGES + roll(PAGES)) << 12, WRITES, roll(2) != 0);
    w.expected = other || (w.faulted && !w.faulted_store);
    w.expected_va = (uint64_t)w.b.in.fault_va;
    w.expected_access = (unsigned)w.b.in.fault_access;
    w.expected_amo = w.b.in.fault_amo != 0;
    w.others += other;
}

static void judge_fault(void) {
    const store_replay_out *o = &w.b.out;
    judge(o->other_valid == w.expected);
    if (w.expected)
        judge(o->other_va == w.expected_va && o->other_access == w.expected_access &&
              o->other_amo == w.expected_amo);
}

/* What two owners share has not been written; a page that is the core's alone is copied into its other
 * frame. */
static void copy(unsigned p) {
    page *t = &w.table[p];
    const unsigned old = t->frame, new = old < PAGES ? old + PAGES : old - PAGES;
    judge(memcmp(w.memory[old], w.shared[p], sizeof w.shared[p]) == 0);
    memcpy(w.memory[new], w.memory[old], sizeof w.memory[new]);
    *t = (page){.frame = new, .known = true, .write = true, .read = true};
    w.tlb[p].known = false;
    w.copies++;
}

/* Another process shares a page of the core, which is read-only from then on; nothing is in the stage. */
static void fork_page(void) {
    const unsigned p = roll(4);
    if (w.harmless || w.out_valid || w.parks != 0 || !w.table[p].write)
        return;
    w.table[p].write = false;
    w.tlb[p].known = false;
    memcpy(w.shared[p], w.memory[w.table[p].frame], sizeof w.shared[p]);
    w.forks++;
}

/* Software sees a blocked store after a while, and says what is to become of it; sometimes too early. */
static void serve(void) {
    const unsigned p = (unsigned)((uint64_t)w.b.out.blocked_va >> 12) % PAGES;
    if (!w.b.out.blocked) {
        w.patience = roll(30);
        w.b.in.retry = roll(10) == 0; /* nobody waits */
        w.b.in.drop = roll(10) == 0;
        return;
    }
    if (w.patience != 0) {
        w.patience--;
        return;
    }
    w.patience = roll(30);
    if (roll(4) == 0) {
        w.b.in.retry = 1;
        w.again++;
    } else if (p == DOOMED) {
        w.b.in.drop = 1;
        judge(w.promises[w.b.out.l1_tag].doomed);
        w.promises[w.b.out.l1_tag].used = false;
        w.deaths++;
    } else {
        if (!w.table[p].write)
            copy(p);
        w.b.in.retry = 1;
    }
}

/* Without the unit software learns of the store by the pulse, and the store is gone. */
static void serve_pulse(void) {
    if (w.faulted && w.faulted_store && w.fault_of.page < DOOMED && !w.table[w.fault_of.page].write)
        copy(w.fault_of.page);
    if (w.faulted && w.faulted_store && w.fault_of.page == DOOMED)
        w.promises[w.fault_of.tag].used = false;
}

static void drive_core(void) {
    const access *a = &w.next;
    store_replay_in *in = &w.b.in;
    const unsigned word = a->place % WORDS;
    in->req_valid = w.offers;
    in->req_rw = a->rw;
    in->req_atomic = a->atomic;
    in->req_addr = (u64)((uint64_t)a->page << 12 | (uint64_t)(a->place / WORDS * LINE));
    in->req_tag = (GMMU_U(GMMU_MEM_TAG_W))a->tag;
    in->req_byteen[word] = (u8)a->bytes;
    in->req_data[2 * word] = (u32)GMMU_WRAP(a->data, 32);
    in->req_data[2 * word + 1] = (u32)(a->data >> 32);
}

/* Bugs in the unit. */
static void plant_bug(const store_replay_in *in, const store_replay_state *before) {
    store_replay_state *s = &w.b.s;
    if (in->retry && before->blocked)
        w.retried = true;
    if (w.planted == NO_HOLD) /* the place is free as soon as the stage has the store */
        s->in_stage = 0;
    if (w.planted == TWICE && w.retried && before->in_stage && !s->in_stage && !s->blocked)
        s->l1_valid = 1; /* a store that has passed goes once more */
    if (w.planted == BLIND && s->blocked && !before->blocked)
        s->blocked = 0; /* a dropped store is forgotten */
    if (!s->in_stage && !s->blocked && !before->blocked)
        w.retried = false;
}

static void unit_edge(bool overtakes) {
    const store_replay_state before = w.b.s;
    const store_replay_in in = w.b.in;
    const bool takes_it = w.b.out.req_ready && in.req_valid && !overtakes;
    store_replay_step(&w.b.s, &in, &w.b.out);
    plant_bug(&in, &before);
    store_replay_outputs(&w.b.s, &w.b.out);
    if (takes_it)
        given();
    judge_fault();
}

static void run_edge(void) {
    const bool unit = w.planted != NO_UNIT;
    bool overtakes = false;
    memset(&w.b.in, 0, sizeof w.b.in);
    think();
    overtakes = w.planted == OVERTAKES && w.b.out.blocked && w.offers && !writes(&w.next);
    if (unit)
        serve();
    if (roll(20) == 0)
        fork_page();
    w.direct = !unit || overtakes;
    const access a = w.direct ? w.next : shown();
    stage_edge(w.direct ? w.offers : w.b.out.l1_valid != 0, &a);
    drive_fault();
    if (!unit) {
        serve_pulse();
        return;
    }
    if (w.planted == ANY_FAULT && w.b.in.fault_valid) /* each fault is the store's */
        fault(&w.b, (uint64_t)w.b.s.l1_addr, WRITES, false);
    drive_core();
    if (overtakes)
        w.b.in.req_valid = 0;
    w.b.in.l1_ready = w.took && !overtakes;
    unit_edge(overtakes);
}

static void right_edge(void) {
    run_edge();
    assert_true(w.wrong == 0);
}

static void start_run(plant planted, bool harmless) {
    memset(&w, 0, sizeof w);
    start(&w.b);
    w.planted = planted;
    w.harmless = harmless;
    w.dice = unit_test_seed();
    for (unsigned p = 0; p < PAGES; p++) {
        w.table[p] = (page){.frame = p, .known = true, .read = p != HIDDEN, .write = harmless};
        for (unsigned i = 0; i < PLACES; i++)
            w.want[p][i] = w.shared[p][i] = w.memory[p][i] = unit_test_random(&w.dice);
    }
}

/* The core stops; what is under way comes to its end, and memory holds each store. */
static void finish(void) {
    w.stopped = true;
    w.offers = false;
    for (unsigned i = 0; i < 20000; i++)
        run_edge();
    for (unsigned i = 0; i < TAGS; i++)
        judge(!w.promises[i].used);
    for (unsigned p = 0; p < PAGES; p++)
        judge(memcmp(w.memory[w.table[p].frame], w.want[p], sizeof w.want[p]) == 0);
}

static void every_store_once(void **unused) {
    static const unit_test_goal goals[] = {
        UNIT_TEST_GOAL(w.loads, 1000), UNIT_TEST_GOAL(w.stores, 1000), UNIT_TEST_GOAL(w.atomics, 200),
        UNIT_TEST_GOAL(w.copies, 50),  UNIT_TEST_GOAL(w.again, 30),    UNIT_TEST_GOAL(w.deaths, 30),
        UNIT_TEST_GOAL(w.others, 500), UNIT_TEST_GOAL(w.forks, 50),    UNIT_TEST_GOAL(w.load_faults, 30)};
    (void)unused;
    start_run(NOTHING, false);
    UNIT_TEST_RUN_UNTIL(right_edge, 20000, goals);
    finish();
    assert_true(w.wrong == 0);
}

/* True if the judge finds the run right. */
static bool right(plant planted, bool harmless) {
    start_run(planted, harmless);
    for (unsigned i = 0; i < 20000; i++)
        run_edge();
    finish();
    return w.wrong == 0;
}

/* The judge finds a core without the unit, and each bug in it. It has nothing against a core without the unit
 * as long as no page is read-only. */
static void planted_bugs(void **unused) {
    (void)unused;
    assert_true(right(NO_UNIT, true));
    for (plant p = NO_UNIT; p < PLANTS; p++)
        assert_false(right(p, false));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_it_costs),   cmocka_unit_test(nothing_overtakes),
        cmocka_unit_test(it_blocks_again), cmocka_unit_test(faults_of_others),
        cmocka_unit_test(a_reset),         cmocka_unit_test(every_store_once),
        cmocka_unit_test(planted_bugs),
    };
    return UNIT_TEST_RUN("store_replay", tests);
}
