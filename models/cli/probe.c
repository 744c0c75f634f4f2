/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gmmu probe: experiments that know a chip, or a GPU, by its latencies alone. What the chip's description
 * says is printed next to their findings, and read for nothing else.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/outside.h"
#include "base/visible.h"
#include "chip/probe_gpu.h"
#include "cli/bad_option.h"
#include "cli/commands.h"
#include "cli/probe_covert.h"
#include "cli/probe_hash.h"
#include "cli/probe_interference.h"
#include "cli/probe_options.h"
#include "cli/probe_progress.h"
#include "cli/provenance.h"
#include "cli/size_text.h"
#include "config/tlb_shape.h"
#include "report/trace_file.h"
#include "study/cuda/cuda_machine.h"
#include "study/probe/tlb_boundary.h"
#include "study/probe/tlb_sharing.h"

/* ---- tlb-boundary ---- */

static void print_row(FILE *out, uint32_t level, uint32_t entries, uint64_t covers, uint64_t brings) {
    char a[SIZE_TEXT], b[SIZE_TEXT], c[SIZE_TEXT];
    fprintf(out, "%5" PRIu32 " %9" PRIu32 " %14s %14s %10s", level, entries, size_text(covers, a),
            brings ? size_text(brings, b) : "?", size_text(entries * covers, c));
}

static void print_found(FILE *out, const tlb_boundary *found) {
    char seen[SIZE_TEXT];
    fputs("found by the experiment:\n", out);
    fputs("level   entries   entry covers    miss brings      reach        hit       miss\n", out);
    for (uint32_t i = 0; i < found->levels; i++) {
        const tlb_boundary_level *l = &found->level[i];
        print_row(out, i + 1, l->entries, l->covers, l->brings);
        fprintf(out, " %10" PRIu32 " %+10" PRId32 "\n", l->hit, (int32_t)l->miss);
    }
    fprintf(out, "no further boundary up to %" PRIu32 " accesses and %s\n", found->accesses,
            size_text(found->seen, seen));
}

/* The array of a level that keeps the pages of a large allocation, and the bytes it keeps of one. */
static uint64_t array_of_pages(const tlb_level_config *level, uint64_t page_sizes, tlb_array_shape *found) {
    tlb_array_shape shape[TLB_SHAPE_ARRAYS];
    const uint64_t page = UINT64_C(1) << (63 - __builtin_clzll(page_sizes));
    const uint32_t count = tlb_shape_arrays(level, page_sizes, shape);
    uint64_t most = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t kept = shape[i].sizes & (2 * page - 1);
        if (kept == 0 || kept <= most)
            continue;
        *found = shape[i];
        most = UINT64_C(1) << (63 - __builtin_clzll(kept));
    }
    return most;
}

static void print_described(FILE *out, const chip_config *chip) {
    visible_line(out, "described by chip '%s':", chip->name);
    for (uint32_t i = 0; i < chip->tlb.levels; i++) {
        tlb_array_shape shape = {0};
        const uint64_t piece = array_of_pages(&chip->tlb.level[i], chip_page_sizes(chip), &shape);
        if (piece == 0)
            fprintf(out, "%5" PRIu32 " keeps no such pages\n", i + 1);
        else {
            print_row(out, i + 1, shape.entries, shape.pages * piece, piece);
            fputc('\n', out);
        }
    }
}

static void print_point(void *ctx, const tlb_boundary_point *p) {
    fprintf(ctx, "%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%.3f\n", p->level, p->stride, p->range, p->cycles);
}

static bool write_curves(const probe_machine *m, const tlb_boundary *found, FILE *csv) {
    if (!csv)
        return true;
    fputs("level,stride_bytes,range_bytes,cycles\n", csv);
    return tlb_boundary_curves(m, found, print_point, csv);
}

static int probe_tlb_boundary(const probe_options *o, const probe_machine *m, FILE *csv, FILE *out) {
    tlb_boundary found;
    if (!tlb_boundary_find(m, &found) || !write_curves(m, &found, csv))
        return EXIT_BAD_INPUT;
    print_found(out, &found);
    if (probe_options_describe(o))
        print_described(out, &o->on.config.chip);
    return 0;
}

/* ---- tlb-sharing ---- */

