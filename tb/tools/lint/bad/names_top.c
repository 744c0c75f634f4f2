/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <stdint.h>

void names_top(bool rst, uint8_t in, uint8_t *sum);  /* expect: port-name */
void names_top(bool rst, uint8_t in, uint8_t *sum) { /* expect: port-name */
    *sum = rst ? 0 : in;
}
