/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Descriptions of chips and designs as text: `gmmu show` prints them, --chip FILE.json and --design
 * FILE.json read them, and --set path=value changes them. All of these use the rows of
 * config/config_fields.c.
 *
 * A file is a JSON object. "name" comes first, then "base", the preset whose values hold where the file
 * says nothing; a file without "base" gives every value of the chip. Then come the values, by
 * the parts of their paths: {"name": "big", "base": "mask", "sm": {"count": 20}}. A value is
 * plain, or an object of "value", "unit", "source", as `gmmu show` prints it. The description of a
 * design is the same without the "design." of its paths.
 */
#ifndef GMMU_DESCRIPTION_H
#define GMMU_DESCRIPTION_H

#include <jansson.h>

#include "base/input_files.h"
#include "config/config.h"

/* A configuration under construction, and the sources of its changed values. */
typedef struct {
    gpu_config *config;
    json_t *sources;   /* path: text */
    input_files files; /* that have been read */
} description;

/* Starts from a configuration that holds a preset and the defaults. description_end() leaves it. */
void description_begin(description *d, gpu_config *config);
void description_end(description *d);

/* Each returns false after one line in err: what is wrong, where, and what is expected. config_check()
 * checks the rules between values. */
/* `file`: its name, or the text of one itself, which begins with a brace. */
bool description_read(description *d, const char *file, char *err, size_t size);
/* Into d->config->design. */
bool description_read_design(description *d, const char *file, char *err, size_t size);
bool description_is_text(const char *file);
/* "path=value" */
bool description_set(description *d, const char *assignment, char *err, size_t size);

/* The whole description, in the form of a file, with units and sources. */
json_t *description_show(const description *d);
json_t *description_show_design(const description *d);

/* The values that differ from the preset's values and the defaults, as {"path": value}; all values of a chip
 * or a design without a preset. NULL: none. */
json_t *description_changed(const gpu_config *config);

#endif
