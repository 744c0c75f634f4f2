/* SPDX-License-Identifier: Apache-2.0 */
/* What vortex_port promises: requests and answers go through whole and once, and mean the same on both sides.
 */
#include "vortex_port.h"

#define CYCLE                                                                                                \
    const vortex_port_state *s, const vortex_port_in *in, const vortex_port_out *out,                        \
        const vortex_port_state *n
#define UNUSED (void)s, (void)in, (void)out, (void)n

static u1 asks(const vortex_port_in *in, const vortex_port_out *out) {
    return (u1)(in->req_valid & out->req_ready);
}

static u1 answers(const vortex_port_in *in, const vortex_port_out *out) {
    return (u1)(in->a_valid & out->a_ready);
}

/* What Vortex's TLBs and walkers ask of the flags of a page (tlb_perm_ok of VX_tlb_pkg). */
static u1 permits(u8 flags, u2 access, u1 amo) {
    const unsigned f = (unsigned)flags;
    const u1 writes = (u1)((access == VORTEX_WRITES) | amo);
    const u1 executes = (u1)(access == VORTEX_EXECUTES);
    const u1 writable = (u1)((f & (unsigned)VORTEX_W) != 0), executable = (u1)((f & (unsigned)VORTEX_X) != 0);
    const u1 readable = (u1)((f & (unsigned)VORTEX_R) != 0), user = (u1)((f & (unsigned)VORTEX_U) != 0);
    return (u1)(user & ((u1)!writes | writable) & ((u1)!executes | executable) &
                (writes | executes | readable));
}

/* An answer without a frame says nothing else; the first frame of a large page is a multiple of 512; a flush
 * that is done is not asked for. */
u1 vortex_port_inv(const vortex_port_state *s) {
    const u1 empty = (u1)((u1)!s->ans_large & (u1)!s->ans_user & (u1)!s->ans_exec & (u1)!s->ans_read &
                          (u1)!s->ans_write & (s->ans_ppn == 0));
    return (u1)(((u1)!s->ans_fault | empty) & ((u1)!s->ans_large | (((uint64_t)s->ans_ppn & 511U) == 0)) &
                (u1) !(s->flush & s->flushed));
}

/* After reset every register is 0: nothing is under way. */
u1 vortex_port_start_zero(const vortex_port_state *s) {
    const u1 ask = (u1)((u1)!s->ask_valid & (s->ask_id == 0) & (s->ask_asid == 0) & (s->ask_vpn == 0) &
                        (s->ask_access == 0));
    const u1 answer =
        (u1)((u1)!s->ans_valid & (s->ans_id == 0) & (u1)!s->ans_fault & (u1)!s->ans_large & (u1)!s->ans_user &
             (u1)!s->ans_exec & (u1)!s->ans_read & (u1)!s->ans_write & (s->ans_ppn == 0));
    return (u1)(ask & answer & (u1)!s->flush & (u1)!s->flushed);
}

u1 vortex_port_idle(const vortex_port_state *s, const vortex_port_in *in) {
    const u1 no_request = (u1)(s->ask_valid ? !in->q_ready : !in->req_valid);
    const u1 no_answer = (u1)(s->ans_valid ? !in->rsp_ready : !in->a_valid);
    const u1 flushes = (u1)(in->inv_valid & (u1)!in->flush_done & (u1)!s->flushed);
    const u1 no_flush = s->flush ? flushes : (u1)(in->inv_valid == s->flushed);
    return (u1)(no_request & no_answer & no_flush);
}

/* Each request leaves once, and so does each answer: what is here is what was taken less what has left. */
u1 vortex_port_prop_once(CYCLE) {
    const u1 asked = (u1)(out->q_valid & in->q_ready), told = (u1)(out->rsp_valid & in->rsp_ready);
    UNUSED;
    return (
        u1)(((uint32_t)n->ask_valid + (uint32_t)asked == (uint32_t)s->ask_valid + (uint32_t)asks(in, out)) &
            ((uint32_t)n->ans_valid + (uint32_t)told == (uint32_t)s->ans_valid + (uint32_t)answers(in, out)));
}

/* A request asks the block for its own page, by its own name, in the space that the core had as it was taken;
 * it is said to write when it stores or is an atomic, and to read when it does not just store. */
u1 vortex_port_prop_asked(CYCLE) {
    const u1 stores = (u1)(in->req_access == VORTEX_WRITES);
    const u1 same = (u1)((n->ask_id == s->ask_id) & (n->ask_asid == s->ask_asid) &
                         (n->ask_vpn == s->ask_vpn) & (n->ask_access == s->ask_access));
    const u1 writes = (u1)(((unsigned)n->ask_access & 2U) != 0),
             reads = (u1)(((unsigned)n->ask_access & 1U) != 0);
    const u1 taken =
        (u1)((n->ask_id == in->req_id) & (n->ask_asid == in->asid) & (n->ask_vpn == in->req_vpn) &
             (writes == (u1)(stores | in->req_amo)) & (reads == (u1) !(stores & (u1)!in->req_amo)));
    UNUSED;
    return asks(in, out) ? taken : same;
}

