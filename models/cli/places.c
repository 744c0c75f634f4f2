/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/places.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mix.h"
#include "base/outside.h"
#include "cli/bad_option.h"
#include "cli/size_text.h"
#include "dispatch/block_scheduler.h"
#include "mem/mem_map.h"
#include "mmu/phys_mem.h"

#define DRAWN        "seed:" /* of --arrive */
#define MOST_ARRIVAL (UINT64_C(1) << 40)

/* ---- the options ---- */

/* "15,15": numbers from 1 to `most`, in the order of --app. */
static bool parse_shares(const char *text, uint32_t most, app_shares *shares) {
    uint32_t count = 0;
    const char *p = text;
    for (;;) {
        char *end = NULL;
        unsigned long n = strtoul(p, &end, 10);
        if (*p < '0' || *p > '9' || n == 0 || n > most || (*end && *end != ',') || count == CHIP_MAX_APPS)
            return false;
        shares->of[count++] = (uint32_t)n;
        if (!*end)
            break;
        p = end + 1;
    }
    shares->count = count;
    return true;
}

bool places_parse_sms(const char *text, app_places *given) {
    return parse_shares(text, CHIP_MAX_SMS, &given->sms) ||
           bad_option("--sms", text, "a comma-separated list of SM counts, one per application");
}

bool places_parse_threads(const char *text, app_places *given) {
    return parse_shares(text, 100, &given->threads) ||
           bad_option("--threads", text,
                      "a comma-separated list of per cents of the chip's threads, one per application");
}

bool places_parse_colours(const char *text, app_places *given) {
    return parse_shares(text, CHIP_MAX_BANKS, &given->colours) ||
           bad_option("--colours", text,
                      "a comma-separated list of numbers of page colours, one per application");
}

bool places_parse_partition(const char *text, app_places *given) {
    static const struct {
        const char *name;
        bool sms, threads, colours;
    } kinds[] = {{"sm", true, false, false},
                 {"sm+colour", true, false, true},
                 {"threads", false, true, false},
                 {"threads+colour", false, true, true},
                 {"colour", false, false, true}};
    char *end = NULL;
    unsigned long parts = text[0] >= '1' && text[0] <= '9' ? strtoul(text, &end, 10) : 0;
    for (size_t i = 0;
         parts != 0 && parts <= CHIP_MAX_APPS && *end == ':' && i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(end + 1, kinds[i].name) != 0)
            continue;
        given->parts = (uint32_t)parts;
        given->part_sms = kinds[i].sms;
        given->part_threads = kinds[i].threads;
        given->part_colours = kinds[i].colours;
        return true;
    }
    const char *colon = strchr(text, ':');
    near_name near = near_name_of(colon ? colon + 1 : "");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        near_name_offer(&near, kinds[i].name);
    return bad_name("--partition", text,
                    "N:sm, N:threads, N:colour, N:sm+colour or N:threads+colour, with N from 1 to 64", &near);
}

/* "1=3": a place and its number, at most `most`. */
static bool parse_of_place(const char *text, uint64_t most, app_places *given, uint32_t *place,
                           uint64_t *number) {
    char *end = NULL;
    const unsigned long at = text[0] >= '0' && text[0] <= '9' ? strtoul(text, &end, 10) : CHIP_MAX_APPS;
    if (at >= CHIP_MAX_APPS || *end != '=' || end[1] < '0' || end[1] > '9')
        return false;
    *place = (uint32_t)at;
    *number = strtoull(end + 1, &end, 10);
    given->named = given->named > at ? given->named : *place + 1;
    return *end == '\0' && *number <= most;
}

static bool bad_place(const char *option, const char *text, const char *named, const char *number) {
    char expected[128];
    snprintf(expected, sizeof expected, "NUMBER=N: the number of %s, the first is 0, and %s", named, number);
    return bad_option(option, text, expected);
}

