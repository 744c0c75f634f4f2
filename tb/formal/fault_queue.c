/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What fault_queue promises, of any page (an address space and a page number) and of any record. A page goes
 * through its states in order: free, waits, resumed, retries, free. Records are in the ring from head to
 * tail, and behind them, in the queue, are those on their way; `place` counts from the first of these.
 */
#include "fault_queue.h"

#define PAGES   GMMU_FAULT_PAGES
#define RECORDS GMMU_FAULT_RECORDS
#define RING    (1U << GMMU_FAULT_RING_W)
#define COUNT_W GMMU_FAULT_COUNT_W

typedef GMMU_U(GMMU_ASID_W) space;
typedef GMMU_U(GMMU_VPN_W) page_number;

#define CYCLE                                                                                                \
    const fault_queue_state *s, const fault_queue_in *in, const fault_queue_out *out,                        \
        const fault_queue_state *n
#define UNUSED (void)s, (void)in, (void)out, (void)n

static u1 holds(const fault_queue_state *s, unsigned e, space asid, page_number vpn) {
    return (u1)((s->e_state[e] != FAULT_FREE) & (s->e_asid[e] == asid) & (s->e_vpn[e] == vpn));
}

/* The state of a page; FAULT_FREE, when no entry holds it. */
static unsigned state_of(const fault_queue_state *s, space asid, page_number vpn) {
    unsigned state = 0;
    for (unsigned e = 0; e < PAGES; e++)
        state |= holds(s, e, asid, vpn) ? (unsigned)s->e_state[e] : 0U;
    return state;
}

/* How many entries are in a state. */
static uint32_t entries_in(const fault_queue_state *s, unsigned state) {
    uint32_t count = 0;
    for (unsigned e = 0; e < PAGES; e++)
        count += (uint32_t)(s->e_state[e] == state);
    return count;
}

static uint32_t in_ring(const fault_queue_state *s) {
    return (uint32_t)GMMU_WRAP((uint32_t)s->tail - (uint32_t)s->head, COUNT_W);
}

static u1 faults(const fault_queue_in *in, space asid, page_number vpn) {
    return (u1)(in->f_valid & (in->f_asid == asid) & (in->f_vpn == vpn));
}

/* A resume of the page; its retry is taken. */
static u1 resumes(const fault_queue_in *in, space asid, page_number vpn) {
    return (u1)(in->c_valid & (in->c_asid == asid) & (in->c_space | (in->c_vpn == vpn)));
}

static u1 retried(const fault_queue_in *in, const fault_queue_out *out, space asid, page_number vpn) {
    return (u1)(out->retry_valid & in->retry_ready & (out->retry_asid == asid) & (out->retry_vpn == vpn));
}

/* The space ends. */
static u1 ends(const fault_queue_in *in, space asid) {
    return (u1)(in->n_valid & (in->n_asid == asid));
}

/* Records of the space that are to be written. */
static uint32_t recorded(const fault_queue_state *s, space asid) {
    uint32_t count = 0;
    for (unsigned i = 0; i < RECORDS; i++)
        count += (uint32_t)((s->q_count > i) & (s->q_asid[i] == asid));
    return count;
}

/* The space of the fault has as many entries as it may. */
static u1 has_many(const fault_queue_state *s, const fault_queue_in *in) {
    uint32_t count = 0;
    for (unsigned e = 0; e < PAGES; e++)
        count += (uint32_t)((s->e_state[e] != FAULT_FREE) & (s->e_asid[e] == in->f_asid));
    return (u1)((in->space_pages != 0) & (count >= (uint32_t)in->space_pages));
}

/* A fault that is taken begins an entry. */
static u1 begins(CYCLE) {
    UNUSED;
    return (u1)(n->r_taken & (state_of(s, in->f_asid, in->f_vpn) == FAULT_FREE));
}

static u1 sets_up(const fault_queue_in *in, const fault_queue_out *out) {
    return (u1)(in->b_valid & out->b_ready);
}

