/* SPDX-License-Identifier: Apache-2.0 */
/* Words and numbers of one line of text; strict, so that every oddity is seen. */
#ifndef GMMU_SCAN_H
#define GMMU_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* More than any valid instruction has: 5 places, 3, 8 registers, opcode, 8
 * registers, 5 counts, 33 addresses, immediate. */
#define SCAN_MAX_WORDS 80U

typedef struct {
    char *word[SCAN_MAX_WORDS];
    unsigned count;
    unsigned at; /* next word to take */
} words;

/* Cuts the line at blanks, in place. False: more than SCAN_MAX_WORDS. */
bool scan_words(words *w, char *line);
/* The next word, or NULL at the end of the line. */
char *scan_next(words *w);

/* The whole text is a number of at most `max`: decimal digits; hexadecimal with or
 * without 0x; decimal with a sign (the result is two's complement). */
bool scan_decimal(const char *text, uint64_t max, uint64_t *value);
bool scan_hex(const char *text, uint64_t max, uint64_t *value);
bool scan_signed(const char *text, uint64_t *value);
/* Three decimals with commas between them and nothing else; each at most max. */
bool scan_triple(const char *text, uint64_t max, uint32_t value[3]);

/* For "KEY = VALUE": the value, without blanks around it, or NULL when the line has
 * another key. Ends the value in place. */
char *scan_value(char *line, const char *key);

#endif
