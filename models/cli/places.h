/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which SMs, threads, page colours and priority each application gets, and when it arrives: --sms, --threads,
 * --colours, --partition, --priority, --arrive.
 *
 * A partition is a part of the SMs or of the threads on all SMs, of the memory modules by page colours, or of
 * both (Fractional GPUs §IV, §V-G, §VI-A). Applications have one each, in the order of --app; partitions that
 * are left over stay idle.
 */
#ifndef GMMU_PLACES_H
#define GMMU_PLACES_H

#include <stdbool.h>
#include <stdint.h>

#include "config/description.h"
#include "dispatch/gpu_app.h"

/* One number for each application; count 0: equal shares. */
typedef struct {
    uint32_t count;
    uint32_t of[CHIP_MAX_APPS];
} app_shares;

/* What the user has asked for. */
typedef struct {
    app_shares sms, threads, colours; /* threads: per cent of the chip's */
    uint32_t parts;                   /* of --partition; 0: none */
    bool part_sms, part_threads, part_colours;
    uint32_t named;                   /* places up to the last one that --priority and --arrive name */
    uint32_t priority[CHIP_MAX_APPS]; /* of each place; 0: not named */
    bool arrival_named[CHIP_MAX_APPS];
    uint64_t arrives[CHIP_MAX_APPS];     /* in this cycle */
    uint64_t arrive_seed, arrive_before; /* others are drawn: below this cycle; 0: they arrive in cycle 0 */
} app_places;

/* The texts of the options. False: the error line has been printed. */
bool places_parse_sms(const char *text, app_places *given);
bool places_parse_threads(const char *text, app_places *given);
bool places_parse_colours(const char *text, app_places *given);
bool places_parse_partition(const char *text, app_places *given);
/* "1=3": the second --app, and what follows it, has priority 3; it arrives in cycle 3. "seed:7,20000": those
 * not named arrive in cycles below 20000, drawn from seed 7. named: what the number counts, for the error
 * line. */
bool places_parse_priority(const char *text, const char *named, app_places *given);
bool places_parse_arrive(const char *text, const char *named, app_places *given);

/* The cycle in which an application, or a process of gmmu share, arrives: the same in both. */
uint64_t places_arrival(const app_places *given, uint32_t place);

/* The block scheduler for these places, where the user names none; NULL: any. */
const char *places_scheduler(const app_places *given);
/* Gives every application its SMs, threads, priority and arrival and, if asked for, its colours; then pages
 * and page tables come from these colours (page allocator split, unless another one is named). `changed`
 * describes the chip. Likewise. */
bool places_give(gpu_app *apps, uint32_t count, const app_places *given, const chip_config *chip,
                 description *changed);

#endif
