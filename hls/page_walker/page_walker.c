/* SPDX-License-Identifier: Apache-2.0 */
#include "page_walker.h"

#define WALKERS GMMU_WALKERS
#define LEVELS  GMMU_WALK_LEVELS
#define CACHED  GMMU_WALK_CACHED
#define WAYS    GMMU_WALK_WAYS
#define READS   GMMU_WALK_READS

enum { VPN_W = GMMU_VPN_W, PPN_W = GMMU_PPN_W, WORD_W = 9 };
enum { LARGE = GMMU_VPN_W - GMMU_LARGE_VPN_W }; /* log2 of the base pages of a large one */

typedef GMMU_U(GMMU_ASID_W) space;
typedef GMMU_U(GMMU_VPN_W) page_number;
typedef GMMU_U(GMMU_PPN_W) frame;

/* Where a walk is. */
typedef struct {
    space asid;
    page_number vpn;
    u3 level;
    u2 part;
} position;

/* What the format says of the entries of a table. */
typedef struct {
    uint32_t low, bits;
    u1 leaf;
} table_shape;

/* What an entry that has been read does: the walk goes on in a table below, or with the small word of a dual
 * entry; else it ends. */
typedef struct {
    u1 down, small;
    u3 kind;
    frame table; /* the one below, or the frame of the page */
    u4 rights;   /* that it leaves to what is below, or to the page */
} verdict;

/* Who has a turn at each port: a bit per walker, one at most of each port. The others are lists of events. */
typedef struct {
    uint64_t looks, reads, ends, takes;
    u1 again[WALKERS];    /* what it has read is from before an invalidation */
    u1 answered[WALKERS]; /* its read */
} walker_events;

/* A table for the cache. */
typedef struct {
    u1 valid;
    position from; /* the entry that points to it */
    frame table;
    u4 rights; /* of the way to it */
} cache_fill;

void page_walker_reset(page_walker_state *s) {
    for (unsigned w = 0; w < WALKERS; w++) {
        s->w_phase[w] = WALKER_FREE;
        s->w_asid[w] = 0;
        s->w_vpn[w] = 0;
        s->w_level[w] = 0;
        s->w_part[w] = 0;
        s->w_table[w] = 0;
        s->w_large[w] = 0;
        s->w_whole[w] = 0;
        s->w_upper[w] = 0;
        s->w_kind[w] = 0;
        s->w_rights[w] = 0;
        s->w_large_rights[w] = 0;
    }
    for (unsigned e = 0; e < CACHED * WAYS; e++) {
        s->c_valid[e] = 0;
        s->c_asid[e] = 0;
        s->c_vpn[e] = 0;
        s->c_table[e] = 0;
        s->c_rights[e] = 0;
    }
    for (unsigned i = 0; i < CACHED; i++)
        s->c_next[i] = 0;
    s->l_walker = 0;
    s->done_walker = 0;
    s->l_valid = 0;
    s->l_asid = 0;
    s->l_vpn = 0;
    for (unsigned r = 0; r < READS; r++) {
        s->rd_valid[r] = 0;
        s->rd_walker[r] = 0;
        s->rd_table[r] = 0;
        s->rd_word[r] = 0;
    }
    s->done_valid = 0;
    s->done_asid = 0;
    s->done_vpn = 0;
    s->done_ppn = 0;
    s->done_kind = 0;
    s->done_level = 0;
    s->done_size = 0;
    s->done_large = 0;
    s->done_read = 0;
    s->done_write = 0;
    s->done_exec = 0;
    s->done_system = 0;
    s->inv_ack = 0;
}

/* The port of reads of a walker; the walker that has this name there. */
static inline unsigned port_of(unsigned w) {
    return w % READS;
}

static inline uint32_t walker_at(unsigned r, GMMU_U(GMMU_WALK_NAME_W) name) {
    return (uint32_t)name * READS + r;
}

/* Is the read at its port that of this walker? */
static inline u1 is_shown(const page_walker_state *s, unsigned w) {
    return (u1)(walker_at(port_of(w), s->rd_walker[port_of(w)]) == w);
}

