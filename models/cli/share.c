/* SPDX-License-Identifier: Apache-2.0 */
/* gmmu share: processes share the SMs of thesis chapter 5, their blocks as delays. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/outside.h"
#include "base/turnaround.h"
#include "base/visible.h"
#include "cli/bad_option.h"
#include "cli/commands.h"
#include "cli/option_file.h"
#include "cli/option_number.h"
#include "cli/option_scan.h"
#include "cli/places.h"
#include "cli/provenance.h"
#include "report/json.h"
#include "study/sharing/kernel_table.h"
#include "study/sharing/processes.h"

#define MOST_BLOCKS UINT32_MAX
#define MOST_NS     UINT64_C(1000000000) /* of a block: 1 s */
#define MOST_USEC   UINT64_C(1000000000)
#define PCIE_VALUES "schedule.pcie."
#define KERNEL      "kernel:"

/* In the order of delay_policy. */
static const char *const policy_names[] = {"fcfs", "npq", "ppq", "ppq-shared", "dss", NULL};

typedef struct {
    process_settings settings;
    process_spec process[DELAY_CONTEXTS];
    uint32_t count;
    app_places places;
    gpu_config config; /* of it: schedule.pcie */
    description changed;
    const char *json, *events;
    bool quiet;
    bool preempt_named; /* --preempt */
} sharing;

/* What a run of all has given, and one of each process alone. */
typedef struct {
    processes_result together;
    double alone[DELAY_CONTEXTS], alone_rate[DELAY_CONTEXTS]; /* cycles of a run; work in a cycle */
    double progress[DELAY_CONTEXTS];                          /* normalized */
    progress_metrics metrics;
} sharing_result;

/* ---- processes ---- */

static void take_benchmark(process_spec *p, const table_benchmark *b) {
    for (const table_kernel *k = b->kernel; k->name; k++)
        p->kernel[p->kernels++] = (process_kernel){k->launches, kernel_table_delays(k)};
}

enum { KEY_BLOCKS, KEY_NS, KEY_PER_SM, KEY_SAVE_NS, KEY_LAUNCHES, KEY_CPU_US, KEYS };
#define KEYS_NEEDED (KEY_PER_SM + 1)

static const struct {
    const char *name;
    uint64_t least, most;
} kernel_keys[KEYS] = {{"blocks", 1, MOST_BLOCKS}, {"ns", 1, MOST_NS},       {"per_sm", 1, DELAY_BLOCKS},
                       {"save_ns", 0, MOST_NS},    {"launches", 1, 1000000}, {"cpu_us", 0, MOST_USEC}};

/* The key that stands before a "="; KEYS: none does. */
static uint32_t kernel_key(const char *at) {
    uint32_t k = 0;
    while (k < KEYS && (strncmp(at, kernel_keys[k].name, strlen(kernel_keys[k].name)) != 0 ||
                        at[strlen(kernel_keys[k].name)] != '='))
        k++;
    return k;
}

/* KEY=NUMBER; `at` then is behind the number. Else `expected` says what had to stand there. */
static bool take_kernel_part(const char **at, uint64_t *value, bool *named, char *expected, size_t size) {
    const uint32_t k = kernel_key(*at);
    if (k == KEYS) {
        snprintf(expected, size, "blocks=N,ns=N,per_sm=N[,save_ns=N][,launches=N][,cpu_us=N] behind %s",
                 KERNEL);
        return false;
    }
    if (named[k]) {
        snprintf(expected, size, "%s once", kernel_keys[k].name);
        return false;
    }
    const char *digits = *at + strlen(kernel_keys[k].name) + 1;
    char *end = NULL;
    errno = 0;
    value[k] = strtoull(digits, &end, 10);
    if (*digits < '0' || *digits > '9' || errno || value[k] < kernel_keys[k].least ||
        value[k] > kernel_keys[k].most || (*end && *end != ',') || (*end && !end[1])) {
        snprintf(expected, size, "for %s a whole number from %" PRIu64 " to %" PRIu64, kernel_keys[k].name,
                 kernel_keys[k].least, kernel_keys[k].most);
        return false;
    }
    named[k] = true;
    *at = end;
    return true;
}

