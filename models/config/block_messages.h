/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The messages between a block scheduler and an SM about thread blocks. Commands go
 * down, reports come up, each through a link, so that the order of ticks changes nothing.
 * This is the whole interface: both SMs implement it (sm/sm.h), any block scheduler uses it.
 *
 * A block is named by its application and its number in the grid. D: an application runs
 * one kernel at a time, so no two blocks at the SMs have the same name.
 *
 * The life of a block at an SM:
 *
 *    RUN, RESTORE -> runs --STOP--> stops -> stopped --RESUME--> runs
 *                    runs or stopped --SAVE--> stops -> moves out -> SAVED
 *                    runs or stops -> all warps are done -> DONE
 *
 * Exactly one DONE or SAVED follows each RUN or RESTORE. A STOP or SAVE may cross the
 * DONE of its block on the way: the SM ignores a command for a block that it does not hold, and
 * any command for a block that is to be saved. A STOPPED may cross a RESUME: a scheduler that
 * sends RESUME before STOPPED arrives may receive STOPPED later.
 *
 * The SM takes commands in order. A RUN or RESTORE waits in the link when it has no room; it holds up
 * the commands behind it. So a scheduler counts with sm_blocks_fit(), or with sm_take() where blocks of
 * several applications share the SM, and sends no SAVE behind a block that
 * waits for the saved block's place. An SM never takes more blocks than are sent.
 */
#ifndef GMMU_BLOCK_MESSAGES_H
#define GMMU_BLOCK_MESSAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "config/program.h"

/* A block that has left its SM with its state: the position of each warp in its stream, barriers, values,
 * and the rest of its pipeline state. An SM makes it; an SM of the same kind restores it. It stands
 * for the lines at the address. The holder of the pointer frees it (sm_interface.drop_context). */
typedef struct block_context block_context;

typedef enum {
    BLOCK_RUN,     /* start from the first instruction */
    BLOCK_STOP,    /* issue nothing of it from now on; issued instructions end. Then STOPPED. */
    BLOCK_RESUME,  /* continue a block that stops or is stopped */
    BLOCK_SAVE,    /* stop it, then write its context to memory at the address. Then SAVED. */
    BLOCK_RESTORE, /* read the context from the address and go on */
    BLOCK_NO_EXTRA /* the answer to a WANTS_EXTRA: the kernel has no block left */
} block_command_kind;

/* Block scheduler -> SM. */
typedef struct {
    block_stream *stream;      /* RUN: the SM closes it, or passes it on in the context */
    const kernel_info *kernel; /* RUN: read on arrival only */
    block_context *context;    /* RESTORE: as in SAVED; the SM owns it from here on */
    uint64_t address; /* SAVE, RESTORE: physical, aligned to a line, sm_interface.context_bytes long */
    uint64_t block;   /* number in the grid; all except NO_EXTRA */
    uint16_t asid;
    uint8_t app;
    uint8_t kind; /* block_command_kind */
    bool extra;   /* RUN: the answer to a WANTS_EXTRA */
} block_command;

typedef enum {
    BLOCK_DONE,    /* all warps are done; the resources are free */
    BLOCK_STOPPED, /* nothing of the block is in flight: each warp is between two instructions */
    BLOCK_SAVED,   /* the L2 cache has acknowledged every line of the context: a RESTORE on any SM, sent after
                      it,   reads what was saved; the resources are free */
    BLOCK_WANTS_EXTRA /* no block is done: the SM could switch one out and asks for one more than fit
                         (thesis 6.4.1). `block` is unused. */
} block_report_kind;

/* SM -> block scheduler. */
typedef struct {
    block_context *context; /* SAVED: the scheduler owns it from here on */
    uint64_t block;
    uint32_t sm;
    uint16_t asid;
    uint8_t app;
    uint8_t kind; /* block_report_kind */
} block_report;

#endif
