/* SPDX-License-Identifier: Apache-2.0 */
#include "move_rig.h"

#include <stdlib.h>

#include "block_writer.h"
#include "sm/parts/occupancy.h"
#include "unit_test.h"

#define FIRST_ASID    5U
#define FRAMES        (UINT64_C(1) << 20)
#define CONTEXTS      (FRAMES << GMMU_PAGE_BITS) /* contexts lie behind what pages are mapped to */
#define CONTEXT_BYTES ((uint64_t)MOVE_RIG_LINES * GMMU_LINE_BYTES)
#define MAX_CYCLES    UINT64_C(100000000) /* one MSHR of the L1 cache alone makes it ten million */
#define STEP          UINT64_C(5000)

/* ---- shared TLB and memory ---- */

static bool asks_page(void *ctx, const void *request) {
    (void)ctx, (void)request;
    return true;
}

static void answer_page(void *ctx, const void *request, void *answer) {
    const move_rig_sm *s = ctx;
    const tlb_request *q = request;
    translation t = {0};
    assert_int_equal(q->asid, FIRST_ASID + q->app);
    assert_int_equal(q->sm, s->number);
    assert_true(q->rank <= q->warp && q->rank < q->running);
    assert_true(address_space_translate(s->rig->space[q->app], q->vpn, &t));
    *(tlb_reply *)answer =
        (tlb_reply){.vpn = q->vpn, .ppn = t.ppn, .tag = q->tag, .asid = q->asid, .bits = (uint8_t)t.bits};
}

/* Of a context each line is written once, and then read once. A write is done when it is acknowledged; when
 * other writes are done, nobody knows. */
static void note_context_line(move_rig *r, const mem_message *m) {
    const uint64_t offset = m->paddr - CONTEXTS;
    const uint64_t number = offset / CONTEXT_BYTES;
    assert_true(number < r->blocks);
    bool *line = &r->line[number][offset % CONTEXT_BYTES / GMMU_LINE_BYTES];
    assert_int_equal(m->app, r->block[number].app);
    assert_int_equal(*line, !m->write);
    *line = m->write;
    r->written += m->write;
    r->read += !m->write;
}

static bool asks_line(void *ctx, const void *request) {
    const move_rig_sm *s = ctx;
    const mem_message *m = request;
    assert_int_equal(m->paddr % GMMU_LINE_BYTES, 0);
    if (m->paddr >= CONTEXTS && !m->write)
        note_context_line(s->rig, m);
    return !m->write || m->ack;
}

static void answer_line(void *ctx, const void *request, void *answer) {
    const move_rig_sm *s = ctx;
    const mem_message *m = request;
    if (m->write)
        note_context_line(s->rig, m);
    *(mem_message *)answer = *(const mem_message *)request;
}

/* ---- the scheduler ---- */

static move_rig_block *reported(move_rig *r, const block_report *m) {
    for (uint32_t i = 0; i < r->blocks; i++)
        if (r->block[i].app == m->app && r->block[i].number == m->block)
            return &r->block[i];
    fail_msg("a report of no block");
    return NULL;
}

static void take_report(move_rig *r, move_rig_sm *s, const block_report *m) {
    move_rig_block *b = reported(r, m);
    assert_int_equal(m->asid, FIRST_ASID + m->app);
    assert_int_equal(m->sm, s->number);
    assert_true(b->where == MOVE_RIG_ON_SM && b->sm == s->number);
    if (m->kind == BLOCK_STOPPED) {
        b->stopped = b->stopping; /* it may have crossed a RESUME */
        r->stops++;
        return;
    }
    const sm_resources needs = sm_block_needs(&r->config.chip, &r->kernel[b->app]);
    sm_give_back(&s->free, &needs);
    s->held--;
    b->where = m->kind == BLOCK_DONE ? MOVE_RIG_ENDED : MOVE_RIG_OFF;
    if (m->kind == BLOCK_SAVED) {
        assert_true(b->saving && m->context);
        b->context = m->context;
        r->saved++;
    } else {
        assert_int_equal(m->kind, BLOCK_DONE);
        b->ended = r->cycle;
    }
    b->stopping = b->stopped = b->saving = false;
}

