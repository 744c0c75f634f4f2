/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/option_number.h"

#include <ctype.h>
#include <stdio.h>

#include "base/number_text.h"
#include "cli/bad_option.h"

static bool bad_number(const option_row *row, const char *text) {
    char option[64], from[32] = "", to[32] = "2^64 - 1", expected[128];
    (void)snprintf(option, sizeof option, "--%s", row->name);
    if (row->least)
        (void)snprintf(from, sizeof from, "from %llu ", (unsigned long long)row->least);
    if (row->most != UINT64_MAX)
        (void)snprintf(to, sizeof to, "%llu", (unsigned long long)row->most);
    (void)snprintf(expected, sizeof expected, "a number %s%s %s%s", from, row->least ? "to" : "up to", to,
                   row->suffix ? ", K, M, G or T allowed" : "");
    return bad_option(option, text, expected);
}

bool option_number(const option_row *rows, int id, const char *text, uint64_t *value) {
    const option_row *row = option_row_find(rows, id);
    const char *end = text;
    if (!number_text_read(&end, value) || *end || *value < row->least || *value > row->most ||
        !(row->suffix || isdigit((unsigned char)end[-1])))
        return bad_number(row, text);
    return true;
}
