/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Parboil lbm, kernel StreamCollide: the lattice-Boltzmann method with 19 velocities (D3Q19),
 * a driven cavity. A block is one row of 120 cells (so its last warp has 24 lanes), a thread one
 * cell: 19 loads of its distributions, their collision, 19 stores to the neighbours
 * they move to. Walls bounce back what arrives; the layers next to the walls in z drive the fluid.
 *
 * Every access computes its own address, as at the benchmark's 120 x 120 x 150 cells, where planes
 * are 9.2 MB apart: more than the 24-bit immediate offset of a load (SASS since Maxwell).
 */
#include <stdlib.h>
#include <string.h>

#include "program/kernels/kernel.h"

#define ROW       120U /* cells in x: threads of a block */
#define ROW_CELLS 128U /* of a row in memory */
#define REGS      36U
#define DIRS      19U
#define OMEGA     1.95F
#define WORD      4U

enum { FLUID, WALL, DRIVEN };

/* The velocities in the order of the planes, each next to its opposite, and their weights. */
static const struct {
    int8_t x, y, z;
} velocity[DIRS] = {
    {0, 0, 0},  {0, 1, 0},   {0, -1, 0},  {1, 0, 0},  {-1, 0, 0}, {0, 0, 1},   {0, 0, -1},
    {1, 1, 0},  {-1, -1, 0}, {-1, 1, 0},  {1, -1, 0}, {0, 1, 1},  {0, -1, -1}, {0, 1, -1},
    {0, -1, 1}, {1, 0, 1},   {-1, 0, -1}, {1, 0, -1}, {-1, 0, 1},
};

static float parboil_lbm_weight(uint32_t dir) {
    return dir == 0 ? 1.0F / 3.0F : dir < 7 ? 1.0F / 18.0F : 1.0F / 36.0F;
}

static uint32_t parboil_lbm_opposite(uint32_t dir) {
    return dir == 0 ? 0 : ((dir - 1) ^ 1U) + 1;
}

struct kernel_data {
    buffer grid[2]; /* DIRS planes, each with a margin around the cells */
    buffer flags;
    uint32_t ny, nz, steps, regs;
    uint64_t seed;
};

/* ---- cells ---- */

static uint64_t parboil_lbm_cells(const kernel_data *d) {
    return (uint64_t)ROW_CELLS * d->ny * d->nz;
}

/* Cells before the first: what the farthest velocity may leave. */
static uint64_t parboil_lbm_margin(const kernel_data *d) {
    return (uint64_t)ROW_CELLS * (d->ny + 2);
}

static uint64_t plane_cells(const kernel_data *d) {
    return parboil_lbm_cells(d) + 2 * parboil_lbm_margin(d);
}

/* Distance of a distribution's new cell from the old one. */
static int32_t parboil_lbm_shift(const kernel_data *d, uint32_t dir) {
    return velocity[dir].x + (int32_t)ROW_CELLS * (velocity[dir].y + (int32_t)d->ny * velocity[dir].z);
}

static uint32_t flag_of(const kernel_data *d, uint32_t x, uint32_t y, uint32_t z) {
    if (x == 0 || x == ROW - 1 || y == 0 || y == d->ny - 1 || z == 0 || z == d->nz - 1)
        return WALL;
    return z == 1 || z == d->nz - 2 ? DRIVEN : FLUID;
}

/* Near equilibrium at rest. */
static void parboil_lbm_first_grid(const kernel_data *d, float *a) {
    uint64_t random = random_seeded(d->seed);
    for (uint32_t dir = 0; dir < DIRS; dir++)
        for (uint64_t i = 0; i < plane_cells(d); i++)
            a[dir * plane_cells(d) + i] =
                parboil_lbm_weight(dir) * (1.0F + (float)(random_next(&random) >> 54) * 0x1p-16F);
}

static void lbm_reset(kernel_data *d) {
    kernel_buffer_unswap(&d->grid[0], &d->grid[1]);
    parboil_lbm_first_grid(d, d->grid[0].data);
    memset(d->grid[1].data, 0, d->grid[1].bytes);
}

