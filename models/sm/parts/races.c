/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/parts/races.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/mix.h"
#include "program/trace/address_map.h"

#define PAGE_BITS   12U
#define PAGE_BYTES  (UINT64_C(1) << PAGE_BITS)
#define WORD_BYTES  4U
#define FIRST_SLOTS 256U

enum { READ, WRITE, ATOMIC, KINDS };

static const char *const kind_names[KINDS] = {"load", "store", "atomic"};

/* Who has touched a place in one way: the first, and one other than it. That is enough to name somebody
 * else to whoever comes. Numbers of blocks or warps, plus 1; 0: nobody. */
typedef struct {
    uint64_t who, pc, other, other_pc;
} parties;

/* Places share their history: few differ, so a place holds its number only. */
typedef struct {
    parties by[KINDS];
} history;

typedef struct {
    history *list; /* 0: untouched */
    uint32_t count, room;
    uint32_t *slot; /* open addressing: a number, or 0 */
    uint32_t slots; /* a power of two */
} history_set;

/* The histories of a page's words, or of its bytes. */
typedef struct {
    uint64_t number;
    bool bytes;
    uint32_t place[];
} shadow_page;

/* The memory that one group of parties touches between two orderings. */
typedef struct {
    shadow_page **slot; /* open addressing */
    uint64_t slots, used;
    shadow_page *last; /* found last */
} shadow;

struct races {
    history_set histories;
    shadow launch;           /* global memory in this launch, by block */
    shadow interval, shared; /* global and shared memory since the last barrier, by warp */
    uint64_t block;
    race_report report;
    char kernel[sizeof((race_report *)NULL)->kernel];
    uint64_t launches;
};

/* ---- histories ---- */

static uint32_t history_slot(const history_set *s, const history *h) {
    const uint64_t *word = (const uint64_t *)h;
    uint64_t hash = 0;
    for (size_t i = 0; i < sizeof *h / sizeof *word; i++)
        hash = mix(hash + word[i]);
    uint32_t i = (uint32_t)hash & (s->slots - 1);
    while (s->slot[i] && memcmp(&s->list[s->slot[i]], h, sizeof *h) != 0)
        i = (i + 1) & (s->slots - 1);
    return i;
}

static void histories_forget(history_set *s) {
    free(s->list);
    free(s->slot);
    *s = (history_set){.count = 1, .room = FIRST_SLOTS / 2, .slots = FIRST_SLOTS};
    s->list = alloc_zeroed(s->room, sizeof *s->list);
    s->slot = alloc_zeroed(s->slots, sizeof *s->slot);
}

static void histories_grow(history_set *s) {
    s->room *= 2;
    s->slots *= 2;
    s->list = alloc_resize(s->list, s->room, sizeof *s->list);
    free(s->slot);
    s->slot = alloc_zeroed(s->slots, sizeof *s->slot);
    for (uint32_t i = 1; i < s->count; i++)
        s->slot[history_slot(s, &s->list[i])] = i;
}

static uint32_t history_number(history_set *s, const history *h) {
    if (s->count == s->room)
        histories_grow(s);
    const uint32_t slot = history_slot(s, h);
    if (!s->slot[slot]) {
        s->list[s->count] = *h;
        s->slot[slot] = s->count++;
    }
    return s->slot[slot];
}

/* The history after one more access. */
static uint32_t history_after(history_set *s, uint32_t before, int kind, uint64_t who, uint64_t pc) {
    history h = s->list[before];
    parties *p = &h.by[kind];
    if (p->who == who || p->other)
        return before;
    if (p->who) {
        p->other = who;
        p->other_pc = pc;
    } else {
        p->who = who;
        p->pc = pc;
    }
    return history_number(s, &h);
}

/* Somebody else in the history with whom this access races: false, or who, and how and where. */
static bool history_conflict(const history *h, int kind, uint64_t who, uint64_t *other, race_party *party) {
    for (int k = 0; k < KINDS; k++) {
        const parties *p = &h->by[k];
        const bool first = p->who != who;
        if ((k == kind && k != WRITE) || !(first ? p->who : p->other))
            continue;
        *other = first ? p->who : p->other;
        *party = (race_party){.what = kind_names[k], .pc = first ? p->pc : p->other_pc};
        return true;
    }
    return false;
}

/* ---- memory ---- */

static shadow_page **shadow_slot(const shadow *s, uint64_t number) {
    uint64_t i = mix(number) & (s->slots - 1);
    while (s->slot[i] && s->slot[i]->number != number)
        i = (i + 1) & (s->slots - 1);
    return &s->slot[i];
}

static void shadow_forget(shadow *s) {
    for (uint64_t i = 0; s->used && i < s->slots; i++)
        free(s->slot[i]);
    if (s->slots)
        memset(s->slot, 0, s->slots * sizeof(*s->slot));
    s->used = 0;
    s->last = NULL;
}

static void shadow_grow(shadow *s) {
    const shadow old = *s;
    s->slots = old.slots ? 2 * old.slots : FIRST_SLOTS;
    s->slot = alloc_zeroed(s->slots, sizeof(*s->slot));
    for (uint64_t i = 0; i < old.slots; i++)
        if (old.slot[i])
            *shadow_slot(s, old.slot[i]->number) = old.slot[i];
    free(old.slot);
}

static shadow_page *shadow_new_page(uint64_t number, bool bytes) {
    const size_t places = bytes ? PAGE_BYTES : PAGE_BYTES / WORD_BYTES;
    shadow_page *page = alloc_zeroed(1, sizeof *page + places * sizeof page->place[0]);
    page->number = number;
    page->bytes = bytes;
    return page;
}

