/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Post-dominators by the algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm"), on
 * the reversed graph with one exit behind all ends. A block from which no path leads to an end, as in a loop
 * without one, has no post-dominator: its lanes are not together again.
 */
#include "program/ptx/ptx_flow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool ptx_ends_block(const ptx_inst *i) {
    return i->op == PTX_BRA || i->op == PTX_EXIT || i->op == PTX_TRAP;
}

static void ptx_mark_starts(const ptx_kernel *k, bool *starts) {
    starts[0] = true;
    for (uint32_t i = 0; i < k->count; i++) {
        if (k->inst[i].op == PTX_BRA)
            starts[k->inst[i].target] = true;
        if (ptx_ends_block(&k->inst[i]))
            starts[i + 1] = true;
    }
}

static void ptx_link(const ptx_kernel *k, ptx_graph *g, ptx_block *b) {
    const ptx_inst *last = &k->inst[b->end - 1];
    const bool always = last->guard == PTX_NONE;
    const uint32_t behind = b->end < k->count ? g->block_of[b->end] : PTX_NONE;
    uint32_t n = 0;
    b->next[0] = b->next[1] = PTX_NONE;
    if (!ptx_ends_block(last) || !always)
        b->next[n++] = behind;
    if (last->op == PTX_BRA && g->block_of[last->target] != b->next[0])
        b->next[n] = g->block_of[last->target];
}

bool ptx_graph_make(const ptx_kernel *k, ptx_graph *g) {
    bool *starts = calloc((size_t)k->count + 1, sizeof *starts);
    *g = (ptx_graph){.block_of = calloc((size_t)k->count + 1, sizeof *g->block_of)};
    if (!starts || !g->block_of) {
        free(starts);
        ptx_graph_free(g);
        return false;
    }
    ptx_mark_starts(k, starts);
    for (uint32_t i = 0; i < k->count; i++)
        g->count += starts[i];
    g->block = calloc((size_t)g->count + 1, sizeof *g->block);
    uint32_t n = 0;
    for (uint32_t i = 0; g->block && i < k->count; i++) {
        if (starts[i])
            g->block[n++].first = i;
        g->block[n - 1].end = i + 1;
        g->block_of[i] = n - 1;
    }
    for (uint32_t i = 0; g->block && i < g->count; i++)
        ptx_link(k, g, &g->block[i]);
    free(starts);
    if (!g->block)
        ptx_graph_free(g);
    return g->block;
}

void ptx_graph_free(ptx_graph *g) {
    free(g->block);
    free(g->block_of);
    *g = (ptx_graph){.count = 0};
}

/* ---- post-dominators; the exit is block `count` ---- */

typedef struct {
    const ptx_graph *g;
    uint32_t *first_before, *next_before, *before; /* blocks from which one leads here, as lists */
    uint32_t *order;  /* blocks by number in post order from the exit, backwards */
    uint32_t *number; /* of a block in it; PTX_NONE: does not reach the exit */
    uint32_t reached;
    uint32_t *dominator;
    uint32_t *stack, *child;
} ptx_post;

static void ptx_post_edge(ptx_post *p, uint32_t edge, uint32_t from, uint32_t to) {
    p->before[edge] = from;
    p->next_before[edge] = p->first_before[to];
    p->first_before[to] = edge;
}

/* Each block has two edges; those that it lacks lead to the exit if it has no other. */
static void ptx_post_edges(ptx_post *p) {
    const ptx_graph *g = p->g;
    for (uint32_t i = 0; i <= g->count; i++)
        p->first_before[i] = PTX_NONE;
    for (uint32_t i = 0; i < g->count; i++) {
        const ptx_block *b = &g->block[i];
        for (uint32_t e = 0; e < 2; e++)
            if (b->next[e] != PTX_NONE)
                ptx_post_edge(p, 2 * i + e, i, b->next[e]);
        if (b->next[0] == PTX_NONE && b->next[1] == PTX_NONE)
            ptx_post_edge(p, 2 * i, i, g->count);
    }
}

