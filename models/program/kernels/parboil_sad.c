/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums of absolute differences for motion estimation, after Parboil's sad, kernel mbsadcalc:
 * a block compares one 4x4 block of the picture with the reference picture at the 33x33
 * displacements of its search window, 18 of them per thread. Pixels are bytes, four in a word;
 * a row at any displacement is cut out of two words and compared in one instruction
 * (VABSDIFF4). Two 16-bit sums share a word, in shared memory and in the result. The reference
 * picture is padded by its outermost pixels, as encoders do, so that no displacement is special.
 * Shape of thesis Table 5.2: 61 threads of 35 registers, 2224 bytes of shared memory.
 */
#include <stdlib.h>
#include <string.h>

#include "program/kernels/kernel.h"

#define BLOCK_DIM    61U
#define REGS         35U
#define SHARED_BYTES 2224U
#define RANGE        16U
#define SIDE         (2 * RANGE + 1)
#define POSITIONS    (SIDE * SIDE)
#define PER_THREAD   18U
#define WORDS        ((POSITIONS + 1) / 2) /* of the result of a block */
#define PITCH_WORDS  548U                  /* from block to block in the result, 16-byte aligned */
#define PADDING      (RANGE + 4)           /* the last one or two words of a row are cut */

struct kernel_data {
    buffer picture, reference, result;
    uint32_t width, height, pitch; /* pixels; pitch: of the padded reference */
};

static void parboil_sad_reset(kernel_data *d) {
    memset(d->result.data, 0, d->result.bytes);
}

static void sad_close(kernel_data *d) {
    kernel_buffer_free(&d->picture);
    kernel_buffer_free(&d->reference);
    kernel_buffer_free(&d->result);
    free(d);
}

/* A smooth picture with some noise; the reference is the same scene, moved. */
static uint8_t parboil_sad_pixel(uint32_t x, uint32_t y, uint64_t *random) {
    const uint32_t wave = (x * x + 3 * y * y + 5 * x * y) / 64;
    return (uint8_t)((wave & 127U) + (random_next(random) >> 58));
}

static uint32_t parboil_sad_clamp(uint32_t padded, uint32_t size) {
    const uint32_t x = padded < PADDING ? 0 : padded - PADDING;
    return x < size ? x : size - 1;
}

static void make_pictures(kernel_data *d, uint64_t *random) {
    uint8_t *picture = d->picture.data;
    uint8_t *padded = d->reference.data;
    for (uint32_t y = 0; y < d->height; y++)
        for (uint32_t x = 0; x < d->width; x++) {
            picture[y * d->width + x] = parboil_sad_pixel(x + 3, y + 2, random);
            padded[(y + PADDING) * d->pitch + x + PADDING] = parboil_sad_pixel(x, y, random);
        }
    for (uint32_t y = 0; y < d->height + 2 * PADDING; y++)
        for (uint32_t x = 0; x < d->pitch; x++)
            padded[y * d->pitch + x] = padded[(parboil_sad_clamp(y, d->height) + PADDING) * d->pitch +
                                              parboil_sad_clamp(x, d->width) + PADDING];
}

static uint64_t parboil_sad_blocks(const kernel_data *d) {
    return (uint64_t)(d->width / 4) * (d->height / 4);
}

static kernel_data *sad_open(const uint64_t *p, uint64_t seed, va_space *va) {
    kernel_data *d = calloc(1, sizeof *d);
    uint64_t random = random_seeded(seed);
    if (!d)
        return NULL;
    d->width = (uint32_t)p[0] & ~3U;
    d->height = (uint32_t)p[1] & ~3U;
    d->pitch = d->width + 2 * PADDING;
    d->picture = kernel_buffer(va, (uint64_t)d->width * d->height);
    d->reference = kernel_buffer(va, (uint64_t)d->pitch * (d->height + 2 * PADDING));
    d->result = kernel_buffer_fresh(va, parboil_sad_blocks(d) * PITCH_WORDS * 4);
    if (!d->picture.data || !d->reference.data || !d->result.data) {
        sad_close(d);
        return NULL;
    }
    make_pictures(d, &random);
    return d;
}

static bool sad_launch(kernel_data *d, uint32_t n, launch_shape *s) {
    *s = (launch_shape){.name = "mbsadcalc",
                        .blocks = parboil_sad_blocks(d),
                        .block_dim = BLOCK_DIM,
                        .regs = REGS,
                        .shared_bytes = SHARED_BYTES,
                        .phases = 2};
    return n == 0;
}

/* ---- video instructions ---- */

/* Four pixels from byte `shift` / 8 of the pair of words on (SHF). */
static val parboil_sad_cut(simt *w, const val *low, const val *high, const val *shift) {
    val row = simt_do(w, SIMT_SHR, low, shift, high);
    for (uint32_t l = 0; l < GMMU_LANES; l++)
        row.lane[l] = (uint32_t)((high->lane[l] << 32 | low->lane[l]) >> shift->lane[l]);
    return row;
}

