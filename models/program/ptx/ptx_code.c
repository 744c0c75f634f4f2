/* SPDX-License-Identifier: Apache-2.0 */
#include "program/ptx/ptx_code.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    unsigned bits;
} ptx_types[] = {
    [PTX_NO_TYPE] = {"", 0},  [PTX_B8] = {"b8", 8},    [PTX_B16] = {"b16", 16}, [PTX_B32] = {"b32", 32},
    [PTX_B64] = {"b64", 64},  [PTX_U8] = {"u8", 8},    [PTX_U16] = {"u16", 16}, [PTX_U32] = {"u32", 32},
    [PTX_U64] = {"u64", 64},  [PTX_S8] = {"s8", 8},    [PTX_S16] = {"s16", 16}, [PTX_S32] = {"s32", 32},
    [PTX_S64] = {"s64", 64},  [PTX_F16] = {"f16", 16}, [PTX_F32] = {"f32", 32}, [PTX_F64] = {"f64", 64},
    [PTX_PRED] = {"pred", 1},
};

ptx_type ptx_type_named(const char *name, size_t length) {
    for (ptx_type t = PTX_B8; t <= PTX_PRED; t++)
        if (strlen(ptx_types[t].name) == length && memcmp(ptx_types[t].name, name, length) == 0)
            return t;
    return PTX_NO_TYPE;
}

const char *ptx_type_name(ptx_type t) {
    return ptx_types[t].name;
}

unsigned ptx_type_bits(ptx_type t) {
    return ptx_types[t].bits;
}

void ptx_kernel_free(ptx_kernel *k) {
    free(k->inst);
    free(k->reg_bits);
    free(k->constant);
    free(k->parameter);
    *k = (ptx_kernel){.count = 0};
}
