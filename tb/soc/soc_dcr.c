/* SPDX-License-Identifier: Apache-2.0 */
#include "soc_dcr.h"

#include "dcr_bridge.h"

enum { STATUS = GMMU_DCR_WINDOW_AT + DCR_STATUS_WORD };

static void request(soc_in *in, bool write, unsigned addr, uint32_t data) {
    in->dcr_valid = true;
    in->dcr_rw = write;
    in->dcr_addr = (uint16_t)addr;
    in->dcr_data = data;
}

static void write_satp(soc_dcr *d, soc_in *in) {
    const bool high = --d->commit == 0;
    request(in, true, GMMU_DCR_MMU_AT + (high ? DCR_SATP_HIGH : DCR_SATP_LOW),
            (uint32_t)(high ? d->satp >> 32 : d->satp));
}

/* An access of the driver begins, which takes its address and data at once. */
static void begin_access(soc_dcr *d, const gmmu_in *pins, soc_in *in, gmmu_out *seen) {
    const bool write = pins->lite_awvalid && pins->lite_wvalid;
    if (!write && !pins->lite_arvalid)
        return;
    seen->lite_awready = seen->lite_wready = (u1)write;
    seen->lite_arready = (u1)!write;
    d->access = write ? SOC_DCR_WRITES : SOC_DCR_READS;
    d->sent = !write;
    request(in, write, GMMU_DCR_WINDOW_AT + (unsigned)(write ? pins->lite_awaddr : pins->lite_araddr) / 4,
            (uint32_t)pins->lite_wdata);
}

/* A write is done when the status says that no access is under way. */
static void read_status(soc_dcr *d, const soc_out *out, soc_in *in) {
    if (d->sent && out->dcr_rsp_valid) {
        if ((out->dcr_rsp_data & (DCR_REFUSED | DCR_ERROR | DCR_LOST)) != 0)
            d->failed = "the DCR bridge has refused or lost an access";
        d->answered = (out->dcr_rsp_data & DCR_ACCESS) == 0;
    }
    if (!d->answered && (!d->sent || out->dcr_rsp_valid)) {
        request(in, false, STATUS, 0);
        d->sent = true;
    }
}

void soc_dcr_drive(soc_dcr *d, const gmmu_in *pins, const soc_out *out, soc_in *in, gmmu_out *seen) {
    in->dcr_valid = false;
    if (d->answered) {
        seen->lite_rvalid = (u1)(d->access == SOC_DCR_READS);
        seen->lite_bvalid = (u1)(d->access == SOC_DCR_WRITES);
        seen->lite_rdata = d->data;
        d->access = SOC_DCR_IDLE;
        d->answered = false;
    } else if (d->access == SOC_DCR_READS) {
        d->answered = out->dcr_rsp_valid;
        d->data = out->dcr_rsp_data;
    } else if (d->access == SOC_DCR_WRITES) {
        read_status(d, out, in);
    } else if (d->commit != 0) {
        write_satp(d, in);
    } else {
        begin_access(d, pins, in, seen);
    }
}

void soc_dcr_commit(soc_dcr *d, uint64_t satp) {
    d->satp = satp;
    d->commit = 2;
}
