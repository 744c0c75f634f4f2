/* SPDX-License-Identifier: Apache-2.0 */
/* What buffers hold at first, and what they are expected to hold in the end. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mix.h"
#include "program/ptx/ptx_compute.h"
#include "program/ptx/ptx_compute_internal.h"
#include "program/ptx/ptx_launch_internal.h"

/* ---- first contents ---- */

static uint64_t contents_real(double x, ptx_type t) {
    return t == PTX_F64   ? ptx_from_double(x)
           : t == PTX_F32 ? ptx_from_float((float)x)
                          : ptx_half_from_double(x);
}

static uint64_t contents_random(const ptx_buffer *b, uint64_t *state) {
    const uint64_t x = random_next(state);
    if (ptx_type_float(b->type))
        return contents_real(b->low + (b->high - b->low) * ((double)(x >> 11) * 0x1p-53), b->type);
    if (b->high <= b->low)
        return x >> (64U - ptx_type_bits(b->type)); /* all values of the type */
    const uint64_t span = (uint64_t)(b->high - b->low);
    return (uint64_t)(int64_t)b->low + (span ? (x >> 16) % span : 0);
}

static void contents_fill(ptx_buffer *b, uint64_t seed) {
    const unsigned width = ptx_type_bits(b->type) / 8;
    uint64_t state = random_seeded(mix(seed) ^ b->base);
    if (b->fill == PTX_FILL_GIVEN) {
        for (uint64_t at = 0; at < b->bytes; at += b->given_bytes)
            memcpy(b->data + at, b->given, b->bytes - at < b->given_bytes ? b->bytes - at : b->given_bytes);
        return;
    }
    if (b->fill == PTX_FILL_VALUE && b->element == 0) {
        memset(b->data, 0, b->bytes);
        return;
    }
    for (uint64_t i = 0; i < b->bytes / width; i++) {
        uint64_t x = b->element;
        if (b->fill == PTX_FILL_RANDOM)
            x = contents_random(b, &state);
        else if (b->fill == PTX_FILL_INDEX)
            x = ptx_type_float(b->type) ? contents_real((double)i, b->type) : i;
        memcpy(b->data + i * width, &x, width);
    }
}

void ptx_launch_refill(ptx_launch *l, uint32_t number) {
    contents_fill(&l->buffer[number], l->seed);
}

bool ptx_launch_reset(ptx_launch *l, const ptx_module *m, char *err, size_t err_size) {
    memset(l->variables, 0, m->bytes);
    for (uint32_t v = 0; v < m->variables; v++) {
        const ptx_variable *variable = &m->variable[v];
        if (variable->address != PTX_UNPLACED &&
            (variable->space == PTX_GLOBAL || variable->space == PTX_CONST) &&
            !ptx_module_values(m, variable, l->variables + (variable->address - PTX_MODULE_BASE), err,
                               err_size))
            return false;
    }
    for (uint32_t b = 0; b < l->buffers; b++)
        ptx_launch_refill(l, b);
    return true;
}

/* ---- expected contents ---- */

static bool contents_check_key(launch_reader *q, const toml_node *n, ptx_check *c) {
    static const char *const keys[] = {"buffer", "value", "values",    "file",
                                       "same",   "first", "tolerance", NULL};
    const ptx_buffer *b = &q->l->buffer[c->buffer];
    const unsigned width = ptx_type_bits(b->type) / 8;
    uint64_t number;
    if (toml_named(n, "buffer"))
        return true;
    if (toml_named(n, "tolerance"))
        return launch_real(q, n, &c->tolerance) &&
               (c->tolerance >= 0.0 ||
                ptx_fail_at(q->r, &n->place, "tolerance: expected a number from 0 on"));
    if (toml_named(n, "same"))
        return launch_buffer(q, n, &c->same);
    if (toml_named(n, "first")) {
        if (!launch_number(q, n, 0, b->bytes / width - 1, &number))
            return false;
        c->offset = number * width;
        return true;
    }
    const bool value = toml_named(n, "value");
    if (c->expected && (value || toml_named(n, "values") || toml_named(n, "file")))
        return ptx_fail_at(q->r, &n->key, "expected one of value, values, file and same");
    if (value) {
        c->one_value = true;
        c->bytes = width;
        c->expected = calloc(8, sizeof *c->expected); /* a number of any type */
        if (!c->expected || !launch_bits(q, n, b->type, &number))
            return ptx_fail_at(q->r, &n->place, "out of memory");
        memcpy(c->expected, &number, sizeof number);
        return true;
    }
    if (toml_named(n, "values") || toml_named(n, "file"))
        return toml_named(n, "file") ? launch_file(q, n, &c->expected, &c->bytes)
                                     : launch_list(q, n, b->type, &c->expected, &c->bytes);
    return launch_unknown(q, n, keys);
}

