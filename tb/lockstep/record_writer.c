/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of record_writer for the lock-step harness. */
#include "record_writer.h"
#include "lockstep.h"

/* Per phase, in percent: records, address and data that are taken, answers, errors. */
static const struct {
    unsigned take, address, data, answer, error;
} profile[LS_PHASES] = {
    {50, 50, 50, 50, 5},  {100, 100, 100, 100, 1}, {100, 10, 90, 50, 0}, {100, 90, 10, 50, 0},
    {100, 90, 90, 10, 0}, {20, 100, 100, 100, 0},  {90, 50, 50, 90, 50}, {5, 20, 20, 20, 20},
};

void record_writer_stimulus(lockstep *ls, const record_writer_state *s, const record_writer_out *pins,
                            record_writer_in *in) {
    const unsigned p = ls_phase(ls);

    (void)s;
    (void)pins;
    in->w_take = (u1)ls_chance(ls, profile[p].take);
    in->w_frame = (GMMU_U(GMMU_PPN_W))GMMU_WRAP(ls_random(ls), GMMU_PPN_W);
    in->w_slot = (GMMU_U(GMMU_FAULT_RING_W))GMMU_WRAP(ls_random(ls), GMMU_FAULT_RING_W);
    in->w_asid = (GMMU_U(GMMU_ASID_W))GMMU_WRAP(ls_random(ls), GMMU_ASID_W);
    in->w_vpn = (GMMU_U(GMMU_VPN_W))GMMU_WRAP(ls_random(ls), GMMU_VPN_W);
    in->w_access = (u2)ls_below(ls, 4);
    in->w_why = (u3)ls_below(ls, 8);
    in->w_info = (GMMU_U(GMMU_FAULT_INFO_W))GMMU_WRAP(ls_random(ls), GMMU_FAULT_INFO_W);
    in->w_time = (GMMU_U(GMMU_FAULT_TIME_W))GMMU_WRAP(ls_random(ls), GMMU_FAULT_TIME_W);
    in->awready = (u1)ls_chance(ls, profile[p].address);
    in->wready = (u1)ls_chance(ls, profile[p].data);
    in->bvalid = (u1)ls_chance(ls, profile[p].answer);
    in->bresp = (u2)(ls_chance(ls, profile[p].error) ? ls_below(ls, 4) : 0);
    in->error_clear = (u1)ls_chance(ls, 5);
    in->error_forget = (u1)ls_chance(ls, 2);
}

void record_writer_coverage(lockstep *ls, const record_writer_state *s, const record_writer_in *in,
                            const record_writer_out *pins) {
    ls_cover(ls, "a record is taken", in->w_take && pins->w_ready);
    ls_cover(ls, "a record waits", in->w_take && !pins->w_ready);
    ls_cover(ls, "the address leaves before the data",
             s->aw_valid && in->awready && s->w_valid && !s->w_second);
    ls_cover(ls, "the address leaves between the beats",
             s->aw_valid && in->awready && s->w_valid && s->w_second);
    ls_cover(ls, "the address leaves behind the data", s->aw_valid && in->awready && !s->w_valid);
    ls_cover(ls, "the address waits", s->aw_valid && !in->awready);
    ls_cover(ls, "the first beat leaves", s->w_valid && !s->w_second && in->wready);
    ls_cover(ls, "the first beat waits", s->w_valid && !s->w_second && !in->wready);
    ls_cover(ls, "the second beat leaves", s->w_valid && s->w_second && in->wready);
    ls_cover(ls, "the second beat waits", s->w_valid && s->w_second && !in->wready);
    ls_cover(ls, "the record is in memory", in->bvalid && pins->bready && in->bresp < 2);
    ls_cover(ls, "memory answers with an error", in->bvalid && pins->bready && in->bresp >= 2);
    ls_cover(ls, "memory has not answered", pins->bready && !in->bvalid);
    ls_cover(ls, "an answer to nothing", in->bvalid && !pins->bready);
    ls_cover(ls, "an error is kept", pins->error && pins->w_done);
    ls_cover(ls, "another error", pins->error && in->bvalid && pins->bready && in->bresp >= 2);
    ls_cover(ls, "an error has been seen", pins->error && in->error_clear);
    ls_cover(ls, "an error as the last has been seen",
             pins->error_more && in->error_clear && in->bvalid && pins->bready && in->bresp >= 2);
    ls_cover(ls, "errors are forgotten", pins->error_more && in->error_forget);
    ls_cover(ls, "nothing happens", !s->busy && !in->w_take);
}
