/* SPDX-License-Identifier: Apache-2.0 */
#include "program/trace/trace_header.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "program/trace/scan.h"

/* CUDA's limits; a block is limited by its warps. */
#define MAX_GRID_X       0x7FFFFFFFU
#define MAX_GRID_YZ      65535U
#define MAX_THREADS      (GMMU_MAX_WARPS_PER_BLOCK * GMMU_LANES)
#define MAX_REGISTERS    256U /* of a thread */
#define MAX_SIZE         0x7FFFFFFFU
#define MAX_HEADER_LINES 1000U
/* For traces that do not say: what compilers use unless told. */
#define DEFAULT_REGISTERS 32U

static bool parse_name(trace_header *h, lines *l, char *value) {
    (void)l;
    snprintf(h->info.name, sizeof h->info.name, "%.*s", (int)sizeof h->info.name - 1, value);
    return true;
}

/* "(x,y,z)" */
static bool parse_dims(lines *l, char *value, uint32_t dims[3], const char *what) {
    size_t n = strlen(value);
    if (n > 2 && value[0] == '(' && value[n - 1] == ')') {
        value[n - 1] = '\0';
        if (scan_triple(value + 1, MAX_GRID_X, dims) && dims[0] && dims[1] && dims[2])
            return true;
        value[n - 1] = ')';
    }
    return lines_fail(l, value, "bad %s, expected (x,y,z) with each from 1", what);
}

static bool parse_grid(trace_header *h, lines *l, char *value) {
    uint32_t *g = h->info.grid;
    if (!parse_dims(l, value, g, "grid dim"))
        return false;
    if (g[1] > MAX_GRID_YZ || g[2] > MAX_GRID_YZ)
        return lines_fail(l, value, "grid too large, expected y and z of at most %u", MAX_GRID_YZ);
    h->info.blocks = (uint64_t)g[0] * g[1] * g[2];
    return true;
}

static bool parse_block(trace_header *h, lines *l, char *value) {
    uint32_t *b = h->info.block;
    if (!parse_dims(l, value, b, "block dim"))
        return false;
    if (b[0] > MAX_THREADS || b[1] > MAX_THREADS || b[2] > MAX_THREADS ||
        (uint64_t)b[0] * b[1] * b[2] > MAX_THREADS)
        return lines_fail(l, value, "thread block too large, expected at most %u threads (%u warps)",
                          MAX_THREADS, GMMU_MAX_WARPS_PER_BLOCK);
    h->info.warps_per_block = (b[0] * b[1] * b[2] + GMMU_LANES - 1) / GMMU_LANES;
    return true;
}

static bool trace_header_parse_number(lines *l, const char *value, const char *what, uint64_t max,
                                      uint32_t *to) {
    uint64_t v = 0;
    if (!scan_decimal(value, max, &v))
        return lines_fail(l, value, "bad %s, expected a number from 0 to %llu", what,
                          (unsigned long long)max);
    *to = (uint32_t)v;
    return true;
}

static bool parse_shared_bytes(trace_header *h, lines *l, char *value) {
    h->shared_line = l->number;
    return trace_header_parse_number(l, value, "shmem", MAX_SIZE, &h->info.shared_bytes);
}

static bool trace_header_parse_registers(trace_header *h, lines *l, char *value) {
    h->regs_line = l->number;
    return trace_header_parse_number(l, value, "nregs", MAX_SIZE, &h->info.regs_per_thread);
}

static bool parse_lineinfo(trace_header *h, lines *l, char *value) {
    uint32_t flag = 0;
    bool ok = trace_header_parse_number(l, value, "enable lineinfo", 1, &flag);
    h->lineinfo = flag;
    return ok;
}

static bool parse_base(lines *l, const char *value, const char *what, uint64_t *to) {
    if (scan_hex(value, (1ULL << VIRTUAL_BITS) - WINDOW_BYTES, to))
        return true;
    return lines_fail(l, value, "bad %s, expected a hexadecimal address below 2^%u", what, VIRTUAL_BITS);
}

static bool parse_shared_base(trace_header *h, lines *l, char *value) {
    return parse_base(l, value, "shmem base_addr", &h->windows.shared_base);
}

static bool parse_local_base(trace_header *h, lines *l, char *value) {
    return parse_base(l, value, "local mem base_addr", &h->windows.local_base);
}