/* "blocks=104,ns=30000,per_sm=4,save_ns=2000,launches=3,cpu_us=50": the first three must be there, all once.
 */
static bool take_kernel(process_spec *p, const char *text, char *expected, size_t size) {
    uint64_t value[KEYS] = {0, 0, 0, 0, 1, 0};
    bool named[KEYS] = {false};
    for (const char *at = text; *at; at += *at == ',')
        if (!take_kernel_part(&at, value, named, expected, size))
            return false;
    for (uint32_t k = 0; k < KEYS_NEEDED; k++)
        if (!named[k]) {
            snprintf(expected, size, "%s=N too, a whole number from %" PRIu64 " to %" PRIu64,
                     kernel_keys[k].name, kernel_keys[k].least, kernel_keys[k].most);
            return false;
        }
    const uint64_t cycles = value[KEY_NS] * DELAY_MHZ / 1000;
    p->phase_cycles = value[KEY_CPU_US] * DELAY_MHZ;
    p->kernels = 1;
    p->kernel[0] = (process_kernel){(uint32_t)value[KEY_LAUNCHES],
                                    {.blocks = (uint32_t)value[KEY_BLOCKS],
                                     .per_sm = (uint32_t)value[KEY_PER_SM],
                                     .block_cycles = cycles ? cycles : 1,
                                     .save_cycles = value[KEY_SAVE_NS] * DELAY_MHZ / 1000}};
    return true;
}

/* "lbm" or "lbm,cpu_us=110000". False: `text` is neither, and *expected says what had to stand there, or is
 * "", when no benchmark has the name. */
static bool take_benchmark_text(process_spec *p, const char *text, char *expected, size_t size) {
    char name[32];
    const char *comma = strchr(text, ',');
    const size_t length = comma ? (size_t)(comma - text) : strlen(text);
    uint64_t value[KEYS] = {0};
    bool named[KEYS] = {false};
    *expected = '\0';
    if (length >= sizeof name)
        return false;
    memcpy(name, text, length);
    name[length] = '\0';
    const table_benchmark *known = kernel_table_find(name);
    if (!known)
        return false;
    bool ok = !comma || comma[1];
    for (const char *at = comma ? comma + 1 : ""; ok && *at; at += *at == ',')
        ok = kernel_key(at) == KEY_CPU_US && take_kernel_part(&at, value, named, expected, size);
    if (!ok) {
        if (!*expected)
            snprintf(expected, size, "nothing but ,cpu_us=N behind %s", name);
        return false;
    }
    take_benchmark(p, known);
    p->phase_cycles = value[KEY_CPU_US] * DELAY_MHZ;
    return true;
}

static bool take_process(sharing *s, const char *text) {
    char expected[160];
    if (s->count == DELAY_CONTEXTS)
        return bad_option("--process", text, "at most 13 processes");
    process_spec *p = &s->process[s->count++];
    if (take_benchmark_text(p, text, expected, sizeof expected)) {
        p->name = text;
        return true;
    }
    if (*expected)
        return bad_option("--process", text, expected);
    p->name = text;
    if (strncmp(text, KERNEL, strlen(KERNEL)) == 0) {
        return take_kernel(p, text + strlen(KERNEL), expected, sizeof expected) ||
               bad_option("--process", text, expected);
    }
    near_name near = near_name_of(text);
    kernel_table_offer(&near);
    return bad_name("--process", text,
                    "a benchmark of 'gmmu list', or "
                    "kernel:blocks=N,ns=N,per_sm=1..16[,save_ns=N][,launches=N][,cpu_us=N]",
                    &near);
}

/* ---- the command line ---- */

