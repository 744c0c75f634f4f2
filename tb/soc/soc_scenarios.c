/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What must go well in a system around the gmmu (soc_host.h), each with a check of what memory holds.
 *
 *   soc [--plant N] [--seed N] [--cycles N] [--bridges | --bus-clock] [--wide] [--fst FILE] [SCENARIO...]
 *       by default all but `random`, which --cycles names; --bridges: the block is behind dcr_bridge and
 *       mem_bus_bridge; --wide: its memory is behind axi4_master instead; --bus-clock: its registers are at a
 *       clock of their own, behind axi4_lite_cdc; --fst: a waveform of one scenario
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number_text.h"
#include "soc_host.h"

enum { ALL_WARPS = (1U << SOC_WARPS) - 1, LONGEST = 500000 /* cycles */ };
#define MOST_CYCLES UINT64_C(1000000000000)

/* Warps of both cores for each of two processes. */
static void run_two(soc_host *h, unsigned pages, unsigned loops) {
    for (unsigned w = 0; w < SOC_WARPS; w++)
        soc_run(h, w, w % 2, w % SOC_PAGES, pages, loops);
}

static void judge_all(soc_host *h) {
    for (unsigned i = 0; i < SOC_SPACES; i++)
        if (h->process[i].enabled)
            soc_judge(h, i);
}

/* Two processes store at the same virtual addresses, and each finds its own. */
static void two_spaces(soc_host *h, uint64_t cycles) {
    (void)cycles;
    soc_begin(h, 0);
    soc_begin(h, 1);
    for (unsigned round = 0; round < 2; round++) {
        run_two(h, 4, 3);
        soc_join(h, ALL_WARPS);
        judge_all(h);
    }
}

/* Each page gets its frame as it is first used, and once. */
static void demand_paging(soc_host *h, uint64_t cycles) {
    (void)cycles;
    soc_begin(h, 0);
    soc_begin(h, 1);
    run_two(h, SOC_PAGES, 1);
    soc_join(h, ALL_WARPS);
    judge_all(h);
    soc_check(h, h->seen.mapped == UINT64_C(2) * SOC_PAGES, "pages were not mapped once each");
}

/* Parent and child share frames until one of them stores: no store is lost, and none is seen by the other. */
static void copy_on_write(soc_host *h, uint64_t cycles) {
    (void)cycles;
    soc_begin(h, 0);
    soc_begin(h, 1);
    for (unsigned w = 0; w < SOC_WARPS; w++)
        soc_run(h, w, 0, 0, 6, 2);
    soc_join(h, ALL_WARPS);
    for (unsigned page = 0; page < 6; page++)
        soc_share(h, 0, 1, page);
    soc_check(h, h->seen.copied == 0, "a page was copied before a store");
    for (unsigned w = 0; w < SOC_WARPS; w++)
        soc_run(h, w, w % 2, 0, 6, 0); /* both read what they share */
    soc_join(h, ALL_WARPS);
    run_two(h, 6, 3);
    soc_join(h, ALL_WARPS);
    judge_all(h);
    soc_check(h, h->seen.copied == 6, "pages were not copied once each");
}

/* A process ends under load, and the next one of its number finds zeros, in frames that were others'. */
static void asid_reuse(soc_host *h, uint64_t cycles) {
    (void)cycles;
    soc_begin(h, 0);
    soc_begin(h, 1);
    for (unsigned round = 0; round < 4; round++) {
        run_two(h, 5, 10);
        for (unsigned i = 0; i < 800 + 300 * round; i++)
            soc_cycle(h);
        soc_end(h, round % 2);
        soc_begin(h, round % 2);
        soc_join(h, round % 2 == 0 ? 0xAA : 0x55); /* the other process goes on undisturbed */
        soc_judge(h, 1 - round % 2);
        run_two(h, 5, 2);
        soc_join(h, ALL_WARPS);
        judge_all(h);
    }
    soc_check(h, h->seen.ended == 4, "processes have not ended");
}

