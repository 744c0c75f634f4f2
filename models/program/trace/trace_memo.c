/* SPDX-License-Identifier: Apache-2.0 */
#include "program/trace/trace_memo.h"

#include <string.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

static const char *skip_blanks(const char *p) {
    while (is_blank(*p))
        p++;
    return p;
}

static bool ends_word(char c) {
    return c == '\0' || is_blank(c);
}

bool trace_memo_matches(const trace_known *k, uint64_t pc, const char **at) {
    const char *p = skip_blanks(*at);
    if (k->length == 0 || k->pc != pc || strncmp(p, k->text, k->length) != 0 || !ends_word(p[k->length]))
        return false;
    *at = p + k->length;
    return true;
}

/* It stands behind the number of destinations and their names, and before other words. */
uint16_t trace_memo_opcode(const trace_known *k, const block_stream *b) {
    uint64_t named;
    const char *p = k->text;
    if (!spool_block_asks(b) || k->length == 0 || !quick_decimal(&p, &named))
        return 0;
    for (p = skip_blanks(p); named; named--)
        p = skip_blanks(p + strcspn(p, " \t"));
    return spool_block_opcode(b, p);
}

/* The value of a hexadecimal digit, or 16. */
static unsigned digit_of(char c) {
    unsigned digit = (unsigned char)c - (unsigned)'0';
    unsigned letter = ((unsigned char)c | 0x20U) - (unsigned)'a';
    return digit < 10 ? digit : letter < 6 ? letter + 10 : 16;
}

bool quick_hex(const char **at, uint64_t *value) {
    const char *p = skip_blanks(*at);
    uint64_t v = 0;
    if (p[0] == '0' && (p[1] | 0x20) == 'x')
        p += 2;
    const char *start = p;
    for (unsigned digit; (digit = digit_of(*p)) < 16; p++)
        v = v << 4 | digit;
    *at = p;
    *value = v;
    return p != start && p - start <= 16 && ends_word(*p);
}

bool quick_decimal(const char **at, uint64_t *value) {
    const char *p = skip_blanks(*at), *start = p;
    uint64_t v = 0;
    for (unsigned digit; (digit = (unsigned char)*p - (unsigned)'0') < 10; p++)
        v = v * 10 + digit;
    *at = p;
    *value = v;
    return p != start && p - start <= 18 && ends_word(*p);
}

bool quick_signed(const char **at, uint64_t *value) {
    const char *p = skip_blanks(*at);
    const bool negative = *p == '-';
    *at = p + negative;
    if (!quick_decimal(at, value) || (negative && is_blank(p[1])))
        return false;
    if (negative)
        *value = 0U - *value;
    return true;
}

bool quick_end(const char *at) {
    return *skip_blanks(at) == '\0';
}
