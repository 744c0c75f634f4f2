/* SPDX-License-Identifier: Apache-2.0 */
#include "chip/watchdog.h"

#include <inttypes.h>
#include <stdio.h>

#include "os/host.h"

#define LONG_CYCLES 2000000U
#define LOOKS       32U /* in that time */
#define FRUITLESS   4U  /* times the patience for accesses that no instruction comes of */

/* The longest that an application can wait for others: a walk behind all others, or a page fault. */
static uint64_t longest_wait(const gpu_config *config) {
    const exception_config *x = &config->exceptions;
    const chip_config *chip = &config->chip;
    const uint64_t walks = chip_last_tlb(chip)->mshrs / chip->walk.walkers + 1;
    const uint64_t ns =
        (uint64_t)x->link.transfer_ns + x->link.allocate_ns + x->link.large_ns + x->cpu_ns + x->gpu_ns;
    return walks * GMMU_NUM_DEPTHS * chip->memory.flat_latency +
           (x->faults != FAULTS_NONE ? 2 * chip_cycles(&config->chip, ns) : 0);
}

void watchdog_init(watchdog *w, const watchdog_sight *at) {
    *w = (watchdog){.at = *at, .patience = LONG_CYCLES + longest_wait(at->config)};
}

/* ---- progress ---- */

static uint16_t watchdog_asid(const watchdog *w, uint32_t app) {
    return driver_asid(w->at.compaction->driver, app);
}

static uint64_t instructions_of(const watchdog *w, uint32_t app) {
    uint64_t instructions = 0;
    for (uint32_t i = 0; i < w->at.config->chip.sm.count; i++)
        instructions += w->at.sm->stats(w->at.sms[i])[app].instructions;
    return instructions;
}

/* What its accesses have reached outside of the SMs: it is alive, though it may try the same for ever. */
static uint64_t accesses_reached(const watchdog *w, uint32_t app) {
    app_stats s = {0};
    memory_system_collect(w->at.behind, app, &s);
    uint64_t sum = s.l2_tlb_hits + s.l2_tlb_misses + s.walks + s.translations + s.dram_writes;
    for (uint32_t i = 0; i < CHIP_MAX_TLB_LEVELS; i++)
        sum += s.level_hits[i] + s.level_misses[i];
    for (uint32_t i = 0; i < GMMU_NUM_DEPTHS; i++)
        sum += s.l2_accesses[i];
    for (uint32_t i = 0; i < 3; i++)
        sum += s.dram_requests[i];
    return sum;
}

/* Of the pages that move while the application stands still, or that leave with it. */
static uint64_t compaction_steps(const compaction *c) {
    if (c->behind->coalescer == NULL)
        return 0;
    const compaction_totals t = compaction_get_totals(c);
    const inplace_totals i = inplace_get_totals(c->behind->coalescer);
    return t.splintered + t.freed + t.moved + t.rooms + t.fragments_moved + c->copied + i.lines +
           i.splintered + inplace_copy_steps(c->behind->coalescer);
}

static uint64_t what_got_on(const watchdog *w, uint32_t app, dispatcher_wait waits) {
    uint64_t sum = instructions_of(w, app) + dispatcher_steps(w->at.dispatcher, app);
    if (w->at.faults != NULL) /* those of others stand before its own in every queue */
        sum += fault_unit_served(w->at.faults);
    if ((w->at.compaction->paused >> app & 1) != 0 || waits == DISPATCHER_WAITS_FOR_QUIET)
        sum += compaction_steps(w->at.compaction);
    return sum;
}

/* Is it to get on? It waits for SMs that others have, and those are looked at for themselves. */
static bool must_get_on(const watchdog *w, uint32_t app, dispatcher_wait waits) {
    if (waits != DISPATCHER_WAITS_FOR_SMS)
        return waits == DISPATCHER_WAITS_FOR_BLOCKS || waits == DISPATCHER_WAITS_FOR_QUIET;
    for (uint32_t i = 0; i < w->at.apps; i++) {
        const dispatcher_wait other = dispatcher_waits(w->at.dispatcher, i);
        if (i != app && other != DISPATCHER_WAITS_FOR_SMS && other != DISPATCHER_WAITS_NOT)
            return false;
    }
    return true;
}

/* ---- what an application waits for ---- */

static const char *const reasons[] = {[SM_WAITS_FOR_TRANSLATION] = "a translation for the access to",
                                      [SM_WAITS_FOR_DATA] = "the data of the access to",
                                      [SM_WAITS_FOR_PAGE] = "the page of"};