static inline void show_read(const page_walker_state *s, unsigned r, page_walker_out *out) {
    space asid = 0;
    u3 level = 0;
    for (unsigned w = 0; w < WALKERS; w++) {
        const u1 reads = (u1)((port_of(w) == r) & is_shown(s, w));
        const u3 at = s->w_part[w] == WALK_LARGE_PAGE ? (u3)0 : s->w_level[w]; /* there is a page, too */
        asid = (space)(asid | (reads ? s->w_asid[w] : (space)0));
        level = (u3)(level | (reads ? at : (u3)0));
    }
    out->rd_valid[r] = s->rd_valid[r];
    out->rd_walker[r] = s->rd_walker[r];
    out->rd_table[r] = s->rd_table[r];
    out->rd_word[r] = s->rd_word[r];
    out->rd_asid[r] = asid;
    out->rd_level[r] = level;
}

void page_walker_outputs(const page_walker_state *s, page_walker_out *out) {
    u1 room = 0, open = 0;
    for (unsigned w = 0; w < WALKERS; w++) {
        room = (u1)(room | (s->w_phase[w] == WALKER_FREE));
        open = (u1)(open | (s->w_phase[w] == WALKER_WAIT) | (s->w_phase[w] == WALKER_WAIT_OLD));
    }
    out->walk_ready = room;
    out->rd_open = open;
    out->l_valid = s->l_valid;
    out->l_asid = s->l_asid;
    out->l_vpn = s->l_vpn;
    for (unsigned r = 0; r < READS; r++)
        show_read(s, r, out);
    out->inv_ack = s->inv_ack;
    out->done_valid = s->done_valid;
    out->done_asid = s->done_asid;
    out->done_vpn = s->done_vpn;
    out->done_ppn = s->done_ppn;
    out->done_kind = s->done_kind;
    out->done_level = s->done_level;
    out->done_size = s->done_size;
    out->done_large = s->done_large;
    out->done_read = s->done_read;
    out->done_write = s->done_write;
    out->done_exec = s->done_exec;
    out->done_system = s->done_system;
}

/* ---- the format ---- */

static inline table_shape shape_at(const page_walker_in *in, const position *p) {
    table_shape t = {0, 0, 0};
    for (unsigned i = 0; i < LEVELS; i++) {
        t.low |= p->level == i ? (uint32_t)in->fmt_low[i] : 0U;
        t.bits |= p->level == i ? (uint32_t)in->fmt_bits[i] : 0U;
        t.leaf = (u1)(t.leaf | ((p->level == i) & in->fmt_leaf[i]));
    }
    if (p->part == WALK_LARGE_PAGE) {
        t.low = (uint32_t)in->fmt_large_low;
        t.bits = (uint32_t)in->fmt_large_bits;
        t.leaf = 1;
    }
    return t;
}

/* The entry to begin with in a table of this level. */
static inline u2 first_part(const page_walker_in *in, u3 level) {
    const u1 dual = (u1)(in->fmt_dual & (level == 1));
    return dual ? (u2)WALK_LARGE_WORD : (u2)WALK_PLAIN;
}

/* The word of the entry; a short entry may be in its upper half. */
static inline u9 word_of(const page_walker_in *in, const position *p, u1 *upper) {
    const table_shape t = shape_at(in, p);
    const uint64_t from = (uint64_t)p->vpn >> t.low;
    const uint64_t index = (in->fmt_short ? from >> 1 : from) & ((UINT64_C(1) << t.bits) - 1U);
    const u1 second = (u1)(in->fmt_large_word ^ (p->part == WALK_SMALL_WORD));
    const u1 dual = (u1)((p->part == WALK_LARGE_WORD) | (p->part == WALK_SMALL_WORD));
    *upper = (u1)(from & 1U);
    return (u9)GMMU_WRAP(dual ? index << 1 | (uint64_t)second : index, WORD_W);
}

