/* SPDX-License-Identifier: Apache-2.0 */
/* gmmu run and gmmu compare: the runs, the alone runs behind the metrics, the output files. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/visible.h"
#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/options.h"
#include "cli/run_all.h"
#include "out/json.h"
#include "out/recorder.h"
#include "out/table.h"

#define MAX_RUNS (GMMU_MAX_DESIGNS + CHIP_MAX_APPS)

/* All runs of one command: the designs first, then every application alone. */
typedef struct {
    options o;
    experiment *list[MAX_RUNS];
    size_t designs, count;
    double alone_ipc[CHIP_MAX_APPS];
    bool have_alone;
} session;

static experiment *add_run(session *s, const char *label, const design_config *design) {
    experiment *x = alloc_zeroed(1, sizeof *x);
    snprintf(x->label, sizeof x->label, "%s", label);
    x->config = s->o.config;
    x->config.design = *design;
    x->max_cycles = s->o.max_cycles;
    s->list[s->count++] = x;
    return x;
}

static void add_designs(session *s, const observer *watch) {
    for (uint32_t i = 0; i < s->o.designs; i++) {
        char label[48];
        const bool rtl = s->o.design[i].rtl || s->o.config.rtl_units[0];
        snprintf(label, sizeof label, "%s%s", s->o.design[i].design.name, rtl ? "+rtl" : "");
        experiment *x = add_run(s, label, &s->o.design[i].design);
        if (s->o.design[i].rtl)
            options_all_rtl(&x->config);
        x->napps = s->o.napps;
        memcpy(x->app, s->o.app, sizeof x->app);
        x->watch = i == 0 ? watch : NULL;
    }
    s->designs = s->count;
}

/*
 * Alone means: the same SMs, nothing else on the chip (MASK 6). Decision: always
 * on SharedTLB, so that one denominator serves all designs and weighted speedups
 * can be compared; and always in C, which RTL equals cycle by cycle.
 */
static void add_alone(session *s) {
    if (!s->o.alone || s->o.napps < 2)
        return;
    for (uint32_t i = 0; i < s->o.napps; i++) {
        experiment *x = add_run(s, "alone", design_preset("sharedtlb"));
        memcpy(x->config.design.block_scheduler, s->o.config.design.block_scheduler, DESIGN_NAME_BYTES);
        memset(x->config.rtl_units, 0, sizeof x->config.rtl_units);
        x->napps = 1;
        x->app[0] = s->o.app[i];
        x->app[0].follows = false;
    }
    s->have_alone = true;
}

static void take_alone(session *s) {
    for (uint32_t i = 0; s->have_alone && i < s->o.napps; i++)
        s->alone_ipc[i] = app_ipc(&s->list[s->designs + i]->result.app[0]);
}

static void session_free(session *s) {
    for (size_t i = 0; i < s->count; i++) {
        gpu_result_free(&s->list[i]->result);
        free(s->list[i]);
    }
    options_end(&s->o);
    free(s);
}

static const double *alone_of(const session *s) {
    return s->have_alone ? s->alone_ipc : NULL;
}

static bool write_json(const session *s, trace_file *out) {
    if (s->o.designs == 1)
        return json_write(json_result(s->list[0], alone_of(s)), out);
    json_t *runs = json_array();
    for (size_t i = 0; i < s->designs; i++)
        json_array_append_new(runs, json_result(s->list[i], alone_of(s)));
    json_t *root = json_object();
    json_object_set_new(root, "runs", runs);
    return json_write(root, out);
}

enum { JSON_FILE, KANATA_FILE, PERFETTO_FILE, OUTPUT_FILES };

/* Output files are opened before anything is simulated, and completed after. */
typedef struct {
    trace_file file[OUTPUT_FILES];
    recorder *record;
} outputs;

static bool outputs_open(outputs *out, options *o) {
    const char *const name[OUTPUT_FILES] = {o->json, o->kanata, o->perfetto};
    *out = (outputs){0};
    if ((o->json || o->kanata || o->perfetto) &&
        (!inputs_find(o) || !trace_files_open(out->file, name, OUTPUT_FILES, &o->changed.files)))
        return false;
    if (!o->kanata && !o->perfetto)
        return true;
    out->record = recorder_new(out->file[KANATA_FILE].file, out->file[PERFETTO_FILE].file,
                               chip_base_mhz(&o->config.chip));
    return out->record != NULL;
}

/* Are lines of a file on a terminal while the runs are under way? */
static bool outputs_on_terminal(const outputs *out) {
    return trace_file_is_terminal(&out->file[KANATA_FILE]) ||
           trace_file_is_terminal(&out->file[PERFETTO_FILE]);
}

