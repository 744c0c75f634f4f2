/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/inplace_coalescer.h"

#include <string.h>

#include "base/alloc.h"
#include "config/messages.h"
#include "mmu/page_copier.h"
#include "page_coalescer.h"
#include "units/unit_use.h"

#define LARGE_ORDER PAGE_ALLOCATOR_LARGE
#define LARGE_MASK  ((UINT64_C(1) << LARGE_ORDER) - 1)
#define LINE_PTES   (GMMU_LINE_BYTES / sizeof(uint64_t))
#define SETTLE      0U /* an idle unit stays as it is */

/* What the driver tells: pages allocated or freed, or a large frame to splinter. */
typedef struct {
    gmmu_time told;
    uint64_t vpn, ppn;
    uint32_t pages;
    uint16_t app;
    uint8_t kind; /* PAGE_COALESCER_ALLOC and so on */
} inplace_event;

/* Bits of the PTEs in one line. */
typedef struct {
    table_update update; /* of no page: nothing is collected or under way here */
    uint64_t paddr;
} pte_line;

typedef struct {
    uint32_t region; /* virtual page number of the large page */
    uint16_t asid, held;
    bool large;
} frame_record;

struct inplace_coalescer {
    engine *e;
    int component;
    const gpu_config *config;
    address_space *const *spaces;
    uint32_t apps;
    engine_link *to_xbar, *from_xbar, *to_tlb, *calls;
    uint16_t port;

    inplace_event *queue; /* ring */
    size_t capacity, head, count;
    gmmu_time called; /* one call tells of all events of a point in time */

    unit_use unit;
    page_coalescer_out pins;
    frame_record *record; /* of each large frame */
    frame_record shown;   /* that the unit asked for in the cycle before */
    uint64_t frames;

    pte_line open;                  /* bits are collected */
    pte_line sent[COALESCER_LINES]; /* by tag, below coalescer.writes: not acknowledged */
    uint32_t under_way;             /* of these */
    bool sent_leaf;                 /* they are of L4 PTEs */
    bool watched;                   /* the owner of the chip is asked in each cycle */
    bool releasing[CHIP_MAX_APPS];
    page_copier copier;
    inplace_question asked, answered; /* of the splintering under way */
    inplace_totals totals;
};

/* ---- what the driver says ---- */

/* One call wakes it for all that happens at a point in time. */
static void inplace_wake(inplace_coalescer *c, uint16_t app) {
    inplace_call *call = c->called != engine_now(c->e) ? link_push(c->calls) : NULL;
    c->called = engine_now(c->e);
    if (call != NULL)
        *call = (inplace_call){.app = app};
}

static void inplace_push(inplace_coalescer *c, const inplace_event *event) {
    if (c->count == c->capacity) {
        const size_t grown = c->capacity != 0 ? 2 * c->capacity : 64;
        c->queue = alloc_resize(c->queue, grown, sizeof *c->queue);
        /* What lay before the head goes behind what was the end. */
        memcpy(c->queue + c->capacity, c->queue, c->head * sizeof *c->queue);
        c->capacity = grown;
    }
    c->queue[(c->head + c->count++) % c->capacity] = *event;
    inplace_wake(c, event->app);
}

void inplace_tell(inplace_coalescer *c, uint32_t app, uint64_t vpn, uint64_t ppn, uint32_t pages) {
    inplace_push(c,
                 &(inplace_event){
                     .told = engine_now(c->e), .vpn = vpn, .ppn = ppn, .pages = pages, .app = (uint16_t)app});
    c->totals.pages += pages;
}

void inplace_tell_moved(inplace_coalescer *c, uint32_t app, const page_move *move, size_t count) {
    for (size_t i = 0; i < count; i++) {
        inplace_tell_freed(c, app, move[i].vpn, move[i].from);
        inplace_tell(c, app, move[i].vpn, move[i].to, 1);
    }
}

