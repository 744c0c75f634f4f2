/* SPDX-License-Identifier: Apache-2.0 */
#include "mem/l2_bank.h"

#include <string.h>

#include "base/alloc.h"
#include "base/host_cache.h"
#include "config/messages.h"
#include "mem/bypass_rules.h"
#include "mem/bypass_units.h"
#include "mem/l2_word.h"
#include "mem/line_sectors.h"

#define MAX_PORTS 2U
#define NO_LINE   UINT64_MAX
#define NO_MSHR   UINT32_MAX
#define HASHES    256U /* of lines under way */
/* Of so many sets one is sampled: nothing bypasses it, so l2_bypass sees there what a level would hit. */
#define SAMPLED_SETS 8U

typedef struct {
    mem_message waiting[L2_MERGES]; /* to be answered, oldest first */
    uint64_t index;                 /* of the line */
    line_data data;                 /* of the line, as far as it is here; of the last write meanwhile */
    uint32_t count;
    uint8_t fetched, pending; /* sectors: asked for; of these, not here yet */
    uint8_t written;          /* sectors, since the last of the line came into the cache */
    bool own;                 /* of the one request alone: others to this line do not merge */
    bool fills;               /* the line goes into the cache */
} mshr;

typedef struct {
    mem_message message;
    uint64_t ready; /* cycle in which it may leave */
} reply;

/* A request between query and tag check. When the check fails it stays and stalls its channel. */
typedef struct {
    mem_message message;
    uint64_t index; /* of its line, and the set for that: mem/mem_map.h */
    uint32_t set;
    uint32_t query; /* port of l2_bypass that was asked, or BYPASS_NOT_ASKED */
} staged_request;

/* A request that has been told to look up the cache, on its way to the tags. */
typedef struct {
    staged_request request;
    uint64_t ready; /* cycle of its tag check */
} entering_request;

/* One virtual channel of requests, with its own way to memory. */
typedef struct {
    engine_link *requests, *to_memory; /* NULL: not used */
    uint32_t input;                    /* link_input() of the requests */
    uint32_t staged, width;
    uint32_t reserve; /* MSHRs it leaves to others */
    staged_request stage[MAX_PORTS];
} channel;

/* What every tick looks at comes first: some lines of the host's caches. */
struct l2_bank {
    engine *e;
    int component;
    uint32_t number, ports, latency;
    uint32_t port_cycles;          /* for which a look-up holds its port */
    uint64_t port_free[MAX_PORTS]; /* first cycle in which it takes the next request */
    uint32_t draining;             /* MSHR whose requests are being answered, or NO_MSHR */
    uint32_t drained;              /* answers sent of it */
    bool fill_blocked;             /* the next fill waits for room towards memory */
    bypass_skip skips;             /* what a read that bypasses leaves out */
    bool fills_blindly;            /* which is the fill of a line that may be in the cache */
    uint32_t bypass_levels;        /* bit d: reads of depth d bypass, whatever they hit */
    bool moved; /* something went on in this cycle, so that what waits may go on in the next */
    bypass_units bypass;
    uint32_t memory_input, epoch_input; /* link_input() of the links */
    engine_link *replies, *from_memory, *epochs;
    reply *pipe; /* ring of hits on their way out */
    uint32_t pipe_capacity, pipe_head, pipe_count;
    const mem_map *map;
    channel walks, data; /* walks go first */

    uint32_t entry_latency;     /* of the walks' own channel; that of the data is in their link */
    entering_request *entering; /* ring of walks */
    uint32_t entering_capacity, entering_head, entering_count;

    uint32_t sets, ways;
    cache_eviction evicts;
    uint64_t *lines;          /* sets x ways words; within a set the most recently used first */
    line_data *data_of_lines; /* sets x slots */
    line_sectors sectors;     /* likewise */
    data_oracle *oracle;      /* or NULL */
    place_use *use;           /* or NULL */

