/* SPDX-License-Identifier: Apache-2.0 */
#include "report/kanata.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A table that cannot grow leaves its element out, and the log is incomplete. */
#define HASH_NONFATAL_OOM         1
#define uthash_nonfatal_oom(elem) ((elem)->hh.tbl = NULL)
#include <uthash.h>

#include "base/alloc.h"

/* A warp instruction in flight: Kanata wants one dense numbering for the whole chip. */
typedef struct {
    uint64_t key; /* SM in the top byte, uid below */
    uint64_t id;
    inst_stage stage;
    UT_hash_handle hh;
} live_inst;

/* The text of an opcode. */
typedef struct {
    uint16_t number; /* from 1 on */
    UT_hash_handle hh;
    char text[];
} opcode_name;

/* Something that happened in the present cycle. */
typedef struct {
    uint32_t sm, warp;
    uint64_t uid;
    size_t order; /* of the reports in this cycle */
    inst_stage stage;
    bool begins;     /* what follows is known */
    uint8_t op;      /* op_class */
    uint8_t space;   /* mem_space */
    uint16_t opcode; /* 0: none */
    uint32_t mask;
    uint64_t pc;
} kanata_event;

struct kanata {
    FILE *file;
    live_inst *live;
    opcode_name *opcodes;     /* by text */
    const opcode_name **name; /* by number, from 1 on */
    size_t names_room;
    uint64_t next_id, retired;
    uint64_t cycle; /* of the events that wait */
    uint64_t written;
    bool started;
    bool out_of_memory;
    kanata_event *event;
    size_t events, room;
};

static const char *const stage_names[] = {"F", "Is", "Or", "Ex", "Tl", "Ca", "Me", "Cm"};
static const char *const op_names[] = {"alu",     "sfu",    "load",   "store", "atomic",
                                       "barrier", "membar", "branch", "exit"};
static const char *const space_names[] = {"", ".global", ".shared", ".const"};

kanata *kanata_new(FILE *file, const char *about) {
    kanata *k = calloc(1, sizeof *k);
    if (!k)
        return NULL;
    k->file = file;
    fputs("Kanata\t0004\n", file);
    if (about) /* a command that viewers do not know, and pass over */
        fprintf(file, "#\t%s\n", about);
    return k;
}

uint16_t kanata_opcode(void *ctx, const char *text, size_t length) {
    kanata *k = ctx;
    opcode_name *o = NULL;
    HASH_FIND(hh, k->opcodes, text, length, o);
    if (o)
        return o->number;
    const unsigned count = HASH_COUNT(k->opcodes);
    if (count >= UINT16_MAX - 1U)
        return 0;
    const opcode_name **grown = alloc_grow((void *)k->name, count + 1U, &k->names_room, sizeof *grown);
    if (grown)
        k->name = grown;
    o = grown ? calloc(1, sizeof *o + length + 1) : NULL;
    if (o) {
        memcpy(o->text, text, length);
        o->number = (uint16_t)(count + 1U);
        HASH_ADD_KEYPTR(hh, k->opcodes, o->text, length, o);
    }
    if (!o || !o->hh.tbl) {
        k->out_of_memory = true;
        free(o);
        return 0;
    }
    k->name[o->number] = o;
    return o->number;
}

static live_inst *kanata_open(kanata *k, uint64_t key, const kanata_event *e) {
    live_inst *i = calloc(1, sizeof *i);
    if (i) {
        i->key = key;
        HASH_ADD(hh, k->live, key, sizeof i->key, i);
    }
    if (!i || !i->hh.tbl) {
        k->out_of_memory = true;
        free(i);
        return NULL;
    }
    i->id = k->next_id++;
    fprintf(k->file, "I\t%" PRIu64 "\t%" PRIu64 "\t%u\n", i->id, i->id, e->sm * 64 + e->warp);
    const char *opcode = e->opcode ? k->name[e->opcode]->text : op_names[e->op];
    fprintf(k->file, "L\t%" PRIu64 "\t0\tsm%u w%u %04" PRIx64 " %s%s mask=%08x\n", i->id, e->sm, e->warp,
            e->pc, opcode, e->opcode ? "" : space_names[e->space], e->mask);
    return i;
}

static void kanata_write(kanata *k, const kanata_event *e) {
    const uint64_t key = ((uint64_t)e->sm << 56) | e->uid;
    live_inst *i = NULL;
    HASH_FIND(hh, k->live, &key, sizeof key, i);
    if (i)
        fprintf(k->file, "E\t%" PRIu64 "\t0\t%s\n", i->id, stage_names[i->stage]);
    else if (e->begins)
        i = kanata_open(k, key, e);
    if (!i)
        return;
    if (e->stage == STAGE_COMMIT) {
        fprintf(k->file, "R\t%" PRIu64 "\t%" PRIu64 "\t0\n", i->id, k->retired++);
        HASH_DEL(k->live, i);
        free(i);
        return;
    }
    i->stage = e->stage;
    fprintf(k->file, "S\t%" PRIu64 "\t0\t%s\n", i->id, stage_names[e->stage]);
}

static int by_sm(const void *a, const void *b) {
    const kanata_event *x = a;
    const kanata_event *y = b;
    if (x->sm != y->sm)
        return x->sm < y->sm ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* All that waits, and the time it happened. */
static void kanata_flush(kanata *k) {
    if (k->events == 0)
        return;
    if (!k->started)
        fprintf(k->file, "C=\t%" PRIu64 "\n", k->cycle);
    else
        fprintf(k->file, "C\t%" PRIu64 "\n", k->cycle - k->written);
    k->started = true;
    k->written = k->cycle;
    qsort(k->event, k->events, sizeof *k->event, by_sm);
    for (size_t i = 0; i < k->events; i++)
        kanata_write(k, &k->event[i]);
    k->events = 0;
}

static bool kanata_room(kanata *k) {
    kanata_event *grown = alloc_grow(k->event, k->events, &k->room, sizeof *grown);
    if (grown)
        k->event = grown;
    else
        k->out_of_memory = true;
    return grown != NULL;
}

void kanata_inst(void *ctx, uint64_t cycle, uint32_t sm, uint32_t warp, uint64_t uid, inst_stage stage,
                 const warp_inst *inst) {
    kanata *k = ctx;
    if (cycle != k->cycle)
        kanata_flush(k);
    k->cycle = cycle;
    if (!kanata_room(k))
        return;
    kanata_event *e = &k->event[k->events];
    *e = (kanata_event){
        .sm = sm, .warp = warp, .uid = uid, .order = k->events++, .stage = stage, .begins = inst != NULL};
    if (inst) {
        e->op = inst->op;
        e->space = inst->space;
        e->opcode = inst->opcode;
        e->mask = inst->mask;
        e->pc = inst->pc;
    }
}

bool kanata_end(kanata *k) {
    if (!k)
        return true;
    kanata_flush(k);
    live_inst *first = k->live;
    HASH_CLEAR(hh, k->live); /* frees the table, not its elements */
    for (live_inst *i = first; i; i = first) {
        first = i->hh.next;
        free(i);
    }
    opcode_name *name = k->opcodes;
    HASH_CLEAR(hh, k->opcodes);
    for (opcode_name *o = name; o; o = name) {
        name = o->hh.next;
        free(o);
    }
    const bool ok = !k->out_of_memory;
    free((void *)k->name);
    free(k->event);
    free(k);
    return ok;
}
