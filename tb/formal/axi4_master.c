/* SPDX-License-Identifier: Apache-2.0 */
/* What axi4_master promises: of a read and of a write, from the block to the bus, and of their answers. */
#include "axi4_master.h"

#include "mem_bus_bridge_words.h"

#define CYCLE                                                                                                \
    const axi4_master_state *s, const axi4_master_in *in, const axi4_master_out *out,                        \
        const axi4_master_state *n
#define UNUSED (void)s, (void)in, (void)out, (void)n

static uint64_t ar_addr(const axi4_master_state *s) {
    return word_address((uint64_t)s->ar_page, (uint64_t)s->ar_word);
}

static uint64_t next_ar_addr(const axi4_master_state *s) {
    return word_address((uint64_t)s->next_ar_page, (uint64_t)s->next_ar_word);
}

static uint64_t aw_addr(const axi4_master_state *s) {
    return word_address((uint64_t)s->aw_page, (uint64_t)s->aw_slot << 1);
}

static u1 read_comes(const axi4_master_in *in, const axi4_master_out *out) {
    return moves(in->arvalid, out->arready);
}

static u1 answer_comes(const axi4_master_in *in, const axi4_master_out *out) {
    return moves(in->m_rvalid, out->m_rready);
}

/* A request or an answer comes to pins that are free or become free. */
static u1 shown(u1 valid, u1 ready, u1 comes, u1 behind) {
    return (u1)((u1)((u1)!valid | ready) & (u1)(comes | behind));
}

static u1 read_shown(const axi4_master_state *s, const axi4_master_in *in, const axi4_master_out *out) {
    return shown(s->m_arvalid, in->m_arready, read_comes(in, out), s->next_ar);
}

/* The data of a write have left. */
static u1 over(const axi4_master_in *in, const axi4_master_out *out) {
    return (u1)(moves(out->m_wvalid, in->m_wready) & out->m_wlast);
}

/* Nothing is behind pins that show nothing; a second beat is behind a first one, which may have left on a bus
 * of one word. */
u1 axi4_master_inv(const axi4_master_state *s) {
    const u1 rest = (u1)((GMMU_MEM_WORDS == 1) & s->addressed);
    return (u1)((u1)((u1)!s->next_ar | s->m_arvalid) & (u1)((u1)!s->next_r | s->rvalid) &
                (u1)((u1)!s->w_high | s->w_low | rest));
}

/* After reset every register is 0: nothing is under way. */
u1 axi4_master_start_zero(const axi4_master_state *s) {
    u1 zero = (u1)((u1)!s->m_arvalid & (s->m_arid == 0) & (ar_addr(s) == 0) & (s->m_aruser_level == 0) &
                   (s->m_aruser_asid == 0) & (s->m_arprot == 0) & (s->m_arcache == 0) & (s->m_arqos == 0) &
                   (s->m_arregion == 0) & (s->m_aruser_chip == 0));
    zero = (u1)(zero & (u1)!s->next_ar & (s->next_ar_id == 0) & (next_ar_addr(s) == 0) &
                (s->next_ar_level == 0) & (s->next_ar_asid == 0) & (u1)!s->rvalid & (s->rid == 0) &
                (s->rresp == 0) & (u1)!s->next_r & (s->next_r_id == 0) & (s->next_r_resp == 0));
    zero = (u1)(zero & (u1)!s->m_awvalid & (aw_addr(s) == 0) & (s->m_awprot == 0) & (s->m_awcache == 0) &
                (s->m_awqos == 0) & (s->m_awregion == 0) & (s->m_awuser_chip == 0) & (u1)!s->addressed &
                (u1)!s->w_low & (u1)!s->w_high & (u1)!s->bvalid & (s->bresp == 0));
    for (int i = 0; i < 2; i++)
        zero = (u1)(zero & (s->rdata[i] == 0) & (s->next_r_data[i] == 0) & (s->w_strb[i] == 0));
    for (int i = 0; i < 4; i++)
        zero = (u1)(zero & (s->w_data[i] == 0));
    for (int i = 0; i < GMMU_WALKERS; i++)
        zero = (u1)(zero & (s->lane[i] == 0));
    return zero;
}

u1 axi4_master_idle(const axi4_master_state *s, const axi4_master_in *in) {
    const u1 nothing =
        (u1)((u1)!in->awvalid & (u1)!in->wvalid & (u1)!in->arvalid & (u1)!in->m_rvalid & (u1)!in->m_bvalid);
    return (u1)(nothing & (u1)!s->m_arvalid & (u1)!s->rvalid & (u1)!s->m_awvalid &
                (u1) !(s->addressed & s->w_high) & (u1)!s->bvalid);
}

