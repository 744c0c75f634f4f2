/* SPDX-License-Identifier: Apache-2.0 */
/* gmmu show: a chip or a design with all its values, their units and sources, as --chip and --design read it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/visible.h"
#include "cli/commands.h"
#include "cli/options.h"

/* Whether standard output took it is asked at the end, as for all commands. */
static bool print_json(json_t *root) {
    if (root && json_dumpf(root, stdout, JSON_INDENT(2) | JSON_PRESERVE_ORDER) == 0)
        puts("");
    const bool ok = root != NULL;
    json_decref(root);
    if (!ok)
        visible_line(stderr, "gmmu: out of memory");
    return ok;
}

/* The design, if one was named, else the chip. */
static bool show_chip_or_design(const options *o) {
    return print_json(o->designs ? description_show_design(&o->changed) : description_show(&o->changed));
}

int command_show(int argc, char **argv) {
    options *o = alloc_zeroed(1, sizeof *o);
    bool ok = options_parse_chip(o, argc, argv) && show_chip_or_design(o);
    options_end(o);
    free(o);
    return ok ? EXIT_SUCCESS : EXIT_BAD_INPUT;
}