/* What the kernel does while warps run. */
static void change_pages(soc_host *h, unsigned processes, unsigned pages) {
    for (unsigned i = 0; soc_busy(h, ALL_WARPS) && h->failed == NULL; i++) {
        const unsigned process = i % processes, page = (unsigned)soc_roll(h, pages);
        if (i % 4 == 1)
            soc_evict(h, process, page);
        else if (i % 8 == 3)
            soc_drop(h, process, page, i % 16 == 3);
        else
            soc_move(h, process, page);
    }
}

/* Pages are moved, evicted and dropped while warps count in them: no count is lost. All warps first, then few
 * with few pages, whose translations stay in the L1 TLBs. */
static void invalidations(soc_host *h, uint64_t cycles) {
    (void)cycles;
    soc_begin(h, 0);
    soc_begin(h, 1);
    run_two(h, 4, 2);
    change_pages(h, 2, SOC_PAGES);
    soc_join(h, ALL_WARPS);
    judge_all(h);
    for (unsigned round = 0; round < 4; round++) {
        soc_run(h, round % SOC_CORE_WARPS, 0, 0, 2, 32);
        soc_run(h, SOC_CORE_WARPS, 0, 0, 1, 32);
        change_pages(h, 1, 2);
        soc_join(h, ALL_WARPS);
        judge_all(h);
    }
    soc_check(h, h->seen.moved > 10 && h->seen.evicted > 5, "few pages were moved and evicted");
}

/* Warps run, some wait for pages: the block becomes quiet, all is reset, and goes on with the same memory. */
static void reset_midway(soc_host *h, uint64_t cycles) {
    (void)cycles;
    soc_begin(h, 0);
    soc_begin(h, 1);
    for (unsigned round = 0; round < 4; round++) {
        run_two(h, 3 + 2 * round, 10);
        for (unsigned i = 0; i < 600 + 500 * round; i++)
            soc_cycle(h);
        soc_check(h, soc_busy(h, ALL_WARPS), "nothing was under way");
        soc_reset(h);
        soc_check(h, !soc_busy(h, ALL_WARPS), "a warp runs on after a reset");
        run_two(h, 6, 1);
        soc_join(h, ALL_WARPS);
        judge_all(h);
    }
}

/* More pages are waited for than the fault queue has places, and the kernel is late. */
static void come_late(soc_host *h) {
    for (unsigned page = 0; page < SOC_PAGES; page++)
        soc_evict(h, page % 2, page);
    h->away = 4000;
    for (unsigned w = 0; w < SOC_WARPS; w++)
        soc_run(h, w, w % 2, w, 4, 1);
    while (h->away > 500 && h->failed == NULL)
        soc_cycle(h);
}

/* Meanwhile a page, all pages, or a process are dropped. */
static void drop_late(soc_host *h) {
    soc_begin(h, 0);
    soc_begin(h, 1);
    for (unsigned round = 0; round < 4; round++) {
        for (unsigned w = 0; w < SOC_WARPS; w++)
            soc_run(h, w, w % 2, w, 3, 1);
        soc_join(h, ALL_WARPS);
        come_late(h);
        if (round % 4 == 3) {
            soc_end(h, 0);
            soc_begin(h, 0);
        } else {
            soc_drop(h, 0, round, round % 2 == 0);
            soc_check(h, (h->away == 0) == h->in.flush_waits, "a flush is done at another time");
        }
        soc_join(h, ALL_WARPS);
        judge_all(h);
    }
}

/* Invalidations, fences and the end of a process complete before the kernel comes. */
static void crowded(soc_host *h, uint64_t cycles) {
    (void)cycles;
    drop_late(h);
}

/* They wait for an L1 TLB that waits for the kernel, which serves faults while it waits for them. */
static void flush_waits(soc_host *h, uint64_t cycles) {
    (void)cycles;
    h->in.flush_waits = true;
    drop_late(h);
}

/* ---- at random ---- */

static void start_warp(soc_host *h) {
    const unsigned w = (unsigned)soc_roll(h, SOC_WARPS), process = (unsigned)soc_roll(h, SOC_SPACES);
    if (soc_busy(h, 1U << w) || !h->process[process].enabled)
        return;
    soc_join(h, 1U << w);
    soc_run(h, w, process, (unsigned)soc_roll(h, SOC_PAGES), 1 + (unsigned)soc_roll(h, SOC_PAGES - 1),
            (unsigned)soc_roll(h, 8));
}