/* Memory has the first record. */
static u1 written(const fault_queue_state *s, const fault_queue_in *in) {
    return (u1)(s->w_sent & in->w_done);
}

/* Software gives records back. */
static u1 gives_back(const fault_queue_state *s, const fault_queue_in *in) {
    return (u1)(in->h_valid &
                ((uint32_t)GMMU_WRAP((uint32_t)in->h_head - (uint32_t)s->head, COUNT_W) <= in_ring(s)));
}

/* ---- The invariants ---- */

/* One page retries at most. What is sent is a record. Records in the ring and on their way have each a place
 * in it. What is taken was a fault. */
u1 fault_queue_inv(const fault_queue_state *s) {
    return (u1)((entries_in(s, FAULT_RETRIES) <= 1U) & (s->q_count <= RECORDS) &
                ((u1)!s->w_sent | (s->q_count != 0)) & (in_ring(s) + (uint32_t)s->q_count <= RING) &
                (s->r_valid | (u1)!s->r_taken));
}

/* No page has two entries. */
u1 fault_queue_inv_once(const fault_queue_state *s, space asid, page_number vpn) {
    u1 seen = 0, twice = 0;
    for (unsigned e = 0; e < PAGES; e++) {
        const u1 here = holds(s, e, asid, vpn);
        twice = (u1)(twice | (seen & here));
        seen = (u1)(seen | here);
    }
    return (u1)!twice;
}

void fault_queue_given_inv_once(const fault_queue_state *s, space asid, page_number vpn);

void fault_queue_keeps_once(CYCLE, space asid, page_number vpn) {
    UNUSED;
    fault_queue_given_inv_once(s, asid, vpn);
}

/* After reset every register is 0: nobody waits, the ring is empty and not enabled, no interrupt. */
u1 fault_queue_start_values(const fault_queue_state *s) {
    u1 zero = (u1)((s->q_count == 0) & (u1)!s->w_sent & (u1)!s->enabled & (s->w_frame == 0) & (s->head == 0) &
                   (s->tail == 0) & (u1)!s->due & (u1)!s->irq & (u1)!s->r_valid & (u1)!s->r_taken &
                   (u1)!s->h_refused & (u1)!s->n_ack);
    for (unsigned e = 0; e < PAGES; e++)
        zero = (u1)(zero & (s->e_state[e] == FAULT_FREE) & (s->e_asid[e] == 0) & (s->e_vpn[e] == 0));
    for (unsigned i = 0; i < RECORDS; i++)
        zero = (u1)(zero & (s->q_asid[i] == 0) & (s->q_vpn[i] == 0) & (s->q_access[i] == 0) &
                    (s->q_why[i] == 0) & (s->q_info[i] == 0) & (s->q_time[i] == 0));
    return zero;
}

/* The condition of the interrupt. */
static u1 wanted(const fault_queue_state *s, const fault_queue_in *in) {
    return (u1)(in->irq_mask & (in_ring(s) != 0) & (s->due | (in_ring(s) >= (uint32_t)in->irq_records)));
}

u1 fault_queue_idle(const fault_queue_state *s, const fault_queue_in *in) {
    return (u1)((u1)!in->f_valid & (u1)!s->r_valid & (u1)!s->r_taken & (u1)!in->c_valid &
                (entries_in(s, FAULT_RESUMED) == 0) & (entries_in(s, FAULT_RETRIES) == 0) &
                (s->q_count == 0) & (u1)!s->w_sent & (u1)!in->n_valid & (u1)!s->n_ack & (u1)!in->h_valid &
                (u1)!in->b_valid & (u1)!in->tick & (s->irq == wanted(s, in)));
}

/* ---- Who is taken ---- */

/* Each fault is told in the next cycle. It is taken when its page has an entry whose retry does not go in
 * this cycle; or has none, and an entry is free and its space may have one more, the ring has a place, and
 * the queue; and in no case while its space ends. */
