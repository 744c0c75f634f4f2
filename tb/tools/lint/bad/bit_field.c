/* SPDX-License-Identifier: Apache-2.0 */
typedef struct {
    unsigned valid : 1; /* expect: bit-field */
} packed;

unsigned is_valid(packed p);
unsigned is_valid(packed p) {
    return p.valid;
}
