/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The schedulers of thesis chapter 5: kernels own SMs, and the unit sm_scheduler, as C or RTL, says which.
 * What the thesis's SM driver tells the unit is told here, from the dispatcher's counts: a kernel arrives
 * when it has been opened, an SM is free when it holds no block and none comes, a kernel ends when nothing of
 * it is left and its SMs are free. A reserved SM gets no block; its blocks are saved, or run to their end
 * (schedule.preempt).
 *
 * FCFS is the GPU of today: kernels of one context at a time, in the order of arrival (context_turns.h). D:
 * copies of the other contexts go on. NPQ and PPQ compare priorities (--priority); PPQ takes SMs from kernels
 * of lower ones. DSS gives kernels equal shares (dispatch/sm_shares.h). With schedule.driver=units the
 * thesis's driver and its queues of preempted blocks are also units (schedule_driver.h). D: a process is an
 * application, also before its first kernel; --sms does not count; of kernels that arrive in one cycle the
 * lower application is first; the unit hears one event of a kind in a cycle.
 */
#include <string.h>

#include "base/engine.h"
#include "dispatch/block_scheduler.h"
#include "dispatch/context_turns.h"
#include "dispatch/schedule_driver.h"
#include "dispatch/sm_framework.h"
#include "dispatch/sm_shares.h"
#include "sm_scheduler.h"
#include "sm_scheduler_model.h"
#include "units/unit_use.h"

#define NO_SM UINT32_MAX

typedef struct {
    bool active;      /* its kernel is in the unit's active queue */
    uint64_t kernels; /* opened when that one arrived */
} kernel_owner;

typedef struct {
    schedule_driver *driver; /* or NULL: the unit sm_scheduler alone, `unit` */
    unit_use unit;
    sm_scheduler_model_in in; /* of the last step */
    sm_scheduler_model_out pins;
    uint8_t policy; /* of the unit */
    bool saves;     /* blocks of an SM that is taken */
    uint32_t freed; /* told in the last cycle: the pins follow in this one */
    kernel_owner app[CHIP_MAX_APPS];
    context_turns turns;
    sm_shares shares;
    uint64_t reserved_at[CHIP_MAX_SMS]; /* cycle, of an SM that is reserved; else GMMU_NEVER */
    preemption_stats counts;
} kernel_schedule;

/* ---- what the unit is told ---- */

/* The kernel that arrived last has no block left, neither on an SM nor in memory nor to come. */
static bool kernel_is_over(const schedule *s, const kernel_schedule *k, uint32_t app) {
    const scheduled_app *a = &s->app[app];
    return k->app[app].active && (k->app[app].kernels != a->kernels || (!a->waiting && a->outstanding == 0));
}

static bool kernel_has_blocks(const schedule *s, const kernel_schedule *k, uint32_t app) {
    return k->app[app].active && k->app[app].kernels == s->app[app].kernels && s->app[app].waiting;
}

static bool sm_is_free(const schedule *s, const kernel_schedule *k, uint32_t sm) {
    const uint32_t state = k->pins.sm_state[sm];
    return s->sm[sm].resident == 0 && sm != k->freed &&
           (state == SMST_RESERVED ||
            (state == SMST_RUNNING && !kernel_has_blocks(s, k, k->pins.sm_kernel[sm])));
}

static void tell_free(const schedule *s, kernel_schedule *k) {
    uint32_t freed = NO_SM;
    for (uint32_t i = 0; i < s->sms && freed == NO_SM; i++)
        if (sm_is_free(s, k, i))
            freed = i;
    k->in.free_valid = freed != NO_SM;
    k->in.free_sm = (uint8_t)(k->in.free_valid ? freed : 0);
    k->freed = freed;
}

static bool is_set_up(const schedule *s, const kernel_schedule *k, uint32_t app) {
    for (uint32_t i = 0; i < s->sms; i++)
        if (k->pins.sm_state[i] != SMST_IDLE && k->pins.sm_kernel[i] == app)
            return true;
    return false;
}

static void tell_finish(const schedule *s, kernel_schedule *k) {
    for (uint32_t a = 0; a < s->apps && !k->in.finish_valid; a++) {
        if (!kernel_is_over(s, k, a) || is_set_up(s, k, a))
            continue;
        k->in.finish_valid = 1;
        k->in.finish_kernel = (uint8_t)a;
        k->app[a].active = false;
        sm_shares_give_back(&k->shares, a);
    }
}

