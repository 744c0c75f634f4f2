/* SPDX-License-Identifier: Apache-2.0 */
#include "axi4_port.h"

#define WORDS GMMU_AXI_WORDS
#define QUEUE AXI4_QUEUE

typedef GMMU_U(GMMU_AXI_ID_W) axi_id;
typedef GMMU_U(GMMU_AXI_ADDR_W) axi_addr;

void axi4_port_reset(axi4_port_state *s) {
    s->ar_valid = 0;
    s->ar_bad = 0;
    s->ar_id = 0;
    s->ar_len = 0;
    s->ar_walk = 0;
    s->ar_app = 0;
    s->ar_bank = 0;
    s->ar_row = 0;
    s->ar_col = 0;
    s->aw_valid = 0;
    s->aw_bad = 0;
    s->aw_full = 0;
    s->aw_id = 0;
    s->aw_len = 0;
    s->aw_beat = 0;
    s->aw_walk = 0;
    s->aw_app = 0;
    s->aw_bank = 0;
    s->aw_row = 0;
    s->aw_col = 0;
    s->write_next = 0;
    for (unsigned i = 0; i < AXI4_IDS; i++) {
        s->r_busy[i] = 0;
        s->w_busy[i] = 0;
    }
    s->r_count = 0;
    s->rd_beat = 0;
    s->d_count = 0;
    for (unsigned q = 0; q < QUEUE; q++) {
        s->r_id[q] = 0;
        s->r_error[q] = 0;
        s->r_last[q] = 0;
        s->d_id[q] = 0;
        s->d_beat[q] = 0;
    }
    for (unsigned w = 0; w < QUEUE * WORDS; w++) {
        s->r_data[w] = 0;
        s->d_data[w] = 0;
        s->d_strb[w] = 0;
    }
    s->b_valid = 0;
    s->b_id = 0;
    s->b_error = 0;
}

/* ---- what is under way ---- */

/* The read that waits becomes a request, the write that waits does. */
static inline u1 asks_read(const axi4_port_state *s) {
    return (u1)(s->ar_valid & (u1)!s->ar_bad & (u1)!s->r_busy[s->ar_id]);
}

static inline u1 asks_write(const axi4_port_state *s) {
    return (u1)(s->aw_valid & s->aw_full & (u1)!s->aw_bad & (s->d_count == 0));
}

/* R belongs to a read that is answered SLVERR; never in the middle of a line. */
static inline u1 refuses_read(const axi4_port_state *s) {
    return (u1)(s->ar_valid & s->ar_bad & (u1)!s->r_busy[s->ar_id] & (s->rd_beat == 0));
}

/* B belongs to a write that is answered SLVERR. */
static inline u1 refuses_write(const axi4_port_state *s) {
    return (u1)(s->aw_valid & s->aw_full & s->aw_bad);
}

void axi4_port_outputs(const axi4_port_state *s, axi4_port_out *out) {
    const u1 reads = asks_read(s);
    const u1 writes = (u1)(asks_write(s) & ((u1)!reads | s->write_next));

    out->arready = (u1)!s->ar_valid;
    out->awready = (u1)!s->aw_valid;
    out->wready =
        (u1)(s->aw_valid & (u1)!s->aw_full & (u1)!s->w_busy[s->aw_id] & (s->aw_bad | (s->d_count < QUEUE)));
    out->bvalid = s->b_valid;
    out->bid = s->b_id;
    out->bresp = (u2)(s->b_error ? AXI4_SLVERR : AXI4_OKAY);
    out->rvalid = (u1)(s->r_count != 0);
    out->rid = s->r_id[0];
    out->rresp = (u2)(s->r_error[0] ? AXI4_SLVERR : AXI4_OKAY);
    out->rlast = s->r_last[0];
    out->req_valid = (u1)(reads | writes);
    out->req_write = writes;
    out->req_id = (GMMU_U(GMMU_REQUEST_W))((uint32_t)writes << GMMU_AXI_ID_W |
                                           (uint32_t)(writes ? s->aw_id : s->ar_id));
    out->req_walk = writes ? s->aw_walk : s->ar_walk;
    out->req_app = writes ? s->aw_app : s->ar_app;
    out->req_bank = writes ? s->aw_bank : s->ar_bank;
    out->req_row = writes ? s->aw_row : s->ar_row;
    out->req_col = writes ? s->aw_col : s->ar_col;
    out->wd_valid = (u1)(s->d_count != 0);
    out->wd_id = s->d_id[0];
    out->wd_beat = s->d_beat[0];
    for (unsigned w = 0; w < WORDS; w++) {
        out->rdata[w] = s->r_data[w];
        out->wd_data[w] = s->d_data[w];
        out->wd_strb[w] = s->d_strb[w];
    }
    out->rd_ready = (u1)((s->r_count < QUEUE) & (u1)!refuses_read(s));
    out->done_ready = (u1)((u1)!s->b_valid & (u1)!refuses_write(s));
}

