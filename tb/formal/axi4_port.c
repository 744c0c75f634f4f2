/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What axi4_port promises, of any ID and any word of a beat. A transaction is held in its address register,
 * under way (busy), or answered; R and write data are lists of two beats at most.
 */
#include "axi4_port.h"

#define WORDS GMMU_AXI_WORDS
#define QUEUE AXI4_QUEUE

#define CYCLE                                                                                                \
    const axi4_port_state *s, const axi4_port_in *in, const axi4_port_out *out, const axi4_port_state *n
#define UNUSED (void)s, (void)in, (void)out, (void)n

typedef GMMU_U(GMMU_AXI_ID_W) axi_id;

/* A beat, of which one word is looked at. Too large for registers, in which a function would return it as
 * pairs of its fields: make vacuity reads C that is not simplified. */
typedef struct {
    uint64_t id, data, mark, last;
} beat;

static u1 equal(beat a, beat b) {
    return (u1)((a.id == b.id) & (a.data == b.data) & (a.mark == b.mark) & (a.last == b.last));
}

static beat r_at(const axi4_port_state *s, uint32_t place, uint32_t word) {
    const uint32_t q = place % QUEUE;
    const beat b = {s->r_id[q], s->r_data[q * WORDS + word % WORDS], s->r_error[q], s->r_last[q]};
    return b;
}

/* Of write data the mark is the strobes of the word, and `last` the number of the beat. */
static beat d_at(const axi4_port_state *s, uint32_t place, uint32_t word) {
    const uint32_t q = place % QUEUE, w = q * WORDS + word % WORDS;
    const beat b = {s->d_id[q], s->d_data[w], s->d_strb[w], s->d_beat[q]};
    return b;
}

static u1 is_line(uint64_t addr, uint32_t len, uint32_t size, uint32_t burst) {
    const uint64_t bytes = (uint64_t)GMMU_AXI_BEATS * WORDS * 4U;
    return (u1)((addr % bytes == 0) & ((len + 1U) * (UINT64_C(1) << size) == bytes) &
                ((UINT64_C(1) << size) == (uint64_t)WORDS * 4U) & (burst == 1U));
}

/* What the controller, the arbiter and the master move in this cycle. */
static u1 takes_read(const axi4_port_in *in, const axi4_port_out *out) {
    return (u1)(in->arvalid & out->arready);
}

static u1 takes_write(const axi4_port_in *in, const axi4_port_out *out) {
    return (u1)(in->awvalid & out->awready);
}

static u1 asks(const axi4_port_in *in, const axi4_port_out *out, u1 write, uint32_t id) {
    return (u1)(out->req_valid & in->req_ready & (out->req_write == write) &
                ((uint32_t)out->req_id == ((uint32_t)write << GMMU_AXI_ID_W | id)));
}

static u1 sends(const axi4_port_in *in, const axi4_port_out *out) {
    return (u1)(in->rd_valid & out->rd_ready);
}

static u1 ends_line(const axi4_port_state *s, const axi4_port_in *in, const axi4_port_out *out) {
    return (u1)(sends(in, out) & (s->rd_beat == GMMU_AXI_BEATS - 1));
}

static u1 beats_in(const axi4_port_in *in, const axi4_port_out *out) {
    return (u1)(in->wvalid & out->wready);
}

/* A beat of a read that is answered SLVERR: the queue grows, and not by the controller. */
static u1 refuses(CYCLE) {
    const uint32_t left = (uint32_t)s->r_count - (uint32_t)(out->rvalid & in->rready);
    UNUSED;
    return (u1)(((uint32_t)n->r_count == left + 1U) & (u1)!sends(in, out));
}

/* ---- The invariant ---- */

/* No list is longer than its places. A write whose data come is the only one of its ID, and one that is not
 * refused has the length of a line. */
