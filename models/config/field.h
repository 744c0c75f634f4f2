/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A struct described as data: a table with one row per member says its path, type, unit and
 * range. The tables of config/config_fields.c serve all code that reads or writes a description:
 * `gmmu show`, --chip FILE.json, --set path=value, the changed fields in results.
 *
 * A path is the members' names with dots between them. The elements of a member that is an array of
 * structs (a GROUP) have its name and a number from 1: `tlb.l2.entries`.
 *
 * A value is a text: a number (decimal; K, M, G or T behind it are powers of 1024), true or false, a
 * name, or several of these with commas between them. A set of bit numbers is "10+13+17".
 */
#ifndef GMMU_FIELD_H
#define GMMU_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config/policy.h"

#define FIELD_PATH_BYTES     96
#define FIELD_VALUE_BYTES    4096 /* the longest text of a value, its end included */
#define FIELD_EXPECTED_BYTES 320  /* what figure_parse() says */

typedef enum {
    FIELD_NUMBER, /* unsigned of `size` bytes, min .. max */
    FIELD_REAL,   /* double, min .. max */
    FIELD_BOOL,
    FIELD_CHOICE,  /* an enum: the index of a name in `choices` */
    FIELD_POLICY,  /* const char *: the name of a row of `policies`; NULL: of the first one */
    FIELD_TEXT,    /* char[size]: 1 .. size - 1 printable characters */
    FIELD_NUMBERS, /* array of at most `capacity` different unsigned numbers of `size` bytes, each min .. max
                    */
    FIELD_BITS,    /* array of at most `capacity` uint64_t: sets of bit numbers min .. max */
    FIELD_GROUP    /* array of at most `capacity` structs of `size` bytes, described by `element` */
} field_kind;

typedef struct field field;
struct field {
    const char *name;
    field_kind kind;
    uint32_t capacity; /* NUMBERS, BITS, GROUP: elements at most */
    size_t offset, size;
    uint64_t min, max;
    const char *unit;                  /* "" without one */
    const char *meaning;               /* a phrase */
    const char *const *choices;        /* CHOICE: names, NULL-terminated */
    const policy_row *const *policies; /* POLICY: the table of its owner */
    size_t count;         /* NUMBERS, BITS, GROUP: offset of the uint32_t with the elements in use */
    const field *element; /* GROUP: rows, ended by a NULL name */
    /* Sets other members of the holder when a value has been taken, or NULL. Files are read as if such a
     * value came before all others. */
    void (*chosen)(void *holder);
};

/* One value: a row, and the struct that holds the member. */
typedef struct {
    char path[FIELD_PATH_BYTES];
    const field *field;
    const field *rows; /* the table the row is from */
    void *holder;
} figure;

/* Called for each value, in the order of the rows; false stops. */
typedef bool (*figure_visitor)(void *ctx, const figure *f);

/* Visits the values of the struct at `holder`; of groups, the elements in use. `prefix` goes
 * before all paths. False: a visitor stopped. */
bool fields_visit(const field *rows, const char *prefix, void *holder, figure_visitor visit, void *ctx);

/* The member's first byte. */
void *figure_address(const figure *f);

/* The value as a text that figure_parse() takes. */
void figure_print(const figure *f, char *text, size_t size);

/* What a value of the row is: "one of gto, thesis". */
void figure_expected(const field *row, char *expected, size_t size);

/* Takes a value. This may change the number of elements of a group: a new element begins as a copy of
 * the last one. False: nothing has changed; `expected` says what is allowed, and which name is near. */
bool figure_parse(const figure *f, const char *text, char *expected, size_t size);

#endif