    uint32_t mshr_count, free_count, merges, walk_mshrs;
    uint64_t *mshr_line; /* what each MSHR fetches, NO_LINE if nothing can merge with it */
    mshr *mshrs;
    uint32_t *free_mshrs;    /* stack of unused numbers */
    uint16_t hashed[HASHES]; /* how many of mshr_line have each hash: this saves most searches */

    app_stats stats[CHIP_MAX_APPS];
};

static void l2_bank_note_event(l2_bank *b, uint32_t kind, const mem_message *m) {
    engine_event(b->e, b->component, kind, m->paddr, ((uint64_t)m->depth << 8) | m->app);
}

/* ---- tags ---- */

static uint64_t *l2_bank_words(l2_bank *b, uint32_t set) {
    return b->lines + (size_t)set * b->ways;
}

/* Way of the line in its set, or `ways`. */
static uint32_t l2_bank_find_way(const l2_bank *b, const uint64_t *set, uint64_t index) {
    const uint64_t mask = ((UINT64_C(1) << LINE_SLOT) - (UINT64_C(1) << LINE_INDEX)) | LINE_VALID;
    return l2_word_find(set, b->ways, mask, index << LINE_INDEX | LINE_VALID);
}

/* Has the host fetch the set that a request will look at in the next cycle: by then it is near. */
static void l2_bank_prefetch(const l2_bank *b, uint32_t set) {
    const size_t first = (size_t)set * b->ways;
    host_prefetch(b->lines + first, b->ways * sizeof *b->lines);
    host_prefetch(b->data_of_lines + first, b->ways * sizeof *b->data_of_lines);
}

/* Where the data of a way lie. */
static size_t l2_bank_place(const l2_bank *b, const uint64_t *set, uint32_t way) {
    return (size_t)(set - b->lines) + (set[way] >> LINE_SLOT);
}

/* The data of a way. */
static line_data *l2_bank_data_of(const l2_bank *b, const uint64_t *set, uint32_t way) {
    return b->data_of_lines + l2_bank_place(b, set, way);
}

/* Moves way `way` to the front of its set as the word `line`. */
static void l2_bank_touch(uint64_t *set, uint32_t way, uint64_t line) {
    memmove(set + 1, set, way * sizeof(*set));
    set[0] = line;
}

/* Sends what was written of the line of a word to memory; false: there is no room. */
static bool l2_bank_write_back(l2_bank *b, const uint64_t *set, uint32_t way) {
    mem_message *m = link_push(b->data.to_memory);
    if (!m)
        return false;
    *m = (mem_message){.paddr = mem_map_address(b->map, b->number, l2_word_index(set[way])),
                       .data = *l2_bank_data_of(b, set, way),
                       .port = (uint16_t)b->number,
                       .app = (uint8_t)((set[way] >> LINE_APP) & 63U),
                       .sectors = line_sectors_written(&b->sectors, l2_bank_place(b, set, way)),
                       .write = true};
    l2_bank_note_event(b, L2_EVENT_WRITEBACK, m);
    return true;
}

/* Takes a line with these sectors into the cache. False, changing nothing, when its victim's write-back finds
 * no room. */
static bool l2_bank_install(l2_bank *b, uint64_t index, uint32_t app, sector_marks sectors, line_data data) {
    uint64_t *set = l2_bank_words(b, mem_map_set(b->map, index));
    const uint32_t way = l2_word_victim(set, b->ways, b->evicts);
    const uint64_t victim = set[way];
    if ((victim & LINE_VALID) && (victim & LINE_DIRTY) && !l2_bank_write_back(b, set, way))
        return false;
    *l2_bank_data_of(b, set, way) = data;
    line_sectors_renew(&b->sectors, l2_bank_place(b, set, way), sectors.held | sectors.written,
                       sectors.written);
    l2_bank_touch(set, way,
                  victim >> LINE_SLOT << LINE_SLOT | index << LINE_INDEX | (uint64_t)app << LINE_APP |
                      (sectors.written ? LINE_DIRTY : 0U) | LINE_VALID);
    return true;
}

