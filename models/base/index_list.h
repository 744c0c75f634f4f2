/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FIFO lists of numbered records: the list holds the ends, the owner of the records
 * one `next` array. A record is in one list at a time, so nothing is ever allocated.
 */
#ifndef GMMU_INDEX_LIST_H
#define GMMU_INDEX_LIST_H

#include <stdbool.h>
#include <stdint.h>

#define INDEX_NONE UINT32_MAX

typedef struct {
    uint32_t head, tail; /* head INDEX_NONE: empty */
} index_list;

#define INDEX_LIST_EMPTY ((index_list){.head = INDEX_NONE, .tail = INDEX_NONE})

static inline bool index_list_empty(const index_list *l) {
    return l->head == INDEX_NONE;
}

static inline void index_list_push(index_list *l, uint32_t *next, uint32_t i) {
    next[i] = INDEX_NONE;
    if (index_list_empty(l))
        l->head = i;
    else
        next[l->tail] = i;
    l->tail = i;
}

/* The oldest, or INDEX_NONE. */
static inline uint32_t index_list_pop(index_list *l, const uint32_t *next) {
    uint32_t i = l->head;
    if (i != INDEX_NONE)
        l->head = next[i];
    return i;
}

#endif
