/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Parboil mri-q: the matrix Q of an MR image reconstruction, for every voxel a sum over the
 * samples k of |phi(k)|^2 * exp(2 pi i k.x). Launch 0 (ComputePhiMag) makes |phi|^2; the
 * host puts it with the trajectory k into the constant bank, 1024 samples at a
 * time, and each ComputeQ adds these samples to Q.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "program/kernels/kernel.h"

#define MAG_DIM      512U /* threads of a block of ComputePhiMag */
#define MAG_REGS     12U
#define Q_DIM        256U
#define Q_REGS       21U
#define BANK_SAMPLES 1024U /* samples a launch of ComputeQ can take */
#define TWO_PI       6.2831853071795864769F
#define WORD         4U

typedef struct {
    float x, y, z, magnitude;
} sample;

enum { PHI_REAL, PHI_IMAGINARY, MAGNITUDE, X, Y, Z, Q_REAL, Q_IMAGINARY, BUFFERS };

struct kernel_data {
    buffer of[BUFFERS];
    sample *k; /* the trajectory, on the host */
    sample bank[BANK_SAMPLES];
    buffer in_constants; /* the bank */
    uint32_t samples, voxels;
    uint32_t in_bank, launch;
};

static void mri_q_close(kernel_data *d) {
    for (uint32_t i = 0; i < BUFFERS; i++)
        kernel_buffer_free(&d->of[i]);
    free(d->k);
    free(d);
}

static void mri_q_reset(kernel_data *d) {
    memset(d->of[MAGNITUDE].data, 0, d->of[MAGNITUDE].bytes);
    memset(d->of[Q_REAL].data, 0, d->of[Q_REAL].bytes);
    memset(d->of[Q_IMAGINARY].data, 0, d->of[Q_IMAGINARY].bytes);
}

/* Uniform from -0.5 to 0.5. */
static float parboil_mri_q_uniform(uint64_t *random) {
    return (float)(random_next(random) >> 40) * 0x1p-24F - 0.5F;
}

static kernel_data *mri_q_open(const uint64_t *p, uint64_t seed, va_space *va) {
    kernel_data *d = calloc(1, sizeof *d);
    uint64_t random = random_seeded(seed);
    if (!d)
        return NULL;
    d->samples = (uint32_t)p[0];
    d->voxels = (uint32_t)kernel_blocks(p[1], Q_DIM) * Q_DIM;
    d->k = calloc(d->samples, sizeof *d->k);
    bool ok = d->k;
    for (uint32_t i = 0; i < BUFFERS; i++) {
        const uint64_t bytes = (uint64_t)(i <= MAGNITUDE ? d->samples : d->voxels) * WORD;
        const bool output = i == MAGNITUDE || i >= Q_REAL;
        d->of[i] = output ? kernel_buffer_fresh(va, bytes) : kernel_buffer(va, bytes);
        ok = ok && d->of[i].data;
        float *x = d->of[i].data;
        for (uint64_t n = 0; ok && !output && n < bytes / WORD; n++)
            x[n] = parboil_mri_q_uniform(&random);
    }
    if (!ok) {
        mri_q_close(d);
        return NULL;
    }
    d->in_constants = kernel_constants(va, d->bank, sizeof d->bank);
    for (uint32_t i = 0; i < d->samples; i++)
        d->k[i] = (sample){.x = parboil_mri_q_uniform(&random),
                           .y = parboil_mri_q_uniform(&random),
                           .z = parboil_mri_q_uniform(&random)};
    return d;
}

