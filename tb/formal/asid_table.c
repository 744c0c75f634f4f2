/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What asid_table promises: of any space, listener and generation, whatever the RAM shows. A command is under
 * way from the edge that takes it until c_done; requests in flight are of this generation, or older. That a
 * look-up is answered by what was last written is proved with the RAM (tb/formal/asid_table_ram.sv).
 */
#include "asid_table.h"
#include "asid_table_duties.h"

#define SPACES    GMMU_ASID_SPACES
#define LISTENERS GMMU_INV_LISTENERS
#define PORTS     GMMU_FENCE_PORTS
#define MOST      ((1U << GMMU_FENCE_COUNT_W) - 1U)

#define CYCLE                                                                                                \
    const asid_table_state *s, const asid_table_in *in, const asid_table_out *out, const asid_table_state *n
#define UNUSED (void)s, (void)in, (void)out, (void)n

/* Listeners that are being told. */
static uint32_t told(const asid_table_state *s) {
    uint32_t count = 0;
    for (unsigned i = 0; i < LISTENERS; i++)
        count += (uint32_t)s->inv_valid[i];
    return count;
}

/* A word is at the RAM, and no invalidation of its space has begun with it. */
static u1 writing(const asid_table_state *s) {
    return (u1)(s->ram_we & (told(s) == 0));
}

static u1 under_way(const asid_table_state *s) {
    return (u1)((told(s) != 0) | s->fencing | writing(s));
}

/* Requests that are in flight since before the last fence. */
static uint32_t older(const asid_table_state *s) {
    return s->generation ? (uint32_t)s->flight[0] : (uint32_t)s->flight[1];
}

/* A command is taken, one of this kind. */
static u1 takes(const asid_table_in *in, const asid_table_out *out) {
    return (u1)(in->c_valid & out->c_ready);
}

static u1 takes_kind(const asid_table_in *in, const asid_table_out *out, unsigned kind) {
    return (u1)(takes(in, out) & (in->c_kind == kind));
}

/* The command names a space. */
static u1 of_space(const asid_table_in *in) {
    return (u1)((uint32_t)in->c_asid < SPACES);
}

/* An entry is written. */
static u1 writes(const asid_table_in *in, const asid_table_out *out) {
    const u1 no_page = (u1)(in->c_enable & ((uint64_t)in->c_highest < (uint64_t)in->c_vpn));
    return (u1)(takes_kind(in, out, ASID_SET) & of_space(in) & (u1)!no_page);
}

static u1 sets(const asid_table_in *in, const asid_table_out *out, uint32_t space) {
    return (u1)(writes(in, out) & ((uint32_t)in->c_asid == space));
}

static u1 was_enabled(const asid_table_state *s, const asid_table_in *in) {
    return (u1)(((uint32_t)in->c_asid < SPACES) & s->enabled[(uint32_t)in->c_asid % SPACES]);
}

/* An invalidation begins: that of a command, or of a space that an ASID_SET takes back. */
static u1 takes_back(CYCLE) {
    UNUSED;
    const u1 part = (u1)(takes_kind(in, out, ASID_INV_PAGE) | takes_kind(in, out, ASID_INV_SPACE) |
                         takes_kind(in, out, ASID_INV_LARGE));
    return (u1)((part & of_space(in)) | takes_kind(in, out, ASID_INV_ALL) |
                (writes(in, out) & was_enabled(s, in)));
}

/* How many requests of the generation begin, and end. */
static uint32_t begins(const asid_table_state *s, const asid_table_in *in, const asid_table_out *out, u1 g) {
    uint32_t count = 0;
    for (unsigned p = 0; p < PORTS; p++)
        count += (uint32_t)(in->begin_valid[p] & out->begin_ready & (s->generation == g));
    return count;
}

static uint32_t ends(const asid_table_in *in, u1 g) {
    uint32_t count = 0;
    for (unsigned p = 0; p < PORTS; p++)
        count += (uint32_t)(in->end_valid[p] & (in->end_generation[p] == g));
    return count;
}

/* ---- The duty and the invariant ---- */

/* Each end is that of a request that began. */
u1 asid_table_duty_ends_begun(const asid_table_state *s, const asid_table_in *in) {
    return asid_table_ends_begun(s, in);
}

void asid_table_given_duty_ends_begun(const asid_table_state *s, const asid_table_in *in);

/* Only a look-up of a space that is enabled reads; one that is allowed so far and does not read has its word
 * at the write port: in the cycle of the write, and in the one after it, as none is written then. */
