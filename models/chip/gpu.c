/* SPDX-License-Identifier: Apache-2.0 */
#include "chip/gpu.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "chip/gpu_check.h"
#include "chip/memory_system.h"
#include "chip/timeline.h"
#include "chip/watchdog.h"
#include "chip/workloads.h"
#include "config/messages.h"
#include "dispatch/dispatcher.h"
#include "mmu/address_space.h"
#include "mmu/oracle.h"
#include "os/driver.h"
#include "os/page_allocators.h"
#include "sm/sm.h"

/* The applications that follow each other in one place of the hardware. */
typedef struct {
    uint32_t number, last;     /* of the present one and the last one, in the order of the user */
    app_stats before;          /* counted in this place before the present one, or the window, began */
    uint64_t registers_before; /* likewise */
    uint64_t launches_before;  /* likewise, of the window alone */
} gpu_place;

/* What is counted for the chip as a whole. */
typedef struct {
    uint64_t mem_cycles;
    uint64_t queue_level[3]; /* entries in golden, silver, normal queue, summed over cycles and channels */
    fault_stats faults;
    switch_stats switching;
    inplace_totals coalescing;
    compaction_totals compaction;
} chip_counts;

#define CHIP_COUNTERS (sizeof(chip_counts) / sizeof(uint64_t))

/* The core cycles that are measured: `from` and those after it, without `end`. */
typedef struct {
    uint64_t from, end; /* end 0: no window, the whole run is measured */
    bool open;
    chip_counts before;
} gpu_window;

struct gpu {
    gpu_config config;
    engine *engine;
    int core_domain, mem_domain;
    /* Applications in the order of the user, with those that follow others. */
    uint32_t all;
    gpu_app all_app[CHIP_MAX_APPS];
    workload *all_work[CHIP_MAX_APPS];
    app_result ended[CHIP_MAX_APPS];    /* of those that another one has followed */
    size_t first_sample[CHIP_MAX_APPS]; /* epoch samples before it began */
    /* Applications as the hardware numbers them: those that run now. */
    uint32_t napps;
    gpu_place place[CHIP_MAX_APPS];
    gpu_app app[CHIP_MAX_APPS];
    workload *work[CHIP_MAX_APPS];
    address_space *space[CHIP_MAX_APPS];
    value_memory *values[CHIP_MAX_APPS]; /* NULL without config.check_values */
    driver *driver;
    mem_map *map;
    phys_mem *memory;
    oracle *oracle;
    dispatcher *dispatcher;
    const sm_interface *sm;
    void **sms;
    memory_system behind; /* the SMs */
    fault_unit *faults;   /* NULL when every page is resident */
    uint8_t sm_app[CHIP_MAX_SMS];
    compaction compaction;
    uint64_t cycles; /* asked for so far */
    gpu_window window;
    timeline timeline;
    watchdog dog;
    char error[512];
};

static bool pages_fault(const gpu_config *c) {
    return faults_of_pages(c->exceptions.faults);
}

/* The page colours of the applications that run at once. */
static void colours_of(const gpu *g, colour_range colours[CHIP_MAX_APPS]) {
    for (uint32_t i = 0; i < g->napps; i++)
        colours[i] = g->app[i].colours;
}

/* Also of a page that is not resident yet: a value is accessed when its instruction issues. */
static bool frame_of(void *space, uint64_t vpn, uint64_t *ppn) {
    return address_space_frame(space, vpn, ppn);
}

/* Contiguity-Aware Compaction can have something to do. */
static bool pages_move(const gpu_config *c) {
    return c->design.coalesce && (c->churn.percent != 0 || c->churn.fragmented != 0);
}

/* Where pages move in a run, values lie in frames. */
static value_memory *new_values(const gpu *g, uint32_t place) {
    if (!g->config.check_values)
        return NULL;
    return pages_move(&g->config) ? value_memory_new_in_frames(frame_of, g->space[place])
                                  : value_memory_new();
}

static bool open_memory(gpu *g, char *err, size_t n) {
    colour_range colours[CHIP_MAX_APPS];
    g->map = mem_map_new_for(&g->config, g->config.design.split_memory ? g->napps : 1, err, n);
    if (g->map && workloads_pin_pages(g->all_work, g->all))
        mem_map_reach_host(g->map);
    colours_of(g, colours);
    g->memory = g->map ? page_allocators_memory(&g->config.chip, g->map, g->napps, colours, err, n) : NULL;
    return g->memory != NULL;
}

