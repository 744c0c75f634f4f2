/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/visible.h"
#include "chip/block_scheduler.h"
#include "chip/chip_parts.h"
#include "chip/chip_units.h"
#include "cli/bad_option.h"
#include "cli/option_exceptions.h"
#include "cli/option_file.h"
#include "cli/option_number.h"
#include "cli/option_rtl.h"
#include "cli/option_scan.h"
#include "cli/places.h"
#include "mem/mem_map.h"
#include "spec/config_check.h"
#include "workloads/kernels/kernel.h"
#include "workloads/table2.h"
#include "workloads/workload.h"

/* What to do with an option, by its number, and its text. */
typedef bool (*option_taker)(options *o, int option, char *text, void *ctx);

/* One line from elsewhere. */
static bool bad_line(const char *line) {
    visible_line(stderr, "gmmu: %s", line);
    return false;
}

/* Is it a file's name rather than a preset's? Then it ends in .json or holds a slash. */
static bool options_is_file(const char *text, size_t length) {
    return memchr(text, '/', length) || (length >= 5 && strncmp(text + length - 5, ".json", 5) == 0);
}

static bool parse_chip(options *o, const char *text) {
    char err[512];
    const chip_config *chip = chip_preset(text);
    if (chip) {
        o->config.chip = *chip;
        o->config.exceptions = *chip_faults(chip->name);
        return true;
    }
    if (!options_is_file(text, strlen(text))) {
        near_name near = near_name_of(text);
        chip_presets_offer(&near);
        return bad_name("--chip", text, "a name of 'gmmu list', or a file NAME.json", &near);
    }
    o->file = text;
    return description_read(&o->changed, text, err, sizeof err) || bad_line(err);
}

static bool parse_set(options *o, const char *text) {
    char err[512];
    if (strncmp(text, "design.", 7) == 0) {
        if (o->design_sets == GMMU_MAX_DESIGN_SETS)
            return bad_option("--set", text, "at most 16 changes of designs");
        o->design_set[o->design_sets++] = text;
    }
    return description_set(&o->changed, text, err, sizeof err) || bad_line(err);
}

