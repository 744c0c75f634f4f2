/* SPDX-License-Identifier: Apache-2.0 */
/* gmmu classify: every workload alone on the chip, its TLB miss rates, and its row of MASK Table 2. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/visible.h"
#include "cli/classify_options.h"
#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/provenance.h"
#include "cli/run_all.h"
#include "program/table2.h"
#include "report/json.h"

#define HIGH_MISS_RATE 0.20 /* MASK §6: low is below 20 % */

/* The workloads, each a run of its own on all SMs. */
typedef struct {
    classify_options o;
    experiment *list[CHIP_MAX_APPS];
    size_t count;
} classes;

static void classify_open(classes *c) {
    for (uint32_t i = 0; i < c->o.run.napps; i++) {
        experiment *x = alloc_zeroed(1, sizeof *x);
        snprintf(x->label, sizeof x->label, "%.60s", c->o.run.app[i].spec);
        x->config = c->o.run.on.config;
        x->config.design = c->o.run.on.design[0].design;
        x->max_cycles = c->o.run.max_cycles;
        x->app[0] = c->o.run.app[i];
        x->app[0].sms = c->o.run.on.config.chip.sm.count;
        x->napps = 1;
        c->list[c->count++] = x;
    }
}

static void classify_free(classes *c) {
    for (size_t i = 0; i < c->count; i++) {
        gpu_result_free(&c->list[i]->result);
        free(c->list[i]);
    }
    run_options_end(&c->o.run);
    free(c);
}

/* ---- what a run says ---- */

/*
 * A level's rate as the simulator counts that MASK's authors publish (CMU-SAFARI/Mosaic,
 * v3.x/src/gpgpu-sim/tlb.cc, tlb_tag_array::probe; gpu-cache.cc, data_cache::access): every line of an
 * instruction looks up the L1 TLB; what comes for a page whose walk is under way waits and hits later, so a
 * pending hit is a hit, and a miss is what the next level is asked for. The rate of an SM's page requests,
 * with pending hits as misses, stands next to it.
 */
typedef struct {
    uint64_t hits, misses, pending_hits; /* as in a run */
    uint64_t accesses;                   /* that the rate is of */
} level_count;

static level_count l1_count(const app_stats *s) {
    return (level_count){s->l1_tlb_hits, s->l1_tlb_misses, s->l1_tlb_pending_hits, s->mem_transactions};
}

static level_count l2_count(const app_stats *s) {
    return (level_count){s->l2_tlb_hits, s->l2_tlb_misses, s->l2_tlb_pending_hits,
                         s->l2_tlb_hits + s->l2_tlb_misses};
}

static double classify_rate(uint64_t misses, uint64_t accesses) {
    return accesses ? (double)misses / (double)accesses : 0.0;
}

static double miss_rate(const level_count *c) {
    return classify_rate(c->misses - c->pending_hits, c->accesses);
}

static double rate_with_pending(const level_count *c) {
    return classify_rate(c->misses, c->hits + c->misses);
}

static bool is_high(double rate) {
    return rate >= HIGH_MISS_RATE;
}

static const char *class_name(bool high) {
    return high ? "high" : "low";
}

static bool row_agrees(const table2_app *paper, const app_stats *s) {
    const level_count l1 = l1_count(s), l2 = l2_count(s);
    return paper->l1_high == is_high(miss_rate(&l1)) && paper->l2_high == is_high(miss_rate(&l2));
}

/* The part of the time in which the channels' buses carry data. Negative: memory without channels. */
static double dram_use(const experiment *x) {
    const app_stats *s = &x->result.app[0].stats;
    const uint64_t of = x->result.bus_cycles;
    return of ? (double)(s->dram_data_bus + s->dram_walk_bus) / (double)of : -1.0;
}

/* ---- as text ---- */

