/* SPDX-License-Identifier: Apache-2.0 */
#include "report/trace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/outside.h"
#include "base/visible.h"

#define MAX_LINKS     40
#define MAX_TEMPORARY 1000

static void trace_file_forget(trace_file *t) {
    free(t->path);
    free(t->target);
    free(t->temporary);
    *t = (trace_file){0};
}

static bool trace_file_fail(trace_file *t, const char *path, const char *why) {
    char quoted[SHORTENED_BYTES];
    message_line("gmmu: cannot write '%s': %s", shortened(quoted, path), why);
    trace_file_forget(t);
    return false;
}

/* The open descriptor that the name means; -1: none. */
static int descriptor_of(const char *path) {
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    if (trace_file_is_stdout(path))
        return STDOUT_FILENO;
    if (trace_file_is_stderr(path))
        return STDERR_FILENO;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const char *digits = path + strlen(folders[i]);
        if (strncmp(path, folders[i], strlen(folders[i])) != 0 || strlen(digits) > 6 || !*digits ||
            strspn(digits, "0123456789") != strlen(digits))
            continue;
        return (int)strtol(digits, NULL, 10);
    }
    return -1;
}

bool trace_file_is_stdout(const char *path) {
    return path && (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0 ||
                    strcmp(path, "/dev/fd/1") == 0 || strcmp(path, "/proc/self/fd/1") == 0);
}

bool trace_file_is_stderr(const char *path) {
    return path && (strcmp(path, "/dev/stderr") == 0 || strcmp(path, "/dev/fd/2") == 0 ||
                    strcmp(path, "/proc/self/fd/2") == 0);
}

bool trace_file_is_terminal(const trace_file *t) {
    return t->file && isatty(fileno(t->file));
}

/* Folder of `path`, "." if it names none; NULL: out of memory. */
static char *folder_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return !slash ? strdup(".") : slash == path ? strdup("/") : strndup(path, (size_t)(slash - path));
}

static char *path_joined(const char *folder, const char *name) {
    char *path = NULL;
    return asprintf(&path, "%s/%s", folder, name) < 0 ? NULL : path;
}

/* `path` in a folder without links; it need not exist itself. NULL: errno. */
static char *in_real_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    if (!*name) {
        errno = *path ? EISDIR : ENOENT;
        return NULL;
    }
    char *folder = folder_of(path);
    char *real = folder ? realpath(folder, NULL) : NULL;
    char *whole = real ? path_joined(real, name) : NULL;
    free(folder);
    free(real);
    return whole;
}

/* The file behind `path`, links followed, also links to what does not exist yet. NULL: errno. */
static char *file_behind(const char *path) {
    char *at = in_real_folder(path);
    for (int links = 0; at; links++) {
        char link[PATH_MAX];
        const ssize_t length = readlink(at, link, sizeof link - 1);
        if (length < 0)
            return at;
        link[length] = '\0';
        char *folder = folder_of(at);
        char *next = link[0] == '/' ? strdup(link) : folder ? path_joined(folder, link) : NULL;
        free(folder);
        free(at);
        at = next && links < MAX_LINKS ? in_real_folder(next) : NULL;
        if (links == MAX_LINKS)
            errno = ELOOP;
        free(next);
    }
    return NULL;
}

/* A name next to the target that no other run has. */
static char *temporary_name(const char *target, int attempt) {
    char *folder = folder_of(target);
    char *name = NULL;
    if (folder && asprintf(&name, "%s/.gmmu-%ld-%d.tmp", folder, (long)getpid(), attempt) < 0)
        name = NULL;
    free(folder);
    return name;
}

/* A descriptor of a file that is empty and has a name of its own; -1: errno. */
static int open_named(trace_file *t) {
    for (int i = 0; i < MAX_TEMPORARY; i++) {
        t->temporary = temporary_name(t->target, i);
        if (!t->temporary)
            return -1;
        const int fd = open(t->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0)
            return fd;
        free(t->temporary);
        t->temporary = NULL;
        if (errno != EEXIST)
            return -1;
    }
    return -1;
}

/* Gives the file without name the first free one; false: errno. */
static bool link_named(trace_file *t) {
    char self[32];
    snprintf(self, sizeof self, "/proc/self/fd/%d", fileno(t->file));
    for (int i = 0; i < MAX_TEMPORARY; i++) {
        t->temporary = temporary_name(t->target, i);
        if (!t->temporary)
            return false;
        if (linkat(AT_FDCWD, self, AT_FDCWD, t->temporary, AT_SYMLINK_FOLLOW) == 0)
            return true;
        free(t->temporary);
        t->temporary = NULL;
        if (errno != EEXIST)
            return false;
    }
    return false;
}

/* A descriptor for what will be the target: without a name where that can be. -1: errno. */
static int open_target(trace_file *t, const struct stat *old) {
    char *folder = folder_of(t->target);
    if (!folder)
        return -1;
    int fd = open(folder, O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
    free(folder);
    if (fd < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL))
        fd = open_named(t);
    if (fd >= 0 && old) {
        if (fchown(fd, old->st_uid, old->st_gid) != 0)
            errno = 0; /* it stays ours */
        (void)fchmod(fd, old->st_mode & 07777);
    }
    return fd;
}

