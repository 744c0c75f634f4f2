/* SPDX-License-Identifier: Apache-2.0 */
static unsigned odd(unsigned n);

static unsigned even(unsigned n) { /* expect: recursion */
    return n == 0 ? 1U : odd(n - 1U);
}

static unsigned odd(unsigned n) { /* expect: recursion */
    return n == 0 ? 0U : even(n - 1U);
}

unsigned parity(unsigned n);
unsigned parity(unsigned n) {
    return odd(n);
}
