/* SPDX-License-Identifier: Apache-2.0 */
#include "chip/memory_system.h"

#include <stdio.h>
#include <stdlib.h>

#include "config/messages.h"

engine_link *memory_system_wire(engine *e, const char *name, uint32_t number, int from, int to, size_t bytes,
                                uint32_t slots, uint32_t latency) {
    char text[48];
    (void)snprintf(text, sizeof text, "%s %u", name, number);
    return engine_add_link(e, text, from, to, bytes, slots, latency);
}

/* A link of mem_message with a short buffer at its end. */
static engine_link *memory_system_wire_one(memory_system *m, const char *name, uint32_t number, int from,
                                           int to) {
    return memory_system_wire(m->engine, name, number, from, to, sizeof(mem_message),
                              m->config->chip.link_slots, 1);
}

/* The same from a crossbar, which takes xbar_latency to cross, and `more` cycles behind it. */
static engine_link *wire_across(memory_system *m, const char *name, uint32_t number, int from, int to,
                                uint32_t more) {
    const uint32_t latency = m->config->chip.xbar_latency + more;
    return memory_system_wire(m->engine, name, number, from, to, sizeof(mem_message),
                              m->config->chip.link_slots + latency, latency);
}

/* The way out of a cache: what leaves it takes `look_up` further cycles. */
static engine_link *wire_behind(memory_system *m, const char *name, uint32_t number, int from, int to,
                                uint32_t look_up) {
    return memory_system_wire(m->engine, name, number, from, to, sizeof(mem_message),
                              m->config->chip.link_slots + look_up, 1 + look_up);
}

/* Cycles of a look-up that what leaves the L1 cache has not waited for. With virtual tags (kind thesis) it
 * looked the cache up along with the L1 TLB, which has taken a part of them. */
static uint32_t l1_look_up_left(const chip_config *chip) {
    const uint32_t before = chip->sm.kind == SM_THESIS ? chip_l1_tlb(chip)->latency : 0;
    const bool waits = chip->l1.miss_from == MISS_FROM_LATENCY && chip->l1.latency > before;
    return waits ? chip->l1.latency - before : 0;
}

/* The same of an L2 bank, which checks its tags in the first cycle. */
static uint32_t l2_look_up_left(const chip_config *chip) {
    return chip->l2.miss_from == MISS_FROM_LATENCY ? chip->l2.latency - 1 : 0;
}

engine_link *memory_system_connect_epochs(memory_system *m, const char *name, uint32_t number,
                                          int component) {
    engine_link *l = memory_system_wire(m->engine, name, number, last_level_component(m->tlb), component,
                                        sizeof(epoch_message), MEMORY_SYSTEM_EPOCH_SLOTS, 1);
    last_level_attach_epoch(m->tlb, l);
    return l;
}

/* On a chip whose walks read nothing the channel is silent, but the L2 banks keep MSHRs for it. */
static bool own_way_to_l2(const gpu_config *config) {
    return config->design.l2_walk_channel || !chip_walks_read(&config->chip);
}

static void attach_walkers(memory_system *m) {
    int tlb = last_level_component(m->tlb);
    crossbar *to_banks = m->walks ? m->walks : m->requests;
    uint32_t first = m->walks ? 0 : m->config->chip.sm.count;
    for (uint32_t i = 0; i < chip_walk_ports(&m->config->chip); i++) {
        engine_link *request =
            memory_system_wire_one(m, "requests of walkers", i, tlb, crossbar_component(to_banks));
        engine_link *reply = wire_across(m, "replies to walkers", i, crossbar_component(m->replies), tlb, 0);
        crossbar_attach_input(to_banks, first + i, request);
        crossbar_attach_output(m->replies, m->config->chip.sm.count + i, reply); /* behind the SMs' ports */
        last_level_attach_memory(m->tlb, i, request, reply);
    }
}

