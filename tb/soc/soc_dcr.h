/* SPDX-License-Identifier: Apache-2.0 */
/* Software at the DCR bus in front of dcr_bridge: what the driver would do at AXI4-Lite it does through the
 * window, one access at a time, and it commits satp. Between requests it reads the status until the bridge is
 * ready. */
#ifndef GMMU_TB_SOC_DCR_H
#define GMMU_TB_SOC_DCR_H

#include "gmmu.h"
#include "soc_pins.h"

typedef enum { SOC_DCR_IDLE, SOC_DCR_READS, SOC_DCR_WRITES } soc_dcr_access;

typedef struct {
    soc_dcr_access access; /* of the driver, that is under way */
    bool sent;             /* its request, or the one for the status behind it, has been made */
    bool answered;         /* the driver has its answer in this cycle, ... */
    uint32_t data;         /* ... of a read this */
    unsigned commit;       /* words of satp that are to be written */
    uint64_t satp;
    const char *failed;
} soc_dcr;

/* Its pins, when the driver's are as in *pins; then what the driver sees, by the pins before the edge. */
void soc_dcr_drive(soc_dcr *d, const gmmu_in *pins, const soc_out *out, soc_in *in, gmmu_out *seen);
/* The two words of satp are to be written. Done when !soc_dcr_commits, and the pin dcr_busy is 0. */
void soc_dcr_commit(soc_dcr *d, uint64_t satp);
static inline bool soc_dcr_commits(const soc_dcr *d) {
    return d->commit != 0;
}

#endif
