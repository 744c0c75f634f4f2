/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The unit address_hash (hls/address_hash) in the place of the tables of an address map: a matrix over GF(2)
 * and its inverse. The tables are its host twin: the same answers, and tb/mem/map_unit_rtl_test.c holds them
 * to it. A request is an edge of the unit, so what the parts of a memory system ask in one cycle takes
 * several edges.
 *
 * What the unit gets in its CSRs is what the tables say of addresses with one bit set. The bits of a result
 * stand above the byte within a line; those within a line and beyond the memory go through as they are.
 */
#ifndef GMMU_MAP_UNIT_H
#define GMMU_MAP_UNIT_H

#include <stddef.h>
#include <stdint.h>

#include "base/gf2.h"
#include "units/unit.h"

#define ADDRESS_HASH_UNIT "address_hash"

typedef struct map_unit map_unit;

/* to: physical address to `bits` bits of result; from: the way back. NULL, and one line in err: out of
 * memory, or the unit finds that the matrices are not each other's inverse. */
map_unit *map_unit_new(const unit_ops *ops, const gf2_table *to, const gf2_table *from, uint32_t bits,
                       char *err, size_t err_size);
void map_unit_free(map_unit *u);

/* What the tables give. */
uint64_t map_unit_result(map_unit *u, uint64_t paddr);
uint64_t map_unit_address(map_unit *u, uint64_t result);

#endif
