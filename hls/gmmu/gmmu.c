/* SPDX-License-Identifier: Apache-2.0 */
/* Wires. All pins are read before the first unit steps; none of them depends on an input of its cycle. */
#include "gmmu.h"

enum { PORTS = GMMU_MMU_PORTS, ENDS = GMMU_MMU_ENDS, LEVELS = GMMU_WALK_LEVELS };
enum { WARP_W = GMMU_WARP_W, WARP_COUNT_W = GMMU_WARP_COUNT_W };
enum { TO_WALKER, TO_TLB, TO_FAULTS, TO_REQUESTS, TO_CORES }; /* listeners */
GMMU_REQUIRE(GMMU_MMU_END_LISTENERS == (1 << TO_FAULTS | 1 << TO_REQUESTS),
             "the bits of GMMU_MMU_END_LISTENERS must be those of TO_FAULTS and TO_REQUESTS");
GMMU_REQUIRE((int)ASID_INV_PAGE == (int)SRAM_TLB_PAGE && (int)ASID_INV_SPACE == (int)SRAM_TLB_SPACE &&
                 (int)ASID_INV_ALL == (int)SRAM_TLB_ALL && (int)ASID_INV_LARGE == (int)SRAM_TLB_INSIDE,
             "asid_table and sram_tlb must name invalidations alike");
enum { PAGE_BYTES_W = 12, WORD_BYTES_W = 3, RECORD_BEATS = 2, INCR = 1, ERROR = 2 /* bit 1 of RRESP */ };

/* The pins of the units in one cycle. */
typedef struct {
    axi4_lite_port_out lite;
    mmu_registers_out regs;
    asid_table_out spaces;
    request_file_out requests;
    sram_tlb_out tlb;
    bypass_cache_out bypass;
    token_controller_out controller;
    tlb_mshr_out mshrs;
    page_walker_out walker;
    fault_queue_out faults;
    record_writer_out writer;
} pins;

static pins read_pins(const gmmu_state *s) {
    pins v;
    axi4_lite_port_outputs(&s->lite, &v.lite);
    mmu_registers_outputs(&s->regs, &v.regs);
    asid_table_outputs(&s->spaces, &v.spaces);
    request_file_outputs(&s->requests, &v.requests);
    sram_tlb_outputs(&s->tlb, &v.tlb);
    bypass_cache_outputs(&s->bypass, &v.bypass);
    token_controller_outputs(&s->controller, &v.controller);
    tlb_mshr_outputs(&s->mshrs, &v.mshrs);
    page_walker_outputs(&s->walker, &v.walker);
    fault_queue_outputs(&s->faults, &v.faults);
    record_writer_outputs(&s->writer, &v.writer);
    return v;
}

/* Nothing is under way at the AXI4 masters, and nothing new begins. */
static inline u1 is_quiet(const pins *v) {
    return (u1)(v->regs.quiesce & (u1)!v->walker.rd_open & v->writer.w_ready);
}

