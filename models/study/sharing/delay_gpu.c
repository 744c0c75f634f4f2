/* SPDX-License-Identifier: Apache-2.0 */
#include "study/sharing/delay_gpu.h"

#include <string.h>

#include "base/alloc.h"
#include "base/mix.h"
#include "dispatch/sm_framework.h"
#include "sm_driver.h"
#include "study/sharing/delay_sms.h"

/* After so many cycles with nothing at its pins the driver has looked at everything, and its registers rest.
 */
#define TURN  ((uint64_t)GMMU_SEARCH_STEPS)
#define QUIET (GMMU_SEARCH_STEPS + 2U)

_Static_assert(GMMU_NUM_SMS == DELAY_SMS && GMMU_NUM_KERNELS == DELAY_CONTEXTS &&
                   GMMU_SM_BLOCKS == DELAY_BLOCKS,
               "the units have the sizes of thesis Table 5.1");

typedef struct {
    uint32_t context;
    uint8_t priority, tokens;
} delay_command;

struct delay_gpu {
    delay_config config;
    sm_framework frame;
    delay_sms sms;
    delay_command commands[DELAY_CONTEXTS]; /* that wait, in order */
    uint32_t waiting;
    uint32_t context_of[DELAY_CONTEXTS]; /* of each KSR */
    uint64_t reserved_at[DELAY_SMS];     /* DELAY_NEVER: it is not reserved */
    uint64_t cycle;
    unsigned quiet; /* cycles for which nothing has been at the driver's pins */
    uint32_t at;    /* at which the driver has looked in the last cycle */
    uint32_t
        looked; /* bit i: a look at SM, KSR and buffer i does nothing, as long as nothing changes there */
    delay_stats stats;
};

/* ---- from one to the next cycle ---- */

delay_gpu *delay_gpu_new(const delay_config *config, char *err, size_t err_size) {
    const sm_framework_rtl rtl = {config->rtl, config->rtl, config->rtl};
    const sm_framework_size needs = {DELAY_SMS, DELAY_CONTEXTS, DELAY_BLOCKS};
    delay_gpu *g = alloc_zeroed(1, sizeof *g);
    g->config = *config;
    delay_sms_reset(&g->sms, config->spread, config->seed);
    for (uint32_t i = 0; i < DELAY_SMS; i++)
        g->reserved_at[i] = DELAY_NEVER;
    if (!sm_framework_open(&g->frame, &needs, (uint8_t)config->policy, config->drain, &rtl, err, err_size)) {
        delay_gpu_free(g);
        return NULL;
    }
    return g;
}

void delay_gpu_free(delay_gpu *g) {
    sm_framework_close(&g->frame);
    free(g);
}

void delay_gpu_launch(delay_gpu *g, uint32_t context, const delay_kernel *kernel, uint32_t priority,
                      uint32_t tokens) {
    g->sms.kernel[context] = *kernel;
    g->commands[g->waiting++] = (delay_command){context, (uint8_t)priority, (uint8_t)tokens};
}

/* ---- events ---- */

static void tell_event(delay_gpu *g, delay_event_kind kind, uint32_t sm, uint32_t context) {
    const delay_event e = {g->cycle, kind, sm, context};
    g->stats.event_hash += mix(mix(g->cycle) ^ mix((uint64_t)kind << 32 | sm) ^ context);
    if (g->config.event)
        g->config.event(g->config.ctx, &e);
}

static void count_taken(delay_gpu *g, uint32_t i) {
    const uint64_t took = g->cycle - g->reserved_at[i];
    g->stats.preemptions++;
    g->stats.taken_cycles += took;
    g->stats.taken_most = took > g->stats.taken_most ? took : g->stats.taken_most;
    g->reserved_at[i] = DELAY_NEVER;
}

/* What has changed in the table of SMs. */
static void compare_tables(delay_gpu *g, const sm_scheduler_model_out *before) {
    const sm_scheduler_model_out *now = &g->frame.table;
    for (uint32_t i = 0; i < DELAY_SMS; i++) {
        const uint32_t state = now->sm_state[i], kernel = now->sm_kernel[i], next = now->sm_next[i];
        const bool same = state == before->sm_state[i];
        if (state != SMST_RESERVED && before->sm_state[i] == SMST_RESERVED)
            count_taken(g, i);
        if (state == SMST_RUNNING && !(same && kernel == before->sm_kernel[i]))
            tell_event(g, DELAY_GIVEN, i, g->context_of[kernel]);
        if (state == SMST_IDLE && !same)
            tell_event(g, DELAY_IDLE, i, DELAY_NONE);
        if (state == SMST_RESERVED && !same)
            g->reserved_at[i] = g->cycle;
        if (state == SMST_RESERVED && !(same && next == before->sm_next[i]))
            tell_event(g, DELAY_RESERVED, i, next < DELAY_CONTEXTS ? g->context_of[next] : DELAY_NONE);
    }
}

