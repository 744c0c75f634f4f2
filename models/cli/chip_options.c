/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/chip_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/outside.h"
#include "chip/chip_parts.h"
#include "cli/bad_option.h"
#include "cli/option_scan.h"
#include "config/config_check.h"

void chip_options_begin(chip_options *o) {
    memset(o, 0, sizeof *o);
    o->config.chip = chip_presets[0];
    config_set_defaults(&o->config);
    o->config.exceptions = exception_defaults;
    o->config.seed = 1;
    o->config.window_bytes = (size_t)64 << 20;
    description_begin(&o->changed, &o->config);
}

void chip_options_end(chip_options *o) {
    description_end(&o->changed);
}

/* ---- one option ---- */

/* Is it a file's name rather than a preset's? Then it ends in .json or holds a slash. Or a description
 * itself. */
static bool options_is_file(const char *text, size_t length) {
    return description_is_text(text) || memchr(text, '/', length) ||
           (length >= 5 && strncmp(text + length - 5, ".json", 5) == 0);
}

static bool parse_chip(chip_options *o, const char *text) {
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
    o->file = description_is_text(text) ? "description" : text;
    return description_read(&o->changed, text, err, sizeof err) || bad_line(err);
}

bool chip_options_set(chip_options *o, const char *text) {
    char err[512];
    return description_set(&o->changed, text, err, sizeof err) || bad_line(err);
}

static bool parse_set(chip_options *o, const char *text) {
    if (strncmp(text, "design.", 7) == 0) {
        if (o->design_sets == GMMU_MAX_DESIGN_SETS)
            return bad_option("--set", text, "at most 16 changes of designs");
        o->design_set[o->design_sets++] = text;
    }
    return chip_options_set(o, text);
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

static bool parse_design(chip_options *o, const char *text, bool several) {
    char name[32];
    size_t length = strlen(text);
    bool rtl = length > 4 && strcmp(text + length - 4, "+rtl") == 0;
    snprintf(name, sizeof name, "%.*s", (int)(rtl ? length - 4 : length), text);
    char err[512];
    const design_config *design = design_preset(name);
    if (!options_is_file(text, rtl ? length - 4 : length)) {
        if (!design)
            return bad_design(text);
        o->config.design = *design;
    } else {
        char *described = alloc_checked(strndup(text, rtl ? length - 4 : length));
        const bool read = description_read_design(&o->changed, described, err, sizeof err);
        free(described);
        if (!read)
            return bad_line(err);
    }
    if (!several && o->designs)
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

bool chip_options_take_chip(void *o, int option, char *text) {
    return option != OPT_CHIP || parse_chip(o, text);
}

bool chip_options_take(chip_options *o, int option, char *text, bool several) {
    switch (option) {
    case OPT_CHIP:
        return true;
    case OPT_SET:
        return parse_set(o, text);
    case OPT_DESIGN:
        return parse_design(o, text, several);
    default:
        return bad_option("option", option_row_find(option_rows, option)->name,
                          "one that this command has: see 'gmmu help'");
    }
}

/* ---- all of them ---- */

void chip_options_default(chip_options *o, const char *design) {
    if (o->designs == 0)
        o->design[o->designs++].design = *design_preset(design);
}

const char *chip_options_usual(const chip_options *o) {
    return o->config.chip.sm.kind == SM_THESIS ? "sharedtlb" : "mask";
}

/* Can the chip be built? Its file is named, if it has one. */
static bool check_chip(const chip_options *o) {
    char err[512];
    if (config_check(&o->config, err, sizeof err) && chip_parts_fit(&o->config, err, sizeof err))
        return true;
    message_line("gmmu: %s%s%s", o->file ? o->file : "", o->file ? ": " : "", err);
    return false;
}

bool chip_options_finish(chip_options *o, const char *before, const char *after) {
    for (uint32_t i = o->designs; i-- > 0;) {
        design_config *design = &o->config.design;
        *design = o->design[i].design;
        if (before)
            design->block_scheduler = before;
        for (uint32_t n = 0; n < o->design_sets; n++)
            if (!chip_options_set(o, o->design_set[n]))
                return false;
        if (after)
            design->block_scheduler = after;
        if (!check_chip(o))
            return false;
        o->design[i].design = *design;
    }
    return true;
}

bool chip_options_finish_one(chip_options *o) {
    const uint32_t named = o->designs;
    chip_options_default(o, chip_options_usual(o));
    const bool ok = chip_options_finish(o, NULL, NULL);
    o->designs = named;
    return ok;
}

static bool take_one(void *o, int option, char *text) {
    return chip_options_take(o, option, text, false);
}

bool chip_options_parse(chip_options *o, int argc, char **argv) {
    chip_options_begin(o);
    return option_scan_all(argc, argv, option_rows, chip_options_take_chip, o) &&
           option_scan_all(argc, argv, option_rows, take_one, o) && chip_options_finish_one(o);
}
