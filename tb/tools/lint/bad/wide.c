/* SPDX-License-Identifier: Apache-2.0 */
unsigned wide(unsigned a);
unsigned wide(unsigned a) {
    return (unsigned)((__int128)a >> 64); /* expect: integer */
}
