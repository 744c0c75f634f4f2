/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The options of all commands, as rows: what is read from the command line, what 'gmmu help' prints, and what
 * docs/reference/options.md lists come from them. To add an option: its number, its row, and what it does in
 * file of its command (run_options.c, probe_options.c, ... or share.c).
 */
#ifndef GMMU_OPTION_ROWS_H
#define GMMU_OPTION_ROWS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    const char *name;     /* without the hyphens */
    const char *argument; /* "N", "A,B,..."; in brackets: it may be missing; NULL: none */
    const char *commands; /* names with spaces between them */
    const char *standard; /* what holds without the option; NULL: what it does is not done */
    const char *says;     /* what it does, as a sentence without its full stop */
    /* Of a number, where most is not 0: */
    const char *unit;
    uint64_t least, most;
    bool suffix; /* K, M, G and T may stand behind it */
    int id;
} option_row;

/* Numbers of the options of all commands but share. */
enum {
    OPT_CHIP = 1,
    OPT_SET,
    OPT_DESIGN,
    OPT_APP,
    OPT_THEN,
    OPT_SMS,
    OPT_THREADS,
    OPT_COLOURS,
    OPT_PARTITION,
    OPT_CHURN,
    OPT_BLOCK_SCHEDULER,
    OPT_SCHEDULER, /* the same */
    OPT_PREEMPT,
    OPT_PRIORITY,
    OPT_ARRIVE,
    OPT_RTL,
    OPT_UNIT_C,
    OPT_SEED,
    OPT_EPOCH,
    OPT_NO_ALONE,
    OPT_MAX_CYCLES,
    OPT_WINDOW,
    OPT_JOBS,
    OPT_SHUFFLE,
    OPT_CHECK_VALUES,
    OPT_JSON,
    OPT_CSV,
    OPT_KANATA,
    OPT_PERFETTO,
    OPT_TICKS,
    OPT_EVERY,
    OPT_QUIET,
    OPT_UNITS,
    OPT_NOISE,
    OPT_GPU,
    OPT_SIZES,
    OPT_EXCEPTIONS,
    OPT_FAULTS,
    OPT_LINK,
    OPT_SWITCH_BLOCKS,
    OPT_LOCAL_FAULTS,
};

/* Numbers of the options of share. */
enum {
    SHARE_PROCESS = 1,
    SHARE_POLICY,
    SHARE_SCHEDULER, /* the same */
    SHARE_PREEMPT,
    SHARE_PRIORITY,
    SHARE_ARRIVE,
    SHARE_RUNS,
    SHARE_UNTIL,
    SHARE_ONCE,
    SHARE_HOST,
    SHARE_QUEUE,
    SHARE_PHASES,
    SHARE_COPY,
    SHARE_COPIES,
    SHARE_SET,
    SHARE_SPREAD,
    SHARE_LIMIT,
    SHARE_SEED,
    SHARE_RTL,
    SHARE_EVENTS,
    SHARE_JSON,
    SHARE_QUIET,
};

/* Ended by a NULL name. */
extern const option_row option_rows[];
extern const option_row share_option_rows[];

/* The option of that number, which the rows have. */
const option_row *option_row_find(const option_row *rows, int id);
/* Has this command the option? */
bool option_row_of(const option_row *row, const char *command);

#endif