/* In C. */
static sm_driver_state *driver_state(const delay_gpu *g) {
    return unit_own(g->frame.driver.ops, g->frame.driver.state);
}

/* ---- one cycle: what is at the pins, then what is at the inputs ---- */

/* A command that has left its buffer arrives in the same cycle: its context has this KSR. */
static void note_arrival(delay_gpu *g, const sm_driver_model_out *before) {
    for (uint32_t c = 0; c < DELAY_CONTEXTS; c++)
        if (g->frame.pins.cmd_ready[c] && !before->cmd_ready[c])
            g->context_of[g->frame.pins.arrive_kernel] = c;
}

static void offer_command(delay_gpu *g, sm_driver_model_in *in) {
    const delay_command *c = &g->commands[0];
    if (g->waiting == 0 || !g->frame.pins.cmd_ready[c->context])
        return;
    in->cmd_valid = 1;
    in->cmd_gpu_context = (uint8_t)c->context;
    in->cmd_blocks = g->sms.kernel[c->context].blocks;
    in->cmd_limit = (uint8_t)g->sms.kernel[c->context].per_sm;
    in->cmd_priority = c->priority;
    in->cmd_tokens = c->tokens;
    g->waiting--;
    memmove(&g->commands[0], &g->commands[1], g->waiting * sizeof g->commands[0]);
}

static void count_work(delay_gpu *g, uint32_t context) {
    const delay_kernel *k = &g->sms.kernel[context];
    g->stats.work[context] += (double)k->block_cycles / k->per_sm;
}

static void report_blocks(delay_gpu *g, sm_driver_model_in *in) {
    uint32_t sm = 0, block = 0, pointer = 0;
    if (delay_sms_report_end(&g->sms, &sm)) {
        in->end_valid = 1;
        in->end_sm = (uint8_t)sm;
        g->stats.blocks++;
        count_work(g, g->sms.context[sm]);
    }
    if (delay_sms_report_save(&g->sms, &sm, &block, &pointer)) {
        in->save_valid = 1;
        in->save_sm = (uint8_t)sm;
        in->save_block = block;
        in->save_context = pointer;
        g->stats.saved++;
    }
}

/* SMs take what they are offered at once. */
static void take_offers(delay_gpu *g, sm_driver_model_in *in) {
    const sm_driver_model_out *p = &g->frame.pins;
    in->setup_ready = in->issue_ready = 1;
    if (p->setup_valid)
        g->sms.context[p->to_sm] = p->to_gpu_context;
    if (p->issue_valid && p->issue_restored)
        delay_sms_restore(&g->sms, p->to_sm, p->issue_block, p->issue_context, g->cycle);
    else if (p->issue_valid)
        delay_sms_issue(&g->sms, p->to_sm, p->issue_block, g->cycle);
    for (uint32_t i = 0; i < DELAY_SMS; i++)
        delay_sms_preempt(&g->sms, i, p->preempt[i], g->cycle);
}

/* Is something offered or told at the driver's pins, or asked of it? */
static bool driver_is_busy(const sm_driver_model_out *p, const sm_driver_model_in *in) {
    return in->cmd_valid || in->end_valid || in->save_valid || sm_framework_offers(p);
}

/* Has one of the pins changed that are no offers? */
static bool levels_differ(const sm_driver_model_out *a, const sm_driver_model_out *b) {
    return memcmp(a->cmd_ready, b->cmd_ready, sizeof a->cmd_ready) != 0 ||
           memcmp(a->has_blocks, b->has_blocks, sizeof a->has_blocks) != 0 ||
           memcmp(a->preempt, b->preempt, sizeof a->preempt) != 0;
}

/* A new block, or one that ends, is a matter of its SM and its KSR; whatever else happens, of all. `before`:
 * the pins of this cycle; those of the next one show what the look did. */
