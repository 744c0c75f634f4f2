/* SPDX-License-Identifier: Apache-2.0 */
#include "study/probe/tlb_covert.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/mix.h"
#include "study/probe/probe_address.h"
#include "study/probe/tlb_sharing.h"

#define NOTABLE     16U /* a miss of less than such a part of the slowest makes no level */
#define POOL_SHARE  2U  /* candidates: so many times the entries of the level, which evict all of it */
#define TRIES       8U  /* orders of the candidates */
#define KNOWN       16U /* bits before the message, 0 and 1 in turn, that set the receiver's level */
#define WARP        PROBE_MOST_THREADS
#define ROUNDS      6U  /* in which lists are tried */
#define QUEUE_READS 16U /* D: of the receiver in a symbol of COVERT_QUEUES */
#define START_READS 3U  /* before the first symbol: so many times what launch 0 should take */

const char *const covert_names[COVERT_WAYS] = {"sets", "queues"};

/* ---- which SMs ---- */

/* The level before the last, or that one itself if there is none. Where queues take turns, one level looks
 * like two that are a cycle apart. */
static uint32_t level_before(const tlb_boundary *b, uint32_t last) {
    for (uint32_t k = last; k > 0; k--)
        if (b->level[k - 1].miss > b->level[last].miss / NOTABLE)
            return k - 1;
    return last;
}

/* The first SM that shares the last level with the receiver's, and no other. */
static bool find_sender(const probe_machine *m, const tlb_boundary *b, tlb_covert *c, const char **failed) {
    bool broken = false;
    const uint32_t last = c->level, before = level_before(b, last);
    c->receiver = 0;
    for (uint32_t sm = 1; sm < m->sms && !broken; sm++) {
        if (before < last && tlb_sharing_test(m, b, before, c->receiver, sm, &broken))
            continue;
        if (!broken && tlb_sharing_test(m, b, last, c->receiver, sm, &broken)) {
            c->sender = sm;
            return true;
        }
    }
    if (!broken)
        *failed = "no two SMs share the last level of the TLBs alone";
    return false;
}

/* ---- which addresses ---- */

/* Where the level before the last has lost an address, and the last has not; where the last has lost it. */
typedef enum { LOST_BEFORE, LOST_LAST } lost_where;

typedef struct {
    const probe_machine *m;
    tlb_covert *c;
    uint64_t *list; /* candidates that are left */
    uint32_t count;
    uint64_t *trial; /* room for as many, and a line of the sender's */
    uint32_t *latency;
    bool broken;
} set_search;

static bool was_lost(const tlb_covert *c, lost_where where, uint32_t latency) {
    return where == LOST_LAST ? latency > c->slow : latency > c->late && latency <= c->slow;
}

/* Is the target lost, when the candidates from .. to - 1 are left out of the list? */
static bool target_lost(set_search *s, lost_where where, uint32_t from, uint32_t to) {
    const uint32_t kept = s->count - (to - from);
    memcpy(s->trial, s->list, from * sizeof *s->list);
    memcpy(s->trial + from, s->list + to, (s->count - to) * sizeof *s->list);
    const probe_launch target = {.sm = s->c->receiver, .address = &s->c->target, .count = 1};
    const probe_launch launch[] = {
        target, {.sm = s->c->receiver, .address = s->trial, .count = kept}, target};
    if (s->broken || !s->m->run(s->m->ctx, launch, 3, s->latency)) {
        s->broken = true;
        return false;
    }
    return was_lost(s->c, where, s->latency[kept + 1]);
}

/* Leaves out what the target is lost without, in ever smaller pieces, until nothing can be left out. */
static void shrink_list(set_search *s, lost_where where) {
    for (uint32_t piece = s->count / 2; piece >= 1; piece /= 2)
        for (uint32_t from = 0; from < s->count && s->count > 1;) {
            const uint32_t to = from + piece < s->count ? from + piece : s->count;
            if (!target_lost(s, where, from, to)) {
                from = to;
                continue;
            }
            memmove(s->list + from, s->list + to, (s->count - to) * sizeof *s->list);
            s->count -= to - from;
        }
}

