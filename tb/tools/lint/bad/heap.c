/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

int *heap(void);
int *heap(void) {
    return malloc(4); /* expect: heap */
}
