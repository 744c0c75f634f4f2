/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What sram_tlb promises, of any set k and any way w, whatever the RAMs show. That the RAMs show what was
 * written, and what then is never answered, is proved with RAMs (tb/formal/sram_tlb_ram.sv).
 */
#include "sram_tlb.h"

#define SETS  GMMU_TLB_SETS
#define WAYS  GMMU_TLB_WAYS
#define LARGE GMMU_TLB_LARGE
#define NODES SRAM_TLB_NODES
#define MOST  (WAYS > LARGE ? WAYS : LARGE)
#define SET_W GMMU_TLB_SET_W
#define SHIFT (GMMU_VPN_W - GMMU_LARGE_VPN_W)

typedef GMMU_U(GMMU_ASID_W) space;
typedef GMMU_U(GMMU_VPN_W) page;

#define CYCLE const sram_tlb_state *s, const sram_tlb_in *in, const sram_tlb_out *out, const sram_tlb_state *n

static uint32_t set_of(page vpn) {
    return (uint32_t)GMMU_WRAP(vpn, SET_W);
}

static u1 valid(const sram_tlb_state *s, uint32_t set, uint32_t way) {
    return s->valid[set * WAYS + way];
}

/* Way w of set k holds a word of this space and page, as the RAMs show it. */
static u1 shows(const sram_tlb_state *s, const sram_tlb_in *in, uint32_t k, uint32_t w, space asid,
                page vpn) {
    return (u1)(valid(s, k, w) & (in->ram_asid[w] == asid) & (in->ram_tag[w] == vpn >> SET_W));
}

static u1 large_holds(const sram_tlb_state *s, uint32_t i, space asid, page vpn) {
    return (u1)(s->large_valid[i] & (s->large_asid[i] == asid) & (s->large_vpn[i] == vpn >> SHIFT));
}

static u1 large_held(const sram_tlb_state *s, space asid, page vpn) {
    u1 held = 0;
    for (uint32_t i = 0; i < LARGE; i++)
        held = (u1)(held | large_holds(s, i, asid, vpn));
    return held;
}

static u1 works(const sram_tlb_state *s) {
    return (u1)((s->phase >= SRAM_TLB_STOP) & (s->phase <= SRAM_TLB_WRITE));
}

static u1 at(const sram_tlb_state *s, uint32_t phase) {
    return (u1)(s->phase == phase);
}

/* The leaf that a walk down a tree comes to; bit n of it is node n. */
static uint32_t oldest(uint32_t tree, uint32_t leaves) {
    uint32_t node = 1;
    for (uint32_t level = 1; level < MOST; level *= 2)
        node = level < leaves ? 2 * node + (tree >> node & 1U) : node;
    return node - leaves;
}

static uint32_t oldest_way(const sram_tlb_state *s, uint32_t set) {
    uint32_t tree = 0;
    for (uint32_t n = 0; n < NODES; n++)
        tree |= (uint32_t)s->older[set * NODES + n] << (n + 1U);
    return oldest(tree, WAYS);
}

static uint32_t oldest_large(const sram_tlb_state *s) {
    uint32_t tree = 0;
    for (uint32_t n = 0; n + 1U < LARGE; n++)
        tree |= (uint32_t)s->large_older[n] << (n + 1U);
    return oldest(tree, LARGE);
}

/* A look-up that hits a base entry in this cycle. */
static u1 base_hit(const sram_tlb_state *s, const sram_tlb_in *in, uint32_t k, uint32_t w) {
    return (u1)(s->m_valid & s->m_read & (set_of(s->m_vpn) == k) & shows(s, in, k, w, s->m_asid, s->m_vpn) &
                (u1)!large_held(s, s->m_asid, s->m_vpn));
}

/* A large fill is put in. */
static u1 large_fill(const sram_tlb_state *s) {
    return (u1)(at(s, SRAM_TLB_IDLE) & s->f_valid & s->f_large);
}

