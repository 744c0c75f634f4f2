/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The Verilated unit as the models use it, behind unit_ops (models/units/unit.h),
 * in the place of lockstep_rtl.cpp: the same stimulus checks the generated
 * adapters and the optimized Verilated library. Registers are not visible here.
 */
#include "lockstep_unit.h"
#include "units/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ls_rtl {
    const unit_ops *ops;
    void *unit;
    bool rst;
    void *in;       /* for the coming edge */
    void *pins;     /* outputs() before the edge */
    void *reported; /* what step() said they were */
};

ls_rtl *ls_rtl_new(const ls_unit *unit, uint64_t seed, const char *fst, const ls_view *view) {
    (void)view;
    (void)seed; /* registers are not visible, so neither is their start */
    const unit_ops *ops = unit_find(unit->name, true);
    ls_rtl *rtl = ops ? calloc(1, sizeof *rtl) : NULL;
    if (!rtl || fst || ops->in_bytes != unit->in.bytes || ops->out_bytes != unit->out.bytes) {
        fprintf(stderr, "lockstep %s: %s\n", unit->name,
                fst ? "no waveform in this build" : "no such RTL unit");
        free(rtl);
        return NULL;
    }
    rtl->ops = ops;
    rtl->unit = ops->create();
    rtl->in = calloc(1, ops->in_bytes);
    rtl->pins = calloc(1, ops->out_bytes);
    rtl->reported = calloc(1, ops->out_bytes);
    if (!rtl->unit || !rtl->in || !rtl->pins || !rtl->reported) {
        ls_rtl_free(rtl);
        return NULL;
    }
    return rtl;
}

void ls_rtl_free(ls_rtl *rtl) {
    if (rtl->unit)
        rtl->ops->destroy(rtl->unit);
    free(rtl->in);
    free(rtl->pins);
    free(rtl->reported);
    free(rtl);
}

void ls_rtl_drive(ls_rtl *rtl, bool rst, const void *in) {
    rtl->rst = rst;
    memcpy(rtl->in, in, rtl->ops->in_bytes);
}

void ls_rtl_edge(ls_rtl *rtl) {
    if (rtl->rst) {
        rtl->ops->reset(rtl->unit);
        return;
    }
    rtl->ops->outputs(rtl->unit, rtl->pins);
    rtl->ops->step(rtl->unit, rtl->in, rtl->reported);
    if (memcmp(rtl->pins, rtl->reported, rtl->ops->out_bytes) != 0) {
        printf("FAIL lockstep %s: step() and outputs() of the RTL adapter disagree\n", rtl->ops->name);
        exit(1);
    }
}

bool ls_rtl_state(const ls_rtl *rtl, void *state) {
    (void)rtl;
    (void)state;
    return false;
}

void ls_rtl_set_state(ls_rtl *rtl, const void *state) {
    (void)rtl;
    (void)state;
}

bool ls_rtl_broken(const ls_rtl *rtl) {
    (void)rtl;
    return false;
}

void ls_rtl_pins(const ls_rtl *rtl, void *out) {
    rtl->ops->outputs(rtl->unit, out);
}
