/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/run_options.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/outside.h"
#include "chip/chip_units.h"
#include "cli/bad_option.h"
#include "cli/option_exceptions.h"
#include "cli/option_file.h"
#include "cli/option_number.h"
#include "cli/option_rtl.h"
#include "cli/option_scan.h"
#include "cli/places.h"
#include "config/config_check.h"
#include "dispatch/block_scheduler.h"
#include "mem/mem_map.h"
#include "program/kernels/kernel.h"
#include "program/workload.h"

/* What is known of the options until all are read. */
typedef struct {
    run_options *o;
    bool compare;
    app_places places;
    const char *block_scheduler;  /* for all designs, or NULL: the design's own */
    bool preempt_named;           /* --preempt */
    const char *exception_option; /* an option that needs a chip with SM_THESIS, or NULL */
} run_parser;

void run_options_begin(run_options *o) {
    const long cpus = sysconf(_SC_NPROCESSORS_ONLN);
    memset(o, 0, sizeof *o);
    chip_options_begin(&o->on);
    o->alone = true;
    o->jobs = cpus > 0 && cpus < 64 ? (unsigned)cpus : 1;
}

void run_options_end(run_options *o) {
    chip_options_end(&o->on);
}

/* ---- one option ---- */

/* What an option is short for. Its caller says what is wrong: the line of --set names an option that nobody
 * gave. */
static bool set_field(chip_options *o, const char *path, const char *text, size_t length) {
    char set[64];
    char ignored[512];
    (void)snprintf(set, sizeof set, "%s=%.*s", path, (int)(length < 32 ? length : 32), text);
    return length > 0 && description_set(&o->changed, set, ignored, sizeof ignored);
}

/* PERCENT[,CYCLES[,BLOCKS]]: each as the value of churn.* of that name, the others as they are. */
static bool parse_churn(chip_options *o, const char *text) {
    static const char *const paths[] = {"churn.percent", "churn.cycles", "churn.blocks"};
    const char *at = text;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        const size_t length = strcspn(at, ",");
        if (!set_field(o, paths[i], at, length))
            break;
        at += length;
        if (*at == '\0')
            return true;
        at++;
    }
    return bad_option(
        "--churn", text,
        "PERCENT[,CYCLES[,BLOCKS]] as the fields churn.* of 'gmmu show' allow: 40 or 25,15000,2");
}

/* A kernel's name, as it is or nearly. */
static void offer_kernels(near_name *near, const char *text) {
    near_name kernel = near_name_of_part(text, strcspn(text, ","));
    for (const kernel_ops *const *k = kernel_table(); *k; k++) {
        const size_t before = kernel.distance;
        near_name_offer(&kernel, (*k)->name);
        if (kernel.distance < before)
            (void)snprintf(near->hint, sizeof near->hint, "; did you mean 'kernel:%s'?", (*k)->name);
    }
}

/* What stands before the colon is none of the kinds. */
static bool bad_app(const char *option, const char *text) {
    near_name near = near_name_of_part(text, strcspn(text, ":") + (strchr(text, ':') != NULL));
    near_name_offer_all(&near, (const char *const[]){"trace:", "kernel:", "ptx:", "cl:", "cu:", NULL});
    if (!near.hint[0])
        offer_kernels(&near, text);
    return bad_name(option, text, WORKLOAD_FORMS, &near);
}

bool run_options_add(run_options *o, const char *text, bool follows) {
    const char *option = follows ? "--then" : "--app";
    const char *path = workload_after(text, "trace:");
    if (path ? !*path : !workload_kind(text))
        return bad_app(option, text);
    if (o->napps == CHIP_MAX_APPS)
        return bad_option(option, text, "at most 64 applications");
    if (follows && o->napps == 0)
        return bad_option(option, text, "an --app before it, which it follows");
    o->app[o->napps].follows = follows;
    o->app[o->napps++].spec = text;
    return true;
}

static bool parse_block_scheduler(run_parser *p, const char *option, const char *text) {
    const block_scheduler *found = text[0] ? block_scheduler_find(text) : NULL; /* "": none named */
    if (!found) {
        near_name near = near_name_of(text);
        policy_offer(block_schedulers, &near);
        return bad_name(option, text, "a name of 'gmmu list'", &near);
    }
    p->block_scheduler = found->row.name;
    return true;
}

static bool parse_preempt(run_parser *p, const char *text) {
    static const char *const ways[] = {"switch", "drain", NULL};
    p->preempt_named = true;
    return set_field(&p->o->on, "schedule.preempt", text, strlen(text)) ||
           bad_one_of("--preempt", text, ways);
}

