/* SPDX-License-Identifier: Apache-2.0 */
/* Words of the claims of page_walker: what happens to a walker, and what the format says of an entry. */
#ifndef GMMU_PAGE_WALKER_WORDS_H
#define GMMU_PAGE_WALKER_WORDS_H

#include "page_walker_duties.h"

#define WALKERS GMMU_WALKERS
#define LEVELS  GMMU_WALK_LEVELS
#define CACHED  GMMU_WALK_CACHED
#define WAYS    GMMU_WALK_WAYS
#define READS   GMMU_WALK_READS
#define TABLES  (CACHED * WAYS)

typedef GMMU_U(GMMU_ASID_W) space;
typedef GMMU_U(GMMU_VPN_W) page_number;
typedef GMMU_U(GMMU_PPN_W) frame;

/* ---- What happens to a walker ---- */

static inline u1 is_busy(const page_walker_state *s, uint32_t w) {
    return (u1)(s->w_phase[w] != WALKER_FREE);
}

static inline u1 has_read(const page_walker_state *s, uint32_t w) {
    return (u1)((s->w_phase[w] == WALKER_READ) | (s->w_phase[w] == WALKER_WAIT) |
                (s->w_phase[w] == WALKER_DONE));
}

static inline u1 is_looked_up(const page_walker_state *s, uint32_t w) {
    return (u1)((s->w_phase[w] == WALKER_ROOT) | (s->w_phase[w] == WALKER_ROOT_OLD));
}

static inline u1 is_of(const page_walker_state *s, uint32_t w, space asid, page_number vpn) {
    return (u1)((s->w_asid[w] == asid) & (s->w_vpn[w] == vpn));
}

/* Its address space is invalidated. */
static inline u1 is_told(const page_walker_in *in, space asid) {
    return (u1)(in->inv_valid & (in->inv_all | (in->inv_asid == asid)));
}

/* Its port of reads, and its name there. */
static inline uint32_t port_of(uint32_t w) {
    return w % READS;
}

static inline uint32_t name_of(uint32_t w) {
    return w / READS;
}

/* The walker whose read is at port r, or was there last. */
static inline uint32_t reader_at(const page_walker_state *s, uint32_t r) {
    return (uint32_t)s->rd_walker[r] * READS + r;
}

/* Its read is at its port. */
static inline u1 is_offered(const page_walker_state *s, uint32_t w) {
    return (u1)(s->rd_valid[port_of(w)] & (s->rd_walker[port_of(w)] == name_of(w)));
}

/* Its read, which the memory has taken, is answered. */
static inline u1 is_answered(const page_walker_state *s, const page_walker_in *in, uint32_t w) {
    const uint32_t r = port_of(w);
    return (u1)(in->rsp_valid[r] & (in->rsp_walker[r] == name_of(w)) & (u1)!is_offered(s, w) &
                ((s->w_phase[w] == WALKER_WAIT) | (s->w_phase[w] == WALKER_WAIT_OLD)));
}

/* ... and the walk goes on with that. */
static inline u1 goes_on(const page_walker_state *s, const page_walker_in *in, uint32_t w) {
    return (u1)(is_answered(s, in, w) & (s->w_phase[w] == WALKER_WAIT) & (u1)!is_told(in, s->w_asid[w]));
}

static inline frame table_of(const page_walker_state *s, uint32_t w) {
    frame table = 0;
    for (uint32_t i = 0; i < WALKERS; i++) {
        const frame here = s->w_part[i] == WALK_LARGE_PAGE ? s->w_large[i] : s->w_table[i];
        table = (frame)(table | (i == w ? here : 0U));
    }
    return table;
}

/* ---- The format ---- */

static inline uint32_t low_of(const page_walker_in *in, u3 level, u2 part) {
    uint32_t low = 0;
    for (uint32_t i = 0; i < LEVELS; i++)
        low |= level == i ? (uint32_t)in->fmt_low[i] : 0U;
    return part == WALK_LARGE_PAGE ? (uint32_t)in->fmt_large_low : low;
}

static inline uint32_t bits_of(const page_walker_in *in, u3 level, u2 part) {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < LEVELS; i++)
        bits |= level == i ? (uint32_t)in->fmt_bits[i] : 0U;
    return part == WALK_LARGE_PAGE ? (uint32_t)in->fmt_large_bits : bits;
}

/* Are two pages below the same entry of a level that begins at this bit? */
static inline u1 same_from(uint32_t low, page_number a, page_number b) {
    return (u1)((((uint64_t)a ^ (uint64_t)b) & UINT64_MAX << low) == 0);
}

static inline u1 leaf_may_stand(const page_walker_in *in, u3 level, u2 part) {
    u1 may = (u1)(part == WALK_LARGE_PAGE);
    for (uint32_t i = 0; i < LEVELS; i++)
        may = (u1)(may | ((level == i) & in->fmt_leaf[i]));
    return may;
}

