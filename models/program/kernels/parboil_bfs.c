/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Breadth-first search with queues, after Parboil's bfs: one launch per level, one thread per
 * node of the frontier. A block collects the nodes it finds in a queue in shared memory, takes
 * room in the next frontier with one atomic and copies its queue there; what does not fit
 * into shared memory goes to the next frontier directly.
 *
 * Nobody reads a cost that others may write: a node is claimed by an atomic minimum of its
 * cost, and the thread that finds it unvisited queues it. Which thread that is decides where
 * in the frontier the node stands, never a cost.
 *
 * Blocks of 512 threads as in Parboil; thesis Table 5.2 does not list bfs: 24 registers and
 * 12800 bytes of shared memory are our choice, 2 blocks and 32 warps on an SM of 32 KB.
 */
#include <stdlib.h>
#include <string.h>

#include "program/kernels/kernel.h"

#define BLOCK_DIM  512U
#define REGS       24U
#define UNVISITED  UINT32_MAX
#define QUEUE      3198U /* nodes in shared memory */
#define SHARED     ((QUEUE + 2) * 4)
#define FOUND      0 /* bytes in shared memory: nodes found */
#define ROOM       4 /* the block's first place in the next frontier */
#define QUEUE_BASE 8
#define UNROLL     4U
#define NEARBY     1024U

typedef struct {
    uint32_t first, degree;
} node;

struct kernel_data {
    buffer nodes, edges, cost;
    buffer frontier[2]; /* of even and odd levels */
    buffer tail;        /* by level: nodes in the frontier after it */
    uint32_t count, level, width;
};

static void parboil_bfs_reset(kernel_data *d) {
    uint32_t *cost = d->cost.data;
    uint32_t *frontier = d->frontier[0].data;
    memset(d->cost.data, 0xff, d->cost.bytes);
    memset(d->frontier[0].data, 0, d->frontier[0].bytes);
    memset(d->frontier[1].data, 0, d->frontier[1].bytes);
    memset(d->tail.data, 0, d->tail.bytes);
    cost[0] = 0; /* the search starts at node 0 */
    frontier[0] = 0;
}

static void parboil_bfs_bfs_close(kernel_data *d) {
    buffer *const all[] = {&d->nodes, &d->edges, &d->cost, &d->frontier[0], &d->frontier[1], &d->tail};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        kernel_buffer_free(all[i]);
    free(d);
}

/* A small world: 1 to 2 * degree - 1 edges out of a node, three of four go to a node nearby, the rest
 * anywhere; the first goes to the next node, so that all are reached. */
static bool make_graph(kernel_data *d, va_space *va, uint32_t degree, uint64_t random) {
    node *nodes = d->nodes.data;
    uint32_t total = 0;
    for (uint32_t i = 0; i < d->count; i++) {
        nodes[i] = (node){total, 1 + (uint32_t)((random_next(&random) >> 16) % (2 * degree - 1))};
        total += nodes[i].degree;
    }
    d->edges = kernel_buffer(va, (uint64_t)total * sizeof(uint32_t));
    uint32_t *edges = d->edges.data;
    if (!edges)
        return false;
    for (uint32_t i = 0; i < d->count; i++) {
        edges[nodes[i].first] = (i + 1) % d->count;
        for (uint32_t k = 1; k < nodes[i].degree; k++) {
            const uint64_t r = random_next(&random) >> 16;
            const uint64_t near = (i + r / 4 % NEARBY) % d->count;
            edges[nodes[i].first + k] = (uint32_t)(r % 4 ? near : r / 4 % d->count);
        }
    }
    return true;
}

static kernel_data *parboil_bfs_bfs_open(const uint64_t *p, uint64_t seed, va_space *va) {
    kernel_data *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->count = (uint32_t)p[0];
    const uint64_t words = d->count * sizeof(uint32_t);
    d->nodes = kernel_buffer(va, d->count * sizeof(node));
    d->cost = kernel_buffer(va, words);
    d->frontier[0] = kernel_buffer(va, words);
    d->frontier[1] = kernel_buffer_fresh(va, words);
    d->tail = kernel_buffer(va, words);
    if (!d->nodes.data || !d->cost.data || !d->frontier[0].data || !d->frontier[1].data || !d->tail.data ||
        !make_graph(d, va, (uint32_t)p[1], random_seeded(seed))) {
        parboil_bfs_bfs_close(d);
        return NULL;
    }
    parboil_bfs_reset(d);
    return d;
}

