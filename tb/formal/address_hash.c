/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What address_hash promises: with an accepted matrix, mapping and unmapping undo each other for every
 * address. The check has seen only addresses with one bit set; the rest is linear algebra, which the lemmas
 * go through bit by bit of the address.
 */
#include "address_hash.h"

#define W ((uint32_t)GMMU_HASH_W)

/* ---- words of the claims ---- */

typedef GMMU_U(GMMU_HASH_W) word;

static u1 parity(word bits) {
    uint64_t v = (uint64_t)bits;

    v = (v ^ (v >> 1)) & UINT64_C(0x5555555555555555);
    v = (v ^ (v >> 2)) & UINT64_C(0x1111111111111111);
    v = (v ^ (v >> 4)) & UINT64_C(0x0101010101010101);
    v = (v ^ (v >> 8)) & UINT64_C(0x0001000100010001);
    v = (v ^ (v >> 16)) & UINT64_C(0x0000000100000001);
    v = (v ^ (v >> 32)) & 1U;
    return (u1)v;
}

static u1 bit(word bits, uint32_t i) {
    return (u1)((uint64_t)bits >> i & 1U);
}

/* Column j of the matrix: what it makes of the address with bit j alone. */
static word column(const address_hash_state *s, uint32_t j) {
    uint64_t result = 0;

    for (uint32_t i = 0; i < W; i++)
        result |= (uint64_t)bit(s->row[i], j) << i;
    return (word)result;
}

static word single(uint32_t i) {
    return (word)(UINT64_C(1) << i);
}

static word below(uint32_t i) {
    return (word)((UINT64_C(1) << i) - 1U);
}

static word mapped(const address_hash_state *s, word addr) {
    uint64_t result = 0;

    for (uint32_t i = 0; i < W; i++)
        result |= (uint64_t)parity((word)(s->row[i] & addr)) << i;
    return (word)result;
}

/* Bit r of an address that is mapped back. */
static u1 back(const address_hash_state *s, uint32_t r, word addr) {
    return parity((word)(s->inverse[r] & addr));
}

/* ---- invariants ---- */

/* A check reads no column beyond the last, and while it is under way nothing is accepted. */
u1 address_hash_inv(const address_hash_state *s) {
    return (u1)(((uint32_t)s->at <= W) & (s->checking | (s->at == 0)) & !(s->checking & s->accepted));
}

/* The column that a check has read is that of the matrix. */
u1 address_hash_inv_column(const address_hash_state *s, u32 r) {
    const uint32_t i = (uint32_t)r % W, at = (uint32_t)s->at;
    uint64_t wanted = 0;

    for (uint32_t j = 0; j < W; j++)
        wanted |= at == j + 1U ? (uint64_t)bit(s->row[i], j) : 0U;
    return (u1)(!s->checking | (at == 0) | (bit(s->column, i) == wanted));
}

/* The columns that a check has compared come back as the one bit they were, and with an accepted matrix all
 * of them do. */
u1 address_hash_inv_comes_back(const address_hash_state *s, u32 k, u32 q) {
    const uint32_t j = (uint32_t)k % W, r = (uint32_t)q % W;
    const u1 compared = (u1)(s->accepted | (s->checking & ((uint32_t)s->at > j + 1U)));

    return (u1)(!compared | (back(s, r, column(s, j)) == (r == j)));
}

/* After reset every register is 0: nothing is accepted. */
u1 address_hash_start_zero(const address_hash_state *s) {
    u1 zero = (u1)((s->column == 0) & (s->at == 0) & !s->checking & !s->accepted & !s->mapped_valid &
                   (s->mapped_addr == 0) & !s->unmapped_valid & (s->unmapped_addr == 0));

    for (uint32_t i = 0; i < W; i++)
        zero = (u1)(zero & (s->row[i] == 0) & (s->inverse[i] == 0));
    return zero;
}

