/* SPDX-License-Identifier: Apache-2.0 */
/* Built-in kernels as a source of instructions: parses the arguments, runs blocks functionally. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/near_name.h"
#include "base/number_text.h"
#include "program/kernels/kernel.h"
#include "program/source.h"

#define MAX_ARGS 256U

typedef struct {
    source base;
    const kernel_ops *kernel;
    kernel_data *data;
    va_space va; /* of the data */
    spool *sp;
    launch_shape shape;
    uint32_t launch;     /* launches begun */
    uint64_t next_block; /* of the running launch */
    void *shared;
    code_style style;
    register_scan *scan[GMMU_MAX_WARPS_PER_BLOCK]; /* with REGISTERS_LIVENESS, of the warps of a block */
} kernel_source;

/* ---- arguments ---- */

static const kernel_ops *find_kernel(const char *name) {
    const kernel_ops *const *k = kernel_table();
    while (*k && strcmp((*k)->name, name) != 0)
        k++;
    return *k;
}

/* "64M" */
static bool parse_size(const char *text, uint64_t *value) {
    return number_text_read(&text, value) && !*text;
}

/* given: bit i: parameter i has been given. */
static bool set_param(const kernel_ops *k, const char *argument, uint64_t *values, uint64_t *given, char *err,
                      size_t n) {
    const char *equals = strchr(argument, '=');
    const size_t key = equals ? (size_t)(equals - argument) : strlen(argument);
    for (uint32_t i = 0; k->params[i].key; i++) {
        const kernel_param *p = &k->params[i];
        if (strlen(p->key) != key || strncmp(p->key, argument, key) != 0)
            continue;
        if (!equals) {
            snprintf(err, n, "kernel:%s: %s: expected a value, for example %s=%llu", k->name, argument,
                     p->key, (unsigned long long)p->value);
            return false;
        }
        if (*given >> i & 1U) {
            snprintf(err, n, "kernel:%s: %s: expected %s once", k->name, argument, p->key);
            return false;
        }
        *given |= UINT64_C(1) << i;
        if (parse_size(equals + 1, &values[i]) && values[i] >= p->min && values[i] <= p->max)
            return true;
        snprintf(err, n, "kernel:%s: %s: expected %s from %llu to %llu", k->name, argument, p->key,
                 (unsigned long long)p->min, (unsigned long long)p->max);
        return false;
    }
    near_name near = near_name_of_part(argument, key);
    for (const kernel_param *p = k->params; p->key; p++)
        near_name_offer(&near, p->key);
    snprintf(err, n, "kernel:%s: unknown parameter '%.*s': see 'gmmu list'%s", k->name, (int)key, argument,
             near.hint);
    return false;
}

static const kernel_ops *parse_args(const char *args, uint64_t *values, char *err, size_t n) {
    char text[MAX_ARGS];
    if (strlen(args) >= sizeof text) {
        snprintf(err, n, "kernel: arguments too long: expected at most %u characters", MAX_ARGS - 1);
        return NULL;
    }
    snprintf(text, sizeof text, "%s", args);
    char *rest = strchr(text, ',');
    if (rest)
        *rest++ = '\0';
    const kernel_ops *k = find_kernel(text);
    if (!k) {
        near_name near = near_name_of(text);
        for (const kernel_ops *const *known = kernel_table(); *known; known++)
            near_name_offer(&near, (*known)->name);
        snprintf(err, n, "unknown kernel '%s': expected one of 'gmmu list'%s", text, near.hint);
        return NULL;
    }
    uint64_t given = 0;
    for (uint32_t i = 0; k->params[i].key; i++)
        values[i] = k->params[i].value;
    while (rest) {
        char *argument = rest;
        rest = strchr(rest, ',');
        if (rest)
            *rest++ = '\0';
        if (!set_param(k, argument, values, &given, err, n))
            return NULL;
    }
    return k;
}

