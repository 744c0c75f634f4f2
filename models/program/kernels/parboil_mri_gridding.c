/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Gridding of k-space samples, after the kernel gridding of Parboil's mri-gridding. The samples
 * are sorted into bins of 2x2x2 grid units (by the host here); a block owns a tile of 4x4x4
 * grid points, one per thread, and gathers all samples within the cutoff: rows of bins
 * along x are one piece each of the sorted samples, staged in shared memory 64 at a time. A
 * sample counts with a Gaussian of its distance.
 *
 * Samples crowd at the centre of k-space, so the work of blocks differs by two orders of
 * magnitude (thesis 6.5.3). Shape of thesis Table 5.2: 64 threads of 57 registers and 1536
 * bytes of shared memory: 24 bytes per staged sample.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "program/kernels/kernel.h"

#define BLOCK_DIM   64U
#define REGS        57U
#define TILE        4U
#define BIN         2U /* grid units */
#define ROWS        16U
#define ROW_GROUP   8U
#define CUTOFF2     4.0F
#define SHARPNESS   (-1.5F) /* of the Gaussian, in powers of two */
#define PLACE_BYTES 16U     /* of a sample: x, y, z, density compensation */
#define VALUE_BYTES 8U      /* real, imaginary */
#define VALUES_BASE (BLOCK_DIM * PLACE_BYTES)
#define SHARED      (BLOCK_DIM * (PLACE_BYTES + VALUE_BYTES))

/* Parts of the code; those of a row are there once for every row of a group, whose registers differ. */
enum {
    SAMPLE_PARTS = 3, /* loads and the first sample, the second one, the end of the loop */
    LOAD_ROWS = 1,
    SAMPLES,
    WRITE = SAMPLES + 2 * SAMPLE_PARTS,
    FIND,
    STAGE = FIND + ROW_GROUP,
    GATHER = STAGE + ROW_GROUP,
    NEXT = GATHER + ROW_GROUP
};

typedef struct {
    float x, y, z, compensation;
} place;

typedef struct {
    float real, imaginary;
} value;

struct kernel_data {
    buffer first;          /* by bin: its first sample; one bin of border on every side */
    buffer places, values; /* samples in the order of their bins */
    buffer grid, density;
    uint32_t n, samples, bins; /* bins along a side, border included */
};

/* Variables of a warp that live across barriers. */
typedef struct {
    val x, y, z; /* of the thread's grid point */
    val real, imaginary, density;
    val begin[ROW_GROUP], end[ROW_GROUP]; /* samples of the rows, as far as they are left */
    uint32_t row;
} tile_state;

static void parboil_mri_gridding_reset(kernel_data *d) {
    memset(d->grid.data, 0, d->grid.bytes);
    memset(d->density.data, 0, d->density.bytes);
}

static void gridding_close(kernel_data *d) {
    buffer *const all[] = {&d->first, &d->places, &d->values, &d->grid, &d->density};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        kernel_buffer_free(all[i]);
    free(d);
}

static float parboil_mri_gridding_uniform(uint64_t *random) {
    return (float)(random_next(random) >> 40) * 0x1p-24F;
}

/* A direction of a cube's surface at a distance that favours the centre. */
static place draw_place(uint32_t n, uint64_t *random) {
    const float half = (float)n * 0.5F;
    const float even = parboil_mri_gridding_uniform(random);
    const float far = even * sqrtf(even);
    float at[3];
    for (uint32_t k = 0; k < 3; k++) {
        at[k] = half + (2.0F * parboil_mri_gridding_uniform(random) - 1.0F) * far * half;
        at[k] = at[k] < (float)n ? at[k] : nextafterf((float)n, 0.0F);
    }
    return (place){at[0], at[1], at[2], 0.05F + far * far};
}

static uint32_t bin_of(const kernel_data *d, const place *p) {
    const uint32_t x = (uint32_t)p->x / BIN + 1;
    const uint32_t y = (uint32_t)p->y / BIN + 1;
    const uint32_t z = (uint32_t)p->z / BIN + 1;
    return (z * d->bins + y) * d->bins + x;
}

