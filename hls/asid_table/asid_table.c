/* SPDX-License-Identifier: Apache-2.0 */
#include "asid_table.h"

#define SPACES        GMMU_ASID_SPACES
#define LISTENERS     GMMU_INV_LISTENERS
#define PORTS         GMMU_FENCE_PORTS
#define END_LISTENERS ((uint32_t)GMMU_END_LISTENERS)

enum { FLIGHT_W = GMMU_FENCE_COUNT_W, MOST_IN_FLIGHT = (1 << FLIGHT_W) - 1, SPACE_W = GMMU_SPACE_W };
enum { LARGE = GMMU_VPN_W - GMMU_LARGE_VPN_W }; /* log2 of the base pages of a large one */

typedef GMMU_U(GMMU_FENCE_COUNT_W) flight_count;

/* What is taken at the edge: one thing at most. */
typedef struct {
    u1 writes;  /* an entry is written, ... */
    u1 tells;   /* ... an invalidation begins, ... */
    u1 fences;  /* ... a fence, ... */
    u1 refused; /* ... or a command does nothing */
} command;

void asid_table_reset(asid_table_state *s) {
    for (unsigned i = 0; i < SPACES; i++)
        s->enabled[i] = 0;
    s->ask_valid = 0;
    s->ask_why = 0;
    s->ask_vpn = 0;
    s->ram_re = 0;
    s->ram_raddr = 0;
    s->cmp_valid = 0;
    s->cmp_why = 0;
    s->cmp_vpn = 0;
    s->cmp_read = 0;
    s->ram_we = 0;
    s->ram_waddr = 0;
    s->ram_wroot = 0;
    s->ram_wlowest = 0;
    s->ram_whighest = 0;
    s->r_valid = 0;
    s->r_why = 0;
    s->r_root = 0;
    s->r_whole = 0;
    for (unsigned i = 0; i < LISTENERS; i++)
        s->inv_valid[i] = 0;
    s->inv_kind = 0;
    s->inv_ends = 0;
    s->inv_asid = 0;
    s->inv_vpn = 0;
    s->fencing = 0;
    s->c_done = 0;
    s->c_refused = 0;
    s->generation = 0;
    for (unsigned g = 0; g < 2; g++)
        s->flight[g] = 0;
}

static inline u1 is_telling(const asid_table_state *s) {
    u1 any = 0;
    for (unsigned i = 0; i < LISTENERS; i++)
        any = (u1)(any | s->inv_valid[i]);
    return any;
}

void asid_table_outputs(const asid_table_state *s, asid_table_out *out) {
    out->r_valid = s->r_valid;
    out->r_why = s->r_why;
    out->r_root = s->r_root;
    out->r_whole = s->r_whole;
    out->c_ready = (u1)((u1)!is_telling(s) & (u1)!s->fencing & (u1)!s->ram_we);
    out->c_done = s->c_done;
    out->c_refused = s->c_refused;
    for (unsigned i = 0; i < LISTENERS; i++)
        out->inv_valid[i] = s->inv_valid[i];
    out->inv_kind = s->inv_kind;
    out->inv_ends = s->inv_ends;
    out->ending = (u1)(s->inv_ends & is_telling(s));
    out->inv_asid = s->inv_asid;
    out->inv_vpn = s->inv_vpn;
    out->begin_ready = (u1)((s->generation ? s->flight[1] : s->flight[0]) <= MOST_IN_FLIGHT - PORTS);
    out->generation = s->generation;
    out->ram_re = s->ram_re;
    out->ram_raddr = s->ram_raddr;
    out->ram_we = s->ram_we;
    out->ram_waddr = s->ram_waddr;
    out->ram_wroot = s->ram_wroot;
    out->ram_wlowest = s->ram_wlowest;
    out->ram_whighest = s->ram_whighest;
}

static inline command command_of(const asid_table_state *s, const asid_table_in *in,
                                 const asid_table_out *out) {
    const u1 taken = (u1)(in->c_valid & out->c_ready);
    command c;
    u1 space = 0, was_enabled = 0;
    for (unsigned i = 0; i < SPACES; i++) {
        const u1 named = (u1)(in->c_asid == i);
        space = (u1)(space | named);
        was_enabled = (u1)(was_enabled | (named & s->enabled[i]));
    }
    const u1 orderly = (u1)((u1)!in->c_enable | (in->c_vpn <= in->c_highest));
    const u1 of_space = (u1)(space & ((in->c_kind == ASID_INV_PAGE) | (in->c_kind == ASID_INV_SPACE) |
                                      (in->c_kind == ASID_INV_LARGE)));
    c.writes = (u1)(taken & (in->c_kind == ASID_SET) & space & orderly);
    c.tells = (u1)((taken & (of_space | (in->c_kind == ASID_INV_ALL))) | (c.writes & was_enabled));
    c.fences = (u1)(taken & (in->c_kind == ASID_FENCE));
    c.refused = (u1)(taken & (u1)!c.writes & (u1)!c.tells & (u1)!c.fences);
    return c;
}

/* The look-up that came first: its page and the limits. While its word is not read but at the write port, no
 * other is written (c_ready). */
