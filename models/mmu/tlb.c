/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/tlb.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mix.h"
#include "config/messages.h"
#include "config/tlb_policy.h"
#include "config/tlb_shape.h"
#include "gmmu_params.h"
#include "mmu/tlb_policies.h"
#include "mmu/tlb_unit.h"

#define NO_KEY    UINT64_MAX
#define NO_ENTRY  UINT32_MAX
#define LANES     8U /* keys compared at a time */
#define MAX_SIZES (TLB_SHAPE_ARRAYS * CHIP_MAX_PAGE_SIZES)
#define KEY_SIZE  56U /* bit of a key above the ASID, where the number of the size is */

/* What the sets of a slice have lost in a partition: victims of one of them. */
typedef struct {
    uint32_t base; /* their first slot */
    uint32_t set;  /* whose they are: its first slot */
    uint32_t next; /* place of the next one */
} victim_buffer;

/* Its slots are the ways of all sets, then the victims of all slices. */
typedef struct {
    uint32_t sets, ways;
    uint32_t parts;         /* partitions of the ways, 1 or more */
    uint32_t slice_sets;    /* sets of one slice */
    uint32_t stride;        /* ways rounded up to LANES; keys beyond ways stay NO_KEY */
    uint32_t victim_stride; /* the same of the victims of a slice; 0: there are none */
    uint32_t slots;
    victim_buffer *victims;             /* by slice and partition */
    uint32_t pages_log2;                /* pages of an entry */
    uint32_t hint_shift;                /* hash bits that are no hint index */
    uint64_t clock[TLB_MAX_PARTITIONS]; /* advances with every use of the partition */
    uint64_t *keys;                     /* size, asid and entry number, or NO_KEY */
    uint64_t *used;                     /* clock of the last use; 0 = empty, so the oldest of all */
    uint64_t *ppns;                     /* first frame, per page of an entry */
    uint64_t *valid;                    /* bit per page of an entry; of no meaning with one page */
    uint32_t *hints; /* entry in which a key of this hash was last seen: a guess, checked */
    const tlb_level_config *level;
    const tlb_index *index;
    const tlb_replacement *replacement;
} array;

/* A page size that is held. */
typedef struct {
    array *in;
    uint32_t bits;
    uint32_t shift; /* bits of a vpn within an entry */
    uint32_t live;  /* entries */
} held_size;

struct tlb {
    held_size size[MAX_SIZES]; /* largest first */
    uint32_t sizes;
    array array[TLB_SHAPE_ARRAYS];
    uint32_t arrays;
    tlb_level_config level;
    tlb_unit *unit; /* in the place of the arrays, or NULL */
};

/* ---- life ---- */

static bool make_array(array *a, const tlb_level_config *level, const tlb_array_shape *c) {
    a->ways = c->ways;
    a->sets = c->entries / c->ways;
    a->parts = level->partitions != 0 ? level->partitions : 1;
    a->slice_sets = a->sets / (level->slices != 0 ? level->slices : 1);
    a->stride = (a->ways + LANES - 1) / LANES * LANES;
    a->pages_log2 = (uint32_t)__builtin_ctz(c->pages);
    a->level = level;
    a->index = tlb_index_find(level->index);
    a->replacement = tlb_replacement_find(level->replacement);
    uint32_t hint_bits = 6;
    while (hint_bits < 16 && (1U << hint_bits) < 4 * c->entries)
        hint_bits++;
    a->hint_shift = 64 - hint_bits;
    const uint32_t buffers = a->sets / a->slice_sets * a->parts;
    a->victim_stride = (level->victims + LANES - 1) / LANES * LANES;
    a->slots = a->sets * a->stride + buffers * a->victim_stride;
    const size_t slots = a->slots;
    a->victims = calloc(buffers, sizeof *a->victims);
    for (uint32_t i = 0; a->victims != NULL && i < buffers; i++)
        a->victims[i].base = a->sets * a->stride + i * a->victim_stride;
    a->keys = malloc(slots * sizeof *a->keys);
    a->used = malloc(slots * sizeof *a->used);
    a->valid = calloc(slots, sizeof *a->valid);
    a->ppns = calloc(slots << a->pages_log2, sizeof *a->ppns);
    a->hints = calloc((size_t)1 << hint_bits, sizeof *a->hints);
    return a->keys != NULL && a->used != NULL && a->valid != NULL && a->ppns != NULL && a->hints != NULL &&
           a->victims != NULL;
}