static u1 reads_in_order(const asid_table_state *s) {
    const u1 asks = (u1)(s->ask_valid & (s->ask_why == ASID_OK));
    const u1 compares = (u1)(s->cmp_valid & (s->cmp_why == ASID_OK));
    const u1 from = (u1)(((u1)!s->ram_re | asks) & ((u1)!s->cmp_read | compares));
    const u1 past = (u1)((u1)!asks | s->ram_re | (s->ram_we & (s->ram_waddr == s->ram_raddr)));
    const u1 still = (u1)((u1)!compares | s->cmp_read | (u1)!s->ram_we);
    const u1 so_far = (u1)((s->ask_why != ASID_OUTSIDE) & (s->cmp_why != ASID_OUTSIDE));
    const u1 words = (u1)(((u1)!s->ram_re | ((uint32_t)s->ram_raddr < SPACES)) &
                          ((u1)!s->ram_we | ((uint32_t)s->ram_waddr < SPACES)));
    const u1 apart = (u1) !(s->ram_re & s->ram_we & (s->ram_raddr == s->ram_waddr));

    return (u1)(from & past & still & so_far & words & apart);
}

/* One thing is under way at most: one listener is told, a fence waits, or a word is written that takes
 * nothing back; none as a command completes. An invalidation has a kind. Only while a fence waits are older
 * requests in flight. */
u1 asid_table_inv(const asid_table_state *s) {
    return (u1)((told(s) + (uint32_t)s->fencing + (uint32_t)writing(s) + (uint32_t)s->c_done <= 1U) &
                ((told(s) == 0) | ((s->inv_kind != ASID_SET) & (s->inv_kind != ASID_FENCE) &
                                   (s->inv_kind <= ASID_INV_LARGE))) &
                (s->fencing | (older(s) == 0)) & (u1) !(s->ram_we & (s->fencing | s->c_done)) &
                reads_in_order(s));
}

/* After reset every register is 0: no space is enabled, nothing is under way, no request is in flight. */
u1 asid_table_start_values(const asid_table_state *s) {
    u1 zero = (u1)((u1)!s->r_valid & (s->r_why == 0) & (s->r_root == 0) & (u1)!s->r_whole & (told(s) == 0) &
                   (s->inv_kind == 0) & (u1)!s->inv_ends & (s->inv_asid == 0) & (s->inv_vpn == 0) &
                   (u1)!s->fencing & (u1)!s->c_done & (u1)!s->c_refused & (u1)!s->generation &
                   (s->flight[0] == 0) & (s->flight[1] == 0));
    zero = (u1)(zero & (u1)!s->ask_valid & (s->ask_why == 0) & (s->ask_vpn == 0) & (u1)!s->ram_re &
                (s->ram_raddr == 0) & (u1)!s->cmp_valid & (s->cmp_why == 0) & (s->cmp_vpn == 0) &
                (u1)!s->cmp_read);
    zero = (u1)(zero & (u1)!s->ram_we & (s->ram_waddr == 0) & (s->ram_wroot == 0) & (s->ram_wlowest == 0) &
                (s->ram_whighest == 0));
    for (unsigned i = 0; i < SPACES; i++)
        zero = (u1)(zero & (u1)!s->enabled[i]);
    return zero;
}

u1 asid_table_idle(const asid_table_state *s, const asid_table_in *in) {
    u1 idle = (u1)((u1)!in->l_valid & (u1)!s->r_valid & (u1)!in->c_valid & (u1)!s->c_done & (u1)!s->fencing);
    idle = (u1)(idle & (u1)!s->ask_valid & (u1)!s->ram_re & (u1)!s->cmp_valid & (u1)!s->cmp_read &
                (u1)!s->ram_we);
    for (unsigned i = 0; i < LISTENERS; i++)
        idle = (u1)(idle & (u1) !(s->inv_valid[i] & in->inv_ack[i]));
    for (unsigned p = 0; p < PORTS; p++)
        idle = (u1)(idle & (u1)!in->begin_valid[p] & (u1)!in->end_valid[p]);
    return idle;
}

/* ---- The table ---- */

/* No word is read while it is written. */
u1 asid_table_prop_hazard(CYCLE) {
    UNUSED;
    return (u1) !(out->ram_re & out->ram_we & (out->ram_raddr == out->ram_waddr));
}