/* The entry in a word that has been read. */
static inline u64 entry_in(const page_walker_in *in, u64 word, u1 upper) {
    const uint64_t half = upper ? (uint64_t)word >> 32 : GMMU_WRAP((uint64_t)word, 32);
    return in->fmt_short ? (u64)half : word;
}

/* Is one of these flags in the entry, or as `no` says none? */
static inline u1 has_flag(u8 flags, u8 some, u1 no) {
    return (u1)(((flags & some) != 0) ^ no);
}

/* What the entry allows. */
static inline u4 rights_in(const page_walker_in *in, u64 data) {
    const u8 flags = (u8)GMMU_WRAP(data, 8);
    const u1 exec = (u1)((uint64_t)data >> (uint32_t)in->fmt_exec & 1U);
    u4 rights = 0;
    rights = (u4)(rights | (has_flag(flags, in->fmt_write, in->fmt_write_no) ? (u4)WALK_WRITE : (u4)0));
    rights = (u4)(rights | (has_flag(flags, in->fmt_read, in->fmt_read_no) ? (u4)WALK_READ : (u4)0));
    rights = (u4)(rights | ((exec ^ in->fmt_exec_no) | in->fmt_exec_all ? (u4)WALK_EXEC : (u4)0));
    return (u4)(rights | (has_flag(flags, in->fmt_system, in->fmt_system_no) ? (u4)0 : (u4)WALK_USER));
}

/* ... of the entry that has come at a port, of a walker that is there. */
static inline verdict verdict_on(const page_walker_in *in, unsigned r, const position *p, u1 upper) {
    const u64 data = entry_in(in, in->rsp_data[r], upper);
    const u1 error = in->rsp_error[r];
    const table_shape t = shape_at(in, p);
    const uint64_t inside = (UINT64_C(1) << t.low) - 1U;
    const uint64_t width = (UINT64_C(1) << (uint32_t)in->fmt_frame_bits) - 1U;
    const uint64_t field = (uint64_t)data >> (uint32_t)in->fmt_frame & width;
    const uint64_t ppn = GMMU_WRAP(field, PPN_W);
    const u4 rights = rights_in(in, data);
    const u8 flags = (u8)GMMU_WRAP(data, 8);
    const u1 bottom = (u1)((p->level == 0) | (p->part == WALK_LARGE_PAGE));
    const u1 leaf = (u1)(((flags & in->fmt_large) != 0) | (bottom & (u1)!in->fmt_marked));
    const u1 maps = (u1)(leaf & ((flags & in->fmt_page) != 0));
    const u1 points = (u1)((u1)!leaf & ((flags & in->fmt_pointer) != 0));
    const u1 empty = (u1)(((p->part == WALK_LARGE_WORD) & (u1)!maps & (u1)!points) |
                          ((p->part == WALK_LARGE_PAGE) & (flags == 0)));
    const u1 bad_rights = (u1)(in->fmt_write_reads & ((rights & (WALK_WRITE | WALK_READ)) == WALK_WRITE));
    const u1 right = (u1)(t.leaf & ((ppn & inside) == 0) & (field == ppn) & (u1)!bad_rights);
    const u1 accessed = (u1)((in->fmt_accessed == 0) | ((flags & in->fmt_accessed) != 0));
    const u1 dirty = (u1)((in->fmt_dirty == 0) | ((flags & in->fmt_dirty) != 0));
    const u1 mapped = (u1)((u1)!error & maps & right & accessed);
    verdict v;
    v.down = (u1)((u1)!error & points & (u1)!bottom & (field == ppn) & ((flags & in->fmt_pointer_no) == 0));
    v.small = (u1)((u1)!error & empty);
    v.kind = (u3)(error                          ? WALK_BUS_ERROR
                  : mapped                       ? WALK_MAPPED
                  : (maps & (u1)!right) | points ? WALK_MALFORMED
                                                 : WALK_ABSENT);
    v.table = (frame)(v.down ? ppn : ppn | GMMU_WRAP((uint64_t)p->vpn & inside, PPN_W));
    if (v.down)
        v.rights = in->fmt_every_level ? rights : (u4)WALK_ALL_RIGHTS;
    else
        v.rights = (u4)((uint32_t)rights & (dirty ? WALK_ALL_RIGHTS : WALK_ALL_RIGHTS ^ WALK_WRITE));
    return v;
}