/* The entry that the walker is answered. */
static inline uint64_t entry_for(const page_walker_state *s, const page_walker_in *in, uint32_t w) {
    return page_walker_entry(s, in, port_of(w), w);
}

/* The frame in it; does it fit? */
static inline uint64_t frame_field(const page_walker_state *s, const page_walker_in *in, uint32_t w) {
    const uint64_t above = entry_for(s, in, w) >> (uint32_t)in->fmt_frame;
    return above & ~(UINT64_MAX << (uint32_t)in->fmt_frame_bits);
}

static inline uint64_t frame_in(const page_walker_state *s, const page_walker_in *in, uint32_t w) {
    return GMMU_WRAP(frame_field(s, in, w), GMMU_PPN_W);
}

static inline u1 frame_fits(const page_walker_state *s, const page_walker_in *in, uint32_t w) {
    return (u1)(frame_field(s, in, w) == frame_in(s, in, w));
}

static inline u1 is_error(const page_walker_in *in, uint32_t w) {
    return in->rsp_error[port_of(w)];
}

static inline u1 has_flag(const page_walker_state *s, const page_walker_in *in, uint32_t w, u8 flags) {
    return (u1)((entry_for(s, in, w) & (uint64_t)flags) != 0);
}

/* Is the entry that is answered a page, a pointer? At the last level, and in a table of larger pages, all are
 * pages, unless they are marked there, too. */
static inline u1 is_last(const page_walker_state *s, uint32_t w) {
    return (u1)((s->w_level[w] == 0) | (s->w_part[w] == WALK_LARGE_PAGE));
}

static inline u1 is_page(const page_walker_state *s, const page_walker_in *in, uint32_t w) {
    return (u1)(has_flag(s, in, w, in->fmt_page) &
                (has_flag(s, in, w, in->fmt_large) | (is_last(s, w) & (u1)!in->fmt_marked)));
}

static inline u1 is_pointer(const page_walker_state *s, const page_walker_in *in, uint32_t w) {
    return (u1)(has_flag(s, in, w, in->fmt_pointer) & (u1)!has_flag(s, in, w, in->fmt_large) &
                (u1) !(is_last(s, w) & (u1)!in->fmt_marked));
}

/* It leads to its table: nothing in it is reserved. */
static inline u1 leads(const page_walker_state *s, const page_walker_in *in, uint32_t w) {
    return (u1)(is_pointer(s, in, w) & frame_fits(s, in, w) & (u1)!has_flag(s, in, w, in->fmt_pointer_no));
}

/* ---- Rights ---- */

static inline u1 allows_read(const page_walker_state *s, const page_walker_in *in, uint32_t w) {
    return (u1)(has_flag(s, in, w, in->fmt_read) != in->fmt_read_no);
}

static inline u1 allows_write(const page_walker_state *s, const page_walker_in *in, uint32_t w) {
    return (u1)(has_flag(s, in, w, in->fmt_write) != in->fmt_write_no);
}

/* What the entry allows: write, read, execute, use by all, from bit 0. */
static inline uint32_t allowed(const page_walker_state *s, const page_walker_in *in, uint32_t w) {
    const u1 bit = (u1)(entry_for(s, in, w) >> (uint32_t)in->fmt_exec & 1U);
    const u1 exec = (u1)(in->fmt_exec_all | (bit != in->fmt_exec_no));
    const u1 user = (u1)(has_flag(s, in, w, in->fmt_system) == in->fmt_system_no);
    return (uint32_t)allows_write(s, in, w) + 2U * (uint32_t)allows_read(s, in, w) + 4U * (uint32_t)exec +
           8U * (uint32_t)user;
}

/* What a pointer leaves of the rights of the way to it. */
static inline uint32_t passed(const page_walker_state *s, const page_walker_in *in, uint32_t w) {
    return in->fmt_every_level ? allowed(s, in, w) : 15U;
}

/* What a page leaves: one that is not dirty may not be written. */
static inline uint32_t left(const page_walker_state *s, const page_walker_in *in, uint32_t w) {
    const u1 dirty = (u1)((in->fmt_dirty == 0) | has_flag(s, in, w, in->fmt_dirty));
    return allowed(s, in, w) & (dirty ? 15U : 14U);
}

static inline u1 is_accessed(const page_walker_state *s, const page_walker_in *in, uint32_t w) {
    return (u1)((in->fmt_accessed == 0) | has_flag(s, in, w, in->fmt_accessed));
}

/* Of the way to the table that the walker reads. */
static inline uint32_t way_of(const page_walker_state *s, uint32_t w) {
    return s->w_part[w] == WALK_LARGE_PAGE ? (uint32_t)s->w_large_rights[w] : (uint32_t)s->w_rights[w];
}

