/* SPDX-License-Identifier: Apache-2.0 */
unsigned follow(const unsigned *const *where);  /* expect: pointer-to-pointer */
unsigned follow(const unsigned *const *where) { /* expect: pointer-to-pointer */
    return **where;
}
