/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What page_walker promises, of any walker, any page and any cached table. A walker holds what it has read,
 * or it holds nothing yet: it is to be looked up, is looked up, or waits for an answer that it will drop.
 */
#include "page_walker_words.h"

#define CYCLE                                                                                                \
    const page_walker_state *s, const page_walker_in *in, const page_walker_out *out,                        \
        const page_walker_state *n
#define UNUSED (void)s, (void)in, (void)out, (void)n

/* ---- Invariants ---- */

/* The look-up is that of the walker that waits for it. */
u1 page_walker_inv_look(const page_walker_state *s, u32 k) {
    const uint32_t w = (uint32_t)k % WALKERS;
    return (u1)((u1)!is_looked_up(s, w) | is_of(s, w, s->l_asid, s->l_vpn));
}

/* One look-up at a time. */
u1 page_walker_inv_one_look(const page_walker_state *s) {
    uint32_t count = 0;
    for (uint32_t w = 0; w < WALKERS; w++)
        count += (uint32_t)is_looked_up(s, w);
    return (u1)(count <= 1);
}

/* The read at a port is that of a walker that waits, in its own table. */
u1 page_walker_inv_port(const page_walker_state *s, u32 k) {
    const uint32_t w = (uint32_t)k % WALKERS;
    const u1 waits = (u1)((s->w_phase[w] == WALKER_WAIT) | (s->w_phase[w] == WALKER_WAIT_OLD));
    return (u1)((u1)!is_offered(s, w) | (waits & (s->rd_table[port_of(w)] == table_of(s, w))));
}

/* At the port, a page that is not mapped has no frame and no rights. */
u1 page_walker_inv_faults(const page_walker_state *s) {
    return (u1)((s->done_kind == WALK_MAPPED) | ((s->done_ppn == 0) & (u1)!s->done_read & (u1)!s->done_write &
                                                 (u1)!s->done_exec & (u1)!s->done_system));
}

/* While the entries of a table above stay, the cache tells what they say: a table that it holds for a page is
 * the one that a whole walk of this page comes to. */
u1 page_walker_inv_remembers(const page_walker_state *s, u32 k, u6 low, space asid, page_number vpn,
                             frame table) {
    const uint32_t e = (uint32_t)k % TABLES;
    const u1 of_page = (u1)((s->c_asid[e] == asid) & same_from((uint32_t)low, s->c_vpn[e], vpn));
    return (u1)((u1) !(s->c_valid[e] & of_page) | (s->c_table[e] == table));
}

void page_walker_given_inv_look(const page_walker_state *s, u32 k);
void page_walker_given_inv_one_look(const page_walker_state *s);
void page_walker_given_inv_port(const page_walker_state *s, u32 k);
void page_walker_given_inv_faults(const page_walker_state *s);
void page_walker_given_inv_remembers(const page_walker_state *s, u32 k, u6 low, space asid, page_number vpn,
                                     frame table);

/* The entries and the format stay as they are. */
u1 page_walker_duty_stay(const page_walker_state *s, const page_walker_in *in, u32 k, u6 low, space asid,
                         page_number vpn, frame table) {
    return page_walker_entries_stay(s, in, (uint32_t)k % TABLES / WAYS, (uint32_t)low, asid, vpn, table);
}

void page_walker_given_duty_stay(const page_walker_state *s, const page_walker_in *in, u32 k, u6 low,
                                 space asid, page_number vpn, frame table);

void page_walker_keeps_look(CYCLE, u32 k) {
    UNUSED;
    page_walker_given_inv_look(s, k);
    page_walker_given_inv_one_look(s);
}

void page_walker_keeps_one_look(CYCLE) {
    UNUSED;
    page_walker_given_inv_one_look(s);
}

void page_walker_keeps_port(CYCLE, u32 k) {
    UNUSED;
    page_walker_given_inv_port(s, k);
}

void page_walker_keeps_faults(CYCLE) {
    UNUSED;
    page_walker_given_inv_faults(s);
}

void page_walker_keeps_remembers(CYCLE, u32 k, u6 low, space asid, page_number vpn, frame table) {
    UNUSED;
    page_walker_given_inv_remembers(s, k, low, asid, vpn, table);
    page_walker_given_duty_stay(s, in, k, low, asid, vpn, table);
}

