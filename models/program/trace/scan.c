/* SPDX-License-Identifier: Apache-2.0 */
#include "program/trace/scan.h"

#include <string.h>

bool scan_words(words *w, char *line) {
    w->count = w->at = 0;
    for (char *p = line;;) {
        p += strspn(p, " \t");
        if (!*p)
            return true;
        if (w->count == SCAN_MAX_WORDS)
            return false;
        w->word[w->count++] = p;
        p += strcspn(p, " \t");
        if (*p)
            *p++ = '\0';
    }
}

char *scan_next(words *w) {
    return w->at < w->count ? w->word[w->at++] : NULL;
}

/* Digits of `base` at *p, at least one; moves *p behind them. */
static bool scan_digits(const char **p, unsigned base, uint64_t max, uint64_t *value) {
    const char *start = *p;
    uint64_t v = 0;
    for (;; (*p)++) {
        unsigned c = (unsigned char)**p, digit;
        if (c - '0' < 10U)
            digit = c - '0';
        else if (base == 16 && (c | 0x20U) - 'a' < 6U)
            digit = (c | 0x20U) - 'a' + 10U;
        else
            break;
        if (digit > max || v > (max - digit) / base)
            return false;
        v = v * base + digit;
    }
    *value = v;
    return *p != start;
}

bool scan_decimal(const char *text, uint64_t max, uint64_t *value) {
    return scan_digits(&text, 10, max, value) && !*text;
}

bool scan_hex(const char *text, uint64_t max, uint64_t *value) {
    if (text[0] == '0' && (text[1] | 0x20) == 'x')
        text += 2;
    return scan_digits(&text, 16, max, value) && !*text;
}

bool scan_signed(const char *text, uint64_t *value) {
    bool negative = *text == '-';
    if (!scan_decimal(text + negative, negative ? 1ULL << 63 : INT64_MAX, value))
        return false;
    if (negative)
        *value = 0U - *value;
    return true;
}

bool scan_triple(const char *text, uint64_t max, uint32_t value[3]) {
    for (unsigned i = 0; i < 3; i++) {
        uint64_t v;
        if (!scan_digits(&text, 10, max < UINT32_MAX ? max : UINT32_MAX, &v) || *text != (i < 2 ? ',' : '\0'))
            return false;
        value[i] = (uint32_t)v;
        text++;
    }
    return true;
}

char *scan_value(char *line, const char *key) {
    size_t n = strlen(key);
    line += strspn(line, " \t");
    if (strncmp(line, key, n) != 0)
        return NULL;
    line += n;
    line += strspn(line, " \t");
    if (*line++ != '=')
        return NULL;
    line += strspn(line, " \t");
    for (n = strlen(line); n && (line[n - 1] == ' ' || line[n - 1] == '\t'); n--)
        line[n - 1] = '\0';
    return line;
}
