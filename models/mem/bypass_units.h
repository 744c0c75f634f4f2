/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The units l2_bypass of a bank of the L2 cache: one that counts the accesses of all applications, or one for
 * each application (l2.bypass_counters). MASK 7.4 has the counters in the cores, and a core runs one
 * application; a bank has its tag checks, so it has an instance for each application.
 *
 * In a cycle: bypass_units_begin(); then the events, questions and the end of an epoch, in any order;
 * bypass_units_step(). Questions of one cycle are answered in the next: bypass_units_show(), then
 * bypass_units_answer(). A unit has two ports for events and two for questions, as many as a bank has.
 */
#ifndef GMMU_BYPASS_UNITS_H
#define GMMU_BYPASS_UNITS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "config/config.h"
#include "l2_bypass.h"
#include "units/unit_use.h"

/* Idle edges after which l2_bypass rests: after the end of an epoch the current round of decisions and one
 * more, each over eight depths of 66 cycles (operands, 64 product bits, a decision); after other inputs one,
 * which takes the answers back. */
#define L2_BYPASS_SETTLE(epoch_end) ((epoch_end) ? 2U * (GMMU_NUM_DEPTHS * 66U + 1U) + 2U : 1U)

#define BYPASS_NOT_ASKED 2U /* in place of a port */

typedef struct {
    unit_use unit; /* on demand */
    l2_bypass_in in;
    l2_bypass_out pins; /* at the last bypass_units_show() that had an answer of it */
} bypass_unit;

/* Bits of units: of an application, or of the one. */
typedef struct {
    bypass_unit *units;
    uint32_t count;
    bool deciding;    /* their answers count; else they stand still */
    uint64_t told;    /* have an input in this cycle */
    uint64_t asked;   /* answer in the next cycle */
    uint64_t counted; /* have counted something, so that the end of an epoch matters to them */
} bypass_units;

static_assert(CHIP_MAX_APPS <= 64, "a bit for each application");

/* The units of one bank, in reset. False when the simulator has no such unit; nothing is left behind. */
bool bypass_units_open(bypass_units *u, const gpu_config *config, bool deciding);
/* Also of zeroed ones. */
void bypass_units_close(bypass_units *u);

/* A new cycle. */
void bypass_units_begin(bypass_units *u);
void bypass_units_end_epoch(bypass_units *u);
/* A tag check of `app` at this depth (0: data) has found its line, or not: at most two in a cycle. */
void bypass_units_count(bypass_units *u, uint32_t app, uint32_t depth, bool is_hit);
/* Shall a read of `app` at this depth bypass? At most two questions in a cycle. The port that was asked, or
 * BYPASS_NOT_ASKED: the read does not. sampled: its set is one that nothing bypasses. */
uint32_t bypass_units_ask(bypass_units *u, uint32_t app, uint32_t depth, bool sampled);
/* Reads the answers to the questions of the cycle before. */
void bypass_units_show(bypass_units *u, uint64_t cycle);
/* After it, for each question of the cycle before, with what bypass_units_ask() gave. */
bool bypass_units_answer(const bypass_units *u, uint32_t app, uint32_t port);
/* The edge at the end of `cycle`. */
void bypass_units_step(bypass_units *u, uint64_t cycle);

#endif
