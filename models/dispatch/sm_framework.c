/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/sm_framework.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* Edges of ptb_queue after a push or a pop: its registers for the RAM, then for the answer. */
#define QUEUE_EDGES 3U

static bool open_one(sm_framework_unit *u, const char *name, bool rtl, const unit_size *needs, char *err,
                     size_t err_size) {
    u->ops = unit_find_for(name, rtl, needs, err, err_size);
    u->state = u->ops ? u->ops->create() : NULL;
    if (u->ops && !u->state)
        (void)snprintf(err, err_size, "unit %s: out of memory", name);
    return u->state != NULL;
}

static void close_one(sm_framework_unit *u) {
    if (u->state)
        u->ops->destroy(u->state);
    u->state = NULL;
}

static void size_ram(sm_framework *f) {
    const unit_ops *ops = f->queue.ops;
    f->sms = unit_size_of(ops, "NUM_SMS");
    f->kernels = unit_size_of(ops, "NUM_KERNELS");
    f->turn = f->sms > f->kernels ? f->sms : f->kernels;
    f->entries = f->sms * unit_size_of(ops, "SM_BLOCKS");
    f->ram = alloc_zeroed((size_t)f->kernels * f->entries, sizeof *f->ram);
}

bool sm_framework_open(sm_framework *f, const sm_framework_size *needs, uint8_t policy, bool drain,
                       const sm_framework_rtl *rtl, char *err, size_t err_size) {
    const unit_size with_blocks[] = {
        {"NUM_SMS", needs->sms}, {"NUM_KERNELS", needs->kernels}, {"SM_BLOCKS", needs->blocks}, {NULL, 0}};
    const unit_size of_scheduler[] = {{"NUM_SMS", needs->sms}, {"NUM_KERNELS", needs->kernels}, {NULL, 0}};
    memset(f, 0, sizeof *f);
    f->policy = policy;
    f->drain = drain;
    if (!open_one(&f->driver, SM_DRIVER_UNIT, rtl->driver, with_blocks, err, err_size) ||
        !open_one(&f->scheduler, SM_SCHEDULER_UNIT, rtl->scheduler, of_scheduler, err, err_size) ||
        !open_one(&f->queue, PTB_QUEUE_UNIT, rtl->queue, with_blocks, err, err_size)) {
        sm_framework_close(f);
        return false;
    }
    size_ram(f);
    f->driver.ops->outputs(f->driver.state, &f->pins);
    f->scheduler.ops->outputs(f->scheduler.state, &f->table);
    f->queue.ops->outputs(f->queue.state, &f->handles);
    return true;
}

void sm_framework_close(sm_framework *f) {
    close_one(&f->driver);
    close_one(&f->scheduler);
    close_one(&f->queue);
    free(f->ram);
    f->ram = NULL;
}

static bool step_scheduler(sm_framework *f) {
    const sm_driver_model_out *p = &f->pins;
    sm_scheduler_model_in in = {.cfg_policy = f->policy};
    memcpy(in.has_blocks, p->has_blocks, sizeof p->has_blocks);
    in.arrive_valid = p->arrive_valid;
    in.arrive_kernel = p->arrive_kernel;
    in.arrive_priority = p->arrive_priority;
    in.arrive_tokens = p->arrive_tokens;
    in.finish_valid = p->finish_valid;
    in.finish_kernel = p->finish_kernel;
    in.free_valid = p->free_valid;
    in.free_sm = p->free_sm;
    if (!f->table.searching && memcmp(&in, &f->told, sizeof in) == 0)
        return false;
    f->told = in;
    f->scheduler.ops->step(f->scheduler.state, &in, &f->table);
    return true;
}

/* The queue and its RAM, which reads before it writes. */
static bool step_handles(sm_framework *f) {
    const sm_driver_model_out *p = &f->pins;
    const ptb_queue_model_in in = {.push_valid = p->push_valid,
                                   .push_kernel = p->push_kernel,
                                   .push_block = p->push_block,
                                   .push_context = p->push_context,
                                   .pop_valid = p->pop_valid,
                                   .pop_kernel = p->pop_kernel};
    const ptb_queue_model_out *h = &f->handles;
    if (in.push_valid || in.pop_valid)
        f->queue_works = QUEUE_EDGES;
    if (f->queue_works == 0)
        return false;
    f->queue_works--;
    if (h->ram_re)
        f->shown = f->ram[h->ram_rqueue * f->entries + h->ram_rentry];
    if (h->ram_we)
        f->ram[h->ram_wqueue * f->entries + h->ram_wentry] = (sm_handle){h->ram_wblock, h->ram_wcontext};
    f->queue.ops->step(f->queue.state, &in, &f->handles);
    return true;
}

static void step_driver(sm_framework *f, sm_driver_model_in *in) {
    in->cfg_drain = f->drain;
    in->arrive_ready = f->table.arrive_ready;
    memcpy(in->sm_state, f->table.sm_state, sizeof in->sm_state);
    memcpy(in->sm_kernel, f->table.sm_kernel, sizeof in->sm_kernel);
    memcpy(in->holds, f->handles.holds, sizeof in->holds);
    in->ans_valid = f->handles.ans_valid;
    in->ans_block = f->shown.block;
    in->ans_context = f->shown.context;
    f->driver.ops->step(f->driver.state, in, &f->pins);
}

bool sm_framework_step(sm_framework *f, sm_driver_model_in *in) {
    /* All read the pins of this cycle; their steps leave these as they are, and then come the next ones. */
    step_driver(f, in);
    const bool scheduled = step_scheduler(f), queued = step_handles(f);
    f->driver.ops->outputs(f->driver.state, &f->pins);
    if (scheduled)
        f->scheduler.ops->outputs(f->scheduler.state, &f->table);
    if (queued)
        f->queue.ops->outputs(f->queue.state, &f->handles);
    return scheduled || queued;
}
