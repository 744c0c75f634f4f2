/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Parboil cutcp, kernel lattice6overlap: the electrostatic potential of charged atoms on a
 * lattice, smoothly cut off. Atoms are binned, 8 to a bin of 4 Angstrom; a block computes a
 * region of 8 x 8 x 8 points as large as a bin, four points a thread, and goes
 * through the bins around it, 32 at a time in shared memory.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "program/kernels/kernel.h"

#define BLOCK_DIM  128U
#define REGS       26U
#define SIDE       8U /* points of a region */
#define POINTS     (SIDE * SIDE * SIDE)
#define SPACING    0.5F
#define BIN_LENGTH 4.0F
#define BIN_ATOMS  8U
#define CACHE_BINS 32U
#define PER_THREAD 4U
#define MAX_NEAR   343U /* bins within three bins */
#define WORD       4U
#define WARPS      (BLOCK_DIM / GMMU_LANES)

/* Shared memory: the cached bins, then the bin under the region and the region's place. */
#define BIN_BYTES     (BIN_ATOMS * 16U)
#define BIN_INDEX_AT  (CACHE_BINS * BIN_BYTES)
#define REGION_AT     (BIN_INDEX_AT + 12U)
#define SHARED_BYTES  (REGION_AT + 8U)
#define CONSTANT_SIZE 16U

typedef struct {
    float x, y, z, charge;
} atom;

typedef struct {
    int32_t x, y, z, unused;
} offset;

struct kernel_data {
    buffer bin, energy;
    offset near[MAX_NEAR]; /* bins around a region, itself among them */
    buffer nearby;         /* the same as constants */
    uint32_t near_count;
    uint32_t side;   /* regions per side */
    uint32_t radius; /* bins */
    uint32_t bins;   /* bins per side, with an empty border of `radius` */
    float cutoff;
};

/* Of a thread, across barriers. */
typedef struct {
    val energy[PER_THREAD];
    val place[4]; /* x, y, z of the first point, and the lane's byte in a bin */
} thread_state;

static void cutcp_close(kernel_data *d) {
    kernel_buffer_free(&d->bin);
    kernel_buffer_free(&d->energy);
    free(d);
}

static void cutcp_reset(kernel_data *d) {
    memset(d->energy.data, 0, d->energy.bytes);
}

static int32_t parboil_cutcp_gap(int32_t bins) {
    const int32_t away = bins < 0 ? -bins : bins;
    return away > 1 ? away - 1 : 0;
}

/* The bins that may hold an atom within the cutoff of a point in bin 0. */
static void list_near(kernel_data *d) {
    const int32_t r = (int32_t)d->radius;
    for (int32_t z = -r; z <= r; z++)
        for (int32_t y = -r; y <= r; y++)
            for (int32_t x = -r; x <= r; x++)
                if (parboil_cutcp_gap(x) * parboil_cutcp_gap(x) +
                        parboil_cutcp_gap(y) * parboil_cutcp_gap(y) +
                        parboil_cutcp_gap(z) * parboil_cutcp_gap(z) <
                    r * r)
                    d->near[d->near_count++] = (offset){x, y, z, 0};
}

/* Up to `most` atoms in every bin inside the border; empty places have charge 0. */
static void place_atoms(kernel_data *d, uint32_t most, uint64_t *random) {
    atom *a = d->bin.data;
    const uint32_t first = d->radius;
    const uint32_t end = d->bins - d->radius;
    for (uint32_t z = first; z < end; z++)
        for (uint32_t y = first; y < end; y++)
            for (uint32_t x = first; x < end; x++) {
                const uint32_t count = (uint32_t)(random_next(random) >> 33) % (most + 1);
                atom *bin = &a[(((size_t)z * d->bins + y) * d->bins + x) * BIN_ATOMS];
                for (uint32_t i = 0; i < count; i++) {
                    const uint64_t r = random_next(random);
                    bin[i].x = ((float)(x - first) + (float)(r & 0xffffU) * 0x1p-16F) * BIN_LENGTH;
                    bin[i].y = ((float)(y - first) + (float)((r >> 16) & 0xffffU) * 0x1p-16F) * BIN_LENGTH;
                    bin[i].z = ((float)(z - first) + (float)((r >> 32) & 0xffffU) * 0x1p-16F) * BIN_LENGTH;
                    bin[i].charge = (float)((r >> 48) % 199) * 0.01F - 0.995F;
                }
            }
}

