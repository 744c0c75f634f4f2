/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The part of TOML that launch files are written in: `key = value` lines, [[table]] heads of one
 * name, texts in double quotes, integers, floating point, true and false, arrays over several lines,
 * comments. Tables stand in the order of the text.
 */
#ifndef GMMU_PTX_TOML_H
#define GMMU_PTX_TOML_H

#include "program/ptx/ptx_text.h"

#define TOML_NONE UINT32_MAX

typedef enum { TOML_TABLE, TOML_TEXT, TOML_INTEGER, TOML_REAL, TOML_TRUTH, TOML_ARRAY } toml_kind;

typedef struct {
    toml_kind kind;
    ptx_token key;        /* of a table its name */
    ptx_token place;      /* of the value, for errors */
    char *text;           /* of TOML_TEXT */
    int64_t integer;      /* also of TOML_TRUTH */
    double real;          /* also of TOML_INTEGER */
    uint32_t child, next; /* numbers; TOML_NONE: no more */
} toml_node;

typedef struct {
    toml_node *node; /* 0: the table without a head, whose children are also the others */
    uint32_t count, room;
} toml;

/* False with the reader's error; to be freed in any case. The reader has been started with toml set. */
bool toml_read(toml *t, ptx_reader *r);
void toml_free(toml *t);
bool toml_named(const toml_node *n, const char *key);

#endif