static block_command *command_to(move_rig *r, const move_rig_block *b, uint32_t sm, block_command_kind kind) {
    block_command *m = link_push(r->sm[sm].to);
    if (m)
        *m = (block_command){.kind = (uint8_t)kind,
                             .block = b->number,
                             .app = b->app,
                             .asid = (uint16_t)(FIRST_ASID + b->app),
                             .kernel = &r->kernel[b->app],
                             .address = b->address};
    return m;
}

bool move_rig_send(move_rig *r, move_rig_block *b, block_command_kind kind) {
    assert_true(b->where == MOVE_RIG_ON_SM);
    if (!command_to(r, b, b->sm, kind))
        return false;
    b->saving = b->saving || kind == BLOCK_SAVE;
    b->stopping = kind == BLOCK_STOP || (b->stopping && kind != BLOCK_RESUME);
    b->stopped = b->stopped && kind == BLOCK_SAVE;
    return true;
}

/* Has the SM room for it, beside blocks of the same application, or of all? */
static bool has_room(const move_rig *r, const move_rig_sm *s, const move_rig_block *b) {
    sm_resources available = s->free;
    const sm_resources needs = sm_block_needs(&r->config.chip, &r->kernel[b->app]);
    if (r->shared)
        return sm_take(&available, &needs);
    return s->held == 0 || (s->app == b->app && s->held < sm_blocks_fit(&r->config.chip, &r->kernel[b->app]));
}

/* Starts or restores a block. */
static void place(move_rig *r, move_rig_block *b, uint32_t sm) {
    move_rig_sm *s = &r->sm[sm];
    if (!r->eager && !has_room(r, s, b))
        return;
    block_command *m = command_to(r, b, sm, b->where == MOVE_RIG_NEW ? BLOCK_RUN : BLOCK_RESTORE);
    if (!m)
        return;
    if (b->where == MOVE_RIG_NEW)
        m->stream = b->stream;
    else
        r->moves += b->sm != sm;
    m->context = b->context;
    b->context = NULL;
    b->stream = NULL;
    b->where = MOVE_RIG_ON_SM;
    b->sm = sm;
    const sm_resources needs = sm_block_needs(&r->config.chip, &r->kernel[b->app]);
    const bool fits = sm_take(&s->free, &needs);
    assert_true(fits || r->eager);
    s->held++;
    s->app = b->app;
}

static uint64_t scheduler_tick(void *self, uint64_t cycle) {
    move_rig *r = self;
    uint32_t ended = 0;
    for (uint32_t i = 0; i < r->sms; i++)
        for (const block_report *m; (m = link_peek(r->sm[i].from)); link_pop(r->sm[i].from)) {
            r->cycle = cycle;
            take_report(r, &r->sm[i], m);
        }
    r->command(r, cycle);
    for (uint32_t i = 0; i < r->blocks; i++) {
        move_rig_block *b = &r->block[i];
        if (b->where == MOVE_RIG_NEW || b->where == MOVE_RIG_OFF)
            place(r, b, (uint32_t)(unit_test_random(&r->random) % r->sms));
        ended += b->where == MOVE_RIG_ENDED;
    }
    return ended < r->blocks ? cycle + 1 : GMMU_NEVER;
}

/* ---- the bench ---- */

