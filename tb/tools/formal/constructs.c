/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One function for each thing the translator must understand. All are run on
 * random vectors, translated and compiled. A function ub_<name>() must be found
 * undefined exactly where expect_<name>() says so.
 */
#include "constructs.h"

void case_arithmetic(const constructs_in *in, constructs_out *out) {
    out->x = (u64)(((uint64_t)in->a + (uint64_t)in->b) ^ ((uint64_t)in->a - (uint64_t)in->c));
    out->y = (u32)((uint32_t)in->c * ((uint32_t)in->d | 1U));
    out->z = (u23)GMMU_WRAP((uint32_t)in->d * (uint32_t)in->e, 23);
    out->w = (u9)GMMU_WRAP(~(uint32_t)in->e + 1U, 9);
}

void case_divide(const constructs_in *in, constructs_out *out) {
    out->y = (u32)((uint32_t)in->c / ((uint32_t)in->e + 1U));
    out->z = (u23)((uint32_t)in->d % ((uint32_t)in->i + 3U));
    out->w = (u9)((uint32_t)in->e / 7U + (uint32_t)in->e % 8U);
}

void case_divide_signed(const constructs_in *in, constructs_out *out) {
    const int32_t n = (int32_t)in->e - 256;
    const int32_t d = in->p ? -3 : (int32_t)in->j + 1;
    out->y = (u32)(uint32_t)(n / d);
    out->x = (u64)(uint64_t)(int64_t)(n % d);
}

void case_shift(const constructs_in *in, constructs_out *out) {
    out->x = (u64)(((uint64_t)in->a << ((uint32_t)in->c & 63U)) | ((uint64_t)in->b >> (uint32_t)in->i));
    out->y = (u32)(((uint32_t)in->c << in->i) | ((uint32_t)in->c >> ((32U - (uint32_t)in->i) & 31U)));
    out->z = (u23)GMMU_WRAP((uint32_t)((int32_t)(uint32_t)in->c >> (uint32_t)in->i), 23);
}

void case_compare(const constructs_in *in, constructs_out *out) {
    const int32_t l = (int32_t)(uint32_t)in->c;
    const int32_t r = (int32_t)(uint32_t)in->d - 50000;
    out->flag[0] = (u1)(in->a < in->b);
    out->flag[1] = (u1)(in->a >= in->b);
    out->flag[2] = (u1)(in->e == in->i);
    out->flag[3] = (u1)(in->e != in->i);
    out->flag[4] = (u1)(l < r);
    out->flag[5] = (u1)(l >= r);
    out->flag[6] = (u1)(in->e > 17);
    out->flag[7] = (u1)(in->j <= 9);
    out->flag[8] = (u1)(in->p && !in->q);
    out->y = (u32)(uint32_t)(l < r ? l : r);
    out->x = (u64)(in->a > in->b ? in->a : in->b);
}

void case_bits(const constructs_in *in, constructs_out *out) {
    uint32_t ones = 0;
    uint32_t first = 32;

    for (unsigned k = 0; k < 32; k++)
        ones += ((uint32_t)in->c >> k) & 1U;
    for (unsigned k = 32; k-- > 0;)
        if (((uint32_t)in->c >> k) & 1U)
            first = k;
    out->y = (u32)ones;
    out->w = (u9)first;
    out->x = (u64)(((uint64_t)in->a & 0xF0F0F0F0F0F0F0F0U) | ((uint64_t)in->b & 0x0F0F0F0F0F0F0F0FU));
    out->z = (u23)GMMU_WRAP((uint32_t)in->c ^ 0x155555U, 23);
}

void case_builtins(const constructs_in *in, constructs_out *out) {
    out->x = (u64)((uint64_t)__builtin_popcountll(in->a) + (uint64_t)__builtin_bswap32((uint32_t)in->c));
    out->y = (u32)(in->c != 0 ? (uint32_t)__builtin_ctz((uint32_t)in->c) : 40U);
    out->z = (u23)(in->b != 0 ? (uint32_t)__builtin_clzll((uint64_t)in->b) : 99U);
}

void case_saturate(const constructs_in *in, constructs_out *out) {
    const uint32_t sum = (uint32_t)in->c + (uint32_t)in->d;
    out->y = (u32)(sum < (uint32_t)in->c ? 0xFFFFFFFFU : sum);
    out->w = (u9)((uint32_t)in->e > (uint32_t)in->i ? (uint32_t)in->e - (uint32_t)in->i : 0U);
    out->z = (u23)((uint32_t)in->d > 100U ? 100U : (uint32_t)in->d);
}

void case_read_index(const constructs_in *in, constructs_out *out) {
    out->w = (u9)(in->j < 12 ? in->small[in->j] : (u5)31);
    out->x = (u64)(in->i < 5 ? in->wide[in->i] : (u36)1);
    out->y = (u32)in->flag[(uint32_t)in->e % 9U];
}

void case_write_index(const constructs_in *in, constructs_out *out) {
    for (unsigned k = 0; k < 12; k++)
        out->small[k] = in->small[k];
    for (unsigned k = 0; k < 5; k++)
        out->wide[k] = in->wide[k];
    if (in->j < 12)
        out->small[in->j] = in->i;
    if (in->p && in->i < 5)
        out->wide[in->i] = (u36)GMMU_WRAP(in->a, 36);
}

void case_shift_array(const constructs_in *in, constructs_out *out) {
    for (unsigned k = 0; k < 12; k++) {
        const unsigned from = k + 1 < 12 ? k + 1 : k;
        out->small[k] = k >= in->j ? in->small[from] : in->small[k];
    }
}

