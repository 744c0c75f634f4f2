/* SPDX-License-Identifier: Apache-2.0 */
/* Stimulus and functional coverage of axi4_master for the lock-step harness. */
#include "axi4_master.h"
#include "lockstep.h"

/* Per phase, in percent: addresses of writes, beats, answers to writes, takers of B and R, reads, a bus that
 * takes requests, one that takes data, its answers to reads. */
static const struct {
    unsigned address, beat, done, take, read, ready, data, answer;
} profile[LS_PHASES] = {
    {50, 50, 50, 50, 50, 50, 50, 50}, {100, 100, 100, 100, 100, 100, 100, 100},
    {90, 90, 50, 90, 90, 20, 20, 20}, {20, 90, 90, 20, 20, 90, 90, 90},
    {90, 20, 20, 40, 60, 40, 90, 60}, {0, 0, 0, 100, 100, 100, 50, 100},
    {5, 5, 5, 30, 5, 30, 30, 5},      {100, 100, 20, 5, 90, 90, 5, 90},
};

/* Some end where carries go far. */
static GMMU_U(GMMU_AXI_ADDR_W) address(lockstep *ls) {
    const uint64_t any = ls_chance(ls, 20) ? ~UINT64_C(0) << ls_below(ls, 12) : ls_random(ls);
    return (GMMU_U(GMMU_AXI_ADDR_W))GMMU_WRAP(any, GMMU_AXI_ADDR_W);
}

static void said(lockstep *ls, axi4_master_in *in) {
    in->cfg_awprot = (u3)ls_below(ls, 8);
    in->cfg_awcache = (u4)ls_below(ls, 16);
    in->cfg_awqos = (u4)ls_below(ls, 16);
    in->cfg_awregion = (u4)ls_below(ls, 16);
    in->cfg_awuser = (GMMU_U(GMMU_MEM_USER_W))GMMU_WRAP(ls_random(ls), GMMU_MEM_USER_W);
    in->cfg_arprot = (u3)ls_below(ls, 8);
    in->cfg_arcache = (u4)ls_below(ls, 16);
    in->cfg_arqos = (u4)ls_below(ls, 16);
    in->cfg_arregion = (u4)ls_below(ls, 16);
    in->cfg_aruser = (GMMU_U(GMMU_MEM_USER_W))GMMU_WRAP(ls_random(ls), GMMU_MEM_USER_W);
}

void axi4_master_stimulus(lockstep *ls, const axi4_master_state *s, const axi4_master_out *pins,
                          axi4_master_in *in) {
    const unsigned p = ls_phase(ls);

    (void)s;
    (void)pins;
    in->awvalid = (u1)ls_chance(ls, profile[p].address);
    in->awaddr = address(ls);
    in->wvalid = (u1)ls_chance(ls, profile[p].beat);
    in->wstrb = (u8)(ls_chance(ls, 50) ? 255U : ls_below(ls, 256));
    in->bready = (u1)ls_chance(ls, profile[p].take);
    in->arvalid = (u1)ls_chance(ls, profile[p].read);
    in->arid = (GMMU_U(GMMU_WALKER_W))ls_below(ls, GMMU_WALKERS);
    in->araddr = address(ls);
    in->aruser_level = (u3)ls_below(ls, 8);
    in->aruser_asid = (GMMU_U(GMMU_ASID_W))GMMU_WRAP(ls_random(ls), GMMU_ASID_W);
    in->rready = (u1)ls_chance(ls, profile[p].take);
    in->m_awready = (u1)ls_chance(ls, profile[p].ready);
    in->m_wready = (u1)ls_chance(ls, profile[p].data);
    in->m_bvalid = (u1)ls_chance(ls, profile[p].done);
    in->m_bresp = (u2)ls_below(ls, 4);
    in->m_arready = (u1)ls_chance(ls, profile[p].ready);
    in->m_rvalid = (u1)ls_chance(ls, profile[p].answer);
    in->m_rid = (GMMU_U(GMMU_WALKER_W))ls_below(ls, GMMU_WALKERS);
    in->m_rresp = (u2)ls_below(ls, 4);
    for (unsigned i = 0; i < 2; i++)
        in->wdata[i] = (u32)GMMU_WRAP(ls_random(ls), 32);
    for (unsigned i = 0; i < 2 * GMMU_MEM_WORDS; i++)
        in->m_rdata[i] = (u32)GMMU_WRAP(ls_random(ls), 32);
    said(ls, in);
}

