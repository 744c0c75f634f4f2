/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What axi4_lite_port promises. A write is under way from its address and its data until B answers it, a read
 * from its address until R does.
 */
#include "axi4_lite_port.h"

#define CYCLE                                                                                                \
    const axi4_lite_port_state *s, const axi4_lite_port_in *in, const axi4_lite_port_out *out,               \
        const axi4_lite_port_state *n
#define UNUSED (void)s, (void)in, (void)out, (void)n

static uint32_t moves(u1 valid, u1 ready) {
    return (uint32_t)(valid & ready);
}

/* What has been shown to the registers is complete, and its answer has a place. */
u1 axi4_lite_port_inv(const axi4_lite_port_state *s) {
    return (u1)(((u1)!s->w_asked | (s->aw_valid & s->w_valid & s->w_whole & (u1)!s->b_valid)) &
                ((u1)!s->r_asked | (s->ar_valid & (u1)!s->r_valid)));
}

/* After reset every register is 0: nothing is under way. */
u1 axi4_lite_port_start_zero(const axi4_lite_port_state *s) {
    return (u1)((u1)!s->aw_valid & (s->aw_addr == 0) & (u1)!s->w_valid & (s->w_data == 0) & (u1)!s->w_whole &
                (u1)!s->w_asked & (u1)!s->b_valid & (u1)!s->b_error & (u1)!s->ar_valid & (s->ar_addr == 0) &
                (u1)!s->r_asked & (u1)!s->r_valid & (u1)!s->r_error & (s->r_data == 0));
}

u1 axi4_lite_port_idle(const axi4_lite_port_state *s, const axi4_lite_port_in *in) {
    const u1 no_write = (u1)((u1) !(in->awvalid & (u1)!s->aw_valid) & (u1) !(in->wvalid & (u1)!s->w_valid) &
                             (u1) !(s->aw_valid & s->w_valid & (u1)!s->b_valid) & (u1)!s->w_asked &
                             (u1) !(s->b_valid & in->bready));
    const u1 no_read = (u1)((u1) !(in->arvalid & (u1)!s->ar_valid) & (u1) !(s->ar_valid & (u1)!s->r_valid) &
                            (u1)!s->r_asked & (u1) !(s->r_valid & in->rready));
    return (u1)(no_write & no_read);
}

/* Each address that is taken is answered once: what is under way is what was taken less what was answered.
 * The same of the data of a write. */
u1 axi4_lite_port_prop_once(CYCLE) {
    const uint32_t b = moves(out->bvalid, in->bready), r = moves(out->rvalid, in->rready);
    UNUSED;
    return (u1)(((uint32_t)n->aw_valid + (uint32_t)n->b_valid + b ==
                 (uint32_t)s->aw_valid + (uint32_t)s->b_valid + moves(in->awvalid, out->awready)) &
                ((uint32_t)n->w_valid + (uint32_t)n->b_valid + b ==
                 (uint32_t)s->w_valid + (uint32_t)s->b_valid + moves(in->wvalid, out->wready)) &
                ((uint32_t)n->ar_valid + (uint32_t)n->r_valid + r ==
                 (uint32_t)s->ar_valid + (uint32_t)s->r_valid + moves(in->arvalid, out->arready)));
}

/* What is taken is kept as it came, until it is answered. */
u1 axi4_lite_port_prop_kept(CYCLE) {
    const u1 address = (u1)moves(in->awvalid, out->awready), data = (u1)moves(in->wvalid, out->wready);
    const u1 read = (u1)moves(in->arvalid, out->arready);
    UNUSED;
    return (u1)((n->aw_addr == (address ? in->awaddr : s->aw_addr)) &
                (n->w_data == (data ? in->wdata : s->w_data)) &
                (n->w_whole == (data ? (u1)(in->wstrb == 15) : s->w_whole)) &
                (n->ar_addr == (read ? in->araddr : s->ar_addr)));
}

/* The registers are shown whole words only, as they came, and each of them for one cycle: the next one is
 * that of its answer. */
u1 axi4_lite_port_prop_shown(CYCLE) {
    UNUSED;
    return (u1)(((u1)!out->wr_valid | (s->aw_valid & s->w_valid & s->w_whole & (out->wr_addr == s->aw_addr) &
                                       (out->wr_data == s->w_data) & (u1)!s->w_asked)) &
                ((u1)!out->rd_valid | (s->ar_valid & (out->rd_addr == s->ar_addr) & (u1)!s->r_asked)) &
                (n->w_asked == out->wr_valid) & (n->r_asked == out->rd_valid));
}

/* The answer is that of the registers; of a write of some bytes it is an error, and of nothing else. */
u1 axi4_lite_port_prop_answer(CYCLE) {
    const u1 b = (u1)((u1)!s->b_valid & n->b_valid), r = (u1)((u1)!s->r_valid & n->r_valid);
    UNUSED;
    return (u1)(((u1)!b | (s->w_asked & (n->b_error == (u1)!in->wr_ok)) |
                 (s->aw_valid & s->w_valid & (u1)!s->w_whole & n->b_error)) &
                ((u1)!r | (s->r_asked & (n->r_error == (u1)!in->rd_ok) & (n->r_data == in->rd_data))));
}

/* AXI4: valid stays, and its payload with it, until ready. */
u1 axi4_lite_port_prop_stays(CYCLE) {
    const u1 b = (u1)(s->b_valid & (u1)!in->bready), r = (u1)(s->r_valid & (u1)!in->rready);
    UNUSED;
    return (u1)(((u1)!b | (n->b_valid & (n->b_error == s->b_error))) &
                ((u1)!r | (n->r_valid & (n->r_error == s->r_error) & (n->r_data == s->r_data))));
}

/* An access that has all it needs, and whose answer has a place, is shown or refused at once. */
u1 axi4_lite_port_prop_at_once(CYCLE) {
    const u1 write = (u1)(s->aw_valid & s->w_valid & (u1)!s->b_valid & (u1)!s->w_asked);
    const u1 read = (u1)(s->ar_valid & (u1)!s->r_valid & (u1)!s->r_asked);
    UNUSED;
    return (u1)(((u1)!write | out->wr_valid | n->b_valid) & ((u1)!read | out->rd_valid));
}

/* The pins show the registers. */
u1 axi4_lite_port_prop_pins(CYCLE) {
    UNUSED;
    return (u1)((out->awready == (u1)!s->aw_valid) & (out->wready == (u1)!s->w_valid) &
                (out->arready == (u1)!s->ar_valid) & (out->bvalid == s->b_valid) &
                (out->bresp == (s->b_error ? LITE_SLVERR : LITE_OKAY)) & (out->rvalid == s->r_valid) &
                (out->rresp == (s->r_error ? LITE_SLVERR : LITE_OKAY)) & (out->rdata == s->r_data));
}
