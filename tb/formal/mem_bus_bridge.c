/* SPDX-License-Identifier: Apache-2.0 */
/* What mem_bus_bridge promises: of a read, of a beat and of a write, from AXI4 to the bus and back. */
#include "mem_bus_bridge.h"

#include "mem_bus_bridge_words.h"

#define CYCLE                                                                                                \
    const mem_bus_bridge_state *s, const mem_bus_bridge_in *in, const mem_bus_bridge_out *out,               \
        const mem_bus_bridge_state *n
#define UNUSED (void)s, (void)in, (void)out, (void)n

static uint64_t q_addr(const mem_bus_bridge_state *s) {
    return word_address((uint64_t)s->q_page, (uint64_t)s->q_word);
}

static uint64_t aw_addr(const mem_bus_bridge_state *s) {
    return word_address((uint64_t)s->aw_page, (uint64_t)s->aw_word);
}

/* A beat goes into the request register. */
static u1 beats(const mem_bus_bridge_state *s) {
    return (u1)((u1)!s->req_valid & (u1)!s->check & s->aw_valid & s->w_valid);
}

static u1 checks(const mem_bus_bridge_state *s) {
    return (u1)((u1)!s->req_valid & s->check);
}

static u1 answers(const mem_bus_bridge_in *in, const mem_bus_bridge_out *out) {
    return (u1)(in->rsp_valid & out->rsp_ready);
}

/* A write that is under way waits for beats, for reading back, for the answer to that, or for B to be taken.
 */
u1 mem_bus_bridge_inv(const mem_bus_bridge_state *s) {
    const uint32_t where =
        (uint32_t)s->aw_valid + (uint32_t)s->check + (uint32_t)s->back + (uint32_t)s->bvalid;
    return (u1)((u1)(where == (uint32_t)s->writing) & (u1) !(s->q_write & s->q_check));
}

/* After reset every register is 0: nothing is under way. */
u1 mem_bus_bridge_start_zero(const mem_bus_bridge_state *s) {
    u1 zero = (u1)((u1)!s->req_valid & (u1)!s->q_write & (u1)!s->q_check & (s->q_page == 0) &
                   (s->q_word == 0) & (s->q_id == 0) & (s->q_strb == 0) & (u1)!s->writing & (u1)!s->aw_valid &
                   (s->aw_page == 0) & (s->aw_word == 0) & (u1)!s->check);
    for (int i = 0; i < 2; i++)
        zero = (u1)(zero & (s->q_data[i] == 0) & (s->w_data[i] == 0) & (s->rdata[i] == 0));
    return (u1)(zero & (u1)!s->back & (u1)!s->w_valid & (s->w_strb == 0) & (u1)!s->w_last & (u1)!s->bvalid &
                (u1)!s->rvalid & (s->rid == 0));
}

u1 mem_bus_bridge_idle(const mem_bus_bridge_state *s, const mem_bus_bridge_in *in) {
    const u1 nothing = (u1)((u1)!in->awvalid & (u1)!in->wvalid & (u1)!in->arvalid & (u1)!in->rsp_valid);
    return (u1)(nothing & (u1)!s->req_valid & (u1)!s->check & (u1) !(s->aw_valid & s->w_valid) &
                (u1)!s->bvalid & (u1)!s->rvalid);
}

/* Each read, each beat, and each write whose last beat has left is asked of the bus once. */
u1 mem_bus_bridge_prop_once(CYCLE) {
    const uint32_t reads = moves(in->arvalid, out->arready), leaves = moves(s->req_valid, in->req_ready);
    const uint32_t put = reads + (uint32_t)beats(s) + (uint32_t)checks(s);
    UNUSED;
    return (u1)(((uint32_t)n->req_valid + leaves == (uint32_t)s->req_valid + put) &
                ((uint32_t)n->w_valid + (uint32_t)beats(s) ==
                 (uint32_t)s->w_valid + (uint32_t)moves(in->wvalid, out->wready)) &
                ((uint32_t)n->check + (uint32_t)checks(s) ==
                 (uint32_t)s->check + (uint32_t)(u1)(beats(s) & s->w_last)));
}

/* A request stays as it is until the bus takes it. */
u1 mem_bus_bridge_prop_stays(CYCLE) {
    const u1 waits = (u1)(s->req_valid & (u1)!in->req_ready);
    UNUSED;
    return (u1)((u1)!waits |
                (n->req_valid & (n->q_write == s->q_write) & (n->q_check == s->q_check) &
                 (n->q_page == s->q_page) & (n->q_word == s->q_word) & (n->q_id == s->q_id) &
                 (n->q_strb == s->q_strb) & (n->q_data[0] == s->q_data[0]) & (n->q_data[1] == s->q_data[1])));
}

/* A read asks for the line of its address and its word there, all bytes, under its ID. */
u1 mem_bus_bridge_prop_read(CYCLE) {
    const u1 reads = moves(in->arvalid, out->arready);
    UNUSED;
    return (u1)((u1)!reads | (n->req_valid & (u1)!n->q_write & (u1)!n->q_check &
                              (u1)(q_addr(n) == of_word((uint64_t)in->araddr)) & (n->q_id == in->arid)));
}

/* A beat is written with its bytes at its address, and the next one is for the word behind it. */
u1 mem_bus_bridge_prop_beat(CYCLE) {
    const u1 b = beats(s);
    /* a burst stays within 4 KB */
    const uint64_t behind = (aw_addr(s) & ~UINT64_C(0xFFF)) | ((aw_addr(s) + 8U) & 0xFFFU);
    const uint64_t at = b & (u1)!s->w_last ? behind : aw_addr(s);
    const u1 begins = moves(in->awvalid, out->awready);
    UNUSED;
    return (u1)(((u1)!b |
                 (n->q_write & (u1)!n->q_check & (u1)(q_addr(n) == aw_addr(s)) & (n->q_strb == s->w_strb) &
                  (n->q_data[0] == s->w_data[0]) & (n->q_data[1] == s->w_data[1]))) &
                (u1)(aw_addr(n) == (begins ? of_word((uint64_t)in->awaddr) : at)) &
                (n->aw_valid == (u1)(begins | (s->aw_valid & (u1) !(b & s->w_last)))));
}

