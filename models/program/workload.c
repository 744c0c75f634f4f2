/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A workload is a source behind a spool. Every instruction on its way into the
 * spool passes touch_pages, so each page is reported while its block is still
 * being filled, long before the block is handed out.
 */
#include "program/workload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/page_set.h"
#include "program/ptx/ptx_source.h"
#include "program/source.h"
#include "program/spool.h"

#define PAGE_BITS 12U

struct workload {
    source *source;
    spool *spool;
    page_set touched;
    touch_fn touch;
    void *touch_ctx;
};

static bool touch_page(workload *w, uint64_t vpn) {
    page_set_result r = page_set_add(&w->touched, vpn);
    if (r == PAGE_SET_NEW)
        w->touch(w->touch_ctx, vpn);
    return r != PAGE_SET_NO_MEMORY;
}

/* spool_watch_fn: every page of every lane; an access may straddle two. */
static bool touch_pages(void *ctx, const warp_inst *inst) {
    workload *w = ctx;
    if (inst->space != SPACE_GLOBAL || !w->touch)
        return true;
    if (inst->mask == UINT32_MAX && warp_inst_spread(inst) >> PAGE_BITS == 0)
        return touch_page(w, inst->addr[0] >> PAGE_BITS);
    uint64_t last_vpn = UINT64_MAX; /* no page number: lanes mostly share their page */
    for (uint32_t m = inst->mask; m; m &= m - 1U) {
        uint64_t addr = inst->addr[__builtin_ctz(m)];
        uint64_t first = addr >> PAGE_BITS;
        uint64_t end = (addr + (inst->width ? inst->width - 1U : 0U)) >> PAGE_BITS;
        if (first != last_vpn && !touch_page(w, first))
            return false;
        if (end != first && !touch_page(w, end))
            return false;
        last_vpn = first;
    }
    return true;
}

const char *workload_after(const char *spec, const char *prefix) {
    size_t n = strlen(prefix);
    return strncmp(spec, prefix, n) == 0 ? spec + n : NULL;
}

void workload_spell_out(const char *spec, char *text, size_t size) {
    const char *args = workload_after(spec, "kernel:");
    if (!args || !kernel_source_spell_out(args, text, size))
        (void)snprintf(text, size, "%s", spec);
}

typedef struct {
    const char *spec;
    uint64_t seed;
    code_style style;
} named_source;

bool workload_kind(const char *spec) {
    return workload_after(spec, "trace:") || workload_after(spec, "kernel:") || ptx_source_is(spec);
}

/* source_maker: a trace, a built-in kernel or PTX. */
static source *open_source(void *ctx, spool *sp, char *err, size_t err_size) {
    const named_source *named = ctx;
    const char *path = workload_after(named->spec, "trace:");
    const char *args = workload_after(named->spec, "kernel:");
    if (path)
        return trace_source_open(path, sp, err, err_size);
    if (args)
        return kernel_source_open(args, sp, named->seed, named->style, err, err_size);
    if (ptx_source_is(named->spec))
        return ptx_source_open(named->spec, sp, named->seed, named->style.constants, err, err_size);
    snprintf(err, err_size, "application '%.200s': expected %s", named->spec, WORKLOAD_FORMS);
    return NULL;
}

workload *workload_open_made(source_maker make, void *ctx, size_t window_bytes, char *err, size_t err_size) {
    workload *w = calloc(1, sizeof *w);
    if (w)
        w->spool = spool_new(window_bytes);
    if (!w || !w->spool) {
        snprintf(err, err_size, "no room for an application's instructions: out of memory");
        workload_close(w);
        return NULL;
    }
    spool_watch(w->spool, touch_pages, w);
    w->source = make(ctx, w->spool, err, err_size);
    if (!w->source) {
        workload_close(w);
        return NULL;
    }
    return w;
}

workload *workload_open(const char *spec, size_t window_bytes, uint64_t seed, code_style style, char *err,
                        size_t err_size) {
    named_source named = {.spec = spec, .seed = seed, .style = style};
    return workload_open_made(open_source, &named, window_bytes, err, err_size);
}

void workload_close(workload *w) {
    if (!w)
        return;
    if (w->source)
        w->source->ops->close(w->source);
    spool_free(w->spool);
    page_set_clear(&w->touched);
    free(w);
}

const char *workload_name(const workload *w) {
    return w->source->name;
}

void workload_set_limits(workload *w, const kernel_limits *limits) {
    w->source->limits = *limits;
}

void workload_set_touch(workload *w, touch_fn touch, void *ctx) {
    w->touch = touch;
    w->touch_ctx = ctx;
}

void workload_ask_opcodes(workload *w, const observer *watch) {
    if (watch)
        spool_ask_opcodes(w->spool, watch->opcode, watch->ctx);
}

page_origin workload_page_origin(const workload *w, uint64_t vpn) {
    if (w->source->ops->origin)
        return w->source->ops->origin(w->source, vpn);
    return page_set_has(&w->touched, vpn) ? PAGE_HOST : PAGE_INVALID;
}

bool workload_pins_pages(const workload *w) {
    return w->source->ops->pins != NULL && w->source->ops->pins(w->source);
}

bool workload_knows_pages(const workload *w) {
    return w->source->ops->origin != NULL;
}

/* A block cut short by a broken temporary file looks finished to its reader, so
 * every later step of the workload asks here. */
static bool spool_is_sound(const workload *w, char *err, size_t err_size) {
    if (!spool_failed(w->spool))
        return true;
    char why[512];
    spool_failure(w->spool, why, sizeof why);
    snprintf(
        err, err_size,
        "%s: the temporary file of the instruction spool cannot be written or read: %s: expected a folder "
        "with room in TMPDIR",
        w->source->name, why);
    return false;
}

int workload_next_kernel(workload *w, kernel_info *info, char *err, size_t err_size) {
    if (!spool_is_sound(w, err, err_size))
        return -1;
    return w->source->ops->next_kernel(w->source, info, err, err_size);
}

int workload_next_block(workload *w, block_stream **block, char *err, size_t err_size) {
    if (!spool_is_sound(w, err, err_size))
        return -1;
    int r = w->source->ops->next_block(w->source, block, err, err_size);
    return r < 0 && !spool_is_sound(w, err, err_size) ? -1 : r;
}

int workload_rewind(workload *w, char *err, size_t err_size) {
    return w->source->ops->rewind(w->source, err, err_size);
}

register_use workload_registers(const workload *w) {
    return w->source->ops->registers ? w->source->ops->registers(w->source) : (register_use){0};
}

bool workload_check(workload *w, char *err, size_t err_size) {
    const source_ops *ops = w->source->ops;
    return spool_is_sound(w, err, err_size) && (!ops->check || ops->check(w->source, err, err_size));
}
