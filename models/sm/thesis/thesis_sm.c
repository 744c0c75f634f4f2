/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/thesis/thesis_sm.h"

#include <assert.h>
#include <stdio.h>

#include "base/alloc.h"
#include "sm/parts/shared_memory.h"
#include "sm/thesis/thesis_state.h"

/* ---- one cycle ---- */

/* A fault counts at once: what of the warp is at operand read must not overtake the faulted
 * access. The rest waits for the end of the cycle. */
static void tick_lsu(thesis_sm *c, uint64_t cycle) {
    lsu_event e;
    lsu_tick(c->lsu, cycle);
    c->events = 0;
    while (lsu_take_event(c->lsu, &e)) {
        if (e.kind == LSU_FAULTED)
            access_faulted(c, c->warp[e.inst.warp], place_of(e.inst.seq), &e, cycle);
        else
            c->event[c->events++] = e;
        assert(c->events < THESIS_EVENTS);
    }
}

static void apply_lsu_events(thesis_sm *c, uint64_t cycle) {
    for (uint32_t i = 0; i < c->events; i++) {
        const lsu_event *e = &c->event[i];
        const uint32_t place = place_of(e->inst.seq);
        if (e->kind == LSU_CHECKED)
            access_checked(c, c->warp[e->inst.warp], place);
        else if (e->kind == LSU_DONE)
            thesis_complete(c, c->warp[e->inst.warp], place, cycle);
        else
            pages_resolved(c, e);
    }
}

static void thesis_sm_wake(thesis_sm *c) {
    for (; c->touched; c->touched &= c->touched - 1)
        window_wake(c, c->warp[lowest_bit(c->touched)]);
}

/* Warps times cycles since the last tick; nothing has changed in between. */
static void thesis_sm_count_stalls(thesis_sm *c, uint64_t cycle) {
    for (uint64_t todo = c->tlb_stalled; todo; todo &= todo - 1) {
        const thesis_warp *w = c->warp[lowest_bit(todo)];
        if (w)
            c->stats[w->block->app].stall_tlb_cycles += cycle - c->counted_to;
    }
    c->counted_to = cycle;
}