static void classify_print(const classes *c, FILE *out) {
    fputs(
        "miss rates: L1 TLB  L2 TLB   row       MASK Table 2     pending hits as misses      IPC  DRAM use  "
        "workload\n",
        out);
    for (size_t i = 0; i < c->count; i++) {
        const experiment *x = c->list[i];
        const app_stats *s = &x->result.app[0].stats;
        const level_count l1 = l1_count(s), l2 = l2_count(s);
        const table2_app *paper = table2_of_spec(x->app[0].spec);
        const double use = dram_use(x);
        fprintf(out, "%-10s %6.1f%% %6.1f%%   %-4s %-4s ", paper ? paper->name : "-", 100.0 * miss_rate(&l1),
                100.0 * miss_rate(&l2), class_name(is_high(miss_rate(&l1))),
                class_name(is_high(miss_rate(&l2))));
        if (paper)
            fprintf(out, "%-4s %-4s %-7s", class_name(paper->l1_high), class_name(paper->l2_high),
                    row_agrees(paper, s) ? "agrees" : "differs");
        else
            fprintf(out, "%-17s", "-");
        fprintf(out, "     %6.1f%% %6.1f%%     %8.3f ", 100.0 * rate_with_pending(&l1),
                100.0 * rate_with_pending(&l2), app_ipc(&x->result.app[0]));
        if (use < 0.0)
            fprintf(out, "%9s", "-");
        else
            fprintf(out, "%8.1f%%", 100.0 * use);
        fputs("  ", out);
        visible_line(out, "%s", x->app[0].spec);
    }
}

/* ---- as JSON ---- */

static json_t *json_class(level_count c) {
    const double rate = miss_rate(&c);
    return json_pack("{s:I, s:I, s:I, s:I, s:f, s:f, s:s}", "accesses", (json_int_t)c.accesses, "hits",
                     (json_int_t)c.hits, "misses", (json_int_t)c.misses, "pending_hits",
                     (json_int_t)c.pending_hits, "miss_rate", rate, "miss_rate_with_pending",
                     rate_with_pending(&c), "class", class_name(is_high(rate)));
}

static json_t *json_table2(const table2_app *paper, const app_stats *s) {
    return json_pack("{s:s, s:s, s:s, s:b}", "name", paper->name, "l1", class_name(paper->l1_high), "l2",
                     class_name(paper->l2_high), "agrees", (int)row_agrees(paper, s));
}

static json_t *json_workload(const experiment *x) {
    const app_result *a = &x->result.app[0];
    const table2_app *paper = table2_of_spec(x->app[0].spec);
    json_t *o = json_pack("{s:o, s:o, s:I, s:f, s:o, s:o, s:I}", "workload", json_text(x->app[0].spec),
                          "name", json_text(a->name), "cycles", (json_int_t)a->first_cycles, "ipc",
                          app_ipc(a), "l1_tlb", json_class(l1_count(&a->stats)), "l2_tlb",
                          json_class(l2_count(&a->stats)), "walks", (json_int_t)a->stats.walks);
    if (dram_use(x) >= 0.0)
        json_object_set_new(o, "dram_use", json_real(dram_use(x)));
    if (paper)
        json_object_set_new(o, "table2", json_table2(paper, &a->stats));
    return o;
}

/* Steals the reference to `provenance`. */
static bool classify_write(const classes *c, trace_file *out, json_t *provenance) {
    json_t *list = json_array();
    for (size_t i = 0; i < c->count; i++)
        json_array_append_new(list, json_workload(c->list[i]));
    json_t *results =
        json_pack("{s:o, s:o, s:I, s:f, s:o}", "chip", json_text(c->o.run.on.config.chip.name), "design",
                  json_text(c->o.run.on.design[0].design.name), "seed", (json_int_t)c->o.run.on.config.seed,
                  "threshold", HIGH_MISS_RATE, "workloads", list);
    return json_write(provenance_before(provenance, results), out);
}

static bool classify_open_output(classes *c, trace_file *json) {
    const char *const name = c->o.run.json;
    return !name || (inputs_find(c->o.run.app, c->o.run.napps, &c->o.run.on.changed.files) &&
                     trace_files_open(json, &name, 1, &c->o.run.on.changed.files));
}

static json_t *provenance_of(const classes *c, int argc, char **argv) {
    const run_options *o = &c->o.run;
    json_t *provenance = provenance_new(argc, argv);
    provenance_chip(provenance, &o->on);
    provenance_runs(provenance, &o->on, o->app, o->napps);
    return provenance;
}

int command_classify(int argc, char **argv) {
    trace_file json = {0};
    classes *c = alloc_zeroed(1, sizeof *c);
    bool ok = classify_options_parse(&c->o, argc, argv) && classify_open_output(c, &json);
    if (ok)
        classify_open(c);
    ok = ok && run_all(c->list, c->count, c->o.run.jobs, c->o.run.quiet);
    if (ok && json.file)
        ok = classify_write(c, &json, provenance_of(c, argc, argv)) && trace_file_close(&json);
    trace_file_discard(&json);
    if (ok && !c->o.run.quiet)
        classify_print(c, trace_file_is_stdout(c->o.run.json) ? stderr : stdout);
    classify_free(c);
    return ok ? EXIT_SUCCESS : EXIT_BAD_INPUT;
}
