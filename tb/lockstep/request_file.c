/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of request_file for the lock-step harness. */
#include "request_file.h"
#include "lockstep.h"

enum { PORTS = GMMU_MMU_PORTS, REQUESTS = GMMU_PORT_REQUESTS, SLOTS = REQUEST_FILE_SLOTS, ABSENT = 1 };
/* Pages mostly asked for: so few that several requests want the same one. */
enum { PAGES = SLOTS >= 16 ? 4 : SLOTS >= 8 ? 2 : 1 };
/* Of four answers of the miss file: fewer where few ports ask, or no two requests wait for theirs. */
enum { ANSWERED = PORTS < 4 ? 1 : 4 };

/* Per phase, in percent: requests, takers of answers, hits, misses taken, answers of the miss file, fills
 * taken, walks, absent pages, faults taken, retries. */
static const struct {
    unsigned request, take, hit, taken, answer, fill, walk, absent, fault, retry;
} profile[LS_PHASES] = {
    {60, 60, 40, 80, 60, 70, 50, 30, 70, 20},    {100, 100, 95, 100, 50, 100, 90, 5, 50, 5},
    {100, 100, 5, 95, 95, 95, 95, 90, 90, 60},   {90, 5, 70, 50, 70, 30, 50, 20, 50, 30},
    {100, 90, 10, 10, 80, 80, 60, 50, 10, 50},   {20, 95, 50, 90, 90, 100, 100, 100, 100, 0},
    {100, 100, 0, 100, 100, 100, 60, 80, 0, 95}, {5, 20, 50, 50, 20, 20, 10, 20, 50, 10},
};

static GMMU_U(GMMU_ASID_W) draw_space(lockstep *ls) {
    return (GMMU_U(GMMU_ASID_W))(ls_chance(ls, 95) ? ls_below(ls, 2) : GMMU_WRAP(ls_random(ls), GMMU_ASID_W));
}

static GMMU_U(GMMU_VPN_W) draw_page(lockstep *ls) {
    return (GMMU_U(GMMU_VPN_W))(ls_chance(ls, 95) ? ls_below(ls, PAGES)
                                                  : GMMU_WRAP(ls_random(ls), GMMU_VPN_W));
}

/* A slot that the file has asked for, mostly; any now and then. */
static unsigned draw_slot(lockstep *ls, const request_file_state *s) {
    const unsigned from = (unsigned)ls_below(ls, SLOTS);
    for (unsigned k = 0; k < SLOTS && !ls_chance(ls, 2); k++)
        if (s->s_phase[(from + k) % SLOTS] == SLOT_ASKED)
            return (from + k) % SLOTS;
    return (unsigned)ls_below(ls, 1U << GMMU_MSHR_ID_W);
}

static void draw_result(lockstep *ls, const request_file_state *s, request_file_in *in) {
    static const unsigned kinds[] = {0, 0, 0, 1, 2, 5, RESULT_PARKED, RESULT_PARKED, RESULT_AGAIN, 15};
    const uint64_t kind = kinds[ls_below(ls, sizeof kinds / sizeof kinds[0])];
    const uint64_t rest = GMMU_WRAP(ls_random(ls), GMMU_ENTRY_W + 1);
    in->w_slot = (GMMU_U(GMMU_MSHR_ID_W))draw_slot(ls, s);
    in->w_result = (GMMU_U(GMMU_RESULT_W))(kind << (GMMU_ENTRY_W + 1) | rest);
}

/* A space ends now and then, told until it is acknowledged; sometimes it is not kept up. */
static void draw_end(lockstep *ls, const request_file_state *s, request_file_in *in) {
    static GMMU_U(GMMU_ASID_W) space;
    if (!s->n_told || ls_chance(ls, 1))
        space = draw_space(ls);
    in->n_asid = space;
    in->n_valid = (u1)(s->n_told ? ls_chance(ls, 99) : ls_below(ls, 200) == 0);
    in->n_ending = (u1)(in->n_valid || ls_chance(ls, 2));
}

