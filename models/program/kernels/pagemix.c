/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A mix of pages with known locality, to place an application in any row of MASK Table 2. Groups of `share`
 * consecutive warps visit the same pages in the same order, each warp at its own pace. A visit touches a page
 * `touches` times, one line each, and every touch waits for the one before. Warps of a group that run on one
 * SM follow each other closely, so the L1 TLB misses about once in `touches` * `share` (up to the 8 of a
 * block) when the pages in use exceed its 64 entries. `percent` of the visits go to cold pages, which a group
 * walks through one by one, the others to a hot page at random: so the L2 TLB holds what it is asked for as
 * long as the hot pages fit, and misses the cold ones. `work` multiplications follow each touch.
 *
 * The result of a thread is a hash of all words it read, in order.
 */
#include <stdlib.h>
#include <string.h>

#include "program/kernels/kernel.h"

#define BLOCK_DIM   256U
#define BLOCK_WARPS (BLOCK_DIM / GMMU_LANES)
#define PAGE_WORDS  1024U
#define PAGE_LINES  32U

/* The steps of the two hashes: any odd multipliers. */
#define HASH_A 0x9e3779b1U
#define HASH_B 0x85ebca6bU
#define NEXT_A 1664525U
#define NEXT_C 1013904223U

struct kernel_data {
    buffer hot, cold, out;
    uint32_t hot_pages, cold_pages, percent, touches, share, work, visits, blocks;
};

static void pagemix_reset(kernel_data *d) {
    memset(d->out.data, 0, d->out.bytes);
}

static void pagemix_close(kernel_data *d) {
    kernel_buffer_free(&d->hot);
    kernel_buffer_free(&d->cold);
    kernel_buffer_free(&d->out);
    free(d);
}

static void pagemix_fill(const buffer *b, uint64_t random) {
    uint32_t *word = b->data;
    for (uint64_t i = 0; i < b->bytes / sizeof *word; i++)
        word[i] = (uint32_t)(random_next(&random) >> 32);
}

static kernel_data *pagemix_open(const uint64_t *p, uint64_t seed, va_space *va) {
    kernel_data *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->hot_pages = (uint32_t)p[0];
    d->cold_pages = (uint32_t)p[1];
    d->percent = (uint32_t)p[2];
    d->touches = (uint32_t)p[3];
    d->share = (uint32_t)p[4];
    d->work = (uint32_t)p[5];
    d->visits = (uint32_t)p[6];
    d->blocks = (uint32_t)p[7];
    d->hot = kernel_buffer(va, (uint64_t)d->hot_pages * PAGE_WORDS * sizeof(uint32_t));
    d->cold = kernel_buffer(va, (uint64_t)d->cold_pages * PAGE_WORDS * sizeof(uint32_t));
    d->out = kernel_buffer_fresh(va, (uint64_t)d->blocks * BLOCK_DIM * sizeof(uint32_t));
    if (!d->hot.data || !d->cold.data || !d->out.data) {
        pagemix_close(d);
        return NULL;
    }
    pagemix_fill(&d->hot, random_seeded(seed));
    pagemix_fill(&d->cold, ~random_seeded(seed) | 1);
    return d;
}

static bool pagemix_launch(kernel_data *d, uint32_t n, launch_shape *s) {
    *s = (launch_shape){.blocks = d->blocks, .block_dim = BLOCK_DIM, .regs = 32, .phases = 1};
    return n == 0;
}

/* ---- the order of the pages ---- */

/* Where a group begins its walk through the cold pages: groups are spread evenly. */
static uint32_t pagemix_first_cold(const kernel_data *d, uint64_t group) {
    const uint64_t groups = kernel_blocks((uint64_t)d->blocks * BLOCK_WARPS, d->share);
    return (uint32_t)(group * d->cold_pages / groups);
}

/* Of any 100 consecutive visits, `percent` are cold. Groups are out of step, so that the mix is even in time.
 */
static bool pagemix_is_cold(const kernel_data *d, uint64_t group, uint32_t visit) {
    const uint64_t v = group + visit;
    return (v + 1) * d->percent / 100 != v * d->percent / 100;
}

static uint64_t pagemix_group(const kernel_data *d, uint64_t warp) {
    return warp / d->share;
}

/* Warps of a group begin at different lines. */
static uint32_t pagemix_line(uint64_t warp, uint32_t visit, uint32_t touch) {
    return (uint32_t)(warp * 5 + visit + touch) % PAGE_LINES;
}

/* ---- the kernel ---- */

typedef struct {
    val lane, random, cold, sum;
} pagemix_regs;

/* The number of a page among the hot or the cold ones. The order of the cold ones wraps. */
static val pagemix_page(const kernel_data *d, simt *w, pagemix_regs *r, bool cold) {
    const val a = simt_imm(NEXT_A);
    const val c = simt_imm(NEXT_C);
    const val hot = simt_imm(d->hot_pages);
    const val one = simt_imm(1);
    const val zero = simt_imm(0);
    const val end = simt_imm(d->cold_pages);
    if (!cold) {
        simt_into(w, &r->random, SIMT_MAD, &r->random, &a, &c);
        return simt_do(w, SIMT_MULHI, &r->random, &hot, NULL);
    }
    val page = simt_do(w, SIMT_MOV, &r->cold, NULL, NULL);
    simt_into(w, &r->cold, SIMT_ADD, &r->cold, &one, NULL);
    const uint32_t all = simt_predicate(w, simt_equal(w, &r->cold, &end));
    simt_into(w, &r->cold, SIMT_MOV, &zero, NULL, NULL);
    simt_join(w, all);
    return page;
}

