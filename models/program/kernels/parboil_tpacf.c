/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Parboil tpacf, kernel genhists: the two-point angular correlation function of galaxies, as
 * histograms of the angles of all pairs: within the observed set, within each random
 * set, and between the observed and each random set. One block per histogram. It holds 256
 * points of the one set in shared memory, a thread takes one point of the other through
 * them; the bin of a pair is found by binary search in the constant bank. 128 histograms in
 * shared memory, 16 for each warp, are added up at the end.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "program/kernels/kernel.h"

#define BLOCK_DIM  256U
#define REGS       30U
#define BINS       20U
#define WARP_HISTS 16U
#define HISTS      (WARP_HISTS * BLOCK_DIM / GMMU_LANES)
#define STRIDES    7U /* halvings of HISTS */
#define WORD       4U
#define POINT      (3U * WORD)

/* Shared memory: the points, then histogram words [bin][histogram]. */
#define HISTS_AT     (BLOCK_DIM * POINT)
#define SHARED_BYTES (HISTS_AT + BINS * HISTS * WORD)

struct kernel_data {
    buffer axis[3];       /* x, y, z of all points on the unit sphere, set after set, the observed first */
    buffer hist;          /* BINS words for each block */
    float edge[BINS + 1]; /* cosines of the angles between bins, falling */
    buffer edges;         /* the same as constants */
    uint32_t sets, points;
};

static void tpacf_close(kernel_data *d) {
    for (uint32_t i = 0; i < 3; i++)
        kernel_buffer_free(&d->axis[i]);
    kernel_buffer_free(&d->hist);
    free(d);
}

static void tpacf_reset(kernel_data *d) {
    memset(d->hist.data, 0, d->hist.bytes);
}

static double parboil_tpacf_uniform(uint64_t *random) {
    return (double)(random_next(random) >> 40) * 0x1p-24;
}

/* Points of the sphere, all in a patch of it as a survey sees it. */
static void place_points(kernel_data *d, uint64_t *random) {
    float *x = d->axis[0].data;
    float *y = d->axis[1].data;
    float *z = d->axis[2].data;
    for (uint64_t i = 0; i < (uint64_t)(d->sets + 1) * d->points; i++) {
        const double declination = asin(parboil_tpacf_uniform(random));
        const double ascension = 2.0 * parboil_tpacf_uniform(random);
        x[i] = (float)(cos(ascension) * cos(declination));
        y[i] = (float)(sin(ascension) * cos(declination));
        z[i] = (float)sin(declination);
    }
}

static uint32_t parboil_tpacf_histograms(const kernel_data *d) {
    return 2 * d->sets + 1;
}

static kernel_data *tpacf_open(const uint64_t *p, uint64_t seed, va_space *va) {
    kernel_data *d = calloc(1, sizeof *d);
    uint64_t random = random_seeded(seed);
    bool ok = true;
    if (!d)
        return NULL;
    d->sets = (uint32_t)p[0];
    d->points = (uint32_t)p[1];
    for (uint32_t i = 0; i < 3; i++) {
        d->axis[i] = kernel_buffer(va, (uint64_t)(d->sets + 1) * d->points * WORD);
        ok = ok && d->axis[i].data;
    }
    d->hist = kernel_buffer_fresh(va, (uint64_t)parboil_tpacf_histograms(d) * BINS * WORD);
    if (!ok || !d->hist.data) {
        tpacf_close(d);
        return NULL;
    }
    d->edges = kernel_constants(va, d->edge, sizeof d->edge);
    place_points(d, &random);
    for (uint32_t i = 0; i <= BINS; i++) /* five bins per decade from one minute of arc */
        d->edge[i] = (float)cos(pow(10.0, i / 5.0) / 60.0 * (3.14159265358979323846 / 180.0));
    return d;
}

static uint32_t parboil_tpacf_chunks(const kernel_data *d) {
    return (d->points + BLOCK_DIM - 1) / BLOCK_DIM;
}

