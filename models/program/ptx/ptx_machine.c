/* SPDX-License-Identifier: Apache-2.0 */
#include "program/ptx/ptx_machine.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/ptx/ptx_build_internal.h"
#include "program/ptx/ptx_compute.h"
#include "program/ptx/ptx_machine_internal.h"
#include "program/spool.h"

#define INST_BYTES 16U

bool ptx_machine_fail(ptx_machine *m, const ptx_inst *i, const char *format, ...) {
    char what[512];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(what, sizeof what, format, args);
    va_end(args);
    (void)snprintf(m->err, m->err_size, "%.900s:%u:%u: kernel %.100s, block %" PRIu64 ": %s", m->launch->file,
                   i->line, i->column, m->k->name, m->block, what);
    return false;
}

/* ---- recording ---- */

void ptx_warp_inst(const ptx_machine *m, const ptx_inst *i, uint32_t mask, warp_inst *to) {
    to->pc = m->k->first_pc + (uint64_t)(i - m->k->inst) * INST_BYTES;
    to->mask = mask;
    to->op = i->class;
    to->space = SPACE_NONE;
    to->width = 0;
    to->ndst = i->names_dst;
    to->nsrc = i->names_src;
    memcpy(to->dst, i->name_dst, sizeof to->dst);
    memcpy(to->src, i->name_src, sizeof to->src);
    to->opcode = spool_block_opcode(m->out, i->opcode);
}

bool ptx_record_made(ptx_machine *m, const ptx_warp *w, const warp_inst *made) {
    if (spool_block_add(m->out, w->number, made))
        return true;
    (void)snprintf(m->err, m->err_size, "%.900s: kernel %.100s: %s", m->launch->file, m->k->name, SPOOL_FULL);
    return false;
}

bool ptx_record(ptx_machine *m, const ptx_warp *w, const ptx_inst *i, uint32_t mask) {
    warp_inst made;
    ptx_warp_inst(m, i, mask, &made);
    return ptx_record_made(m, w, &made);
}

/* ---- values ---- */

void ptx_write_lanes(ptx_warp *w, uint32_t ref, uint32_t mask, const uint64_t *from) {
    if (ref == PTX_NONE)
        return;
    uint64_t *to = w->value[ref];
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        to[l] = mask >> l & 1U ? from[l] : to[l];
}

static uint32_t ptx_predicate_of(const ptx_warp *w, uint32_t operand) {
    const uint32_t lanes = w->predicate[operand / 2];
    return operand & 1U ? ~lanes : lanes;
}

static void ptx_write_lane_bits(ptx_warp *w, uint32_t number, uint32_t mask, uint32_t lanes) {
    if (number != PTX_NONE)
        w->predicate[number] = (w->predicate[number] & ~mask) | (lanes & mask);
}

static void ptx_arithmetic(ptx_machine *m, ptx_warp *w, const ptx_inst *i, uint32_t mask) {
    const uint64_t *from[4];
    uint64_t result[GMMU_LANES];
    for (uint32_t s = 0; s < 4; s++)
        from[s] = ptx_lanes(m, w, s < i->nsrc ? i->src[s] : i->src[0]);
    const bool whole = mask == UINT32_MAX && i->dst[0] != PTX_NONE;
    uint64_t *to = whole ? w->value[i->dst[0]] : result;
    if (i->op == PTX_CVT)
        ptx_convert(i, from[0], to);
    else
        ptx_compute(i, from, to);
    if (!whole)
        ptx_write_lanes(w, i->dst[0], mask, result);
}

static void ptx_carrying(ptx_machine *m, ptx_warp *w, const ptx_inst *i, uint32_t mask) {
    const uint64_t *a = ptx_lanes(m, w, i->src[0]), *b = ptx_lanes(m, w, i->src[1]);
    const uint64_t *c = ptx_lanes(m, w, i->src[i->nsrc - 1]);
    uint64_t value[GMMU_LANES] = {0};
    for (uint32_t left = mask; left; left &= left - 1) {
        const uint32_t l = (uint32_t)__builtin_ctz(left);
        bool carry = w->carry >> l & 1U;
        value[l] = ptx_with_carry(i, a[l], b[l], c[l], &carry);
        w->carry = (w->carry & ~(UINT32_C(1) << l)) | (uint32_t)carry << l;
    }
    ptx_write_lanes(w, i->dst[0], mask, value);
}

static uint32_t ptx_combined(const ptx_warp *w, const ptx_inst *i, uint32_t holds) {
    if (i->combine == PTX_NOT_COMBINED)
        return holds;
    const uint32_t c = ptx_predicate_of(w, i->pred[0]);
    return i->combine == PTX_COMBINE_AND ? holds & c : i->combine == PTX_COMBINE_OR ? holds | c : holds ^ c;
}

