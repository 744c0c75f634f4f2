/* SPDX-License-Identifier: Apache-2.0 */
#include "program/kernels/kernel.h"

#include <assert.h>
#include <stdlib.h>

#include "base/host_pages.h"

#define PAGE_BYTES (UINT64_C(1) << 12)

/* Its virtual address. */
static uint64_t add_range(va_space *va, uint64_t bytes, bool fresh) {
    uint64_t pages = (bytes + PAGE_BYTES - 1) / PAGE_BYTES;
    assert(va->count < KERNEL_BUFFERS);
    if (va->next == 0)
        va->next = KERNEL_VA_BASE;
    const uint64_t base = va->next;
    va->range[va->count].first_vpn = base / PAGE_BYTES;
    va->range[va->count].pages = pages;
    va->range[va->count++].fresh = fresh;
    va->next += (pages + 1) * PAGE_BYTES;
    return base;
}

static buffer add_buffer(va_space *va, uint64_t bytes, bool fresh) {
    buffer b = {.bytes = bytes, .data = calloc(1, bytes ? bytes : 1)};
    host_large_pages(b.data, bytes);
    b.base = add_range(va, bytes, fresh);
    return b;
}

buffer kernel_buffer(va_space *va, uint64_t bytes) {
    return add_buffer(va, bytes, false);
}

buffer kernel_buffer_fresh(va_space *va, uint64_t bytes) {
    return add_buffer(va, bytes, true);
}

buffer kernel_buffer_sparse(va_space *va, uint64_t bytes, sparse_fill fill, const void *context) {
    return (buffer){
        .base = add_range(va, bytes, false), .bytes = bytes, .sparse = sparse_data_new(fill, context)};
}

buffer kernel_constants(va_space *va, const void *data, uint64_t bytes) {
    return (buffer){.base = add_range(va, bytes, false), .bytes = bytes, .data = (void *)data};
}

page_origin kernel_page_origin(const va_space *va, uint64_t vpn) {
    for (uint32_t i = 0; i < va->count; i++)
        if (vpn >= va->range[i].first_vpn && vpn - va->range[i].first_vpn < va->range[i].pages)
            return va->range[i].fresh ? PAGE_FRESH : PAGE_HOST;
    return PAGE_INVALID;
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
