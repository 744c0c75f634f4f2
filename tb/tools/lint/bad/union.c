/* SPDX-License-Identifier: Apache-2.0 */
typedef union { /* expect: union */
    unsigned word;
    unsigned char bytes[4];
} overlay;

unsigned first(overlay o);
unsigned first(overlay o) {
    return o.bytes[0];
}
