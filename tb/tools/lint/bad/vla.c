/* SPDX-License-Identifier: Apache-2.0 */
unsigned vla(unsigned n);
unsigned vla(unsigned n) {
    unsigned places[n + 1U]; /* expect: vla */
    places[n] = n;
    return places[n];
}