u1 fault_queue_prop_told(CYCLE) {
    const u1 held = (u1)(state_of(s, in->f_asid, in->f_vpn) != FAULT_FREE);
    const u1 open = (u1)!ends(in, in->f_asid);
    const u1 merges = (u1)(held & (u1)!retried(in, out, in->f_asid, in->f_vpn));
    const u1 room = (u1)((entries_in(s, FAULT_FREE) != 0) & (s->q_count < RECORDS) &
                         (in_ring(s) + (uint32_t)s->q_count < RING));
    const u1 fresh = (u1)((u1)!held & s->enabled & room & (u1)!sets_up(in, out) & (u1)!has_many(s, in));

    UNUSED;
    fault_queue_given_inv_once(s, in->f_asid, in->f_vpn);
    return (u1)((n->r_valid == in->f_valid) & (n->r_taken == (in->f_valid & open & (merges | fresh))));
}

/* While ready is high a new page is taken, unless the ring is set up in this cycle, its space ends, or has as
 * many entries as it may. */
u1 fault_queue_prop_ready(CYCLE) {
    UNUSED;
    return (u1)((u1)!out->ready | (u1)!in->f_valid | sets_up(in, out) | ends(in, in->f_asid) |
                has_many(s, in) | (state_of(s, in->f_asid, in->f_vpn) != FAULT_FREE) | n->r_taken);
}

/* ---- The life of a page ---- */

/* Who is taken finds its page in an entry: it will be woken. */
u1 fault_queue_prop_pending(CYCLE, space asid, page_number vpn) {
    UNUSED;
    fault_queue_given_inv_once(s, asid, vpn);
    return (u1)((u1) !(n->r_taken & faults(in, asid, vpn)) | (state_of(n, asid, vpn) != FAULT_FREE));
}

/* A page gets an entry by a fault that is taken, and waits. */
u1 fault_queue_prop_begins(CYCLE, space asid, page_number vpn) {
    const u1 comes = (u1)(n->r_taken & faults(in, asid, vpn));

    UNUSED;
    fault_queue_given_inv_once(s, asid, vpn);
    return (u1)((state_of(s, asid, vpn) != FAULT_FREE) |
                (state_of(n, asid, vpn) == (comes ? (unsigned)FAULT_WAITS : (unsigned)FAULT_FREE)));
}

/* It waits until it is resumed, alone or with its space, or its space ends, and by nothing else. */
u1 fault_queue_prop_waits(CYCLE, space asid, page_number vpn) {
    UNUSED;
    fault_queue_given_inv_once(s, asid, vpn);
    return (u1)((state_of(s, asid, vpn) != FAULT_WAITS) |
                (state_of(n, asid, vpn) == (ends(in, asid)           ? (unsigned)FAULT_FREE
                                            : resumes(in, asid, vpn) ? (unsigned)FAULT_RESUMED
                                                                     : (unsigned)FAULT_WAITS)));
}

/* Once resumed it is not forgotten while its space goes on: it comes to the port of retries, and no resume is
 * needed again. */
u1 fault_queue_prop_resumed(CYCLE, space asid, page_number vpn) {
    const unsigned after = state_of(n, asid, vpn);

    UNUSED;
    fault_queue_given_inv_once(s, asid, vpn);
    return (u1)((state_of(s, asid, vpn) != FAULT_RESUMED) | ends(in, asid) | (after == FAULT_RESUMED) |
                (after == FAULT_RETRIES));
}

/* It is at the port until its retry is taken, or its space ends, and then its entry is free: it is woken
 * once.
 */
u1 fault_queue_prop_retries(CYCLE, space asid, page_number vpn) {
    const u1 shown = (u1)(out->retry_valid & (out->retry_asid == asid) & (out->retry_vpn == vpn));

    UNUSED;
    fault_queue_given_inv_once(s, asid, vpn);
    return (u1)((shown == (u1)(state_of(s, asid, vpn) == FAULT_RETRIES)) &
                ((u1)!shown |
                 (state_of(n, asid, vpn) ==
                  ((in->retry_ready | ends(in, asid)) ? (unsigned)FAULT_FREE : (unsigned)FAULT_RETRIES))));
}