static bool kernel_is_new(const schedule *s, const kernel_schedule *k, uint32_t app) {
    const bool ends = k->in.finish_valid && k->in.finish_kernel == app;
    return !k->app[app].active && !ends && k->app[app].kernels != s->app[app].kernels && s->app[app].waiting;
}

static void tell_arrive(const schedule *s, kernel_schedule *k) {
    for (uint32_t a = 0; a < s->apps; a++)
        if (!k->app[a].active)
            context_turns_end(&k->turns, a, s->app[a].completed);
    for (uint32_t a = 0; a < s->apps; a++)
        if (kernel_is_new(s, k, a))
            context_turns_come(&k->turns, a);
    for (uint32_t a = 0; a < s->apps && k->pins.arrive_ready && !k->in.arrive_valid; a++) {
        if (!kernel_is_new(s, k, a) || !context_turns_take(&k->turns, a, s->app[a].completed))
            continue;
        k->in.arrive_valid = 1;
        k->in.arrive_kernel = (uint8_t)a;
        k->in.arrive_priority = (uint8_t)s->app[a].priority;
        k->in.arrive_tokens = (uint8_t)sm_shares_take(&k->shares, s->sms, s->apps, a);
        k->app[a].active = true;
        k->app[a].kernels = s->app[a].kernels;
    }
}

/* ---- what the unit says ---- */

static void obey_pins(const schedule *s, const kernel_schedule *k) {
    for (uint32_t i = 0; i < s->sms; i++) {
        const bool runs = k->pins.sm_state[i] == SMST_RUNNING;
        schedule_hold(s, i, !runs);
        if (runs && s->sm[i].owner != k->pins.sm_kernel[i])
            schedule_give(s, i, k->pins.sm_kernel[i]);
        if (k->pins.sm_state[i] == SMST_RESERVED && k->saves)
            schedule_preempt(s, i);
    }
}

/* How long each reservation lasts, from the first cycle of the pins to the last. */
static void count_preemptions(const schedule *s, kernel_schedule *k, uint64_t cycle) {
    for (uint32_t i = 0; i < s->sms; i++) {
        const bool reserved = k->pins.sm_state[i] == SMST_RESERVED;
        if (reserved && k->reserved_at[i] == GMMU_NEVER)
            k->reserved_at[i] = cycle;
        if (reserved || k->reserved_at[i] == GMMU_NEVER)
            continue;
        const uint64_t took = cycle - k->reserved_at[i];
        k->counts.count++;
        k->counts.cycles += took;
        k->counts.most = took > k->counts.most ? took : k->counts.most;
        k->reserved_at[i] = GMMU_NEVER;
    }
}

/* ---- the interface ---- */

static unit_needs scheduler_sizes(const chip_config *chip, uint32_t apps) {
    return (unit_needs){{{"NUM_SMS", chip->sm.count}, {"NUM_KERNELS", apps}}};
}

static unit_needs driver_sizes(const chip_config *chip, uint32_t apps) {
    return (unit_needs){
        {{"NUM_SMS", chip->sm.count}, {"NUM_KERNELS", apps}, {"SM_BLOCKS", chip->sm.max_blocks}}};
}

static bool driver_is_units(const gpu_config *config) {
    return config->schedule.driver == DRIVER_UNITS;
}

static const unit_need kernels_needs[] = {
    {.unit = SM_SCHEDULER_UNIT, .sizes = scheduler_sizes, .all_sms = true},
    {.unit = SM_DRIVER_UNIT, .used = driver_is_units, .sizes = driver_sizes, .all_sms = true},
    {.unit = PTB_QUEUE_UNIT, .used = driver_is_units, .sizes = driver_sizes, .all_sms = true},
    {.unit = NULL}};

