/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The map "xor": every bit of channel, L2 slice, L2 set, DRAM bank, row and column is the parity of
 * some physical-address bits, given as lists (map_config, config/chip.h). Nothing is inverted by
 * hand: a list is a row of a matrix over GF(2), and Gaussian elimination gives the inverse or
 * the bits that depend on each other.
 *
 * Two matrices of the line address must be invertible: channel, slice, set and tag (the L2
 * cache), and channel, bank, row and column (DRAM). A list is as long as the chip's sizes say, or empty:
 * then the lowest address bits that are not decided yet take its place (decision), in the
 * order channel, slice, column, bank, row; then set, tag. The tag is never given. An index
 * within an L2 bank is tag and set, the set in the low bits.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/gf2.h"
#include "config/messages.h"
#include "mem/map_unit.h"
#include "mem/mem_map.h"

#define LINE_BITS    7U
#define ADDRESS_BITS (8U * GF2_TABLE_BYTES)

/* Fields of a place, each a run of rows of a matrix. */
typedef struct {
    const char *name;
    const xor_index *list; /* NULL: never given */
    uint32_t bits;
} field;

#define MAX_FIELDS 4U

/* Rows of a matrix with all its fields, lowest result bit first. */
typedef struct {
    field fields[MAX_FIELDS];
    uint32_t count; /* of fields */
    uint32_t bits;
    uint64_t row[ADDRESS_BITS];
    uint64_t inverse[ADDRESS_BITS]; /* bit i of row j: address bit LINE_BITS + j has result bit i */
} matrix;

typedef struct {
    uint32_t column_bits, bank_bits, row_bits, set_bits, slice_bits, channel_bits, index_bits;
    uint64_t channel[CHIP_INDEX_BITS];
    gf2_table to_l2, to_dram; /* physical address -> index, slice, channel; column, bank, row, channel */
    gf2_table from_l2, from_dram;
    map_unit *l2_unit, *dram_unit; /* in the place of the tables, or NULL */
} xor_map;

/* ---- a matrix from lists ---- */

/* The name of result bit `number`: "bank bit 2". */
static void name_bit(const matrix *m, uint32_t number, char *text, size_t size) {
    uint32_t f = 0;
    while (number >= m->fields[f].bits)
        number -= m->fields[f++].bits;
    (void)snprintf(text, size, "%s bit %u", m->fields[f].name, number);
}

/* One line: which bits XOR to 0. */
static void report_dependent(const chip_config *chip, const matrix *m, uint64_t numbers, char *err,
                             size_t err_size) {
    char name[32];
    int length =
        snprintf(err, err_size,
                 "chip '%s': memory.map: dependent bits, so that addresses share a place: ", chip->name);
    const char *between = "";
    for (uint32_t i = 0; i < m->bits; i++) {
        if ((numbers >> i & 1U) == 0 || length < 0 || (size_t)length >= err_size)
            continue;
        name_bit(m, i, name, sizeof name);
        length += snprintf(err + length, err_size - (size_t)length, "%s%s", between, name);
        between = " ^ ";
    }
    if (length >= 0 && (size_t)length < err_size)
        (void)snprintf(err + length, err_size - (size_t)length, " = 0");
}

/* Is the list of the right length, and of bits the address has? */
static bool check_list(const chip_config *chip, const field *f, uint32_t address_bits, char *err,
                       size_t err_size) {
    const uint64_t allowed = ((UINT64_C(1) << address_bits) - 1) & ~((UINT64_C(1) << LINE_BITS) - 1);
    if (f->list == NULL || f->list->count == 0)
        return true;
    if (f->list->count != f->bits) {
        (void)snprintf(err, err_size, "chip '%s': memory.map.%s: expected %u bits, or none, found %u",
                       chip->name, f->name, f->bits, f->list->count);
        return false;
    }
    for (uint32_t i = 0; i < f->bits; i++) {
        if (f->list->bit[i] & ~allowed) {
            (void)snprintf(err, err_size, "chip '%s': memory.map.%s: bit %u: expected address bits %u..%u",
                           chip->name, f->name, i, LINE_BITS, address_bits - 1);
            return false;
        }
    }
    return true;
}

