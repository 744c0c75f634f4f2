/* SPDX-License-Identifier: Apache-2.0 */
typedef float real; /* expect: float */

unsigned half(unsigned x);
unsigned half(unsigned x) {
    return (unsigned)(0.5 * x); /* expect: float */
}
