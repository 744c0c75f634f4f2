/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Points sorted into the cells of a grid, lists on a device heap, after Halloc's sample. Launches:
 *   count    one thread per point: how many points fall into each cell
 *   allocate one thread per cell: room for its list
 *   insert   one thread per point: takes a place in its cell's list and writes the point there
 *   sum      one thread per cell: walks the list and adds up the coordinates, whose order does
 *            not matter
 * Halloc's sample links list nodes instead, so that the order of the points in a list would
 * be seen by other threads. With `sample` so does this kernel (samples/grid-points): one launch, `insert`, in
 * which each point allocates a node of 16 bytes and puts it in front of its cell's list. One exchange does
 * that where the sample repeats a compare and swap.
 */
#include <stdlib.h>
#include <string.h>

#include "program/kernels/halloc_heap.h"

#define POINT_DIM  256U
#define CELL_DIM   64U
#define REGS       32U
#define COORD_BITS 16U

#define NO_NODE 0U /* the end of a list: a node's number is its pointer plus one */

enum { COUNT, ALLOCATE, INSERT, SUM, LAUNCHES };

typedef struct {
    uint32_t x, y, z, weight; /* coordinates of COORD_BITS; or sums of them */
} point;

struct kernel_data {
    halloc_heap heap;
    buffer points;
    buffer size, filled; /* by cell: points, places taken */
    buffer list, sums;   /* by cell */
    uint32_t n, side, launch;
    bool sample;
};

static uint32_t halloc_grid_points_cells(const kernel_data *d) {
    return d->side * d->side * d->side;
}

static uint32_t cell_of(const kernel_data *d, const point *p) {
    const uint32_t x = p->x * d->side >> COORD_BITS;
    const uint32_t y = p->y * d->side >> COORD_BITS;
    const uint32_t z = p->z * d->side >> COORD_BITS;
    return (z * d->side + y) * d->side + x;
}

static void halloc_grid_points_reset(kernel_data *d) {
    buffer *const all[] = {&d->size, &d->filled, &d->list, &d->sums};
    halloc_reset(&d->heap);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        memset(all[i]->data, 0, all[i]->bytes);
}

static void points_close(kernel_data *d) {
    buffer *const all[] = {&d->points, &d->size, &d->filled, &d->list, &d->sums};
    halloc_close(&d->heap);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        kernel_buffer_free(all[i]);
    free(d);
}

/* As a scanner delivers them, z grows slowly. In x and y half of the points are anywhere, half
 * crowd in the middle. */
static void draw_points(point *p, uint32_t n, uint64_t random) {
    for (uint32_t i = 0; i < n; i++) {
        uint64_t a = random_next(&random);
        const uint64_t b = random_next(&random);
        if (i % 2)
            a = (a >> 1 & UINT64_C(0x7fff7fff7fff7fff)) + (b >> 1 & UINT64_C(0x7fff7fff7fff7fff));
        const uint64_t scan = ((uint64_t)i << COORD_BITS) / n + (b >> 51);
        p[i] = (point){(uint16_t)a, (uint16_t)(a >> 16), (uint16_t)scan, 1 + (uint32_t)(b & 3U)};
    }
}

/* The length of every list, before the heap is made. */
static bool halloc_grid_points_demand(kernel_data *d, const point *p) {
    uint32_t *size = calloc(halloc_grid_points_cells(d), sizeof *size);
    if (!size)
        return false;
    for (uint32_t i = 0; i < d->n; i++)
        size[cell_of(d, &p[i])]++;
    for (uint32_t i = 0; d->sample && i < d->n; i++)
        halloc_demand(&d->heap, HALLOC_UNIT);
    for (uint32_t c = 0; c < halloc_grid_points_cells(d) && !d->sample; c++)
        if (size[c])
            halloc_demand(&d->heap, size[c] * sizeof *p);
    free(size);
    return true;
}

static bool halloc_grid_points_make_buffers(kernel_data *d, const point *p, va_space *va) {
    const uint64_t words = halloc_grid_points_cells(d) * sizeof(uint32_t);
    if (!halloc_open(&d->heap, va))
        return false;
    d->points = kernel_buffer(va, d->n * sizeof *p);
    d->size = kernel_buffer(va, words);
    d->filled = kernel_buffer(va, words);
    d->list = kernel_buffer_fresh(va, words);
    d->sums = kernel_buffer_fresh(va, halloc_grid_points_cells(d) * sizeof *p);
    if (!d->points.data || !d->size.data || !d->filled.data || !d->list.data || !d->sums.data)
        return false;
    memcpy(d->points.data, p, d->points.bytes);
    return true;
}

static kernel_data *points_open(const uint64_t *p, uint64_t seed, va_space *va) {
    kernel_data *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->n = (uint32_t)p[0];
    d->side = (uint32_t)p[1];
    d->sample = p[2];
    d->heap.hashed = p[3];
    point *drawn = malloc(d->n * sizeof *drawn);
    bool ok = drawn != NULL;
    if (ok) {
        draw_points(drawn, d->n, random_seeded(seed));
        ok = halloc_grid_points_demand(d, drawn) && halloc_grid_points_make_buffers(d, drawn, va);
    }
    free(drawn);
    if (!ok) {
        points_close(d);
        return NULL;
    }
    return d;
}

