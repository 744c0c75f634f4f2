/* SPDX-License-Identifier: Apache-2.0 */
#include "out/recorder.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A table that cannot grow leaves its element out; the recorder says so at the end. */
#define HASH_NONFATAL_OOM         1
#define uthash_nonfatal_oom(elem) ((elem)->hh.tbl = NULL)
#include <uthash.h>

#include "base/visible.h"

/* A warp instruction in flight: Kanata wants one dense numbering for the whole chip. */
typedef struct {
    uint64_t key; /* SM in the top byte, uid below */
    uint64_t id;
    inst_stage stage;
    UT_hash_handle hh;
} live_inst;

typedef struct {
    char name[40];
    int pid;
    UT_hash_handle hh;
} named_track;

struct recorder {
    observer watch;
    FILE *kanata, *perfetto; /* or NULL */
    bool out_of_memory;
    live_inst *live;
    uint64_t next_id, retired, cycle;
    bool started;
    named_track *tracks;
    int next_pid;
    double ticks_per_us;
};

static const char *const stage_names[] = {"F", "Is", "Or", "Ex", "Tl", "Ca", "Me", "Cm"};
static const char *const op_names[] = {"ALU", "SFU", "LD", "ST", "ATOM", "BAR", "MEMBAR", "BRA", "EXIT"};

static void kanata_time(recorder *r, uint64_t cycle) {
    if (!r->started)
        fprintf(r->kanata, "C=\t%" PRIu64 "\n", cycle);
    else if (cycle > r->cycle)
        fprintf(r->kanata, "C\t%" PRIu64 "\n", cycle - r->cycle);
    r->started = true;
    r->cycle = cycle > r->cycle ? cycle : r->cycle;
}

static live_inst *kanata_open(recorder *r, uint64_t key, uint32_t sm, uint32_t warp, const warp_inst *inst) {
    live_inst *i = calloc(1, sizeof *i);
    if (i) {
        i->key = key;
        HASH_ADD(hh, r->live, key, sizeof i->key, i);
    }
    if (!i || !i->hh.tbl) {
        r->out_of_memory = true;
        free(i);
        return NULL;
    }
    i->id = r->next_id++;
    fprintf(r->kanata, "I\t%" PRIu64 "\t%" PRIu64 "\t%u\n", i->id, i->id, sm * 64 + warp);
    fprintf(r->kanata, "L\t%" PRIu64 "\t0\tsm%u w%u %04" PRIx64 " %s mask=%08x\n", i->id, sm, warp, inst->pc,
            op_names[inst->op], inst->mask);
    return i;
}

static void on_inst(void *ctx, uint64_t cycle, uint32_t sm, uint32_t warp, uint64_t uid, inst_stage stage,
                    const warp_inst *inst) {
    recorder *r = ctx;
    uint64_t key = ((uint64_t)sm << 56) | uid;
    live_inst *i = NULL;
    HASH_FIND(hh, r->live, &key, sizeof key, i);
    kanata_time(r, cycle);
    if (i)
        fprintf(r->kanata, "E\t%" PRIu64 "\t0\t%s\n", i->id, stage_names[i->stage]);
    else if (inst)
        i = kanata_open(r, key, sm, warp, inst);
    if (!i)
        return;
    if (stage == STAGE_COMMIT) {
        fprintf(r->kanata, "R\t%" PRIu64 "\t%" PRIu64 "\t0\n", i->id, r->retired++);
        HASH_DEL(r->live, i);
        free(i);
        return;
    }
    i->stage = stage;
    fprintf(r->kanata, "S\t%" PRIu64 "\t0\t%s\n", i->id, stage_names[stage]);
}

static int track_pid(recorder *r, const char *track) {
    named_track *t = NULL;
    HASH_FIND_STR(r->tracks, track, t);
    if (t)
        return t->pid;
    t = calloc(1, sizeof *t);
    if (t) {
        snprintf(t->name, sizeof t->name, "%s", track);
        HASH_ADD_STR(r->tracks, name, t);
    }
    if (!t || !t->hh.tbl) {
        r->out_of_memory = true;
        free(t);
        return 0;
    }
    t->pid = ++r->next_pid;
    fprintf(r->perfetto, ",\n{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%d,\"args\":{\"name\":\"%s\"}}",
            t->pid, t->name);
    return t->pid;
}

static void on_span(void *ctx, const char *track, uint32_t lane, const char *what, uint64_t t0, uint64_t t1,
                    uint64_t address, uint32_t app) {
    recorder *r = ctx;
    int pid = track_pid(r, track);
    fprintf(r->perfetto,
            ",\n{\"ph\":\"X\",\"name\":\"%s\",\"pid\":%d,\"tid\":%u,\"ts\":%.4f,\"dur\":%.4f,"
            "\"args\":{\"address\":\"0x%" PRIx64 "\",\"app\":%u}}",
            what, pid, lane, (double)t0 / r->ticks_per_us, (double)(t1 - t0) / r->ticks_per_us, address, app);
}

static void on_value(void *ctx, const char *track, const char *what, uint64_t t, double value, uint32_t app) {
    recorder *r = ctx;
    int pid = track_pid(r, track);
    fprintf(r->perfetto,
            ",\n{\"ph\":\"C\",\"name\":\"%s app %u\",\"pid\":%d,\"ts\":%.4f,\"args\":{\"value\":%.6g}}", what,
            app, pid, (double)t / r->ticks_per_us, value);
}

recorder *recorder_new(FILE *kanata, FILE *perfetto, uint32_t base_mhz) {
    recorder *r = calloc(1, sizeof *r);
    if (!r) {
        visible_line(stderr, "gmmu: out of memory");
        return NULL;
    }
    r->ticks_per_us = base_mhz;
    r->watch.ctx = r;
    r->kanata = kanata;
    r->perfetto = perfetto;
    if (kanata) {
        fputs("Kanata\t0004\n", kanata);
        r->watch.inst = on_inst;
    }
    if (perfetto) {
        fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
              "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":0,\"args\":{\"name\":\"gmmu\"}}",
              perfetto);
        r->watch.span = on_span;
        r->watch.value = on_value;
    }
    return r;
}

const observer *recorder_observer(const recorder *r) {
    return &r->watch;
}

bool recorder_end(recorder *r) {
    if (!r)
        return true;
    live_inst *first_inst = r->live;
    HASH_CLEAR(hh, r->live); /* frees the table, not its elements */
    for (live_inst *i = first_inst; i; i = first_inst) {
        first_inst = i->hh.next;
        free(i);
    }
    named_track *first_track = r->tracks;
    HASH_CLEAR(hh, r->tracks);
    for (named_track *t = first_track; t; t = first_track) {
        first_track = t->hh.next;
        free(t);
    }
    if (r->perfetto)
        fputs("\n]}\n", r->perfetto);
    const bool ok = !r->out_of_memory;
    if (!ok)
        visible_line(stderr, "gmmu: out of memory, not everything was recorded");
    free(r);
    return ok;
}
