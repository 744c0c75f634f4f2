/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What programs make of each other's presence, as Eyerman and Eeckhout name it (thesis 5.3.1). A program's
 * normalized progress is what it gets done in a time, over what it would get done alone: 1 when it feels
 * nobody, 0 when it starves. Its normalized turnaround time (NTT), or slowdown, is the inverse.
 */
#ifndef GMMU_TURNAROUND_H
#define GMMU_TURNAROUND_H

#include <stdint.h>

typedef struct {
    double antt;     /* average of the NTTs; infinite when a program starves */
    double stp;      /* system throughput: the sum of all progress; MASK 6 calls it weighted speedup */
    double fairness; /* least progress over most: from 1, all are slowed down alike, to 0, one starves */
    double worst;    /* largest NTT: MASK 6 calls it unfairness */
} progress_metrics;

/* Infinite without progress. */
double progress_turnaround(double progress);
/* Of `count` programs, at least one. */
progress_metrics progress_metrics_of(const double *progress, uint32_t count);

#endif