/* No read, no answer and no write is lost or doubled. */
u1 axi4_master_prop_once(CYCLE) {
    const uint32_t ar_in = read_comes(in, out), ar_out = moves(s->m_arvalid, in->m_arready);
    const uint32_t r_in = answer_comes(in, out), r_out = moves(s->rvalid, in->rready);
    const uint32_t b_in = moves(in->m_bvalid, out->m_bready), b_out = moves(s->bvalid, in->bready);
    const uint32_t aw_in = moves(in->awvalid, out->awready), aw_out = moves(s->m_awvalid, in->m_awready);
    const uint32_t beats = (uint32_t)moves(in->wvalid, out->wready), left = over(in, out);
    const uint32_t leaves = (uint32_t)moves(out->m_wvalid, in->m_wready) * (GMMU_MEM_WORDS == 1 ? 1U : 2U);
    UNUSED;
    return (
        u1)(((uint32_t)n->m_arvalid + n->next_ar + ar_out == (uint32_t)s->m_arvalid + s->next_ar + ar_in) &
            ((uint32_t)n->rvalid + n->next_r + r_out == (uint32_t)s->rvalid + s->next_r + r_in) &
            ((uint32_t)n->bvalid + b_out == (uint32_t)s->bvalid + b_in) &
            ((uint32_t)n->m_awvalid + aw_out == (uint32_t)s->m_awvalid + aw_in) &
            ((uint32_t)n->addressed + left == (uint32_t)s->addressed + aw_in) &
            ((uint32_t)n->w_low + n->w_high + leaves == (uint32_t)s->w_low + s->w_high + beats));
}

/* A read comes to the pins in its turn, with its ID, address, level and space, and stays until it is taken.
 */
u1 axi4_master_prop_read(CYCLE) {
    const u1 comes = read_comes(in, out), moved = read_shown(s, in, out);
    const u1 waits = (u1)(s->m_arvalid & (u1)!in->m_arready), behind = (u1)(comes & waits);
    const u1 same = (u1)((n->m_arid == s->m_arid) & (ar_addr(n) == ar_addr(s)) &
                         (n->m_aruser_level == s->m_aruser_level) & (n->m_aruser_asid == s->m_aruser_asid));
    const u1 its = (u1)((n->m_arid == in->arid) & (ar_addr(n) == of_word((uint64_t)in->araddr)) &
                        (n->m_aruser_level == in->aruser_level) & (n->m_aruser_asid == in->aruser_asid));
    const u1 older = (u1)((n->m_arid == s->next_ar_id) & (ar_addr(n) == next_ar_addr(s)) &
                          (n->m_aruser_level == s->next_ar_level) & (n->m_aruser_asid == s->next_ar_asid));
    const u1 kept = (u1)((n->next_ar_id == in->arid) & (next_ar_addr(n) == of_word((uint64_t)in->araddr)) &
                         (n->next_ar_level == in->aruser_level) & (n->next_ar_asid == in->aruser_asid));
    const u1 still = (u1)((n->next_ar_id == s->next_ar_id) & (next_ar_addr(n) == next_ar_addr(s)) &
                          (n->next_ar_level == s->next_ar_level) & (n->next_ar_asid == s->next_ar_asid));
    UNUSED;
    return (u1)((moved | same) & ((u1)!waits | n->m_arvalid) & ((u1)!moved | (s->next_ar ? older : its)) &
                (behind ? kept : still));
}

/* What a channel says of PROT, CACHE, QOS, REGION and user bits is what the pins said as the request came to
 * the bus, and stays with it. */
u1 axi4_master_prop_says(CYCLE) {
    const u1 reads = read_shown(s, in, out), writes = moves(in->awvalid, out->awready);
    UNUSED;
    return (u1)((n->m_arprot == (reads ? in->cfg_arprot : s->m_arprot)) &
                (n->m_arcache == (reads ? in->cfg_arcache : s->m_arcache)) &
                (n->m_arqos == (reads ? in->cfg_arqos : s->m_arqos)) &
                (n->m_arregion == (reads ? in->cfg_arregion : s->m_arregion)) &
                (n->m_aruser_chip == (reads ? in->cfg_aruser : s->m_aruser_chip)) &
                (n->m_awprot == (writes ? in->cfg_awprot : s->m_awprot)) &
                (n->m_awcache == (writes ? in->cfg_awcache : s->m_awcache)) &
                (n->m_awqos == (writes ? in->cfg_awqos : s->m_awqos)) &
                (n->m_awregion == (writes ? in->cfg_awregion : s->m_awregion)) &
                (n->m_awuser_chip == (writes ? in->cfg_awuser : s->m_awuser_chip)) &
                (out->m_arprot == s->m_arprot) & (out->m_arcache == s->m_arcache) &
                (out->m_arqos == s->m_arqos) & (out->m_arregion == s->m_arregion) &
                (out->m_aruser_chip == s->m_aruser_chip) & (out->m_awprot == s->m_awprot) &
                (out->m_awcache == s->m_awcache) & (out->m_awqos == s->m_awqos) &
                (out->m_awregion == s->m_awregion) & (out->m_awuser_chip == s->m_awuser_chip));
}