static void show(const pins *v, gmmu_out *out) {
    for (unsigned p = 0; p < PORTS; p++) {
        out->q_ready[p] = v->requests.q_ready[p];
        out->a_valid[p] = v->requests.a_valid[p];
        out->a_id[p] = v->requests.a_id[p];
        out->a_fault[p] = v->requests.a_fault[p];
        out->a_large[p] = v->requests.a_large[p];
        out->a_system[p] = v->requests.a_system[p];
        out->a_exec[p] = v->requests.a_exec[p];
        out->a_read[p] = v->requests.a_read[p];
        out->a_write[p] = v->requests.a_write[p];
        out->a_ppn[p] = v->requests.a_ppn[p];
    }
    out->inv_valid = v->spaces.inv_valid[TO_CORES];
    out->inv_kind = v->spaces.inv_kind;
    out->inv_asid = v->spaces.inv_asid;
    out->inv_vpn = v->spaces.inv_vpn;
    out->lite_awready = v->lite.awready;
    out->lite_wready = v->lite.wready;
    out->lite_bvalid = v->lite.bvalid;
    out->lite_bresp = v->lite.bresp;
    out->lite_arready = v->lite.arready;
    out->lite_rvalid = v->lite.rvalid;
    out->lite_rdata = v->lite.rdata;
    out->lite_rresp = v->lite.rresp;
    out->awvalid = v->writer.awvalid;
    out->awid = 0;
    out->awaddr = v->writer.awaddr;
    out->awlen = RECORD_BEATS - 1;
    out->awsize = WORD_BYTES_W;
    out->awburst = INCR;
    out->wvalid = v->writer.wvalid;
    out->wdata[0] = v->writer.wdata[0];
    out->wdata[1] = v->writer.wdata[1];
    out->wstrb[0] = 15;
    out->wstrb[1] = 15;
    out->wlast = v->writer.wlast;
    out->bready = v->writer.bready;
    out->arvalid = v->walker.rd_valid[0];
    out->arid = v->walker.rd_walker[0];
    out->araddr = (GMMU_U(GMMU_AXI_ADDR_W))((uint64_t)v->walker.rd_table[0] << PAGE_BYTES_W |
                                            (uint64_t)v->walker.rd_word[0] << WORD_BYTES_W);
    out->arlen = 0;
    out->arsize = WORD_BYTES_W;
    out->arburst = INCR;
    out->aruser_level = v->walker.rd_level[0];
    out->aruser_asid = v->walker.rd_asid[0];
    out->rready = 1;
    out->irq = v->faults.irq;
    out->quiet = is_quiet(v);
    out->ev_lookup = v->requests.lk_valid;
    out->ev_lookup_asid = v->requests.lk_asid;
    out->ev_miss = v->requests.m_valid;
    out->ev_miss_asid = v->requests.m_asid;
    out->ev_miss_vpn = v->requests.m_vpn;
    out->ev_walk = v->requests.done_ready;
    out->ev_walk_asid = v->walker.done_asid;
    out->ev_walk_vpn = v->walker.done_vpn;
    out->ev_fill = v->requests.fill_tlb;
    out->ev_keep = v->requests.fill_bypass;
    out->ev_bypass = (u1)(v->bypass.a0_hit & (u1)!v->tlb.a_hit);
    out->token_busy = v->controller.busy;
    for (unsigned a = 0; a < GMMU_NUM_APPS; a++)
        out->token_count[a] = v->controller.tokens[a];
}

/* A page number of the registers, which refuse one that is wider. */
static inline GMMU_U(GMMU_VPN_W) page_of(u32 low, u16 high) {
    return (GMMU_U(GMMU_VPN_W))GMMU_WRAP((uint64_t)high << 32 | (uint64_t)low, GMMU_VPN_W);
}

/* What the TLB holds of the page that a walk has come to. */
static inline GMMU_U(GMMU_ENTRY_W) entry_of(const page_walker_out *w) {
    return (GMMU_U(GMMU_ENTRY_W))((uint64_t)w->done_system << (GMMU_PPN_W + 3) |
                                  (uint64_t)w->done_exec << (GMMU_PPN_W + 2) |
                                  (uint64_t)w->done_read << (GMMU_PPN_W + 1) |
                                  (uint64_t)w->done_write << GMMU_PPN_W | (uint64_t)w->done_ppn);
}

static void step_lite(axi4_lite_port_state *s, const gmmu_in *in, const pins *v) {
    axi4_lite_port_in l;
    axi4_lite_port_out out;
    l.awvalid = in->lite_awvalid;
    l.awaddr = in->lite_awaddr;
    l.wvalid = in->lite_wvalid;
    l.wdata = in->lite_wdata;
    l.wstrb = in->lite_wstrb;
    l.bready = in->lite_bready;
    l.arvalid = in->lite_arvalid;
    l.araddr = in->lite_araddr;
    l.rready = in->lite_rready;
    l.wr_ok = v->regs.wr_ok;
    l.rd_ok = v->regs.rd_ok;
    l.rd_data = v->regs.rd_data;
    axi4_lite_port_step(s, &l, &out);
}

static void step_regs(mmu_registers_state *s, const pins *v) {
    mmu_registers_in r;
    mmu_registers_out out;
    r.wr_valid = v->lite.wr_valid;
    r.wr_addr = v->lite.wr_addr;
    r.wr_data = v->lite.wr_data;
    r.rd_valid = v->lite.rd_valid;
    r.rd_addr = v->lite.rd_addr;
    r.irq_up = v->faults.irq;
    r.record_error = v->writer.error;
    r.token_busy = v->controller.busy;
    r.quiet = is_quiet(v);
    r.cmd_ready = v->spaces.c_ready;
    r.cmd_done = v->spaces.c_done;
    r.cmd_refused = v->spaces.c_refused;
    r.resume_ready = 1;
    r.ring_ready = v->faults.b_ready;
    r.give_back_ready = 1;
    r.ring_first = (u12)v->faults.head;
    r.ring_tail = (u12)v->faults.tail;
    r.head_refused = v->faults.h_refused;
    r.error_slot = (u8)v->writer.error_slot;
    r.error_seen = v->writer.error;
    r.error_more = v->writer.error_more;
    r.error_asid = (u16)v->writer.error_asid;
    r.error_page_low = (u32)GMMU_WRAP(v->writer.error_vpn, 32);
    r.error_page_high = (u16)((uint64_t)v->writer.error_vpn >> 32);
    r.error_clear_ready = 1;
    mmu_registers_step(s, &r, &out);
}