/* A line for each group of SMs, if there are several; group[i]: the first SM of the group of SM i. */
static void print_groups(FILE *out, uint32_t level, const uint32_t *group, uint32_t sms) {
    uint32_t groups = 0;
    for (uint32_t i = 0; i < sms; i++)
        groups += group[i] == i;
    if (groups == 1 || groups == sms) {
        fprintf(out, "level %" PRIu32 ": %s\n", level,
                groups == 1 ? "all SMs share one" : "each SM has its own");
        return;
    }
    fprintf(out, "level %" PRIu32 ": %" PRIu32 " groups of SMs\n", level, groups);
    for (uint32_t first = 0; first < sms; first++) {
        if (group[first] != first)
            continue;
        for (uint32_t i = first; i < sms; i++)
            if (group[i] == first)
                fprintf(out, "%s%" PRIu32, i == first ? "    " : " ", i);
        fputc('\n', out);
    }
}

static void print_sharing(FILE *out, const tlb_sharing_found *found) {
    fputs("found by the experiment:\n", out);
    for (uint32_t k = 0; k < found->levels; k++) {
        if (found->tested[k])
            print_groups(out, k + 1, found->group[k], found->sms);
        else
            fprintf(out, "level %" PRIu32 ": not tested, memory has no room for what two SMs read\n", k + 1);
    }
}

static void print_described_sharing(FILE *out, const chip_config *chip) {
    uint8_t place[CHIP_MAX_SMS];
    visible_line(out, "described by chip '%s':", chip->name);
    chip_sm_places(chip, place);
    for (uint32_t k = 0; k < chip->tlb.levels; k++) {
        uint32_t group[CHIP_MAX_SMS];
        const uint32_t sms = chip_tlb_sms(chip, k);
        for (uint32_t i = 0; i < chip->sm.count; i++) {
            group[i] = 0;
            while (place[group[i]] / sms != place[i] / sms)
                group[i]++;
        }
        print_groups(out, k + 1, group, chip->sm.count);
    }
}

static void print_pair(void *ctx, const tlb_sharing_point *p) {
    fprintf(ctx, "%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%.3f,%d\n", p->level, p->sm, p->other, p->cycles,
            p->shared);
}

static bool write_pairs(const probe_machine *m, const tlb_boundary *boundary, FILE *csv) {
    if (!csv)
        return true;
    fputs("level,sm,other_sm,cycles,shared\n", csv);
    return tlb_sharing_pairs(m, boundary, print_pair, csv);
}

static int probe_tlb_sharing(const probe_options *o, const probe_machine *m, FILE *csv, FILE *out) {
    tlb_boundary boundary;
    tlb_sharing_found found;
    if (!tlb_boundary_find(m, &boundary) || !tlb_sharing_find(m, &boundary, &found) ||
        !write_pairs(m, &boundary, csv))
        return EXIT_BAD_INPUT;
    print_sharing(out, &found);
    if (probe_options_describe(o))
        print_described_sharing(out, &o->on.config.chip);
    return 0;
}

/* ---- all ---- */

/* Prints to `out` what it has found; csv is NULL when none is asked for. 0, EXIT_NOT_FOUND after one line on
 * stderr, or EXIT_BAD_INPUT: the machine knows why. */
typedef int (*experiment_fn)(const probe_options *o, const probe_machine *m, FILE *csv, FILE *out);

typedef struct {
    const char *name;
    experiment_fn run;
    bool in_one_piece;                        /* of physical memory */
    bool on_gpu;                              /* it needs nothing that a real GPU does not do */
    bool levelled;                            /* there: it asks for translations, not for data */
    bool noise;                               /* it takes --noise */
    bool (*possible)(const probe_options *o); /* false after one line; NULL: on every chip */
} probe_experiment;

static const probe_experiment experiments[] = {
    {.name = "tlb-boundary", .run = probe_tlb_boundary, .on_gpu = true, .levelled = true},
    {.name = "tlb-sharing", .run = probe_tlb_sharing, .on_gpu = true, .levelled = true},
    {.name = "hash", .run = probe_hash, .in_one_piece = true, .noise = true, .on_gpu = true},
    {.name = "interference", .run = probe_interference, .in_one_piece = true},
    {.name = "tlb-covert", .run = probe_covert, .noise = true},
    {.name = "tlb-closed", .run = probe_closed, .possible = probe_closed_possible},
};

static const probe_experiment *experiment_named(const char *name) {
    for (size_t i = 0; i < sizeof experiments / sizeof *experiments; i++)
        if (strcmp(name, experiments[i].name) == 0)
            return &experiments[i];
    return NULL;
}

/* What is experimented on: a simulated chip or a GPU; the other is NULL. */
typedef struct {
    probe_gpu *chip;
    cuda_calls *calls;
    cuda_machine *gpu;
} probe_subject;