static bool open_apps(gpu *g, const observer *watch, char *err, size_t n) {
    if (!workloads_open(g->all_work, g->all_app, g->all, &g->config, watch, err, n) ||
        !open_memory(g, err, n))
        return false;
    for (uint32_t i = 0; i < g->napps; i++) {
        g->space[i] = address_space_new(g->memory, (uint16_t)(i + 1), chip_page_table(&g->config.chip));
        if (!g->space[i]) {
            snprintf(err, n, "application %u: out of memory", i);
            return false;
        }
        g->work[i] = g->all_work[g->place[i].number];
        g->values[i] = new_values(g, i);
        if (g->config.check_values && !g->values[i])
            return false;
    }
    g->driver = driver_new(g->engine, &g->config.exceptions, chip_page_sizes(&g->config.chip), g->work,
                           g->space, g->napps);
    g->oracle = oracle_new(g->space, g->napps);
    return g->driver != NULL && g->oracle != NULL;
}

static bool make_sms(gpu *g, const observer *watch, char *err, size_t n) {
    const chip_config *chip = &g->config.chip;
    sm_environment env = {.engine = g->engine,
                          .domain = g->core_domain,
                          .config = &g->config,
                          .oracle = g->oracle,
                          .values = g->values,
                          .watch = watch};
    if (g->config.exceptions.switch_blocks != SWITCH_OFF &&
        !page_allocators_reserve(g->memory, chip, chip->sm.count * SM_CONTEXT_BYTES, &env.contexts, err, n))
        return false;
    g->sm = &sm_interfaces[chip->sm.kind];
    g->sms = (void **)calloc(chip->sm.count, sizeof *g->sms);
    for (uint32_t i = 0; g->sms && i < chip->sm.count; i++) {
        g->sms[i] = g->sm->create(&env, i, err, n);
        if (!g->sms[i])
            return false;
    }
    return g->sms != NULL;
}

static void connect_sms(gpu *g) {
    int dispatch = dispatcher_component(g->dispatcher);
    for (uint32_t i = 0; i < g->config.chip.sm.count; i++) {
        int component = g->sm->component(g->sms[i]);
        engine_link *blocks =
            memory_system_wire(g->engine, "blocks to sm", i, dispatch, component, sizeof(block_command),
                               dispatcher_command_slots(&g->config), 1);
        engine_link *done = memory_system_wire(g->engine, "blocks from sm", i, component, dispatch,
                                               sizeof(block_report), g->config.chip.link_slots, 1);
        sm_links l = memory_system_attach_sm(&g->behind, i, component);
        dispatcher_attach_sm(g->dispatcher, i, blocks, done);
        g->sm->attach_dispatcher(g->sms[i], blocks, done);
        g->sm->attach_tlb(g->sms[i], l.to_tlb, l.from_tlb);
        g->sm->attach_memory(g->sms[i], l.to_memory, l.from_memory);
    }
}

static bool add_fault_unit(gpu *g, const observer *watch, char *err, size_t n) {
    if (!pages_fault(&g->config))
        return true;
    g->faults =
        fault_unit_new(g->engine, g->core_domain, &g->config, driver_page_origin, g->driver, watch, err, n);
    if (!g->faults)
        return false;
    fault_links l = memory_system_connect_faults(&g->behind, fault_unit_component(g->faults));
    fault_unit_attach_tlb(g->faults, l.requests, l.resolved);
    return true;
}

static bool prepare_compaction(gpu *g) {
    g->compaction = (compaction){.config = &g->config,
                                 .apps = g->napps,
                                 .sm = g->sm,
                                 .sms = g->sms,
                                 .behind = &g->behind,
                                 .driver = g->driver,
                                 .values = g->values};
    const bool makes_room =
        pages_move(&g->config) && g->config.design.compact_below != 0 && !pages_fault(&g->config);
    driver_begin_churn(g->driver, &g->config.churn, makes_room, g->config.chip.os.seed);
    if (g->config.churn.percent != 0)
        dispatcher_on_frees(g->dispatcher, driver_churn, g->driver, g->config.churn.cycles);
    if (g->config.schedule.contexts == CONTEXTS_VIRTUAL)
        dispatcher_on_contexts(g->dispatcher, driver_map_contexts, g->driver);
    return !pages_move(&g->config) || compaction_attach(&g->compaction);
}

