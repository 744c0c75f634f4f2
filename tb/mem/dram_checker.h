/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks a GDDR5 command stream against the timing rules, written down pair by pair
 * as a data sheet does: every new command is compared with
 * the last ones before it. It shares no code with models/mem/gddr5.c.
 *
 * A controller that keeps all rules may still keep rules that no data sheet has: its commands come too late.
 * checker_withholds() asks for them: a bank has a request whose next command all rules allow, and no command
 * goes out.
 */
#ifndef GMMU_DRAM_CHECKER_H
#define GMMU_DRAM_CHECKER_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "mem/gddr5.h"

#define CHECKER_HISTORY 128U /* commands kept: longer than any rule reaches */

typedef struct {
    gddr5_kind kind;
    uint32_t bank, row;
    uint32_t sectors; /* of a column */
    uint64_t cycle;
} checker_command;

typedef struct {
    dram_timing t;
    uint32_t sectors;                      /* of a line; 0: 1 */
    checker_command past[CHECKER_HISTORY]; /* ring */
    uint64_t count;
    bool open[CHIP_MAX_DRAM_BANKS];
    uint32_t row[CHIP_MAX_DRAM_BANKS];
    uint32_t used; /* bit b: bank b has had a row open */
    uint64_t errors, columns, activates, precharges, refreshes, data_cycles;
    uint64_t opened[4]; /* cycles of the last activates: a ring */
    /* Of each bank: its last activate; with auto-precharge, tRP behind the end of its last row. */
    uint64_t bank_opened[CHIP_MAX_DRAM_BANKS], closed_from[CHIP_MAX_DRAM_BANKS];
} dram_checker;

static bool is_column(gddr5_kind kind) {
    return kind == GDDR5_READ || kind == GDDR5_WRITE;
}

/* First cycle of the data of a column command. */
static uint64_t data_start(const dram_timing *t, const checker_command *c) {
    return c->cycle + (c->kind == GDDR5_READ ? t->cl : t->wl);
}

/* Cycles of its data: a line has burst_cycles, a sector its part of them, and a begun cycle is one. */
static uint64_t data_length(const dram_checker *k, const checker_command *c) {
    return k->sectors > 1 ? ((uint64_t)c->sectors * k->t.burst_cycles + k->sectors - 1) / k->sectors
                          : k->t.burst_cycles;
}

/* Cycles required between `a`, with `burst` cycles of data, and a later `b` in the same bank. */
static uint64_t bank_gap(const dram_timing *t, gddr5_kind a, gddr5_kind b, uint64_t burst) {
    uint64_t written = t->wl + burst + t->wr;
    if (a == GDDR5_ACTIVATE)
        return b == GDDR5_ACTIVATE ? t->rc : b == GDDR5_PRECHARGE ? t->ras : t->rcd;
    if (a == GDDR5_PRECHARGE)
        return b == GDDR5_ACTIVATE ? t->rp : 0;
    if (b == GDDR5_PRECHARGE)
        return a == GDDR5_READ ? t->rtpl : written;
    return 0;
}

/* The same anywhere in the channel. */
static uint64_t channel_gap(const dram_timing *t, gddr5_kind a, gddr5_kind b, bool same_group,
                            uint64_t burst) {
    uint64_t gap = 1; /* one command bus */
    if (a == GDDR5_ACTIVATE && b == GDDR5_ACTIVATE)
        gap = t->rrd;
    if (is_column(a) && is_column(b))
        gap = same_group && t->ccdl > t->ccd ? t->ccdl : t->ccd;
    if (a == GDDR5_WRITE && b == GDDR5_READ)
        gap = t->wl + burst + t->cdlr;
    return gap;
}

/* Cycles required between two commands, one of which is a refresh of all banks. */
static uint64_t refresh_gap(const dram_timing *t, gddr5_kind a) {
    return a == GDDR5_REFRESH ? t->rfc : a == GDDR5_PRECHARGE ? t->rp : a == GDDR5_ACTIVATE ? t->rc : 1;
}

/* Rules that `b` breaks behind `a`. */
static uint64_t broken_by_pair(const dram_checker *k, const checker_command *a, const checker_command *b) {
    const dram_timing *t = &k->t;
    const uint64_t distance = b->cycle - a->cycle, burst = data_length(k, a);
    uint64_t broken = 0;
    if (a->kind == GDDR5_REFRESH || b->kind == GDDR5_REFRESH)
        return distance < refresh_gap(t, a->kind);
    bool same_group = a->bank % t->bank_groups == b->bank % t->bank_groups;
    broken += distance < channel_gap(t, a->kind, b->kind, same_group, burst);
    broken += a->bank == b->bank && distance < bank_gap(t, a->kind, b->kind, burst);
    if (is_column(a->kind) && is_column(b->kind)) {
        uint64_t turn = a->kind == GDDR5_READ && b->kind == GDDR5_WRITE ? t->turn : 0;
        broken += data_start(t, b) < data_start(t, a) + burst + turn;
    }
    return broken;
}