static uint64_t thesis_sm_earlier(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static uint64_t thesis_sm_next_tick(thesis_sm *c, uint64_t cycle) {
    /* Holes of the replay queue that are being closed make room for a push. */
    const bool closing = c->units.queue.use.linger && (c->with_ready || c->stopped);
    if (c->busy || c->reads || c->started || closing)
        return cycle + 1;
    return thesis_sm_earlier(thesis_sm_earlier(thesis_issue_next(c, cycle), handler_next(c, cycle)),
                             thesis_sm_earlier(lsu_next(c->lsu, cycle), wheel_next(&c->wheel, cycle)));
}

/* What a cycle sets free is used in the next one at the earliest: so issue and fetch come
 * before commit, and what has become ready is listed at the end. */
static uint64_t thesis_tick(void *self, uint64_t cycle) {
    thesis_sm *c = self;
    c->busy = false;
    thesis_sm_count_stalls(c, cycle);
    if (c->units.queue.use.linger)
        (void)queue_pins(&c->units, cycle);
    log_ram_cycle(&c->units, cycle);
    thesis_execute_starts(c, cycle);
    tick_lsu(c, cycle);
    thesis_operand_read_cycle(c, cycle);
    thesis_issue_cycle(c, cycle);
    thesis_replay_cycle(c, cycle);
    thesis_fetch_cycle(c, cycle);
    thesis_complete_cycle(c, cycle);
    apply_lsu_events(c, cycle);
    if (c->stopped)
        thesis_faults_cycle(c, cycle);
    thesis_commands_cycle(c, cycle);
    faults_observe(c);
    thesis_sm_wake(c);
    if (thesis_units_step(&c->units, cycle))
        thesis_busy(c);
    c->tlb_stalled = lsu_tlb_waiting(c->lsu) & ~c->with_ready;
    return thesis_sm_next_tick(c, cycle);
}

/* ---- life ---- */

static uint32_t thesis_sm_max32(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

static bool check_sizes(const gpu_config *config, char *err, size_t n) {
    const chip_config *chip = &config->chip;
    if (chip->sm.issue_width > THESIS_WAYS || chip->sm.issue_queue > THESIS_QUEUE - GMMU_REPLAY_DEPTH)
        (void)snprintf(err, n, "at most %u issue ways and %u issue queue entries", THESIS_WAYS,
                       THESIS_QUEUE - GMMU_REPLAY_DEPTH);
    else if (config->exceptions.scheme == SCHEME_OPLOG && chip->sm.max_blocks > GMMU_SM_BLOCKS)
        (void)snprintf(err, n, "the operand log serves at most %u blocks per SM", GMMU_SM_BLOCKS);
    else
        return true;
    return false;
}

thesis_sm *thesis_sm_new(engine *e, int domain, const gpu_config *config, uint32_t number, oracle *check,
                         value_memory *const *values, const observer *watch, char *err, size_t err_size) {
    const chip_config *chip = &config->chip;
    const exception_scheme scheme = config->exceptions.scheme;
    const uint32_t longest = thesis_sm_max32(thesis_sm_max32(chip->sm.alu_latency, chip->sm.sfu_latency),
                                             thesis_sm_max32(chip->sm.const_latency,
                                                             chip->sm.shared_latency + SHARED_MAX_PASSES)) +
                             1;
    char name[16];

    if (!check_sizes(config, err, err_size))
        return NULL;
    thesis_sm *c = alloc_zeroed(1, sizeof(*c));
    if (!thesis_units_open(&c->units, config, err, err_size)) {
        thesis_units_close(&c->units);
        free(c);
        return NULL;
    }
    (void)snprintf(name, sizeof(name), "sm%u", number);
    c->engine = e;
    c->component = engine_add_component(e, name, domain, thesis_tick, c);
    c->domain = domain;
    c->number = number;
    c->config = config;
    c->chip = chip;
    c->watch = watch;
    c->values = values;
    c->scheme = scheme;
    c->replays = scheme == SCHEME_REPLAY || scheme == SCHEME_OPLOG;
    c->logs = scheme == SCHEME_OPLOG;
    c->commit_in_order = scheme == SCHEME_INORDER_ISSUE || scheme == SCHEME_INORDER_COMMIT;
    c->next_uid = 1;
    c->free = sm_capacity(chip);
    thesis_switch_init(c);
    handler_init(c);
    /* Room for what all ways issue, and for all warps leaving a barrier. */
    wheel_init(&c->wheel, longest, chip->sm.issue_width + 2);
    const lsu_context context = {.engine = e,
                                 .component = c->component,
                                 .number = number,
                                 .config = config,
                                 .oracle = check,
                                 .watch = watch,
                                 .stats = c->stats,
                                 .running = &c->running};
    c->lsu = lsu_new(&context, &lsu_policy_thesis);
    return c;
}

void thesis_sm_free(thesis_sm *c) {
    if (!c)
        return;
    blocks_free(c);
    lsu_free(c->lsu);
    wheel_destroy(&c->wheel);
    thesis_units_close(&c->units);
    free(c);
}

int thesis_sm_component(const thesis_sm *c) {
    return c->component;
}

void thesis_sm_attach_dispatcher(thesis_sm *c, engine_link *in, engine_link *out) {
    c->from_dispatcher = in;
    c->to_dispatcher = out;
}

void thesis_sm_attach_tlb(thesis_sm *c, engine_link *to, engine_link *from) {
    lsu_attach_tlb(c->lsu, to, from);
}

void thesis_sm_attach_memory(thesis_sm *c, engine_link *to, engine_link *from) {
    lsu_attach_memory(c->lsu, to, from);
}

void thesis_sm_attach_data(thesis_sm *c, data_oracle *data) {
    lsu_attach_data(c->lsu, data);
}

const app_stats *thesis_sm_stats(thesis_sm *c) {
    thesis_sm_count_stalls(c, engine_cycle(c->engine, c->domain));
    return c->stats;
}

const switch_stats *thesis_switching(const thesis_sm *c) {
    return &c->mover.stats;
}

uint64_t thesis_sm_register_hash(const thesis_sm *c, uint32_t app) {
    return c->register_hash[app];
}

bool thesis_sm_idle(const thesis_sm *c) {
    return c->blocks == NULL && lsu_empty(c->lsu);
}

bool thesis_sm_quiet(const thesis_sm *c, uint16_t asid) {
    return lsu_quiet(c->lsu, asid);
}

/* Of the warps of a block: a page goes before a barrier, at which others wait for the warp that wants it. */
static sm_wait block_waits(const thesis_block *b) {
    sm_wait wait = {.what = b->arrived != 0 ? SM_WAITS_FOR_BARRIER : SM_WAITS_FOR_UNITS};
    for (uint32_t i = 0; i < b->warps; i++) {
        const thesis_warp *w = b->warp[i];
        if (w != NULL && w->stopped && w->missing.count != 0)
            wait = (sm_wait){.what = SM_WAITS_FOR_PAGE, .address = w->missing.vpn[0] << GMMU_PAGE_BITS};
    }
    return wait;
}

sm_wait thesis_sm_waits(const thesis_sm *c, uint32_t app, uint16_t asid) {
    sm_wait wait = lsu_waits(c->lsu, asid);
    for (const thesis_block *b = c->blocks; b != NULL && wait.what == SM_WAITS_NOT; b = b->next)
        if (b->app == app)
            wait = block_waits(b);
    return wait;
}

void thesis_sm_flush(thesis_sm *c) {
    lsu_flush_frames(c->lsu);
}
