/* SPDX-License-Identifier: Apache-2.0 */
#define WAYS 3U

unsigned divide(unsigned a, unsigned b);
unsigned divide(unsigned a, unsigned b) {
    unsigned sum = a / b; /* expect: division */
    sum += a % b;         /* expect: division */
    sum /= WAYS;          /* expect: division */
    return sum + a / 8U + 100U / WAYS;
}
