/* SPDX-License-Identifier: Apache-2.0 */
#include "axi4_master.h"

enum {
    WORD_AT = 3,
    SLOT_AT = 4,
    PAGE_AT = 12,
    INCR = 1,
    SIZE_8 = 3,
    SIZE_16 = 4,
    NARROW = GMMU_MEM_WORDS == 1
};

/* Records side by side on the bus. */
#define RECORDS (GMMU_MEM_WORDS > 2 ? GMMU_MEM_WORDS / 2U : 1U)

void axi4_master_reset(axi4_master_state *s) {
    s->m_arvalid = 0;
    s->m_arid = 0;
    s->ar_page = 0;
    s->ar_word = 0;
    s->m_aruser_level = 0;
    s->m_aruser_asid = 0;
    s->m_arprot = 0;
    s->m_arcache = 0;
    s->m_arqos = 0;
    s->m_arregion = 0;
    s->m_aruser_chip = 0;
    s->next_ar = 0;
    s->next_ar_id = 0;
    s->next_ar_page = 0;
    s->next_ar_word = 0;
    s->next_ar_level = 0;
    s->next_ar_asid = 0;
    s->rvalid = 0;
    s->rid = 0;
    s->rresp = 0;
    s->next_r = 0;
    s->next_r_id = 0;
    s->next_r_resp = 0;
    s->m_awvalid = 0;
    s->aw_page = 0;
    s->aw_slot = 0;
    s->m_awprot = 0;
    s->m_awcache = 0;
    s->m_awqos = 0;
    s->m_awregion = 0;
    s->m_awuser_chip = 0;
    s->addressed = 0;
    s->w_low = 0;
    s->w_high = 0;
    s->bvalid = 0;
    s->bresp = 0;
    for (int i = 0; i < GMMU_WALKERS; i++)
        s->lane[i] = 0;
    for (int i = 0; i < 2; i++) {
        s->rdata[i] = 0;
        s->next_r_data[i] = 0;
        s->w_strb[i] = 0;
    }
    for (int i = 0; i < 4; i++)
        s->w_data[i] = 0;
}

static inline GMMU_U(GMMU_PPN_W) page_of(uint64_t address) {
    return (GMMU_U(GMMU_PPN_W))GMMU_WRAP(address >> PAGE_AT, GMMU_PPN_W);
}

/* A read at the pins, and the one behind it. */
static inline void show_read(const axi4_master_state *s, axi4_master_out *out) {
    const uint64_t address = (uint64_t)s->ar_page << PAGE_AT | (uint64_t)s->ar_word << WORD_AT;
    out->arready = (u1)!s->next_ar;
    out->m_arvalid = s->m_arvalid;
    out->m_arid = s->m_arid;
    out->m_araddr = (GMMU_U(GMMU_AXI_ADDR_W))address;
    out->m_arlen = 0;
    out->m_arsize = SIZE_8;
    out->m_arburst = INCR;
    out->m_arlock = 0;
    out->m_arcache = s->m_arcache;
    out->m_arprot = s->m_arprot;
    out->m_arqos = s->m_arqos;
    out->m_arregion = s->m_arregion;
    out->m_aruser_chip = s->m_aruser_chip;
    out->m_aruser_level = s->m_aruser_level;
    out->m_aruser_asid = s->m_aruser_asid;
}

