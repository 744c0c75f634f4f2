/* SPDX-License-Identifier: Apache-2.0 */
/* gmmu show: a chip or a design with all its values, their units and sources, as --chip and --design read it;
 * --units: the hardware units in it, with the sizes that are built. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/outside.h"
#include "chip/chip_units.h"
#include "cli/chip_options.h"
#include "cli/commands.h"
#include "cli/option_scan.h"
#include "cli/returned.h"
#include "report/json.h"

/* ---- units ---- */

static json_t *size_json(const unit_size *size) {
    char constant[64];
    (void)snprintf(constant, sizeof constant, "GMMU_%s", size->name);
    return json_pack("{s:i, s:s}", "value", (int)size->value, "source", constant);
}

/* part: what of the chip it is, or NULL: what its name says. */
static void add_built_unit(json_t *list, const unit_ops *ops, const char *part) {
    json_t *unit = json_object();
    json_t *sizes = json_object();
    json_object_set_new(unit, "unit", json_string(ops->unit));
    json_object_set_new(unit, "build", json_string(ops->name));
    if (part)
        json_object_set_new(unit, "part", json_string(part));
    for (const unit_size *s = ops->sizes; s->name; s++)
        json_object_set_new(sizes, s->name, size_json(s));
    json_object_set_new(unit, "sizes", sizes);
    json_array_append_new(list, unit);
}

/* The build that the chip takes, if it does, or one for each part of it. */
static void show_unit(json_t *list, const unit_need *need, const gpu_config *config) {
    unit_part part;
    for (uint32_t i = 0; need->part && need->part(config, i, &part); i++)
        if (part.ops)
            add_built_unit(list, part.ops, part.name);
    if (need->part)
        return;
    const unit_needs needs = need->sizes ? need->sizes(&config->chip, 1) : (unit_needs){0};
    const unit_ops *ops =
        unit_find_for(need->unit, config_unit_is_rtl(config, need->unit), needs.size, NULL, 0);
    if (ops)
        add_built_unit(list, ops, NULL);
}

/* What a run with one application takes; none of it is a value of the description. */
static json_t *units_json(const gpu_config *config) {
    json_t *list = json_array();
    for (const char *const *name = unit_names(); *name; name++) {
        const unit_need *need = chip_units_find(config, *name);
        if (need)
            show_unit(list, need, config);
    }
    return list;
}

static json_t *show_units(const gpu_config *of) {
    gpu_config config = *of;
    char err[256];
    design_shape_chip(&config, 1);
    if (!chip_units_built(&config, 1, err, sizeof err)) {
        message_line("gmmu: %s", err);
        return NULL;
    }
    return units_json(&config);
}

/* ---- the command ---- */

typedef struct {
    chip_options on;
    bool units; /* the hardware units, instead of the values */
} show_options;

static bool take_show_option(void *ctx, int option, char *text) {
    show_options *o = ctx;
    o->units |= option == OPT_UNITS;
    return option == OPT_UNITS || chip_options_take(&o->on, option, text, false);
}

static bool show_options_parse(show_options *o, int argc, char **argv) {
    chip_options_begin(&o->on);
    return option_scan_all(argc, argv, option_rows, chip_options_take_chip, &o->on) &&
           option_scan_all(argc, argv, option_rows, take_show_option, o) && chip_options_finish_one(&o->on);
}

/* The units, or the design if one was named, else the chip; NULL after one line. */
static json_t *show_what(const show_options *o) {
    if (o->units)
        return show_units(&o->on.config);
    json_t *root = o->on.designs ? description_show_design(&o->on.changed) : description_show(&o->on.changed);
    if (!root)
        message_line("gmmu: out of memory");
    return root;
}

int show_returned(int argc, char **argv, json_t **result) {
    show_options *o = alloc_zeroed(1, sizeof *o);
    *result = show_options_parse(o, argc, argv) ? show_what(o) : NULL;
    chip_options_end(&o->on);
    free(o);
    return *result ? EXIT_SUCCESS : EXIT_BAD_INPUT;
}

/* Whether standard output took it is asked at the end, as for all commands. */
int command_show(int argc, char **argv) {
    json_t *root = NULL;
    const int code = show_returned(argc, argv, &root);
    if (root && json_dumpf(root, stdout, SHOWN_TEXT) == 0)
        puts("");
    json_decref(root);
    return code;
}
