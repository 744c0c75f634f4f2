/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which mutant a bench of `make mutate` runs: $GMMU_MUTANT, or 0 for the original.
 * mutant_pkg asks through DPI (scripts/mutate/rtl_source.py).
 */
#include <stdlib.h>

int mutant_selected(void);

int mutant_selected(void) {
    const char *text = getenv("GMMU_MUTANT");
    return text ? (int)strtol(text, NULL, 10) : 0;
}