/* An invalidation works on all rows: of a space, or for all that lies inside a large page. */
static u1 by_rows(const sram_tlb_in *in) {
    return (u1)((in->inv_kind == SRAM_TLB_SPACE) | (in->inv_kind == SRAM_TLB_INSIDE));
}

static u1 drops_all(const sram_tlb_state *s, const sram_tlb_in *in) {
    return (u1)(at(s, SRAM_TLB_IDLE) & (u1)!s->f_valid & in->inv_valid & (in->inv_kind == SRAM_TLB_ALL));
}

/* ---- The invariants ---- */

/* A base fill that is worked on waits, at the row of its page. An answer that is not valid is no hit, and one
 * that is no hit shows frame 0. */
u1 sram_tlb_inv(const sram_tlb_state *s) {
    const u1 fill = (u1)((u1) !(works(s) & s->fills) |
                         (s->f_valid & (u1)!s->f_large & ((uint32_t)s->row == set_of(s->f_vpn))));
    const u1 answer =
        (u1)((s->ans_valid | (u1)!s->ans_hit) & (s->ans_hit | ((s->ans_ppn == 0) & (u1)!s->ans_large)));
    const u1 read = (u1)(s->m_valid | (u1)!s->m_read);
    return (u1)(fill & answer & read & (s->phase <= SRAM_TLB_ACK));
}

/* No large page is held twice. */
u1 sram_tlb_inv_large(const sram_tlb_state *s, space asid, page vpn) {
    u1 seen = 0, twice = 0;
    for (uint32_t i = 0; i < LARGE; i++) {
        twice = (u1)(twice | (seen & large_holds(s, i, asid, vpn)));
        seen = (u1)(seen | large_holds(s, i, asid, vpn));
    }
    return (u1)!twice;
}

void sram_tlb_given_inv_large(const sram_tlb_state *s, space asid, page vpn);

void sram_tlb_keeps_large(CYCLE, space asid, page vpn);
void sram_tlb_keeps_large(CYCLE, space asid, page vpn) {
    (void)in;
    (void)out;
    (void)n;
    sram_tlb_given_inv_large(s, asid, vpn);
}

/* After reset every register is 0: no entry is valid, and nothing is asked or waits. */
u1 sram_tlb_start_empty(const sram_tlb_state *s) {
    u1 none =
        (u1)((u1)!s->r_valid & (u1)!s->m_valid & (u1)!s->ans_valid & (u1)!s->f_valid & at(s, SRAM_TLB_IDLE));
    none = (u1)(none & (s->r_asid == 0) & (s->r_vpn == 0) & (u1)!s->m_read & (s->m_asid == 0) &
                (s->m_vpn == 0) & (u1)!s->ans_hit & (u1)!s->ans_large & (s->ans_ppn == 0) & (u1)!s->f_large &
                (s->f_asid == 0) & (s->f_vpn == 0) & (s->f_ppn == 0) & (u1)!s->fills & (s->row == 0));
    for (uint32_t i = 0; i < SRAM_TLB_BASE; i++)
        none = (u1)(none & (u1)!s->valid[i]);
    for (uint32_t i = 0; i < SETS * NODES; i++)
        none = (u1)(none & (u1)!s->older[i]);
    for (uint32_t i = 0; i < LARGE; i++)
        none = (u1)(none & (u1)!s->large_valid[i] & (s->large_asid[i] == 0) & (s->large_vpn[i] == 0) &
                    (s->large_ppn[i] == 0));
    for (uint32_t i = 0; i + 1U < LARGE; i++)
        none = (u1)(none & (u1)!s->large_older[i]);
    for (uint32_t w = 0; w < WAYS; w++)
        none = (u1)(none & (u1)!s->ways[w]);
    return none;
}

u1 sram_tlb_idle(const sram_tlb_state *s, const sram_tlb_in *in) {
    return (u1)((u1)!in->lk_valid & (u1)!in->fill_valid & (u1)!in->inv_valid & (u1)!s->r_valid &
                (u1)!s->m_valid & (u1)!s->ans_valid & (u1)!s->f_valid & at(s, SRAM_TLB_IDLE));
}

