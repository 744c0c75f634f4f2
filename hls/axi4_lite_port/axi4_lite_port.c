/* SPDX-License-Identifier: Apache-2.0 */
#include "axi4_lite_port.h"

void axi4_lite_port_reset(axi4_lite_port_state *s) {
    s->aw_valid = 0;
    s->aw_addr = 0;
    s->w_valid = 0;
    s->w_data = 0;
    s->w_whole = 0;
    s->w_asked = 0;
    s->b_valid = 0;
    s->b_error = 0;
    s->ar_valid = 0;
    s->ar_addr = 0;
    s->r_asked = 0;
    s->r_valid = 0;
    s->r_error = 0;
    s->r_data = 0;
}

/* A write that is complete, and has not been asked; B is free for its answer. */
static inline u1 begins_write(const axi4_lite_port_state *s) {
    return (u1)(s->aw_valid & s->w_valid & (u1)!s->w_asked & (u1)!s->b_valid);
}

void axi4_lite_port_outputs(const axi4_lite_port_state *s, axi4_lite_port_out *out) {
    out->awready = (u1)!s->aw_valid;
    out->wready = (u1)!s->w_valid;
    out->bvalid = s->b_valid;
    out->bresp = (u2)(s->b_error ? LITE_SLVERR : LITE_OKAY);
    out->arready = (u1)!s->ar_valid;
    out->rvalid = s->r_valid;
    out->rdata = s->r_data;
    out->rresp = (u2)(s->r_error ? LITE_SLVERR : LITE_OKAY);
    out->wr_valid = (u1)(begins_write(s) & s->w_whole);
    out->wr_addr = s->aw_addr;
    out->wr_data = s->w_data;
    out->rd_valid = (u1)(s->ar_valid & (u1)!s->r_asked & (u1)!s->r_valid);
    out->rd_addr = s->ar_addr;
}

static inline void move_write(axi4_lite_port_state *s, const axi4_lite_port_in *in,
                              const axi4_lite_port_out *out) {
    const u1 refused = (u1)(begins_write(s) & (u1)!s->w_whole);
    const u1 ends = (u1)(s->w_asked | refused);
    const u1 address = (u1)(in->awvalid & out->awready);
    const u1 data = (u1)(in->wvalid & out->wready);

    s->b_error = ends ? (u1)(refused | (u1)!in->wr_ok) : s->b_error;
    s->b_valid = (u1)(ends | (s->b_valid & (u1)!in->bready));
    s->aw_addr = address ? in->awaddr : s->aw_addr;
    s->aw_valid = (u1)(address | (s->aw_valid & (u1)!ends));
    s->w_data = data ? in->wdata : s->w_data;
    s->w_whole = data ? (u1)(in->wstrb == 15) : s->w_whole;
    s->w_valid = (u1)(data | (s->w_valid & (u1)!ends));
    s->w_asked = out->wr_valid;
}

static inline void move_read(axi4_lite_port_state *s, const axi4_lite_port_in *in,
                             const axi4_lite_port_out *out) {
    const u1 ends = s->r_asked;
    const u1 address = (u1)(in->arvalid & out->arready);

    s->r_error = ends ? (u1)!in->rd_ok : s->r_error;
    s->r_data = ends ? in->rd_data : s->r_data;
    s->r_valid = (u1)(ends | (s->r_valid & (u1)!in->rready));
    s->ar_addr = address ? in->araddr : s->ar_addr;
    s->ar_valid = (u1)(address | (s->ar_valid & (u1)!ends));
    s->r_asked = out->rd_valid;
}

void axi4_lite_port_step(axi4_lite_port_state *s, const axi4_lite_port_in *in, axi4_lite_port_out *out) {
    axi4_lite_port_outputs(s, out);
    move_write(s, in, out);
    move_read(s, in, out);
}