/* Options that only chips with SM_THESIS know. */
static bool parse_exception_option(run_parser *p, int option, char *text) {
    exception_config *x = &p->o->on.config.exceptions;
    p->exception_option = option_row_find(option_rows, option)->name;
    switch (option) {
    case OPT_EXCEPTIONS:
        return option_scheme(x, text);
    case OPT_FAULTS:
        return option_faults(x, text);
    case OPT_LINK:
        return option_link(x, text);
    case OPT_SWITCH_BLOCKS:
        return option_switching(x, text);
    default: /* OPT_LOCAL_FAULTS */
        x->local_faults = true;
        return true;
    }
}

static bool take_number(int option, const char *text, uint64_t *value) {
    return option_number(option_rows, option, text, value);
}

bool run_options_take(run_options *o, int option, char *text, bool *known) {
    uint64_t number = 0;
    bool ok = true;
    *known = true;
    switch (option) {
    case OPT_SEED:
        return take_number(option, text, &o->on.config.seed);
    case OPT_MAX_CYCLES:
        return take_number(option, text, &o->max_cycles);
    case OPT_WINDOW:
        ok = take_number(option, text, &number);
        o->on.config.window_bytes = (size_t)number;
        return ok;
    case OPT_JOBS:
        ok = take_number(option, text, &number);
        o->jobs = (unsigned)number;
        return ok;
    case OPT_QUIET:
        o->quiet = true;
        return true;
    case OPT_JSON:
        return option_file("--json", text, &o->json);
    default:
        *known = false;
        return true;
    }
}

/* Which SMs, threads, colours and when. *known: it is such an option. */
static bool take_place(app_places *places, int option, const char *text, bool *known) {
    *known = true;
    switch (option) {
    case OPT_SMS:
        return places_parse_sms(text, places);
    case OPT_THREADS:
        return places_parse_threads(text, places);
    case OPT_COLOURS:
        return places_parse_colours(text, places);
    case OPT_PARTITION:
        return places_parse_partition(text, places);
    case OPT_PRIORITY:
        return places_parse_priority(text, "an --app", places);
    case OPT_ARRIVE:
        return places_parse_arrive(text, "an --app", places);
    default:
        *known = false;
        return true;
    }
}

static bool take_run_option(void *ctx, int option, char *text) {
    run_parser *p = ctx;
    run_options *o = p->o;
    bool known;
    bool ok = run_options_take(o, option, text, &known);
    if (!known)
        ok = take_place(&p->places, option, text, &known);
    if (known)
        return ok;
    switch (option) {
    case OPT_CHIP:
    case OPT_SET:
    case OPT_DESIGN:
        return chip_options_take(&o->on, option, text, p->compare);
    case OPT_CHURN:
        return parse_churn(&o->on, text);
    case OPT_APP:
        return run_options_add(o, text, false);
    case OPT_THEN:
        return run_options_add(o, text, true);
    case OPT_RTL:
        return option_rtl(&o->on.config, text, &o->rtl_all);
    case OPT_BLOCK_SCHEDULER:
        return parse_block_scheduler(p, "--block-scheduler", text);
    case OPT_SCHEDULER:
        return parse_block_scheduler(p, "--scheduler", text);
    case OPT_PREEMPT:
        return parse_preempt(p, text);
    case OPT_EPOCH:
        return take_number(OPT_EPOCH, text, &o->on.config.mask.epoch_cycles);
    case OPT_SHUFFLE:
        return take_number(OPT_SHUFFLE, text, &o->on.config.shuffle_seed);
    case OPT_NO_ALONE:
        o->alone = false;
        return true;
    case OPT_UNIT_C:
        o->on.config.unit_c = true;
        return true;
    case OPT_CHECK_VALUES:
        o->on.config.check_values = true;
        return true;
    case OPT_KANATA:
        return option_file("--kanata", text, &o->kanata);
    case OPT_PERFETTO:
        return option_file("--perfetto", text, &o->perfetto);
    case OPT_CSV:
        return option_file("--csv", text, &o->csv);
    case OPT_TICKS:
        o->on.config.measure_ticks = true;
        return option_file("--ticks", text, &o->ticks);
    case OPT_EVERY:
        if (p->compare)
            return bad_option("--every", text, "it with gmmu run alone");
        return take_number(OPT_EVERY, text, &o->every);
    case OPT_UNITS:
        return bad_option("option", "units", "it with gmmu show alone");
    case OPT_NOISE:
        return bad_option("--noise", text, "it with gmmu probe hash or tlb-covert alone");
    case OPT_GPU:
        return bad_option("--gpu", text, "it with gmmu probe alone");
    case OPT_SIZES:
        return bad_option("option", "sizes", "it with gmmu classify alone");
    default:
        return parse_exception_option(p, option, text);
    }
}

/* ---- the designs ---- */

static bool memory_splits(const run_options *o) {
    char err[512];
    uint32_t places = 0;
    for (uint32_t i = 0; i < o->napps; i++)
        places += !o->app[i].follows;
    mem_map *map = mem_map_new_split(&o->on.config.chip, places, err, sizeof err);
    mem_map_free(map);
    return map != NULL;
}