static uint64_t broken_by(const dram_checker *k, const checker_command *now) {
    const uint64_t known = k->count < CHECKER_HISTORY ? k->count : CHECKER_HISTORY;
    uint64_t broken = 0;
    for (uint64_t i = 1; i <= known; i++)
        broken += broken_by_pair(k, &k->past[(k->count - i) % CHECKER_HISTORY], now);
    /* A row that a column closes is open until tRAS, tRTP or tWR is over, and tRP more. */
    for (uint32_t b = 0; b < CHIP_MAX_DRAM_BANKS; b++)
        if (now->kind == GDDR5_REFRESH || (now->kind == GDDR5_ACTIVATE && now->bank == b))
            broken += now->cycle < k->closed_from[b];
    /* Five activates take tFAW. */
    if (now->kind == GDDR5_ACTIVATE && k->activates >= 4)
        broken += now->cycle - k->opened[k->activates % 4] < k->t.faw;
    return broken;
}

/* A refresh finds all rows closed, and comes once in tREFI. */
static void check_refresh(dram_checker *k, uint64_t cycle) {
    for (uint32_t b = 0; b < CHIP_MAX_DRAM_BANKS; b++)
        k->errors += k->open[b];
    k->errors += k->t.refi == 0 || cycle % k->t.refi > k->t.refi / 2;
    k->refreshes++;
}

/* Auto-precharge behind this column. */
static void check_closes(dram_checker *k, const checker_command *c) {
    const uint64_t by_row = k->bank_opened[c->bank] + k->t.ras,
                   by_column = c->cycle + bank_gap(&k->t, c->kind, GDDR5_PRECHARGE, data_length(k, c));
    k->open[c->bank] = false;
    k->closed_from[c->bank] = (by_row > by_column ? by_row : by_column) + k->t.rp;
}

/* A dram_command_hook; ctx: the checker. */
static void checker_hook(void *ctx, uint64_t cycle, const gddr5_command *c) {
    dram_checker *k = ctx;
    checker_command now = {
        .kind = c->kind, .bank = c->bank, .row = c->row, .sectors = c->sectors, .cycle = cycle};
    k->errors += broken_by(k, &now);
    k->past[k->count++ % CHECKER_HISTORY] = now;
    if (c->kind == GDDR5_ACTIVATE) {
        k->errors += k->open[c->bank];
        k->open[c->bank] = true;
        k->row[c->bank] = c->row;
        k->used |= 1U << c->bank;
        k->bank_opened[c->bank] = cycle;
        k->opened[k->activates++ % 4] = cycle;
    } else if (c->kind == GDDR5_PRECHARGE) {
        k->errors += !k->open[c->bank];
        k->open[c->bank] = false;
        k->precharges++;
    } else if (c->kind == GDDR5_REFRESH) {
        check_refresh(k, cycle);
    } else {
        k->errors += !k->open[c->bank] || k->row[c->bank] != c->row;
        k->errors += c->data_end != data_start(&k->t, &now) + data_length(k, &now);
        k->columns++;
        k->data_cycles += data_length(k, &now);
        if (c->closes)
            check_closes(k, &now);
    }
}

/* What a bank is asked for. */
typedef struct {
    bool asked, write;
    uint32_t row, sectors;
} checker_request;

/* No command goes out in `cycle`. Do all rules allow one? `refresh`: one is due, for which rows are closed
 * and nothing else is done. */
static inline bool checker_withholds(const dram_checker *k, uint64_t cycle, const checker_request *request,
                                     uint32_t banks, bool refresh) {
    bool open = false;
    for (uint32_t b = 0; b < banks; b++) {
        checker_command c = {.kind = GDDR5_PRECHARGE, .bank = b, .row = request[b].row, .cycle = cycle};
        open = open || k->open[b];
        if (refresh ? !k->open[b] : !request[b].asked)
            continue;
        if (!refresh && !k->open[b])
            c.kind = GDDR5_ACTIVATE;
        else if (!refresh && k->row[b] == request[b].row)
            c.kind = request[b].write ? GDDR5_WRITE : GDDR5_READ;
        if (broken_by(k, &c) == 0)
            return true;
    }
    const checker_command all = {.kind = GDDR5_REFRESH, .cycle = cycle};
    return refresh && !open && broken_by(k, &all) == 0;
}

#endif