static bool gpu_assemble(gpu *g, const observer *watch, char *err, size_t n) {
    uint16_t asids[CHIP_MAX_APPS];
    for (uint32_t i = 0; i < g->napps; i++)
        asids[i] = address_space_asid(g->space[i]);
    g->dispatcher = dispatcher_new(g->engine, &g->config, g->core_domain, g->app, g->work, asids, g->napps,
                                   watch, err, n);
    for (uint32_t i = 0; g->dispatcher && i < g->napps; i++)
        dispatcher_set_followers(g->dispatcher, i, g->place[i].last - g->place[i].number);
    if (!g->dispatcher ||
        !memory_system_init(&g->behind, g->engine, &g->config, g->map, g->core_domain, g->napps, g->space,
                            g->sm_app, watch, err, n) ||
        !make_sms(g, watch, err, n))
        return false;
    connect_sms(g);
    if (!pages_fault(&g->config)) { /* else pages become resident in the shared TLB's ticks */
        memory_system_connect_driver(&g->behind,
                                     dispatcher_component(g->dispatcher)); /* it works in its ticks */
        driver_attach_coalescer(g->driver, g->behind.coalescer, false);
    } else if (g->config.churn.percent != 0) {
        driver_attach_coalescer(g->driver, g->behind.coalescer, true);
    }
    if (!memory_system_add_banks(&g->behind) ||
        !memory_system_add_channels(&g->behind, g->mem_domain, g->napps))
        return false;
    for (uint32_t i = 0; i < g->config.chip.sm.count; i++)
        g->sm->attach_data(g->sms[i], g->behind.data);
    if (!prepare_compaction(g)) {
        snprintf(err, n, "out of memory");
        return false;
    }
    colour_range colours[CHIP_MAX_APPS];
    colours_of(g, colours);
    if (page_allocators_apart(&g->config.chip, g->napps, colours))
        place_use_keep_apart(g->behind.use);
    if (!add_fault_unit(g, watch, err, n))
        return false;
    const watchdog_sight sight = {&g->config, g->napps,      g->work,   g->sm,         g->sms,
                                  &g->behind, g->dispatcher, g->faults, &g->compaction};
    watchdog_init(&g->dog, &sight);
    return true;
}

static void place_applications(gpu *g, const gpu_app *apps, uint32_t count) {
    g->all = count;
    for (uint32_t i = 0; i < count; i++) {
        g->all_app[i] = gpu_app_placed(&apps[i], &g->config);
        if (!apps[i].follows) {
            g->place[g->napps].number = i;
            g->app[g->napps++] = g->all_app[i];
        }
        g->place[g->napps - 1].last = i;
    }
}

uint64_t gpu_window_end(const gpu_config *config) {
    const measure_config *m = &config->measure;
    return m->epochs != 0 ? (m->warmup_epochs + m->epochs) * config->mask.epoch_cycles : 0;
}

gpu *gpu_new(const gpu_config *config, const gpu_app *apps, uint32_t napps, const observer *watch, char *err,
             size_t err_size) {
    if (!gpu_check_config(config, apps, napps, err, err_size))
        return NULL;
    gpu *g = calloc(1, sizeof *g);
    if (!g)
        return NULL;
    g->config = *config;
    g->window = (gpu_window){.from = config->measure.warmup_epochs * config->mask.epoch_cycles,
                             .end = gpu_window_end(config)};
    place_applications(g, apps, napps);
    timeline_init(&g->timeline, config->mask.epoch_cycles, g->napps);
    design_shape_chip(&g->config, g->napps);
    memset(g->sm_app, CHIP_NO_APP, sizeof g->sm_app);
    for (uint32_t i = 0; i < g->napps; i++)
        memset(g->sm_app + g->app[i].first_sm, (int)i, g->app[i].sms);
    g->engine = engine_new();
    uint32_t base = chip_base_mhz(&config->chip);
    g->core_domain = engine_add_domain(g->engine, "core", base / config->chip.core_mhz);
    g->mem_domain = engine_add_domain(g->engine, "memory", base / config->chip.mem_mhz);
    snprintf(err, err_size, "out of memory");
    if (!open_apps(g, watch, err, err_size) || !gpu_assemble(g, watch, err, err_size)) {
        gpu_free(g);
        return NULL;
    }
    engine_shuffle(g->engine, config->shuffle_seed);
    if (config->never_sleep)
        engine_never_sleep(g->engine);
    if (config->measure_ticks)
        engine_measure(g->engine);
    return g;
}

