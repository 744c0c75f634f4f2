/* SPDX-License-Identifier: Apache-2.0 */
#include "program/kernels/kernel.h"

#include <assert.h>
#include <stdlib.h>

#include "base/host_pages.h"

#define PAGE_BYTES (UINT64_C(1) << 12)

/* Its virtual address. */
static uint64_t add_range(va_space *va, uint64_t bytes, page_origin origin) {
    const uint64_t pages = (bytes + PAGE_BYTES - 1) / PAGE_BYTES;
    uint64_t *next = origin == PAGE_PINNED ? &va->next_pinned : &va->next;
    assert(va->count < KERNEL_BUFFERS);
    if (*next == 0)
        *next = origin == PAGE_PINNED ? KERNEL_PINNED_BASE : KERNEL_VA_BASE;
    const uint64_t base = *next;
    va->range[va->count].first_vpn = base / PAGE_BYTES;
    va->range[va->count].pages = pages;
    va->range[va->count++].origin = origin;
    *next += (pages + 1) * PAGE_BYTES;
    return base;
}

static buffer add_buffer(va_space *va, uint64_t bytes, page_origin origin) {
    buffer b = {.bytes = bytes, .data = calloc(1, bytes ? bytes : 1)};
    host_large_pages(b.data, bytes);
    b.base = add_range(va, bytes, origin);
    return b;
}

buffer kernel_buffer(va_space *va, uint64_t bytes) {
    return add_buffer(va, bytes, PAGE_HOST);
}

buffer kernel_buffer_fresh(va_space *va, uint64_t bytes) {
    return add_buffer(va, bytes, PAGE_FRESH);
}

buffer kernel_buffer_pinned(va_space *va, uint64_t bytes) {
    return add_buffer(va, bytes, PAGE_PINNED);
}

buffer kernel_buffer_sparse(va_space *va, uint64_t bytes, sparse_fill fill, const void *context) {
    return (buffer){
        .base = add_range(va, bytes, PAGE_HOST), .bytes = bytes, .sparse = sparse_data_new(fill, context)};
}

buffer kernel_constants(va_space *va, const void *data, uint64_t bytes) {
    return (buffer){.base = add_range(va, bytes, PAGE_HOST), .bytes = bytes, .data = (void *)data};
}

page_origin kernel_page_origin(const va_space *va, uint64_t vpn) {
    for (uint32_t i = 0; i < va->count; i++)
        if (vpn >= va->range[i].first_vpn && vpn - va->range[i].first_vpn < va->range[i].pages)
            return va->range[i].origin;
    return PAGE_INVALID;
}

bool kernel_pins_pages(const va_space *va) {
    return va->next_pinned != 0;
}

void kernel_buffer_free(buffer *b) {
    free(b->data);
    sparse_data_free(b->sparse);
    b->data = NULL;
    b->sparse = NULL;
}

void kernel_buffer_swap(buffer *a, buffer *b) {
    buffer t = *a;
    *a = *b;
    *b = t;
}

void kernel_buffer_unswap(buffer *a, buffer *b) {
    if (a->base > b->base)
        kernel_buffer_swap(a, b);
}

uint64_t kernel_blocks(uint64_t n, uint32_t block_dim) {
    return (n + block_dim - 1) / block_dim;
}
