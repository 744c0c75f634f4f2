/* SPDX-License-Identifier: Apache-2.0 */
#include "program/kernels/register_scan.h"

#include <stdlib.h>
#include <string.h>

#define REGISTERS 256U
#define NOBODY    GMMU_NO_REG
#define MAX_GROUP 4U
#define OPERANDS  (GMMU_MAX_SRC + GMMU_MAX_DST) /* sources first */
#define LOST      "registers by liveness: a value lost its register before its last use"

/* What the front, which sees the ring, knows of the value in one of the ring's registers. */
typedef enum {
    VALUE_BEGUN,  /* no instruction has it */
    VALUE_PLACED, /* nor this one, but one has a value that began together with it */
    VALUE_USED
} value_state;

typedef struct {
    uint64_t last;     /* number of the instruction that has it last, or that placed it */
    uint8_t operand;   /* of that instruction */
    uint8_t size;      /* values that began together */
    uint8_t component; /* which of them this is */
    uint8_t state;     /* value_state */
} ring_value;

/* An instruction that waits. */
typedef struct {
    uint16_t last_use;        /* bit of each operand */
    uint8_t places[OPERANDS]; /* the operand is the first use of values that began together: bit of each
                                 component */
    uint8_t size[OPERANDS];   /* and their number, or 0 */
    warp_inst inst;           /* with the ring's registers */
} waiting_inst;

struct register_scan {
    block_stream *out;
    uint32_t warp, regs;
    uint64_t next;  /* number of the instruction that is being made */
    uint64_t first; /* and of the first that waits */
    ring_value value[REGISTERS];
    /* Behind the window. */
    uint8_t place[REGISTERS]; /* of a value, by the ring's register */
    uint8_t owner[REGISTERS]; /* whose value is in a register: the ring's, or NOBODY */
    register_use used;
    waiting_inst waiting[REGISTER_SCAN_AHEAD];
};

static waiting_inst *scan_inst(register_scan *s, uint64_t number) {
    return &s->waiting[number % REGISTER_SCAN_AHEAD];
}

static void scan_clear(waiting_inst *i) {
    i->last_use = 0;
    memset(i->size, 0, sizeof i->size);
}

register_scan *register_scan_new(void) {
    return calloc(1, sizeof(register_scan));
}

void register_scan_free(register_scan *s) {
    free(s);
}

void register_scan_start(register_scan *s, block_stream *out, uint32_t warp, uint32_t regs) {
    s->out = out;
    s->warp = warp;
    s->regs = regs;
    s->next = s->first = 0;
    for (uint32_t r = 0; r < REGISTERS; r++)
        s->value[r] = (ring_value){.size = 1, .state = VALUE_BEGUN};
    memset(s->owner, NOBODY, sizeof s->owner);
    scan_clear(scan_inst(s, s->next));
}

/* ---- registers, behind the window ---- */

static bool scan_run_is_free(const register_scan *s, uint32_t first, uint32_t components) {
    for (uint32_t c = components; c; c &= c - 1)
        if (s->owner[first + (uint32_t)__builtin_ctz(c)] != NOBODY)
            return false;
    return true;
}

/* The lowest `size` aligned registers of which those of the components are free; or regs. */
static uint32_t scan_lowest_run(const register_scan *s, uint32_t size, uint32_t components) {
    for (uint32_t r = 0; r + size <= s->regs; r += size)
        if (scan_run_is_free(s, r, components))
            return r;
    return s->regs;
}

/* Finds registers for components of values that began together; the first component is that of `base`. */
static bool scan_place(register_scan *s, uint32_t base, uint32_t size, uint32_t components) {
    const uint32_t run = scan_lowest_run(s, size, components);
    s->used.scattered += run == s->regs;
    for (uint32_t c = components; c; c &= c - 1) {
        const uint32_t component = (uint32_t)__builtin_ctz(c);
        const uint32_t reg = run == s->regs ? scan_lowest_run(s, 1, 1) : run + component;
        if (reg == s->regs)
            return false;
        s->place[base + component] = (uint8_t)reg;
        s->owner[reg] = (uint8_t)(base + component);
        s->used.most = s->used.most > reg ? s->used.most : reg + 1;
    }
    return true;
}

static void scan_release(register_scan *s, uint32_t value) {
    s->owner[s->place[value]] = NOBODY;
}

