/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lists of numbered records. The list holds the ends; the owner of the records holds one
 * `next` array. A record is in one list of a `next` array at a time, so nothing is ever
 * allocated.
 */
#ifndef GMMU_INDEX_LIST_H
#define GMMU_INDEX_LIST_H

#include <stdbool.h>
#include <stdint.h>

#define INDEX_NONE UINT32_MAX

/* ---- FIFO ---- */

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

/* Removes `i`, which must be in the list. */
static inline void index_list_remove(index_list *l, uint32_t *next, uint32_t i) {
    uint32_t before = INDEX_NONE;
    for (uint32_t k = l->head; k != i; k = next[k])
        before = k;
    if (before == INDEX_NONE)
        l->head = next[i];
    else
        next[before] = next[i];
    if (l->tail == i)
        l->tail = before;
}

/* ---- LIFO: free records; the record freed last is used first ---- */

/* Puts all `count` records in; the first is on top. */
static inline void index_stack_fill(uint32_t *top, uint32_t *next, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        next[i] = i + 1 < count ? i + 1 : INDEX_NONE;
    *top = count ? 0 : INDEX_NONE;
}

static inline void index_stack_push(uint32_t *top, uint32_t *next, uint32_t i) {
    next[i] = *top;
    *top = i;
}

/* The stack must not be empty. */
static inline uint32_t index_stack_pop(uint32_t *top, const uint32_t *next) {
    uint32_t i = *top;
    *top = next[i];
    return i;
}

#endif
