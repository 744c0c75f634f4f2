/* SPDX-License-Identifier: Apache-2.0 */
#include "program/ptx/ptx_text.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OFFENDING_BYTES 60U
#define NUMBER_BYTES    64U

/* ---- errors ---- */

/* In printable ASCII, cut. */
static void ptx_text_quote(char to[OFFENDING_BYTES + 4U], const ptx_token *t) {
    size_t n = 0;
    for (; n < t->length && n < OFFENDING_BYTES; n++)
        to[n] = t->at[n] >= ' ' && t->at[n] <= '~' ? t->at[n] : '?';
    memcpy(to + n, n < t->length ? "..." : "", n < t->length ? 4 : 1);
}

bool ptx_fail_at(ptx_reader *r, const ptx_token *at, const char *format, ...) {
    char what[512], quoted[OFFENDING_BYTES + 4U];
    va_list args;
    if (r->failed)
        return false;
    va_start(args, format);
    (void)vsnprintf(what, sizeof what, format, args);
    va_end(args);
    const ptx_token t = *at;
    ptx_text_quote(quoted, &t);
    if (t.kind == PTX_END)
        (void)snprintf(quoted, sizeof quoted, "end of the file");
    else if (t.kind == PTX_MARK && *t.at == '\n')
        (void)snprintf(quoted, sizeof quoted, "end of the line");
    (void)snprintf(r->err, r->err_size, "%.900s:%u:%u: %s (%s)", r->name, t.line, t.column, what, quoted);
    r->failed = true;
    r->token.kind = PTX_END;
    r->token.length = 0;
    r->at = r->end;
    return false;
}

/* ---- tokens ---- */

static bool ptx_text_letter(char c) {
    return isalpha((unsigned char)c) || c == '_' || c == '$' || c == '%' || c == '.';
}

static bool ptx_text_inside(char c) {
    return ptx_text_letter(c) || isdigit((unsigned char)c);
}

static void ptx_text_new_line(ptx_reader *r) {
    r->line++;
    r->line_start = r->at;
}

/* Behind blanks and comments; in TOML before the end of the line. */
static void ptx_text_skip(ptx_reader *r) {
    while (r->at < r->end) {
        const char c = *r->at;
        const char next = r->at + 1 < r->end ? r->at[1] : '\0';
        if (c == '\n' && r->toml)
            return;
        if (c == '\n') {
            r->at++;
            ptx_text_new_line(r);
        } else if (c == ' ' || c == '\t' || c == '\r') {
            r->at++;
        } else if ((r->toml && c == '#') || (!r->toml && c == '/' && next == '/')) {
            while (r->at < r->end && *r->at != '\n')
                r->at++;
        } else if (!r->toml && c == '/' && next == '*') {
            for (r->at += 2; r->at < r->end && !(r->at[-1] == '*' && *r->at == '/'); r->at++)
                if (*r->at == '\n') {
                    r->line++;
                    r->line_start = r->at + 1;
                }
            r->at += r->at < r->end;
        } else {
            return;
        }
    }
}

static void ptx_text_word(ptx_reader *r) {
    ptx_token *t = &r->token;
    t->kind = PTX_WORD;
    while (r->at < r->end &&
           (ptx_text_inside(*r->at) || (r->toml && *r->at == '-') ||
            (r->end - r->at > 2 && r->at[0] == ':' && r->at[1] == ':' && ptx_text_inside(r->at[2]))))
        r->at += *r->at == ':' ? 2 : 1;
}

/* 0fXXXXXXXX and 0dXXXXXXXXXXXXXXXX */
static bool ptx_text_bits(ptx_token *t, const char *text, size_t length) {
    const bool single = length > 1 && (text[1] | 0x20) == 'f';
    char *end;
    if (length < 2 || text[0] != '0' || ((text[1] | 0x20) != 'f' && (text[1] | 0x20) != 'd') ||
        length != (single ? 10 : 18))
        return false;
    if (strspn(text + 2, "0123456789abcdefABCDEF") != length - 2)
        return false;
    t->bits = strtoull(text + 2, &end, 16);
    t->single = single;
    t->real = !single;
    return *end == '\0';
}

static bool ptx_text_value(ptx_token *t, const char *text, size_t length) {
    char *end;
    const bool binary = length > 2 && text[0] == '0' && (text[1] | 0x20) == 'b';
    const bool hexadecimal = length > 2 && text[0] == '0' && (text[1] | 0x20) == 'x';
    if (ptx_text_bits(t, text, length))
        return true;
    if (!hexadecimal && !binary && strpbrk(text, ".eE")) {
        double value = strtod(text, &end);
        memcpy(&t->bits, &value, sizeof t->bits);
        t->real = true;
        return *end == '\0' && isdigit((unsigned char)end[-1]) && isfinite(value);
    }
    errno = 0;
    t->bits = binary ? strtoull(text + 2, &end, 2) : strtoull(text, &end, hexadecimal ? 16 : 0);
    return errno == 0 && (*end == '\0' || ((*end == 'U' || *end == 'u') && end[1] == '\0'));
}

