/* SPDX-License-Identifier: Apache-2.0 */
#include "base/turnaround.h"

#include <math.h>

double progress_turnaround(double progress) {
    return progress > 0.0 ? 1.0 / progress : INFINITY;
}

progress_metrics progress_metrics_of(const double *progress, uint32_t count) {
    double least = progress[0], most = progress[0], turnaround = 0.0, sum = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        sum += progress[i];
        turnaround += progress_turnaround(progress[i]);
        least = progress[i] < least ? progress[i] : least;
        most = progress[i] > most ? progress[i] : most;
    }
    return (progress_metrics){.antt = turnaround / count,
                              .stp = sum,
                              .fairness = most > 0.0 ? least / most : 0.0,
                              .worst = progress_turnaround(least)};
}
