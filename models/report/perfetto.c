/* SPDX-License-Identifier: Apache-2.0 */
#include "report/perfetto.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A table that cannot grow leaves its element out, and the trace is incomplete. */
#define HASH_NONFATAL_OOM         1
#define uthash_nonfatal_oom(elem) ((elem)->hh.tbl = NULL)
#include <uthash.h>

#include "base/alloc.h"
#include "config/observer.h"

#define TRACK_BYTES 40
#define WHAT_BYTES  24

typedef struct {
    char name[TRACK_BYTES];
    uint32_t pid;
    UT_hash_handle hh;
} named_track;

/* A lane of a track, and if its spans overlap the first, second ... thread beyond. */
typedef struct {
    uint64_t key; /* track in the upper 16 bits, lane, number in the lower 16 bits */
    uint32_t tid;
    uint64_t end; /* of its latest span */
    UT_hash_handle hh;
} thread;

/* A span or, without lane, a value. */
typedef struct {
    char track[TRACK_BYTES], what[WHAT_BYTES];
    bool is_span;
    uint32_t lane, app;
    uint64_t t0, t1, address;
    double value;
} perfetto_event;

struct perfetto {
    FILE *file;
    uint64_t ticks_per_us;
    named_track *tracks;
    thread *threads;
    uint32_t next_pid, next_tid;
    bool out_of_memory;
    uint64_t now; /* of the events that wait */
    perfetto_event *event;
    size_t events, room;
};

perfetto *perfetto_new(FILE *file, uint32_t base_mhz, const char *about) {
    perfetto *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->file = file;
    p->ticks_per_us = base_mhz;
    fputs("{\"displayTimeUnit\":\"ns\",", file);
    if (about)
        fprintf(file, "\"otherData\":{\"provenance\":%s},", about);
    fputs(
        "\"traceEvents\":[\n{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":0,\"args\":{\"name\":\"gmmu\"}}",
        file);
    return p;
}

/* Whole nanoseconds: two spans that touch still do, and none that does not overlap begins to. */
static uint64_t whole_nanoseconds(const perfetto *p, uint64_t ticks) {
    return ticks / p->ticks_per_us * 1000 + ticks % p->ticks_per_us * 1000 / p->ticks_per_us;
}

static void put_time(const perfetto *p, const char *key, uint64_t ns) {
    fprintf(p->file, ",\"%s\":%" PRIu64 ".%03" PRIu64, key, ns / 1000, ns % 1000);
}

/* The number of a track, announced when it is new. 0: out of memory. */
static uint32_t track_pid(perfetto *p, const char *track) {
    named_track *t = NULL;
    HASH_FIND_STR(p->tracks, track, t);
    if (t)
        return t->pid;
    t = calloc(1, sizeof *t);
    if (t) {
        snprintf(t->name, sizeof t->name, "%s", track);
        HASH_ADD_STR(p->tracks, name, t);
    }
    if (!t || !t->hh.tbl) {
        p->out_of_memory = true;
        free(t);
        return 0;
    }
    t->pid = ++p->next_pid;
    fprintf(p->file, ",\n{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%u,\"args\":{\"name\":\"%s\"}}",
            t->pid, t->name);
    return t->pid;
}

static uint64_t thread_key(uint32_t pid, uint32_t lane, uint32_t number) {
    return (uint64_t)pid << 48 | (uint64_t)lane << 16 | number;
}

