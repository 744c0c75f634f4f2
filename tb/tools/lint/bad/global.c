/* SPDX-License-Identifier: Apache-2.0 */
static unsigned counter; /* expect: global */
static const unsigned table[2] = {3, 5};

unsigned count(unsigned i);
unsigned count(unsigned i) {
    static unsigned calls; /* expect: global */
    calls++;
    counter += table[i & 1U];
    return counter + calls;
}
