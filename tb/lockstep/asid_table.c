/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of asid_table for the lock-step harness. The RAM shows anything, often
 * limits at or beside the page that is compared. */
#include "asid_table.h"
#include "lockstep.h"

#define SPACES    ((unsigned)GMMU_ASID_SPACES)
#define LISTENERS ((unsigned)GMMU_INV_LISTENERS)
#define PORTS     ((unsigned)GMMU_FENCE_PORTS)
#define MOST      ((1U << GMMU_FENCE_COUNT_W) - 1U)

typedef GMMU_U(GMMU_ASID_W) asid;
typedef GMMU_U(GMMU_VPN_W) page;

/* Per phase, in percent: look-ups, commands, of these the ones that set an entry and fences,
 * acknowledgements, requests that begin and end on a port. */
static const struct {
    unsigned look, command, set, fence, ack, begin, end;
} profile[LS_PHASES] = {
    {60, 40, 40, 20, 60, 40, 45}, {95, 95, 80, 5, 95, 10, 30},  {50, 90, 10, 70, 90, 50, 55},
    {90, 60, 30, 10, 10, 20, 25}, {20, 10, 50, 20, 60, 99, 20}, {95, 100, 100, 0, 100, 5, 90},
    {10, 60, 5, 80, 60, 30, 40},  {10, 5, 30, 30, 30, 5, 10},
};

/* One of few spaces, of all of them, the first numbers that are none, or any. */
static asid draw_space(lockstep *ls) {
    switch (ls_below(ls, 8)) {
    case 0:
        return (asid)ls_below(ls, SPACES);
    case 1:
        return (asid)(SPACES - 2U + ls_below(ls, 4));
    case 2:
        return (asid)(ls_random(ls) >> (64 - GMMU_ASID_W));
    default:
        return (asid)ls_below(ls, 3);
    }
}

/* Small pages, high ones, and the first and the last. */
static page draw_page(lockstep *ls) {
    switch (ls_below(ls, 6)) {
    case 0:
        return 0;
    case 1:
        return (page)(UINT64_MAX >> (64 - GMMU_VPN_W));
    case 2:
        return (page)(UINT64_C(1) << ls_below(ls, GMMU_VPN_W));
    case 3:
        return (page)ls_below(ls, 64);
    default:
        return (page)(ls_random(ls) >> (64 - GMMU_VPN_W));
    }
}

/* The page or one beside it, with one bit turned now and then. */
static page draw_near(lockstep *ls, page vpn) {
    if (ls_chance(ls, 20))
        return (page)((uint64_t)vpn ^ UINT64_C(1) << ls_below(ls, GMMU_VPN_W));
    return (page)GMMU_WRAP((uint64_t)vpn + ls_below(ls, 3) - 1U, GMMU_VPN_W);
}

static page draw_limit(lockstep *ls, page vpn) {
    return ls_chance(ls, 50) ? draw_near(ls, vpn) : draw_page(ls);
}

static unsigned draw_kind(lockstep *ls, unsigned phase) {
    if (ls_chance(ls, profile[phase].set))
        return ASID_SET;
    if (ls_chance(ls, profile[phase].fence))
        return ASID_FENCE;
    if (ls_chance(ls, 20))
        return ASID_INV_LARGE;
    return ls_chance(ls, 90) ? 1U + (unsigned)ls_below(ls, 3) : (unsigned)ls_below(ls, 8);
}

static void draw_command(lockstep *ls, unsigned phase, asid_table_in *in) {
    const page one = draw_page(ls), other = draw_page(ls);

    in->c_valid = (u1)ls_chance(ls, profile[phase].command);
    in->c_kind = (u3)draw_kind(ls, phase);
    in->c_asid = draw_space(ls);
    in->c_vpn = ls_chance(ls, 80) && other < one ? other : one;
    in->c_highest = ls_chance(ls, 20) ? one : ls_chance(ls, 80) && other < one ? one : other;
    in->c_root = (GMMU_U(GMMU_PPN_W))(ls_random(ls) >> (64 - GMMU_PPN_W));
    in->c_enable = (u1)ls_chance(ls, 70);
}