/* Of each ID k, the word of the line that its last read was for. */
u1 axi4_master_prop_lane(CYCLE, GMMU_U(GMMU_WALKER_W) k) {
    const uint32_t word = (uint32_t)((uint64_t)in->araddr >> 3 & (GMMU_MEM_WORDS - 1U));
    const u1 its = (u1)(read_comes(in, out) & (in->arid == k));
    u1 right = 1;
    UNUSED;
    for (uint32_t i = 0; i < GMMU_WALKERS; i++)
        right = (u1)(right & ((u1)((uint32_t)k != i) |
                              (u1)((uint32_t)n->lane[i] == (its ? word : (uint32_t)s->lane[i]))));
    return right;
}

/* An answer comes in its turn, with its ID, its RRESP and the word w of RDATA, if the last read of its ID was
 * for that one; it stays until it is taken. */
u1 axi4_master_prop_answer(CYCLE, u3 w) {
    const u1 comes = answer_comes(in, out), moved = shown(s->rvalid, in->rready, comes, s->next_r);
    const u1 waits = (u1)(s->rvalid & (u1)!in->rready), behind = (u1)(comes & waits);
    u1 wanted = 0, same = 1, its = 1, older = 1, kept = 1, still = 1;
    UNUSED;
    for (uint32_t i = 0; i < GMMU_WALKERS; i++)
        wanted = (uint32_t)in->m_rid == i ? (u1)((uint32_t)s->lane[i] == w) : wanted;
    for (uint32_t i = 0; i < 2; i++) {
        u32 part = 0;
        for (uint32_t v = 0; v < GMMU_MEM_WORDS; v++)
            part = v == w ? in->m_rdata[2 * v + i] : part;
        same = (u1)(same & (n->rdata[i] == s->rdata[i]));
        its = (u1)(its & ((u1)!wanted | (n->rdata[i] == part)));
        older = (u1)(older & (n->rdata[i] == s->next_r_data[i]));
        kept = (u1)(kept & ((u1)!wanted | (n->next_r_data[i] == part)));
        still = (u1)(still & (n->next_r_data[i] == s->next_r_data[i]));
    }
    same = (u1)(same & (n->rid == s->rid) & (n->rresp == s->rresp));
    its = (u1)(its & (n->rid == in->m_rid) & (n->rresp == in->m_rresp));
    older = (u1)(older & (n->rid == s->next_r_id) & (n->rresp == s->next_r_resp));
    kept = (u1)(kept & (n->next_r_id == in->m_rid) & (n->next_r_resp == in->m_rresp));
    still = (u1)(still & (n->next_r_id == s->next_r_id) & (n->next_r_resp == s->next_r_resp));
    return (u1)((moved | same) & ((u1)!waits | n->rvalid) & ((u1)!moved | (s->next_r ? older : its)) &
                (behind ? kept : still));
}

/* The address of a write is what came, for as long as it waits, and until its data have left. */
u1 axi4_master_prop_address(CYCLE) {
    const u1 begins = moves(in->awvalid, out->awready);
    const uint64_t its = of_word((uint64_t)in->awaddr) & ~UINT64_C(8);
    UNUSED;
    return (u1)((aw_addr(n) == (begins ? its : aw_addr(s))) &
                ((u1)!begins | ((u1)!s->m_awvalid & (u1)!s->addressed & n->m_awvalid & n->addressed)) &
                (n->m_awvalid == (u1)(begins | (s->m_awvalid & (u1)!in->m_awready))));
}

/* Beats are kept as they came, the first one below the second, until they leave. */
u1 axi4_master_prop_beats(CYCLE) {
    const u1 comes = moves(in->wvalid, out->wready);
    u1 kept = 1;
    UNUSED;
    for (uint32_t h = 0; h < 2; h++) {
        const u1 here = (u1)(comes & (u1)((uint32_t)s->w_low == h));
        kept = (u1)(kept & (n->w_strb[h] == (here ? in->wstrb : s->w_strb[h])) &
                    (n->w_data[2 * h] == (here ? in->wdata[0] : s->w_data[2 * h])) &
                    (n->w_data[2 * h + 1] == (here ? in->wdata[1] : s->w_data[2 * h + 1])));
    }
    return kept;
}

/* Data leave when both beats and their address are here, and all together, or one after the other. */
u1 axi4_master_prop_leave(CYCLE) {
    const u1 rest = (u1)((GMMU_MEM_WORDS == 1) & s->w_low); /* of the write */
    UNUSED;
    return (u1)((out->m_wvalid == (u1)(s->addressed & s->w_high)) &
                ((u1)!out->m_wvalid | (out->m_wlast == (u1)!rest)) &
                ((u1) !(out->m_wvalid & (u1)!in->m_wready) |
                 (n->addressed & n->w_high & (n->w_low == s->w_low))));
}