/* Counting sort of the samples by bin. */
static bool make_samples(kernel_data *d, uint64_t random) {
    place *drawn = malloc(d->samples * sizeof *drawn);
    uint32_t *next = calloc(d->first.bytes, 1);
    uint32_t *first = d->first.data;
    place *places = d->places.data;
    value *values = d->values.data;
    const bool ok = drawn && next;
    for (uint32_t i = 0; i < d->samples && ok; i++) {
        drawn[i] = draw_place(d->n, &random);
        first[bin_of(d, &drawn[i]) + 1]++;
    }
    for (uint32_t b = 0; b < d->bins * d->bins * d->bins; b++)
        first[b + 1] += first[b];
    for (uint32_t i = 0; i < d->samples && ok; i++) {
        const uint32_t bin = bin_of(d, &drawn[i]);
        const uint32_t to = first[bin] + next[bin]++;
        places[to] = drawn[i];
        values[to] = (value){parboil_mri_gridding_uniform(&random) - 0.5F,
                             parboil_mri_gridding_uniform(&random) - 0.5F};
    }
    free(drawn);
    free(next);
    return ok;
}

static kernel_data *gridding_open(const uint64_t *p, uint64_t seed, va_space *va) {
    kernel_data *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->n = (uint32_t)p[0] / TILE * TILE;
    d->samples = (uint32_t)p[1];
    d->bins = d->n / BIN + 2;
    const uint64_t points = (uint64_t)d->n * d->n * d->n;
    d->first = kernel_buffer(va, ((uint64_t)d->bins * d->bins * d->bins + 1) * sizeof(uint32_t));
    d->places = kernel_buffer(va, d->samples * sizeof(place));
    d->values = kernel_buffer(va, d->samples * sizeof(value));
    d->grid = kernel_buffer_fresh(va, points * sizeof(value));
    d->density = kernel_buffer_fresh(va, points * sizeof(float));
    if (!d->first.data || !d->places.data || !d->values.data || !d->grid.data || !d->density.data ||
        !make_samples(d, random_seeded(seed))) {
        gridding_close(d);
        return NULL;
    }
    return d;
}

static uint32_t parboil_mri_gridding_tiles(const kernel_data *d) {
    return d->n / TILE;
}

static bool gridding_launch(kernel_data *d, uint32_t n, launch_shape *s) {
    *s = (launch_shape){.name = "griddingGPU",
                        .blocks = (uint64_t)parboil_mri_gridding_tiles(d) * parboil_mri_gridding_tiles(d) *
                                  parboil_mri_gridding_tiles(d),
                        .block_dim = BLOCK_DIM,
                        .regs = REGS,
                        .shared_bytes = SHARED,
                        .phases = KERNEL_PHASES_TO_EXIT,
                        .state_bytes = sizeof(tile_state)};
    return n == 0;
}

/* ---- device ---- */

/* First grid point of the block's tile. */
static void parboil_mri_gridding_corner(const kernel_data *d, const simt *w, uint32_t at[3]) {
    at[0] = (uint32_t)(w->block % parboil_mri_gridding_tiles(d)) * TILE;
    at[1] = (uint32_t)(w->block / parboil_mri_gridding_tiles(d) % parboil_mri_gridding_tiles(d)) * TILE;
    at[2] = (uint32_t)(w->block / parboil_mri_gridding_tiles(d) / parboil_mri_gridding_tiles(d)) * TILE;
}

static val point_coordinate(simt *w, const val *thread, uint32_t bits, uint32_t first) {
    const val last = simt_imm(TILE - 1);
    val shifted = simt_shift_right(w, thread, bits);
    val in_tile = simt_do(w, SIMT_AND, &shifted, &last, NULL);
    return simt_add_constant(w, &in_tile, first);
}