/* ---- misses ---- */

static uint16_t *l2_bank_hashed(l2_bank *b, uint64_t index) {
    return &b->hashed[index % HASHES];
}

static uint32_t find_mshr(l2_bank *b, uint64_t index) {
    if (*l2_bank_hashed(b, index) == 0)
        return NO_MSHR;
    const uint32_t found = l2_word_find(b->mshr_line, b->mshr_count, UINT64_MAX, index);
    return found < b->mshr_count ? found : NO_MSHR;
}

/* Does this request bypass, and leave that out? */
static bool l2_bank_skips(const l2_bank *b, const mem_message *m, bypass_skip part) {
    return m->bypass && (b->skips & part) != 0;
}

/* Fetches these sectors for `m`; false: there is no room. */
static bool l2_bank_fetch(l2_bank *b, const mem_message *m, uint32_t number, uint8_t sectors) {
    mem_message *out = link_push(m->depth && b->walks.to_memory ? b->walks.to_memory : b->data.to_memory);
    if (!out)
        return false;
    *out = *m;
    out->tag = number;
    out->port = (uint16_t)b->number;
    out->sectors = sectors;
    b->mshrs[number].fetched |= sectors;
    b->mshrs[number].pending |= sectors;
    return true;
}

/* Sends `m` to memory under a new MSHR, for the sectors that lack; `data`: of the rest of the line. False
 * when there is none or no room. */
static bool start_fetch(l2_bank *b, const channel *c, const mem_message *m, uint64_t index, uint8_t lack,
                        line_data data) {
    const bool fills = !l2_bank_skips(b, m, BYPASS_SKIPS_FILL);
    const bool own = !fills || l2_bank_skips(b, m, BYPASS_SKIPS_LOOKUP);
    if (b->free_count <= c->reserve)
        return false;
    const uint32_t number = b->free_mshrs[b->free_count - 1];
    mshr *entry = &b->mshrs[number];
    entry->fetched = entry->pending = 0;
    if (!l2_bank_fetch(b, m, number, lack))
        return false;
    b->free_count--;
    entry->waiting[0] = *m;
    entry->count = 1;
    entry->index = index;
    entry->data = data;
    entry->own = own;
    entry->fills = fills;
    entry->written = 0;
    b->mshr_line[number] = own ? NO_LINE : index;
    if (!own)
        ++*l2_bank_hashed(b, index);
    return true;
}

/* A read of sectors that are not there joins the fetch of its line; `data`: of the rest. False when it has to
 * wait. */
static bool l2_bank_merge(l2_bank *b, uint32_t number, const mem_message *m, uint8_t lack, line_data data) {
    mshr *entry = &b->mshrs[number];
    const uint8_t more = lack & (uint8_t)~(entry->fetched | entry->written);
    if (entry->count == b->merges || (more && !l2_bank_fetch(b, m, number, more)))
        return false;
    entry->waiting[entry->count++] = *m;
    entry->data = line_data_newer(entry->data, data);
    return true;
}

/* A request that found no line, or not all its sectors; a write leaves `data`, for a read it is the data of
 * the rest. False when it has to wait. */
static bool l2_bank_miss(l2_bank *b, const channel *c, const mem_message *m, uint64_t index, uint8_t lack,
                         line_data data) {
    uint32_t number = find_mshr(b, index);
    if (m->write) {
        if (number == NO_MSHR)
            return l2_bank_install(b, index, m->app, (sector_marks){.written = lack}, data);
        b->mshrs[number].written |= lack;
        b->mshrs[number].data = data;
        return true;
    }
    return number == NO_MSHR ? start_fetch(b, c, m, index, lack, data)
                             : l2_bank_merge(b, number, m, lack, data);
}

/* ---- the way of a request ---- */