/* After reset every register is 0: all walkers are free, the cache is empty. */
u1 page_walker_start_values(const page_walker_state *s) {
    u1 zero = (u1)((s->l_walker == 0) & (s->done_walker == 0) & (u1)!s->l_valid & (s->l_asid == 0) &
                   (s->l_vpn == 0) & (u1)!s->inv_ack);
    for (uint32_t r = 0; r < READS; r++)
        zero = (u1)(zero & (u1)!s->rd_valid[r] & (s->rd_walker[r] == 0) & (s->rd_table[r] == 0) &
                    (s->rd_word[r] == 0));
    zero = (u1)(zero & (u1)!s->done_valid & (s->done_asid == 0) & (s->done_vpn == 0) & (s->done_ppn == 0) &
                (s->done_kind == 0) & (s->done_level == 0) & (s->done_size == 0) & (u1)!s->done_large &
                (u1)!s->done_read & (u1)!s->done_write & (u1)!s->done_exec & (u1)!s->done_system);
    for (uint32_t w = 0; w < WALKERS; w++)
        zero =
            (u1)(zero & (u1)!is_busy(s, w) & is_of(s, w, 0, 0) & (s->w_level[w] == 0) & (s->w_part[w] == 0) &
                 (s->w_table[w] == 0) & (s->w_large[w] == 0) & (s->w_kind[w] == 0) & (u1)!s->w_whole[w] &
                 (u1)!s->w_upper[w] & (s->w_rights[w] == 0) & (s->w_large_rights[w] == 0));
    for (uint32_t e = 0; e < TABLES; e++)
        zero = (u1)(zero & (u1)!s->c_valid[e] & (s->c_asid[e] == 0) & (s->c_vpn[e] == 0) &
                    (s->c_table[e] == 0) & (s->c_rights[e] == 0));
    for (uint32_t i = 0; i < CACHED; i++)
        zero = (u1)(zero & (s->c_next[i] == 0));
    return zero;
}

/* The walkers that were last at a port exist. */
u1 page_walker_inv(const page_walker_state *s) {
    u1 exist = (u1)((s->l_walker < WALKERS) & (s->done_walker < WALKERS));
    for (uint32_t r = 0; r < READS; r++)
        exist = (u1)(exist & (reader_at(s, r) < WALKERS));
    return exist;
}

/* Walks that wait for an answer do not move, nor do those that are held. */
u1 page_walker_idle(const page_walker_state *s, const page_walker_in *in) {
    u1 rest =
        (u1)((u1)!in->walk_valid & (u1)!in->r_valid & (u1)!in->inv_valid & (u1)!s->l_valid & (u1)!s->inv_ack);
    rest = (u1)(rest & ((u1)!s->done_valid | (u1)!in->done_ready));
    for (uint32_t r = 0; r < READS; r++)
        rest = (u1)(rest & (u1)!in->rsp_valid[r] & ((u1)!s->rd_valid[r] | (u1)!in->rd_ready[r]));
    for (uint32_t w = 0; w < WALKERS; w++)
        rest = (u1)(rest & (s->w_phase[w] != WALKER_LOOK) & (in->hold | (s->w_phase[w] != WALKER_READ)) &
                    (s->w_phase[w] != WALKER_DONE));
    return rest;
}

/* ---- Each walk once ---- */

/* A walker that is busy keeps its page, and takes no other walk, until its result is at the port. A free one
 * becomes busy with the walk that is accepted. */
u1 page_walker_lemma_walker(CYCLE, u32 k) {
    const uint32_t w = (uint32_t)k % WALKERS;
    const u1 same = is_of(n, w, s->w_asid[w], s->w_vpn[w]);
    const u1 ends = (u1)(result_comes(s, in, n) & is_of(s, w, n->done_asid, n->done_vpn) &
                         (s->w_phase[w] == WALKER_DONE));
    const u1 begins =
        (u1)(accepts(in, out) & is_of(n, w, in->walk_asid, in->walk_vpn) & (n->w_phase[w] == WALKER_LOOK));

    UNUSED;
    return (u1)((is_busy(s, w) & same & (is_busy(n, w) | ends)) |
                ((u1)!is_busy(s, w) & ((is_busy(n, w) & begins) | ((u1)!is_busy(n, w) & same))));
}

/* One walker takes the walk that is accepted, none without it. */
u1 page_walker_lemma_one_begins(CYCLE) {
    uint32_t count = 0;
    UNUSED;
    for (uint32_t w = 0; w < WALKERS; w++)
        count += (uint32_t)((u1)!is_busy(s, w) & is_busy(n, w));
    return (u1)(count == (uint32_t)accepts(in, out));
}

/* One walker is free again with the result that comes to the port, none without it. */
u1 page_walker_lemma_one_ends(CYCLE) {
    uint32_t count = 0;
    UNUSED;
    for (uint32_t w = 0; w < WALKERS; w++)
        count += (uint32_t)(is_busy(s, w) & (u1)!is_busy(n, w));
    return (u1)(count == (uint32_t)result_comes(s, in, n));
}

/* A result stays at its port until it is taken, as it is. */
u1 page_walker_prop_result_stays(CYCLE) {
    const u1 same =
        (u1)((n->done_asid == s->done_asid) & (n->done_vpn == s->done_vpn) & (n->done_ppn == s->done_ppn) &
             (n->done_kind == s->done_kind) & (n->done_level == s->done_level) &
             (n->done_size == s->done_size) & (n->done_large == s->done_large) &
             (n->done_read == s->done_read) & (n->done_write == s->done_write) &
             (n->done_exec == s->done_exec) & (n->done_system == s->done_system));
    UNUSED;
    return (u1)(result_comes(s, in, n) | (same & (n->done_valid == (s->done_valid & (u1)!in->done_ready))));
}

void page_walker_given_lemma_walker(CYCLE, u32 k);
void page_walker_given_lemma_one_begins(CYCLE);
void page_walker_given_lemma_one_ends(CYCLE);

