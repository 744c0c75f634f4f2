/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The banks of one GDDR5 channel: a machine per bank that holds one request and
 * precharges, activates and accesses for it, and the timing rules between their
 * commands. With open rows a row stays open until the bank needs another one; with closed rows a column
 * command closes its row (auto-precharge: as soon as tRAS, tRTP and tWR allow).
 *
 * All times are cycles of the memory command clock. One command goes out per
 * cycle: among the banks whose next command is allowed, columns go before
 * activates before precharges, the oldest request first (FR-FCFS at command level).
 *
 * Refresh: every refi cycles, counted from cycle 0, all banks are refreshed together (one REFRESH command of
 * rfc cycles). From the due cycle on no column and no activate goes out; open rows are closed as their
 * timing allows, one precharge a cycle, and the REFRESH follows tRP behind the last one. While no bank has a
 * request and all rows are closed, refreshes are only counted: a request that arrives within rfc of one that
 * was due waits for its end.
 *
 * Decisions: all channels refresh at the same time. One column command moves all of a 128-byte line that is
 * asked for; a whole line occupies the data bus for burst_cycles, a part of its sectors for that part of
 * them. From a read to a write the bus turns round in timing.turn cycles.
 */
#ifndef GMMU_GDDR5_H
#define GMMU_GDDR5_H

#include <stdbool.h>
#include <stdint.h>

#include "config/config.h"

#define GDDR5_MAX_GROUPS 8U

typedef enum {
    GDDR5_NONE,
    GDDR5_PRECHARGE,
    GDDR5_ACTIVATE,
    GDDR5_READ,
    GDDR5_WRITE,
    GDDR5_REFRESH,
    GDDR5_KINDS
} gddr5_kind;

typedef struct {
    gddr5_kind kind;
    uint32_t bank, row; /* not of REFRESH */
    uint32_t id;        /* of the request it is for */
    bool row_hit;       /* of a column: the request found its row open */
    bool closes;        /* of a column: and closes it (auto-precharge) */
    uint32_t sectors;   /* of a column: that it moves */
    uint64_t data_end;  /* of a column: cycle after its last data */
} gddr5_command;

typedef struct {
    uint32_t id, row;
    uint32_t sectors; /* that it reads or writes, at least 1 */
    bool write;
} gddr5_request;

typedef struct {
    bool open;
    uint32_t open_row;
    uint64_t may_activate, may_column, may_precharge; /* first cycle allowed by this bank's own past */
    gddr5_request request;                            /* if the bank is active */
    bool opened;                                      /* a row was opened for this request: no row hit */
    uint64_t order;                                   /* requests taken before this one */
} gddr5_bank;

typedef struct {
    dram_timing t;
    row_policy rows;
    gddr5_bank bank[CHIP_MAX_DRAM_BANKS];
    uint32_t banks, sectors; /* of a line */
    uint32_t active;         /* bit b: bank b holds a request */
    uint64_t orders;         /* requests taken so far */
    /* First cycle allowed by the channel's past, per kind of command and bank group:
     * RRD, CCD, CCDL, data bus and turnaround. */
    uint64_t may[GDDR5_KINDS][GDDR5_MAX_GROUPS];
    uint64_t activated[4]; /* cycles of the last activates: a ring */
    uint32_t activates;    /* their number */
    bool refreshing;       /* rows have been closed for the refresh that is due */
    uint64_t refresh_due;  /* UINT64_MAX: never */
    uint64_t closed_from;  /* all rows that columns have closed: tRP behind the last of them */
    /* The command that each active bank needs next, and when its own past allows it. */
    gddr5_kind next[CHIP_MAX_DRAM_BANKS];
    uint64_t next_from[CHIP_MAX_DRAM_BANKS];
    uint64_t wake; /* no command is possible before this cycle */
} gddr5;

/* With 1 to CHIP_MAX_DRAM_BANKS banks; `sectors`: of a line. */
void gddr5_init(gddr5 *g, const dram_timing *timing, row_policy rows, uint32_t banks, uint32_t sectors);

/* Cycles of the data bus for this number of sectors of a line. */
uint32_t gddr5_burst(const gddr5 *g, uint32_t sectors);

/* Banks that can take a request in this cycle (bit b: bank b). */
static inline uint32_t gddr5_ready(const gddr5 *g) {
    return ~g->active & ((1U << g->banks) - 1U);
}

/* Hands a request to a ready bank in `cycle`; its first command can go out in the next cycle. */
void gddr5_accept(gddr5 *g, uint64_t cycle, uint32_t bank, gddr5_request request);

/* The next cycle in which a command may go out if no request arrives, or GMMU_NEVER. */
uint64_t gddr5_next(const gddr5 *g);

/* The command of this cycle, carried out; kind GDDR5_NONE when there is none. A
 * column command leaves its bank ready. */
gddr5_command gddr5_cycle(gddr5 *g, uint64_t cycle);

#endif
