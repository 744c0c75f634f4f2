/* SPDX-License-Identifier: Apache-2.0 */
#include "dcr_bridge.h"

/* Registers of the block (mmu_registers_map.h), and what a commit writes there. */
enum {
    COMMAND_PAGE_LOW = 0x10,
    COMMAND_PAGE_HIGH = 0x14,
    COMMAND_HIGHEST_LOW = 0x18,
    COMMAND_HIGHEST_HIGH = 0x1C,
    COMMAND_ROOT = 0x20,
    COMMAND = 0x24,
    FORMAT = 0x44,
    FORMAT_FLAGS = 0x4C,
    FORMAT_RIGHTS = 0x50,
    FORMAT_ENTRIES = 0x5C,
    FORMAT_LEVEL = 0x60
};
enum { KIND_SET = 0, KIND_FENCE = 4, ENABLE = 1 << 8, REFUSED_AT = 14, UNDER_WAY_AT = 15, ASID_AT = 16 };
/* Sv39, and Sv32 where it differs, as the datasheet of mmu_registers has the fields: root 2, marked, system
 * flags for all, frame of 54 bits at 10; V points and maps, R W X mark a leaf; W, U, R, X at 3; A, D, none of
 * D A U in a pointer, W needs R; three levels of 9 bits, each with leaves. Sv32: root 1, frame of 22 bits,
 * entries of 32 bits, whose two halves of a word make level 0 one of 10 bits. */
#define SV39_FORMAT  UINT32_C(0x360A1402)
#define SV39_FLAGS   UINT32_C(0x000E0101)
#define SV39_RIGHTS  UINT32_C(0x03021004)
#define SV39_ENTRIES UINT32_C(0x01D08040)
#define SV39_LEVEL   UINT32_C(0x00010900)
#define SV39_HIGHEST UINT32_C(0x07FFFFFF)
#define SV32_FORMAT  UINT32_C(0x160A1401)
#define SV32_ENTRIES UINT32_C(0x05D08040)
#define SV32_HIGHEST UINT32_C(0x000FFFFF)

void dcr_bridge_reset(dcr_bridge_state *s) {
    s->satp_low = 0;
    s->active = 0;
    s->asid = 0;
    s->root = 0;
    s->pending = 0;
    s->step = DCR_IDLE;
    s->do_set = 0;
    s->do_sv32 = 0;
    s->do_asid = 0;
    s->do_root = 0;
    s->open = 0;
    s->open_asid = 0;
    s->formatted = 0;
    s->refused = 0;
    s->win_valid = 0;
    s->win_write = 0;
    s->win_word = 0;
    s->win_data = 0;
    s->owed = 0;
    s->error = 0;
    s->lost = 0;
    s->access = 0;
    s->for_window = 0;
    s->aw_valid = 0;
    s->w_valid = 0;
    s->ar_valid = 0;
    s->held = 0;
    s->held_va = 0;
    s->held_access = 0;
    s->held_amo = 0;
    s->rsp_valid = 0;
    s->rsp_data = 0;
}

/* ---- steps of a commit ---- */

/* A step that waits for the command. */
static inline u1 is_poll(const dcr_bridge_state *s) {
    return (u1)((s->step == DCR_END_DONE) | (s->step == DCR_SET_DONE) | (s->step == DCR_FENCE_DONE));
}

static inline uint32_t step_address(const dcr_bridge_state *s) {
    switch ((unsigned)s->step) {
    case DCR_FORMAT:
        return FORMAT;
    case DCR_FLAGS:
        return FORMAT_FLAGS;
    case DCR_RIGHTS:
        return FORMAT_RIGHTS;
    case DCR_ENTRIES:
        return FORMAT_ENTRIES;
    case DCR_LEVEL_0:
        return FORMAT_LEVEL;
    case DCR_LEVEL_1:
        return FORMAT_LEVEL + 4;
    case DCR_LEVEL_2:
        return FORMAT_LEVEL + 8;
    case DCR_LOWEST_LOW:
        return COMMAND_PAGE_LOW;
    case DCR_LOWEST_HIGH:
        return COMMAND_PAGE_HIGH;
    case DCR_HIGHEST_LOW:
        return COMMAND_HIGHEST_LOW;
    case DCR_HIGHEST_HIGH:
        return COMMAND_HIGHEST_HIGH;
    case DCR_ROOT:
        return COMMAND_ROOT;
    default:
        return COMMAND;
    }
}

