/* SPDX-License-Identifier: Apache-2.0 */
/* What a fuzz target demands of the code that it runs; what does not hold ends the program, and libFuzzer
 * keeps the input. */
#ifndef GMMU_FUZZ_REQUIRE_H
#define GMMU_FUZZ_REQUIRE_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static inline void require(bool condition, const char *what) {
    if (condition)
        return;
    fprintf(stderr, "%s\n", what);
    abort();
}

/* One line, of printable ASCII. */
static inline void require_line(const char *error) {
    for (const char *p = error; *p; p++)
        require(*p >= ' ' && *p <= '~', "the error is not one printable line");
}

#endif
