/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdint.h>

void ports_top(bool rst, uint8_t core, unsigned warp, /* expect: exact-type */
               uint16_t *sum);
void ports_top(bool rst, uint8_t core, unsigned warp, /* expect: exact-type */
               uint16_t *sum) {
    static uint16_t state; /* the state of the unit, allowed here */
    state = rst ? 0 : (uint16_t)(state + core + warp);
    *sum = state;
}