static void add_size(tlb *t, array *a, uint32_t bits) {
    uint32_t i = t->sizes++;
    for (; i > 0 && t->size[i - 1].bits < bits; i--)
        t->size[i] = t->size[i - 1];
    t->size[i] = (held_size){.in = a, .bits = bits, .shift = bits - GMMU_PAGE_BITS + a->pages_log2};
}

tlb *tlb_new(const tlb_level_config *level, uint64_t page_sizes) {
    tlb_array_shape shape[TLB_SHAPE_ARRAYS];
    if (tlb_shape_wrong(level, page_sizes) != NULL)
        return NULL;
    tlb *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    t->level = *level;
    t->arrays = tlb_shape_arrays(level, page_sizes, shape);
    for (uint32_t i = 0; i < t->arrays; i++) {
        if (!make_array(&t->array[i], &t->level, &shape[i])) {
            tlb_free(t);
            return NULL;
        }
        for (uint64_t left = shape[i].sizes; left != 0; left &= left - 1)
            add_size(t, &t->array[i], (uint32_t)__builtin_ctzll(left));
    }
    tlb_flush(t);
    return t;
}

tlb *tlb_new_for(const gpu_config *config, const tlb_level_config *level) {
    tlb *t = tlb_new(level, chip_page_sizes(&config->chip));
    if (t == NULL || tlb_unit_new_for(config, level, &t->unit))
        return t;
    tlb_free(t);
    return NULL;
}

void tlb_free(tlb *t) {
    if (t != NULL)
        tlb_unit_free(t->unit);
    for (uint32_t i = 0; t != NULL && i < t->arrays; i++) {
        free(t->array[i].keys);
        free(t->array[i].used);
        free(t->array[i].valid);
        free(t->array[i].ppns);
        free(t->array[i].hints);
        free(t->array[i].victims);
    }
    free(t);
}

/* ---- search ---- */

static uint64_t make_key(const tlb *t, const held_size *s, uint16_t asid, uint64_t vpn) {
    return (uint64_t)(s - t->size) << KEY_SIZE | ((uint64_t)asid << GMMU_VPN_W) | vpn >> s->shift;
}

static uint32_t set_base(const held_size *s, uint64_t vpn) {
    const array *a = s->in;
    const tlb_level_config *level = a->level;
    uint64_t address = vpn & ((UINT64_C(1) << (TLB_SHAPE_TOP - GMMU_PAGE_BITS)) - 1);
    uint32_t shift = level->index_from != 0 ? level->index_from - GMMU_PAGE_BITS : s->shift;
    uint32_t set = a->index->set(address >> shift, a->slice_sets);
    if (level->slices > 1)
        set += a->slice_sets * tlb_xor_fold(address >> (level->slice_from - GMMU_PAGE_BITS), level->slices);
    return set * a->stride;
}

static uint32_t *hint_of(const array *a, uint64_t key) {
    return &a->hints[(key * MIX_GOLDEN) >> a->hint_shift];
}

/* The partition of the application whose key this is: applications have the ASIDs from 1 on. A bit above the
 * ASID may say more (sm/parts/l1_tlb.h). */
static uint32_t part_of(const array *a, uint64_t key) {
    if (a->parts == 1)
        return 0;
    const uint32_t asid = (uint32_t)(key >> GMMU_VPN_W) & ((1U << GMMU_ASID_W) - 1);
    assert(asid != 0 && asid <= a->parts);
    return asid - 1;
}

static victim_buffer *victims_of(const array *a, uint32_t base, uint32_t part) {
    return &a->victims[base / a->stride / a->slice_sets * a->parts + part];
}

/* The entry of a key in the `count` slots from `base` on. Inner loop without exits, so
 * that it becomes vector compares. */
static uint32_t tlb_search(const array *a, uint32_t base, uint32_t count, uint64_t key) {
    for (uint32_t group = base; group < base + count; group += LANES) {
        const uint64_t *keys = &a->keys[group];
        uint64_t found = 0;
        for (uint64_t i = 0; i < LANES; i++)
            found |= keys[i] == key ? i + 1 : 0;
        if (found != 0)
            return group + (uint32_t)found - 1;
    }
    return NO_ENTRY;
}

