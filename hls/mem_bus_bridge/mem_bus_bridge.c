/* SPDX-License-Identifier: Apache-2.0 */
#include "mem_bus_bridge.h"

enum { LINE_BYTES = 8 * GMMU_MEM_WORDS, WORD_AT = 3, PAGE_AT = 12, WORD_W = 9 };

void mem_bus_bridge_reset(mem_bus_bridge_state *s) {
    s->req_valid = 0;
    s->q_write = 0;
    s->q_check = 0;
    s->q_page = 0;
    s->q_word = 0;
    s->q_id = 0;
    s->q_strb = 0;
    s->writing = 0;
    s->aw_valid = 0;
    s->aw_page = 0;
    s->aw_word = 0;
    s->check = 0;
    s->back = 0;
    s->w_valid = 0;
    s->w_strb = 0;
    s->w_last = 0;
    s->bvalid = 0;
    s->rvalid = 0;
    s->rid = 0;
    for (int i = 0; i < 2; i++) {
        s->q_data[i] = 0;
        s->w_data[i] = 0;
        s->rdata[i] = 0;
    }
}

/* A beat that may leave when the request register is free. */
static inline u1 beat_waits(const mem_bus_bridge_state *s) {
    return (u1)(s->aw_valid & s->w_valid);
}

static inline GMMU_U(GMMU_PPN_W) page_of(uint64_t address) {
    return (GMMU_U(GMMU_PPN_W))GMMU_WRAP(address >> PAGE_AT, GMMU_PPN_W);
}

static inline u9 place_of(uint64_t address) {
    return (u9)GMMU_WRAP(address >> WORD_AT, WORD_W);
}

static inline uint32_t word_of(const mem_bus_bridge_state *s) {
    return (uint32_t)s->q_word & (GMMU_MEM_WORDS - 1U);
}

void mem_bus_bridge_outputs(const mem_bus_bridge_state *s, mem_bus_bridge_out *out) {
    const uint32_t word = word_of(s);
    const uint64_t address = (uint64_t)s->q_page << PAGE_AT | (uint64_t)s->q_word << WORD_AT;
    out->awready = (u1)!s->writing;
    out->wready = (u1)!s->w_valid;
    out->bvalid = s->bvalid;
    out->bresp = 0;
    out->arready = (u1)((u1)!s->req_valid & (u1)!s->check & (u1)!beat_waits(s));
    out->rvalid = s->rvalid;
    out->rid = s->rid;
    out->rresp = 0;
    out->rlast = 1;
    out->req_valid = s->req_valid;
    out->req_rw = s->q_write;
    out->req_addr = (GMMU_U(GMMU_AXI_ADDR_W))(address / LINE_BYTES * LINE_BYTES);
    out->req_check = s->q_check;
    out->req_word = (GMMU_U(GMMU_MEM_WORD_W))word;
    out->req_id = s->q_id;
    out->rsp_ready = (u1)!s->rvalid;
    for (uint32_t w = 0; w < GMMU_MEM_WORDS; w++) {
        out->req_byteen[w] = (u8)(s->q_write ? (w == word ? (uint32_t)s->q_strb : 0U) : 0xFFU);
        out->req_data[2 * w] = s->q_data[0];
        out->req_data[2 * w + 1] = s->q_data[1];
    }
    for (int i = 0; i < 2; i++)
        out->rdata[i] = s->rdata[i];
}

/* The request that is shown next: what reads back, a beat, a read, in this order. */
static inline void move_request(mem_bus_bridge_state *s, const mem_bus_bridge_in *in,
                                const mem_bus_bridge_out *out, u1 checks, u1 beats) {
    const u1 reads = (u1)(in->arvalid & out->arready);
    if (checks | beats | reads) {
        s->q_write = beats;
        s->q_check = checks;
        s->q_page = reads ? page_of((uint64_t)in->araddr) : s->aw_page;
        s->q_word = reads ? place_of((uint64_t)in->araddr) : s->aw_word;
        s->q_id = reads ? in->arid : (GMMU_U(GMMU_WALKER_W))0;
        s->q_strb = beats ? s->w_strb : (u8)0;
        for (int i = 0; i < 2; i++)
            s->q_data[i] = beats ? s->w_data[i] : (u32)0;
    }
    s->req_valid = (u1)(checks | beats | reads | (s->req_valid & (u1)!in->req_ready));
}

static inline void move_write(mem_bus_bridge_state *s, const mem_bus_bridge_in *in,
                              const mem_bus_bridge_out *out, u1 checks, u1 beats) {
    const u1 begins = (u1)(in->awvalid & out->awready), comes = (u1)(in->wvalid & out->wready);
    const u1 last = (u1)(beats & s->w_last), over = (u1)(s->bvalid & in->bready);
    const u1 written = (u1)(in->rsp_valid & out->rsp_ready & in->rsp_check & s->back);

    s->aw_page = begins ? page_of((uint64_t)in->awaddr) : s->aw_page;
    s->aw_word = begins                ? place_of((uint64_t)in->awaddr)
                 : (beats & (u1)!last) ? (u9)GMMU_WRAP((uint32_t)s->aw_word + 1U, WORD_W)
                                       : s->aw_word;
    s->aw_valid = (u1)(begins | (s->aw_valid & (u1)!last));
    s->check = (u1)(last | (s->check & (u1)!checks));
    s->back = (u1)(checks | (s->back & (u1)!written));
    s->bvalid = (u1)(written | (s->bvalid & (u1)!in->bready));
    s->writing = (u1)(begins | (s->writing & (u1)!over));
    if (comes) {
        s->w_strb = in->wstrb;
        s->w_last = in->wlast;
        for (int i = 0; i < 2; i++)
            s->w_data[i] = in->wdata[i];
    }
    s->w_valid = (u1)(comes | (s->w_valid & (u1)!beats));
}

static inline void move_answer(mem_bus_bridge_state *s, const mem_bus_bridge_in *in,
                               const mem_bus_bridge_out *out) {
    const u1 comes = (u1)(in->rsp_valid & out->rsp_ready & (u1)!in->rsp_check);
    u32 data[2] = {0, 0};
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t w = 0; w < GMMU_MEM_WORDS; w++)
            data[i] = (u32)(data[i] | ((uint32_t)in->rsp_word == w ? in->rsp_data[2 * w + i] : (u32)0));
    s->rid = comes ? in->rsp_id : s->rid;
    for (int i = 0; i < 2; i++)
        s->rdata[i] = comes ? data[i] : s->rdata[i];
    s->rvalid = (u1)(comes | (s->rvalid & (u1)!in->rready));
}

void mem_bus_bridge_step(mem_bus_bridge_state *s, const mem_bus_bridge_in *in, mem_bus_bridge_out *out) {
    mem_bus_bridge_outputs(s, out);
    const u1 checks = (u1)((u1)!s->req_valid & s->check);
    const u1 beats = (u1)((u1)!s->req_valid & (u1)!s->check & beat_waits(s));

    move_request(s, in, out, checks, beats);
    move_write(s, in, out, checks, beats);
    move_answer(s, in, out);
}