/* Microseconds as cycles. */
static bool take_time(int option, const char *text, uint64_t *cycles) {
    uint64_t number = 0;
    if (!option_number(share_option_rows, option, text, &number))
        return false;
    *cycles = number * DELAY_MHZ;
    return true;
}

static bool take_small(int option, const char *text, uint32_t *value) {
    uint64_t number = 0;
    if (!option_number(share_option_rows, option, text, &number))
        return false;
    *value = (uint32_t)number;
    return true;
}

static bool take_policy(delay_config *config, const char *option, const char *text) {
    for (uint32_t i = 0; policy_names[i]; i++)
        if (strcmp(text, policy_names[i]) == 0) {
            config->policy = (delay_policy)i;
            return true;
        }
    return bad_one_of(option, text, policy_names);
}

/* What SMs read in the host's memory. */
static bool is_of_reads(const char *text) {
    return strncmp(text, PCIE_VALUES "latency_ns=", strlen(PCIE_VALUES "latency_ns=")) == 0 ||
           strncmp(text, PCIE_VALUES "reads=", strlen(PCIE_VALUES "reads=")) == 0;
}

/* Of a chip, blocks as delays have the bus alone, as far as copies take it. */
static bool take_set(sharing *s, const char *text) {
    char err[512];
    if (strncmp(text, PCIE_VALUES, strlen(PCIE_VALUES)) != 0)
        return bad_option("--set", text,
                          PCIE_VALUES "NAME=VALUE, the values of a chip that this command has");
    if (is_of_reads(text))
        return bad_option("--set", text, PCIE_VALUES "mhz, .lanes or .burst: blocks as delays read nothing");
    if (description_set(&s->changed, text, err, sizeof err))
        return true;
    return bad_line(err);
}

/* One of two words; true for the second. */
static bool take_either(const char *option, const char *text, const char *first, const char *second,
                        bool *is_second) {
    const char *const words[] = {first, second, NULL};
    *is_second = strcmp(text, second) == 0;
    return *is_second || strcmp(text, first) == 0 || bad_one_of(option, text, words);
}

static bool take_share_option(void *ctx, int option, char *text) {
    sharing *s = ctx;
    process_settings *set = &s->settings;
    switch (option) {
    case SHARE_PROCESS:
        return take_process(s, text);
    case SHARE_POLICY:
        return take_policy(&set->gpu, "--policy", text);
    case SHARE_SCHEDULER:
        return take_policy(&set->gpu, "--scheduler", text);
    case SHARE_PREEMPT:
        s->preempt_named = true;
        return take_either("--preempt", text, "switch", "drain", &set->gpu.drain);
    case SHARE_COPIES:
        return take_either("--copies", text, "fcfs", "npq", &set->copy_by_priority);
    case SHARE_PRIORITY:
        return places_parse_priority(text, "a --process", &s->places);
    case SHARE_ARRIVE:
        return places_parse_arrive(text, "a --process", &s->places);
    case SHARE_RUNS:
        return take_small(SHARE_RUNS, text, &set->runs);
    case SHARE_HOST:
        return take_time(SHARE_HOST, text, &set->host_cycles);
    case SHARE_QUEUE:
        return take_small(SHARE_QUEUE, text, &set->queue);
    case SHARE_PHASES:
        return take_either("--phases", text, "start", "rounds", &set->phases_in_rounds);
    case SHARE_COPY:
        return option_number(share_option_rows, SHARE_COPY, text, &set->copy_bytes);
    case SHARE_SPREAD:
        return take_small(SHARE_SPREAD, text, &set->gpu.spread);
    case SHARE_SEED:
        return option_number(share_option_rows, SHARE_SEED, text, &set->gpu.seed);
    case SHARE_SET:
        return take_set(s, text);
    case SHARE_RTL:
        set->gpu.rtl = strcmp(text, "all") == 0;
        return set->gpu.rtl || bad_option("--rtl", text, "all");
    case SHARE_LIMIT:
        return take_time(SHARE_LIMIT, text, &set->most_cycles);
    case SHARE_UNTIL:
        return take_small(SHARE_UNTIL, text, &set->until);
    case SHARE_ONCE:
        set->once = true;
        return true;
    case SHARE_EVENTS:
        return option_file("--events", text, &s->events);
    case SHARE_JSON:
        return option_file("--json", text, &s->json);
    default: /* SHARE_QUIET */
        s->quiet = true;
        return true;
    }
}