static void act_once(soc_host *h) {
    const unsigned process = (unsigned)soc_roll(h, SOC_SPACES), other = (process + 1) % SOC_SPACES;
    const unsigned page = (unsigned)soc_roll(h, SOC_PAGES), what = (unsigned)soc_roll(h, 100);
    if (!h->process[process].enabled) {
        soc_begin(h, process);
    } else if (what < 25) {
        soc_move(h, process, page);
    } else if (what < 45) {
        soc_evict(h, process, page);
    } else if (what < 60) {
        soc_drop(h, process, page, what < 48);
    } else if (what < 75) {
        soc_join(h, soc_warps_of(h, process));
        for (unsigned i = 0; i < 3 && h->process[other].enabled; i++)
            soc_share(h, process, other, (page + i) % SOC_PAGES);
    } else if (what < 80) {
        soc_end(h, process);
    } else if (what < 82) {
        soc_reset(h);
    } else if (what < 85) {
        soc_join(h, soc_warps_of(h, process));
        soc_judge(h, process);
    }
}

static void at_random(soc_host *h, uint64_t cycles) {
    soc_begin(h, 0);
    while (h->cycle < cycles && h->failed == NULL) {
        for (uint64_t i = soc_roll(h, 400); i > 0; i--)
            soc_cycle(h);
        start_warp(h);
        start_warp(h);
        if (soc_roll(h, 3) == 0)
            act_once(h);
    }
    for (unsigned i = 0; i < SOC_SPACES; i++)
        if (h->process[i].enabled)
            soc_join(h, soc_warps_of(h, i));
    judge_all(h);
}

/* ---- the program ---- */

static const struct {
    const char *name;
    void (*run)(soc_host *h, uint64_t cycles);
    unsigned stalls; /* of the DRAM, in percent */
} scenarios[] = {
    {"two_spaces", two_spaces, 0},  {"demand_paging", demand_paging, 30}, {"copy_on_write", copy_on_write, 0},
    {"asid_reuse", asid_reuse, 10}, {"invalidations", invalidations, 0},  {"reset_midway", reset_midway, 50},
    {"crowded", crowded, 0},        {"flush_waits", flush_waits, 0},      {"random", at_random, 20}};
enum { SCENARIOS = sizeof scenarios / sizeof scenarios[0], RANDOM = SCENARIOS - 1 };

static bool run_scenario(unsigned n, unsigned plant, soc_way way, uint64_t seed, uint64_t cycles,
                         const char *fst) {
    soc_host *h = malloc(sizeof *h);
    if (h == NULL)
        return false;
    soc_host_start(h, plant, way, seed, scenarios[n].stalls,
                   (way.bridged || way.crossed ? 2 : 1) * (LONGEST + cycles));
    soc_check(h, fst == NULL || soc_top_wave(h->top, fst),
              "this program writes no waveform (make soc_waves)");
    scenarios[n].run(h, cycles);
    const bool passed = h->failed == NULL;
    printf("%s %s seed %" PRIu64 "%s%s%s: cycle %" PRIu64 ", hash %016" PRIx64 "%s%s\n",
           passed ? "PASS" : "FAIL", scenarios[n].name, seed, way.bridged ? " behind bridges" : "",
           way.wide ? " on a wide bus" : "", way.crossed ? " with a bus clock" : "", h->cycle,
           soc_top_hash(h->top) ^ soc_dram_hash(&h->dram), passed ? "" : ": ", passed ? "" : h->failed);
    printf("     mapped %" PRIu64 ", copied %" PRIu64 ", moved %" PRIu64 ", evicted %" PRIu64
           ", returned %" PRIu64 ", invalidations %" PRIu64 ", spaces ended %" PRIu64 ", resets %" PRIu64
           "\n",
           h->seen.mapped, h->seen.copied, h->seen.moved, h->seen.evicted, h->seen.returned,
           h->seen.invalidated, h->seen.ended, h->seen.resets);
    if (passed)
        soc_host_free(h);
    else
        soc_top_free(h->top); /* its waveform is whole */
    free(h);
    return passed;
}

