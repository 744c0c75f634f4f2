/* SPDX-License-Identifier: Apache-2.0 */
unsigned loops(unsigned n);
unsigned loops(unsigned n) {
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++) /* expect: loop */
        sum += i;
    while (sum > 10U) /* expect: loop */
        sum >>= 1;
    do /* expect: loop */
        sum++;
    while (sum < 3U);
    for (unsigned i = 3; i >= 0U; i--) /* expect: loop */
        sum += i;
    for (unsigned i = 0; i < 4U; i++) /* expect: loop */
        i += sum & 1U;
    for (;;) /* expect: loop */
        sum++;
    return sum;
}