static bool points_launch(kernel_data *d, uint32_t n, launch_shape *s) {
    static const char *const names[LAUNCHES] = {"count", "allocate", "insert", "sum"};
    n += d->sample ? INSERT : COUNT;
    if (n >= (d->sample ? SUM : LAUNCHES))
        return false;
    const bool by_point = n == COUNT || n == INSERT;
    const uint32_t dim = by_point ? POINT_DIM : CELL_DIM;
    *s = (launch_shape){.name = names[n],
                        .blocks = kernel_blocks(by_point ? d->n : halloc_grid_points_cells(d), dim),
                        .block_dim = dim,
                        .regs = REGS,
                        .phases = 1};
    d->launch = n;
    return true;
}

/* ---- device ---- */

/* Loads the point; its registers are pinned. */
static void load_point(const kernel_data *d, simt *w, const val *number, val *p) {
    val place = simt_address(w, &d->points, number, sizeof(point));
    simt_load_at(w, &d->points, &place, 0, sizeof(point), p);
    for (uint32_t k = 0; k < 4; k++)
        simt_keep(w, &p[k]);
}

static void halloc_grid_points_drop_point(simt *w, const val *p) {
    for (uint32_t k = 0; k < 4; k++)
        simt_drop(w, &p[k]);
}

static val device_cell(const kernel_data *d, simt *w, const val *p) {
    const val side = simt_imm(d->side);
    const val bits = simt_imm(COORD_BITS);
    val at[3];
    for (uint32_t k = 0; k < 3; k++) {
        at[k] = simt_mul(w, &p[k], &side);
        simt_into(w, &at[k], SIMT_SHR, &at[k], &bits, NULL);
    }
    val line = simt_mad(w, &at[2], &side, &at[1]);
    return simt_mad(w, &line, &side, &at[0]);
}

static void count_point(const kernel_data *d, simt *w, const val *number) {
    const val one = simt_imm(1);
    val p[4];
    load_point(d, w, number, p);
    val cell = device_cell(d, w, p);
    simt_atomic_add(w, &d->size, &cell, &one);
    halloc_grid_points_drop_point(w, p);
}

static void allocate_list(const kernel_data *d, simt *w, const val *cell) {
    const val zero = simt_imm(0);
    val size = simt_load(w, &d->size, cell, 4);
    const uint32_t all = simt_if(w, simt_compare(w, SIMT_NE, &size, &zero));
    if (w->mask) {
        val bytes = simt_shift_left(w, &size, 4);
        val list = halloc_malloc(&d->heap, w, &bytes, &zero);
        simt_store(w, &d->list, cell, 4, &list);
    }
    simt_join(w, all);
}

static void insert_point(const kernel_data *d, simt *w, const val *number) {
    const val one = simt_imm(1);
    val p[4];
    load_point(d, w, number, p);
    val cell = device_cell(d, w, p);
    simt_keep(w, &cell);
    val list = simt_load(w, &d->list, &cell, 4);
    simt_keep(w, &list);
    val counter = simt_address(w, &d->filled, &cell, 4);
    val taken = simt_atomic_at(w, SIMT_ATOM_ADD, &d->filled, &counter, 0, &one);
    val unit = simt_add(w, &list, &taken);
    val place = simt_address(w, &d->heap.units, &unit, HALLOC_UNIT);
    simt_store_at(w, &d->heap.units, &place, 0, sizeof(point), p);
    halloc_grid_points_drop_point(w, p);
    simt_drop(w, &cell);
    simt_drop(w, &list);
}

/* Links a node of its own: the point's number, the node that was first. */
static void link_point(const kernel_data *d, simt *w, const val *number) {
    const val one = simt_imm(1);
    const val zero = simt_imm(0);
    const val bytes = simt_constant(w, HALLOC_UNIT);
    val p[4], node[4];
    load_point(d, w, number, p);
    val cell = device_cell(d, w, p);
    simt_keep(w, &cell);
    halloc_grid_points_drop_point(w, p);
    val list = halloc_malloc(&d->heap, w, &bytes, &zero);
    simt_keep(w, &list);
    simt_vector(w, 2, node);
    simt_keep(w, &node[0]);
    simt_keep(w, &node[1]);
    simt_into(w, &node[0], SIMT_MOV, number, NULL, NULL);
    val head = simt_address(w, &d->list, &cell, 4);
    val first = simt_add(w, &list, &one);
    val before = simt_atomic_at(w, SIMT_ATOM_EXCH, &d->list, &head, 0, &first);
    simt_into(w, &node[1], SIMT_MOV, &before, NULL, NULL);
    val place = simt_address(w, &d->heap.units, &list, HALLOC_UNIT);
    simt_store_at(w, &d->heap.units, &place, 0, 8, node);
    simt_drop(w, &cell);
    simt_drop(w, &list);
    simt_drop(w, &node[0]);
    simt_drop(w, &node[1]);
}

