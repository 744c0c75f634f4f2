/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of fault_queue for the lock-step harness. */
#include "fault_queue.h"
#include "lockstep_pages.h"

#define PAGES   ((unsigned)GMMU_FAULT_PAGES)
#define RECORDS ((unsigned)GMMU_FAULT_RECORDS)
#define RING    (1U << GMMU_FAULT_RING_W)
#define NOWHERE PAGES

/* Per phase, in percent: faults, resumes, of these the ones of a space, a receiver of retries, a memory that
 * takes records and has them, heads; how many pages fault, in percent of the entries. */
static const struct {
    unsigned fault, resume, space, retry, ready, done, head, pages;
} profile[LS_PHASES] = {
    {60, 50, 10, 80, 80, 60, 10, 150}, {95, 20, 5, 95, 90, 90, 5, 300},  {90, 60, 2, 60, 90, 90, 0, 200},
    {80, 80, 1, 15, 90, 90, 40, 100},  {95, 95, 2, 95, 95, 95, 90, 400}, {90, 50, 20, 90, 20, 10, 30, 200},
    {99, 40, 1, 90, 95, 95, 1, 60},    {5, 20, 30, 50, 50, 40, 10, 100},
};

/* The page of an entry, one that is in use where it can be, with one bit turned now and then. */
static ls_page draw_held(lockstep *ls, const fault_queue_state *s) {
    const unsigned from = (unsigned)ls_below(ls, PAGES);
    unsigned e = from;

    for (unsigned i = 0; i < PAGES; i++)
        if (s->e_state[(from + i) % PAGES] != FAULT_FREE) {
            e = (from + i) % PAGES;
            break;
        }
    return ls_near_page(ls, (ls_page){s->e_asid[e], s->e_vpn[e]});
}

static unsigned in_ring(const fault_queue_state *s) {
    return ((unsigned)s->tail - (unsigned)s->head) & (2U * RING - 1U);
}

/* Some records given back, all of them, or a head that is none. */
static unsigned draw_head(lockstep *ls, const fault_queue_state *s) {
    const unsigned head = (unsigned)s->head, count = in_ring(s);

    if (ls_chance(ls, 10))
        return head + count + 1U + (unsigned)ls_below(ls, 3);
    if (ls_chance(ls, 5))
        return (unsigned)ls_below(ls, 2U * RING);
    return ls_chance(ls, 30) ? head + count : head + (unsigned)ls_below(ls, count + 1U);
}

void fault_queue_stimulus(lockstep *ls, const fault_queue_state *s, const fault_queue_out *pins,
                          fault_queue_in *in) {
    const unsigned phase = ls_phase(ls);
    const uint64_t pages = (uint64_t)PAGES * profile[phase].pages / 100 + 1;
    const ls_page fault = ls_chance(ls, 30) ? draw_held(ls, s) : ls_draw_page(ls, pages);
    const ls_page resume = ls_chance(ls, 5)    ? ls_draw_page(ls, pages)
                           : ls_chance(ls, 10) ? fault
                                               : draw_held(ls, s);
    const unsigned last = (in_ring(s) + (unsigned)ls_below(ls, 3) - 1U) & (2U * RING - 1U);

    in->f_valid = (u1)ls_chance(ls, profile[phase].fault);
    in->f_asid = fault.asid;
    in->f_vpn = fault.vpn;
    in->f_access = (u2)ls_below(ls, 4);
    in->f_why = (u3)ls_below(ls, 8);
    in->f_info = (GMMU_U(GMMU_FAULT_INFO_W))(ls_random(ls) >> (64 - GMMU_FAULT_INFO_W));
    in->f_time = (GMMU_U(GMMU_FAULT_TIME_W))(ls_random(ls) >> (64 - GMMU_FAULT_TIME_W));
    in->c_valid = (u1)ls_chance(ls, profile[phase].resume);
    in->c_space = (u1)ls_chance(ls, profile[phase].space);
    in->c_asid = resume.asid;
    in->c_vpn = resume.vpn;
    in->retry_ready = (u1)ls_chance(ls, profile[phase].retry);
    in->w_ready = (u1)ls_chance(ls, profile[phase].ready);
    in->w_done = (u1)ls_chance(ls, profile[phase].done);
    in->h_valid = (u1)ls_chance(ls, profile[phase].head);
    in->h_head = (GMMU_U(GMMU_FAULT_COUNT_W))(draw_head(ls, s) & (2U * RING - 1U));
    in->b_valid = (u1)(pins->b_ready && !s->enabled ? ls_chance(ls, 20) : ls_below(ls, 1500) == 0);
    in->b_enable = (u1)ls_chance(ls, 85);
    in->b_frame = (GMMU_U(GMMU_PPN_W))(ls_random(ls) >> (64 - GMMU_PPN_W));
    in->n_valid = (u1)(ls_below(ls, 100) == 0 || (s->n_ack && ls_chance(ls, 50)));
    in->n_asid = ls_chance(ls, 80) ? draw_held(ls, s).asid : fault.asid;
    in->space_pages = (u7)(ls_chance(ls, 85) ? 0 : ls_below(ls, PAGES + 2U));
    in->tick = (u1)ls_chance(ls, 3);
    in->irq_mask = (u1)ls_chance(ls, 80);
    in->irq_records = (GMMU_U(GMMU_FAULT_COUNT_W))(ls_chance(ls, 50) ? last : ls_below(ls, 2U * RING));
}