static bool tpacf_launch(kernel_data *d, uint32_t n, launch_shape *s) {
    *s = (launch_shape){.name = "genhists",
                        .blocks = parboil_tpacf_histograms(d),
                        .block_dim = BLOCK_DIM,
                        .regs = REGS,
                        .shared_bytes = SHARED_BYTES,
                        .phases = 2 * parboil_tpacf_chunks(d) + STRIDES + 1};
    return n == 0;
}

/* The two sets of a histogram; equal: pairs within a set. */
static void sets_of(const kernel_data *d, uint64_t block, uint32_t *held, uint32_t *other) {
    const bool self = block <= d->sets;
    *held = self ? (uint32_t)block : 0;
    *other = self ? (uint32_t)block : (uint32_t)(block - d->sets);
}

/* ---- the kernel ---- */

static void clear_histograms(simt *w) {
    simt_label(w, 0);
    val thread = simt_thread_in_block(w);
    val at = simt_shift_left(w, &thread, 2);
    val zero = simt_constant(w, 0);
    for (uint32_t i = 0; i < BINS * HISTS; i += BLOCK_DIM)
        simt_store_at(w, NULL, &at, (int32_t)(HISTS_AT + i * WORD), WORD, &zero);
}

/* Point `index` of all, into three pinned registers. */
static void fetch_point(const kernel_data *d, simt *w, const val *index, val point[3]) {
    for (uint32_t i = 0; i < 3; i++) {
        point[i] = simt_load(w, &d->axis[i], index, WORD);
        simt_keep(w, &point[i]);
    }
}

static void parboil_tpacf_drop_point(simt *w, const val point[3]) {
    for (uint32_t i = 0; i < 3; i++)
        simt_drop(w, &point[i]);
}

static void bring_chunk(const kernel_data *d, simt *w, uint32_t chunk) {
    uint32_t held;
    uint32_t other;
    val point[3];
    val left = simt_imm(d->points - chunk * BLOCK_DIM);
    val size = simt_imm(POINT);
    sets_of(d, w->block, &held, &other);
    simt_loop(w, 1);
    val thread = simt_thread_in_block(w);
    simt_keep(w, &thread);
    uint32_t all = simt_if(w, simt_less(w, &thread, &left));
    val index = simt_add_constant(w, &thread, held * d->points + chunk * BLOCK_DIM);
    simt_keep(w, &index);
    fetch_point(d, w, &index, point);
    val at = simt_mul(w, &thread, &size);
    for (uint32_t i = 0; i < 3; i++)
        simt_store_at(w, NULL, &at, (int32_t)(i * WORD), WORD, &point[i]);
    parboil_tpacf_drop_point(w, point);
    simt_drop(w, &index);
    simt_drop(w, &thread);
    simt_join(w, all);
}

/* Binary search: the first edge not above the cosine is number `high`, the one before `low`. */
static void parboil_tpacf_search(const kernel_data *d, simt *w, const val *cosine, val *low, val *high) {
    const val one = simt_imm(1);
    const uint32_t all = w->mask;
    *low = simt_constant(w, 0);
    simt_keep(w, low);
    *high = simt_constant(w, BINS);
    simt_keep(w, high);
    for (;;) {
        val edge;
        simt_loop(w, 4);
        val after = simt_add(w, low, &one);
        if (!simt_while(w, simt_less(w, &after, high)))
            break;
        val sum = simt_add(w, low, high);
        val middle = simt_shift_right(w, &sum, 1);
        simt_load_const(w, &d->edges, &middle, WORD, &edge);
        const uint32_t inside = simt_compare(w, SIMT_FLE, &edge, cosine);
        const uint32_t searching = simt_predicate(w, inside);
        simt_into(w, high, SIMT_MOV, &middle, NULL, NULL);
        simt_join(w, searching);
        (void)simt_predicate(w, ~inside);
        simt_into(w, low, SIMT_MOV, &middle, NULL, NULL);
        simt_join(w, searching);
    }
    simt_join(w, all);
}