static kernel_data *cutcp_open(const uint64_t *p, uint64_t seed, va_space *va) {
    kernel_data *d = calloc(1, sizeof *d);
    uint64_t random = random_seeded(seed);
    if (!d)
        return NULL;
    d->side = (uint32_t)p[0];
    d->radius = (uint32_t)p[2];
    d->bins = d->side + 2 * d->radius;
    d->cutoff = (float)d->radius * BIN_LENGTH;
    list_near(d);
    d->bin = kernel_buffer(va, (uint64_t)d->bins * d->bins * d->bins * BIN_BYTES);
    d->energy = kernel_buffer_fresh(va, (uint64_t)d->side * d->side * d->side * POINTS * WORD);
    if (!d->bin.data || !d->energy.data) {
        cutcp_close(d);
        return NULL;
    }
    d->nearby = kernel_constants(va, d->near, sizeof d->near);
    place_atoms(d, (uint32_t)p[1], &random);
    return d;
}

static uint32_t parboil_cutcp_groups(const kernel_data *d) {
    return (d->near_count + CACHE_BINS - 1) / CACHE_BINS;
}

static bool cutcp_launch(kernel_data *d, uint32_t n, launch_shape *s) {
    *s = (launch_shape){.name = "lattice6overlap",
                        .blocks = (uint64_t)d->side * d->side * d->side,
                        .block_dim = BLOCK_DIM,
                        .regs = REGS,
                        .shared_bytes = SHARED_BYTES,
                        .phases = 1 + 2 * parboil_cutcp_groups(d),
                        .state_bytes = sizeof(thread_state)};
    return n == 0;
}

/* ---- the kernel ---- */

/* Thread 0 leaves the bin under the region, and the region's number, in shared memory. */
static void parboil_cutcp_announce(const kernel_data *d, simt *w, const uint32_t region[3]) {
    const val base = simt_imm(0);
    for (uint32_t i = 0; i < 5; i++) {
        const uint32_t word = i < 3 ? region[i] + d->radius : i == 3 ? (uint32_t)w->block : 0;
        val x = simt_constant(w, word);
        simt_store_at(w, NULL, &base, (int32_t)(BIN_INDEX_AT + i * WORD), WORD, &x);
    }
}

/* Coordinate of a point: (first point of the region + i) * spacing. */
static void parboil_cutcp_coordinate(simt *w, val *to, const val *i, uint32_t region) {
    val spacing = simt_fimm(SPACING);
    val index = simt_add_constant(w, i, region * SIDE);
    val real = simt_do(w, SIMT_I2F, &index, NULL, NULL);
    simt_into(w, to, SIMT_FMUL, &real, &spacing, NULL);
}