/* ---- coverage ---- */

static unsigned find(const fault_queue_state *s, ls_page p) {
    for (unsigned e = 0; e < PAGES; e++)
        if (s->e_state[e] != FAULT_FREE && s->e_asid[e] == p.asid && s->e_vpn[e] == p.vpn)
            return e;
    return NOWHERE;
}

/* How many entries are in a state, and the lowest of them. */
static unsigned count_in(const fault_queue_state *s, unsigned state, unsigned *lowest) {
    unsigned count = 0;
    *lowest = NOWHERE;
    for (unsigned e = PAGES; e-- > 0;)
        if (s->e_state[e] == state) {
            *lowest = e;
            count++;
        }
    return count;
}

static bool is_used_above(const fault_queue_state *s, unsigned e) {
    for (unsigned above = e + 1; above < PAGES; above++)
        if (s->e_state[above] != FAULT_FREE)
            return true;
    return false;
}

/* How many entries the resume reaches. */
static unsigned count_reached(const fault_queue_state *s, const fault_queue_in *in) {
    unsigned count = 0;
    for (unsigned e = 0; e < PAGES; e++)
        count += s->e_state[e] == FAULT_WAITS && s->e_asid[e] == in->c_asid &&
                 (in->c_space || s->e_vpn[e] == in->c_vpn);
    return count;
}

/* Has the space of the fault as many entries as it may? */
static bool is_limited(const fault_queue_state *s, const fault_queue_in *in) {
    unsigned its = 0;
    for (unsigned e = 0; e < PAGES; e++)
        its += s->e_state[e] != FAULT_FREE && s->e_asid[e] == in->f_asid;
    return in->space_pages != 0 && its >= in->space_pages;
}

static void cover_faults(lockstep *ls, const fault_queue_state *s, const fault_queue_in *in,
                         const fault_queue_out *pins) {
    const ls_page fault = {in->f_asid, in->f_vpn};
    unsigned free = NOWHERE;
    const unsigned hit = find(s, fault), room = count_in(s, FAULT_FREE, &free), ring = in_ring(s);
    const bool merge = in->f_valid && hit != NOWHERE, fresh = in->f_valid && hit == NOWHERE;
    const bool sets_up = in->b_valid && pins->b_ready,
               taken = fresh && pins->ready && !sets_up && !is_limited(s, in);
    const bool place = ring + s->q_count < RING, queue = s->q_count < RECORDS;
    const bool leaves = merge && s->e_state[hit] == FAULT_RETRIES && in->retry_ready;
    const bool resumed = in->c_valid && in->c_asid == in->f_asid && (in->c_space || in->c_vpn == in->f_vpn);

    ls_cover(ls, "the first entry is taken", taken && free == 0);
    ls_cover(ls, "the last entry is taken", taken && free == PAGES - 1U);
    ls_cover(ls, "an entry between others is taken", taken && is_used_above(s, free));
    ls_cover(ls, "taken as it is resumed", taken && resumed);
    ls_cover(ls, "taken into an empty queue", taken && s->q_count == 0);
    ls_cover(ls, "taken into the last place of the queue", taken && s->q_count == RECORDS - 1U);
    ls_cover(ls, "taken with the last place of the ring", taken && ring + s->q_count == RING - 1U);
    ls_cover(ls, "taken as a record is written", taken && s->w_sent && in->w_done);
    ls_cover(ls, "refused, no entry is free", fresh && s->enabled && room == 0 && place && queue);
    ls_cover(ls, "refused, no entry, while one becomes free",
             fresh && s->enabled && room == 0 && pins->retry_valid && in->retry_ready);
    ls_cover(ls, "refused, its space has too many", fresh && s->enabled && room != 0 && is_limited(s, in));
    ls_cover(ls, "taken, the last one of its space", taken && in->space_pages != 0);
    ls_cover(ls, "merge, its space has too many", merge && !leaves && is_limited(s, in));
    ls_cover(ls, "refused, the ring is full", fresh && s->enabled && room != 0 && ring == RING);
    ls_cover(ls, "refused, the ring is full with those on their way",
             fresh && s->enabled && room != 0 && !place && ring < RING);
    ls_cover(ls, "refused, the ring is full while records are given back",
             fresh && s->enabled && room != 0 && !place && in->h_valid);
    ls_cover(ls, "refused, the queue is full", fresh && s->enabled && room != 0 && place && !queue);
    ls_cover(ls, "refused, the queue is full as a record is written",
             fresh && s->enabled && room != 0 && place && !queue && s->w_sent && in->w_done);
    ls_cover(ls, "refused, not enabled", fresh && !s->enabled);
    ls_cover(ls, "refused, the ring is set up", fresh && sets_up && pins->ready);
    ls_cover(ls, "refused, its retry goes", leaves);
    ls_cover(ls, "merge, its retry waits", merge && !leaves && s->e_state[hit] == FAULT_RETRIES);
    ls_cover(ls, "merge, waits", merge && s->e_state[hit] == FAULT_WAITS && !resumed);
    ls_cover(ls, "merge as it is resumed", merge && s->e_state[hit] == FAULT_WAITS && resumed);
    ls_cover(ls, "merge, is resumed", merge && s->e_state[hit] == FAULT_RESUMED);
    ls_cover(ls, "merge into the last entry", merge && !leaves && hit == PAGES - 1U);
    ls_cover(ls, "merge under a full table", merge && !leaves && room == 0);
    ls_cover(ls, "merge, not enabled", merge && !leaves && !s->enabled);
}