static bool pages_can_be(const run_options *o, const design_config *d) {
    gpu_config config = o->on.config;
    char err[512];
    config.design = *d;
    return config_check_pages(&config, err, sizeof err);
}

static bool chip_can_be(const run_options *o, const design_config *d) {
    return pages_can_be(o, d) && (!d->walk_cache || chip_walks_read(&o->on.config.chip)) &&
           (!d->split_memory || memory_splits(o));
}

/* All designs that the chip can be, but for those that put the block gmmu into it: that changes the chip, so
 * they compare with nothing but each other. */
static void compare_designs(run_options *o) {
    for (const design_config *d = design_presets; d->name[0]; d++)
        if (!d->gmmu_block && chip_can_be(o, d))
            o->on.design[o->on.designs++].design = *d;
}

/* ---- what makes no sense together: one line, and false ---- */

/* One line about options that make no sense together; true when there is none. */
static bool check_exceptions(const run_parser *p) {
    const chip_options *o = &p->o->on;
    const exception_config *x = &o->config.exceptions;
    const char *wrong = NULL;
    if (p->exception_option && o->config.chip.sm.kind != SM_THESIS) {
        message_line("gmmu: --%s: chip '%s' has no exceptions, expected --chip tanasic", p->exception_option,
                     o->config.chip.name);
        return false;
    }
    if (!scheme_preemptible(x->scheme) && (x->switch_blocks != SWITCH_OFF || x->local_faults))
        wrong = x->local_faults ? "--local-faults" : "--switch-blocks";
    if (wrong) {
        message_line(
            "gmmu: %s: a warp must be preemptible, expected --exceptions wd-commit, wd-lastcheck, replay or "
            "oplog:SIZE",
            wrong);
        return false;
    }
    for (uint32_t i = 0; faults_of_pages(x->faults) && i < o->designs; i++)
        if (o->design[i].design.ideal_tlb)
            return bad_option("--design", o->design[i].design.name,
                              "a design with real TLBs, as pages fault");
    return true;
}

/* Does one of the designs at least have each unit that --rtl names? */
static bool check_rtl_units(const run_options *o) {
    for (uint32_t n = 0; !o->rtl_all && n < GMMU_MAX_UNITS && o->on.config.rtl_units[n]; n++) {
        gpu_config config = o->on.config;
        bool used = false;
        for (uint32_t i = 0; i < o->on.designs && !used; i++) {
            config.design = o->on.design[i].design;
            used = chip_units_find(&config, o->on.config.rtl_units[n]) != NULL;
        }
        if (!used) {
            message_line("gmmu: --rtl '%s': expected a unit that chip '%s' has with design '%s'",
                         o->on.config.rtl_units[n], config.chip.name, config.design.name);
            return false;
        }
    }
    return true;
}

/* SMs that somebody has named are not for all. */
static bool check_sms(const run_parser *p) {
    const chip_options *o = &p->o->on;
    const bool named = p->places.part_sms || p->places.sms.count != 0;
    for (uint32_t i = o->designs; named && i-- > 0;) {
        const char *scheduler = o->design[i].design.block_scheduler;
        if (!block_scheduler_find(scheduler)->shares)
            continue;
        message_line("gmmu: block scheduler '%s' shares all SMs: expected --threads or --partition "
                     "N:threads, not --sms or --partition N:sm",
                     scheduler);
        return false;
    }
    return true;
}

/* Does one of the designs at least heed --preempt? */
static bool check_preempt(const run_parser *p) {
    const chip_options *o = &p->o->on;
    const block_scheduler *scheduler = NULL;
    char err[512];
    for (uint32_t i = o->designs; i-- > 0;) {
        scheduler = block_scheduler_find(o->design[i].design.block_scheduler);
        if (!p->preempt_named || block_scheduler_heeds_preempt(scheduler))
            return true;
    }
    block_scheduler_report_preempt(scheduler, err, sizeof err);
    return bad_line(err);
}

bool run_options_parse(run_options *o, int argc, char **argv, bool compare) {
    run_parser p = {.o = o, .compare = compare};
    run_options_begin(o);
    if (!option_scan_all(argc, argv, option_rows, chip_options_take_chip, &o->on) ||
        !option_scan_all(argc, argv, option_rows, take_run_option, &p))
        return false;
    if (compare && o->on.designs == 0)
        compare_designs(o);
    chip_options_default(&o->on, chip_options_usual(&o->on));
    return places_give(o->app, o->napps, &p.places, &o->on.config.chip, &o->on.changed) &&
           check_exceptions(&p) &&
           chip_options_finish(&o->on, places_scheduler(&p.places), p.block_scheduler) && check_sms(&p) &&
           check_preempt(&p) && check_rtl_units(o);
}