static bool mri_q_launch(kernel_data *d, uint32_t n, launch_shape *s) {
    const float *magnitude = d->of[MAGNITUDE].data;
    const uint64_t first = n == 0 ? 0 : (uint64_t)(n - 1) * BANK_SAMPLES;
    d->launch = n;
    if (n == 0) {
        *s = (launch_shape){.name = "ComputePhiMag",
                            .blocks = kernel_blocks(d->samples, MAG_DIM),
                            .block_dim = MAG_DIM,
                            .regs = MAG_REGS,
                            .phases = 1};
        return true;
    }
    if (first >= d->samples)
        return false;
    *s = (launch_shape){
        .name = "ComputeQ", .blocks = d->voxels / Q_DIM, .block_dim = Q_DIM, .regs = Q_REGS, .phases = 1};
    d->in_bank = d->samples - first < BANK_SAMPLES ? (uint32_t)(d->samples - first) : BANK_SAMPLES;
    for (uint32_t i = 0; i < d->in_bank; i++) {
        d->bank[i] = d->k[first + i];
        d->bank[i].magnitude = magnitude[first + i];
    }
    return true;
}

/* An element of one of the buffers. */
static val parboil_mri_q_fetch(const kernel_data *d, simt *w, uint32_t which, const val *index) {
    return simt_load(w, &d->of[which], index, WORD);
}

static void compute_phi_mag(const kernel_data *d, simt *w) {
    val samples = simt_imm(d->samples);
    simt_label(w, 0);
    val i = simt_thread(w);
    simt_keep(w, &i);
    uint32_t all = simt_if(w, simt_less(w, &i, &samples));
    val real = parboil_mri_q_fetch(d, w, PHI_REAL, &i);
    val imaginary = parboil_mri_q_fetch(d, w, PHI_IMAGINARY, &i);
    val square = simt_fmul(w, &imaginary, &imaginary);
    val magnitude = simt_ffma(w, &real, &real, &square);
    simt_store(w, &d->of[MAGNITUDE], &i, WORD, &magnitude);
    simt_join(w, all);
    simt_exit(w);
}

/* Of a thread: its voxel and its two sums. */
typedef struct {
    val x, y, z, real, imaginary;
} voxel;

/* Adds `count` samples from number `k` on, their constants fetched first. */
static void add_samples(const kernel_data *d, simt *w, voxel *v, const val *k, uint32_t count) {
    val s[2][4];
    val two_pi = simt_fimm(TWO_PI);
    for (uint32_t i = 0; i < count; i++) {
        val index = *k; /* c[k + i]: the offset is in the instruction */
        for (uint32_t l = 0; l < GMMU_LANES; l++)
            index.lane[l] += i;
        simt_load_const(w, &d->in_constants, &index, sizeof(sample), s[i]);
        for (uint32_t c = 0; c < 4; c++)
            simt_keep(w, &s[i][c]);
    }
    for (uint32_t i = 0; i < count; i++) {
        val dot = simt_fmul(w, &s[i][0], &v->x);
        dot = simt_ffma(w, &s[i][1], &v->y, &dot);
        dot = simt_ffma(w, &s[i][2], &v->z, &dot);
        val angle = simt_fmul(w, &dot, &two_pi);
        val cosine = simt_do(w, SIMT_COS, &angle, NULL, NULL);
        val sine = simt_do(w, SIMT_SIN, &angle, NULL, NULL);
        simt_into(w, &v->real, SIMT_FFMA, &s[i][3], &cosine, &v->real);
        simt_into(w, &v->imaginary, SIMT_FFMA, &s[i][3], &sine, &v->imaginary);
        for (uint32_t c = 0; c < 4; c++)
            simt_drop(w, &s[i][c]);
    }
}

static val parboil_mri_q_kept(simt *w, val v) {
    simt_keep(w, &v);
    return v;
}

