/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The block hls/gmmu, or rtl/gmmu.sv under --rtl gmmu, in the chip: in the place of the last TLB level, its
 * miss registers and the walkers, behind the interface of mmu/last_level.h. Clients have a port of the block
 * in turn, and wait in order for a place there; page-table entries come through L2 cache and DRAM
 * (mmu/gmmu_reads.h); registers are written first (mmu/gmmu_driver.h).
 *
 * With design.tlb_fill=tokens the block's token controller says which walks fill its TLB, and the others fill
 * its bypass cache; an SM belongs to the application of its last request, as in mmu/fill_tokens.c.
 *
 * What is counted comes from the event pins of the block: hits and misses are look-ups, of which a request
 * that the miss file refuses has several; a walk's latency counts from the first miss of its page.
 */
#include "mmu/last_level_internal.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "mmu/fill_rules.h"
#include "mmu/gmmu_driver.h"
#include "mmu/gmmu_reads.h"
#include "units/unit_use.h"

/* The block that is in the place of a whole shared TLB (hls/gmmu). */
#define GMMU_UNIT "gmmu"

enum { PORTS = GMMU_MMU_PORTS, PORT_IDS = 1 << GMMU_PORT_ID_W };
enum { UNDER_WAY = PORTS * (GMMU_PORT_REQUESTS + 1) }; /* requests: in places, and at the ports of answers */
/* From a look-up to the pins that say whether it has missed; until all registers of the block are at rest;
 * between the times at which requests that may not wait in the block ask again. */
enum { LOOK_UP_CYCLES = 4, SETTLE = 8, ASK_AGAIN_CYCLES = 64 };
enum { LARGE_PAGE_BITS = GMMU_PAGE_BITS + GMMU_VPN_W - GMMU_LARGE_VPN_W };

/* A page that has missed, and whose walk has not been filled. */
typedef struct {
    uint64_t vpn;
    uint64_t since;  /* cycle of the first miss */
    uint32_t opener; /* the request that missed first */
    uint16_t asid;
    uint8_t app;
    bool used;
} missing_page;

typedef struct {
    last_level last;
    unit_use unit;
    gmmu_in in; /* of this cycle */
    gmmu_out pins;
    gmmu_driver driver;
    bool open; /* it has set the block up, and no invalidation is under way: requests are asked */
    gmmu_reads reads;
    index_list waiting[PORTS];        /* requests for each port; tlb_ports.next serves the lists */
    index_list again[PORTS];          /* those that ask again at the next of these times */
    uint32_t ticket[PORTS][PORT_IDS]; /* request of each name, INDEX_NONE: the name is free */
    uint32_t next_id[PORTS];
    uint32_t under_way; /* requests in the block */
    uint8_t app_of[1 << GMMU_ASID_W];
    struct {
        bool valid, bypassed; /* bypassed: it hits in the bypass cache alone */
        uint8_t app;
    } looked[LOOK_UP_CYCLES]; /* look-ups whose outcome is to come, the latest first */
    bool tokens;
    uint32_t token_count[GMMU_NUM_APPS]; /* for seat_tokens() */
    missing_page missing[UNDER_WAY];
    gmmu_fault reported[UNDER_WAY]; /* faults that the fault unit has been told of */
    uint32_t reports;
    uint64_t active_cycles[CHIP_MAX_APPS];
    uint32_t active, active_max;
} gmmu_seat;

/* ---- pages that miss ---- */

static missing_page *find_missing(gmmu_seat *s, uint16_t asid, uint64_t vpn) {
    for (uint32_t i = 0; i < UNDER_WAY; i++)
        if (s->missing[i].used && s->missing[i].asid == asid && s->missing[i].vpn == vpn)
            return &s->missing[i];
    return NULL;
}

static void end_missing(gmmu_seat *s, missing_page *m) {
    m->used = false;
    s->active--;
    tlb_epochs_miss_ends(&s->last.epochs, m->app);
}

