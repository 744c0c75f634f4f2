/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

void outside(void);
void outside(void) {
    puts("hello"); /* expect: call */
}
