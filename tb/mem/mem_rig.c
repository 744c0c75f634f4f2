/* SPDX-License-Identifier: Apache-2.0 */
#include "mem_rig.h"

#include <assert.h>
#include <string.h>

#include "unit_test.h"

#include "map_lists.h"
#include "mem/crossbar.h"
#include "mem/dram_channel.h"
#include "mem/l2_bank.h"
#include "mem_port.h"

#define MAX_PORTS    31U
#define MAX_BANKS    16U
#define MAX_CHANNELS 8U

/* Sends an epoch_message to all banks and channels now and then. */
typedef struct {
    int component;
    engine_link *to[MAX_BANKS + MAX_CHANNELS];
    uint32_t links;
    uint64_t every, left, number;
} epoch_source;

typedef struct {
    engine *e;
    const gpu_config *cfg;
    mem_map *map;
    crossbar *requests, *replies;
    mem_port port[MAX_PORTS];
    uint32_t ports;
    l2_bank *bank[MAX_BANKS];
    dram_channel *channel[MAX_CHANNELS];
    epoch_source epochs;
} rig;

static uint64_t epoch_tick(void *self, uint64_t cycle) {
    epoch_source *s = self;
    if (s->every == 0 || s->left == 0)
        return GMMU_NEVER;
    if (cycle == 0 || cycle % s->every)
        return (cycle / s->every + 1) * s->every;
    for (uint32_t i = 0; i < s->links; i++) {
        epoch_message *m = link_push(s->to[i]);
        if (!m)
            continue;
        *m = (epoch_message){.epoch = s->number};
        for (uint32_t a = 0; a < 3; a++) {
            m->conptw[a] = (uint8_t)((s->number * 7 + a * 5) % 64);
            m->stalled[a] = (uint8_t)((s->number * 3 + a) % 64);
        }
    }
    s->number++;
    s->left--;
    return cycle + s->every;
}

gpu_config mem_rig_config(const char *design) {
    gpu_config cfg = {.chip = *chip_preset("mask"), .design = *design_preset(design), .mask = mask_defaults};
    return cfg;
}

static engine_link *connect_to(rig *r, int from, int to, uint32_t capacity, uint32_t latency) {
    return engine_add_link(r->e, "link", from, to, sizeof(mem_message), capacity, latency);
}

static void connect_ports(rig *r, int core) {
    uint32_t latency = r->cfg->chip.xbar_latency;
    int requests = crossbar_component(r->requests), replies = crossbar_component(r->replies);
    for (uint32_t i = 0; i < r->ports; i++) {
        mem_port *p = &r->port[i];
        mem_port_open(p, r->e, core);
        p->random += i;
        p->out = connect_to(r, p->component, requests, 4, 1);
        p->in = connect_to(r, replies, p->component, latency + 4, latency);
        crossbar_attach_input(r->requests, i, p->out);
        crossbar_attach_output(r->replies, i, p->in);
    }
}

static void connect_epochs(rig *r, int consumer, engine_link **made) {
    epoch_source *s = &r->epochs;
    *made = engine_add_link(r->e, "epoch", s->component, consumer, sizeof(epoch_message), 1, 1);
    s->to[s->links++] = *made;
}

static void connect_memory(rig *r, int core, int memory) {
    const chip_config *chip = &r->cfg->chip;
    uint32_t latency = chip->xbar_latency;
    uint32_t banks_of_channel = chip->l2.banks / chip->memory.channels;
    engine_link *epochs = NULL;
    assert(banks_of_channel != 0);
    for (uint32_t k = 0; k < chip->memory.channels; k++) {
        r->channel[k] = dram_channel_new(r->e, r->cfg, memory, k, 3, r->map, NULL);
        assert_non_null(r->channel[k]);
        connect_epochs(r, dram_channel_component(r->channel[k]), &epochs);
        dram_channel_attach_epochs(r->channel[k], epochs);
    }
    for (uint32_t b = 0; b < chip->l2.banks; b++) {
        r->bank[b] = l2_bank_new(r->e, r->cfg, core, b, r->map);
        assert_non_null(r->bank[b]);
        int number = l2_bank_component(r->bank[b]);
        dram_channel *channel = r->channel[b / banks_of_channel];
        engine_link *in = connect_to(r, crossbar_component(r->requests), number, latency + 4, latency);
        engine_link *out = connect_to(r, number, crossbar_component(r->replies), 4, 1);
        engine_link *down = connect_to(r, number, dram_channel_component(channel), 8, 1);
        engine_link *up = connect_to(r, dram_channel_component(channel), number, 8, 1);
        crossbar_attach_output(r->requests, b, in);
        crossbar_attach_input(r->replies, b, out);
        l2_bank_attach(r->bank[b], in, out, down, up);
        dram_channel_attach_bank(channel, down, up);
        connect_epochs(r, number, &epochs);
        l2_bank_attach_epochs(r->bank[b], epochs);
    }
}

