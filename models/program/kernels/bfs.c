/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Breadth-first search, one launch per level, one thread per node (the simple
 * level-synchronous form): a node of the current level gives its unvisited
 * neighbours the next level. The graph is random with a ring, so all is reachable.
 */
#include <stdlib.h>
#include <string.h>

#include "program/kernels/kernel.h"

#define BLOCK_DIM 256U
#define UNVISITED UINT32_MAX

struct kernel_data {
    buffer first, edge, level;
    uint32_t nodes, depth;
};

static void bfs_reset(kernel_data *d) {
    uint32_t *level = d->level.data;
    memset(level, 0xff, d->level.bytes);
    level[0] = 0;
}

static void bfs_close(kernel_data *d) {
    kernel_buffer_free(&d->first);
    kernel_buffer_free(&d->edge);
    kernel_buffer_free(&d->level);
    free(d);
}

static kernel_data *bfs_open(const uint64_t *p, uint64_t seed, va_space *va) {
    kernel_data *d = calloc(1, sizeof *d);
    uint64_t random = random_seeded(seed);
    if (!d)
        return NULL;
    d->nodes = (uint32_t)p[0];
    uint32_t degree = (uint32_t)p[1];
    d->first = kernel_buffer(va, ((uint64_t)d->nodes + 1) * sizeof(uint32_t));
    d->edge = kernel_buffer(va, (uint64_t)d->nodes * degree * sizeof(uint32_t));
    d->level = kernel_buffer(va, (uint64_t)d->nodes * sizeof(uint32_t));
    if (!d->first.data || !d->edge.data || !d->level.data) {
        bfs_close(d);
        return NULL;
    }
    uint32_t *first = d->first.data;
    uint32_t *edge = d->edge.data;
    for (uint32_t i = 0; i < d->nodes; i++) {
        first[i + 1] = first[i] + degree;
        edge[first[i]] = (i + 1) % d->nodes;
        for (uint32_t k = 1; k < degree; k++)
            edge[first[i] + k] = (uint32_t)(random_next(&random) % d->nodes);
    }
    bfs_reset(d);
    return d;
}

static bool bfs_launch(kernel_data *d, uint32_t n, launch_shape *s) {
    const uint32_t *level = d->level.data;
    *s = (launch_shape){
        .blocks = kernel_blocks(d->nodes, BLOCK_DIM), .block_dim = BLOCK_DIM, .regs = 24, .phases = 1};
    d->depth = n;
    for (uint32_t i = 0; i < d->nodes; i++) /* the host's test whether the frontier is empty */
        if (level[i] == n)
            return true;
    return false;
}

/* Visits the neighbours of the lanes' nodes; `mine` are the lanes in the frontier. */
static void bfs_expand(kernel_data *d, simt *w, const val *node, uint32_t mine) {
    val k = simt_load(w, &d->first, node, 4);
    simt_keep(w, &k);
    val after = simt_add_constant(w, node, 1);
    val end = simt_load(w, &d->first, &after, 4);
    simt_keep(w, &end);
    val unvisited = simt_constant(w, UNVISITED);
    val next_level = simt_constant(w, d->depth + 1);
    simt_keep(w, &unvisited);
    simt_keep(w, &next_level);
    for (;;) {
        simt_label(w, 1);
        uint32_t more = simt_less(w, &k, &end);
        simt_branch(w, more);
        if (!more)
            break;
        val target = simt_load(w, &d->edge, &k, 4);
        simt_keep(w, &target);
        val seen = simt_load(w, &d->level, &target, 4);
        uint32_t fresh = simt_equal(w, &seen, &unvisited);
        simt_branch(w, fresh);
        if (fresh)
            simt_store(w, &d->level, &target, 4, &next_level);
        simt_drop(w, &target);
        w->mask = more;
        val next = simt_add_constant(w, &k, 1);
        simt_drop(w, &k);
        k = next;
        simt_keep(w, &k);
    }
    w->mask = mine;
    simt_drop(w, &k);
    simt_drop(w, &end);
    simt_drop(w, &unvisited);
    simt_drop(w, &next_level);
}

static void bfs_warp(kernel_data *d, simt *w) {
    simt_label(w, 0);
    val node = simt_thread(w);
    simt_keep(w, &node);
    val nodes = simt_constant(w, d->nodes);
    simt_branch(w, simt_less(w, &node, &nodes));
    val level = simt_load(w, &d->level, &node, 4);
    val depth = simt_constant(w, d->depth);
    uint32_t mine = simt_equal(w, &level, &depth);
    simt_branch(w, mine);
    if (mine)
        bfs_expand(d, w, &node, mine);
    w->mask = UINT32_MAX;
    simt_label(w, 2);
    simt_exit(w);
}

/* A plain queue-based search. */
static const char *bfs_check(const kernel_data *d) {
    const uint32_t *first = d->first.data;
    const uint32_t *edge = d->edge.data;
    uint32_t *level = malloc(d->level.bytes);
    uint32_t *queue = malloc(d->level.bytes);
    const char *wrong = level && queue ? NULL : "out of memory";
    if (!wrong) {
        uint32_t head = 0;
        uint32_t tail = 0;
        memset(level, 0xff, d->level.bytes);
        level[0] = 0;
        queue[tail++] = 0;
        while (head < tail) {
            uint32_t node = queue[head++];
            for (uint32_t k = first[node]; k < first[node + 1]; k++)
                if (level[edge[k]] == UNVISITED) {
                    level[edge[k]] = level[node] + 1;
                    queue[tail++] = edge[k];
                }
        }
        if (memcmp(level, d->level.data, d->level.bytes) != 0)
            wrong = "a node has the wrong level";
    }
    free(level);
    free(queue);
    return wrong;
}

const kernel_ops kernel_bfs = {
    .name = "bfs",
    .summary = "level-synchronous breadth-first search of a random graph",
    .params = {{"nodes", 65536, 2, UINT64_C(1) << 24, "nodes of the graph"},
               {"degree", 6, 1, 64, "edges out of a node"}},
    .open = bfs_open,
    .close = bfs_close,
    .reset = bfs_reset,
    .launch = bfs_launch,
    .warp = bfs_warp,
    .check = bfs_check,
};
