/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of axi4_port for the lock-step harness. */
#include "axi4_port.h"
#include "lockstep.h"

/* Per phase, in percent: addresses, data beats, receivers of answers, arbiter and write buffer, answers of
 * the controller; bursts that are no line; and how many IDs are in use. */
static const struct {
    unsigned address, data, takes, memory, answers, bad, ids;
} profile[LS_PHASES] = {
    {50, 70, 70, 70, 60, 10, AXI4_IDS}, {95, 95, 95, 95, 95, 3, AXI4_IDS}, {95, 95, 20, 95, 95, 10, 4},
    {95, 95, 95, 20, 80, 3, 8},         {90, 30, 95, 95, 15, 5, 2},        {100, 100, 100, 100, 100, 2, 3},
    {70, 90, 60, 90, 90, 60, 2},        {5, 50, 50, 50, 50, 30, AXI4_IDS},
};

/* An ID in use, of those that wait now and then. */
static GMMU_U(GMMU_AXI_ID_W) draw_id(lockstep *ls, const u1 *busy, bool answered) {
    const unsigned ids = profile[ls_phase(ls)].ids;
    unsigned id = (unsigned)ls_below(ls, ids < AXI4_IDS ? ids : AXI4_IDS);

    for (unsigned i = 0; answered && i < AXI4_IDS && !busy[id]; i++)
        id = (id + 1) % AXI4_IDS;
    return (GMMU_U(GMMU_AXI_ID_W))id;
}

typedef struct {
    GMMU_U(GMMU_AXI_ADDR_W) addr;
    u8 len;
    u3 size;
    u2 burst;
} shape;

/* A line; a bad one differs in one of the four. */
static shape draw_shape(lockstep *ls) {
    const uint64_t line = GMMU_WRAP(ls_random(ls), GMMU_AXI_ADDR_W) >> GMMU_AXI_LINE_W;
    shape b = {(GMMU_U(GMMU_AXI_ADDR_W))(line << GMMU_AXI_LINE_W), GMMU_AXI_BEATS - 1, GMMU_AXI_BYTE_W,
               AXI4_INCR};

    if (!ls_chance(ls, profile[ls_phase(ls)].bad))
        return b;
    switch (ls_below(ls, 4)) {
    case 0:
        b.addr = (GMMU_U(GMMU_AXI_ADDR_W))(b.addr | 1U << ls_below(ls, GMMU_AXI_LINE_W));
        break;
    case 1:
        b.len = (u8)ls_below(ls, ls_chance(ls, 10) ? 256 : 4);
        break;
    case 2:
        b.size = (u3)ls_below(ls, 8);
        break;
    default:
        b.burst = (u2)ls_below(ls, 4);
        break;
    }
    return b;
}

void axi4_port_stimulus(lockstep *ls, const axi4_port_state *s, const axi4_port_out *pins, axi4_port_in *in) {
    const unsigned p = ls_phase(ls);
    const shape r = draw_shape(ls), w = draw_shape(ls);

    (void)pins;
    in->arvalid = (u1)ls_chance(ls, profile[p].address);
    in->arid = draw_id(ls, s->r_busy, false);
    in->araddr = r.addr;
    in->arlen = r.len;
    in->arsize = r.size;
    in->arburst = r.burst;
    in->aruser = (GMMU_U(GMMU_AXI_USER_W))GMMU_WRAP(ls_random(ls), GMMU_AXI_USER_W);
    in->awvalid = (u1)ls_chance(ls, profile[p].address);
    in->awid = draw_id(ls, s->w_busy, false);
    in->awaddr = w.addr;
    in->awlen = w.len;
    in->awsize = w.size;
    in->awburst = w.burst;
    in->awuser = (GMMU_U(GMMU_AXI_USER_W))GMMU_WRAP(ls_random(ls), GMMU_AXI_USER_W);
    in->wvalid = (u1)ls_chance(ls, profile[p].data);
    in->wlast = (u1)(ls_chance(ls, 3) ? ls_below(ls, 2) : s->aw_beat == s->aw_len);
    for (unsigned i = 0; i < GMMU_AXI_WORDS; i++) {
        in->wdata[i] = (u32)ls_random(ls);
        in->wstrb[i] = (u4)ls_below(ls, 16);
        in->rd_data[i] = (u32)ls_random(ls);
    }
    in->bready = (u1)ls_chance(ls, profile[p].takes);
    in->rready = (u1)ls_chance(ls, profile[p].takes);
    in->req_ready = (u1)ls_chance(ls, profile[p].memory);
    in->wd_ready = (u1)ls_chance(ls, profile[p].memory);
    in->rd_valid = (u1)ls_chance(ls, profile[p].answers);
    in->rd_id = draw_id(ls, s->r_busy, true);
    in->rd_error = (u1)ls_chance(ls, 5);
    in->done_valid = (u1)ls_chance(ls, profile[p].answers);
    in->done_id = draw_id(ls, s->w_busy, true);
    in->done_error = (u1)ls_chance(ls, 5);
}