bool gpu_map_in_order(gpu *g, uint32_t app, uint64_t vpn, uint64_t pages, uint64_t frame) {
    return driver_map_in_order(g->driver, app, vpn, pages, frame);
}

void gpu_free(gpu *g) {
    if (!g)
        return;
    for (uint32_t i = 0; g->sms && i < g->config.chip.sm.count; i++)
        if (g->sms[i])
            g->sm->destroy(g->sms[i]);
    free((void *)g->sms);
    fault_unit_free(g->faults);
    memory_system_destroy(&g->behind);
    dispatcher_free(g->dispatcher);
    oracle_free(g->oracle);
    compaction_detach(&g->compaction);
    driver_free(g->driver);
    for (uint32_t i = 0; i < g->napps; i++) {
        address_space_free(g->space[i]);
        value_memory_free(g->values[i]);
    }
    for (uint32_t i = 0; i < g->all; i++)
        workload_close(g->all_work[i]);
    phys_mem_free(g->memory);
    mem_map_free(g->map);
    engine_free(g->engine);
    timeline_free(&g->timeline);
    free(g);
}

static switch_stats collect_switching(const gpu *g) {
    switch_stats sum = {0};
    for (uint32_t i = 0; g->sm->switching && i < g->config.chip.sm.count; i++) {
        const switch_stats *s = g->sm->switching(g->sms[i]);
        sum.out += s->out;
        sum.in += s->in;
        sum.extra += s->extra;
        sum.lines += s->lines;
        sum.cycles += s->cycles;
        sum.tlb_hits += s->tlb_hits;
        sum.tlb_misses += s->tlb_misses;
    }
    return sum;
}

static bool gpu_violated(gpu *g, const access_violation *v) {
    if (!v->what)
        return false;
    uint64_t address = v->vpn << GMMU_PAGE_BITS;
    snprintf(g->error, sizeof g->error, "%s: invalid access to address 0x%" PRIx64 " by SM %u, warp %u: %s",
             workload_name(g->work[v->app]), address, v->sm, v->warp, v->what);
    return true;
}

static bool find_violation(gpu *g) {
    access_violation v = last_level_violation(g->behind.tlb);
    if (!v.what && g->faults)
        v = fault_unit_violation(g->faults);
    return gpu_violated(g, &v);
}

/* Did anything go wrong that no component stops for by itself? */
static bool find_error(gpu *g, engine_result stopped) {
    const char *message = dispatcher_error(g->dispatcher);
    if (!message)
        message = driver_error(g->driver);
    if (message) {
        snprintf(g->error, sizeof g->error, "%s", message);
        return true;
    }
    if (find_violation(g))
        return true;
    if (oracle_mismatches(g->oracle)) {
        oracle_report(g->oracle, g->error, sizeof g->error);
        return true;
    }
    if (data_oracle_mismatches(g->behind.data)) {
        data_oracle_report(g->behind.data, g->error, sizeof g->error);
        return true;
    }
    if (g->compaction.astray != 0) {
        snprintf(g->error, sizeof g->error,
                 "values: %" PRIu64
                 " pages of the data that lay in memory before the run were lost in compaction",
                 g->compaction.astray);
        return true;
    }
    if (place_use_report(g->behind.use, g->error, sizeof g->error))
        return true;
    return watchdog_look(&g->dog, gpu_cycle(g), stopped == ENGINE_IDLE, g->error, sizeof g->error);
}

const char *gpu_error(const gpu *g) {
    return g->error;
}

double gpu_progress(const gpu *g) {
    return g->window.end != 0 ? (double)gpu_cycle(g) / (double)g->window.end
                              : dispatcher_progress(g->dispatcher);
}

uint64_t gpu_cycle(const gpu *g) {
    return engine_cycle(g->engine, g->core_domain);
}