/* A reply without a fetch. The check is one cycle after the request was taken. */
static void push_reply(l2_bank *b, const mem_message *m, line_data data, uint64_t cycle) {
    uint32_t tail = (b->pipe_head + b->pipe_count++) % b->pipe_capacity;
    b->pipe[tail] = (reply){.message = *m, .ready = cycle + b->latency - 1};
    b->pipe[tail].message.data = data;
}

/* A request that found what it asks for, or a write that found its line and leaves `data`. False when it has
 * to wait. */
static bool l2_bank_hit(l2_bank *b, const mem_message *m, uint64_t *set, uint32_t way, line_data data,
                        uint64_t cycle) {
    line_data *held = l2_bank_data_of(b, set, way);
    const uint8_t asked = line_sectors_asked(&b->sectors, m->sectors);
    if (!m->write && b->pipe_count == b->pipe_capacity)
        return false;
    if (m->write) {
        *held = data;
        line_sectors_add(&b->sectors, l2_bank_place(b, set, way), asked, asked);
    } else {
        push_reply(b, m, *held, cycle);
    }
    l2_bank_touch(set, way, set[way] | (m->write ? LINE_DIRTY : 0U));
    return true;
}

/* A read that found its line without some of the sectors. False when it has to wait. */
static bool l2_bank_sector_miss(l2_bank *b, const channel *c, const staged_request *r, uint64_t *set,
                                uint32_t way, uint8_t lack) {
    if (!l2_bank_miss(b, c, &r->message, r->index, lack, *l2_bank_data_of(b, set, way)))
        return false;
    l2_bank_touch(set, way, set[way]);
    return true;
}

/* The line leaves the cache. False, changing nothing, when it has to wait. */
static bool l2_bank_drop(l2_bank *b, const staged_request *r, uint64_t cycle) {
    if (b->pipe_count == b->pipe_capacity || find_mshr(b, r->index) != NO_MSHR)
        return false;
    uint64_t *set = l2_bank_words(b, r->set);
    const uint32_t way = l2_bank_find_way(b, set, r->index);
    if (way < b->ways && (set[way] & LINE_DIRTY) != 0 && !l2_bank_write_back(b, set, way))
        return false;
    if (way < b->ways)
        set[way] = set[way] >> LINE_SLOT << LINE_SLOT;
    push_reply(b, &r->message, 0, cycle);
    return true;
}

/* Bypass or tag check of one request. False, changing nothing, when it has to wait. */
static bool l2_bank_check(l2_bank *b, const channel *c, const staged_request *r, uint64_t cycle) {
    const mem_message *m = &r->message;
    app_stats *stats = &b->stats[m->app];
    uint32_t depth = m->depth & (GMMU_NUM_DEPTHS - 1U);
    const uint8_t asked = line_sectors_asked(&b->sectors, m->sectors);
    if (m->drop)
        return l2_bank_drop(b, r, cycle);
    if (l2_bank_skips(b, m, BYPASS_SKIPS_LOOKUP)) {
        if (!start_fetch(b, c, m, r->index, asked, 0))
            return false;
        stats->l2_bypassed[depth]++;
        l2_bank_note_event(b, L2_EVENT_BYPASS, m);
        return true;
    }
    uint64_t *set = l2_bank_words(b, r->set);
    uint32_t way = l2_bank_find_way(b, set, r->index);
    const bool there = way < b->ways;
    const uint8_t lack = there ? line_sectors_lack(&b->sectors, l2_bank_place(b, set, way), asked) : asked;
    bool is_hit = there && !lack;
    bool acknowledged = m->write && m->ack;
    if (acknowledged && b->pipe_count == b->pipe_capacity)
        return false;
    const line_data data = m->write ? line_data_next(data_oracle_now(b->oracle, m->paddr)) : 0;
    if (!there               ? !l2_bank_miss(b, c, m, r->index, asked, data)
        : is_hit || m->write ? !l2_bank_hit(b, m, set, way, data, cycle)
                             : !l2_bank_sector_miss(b, c, r, set, way, lack))
        return false;
    if (m->write)
        data_oracle_write(b->oracle, data); /* here it takes its place in the order of all writes */
    place_use_l2_set(b->use, b->number, r->set, m->paddr, m->app);
    if (acknowledged)
        push_reply(b, m, data, cycle);
    stats->l2_accesses[depth]++;
    stats->l2_hits[depth] += is_hit;
    stats->l2_sector_misses += there && !is_hit;
    bypass_units_count(&b->bypass, m->app, m->depth, is_hit);
    l2_bank_note_event(b, is_hit ? L2_EVENT_HIT : L2_EVENT_MISS, m);
    return true;
}