u1 axi4_port_inv(const axi4_port_state *s) {
    const u1 begun = (u1)(s->aw_valid & (s->aw_full | (s->aw_beat != 0)));
    const u1 line = (u1)((s->aw_len == GMMU_AXI_BEATS - 1) &
                         (s->aw_full ? s->aw_beat == GMMU_AXI_BEATS : s->aw_beat < GMMU_AXI_BEATS));
    return (u1)((s->r_count <= QUEUE) & (s->d_count <= QUEUE) & ((u1)!begun | (u1)!s->w_busy[s->aw_id]) &
                ((u1)!s->aw_valid | s->aw_bad | line));
}

/* After reset nothing is held, nothing is under way, and nothing is answered; and all that is kept is 0. */
u1 axi4_port_start_empty(const axi4_port_state *s) {
    u1 zero =
        (u1)((u1)!s->ar_valid & (u1)!s->ar_bad & (s->ar_id == 0) & (s->ar_len == 0) & (u1)!s->ar_walk &
             (s->ar_app == 0) & (s->ar_bank == 0) & (s->ar_row == 0) & (s->ar_col == 0) & (u1)!s->aw_valid &
             (u1)!s->aw_bad & (u1)!s->aw_full & (s->aw_id == 0) & (s->aw_len == 0) & (s->aw_beat == 0) &
             (u1)!s->aw_walk & (s->aw_app == 0) & (s->aw_bank == 0) & (s->aw_row == 0) & (s->aw_col == 0) &
             (u1)!s->write_next & (s->r_count == 0) & (s->rd_beat == 0) & (s->d_count == 0) &
             (u1)!s->b_valid & (s->b_id == 0) & (u1)!s->b_error);
    for (unsigned i = 0; i < AXI4_IDS; i++)
        zero = (u1)(zero & (u1)!s->r_busy[i] & (u1)!s->w_busy[i]);
    for (unsigned q = 0; q < QUEUE; q++)
        zero = (u1)(zero & (s->r_id[q] == 0) & (u1)!s->r_error[q] & (u1)!s->r_last[q] & (s->d_id[q] == 0) &
                    (s->d_beat[q] == 0));
    for (unsigned w = 0; w < QUEUE * WORDS; w++)
        zero = (u1)(zero & (s->r_data[w] == 0) & (s->d_data[w] == 0) & (s->d_strb[w] == 0));
    return zero;
}

u1 axi4_port_idle(const axi4_port_state *s, const axi4_port_in *in) {
    return (u1)((u1)!in->arvalid & (u1)!in->awvalid & (u1)!in->rd_valid & (u1)!in->done_valid &
                (u1)!s->ar_valid & (u1)!s->aw_valid & (s->r_count == 0) & (s->d_count == 0) &
                (u1)!s->b_valid);
}

/* ---- What is taken ---- */

/* A read is taken exactly while none is held, with its ID, application, walk flag, and its place in the
 * memory. */
u1 axi4_port_prop_read_taken(CYCLE) {
    const uint64_t addr = in->araddr;
    const u1 same =
        (u1)(n->ar_valid & (n->ar_id == in->arid) & (n->ar_len == in->arlen) &
             ((uint32_t)in->aruser == ((uint32_t)n->ar_walk << GMMU_APP_W | (uint32_t)n->ar_app)) &
             (n->ar_bank == GMMU_WRAP(addr >> GMMU_AXI_BANK_AT, GMMU_BANK_W)) &
             (n->ar_row == GMMU_WRAP(addr >> GMMU_AXI_ROW_AT, GMMU_ROW_W)) &
             (n->ar_col == GMMU_WRAP(addr >> GMMU_AXI_COL_AT, GMMU_COL_W)));
    UNUSED;
    return (u1)((out->arready == (u1)!s->ar_valid) & ((u1)!takes_read(in, out) | same));
}

