/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of vortex_port for the lock-step harness. */
#include "vortex_port.h"
#include "lockstep.h"

/* Per phase, in percent: requests, those that the block takes, answers, those that the core takes, faults,
 * invalidations that begin, flushes that are done. */
static const struct {
    unsigned ask, block, answer, core, fault, inv, done;
} profile[LS_PHASES] = {
    {50, 50, 50, 50, 10, 5, 50},    {100, 100, 100, 100, 1, 1, 100}, {100, 10, 90, 10, 5, 10, 10},
    {90, 90, 100, 20, 50, 50, 50},  {20, 100, 20, 100, 0, 50, 5},    {100, 100, 10, 100, 20, 2, 100},
    {10, 10, 100, 90, 100, 90, 90}, {5, 20, 5, 20, 20, 20, 20},
};

void vortex_port_stimulus(lockstep *ls, const vortex_port_state *s, const vortex_port_out *pins,
                          vortex_port_in *in) {
    const unsigned p = ls_phase(ls);

    in->req_valid = (u1)ls_chance(ls, profile[p].ask);
    in->req_id = (GMMU_U(GMMU_PORT_ID_W))GMMU_WRAP(ls_random(ls), GMMU_PORT_ID_W);
    in->req_access = (u2)ls_below(ls, 4);
    in->req_amo = (u1)ls_chance(ls, 20);
    in->req_vpn = (u27)GMMU_WRAP(ls_random(ls), VORTEX_VPN_W);
    in->rsp_ready = (u1)ls_chance(ls, profile[p].core);
    in->flush_done = (u1)ls_chance(ls, profile[p].done);
    in->asid = (GMMU_U(GMMU_ASID_W))GMMU_WRAP(ls_random(ls), GMMU_ASID_W);
    in->q_ready = (u1)ls_chance(ls, profile[p].block);
    in->a_valid = (u1)ls_chance(ls, profile[p].answer);
    in->a_id = (GMMU_U(GMMU_PORT_ID_W))GMMU_WRAP(ls_random(ls), GMMU_PORT_ID_W);
    in->a_fault = (u3)(ls_chance(ls, profile[p].fault) ? ls_below(ls, 8) : 0);
    in->a_large = (u1)ls_below(ls, 2);
    in->cfg_sv32 = (u1)ls_below(ls, 2);
    in->a_system = (u1)ls_chance(ls, 20);
    in->a_exec = (u1)ls_below(ls, 2);
    in->a_read = (u1)ls_below(ls, 2);
    in->a_write = (u1)ls_below(ls, 2);
    in->a_ppn = (GMMU_U(GMMU_PPN_W))GMMU_WRAP(ls_random(ls), GMMU_PPN_W);
    /* An invalidation stays until it is acknowledged, most of the time. */
    in->inv_valid =
        (u1)(s->flush || s->flushed ? !ls_chance(ls, pins->inv_ack ? 80 : 2) : ls_chance(ls, profile[p].inv));
}

void vortex_port_coverage(lockstep *ls, const vortex_port_state *s, const vortex_port_in *in,
                          const vortex_port_out *pins) {
    const bool asks = in->req_valid && pins->req_ready, answers = in->a_valid && pins->a_ready;
    const bool framed = answers && in->a_fault == 0;

    ls_cover(ls, "a read is taken", asks && in->req_access == VORTEX_READS && !in->req_amo);
    ls_cover(ls, "a write is taken", asks && in->req_access == VORTEX_WRITES && !in->req_amo);
    ls_cover(ls, "an instruction is taken", asks && in->req_access == VORTEX_EXECUTES && !in->req_amo);
    ls_cover(ls, "an atomic is taken", asks && in->req_amo);
    ls_cover(ls, "a request waits for the one before", in->req_valid && !pins->req_ready);
    ls_cover(ls, "a request leaves", s->ask_valid && in->q_ready);
    ls_cover(ls, "the block is busy", s->ask_valid && !in->q_ready);
    ls_cover(ls, "an answer without a frame", answers && in->a_fault != 0);
    ls_cover(ls, "a base page", framed && !in->a_large);
    ls_cover(ls, "a large page, asked for in its middle",
             framed && in->a_large && !in->cfg_sv32 && (in->a_ppn & 511) != 0);
    ls_cover(ls, "a page of 4 MB, asked for in its upper half",
             framed && in->a_large && in->cfg_sv32 && (in->a_ppn & 512) != 0);
    ls_cover(ls, "a page for system mode", framed && in->a_system);
    ls_cover(ls, "a page that may be written", framed && in->a_write);
    ls_cover(ls, "a page that may not", framed && !in->a_write);
    ls_cover(ls, "a page that may be executed alone", framed && in->a_exec && !in->a_read && !in->a_write);
    ls_cover(ls, "a page that may be read alone", framed && in->a_read && !in->a_exec && !in->a_write);
    ls_cover(ls, "an answer waits for the one before", in->a_valid && !pins->a_ready);
    ls_cover(ls, "an answer leaves", s->ans_valid && in->rsp_ready);
    ls_cover(ls, "the core is busy", s->ans_valid && !in->rsp_ready);
    ls_cover(ls, "a request and an answer in one cycle", asks && answers);
    ls_cover(ls, "an invalidation begins", in->inv_valid && !s->flush && !s->flushed);
    ls_cover(ls, "the flush is done at once", s->flush && in->flush_done);
    ls_cover(ls, "the flush waits", s->flush && !in->flush_done);
    ls_cover(ls, "the acknowledgement stays", s->flushed && in->inv_valid);
    ls_cover(ls, "the invalidation ends", s->flushed && !in->inv_valid);
    ls_cover(ls, "nobody flushes", in->flush_done && !s->flush);
}