static void lbm_close(kernel_data *d) {
    kernel_buffer_free(&d->grid[0]);
    kernel_buffer_free(&d->grid[1]);
    kernel_buffer_free(&d->flags);
    free(d);
}

static kernel_data *lbm_open(const uint64_t *p, uint64_t seed, va_space *va) {
    kernel_data *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->ny = (uint32_t)p[0];
    d->nz = (uint32_t)p[1];
    d->steps = (uint32_t)p[2];
    d->regs = (uint32_t)p[3];
    d->seed = seed;
    d->flags = kernel_buffer(va, parboil_lbm_cells(d) * WORD);
    d->grid[0] = kernel_buffer(va, DIRS * plane_cells(d) * WORD);
    d->grid[1] = kernel_buffer_fresh(va, DIRS * plane_cells(d) * WORD);
    if (!d->flags.data || !d->grid[0].data || !d->grid[1].data) {
        lbm_close(d);
        return NULL;
    }
    uint32_t *flag = d->flags.data;
    for (uint32_t z = 0; z < d->nz; z++)
        for (uint32_t y = 0; y < d->ny; y++)
            for (uint32_t x = 0; x < ROW; x++)
                flag[((uint64_t)z * d->ny + y) * ROW_CELLS + x] = flag_of(d, x, y, z);
    lbm_reset(d);
    return d;
}

static bool lbm_launch(kernel_data *d, uint32_t n, launch_shape *s) {
    *s = (launch_shape){.name = "StreamCollide",
                        .blocks = (uint64_t)d->ny * d->nz,
                        .block_dim = ROW,
                        .regs = d->regs,
                        .phases = 1};
    if (n >= d->steps)
        return false;
    if (n > 0)
        kernel_buffer_swap(&d->grid[0], &d->grid[1]);
    return true;
}

/* ---- the kernel ---- */

/* A cell in the registers of a thread. */
typedef struct {
    val f[DIRS];
    val density;
    val u[3];
} cell;

/* Sum of the distributions that move along an axis, signed; the first two by one FADD. */
static val parboil_lbm_momentum(simt *w, const cell *c, uint32_t axis) {
    val sum = {0};
    bool first = true;
    for (uint32_t dir = 1; dir < DIRS; dir++) {
        const int8_t v[3] = {velocity[dir].x, velocity[dir].y, velocity[dir].z};
        if (v[axis] == 0)
            continue;
        const val zero = simt_imm(0);
        val next = simt_do(w, v[axis] > 0 ? SIMT_FADD : SIMT_FSUB, first ? &zero : &sum, &c->f[dir], NULL);
        sum = next;
        first = false;
    }
    return sum;
}

/* Density and velocity; driven cells have the velocity of the lid. */
static void parboil_lbm_macroscopic(simt *w, cell *c, uint32_t driven) {
    static const float lid[3] = {0.005F, 0.002F, 0.0F};
    val sum = simt_fadd(w, &c->f[0], &c->f[1]);
    for (uint32_t dir = 2; dir < DIRS; dir++) {
        val next = simt_fadd(w, &sum, &c->f[dir]);
        sum = next;
    }
    c->density = sum;
    simt_keep(w, &c->density);
    val inverse = simt_do(w, SIMT_RCP, &c->density, NULL, NULL);
    simt_keep(w, &inverse);
    for (uint32_t axis = 0; axis < 3; axis++) {
        val sum_axis = parboil_lbm_momentum(w, c, axis);
        c->u[axis] = simt_fmul(w, &sum_axis, &inverse);
        simt_keep(w, &c->u[axis]);
        val fixed = simt_fimm(lid[axis]);
        uint32_t all = simt_predicate(w, driven);
        simt_into(w, &c->u[axis], SIMT_MOV, &fixed, NULL, NULL);
        simt_join(w, all);
    }
    simt_drop(w, &inverse);
}

/* The velocity along `dir`, up to two components. */
static val parboil_lbm_along(simt *w, const cell *c, uint32_t dir) {
    const int8_t v[3] = {velocity[dir].x, velocity[dir].y, velocity[dir].z};
    val zero = simt_imm(0);
    val sum = zero;
    for (uint32_t axis = 0; axis < 3; axis++)
        if (v[axis]) {
            val next = simt_do(w, v[axis] > 0 ? SIMT_FADD : SIMT_FSUB, &sum, &c->u[axis], NULL);
            sum = next;
        }
    return sum;
}