bool places_parse_priority(const char *text, const char *named, app_places *given) {
    uint32_t place = 0;
    uint64_t number = 0;
    if (!parse_of_place(text, APP_MAX_PRIORITY, given, &place, &number))
        return bad_place("--priority", text, named, "0 to 31");
    given->priority[place] = (uint32_t)number;
    return true;
}

/* "seed:7,20000" */
static bool parse_drawn(const char *text, app_places *given) {
    const char *seed = text + strlen(DRAWN), *before = strchr(seed, ',');
    char *end = NULL;
    if (!before || *seed < '0' || *seed > '9' || before[1] < '0' || before[1] > '9')
        return false;
    errno = 0;
    given->arrive_seed = strtoull(seed, &end, 10);
    if (end != before || errno)
        return false;
    given->arrive_before = strtoull(before + 1, &end, 10);
    return *end == '\0' && given->arrive_before >= 1 && given->arrive_before <= MOST_ARRIVAL;
}

bool places_parse_arrive(const char *text, const char *named, app_places *given) {
    uint32_t place = 0;
    uint64_t number = 0;
    if (strncmp(text, DRAWN, strlen(DRAWN)) == 0)
        return parse_drawn(text, given) ||
               bad_option("--arrive", text, "seed:N,CYCLES: a seed, and 1 to 2^40 cycles to arrive in");
    if (!parse_of_place(text, MOST_ARRIVAL, given, &place, &number))
        return bad_place("--arrive", text, named, "a cycle");
    given->arrives[place] = number;
    given->arrival_named[place] = true;
    return true;
}

uint64_t places_arrival(const app_places *given, uint32_t place) {
    if (given->arrival_named[place] || given->arrive_before == 0)
        return given->arrives[place];
    return mix(mix(given->arrive_seed) + place) % given->arrive_before;
}

/* ---- shares ---- */

/* The share of place `i`: as listed, or equal among `parts`, the remainder to the first. */
static uint32_t share_of(const app_shares *listed, uint32_t all, uint32_t parts, uint32_t i) {
    return listed->count ? listed->of[i] : all / parts + (i < all % parts ? 1 : 0);
}

/* One line when lists and partitions do not fit the applications; true when they do. */
static bool check_counts(const app_places *given, uint32_t places, uint32_t sms) {
    const struct {
        const char *option;
        const app_shares *shares;
        bool parted;
    } lists[] = {{"--sms", &given->sms, given->part_sms},
                 {"--threads", &given->threads, given->part_threads},
                 {"--colours", &given->colours, given->part_colours}};
    if (places == 0) {
        message_line("gmmu: no application: expected at least one --app");
        return false;
    }
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (lists[i].shares->count && lists[i].parted) {
            message_line("gmmu: %s: expected it without --partition, which gives equal shares",
                         lists[i].option);
            return false;
        }
        if (lists[i].shares->count && lists[i].shares->count != places) {
            message_line("gmmu: %s names %u applications: expected %u, as there are --app", lists[i].option,
                         lists[i].shares->count, places);
            return false;
        }
    }
    if (places > sms && !given->sms.count && !given->part_sms) {
        message_line("gmmu: %u applications: expected at most the chip's %u SMs", places, sms);
        return false;
    }
    if (given->named > places) {
        message_line(
            "gmmu: --priority or --arrive names application %u: expected at most %u, as there are --app",
            given->named - 1, places - 1);
        return false;
    }
    if (given->parts && given->parts < places) {
        message_line("gmmu: --partition has %u parts: expected at least %u, as there are --app", given->parts,
                     places);
        return false;
    }
    return true;
}

const char *places_scheduler(const app_places *given) {
    if (given->part_sms)
        return SCHEDULER_OF_PARTITIONS;
    return given->part_threads || given->threads.count ? SCHEDULER_OF_THREADS : NULL;
}

/* Per cent of the chip's threads, rounded down; 0: nobody has asked. */
static uint32_t threads_of(const app_places *given, uint32_t place) {
    if (given->threads.count)
        return given->threads.of[place];
    return given->part_threads ? 100 / given->parts : 0;
}

