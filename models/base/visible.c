/* SPDX-License-Identifier: Apache-2.0 */
#include "base/visible.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define LINE_BYTES   4096
#define ESCAPE_BYTES 4 /* \xNN */

/* Bytes of the character that begins at `text`, and its code; 1 byte and 0 when it is not UTF-8. */
static size_t utf8_character(const unsigned char *text, uint32_t *code) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const size_t length = text[0] < 0x80   ? 1
                          : text[0] < 0xc0 ? 0
                          : text[0] < 0xe0 ? 2
                          : text[0] < 0xf0 ? 3
                          : text[0] < 0xf8 ? 4
                                           : 0;
    uint32_t value = length == 1 ? text[0] : text[0] & (0x7fU >> length);
    size_t i = 1;
    while (i < length && (text[i] & 0xc0U) == 0x80) /* also stops at the zero at the end */
        value = value << 6 | (text[i++] & 0x3fU);
    const bool surrogate = value >= 0xd800 && value < 0xe000;
    const bool good = length != 0 && i == length && value >= least[length] && value <= 0x10ffff && !surrogate;
    *code = good ? value : 0;
    return good ? length : 1;
}

/* Control characters of ASCII and of Latin-1, line and paragraph ends, and what turns the direction. */
static bool shown_by_terminal(uint32_t code) {
    return code >= 0x20 && !(code >= 0x7f && code < 0xa0) && !(code >= 0x2028 && code <= 0x202e) &&
           !(code >= 0x2066 && code <= 0x2069);
}

char *visible(char *to, size_t size, const char *text) {
    const unsigned char *from = (const unsigned char *)text;
    size_t at = 0;
    while (*from) {
        uint32_t code = 0;
        const size_t length = utf8_character(from, &code);
        const bool plain = shown_by_terminal(code);
        if (at + (plain ? length : length * ESCAPE_BYTES) >= size)
            break;
        for (size_t i = 0; i < length; i++, from++) {
            if (plain)
                to[at++] = (char)*from;
            else
                at += (size_t)snprintf(to + at, size - at, "\\x%02x", *from);
        }
    }
    to[at] = '\0';
    return to;
}

const char *shortened(char *to, const char *text) {
    static const char dots[] = "...";
    const size_t most = SHORTENED_BYTES - sizeof dots;
    if (strlen(text) <= most)
        return text;
    size_t cut = 0;
    uint32_t code = 0;
    for (size_t length = 0; cut + length <= most;
         length = utf8_character((const unsigned char *)text + cut, &code))
        cut += length;
    memcpy(to, text, cut);
    memcpy(to + cut, dots, sizeof dots);
    return to;
}

void visible_line_of(FILE *to, const char *format, va_list args) {
    char text[LINE_BYTES];
    char line[LINE_BYTES];
    vsnprintf(text, sizeof text, format, args);
    fprintf(to, "%s\n", visible(line, sizeof line, text));
}

void visible_line(FILE *to, const char *format, ...) {
    va_list args;
    va_start(args, format);
    visible_line_of(to, format, args);
    va_end(args);
}
