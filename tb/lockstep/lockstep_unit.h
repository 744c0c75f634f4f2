/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the harness needs to know about a unit: the tables generated from its
 * header (scripts/gen/unit_adapter.py), and the Verilated model (lockstep_rtl.cpp).
 */
#ifndef GMMU_LOCKSTEP_UNIT_H
#define GMMU_LOCKSTEP_UNIT_H

#include "lockstep.h"

#include <stddef.h>

/* One leaf field of a struct: in the C plain-type build and in the RTL. */
typedef struct {
    const char *path; /* C access path and hierarchical RTL name: "div.rem" */
    size_t offset;    /* in the struct */
    unsigned bytes;   /* of one element in C: 1, 2, 4 or 8 */
    unsigned width;   /* bits of one element in the RTL */
    unsigned count;   /* elements; 1 for a scalar */
    bool array;
} ls_field;

typedef struct {
    const char *what; /* for messages: "register", "input", "output" */
    const ls_field *fields;
    size_t count;
    size_t bytes; /* of the C struct */
} ls_struct;

typedef struct {
    const char *name;   /* of the configuration */
    const char *module; /* top module of the RTL */
    ls_struct state;
    ls_struct in;
    ls_struct out;
    void (*reset)(void *state);
    void (*outputs)(const void *state, void *out);
    void (*step)(void *state, const void *in, void *out);
    void (*stimulus)(lockstep *ls, const void *state, const void *pins, void *in);
    void (*coverage)(lockstep *ls, const void *state, const void *in, const void *pins);
} ls_unit;

extern const ls_unit ls_the_unit; /* generated; one unit per bench */

/* What a waveform shows next to the RTL (scripts/gen/wave.py): the C, and what the harness does. */
typedef struct {
    const void *state;
    const void *pins;
    uint64_t cycle;
    uint64_t since_reset;
    uint8_t phase;
    uint8_t poke; /* registers of both sides were changed before this cycle */
} ls_view;

/* The Verilated model behind C structs (lockstep_rtl.cpp, lockstep_ops.c). */
typedef struct ls_rtl ls_rtl;

/* Starts with random registers. fst: waveform file or NULL; view: what it shows as well, read at every change
 * of the clock. When the RTL does not have a port or register of the contract, prints what is missing and
 * returns NULL. */
ls_rtl *ls_rtl_new(const ls_unit *unit, uint64_t seed, const char *fst, const ls_view *view);
void ls_rtl_free(ls_rtl *rtl);
void ls_rtl_drive(ls_rtl *rtl, bool rst, const void *in); /* clock low, inputs change, logic settles */
void ls_rtl_edge(ls_rtl *rtl);                            /* rising edge */
bool ls_rtl_state(const ls_rtl *rtl, void *state);        /* all registers; false: not visible */
void ls_rtl_set_state(ls_rtl *rtl, const void *state);    /* the same, where they are visible */
bool ls_rtl_broken(const ls_rtl *rtl);                    /* an assertion in it has failed */
void ls_rtl_pins(const ls_rtl *rtl, void *out);           /* all output pins */

#endif