static void ptx_comparison(ptx_machine *m, ptx_warp *w, const ptx_inst *i, uint32_t mask) {
    const uint32_t holds = ptx_compare_lanes(i, ptx_lanes(m, w, i->src[0]), ptx_lanes(m, w, i->src[1]));
    const uint32_t result = ptx_combined(w, i, holds), other = ptx_combined(w, i, ~holds);
    if (i->op == PTX_SETP) {
        ptx_write_lane_bits(w, i->to[0], mask, result);
        ptx_write_lane_bits(w, i->to[1], mask, other);
        return;
    }
    uint64_t value[GMMU_LANES];
    const uint64_t yes = i->type == PTX_F32 ? 0x3f800000U : UINT32_MAX;
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        value[l] = result >> l & 1U ? yes : 0;
    ptx_write_lanes(w, i->dst[0], mask, value);
}

static void ptx_selection(ptx_machine *m, ptx_warp *w, const ptx_inst *i, uint32_t mask) {
    const uint64_t *a = ptx_lanes(m, w, i->src[0]), *b = ptx_lanes(m, w, i->src[1]);
    const uint32_t first = ptx_predicate_of(w, i->pred[0]);
    uint64_t value[GMMU_LANES];
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        value[l] = first >> l & 1U ? a[l] : b[l];
    ptx_write_lanes(w, i->dst[0], mask, value);
}

static void ptx_predicates(ptx_warp *w, const ptx_inst *i, uint32_t mask) {
    const uint32_t a = ptx_predicate_of(w, i->pred[0]);
    const uint32_t b = i->pred[1] == PTX_NONE ? 0 : ptx_predicate_of(w, i->pred[1]);
    uint32_t result = a;
    switch (i->op) {
    case PTX_PRED_AND:
        result = a & b;
        break;
    case PTX_PRED_OR:
        result = a | b;
        break;
    case PTX_PRED_XOR:
        result = a ^ b;
        break;
    case PTX_PRED_NOT:
        result = ~a;
        break;
    default:
        break;
    }
    ptx_write_lane_bits(w, i->to[0], mask, result);
}

static void ptx_packing(ptx_machine *m, ptx_warp *w, const ptx_inst *i, uint32_t mask) {
    const unsigned bits = ptx_type_bits(i->from);
    uint64_t part[PTX_MAX_DATA][GMMU_LANES], whole[GMMU_LANES] = {0};
    if (i->op == PTX_PACK) {
        for (uint32_t p = 0; p < i->nsrc; p++) {
            const uint64_t *from = ptx_lanes(m, w, i->src[p]);
            for (uint32_t l = 0; l < GMMU_LANES; l++)
                whole[l] |= ptx_cut(from[l], bits) << (p * bits);
        }
        ptx_write_lanes(w, i->dst[0], mask, whole);
        return;
    }
    const uint64_t *from = ptx_lanes(m, w, i->src[0]);
    for (uint32_t p = 0; p < i->ndst; p++)
        for (uint32_t l = 0; l < GMMU_LANES; l++)
            part[p][l] = ptx_cut(from[l] >> (p * bits), bits);
    for (uint32_t p = 0; p < i->ndst; p++)
        ptx_write_lanes(w, i->dst[p], mask, part[p]);
}

static void ptx_space_test(ptx_machine *m, ptx_warp *w, const ptx_inst *i, uint32_t mask) {
    const uint64_t *a = ptx_lanes(m, w, i->src[0]);
    uint32_t in = 0;
    for (uint32_t l = 0; l < GMMU_LANES; l++) {
        const bool shared = a[l] - PTX_SHARED_WINDOW < PTX_WINDOW_BYTES;
        const bool local = a[l] - PTX_LOCAL_WINDOW < PTX_WINDOW_BYTES;
        const bool is = i->space == PTX_SHARED ? shared : i->space == PTX_LOCAL ? local : !shared && !local;
        in |= (uint32_t)is << l;
    }
    ptx_write_lane_bits(w, i->to[0], mask, in);
}

/* ---- control ---- */

static bool ptx_push(ptx_machine *m, ptx_warp *w, ptx_path path) {
    if (w->paths == w->path_room) {
        const uint32_t room = w->path_room ? 2 * w->path_room : 32;
        ptx_path *grown = realloc(w->path, room * sizeof *grown);
        if (!grown) {
            (void)snprintf(m->err, m->err_size, "%.900s: kernel %.100s: out of memory", m->launch->file,
                           m->k->name);
            return false;
        }
        w->path = grown;
        w->path_room = room;
    }
    w->path[w->paths++] = path;
    return true;
}

/* Both ways are taken: the lanes that jump come after the others, and all wait at `rejoin`. A path that ends
 * there itself needs nobody to wait: so a loop that lanes leave one by one takes no memory for each. */