static void parboil_mri_gridding_begin(const kernel_data *d, simt *w, tile_state *s) {
    uint32_t at[3];
    val *const coordinates[] = {&s->x, &s->y, &s->z};
    val *const sums[] = {&s->real, &s->imaginary, &s->density};
    parboil_mri_gridding_corner(d, w, at);
    val thread = simt_thread_in_block(w);
    simt_keep(w, &thread);
    for (uint32_t k = 0; k < 3; k++) {
        val integer = point_coordinate(w, &thread, 2 * k, at[k]);
        *coordinates[k] = simt_do(w, SIMT_U2F, &integer, NULL, NULL);
        simt_keep(w, coordinates[k]);
        *sums[k] = simt_constant(w, 0);
        simt_keep(w, sums[k]);
    }
    simt_drop(w, &thread);
    s->row = 0;
}

/* The samples of eight rows of bins: all loads first. */
static void load_rows(const kernel_data *d, simt *w, tile_state *s) {
    const uint32_t width = 2 * TILE / BIN; /* bins of a row */
    uint32_t at[3];
    parboil_mri_gridding_corner(d, w, at);
    for (uint32_t k = 0; k < ROW_GROUP; k++) {
        const uint32_t y = at[1] / BIN + (s->row + k) % width;
        const uint32_t z = at[2] / BIN + (s->row + k) / width;
        val bin = simt_constant(w, (z * d->bins + y) * d->bins + at[0] / BIN);
        val from = simt_address(w, &d->first, &bin, 4);
        simt_load_at(w, &d->first, &from, 0, 4, &s->begin[k]);
        simt_keep(w, &s->begin[k]);
        simt_load_at(w, &d->first, &from, (int32_t)(4 * width), 4, &s->end[k]);
        simt_keep(w, &s->end[k]);
    }
}

static void drop_rows(simt *w, const tile_state *s) {
    for (uint32_t k = 0; k < ROW_GROUP; k++) {
        simt_drop(w, &s->begin[k]);
        simt_drop(w, &s->end[k]);
    }
}

/* Goes on to a row that has samples left. False: there is none. */
static bool find_row(const kernel_data *d, simt *w, tile_state *s) {
    for (; s->row < ROWS; s->row++) {
        const uint32_t k = s->row % ROW_GROUP;
        if (k == 0 && s->begin[0].regs == 0) { /* the next group is not loaded yet */
            simt_loop(w, LOAD_ROWS);
            load_rows(d, w, s);
        }
        simt_label(w, FIND + k);
        const uint32_t some = simt_less(w, &s->begin[k], &s->end[k]);
        simt_branch(w, w->mask);
        if (some)
            return true;
        if (k == ROW_GROUP - 1) {
            drop_rows(w, s);
            s->begin[0].regs = 0;
        }
    }
    return false;
}

/* The next 64 samples of the row to shared memory. */
static void parboil_mri_gridding_stage(const kernel_data *d, simt *w, const tile_state *s) {
    const uint32_t k = s->row % ROW_GROUP;
    val where[4], what[2];
    simt_loop(w, STAGE + k);
    val thread = simt_thread_in_block(w);
    simt_keep(w, &thread);
    val number = simt_add(w, &s->begin[k], &thread);
    simt_keep(w, &number);
    const uint32_t all = simt_predicate(w, simt_less(w, &number, &s->end[k]));
    val from = simt_address(w, &d->places, &number, PLACE_BYTES);
    simt_load_at(w, &d->places, &from, 0, PLACE_BYTES, where);
    from = simt_address(w, &d->values, &number, VALUE_BYTES);
    simt_load_at(w, &d->values, &from, 0, VALUE_BYTES, what);
    val to = simt_shift_left(w, &thread, 4);
    simt_store_at(w, NULL, &to, 0, PLACE_BYTES, where);
    to = simt_shift_left(w, &thread, 3);
    simt_store_at(w, NULL, &to, VALUES_BASE, VALUE_BYTES, what);
    simt_join(w, all);
    simt_drop(w, &thread);
    simt_drop(w, &number);
}

