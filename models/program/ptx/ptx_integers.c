/* SPDX-License-Identifier: Apache-2.0 */
/* Integers, lane by lane (PTX ISA 9.7.1, 9.7.2, 9.7.7). */
#include "program/ptx/ptx_compute.h"
#include "program/ptx/ptx_compute_internal.h"

__extension__ typedef unsigned __int128 ptx_u128;

#define EACH_LANE for (uint32_t l = 0; l < GMMU_LANES; l++)

static uint64_t ptx_high(uint64_t a, uint64_t b, unsigned bits, bool with_sign) {
    if (with_sign) {
        const int64_t x = ptx_signed(a, bits), y = ptx_signed(b, bits);
        if (bits < 64)
            return ptx_cut((uint64_t)(x * y) >> bits, bits);
        uint64_t high = (uint64_t)((ptx_u128)(uint64_t)x * (uint64_t)y >> 64);
        high -= x < 0 ? (uint64_t)y : 0;
        return high - (y < 0 ? (uint64_t)x : 0);
    }
    return bits < 64 ? a * b >> bits : (uint64_t)((ptx_u128)a * b >> 64);
}

/* Division by zero gives all ones, as the hardware's code does; its remainder is the dividend. Lanes that are
 * not active may hold wider numbers. */
static uint64_t ptx_divide(uint64_t a, uint64_t b, unsigned bits, bool with_sign, bool rest) {
    a = ptx_cut(a, bits);
    b = ptx_cut(b, bits);
    if (b == 0)
        return rest ? a : ptx_cut(UINT64_MAX, bits);
    if (!with_sign)
        return rest ? a % b : a / b;
    const int64_t x = ptx_signed(a, bits), y = ptx_signed(b, bits);
    if (y == -1)
        return rest ? 0 : ptx_cut(0 - a, bits);
    return ptx_cut((uint64_t)(rest ? x % y : x / y), bits);
}

static uint64_t ptx_reverse(uint64_t x, unsigned bits) {
    uint64_t y = 0;
    for (unsigned i = 0; i < bits; i++)
        y |= (x >> i & 1U) << (bits - 1 - i);
    return y;
}

/* The place of the highest bit that is not the sign; all ones: none. */
static uint64_t ptx_find(uint64_t x, unsigned bits, bool with_sign) {
    if (with_sign && ptx_signed(x, bits) < 0)
        x = ptx_cut(~x, bits);
    return x ? 63U - (unsigned)__builtin_clzll(x) : UINT32_MAX;
}

static uint64_t ptx_extract(uint64_t a, uint64_t position, uint64_t length, unsigned bits, bool with_sign) {
    const unsigned at = position & 0xffU, n = length & 0xffU;
    if (n == 0)
        return 0;
    const unsigned top = at + n - 1 < bits - 1 ? at + n - 1 : bits - 1;
    const bool fill = with_sign && (a >> top & 1U);
    uint64_t field = at < bits ? ptx_cut(a >> at, n) : 0;
    const unsigned have = at < bits ? (n < bits - at ? n : bits - at) : 0;
    if (fill && have < 64)
        field |= UINT64_MAX << have;
    return ptx_cut(field, bits);
}

static uint64_t ptx_insert(uint64_t a, uint64_t b, uint64_t position, uint64_t length, unsigned bits) {
    const unsigned at = position & 0xffU, n = length & 0xffU;
    if (at >= bits)
        return b;
    const uint64_t mask = ptx_cut(ptx_cut(UINT64_MAX, n < 64 ? n : 64) << at, bits);
    return (b & ~mask) | (a << at & mask);
}

static uint64_t ptx_permute(uint64_t a, uint64_t b, uint64_t selector) {
    const uint64_t bytes = a | b << 32;
    uint64_t to = 0;
    for (unsigned i = 0; i < 4; i++) {
        const unsigned s = selector >> (4 * i) & 0xfU;
        uint64_t byte = bytes >> (8 * (s & 7U)) & 0xffU;
        if (s & 8U)
            byte = byte & 0x80U ? 0xffU : 0;
        to |= byte << (8 * i);
    }
    return to;
}

static uint64_t ptx_funnel(uint64_t a, uint64_t b, uint64_t by, bool clamp, bool left) {
    const unsigned n = clamp ? (by < 32 ? (unsigned)by : 32U) : (unsigned)by & 31U;
    const uint64_t both = b << 32 | a;
    return ptx_cut(left ? both << n >> 32 : both >> n, 32);
}

static uint64_t ptx_logic3(uint64_t a, uint64_t b, uint64_t c, uint64_t table) {
    uint64_t to = 0;
    for (unsigned i = 0; i < 8; i++)
        if (table >> i & 1U)
            to |= (i & 4U ? a : ~a) & (i & 2U ? b : ~b) & (i & 1U ? c : ~c);
    return ptx_cut(to, 32);
}