static void rig_open(rig *r, const gpu_config *cfg, const mem_rig_traffic *traffic) {
    memset(r, 0, sizeof(*r));
    r->cfg = cfg;
    r->e = engine_new();
    r->map = open_map(&cfg->chip);
    r->ports = cfg->chip.sm.count + 1;
    int core = engine_add_domain(r->e, "core", 279), memory = engine_add_domain(r->e, "memory", 170);
    const uint32_t banks = cfg->chip.l2.banks, flit = cfg->chip.xbar_flit_bytes,
                   sector = cfg->chip.l2.sector_bytes;
    r->requests = crossbar_new(r->e, core, "requests", (crossbar_shape){r->ports, banks, flit, sector},
                               crossbar_requests, r->map);
    r->replies = crossbar_new(r->e, core, "replies", (crossbar_shape){banks, r->ports, flit, sector},
                              crossbar_replies, NULL);
    r->epochs = (epoch_source){.every = traffic->epoch, .left = 10};
    r->epochs.component = engine_add_component(r->e, "epochs", core, epoch_tick, &r->epochs);
    connect_ports(r, core);
    connect_memory(r, core, memory);
    engine_shuffle(r->e, traffic->shuffle);
}

static void rig_close(rig *r) {
    for (uint32_t i = 0; i < r->ports; i++)
        mem_port_close(&r->port[i]);
    for (uint32_t b = 0; b < r->cfg->chip.l2.banks; b++)
        l2_bank_free(r->bank[b]);
    for (uint32_t k = 0; k < r->cfg->chip.memory.channels; k++)
        dram_channel_free(r->channel[k]);
    crossbar_free(r->requests);
    crossbar_free(r->replies);
    mem_map_free(r->map);
    engine_free(r->e);
}

static uint32_t messages_of(const rig *r, const mem_rig_traffic *traffic, uint32_t port) {
    return port + 1 == r->ports && traffic->walks ? traffic->walks : traffic->requests;
}

/* Streams and random accesses; the last port walks page tables. */
static void make_traffic(rig *r, const mem_rig_traffic *traffic) {
    uint64_t random = traffic->seed + 1;
    for (uint32_t i = 0; i < r->ports; i++) {
        bool walker = i + 1 == r->ports;
        for (uint32_t k = 0; k < messages_of(r, traffic, i); k++) {
            mem_message m = {.tag = k, .port = (uint8_t)i, .app = (uint8_t)(i % 3)};
            uint64_t line = i % 2 ? k + i * 4096U : random_next(&random) % 65536;
            if (walker) {
                m.app = (uint8_t)(random_next(&random) % 3);
                m.depth = (uint8_t)(1 + random_next(&random) % 4);
                line = 1000000 + random_next(&random) % (1U << (4U * m.depth));
            }
            m.write = !walker && random_next(&random) % 4 == 0;
            m.paddr = line * GMMU_LINE_BYTES;
            mem_port_send(&r->port[i], 0, m);
        }
        r->port[i].per_cycle = 1;
        r->port[i].stall_percent = traffic->stall;
    }
}

static void count_answers(const rig *r, const mem_rig_traffic *traffic, mem_rig_result *result) {
    for (uint32_t i = 0; i < r->ports; i++) {
        const mem_port *p = &r->port[i];
        uint8_t *seen = alloc_zeroed(messages_of(r, traffic, i), 1);
        result->sent += p->sent;
        for (size_t k = 0; k < p->sends; k++)
            result->reads += !p->send[k].message.write;
        for (size_t k = 0; k < p->gots; k++) {
            uint32_t tag = p->got[k].message.tag;
            bool again = seen[tag] || p->send[tag].message.write || p->got[k].message.port != i;
            result->duplicates += again;
            result->answered += !again;
            seen[tag] = 1;
        }
        free(seen);
    }
}

static void count_stats(const rig *r, mem_rig_result *result) {
    for (uint32_t a = 0; a < 3; a++) {
        for (uint32_t b = 0; b < r->cfg->chip.l2.banks; b++)
            for (uint32_t d = 0; d < GMMU_NUM_DEPTHS; d++)
                result->bypassed += l2_bank_stats(r->bank[b])[a].l2_bypassed[d];
        for (uint32_t k = 0; k < r->cfg->chip.memory.channels; k++) {
            const app_stats *s = &dram_channel_stats(r->channel[k])[a];
            result->row_hits += app_dram_row_hits(s);
            result->dram_writes += s->dram_writes;
            result->dram_reads += s->dram_requests[0] + s->dram_requests[1] + s->dram_requests[2];
        }
    }
}

mem_rig_result mem_rig_run(const gpu_config *cfg, const mem_rig_traffic *traffic) {
    mem_rig_result result = {0};
    rig r;
    rig_open(&r, cfg, traffic);
    make_traffic(&r, traffic);
    assert_int_equal(engine_run(r.e, GMMU_NEVER), ENGINE_IDLE);
    result.hash = engine_event_hash(r.e);
    result.events = engine_event_count(r.e);
    result.end = engine_now(r.e);
    count_answers(&r, traffic, &result);
    count_stats(&r, &result);
    rig_close(&r);
    return result;
}