static void shuffle_list(set_search *s, uint64_t *random) {
    for (uint32_t i = s->count; i > 1; i--) {
        const uint32_t k = (uint32_t)(random_next(random) % i);
        const uint64_t swapped = s->list[i - 1];
        s->list[i - 1] = s->list[k];
        s->list[k] = swapped;
    }
}

/* A short list of addresses that have the target lost there; the first candidates of it that do, and of
 * those no more than needed. */
static bool find_list(set_search *s, lost_where where, uint64_t *random, covert_list *found) {
    const uint32_t all = s->c->floods - 1;
    for (uint32_t tries = 0; tries < TRIES && !s->broken; tries++) {
        memcpy(s->list, s->c->flood + 1, all * sizeof *s->list);
        s->count = all;
        shuffle_list(s, random);
        for (s->count = 1; s->count < all && !s->broken && !target_lost(s, where, 0, 0);)
            s->count = 2 * s->count < all ? 2 * s->count : all;
        if (s->broken || !target_lost(s, where, 0, 0))
            continue;
        shrink_list(s, where);
        found->count = s->count;
        found->address = alloc_zeroed(s->count, sizeof *found->address);
        memcpy(found->address, s->list, s->count * sizeof *s->list);
        return !s->broken;
    }
    return false;
}

/* In one address space: the receiver loses the target in the last level in every round in which the sender
 * reads its list, and in no other. */
static bool list_works(set_search *s) {
    tlb_covert *c = s->c;
    probe_launch launch[3 * ROUNDS];
    uint32_t launches = 0, at = 0;
    for (uint32_t i = 0; i < ROUNDS; i++) {
        launch[launches++] =
            (probe_launch){.sm = c->receiver, .address = c->read.address, .count = c->read.count};
        if (i % 2 == 0)
            launch[launches++] =
                (probe_launch){.sm = c->sender, .address = c->send.address, .count = c->send.count};
    }
    uint32_t *latency = alloc_zeroed((size_t)ROUNDS * (c->read.count + c->send.count), sizeof *latency);
    bool works = s->m->run(s->m->ctx, launch, launches, latency);
    s->broken |= !works;
    for (uint32_t i = 0; works && i < ROUNDS; i++) {
        if (i > 0)
            works = was_lost(c, i % 2 == 1 ? LOST_LAST : LOST_BEFORE, latency[at]);
        at += c->read.count + (i % 2 == 0 ? c->send.count : 0);
    }
    free(latency);
    return works;
}

static void append_list(covert_list *to, const covert_list *more) {
    to->address = alloc_resize(to->address, (size_t)to->count + more->count, sizeof *to->address);
    memcpy(to->address + to->count, more->address, more->count * sizeof *more->address);
    to->count += more->count;
}

/* What the sender reads begins with what has its own levels lose the rest, so that each time the rest comes
 * to the last one. That has victims, perhaps, so what evicts the target from an empty set does not suffice
 * for ever: the list grows until it does. */
static bool find_lists(const probe_machine *m, tlb_covert *c, const char **failed) {
    set_search s = {.m = m, .c = c};
    const covert_list target = {.count = 1, .address = &c->target};
    covert_list more = {.count = 0};
    uint64_t random = 1;
    bool found = false;
    s.list = alloc_zeroed(c->floods, sizeof *s.list);
    s.trial = alloc_zeroed(c->floods, sizeof *s.trial);
    s.latency = alloc_zeroed((size_t)c->floods + 2, sizeof *s.latency);
    c->target = c->flood[0];
    append_list(&c->read, &target);
    if (find_list(&s, LOST_BEFORE, &random, &more)) {
        append_list(&c->read, &more);
        append_list(&c->send, &more);
        free(more.address);
        for (uint32_t lists = 0; lists < TRIES && !found && find_list(&s, LOST_LAST, &random, &more);
             lists++) {
            append_list(&c->send, &more);
            free(more.address);
            found = list_works(&s);
        }
    }
    if (!found && !s.broken)
        *failed = "memory has too few addresses that share a set of the last level of the TLBs";
    free(s.list);
    free(s.trial);
    free(s.latency);
    return found;
}