/* Hands the answers of l2_bypass to the requests that asked. */
static void take_answers(l2_bank *b, channel *c) {
    for (uint32_t i = 0; i < c->staged; i++) {
        staged_request *r = &c->stage[i];
        r->message.bypass = bypass_units_answer(&b->bypass, r->message.app, r->query);
    }
}

/* Bypass or tag check of one request at a free port, which it then holds: for l2.port_cycles, or, without a
 * look-up, for this cycle. False, changing nothing, when it has to wait. */
static bool check_at_port(l2_bank *b, const channel *c, const staged_request *r, uint64_t cycle) {
    uint64_t *port = b->port_free;
    while (port < b->port_free + b->ports && *port > cycle)
        port++;
    if (port == b->port_free + b->ports || !l2_bank_check(b, c, r, cycle))
        return false;
    *port = cycle + (l2_bank_skips(b, &r->message, BYPASS_SKIPS_LOOKUP) ? 1 : b->port_cycles);
    b->moved = true;
    return true;
}

/* Tag checks of one channel. */
static void check_channel(l2_bank *b, channel *c, uint64_t cycle) {
    uint32_t done = 0;
    while (done < c->staged && check_at_port(b, c, &c->stage[done], cycle))
        done++;
    c->staged -= done;
    if (done && c->staged)
        c->stage[0] = c->stage[done];
}

/* Walks leave the stage for the way to the tags; those that bypass it stay. */
static void enter_walks(l2_bank *b, uint64_t cycle) {
    const staged_request *r = &b->walks.stage[0]; /* its width is 1 */
    if (!b->walks.staged || l2_bank_skips(b, &r->message, BYPASS_SKIPS_WAY) ||
        b->entering_count == b->entering_capacity)
        return;
    const uint32_t tail = (b->entering_head + b->entering_count++) % b->entering_capacity;
    b->entering[tail] = (entering_request){.request = *r, .ready = cycle + b->entry_latency};
    b->walks.staged = 0;
    b->moved = true;
}

/* The tag check of a walk that has come to the tags. */
static void check_entered(l2_bank *b, uint64_t cycle) {
    const entering_request *r = &b->entering[b->entering_head];
    if (!b->entering_count || r->ready > cycle || !check_at_port(b, &b->walks, &r->request, cycle))
        return;
    b->entering_head = (b->entering_head + 1) % b->entering_capacity;
    b->entering_count--;
}

/* Tag checks of walks, and those that bypass them. */
static void check_walks(l2_bank *b, uint64_t cycle) {
    if (b->entry_latency) {
        enter_walks(b, cycle);
        check_entered(b, cycle);
    }
    if (b->walks.staged &&
        (!b->entry_latency || l2_bank_skips(b, &b->walks.stage[0].message, BYPASS_SKIPS_WAY)))
        check_channel(b, &b->walks, cycle);
}

static void check_staged(l2_bank *b, uint64_t cycle) {
    if (b->bypass.asked) {
        bypass_units_show(&b->bypass, cycle);
        take_answers(b, &b->walks);
        take_answers(b, &b->data);
    }
    check_walks(b, cycle);
    if (b->data.staged)
        check_channel(b, &b->data, cycle);
}

