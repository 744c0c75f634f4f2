/* SPDX-License-Identifier: Apache-2.0 */
#include "out/table.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/visible.h"

#define NAME_BYTES   512
#define COLUMN_WIDTH 13 /* at least */
#define HASH_DIGITS  8

/* One figure of a run (app: which application). Negative: not applicable, printed as a dash. */
typedef double (*figure_fn)(const gpu_result *r, uint32_t app, const double *alone_ipc);

typedef struct {
    const char *label;
    int decimals;
    figure_fn value;
} figure;

static double table_ratio(uint64_t part, uint64_t whole) {
    return whole ? (double)part / (double)whole : -1.0;
}

static double table_percent(uint64_t part, uint64_t whole) {
    return whole ? 100.0 * table_ratio(part, whole) : -1.0;
}

static double table_cycles(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)app, (void)alone_ipc;
    return (double)r->cycles;
}

static double table_window(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)app, (void)alone_ipc;
    return r->app[0].window_cycles ? (double)gpu_measured_cycles(r) : -1.0;
}

static double total_ipc(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)app, (void)alone_ipc;
    double sum = 0.0;
    for (uint32_t i = 0; i < r->apps; i++)
        sum += app_ipc(&r->app[i]);
    return sum;
}

static double table_speedup(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)app;
    return alone_ipc ? shared_progress(r, alone_ipc).stp : -1.0;
}

static double table_unfair(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)app;
    const double worst = alone_ipc ? shared_progress(r, alone_ipc).worst : -1.0;
    return isfinite(worst) ? worst : -1.0;
}

static double table_golden(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)app, (void)alone_ipc;
    return r->queue_level[0];
}

static double table_silver(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)app, (void)alone_ipc;
    return r->queue_level[1];
}

static double table_normal(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)app, (void)alone_ipc;
    return r->queue_level[2];
}

/* ---- sums over the applications, by a member of app_stats ---- */

static uint64_t chip_sum(const gpu_result *r, size_t offset) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < r->apps; i++)
        sum += *(const uint64_t *)((const char *)&r->app[i].stats + offset);
    return sum;
}

#define CHIP_SUM(r, member) chip_sum((r), offsetof(app_stats, member))

static double walks_active(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)app, (void)alone_ipc;
    return table_ratio(CHIP_SUM(r, walk_active_cycles), gpu_measured_cycles(r));
}

static double walks_queued(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)app, (void)alone_ipc;
    return table_ratio(CHIP_SUM(r, walk_queue_cycles), gpu_measured_cycles(r));
}

static double data_bus(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)app, (void)alone_ipc;
    return table_percent(CHIP_SUM(r, dram_data_bus), r->bus_cycles);
}

static double walk_bus(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)app, (void)alone_ipc;
    return table_percent(CHIP_SUM(r, dram_walk_bus), r->bus_cycles);
}

static double golden_hits(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)app, (void)alone_ipc;
    return table_percent(CHIP_SUM(r, dram_row_hits[0]), CHIP_SUM(r, dram_requests[0]));
}

static double silver_hits(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)app, (void)alone_ipc;
    return table_percent(CHIP_SUM(r, dram_row_hits[1]), CHIP_SUM(r, dram_requests[1]));
}

/* Write-backs go through the normal queue. */
static double normal_hits(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)app, (void)alone_ipc;
    return table_percent(CHIP_SUM(r, dram_row_hits[2]),
                         CHIP_SUM(r, dram_requests[2]) + CHIP_SUM(r, dram_writes));
}

static const figure chip_figures[] = {
    {"cycles", 0, table_cycles},
    {"of these in the window", 0, table_window},
    {"IPC, all applications", 3, total_ipc},
    {"weighted speedup", 3, table_speedup},
    {"unfairness (max slowdown)", 3, table_unfair},
    {"golden queue, avg entries", 2, table_golden},
    {"silver queue, avg entries", 2, table_silver},
    {"normal queue, avg entries", 2, table_normal},
    {"golden queue, row hits, %", 1, golden_hits},
    {"silver queue, row hits, %", 1, silver_hits},
    {"normal queue, row hits, %", 1, normal_hits},
    {"DRAM bus used for data, %", 1, data_bus},
    {"DRAM bus used for walks, %", 1, walk_bus},
    {"page walks at a time", 1, walks_active},
    {"walks waiting for a walker", 1, walks_queued},
};

static double table_faults(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)app, (void)alone_ipc;
    return (double)r->faults.faults;
}