/* Does the policy heed --preempt, if it is there? */
static bool check_share_preempt(const sharing *s) {
    const delay_policy policy = s->settings.gpu.policy;
    if (!s->preempt_named || delay_policy_preempts(policy))
        return true;
    message_line("gmmu: --preempt: policy '%s' takes no SM from a kernel: expected one of ppq, "
                 "ppq-shared, dss",
                 policy_names[policy]);
    return false;
}

/* Does the policy, or the order of copies, heed --priority? */
static bool check_share_priority(const sharing *s) {
    const delay_policy policy = s->settings.gpu.policy;
    if ((policy != DELAY_FCFS && policy != DELAY_DSS) || s->settings.copy_by_priority)
        return true;
    for (uint32_t c = 0; c < s->count; c++)
        if (s->process[c].priority != 0) {
            message_line("gmmu: --priority of process %u: policy '%s' knows none: expected one of npq, ppq, "
                         "ppq-shared, or --copies npq",
                         c, policy_names[policy]);
            return false;
        }
    return true;
}

/* Priorities and arrivals to their processes. */
static bool share_places(sharing *s) {
    if (s->count == 0) {
        message_line("gmmu: no process: expected at least one --process");
        return false;
    }
    if (s->settings.until != DELAY_NONE && s->settings.until >= s->count) {
        message_line("gmmu: --until names process %u: expected at most %u", s->settings.until, s->count - 1);
        return false;
    }
    if (s->places.named > s->count) {
        message_line("gmmu: --priority or --arrive names process %u: expected at most %u",
                     s->places.named - 1, s->count - 1);
        return false;
    }
    for (uint32_t c = 0; c < s->count; c++) {
        s->process[c].priority = s->places.priority[c];
        s->process[c].arrives = places_arrival(&s->places, c);
    }
    return true;
}

static bool share_parse(sharing *s, int argc, char **argv) {
    *s = (sharing){.settings = {.gpu = {.seed = 1},
                                .runs = 3,
                                .until = DELAY_NONE,
                                .host_cycles = 10 * DELAY_MHZ,
                                .queue = 1024,
                                .copy_bytes = 1 << 20,
                                .most_cycles = MOST_USEC / 10 * DELAY_MHZ}};
    s->config.chip = *chip_preset("tanasic5"); /* of Table 5.1 */
    config_set_defaults(&s->config);
    description_begin(&s->changed, &s->config);
    if (!option_scan_all(argc, argv, share_option_rows, take_share_option, s) || !share_places(s) ||
        !check_share_preempt(s) || !check_share_priority(s))
        return false;
    s->settings.pcie = s->config.schedule.pcie;
    return true;
}

/* ---- runs ---- */

static void write_event(void *ctx, const delay_event *e) {
    static const char *const names[] = {"given", "reserved", "idle", "ended"};
    FILE *out = ctx;
    fprintf(out, "%" PRIu64 ",%s,", e->cycle, names[e->kind]);
    if (e->sm != DELAY_NONE)
        fprintf(out, "%" PRIu32, e->sm);
    fputc(',', out);
    if (e->context != DELAY_NONE)
        fprintf(out, "%" PRIu32, e->context);
    fputc('\n', out);
}

