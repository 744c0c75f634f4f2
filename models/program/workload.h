/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What an application executes: a sequence of kernels, each a grid of thread
 * blocks, each a few warps with their instructions in program order. Three sources
 * make workloads: Accel-Sim traces (models/program/trace), built-in kernels (models/program/kernels)
 * and PTX (models/program/ptx), both executed functionally. All write the instructions of a block into a
 * spool of bounded memory, from which the SM reads each warp at its own pace.
 *
 * One caller (the block dispatcher) opens blocks in grid order, so that
 * everything a workload does is independent of the tick order.
 */
#ifndef GMMU_WORKLOAD_H
#define GMMU_WORKLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config/observer.h"
#include "config/program.h"
#include "program/block_stream.h"

typedef struct workload workload;
struct source;
struct spool;

/* Makes the source of a workload's instructions (program/source.h), which go into the spool. NULL with one
 * line in err. */
typedef struct source *(*source_maker)(void *ctx, struct spool *spool, char *err, size_t err_size);

/* Called once for every 4 KB virtual page before the first instruction that uses
 * it can be read: the driver maps it then. Never called twice for a page. */
typedef void (*touch_fn)(void *ctx, uint64_t vpn);

#define WORKLOAD_FORMS                                                                                       \
    "trace:PATH/kernelslist.g, kernel:NAME[,key=value...], ptx:FILE,launch=FILE, cl:FILE,launch=FILE or "    \
    "cu:FILE,launch=FILE"
/* Does it begin as one of them? */
bool workload_kind(const char *spec);

/*
 * Opens what WORKLOAD_FORMS says. On failure
 * returns NULL with one clear line in err: file, line, what was expected.
 * window_bytes limits the instruction spool held in memory; the rest is
 * spilled to an unnamed temporary file. seed feeds the data of built-in kernels, registers is how their
 * values get theirs; a trace has both.
 */
workload *workload_open(const char *spec, size_t window_bytes, uint64_t seed, code_style style, char *err,
                        size_t err_size);
/* What follows `prefix`, as "trace:", in spec; NULL: it begins otherwise. */
const char *workload_after(const char *spec, const char *prefix);
/* spec with all parameters of a built-in kernel, also those that it leaves at their defaults. A trace, and
 * what workload_open() would refuse, is as it was. */
void workload_spell_out(const char *spec, char *text, size_t size);
/* As workload_open() for a source that the caller makes. */
workload *workload_open_made(source_maker make, void *ctx, size_t window_bytes, char *err, size_t err_size);
void workload_close(workload *w);             /* all block streams must be closed before */
const char *workload_name(const workload *w); /* short: "gups", "bfs_rodinia_sm80" */
/* A trace whose kernels ask for more registers or shared memory gets the limit, with a warning. */
void workload_set_limits(workload *w, const kernel_limits *limits);
void workload_set_touch(workload *w, touch_fn touch, void *ctx);
/* The observer, or NULL, is asked for the number of each opcode from then on, if it has a function for it. */
void workload_ask_opcodes(workload *w, const observer *watch);
/* Of any page, touched or not. A trace does not tell: every page that it touched is PAGE_HOST. */
page_origin workload_page_origin(const workload *w, uint64_t vpn);
/* Is any page PAGE_PINNED? */
bool workload_pins_pages(const workload *w);
/* Are the origins of all pages known from the start? A trace's are not: it is touched page by page. */
bool workload_knows_pages(const workload *w);

/* 1: the next kernel is in *info; 0: no more; -1: error in err. All blocks of the previous
 * kernel must have been opened. */
int workload_next_kernel(workload *w, kernel_info *info, char *err, size_t err_size);
/* 1: the next thread block of the current kernel; 0: no more; -1: error in err. */
int workload_next_block(workload *w, block_stream **block, char *err, size_t err_size);
/* Of all kernels so far; nothing where registers are not given by liveness. */
register_use workload_registers(const workload *w);
/* Starts over with the first kernel (relaunch). -1: error in err. */
int workload_rewind(workload *w, char *err, size_t err_size);
/* After the last kernel: checks the results of a built-in kernel against a plain
 * reference (always true for traces). False: what differs, in err. */
bool workload_check(workload *w, char *err, size_t err_size);

#endif