/* As a space ends none of its pages has an entry, in whatever state it was: from the next cycle on no retry
 * of it comes to the port, and none is taken for it until n_valid falls. */
u1 fault_queue_prop_ended(CYCLE, page_number vpn) {
    UNUSED;
    return (u1)((u1)!in->n_valid | ((state_of(n, in->n_asid, vpn) == FAULT_FREE) &
                                    (u1) !(n->r_taken & faults(in, in->n_asid, vpn))));
}

/* It is acknowledged as none of its records is to be written: all are in the ring. That is for one cycle, and
 * comes in the first one in which it holds; in the cycle after it there is still none. */
u1 fault_queue_prop_acknowledged(CYCLE) {
    UNUSED;
    fault_queue_given_inv_once(s, in->f_asid, in->f_vpn);
    return (u1)((n->n_ack == (u1)(in->n_valid & (u1)!s->n_ack & (recorded(s, in->n_asid) == 0))) &
                ((u1)!in->n_valid | (recorded(n, in->n_asid) <= recorded(s, in->n_asid))) &
                (out->n_ack == s->n_ack));
}

/* The port is busy while a page is resumed: in the cycle after one with the port free, or a retry taken,
 * there is another retry, unless a space ends in that cycle. */
u1 fault_queue_prop_busy(CYCLE) {
    const u1 port = (u1)((u1)!out->retry_valid | in->retry_ready);
    const u1 waits = (u1)(entries_in(s, FAULT_RESUMED) != 0);

    UNUSED;
    return (u1)((u1) !(port & waits) | in->n_valid | (entries_in(n, FAULT_RETRIES) == 1U));
}

/* Retries go round: of two entries that are resumed, the one that comes first behind the one whose retry goes
 * is next. So while the port is busy one that is resumed is passed over by each other entry once at most. */
u1 fault_queue_prop_turn(CYCLE, u32 k, u32 j) {
    const uint32_t e = (uint32_t)k % PAGES, other = (uint32_t)j % PAGES;
    uint32_t last = PAGES - 1U; /* an idle port: the lowest */

    UNUSED;
    for (unsigned i = 0; i < PAGES; i++)
        last = s->e_state[i] == FAULT_RETRIES ? i : last;
    const uint32_t mine = (e + 2U * PAGES - last - 1U) % PAGES,
                   its = (other + 2U * PAGES - last - 1U) % PAGES;
    const u1 wants = (u1)((s->e_state[e] == FAULT_RESUMED) & (s->e_state[other] == FAULT_RESUMED));
    return (u1)((u1) !(wants & (n->e_state[other] == FAULT_RETRIES)) | (its <= mine));
}

/* No space gets an entry beyond its number, whatever others have. */
u1 fault_queue_prop_limited(CYCLE) {
    UNUSED;
    fault_queue_given_inv_once(s, in->f_asid, in->f_vpn);
    return (u1)((u1)!begins(s, in, out, n) | (u1)!has_many(s, in));
}

/* An entry keeps its page until it is taken again. */
u1 fault_queue_prop_kept(CYCLE, u32 k) {
    const uint32_t e = (uint32_t)k % PAGES;
    const u1 same = (u1)((n->e_asid[e] == s->e_asid[e]) & (n->e_vpn[e] == s->e_vpn[e]));

    UNUSED;
    return (u1)(same | ((s->e_state[e] == FAULT_FREE) & (n->e_state[e] == FAULT_WAITS)));
}

/* ---- Records ---- */

/* A page that begins to wait, and no other fault, adds one record; memory takes one away by having it. So
 * each page has one record between its first fault and its resume, and none is lost. */