static void collect_stats(const gpu *g, uint32_t app, app_stats *to) {
    for (uint32_t i = 0; i < g->config.chip.sm.count; i++)
        app_stats_add(to, &g->sm->stats(g->sms[i])[app]);
    memory_system_collect(&g->behind, app, to);
}

static chip_counts count_chip(const gpu *g) {
    chip_counts c = {.mem_cycles = engine_cycle(g->engine, g->mem_domain), .switching = collect_switching(g)};
    if (g->faults)
        c.faults = fault_unit_stats(g->faults);
    if (g->behind.coalescer)
        c.coalescing = inplace_get_totals(g->behind.coalescer);
    c.compaction = compaction_get_totals(&g->compaction);
    for (uint32_t q = 0; q < 3; q++)
        for (uint32_t i = 0; g->behind.channels && i < g->config.chip.memory.channels; i++)
            c.queue_level[q] += dram_channel_level_sum(g->behind.channels[i], q);
    return c;
}

/* What was counted in the time that is measured. */
static chip_counts counted_of_chip(const gpu *g) {
    chip_counts c = count_chip(g);
    const fault_stats now = c.faults;
    counters_since((uint64_t *)&c, (const uint64_t *)&g->window.before, CHIP_COUNTERS);
    c.faults.most = now.most; /* maxima are of the whole run */
    c.faults.largest_batch = now.largest_batch;
    return c;
}

static value_result_hash collect_values(const gpu *g, uint32_t app) {
    value_result_hash v = {0};
    if (!g->values[app] || !g->sm->register_hash)
        return v;
    for (uint32_t i = 0; i < g->config.chip.sm.count; i++)
        v.registers += g->sm->register_hash(g->sms[i], app);
    v.memory = value_memory_hash(g->values[app]);
    return v;
}

/* The application that runs in a place now: what was counted since it began. */
static void collect_app(const gpu *g, uint32_t place, app_result *a) {
    const gpu_place *p = &g->place[place];
    *a = (app_result){0};
    snprintf(a->name, sizeof a->name, "%s", workload_name(g->work[place]));
    a->asid = address_space_asid(g->space[place]);
    a->sms = g->app[place].sms;
    a->colours = g->app[place].colours;
    a->priority = g->app[place].priority;
    a->threads = gpu_app_threads(&g->app[place], &g->config);
    a->follows = g->all_app[p->number].follows;
    a->registers = workload_registers(g->work[place]);
    a->tokens = last_level_tokens(g->behind.tlb, place);
    dispatcher_collect(g->dispatcher, place, a);
    a->launches -= p->launches_before;
    if (g->window.open)
        a->window_cycles = gpu_cycle(g) - g->window.from;
    collect_stats(g, place, &a->stats);
    app_stats_since(&a->stats, &p->before);
    a->values = collect_values(g, place);
    a->values.registers -= p->registers_before;
}

/* The number of the application that ran in a place when an epoch sample was taken. */
static uint32_t sampled_app(const gpu *g, uint32_t place, size_t sample) {
    uint32_t number = g->place[place].number;
    while (g->all_app[number].follows && g->first_sample[number] > sample)
        number--;
    return number;
}

static void *array_copy(const void *from, size_t count, size_t size) {
    return memcpy(alloc_resize(NULL, count, size), from, count * size);
}

/* The timeline may have one epoch more than the shared TLB, which ends one in the first cycle after it. */
static void collect_epochs(const gpu *g, gpu_result *result) {
    size_t count = 0;
    const epoch_sample *samples = last_level_history(g->behind.tlb, &count);
    if (count == 0)
        return;
    const size_t epochs = (size_t)samples[count - 1].epoch + 1;
    result->epochs = array_copy(samples, count, sizeof *samples);
    result->app_flow = array_copy(g->timeline.app, count, sizeof *g->timeline.app);
    result->chip_flow = array_copy(g->timeline.chip, epochs, sizeof *g->timeline.chip);
    result->epoch_samples = count;
    result->chip_epochs = epochs;
    for (size_t i = 0; i < count; i++)
        result->epochs[i].app = sampled_app(g, samples[i].app, i);
}

/* ---- one application follows another ---- */