bool launch_read_check(launch_reader *q, const toml_node *table) {
    ptx_launch *l = q->l;
    bool named = false;
    ptx_check *grown = realloc(l->check, (l->checks + 1) * sizeof *grown);
    if (!grown)
        return ptx_fail_at(q->r, &table->key, "out of memory");
    l->check = grown;
    ptx_check *c = &l->check[l->checks++];
    *c = (ptx_check){.same = PTX_NONE, .line = table->key.line};
    for (const toml_node *n = launch_first(q->t, table); n; n = launch_next(q->t, n))
        if (toml_named(n, "buffer")) {
            named = true;
            if (!launch_buffer(q, n, &c->buffer))
                return false;
        }
    if (!named)
        return ptx_fail_at(q->r, &table->key, "expected buffer =");
    for (const toml_node *n = launch_first(q->t, table); n; n = launch_next(q->t, n))
        if (!contents_check_key(q, n, c))
            return false;
    if ((c->expected != NULL) + (c->same != PTX_NONE) != 1)
        return ptx_fail_at(q->r, &table->key, "expected one of value, values, file and same");
    if (c->same != PTX_NONE)
        c->bytes = l->buffer[c->same].bytes;
    const unsigned width = ptx_type_bits(l->buffer[c->buffer].type) / 8;
    if (c->bytes % width)
        return ptx_fail_at(q->r, &table->key, "expected whole elements of %u bytes, not %llu bytes", width,
                           (unsigned long long)c->bytes);
    return c->offset + c->bytes <= l->buffer[c->buffer].bytes ||
           ptx_fail_at(q->r, &table->key, "expected at most as much as the buffer holds");
}

static double contents_as_real(uint64_t x, ptx_type t) {
    if (!ptx_type_float(t))
        return ptx_type_signed(t) ? (double)ptx_signed(x, ptx_type_bits(t)) : (double)x;
    return t == PTX_F64   ? ptx_to_double(x)
           : t == PTX_F32 ? (double)ptx_to_float(x)
                          : (double)ptx_half_to_float((uint16_t)x);
}

static bool contents_equal(uint64_t x, uint64_t y, ptx_type t, double tolerance) {
    if (x == y)
        return true;
    const double a = contents_as_real(x, t), b = contents_as_real(y, t);
    return tolerance > 0.0 && fabs(a - b) <= tolerance * fmax(1.0, fabs(b));
}

static void contents_spell(uint64_t x, ptx_type t, char *to, size_t size) {
    if (ptx_type_float(t))
        (void)snprintf(to, size, "%.9g", contents_as_real(x, t));
    else if (ptx_type_signed(t))
        (void)snprintf(to, size, "%" PRId64, ptx_signed(x, ptx_type_bits(t)));
    else
        (void)snprintf(to, size, "%" PRIu64, x);
}

bool ptx_launch_check(const ptx_launch *l, const char *path, char *err, size_t err_size) {
    for (uint32_t n = 0; n < l->checks; n++) {
        const ptx_check *c = &l->check[n];
        const ptx_buffer *b = &l->buffer[c->buffer];
        const unsigned width = ptx_type_bits(b->type) / 8;
        const uint8_t *expected = c->same != PTX_NONE ? l->buffer[c->same].data : c->expected;
        const uint64_t bytes = c->one_value ? b->bytes - c->offset : c->bytes;
        for (uint64_t at = 0; at + width <= bytes; at += width) {
            uint64_t x = 0, y = 0;
            memcpy(&x, b->data + c->offset + at, width);
            memcpy(&y, expected + (c->one_value ? 0 : at), width);
            if (contents_equal(x, y, b->type, c->tolerance))
                continue;
            char is[32], wanted[32];
            contents_spell(x, b->type, is, sizeof is);
            contents_spell(y, b->type, wanted, sizeof wanted);
            (void)snprintf(err, err_size, "%.900s:%u: buffer %.100s, element %" PRIu64 " is %s: expected %s",
                           path, c->line, b->name, (c->offset + at) / width, is, wanted);
            return false;
        }
    }
    return true;
}
