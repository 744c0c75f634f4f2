/* SPDX-License-Identifier: Apache-2.0 */
/* gmmu report: results as a page, which the program gmmu-report next to this one makes
 * (scripts/plot/report.py). */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/outside.h"
#include "cli/bad_option.h"
#include "cli/commands.h"

#define REPORT_PROGRAM "-report" /* behind the name of this program */

/* The file of this program, wherever it was called from; false with one line. */
static bool find_own_file(char *path, size_t size) {
    const ssize_t length = readlink("/proc/self/exe", path, size - 1);
    if (length < 0) {
        message_line("gmmu: /proc/self/exe: cannot be read: %s", strerror(errno));
        return false;
    }
    path[length] = '\0';
    return true;
}

int command_report(int argc, char **argv) {
    char own[PATH_MAX], program[PATH_MAX + sizeof REPORT_PROGRAM];
    if (!find_own_file(own, sizeof own))
        return EXIT_BAD_INPUT;
    (void)snprintf(program, sizeof program, "%s" REPORT_PROGRAM, own);
    if (access(program, R_OK) != 0) {
        message_line("gmmu: report: %s: %s: expected the program that is installed with gmmu", program,
                     strerror(errno));
        return EXIT_BAD_INPUT;
    }
    /* python3 PROGRAM OWN FILE.json... */
    char **words = alloc_zeroed((size_t)argc + 3, sizeof *words);
    words[0] = "python3";
    words[1] = program;
    words[2] = own;
    for (int i = 1; i < argc; i++)
        words[i + 2] = argv[i];
    (void)execvp(words[0], words);
    message_line("gmmu: report: python3: %s: expected Python 3.10 or later in PATH", strerror(errno));
    free((void *)words);
    return EXIT_BAD_INPUT;
}