/* A page stands where one may, is aligned, and has nothing that is reserved. */
static inline u1 page_is_right(const page_walker_state *s, const page_walker_in *in, uint32_t w) {
    const uint32_t low = low_of(in, s->w_level[w], s->w_part[w]);
    const u1 aligned = (u1)((frame_in(s, in, w) & ((UINT64_C(1) << low) - 1U)) == 0);
    const u1 reserved = (u1)(in->fmt_write_reads & allows_write(s, in, w) & (u1)!allows_read(s, in, w));
    return (u1)(leaf_may_stand(in, s->w_level[w], s->w_part[w]) & aligned & frame_fits(s, in, w) &
                (u1)!reserved);
}

/* The entry at which a walk begins in a table of this level. */
static inline u2 part_at(const page_walker_in *in, u3 level) {
    return in->fmt_dual && level == 1 ? (u2)WALK_LARGE_WORD : (u2)WALK_PLAIN;
}

/* ---- Walks, results, cached tables ---- */

static inline u1 accepts(const page_walker_in *in, const page_walker_out *out) {
    return (u1)(in->walk_valid & out->walk_ready);
}

static inline u1 delivers(const page_walker_in *in, const page_walker_out *out) {
    return (u1)(out->done_valid & in->done_ready);
}

/* A new result comes to its port. */
static inline u1 result_comes(const page_walker_state *s, const page_walker_in *in,
                              const page_walker_state *n) {
    return (u1)(n->done_valid & (u1) !(s->done_valid & (u1)!in->done_ready));
}

static inline uint32_t walks_of(const page_walker_state *s, space asid, page_number vpn) {
    uint32_t count = (uint32_t)(s->done_valid & (s->done_asid == asid) & (s->done_vpn == vpn));
    for (uint32_t w = 0; w < WALKERS; w++)
        count += (uint32_t)(is_busy(s, w) & is_of(s, w, asid, vpn));
    return count;
}

/* Is this the root, or a cached table of the page, of this level? */
static inline u1 is_beginning(const page_walker_state *s, const page_walker_in *in, uint32_t w, frame table,
                              u3 level, u4 rights) {
    u1 known = (u1)((table == in->r_root) & (level == in->fmt_root) & (rights == 15));
    for (uint32_t e = 0; e < TABLES; e++) {
        const uint32_t low = (uint32_t)in->fmt_low[e / WAYS + 1U];
        const u1 of_page = (u1)((s->c_asid[e] == s->w_asid[w]) & same_from(low, s->c_vpn[e], s->w_vpn[w]));
        known = (u1)(known | (s->c_valid[e] & of_page & (s->c_table[e] == table) & (level == e / WAYS) &
                              (rights == s->c_rights[e])));
    }
    return known;
}

/* Does the cache hold a table of the page at cached level i, or one nearer to the leaf? */
static inline u1 is_cached_to(const page_walker_state *s, const page_walker_in *in, uint32_t w, uint32_t i) {
    u1 held = 0;
    for (uint32_t e = 0; e < TABLES; e++) {
        const uint32_t low = (uint32_t)in->fmt_low[e / WAYS + 1U];
        held = (u1)(held | ((e / WAYS <= i) & s->c_valid[e] & (s->c_asid[e] == s->w_asid[w]) &
                            same_from(low, s->c_vpn[e], s->w_vpn[w])));
    }
    return held;
}

/* Whose the read at a port is, and its level from the leaf; an entry of the table of larger pages is one of
 * a page, as one of level 0. */
static inline uint32_t tag_of(const page_walker_state *s, uint32_t r) {
    uint32_t tag = 0;
    for (uint32_t w = 0; w < WALKERS; w++) {
        const uint32_t level = s->w_part[w] == WALK_LARGE_PAGE ? 0U : (uint32_t)s->w_level[w];
        tag |= port_of(w) == r && s->rd_walker[r] == name_of(w) ? (uint32_t)s->w_asid[w] << 3 | level : 0U;
    }
    return tag;
}

/* The walker comes to a table of this level. */
static inline u1 comes_to(const page_walker_state *s, const page_walker_in *in, const page_walker_state *n,
                          uint32_t w, u3 level) {
    const u1 comes = (u1)(goes_on(s, in, w) & (n->w_phase[w] == WALKER_READ) & (s->w_part[w] == WALK_PLAIN));
    return (u1)(comes & (n->w_level[w] == level));
}

/* Does the cache hold a table of this level for the page of walker w? */
static inline u1 is_held(const page_walker_state *s, const page_walker_in *in, const page_walker_state *cache,
                         uint32_t w, u3 level) {
    u1 held = 0;
    for (uint32_t e = 0; e < TABLES; e++) {
        const uint32_t low = (uint32_t)in->fmt_low[e / WAYS + 1U];
        held = (u1)(held | (cache->c_valid[e] & (cache->c_asid[e] == s->w_asid[w]) & (level == e / WAYS) &
                            same_from(low, cache->c_vpn[e], s->w_vpn[w])));
    }
    return held;
}

#endif
