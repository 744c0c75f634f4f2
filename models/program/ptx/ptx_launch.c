/* SPDX-License-Identifier: Apache-2.0 */
#include "program/ptx/ptx_launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/host_pages.h"
#include "base/near_name.h"
#include "base/number_text.h"
#include "program/kernels/kernel.h"
#include "program/ptx/ptx_build.h"
#include "program/ptx/ptx_launch_internal.h"

#define PAGE_BYTES   UINT64_C(4096)
#define REPEAT_MOST  (1U << 20)
#define GRID_MOST    UINT64_C(0x7fffffff)
#define THREADS_MOST 1024U
#define SHARED_MOST  (1U << 20)

/* ---- buffers ---- */

static bool launch_fill_word(const launch_reader *q, const toml_node *n, ptx_buffer *b) {
    if (n->kind == TOML_TEXT && strcmp(n->text, "zero") == 0)
        b->fill = PTX_FILL_VALUE;
    else if (n->kind == TOML_TEXT && strcmp(n->text, "random") == 0)
        b->fill = PTX_FILL_RANDOM;
    else if (n->kind == TOML_TEXT && strcmp(n->text, "index") == 0)
        b->fill = PTX_FILL_INDEX;
    else
        return ptx_fail_at(q->r, &n->place, "expected fill = \"zero\", \"random\" or \"index\"");
    return true;
}

static bool launch_buffer_type(const launch_reader *q, const toml_node *n, ptx_type *type) {
    *type = n->kind == TOML_TEXT ? ptx_type_named(n->text, strlen(n->text)) : PTX_NO_TYPE;
    return (*type != PTX_NO_TYPE && *type != PTX_PRED) ||
           ptx_fail_at(q->r, &n->place, "expected a type of elements, as \"f32\", \"u8\" or \"s64\"");
}

static bool launch_buffer_name(const launch_reader *q, const toml_node *n, ptx_buffer *b) {
    if (n->kind != TOML_TEXT || !*n->text || strpbrk(n->text, "+:"))
        return ptx_fail_at(q->r, &n->place, "expected a name, without '+' and ':'");
    for (uint32_t i = 0; i < q->l->buffers; i++)
        if (strcmp(q->l->buffer[i].name, n->text) == 0)
            return ptx_fail_at(q->r, &n->place, "expected another name: this buffer has been described");
    b->name = strdup(n->text);
    return b->name || ptx_fail_at(q->r, &n->place, "out of memory");
}

static bool launch_is_contents(const toml_node *n) {
    return toml_named(n, "fill") || toml_named(n, "value") || toml_named(n, "values") ||
           toml_named(n, "file");
}

/* All keys but type, which the others need. */
static bool launch_buffer_key(launch_reader *q, const toml_node *n, ptx_buffer *b, uint64_t *count) {
    static const char *const keys[] = {"name", "type", "count", "size",   "fill", "value",
                                       "low",  "high", "fresh", "values", "file", NULL};
    if (toml_named(n, "type"))
        return true;
    if (toml_named(n, "name"))
        return launch_buffer_name(q, n, b);
    if (toml_named(n, "count"))
        return launch_size(q, n, PTX_BUFFER_LIMIT, count);
    if (toml_named(n, "size"))
        return launch_size(q, n, PTX_BUFFER_LIMIT, &b->bytes);
    if (toml_named(n, "fill"))
        return launch_fill_word(q, n, b);
    if (toml_named(n, "value"))
        return launch_bits(q, n, b->type, &b->element);
    if (toml_named(n, "low"))
        return launch_real(q, n, &b->low);
    if (toml_named(n, "high"))
        return launch_real(q, n, &b->high);
    if (toml_named(n, "fresh")) {
        b->fresh = n->integer != 0;
        return n->kind == TOML_TRUTH || ptx_fail_at(q->r, &n->place, "expected true or false");
    }
    if (!toml_named(n, "values") && !toml_named(n, "file"))
        return launch_unknown(q, n, keys);
    b->fill = PTX_FILL_GIVEN;
    return toml_named(n, "file") ? launch_file(q, n, &b->given, &b->given_bytes)
                                 : launch_list(q, n, b->type, &b->given, &b->given_bytes);
}