/* Of each page: the walks under way and at the port of results are those accepted less the results given, so
 * each gives one result, and none is given that was not asked for. */
u1 page_walker_prop_balance(CYCLE, space asid, page_number vpn) {
    const u1 accepted = (u1)(accepts(in, out) & (in->walk_asid == asid) & (in->walk_vpn == vpn));
    const u1 given = (u1)(delivers(in, out) & (out->done_asid == asid) & (out->done_vpn == vpn));

    UNUSED;
    for (uint32_t w = 0; w < WALKERS; w++)
        page_walker_given_lemma_walker(s, in, out, n, w);
    page_walker_given_lemma_one_begins(s, in, out, n);
    page_walker_given_lemma_one_ends(s, in, out, n);
    return (u1)(walks_of(n, asid, vpn) + (uint32_t)given == walks_of(s, asid, vpn) + (uint32_t)accepted);
}

/* ---- Where a walk begins ---- */

/* A look-up at the port is that of a walker that was to be looked up, and a new one comes only when the one
 * before is answered. */
u1 page_walker_prop_looks(CYCLE, u32 k) {
    const uint32_t w = (uint32_t)k % WALKERS;
    const u1 comes = (u1)((s->w_phase[w] == WALKER_LOOK) & (n->w_phase[w] != WALKER_LOOK));
    u1 free = 1;

    UNUSED;
    for (uint32_t i = 0; i < WALKERS; i++)
        free = (u1)(free & ((u1)!is_looked_up(s, i) | in->r_valid));
    return (u1)((u1)!comes |
                (n->l_valid & is_of(s, w, n->l_asid, n->l_vpn) & (n->w_phase[w] == WALKER_ROOT) & free));
}

/* The walkers are looked up one in two cycles at least, and no look-up comes without a walker. */
u1 page_walker_prop_look_comes(CYCLE) {
    u1 wanted = 0, looking = 0;

    UNUSED;
    for (uint32_t w = 0; w < WALKERS; w++) {
        wanted = (u1)(wanted | (s->w_phase[w] == WALKER_LOOK));
        looking = (u1)(looking | is_looked_up(s, w));
    }
    return (u1)((n->l_valid == (wanted & (in->r_valid | (u1)!looking))) &
                (n->l_valid | ((n->l_asid == s->l_asid) & (n->l_vpn == s->l_vpn))));
}

/* Whether all of the large page around its page may be walked is what the answer to its own look-up has said.
 */
u1 page_walker_prop_whole(CYCLE, u32 k) {
    const uint32_t w = (uint32_t)k % WALKERS;
    const u1 rooted = (u1)((s->w_phase[w] == WALKER_ROOT) & in->r_valid & (u1)!is_told(in, s->w_asid[w]));

    UNUSED;
    page_walker_given_inv_look(s, k);
    return (u1)((n->w_whole[w] == (rooted ? in->r_whole : s->w_whole[w])) &
                ((u1)!rooted | is_of(s, w, s->l_asid, s->l_vpn)));
}

/* A walker that holds nothing comes to hold a table only by the answer to its look-up: the root that it
 * names, or a table of the cache, of the same address space, and of the page. An answer to a look-up or a
 * read from before an invalidation gives nothing. */
u1 page_walker_prop_begins(CYCLE, u32 k) {
    const uint32_t w = (uint32_t)k % WALKERS;
    const u1 comes = (u1)((u1)!has_read(s, w) & has_read(n, w));
    const u1 known = (u1)((s->w_phase[w] == WALKER_ROOT) & in->r_valid & (u1)!is_told(in, s->w_asid[w]));
    const u1 refused = (u1)((in->r_why != 0) & (n->w_phase[w] == WALKER_DONE) &
                            ((uint32_t)n->w_kind[w] == 4U + (uint32_t)in->r_why));
    const u1 begins = (u1)((in->r_why == 0) & (n->w_phase[w] == WALKER_READ) &
                           is_beginning(s, in, w, n->w_table[w], n->w_level[w], n->w_rights[w]));

    UNUSED;
    page_walker_given_inv_look(s, k);
    return (u1)((comes == known) & ((u1)!comes | refused | begins));
}

/* It begins in the table nearest to the leaf that the cache holds: a table that is held is not passed over.
 */
u1 page_walker_prop_nearest(CYCLE, u32 k, u32 i) {
    const uint32_t w = (uint32_t)k % WALKERS, level = (uint32_t)i % CACHED;
    const u1 begins = (u1)((u1)!has_read(s, w) & (n->w_phase[w] == WALKER_READ));

    UNUSED;
    page_walker_given_inv_look(s, k);
    return (u1)((u1)!begins | (u1)!is_cached_to(s, in, w, level) | ((uint32_t)n->w_level[w] <= level));
}

/* A walk that begins in a table of the cache begins where the entries above lead it, as long as these stay.
 */