/* Byte b of WDATA: it counts if it lies in the 16 bytes of the address and its beat says so; its data are
 * the beat's. */
u1 axi4_master_prop_bytes(CYCLE, u6 b) {
    const uint32_t byte = (uint32_t)b % (8U * GMMU_MEM_WORDS), word = byte / 8U;
    const uint32_t beat = GMMU_MEM_WORDS == 1 ? (s->w_high & (u1)!s->w_low) : word % 2U;
    const u1 its = (u1)(aw_addr(s) / 16U % (GMMU_MEM_WORDS > 2 ? GMMU_MEM_WORDS / 2U : 1U) == word / 2U);
    const u1 says = (u1)((uint32_t)(beat == 0 ? s->w_strb[0] : s->w_strb[1]) >> byte % 8U & 1U);
    const u32 low = beat == 0 ? s->w_data[0] : s->w_data[2], high = beat == 0 ? s->w_data[1] : s->w_data[3];
    u1 counts = 0, same = 1;
    UNUSED;
    for (uint32_t i = 0; i < GMMU_MEM_WORDS; i++) {
        counts = i == word ? (u1)((uint32_t)out->m_wstrb[i] >> byte % 8U & 1U) : counts;
        same = (u1)(same &
                    ((u1)(i != word) | ((out->m_wdata[2 * i] == low) & (out->m_wdata[2 * i + 1] == high))));
    }
    return (u1)((counts == (u1)(its & says)) & same);
}

/* Reads are of 8 bytes, writes of 16, INCR, none of them exclusive, and addresses are multiples of that. */
u1 axi4_master_prop_bursts(CYCLE) {
    const uint32_t beats = (uint32_t)out->m_awlen + 1U, bytes = beats << (uint32_t)out->m_awsize;
    UNUSED;
    return (u1)((out->m_arlen == 0) & (out->m_arsize == 3) & (out->m_arburst == 1) & (u1)!out->m_arlock &
                ((uint64_t)out->m_araddr == ar_addr(s)) & (bytes == 16) &
                (beats == (GMMU_MEM_WORDS == 1 ? 2U : 1U)) & (out->m_awburst == 1) & (u1)!out->m_awlock &
                (out->m_awid == 0) & ((uint64_t)out->m_awaddr == aw_addr(s)) &
                ((uint64_t)out->m_awaddr % 16U == 0));
}

/* The answer of a write passes as it came, and stays until it is taken. */
u1 axi4_master_prop_done(CYCLE) {
    const u1 comes = moves(in->m_bvalid, out->m_bready);
    UNUSED;
    return (u1)((n->bresp == (comes ? in->m_bresp : s->bresp)) &
                (n->bvalid == (u1)(comes | (s->bvalid & (u1)!in->bready))));
}

/* The other pins show the registers. */
u1 axi4_master_prop_pins(CYCLE) {
    UNUSED;
    return (u1)((out->m_arvalid == s->m_arvalid) & (out->m_arid == s->m_arid) &
                (out->m_aruser_level == s->m_aruser_level) & (out->m_aruser_asid == s->m_aruser_asid) &
                (out->rvalid == s->rvalid) & (out->rid == s->rid) & (out->rresp == s->rresp) & out->rlast &
                (out->rdata[0] == s->rdata[0]) & (out->rdata[1] == s->rdata[1]) &
                (out->m_awvalid == s->m_awvalid) & (out->bvalid == s->bvalid) & (out->bresp == s->bresp));
}

/* Nothing waits for what is not there: a read passes in each cycle in which the bus takes one, an answer in
 * each in which the block does, and a write waits for its own beats alone. */
u1 axi4_master_prop_at_once(CYCLE) {
    const u1 read = read_comes(in, out), answer = answer_comes(in, out);
    UNUSED;
    return (u1)(((u1) !(read | s->m_arvalid) | n->m_arvalid | moves(s->m_arvalid, in->m_arready)) &
                ((u1)!read | n->m_arvalid) & ((u1)!answer | n->rvalid) &
                ((u1) !((u1)!s->next_ar & (u1)((u1)!s->m_arvalid | in->m_arready)) | (u1)!n->next_ar) &
                ((u1) !((u1)!s->next_r & (u1)((u1)!s->rvalid | in->rready)) | (u1)!n->next_r) &
                (out->arready == (u1)!s->next_ar) & (out->m_rready == (u1)!s->next_r) &
                (out->awready == (u1)((u1)!s->m_awvalid & (u1)!s->addressed)) &
                (out->wready == (u1)!s->w_high) & (out->m_bready == (u1)!s->bvalid));
}
