/* SPDX-License-Identifier: Apache-2.0 */
// The Verilated soc behind soc_pins.h.
#include "Vsoc.h"

#include <cstdint>
#include <memory>

#ifdef SOC_WAVES
#include <verilated_fst_c.h>
#endif

extern "C" {
#include "soc_pins.h"
}

struct soc_top {
    VerilatedContext context;
    Vsoc top{&context, "soc"};
    uint64_t hash = 0;
#ifdef SOC_WAVES
    VerilatedFstC fst;

    soc_top() {
        context.traceEverOn(true);
    }
    ~soc_top() {
        fst.close();
    }
    void eval() {
        top.eval();
        if (fst.isOpen())
            fst.dump(context.time());
        context.timeInc(1);
    }
#else
    void eval() {
        top.eval();
    }
#endif

    void mix(uint64_t word) {
        hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
};

extern "C" soc_top *soc_top_new(void) {
    return new soc_top;
}

extern "C" void soc_top_free(soc_top *s) {
    s->top.final();
    delete s;
}

extern "C" bool soc_top_wave([[maybe_unused]] soc_top *s, [[maybe_unused]] const char *file) {
#ifdef SOC_WAVES
    s->top.trace(&s->fst, 99);
    s->fst.open(file);
    return s->fst.isOpen();
#else
    return false;
#endif
}

extern "C" uint64_t soc_top_hash(const soc_top *s) {
    return s->hash;
}

static void drive(Vsoc &t, const soc_in &in) {
    t.rst = in.rst;
    t.plant = in.plant;
    t.flush_waits = in.flush_waits;
    t.bridged = in.bridged;
    t.wide = in.wide;
    t.crossed = in.crossed;
    t.bus_rst = in.bus_rst;
    t.dcr_valid = in.dcr_valid;
    t.dcr_rw = in.dcr_rw;
    t.dcr_addr = in.dcr_addr;
    t.dcr_data = in.dcr_data;
    t.lite_awvalid = in.lite_awvalid;
    t.lite_wvalid = in.lite_wvalid;
    t.lite_bready = in.lite_bready;
    t.lite_arvalid = in.lite_arvalid;
    t.lite_rready = in.lite_rready;
    t.lite_awaddr = in.lite_awaddr;
    t.lite_araddr = in.lite_araddr;
    t.lite_wstrb = in.lite_wstrb;
    t.lite_wdata = in.lite_wdata;
    t.run_valid = in.run_valid;
    t.run_core = in.run_core;
    t.run_warp = in.run_warp;
    t.run_asid = in.run_asid;
    t.run_pc = in.run_pc;
    t.retry = in.retry;
    t.bank_ready = in.bank_ready;
    t.pre = in.pre;
    t.act_valid = in.act_valid;
    t.act_bank = in.act_bank;
    t.act_row = in.act_row;
    t.rd_valid = in.rd_valid;
    t.rd_id = in.rd_id;
    t.rd_data = in.rd_data;
    t.done_valid = in.done_valid;
    t.done_id = in.done_id;
}

// Page numbers of 36 bits lie side by side.
static uint64_t page_of(const Vsoc &t, unsigned warp) {
    uint64_t page = 0;
    for (unsigned b = 0; b < 36; b++)
        page |= uint64_t{t.page[(warp * 36 + b) / 32] >> (warp * 36 + b) % 32 & 1U} << b;
    return page;
}

static void read(const Vsoc &t, soc_out &out) {
    out.lite_awready = t.lite_awready;
    out.lite_wready = t.lite_wready;
    out.lite_bvalid = t.lite_bvalid;
    out.lite_arready = t.lite_arready;
    out.lite_rvalid = t.lite_rvalid;
    out.lite_bresp = t.lite_bresp;
    out.lite_rresp = t.lite_rresp;
    out.lite_rdata = t.lite_rdata;
    out.dcr_rsp_valid = t.dcr_rsp_valid;
    out.dcr_rsp_data = t.dcr_rsp_data;
    out.dcr_busy = t.dcr_busy;
    out.irq = t.irq;
    out.bus_up = t.bus_up;
    out.quiet = t.quiet;
    out.busy = t.busy;
    out.failed = t.failed;
    out.dead = t.dead;
    out.blocked = t.blocked;
    for (unsigned w = 0; w < SOC_WARPS && t.blocked; w++)
        out.page[w] = page_of(t, w);
    out.issue_valid = t.issue_valid;
    out.issue_write = t.issue_write;
    out.issue_id = t.issue_id;
    out.issue_bank = t.issue_bank;
    out.issue_col = t.issue_col;
    out.issue_row = t.issue_row;
    out.wd_valid = t.wd_valid;
    out.wd_id = t.wd_id;
    out.wd_beat = t.wd_beat;
    out.wd_strb = t.wd_strb;
    out.wd_data = t.wd_data;
    out.rd_ready = t.rd_ready;
    out.done_ready = t.done_ready;
}

extern "C" void soc_top_bus_edge(soc_top *s, const soc_in *in, soc_out *out) {
    drive(s->top, *in);
    s->top.bus_clk = 0;
    s->eval();
    s->top.bus_clk = 1;
    s->eval();
    read(s->top, *out);
    s->mix(out->lite_rvalid ? out->lite_rdata : 0);
}

extern "C" void soc_top_step(soc_top *s, const soc_in *in, soc_out *out) {
    drive(s->top, *in);
    s->top.clk = 0;
    s->eval();
    s->top.clk = 1;
    s->eval();
    read(s->top, *out);
    if (in->rst)
        return;
    for (unsigned i = 0; i < 16; i++)
        s->mix(s->top.watch[i]);
    s->mix(uint64_t{out->busy} << 40 | uint64_t{out->blocked} << 32 | out->lite_rdata);
    s->mix(uint64_t{out->lite_rvalid} << 63 | uint64_t{out->lite_bvalid} << 62 | uint64_t{out->irq} << 61 |
           uint64_t{out->quiet} << 60 | uint64_t{out->issue_valid} << 59 | uint64_t{out->issue_id} << 40 |
           out->issue_row);
    s->mix(out->wd_valid ? out->wd_data : 0);
    if (in->bridged)
        s->mix(uint64_t{out->dcr_rsp_valid} << 33 | uint64_t{out->dcr_busy} << 32 | out->dcr_rsp_data);
}