u1 page_walker_prop_hits(CYCLE, u32 k, u32 q, frame table) {
    const uint32_t w = (uint32_t)k % WALKERS, i = (uint32_t)q % CACHED;
    const u1 begins = (u1)((u1)!has_read(s, w) & (n->w_phase[w] == WALKER_READ));
    const u1 root = (u1)((n->w_table[w] == in->r_root) & (n->w_level[w] == in->fmt_root));

    UNUSED;
    page_walker_given_inv_look(s, k);
    for (uint32_t e = i * WAYS; e < (i + 1U) * WAYS; e++)
        page_walker_given_inv_remembers(s, e, in->fmt_low[i + 1U], s->w_asid[w], s->w_vpn[w], table);
    return (u1)((u1)!begins | root | (n->w_level[w] != i) | (n->w_table[w] == table));
}

/* ---- Reads ---- */

/* A read that comes to the port of a walker is that of the entry of the walker's page in the walker's table:
 * bit b of its index is bit low + b of the page number, and there are no others. Short entries are two a
 * word: bit 0 of their index, which is bit low of the page number, is the half, and the walker keeps it. */
u1 page_walker_prop_read(CYCLE, u32 k, u32 q) {
    const uint32_t w = (uint32_t)k % WALKERS, b = (uint32_t)q % 9U, r = port_of(w);
    const u2 part = s->w_part[w];
    const u1 dual = (u1)((part == WALK_LARGE_WORD) | (part == WALK_SMALL_WORD));
    const u1 second = (u1)(in->fmt_large_word != (part == WALK_SMALL_WORD));
    const uint32_t low = low_of(in, s->w_level[w], part), bits = bits_of(in, s->w_level[w], part);
    const uint32_t from = dual ? b - 1U : b; /* bit of the index; of a dual entry bit 0 is its word */
    const uint32_t at = low + from + (uint32_t)in->fmt_short;
    const u1 wanted = (u1)((from < bits) & (from < 9U) & (at < GMMU_VPN_W) &
                           (u1)((uint64_t)s->w_vpn[w] >> (at & 63U) & 1U));
    const u1 upper = (u1)((low < GMMU_VPN_W) & (u1)((uint64_t)s->w_vpn[w] >> low & 1U));
    const u1 bit = (u1)((uint32_t)n->rd_word[r] >> b & 1U);
    const u1 comes = (u1)((s->w_phase[w] == WALKER_READ) & (n->w_phase[w] == WALKER_WAIT));

    UNUSED;
    return (u1)((u1)!comes | (is_offered(n, w) & (n->rd_table[r] == table_of(s, w)) &
                              (n->w_upper[w] == upper) & (bit == (dual && b == 0 ? second : wanted))));
}

/* ... and stays so while the read does (AXI4: what is offered does not change). */
u1 page_walker_prop_tag_stays(CYCLE, u32 q) {
    const uint32_t r = (uint32_t)q % READS;
    UNUSED;
    page_walker_given_inv_port(s, (u32)reader_at(s, r));
    return (u1)((u1) !(s->rd_valid[r] & (u1)!in->rd_ready[r]) | (tag_of(n, r) == tag_of(s, r)));
}

/* A read stays at its port until it is taken; then the next comes, when a walker of the port has one,
 * whatever the other ports do: as many reads can leave in a cycle as there are ports. */
u1 page_walker_prop_read_stays(CYCLE, u32 q) {
    const uint32_t r = (uint32_t)q % READS;
    const u1 stays = (u1)(s->rd_valid[r] & (u1)!in->rd_ready[r]);
    const u1 same = (u1)((n->rd_walker[r] == s->rd_walker[r]) & (n->rd_table[r] == s->rd_table[r]) &
                         (n->rd_word[r] == s->rd_word[r]));
    u1 wanted = 0, comes = 0;

    UNUSED;
    for (uint32_t w = 0; w < WALKERS; w++) {
        wanted = (u1)(wanted | ((port_of(w) == r) & (s->w_phase[w] == WALKER_READ) &
                                (u1)!is_told(in, s->w_asid[w]) & (u1)!in->hold));
        comes = (u1)(comes |
                     ((port_of(w) == r) & (s->w_phase[w] == WALKER_READ) & (n->w_phase[w] == WALKER_WAIT)));
    }
    return (u1)((n->rd_valid[r] == (stays | wanted)) & (comes == (wanted & (u1)!stays)) & (comes | same));
}

/* While walkers are held none begins a read. rd_open says that a read is at a port or has not been answered:
 * so once it has fallen it stays low, and the memory owes no answer. */
u1 page_walker_prop_held(CYCLE, u32 k) {
    const uint32_t w = (uint32_t)k % WALKERS;
    const u1 open = (u1)((s->w_phase[w] == WALKER_WAIT) | (s->w_phase[w] == WALKER_WAIT_OLD));
    const u1 opens = (u1)((n->w_phase[w] == WALKER_WAIT) | (n->w_phase[w] == WALKER_WAIT_OLD));
    u1 any = 0;

    UNUSED;
    for (uint32_t i = 0; i < WALKERS; i++)
        any = (u1)(any | (s->w_phase[i] == WALKER_WAIT) | (s->w_phase[i] == WALKER_WAIT_OLD));
    page_walker_given_inv_port(s, (u32)reader_at(s, port_of(w)));
    return (u1)((out->rd_open == any) & ((u1)!in->hold | open | (u1)!opens) &
                ((u1)!s->rd_valid[port_of(w)] | out->rd_open));
}