void inplace_tell_freed(inplace_coalescer *c, uint32_t app, uint64_t vpn, uint64_t ppn) {
    inplace_push(c, &(inplace_event){.told = engine_now(c->e),
                                     .vpn = vpn,
                                     .ppn = ppn,
                                     .pages = 1,
                                     .app = (uint16_t)app,
                                     .kind = PAGE_COALESCER_FREE});
}

void inplace_tell_splinter(inplace_coalescer *c, uint32_t app, uint64_t ppn) {
    inplace_push(c, &(inplace_event){.told = engine_now(c->e),
                                     .ppn = ppn,
                                     .pages = 1,
                                     .app = (uint16_t)app,
                                     .kind = PAGE_COALESCER_SPLINTER});
}

/* ---- the end of an application ---- */

static void drop_events(inplace_coalescer *c, uint32_t app) {
    size_t kept = 0;
    for (size_t i = 0; i < c->count; i++) {
        const inplace_event *event = &c->queue[(c->head + i) % c->capacity];
        if (event->app != app)
            c->queue[(c->head + kept++) % c->capacity] = *event;
    }
    c->count = kept;
}

static void begin_release(inplace_coalescer *c, uint32_t app) {
    c->releasing[app] = true;
    drop_events(c, app);
    for (uint64_t i = 0; i < c->frames; i++)
        if (c->record[i].large && c->record[i].asid == address_space_asid(c->spaces[app]))
            inplace_tell_splinter(c, app, i << LARGE_ORDER);
}

static bool inplace_at_rest(const inplace_coalescer *c) {
    return c->pins.event_ready && c->open.update.pages == 0 && c->under_way == 0 &&
           link_message(c->to_tlb, 0) == NULL;
}

bool inplace_release(inplace_coalescer *c, uint32_t app) {
    unit_use_pins(&c->unit, &c->pins);
    /* An update under way ends first: it may make another large page. */
    if (!c->releasing[app] && inplace_at_rest(c))
        begin_release(c, app);
    if (!c->releasing[app] || !inplace_at_rest(c))
        return false;
    for (size_t i = 0; i < c->count; i++)
        if (c->queue[(c->head + i) % c->capacity].app == app)
            return false;
    for (uint64_t i = 0; i < c->frames; i++)
        if (c->record[i].asid == address_space_asid(c->spaces[app]))
            c->record[i] = (frame_record){.asid = 0};
    c->releasing[app] = false;
    return true;
}

/* ---- writes ---- */

/* The physical address of the line with the PTE of this update. */
static uint64_t line_address(const inplace_coalescer *c, const table_update *u) {
    const address_space *space = c->spaces[u->app];
    const uint32_t levels = address_space_format(space)->levels;
    uint64_t paddr = 0;
    if (u->leaf) {
        (void)address_space_entry_address(space, u->vpn & ~LARGE_MASK, levels, &paddr);
        paddr += (u->vpn & LARGE_MASK) * sizeof(uint64_t);
    } else {
        (void)address_space_entry_address(space, u->vpn, levels - 1, &paddr);
    }
    return paddr & ~(uint64_t)(GMMU_LINE_BYTES - 1);
}

static uint32_t free_line(const inplace_coalescer *c) {
    uint32_t i = 0;
    while (i < c->config->chip.coalescer.writes && c->sent[i].update.pages != 0)
        i++;
    return i;
}

/* Sends the line whose bits have been collected; false: not yet. */
static bool send_line(inplace_coalescer *c) {
    const table_update *u = &c->open.update;
    const uint32_t tag = free_line(c);
    if (tag == c->config->chip.coalescer.writes || (c->under_way != 0 && c->sent_leaf != u->leaf))
        return false;
    mem_message *m = link_push(c->to_xbar);
    if (m == NULL)
        return false;
    *m = (mem_message){
        .paddr = c->open.paddr, .tag = tag, .port = c->port, .app = u->app, .write = true, .ack = true};
    engine_event(c->e, c->component, INPLACE_EVENT_LINE, u->vpn,
                 (uint64_t)u->pages << 16 | (uint64_t)u->app << 2 | (uint64_t)u->leaf << 1 | u->set);
    c->sent[tag] = c->open;
    c->sent_leaf = u->leaf;
    c->under_way++;
    c->open.update.pages = 0;
    c->totals.lines++;
    return true;
}

