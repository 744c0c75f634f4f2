/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Preloaded into gmmu by outputs_test.py: what a machine in trouble does. By environment variables:
 *   INJECT_ALLOCATION=N   allocation N, from 1, fails; the others succeed
 *   INJECT_COUNT=FILE     how many there were is written to this file at the end
 *   INJECT_TMPFILE=1      the file system has no files without names
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static atomic_ulong allocations;
static atomic_ulong failing; /* its number plus one; 0: not read from the environment yet */

static bool fails(void) {
    if (!atomic_load(&failing)) {
        const char *text = getenv("INJECT_ALLOCATION");
        atomic_store(&failing, (text ? strtoul(text, NULL, 10) : 0) + 1);
    }
    const bool now = atomic_fetch_add(&allocations, 1) + 2 == atomic_load(&failing);
    if (now)
        errno = ENOMEM;
    return now;
}

void *malloc(size_t size) {
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    return fails() ? NULL : __libc_realloc(old, size);
}

int open(const char *path, int flags, ...) {
    int (*next)(const char *, int, ...) = NULL;
    *(void **)&next = dlsym(RTLD_NEXT, "open");
    va_list args;
    va_start(args, flags);
    const unsigned mode = va_arg(args, unsigned);
    va_end(args);
    if ((flags & O_TMPFILE) == O_TMPFILE && getenv("INJECT_TMPFILE")) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return next(path, flags, mode);
}

__attribute__((destructor)) static void report(void) {
    const char *name = getenv("INJECT_COUNT");
    const unsigned long count = atomic_load(&allocations);
    FILE *file = name ? fopen(name, "w") : NULL;
    if (file) {
        fprintf(file, "%lu\n", count);
        fclose(file);
    }
}
