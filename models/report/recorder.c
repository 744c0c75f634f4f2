/* SPDX-License-Identifier: Apache-2.0 */
#include "report/recorder.h"

#include <stdlib.h>

#include "base/outside.h"
#include "report/kanata.h"
#include "report/perfetto.h"

struct recorder {
    observer watch;
    kanata *kanata; /* or NULL */
    perfetto *perfetto;
};

static void recorder_inst(void *ctx, uint64_t cycle, uint32_t sm, uint32_t warp, uint64_t uid,
                          inst_stage stage, const warp_inst *inst) {
    const recorder *r = ctx;
    kanata_inst(r->kanata, cycle, sm, warp, uid, stage, inst);
}

static uint16_t recorder_opcode(void *ctx, const char *text, size_t length) {
    const recorder *r = ctx;
    return kanata_opcode(r->kanata, text, length);
}

static void recorder_span(void *ctx, uint64_t now, const char *track, uint32_t lane, const char *what,
                          uint64_t t0, uint64_t t1, uint64_t address, uint32_t app) {
    const recorder *r = ctx;
    perfetto_span(r->perfetto, now, track, lane, what, t0, t1, address, app);
}

static void recorder_value(void *ctx, uint64_t now, const char *track, const char *what, double value,
                           uint32_t app) {
    const recorder *r = ctx;
    perfetto_value(r->perfetto, now, track, what, value, app);
}

recorder *recorder_new(FILE *kanata_file, FILE *perfetto_file, uint32_t base_mhz, const char *about) {
    recorder *r = calloc(1, sizeof *r);
    if (r) {
        r->watch.ctx = r;
        r->kanata = kanata_file ? kanata_new(kanata_file, about) : NULL;
        r->perfetto = perfetto_file ? perfetto_new(perfetto_file, base_mhz, about) : NULL;
    }
    if (!r || (kanata_file && !r->kanata) || (perfetto_file && !r->perfetto)) {
        (void)recorder_end(r);
        message_line("gmmu: out of memory");
        return NULL;
    }
    r->watch.inst = kanata_file ? recorder_inst : NULL;
    r->watch.opcode = kanata_file ? recorder_opcode : NULL;
    r->watch.span = perfetto_file ? recorder_span : NULL;
    r->watch.value = perfetto_file ? recorder_value : NULL;
    return r;
}

const observer *recorder_observer(const recorder *r) {
    return &r->watch;
}

bool recorder_end(recorder *r) {
    if (!r)
        return true;
    bool ok = kanata_end(r->kanata);
    ok = perfetto_end(r->perfetto) && ok;
    if (!ok)
        message_line("gmmu: out of memory, not everything was recorded");
    free(r);
    return ok;
}