/* The files appear together, when all is well: none of them when one cannot be written. */
static bool outputs_close(outputs *out, const session *s, bool keep) {
    bool ok = recorder_end(out->record) && keep;
    if (ok && out->file[JSON_FILE].file)
        ok = write_json(s, &out->file[JSON_FILE]);
    ok = ok && trace_files_close(out->file, OUTPUT_FILES);
    for (int i = 0; i < OUTPUT_FILES; i++)
        trace_file_discard(&out->file[i]);
    return ok;
}

/* Where tables go: not between the bytes of an output file. */
static FILE *for_people(const options *o) {
    const bool taken =
        trace_file_is_stdout(o->json) || trace_file_is_stdout(o->kanata) || trace_file_is_stdout(o->perfetto);
    return taken ? stderr : stdout;
}

/* Where a design ran both in C and as RTL: are all results the same? */
static bool check_rtl(const session *s) {
    bool same = true;
    for (size_t i = 0; i < s->designs; i++) {
        for (size_t k = 0; k < s->designs; k++) {
            const experiment *c = s->list[i];
            const experiment *rtl = s->list[k];
            if (c->config.rtl_units[0] || !rtl->config.rtl_units[0] ||
                strcmp(c->config.design.name, rtl->config.design.name) != 0)
                continue;
            bool equal = gpu_result_equal(&c->result, &rtl->result);
            visible_line(for_people(&s->o), "%s against %s: cycles, statistics and event hash %s", rtl->label,
                         c->label, equal ? "identical" : "DIFFERENT");
            same = same && equal;
        }
    }
    return same;
}

/* Which units "+rtl" in a head means, when they are not all. */
static void print_rtl(const session *s) {
    const char *const *unit = s->o.config.rtl_units;
    if (s->o.rtl_all || !unit[0])
        return;
    FILE *out = for_people(&s->o);
    fputs("units as RTL:", out);
    for (int i = 0; i < GMMU_MAX_UNITS && unit[i]; i++)
        fprintf(out, "%s %s", i ? "," : "", unit[i]);
    fputc('\n', out);
}

/* With --check-values: says which applications race, and so may leave other values. They are the same in all
 * designs. */
static void warn_of_races(const session *s) {
    for (uint32_t app = 0; s->o.config.check_values && app < s->list[0]->napps; app++) {
        const app_result *a = &s->list[0]->result.app[app];
        char text[512];
        race_report_text(&a->races, text, sizeof text);
        if (a->races.count)
            visible_line(stderr, "gmmu: %s: warning: %s", a->name, text);
    }
}

/* With --check-values: did every run leave what a run in program order leaves? */
static bool check_values(const session *s) {
    bool right = true;
    for (size_t i = 0; s->o.config.check_values && i < s->designs; i++) {
        for (uint32_t app = 0; app < s->list[i]->napps; app++) {
            const app_result *a = &s->list[i]->result.app[app];
            if (app_values_right(a))
                continue;
            visible_line(stderr,
                         "gmmu: %s: %s: wrong values: registers %016" PRIx64 ", memory %016" PRIx64
                         ", expected %016" PRIx64 ", %016" PRIx64,
                         s->list[i]->label, a->name, a->values.registers, a->values.memory,
                         a->reference.registers, a->reference.memory);
            right = false;
        }
    }
    return right;
}

static int run_session(int argc, char **argv, bool compare) {
    session *s = alloc_zeroed(1, sizeof *s);
    if (!options_parse(&s->o, argc, argv, compare)) {
        session_free(s);
        return EXIT_BAD_INPUT;
    }
    outputs out;
    bool ok = outputs_open(&out, &s->o);
    add_designs(s, out.record ? recorder_observer(out.record) : NULL);
    add_alone(s);
    ok = ok && run_all(s->list, s->count, s->o.jobs, s->o.quiet || outputs_on_terminal(&out));
    if (ok)
        take_alone(s);
    ok = outputs_close(&out, s, ok) && ok;
    if (ok && !s->o.quiet) {
        table_print(for_people(&s->o), s->list, s->designs, alone_of(s));
        print_rtl(s);
    }
    ok = ok && check_rtl(s);
    if (ok)
        warn_of_races(s);
    bool values = !ok || check_values(s);
    session_free(s);
    return !ok ? EXIT_BAD_INPUT : values ? EXIT_SUCCESS : EXIT_WRONG_VALUES;
}

int command_run(int argc, char **argv) {
    return run_session(argc, argv, false);
}

int command_compare(int argc, char **argv) {
    return run_session(argc, argv, true);
}