/* One line of the page, and what is computed from it: the next touch cannot begin before. */
static void pagemix_touch(const kernel_data *d, simt *w, pagemix_regs *r, const buffer *b, const val *page,
                          uint32_t line) {
    const val words = simt_imm(PAGE_WORDS);
    const val start = simt_imm(line * (PAGE_WORDS / PAGE_LINES));
    const val a = simt_imm(HASH_A);
    const val m = simt_imm(HASH_B);
    val in_page = simt_add(w, &r->lane, &start);
    val index = simt_mad(w, page, &words, &in_page);
    val x = simt_load(w, b, &index, 4);
    simt_into(w, &r->sum, SIMT_MAD, &r->sum, &a, &x);
    for (uint32_t k = 0; k < d->work; k++)
        simt_into(w, &r->sum, SIMT_MUL, &r->sum, &m, NULL);
}

static void pagemix_warp(kernel_data *d, simt *w) {
    const uint64_t warp = w->block * BLOCK_WARPS + w->warp;
    const uint64_t group = pagemix_group(d, warp);
    pagemix_regs r;
    simt_label(w, 0);
    val thread = simt_thread(w);
    simt_keep(w, &thread);
    r.lane = simt_thread_x(w, GMMU_LANES);
    simt_keep(w, &r.lane);
    r.random = simt_constant(w, (uint32_t)mix(group));
    simt_keep(w, &r.random);
    r.cold = simt_constant(w, pagemix_first_cold(d, group));
    simt_keep(w, &r.cold);
    r.sum = simt_constant(w, 0);
    simt_keep(w, &r.sum);
    for (uint32_t v = 0; v < d->visits; v++) {
        const bool cold = pagemix_is_cold(d, group, v);
        simt_loop(w, cold ? 1 : 2);
        val page = pagemix_page(d, w, &r, cold);
        simt_keep(w, &page);
        for (uint32_t t = 0; t < d->touches; t++) {
            simt_label(w, cold ? 3 : 4);
            pagemix_touch(d, w, &r, cold ? &d->cold : &d->hot, &page, pagemix_line(warp, v, t));
        }
        simt_drop(w, &page);
    }
    simt_label(w, 5);
    simt_store(w, &d->out, &thread, 4, &r.sum);
    simt_exit(w);
}

/* ---- the reference ---- */

static uint32_t pagemix_expected(const kernel_data *d, uint64_t warp, uint32_t lane) {
    const uint64_t group = pagemix_group(d, warp);
    uint32_t random = (uint32_t)mix(group);
    uint32_t next = pagemix_first_cold(d, group);
    uint32_t sum = 0;
    for (uint32_t v = 0; v < d->visits; v++) {
        const bool cold = pagemix_is_cold(d, group, v);
        const uint32_t *page = cold ? d->cold.data : d->hot.data;
        random = cold ? random : random * NEXT_A + NEXT_C;
        page += PAGE_WORDS * (cold ? next : (uint64_t)random * d->hot_pages >> 32);
        next = cold ? (next + 1) % d->cold_pages : next;
        for (uint32_t t = 0; t < d->touches; t++) {
            sum = sum * HASH_A + page[pagemix_line(warp, v, t) * (PAGE_WORDS / PAGE_LINES) + lane];
            for (uint32_t k = 0; k < d->work; k++)
                sum *= HASH_B;
        }
    }
    return sum;
}

static const char *pagemix_check(const kernel_data *d) {
    const uint32_t *out = d->out.data;
    for (uint32_t i = 0; i < d->blocks * BLOCK_DIM; i++)
        if (out[i] != pagemix_expected(d, i / GMMU_LANES, i % GMMU_LANES))
            return "the hash of a thread is wrong";
    return NULL;
}

const kernel_ops kernel_pagemix = {
    .name = "pagemix",
    .summary = "visits of hot and cold pages, for any TLB miss rates",
    .params = {{"hot", 256, 1, 1U << 16, "hot pages, one set for all warps"},
               {"cold", 8192, 1, 1U << 18, "cold pages, walked through one by one"},
               {"percent", 50, 0, 100, "visits of cold pages among all"},
               {"touches", 4, 1, 256, "touches of a page in one visit, one line each"},
               {"share", 8, 1, 1U << 16, "consecutive warps that visit the same pages; 8 are a block"},
               {"work", 16, 0, 200, "multiplications after each touch"},
               {"visits", 64, 1, 1U << 16, "visits of each warp"},
               {"blocks", 240, 1, 1U << 16, "blocks of 8 warps"}},
    .open = pagemix_open,
    .close = pagemix_close,
    .reset = pagemix_reset,
    .launch = pagemix_launch,
    .warp = pagemix_warp,
    .check = pagemix_check,
};