/* An answer keeps its name, is a fault when there is no frame, and else has frame and rights of the block's.
 */
u1 vortex_port_prop_answered(CYCLE) {
    const u1 same =
        (u1)((n->ans_id == s->ans_id) & (n->ans_fault == s->ans_fault) & (n->ans_large == s->ans_large) &
             (n->ans_user == s->ans_user) & (n->ans_exec == s->ans_exec) & (n->ans_read == s->ans_read) &
             (n->ans_write == s->ans_write) & (n->ans_ppn == s->ans_ppn));
    const u1 named = (u1)((n->ans_id == in->a_id) & (n->ans_fault == (u1)(in->a_fault != 0)));
    const u1 framed =
        (u1)((n->ans_large == in->a_large) & (n->ans_user == (u1)!in->a_system) &
             (n->ans_exec == in->a_exec) & (n->ans_read == in->a_read) & (n->ans_write == in->a_write));
    UNUSED;
    return answers(in, out) ? (u1)(named & ((in->a_fault != 0) | framed)) : same;
}

/* What the core makes of ppn for any page of a large one, by putting the low bits of the page in, is its
 * frame; that of a base page is the block's. */
u1 vortex_port_prop_frame(CYCLE, u10 page) {
    const uint32_t pages = in->cfg_sv32 ? 1024U : 512U; /* of a leaf of level 1 */
    const uint32_t low = (uint32_t)page & (pages - 1U);
    const uint64_t of_large = ((uint64_t)in->a_ppn & ~(uint64_t)(pages - 1U)) + low;
    const u1 told = (u1)(answers(in, out) & (in->a_fault == 0));
    UNUSED;
    return (u1)((u1)!told | (in->a_large ? (u1)(((uint64_t)n->ans_ppn | low) == of_large)
                                         : (u1)(n->ans_ppn == in->a_ppn)));
}

/* Vortex's own judgement of the flags lets a user do with a page that is not for system mode what the block
 * says may be done, read, write and execute, and nothing else; and nobody use an answer that is a fault. */
u1 vortex_port_prop_rights(CYCLE, u2 access, u1 amo) {
    const u1 writes = (u1)((access == VORTEX_WRITES) | amo), executes = (u1)(access == VORTEX_EXECUTES);
    const u1 reads = (u1)((u1)!writes & (u1)!executes);
    UNUSED;
    return (u1)(permits(out->rsp_flags, access, amo) ==
                (u1)((u1)!s->ans_fault & s->ans_user & ((u1)!writes | s->ans_write) &
                     ((u1)!executes | s->ans_exec) & ((u1)!reads | s->ans_read)));
}

/* The flags of a page are those of its entry, valid, with the rights of the block's; of a fault none. */
u1 vortex_port_prop_flags(CYCLE) {
    const unsigned flags = (unsigned)out->rsp_flags;
    const unsigned rights = 1U + 2U * (unsigned)s->ans_read + 4U * (unsigned)s->ans_write +
                            8U * (unsigned)s->ans_exec + 16U * (unsigned)s->ans_user;
    UNUSED;
    return (u1)(flags == (s->ans_fault ? 0U : rights));
}

/* valid stays, and what goes with it, until ready. */
u1 vortex_port_prop_stays(CYCLE) {
    const u1 asked = (u1)(out->q_valid & (u1)!in->q_ready), told = (u1)(out->rsp_valid & (u1)!in->rsp_ready);
    UNUSED;
    return (u1)(((u1)!asked | (n->ask_valid & (n->ask_id == s->ask_id) & (n->ask_vpn == s->ask_vpn))) &
                ((u1)!told | (n->ans_valid & (n->ans_id == s->ans_id) & (n->ans_ppn == s->ans_ppn))));
}

/* An invalidation asks for a flush in the next cycle, which stays until it is done, and is acknowledged then,
 * not before, and until it ends. */
u1 vortex_port_prop_flush(CYCLE) {
    const u1 done = (u1)(out->flush_req & in->flush_done);
    UNUSED;
    return (u1)((n->flushed == (u1)(in->inv_valid & (s->flushed | done))) &
                (n->flush == (u1)(in->inv_valid & (u1)!n->flushed)));
}

/* The pins show the registers, and the page is that of Sv39 alone. */
u1 vortex_port_prop_pins(CYCLE) {
    const u1 request = (u1)((out->q_valid == s->ask_valid) & (out->q_id == s->ask_id) &
                            (out->q_asid == s->ask_asid) & ((uint64_t)out->q_vpn == (uint64_t)s->ask_vpn) &
                            (out->q_access == s->ask_access) & (out->req_ready == (u1)!s->ask_valid));
    const u1 answer =
        (u1)((out->rsp_valid == s->ans_valid) & (out->rsp_id == s->ans_id) &
             (out->rsp_fault == s->ans_fault) & ((unsigned)out->rsp_level == (unsigned)s->ans_large) &
             (out->rsp_ppn == s->ans_ppn) & (out->a_ready == (u1)!s->ans_valid));
    UNUSED;
    return (u1)(request & answer & (out->flush_req == s->flush) & (out->inv_ack == s->flushed));
}