static inline uint32_t step_data(const dcr_bridge_state *s) {
    switch ((unsigned)s->step) {
    case DCR_FORMAT:
        return s->do_sv32 ? SV32_FORMAT : SV39_FORMAT;
    case DCR_FLAGS:
        return SV39_FLAGS;
    case DCR_RIGHTS:
        return SV39_RIGHTS;
    case DCR_ENTRIES:
        return s->do_sv32 ? SV32_ENTRIES : SV39_ENTRIES;
    case DCR_LEVEL_0:
        return SV39_LEVEL;
    case DCR_LEVEL_1:
        return SV39_LEVEL + (s->do_sv32 ? 10 : 9);
    case DCR_LEVEL_2:
        return SV39_LEVEL + 18;
    case DCR_END:
        return KIND_SET | (uint32_t)s->open_asid << ASID_AT;
    case DCR_HIGHEST_LOW:
        return s->do_sv32 ? SV32_HIGHEST : SV39_HIGHEST;
    case DCR_ROOT:
        return (uint32_t)s->do_root;
    case DCR_SET:
        return KIND_SET | ENABLE | (uint32_t)s->do_asid << ASID_AT;
    case DCR_FENCE:
        return KIND_FENCE;
    default:
        return 0;
    }
}

void dcr_bridge_outputs(const dcr_bridge_state *s, dcr_bridge_out *out) {
    const uint32_t address = s->for_window ? (uint32_t)s->win_word << 2 : step_address(s);
    const u1 writes = (u1)(s->for_window ? s->win_write : (u1)!is_poll(s));
    out->rsp_valid = s->rsp_valid;
    out->rsp_data = s->rsp_data;
    out->vm_active = s->active;
    out->asid = s->asid;
    out->busy = (u1)(s->pending | (s->step != DCR_IDLE));
    out->awvalid = s->aw_valid;
    out->awaddr = (GMMU_U(GMMU_LITE_ADDR_W))address;
    out->wvalid = s->w_valid;
    out->wdata = s->for_window ? s->win_data : (u32)step_data(s);
    out->wstrb = 15;
    out->bready = (u1)(s->access & writes & (u1)!s->aw_valid & (u1)!s->w_valid);
    out->arvalid = s->ar_valid;
    out->araddr = (GMMU_U(GMMU_LITE_ADDR_W))address;
    out->rready = (u1)(s->access & (u1)!writes & (u1)!s->ar_valid);
}

/* ---- accesses ---- */

/* What ends in this cycle, and how. */
typedef struct {
    u1 window, step, failed;
} access_end;

static inline access_end ended(const dcr_bridge_state *s, const dcr_bridge_in *in,
                               const dcr_bridge_out *out) {
    const u1 b = (u1)(in->bvalid & out->bready), r = (u1)(in->rvalid & out->rready);
    const u1 failed = (u1)((b & (u1)((in->bresp & 2) != 0)) | (r & (u1)((in->rresp & 2) != 0)));
    const access_end end = {.window = (u1)((b | r) & s->for_window),
                            .step = (u1)((b | r) & (u1)!s->for_window),
                            .failed = failed};
    return end;
}

static inline void move_access(dcr_bridge_state *s, const dcr_bridge_in *in, access_end end) {
    const u1 steps = (u1)((s->step != DCR_IDLE) & (s->step != DCR_CHOOSE));
    const u1 begins = (u1)((u1)!s->access & (s->win_valid | steps));
    const u1 writes = (u1)(s->win_valid ? s->win_write : (u1)!is_poll(s));
    s->aw_valid = (u1)((begins & writes) | (s->aw_valid & (u1)!in->awready));
    s->w_valid = (u1)((begins & writes) | (s->w_valid & (u1)!in->wready));
    s->ar_valid = (u1)((begins & (u1)!writes) | (s->ar_valid & (u1)!in->arready));
    s->for_window = begins ? s->win_valid : s->for_window;
    s->access = (u1)(begins | (s->access & (u1) !(end.window | end.step)));
}

/* ---- a commit ---- */

static inline u5 chosen(const dcr_bridge_state *s, const dcr_bridge_in *in) {
    const u1 ends = (u1)(s->open & ((u1)!s->do_set | (u1)(s->do_asid != s->open_asid)));
    if (in->cfg_setup & s->do_set & (u1)!s->formatted)
        return DCR_FORMAT;
    return ends ? DCR_END : s->do_set ? DCR_LOWEST_LOW : DCR_IDLE;
}