/* The rows given, in the basis; false with one line when they depend on each other. */
static bool add_given(const chip_config *chip, matrix *m, gf2_basis *basis, char *err, size_t err_size) {
    for (uint32_t f = 0, first = 0; f < m->count; first += m->fields[f++].bits) {
        const xor_index *list = m->fields[f].list;
        for (uint32_t i = 0; list && i < list->count; i++) {
            m->row[first + i] = list->bit[i];
            uint64_t sum = gf2_basis_add(basis, list->bit[i], first + i);
            if (sum != 0) {
                report_dependent(chip, m, sum, err, err_size);
                return false;
            }
        }
    }
    return true;
}

/* The rows left out: address bits the basis does not decide, the lowest first, fields in `order`. */
static void map_xor_complete(matrix *m, gf2_basis *basis, const uint32_t *order) {
    uint32_t next = LINE_BITS;
    for (uint32_t k = 0; k < m->count; k++) {
        const field *f = &m->fields[order[k]];
        uint32_t first = 0;
        for (uint32_t before = 0; before < order[k]; before++)
            first += m->fields[before].bits;
        for (uint32_t i = 0; (f->list == NULL || f->list->count == 0) && i < f->bits; i++) {
            while (gf2_basis_rest(basis, UINT64_C(1) << next) == 0)
                next++;
            m->row[first + i] = UINT64_C(1) << next;
            (void)gf2_basis_add(basis, m->row[first + i], first + i);
        }
    }
}

/* All rows and the inverse of a matrix whose fields are set. */
static bool map_xor_solve(const chip_config *chip, matrix *m, const uint32_t *order, char *err,
                          size_t err_size) {
    gf2_basis basis = {0};
    m->bits = 0;
    for (uint32_t f = 0; f < m->count; f++)
        m->bits += m->fields[f].bits;
    for (uint32_t f = 0; f < m->count; f++)
        if (!check_list(chip, &m->fields[f], m->bits + LINE_BITS, err, err_size))
            return false;
    if (!add_given(chip, m, &basis, err, err_size))
        return false;
    map_xor_complete(m, &basis, order);
    for (uint32_t j = 0; j < m->bits; j++)
        m->inverse[LINE_BITS + j] = gf2_basis_express(&basis, UINT64_C(1) << (LINE_BITS + j));
    return true;
}

/* ---- the map ---- */

/* Logarithm of a size of the chip; false with one line when it is no power of two. */
static bool log_of(const chip_config *chip, const char *path, uint64_t size, uint32_t *bits, char *err,
                   size_t err_size) {
    *bits = size ? (uint32_t)__builtin_ctzll(size) : 0;
    if (size == UINT64_C(1) << *bits)
        return true;
    (void)snprintf(err, err_size, "chip '%s': %s: address map xor expects a power of two, found %" PRIu64,
                   chip->name, path, size);
    return false;
}

