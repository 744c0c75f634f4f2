/* SPDX-License-Identifier: Apache-2.0 */
/* A stream of bytes from a plain file, an .xz, .tracez or .tracep file (decompressed as it is read) or
 * memory. */
#ifndef GMMU_BYTE_SOURCE_H
#define GMMU_BYTE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct byte_source byte_source;

/* Does the path have a name that ends so, with something before the end? */
bool bytes_named(const char *path, const char *end);

/* NULL with a reason in *problem. Files named *.xz, *.tracez and *.tracep are decompressed. Only regular
 * files. */
byte_source *bytes_from_file(const char *path, const char **problem);
/* The same by a source whose file is done with, in the memory that it has; it is closed when this fails.
 * old NULL: there is none. */
byte_source *bytes_next_file(byte_source *old, const char *path, const char **problem);
/* The memory stays with the caller. NULL when out of memory. */
byte_source *bytes_from_memory(const void *data, size_t size);
void bytes_close(byte_source *b);

/* Returns up to `size` bytes, 0 at the end. *problem is set when no more can be read; the
 * bytes returned with it are valid. */
size_t bytes_read(byte_source *b, void *to, size_t size, const char **problem);

#endif