/* A walker has one read at a time: it waits until that is answered, and then not for it any more. */
u1 page_walker_prop_waits(CYCLE, u32 k) {
    const uint32_t w = (uint32_t)k % WALKERS;
    const u1 before = (u1)((s->w_phase[w] == WALKER_WAIT) | (s->w_phase[w] == WALKER_WAIT_OLD));
    const u1 after = (u1)((n->w_phase[w] == WALKER_WAIT) | (n->w_phase[w] == WALKER_WAIT_OLD));

    UNUSED;
    return (u1)((u1)!before | (after == (u1)!is_answered(s, in, w)));
}

/* ---- Entries ---- */

/* What a walker holds changes only by the answer to its read, or its look-up; the half of the word, only when
 * it asks for a read. */
u1 page_walker_prop_holds(CYCLE, u32 k) {
    const uint32_t w = (uint32_t)k % WALKERS;
    const u1 same = (u1)((n->w_level[w] == s->w_level[w]) & (n->w_part[w] == s->w_part[w]) &
                         (n->w_table[w] == s->w_table[w]) & (n->w_large[w] == s->w_large[w]) &
                         (n->w_whole[w] == s->w_whole[w]) & (n->w_kind[w] == s->w_kind[w]) &
                         (n->w_rights[w] == s->w_rights[w]) & (n->w_large_rights[w] == s->w_large_rights[w]));
    const u1 rooted = (u1)((s->w_phase[w] == WALKER_ROOT) & in->r_valid & (u1)!is_told(in, s->w_asid[w]));
    const u1 asks = (u1)((s->w_phase[w] == WALKER_READ) & (n->w_phase[w] == WALKER_WAIT));

    UNUSED;
    return (u1)((same | rooted | goes_on(s, in, w)) & (asks | (n->w_upper[w] == s->w_upper[w])));
}

/* A pointer above the last level, and nothing else, leads down: into its table, a level lower; of larger
 * pages in the same level, and the table of the dual entry is kept. It takes the rights that it does not
 * allow, in a format where all levels count. */
u1 page_walker_prop_down(CYCLE, u32 k) {
    const uint32_t w = (uint32_t)k % WALKERS;
    const uint32_t way = way_of(s, w) & passed(s, in, w);
    const u1 points = (u1)(goes_on(s, in, w) & (u1)!is_error(in, w) & leads(s, in, w) & (u1)!is_last(s, w));
    const u1 large =
        (u1)((n->w_part[w] == WALK_LARGE_PAGE) & ((uint64_t)n->w_large[w] == frame_in(s, in, w)) &
             (n->w_table[w] == s->w_table[w]) & (n->w_level[w] == s->w_level[w]) &
             (n->w_rights[w] == s->w_rights[w]) & ((uint32_t)n->w_large_rights[w] == way));
    const u1 below =
        (u1)((u1)((uint64_t)n->w_table[w] == frame_in(s, in, w)) &
             (u1)(n->w_part[w] == part_at(in, n->w_level[w])) &
             ((uint32_t)n->w_level[w] + 1U == (uint32_t)s->w_level[w]) & ((uint32_t)n->w_rights[w] == way));

    UNUSED;
    return (u1)((u1)!points |
                ((n->w_phase[w] == WALKER_READ) & (s->w_part[w] == WALK_LARGE_WORD ? large : below)));
}

/* Where there are no larger pages, because there is no table of them or the entry there is empty, the walk
 * goes on with the other word of the dual entry, whose table it has kept. */
u1 page_walker_prop_small(CYCLE, u32 k) {
    const uint32_t w = (uint32_t)k % WALKERS;
    const u1 none =
        (u1)((s->w_part[w] == WALK_LARGE_WORD) & (u1)!is_page(s, in, w) & (u1)!is_pointer(s, in, w));
    const u1 empty = (u1)((s->w_part[w] == WALK_LARGE_PAGE) & (u1)!has_flag(s, in, w, 255));
    const u1 turns = (u1)(goes_on(s, in, w) & (u1)!is_error(in, w) & (none | empty));

    UNUSED;
    return (u1)((u1)!turns | ((n->w_phase[w] == WALKER_READ) & (n->w_part[w] == WALK_SMALL_WORD) &
                              (n->w_table[w] == s->w_table[w]) & (n->w_level[w] == s->w_level[w])));
}

/* Every other entry ends the walk, and nothing else does. */
u1 page_walker_prop_ends(CYCLE, u32 k) {
    const uint32_t w = (uint32_t)k % WALKERS;
    const u1 down = (u1)(leads(s, in, w) & (u1)!is_last(s, w));
    const u1 none =
        (u1)((s->w_part[w] == WALK_LARGE_WORD) & (u1)!is_page(s, in, w) & (u1)!is_pointer(s, in, w));
    const u1 empty = (u1)((s->w_part[w] == WALK_LARGE_PAGE) & (u1)!has_flag(s, in, w, 255));
    const u1 ends = (u1)(goes_on(s, in, w) & (is_error(in, w) | (u1) !(down | none | empty)));
    const u1 ended = (u1)((s->w_phase[w] == WALKER_WAIT) & (n->w_phase[w] == WALKER_DONE));

    UNUSED;
    return (u1)((ended == ends) &
                ((u1)!ended | ((n->w_level[w] == s->w_level[w]) & (n->w_part[w] == s->w_part[w]))));
}

