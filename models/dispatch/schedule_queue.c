/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Partitions of SMs, each with a queue of block numbers (Fractional GPUs IV): an application runs on the SMs
 * that the user gave it, and the unit block_queue of its partition, as C or RTL, says which of them gets
 * which block. What the paper's persistent blocks do, pop and run, an SM does for each block it has room for.
 *
 * Every SM asks every queue for which it has room: that an SM gets blocks of its own partition alone is the
 * work of the units, which know their SMs. The dispatcher checks each block that comes out.
 * D: there is one unit for each application; a launch of the next kernel is written in the cycle in which the
 * kernel is opened, so its first block goes a cycle later than with `static`.
 */
#include <string.h>

#include "base/engine.h"
#include "block_queue_model.h"
#include "dispatch/block_scheduler.h"
#include "units/unit_use.h"

#define NO_SM (-1)

typedef struct {
    unit_use unit;
    uint64_t kernels; /* launched so far */
    int popper;       /* SM that pops in this cycle, or NO_SM */
} partition_queue;

typedef struct {
    bool begun; /* the partitions are set up */
    partition_queue queue[CHIP_MAX_APPS];
} partition_queues;

static unit_needs queue_sizes_of(const chip_config *chip, uint32_t apps) {
    (void)apps;
    return (unit_needs){{{"NUM_CORES", chip->sm.count}}};
}

static const unit_need queue_needs[] = {{.unit = "block_queue", .sizes = queue_sizes_of}, {.unit = NULL}};

static bool schedule_queue_open(const schedule *s, void *state, const gpu_config *config, char *err,
                                size_t err_size) {
    partition_queues *q = state;
    const unit_needs needs = queue_sizes_of(&config->chip, s->apps);
    for (uint32_t a = 0; a < s->apps; a++)
        if (!unit_use_open(&q->queue[a].unit, config, queue_needs->unit, needs.size, err, err_size))
            return false;
    return true;
}

static void schedule_queue_close(void *state) {
    partition_queues *q = state;
    for (uint32_t a = 0; a < CHIP_MAX_APPS; a++)
        unit_use_close(&q->queue[a].unit);
}

/* SMs ask for as long as they have room. True: one of the partition does. */
static bool let_sms_ask(const schedule *s, partition_queue *q, uint32_t app, block_queue_model_in *in,
                        const block_queue_model_out *pins) {
    bool asked = false;
    for (uint32_t i = 0; i < s->sms && s->app[app].waiting; i++) {
        in->pop_valid[i] = schedule_has_room(s, i, app);
        asked |= schedule_has_place(s, i, app);
        if (!in->pop_valid[i] || !pins->pop_ready[i])
            continue;
        q->popper = (int)i;
        s->app[app].next = pins->pop_block;
    }
    return asked;
}

/* One cycle of an application's queue; true: something may be popped in the next one. */
static bool step_partition_queue(const schedule *s, partition_queue *q, uint32_t app, bool first,
                                 uint64_t cycle) {
    static const block_queue_model_in idle;
    const scheduled_app *a = &s->app[app];
    block_queue_model_in in = {.mask_valid = first, .load_valid = a->kernels != q->kernels};
    block_queue_model_out pins;
    q->popper = NO_SM;
    if (!in.mask_valid && !in.load_valid && !a->waiting)
        return false;
    unit_use_pins_at(&q->unit, cycle, &idle, &pins);
    for (uint32_t i = 0; first && i < s->sms; i++)
        in.mask_sms[i] = s->sm[i].owner == app;
    in.load_blocks = (uint32_t)a->blocks;
    if (in.load_valid && pins.load_ready)
        q->kernels = a->kernels;
    const bool asked = let_sms_ask(s, q, app, &in, &pins);
    /* SMs of others may ask as they like: the unit stays as it is, and nothing has to be simulated. */
    if (asked || in.mask_valid || in.load_valid || q->popper != NO_SM)
        unit_use_step_at(&q->unit, cycle, &idle, &in, &pins, 0);
    return asked;
}

static uint64_t schedule_queue_assign(const schedule *s, void *state, uint64_t cycle) {
    partition_queues *q = state;
    const bool first = !q->begun;
    bool again = false;
    if (first)
        schedule_give_shares(s);
    q->begun = true;
    for (uint32_t a = 0; a < s->apps; a++)
        again |= step_partition_queue(s, &q->queue[a], a, first, cycle);
    return again ? cycle + 1 : GMMU_NEVER;
}

static int schedule_queue_choose(const schedule *s, void *state, uint32_t app) {
    const partition_queues *q = state;
    (void)s;
    return q->queue[app].popper;
}

const block_scheduler block_scheduler_queue = {
    .row = {SCHEDULER_OF_PARTITIONS,
            "each application on its own SMs, which pop block numbers from its block_queue"},
    .units = queue_needs,
    .state_bytes = sizeof(partition_queues),
    .most_blocks = UINT32_MAX,
    .open = schedule_queue_open,
    .close = schedule_queue_close,
    .assign = schedule_queue_assign,
    .choose = schedule_queue_choose,
};
