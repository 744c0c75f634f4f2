/* SPDX-License-Identifier: Apache-2.0 */
#include "systemc/gddr5_channels.h"

#include "base/alloc.h"
#include "chip/memory_system.h"

struct gddr5_channels {
    gpu_config config;
    engine *engine;
    boundary *boundary;
    uint32_t period;
    uint64_t cycle; /* edges so far */
    mem_map *map;
    dram_channel **channels;
};

/* A link into the channel: the far side holds the buffer. */
static engine_link *add_inlet(gddr5_channels *g, const char *name, uint32_t number, int channel, size_t bytes,
                              uint32_t slots) {
    engine_link *l = memory_system_wire(g->engine, name, number, boundary_component(g->boundary), channel,
                                        bytes, slots, 1);
    (void)boundary_add_inlet(g->boundary, l);
    return l;
}

static void connect_banks(gddr5_channels *g) {
    const uint32_t per_channel = g->config.chip.l2.banks / g->config.chip.memory.channels;
    for (uint32_t i = 0; i < g->config.chip.l2.banks; i++) {
        dram_channel *c = g->channels[i / per_channel];
        int channel = dram_channel_component(c);
        engine_link *out =
            memory_system_wire(g->engine, "replies of memory", i, channel, boundary_component(g->boundary),
                               sizeof(mem_message), g->config.chip.link_slots, 1);
        engine_link *in = add_inlet(g, "requests to memory", i, channel, sizeof(mem_message), 1);
        dram_channel_attach_bank(c, in, out);
        (void)boundary_add_outlet(g->boundary, out);
    }
    for (uint32_t i = 0; i < g->config.chip.l2.banks; i++) {
        dram_channel *c = g->channels[i / per_channel];
        engine_link *in =
            add_inlet(g, "walks to memory", i, dram_channel_component(c), sizeof(mem_message), 1);
        dram_channel_attach_walks(c, i % per_channel, in);
    }
}

static void connect_epochs(gddr5_channels *g) {
    for (uint32_t i = 0; i < g->config.chip.memory.channels; i++) {
        int channel = dram_channel_component(g->channels[i]);
        engine_link *epochs =
            add_inlet(g, "epochs to channel", i, channel, sizeof(epoch_message), MEMORY_SYSTEM_EPOCH_SLOTS);
        dram_channel_attach_epochs(g->channels[i], epochs);
    }
}

gddr5_channels *gddr5_channels_new(const gpu_config *config, uint32_t apps, char *err, size_t err_size) {
    const chip_config *chip = &config->chip;
    gddr5_channels *g = alloc_zeroed(1, sizeof(*g));
    g->config = *config;
    g->map = mem_map_new_for(config, 1, err, err_size);
    g->engine = engine_new();
    g->period = chip_base_mhz(chip) / chip->mem_mhz;
    if (g->period < 2)
        g->period = 2;
    int domain = engine_add_domain(g->engine, "memory", g->period);
    g->boundary = boundary_new(g->engine, g->period);
    g->channels = (dram_channel **)alloc_zeroed(chip->memory.channels, sizeof(dram_channel *));
    if (!g->map) {
        gddr5_channels_free(g);
        return NULL;
    }
    for (uint32_t i = 0; i < chip->memory.channels; i++) {
        g->channels[i] = dram_channel_new(g->engine, &g->config, domain, i, apps, g->map, NULL);
        if (!g->channels[i]) {
            gddr5_channels_free(g);
            return NULL;
        }
    }
    connect_banks(g);
    connect_epochs(g);
    return g;
}

void gddr5_channels_free(gddr5_channels *g) {
    if (!g)
        return;
    for (uint32_t i = 0; i < g->config.chip.memory.channels; i++)
        dram_channel_free(g->channels[i]);
    free((void *)g->channels);
    mem_map_free(g->map);
    boundary_free(g->boundary);
    engine_free(g->engine);
    free(g);
}

void gddr5_channels_edge(gddr5_channels *g) {
    (void)engine_run(g->engine, g->cycle * g->period + 1);
    g->cycle++;
}

boundary *gddr5_channels_boundary(gddr5_channels *g) {
    return g->boundary;
}

void gddr5_channels_epoch(gddr5_channels *g, const epoch_message *message) {
    for (uint32_t i = 0; i < g->config.chip.memory.channels; i++) {
        epoch_message *slot = boundary_offer(g->boundary, 2 * g->config.chip.l2.banks + i);
        if (slot)
            *slot = *message;
    }
}

app_stats gddr5_channels_stats(const gddr5_channels *g, uint32_t app) {
    app_stats stats = {0};
    for (uint32_t i = 0; i < g->config.chip.memory.channels; i++)
        app_stats_add(&stats, &dram_channel_stats(g->channels[i])[app]);
    return stats;
}
