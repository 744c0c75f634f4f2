/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE

#include "base/host_pages.h"

#include <stdint.h>
#include <sys/mman.h>

#define LARGE_PAGE (UINT64_C(1) << 21)

void host_large_pages(void *from, size_t bytes) {
#ifdef MADV_HUGEPAGE
    const size_t before = (size_t)(-(uintptr_t)from % LARGE_PAGE); /* the first whole page */
    const size_t whole = bytes > before ? (bytes - before) / LARGE_PAGE * LARGE_PAGE : 0;
    if (from && whole) /* if it fails, all is as before */
        (void)madvise((unsigned char *)from + before, whole, MADV_HUGEPAGE);
#else
    (void)from;
    (void)bytes;
#endif
}