static bool set_sizes(xor_map *x, const chip_config *chip, uint32_t *address_bits, char *err, size_t n) {
    const memory_config *m = &chip->memory;
    const uint32_t sets = chip_l2_sets(chip);
    if (!log_of(chip, "memory.bytes", m->bytes, address_bits, err, n) ||
        !log_of(chip, "memory.channels", m->channels, &x->channel_bits, err, n) ||
        !log_of(chip, "l2.banks / memory.channels", chip->l2.banks / m->channels, &x->slice_bits, err, n) ||
        !log_of(chip, "memory.banks", m->banks, &x->bank_bits, err, n) ||
        !log_of(chip, "memory.row_bytes", m->row_bytes, &x->column_bits, err, n) ||
        !log_of(chip, "sets of an L2 bank", sets, &x->set_bits, err, n))
        return false;
    x->column_bits -= LINE_BITS;
    const uint32_t dram = LINE_BITS + x->channel_bits + x->column_bits + x->bank_bits;
    const uint32_t l2 = LINE_BITS + x->channel_bits + x->slice_bits + x->set_bits;
    const uint32_t least = dram > l2 ? dram : l2;
    const uint32_t most = dram + MEM_MAP_ROW_BITS < ADDRESS_BITS ? dram + MEM_MAP_ROW_BITS : ADDRESS_BITS;
    if (*address_bits < least || *address_bits > most || x->channel_bits > CHIP_INDEX_BITS) {
        (void)snprintf(err, n, "chip '%s': memory.bytes: address map xor expects 2^%u to 2^%u", chip->name,
                       least, most);
        return false;
    }
    x->row_bits = *address_bits - dram;
    x->index_bits = *address_bits - LINE_BITS - x->channel_bits - x->slice_bits;
    return true;
}

static void fill_tables(xor_map *x, const matrix *l2, const matrix *dram) {
    gf2_table_fill(&x->to_l2, l2->row, l2->bits);
    gf2_table_fill(&x->to_dram, dram->row, dram->bits);
    gf2_table_fill(&x->from_l2, l2->inverse, l2->bits + LINE_BITS);
    gf2_table_fill(&x->from_dram, dram->inverse, dram->bits + LINE_BITS);
}

static void *xor_create(const chip_config *chip, uint32_t parts, char *err, size_t err_size) {
    if (parts > 1) {
        (void)snprintf(err, err_size, "memory.map.kind: xor: expected fold, where memory is split");
        return NULL;
    }
    const map_config *lists = &chip->memory.map;
    xor_map *x = alloc_zeroed(1, sizeof *x);
    uint32_t address_bits = 0;
    if (!set_sizes(x, chip, &address_bits, err, err_size)) {
        free(x);
        return NULL;
    }
    /* The channel is in both: what is completed for DRAM is given to the L2's. */
    static const uint32_t dram_order[] = {3, 0, 1, 2}, l2_order[] = {3, 2, 0, 1};
    matrix dram = {.count = 4,
                   .fields = {{"column", &lists->column, x->column_bits},
                              {"bank", &lists->bank, x->bank_bits},
                              {"row", &lists->row, x->row_bits},
                              {"channel", &lists->channel, x->channel_bits}}};
    bool good = map_xor_solve(chip, &dram, dram_order, err, err_size);
    xor_index channel = {.count = x->channel_bits};
    for (uint32_t i = 0; good && i < x->channel_bits; i++)
        channel.bit[i] = x->channel[i] = dram.row[dram.bits - x->channel_bits + i];
    matrix l2 = {.count = 4,
                 .fields = {{"set", &lists->set, x->set_bits},
                            {"tag", NULL, x->index_bits - x->set_bits},
                            {"slice", &lists->slice, x->slice_bits},
                            {"channel", &channel, x->channel_bits}}};
    good = good && map_xor_solve(chip, &l2, l2_order, err, err_size);
    if (!good) {
        free(x);
        return NULL;
    }
    fill_tables(x, &l2, &dram);
    return x;
}

static void xor_destroy(void *self) {
    xor_map *x = self;
    map_unit_free(x->l2_unit);
    map_unit_free(x->dram_unit);
    free(x);
}

/* One unit for the matrix of the L2 cache, and one for the matrix of DRAM. */
static bool xor_use_units(void *self, const gpu_config *config, char *err, size_t err_size) {
    xor_map *x = self;
    const bool rtl = config_unit_is_rtl(config, ADDRESS_HASH_UNIT);
    if (!rtl && !config->unit_c)
        return true;
    const unit_ops *ops = unit_find_for(ADDRESS_HASH_UNIT, rtl, NULL, err, err_size);
    const uint32_t l2_bits = x->channel_bits + x->slice_bits + x->index_bits;
    const uint32_t dram_bits = x->channel_bits + x->row_bits + x->bank_bits + x->column_bits;
    if (ops != NULL)
        x->l2_unit = map_unit_new(ops, &x->to_l2, &x->from_l2, l2_bits, err, err_size);
    if (x->l2_unit != NULL)
        x->dram_unit = map_unit_new(ops, &x->to_dram, &x->from_dram, dram_bits, err, err_size);
    return x->dram_unit != NULL;
}