/* What is taken of a beat is kept as it came until it leaves. */
u1 mem_bus_bridge_prop_kept(CYCLE) {
    const u1 comes = moves(in->wvalid, out->wready);
    UNUSED;
    return (u1)((n->w_strb == (comes ? in->wstrb : s->w_strb)) &
                (n->w_last == (comes ? in->wlast : s->w_last)) &
                (n->w_data[0] == (comes ? in->wdata[0] : s->w_data[0])) &
                (n->w_data[1] == (comes ? in->wdata[1] : s->w_data[1])));
}

/* A write is read back where its last beat went, and B follows the answer to that, not before. */
u1 mem_bus_bridge_prop_done(CYCLE) {
    const u1 done = (u1)(answers(in, out) & in->rsp_check & s->back);
    UNUSED;
    return (u1)(((u1)!checks(s) | (n->back & n->q_check & (u1)!n->q_write & (u1)(q_addr(n) == aw_addr(s)))) &
                (n->back == (u1)(checks(s) | (s->back & (u1)!done))) &
                (n->bvalid == (u1)(done | (s->bvalid & (u1)!in->bready))));
}

/* One write at a time: it is over when B has been taken. */
u1 mem_bus_bridge_prop_one(CYCLE) {
    const u1 begins = moves(in->awvalid, out->awready), over = moves(s->bvalid, in->bready);
    UNUSED;
    return (u1)(((u1)!begins | (u1)!s->writing) & (n->writing == (u1)(begins | (s->writing & (u1)!over))));
}

/* An answer of the bus gives R its ID, and of the line the word w of its tag, whichever that is. */
u1 mem_bus_bridge_prop_answer(CYCLE, u3 w) {
    const u1 comes = (u1)(answers(in, out) & (u1)!in->rsp_check);
    const uint32_t word = (uint32_t)w % GMMU_MEM_WORDS;
    u1 same = 1;
    UNUSED;
    for (uint32_t i = 0; i < GMMU_MEM_WORDS; i++)
        same = (u1)(same & ((u1)(i != word) | ((n->rdata[0] == in->rsp_data[2 * i]) &
                                               (n->rdata[1] == in->rsp_data[2 * i + 1]))));
    return (u1)(((u1)!comes |
                 (n->rvalid & (n->rid == in->rsp_id) & ((u1)((uint32_t)in->rsp_word != word) | same))) &
                (comes | ((n->rid == s->rid) & (n->rdata[0] == s->rdata[0]) & (n->rdata[1] == s->rdata[1]))) &
                (n->rvalid == (u1)(comes | (s->rvalid & (u1)!in->rready))) &
                ((u1)!answers(in, out) | (u1)!s->rvalid));
}

/* Byte b of the line: a write counts it where its beat is, with the beat's data; a read asks for all. */
u1 mem_bus_bridge_prop_bytes(CYCLE, u6 b) {
    const uint32_t byte = (uint32_t)b % (8U * GMMU_MEM_WORDS), word = byte / 8U;
    const u1 its = (u1)(q_addr(s) / 8U % GMMU_MEM_WORDS == word);
    const u1 counts = (u1)((uint32_t)s->q_strb >> byte % 8U & 1U);
    u1 enabled = 0, same = 1;
    UNUSED;
    for (uint32_t i = 0; i < GMMU_MEM_WORDS; i++) {
        enabled = i == word ? (u1)((uint32_t)out->req_byteen[i] >> byte % 8U & 1U) : enabled;
        same =
            (u1)(same & (out->req_data[2 * i] == s->q_data[0]) & (out->req_data[2 * i + 1] == s->q_data[1]));
    }
    return (u1)((enabled == (s->q_write ? (u1)(its & counts) : (u1)1)) & same);
}

/* The pins show the registers: the line, the tag, answers without errors. */
u1 mem_bus_bridge_prop_pins(CYCLE) {
    const uint64_t line = (uint64_t)out->req_addr, at = q_addr(s);
    UNUSED;
    return (u1)((line % (8U * GMMU_MEM_WORDS) == 0) & (u1)(line <= at) &
                (u1)(at - line < 8U * GMMU_MEM_WORDS) & (u1)((uint32_t)out->req_word == (at - line) / 8U) &
                (out->req_id == s->q_id) & (out->req_check == s->q_check) & (out->req_rw == s->q_write) &
                (out->req_valid == s->req_valid) & (out->bresp == 0) & (out->rresp == 0) & out->rlast &
                (out->bvalid == s->bvalid) & (out->rvalid == s->rvalid) & (out->rid == s->rid) &
                (out->rdata[0] == s->rdata[0]) & (out->rdata[1] == s->rdata[1]));
}

/* Nothing waits for what is not there: a write goes on when its beat is here, and a read when no write does.
 */
u1 mem_bus_bridge_prop_at_once(CYCLE) {
    const u1 free = (u1)!s->req_valid, write = (u1)(s->check | (s->aw_valid & s->w_valid));
    UNUSED;
    return (u1)(((u1) !(free & write) | (n->req_valid & (n->q_write | n->q_check))) &
                ((u1) !(free & (u1)!write) | out->arready) & (out->awready == (u1)!s->writing) &
                (out->wready == (u1)!s->w_valid) & (out->rsp_ready == (u1)!s->rvalid));
}