/* f = (1 - omega) f + omega w rho (1 + 3 u + 4.5 u^2 - 1.5 |u|^2), u along the direction. */
static void parboil_lbm_collide(simt *w, cell *c, uint32_t driven) {
    val keep_part = simt_fimm(1.0F - OMEGA);
    val three = simt_fimm(3.0F);
    val four_and_half = simt_fimm(4.5F);
    parboil_lbm_macroscopic(w, c, driven);
    val square = simt_fmul(w, &c->u[0], &c->u[0]);
    square = simt_ffma(w, &c->u[1], &c->u[1], &square);
    square = simt_ffma(w, &c->u[2], &c->u[2], &square);
    val minus = simt_fimm(-1.5F);
    val one = simt_fimm(1.0F);
    val rest = simt_ffma(w, &square, &minus, &one);
    simt_keep(w, &rest);
    for (uint32_t dir = 0; dir < DIRS; dir++) {
        val factor = simt_fimm(OMEGA * parboil_lbm_weight(dir));
        val scaled = simt_fmul(w, &c->density, &factor);
        val polynomial = rest;
        if (dir > 0) {
            val u = parboil_lbm_along(w, c, dir);
            val linear = simt_ffma(w, &u, &four_and_half, &three);
            polynomial = simt_ffma(w, &u, &linear, &rest);
        }
        val gain = simt_fmul(w, &scaled, &polynomial);
        simt_into(w, &c->f[dir], SIMT_FFMA, &c->f[dir], &keep_part, &gain);
    }
    simt_drop(w, &rest);
    simt_drop(w, &c->density);
    for (uint32_t axis = 0; axis < 3; axis++)
        simt_drop(w, &c->u[axis]);
}

/* A wall sends everything back where it came from. */
static void parboil_lbm_bounce(simt *w, cell *c) {
    for (uint32_t dir = 1; dir < DIRS; dir += 2) {
        val t = simt_do(w, SIMT_MOV, &c->f[dir], NULL, NULL);
        simt_into(w, &c->f[dir], SIMT_MOV, &c->f[dir + 1], NULL, NULL);
        simt_into(w, &c->f[dir + 1], SIMT_MOV, &t, NULL, NULL);
    }
}

static void lbm_warp(kernel_data *d, simt *w) {
    const uint32_t plane = (uint32_t)plane_cells(d);
    cell c;
    val wall = simt_imm(WALL);
    val driven = simt_imm(DRIVEN);
    simt_label(w, 0);
    val thread = simt_thread_in_block(w);
    val index = simt_add_constant(w, &thread, (uint32_t)w->block * ROW_CELLS);
    simt_keep(w, &index);
    val flag_address = simt_address(w, &d->flags, &index, WORD);
    val flag;
    simt_load_at(w, &d->flags, &flag_address, 0, WORD, &flag);
    simt_keep(w, &flag);
    for (uint32_t dir = 0; dir < DIRS; dir++) {
        val from = simt_add_constant(w, &index, (uint32_t)parboil_lbm_margin(d) + dir * plane);
        c.f[dir] = simt_load(w, &d->grid[0], &from, WORD);
        simt_keep(w, &c.f[dir]);
    }
    uint32_t is_driven = simt_compare(w, SIMT_EQ, &flag, &driven);
    uint32_t is_wall = simt_compare(w, SIMT_EQ, &flag, &wall);
    simt_drop(w, &flag);
    uint32_t all = simt_if(w, is_wall);
    if (w->mask)
        parboil_lbm_bounce(w, &c);
    simt_else(w, all, is_wall);
    simt_loop(w, 1);
    if (w->mask)
        parboil_lbm_collide(w, &c, is_driven);
    simt_join(w, all);
    simt_loop(w, 3);
    for (uint32_t dir = 0; dir < DIRS; dir++) {
        val to = simt_add_constant(
            w, &index, (uint32_t)parboil_lbm_margin(d) + dir * plane + (uint32_t)parboil_lbm_shift(d, dir));
        simt_store(w, &d->grid[1], &to, WORD, &c.f[dir]);
    }
    simt_exit(w);
}