static uint32_t tlb_find(const held_size *s, uint64_t vpn, uint64_t key) {
    const array *a = s->in;
    const uint32_t guess = *hint_of(a, key);
    if (a->keys[guess] == key)
        return guess;
    const uint32_t base = set_base(s, vpn), e = tlb_search(a, base, a->stride, key);
    return e != NO_ENTRY || a->victim_stride == 0
               ? e
               : tlb_search(a, victims_of(a, base, part_of(a, key))->base, a->victim_stride, key);
}

/* Which page of its entry: a number below 1 << pages_log2. */
static uint32_t page_in_entry(const held_size *s, uint64_t vpn) {
    return (uint32_t)(vpn >> (s->bits - GMMU_PAGE_BITS)) & ((1U << s->in->pages_log2) - 1);
}

static uint64_t frame_in_page(const held_size *s, uint64_t vpn) {
    return vpn & ((UINT64_C(1) << (s->bits - GMMU_PAGE_BITS)) - 1);
}

/* The entry that holds vpn as a page of this size, or NO_ENTRY. */
static uint32_t tlb_find_page(const held_size *s, uint64_t vpn, uint64_t key, tlb_page *page) {
    const array *a = s->in;
    uint32_t e = tlb_find(s, vpn, key);
    if (e == NO_ENTRY)
        return NO_ENTRY;
    uint32_t i = page_in_entry(s, vpn);
    if (a->pages_log2 != 0 && (a->valid[e] >> i & 1) == 0)
        return NO_ENTRY;
    *page =
        (tlb_page){.ppn = a->ppns[((size_t)e << a->pages_log2) + i] + frame_in_page(s, vpn), .bits = s->bits};
    return e;
}

/* ---- use ---- */

static inline bool tlb_look_up(tlb *t, const held_size *s, uint16_t asid, uint64_t vpn, tlb_page *page) {
    if (s->live == 0)
        return false;
    array *a = s->in;
    uint64_t key = make_key(t, s, asid, vpn);
    uint32_t e = tlb_find_page(s, vpn, key, page);
    if (e == NO_ENTRY)
        return false;
    if (a->replacement->touch)
        a->used[e] = ++a->clock[part_of(a, key)];
    *hint_of(a, key) = e;
    return true;
}

bool tlb_lookup(tlb *t, uint16_t asid, uint64_t vpn, tlb_page *page) {
    if (t->unit != NULL)
        return tlb_unit_lookup(t->unit, asid, vpn, page);
    for (const held_size *s = t->size; s < t->size + t->sizes; s++)
        if (tlb_look_up(t, s, asid, vpn, page))
            return true;
    return false;
}

bool tlb_lookup_size(tlb *t, uint16_t asid, uint64_t vpn, uint32_t bits, tlb_page *page) {
    assert(t->unit == NULL);
    for (const held_size *s = t->size; s < t->size + t->sizes; s++)
        if (s->bits == bits && tlb_look_up(t, s, asid, vpn, page))
            return true;
    return false;
}

bool tlb_probe(const tlb *t, uint16_t asid, uint64_t vpn, tlb_page *page) {
    assert(t->unit == NULL);
    for (const held_size *s = t->size; s < t->size + t->sizes; s++)
        if (s->live != 0 && tlb_find_page(s, vpn, make_key(t, s, asid, vpn), page) != NO_ENTRY)
            return true;
    return false;
}

/* Empties entry e for another key. */
static void drop_entry(tlb *t, array *a, uint32_t e) {
    if (a->keys[e] != NO_KEY)
        t->size[a->keys[e] >> KEY_SIZE].live--;
    a->keys[e] = NO_KEY;
    a->used[e] = 0;
    a->valid[e] = 0;
}

/* Slot e, in use, of the set at `base` becomes a victim. TunneLs: the buffer is flushed when another set
 * evicts. */
static void keep_victim(tlb *t, array *a, uint32_t base, uint32_t e) {
    victim_buffer *v = victims_of(a, base, part_of(a, a->keys[e]));
    const uint32_t to = v->base + v->next, pages = 1U << a->pages_log2, victims = a->level->victims;
    assert(victims != 0);
    if (v->set != base)
        for (uint32_t i = 0; i < victims; i++)
            drop_entry(t, a, v->base + i);
    drop_entry(t, a, to);
    v->set = base;
    v->next = (v->next + 1) % victims;
    a->keys[to] = a->keys[e];
    a->valid[to] = a->valid[e];
    memcpy(&a->ppns[(size_t)to * pages], &a->ppns[(size_t)e * pages], pages * sizeof *a->ppns);
    t->size[a->keys[to] >> KEY_SIZE].live++;
}