/* Ends are those of requests in flight, but for one in 50. */
static void draw_requests(lockstep *ls, unsigned phase, const asid_table_state *s, asid_table_in *in) {
    unsigned left[2] = {(unsigned)s->flight[0], (unsigned)s->flight[1]};

    for (unsigned p = 0; p < PORTS; p++) {
        const unsigned older = s->generation ? 0 : 1;
        const unsigned g = left[older] != 0 && ls_chance(ls, 70) ? older : (unsigned)ls_below(ls, 2);
        const bool wrong = ls_chance(ls, 2);

        in->begin_valid[p] = (u1)ls_chance(ls, profile[phase].begin);
        in->end_generation[p] = (u1)g;
        in->end_valid[p] = (u1)(ls_chance(ls, profile[phase].end) && (left[g] != 0 || wrong));
        left[g] -= in->end_valid[p] && left[g] != 0 ? 1U : 0U;
    }
}

void asid_table_stimulus(lockstep *ls, const asid_table_state *s, const asid_table_out *pins,
                         asid_table_in *in) {
    const unsigned phase = ls_phase(ls);

    (void)pins;
    draw_command(ls, phase, in);
    draw_requests(ls, phase, s, in);
    in->l_valid = (u1)ls_chance(ls, profile[phase].look);
    in->l_asid = ls_chance(ls, 20) ? in->c_asid : draw_space(ls);
    in->l_vpn =
        ls_chance(ls, 60) ? draw_near(ls, ls_chance(ls, 50) ? in->c_vpn : in->c_highest) : draw_page(ls);
    in->ram_lowest = draw_limit(ls, s->cmp_vpn);
    in->ram_highest = ls_chance(ls, 20) ? in->ram_lowest : draw_limit(ls, s->cmp_vpn);
    in->ram_root = (GMMU_U(GMMU_PPN_W))(ls_random(ls) >> (64 - GMMU_PPN_W));
    for (unsigned i = 0; i < LISTENERS; i++)
        in->inv_ack[i] = (u1)ls_chance(ls, profile[phase].ack);
}

/* ---- coverage ---- */

/* As a look-up comes: whether its space is enabled, and what is written beside it. */
static void cover_look_up(lockstep *ls, const asid_table_state *s, const asid_table_in *in, bool sets) {
    const bool look = in->l_valid, space = in->l_asid < SPACES, written = sets && in->c_asid == in->l_asid;
    const unsigned i = (unsigned)in->l_asid % SPACES;
    const bool enabled = look && space && !written && s->enabled[i];
    const bool at_port = look && space && s->ram_we && s->ram_waddr == i;

    ls_cover(ls, "look-up of the last space", enabled && i == SPACES - 1U);
    ls_cover(ls, "look-up of a space that is disabled", look && space && !written && !s->enabled[i]);
    ls_cover(ls, "look-up of the first number that is no space", look && in->l_asid == SPACES);
    ls_cover(ls, "look-up of no space", look && in->l_asid > SPACES);
    ls_cover(ls, "look-up of a space that is being enabled",
             look && space && written && !s->enabled[i] && in->c_enable);
    ls_cover(ls, "look-up of a space that is being disabled",
             look && space && written && s->enabled[i] && !in->c_enable);
    ls_cover(ls, "look-up of a space that stays enabled as it is written",
             look && space && written && s->enabled[i] && in->c_enable);
    ls_cover(ls, "look-up of another space than is written", enabled && sets);
    ls_cover(ls, "look-up and write of no space", look && !space && in->c_asid == in->l_asid && in->c_valid);
    ls_cover(ls, "look-up while the word is at the write port", at_port && s->enabled[i]);
    ls_cover(ls, "look-up in each of three cycles", look && s->ask_valid && s->cmp_valid);
}

