#include "workloads/kernels/simt.h"

#include <string.h>

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

/* The next `count` registers of the ring, aligned to their number. */
static val new_value(simt *w, uint32_t count) {
    val v = {.regs = (uint8_t)count};
    uint32_t r = (w->next_reg + count - 1) / count * count;
    for (uint32_t tries = 0; tries <= w->regs && !run_is_free(w, r, count); tries++)
        r = r + count >= w->regs ? 0 : r + count;
    if (!run_is_free(w, r, count)) {
        w->failed = true;
        r = 0;
    }
    v.reg = (uint8_t)r;
    for (uint32_t i = 0; i < count; i++)
        w->generation[r + i]++;
    v.generation = w->generation[r];
    w->next_reg = (uint8_t)(r + count >= w->regs ? 0 : r + count);
    return v;
}

/* ---- recording ---- */

static warp_inst start(simt *w, op_class op) {
    warp_inst i = {.pc = w->pc, .mask = w->mask, .op = (uint8_t)op, .space = SPACE_NONE};
    w->pc += INST_BYTES;
    return i;
}

static void source(simt *w, warp_inst *i, const val *v) {
    if (!v)
        return;
    if (w->generation[v->reg] != v->generation)
        w->failed = true;
    for (uint32_t k = 0; k < v->regs; k++)
        i->src[i->nsrc++] = (uint8_t)(v->reg + k);
}

static void target(warp_inst *i, const val *v) {
    for (uint32_t k = 0; k < v->regs; k++)
        i->dst[i->ndst++] = (uint8_t)(v->reg + k);
}

static void record(simt *w, const warp_inst *i) {
    if (!spool_block_add(w->out, w->warp, i))
        w->failed = true;
}

static bool active(const simt *w, uint32_t lane) {
    return (w->mask >> lane) & 1U;
}

/* An ALU instruction with up to three sources and one result; the caller fills the lanes. */
static val alu(simt *w, const val *a, const val *b, const val *c, uint32_t regs) {
    warp_inst i = start(w, OP_ALU);
    source(w, &i, a);
    source(w, &i, b);
    source(w, &i, c);
    val v = new_value(w, regs);
    target(&i, &v);
    record(w, &i);
    return v;
}

/* ---- arithmetic ---- */

/* Floating point rounds after every operation: compiled with -ffp-contract=off. */

val simt_constant(simt *w, uint64_t x) {
    val v = alu(w, NULL, NULL, NULL, 1);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        v.lane[l] = x;
    return v;
}

val simt_thread_in_block(simt *w) {
    val v = alu(w, NULL, NULL, NULL, 1);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        v.lane[l] = (uint64_t)w->warp * GMMU_LANES + l;
    return v;
}

val simt_thread(simt *w) {
    val local = simt_thread_in_block(w);
    val v = alu(w, &local, NULL, NULL, 1);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        v.lane[l] = (uint32_t)(w->block * w->block_dim + local.lane[l]);
    return v;
}

val simt_add(simt *w, const val *a, const val *b) {
    val v = alu(w, a, b, NULL, 1);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        v.lane[l] = (uint32_t)(a->lane[l] + b->lane[l]);
    return v;
}

val simt_mul(simt *w, const val *a, const val *b) {
    val v = alu(w, a, b, NULL, 1);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        v.lane[l] = (uint32_t)(a->lane[l] * b->lane[l]);
    return v;
}

val simt_mad(simt *w, const val *a, const val *b, const val *c) {
    val v = alu(w, a, b, c, 1);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        v.lane[l] = (uint32_t)(a->lane[l] * b->lane[l] + c->lane[l]);
    return v;
}

val simt_and(simt *w, const val *a, const val *b) {
    val v = alu(w, a, b, NULL, 1);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        v.lane[l] = a->lane[l] & b->lane[l];
    return v;
}

val simt_xor(simt *w, const val *a, const val *b) {
    val v = alu(w, a, b, NULL, 1);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        v.lane[l] = a->lane[l] ^ b->lane[l];
    return v;
}

val simt_shift_right(simt *w, const val *a, uint32_t bits) {
    val v = alu(w, a, NULL, NULL, 1);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        v.lane[l] = (uint32_t)a->lane[l] >> bits;
    return v;
}

val simt_shift_left(simt *w, const val *a, uint32_t bits) {
    val v = alu(w, a, NULL, NULL, 1);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        v.lane[l] = (uint32_t)((uint32_t)a->lane[l] << bits);
    return v;
}

val simt_add_constant(simt *w, const val *a, uint32_t x) {
    val v = alu(w, a, NULL, NULL, 1);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        v.lane[l] = (uint32_t)(a->lane[l] + x);
    return v;
}

val simt_fadd(simt *w, const val *a, const val *b) {
    val v = alu(w, a, b, NULL, 1);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        v.lane[l] = simt_bits(simt_float(a->lane[l]) + simt_float(b->lane[l]));
    return v;
}

val simt_fmul(simt *w, const val *a, const val *b) {
    val v = alu(w, a, b, NULL, 1);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        v.lane[l] = simt_bits(simt_float(a->lane[l]) * simt_float(b->lane[l]));
    return v;
}

val simt_ffma(simt *w, const val *a, const val *b, const val *c) {
    val v = alu(w, a, b, c, 1);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        v.lane[l] = simt_bits(simt_float(a->lane[l]) * simt_float(b->lane[l]) + simt_float(c->lane[l]));
    return v;
}

/* ---- predicates ---- */

