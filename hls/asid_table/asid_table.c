/* SPDX-License-Identifier: Apache-2.0 */
#include "asid_table.h"

#define SPACES    GMMU_ASID_SPACES
#define LISTENERS GMMU_INV_LISTENERS
#define PORTS     GMMU_FENCE_PORTS

enum { FLIGHT_W = GMMU_FENCE_COUNT_W, MOST_IN_FLIGHT = (1 << FLIGHT_W) - 1 };

typedef GMMU_U(GMMU_FENCE_COUNT_W) flight_count;

/* What is taken at the edge: one thing at most. */
typedef struct {
    u1 set;     /* an entry is written, ... */
    u1 tells;   /* ... an invalidation begins, ... */
    u1 fences;  /* ... a fence, ... */
    u1 nothing; /* ... or a command completes at once */
} command;

void asid_table_reset(asid_table_state *s) {
    for (unsigned i = 0; i < SPACES; i++) {
        s->enabled[i] = 0;
        s->root[i] = 0;
        s->lowest[i] = 0;
        s->highest[i] = 0;
    }
    s->r_valid = 0;
    s->r_why = 0;
    s->r_root = 0;
    for (unsigned i = 0; i < LISTENERS; i++)
        s->inv_valid[i] = 0;
    s->inv_kind = 0;
    s->inv_asid = 0;
    s->inv_vpn = 0;
    s->fencing = 0;
    s->c_done = 0;
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
    out->c_ready = (u1)((u1)!is_telling(s) & (u1)!s->fencing);
    out->c_done = s->c_done;
    for (unsigned i = 0; i < LISTENERS; i++)
        out->inv_valid[i] = s->inv_valid[i];
    out->inv_kind = s->inv_kind;
    out->inv_asid = s->inv_asid;
    out->inv_vpn = s->inv_vpn;
    out->begin_ready = (u1)((s->generation ? s->flight[1] : s->flight[0]) <= MOST_IN_FLIGHT - PORTS);
    out->generation = s->generation;
}

static inline command command_of(const asid_table_state *s, const asid_table_in *in,
                                 const asid_table_out *out) {
    const u1 taken = (u1)(in->c_valid & out->c_ready);
    command c;
    u1 was_enabled = 0;
    for (unsigned i = 0; i < SPACES; i++)
        was_enabled = (u1)(was_enabled | (s->enabled[i] & (in->c_asid == i)));
    c.set = (u1)(taken & (in->c_kind == ASID_SET));
    c.tells = (u1)((taken & ((in->c_kind == ASID_INV_PAGE) | (in->c_kind == ASID_INV_SPACE) |
                             (in->c_kind == ASID_INV_ALL))) |
                   (c.set & was_enabled));
    c.fences = (u1)(taken & (in->c_kind == ASID_FENCE));
    c.nothing = (u1)(taken & (u1)!c.tells & (u1)!c.fences);
    return c;
}

/* Before write_entry(), but past it: it sees what is written in this cycle. */
static inline void look_up(asid_table_state *s, const asid_table_in *in, u1 set) {
    u1 found = 0, enabled = 0;
    uint64_t root = 0, lowest = 0, highest = 0;
    for (unsigned i = 0; i < SPACES; i++) {
        const u1 here = (u1)(in->l_asid == i);
        found = (u1)(found | here);
        enabled = (u1)(enabled | (here & s->enabled[i]));
        root |= here ? (uint64_t)s->root[i] : 0U;
        lowest |= here ? (uint64_t)s->lowest[i] : 0U;
        highest |= here ? (uint64_t)s->highest[i] : 0U;
    }
    if (set & found & (in->l_asid == in->c_asid)) {
        enabled = in->c_enable;
        root = (uint64_t)in->c_root;
        lowest = (uint64_t)in->c_vpn;
        highest = (uint64_t)in->c_highest;
    }
    s->r_valid = in->l_valid;
    if (in->l_valid) {
        s->r_root = (GMMU_U(GMMU_PPN_W))root;
        if (!found)
            s->r_why = ASID_NO_SPACE;
        else if (!enabled)
            s->r_why = ASID_DISABLED;
        else if (((uint64_t)in->l_vpn < lowest) | ((uint64_t)in->l_vpn > highest))
            s->r_why = ASID_OUTSIDE;
        else
            s->r_why = ASID_OK;
    }
}

static inline void write_entry(asid_table_state *s, const asid_table_in *in, u1 set) {
    for (unsigned i = 0; i < SPACES; i++)
        if (set & (in->c_asid == i)) {
            s->enabled[i] = in->c_enable;
            s->root[i] = in->c_root;
            s->lowest[i] = in->c_vpn;
            s->highest[i] = in->c_highest;
        }
}

/* The next listener, or the end: the last has acknowledged. */
static inline u1 tell(asid_table_state *s, const asid_table_in *in, u1 begins) {
    u1 passed = begins; /* the one before has acknowledged */
    for (unsigned i = 0; i < LISTENERS; i++) {
        const u1 goes = (u1)(s->inv_valid[i] & in->inv_ack[i]);
        s->inv_valid[i] = (u1)(passed | (s->inv_valid[i] & (u1)!in->inv_ack[i]));
        passed = goes;
    }
    if (begins) {
        s->inv_kind = (u2)(in->c_kind == ASID_SET ? (unsigned)ASID_INV_SPACE : (unsigned)in->c_kind);
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
    u1 told, drained;

    asid_table_outputs(s, out);
    const command c = command_of(s, in, out);
    drained = (u1)(s->fencing & ((s->generation ? s->flight[0] : s->flight[1]) == 0));
    look_up(s, in, c.set);
    write_entry(s, in, c.set);
    told = tell(s, in, c.tells);
    count_requests(s, in, out->begin_ready);
    s->generation = (u1)(s->generation ^ c.fences);
    s->fencing = (u1)(c.fences | (s->fencing & (u1)!drained));
    s->c_done = (u1)(c.nothing | told | drained);
}