/* As it is asked for, and as its page is compared with the limits of its word. */
static void cover_word(lockstep *ls, const asid_table_state *s, const asid_table_in *in, bool sets) {
    const bool passes = s->ask_valid && s->ask_why == ASID_OK && !s->ram_re;
    const bool compares = s->cmp_valid && s->cmp_why == ASID_OK, read = compares && s->cmp_read;
    const bool past = compares && !s->cmp_read;
    const uint64_t vpn = (uint64_t)s->cmp_vpn, low = (uint64_t)(read ? in->ram_lowest : s->ram_wlowest);
    const uint64_t high = (uint64_t)(read ? in->ram_highest : s->ram_whighest);

    ls_cover(ls, "word read", s->ram_re && !s->ram_we);
    ls_cover(ls, "word read while another is written",
             s->ram_re && s->ram_we && s->ram_raddr != s->ram_waddr);
    ls_cover(ls, "word passed on from the write port", passes && s->ram_we);
    ls_cover(ls, "word written that is asked for as its look-up is compared",
             sets && compares && s->ask_valid && s->ram_re && s->ram_raddr == in->c_asid);
    ls_cover(ls, "page within the limits", read && low < vpn && vpn < high);
    ls_cover(ls, "page is the lowest", read && vpn == low && low < high);
    ls_cover(ls, "page is the highest", read && vpn == high && low < high);
    ls_cover(ls, "page is the only one", read && vpn == high && low == high);
    ls_cover(ls, "page below the lowest by one", read && vpn + 1 == low);
    ls_cover(ls, "page above the highest by one", read && vpn == high + 1);
    ls_cover(ls, "space without a page", read && low > high && vpn > high && vpn < low);
    ls_cover(ls, "page within the limits at the write port", past && low <= vpn && vpn <= high);
    ls_cover(ls, "page below the limits at the write port", past && vpn < low);
    ls_cover(ls, "page above the limits at the write port", past && vpn > high);
    ls_cover(ls, "refused, with a word that would allow it",
             s->cmp_valid && s->cmp_why != ASID_OK && in->ram_lowest <= vpn && vpn <= in->ram_highest);
}

static void cover_commands(lockstep *ls, const asid_table_state *s, const asid_table_in *in,
                           const asid_table_out *pins) {
    const bool takes = in->c_valid && pins->c_ready, space = in->c_asid < SPACES;
    const bool sets = takes && in->c_kind == ASID_SET;
    const bool enabled = space && s->enabled[(unsigned)in->c_asid % SPACES];
    bool telling = false, others = false;

    for (unsigned i = 0; i < LISTENERS; i++) {
        telling |= pins->inv_valid[i];
        others |= in->inv_ack[i] && !pins->inv_valid[i];
    }
    ls_cover(ls, "enable", sets && space && !enabled && in->c_enable);
    ls_cover(ls, "disable", sets && enabled && !in->c_enable);
    ls_cover(ls, "write of a space that stays enabled", sets && enabled && in->c_enable);
    ls_cover(ls, "write of a space that stays disabled", sets && space && !enabled && !in->c_enable);
    ls_cover(ls, "write of the last space", sets && in->c_asid == SPACES - 1U);
    ls_cover(ls, "write of no space", sets && !space);
    ls_cover(ls, "invalidation of a page", takes && in->c_kind == ASID_INV_PAGE);
    ls_cover(ls, "invalidation of a space", takes && in->c_kind == ASID_INV_SPACE);
    ls_cover(ls, "invalidation of all", takes && in->c_kind == ASID_INV_ALL);
    ls_cover(ls, "invalidation of no space", takes && in->c_kind == ASID_INV_SPACE && !space);
    ls_cover(ls, "invalidation of a large page", takes && in->c_kind == ASID_INV_LARGE);
    ls_cover(ls, "no such command", takes && in->c_kind > ASID_INV_LARGE);
    ls_cover(ls, "write of a space without a page",
             sets && enabled && in->c_enable && in->c_highest < in->c_vpn);
    ls_cover(ls, "write of a space of one page", sets && space && in->c_enable && in->c_highest == in->c_vpn);
    ls_cover(ls, "disable, the limits in no order",
             sets && enabled && !in->c_enable && in->c_highest < in->c_vpn);
    ls_cover(ls, "taken, the one before was refused", takes && s->c_refused);
    ls_cover(ls, "command in the cycle of c_done", takes && pins->c_done);
    ls_cover(ls, "command waits for an invalidation", in->c_valid && telling);
    ls_cover(ls, "command waits for a write", in->c_valid && s->ram_we && !telling);
    ls_cover(ls, "a word is in the RAM, and nothing is taken back", s->ram_we && !telling);
    ls_cover(ls, "a word is written as its space is taken back", s->ram_we && telling);
    ls_cover(ls, "command waits for a fence", in->c_valid && s->fencing);
    ls_cover(ls, "the first listener acknowledges", pins->inv_valid[0] && in->inv_ack[0]);
    ls_cover(ls, "the last listener acknowledges",
             pins->inv_valid[LISTENERS - 1U] && in->inv_ack[LISTENERS - 1U]);
    ls_cover(ls, "a listener lets it wait while others acknowledge",
             pins->inv_valid[1] && !in->inv_ack[1] && others);
    ls_cover(ls, "acknowledged, but not told", !telling && others);
    ls_cover(ls, "an end passes no listener by", s->inv_ends && pins->inv_valid[1] && in->inv_ack[1]);
    ls_cover(ls, "a listener hears of an end alone", pins->inv_valid[2] && s->inv_ends);
    ls_cover(ls, "a listener is passed by", !s->inv_ends && pins->inv_valid[1] && in->inv_ack[1]);
    cover_look_up(ls, s, in, sets);
    cover_word(ls, s, in, sets);
}

