/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/option_scan.h"

#include <stdio.h>
#include <string.h>

#include "cli/bad_option.h"

#define MOST_OPTIONS 64

/* What getopt, called when it stood at `before`, has just looked at: it still stands there while letters of
 * it are left, and else behind it. Arguments that are no options are skipped. */
static const char *looked_at(char **argv, int before) {
    const char *passed = argv[optind - 1];
    return optind > before && passed[0] == '-' && passed[1] != '\0' ? passed : argv[optind];
}

/* A name that nothing else than an option has: "--jobs" of "--jobs=3". */
static near_name near_option(const char *text, const option_row *known) {
    near_name near = near_name_of_part(text, strcspn(text, "="));
    for (const option_row *row = known; row->name; row++) {
        char name[NEAR_NAME_BYTES];
        (void)snprintf(name, sizeof name, "--%s", row->name);
        near_name_offer(&near, name);
    }
    return near;
}

static int has_argument(const option_row *row) {
    if (!row->argument)
        return no_argument;
    return row->argument[0] == '[' ? optional_argument : required_argument;
}

/* For getopt, which wants zeroes at the end. */
static bool getopt_rows(const option_row *known, struct option *list) {
    size_t count = 0;
    for (; known[count].name && count + 1 < MOST_OPTIONS; count++)
        list[count] = (struct option){known[count].name, has_argument(&known[count]), NULL, known[count].id};
    list[count] = (struct option){0};
    return !known[count].name;
}

/* Is this option written in full? getopt takes any beginning of a name that no other option has. */
static bool in_full(const char *word, const char *name) {
    const size_t length = strlen(name);
    return strncmp(word, "--", 2) == 0 && strncmp(word + 2, name, length) == 0 &&
           strcspn(word + 2, "=") == length;
}

/* Has it a value, though a row without one has its name? */
static bool has_no_value(const char *text, const option_row *known) {
    while (known->name && !in_full(text, known->name))
        known++;
    return known->name && strchr(text, '=');
}

static bool unknown_option(const char *text, const near_name *near) {
    return bad_option_see_help("unknown option", text, near);
}

/* Its full name is the hint. */
static bool refuse_abbreviation(const char *word, const char *name) {
    near_name near = near_name_of("");
    (void)snprintf(near.hint, sizeof near.hint, "; did you mean '--%s'?", name);
    return unknown_option(word, &near);
}

bool option_scan(int argc, char **argv, const option_row *known, option_scan_fn take, void *ctx) {
    struct option list[MOST_OPTIONS];
    opterr = 0;
    optind = 1;
    if (!getopt_rows(known, list))
        return false;
    for (;;) {
        const int before = optind;
        const int c = getopt_long(argc, argv, ":", list, NULL);
        if (c == -1)
            return true;
        if (c == '?') {
            const char *text = looked_at(argv, before);
            if (has_no_value(text, known))
                return bad_option("option", text, "no value");
            const near_name near = near_option(text, known);
            return unknown_option(text, &near);
        }
        const bool separate = c != ':' && optarg && optarg == argv[optind - 1];
        const char *word = c == ':' ? looked_at(argv, before) : argv[optind - (separate ? 2 : 1)];
        const char *name = option_row_find(known, c == ':' ? optopt : c)->name;
        if (!in_full(word, name))
            return refuse_abbreviation(word, name);
        if (c == ':') {
            const near_name none = near_name_of("");
            return bad_option_see_help("option without value", word, &none);
        }
        if (!take(ctx, c, optarg))
            return false;
    }
}

bool option_scan_all(int argc, char **argv, const option_row *known, option_scan_fn take, void *ctx) {
    return option_scan(argc, argv, known, take, ctx) &&
           (optind == argc || bad_option("argument", argv[optind], "options only, see 'gmmu help'"));
}
