/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu_rig.h"

#include <stdlib.h>
#include <string.h>

/* ---- stubs ---- */

static void take_answer(stub_sm *s, const tlb_reply *reply, uint64_t cycle) {
    assert_true(reply->tag < s->sent);
    ask *a = &s->asks[reply->tag];
    assert_int_equal(reply->vpn, a->vpn);
    assert_false(a->waiting || a->again);
    if (reply->kind == TLB_REPLY_FAULT) {
        a->faults++;
        a->faulted = cycle;
        a->waiting = true;
        return;
    }
    a->answers++;
    a->ppn = reply->ppn;
    a->found = reply->found;
    a->answered = cycle;
    s->answered++;
}

/* Who waits for one of the pages asks again. */
static void take_note(stub_sm *s, const tlb_reply *reply, uint64_t cycle) {
    s->notes++;
    assert_true(reply->pages > 0);
    for (uint32_t i = 0; i < s->sent; i++) {
        ask *a = &s->asks[i];
        if (!a->waiting || a->vpn - reply->vpn >= reply->pages)
            continue;
        a->waiting = false;
        a->again = true;
        a->resolved = cycle;
        s->again++;
    }
}

static bool send(stub_sm *s, uint32_t i) {
    tlb_request *r = link_push(s->out);
    const uint64_t running = s->asks[i].running, lower = running & ((UINT64_C(1) << s->asks[i].warp) - 1);
    if (r != NULL)
        *r = (tlb_request){.vpn = s->asks[i].vpn,
                           .tag = i,
                           .asid = s->asid,
                           .app = s->app,
                           .sm = s->sm,
                           .warp = (uint8_t)s->asks[i].warp,
                           .rank = (uint8_t)__builtin_popcountll(lower),
                           .running = (uint8_t)__builtin_popcountll(running),
                           .stalled = s->asks[i].stalled,
                           .system = s->system};
    return r != NULL;
}

static uint64_t sm_tick(void *self, uint64_t cycle) {
    stub_sm *s = self;
    const tlb_reply *reply;
    bool lazy = unit_test_random(&s->random) % 100 < s->lazy;
    while (!lazy && (reply = link_peek(s->in)) != NULL) {
        assert_int_equal(reply->asid, s->asid);
        if (reply->kind == TLB_REPLY_RESOLVED)
            take_note(s, reply, cycle);
        else
            take_answer(s, reply, cycle);
        link_pop(s->in);
    }
    for (uint32_t i = 0; s->again != 0 && i < s->sent; i++) {
        if (!s->asks[i].again)
            continue;
        if (!send(s, i))
            break;
        s->asks[i].again = false;
        s->again--;
    }
    while (s->sent < s->count && s->asks[s->sent].cycle <= cycle && send(s, s->sent))
        s->sent++;
    if (s->answered < s->sent && s->lazy != 0)
        return cycle + 1;
    if (s->sent == s->count)
        return GMMU_NEVER;
    return s->asks[s->sent].cycle > cycle ? s->asks[s->sent].cycle : GMMU_NEVER;
}

/* Takes the reads that have come in at a port. */
static void take_reads(stub_memory *m, uint32_t port, uint64_t cycle) {
    const mem_message *read;
    while (m->count < RIG_READS && (read = link_peek(m->in[port])) != NULL) {
        assert_int_equal(read->port, m->first_port + port);
        assert_int_equal(read->paddr % GMMU_LINE_BYTES, 0);
        assert_false(read->write);
        assert_true(read->tag < 256);
        uint8_t *depth = &m->depth[read->tag];
        /* A dual entry may have two tables, of one depth. */
        assert_true(read->depth == *depth + 1 || read->depth == 1 || (m->dual && read->depth == *depth) ||
                    m->cached);
        *depth = read->depth;
        m->lines[read->app][read->depth] = read->paddr;
        m->reads++;
        m->held[m->count].read = *read;
        m->held[m->count++].due = cycle + 1 + unit_test_random(&m->random) % m->latency;
        link_pop(m->in[port]);
    }
}

