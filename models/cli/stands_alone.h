/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GMMU_STANDS_ALONE_H
#define GMMU_STANDS_ALONE_H

#include <stdbool.h>
#include <stddef.h>

/* A command that takes no argument, or one of `words`, which NULL ends; NULL: none. False: there is another
 * one, after one line. */
bool stands_alone(int argc, char **argv, const char *const *words);

#endif