static bool parse_version(trace_header *h, lines *l, char *value) {
    uint64_t v = 0;
    char *dot = strchr(value, '.'); /* of a minor version, "1.2", which changes nothing here */
    const bool minor = dot && dot[1] && dot[1 + strspn(dot + 1, "0123456789.")] == '\0';
    if (minor)
        *dot = '\0';
    const bool known = scan_decimal(value, TRACE_VERSION_MAX, &v) && v >= TRACE_VERSION_MIN;
    if (minor)
        *dot = '.';
    if (!known)
        return lines_fail(l, value, "unsupported accelsim tracer version, expected %u to %u",
                          TRACE_VERSION_MIN, TRACE_VERSION_MAX);
    h->version = (uint32_t)v;
    return true;
}

/* parse NULL: says nothing to the model. */
static const struct {
    const char *key;
    bool (*parse)(trace_header *h, lines *l, char *value);
} keys[] = {
    {"kernel name", parse_name},
    {"kernel id", NULL},
    {"grid dim", parse_grid},
    {"block dim", parse_block},
    {"shmem", parse_shared_bytes},
    {"nregs", trace_header_parse_registers},
    {"binary version", NULL},
    {"cuda stream id", NULL},
    {"shmem base_addr", parse_shared_base},
    {"local mem base_addr", parse_local_base},
    {"nvbit version", NULL},
    {"accelsim tracer version", parse_version},
    {"enable lineinfo", parse_lineinfo},
};

/* A line behind its dash. */
static bool parse_key(trace_header *h, lines *l, notes *n, char *line) {
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        char *value = scan_value(line, keys[i].key);
        if (value)
            return keys[i].parse ? keys[i].parse(h, l, value) : true;
    }
    notes_add(n, l, line, "unknown key in the header is ignored");
    return true;
}

/* Everything the model cannot do without. */
static bool trace_header_check(trace_header *h, lines *l) {
    if (!h->info.blocks)
        return lines_fail(l, NULL, "the header has no grid dim, expected '-grid dim = (x,y,z)'");
    if (!h->info.warps_per_block)
        return lines_fail(l, NULL, "the header has no block dim, expected '-block dim = (x,y,z)'");
    if (!h->info.regs_per_thread)
        h->info.regs_per_thread = 1;
    return true;
}

/* Tracers have written sizes that are none. The limit is taken for such a one, so that the kernel runs. */
static void lower_size(uint32_t *size, uint32_t limit, const char *key, uint64_t line, lines *l, notes *n) {
    if (*size <= limit)
        return;
    char subject[NOTES_SUBJECT_SIZE];
    const char *kernel = l->name; /* "folder/kernel-1.traceg", "packed.tracep(kernel-1.traceg)" */
    for (const char *c = l->name; *c; c++)
        kernel = *c == '/' || *c == '(' ? c + 1 : kernel;
    const uint64_t read_to = l->number;
    (void)snprintf(subject, sizeof subject, "%s, %.20s", key, kernel);
    l->number = line;
    notes_add(n, l, subject,
              "%s of %u only decides how many blocks an SM holds, expected at most %u, which is taken", key,
              *size, limit);
    l->number = read_to;
    *size = limit;
}

/* As many registers of a thread as a block may have, and shared memory. */
static void lower_sizes(trace_header *h, lines *l, notes *n, const kernel_limits *limits) {
    assert(h->info.warps_per_block != 0); /* trace_header_check() */
    const uint32_t threads = h->info.warps_per_block * GMMU_LANES;
    const uint32_t unit = limits->reg_unit ? limits->reg_unit : 1;
    const uint32_t fit = limits->regs / threads / unit * unit;
    lower_size(&h->info.shared_bytes, limits->regs ? limits->shared : WINDOW_BYTES, "shmem", h->shared_line,
               l, n);
    lower_size(&h->info.regs_per_thread, fit && fit < MAX_REGISTERS ? fit : MAX_REGISTERS, "nregs",
               h->regs_line, l, n);
}

bool trace_header_read(trace_header *h, lines *l, notes *n, const kernel_limits *limits) {
    *h = (trace_header){.version = TRACE_VERSION_MIN, .info.regs_per_thread = DEFAULT_REGISTERS};
    char *line;
    for (unsigned count = 0; count < MAX_HEADER_LINES; count++) {
        int r = lines_next_text(l, &line);
        if (r < 0)
            return false;
        if (r == 0)
            return lines_fail(l, NULL, "the file ends inside the header, expected '#traces format = ...'");
        if (strncmp(line, "#traces format", 14) == 0) {
            if (!trace_header_check(h, l))
                return false;
            lower_sizes(h, l, n, limits);
            return true;
        }
        if (line[0] != '-')
            return lines_fail(
                l, line, "unknown line in the header, expected '-key = value' or '#traces format = ...'");
        if (!parse_key(h, l, n, line + 1))
            return false;
    }
    return lines_fail(l, NULL, "more than %u lines of header, expected '#traces format = ...'",
                      MAX_HEADER_LINES);
}
