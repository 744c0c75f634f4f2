/* SPDX-License-Identifier: Apache-2.0 */
/* gmmu classify: every workload alone on the chip, its TLB miss rates, and its row of MASK Table 2. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/visible.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/run_all.h"
#include "out/json.h"
#include "workloads/table2.h"

#define HIGH_MISS_RATE 0.20 /* MASK §6: low is below 20 % */

/* The workloads, each a run of its own on all SMs. */
typedef struct {
    options o;
    experiment *list[CHIP_MAX_APPS];
    size_t count;
} classes;

static void classify_open(classes *c) {
    for (uint32_t i = 0; i < c->o.napps; i++) {
        experiment *x = alloc_zeroed(1, sizeof *x);
        snprintf(x->label, sizeof x->label, "%.60s", c->o.app[i].spec);
        x->config = c->o.config;
        x->config.design = c->o.design[0].design;
        x->max_cycles = c->o.max_cycles;
        x->app[0] = c->o.app[i];
        x->app[0].sms = c->o.config.chip.sm.count;
        x->napps = 1;
        c->list[c->count++] = x;
    }
}

static void classify_free(classes *c) {
    for (size_t i = 0; i < c->count; i++) {
        gpu_result_free(&c->list[i]->result);
        free(c->list[i]);
    }
    options_end(&c->o);
    free(c);
}

/* ---- what a run says ---- */

static double classify_rate(uint64_t hits, uint64_t misses) {
    return hits + misses ? (double)misses / (double)(hits + misses) : 0.0;
}

static double l1_rate(const app_stats *s) {
    return classify_rate(s->l1_tlb_hits, s->l1_tlb_misses);
}

static double l2_rate(const app_stats *s) {
    return classify_rate(s->l2_tlb_hits, s->l2_tlb_misses);
}

static bool is_high(double rate) {
    return rate >= HIGH_MISS_RATE;
}

static const char *class_name(bool high) {
    return high ? "high" : "low";
}

/* The part of the time in which the channels' buses carry data. Negative: memory without channels. */
static double dram_use(const experiment *x) {
    const app_stats *s = &x->result.app[0].stats;
    const uint64_t of = x->result.bus_cycles;
    return of ? (double)(s->dram_data_bus + s->dram_walk_bus) / (double)of : -1.0;
}

/* ---- as text ---- */

static void classify_print(const classes *c, FILE *out) {
    fputs("miss rates: L1 TLB  L2 TLB   row       MASK Table 2      IPC  DRAM use  workload\n", out);
    for (size_t i = 0; i < c->count; i++) {
        const experiment *x = c->list[i];
        const app_stats *s = &x->result.app[0].stats;
        const double l1 = l1_rate(s);
        const double l2 = l2_rate(s);
        const table2_app *paper = table2_of_spec(x->app[0].spec);
        const double use = dram_use(x);
        fprintf(out, "%-10s %6.1f%% %6.1f%%   %-4s %-4s ", paper ? paper->name : "-", 100.0 * l1, 100.0 * l2,
                class_name(is_high(l1)), class_name(is_high(l2)));
        if (paper)
            fprintf(out, "%-4s %-4s %-7s", class_name(paper->l1_high), class_name(paper->l2_high),
                    paper->l1_high == is_high(l1) && paper->l2_high == is_high(l2) ? "agrees" : "differs");
        else
            fprintf(out, "%-17s", "-");
        fprintf(out, " %7.3f ", app_ipc(&x->result.app[0]));
        if (use < 0.0)
            fprintf(out, "%9s", "-");
        else
            fprintf(out, "%8.1f%%", 100.0 * use);
        fputs("  ", out);
        visible_line(out, "%s", x->app[0].spec);
    }
}

/* ---- as JSON ---- */

static json_t *json_class(uint64_t hits, uint64_t misses) {
    const double rate = classify_rate(hits, misses);
    return json_pack("{s:I, s:I, s:f, s:s}", "hits", (json_int_t)hits, "misses", (json_int_t)misses,
                     "miss_rate", rate, "class", class_name(is_high(rate)));
}

static json_t *json_table2(const table2_app *paper, const app_stats *s) {
    return json_pack("{s:s, s:s, s:s, s:b}", "name", paper->name, "l1", class_name(paper->l1_high), "l2",
                     class_name(paper->l2_high), "agrees",
                     (int)(paper->l1_high == is_high(l1_rate(s)) && paper->l2_high == is_high(l2_rate(s))));
}

static json_t *json_workload(const experiment *x) {
    const app_result *a = &x->result.app[0];
    const table2_app *paper = table2_of_spec(x->app[0].spec);
    json_t *o = json_pack("{s:o, s:o, s:I, s:f, s:o, s:o, s:I}", "workload", json_text(x->app[0].spec),
                          "name", json_text(a->name), "cycles", (json_int_t)a->first_cycles, "ipc",
                          app_ipc(a), "l1_tlb", json_class(a->stats.l1_tlb_hits, a->stats.l1_tlb_misses),
                          "l2_tlb", json_class(a->stats.l2_tlb_hits, a->stats.l2_tlb_misses), "walks",
                          (json_int_t)a->stats.walks);
    if (dram_use(x) >= 0.0)
        json_object_set_new(o, "dram_use", json_real(dram_use(x)));
    if (paper)
        json_object_set_new(o, "table2", json_table2(paper, &a->stats));
    return o;
}

static bool classify_write(const classes *c, trace_file *out) {
    json_t *list = json_array();
    for (size_t i = 0; i < c->count; i++)
        json_array_append_new(list, json_workload(c->list[i]));
    return json_write(json_pack("{s:o, s:o, s:I, s:f, s:o}", "chip", json_text(c->o.config.chip.name),
                                "design", json_text(c->o.design[0].design.name), "seed",
                                (json_int_t)c->o.config.seed, "threshold", HIGH_MISS_RATE, "workloads", list),
                      out);
}

int command_classify(int argc, char **argv) {
    trace_file json = {0};
    classes *c = alloc_zeroed(1, sizeof *c);
    bool ok = options_parse_classify(&c->o, argc, argv) && (!c->o.json || trace_file_open(&json, c->o.json));
    if (ok)
        classify_open(c);
    ok = ok && run_all(c->list, c->count, &c->o);
    if (ok && json.file)
        ok = classify_write(c, &json);
    else
        trace_file_discard(&json);
    if (ok && !c->o.quiet)
        classify_print(c, trace_file_is_stdout(c->o.json) ? stderr : stdout);
    classify_free(c);
    return ok ? EXIT_SUCCESS : EXIT_BAD_INPUT;
}