static inline uint64_t l2_place(const xor_map *x, uint64_t paddr) {
    return x->l2_unit != NULL ? map_unit_result(x->l2_unit, paddr) : gf2_look_up(&x->to_l2, paddr);
}

static inline uint64_t dram_place(const xor_map *x, uint64_t paddr) {
    return x->dram_unit != NULL ? map_unit_result(x->dram_unit, paddr) : gf2_look_up(&x->to_dram, paddr);
}

static uint32_t map_xor_low_bits(uint64_t value, uint32_t bits) {
    return (uint32_t)(value & ((UINT64_C(1) << bits) - 1));
}

/* The L2 bank's number has the slice in its low bits, as channel and slice lie side by side in a place. */
static uint32_t xor_l2_bank(const void *self, uint64_t paddr) {
    const xor_map *x = self;
    return (uint32_t)(l2_place(x, paddr) >> x->index_bits);
}

static uint64_t xor_index_of(const void *self, uint64_t paddr) {
    const xor_map *x = self;
    return l2_place(x, paddr) & ((UINT64_C(1) << x->index_bits) - 1);
}

static uint32_t xor_set(const void *self, uint64_t index) {
    return map_xor_low_bits(index, ((const xor_map *)self)->set_bits);
}

static mem_place xor_place(const void *self, uint64_t paddr) {
    const xor_map *x = self;
    uint64_t dram = dram_place(x, paddr);
    mem_place p = {.l2_bank = xor_l2_bank(x, paddr), .index = xor_index_of(x, paddr)};
    p.col = map_xor_low_bits(dram, x->column_bits);
    p.bank = map_xor_low_bits(dram >> x->column_bits, x->bank_bits);
    p.row = map_xor_low_bits(dram >> (x->column_bits + x->bank_bits), x->row_bits);
    p.channel = p.l2_bank >> x->slice_bits;
    return p;
}

static uint64_t xor_address(const void *self, uint32_t l2_bank, uint64_t index) {
    const xor_map *x = self;
    const uint64_t place = (uint64_t)l2_bank << x->index_bits | index;
    return x->l2_unit != NULL ? map_unit_address(x->l2_unit, place) : gf2_look_up(&x->from_l2, place);
}

static uint64_t xor_address_of(const void *self, const mem_place *p) {
    const xor_map *x = self;
    uint64_t dram = (uint64_t)p->channel << x->row_bits | p->row;
    dram = (dram << x->bank_bits | p->bank) << x->column_bits | p->col;
    return x->dram_unit != NULL ? map_unit_address(x->dram_unit, dram) : gf2_look_up(&x->from_dram, dram);
}

static uint32_t xor_channel_bits(const void *self, uint64_t mask[CHIP_INDEX_BITS]) {
    const xor_map *x = self;
    for (uint32_t i = 0; i < x->channel_bits; i++)
        mask[i] = x->channel[i];
    return x->channel_bits;
}

static const unit_need xor_units[] = {{.unit = ADDRESS_HASH_UNIT}, {.unit = NULL}};

const address_map address_map_xor = {
    .row = {"xor", "each bit is the XOR of the address bits listed for it; powers of two"},
    .units = xor_units,
    .create = xor_create,
    .destroy = xor_destroy,
    .use_units = xor_use_units,
    .l2_bank = xor_l2_bank,
    .index = xor_index_of,
    .set = xor_set,
    .place = xor_place,
    .address = xor_address,
    .address_of = xor_address_of,
    .channel_bits = xor_channel_bits,
};