static uint64_t memory_tick(void *self, uint64_t cycle) {
    stub_memory *m = self;
    for (uint32_t p = 0; p < m->ports; p++)
        take_reads(m, p, cycle);
    if (m->count > m->most)
        m->most = m->count;
    for (uint32_t i = 0; i < m->count;) {
        engine_link *out = m->out[m->held[i].read.port - m->first_port];
        mem_message *reply = m->held[i].due <= cycle ? link_push(out) : NULL;
        if (reply != NULL) {
            *reply = m->held[i].read;
            m->held[i] = m->held[--m->count];
        } else {
            i++;
        }
    }
    return m->count != 0 ? cycle + 1 : GMMU_NEVER;
}

static uint64_t listener_tick(void *self, uint64_t cycle) {
    (void)cycle;
    stub_listener *l = self;
    const epoch_message *m;
    while ((m = link_peek(l->in)) != NULL) {
        if (l->count < RIG_NOTES)
            l->notes[l->count] = *m;
        l->count++;
        link_pop(l->in);
    }
    return GMMU_NEVER;
}

/* ---- the rig ---- */

gpu_config mmu_rig_config(bool tokens) {
    gpu_config c = {
        .chip = *chip_preset("mask"), .mask = mask_defaults, .exceptions = exception_defaults, .seed = 1};
    c.design = *design_preset(tokens ? "mask" : "sharedtlb");
    c.chip.sm.count = 8;
    c.chip.tlb.level[1].distance = 3;
    return c;
}

static void count_span(void *ctx, uint64_t now, const char *track, uint32_t lane, const char *what,
                       uint64_t t0, uint64_t t1, uint64_t address, uint32_t app) {
    mmu_rig *g = ctx;
    const uint32_t lanes = strcmp(track, "walker") == 0 ? g->config.chip.walk.walkers : 64;
    (void)now, (void)what, (void)address;
    assert_true(lane < lanes && t0 < t1 && app < RIG_APPS);
    g->spans++;
}

static void count_value(void *ctx, uint64_t now, const char *track, const char *what, double value,
                        uint32_t app) {
    mmu_rig *g = ctx;
    (void)track, (void)what;
    assert_true(now % g->config.mask.epoch_cycles == 0 && value >= -1 && app < RIG_APPS);
    g->values++;
}

static page_origin rig_origin(void *ctx, uint32_t app, uint64_t vpn) {
    const mmu_rig *g = ctx;
    assert_true(app < RIG_APPS);
    return vpn - RIG_VPN < RIG_PAGES ? (page_origin)g->origin[vpn - RIG_VPN] : PAGE_INVALID;
}

void mmu_rig_origin(mmu_rig *g, uint32_t first, uint32_t n, page_origin origin) {
    for (uint32_t i = first; i < first + n; i++)
        g->origin[i] = (uint8_t)origin;
}

static bool rig_faults(const gpu_config *c) {
    return faults_of_pages(c->exceptions.faults);
}

static void add_fault_unit(mmu_rig *g, int core) {
    char err[256] = "";
    int tlb = last_level_component(g->t);
    g->faults = fault_unit_new(g->e, core, &g->config, rig_origin, g, NULL, err, sizeof err);
    assert_non_null(g->faults);
    int unit = fault_unit_component(g->faults);
    engine_link *out = engine_add_link(g->e, "faults", tlb, unit, sizeof(fault_request), 2, 1);
    engine_link *in = engine_add_link(g->e, "resolved", unit, tlb, sizeof(fault_resolved), 2, 1);
    last_level_attach_faults(g->t, out, in);
    fault_unit_attach_tlb(g->faults, out, in);
}

/* The sizes of the chip take turns every 64 pages. */
static void make_page(const mmu_rig *g, address_space *space, uint64_t vpn) {
    uint64_t sizes = chip_page_sizes(&g->config.chip);
    uint32_t skip = (uint32_t)(vpn / 64) % (uint32_t)__builtin_popcountll(sizes);
    for (uint64_t left = sizes; skip-- != 0; left &= left - 1)
        sizes = left & (left - 1);
    uint32_t bits = (uint32_t)__builtin_ctzll(sizes);
    map_result r = rig_faults(&g->config) ? address_space_reserve(space, vpn, bits)
                                          : address_space_map(space, vpn, bits);
    assert_true(r == MAP_OK || (r == MAP_ALREADY && bits > GMMU_PAGE_BITS));
}

