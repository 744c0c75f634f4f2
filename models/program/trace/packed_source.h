/* SPDX-License-Identifier: Apache-2.0 */
/* An application from a packed trace (program/trace/packed.h). */
#ifndef GMMU_PACKED_SOURCE_H
#define GMMU_PACKED_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "program/source.h"
#include "program/trace/packed.h"

/* Does the path name one? */
bool packed_source_is(const char *path);
/* NULL with one line in err. The spool stays with the caller. */
source *packed_source_open(const char *path, spool *sp, char *err, size_t n);
/* The same of what a packed trace is without its compression, which stays with the caller; for tests. Nothing
 * warns. */
source *packed_source_open_memory(const char *name, const void *data, size_t size, spool *sp, char *err,
                                  size_t n);

#endif