/* A result says mapped only of an entry that maps a page, where one may stand, with an aligned frame. Its
 * frame is the entry's, and within the page that of the page asked for; its rights are those that the entry
 * and the way to it allow. */
u1 page_walker_prop_mapped(CYCLE, u32 k, u32 q) {
    const uint32_t w = (uint32_t)k % WALKERS, b = (uint32_t)q % GMMU_PPN_W;
    const uint32_t low = low_of(in, s->w_level[w], s->w_part[w]);
    const u1 ended = (u1)((s->w_phase[w] == WALKER_WAIT) & (n->w_phase[w] == WALKER_DONE));
    const u1 from_entry = (u1)(frame_in(s, in, w) >> b & 1U);
    const u1 from_page = (u1)((b < GMMU_VPN_W) & (u1)((uint64_t)s->w_vpn[w] >> (b % GMMU_VPN_W) & 1U));
    const u1 bit = (u1)((uint64_t)n->w_table[w] >> b & 1U);
    const u1 right = (u1)(is_page(s, in, w) & leaf_may_stand(in, s->w_level[w], s->w_part[w]) &
                          (u1)!is_error(in, w) & ((b >= low) | (u1)!from_entry));

    UNUSED;
    return (u1)((u1)!ended | (n->w_kind[w] != WALK_MAPPED) |
                (right & (bit == (b < low ? from_page : from_entry)) & is_accessed(s, in, w) &
                 ((uint32_t)n->w_rights[w] == (way_of(s, w) & left(s, in, w)))));
}

/* Each fault has its cause, and each cause its fault. A page that has not been accessed is absent. */
u1 page_walker_prop_fault(CYCLE, u32 k) {
    const uint32_t w = (uint32_t)k % WALKERS;
    const u1 ended = (u1)((s->w_phase[w] == WALKER_WAIT) & (n->w_phase[w] == WALKER_DONE));
    const u1 page = is_page(s, in, w), pointer = is_pointer(s, in, w), right = page_is_right(s, in, w);
    const uint32_t kind = is_error(in, w)   ? WALK_BUS_ERROR
                          : page && right   ? (is_accessed(s, in, w) ? WALK_MAPPED : WALK_ABSENT)
                          : page || pointer ? WALK_MALFORMED
                                            : WALK_ABSENT;

    UNUSED;
    return (u1)((u1)!ended | ((uint32_t)n->w_kind[w] == kind));
}

/* ---- Results ---- */

/* The result that comes to the port is that of a walker that has one. It speaks for a whole large page only
 * if the page is that large, and all of the large page around it may be walked. */
u1 page_walker_prop_result(CYCLE, u32 k) {
    const uint32_t w = (uint32_t)k % WALKERS;
    const u1 ends = (u1)(is_busy(s, w) & (u1)!is_busy(n, w));
    const u1 mapped = (u1)(s->w_kind[w] == WALK_MAPPED);
    const uint32_t r = mapped ? (uint32_t)s->w_rights[w] : 0U;
    const u1 rights = (u1)((n->done_write == (r & 1U)) & (n->done_read == (r >> 1 & 1U)) &
                           (n->done_exec == (r >> 2 & 1U)) & (n->done_system == (u1)(mapped & (r < 8U))));
    const u1 same = (u1)((n->done_ppn == (mapped ? s->w_table[w] : (frame)0)) &
                         (n->done_kind == s->w_kind[w]) & (n->done_level == s->w_level[w]) & rights &
                         ((uint32_t)n->done_size == low_of(in, s->w_level[w], s->w_part[w])));
    const u1 large = (u1)(mapped & s->w_whole[w] &
                          (low_of(in, s->w_level[w], s->w_part[w]) >= GMMU_VPN_W - GMMU_LARGE_VPN_W));

    UNUSED;
    return (u1)((u1)!ends |
                (result_comes(s, in, n) & same & (n->done_large == large) & (s->w_phase[w] == WALKER_DONE)));
}

/* While the port is free a result comes, when a walker has one that is not invalidated. */
u1 page_walker_prop_result_comes(CYCLE) {
    u1 wanted = 0;
    UNUSED;
    for (uint32_t w = 0; w < WALKERS; w++)
        wanted = (u1)(wanted | ((s->w_phase[w] == WALKER_DONE) & (u1)!is_told(in, s->w_asid[w])));
    return (u1)(n->done_valid == ((s->done_valid & (u1)!in->done_ready) | wanted));
}

/* A fault has no frame and no rights. */
u1 page_walker_prop_no_frame(CYCLE) {
    UNUSED;
    page_walker_given_inv_faults(s);
    return (u1)((out->done_kind == WALK_MAPPED) |
                ((out->done_ppn == 0) & (u1)!out->done_read & (u1)!out->done_write & (u1)!out->done_exec &
                 (u1)!out->done_system));
}

