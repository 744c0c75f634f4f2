/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/kernel_line.h"

static void kernel_line_join(kernel_line *l, uint32_t app) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < l->length; i++)
        if (l->app[i] != app)
            l->app[left++] = l->app[i];
    l->app[left++] = app;
    l->length = left;
}

void kernel_line_update(kernel_line *l, const schedule *s) {
    for (uint32_t a = 0; a < s->apps; a++) {
        if (l->kernels[a] != s->app[a].kernels)
            kernel_line_join(l, a);
        l->kernels[a] = s->app[a].kernels;
    }
}
