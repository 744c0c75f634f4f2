/* SPDX-License-Identifier: Apache-2.0 */
/* Pages of the machine that simulates: a hint that changes its speed and nothing else. */
#ifndef GMMU_HOST_PAGES_H
#define GMMU_HOST_PAGES_H

#include <stddef.h>

/* Has the host take large pages for a fresh block, where it fills whole ones: its first use then costs one
 * fault per 2 MB instead of 512. NULL: nothing. */
void host_large_pages(void *from, size_t bytes);

#endif
