/* SPDX-License-Identifier: Apache-2.0 */
#include "mem/map_unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "address_hash.h"
#include "config/messages.h"

#define WIDTH     ((uint32_t)GMMU_HASH_W)
#define LINE_BITS ((uint32_t)__builtin_ctz(GMMU_LINE_BYTES))

struct map_unit {
    const unit_ops *ops;
    void *unit;
    uint64_t mask; /* of a result */
    address_hash_out pins;
};

/* An edge; the pins are those after it, with the answer. */
static void map_unit_edge(map_unit *u, const address_hash_in *in) {
    u->ops->step(u->unit, in, &u->pins);
    u->ops->outputs(u->unit, &u->pins);
}

/* The unit's answer to the address with bit j alone: column j of its matrix, or of the inverse. */
static uint64_t column_of(const gf2_table *table, bool inverse, uint32_t bits, uint32_t j) {
    if (j < LINE_BITS || j >= LINE_BITS + bits)
        return UINT64_C(1) << j;
    return inverse ? gf2_look_up(table, UINT64_C(1) << (j - LINE_BITS))
                   : gf2_look_up(table, UINT64_C(1) << j) << LINE_BITS;
}

/* One of the two matrices into the CSRs, row by row. */
static void write_matrix(map_unit *u, const gf2_table *table, bool inverse, uint32_t bits) {
    for (uint32_t i = 0; i < WIDTH; i++) {
        uint64_t row = 0;
        for (uint32_t j = 0; j < WIDTH; j++)
            row |= (column_of(table, inverse, bits, j) >> i & 1U) << j;
        map_unit_edge(u, &(address_hash_in){
                             .row_valid = 1, .row_inverse = inverse, .row_index = (u6)i, .row_bits = row});
    }
}

static bool map_is_accepted(map_unit *u) {
    map_unit_edge(u, &(address_hash_in){.check_valid = 1});
    while (u->pins.checking)
        map_unit_edge(u, &(address_hash_in){.check_valid = 0});
    return u->pins.accepted != 0;
}

map_unit *map_unit_new(const unit_ops *ops, const gf2_table *to, const gf2_table *from, uint32_t bits,
                       char *err, size_t err_size) {
    map_unit *u = calloc(1, sizeof *u);
    void *unit = u != NULL ? ops->create() : NULL;
    if (unit == NULL) {
        free(u);
        (void)snprintf(err, err_size, "unit %s: out of memory", ops->name);
        return NULL;
    }
    u->ops = ops;
    u->unit = unit;
    u->mask = (UINT64_C(1) << bits) - 1;
    write_matrix(u, to, false, bits);
    write_matrix(u, from, true, bits);
    if (map_is_accepted(u))
        return u;
    map_unit_free(u);
    (void)snprintf(err, err_size, "unit %s (%s): does not accept the address map", ops->name,
                   ops->rtl ? "RTL" : "C");
    return NULL;
}

void map_unit_free(map_unit *u) {
    if (u == NULL)
        return;
    u->ops->destroy(u->unit);
    free(u);
}

uint64_t map_unit_result(map_unit *u, uint64_t paddr) {
    map_unit_edge(u, &(address_hash_in){.map_valid = 1, .map_addr = paddr});
    return u->pins.mapped_addr >> LINE_BITS & u->mask;
}

uint64_t map_unit_address(map_unit *u, uint64_t result) {
    map_unit_edge(u, &(address_hash_in){.unmap_valid = 1, .unmap_addr = result << LINE_BITS});
    return u->pins.unmapped_addr;
}