/* The coalescer has the last port of the crossbars, among the requests. */
static void attach_coalescer(memory_system *m) {
    const chip_config *chip = &m->config->chip;
    const int component = inplace_component(m->coalescer), tlb = last_level_component(m->tlb);
    const uint32_t port = chip->sm.count + chip_walk_ports(chip);
    engine_link *to =
        memory_system_wire_one(m, "writes of coalescer", 0, component, crossbar_component(m->requests));
    engine_link *from =
        wire_across(m, "acknowledgements to coalescer", 0, crossbar_component(m->replies), component, 0);
    engine_link *tables = memory_system_wire(m->engine, "page tables of coalescer", 0, component, tlb,
                                             sizeof(table_update), m->config->chip.link_slots, 1);
    crossbar_attach_input(m->requests, m->walks ? chip->sm.count : port, to);
    crossbar_attach_output(m->replies, port, from);
    inplace_attach_memory(m->coalescer, (uint16_t)port, to, from);
    inplace_attach_tables(m->coalescer, tables);
    last_level_attach_tables(m->tlb, tables);
}

static crossbar *new_crossbar(const memory_system *m, const char *name, uint32_t inputs, uint32_t outputs,
                              crossbar_kind kind) {
    const crossbar_shape shape = {inputs, outputs, m->config->chip.xbar_flit_bytes,
                                  m->config->chip.l2.sector_bytes};
    return crossbar_new(m->engine, m->core_domain, name, shape, kind, m->map);
}

/* Its port comes after the ports of the L2 banks. */
static void add_host_memory(memory_system *m) {
    const uint32_t port = m->config->chip.l2.banks;
    m->host = host_memory_new(m->engine, m->config, m->core_domain);
    const int host = host_memory_component(m->host);
    engine_link *request =
        wire_across(m, "requests to host memory", 0, crossbar_component(m->requests), host, 0);
    engine_link *reply =
        memory_system_wire_one(m, "replies of host memory", 0, host, crossbar_component(m->replies));
    crossbar_attach_output(m->requests, port, request);
    crossbar_attach_input(m->replies, port, reply);
    host_memory_attach(m->host, request, reply);
}

bool memory_system_init(memory_system *m, engine *e, const gpu_config *config, const mem_map *map,
                        int core_domain, uint32_t napps, address_space *const *spaces, const uint8_t *sm_app,
                        const observer *watch, char *err, size_t err_size) {
    const chip_config *chip = &config->chip;
    const uint32_t coalescers = config->design.coalesce, hosts = mem_map_reaches_host(map);
    uint32_t walkers = chip_walk_ports(chip), ports = chip->sm.count + walkers;
    *m = (memory_system){
        .engine = e, .config = config, .core_domain = core_domain, .watch = watch, .map = map};
    m->tlb = last_level_new(e, core_domain, config, napps, spaces, sm_app, watch, err, err_size);
    bool own_way = own_way_to_l2(config);
    m->requests = new_crossbar(m, "request crossbar", (own_way ? chip->sm.count : ports) + coalescers,
                               chip->l2.banks + hosts, crossbar_requests);
    m->walks = own_way ? new_crossbar(m, "walk crossbar", walkers, chip->l2.banks, crossbar_requests) : NULL;
    m->replies =
        new_crossbar(m, "reply crossbar", chip->l2.banks + hosts, ports + coalescers, crossbar_replies);
    if (coalescers)
        m->coalescer = inplace_new(e, core_domain, config, spaces, napps, err, err_size);
    if (!m->tlb || !m->requests || !m->replies || (coalescers && !m->coalescer))
        return false;
    attach_walkers(m);
    if (hosts)
        add_host_memory(m);
    if (m->coalescer)
        attach_coalescer(m);
    return tlb_tree_init(&m->tlb_levels, e, core_domain, config, napps, m->tlb, err, err_size);
}

void memory_system_destroy(memory_system *m) {
    if (!m->config)
        return;
    for (uint32_t i = 0; m->banks && i < m->config->chip.l2.banks; i++)
        l2_bank_free(m->banks[i]);
    for (uint32_t i = 0; m->channels && i < m->config->chip.memory.channels; i++)
        dram_channel_free(m->channels[i]);
    flat_memory_free(m->flat);
    free((void *)m->banks);
    free((void *)m->channels);
    host_memory_free(m->host);
    crossbar_free(m->requests);
    crossbar_free(m->walks);
    crossbar_free(m->replies);
    tlb_tree_destroy(&m->tlb_levels);
    last_level_free(m->tlb);
    inplace_free(m->coalescer);
    data_oracle_free(m->data);
    place_use_free(m->use);
}

