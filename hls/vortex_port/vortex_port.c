/* SPDX-License-Identifier: Apache-2.0 */
#include "vortex_port.h"

void vortex_port_reset(vortex_port_state *s) {
    s->ask_valid = 0;
    s->ask_id = 0;
    s->ask_asid = 0;
    s->ask_vpn = 0;
    s->ask_access = 0;
    s->ans_valid = 0;
    s->ans_id = 0;
    s->ans_fault = 0;
    s->ans_large = 0;
    s->ans_user = 0;
    s->ans_exec = 0;
    s->ans_read = 0;
    s->ans_write = 0;
    s->ans_ppn = 0;
    s->flush = 0;
    s->flushed = 0;
}

void vortex_port_outputs(const vortex_port_state *s, vortex_port_out *out) {
    const unsigned rights = VORTEX_V | (s->ans_read ? (unsigned)VORTEX_R : 0U) |
                            (s->ans_write ? (unsigned)VORTEX_W : 0U) |
                            (s->ans_exec ? (unsigned)VORTEX_X : 0U) | (s->ans_user ? (unsigned)VORTEX_U : 0U);
    out->req_ready = (u1)!s->ask_valid;
    out->rsp_valid = s->ans_valid;
    out->rsp_id = s->ans_id;
    out->rsp_fault = s->ans_fault;
    out->rsp_level = (u2)s->ans_large;
    out->rsp_ppn = s->ans_ppn;
    out->rsp_flags = (u8)(s->ans_fault ? 0U : rights);
    out->flush_req = s->flush;
    out->q_valid = s->ask_valid;
    out->q_asid = s->ask_asid;
    out->q_vpn = (GMMU_U(GMMU_VPN_W))s->ask_vpn;
    out->q_access = s->ask_access;
    out->q_id = s->ask_id;
    out->a_ready = (u1)!s->ans_valid;
    out->inv_ack = s->flushed;
}

static inline void take_request(vortex_port_state *s, const vortex_port_in *in) {
    const u1 stores = (u1)(in->req_access == VORTEX_WRITES);
    s->ask_id = in->req_id;
    s->ask_asid = in->asid;
    s->ask_vpn = in->req_vpn;
    s->ask_access =
        (u2)((unsigned)(u1)((u1)!stores | in->req_amo) | (unsigned)(u1)(stores | in->req_amo) << 1);
}

static inline void take_answer(vortex_port_state *s, const vortex_port_in *in) {
    const u1 framed = (u1)(in->a_fault == 0);
    const uint32_t level_w = VORTEX_LEVEL_W + (uint32_t)in->cfg_sv32;
    const uint64_t first = (uint64_t)in->a_ppn >> level_w << level_w;
    const uint64_t ppn = in->a_large ? first : (uint64_t)in->a_ppn;
    s->ans_id = in->a_id;
    s->ans_fault = (u1)!framed;
    s->ans_large = (u1)(framed & in->a_large);
    s->ans_user = (u1)(framed & (u1)!in->a_system);
    s->ans_exec = (u1)(framed & in->a_exec);
    s->ans_read = (u1)(framed & in->a_read);
    s->ans_write = (u1)(framed & in->a_write);
    s->ans_ppn = (GMMU_U(GMMU_PPN_W))(framed ? ppn : 0U);
}

void vortex_port_step(vortex_port_state *s, const vortex_port_in *in, vortex_port_out *out) {
    vortex_port_outputs(s, out);
    const u1 asks = (u1)(in->req_valid & out->req_ready);
    const u1 answers = (u1)(in->a_valid & out->a_ready);
    const u1 done = (u1)(s->flush & in->flush_done);

    if (asks)
        take_request(s, in);
    if (answers)
        take_answer(s, in);
    s->ask_valid = (u1)(asks | (s->ask_valid & (u1)!in->q_ready));
    s->ans_valid = (u1)(answers | (s->ans_valid & (u1)!in->rsp_ready));
    s->flush = (u1)(in->inv_valid & (u1)!s->flushed & (u1)!done);
    s->flushed = (u1)(in->inv_valid & (s->flushed | done));
}
