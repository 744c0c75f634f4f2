/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Concatenation of strings on a device heap, after Halloc's sample. Launch 0, `make`: each
 * thread allocates a string and writes its letters. Launch 1, `add`: each thread allocates
 * room for the sum of two strings, i and pairs + i, and copies them, the second shifted to the byte at which
 * the first ends. Strings end with a zero byte; the last 16 bytes of a made one are zero behind it.
 *
 * With `sample` it does what Halloc's sample does (samples/add-strings) in its kernel that adds: all strings
 * have the average length and are there before, `add` alone is launched, finds both lengths byte by byte, and
 * copies byte by byte, with stores of whole words (of 4 bytes, the sample's are of 8).
 */
#include <stdlib.h>
#include <string.h>

#include "program/kernels/halloc_heap.h"

#define BLOCK_DIM 128U
#define REGS      32U
#define STEP      UINT32_C(1664525) /* of a linear congruential generator */
#define INCREMENT UINT32_C(1013904223)

struct kernel_data {
    halloc_heap heap;
    buffer length;    /* of every string */
    buffer made, sum; /* pointers */
    buffer text;      /* of the strings that are there before */
    uint32_t strings, pairs, launch;
    uint32_t stride; /* bytes between two of them; 0: not as in the sample */
};

/* Letter `place` of a string, as the kernel computes it. */
static char halloc_add_strings_letter(uint32_t string, uint32_t place) {
    uint32_t x = string * UINT32_C(0x9e3779b1);
    for (uint32_t k = 0; k <= place / 4; k++)
        x = x * STEP + INCREMENT;
    return (char)('a' + (x >> 4 >> (place % 4 * 8) & 15U));
}

static void halloc_add_strings_reset(kernel_data *d) {
    const uint32_t *length = d->length.data;
    char *text = d->text.data;
    halloc_reset(&d->heap);
    memset(d->made.data, 0, d->made.bytes);
    memset(d->sum.data, 0, d->sum.bytes);
    for (uint32_t i = 0; d->stride && i < d->strings; i++)
        for (uint32_t k = 0; k < length[i]; k++)
            text[(uint64_t)i * d->stride + k] = halloc_add_strings_letter(i, k);
}

static void strings_close(kernel_data *d) {
    halloc_close(&d->heap);
    kernel_buffer_free(&d->length);
    kernel_buffer_free(&d->made);
    kernel_buffer_free(&d->sum);
    kernel_buffer_free(&d->text);
    free(d);
}

/* Draws the strings before the heap is made, which comes first in the address space. */
static void draw_strings(kernel_data *d, uint32_t mean, uint64_t random, uint32_t *length) {
    for (uint32_t i = 0; i < d->strings; i++) {
        length[i] = mean / 2 + (uint32_t)((random_next(&random) >> 16) % (mean + 1));
        if (d->stride)
            length[i] = mean;
        else
            halloc_demand(&d->heap, length[i] + 1);
    }
    for (uint32_t i = 0; i < d->pairs; i++)
        halloc_demand(&d->heap, length[i] + length[d->pairs + i] + 1);
}

static bool halloc_add_strings_make_buffers(kernel_data *d, va_space *va, const uint32_t *length) {
    const bool heap = halloc_open(&d->heap, va);
    d->length = kernel_buffer(va, d->strings * sizeof(uint32_t));
    d->made = kernel_buffer_fresh(va, d->strings * sizeof(uint32_t));
    d->sum = kernel_buffer_fresh(va, d->pairs * sizeof(uint32_t));
    if (d->stride)
        d->text = kernel_buffer(va, (uint64_t)d->strings * d->stride);
    if (!heap || !d->length.data || !d->made.data || !d->sum.data || (d->stride && !d->text.data))
        return false;
    memcpy(d->length.data, length, d->length.bytes);
    halloc_add_strings_reset(d);
    return true;
}

static kernel_data *strings_open(const uint64_t *p, uint64_t seed, va_space *va) {
    kernel_data *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->pairs = (uint32_t)p[0];
    d->strings = 2 * d->pairs;
    d->stride = p[2] ? ((uint32_t)p[1] + 1 + HALLOC_UNIT - 1) / HALLOC_UNIT * HALLOC_UNIT : 0;
    d->heap.hashed = p[3];
    uint32_t *length = calloc(d->strings, sizeof *length);
    bool ok = length != NULL;
    if (ok) {
        draw_strings(d, (uint32_t)p[1], random_seeded(seed), length);
        ok = halloc_add_strings_make_buffers(d, va, length);
    }
    free(length);
    if (!ok) {
        strings_close(d);
        return NULL;
    }
    return d;
}

static bool strings_launch(kernel_data *d, uint32_t n, launch_shape *s) {
    d->launch = n + (d->stride != 0);
    *s = (launch_shape){.name = d->launch == 0 ? "make" : "add",
                        .blocks = kernel_blocks(d->launch == 0 ? d->strings : d->pairs, BLOCK_DIM),
                        .block_dim = BLOCK_DIM,
                        .regs = REGS,
                        .phases = 1};
    return d->launch < 2;
}

/* ---- make ---- */

/* Four letters from the random number, which moves on. */
static void halloc_add_strings_letters(simt *w, val *x, val *word) {
    const val sixteen = simt_imm(UINT32_C(0x0f0f0f0f));
    const val letter_a = simt_imm(UINT32_C(0x61616161));
    const val step = simt_imm(STEP);
    const val increment = simt_imm(INCREMENT);
    const val low = simt_imm(4);
    simt_into(w, x, SIMT_MAD, x, &step, &increment);
    simt_into(w, word, SIMT_SHR, x, &low, NULL);
    simt_into(w, word, SIMT_AND, word, &sixteen, NULL);
    simt_into(w, word, SIMT_ADD, word, &letter_a, NULL);
}

/* Zeroes the bytes of word k of a string's last 16 bytes that are behind its end. */
static void cut_letters(simt *w, val *word, uint32_t k, const val *bits) {
    const val before = simt_imm(32 * k);
    const val zero = simt_imm(0);
    const val ones = simt_imm(UINT32_MAX);
    val mask = simt_do(w, SIMT_SUB, bits, &before, NULL);
    simt_into(w, &mask, SIMT_IMAX, &mask, &zero, NULL);
    simt_into(w, &mask, SIMT_SHL, &ones, &mask, NULL);
    simt_into(w, &mask, SIMT_NOT, &mask, NULL, NULL);
    simt_into(w, word, SIMT_AND, word, &mask, NULL);
}

static void write_letters(const kernel_data *d, simt *w, val *x, val *place, val *left) {
    const val sixteen = simt_imm(16);
    const uint32_t all = w->mask;
    val word[4];
    for (;;) {
        simt_loop(w, 1);
        if (!simt_while(w, simt_compare(w, SIMT_ULE, &sixteen, left)))
            break;
        simt_vector(w, 4, word);
        for (uint32_t k = 0; k < 4; k++)
            halloc_add_strings_letters(w, x, &word[k]);
        simt_store_at(w, &d->heap.units, place, 0, 16, word);
        simt_advance(w, place, 16);
        simt_into(w, left, SIMT_SUB, left, &sixteen, NULL);
    }
    simt_join(w, all);
    simt_label(w, 2);
    val bits = simt_shift_left(w, left, 3);
    simt_keep(w, &bits);
    simt_vector(w, 4, word);
    for (uint32_t k = 0; k < 4; k++) {
        simt_keep(w, &word[k]);
        halloc_add_strings_letters(w, x, &word[k]);
        cut_letters(w, &word[k], k, &bits);
    }
    simt_store_at(w, &d->heap.units, place, 0, 16, word);
    simt_drop(w, &bits);
    for (uint32_t k = 0; k < 4; k++)
        simt_drop(w, &word[k]);
}

static void make_string(const kernel_data *d, simt *w, const val *number) {
    const val spread = simt_imm(UINT32_C(0x9e3779b1));
    val left = simt_load(w, &d->length, number, 4);
    simt_keep(w, &left);
    val bytes = simt_add_constant(w, &left, 1);
    const val none = simt_imm(0);
    val string = halloc_malloc(&d->heap, w, &bytes, &none);
    simt_keep(w, &string);
    simt_store(w, &d->made, number, 4, &string);
    val x = simt_mul(w, number, &spread);
    simt_keep(w, &x);
    val place = simt_address(w, &d->heap.units, &string, HALLOC_UNIT);
    simt_keep(w, &place);
    write_letters(d, w, &x, &place, &left);
    simt_drop(w, &left);
    simt_drop(w, &string);
    simt_drop(w, &x);
    simt_drop(w, &place);
}

/* ---- add ---- */

typedef struct {
    val from, to;    /* addresses */
    val left;        /* bytes of the first string, words of the second that are not copied */
    val carry;       /* bytes read of the word that is to be written next */
    val shift, back; /* 8 * bytes in carry, 32 - that */
} copy;

/* Whole 16 bytes, then whole words; the last bytes stay in carry. */
static void copy_first(const kernel_data *d, simt *w, copy *c) {
    const val sixteen = simt_imm(16);
    const uint32_t all = w->mask;
    val word[4];
    for (;;) {
        simt_loop(w, 4);
        if (!simt_while(w, simt_compare(w, SIMT_ULE, &sixteen, &c->left)))
            break;
        simt_load_at(w, &d->heap.units, &c->from, 0, 16, word);
        simt_store_at(w, &d->heap.units, &c->to, 0, 16, word);
        simt_advance(w, &c->from, 16);
        simt_advance(w, &c->to, 16);
        simt_into(w, &c->left, SIMT_SUB, &c->left, &sixteen, NULL);
    }
    simt_join(w, all);
    simt_label(w, 5);
    simt_load_at(w, &d->heap.units, &c->from, 0, 16, word);
    val words = simt_shift_right(w, &c->left, 2);
    simt_into(w, &c->carry, SIMT_MOV, &word[0], NULL, NULL);
    for (uint32_t k = 1; k < 4; k++) { /* word k - 1 is whole: so word k is the next */
        const val number = simt_imm(k);
        const uint32_t lanes = simt_predicate(w, simt_compare(w, SIMT_ULE, &number, &words));
        simt_store_at(w, &d->heap.units, &c->to, (int32_t)(4 * (k - 1)), 4, &word[k - 1]);
        simt_into(w, &c->carry, SIMT_MOV, &word[k], NULL, NULL);
        simt_join(w, lanes);
    }
}

/* Every word of the second string completes one of the sum and begins the next. */
static void copy_second(const kernel_data *d, simt *w, copy *c, val *quads) {
    const val zero = simt_imm(0);
    const val minus_one = simt_imm(UINT32_MAX);
    const val minus_four = simt_imm(UINT32_C(0) - 4);
    const uint32_t all = w->mask;
    for (;;) {
        val word[4];
        simt_loop(w, 6);
        if (!simt_while(w, simt_compare(w, SIMT_NE, quads, &zero)))
            break;
        simt_load_at(w, &d->heap.units, &c->from, 0, 16, word);
        for (uint32_t k = 0; k < 4; k++) {
            const val number = simt_imm(k);
            val high = simt_do(w, SIMT_SHL, &word[k], &c->shift, NULL);
            val whole = simt_do(w, SIMT_OR, &c->carry, &high, NULL);
            simt_into(w, &c->carry, SIMT_SHR, &word[k], &c->back, NULL);
            const uint32_t lanes = simt_predicate(w, simt_compare(w, SIMT_ILT, &number, &c->left));
            simt_store_at(w, &d->heap.units, &c->to, (int32_t)(4 * k), 4, &whole);
            simt_join(w, lanes);
        }
        simt_advance(w, &c->from, 16);
        simt_advance(w, &c->to, 16);
        simt_into(w, &c->left, SIMT_ADD, &c->left, &minus_four, NULL);
        simt_into(w, quads, SIMT_ADD, quads, &minus_one, NULL);
    }
    simt_join(w, all);
    simt_label(w, 7);
    simt_predicate(w, simt_compare(w, SIMT_ILT, &zero, &c->left));
    simt_store_at(w, &d->heap.units, &c->to, 0, 4, &c->carry);
    simt_join(w, all);
}

/* Turns from the end of the first string to the beginning of the second. */
static val halloc_add_strings_turn(const kernel_data *d, simt *w, copy *c, const val *first,
                                   const val *second, const val *second_string, const val *sum) {
    const val three = simt_imm(3);
    const val word_bits = simt_imm(32);
    const val bytes = simt_imm(4);
    val odd = simt_do(w, SIMT_AND, first, &three, NULL);
    val ends = simt_add(w, &odd, second);
    val whole = simt_shift_right(w, &ends, 2);
    simt_drop(w, &c->left);
    c->left = simt_add_constant(w, &whole, 1);
    simt_keep(w, &c->left);
    c->shift = simt_shift_left(w, &odd, 3);
    simt_keep(w, &c->shift);
    c->back = simt_do(w, SIMT_SUB, &word_bits, &c->shift, NULL);
    simt_keep(w, &c->back);
    val place = simt_shift_right(w, first, 2);
    val word = simt_mad(w, sum, &bytes, &place);
    simt_drop(w, &c->to);
    c->to = simt_address(w, &d->heap.units, &word, 4);
    simt_keep(w, &c->to);
    simt_drop(w, &c->from);
    c->from = simt_address(w, &d->heap.units, second_string, HALLOC_UNIT);
    simt_keep(w, &c->from);
    val quads = simt_shift_right(w, second, 4);
    return simt_add_constant(w, &quads, 1);
}

static void copy_both(const kernel_data *d, simt *w, const val *string, const val *length, const val *sum) {
    copy c;
    c.from = simt_address(w, &d->heap.units, &string[0], HALLOC_UNIT);
    simt_keep(w, &c.from);
    c.to = simt_address(w, &d->heap.units, sum, HALLOC_UNIT);
    simt_keep(w, &c.to);
    c.left = simt_do(w, SIMT_MOV, &length[0], NULL, NULL);
    simt_keep(w, &c.left);
    c.carry = simt_constant(w, 0);
    simt_keep(w, &c.carry);
    copy_first(d, w, &c);
    val quads = halloc_add_strings_turn(d, w, &c, &length[0], &length[1], &string[1], sum);
    simt_keep(w, &quads);
    copy_second(d, w, &c, &quads);
    const val *const pinned[] = {&c.from, &c.to, &c.left, &c.carry, &c.shift, &c.back, &quads};
    for (size_t i = 0; i < sizeof pinned / sizeof *pinned; i++)
        simt_drop(w, pinned[i]);
}

static void add_strings(const kernel_data *d, simt *w, const val *pair) {
    val string[2], length[2];
    val second = simt_add_constant(w, pair, d->pairs);
    for (uint32_t i = 0; i < 2; i++) {
        const val *number = i == 0 ? pair : &second;
        length[i] = simt_load(w, &d->length, number, 4);
        simt_keep(w, &length[i]);
        string[i] = simt_load(w, &d->made, number, 4);
        simt_keep(w, &string[i]);
    }
    val bytes = simt_add(w, &length[0], &length[1]);
    simt_keep(w, &bytes);
    val room = simt_add_constant(w, &bytes, 1);
    simt_drop(w, &bytes);
    const val none = simt_imm(0);
    val sum = halloc_malloc(&d->heap, w, &room, &none);
    simt_keep(w, &sum);
    simt_store(w, &d->sum, pair, 4, &sum);
    copy_both(d, w, string, length, &sum);
    simt_drop(w, &sum);
    for (uint32_t i = 0; i < 2; i++) {
        simt_drop(w, &length[i]);
        simt_drop(w, &string[i]);
    }
}

/* ---- add, as in Halloc's sample ---- */

/* Letters of a string, without the zero behind them. */
static val measure_string(const kernel_data *d, simt *w, const val *string, uint32_t label) {
    const val stride = simt_imm(d->stride);
    const val one = simt_imm(1);
    const val zero = simt_imm(0);
    const uint32_t all = w->mask;
    val length = simt_constant(w, 0);
    simt_keep(w, &length);
    val first = simt_mul(w, string, &stride);
    val place = simt_address(w, &d->text, &first, 1);
    simt_keep(w, &place);
    for (;;) {
        val letter;
        simt_loop(w, label);
        simt_load_at(w, &d->text, &place, 0, 1, &letter);
        if (!simt_while(w, simt_compare(w, SIMT_NE, &letter, &zero)))
            break;
        simt_advance(w, &place, 1);
        simt_into(w, &length, SIMT_ADD, &length, &one, NULL);
    }
    simt_join(w, all);
    simt_drop(w, &place);
    return length;
}

typedef struct {
    val to;           /* address of the word that is to be written next */
    val word, filled; /* its bytes, and 8 * how many there are */
} letters;

/* Puts a letter behind what there is, where `put` has the lane. */
static void put_letter(const kernel_data *d, simt *w, letters *l, const val *letter, uint32_t put) {
    const val eight = simt_imm(8);
    const val whole = simt_imm(32);
    const val zero = simt_imm(0);
    const uint32_t all = simt_predicate(w, put);
    val moved = simt_do(w, SIMT_SHL, letter, &l->filled, NULL);
    simt_into(w, &l->word, SIMT_OR, &l->word, &moved, NULL);
    simt_into(w, &l->filled, SIMT_ADD, &l->filled, &eight, NULL);
    const uint32_t lanes = simt_predicate(w, simt_equal(w, &l->filled, &whole));
    simt_store_at(w, &d->heap.units, &l->to, 0, 4, &l->word);
    simt_advance(w, &l->to, 4);
    simt_into(w, &l->word, SIMT_MOV, &zero, NULL, NULL);
    simt_into(w, &l->filled, SIMT_MOV, &zero, NULL, NULL);
    simt_join(w, lanes);
    simt_join(w, all);
}

/* The string's letters behind those that there are, up to its zero byte. */
static void append_letters(const kernel_data *d, simt *w, letters *l, const val *string, uint32_t label) {
    const val stride = simt_imm(d->stride);
    const val low = simt_imm(255);
    const val zero = simt_imm(0);
    const uint32_t all = w->mask;
    val first = simt_mul(w, string, &stride);
    val from = simt_address(w, &d->text, &first, 1);
    simt_keep(w, &from);
    val more = simt_constant(w, 1);
    simt_keep(w, &more);
    for (;;) {
        val four;
        simt_loop(w, label);
        if (!simt_while(w, simt_compare(w, SIMT_NE, &more, &zero)))
            break;
        simt_load_at(w, &d->text, &from, 0, 4, &four);
        simt_keep(w, &four);
        for (uint32_t k = 0; k < 4; k++) {
            val letter = simt_shift_right(w, &four, 8 * k);
            simt_keep(w, &letter);
            simt_into(w, &letter, SIMT_AND, &letter, &low, NULL);
            simt_into(w, &more, SIMT_MUL, &more, &letter, NULL); /* zero from the end of the string on */
            simt_into(w, &more, SIMT_UMIN, &more, &low, NULL);
            put_letter(d, w, l, &letter, simt_compare(w, SIMT_NE, &more, &zero));
            simt_drop(w, &letter);
        }
        simt_drop(w, &four);
        simt_advance(w, &from, 4);
    }
    simt_join(w, all);
    simt_drop(w, &from);
    simt_drop(w, &more);
}

static void add_as_sample(const kernel_data *d, simt *w, const val *pair) {
    const val none = simt_imm(0);
    const val one = simt_imm(1);
    val second = simt_add_constant(w, pair, d->pairs);
    simt_keep(w, &second);
    val room = measure_string(d, w, pair, 9);
    simt_label(w, 10);
    val more = measure_string(d, w, &second, 11);
    simt_label(w, 12);
    simt_into(w, &room, SIMT_ADD, &room, &more, NULL);
    simt_drop(w, &more);
    simt_into(w, &room, SIMT_ADD, &room, &one, NULL);
    val sum = halloc_malloc(&d->heap, w, &room, &none);
    simt_keep(w, &sum);
    simt_drop(w, &room);
    letters l;
    l.to = simt_address(w, &d->heap.units, &sum, HALLOC_UNIT);
    simt_keep(w, &l.to);
    l.word = simt_constant(w, 0);
    simt_keep(w, &l.word);
    l.filled = simt_constant(w, 0);
    simt_keep(w, &l.filled);
    append_letters(d, w, &l, pair, 13);
    simt_label(w, 14);
    append_letters(d, w, &l, &second, 15);
    simt_label(w, 16);
    simt_store_at(w, &d->heap.units, &l.to, 0, 4, &l.word); /* with the zero behind the last letter */
    simt_store(w, &d->sum, pair, 4, &sum);
    const val *const pinned[] = {&second, &sum, &l.to, &l.word, &l.filled};
    for (size_t i = 0; i < sizeof pinned / sizeof *pinned; i++)
        simt_drop(w, pinned[i]);
}

static void strings_warp(kernel_data *d, simt *w) {
    const val count = simt_imm(d->launch == 0 ? d->strings : d->pairs);
    simt_label(w, d->launch == 0 ? 0 : 3);
    val number = simt_thread(w);
    simt_keep(w, &number);
    const uint32_t all = simt_if(w, simt_less(w, &number, &count));
    if (w->mask && d->stride)
        add_as_sample(d, w, &number);
    else if (w->mask && d->launch == 0)
        make_string(d, w, &number);
    else if (w->mask)
        add_strings(d, w, &number);
    simt_join(w, all);
    simt_label(w, 8);
    simt_exit(w);
}

/* ---- check: letter by letter ---- */

/* `text` begins with the letters of a string. */
static bool halloc_add_strings_holds(const char *text, uint32_t string, uint32_t length) {
    for (uint32_t i = 0; i < length; i++)
        if (text[i] != halloc_add_strings_letter(string, i))
            return false;
    return true;
}

static bool sum_is_right(const kernel_data *d, uint32_t pair) {
    const uint32_t *length = d->length.data;
    const uint32_t *sum = d->sum.data;
    const uint32_t first = length[pair];
    const uint32_t second = length[d->pairs + pair];
    const char *text = halloc_at(&d->heap, sum[pair], (uint64_t)first + second + 1);
    return text && halloc_add_strings_holds(text, pair, first) &&
           halloc_add_strings_holds(text + first, d->pairs + pair, second) && text[first + second] == 0;
}

static const char *strings_check(const kernel_data *d) {
    const uint32_t *length = d->length.data;
    const uint32_t *made = d->made.data;
    const char *wrong = halloc_check(&d->heap);
    for (uint32_t i = 0; i < d->strings && !d->stride && !wrong; i++) {
        const char *text = halloc_at(&d->heap, made[i], (uint64_t)length[i] + 1);
        if (!text || !halloc_add_strings_holds(text, i, length[i]) || text[length[i]] != 0)
            wrong = "a string is wrong";
    }
    for (uint32_t i = 0; i < d->pairs && !wrong; i++)
        if (!sum_is_right(d, i))
            wrong = "a sum of strings is wrong";
    return wrong;
}

const kernel_ops kernel_halloc_add_strings = {
    .name = "halloc-add-strings",
    .summary = "strings allocated and concatenated on the device",
    .params = {{"pairs", 65536, 1, UINT64_C(1) << 21, "pairs; twice as many strings"},
               {"length", 32, 2, 256, "average letters of a string"},
               {"sample", 0, 0, 1,
                "1: strings that are there before, added byte by byte, as in Halloc's sample"},
               HALLOC_HASHED_PARAM},
    .open = strings_open,
    .close = strings_close,
    .reset = halloc_add_strings_reset,
    .launch = strings_launch,
    .warp = strings_warp,
    .check = strings_check,
};