sm_links memory_system_attach_sm(memory_system *m, uint32_t number, int component) {
    tlb_links tlb = tlb_tree_connect_sm(&m->tlb_levels, number, component);
    sm_links l = {.to_tlb = tlb.to, .from_tlb = tlb.from};
    l.to_memory = wire_behind(m, "requests of sm", number, component, crossbar_component(m->requests),
                              l1_look_up_left(&m->config->chip));
    l.from_memory = wire_across(m, "replies to sm", number, crossbar_component(m->replies), component, 0);
    m->from_sm[number] = l.to_memory;
    crossbar_attach_input(m->requests, number, l.to_memory);
    crossbar_attach_output(m->replies, number, l.from_memory);
    return l;
}

bool memory_system_add_banks(memory_system *m) {
    const chip_config *chip = &m->config->chip;
    m->banks = (l2_bank **)calloc(chip->l2.banks, sizeof(l2_bank *));
    for (uint32_t i = 0; m->banks && i < chip->l2.banks; i++) {
        m->banks[i] = l2_bank_new(m->engine, m->config, m->core_domain, i, m->map);
        if (!m->banks[i])
            return false;
    }
    return m->banks != NULL;
}

bank_links memory_system_connect_bank(memory_system *m, uint32_t number, int component) {
    l2_bank *b = m->banks[number];
    int bank = l2_bank_component(b);
    engine_link *request = wire_across(m, "requests to bank", number, crossbar_component(m->requests), bank,
                                       m->config->chip.l2.entry_latency);
    engine_link *walk =
        m->walks ? wire_across(m, "walks to bank", number, crossbar_component(m->walks), bank, 0) : NULL;
    engine_link *reply =
        memory_system_wire_one(m, "replies of bank", number, bank, crossbar_component(m->replies));
    const uint32_t look_up = l2_look_up_left(&m->config->chip);
    bank_links l = {.down = wire_behind(m, "requests to memory", number, bank, component, look_up),
                    .walks = wire_behind(m, "walks to memory", number, bank, component, look_up),
                    .up = memory_system_wire_one(m, "replies of memory", number, component, bank)};
    crossbar_attach_output(m->requests, number, request);
    if (walk)
        crossbar_attach_output(m->walks, number, walk);
    crossbar_attach_input(m->replies, number, reply);
    l2_bank_attach(b, request, reply, l.down, l.up);
    l2_bank_attach_walks(b, walk, m->config->design.dram_walk_channel ? l.walks : NULL);
    l2_bank_attach_epochs(b, memory_system_connect_epochs(m, "epochs to bank", number, bank));
    return l;
}

static bool make_channels(memory_system *m, int mem_domain, uint32_t napps) {
    uint32_t count = m->config->chip.memory.channels;
    m->channels = (dram_channel **)calloc(count, sizeof(dram_channel *));
    for (uint32_t i = 0; m->channels && i < count; i++) {
        m->channels[i] = dram_channel_new(m->engine, m->config, mem_domain, i, napps, m->map, m->watch);
        if (!m->channels[i])
            return false;
    }
    return m->channels != NULL;
}

static void add_flat_memory(memory_system *m) {
    m->flat = flat_memory_new(m->engine, &m->config->chip, m->core_domain);
    for (uint32_t i = 0; i < m->config->chip.l2.banks; i++) {
        bank_links l = memory_system_connect_bank(m, i, flat_memory_component(m->flat));
        flat_memory_attach_bank(m->flat, i, l.down, l.walks, l.up);
    }
}

static bool add_dram(memory_system *m, int mem_domain, uint32_t napps) {
    const chip_config *chip = &m->config->chip;
    if (!make_channels(m, mem_domain, napps))
        return false;
    const uint32_t per_channel = chip->l2.banks / chip->memory.channels;
    for (uint32_t i = 0; i < chip->l2.banks; i++) {
        dram_channel *c = m->channels[i / per_channel];
        bank_links l = memory_system_connect_bank(m, i, dram_channel_component(c));
        dram_channel_attach_bank(c, l.down, l.up);
        dram_channel_attach_walks(c, i % per_channel, l.walks);
    }
    for (uint32_t i = 0; i < chip->memory.channels; i++) {
        int channel = dram_channel_component(m->channels[i]);
        dram_channel_attach_epochs(m->channels[i],
                                   memory_system_connect_epochs(m, "epochs to channel", i, channel));
    }
    return true;
}

