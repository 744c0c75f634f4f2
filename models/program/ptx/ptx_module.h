/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A PTX file: its variables and the places of its functions. The code of a kernel is made from the text when
 * it is wanted (ptx_build.h), so a file may hold other functions that are not supported.
 */
#ifndef GMMU_PTX_MODULE_H
#define GMMU_PTX_MODULE_H

#include "program/ptx/ptx_code.h"
#include "program/ptx/ptx_text.h"

#define PTX_MODULE_BASE  UINT64_C(0x10000000) /* virtual address of the first variable of a file */
#define PTX_MODULE_LIMIT UINT64_C(0x80000000) /* bytes of all variables */
#define PTX_UNPLACED     UINT64_MAX
#define PTX_BYTES_LIMIT  (1U << 24) /* of a variable that is not in global memory */

typedef struct {
    const char *name; /* in the text */
    size_t length;
    ptx_space space;
    ptx_type type;
    uint32_t align;
    uint64_t bytes;
    bool array, external;
    uint64_t address; /* in its space; PTX_UNPLACED: not yet */
    ptx_token values; /* of `= ...`, if there is one */
    bool has_values;
    ptx_space points; /* of a parameter: where it points to */
} ptx_variable;

typedef struct {
    ptx_token name;
    bool entry, defined;
    ptx_token parameters; /* behind '(' */
    bool has_parameters;
    ptx_token results; /* behind '(' */
    bool has_results;
    ptx_token body; /* '{' */
    uint32_t max_threads;
} ptx_function;

typedef struct {
    char *file; /* as it is named in errors */
    char *text;
    size_t size;
    ptx_variable *variable;
    uint32_t variables, variable_room;
    ptx_function *function;
    uint32_t functions, function_room;
    uint64_t bytes; /* of global and constant variables, from PTX_MODULE_BASE on */
} ptx_module;

/* The text becomes the module's. False with a line in err. */
bool ptx_module_open(ptx_module *m, const char *file, char *text, size_t size, char *err, size_t err_size);
void ptx_module_close(ptx_module *m);
/* The kernel that a user names: as in the text, or as in C++, whose names the text has with a prefix and
 * types. NULL: there is none. */
const ptx_function *ptx_module_kernel(const ptx_module *m, const char *name);
/* NULL: there is none of this name. */
const ptx_function *ptx_module_function(const ptx_module *m, const char *name, size_t length);
ptx_variable *ptx_module_variable(const ptx_module *m, const char *name, size_t length);
/* The first contents of a global or constant variable, to its `bytes` at `to`, which are zero. */
bool ptx_module_values(const ptx_module *m, const ptx_variable *v, uint8_t *to, char *err, size_t err_size);

/* ---- for the builder ---- */

/* Reads a variable's declaration behind its space: alignment, type, name, size. A name in angle brackets is
 * not one. */
bool ptx_read_variable(ptx_reader *r, ptx_space space, ptx_variable *v);
/* The space of a directive or modifier without its dot; false: it is none. */
bool ptx_space_named(const char *name, size_t length, ptx_space *space);
/* Passes over a block, from its '{' to behind its '}'. */
bool ptx_skip_block(ptx_reader *r);
/* Is this a directive of debug information or hints? Passes over it then. */
bool ptx_skip_remark(ptx_reader *r);

#endif