/* Alone nothing waits; processes of the same name take the same time. */
static bool run_alone(const sharing *s, uint32_t c, sharing_result *r, char *err, size_t err_size) {
    process_settings settings = s->settings;
    process_spec spec = s->process[c];
    processes_result alone;
    for (uint32_t i = 0; i < c; i++)
        if (strcmp(s->process[i].name, spec.name) == 0) {
            r->alone[c] = r->alone[i];
            r->alone_rate[c] = r->alone_rate[i];
            return true;
        }
    settings.gpu.policy = DELAY_FCFS;
    settings.gpu.event = NULL;
    settings.until = DELAY_NONE;
    settings.runs = s->settings.gpu.spread ? s->settings.runs : 1;
    spec.arrives = 0;
    if (!processes_run(&settings, &spec, 1, &alone, err, err_size))
        return false;
    r->alone[c] = alone.process[0].turnaround;
    r->alone_rate[c] = alone.process[0].work / (double)alone.cycles;
    return true;
}

/* By the finished runs; with --until, of the others by their work, whether or not a run is finished. */
static double progress_of(const sharing *s, const sharing_result *r, uint32_t c) {
    const process_result *p = &r->together.process[c];
    const double cycles = (double)r->together.cycles - (double)s->process[c].arrives;
    if (s->settings.until == DELAY_NONE || s->settings.until == c)
        return p->turnaround > 0.0 ? r->alone[c] / p->turnaround : 0.0;
    return p->work > 0.0 ? p->work / (r->alone_rate[c] * cycles) : 0.0;
}

static bool share_run(const sharing *s, FILE *events, sharing_result *r) {
    process_settings settings = s->settings;
    char err[512];
    if (events) {
        fputs("cycle,event,sm,process\n", events);
        settings.gpu.event = write_event;
        settings.gpu.ctx = events;
    }
    bool ok = processes_run(&settings, s->process, s->count, &r->together, err, sizeof err);
    for (uint32_t c = 0; ok && c < s->count; c++) {
        ok = run_alone(s, c, r, err, sizeof err);
        r->progress[c] = ok ? progress_of(s, r, c) : 0.0;
    }
    if (ok)
        r->metrics = progress_metrics_of(r->progress, s->count);
    else
        message_line("gmmu: %s", err);
    return ok;
}

/* ---- output ---- */

static double in_us(double cycles) {
    return cycles / DELAY_MHZ;
}

static double taken_us(const delay_stats *d) {
    return d->preemptions ? in_us((double)d->taken_cycles / (double)d->preemptions) : 0.0;
}

static void share_print(const sharing *s, const sharing_result *r, FILE *out) {
    const delay_stats *d = &r->together.stats;
    fputs("priority   runs  launches  turnaround (us)   alone (us)      NTT  process\n", out);
    for (uint32_t c = 0; c < s->count; c++) {
        const process_result *p = &r->together.process[c];
        fprintf(out, "%8" PRIu32 " %6" PRIu32 " %9" PRIu64 " %16.1f %12.1f %8.3f  ", s->process[c].priority,
                p->runs, p->launches, in_us(p->turnaround), in_us(r->alone[c]),
                progress_turnaround(r->progress[c]));
        visible_line(out, "%s", s->process[c].name);
    }
    fprintf(out, "ANTT %.3f, STP %.3f, fairness %.3f\n", r->metrics.antt, r->metrics.stp,
            r->metrics.fairness);
    fprintf(out, "%" PRIu64 " preemptions, %.2f us on average, %.2f us at most; %.1f us in all\n",
            d->preemptions, taken_us(d), in_us((double)d->taken_most), in_us((double)r->together.cycles));
}

static json_t *json_process(const sharing *s, const sharing_result *r, uint32_t c) {
    const process_result *p = &r->together.process[c];
    return json_pack("{s:o, s:I, s:f, s:f, s:I, s:I, s:f, s:f, s:o}", "process",
                     json_text(s->process[c].name), "priority", (json_int_t)s->process[c].priority,
                     "arrives_us", in_us((double)s->process[c].arrives), "cpu_us",
                     in_us((double)s->process[c].phase_cycles), "runs", (json_int_t)p->runs, "launches",
                     (json_int_t)p->launches, "turnaround_us", in_us(p->turnaround), "alone_us",
                     in_us(r->alone[c]), "ntt", json_finite(progress_turnaround(r->progress[c])));
}

