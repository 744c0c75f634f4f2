/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs and results of the functions in constructs.c. */
#ifndef CONSTRUCTS_H
#define CONSTRUCTS_H

#include "gmmu_types.h"

typedef struct {
    u64 a;
    u64 b;
    u32 c;
    u17 d;
    u9 e;
    u5 i;
    u4 j;
    u1 p;
    u1 q;
    u5 small[12];
    u36 wide[5];
    u1 flag[9];
} constructs_in;

typedef struct {
    u64 x;
    u32 y;
    u23 z;
    u9 w;
    u5 small[12];
    u36 wide[5];
    u1 flag[9];
    struct {
        u7 count;
        u1 bit;
    } pair[3];
} constructs_out;

#endif
