/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define BAR_WIDTH 30

static double progress_seconds_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

progress_bar progress_begin(bool quiet) {
    return (progress_bar){.on = !quiet && isatty(2), .start = progress_seconds_now()};
}

void progress_show(void *bar, experiment *const *list, size_t count) {
    const progress_bar *b = bar;
    if (!b->on)
        return;
    uint64_t cycles = 0;
    unsigned done = 0;
    size_t finished = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned p = atomic_load(&list[i]->progress);
        done += p;
        finished += p >= 1000;
        cycles += atomic_load(&list[i]->cycle);
    }
    double part = count ? (double)done / (1000.0 * (double)count) : 1.0;
    int full = (int)(part * BAR_WIDTH);
    double seconds = progress_seconds_now() - b->start;
    fprintf(stderr, "\r[%.*s%*s] %3.0f %%  %zu/%zu runs  %.2f Mcycles  %.0f kcycles/s  %.0f s ", full,
            "##############################", BAR_WIDTH - full, "", 100.0 * part, finished, count,
            (double)cycles * 1e-6, seconds > 0.0 ? (double)cycles * 1e-3 / seconds : 0.0, seconds);
    fflush(stderr);
}

void progress_end(progress_bar *bar) {
    if (bar->on)
        fputs("\r\033[K", stderr);
}