/* The step that ends the format: Sv32 has two levels. */
static inline u1 is_last_of_format(const dcr_bridge_state *s) {
    return (u1)(s->step == (s->do_sv32 ? DCR_LEVEL_1 : DCR_LEVEL_2));
}

static inline u5 next_step(const dcr_bridge_state *s) {
    if (is_last_of_format(s))
        return DCR_CHOOSE;
    switch ((unsigned)s->step) {
    case DCR_END_DONE:
        return DCR_CHOOSE;
    case DCR_FENCE_DONE:
        return DCR_IDLE;
    default:
        return (u5)GMMU_WRAP((uint32_t)s->step + 1U, 5);
    }
}

static inline void move_commit(dcr_bridge_state *s, const dcr_bridge_in *in, access_end end) {
    const u1 poll = is_poll(s);
    const u1 waits = (u1)(poll & (u1)((uint32_t)in->rdata >> UNDER_WAY_AT & 1U) & (u1)!end.failed);
    const u1 refused = (u1)(poll & (u1)!waits & (u1)((uint32_t)in->rdata >> REFUSED_AT & 1U));
    const u1 done = (u1)(end.step & (u1)!waits);
    const u1 stops = (u1)(done & (end.failed | refused));
    const u1 goes_on = (u1)(done & (u1)!stops);
    const u1 begins = (u1)((s->step == DCR_IDLE) & s->pending);
    const u1 sets = (u1)(goes_on & (s->step == DCR_SET_DONE));
    const u5 next = s->step == DCR_CHOOSE ? chosen(s, in) : goes_on ? next_step(s) : s->step;

    s->formatted = (u1)(s->formatted | (goes_on & is_last_of_format(s)));
    s->open = (u1)(sets | (s->open & (u1) !(goes_on & (s->step == DCR_END_DONE))));
    s->open_asid = sets ? s->do_asid : s->open_asid;
    s->do_set = begins ? s->active : s->do_set;
    s->do_sv32 = begins ? in->cfg_sv32 : s->do_sv32;
    s->do_asid = begins ? s->asid : s->do_asid;
    s->do_root = begins ? s->root : s->do_root;
    s->pending = (u1)(s->pending & (u1)!begins);
    s->refused = (u1)(s->refused | stops);
    s->step = (u5)(stops ? (u5)DCR_IDLE : begins ? (u5)DCR_CHOOSE : next);
}

/* ---- requests ---- */

/* satp, with its high word as it is written: mode, space, root. Refused is what the block has no bits for. */
static inline void write_satp(dcr_bridge_state *s, uint32_t high, u1 sv32) {
    const uint32_t low = (uint32_t)s->satp_low;
    const u1 bare = (u1)(sv32 ? low >> 31 == 0 : high >> 28 == DCR_SATP_BARE);
    const u1 paged = (u1)(sv32 ? (u1)!bare : (u1)(high >> 28 == DCR_SATP_SV39));
    const uint32_t asid = sv32 ? low >> 22 & 0x1FFU : high >> 12 & 0xFFFFU;
    const uint64_t root =
        sv32 ? (uint64_t)(low & 0x3FFFFFU) : (uint64_t)(high & 0xFFFU) << 32 | (uint64_t)low;
    const u1 fits = (u1)((u1)(asid >> GMMU_ASID_W == 0) & (u1)(root >> GMMU_PPN_W == 0));
    const u1 known = (u1)((paged & fits) | bare);
    if (known) {
        s->active = paged;
        s->asid = paged ? (GMMU_U(GMMU_ASID_W))GMMU_WRAP(asid, GMMU_ASID_W) : s->asid;
        s->root = paged ? (GMMU_U(GMMU_PPN_W))GMMU_WRAP(root, GMMU_PPN_W) : s->root;
        s->pending = 1;
    }
    s->refused = (u1)(s->refused | (u1)!known);
}

static inline void hold_fault(dcr_bridge_state *s, const dcr_bridge_in *in, u1 forgets) {
    const u1 stays = (u1)(s->held & (u1)!forgets);
    if (in->fault_valid & (u1)!stays) {
        s->held_va = in->fault_va;
        s->held_access = in->fault_access;
        s->held_amo = in->fault_amo;
    }
    s->held = (u1)(stays | in->fault_valid);
}