static bool subject_open(probe_subject *s, const probe_options *o, const probe_experiment *chosen) {
    char err[512];
    if (o->on_gpu) {
        s->calls = cuda_calls_open(err, sizeof err);
        s->gpu = s->calls ? cuda_machine_new(s->calls, o->gpu, chosen->levelled, err, sizeof err) : NULL;
    } else
        s->chip = probe_gpu_new(&o->on.config, chosen->in_one_piece, err, sizeof err);
    if (!s->gpu && !s->chip)
        message_line("gmmu: %s", err);
    return s->gpu || s->chip;
}

static void subject_close(probe_subject *s) {
    probe_gpu_free(s->chip);
    cuda_machine_free(s->gpu);
    cuda_calls_close(s->calls);
}

static void print_gpu(FILE *out, const probe_options *o, const cuda_machine *real) {
    const cuda_facts *f = cuda_machine_facts(real);
    const probe_machine *m = cuda_machine_probe(real);
    char cache[SIZE_TEXT], bytes[SIZE_TEXT];
    visible_line(out,
                 "GPU %" PRIu32 ": %s, %" PRIu32 " SMs of %" PRIu32
                 " MHz, L2 cache of %s, driver of CUDA %" PRIu32 ".%" PRIu32,
                 o->gpu, f->name, f->sms, f->mhz, size_text(f->cache_bytes, cache), f->driver / 1000,
                 f->driver % 1000 / 10);
    visible_line(out, "%s of addresses; latencies of hits differ by %" PRIu32 " cycles",
                 size_text(m->bytes, bytes), m->noise);
}

/* The file is opened before anything is measured, and completed after. */
static int probe_run(const probe_options *o, const probe_experiment *chosen, const json_t *provenance) {
    trace_file csv = {0};
    probe_subject s = {0};
    int code = EXIT_BAD_INPUT;
    if (subject_open(&s, o, chosen) && trace_files_open(&csv, &o->csv, 1, &o->on.changed.files)) {
        FILE *out = trace_file_is_stdout(o->csv) ? stderr : stdout;
        provenance_comment(provenance, csv.file);
        if (s.gpu)
            print_gpu(out, o, s.gpu);
        probe_progress progress;
        const probe_machine counted =
            probe_progress_begin(&progress, s.gpu ? cuda_machine_probe(s.gpu) : probe_gpu_machine(s.chip),
                                 trace_file_is_terminal(&csv));
        code = chosen->run(o, &counted, csv.file, out);
        probe_progress_end(&progress);
        if (code == EXIT_BAD_INPUT)
            message_line("gmmu: %s", s.gpu ? cuda_machine_error(s.gpu) : probe_gpu_error(s.chip));
    }
    if (code == EXIT_BAD_INPUT || !csv.file)
        trace_file_discard(&csv);
    else if (!trace_file_close(&csv))
        code = EXIT_BAD_INPUT;
    subject_close(&s);
    return code;
}

int command_probe(int argc, char **argv) {
    const char *name = argc < 2 ? "" : argv[1];
    const probe_experiment *chosen = experiment_named(name);
    if (!chosen) {
        near_name near = near_name_of(name);
        for (size_t i = 0; i < sizeof experiments / sizeof *experiments; i++)
            near_name_offer(&near, experiments[i].name);
        (void)bad_name("probe", name,
                       "tlb-boundary, tlb-sharing, tlb-covert, tlb-closed, hash or interference", &near);
        return EXIT_BAD_INPUT;
    }
    probe_options *o = alloc_zeroed(1, sizeof *o);
    int code = EXIT_BAD_INPUT;
    if (probe_options_parse(o, argc - 1, argv + 1)) {
        if (o->noise && !chosen->noise)
            message_line("gmmu: --noise '%u': expected it with gmmu probe hash or tlb-covert alone",
                         o->noise);
        else if (o->on_gpu && !chosen->on_gpu)
            message_line("gmmu: --gpu '%" PRIu32
                         "': expected it with gmmu probe tlb-boundary, tlb-sharing or hash "
                         "alone",
                         o->gpu);
        else if (!chosen->possible || chosen->possible(o)) {
            json_t *provenance = provenance_new(argc, argv);
            if (probe_options_describe(o))
                provenance_chip(provenance, &o->on);
            provenance_runs(provenance, &o->on, NULL, 0);
            code = probe_run(o, chosen, provenance);
            json_decref(provenance);
        }
    }
    chip_options_end(&o->on);
    free(o);
    return code;
}
