/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fixed-size pages, of which only a window stays in memory. The others are in an
 * unnamed temporary file in $TMPDIR (or /tmp), made when the first page must leave.
 * Places in memory and in the file are reused as soon as a page is freed.
 */
#ifndef GMMU_PAGE_STORE_H
#define GMMU_PAGE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Small, because each of a thousand resident warps holds at least one page. */
#define STORE_PAGE_BYTES 4096U

typedef struct page_store page_store;

typedef struct page {
    struct page *next; /* for the owner: chains of pages */
    uint8_t *data;     /* NULL while only in the file; see page_data */
    uint32_t used;     /* for the owner: bytes filled, which a page keeps while it is in the file */
    uint32_t frame;    /* place in memory */
    uint32_t slot;     /* place in the file */
    bool has_slot;
    bool dirty;  /* memory is newer than the file */
    bool recent; /* used since the clock hand passed */
} page;

page_store *page_store_new(size_t window_bytes);
void page_store_free(page_store *s); /* all pages must be freed before */

/* An empty page in memory; NULL when out of memory or disk. */
page *page_new(page_store *s);
void page_free(page_store *s, page *p);
/* Brings the page into memory. The pointer is valid while page_store_moves() stays the same and the page is
 * not freed. */
uint8_t *page_load(page_store *s, page *p);

/* Its bytes, for reading; NULL when the file cannot be read or written. */
static inline uint8_t *page_data(page_store *s, page *p) {
    if (!p->data)
        return page_load(s, p);
    p->recent = true;
    return p->data;
}

/* Grows when a page leaves memory: pointers to pages' bytes hold as long as it stays the same. */
uint32_t page_store_moves(const page_store *s);

bool page_store_failed(const page_store *s);
/* Why it has failed first, as errno says; and the folder of the file. */
int page_store_error(const page_store *s);
const char *page_store_folder(void);
size_t page_store_memory_bytes(const page_store *s);
size_t page_store_file_bytes(const page_store *s);

#endif