static void sum_list(const kernel_data *d, simt *w, const val *cell) {
    const val one = simt_imm(1);
    const val zero = simt_imm(0);
    const uint32_t all = w->mask;
    val sum[4], p[4];
    val left = simt_load(w, &d->size, cell, 4);
    simt_keep(w, &left);
    val list = simt_load(w, &d->list, cell, 4);
    val place = simt_address(w, &d->heap.units, &list, HALLOC_UNIT);
    simt_keep(w, &place);
    simt_vector(w, 4, sum);
    for (uint32_t k = 0; k < 4; k++) {
        simt_keep(w, &sum[k]);
        simt_into(w, &sum[k], SIMT_MOV, &zero, NULL, NULL);
    }
    for (;;) {
        simt_loop(w, 5);
        if (!simt_while(w, simt_compare(w, SIMT_NE, &left, &zero)))
            break;
        simt_load_at(w, &d->heap.units, &place, 0, sizeof(point), p);
        simt_advance(w, &place, sizeof(point));
        simt_into(w, &left, SIMT_SUB, &left, &one, NULL);
        for (uint32_t k = 0; k < 4; k++)
            simt_into(w, &sum[k], SIMT_ADD, &sum[k], &p[k], NULL);
    }
    simt_join(w, all);
    simt_loop(w, 7);
    val result = simt_address(w, &d->sums, cell, sizeof(point));
    simt_store_at(w, &d->sums, &result, 0, sizeof(point), sum);
    halloc_grid_points_drop_point(w, sum);
    simt_drop(w, &left);
    simt_drop(w, &place);
}

static void points_warp(kernel_data *d, simt *w) {
    static void (*const parts[LAUNCHES])(const kernel_data *, simt *,
                                         const val *) = {count_point, allocate_list, insert_point, sum_list};
    const val count =
        simt_imm(d->launch == COUNT || d->launch == INSERT ? d->n : halloc_grid_points_cells(d));
    simt_label(w, d->launch);
    val number = simt_thread(w);
    simt_keep(w, &number);
    const uint32_t all = simt_if(w, simt_less(w, &number, &count));
    if (w->mask && d->sample)
        link_point(d, w, &number);
    else if (w->mask)
        parts[d->launch](d, w, &number);
    simt_join(w, all);
    simt_label(w, 6);
    simt_exit(w);
}

/* ---- check ---- */

/* Every point is in the list of its cell, and in no other. */
static const char *lists_check(const kernel_data *d) {
    const point *p = d->points.data;
    const uint32_t *first = d->list.data;
    const char *wrong = halloc_check(&d->heap);
    uint64_t found = 0;
    bool *seen = calloc(d->n, sizeof *seen);
    if (!seen)
        return "out of memory";
    for (uint32_t c = 0; c < halloc_grid_points_cells(d) && !wrong; c++)
        for (uint32_t next = first[c]; next != NO_NODE && !wrong;) {
            const uint32_t *node = halloc_at(&d->heap, next - 1, HALLOC_UNIT);
            if (!node || node[0] >= d->n || seen[node[0]] || cell_of(d, &p[node[0]]) != c) {
                wrong = "a cell's list of points is wrong";
                break;
            }
            seen[node[0]] = true;
            found++;
            next = node[1];
        }
    free(seen);
    return wrong ? wrong : found == d->n ? NULL : "a point is in no list";
}

static const char *points_check(const kernel_data *d) {
    if (d->sample)
        return lists_check(d);
    const point *p = d->points.data;
    const point *sums = d->sums.data;
    const char *wrong = halloc_check(&d->heap);
    point *expected = calloc(halloc_grid_points_cells(d), sizeof *expected);
    if (!expected)
        return "out of memory";
    for (uint32_t i = 0; i < d->n; i++) {
        point *cell = &expected[cell_of(d, &p[i])];
        cell->x += p[i].x;
        cell->y += p[i].y;
        cell->z += p[i].z;
        cell->weight += p[i].weight;
    }
    for (uint32_t c = 0; c < halloc_grid_points_cells(d) && !wrong; c++)
        if (memcmp(&expected[c], &sums[c], sizeof *sums) != 0)
            wrong = "the sum of a cell's points is wrong";
    free(expected);
    return wrong;
}

const kernel_ops kernel_halloc_grid_points = {
    .name = "halloc-grid-points",
    .summary = "points inserted into lists of grid cells on a device heap",
    .params = {{"points", 294912, 1, UINT64_C(1) << 22, "points"},
               {"side", 36, 1, 128, "cells along each of three sides"},
               {"sample", 0, 0, 1, "1: a block for each point and one launch, as in Halloc's sample"},
               HALLOC_HASHED_PARAM},
    .open = points_open,
    .close = points_close,
    .reset = halloc_grid_points_reset,
    .launch = points_launch,
    .warp = points_warp,
    .check = points_check,
};
