/* SPDX-License-Identifier: Apache-2.0 */
/* All runs of one command: the designs first, then every application alone. */
#ifndef GMMU_SESSION_H
#define GMMU_SESSION_H

#include <stdbool.h>
#include <stddef.h>

#include "chip/experiment.h"
#include "cli/epoch_lines.h"
#include "cli/run_options.h"

/* Zeroed before run_options_parse(). */
typedef struct {
    run_options o;
    experiment *list[GMMU_MAX_DESIGNS + CHIP_MAX_APPS];
    size_t designs, count;
    double alone_ipc[CHIP_MAX_APPS];
    bool have_alone;
    epoch_lines lines; /* with --every, of the one design */
} session;

/* Runs what the options say; `watch` sees the first design. False after one line on stderr. */
bool session_run(session *s, const observer *watch, bool quiet);
/* The IPC of each application alone, or NULL. */
const double *session_alone(const session *s);
void session_free(session *s);

#endif
