/* SPDX-License-Identifier: Apache-2.0 */
static unsigned twice(unsigned x) {
    return x + x;
}

typedef unsigned (*operation)(unsigned); /* expect: function-pointer */

unsigned apply(unsigned x);
unsigned apply(unsigned x) {
    operation chosen = twice; /* expect: function-pointer function-pointer */
    return chosen(x);         /* expect: function-pointer */
}