/* Counts the pair when its bin is one of the histogram's and `allowed`. */
static void count_pair(const kernel_data *d, simt *w, const val *cosine, uint32_t allowed) {
    val low;
    val high;
    val edge;
    const val words = simt_imm(HISTS * WORD);
    const val lanes = simt_imm(WARP_HISTS - 1);
    parboil_tpacf_search(d, w, cosine, &low, &high);
    simt_loop(w, 5);
    simt_load_const(w, &d->edges, &low, WORD, &edge);
    uint32_t counts = allowed & simt_compare(w, SIMT_FLT, cosine, &edge);
    simt_load_const(w, &d->edges, &high, WORD, &edge);
    counts &= simt_compare(w, SIMT_FLE, &edge, cosine);
    const uint32_t all = simt_if(w, counts);
    val thread = simt_thread_in_block(w);
    val lane = simt_and(w, &thread, &lanes);
    val column = simt_shift_left(w, &lane, 2);
    val at = simt_mad(w, &low, &words, &column);
    val step = simt_constant(w, 1);
    simt_reduce_at(w, SIMT_ATOM_ADD, NULL, &at, (int32_t)(HISTS_AT + w->warp * WARP_HISTS * WORD), &step);
    simt_join(w, all);
    simt_drop(w, &low);
    simt_drop(w, &high);
}

/* The thread's point `number` of the other set against the points held in shared memory. */
static void through_chunk(const kernel_data *d, simt *w, const val *number, const val mine[3], uint32_t first,
                          uint32_t count, bool self) {
    const val size = simt_imm(POINT);
    val at = simt_constant(w, 0);
    simt_keep(w, &at);
    for (uint32_t k = 0; k < count; k++) {
        val held[3];
        simt_loop(w, 3);
        for (uint32_t i = 0; i < 3; i++)
            simt_load_at(w, NULL, &at, (int32_t)(i * WORD), WORD, &held[i]);
        val cosine = simt_fmul(w, &held[0], &mine[0]);
        cosine = simt_ffma(w, &held[1], &mine[1], &cosine);
        cosine = simt_ffma(w, &held[2], &mine[2], &cosine);
        simt_keep(w, &cosine);
        const val other = simt_imm(first + k);
        const uint32_t later = simt_compare(w, SIMT_ULT, &other, number);
        count_pair(d, w, &cosine, self ? later : w->mask); /* within a set every pair once */
        simt_drop(w, &cosine);
        simt_into(w, &at, SIMT_ADD, &at, &size, NULL);
        simt_branch(w, w->mask);
    }
    simt_drop(w, &at);
}

static void parboil_tpacf_correlate(const kernel_data *d, simt *w, uint32_t chunk) {
    const uint32_t first = chunk * BLOCK_DIM;
    const uint32_t count = d->points - first < BLOCK_DIM ? d->points - first : BLOCK_DIM;
    const val points = simt_imm(d->points);
    const val step = simt_imm(BLOCK_DIM);
    uint32_t held;
    uint32_t other;
    sets_of(d, w->block, &held, &other);
    const bool self = held == other;
    simt_loop(w, 9);
    val thread = simt_thread_in_block(w);
    val number = simt_add_constant(w, &thread, self ? first + 1 : 0);
    simt_keep(w, &number);
    const uint32_t all = w->mask;
    for (uint32_t start = self ? first + 1 : 0; start < d->points; start += BLOCK_DIM) {
        val mine[3];
        simt_loop(w, 2);
        (void)simt_if(w, simt_less(w, &number, &points));
        if (w->mask) {
            val index = simt_add_constant(w, &number, other * d->points);
            simt_keep(w, &index);
            fetch_point(d, w, &index, mine);
            simt_drop(w, &index);
            through_chunk(d, w, &number, mine, first, count, self);
            parboil_tpacf_drop_point(w, mine);
        }
        simt_join(w, all);
        simt_label(w, 6);
        simt_into(w, &number, SIMT_ADD, &number, &step, NULL);
        simt_branch(w, w->mask);
    }
    simt_label(w, 10);
    simt_drop(w, &number);
}