/* ---- address channels ---- */

/* A burst that is one line. */
static inline u1 is_line(axi_addr addr, u8 len, u3 size, u2 burst) {
    return (u1)((len == GMMU_AXI_BEATS - 1) & (size == GMMU_AXI_BYTE_W) & (burst == AXI4_INCR) &
                (GMMU_WRAP(addr, GMMU_AXI_LINE_W) == 0));
}

static inline uint64_t field(axi_addr addr, uint32_t at, uint32_t width) {
    return GMMU_WRAP((uint64_t)addr >> at, width);
}

static void take_read(axi4_port_state *s, const axi4_port_in *in) {
    s->ar_valid = 1;
    s->ar_bad = (u1)!is_line(in->araddr, in->arlen, in->arsize, in->arburst);
    s->ar_id = in->arid;
    s->ar_len = in->arlen;
    s->ar_walk = (u1)((uint32_t)in->aruser >> GMMU_APP_W);
    s->ar_app = (GMMU_U(GMMU_APP_W))GMMU_WRAP(in->aruser, GMMU_APP_W);
    s->ar_bank = (GMMU_U(GMMU_BANK_W))field(in->araddr, GMMU_AXI_BANK_AT, GMMU_BANK_W);
    s->ar_row = (GMMU_U(GMMU_ROW_W))field(in->araddr, GMMU_AXI_ROW_AT, GMMU_ROW_W);
    s->ar_col = (GMMU_U(GMMU_COL_W))field(in->araddr, GMMU_AXI_COL_AT, GMMU_COL_W);
}

static void take_write(axi4_port_state *s, const axi4_port_in *in) {
    s->aw_valid = 1;
    s->aw_bad = (u1)!is_line(in->awaddr, in->awlen, in->awsize, in->awburst);
    s->aw_full = 0;
    s->aw_id = in->awid;
    s->aw_len = in->awlen;
    s->aw_beat = 0;
    s->aw_walk = (u1)((uint32_t)in->awuser >> GMMU_APP_W);
    s->aw_app = (GMMU_U(GMMU_APP_W))GMMU_WRAP(in->awuser, GMMU_APP_W);
    s->aw_bank = (GMMU_U(GMMU_BANK_W))field(in->awaddr, GMMU_AXI_BANK_AT, GMMU_BANK_W);
    s->aw_row = (GMMU_U(GMMU_ROW_W))field(in->awaddr, GMMU_AXI_ROW_AT, GMMU_ROW_W);
    s->aw_col = (GMMU_U(GMMU_COL_W))field(in->awaddr, GMMU_AXI_COL_AT, GMMU_COL_W);
}

/* ---- the two queues of beats ---- */

/* A beat of the controller, or of an answer SLVERR, goes behind those in the queue of R. */
static void move_r(axi4_port_state *s, const axi4_port_in *in, u1 refuses, u1 pushes, u1 pops) {
    const uint32_t kept = (uint32_t)s->r_count - (uint32_t)pops;
    const u1 last = refuses ? (u1)(s->ar_len == 0) : (u1)(s->rd_beat == GMMU_AXI_BEATS - 1);

    for (unsigned q = 0; q < QUEUE; q++) {
        const u1 put = (u1)(pushes & (kept == q));
        const unsigned next = q + 1 < QUEUE ? q + 1 : q;
        s->r_id[q] = put ? (refuses ? s->ar_id : in->rd_id) : pops ? s->r_id[next] : s->r_id[q];
        s->r_error[q] = put ? (u1)(refuses | in->rd_error) : pops ? s->r_error[next] : s->r_error[q];
        s->r_last[q] = put ? last : pops ? s->r_last[next] : s->r_last[q];
        for (unsigned w = 0; w < WORDS; w++) {
            const u32 stays = pops ? s->r_data[next * WORDS + w] : s->r_data[q * WORDS + w];
            s->r_data[q * WORDS + w] = put ? (refuses ? (u32)0 : in->rd_data[w]) : stays;
        }
    }
    s->r_count = (u2)GMMU_WRAP(kept + (uint32_t)pushes, 2);
}

