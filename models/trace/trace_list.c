/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700

#include "trace/trace_list.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool trace_list_is_file(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && !S_ISDIR(st.st_mode);
}

/* `file` relative to the list, or compressed since the list was written. */
static bool file_beside(const trace_list *t, const char *file, char path[LINE_NAME_SIZE]) {
    const char *slash = strrchr(t->path, '/');
    int directory = file[0] != '/' && slash ? (int)(slash - t->path) + 1 : 0;
    int length = snprintf(path, LINE_NAME_SIZE, "%.*s%s", directory, t->path, file);
    if (length <= 0 || (size_t)length + sizeof ".xz" > LINE_NAME_SIZE)
        return false;
    if (trace_list_is_file(path))
        return true;
    memcpy(path + length, ".xz", sizeof ".xz");
    return trace_list_is_file(path);
}

/* The path of kernel i. A list may have been written elsewhere: then the file's name beside the list counts.
 */
bool trace_list_path(const trace_list *t, size_t i, char path[LINE_NAME_SIZE], char *err, size_t n) {
    const char *file = t->kernels.kernel[i].file;
    const char *slash = strrchr(file, '/');
    if (file_beside(t, file, path) || (slash && file_beside(t, slash + 1, path)))
        return true;
    snprintf(err, n, "%.900s:%llu: no such kernel trace, expected a file beside the list (%.60s)", t->path,
             (unsigned long long)t->kernels.kernel[i].line, file);
    return false;
}

/* The directory's name: traces are kept as APPLICATION/kernelslist.g. */
void trace_list_name(const trace_list *t, char name[SOURCE_NAME_SIZE]) {
    char *full = realpath(t->path, NULL);
    char *slash = full ? strrchr(full, '/') : NULL;
    const char *found = "trace";
    if (slash && slash != full) {
        *slash = '\0';
        found = strrchr(full, '/') + 1;
    }
    (void)snprintf(name, SOURCE_NAME_SIZE, "%.*s", (int)SOURCE_NAME_SIZE - 1, found);
    free(full);
}

/* The list, and that every kernel it names is there. */
static bool read_list(trace_list *t, char *err, size_t n) {
    char path[LINE_NAME_SIZE];
    lines l;
    bool ok = lines_open_file(&l, t->path) && kernels_list_read(&t->kernels, &l, &t->notes);
    if (!ok)
        snprintf(err, n, "%s", l.error);
    lines_close(&l);
    for (size_t i = 0; ok && i < t->kernels.count; i++)
        ok = trace_list_path(t, i, path, err, n);
    return ok;
}

/* What is missing of the list's name when a folder is named. */
static const char *list_in(const char *path) {
    struct stat found;
    const size_t length = strlen(path);
    if (stat(path, &found) != 0 || !S_ISDIR(found.st_mode))
        return "";
    return length && path[length - 1] == '/' ? "kernelslist.g" : "/kernelslist.g";
}

bool trace_list_open(trace_list *t, const char *path, char *err, size_t n) {
    const int length = snprintf(t->path, sizeof t->path, "%s%s", path, list_in(path));
    if (length < 0 || (size_t)length >= sizeof t->path) {
        snprintf(err, n, "%.200s...: the file name is too long, expected at most %u characters", path,
                 LINE_NAME_SIZE - 1U);
        return false;
    }
    if (kernels_list_names(t->path)) {
        snprintf(err, n, "%.900s: one kernel of a trace, expected the list of its kernels, or its folder",
                 t->path);
        return false;
    }
    return read_list(t, err, n);
}

void trace_list_close(trace_list *t) {
    kernels_list_free(&t->kernels);
}