/* A space is enabled or not as the last ASID_SET of it says. */
u1 asid_table_prop_enabled(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % SPACES;

    UNUSED;
    return (u1)(n->enabled[i] == (sets(in, out, i) ? in->c_enable : s->enabled[i]));
}

/* What is written is the entry of the command, as it is taken; the write port keeps it until the next one. */
u1 asid_table_prop_written(CYCLE) {
    const u1 w = writes(in, out);

    UNUSED;
    return (u1)((n->ram_we == w) &
                ((uint32_t)n->ram_waddr == (w ? (uint32_t)in->c_asid : (uint32_t)s->ram_waddr)) &
                (n->ram_wroot == (w ? in->c_root : s->ram_wroot)) &
                (n->ram_wlowest == (w ? in->c_vpn : s->ram_wlowest)) &
                (n->ram_whighest == (w ? in->c_highest : s->ram_whighest)));
}

/* A look-up is refused here and now when its space is none or disabled, with what is written in this cycle.
 * Else its word is asked for in the next cycle, or passed on from the write port; nothing else is. */
u1 asid_table_prop_asked(CYCLE) {
    const u1 space = (u1)((uint32_t)in->l_asid < SPACES);
    const uint32_t i = (uint32_t)in->l_asid % SPACES;
    const u1 may = (u1)(space & n->enabled[i]), now = sets(in, out, (uint32_t)in->l_asid);
    const u1 why = space ? (n->enabled[i] ? (u1)(n->ask_why == ASID_OK) : (u1)(n->ask_why == ASID_DISABLED))
                         : (u1)(n->ask_why == ASID_NO_SPACE);
    const u1 right = (u1)(why & (n->ask_vpn == in->l_vpn) & ((u1)!space | ((uint32_t)n->ram_raddr == i)));

    UNUSED;
    return (u1)((n->ask_valid == in->l_valid) & ((u1)!in->l_valid | right) &
                (n->ram_re == (in->l_valid & may & (u1)!now)));
}

/* In the next cycle it is compared, with the word that the RAM shows, or with that of the write port. */
u1 asid_table_prop_compared(CYCLE) {
    const u1 same = (u1)((n->cmp_why == s->ask_why) & (n->cmp_vpn == s->ask_vpn));

    UNUSED;
    return (u1)((n->cmp_valid == s->ask_valid) & (n->cmp_read == s->ram_re) & ((u1)!s->ask_valid | same));
}

/* And in the one after that the answer is there: why the space is refused, whatever the RAM shows; else the
 * root table, when the page is within the limits. */
u1 asid_table_prop_looked_up(CYCLE) {
    const GMMU_U(GMMU_VPN_W) lowest = s->cmp_read ? in->ram_lowest : s->ram_wlowest;
    const GMMU_U(GMMU_VPN_W) highest = s->cmp_read ? in->ram_highest : s->ram_whighest;
    const u1 allowed = (u1)(s->cmp_why == ASID_OK);
    const u1 within = (u1)((s->cmp_vpn >= lowest) & (s->cmp_vpn <= highest));
    const u1 refused = (u1)((u1)!allowed & (n->r_why == s->cmp_why));
    const u1 outside = (u1)(allowed & (u1)!within & (n->r_why == ASID_OUTSIDE));
    const u1 ok = (u1)(allowed & within & (n->r_why == ASID_OK));

    UNUSED;
    return (
        u1)((n->r_valid == s->cmp_valid) & ((u1)!s->cmp_valid | refused | outside | ok) &
            ((u1) !(s->cmp_valid & allowed) | (n->r_root == (s->cmp_read ? in->ram_root : s->ram_wroot))));
}

/* The answer to a page says of a whole large page only if each of its pages is within the limits, and it does
 * so if the first and the last one are. */
u1 asid_table_prop_whole(CYCLE, GMMU_U(GMMU_VPN_W) vpn) {
    const uint32_t large = GMMU_VPN_W - GMMU_LARGE_VPN_W;
    const uint64_t lowest = s->cmp_read ? (uint64_t)in->ram_lowest : (uint64_t)s->ram_wlowest;
    const uint64_t highest = s->cmp_read ? (uint64_t)in->ram_highest : (uint64_t)s->ram_whighest;
    const uint64_t number = (uint64_t)s->cmp_vpn >> large, first = number << large;
    const uint64_t last = first + ((UINT64_C(1) << large) - 1U);
    const u1 answers = (u1)(s->cmp_valid & (s->cmp_why == ASID_OK));
    const u1 beside = (u1)((uint64_t)vpn >> large == number);
    const u1 within = (u1)(((uint64_t)vpn >= lowest) & ((uint64_t)vpn <= highest));

    UNUSED;
    return (u1)((u1)!answers | (((u1) !(n->r_whole & beside) | within) &
                                (n->r_whole | (first < lowest) | (last > highest))));
}

