/* SPDX-License-Identifier: Apache-2.0 */
/* A growing set of virtual page numbers: 512-page bitmaps in a hash table, so dense
 * working sets cost a bit per page. */
#ifndef GMMU_PAGE_SET_H
#define GMMU_PAGE_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PAGE_SET_GROUP_BITS  9U
#define PAGE_SET_GROUP_WORDS ((1U << PAGE_SET_GROUP_BITS) / 64U)

typedef struct {
    uint64_t key; /* vpn >> PAGE_SET_GROUP_BITS, plus 1; 0: empty */
    uint64_t bits[PAGE_SET_GROUP_WORDS];
} page_group;

typedef struct {
    page_group *group; /* open addressing, a power of two */
    size_t room, used;
    size_t last; /* where the previous page was found */
} page_set;

typedef enum { PAGE_SET_NEW, PAGE_SET_KNOWN, PAGE_SET_NO_MEMORY } page_set_result;

/* A set starts as all zero. */
page_set_result page_set_add(page_set *s, uint64_t vpn);
bool page_set_has(const page_set *s, uint64_t vpn);
/* The pages one after the other, in any order: from *at on, which starts as 0. False: there is none left. */
bool page_set_next(const page_set *s, uint64_t *at, uint64_t *vpn);
void page_set_clear(page_set *s);

#endif
