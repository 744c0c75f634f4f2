/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of dcr_bridge for the lock-step harness. */
#include "dcr_bridge.h"
#include "lockstep.h"

/* Per phase, in percent: requests, of them writes, those of satp and of the window; faults, the block's
 * readiness, its answers, errors, commands under way. */
static const struct {
    unsigned ask, write, satp, window, fault, ready, answer, error, wait;
} profile[LS_PHASES] = {
    {20, 60, 30, 40, 10, 60, 60, 3, 30},    {5, 80, 80, 10, 1, 100, 100, 0, 0},
    {40, 50, 10, 80, 10, 30, 30, 10, 50},   {3, 90, 90, 5, 5, 90, 90, 0, 80},
    {10, 50, 20, 30, 50, 100, 100, 30, 20}, {2, 100, 100, 0, 0, 90, 90, 1, 10},
    {100, 60, 20, 60, 20, 100, 100, 5, 10}, {1, 50, 40, 40, 2, 50, 50, 5, 50},
};

static unsigned address(lockstep *ls, unsigned p) {
    if (ls_chance(ls, profile[p].satp))
        return GMMU_DCR_MMU_AT + (unsigned)ls_below(ls, 2);
    if (ls_chance(ls, profile[p].window))
        return GMMU_DCR_WINDOW_AT + (ls_chance(ls, 20) ? DCR_STATUS_WORD : (unsigned)ls_below(ls, 64));
    return ls_chance(ls, 70) ? GMMU_DCR_MMU_AT + (unsigned)ls_below(ls, 8) : (unsigned)ls_below(ls, 4096);
}

/* A high word of satp that is mostly one of few; other words have its bits too. */
static uint32_t data(lockstep *ls) {
    const uint64_t any = ls_random(ls);
    const uint32_t short_satp = UINT32_C(1) << 31 | (uint32_t)ls_below(ls, 4) << 22;
    const uint32_t mode = ls_chance(ls, 70) ? DCR_SATP_SV39 : ls_chance(ls, 80) ? DCR_SATP_BARE : 9;
    const uint32_t asid = ls_chance(ls, 90) ? (uint32_t)ls_below(ls, 2) : (uint32_t)(any >> 40 & 0xFFFFU);
    if (ls_chance(ls, 20))
        return (uint32_t)GMMU_WRAP(any, 32);
    if (ls_chance(ls, 30))
        return (uint32_t)GMMU_WRAP(any, GMMU_PPN_W);
    if (ls_chance(ls, 20))
        return short_satp | (uint32_t)GMMU_WRAP(any, 22);
    return mode << 28 | asid << 12 | (ls_chance(ls, 3) ? 1U : 0U);
}

void dcr_bridge_stimulus(lockstep *ls, const dcr_bridge_state *s, const dcr_bridge_out *pins,
                         dcr_bridge_in *in) {
    const unsigned p = ls_phase(ls);
    const uint32_t word = (uint32_t)GMMU_WRAP(ls_random(ls), 32);

    (void)s;
    (void)pins;
    in->req_valid = (u1)ls_chance(ls, profile[p].ask);
    in->req_rw = (u1)ls_chance(ls, profile[p].write);
    in->req_addr = (u12)address(ls, p);
    in->req_data = (u32)data(ls);
    in->fault_valid = (u1)ls_chance(ls, profile[p].fault);
    in->fault_va = (u64)ls_random(ls);
    in->fault_access = (u2)ls_below(ls, 4);
    in->fault_amo = (u1)ls_below(ls, 2);
    in->cfg_setup = (u1)(p % 2 == 0);
    in->cfg_sv32 = (u1)(p / 2 % 2);
    in->awready = (u1)ls_chance(ls, profile[p].ready);
    in->wready = (u1)ls_chance(ls, profile[p].ready);
    in->arready = (u1)ls_chance(ls, profile[p].ready);
    in->bvalid = (u1)ls_chance(ls, profile[p].answer);
    in->rvalid = (u1)ls_chance(ls, profile[p].answer);
    in->bresp = (u2)(ls_chance(ls, profile[p].error) ? ls_below(ls, 4) : 0);
    in->rresp = (u2)(ls_chance(ls, profile[p].error) ? ls_below(ls, 4) : 0);
    in->rdata = (u32)((word & 0xFFFF3FFFU) | (ls_chance(ls, profile[p].wait) ? 0x8000U : 0U) |
                      (ls_chance(ls, profile[p].error) ? 0x4000U : 0U));
}

