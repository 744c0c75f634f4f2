/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Text of PTX, and of launch files, as tokens with their places. All errors of the room are one line:
 *   FILE:LINE:COLUMN: what was expected (offending text)
 * The first error stays; after it every token is PTX_END.
 */
#ifndef GMMU_PTX_TEXT_H
#define GMMU_PTX_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PTX_FILE_LIMIT (UINT64_C(64) << 20)

typedef enum {
    PTX_END,
    PTX_WORD,   /* names with '.', '$', '_', '%' in them: ld.global.u32, %tid.x, $L1, .reg */
    PTX_NUMBER, /* without a sign */
    PTX_STRING, /* at and length without the quotes */
    PTX_MARK    /* one character */
} ptx_token_kind;

typedef struct {
    ptx_token_kind kind;
    const char *at;
    size_t length;
    uint32_t line, column; /* from 1 */
    bool real;             /* of a number: a double in its bits, as 1.5 or 0d...; single: of 0f... */
    bool single;           /* its bits are of single precision */
    uint64_t bits;
} ptx_token;

typedef struct {
    const char *name; /* of the file */
    const char *text, *end;
    const char *at; /* behind `token` */
    uint32_t line;
    const char *line_start;
    bool toml;       /* '#' begins a comment, and a line's end is a token: the mark '\n' */
    ptx_token token; /* the one to be looked at */
    char *err;
    size_t err_size;
    bool failed;
} ptx_reader;

/* The first token is in r->token then. The text stays the caller's. */
void ptx_reader_start(ptx_reader *r, const char *name, const char *text, size_t size, char *err,
                      size_t err_size);
/* To the token that begins at an earlier one's place. */
void ptx_reader_return(ptx_reader *r, const ptx_token *to);
void ptx_next(ptx_reader *r);

/* False, with the line of an error at a token. */
__attribute__((format(printf, 3, 4))) bool ptx_fail_at(ptx_reader *r, const ptx_token *at, const char *format,
                                                       ...);
/* At the token that is looked at. */
#define ptx_fail(r, ...) ptx_fail_at((r), &(r)->token, __VA_ARGS__)

bool ptx_token_is(const ptx_token *t, const char *text);
/* Is it this mark or word? Passes over it then. */
bool ptx_take(ptx_reader *r, const char *text);
/* The same, and else an error. */
bool ptx_expect(ptx_reader *r, const char *text);

/* All of a file; NULL with a line in err. To be freed. */
char *ptx_read_file(const char *path, size_t *size, char *err, size_t err_size);

#endif