/* Requests of a page in the block; *oldest: the one that has been there for longest. */
static uint32_t requests_of(const gmmu_seat *s, uint16_t asid, uint64_t vpn, uint32_t *oldest) {
    uint32_t count = 0;
    *oldest = INDEX_NONE;
    for (uint32_t p = 0; p < PORTS; p++)
        for (uint32_t id = 0; id < PORT_IDS; id++) {
            const uint32_t i = s->ticket[p][id];
            if (i == INDEX_NONE || s->last.sms.pool[i].request.asid != asid ||
                s->last.sms.pool[i].request.vpn != vpn)
                continue;
            count++;
            if (*oldest == INDEX_NONE || s->last.sms.pool[i].arrived < s->last.sms.pool[*oldest].arrived)
                *oldest = i;
        }
    return count;
}

static void begin_missing(gmmu_seat *s, uint64_t cycle, uint16_t asid, uint64_t vpn) {
    missing_page *m = s->missing;
    while (m->used)
        m++; /* there is one for each request in the block */
    *m = (missing_page){.vpn = vpn, .since = cycle, .asid = asid, .app = s->app_of[asid], .used = true};
    (void)requests_of(s, asid, vpn, &m->opener);
    s->active++;
    s->active_max = s->active > s->active_max ? s->active : s->active_max;
    tlb_epochs_miss_begins(&s->last.epochs, m->app);
}

/* ---- what the event pins say ---- */

static void count_look_ups(gmmu_seat *s, uint64_t cycle) {
    const gmmu_out *pins = &s->pins;
    if (s->looked[LOOK_UP_CYCLES - 2].valid && pins->ev_bypass)
        s->looked[LOOK_UP_CYCLES - 2].bypassed = true;
    if (s->looked[LOOK_UP_CYCLES - 1].valid) {
        app_stats *stats = &s->last.stats[s->looked[LOOK_UP_CYCLES - 1].app];
        const bool bypassed = s->looked[LOOK_UP_CYCLES - 1].bypassed;
        stats->l2_tlb_hits += !pins->ev_miss && !bypassed;
        stats->l2_tlb_misses += pins->ev_miss || bypassed;
        stats->bypass_hits += bypassed;
    }
    if (pins->ev_miss) {
        const uint16_t asid = (uint16_t)pins->ev_miss_asid;
        const bool again = find_missing(s, asid, (uint64_t)pins->ev_miss_vpn) != NULL;
        s->last.stats[s->app_of[asid]].l2_tlb_pending_hits += again;
        if (!again)
            begin_missing(s, cycle, asid, (uint64_t)pins->ev_miss_vpn);
        engine_event(s->last.e, s->last.component, EVENT_LOOKUP, (uint64_t)pins->ev_miss_vpn, asid);
    }
    for (uint32_t i = LOOK_UP_CYCLES - 1; i > 0; i--)
        s->looked[i] = s->looked[i - 1];
    s->looked[0].valid = pins->ev_lookup != 0;
    s->looked[0].bypassed = false;
    s->looked[0].app = s->app_of[pins->ev_lookup_asid];
}

static void count_walk(gmmu_seat *s, uint64_t cycle) {
    const uint16_t asid = (uint16_t)s->pins.ev_walk_asid;
    const uint64_t vpn = (uint64_t)s->pins.ev_walk_vpn;
    app_stats *stats = &s->last.stats[s->app_of[asid]];
    missing_page *m = s->pins.ev_walk ? find_missing(s, asid, vpn) : NULL;
    uint32_t oldest;
    if (m == NULL)
        return;
    stats->walks++;
    stats->walk_cycles += cycle - m->since;
    stats->walk_requests += requests_of(s, asid, vpn, &oldest);
    stats->walk_running += m->opener != INDEX_NONE ? s->last.sms.pool[m->opener].request.running : 0U;
    stats->l2_tlb_fills += s->pins.ev_fill;
    stats->bypass_fills += s->pins.ev_keep;
    engine_event(s->last.e, s->last.component, EVENT_WALK, vpn,
                 ((uint64_t)asid << 2) | (uint64_t)s->pins.ev_keep << 1 | (uint64_t)s->pins.ev_fill);
    last_level_observe(&s->last, "miss", (uint32_t)(m - s->missing), m->since, cycle, m->vpn, m->app);
    end_missing(s, m);
}

