/* SPDX-License-Identifier: Apache-2.0 */
#include "base/input_files.h"

#include <stdlib.h>

#include "base/alloc.h"

bool input_files_add(input_files *f, const struct stat *about) {
    input_file *grown = alloc_grow(f->file, f->count, &f->room, sizeof *grown);
    if (!grown)
        return false;
    f->file = grown;
    f->file[f->count++] = (input_file){.device = about->st_dev, .inode = about->st_ino};
    return true;
}

bool input_files_have(const input_files *f, const struct stat *about) {
    for (size_t i = 0; i < f->count; i++)
        if (f->file[i].device == about->st_dev && f->file[i].inode == about->st_ino)
            return true;
    return false;
}

void input_files_free(input_files *f) {
    free(f->file);
    *f = (input_files){0};
}