move_rig *move_rig_new(const char *chip, uint32_t sms) {
    move_rig *r = calloc(1, sizeof(*r));
    assert_non_null(r);
    assert_true(sms <= MOVE_RIG_SMS);
    r->config.chip = *chip_preset(chip);
    r->config.design = *design_preset("sharedtlb");
    r->config.exceptions = exception_defaults;
    r->config.check_values = true;
    r->interface = &sm_interfaces[r->config.chip.sm.kind];
    assert_non_null(r->interface->context_bytes);
    r->sms = sms;
    r->random = 1;
    for (uint32_t i = 0; i < sms; i++) {
        move_rig_sm *s = &r->sm[i];
        *s = (move_rig_sm){.rig = r, .number = i};
        s->tlb = (late_server){.latency = 20, .arrives = asks_page, .answer = answer_page, .ctx = s};
        s->memory = (late_server){.latency = 100, .arrives = asks_line, .answer = answer_line, .ctx = s};
    }
    for (uint32_t a = 0; a < MOVE_RIG_APPS; a++)
        r->kernel[a] =
            (kernel_info){.block = {GMMU_LANES, 1, 1}, .regs_per_thread = 32, .shared_bytes = 8192};
    r->spool = spool_new(1U << 20);
    assert_non_null(r->spool);
    r->engine = engine_new();
    return r;
}

static void start_sm(move_rig *r, move_rig_sm *s, int domain, int scheduler) {
    char err[256] = "";
    const sm_environment env = {.engine = r->engine,
                                .domain = domain,
                                .config = &r->config,
                                .oracle = r->oracle,
                                .values = r->values};
    s->free = sm_capacity(&r->config.chip);
    s->sm = r->interface->create(&env, s->number, err, sizeof(err));
    if (!s->sm)
        fail_msg("%s", err);
    const int component = r->interface->component(s->sm);
    s->to = engine_add_link(r->engine, "commands", scheduler, component, sizeof(block_command), 2, 1);
    s->from = engine_add_link(r->engine, "reports", component, scheduler, sizeof(block_report), 2, 1);
    late_server_start(&s->tlb, r->engine, domain, component, "tlb", sizeof(tlb_request), sizeof(tlb_reply));
    late_server_start(&s->memory, r->engine, domain, component, "memory", sizeof(mem_message),
                      sizeof(mem_message));
    r->interface->attach_dispatcher(s->sm, s->to, s->from);
    r->interface->attach_tlb(s->sm, s->tlb.in, s->tlb.out);
    r->interface->attach_memory(s->sm, s->memory.in, s->memory.out);
}

void move_rig_start(move_rig *r, uint64_t pages) {
    const int domain = engine_add_domain(r->engine, "core", 1);
    r->mem = phys_mem_new(FRAMES, 1U << 10);
    for (uint32_t a = 0; a < MOVE_RIG_APPS; a++) {
        r->space[a] =
            address_space_new(r->mem, (uint16_t)(FIRST_ASID + a), &page_table_formats[PAGE_TABLE_X86]);
        assert_non_null(r->space[a]);
        for (uint64_t vpn = 0; vpn < pages; vpn++)
            assert_int_equal(address_space_map(r->space[a], vpn, GMMU_PAGE_BITS), MAP_OK);
        r->values[a] = value_memory_new();
    }
    r->oracle = oracle_new(r->space, MOVE_RIG_APPS);
    const int scheduler = engine_add_component(r->engine, "scheduler", domain, scheduler_tick, r);
    for (uint32_t i = 0; i < r->sms; i++)
        start_sm(r, &r->sm[i], domain, scheduler);
}

void move_rig_free(move_rig *r) {
    for (uint32_t i = 0; i < r->sms; i++)
        r->interface->destroy(r->sm[i].sm);
    for (uint32_t i = 0; i < r->blocks; i++) {
        if (r->block[i].stream)
            block_close(r->block[i].stream);
        if (r->block[i].context)
            r->interface->drop_context(r->block[i].context);
        block_close(r->block[i].reference);
    }
    engine_free(r->engine);
    oracle_free(r->oracle);
    for (uint32_t a = 0; a < MOVE_RIG_APPS; a++) {
        value_memory_free(r->values[a]);
        address_space_free(r->space[a]);
    }
    phys_mem_free(r->mem);
    spool_free(r->spool);
    free(r);
}