static void cover_reads(lockstep *ls, const axi4_master_state *s, const axi4_master_in *in,
                        const axi4_master_out *pins) {
    const bool read = in->arvalid && pins->arready, free = !s->m_arvalid || in->m_arready;
    const bool answer = in->m_rvalid && pins->m_rready, taken = !s->rvalid || in->rready;
    const unsigned last_word = GMMU_MEM_WORDS - 1, last_id = GMMU_WALKERS - 1;

    ls_cover(ls, "a read comes to free pins", read && !s->m_arvalid);
    ls_cover(ls, "a read behind one that leaves", read && s->m_arvalid && in->m_arready);
    ls_cover(ls, "a read behind one that waits", read && !free);
    ls_cover(ls, "a read that was behind comes to the pins", s->next_ar && free);
    ls_cover(ls, "reads wait at both places", s->next_ar && !free);
    ls_cover(ls, "a read waits for the bridge", in->arvalid && !pins->arready);
    ls_cover(ls, "a read of the last ID", read && in->arid == last_id);
    ls_cover(ls, "a read leaves", s->m_arvalid && in->m_arready);
    ls_cover(ls, "an answer comes to free pins", answer && !s->rvalid);
    ls_cover(ls, "an answer behind one that leaves", answer && s->rvalid && in->rready);
    ls_cover(ls, "an answer behind one that waits", answer && !taken);
    ls_cover(ls, "an answer that was behind comes to the pins", s->next_r && taken);
    ls_cover(ls, "answers wait at both places", s->next_r && !taken);
    ls_cover(ls, "an answer waits for the bridge", in->m_rvalid && !pins->m_rready);
    ls_cover(ls, "an answer from the first word", answer && s->lane[in->m_rid % GMMU_WALKERS] == 0);
    ls_cover(ls, "an answer from the last word", answer && s->lane[in->m_rid % GMMU_WALKERS] == last_word);
    ls_cover(ls, "read and answer of one ID", read && answer && in->arid == in->m_rid);
    ls_cover(ls, "an error of a read", answer && in->m_rresp >= 2);
}

static void cover_writes(lockstep *ls, const axi4_master_state *s, const axi4_master_in *in,
                         const axi4_master_out *pins) {
    const bool address = in->awvalid && pins->awready, beat = in->wvalid && pins->wready;
    const unsigned places = GMMU_MEM_WORDS > 2 ? GMMU_MEM_WORDS / 2 : 1, place = s->aw_slot % places;
    const bool leaves = pins->m_wvalid && in->m_wready;

    ls_cover(ls, "an address before its beats", address && !beat && !s->w_low);
    ls_cover(ls, "both beats before their address", s->w_low && s->w_high && !s->addressed);
    ls_cover(ls, "address and beat together", address && beat);
    ls_cover(ls, "a first beat", beat && !s->w_low);
    ls_cover(ls, "a second beat", beat && s->w_low);
    ls_cover(ls, "a beat waits", in->wvalid && !pins->wready);
    ls_cover(ls, "an address waits for the bus", in->awvalid && s->m_awvalid);
    ls_cover(ls, "an address waits for data", in->awvalid && !s->m_awvalid && s->addressed);
    ls_cover(ls, "data leave before their address", leaves && s->m_awvalid && !in->m_awready);
    ls_cover(ls, "data leave with their address", leaves && s->m_awvalid && in->m_awready);
    ls_cover(ls, "data leave behind their address", leaves && !s->m_awvalid);
    ls_cover(ls, "data in the first place", leaves && place == 0);
    ls_cover(ls, "data in the last place", leaves && place == places - 1);
    ls_cover(ls, "the last data of a write", leaves && pins->m_wlast);
    ls_cover(ls, "data wait", pins->m_wvalid && !in->m_wready);
    ls_cover(ls, "some bytes", leaves && (s->w_strb[0] != 255 || s->w_strb[1] != 255));
    ls_cover(ls, "a write is answered", in->m_bvalid && pins->m_bready);
    ls_cover(ls, "an answer of a write waits for the bridge", in->m_bvalid && !pins->m_bready);
    ls_cover(ls, "an error of a write", in->m_bvalid && pins->m_bready && in->m_bresp >= 2);
    ls_cover(ls, "B waits", pins->bvalid && !in->bready);
    ls_cover(ls, "B is taken", pins->bvalid && in->bready);
}

void axi4_master_coverage(lockstep *ls, const axi4_master_state *s, const axi4_master_in *in,
                          const axi4_master_out *pins) {
    cover_reads(ls, s, in, pins);
    cover_writes(ls, s, in, pins);
    ls_cover(ls, "nothing comes",
             !in->awvalid && !in->wvalid && !in->arvalid && !in->m_rvalid && !in->m_bvalid);
    ls_cover(ls, "all channels move",
             in->awvalid && pins->awready && s->m_arvalid && in->m_arready && s->rvalid && in->rready &&
                 s->bvalid && in->bready);
}