/* sum += the absolute differences of four pairs of bytes (VABSDIFF4). */
static void add_differences(simt *w, val *sum, const val *a, const val *b) {
    const val before = *sum;
    simt_into(w, sum, SIMT_SAD, a, b, &before);
    for (uint32_t l = 0; l < GMMU_LANES; l++) {
        uint64_t total = before.lane[l];
        for (uint32_t k = 0; k < 32; k += 8)
            total += (uint64_t)abs((int)(a->lane[l] >> k & 255U) - (int)(b->lane[l] >> k & 255U));
        sum->lane[l] = (w->mask >> l & 1U) ? total : before.lane[l];
    }
}

/* ---- the kernel ---- */

typedef struct {
    val row[4]; /* of the 4x4 block */
    val dx, dy; /* displacement + RANGE */
} search;

/* The sum at the current displacement; the displacement moves on. */
static val parboil_sad_position(const kernel_data *d, simt *w, search *s) {
    const uint32_t x0 = (uint32_t)(w->block % (d->width / 4)) * 4 + PADDING - RANGE;
    const uint32_t y0 = (uint32_t)(w->block / (d->width / 4)) * 4 + PADDING - RANGE;
    const val pitch = simt_imm(d->pitch);
    const val origin = simt_imm(y0 * d->pitch + x0);
    const val byte = simt_imm(3);
    const val zero = simt_imm(0);
    const val one = simt_imm(1);
    const val side = simt_imm(SIDE);
    val low[4], high[4];
    val line = simt_mad(w, &s->dy, &pitch, &s->dx);
    val start = simt_add(w, &line, &origin);
    val word = simt_shift_right(w, &start, 2);
    val place = simt_address(w, &d->reference, &word, 4);
    simt_keep(w, &place);
    val in_word = simt_do(w, SIMT_AND, &start, &byte, NULL);
    val shift = simt_shift_left(w, &in_word, 3);
    simt_keep(w, &shift);
    for (uint32_t y = 0; y < 4; y++) {
        simt_load_at(w, &d->reference, &place, (int32_t)(y * d->pitch), 4, &low[y]);
        simt_keep(w, &low[y]);
        simt_load_at(w, &d->reference, &place, (int32_t)(y * d->pitch + 4), 4, &high[y]);
        simt_keep(w, &high[y]);
    }
    simt_drop(w, &place);
    simt_into(w, &s->dx, SIMT_ADD, &s->dx, &one, NULL);
    const uint32_t all = simt_predicate(w, simt_equal(w, &s->dx, &side));
    simt_into(w, &s->dx, SIMT_MOV, &zero, NULL, NULL);
    simt_into(w, &s->dy, SIMT_ADD, &s->dy, &one, NULL);
    simt_join(w, all);
    val sum = simt_constant(w, 0);
    simt_keep(w, &sum);
    for (uint32_t y = 0; y < 4; y++) {
        val pixels = parboil_sad_cut(w, &low[y], &high[y], &shift);
        add_differences(w, &sum, &pixels, &s->row[y]);
        simt_drop(w, &low[y]);
        simt_drop(w, &high[y]);
    }
    simt_drop(w, &shift);
    return sum;
}

/* The rows of the block's own pixels, and the first displacement of each thread. */
static search parboil_sad_begin(const kernel_data *d, simt *w, const val *thread) {
    const uint32_t x = (uint32_t)(w->block % (d->width / 4));
    const uint32_t y = (uint32_t)(w->block / (d->width / 4)) * 4;
    const val inverse = simt_imm(1986); /* n / 33 = n * 1986 >> 16 for these n */
    const val side = simt_imm(SIDE);
    const val count = simt_imm(PER_THREAD);
    search s;
    val word = simt_constant(w, y * (d->width / 4) + x);
    val place = simt_address(w, &d->picture, &word, 4);
    for (uint32_t r = 0; r < 4; r++) {
        simt_load_at(w, &d->picture, &place, (int32_t)(r * d->width), 4, &s.row[r]);
        simt_keep(w, &s.row[r]);
    }
    val first = simt_do(w, SIMT_MUL, thread, &count, NULL);
    val scaled = simt_do(w, SIMT_MUL, &first, &inverse, NULL);
    s.dy = simt_shift_right(w, &scaled, 16);
    simt_keep(w, &s.dy);
    val lines = simt_do(w, SIMT_MUL, &s.dy, &side, NULL);
    s.dx = simt_do(w, SIMT_SUB, &first, &lines, NULL);
    simt_keep(w, &s.dx);
    return s;
}

