/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An application ends, and another one takes its place: its SMs, its ASID, its frames. When the new one
 * begins, nobody of the old one is left.
 *
 * The judge stands beside the chip. It sees every link that is made and every message that is taken from one,
 * and tags frames with their owners by page tables alone. When an owner changes, no link may hold a message
 * of the old one that somebody waits for or that could still be overtaken; and what an SM sends to memory
 * must reach a frame of its application, as its page table is when the message arrives.
 */
#include <stdio.h>
#include <string.h>

#include "config/messages.h"
#include "dispatch/dispatcher.h"
#include "mmu/address_space.h"
#include "shared_runs.h"
#include "unit_test.h"

#define THEN        ">" /* in front of an application that follows the one before it */
#define OF_SM       "requests of sm"
#define MOST_LINKS  4096U
#define FIRST_PAGE  UINT64_C(0x100000) /* of the kernels' data, and more pages than they have */
#define WATCH_PAGES 4096U
#define MOST_FRAMES (UINT64_C(1) << 20)

typedef enum { BELONGS_TO_NOBODY, BY_APP, BY_ASID, ONE_OF_MEMORY, BEHIND_THE_ORDER } link_class;

/* Which field names the owner of a message, by the name of its link. */
static const struct {
    const char *name;
    link_class class;
    size_t bytes, at; /* of the message, of the field */
} kinds[] = {
    {"tlb requests of", BY_ASID, sizeof(tlb_request), offsetof(tlb_request, asid)},
    {"tlb replies to", BY_ASID, sizeof(tlb_reply), offsetof(tlb_reply, asid)},
    {"faults of tlb", BY_ASID, sizeof(fault_request), offsetof(fault_request, asid)},
    {"faults to tlb", BY_ASID, sizeof(fault_resolved), offsetof(fault_resolved, asid)},
    {"blocks to sm", BY_APP, sizeof(block_command), offsetof(block_command, app)},
    {"blocks from sm", BY_APP, sizeof(block_report), offsetof(block_report, app)},
    {"page tables of coalescer", BY_APP, sizeof(table_update), offsetof(table_update, app)},
    {"calls to coalescer", BELONGS_TO_NOBODY, sizeof(inplace_call), 0},
    {"epochs to", BELONGS_TO_NOBODY, sizeof(epoch_message), 0},
    {OF_SM, ONE_OF_MEMORY, sizeof(mem_message), offsetof(mem_message, app)},
    {"replies to sm", ONE_OF_MEMORY, sizeof(mem_message), offsetof(mem_message, app)},
    {"requests of walkers", ONE_OF_MEMORY, sizeof(mem_message), offsetof(mem_message, app)},
    {"replies to walkers", ONE_OF_MEMORY, sizeof(mem_message), offsetof(mem_message, app)},
    {"writes of coalescer", ONE_OF_MEMORY, sizeof(mem_message), offsetof(mem_message, app)},
    {"acknowledgements to coalescer", ONE_OF_MEMORY, sizeof(mem_message), offsetof(mem_message, app)},
    {"requests to bank", BEHIND_THE_ORDER, sizeof(mem_message), offsetof(mem_message, app)},
    {"walks to bank", ONE_OF_MEMORY, sizeof(mem_message), offsetof(mem_message, app)},
    {"replies of bank", ONE_OF_MEMORY, sizeof(mem_message), offsetof(mem_message, app)},
    {"requests to memory", BEHIND_THE_ORDER, sizeof(mem_message), offsetof(mem_message, app)},
    {"walks to memory", ONE_OF_MEMORY, sizeof(mem_message), offsetof(mem_message, app)},
    {"replies of memory", ONE_OF_MEMORY, sizeof(mem_message), offsetof(mem_message, app)},
};

static struct {
    struct {
        engine_link *link;
        uint32_t kind;
    } link[MOST_LINKS];
    uint32_t links;
    address_space *space[CHIP_MAX_APPS];
    uint8_t owner[MOST_FRAMES]; /* of a frame: 1 + application, 0: not known */
    bool all_still;             /* when pages move, not those of one application alone */
    uint64_t changes, stillnesses, accesses, left, astray;
    char first[128]; /* the first thing that is wrong */
} judge;

/* The linker puts these in the place of the chip's (scripts/make/unit.mk). */
engine_link *__real_engine_add_link(engine *e, const char *name, int producer, int consumer, size_t bytes,
                                    uint32_t capacity, uint32_t latency);
engine_link *__wrap_engine_add_link(engine *e, const char *name, int producer, int consumer, size_t bytes,
                                    uint32_t capacity, uint32_t latency);
