/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A random graph on a device heap, after Halloc's sample. Launch 0, `create`: each node draws
 * its degree, allocates its list of edges and fills it with random targets. Launch 1,
 * `count`: each node walks its list and counts the edges into every target by atomics.
 *
 * With `sample` it does what Halloc's sample does (samples/random-graph): one launch, a block of 16 bytes for
 * each edge, put in front of the node's list, and a random state in memory that every draw reads and writes.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mix.h"
#include "program/kernels/halloc_heap.h"

#define BLOCK_DIM 128U
#define REGS      32U
#define STEP      UINT32_C(1664525) /* of a linear congruential generator */
#define INCREMENT UINT32_C(1013904223)

struct kernel_data {
    halloc_heap heap;
    buffer list, degree, in_degree; /* by node */
    buffer state;                   /* by node: the random number of the sample */
    bool sample;
    uint32_t nodes, least, spread; /* degrees: least .. least + spread - 1 */
    uint32_t seed, launch;
};

/* ---- the random numbers, as the kernel computes them ---- */

static uint32_t halloc_random_graph_scaled(uint32_t x, uint32_t range) {
    return (uint32_t)((uint64_t)x * range >> 32);
}

static uint32_t start_of(const kernel_data *d, uint32_t node) {
    const uint32_t x = (node ^ d->seed) * UINT32_C(0x9e3779b1);
    return (x ^ x >> 15) * UINT32_C(0x85ebca6b);
}

static void halloc_random_graph_reset(kernel_data *d) {
    uint32_t *state = d->state.data;
    halloc_reset(&d->heap);
    for (uint32_t v = 0; d->sample && v < d->nodes; v++)
        state[v] = start_of(d, v);
    memset(d->list.data, 0, d->list.bytes);
    memset(d->degree.data, 0, d->degree.bytes);
    memset(d->in_degree.data, 0, d->in_degree.bytes);
}

static void graph_close(kernel_data *d) {
    halloc_close(&d->heap);
    kernel_buffer_free(&d->list);
    kernel_buffer_free(&d->degree);
    kernel_buffer_free(&d->in_degree);
    kernel_buffer_free(&d->state);
    free(d);
}

static uint32_t degree_of(const kernel_data *d, uint32_t node) {
    return d->least + halloc_random_graph_scaled(start_of(d, node), d->spread);
}

static void demand_edges(kernel_data *d) {
    for (uint32_t v = 0; v < d->nodes; v++) {
        const uint32_t degree = degree_of(d, v);
        if (!d->sample)
            halloc_demand(&d->heap, degree * sizeof(uint32_t));
        for (uint32_t k = 0; d->sample && k < degree; k++)
            halloc_demand(&d->heap, HALLOC_UNIT);
    }
}

static kernel_data *graph_open(const uint64_t *p, uint64_t seed, va_space *va) {
    kernel_data *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->nodes = (uint32_t)p[0];
    d->sample = p[2];
    d->heap.hashed = p[3];
    d->least = d->sample ? 1 : (uint32_t)(p[1] + 3) / 4;
    d->spread = 2 * ((uint32_t)p[1] - d->least) + 1 + d->sample; /* the sample draws 1 .. 8 */
    d->seed = (uint32_t)(seed * MIX_GOLDEN >> 32);
    demand_edges(d);
    const bool heap = halloc_open(&d->heap, va);
    d->list = kernel_buffer_fresh(va, d->nodes * sizeof(uint32_t));
    d->degree = kernel_buffer_fresh(va, d->nodes * sizeof(uint32_t));
    d->in_degree = kernel_buffer(va, d->nodes * sizeof(uint32_t));
    if (d->sample)
        d->state = kernel_buffer(va, d->nodes * sizeof(uint32_t));
    if (!heap || !d->list.data || !d->degree.data || !d->in_degree.data || (d->sample && !d->state.data)) {
        graph_close(d);
        return NULL;
    }
    halloc_random_graph_reset(d);
    return d;
}

static bool graph_launch(kernel_data *d, uint32_t n, launch_shape *s) {
    *s = (launch_shape){.name = n == 0 ? "create" : "count",
                        .blocks = kernel_blocks(d->nodes, BLOCK_DIM),
                        .block_dim = BLOCK_DIM,
                        .regs = REGS,
                        .phases = 1};
    d->launch = n;
    return n < (d->sample ? 1 : 2);
}

/* ---- device ---- */

static val random_start(const kernel_data *d, simt *w, const val *node) {
    const val seed = simt_imm(d->seed);
    const val first = simt_imm(UINT32_C(0x9e3779b1));
    const val second = simt_imm(UINT32_C(0x85ebca6b));
    val x = simt_xor(w, node, &seed);
    val y = simt_mul(w, &x, &first);
    val shifted = simt_shift_right(w, &y, 15);
    val z = simt_xor(w, &y, &shifted);
    return simt_mul(w, &z, &second);
}

