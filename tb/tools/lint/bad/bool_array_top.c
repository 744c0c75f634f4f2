/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdint.h>

#define PORTS bool rst, const bool up[4], uint8_t level[4], bool *busy

void bool_array_top(PORTS);  /* expect: bool-array */
void bool_array_top(PORTS) { /* expect: bool-array */
    for (unsigned i = 0; i < 4; i++)
        level[i] = rst ? 0 : (uint8_t)up[i];
    *busy = rst;
}