/* So is a write. */
u1 axi4_port_prop_write_taken(CYCLE) {
    const uint64_t addr = in->awaddr;
    const u1 same =
        (u1)(n->aw_valid & (n->aw_id == in->awid) & (n->aw_len == in->awlen) & (u1)!n->aw_full &
             ((uint32_t)in->awuser == ((uint32_t)n->aw_walk << GMMU_APP_W | (uint32_t)n->aw_app)) &
             (n->aw_bank == GMMU_WRAP(addr >> GMMU_AXI_BANK_AT, GMMU_BANK_W)) &
             (n->aw_row == GMMU_WRAP(addr >> GMMU_AXI_ROW_AT, GMMU_ROW_W)) &
             (n->aw_col == GMMU_WRAP(addr >> GMMU_AXI_COL_AT, GMMU_COL_W)));
    UNUSED;
    return (u1)((out->awready == (u1)!s->aw_valid) & ((u1)!takes_write(in, out) | same));
}

/* A transaction is bad exactly when its burst is not one line; a write also when WLAST is not on its last
 * beat. */
u1 axi4_port_prop_bad(CYCLE) {
    const u1 read = (u1)(n->ar_bad == (u1)!is_line(in->araddr, in->arlen, in->arsize, in->arburst));
    const u1 write = (u1)(n->aw_bad == (u1)!is_line(in->awaddr, in->awlen, in->awsize, in->awburst));
    const u1 late = (u1)(beats_in(in, out) & (in->wlast != (u1)(s->aw_beat == s->aw_len)));
    UNUSED;
    return (u1)((takes_read(in, out) ? read : (u1)(n->ar_bad == s->ar_bad)) &
                (takes_write(in, out) ? write : (u1)(n->aw_bad == (s->aw_bad | late))));
}

/* ---- Requests ---- */

/* What is offered is the transaction that is held, good, alone with its ID, and, of a write, with all its
 * data in the write buffer. */
u1 axi4_port_prop_offered(CYCLE) {
    const u1 read =
        (u1)(s->ar_valid & (u1)!s->ar_bad & (u1)!s->r_busy[s->ar_id] & (out->req_id == s->ar_id) &
             (out->req_walk == s->ar_walk) & (out->req_app == s->ar_app) & (out->req_bank == s->ar_bank) &
             (out->req_row == s->ar_row) & (out->req_col == s->ar_col));
    const u1 write =
        (u1)(s->aw_valid & (u1)!s->aw_bad & (u1)!s->w_busy[s->aw_id] & s->aw_full &
             (s->aw_beat == GMMU_AXI_BEATS) & (u1)!out->wd_valid &
             ((uint32_t)out->req_id == (UINT32_C(1) << GMMU_AXI_ID_W | (uint32_t)s->aw_id)) &
             (out->req_walk == s->aw_walk) & (out->req_app == s->aw_app) & (out->req_bank == s->aw_bank) &
             (out->req_row == s->aw_row) & (out->req_col == s->aw_col));
    UNUSED;
    return (u1)((u1)!out->req_valid | (out->req_write ? write : read));
}

/* Whoever can be offered is, and of a read and a write the one that did not go last time. */
u1 axi4_port_prop_turns(CYCLE) {
    const u1 read = (u1)(s->ar_valid & (u1)!s->ar_bad & (u1)!s->r_busy[s->ar_id]);
    const u1 write = (u1)(s->aw_valid & (u1)!s->aw_bad & s->aw_full & (u1)!out->wd_valid);
    const u1 goes = (u1)(out->req_valid & in->req_ready);
    UNUSED;
    return (u1)((out->req_valid == (read | write)) &
                ((u1) !(read & write) | (out->req_write == s->write_next)) &
                (n->write_next == (goes ? (u1)!out->req_write : s->write_next)));
}

/* A transaction that is held stays as it is until it is asked for or refused. */
u1 axi4_port_prop_held(CYCLE) {
    const u1 read =
        (u1)(n->ar_valid & (n->ar_id == s->ar_id) & (n->ar_walk == s->ar_walk) & (n->ar_app == s->ar_app) &
             (n->ar_bank == s->ar_bank) & (n->ar_row == s->ar_row) & (n->ar_col == s->ar_col));
    const u1 write = (u1)(n->aw_valid & (n->aw_id == s->aw_id) & (n->aw_walk == s->aw_walk) &
                          (n->aw_app == s->aw_app) & (n->aw_bank == s->aw_bank) & (n->aw_row == s->aw_row) &
                          (n->aw_col == s->aw_col) & (n->aw_len == s->aw_len));
    const u1 read_goes = (u1)(asks(in, out, 0, s->ar_id) | (refuses(s, in, out, n) & (s->ar_len == 0)));
    const u1 write_goes = (u1)(asks(in, out, 1, s->aw_id) | (s->aw_full & s->aw_bad & (u1)!s->b_valid));
    return (u1)(((u1)!s->ar_valid | (read_goes ? (u1)!n->ar_valid : read)) &
                ((u1)!s->aw_valid | (write_goes ? (u1)!n->aw_valid : write)));
}