/* ---- The RAMs ---- */

/* No word is read while one is written. */
u1 sram_tlb_prop_hazard(CYCLE) {
    u1 writes = 0;
    (void)s;
    (void)in;
    (void)n;
    for (uint32_t w = 0; w < WAYS; w++)
        writes = (u1)(writes | out->ram_we[w]);
    return (u1) !(out->ram_re & writes);
}

/* What is written is the fill, into the row of its page, and that entry is valid from then on; nothing else
 * is. */
u1 sram_tlb_prop_written(CYCLE, u32 w) {
    const uint32_t way = (uint32_t)w % WAYS;
    const u1 word = (u1)((out->ram_wasid == s->f_asid) & (out->ram_wppn == s->f_ppn) &
                         ((uint64_t)out->ram_wtag << SET_W == ((uint64_t)s->f_vpn & ~(uint64_t)(SETS - 1U))) &
                         ((uint32_t)out->ram_waddr == set_of(s->f_vpn)));
    (void)in;
    return (u1)((u1)!out->ram_we[way] |
                (word & s->f_valid & (u1)!s->f_large & valid(n, (uint32_t)out->ram_waddr, way)));
}

/* ---- Look-ups ---- */

/* A look-up is answered in its third cycle, and remembered until then. */
u1 sram_tlb_prop_answered(CYCLE) {
    (void)out;
    return (u1)((n->r_valid == in->lk_valid) & (n->m_valid == s->r_valid) & (n->ans_valid == s->m_valid) &
                ((u1)!in->lk_valid | ((n->r_asid == in->lk_asid) & (n->r_vpn == in->lk_vpn))) &
                ((u1)!s->r_valid | ((n->m_asid == s->r_asid) & (n->m_vpn == s->r_vpn))));
}

/* The row of a look-up is read, unless the work on a row takes the RAMs. */
u1 sram_tlb_prop_read(CYCLE) {
    const u1 taken = (u1)(at(s, SRAM_TLB_READ) | at(s, SRAM_TLB_WRITE));
    const u1 asks = (u1)(out->ram_re & ((uint32_t)out->ram_raddr == set_of(s->r_vpn)));
    (void)in;
    return (u1)((n->m_read == (s->r_valid & (u1)!taken)) & ((u1)!n->m_read | asks));
}

/* It does not take them from a look-up that was invited: one that comes in the cycle after lk_ready is read
 * in the cycle after that, which then is none of READ and WRITE, as these follow WAIT and MATCH alone. */
u1 sram_tlb_prop_invited(CYCLE) {
    const u1 before = (u1)((at(s, SRAM_TLB_WAIT) | (u1)!at(n, SRAM_TLB_READ)) &
                           (at(s, SRAM_TLB_MATCH) | (u1)!at(n, SRAM_TLB_WRITE)));
    (void)in;
    return (u1)(before & ((u1)!out->lk_ready | (u1) !(at(n, SRAM_TLB_WAIT) | at(n, SRAM_TLB_MATCH))));
}

/* A hit needs a valid entry of exactly this space and page, and such an entry makes a hit; a large one first.
 */
u1 sram_tlb_prop_own_space(CYCLE) {
    u1 base = 0;
    const u1 large = (u1)(s->m_valid & large_held(s, s->m_asid, s->m_vpn));
    (void)out;
    for (uint32_t k = 0; k < SETS; k++)
        for (uint32_t w = 0; w < WAYS; w++)
            base = (u1)(base | base_hit(s, in, k, w));
    return (u1)((n->ans_hit == (base | large)) & (n->ans_large == large));
}