static void note_look(delay_gpu *g, const sm_driver_model_out *before, const sm_driver_model_in *in,
                      bool changed) {
    const bool issues = before->issue_valid || g->frame.pins.issue_valid;
    if (changed || in->cmd_valid || in->save_valid || before->setup_valid || g->frame.pins.setup_valid ||
        (sm_framework_offers(before) && !before->issue_valid) ||
        (sm_framework_offers(&g->frame.pins) && !g->frame.pins.issue_valid)) {
        g->looked = 0;
        return;
    }
    if (before->issue_valid)
        g->looked &= ~(1U << before->to_sm | 1U << before->to_kernel);
    if (g->frame.pins.issue_valid)
        g->looked &= ~(1U << g->frame.pins.to_sm | 1U << g->frame.pins.to_kernel);
    if (in->end_valid)
        g->looked &= ~(1U << in->end_sm | 1U << g->frame.table.sm_kernel[in->end_sm]);
    if (!issues && !in->end_valid)
        g->looked |= 1U << g->at;
}

/* One clock edge of all. */
static void delay_edge(delay_gpu *g) {
    const sm_driver_model_out before = g->frame.pins;
    const sm_scheduler_model_out table = g->frame.table;
    sm_driver_model_in in;
    memset(&in, 0, sizeof in);
    if (g->sms.next_due <= g->cycle)
        delay_sms_expire(&g->sms, g->cycle);
    report_blocks(g, &in);
    take_offers(g, &in);
    offer_command(g, &in);
    const bool busy = driver_is_busy(&g->frame.pins, &in);
    g->at = g->config.rtl ? 0 : driver_state(g)->at;
    const bool others = sm_framework_step(&g->frame, &in);
    g->cycle++;
    g->stats.steps++;
    compare_tables(g, &table);
    note_arrival(g, &before);
    const bool changed = others || levels_differ(&before, &g->frame.pins);
    g->quiet = busy || changed ? 0 : g->quiet + 1;
    note_look(g, &before, &in, changed);
}

/* The driver looks on while there is a command or a kernel. */
static bool driver_has_work(const sm_driver_state *s) {
    for (uint32_t k = 0; k < DELAY_CONTEXTS; k++)
        if (s->valid[k] || s->buffer_valid[k])
            return true;
    return false;
}

/* Looks that do nothing, up to a cycle or to one that may do something. The state of the driver's C then
 * moves on as if it had looked. */
static void leave_looks_out(delay_gpu *g, uint64_t to) {
    sm_driver_state *s = driver_state(g);
    const bool moves = driver_has_work(s);
    const uint32_t all = (1U << GMMU_SEARCH_STEPS) - 1U;
    uint64_t left = to - g->cycle;
    if (moves && g->looked != all)
        for (uint64_t d = 0; d < left; d++)
            if ((g->looked >> (s->at + d) % TURN & 1U) == 0)
                left = d;
    if (!moves && (g->looked >> s->at & 1U) == 0)
        return;
    g->cycle += left;
    s->at = (GMMU_U(GMMU_SEARCH_W))((s->at + (moves ? left : 0)) % TURN);
}

/* Whole turns without an event, up to a cycle. */
static void leave_turns_out(delay_gpu *g, uint64_t until) {
    const uint64_t to = g->sms.next_due < until ? g->sms.next_due : until;
    if (g->config.every_cycle || g->waiting != 0 || to <= g->cycle)
        return;
    if (!g->config.rtl && g->quiet != 0 && g->sms.ended.count == 0 && g->sms.saved.count == 0)
        leave_looks_out(g, to);
    else if (g->quiet >= QUIET)
        g->cycle += (to - g->cycle) / TURN * TURN;
}

uint32_t delay_gpu_run(delay_gpu *g, uint64_t until) {
    while (g->cycle < until) {
        leave_turns_out(g, until);
        if (g->cycle >= until)
            break;
        delay_edge(g);
        if (!g->frame.pins.finish_valid)
            continue;
        tell_event(g, DELAY_ENDED, DELAY_NONE, g->frame.pins.finish_gpu_context);
        return g->frame.pins.finish_gpu_context;
    }
    return DELAY_NONE;
}

uint64_t delay_gpu_cycle(const delay_gpu *g) {
    return g->cycle;
}

const delay_stats *delay_gpu_stats(const delay_gpu *g) {
    return &g->stats;
}