typedef struct {
    uint64_t plant, seed, cycles;
    bool chosen[SCENARIOS], any;
    soc_way way;
    const char *fst;
} soc_options;

/* False after one line. */
static bool read_number(const char *option, const char *text, uint64_t least, uint64_t most,
                        uint64_t *value) {
    const char *end = text;
    if (text != NULL && number_text_read(&end, value) && *end == '\0' && *value >= least && *value <= most)
        return true;
    (void)fprintf(stderr, "soc: %s '%s': expected a number from %" PRIu64 " to %" PRIu64 "\n", option,
                  text == NULL ? "" : text, least, most);
    return false;
}

static bool choose(soc_options *o, const char *name) {
    for (unsigned n = 0; n < SCENARIOS; n++)
        if (strcmp(name, scenarios[n].name) == 0)
            return o->chosen[n] = o->any = true;
    (void)fprintf(stderr,
                  "soc: '%s': expected --plant N, --seed N, --cycles N, --bridges, --wide, --bus-clock, "
                  "--fst FILE, or a scenario:",
                  name);
    for (unsigned n = 0; n < SCENARIOS; n++)
        (void)fprintf(stderr, " %s", scenarios[n].name);
    (void)fputc('\n', stderr);
    return false;
}

/* The same of all words. */
static bool read_options(soc_options *o, char **argv) {
    const struct {
        const char *name;
        uint64_t least, most, *value;
    } numbers[] = {{"--plant", 0, SOC_PLANTS, &o->plant},
                   {"--seed", 0, UINT64_MAX, &o->seed},
                   {"--cycles", 1, MOST_CYCLES, &o->cycles}};
    for (char **at = argv; *at != NULL; at++) {
        unsigned n = 0;
        bool *way = strcmp(*at, "--bridges") == 0     ? &o->way.bridged
                    : strcmp(*at, "--wide") == 0      ? &o->way.wide
                    : strcmp(*at, "--bus-clock") == 0 ? &o->way.crossed
                                                      : NULL;
        if (way != NULL) {
            *way = true;
            continue;
        }
        if (strcmp(*at, "--fst") == 0 && at[1] != NULL) {
            o->fst = *++at;
            continue;
        }
        while (n < 3 && strcmp(*at, numbers[n].name) != 0)
            n++;
        if (n == 3 ? !choose(o, *at)
                   : !read_number(*at, at[1], numbers[n].least, numbers[n].most, numbers[n].value))
            return false;
        at += n != 3;
    }
    if (o->way.bridged && o->way.crossed)
        (void)fprintf(stderr, "soc: --bridges, --bus-clock: expected one of them at most\n");
    return !o->way.bridged || !o->way.crossed;
}

static bool is_writable(const char *path) {
    FILE *file = fopen(path, "ab");
    return file != NULL && fclose(file) == 0;
}

int main(int argc, char **argv) {
    soc_options o = {.seed = 1};
    bool good = true;
    if (argc > 1 && !read_options(&o, argv + 1))
        return 2;
    unsigned chosen = 0;
    for (unsigned n = 0; n < SCENARIOS; n++)
        chosen += o.chosen[n];
    if (o.fst != NULL && chosen != 1) {
        (void)fprintf(stderr, "soc: --fst '%s': expected one scenario\n", o.fst);
        return 2;
    }
    if (o.fst != NULL && !is_writable(o.fst)) {
        (void)fprintf(stderr, "soc: --fst '%s': %s, expected a file that can be written\n", o.fst,
                      strerror(errno));
        return 2;
    }
    for (unsigned n = 0; n < SCENARIOS; n++)
        if (o.any ? o.chosen[n] : n != RANDOM || o.cycles != 0)
            good &=
                run_scenario(n, (unsigned)o.plant, o.way, o.seed, o.cycles == 0 ? 100000 : o.cycles, o.fst);
    return good ? 0 : 1;
}