/* Gives operands first .. first + count - 1 of an instruction their registers. */
static bool scan_rename(register_scan *s, const waiting_inst *i, uint32_t first, uint32_t count,
                        uint8_t *reg) {
    uint8_t value[OPERANDS];
    for (uint32_t n = 0; n < count; n++) {
        const uint32_t size = i->size[first + n];
        value[n] = reg[n];
        if (size && !scan_place(s, value[n] / size * size, size, i->places[first + n]))
            return false;
        reg[n] = s->place[value[n]];
        if (s->owner[reg[n]] != value[n])
            return false;
    }
    for (uint32_t n = 0; n < count; n++)
        if (i->last_use >> (first + n) & 1U)
            scan_release(s, value[n]);
    return true;
}

/* The first that waits goes into the spool. A source that is used last may be the target's register. */
static const char *scan_write(register_scan *s) {
    waiting_inst *i = scan_inst(s, s->first++);
    if (!scan_rename(s, i, 0, i->inst.nsrc, i->inst.src) ||
        !scan_rename(s, i, GMMU_MAX_SRC, i->inst.ndst, i->inst.dst))
        return LOST;
    return spool_block_append(s->out, s->warp, &i->inst) ? NULL : SPOOL_FULL;
}

/* ---- the window ---- */

/* All values that began together with this one get their registers at this operand. */
static void place_group(register_scan *s, uint32_t reg, uint32_t operand) {
    const uint32_t size = s->value[reg].size;
    const uint32_t base = reg - s->value[reg].component;
    waiting_inst *i = scan_inst(s, s->next);
    i->size[operand] = (uint8_t)size;
    i->places[operand] = 0;
    for (uint32_t k = 0; k < size; k++) {
        ring_value *v = &s->value[base + k];
        if (v->state != VALUE_BEGUN || v->size != size)
            continue; /* its register has been given to another one */
        v->state = VALUE_PLACED;
        v->last = s->next;
        v->operand = (uint8_t)operand;
        i->places[operand] |= (uint8_t)(1U << k);
    }
}

static void scan_use(register_scan *s, uint32_t operand, uint32_t reg) {
    ring_value *v = &s->value[reg];
    if (v->state == VALUE_BEGUN)
        place_group(s, reg, operand);
    v->state = VALUE_USED;
    v->last = s->next;
    v->operand = (uint8_t)operand;
}

void register_scan_source(register_scan *s, uint32_t place, uint32_t reg) {
    scan_use(s, place, reg);
}

void register_scan_target(register_scan *s, uint32_t place, uint32_t reg) {
    scan_use(s, GMMU_MAX_SRC + place, reg);
}

/* The value has no more uses. */
static void end_value(register_scan *s, uint32_t reg) {
    const ring_value *v = &s->value[reg];
    waiting_inst *i = scan_inst(s, v->last);
    if (v->state == VALUE_BEGUN)
        return;
    if (v->last < s->first)
        scan_release(s, reg);
    else if (v->state == VALUE_USED)
        i->last_use |= (uint16_t)(1U << v->operand);
    else
        i->places[v->operand] &= (uint8_t)~(1U << v->component);
}

void register_scan_value(register_scan *s, uint32_t first, uint32_t count) {
    for (uint32_t k = 0; k < count; k++) {
        end_value(s, first + k);
        s->value[first + k] =
            (ring_value){.size = (uint8_t)count, .component = (uint8_t)k, .state = VALUE_BEGUN};
    }
}

const char *register_scan_add(register_scan *s, const warp_inst *inst) {
    const size_t bytes = inst->space == SPACE_NONE ? offsetof(warp_inst, addr) : sizeof *inst;
    if (!spool_block_show(s->out, inst))
        return SPOOL_FULL;
    memcpy(&scan_inst(s, s->next)->inst, inst, bytes);
    s->next++;
    const char *wrong = s->next - s->first == REGISTER_SCAN_AHEAD ? scan_write(s) : NULL;
    scan_clear(scan_inst(s, s->next));
    return wrong;
}

const char *register_scan_end(register_scan *s) {
    const char *wrong = NULL;
    for (uint32_t r = 0; r < REGISTERS; r++)
        end_value(s, r);
    while (!wrong && s->first < s->next)
        wrong = scan_write(s);
    return wrong;
}

register_use register_scan_used(const register_scan *s) {
    return s->used;
}