static bool parboil_bfs_bfs_launch(kernel_data *d, uint32_t n, launch_shape *s) {
    const uint32_t *tail = d->tail.data;
    d->level = n;
    d->width = n == 0 ? 1 : tail[n - 1];
    *s = (launch_shape){.blocks = kernel_blocks(d->width, BLOCK_DIM),
                        .block_dim = BLOCK_DIM,
                        .regs = REGS,
                        .shared_bytes = SHARED,
                        .phases = 4};
    return d->width > 0;
}

/* ---- device ---- */

static const buffer *next_frontier(const kernel_data *d) {
    return &d->frontier[(d->level + 1) % 2];
}

static void store_node(const kernel_data *d, simt *w, const val *place, const val *target) {
    simt_store(w, next_frontier(d), place, 4, target);
}

/* Takes `count` places in the next frontier. */
static val take_places(const kernel_data *d, simt *w, const val *count) {
    val level = simt_constant(w, d->level);
    val tail = simt_address(w, &d->tail, &level, 4);
    return simt_atomic_at(w, SIMT_ATOM_ADD, &d->tail, &tail, 0, count);
}

/* The lanes in `fresh` have found a node. */
static void parboil_bfs_push(const kernel_data *d, simt *w, uint32_t fresh, const val *target) {
    const val start = simt_imm(0);
    const val one = simt_imm(1);
    const val room = simt_imm(QUEUE);
    const uint32_t all = simt_if(w, fresh);
    if (w->mask) {
        val slot = simt_atomic_at(w, SIMT_ATOM_ADD, NULL, &start, FOUND, &one);
        const uint32_t fits = simt_less(w, &slot, &room);
        val place = simt_shift_left(w, &slot, 2);
        const uint32_t found = simt_predicate(w, fits);
        simt_store_at(w, NULL, &place, QUEUE_BASE, 4, target);
        simt_join(w, found);
        simt_branch(w, found & ~fits);
        if (w->mask) {
            val direct = take_places(d, w, &one);
            store_node(d, w, &direct, target);
        }
    }
    simt_join(w, all);
}

/* Up to four edges of every lane: loads, claims, then what was found. */
static void parboil_bfs_visit(const kernel_data *d, simt *w, const val *place, const val *left) {
    const val next_cost = simt_imm(d->level + 1);
    const val unvisited = simt_imm(UNVISITED);
    const uint32_t all = w->mask;
    uint32_t valid[UNROLL];
    val target[UNROLL], before[UNROLL];
    for (uint32_t k = 0; k < UNROLL; k++) {
        const val number = simt_imm(k);
        valid[k] = k == 0 ? all : simt_less(w, &number, left);
        simt_predicate(w, valid[k]);
        simt_load_at(w, &d->edges, place, (int32_t)(4 * k), 4, &target[k]);
        simt_join(w, all);
        simt_keep(w, &target[k]);
    }
    for (uint32_t k = 0; k < UNROLL; k++) {
        val cost = simt_address(w, &d->cost, &target[k], 4);
        simt_predicate(w, valid[k]);
        before[k] = simt_atomic_at(w, SIMT_ATOM_UMIN, &d->cost, &cost, 0, &next_cost);
        simt_join(w, all);
        simt_keep(w, &before[k]);
    }
    for (uint32_t k = 0; k < UNROLL; k++) {
        simt_loop(w, 2 + k);
        parboil_bfs_push(d, w, simt_equal(w, &before[k], &unvisited) & valid[k], &target[k]);
        simt_drop(w, &target[k]);
        simt_drop(w, &before[k]);
    }
}

static void parboil_bfs_expand(const kernel_data *d, simt *w) {
    const val width = simt_imm(d->width);
    const val zero = simt_imm(0);
    const val unroll = simt_imm(UNROLL);
    val from[2];
    val thread = simt_thread(w);
    const uint32_t all = simt_if(w, simt_less(w, &thread, &width));
    if (w->mask) {
        const uint32_t mine = w->mask;
        val number = simt_load(w, &d->frontier[d->level % 2], &thread, 4);
        val header = simt_address(w, &d->nodes, &number, sizeof(node));
        simt_load_at(w, &d->nodes, &header, 0, sizeof(node), from);
        val left = from[1];
        simt_keep(w, &left);
        val place = simt_address(w, &d->edges, &from[0], 4);
        simt_keep(w, &place);
        for (;;) {
            simt_loop(w, 1);
            if (!simt_while(w, simt_compare(w, SIMT_ILT, &zero, &left)))
                break;
            parboil_bfs_visit(d, w, &place, &left);
            simt_loop(w, 2 + UNROLL);
            simt_advance(w, &place, 4 * UNROLL);
            simt_into(w, &left, SIMT_SUB, &left, &unroll, NULL);
        }
        simt_join(w, mine);
        simt_drop(w, &left);
        simt_drop(w, &place);
    }
    simt_join(w, all);
}

