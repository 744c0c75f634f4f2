/* SPDX-License-Identifier: Apache-2.0 */
#include "mem/gddr5.h"

#include <string.h>

static uint64_t gddr5_max64(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

void gddr5_init(gddr5 *g, const dram_timing *timing, row_policy rows, uint32_t banks, uint32_t sectors) {
    memset(g, 0, sizeof(*g));
    g->t = *timing;
    g->rows = rows;
    g->banks = banks;
    g->sectors = sectors;
    if (g->t.bank_groups == 0 || g->t.bank_groups > GDDR5_MAX_GROUPS)
        g->t.bank_groups = 1;
    g->refresh_due = g->t.refi ? g->t.refi : UINT64_MAX;
}

uint32_t gddr5_burst(const gddr5 *g, uint32_t sectors) {
    return (g->t.burst_cycles * sectors + g->sectors - 1) / g->sectors;
}

static uint32_t group_of(const gddr5 *g, uint32_t bank) {
    return bank % g->t.bank_groups;
}

/* Notes what the bank's request needs next. */
static void gddr5_plan(gddr5 *g, uint32_t bank) {
    const gddr5_bank *b = &g->bank[bank];
    gddr5_kind kind = GDDR5_ACTIVATE;
    uint64_t from = b->may_activate;
    if (b->open && b->open_row != b->request.row) {
        kind = GDDR5_PRECHARGE;
        from = b->may_precharge;
    } else if (b->open) {
        kind = b->request.write ? GDDR5_WRITE : GDDR5_READ;
        from = b->may_column;
    }
    g->next[bank] = kind;
    g->next_from[bank] = from;
    g->wake = 0;
}

static bool gddr5_rows_open(const gddr5 *g) {
    bool open = false;
    for (uint32_t b = 0; b < g->banks; b++)
        open = open || g->bank[b].open;
    return open;
}

/* Does a refresh that is due take commands? Not when there is nothing to disturb. */
static bool gddr5_refreshes(const gddr5 *g) {
    return g->active || g->refreshing || g->closed_from > g->refresh_due || gddr5_rows_open(g);
}

/* No row opens before `cycle`. */
static void gddr5_busy_until(gddr5 *g, uint64_t cycle) {
    for (uint32_t b = 0; b < g->banks; b++)
        g->bank[b].may_activate = gddr5_max64(g->bank[b].may_activate, cycle);
}

/* Counts the refreshes that were due in a time without requests and open rows. */
static void gddr5_skip_refreshes(gddr5 *g, uint64_t cycle) {
    if (cycle < g->refresh_due || gddr5_refreshes(g))
        return;
    const uint64_t last = cycle - (cycle - g->refresh_due) % g->t.refi;
    gddr5_busy_until(g, last + g->t.rfc);
    g->refresh_due = last + g->t.refi;
}

void gddr5_accept(gddr5 *g, uint64_t cycle, uint32_t bank, gddr5_request request) {
    gddr5_bank *b = &g->bank[bank];
    gddr5_skip_refreshes(g, cycle);
    b->request = request;
    b->opened = false;
    b->order = g->orders++;
    g->active |= 1U << bank;
    gddr5_plan(g, bank);
}

/* No command of this kind before `cycle`, in any bank group. */
static void hold_off(gddr5 *g, gddr5_kind kind, uint64_t cycle) {
    for (uint32_t group = 0; group < g->t.bank_groups; group++)
        g->may[kind][group] = gddr5_max64(g->may[kind][group], cycle);
}

static void gddr5_activate(gddr5 *g, gddr5_bank *b, uint64_t now) {
    b->open = true;
    b->open_row = b->request.row;
    b->opened = true;
    b->may_column = now + g->t.rcd;
    b->may_precharge = now + g->t.ras;
    b->may_activate = now + g->t.rc;
    hold_off(g, GDDR5_ACTIVATE, now + g->t.rrd);
    g->activated[g->activates++ % 4] = now;
    if (g->activates >= 4) /* the fifth may come tFAW after the first */
        hold_off(g, GDDR5_ACTIVATE, g->activated[g->activates % 4] + g->t.faw);
}

static void gddr5_precharge(gddr5 *g, gddr5_bank *b, uint64_t now) {
    b->open = false;
    b->may_activate = gddr5_max64(b->may_activate, now + g->t.rp);
}

/* With closed rows: the row closes behind the column, as soon as its bank allows it. */
static void close_behind_column(gddr5 *g, gddr5_bank *b) {
    gddr5_precharge(g, b, b->may_precharge);
    g->closed_from = gddr5_max64(g->closed_from, b->may_activate);
}

/* Returns the cycle after the last data. */
static uint64_t access_column(gddr5 *g, uint32_t bank, uint64_t now) {
    const dram_timing *t = &g->t;
    gddr5_bank *b = &g->bank[bank];
    const bool write = b->request.write;
    const uint32_t group = group_of(g, bank), burst = gddr5_burst(g, b->request.sectors);
    uint64_t end = now + (write ? t->wl : t->cl) + burst;
    hold_off(g, GDDR5_READ, now + t->ccd);
    hold_off(g, GDDR5_WRITE, now + t->ccd);
    g->may[GDDR5_READ][group] = gddr5_max64(g->may[GDDR5_READ][group], now + t->ccdl);
    g->may[GDDR5_WRITE][group] = gddr5_max64(g->may[GDDR5_WRITE][group], now + t->ccdl);
    /* Two columns of one kind have their commands' distance on the data bus. */
    hold_off(g, write ? GDDR5_WRITE : GDDR5_READ, now + burst);
    if (write) {
        b->may_precharge = gddr5_max64(b->may_precharge, end + t->wr);
        hold_off(g, GDDR5_READ, end + t->cdlr);
    } else {
        uint64_t turned = end + t->turn;
        b->may_precharge = gddr5_max64(b->may_precharge, now + t->rtpl);
        hold_off(g, GDDR5_WRITE, turned > t->wl ? turned - t->wl : 0);
    }
    if (g->rows == ROWS_CLOSED)
        close_behind_column(g, b);
    g->active &= ~(1U << bank);
    return end;
}

/* The bank whose command goes out in `cycle`, or CHIP_MAX_DRAM_BANKS; without branches
 * on the outcome, since this is the inner loop of the memory system. Banks that do not exist are never
 * active. */
static inline uint32_t gddr5_choose_among(gddr5 *g, uint64_t cycle, uint32_t banks) {
    /* Preference: columns, activates, precharges; the oldest first. */
    static const uint64_t rank[GDDR5_KINDS] = {
        [GDDR5_PRECHARGE] = UINT64_C(2) << 60, [GDDR5_ACTIVATE] = UINT64_C(1) << 60};
    uint64_t best = UINT64_MAX, wake = UINT64_MAX;
    uint32_t chosen = CHIP_MAX_DRAM_BANKS, group = 0;
    for (uint32_t b = 0; b < banks; b++) {
        gddr5_kind kind = g->next[b];
        uint64_t idle = (g->active >> b & 1U) ? 0 : UINT64_MAX;
        uint64_t from = gddr5_max64(g->next_from[b], g->may[kind][group]) | idle;
        uint64_t key = from > cycle ? UINT64_MAX : rank[kind] | g->bank[b].order;
        wake = from < wake ? from : wake;
        chosen = key < best ? b : chosen;
        best = key < best ? key : best;
        group = group + 1 == g->t.bank_groups ? 0 : group + 1;
    }
    g->wake = wake;
    return chosen;
}

/* The compiler unrolls the search for each number of banks that is common. */
static uint32_t gddr5_choose(gddr5 *g, uint64_t cycle) {
    return g->banks <= 8 ? gddr5_choose_among(g, cycle, 8)
                         : gddr5_choose_among(g, cycle, CHIP_MAX_DRAM_BANKS);
}

/* A refresh is due: closes a row that may be closed, or refreshes when all are. */
static gddr5_command gddr5_refresh(gddr5 *g, uint64_t cycle) {
    gddr5_command c = {.kind = GDDR5_NONE};
    uint64_t from = 0;
    for (uint32_t b = 0; b < g->banks; b++) {
        gddr5_bank *bank = &g->bank[b];
        if (bank->open && bank->may_precharge <= cycle) {
            c = (gddr5_command){.kind = GDDR5_PRECHARGE, .bank = b, .row = bank->open_row};
            gddr5_precharge(g, bank, cycle);
            gddr5_plan(g, b);
            g->refreshing = true;
            return c;
        }
        from = gddr5_max64(from, bank->open ? UINT64_MAX : bank->may_activate);
    }
    if (from > cycle)
        return c;
    c.kind = GDDR5_REFRESH;
    g->refreshing = false;
    gddr5_busy_until(g, cycle + g->t.rfc);
    g->refresh_due += g->t.refi;
    for (uint32_t b = 0; b < g->banks; b++)
        if (g->active >> b & 1U)
            gddr5_plan(g, b);
    return c;
}

uint64_t gddr5_next(const gddr5 *g) {
    const uint64_t next = g->active ? g->wake : UINT64_MAX;
    return gddr5_refreshes(g) && g->refresh_due < next ? g->refresh_due : next;
}

gddr5_command gddr5_cycle(gddr5 *g, uint64_t cycle) {
    gddr5_command c = {.kind = GDDR5_NONE};
    if (cycle >= g->refresh_due && gddr5_refreshes(g))
        return gddr5_refresh(g, cycle);
    if (cycle < g->wake || !g->active)
        return c;
    uint32_t bank = gddr5_choose(g, cycle);
    if (bank == CHIP_MAX_DRAM_BANKS)
        return c;
    gddr5_bank *b = &g->bank[bank];
    c.kind = g->next[bank];
    c.bank = bank;
    c.id = b->request.id;
    c.sectors = b->request.sectors;
    c.row = c.kind == GDDR5_PRECHARGE ? b->open_row : b->request.row;
    c.row_hit = !b->opened;
    if (c.kind == GDDR5_ACTIVATE) {
        gddr5_activate(g, b, cycle);
    } else if (c.kind == GDDR5_PRECHARGE) {
        gddr5_precharge(g, b, cycle);
    } else {
        c.data_end = access_column(g, bank, cycle);
        c.closes = !b->open;
    }
    gddr5_plan(g, bank);
    return c;
}