/* Two positions at a time: a word of the result. The last thread has an odd number of them. */
static void search_window(const kernel_data *d, simt *w) {
    const val bytes = simt_imm(PER_THREAD * 2);
    const val half = simt_imm(65536);
    const val side = simt_imm(SIDE);
    val thread = simt_thread_in_block(w);
    search s = parboil_sad_begin(d, w, &thread);
    val place = simt_do(w, SIMT_MUL, &thread, &bytes, NULL);
    simt_keep(w, &place);
    const uint32_t all = w->mask;
    for (uint32_t pair = 0; pair < PER_THREAD / 2; pair++) {
        simt_loop(w, 1);
        if (!simt_while(w, simt_less(w, &s.dy, &side)))
            break;
        val first = parboil_sad_position(d, w, &s);
        const uint32_t both = simt_predicate(w, simt_less(w, &s.dy, &side));
        val second = parboil_sad_position(d, w, &s);
        simt_into(w, &first, SIMT_MAD, &second, &half, &first);
        simt_drop(w, &second);
        simt_join(w, both);
        simt_store_at(w, NULL, &place, 0, 4, &first);
        simt_drop(w, &first);
        simt_advance(w, &place, 4);
    }
    simt_join(w, all);
    for (uint32_t r = 0; r < 4; r++)
        simt_drop(w, &s.row[r]);
    simt_drop(w, &s.dx);
    simt_drop(w, &s.dy);
    simt_drop(w, &place);
}

/* The words of shared memory to the result, coalesced. */
static void write_sums(const kernel_data *d, simt *w) {
    const val words = simt_imm(WORDS);
    const uint32_t group = 5; /* independent loads, then stores: 9 rounds of 61 words */
    val thread = simt_thread_in_block(w);
    simt_keep(w, &thread);
    val from = simt_shift_left(w, &thread, 2);
    simt_keep(w, &from);
    val first = simt_add_constant(w, &thread, (uint32_t)w->block * PITCH_WORDS);
    val to = simt_address(w, &d->result, &first, 4);
    simt_keep(w, &to);
    for (uint32_t k = 0; k * BLOCK_DIM < WORDS; k += group) {
        val sums[5];
        uint32_t inside[5];
        uint32_t n = 0;
        for (; n < group && (k + n) * BLOCK_DIM < WORDS; n++) {
            val number = simt_add_constant(w, &thread, (k + n) * BLOCK_DIM);
            inside[n] = simt_less(w, &number, &words);
            const uint32_t all = simt_predicate(w, inside[n]);
            simt_load_at(w, NULL, &from, (int32_t)((k + n) * BLOCK_DIM * 4), 4, &sums[n]);
            simt_join(w, all);
            simt_keep(w, &sums[n]);
        }
        for (uint32_t i = 0; i < n; i++) {
            const uint32_t all = simt_predicate(w, inside[i]);
            simt_store_at(w, &d->result, &to, (int32_t)((k + i) * BLOCK_DIM * 4), 4, &sums[i]);
            simt_join(w, all);
            simt_drop(w, &sums[i]);
        }
    }
}

static void sad_warp(kernel_data *d, simt *w) {
    simt_label(w, w->phase == 0 ? 0 : 2);
    if (w->phase == 0) {
        search_window(d, w);
    } else {
        write_sums(d, w);
        simt_exit(w);
    }
}

/* ---- check: pixel by pixel, without padding ---- */

static uint32_t reference_pixel(const kernel_data *d, int32_t x, int32_t y) {
    const uint8_t *padded = d->reference.data;
    const int32_t right = (int32_t)d->width - 1;
    const int32_t bottom = (int32_t)d->height - 1;
    const uint32_t cx = (uint32_t)(x < 0 ? 0 : x > right ? right : x);
    const uint32_t cy = (uint32_t)(y < 0 ? 0 : y > bottom ? bottom : y);
    return padded[(cy + PADDING) * d->pitch + cx + PADDING];
}

static uint16_t sum_at(const kernel_data *d, uint32_t x0, uint32_t y0, uint32_t number) {
    const uint8_t *picture = d->picture.data;
    const int32_t dx = (int32_t)(number % SIDE) - (int32_t)RANGE;
    const int32_t dy = (int32_t)(number / SIDE) - (int32_t)RANGE;
    int32_t sum = 0;
    for (uint32_t y = y0; y < y0 + 4; y++)
        for (uint32_t x = x0; x < x0 + 4; x++)
            sum += abs((int32_t)picture[y * d->width + x] -
                       (int32_t)reference_pixel(d, (int32_t)x + dx, (int32_t)y + dy));
    return (uint16_t)sum;
}

static const char *sad_check(const kernel_data *d) {
    const uint16_t *result = d->result.data;
    for (uint32_t y = 0; y < d->height; y += 4)
        for (uint32_t x = 0; x < d->width; x += 4, result += 2 * (size_t)PITCH_WORDS)
            for (uint32_t k = 0; k < POSITIONS; k++)
                if (result[k] != sum_at(d, x, y, k))
                    return "a sum of absolute differences is wrong";
    return NULL;
}

const kernel_ops kernel_parboil_sad = {
    .name = "parboil-sad",
    .summary = "sums of absolute differences over a search window (Parboil mbsadcalc)",
    .params = {{"width", 128, 4, 2048, "pixels, rounded down to a multiple of 4"},
               {"height", 80, 4, 2048, "pixels, rounded down to a multiple of 4"}},
    .open = sad_open,
    .close = sad_close,
    .reset = parboil_sad_reset,
    .launch = sad_launch,
    .warp = sad_warp,
    .check = sad_check,
};