/* What a lane of this track is. */
static const char *lane_word(const char *track) {
    static const char *const words[][2] = {{"channel", "bank"},       {"walker", "walker"},
                                           {"miss", "page"},          {"faults", "entry"},
                                           {"switched blocks", "SM"}, {"SM owners", "SM"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(track, words[i][0], strlen(words[i][0])) == 0)
            return words[i][1];
    return "lane";
}

static thread *new_thread(perfetto *p, uint32_t pid, const char *track, uint32_t lane, uint32_t number) {
    thread *t = calloc(1, sizeof *t);
    if (t) {
        t->key = thread_key(pid, lane, number);
        HASH_ADD(hh, p->threads, key, sizeof t->key, t);
    }
    if (!t || !t->hh.tbl) {
        p->out_of_memory = true;
        free(t);
        return NULL;
    }
    t->tid = ++p->next_tid;
    fprintf(p->file,
            ",\n{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%u,\"tid\":%u,\"args\":{\"name\":\"%s %u", pid,
            t->tid, lane_word(track), lane);
    if (number)
        fprintf(p->file, " (%u)", number + 1);
    fprintf(p->file,
            "\"}},\n{\"ph\":\"M\",\"name\":\"thread_sort_index\",\"pid\":%u,\"tid\":%u,"
            "\"args\":{\"sort_index\":%u}}",
            pid, t->tid, lane * 1024 + number);
    return t;
}

/* The first thread of the lane on which everything is over by `t0`. */
static thread *free_thread(perfetto *p, uint32_t pid, const char *track, uint32_t lane, uint64_t t0) {
    for (uint32_t number = 0;; number++) {
        const uint64_t key = thread_key(pid, lane, number);
        thread *t = NULL;
        HASH_FIND(hh, p->threads, &key, sizeof key, t);
        if (!t)
            return new_thread(p, pid, track, lane, number);
        if (t->end <= t0)
            return t;
    }
}

static void write_span(perfetto *p, const perfetto_event *e) {
    const uint32_t pid = track_pid(p, e->track);
    thread *t = pid ? free_thread(p, pid, e->track, e->lane, e->t0) : NULL;
    if (!t)
        return;
    const uint64_t begin = whole_nanoseconds(p, e->t0);
    t->end = e->t1;
    fprintf(p->file, ",\n{\"ph\":\"X\",\"name\":\"%s\",\"pid\":%u,\"tid\":%u", e->what, pid, t->tid);
    put_time(p, "ts", begin);
    put_time(p, "dur", whole_nanoseconds(p, e->t1) - begin);
    fprintf(p->file, ",\"args\":{\"address\":\"0x%" PRIx64 "\",\"app\":%u}}", e->address, e->app);
}

static void write_value(perfetto *p, const perfetto_event *e) {
    const uint32_t pid = track_pid(p, e->track);
    if (!pid)
        return;
    fprintf(p->file, ",\n{\"ph\":\"C\",\"name\":\"%s", e->what);
    if (e->app != OBSERVER_ALL_APPS)
        fprintf(p->file, " app %u", e->app);
    fprintf(p->file, "\",\"pid\":%u", pid);
    put_time(p, "ts", whole_nanoseconds(p, e->t0));
    fprintf(p->file, ",\"args\":{\"value\":%.6g}}", e->value);
}

#define COMPARE(a, b)                                                                                        \
    do {                                                                                                     \
        if ((a) != (b))                                                                                      \
            return (a) < (b) ? -1 : 1;                                                                       \
    } while (0)

static int by_place(const void *a, const void *b) {
    const perfetto_event *x = a;
    const perfetto_event *y = b;
    COMPARE(strcmp(x->track, y->track), 0);
    COMPARE(x->lane, y->lane);
    COMPARE(x->t0, y->t0);
    COMPARE(x->t1, y->t1);
    COMPARE(strcmp(x->what, y->what), 0);
    COMPARE(x->app, y->app);
    COMPARE(x->address, y->address);
    COMPARE(x->value, y->value);
    return 0;
}

static void perfetto_flush(perfetto *p) {
    if (p->events > 1)
        qsort(p->event, p->events, sizeof *p->event, by_place);
    for (size_t i = 0; i < p->events; i++) {
        if (p->event[i].is_span)
            write_span(p, &p->event[i]);
        else
            write_value(p, &p->event[i]);
    }
    p->events = 0;
}

/* Room for one more event of this time; NULL: out of memory. */
static perfetto_event *perfetto_add(perfetto *p, uint64_t now, const char *track, const char *what) {
    if (now != p->now)
        perfetto_flush(p);
    p->now = now;
    perfetto_event *grown = alloc_grow(p->event, p->events, &p->room, sizeof *grown);
    if (!grown) {
        p->out_of_memory = true;
        return NULL;
    }
    p->event = grown;
    perfetto_event *e = &p->event[p->events++];
    *e = (perfetto_event){0};
    snprintf(e->track, sizeof e->track, "%s", track);
    snprintf(e->what, sizeof e->what, "%s", what);
    return e;
}

void perfetto_span(void *ctx, uint64_t now, const char *track, uint32_t lane, const char *what, uint64_t t0,
                   uint64_t t1, uint64_t address, uint32_t app) {
    perfetto_event *e = perfetto_add(ctx, now, track, what);
    if (!e)
        return;
    e->is_span = true;
    e->lane = lane;
    e->t0 = t0;
    e->t1 = t1;
    e->address = address;
    e->app = app;
}

void perfetto_value(void *ctx, uint64_t now, const char *track, const char *what, double value,
                    uint32_t app) {
    perfetto_event *e = perfetto_add(ctx, now, track, what);
    if (!e)
        return;
    e->t0 = now;
    e->value = value;
    e->app = app;
}

bool perfetto_end(perfetto *p) {
    if (!p)
        return true;
    perfetto_flush(p);
    fputs("\n]}\n", p->file);
    named_track *first_track = p->tracks;
    HASH_CLEAR(hh, p->tracks); /* frees the table, not its elements */
    for (named_track *t = first_track; t; t = first_track) {
        first_track = t->hh.next;
        free(t);
    }
    thread *first_thread = p->threads;
    HASH_CLEAR(hh, p->threads);
    for (thread *t = first_thread; t; t = first_thread) {
        first_thread = t->hh.next;
        free(t);
    }
    const bool ok = !p->out_of_memory;
    free(p->event);
    free(p);
    return ok;
}
