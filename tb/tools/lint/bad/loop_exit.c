/* SPDX-License-Identifier: Apache-2.0 */
unsigned first(const unsigned *words);
unsigned first(const unsigned *words) {
    unsigned found = 0;
    for (unsigned i = 0; i < 8U; i++)
        if (words[i]) {
            found = i;
            break; /* expect: loop-exit */
        }
    for (unsigned i = 0; i < 8U; i++)
        if (words[i] == 2U)
            return i; /* expect: loop-exit */
    return found;
}