void request_file_stimulus(lockstep *ls, const request_file_state *s, const request_file_out *pins,
                           request_file_in *in) {
    const unsigned f = ls_phase(ls);

    (void)pins;
    for (unsigned p = 0; p < PORTS; p++) {
        in->q_valid[p] = (u1)ls_chance(ls, profile[f].request);
        in->q_asid[p] = draw_space(ls);
        in->q_vpn[p] = draw_page(ls);
        in->q_access[p] = (u2)ls_below(ls, 4);
        in->q_id[p] = (GMMU_U(GMMU_PORT_ID_W))GMMU_WRAP(ls_random(ls), GMMU_PORT_ID_W);
        in->q_who[p] = (GMMU_U(GMMU_WHO_W))GMMU_WRAP(ls_random(ls), GMMU_WHO_W);
        in->a_ready[p] = (u1)ls_chance(ls, profile[f].take);
    }
    in->lk_ready = (u1)ls_chance(ls, f == 1 ? 100 : 90); /* answers at all ports need hits in a row */
    in->t_hit = (u1)ls_chance(ls, profile[f].hit);
    in->t_large = (u1)ls_chance(ls, 30);
    in->t_fills = (u1)ls_chance(ls, 40);
    in->t_entry = (GMMU_U(GMMU_ENTRY_W))GMMU_WRAP(ls_random(ls), GMMU_ENTRY_W);
    in->m_taken = (u1)ls_chance(ls, profile[f].taken);
    in->w_valid = (u1)ls_chance(ls, profile[f].answer * ANSWERED / 4);
    draw_result(ls, s, in);
    in->f_ready = (u1)ls_chance(ls, profile[f].fill);
    in->done_valid = (u1)ls_chance(ls, profile[f].walk);
    in->done_asid = draw_space(ls);
    in->done_vpn = draw_page(ls);
    in->done_kind = (u3)(ls_chance(ls, profile[f].absent) ? ABSENT : ls_below(ls, 8));
    in->done_large = (u1)ls_chance(ls, 40);
    in->k_taken = (u1)ls_chance(ls, profile[f].fault);
    in->retry_valid = (u1)ls_chance(ls, profile[f].retry);
    in->retry_asid = draw_space(ls);
    in->retry_vpn = draw_page(ls);
    draw_end(ls, s, in);
    in->generation = (u1)ls_below(ls, 2);
    for (unsigned p = 0; p < PORTS; p++)
        in->hold_all[p] = (u1)(p == PORTS - 1U && ls_chance(ls, 90));
    in->park = (u1)ls_chance(ls, 80);
}

static unsigned count(const request_file_state *s, unsigned phase) {
    unsigned n = 0;
    for (unsigned i = 0; i < SLOTS; i++)
        n += s->s_phase[i] == phase;
    return n;
}

static void cover_ports(lockstep *ls, const request_file_state *s, const request_file_in *in,
                        const request_file_out *pins) {
    unsigned taken = 0, refused = 0, left = 0, held = 0, most_done = 0;
    for (unsigned p = 0; p < PORTS; p++) {
        unsigned done = 0;
        taken += in->q_valid[p] && pins->q_ready[p];
        refused += in->q_valid[p] && !pins->q_ready[p];
        left += pins->a_valid[p] && in->a_ready[p];
        held += pins->a_valid[p] && !in->a_ready[p];
        for (unsigned k = 0; k < REQUESTS; k++)
            done += s->s_phase[p * REQUESTS + k] == SLOT_DONE;
        most_done = done > most_done ? done : most_done;
    }
    ls_cover(ls, "all ports take a request", taken == PORTS);
    ls_cover(ls, "a request waits for a place", refused != 0);
    ls_cover(ls, "all ports answer", left == PORTS);
    ls_cover(ls, "an answer waits", held != 0);
    ls_cover(ls, "all requests of a port have answers", most_done == REQUESTS);
    ls_cover(ls, "the file is full", count(s, SLOT_FREE) == 0);
    ls_cover(ls, "the file is empty", count(s, SLOT_FREE) == SLOTS);
}

