/* SPDX-License-Identifier: Apache-2.0 */
#include "chip/gpu_check.h"

#include <inttypes.h>
#include <stdio.h>

#include "chip/chip_units.h"
#include "config/config_check.h"
#include "dispatch/block_scheduler.h"
#include "dispatch/sm_framework.h"
#include "mem/bypass_rules.h"
#include "mmu/fill_rules.h"
#include "units/unit.h"

static bool sms_change_hands(const gpu_config *c) {
    return block_scheduler_find(c->design.block_scheduler) != &block_scheduler_static;
}

static bool epoch_lasts(const gpu_config *c, uint32_t napps, char *err, size_t n) {
    const fill_rules *rules = fill_rules_find(c->design.tlb_fill);
    const uint32_t least = rules->least_epoch ? rules->least_epoch(&c->chip, napps, sms_change_hands(c)) : 0;
    if (c->mask.epoch_cycles >= least)
        return true;
    snprintf(err, n,
             "mask.epoch_cycles: %" PRIu64
             ": expected at least %u with %u applications, which the evaluation "
             "of %s takes",
             c->mask.epoch_cycles, least, napps, rules->row.name);
    return false;
}

/* Those that follow none have a place of their own in the hardware. */
static uint32_t applications_at_once(const gpu_app *apps, uint32_t count) {
    uint32_t places = 0;
    for (uint32_t i = 0; i < count; i++)
        places += !apps[i].follows;
    return places;
}

/* One line when there are partitions, but not one for each application. */
static bool parts_suffice(const char *field, uint32_t parts, uint32_t places, char *err, size_t n) {
    if (parts == 0 || parts >= places)
        return true;
    snprintf(err, n, "%s: %u: expected 0, or one for each of the %u applications", field, parts, places);
    return false;
}

bool gpu_check_tlb_partitions(const gpu_config *c, uint32_t places, char *err, size_t n) {
    bool ok = true;
    for (uint32_t i = 0; ok && i < c->chip.tlb.levels; i++) {
        const tlb_level_config *level = &c->chip.tlb.level[i];
        char field[40];
        snprintf(field, sizeof field, "tlb.l%u.partitions", i + 1);
        ok = parts_suffice(field, level->partitions, places, err, n);
        snprintf(field, sizeof field, "tlb.l%u.queue_partitions", i + 1);
        ok = ok && parts_suffice(field, level->queue_partitions, places, err, n);
    }
    for (uint32_t i = 0; ok && i < c->chip.walk.caches; i++) {
        char field[40];
        snprintf(field, sizeof field, "walk.cache%u.partitions", i + 1);
        ok = parts_suffice(field, c->chip.walk.cache[i].partitions, places, err, n);
    }
    return ok && parts_suffice("walk.partitions", c->chip.walk.partitions, places, err, n);
}

/* One line about a time of measurement in which applications are launched again. */
static bool refuse_measure(const char *field, uint64_t value, const char *expected, char *err, size_t n) {
    snprintf(err, n, "measure.%s: %" PRIu64 ": expected 0 %s", field, value, expected);
    return false;
}

/* Launched again and again, a kernel of a higher priority may keep one of a lower one from its end for ever.
 */
static bool may_starve(const gpu_config *c, const gpu_app *apps, uint32_t napps) {
    bool differ = false;
    for (uint32_t i = 1; i < napps; i++)
        differ |= apps[i].priority != apps[0].priority;
    return differ && block_scheduler_find(c->design.block_scheduler)->by_priority;
}

/* All applications run in all of the window, or until each has finished its launches. */
static bool window_possible(const gpu_config *c, const gpu_app *apps, uint32_t napps, char *err, size_t n) {
    const measure_config *m = &c->measure;
    const uint64_t value = m->epochs ? m->epochs : m->launches;
    const char *field = m->epochs ? "epochs" : "launches";
    if (m->most_cycles != 0 && m->launches == 0)
        return refuse_measure("most_cycles", m->most_cycles, "without measure.launches", err, n);
    if (m->epochs != 0 && m->launches != 0)
        return refuse_measure("launches", m->launches, "with a window (measure.epochs)", err, n);
    if (m->launches != 0 && m->most_cycles == 0 && may_starve(c, apps, napps)) {
        snprintf(err, n,
                 "measure.launches: %" PRIu64 ": expected a measure.most_cycles where priorities differ",
                 m->launches);
        return false;
    }
    if (value != 0 && applications_at_once(apps, napps) != napps)
        return refuse_measure(field, value, "where an application follows another one", err, n);
    if (value != 0 && c->check_values)
        return refuse_measure(field, value, "where the values of one launch are compared", err, n);
    return true;
}

