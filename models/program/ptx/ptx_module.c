/* SPDX-License-Identifier: Apache-2.0 */
#include "program/ptx/ptx_module.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALIGN_LIMIT 4096U

bool ptx_space_named(const char *name, size_t length, ptx_space *space) {
    static const struct {
        const char *name;
        ptx_space space;
    } known[] = {{"global", PTX_GLOBAL},      {"const", PTX_CONST},      {"shared", PTX_SHARED},
                 {"local", PTX_LOCAL},        {"param", PTX_PARAM},      {"shared::cta", PTX_SHARED},
                 {"param::entry", PTX_PARAM}, {"param::func", PTX_PARAM}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].name) == length && memcmp(known[i].name, name, length) == 0) {
            *space = known[i].space;
            return true;
        }
    return false;
}

bool ptx_skip_block(ptx_reader *r) {
    const ptx_token open = r->token;
    uint32_t depth = 0;
    do {
        if (r->token.kind == PTX_END)
            return ptx_fail_at(r, &open, "expected '}' for this '{'");
        depth += ptx_token_is(&r->token, "{");
        depth -= ptx_token_is(&r->token, "}");
        ptx_next(r);
    } while (depth);
    return !r->failed;
}

static void ptx_skip_line(ptx_reader *r) {
    const uint32_t line = r->token.line;
    while (r->token.kind != PTX_END && r->token.line == line)
        ptx_next(r);
}

bool ptx_skip_remark(ptx_reader *r) {
    if (ptx_token_is(&r->token, ".loc") || ptx_token_is(&r->token, ".file")) {
        ptx_skip_line(r);
        return true;
    }
    if (ptx_take(r, ".pragma")) {
        while (r->token.kind != PTX_END && !ptx_take(r, ";"))
            ptx_next(r);
        return true;
    }
    if (!ptx_take(r, ".section"))
        return false;
    if (r->token.kind == PTX_WORD)
        ptx_next(r);
    if (ptx_token_is(&r->token, "{"))
        (void)ptx_skip_block(r);
    return true;
}

/* ---- variables ---- */

static bool ptx_read_align(ptx_reader *r, ptx_variable *v) {
    if (!ptx_take(r, ".align"))
        return true;
    const uint64_t align = r->token.bits;
    if (r->token.kind != PTX_NUMBER || align == 0 || align > ALIGN_LIMIT || (align & (align - 1)))
        return ptx_fail(r, "expected an alignment, a power of two up to %u", ALIGN_LIMIT);
    v->align = (uint32_t)align;
    ptx_next(r);
    return true;
}

/* ".ptr .global .align 4" behind the type of a parameter. */
static bool ptx_read_pointer(ptx_reader *r, ptx_variable *v) {
    ptx_variable points = {.align = 1};
    if (!ptx_take(r, ".ptr"))
        return true;
    if (r->token.kind == PTX_WORD && ptx_space_named(r->token.at + 1, r->token.length - 1, &v->points))
        ptx_next(r);
    return ptx_read_align(r, &points);
}

/* [4][2]; [] is external, or has its size from its values. */
static bool ptx_read_dimensions(ptx_reader *r, ptx_variable *v) {
    const uint64_t limit =
        v->space == PTX_GLOBAL || v->space == PTX_CONST ? PTX_MODULE_LIMIT : PTX_BYTES_LIMIT;
    while (ptx_take(r, "[")) {
        v->array = true;
        if (ptx_take(r, "]")) {
            v->bytes = 0;
            continue;
        }
        if (r->token.kind != PTX_NUMBER || r->token.real || r->token.single || r->token.bits > limit ||
            v->bytes * r->token.bits > limit)
            return ptx_fail(r, "expected a size, at most %llu bytes in all", (unsigned long long)limit);
        v->bytes *= r->token.bits;
        ptx_next(r);
        if (!ptx_expect(r, "]"))
            return false;
    }
    return true;
}