static void cover_resumes(lockstep *ls, const fault_queue_state *s, const fault_queue_in *in,
                          const fault_queue_out *pins) {
    const unsigned reached = in->c_valid ? count_reached(s, in) : 0;
    const unsigned held = find(s, (ls_page){in->c_asid, in->c_vpn});
    unsigned next = NOWHERE;
    const unsigned resumed = count_in(s, FAULT_RESUMED, &next);
    const bool goes = pins->retry_valid && in->retry_ready;

    ls_cover(ls, "resume of a page", !in->c_space && reached == 1);
    ls_cover(ls, "resume of a space, several pages", in->c_space && reached > 2);
    ls_cover(ls, "resume of a space, no page", in->c_valid && in->c_space && reached == 0);
    ls_cover(ls, "resume of a page without an entry", in->c_valid && !in->c_space && held == NOWHERE);
    ls_cover(ls, "resume of a page that is resumed",
             in->c_valid && !in->c_space && held != NOWHERE && s->e_state[held] != FAULT_WAITS);
    ls_cover(ls, "a retry waits", pins->retry_valid && !in->retry_ready && resumed != 0);
    ls_cover(ls, "a retry goes, another comes", goes && resumed != 0);
    ls_cover(ls, "the last retry goes", goes && resumed == 0);
    ls_cover(ls, "a retry comes to an idle port", !pins->retry_valid && resumed != 0);
    ls_cover(ls, "a retry of the last entry", goes && s->e_state[PAGES - 1U] == FAULT_RETRIES);
    ls_cover(ls, "retries begin with the lowest", !pins->retry_valid && resumed > 1 && next == 0);
    ls_cover(ls, "a lower entry waits for those behind the last retry",
             goes && resumed > 1 && s->e_state[0] == FAULT_RESUMED &&
                 s->e_state[PAGES - 1U] == FAULT_RESUMED);
}