/* Steals the reference to `provenance`. */
static bool share_write(const sharing *s, const sharing_result *r, trace_file *out, json_t *provenance) {
    const process_settings *set = &s->settings;
    const delay_stats *d = &r->together.stats;
    char hash[20];
    json_t *list = json_array();
    for (uint32_t c = 0; c < s->count; c++)
        json_array_append_new(list, json_process(s, r, c));
    snprintf(hash, sizeof hash, "%016" PRIx64, d->event_hash);
    json_t *pcie = json_pack("{s:I, s:I, s:I}", "mhz", (json_int_t)set->pcie.mhz, "lanes",
                             (json_int_t)set->pcie.lanes, "burst", (json_int_t)set->pcie.burst);
    json_t *preemptions = json_pack("{s:I, s:f, s:f}", "count", (json_int_t)d->preemptions, "us_avg",
                                    taken_us(d), "us_max", in_us((double)d->taken_most));
    json_t *results = json_pack(
        "{s:s, s:s, s:I, s:f, s:I, s:s, s:I, s:s, s:o, s:I, s:I, s:o, s:o, s:f, s:f, s:o, s:I, s:I, s:f, "
        "s:I, "
        "s:s}",
        "policy", policy_names[set->gpu.policy], "preempt", set->gpu.drain ? "drain" : "switch", "runs",
        (json_int_t)set->runs, "host_us", in_us((double)set->host_cycles), "queue", (json_int_t)set->queue,
        "phases", set->phases_in_rounds ? "rounds" : "start", "copy_bytes", (json_int_t)set->copy_bytes,
        "copies", set->copy_by_priority ? "npq" : "fcfs", "pcie", pcie, "spread", (json_int_t)set->gpu.spread,
        "seed", (json_int_t)set->gpu.seed, "processes", list, "antt", json_finite(r->metrics.antt), "stp",
        r->metrics.stp, "fairness", r->metrics.fairness, "preemptions", preemptions, "blocks",
        (json_int_t)d->blocks, "blocks_saved", (json_int_t)d->saved, "time_us",
        in_us((double)r->together.cycles), "edges", (json_int_t)d->steps, "event_hash", hash);
    return json_write(provenance_before(provenance, results), out);
}

/* Files are opened before anything is simulated, and completed after. */
static bool share_all(const sharing *s, json_t *provenance) {
    enum { JSON_FILE, EVENTS_FILE, SHARE_FILES };
    const char *const name[SHARE_FILES] = {s->json, s->events};
    trace_file file[SHARE_FILES];
    sharing_result *r = alloc_zeroed(1, sizeof *r);
    bool ok = trace_files_open(file, name, SHARE_FILES, &s->changed.files);
    if (ok)
        provenance_comment(provenance, file[EVENTS_FILE].file);
    ok = ok && share_run(s, file[EVENTS_FILE].file, r);
    if (ok && s->json)
        ok = share_write(s, r, &file[JSON_FILE], json_incref(provenance));
    ok = ok && trace_files_close(file, SHARE_FILES);
    for (int i = 0; i < SHARE_FILES; i++)
        trace_file_discard(&file[i]);
    if (ok && !s->quiet)
        share_print(s, r, trace_file_is_stdout(s->json) || trace_file_is_stdout(s->events) ? stderr : stdout);
    free(r);
    return ok;
}

int command_share(int argc, char **argv) {
    sharing *s = alloc_zeroed(1, sizeof *s);
    bool ok = share_parse(s, argc, argv);
    if (ok) {
        json_t *provenance = provenance_new(argc, argv);
        ok = share_all(s, provenance);
        json_decref(provenance);
    }
    description_end(&s->changed);
    free(s);
    return ok ? EXIT_SUCCESS : EXIT_BAD_INPUT;
}