static uint32_t take_entry(tlb *t, held_size *s, uint64_t vpn, uint64_t key) {
    array *a = s->in;
    const uint32_t base = set_base(s, vpn), part = part_of(a, key), ways = a->ways / a->parts;
    const uint32_t first = base + part * ways;
    const uint32_t e = first + a->replacement->victim(&a->used[first], ways, a->clock[part]);
    if (a->victim_stride != 0 && a->keys[e] != NO_KEY)
        keep_victim(t, a, base, e);
    drop_entry(t, a, e);
    s->live++;
    a->keys[e] = key;
    a->used[e] = ++a->clock[part];
    return e;
}

bool tlb_fill(tlb *t, uint16_t asid, uint64_t vpn, const tlb_page *page) {
    if (t->unit != NULL)
        return tlb_unit_fill(t->unit, asid, vpn, page);
    held_size *s = t->size;
    while (s < t->size + t->sizes && s->bits > page->bits)
        s++;
    if (s == t->size + t->sizes)
        return false;
    array *a = s->in;
    uint64_t key = make_key(t, s, asid, vpn);
    uint32_t e = tlb_find(s, vpn, key);
    if (e == NO_ENTRY)
        e = take_entry(t, s, vpn, key);
    else if (a->replacement->touch)
        a->used[e] = ++a->clock[part_of(a, key)];
    uint32_t i = page_in_entry(s, vpn);
    a->ppns[((size_t)e << a->pages_log2) + i] = page->ppn - frame_in_page(s, vpn);
    a->valid[e] |= UINT64_C(1) << i;
    *hint_of(a, key) = e;
    return true;
}

void tlb_flush(tlb *t) {
    if (t->unit != NULL)
        (void)tlb_unit_invalidate(t->unit, (tlb_drop){.all = true}, 0, 0);
    for (uint32_t n = 0; n < t->arrays; n++) {
        array *a = &t->array[n];
        for (uint32_t i = 0; i < a->slots; i++) {
            a->keys[i] = NO_KEY;
            a->used[i] = 0;
            a->valid[i] = 0;
        }
    }
    for (uint32_t i = 0; i < t->sizes; i++)
        t->size[i].live = 0;
}

static bool drop_page(tlb *t, held_size *s, uint16_t asid, uint64_t vpn) {
    tlb_page page;
    const uint32_t e = tlb_find_page(s, vpn, make_key(t, s, asid, vpn), &page);
    if (e == NO_ENTRY)
        return false;
    s->in->valid[e] &= ~(UINT64_C(1) << page_in_entry(s, vpn));
    if (s->in->valid[e] == 0)
        drop_entry(t, s->in, e);
    return true;
}

bool tlb_invalidate(tlb *t, uint16_t asid, uint64_t vpn) {
    if (t->unit != NULL)
        return tlb_unit_invalidate(t->unit, (tlb_drop){.base = true, .large = true}, asid, vpn);
    bool found = false;
    for (held_size *s = t->size; s < t->size + t->sizes; s++)
        found |= drop_page(t, s, asid, vpn);
    return found;
}

bool tlb_invalidate_size(tlb *t, uint16_t asid, uint64_t vpn, uint32_t bits) {
    for (held_size *s = t->size; s < t->size + t->sizes; s++) {
        if (s->bits != bits)
            continue;
        /* The largest size is the large one, if there are two. */
        const tlb_drop drop = {.large = t->sizes == 2 && s == t->size, .base = s == t->size + t->sizes - 1};
        return t->unit != NULL ? tlb_unit_invalidate(t->unit, drop, asid, vpn) : drop_page(t, s, asid, vpn);
    }
    return false;
}

bool tlb_invalidate_space(tlb *t, uint16_t asid) {
    if (t->unit != NULL)
        return tlb_unit_invalidate(t->unit, (tlb_drop){.space = true}, asid, 0);
    bool found = false;
    for (uint32_t n = 0; n < t->arrays; n++) {
        array *a = &t->array[n];
        for (uint32_t i = 0; i < a->slots; i++) {
            if (a->keys[i] == NO_KEY || (uint16_t)(a->keys[i] >> GMMU_VPN_W) != asid)
                continue;
            drop_entry(t, a, i);
            found = true;
        }
    }
    return found;
}