/* One thread: room for the queue of the block. */
static void parboil_bfs_reserve(const kernel_data *d, simt *w) {
    const val start = simt_imm(0);
    const val most = simt_imm(QUEUE);
    val found;
    simt_load_at(w, NULL, &start, FOUND, 4, &found);
    simt_into(w, &found, SIMT_UMIN, &found, &most, NULL);
    simt_keep(w, &found);
    val room = take_places(d, w, &found);
    simt_store_at(w, NULL, &start, ROOM, 4, &room);
    simt_drop(w, &found);
}

static void copy_queue(const kernel_data *d, simt *w) {
    const val start = simt_imm(0);
    const val most = simt_imm(QUEUE);
    const val stride = simt_imm(BLOCK_DIM);
    const uint32_t all = w->mask;
    val header[2];
    simt_load_at(w, NULL, &start, FOUND, 8, header);
    simt_into(w, &header[0], SIMT_UMIN, &header[0], &most, NULL);
    simt_keep(w, &header[0]);
    simt_keep(w, &header[1]);
    val number = simt_thread_in_block(w);
    simt_keep(w, &number);
    for (;;) {
        val target;
        simt_loop(w, 11);
        if (!simt_while(w, simt_less(w, &number, &header[0])))
            break;
        val place = simt_shift_left(w, &number, 2);
        simt_load_at(w, NULL, &place, QUEUE_BASE, 4, &target);
        val to = simt_add(w, &header[1], &number);
        store_node(d, w, &to, &target);
        simt_into(w, &number, SIMT_ADD, &number, &stride, NULL);
    }
    simt_join(w, all);
    simt_label(w, 12);
    simt_exit(w);
}

static void clear_queue(const kernel_data *d, simt *w) {
    const val zero = simt_imm(0);
    (void)d;
    simt_store_at(w, NULL, &zero, FOUND, 4, &zero);
}

static void by_first_thread(const kernel_data *d, simt *w, void (*part)(const kernel_data *, simt *)) {
    const val one = simt_imm(1);
    val thread = simt_thread_in_block(w);
    const uint32_t all = simt_if(w, simt_less(w, &thread, &one));
    if (w->mask)
        part(d, w);
    simt_join(w, all);
}

static void parboil_bfs_bfs_warp(kernel_data *d, simt *w) {
    const uint32_t begin[] = {0, 8, 9, 10};
    simt_loop(w, begin[w->phase]);
    switch (w->phase) {
    case 0:
        by_first_thread(d, w, clear_queue);
        break;
    case 1:
        parboil_bfs_expand(d, w);
        break;
    case 2:
        by_first_thread(d, w, parboil_bfs_reserve);
        break;
    default:
        copy_queue(d, w);
        return;
    }
    simt_label(w, 13 + w->phase); /* of the barrier */
}

/* A plain queue-based search. */
static void parboil_bfs_search(const kernel_data *d, uint32_t *cost, uint32_t *queue) {
    const node *nodes = d->nodes.data;
    const uint32_t *edges = d->edges.data;
    uint32_t tail = 1;
    memset(cost, 0xff, d->cost.bytes);
    cost[0] = 0;
    queue[0] = 0;
    for (uint32_t head = 0; head < tail; head++) {
        const node *n = &nodes[queue[head]];
        for (uint32_t k = n->first; k < n->first + n->degree; k++) {
            if (cost[edges[k]] == UNVISITED) {
                cost[edges[k]] = cost[queue[head]] + 1;
                queue[tail++] = edges[k];
            }
        }
    }
}

static const char *parboil_bfs_bfs_check(const kernel_data *d) {
    uint32_t *cost = malloc(d->cost.bytes);
    uint32_t *queue = malloc(d->cost.bytes);
    const char *wrong = "out of memory";
    if (cost && queue) {
        parboil_bfs_search(d, cost, queue);
        wrong = memcmp(cost, d->cost.data, d->cost.bytes) == 0 ? NULL : "a node has the wrong cost";
    }
    free(cost);
    free(queue);
    return wrong;
}

const kernel_ops kernel_parboil_bfs = {
    .name = "parboil-bfs",
    .summary = "breadth-first search with queues in shared memory",
    .params = {{"nodes", 131072, 2, UINT64_C(1) << 24, "nodes of the graph"},
               {"degree", 6, 1, 64, "average edges out of a node"}},
    .open = parboil_bfs_bfs_open,
    .close = parboil_bfs_bfs_close,
    .reset = parboil_bfs_reset,
    .launch = parboil_bfs_bfs_launch,
    .warp = parboil_bfs_bfs_warp,
    .check = parboil_bfs_bfs_check,
};