/* ---- turns ---- */

static inline u1 walker_in(uint64_t set, unsigned w) {
    return (u1)(set >> w & 1U);
}

/* Those of them that have this port of reads. */
static inline uint64_t of_port(uint64_t set, unsigned r) {
    uint64_t mine = 0;
    for (unsigned w = 0; w < WALKERS; w++)
        mine |= (uint64_t)(port_of(w) == r) << w;
    return set & mine;
}

/* The first of them behind the one that was last, else the first of all. */
static inline uint64_t next_in_turn(uint64_t wanting, uint32_t last) {
    const uint64_t behind = wanting & (UINT64_MAX << last << 1U);
    const uint64_t from = behind != 0 ? behind : wanting;
    return from & (~from + 1U);
}

static inline GMMU_U(GMMU_WALKER_W) number_of(uint64_t picked) {
    uint32_t number = 0;
    for (unsigned w = 0; w < WALKERS; w++)
        number |= walker_in(picked, w) ? w : 0U;
    return (GMMU_U(GMMU_WALKER_W))number;
}

static inline u1 is_invalidated(const page_walker_in *in, space asid) {
    return (u1)(in->inv_valid & (in->inv_all | (asid == in->inv_asid)));
}

static inline walker_events events_of(const page_walker_state *s, const page_walker_in *in) {
    walker_events v;
    uint64_t to_look = 0, to_read = 0, to_end = 0, free = 0;
    u1 looking = 0;
    for (unsigned w = 0; w < WALKERS; w++) {
        const unsigned r = port_of(w);
        const u1 again = is_invalidated(in, s->w_asid[w]), stays = (u1)!again;
        to_look |= (uint64_t)(s->w_phase[w] == WALKER_LOOK) << w;
        to_read |= (uint64_t)((s->w_phase[w] == WALKER_READ) & stays & (u1)!in->hold) << w;
        to_end |= (uint64_t)((s->w_phase[w] == WALKER_DONE) & stays) << w;
        free |= (uint64_t)(s->w_phase[w] == WALKER_FREE) << w;
        looking = (u1)(looking | (s->w_phase[w] == WALKER_ROOT) | (s->w_phase[w] == WALKER_ROOT_OLD));
        v.again[w] = again;
        v.answered[w] = (u1)(in->rsp_valid[r] & (walker_at(r, in->rsp_walker[r]) == w) &
                             (u1) !(s->rd_valid[r] & is_shown(s, w)));
    }
    v.looks = (u1)!looking | in->r_valid ? next_in_turn(to_look, (uint32_t)s->l_walker) : 0U;
    v.reads = 0;
    for (unsigned r = 0; r < READS; r++)
        v.reads |= (u1)!s->rd_valid[r] | in->rd_ready[r]
                       ? next_in_turn(of_port(to_read, r), walker_at(r, s->rd_walker[r]))
                       : 0U;
    v.ends = (u1)!s->done_valid | in->done_ready ? next_in_turn(to_end, (uint32_t)s->done_walker) : 0U;
    v.takes = in->walk_valid ? free & (~free + 1U) : 0U;
    return v;
}

/* The position of the walker of a set, as an AND-OR read. */
static inline position position_of(const page_walker_state *s, uint64_t set) {
    uint64_t asid = 0, vpn = 0;
    uint32_t level = 0, part = 0;
    for (unsigned w = 0; w < WALKERS; w++) {
        asid |= walker_in(set, w) ? (uint64_t)s->w_asid[w] : 0U;
        vpn |= walker_in(set, w) ? (uint64_t)s->w_vpn[w] : 0U;
        level |= walker_in(set, w) ? (uint32_t)s->w_level[w] : 0U;
        part |= walker_in(set, w) ? (uint32_t)s->w_part[w] : 0U;
    }
    return (position){(space)asid, (page_number)vpn, (u3)level, (u2)part};
}

/* ---- the cache of tables ---- */

