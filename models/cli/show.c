/* SPDX-License-Identifier: Apache-2.0 */
/* gmmu show: a chip with all its values, their units and sources, as a file that --chip reads. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/commands.h"
#include "cli/options.h"

static bool print_json(json_t *root) {
    bool ok = root && json_dumpf(root, stdout, JSON_INDENT(2) | JSON_PRESERVE_ORDER) == 0 && puts("") != EOF;
    json_decref(root);
    if (!ok)
        fputs("gmmu: cannot write the description\n", stderr);
    return ok;
}

int command_show(int argc, char **argv) {
    options *o = calloc(1, sizeof *o);
    if (!o)
        return EXIT_BAD_INPUT;
    bool ok = options_parse_chip(o, argc, argv) && print_json(description_show(&o->changed));
    options_end(o);
    free(o);
    return ok ? EXIT_SUCCESS : EXIT_BAD_INPUT;
}
