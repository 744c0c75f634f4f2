/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The unit address_hash does for a chip what its description says: loaded with the hash of a GTX 1080 or a
 * V100, it gives channel, bank, row and column of the model's map.
 *
 * "The mapping from an address to a cache set or DRAM chip/bank/row is done via separate hash functions which
 * are unique to the hardware under consideration." (Fractional GPUs II-B). One unit serves all such chips.
 */
#include "unit_test.h"

#include <string.h>

#include "address_hash.h"
#include "base/gf2.h"
#include "config/config.h"
#include "mem/mem_map.h"

#define W         ((uint32_t)GMMU_HASH_W)
#define LINE_BITS 7U

typedef struct {
    mem_map *map;
    uint32_t bits, column, bank, row; /* widths: of the address, of the fields above the line */
} place_map;

static uint32_t log2_of(uint64_t size) {
    return (uint32_t)__builtin_ctzll(size);
}

static place_map open_place_map(const chip_config *chip) {
    char err[256] = "";
    place_map p = {.map = mem_map_new(chip, err, sizeof err), .bits = log2_of(chip->memory.bytes)};
    assert_string_equal(err, "");
    p.column = log2_of(chip->memory.row_bytes) - LINE_BITS;
    p.bank = log2_of(chip->memory.banks);
    p.row = p.bits - LINE_BITS - p.column - p.bank - log2_of(chip->memory.channels);
    return p;
}

/* What the unit is to give: the place in fields above the byte of the line; bits beyond memory as they are.
 */
static uint64_t packed(const place_map *p, uint64_t paddr) {
    const uint64_t inside = paddr & ((UINT64_C(1) << p->bits) - 1U);
    const mem_place at = mem_map_place(p->map, inside);
    uint64_t place = (uint64_t)at.channel << p->row | at.row;

    place = (place << p->bank | at.bank) << p->column | at.col;
    return (paddr ^ inside) | place << LINE_BITS | (inside & ((1U << LINE_BITS) - 1U));
}

static void hash_edge(address_hash_state *s, const address_hash_in *in) {
    address_hash_out before;
    address_hash_step(s, in, &before);
}

/* Writes both matrices, as a driver does that knows the map by its answers to single bits alone. */
static void load(address_hash_state *s, const place_map *p) {
    uint64_t row[GF2_BITS] = {0};
    gf2_basis basis = {0};
    for (uint32_t j = 0; j < W; j++)
        for (uint32_t i = 0; i < W; i++)
            row[i] |= (packed(p, UINT64_C(1) << j) >> i & 1U) << j;
    for (uint32_t i = 0; i < W; i++)
        assert_int_equal(gf2_basis_add(&basis, row[i], i), 0);
    address_hash_reset(s);
    for (uint32_t i = 0; i < W; i++) {
        hash_edge(s, &(address_hash_in){.row_valid = 1, .row_index = (u6)i, .row_bits = row[i]});
        hash_edge(s, &(address_hash_in){.row_valid = 1,
                                        .row_inverse = 1,
                                        .row_index = (u6)i,
                                        .row_bits = gf2_basis_express(&basis, UINT64_C(1) << i)});
    }
    hash_edge(s, &(address_hash_in){.check_valid = 1});
    for (uint32_t i = 0; i <= W; i++)
        hash_edge(s, &(address_hash_in){0});
}

static void check_chip(const char *name, uint64_t *random) {
    const place_map p = open_place_map(chip_preset(name));
    uint32_t places = 0;
    address_hash_state s;

    assert_non_null(p.map);
    load(&s, &p);
    assert_true(s.accepted);
    for (uint32_t n = 0; n < 20000; n++) {
        const uint64_t paddr = unit_test_random(random) & ((UINT64_C(1) << W) - 1U);

        hash_edge(&s, &(address_hash_in){.map_valid = 1, .map_addr = paddr});
        assert_int_equal(s.mapped_addr, packed(&p, paddr));
        hash_edge(&s, &(address_hash_in){.unmap_valid = 1, .unmap_addr = s.mapped_addr});
        assert_int_equal(s.unmapped_addr, paddr);
        places += (uint64_t)s.mapped_addr != paddr;
    }
    assert_true(places > 10000); /* there is a hash */
    mem_map_free(p.map);
}

static void places_of_real_chips(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    check_chip("gtx1080", &random);
    check_chip("v100", &random);
}

/* The lists of a chip with one bit left out of a bank are another map: it is one-to-one, but not with the
 * inverse of the first. */
static void another_chip_needs_another_inverse(void **state) {
    (void)state;
    const place_map p = open_place_map(chip_preset("gtx1080"));
    address_hash_state s;

    load(&s, &p);
    assert_true(s.accepted);
    const uint32_t bank = LINE_BITS + p.column;
    const uint64_t left_out = s.row[bank] & (s.row[bank] - 1U);
    hash_edge(&s, &(address_hash_in){.row_valid = 1, .row_index = (u6)bank, .row_bits = left_out});
    hash_edge(&s, &(address_hash_in){.check_valid = 1});
    for (uint32_t i = 0; i <= W; i++)
        hash_edge(&s, &(address_hash_in){0});
    assert_false(s.checking);
    assert_false(s.accepted);
    mem_map_free(p.map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_of_real_chips),
        cmocka_unit_test(another_chip_needs_another_inverse),
    };
    return UNIT_TEST_RUN("hash_unit", tests);
}