/* Is nothing of the application in a place on its way? Its blocks are done, large pages are splintered. */
static bool place_quiet(const gpu *g, uint32_t place) {
    const uint16_t asid = address_space_asid(g->space[place]);
    for (uint32_t i = 0; i < g->config.chip.sm.count; i++)
        if (!g->sm->quiet(g->sms[i], asid))
            return false;
    if (g->faults && !fault_unit_quiet(g->faults, asid))
        return false;
    if (compaction_moves(&g->compaction, place) || !memory_system_stores_taken(&g->behind, place))
        return false;
    return !g->behind.coalescer || inplace_release(g->behind.coalescer, place);
}

/* Keeps what the application in a place has left; false: out of memory. */
static bool keep_results(gpu *g, uint32_t place) {
    gpu_place *p = &g->place[place];
    collect_app(g, place, &g->ended[p->number]);
    p->before = (app_stats){0};
    collect_stats(g, place, &p->before);
    p->registers_before = collect_values(g, place).registers;
    if (!g->values[place])
        return true;
    const bool failed = value_memory_failed(g->values[place]);
    value_memory_free(g->values[place]);
    g->values[place] = new_values(g, place);
    return !failed && g->values[place];
}

/* A driver's work between two processes. Frames change their owner, so nothing on the chip may know them. */
static bool replace_app(gpu *g, uint32_t place) {
    gpu_place *p = &g->place[place];
    if (!keep_results(g, place)) {
        snprintf(g->error, sizeof g->error, "%s: out of memory for values", workload_name(g->work[place]));
        return false;
    }
    p->number++;
    (void)last_level_history(g->behind.tlb, &g->first_sample[p->number]);
    g->work[place] = g->all_work[p->number];
    driver_replace(g->driver, place, g->work[place]);
    driver_retry(g->driver);
    compaction_serve(&g->compaction, gpu_cycle(g));
    tlb_tree_invalidate(&g->behind.tlb_levels);
    for (uint32_t i = 0; i < g->config.chip.sm.count; i++)
        g->sm->flush(g->sms[i]);
    if (g->faults)
        fault_unit_forget(g->faults, place);
    dispatcher_replace(g->dispatcher, place, g->work[place]);
    return true;
}

/* The followers of all applications that are over and quiet; false: one line in g->error. */
static bool replace_ended(gpu *g) {
    for (uint32_t i = 0; i < g->napps; i++)
        if (dispatcher_ended(g->dispatcher, i) && place_quiet(g, i) && !replace_app(g, i))
            return false;
    return true;
}

/* ---- the window of measurement ---- */

/* Counts from this cycle on; no component ticks. */
static void open_window(gpu *g) {
    g->window.open = true;
    g->window.before = count_chip(g);
    for (uint32_t i = 0; i < g->napps; i++) {
        app_result now = {0};
        dispatcher_collect(g->dispatcher, i, &now);
        g->place[i].launches_before = now.launches;
        g->place[i].before = (app_stats){0};
        collect_stats(g, i, &g->place[i].before);
    }
}

/* An application that stood still all the time has no IPC to compare. */
static gpu_status close_window(gpu *g) {
    for (uint32_t i = 0; i < g->napps; i++) {
        app_result a;
        collect_app(g, i, &a);
        if (a.stats.instructions != 0)
            continue;
        snprintf(g->error, sizeof g->error,
                 "%s: no instruction from cycle %" PRIu64 " to %" PRIu64
                 ": expected a window (measure.warmup_epochs, measure.epochs) in which all applications run",
                 a.name, g->window.from, g->window.end);
        return GPU_ERROR;
    }
    return GPU_DONE;
}

/* ---- the run ---- */

/* Simulates up to the beginning of core cycle `cycle`, which is in the running epoch or its end. */
static gpu_status run_in_epoch(gpu *g, uint64_t cycle) {
    gmmu_time until = engine_cycle_time(g->engine, g->core_domain, cycle);
    engine_result stopped;
    do {
        stopped = engine_run(g->engine, until);
        if (find_error(g, stopped))
            return GPU_ERROR;
        compaction_serve(&g->compaction, gpu_cycle(g));
    } while (stopped == ENGINE_STOPPED && !dispatcher_done(g->dispatcher) && replace_ended(g));
    if (g->error[0])
        return GPU_ERROR;
    return stopped == ENGINE_STOPPED ? GPU_DONE : GPU_RUNNING;
}

