/* SPDX-License-Identifier: Apache-2.0 */
#include "base/gf2.h"

static uint32_t highest_bit(uint64_t x) {
    return 63U - (uint32_t)__builtin_clzll(x);
}

/* What is left of `vector`; `numbers` is XORed with those taken out of it. */
static uint64_t gf2_reduce(const gf2_basis *b, uint64_t vector, uint64_t *numbers) {
    uint64_t rest = 0;
    while (vector) {
        uint32_t high = highest_bit(vector);
        if (b->reduced[high]) {
            vector ^= b->reduced[high];
            *numbers ^= b->made_of[high];
        } else {
            rest |= UINT64_C(1) << high;
            vector &= ~(UINT64_C(1) << high);
        }
    }
    return rest;
}

uint64_t gf2_basis_add(gf2_basis *b, uint64_t vector, uint32_t number) {
    uint64_t numbers = UINT64_C(1) << number;
    uint64_t rest = gf2_reduce(b, vector, &numbers);
    if (rest == 0)
        return numbers;
    uint32_t high = highest_bit(rest);
    b->reduced[high] = rest;
    b->made_of[high] = numbers;
    return 0;
}

uint64_t gf2_basis_rest(const gf2_basis *b, uint64_t vector) {
    uint64_t numbers = 0;
    return gf2_reduce(b, vector, &numbers);
}

uint64_t gf2_basis_express(const gf2_basis *b, uint64_t vector) {
    uint64_t numbers = 0;
    (void)gf2_reduce(b, vector, &numbers);
    return numbers;
}

uint64_t gf2_multiply(const uint64_t *row, uint32_t rows, uint64_t x) {
    uint64_t y = 0;
    for (uint32_t i = 0; i < rows; i++)
        y |= (uint64_t)__builtin_parityll(row[i] & x) << i;
    return y;
}

uint32_t gf2_reduce_rows(uint64_t *row, uint32_t rows) {
    uint32_t done = 0;
    for (uint32_t bit = GF2_BITS; bit-- > 0;) {
        uint32_t with = done;
        while (with < rows && (row[with] >> bit & 1U) == 0)
            with++;
        if (with == rows)
            continue;
        const uint64_t lead = row[with];
        row[with] = row[done];
        row[done] = lead;
        for (uint32_t i = 0; i < rows; i++)
            if (i != done && (row[i] >> bit & 1U))
                row[i] ^= lead;
        done++;
    }
    return done;
}

uint32_t gf2_orthogonal(const uint64_t *row, uint32_t rows, uint64_t within, uint64_t out[GF2_BITS]) {
    uint64_t reduced[GF2_BITS], leads = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < rows; i++)
        reduced[i] = row[i] & within;
    const uint32_t rank = gf2_reduce_rows(reduced, rows);
    for (uint32_t i = 0; i < rank; i++)
        leads |= UINT64_C(1) << highest_bit(reduced[i]);
    /* Each bit that leads no row may be chosen; the leading ones follow from it. */
    for (uint64_t rest = within & ~leads; rest; rest &= rest - 1) {
        const uint64_t bit = rest & (~rest + 1);
        out[count] = bit;
        for (uint32_t i = 0; i < rank; i++)
            if (reduced[i] & bit)
                out[count] |= UINT64_C(1) << highest_bit(reduced[i]);
        count++;
    }
    return gf2_reduce_rows(out, count);
}

void gf2_table_fill(gf2_table *t, const uint64_t *row, uint32_t rows) {
    for (uint32_t byte = 0; byte < GF2_TABLE_BYTES; byte++)
        for (uint64_t value = 0; value < 256; value++)
            t->part[byte][value] = gf2_multiply(row, rows, value << (8 * byte));
}
