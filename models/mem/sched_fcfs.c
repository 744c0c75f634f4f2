/* SPDX-License-Identifier: Apache-2.0 */
/*
 * First come, first served: what to compare the others with. The oldest request waits for its bank, and
 * all others behind it. Everything counts as normal. D: as many places as the other schedulers
 * have in all classes.
 */
#include "base/alloc.h"
#include "gmmu_params.h"
#include "mem/dram_scheduler.h"

#define PLACES 272U

typedef struct {
    uint32_t id, bank, row;
    bool write;
} waiting;

typedef struct {
    waiting ring[PLACES];
    uint32_t head, count;
    bool issue; /* the head goes to its bank in this cycle */
} fcfs;

static void *fcfs_create(const gpu_config *config, uint32_t apps) {
    (void)config;
    (void)apps;
    return alloc_zeroed(1, sizeof(fcfs));
}

static void fcfs_outputs(void *self, dram_schedule *out) {
    const fcfs *f = self;
    const waiting *w = &f->ring[f->head];
    *out = (dram_schedule){.issue = f->issue,
                           .issue_write = w->write,
                           .issue_id = w->id,
                           .issue_bank = w->bank,
                           .issue_row = w->row,
                           .issue_class = 2,
                           .walk_room = f->count < PLACES,
                           .data_room = f->count < PLACES,
                           .level = {[2] = f->count}};
}

static void fcfs_step(void *self, const dram_edge *edge) {
    fcfs *f = self;
    if (f->issue) {
        f->head = (f->head + 1) % PLACES;
        f->count--;
    }
    if (edge->push)
        f->ring[(f->head + f->count++) % PLACES] = (waiting){
            .id = edge->push_id, .bank = edge->push_bank, .row = edge->push_row, .write = edge->push_write};
    f->issue = f->count != 0 && (edge->ready >> f->ring[f->head].bank & 1U);
}

static bool fcfs_rests(const void *self) {
    const fcfs *f = self;
    return f->count == 0;
}

const dram_scheduler dram_scheduler_fcfs = {
    .row = {"fcfs", "the order of arrival"},
    .create = fcfs_create,
    .destroy = free,
    .outputs = fcfs_outputs,
    .step = fcfs_step,
    .rests = fcfs_rests,
};