u1 fault_queue_prop_balance(CYCLE) {
    UNUSED;
    fault_queue_given_inv_once(s, in->f_asid, in->f_vpn);
    return (u1)((uint32_t)n->q_count + (uint32_t)written(s, in) ==
                (uint32_t)s->q_count + (uint32_t)begins(s, in, out, n));
}

/* The new record is the last one, and says what the fault said. */
u1 fault_queue_prop_recorded(CYCLE) {
    const uint32_t last = ((uint32_t)n->q_count - 1U) % RECORDS;
    const u1 same = (u1)((n->q_asid[last] == in->f_asid) & (n->q_vpn[last] == in->f_vpn) &
                         (n->q_access[last] == in->f_access) & (n->q_why[last] == in->f_why) &
                         (n->q_info[last] == in->f_info) & (n->q_time[last] == in->f_time));

    UNUSED;
    return (u1)((u1)!begins(s, in, out, n) | ((n->q_count != 0) & same));
}

/* The others keep their order and what they say. */
u1 fault_queue_prop_order(CYCLE, u32 k) {
    const uint32_t gone = (uint32_t)written(s, in);
    const uint32_t before = (uint32_t)k % RECORDS, after = (before - gone) % RECORDS;
    const u1 same = (u1)((n->q_asid[after] == s->q_asid[before]) & (n->q_vpn[after] == s->q_vpn[before]) &
                         (n->q_access[after] == s->q_access[before]) & (n->q_why[after] == s->q_why[before]) &
                         (n->q_info[after] == s->q_info[before]) & (n->q_time[after] == s->q_time[before]));

    UNUSED;
    return (u1)((before >= (uint32_t)s->q_count) | (before < gone) | same);
}

/* The first is written, at the tail; the tail moves as memory has it, and then only. So a record's place in
 * the ring is settled as it is taken: the tail, and as many further as there are before it. */
u1 fault_queue_prop_written(CYCLE) {
    const u1 sent = (u1)(out->w_valid & in->w_ready);
    const uint32_t tail = (uint32_t)GMMU_WRAP((uint32_t)s->tail + (uint32_t)written(s, in), COUNT_W);

    UNUSED;
    return (u1)((out->w_valid == (u1)((s->q_count != 0) & (u1)!s->w_sent)) &
                ((uint32_t)out->w_slot == ((uint32_t)s->tail & (RING - 1U))) &
                (n->w_sent == (sent | (s->w_sent & (u1)!in->w_done))) &
                (sets_up(in, out) | ((uint32_t)n->tail == tail)));
}

/* What the port of records shows stays until memory takes it, and until memory has it. */
u1 fault_queue_prop_steady(CYCLE) {
    const u1 stays = (u1)((s->q_count != 0) & (u1)!written(s, in));

    UNUSED;
    return (u1)((u1)!stays | ((n->q_count != 0) & (n->w_frame == s->w_frame) & (n->tail == s->tail) &
                              (n->q_asid[0] == s->q_asid[0]) & (n->q_vpn[0] == s->q_vpn[0])));
}

/* ---- The ring ---- */

/* Nothing is overwritten: where a record is written, there is none that software has not given back. */
u1 fault_queue_prop_no_overwrite(CYCLE, u32 k) {
    const uint32_t behind = (uint32_t)k % RING; /* the head, a record in the ring or not */
    const uint32_t place = ((uint32_t)s->head + behind) & (RING - 1U);

    UNUSED;
    return (u1)((u1)!out->w_valid | (behind >= in_ring(s)) | (place != (uint32_t)out->w_slot));
}

/* The head is software's: it moves by what is given back, never past the tail. A wrong one changes nothing,
 * and software is told until it gives another: exactly when the head has not become what it said, or only
 * because the ring was set up. */
u1 fault_queue_prop_head(CYCLE) {
    const u1 lost = (u1)((u1)!gives_back(s, in) | sets_up(in, out));

    UNUSED;
    return (u1)((sets_up(in, out) | (n->head == (gives_back(s, in) ? in->h_head : s->head))) &
                (n->h_refused == (in->h_valid ? lost : s->h_refused)));
}