static void cover_way(lockstep *ls, const request_file_state *s, const request_file_in *in) {
    const unsigned slot = (unsigned)in->w_slot % SLOTS, kind = (unsigned)(in->w_result >> (GMMU_ENTRY_W + 1));
    const bool answers = in->w_valid && in->w_slot < SLOTS && s->s_phase[slot] == SLOT_ASKED;

    ls_cover(ls, "a look-up hits", s->t_valid && in->t_hit);
    ls_cover(ls, "a look-up hits a large page", s->t_valid && in->t_hit && in->t_large);
    ls_cover(ls, "a look-up misses", s->t_valid && !in->t_hit);
    ls_cover(ls, "look-ups in a row",
             s->l_valid && s->o_valid && s->b_valid && s->t_valid && s->m_shown && s->r_valid);
    ls_cover(ls, "the TLB takes no look-up", !in->lk_ready && count(s, SLOT_LOOK) != 0);
    ls_cover(ls, "a miss is taken", s->r_valid && in->m_taken);
    ls_cover(ls, "a miss is refused", s->r_valid && !in->m_taken);
    ls_cover(ls, "a request is answered", answers && kind == 0);
    ls_cover(ls, "a request is answered with a fault", answers && kind != 0 && kind < 8);
    ls_cover(ls, "a request is parked", answers && kind == RESULT_PARKED);
    ls_cover(ls, "a request begins again", answers && kind == RESULT_AGAIN);
    ls_cover(ls, "two requests give up", answers && kind >= 8 && s->r_valid && !in->m_taken);
    ls_cover(ls, "an answer to nobody", in->w_valid && !answers);
    ls_cover(ls, "many want the TLB", count(s, SLOT_LOOK) > SLOTS / 2);
    ls_cover(ls, "many are parked", count(s, SLOT_PARKED) > SLOTS / 2);
}

static void cover_held(lockstep *ls, const request_file_state *s, const request_file_in *in,
                       const request_file_out *pins) {
    const unsigned slot = (unsigned)in->w_slot % SLOTS, kind = (unsigned)(in->w_result >> (GMMU_ENTRY_W + 1));
    const bool answers = in->w_valid && in->w_slot < SLOTS && s->s_phase[slot] == SLOT_ASKED;
    const bool absent = answers && (kind == RESULT_PARKED || kind == RESULT_AGAIN);
    const bool reserved = s->u_valid && s->s_refused[(unsigned)s->u_slot % SLOTS];
    unsigned held = 0, refused = 0;
    for (unsigned k = 0; k < REQUESTS; k++)
        held += s->s_held[slot / REQUESTS * REQUESTS + k];
    for (unsigned i = 0; i < SLOTS; i++)
        refused += s->s_refused[i];
    ls_cover(ls, "a request is told to ask again, its page is waited for",
             absent && kind == RESULT_PARKED && !s->s_held[slot] && held + 1U == REQUESTS &&
                 !in->hold_all[slot / REQUESTS]);
    ls_cover(ls, "a request is told to ask again, its page was refused",
             absent && kind == RESULT_AGAIN && !s->s_held[slot] && held + 1U == REQUESTS &&
                 !in->hold_all[slot / REQUESTS]);
    ls_cover(ls, "one that waits does so again", absent && s->s_held[slot]);
    ls_cover(ls, "the last of a port that may have all waiting",
             absent && !s->s_held[slot] && held + 1U == REQUESTS && in->hold_all[slot / REQUESTS]);
    ls_cover(ls, "one that waits has its answer", answers && !absent && s->s_held[slot]);
    ls_cover(ls, "a miss is kept from the miss file", s->m_shown && !pins->m_valid);
    ls_cover(ls, "the miss that has its turn is taken",
             reserved && s->r_valid && s->r_slot == s->u_slot && in->m_taken);
    ls_cover(ls, "the miss that has its turn is refused",
             reserved && s->r_valid && s->r_slot == s->u_slot && !in->m_taken);
    ls_cover(ls, "many have been refused", refused > SLOTS / 2);
}