/* The frame is that of the entry, where one alone is of the page. */
u1 sram_tlb_prop_frame(CYCLE, u32 k, u32 w, u32 l) {
    const uint32_t set = (uint32_t)k % SETS, way = (uint32_t)w % WAYS, i = (uint32_t)l % LARGE;
    const uint64_t offset = GMMU_WRAP(s->m_vpn, SHIFT);
    u1 alone = base_hit(s, in, set, way);
    (void)out;
    sram_tlb_given_inv_large(s, s->m_asid, s->m_vpn);
    for (uint32_t o = 0; o < WAYS; o++)
        alone = (u1)(alone & ((o == way) | (u1)!base_hit(s, in, set, o)));
    return (u1)(((u1)!alone | (n->ans_ppn == in->ram_ppn[way])) &
                ((u1) !(s->m_valid & large_holds(s, i, s->m_asid, s->m_vpn)) |
                 ((uint64_t)n->ans_ppn == ((uint64_t)s->large_ppn[i] << SHIFT | offset))));
}

/* ---- Fills ---- */

/* A fill is taken when it is ready, and stays until it is in. */
u1 sram_tlb_prop_taken(CYCLE) {
    const u1 take = (u1)(in->fill_valid & out->fill_ready);
    const u1 same = (u1)((n->f_asid == s->f_asid) & (n->f_vpn == s->f_vpn) & (n->f_ppn == s->f_ppn) &
                         (n->f_large == s->f_large));
    const u1 took = (u1)(n->f_valid & (n->f_asid == in->fill_asid) & (n->f_vpn == in->fill_vpn) &
                         (n->f_ppn == in->fill_ppn) & (n->f_large == in->fill_large));
    const u1 in_now = (u1)(large_fill(s) | (at(s, SRAM_TLB_WRITE) & s->fills));
    return (u1)((out->fill_ready == (u1)!s->f_valid) & (take ? took : same) &
                (take | (n->f_valid == (s->f_valid & (u1)!in_now))));
}

/* It goes to the way that shows its page, or else to a free one, or else to the one that the tree points at.
 */
u1 sram_tlb_prop_place(CYCLE, u32 w) {
    const uint32_t way = (uint32_t)w % WAYS, row = (uint32_t)s->row;
    u1 held = 0, free = 0;
    (void)out;
    for (uint32_t o = 0; o < WAYS; o++) {
        held = (u1)(held | shows(s, in, row, o, s->f_asid, s->f_vpn));
        free = (u1)(free | (u1)!valid(s, row, o));
    }
    const u1 right = held   ? shows(s, in, row, way, s->f_asid, s->f_vpn)
                     : free ? (u1)!valid(s, row, way)
                            : (u1)(way == oldest_way(s, row));
    return (u1)((u1) !(at(s, SRAM_TLB_MATCH) & s->fills & n->ways[way]) | right);
}

/* Some way is chosen: one, or where more than one shows the page, all of these. */
u1 sram_tlb_prop_placed(CYCLE) {
    u1 some = 0;
    (void)in;
    (void)out;
    for (uint32_t w = 0; w < WAYS; w++)
        some = (u1)(some | n->ways[w]);
    return (u1)((u1) !(at(s, SRAM_TLB_MATCH) & s->fills) | some);
}

/* After a large fill its page has its frame; another large entry is lost when all are valid, and it is the
 * oldest. */
u1 sram_tlb_prop_large_fill(CYCLE, u32 l) {
    const uint32_t i = (uint32_t)l % LARGE;
    u1 there = 0, full = 1;
    (void)in;
    (void)out;
    for (uint32_t o = 0; o < LARGE; o++) {
        there =
            (u1)(there | (large_holds(n, o, s->f_asid, s->f_vpn) & (n->large_ppn[o] == s->f_ppn >> SHIFT)));
        full = (u1)(full & s->large_valid[o]);
    }
    const u1 changed = (u1)((n->large_asid[i] != s->large_asid[i]) | (n->large_vpn[i] != s->large_vpn[i]));
    const u1 lost = (u1)(s->large_valid[i] & changed);
    return (u1)(((u1)!large_fill(s) | there) & ((large_fill(s) | (u1)!changed)) &
                ((u1)!lost | (full & (i == oldest_large(s)) & (u1)!large_held(s, s->f_asid, s->f_vpn))));
}