/* Is the way of table e, of cached level i, that of the page? */
static inline u1 covers_page(const page_walker_state *s, const page_walker_in *in, unsigned i, unsigned e,
                             space asid, page_number vpn) {
    const uint64_t above = UINT64_MAX << (uint32_t)in->fmt_low[i + 1U];
    return (u1)(s->c_valid[e] & (s->c_asid[e] == asid) &
                ((((uint64_t)s->c_vpn[e] ^ (uint64_t)vpn) & above) == 0));
}

/* Where the walk that is looked up begins: in the table nearest to the leaf. */
static inline void begin_walk(const page_walker_state *s, const page_walker_in *in, frame *table, u3 *level,
                              u4 *rights) {
    *table = in->r_root;
    *level = in->fmt_root;
    *rights = WALK_ALL_RIGHTS;
    for (unsigned i = 0; i < CACHED * WAYS; i++) {
        const unsigned e = CACHED * WAYS - 1U - i;
        const u1 hit = covers_page(s, in, e / WAYS, e, s->l_asid, s->l_vpn);
        *table = hit ? s->c_table[e] : *table;
        *level = hit ? (u3)(e / WAYS) : *level;
        *rights = hit ? s->c_rights[e] : *rights;
    }
}

/* Has a port a table for cached level i that it has not yet? */
static inline u1 fills_level(const page_walker_state *s, const page_walker_in *in, unsigned i,
                             const cache_fill *f) {
    u1 held = 0;
    for (unsigned way = 0; way < WAYS; way++)
        held = (u1)(held | covers_page(s, in, i, i * WAYS + way, f->from.asid, f->from.vpn));
    return (u1)(f->valid & (f->from.level == i + 1U) & (u1)!held);
}

/* Drops what is invalidated, and each level takes a table that it has not yet: that of the lowest port. */
static inline void move_cache(page_walker_state *s, const page_walker_in *in, const cache_fill fill[READS]) {
    for (unsigned i = 0; i < CACHED; i++) {
        const uint32_t next = (uint32_t)s->c_next[i];
        cache_fill f = fill[0];
        u1 fills = fills_level(s, in, i, &fill[0]);
        for (unsigned r = 1; r < READS; r++) {
            f = fills ? f : fill[r];
            fills = (u1)(fills | fills_level(s, in, i, &fill[r]));
        }
        for (unsigned way = 0; way < WAYS; way++) {
            const unsigned e = i * WAYS + way;
            const u1 here = (u1)(fills & (next == way));
            s->c_valid[e] = (u1)(here | (s->c_valid[e] & (u1)!is_invalidated(in, s->c_asid[e])));
            s->c_asid[e] = here ? f.from.asid : s->c_asid[e];
            s->c_vpn[e] = here ? f.from.vpn : s->c_vpn[e];
            s->c_table[e] = here ? f.table : s->c_table[e];
            s->c_rights[e] = here ? f.rights : s->c_rights[e];
        }
        s->c_next[i] = (GMMU_U(GMMU_WALK_WAY_W))GMMU_WRAP(next + (uint32_t)fills, GMMU_WALK_WAY_W);
    }
}

/* ---- the ports ---- */

/* What the entry at port r does, and the table that it gives the cache. */
static inline cache_fill take_entry(const page_walker_state *s, const page_walker_in *in, unsigned r,
                                    const walker_events *v, verdict *entry) {
    uint64_t answered = 0;
    u1 used = 0; /* the answer is to a walk that goes on */
    u1 upper = 0;
    u4 rights = 0; /* of the way to its table */
    for (unsigned w = 0; w < WALKERS; w++) {
        const u1 here = (u1)(v->answered[w] & (port_of(w) == r));
        answered |= (uint64_t)here << w;
        upper = (u1)(upper | (here & s->w_upper[w]));
        rights = (u4)(rights | (here ? s->w_rights[w] : (u4)0));
        used = (u1)(used | (here & (u1)!v->again[w] & (s->w_phase[w] == WALKER_WAIT)));
    }
    const position read = position_of(s, answered);
    *entry = verdict_on(in, r, &read, upper);
    return (cache_fill){(u1)(used & entry->down & (read.part == WALK_PLAIN)), read, entry->table,
                        (u4)(rights & entry->rights)};
}

