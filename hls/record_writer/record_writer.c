/* SPDX-License-Identifier: Apache-2.0 */
#include "record_writer.h"

enum { ASID_AT = 16, ACCESS_AT = 24, WHY_AT = 28, PAGE_W = 12, RECORD_W = 4, ERROR = 2 /* bit 1 of BRESP */ };

void record_writer_reset(record_writer_state *s) {
    s->busy = 0;
    s->aw_valid = 0;
    s->w_valid = 0;
    s->w_second = 0;
    s->frame = 0;
    s->slot = 0;
    s->asid = 0;
    s->vpn = 0;
    s->access = 0;
    s->why = 0;
    s->info = 0;
    s->stamp = 0;
    s->w_done = 0;
    s->error = 0;
    s->error_slot = 0;
    s->error_asid = 0;
    s->error_vpn = 0;
    s->error_more = 0;
}

void record_writer_outputs(const record_writer_state *s, record_writer_out *out) {
    const u32 whose = (u32)((uint32_t)((uint64_t)s->vpn >> 32) | (uint32_t)s->asid << ASID_AT);
    const u32 about =
        (u32)((uint32_t)s->info | (uint32_t)s->access << ACCESS_AT | (uint32_t)s->why << WHY_AT);
    out->w_ready = (u1)!s->busy;
    out->w_done = s->w_done;
    out->error = s->error;
    out->error_slot = s->error_slot;
    out->error_asid = s->error_asid;
    out->error_vpn = s->error_vpn;
    out->error_more = s->error_more;
    out->awvalid = s->aw_valid;
    out->awaddr = (GMMU_U(GMMU_AXI_ADDR_W))((uint64_t)s->frame << PAGE_W | (uint64_t)s->slot << RECORD_W);
    out->wvalid = s->w_valid;
    out->wdata[0] = s->w_second ? about : (u32)GMMU_WRAP(s->vpn, 32);
    out->wdata[1] = s->w_second ? (u32)s->stamp : whose;
    out->wlast = s->w_second;
    out->bready = (u1)(s->busy & (u1)!s->aw_valid & (u1)!s->w_valid);
}

static inline void take_record(record_writer_state *s, const record_writer_in *in) {
    s->frame = in->w_frame;
    s->slot = in->w_slot;
    s->asid = in->w_asid;
    s->vpn = in->w_vpn;
    s->access = in->w_access;
    s->why = in->w_why;
    s->info = in->w_info;
    s->stamp = in->w_time;
}

/* The first error stays until it has been seen. */
static inline void keep_error(record_writer_state *s, const record_writer_in *in, u1 fails) {
    const u1 stays = (u1)(s->error & (u1)!in->error_clear & (u1)!in->error_forget);
    if (fails & (u1)!stays) {
        s->error_slot = s->slot;
        s->error_asid = s->asid;
        s->error_vpn = s->vpn;
    }
    s->error_more = (u1)((s->error_more & (u1)!in->error_forget) | (stays & fails));
    s->error = (u1)(stays | fails);
}

void record_writer_step(record_writer_state *s, const record_writer_in *in, record_writer_out *out) {
    record_writer_outputs(s, out);
    const u1 takes = (u1)(in->w_take & out->w_ready);
    const u1 moves = (u1)(s->w_valid & in->wready);
    const u1 ends = (u1)(in->bvalid & out->bready);

    keep_error(s, in, (u1)(ends & (u1)((in->bresp & ERROR) != 0)));
    if (takes)
        take_record(s, in);
    s->aw_valid = (u1)(takes | (s->aw_valid & (u1)!in->awready));
    s->w_valid = (u1)(takes | (s->w_valid & (u1) !(moves & s->w_second)));
    s->w_second = (u1)((u1)!takes & (s->w_second ^ moves));
    s->busy = (u1)(takes | (s->busy & (u1)!ends));
    s->w_done = ends;
}