static inline void answer(asid_table_state *s, const asid_table_in *in) {
    const uint64_t root = s->cmp_read ? (uint64_t)in->ram_root : (uint64_t)s->ram_wroot;
    const uint64_t lowest = s->cmp_read ? (uint64_t)in->ram_lowest : (uint64_t)s->ram_wlowest;
    const uint64_t highest = s->cmp_read ? (uint64_t)in->ram_highest : (uint64_t)s->ram_whighest;
    const u1 outside = (u1)(((uint64_t)s->cmp_vpn < lowest) | ((uint64_t)s->cmp_vpn > highest));
    const uint64_t within = (UINT64_C(1) << LARGE) - 1U;
    const uint64_t first = (uint64_t)s->cmp_vpn & ~within, last = (uint64_t)s->cmp_vpn | within;
    s->r_valid = s->cmp_valid;
    if (s->cmp_valid & (s->cmp_why == ASID_OK)) {
        s->r_root = (GMMU_U(GMMU_PPN_W))root;
        s->r_whole = (u1)((first >= lowest) & (last <= highest));
    }
    if (s->cmp_valid)
        s->r_why = (u2)((s->cmp_why == ASID_OK) & outside ? (unsigned)ASID_OUTSIDE : (unsigned)s->cmp_why);
}

/* Before write_entry(), but past it: it sees what is written in this cycle. */
static inline void look_up(asid_table_state *s, const asid_table_in *in, u1 writes) {
    u1 found = 0, enabled = 0;
    for (unsigned i = 0; i < SPACES; i++) {
        const u1 here = (u1)(in->l_asid == i);
        found = (u1)(found | here);
        enabled = (u1)(enabled | (here & s->enabled[i]));
    }
    const u1 written = (u1)(writes & (in->l_asid == in->c_asid));
    if (written)
        enabled = in->c_enable;
    if (s->ask_valid) {
        s->cmp_why = s->ask_why;
        s->cmp_vpn = s->ask_vpn;
    }
    s->cmp_valid = s->ask_valid;
    s->cmp_read = s->ram_re;
    if (in->l_valid) {
        s->ask_why = (u2)(!found ? ASID_NO_SPACE : enabled ? ASID_OK : ASID_DISABLED);
        s->ask_vpn = in->l_vpn;
        s->ram_raddr = (GMMU_U(GMMU_SPACE_W))GMMU_WRAP(in->l_asid, SPACE_W);
    }
    s->ask_valid = in->l_valid;
    s->ram_re = (u1)(in->l_valid & enabled & (u1)!written);
}

static inline void write_entry(asid_table_state *s, const asid_table_in *in, u1 writes) {
    for (unsigned i = 0; i < SPACES; i++)
        if (writes & (in->c_asid == i))
            s->enabled[i] = in->c_enable;
    s->ram_we = writes;
    if (writes) {
        s->ram_waddr = (GMMU_U(GMMU_SPACE_W))GMMU_WRAP(in->c_asid, SPACE_W);
        s->ram_wroot = in->c_root;
        s->ram_wlowest = in->c_vpn;
        s->ram_whighest = in->c_highest;
    }
}

/* The next listener, or the end: the last has acknowledged. Those that hear of ends alone are passed by else.
 */
static inline u1 tell(asid_table_state *s, const asid_table_in *in, u1 begins) {
    u1 passed = begins; /* the one before has acknowledged */
    for (unsigned i = 0; i < LISTENERS; i++) {
        const u1 hears = (u1)(((END_LISTENERS >> i & 1U) == 0) | s->inv_ends);
        const u1 goes = (u1)(s->inv_valid[i] & in->inv_ack[i]);
        s->inv_valid[i] = (u1)((passed & hears) | (s->inv_valid[i] & (u1)!in->inv_ack[i]));
        passed = (u1)(goes | (passed & (u1)!hears));
    }
    if (begins) {
        s->inv_ends = (u1)((in->c_kind == ASID_SET) & (u1)!in->c_enable);
        s->inv_kind = (u3)(in->c_kind == ASID_SET ? (unsigned)ASID_INV_SPACE : (unsigned)in->c_kind);
        s->inv_asid = in->c_asid;
        s->inv_vpn = in->c_vpn;
    }
    return passed;
}

static inline void count_requests(asid_table_state *s, const asid_table_in *in, u1 begin_ready) {
    for (unsigned g = 0; g < 2; g++) {
        uint32_t begun = 0, ended = 0;
        for (unsigned p = 0; p < PORTS; p++) {
            begun += (uint32_t)(in->begin_valid[p] & begin_ready & (s->generation == g));
            ended += (uint32_t)(in->end_valid[p] & (in->end_generation[p] == g));
        }
        begun += (uint32_t)s->flight[g];
        s->flight[g] = (flight_count)GMMU_WRAP(begun < ended ? 0U : begun - ended, FLIGHT_W);
    }
}

void asid_table_step(asid_table_state *s, const asid_table_in *in, asid_table_out *out) {
    u1 written, told, drained;

    asid_table_outputs(s, out);
    const command c = command_of(s, in, out);
    written = (u1)(s->ram_we & (u1)!is_telling(s));
    drained = (u1)(s->fencing & ((s->generation ? s->flight[0] : s->flight[1]) == 0));
    answer(s, in);
    look_up(s, in, c.writes);
    write_entry(s, in, c.writes);
    told = tell(s, in, c.tells);
    count_requests(s, in, out->begin_ready);
    s->generation = (u1)(s->generation ^ c.fences);
    s->fencing = (u1)(c.fences | (s->fencing & (u1)!drained));
    s->c_done = (u1)(c.refused | written | told | drained);
    if (in->c_valid & out->c_ready)
        s->c_refused = c.refused;
}