static void count_active(gmmu_seat *s) {
    for (uint32_t i = 0; i < UNDER_WAY && s->active != 0; i++)
        s->active_cycles[s->missing[i].app] += s->missing[i].used;
}

/* Requests that have come since wait for the fence. */
static void seat_invalidate(gmmu_seat *s) {
    if (!s->last.invalidate)
        return;
    s->last.invalidate = false;
    s->open = false;
    gmmu_driver_invalidate(&s->driver);
}

/* ---- faults ---- */

static void seat_report_fault(gmmu_seat *s, const gmmu_fault *f) {
    fault_request *out = s->reports < UNDER_WAY ? link_push(s->last.faults.to_unit) : NULL;
    if (out == NULL)
        return;
    const uint32_t i = s->ticket[f->port][f->id];
    *out = (fault_request){.vpn = f->vpn, .asid = f->asid, .app = s->app_of[f->asid]};
    /* it may ask again by now, and its name be the name of another */
    if (i != INDEX_NONE && s->last.sms.pool[i].request.asid == f->asid &&
        s->last.sms.pool[i].request.vpn == f->vpn) {
        out->sm = s->last.sms.pool[i].request.sm;
        out->warp = s->last.sms.pool[i].request.warp;
    }
    s->reported[s->reports++] = *f;
    gmmu_driver_give_back(&s->driver);
    s->last.fault_count++;
    engine_event(s->last.e, s->last.component, EVENT_FAULT, f->vpn, f->asid);
}

/* The next record: its page may have become resident since. */
static void serve_fault(gmmu_seat *s) {
    gmmu_fault f;
    translation page;
    if (!gmmu_driver_idle(&s->driver) || !gmmu_driver_fault(&s->driver, &f))
        return;
    if (!address_space_translate(s->last.spaces[s->app_of[f.asid]], f.vpn, &page)) {
        seat_report_fault(s, &f);
        return;
    }
    gmmu_driver_resume(&s->driver, f.asid, f.vpn);
    gmmu_driver_give_back(&s->driver);
}

/* Pages have become resident: software resumes those that are waited for. */
static void resume_pages(gmmu_seat *s) {
    const fault_resolved *r = tlb_faults_resolved(&s->last.faults, s->last.spaces, &s->last.sms);
    uint32_t left = 0;
    if (r == NULL)
        return;
    for (uint32_t i = 0; i < s->reports; i++) {
        if (tlb_faults_covers(r, s->reported[i].asid, s->reported[i].vpn))
            gmmu_driver_resume(&s->driver, s->reported[i].asid, s->reported[i].vpn);
        else
            s->reported[left++] = s->reported[i];
    }
    s->reports = left;
    engine_event(s->last.e, s->last.component, EVENT_RESOLVED, r->vpn, ((uint64_t)r->asid << 32) | r->pages);
    tlb_faults_taken(&s->last.faults);
}

/* ---- ports ---- */

/* Why there is no frame, by a_fault, but for RESULT_ASK. */
static const char *const faults[] = {[WALK_ABSENT] = "there is no such page",
                                     [WALK_MALFORMED] = "its page-table entry is malformed",
                                     [WALK_BUS_ERROR] = "no memory answers the walk",
                                     [WALK_REFUSED] = "the walk is refused",
                                     [WALK_REFUSED + ASID_NO_SPACE] = "there is no such address space",
                                     [WALK_REFUSED + ASID_DISABLED] = "its address space is disabled",
                                     [WALK_REFUSED + ASID_OUTSIDE] = "the page is beyond its address space"};