/* ---- The order of use ---- */

/* The way that is used, and it alone of its set, is not the oldest afterwards. */
u1 sram_tlb_prop_spares(CYCLE, u32 k, u32 w) {
    const uint32_t set = (uint32_t)k % SETS, way = (uint32_t)w % WAYS;
    const u1 written = (u1)(at(s, SRAM_TLB_WRITE) & s->fills & ((uint32_t)s->row == set));
    u1 alone = 1;
    (void)out;
    for (uint32_t o = 0; o < WAYS; o++) {
        const u1 uses = written ? s->ways[o] : base_hit(s, in, set, o);
        alone = (u1)(alone & (uses == (u1)(o == way)));
    }
    return (u1)((u1)!alone | (oldest_way(n, set) != way));
}

/* The same of a large entry that is hit, or filled. */
u1 sram_tlb_prop_large_spares(CYCLE, u32 l) {
    const uint32_t i = (uint32_t)l % LARGE;
    const u1 hit = (u1)(s->m_valid & large_holds(s, i, s->m_asid, s->m_vpn) & (u1)!large_fill(s));
    const u1 put = (u1)(large_fill(s) & large_holds(n, i, s->f_asid, s->f_vpn));
    (void)in;
    (void)out;
    sram_tlb_given_inv_large(s, s->m_asid, s->m_vpn);
    sram_tlb_given_inv_large(s, s->f_asid, s->f_vpn);
    return (u1)((u1) !(hit | put) | (oldest_large(n) != i));
}

/* Where nothing is used the order stays. */
u1 sram_tlb_prop_order(CYCLE, u32 k, u32 l) {
    const uint32_t set = (uint32_t)k % SETS, node = set * NODES + (uint32_t)l % NODES;
    const u1 written = (u1)(at(s, SRAM_TLB_WRITE) & s->fills & ((uint32_t)s->row == set));
    u1 hit = 0;
    (void)out;
    for (uint32_t w = 0; w < WAYS; w++)
        hit = (u1)(hit | base_hit(s, in, set, w));
    return (u1)(written | hit | (n->older[node] == s->older[node]));
}

/* ---- Invalidations ---- */

/* What is dropped of the row that the RAMs show: the page, all inside its large page, or the space. */
u1 sram_tlb_prop_named(CYCLE, u32 w) {
    const uint32_t way = (uint32_t)w % WAYS, row = (uint32_t)s->row;
    const uint64_t vpn = (uint64_t)in->ram_tag[way] * SETS + row;
    const u1 any = (u1)(in->inv_kind == SRAM_TLB_SPACE);
    const u1 inside = (u1)((in->inv_kind == SRAM_TLB_INSIDE) & (vpn >> SHIFT == in->inv_vpn >> SHIFT));
    const u1 named = (u1)(valid(s, row, way) & (in->ram_asid[way] == in->inv_asid) &
                          (any | inside | (vpn == in->inv_vpn)));
    (void)out;
    return (u1)((u1)!at(s, SRAM_TLB_MATCH) | s->fills | (n->ways[way] == named));
}

/* An entry becomes valid by a fill, and is lost by an invalidation, in no other way. */
u1 sram_tlb_prop_valid(CYCLE, u32 k, u32 w) {
    const uint32_t set = (uint32_t)k % SETS, way = (uint32_t)w % WAYS;
    const u1 here = (u1)(at(s, SRAM_TLB_WRITE) & ((uint32_t)s->row == set) & s->ways[way]);
    const u1 then = (u1)((valid(s, set, way) & (u1) !(here & (u1)!s->fills)) | (here & s->fills));
    (void)out;
    return (u1)(valid(n, set, way) == (then & (u1)!drops_all(s, in)));
}