/* One sample to the thread's grid point, if it is near. */
static void parboil_mri_gridding_gather(simt *w, tile_state *s, const val *where, const val *what) {
    const val cutoff = simt_fimm(CUTOFF2);
    const val sharpness = simt_fimm(SHARPNESS);
    val x = simt_do(w, SIMT_FSUB, &s->x, &where[0], NULL);
    val y = simt_do(w, SIMT_FSUB, &s->y, &where[1], NULL);
    val z = simt_do(w, SIMT_FSUB, &s->z, &where[2], NULL);
    val distance = simt_fmul(w, &x, &x);
    simt_into(w, &distance, SIMT_FFMA, &y, &y, &distance);
    simt_into(w, &distance, SIMT_FFMA, &z, &z, &distance);
    const uint32_t all = simt_if(w, simt_compare(w, SIMT_FLT, &distance, &cutoff));
    if (w->mask) {
        val exponent = simt_fmul(w, &distance, &sharpness);
        val weight = simt_do(w, SIMT_EX2, &exponent, NULL, NULL);
        simt_into(w, &s->density, SIMT_FADD, &s->density, &weight, NULL);
        val scale = simt_fmul(w, &weight, &where[3]);
        simt_into(w, &s->real, SIMT_FFMA, &scale, &what[0], &s->real);
        simt_into(w, &s->imaginary, SIMT_FFMA, &scale, &what[1], &s->imaginary);
    }
    simt_join(w, all);
}

/* `count` staged samples: all loads first. */
static void gather_samples(simt *w, tile_state *s, val *from, uint32_t count, uint32_t label) {
    val where[2][4], what[2][2];
    for (uint32_t i = 0; i < count; i++) {
        val half = simt_shift_right(w, from, 1);
        simt_load_at(w, NULL, from, (int32_t)(i * PLACE_BYTES), PLACE_BYTES, where[i]);
        simt_load_at(w, NULL, &half, (int32_t)(VALUES_BASE + i * VALUE_BYTES), VALUE_BYTES, what[i]);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            simt_loop(w, label + i);
        parboil_mri_gridding_gather(w, s, where[i], what[i]);
    }
    simt_loop(w, label + SAMPLE_PARTS - 1);
    simt_advance(w, from, (int32_t)(count * PLACE_BYTES));
}

/* What is staged; then the row goes on. */
static void gather_staged(simt *w, tile_state *s) {
    const uint32_t k = s->row % ROW_GROUP;
    const uint32_t steps[] = {2, 1};
    const val most = simt_imm(BLOCK_DIM);
    simt_loop(w, GATHER + k);
    val count = simt_do(w, SIMT_SUB, &s->end[k], &s->begin[k], NULL);
    simt_into(w, &count, SIMT_UMIN, &count, &most, NULL);
    val bytes = simt_shift_left(w, &count, 4);
    simt_keep(w, &bytes);
    val from = simt_constant(w, 0);
    simt_keep(w, &from);
    for (uint32_t i = 0; i < 2; i++) {
        for (;;) {
            simt_loop(w, SAMPLES + i * SAMPLE_PARTS);
            val after = simt_add_constant(w, &from, steps[i] * PLACE_BYTES);
            const uint32_t more = simt_compare(w, SIMT_ULE, &after, &bytes);
            simt_branch(w, w->mask); /* the same for all threads */
            if (!more)
                break;
            gather_samples(w, s, &from, steps[i], SAMPLES + i * SAMPLE_PARTS);
        }
    }
    simt_drop(w, &bytes);
    simt_drop(w, &from);
    simt_label(w, NEXT + k);
    simt_into(w, &s->begin[k], SIMT_ADD, &s->begin[k], &most, NULL);
}

