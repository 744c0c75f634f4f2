/* SPDX-License-Identifier: Apache-2.0 */
#include "address_hash.h"

#define W GMMU_HASH_W

/* The parity of the bits: a tree of neighbours, as the RTL has it. */
static inline u1 parity(GMMU_U(GMMU_HASH_W) bits) {
    uint64_t v = (uint64_t)bits;

    v ^= v >> 1;
    v &= UINT64_C(0x5555555555555555);
    v ^= v >> 2;
    v &= UINT64_C(0x1111111111111111);
    v ^= v >> 4;
    v &= UINT64_C(0x0101010101010101);
    v ^= v >> 8;
    v &= UINT64_C(0x0001000100010001);
    v ^= v >> 16;
    v &= UINT64_C(0x0000000100000001);
    v ^= v >> 32;
    return (u1)(v & 1U);
}

/* A matrix applied to an address. */
static inline GMMU_U(GMMU_HASH_W) product(const GMMU_U(GMMU_HASH_W) matrix[W], GMMU_U(GMMU_HASH_W) addr) {
    uint64_t result = 0;

    for (unsigned i = 0; i < W; i++)
        result |= (uint64_t)parity((GMMU_U(GMMU_HASH_W))(matrix[i] & addr)) << i;
    return (GMMU_U(GMMU_HASH_W))result;
}

/* The address with bit i alone; 0 if there is no such bit. */
static inline GMMU_U(GMMU_HASH_W) single(uint32_t i) {
    uint64_t result = 0;

    for (unsigned k = 0; k < W; k++)
        result |= (uint64_t)(i == k) << k;
    return (GMMU_U(GMMU_HASH_W))result;
}

void address_hash_reset(address_hash_state *s) {
    for (unsigned i = 0; i < W; i++) {
        s->row[i] = 0;
        s->inverse[i] = 0;
    }
    s->column = 0;
    s->at = 0;
    s->checking = 0;
    s->accepted = 0;
    s->mapped_valid = 0;
    s->mapped_addr = 0;
    s->unmapped_valid = 0;
    s->unmapped_addr = 0;
}

void address_hash_outputs(const address_hash_state *s, address_hash_out *out) {
    out->checking = s->checking;
    out->accepted = s->accepted;
    out->mapped_valid = s->mapped_valid;
    out->mapped_addr = s->mapped_addr;
    out->unmapped_valid = s->unmapped_valid;
    out->unmapped_addr = s->unmapped_addr;
}

/* One column a cycle: it is mapped in one, and mapped back and compared in the next. */
static void check(address_hash_state *s, GMMU_U(GMMU_HASH_W) mapped, GMMU_U(GMMU_HASH_W) back) {
    const uint32_t at = (uint32_t)s->at;
    const u1 wrong = (u1)((at != 0) & (back != single(at - 1U)));
    const u1 last = (u1)(at >= W);

    s->column = mapped;
    s->at = (u6)(last | wrong ? 0U : at + 1U);
    s->accepted = (u1)(last & !wrong);
    s->checking = (u1)(!last & !wrong);
}

static void write_row(address_hash_state *s, const address_hash_in *in) {
    for (unsigned i = 0; i < W; i++) {
        const u1 here = (u1)(in->row_valid & (in->row_index == i));
        s->row[i] = (u1)(here & !in->row_inverse) ? in->row_bits : s->row[i];
        s->inverse[i] = (u1)(here & in->row_inverse) ? in->row_bits : s->inverse[i];
    }
}

void address_hash_step(address_hash_state *s, const address_hash_in *in, address_hash_out *out) {
    const u1 in_use = s->accepted;
    /* A check has both products for itself: nothing is mapped before a matrix is accepted. */
    const GMMU_U(GMMU_HASH_W) mapped = product(s->row, s->checking ? single((uint32_t)s->at) : in->map_addr);
    const GMMU_U(GMMU_HASH_W) back = product(s->inverse, s->checking ? s->column : in->unmap_addr);

    address_hash_outputs(s, out);
    s->mapped_valid = in->map_valid;
    s->unmapped_valid = in->unmap_valid;
    if (in->map_valid)
        s->mapped_addr = in_use ? mapped : in->map_addr;
    if (in->unmap_valid)
        s->unmapped_addr = in_use ? back : in->unmap_addr;
    if (s->checking)
        check(s, mapped, back);
    if (in->row_valid | in->check_valid) {
        s->checking = in->check_valid;
        s->accepted = 0;
        s->at = 0;
    }
    write_row(s, in);
}