/* Whole groups of four targets; the list has room for them. */
static void fill_list(const kernel_data *d, simt *w, const val *list, val *x, val *left) {
    const val nodes = simt_imm(d->nodes);
    const val step = simt_imm(STEP);
    const val increment = simt_imm(INCREMENT);
    const val zero = simt_imm(0);
    const val minus_four = simt_imm(UINT32_C(0) - 4);
    const uint32_t all = w->mask;
    val place = simt_address(w, &d->heap.units, list, HALLOC_UNIT);
    simt_keep(w, &place);
    for (;;) {
        val target[4];
        simt_loop(w, 1);
        if (!simt_while(w, simt_compare(w, SIMT_ILT, &zero, left)))
            break;
        simt_vector(w, 4, target);
        for (uint32_t k = 0; k < 4; k++) {
            simt_into(w, x, SIMT_MAD, x, &step, &increment);
            simt_into(w, &target[k], SIMT_MULHI, x, &nodes, NULL);
        }
        simt_store_at(w, &d->heap.units, &place, 0, 16, target);
        simt_advance(w, &place, 16);
        simt_into(w, left, SIMT_ADD, left, &minus_four, NULL);
    }
    simt_join(w, all);
    simt_drop(w, &place);
}

static void halloc_random_graph_create(const kernel_data *d, simt *w, const val *node) {
    const val least = simt_imm(d->least);
    const val spread = simt_imm(d->spread);
    val x = random_start(d, w, node);
    simt_keep(w, &x);
    val above = simt_do(w, SIMT_MULHI, &x, &spread, NULL);
    val degree = simt_add(w, &above, &least);
    simt_keep(w, &degree);
    val bytes = simt_shift_left(w, &degree, 2);
    const val none = simt_imm(0);
    val list = halloc_malloc(&d->heap, w, &bytes, &none);
    simt_keep(w, &list);
    simt_store(w, &d->degree, node, 4, &degree);
    simt_store(w, &d->list, node, 4, &list);
    fill_list(d, w, &list, &x, &degree);
    simt_drop(w, &x);
    simt_drop(w, &degree);
    simt_drop(w, &list);
}

/* The next random number of the node, from memory and back. */
static val draw_random(const kernel_data *d, simt *w, const val *node) {
    const val step = simt_imm(STEP);
    const val increment = simt_imm(INCREMENT);
    val x = simt_load(w, &d->state, node, 4);
    simt_into(w, &x, SIMT_MAD, &x, &step, &increment);
    simt_store(w, &d->state, node, 4, &x);
    return x;
}

/* A block of 16 bytes before the list: the target, the rest of the list, its number. */
static void add_edge(const kernel_data *d, simt *w, const val *node, const val *turn, val *list) {
    const val nodes = simt_imm(d->nodes);
    const val bytes = simt_constant(w, HALLOC_UNIT);
    val edge[4];
    val random = draw_random(d, w, node);
    simt_vector(w, 4, edge);
    for (uint32_t k = 0; k < 4; k++)
        simt_keep(w, &edge[k]);
    simt_into(w, &edge[0], SIMT_MULHI, &random, &nodes, NULL);
    simt_into(w, &edge[1], SIMT_MOV, list, NULL, NULL);
    simt_into(w, &edge[2], SIMT_MOV, turn, NULL, NULL);
    simt_into(w, &edge[3], SIMT_MOV, node, NULL, NULL);
    val block = halloc_malloc(&d->heap, w, &bytes, turn);
    simt_into(w, list, SIMT_MOV, &block, NULL, NULL);
    val place = simt_address(w, &d->heap.units, list, HALLOC_UNIT);
    simt_store_at(w, &d->heap.units, &place, 0, HALLOC_UNIT, edge);
    for (uint32_t k = 0; k < 4; k++)
        simt_drop(w, &edge[k]);
}

static void add_edges(const kernel_data *d, simt *w, const val *node) {
    const val least = simt_imm(d->least);
    const val spread = simt_imm(d->spread);
    const val one = simt_imm(1);
    const uint32_t all = w->mask;
    val x = simt_load(w, &d->state, node, 4);
    val degree = simt_do(w, SIMT_MULHI, &x, &spread, NULL);
    simt_keep(w, &degree);
    simt_into(w, &degree, SIMT_ADD, &degree, &least, NULL);
    val turn = simt_constant(w, 0);
    simt_keep(w, &turn);
    val list = simt_constant(w, 0);
    simt_keep(w, &list);
    for (;;) {
        simt_loop(w, 5);
        if (!simt_while(w, simt_less(w, &turn, &degree)))
            break;
        add_edge(d, w, node, &turn, &list);
        simt_into(w, &turn, SIMT_ADD, &turn, &one, NULL);
    }
    simt_join(w, all);
    simt_label(w, 6);
    simt_store(w, &d->degree, node, 4, &degree);
    simt_store(w, &d->list, node, 4, &list);
    simt_drop(w, &degree);
    simt_drop(w, &turn);
    simt_drop(w, &list);
}

