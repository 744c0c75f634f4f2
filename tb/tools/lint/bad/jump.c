/* SPDX-License-Identifier: Apache-2.0 */
unsigned jump(unsigned x);
unsigned jump(unsigned x) {
    if (x)
        goto out; /* expect: goto */
    x = 1;
out:
    return x;
}
