/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A hash join next to a scan, on the memory system of a GPU that this program drives cycle by cycle. SMs 0 to
 * 14 probe a table of 1 MB at random (address space 1), SMs 15 to 29 read each page of a large table once
 * (address space 2). Each load of the scan needs a page walk; the join mostly hits in the TLBs, and waits
 * behind the scan's loads in the memory. No instruction is simulated: a warp has one load in flight, and
 * begins the next when it is done.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <gmmu/systemc/memory_pipeline.h>

enum { JOIN, SCAN, APPS };
enum { SMS = 30, WARPS = 32, PAGE = 4096, TABLE_PAGES = 256, LOADS = 20000, EPOCH = 5000, LIMIT = 1000000 };

typedef struct {
    uint64_t cycles[APPS]; /* until the last load of an application was done */
    double latency[APPS];  /* cycles of a load, on average */
    double hits[APPS];     /* of the shared L2 TLB, % */
} outcome;

typedef struct {
    gmmu_memory_pipeline *memory;
    uint64_t random;
    uint64_t pages;             /* that the scan has read */
    uint32_t begun[APPS];       /* loads */
    uint32_t done[APPS];        /* loads */
    uint64_t waited[APPS];      /* cycles of the loads that are done */
    gmmu_warp_access next[SMS]; /* that the SM has not taken yet, if there is one */
    bool has_next[SMS];
    bool busy[SMS][WARPS];      /* the warp waits for a load */
    uint64_t since[SMS][WARPS]; /* the cycle in which that began */
} traffic;

static uint32_t app_of(uint32_t sm) {
    return sm < SMS / 2 ? JOIN : SCAN;
}

static uint64_t drawn(traffic *t) { /* xorshift */
    t->random ^= t->random << 13;
    t->random ^= t->random >> 7;
    t->random ^= t->random << 17;
    return t->random;
}

/* 32 neighbouring words: of a page of the hash table at random, or of the scan's next page. */
static void begin_load(traffic *t, uint32_t sm, uint8_t warp) {
    uint32_t app = app_of(sm);
    uint64_t page = app == JOIN ? drawn(t) % TABLE_PAGES : TABLE_PAGES + t->pages++;
    gmmu_warp_access *load = &t->next[sm];
    *load = (gmmu_warp_access){.id = warp, .warp = warp};
    load->access =
        (gmmu_warp_inst){.op = GMMU_OP_LOAD, .space = GMMU_SPACE_GLOBAL, .width = 4, .mask = UINT32_MAX};
    for (uint64_t lane = 0; lane < GMMU_LANES; lane++)
        load->access.addr[lane] = page * PAGE + 4 * lane;
    (void)gmmu_memory_pipeline_map(t->memory, app, page); /* nothing, if it is mapped already */
    t->has_next[sm] = true;
    t->busy[sm][warp] = true;
    t->since[sm][warp] = gmmu_memory_pipeline_cycle(t->memory);
    t->begun[app]++;
}

static void offer_loads(traffic *t) {
    for (uint32_t sm = 0; sm < SMS; sm++) {
        for (uint8_t warp = 0; warp < WARPS && !t->has_next[sm] && t->begun[app_of(sm)] < LOADS; warp++)
            if (!t->busy[sm][warp])
                begin_load(t, sm, warp);
        if (t->has_next[sm] && gmmu_memory_pipeline_offer(t->memory, sm, &t->next[sm]))
            t->has_next[sm] = false;
    }
}

static void take_done(traffic *t, outcome *out) {
    size_t count;
    const gmmu_warp_access_done *done = gmmu_memory_pipeline_done(t->memory, &count);
    for (size_t i = 0; i < count; i++) {
        uint32_t app = app_of(done[i].sm);
        t->busy[done[i].sm][done[i].id] = false;
        t->waited[app] += gmmu_memory_pipeline_cycle(t->memory) - t->since[done[i].sm][done[i].id];
        if (++t->done[app] == LOADS)
            out->cycles[app] = gmmu_memory_pipeline_cycle(t->memory);
    }
}

/* The chip of the simulator that MASK's paper names, with one of its designs; false with a line on stderr. */
static bool drive(const char *design, outcome *out) {
    static gmmu_memory_pipeline_config config;
    static traffic t;
    char error[256] = "";
    t = (traffic){.random = 1};
    config = (gmmu_memory_pipeline_config){.apps = APPS};
    config.config.chip = *gmmu_chip_preset("mask-simulator");
    config.config.design = *gmmu_design_preset(design);
    gmmu_config_set_defaults(&config.config);
    config.config.exceptions = gmmu_exception_defaults;
    config.config.mask.epoch_cycles = EPOCH;
    for (uint32_t sm = 0; sm < SMS; sm++)
        config.sm_app[sm] = (uint8_t)app_of(sm);
    t.memory = gmmu_memory_pipeline_new(&config, error, sizeof error);
    while (t.memory && !gmmu_memory_pipeline_error(t.memory) &&
           gmmu_memory_pipeline_cycle(t.memory) < LIMIT && (t.done[JOIN] < LOADS || t.done[SCAN] < LOADS)) {
        offer_loads(&t);
        gmmu_memory_pipeline_edge(t.memory);
        take_done(&t, out);
    }
    bool good = t.done[JOIN] == LOADS && t.done[SCAN] == LOADS;
    if (!good)
        fprintf(stderr, "drive: %s: %s\n", design, t.memory ? "not all loads were done" : error);
    for (uint32_t app = 0; good && app < APPS; app++) {
        gmmu_app_stats s = gmmu_memory_pipeline_stats(t.memory, app);
        out->latency[app] = (double)t.waited[app] / LOADS;
        out->hits[app] =
            100.0 * (double)s.l2_tlb_hits / (double)(s.l2_tlb_hits + s.l2_tlb_misses + !s.l2_tlb_misses);
    }
    gmmu_memory_pipeline_free(t.memory);
    return good;
}

/* What the comparison is for; the exit code says whether it holds. */
static bool expect(bool holds, const char *what) {
    printf("%s: %s\n", holds ? "yes" : "NO ", what);
    return holds;
}

int main(void) {
    static const char *const designs[] = {"sharedtlb", "mask", "ideal"};
    static outcome out[3];
    printf("            join: cycles   a load  L2 TLB hit %%    scan: cycles   a load\n");
    for (int i = 0; i < 3; i++) {
        const outcome *o = &out[i];
        if (!drive(designs[i], &out[i]))
            return 1;
        printf("%-10s %14" PRIu64 " %8.1f %13.1f %15" PRIu64 " %8.1f\n", designs[i], o->cycles[JOIN],
               o->latency[JOIN], o->hits[JOIN], o->cycles[SCAN], o->latency[SCAN]);
    }
    bool good = expect(3 * out[1].cycles[SCAN] < 2 * out[0].cycles[SCAN],
                       "with MASK the scan takes less than two thirds of the time");
    good &= expect(20 * out[1].cycles[JOIN] < 21 * out[0].cycles[JOIN], "and the join is not slower by 5 %");
    good &=
        expect(out[2].cycles[SCAN] < out[1].cycles[SCAN], "without translation the scan ends earlier still");
    return good ? 0 : 1;
}