static void count_edges(const kernel_data *d, simt *w, const val *node) {
    const val one = simt_imm(1);
    const val minus_four = simt_imm(UINT32_C(0) - 4);
    const val zero = simt_imm(0);
    const uint32_t all = w->mask;
    val left = simt_load(w, &d->degree, node, 4);
    simt_keep(w, &left);
    val list = simt_load(w, &d->list, node, 4);
    val place = simt_address(w, &d->heap.units, &list, HALLOC_UNIT);
    simt_keep(w, &place);
    for (;;) {
        val target[4];
        simt_loop(w, 3);
        if (!simt_while(w, simt_compare(w, SIMT_ILT, &zero, &left)))
            break;
        simt_load_at(w, &d->heap.units, &place, 0, 16, target);
        for (uint32_t k = 0; k < 4; k++) {
            const val number = simt_imm(k);
            const uint32_t lanes = simt_predicate(w, simt_compare(w, SIMT_ILT, &number, &left));
            simt_atomic_add(w, &d->in_degree, &target[k], &one);
            simt_join(w, lanes);
        }
        simt_advance(w, &place, 16);
        simt_into(w, &left, SIMT_ADD, &left, &minus_four, NULL);
    }
    simt_join(w, all);
    simt_drop(w, &left);
    simt_drop(w, &place);
}

static void graph_warp(kernel_data *d, simt *w) {
    const val nodes = simt_imm(d->nodes);
    simt_label(w, d->launch == 0 ? 0 : 2);
    val node = simt_thread(w);
    simt_keep(w, &node);
    const uint32_t all = simt_if(w, simt_less(w, &node, &nodes));
    if (w->mask && d->sample)
        add_edges(d, w, &node);
    else if (w->mask && d->launch == 0)
        halloc_random_graph_create(d, w, &node);
    else if (w->mask)
        count_edges(d, w, &node);
    simt_join(w, all);
    simt_label(w, 4);
    simt_exit(w);
}

/* ---- check ---- */

static bool list_is_right(const kernel_data *d, uint32_t node, uint32_t *in_degree) {
    const uint32_t *list = d->list.data;
    const uint32_t *degree = d->degree.data;
    uint32_t x = start_of(d, node);
    const uint32_t expected = degree_of(d, node);
    const uint32_t *targets = halloc_at(&d->heap, list[node], expected * sizeof(uint32_t));
    if (degree[node] != expected || !targets)
        return false;
    for (uint32_t k = 0; k < expected; k++) {
        x = x * STEP + INCREMENT;
        if (targets[k] != halloc_random_graph_scaled(x, d->nodes))
            return false;
        in_degree[targets[k]]++;
    }
    return true;
}

/* The first block of the list is the last edge that was drawn. */
static bool edges_are_right(const kernel_data *d, uint32_t node) {
    const uint32_t *degree = d->degree.data;
    const uint32_t *list = d->list.data;
    uint32_t place = list[node];
    if (degree[node] != degree_of(d, node))
        return false;
    for (uint32_t k = degree[node]; k > 0; k--) {
        const uint32_t *edge = halloc_at(&d->heap, place, HALLOC_UNIT);
        uint32_t x = start_of(d, node);
        for (uint32_t i = 0; i < k; i++)
            x = x * STEP + INCREMENT;
        if (!edge || edge[0] != halloc_random_graph_scaled(x, d->nodes) || edge[2] != k - 1 ||
            edge[3] != node)
            return false;
        place = edge[1];
    }
    return true;
}

static const char *sample_check(const kernel_data *d) {
    const char *wrong = halloc_check(&d->heap);
    for (uint32_t v = 0; v < d->nodes && !wrong; v++)
        if (!edges_are_right(d, v))
            wrong = "a node's list of edges is wrong";
    return wrong;
}

static const char *graph_check(const kernel_data *d) {
    if (d->sample)
        return sample_check(d);
    const char *wrong = halloc_check(&d->heap);
    uint32_t *in_degree = calloc(d->nodes, sizeof *in_degree);
    if (!in_degree)
        return "out of memory";
    for (uint32_t v = 0; v < d->nodes && !wrong; v++)
        if (!list_is_right(d, v, in_degree))
            wrong = "a node's list of edges is wrong";
    if (!wrong && memcmp(in_degree, d->in_degree.data, d->in_degree.bytes) != 0)
        wrong = "the edges into a node are counted wrong";
    free(in_degree);
    return wrong;
}

const kernel_ops kernel_halloc_random_graph = {
    .name = "halloc-random-graph",
    .summary = "edge lists of random length allocated on the device",
    .params = {{"nodes", 98304, 1, UINT64_C(1) << 22, "nodes of the graph"},
               {"degree", 16, 1, 256, "average edges out of a node"},
               {"sample", 0, 0, 1, "1: a block for each edge and one launch, as in Halloc's sample"},
               HALLOC_HASHED_PARAM},
    .open = graph_open,
    .close = graph_close,
    .reset = halloc_random_graph_reset,
    .launch = graph_launch,
    .warp = graph_warp,
    .check = graph_check,
};