/* An answer changes only with a look-up, and what it says of a space only with one of a space that is
 * enabled.
 */
u1 asid_table_prop_answer_kept(CYCLE) {
    const u1 same = (u1)((n->r_root == s->r_root) & (n->r_whole == s->r_whole));
    UNUSED;
    return (u1)((s->cmp_valid | (n->r_why == s->r_why)) & ((s->cmp_valid & (s->cmp_why == ASID_OK)) | same));
}

/* ---- Commands ---- */

/* Each command that is taken completes once: what is under way is what was taken less what has completed. */
u1 asid_table_prop_once(CYCLE) {
    UNUSED;
    return (u1)((uint32_t)under_way(n) + (uint32_t)n->c_done ==
                (uint32_t)under_way(s) + (uint32_t)takes(in, out));
}

/* In order: none is taken before the one before has completed. */
u1 asid_table_prop_in_order(CYCLE) {
    UNUSED;
    return (u1)(out->c_ready == (u1)!under_way(s));
}

/* A command is refused that is none, names no space where it needs one, or enables a space without a page:
 * it changes no entry and tells nobody, and says so as it completes and until the next one is taken. */
u1 asid_table_prop_refused(CYCLE, u32 k) {
    const unsigned kind = (unsigned)in->c_kind;
    const u1 needs_one = (u1)((kind == ASID_SET) | (kind == ASID_INV_PAGE) | (kind == ASID_INV_SPACE) |
                              (kind == ASID_INV_LARGE));
    const u1 no_page =
        (u1)((kind == ASID_SET) & in->c_enable & ((uint64_t)in->c_vpn > (uint64_t)in->c_highest));
    const u1 refused = (u1)((kind > ASID_INV_LARGE) | (needs_one & (u1)!of_space(in)) | no_page);
    const uint32_t i = (uint32_t)k % SPACES;

    UNUSED;
    return (u1)((n->c_refused == (takes(in, out) ? refused : s->c_refused)) &
                ((u1) !(takes(in, out) & refused) |
                 (n->c_done & (told(n) == 0) & (n->enabled[i] == s->enabled[i]) & (u1)!n->ram_we)));
}

/* What writes nothing, takes nothing back and is no fence completes in the next cycle; what writes and takes
 * nothing back in the one after, when the word is in the RAM. */
u1 asid_table_prop_at_once(CYCLE) {
    const u1 back = takes_back(s, in, out, n), w = writes(in, out);
    const u1 longer = (u1)(back | w | takes_kind(in, out, ASID_FENCE));

    UNUSED;
    return (u1)(((u1)!takes(in, out) | (n->c_done == (u1)!longer)) & ((u1)!writing(s) | n->c_done) &
                (writing(n) == (w & (u1)!back)));
}

/* ---- Invalidations ---- */

/* The first listener is told in the next cycle, of what the command names; a space that was enabled is taken
 * back as it is written, so disabling it is an invalidation of it. */
u1 asid_table_prop_tells(CYCLE) {
    const u1 named = (u1)((n->inv_asid == in->c_asid) & (n->inv_vpn == in->c_vpn));
    const u1 kind = in->c_kind == ASID_SET ? (u1)(n->inv_kind == ASID_INV_SPACE)
                                           : (u1)((unsigned)n->inv_kind == (unsigned)in->c_kind);
    const u1 ends = (u1)(n->inv_ends == (u1)((in->c_kind == ASID_SET) & (u1)!in->c_enable));

    UNUSED;
    return (u1)((u1)!takes_back(s, in, out, n) | ((told(n) == 1) & n->inv_valid[0] & named & kind & ends));
}

/* Does the listener hear of ends alone? */
static u1 hears_ends_alone(uint32_t i) {
    return (u1)((uint32_t)GMMU_END_LISTENERS >> i & 1U);
}

/* The listeners are told in turn: one is told in the cycle after the one before it has acknowledged, and
 * until it acknowledges itself. Of an end all are told; else those that hear of ends alone are passed by, and
 * cost no cycle. */