static void cover_fills(lockstep *ls, const request_file_state *s, const request_file_in *in) {
    const bool idle = s->f_phase == FILL_IDLE;
    unsigned woken = 0, waiting = 0, may = 0;
    for (unsigned i = 0; i < SLOTS; i++) {
        woken +=
            s->s_phase[i] == SLOT_PARKED && s->s_asid[i] == in->retry_asid && s->s_vpn[i] == in->retry_vpn;
        const bool waits =
            s->s_phase[i] == SLOT_ASKED && s->s_asid[i] == in->done_asid && s->s_vpn[i] == in->done_vpn;
        waiting += waits;
        may += waits && s->s_fills[i];
    }
    const bool walk = idle && in->f_ready && !in->retry_valid && in->done_valid;
    ls_cover(ls, "a page is mapped", walk && in->done_kind == 0);
    ls_cover(ls, "a page of warps that may fill", walk && in->done_kind == 0 && may > 1);
    ls_cover(ls, "a page of warps some of which may fill",
             walk && in->done_kind == 0 && may != 0 && may < waiting);
    ls_cover(ls, "a page of warps that may not fill", walk && in->done_kind == 0 && may == 0 && waiting > 1);
    ls_cover(ls, "a large page is mapped", walk && in->done_kind == 0 && in->done_large);
    ls_cover(ls, "a fault is an answer", walk && in->done_kind > ABSENT);
    ls_cover(ls, "an absent page", walk && in->done_kind == ABSENT && in->park);
    ls_cover(ls, "an absent page, none is parked", walk && in->done_kind == ABSENT && !in->park);
    ls_cover(ls, "many wait for an absent page", walk && in->done_kind == ABSENT && in->park && waiting > 2);
    ls_cover(ls, "nobody waits for an absent page",
             walk && in->done_kind == ABSENT && in->park && waiting == 0);
    ls_cover(ls, "a fault is taken", s->f_phase == FILL_VERDICT && in->k_taken);
    ls_cover(ls, "a fault is refused", s->f_phase == FILL_VERDICT && !in->k_taken);
    ls_cover(ls, "a walk waits for the miss file", idle && !in->f_ready && in->done_valid);
    ls_cover(ls, "a retry waits for the miss file", idle && !in->f_ready && in->retry_valid);
    ls_cover(ls, "a retry before a walk", idle && in->f_ready && in->retry_valid && in->done_valid);
    ls_cover(ls, "a retry waits for a fault", !idle && s->f_phase != FILL_RETRY && in->retry_valid);
    ls_cover(ls, "a retry wakes nobody", s->f_phase == FILL_RETRY && woken == 0);
    ls_cover(ls, "a retry wakes one", s->f_phase == FILL_RETRY && woken == 1);
    ls_cover(ls, "a retry wakes many", s->f_phase == FILL_RETRY && woken > 2);
    ls_cover(ls, "nothing happens",
             idle && !in->done_valid && !in->retry_valid && !s->l_valid && !in->w_valid);
}

static void cover_ends(lockstep *ls, const request_file_state *s, const request_file_in *in) {
    unsigned parked = 0, asked = 0, done = 0, held = 0, late = 0;
    for (unsigned i = 0; i < SLOTS; i++) {
        const bool its = s->s_ended[i];
        parked += its && s->s_phase[i] == SLOT_PARKED;
        asked += its && s->s_phase[i] == SLOT_ASKED;
        done += its && s->s_phase[i] == SLOT_DONE;
    }
    for (unsigned p = 0; p < PORTS; p++) {
        held += s->a_ended[p] && !in->a_ready[p];
        late += in->q_valid[p] && in->n_ending && in->q_asid[p] == in->n_asid;
    }
    ls_cover(ls, "a space ends, none of its requests is here",
             s->n_told && !s->n_ack && parked + asked + done == 0);
    ls_cover(ls, "a request that is parked ends", parked != 0);
    ls_cover(ls, "two that are parked end", parked > 1);
    ls_cover(ls, "a request that is asked for ends", asked != 0);
    ls_cover(ls, "a request ends with its answer", done != 0);
    ls_cover(ls, "one that ends hits", s->t_valid && in->t_hit && s->s_ended[(unsigned)s->t_slot % SLOTS]);
    ls_cover(ls, "one that ends is refused",
             s->r_valid && !in->m_taken && s->s_ended[(unsigned)s->r_slot % SLOTS]);
    ls_cover(ls, "one that ends is parked",
             in->w_valid && in->w_slot < SLOTS && s->s_ended[(unsigned)in->w_slot % SLOTS] &&
                 in->w_result >> (GMMU_ENTRY_W + 1) == RESULT_PARKED);
    ls_cover(ls, "an end waits for a port", held != 0);
    ls_cover(ls, "a request comes as its space ends", late != 0);
}

void request_file_coverage(lockstep *ls, const request_file_state *s, const request_file_in *in,
                           const request_file_out *pins) {
    cover_ports(ls, s, in, pins);
    cover_way(ls, s, in);
    cover_held(ls, s, in, pins);
    cover_fills(ls, s, in);
    cover_ends(ls, s, in);
}