void case_switch(const constructs_in *in, constructs_out *out) {
    switch (in->j) {
    case 0:
        out->y = 7;
        break;
    case 1:
    case 2:
        out->y = in->c;
        break;
    case 5:
        out->y = (u32)((uint32_t)in->c >> 3);
        out->w = in->e;
        break;
    case 15:
        out->y = (u32)in->d;
        break;
    default:
        out->y = 0;
        out->z = (u23)in->d;
    }
}

void case_nested_branches(const constructs_in *in, constructs_out *out) {
    out->y = 1;
    if (in->p) {
        if (in->e < 100) {
            out->y = 2;
            if (in->q)
                out->w = in->e;
        } else if (in->i == 3) {
            return;
        }
        out->z = (u23)in->d;
    } else {
        out->x = in->b;
    }
    out->flag[4] = 1;
}

void case_early_exit(const constructs_in *in, constructs_out *out) {
    out->w = 12;
    for (unsigned k = 0; k < 12; k++) {
        if (in->small[k] == in->i) {
            out->w = (u9)k;
            break;
        }
    }
}

static uint32_t table(unsigned k) {
    static const uint16_t numbers[16] = {3,  141,  59, 2653, 58, 979, 323, 846,
                                         26, 4338, 32, 795,  0,  28,  84,  1971};
    return numbers[k];
}

void case_table(const constructs_in *in, constructs_out *out) {
    out->y = (u32)table(in->j);
}

typedef struct {
    uint32_t key;
    uint8_t rank[3];
} item;

static item better(item l, item r) {
    return l.key <= r.key ? l : r;
}

void case_local_structs(const constructs_in *in, constructs_out *out) {
    item best = {0xFFFFFFFFU, {1, 2, 3}};
    for (unsigned k = 0; k < 5; k++) {
        const item candidate = {(uint32_t)GMMU_WRAP(in->wide[k], 32), {(uint8_t)k, in->small[k], 9}};
        best = better(candidate, best);
    }
    out->y = (u32)best.key;
    out->w = (u9)best.rank[0];
    out->z = (u23)best.rank[(uint32_t)in->j % 3U];
}

void case_copy(const constructs_in *in, constructs_out *out) {
    constructs_in local = *in;
    local.small[(uint32_t)in->j & 7U] = 0;
    local.a = (u64)((uint64_t)local.a + 1U);
    for (unsigned k = 0; k < 12; k++)
        out->small[k] = local.small[k];
    out->x = local.a;
    for (unsigned k = 0; k < 9; k++)
        out->flag[k] = in->flag[8 - k];
}

void case_array_of_structs(const constructs_in *in, constructs_out *out) {
    for (unsigned k = 0; k < 3; k++) {
        out->pair[k].count = (u7)GMMU_WRAP((uint32_t)in->e + k, 7);
        out->pair[k].bit = (u1)((in->e >> k) & 1U);
    }
}

void case_pointer_choice(const constructs_in *in, constructs_out *out) {
    const u5 *from = in->p ? &in->small[2] : &in->small[9];
    u5 *to = in->q ? &out->small[0] : &out->small[11];
    *to = *from;
}

void ub_index(const constructs_in *in, constructs_out *out) {
    out->w = in->small[in->j];
}

u1 expect_index(const constructs_in *in) {
    return (u1)(in->j >= 12);
}

void ub_store(const constructs_in *in, constructs_out *out) {
    if (in->p)
        out->flag[in->i] = 1;
}

u1 expect_store(const constructs_in *in) {
    return (u1)(in->p && in->i >= 9);
}

void ub_shift(const constructs_in *in, constructs_out *out) {
    out->y = (u32)((uint32_t)in->c << (uint32_t)in->e);
}

u1 expect_shift(const constructs_in *in) {
    return (u1)(in->e >= 32);
}

void ub_divide(const constructs_in *in, constructs_out *out) {
    out->y = (u32)(in->q ? (uint32_t)in->c / (uint32_t)in->i : 0U);
}

u1 expect_divide(const constructs_in *in) {
    return (u1)(in->q && in->i == 0);
}

void ub_signed_sum(const constructs_in *in, constructs_out *out) {
    out->y = (u32)(uint32_t)((int32_t)(uint32_t)in->c + (int32_t)in->e * 4194304);
}

u1 expect_signed_sum(const constructs_in *in) {
    return (u1)((uint32_t)in->c <= 0x7FFFFFFFU && (uint32_t)in->c + (uint32_t)in->e * 4194304U > 0x7FFFFFFFU);
}

void ub_signed_difference(const constructs_in *in, constructs_out *out) {
    out->y = (u32)(uint32_t)((int32_t)(uint32_t)in->c - (int32_t)in->e * 4194304);
}

u1 expect_signed_difference(const constructs_in *in) {
    return (u1)((uint32_t)in->c >= 0x80000000U && (uint32_t)in->c - (uint32_t)in->e * 4194304U < 0x80000000U);
}

void ub_signed_product(const constructs_in *in, constructs_out *out) {
    out->y = (u32)(uint32_t)((int32_t)in->d * ((int32_t)in->e * 64));
}

u1 expect_signed_product(const constructs_in *in) {
    return (u1)((uint64_t)in->d * (uint64_t)in->e * 64U > 0x7FFFFFFFU);
}

/* The optimiser could drop this result; the undefined behaviour must show all the same. */
void ub_unused(const constructs_in *in, constructs_out *out) {
    const uint32_t lost = (uint32_t)in->small[in->j];
    out->y = (u32)(lost & 0U);
}

u1 expect_unused(const constructs_in *in) {
    return (u1)(in->j >= 12);
}