void move_rig_add_block(move_rig *r, uint32_t app, uint32_t warps, const warp_inst *const *program,
                        const uint32_t *count) {
    assert_true(r->blocks < MOVE_RIG_BLOCKS);
    const uint32_t number = r->blocks++;
    r->kernel[app].warps_per_block = warps;
    r->kernel[app].block[0] = warps * GMMU_LANES;
    r->block[number] = (move_rig_block){.app = (uint8_t)app,
                                        .number = r->kernel[app].blocks++,
                                        .stream = block_writer_block(r->spool, warps, program, count),
                                        .reference = block_writer_block(r->spool, warps, program, count),
                                        .address = CONTEXTS + number * CONTEXT_BYTES};
    for (uint32_t w = 0; w < warps; w++)
        r->instructions[app] += count[w];
    assert_true(r->interface->context_bytes(&r->config, &r->kernel[app]) <= CONTEXT_BYTES);
}

/* ---- what must come out ---- */

static void check_application(move_rig *r, uint32_t app) {
    value_memory *global = value_memory_new();
    uint64_t expected = 0, registers = 0, instructions = 0;
    for (uint32_t i = 0; i < r->blocks; i++)
        if (r->block[i].app == app)
            assert_true(value_reference_block(r->block[i].reference, r->block[i].number,
                                              r->kernel[app].warps_per_block, global, NULL, &expected));
    for (uint32_t i = 0; i < r->sms; i++) {
        registers += r->interface->register_hash(r->sm[i].sm, app);
        instructions += r->interface->stats(r->sm[i].sm)[app].instructions;
    }
    assert_int_equal(instructions, r->instructions[app]);
    assert_int_equal(registers, expected);
    assert_int_equal(value_memory_hash(r->values[app]), value_memory_hash(global));
    value_memory_free(global);
}

/* Every line of a context that was written has been read, and the SMs have counted them. */
static void check_moves(move_rig *r) {
    switch_stats sum = {0};
    for (uint32_t i = 0; i < r->sms; i++) {
        const switch_stats *s = r->interface->switching(r->sm[i].sm);
        sum.out += s->out;
        sum.in += s->in;
        sum.lines += s->lines;
        sum.cycles += s->cycles;
    }
    assert_int_equal(sum.out, r->saved);
    assert_int_equal(sum.in, r->saved);
    assert_int_equal(r->written, r->read);
    assert_int_equal(sum.lines, r->written + r->read);
    assert_true(sum.cycles >= sum.lines);
    assert_true(r->written >= r->saved * 2); /* registers, and where the warp is */
}

static bool all_ended(const move_rig *r) {
    for (uint32_t i = 0; i < r->blocks; i++)
        if (r->block[i].where != MOVE_RIG_ENDED)
            return false;
    return true;
}

static void fail_unfinished(const move_rig *r) {
    for (uint32_t i = 0; i < r->blocks; i++)
        if (r->block[i].where != MOVE_RIG_ENDED)
            fail_msg("block %u of %u is not at its end: where %d, SM %u%s%s%s", i, r->blocks,
                     (int)r->block[i].where, r->block[i].sm, r->block[i].stopping ? ", stopping" : "",
                     r->block[i].stopped ? ", stopped" : "", r->block[i].saving ? ", saving" : "");
}

void move_rig_run(move_rig *r) {
    uint64_t until = STEP;
    /* A run in which everybody ticks in every cycle never idles. */
    while (engine_run(r->engine, until) != ENGINE_IDLE && !all_ended(r) && until < MAX_CYCLES)
        until += STEP;
    (void)engine_run(r->engine, until + STEP); /* what is under way */
    fail_unfinished(r);
    for (uint32_t i = 0; i < r->sms; i++)
        assert_true(r->interface->drained(r->sm[i].sm));
    assert_int_equal(oracle_mismatches(r->oracle), 0);
    for (uint32_t a = 0; a < MOVE_RIG_APPS; a++)
        check_application(r, a);
    check_moves(r);
}
