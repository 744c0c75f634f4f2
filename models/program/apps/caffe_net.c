/* SPDX-License-Identifier: Apache-2.0 */
#include "program/apps/caffe_net.h"

#include <float.h>
#include <math.h>

#define COLOURS 3U

static const caffe_layer layer_of[CAFFE_LAYERS] = {
    {96, 11, 4, 0, 1, true, true, true},    /* conv1 */
    {256, 5, 1, 2, 2, true, true, true},    /* conv2 */
    {384, 3, 1, 1, 1, true, false, false},  /* conv3 */
    {384, 3, 1, 1, 2, true, false, false},  /* conv4 */
    {256, 3, 1, 1, 2, true, false, true},   /* conv5 */
    {4096, 0, 0, 0, 1, true, false, false}, /* fc6 */
    {4096, 0, 0, 0, 1, true, false, false}, /* fc7 */
    {1000, 0, 0, 0, 1, false, false, false} /* fc8 */
};

caffe_shape caffe_picture(const app *a) {
    const uint32_t side = (uint32_t)a->p[CAFFE_SIZE];
    return (caffe_shape){.maps = COLOURS, .side = side, .pooled = side};
}

/* Windows of pooling start within the map; the last may reach beyond. */
static uint32_t caffe_pooled(uint32_t side) {
    return (side - CAFFE_POOL + CAFFE_STRIDE - 1) / CAFFE_STRIDE + 1;
}

static caffe_shape caffe_next(const app *a, const caffe_shape *before, const caffe_layer *l) {
    const uint32_t maps = l->maps / (uint32_t)a->p[CAFFE_DIVIDE];
    caffe_shape s = {.of = l,
                     .maps = maps + maps % 2, /* for two groups */
                     .side = 1,
                     .from_maps = before->maps,
                     .from_side = before->pooled,
                     .from = before->result,
                     .weights = before->result + 1};
    s.out = s.columns = s.weights;
    s.terms = s.from_maps * s.from_side * s.from_side;
    if (l->window) {
        s.side = (s.from_side + 2 * l->pad - l->window) / l->stride + 1;
        s.terms = s.from_maps / l->groups * l->window * l->window;
        s.columns = s.weights + 1;
    }
    s.out = s.columns + 1;
    s.normed = s.out + l->norm;
    s.result = s.normed + l->pool;
    s.pooled = l->pool ? caffe_pooled(s.side) : s.side;
    return s;
}

caffe_shape caffe_shape_of(const app *a, uint32_t layer) {
    caffe_shape s = caffe_picture(a);
    for (uint32_t i = 0; i <= layer; i++)
        s = caffe_next(a, &s, &layer_of[i]);
    return s;
}

/* ---- plain: windows are read where they are ---- */

static float caffe_plain_window(const app *host, const caffe_shape *s, uint32_t map, uint32_t y, uint32_t x) {
    const caffe_layer *l = s->of;
    const uint32_t from_maps = s->from_maps / l->groups;
    const uint32_t first = map / (s->maps / l->groups) * from_maps;
    const float *weight = app_floats(host, s->weights) + (size_t)map * s->terms;
    float sum = 0.0F;
    for (uint32_t c = first; c < first + from_maps; c++)
        for (uint32_t i = 0; i < l->window; i++)
            for (uint32_t j = 0; j < l->window; j++, weight++) {
                const uint32_t line = y * l->stride + i - l->pad;
                const uint32_t column = x * l->stride + j - l->pad;
                if (line < s->from_side && column < s->from_side)
                    sum += *weight *
                           app_floats(host, s->from)[(c * s->from_side + line) * s->from_side + column];
            }
    return sum;
}

static float caffe_plain_row(const app *host, const caffe_shape *s, uint32_t unit) {
    float sum[CAFFE_CELLS] = {0.0F};
    for (uint32_t k = 0; k < s->terms; k++)
        sum[k % CAFFE_CELLS] +=
            app_floats(host, s->weights)[(size_t)unit * s->terms + k] * app_floats(host, s->from)[k];
    for (uint32_t apart = CAFFE_CELLS / 2; apart > 0; apart /= 2)
        for (uint32_t k = 0; k < apart; k++)
            sum[k] += sum[k + apart];
    return sum[0];
}

static void caffe_plain_product(const app *host, const caffe_shape *s) {
    float *out = app_floats(host, s->out);
    for (uint32_t map = 0; map < s->maps; map++)
        for (uint32_t y = 0; y < s->side; y++)
            for (uint32_t x = 0; x < s->side; x++, out++) {
                *out = s->of->window ? caffe_plain_window(host, s, map, y, x) : caffe_plain_row(host, s, map);
                *out += app_floats(host, s->weights)[(size_t)s->maps * s->terms + map];
                *out = s->of->relu ? fmaxf(*out, 0.0F) : *out;
            }
}

static void caffe_plain_norm(const app *host, const caffe_shape *s) {
    const float *out = app_floats(host, s->out);
    const uint32_t plane = (uint32_t)caffe_plane(s->side);
    for (uint32_t i = 0; i < s->maps * plane; i++) {
        float sum = 0.0F;
        for (uint32_t k = 0; k < s->maps; k++)
            if (k + CAFFE_NEAR >= i / plane && k <= i / plane + CAFFE_NEAR)
                sum += out[k * plane + i % plane] * out[k * plane + i % plane];
        app_floats(host, s->normed)[i] = out[i] * exp2f(log2f(sum * CAFFE_ALPHA_5 + 1.0F) * -CAFFE_BETA);
    }
}

static float caffe_plain_most(const float *map, uint32_t side, uint32_t y0, uint32_t x0) {
    float most = -FLT_MAX;
    for (uint32_t y = y0; y < y0 + CAFFE_POOL && y < side; y++)
        for (uint32_t x = x0; x < x0 + CAFFE_POOL && x < side; x++)
            most = fmaxf(most, map[y * side + x]);
    return most;
}

static void caffe_plain_pool(const app *host, const caffe_shape *s) {
    float *to = app_floats(host, s->result);
    for (uint32_t map = 0; map < s->maps; map++)
        for (uint32_t y = 0; y < s->pooled; y++)
            for (uint32_t x = 0; x < s->pooled; x++)
                *to++ = caffe_plain_most(app_floats(host, s->normed) + map * caffe_plane(s->side), s->side,
                                         y * CAFFE_STRIDE, x * CAFFE_STRIDE);
}

void caffe_reference(app *host) {
    for (uint32_t i = 0; i < host->p[CAFFE_DEPTH]; i++) {
        const caffe_shape s = caffe_shape_of(host, i);
        caffe_plain_product(host, &s);
        if (s.of->norm)
            caffe_plain_norm(host, &s);
        if (s.of->pool)
            caffe_plain_pool(host, &s);
    }
}