static bool schedule_kernels_open(const schedule *s, void *state, const gpu_config *config, char *err,
                                  size_t err_size) {
    static const struct {
        const char *name;
        uint8_t policy;
    } policies[] = {{"fcfs", POLICY_FCFS},
                    {"npq", POLICY_NPQ},
                    {"ppq", POLICY_PPQ_EXCLUSIVE},
                    {"ppq-shared", POLICY_PPQ_SHARED},
                    {"dss", POLICY_DSS}};
    kernel_schedule *k = state;
    const unit_needs needs = scheduler_sizes(&config->chip, s->apps);
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++)
        if (strcmp(policies[i].name, config->design.block_scheduler) == 0)
            k->policy = policies[i].policy;
    context_turns_init(&k->turns, k->policy == POLICY_FCFS);
    k->saves = config->schedule.preempt == PREEMPT_SWITCH;
    k->freed = NO_SM;
    for (uint32_t i = 0; i < CHIP_MAX_SMS; i++)
        k->reserved_at[i] = GMMU_NEVER;
    if (config->schedule.driver == DRIVER_DISPATCHER)
        return unit_use_open(&k->unit, config, SM_SCHEDULER_UNIT, needs.size, err, err_size);
    k->driver = schedule_driver_new(config, s->apps, k->policy, err, err_size);
    return k->driver != NULL;
}

static void schedule_kernels_close(void *state) {
    kernel_schedule *k = state;
    unit_use_close(&k->unit);
    schedule_driver_free(k->driver);
}

static uint64_t schedule_kernels_assign(const schedule *s, void *state, uint64_t cycle) {
    kernel_schedule *k = state;
    const sm_scheduler_model_in before = k->in;
    if (k->driver) {
        k->pins = *schedule_driver_table(k->driver);
        count_preemptions(s, k, cycle);
        return schedule_driver_assign(s, k->driver, &k->shares, cycle);
    }
    unit_use_pins(&k->unit, &k->pins);
    count_preemptions(s, k, cycle);
    obey_pins(s, k);
    k->in = (sm_scheduler_model_in){.cfg_policy = k->policy};
    for (uint32_t a = 0; a < s->apps; a++)
        k->in.has_blocks[a] = kernel_has_blocks(s, k, a);
    tell_free(s, k);
    tell_finish(s, k);
    tell_arrive(s, k);
    const bool busy = k->pins.searching || memcmp(&before, &k->in, sizeof before) != 0;
    unit_use_step(&k->unit, &k->in, &k->pins, busy, 0);
    return busy ? cycle + 1 : GMMU_NEVER;
}

/* An SM that runs the application's last kernel does not get blocks of its next one. */
static int schedule_kernels_choose(const schedule *s, void *state, uint32_t app) {
    const kernel_schedule *k = state;
    if (k->driver)
        return schedule_driver_choose(k->driver, app);
    return kernel_has_blocks(s, state, app) ? schedule_fewest(s, state, app) : -1;
}

static void schedule_kernels_left(void *state, const block_left *block) {
    const kernel_schedule *k = state;
    if (k->driver)
        schedule_driver_left(k->driver, block);
}

static preemption_stats schedule_kernels_preemptions(const void *state) {
    const kernel_schedule *k = state;
    return k->counts;
}

#define BY_KERNELS(scheduler, takes, priorities, text)                                                       \
    {                                                                                                        \
        .row = {scheduler, text},                                                                            \
        .units = kernels_needs,                                                                              \
        .state_bytes = sizeof(kernel_schedule),                                                              \
        .preempts = (takes),                                                                                 \
        .by_priority = (priorities),                                                                         \
        .most_blocks = UINT32_MAX,                                                                           \
        .open = schedule_kernels_open,                                                                       \
        .close = schedule_kernels_close,                                                                     \
        .assign = schedule_kernels_assign,                                                                   \
        .choose = schedule_kernels_choose,                                                                   \
        .left = schedule_kernels_left,                                                                       \
        .preemptions = schedule_kernels_preemptions,                                                         \
    }

const block_scheduler block_scheduler_fcfs =
    BY_KERNELS("fcfs", false, false, "kernels of one application at a time, in the order of their arrival");
const block_scheduler block_scheduler_npq =
    BY_KERNELS("npq", false, true, "idle SMs to the kernel of the highest priority (--priority)");
const block_scheduler block_scheduler_ppq =
    BY_KERNELS("ppq", true, true, "SMs to it alone, taken from kernels of lower ones (--preempt)");
const block_scheduler block_scheduler_ppq_shared =
    BY_KERNELS("ppq-shared", true, true, "likewise; SMs that it has no block for go to other kernels");
const block_scheduler block_scheduler_dss =
    BY_KERNELS("dss", true, false, "dynamic spatial sharing: kernels own equal numbers of SMs");