static inline void move_look_up(page_walker_state *s, const walker_events *v) {
    const position p = position_of(s, v->looks);
    s->l_valid = (u1)(v->looks != 0);
    s->l_asid = v->looks != 0 ? p.asid : s->l_asid;
    s->l_vpn = v->looks != 0 ? p.vpn : s->l_vpn;
    s->l_walker = v->looks != 0 ? number_of(v->looks) : s->l_walker;
}

static inline void move_read(page_walker_state *s, const page_walker_in *in, unsigned r,
                             const walker_events *v) {
    const uint64_t reads = of_port(v->reads, r);
    const position p = position_of(s, reads);
    uint64_t table = 0;
    u1 upper;
    const u9 word = word_of(in, &p, &upper);
    for (unsigned w = 0; w < WALKERS; w++) {
        const frame from = p.part == WALK_LARGE_PAGE ? s->w_large[w] : s->w_table[w];
        table |= walker_in(reads, w) ? (uint64_t)from : 0U;
        s->w_upper[w] = walker_in(reads, w) ? upper : s->w_upper[w];
    }
    s->rd_valid[r] = (u1)((reads != 0) | (s->rd_valid[r] & (u1)!in->rd_ready[r]));
    if (reads != 0) {
        s->rd_walker[r] = (GMMU_U(GMMU_WALK_NAME_W))((uint32_t)number_of(reads) / READS);
        s->rd_table[r] = (frame)table;
        s->rd_word[r] = word;
    }
}

static inline void move_done(page_walker_state *s, const page_walker_in *in, const walker_events *v) {
    const position p = position_of(s, v->ends);
    const table_shape t = shape_at(in, &p);
    const u1 waits = (u1)(s->done_valid & (u1)!in->done_ready);
    uint64_t ppn = 0;
    uint32_t kind = 0, rights = 0;
    u1 whole = 0;
    for (unsigned w = 0; w < WALKERS; w++) {
        const u1 shown = (u1)(walker_in(v->ends, w) & (s->w_kind[w] == WALK_MAPPED));
        ppn |= shown ? (uint64_t)s->w_table[w] : 0U;
        kind |= walker_in(v->ends, w) ? (uint32_t)s->w_kind[w] : 0U;
        whole = (u1)(whole | (walker_in(v->ends, w) & s->w_whole[w]));
        rights |= shown ? (uint32_t)s->w_rights[w] : 0U;
    }
    s->inv_ack = (u1)(in->inv_valid & (u1)!s->inv_ack & (u1) !(waits & is_invalidated(in, s->done_asid)));
    s->done_valid = (u1)((v->ends != 0) | waits);
    if (v->ends != 0) {
        s->done_walker = number_of(v->ends);
        s->done_asid = p.asid;
        s->done_vpn = p.vpn;
        s->done_ppn = (frame)ppn;
        s->done_kind = (u3)kind;
        s->done_level = p.level;
        s->done_size = (u6)t.low;
        s->done_large = (u1)(whole & (kind == WALK_MAPPED) & (t.low >= LARGE));
        s->done_read = (u1)((rights & WALK_READ) != 0);
        s->done_write = (u1)((rights & WALK_WRITE) != 0);
        s->done_exec = (u1)((rights & WALK_EXEC) != 0);
        s->done_system = (u1)((kind == WALK_MAPPED) & ((rights & WALK_USER) == 0));
    }
}

/* ---- the walkers ---- */

/* The root of the walker is known, or it may not walk. */
static inline void answer_root(page_walker_state *s, const page_walker_in *in, unsigned w, frame table,
                               u3 level, u4 rights) {
    const u1 refused = (u1)(in->r_why != 0);
    s->w_phase[w] = refused ? WALKER_DONE : WALKER_READ;
    s->w_level[w] = refused ? in->fmt_root : level;
    s->w_part[w] = refused ? (u2)WALK_PLAIN : first_part(in, level);
    s->w_table[w] = refused ? (frame)0 : table;
    s->w_whole[w] = in->r_whole;
    s->w_kind[w] = (u3)(refused ? WALK_REFUSED | (uint32_t)in->r_why : 0U);
    s->w_rights[w] = refused ? (u4)0 : rights;
}

