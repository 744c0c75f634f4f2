/* SPDX-License-Identifier: Apache-2.0 */
#include "program/apps/srad_coefficient.h"

val srad_coefficient(simt *w, const val *j, const val *sum, const val *squares, float spread) {
    val inverse = simt_hold(w, simt_do(w, SIMT_RCP, j, NULL, NULL));
    val l = simt_hold(w, simt_fmul(w, sum, &inverse));
    val square = simt_fmul(w, &inverse, &inverse);
    val g2 = simt_fmul(w, squares, &square);
    val half = simt_hold(w, simt_fmul(w, &g2, FIMM(0.5F)));
    val l2 = simt_fmul(w, &l, &l);
    val number = simt_hold(w, simt_ffma(w, &l2, FIMM(-0.0625F), &half));
    val denominator = simt_ffma(w, &l, FIMM(0.25F), FIMM(1.0F));
    val below = simt_fmul(w, &denominator, &denominator);
    val q = simt_fdiv(w, &number, &below);
    val more = simt_fsub(w, &q, FIMM(spread));
    val relative = simt_fmul(w, &more, FIMM(1.0F / (spread * (1.0F + spread))));
    val plus = simt_fadd(w, &relative, FIMM(1.0F));
    val c = simt_hold(w, simt_do(w, SIMT_RCP, &plus, NULL, NULL));
    simt_into(w, &c, SIMT_FMAX, &c, FIMM(0.0F), NULL);
    simt_into(w, &c, SIMT_FMIN, &c, FIMM(1.0F), NULL);
    return c;
}

float srad_plain_coefficient(float j, const float apart[4], float spread) {
    float sum = 0.0F;
    float squares = 0.0F;
    for (uint32_t k = 0; k < 4; k++) {
        sum += apart[k];
        squares = apart[k] * apart[k] + squares;
    }
    const float inverse = 1.0F / j;
    const float l = sum * inverse;
    const float number = l * l * -0.0625F + squares * (inverse * inverse) * 0.5F;
    const float denominator = l * 0.25F + 1.0F;
    const float q = number * (1.0F / (denominator * denominator));
    const float c = 1.0F / ((q - spread) * (1.0F / (spread * (1.0F + spread))) + 1.0F);
    return c < 0.0F ? 0.0F : c > 1.0F ? 1.0F : c;
}
