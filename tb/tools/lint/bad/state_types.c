/* SPDX-License-Identifier: Apache-2.0 */
#include "gmmu_types.h"

#include <stdbool.h>

typedef struct {
    u3 count;
    int sum; /* expect: exact-type */
} inner;

typedef struct {
    inner nested;
    u4 entries[8];
    uint32_t word; /* expect: exact-type */
    u4 grid[2][2]; /* expect: exact-type */
} types_state;

typedef struct {
    bool valid; /* expect: exact-type */
} types_in;

unsigned types(const types_state *s, const types_in *in);
unsigned types(const types_state *s, const types_in *in) {
    return s->word + in->valid;
}
