/* SPDX-License-Identifier: Apache-2.0 */
#include "report/statistics.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/visible.h"

#define STATISTIC_NAME_BYTES 64
#define CSV_NAME_BYTES       512

/* ---- runs that have a statistic ---- */

static bool window_measured(const statistic_source *from) {
    return from->x->config.measure.epochs != 0;
}

static bool launches_measured(const statistic_source *from) {
    return from->x->config.measure.launches != 0;
}

static bool alone_run(const statistic_source *from) {
    return from->alone_ipc != NULL;
}

static bool faults_possible(const statistic_source *from) {
    return from->x->config.chip.sm.kind == SM_THESIS || from->x->config.exceptions.faults != FAULTS_NONE;
}

static bool blocks_switched(const statistic_source *from) {
    return faults_possible(from) || from->r->switching.out != 0;
}

static bool sms_taken(const statistic_source *from) {
    return from->r->preemptions.count != 0;
}

static bool pages_coalesced(const statistic_source *from) {
    return from->x->config.design.coalesce;
}

static bool pages_freed(const statistic_source *from) {
    return from->x->config.churn.percent != 0 || from->x->config.churn.fragmented != 0;
}

static bool walk_cache_hit(const statistic_source *from) {
    return from->s->walk_cache_hits != 0;
}

static bool host_accessed(const statistic_source *from) {
    return from->s->host_reads + from->s->host_writes != 0;
}

static bool handler_issues(const statistic_source *from) {
    return from->x->config.exceptions.gpu_insts != 0;
}

static bool registers_given(const statistic_source *from) {
    return from->a->registers.most != 0;
}

static const statistic_condition WINDOW = {"with `measure.epochs`", window_measured};
static const statistic_condition LAUNCHES = {"with `measure.launches`", launches_measured};
static const statistic_condition ALONE = {"with alone runs", alone_run};
static const statistic_condition FAULTS = {"on chips with exceptions or page faults", faults_possible};
static const statistic_condition SWITCHING = {
    "on chips with exceptions or page faults, or when a block scheduler has moved blocks", blocks_switched};
static const statistic_condition PREEMPTION = {"when `ppq`, `ppq-shared` or `dss` has taken SMs from kernels",
                                               sms_taken};
static const statistic_condition COALESCER = {"with a page coalescer", pages_coalesced};
static const statistic_condition CHURN = {"with `--churn` or `churn.fragmented`", pages_freed};
static const statistic_condition WALK_CACHES = {"with page-walk caches", walk_cache_hit};
static const statistic_condition HOST = {"where SMs have accessed the host's memory", host_accessed};
static const statistic_condition HANDLER = {"with `exceptions.gpu_insts`", handler_issues};
static const statistic_condition LIVENESS = {"with `sm.registers=liveness`", registers_given};

/* A level between the SM and the last one. */
#define TLB_LEVEL(n)                                                                                         \
    static bool level##n##_used(const statistic_source *from) {                                              \
        return from->s->level_hits[(n) - 1] + from->s->level_misses[(n) - 1] != 0;                           \
    }                                                                                                        \
    static const statistic_condition LEVEL##n = {"on chips whose TLB level " #n " is a middle one",          \
                                                 level##n##_used};
TLB_LEVEL(1)
TLB_LEVEL(2)
TLB_LEVEL(3)
TLB_LEVEL(4)
_Static_assert(CHIP_MAX_TLB_LEVELS == 4, "a condition, and three rows, for each level");

/* ---- what rows need beyond a member ---- */

static double total_ipc(const gpu_result *r) {
    double sum = 0.0;
    for (uint32_t i = 0; i < r->apps; i++)
        sum += app_ipc(&r->app[i]);
    return sum;
}

static progress_metrics metrics_of(const gpu_result *r, const double *ipc) {
    return ipc ? shared_progress(r, ipc) : (progress_metrics){INFINITY, INFINITY, INFINITY, INFINITY};
}

static double turnaround_of(const statistic_source *from) {
    return from->known_ipc ? progress_turnaround(normalized_progress(from->r, from->known_ipc, from->app))
                           : INFINITY;
}

static double launch_cycles(const app_result *a) {
    return a->ipc_cycles ? (double)a->ipc_cycles / (double)a->ipc_launches : INFINITY;
}