static inline u32 status(const dcr_bridge_state *s, const dcr_bridge_out *out) {
    return (u32)((out->busy ? (unsigned)DCR_BUSY : 0U) | (s->win_valid ? (unsigned)DCR_ACCESS : 0U) |
                 (s->refused ? (unsigned)DCR_REFUSED : 0U) | (s->error ? (unsigned)DCR_ERROR : 0U) |
                 (s->lost ? (unsigned)DCR_LOST : 0U));
}

/* What a read that is answered at once is answered with, by the state before. */
static inline u32 answer(const dcr_bridge_state *s, const dcr_bridge_out *out, uint32_t at, u1 window) {
    const uint32_t info = 1U | (uint32_t)s->held_access << 1 | (uint32_t)s->held_amo << 3;
    if (window)
        return s->win_valid & (u1)(at != DCR_STATUS_WORD) ? (u32)0 : status(s, out);
    return at == DCR_FAULT_LOW    ? (u32)GMMU_WRAP(s->held_va, 32)
           : at == DCR_FAULT_HIGH ? (u32)((uint64_t)s->held_va >> 32)
                                  : (u32)(s->held ? info : 0U);
}

/* A request is for one of the five registers, or for the window. */
typedef struct {
    u1 five, window;
    uint32_t at; /* which of them */
} request_place;

static inline request_place place_of(const dcr_bridge_in *in) {
    const uint32_t addr = (uint32_t)in->req_addr, from = addr - GMMU_DCR_MMU_AT;
    const u1 five = (u1)(in->req_valid & (u1)(from <= DCR_FAULT_INFO));
    const u1 window = (u1)(in->req_valid & (u1)(addr >> 6 == GMMU_DCR_WINDOW_AT >> 6));
    const request_place place = {.five = five, .window = window, .at = window ? addr & 63U : from & 7U};
    return place;
}

static inline void move_answer(dcr_bridge_state *s, const dcr_bridge_in *in, u1 at_once, u1 asks, u1 arrives,
                               u32 word) {
    const u1 late = (u1)(arrives & s->owed & (u1)!in->req_valid);
    s->rsp_data = at_once ? word : late ? in->rdata : s->rsp_data;
    s->rsp_valid = (u1)(at_once | late | (s->rsp_valid & (u1)!in->req_valid));
    s->owed = (u1)(asks | (s->owed & (u1)!in->req_valid & (u1)!arrives));
}

void dcr_bridge_step(dcr_bridge_state *s, const dcr_bridge_in *in, dcr_bridge_out *out) {
    dcr_bridge_outputs(s, out);
    const request_place place = place_of(in);
    const access_end end = ended(s, in, out);
    const u1 is_status = (u1)(place.window & (u1)(place.at == DCR_STATUS_WORD));
    const u1 access = (u1)(place.window & (u1)!is_status);
    const u1 takes = (u1)(access & (u1)!s->win_valid), loses = (u1)(access & s->win_valid);
    const u1 reads = (u1)(in->req_valid & (u1)!in->req_rw);
    const u1 commits = (u1)(place.five & in->req_rw & (u1)(place.at == DCR_SATP_HIGH));
    const u1 forgets = (u1)(commits | (place.five & in->req_rw & (u1)(place.at == DCR_FAULT_INFO)));
    const u1 clears = (u1)(is_status & in->req_rw);
    const u1 at_once = (u1)(reads & (is_status | loses | (place.five & (u1)(place.at >= DCR_FAULT_LOW))));
    const u1 keeps = (u1)!clears;

    move_answer(s, in, at_once, (u1)(reads & takes), (u1)(end.window & (u1)!s->win_write),
                answer(s, out, place.at, place.window));
    move_access(s, in, end);
    s->refused = (u1)(s->refused & keeps);
    s->error = (u1)((s->error & keeps) | (end.window & end.failed));
    s->lost = (u1)((s->lost & keeps) | loses);
    s->win_valid = (u1)(takes | (s->win_valid & (u1)!end.window));
    if (takes) {
        s->win_write = in->req_rw;
        s->win_word = (u6)place.at;
        s->win_data = in->req_data;
    }
    move_commit(s, in, end);
    hold_fault(s, in, forgets);
    if (commits)
        write_satp(s, (uint32_t)in->req_data, in->cfg_sv32);
    if (place.five & in->req_rw & (u1)(place.at == DCR_SATP_LOW))
        s->satp_low = in->req_data;
}
