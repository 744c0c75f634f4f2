/* SPDX-License-Identifier: Apache-2.0 */
/* The files that a command reads, whatever their names: none of its outputs may replace one of them. */
#ifndef GMMU_INPUT_FILES_H
#define GMMU_INPUT_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

typedef struct {
    dev_t device;
    ino_t inode;
} input_file;

typedef struct {
    input_file *file;
    size_t count, room;
} input_files;

/* False: out of memory. */
bool input_files_add(input_files *f, const struct stat *about);
bool input_files_have(const input_files *f, const struct stat *about);
void input_files_free(input_files *f);

#endif
