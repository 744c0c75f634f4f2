/* SPDX-License-Identifier: Apache-2.0 */
#include "base/outside.h"

#include <stdarg.h>
#include <stdlib.h>

#include "base/visible.h"

static _Thread_local outside_place *of_thread;

outside_place *outside_enter(outside_place *o) {
    outside_place *before = of_thread;
    of_thread = o;
    return before;
}

const outside_place *outside_here(void) {
    return of_thread;
}

void message_line(const char *format, ...) {
    va_list args;
    va_start(args, format);
    visible_line_of(of_thread ? of_thread->messages : stderr, format, args);
    va_end(args);
}

_Noreturn void outside_no_memory(const char *what) {
    if (of_thread)
        longjmp(of_thread->no_memory, 1);
    (void)fprintf(stderr, "gmmu: out of memory%s\n", what);
    exit(2);
}