u1 asid_table_prop_in_turn(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % LISTENERS;
    const u1 stays = (u1)(s->inv_valid[i] & (u1)!in->inv_ack[i]);
    u1 turn = takes_back(s, in, out, n); /* it comes past all before this one */
    for (unsigned before = 0; before < LISTENERS; before++) {
        const u1 passed_by = (u1)(hears_ends_alone(before) & (u1)!s->inv_ends);
        if (before < i)
            turn = (u1)((s->inv_valid[before] & in->inv_ack[before]) | (turn & passed_by));
    }
    if (hears_ends_alone(i))
        turn = (u1)(turn & s->inv_ends);

    UNUSED;
    return (u1)(n->inv_valid[i] == (stays | turn));
}

/* An invalidation completes when the last listener has acknowledged, and then only. */
u1 asid_table_prop_told_all(CYCLE) {
    UNUSED;
    return (u1)((told(s) == 0) | (n->c_done == (s->inv_valid[LISTENERS - 1] & in->inv_ack[LISTENERS - 1])));
}

/* What the listeners are told changes only with a new invalidation: all hear the same. */
u1 asid_table_prop_same_for_all(CYCLE) {
    UNUSED;
    return (u1)(takes_back(s, in, out, n) | ((n->inv_kind == s->inv_kind) & (n->inv_ends == s->inv_ends) &
                                             (n->inv_asid == s->inv_asid) & (n->inv_vpn == s->inv_vpn)));
}

/* ---- Fences ---- */

/* A fence begins a generation, and nothing else does: what was in flight is older now. */
u1 asid_table_prop_fence_begins(CYCLE) {
    const u1 fence = takes_kind(in, out, ASID_FENCE);

    UNUSED;
    return (u1)((n->generation == (s->generation ^ fence)) & ((u1)!fence | n->fencing));
}

/* A fence completes in the cycle after no older request is in flight, and not before; then none is. */
u1 asid_table_prop_fence_done(CYCLE) {
    UNUSED;
    return (u1)((u1)!s->fencing | ((n->c_done == (u1)(older(s) == 0)) & ((u1)!n->c_done | (older(n) == 0))));
}

/* New requests do not hold a fence up: the older ones get fewer by each that ends, and never more. */
u1 asid_table_prop_not_starved(CYCLE) {
    const u1 g = (u1)!s->generation;

    UNUSED;
    asid_table_given_duty_ends_begun(s, in);
    return (u1)((u1)!s->fencing | (older(n) + ends(in, g) == older(s)));
}

/* Requests in flight, of each generation: those that began less those that ended. */
u1 asid_table_prop_flight(CYCLE, u1 g) {
    UNUSED;
    asid_table_given_duty_ends_begun(s, in);
    return (u1)((uint32_t)n->flight[g] + ends(in, g) == (uint32_t)s->flight[g] + begins(s, in, out, g));
}

/* An end of a generation without requests is ignored, and no count wraps. */
u1 asid_table_prop_bounded(CYCLE, u1 g) {
    const uint32_t sum = (uint32_t)s->flight[g] + begins(s, in, out, g);

    UNUSED;
    return (u1)((uint32_t)n->flight[g] == (sum < ends(in, g) ? 0U : sum - ends(in, g)));
}

/* Requests may begin while there is room for one of each port. */
u1 asid_table_prop_begin_ready(CYCLE) {
    UNUSED;
    return (u1)(out->begin_ready == (u1)((uint32_t)s->flight[s->generation] + PORTS <= MOST));
}

/* ---- Pins ---- */

/* The pins show the registers. */
u1 asid_table_prop_pins(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % LISTENERS;

    UNUSED;
    return (u1)((out->r_valid == s->r_valid) & (out->r_why == s->r_why) & (out->r_root == s->r_root) &
                (out->r_whole == s->r_whole) & (out->c_done == s->c_done) &
                (out->inv_valid[i] == s->inv_valid[i]) & (out->inv_kind == s->inv_kind) &
                (out->inv_ends == s->inv_ends) & (out->ending == (u1)(s->inv_ends & (told(s) != 0))) &
                (out->inv_asid == s->inv_asid) & (out->inv_vpn == s->inv_vpn) &
                (out->generation == s->generation) & (out->ram_re == s->ram_re) &
                (out->ram_raddr == s->ram_raddr) & (out->ram_we == s->ram_we) &
                (out->ram_waddr == s->ram_waddr) & (out->ram_wroot == s->ram_wroot) &
                (out->ram_wlowest == s->ram_wlowest) & (out->ram_whighest == s->ram_whighest));
}