static void watch_data(memory_system *m) {
    m->data = data_oracle_new();
    last_level_attach_data(m->tlb, m->data);
    for (uint32_t i = 0; i < m->config->chip.l2.banks; i++)
        l2_bank_attach_oracle(m->banks[i], m->data);
    for (uint32_t i = 0; m->channels && i < m->config->chip.memory.channels; i++)
        dram_channel_attach_oracle(m->channels[i], m->data);
    if (m->flat)
        flat_memory_attach_oracle(m->flat, m->data);
    if (m->host)
        host_memory_attach_oracle(m->host, m->data);
}

static void watch_places(memory_system *m) {
    m->use = place_use_new(&m->config->chip);
    for (uint32_t i = 0; i < m->config->chip.l2.banks; i++)
        l2_bank_attach_use(m->banks[i], m->use);
    for (uint32_t i = 0; m->channels && i < m->config->chip.memory.channels; i++)
        dram_channel_attach_use(m->channels[i], m->use);
}

bool memory_system_add_channels(memory_system *m, int mem_domain, uint32_t napps) {
    if (m->config->chip.memory.flat_latency != 0)
        add_flat_memory(m);
    else if (!add_dram(m, mem_domain, napps))
        return false;
    watch_data(m);
    watch_places(m);
    return true;
}

static void attach_caller(memory_system *m, int component) {
    inplace_attach_caller(m->coalescer, memory_system_wire(m->engine, "calls to coalescer", 0, component,
                                                           inplace_component(m->coalescer),
                                                           sizeof(inplace_call), INPLACE_CALLS, 1));
}

fault_links memory_system_connect_faults(memory_system *m, int component) {
    int tlb = last_level_component(m->tlb);
    fault_links l = {.requests = memory_system_wire(m->engine, "faults of tlb", 0, tlb, component,
                                                    sizeof(fault_request), m->config->chip.link_slots, 1),
                     .resolved = memory_system_wire(m->engine, "faults to tlb", 0, component, tlb,
                                                    sizeof(fault_resolved), m->config->chip.link_slots, 1)};
    last_level_attach_faults(m->tlb, l.requests, l.resolved);
    if (m->coalescer) {
        attach_caller(m, tlb);
        last_level_attach_coalescer(m->tlb, m->coalescer);
    }
    return l;
}

static bool has_crossed(engine_link *from_sm, uint32_t app) {
    const mem_message *waiting = NULL;
    for (uint32_t i = 0; (waiting = link_message(from_sm, i)) != NULL; i++)
        if (app == MEMORY_SYSTEM_ANY || waiting->app == app)
            return false;
    return true;
}

bool memory_system_stores_taken(const memory_system *m, uint32_t app) {
    for (uint32_t i = 0; i < m->config->chip.sm.count; i++)
        if (!has_crossed(m->from_sm[i], app))
            return false;
    return true;
}

static line_table *lines_of(const memory_system *m, uint64_t paddr) {
    return m->flat ? flat_memory_lines(m->flat)
                   : dram_channel_lines(m->channels[mem_map_place(m->map, paddr).channel]);
}

static bool lies_in_memory(const memory_system *m, uint64_t paddr) {
    return line_table_get(lines_of(m, paddr), paddr >> LINE_ADDRESS_BITS) == data_oracle_now(m->data, paddr);
}

bool memory_system_copy_line(memory_system *m, uint64_t from, uint64_t to) {
    if (!lies_in_memory(m, from) || !lies_in_memory(m, to))
        return false;
    const line_data data = line_data_next(data_oracle_now(m->data, to));
    data_oracle_write(m->data, data);
    line_table_put(lines_of(m, to), data);
    return true;
}

void memory_system_connect_driver(memory_system *m, int component) {
    if (m->coalescer)
        attach_caller(m, component);
}

void memory_system_collect(const memory_system *m, uint32_t app, app_stats *to) {
    for (uint32_t i = 0; i < m->config->chip.l2.banks; i++)
        app_stats_add(to, &l2_bank_stats(m->banks[i])[app]);
    for (uint32_t i = 0; m->channels && i < m->config->chip.memory.channels; i++)
        app_stats_add(to, &dram_channel_stats(m->channels[i])[app]);
    if (m->flat)
        app_stats_add(to, &flat_memory_stats(m->flat)[app]);
    if (m->host)
        app_stats_add(to, &host_memory_stats(m->host)[app]);
    tlb_tree_collect(&m->tlb_levels, app, to);
    last_level_collect(m->tlb, app, to);
}