static void seat_take_answer(gmmu_seat *s, uint32_t p) {
    const uint32_t i = s->ticket[p][s->pins.a_id[p]], fault = (uint32_t)s->pins.a_fault[p];
    tlb_pending *pending = &s->last.sms.pool[i];
    const tlb_request *r = &pending->request;
    const uint64_t ppn = (uint64_t)s->pins.a_ppn[p];
    uint32_t oldest;
    s->ticket[p][s->pins.a_id[p]] = INDEX_NONE;
    s->under_way--;
    engine_event(s->last.e, s->last.component, EVENT_ANSWER, r->vpn,
                 (ppn << 16) | ((uint64_t)r->asid << 4) | fault);
    if (fault == RESULT_ASK) {
        index_list_push(&s->again[p], s->last.sms.next, i);
        return;
    }
    if (fault != 0 || (s->pins.a_system[p] && !r->system))
        last_level_violate(&s->last, fault != 0 ? faults[fault] : "only the system may use the page", r);
    missing_page *m = find_missing(s, r->asid, r->vpn);
    if (m != NULL && requests_of(s, r->asid, r->vpn, &oldest) == 0)
        end_missing(s, m); /* another page's walk has also brought it */
    pending->system = s->pins.a_system[p] != 0;
    tlb_ports_answer(&s->last.sms, i, ppn, s->pins.a_large[p] ? LARGE_PAGE_BITS : GMMU_PAGE_BITS);
}

static void seat_take_answers(gmmu_seat *s) {
    for (uint32_t p = 0; p < PORTS; p++) {
        s->in.a_ready[p] = 1;
        if (s->pins.a_valid[p])
            seat_take_answer(s, p);
    }
}

/* Requests go to the port of their client, in the order in which they have come. */
static void sort_requests(gmmu_seat *s) {
    for (uint32_t i; (i = tlb_ports_next(&s->last.sms, 0)) != INDEX_NONE;)
        index_list_push(&s->waiting[s->last.sms.pool[i].client % PORTS], s->last.sms.next, i);
}

/* Those that may not wait in the block come behind the others of their port. */
static void ask_again(gmmu_seat *s, uint64_t cycle) {
    for (uint32_t p = 0; p < PORTS && cycle % ASK_AGAIN_CYCLES == 0; p++)
        while (!index_list_empty(&s->again[p]))
            index_list_push(&s->waiting[p], s->last.sms.next, index_list_pop(&s->again[p], s->last.sms.next));
}

/* A name that is free: there are many more of them than places. */
static uint32_t free_id(gmmu_seat *s, uint32_t p) {
    while (s->ticket[p][s->next_id[p]] != INDEX_NONE)
        s->next_id[p] = (s->next_id[p] + 1) % PORT_IDS;
    return s->next_id[p];
}

/* The SM works for the application of the request. */
static void hand_over_core(gmmu_seat *s, const tlb_request *r) {
    if (!s->tokens || s->pins.token_busy || s->in.ho_valid || s->in.core_app[r->sm] == r->app)
        return;
    s->in.core_app[r->sm] = (GMMU_U(GMMU_APP_W))r->app;
    s->in.ho_valid = 1;
    s->in.ho_core = (GMMU_U(GMMU_CORE_W))r->sm;
}

static void seat_ask(gmmu_seat *s, uint32_t p) {
    const bool asks = s->open && s->pins.q_ready[p] && !index_list_empty(&s->waiting[p]);
    s->in.q_valid[p] = (u1)asks;
    if (!asks)
        return;
    const uint32_t i = index_list_pop(&s->waiting[p], s->last.sms.next), id = free_id(s, p);
    const tlb_request *r = &s->last.sms.pool[i].request;
    s->ticket[p][id] = i;
    s->next_id[p] = (id + 1) % PORT_IDS;
    s->under_way++;
    s->in.q_asid[p] = (GMMU_U(GMMU_ASID_W))r->asid;
    s->in.q_vpn[p] = (GMMU_U(GMMU_VPN_W))r->vpn;
    s->in.q_access[p] = 1;
    s->in.q_id[p] = (GMMU_U(GMMU_PORT_ID_W))id;
    if (s->tokens) {
        s->in.q_core[p] = (GMMU_U(GMMU_CORE_W))r->sm;
        s->in.q_warps[p] = (GMMU_U(GMMU_WARP_COUNT_W))r->running;
        s->in.q_rank[p] = (GMMU_U(GMMU_WARP_W))r->rank;
    }
    hand_over_core(s, r);
    tlb_epochs_stalled(&s->last.epochs, r->app, r->stalled);
}

