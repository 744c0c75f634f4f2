/* SPDX-License-Identifier: Apache-2.0 */
#include "study/probe/tlb_sharing.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "study/probe/probe_address.h"

/* The others read so many times the level's entries, so that hashed sets lose all they had, too. */
#define DISTURBING 2U
/* One part in so many must be slow: of twice the entries of the level before, that level keeps half. */
#define SLOW_PART 4U

/* One level, and what the two SMs read. */
typedef struct {
    const probe_machine *m;
    uint32_t own_count, other_count;
    uint64_t *own, *others;
    double slow; /* cycles: from here on an access has missed the level */
    probe_launch *launch;
    uint32_t *latency;
} sharing_stage;

static uint64_t tlb_sharing_piece(const tlb_boundary *b) {
    return b->level[0].brings ? b->level[0].brings : b->level[0].covers;
}

/* Addresses of the others that memory has room for; 0: too few to evict anything for sure. */
static uint32_t disturbing_count(const probe_machine *m, const tlb_boundary_level *l) {
    const uint64_t room = m->bytes / l->covers;
    const uint64_t wanted = (uint64_t)DISTURBING * l->entries;
    if (room < 2 * (uint64_t)l->entries)
        return 0;
    return (uint32_t)(room - l->entries < wanted ? room - l->entries : wanted);
}

/* For tests of one SM against all others. */
static sharing_stage sharing_stage_new(const probe_machine *m, const tlb_boundary *b, uint32_t level) {
    const tlb_boundary_level *l = &b->level[level];
    sharing_stage s = {.m = m, .own_count = l->entries, .other_count = disturbing_count(m, l)};
    s.own = alloc_zeroed(s.own_count, sizeof *s.own);
    s.others = alloc_zeroed(s.other_count, sizeof *s.others);
    for (uint32_t i = 0; i < s.own_count; i++)
        s.own[i] = probe_address(i, l->covers, tlb_sharing_piece(b));
    for (uint32_t i = 0; i < s.other_count; i++)
        s.others[i] = probe_address(s.own_count + i, l->covers, tlb_sharing_piece(b));
    s.slow = l->hit + l->miss / 2.0;
    s.launch = alloc_zeroed(1 + 2 * (size_t)m->sms, sizeof *s.launch);
    s.latency = alloc_zeroed(s.own_count + (size_t)m->sms * (s.own_count + s.other_count), sizeof *s.latency);
    return s;
}

static void sharing_stage_end(sharing_stage *s) {
    free(s->own);
    free(s->others);
    free(s->launch);
    free(s->latency);
}

/* Tests SM `sm` against each of `others`, one after another: its own accesses after one test fill the level
 * for the next. The points are written to `point`. */
static bool sharing_stage_run(sharing_stage *s, uint32_t sm, const uint32_t *others, uint32_t count,
                              tlb_sharing_point *point) {
    const probe_launch own = {.sm = sm, .address = s->own, .count = s->own_count};
    s->launch[0] = own;
    for (uint32_t i = 0; i < count; i++) {
        s->launch[1 + 2 * i] = (probe_launch){.sm = others[i], .address = s->others, .count = s->other_count};
        s->launch[2 + 2 * i] = own;
    }
    if (!s->m->run(s->m->ctx, s->launch, 1 + 2 * count, s->latency))
        return false;
    const uint32_t *latency = s->latency + s->own_count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t slow = 0;
        uint64_t sum = 0;
        latency += s->other_count;
        for (uint32_t n = 0; n < s->own_count; n++) {
            slow += *latency > s->slow;
            sum += *latency++;
        }
        point[i] = (tlb_sharing_point){.sm = sm,
                                       .other = others[i],
                                       .cycles = (double)sum / s->own_count,
                                       .shared = SLOW_PART * slow >= s->own_count};
    }
    return true;
}

/* The groups of a level: SMs without a group are tested against the first of them. */
static bool tlb_sharing_groups(sharing_stage *s, uint32_t sms, uint32_t *group) {
    uint32_t open[TLB_SHARING_SMS];
    tlb_sharing_point point[TLB_SHARING_SMS];
    uint32_t left = sms;
    for (uint32_t i = 0; i < sms; i++)
        open[i] = i;
    while (left > 0) {
        const uint32_t first = open[0];
        if (!sharing_stage_run(s, first, open + 1, left - 1, point))
            return false;
        group[first] = first;
        uint32_t kept = 0;
        for (uint32_t i = 0; i + 1 < left; i++) {
            if (point[i].shared)
                group[point[i].other] = first;
            else
                open[kept++] = point[i].other;
        }
        left = kept;
    }
    return true;
}

bool tlb_sharing_find(const probe_machine *m, const tlb_boundary *boundary, tlb_sharing_found *found) {
    memset(found, 0, sizeof *found);
    if (m->sms > TLB_SHARING_SMS)
        return false;
    found->levels = boundary->levels;
    found->sms = m->sms;
    bool ok = true;
    for (uint32_t k = 0; ok && k < boundary->levels; k++) {
        found->tested[k] = disturbing_count(m, &boundary->level[k]) != 0;
        if (!found->tested[k])
            continue;
        sharing_stage s = sharing_stage_new(m, boundary, k);
        ok = tlb_sharing_groups(&s, m->sms, found->group[k]);
        sharing_stage_end(&s);
    }
    return ok;
}

bool tlb_sharing_test(const probe_machine *m, const tlb_boundary *boundary, uint32_t level, uint32_t sm,
                      uint32_t other, bool *failed) {
    tlb_sharing_point point = {.shared = false};
    if (disturbing_count(m, &boundary->level[level]) == 0)
        return false;
    sharing_stage s = sharing_stage_new(m, boundary, level);
    if (!sharing_stage_run(&s, sm, &other, 1, &point))
        *failed = true;
    sharing_stage_end(&s);
    return point.shared;
}

/* One SM against all others, with their points to `take`. */
static bool tlb_sharing_row(sharing_stage *s, uint32_t level, uint32_t sm, tlb_sharing_point_fn take,
                            void *ctx) {
    uint32_t others[TLB_SHARING_SMS] = {0}, count = 0;
    tlb_sharing_point point[TLB_SHARING_SMS];
    for (uint32_t i = 0; i < s->m->sms; i++)
        if (i != sm)
            others[count++] = i;
    if (!sharing_stage_run(s, sm, others, count, point))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        point[i].level = level + 1;
        take(ctx, &point[i]);
    }
    return true;
}

bool tlb_sharing_pairs(const probe_machine *m, const tlb_boundary *boundary, tlb_sharing_point_fn take,
                       void *ctx) {
    bool ok = m->sms <= TLB_SHARING_SMS;
    for (uint32_t k = 0; ok && k < boundary->levels; k++) {
        if (disturbing_count(m, &boundary->level[k]) == 0)
            continue;
        sharing_stage s = sharing_stage_new(m, boundary, k);
        for (uint32_t sm = 0; ok && sm < m->sms; sm++)
            ok = tlb_sharing_row(&s, k, sm, take, ctx);
        sharing_stage_end(&s);
    }
    return ok;
}