bool ptx_read_variable(ptx_reader *r, ptx_space space, ptx_variable *v) {
    uint32_t elements = 1;
    *v = (ptx_variable){.space = space, .address = PTX_UNPLACED};
    if (!ptx_read_align(r, v))
        return false;
    if (ptx_take(r, ".v2"))
        elements = 2;
    else if (ptx_take(r, ".v4"))
        elements = 4;
    if (r->token.kind == PTX_WORD && *r->token.at == '.')
        v->type = ptx_type_named(r->token.at + 1, r->token.length - 1);
    if (v->type == PTX_NO_TYPE || v->type == PTX_PRED)
        return ptx_fail(r, "expected a type of a variable, as .u32");
    ptx_next(r);
    if (!ptx_read_pointer(r, v))
        return false;
    if (r->token.kind != PTX_WORD || *r->token.at == '.')
        return ptx_fail(r, "expected a name");
    v->name = r->token.at;
    v->length = r->token.length;
    ptx_next(r);
    v->bytes = (uint64_t)ptx_type_bits(v->type) / 8 * elements;
    v->array = elements > 1;
    if (!v->align)
        v->align = (uint32_t)v->bytes;
    return ptx_read_dimensions(r, v);
}

/* Counts the values of "= {...}", or puts them to `to`. */
static bool ptx_read_values(ptx_reader *r, const ptx_variable *v, uint8_t *to, uint64_t *count) {
    const uint32_t width = ptx_type_bits(v->type) / 8;
    uint32_t depth = 0;
    *count = 0;
    do {
        if (ptx_take(r, "{")) {
            depth++;
            continue;
        }
        if (depth && ptx_take(r, "}")) {
            depth--;
            (void)(depth && ptx_take(r, ","));
            continue;
        }
        const bool minus = ptx_take(r, "-");
        uint64_t bits = r->token.bits;
        if (r->token.kind != PTX_NUMBER)
            return ptx_fail(r, "expected a number; addresses as first contents are not supported");
        if (minus && (r->token.real || r->token.single))
            bits ^= UINT64_C(1) << (r->token.real ? 63 : 31);
        else if (minus)
            bits = 0 - bits;
        if (r->token.real && v->type == PTX_F32) {
            double x;
            memcpy(&x, &bits, sizeof x);
            const float single = (float)x;
            bits = 0;
            memcpy(&bits, &single, sizeof single);
        }
        if (to && *count < v->bytes / width)
            memcpy(to + *count * width, &bits, width);
        ++*count;
        ptx_next(r);
        (void)(depth && ptx_take(r, ","));
    } while (depth && !r->failed);
    return !r->failed;
}

bool ptx_module_values(const ptx_module *m, const ptx_variable *v, uint8_t *to, char *err, size_t err_size) {
    ptx_reader r = {.token = {.kind = PTX_END}};
    uint64_t count;
    if (!v->has_values)
        return true;
    ptx_reader_start(&r, m->file, m->text, m->size, err, err_size);
    ptx_reader_return(&r, &v->values);
    return ptx_read_values(&r, v, to, &count);
}

/* A growing list; *room is doubled. */
static bool ptx_module_grow(void **list, uint32_t count, uint32_t *room, size_t bytes) {
    if (count < *room)
        return true;
    const uint32_t more = *room ? 2 * *room : 16;
    void *grown = realloc(*list, more * bytes);
    if (!grown)
        return false;
    *list = grown;
    *room = more;
    return true;
}

static bool ptx_module_place(ptx_reader *r, ptx_module *m, ptx_variable *v) {
    if (v->space != PTX_GLOBAL && v->space != PTX_CONST)
        return true;
    assert(v->align != 0); /* ptx_read_variable() has set it */
    const uint64_t at = (m->bytes + v->align - 1) / v->align * v->align;
    if (at + v->bytes > PTX_MODULE_LIMIT)
        return ptx_fail(r, "expected at most 2 GB of variables in a file");
    v->address = PTX_MODULE_BASE + at;
    m->bytes = at + v->bytes;
    return true;
}

