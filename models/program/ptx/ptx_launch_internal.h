/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the launch reader share. */
#ifndef GMMU_PTX_LAUNCH_INTERNAL_H
#define GMMU_PTX_LAUNCH_INTERNAL_H

#include "program/ptx/ptx_launch.h"

typedef struct {
    ptx_launch *l;
    ptx_module *m;
    ptx_reader *r;
    const toml *t;
    const char *path;
} launch_reader;

/* The nodes of a table or an array; NULL behind the last. */
static inline const toml_node *launch_first(const toml *t, const toml_node *table) {
    return table->child == TOML_NONE ? NULL : &t->node[table->child];
}

static inline const toml_node *launch_next(const toml *t, const toml_node *n) {
    return n->next == TOML_NONE ? NULL : &t->node[n->next];
}

/* ---- values of nodes: false with an error ---- */

bool launch_number(const launch_reader *q, const toml_node *n, uint64_t least, uint64_t most, uint64_t *to);
/* A number, or a text as "64K". */
bool launch_size(const launch_reader *q, const toml_node *n, uint64_t most, uint64_t *to);
bool launch_real(const launch_reader *q, const toml_node *n, double *to);
bool launch_buffer(const launch_reader *q, const toml_node *n, uint32_t *to);
/* A number as a value of a type. */
bool launch_bits(const launch_reader *q, const toml_node *n, ptx_type type, uint64_t *to);
/* An array of numbers as values of a type. To be freed. */
bool launch_list(const launch_reader *q, const toml_node *n, ptx_type type, uint8_t **to, uint64_t *bytes);
/* The contents of the file that a text names, from the folder of the launch file on. */
bool launch_file(const launch_reader *q, const toml_node *n, uint8_t **to, uint64_t *bytes);
/* An unknown key; keys: those that are known, NULL at the end. */
bool launch_unknown(const launch_reader *q, const toml_node *n, const char *const *keys);
/* That path, in to[size]. */
void launch_path(const char *launch, const char *file, char *to, size_t size);

bool launch_read_buffer(launch_reader *q, const toml_node *table);
bool launch_read_step(launch_reader *q, const toml_node *table);
bool launch_read_check(launch_reader *q, const toml_node *table);

#endif
