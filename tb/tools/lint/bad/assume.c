/* SPDX-License-Identifier: Apache-2.0 */
unsigned half(unsigned x);
unsigned half(unsigned x) {
    __builtin_assume(x < 8U); /* expect: assume */
    if (x > 7U)
        __builtin_unreachable(); /* expect: assume */
    return x >> 1;
}
