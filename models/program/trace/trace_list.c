/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700

#include "program/trace/trace_list.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "program/trace/byte_source.h"

#define USUAL_LIST "kernelslist.g"

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

/* The path of kernel i. A list may have been written elsewhere: then the file's name next to the list counts.
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

/* The lists in a folder. */
typedef struct {
    char name[2][NAME_MAX + 1]; /* of the first two, in the order of their names */
    unsigned count;
    bool raw; /* and something that is not post-processed */
} found_lists;

static void trace_list_take(found_lists *f, const char *name) {
    f->raw |= kernels_list_is_raw(name) || strcmp(name, "kernelslist") == 0;
    if (!bytes_named(name, ".g"))
        return;
    const bool first = f->count == 0 || strcmp(name, f->name[0]) < 0;
    if (first)
        memcpy(f->name[1], f->name[0], sizeof f->name[0]);
    if (first || f->count == 1 || strcmp(name, f->name[1]) < 0)
        (void)snprintf(f->name[!first], sizeof f->name[0], "%s", name);
    f->count++;
}

/* The list in the folder: kernelslist.g, or the only one there is. */
static bool trace_list_find(const char *folder, char name[NAME_MAX + 1], char *err, size_t n) {
    found_lists found = {.count = 0};
    DIR *d = opendir(folder);
    bool usual = false;
    for (struct dirent *entry; d && (entry = readdir(d));) {
        usual |= strcmp(entry->d_name, USUAL_LIST) == 0;
        trace_list_take(&found, entry->d_name);
    }
    if (d)
        closedir(d);
    if (!usual && found.count > 1) {
        snprintf(err, n, "%.700s: %u lists of kernels, expected the path of one of them (%.100s, %.100s%s)",
                 folder, found.count, found.name[0], found.name[1], found.count > 2 ? ", ..." : "");
        return false;
    }
    if (found.count == 0 && found.raw) {
        snprintf(err, n,
                 "%.900s: raw traces, expected what Accel-Sim's " POST_PROCESSOR " makes of them (" USUAL_LIST
                 ")",
                 folder);
        return false;
    }
    (void)snprintf(name, NAME_MAX + 1, "%s", usual || found.count == 0 ? USUAL_LIST : found.name[0]);
    return true;
}

static bool is_folder(const char *path) {
    struct stat found;
    return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

/* The list's path, when its folder is named or itself. */
static bool trace_list_locate(trace_list *t, const char *path, char *err, size_t n) {
    char name[NAME_MAX + 1] = "";
    const bool folder = is_folder(path);
    if (folder && !trace_list_find(path, name, err, n))
        return false;
    const size_t given = strlen(path);
    const char *between = folder && given && path[given - 1] != '/' ? "/" : "";
    const int length = snprintf(t->path, sizeof t->path, "%s%s%s", path, between, name);
    if (length >= 0 && (size_t)length < sizeof t->path)
        return true;
    snprintf(err, n, "%.200s...: the file name is too long, expected at most %u characters", path,
             LINE_NAME_SIZE - 1U);
    return false;
}

bool trace_list_open(trace_list *t, const char *path, char *err, size_t n) {
    if (!trace_list_locate(t, path, err, n))
        return false;
    if (kernels_list_is_raw(t->path)) {
        snprintf(err, n,
                 "%.900s: a raw trace of one kernel, expected what Accel-Sim's " POST_PROCESSOR
                 " makes of all (" USUAL_LIST ")",
                 t->path);
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
