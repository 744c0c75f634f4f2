/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Descriptions of chips and designs as text: what `gmmu show` prints, --chip FILE.json and --design
 * FILE.json read and --set path=value changes. All of them go by the rows of spec/config_fields.c.
 *
 * A file is a JSON object: "name", then "base", the preset whose values hold where the file says
 * nothing, or nothing of this, when the file gives every value of the chip; then the values, by
 * the parts of their paths: {"name": "big", "base": "mask", "sm": {"count": 20}}. A value is
 * plain, or an object of "value", "unit", "source", as `gmmu show` prints it. The description of a
 * design is the same without the "design." of its paths.
 */
#ifndef GMMU_DESCRIPTION_H
#define GMMU_DESCRIPTION_H

#include <jansson.h>

#include "spec/config.h"

/* A configuration in the making, and where its changed values come from. */
typedef struct {
    gpu_config *config;
    json_t *sources; /* path: text */
} description;

/* On a configuration that holds a preset and the defaults. description_end() leaves it. */
void description_begin(description *d, gpu_config *config);
void description_end(description *d);

/* Each returns false after one line in err: what is wrong where, and what is expected. Rules between
 * values are config_check()'s. */
bool description_read(description *d, const char *file, char *err, size_t size);
/* Into d->config->design. */
bool description_read_design(description *d, const char *file, char *err, size_t size);
/* "path=value" */
bool description_set(description *d, const char *assignment, char *err, size_t size);

/* The whole description, in the form of a file, with units and sources. */
json_t *description_show(const description *d);
json_t *description_show_design(const description *d);

/* The values that differ from those of the preset and the defaults, as {"path": value}; of a chip or a
 * design without a preset all. NULL: none. */
json_t *description_changed(const gpu_config *config);

#endif