/* Page tables that fall out of the L2 cache look like further levels behind the last TLB. */
static uint32_t slowest_miss(const tlb_boundary *b) {
    uint32_t slowest = 0;
    for (uint32_t i = 1; i < b->levels; i++)
        if (b->level[i].miss > b->level[slowest].miss)
            slowest = i;
    return slowest;
}

bool tlb_covert_find(const probe_machine *m, const tlb_boundary *boundary, tlb_covert *c,
                     const char **failed) {
    *c = (tlb_covert){.floods = 0};
    *failed = NULL;
    if (boundary->levels == 0) {
        *failed = "no level of TLBs was found";
        return false;
    }
    c->level = slowest_miss(boundary);
    const tlb_boundary_level *last = &boundary->level[c->level];
    const tlb_boundary_level *before = &boundary->level[level_before(boundary, c->level)];
    const uint64_t piece = boundary->level[0].brings ? boundary->level[0].brings : boundary->level[0].covers;
    const uint64_t memory = m->bytes / last->covers;
    c->slow = last->hit + last->miss / 2.0;
    c->late = before < last ? before->hit + before->miss / 2.0 : 0;
    c->floods = POOL_SHARE * last->entries;
    c->floods = memory < c->floods ? (uint32_t)memory : c->floods;
    c->flood = alloc_zeroed(c->floods, sizeof *c->flood);
    for (uint32_t i = 0; i < c->floods; i++)
        c->flood[i] = probe_address(i, last->covers, piece);
    if (!find_sender(m, boundary, c, failed) || !find_lists(m, c, failed))
        return false;
    c->symbol = (uint64_t)(c->read.count + c->send.count) * (last->hit + last->miss);
    return true;
}

void tlb_covert_end(tlb_covert *c) {
    free(c->read.address);
    free(c->send.address);
    free(c->flood);
}

/* ---- the channel ---- */

/* Launch 0 of both is before all symbols, and reads all they will, so that the data are in the L2 cache. */
typedef struct {
    uint32_t symbols;
    bool *sent; /* by symbol, from 1 */
    probe_launch *sender, *receiver;
    uint32_t first, reads, timed; /* accesses of the receiver: at first, in a symbol, of those timed */
    uint32_t sends;               /* addresses of the sender for a 1 */
    uint64_t *flood;              /* COVERT_QUEUES: all candidates over and over, from which both read */
    uint32_t *latency;
} covert_run;

static void prepare_queues(const tlb_covert *c, covert_run *r) {
    r->reads = r->timed = QUEUE_READS;
    r->sends = WARP * QUEUE_READS;
    r->first = c->floods;
    r->flood = alloc_zeroed((size_t)c->floods + r->sends, sizeof *r->flood);
    for (uint32_t i = 0; i < c->floods + r->sends; i++)
        r->flood[i] = c->flood[i % c->floods];
    r->receiver[0] = (probe_launch){.sm = c->receiver, .address = r->flood, .count = c->floods};
    r->sender[0] = (probe_launch){.sm = c->sender, .address = r->flood, .count = c->floods};
}

static void prepare_sets(const tlb_covert *c, covert_run *r) {
    r->first = r->reads = c->read.count;
    r->timed = 1;
    r->sends = c->send.count;
    r->receiver[0] = (probe_launch){.sm = c->receiver, .address = c->read.address, .count = r->first};
    r->sender[0] = (probe_launch){.sm = c->sender, .address = c->send.address, .count = c->send.count};
}