/* ---- Invalidations ---- */

/* An invalidation takes from each walker of the address space what it has read, and its result. */
u1 page_walker_prop_forgets(CYCLE, u32 k) {
    const uint32_t w = (uint32_t)k % WALKERS;
    const u1 anew =
        (u1)((n->w_phase[w] == WALKER_ROOT) & (s->w_phase[w] != WALKER_LOOK)); /* looked up before it */
    UNUSED;
    return (u1)((u1) !(is_busy(s, w) & is_told(in, s->w_asid[w])) |
                (is_busy(n, w) & (u1)!has_read(n, w) & (u1)!anew));
}

/* It leaves no table of the address space in the cache, not even one that is read in the same cycle. */
u1 page_walker_prop_drops(CYCLE, u32 k) {
    const uint32_t e = (uint32_t)k % TABLES;
    UNUSED;
    return (u1)((u1)!n->c_valid[e] | (u1)!is_told(in, n->c_asid[e]));
}

/* When it is acknowledged no result from before is at the port: from then on every result is of a walk that
 * held nothing when it came. */
u1 page_walker_prop_acknowledged(CYCLE) {
    UNUSED;
    return (u1)((u1)!n->inv_ack | (in->inv_valid & (u1) !(n->done_valid & is_told(in, n->done_asid))));
}

/* It is acknowledged at once, for one cycle, unless such a result waits at the port. */
u1 page_walker_prop_prompt(CYCLE) {
    const u1 waits = (u1)(s->done_valid & (u1)!in->done_ready & is_told(in, s->done_asid));
    UNUSED;
    return (u1)(n->inv_ack == (in->inv_valid & (u1)!s->inv_ack & (u1)!waits));
}

/* A walk that is not invalidated never goes back: one that is to be read, waits or has a result keeps that.
 */
u1 page_walker_prop_goes_on(CYCLE, u32 k) {
    const uint32_t w = (uint32_t)k % WALKERS;
    UNUSED;
    return (u1)((u1)!has_read(s, w) | is_told(in, s->w_asid[w]) | has_read(n, w) | (u1)!is_busy(n, w));
}

/* A walk that begins again is looked up when its answer has come. */
u1 page_walker_prop_again(CYCLE, u32 k) {
    const uint32_t w = (uint32_t)k % WALKERS;
    const u1 root = (u1)((s->w_phase[w] == WALKER_ROOT_OLD) & in->r_valid);
    const u1 wait = (u1)((s->w_phase[w] == WALKER_WAIT_OLD) & is_answered(s, in, w));
    const u1 root_stays = (u1)((s->w_phase[w] == WALKER_ROOT_OLD) & (u1)!in->r_valid);
    const u1 stays = (u1)((s->w_phase[w] == WALKER_WAIT_OLD) & (u1)!is_answered(s, in, w));
    UNUSED;
    return (u1)(((u1) !(root | wait) | (n->w_phase[w] == WALKER_LOOK)) &
                ((u1) !(stays | root_stays) | (n->w_phase[w] == s->w_phase[w])));
}

/* ---- The cache ---- */

/* A table comes into the cache only as the one that a walk of the same address space and page has just read
 * the pointer to, in its own level, with the rights of the way to it. */
u1 page_walker_prop_fills(CYCLE, u32 k) {
    const uint32_t e = (uint32_t)k % TABLES;
    const u1 same = (u1)((n->c_asid[e] == s->c_asid[e]) & (n->c_vpn[e] == s->c_vpn[e]) &
                         (n->c_table[e] == s->c_table[e]) & (n->c_rights[e] == s->c_rights[e]) &
                         ((u1)!n->c_valid[e] | s->c_valid[e]));
    u1 read = 0;

    UNUSED;
    for (uint32_t w = 0; w < WALKERS; w++)
        read = (u1)(read | (goes_on(s, in, w) & (u1)!is_error(in, w) & leads(s, in, w) & (u1)!is_last(s, w) &
                            (s->w_part[w] == WALK_PLAIN) & (s->w_level[w] == e / WAYS + 1U) &
                            is_of(s, w, n->c_asid[e], n->c_vpn[e]) &
                            ((uint64_t)n->c_table[e] == frame_in(s, in, w)) &
                            ((uint32_t)n->c_rights[e] == ((uint32_t)s->w_rights[w] & passed(s, in, w)))));
    return (u1)(same | (n->c_valid[e] & read));
}

/* A table that a walk has come to is in the cache afterwards, unless another port has brought its level one
 * in the same cycle: a lower port, or it was held already and makes room. */
