/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/option_scan.h"

#include <stdio.h>
#include <string.h>

#include "cli/bad_option.h"

/* What getopt, called when it stood at `before`, has just looked at: it still stands there while letters of
 * it are left, and else behind it. Arguments that are no options are skipped. */
static const char *looked_at(char **argv, int before) {
    const char *passed = argv[optind - 1];
    return optind > before && passed[0] == '-' && passed[1] != '\0' ? passed : argv[optind];
}

/* A name that nothing else than an option has: "--jobs" of "--jobs=3". */
static near_name near_option(const char *text, const struct option *known) {
    near_name near = near_name_of_part(text, strcspn(text, "="));
    for (const struct option *o = known; o->name; o++) {
        char name[NEAR_NAME_BYTES];
        (void)snprintf(name, sizeof name, "--%s", o->name);
        near_name_offer(&near, name);
    }
    return near;
}

bool option_scan(int argc, char **argv, const struct option *known, option_scan_fn take, void *ctx) {
    opterr = 0;
    optind = 1;
    for (;;) {
        const int before = optind;
        const int c = getopt_long(argc, argv, ":", known, NULL);
        if (c == -1)
            return true;
        if (c == '?' || c == ':') {
            const char *text = looked_at(argv, before);
            const near_name near = c == '?' ? near_option(text, known) : near_name_of("");
            return bad_option_see_help(c == '?' ? "unknown option" : "option without value", text, &near);
        }
        if (!take(ctx, c, optarg))
            return false;
    }
}

bool option_scan_all(int argc, char **argv, const struct option *known, option_scan_fn take, void *ctx) {
    return option_scan(argc, argv, known, take, ctx) &&
           (optind == argc || bad_option("argument", argv[optind], "options only, see 'gmmu help'"));
}