static bool launch_place_buffer(launch_reader *q, const toml_node *table, ptx_buffer *b, uint64_t count) {
    const unsigned width = ptx_type_bits(b->type) / 8;
    uint64_t base = KERNEL_VA_BASE, all = 0;
    if (!b->name)
        return ptx_fail_at(q->r, &table->key, "expected a name of the buffer");
    if (count && b->bytes)
        return ptx_fail_at(q->r, &table->key, "expected either count or size");
    if (count)
        b->bytes = count * width;
    if (!b->bytes)
        b->bytes = b->given_bytes;
    if (!b->bytes || b->bytes % width)
        return ptx_fail_at(q->r, &table->key, "expected count = or size =, a multiple of %u bytes", width);
    for (uint32_t i = 0; i < q->l->buffers; i++) {
        const ptx_buffer *o = &q->l->buffer[i];
        base = o->base + ((o->bytes + PAGE_BYTES - 1) / PAGE_BYTES + 1) * PAGE_BYTES;
        all += o->bytes;
    }
    if (all + b->bytes > PTX_BUFFER_LIMIT)
        return ptx_fail_at(q->r, &table->key, "expected at most 16 GB of buffers");
    b->base = base;
    b->data = calloc(1, b->bytes);
    if (!b->data)
        return ptx_fail_at(q->r, &table->key, "out of memory");
    host_large_pages(b->data, b->bytes);
    return true;
}

bool launch_read_buffer(launch_reader *q, const toml_node *table) {
    ptx_launch *l = q->l;
    uint64_t count = 0;
    if (l->buffers == PTX_BUFFERS)
        return ptx_fail_at(q->r, &table->key, "expected at most %u buffers", PTX_BUFFERS);
    ptx_buffer *b = &l->buffer[l->buffers];
    *b = (ptx_buffer){.type = PTX_U32, .high = 1.0};
    bool ok = true, bounded = false;
    uint32_t contents = 0;
    for (const toml_node *n = launch_first(q->t, table); n; n = launch_next(q->t, n)) {
        if (ok && toml_named(n, "type"))
            ok = launch_buffer_type(q, n, &b->type);
        bounded |= toml_named(n, "high");
        if (ok && launch_is_contents(n) && contents++)
            ok = ptx_fail_at(q->r, &n->key, "expected one of fill, value, values and file");
    }
    if (!bounded && !ptx_type_float(b->type)) /* all of the type */
        b->high = 0.0;
    for (const toml_node *n = launch_first(q->t, table); n; n = launch_next(q->t, n))
        ok = ok && launch_buffer_key(q, n, b, &count);
    ok = ok && launch_place_buffer(q, table, b, count);
    l->buffers++; /* in any case, to be freed */
    return ok;
}

/* ---- kernels and their arguments ---- */

/* A name of a kernel that is near the one that is not there. */
static bool launch_no_kernel(const launch_reader *q, const toml_node *n) {
    near_name near = near_name_of(n->kind == TOML_TEXT ? n->text : "");
    for (uint32_t i = 0; i < q->m->functions; i++) {
        char name[NEAR_NAME_BYTES];
        const ptx_token *t = &q->m->function[i].name;
        (void)snprintf(name, sizeof name, "%.*s", (int)(t->length < 63 ? t->length : 63), t->at);
        if (q->m->function[i].entry)
            near_name_offer(&near, name);
    }
    return ptx_fail_at(q->r, &n->place, "expected a kernel of %.300s%s", q->m->file, near.hint);
}

static bool launch_kernel_of(const launch_reader *q, const toml_node *n, uint32_t *number) {
    char err[2048];
    ptx_launch *l = q->l;
    const ptx_function *f = n->kind == TOML_TEXT ? ptx_module_kernel(q->m, n->text) : NULL;
    if (!f)
        return launch_no_kernel(q, n);
    for (*number = 0; *number < l->kernels; ++*number)
        if (l->function[*number] == f)
            return true;
    if (l->kernels == PTX_KERNELS)
        return ptx_fail_at(q->r, &n->place, "expected at most %u kernels", PTX_KERNELS);
    l->function[l->kernels] = f;
    if (ptx_build(q->m, f, l->registers, &l->kernel[l->kernels++], err, sizeof err))
        return true;
    q->r->failed = true; /* the line names the place in the kernel's text */
    (void)snprintf(q->r->err, q->r->err_size, "%s", err);
    return false;
}

