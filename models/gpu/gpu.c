#include "gpu/gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/dispatcher.h"
#include "gpu/messages.h"
#include "mem/crossbar.h"
#include "mem/dram_channel.h"
#include "mem/l2_bank.h"
#include "mem/mem_map.h"
#include "mmu/address_space.h"
#include "mmu/oracle.h"
#include "sm/sm.h"
#include "units/unit.h"

#define LINK_SLOTS  8U /* D: entries of the buffers between components */
#define EPOCH_SLOTS 2U

/* Cycles without a single event after which a run counts as hung; the longest
 * legitimate silence, a page walk through a full memory system, is far shorter. */
#define HANG_CYCLES 2000000U

/* Driver of one address space: maps a page before its first use. */
typedef struct {
    address_space *space;
    bool failed;
    uint64_t vpn;
    map_result why;
} page_mapper;

struct gpu {
    gpu_config config;
    engine *engine;
    int core_domain, mem_domain;
    uint32_t napps;
    gpu_app app[GMMU_NUM_APPS];
    workload *work[GMMU_NUM_APPS];
    address_space *space[GMMU_NUM_APPS];
    page_mapper mapper[GMMU_NUM_APPS];
    phys_mem *memory;
    oracle *oracle;
    mem_map map;
    dispatcher *dispatcher;
    sm **sms;
    shared_tlb *tlb;
    crossbar *requests, *walks, *replies; /* walks: from the walker to the L2 banks, a channel of its own */
    l2_bank **banks;
    dram_channel **channels;
    uint8_t core_app[GMMU_NUM_CORES];
    uint64_t cycles;                  /* simulated so far */
    uint64_t seen_events, seen_cycle; /* the last progress noticed */
    char error[512];
};

static void touch_page(void *ctx, uint64_t vpn) {
    page_mapper *m = ctx;
    map_result r = address_space_map(m->space, vpn);
    if (r == MAP_OK || m->failed)
        return;
    m->failed = true;
    m->vpn = vpn;
    m->why = r;
}

