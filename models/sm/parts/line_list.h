/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Line requests of a load/store unit and the lists they wait in. The requests are a
 * pool (an array) of their owner's; a list links some of them by their numbers. A
 * request is in one list at a time.
 */
#ifndef GMMU_LINE_LIST_H
#define GMMU_LINE_LIST_H

#include <stdbool.h>
#include <stdint.h>

#define LINE_NONE UINT32_MAX

/* A line of a global memory instruction on its way. */
typedef struct {
    uint64_t line;  /* virtual line number until it is translated, then physical */
    uint64_t ready; /* cycle in which the next stage may take it */
    uint32_t next;
    uint32_t op; /* number of its instruction */
} line_request;

typedef struct {
    uint32_t head, tail, count;
} line_list;

static inline void line_list_clear(line_list *list) {
    *list = (line_list){.head = LINE_NONE, .tail = LINE_NONE};
}

static inline void line_list_append(line_request *pool, line_list *list, uint32_t i) {
    pool[i].next = LINE_NONE;
    if (list->head == LINE_NONE)
        list->head = i;
    else
        pool[list->tail].next = i;
    list->tail = i;
    list->count++;
}

/* The head of a list that is not empty. */
static inline uint32_t line_list_take(const line_request *pool, line_list *list) {
    uint32_t i = list->head;
    list->head = pool[i].next;
    list->count--;
    return i;
}

/* A list that is a pipeline: is its head at the end? */
static inline bool line_list_ready(const line_request *pool, const line_list *list, uint64_t cycle) {
    return list->head != LINE_NONE && pool[list->head].ready <= cycle;
}

/* Links all `count` requests of a pool into a list of free ones by `next`; its head is 0. */
static inline void line_pool_init(line_request *pool, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        pool[i].next = i + 1 < count ? i + 1 : LINE_NONE;
}

#endif
