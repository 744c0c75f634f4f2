/* SPDX-License-Identifier: Apache-2.0 */
#include "base/near_name.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MOST_WRONG 3

near_name near_name_of_part(const char *given, size_t length) {
    return (near_name){.given = given, .length = length, .distance = MOST_WRONG + 1};
}

near_name near_name_of(const char *given) {
    return near_name_of_part(given, strlen(given));
}

static int name_letter(char c) {
    return c == '_' ? '-' : tolower((unsigned char)c);
}

static size_t smaller_of(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Letters that are wrong, missing, too many, or swapped with their neighbour (Damerau and Levenshtein, no
 * letter changed twice). Both have at most NEAR_NAME_BYTES letters. */
static size_t name_distance(const char *a, size_t a_length, const char *b, size_t b_length) {
    size_t row[3][NEAR_NAME_BYTES + 1]; /* of i - 2, i - 1 and i letters of a; by letters of b */
    size_t *before = row[0], *last = row[1], *now = row[2];
    for (size_t j = 0; j <= b_length; j++)
        last[j] = before[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        now[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            const int x = name_letter(a[i - 1]), y = name_letter(b[j - 1]);
            now[j] = smaller_of(smaller_of(last[j], now[j - 1]) + 1, last[j - 1] + (x != y));
            if (i > 1 && j > 1 && x == name_letter(b[j - 2]) && name_letter(a[i - 2]) == y)
                now[j] = smaller_of(now[j], before[j - 2] + 1);
        }
        size_t *free_row = before;
        before = last;
        last = now;
        now = free_row;
    }
    return last[b_length];
}

void near_name_offer(near_name *n, const char *name) {
    const size_t length = strlen(name);
    if (n->length < 2 || n->length > NEAR_NAME_BYTES || length > NEAR_NAME_BYTES)
        return;
    if (length == n->length && memcmp(n->given, name, length) == 0) {
        n->distance = 0; /* the name is known, and something else about it is wrong: no other is meant */
        n->hint[0] = '\0';
        return;
    }
    const size_t third = length < 6 ? 1 : length / 3;
    const size_t distance = name_distance(n->given, n->length, name, length);
    if (distance > third || distance >= length || distance >= n->distance)
        return;
    n->distance = distance;
    (void)snprintf(n->hint, sizeof n->hint, "; did you mean '%s'?", name);
}

void near_name_offer_all(near_name *n, const char *const *names) {
    for (; *names; names++)
        near_name_offer(n, *names);
}