/* A beat of W goes behind those in the queue of wd_*. */
static void move_d(axi4_port_state *s, const axi4_port_in *in, u1 pushes, u1 pops) {
    const uint32_t kept = (uint32_t)s->d_count - (uint32_t)pops;

    for (unsigned q = 0; q < QUEUE; q++) {
        const u1 put = (u1)(pushes & (kept == q));
        const unsigned next = q + 1 < QUEUE ? q + 1 : q;
        const GMMU_U(GMMU_AXI_BEAT_W) beat = (GMMU_U(GMMU_AXI_BEAT_W))GMMU_WRAP(s->aw_beat, GMMU_AXI_BEAT_W);
        s->d_id[q] = put ? s->aw_id : pops ? s->d_id[next] : s->d_id[q];
        s->d_beat[q] = put ? beat : pops ? s->d_beat[next] : s->d_beat[q];
        for (unsigned w = 0; w < WORDS; w++) {
            const u32 data = pops ? s->d_data[next * WORDS + w] : s->d_data[q * WORDS + w];
            const u4 strb = pops ? s->d_strb[next * WORDS + w] : s->d_strb[q * WORDS + w];
            s->d_data[q * WORDS + w] = put ? in->wdata[w] : data;
            s->d_strb[q * WORDS + w] = put ? in->wstrb[w] : strb;
        }
    }
    s->d_count = (u2)GMMU_WRAP(kept + (uint32_t)pushes, 2);
}

/* ---- the edge ---- */

/* Reads: into the AR register, out of it as a request or as a refusal, and the beats of the answer. */
static void step_read(axi4_port_state *s, const axi4_port_in *in, const axi4_port_out *out) {
    const u1 asked = (u1)(out->req_valid & in->req_ready & (u1)!out->req_write);
    const u1 refuses = (u1)(refuses_read(s) & (s->r_count < QUEUE));
    const u1 beat = (u1)(in->rd_valid & out->rd_ready);
    const u1 ends = (u1)(beat & (s->rd_beat == GMMU_AXI_BEATS - 1));
    const u1 refused = (u1)(refuses & (s->ar_len == 0));

    move_r(s, in, refuses, (u1)(refuses | beat), (u1)(out->rvalid & in->rready));
    for (unsigned i = 0; i < AXI4_IDS; i++)
        s->r_busy[i] = (u1)((s->r_busy[i] & (u1) !(ends & (in->rd_id == i))) | (asked & (s->ar_id == i)));
    s->rd_beat = (GMMU_U(GMMU_AXI_BEAT_W))GMMU_WRAP((uint32_t)s->rd_beat + (uint32_t)beat, GMMU_AXI_BEAT_W);
    if (refuses)
        s->ar_len = (u8)GMMU_WRAP((uint32_t)s->ar_len - 1U, 8);
    if (in->arvalid & out->arready)
        take_read(s, in);
    else if (asked | refused)
        s->ar_valid = 0;
}

/* Writes: into the AW register, their data, out of it as a request or as a refusal, and the answer. */
static void step_write(axi4_port_state *s, const axi4_port_in *in, const axi4_port_out *out) {
    const u1 asked = (u1)(out->req_valid & in->req_ready & out->req_write);
    const u1 beat = (u1)(in->wvalid & out->wready);
    const u1 ends = (u1)(s->aw_beat == s->aw_len);
    const u1 refused = (u1)(refuses_write(s) & (u1)!s->b_valid);
    const u1 done = (u1)(in->done_valid & out->done_ready);

    move_d(s, in, (u1)(beat & (u1)!s->aw_bad), (u1)(out->wd_valid & in->wd_ready));
    for (unsigned i = 0; i < AXI4_IDS; i++)
        s->w_busy[i] = (u1)((s->w_busy[i] & (u1) !(done & (in->done_id == i))) | (asked & (s->aw_id == i)));
    if (refused | done) {
        s->b_valid = 1;
        s->b_id = refused ? s->aw_id : in->done_id;
        s->b_error = (u1)(refused | in->done_error);
    } else if (in->bready) {
        s->b_valid = 0;
    }
    if (in->awvalid & out->awready) {
        take_write(s, in);
    } else if (asked | refused) {
        s->aw_valid = 0;
    } else if (beat) {
        s->aw_full = ends;
        s->aw_bad = (u1)(s->aw_bad | (in->wlast != ends));
        s->aw_beat = (u8)GMMU_WRAP((uint32_t)s->aw_beat + 1U, 8);
    }
}

void axi4_port_step(axi4_port_state *s, const axi4_port_in *in, axi4_port_out *out) {
    axi4_port_outputs(s, out);
    if (out->req_valid & in->req_ready)
        s->write_next = (u1)!out->req_write;
    step_read(s, in, out);
    step_write(s, in, out);
}
