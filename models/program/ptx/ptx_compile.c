/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The compiler reads the prelude and the program from an unnamed file, and writes to two others, so that no
 * pipe can be full.
 */
#include "program/ptx/ptx_compile.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "program/page_store.h"
#include "program/ptx/ptx_prelude.h"
#include "program/ptx/ptx_text.h"

#define PATH_BYTES  4200U
#define ERROR_BYTES 4096U
#define ARGUMENTS   32U

extern char **environ;

typedef struct {
    int in, out, messages; /* unnamed files */
} compile_files;

/* Unnamed, in the folder of temporary files; -1: errno says why. */
static int compile_file(void) {
    char path[PATH_BYTES];
    (void)snprintf(path, sizeof path, "%s/gmmu-XXXXXX", page_store_folder());
    const int fd = mkostemp(path, O_CLOEXEC);
    if (fd >= 0)
        (void)unlink(path);
    return fd;
}

static bool compile_write(int fd, const char *text, size_t size) {
    while (size) {
        const ssize_t n = write(fd, text, size);
        if (n <= 0)
            return false;
        text += n;
        size -= (size_t)n;
    }
    return true;
}

/* The prelude, then the program, whose lines are counted from its own first one. */
static bool compile_input(int fd, ptx_language language, const char *path, const char *text, size_t size) {
    char line[PATH_BYTES];
    for (const char *const *p = language == PTX_FROM_CL ? ptx_prelude_cl : ptx_prelude_cu; *p; p++)
        if (!compile_write(fd, *p, strlen(*p)))
            return false;
    (void)snprintf(line, sizeof line, "#line 1 \"%s\"\n", path);
    return compile_write(fd, line, strlen(line)) && compile_write(fd, text, size) &&
           lseek(fd, 0, SEEK_SET) == 0;
}

/* All of a file that has been written; NULL: out of memory, or it cannot be read. */
static char *compile_read(int fd, size_t *size) {
    const off_t end = lseek(fd, 0, SEEK_END);
    char *text = end >= 0 && (uint64_t)end <= PTX_FILE_LIMIT ? malloc((size_t)end + 1) : NULL;
    *size = end >= 0 ? (size_t)end : 0;
    if (text && pread(fd, text, *size, 0) != end) {
        free(text);
        return NULL;
    }
    if (text)
        text[*size] = '\0';
    return text;
}

/* The exit status; -1: there is no such program, and errno says why. */
static int compile_run(const char *compiler, char *const *arguments, const compile_files *f) {
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = 0;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return -1;
    (void)posix_spawn_file_actions_adddup2(&actions, f->in, STDIN_FILENO);
    (void)posix_spawn_file_actions_adddup2(&actions, f->out, STDOUT_FILENO);
    (void)posix_spawn_file_actions_adddup2(&actions, f->messages, STDERR_FILENO);
    const int wrong = posix_spawnp(&child, compiler, &actions, NULL, arguments, environ);
    (void)posix_spawn_file_actions_destroy(&actions);
    if (wrong) {
        errno = wrong;
        return -1;
    }
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return status;
}

/* Of the named compiler, or the first that there is. */
static int compile_with(ptx_language language, const char *path, const char *compiler,
                        const compile_files *f) {
    static const char *const cl[] = {
        "-x",      "cl",          "-cl-std=CL2.0", "-cl-no-stdinc", "--target=nvptx64-nvidia-nvcl",
        "-Xclang", "-target-cpu", "-Xclang",       "sm_70",         NULL};
    static const char *const cu[] = {"-x",
                                     "cuda",
                                     "-nocudainc",
                                     "-nocudalib",
                                     "--cuda-device-only",
                                     "--cuda-gpu-arch=sm_70",
                                     "-std=c++17",
                                     "-Wno-unknown-cuda-version",
                                     NULL};
    static const char *const both[] = {
        "-O2", "-fno-caret-diagnostics", "-fno-color-diagnostics", "-S", "-o", "-", "-", NULL};
    const char *const names[] = {compiler ? compiler : "clang-19", compiler ? NULL : "clang", NULL};
    const char *const *const parts[] = {language == PTX_FROM_CL ? cl : cu, both};
    const char *argument[ARGUMENTS];
    char folder[PATH_BYTES];
    const char *slash = strrchr(path, '/');
    size_t n = 1;
    (void)snprintf(folder, sizeof folder, "-I%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
    argument[n++] = folder;
    for (size_t p = 0; p < 2; p++)
        for (const char *const *a = parts[p]; *a; a++)
            argument[n++] = *a;
    argument[n] = NULL;
    int status = -1;
    for (size_t i = 0; names[i] && status == -1; i++) {
        argument[0] = names[i];
        status = compile_run(names[i], (char *const *)argument, f);
    }
    return status;
}

/* The first line with an error, or the first one. */
static void compile_error(int fd, const char *path, char *err, size_t err_size) {
    size_t size;
    char *text = compile_read(fd, &size);
    const char *line = text ? strstr(text, " error: ") : NULL;
    while (line && line > text && line[-1] != '\n')
        line--;
    if (!line)
        line = text && *text ? text : "the compiler has failed without a word";
    const bool named = strncmp(line, path, strlen(path)) == 0;
    (void)snprintf(err, err_size, "%.900s%s%.*s", named ? "" : path, named ? "" : ": ",
                   (int)strcspn(line, "\n"), line);
    free(text);
}

static char *compile_text(ptx_language language, const char *path, const char *compiler,
                          const compile_files *f, size_t *size, char *err, size_t err_size) {
    const int status = compile_with(language, path, compiler, f);
    char *ptx = NULL;
    if (status == -1)
        (void)snprintf(err, err_size,
                       "%.900s: %.200s cannot be run (%s): expected a compiler in PATH, or compiler=PROGRAM",
                       path, compiler ? compiler : PTX_COMPILER_NAMES, strerror(errno));
    else if (status != 0)
        compile_error(f->messages, path, err, err_size);
    else
        ptx = compile_read(f->out, size);
    if (status == 0 && !ptx)
        (void)snprintf(err, err_size, "%.900s: what the compiler wrote cannot be read: %s", path,
                       strerror(errno));
    return ptx;
}

char *ptx_compile(ptx_language language, const char *path, const char *compiler, size_t *size, char *err,
                  size_t err_size) {
    size_t source_size;
    char *ptx = NULL, *source = ptx_read_file(path, &source_size, err, err_size);
    if (!source)
        return NULL;
    if (memchr(source, '\0', source_size)) { /* on which clang would spend hours */
        (void)snprintf(err, err_size, "%.900s: expected a text, without zero bytes", path);
        free(source);
        return NULL;
    }
    const compile_files f = {compile_file(), compile_file(), compile_file()};
    if (f.in >= 0 && f.out >= 0 && f.messages >= 0 &&
        compile_input(f.in, language, path, source, source_size))
        ptx = compile_text(language, path, compiler, &f, size, err, err_size);
    else
        (void)snprintf(err, err_size,
                       "%.900s: a temporary file cannot be written: %s: expected a folder with room in "
                       "TMPDIR",
                       path, strerror(errno));
    for (size_t i = 0; i < 3; i++) {
        const int fd = i == 0 ? f.in : i == 1 ? f.out : f.messages;
        if (fd >= 0)
            (void)close(fd);
    }
    free(source);
    return ptx;
}