static bool ptx_diverge(ptx_machine *m, ptx_warp *w, const ptx_inst *i, uint32_t jump) {
    const ptx_path now = w->path[w->paths - 1];
    const uint32_t behind = (uint32_t)(i - m->k->inst) + 1;
    if (now.rejoin == i->rejoin)
        w->paths--;
    else
        w->path[w->paths - 1].pc = i->rejoin;
    if (i->target != i->rejoin && !ptx_push(m, w, (ptx_path){i->target, i->rejoin, jump}))
        return false;
    return behind == i->rejoin || ptx_push(m, w, (ptx_path){behind, i->rejoin, now.mask & ~jump});
}

static bool ptx_branch(ptx_machine *m, ptx_warp *w, const ptx_inst *i, uint32_t jump) {
    ptx_path *now = &w->path[w->paths - 1];
    if (!ptx_record(m, w, i, now->mask))
        return false;
    if (jump == now->mask)
        now->pc = i->target;
    else if (!jump)
        now->pc = (uint32_t)(i - m->k->inst) + 1;
    else
        return ptx_diverge(m, w, i, jump);
    return true;
}

/* These lanes are at their end. */
static void ptx_end_lanes(ptx_warp *w, uint32_t lanes) {
    uint32_t kept = 0;
    w->threads &= ~lanes;
    for (uint32_t p = 0; p < w->paths; p++) {
        w->path[p].mask &= ~lanes;
        if (w->path[p].mask)
            w->path[kept++] = w->path[p];
    }
    w->paths = kept;
}

/* The instruction that all lanes of the path stand at. */
static bool ptx_step(ptx_machine *m, ptx_warp *w) {
    ptx_path *now = &w->path[w->paths - 1];
    const ptx_inst *i = &m->k->inst[now->pc];
    const uint32_t mask = i->guard == PTX_NONE ? now->mask : now->mask & ptx_predicate_of(w, i->guard);
    if (m->steps-- == 0)
        return ptx_machine_fail(m, i,
                                "more than %" PRIu64
                                " warp instructions in a thread block: expected an end, or a larger "
                                "steps= (lanes of one warp that wait for each other never end)",
                                m->launch->steps);
    if (i->op == PTX_BRA)
        return ptx_branch(m, w, i, mask);
    now->pc++;
    switch (i->op) {
    case PTX_LD:
    case PTX_ST:
    case PTX_ATOM:
        return ptx_access(m, w, i, mask);
    case PTX_SHFL:
    case PTX_VOTE:
    case PTX_ACTIVEMASK:
    case PTX_MATCH:
    case PTX_REDUX:
        return ptx_exchange(m, w, i, mask) && ptx_record(m, w, i, mask);
    case PTX_EXIT:
        if (!ptx_record(m, w, i, mask))
            return false;
        ptx_end_lanes(w, mask);
        return true;
    case PTX_TRAP:
        return !mask || ptx_machine_fail(m, i, "the kernel executes trap");
    case PTX_BAR:
        if (mask != w->threads)
            return ptx_machine_fail(
                m, i, "a barrier that not all threads of a warp reach together: expected all of them");
        w->waits = true;
        break;
    case PTX_SETP:
    case PTX_SET:
        ptx_comparison(m, w, i, mask);
        break;
    case PTX_SELP:
        ptx_selection(m, w, i, mask);
        break;
    case PTX_PACK:
    case PTX_UNPACK:
        ptx_packing(m, w, i, mask);
        break;
    case PTX_ISSPACEP:
        ptx_space_test(m, w, i, mask);
        break;
    case PTX_MEMBAR:
    case PTX_NOP:
        break;
    default:
        if (i->op >= PTX_PRED_MOV)
            ptx_predicates(w, i, mask);
        else if (i->carry_in || i->carry_out)
            ptx_carrying(m, w, i, mask);
        else
            ptx_arithmetic(m, w, i, mask);
        break;
    }
    return ptx_record(m, w, i, mask);
}

/* To the next barrier, or the end. */
static bool ptx_run_warp(ptx_machine *m, ptx_warp *w) {
    w->waits = false;
    while (w->paths && !w->waits) {
        const ptx_path *now = &w->path[w->paths - 1];
        if (now->pc == now->rejoin)
            w->paths--;
        else if (!ptx_step(m, w))
            return false;
    }
    return true;
}

/* ---- blocks ---- */

uint32_t ptx_machine_warps(const ptx_launch_state *launch) {
    const uint32_t threads = launch->block[0] * launch->block[1] * launch->block[2];
    return (threads + GMMU_LANES - 1) / GMMU_LANES;
}

static void ptx_set_all(uint64_t *lanes, uint64_t value) {
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        lanes[l] = value;
}