static bool check_config(const gpu_config *c, const gpu_app *apps, uint32_t napps, char *err, size_t n) {
    const chip_config *chip = &c->chip;
    if (napps < 1 || napps > GMMU_NUM_APPS || chip->sms < 1 || chip->sms > GMMU_NUM_CORES ||
        chip->l2_banks % chip->channels != 0 || chip->sms + 1 > CROSSBAR_MAX_PORTS) {
        snprintf(err, n,
                 "chip '%s': expected 1..%d applications, 1..%d SMs, L2 banks a multiple of the channels",
                 chip->name, GMMU_NUM_APPS, GMMU_NUM_CORES);
        return false;
    }
    for (uint32_t i = 0; i < napps; i++) {
        if (apps[i].sms < 1 || apps[i].first_sm + apps[i].sms > chip->sms) {
            snprintf(err, n, "application %u: expected SMs within the chip's %u", i, chip->sms);
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

static bool open_apps(gpu *g, char *err, size_t n) {
    g->memory = phys_mem_new(mem_map_bytes(&g->map) >> GMMU_PAGE_BITS < PHYS_MEM_MAX_FRAMES
                                 ? mem_map_bytes(&g->map) >> GMMU_PAGE_BITS
                                 : PHYS_MEM_MAX_FRAMES,
                             PHYS_MEM_TABLE_FRAMES);
    for (uint32_t i = 0; i < g->napps; i++) {
        g->space[i] =
            g->memory ? address_space_new(g->memory, (uint16_t)(i + 1), g->config.chip.walk_levels) : NULL;
        if (!g->space[i]) {
            snprintf(err, n, "application %u: out of memory", i);
            return false;
        }
        g->work[i] = workload_open(g->app[i].spec, g->config.window_bytes, g->config.seed, err, n);
        if (!g->work[i])
            return false;
        g->mapper[i] = (page_mapper){.space = g->space[i]};
        workload_set_touch(g->work[i], touch_page, &g->mapper[i]);
    }
    g->oracle = oracle_new(g->space, g->napps);
    return g->oracle != NULL;
}

static engine_link *wire(gpu *g, const char *name, uint32_t number, int from, int to, size_t bytes,
                         uint32_t slots, uint32_t latency) {
    char text[48];
    snprintf(text, sizeof text, "%s %u", name, number);
    return engine_add_link(g->engine, text, from, to, bytes, slots, latency);
}

static bool make_components(gpu *g, const observer *watch, char *err, size_t n) {
    const chip_config *chip = &g->config.chip;
    engine *e = g->engine;
    uint16_t asids[GMMU_NUM_APPS];
    for (uint32_t i = 0; i < g->napps; i++)
        asids[i] = address_space_asid(g->space[i]);
    uint32_t ports = chip->sms + 1;
    g->dispatcher = dispatcher_new(e, &g->config, g->core_domain, g->app, g->work, asids, g->napps);
    g->tlb = shared_tlb_new(e, g->core_domain, &g->config, g->napps, g->space, g->core_app, watch, err, n);
    g->requests = crossbar_new(e, &g->config, g->core_domain, "request crossbar", chip->sms, chip->l2_banks,
                               crossbar_route_request, &g->map);
    g->walks = crossbar_new(e, &g->config, g->core_domain, "walk crossbar", 1, chip->l2_banks,
                            crossbar_route_request, &g->map);
    g->replies = crossbar_new(e, &g->config, g->core_domain, "reply crossbar", chip->l2_banks, ports,
                              crossbar_route_reply, NULL);
    g->sms = calloc(chip->sms, sizeof(sm *));
    g->banks = calloc(chip->l2_banks, sizeof(l2_bank *));
    g->channels = calloc(chip->channels, sizeof(dram_channel *));
    bool ok =
        g->dispatcher && g->tlb && g->requests && g->walks && g->replies && g->sms && g->banks && g->channels;
    for (uint32_t i = 0; ok && i < chip->sms; i++)
        ok = (g->sms[i] = sm_new(e, g->core_domain, &g->config, i, g->oracle, watch)) != NULL;
    for (uint32_t i = 0; ok && i < chip->l2_banks; i++)
        ok = (g->banks[i] = l2_bank_new(e, &g->config, g->core_domain, i, &g->map)) != NULL;
    for (uint32_t i = 0; ok && i < chip->channels; i++)
        ok = (g->channels[i] = dram_channel_new(e, &g->config, g->mem_domain, i, g->napps, &g->map, watch)) !=
             NULL;
    return ok;
}

static void connect_sms(gpu *g) {
    const chip_config *chip = &g->config.chip;
    int dispatch = dispatcher_component(g->dispatcher);
    int tlb = shared_tlb_component(g->tlb);
    int out = crossbar_component(g->requests);
    int back = crossbar_component(g->replies);
    for (uint32_t i = 0; i < chip->sms; i++) {
        int core = sm_component(g->sms[i]);
        engine_link *blocks = wire(g, "blocks to sm", i, dispatch, core, sizeof(block_message), 2, 1);
        engine_link *done =
            wire(g, "blocks from sm", i, core, dispatch, sizeof(block_done_message), LINK_SLOTS, 1);
        dispatcher_attach_sm(g->dispatcher, i, blocks, done);
        sm_attach_dispatcher(g->sms[i], blocks, done);
        engine_link *ask =
            wire(g, "tlb requests of sm", i, core, tlb, sizeof(tlb_request), LINK_SLOTS, chip->xbar_latency);
        engine_link *answer =
            wire(g, "tlb replies to sm", i, tlb, core, sizeof(tlb_reply), LINK_SLOTS, chip->xbar_latency);
        shared_tlb_attach_sm(g->tlb, i, ask, answer);
        sm_attach_tlb(g->sms[i], ask, answer);
        engine_link *request = wire(g, "requests of sm", i, core, out, sizeof(mem_message), LINK_SLOTS, 1);
        engine_link *reply = wire(g, "replies to sm", i, back, core, sizeof(mem_message),
                                  LINK_SLOTS + chip->xbar_latency, chip->xbar_latency);
        crossbar_attach_input(g->requests, i, request);
        crossbar_attach_output(g->replies, i, reply);
        sm_attach_memory(g->sms[i], request, reply);
    }
    uint32_t port = chip->sms;
    engine_link *request = wire(g, "requests of walker", 0, tlb, crossbar_component(g->walks),
                                sizeof(mem_message), LINK_SLOTS, 1);
    engine_link *reply = wire(g, "replies to walker", 0, back, tlb, sizeof(mem_message),
                              LINK_SLOTS + chip->xbar_latency, chip->xbar_latency);
    crossbar_attach_input(g->walks, 0, request);
    crossbar_attach_output(g->replies, port, reply);
    shared_tlb_attach_memory(g->tlb, request, reply);
}

static void connect_memory(gpu *g) {
    const chip_config *chip = &g->config.chip;
    uint32_t banks_per_channel = chip->l2_banks / chip->channels;
    int tlb = shared_tlb_component(g->tlb);
    int out = crossbar_component(g->requests);
    int back = crossbar_component(g->replies);
    for (uint32_t i = 0; i < chip->l2_banks; i++) {
        dram_channel *c = g->channels[i / banks_per_channel];
        int bank = l2_bank_component(g->banks[i]);
        int channel = dram_channel_component(c);
        engine_link *request = wire(g, "requests to bank", i, out, bank, sizeof(mem_message),
                                    LINK_SLOTS + chip->xbar_latency, chip->xbar_latency);
        engine_link *reply = wire(g, "replies of bank", i, bank, back, sizeof(mem_message), LINK_SLOTS, 1);
        engine_link *down =
            wire(g, "requests to channel", i, bank, channel, sizeof(mem_message), LINK_SLOTS, 1);
        engine_link *up = wire(g, "replies of channel", i, channel, bank, sizeof(mem_message), LINK_SLOTS, 1);
        crossbar_attach_output(g->requests, i, request);
        crossbar_attach_input(g->replies, i, reply);
        l2_bank_attach(g->banks[i], request, reply, down, up);
        dram_channel_attach_bank(c, down, up);
        engine_link *walk = wire(g, "walks to bank", i, crossbar_component(g->walks), bank,
                                 sizeof(mem_message), LINK_SLOTS + chip->xbar_latency, chip->xbar_latency);
        engine_link *walk_down =
            wire(g, "walks to channel", i, bank, channel, sizeof(mem_message), LINK_SLOTS, 1);
        crossbar_attach_output(g->walks, i, walk);
        l2_bank_attach_walks(g->banks[i], walk, walk_down);
        dram_channel_attach_walks(c, i % banks_per_channel, walk_down);
        engine_link *epochs = wire(g, "epochs to bank", i, tlb, bank, sizeof(epoch_message), EPOCH_SLOTS, 1);
        l2_bank_attach_epochs(g->banks[i], epochs);
        shared_tlb_attach_epoch(g->tlb, epochs);
    }
    for (uint32_t i = 0; i < chip->channels; i++) {
        int channel = dram_channel_component(g->channels[i]);
        engine_link *epochs =
            wire(g, "epochs to channel", i, tlb, channel, sizeof(epoch_message), EPOCH_SLOTS, 1);
        dram_channel_attach_epochs(g->channels[i], epochs);
        shared_tlb_attach_epoch(g->tlb, epochs);
    }
}

gpu *gpu_new(const gpu_config *config, const gpu_app *apps, uint32_t napps, const observer *watch, char *err,
             size_t err_size) {
    if (!check_config(config, apps, napps, err, err_size))
        return NULL;
    gpu *g = calloc(1, sizeof *g);
    if (!g)
        return NULL;
    g->config = *config;
    g->napps = napps;
    memcpy(g->app, apps, napps * sizeof *apps);
    memset(g->core_app, GMMU_NO_APP, sizeof g->core_app);
    for (uint32_t i = 0; i < napps; i++)
        memset(g->core_app + apps[i].first_sm, (int)i, apps[i].sms);
    g->map = mem_map_of(&g->config.chip);
    g->engine = engine_new();
    uint32_t base = chip_base_mhz(&config->chip);
    g->core_domain = engine_add_domain(g->engine, "core", base / config->chip.core_mhz);
    g->mem_domain = engine_add_domain(g->engine, "memory", base / config->chip.mem_mhz);
    snprintf(err, err_size, "out of memory");
    if (!open_apps(g, err, err_size) || !make_components(g, watch, err, err_size)) {
        gpu_free(g);
        return NULL;
    }
    connect_sms(g);
    connect_memory(g);
    engine_shuffle(g->engine, config->shuffle_seed);
    return g;
}

void gpu_free(gpu *g) {
    if (!g)
        return;
    const chip_config *chip = &g->config.chip;
    for (uint32_t i = 0; g->sms && i < chip->sms; i++)
        sm_free(g->sms[i]);
    for (uint32_t i = 0; g->banks && i < chip->l2_banks; i++)
        l2_bank_free(g->banks[i]);
    for (uint32_t i = 0; g->channels && i < chip->channels; i++)
        dram_channel_free(g->channels[i]);
    free(g->sms);
    free(g->banks);
    free(g->channels);
    crossbar_free(g->requests);
    crossbar_free(g->walks);
    crossbar_free(g->replies);
    shared_tlb_free(g->tlb);
    dispatcher_free(g->dispatcher);
    oracle_free(g->oracle);
    for (uint32_t i = 0; i < g->napps; i++) {
        workload_close(g->work[i]);
        address_space_free(g->space[i]);
    }
    phys_mem_free(g->memory);
    engine_free(g->engine);
    free(g);
}

/* The epoch timer keeps the engine awake, so a hang shows as cycles without events. */
static bool hung(gpu *g, engine_result stopped) {
    uint64_t events = engine_event_count(g->engine);
    if (events != g->seen_events) {
        g->seen_events = events;
        g->seen_cycle = gpu_cycle(g);
    }
    return stopped == ENGINE_IDLE || gpu_cycle(g) - g->seen_cycle > HANG_CYCLES;
}

/* Did anything go wrong that no component stops for by itself? */
static bool find_error(gpu *g, engine_result stopped) {
    const char *message = dispatcher_error(g->dispatcher);
    if (message) {
        snprintf(g->error, sizeof g->error, "%s", message);
        return true;
    }
    for (uint32_t i = 0; i < g->napps; i++) {
        if (g->mapper[i].failed) {
            snprintf(g->error, sizeof g->error, "%s: page 0x%llx cannot be mapped: %s",
                     workload_name(g->work[i]), (unsigned long long)g->mapper[i].vpn,
                     map_result_text(g->mapper[i].why));
            return true;
        }
    }
    if (oracle_mismatches(g->oracle)) {
        oracle_report(g->oracle, g->error, sizeof g->error);
        return true;
    }
    if (hung(g, stopped)) {
        snprintf(g->error, sizeof g->error,
                 "deadlock: nothing happens any more in cycle %llu, but work is left",
                 (unsigned long long)gpu_cycle(g));
        return true;
    }
    return false;
}

gpu_status gpu_run(gpu *g, uint64_t cycles) {
    g->cycles += cycles;
    gmmu_time until = engine_cycle_time(g->engine, g->core_domain, g->cycles);
    engine_result stopped = engine_run(g->engine, until);
    if (find_error(g, stopped))
        return GPU_ERROR;
    return stopped == ENGINE_STOPPED ? GPU_DONE : GPU_RUNNING;
}

const char *gpu_error(const gpu *g) {
    return g->error;
}

double gpu_progress(const gpu *g) {
    return dispatcher_progress(g->dispatcher);
}

uint64_t gpu_cycle(const gpu *g) {
    return engine_cycle(g->engine, g->core_domain);
}

static void collect_sms(const gpu *g, uint32_t app, app_stats *to) {
    for (uint32_t i = 0; i < g->config.chip.sms; i++)
        app_stats_add(to, &sm_stats(g->sms[i])[app]);
}

static void collect_memory(const gpu *g, uint32_t app, app_stats *to) {
    for (uint32_t i = 0; i < g->config.chip.l2_banks; i++)
        app_stats_add(to, &l2_bank_stats(g->banks[i])[app]);
    for (uint32_t i = 0; i < g->config.chip.channels; i++)
        app_stats_add(to, &dram_channel_stats(g->channels[i])[app]);
}

static void collect_epochs(const gpu *g, gpu_result *result) {
    size_t count = 0;
    const epoch_sample *samples = shared_tlb_history(g->tlb, &count);
    result->epochs = count ? malloc(count * sizeof *samples) : NULL;
    if (result->epochs) {
        memcpy(result->epochs, samples, count * sizeof *samples);
        result->epoch_samples = count;
    }
}

void gpu_collect(const gpu *g, gpu_result *result) {
    memset(result, 0, sizeof *result);
    result->cycles = gpu_cycle(g);
    result->mem_cycles = engine_cycle(g->engine, g->mem_domain);
    result->event_hash = engine_event_hash(g->engine);
    result->events = engine_event_count(g->engine);
    result->apps = g->napps;
    for (uint32_t i = 0; i < g->napps; i++) {
        app_result *a = &result->app[i];
        snprintf(a->name, sizeof a->name, "%s", workload_name(g->work[i]));
        a->asid = address_space_asid(g->space[i]);
        a->sms = g->app[i].sms;
        a->tokens = shared_tlb_tokens(g->tlb, i);
        dispatcher_collect(g->dispatcher, i, a);
        collect_sms(g, i, &a->stats);
        collect_memory(g, i, &a->stats);
        app_stats_add(&a->stats, &shared_tlb_stats(g->tlb)[i]);
    }
    for (uint32_t q = 0; q < 3; q++) {
        double sum = 0.0;
        for (uint32_t i = 0; i < g->config.chip.channels; i++)
            sum += (double)dram_channel_level_sum(g->channels[i], q);
        double samples = (double)result->mem_cycles * g->config.chip.channels;
        result->queue_level[q] = samples > 0.0 ? sum / samples : 0.0;
    }
    collect_epochs(g, result);
}

static bool same_app(const app_result *a, const app_result *b) {
    return strcmp(a->name, b->name) == 0 && a->asid == b->asid && a->sms == b->sms &&
           a->launches == b->launches && a->first_instructions == b->first_instructions &&
           a->first_cycles == b->first_cycles && a->tokens == b->tokens &&
           memcmp(&a->stats, &b->stats, sizeof a->stats) == 0;
}

bool gpu_result_equal(const gpu_result *a, const gpu_result *b) {
    bool same = a->cycles == b->cycles && a->mem_cycles == b->mem_cycles && a->event_hash == b->event_hash &&
                a->events == b->events && a->apps == b->apps && a->epoch_samples == b->epoch_samples;
    for (uint32_t i = 0; same && i < a->apps; i++)
        same = same_app(&a->app[i], &b->app[i]);
    return same;
}

void gpu_result_free(gpu_result *result) {
    free(result->epochs);
    result->epochs = NULL;
    result->epoch_samples = 0;
}

double app_ipc(const app_result *app) {
    return app->first_cycles ? (double)app->first_instructions / (double)app->first_cycles : 0.0;
}