/* A read of an ID is under way from its request to the last beat of its line; none is asked for before that.
 */
u1 axi4_port_prop_one_read(CYCLE, axi_id id) {
    const u1 begins = asks(in, out, 0, id);
    const u1 ends = (u1)(ends_line(s, in, out) & (in->rd_id == id));
    UNUSED;
    return (u1)((n->r_busy[id] == (begins | (s->r_busy[id] & (u1)!ends))) & (u1) !(begins & s->r_busy[id]));
}

/* A write of an ID is under way from its request until the controller has carried it out. */
u1 axi4_port_prop_one_write(CYCLE, axi_id id) {
    const u1 begins = asks(in, out, 1, id);
    const u1 ends = (u1)(in->done_valid & out->done_ready & (in->done_id == id));
    UNUSED;
    return (u1)((n->w_busy[id] == (begins | (s->w_busy[id] & (u1)!ends))) & (u1) !(begins & s->w_busy[id]));
}

/* ---- R ---- */

/* Nothing is lost, doubled, changed or reordered: the beats of the controller and of refusals line up, and
 * leave when R takes them. The controller's last beat of a line is RLAST. */
u1 axi4_port_prop_r_order(CYCLE, u32 place, u32 word) {
    const uint32_t from = (uint32_t)place % QUEUE + (uint32_t)(out->rvalid & in->rready);
    const beat sent = {in->rd_id, in->rd_data[(uint32_t)word % WORDS], in->rd_error, ends_line(s, in, out)};
    const beat refusal = {s->ar_id, 0, 1, (uint32_t)(s->ar_len == 0)};
    const beat pushed = sends(in, out) ? sent : refusal;
    const uint32_t popped = (uint32_t)(out->rvalid & in->rready);
    const uint32_t came = (uint32_t)(sends(in, out) | refuses(s, in, out, n));

    return (u1)(((uint32_t)n->r_count + popped == (uint32_t)s->r_count + came) &
                (((uint32_t)place % QUEUE >= (uint32_t)n->r_count) |
                 equal(r_at(n, place, word), from < (uint32_t)s->r_count ? r_at(s, from, word) : pushed)));
}

/* The controller's beats of a line are counted, and none that is refused: so the last one is known. */
u1 axi4_port_prop_beat_number(CYCLE) {
    UNUSED;
    return (u1)((uint32_t)n->rd_beat == ((uint32_t)s->rd_beat + (uint32_t)sends(in, out)) % GMMU_AXI_BEATS);
}

/* R shows the first in line, as it stays until it is taken. */
u1 axi4_port_prop_r_shown(CYCLE, u32 word) {
    const uint32_t w = (uint32_t)word % WORDS;
    const beat shown = {out->rid, out->rdata[w], (uint32_t)(out->rresp == 2), out->rlast};
    UNUSED;
    return (u1)((out->rvalid == (u1)(s->r_count != 0)) & equal(shown, r_at(s, 0, w)) &
                ((out->rresp == 0) | (out->rresp == 2)) &
                ((u1)!out->rvalid | in->rready | ((n->r_count != 0) & equal(r_at(n, 0, w), shown))));
}

/* A read is refused with as many beats as it asked for, one after the other counts down, and only for a bad
 * one whose ID is free; never between the beats of a line. */