/* add.sat.s32, sub.sat.s32 */
static uint64_t ptx_saturated(uint64_t a, uint64_t b, bool subtract) {
    const int64_t x = ptx_signed(a, 32), y = ptx_signed(b, 32);
    const int64_t sum = subtract ? x - y : x + y;
    return ptx_cut((uint64_t)(sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum), 32);
}

static uint64_t ptx_shifted_right(uint64_t a, uint64_t by, unsigned bits, bool with_sign) {
    if (with_sign)
        return ptx_cut((uint64_t)(ptx_signed(a, bits) >> (by < bits ? by : bits - 1)), bits);
    return by < bits ? a >> by : 0;
}

static uint64_t ptx_wide(uint64_t a, uint64_t b, unsigned bits, bool with_sign) {
    return with_sign ? (uint64_t)ptx_signed(a, bits) * (uint64_t)ptx_signed(b, bits) : a * b;
}

/* The product of the lower 24 bits. */
static uint64_t ptx_product24(uint64_t a, uint64_t b, bool with_sign) {
    return ptx_cut(ptx_wide(ptx_cut(a, 24), ptx_cut(b, 24), 24, with_sign), 32);
}

/* The less frequent ones, one lane. */
static uint64_t ptx_integer_lane(const ptx_inst *i, uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
    const ptx_type t = i->from;
    const unsigned bits = ptx_type_bits(t);
    const bool with_sign = ptx_type_signed(t);
    switch (i->op) {
    case PTX_MUL_HI:
        return ptx_high(a, b, bits, with_sign);
    case PTX_MAD_HI:
        return ptx_cut(ptx_high(a, b, bits, with_sign) + c, bits);
    case PTX_DIV:
        return ptx_divide(a, b, bits, with_sign, false);
    case PTX_REM:
        return ptx_divide(a, b, bits, with_sign, true);
    case PTX_ABS:
        return ptx_signed(a, bits) < 0 ? ptx_cut(0 - a, bits) : a;
    case PTX_CNOT:
        return a == 0;
    case PTX_POPC:
        return (uint64_t)__builtin_popcountll(a);
    case PTX_CLZ:
        return a ? (uint64_t)__builtin_clzll(a) - (64 - bits) : bits;
    case PTX_BREV:
        return ptx_reverse(a, bits);
    case PTX_BFIND:
        return ptx_find(a, bits, with_sign);
    case PTX_BFE:
        return ptx_extract(a, b, c, bits, with_sign);
    case PTX_BFI:
        return ptx_insert(a, b, c, d, bits);
    case PTX_SAD:
        if (with_sign)
            return ptx_cut((ptx_signed(a, bits) < ptx_signed(b, bits) ? b - a : a - b) + c, bits);
        return ptx_cut((a < b ? b - a : a - b) + c, bits);
    case PTX_MUL24:
        return ptx_product24(a, b, with_sign);
    case PTX_MAD24:
        return ptx_cut(ptx_product24(a, b, with_sign) + c, 32);
    case PTX_PRMT:
        return ptx_permute(a, b, c);
    case PTX_SHF_L:
    case PTX_SHF_R:
        return ptx_funnel(a, b, c, i->round, i->op == PTX_SHF_L);
    default: /* PTX_LOP3 */
        return ptx_logic3(a, b, c, d);
    }
}

/* The frequent ones, as loops that become vector code. */
static bool ptx_integer_plain(const ptx_inst *i, const uint64_t *const *from, uint64_t *to) {
    const uint64_t *a = from[0], *b = from[1], *c = from[2];
    const unsigned bits = ptx_type_bits(i->from);
    const uint64_t mask = ptx_cut(UINT64_MAX, bits);
    switch (i->op) {
    case PTX_MOV:
        EACH_LANE to[l] = a[l];
        return true;
    case PTX_ADD:
        EACH_LANE to[l] = (a[l] + b[l]) & mask;
        return !i->saturate;
    case PTX_SUB:
        EACH_LANE to[l] = (a[l] - b[l]) & mask;
        return !i->saturate;
    case PTX_MUL:
        EACH_LANE to[l] = (a[l] * b[l]) & mask;
        return true;
    case PTX_MAD:
        EACH_LANE to[l] = (a[l] * b[l] + c[l]) & mask;
        return true;
    case PTX_AND:
        EACH_LANE to[l] = a[l] & b[l];
        return true;
    case PTX_OR:
        EACH_LANE to[l] = a[l] | b[l];
        return true;
    case PTX_XOR:
        EACH_LANE to[l] = a[l] ^ b[l];
        return true;
    case PTX_NOT:
        EACH_LANE to[l] = ~a[l] & mask;
        return true;
    case PTX_NEG:
        EACH_LANE to[l] = (0 - a[l]) & mask;
        return true;
    case PTX_SHL:
        EACH_LANE to[l] = b[l] < bits ? (a[l] << (b[l] & 63U)) & mask : 0;
        return true;
    default:
        return false;
    }
}

