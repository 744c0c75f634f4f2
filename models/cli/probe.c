/* SPDX-License-Identifier: Apache-2.0 */
/*
 * gmmu probe: experiments that know a chip by its latencies alone. What the chip's description says is
 * printed beside their findings, and read for nothing else.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/visible.h"
#include "chip/probe_gpu.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/size_text.h"
#include "out/trace_file.h"
#include "probe/tlb_boundary.h"
#include "spec/tlb_shape.h"

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

/* The file is opened before anything is simulated, and completed after. */
static bool write_curves(const probe_gpu *chip, const tlb_boundary *found, trace_file *csv) {
    if (!csv->file)
        return true;
    fputs("level,stride_bytes,range_bytes,cycles\n", csv->file);
    return tlb_boundary_curves(probe_gpu_machine(chip), found, print_point, csv->file);
}

static bool probe_tlb_boundary(const options *o, const probe_gpu *chip, trace_file *csv) {
    tlb_boundary found;
    if (!tlb_boundary_find(probe_gpu_machine(chip), &found) || !write_curves(chip, &found, csv)) {
        visible_line(stderr, "gmmu: %s", probe_gpu_error(chip));
        return false;
    }
    FILE *out = trace_file_is_stdout(o->csv) ? stderr : stdout;
    print_found(out, &found);
    print_described(out, &o->config.chip);
    return true;
}

static bool probe_run(const options *o) {
    char err[512];
    trace_file csv = {0};
    probe_gpu *chip = probe_gpu_new(&o->config, err, sizeof err);
    if (!chip) {
        visible_line(stderr, "gmmu: %s", err);
        return false;
    }
    bool ok = !o->csv || trace_file_open(&csv, o->csv);
    ok = ok && probe_tlb_boundary(o, chip, &csv);
    if (ok && csv.file)
        ok = trace_file_close(&csv);
    else
        trace_file_discard(&csv);
    probe_gpu_free(chip);
    return ok;
}

int command_probe(int argc, char **argv) {
    if (argc < 2 || strcmp(argv[1], "tlb-boundary") != 0) {
        visible_line(stderr, "gmmu: probe '%s': expected tlb-boundary", argc < 2 ? "" : argv[1]);
        return EXIT_BAD_INPUT;
    }
    options *o = alloc_zeroed(1, sizeof *o);
    bool ok = options_parse_probe(o, argc - 1, argv + 1) && probe_run(o);
    options_end(o);
    free(o);
    return ok ? EXIT_SUCCESS : EXIT_BAD_INPUT;
}