/* Records in the ring: those that memory has got less those given back. */
u1 fault_queue_prop_in_ring(CYCLE) {
    const uint32_t back =
        gives_back(s, in) ? (uint32_t)GMMU_WRAP((uint32_t)in->h_head - (uint32_t)s->head, COUNT_W) : 0U;

    UNUSED;
    return (u1)(sets_up(in, out) | (in_ring(n) + back == in_ring(s) + (uint32_t)written(s, in)));
}

/* The ring is set up while no record is on its way, and then it is empty; else it stays as it is. */
u1 fault_queue_prop_set_up(CYCLE) {
    const u1 fresh = (u1)((n->head == 0) & (n->tail == 0) & (n->enabled == in->b_enable) &
                          (n->w_frame == in->b_frame) & (n->q_count == 0));
    const u1 same = (u1)((n->enabled == s->enabled) & (n->w_frame == s->w_frame));

    UNUSED;
    return (u1)((out->b_ready == (u1)(s->q_count == 0)) & (sets_up(in, out) ? fresh : same));
}

/* ---- Interrupts ---- */

/* The interrupt is up in the next cycle exactly when it is not masked, the ring has a record, and it has as
 * many as a batch or the batch is due. */
u1 fault_queue_prop_interrupt(CYCLE) {
    UNUSED;
    return (u1)(n->irq == wanted(s, in));
}

/* A fault that finds the table, the part of its space or the ring full makes the batch due, so no batch waits
 * for records that cannot come. */
u1 fault_queue_prop_starved(CYCLE) {
    const u1 full = (u1)((entries_in(s, FAULT_FREE) == 0) | has_many(s, in) |
                         (in_ring(s) + (uint32_t)s->q_count == RING));
    const u1 fresh =
        (u1)(in->f_valid & (state_of(s, in->f_asid, in->f_vpn) == FAULT_FREE) & (u1)!ends(in, in->f_asid));

    UNUSED;
    return (u1)((u1) !(fresh & s->enabled & full & (u1)!sets_up(in, out)) | n->due);
}

/* A tick makes it due when the ring has a record; it stays so until records are given back or the ring is set
 * up; and it is due for no other reason than these two. */
u1 fault_queue_prop_due(CYCLE) {
    const u1 ends = (u1)(gives_back(s, in) | sets_up(in, out));
    const u1 ticks = (u1)(in->tick & (in_ring(s) != 0));
    const u1 refused = (u1)(in->f_valid & (u1)!n->r_taken & ((u1)!out->ready | has_many(s, in)));

    UNUSED;
    return (u1)((ends | (u1) !(ticks | s->due) | n->due) &
                ((u1)!n->due | refused | ((u1)!ends & (ticks | s->due))));
}

/* ---- Pins ---- */

/* The pins show the registers, and the record its first place in the queue. */
u1 fault_queue_prop_pins(CYCLE) {
    const u1 record =
        (u1)((out->w_frame == s->w_frame) & (out->w_asid == s->q_asid[0]) & (out->w_vpn == s->q_vpn[0]) &
             (out->w_access == s->q_access[0]) & (out->w_why == s->q_why[0]) & (out->w_info == s->q_info[0]) &
             (out->w_time == s->q_time[0]));
    const u1 room = (u1)(s->enabled & (entries_in(s, FAULT_FREE) != 0) & (s->q_count < RECORDS) &
                         (in_ring(s) + (uint32_t)s->q_count < RING));

    UNUSED;
    return (u1)(record & (out->ready == room) & (out->enabled == s->enabled) &
                (out->h_refused == s->h_refused) & (out->r_valid == s->r_valid) &
                (out->r_taken == s->r_taken) & (out->retry_valid == (u1)(entries_in(s, FAULT_RETRIES) != 0)) &
                (out->head == s->head) & (out->tail == s->tail) & (out->irq == s->irq));
}