u1 page_walker_prop_kept(CYCLE, u32 k) {
    const uint32_t w = (uint32_t)k % WALKERS;
    const u3 level = n->w_level[w];
    const u1 had = is_held(s, in, s, w, level);
    u1 brought = 0, moved = 0;

    UNUSED;
    for (uint32_t i = 0; i < CACHED; i++)
        moved = (u1)(moved | ((level == i) & (n->c_next[i] != s->c_next[i])));
    for (uint32_t v = 0; v < WALKERS; v++) {
        const u1 first = (u1)((port_of(v) < port_of(w)) | (had & (port_of(v) != port_of(w))));
        brought = (u1)(brought | (first & comes_to(s, in, n, v, level)));
    }
    return (u1)((u1)!comes_to(s, in, n, w, level) | is_held(s, in, n, w, level) | (moved & brought) |
                ((uint32_t)level >= CACHED));
}

/* A table stays until it is invalidated, or it is the oldest one of its level when another comes. */
u1 page_walker_prop_stays(CYCLE, u32 k) {
    const uint32_t e = (uint32_t)k % TABLES, i = e / WAYS;
    const u1 same = (u1)(n->c_valid[e] & (n->c_asid[e] == s->c_asid[e]) & (n->c_vpn[e] == s->c_vpn[e]) &
                         (n->c_table[e] == s->c_table[e]) & (n->c_rights[e] == s->c_rights[e]));
    const u1 displaced = (u1)((s->c_next[i] == e % WAYS) & (n->c_next[i] != s->c_next[i]));

    UNUSED;
    return (u1)((u1)!s->c_valid[e] | same | displaced | is_told(in, s->c_asid[e]));
}

/* The ways of a level are filled one after the other. */
u1 page_walker_prop_in_order(CYCLE, u32 k) {
    const uint32_t i = (uint32_t)k % CACHED, next = (uint32_t)s->c_next[i];
    const u1 here = (u1)(next < WAYS);
    const uint32_t e = i * WAYS + next % WAYS;
    const u1 moves = (u1)(n->c_next[i] != s->c_next[i]);

    UNUSED;
    return (u1)((u1)!moves | (here & ((uint32_t)n->c_next[i] == (next + 1U) % WAYS) & n->c_valid[e]));
}

/* ---- Turns ---- */

/* How many walkers come before w at most, when this one was last. */
static uint32_t rank_of(uint32_t last, uint32_t w) {
    return w > last ? w - last - 1U : w + WALKERS - last - 1U;
}

/* Who waits for a port and is passed over comes nearer to it, so each other walker goes before it once at
 * most. */
u1 page_walker_prop_turns(CYCLE, u32 k) {
    const uint32_t w = (uint32_t)k % WALKERS;
    const u1 looks = (u1)((s->w_phase[w] == WALKER_LOOK) & (n->w_phase[w] == WALKER_LOOK) & n->l_valid);
    const u1 stays = (u1)!is_told(in, s->w_asid[w]);
    const uint32_t r = port_of(w);
    const u1 read = (u1)(n->rd_valid[r] & (u1) !(s->rd_valid[r] & (u1)!in->rd_ready[r]));
    const u1 reads = (u1)((s->w_phase[w] == WALKER_READ) & (n->w_phase[w] == WALKER_READ) & read & stays);
    const u1 ends = (u1)((s->w_phase[w] == WALKER_DONE) & (n->w_phase[w] == WALKER_DONE) &
                         result_comes(s, in, n) & stays);

    UNUSED;
    return (u1)(((u1)!looks | (rank_of((uint32_t)n->l_walker, w) < rank_of((uint32_t)s->l_walker, w))) &
                ((u1)!reads | (rank_of(reader_at(n, r), w) < rank_of(reader_at(s, r), w))) &
                ((u1)!ends | (rank_of((uint32_t)n->done_walker, w) < rank_of((uint32_t)s->done_walker, w))));
}

/* ---- Pins ---- */

/* The pins show the registers, and whether a walker is free. */
u1 page_walker_prop_pins(CYCLE, u32 q) {
    const uint32_t r = (uint32_t)q % READS;
    const u1 look =
        (u1)((out->l_valid == s->l_valid) & (out->l_asid == s->l_asid) & (out->l_vpn == s->l_vpn));
    const u1 read = (u1)((out->rd_valid[r] == s->rd_valid[r]) & (out->rd_walker[r] == s->rd_walker[r]) &
                         (out->rd_table[r] == s->rd_table[r]) & (out->rd_word[r] == s->rd_word[r]) &
                         (((uint32_t)out->rd_asid[r] << 3 | (uint32_t)out->rd_level[r]) == tag_of(s, r)));
    const u1 done = (u1)((out->done_valid == s->done_valid) & (out->done_asid == s->done_asid) &
                         (out->done_vpn == s->done_vpn) & (out->done_ppn == s->done_ppn) &
                         (out->done_kind == s->done_kind) & (out->done_level == s->done_level) &
                         (out->done_size == s->done_size) & (out->done_write == s->done_write) &
                         (out->done_read == s->done_read) & (out->done_exec == s->done_exec) &
                         (out->done_large == s->done_large) & (out->done_system == s->done_system));
    u1 free = 0;

    UNUSED;
    for (uint32_t w = 0; w < WALKERS; w++)
        free = (u1)(free | (u1)!is_busy(s, w));
    return (u1)(look & read & done & (out->walk_ready == free) & (out->inv_ack == s->inv_ack));
}