static bool ptx_module_add_variable(ptx_reader *r, ptx_module *m, ptx_space space, bool external) {
    ptx_variable v;
    uint64_t count = 0;
    if (!ptx_read_variable(r, space, &v))
        return false;
    v.external = external && v.bytes == 0;
    if (ptx_take(r, "=")) {
        v.values = r->token;
        v.has_values = true;
        if (!ptx_read_values(r, &v, NULL, &count))
            return false;
    }
    if (v.bytes == 0)
        v.bytes = count * (ptx_type_bits(v.type) / 8);
    if (v.bytes == 0 && !(v.external && space == PTX_SHARED))
        return ptx_fail(r, "expected a size");
    if (ptx_module_variable(m, v.name, v.length))
        return ptx_fail(r, "the variable %.*s has been declared before", (int)v.length, v.name);
    if (!ptx_module_place(r, m, &v))
        return false;
    if (!ptx_module_grow((void **)&m->variable, m->variables, &m->variable_room, sizeof v))
        return ptx_fail(r, "out of memory");
    m->variable[m->variables++] = v;
    return ptx_expect(r, ";");
}

/* ---- functions ---- */

static bool ptx_skip_list(ptx_reader *r) {
    while (r->token.kind != PTX_END && !ptx_token_is(&r->token, ")"))
        ptx_next(r);
    return ptx_expect(r, ")");
}

/* Directives between the head of a function and its body. */
static bool ptx_module_limits(ptx_reader *r, ptx_function *f) {
    for (;;) {
        const bool block = ptx_token_is(&r->token, ".maxntid") || ptx_token_is(&r->token, ".reqntid");
        const bool number = ptx_token_is(&r->token, ".minnctapersm") || ptx_token_is(&r->token, ".maxnreg") ||
                            ptx_token_is(&r->token, ".maxnctapersm");
        if (ptx_take(r, ".noreturn"))
            continue;
        if (!block && !number)
            return true;
        uint64_t threads = 1;
        do {
            ptx_next(r);
            if (r->token.kind != PTX_NUMBER || r->token.bits > (1U << 20) || threads > (1U << 20))
                return ptx_fail(r, "expected a number");
            threads *= r->token.bits;
            ptx_next(r);
        } while (ptx_token_is(&r->token, ","));
        if (block)
            f->max_threads = (uint32_t)threads;
    }
}

static bool ptx_module_add_function(ptx_reader *r, ptx_module *m, bool entry) {
    ptx_function f = {.entry = entry};
    if (!entry && ptx_take(r, "(")) {
        f.has_results = true;
        f.results = r->token;
        if (!ptx_skip_list(r))
            return false;
    }
    if (r->token.kind != PTX_WORD || *r->token.at == '.')
        return ptx_fail(r, "expected the name of a function");
    f.name = r->token;
    ptx_next(r);
    if (ptx_take(r, "(")) {
        f.has_parameters = true;
        f.parameters = r->token;
        if (!ptx_skip_list(r))
            return false;
    }
    if (!ptx_module_limits(r, &f))
        return false;
    ptx_function *known = (ptx_function *)ptx_module_function(m, f.name.at, f.name.length);
    if (!ptx_take(r, ";")) {
        if (!ptx_token_is(&r->token, "{"))
            return ptx_fail(r, "expected '{' or ';' behind the head of a function");
        f.body = r->token;
        f.defined = true;
        if (!ptx_skip_block(r))
            return false;
    }
    if (known && known->defined && f.defined)
        return ptx_fail_at(r, &f.name, "the function has been defined before");
    if (known) {
        if (f.defined)
            *known = f;
        return true;
    }
    if (!ptx_module_grow((void **)&m->function, m->functions, &m->function_room, sizeof f))
        return ptx_fail(r, "out of memory");
    m->function[m->functions++] = f;
    return true;
}