/* Of page walks, whatever their depth. */
static uint64_t of_walks(const uint64_t counter[GMMU_NUM_DEPTHS]) {
    uint64_t sum = 0;
    for (uint32_t d = 1; d < GMMU_NUM_DEPTHS; d++)
        sum += counter[d];
    return sum;
}

/* ---- the table ---- */

#define EVERY_RUN NULL

#define VALUE_SUM(part_of, whole_of)     {.part = (uint64_t)(part_of)}
#define VALUE_RATE(part_of, whole_of)    {.part = (part_of), .whole = (whole_of)}
#define VALUE_AVERAGE(part_of, whole_of) {.part = (part_of), .whole = (whole_of)}
#define VALUE_NUMBER(part_of, whole_of)  {.number = (part_of)}

/* A function for the value of each row, named by the line of the row, and then the row. */
#define VALUE_AT(line)  value_at_##line
#define VALUE_AT_(line) VALUE_AT(line)
#define VALUE_HERE      VALUE_AT_(__LINE__)
#define STATISTIC(scope, kind_of, path, unit_of, only_in, part_of, whole_of, line_of, decimals_of, says)     \
    static statistic_value VALUE_HERE(const statistic_source *from) {                                        \
        const gpu_result *r = from->r;                                                                       \
        const app_result *a = from->a;                                                                       \
        const app_stats *s = from->s;                                                                        \
        (void)r, (void)a, (void)s;                                                                           \
        return (statistic_value)VALUE_##kind_of(part_of, whole_of);                                          \
    }
#include "report/statistics.inc"
#undef STATISTIC

#define OF_chip false
#define OF_app  true
#define STATISTIC(scope, kind_of, path, unit_of, only_in, part_of, whole_of, line_of, decimals_of, says)     \
    {.name = (path),                                                                                         \
     .kind = STATISTIC_##kind_of,                                                                            \
     .of_application = OF_##scope,                                                                           \
     .unit = (unit_of),                                                                                      \
     .only = (only_in),                                                                                      \
     .value = VALUE_HERE,                                                                                    \
     .line = (line_of),                                                                                      \
     .decimals = (decimals_of),                                                                              \
     .meaning = (says)},
const statistic statistics[] = {
#include "report/statistics.inc"
    {.name = NULL}};
#undef STATISTIC

const char *const statistic_kind_names[] = {"sum", "rate", "average", "number"};

/* ---- values ---- */

void statistics_begin(statistic_source *from, const experiment *x, const double *alone_ipc, uint32_t number) {
    const gpu_result *r = &x->result;
    *from = (statistic_source){.x = x, .r = r, .app = number, .alone_ipc = alone_ipc};
    from->own_ipc = app_ipc(&r->app[0]); /* one program is alone: its own run says how fast that is */
    from->known_ipc = alone_ipc ? alone_ipc : r->apps == 1 ? &from->own_ipc : NULL;
    if (number != STATISTICS_CHIP) {
        from->a = &r->app[number];
        from->s = &from->a->stats;
        return;
    }
    for (uint32_t i = 0; i < r->apps; i++)
        app_stats_add(&from->total, &r->app[i].stats);
    from->s = &from->total;
}

bool statistic_there(const statistic *row, const statistic_source *from) {
    return row->of_application == (from->a != NULL) && (!row->only || row->only->has(from));
}

static double part_of_whole(statistic_value v) {
    return v.whole ? (double)v.part / (double)v.whole : 0.0;
}

double statistic_shown(const statistic *row, const statistic_source *from) {
    const statistic_value v = row->value(from);
    switch (row->kind) {
    case STATISTIC_SUM:
        return (int64_t)v.part < 0 ? NAN : (double)v.part;
    case STATISTIC_RATE:
        return v.whole ? 100.0 * part_of_whole(v) : NAN;
    case STATISTIC_AVERAGE:
        return v.whole ? part_of_whole(v) : NAN;
    default:
        return isfinite(v.number) ? v.number : NAN;
    }
}

/* ---- as JSON and CSV ---- */