/* [x], [x, y] or [x, y, z]; the others are 1. */
static bool launch_shape_of(const launch_reader *q, const toml_node *n, uint64_t most, uint32_t *to) {
    uint32_t d = 0;
    uint64_t value, all = 1;
    if (n->kind == TOML_INTEGER) {
        if (!launch_number(q, n, 1, most, &value))
            return false;
        to[0] = (uint32_t)value;
        return true;
    }
    for (const toml_node *item = launch_first(q->t, n); item; item = launch_next(q->t, item)) {
        if (d == 3)
            return ptx_fail_at(q->r, &item->place, "expected at most three dimensions");
        if (!launch_number(q, item, 1, most, &value))
            return false;
        to[d++] = (uint32_t)value;
        all *= all <= most ? value : 1; /* the whole product may need 93 bits */
    }
    return (d && all <= most) ||
           ptx_fail_at(q->r, &n->place, "%.*s: expected one to three numbers, in all at most %llu",
                       (int)n->key.length, n->key.at, (unsigned long long)most);
}

/* "name" or "name+bytes"; "shared:bytes" gives the offset of shared memory that is added for it. */
static bool launch_pointer(launch_reader *q, const toml_node *n, ptx_launch_step *s, const ptx_parameter *p,
                           uint64_t *to) {
    uint64_t bytes;
    toml_node named = *n;
    char *plus = strchr(n->text, '+');
    const char *number = plus ? plus + 1 : n->text + strlen("shared:");
    if (p->bytes != 8 || p->array)
        return ptx_fail_at(q->r, &n->place, "%s: expected a number: the parameter is no pointer", p->name);
    if (strncmp(n->text, "shared:", strlen("shared:")) == 0) {
        if (!number_text_read(&number, &bytes) || *number || !bytes || bytes > SHARED_MOST)
            return ptx_fail_at(q->r, &n->place, "expected \"shared:BYTES\", at most 1 MB");
        *to = (s->shared_bytes + 15U) & ~15U;
        s->shared_bytes = (uint32_t)(*to + bytes);
        return true;
    }
    uint64_t offset = 0;
    if (plus && (!number_text_read(&number, &offset) || *number))
        return ptx_fail_at(q->r, &n->place, "expected \"BUFFER+BYTES\"");
    char *name = strndup(n->text, plus ? (size_t)(plus - n->text) : strlen(n->text));
    if (!name)
        return ptx_fail_at(q->r, &n->place, "out of memory");
    named.text = name;
    uint32_t number_of = 0;
    const bool ok = launch_buffer(q, &named, &number_of);
    free(name);
    if (ok)
        *to = q->l->buffer[number_of].base + offset;
    return ok;
}

static bool launch_argument(launch_reader *q, const toml_node *n, ptx_launch_step *s,
                            const ptx_parameter *p) {
    uint64_t value = 0, bytes;
    uint8_t *list = NULL;
    if (p->array) {
        const bool ok = launch_list(q, n, PTX_U8, &list, &bytes);
        if (ok && bytes == p->bytes)
            memcpy(s->parameters + p->offset, list, bytes);
        free(list);
        return ok && (bytes == p->bytes ||
                      ptx_fail_at(q->r, &n->place, "%s: expected %u bytes of a struct", p->name, p->bytes));
    }
    if (!(n->kind == TOML_TEXT ? launch_pointer(q, n, s, p, &value) : launch_bits(q, n, p->type, &value)))
        return false;
    memcpy(s->parameters + p->offset, &value, p->bytes);
    return true;
}

static bool launch_arguments(launch_reader *q, const toml_node *table, const toml_node *args,
                             ptx_launch_step *s) {
    const ptx_kernel *k = &q->l->kernel[s->kernel];
    uint32_t count = 0;
    s->parameters = calloc(1, k->parameter_bytes + 1U);
    if (!s->parameters)
        return ptx_fail_at(q->r, &table->key, "out of memory");
    if (args && args->kind != TOML_ARRAY)
        return ptx_fail_at(q->r, &args->place, "args: expected an array");
    if (args)
        for (const toml_node *n = launch_first(q->t, args); n; n = launch_next(q->t, n)) {
            if (count < k->parameters && !launch_argument(q, n, s, &k->parameter[count]))
                return false;
            count++;
        }
    return count == k->parameters ||
           ptx_fail_at(q->r, args ? &args->place : &table->key, "expected %u arguments of kernel %s, not %u",
                       k->parameters, k->name, count);
}

/* ---- steps ---- */