static inline void show_write(const axi4_master_state *s, axi4_master_out *out) {
    const uint64_t address = (uint64_t)s->aw_page << PAGE_AT | (uint64_t)s->aw_slot << SLOT_AT;
    const uint32_t place = (uint32_t)s->aw_slot & (RECORDS - 1U);
    /* of a write on a bus of one word, whose first beat has left */
    const u1 rest = (u1)((u1)NARROW & s->w_high & (u1)!s->w_low);
    out->awready = (u1)((u1)!s->m_awvalid & (u1)!s->addressed);
    out->wready = (u1)!s->w_high;
    out->m_awvalid = s->m_awvalid;
    out->m_awid = 0;
    out->m_awaddr = (GMMU_U(GMMU_AXI_ADDR_W))address;
    out->m_awlen = NARROW ? 1 : 0;
    out->m_awsize = NARROW ? SIZE_8 : SIZE_16;
    out->m_awburst = INCR;
    out->m_awlock = 0;
    out->m_awcache = s->m_awcache;
    out->m_awprot = s->m_awprot;
    out->m_awqos = s->m_awqos;
    out->m_awregion = s->m_awregion;
    out->m_awuser_chip = s->m_awuser_chip;
    out->m_wvalid = (u1)(s->addressed & s->w_high);
    out->m_wlast = (u1)((u1)!NARROW | rest);
    for (uint32_t w = 0; w < GMMU_MEM_WORDS; w++) {
        const uint32_t second = w % 2U | (uint32_t)rest;
        out->m_wstrb[w] = w / 2U == place ? (second ? s->w_strb[1] : s->w_strb[0]) : (u8)0;
        for (uint32_t i = 0; i < 2; i++)
            out->m_wdata[2 * w + i] = second ? s->w_data[2 + i] : s->w_data[i];
    }
}

void axi4_master_outputs(const axi4_master_state *s, axi4_master_out *out) {
    show_read(s, out);
    show_write(s, out);
    out->bvalid = s->bvalid;
    out->bresp = s->bresp;
    out->m_bready = (u1)!s->bvalid;
    out->rvalid = s->rvalid;
    out->rid = s->rid;
    out->rresp = s->rresp;
    out->rlast = 1;
    out->m_rready = (u1)!s->next_r;
    for (int i = 0; i < 2; i++)
        out->rdata[i] = s->rdata[i];
}

/* A read comes to the pins, by way of the place behind them or past it. */
static inline void move_read(axi4_master_state *s, const axi4_master_in *in, const axi4_master_out *out) {
    const u1 comes = (u1)(in->arvalid & out->arready);
    const u1 free = (u1)((u1)!s->m_arvalid | in->m_arready);
    const u1 shown = (u1)(free & (u1)(comes | s->next_ar)), behind = (u1)(comes & (u1)!free);
    const GMMU_U(GMMU_PPN_W) page = page_of((uint64_t)in->araddr);
    const u9 word = (u9)GMMU_WRAP((uint64_t)in->araddr >> WORD_AT, 9);

    for (uint32_t i = 0; i < GMMU_WALKERS; i++)
        s->lane[i] = (u1)(comes & (u1)((uint32_t)in->arid == i))
                         ? (GMMU_U(GMMU_MEM_WORD_W))((uint32_t)word & (GMMU_MEM_WORDS - 1U))
                         : s->lane[i];
    if (shown) {
        s->m_arid = s->next_ar ? s->next_ar_id : in->arid;
        s->ar_page = s->next_ar ? s->next_ar_page : page;
        s->ar_word = s->next_ar ? s->next_ar_word : word;
        s->m_aruser_level = s->next_ar ? s->next_ar_level : in->aruser_level;
        s->m_aruser_asid = s->next_ar ? s->next_ar_asid : in->aruser_asid;
        s->m_arprot = in->cfg_arprot;
        s->m_arcache = in->cfg_arcache;
        s->m_arqos = in->cfg_arqos;
        s->m_arregion = in->cfg_arregion;
        s->m_aruser_chip = in->cfg_aruser;
    }
    if (behind) {
        s->next_ar_id = in->arid;
        s->next_ar_page = page;
        s->next_ar_word = word;
        s->next_ar_level = in->aruser_level;
        s->next_ar_asid = in->aruser_asid;
    }
    s->m_arvalid = (u1)(shown | (u1)!free);
    s->next_ar = (u1)(behind | (u1)(s->next_ar & (u1)!free));
}