/* Depth first from the exit against the edges, without recursion. */
static void ptx_post_number(ptx_post *p) {
    const uint32_t exit = p->g->count;
    uint32_t depth = 0;
    for (uint32_t i = 0; i <= exit; i++)
        p->number[i] = PTX_NONE;
    p->number[exit] = 0; /* seen; the real number comes when it is left */
    p->stack[depth] = exit;
    p->child[depth++] = p->first_before[exit];
    while (depth) {
        const uint32_t edge = p->child[depth - 1];
        if (edge == PTX_NONE) {
            const uint32_t block = p->stack[--depth];
            p->number[block] = p->reached;
            p->order[p->reached++] = block;
            continue;
        }
        p->child[depth - 1] = p->next_before[edge];
        const uint32_t from = p->before[edge];
        if (p->number[from] == PTX_NONE) {
            p->number[from] = 0;
            p->stack[depth] = from;
            p->child[depth++] = p->first_before[from];
        }
    }
}

static uint32_t ptx_post_meet(const ptx_post *p, uint32_t a, uint32_t b) {
    while (a != b) {
        while (p->number[a] < p->number[b])
            a = p->dominator[a];
        while (p->number[b] < p->number[a])
            b = p->dominator[b];
    }
    return a;
}

static bool ptx_post_round(ptx_post *p) {
    bool changed = false;
    for (uint32_t n = p->reached - 1; n-- > 0;) { /* the exit is the last one */
        const uint32_t block = p->order[n];
        const ptx_block *b = &p->g->block[block];
        uint32_t found = PTX_NONE;
        const bool ends = b->next[0] == PTX_NONE && b->next[1] == PTX_NONE;
        for (uint32_t e = 0; e < 2; e++) {
            const uint32_t to = ends ? p->g->count : b->next[e];
            if (to == PTX_NONE || p->dominator[to] == PTX_NONE)
                continue;
            found = found == PTX_NONE ? to : ptx_post_meet(p, found, to);
        }
        changed |= p->dominator[block] != found;
        p->dominator[block] = found;
    }
    return changed;
}

static void ptx_post_find(ptx_post *p) {
    for (uint32_t i = 0; i <= p->g->count; i++)
        p->dominator[i] = PTX_NONE;
    p->dominator[p->g->count] = p->g->count;
    while (ptx_post_round(p)) {
    }
}

static void ptx_post_write(const ptx_post *p, ptx_kernel *k) {
    for (uint32_t i = 0; i < k->count; i++) {
        const uint32_t block = p->dominator[p->g->block_of[i]];
        k->inst[i].rejoin = block == PTX_NONE || block == p->g->count ? k->count : p->g->block[block].first;
    }
}

bool ptx_flow(ptx_kernel *k, const char *file, char *err, size_t err_size) {
    ptx_graph g;
    if (!ptx_graph_make(k, &g)) {
        (void)snprintf(err, err_size, "%.900s: out of memory", file);
        return false;
    }
    const size_t blocks = (size_t)g.count + 1;
    uint32_t *memory = calloc(blocks * 10, sizeof *memory);
    const bool ok = memory;
    if (ok) {
        ptx_post p = {.g = &g,
                      .first_before = memory,
                      .order = memory + blocks,
                      .number = memory + 2 * blocks,
                      .dominator = memory + 3 * blocks,
                      .stack = memory + 4 * blocks,
                      .child = memory + 5 * blocks,
                      .next_before = memory + 6 * blocks,
                      .before = memory + 8 * blocks};
        ptx_post_edges(&p);
        ptx_post_number(&p);
        ptx_post_find(&p);
        ptx_post_write(&p, k);
    } else {
        (void)snprintf(err, err_size, "%.900s: out of memory", file);
    }
    free(memory);
    ptx_graph_free(&g);
    return ok;
}