static void make_spaces(mmu_rig *g) {
    g->mem = phys_mem_new(1 << 20, 1 << 10);
    for (uint32_t a = 0; a < RIG_APPS; a++) {
        g->spaces[a] = address_space_new(g->mem, (uint16_t)(a + 1), chip_page_table(&g->config.chip));
        for (uint64_t p = 0; p < RIG_PAGES; p++)
            make_page(g, g->spaces[a], RIG_VPN + p);
    }
    mmu_rig_origin(g, 0, RIG_PAGES, PAGE_HOST);
}

mmu_rig *mmu_rig_new(gpu_config config, uint64_t seed) {
    mmu_rig *g = calloc(1, sizeof *g);
    assert_non_null(g);
    g->config = config;
    make_spaces(g);
    uint32_t sms = config.chip.sm.count;
    for (uint32_t s = 0; s < sms; s++)
        g->sm_app[s] = s < sms / 2 ? 0 : 1;
    g->watch = (observer){.ctx = g, .span = count_span, .value = count_value};
    g->e = engine_new();
    int core = engine_add_domain(g->e, "core", 1);
    char err[256] = "";
    g->t = last_level_new(g->e, core, &g->config, RIG_APPS, g->spaces, g->sm_app, &g->watch, err, sizeof err);
    assert_string_equal(err, "");
    assert_non_null(g->t);
    int tlb = last_level_component(g->t);
    assert_true(tlb_tree_init(&g->tree, g->e, core, &g->config, RIG_APPS, g->t, err, sizeof err));
    for (uint32_t s = 0; s < sms; s++) {
        stub_sm *sm = &g->sm[s];
        int c = engine_add_component(g->e, "sm", core, sm_tick, sm);
        sm->e = g->e;
        sm->sm = (uint8_t)s;
        sm->app = g->sm_app[s];
        sm->asid = (uint16_t)(sm->app + 1);
        sm->running = UINT64_MAX;
        sm->random = seed ^ (s * 77777);
        tlb_links l = tlb_tree_connect_sm(&g->tree, s, c);
        sm->out = l.to;
        sm->in = l.from;
    }
    stub_memory *m = &g->memory;
    int c = engine_add_component(g->e, "memory", core, memory_tick, m);
    m->random = seed;
    m->latency = 200;
    m->dual = chip_page_table(&g->config.chip)->dual_low != 0;
    m->cached = g->config.chip.walk.caches != 0 || g->config.design.gmmu_block;
    m->first_port = sms;
    m->ports = chip_walk_ports(&config.chip);
    assert_true(m->ports <= RIG_PORTS);
    for (uint32_t p = 0; p < m->ports; p++) {
        m->in[p] = engine_add_link(g->e, "read", tlb, c, sizeof(mem_message), 4, 2);
        m->out[p] = engine_add_link(g->e, "pte", c, tlb, sizeof(mem_message), 4, 2);
        last_level_attach_memory(g->t, p, m->in[p], m->out[p]);
    }
    c = engine_add_component(g->e, "listener", core, listener_tick, &g->listener);
    g->listener.in = engine_add_link(g->e, "epoch", tlb, c, sizeof(epoch_message), 1, 1);
    last_level_attach_epoch(g->t, g->listener.in);
    if (rig_faults(&g->config))
        add_fault_unit(g, core);
    return g;
}

void mmu_rig_free(mmu_rig *g) {
    engine_free(g->e);
    tlb_tree_destroy(&g->tree);
    last_level_free(g->t);
    fault_unit_free(g->faults);
    for (uint32_t a = 0; a < RIG_APPS; a++)
        address_space_free(g->spaces[a]);
    phys_mem_free(g->mem);
    free(g);
}