u1 axi4_port_prop_refusal(CYCLE) {
    const u1 now = refuses(s, in, out, n);
    const u1 may = (u1)(s->ar_valid & s->ar_bad & (u1)!s->r_busy[s->ar_id] & (s->rd_beat == 0));
    const u1 counts = (u1)((uint32_t)n->ar_len + (uint32_t)now == (uint32_t)s->ar_len);
    UNUSED;
    return (u1)((now == (may & (s->r_count < QUEUE))) & ((u1)!may | (u1)!out->rd_ready) &
                ((u1)!s->ar_valid | counts | (now & (s->ar_len == 0))));
}

/* ---- W and B ---- */

/* Write data of a line go to the buffer in order, each beat with the ID of its write and its own number. */
u1 axi4_port_prop_d_order(CYCLE, u32 place, u32 word) {
    const uint32_t popped = (uint32_t)(out->wd_valid & in->wd_ready), w = (uint32_t)word % WORDS;
    const uint32_t came = (uint32_t)(beats_in(in, out) & (u1)!s->aw_bad);
    const uint32_t from = (uint32_t)place % QUEUE + popped;
    const beat pushed = {s->aw_id, in->wdata[w], in->wstrb[w], (uint32_t)s->aw_beat};

    UNUSED;
    return (u1)(((uint32_t)n->d_count + popped == (uint32_t)s->d_count + came) &
                (((uint32_t)place % QUEUE >= (uint32_t)n->d_count) |
                 equal(d_at(n, place, w), from < (uint32_t)s->d_count ? d_at(s, from, w) : pushed)));
}

/* The write buffer is shown the first in line, as it stays until it is taken. */
u1 axi4_port_prop_d_shown(CYCLE, u32 word) {
    const uint32_t w = (uint32_t)word % WORDS;
    const beat shown = {out->wd_id, out->wd_data[w], out->wd_strb[w], out->wd_beat};
    UNUSED;
    return (u1)((out->wd_valid == (u1)(s->d_count != 0)) & equal(shown, d_at(s, 0, w)) &
                ((u1)!out->wd_valid | in->wd_ready | ((n->d_count != 0) & equal(d_at(n, 0, w), shown))));
}

/* Data are taken of the write that is held and alone with its ID, until it has as many beats as it said. */
u1 axi4_port_prop_data_taken(CYCLE) {
    const u1 wants = (u1)(s->aw_valid & (u1)!s->aw_full & (u1)!s->w_busy[s->aw_id]);
    const u1 came = beats_in(in, out);
    UNUSED;
    return (u1)((out->wready == (wants & (s->aw_bad | (s->d_count < QUEUE)))) &
                ((u1)!came | ((n->aw_full == (u1)(s->aw_beat == s->aw_len)) &
                              ((uint32_t)n->aw_beat == ((uint32_t)s->aw_beat + 1U) % 256U))) &
                (came | (u1)!s->aw_valid | ((n->aw_full == s->aw_full) & (n->aw_beat == s->aw_beat)) |
                 (u1)!n->aw_valid));
}

/* B answers a write that is carried out, or one that is refused with all its data, each once; what it says
 * stays until it is taken. */
u1 axi4_port_prop_answer(CYCLE) {
    const u1 done = (u1)(in->done_valid & out->done_ready);
    const u1 refused = (u1)(s->aw_valid & s->aw_full & s->aw_bad & (u1)!s->b_valid);
    const u1 of_done = (u1)(n->b_valid & (n->b_id == in->done_id) & (n->b_error == in->done_error));
    const u1 of_refused = (u1)(n->b_valid & (n->b_id == s->aw_id) & n->b_error & (u1)!n->aw_valid);
    const u1 kept = (u1)((n->b_valid == (s->b_valid & (u1)!in->bready)) &
                         ((u1)!n->b_valid | ((n->b_id == s->b_id) & (n->b_error == s->b_error))));
    UNUSED;
    return (u1)((out->bvalid == s->b_valid) & (out->bid == s->b_id) &
                ((uint32_t)out->bresp == 2U * (uint32_t)s->b_error) & (u1) !(done & refused) &
                ((u1)!done | (u1)!s->b_valid) &
                (done      ? of_done
                 : refused ? of_refused
                           : kept));
}