const ptx_function *ptx_module_function(const ptx_module *m, const char *name, size_t length) {
    for (uint32_t i = 0; i < m->functions; i++)
        if (m->function[i].name.length == length && memcmp(m->function[i].name.at, name, length) == 0)
            return &m->function[i];
    return NULL;
}

const ptx_function *ptx_module_kernel(const ptx_module *m, const char *name) {
    char prefix[160];
    const ptx_function *exact = ptx_module_function(m, name, strlen(name)), *found = NULL;
    const int n = snprintf(prefix, sizeof prefix, "_Z%zu%.128s", strlen(name), name);
    if (exact)
        return exact->entry && exact->defined ? exact : NULL;
    for (uint32_t i = 0; i < m->functions; i++) {
        const ptx_function *f = &m->function[i];
        if (!f->entry || !f->defined || f->name.length <= (size_t)n ||
            memcmp(f->name.at, prefix, (size_t)n) != 0)
            continue;
        if (found)
            return NULL; /* which one is meant? */
        found = f;
    }
    return found;
}

ptx_variable *ptx_module_variable(const ptx_module *m, const char *name, size_t length) {
    for (uint32_t i = 0; i < m->variables; i++)
        if (m->variable[i].length == length && memcmp(m->variable[i].name, name, length) == 0)
            return &m->variable[i];
    return NULL;
}

/* ---- the file ---- */

/* .version 8.5, .target sm_70, texmode, .address_size 64 */
static bool ptx_module_head(ptx_reader *r, bool *known) {
    *known = true;
    if (ptx_take(r, ".version") || ptx_token_is(&r->token, ".target")) {
        ptx_skip_line(r);
        return true;
    }
    if (ptx_take(r, ".address_size")) {
        if (r->token.kind != PTX_NUMBER || r->token.bits != 64)
            return ptx_fail(r, "expected addresses of 64 bits");
        ptx_next(r);
        return true;
    }
    *known = false;
    return true;
}

static bool ptx_module_statement(ptx_reader *r, ptx_module *m) {
    bool known, external = false;
    ptx_space space;
    if (!ptx_module_head(r, &known) || known)
        return !r->failed;
    if (ptx_skip_remark(r) || ptx_take(r, ";"))
        return !r->failed;
    for (;;) {
        if (ptx_take(r, ".extern"))
            external = true;
        else if (!ptx_take(r, ".visible") && !ptx_take(r, ".weak") && !ptx_take(r, ".common"))
            break;
    }
    if (ptx_take(r, ".entry"))
        return ptx_module_add_function(r, m, true);
    if (ptx_take(r, ".func"))
        return ptx_module_add_function(r, m, false);
    if (r->token.kind == PTX_WORD && *r->token.at == '.' &&
        ptx_space_named(r->token.at + 1, r->token.length - 1, &space) && space != PTX_PARAM) {
        ptx_next(r);
        return ptx_module_add_variable(r, m, space, external);
    }
    return ptx_fail(r, "expected .entry, .func or a variable");
}

bool ptx_module_open(ptx_module *m, const char *file, char *text, size_t size, char *err, size_t err_size) {
    ptx_reader r = {.token = {.kind = PTX_END}};
    *m = (ptx_module){.file = strdup(file), .text = text, .size = size};
    if (!m->file) {
        (void)snprintf(err, err_size, "%.900s: out of memory", file);
        ptx_module_close(m);
        return false;
    }
    ptx_reader_start(&r, m->file, text, size, err, err_size);
    while (!r.failed && r.token.kind != PTX_END)
        if (!ptx_module_statement(&r, m))
            break;
    if (!r.failed && m->functions == 0)
        (void)ptx_fail(&r, "expected a kernel (.entry)");
    if (!r.failed)
        return true;
    ptx_module_close(m);
    return false;
}

void ptx_module_close(ptx_module *m) {
    free(m->file);
    free(m->text);
    free(m->variable);
    free(m->function);
    *m = (ptx_module){.text = NULL};
}