static bool give_sms(gpu_app *apps, uint32_t count, const app_places *given, uint32_t sms, uint32_t places) {
    const uint32_t parts = given->part_sms ? given->parts : places;
    uint32_t first = 0, place = 0;
    for (uint32_t i = 0; i < count; i++) {
        gpu_app *a = &apps[i];
        if (a->follows) {
            a->sms = a[-1].sms;
            a->first_sm = a[-1].first_sm;
            a->priority = a[-1].priority;
            a->threads = a[-1].threads;
            continue;
        }
        a->priority = given->priority[place];
        a->arrives = places_arrival(given, place);
        a->threads = threads_of(given, place);
        a->sms = share_of(&given->sms, sms, parts, place++);
        a->first_sm = first;
        first += a->sms;
    }
    if (given->part_sms && parts > sms) {
        message_line("gmmu: --partition has %u parts: expected at most the chip's %u SMs", parts, sms);
        return false;
    }
    if (first > sms) {
        message_line("gmmu: --sms asks for %u SMs: expected at most the chip's %u", first, sms);
        return false;
    }
    return true;
}

/* ---- colours ---- */

/* Colours of the chip's smallest pages, in which the others lie; 0 after one line: it has none. */
static uint32_t colours_of_chip(const chip_config *chip) {
    const uint32_t page_bits = (uint32_t)__builtin_ctzll(chip_page_sizes(chip));
    uint64_t mask[CHIP_INDEX_BITS];
    char err[512], page[SIZE_TEXT];
    mem_map *map = mem_map_new(chip, err, sizeof err);
    if (map == NULL) {
        message_line("gmmu: %s", err);
        return 0;
    }
    const uint32_t of_frames = mem_map_colours(map, PHYS_MEM_FRAME_BITS, mask);
    const uint32_t of_pages = mem_map_colours(map, page_bits, mask);
    mem_map_free(map);
    if (of_pages == of_frames && of_pages != 0)
        return 1U << of_pages;
    message_line("gmmu: chip '%s' has no page colours of pages of %s: expected %s", chip->name,
                 size_text(UINT64_C(1) << page_bits, page),
                 of_frames != 0 ? "--set page_sizes=4K" : "a memory.map that has them, see 'gmmu colours'");
    return 0;
}

static bool give_colours(gpu_app *apps, uint32_t count, const app_places *given, uint32_t colours) {
    uint32_t first = 0, place = 0;
    if (given->part_colours && given->parts > colours) {
        message_line("gmmu: --partition has %u parts: expected at most the chip's %u page colours",
                     given->parts, colours);
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        gpu_app *a = &apps[i];
        if (!a->follows) {
            a->colours = (colour_range){.first = first,
                                        .count = share_of(&given->colours, colours, given->parts, place++)};
            first += a->colours.count;
        } else {
            a->colours = a[-1].colours;
        }
    }
    if (first > colours) {
        message_line("gmmu: --colours asks for %u page colours: expected at most the chip's %u", first,
                     colours);
        return false;
    }
    return true;
}

/* An allocator that knows colours, where the user has named none. */
static bool choose_allocator(const chip_config *chip, description *changed) {
    char err[512];
    if (strcmp(chip->os.allocator, page_allocator_ascending.row.name) != 0 ||
        description_set(changed, "os.allocator=split", err, sizeof err))
        return true;
    return bad_line(err);
}

bool places_give(gpu_app *apps, uint32_t count, const app_places *given, const chip_config *chip,
                 description *changed) {
    uint32_t places = 0;
    for (uint32_t i = 0; i < count; i++)
        places += !apps[i].follows;
    if (!check_counts(given, places, chip->sm.count) || !give_sms(apps, count, given, chip->sm.count, places))
        return false;
    if (given->colours.count == 0 && !given->part_colours)
        return true;
    const uint32_t colours = colours_of_chip(chip);
    return colours != 0 && give_colours(apps, count, given, colours) && choose_allocator(chip, changed);
}
