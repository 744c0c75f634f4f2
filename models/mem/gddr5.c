#include "mem/gddr5.h"

#include <string.h>

static uint64_t max64(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

void gddr5_init(gddr5 *g, const dram_timing *timing) {
    memset(g, 0, sizeof(*g));
    g->t = *timing;
    if (g->t.bank_groups == 0 || g->t.bank_groups > GDDR5_MAX_GROUPS)
        g->t.bank_groups = 1;
}

void gddr5_accept(gddr5 *g, uint32_t bank, uint32_t row, bool write, uint32_t id) {
    gddr5_bank *b = &g->bank[bank];
    b->row = row;
    b->write = write;
    b->id = id;
    b->opened = false;
    b->order = g->orders++;
    g->active |= 1U << bank;
    g->wake = 0;
}

static uint32_t group_of(const gddr5 *g, uint32_t bank) {
    return bank % g->t.bank_groups;
}

/* What the bank's request needs next, and from when on the timing rules allow it. */
static gddr5_kind next_command(const gddr5 *g, uint32_t bank, uint64_t *from) {
    const gddr5_bank *b = &g->bank[bank];
    if (!b->open) {
        *from = max64(b->may_activate, g->may_activate);
        return GDDR5_ACTIVATE;
    }
    if (b->open_row != b->row) {
        *from = b->may_precharge;
        return GDDR5_PRECHARGE;
    }
    *from = max64(max64(b->may_column, g->may_column_group[group_of(g, bank)]),
                  b->write ? g->may_write : g->may_read);
    return b->write ? GDDR5_WRITE : GDDR5_READ;
}

static void activate(gddr5 *g, gddr5_bank *b, uint64_t now) {
    b->open = true;
    b->open_row = b->row;
    b->opened = true;
    b->may_column = now + g->t.rcd;
    b->may_precharge = now + g->t.ras;
    b->may_activate = now + g->t.rc;
    g->may_activate = now + g->t.rrd;
}

static void precharge(gddr5 *g, gddr5_bank *b, uint64_t now) {
    b->open = false;
    b->may_activate = max64(b->may_activate, now + g->t.rp);
}

/* Returns the cycle after the last data. */
static uint64_t access_column(gddr5 *g, uint32_t bank, uint64_t now) {
    const dram_timing *t = &g->t;
    gddr5_bank *b = &g->bank[bank];
    uint64_t end = now + (b->write ? t->wl : t->cl) + t->burst_cycles;
    /* Two columns of one kind keep the latency's distance on the data bus. */
    uint64_t same_kind = now + (t->ccd > t->burst_cycles ? t->ccd : t->burst_cycles);
    g->may_column_group[group_of(g, bank)] = now + t->ccdl;
    if (b->write) {
        b->may_precharge = max64(b->may_precharge, end + t->wr);
        g->may_write = max64(g->may_write, same_kind);
        g->may_read = max64(g->may_read, end + t->cdlr);
    } else {
        uint64_t turned = end + GDDR5_TURNAROUND;
        b->may_precharge = max64(b->may_precharge, now + t->rtpl);
        g->may_read = max64(g->may_read, same_kind);
        g->may_write = max64(g->may_write, turned > t->wl ? max64(turned - t->wl, now + t->ccd) : same_kind);
    }
    g->active &= ~(1U << bank);
    return end;
}

/* Finds the command to send in `cycle`: its kind (they are ordered by preference) and bank. */
static gddr5_kind choose(gddr5 *g, uint64_t cycle, uint32_t *bank) {
    gddr5_kind best = GDDR5_NONE;
    uint64_t wake = UINT64_MAX;
    for (uint32_t left = g->active; left; left &= left - 1) {
        uint32_t b = (uint32_t)__builtin_ctz(left);
        uint64_t from = 0;
        gddr5_kind kind = next_command(g, b, &from);
        if (from > cycle) {
            wake = from < wake ? from : wake;
            continue;
        }
        /* Reads and writes rank alike. */
        unsigned rank = kind == GDDR5_WRITE ? GDDR5_READ : kind;
        unsigned best_rank = best == GDDR5_WRITE ? GDDR5_READ : best;
        if (rank > best_rank || (rank == best_rank && g->bank[b].order < g->bank[*bank].order)) {
            best = kind;
            *bank = b;
        }
    }
    g->wake = best == GDDR5_NONE ? wake : 0;
    return best;
}

gddr5_command gddr5_cycle(gddr5 *g, uint64_t cycle) {
    gddr5_command c = {.kind = GDDR5_NONE};
    uint32_t bank = 0;
    if (cycle < g->wake || !g->active)
        return c;
    c.kind = choose(g, cycle, &bank);
    if (c.kind == GDDR5_NONE)
        return c;
    gddr5_bank *b = &g->bank[bank];
    c.bank = bank;
    c.id = b->id;
    c.row = c.kind == GDDR5_PRECHARGE ? b->open_row : b->row;
    c.row_hit = !b->opened;
    if (c.kind == GDDR5_ACTIVATE)
        activate(g, b, cycle);
    else if (c.kind == GDDR5_PRECHARGE)
        precharge(g, b, cycle);
    else
        c.data_end = access_column(g, bank, cycle);
    return c;
}