void axi4_port_coverage(lockstep *ls, const axi4_port_state *s, const axi4_port_in *in,
                        const axi4_port_out *pins) {
    const bool ar = in->arvalid && pins->arready, aw = in->awvalid && pins->awready;
    const bool asked = pins->req_valid && in->req_ready;
    const bool ar_waits = s->ar_valid && s->r_busy[s->ar_id], aw_waits = s->aw_valid && s->w_busy[s->aw_id];
    const bool r = pins->rvalid && in->rready, rd = in->rd_valid && pins->rd_ready;
    const bool w = in->wvalid && pins->wready, wd = pins->wd_valid && in->wd_ready;
    const bool ends = s->aw_beat == s->aw_len, done = in->done_valid && pins->done_ready;
    const bool refuses = s->ar_valid && s->ar_bad && !ar_waits && s->rd_beat == 0;
    const bool both = s->ar_valid && !s->ar_bad && !ar_waits && s->aw_valid && s->aw_full && !s->aw_bad;

    ls_cover(ls, "read taken", ar);
    ls_cover(ls, "read of a walk asked for", asked && !pins->req_write && pins->req_walk);
    ls_cover(ls, "read of data asked for", asked && !pins->req_write && !pins->req_walk);
    ls_cover(ls, "read waits for the arbiter", pins->req_valid && !pins->req_write && !in->req_ready);
    ls_cover(ls, "read waits for its ID", ar_waits && !s->ar_bad);
    ls_cover(ls, "bad read waits for its ID", ar_waits && s->ar_bad);
    ls_cover(ls, "bad read waits for the end of a line",
             s->ar_valid && s->ar_bad && !ar_waits && s->rd_beat != 0);
    ls_cover(ls, "bad read, a beat of several", refuses && s->r_count < AXI4_QUEUE && s->ar_len != 0);
    ls_cover(ls, "bad read, its last beat", refuses && s->r_count < AXI4_QUEUE && s->ar_len == 0);
    ls_cover(ls, "bad read, long", refuses && s->ar_len > 100);
    ls_cover(ls, "bad read waits for room", refuses && s->r_count == AXI4_QUEUE);
    ls_cover(ls, "line held up by a bad read", in->rd_valid && refuses);
    ls_cover(ls, "line ends", rd && s->rd_beat == GMMU_AXI_BEATS - 1);
    ls_cover(ls, "line ends as its ID is read again",
             rd && s->rd_beat == GMMU_AXI_BEATS - 1 && ar_waits && s->ar_id == in->rd_id);
    ls_cover(ls, "beat with an error", rd && in->rd_error);
    ls_cover(ls, "beat held up by a full queue", in->rd_valid && !refuses && !pins->rd_ready);
    ls_cover(ls, "R into an empty queue", rd && s->r_count == 0);
    ls_cover(ls, "R in and out, one held", rd && r && s->r_count == 1);
    ls_cover(ls, "R waits", pins->rvalid && !in->rready);
    ls_cover(ls, "R of SLVERR", r && pins->rresp == AXI4_SLVERR);
    ls_cover(ls, "R, last", r && pins->rlast);
    ls_cover(ls, "write taken", aw);
    ls_cover(ls, "write of a walk asked for", asked && pins->req_write && pins->req_walk);
    ls_cover(ls, "write of data asked for", asked && pins->req_write && !pins->req_walk);
    ls_cover(ls, "write waits for the arbiter", pins->req_valid && pins->req_write && !in->req_ready);
    ls_cover(ls, "write waits for its ID", aw_waits);
    ls_cover(ls, "write waits until its data have left",
             s->aw_valid && s->aw_full && !s->aw_bad && pins->wd_valid);
    ls_cover(ls, "W before AW", in->wvalid && !s->aw_valid);
    ls_cover(ls, "W, a beat", w && !s->aw_bad && !ends && !in->wlast);
    ls_cover(ls, "W, the last beat", w && !s->aw_bad && ends && in->wlast);
    ls_cover(ls, "WLAST early", w && !s->aw_bad && !ends && in->wlast);
    ls_cover(ls, "WLAST missing", w && !s->aw_bad && ends && !in->wlast);
    ls_cover(ls, "W of a bad write", w && s->aw_bad);
    ls_cover(ls, "W of a bad write under a full queue", w && s->aw_bad && s->d_count == AXI4_QUEUE);
    ls_cover(ls, "W held up by a full queue",
             in->wvalid && s->aw_valid && !s->aw_full && !aw_waits && !s->aw_bad && !pins->wready);
    ls_cover(ls, "write data in and out", w && !s->aw_bad && wd && s->d_count == 1);
    ls_cover(ls, "write data wait", pins->wd_valid && !in->wd_ready);
    ls_cover(ls, "read before write", both && s->d_count == 0 && !s->write_next);
    ls_cover(ls, "write before read", both && s->d_count == 0 && s->write_next);
    ls_cover(ls, "write done", done && !in->done_error);
    ls_cover(ls, "write done with an error", done && in->done_error);
    ls_cover(ls, "write done as its ID waits", done && aw_waits && s->aw_id == in->done_id);
    ls_cover(ls, "done held up by B", in->done_valid && s->b_valid && !in->bready);
    ls_cover(ls, "done held up by a bad write", in->done_valid && !s->b_valid && !pins->done_ready);
    ls_cover(ls, "bad write held up by B", s->aw_valid && s->aw_full && s->aw_bad && s->b_valid);
    ls_cover(ls, "B", pins->bvalid && in->bready && pins->bresp == AXI4_OKAY);
    ls_cover(ls, "B of SLVERR", pins->bvalid && in->bready && pins->bresp == AXI4_SLVERR);
    ls_cover(ls, "nothing happens",
             !in->arvalid && !in->awvalid && !in->wvalid && !pins->rvalid && !pins->bvalid);
}