void __real_link_pop(engine_link *l);
void __wrap_link_pop(engine_link *l);
address_space *__real_address_space_new(phys_mem *mem, uint16_t asid, const page_table_format *format);
address_space *__wrap_address_space_new(phys_mem *mem, uint16_t asid, const page_table_format *format);
void __real_dispatcher_replace(dispatcher *d, uint32_t app, workload *work);
void __wrap_dispatcher_replace(dispatcher *d, uint32_t app, workload *work);
void __real_inplace_go_on(inplace_coalescer *c);
void __wrap_inplace_go_on(inplace_coalescer *c);

engine_link *__wrap_engine_add_link(engine *e, const char *name, int producer, int consumer, size_t bytes,
                                    uint32_t capacity, uint32_t latency) {
    engine_link *l = __real_engine_add_link(e, name, producer, consumer, bytes, capacity, latency);
    for (uint32_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        if (strncmp(name, kinds[k].name, strlen(kinds[k].name)) != 0)
            continue;
        assert_int_equal(bytes, kinds[k].bytes);
        assert_true(judge.links < MOST_LINKS);
        judge.link[judge.links].link = l;
        judge.link[judge.links++].kind = k;
        return l;
    }
    fail_msg("link '%s': expected one that the judge knows", name);
    return NULL;
}

address_space *__wrap_address_space_new(phys_mem *mem, uint16_t asid, const page_table_format *format) {
    address_space *space = __real_address_space_new(mem, asid, format);
    judge.space[asid - 1] = space;
    return space;
}

/* Frames are tagged anew by the page tables. */
static void tag_frames(void) {
    memset(judge.owner, 0, sizeof judge.owner);
    for (uint32_t app = 0; app < CHIP_MAX_APPS && judge.space[app]; app++) {
        for (uint64_t vpn = FIRST_PAGE; vpn < FIRST_PAGE + WATCH_PAGES; vpn++) {
            translation t;
            if (address_space_translate(judge.space[app], vpn, &t) && t.ppn < MOST_FRAMES)
                judge.owner[t.ppn] = (uint8_t)(app + 1);
        }
    }
}

static bool owns(const mem_message *m) {
    const uint64_t frame = m->paddr >> GMMU_PAGE_BITS;
    if (frame >= MOST_FRAMES)
        return false;
    if (judge.owner[frame] != m->app + 1)
        tag_frames();
    return judge.owner[frame] == m->app + 1;
}

void __wrap_link_pop(engine_link *l) {
    const mem_message *m = link_peek(l);
    if (strncmp(l->name, OF_SM, strlen(OF_SM)) == 0) {
        judge.accesses++;
        if (!owns(m) && judge.astray++ == 0)
            (void)snprintf(judge.first, sizeof judge.first,
                           "%s of application %u reaches 0x%llx, not its own",
                           m->write ? "a write" : "a read", m->app, (unsigned long long)m->paddr);
    }
    __real_link_pop(l);
}

/* All SMs stand still: a store that is still to come would be lost in a frame that is given up. */
void __wrap_inplace_go_on(inplace_coalescer *c) {
    judge.stillnesses++;
    for (uint32_t i = 0; judge.all_still && i < judge.links; i++)
        if (strncmp(judge.link[i].link->name, OF_SM, strlen(OF_SM)) == 0 &&
            link_message(judge.link[i].link, 0) && judge.left++ == 0)
            (void)snprintf(judge.first, sizeof judge.first, "all SMs stand still, and '%s' holds an access",
                           judge.link[i].link->name);
    __real_inplace_go_on(c);
}

static bool is_of(uint32_t kind, const unsigned char *message, uint32_t app) {
    uint16_t asid;
    if (kinds[kind].class == BELONGS_TO_NOBODY)
        return false;
    if (kinds[kind].class != BY_ASID)
        return message[kinds[kind].at] == app;
    memcpy(&asid, message + kinds[kind].at, sizeof asid);
    return asid == app + 1;
}

/* Behind the order of an L2 bank nobody waits for a write, and nothing gets in front of it. */
static bool may_stay(uint32_t kind, const mem_message *m) {
    return kinds[kind].class == BEHIND_THE_ORDER && m->write && !m->ack;
}

void __wrap_dispatcher_replace(dispatcher *d, uint32_t app, workload *work) {
    judge.changes++;
    for (uint32_t i = 0; i < judge.links; i++) {
        const uint32_t kind = judge.link[i].kind;
        const void *m;
        for (uint32_t k = 0; (m = link_message(judge.link[i].link, k)) != NULL; k++)
            if (is_of(kind, m, app) && !may_stay(kind, m) && judge.left++ == 0)
                (void)snprintf(judge.first, sizeof judge.first,
                               "'%s' holds a message of application %u, which has ended",
                               judge.link[i].link->name, app);
    }
    memset(judge.owner, 0, sizeof judge.owner);
    __real_dispatcher_replace(d, app, work);
}

/* ---- runs ---- */

#define STREAM  "kernel:stream,size=96K"
#define SHORT   "kernel:stream,size=16K"
#define HISTO   "kernel:histo,size=64K"
#define STENCIL "kernel:stencil3d,n=16"

