/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/probe_covert.h"

#include <inttypes.h>

#include "base/visible.h"
#include "cli/size_text.h"
#include "probe/probe_noise.h"
#include "probe/tlb_covert.h"

#define BITS      256U /* of a message */
#define SHORTEST  8U   /* the shortest symbol is such a part of the longest safe one */
#define LENGTHS   6U
#define LEAST_BIT 64U /* cycles of a symbol */

static void print_head(FILE *out, const tlb_covert *c, const tlb_boundary *b, const probe_machine *m) {
    char covers[SIZE_TEXT];
    const tlb_boundary_level *last = &b->level[c->level];
    fprintf(out,
            "found by the experiment:\n"
            "level %" PRIu32 " of the TLBs: %" PRIu32 " entries of %s; SM %" PRIu32 " and %" PRIu32
            " share it and no other\n"
            "the receiver reads %" PRIu32 " addresses, the sender %" PRIu32 "\n"
            "a message of %u bits at %" PRIu32 " MHz:\n"
            "way      cycles of a symbol  receiver's time of 0 and 1    errors  capacity     kbit/s\n",
            c->level + 1, last->entries, size_text(last->covers, covers), c->receiver, c->sender,
            c->read.count, c->send.count, BITS, m->mhz);
}

static void print_covert_point(FILE *out, FILE *csv, const tlb_covert_point *p) {
    const bit_channel *ch = &p->channel;
    fprintf(out, "%-7s %19" PRIu64 " %15.1f %14.1f %8.1f%% %9.3f %10.1f\n", covert_names[p->way], p->cycles,
            ch->mean[0], ch->mean[1], 100 * ch->error, ch->capacity, p->rate);
    if (csv)
        fprintf(csv, "%s,%" PRIu64 ",%.3f,%.3f,%.6f,%.6f,%.3f\n", covert_names[p->way], p->cycles,
                ch->mean[0], ch->mean[1], ch->error, ch->capacity, p->rate);
}

/* Symbols of growing length, up to four times the time that sender and receiver need. */
static bool covert_rates(const probe_machine *m, const tlb_covert *c, covert_way way, FILE *csv, FILE *out,
                         tlb_covert_point *best) {
    for (uint32_t i = 0; i < LENGTHS; i++) {
        tlb_covert_point point;
        uint64_t cycles = (c->symbol << i) / SHORTEST;
        cycles = cycles > LEAST_BIT ? cycles : LEAST_BIT;
        if (!tlb_covert_send(m, c, way, cycles, BITS, 1, &point))
            return false;
        print_covert_point(out, csv, &point);
        if (point.rate > best->rate)
            *best = point;
    }
    return true;
}

static bool covert_all(const options *o, const probe_machine *m, const tlb_covert *c, FILE *csv, FILE *out) {
    probe_noise noise = {.quiet = m, .most = o->noise, .random = 1};
    const probe_machine noisy = probe_noise_machine(&noise);
    for (covert_way way = 0; way < COVERT_WAYS; way++) {
        tlb_covert_point best = {.rate = 0};
        bool changes;
        if (!covert_rates(o->noise ? &noisy : m, c, way, csv, out, &best) ||
            !tlb_covert_changes(m, c, way, 2 * c->symbol, BITS, 1, &changes))
            return false;
        fprintf(out, "%s: ", covert_names[way]);
        if (best.rate > 0)
            fprintf(out, "%.1f kbit/s at most", best.rate);
        else
            fputs("no channel", out);
        fprintf(out, "; the receiver's latencies %s the message\n",
                changes ? "depend on" : "do not change by a cycle with");
    }
    return true;
}

int probe_covert(const options *o, const probe_gpu *chip, FILE *csv, FILE *out) {
    const probe_machine *m = probe_gpu_machine(chip);
    tlb_boundary boundary;
    tlb_covert c;
    const char *failed = NULL;
    if (!tlb_boundary_find(m, &boundary))
        return EXIT_BAD_INPUT;
    bool ok = tlb_covert_find(m, &boundary, &c, &failed);
    if (ok) {
        if (csv)
            fputs("way,symbol_cycles,time_of_0,time_of_1,errors,capacity_bits,kbit_per_s\n", csv);
        print_head(out, &c, &boundary, m);
        ok = covert_all(o, m, &c, csv, out);
    }
    tlb_covert_end(&c);
    if (failed) {
        visible_line(stderr, "gmmu: probe tlb-covert: %s", failed);
        return EXIT_NOT_FOUND;
    }
    return ok ? 0 : EXIT_BAD_INPUT;
}