static void ptx_text_number(ptx_reader *r) {
    ptx_token *t = &r->token;
    char text[NUMBER_BYTES + 1];
    size_t used = 0;
    t->kind = PTX_NUMBER;
    for (; r->at < r->end; r->at++) {
        const bool sign = (*r->at == '-' || *r->at == '+') && (r->at[-1] | 0x20) == 'e' && t->at[1] != 'x';
        if (!isalnum((unsigned char)*r->at) && *r->at != '.' && *r->at != '_' && !sign)
            break;
        if (used < NUMBER_BYTES && *r->at != '_')
            text[used++] = *r->at;
    }
    text[used] = '\0';
    t->length = (size_t)(r->at - t->at);
    if (t->length > NUMBER_BYTES || !ptx_text_value(t, text, used))
        (void)ptx_fail_at(r, t, "expected a number");
}

static void ptx_text_string(ptx_reader *r) {
    ptx_token *t = &r->token;
    t->kind = PTX_STRING;
    const char *from = ++r->at;
    while (r->at < r->end && *r->at != '"' && *r->at != '\n')
        r->at += *r->at == '\\' && r->at + 1 < r->end && r->at[1] != '\n' ? 2 : 1;
    t->at = from;
    t->length = (size_t)(r->at - from);
    if (r->at == r->end || *r->at != '"')
        (void)ptx_fail_at(r, t, "expected '\"' at the end of a text");
    else
        r->at++;
}

void ptx_next(ptx_reader *r) {
    if (r->failed)
        return;
    ptx_text_skip(r);
    r->token = (ptx_token){
        .at = r->at, .line = r->line, .column = (uint32_t)(r->at - r->line_start) + 1, .kind = PTX_END};
    if (r->at == r->end)
        return;
    if (ptx_text_letter(*r->at))
        ptx_text_word(r);
    else if (isdigit((unsigned char)*r->at))
        ptx_text_number(r);
    else if (*r->at == '"')
        ptx_text_string(r);
    else {
        r->token.kind = PTX_MARK;
        r->at++;
        if (r->at[-1] == '\n')
            ptx_text_new_line(r);
    }
    if (!r->failed && r->token.kind != PTX_STRING)
        r->token.length = (size_t)(r->at - r->token.at);
}

void ptx_reader_start(ptx_reader *r, const char *name, const char *text, size_t size, char *err,
                      size_t err_size) {
    r->name = name;
    r->text = r->at = r->line_start = text;
    r->end = text + size;
    r->line = 1;
    r->err = err;
    r->err_size = err_size;
    r->failed = false;
    ptx_next(r);
}

void ptx_reader_return(ptx_reader *r, const ptx_token *to) {
    if (r->failed)
        return;
    r->at = to->at;
    r->line = to->line;
    r->line_start = to->at - (to->column - 1);
    ptx_next(r);
}

bool ptx_token_is(const ptx_token *t, const char *text) {
    return (t->kind == PTX_WORD || t->kind == PTX_MARK) && strlen(text) == t->length &&
           memcmp(t->at, text, t->length) == 0;
}

bool ptx_take(ptx_reader *r, const char *text) {
    if (!ptx_token_is(&r->token, text))
        return false;
    ptx_next(r);
    return true;
}

bool ptx_expect(ptx_reader *r, const char *text) {
    return ptx_take(r, text) || ptx_fail(r, "expected '%s'", text);
}

/* ---- files ---- */

static bool ptx_read_text(FILE *file, size_t bytes, char **text, size_t *size) {
    *text = malloc(bytes + 1);
    if (!*text)
        return false;
    *size = fread(*text, 1, bytes, file);
    (*text)[*size] = '\0';
    return *size == bytes;
}

char *ptx_read_file(const char *path, size_t *size, char *err, size_t err_size) {
    struct stat about;
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a FIFO must not stop it */
    FILE *file = fd >= 0 ? fdopen(fd, "rb") : NULL;
    char *text = NULL;
    const char *wrong = NULL;
    if (!file || fstat(fileno(file), &about) != 0)
        wrong = strerror(errno);
    else if (!S_ISREG(about.st_mode))
        wrong = "expected a regular file";
    else if ((uint64_t)about.st_size > PTX_FILE_LIMIT)
        wrong = "expected at most 64 MB";
    else if (!ptx_read_text(file, (size_t)about.st_size, &text, size))
        wrong = "out of memory, or it cannot be read to its end";
    if (file)
        (void)fclose(file);
    else if (fd >= 0)
        (void)close(fd);
    if (!wrong)
        return text;
    (void)snprintf(err, err_size, "%.900s: %s", path, wrong);
    free(text);
    return NULL;
}