bool kernel_source_spell_out(const char *args, char *text, size_t size) {
    uint64_t values[KERNEL_MAX_PARAMS];
    char err[512];
    const kernel_ops *k = parse_args(args, values, err, sizeof err);
    size_t used = k ? (size_t)snprintf(text, size, "kernel:%s", k->name) : size;
    for (uint32_t i = 0; k && k->params[i].key && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, ",%s=%" PRIu64, k->params[i].key, values[i]);
    return used < size;
}

/* ---- the source ---- */

static uint32_t warps_of(const launch_shape *s) {
    return (s->block_dim + GMMU_LANES - 1) / GMMU_LANES;
}

/* The lanes of a warp that are threads. */
static uint32_t live_lanes(const launch_shape *s, uint32_t warp) {
    uint32_t threads = s->block_dim - warp * GMMU_LANES;
    return threads >= GMMU_LANES ? UINT32_MAX : (UINT32_C(1) << threads) - 1;
}

/* One for each warp of a block. */
static bool kernel_source_make_scans(kernel_source *k) {
    for (uint32_t w = 0; k->style.registers == REGISTERS_LIVENESS && w < warps_of(&k->shape); w++) {
        if (!k->scan[w])
            k->scan[w] = register_scan_new();
        if (!k->scan[w])
            return false;
    }
    return true;
}

static int kernel_source_next_kernel(source *s, kernel_info *info, char *err, size_t n) {
    kernel_source *k = (kernel_source *)s;
    if (!k->kernel->launch(k->data, k->launch, &k->shape))
        return 0;
    free(k->shared);
    k->shared = calloc(1, k->shape.shared_bytes ? k->shape.shared_bytes : 1);
    if (!k->shared || !kernel_source_make_scans(k)) {
        snprintf(err, n, "kernel:%s: out of memory", k->kernel->name);
        return -1;
    }
    k->launch++;
    k->next_block = 0;
    *info = (kernel_info){.grid = {(uint32_t)k->shape.blocks, 1, 1},
                          .block = {k->shape.block_dim, 1, 1},
                          .blocks = k->shape.blocks,
                          .warps_per_block = warps_of(&k->shape),
                          .regs_per_thread = k->shape.regs,
                          .shared_bytes = k->shape.shared_bytes};
    snprintf(info->name, sizeof info->name, "%s", k->shape.name ? k->shape.name : k->kernel->name);
    return 1;
}

/* Executes a block: phase by phase, every warp to the next barrier. NULL, or what went wrong. */
static const char *kernel_source_run_block(kernel_source *k, block_stream *out, simt *warps,
                                           unsigned char *states) {
    uint32_t count = warps_of(&k->shape);
    memset(k->shared, 0, k->shape.shared_bytes);
    for (uint32_t w = 0; w < count; w++) {
        memset(&warps[w], 0, sizeof warps[w]);
        warps[w].out = out;
        if (k->style.registers == REGISTERS_LIVENESS) {
            warps[w].scan = k->scan[w];
            register_scan_start(k->scan[w], out, w, k->shape.regs);
        }
        warps[w].constants = k->style.constants;
        warps[w].block = k->next_block;
        warps[w].block_dim = k->shape.block_dim;
        warps[w].warp = w;
        warps[w].live = live_lanes(&k->shape, w);
        warps[w].regs = k->shape.regs;
        warps[w].shared = k->shared;
        warps[w].shared_bytes = k->shape.shared_bytes;
        warps[w].state = states + (size_t)w * k->shape.state_bytes;
    }
    bool running = true;
    for (uint32_t phase = 0; running && phase < k->shape.phases; phase++) {
        running = false;
        for (uint32_t w = 0; w < count; w++) {
            if (warps[w].exited)
                continue;
            warps[w].phase = phase;
            warps[w].mask = warps[w].live;
            k->kernel->warp(k->data, &warps[w]);
            if (phase + 1 < k->shape.phases && !warps[w].exited)
                simt_barrier(&warps[w]);
            if (warps[w].failed)
                return warps[w].why;
            running |= !warps[w].exited;
        }
    }
    const char *wrong = NULL;
    for (uint32_t w = 0; !wrong && w < count && warps[w].scan; w++)
        wrong = register_scan_end(warps[w].scan);
    return wrong;
}