static void cover_requests(lockstep *ls, const dcr_bridge_state *s, const dcr_bridge_in *in) {
    const unsigned addr = (unsigned)in->req_addr;
    const unsigned high = in->cfg_sv32 ? 16 : (unsigned)((uint32_t)in->req_data >> 28); /* 16: none */
    const bool window = in->req_valid && addr >> 6 == GMMU_DCR_WINDOW_AT >> 6;
    const bool status = window && addr % 64 == DCR_STATUS_WORD, access = window && !status;
    const bool five = in->req_valid && addr - GMMU_DCR_MMU_AT <= DCR_FAULT_INFO;
    const unsigned at = five ? addr - GMMU_DCR_MMU_AT : 8;
    const bool commits = at == DCR_SATP_HIGH && in->req_rw;

    ls_cover(ls, "the low word of satp", at == DCR_SATP_LOW && in->req_rw);
    ls_cover(ls, "a commit of Sv39", commits && high == DCR_SATP_SV39);
    ls_cover(ls, "a commit of no translation", commits && high == DCR_SATP_BARE);
    ls_cover(ls, "another mode", commits && high < 16 && high != DCR_SATP_SV39 && high != DCR_SATP_BARE);
    ls_cover(ls, "a commit of Sv32", commits && high == 16 && s->satp_low >> 31 != 0);
    ls_cover(ls, "a commit of Sv32 without", commits && high == 16 && s->satp_low >> 31 == 0);
    ls_cover(ls, "a root beyond memory", commits && high == DCR_SATP_SV39 && s->satp_low >> 31 != 0);
    ls_cover(ls, "a commit while one waits", commits && s->pending);
    ls_cover(ls, "a commit as one begins", commits && s->pending && s->step == DCR_IDLE);
    ls_cover(ls, "a commit while one is under way", commits && s->step > DCR_CHOOSE);
    ls_cover(ls, "a read of satp", at <= DCR_SATP_HIGH && !in->req_rw);
    ls_cover(ls, "a fault is read", at >= DCR_FAULT_LOW && at <= DCR_FAULT_INFO && !in->req_rw && s->held);
    ls_cover(ls, "no fault is read", at == DCR_FAULT_INFO && !in->req_rw && !s->held);
    ls_cover(ls, "a fault is forgotten", at == DCR_FAULT_INFO && in->req_rw && s->held);
    ls_cover(ls, "a fault as one is forgotten", at == DCR_FAULT_INFO && in->req_rw && in->fault_valid);
    ls_cover(ls, "a fault as a commit comes", commits && in->fault_valid);
    ls_cover(ls, "a second fault", in->fault_valid && s->held);
    ls_cover(ls, "a write through the window", access && in->req_rw && !s->win_valid);
    ls_cover(ls, "a read through the window", access && !in->req_rw && !s->win_valid);
    ls_cover(ls, "a write is lost", access && in->req_rw && s->win_valid);
    ls_cover(ls, "a read is lost", access && !in->req_rw && s->win_valid);
    ls_cover(ls, "the status is read", status && !in->req_rw);
    ls_cover(ls, "the status is cleared", status && in->req_rw && s->refused && s->error && s->lost);
    ls_cover(ls, "a request for others", in->req_valid && !five && !window);
    ls_cover(ls, "a request instead of an answer", in->req_valid && s->owed);
    ls_cover(ls, "an answer is over", in->req_valid && s->rsp_valid);
}

