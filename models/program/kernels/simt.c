/* SPDX-License-Identifier: Apache-2.0 */
#include "program/kernels/simt.h"

#include <string.h>

#include "program/kernels/simt_internal.h"

#define LABEL_BYTES 0x1000U
#define INST_BYTES  0x10U

float simt_float(uint64_t bits) {
    uint32_t word = (uint32_t)bits;
    float x;
    memcpy(&x, &word, sizeof x);
    return x;
}

uint64_t simt_bits(float x) {
    uint32_t word;
    memcpy(&word, &x, sizeof word);
    return word;
}

void simt_label(simt *w, uint32_t n) {
    w->pc = (uint64_t)n * LABEL_BYTES;
}

void simt_loop(simt *w, uint32_t n) {
    simt_label(w, n);
    w->next_reg = 0;
}

void simt_fail(simt *w, const char *why) {
    if (!w->failed)
        w->why = why;
    w->failed = true;
}

/* ---- registers ---- */

void simt_keep(simt *w, const val *v) {
    for (uint32_t i = 0; i < v->regs; i++)
        w->pinned[v->reg + i] = true;
}

void simt_drop(simt *w, const val *v) {
    for (uint32_t i = 0; i < v->regs; i++)
        w->pinned[v->reg + i] = false;
}

static bool run_is_free(const simt *w, uint32_t first, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (first + i >= w->regs || w->pinned[first + i])
            return false;
    return true;
}

void simt_renew(simt *w, val *v) {
    v->generation = ++w->writes;
    for (uint32_t i = 0; i < v->regs; i++)
        w->generation[v->reg + i] = v->generation;
}

void simt_check(simt *w, const val *v) {
    for (uint32_t i = 0; i < v->regs; i++)
        if (w->generation[v->reg + i] != v->generation)
            simt_fail(w, "a value whose register has been reused");
}

void simt_new(simt *w, uint32_t count, val *v) {
    uint32_t r = (w->next_reg + count - 1) / count * count;
    for (uint32_t tries = 0; tries <= w->regs && !run_is_free(w, r, count); tries++)
        r = r + count >= w->regs ? 0 : r + count;
    if (!run_is_free(w, r, count)) {
        simt_fail(w, "no free register");
        r = 0;
    }
    v->regs = (uint8_t)count;
    v->reg = (uint8_t)r;
    simt_renew(w, v);
    if (w->scan)
        register_scan_value(w->scan, r, count);
    w->next_reg = (uint8_t)(r + count >= w->regs ? 0 : r + count);
}

void simt_vector(simt *w, uint32_t n, val *out) {
    val all;
    simt_new(w, n, &all);
    for (uint32_t k = 0; k < n; k++) {
        memset(out[k].lane, 0, sizeof out[k].lane);
        out[k].regs = 1;
        out[k].reg = (uint8_t)(all.reg + k);
        out[k].generation = all.generation;
    }
}

val simt_imm(uint32_t x) {
    val v = {.regs = 0};
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        v.lane[l] = x;
    return v;
}

val simt_fimm(float x) {
    return simt_imm((uint32_t)simt_bits(x));
}

/* ---- recording ---- */

void simt_start(simt *w, op_class op, const char *opcode, warp_inst *i) {
    memset(i, 0, offsetof(warp_inst, addr)); /* the addresses are most of it, and few instructions have any */
    i->pc = w->pc;
    i->mask = w->mask;
    i->op = (uint8_t)op;
    i->space = SPACE_NONE;
    i->opcode = opcode ? spool_block_opcode(w->out, opcode) : 0;
    w->pc += INST_BYTES;
}

void simt_read(simt *w, warp_inst *i, uint32_t reg) {
    if (w->scan && !w->skipped)
        register_scan_source(w->scan, i->nsrc, reg);
    i->src[i->nsrc++] = (uint8_t)reg;
}

void simt_write(simt *w, warp_inst *i, uint32_t reg) {
    if (w->scan && !w->skipped)
        register_scan_target(w->scan, i->ndst, reg);
    i->dst[i->ndst++] = (uint8_t)reg;
}

void simt_source(simt *w, warp_inst *i, const val *v) {
    if (!v)
        return;
    simt_check(w, v);
    for (uint32_t k = 0; k < v->regs; k++)
        simt_read(w, i, v->reg + k);
}

void simt_target(simt *w, warp_inst *i, const val *v) {
    for (uint32_t k = 0; k < v->regs; k++)
        simt_write(w, i, v->reg + k);
}

void simt_record(simt *w, const warp_inst *i) {
    const char *wrong = NULL;
    if (w->skipped)
        return;
    if (w->scan)
        wrong = register_scan_add(w->scan, i);
    else if (!spool_block_add(w->out, w->warp, i))
        wrong = SPOOL_FULL;
    if (wrong)
        simt_fail(w, wrong);
}

/* ---- control ---- */

void simt_branch(simt *w, uint32_t mask) {
    warp_inst i;
    simt_start(w, OP_BRANCH, NULL, &i);
    simt_record(w, &i);
    w->mask = mask;
}

uint32_t simt_if(simt *w, uint32_t mask) {
    uint32_t all = w->mask;
    simt_branch(w, mask & all);
    w->skipped = w->mask == 0;
    return all;
}

void simt_else(simt *w, uint32_t all, uint32_t mask) {
    simt_branch(w, all & ~mask); /* the jump over the other side */
    w->skipped = w->mask == 0;
}

void simt_join(simt *w, uint32_t all) {
    w->mask = all;
    w->skipped = w->skipped && all == 0; /* all: none, inside another skipped side */
}

bool simt_while(simt *w, uint32_t mask) {
    simt_branch(w, mask & w->mask);
    return w->mask != 0;
}

uint32_t simt_predicate(simt *w, uint32_t mask) {
    uint32_t all = w->mask;
    w->mask = mask & all;
    return all;
}

static void simt_vote(simt *w) {
    warp_inst i;
    simt_start(w, OP_ALU, "vote", &i);
    simt_record(w, &i);
}

bool simt_any(simt *w, uint32_t mask) {
    simt_vote(w);
    return (mask & w->mask) != 0;
}

bool simt_all(simt *w, uint32_t mask) {
    simt_vote(w);
    return (mask & w->mask) == w->mask;
}

void simt_barrier(simt *w) {
    warp_inst i;
    simt_start(w, OP_BARRIER, NULL, &i);
    simt_record(w, &i);
}

void simt_exit(simt *w) {
    warp_inst i;
    simt_start(w, OP_EXIT, NULL, &i);
    simt_record(w, &i);
    w->exited = true;
}