/* Asks l2_bypass about a request of a walk. */
static uint32_t l2_bank_ask(l2_bank *b, const mem_message *m, uint32_t set) {
    if (!m->depth || m->write)
        return BYPASS_NOT_ASKED;
    return bypass_units_ask(&b->bypass, m->app, m->depth, set % SAMPLED_SETS == 0);
}

/* Takes new requests of a channel once the ones before have passed. */
static void l2_bank_take_requests(l2_bank *b, channel *c) {
    const mem_message *m = NULL;
    if (c->staged || !c->requests || !engine_input_shows(b->e, b->component, c->input))
        return;
    while (c->staged < c->width && (m = link_peek(c->requests)) != NULL) {
        staged_request *r = &c->stage[c->staged++];
        const uint64_t index = mem_map_index(b->map, m->paddr);
        const uint32_t set = mem_map_set(b->map, index);
        *r = (staged_request){.message = *m, .index = index, .set = set, .query = l2_bank_ask(b, m, set)};
        r->message.bypass = !m->write && (b->bypass_levels >> m->depth & 1U) != 0;
        l2_bank_prefetch(b, r->set);
        if (m->write)
            data_oracle_prefetch(b->oracle, m->paddr);
        link_pop(c->requests);
    }
    b->moved = true;
}

/* ---- answers ---- */

/* What has come of the line of an MSHR goes into the cache. Some of its sectors may be there; and where no
 * look-up came before, another fetch may have brought it meanwhile. False, changing nothing, when it has to
 * wait. */
static bool l2_bank_fill(l2_bank *b, const mshr *entry, uint32_t app, uint8_t sectors, line_data data) {
    if (!entry->fills)
        return true;
    if (b->fills_blindly || b->sectors.mark) {
        uint64_t *set = l2_bank_words(b, mem_map_set(b->map, entry->index));
        const uint32_t way = l2_bank_find_way(b, set, entry->index);
        if (way < b->ways) {
            line_data *held = l2_bank_data_of(b, set, way);
            line_sectors_add(&b->sectors, l2_bank_place(b, set, way), sectors, 0);
            *held = b->sectors.mark ? line_data_newer(*held, data) : *held;
            return true;
        }
    }
    return l2_bank_install(b, entry->index, app, (sector_marks){sectors, entry->written}, data);
}

/* Takes from memory, if nothing is being handed out, a line or sectors of it. D: what waits for a line is
 * answered when all sectors that were fetched meanwhile are here. */
static void take_fill(l2_bank *b) {
    if (b->draining != NO_MSHR || !engine_input_shows(b->e, b->component, b->memory_input))
        return;
    const mem_message *m = link_peek(b->from_memory);
    mshr *entry = &b->mshrs[m->tag];
    const line_data data = line_data_newer(entry->data, m->data);
    const uint8_t sectors = line_sectors_asked(&b->sectors, m->sectors);
    b->fill_blocked = !l2_bank_fill(b, entry, m->app, sectors, data);
    if (b->fill_blocked)
        return;
    entry->data = data;
    entry->written = 0;
    entry->pending &= (uint8_t)~sectors;
    l2_bank_note_event(b, L2_EVENT_FILL, m);
    if (!entry->pending) {
        b->mshr_line[m->tag] = NO_LINE;
        if (!entry->own)
            --*l2_bank_hashed(b, entry->index);
        b->draining = m->tag;
        b->drained = 0;
    }
    b->moved = true;
    link_pop(b->from_memory);
}

/* Answers what waited for the line, then hits that are due; at most `ports` in all. */
static void send_replies(l2_bank *b, uint64_t cycle) {
    for (uint32_t sent = 0; sent < b->ports; sent++) {
        bool fill = b->draining != NO_MSHR;
        if (!fill && (b->pipe_count == 0 || b->pipe[b->pipe_head].ready > cycle))
            return;
        mem_message *out = link_push(b->replies);
        if (!out)
            return;
        b->moved = true;
        if (fill) {
            const mshr *entry = &b->mshrs[b->draining];
            *out = entry->waiting[b->drained++];
            out->data = entry->data;
            if (b->drained == entry->count) {
                b->free_mshrs[b->free_count++] = b->draining;
                b->draining = NO_MSHR;
            }
        } else {
            *out = b->pipe[b->pipe_head].message;
            b->pipe_head = (b->pipe_head + 1) % b->pipe_capacity;
            b->pipe_count--;
        }
    }
}