static bool requests_wait(const gmmu_seat *s) {
    bool any = false;
    for (uint32_t p = 0; p < PORTS; p++)
        any |= !index_list_empty(&s->waiting[p]) || !index_list_empty(&s->again[p]);
    return any;
}

/* ---- the component ---- */

static uint64_t seat_tick(void *self, uint64_t cycle) {
    gmmu_seat *s = self;
    unit_use_pins(&s->unit, &s->pins);
    s->in.epoch_end = (u1)(last_level_epoch(&s->last, cycle) && s->tokens);
    s->in.ho_valid = 0;
    count_look_ups(s, cycle);
    count_walk(s, cycle);
    count_active(s);
    seat_take_answers(s);
    gmmu_reads_drive(&s->reads, &s->pins, &s->in);
    seat_invalidate(s);
    resume_pages(s);
    serve_fault(s);
    gmmu_driver_drive(&s->driver, &s->in);
    tlb_ports_receive(&s->last.sms, cycle);
    ask_again(s, cycle);
    sort_requests(s);
    for (uint32_t p = 0; p < PORTS; p++)
        seat_ask(s, p);
    const bool more_replies = tlb_ports_send(&s->last.sms, cycle, s->last.stats);
    tlb_epochs_send(&s->last.epochs);
    s->in.now = (u32)cycle;
    gmmu_driver_edge(&s->driver, &s->in, &s->pins);
    s->open |= gmmu_driver_idle(&s->driver);
    const bool active = s->under_way != 0 || !gmmu_driver_idle(&s->driver) || !gmmu_reads_idle(&s->reads) ||
                        s->in.epoch_end || s->pins.token_busy;
    unit_use_step(&s->unit, &s->in, &s->pins, active, SETTLE);

    if (unit_use_lingers(&s->unit) || requests_wait(s) || s->last.sms.starved || more_replies)
        return cycle + 1;
    return tlb_epochs_end(&s->last.epochs);
}

/* ---- construction ---- */

/* Is a figure of the chip what the block has? */
static bool seat_is(const gpu_config *c, const char *figure, uint32_t value, const char *size, uint32_t built,
                    char *err, size_t err_size) {
    if (value == built)
        return true;
    (void)snprintf(err, err_size,
                   "%s: %u: expected %u, as %s of the block " GMMU_UNIT " is built (design %s)", figure,
                   value, built, size, c->design.name);
    return false;
}

static bool seat_fits(const gpu_config *c, const unit_ops *ops, uint32_t apps, char *err, size_t err_size) {
    const chip_config *chip = &c->chip;
    const tlb_level_config *last = chip_last_tlb(chip);
    const uint32_t ways = unit_size_of(ops, "TLB_WAYS"), sets = unit_size_of(ops, "TLB_SETS");
    const fill_rules *rules = fill_rules_find(c->design.tlb_fill);
    const char *wrong = NULL;
    if (ops->in_bytes != sizeof(gmmu_in) || ops->out_bytes != sizeof(gmmu_out))
        wrong = "the block's ports as this simulator has them";
    else if (chip->page_table.levels > unit_size_of(ops, "WALK_LEVELS"))
        wrong = "a page table of fewer levels";
    else if (apps >= unit_size_of(ops, "ASID_SPACES"))
        wrong = "fewer applications";
    else if (!rules->in_block)
        wrong = "a design.tlb_fill that the block has";
    else if (rules->by_tokens && (chip->sm.count > GMMU_NUM_CORES || apps > GMMU_NUM_APPS))
        wrong = "no more SMs and applications than the block's token controller has";
    if (wrong != NULL)
        (void)snprintf(err, err_size, "design %s, chip %s: expected %s", c->design.name, chip->name, wrong);
    return wrong == NULL &&
           seat_is(c, "entries of the last TLB level", last->entries, "its TLB", sets * ways, err,
                   err_size) &&
           seat_is(c, "ways of the last TLB level", last->ways, "its TLB", ways, err, err_size) &&
           seat_is(c, "mshrs of the last TLB level", last->mshrs, "its miss file",
                   unit_size_of(ops, "MSHR_ENTRIES"), err, err_size) &&
           seat_is(c, "walk.walkers", chip->walk.walkers, "its walker", unit_size_of(ops, "WALKERS"), err,
                   err_size);
}