static double fault_latency(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)app, (void)alone_ipc;
    return table_ratio(r->faults.cycles, r->faults.faults);
}

static double pages_migrated(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)app, (void)alone_ipc;
    return (double)r->faults.migrated;
}

static double pages_allocated(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)app, (void)alone_ipc;
    return (double)r->faults.allocated;
}

static double fault_batch(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)app, (void)alone_ipc;
    return table_ratio(r->faults.faults - r->faults.local, r->faults.batches);
}

static double handler_busy(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)app, (void)alone_ipc;
    return table_percent(r->faults.handler_cycles, gpu_measured_cycles(r));
}

static double link_busy(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)app, (void)alone_ipc;
    return table_percent(r->faults.link_cycles, gpu_measured_cycles(r));
}

static double table_switched(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)app, (void)alone_ipc;
    return (double)r->switching.out;
}

/* Printed when there were any. */
static const figure fault_figures[] = {
    {"page faults", 0, table_faults},          {"fault round trip, cycles", 0, fault_latency},
    {"pages migrated", 0, pages_migrated},     {"pages allocated", 0, pages_allocated},
    {"faults per host batch", 1, fault_batch}, {"host handler busy, %", 1, handler_busy},
    {"host link busy, %", 1, link_busy},       {"blocks switched out", 0, table_switched},
};

static double table_coalesced(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)app, (void)alone_ipc;
    return (double)r->coalescing.coalesced;
}

static double table_splintered(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)app, (void)alone_ipc;
    return (double)r->coalescing.splintered;
}

static double coalescer_busy(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)app, (void)alone_ipc;
    return table_percent(r->coalescing.cycles, gpu_measured_cycles(r));
}

static double table_failsafe(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)app, (void)alone_ipc;
    return (double)r->failsafe_pages;
}

/* Printed when there is a page coalescer. */
static const figure coalescing_figures[] = {
    {"large pages coalesced", 0, table_coalesced},
    {"large pages splintered", 0, table_splintered},
    {"page coalescer busy, %", 1, coalescer_busy},
    {"pages by CoCoA's failsafe", 0, table_failsafe},
};

static double table_ipc(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)alone_ipc;
    return app_ipc(&r->app[app]);
}

static double table_slowdown(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    const double progress = alone_ipc ? normalized_progress(r, alone_ipc, app) : 0.0;
    return progress > 0.0 ? progress_turnaround(progress) : -1.0;
}

static double l1_tlb(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)alone_ipc;
    const app_stats *s = &r->app[app].stats;
    return table_percent(s->l1_tlb_hits, s->l1_tlb_hits + s->l1_tlb_misses);
}

static double l2_tlb(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)alone_ipc;
    const app_stats *s = &r->app[app].stats;
    return table_percent(s->l2_tlb_hits, s->l2_tlb_hits + s->l2_tlb_misses);
}

static double table_bypass(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)alone_ipc;
    const app_stats *s = &r->app[app].stats;
    return s->bypass_fills ? table_percent(s->bypass_hits, s->l2_tlb_misses) : -1.0;
}

static double table_walks(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)alone_ipc;
    return (double)r->app[app].stats.walks;
}

static double walk_latency(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)alone_ipc;
    return table_ratio(r->app[app].stats.walk_cycles, r->app[app].stats.walks);
}

static double app_walks_active(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)alone_ipc;
    return table_ratio(r->app[app].stats.walk_active_cycles, gpu_measured_cycles(r));
}

static double warps_per_miss(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)alone_ipc;
    return table_ratio(r->app[app].stats.tlb_warps, r->app[app].stats.tlb_answers);
}

static double warps_stalled(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)alone_ipc;
    return table_ratio(r->app[app].stats.stall_tlb_cycles, gpu_measured_cycles(r) * r->app[app].sms);
}

static double dram_walk_latency(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)alone_ipc;
    return table_ratio(r->app[app].stats.dram_walk_cycles, r->app[app].stats.dram_walk_requests);
}

static double dram_data_latency(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)alone_ipc;
    const app_stats *s = &r->app[app].stats;
    return table_ratio(app_dram_data_cycles(s), app_dram_data_reads(s));
}

static double l2_data(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)alone_ipc;
    return table_percent(r->app[app].stats.l2_hits[0], r->app[app].stats.l2_accesses[0]);
}

static double l2_walk(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)alone_ipc;
    uint64_t hits = 0;
    uint64_t accesses = 0;
    for (uint32_t d = 1; d < GMMU_NUM_DEPTHS; d++) {
        hits += r->app[app].stats.l2_hits[d];
        accesses += r->app[app].stats.l2_accesses[d];
    }
    return table_percent(hits, accesses);
}