static void write_point(const kernel_data *d, simt *w, const tile_state *s) {
    uint32_t at[3];
    const val side = simt_imm(d->n);
    val coordinate[3];
    val sum[2];
    simt_loop(w, WRITE);
    parboil_mri_gridding_corner(d, w, at);
    val thread = simt_thread_in_block(w);
    simt_keep(w, &thread);
    for (uint32_t k = 0; k < 3; k++) {
        coordinate[k] = point_coordinate(w, &thread, 2 * k, at[k]);
        simt_keep(w, &coordinate[k]);
    }
    val line = simt_mad(w, &coordinate[2], &side, &coordinate[1]);
    val number = simt_mad(w, &line, &side, &coordinate[0]);
    simt_keep(w, &number);
    simt_vector(w, 2, sum);
    simt_into(w, &sum[0], SIMT_MOV, &s->real, NULL, NULL);
    simt_into(w, &sum[1], SIMT_MOV, &s->imaginary, NULL, NULL);
    val to = simt_address(w, &d->grid, &number, VALUE_BYTES);
    simt_store_at(w, &d->grid, &to, 0, VALUE_BYTES, sum);
    simt_store(w, &d->density, &number, 4, &s->density);
    simt_exit(w);
}

/* Even phases stage samples, odd ones gather them. */
static void gridding_warp(kernel_data *d, simt *w) {
    tile_state *s = w->state;
    if (w->phase % 2) {
        gather_staged(w, s);
        return;
    }
    simt_label(w, 0);
    if (w->phase == 0)
        parboil_mri_gridding_begin(d, w, s);
    if (find_row(d, w, s))
        parboil_mri_gridding_stage(d, w, s);
    else
        write_point(d, w, s);
}

/* ---- check: the samples scattered one after the other, which has the same order of sums ---- */

static void parboil_mri_gridding_scatter(const kernel_data *d, const place *p, const value *v, value *grid,
                                         float *density) {
    const float at[3] = {p->x, p->y, p->z};
    int32_t low[3], high[3];
    for (uint32_t k = 0; k < 3; k++) {
        low[k] = at[k] < 2.0F ? 0 : (int32_t)at[k] - 2;
        high[k] = (int32_t)at[k] + 3 < (int32_t)d->n ? (int32_t)at[k] + 3 : (int32_t)d->n - 1;
    }
    for (int32_t z = low[2]; z <= high[2]; z++)
        for (int32_t y = low[1]; y <= high[1]; y++)
            for (int32_t x = low[0]; x <= high[0]; x++) {
                const float dx = (float)x - p->x;
                const float dy = (float)y - p->y;
                const float dz = (float)z - p->z;
                float distance = dx * dx;
                distance = dy * dy + distance;
                distance = dz * dz + distance;
                if (distance >= CUTOFF2)
                    continue;
                const size_t i = ((size_t)z * d->n + (size_t)y) * d->n + (size_t)x;
                const float weight = exp2f(distance * SHARPNESS);
                density[i] += weight;
                grid[i].real = weight * p->compensation * v->real + grid[i].real;
                grid[i].imaginary = weight * p->compensation * v->imaginary + grid[i].imaginary;
            }
}

static const char *gridding_check(const kernel_data *d) {
    const place *places = d->places.data;
    const value *values = d->values.data;
    value *grid = calloc(1, d->grid.bytes);
    float *density = calloc(1, d->density.bytes);
    const char *wrong = "out of memory";
    if (grid && density) {
        for (uint32_t i = 0; i < d->samples; i++)
            parboil_mri_gridding_scatter(d, &places[i], &values[i], grid, density);
        wrong = memcmp(grid, d->grid.data, d->grid.bytes) == 0 &&
                        memcmp(density, d->density.data, d->density.bytes) == 0
                    ? NULL
                    : "a grid point is wrong";
    }
    free(grid);
    free(density);
    return wrong;
}

const kernel_ops kernel_parboil_mri_gridding = {
    .name = "parboil-mri-gridding",
    .summary = "k-space samples onto a grid, very uneven work (Parboil griddingGPU)",
    .params = {{"n", 48, 4, 256, "grid points along each of three sides, rounded down to a multiple of 4"},
               {"samples", 2400, 1, UINT64_C(1) << 22, "samples"}},
    .open = gridding_open,
    .close = gridding_close,
    .reset = parboil_mri_gridding_reset,
    .launch = gridding_launch,
    .warp = gridding_warp,
    .check = gridding_check,
};