/* In queues both go on where they were, so they read what the level has lost since. */
static covert_run covert_run_new(const tlb_covert *c, covert_way way, uint64_t cycles, uint32_t symbols) {
    covert_run r = {.symbols = symbols};
    const bool queues = way == COVERT_QUEUES;
    r.sent = alloc_zeroed((size_t)symbols + 1, sizeof *r.sent);
    r.sender = alloc_zeroed((size_t)symbols + 1, sizeof *r.sender);
    r.receiver = alloc_zeroed((size_t)symbols + 1, sizeof *r.receiver);
    (queues ? prepare_queues : prepare_sets)(c, &r);
    r.latency = alloc_zeroed(r.first + (size_t)symbols * r.reads, sizeof *r.latency);
    const uint64_t start = START_READS * r.first * (uint64_t)(2 * c->slow) + c->symbol;
    for (uint32_t i = 1; i <= symbols; i++) {
        const uint64_t begin = start + (i - 1) * cycles;
        r.receiver[i] = r.receiver[0];
        r.sender[i] = r.sender[0];
        r.receiver[i].count = r.reads;
        r.receiver[i].begin = queues ? begin : begin + cycles / 2;
        r.sender[i].begin = begin;
        if (queues) {
            r.receiver[i].address = r.flood + (uint64_t)i * r.reads % c->floods;
            r.sender[i].address = r.flood + (uint64_t)i * r.sends % c->floods;
            r.sender[i].threads = WARP;
        }
    }
    return r;
}

static void covert_run_end(covert_run *r) {
    free(r->sent);
    free(r->sender);
    free(r->receiver);
    free(r->latency);
    free(r->flood);
}

/* Sends what `sent` says. */
static bool covert_run_send(const probe_machine *m, covert_run *r) {
    for (uint32_t i = 1; i <= r->symbols; i++)
        r->sender[i].count = r->sent[i] ? r->sends : 0;
    return m->run_apart(m->ctx, r->sender, r->symbols + 1, r->receiver, r->symbols + 1, r->latency);
}

static void draw_message(covert_run *r, uint64_t seed) {
    uint64_t random = seed;
    for (uint32_t i = 1; i <= r->symbols; i++)
        r->sent[i] = i <= 1 + KNOWN ? i % 2 == 0 : random_next(&random) >> 63;
}

bool tlb_covert_send(const probe_machine *m, const tlb_covert *c, covert_way way, uint64_t cycles,
                     uint32_t bits, uint64_t seed, tlb_covert_point *point) {
    covert_run r = covert_run_new(c, way, cycles, 1 + KNOWN + bits);
    double *time = alloc_zeroed(r.symbols, sizeof *time);
    draw_message(&r, seed);
    const bool ok = covert_run_send(m, &r);
    for (uint32_t i = 0; ok && i < r.symbols; i++)
        for (uint32_t k = 0; k < r.timed; k++)
            time[i] += r.latency[r.first + (size_t)i * r.reads + k];
    *point = (tlb_covert_point){.way = way, .cycles = cycles};
    /* Not the first symbol: launch 0 of the sender may have evicted lines that launch 0 of the receiver had
     * read. */
    point->channel = bit_channel_measure(r.sent + 2, time + 1, r.symbols - 1, KNOWN);
    point->rate = point->channel.capacity * m->mhz * 1000.0 / (double)cycles;
    free(time);
    covert_run_end(&r);
    return ok;
}

bool tlb_covert_changes(const probe_machine *m, const tlb_covert *c, covert_way way, uint64_t cycles,
                        uint32_t bits, uint64_t seed, bool *changes) {
    covert_run r = covert_run_new(c, way, cycles, bits);
    const size_t count = r.first + (size_t)r.symbols * r.reads;
    uint32_t *silent = alloc_zeroed(count, sizeof *silent);
    bool ok = covert_run_send(m, &r); /* nothing but 0 */
    memcpy(silent, r.latency, count * sizeof *silent);
    draw_message(&r, seed);
    ok = ok && covert_run_send(m, &r);
    *changes = memcmp(silent, r.latency, count * sizeof *silent) != 0;
    free(silent);
    covert_run_end(&r);
    return ok;
}