static void cover_steps(lockstep *ls, const dcr_bridge_state *s, const dcr_bridge_in *in, bool done) {
    const bool poll = s->step == DCR_END_DONE || s->step == DCR_SET_DONE || s->step == DCR_FENCE_DONE;
    const bool waits = ((uint32_t)in->rdata & 0x8000U) != 0, refused = ((uint32_t)in->rdata & 0x4000U) != 0;
    const bool chooses = s->step == DCR_CHOOSE;

    ls_cover(ls, "the format is written", done && s->step == DCR_LEVEL_2);
    ls_cover(ls, "the format of Sv32 is written", done && s->step == DCR_LEVEL_1 && s->do_sv32);
    ls_cover(ls, "no format is written", chooses && !in->cfg_setup && !s->formatted && s->do_set);
    ls_cover(ls, "the format is there", chooses && in->cfg_setup && s->formatted && s->do_set);
    ls_cover(ls, "another space ends", chooses && s->open && s->do_set && s->do_asid != s->open_asid);
    ls_cover(ls, "the same space again", chooses && s->open && s->do_set && s->do_asid == s->open_asid);
    ls_cover(ls, "the space ends", chooses && s->open && !s->do_set);
    ls_cover(ls, "nothing is to be done", chooses && !s->open && !s->do_set);
    ls_cover(ls, "a command is under way", done && poll && waits);
    ls_cover(ls, "an end is done", done && s->step == DCR_END_DONE && !waits && !refused);
    ls_cover(ls, "a space is enabled", done && s->step == DCR_SET_DONE && !waits && !refused);
    ls_cover(ls, "a fence is done", done && s->step == DCR_FENCE_DONE && !waits && !refused);
    ls_cover(ls, "a command is refused", done && poll && !waits && refused && in->rresp < 2);
    ls_cover(ls, "an error of a read of a commit", done && poll && in->rresp >= 2);
    ls_cover(ls, "an error of a write of a commit", done && !poll && in->bresp >= 2);
}

void dcr_bridge_coverage(lockstep *ls, const dcr_bridge_state *s, const dcr_bridge_in *in,
                         const dcr_bridge_out *pins) {
    const bool b = in->bvalid && pins->bready, r = in->rvalid && pins->rready;

    cover_requests(ls, s, in);
    cover_steps(ls, s, in, (b || r) && !s->for_window);
    ls_cover(ls, "the window goes first", !s->access && s->win_valid && s->step > DCR_CHOOSE);
    ls_cover(ls, "the window waits for a step", s->access && s->win_valid && !s->for_window);
    ls_cover(ls, "the address leaves first", s->aw_valid && in->awready && s->w_valid && !in->wready);
    ls_cover(ls, "the data leave first", s->w_valid && in->wready && s->aw_valid && !in->awready);
    ls_cover(ls, "both leave", s->aw_valid && in->awready && s->w_valid && in->wready);
    ls_cover(ls, "a read leaves", s->ar_valid && in->arready);
    ls_cover(ls, "a read waits", s->ar_valid && !in->arready);
    ls_cover(ls, "an answer to nothing", (in->bvalid && !pins->bready) || (in->rvalid && !pins->rready));
    ls_cover(ls, "a read is answered", r && s->for_window && s->owed && !in->req_valid);
    ls_cover(ls, "an answer nobody waits for", r && s->for_window && !s->owed);
    ls_cover(ls, "an answer as a request comes", r && s->for_window && s->owed && in->req_valid);
    ls_cover(ls, "an error of the window", (b || r) && s->for_window && (b ? in->bresp : in->rresp) >= 2);
    ls_cover(ls, "nothing happens", !in->req_valid && !in->fault_valid && !pins->busy && !s->win_valid);
}