static void compute_q(const kernel_data *d, simt *w) {
    voxel v;
    val quad[2][4]; /* the loop's two samples: consecutive registers, free until then */
    val samples = simt_imm(d->in_bank);
    simt_label(w, 1);
    simt_vector(w, 4, quad[0]);
    simt_vector(w, 4, quad[1]);
    for (uint32_t i = 0; i < 8; i++)
        simt_keep(w, &quad[i / 4][i % 4]);
    val i = parboil_mri_q_kept(w, simt_thread(w));
    v.x = parboil_mri_q_kept(w, parboil_mri_q_fetch(d, w, X, &i));
    v.y = parboil_mri_q_kept(w, parboil_mri_q_fetch(d, w, Y, &i));
    v.z = parboil_mri_q_kept(w, parboil_mri_q_fetch(d, w, Z, &i));
    if (d->launch == 1) { /* the first launch starts from 0 and reads no Q */
        v.real = parboil_mri_q_kept(w, simt_constant(w, 0));
        v.imaginary = parboil_mri_q_kept(w, simt_constant(w, 0));
    } else {
        v.real = parboil_mri_q_kept(w, parboil_mri_q_fetch(d, w, Q_REAL, &i));
        v.imaginary = parboil_mri_q_kept(w, parboil_mri_q_fetch(d, w, Q_IMAGINARY, &i));
    }
    simt_drop(w, &i);
    val k = parboil_mri_q_kept(w, simt_constant(w, 0));
    for (uint32_t c = 0; c < 8; c++)
        simt_drop(w, &quad[c / 4][c % 4]);
    if (d->in_bank % 2) { /* so that the loop takes two at a time */
        val one = simt_imm(1);
        simt_loop(w, 2);
        add_samples(d, w, &v, &k, 1);
        simt_into(w, &k, SIMT_ADD, &k, &one, NULL);
    }
    for (uint32_t done = d->in_bank % 2; done < d->in_bank; done += 2) {
        val two = simt_imm(2);
        simt_loop(w, 3);
        add_samples(d, w, &v, &k, 2);
        simt_into(w, &k, SIMT_ADD, &k, &two, NULL);
        (void)simt_less(w, &k, &samples);
        simt_branch(w, w->mask);
    }
    simt_drop(w, &k);
    simt_loop(w, 4);
    i = parboil_mri_q_kept(w, simt_thread(w));
    simt_store(w, &d->of[Q_REAL], &i, WORD, &v.real);
    simt_store(w, &d->of[Q_IMAGINARY], &i, WORD, &v.imaginary);
    simt_exit(w);
}

static void mri_q_warp(kernel_data *d, simt *w) {
    if (d->launch == 0)
        compute_phi_mag(d, w);
    else
        compute_q(d, w);
}

/* In double precision; the tolerance is for single precision and the order of the sum. */
static const char *mri_q_check(const kernel_data *d) {
    const float *real = d->of[Q_REAL].data;
    const float *imaginary = d->of[Q_IMAGINARY].data;
    const float *phi_r = d->of[PHI_REAL].data;
    const float *phi_i = d->of[PHI_IMAGINARY].data;
    const float *x = d->of[X].data;
    const float *y = d->of[Y].data;
    const float *z = d->of[Z].data;
    for (uint32_t v = 0; v < d->voxels; v++) {
        double sum[2] = {0.0, 0.0};
        double scale = 1.0;
        for (uint32_t k = 0; k < d->samples; k++) {
            const double magnitude = (double)phi_r[k] * phi_r[k] + (double)phi_i[k] * phi_i[k];
            const double angle = (double)TWO_PI * ((double)d->k[k].x * x[v] + (double)d->k[k].y * y[v] +
                                                   (double)d->k[k].z * z[v]);
            sum[0] += magnitude * cos(angle);
            sum[1] += magnitude * sin(angle);
            scale += magnitude;
        }
        if (!(fabs(sum[0] - (double)real[v]) < 1e-5 * scale) ||
            !(fabs(sum[1] - (double)imaginary[v]) < 1e-5 * scale))
            return "an element of Q is wrong";
    }
    return NULL;
}

const kernel_ops kernel_parboil_mri_q = {
    .name = "parboil-mri-q",
    .summary = "Q matrix of an MR image reconstruction (Parboil ComputePhiMag, ComputeQ)",
    .params = {{"samples", 48, 1, 65536, "samples of k-space"},
               {"voxels", 65536, 1, UINT64_C(1) << 20, "voxels, rounded up to 256"}},
    .open = mri_q_open,
    .close = mri_q_close,
    .reset = mri_q_reset,
    .launch = mri_q_launch,
    .warp = mri_q_warp,
    .check = mri_q_check,
};