u1 address_hash_idle(const address_hash_state *s, const address_hash_in *in) {
    return (u1)(!in->row_valid & !in->check_valid & !in->map_valid & !in->unmap_valid & !s->checking &
                !s->mapped_valid & !s->unmapped_valid);
}

/* ---- linear algebra ---- */

void address_hash_given_inv_column(const address_hash_state *s, u32 r);
void address_hash_given_inv_comes_back(const address_hash_state *s, u32 k, u32 q);

#define CYCLE                                                                                                \
    const address_hash_state *s, const address_hash_in *in, const address_hash_out *out,                     \
        const address_hash_state *n
#define UNUSED (void)s, (void)in, (void)out, (void)n

void address_hash_keeps_column(CYCLE, u32 r);
void address_hash_keeps_column(CYCLE, u32 r) {
    UNUSED;
    address_hash_given_inv_column(s, r);
}

void address_hash_keeps_comes_back(CYCLE, u32 k, u32 q);
void address_hash_keeps_comes_back(CYCLE, u32 k, u32 q) {
    UNUSED;
    address_hash_given_inv_comes_back(s, k, q);
    for (uint32_t i = 0; i < W; i++)
        address_hash_given_inv_column(s, (u32)i);
}

/* A parity of a sum is the sum of the parities. */
u1 address_hash_lemma_linear(CYCLE, u64 list, u64 a, u64 b) {
    const word l = (word)GMMU_WRAP(list, GMMU_HASH_W), x = (word)GMMU_WRAP(a, GMMU_HASH_W),
               y = (word)GMMU_WRAP(b, GMMU_HASH_W);

    UNUSED;
    return (u1)(parity((word)(l & (x ^ y))) == (u1)(parity((word)(l & x)) ^ parity((word)(l & y))));
}

void address_hash_given_lemma_linear(CYCLE, u64 list, u64 a, u64 b);

/* Of a word with one bit the parity is that bit. */
u1 address_hash_lemma_one_bit(CYCLE, u64 list, u64 addr, u32 k) {
    const uint32_t i = (uint32_t)k % W;
    const word l = (word)GMMU_WRAP(list, GMMU_HASH_W), x = (word)GMMU_WRAP(addr, GMMU_HASH_W);

    UNUSED;
    return (u1)(parity((word)(l & (word)(x & single(i)))) == (u1)(bit(l, i) & bit(x, i)));
}

void address_hash_given_lemma_one_bit(CYCLE, u64 list, u64 addr, u32 k);

/* Bit r of what comes back of the low k + 1 bits of an address is that of the low k bits, and column k if bit
 * k is set. */
u1 address_hash_lemma_next_bit(CYCLE, u64 addr, u32 k, u32 q) {
    const uint32_t i = (uint32_t)k % W, r = (uint32_t)q % W;
    const word x = (word)GMMU_WRAP(addr, GMMU_HASH_W), low = (word)(x & below(i)),
               one = (word)(x & single(i));
    const word more = bit(x, i) ? column(s, i) : (word)0;

    UNUSED;
    for (uint32_t m = 0; m < W; m++) {
        address_hash_given_lemma_linear(s, in, out, n, (u64)s->row[m], (u64)low, (u64)one);
        address_hash_given_lemma_one_bit(s, in, out, n, (u64)s->row[m], (u64)x, (u32)i);
    }
    address_hash_given_lemma_linear(s, in, out, n, (u64)s->inverse[r], (u64)mapped(s, low), (u64)more);
    return (u1)(back(s, r, mapped(s, (word)(low ^ one))) ==
                (u1)(back(s, r, mapped(s, low)) ^ back(s, r, more)));
}

void address_hash_given_lemma_next_bit(CYCLE, u64 addr, u32 k, u32 q);

/* ---- promises ---- */

