/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/probe_interference.h"

#include <inttypes.h>

#include "base/outside.h"
#include "cli/commands.h"
#include "study/probe/interference.h"

static const uint32_t threads[] = {1, 2, 4, 8, 12, 16, 20, 24, 32, 40, INTERFERENCE_THREADS};
#define POINTS (sizeof threads / sizeof *threads)

typedef struct {
    FILE *csv; /* or NULL */
    double cycles[INTERFERENCE_CASES][POINTS];
    size_t taken;
} curves;

static void take_point(void *ctx, const interference_point *p) {
    curves *c = ctx;
    c->cycles[p->relation][c->taken++ % POINTS] = p->cycles;
    if (c->csv)
        fprintf(c->csv, "%s,%" PRIu32 ",%.3f\n", interference_names[p->relation], p->threads, p->cycles);
}

static void print_curves(FILE *out, const curves *c) {
    fputs("found by the experiment: cycles of a read of the primary thread\nthreads", out);
    for (uint32_t k = 0; k < INTERFERENCE_CASES; k++)
        fprintf(out, " %9s", interference_names[k]);
    for (size_t i = 0; i < POINTS; i++) {
        fprintf(out, "\n%7" PRIu32, threads[i]);
        for (uint32_t k = 0; k < INTERFERENCE_CASES; k++)
            fprintf(out, " %9.1f", c->cycles[k][i]);
    }
    fputc('\n', out);
}

int probe_interference(const probe_options *o, const probe_machine *m, FILE *csv, FILE *out) {
    address_hash hash;
    const char *failed = NULL;
    curves c = {.csv = csv};
    (void)o;
    if (!address_hash_find(m, 1, NULL, NULL, &hash))
        return EXIT_BAD_INPUT;
    failed = hash.failed;
    if (csv && !failed)
        fputs("case,threads,cycles\n", csv);
    for (uint32_t k = 0; k < INTERFERENCE_CASES && !failed; k++)
        if (!interference_measure(m, &hash, (interference_case)k, threads, POINTS, 1, take_point, &c,
                                  &failed) &&
            !failed)
            return EXIT_BAD_INPUT;
    if (failed) {
        message_line("gmmu: probe interference: %s", failed);
        return EXIT_NOT_FOUND;
    }
    print_curves(out, &c);
    return 0;
}