static void step_spaces(asid_table_state *s, asid_table_rams *ram, const gmmu_in *in, const pins *v) {
    asid_table_in a;
    asid_table_out out;
    a.l_valid = v->walker.l_valid;
    a.l_asid = v->walker.l_asid;
    a.l_vpn = v->walker.l_vpn;
    a.c_valid = v->regs.cmd_valid;
    a.c_kind = v->regs.cmd_kind;
    a.c_asid = (GMMU_U(GMMU_ASID_W))GMMU_WRAP(v->regs.cmd_asid, GMMU_ASID_W);
    a.c_vpn = page_of(v->regs.cmd_page_low, v->regs.cmd_page_high);
    a.c_highest = page_of(v->regs.cmd_highest_low, v->regs.cmd_highest_high);
    a.c_root = (GMMU_U(GMMU_PPN_W))GMMU_WRAP(v->regs.cmd_root, GMMU_PPN_W);
    a.c_enable = v->regs.cmd_enable;
    a.inv_ack[TO_WALKER] = v->walker.inv_ack;
    a.inv_ack[TO_TLB] = v->tlb.inv_ack;
    a.inv_ack[TO_FAULTS] = v->faults.n_ack;
    a.inv_ack[TO_REQUESTS] = v->requests.n_ack;
    a.inv_ack[TO_CORES] = in->inv_ack;
    for (unsigned e = 0; e < ENDS; e++) {
        a.begin_valid[e] = e == 0 ? v->requests.begin_valid : (u1)0;
        a.end_valid[e] = v->requests.end_valid[e];
        a.end_generation[e] = v->requests.end_generation[e];
    }
    asid_table_rams_show(ram, &a);
    asid_table_step(s, &a, &out);
    asid_table_rams_step(ram, &out);
}

/* A warp, as the requests carry it. */
static inline GMMU_U(GMMU_WHO_W) who_asks(const gmmu_in *in, unsigned p) {
    return (GMMU_U(GMMU_WHO_W))((uint32_t)in->q_core[p] << (WARP_COUNT_W + WARP_W) |
                                (uint32_t)in->q_warps[p] << WARP_W | (uint32_t)in->q_rank[p]);
}

static inline GMMU_U(GMMU_CORE_W) core_of(GMMU_U(GMMU_WHO_W) who) {
    return (GMMU_U(GMMU_CORE_W))((uint32_t)who >> (WARP_COUNT_W + WARP_W));
}

static inline GMMU_U(GMMU_WARP_COUNT_W) warps_of(GMMU_U(GMMU_WHO_W) who) {
    return (GMMU_U(GMMU_WARP_COUNT_W))GMMU_WRAP((uint32_t)who >> WARP_W, WARP_COUNT_W);
}

