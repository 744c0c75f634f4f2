/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of mem_bus_bridge for the lock-step harness. */
#include "mem_bus_bridge.h"
#include "lockstep.h"

/* Per phase, in percent: addresses of writes, beats, last ones, takers of B and R, reads, a bus that takes
 * requests, its answers, of these to what reads back. */
static const struct {
    unsigned address, beat, last, take, read, ready, answer, check;
} profile[LS_PHASES] = {
    {50, 50, 50, 50, 50, 50, 50, 30},     {100, 100, 50, 100, 100, 100, 100, 20},
    {20, 90, 30, 90, 90, 20, 20, 50},     {90, 20, 90, 20, 20, 90, 90, 50},
    {100, 100, 10, 100, 5, 100, 60, 100}, {0, 0, 50, 90, 100, 100, 90, 0},
    {5, 5, 50, 30, 5, 30, 5, 50},         {90, 90, 60, 90, 90, 90, 5, 50},
};

/* Some end where carries go far. */
static GMMU_U(GMMU_AXI_ADDR_W) address(lockstep *ls) {
    const uint64_t any = ls_chance(ls, 20) ? ~UINT64_C(0) << ls_below(ls, 12) : ls_random(ls);
    return (GMMU_U(GMMU_AXI_ADDR_W))GMMU_WRAP(any, GMMU_AXI_ADDR_W);
}

void mem_bus_bridge_stimulus(lockstep *ls, const mem_bus_bridge_state *s, const mem_bus_bridge_out *pins,
                             mem_bus_bridge_in *in) {
    const unsigned p = ls_phase(ls);

    (void)s;
    (void)pins;
    in->awvalid = (u1)ls_chance(ls, profile[p].address);
    in->awaddr = address(ls);
    in->wvalid = (u1)ls_chance(ls, profile[p].beat);
    in->wstrb = (u8)(ls_chance(ls, 50) ? 255U : ls_below(ls, 256));
    in->wlast = (u1)ls_chance(ls, profile[p].last);
    in->bready = (u1)ls_chance(ls, profile[p].take);
    in->arvalid = (u1)ls_chance(ls, profile[p].read);
    in->arid = (GMMU_U(GMMU_WALKER_W))ls_below(ls, GMMU_WALKERS);
    in->araddr = address(ls);
    in->rready = (u1)ls_chance(ls, profile[p].take);
    in->req_ready = (u1)ls_chance(ls, profile[p].ready);
    in->rsp_valid = (u1)ls_chance(ls, profile[p].answer);
    in->rsp_check = (u1)ls_chance(ls, profile[p].check);
    in->rsp_word = (GMMU_U(GMMU_MEM_WORD_W))ls_below(ls, GMMU_MEM_WORDS);
    in->rsp_id = (GMMU_U(GMMU_WALKER_W))ls_below(ls, GMMU_WALKERS);
    for (unsigned i = 0; i < 2; i++)
        in->wdata[i] = (u32)GMMU_WRAP(ls_random(ls), 32);
    for (unsigned i = 0; i < 2 * GMMU_MEM_WORDS; i++)
        in->rsp_data[i] = (u32)GMMU_WRAP(ls_random(ls), 32);
}

void mem_bus_bridge_coverage(lockstep *ls, const mem_bus_bridge_state *s, const mem_bus_bridge_in *in,
                             const mem_bus_bridge_out *pins) {
    const bool address = in->awvalid && pins->awready, beat = in->wvalid && pins->wready;
    const bool read = in->arvalid && pins->arready, leaves = s->req_valid && in->req_ready;
    const bool answer = in->rsp_valid && pins->rsp_ready;
    const unsigned first_word = 0, last_word = GMMU_MEM_WORDS - 1;

    ls_cover(ls, "address first", address && !beat && !s->w_valid);
    ls_cover(ls, "a beat first", beat && !address && !s->aw_valid);
    ls_cover(ls, "both together", address && beat);
    ls_cover(ls, "another write waits", in->awvalid && s->writing);
    ls_cover(ls, "a beat ahead of the answer", s->w_valid && s->writing && !s->aw_valid);
    ls_cover(ls, "a beat waits for the bus", s->aw_valid && s->w_valid && s->req_valid);
    ls_cover(ls, "a beat that is not the last", s->aw_valid && s->w_valid && !s->req_valid && !s->w_last);
    ls_cover(ls, "the last beat", s->aw_valid && s->w_valid && !s->req_valid && s->w_last);
    ls_cover(ls, "a beat in the first word", s->req_valid && s->q_write && pins->req_word == first_word);
    ls_cover(ls, "a beat in the last word", s->req_valid && s->q_write && pins->req_word == last_word);
    ls_cover(ls, "some bytes", s->req_valid && s->q_write && s->q_strb != 255);
    ls_cover(ls, "it is read back", s->check && !s->req_valid);
    ls_cover(ls, "reading back waits", s->check && s->req_valid);
    ls_cover(ls, "a read is taken", read);
    ls_cover(ls, "a read waits for a write", in->arvalid && !s->req_valid && !pins->arready);
    ls_cover(ls, "a read waits for the bus", in->arvalid && s->req_valid);
    ls_cover(ls, "a write leaves", leaves && s->q_write);
    ls_cover(ls, "a read leaves", leaves && !s->q_write && !s->q_check);
    ls_cover(ls, "what reads back leaves", leaves && s->q_check);
    ls_cover(ls, "a request waits", s->req_valid && !in->req_ready);
    ls_cover(ls, "a write has been done", answer && in->rsp_check && s->back);
    ls_cover(ls, "an answer that nobody asked for", answer && in->rsp_check && !s->back);
    ls_cover(ls, "a read is answered by the first word",
             answer && !in->rsp_check && in->rsp_word == first_word);
    ls_cover(ls, "a read is answered by the last word",
             answer && !in->rsp_check && in->rsp_word == last_word);
    ls_cover(ls, "an answer waits", in->rsp_valid && !pins->rsp_ready);
    ls_cover(ls, "B waits", pins->bvalid && !in->bready);
    ls_cover(ls, "B is taken", pins->bvalid && in->bready);
    ls_cover(ls, "R waits", pins->rvalid && !in->rready);
    ls_cover(ls, "R is taken", pins->rvalid && in->rready);
    ls_cover(ls, "nothing comes", !in->awvalid && !in->wvalid && !in->arvalid && !in->rsp_valid);
}