static void parboil_cutcp_set_up(const kernel_data *d, simt *w, thread_state *s) {
    const uint32_t block = (uint32_t)w->block;
    const uint32_t region[3] = {block % d->side, block / d->side % d->side, block / d->side / d->side};
    val zero = simt_imm(0);
    val one = simt_imm(1);
    simt_label(w, 0);
    simt_vector(w, 4, s->energy);
    simt_vector(w, 4, s->place);
    for (uint32_t i = 0; i < 4; i++) {
        simt_keep(w, &s->energy[i]);
        simt_keep(w, &s->place[i]);
        simt_into(w, &s->energy[i], SIMT_MOV, &zero, NULL, NULL);
    }
    val thread = simt_thread_in_block(w);
    simt_keep(w, &thread);
    uint32_t all = simt_if(w, simt_equal(w, &thread, &zero));
    parboil_cutcp_announce(d, w, region);
    simt_join(w, all);
    val seven = simt_imm(SIDE - 1);
    val x = simt_and(w, &thread, &seven);
    parboil_cutcp_coordinate(w, &s->place[0], &x, region[0]);
    val row = simt_shift_right(w, &thread, 3);
    val y = simt_and(w, &row, &one);
    parboil_cutcp_coordinate(w, &s->place[1], &y, region[1]);
    val z = simt_shift_right(w, &thread, 4);
    parboil_cutcp_coordinate(w, &s->place[2], &z, region[2]);
    val lanes = simt_imm(GMMU_LANES - 1);
    val lane = simt_and(w, &thread, &lanes);
    val two = simt_imm(2);
    simt_into(w, &s->place[3], SIMT_SHL, &lane, &two, NULL);
    simt_drop(w, &thread);
}

/* One word of bin number `near` of the list, for each lane. */
static val fetch_bin(const kernel_data *d, simt *w, const thread_state *s, const val under[4],
                     uint32_t near) {
    val o[4];
    val word;
    val side = simt_imm(d->bins);
    val index = simt_imm(near);
    val bytes = simt_imm(BIN_BYTES);
    simt_load_const(w, &d->nearby, &index, CONSTANT_SIZE, o);
    val z = simt_add(w, &o[2], &under[2]);
    val y = simt_add(w, &o[1], &under[1]);
    val x = simt_add(w, &o[0], &under[0]);
    val row = simt_mad(w, &z, &side, &y);
    val bin = simt_mad(w, &row, &side, &x);
    val place = simt_mad(w, &bin, &bytes, &s->place[3]);
    val address = simt_address(w, &d->bin, &place, 1);
    simt_load_at(w, &d->bin, &address, 0, WORD, &word);
    return word;
}

/* Bins first..first+count-1 of the list to shared memory, two at a time: one warp, one bin. */
static void bring_bins(const kernel_data *d, simt *w, const thread_state *s, uint32_t first, uint32_t count) {
    const val base = simt_imm(BIN_INDEX_AT);
    val under[4]; /* the bin under the region */
    simt_loop(w, 2);
    simt_load_at(w, NULL, &base, 0, 16, under);
    for (uint32_t i = 0; i < 3; i++)
        simt_keep(w, &under[i]);
    for (uint32_t bin = w->warp; bin < count; bin += 2 * WARPS) {
        val word[2];
        const uint32_t n = bin + WARPS < count ? 2 : 1;
        simt_loop(w, n == 2 ? 3 : 7); /* a last one is code of its own */
        for (uint32_t i = 0; i < n; i++) {
            word[i] = fetch_bin(d, w, s, under, first + bin + i * WARPS);
            simt_keep(w, &word[i]);
        }
        for (uint32_t i = 0; i < n; i++) {
            simt_store_at(w, NULL, &s->place[3], (int32_t)((bin + i * WARPS) * BIN_BYTES), WORD, &word[i]);
            simt_drop(w, &word[i]);
        }
        simt_branch(w, w->mask);
    }
    simt_label(w, 8);
    for (uint32_t i = 0; i < 3; i++)
        simt_drop(w, &under[i]);
}

