/* SPDX-License-Identifier: Apache-2.0 */
/* What a helper in another file does counts, at its place there. */
#include "helper.inc"

unsigned use(unsigned a, unsigned b);
unsigned use(unsigned a, unsigned b) {
    return helper(a, b);
}