static void compare(simt *w, const val *a, const val *b) {
    warp_inst i = start(w, OP_ALU);
    source(w, &i, a);
    source(w, &i, b);
    record(w, &i);
}

uint32_t simt_less(simt *w, const val *a, const val *b) {
    uint32_t mask = 0;
    compare(w, a, b);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        mask |= (uint32_t)(active(w, l) && a->lane[l] < b->lane[l]) << l;
    return mask;
}

uint32_t simt_equal(simt *w, const val *a, const val *b) {
    uint32_t mask = 0;
    compare(w, a, b);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        mask |= (uint32_t)(active(w, l) && a->lane[l] == b->lane[l]) << l;
    return mask;
}

void simt_branch(simt *w, uint32_t mask) {
    warp_inst i = start(w, OP_BRANCH);
    record(w, &i);
    w->mask = mask;
}

/* ---- memory ---- */

/* The address of every lane in two registers (IMAD.WIDE), bounds checked. */
static val addresses(simt *w, const buffer *b, const val *index, uint32_t width) {
    val v = alu(w, index, NULL, NULL, 2);
    for (uint32_t l = 0; l < GMMU_LANES; l++) {
        uint64_t offset = index->lane[l] * width;
        if (active(w, l) && offset + width > b->bytes) {
            w->failed = true;
            offset = 0;
        }
        v.lane[l] = b->base + offset;
    }
    return v;
}

static unsigned char *host(const buffer *b, uint64_t address) {
    return (unsigned char *)b->data + (address - b->base);
}

static void set_access(warp_inst *i, mem_space space, uint32_t width, const val *address) {
    i->space = (uint8_t)(i->mask ? space : SPACE_NONE);
    i->width = (uint8_t)(i->mask ? width : 0);
    memcpy(i->addr, address->lane, sizeof i->addr);
}

val simt_load(simt *w, const buffer *b, const val *index, uint32_t width) {
    val address = addresses(w, b, index, width);
    warp_inst i = start(w, OP_LOAD);
    source(w, &i, &address);
    set_access(&i, SPACE_GLOBAL, width, &address);
    val v = new_value(w, width == 8 ? 2 : 1);
    target(&i, &v);
    record(w, &i);
    for (uint32_t l = 0; l < GMMU_LANES; l++) {
        v.lane[l] = 0;
        if (active(w, l) && !w->failed)
            memcpy(&v.lane[l], host(b, address.lane[l]), width);
    }
    return v;
}

void simt_store(simt *w, const buffer *b, const val *index, uint32_t width, const val *x) {
    val address = addresses(w, b, index, width);
    warp_inst i = start(w, OP_STORE);
    source(w, &i, &address);
    source(w, &i, x);
    set_access(&i, SPACE_GLOBAL, width, &address);
    record(w, &i);
    for (uint32_t l = 0; l < GMMU_LANES; l++) {
        if (active(w, l) && !w->failed)
            memcpy(host(b, address.lane[l]), &x->lane[l], width);
    }
}

void simt_atomic_add(simt *w, const buffer *b, const val *index, const val *x) {
    val address = addresses(w, b, index, 4);
    warp_inst i = start(w, OP_ATOMIC);
    source(w, &i, &address);
    source(w, &i, x);
    set_access(&i, SPACE_GLOBAL, 4, &address);
    record(w, &i);
    for (uint32_t l = 0; l < GMMU_LANES; l++) {
        uint32_t old;
        if (!active(w, l) || w->failed)
            continue;
        memcpy(&old, host(b, address.lane[l]), sizeof old);
        old += (uint32_t)x->lane[l];
        memcpy(host(b, address.lane[l]), &old, sizeof old);
    }
}

/* An access to shared memory; word index, checked. */
static void shared_access(simt *w, op_class op, const val *index, const val *x, const val *result) {
    warp_inst i = start(w, op);
    val offset = *index;
    source(w, &i, index);
    source(w, &i, x);
    for (uint32_t l = 0; l < GMMU_LANES; l++) {
        offset.lane[l] = index->lane[l] * 4;
        if (active(w, l) && offset.lane[l] + 4 > w->shared_bytes)
            w->failed = true;
    }
    set_access(&i, SPACE_SHARED, 4, &offset);
    if (result)
        target(&i, result);
    record(w, &i);
}

val simt_load_shared(simt *w, const val *index) {
    val v = new_value(w, 1);
    shared_access(w, OP_LOAD, index, NULL, &v);
    const uint32_t *words = w->shared;
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        v.lane[l] = active(w, l) && !w->failed ? words[index->lane[l]] : 0;
    return v;
}

void simt_store_shared(simt *w, const val *index, const val *x) {
    shared_access(w, OP_STORE, index, x, NULL);
    uint32_t *words = w->shared;
    for (uint32_t l = 0; l < GMMU_LANES; l++) {
        if (active(w, l) && !w->failed)
            words[index->lane[l]] = (uint32_t)x->lane[l];
    }
}

void simt_atomic_add_shared(simt *w, const val *index, const val *x) {
    shared_access(w, OP_ATOMIC, index, x, NULL);
    uint32_t *words = w->shared;
    for (uint32_t l = 0; l < GMMU_LANES; l++) {
        if (active(w, l) && !w->failed)
            words[index->lane[l]] += (uint32_t)x->lane[l];
    }
}

/* ---- control ---- */

void simt_barrier(simt *w) {
    warp_inst i = start(w, OP_BARRIER);
    record(w, &i);
}

void simt_exit(simt *w) {
    warp_inst i = start(w, OP_EXIT);
    record(w, &i);
}