static void ptx_set_specials(const ptx_machine *m, ptx_warp *w) {
    const uint32_t *block = m->launch->block, *grid = m->launch->grid;
    const uint64_t at[3] = {m->block % grid[0], m->block / grid[0] % grid[1], m->block / grid[0] / grid[1]};
    for (uint32_t d = 0; d < 3; d++) {
        ptx_set_all(w->special[PTX_NTID_X + d], block[d]);
        ptx_set_all(w->special[PTX_CTAID_X + d], at[d]);
        ptx_set_all(w->special[PTX_NCTAID_X + d], grid[d]);
    }
    ptx_set_all(w->special[PTX_WARPID], w->number);
    ptx_set_all(w->special[PTX_NWARPID], m->warps);
    for (uint32_t l = 0; l < GMMU_LANES; l++) {
        const uint32_t thread = w->number * GMMU_LANES + l, lane = UINT32_C(1) << l;
        w->special[PTX_TID_X][l] = thread % block[0];
        w->special[PTX_TID_Y][l] = thread / block[0] % block[1];
        w->special[PTX_TID_Z][l] = thread / block[0] / block[1];
        w->special[PTX_LANEID][l] = l;
        w->special[PTX_LANEMASK_EQ][l] = lane;
        w->special[PTX_LANEMASK_LT][l] = lane - 1;
        w->special[PTX_LANEMASK_LE][l] = lane | (lane - 1);
        w->special[PTX_LANEMASK_GT][l] = ~(lane | (lane - 1));
        w->special[PTX_LANEMASK_GE][l] = ~(lane - 1);
    }
}

static void ptx_begin_warp(ptx_machine *m, ptx_warp *w) {
    const uint32_t threads = m->launch->block[0] * m->launch->block[1] * m->launch->block[2];
    const uint32_t left = threads - w->number * GMMU_LANES;
    w->threads = left >= GMMU_LANES ? UINT32_MAX : (UINT32_C(1) << left) - 1;
    memset(w->value, 0, m->k->used * sizeof *w->value);
    memset(w->predicate, 0, m->k->predicates * sizeof *w->predicate);
    w->predicate[0] = UINT32_MAX;
    w->carry = 0;
    memset(w->own, 0, (size_t)m->own_bytes * GMMU_LANES);
    w->paths = 1;
    w->path[0] = (ptx_path){0, m->k->count, w->threads};
    w->waits = false;
    ptx_set_specials(m, w);
}

static void ptx_free_warp(ptx_warp *w) {
    if (!w)
        return;
    free(w->predicate);
    free(w->own);
    free(w->path);
    free(w);
}

static ptx_warp *ptx_new_warp(const ptx_machine *m, uint32_t number) {
    ptx_warp *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    w->number = number;
    w->path_room = 32;
    w->path = calloc(w->path_room, sizeof *w->path);
    w->predicate = calloc(m->k->predicates, sizeof *w->predicate);
    w->own = calloc(GMMU_LANES, m->own_bytes + 1U);
    if (w->path && w->predicate && w->own)
        return w;
    ptx_free_warp(w);
    return NULL;
}

ptx_machine *ptx_machine_new(const ptx_launch_state *launch) {
    ptx_machine *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->launch = launch;
    m->k = launch->kernel;
    m->warps = ptx_machine_warps(launch);
    m->own_bytes = m->k->param_bytes - m->k->parameter_bytes + m->k->local_bytes;
    m->shared = calloc(1, launch->shared_bytes + 1U);
    bool ok = m->shared && m->warps <= GMMU_MAX_WARPS_PER_BLOCK;
    for (uint32_t w = 0; ok && w < m->warps; w++)
        ok = (m->warp[w] = ptx_new_warp(m, w)) != NULL;
    if (ok)
        return m;
    ptx_machine_free(m);
    return NULL;
}

void ptx_machine_free(ptx_machine *m) {
    if (!m)
        return;
    for (uint32_t w = 0; w < GMMU_MAX_WARPS_PER_BLOCK; w++)
        ptx_free_warp(m->warp[w]);
    free(m->shared);
    free(m);
}

bool ptx_machine_run(ptx_machine *m, uint64_t number, block_stream *out, char *err, size_t err_size) {
    m->block = number;
    m->steps = m->launch->steps;
    m->out = out;
    m->err = err;
    m->err_size = err_size;
    memset(m->shared, 0, m->launch->shared_bytes);
    for (uint32_t w = 0; w < m->warps; w++)
        ptx_begin_warp(m, m->warp[w]);
    for (bool running = true; running;) {
        running = false;
        for (uint32_t w = 0; w < m->warps; w++) {
            if (!ptx_run_warp(m, m->warp[w]))
                return false;
            running |= m->warp[w]->paths != 0;
        }
    }
    return true;
}
