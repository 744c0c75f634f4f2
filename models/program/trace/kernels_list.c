/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines: a kernel trace (*.traceg, *.traceg.xz or *.tracez, also kernel-N-ctx_0x....traceg) or
 * a copy, MemcpyHtoD,0xADDRESS,BYTES (MemcpyDtoH the same). Copies take no part in
 * the timing of the model, but they are checked.
 */
#include "program/trace/kernels_list.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "program/trace/address_map.h"
#include "program/trace/byte_source.h"
#include "program/trace/scan.h"

static bool kernels_list_append(kernels_list *k, const lines *l, const char *name) {
    listed_kernel *grown = alloc_grow(k->kernel, k->count, &k->room, sizeof *grown);
    if (!grown)
        return false;
    k->kernel = grown;
    size_t bytes = strlen(name) + 1;
    char *copy = malloc(bytes);
    if (!copy)
        return false;
    memcpy(copy, name, bytes);
    k->kernel[k->count++] = (listed_kernel){.file = copy, .line = l->number};
    return true;
}

/* ",0xADDRESS,BYTES" behind the name of the copy. */
static bool check_copy(lines *l, char *line, char *fields) {
    uint64_t address, bytes, space = 1ULL << VIRTUAL_BITS;
    char *comma = *fields == ',' ? strchr(fields + 1, ',') : NULL;
    if (!comma)
        return lines_fail(l, line, "bad copy, expected 'MemcpyHtoD,0xADDRESS,BYTES'");
    *comma = '\0';
    bool ok = scan_hex(fields + 1, space - 1, &address);
    *comma = ',';
    if (!ok)
        return lines_fail(l, line, "bad copy, expected a hexadecimal address of the %u-bit space",
                          VIRTUAL_BITS);
    if (!scan_decimal(comma + 1, space - address, &bytes))
        return lines_fail(l, line, "bad copy, expected a decimal size inside the %u-bit space", VIRTUAL_BITS);
    return true;
}

bool kernels_list_names(const char *path) {
    return bytes_named(path, ".traceg") || bytes_named(path, ".traceg.xz") || bytes_named(path, ".tracez");
}

bool kernels_list_is_raw(const char *path) {
    return bytes_named(path, ".trace") || bytes_named(path, ".trace.xz");
}

static bool read_line(kernels_list *k, lines *l, notes *n, char *line) {
    for (size_t length = strlen(line); length && strchr(" \t", line[length - 1]); length--)
        line[length - 1] = '\0';
    if (strncmp(line, "MemcpyHtoD", 10) == 0 || strncmp(line, "MemcpyDtoH", 10) == 0)
        return check_copy(l, line, line + 10);
    if (kernels_list_names(line))
        return kernels_list_append(k, l, line) ? true : lines_fail(l, NULL, "out of memory");
    if (kernels_list_is_raw(line))
        return lines_fail(l, line,
                          "a raw trace, expected what Accel-Sim's " POST_PROCESSOR
                          " makes of the list (kernelslist.g)");
    if (strncmp(line, "kernel", 6) == 0)
        return lines_fail(l, line,
                          "bad kernel trace name, expected one ending in .traceg, .traceg.xz or .tracez");
    notes_add(n, l, line, "unknown line is ignored, expected a kernel trace or MemcpyHtoD");
    return true;
}

bool kernels_list_read(kernels_list *k, lines *l, notes *n) {
    char *line;
    int r;
    while ((r = lines_next_text(l, &line)) > 0)
        if (!read_line(k, l, n, line + strspn(line, " \t")))
            return false;
    if (r == 0 && !k->count)
        return lines_fail(l, NULL, "no kernels in the list, expected lines like kernel-1.traceg");
    return r == 0;
}

void kernels_list_free(kernels_list *k) {
    for (size_t i = 0; i < k->count; i++)
        free(k->kernel[i].file);
    free(k->kernel);
    *k = (kernels_list){0};
}