/* Takes the bit that the unit shows; false: it belongs to another line than those collected. */
static bool collect_bit(inplace_coalescer *c, uint8_t app) {
    table_update *u = &c->open.update;
    const uint64_t vpn = ((uint64_t)c->pins.store_region << LARGE_ORDER) + c->pins.write_page;
    const uint64_t first = vpn & ~(LINE_PTES - 1);
    const bool leaf = c->pins.write_leaf, set = c->pins.write_set;
    if (u->pages == 0) {
        *u = (table_update){.vpn = leaf ? first : vpn, .app = app, .leaf = leaf, .set = set};
        c->open.paddr = line_address(c, u);
    } else if (u->vpn != first || !leaf || !u->leaf || u->set != set) {
        return false;
    }
    u->pages = (uint16_t)(u->pages | 1U << (leaf ? vpn % LINE_PTES : 0));
    return true;
}

/* A write has taken its place in memory: the tables follow. */
static void take_acknowledgement(inplace_coalescer *c) {
    const mem_message *m = link_peek(c->from_xbar);
    if (m == NULL)
        return;
    if (m->tag >= c->copier.first_tag) {
        page_copier_take(&c->copier, m);
        link_pop(c->from_xbar);
        return;
    }
    table_update *u = link_push(c->to_tlb);
    if (u == NULL)
        return;
    *u = c->sent[m->tag].update;
    c->sent[m->tag].update.pages = 0;
    c->under_way--;
    link_pop(c->from_xbar);
}

/* ---- the unit ---- */

/* The runtime has allocated a whole frame, and found nothing else in it (Mosaic 4.1): it writes the record as
 * if all pages but the last had been counted, and the event is that page. The unit neither reads nor stores a
 * record while it takes an event, so the port of their memory is free. */
static void count_whole_frame(inplace_coalescer *c, inplace_event *event) {
    frame_record *r = &c->record[event->ppn >> LARGE_ORDER];
    if (event->pages != LARGE_MASK + 1 || ((event->vpn | event->ppn) & LARGE_MASK) != 0 || r->held != 0 ||
        r->large)
        return;
    *r = (frame_record){.region = (uint32_t)(event->vpn >> LARGE_ORDER),
                        .asid = address_space_asid(c->spaces[event->app]),
                        .held = LARGE_MASK};
    event->vpn += LARGE_MASK;
    event->ppn += LARGE_MASK;
    event->pages = 1;
}

static void give_event(inplace_coalescer *c, page_coalescer_in *in) {
    if (c->count == 0 || !c->pins.event_ready)
        return;
    inplace_event *event = &c->queue[c->head];
    if (event->told >= engine_now(c->e))
        return;
    count_whole_frame(c, event);
    in->event_valid = 1;
    in->event_kind = (u2)event->kind;
    in->event_asid = (u9)address_space_asid(c->spaces[event->app]);
    in->event_region = (u27)(event->vpn >> LARGE_ORDER);
    in->event_page = (u9)(event->vpn & LARGE_MASK);
    in->event_frame = (u19)(event->ppn >> LARGE_ORDER);
    in->event_slot = (u9)(event->ppn & LARGE_MASK);
    event->vpn++;
    event->ppn++;
    if (--event->pages == 0) {
        c->head = (c->head + 1) % c->capacity;
        c->count--;
    }
}

static void show_record(const inplace_coalescer *c, page_coalescer_in *in) {
    in->record_asid = (u9)c->shown.asid;
    in->record_region = (u27)c->shown.region;
    in->record_held = (u10)c->shown.held;
    in->record_large = (u1)c->shown.large;
}