static int kernel_source_next_block(source *s, block_stream **block, char *err, size_t n) {
    kernel_source *k = (kernel_source *)s;
    if (k->next_block == k->shape.blocks)
        return 0;
    uint32_t count = warps_of(&k->shape);
    const char *wrong = SPOOL_FULL;
    simt *warps = malloc(count * sizeof *warps);
    unsigned char *states = calloc(count, k->shape.state_bytes ? k->shape.state_bytes : 1);
    block_stream *b = warps && states ? spool_block_new(k->sp, count) : NULL;
    if (b)
        wrong = kernel_source_run_block(k, b, warps, states);
    if (!wrong && !spool_block_finish(b))
        wrong = SPOOL_FULL;
    free(warps);
    free(states);
    if (wrong) {
        snprintf(err, n, "kernel:%s: block %llu cannot be executed: %s", k->kernel->name,
                 (unsigned long long)k->next_block, wrong);
        if (b)
            block_close(b);
        return -1;
    }
    k->next_block++;
    *block = b;
    return 1;
}

static int rewind_kernel(source *s, char *err, size_t n) {
    (void)err, (void)n;
    kernel_source *k = (kernel_source *)s;
    k->kernel->reset(k->data);
    k->launch = 0;
    k->next_block = 0;
    k->shape = (launch_shape){0};
    return 1;
}

static bool kernel_source_check(source *s, char *err, size_t n) {
    kernel_source *k = (kernel_source *)s;
    const char *wrong = k->kernel->check(k->data);
    if (wrong)
        snprintf(err, n, "kernel:%s: the check of its result: %s", k->kernel->name, wrong);
    return !wrong;
}

static page_origin kernel_source_origin(const source *s, uint64_t vpn) {
    return kernel_page_origin(&((const kernel_source *)s)->va, vpn);
}

static bool kernel_source_pins(const source *s) {
    return kernel_pins_pages(&((const kernel_source *)s)->va);
}

static register_use kernel_source_registers(const source *s) {
    const kernel_source *k = (const kernel_source *)s;
    register_use all = {0};
    for (uint32_t w = 0; w < GMMU_MAX_WARPS_PER_BLOCK && k->scan[w]; w++) {
        const register_use used = register_scan_used(k->scan[w]);
        all.most = used.most > all.most ? used.most : all.most;
        all.scattered += used.scattered;
    }
    return all;
}

static void kernel_source_close_kernel(source *s) {
    kernel_source *k = (kernel_source *)s;
    if (k->data)
        k->kernel->close(k->data);
    for (uint32_t w = 0; w < GMMU_MAX_WARPS_PER_BLOCK; w++)
        register_scan_free(k->scan[w]);
    free(k->shared);
    free(k);
}

static const source_ops ops = {.next_kernel = kernel_source_next_kernel,
                               .next_block = kernel_source_next_block,
                               .rewind = rewind_kernel,
                               .check = kernel_source_check,
                               .origin = kernel_source_origin,
                               .pins = kernel_source_pins,
                               .registers = kernel_source_registers,
                               .close = kernel_source_close_kernel};

source *kernel_source_open(const char *args, spool *sp, uint64_t seed, code_style style, char *err,
                           size_t n) {
    uint64_t values[KERNEL_MAX_PARAMS] = {0};
    const kernel_ops *kernel = parse_args(args, values, err, n);
    if (!kernel)
        return NULL;
    kernel_source *k = calloc(1, sizeof *k);
    if (k) {
        k->base.ops = &ops;
        snprintf(k->base.name, sizeof k->base.name, "%s", kernel->name);
        k->kernel = kernel;
        k->sp = sp;
        k->style = style;
        k->data = kernel->open(values, seed, &k->va);
    }
    if (!k || !k->data) {
        snprintf(err, n, "kernel:%s: out of memory", kernel->name);
        free(k);
        return NULL;
    }
    return &k->base;
}