/* Where SMs are shared nothing may know an SM's one application, and no limit of threads is out of place. */
static bool sharing_possible(const gpu_config *c, const gpu_app *apps, uint32_t napps, char *err, size_t n) {
    const block_scheduler *scheduler = block_scheduler_find(c->design.block_scheduler);
    const char *where_shared = fill_rules_find(c->design.tlb_fill)->where_shared;
    const char *wrong = !scheduler->shares                     ? NULL
                        : where_shared                         ? where_shared
                        : c->exceptions.scheme == SCHEME_OPLOG ? "scheme of exceptions without operand log"
                        : c->exceptions.switch_blocks != SWITCH_OFF ? "chip without block switching on faults"
                                                                    : NULL;
    if (wrong) {
        snprintf(err, n, "block scheduler '%s' puts several applications on an SM: expected a %s",
                 scheduler->row.name, wrong);
        return false;
    }
    for (uint32_t i = 0; i < napps; i++) {
        if (apps[i].threads == 0 || (scheduler->shares && gpu_app_warps(&apps[i], &c->chip) != 0))
            continue;
        snprintf(err, n, "--threads of application %u: %u %% of the chip's: expected %s", i, apps[i].threads,
                 scheduler->shares ? "one warp at least" : "block scheduler '" SCHEDULER_OF_THREADS "'");
        return false;
    }
    return true;
}

/* A priority that nothing looks at is a mistake. */
static bool priorities_count(const gpu_config *c, const gpu_app *apps, uint32_t napps, char *err, size_t n) {
    const block_scheduler *scheduler = block_scheduler_find(c->design.block_scheduler);
    for (uint32_t i = 0; i < napps && !scheduler->by_priority; i++) {
        if (apps[i].priority == 0)
            continue;
        block_scheduler_report_priority(scheduler, i, err, n);
        return false;
    }
    return true;
}

/* Units that give out blocks do so for kernels that own SMs, as many as fit and no more. */
static bool driver_possible(const gpu_config *c, char *err, size_t n) {
    const char *wrong = c->schedule.driver != DRIVER_UNITS ? NULL
                        : !chip_units_find(c, SM_DRIVER_UNIT)
                            ? "block scheduler fcfs, npq, ppq, ppq-shared or dss"
                        : c->exceptions.switch_blocks != SWITCH_OFF ? "chip without block switching on faults"
                                                                    : NULL;
    if (wrong)
        snprintf(err, n, "schedule.driver: units: expected a %s", wrong);
    return wrong == NULL;
}

bool gpu_check_config(const gpu_config *c, const gpu_app *apps, uint32_t napps, char *err, size_t n) {
    const chip_config *chip = &c->chip;
    if (napps < 1 || napps > CHIP_MAX_APPS) {
        snprintf(err, n, "chip '%s': expected 1 to %u applications", chip->name, CHIP_MAX_APPS);
        return false;
    }
    const uint32_t at_once = applications_at_once(apps, napps);
    if (!driver_possible(c, err, n) || !chip_units_built(c, at_once, err, n))
        return false;
    if (!config_check(c, err, n) || !bypass_rule_possible(&c->design, err, n))
        return false;
    const block_scheduler *scheduler = block_scheduler_find(c->design.block_scheduler);
    if (scheduler->preempts && c->exceptions.switch_blocks != SWITCH_OFF) {
        snprintf(err, n, "block scheduler '%s' moves blocks: expected no block switching on faults",
                 scheduler->row.name);
        return false;
    }
    if (!gpu_check_tlb_partitions(c, at_once, err, n) || !epoch_lasts(c, at_once, err, n) ||
        !window_possible(c, apps, napps, err, n) || !priorities_count(c, apps, napps, err, n) ||
        !sharing_possible(c, apps, napps, err, n))
        return false;
    for (uint32_t i = 0; i < napps; i++) {
        if (i == 0 && apps[i].follows) {
            snprintf(err, n, "application 0: expected one that follows none");
            return false;
        }
        if (apps[i].sms < 1 || apps[i].first_sm + apps[i].sms > chip->sm.count) {
            snprintf(err, n, "application %u: expected SMs within the chip's %u", i, chip->sm.count);
            return false;
        }
    }
    for (int i = 0; i < GMMU_MAX_UNITS && c->rtl_units[i]; i++) {
        if (!unit_find(c->rtl_units[i], true)) {
            snprintf(err, n, "no RTL of unit '%s' in this build", c->rtl_units[i]);
            return false;
        }
    }
    return true;
}