/* Where nothing moved, what waits here does so for the outside: for a message, or for room in a link, and
 * both wake the bank. */
static bool l2_bank_goes_on(const l2_bank *b) {
    if (!b->moved)
        return false;
    if (b->walks.staged || b->data.staged || b->draining != NO_MSHR)
        return true;
    /* A fill that came while another one was being handed out. */
    return !b->fill_blocked && engine_input_shows(b->e, b->component, b->memory_input);
}

/* The next cycle in which a port is free that is not now, if a request may wait for one. */
static uint64_t l2_bank_next_port(const l2_bank *b, uint64_t cycle) {
    const bool entered = b->entering_count && b->entering[b->entering_head].ready <= cycle;
    uint64_t next = GMMU_NEVER;
    if (b->walks.staged || b->data.staged || entered)
        for (uint32_t i = 0; i < b->ports; i++)
            if (b->port_free[i] > cycle && b->port_free[i] < next)
                next = b->port_free[i];
    return next;
}

static uint64_t l2_bank_next_tick(const l2_bank *b, uint64_t cycle) {
    if (l2_bank_goes_on(b))
        return cycle + 1;
    /* What is due and still here was refused: a hit by the reply link, a walk at the tags; or it is behind
     * this cycle's last port. */
    const uint64_t refused = b->moved ? cycle + 1 : GMMU_NEVER;
    uint64_t next = l2_bank_next_port(b, cycle);
    if (b->pipe_count) {
        const uint64_t ready = b->pipe[b->pipe_head].ready, then = ready > cycle ? ready : refused;
        next = then < next ? then : next;
    }
    if (b->entering_count) {
        const uint64_t ready = b->entering[b->entering_head].ready, then = ready > cycle ? ready : refused;
        next = then < next ? then : next;
    }
    return next;
}

static uint64_t l2_bank_tick(void *self, uint64_t cycle) {
    l2_bank *b = self;
    bypass_units_begin(&b->bypass);
    b->moved = false;
    if (b->epochs && engine_input_shows(b->e, b->component, b->epoch_input)) {
        bypass_units_end_epoch(&b->bypass);
        link_pop(b->epochs);
    }
    take_fill(b);
    check_staged(b, cycle);
    l2_bank_take_requests(b, &b->walks);
    l2_bank_take_requests(b, &b->data);
    send_replies(b, cycle);
    bypass_units_step(&b->bypass, cycle);
    return l2_bank_next_tick(b, cycle);
}

/* ---- construction ---- */

const unit_need *l2_bank_units(const gpu_config *config) {
    static const unit_need units[] = {{.unit = "l2_bypass"}, {.unit = NULL}};
    (void)config; /* its answers may not count, but it is there */
    return units;
}