static json_t *value_json_of(const statistic *row, statistic_value v) {
    switch (row->kind) {
    case STATISTIC_SUM:
        return json_integer((json_int_t)v.part);
    case STATISTIC_NUMBER:
        return isfinite(v.number) ? json_real(v.number) : json_null();
    default:
        return json_real(part_of_whole(v));
    }
}

/* Puts the value at a path, "l1_tlb.hits", and makes the objects on the way. */
static void put_at(json_t *object, const char *path, json_t *value) {
    char key[STATISTIC_NAME_BYTES];
    for (const char *dot = strchr(path, '.'); dot; dot = strchr(path, '.')) {
        (void)snprintf(key, sizeof key, "%.*s", (int)(dot - path), path);
        json_t *inner = json_object_get(object, key);
        if (!inner) {
            inner = json_object();
            json_object_set_new(object, key, inner);
        }
        object = inner;
        path = dot + 1;
    }
    json_object_set_new(object, path, value);
}

void statistics_json(json_t *object, const statistic_source *from) {
    json_t *not_applicable = json_array();
    for (const statistic *row = statistics; row->name; row++) {
        if (!statistic_there(row, from))
            continue;
        put_at(object, row->name, value_json_of(row, row->value(from)));
        if (isnan(statistic_shown(row, from)))
            json_array_append_new(not_applicable, json_string(row->name));
    }
    json_object_set_new(object, "not_applicable", not_applicable);
}

json_t *statistics_list(void) {
    json_t *list = json_array();
    for (const statistic *row = statistics; row->name; row++) {
        json_t *o = json_pack("{s:s, s:s, s:s, s:s}", "name", row->name, "of",
                              row->of_application ? "application" : "chip", "kind",
                              statistic_kind_names[row->kind], "unit", row->unit);
        if (row->only)
            json_object_set_new(o, "only", json_string(row->only->when));
        if (row->line) {
            json_object_set_new(o, "line", json_string(row->line));
            json_object_set_new(o, "decimals", json_integer(row->decimals));
        }
        json_object_set_new(o, "meaning", json_string(row->meaning));
        json_array_append_new(list, o);
    }
    return list;
}

/* A name that may hold anything, as a field in quotes. */
static void csv_name(FILE *csv, const char *name) {
    char shown[CSV_NAME_BYTES];
    fputc('"', csv);
    for (const char *c = visible(shown, sizeof shown, name); *c; c++)
        fprintf(csv, *c == '"' ? "\"\"" : "%c", *c);
    fputc('"', csv);
}

static void csv_row(FILE *csv, const statistic *row, const statistic_source *from) {
    const statistic_value v = row->value(from);
    csv_name(csv, from->x->label);
    fputc(',', csv);
    if (from->a)
        fprintf(csv, "%" PRIu32, from->app);
    fprintf(csv, ",%s,%s,", row->name, row->unit);
    const bool applies = !isnan(statistic_shown(row, from));
    if (applies && row->kind == STATISTIC_SUM)
        fprintf(csv, "%" PRIu64, v.part);
    else if (applies)
        fprintf(csv, "%.12g", row->kind == STATISTIC_NUMBER ? v.number : part_of_whole(v));
    fputc('\n', csv);
}

void statistics_csv(FILE *csv, experiment *const *runs, size_t count, const double *alone_ipc) {
    fputs("run,application,statistic,unit,value\n", csv);
    for (size_t i = 0; i < count; i++) {
        for (uint32_t n = 0; n <= runs[i]->result.apps; n++) {
            statistic_source from;
            statistics_begin(&from, runs[i], alone_ipc, n ? n - 1 : STATISTICS_CHIP);
            for (const statistic *row = statistics; row->name; row++)
                if (statistic_there(row, &from))
                    csv_row(csv, row, &from);
        }
    }
}

void statistics_ticks(FILE *csv, experiment *const *runs, size_t count) {
    fputs("run,kind,components,ticks,seconds\n", csv);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < runs[i]->result.tick_rows; k++) {
            const tick_row *row = &runs[i]->result.ticks[k];
            csv_name(csv, runs[i]->label);
            fprintf(csv, ",%s,%" PRIu32 ",%" PRIu64 ",%.6f\n", row->kind, row->components, row->time.ticks,
                    row->time.seconds);
        }
    }
}