/* The entry of the walker has been read. */
static inline void answer_read(page_walker_state *s, const page_walker_in *in, unsigned w, const verdict *v) {
    const u1 down = v->down, ends = (u1)((u1)!v->down & (u1)!v->small);
    const u1 to_large = (u1)(down & (s->w_part[w] == WALK_LARGE_WORD));
    const u3 below = (u3)GMMU_WRAP((uint32_t)s->w_level[w] - 1U, 3);
    const u4 above = s->w_part[w] == WALK_LARGE_PAGE ? s->w_large_rights[w] : s->w_rights[w];
    const u4 rights = (u4)(above & v->rights);
    s->w_phase[w] = ends ? WALKER_DONE : WALKER_READ;
    if (to_large) {
        s->w_large[w] = v->table;
        s->w_large_rights[w] = rights;
        s->w_part[w] = WALK_LARGE_PAGE;
    } else if (down) {
        s->w_table[w] = v->table;
        s->w_rights[w] = rights;
        s->w_level[w] = below;
        s->w_part[w] = first_part(in, below);
    } else if (v->small) {
        s->w_part[w] = WALK_SMALL_WORD;
    } else {
        s->w_table[w] = v->table;
        s->w_kind[w] = v->kind;
        s->w_rights[w] = rights;
    }
}

void page_walker_step(page_walker_state *s, const page_walker_in *in, page_walker_out *out) {
    const walker_events v = events_of(s, in);
    verdict entry[READS]; /* that has come at a port */
    cache_fill fill[READS];
    frame table;
    u3 level;
    u4 rights;

    page_walker_outputs(s, out);
    for (unsigned r = 0; r < READS; r++)
        fill[r] = take_entry(s, in, r, &v, &entry[r]);
    begin_walk(s, in, &table, &level, &rights);
    move_cache(s, in, fill);
    move_look_up(s, &v);
    for (unsigned r = 0; r < READS; r++)
        move_read(s, in, r, &v);
    move_done(s, in, &v);
    for (unsigned w = 0; w < WALKERS; w++) {
        const u3 phase = s->w_phase[w];
        const u1 again = v.again[w], read_answered = v.answered[w];
        if (walker_in(v.takes, w)) {
            s->w_phase[w] = WALKER_LOOK;
            s->w_asid[w] = in->walk_asid;
            s->w_vpn[w] = in->walk_vpn;
        } else if (walker_in(v.looks, w)) {
            s->w_phase[w] = WALKER_ROOT;
        } else if (walker_in(v.reads, w)) {
            s->w_phase[w] = WALKER_WAIT;
        } else if (walker_in(v.ends, w)) {
            s->w_phase[w] = WALKER_FREE;
        } else if (phase == WALKER_ROOT || phase == WALKER_ROOT_OLD) {
            if (again & (u1)!in->r_valid)
                s->w_phase[w] = WALKER_ROOT_OLD;
            else if (in->r_valid & (again | (phase == WALKER_ROOT_OLD)))
                s->w_phase[w] = WALKER_LOOK;
            else if (in->r_valid)
                answer_root(s, in, w, table, level, rights);
        } else if (phase == WALKER_WAIT || phase == WALKER_WAIT_OLD) {
            if (again & (u1)!read_answered)
                s->w_phase[w] = WALKER_WAIT_OLD;
            else if (read_answered & (again | (phase == WALKER_WAIT_OLD)))
                s->w_phase[w] = WALKER_LOOK;
            else if (read_answered)
                answer_read(s, in, w, &entry[port_of(w)]);
        } else if (again & ((phase == WALKER_READ) | (phase == WALKER_DONE))) {
            s->w_phase[w] = WALKER_LOOK;
        }
    }
}
