/* SPDX-License-Identifier: Apache-2.0 */
#include "program/trace/kernel_blocks.h"

bool kernel_blocks_add(kernel_blocks *b, lines *l, const char *offending, uint64_t number) {
    const page_set_result added = page_set_add(&b->seen, number);
    if (added == PAGE_SET_NO_MEMORY)
        return lines_fail(l, NULL, "out of memory");
    if (added != PAGE_SET_NEW)
        return lines_fail(l, offending, "thread block given twice, expected each once");
    b->count++;
    return true;
}

bool kernel_blocks_complete(const kernel_blocks *b, lines *l, uint64_t expected) {
    return b->count == expected
               ? true
               : lines_fail(l, NULL, "the file ends after %llu thread blocks, expected %llu for its grid",
                            (unsigned long long)b->count, (unsigned long long)expected);
}

void kernel_blocks_clear(kernel_blocks *b) {
    page_set_clear(&b->seen);
    b->count = 0;
}

void kernel_blocks_note_cluster(notes *n, const lines *l) {
    notes_add(n, l, "cluster", "clusters of thread blocks are not modelled, expected none");
}

bool warp_set_add(warp_set *w, lines *l, const char *offending, uint32_t warp) {
    if (*w >> warp & 1U)
        return lines_fail(l, offending, "warp given twice in a thread block, expected each once");
    *w |= 1ULL << warp;
    return true;
}