/* PERCENT[,CYCLES[,BLOCKS]]: each as the value of churn.* of that name, the others as they are. */
static bool parse_churn(options *o, const char *text) {
    static const char *const names[] = {"percent", "cycles", "blocks"};
    const char *at = text;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char set[64], err[512];
        const size_t length = strcspn(at, ",");
        (void)snprintf(set, sizeof set, "churn.%s=%.*s", names[i], (int)(length < 32 ? length : 32), at);
        if (length == 0 || !description_set(&o->changed, set, err, sizeof err))
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

/* With +rtl or without it. */
static bool bad_design(const char *text) {
    if (strchr(text, ','))
        return bad_option("--design", text,
                          "one name; gmmu compare takes an option for each: --design A --design B");
    near_name near = near_name_of(text);
    design_presets_offer(&near);
    for (const design_config *d = design_presets; d->name[0]; d++) {
        char name[DESIGN_NAME_BYTES + sizeof "+rtl"];
        (void)snprintf(name, sizeof name, "%.*s+rtl", (int)DESIGN_NAME_BYTES - 1, d->name);
        near_name_offer(&near, name);
    }
    return bad_name("--design", text, "a name of 'gmmu list' or a file NAME.json, with or without +rtl",
                    &near);
}

static bool parse_design(options *o, const char *text, bool compare) {
    char name[32];
    size_t length = strlen(text);
    bool rtl = length > 4 && strcmp(text + length - 4, "+rtl") == 0;
    snprintf(name, sizeof name, "%.*s", (int)(rtl ? length - 4 : length), text);
    char err[512];
    char file[256];
    const design_config *design = design_preset(name);
    if (!options_is_file(text, rtl ? length - 4 : length)) {
        if (!design)
            return bad_design(text);
        o->config.design = *design;
    } else {
        snprintf(file, sizeof file, "%.*s", (int)(rtl ? length - 4 : length), text);
        if (!description_read_design(&o->changed, file, err, sizeof err))
            return bad_line(err);
    }
    if (!compare && o->designs)
        return bad_option("--design", text, "one design; gmmu compare takes several");
    if (o->designs == GMMU_MAX_DESIGNS)
        return bad_option("--design", text, "at most 16 designs");
    for (uint32_t i = 0; i < o->designs; i++)
        if (strcmp(o->design[i].design.name, o->config.design.name) == 0 && o->design[i].rtl == rtl)
            return bad_option("--design", text, "each design once");
    o->design[o->designs].design = o->config.design;
    o->design[o->designs++].rtl = rtl;
    return true;
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

/* What stands before the colon is neither of the two kinds. */
static bool bad_app(const char *option, const char *text) {
    near_name near = near_name_of_part(text, strcspn(text, ":") + (strchr(text, ':') != NULL));
    near_name_offer_all(&near, (const char *const[]){"trace:", "kernel:", NULL});
    if (!near.hint[0])
        offer_kernels(&near, text);
    return bad_name(option, text, "trace:PATH/kernelslist.g or kernel:NAME[,key=value...]", &near);
}

static bool parse_app(options *o, const char *text, bool follows) {
    const char *option = follows ? "--then" : "--app";
    const char *path = workload_after(text, "trace:");
    if (path ? !*path : !workload_after(text, "kernel:"))
        return bad_app(option, text);
    if (o->napps == CHIP_MAX_APPS)
        return bad_option(option, text, "at most 64 applications");
    if (follows && o->napps == 0)
        return bad_option(option, text, "an --app before it, which it follows");
    o->app[o->napps].follows = follows;
    o->app[o->napps++].spec = text;
    return true;
}

static bool parse_block_scheduler(options *o, const char *option, const char *text) {
    const block_scheduler *found = text[0] ? block_scheduler_find(text) : NULL; /* "": none named */
    if (!found) {
        near_name near = near_name_of(text);
        policy_offer(block_schedulers, &near);
        return bad_name(option, text, "a name of 'gmmu list'", &near);
    }
    o->block_scheduler = found->row.name;
    return true;
}

static bool parse_preempt(options *o, const char *text) {
    char set[64], err[512];
    o->preempt_named = true;
    (void)snprintf(set, sizeof set, "schedule.preempt=%.32s", text);
    return description_set(&o->changed, set, err, sizeof err) || bad_line(err);
}

/* ---- exceptions ---- */

/* Options that only chips with SM_THESIS know. */
static bool parse_exception_option(options *o, int option, char *text) {
    exception_config *x = &o->config.exceptions;
    o->exception_option = option_row_find(option_rows, option)->name;
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

/* One line about options that make no sense together; true when there is none. */
static bool check_exceptions(const options *o) {
    const exception_config *x = &o->config.exceptions;
    const char *wrong = NULL;
    if (o->exception_option && o->config.chip.sm.kind != SM_THESIS) {
        visible_line(stderr, "gmmu: --%s: chip '%s' has no exceptions, expected --chip tanasic",
                     o->exception_option, o->config.chip.name);
        return false;
    }
    if (!scheme_preemptible(x->scheme) && (x->switch_blocks != SWITCH_OFF || x->local_faults))
        wrong = x->local_faults ? "--local-faults" : "--switch-blocks";
    if (wrong) {
        visible_line(
            stderr,
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
static bool check_rtl_units(const options *o) {
    for (uint32_t n = 0; !o->rtl_all && n < GMMU_MAX_UNITS && o->config.rtl_units[n]; n++) {
        gpu_config config = o->config;
        bool used = false;
        for (uint32_t i = 0; i < o->designs && !used; i++) {
            config.design = o->design[i].design;
            used = chip_units_find(&config, o->config.rtl_units[n]) != NULL;
        }
        if (!used) {
            visible_line(stderr, "gmmu: --rtl '%s': expected a unit that chip '%s' has with design '%s'",
                         o->config.rtl_units[n], config.chip.name, config.design.name);
            return false;
        }
    }
    return true;
}

/* Can the chip be built? Its file is named, if it has one. */
static bool check_chip(const options *o) {
    char err[512];
    if (config_check(&o->config, err, sizeof err) && chip_parts_fit(&o->config, err, sizeof err))
        return true;
    visible_line(stderr, "gmmu: %s%s%s", o->file ? o->file : "", o->file ? ": " : "", err);
    return false;
}

static bool take_number(int option, const char *text, uint64_t *value) {
    return option_number(option_rows, option, text, value);
}

static bool parse_one(options *o, int option, char *text, bool compare, app_places *places) {
    uint64_t number = 0;
    switch (option) {
    case OPT_CHIP:
        return true; /* before all others: see read_options() */
    case OPT_SET:
        return parse_set(o, text);
    case OPT_CHURN:
        return parse_churn(o, text);
    case OPT_DESIGN:
        return parse_design(o, text, compare);
    case OPT_APP:
        return parse_app(o, text, false);
    case OPT_THEN:
        return parse_app(o, text, true);
    case OPT_SMS:
        return places_parse_sms(text, places);
    case OPT_THREADS:
        return places_parse_threads(text, places);
    case OPT_COLOURS:
        return places_parse_colours(text, places);
    case OPT_PARTITION:
        return places_parse_partition(text, places);
    case OPT_RTL:
        return option_rtl(&o->config, text, &o->rtl_all);
    case OPT_BLOCK_SCHEDULER:
        return parse_block_scheduler(o, "--block-scheduler", text);
    case OPT_SCHEDULER:
        return parse_block_scheduler(o, "--scheduler", text);
    case OPT_PREEMPT:
        return parse_preempt(o, text);
    case OPT_PRIORITY:
        return places_parse_priority(text, "an --app", places);
    case OPT_ARRIVE:
        return places_parse_arrive(text, "an --app", places);
    case OPT_SEED:
        return take_number(OPT_SEED, text, &o->config.seed);
    case OPT_EPOCH:
        return take_number(OPT_EPOCH, text, &o->config.mask.epoch_cycles);
    case OPT_MAX_CYCLES:
        return take_number(OPT_MAX_CYCLES, text, &o->max_cycles);
    case OPT_WINDOW:
        if (!take_number(OPT_WINDOW, text, &number))
            return false;
        o->config.window_bytes = (size_t)number;
        return true;
    case OPT_JOBS:
        if (!take_number(OPT_JOBS, text, &number))
            return false;
        o->jobs = (unsigned)number;
        return true;
    case OPT_SHUFFLE:
        return take_number(OPT_SHUFFLE, text, &o->config.shuffle_seed);
    case OPT_NO_ALONE:
        o->alone = false;
        return true;
    case OPT_QUIET:
        o->quiet = true;
        return true;
    case OPT_UNIT_C:
        o->config.unit_c = true;
        return true;
    case OPT_CHECK_VALUES:
        o->config.check_values = true;
        return true;
    case OPT_JSON:
        return option_file("--json", text, &o->json);
    case OPT_KANATA:
        return option_file("--kanata", text, &o->kanata);
    case OPT_PERFETTO:
        return option_file("--perfetto", text, &o->perfetto);
    case OPT_UNITS:
        return bad_option("option", "units", "it with gmmu show alone");
    case OPT_CSV:
        return option_file("--csv", text, &o->csv);
    case OPT_NOISE:
        return bad_option("--noise", text, "it with gmmu probe hash or tlb-covert alone");
    case OPT_GPU:
        return bad_option("--gpu", text, "it with gmmu probe alone");
    case OPT_SIZES:
        return bad_option("option", "sizes", "it with gmmu classify alone");
    default:
        return parse_exception_option(o, option, text);
    }
}

static void set_defaults(options *o) {
    memset(o, 0, sizeof *o);
    o->config.chip = chip_presets[0];
    config_set_defaults(&o->config);
    o->config.exceptions = exception_defaults;
    o->config.seed = 1;
    o->config.window_bytes = (size_t)64 << 20;
    o->alone = true;
    long cpus = sysconf(_SC_NPROCESSORS_ONLN);
    o->jobs = cpus > 0 && cpus < 64 ? (unsigned)cpus : 1;
    description_begin(&o->changed, &o->config);
}

/* What takes the options of a command, for option_scan(). */
typedef struct {
    options *o;
    option_taker take;
    void *ctx;
} option_receiver;

static bool hand_option(void *ctx, int option, char *text) {
    const option_receiver *r = ctx;
    return r->take(r->o, option, text, r->ctx);
}

static bool scan_options(options *o, int argc, char **argv, option_taker take, void *ctx) {
    return option_scan(argc, argv, option_rows, hand_option, &(option_receiver){o, take, ctx});
}

static bool read_options(options *o, int argc, char **argv, option_taker take, void *ctx) {
    return option_scan_all(argc, argv, option_rows, hand_option, &(option_receiver){o, take, ctx});
}

/* The chip comes first, wherever it stands: what other options change is changed on it. */
static bool options_take_chip(options *o, int option, char *text, void *ctx) {
    (void)ctx;
    return option != OPT_CHIP || parse_chip(o, text);
}

static bool take_description(options *o, int option, char *text, void *ctx) {
    (void)ctx;
    switch (option) {
    case OPT_CHIP:
        return true;
    case OPT_SET:
        return parse_set(o, text);
    case OPT_DESIGN:
        return parse_design(o, text, false);
    default:
        return bad_option("option", option_row_find(option_rows, option)->name,
                          "one that this command has: see 'gmmu help'");
    }
}

static bool take_show(options *o, int option, char *text, void *ctx) {
    o->units |= option == OPT_UNITS;
    return option == OPT_UNITS || take_description(o, option, text, ctx);
}

static bool take_probe(options *o, int option, char *text, void *ctx) {
    uint64_t number = 0;
    switch (option) {
    case OPT_CSV:
        return option_file("--csv", text, &o->csv);
    case OPT_NOISE:
        if (!take_number(OPT_NOISE, text, &number))
            return false;
        o->noise = (uint32_t)number;
        return true;
    case OPT_GPU:
        if (!take_number(OPT_GPU, text, &number))
            return false;
        o->gpu = (uint32_t)number;
        o->on_gpu = true;
        return true;
    case OPT_CHIP:
        o->chip_named = true;
        return true;
    default:
        return take_description(o, option, text, ctx);
    }
}

static bool take_classify(options *o, int option, char *text, void *ctx) {
    switch (option) {
    case OPT_SIZES:
        o->sizes = true;
        return true;
    case OPT_SEED:
    case OPT_JOBS:
    case OPT_MAX_CYCLES:
    case OPT_WINDOW:
    case OPT_QUIET:
    case OPT_JSON:
        return parse_one(o, option, text, false, NULL);
    default:
        return take_description(o, option, text, ctx);
    }
}

/* An application of MASK Table 2, with --sizes in all sizes. */
static bool parse_table2(options *o, const table2_app *a) {
    if (!o->sizes)
        return parse_app(o, a->spec, false);
    for (uint32_t i = 0; table2_size(a, i); i++)
        if (!parse_app(o, table2_size(a, i), false))
            return false;
    return true;
}

/* A workload of gmmu classify: an application of MASK Table 2 by its name there, or as with --app. */
static bool parse_workload(options *o, const char *text) {
    const table2_app *known = table2_find(text);
    if (!known && strchr(text, ':'))
        return parse_app(o, text, false);
    if (!known) {
        near_name near = near_name_of(text);
        table2_offer(&near);
        return bad_name("workload", text,
                        "a name of MASK Table 2 in 'gmmu list', trace:PATH/kernelslist.g or "
                        "kernel:NAME[,key=value...]",
                        &near);
    }
    return parse_table2(o, known);
}

typedef struct {
    bool compare;
    app_places places;
} run_options;

static bool take_option(options *o, int option, char *text, void *ctx) {
    run_options *r = ctx;
    return parse_one(o, option, text, r->compare, &r->places);
}

static bool memory_splits(const options *o) {
    char err[512];
    uint32_t places = 0;
    for (uint32_t i = 0; i < o->napps; i++)
        places += !o->app[i].follows;
    mem_map *map = mem_map_new_split(&o->config.chip, places, err, sizeof err);
    mem_map_free(map);
    return map != NULL;
}

static bool pages_can_be(const options *o, const design_config *d) {
    gpu_config config = o->config;
    char err[512];
    config.design = *d;
    return config_check_pages(&config, err, sizeof err);
}

static bool chip_can_be(const options *o, const design_config *d) {
    return pages_can_be(o, d) && (!d->walk_cache || chip_walks_read(&o->config.chip)) &&
           (!d->split_memory || memory_splits(o));
}

/* run: MASK, or on a chip with exceptions SharedTLB. compare: all designs that the chip can be, but for those
 * that put the block gmmu into it: that changes the chip, so they compare with nothing but each other. */
static void default_designs(options *o, bool compare) {
    if (o->designs == 0 && !compare)
        o->design[o->designs++].design =
            *design_preset(o->config.chip.sm.kind == SM_THESIS ? "sharedtlb" : "mask");
    if (o->designs == 0)
        for (const design_config *d = design_presets; d->name[0]; d++)
            if (!d->gmmu_block && chip_can_be(o, d))
                o->design[o->designs++].design = *d;
}

/* SMs that somebody has named are not for all. */
static bool scheduler_gives_sms(const options *o, const design_config *design) {
    if (!o->sms_named || !block_scheduler_find(design->block_scheduler)->shares)
        return true;
    visible_line(
        stderr,
        "gmmu: block scheduler '%s' shares all SMs: expected --threads or --partition N:threads, not "
        "--sms or --partition N:sm",
        design->block_scheduler);
    return false;
}

/* Changes every design as options say, and checks it on the chip. The first is left in the configuration. */
static bool finish_designs(options *o) {
    char err[512];
    for (uint32_t i = o->designs; i-- > 0;) {
        design_config *design = &o->config.design;
        *design = o->design[i].design;
        if (o->place_scheduler)
            design->block_scheduler = o->place_scheduler;
        for (uint32_t n = 0; n < o->design_sets; n++)
            if (!description_set(&o->changed, o->design_set[n], err, sizeof err))
                return bad_line(err);
        if (o->block_scheduler)
            design->block_scheduler = o->block_scheduler;
        if (!check_chip(o) || !scheduler_gives_sms(o, design))
            return false;
        o->design[i].design = *design;
    }
    return true;
}

/* Does one of the designs at least heed --preempt? */
static bool check_preempt(const options *o) {
    const block_scheduler *scheduler = NULL;
    char err[512];
    for (uint32_t i = o->designs; i-- > 0;) {
        scheduler = block_scheduler_find(o->design[i].design.block_scheduler);
        if (!o->preempt_named || block_scheduler_heeds_preempt(scheduler))
            return true;
    }
    block_scheduler_report_preempt(scheduler, err, sizeof err);
    return bad_line(err);
}

bool options_parse(options *o, int argc, char **argv, bool compare) {
    run_options r = {.compare = compare};
    set_defaults(o);
    if (!read_options(o, argc, argv, options_take_chip, NULL) ||
        !read_options(o, argc, argv, take_option, &r))
        return false;
    default_designs(o, compare);
    o->place_scheduler = places_scheduler(&r.places);
    o->sms_named = r.places.part_sms || r.places.sms.count != 0;
    return places_give(o->app, o->napps, &r.places, &o->config.chip, &o->changed) && check_exceptions(o) &&
           finish_designs(o) && check_preempt(o) && check_rtl_units(o);
}

static bool parse_description(options *o, int argc, char **argv, option_taker take) {
    set_defaults(o);
    if (!read_options(o, argc, argv, options_take_chip, NULL) || !read_options(o, argc, argv, take, NULL))
        return false;
    bool design = o->designs != 0;
    default_designs(o, false);
    if (!finish_designs(o))
        return false;
    o->designs = design;
    return true;
}

bool options_parse_chip(options *o, int argc, char **argv) {
    return parse_description(o, argc, argv, take_description);
}

bool options_parse_show(options *o, int argc, char **argv) {
    return parse_description(o, argc, argv, take_show);
}

bool options_parse_probe(options *o, int argc, char **argv) {
    set_defaults(o);
    if (!read_options(o, argc, argv, options_take_chip, NULL) ||
        !read_options(o, argc, argv, take_probe, NULL))
        return false;
    if (o->designs == 0)
        o->design[o->designs++].design = *design_preset("sharedtlb");
    return finish_designs(o);
}

bool options_parse_classify(options *o, int argc, char **argv) {
    set_defaults(o);
    if (!scan_options(o, argc, argv, options_take_chip, NULL) ||
        !scan_options(o, argc, argv, take_classify, NULL))
        return false;
    /* The scans have put the workloads behind the options. */
    for (int i = optind; i < argc; i++)
        if (!parse_workload(o, argv[i]))
            return false;
    for (const table2_app *a = table2_apps; optind == argc && a->name; a++)
        if (!parse_table2(o, a))
            return false;
    if (o->designs == 0)
        o->design[o->designs++].design = *design_preset("sharedtlb");
    return finish_designs(o);
}

bool options_describe(const options *o) {
    return !o->on_gpu || o->chip_named;
}

void options_end(options *o) {
    description_end(&o->changed);
}