static void step_requests(request_file_state *s, const gmmu_in *in, const pins *v) {
    request_file_in r;
    request_file_out out;
    for (unsigned p = 0; p < PORTS; p++) {
        r.q_valid[p] = in->q_valid[p];
        r.q_asid[p] = in->q_asid[p];
        r.q_vpn[p] = in->q_vpn[p];
        r.q_access[p] = in->q_access[p];
        r.q_id[p] = in->q_id[p];
        r.q_who[p] = who_asks(in, p);
        r.a_ready[p] = in->a_ready[p];
    }
    r.lk_ready = v->tlb.lk_ready;
    r.t_hit = (u1)(v->tlb.a_hit | v->bypass.a0_hit);
    r.t_large = v->tlb.a_hit ? v->tlb.a_large : (u1)((uint64_t)v->bypass.a0_ppn >> GMMU_ENTRY_W & 1U);
    r.t_entry = v->tlb.a_hit ? v->tlb.a_ppn : (GMMU_U(GMMU_ENTRY_W))GMMU_WRAP(v->bypass.a0_ppn, GMMU_ENTRY_W);
    r.t_fills = (u1)(v->controller.a_fill | (u1)!v->regs.use_tokens);
    r.m_taken = v->mshrs.r_taken;
    r.w_valid = v->mshrs.a_valid;
    r.w_slot = v->mshrs.a_id;
    r.w_result = v->mshrs.a_ppn;
    r.f_ready = (u1)(v->mshrs.f_ready & v->tlb.fill_ready);
    r.done_valid = v->walker.done_valid;
    r.done_asid = v->walker.done_asid;
    r.done_vpn = v->walker.done_vpn;
    r.done_kind = v->walker.done_kind;
    r.done_large = v->walker.done_large;
    r.k_taken = v->faults.r_taken;
    r.retry_valid = v->faults.retry_valid;
    r.retry_asid = v->faults.retry_asid;
    r.retry_vpn = v->faults.retry_vpn;
    r.n_ending = v->spaces.ending;
    r.n_valid = v->spaces.inv_valid[TO_REQUESTS];
    r.n_asid = v->spaces.inv_asid;
    r.generation = v->spaces.generation;
    for (unsigned p = 0; p < PORTS; p++)
        r.hold_all[p] = (u1)((uint32_t)v->regs.hold_all >> p & 1U);
    r.park = (u1)(v->regs.park & v->faults.enabled);
    request_file_step(s, &r, &out);
}

static void step_tlb(sram_tlb_state *s, sram_tlb_rams *rams, const pins *v) {
    sram_tlb_in t;
    sram_tlb_out out;
    t.lk_valid = v->requests.lk_valid;
    t.lk_asid = v->requests.lk_asid;
    t.lk_vpn = v->requests.lk_vpn;
    t.fill_valid = v->requests.fill_tlb;
    t.fill_large = v->requests.fill_large;
    t.fill_asid = v->walker.done_asid;
    t.fill_vpn = v->walker.done_vpn;
    t.fill_ppn = entry_of(&v->walker);
    t.inv_valid = v->spaces.inv_valid[TO_TLB];
    t.inv_kind = v->spaces.inv_kind;
    t.inv_asid = v->spaces.inv_asid;
    t.inv_vpn = v->spaces.inv_vpn;
    sram_tlb_rams_show(rams, &t);
    sram_tlb_step(s, &t, &out);
    sram_tlb_rams_step(rams, &out);
}

/* It is asked beside the TLB, holds base pages of large ones, too, and is emptied as the TLB has dropped what
 * is named: nothing of that comes in from then on, as the walker was told before. */
static void step_bypass(bypass_cache_state *s, const pins *v) {
    bypass_cache_in b;
    bypass_cache_out out;
    b.lk0_valid = v->requests.b_valid;
    b.lk0_asid = v->requests.b_asid;
    b.lk0_vpn = v->requests.b_vpn;
    b.lk1_valid = 0;
    b.lk1_asid = 0;
    b.lk1_vpn = 0;
    b.fill_valid = v->requests.fill_bypass;
    b.fill_asid = v->walker.done_asid;
    b.fill_vpn = v->walker.done_vpn;
    b.fill_ppn = (GMMU_U(GMMU_KEPT_W))((uint64_t)v->requests.fill_large << GMMU_ENTRY_W |
                                       (uint64_t)entry_of(&v->walker));
    b.flush = v->tlb.inv_ack;
    bypass_cache_step(s, &b, &out);
}

/* Port 0 counts look-ups that hit, port 1 misses that the miss file takes. */
static void step_tokens(token_controller_state *s, const gmmu_in *in, const pins *v) {
    token_controller_in t;
    token_controller_out out;
    t.ev0_valid = (u1)(v->requests.t_valid & (v->tlb.a_hit | v->bypass.a0_hit));
    t.ev0_core = core_of(v->requests.t_who);
    t.ev0_warps = warps_of(v->requests.t_who);
    t.ev0_hit = 1;
    t.ev1_valid = (u1)(v->requests.r_valid & v->mshrs.r_taken);
    t.ev1_core = core_of(v->requests.r_who);
    t.ev1_warps = warps_of(v->requests.r_who);
    t.ev1_hit = 0;
    t.q_valid = v->requests.b_valid;
    t.q_core = core_of(v->requests.b_who);
    t.q_rank = (GMMU_U(GMMU_WARP_W))GMMU_WRAP(v->requests.b_who, GMMU_WARP_W);
    t.epoch_end = in->epoch_end;
    t.ho_valid = in->ho_valid;
    t.ho_core = in->ho_core;
    for (unsigned c = 0; c < GMMU_NUM_CORES; c++)
        t.core_app[c] = in->core_app[c];
    t.cfg_initial = v->regs.token_initial;
    t.cfg_margin = v->regs.token_margin;
    t.cfg_step = v->regs.token_step;
    token_controller_step(s, &t, &out);
}

