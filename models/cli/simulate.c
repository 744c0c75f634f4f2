/* SPDX-License-Identifier: Apache-2.0 */
/* gmmu run and gmmu compare: the runs and the output files. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/outside.h"
#include "base/visible.h"
#include "cli/commands.h"
#include "cli/epoch_lines.h"
#include "cli/inputs.h"
#include "cli/provenance.h"
#include "cli/returned.h"
#include "cli/session.h"
#include "report/json.h"
#include "report/recorder.h"
#include "report/statistics.h"
#include "report/table.h"

static json_t *json_of_all(const session *s) {
    if (s->o.on.designs == 1)
        return json_result(s->list[0], session_alone(s));
    json_t *runs = json_array();
    for (size_t i = 0; i < s->designs; i++)
        json_array_append_new(runs, json_result(s->list[i], session_alone(s)));
    json_t *root = json_object();
    json_object_set_new(root, "runs", runs);
    return root;
}

enum { JSON_FILE, CSV_FILE, KANATA_FILE, PERFETTO_FILE, TICKS_FILE, OUTPUT_FILES };

/* Output files are opened before anything is simulated, and completed after. */
typedef struct {
    trace_file file[OUTPUT_FILES];
    recorder *record;
    json_t *provenance; /* NULL when no file is open */
} outputs;

static bool open_recorder(outputs *out, const run_options *o) {
    char *about = json_dumps(out->provenance, JSON_COMPACT | JSON_PRESERVE_ORDER);
    out->record = recorder_new(out->file[KANATA_FILE].file, out->file[PERFETTO_FILE].file,
                               chip_base_mhz(&o->on.config.chip), about);
    free(about);
    return out->record != NULL;
}

/* returned: the results are also wanted as JSON. */
static bool outputs_open(outputs *out, run_options *o, int argc, char **argv, bool returned) {
    const char *const name[OUTPUT_FILES] = {o->json, o->csv, o->kanata, o->perfetto, o->ticks};
    *out = (outputs){0};
    if (!returned && !o->json && !o->csv && !o->kanata && !o->perfetto && !o->ticks)
        return true;
    if (!inputs_find(o->app, o->napps, &o->on.changed.files) ||
        !trace_files_open(out->file, name, OUTPUT_FILES, &o->on.changed.files))
        return false;
    out->provenance = provenance_new(argc, argv);
    provenance_chip(out->provenance, &o->on);
    provenance_runs(out->provenance, &o->on, o->app, o->napps);
    return (!o->kanata && !o->perfetto) || open_recorder(out, o);
}

/* Are lines of a file on a terminal while the runs are under way? */
static bool outputs_on_terminal(const outputs *out, const run_options *o) {
    return (o->every && isatty(STDOUT_FILENO)) || trace_file_is_terminal(&out->file[KANATA_FILE]) ||
           trace_file_is_terminal(&out->file[PERFETTO_FILE]);
}

/* The files appear together, when all is well: none of them when one cannot be written. */
static bool outputs_close(outputs *out, const session *s, bool keep) {
    bool ok = recorder_end(out->record) && keep;
    if (ok && out->file[JSON_FILE].file)
        ok = json_write(provenance_before(json_incref(out->provenance), json_of_all(s)),
                        &out->file[JSON_FILE]);
    if (ok && out->file[CSV_FILE].file) {
        provenance_comment(out->provenance, out->file[CSV_FILE].file);
        statistics_csv(out->file[CSV_FILE].file, s->list, s->designs, session_alone(s));
    }
    if (ok && out->file[TICKS_FILE].file) {
        provenance_comment(out->provenance, out->file[TICKS_FILE].file);
        statistics_ticks(out->file[TICKS_FILE].file, s->list, s->designs);
    }
    ok = ok && trace_files_close(out->file, OUTPUT_FILES);
    for (int i = 0; i < OUTPUT_FILES; i++)
        trace_file_discard(&out->file[i]);
    json_decref(out->provenance);
    return ok;
}