l2_bank *l2_bank_new(engine *e, const gpu_config *cfg, int domain, uint32_t number, const mem_map *map) {
    const chip_config *chip = &cfg->chip;
    char name[32];
    l2_bank *b = alloc_zeroed(1, sizeof(l2_bank));
    const bypass_choice bypass = bypass_rule_find(cfg->design.l2_bypass)->choice(cfg);
    if (!bypass_units_open(&b->bypass, cfg, bypass.by_unit)) {
        free(b);
        return NULL;
    }
    b->e = e;
    b->number = number;
    b->map = map;
    b->ports = chip->l2.ports < MAX_PORTS ? chip->l2.ports : MAX_PORTS;
    b->latency = chip->l2.latency ? chip->l2.latency : 1;
    b->port_cycles = chip->l2.port_cycles;
    b->bypass_levels = bypass.levels;
    b->skips = bypass.skips;
    b->fills_blindly = (b->skips & (BYPASS_SKIPS_LOOKUP | BYPASS_SKIPS_FILL)) == BYPASS_SKIPS_LOOKUP;
    b->ways = chip->l2.ways;
    b->evicts = chip->l2.evicts;
    b->merges = chip->l2.merges;
    b->walk_mshrs = chip->l2.walk_mshrs;
    b->sets = chip_l2_sets(chip);
    b->lines = alloc_zeroed((size_t)b->sets * b->ways, sizeof(uint64_t));
    b->data_of_lines = alloc_zeroed((size_t)b->sets * b->ways, sizeof(line_data));
    line_sectors_init(&b->sectors, (size_t)b->sets * b->ways, chip->l2.sector_bytes);
    for (uint32_t i = 0; i < b->sets * b->ways; i++)
        b->lines[i] = (uint64_t)(i % b->ways) << LINE_SLOT;
    b->mshr_count = b->free_count = chip->l2.mshrs;
    b->mshrs = alloc_zeroed(b->mshr_count, sizeof(mshr));
    b->mshr_line = alloc_zeroed(b->mshr_count, sizeof(uint64_t));
    b->free_mshrs = alloc_zeroed(b->mshr_count, sizeof(uint32_t));
    for (uint32_t i = 0; i < b->mshr_count; i++) {
        b->mshr_line[i] = NO_LINE;
        b->free_mshrs[i] = b->mshr_count - 1 - i;
    }
    b->draining = NO_MSHR;
    b->pipe_capacity = b->ports * (b->latency + 1);
    b->pipe = alloc_zeroed(b->pipe_capacity, sizeof(reply));
    b->entry_latency = chip->l2.entry_latency;
    b->entering_capacity = chip->walk.walkers; /* a walk reads one line at a time */
    if (b->entry_latency)
        b->entering = alloc_zeroed(b->entering_capacity, sizeof(entering_request));
    (void)snprintf(name, sizeof(name), "l2_bank %u", number);
    b->component = engine_add_component(e, name, domain, l2_bank_tick, b);
    return b;
}

void l2_bank_free(l2_bank *b) {
    if (!b)
        return;
    bypass_units_close(&b->bypass);
    free(b->lines);
    free(b->data_of_lines);
    line_sectors_free(&b->sectors);
    free(b->mshrs);
    free(b->mshr_line);
    free(b->free_mshrs);
    free(b->pipe);
    free(b->entering);
    free(b);
}

int l2_bank_component(const l2_bank *b) {
    return b->component;
}

void l2_bank_attach(l2_bank *b, engine_link *requests, engine_link *replies, engine_link *to_memory,
                    engine_link *from_memory) {
    b->data.requests = requests;
    b->data.to_memory = to_memory;
    b->data.width = b->ports;
    b->data.input = link_input(requests);
    b->memory_input = link_input(from_memory);
    b->replies = replies;
    b->from_memory = from_memory;
}

void l2_bank_attach_walks(l2_bank *b, engine_link *requests, engine_link *to_memory) {
    b->walks.requests = requests;
    b->walks.to_memory = to_memory;
    b->walks.width = 1;
    b->walks.input = requests ? link_input(requests) : 0;
    if (requests)
        b->data.reserve = b->mshr_count > 2 * b->walk_mshrs ? b->walk_mshrs : b->mshr_count / 2;
}

void l2_bank_attach_epochs(l2_bank *b, engine_link *epochs) {
    b->epochs = epochs;
    b->epoch_input = epochs ? link_input(epochs) : 0;
}

void l2_bank_attach_use(l2_bank *b, place_use *use) {
    b->use = use;
}

void l2_bank_attach_oracle(l2_bank *b, data_oracle *oracle) {
    b->oracle = oracle;
}

const app_stats *l2_bank_stats(const l2_bank *b) {
    return b->stats;
}