ask *mmu_rig_ask(mmu_rig *g, uint32_t sm, uint64_t cycle, uint64_t vpn, uint8_t warp) {
    stub_sm *s = &g->sm[sm];
    assert_true(s->count < RIG_ASKS);
    ask *a = &s->asks[s->count++];
    *a = (ask){.cycle = cycle, .vpn = vpn, .warp = warp, .running = s->running, .stalled = 1};
    return a;
}

void mmu_rig_run(mmu_rig *g, uint64_t until) {
    assert_int_equal(engine_run(g->e, until), ENGINE_UNTIL);
}

void mmu_rig_finish(mmu_rig *g) {
    bool left = true;
    while (left && engine_now(g->e) < 4000000) {
        mmu_rig_run(g, engine_now(g->e) + 1000);
        left = false;
        for (uint32_t s = 0; s < g->config.chip.sm.count; s++)
            left |= g->sm[s].answered < g->sm[s].count;
    }
}

uint64_t mmu_rig_ppn(const mmu_rig *g, uint32_t app, uint64_t vpn) {
    translation t;
    assert_true(address_space_translate(g->spaces[app], vpn, &t));
    return t.ppn;
}

app_stats mmu_rig_stats(const mmu_rig *g) {
    app_stats sum = {.instructions = 0};
    for (uint32_t a = 0; a < RIG_APPS; a++) {
        const app_stats *s = &last_level_stats(g->t)[a];
        sum.l2_tlb_hits += s->l2_tlb_hits;
        sum.l2_tlb_misses += s->l2_tlb_misses;
        sum.l2_tlb_pending_hits += s->l2_tlb_pending_hits;
        sum.l2_tlb_fills += s->l2_tlb_fills;
        sum.bypass_hits += s->bypass_hits;
        sum.bypass_fills += s->bypass_fills;
        sum.walks += s->walks;
        sum.translations += s->translations;
    }
    return sum;
}

void mmu_rig_check_answers(const mmu_rig *g) {
    for (uint32_t s = 0; s < g->config.chip.sm.count; s++) {
        const stub_sm *sm = &g->sm[s];
        assert_int_equal(sm->sent, sm->count);
        assert_int_equal(sm->answered, sm->count);
        for (uint32_t i = 0; i < sm->count; i++) {
            assert_int_equal(sm->asks[i].answers, 1);
            assert_int_equal(sm->asks[i].ppn, mmu_rig_ppn(g, sm->app, sm->asks[i].vpn));
        }
    }
}

void mmu_rig_check(const mmu_rig *g) {
    uint64_t asked = 0;
    mmu_rig_check_answers(g);
    for (uint32_t s = 0; s < g->config.chip.sm.count; s++)
        asked += g->sm[s].count;
    app_stats sum = mmu_rig_stats(g);
    last_level_totals totals = last_level_get_totals(g->t);
    assert_int_equal(sum.translations, asked);
    assert_int_equal(sum.l2_tlb_hits + sum.l2_tlb_misses, asked);
    assert_int_equal(sum.walks, sum.l2_tlb_fills + sum.bypass_fills);
    /* What missed began a walk, or waited for one that another had begun: a pending hit. */
    assert_int_equal(sum.walks + sum.bypass_hits + sum.l2_tlb_pending_hits, sum.l2_tlb_misses);
    assert_int_equal(totals.faults, 0);
    assert_int_equal(g->spans, sum.walks);
    assert_true(totals.walk_active_max <= g->config.chip.walk.walkers);
    assert_true(g->memory.most <= g->config.chip.walk.walkers);
}

void mmu_rig_ask_randomly(mmu_rig *g, uint32_t each, uint64_t cycles, uint64_t pages, uint64_t seed) {
    uint64_t random = seed;
    for (uint32_t s = 0; s < g->config.chip.sm.count; s++) {
        uint64_t cycle = 0;
        for (uint32_t i = 0; i < each; i++) {
            uint64_t r = unit_test_random(&random);
            cycle += r % (2 * cycles / each);
            mmu_rig_ask(g, s, cycle, RIG_VPN + (r >> 20) % pages, (uint8_t)((r >> 40) % 64));
        }
        g->sm[s].lazy = s % 3 * 40;
    }
}
