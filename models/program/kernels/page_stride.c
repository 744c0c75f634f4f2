/* SPDX-License-Identifier: Apache-2.0 */
/*
 * c[t] = a[t] + b[t] with one page per thread and array: every lane of a warp touches
 * pages of its own, 64 by two loads and 32 by the store that depends on them. The
 * access pattern of the fault logs in tests (Allen and Ge, SC 2021, application "abc").
 * With wild=1 every warp then reads a page that is none of the application's.
 */
#include <stdlib.h>

#include "program/kernels/kernel.h"

#define PAGE_WORDS 1024U

struct kernel_data {
    buffer a, b, c;
    buffer nobodys; /* behind c, and not in the address space */
    uint32_t threads;
    bool wild;
};

static uint32_t page_stride_element(uint32_t t, uint32_t array) {
    return t * 5U + array * 1000U;
}

static void page_stride_fill(kernel_data *d) {
    uint32_t *a = d->a.data;
    uint32_t *b = d->b.data;
    uint32_t *c = d->c.data;
    for (uint32_t t = 0; t < d->threads; t++) {
        a[t * PAGE_WORDS] = page_stride_element(t, 1);
        b[t * PAGE_WORDS] = page_stride_element(t, 2);
        c[t * PAGE_WORDS] = 0;
    }
}

static void page_stride_close(kernel_data *d) {
    kernel_buffer_free(&d->a);
    kernel_buffer_free(&d->b);
    kernel_buffer_free(&d->c);
    kernel_buffer_free(&d->nobodys);
    free(d);
}

static kernel_data *page_stride_open(const uint64_t *p, uint64_t seed, va_space *va) {
    (void)seed; /* nothing random in it */
    kernel_data *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->threads = (uint32_t)p[0] & ~(GMMU_LANES - 1);
    uint64_t bytes = (uint64_t)d->threads * PAGE_WORDS * sizeof(uint32_t);
    d->a = kernel_buffer(va, bytes);
    d->b = kernel_buffer(va, bytes);
    d->c = kernel_buffer_fresh(va, bytes);
    d->wild = p[1] != 0;
    d->nobodys =
        (buffer){.base = d->c.base + bytes, .bytes = sizeof(uint32_t), .data = calloc(1, sizeof(uint32_t))};
    if (!d->a.data || !d->b.data || !d->c.data || !d->nobodys.data) {
        page_stride_close(d);
        return NULL;
    }
    page_stride_fill(d);
    return d;
}

static bool page_stride_launch(kernel_data *d, uint32_t n, launch_shape *s) {
    *s = (launch_shape){.blocks = d->threads / GMMU_LANES, .block_dim = GMMU_LANES, .regs = 16, .phases = 1};
    return n == 0;
}

static void page_stride_warp(kernel_data *d, simt *w) {
    simt_label(w, 0);
    val t = simt_thread(w);
    val words = simt_constant(w, PAGE_WORDS);
    val i = simt_mul(w, &t, &words);
    simt_keep(w, &i);
    val a = simt_load(w, &d->a, &i, 4);
    val b = simt_load(w, &d->b, &i, 4);
    val c = simt_add(w, &a, &b);
    simt_store(w, &d->c, &i, 4, &c);
    if (d->wild) {
        val first = simt_constant(w, 0);
        (void)simt_load(w, &d->nobodys, &first, 4);
    }
    simt_exit(w);
}

static const char *page_stride_check(const kernel_data *d) {
    const uint32_t *c = d->c.data;
    for (uint32_t t = 0; t < d->threads; t++)
        if (c[t * PAGE_WORDS] != page_stride_element(t, 1) + page_stride_element(t, 2))
            return "a sum is wrong";
    return NULL;
}

const kernel_ops kernel_page_stride = {
    .name = "page-stride",
    .summary = "c = a + b, one page per thread and array",
    .params = {{"threads", 32, 32, 65536, "threads; 12 KB of pages each"},
               {"wild", 0, 0, 1, "1: an invalid access at the end"}},
    .open = page_stride_open,
    .close = page_stride_close,
    .reset = page_stride_fill,
    .launch = page_stride_launch,
    .warp = page_stride_warp,
    .check = page_stride_check,
};