static double row_hits(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)alone_ipc;
    const app_stats *s = &r->app[app].stats;
    return table_percent(app_dram_row_hits(s), app_dram_accesses(s));
}

static double table_tokens(const gpu_result *r, uint32_t app, const double *alone_ipc) {
    (void)alone_ipc;
    return (double)r->app[app].tokens;
}

static const figure app_figures[] = {
    {"IPC", 3, table_ipc},
    {"slowdown", 3, table_slowdown},
    {"L1 TLB hit rate, %", 1, l1_tlb},
    {"L2 TLB hit rate, %", 1, l2_tlb},
    {"bypass cache hit rate, %", 1, table_bypass},
    {"page walks", 0, table_walks},
    {"walk latency, cycles", 1, walk_latency},
    {"page walks at a time", 1, app_walks_active},
    {"warps waiting for a miss", 1, warps_per_miss},
    {"warps stalled by TLBs, per SM", 1, warps_stalled},
    {"L2 hit rate of data, %", 1, l2_data},
    {"L2 hit rate of walks, %", 1, l2_walk},
    {"DRAM row hits, %", 1, row_hits},
    {"DRAM latency of data, memory", 1, dram_data_latency},
    {"DRAM latency of walks, memory", 1, dram_walk_latency},
    {"tokens at the end", 0, table_tokens},
};

/* Characters of a column: its head fits, with a space before it. */
static int column_width(experiment *const *runs, size_t count) {
    char name[NAME_BYTES];
    size_t width = COLUMN_WIDTH;
    for (size_t k = 0; k < count; k++) {
        const size_t head = strlen(visible(name, sizeof name, runs[k]->label)) + 1;
        width = head > width ? head : width;
    }
    return (int)width;
}

static void print_figures(FILE *out, const figure *f, size_t figures, uint32_t app, experiment *const *runs,
                          size_t count, const double *alone_ipc) {
    const int width = column_width(runs, count);
    for (size_t i = 0; i < figures; i++) {
        fprintf(out, "  %-29s", f[i].label);
        for (size_t k = 0; k < count; k++) {
            double v = f[i].value(&runs[k]->result, app, alone_ipc);
            if (v < 0.0)
                fprintf(out, "%*s", width, "-");
            else
                fprintf(out, "%*.*f", width, f[i].decimals, v);
        }
        fputc('\n', out);
    }
}

static bool has_faults(const experiment *x) {
    return x->result.faults.faults != 0;
}

static bool has_coalescer(const experiment *x) {
    return x->config.design.coalesce;
}

static bool any_run(experiment *const *runs, size_t count, bool (*has)(const experiment *x)) {
    for (size_t k = 0; k < count; k++)
        if (has(runs[k]))
            return true;
    return false;
}

void table_print(FILE *out, experiment *const *runs, size_t count, const double *alone_ipc) {
    const gpu_result *first = &runs[0]->result;
    const int width = column_width(runs, count);
    char name[NAME_BYTES];
    fprintf(out, "%-31s", "");
    for (size_t k = 0; k < count; k++)
        fprintf(out, "%*s", width, visible(name, sizeof name, runs[k]->label));
    fputc('\n', out);
    print_figures(out, chip_figures, sizeof chip_figures / sizeof *chip_figures, 0, runs, count, alone_ipc);
    if (any_run(runs, count, has_faults))
        print_figures(out, fault_figures, sizeof fault_figures / sizeof *fault_figures, 0, runs, count,
                      alone_ipc);
    if (any_run(runs, count, has_coalescer))
        print_figures(out, coalescing_figures, sizeof coalescing_figures / sizeof *coalescing_figures, 0,
                      runs, count, alone_ipc);
    for (uint32_t a = 0; a < first->apps; a++) {
        fprintf(out, "%s (ASID %u, %u SMs, %" PRIu64 " warp instructions%s)\n",
                visible(name, sizeof name, first->app[a].name), first->app[a].asid, first->app[a].sms,
                app_ipc_instructions(&first->app[a]), first->app[a].follows ? ", follows the one above" : "");
        print_figures(out, app_figures, sizeof app_figures / sizeof *app_figures, a, runs, count, alone_ipc);
    }
    fprintf(out, "%-31s", "event hash");
    for (size_t k = 0; k < count; k++)
        fprintf(out, "%*s%08" PRIx64, width - HASH_DIGITS, "", runs[k]->result.event_hash >> 32);
    fputc('\n', out);
}