static bool launch_run_key(launch_reader *q, const toml_node *n, ptx_launch_step *s, uint64_t *shared) {
    static const char *const keys[] = {"kernel", "grid", "block", "args",  "shared",
                                       "repeat", "copy", "to",    "reset", NULL};
    uint64_t value;
    if (toml_named(n, "kernel") || toml_named(n, "args"))
        return true;
    if (toml_named(n, "grid"))
        return launch_shape_of(q, n, GRID_MOST, s->grid);
    if (toml_named(n, "block"))
        return launch_shape_of(q, n, THREADS_MOST, s->block);
    if (toml_named(n, "shared"))
        return launch_size(q, n, SHARED_MOST, shared);
    if (!toml_named(n, "repeat"))
        return launch_unknown(q, n, keys);
    if (!launch_number(q, n, 1, REPEAT_MOST, &value))
        return false;
    s->repeat = (uint32_t)value;
    return true;
}

static bool launch_run(launch_reader *q, const toml_node *table, const toml_node *kernel,
                       ptx_launch_step *s) {
    const toml_node *args = NULL;
    uint64_t shared = 0;
    if (!launch_kernel_of(q, kernel, &s->kernel))
        return false;
    const ptx_kernel *k = &q->l->kernel[s->kernel];
    for (const toml_node *n = launch_first(q->t, table); n; n = launch_next(q->t, n)) {
        if (toml_named(n, "args"))
            args = n;
        if (!launch_run_key(q, n, s, &shared))
            return false;
    }
    s->shared_bytes = k->shared_bytes + (uint32_t)shared;
    const uint32_t threads = s->block[0] * s->block[1] * s->block[2];
    if (k->max_threads && threads > k->max_threads)
        return ptx_fail_at(q->r, &table->key, "expected at most %u threads in a block of kernel %s",
                           k->max_threads, k->name);
    return launch_arguments(q, table, args, s);
}

/* copy = "a", to = "b"; reset = "a" */
static bool launch_host_step(launch_reader *q, const toml_node *table, ptx_launch_step *s) {
    static const char *const keys[] = {"kernel", "copy", "to", "reset", NULL};
    bool from = false, to = false;
    for (const toml_node *n = launch_first(q->t, table); n; n = launch_next(q->t, n)) {
        const bool reset = toml_named(n, "reset");
        if (toml_named(n, "grid") || toml_named(n, "block") || toml_named(n, "args"))
            return ptx_fail_at(q->r, &n->key, "expected kernel = in this step as well");
        if (!reset && !toml_named(n, "copy") && !toml_named(n, "to"))
            return launch_unknown(q, n, keys);
        if (!launch_buffer(q, n, toml_named(n, "to") ? &s->to : &s->from))
            return false;
        s->kind = reset ? PTX_STEP_RESET : PTX_STEP_COPY;
        from |= !reset && !toml_named(n, "to");
        to |= toml_named(n, "to");
    }
    if (s->kind == PTX_STEP_RESET)
        return (!from && !to) || ptx_fail_at(q->r, &table->key, "expected reset alone");
    if (!from || !to)
        return ptx_fail_at(q->r, &table->key, "expected kernel =, copy = with to =, or reset =");
    return q->l->buffer[s->from].bytes <= q->l->buffer[s->to].bytes ||
           ptx_fail_at(q->r, &table->key, "expected a copy to a buffer that is as large");
}

bool launch_read_step(launch_reader *q, const toml_node *table) {
    ptx_launch *l = q->l;
    const toml_node *kernel = NULL;
    if (l->steps == PTX_STEPS)
        return ptx_fail_at(q->r, &table->key, "expected at most %u steps", PTX_STEPS);
    ptx_launch_step *grown = realloc(l->step, (l->steps + 1) * sizeof *grown);
    if (!grown)
        return ptx_fail_at(q->r, &table->key, "out of memory");
    l->step = grown;
    ptx_launch_step *s = &l->step[l->steps++];
    *s = (ptx_launch_step){.repeat = 1, .grid = {1, 1, 1}, .block = {1, 1, 1}};
    for (const toml_node *n = launch_first(q->t, table); n; n = launch_next(q->t, n))
        if (toml_named(n, "kernel"))
            kernel = n;
    return kernel ? launch_run(q, table, kernel, s) : launch_host_step(q, table, s);
}

/* ---- the file ---- */

