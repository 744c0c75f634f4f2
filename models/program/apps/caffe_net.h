/* SPDX-License-Identifier: Apache-2.0 */
/*
 * AlexNet as Caffe's model bvlc_alexnet has it (deploy.prototxt): layers, windows, channels; and the network
 * in plain C. kernel:caffe (caffe.c) runs it launch by launch.
 */
#ifndef GMMU_CAFFE_NET_H
#define GMMU_CAFFE_NET_H

#include "program/apps/app.h"

#define CAFFE_LAYERS  8U
#define CAFFE_POOL    3U       /* window of max pooling, and */
#define CAFFE_STRIDE  2U       /* its step */
#define CAFFE_NEAR    2U       /* channels on either side that normalization takes */
#define CAFFE_ALPHA_5 0.00002F /* alpha / 5 and */
#define CAFFE_BETA    0.75F    /* beta of x / (1 + alpha / 5 * squares)^beta */
#define CAFFE_CELLS   256U     /* partial sums of a vector by a matrix, added up by halves */

enum { CAFFE_SIZE, CAFFE_DIVIDE, CAFFE_DEPTH }; /* parameters */

/* window 0: every unit takes all of the layer before. */
typedef struct {
    uint32_t maps, window, stride, pad, groups;
    bool relu, norm, pool;
} caffe_layer;

/* A layer of this size: numbers of its arrays, and what they hold. Sides are of square maps. */
typedef struct {
    const caffe_layer *of;
    uint32_t maps, side, pooled; /* side: of the maps; pooled: after pooling, or the same */
    uint32_t from_maps, from_side;
    uint32_t terms; /* of a product: weights of a map; the biases lie behind the weights of all */
    uint32_t from, weights, columns, out, normed, result; /* arrays */
} caffe_shape;

/* Elements of a map. */
static inline uint64_t caffe_plane(uint32_t side) {
    return (uint64_t)side * side;
}

/* What comes before the first layer: array 0. */
caffe_shape caffe_picture(const app *a);
/* Of layer 0 to CAFFE_LAYERS - 1, from a->p alone. */
caffe_shape caffe_shape_of(const app *a, uint32_t layer);
/* The layers that run, with windows read where they are; for app_check(). */
void caffe_reference(app *host);

#endif