/* The atom's share of the four points, q / r * (1 - r^2 / cutoff^2)^2 within the cutoff. */
static void add_atom(const kernel_data *d, simt *w, thread_state *s, const val a[4]) {
    const float limit = d->cutoff * d->cutoff;
    val cutoff2 = simt_fimm(limit);
    val slope = simt_fimm(-1.0F / limit);
    val one = simt_fimm(1.0F);
    val dx = simt_do(w, SIMT_FSUB, &a[0], &s->place[0], NULL);
    val dz = simt_do(w, SIMT_FSUB, &a[2], &s->place[2], NULL);
    val dy = simt_do(w, SIMT_FSUB, &a[1], &s->place[1], NULL);
    simt_keep(w, &dy);
    val square = simt_fmul(w, &dx, &dx);
    val beside = simt_ffma(w, &dz, &dz, &square);
    simt_keep(w, &beside);
    for (uint32_t i = 0; i < PER_THREAD; i++) {
        val step = simt_fimm(-2.0F * SPACING * (float)i); /* the next point is two rows on */
        val y = simt_fadd(w, &dy, &step);
        val r2 = simt_ffma(w, &y, &y, &beside);
        uint32_t all = simt_if(w, simt_compare(w, SIMT_FLT, &r2, &cutoff2));
        val fade = simt_ffma(w, &r2, &slope, &one);
        val inverse = simt_do(w, SIMT_RSQ, &r2, NULL, NULL);
        val potential = simt_fmul(w, &inverse, &a[3]);
        val faded = simt_fmul(w, &fade, &fade);
        simt_into(w, &s->energy[i], SIMT_FFMA, &potential, &faded, &s->energy[i]);
        simt_join(w, all);
    }
    simt_drop(w, &dy);
    simt_drop(w, &beside);
}

static void add_bins(const kernel_data *d, simt *w, thread_state *s, uint32_t count) {
    const val zero = simt_imm(0);
    for (uint32_t bin = 0; bin < count; bin++) {
        simt_loop(w, 4);
        val atom_at = simt_constant(w, bin * BIN_BYTES);
        simt_keep(w, &atom_at);
        for (uint32_t i = 0; i < BIN_ATOMS; i++) {
            const val size = simt_imm(sizeof(atom));
            val a[4];
            simt_loop(w, 5);
            simt_load_at(w, NULL, &atom_at, 0, sizeof(atom), a);
            const uint32_t there = simt_compare(w, SIMT_NE, &a[3], &zero);
            simt_branch(w, w->mask); /* the same for all lanes */
            if (!there)
                break;
            for (uint32_t k = 0; k < 4; k++)
                simt_keep(w, &a[k]);
            add_atom(d, w, s, a);
            for (uint32_t k = 0; k < 4; k++)
                simt_drop(w, &a[k]);
            simt_into(w, &atom_at, SIMT_ADD, &atom_at, &size, NULL);
            simt_branch(w, w->mask);
        }
        simt_drop(w, &atom_at);
    }
    simt_label(w, 9);
}

static void write_points(const kernel_data *d, simt *w, const thread_state *s) {
    const val base = simt_imm(REGION_AT);
    val region;
    val seven = simt_imm(SIDE - 1);
    val points = simt_imm(POINTS);
    simt_loop(w, 6);
    simt_load_at(w, NULL, &base, 0, WORD, &region);
    val thread = simt_thread_in_block(w);
    val x = simt_and(w, &thread, &seven);
    val upper = simt_shift_right(w, &thread, 3);
    val one = simt_imm(1);
    val y = simt_and(w, &upper, &one);
    val z = simt_shift_right(w, &thread, 4);
    val side = simt_imm(SIDE);
    val row = simt_mad(w, &z, &side, &y);
    val point = simt_mad(w, &row, &side, &x);
    val index = simt_mad(w, &region, &points, &point);
    val address = simt_address(w, &d->energy, &index, WORD);
    for (uint32_t i = 0; i < PER_THREAD; i++)
        simt_store_at(w, &d->energy, &address, (int32_t)(i * 2 * SIDE * WORD), WORD, &s->energy[i]);
    simt_exit(w);
}

static void cutcp_warp(kernel_data *d, simt *w) {
    thread_state *s = w->state;
    if (w->phase == 0) {
        parboil_cutcp_set_up(d, w, s);
        return;
    }
    const uint32_t first = (w->phase - 1) / 2 * CACHE_BINS;
    const uint32_t left = d->near_count - first;
    const uint32_t count = left < CACHE_BINS ? left : CACHE_BINS;
    if (w->phase % 2)
        bring_bins(d, w, s, first, count);
    else
        add_bins(d, w, s, count);
    if (w->phase == 2 * parboil_cutcp_groups(d))
        write_points(d, w, s);
}

