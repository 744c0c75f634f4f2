/* SPDX-License-Identifier: Apache-2.0 */
/*
 * AXI4-Lite slave port (Arm IHI 0022) in front of a file of 32-bit registers. One write and one read are
 * under way at the same time. Address and data of a write may come in either order.
 *
 * wr_*, rd_*: the access is shown to the registers for one cycle, and they answer in the next one: wr_ok,
 * rd_ok and rd_data. An access that they refuse is answered SLVERR. So is a write that is not of all four
 * bytes (WSTRB); it is never shown to them. AxPROT is not looked at.
 */
#ifndef GMMU_AXI4_LITE_PORT_H
#define GMMU_AXI4_LITE_PORT_H

#include "gmmu_params.h"
#include "gmmu_types.h"

GMMU_REQUIRE(GMMU_LITE_ADDR_W >= 3 && GMMU_LITE_ADDR_W <= 32, "GMMU_LITE_ADDR_W must be 3 to 32");

enum { LITE_OKAY = 0, LITE_SLVERR = 2 }; /* xRESP */

typedef struct {
    u1 aw_valid; /* the address of a write is here; this and all that follows: reset 0 */
    GMMU_U(GMMU_LITE_ADDR_W) aw_addr;
    u1 w_valid; /* its data are here */
    u32 w_data;
    u1 w_whole; /* all four bytes */
    u1 w_asked; /* the registers answer it in this cycle */
    u1 b_valid;
    u1 b_error;
    u1 ar_valid; /* a read is here */
    GMMU_U(GMMU_LITE_ADDR_W) ar_addr;
    u1 r_asked; /* the registers answer it in this cycle */
    u1 r_valid;
    u1 r_error;
    u32 r_data;
} axi4_lite_port_state;

typedef struct {
    u1 awvalid;
    GMMU_U(GMMU_LITE_ADDR_W) awaddr;
    u1 wvalid;
    u32 wdata;
    u4 wstrb;
    u1 bready;
    u1 arvalid;
    GMMU_U(GMMU_LITE_ADDR_W) araddr;
    u1 rready;
    u1 wr_ok;    /* the write of the previous cycle is done, else it is refused */
    u1 rd_ok;    /* the read of the previous cycle: ... */
    u32 rd_data; /* ... what the register holds */
} axi4_lite_port_in;

typedef struct {
    u1 awready;
    u1 wready;
    u1 bvalid;
    u2 bresp; /* OKAY or SLVERR, as is rresp */
    u1 arready;
    u1 rvalid;
    u32 rdata;
    u2 rresp;
    u1 wr_valid; /* a register is to be written, for one cycle */
    GMMU_U(GMMU_LITE_ADDR_W) wr_addr;
    u32 wr_data;
    u1 rd_valid; /* a register is to be read, for one cycle */
    GMMU_U(GMMU_LITE_ADDR_W) rd_addr;
} axi4_lite_port_out;

void axi4_lite_port_reset(axi4_lite_port_state *s);
/* The output pins as a function of the state alone (Moore). */
void axi4_lite_port_outputs(const axi4_lite_port_state *s, axi4_lite_port_out *out);
/* One clock edge: out as axi4_lite_port_outputs() before the edge, then the state moves. */
void axi4_lite_port_step(axi4_lite_port_state *s, const axi4_lite_port_in *in, axi4_lite_port_out *out);

#endif