/* ---- the reference ---- */

/* What a cell sends out in direction `dir`, given all that arrived in `f`. */
static void collide_plain(float f[DIRS], uint32_t flag) {
    float rho = 0.0F;
    float u[3] = {0.0F, 0.0F, 0.0F};
    if (flag == WALL) {
        float back[DIRS];
        for (uint32_t dir = 0; dir < DIRS; dir++)
            back[dir] = f[parboil_lbm_opposite(dir)];
        memcpy(f, back, sizeof back);
        return;
    }
    for (uint32_t dir = 0; dir < DIRS; dir++) {
        rho += f[dir];
        u[0] += (float)velocity[dir].x * f[dir];
        u[1] += (float)velocity[dir].y * f[dir];
        u[2] += (float)velocity[dir].z * f[dir];
    }
    for (uint32_t axis = 0; axis < 3; axis++)
        u[axis] = u[axis] * (1.0F / rho);
    if (flag == DRIVEN) {
        u[0] = 0.005F;
        u[1] = 0.002F;
        u[2] = 0.0F;
    }
    const float square = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
    for (uint32_t dir = 0; dir < DIRS; dir++) {
        const float v =
            (float)velocity[dir].x * u[0] + (float)velocity[dir].y * u[1] + (float)velocity[dir].z * u[2];
        const float equilibrium =
            rho * parboil_lbm_weight(dir) * (1.0F + 3.0F * v + 4.5F * v * v - 1.5F * square);
        f[dir] = (1.0F - OMEGA) * f[dir] + OMEGA * equilibrium;
    }
}

static void parboil_lbm_step(const kernel_data *d, const float *in, float *out) {
    const uint32_t *flag = d->flags.data;
    const uint64_t plane = plane_cells(d);
    for (uint64_t i = 0; i < parboil_lbm_cells(d); i++) {
        float f[DIRS];
        if (i % ROW_CELLS >= ROW)
            continue;
        for (uint32_t dir = 0; dir < DIRS; dir++)
            f[dir] = in[dir * plane + parboil_lbm_margin(d) + i];
        collide_plain(f, flag[i]);
        for (uint32_t dir = 0; dir < DIRS; dir++)
            out[dir * plane + (uint64_t)((int64_t)(parboil_lbm_margin(d) + i) + parboil_lbm_shift(d, dir))] =
                f[dir];
    }
}

/* Rounding differs from the kernel's, a little more with every step. */
static bool parboil_lbm_near(const kernel_data *d, float a, float b) {
    const float error = a > b ? a - b : b - a;
    return error <= 1e-6F * (float)d->steps * (float)d->steps;
}

static const char *lbm_check(const kernel_data *d) {
    float *a = malloc(d->grid[0].bytes);
    float *b = calloc(1, d->grid[0].bytes);
    const float *result = d->grid[1].data;
    const char *wrong = a && b ? NULL : "out of memory";
    if (!wrong) {
        parboil_lbm_first_grid(d, a);
        for (uint32_t s = 0; s < d->steps; s++) {
            parboil_lbm_step(d, a, b);
            float *t = a;
            a = b;
            b = t;
        }
        for (uint64_t i = 0; i < DIRS * plane_cells(d) && !wrong; i++)
            if (!parboil_lbm_near(d, a[i], result[i]))
                wrong = "a distribution is wrong";
    }
    free(a);
    free(b);
    return wrong;
}

const kernel_ops kernel_parboil_lbm = {
    .name = "parboil-lbm",
    .summary = "lattice-Boltzmann flow, 19 velocities (Parboil StreamCollide)",
    .params = {{"ny", 24, 3, 256, "rows of 120 cells in a layer"},
               {"nz", 24, 3, 256, "layers"},
               {"steps", 2, 1, 100, "time steps, one launch each"},
               {"regs", REGS, REGS, 255, "registers per thread; 248 leave 8 warps on an SM of 65536"}},
    .open = lbm_open,
    .close = lbm_close,
    .reset = lbm_reset,
    .launch = lbm_launch,
    .warp = lbm_warp,
    .check = lbm_check,
};