static bool any_file(const run_options *o, bool (*is)(const char *path)) {
    return is(o->json) || is(o->csv) || is(o->kanata) || is(o->perfetto) || is(o->ticks);
}

static bool file_on_stdout(const run_options *o) {
    return any_file(o, trace_file_is_stdout);
}

/* Where tables go: not between the bytes of an output file. */
static FILE *for_people(const run_options *o) {
    if (outside_here())
        return outside_here()->messages;
    return o->every || file_on_stdout(o) ? stderr : stdout;
}

/* Epochs are written to standard output as soon as they are over, so nothing else is. */
static bool epochs_alone(const run_options *o) {
    if (!o->every || !file_on_stdout(o))
        return true;
    message_line("gmmu: --every: expected no other output on standard output");
    return false;
}

/* What a program that wants the results as JSON may not ask for as well: what goes to the streams of the
 * process, and a second copy. */
static bool returned_alone(const run_options *o) {
    if (!o->json && !o->every && !file_on_stdout(o) && !any_file(o, trace_file_is_stderr))
        return true;
    message_line("gmmu: --%s: expected no such output: the results are returned as JSON",
                 o->json             ? "json"
                 : o->every          ? "every"
                 : file_on_stdout(o) ? "csv, --kanata, --perfetto or --ticks on standard output"
                                     : "csv, --kanata, --perfetto or --ticks on standard error");
    return false;
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
    const char *const *unit = s->o.on.config.rtl_units;
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
    for (uint32_t app = 0; s->o.on.config.check_values && app < s->list[0]->napps; app++) {
        const app_result *a = &s->list[0]->result.app[app];
        char text[512];
        race_report_text(&a->races, text, sizeof text);
        if (a->races.count)
            message_line("gmmu: %s: warning: %s", a->name, text);
    }
}

/* With --check-values: did every run leave what a run in program order leaves? */
static bool check_values(const session *s) {
    bool right = true;
    for (size_t i = 0; s->o.on.config.check_values && i < s->designs; i++) {
        for (uint32_t app = 0; app < s->list[i]->napps; app++) {
            const app_result *a = &s->list[i]->result.app[app];
            if (app_values_right(a))
                continue;
            message_line("gmmu: %s: %s: wrong values: registers %016" PRIx64 ", memory %016" PRIx64
                         ", expected %016" PRIx64 ", %016" PRIx64,
                         s->list[i]->label, a->name, a->values.registers, a->values.memory,
                         a->reference.registers, a->reference.memory);
            right = false;
        }
    }
    return right;
}

/* *result: what --json would write. NULL: it is not wanted. */
static int run_session(int argc, char **argv, bool compare, json_t **result) {
    session *s = alloc_zeroed(1, sizeof *s);
    if (!run_options_parse(&s->o, argc, argv, compare) ||
        !(result ? returned_alone(&s->o) : epochs_alone(&s->o))) {
        session_free(s);
        return EXIT_BAD_INPUT;
    }
    s->o.quiet |= result != NULL;
    outputs out;
    bool ok = outputs_open(&out, &s->o, argc, argv, result != NULL) &&
              session_run(s, out.record ? recorder_observer(out.record) : NULL,
                          s->o.quiet || outputs_on_terminal(&out, &s->o));
    if (ok && result)
        *result = provenance_before(json_incref(out.provenance), json_of_all(s));
    ok = outputs_close(&out, s, ok) && ok;
    if (ok && !s->o.quiet) {
        table_print(for_people(&s->o), s->list, s->designs, session_alone(s));
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
    return run_session(argc, argv, false, NULL);
}

int command_compare(int argc, char **argv) {
    return run_session(argc, argv, true, NULL);
}

int run_returned(int argc, char **argv, json_t **result) {
    return run_session(argc, argv, false, result);
}

int compare_returned(int argc, char **argv, json_t **result) {
    return run_session(argc, argv, true, result);
}
