/* SPDX-License-Identifier: Apache-2.0 */
/* The pins of tb/soc/soc.sv, and the Verilated system behind them (soc_top.cpp). All outputs are a function
 * of the state alone. */
#ifndef GMMU_TB_SOC_PINS_H
#define GMMU_TB_SOC_PINS_H

#include <stdbool.h>
#include <stdint.h>

enum { SOC_CORES = 2, SOC_CORE_WARPS = 4, SOC_WARPS = SOC_CORES * SOC_CORE_WARPS, SOC_BANKS = 8 };
enum { SOC_PLANTS = 9 };
enum { SOC_BEATS = 4 /* words of a line */, SOC_IDS = 32, SOC_LINE_BYTES = 32 };

typedef struct {
    bool rst;
    uint8_t plant; /* a bug of core, L1 TLB or crossing, 1 to SOC_PLANTS; 0: none */
    bool flush_waits;
    bool bridged; /* the host is at the DCR bus, not at lite_* */
    bool wide;    /* page tables and records are behind axi4_master */
    bool crossed; /* lite_* and irq are at the clock of soc_top_bus_edge */
    bool bus_rst;
    bool dcr_valid, dcr_rw;
    uint16_t dcr_addr;
    uint32_t dcr_data;
    bool lite_awvalid, lite_wvalid, lite_bready, lite_arvalid, lite_rready;
    uint8_t lite_awaddr, lite_araddr, lite_wstrb;
    uint32_t lite_wdata;
    bool run_valid, run_core;
    uint8_t run_warp;
    uint16_t run_asid;
    uint64_t run_pc;
    uint8_t retry; /* a bit for each warp, core 0's first */
    uint8_t bank_ready, pre;
    bool act_valid;
    uint8_t act_bank;
    uint32_t act_row;
    bool rd_valid, done_valid;
    uint8_t rd_id, done_id;
    uint64_t rd_data;
} soc_in;

typedef struct {
    bool lite_awready, lite_wready, lite_bvalid, lite_arready, lite_rvalid;
    uint8_t lite_bresp, lite_rresp;
    uint32_t lite_rdata;
    bool irq, quiet;
    bool bus_up;
    bool dcr_rsp_valid, dcr_busy;
    uint32_t dcr_rsp_data;
    uint8_t busy, failed, dead, blocked;
    uint64_t page[SOC_WARPS]; /* of a blocked warp */
    bool issue_valid, issue_write;
    uint8_t issue_id, issue_bank, issue_col;
    uint32_t issue_row;
    bool wd_valid, rd_ready, done_ready;
    uint8_t wd_id, wd_beat, wd_strb;
    uint64_t wd_data;
} soc_out;

typedef struct soc_top soc_top;

/* A system before its reset. */
soc_top *soc_top_new(void);
void soc_top_free(soc_top *top);
/* A waveform goes to this file from now on, a time unit for each half of a cycle. False: the file cannot be
 * written, or this program has no waveforms. */
bool soc_top_wave(soc_top *top, const char *file);
/* One clock edge; out: the pins after it. */
void soc_top_step(soc_top *top, const soc_in *in, soc_out *out);
/* With crossed: one edge of the clock of lite_*. */
void soc_top_bus_edge(soc_top *top, const soc_in *in, soc_out *out);
/* Of the output pins of all cycles without reset, those of the gmmu too. */
uint64_t soc_top_hash(const soc_top *top);

#endif
