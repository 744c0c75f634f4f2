/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of axi4_lite_port for the lock-step harness. */
#include "axi4_lite_port.h"
#include "lockstep.h"

/* Per phase, in percent: addresses and data of writes, whole words, reads, takers of B and R, registers that
 * accept. */
static const struct {
    unsigned address, data, whole, read, takes, ok;
} profile[LS_PHASES] = {
    {50, 50, 80, 50, 50, 80},    {100, 100, 100, 100, 100, 100}, {90, 20, 50, 90, 20, 50},
    {20, 90, 90, 20, 90, 50},    {100, 100, 50, 100, 30, 0},     {90, 90, 20, 90, 100, 90},
    {100, 100, 100, 0, 100, 50}, {5, 5, 50, 5, 5, 50},
};

void axi4_lite_port_stimulus(lockstep *ls, const axi4_lite_port_state *s, const axi4_lite_port_out *pins,
                             axi4_lite_port_in *in) {
    const unsigned p = ls_phase(ls);

    (void)s;
    (void)pins;
    in->awvalid = (u1)ls_chance(ls, profile[p].address);
    in->awaddr = (GMMU_U(GMMU_LITE_ADDR_W))GMMU_WRAP(ls_random(ls), GMMU_LITE_ADDR_W);
    in->wvalid = (u1)ls_chance(ls, profile[p].data);
    in->wdata = (u32)GMMU_WRAP(ls_random(ls), 32);
    in->wstrb = (u4)(ls_chance(ls, profile[p].whole) ? 15U : ls_below(ls, 16));
    in->bready = (u1)ls_chance(ls, profile[p].takes);
    in->arvalid = (u1)ls_chance(ls, profile[p].read);
    in->araddr = (GMMU_U(GMMU_LITE_ADDR_W))GMMU_WRAP(ls_random(ls), GMMU_LITE_ADDR_W);
    in->rready = (u1)ls_chance(ls, profile[p].takes);
    in->wr_ok = (u1)ls_chance(ls, profile[p].ok);
    in->rd_ok = (u1)ls_chance(ls, profile[p].ok);
    in->rd_data = (u32)GMMU_WRAP(ls_random(ls), 32);
}

void axi4_lite_port_coverage(lockstep *ls, const axi4_lite_port_state *s, const axi4_lite_port_in *in,
                             const axi4_lite_port_out *pins) {
    const bool address = in->awvalid && pins->awready, data = in->wvalid && pins->wready;

    ls_cover(ls, "address first", address && !data && !s->w_valid);
    ls_cover(ls, "data first", data && !address && !s->aw_valid);
    ls_cover(ls, "address and data together", address && data);
    ls_cover(ls, "data, the address is here", data && s->aw_valid);
    ls_cover(ls, "address, the data are here", address && s->w_valid);
    ls_cover(ls, "whole word", data && in->wstrb == 15);
    ls_cover(ls, "no byte", data && in->wstrb == 0);
    ls_cover(ls, "some bytes", data && in->wstrb != 0 && in->wstrb != 15);
    ls_cover(ls, "a write is shown", pins->wr_valid);
    ls_cover(ls, "a write is done", s->w_asked && in->wr_ok);
    ls_cover(ls, "a write is refused", s->w_asked && !in->wr_ok);
    ls_cover(ls, "a write of some bytes is refused",
             s->aw_valid && s->w_valid && !s->w_whole && !s->b_valid && !s->w_asked);
    ls_cover(ls, "a write waits for B", s->aw_valid && s->w_valid && s->b_valid);
    ls_cover(ls, "B waits", pins->bvalid && !in->bready);
    ls_cover(ls, "B is taken", pins->bvalid && in->bready);
    ls_cover(ls, "a read is shown", pins->rd_valid);
    ls_cover(ls, "a read is done", s->r_asked && in->rd_ok);
    ls_cover(ls, "a read is refused", s->r_asked && !in->rd_ok);
    ls_cover(ls, "a read waits for R", s->ar_valid && s->r_valid);
    ls_cover(ls, "R waits", pins->rvalid && !in->rready);
    ls_cover(ls, "R is taken", pins->rvalid && in->rready);
    ls_cover(ls, "a write and a read are shown", pins->wr_valid && pins->rd_valid);
    ls_cover(ls, "nothing comes", !in->awvalid && !in->wvalid && !in->arvalid);
}
