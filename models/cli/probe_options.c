/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/probe_options.h"

#include <string.h>

#include "cli/option_file.h"
#include "cli/option_number.h"
#include "cli/option_scan.h"

static bool take_small_number(int option, const char *text, uint32_t *value) {
    uint64_t number = 0;
    const bool ok = option_number(option_rows, option, text, &number);
    *value = (uint32_t)number;
    return ok;
}

static bool take_probe_option(void *ctx, int option, char *text) {
    probe_options *o = ctx;
    switch (option) {
    case OPT_CSV:
        return option_file("--csv", text, &o->csv);
    case OPT_NOISE:
        return take_small_number(option, text, &o->noise);
    case OPT_GPU:
        o->on_gpu = true;
        return take_small_number(option, text, &o->gpu);
    default:
        o->chip_named |= option == OPT_CHIP;
        return chip_options_take(&o->on, option, text, false);
    }
}

bool probe_options_parse(probe_options *o, int argc, char **argv) {
    memset(o, 0, sizeof *o);
    chip_options_begin(&o->on);
    if (!option_scan_all(argc, argv, option_rows, chip_options_take_chip, &o->on) ||
        !option_scan_all(argc, argv, option_rows, take_probe_option, o))
        return false;
    chip_options_default(&o->on, "sharedtlb");
    return chip_options_finish(&o->on, NULL, NULL);
}

bool probe_options_describe(const probe_options *o) {
    return !o->on_gpu || o->chip_named;
}
