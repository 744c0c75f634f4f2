/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/probe_covert.h"

#include <inttypes.h>

#include "base/outside.h"
#include "chip/probe_gpu.h"
#include "cli/commands.h"
#include "cli/size_text.h"
#include "config/config_check.h"
#include "study/probe/probe_noise.h"
#include "study/probe/tlb_covert.h"

#define BITS      256U /* of a message */
#define SHORT     64U  /* of one on each divided chip */
#define SHORTEST  8U   /* the shortest symbol is such a part of the longest safe one */
#define LENGTHS   6U
#define LEAST_BIT 64U /* cycles of a symbol */

static void print_head(FILE *out, const tlb_covert *c, const tlb_boundary *b) {
    char covers[SIZE_TEXT];
    const tlb_boundary_level *last = &b->level[c->level];
    fprintf(out,
            "found by the experiment:\n"
            "level %" PRIu32 " of the TLBs: %" PRIu32 " entries of %s; SM %" PRIu32 " and %" PRIu32
            " share it and no other\n"
            "the receiver reads %" PRIu32 " addresses, the sender %" PRIu32 "\n",
            c->level + 1, last->entries, size_text(last->covers, covers), c->receiver, c->sender,
            c->read.count, c->send.count);
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

static int covert_all(const probe_options *o, const probe_machine *m, const tlb_covert *c, FILE *csv,
                      FILE *out) {
    probe_noise noise = {.quiet = m, .most = o->noise, .random = 1};
    const probe_machine noisy = probe_noise_machine(&noise);
    fprintf(out,
            "a message of %u bits at %" PRIu32 " MHz:\n"
            "way      cycles of a symbol  receiver's time of 0 and 1    errors  capacity     kbit/s\n",
            BITS, m->mhz);
    if (csv)
        fputs("way,symbol_cycles,time_of_0,time_of_1,errors,capacity_bits,kbit_per_s\n", csv);
    for (covert_way way = 0; way < COVERT_WAYS; way++) {
        tlb_covert_point best = {.rate = 0};
        bool changes;
        if (!covert_rates(o->noise ? &noisy : m, c, way, csv, out, &best) ||
            !tlb_covert_changes(m, c, way, 2 * c->symbol, BITS, 1, &changes))
            return EXIT_BAD_INPUT;
        fprintf(out, "%s: ", covert_names[way]);
        if (best.rate > 0)
            fprintf(out, "%.1f kbit/s at most", best.rate);
        else
            fputs("no channel", out);
        fprintf(out, "; the receiver's latencies %s the message\n",
                changes ? "depend on" : "do not change by a cycle with");
    }
    return 0;
}

/* What is done with the channel once it is found. 0, EXIT_NOT_FOUND after one line on stderr, or
 * EXIT_BAD_INPUT: the machine knows why. */
typedef int (*channel_fn)(const probe_options *o, const probe_machine *m, const tlb_covert *c, FILE *csv,
                          FILE *out);

static int with_channel(const probe_options *o, const probe_machine *m, const char *name, channel_fn use,
                        FILE *csv, FILE *out) {
    tlb_boundary boundary;
    tlb_covert c;
    const char *failed = NULL;
    int code = EXIT_BAD_INPUT;
    if (!tlb_boundary_find(m, &boundary))
        return EXIT_BAD_INPUT;
    if (tlb_covert_find(m, &boundary, &c, &failed)) {
        print_head(out, &c, &boundary);
        code = use(o, m, &c, csv, out);
    }
    tlb_covert_end(&c);
    if (failed) {
        message_line("gmmu: probe %s: %s", name, failed);
        return EXIT_NOT_FOUND;
    }
    return code;
}

int probe_covert(const probe_options *o, const probe_machine *m, FILE *csv, FILE *out) {
    return with_channel(o, m, "tlb-covert", covert_all, csv, out);
}

/* ---- what closes it ---- */

/* What each of the two programs has of its own, of the last TLB level and behind it. */
typedef struct {
    const char *name;
    bool ways, queues, walkers;
} own_parts;

static const own_parts divisions[] = {
    {"nothing", false, false, false},
    {"ways", true, false, false},
    {"ways and queues", true, true, false},
    {"ways, queues and walkers", true, true, true},
};
#define DIVISIONS (sizeof divisions / sizeof *divisions)

static gpu_config divided_config(const gpu_config *described, const own_parts *own) {
    gpu_config config = *described;
    tlb_level_config *last = &config.chip.tlb.level[config.chip.tlb.levels - 1];
    last->partitions = own->ways ? 2 : last->partitions;
    last->queue_partitions = own->queues ? 2 : last->queue_partitions;
    config.chip.walk.partitions = own->walkers ? 2 : config.chip.walk.partitions;
    return config;
}

bool probe_closed_possible(const probe_options *o) {
    for (size_t i = 0; i < DIVISIONS; i++) {
        char err[512];
        const gpu_config config = divided_config(&o->on.config, &divisions[i]);
        if (!config_check(&config, err, sizeof err)) {
            message_line("gmmu: probe tlb-closed: own %s: %s", divisions[i].name, err);
            return false;
        }
    }
    return true;
}

static void print_closed_point(FILE *out, FILE *csv, const own_parts *own, const tlb_covert_point *p,
                               bool changes) {
    fprintf(out, "%-24s %-7s %9.3f %10.1f   %s\n", own->name, covert_names[p->way], p->channel.capacity,
            p->rate, changes ? "depend on the message" : "do not change by a cycle");
    if (csv)
        fprintf(csv, "\"%s\",%s,%" PRIu64 ",%.6f,%.3f,%d\n", own->name, covert_names[p->way], p->cycles,
                p->channel.capacity, p->rate, changes);
}

static bool send_divided(const probe_machine *m, const own_parts *own, const tlb_covert *c, FILE *csv,
                         FILE *out) {
    for (covert_way way = 0; way < COVERT_WAYS; way++) {
        tlb_covert_point point;
        bool changes;
        if (!tlb_covert_send(m, c, way, 2 * c->symbol, SHORT, 1, &point) ||
            !tlb_covert_changes(m, c, way, 2 * c->symbol, SHORT, 1, &changes))
            return false;
        print_closed_point(out, csv, own, &point, changes);
    }
    return true;
}

static int closed_all(const probe_options *o, const probe_machine *m, const tlb_covert *c, FILE *csv,
                      FILE *out) {
    fprintf(out,
            "a message of %u bits in symbols of %" PRIu64 " cycles at %" PRIu32 " MHz:\n"
            "a program's own          way      capacity     kbit/s   the receiver's latencies\n",
            SHORT, 2 * c->symbol, m->mhz);
    if (csv)
        fputs("own,way,symbol_cycles,capacity_bits,kbit_per_s,depends\n", csv);
    for (size_t i = 0; i < DIVISIONS; i++) {
        char err[512];
        const gpu_config config = divided_config(&o->on.config, &divisions[i]);
        probe_gpu *chip = probe_gpu_new(&config, false, err, sizeof err);
        const bool sent = chip && send_divided(probe_gpu_machine(chip), &divisions[i], c, csv, out);
        if (!sent)
            message_line("gmmu: %s", chip ? probe_gpu_error(chip) : err);
        probe_gpu_free(chip);
        if (!sent)
            return EXIT_NOT_FOUND;
    }
    return 0;
}

int probe_closed(const probe_options *o, const probe_machine *m, FILE *csv, FILE *out) {
    return with_channel(o, m, "tlb-closed", closed_all, csv, out);
}
