/* SPDX-License-Identifier: Apache-2.0 */
/* Values of a launch file. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/near_name.h"
#include "base/number_text.h"
#include "program/ptx/ptx_compute.h"
#include "program/ptx/ptx_compute_internal.h"
#include "program/ptx/ptx_launch_internal.h"

#define PATH_BYTES 4096U

bool launch_number(const launch_reader *q, const toml_node *n, uint64_t least, uint64_t most, uint64_t *to) {
    if (n->kind != TOML_INTEGER || n->integer < 0 || (uint64_t)n->integer < least ||
        (uint64_t)n->integer > most)
        return ptx_fail_at(q->r, &n->place, "%.*s: expected a number from %llu to %llu", (int)n->key.length,
                           n->key.at, (unsigned long long)least, (unsigned long long)most);
    *to = (uint64_t)n->integer;
    return true;
}

bool launch_size(const launch_reader *q, const toml_node *n, uint64_t most, uint64_t *to) {
    const char *text = n->text;
    if (n->kind != TOML_TEXT)
        return launch_number(q, n, 1, most, to);
    if (number_text_read(&text, to) && !*text && *to && *to <= most)
        return true;
    return ptx_fail_at(q->r, &n->place, "%.*s: expected a size from 1 to %llu, as \"64K\"",
                       (int)n->key.length, n->key.at, (unsigned long long)most);
}

bool launch_real(const launch_reader *q, const toml_node *n, double *to) {
    *to = n->real;
    return n->kind == TOML_INTEGER || n->kind == TOML_REAL ||
           ptx_fail_at(q->r, &n->place, "%.*s: expected a number", (int)n->key.length, n->key.at);
}

bool launch_buffer(const launch_reader *q, const toml_node *n, uint32_t *to) {
    near_name near = near_name_of(n->kind == TOML_TEXT ? n->text : "");
    for (uint32_t i = 0; i < q->l->buffers && n->kind == TOML_TEXT; i++) {
        *to = i;
        if (strcmp(q->l->buffer[i].name, n->text) == 0)
            return true;
        near_name_offer(&near, q->l->buffer[i].name);
    }
    return ptx_fail_at(q->r, &n->place, "expected the name of a buffer above%s", near.hint);
}

bool launch_bits(const launch_reader *q, const toml_node *n, ptx_type type, uint64_t *to) {
    const unsigned bits = ptx_type_bits(type);
    if (n->kind != TOML_INTEGER && n->kind != TOML_REAL)
        return ptx_fail_at(q->r, &n->place, "expected a number of type %s", ptx_type_name(type));
    if (type == PTX_F64 || (n->kind == TOML_REAL && type == PTX_B64))
        *to = ptx_from_double(n->real);
    else if (type == PTX_F32 || (n->kind == TOML_REAL && type == PTX_B32))
        *to = ptx_from_float((float)n->real);
    else if (type == PTX_F16)
        *to = ptx_half_from_double(n->real);
    else if (n->kind == TOML_REAL)
        return ptx_fail_at(q->r, &n->place, "expected a whole number of type %s", ptx_type_name(type));
    else {
        *to = ptx_cut((uint64_t)n->integer, bits);
        const bool fits = n->integer < 0 ? ptx_signed(*to, bits) == n->integer : *to == (uint64_t)n->integer;
        return fits || ptx_fail_at(q->r, &n->place, "expected a number of %u bits", bits);
    }
    return true;
}

bool launch_list(const launch_reader *q, const toml_node *n, ptx_type type, uint8_t **to, uint64_t *bytes) {
    const unsigned width = ptx_type_bits(type) / 8;
    uint64_t count = 0, value;
    if (n->kind != TOML_ARRAY || n->child == TOML_NONE)
        return ptx_fail_at(q->r, &n->place, "%.*s: expected an array of numbers", (int)n->key.length,
                           n->key.at);
    for (const toml_node *item = launch_first(q->t, n); item; item = launch_next(q->t, item))
        count++;
    *to = calloc(count + 1, width);
    *bytes = 0;
    if (!*to)
        return ptx_fail_at(q->r, &n->place, "out of memory");
    for (const toml_node *item = launch_first(q->t, n); item; item = launch_next(q->t, item)) {
        if (!launch_bits(q, item, type, &value))
            return false;
        memcpy(*to + *bytes, &value, width);
        *bytes += width;
    }
    return true;
}

void launch_path(const char *launch, const char *file, char *to, size_t size) {
    const char *slash = strrchr(launch, '/');
    if (*file == '/' || !slash)
        (void)snprintf(to, size, "%s", file);
    else
        (void)snprintf(to, size, "%.*s/%s", (int)(slash - launch), launch, file);
}

bool launch_file(const launch_reader *q, const toml_node *n, uint8_t **to, uint64_t *bytes) {
    char path[PATH_BYTES], err[1200];
    size_t size;
    if (n->kind != TOML_TEXT)
        return ptx_fail_at(q->r, &n->place, "file: expected the name of a file");
    launch_path(q->path, n->text, path, sizeof path);
    *to = (uint8_t *)ptx_read_file(path, &size, err, sizeof err);
    if (!*to)
        return ptx_fail_at(q->r, &n->place, "cannot read the file: %.400s", err);
    *bytes = size;
    return size > 0 || ptx_fail_at(q->r, &n->place, "expected a file that is not empty");
}

bool launch_unknown(const launch_reader *q, const toml_node *n, const char *const *keys) {
    char name[NEAR_NAME_BYTES];
    (void)snprintf(name, sizeof name, "%.*s", (int)(n->key.length < 63 ? n->key.length : 63), n->key.at);
    near_name near = near_name_of(name);
    near_name_offer_all(&near, keys);
    return ptx_fail_at(q->r, &n->key, "unknown key, expected one of docs/reference/ptx.md%s", near.hint);
}