/* ---- the reference: atom by atom, every point near it, in double precision ---- */

static void spread_atom(const kernel_data *d, const atom *a, double *energy, double *magnitude) {
    const double spacing = (double)SPACING;
    const double limit = (double)d->cutoff * (double)d->cutoff;
    const double at[3] = {(double)a->x, (double)a->y, (double)a->z};
    const int64_t n = (int64_t)d->side * SIDE;
    int64_t from[3];
    int64_t to[3];
    for (uint32_t i = 0; i < 3; i++) {
        from[i] = (int64_t)ceil((at[i] - (double)d->cutoff) / spacing);
        to[i] = (int64_t)floor((at[i] + (double)d->cutoff) / spacing);
        from[i] = from[i] < 0 ? 0 : from[i];
        to[i] = to[i] >= n ? n - 1 : to[i];
    }
    for (int64_t z = from[2]; z <= to[2]; z++)
        for (int64_t y = from[1]; y <= to[1]; y++)
            for (int64_t x = from[0]; x <= to[0]; x++) {
                const double dx = at[0] - (double)x * spacing;
                const double dy = at[1] - (double)y * spacing;
                const double dz = at[2] - (double)z * spacing;
                const double r2 = dx * dx + dy * dy + dz * dz;
                const double fade = 1.0 - r2 / limit;
                if (r2 >= limit)
                    continue;
                const double share = (double)a->charge / sqrt(r2) * fade * fade;
                energy[(z * n + y) * n + x] += share;
                magnitude[(z * n + y) * n + x] += fabs(share);
            }
}

static const char *parboil_cutcp_compare(const kernel_data *d, const double *energy,
                                         const double *magnitude) {
    const float *result = d->energy.data;
    const uint64_t n = (uint64_t)d->side * SIDE;
    for (uint64_t z = 0; z < n; z++)
        for (uint64_t y = 0; y < n; y++)
            for (uint64_t x = 0; x < n; x++) {
                const uint64_t i = (z * n + y) * n + x;
                const uint64_t region = (z / SIDE * d->side + y / SIDE) * d->side + x / SIDE;
                const uint64_t point = (z % SIDE * SIDE + y % SIDE) * SIDE + x % SIDE;
                const double error = energy[i] - (double)result[region * POINTS + point];
                if (!(fabs(error) <= 1e-4 * (magnitude[i] + 0.01)))
                    return "the potential of a point is wrong";
            }
    return NULL;
}

static const char *cutcp_check(const kernel_data *d) {
    const size_t n = (size_t)d->side * SIDE;
    double *energy = calloc(n * n * n, sizeof *energy);
    double *magnitude = calloc(n * n * n, sizeof *magnitude);
    const char *wrong = energy && magnitude ? NULL : "out of memory";
    if (!wrong) {
        const atom *a = d->bin.data;
        for (uint64_t i = 0; i < d->bin.bytes / sizeof *a; i++)
            if (simt_bits(a[i].charge) != 0)
                spread_atom(d, &a[i], energy, magnitude);
        wrong = parboil_cutcp_compare(d, energy, magnitude);
    }
    free(energy);
    free(magnitude);
    return wrong;
}

const kernel_ops kernel_parboil_cutcp = {
    .name = "parboil-cutcp",
    .summary = "potential of atoms on a lattice with a cutoff (Parboil lattice6overlap)",
    .params = {{"regions", 6, 1, 32, "regions of 8 points per side of the lattice"},
               {"atoms", 3, 1, BIN_ATOMS, "most atoms in a bin, half of it on average"},
               {"radius", 1, 1, 3, "cutoff in bins of 4 Angstrom"}},
    .open = cutcp_open,
    .close = cutcp_close,
    .reset = cutcp_reset,
    .launch = cutcp_launch,
    .warp = cutcp_warp,
    .check = cutcp_check,
};