/* One that was closed when the program began stands for a file that can only be read. */
static int copy_to_write(int given) {
    const int flags = fcntl(given, F_GETFL);
    if (flags >= 0 && (flags & O_ACCMODE) == O_RDONLY) {
        errno = EBADF;
        return -1;
    }
    return fcntl(given, F_DUPFD_CLOEXEC, 3);
}

/* The descriptor to write to; -1: errno. */
static int trace_file_descriptor(trace_file *t, const char *path) {
    struct stat old, out;
    const int given = descriptor_of(path);
    if (given >= 0)
        return copy_to_write(given);
    const bool exists = stat(path, &old) == 0;
    if (exists && !S_ISREG(old.st_mode))
        return open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (exists && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0)
        return -1;
    if (exists && fstat(STDOUT_FILENO, &out) == 0 && out.st_dev == old.st_dev && out.st_ino == old.st_ino) {
        errno = EBUSY; /* the table goes there */
        return -1;
    }
    t->target = file_behind(path);
    return t->target ? open_target(t, exists ? &old : NULL) : -1;
}

static bool trace_file_open(trace_file *t, const char *path) {
    *t = (trace_file){.path = strdup(path)};
    const int fd = t->path ? trace_file_descriptor(t, path) : -1;
    if (fd < 0)
        return trace_file_fail(t, path, errno == EBUSY ? "standard output goes there" : strerror(errno));
    t->file = fdopen(fd, "w");
    if (t->file)
        return true;
    close(fd);
    if (t->temporary)
        (void)remove(t->temporary);
    return trace_file_fail(t, path, strerror(errno));
}

/* Would both be written to the same place? False for /dev/null and the like. */
static bool trace_file_same(const trace_file *a, const trace_file *b) {
    struct stat x, y;
    if (!a->file || !b->file)
        return false;
    if (a->target || b->target)
        return a->target && b->target && strcmp(a->target, b->target) == 0;
    return fstat(fileno(a->file), &x) == 0 && fstat(fileno(b->file), &y) == 0 && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino && (!S_ISCHR(x.st_mode) || isatty(fileno(a->file)));
}

/* False with one line on stderr when an earlier file is the same as this one. */
static bool trace_file_is_new(const trace_file *files, size_t at) {
    for (size_t k = 0; k < at; k++) {
        if (trace_file_same(&files[k], &files[at])) {
            char one[SHORTENED_BYTES], other[SHORTENED_BYTES];
            message_line("gmmu: '%s' and '%s' are one file: expected a file for each output",
                         shortened(one, files[k].path), shortened(other, files[at].path));
            return false;
        }
    }
    return true;
}

/* False with one line on stderr when it would be written over an input. */
static bool trace_file_spares(const trace_file *t, const input_files *inputs) {
    struct stat about;
    if ((t->target ? stat(t->target, &about) : fstat(fileno(t->file), &about)) != 0 ||
        !input_files_have(inputs, &about))
        return true;
    char quoted[SHORTENED_BYTES];
    message_line("gmmu: cannot write '%s': the command reads it: expected another file for the output",
                 shortened(quoted, t->path));
    return false;
}

bool trace_files_open(trace_file *files, const char *const *names, size_t count, const input_files *inputs) {
    bool ok = true;
    for (size_t i = 0; i < count; i++) {
        files[i] = (trace_file){0};
        ok = ok && (!names[i] || (trace_file_open(&files[i], names[i]) && trace_file_is_new(files, i) &&
                                  trace_file_spares(&files[i], inputs)));
    }
    for (size_t i = 0; !ok && i < count; i++)
        trace_file_discard(&files[i]);
    return ok;
}

static const char *reason_of_errno(void) {
    return errno ? strerror(errno) : "not all could be written";
}

/* Why not all that was written so far has arrived; NULL: it has. */
static const char *trace_file_lacks(const trace_file *t) {
    errno = 0;
    return fflush(t->file) == 0 && !ferror(t->file) ? NULL : reason_of_errno();
}

/* Closes it, and gives it its name unless something is wrong already: `why`. */
static bool trace_file_finish(trace_file *t, const char *why) {
    errno = 0;
    if (!why && t->target && !t->temporary && !link_named(t))
        why = reason_of_errno();
    if (fclose(t->file) != 0 && !why)
        why = strerror(errno);
    if (!why && t->target && rename(t->temporary, t->target) != 0)
        why = strerror(errno);
    if (!why) {
        trace_file_forget(t);
        return true;
    }
    if (t->temporary)
        (void)remove(t->temporary);
    char *path = t->path;
    t->path = NULL;
    (void)trace_file_fail(t, path, why);
    free(path);
    return false;
}

bool trace_file_close(trace_file *t) {
    return !t->file || trace_file_finish(t, trace_file_lacks(t));
}

bool trace_file_give_up(trace_file *t, const char *why) {
    return trace_file_finish(t, why ? why : reason_of_errno());
}

bool trace_files_close(trace_file *files, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const char *why = files[i].file ? trace_file_lacks(&files[i]) : NULL;
        if (why)
            return trace_file_finish(&files[i], why);
    }
    bool ok = true;
    for (size_t i = 0; i < count; i++)
        ok = ok && trace_file_close(&files[i]);
    return ok;
}

void trace_file_discard(trace_file *t) {
    if (!t->file)
        return;
    fclose(t->file);
    if (t->temporary)
        remove(t->temporary);
    trace_file_forget(t);
}