/* What the first SM says that has something of it. */
static void say_what(const watchdog *w, uint32_t app, char *text, size_t size) {
    const uint16_t asid = watchdog_asid(w, app);
    sm_wait wait = {.what = SM_WAITS_NOT};
    uint64_t vpn = 0;
    uint32_t sm = 0;
    for (; sm < w->at.config->chip.sm.count; sm++) {
        wait = w->at.sm->waits(w->at.sms[sm], app, asid);
        if (wait.what != SM_WAITS_NOT)
            break;
    }
    const last_level_wait miss = last_level_waits(w->at.behind->tlb, asid, &vpn);
    if (wait.what == SM_WAITS_FOR_TRANSLATION && miss != LAST_LEVEL_WAITS_NOT)
        (void)snprintf(text, size, "SM %u waits for the page %s of address 0x%" PRIx64, sm,
                       miss == LAST_LEVEL_WAITS_FOR_WALK ? "walk" : "fault", vpn << GMMU_PAGE_BITS);
    else if (wait.what == SM_WAITS_FOR_BARRIER)
        (void)snprintf(text, size, "SM %u waits for a barrier to open", sm);
    else if (wait.what == SM_WAITS_FOR_UNITS)
        (void)snprintf(text, size, "SM %u waits for an instruction to issue or to end", sm);
    else if (wait.what != SM_WAITS_NOT)
        (void)snprintf(text, size, "SM %u waits for %s address 0x%" PRIx64, sm, reasons[wait.what],
                       wait.address);
    else
        (void)snprintf(text, size, "%s",
                       dispatcher_waits(w->at.dispatcher, app) == DISPATCHER_WAITS_FOR_QUIET
                           ? "its follower waits for the end of what it has under way"
                           : "it waits for SMs");
}

static bool report_dead(const watchdog *w, uint32_t app, uint64_t cycle, char *err, size_t err_size) {
    char what[128];
    say_what(w, app, what, sizeof what);
    const uint64_t got_on = w->app[app].got_on.since, alive = w->app[app].alive.since;
    const bool dead = cycle - alive > w->patience || got_on == alive;
    (void)snprintf(err, err_size,
                   "%s: deadlock of application %u: in cycle %" PRIu64 " %s since cycle %" PRIu64 ", and %s",
                   workload_name(w->at.work[app]), app, cycle,
                   dead ? "nothing of it has happened" : "no instruction of it has ended",
                   dead ? alive : got_on, what);
    return true;
}

/* Nothing will happen any more: the first one that has something to do. */
static bool report_idle(const watchdog *w, uint64_t cycle, char *err, size_t err_size) {
    for (uint32_t i = 0; i < w->at.apps; i++)
        if (must_get_on(w, i, dispatcher_waits(w->at.dispatcher, i)))
            return report_dead(w, i, cycle, err, err_size);
    (void)snprintf(err, err_size, "deadlock: nothing happens any more in cycle %" PRIu64 ", but work is left",
                   cycle);
    return true;
}

/* ---- looks ---- */

/* True: for `patience` it has been the same. */
static bool stands_still(watchdog_count *c, uint64_t count, bool may_rest, uint64_t cycle,
                         uint64_t patience) {
    if (count != c->count || may_rest)
        *c = (watchdog_count){.count = count, .since = cycle};
    return cycle - c->since > patience;
}

static bool app_is_dead(watchdog *w, uint32_t app, uint64_t cycle) {
    const dispatcher_wait waits = dispatcher_waits(w->at.dispatcher, app);
    const bool may_rest = !must_get_on(w, app, waits);
    const uint64_t done = what_got_on(w, app, waits);
    const bool fruitless = stands_still(&w->app[app].got_on, done, may_rest, cycle, FRUITLESS * w->patience);
    return stands_still(&w->app[app].alive, done + accesses_reached(w, app), may_rest, cycle, w->patience) ||
           fruitless;
}

static bool look_at_moves(watchdog *w, uint64_t cycle, char *err, size_t err_size) {
    uint64_t instructions = 0, moved = 0;
    for (uint32_t i = 0; i < w->at.apps; i++)
        instructions += instructions_of(w, i);
    for (uint32_t i = 0; w->at.sm->switching && i < w->at.config->chip.sm.count; i++)
        moved += w->at.sm->switching(w->at.sms[i])->out;
    if (instructions != w->instructions) {
        w->instructions = instructions;
        w->moved = moved;
        w->executed = cycle;
    }
    if (moved == w->moved || cycle - w->executed <= w->patience)
        return true;
    (void)snprintf(err, err_size,
                   "no instruction has ended since cycle %" PRIu64
                   ", because blocks move all the time: expected a longer schedule.slice_cycles",
                   w->executed);
    return false;
}

bool watchdog_look(watchdog *w, uint64_t cycle, bool idle, char *err, size_t err_size) {
    bool fine = true;
    if (idle)
        return report_idle(w, cycle, err, err_size);
    if (cycle < w->next_look)
        return false;
    w->next_look = cycle + LONG_CYCLES / LOOKS;
    for (uint32_t i = 0; i < w->at.apps && fine; i++)
        if (app_is_dead(w, i, cycle))
            fine = !report_dead(w, i, cycle, err, err_size);
    return !fine || !look_at_moves(w, cycle, err, err_size);
}