static bool launch_top_key(launch_reader *q, const toml_node *n) {
    static const char *const keys[] = {"repeat", "steps", "buffer", "step", "check", NULL};
    uint64_t value;
    if (n->kind == TOML_TABLE) {
        if (toml_named(n, "buffer"))
            return launch_read_buffer(q, n);
        if (toml_named(n, "step"))
            return launch_read_step(q, n);
        return toml_named(n, "check") ? launch_read_check(q, n) : launch_unknown(q, n, keys + 2);
    }
    if (toml_named(n, "steps"))
        return launch_size(q, n, UINT64_C(1) << 40, &q->l->block_steps);
    if (!toml_named(n, "repeat"))
        return launch_unknown(q, n, keys);
    if (!launch_number(q, n, 1, REPEAT_MOST, &value))
        return false;
    q->l->repeat = (uint32_t)value;
    return true;
}

static void launch_add_region(ptx_launch *l, uint64_t base, uint64_t bytes, uint8_t *data) {
    if (bytes)
        l->region[l->memory.count++] = (ptx_region){base, bytes, data};
    l->memory.region = l->region;
}

static bool launch_read(launch_reader *q) {
    ptx_launch *l = q->l;
    bool runs = false;
    for (const toml_node *n = launch_first(q->t, &q->t->node[0]); n; n = launch_next(q->t, n))
        if (!launch_top_key(q, n))
            return false;
    for (uint32_t s = 0; s < l->steps; s++)
        runs |= l->step[s].kind == PTX_STEP_KERNEL;
    if (!runs)
        return ptx_fail_at(q->r, &q->t->node[0].place, "expected a [[step]] with kernel =");
    l->variables = calloc(1, q->m->bytes + 1U);
    if (!l->variables)
        return ptx_fail_at(q->r, &q->t->node[0].place, "out of memory");
    launch_add_region(l, PTX_MODULE_BASE, q->m->bytes, l->variables); /* below all buffers */
    for (uint32_t b = 0; b < l->buffers; b++)
        launch_add_region(l, l->buffer[b].base, l->buffer[b].bytes, l->buffer[b].data);
    return true;
}

ptx_launch *ptx_launch_open(ptx_module *m, const char *path, uint32_t registers, uint64_t seed, char *err,
                            size_t err_size) {
    size_t size;
    toml t = {.count = 0};
    ptx_reader r = {.toml = true};
    char *text = ptx_read_file(path, &size, err, err_size);
    if (!text)
        return NULL;
    ptx_launch *l = calloc(1, sizeof *l);
    bool ok = false;
    if (l) {
        l->registers = registers;
        l->seed = seed;
        l->repeat = 1;
        l->block_steps = PTX_STEPS_DEFAULT;
        ptx_reader_start(&r, path, text, size, err, err_size);
        launch_reader q = {.l = l, .m = m, .r = &r, .t = &t, .path = path};
        ok = toml_read(&t, &r) && launch_read(&q) && ptx_launch_reset(l, m, err, err_size);
    } else {
        (void)snprintf(err, err_size, "%.900s: out of memory", path);
    }
    toml_free(&t);
    free(text);
    if (ok)
        return l;
    ptx_launch_close(l);
    return NULL;
}

bool ptx_launch_files(const char *path, ptx_file_fn file, void *ctx, char *err, size_t err_size) {
    size_t size;
    toml t = {.count = 0};
    ptx_reader r = {.toml = true};
    char *text = ptx_read_file(path, &size, err, err_size), name[4096];
    if (!text)
        return false;
    ptx_reader_start(&r, path, text, size, err, err_size);
    bool ok = toml_read(&t, &r);
    for (uint32_t i = 0; ok && i < t.count; i++)
        if (t.node[i].kind == TOML_TEXT && toml_named(&t.node[i], "file")) {
            launch_path(path, t.node[i].text, name, sizeof name);
            ok = file(ctx, name, err, err_size);
        }
    toml_free(&t);
    free(text);
    return ok;
}

void ptx_launch_close(ptx_launch *l) {
    if (!l)
        return;
    for (uint32_t b = 0; b < l->buffers; b++) {
        free(l->buffer[b].name);
        free(l->buffer[b].given);
        free(l->buffer[b].data);
    }
    for (uint32_t s = 0; s < l->steps; s++)
        free(l->step[s].parameters);
    for (uint32_t c = 0; c < l->checks; c++)
        free(l->check[c].expected);
    for (uint32_t k = 0; k < l->kernels; k++)
        ptx_kernel_free(&l->kernel[k]);
    free(l->step);
    free(l->check);
    free(l->variables);
    free(l);
}
