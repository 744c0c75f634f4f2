/* SPDX-License-Identifier: Apache-2.0 */
#include "l2_bench.h"

#include "unit_test.h"

#include <string.h>

#include "map_lists.h"

static uint64_t memory_tick(void *self, uint64_t cycle) {
    l2_bench_memory *m = self;
    const mem_message *request = NULL;
    if (mem_port_stalls(m->stall_percent, 99, cycle))
        return link_peek(m->in) ? cycle + 1 : GMMU_NEVER;
    while ((request = link_peek(m->in)) != NULL) {
        mem_message *reply = request->write ? NULL : link_push(m->out);
        if (!request->write && !reply)
            break;
        m->seen = alloc_resize(m->seen, m->count + 1, sizeof(mem_record));
        m->seen[m->count++] = (mem_record){.message = *request, .cycle = cycle};
        if (reply)
            *reply = *request;
        link_pop(m->in);
    }
    return GMMU_NEVER;
}

void l2_bench_open_by(l2_bench *t, const l2_bench_kind *kind, uint64_t shuffle) {
    memset(t, 0, sizeof(*t));
    t->cfg = (gpu_config){.chip = *chip_preset("mask"), .mask = mask_defaults};
    const bypass_skip skips = kind->bypass ? kind->skips : BYPASS_SKIPS_CACHE;
    t->cfg.design.l2_bypass = kind->bypass ? kind->bypass : "walks";
    t->cfg.design.bypass_first = 3;
    t->cfg.design.bypass_last = 4;
    t->cfg.design.bypass_skips = kind->chip_first ? BYPASS_SKIPS_CACHE : skips;
    t->cfg.chip.l2.bypass_first = kind->chip_first;
    t->cfg.chip.l2.bypass_skips = skips;
    t->cfg.chip.l2.bypass_counters = kind->counters;
    t->cfg.chip.l2.evicts = kind->evicts;
    t->cfg.chip.l2.sector_bytes = kind->sector_bytes ? kind->sector_bytes : GMMU_LINE_BYTES;
    t->cfg.chip.l2.mshrs = kind->mshrs;
    t->cfg.chip.l2.entry_latency = kind->entry_latency;
    t->cfg.chip.l2.port_cycles = kind->port_cycles ? kind->port_cycles : 1;
    t->map = open_map(&t->cfg.chip);
    t->e = engine_new();
    int core = engine_add_domain(t->e, "core", 1);
    t->b = l2_bank_new(t->e, &t->cfg, core, 3, t->map);
    assert_non_null(t->b);
    int number = l2_bank_component(t->b);
    mem_port_open(&t->port, t->e, core);
    mem_port_open(&t->mmu, t->e, core);
    t->mem.component = engine_add_component(t->e, "memory", core, memory_tick, &t->mem);
    t->port.out = engine_add_link(t->e, "requests", t->port.component, number, sizeof(mem_message), 4, 1);
    t->port.in = engine_add_link(t->e, "replies", number, t->port.component, sizeof(mem_message), 4, 1);
    t->mem.in = engine_add_link(t->e, "to memory", number, t->mem.component, sizeof(mem_message), 4, 1);
    t->mem.out = engine_add_link(t->e, "from memory", t->mem.component, number, sizeof(mem_message), 256,
                                 L2_BENCH_LATENCY);
    t->epochs = engine_add_link(t->e, "epochs", t->mmu.component, number, sizeof(epoch_message), 1, 1);
    l2_bank_attach(t->b, t->port.out, t->port.in, t->mem.in, t->mem.out);
    l2_bank_attach_epochs(t->b, t->epochs);
    t->mmu.out = t->epochs;
    engine_shuffle(t->e, shuffle);
}

void l2_bench_open(l2_bench *t, bool bypass, uint32_t mshrs, uint64_t shuffle) {
    l2_bench_open_by(t, &(l2_bench_kind){.bypass = bypass ? NULL : "none", .mshrs = mshrs}, shuffle);
}

void l2_bench_run(l2_bench *t) {
    assert_int_equal(engine_run(t->e, GMMU_NEVER), ENGINE_IDLE);
    assert_int_equal(t->port.sent, t->port.sends);
}

void l2_bench_close(l2_bench *t) {
    mem_port_close(&t->port);
    mem_port_close(&t->mmu);
    free(t->mem.seen);
    l2_bank_free(t->b);
    mem_map_free(t->map);
    engine_free(t->e);
}

mem_message l2_bench_line(const l2_bench *t, uint64_t index, uint32_t tag) {
    mem_message m = {.paddr = mem_map_address(t->map, 3, index), .tag = tag, .port = 7, .app = 1};
    return m;
}

uint64_t l2_bench_same_set(uint64_t k) {
    uint64_t index = k * L2_BENCH_SETS;
    return index | mem_fold(index, 6);
}

void l2_bench_send(l2_bench *t, uint64_t cycle, uint64_t index, uint32_t tag, bool write) {
    mem_message m = l2_bench_line(t, index, tag);
    m.write = write;
    mem_port_send(&t->port, cycle, m);
}
