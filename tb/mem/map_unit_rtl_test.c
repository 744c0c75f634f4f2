/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The unit address_hash in the place of an address map's tables, as C and as Verilated RTL: the same places
 * and addresses. "The mapping from an address to a cache set or DRAM chip/bank/row is done via separate hash
 * functions which are unique to the hardware under consideration." (Fractional GPUs II-B). The chip's comes
 * through the CSRs: a wire that is cut on the way is found before the first address is mapped, and one on the
 * way of the addresses by the answers.
 */
#include "unit_test.h"

#include "address_hash.h"
#include "mem/map_unit.h"
#include "mem/mem_map.h"

#define LINE_BYTES 128U

/* ---- maps of chips ---- */

static mem_map *open_map(const char *chip, bool rtl) {
    char err[256] = "";
    gpu_config config = {.chip = *chip_preset(chip), .unit_c = !rtl};
    if (rtl)
        config.rtl_units[0] = ADDRESS_HASH_UNIT;
    mem_map *map = mem_map_new_for(&config, 1, err, sizeof err);
    assert_string_equal(err, "");
    assert_non_null(map);
    return map;
}

static void check_map(const char *chip, bool rtl, uint64_t *random) {
    char err[256];
    mem_map *tables = mem_map_new(chip_preset(chip), err, sizeof err), *units = open_map(chip, rtl);
    assert_non_null(tables);
    for (uint32_t n = 0; n < 5000; n++) {
        const uint64_t paddr = unit_test_random(random) % chip_preset(chip)->memory.bytes;
        const mem_place is = mem_map_place(units, paddr), was = mem_map_place(tables, paddr);
        assert_true(is.l2_bank == was.l2_bank && is.channel == was.channel && is.index == was.index);
        assert_true(is.bank == was.bank && is.row == was.row && is.col == was.col);
        assert_int_equal(mem_map_l2_bank(units, paddr), was.l2_bank);
        assert_int_equal(mem_map_index(units, paddr), was.index);
        assert_int_equal(mem_map_address(units, is.l2_bank, is.index), paddr / LINE_BYTES * LINE_BYTES);
        assert_int_equal(mem_map_address_of(units, &is), paddr / LINE_BYTES * LINE_BYTES);
    }
    mem_map_free(tables);
    mem_map_free(units);
}

static void units_give_the_places_of_the_tables(void **state) {
    (void)state;
    uint64_t random = unit_test_seed();
    const char *const chips[] = {"gtx1080", "v100"};
    for (size_t i = 0; i < sizeof chips / sizeof *chips; i++) {
        check_map(chips[i], false, &random);
        check_map(chips[i], true, &random);
    }
}

/* ---- a unit whose wires are cut ---- */

typedef enum { WHOLE, ROW_BIT, INVERSE_BIT, INDEX_BIT, MAPPED_BIT, UNMAPPED_BIT } cut_wire;

static cut_wire cut;
static const unit_ops *healthy;

static void step_cut(void *unit, const void *in, void *out) {
    address_hash_in seen = *(const address_hash_in *)in;
    if ((cut == ROW_BIT && !seen.row_inverse) || (cut == INVERSE_BIT && seen.row_inverse))
        seen.row_bits &= ~(UINT64_C(1) << 13);
    if (cut == INDEX_BIT)
        seen.row_index &= 47U;
    healthy->step(unit, &seen, out);
}

static void outputs_cut(void *unit, void *out) {
    address_hash_out *pins = out;
    healthy->outputs(unit, pins);
    if (cut == MAPPED_BIT)
        pins->mapped_addr &= ~(UINT64_C(1) << 9);
    if (cut == UNMAPPED_BIT)
        pins->unmapped_addr &= ~(UINT64_C(1) << 9);
}

/* A map of 16 bits above the byte within a line: each is XORed with the address bit two below it. */
#define BITS 16U

static uint64_t row_of(uint32_t i) {
    return UINT64_C(1) << (i + 7U) | (i >= 2 ? UINT64_C(1) << (i + 5U) : 0);
}

static void fill(gf2_table *to, gf2_table *from) {
    uint64_t row[BITS], back[BITS + 7U] = {0};
    gf2_basis basis = {0};
    for (uint32_t i = 0; i < BITS; i++) {
        row[i] = row_of(i);
        assert_int_equal(gf2_basis_add(&basis, row[i], i), 0);
    }
    for (uint32_t i = 0; i < BITS; i++)
        back[i + 7U] = gf2_basis_express(&basis, UINT64_C(1) << (i + 7U));
    gf2_table_fill(to, row, BITS);
    gf2_table_fill(from, back, BITS + 7U);
}

/* Answers that differ from those of the tables; UINT32_MAX: the unit has not accepted the map. */
static uint32_t wrong_answers(cut_wire wire, bool rtl) {
    static gf2_table to, from;
    char err[256] = "";
    uint64_t random = unit_test_seed();
    uint32_t wrong = 0;
    unit_ops ops;

    cut = wire;
    healthy = unit_find(ADDRESS_HASH_UNIT, rtl);
    ops = *healthy;
    ops.step = step_cut;
    ops.outputs = outputs_cut;
    fill(&to, &from);
    map_unit *unit = map_unit_new(&ops, &to, &from, BITS, err, sizeof err);
    assert_string_equal(err, unit  ? ""
                             : rtl ? "unit address_hash (RTL): does not accept the address map"
                                   : "unit address_hash (C): does not accept the address map");
    for (uint32_t n = 0; unit && n < 1000; n++) {
        const uint64_t paddr = unit_test_random(&random) % (UINT64_C(1) << (BITS + 7U));
        const uint64_t result = gf2_look_up(&to, paddr);
        wrong += map_unit_result(unit, paddr) != result;
        wrong += map_unit_address(unit, result) != gf2_look_up(&from, result);
    }
    wrong = unit ? wrong : UINT32_MAX;
    map_unit_free(unit);
    return wrong;
}

static void a_cut_wire_is_seen(void **state) {
    (void)state;
    for (int rtl = 0; rtl < 2; rtl++) {
        assert_int_equal(wrong_answers(WHOLE, rtl), 0);
        for (cut_wire csr = ROW_BIT; csr <= INDEX_BIT; csr++)
            assert_int_equal(wrong_answers(csr, rtl), UINT32_MAX);
        for (cut_wire pin = MAPPED_BIT; pin <= UNMAPPED_BIT; pin++) {
            const uint32_t wrong = wrong_answers(pin, rtl);
            assert_true(wrong > 300 && wrong < 700); /* half of the answers have the bit */
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_give_the_places_of_the_tables),
        cmocka_unit_test(a_cut_wire_is_seen),
    };
    return UNIT_TEST_RUN("map_unit_rtl", tests);
}
