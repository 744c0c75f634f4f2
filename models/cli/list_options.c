/* SPDX-License-Identifier: Apache-2.0 */
/* gmmu list --options. */
#include "cli/list_options.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/option_rows.h"
#include "config/config.h"
#include "config/config_fields.h"

static void add_option_text(json_t *object, const char *key, const char *text) {
    if (text && text[0])
        json_object_set_new(object, key, json_string(text));
}

static void add_option_range(json_t *object, const option_row *row) {
    char text[96];
    if (!row->most)
        return;
    if (row->most == UINT64_MAX)
        (void)snprintf(text, sizeof text, "%" PRIu64 " to 2^64 - 1", row->least);
    else
        (void)snprintf(text, sizeof text, "%" PRIu64 " to %" PRIu64, row->least, row->most);
    json_object_set_new(object, "range", json_string(text));
    if (row->suffix)
        json_object_set_new(object, "suffix", json_string("K, M, G or T"));
}

static void add_option_rows(json_t *list, const option_row *rows) {
    for (const option_row *row = rows; row->name; row++) {
        json_t *option = json_object();
        add_option_text(option, "name", row->name);
        add_option_text(option, "argument", row->argument);
        add_option_text(option, "commands", row->commands);
        add_option_text(option, "unit", row->unit);
        add_option_range(option, row);
        add_option_text(option, "default", row->standard);
        add_option_text(option, "meaning", row->says);
        json_array_append_new(list, option);
    }
}

typedef struct {
    json_t *paths;
    const char *chip;
} path_list;

/* The first chip that has the path gives its value. */
static bool add_option_path(void *ctx, const figure *f) {
    const path_list *to = ctx;
    char text[FIELD_VALUE_BYTES], expected[FIELD_EXPECTED_BYTES];
    if (json_object_get(to->paths, f->path))
        return true;
    json_t *path = json_object();
    figure_print(f, text, sizeof text);
    figure_expected(f->field, expected, sizeof expected);
    add_option_text(path, "unit", f->field->unit);
    json_object_set_new(path, "value", json_string(text));
    add_option_text(path, "chip", to->chip);
    add_option_text(path, "expected", expected);
    add_option_text(path, "meaning", f->field->meaning);
    json_object_set_new(to->paths, f->path, path);
    return true;
}

static json_t *list_of_paths(void) {
    path_list to = {.paths = json_object()};
    for (const chip_config *chip = chip_presets; chip->name[0]; chip++) {
        gpu_config config = {.chip = *chip};
        config.design = *design_preset("mask");
        config_set_defaults(&config);
        config.exceptions = exception_defaults;
        to.chip = chip->name;
        (void)config_visit(&config, add_option_path, &to);
    }
    return to.paths;
}

json_t *options_list(void) {
    json_t *root = json_object(), *options = json_array();
    add_option_rows(options, option_rows);
    add_option_rows(options, share_option_rows);
    json_object_set_new(root, "options", options);
    json_object_set_new(root, "paths", list_of_paths());
    return root;
}