static void cover_ring(lockstep *ls, const fault_queue_state *s, const fault_queue_in *in,
                       const fault_queue_out *pins) {
    const unsigned ring = in_ring(s), back = ((unsigned)in->h_head - (unsigned)s->head) & (2U * RING - 1U);
    const bool sets_up = in->b_valid && pins->b_ready, written = s->w_sent && in->w_done && s->q_count != 0;
    const bool full = s->due || ring >= in->irq_records;

    ls_cover(ls, "a record waits for memory", pins->w_valid && !in->w_ready);
    ls_cover(ls, "a record is taken, another behind", pins->w_valid && in->w_ready && s->q_count > 1);
    ls_cover(ls, "a record is on its way", s->w_sent && !in->w_done);
    ls_cover(ls, "written, the last of the queue", written && s->q_count == 1);
    ls_cover(ls, "written, a full queue", written && s->q_count == RECORDS);
    ls_cover(ls, "written at the last place of the frame", written && pins->w_slot == RING - 1U);
    ls_cover(ls, "the tail comes to 0", written && s->tail == 2U * RING - 1U);
    ls_cover(ls, "the last place of the ring is written", written && ring == RING - 1U);
    ls_cover(ls, "done without a record", in->w_done && !s->w_sent);
    ls_cover(ls, "some records are given back", in->h_valid && back != 0 && back < ring);
    ls_cover(ls, "all are given back", in->h_valid && back == ring && ring != 0);
    ls_cover(ls, "all are given back as one is written", in->h_valid && back == ring && written);
    ls_cover(ls, "a head beyond the tail by one", in->h_valid && back == ring + 1U);
    ls_cover(ls, "a full ring is given back", in->h_valid && back == RING && ring == RING);
    ls_cover(ls, "set up", sets_up && in->b_enable && ring != 0);
    ls_cover(ls, "set up as a head comes", sets_up && in->h_valid && back <= ring);
    ls_cover(ls, "set up, not enabled", sets_up && !in->b_enable);
    ls_cover(ls, "set-up waits", in->b_valid && !pins->b_ready);
    ls_cover(ls, "interrupt by number", in->irq_mask && ring != 0 && ring == in->irq_records && !s->due);
    ls_cover(ls, "one record too few", in->irq_mask && ring + 1U == in->irq_records && !s->due && ring != 0);
    ls_cover(ls, "interrupt that is due", in->irq_mask && ring != 0 && s->due && ring < in->irq_records);
    ls_cover(ls, "masked", !in->irq_mask && ring != 0 && full);
    ls_cover(ls, "due, but no record", s->due && ring == 0);
    ls_cover(ls, "a batch of none, no record", in->irq_mask && in->irq_records == 0 && ring == 0);
    ls_cover(ls, "tick", in->tick && ring != 0 && !s->due && !in->h_valid);
    ls_cover(ls, "tick, no record", in->tick && ring == 0);
    ls_cover(ls, "tick as records are given back", in->tick && in->h_valid && back <= ring && ring != 0);
    ls_cover(ls, "no longer due", s->due && in->h_valid && back <= ring);
    ls_cover(ls, "still due, a wrong head", s->due && in->h_valid && back > ring);
}

static void cover_ends(lockstep *ls, const fault_queue_state *s, const fault_queue_in *in,
                       const fault_queue_out *pins) {
    unsigned of_state[4] = {0, 0, 0, 0}, records = 0;
    for (unsigned e = 0; e < PAGES; e++)
        of_state[s->e_state[e]] += s->e_asid[e] == in->n_asid;
    for (unsigned i = 0; i < RECORDS; i++)
        records += i < s->q_count && s->q_asid[i] == in->n_asid;
    ls_cover(ls, "a space ends whose pages wait", in->n_valid && of_state[FAULT_WAITS] > 1);
    ls_cover(ls, "a space ends whose page is resumed", in->n_valid && of_state[FAULT_RESUMED] != 0);
    ls_cover(ls, "a space ends whose page retries",
             in->n_valid && of_state[FAULT_RETRIES] != 0 && !in->retry_ready);
    ls_cover(ls, "a space ends as its retry is taken",
             in->n_valid && of_state[FAULT_RETRIES] != 0 && in->retry_ready);
    ls_cover(ls, "a space ends that has no page",
             in->n_valid && of_state[FAULT_WAITS] + of_state[FAULT_RESUMED] + of_state[FAULT_RETRIES] == 0);
    ls_cover(ls, "an end waits for records", in->n_valid && records != 0);
    ls_cover(ls, "an end is acknowledged", in->n_valid && pins->n_ack);
    ls_cover(ls, "a fault as its space ends", in->n_valid && in->f_valid && in->f_asid == in->n_asid);
    ls_cover(ls, "a fault of another space as one ends",
             in->n_valid && in->f_valid && in->f_asid != in->n_asid);
    ls_cover(ls, "a resume as its space ends", in->n_valid && in->c_valid && in->c_asid == in->n_asid);
}

void fault_queue_coverage(lockstep *ls, const fault_queue_state *s, const fault_queue_in *in,
                          const fault_queue_out *pins) {
    cover_faults(ls, s, in, pins);
    cover_resumes(ls, s, in, pins);
    cover_ring(ls, s, in, pins);
    ls_cover(ls, "nothing happens",
             !in->f_valid && !in->c_valid && !pins->retry_valid && !pins->w_valid && !in->h_valid);
    cover_ends(ls, s, in, pins);
}
