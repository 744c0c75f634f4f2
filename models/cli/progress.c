/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define BAR_WIDTH       30
#define MOST_WIDTH      120
#define USUAL_WIDTH     80 /* of a terminal that does not say */
#define SECONDS_BETWEEN 0.1
#define LEAST_KNOWN     0.02 /* part of the work from which on the rest is guessed */

static double progress_seconds_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Characters that fit on a line, the last column left free: some terminals wrap there. */
static int line_width(void) {
    struct winsize size;
    int width = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : USUAL_WIDTH;
    return width > MOST_WIDTH ? MOST_WIDTH - 1 : width - 1;
}

progress_bar progress_begin(bool quiet) {
    return (progress_bar){.on = !quiet && isatty(STDERR_FILENO), .start = progress_seconds_now()};
}

void progress_show(void *bar, experiment *const *list, size_t count) {
    static const char hashes[] = "##############################";
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
    const double part = count ? (double)done / (1000.0 * (double)count) : 1.0;
    const double seconds = progress_seconds_now() - b->start;
    char text[MOST_WIDTH], left[32] = "";
    const int width = line_width();
    if (part >= LEAST_KNOWN && finished < count)
        (void)snprintf(left, sizeof left, ", %.0f s left", seconds * (1.0 - part) / part);
    const int length =
        snprintf(text, sizeof text, " %3.0f %%  %zu/%zu runs  %.2f Mcycles  %.0f kcycles/s  %.0f s%s",
                 100.0 * part, finished, count, (double)cycles * 1e-6,
                 seconds > 0.0 ? (double)cycles * 1e-3 / seconds : 0.0, seconds, left);
    const int room = width - length - 2 < BAR_WIDTH ? width - length - 2 : BAR_WIDTH;
    const int bar_width = room > 0 ? room + 2 : 0;
    const int full = (int)(part * room);
    fputc('\r', stderr);
    if (bar_width)
        fprintf(stderr, "[%.*s%*s]", full, hashes, room - full, "");
    fprintf(stderr, "%-*.*s", width - bar_width, width - bar_width, text);
    fflush(stderr);
}

void progress_count(progress_bar *bar, uint64_t count, const char *what) {
    const double now = bar->on ? progress_seconds_now() : 0.0;
    if (!bar->on || now - bar->shown < SECONDS_BETWEEN)
        return;
    char text[MOST_WIDTH];
    (void)snprintf(text, sizeof text, "%" PRIu64 " %s  %.0f s", count, what, now - bar->start);
    fprintf(stderr, "\r%-*.*s", line_width(), line_width(), text);
    fflush(stderr);
    bar->shown = now;
}

void progress_end(progress_bar *bar) {
    if (bar->on)
        fprintf(stderr, "\r%*s\r", line_width(), "");
}