static void end_timeline_epoch(gpu *g) {
    const chip_counts c = count_chip(g);
    chip_flow chip = {.mem_cycles = c.mem_cycles};
    memcpy(chip.queue_level, c.queue_level, sizeof chip.queue_level);
    app_flow flow[CHIP_MAX_APPS];
    for (uint32_t i = 0; i < g->napps; i++) {
        app_stats now = {0};
        collect_stats(g, i, &now);
        flow[i] = timeline_flow(&now);
    }
    timeline_add(&g->timeline, flow, &chip);
}

/* Simulates up to the beginning of core cycle `cycle`. */
static gpu_status run_to(gpu *g, uint64_t cycle) {
    for (;;) {
        const uint64_t end = timeline_end(&g->timeline);
        const gpu_status status = run_in_epoch(g, cycle < end ? cycle : end);
        if (status != GPU_RUNNING || cycle < end)
            return status;
        end_timeline_epoch(g);
        if (cycle == end)
            return status;
    }
}

/* An application without a finished launch at the end of measure.most_cycles starves, which is a result. */
static gpu_status run_all_launches(gpu *g) {
    const uint64_t most = g->config.measure.most_cycles;
    const gpu_status status = run_to(g, most && most < g->cycles ? most : g->cycles);
    return status == GPU_RUNNING && most && g->cycles >= most ? GPU_DONE : status;
}

gpu_status gpu_run(gpu *g, uint64_t cycles) {
    const gpu_window *w = &g->window;
    g->cycles += cycles;
    if (w->end == 0)
        return run_all_launches(g);
    if (!w->open) {
        gpu_status status = run_to(g, g->cycles < w->from ? g->cycles : w->from);
        if (status != GPU_RUNNING || g->cycles < w->from)
            return status;
        open_window(g);
    }
    gpu_status status = run_to(g, g->cycles < w->end ? g->cycles : w->end);
    return status == GPU_RUNNING && g->cycles >= w->end ? close_window(g) : status;
}

void gpu_collect(const gpu *g, gpu_result *result) {
    memset(result, 0, sizeof *result);
    result->cycles = gpu_cycle(g);
    result->window_from = g->window.open ? g->window.from : 0;
    result->event_hash = engine_event_hash(g->engine);
    result->events = engine_event_count(g->engine);
    result->apps = g->all;
    memcpy(result->app, g->ended, g->all * sizeof *g->ended);
    for (uint32_t i = 0; i < g->napps; i++)
        collect_app(g, i, &result->app[g->place[i].number]);
    const chip_counts counted = counted_of_chip(g);
    result->mem_cycles = counted.mem_cycles;
    result->faults = counted.faults;
    result->switching = counted.switching;
    result->preemptions = dispatcher_preemptions(g->dispatcher);
    result->coalescing = counted.coalescing;
    result->compaction = counted.compaction;
    result->owned_frames = phys_mem_owned(g->memory);
    result->pages_in_use = phys_mem_data_frames(g->memory) - driver_freed_in_large(g->driver) -
                           driver_fragments(g->driver)->pages;
    result->spare_pages = phys_mem_spare(g->memory) + driver_freed_in_large(g->driver);
    result->failsafe_pages = phys_mem_failsafe(g->memory);
    result->places = place_use_count(g->behind.use);
    result->bus_cycles = g->behind.channels ? counted.mem_cycles * g->config.chip.memory.channels : 0;
    const double samples = (double)counted.mem_cycles * g->config.chip.memory.channels;
    for (uint32_t q = 0; q < 3; q++) {
        result->queue_sum[q] = counted.queue_level[q];
        result->queue_level[q] = samples > 0.0 ? (double)counted.queue_level[q] / samples : 0.0;
    }
    collect_epochs(g, result);
    result->ticks = tick_profile_of(g->engine, &result->tick_rows);
}

bool gpu_reference(gpu *g, gpu_result *result, char *err, size_t err_size) {
    for (uint32_t i = 0; i < g->napps; i++) {
        if (value_memory_failed(g->values[i])) {
            snprintf(err, err_size, "%s: out of memory for values", workload_name(g->work[i]));
            return false;
        }
    }
    for (uint32_t i = 0; i < g->all; i++)
        if (!value_reference(g->all_work[i], &result->app[i].reference, &result->app[i].races, err, err_size))
            return false;
    return true;
}
