/* SPDX-License-Identifier: Apache-2.0 */
/* What both versions of SRAD compute alike: how much of its differences a pixel takes, from 0 to 1. */
#ifndef GMMU_SRAD_COEFFICIENT_H
#define GMMU_SRAD_COEFFICIENT_H

#include "program/apps/app.h"

/* Of a pixel j, from the sum of the differences to its four neighbours, the sum of their squares, and the
 * spread of the whole image. Pinned. */
val srad_coefficient(simt *w, const val *j, const val *sum, const val *squares, float spread);
float srad_plain_coefficient(float j, const float apart[4], float spread);

#endif