static bool ptx_integer_signs(const ptx_inst *i, const uint64_t *const *from, uint64_t *to) {
    const uint64_t *a = from[0], *b = from[1], *c = from[2];
    const unsigned bits = ptx_type_bits(i->from);
    const bool with_sign = ptx_type_signed(i->from);
    const uint64_t flip = with_sign ? UINT64_C(1) << (bits - 1) : 0; /* signed order as unsigned */
    const uint64_t twice = ptx_cut(UINT64_MAX, 2 * bits);
    switch (i->op) {
    case PTX_MIN:
        EACH_LANE to[l] = (a[l] ^ flip) < (b[l] ^ flip) ? a[l] : b[l];
        return true;
    case PTX_MAX:
        EACH_LANE to[l] = (a[l] ^ flip) > (b[l] ^ flip) ? a[l] : b[l];
        return true;
    case PTX_SHR:
        EACH_LANE to[l] = ptx_shifted_right(a[l], b[l], bits, with_sign);
        return true;
    case PTX_MUL_WIDE:
        EACH_LANE to[l] = ptx_wide(a[l], b[l], bits, with_sign) & twice;
        return true;
    case PTX_MAD_WIDE:
        EACH_LANE to[l] = (ptx_wide(a[l], b[l], bits, with_sign) + c[l]) & twice;
        return true;
    default:
        return false;
    }
}

void ptx_integers(const ptx_inst *i, const uint64_t *const *from, uint64_t *to) {
    if (i->saturate) {
        EACH_LANE to[l] = ptx_saturated(from[0][l], from[1][l], i->op == PTX_SUB);
        return;
    }
    if (ptx_integer_plain(i, from, to) || ptx_integer_signs(i, from, to))
        return;
    EACH_LANE to[l] = ptx_integer_lane(i, from[0][l], from[1][l], from[2][l], from[3][l]);
}

/* A difference is a sum with the complement, as on the hardware: its carry says that nothing was borrowed. */
uint64_t ptx_with_carry(const ptx_inst *i, uint64_t a, uint64_t b, uint64_t c, bool *carry) {
    const unsigned bits = ptx_type_bits(i->from);
    const bool subtract = i->op == PTX_SUB;
    uint64_t x = a, y = subtract ? ~b : b;
    if (i->op == PTX_MAD || i->op == PTX_MAD_HI) {
        x = i->op == PTX_MAD ? a * b : ptx_high(a, b, bits, ptx_type_signed(i->from));
        y = c;
    }
    const ptx_u128 sum = (ptx_u128)ptx_cut(x, bits) + ptx_cut(y, bits) + (i->carry_in ? *carry : subtract);
    if (i->carry_out)
        *carry = sum >> bits & 1U;
    return ptx_cut((uint64_t)sum, bits);
}

static uint64_t ptx_updated_integer(ptx_atomic op, ptx_type type, uint64_t old, uint64_t x) {
    const unsigned bits = ptx_type_bits(type);
    const uint64_t flip = ptx_type_signed(type) ? UINT64_C(1) << (bits - 1) : 0;
    switch (op) {
    case PTX_ATOM_ADD:
        return ptx_cut(old + x, bits);
    case PTX_ATOM_MIN:
        return (old ^ flip) < (x ^ flip) ? old : x;
    case PTX_ATOM_MAX:
        return (old ^ flip) > (x ^ flip) ? old : x;
    case PTX_ATOM_AND:
        return old & x;
    case PTX_ATOM_OR:
        return old | x;
    case PTX_ATOM_XOR:
        return old ^ x;
    case PTX_ATOM_INC:
        return old >= x ? 0 : old + 1;
    case PTX_ATOM_DEC:
        return old == 0 || old > x ? x : old - 1;
    default: /* PTX_ATOM_EXCH */
        return x;
    }
}

uint64_t ptx_updated(ptx_atomic op, ptx_type type, uint64_t old, uint64_t x, uint64_t swap) {
    if (op == PTX_ATOM_CAS)
        return old == x ? swap : old;
    if (op == PTX_ATOM_ADD && type == PTX_F32)
        return ptx_from_float(ptx_to_float(old) + ptx_to_float(x));
    if (op == PTX_ATOM_ADD && type == PTX_F64)
        return ptx_from_double(ptx_to_double(old) + ptx_to_double(x));
    return ptx_updated_integer(op, type, old, x);
}