/* The upper half of the remaining histograms is added to the lower half, four bins at a time. */
static void parboil_tpacf_fold(simt *w, uint32_t stride) {
    const uint32_t columns = HISTS / 2;
    const val limit = simt_imm(stride);
    const val words = simt_imm(HISTS);
    simt_loop(w, 7);
    val x = simt_thread_x(w, columns);
    val y = simt_thread_y(w, columns);
    const uint32_t all = simt_if(w, simt_less(w, &x, &limit));
    val word = simt_mad(w, &y, &words, &x);
    val at = simt_shift_left(w, &word, 2);
    simt_keep(w, &at);
    for (uint32_t bin = 0; bin < BINS; bin += BLOCK_DIM / columns) {
        const int32_t offset = (int32_t)(HISTS_AT + bin * HISTS * WORD);
        val low;
        val high;
        simt_load_at(w, NULL, &at, offset, WORD, &low);
        simt_load_at(w, NULL, &at, offset + (int32_t)(stride * WORD), WORD, &high);
        val sum = simt_add(w, &low, &high);
        simt_store_at(w, NULL, &at, offset, WORD, &sum);
    }
    simt_drop(w, &at);
    simt_join(w, all);
}

static void write_histogram(const kernel_data *d, simt *w) {
    const val bins = simt_imm(BINS);
    const val words = simt_imm(HISTS * WORD);
    val count;
    simt_loop(w, 8);
    val thread = simt_thread_in_block(w);
    const uint32_t all = simt_if(w, simt_less(w, &thread, &bins));
    val at = simt_mul(w, &thread, &words);
    simt_load_at(w, NULL, &at, HISTS_AT, WORD, &count);
    val index = simt_add_constant(w, &thread, (uint32_t)w->block * BINS);
    simt_store(w, &d->hist, &index, WORD, &count);
    simt_join(w, all);
    simt_exit(w);
}

static void tpacf_warp(kernel_data *d, simt *w) {
    const uint32_t folding = 2 * parboil_tpacf_chunks(d);
    if (w->phase == 0)
        clear_histograms(w);
    if (w->phase >= folding + STRIDES)
        write_histogram(d, w);
    else if (w->phase >= folding)
        parboil_tpacf_fold(w, HISTS >> (w->phase - folding + 1));
    else if (w->phase % 2 == 0)
        bring_chunk(d, w, w->phase / 2);
    else
        parboil_tpacf_correlate(d, w, w->phase / 2);
}

/* ---- the reference ---- */

static void count_plain(const kernel_data *d, uint64_t a, uint64_t b, uint32_t *hist) {
    const float *x = d->axis[0].data;
    const float *y = d->axis[1].data;
    const float *z = d->axis[2].data;
    const float cosine = z[a] * z[b] + (y[a] * y[b] + x[a] * x[b]);
    for (uint32_t bin = 0; bin < BINS; bin++)
        hist[bin] += cosine < d->edge[bin] && cosine >= d->edge[bin + 1];
}

static const char *tpacf_check(const kernel_data *d) {
    const uint32_t *result = d->hist.data;
    for (uint32_t h = 0; h < parboil_tpacf_histograms(d); h++) {
        uint32_t hist[BINS] = {0};
        uint32_t held;
        uint32_t other;
        sets_of(d, h, &held, &other);
        for (uint32_t i = 0; i < d->points; i++)
            for (uint32_t j = held == other ? i + 1 : 0; j < d->points; j++)
                count_plain(d, (uint64_t)held * d->points + i, (uint64_t)other * d->points + j, hist);
        if (memcmp(hist, &result[(size_t)h * BINS], sizeof hist) != 0)
            return "a histogram is wrong";
    }
    return NULL;
}

const kernel_ops kernel_parboil_tpacf = {
    .name = "parboil-tpacf",
    .summary = "angular correlation histograms (Parboil genhists)",
    .params = {{"sets", 32, 1, 1000, "random sets of points; blocks: twice that plus 1"},
               {"points", 96, 1, 65536, "points of a set"}},
    .open = tpacf_open,
    .close = tpacf_close,
    .reset = tpacf_reset,
    .launch = tpacf_launch,
    .warp = tpacf_warp,
    .check = tpacf_check,
};