static void judge_run(const shared_run *r, experiment *x) {
    uint32_t places = 0, followers = 0;
    for (x->napps = 0; x->napps < SHARED_RUN_APPS && r->app[x->napps]; x->napps++) {
        const bool follows = r->app[x->napps][0] == THEN[0];
        places += !follows;
        followers += follows;
        x->app[x->napps] = (gpu_app){
            .spec = r->app[x->napps] + follows, .first_sm = 2 * (places - 1), .sms = 2, .follows = follows};
    }
    memset(&judge, 0, sizeof judge);
    judge.all_still = x->config.design.compact_stall == COMPACTION_STALLS_GPU;
    experiment *list = x;
    if (!experiments_run(&list, 1, 1, NULL, NULL))
        fail_msg("%s: %s", r->chip, x->error);
    if (judge.left != 0 || judge.astray != 0)
        fail_msg("%s, %s: %s", r->chip, x->config.design.name, judge.first);
    assert_int_equal(judge.changes, followers);
    assert_true(judge.accesses > 1000);
    gpu_result_free(&x->result);
}

static void test_nobody_is_left(void **state) {
    (void)state;
    static experiment x;
    static const shared_run runs[] = {
        {"mask", "stall", FAULTS_NONE, {SHORT, THEN HISTO, THEN STREAM, STENCIL, THEN HISTO}},
        {"tanasic", "stall", FAULTS_NONE, {SHORT, THEN STREAM, STREAM, THEN HISTO}},
        {"tanasic", "stall", FAULTS_MIGRATE, {SHORT, THEN STENCIL, HISTO, THEN STREAM}},
        {"tanasic", "replay", FAULTS_MIGRATE, {STREAM, THEN STENCIL, HISTO, THEN STREAM}},
    };
    for (size_t r = 0; r < sizeof runs / sizeof *runs; r++) {
        shared_run_setup(&runs[r], "static", 0, &x);
        judge_run(&runs[r], &x);
    }
}

/* The block of hls/gmmu in the place of the last TLB. */
static void test_nobody_is_left_in_the_gmmu(void **state) {
    (void)state;
    static experiment x;
    static const shared_run run = {"mask", "stall", FAULTS_NONE, {SHORT, THEN HISTO, STENCIL, THEN STREAM}};
    shared_run_setup(&run, "static", 0, &x);
    x.config.design = *design_preset("gmmu");
    judge_run(&run, &x);
}

/* Large pages, pages that are freed all the time, pages that move for others. */
static void test_nobody_is_left_of_mosaic(void **state) {
    (void)state;
    static experiment x;
    static const shared_run runs[] = {
        {"mask", "stall", FAULTS_NONE, {STREAM, THEN HISTO, "kernel:stream,size=3M", THEN STREAM}},
        {"mask", "stall", FAULTS_MIGRATE, {STREAM, THEN HISTO, STREAM, THEN STREAM}},
    };
    for (uint32_t i = 0; i < 4; i++) {
        const shared_run *r = &runs[i == 3];
        shared_run_setup_mosaic(r, 0, &x);
        x.config.chip.memory.bytes = 512U << 20;
        x.config.churn = (churn_config){.percent = i == 1 ? 0 : 40, .cycles = 3000, .blocks = 1};
        if (i == 1)
            x.config.churn.fragmented = 100, x.config.churn.occupied = 10;
        judge_run(r, &x);
    }
}

/* Mosaic 5: "stalling the entire GPU (all SMs) and flushing the pipeline". Stores are posted: they are under
 * way when nobody waits for them. */
static void test_nothing_is_under_way_when_pages_move(void **state) {
    (void)state;
    static experiment x;
    static const shared_run run = {"mask",
                                   "stall",
                                   FAULTS_NONE,
                                   {"kernel:parboil-stencil,n=64,nz=16,steps=3", "kernel:stream,size=256K"}};
    /* Whether a store is under way when all stand still is a matter of the cycle. */
    static const uint32_t every[] = {1000, 1700, 2300, 3000};
    for (uint32_t i = 0; i < 2 * sizeof every / sizeof *every; i++) {
        shared_run_setup_mosaic(&run, 0, &x);
        x.config.chip.memory.bytes = 512U << 20;
        x.config.churn = (churn_config){.percent = 40, .cycles = every[i / 2], .blocks = 1};
        x.config.design.compact_stall = COMPACTION_STALLS_GPU;
        x.config.design.bulk_copy_ns = i % 2 ? 80 : 0;
        judge_run(&run, &x);
        assert_true(judge.stillnesses > 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nobody_is_left),
        cmocka_unit_test(test_nobody_is_left_in_the_gmmu),
        cmocka_unit_test(test_nobody_is_left_of_mosaic),
        cmocka_unit_test(test_nothing_is_under_way_when_pages_move),
    };
    return UNIT_TEST_RUN("owner", tests);
}