/* The map is one-to-one: with an accepted matrix every address comes back. */
u1 address_hash_prop_round_trip(CYCLE, u64 addr, u32 q) {
    const uint32_t r = (uint32_t)q % W;
    const word x = (word)GMMU_WRAP(addr, GMMU_HASH_W);

    UNUSED;
    for (uint32_t k = 0; k < W; k++) {
        address_hash_given_inv_comes_back(s, (u32)k, q);
        address_hash_given_lemma_next_bit(s, in, out, n, addr, (u32)k, q);
    }
    return (u1)(!s->accepted | (back(s, r, mapped(s, x)) == bit(x, r)));
}

/* An address is answered in the next cycle: by the matrix that is accepted, else by itself. */
u1 address_hash_prop_maps(CYCLE, u32 q) {
    const uint32_t r = (uint32_t)q % W;
    const u1 wanted = s->accepted ? parity((word)(s->row[r] & in->map_addr)) : bit(in->map_addr, r);

    UNUSED;
    return (u1)((n->mapped_valid == in->map_valid) &
                (bit(n->mapped_addr, r) == (in->map_valid ? wanted : bit(s->mapped_addr, r))));
}

/* And so is one that is mapped back. */
u1 address_hash_prop_unmaps(CYCLE, u32 q) {
    const uint32_t r = (uint32_t)q % W;
    const u1 wanted = s->accepted ? back(s, r, in->unmap_addr) : bit(in->unmap_addr, r);

    UNUSED;
    return (u1)((n->unmapped_valid == in->unmap_valid) &
                (bit(n->unmapped_addr, r) == (in->unmap_valid ? wanted : bit(s->unmapped_addr, r))));
}

/* The pins are the registers. */
u1 address_hash_prop_pins(CYCLE) {
    UNUSED;
    return (u1)((out->checking == s->checking) & (out->accepted == s->accepted) &
                (out->mapped_valid == s->mapped_valid) & (out->mapped_addr == s->mapped_addr) &
                (out->unmapped_valid == s->unmapped_valid) & (out->unmapped_addr == s->unmapped_addr));
}

/* A write changes the row it names, in the matrix it names; nothing else changes a row. */
u1 address_hash_prop_rows(CYCLE, u32 q) {
    const uint32_t r = (uint32_t)q % W;
    const u1 here = (u1)(in->row_valid & ((uint32_t)in->row_index == r));
    const word row = (u1)(here & (u1)!in->row_inverse) ? in->row_bits : s->row[r];
    const word inverse = (u1)(here & in->row_inverse) ? in->row_bits : s->inverse[r];

    UNUSED;
    return (u1)((n->row[r] == row) & (n->inverse[r] == inverse));
}

/* A map is in use only after a check that has compared all columns, and until the next row or check. */
u1 address_hash_prop_accepts(CYCLE) {
    const u1 asked = (u1)(in->row_valid | in->check_valid);
    const u1 last = (u1)(s->checking & ((uint32_t)s->at == W));

    UNUSED;
    return (u1)(((u1)!n->accepted | ((u1)!asked & (s->accepted | last))) &
                ((u1)!s->accepted | asked | n->accepted) &
                ((u1)!in->check_valid | (n->checking & (n->at == 0))) &
                ((u1)!in->row_valid | in->check_valid | (u1)!n->checking));
}

/* A check that is left alone goes on column by column; it ends without the map in use only where a column has
 * not come back. */
u1 address_hash_prop_refuses(CYCLE) {
    const uint32_t at = (uint32_t)s->at;
    const u1 alone = (u1)(s->checking & (u1)!in->row_valid & (u1)!in->check_valid);
    uint64_t came = 0, wanted = 0;

    UNUSED;
    for (uint32_t r = 0; r < W; r++) {
        came |= (uint64_t)back(s, r, s->column) << r;
        wanted |= (uint64_t)(at == r + 1U) << r;
    }
    const u1 right = (u1)((at == 0) | (came == wanted));
    return (u1)(!alone | (right ? (u1)(at == W ? (u1)(n->accepted & (u1)!n->checking)
                                               : (u1)(n->checking & ((uint32_t)n->at == at + 1U)))
                                : (u1)((u1)!n->checking & (u1)!n->accepted)));
}