static const unit_need *seat_units(const gpu_config *config) {
    static const unit_need units[] = {{.unit = GMMU_UNIT}, {.unit = NULL}};
    (void)config;
    return units;
}

static bool seat_open(last_level *last, const gpu_config *config, const uint8_t *sm_app, char *err,
                      size_t err_size) {
    gmmu_seat *s = (gmmu_seat *)last;
    if (!unit_use_open(&s->unit, config, GMMU_UNIT, NULL, err, err_size) ||
        !seat_fits(config, s->unit.ops, last->apps, err, err_size)) {
        unit_use_close(&s->unit);
        return false;
    }
    s->tokens = fill_rules_find(config->design.tlb_fill)->by_tokens;
    gmmu_driver_init(&s->driver, last->spaces, last->apps, faults_of_pages(config->exceptions.faults),
                     s->tokens ? &config->mask : NULL);
    for (uint32_t c = 0; c < GMMU_NUM_CORES; c++)
        s->in.core_app[c] = (GMMU_U(GMMU_APP_W))(
            c < config->chip.sm.count && sm_app[c] < last->apps ? sm_app[c] : GMMU_NO_APP);
    gmmu_reads_init(&s->reads, &config->chip, address_space_memory(last->spaces[0]), s->app_of);
    for (uint32_t i = 0; i < last->apps; i++)
        s->app_of[address_space_asid(last->spaces[i])] = (uint8_t)i;
    for (uint32_t p = 0; p < PORTS; p++) {
        s->waiting[p] = s->again[p] = INDEX_LIST_EMPTY;
        for (uint32_t id = 0; id < PORT_IDS; id++)
            s->ticket[p][id] = INDEX_NONE;
    }
    s->in.inv_ack = 1; /* nothing is taken back from the TLBs of cores */
    return true;
}

static void seat_close(last_level *last) {
    gmmu_seat *s = (gmmu_seat *)last;
    unit_use_close(&s->unit);
    gmmu_driver_free(&s->driver);
    gmmu_reads_free(&s->reads);
}

static void seat_attach_memory(last_level *last, uint32_t port, engine_link *to_xbar,
                               engine_link *from_xbar) {
    gmmu_seat *s = (gmmu_seat *)last;
    s->reads.port[port].to_xbar = to_xbar;
    s->reads.port[port].from_xbar = from_xbar;
}

static void seat_attach_data(last_level *last, data_oracle *data) {
    ((gmmu_seat *)last)->reads.data = data;
}

/* Pages that miss, summed over cycles. */
static walker_load seat_load(const last_level *last, uint32_t app) {
    return (walker_load){.active_cycles = ((const gmmu_seat *)last)->active_cycles[app]};
}

static uint32_t seat_active_max(const last_level *last) {
    return ((const gmmu_seat *)last)->active_max;
}

static const uint32_t *seat_tokens(last_level *last) {
    gmmu_seat *s = (gmmu_seat *)last;
    for (uint32_t a = 0; a < GMMU_NUM_APPS; a++)
        s->token_count[a] = (uint32_t)s->pins.token_count[a];
    return s->tokens ? s->token_count : NULL;
}

/* The block does not say what waits in it. */
static last_level_wait seat_waits(const last_level *last, uint16_t asid, uint64_t *vpn) {
    (void)last, (void)asid, (void)vpn;
    return LAST_LEVEL_WAITS_NOT;
}

const last_level_body gmmu_seat_body = {
    .bytes = sizeof(gmmu_seat),
    .units = seat_units,
    .open = seat_open,
    .close = seat_close,
    .tick = seat_tick,
    .attach_memory = seat_attach_memory,
    .attach_data = seat_attach_data,
    .load = seat_load,
    .active_max = seat_active_max,
    .tokens = seat_tokens,
    .waits = seat_waits,
};
