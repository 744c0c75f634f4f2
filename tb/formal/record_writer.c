/* SPDX-License-Identifier: Apache-2.0 */
/* What record_writer promises: of the record that it has taken, until memory has it. */
#include "record_writer.h"

#define CYCLE                                                                                                \
    const record_writer_state *s, const record_writer_in *in, const record_writer_out *out,                  \
        const record_writer_state *n
#define UNUSED (void)s, (void)in, (void)out, (void)n

static u1 takes(const record_writer_in *in, const record_writer_out *out) {
    return (u1)(in->w_take & out->w_ready);
}

static u1 ends(const record_writer_in *in, const record_writer_out *out) {
    return (u1)(in->bvalid & out->bready);
}

/* Beats that have not left. */
static uint32_t beats(const record_writer_state *s) {
    return s->w_valid ? 2U - (uint32_t)s->w_second : 0U;
}

/* Only of a record that is under way does anything leave; the second beat is one of the data. */
u1 record_writer_inv(const record_writer_state *s) {
    return (u1)((s->busy | (u1)((u1)!s->aw_valid & (u1)!s->w_valid)) & (s->w_valid | (u1)!s->w_second));
}

/* After reset every register is 0. */
u1 record_writer_start_zero(const record_writer_state *s) {
    u1 zero = (u1)((u1)!s->busy & (u1)!s->aw_valid & (u1)!s->w_valid & (u1)!s->w_second & (s->frame == 0) &
                   (s->slot == 0) & (u1)!s->w_done & (u1)!s->error);
    return (u1)(zero & (s->asid == 0) & (s->vpn == 0) & (s->access == 0) & (s->why == 0) & (s->info == 0) &
                (s->stamp == 0) & (s->error_slot == 0) & (s->error_asid == 0) & (s->error_vpn == 0) &
                (u1)!s->error_more);
}

u1 record_writer_idle(const record_writer_state *s, const record_writer_in *in) {
    return (u1)((u1)!s->busy & (u1)!s->aw_valid & (u1)!s->w_valid & (u1)!s->w_second & (u1)!in->w_take &
                (u1)!s->w_done & (u1) !(in->error_clear & s->error) &
                (u1) !(in->error_forget & (s->error | s->error_more)));
}

/* One record at a time: it is taken while none is under way, and is done once, as memory answers. */
u1 record_writer_prop_once(CYCLE) {
    UNUSED;
    return (u1)((out->w_ready == (u1)!s->busy) & (n->w_done == ends(in, out)) &
                ((uint32_t)n->busy + (uint32_t)n->w_done == (uint32_t)s->busy + (uint32_t)takes(in, out)));
}

/* Of a record one address and two beats leave, and the answer is taken when all have. */
u1 record_writer_prop_leaves(CYCLE) {
    const u1 t = takes(in, out);
    UNUSED;
    return (u1)((n->aw_valid == (t ? (u1)1 : (u1)(s->aw_valid & (u1)!in->awready))) &
                (beats(n) == (t ? 2U : beats(s) - (uint32_t)(out->wvalid & in->wready))) &
                (out->wlast == (u1)(beats(s) == 1U)) &
                (out->bready == (u1)(s->busy & (u1)!s->aw_valid & (beats(s) == 0))));
}

/* The record is what was taken, until the next one is. */
u1 record_writer_prop_kept(CYCLE) {
    const u1 t = takes(in, out);
    UNUSED;
    return (u1)((n->frame == (t ? in->w_frame : s->frame)) & (n->slot == (t ? in->w_slot : s->slot)) &
                (n->asid == (t ? in->w_asid : s->asid)) & (n->vpn == (t ? in->w_vpn : s->vpn)) &
                (n->access == (t ? in->w_access : s->access)) & (n->why == (t ? in->w_why : s->why)) &
                (n->info == (t ? in->w_info : s->info)) & (n->stamp == (t ? in->w_time : s->stamp)));
}

/* A record goes to its own 16 bytes of the frame. Its first beat says the page and the space, its second one
 * who asked, how, why and when: no field is lost, and none lies on another. */
u1 record_writer_prop_shown(CYCLE) {
    const uint64_t at = (uint64_t)s->frame * 4096U + (uint64_t)s->slot * RECORD_BYTES;
    const uint32_t low = (uint32_t)out->wdata[0], high = (uint32_t)out->wdata[1];
    const u1 first = (u1)((((uint64_t)high & 0xFFFFU) << 32 | low) == (uint64_t)s->vpn);
    const u1 space = (u1)(high >> 16 == (uint32_t)s->asid);
    const u1 who =
        (u1)(((low & 0xFFFFFFU) == (uint32_t)s->info) & ((low >> 24 & 15U) == (uint32_t)s->access));
    const u1 why = (u1)((low >> 28 == (uint32_t)s->why) & (high == (uint32_t)s->stamp));
    UNUSED;
    return (u1)(((uint64_t)out->awaddr == at) & (out->awvalid == s->aw_valid) & (out->wvalid == s->w_valid) &
                (out->w_done == s->w_done) & (s->w_second ? (u1)(who & why) : (u1)(first & space)));
}

/* An error is kept until it has been seen or the ring is set up, and comes from an answer of memory alone;
 * one that comes at that time is kept, too. */
u1 record_writer_prop_error(CYCLE) {
    const u1 fails = (u1)(ends(in, out) & (in->bresp >= 2)),
             clears = (u1)(in->error_clear | in->error_forget);
    UNUSED;
    return (u1)((n->error == (u1)((s->error & (u1)!clears) | fails)) & (out->error == s->error));
}

/* It says slot, space and page of the record that failed first; of later ones that there was one. That
 * outlives the error, as another record may have failed since software has read it, until the ring is set up.
 */
u1 record_writer_prop_error_named(CYCLE) {
    const u1 fails = (u1)(ends(in, out) & (in->bresp >= 2)),
             clears = (u1)(in->error_clear | in->error_forget);
    const u1 open = (u1)(s->error & (u1)!clears);
    const u1 same = (u1)((n->error_slot == s->error_slot) & (n->error_asid == s->error_asid) &
                         (n->error_vpn == s->error_vpn));
    const u1 its = (u1)((n->error_slot == s->slot) & (n->error_asid == s->asid) & (n->error_vpn == s->vpn));
    const u1 shown = (u1)((out->error_slot == s->error_slot) & (out->error_asid == s->error_asid) &
                          (out->error_vpn == s->error_vpn) & (out->error_more == s->error_more));
    UNUSED;
    return (u1)(shown & (fails & (u1)!open ? its : same) &
                (n->error_more == (u1)((s->error_more & (u1)!in->error_forget) | (fails & open))));
}
