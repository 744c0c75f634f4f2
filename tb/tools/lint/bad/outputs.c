/* SPDX-License-Identifier: Apache-2.0 */
#include "gmmu_types.h"

typedef struct {
    u4 count;
} count_state;

typedef struct {
    u4 count;
} count_out;

void count_outputs(const count_state *s, count_out *out);
void count_step(count_state *s, count_out *out);

void count_outputs(const count_state *s, count_out *out) {
    out->count = s->count;
}

void count_step(count_state *s, count_out *out) { /* expect: outputs */
    out->count = s->count;
    s->count = 0;
}
