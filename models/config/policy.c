/* SPDX-License-Identifier: Apache-2.0 */
#include "config/policy.h"

#include <stdio.h>
#include <string.h>

const policy_row *policy_find(const policy_row *const *table, const char *name) {
    if (name == NULL || name[0] == '\0')
        return table[0];
    for (const policy_row *const *row = table; *row; row++)
        if (strcmp((*row)->name, name) == 0)
            return *row;
    return NULL;
}

void policy_expected(const policy_row *const *table, char *text, size_t size) {
    size_t used = 0;
    for (const policy_row *const *row = table; *row && used < size; row++)
        used +=
            (size_t)snprintf(text + used, size - used, "%s%s", row == table ? "one of " : ", ", (*row)->name);
}

void policy_offer(const policy_row *const *table, near_name *n) {
    for (const policy_row *const *row = table; *row; row++)
        near_name_offer(n, (*row)->name);
}

bool policy_known(const policy_row *const *table, const char *field, const char *name, char *err,
                  size_t err_size) {
    char expected[256];
    if (policy_find(table, name))
        return true;
    near_name near = near_name_of(name);
    policy_offer(table, &near);
    policy_expected(table, expected, sizeof expected);
    (void)snprintf(err, err_size, "%s: %.40s: expected %s%s", field, name, expected, near.hint);
    return false;
}