/* The memory of the records: one port, the answer to a read in the next cycle. */
static void serve_records(inplace_coalescer *c) {
    frame_record *r = &c->record[c->pins.read_frame];
    if (c->pins.store_valid) {
        c->totals.coalesced += !r->large && c->pins.store_large;
        c->totals.splintered += r->large && !c->pins.store_large;
        *r = (frame_record){.region = (uint32_t)c->pins.store_region,
                            .asid = (uint16_t)c->pins.store_asid,
                            .held = (uint16_t)c->pins.store_held,
                            .large = c->pins.store_large};
    }
    if (c->pins.read_valid)
        c->shown = *r;
}

/* ASIDs are 1 + the number of the application. */
static uint8_t app_of(const inplace_coalescer *c, uint32_t asid) {
    uint32_t app = 0;
    while (app + 1 < c->apps && address_space_asid(c->spaces[app]) != asid)
        app++;
    return (uint8_t)app;
}

/* ---- a large page that CAC splinters ---- */

/* May a splintering go on? The owner of the chip is asked in every cycle until it agrees; but the splintering
 * of an application that is over needs no question. */
static bool owner_agrees(inplace_coalescer *c, inplace_question question) {
    if (c->releasing[app_of(c, c->pins.store_asid)] || c->answered == question) {
        c->asked = INPLACE_ASKS_NOTHING;
        return true;
    }
    c->asked = question;
    engine_stop(c->e);
    return false;
}

inplace_question inplace_asks(const inplace_coalescer *c, uint32_t *app, uint64_t *vpn, uint64_t *ppn) {
    if (c->asked == INPLACE_ASKS_COMPACTION && link_message(c->to_tlb, 0) != NULL)
        return INPLACE_ASKS_NOTHING; /* the tables have not followed yet */
    if (c->asked != INPLACE_ASKS_NOTHING) {
        *app = app_of(c, c->pins.store_asid);
        *vpn = (uint64_t)c->pins.store_region << LARGE_ORDER;
        *ppn = (uint64_t)c->pins.read_frame << LARGE_ORDER;
    }
    return c->asked;
}

void inplace_go_on(inplace_coalescer *c) {
    c->answered = c->asked;
}

void inplace_watch(inplace_coalescer *c, bool watch) {
    if (watch && !c->watched)
        inplace_wake(c, 0);
    c->watched = watch;
}

void inplace_copy(inplace_coalescer *c, uint32_t app, const page_move *move, size_t count) {
    page_copier_begin(&c->copier, (uint8_t)app, move, count);
}

void inplace_drop_lines(inplace_coalescer *c, uint32_t app, const page_move *move, size_t count) {
    page_copier_begin_drops(&c->copier, (uint8_t)app, move, count);
}

bool inplace_dropped(const inplace_coalescer *c, size_t page) {
    return page_copier_dropped(&c->copier, page);
}

bool inplace_copied(const inplace_coalescer *c) {
    return page_copier_done(&c->copier);
}

void inplace_attach_copies(inplace_coalescer *c, data_oracle *data, page_copied copied, void *ctx) {
    c->copier.data = data;
    c->copier.copied = copied;
    c->copier.ctx = ctx;
}

/* The large bit goes when the chip stands still, so nobody uses the large page any longer. */
static bool may_write(inplace_coalescer *c) {
    const bool splinters = !c->pins.write_leaf && !c->pins.write_set;
    return !splinters || owner_agrees(c, INPLACE_ASKS_STILLNESS);
}

/* The translations of the large page are gone. */
static bool may_invalidate(inplace_coalescer *c) {
    return c->open.update.pages == 0 && c->under_way == 0 && owner_agrees(c, INPLACE_ASKS_COMPACTION);
}