static void step_mshrs(tlb_mshr_state *s, const pins *v) {
    const uint64_t above = (uint64_t)v->requests.fill_kind << 1 | (uint64_t)v->requests.fill_large;
    tlb_mshr_in m;
    tlb_mshr_out out;
    m.m_valid = v->requests.m_valid;
    m.m_asid = v->requests.m_asid;
    m.m_vpn = v->requests.m_vpn;
    m.m_id = v->requests.m_id;
    m.walk_ready = v->walker.walk_ready;
    m.f_valid = v->requests.done_ready;
    m.f_asid = v->walker.done_asid;
    m.f_vpn = v->walker.done_vpn;
    m.f_ppn = (GMMU_U(GMMU_RESULT_W))(above << GMMU_ENTRY_W | (uint64_t)entry_of(&v->walker));
    m.a_ready = 1;
    tlb_mshr_step(s, &m, &out);
}

static void wire_format(page_walker_in *w, const mmu_registers_out *r) {
    for (unsigned i = 0; i < LEVELS; i++) {
        w->fmt_low[i] = r->fmt_low[i];
        w->fmt_bits[i] = r->fmt_bits[i];
        w->fmt_leaf[i] = r->fmt_leaf[i];
    }
    w->fmt_root = r->fmt_root;
    w->fmt_short = r->fmt_short;
    w->fmt_dual = r->fmt_dual;
    w->fmt_large_word = r->fmt_large_word;
    w->fmt_large_low = r->fmt_large_low;
    w->fmt_large_bits = r->fmt_large_bits;
    w->fmt_frame = r->fmt_frame;
    w->fmt_pointer = r->fmt_pointer;
    w->fmt_page = r->fmt_page;
    w->fmt_large = r->fmt_large;
    w->fmt_marked = r->fmt_marked;
    w->fmt_frame_bits = r->fmt_frame_bits;
    w->fmt_read = r->fmt_read;
    w->fmt_read_no = r->fmt_read_no;
    w->fmt_accessed = r->fmt_accessed;
    w->fmt_dirty = r->fmt_dirty;
    w->fmt_pointer_no = r->fmt_pointer_no;
    w->fmt_exec = r->fmt_exec;
    w->fmt_exec_no = r->fmt_exec_no;
    w->fmt_exec_all = r->fmt_exec_all;
    w->fmt_write_reads = r->fmt_write_reads;
    w->fmt_every_level = r->fmt_every_level;
    w->fmt_write = r->fmt_write;
    w->fmt_write_no = r->fmt_write_no;
    w->fmt_system = r->fmt_system;
    w->fmt_system_no = r->fmt_system_no;
}

static void step_walker(page_walker_state *s, const gmmu_in *in, const pins *v) {
    page_walker_in w;
    page_walker_out out;
    w.walk_valid = v->mshrs.walk_valid;
    w.walk_asid = v->mshrs.walk_asid;
    w.walk_vpn = v->mshrs.walk_vpn;
    w.r_valid = v->spaces.r_valid;
    w.r_why = v->spaces.r_why;
    w.r_root = v->spaces.r_root;
    w.r_whole = v->spaces.r_whole;
    w.rd_ready[0] = in->arready;
    w.rsp_valid[0] = in->rvalid;
    w.rsp_walker[0] = in->rid;
    w.rsp_error[0] = (u1)((in->rresp & ERROR) != 0);
    w.rsp_data[0] = (u64)((uint64_t)in->rdata[1] << 32 | (uint64_t)in->rdata[0]);
    w.inv_valid = v->spaces.inv_valid[TO_WALKER];
    w.inv_all = (u1)(v->spaces.inv_kind == ASID_INV_ALL);
    w.inv_asid = v->spaces.inv_asid;
    w.hold = v->regs.quiesce;
    w.done_ready = v->requests.done_ready;
    wire_format(&w, &v->regs);
    page_walker_step(s, &w, &out);
}

