#include "workloads/kernels/kernel.h"

#include <stdlib.h>

#define PAGE_BYTES (UINT64_C(1) << 12)

buffer kernel_buffer(va_space *va, uint64_t bytes) {
    buffer b = {.bytes = bytes, .data = calloc(1, bytes ? bytes : 1)};
    if (va->next == 0)
        va->next = KERNEL_VA_BASE;
    b.base = va->next;
    va->next += (bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES + PAGE_BYTES;
    return b;
}

void kernel_buffer_free(buffer *b) {
    free(b->data);
    b->data = NULL;
}

uint64_t kernel_random(uint64_t *state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(0x2545f4914f6cdd1d);
}

uint64_t kernel_blocks(uint64_t n, uint32_t block_dim) {
    return (n + block_dim - 1) / block_dim;
}