/* A large entry that is named is gone when its row has been, and with all others; no other goes by itself. */
u1 sram_tlb_prop_large_valid(CYCLE, u32 l) {
    const uint32_t i = (uint32_t)l % LARGE;
    const u1 any = (u1)(in->inv_kind == SRAM_TLB_SPACE);
    const u1 named =
        (u1)((s->large_asid[i] == in->inv_asid) & (any | (s->large_vpn[i] == in->inv_vpn >> SHIFT)));
    const u1 drop = (u1)((at(s, SRAM_TLB_WRITE) & (u1)!s->fills & named) | drops_all(s, in));
    (void)out;
    return (u1)((u1)!drop ? (u1)(n->large_valid[i] | (u1)!s->large_valid[i]) : (u1)!n->large_valid[i]);
}

/* An invalidation is acknowledged when its row has been worked on, or the last of all rows, or all are
 * dropped. */
u1 sram_tlb_prop_acknowledged(CYCLE) {
    const u1 last = (u1)((u1)!by_rows(in) | ((uint32_t)s->row == SETS - 1U));
    const u1 rows = (u1)((in->inv_kind == SRAM_TLB_PAGE) | by_rows(in));
    const u1 done = (u1)((at(s, SRAM_TLB_WRITE) & (u1)!s->fills & last) |
                         (at(s, SRAM_TLB_IDLE) & (u1)!s->f_valid & in->inv_valid & (u1)!rows));
    (void)out;
    return (u1)((at(n, SRAM_TLB_ACK) == done) & (out->inv_ack == at(s, SRAM_TLB_ACK)));
}

/* ---- The work ---- */

/* A fill that waits is begun before an invalidation, each at its first row. */
u1 sram_tlb_prop_begins(CYCLE) {
    const u1 idle = at(s, SRAM_TLB_IDLE);
    const u1 base = (u1)(idle & s->f_valid & (u1)!s->f_large);
    const u1 drop = (u1)(idle & (u1)!s->f_valid & in->inv_valid);
    const u1 by_page = (u1)(drop & (in->inv_kind == SRAM_TLB_PAGE));
    const u1 all_rows = (u1)(drop & by_rows(in));
    (void)out;
    return (u1)(((u1)!base | (at(n, SRAM_TLB_STOP) & n->fills & ((uint32_t)n->row == set_of(s->f_vpn)))) &
                ((u1)!by_page |
                 (at(n, SRAM_TLB_STOP) & (u1)!n->fills & ((uint32_t)n->row == set_of(in->inv_vpn)))) &
                ((u1)!all_rows | (at(n, SRAM_TLB_STOP) & (u1)!n->fills & (n->row == 0))));
}

/* The work goes on in each cycle: through its phases, and through all rows, one by one, where it works on
 * these. */
u1 sram_tlb_prop_goes_on(CYCLE) {
    const u1 through = (u1)((s->phase >= SRAM_TLB_STOP) & (s->phase < SRAM_TLB_WRITE));
    const u1 next =
        (u1)(((uint32_t)n->phase == (uint32_t)s->phase + 1U) & (n->row == s->row) & (n->fills == s->fills));
    const u1 written = at(s, SRAM_TLB_WRITE);
    const u1 more = (u1)((u1)!s->fills & by_rows(in) & ((uint32_t)s->row != SETS - 1U));
    const u1 after =
        s->fills ? at(n, SRAM_TLB_IDLE)
        : more   ? (u1)(at(n, SRAM_TLB_STOP) & (u1)!n->fills & ((uint32_t)n->row == (uint32_t)s->row + 1U))
                 : at(n, SRAM_TLB_ACK);
    (void)out;
    return (u1)(((u1)!through | next) & ((u1)!written | after) &
                ((u1)!at(s, SRAM_TLB_ACK) | at(n, SRAM_TLB_IDLE)));
}

/* The pins show the answers. */
u1 sram_tlb_prop_pins(CYCLE) {
    (void)in;
    (void)n;
    return (u1)((out->a_valid == s->ans_valid) & (out->a_hit == s->ans_hit) & (out->a_large == s->ans_large) &
                (out->a_ppn == s->ans_ppn));
}