static void step_faults(fault_queue_state *s, const gmmu_in *in, const pins *v) {
    fault_queue_in f;
    fault_queue_out out;
    f.f_valid = v->requests.k_valid;
    f.f_asid = v->walker.done_asid;
    f.f_vpn = v->walker.done_vpn;
    f.f_access = v->requests.k_access;
    f.f_why = v->walker.done_kind;
    f.f_info = v->requests.k_info;
    f.f_time = (GMMU_U(GMMU_FAULT_TIME_W))GMMU_WRAP(in->now, GMMU_FAULT_TIME_W);
    f.c_valid = v->regs.resume_valid;
    f.c_space = v->regs.resume_space;
    f.c_asid = (GMMU_U(GMMU_ASID_W))GMMU_WRAP(v->regs.resume_asid, GMMU_ASID_W);
    f.c_vpn = page_of(v->regs.resume_page_low, v->regs.resume_page_high);
    f.n_valid = v->spaces.inv_valid[TO_FAULTS];
    f.n_asid = v->spaces.inv_asid;
    f.retry_ready = v->requests.retry_ready;
    f.w_ready = (u1)(v->writer.w_ready & (u1)!v->regs.quiesce);
    f.w_done = v->writer.w_done;
    f.h_valid = v->regs.give_back_valid;
    f.h_head = (GMMU_U(GMMU_FAULT_COUNT_W))GMMU_WRAP(v->regs.ring_head, GMMU_FAULT_COUNT_W);
    f.b_valid = v->regs.ring_valid;
    f.b_enable = v->regs.ring_enable;
    f.b_frame = (GMMU_U(GMMU_PPN_W))GMMU_WRAP(v->regs.ring_frame, GMMU_PPN_W);
    f.space_pages = v->regs.space_pages;
    f.tick = in->tick;
    f.irq_mask = v->regs.irq_mask;
    f.irq_records = (GMMU_U(GMMU_FAULT_COUNT_W))GMMU_WRAP(v->regs.irq_records, GMMU_FAULT_COUNT_W);
    fault_queue_step(s, &f, &out);
}

static void step_writer(record_writer_state *s, const gmmu_in *in, const pins *v) {
    record_writer_in w;
    record_writer_out out;
    w.w_take = (u1)(v->faults.w_valid & (u1)!v->regs.quiesce);
    w.w_frame = v->faults.w_frame;
    w.w_slot = v->faults.w_slot;
    w.w_asid = v->faults.w_asid;
    w.w_vpn = v->faults.w_vpn;
    w.w_access = v->faults.w_access;
    w.w_why = v->faults.w_why;
    w.w_info = v->faults.w_info;
    w.w_time = v->faults.w_time;
    w.awready = in->awready;
    w.wready = in->wready;
    w.bvalid = in->bvalid;
    w.bresp = in->bresp;
    w.error_clear = v->regs.error_clear_valid;
    w.error_forget = (u1)(v->regs.ring_valid & v->faults.b_ready);
    record_writer_step(s, &w, &out);
}

void gmmu_reset(gmmu_state *s) {
    axi4_lite_port_reset(&s->lite);
    mmu_registers_reset(&s->regs);
    asid_table_reset(&s->spaces);
    asid_table_rams_begin(&s->space_ram);
    request_file_reset(&s->requests);
    sram_tlb_reset(&s->tlb);
    sram_tlb_rams_begin(&s->rams);
    bypass_cache_reset(&s->bypass);
    token_controller_reset(&s->controller);
    tlb_mshr_reset(&s->mshrs);
    page_walker_reset(&s->walker);
    fault_queue_reset(&s->faults);
    record_writer_reset(&s->writer);
}

void gmmu_outputs(const gmmu_state *s, gmmu_out *out) {
    const pins v = read_pins(s);
    show(&v, out);
}

void gmmu_step(gmmu_state *s, const gmmu_in *in, gmmu_out *out) {
    const pins v = read_pins(s);

    show(&v, out);
    step_lite(&s->lite, in, &v);
    step_regs(&s->regs, &v);
    step_spaces(&s->spaces, &s->space_ram, in, &v);
    step_requests(&s->requests, in, &v);
    step_tlb(&s->tlb, &s->rams, &v);
    step_bypass(&s->bypass, &v);
    step_tokens(&s->controller, in, &v);
    step_mshrs(&s->mshrs, &v);
    step_walker(&s->walker, in, &v);
    step_faults(&s->faults, in, &v);
    step_writer(&s->writer, in, &v);
}
