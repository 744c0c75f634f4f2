/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/classify_options.h"

#include <string.h>

#include "cli/bad_option.h"
#include "cli/option_scan.h"
#include "program/table2.h"

static bool take_classify_option(void *ctx, int option, char *text) {
    classify_options *o = ctx;
    bool known;
    const bool ok = run_options_take(&o->run, option, text, &known);
    o->sizes |= option == OPT_SIZES;
    return known ? ok : option == OPT_SIZES || chip_options_take(&o->run.on, option, text, false);
}

/* An application of MASK Table 2, with --sizes in all sizes. */
static bool parse_table2(classify_options *o, const table2_app *a) {
    if (!o->sizes)
        return run_options_add(&o->run, a->spec, false);
    for (uint32_t i = 0; table2_size(a, i); i++)
        if (!run_options_add(&o->run, table2_size(a, i), false))
            return false;
    return true;
}

/* A workload of gmmu classify: an application of MASK Table 2 by its name there, or as with --app. */
static bool take_workload(void *ctx, char *text) {
    classify_options *o = ctx;
    const table2_app *known = table2_find(text);
    if (!known && strchr(text, ':'))
        return run_options_add(&o->run, text, false);
    if (!known) {
        near_name near = near_name_of(text);
        table2_offer(&near);
        return bad_name("workload", text, "a name of MASK Table 2 in 'gmmu list', " WORKLOAD_FORMS, &near);
    }
    return parse_table2(o, known);
}

bool classify_options_parse(classify_options *o, int argc, char **argv) {
    memset(o, 0, sizeof *o);
    run_options_begin(&o->run);
    if (!option_scan(argc, argv, option_rows, chip_options_take_chip, &o->run.on) ||
        !option_scan(argc, argv, option_rows, take_classify_option, o) ||
        !option_words(argc, argv, option_rows, take_workload, o))
        return false;
    for (const table2_app *a = table2_apps; o->run.napps == 0 && a->name; a++)
        if (!parse_table2(o, a))
            return false;
    chip_options_default(&o->run.on, "sharedtlb");
    return chip_options_finish(&o->run.on, NULL, NULL);
}