/* The word that the read of an answer has asked for. */
static inline uint32_t lane_of(const axi4_master_state *s, GMMU_U(GMMU_WALKER_W) id) {
    uint32_t lane = 0;
    for (uint32_t i = 0; i < GMMU_WALKERS; i++)
        lane |= (uint32_t)id == i ? (uint32_t)s->lane[i] : 0U;
    return lane;
}

/* lane: of the answer that comes, before a new read of its ID. */
static inline void move_answer(axi4_master_state *s, const axi4_master_in *in, const axi4_master_out *out,
                               uint32_t lane) {
    const u1 comes = (u1)(in->m_rvalid & out->m_rready);
    const u1 free = (u1)((u1)!s->rvalid | in->rready);
    const u1 shown = (u1)(free & (u1)(comes | s->next_r)), behind = (u1)(comes & (u1)!free);
    u32 data[2] = {0, 0};
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t w = 0; w < GMMU_MEM_WORDS; w++)
            data[i] = (u32)(data[i] | (lane == w ? in->m_rdata[2 * w + i] : (u32)0));

    if (shown) {
        s->rid = s->next_r ? s->next_r_id : in->m_rid;
        s->rresp = s->next_r ? s->next_r_resp : in->m_rresp;
        for (int i = 0; i < 2; i++)
            s->rdata[i] = s->next_r ? s->next_r_data[i] : data[i];
    }
    if (behind) {
        s->next_r_id = in->m_rid;
        s->next_r_resp = in->m_rresp;
        for (int i = 0; i < 2; i++)
            s->next_r_data[i] = data[i];
    }
    s->rvalid = (u1)(shown | (u1)!free);
    s->next_r = (u1)(behind | (u1)(s->next_r & (u1)!free));
}

static inline void move_write(axi4_master_state *s, const axi4_master_in *in, const axi4_master_out *out) {
    const u1 begins = (u1)(in->awvalid & out->awready), comes = (u1)(in->wvalid & out->wready);
    const u1 leaves = (u1)(out->m_wvalid & in->m_wready), over = (u1)(leaves & out->m_wlast);
    const u1 answers = (u1)(in->m_bvalid & out->m_bready);

    if (begins) {
        s->aw_page = page_of((uint64_t)in->awaddr);
        s->aw_slot = (u8)GMMU_WRAP((uint64_t)in->awaddr >> SLOT_AT, 8);
        s->m_awprot = in->cfg_awprot;
        s->m_awcache = in->cfg_awcache;
        s->m_awqos = in->cfg_awqos;
        s->m_awregion = in->cfg_awregion;
        s->m_awuser_chip = in->cfg_awuser;
    }
    s->m_awvalid = (u1)(begins | (s->m_awvalid & (u1)!in->m_awready));
    s->addressed = (u1)(begins | (s->addressed & (u1)!over));
    for (int i = 0; i < 2; i++) {
        s->w_data[i] = comes & (u1)!s->w_low ? in->wdata[i] : s->w_data[i];
        s->w_data[2 + i] = comes & s->w_low ? in->wdata[i] : s->w_data[2 + i];
    }
    s->w_strb[0] = comes & (u1)!s->w_low ? in->wstrb : s->w_strb[0];
    s->w_strb[1] = comes & s->w_low ? in->wstrb : s->w_strb[1];
    s->w_high = (u1)((u1)(comes & s->w_low) | (u1)(s->w_high & (u1)!over));
    s->w_low = (u1)(comes | (u1)(s->w_low & (u1)!leaves));
    s->bresp = answers ? in->m_bresp : s->bresp;
    s->bvalid = (u1)(answers | (s->bvalid & (u1)!in->bready));
}

void axi4_master_step(axi4_master_state *s, const axi4_master_in *in, axi4_master_out *out) {
    axi4_master_outputs(s, out);
    const uint32_t lane = lane_of(s, in->m_rid);

    move_read(s, in, out);
    move_answer(s, in, out, lane);
    move_write(s, in, out);
}