static void cover_requests(lockstep *ls, const asid_table_state *s, const asid_table_in *in,
                           const asid_table_out *pins) {
    const unsigned now = (unsigned)s->generation, older = now ^ 1U;
    const bool fence = in->c_valid && pins->c_ready && in->c_kind == ASID_FENCE;
    unsigned asked = 0, end[2] = {0, 0};

    for (unsigned p = 0; p < PORTS; p++) {
        asked += in->begin_valid[p];
        end[in->end_generation[p]] += in->end_valid[p];
    }
    const unsigned begun = pins->begin_ready ? asked : 0;
    ls_cover(ls, "all ports begin", begun == PORTS);
    ls_cover(ls, "all ports end", end[now] == PORTS && s->flight[now] >= PORTS);
    ls_cover(ls, "begin and end", begun != 0 && end[now] != 0 && s->flight[now] != 0);
    ls_cover(ls, "the last request ends", begun == 0 && end[now] == 1 && s->flight[now] == 1);
    ls_cover(ls, "end of nothing", begun == 0 && end[now] > s->flight[now]);
    ls_cover(ls, "end of nothing, older", end[older] > s->flight[older]);
    ls_cover(ls, "no request may begin", asked != 0 && !pins->begin_ready);
    ls_cover(ls, "the last that may begin", s->flight[now] == MOST - PORTS && begun == PORTS);
    ls_cover(ls, "fence, nothing in flight", fence && begun == 0 && s->flight[now] == 0);
    ls_cover(ls, "fence, requests in flight", fence && s->flight[now] > 1);
    ls_cover(ls, "fence as requests begin", fence && begun != 0);
    ls_cover(ls, "fence as the last request ends", fence && end[now] == 1 && s->flight[now] == 1);
    ls_cover(ls, "fence, the count is full", fence && !pins->begin_ready);
    ls_cover(ls, "requests begin while a fence waits", s->fencing && s->flight[older] != 0 && begun != 0);
    ls_cover(ls, "both generations end",
             end[0] != 0 && end[1] != 0 && s->flight[0] != 0 && s->flight[1] != 0);
    ls_cover(ls, "the last older request ends as others begin",
             s->fencing && s->flight[older] == 1 && end[older] == 1 && begun != 0);
    ls_cover(ls, "the fence completes, requests in flight",
             s->fencing && s->flight[older] == 0 && s->flight[now] != 0);
    ls_cover(ls, "nothing happens", !in->l_valid && !in->c_valid && asked == 0 && end[0] + end[1] == 0);
}

void asid_table_coverage(lockstep *ls, const asid_table_state *s, const asid_table_in *in,
                         const asid_table_out *pins) {
    cover_commands(ls, s, in, pins);
    cover_requests(ls, s, in, pins);
}