/* The page, by bytes if that is asked for. */
static shadow_page *shadow_find(shadow *s, uint64_t number, bool bytes) {
    if (s->last && s->last->number == number && s->last->bytes >= bytes)
        return s->last;
    if (4 * s->used >= 3 * s->slots)
        shadow_grow(s);
    shadow_page **slot = shadow_slot(s, number);
    if (!*slot) {
        *slot = shadow_new_page(number, bytes);
        s->used++;
    } else if (bytes && !(*slot)->bytes) {
        shadow_page *finer = shadow_new_page(number, true);
        for (uint64_t i = 0; i < PAGE_BYTES; i++)
            finer->place[i] = (*slot)->place[i / WORD_BYTES];
        free(*slot);
        *slot = finer;
    }
    return s->last = *slot;
}

/* ---- accesses ---- */

typedef struct {
    int kind;
    uint64_t pc, who;
    /* The last step from one history to the next: the lanes of a warp often make the same. */
    uint32_t before, after;
    /* A race, if there is one. */
    bool raced;
    uint64_t address, other;
    race_party earlier;
} access_step;

/* The bytes from `first` to `last`. */
static void shadow_touch(shadow *s, history_set *histories, access_step *a, uint64_t first, uint64_t last) {
    uint32_t step;
    for (uint64_t at = first; at <= last; at += step) {
        const bool word = at % WORD_BYTES == 0 && last - at >= WORD_BYTES - 1;
        shadow_page *page = shadow_find(s, at >> PAGE_BITS, !word);
        step = page->bytes ? 1 : WORD_BYTES;
        uint32_t *place = &page->place[at % PAGE_BYTES / step];
        if (!a->raced) {
            a->raced = history_conflict(&histories->list[*place], a->kind, a->who, &a->other, &a->earlier);
            a->address = at;
        }
        if (*place != a->before || a->after == 0) {
            a->before = *place;
            a->after = history_after(histories, *place, a->kind, a->who, a->pc);
        }
        *place = a->after;
    }
}

static access_step races_touch(races *r, shadow *s, uint64_t who, const warp_inst *inst) {
    access_step a = {.kind = inst->op == OP_LOAD     ? READ
                             : inst->op == OP_ATOMIC ? ATOMIC
                                                     : WRITE,
                     .pc = inst->pc,
                     .who = who + 1};
    for (uint32_t lanes = inst->mask; lanes; lanes &= lanes - 1) {
        const uint64_t first = inst->addr[__builtin_ctz(lanes)];
        if (s == &r->shared || first - LOCAL_REGION >= LOCAL_REGION_SIZE)
            shadow_touch(s, &r->histories, &a, first, first + inst->width - 1);
    }
    return a;
}

static void races_note(races *r, uint32_t warp, const access_step *a, bool by_warp, bool shared) {
    if (r->report.count++)
        return;
    memcpy(r->report.kernel, r->kernel, sizeof r->kernel);
    r->report.launch = r->launches;
    r->report.shared = shared;
    r->report.address = a->address;
    r->report.later = (race_party){.what = kind_names[a->kind], .pc = a->pc, .block = r->block, .warp = warp};
    r->report.earlier = a->earlier;
    r->report.earlier.block = by_warp ? r->block : a->other - 1;
    r->report.earlier.warp = by_warp ? (uint32_t)(a->other - 1) : RACE_SOME_WARP;
}

void races_inst(races *r, uint32_t warp, const warp_inst *inst) {
    const bool shared = inst->space == SPACE_SHARED;
    if (inst->mask == 0 || (!shared && inst->space != SPACE_GLOBAL))
        return;
    const access_step near = races_touch(r, shared ? &r->shared : &r->interval, warp, inst);
    const access_step far = shared ? (access_step){0} : races_touch(r, &r->launch, r->block, inst);
    if (near.raced || far.raced)
        races_note(r, warp, near.raced ? &near : &far, near.raced, shared);
}

/* ---- the order of things ---- */

races *races_new(void) {
    races *r = alloc_zeroed(1, sizeof *r);
    histories_forget(&r->histories);
    return r;
}

void races_barrier(races *r) {
    shadow_forget(&r->interval);
    shadow_forget(&r->shared);
}

void races_block(races *r, uint64_t block) {
    r->block = block;
    races_barrier(r);
}

void races_launch(races *r, const char *kernel) {
    (void)snprintf(r->kernel, sizeof r->kernel, "%s", kernel);
    r->launches++;
    races_block(r, 0);
    shadow_forget(&r->launch);
    histories_forget(&r->histories);
}

void races_free(races *r) {
    if (!r)
        return;
    shadow *const all[] = {&r->launch, &r->interval, &r->shared};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        shadow_forget(all[i]);
        free(all[i]->slot);
    }
    free(r->histories.list);
    free(r->histories.slot);
    free(r);
}

const race_report *races_found(const races *r) {
    return &r->report;
}

void race_report_text(const race_report *report, char *text, size_t size) {
    char warp[32] = "";
    if (report->earlier.warp != RACE_SOME_WARP)
        (void)snprintf(warp, sizeof warp, ", warp %" PRIu32, report->earlier.warp);
    (void)snprintf(text, size,
                   "%" PRIu64 " instructions of warps race; the first in launch %" PRIu64
                   " (%s): %s at PC 0x%" PRIx64 " by block %" PRIu64 ", warp %" PRIu32
                   " after %s at PC 0x%" PRIx64 " by block %" PRIu64 "%s, %s address 0x%" PRIx64,
                   report->count, report->launch, report->kernel, report->later.what, report->later.pc,
                   report->later.block, report->later.warp, report->earlier.what, report->earlier.pc,
                   report->earlier.block, warp, report->shared ? "shared" : "global", report->address);
}