static void serve_unit(inplace_coalescer *c, page_coalescer_in *in) {
    const page_coalescer_out *pins = &c->pins;
    const bool collecting = c->open.update.pages != 0;
    if (pins->write_valid && may_write(c)) {
        const uint8_t app = app_of(c, pins->store_asid);
        in->write_ready = collect_bit(c, app) || (send_line(c) && collect_bit(c, app));
    } else if (collecting) {
        (void)send_line(c);
    }
    if (pins->invalidate_valid && may_invalidate(c)) {
        in->invalidate_ready = 1;
        c->answered = INPLACE_ASKS_NOTHING;
        engine_event(c->e, c->component, INPLACE_EVENT_INVALIDATE, pins->store_region, pins->store_asid);
    }
}

/* ---- the component ---- */

static uint64_t inplace_tick(void *self, uint64_t cycle) {
    inplace_coalescer *c = self;
    page_coalescer_in in = {.event_valid = 0, .cfg_threshold = (u10)c->config->design.compact_below};
    while (c->calls != NULL && link_peek(c->calls) != NULL)
        link_pop(c->calls);
    unit_use_pins(&c->unit, &c->pins);
    take_acknowledgement(c);
    show_record(c, &in);
    serve_unit(c, &in);
    if (!page_copier_done(&c->copier))
        page_copier_send(&c->copier, c->to_xbar);
    serve_records(c);
    give_event(c, &in);
    const bool active = in.event_valid || !c->pins.event_ready;
    c->totals.cycles += active;
    unit_use_step(&c->unit, &in, &c->pins, active, SETTLE);
    if (c->watched)
        engine_stop(c->e);
    return active || c->watched || c->count != 0 || c->open.update.pages != 0 ||
                   link_peek(c->from_xbar) != NULL
               ? cycle + 1
               : GMMU_NEVER;
}

const unit_need *inplace_units(const gpu_config *config) {
    static const unit_need units[] = {{.unit = "page_coalescer"}, {.unit = NULL}};
    return config->design.coalesce ? units : NULL;
}

inplace_coalescer *inplace_new(engine *e, int domain, const gpu_config *config, address_space *const *spaces,
                               uint32_t apps, char *err, size_t err_size) {
    inplace_coalescer *c = alloc_zeroed(1, sizeof *c);
    c->e = e;
    c->config = config;
    c->spaces = spaces;
    c->apps = apps;
    c->called = GMMU_NEVER;
    c->frames = (config->chip.memory.bytes >> PHYS_MEM_FRAME_BITS >> LARGE_ORDER) + 1;
    c->record = alloc_zeroed(c->frames, sizeof *c->record);
    if (!unit_use_open(&c->unit, config, "page_coalescer", NULL, err, err_size)) {
        inplace_free(c);
        return NULL;
    }
    c->component = engine_add_component(e, "page_coalescer", domain, inplace_tick, c);
    return c;
}

void inplace_free(inplace_coalescer *c) {
    if (c == NULL)
        return;
    unit_use_close(&c->unit);
    page_copier_free(&c->copier);
    free(c->record);
    free(c->queue);
    free(c);
}

int inplace_component(const inplace_coalescer *c) {
    return c->component;
}

void inplace_attach_memory(inplace_coalescer *c, uint16_t port, engine_link *to_xbar,
                           engine_link *from_xbar) {
    c->port = port;
    c->copier.port = port;
    c->copier.first_tag = c->config->chip.coalescer.writes;
    c->copier.slots = c->config->chip.coalescer.copies;
    c->to_xbar = to_xbar;
    c->from_xbar = from_xbar;
}

void inplace_attach_tables(inplace_coalescer *c, engine_link *to_tlb) {
    c->to_tlb = to_tlb;
}

void inplace_attach_caller(inplace_coalescer *c, engine_link *calls) {
    c->calls = calls;
}

uint64_t inplace_copy_steps(const inplace_coalescer *c) {
    return c->copier.next + c->copier.done;
}

inplace_totals inplace_get_totals(const inplace_coalescer *c) {
    return c->totals;
}
