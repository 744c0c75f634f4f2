/* How long a tick of a busy SM takes: cycles and instructions per second of one SM alone. */
#include "unit_test.h"

#include "sm_rig.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BLOCKS 64U
#define WARPS  8U
#define LENGTH 400U

/* Per instruction mix: one access in so many instructions, its stride, what feeds what. */
typedef struct {
    const char *name;
    uint64_t stride;
    uint32_t access_every; /* 0: never */
    uint32_t independent;  /* instructions between a result and its use */
} mix;

static double run(const mix *m, bool ideal) {
    sm_rig *r = sm_rig_new();
    warp_inst *inst = calloc(WARPS * LENGTH, sizeof(*inst));
    const warp_inst *program[WARPS];
    uint32_t count[WARPS];
    uint64_t random = 1;
    assert_non_null(inst);
    r->config.design.ideal_tlb = ideal;
    r->memory.latency = 200;
    sm_rig_start(r, 2048);
    r->watch.inst = NULL;
    for (uint32_t b = 0; b < BLOCKS; b++) {
        for (uint32_t w = 0; w < WARPS; w++) {
            warp_inst *p = &inst[w * LENGTH];
            program[w] = p;
            count[w] = LENGTH;
            for (uint32_t i = 0; i < LENGTH; i++) {
                uint8_t dst = (uint8_t)(i % 32), src = (uint8_t)((i - m->independent) % 32);
                uint64_t base = unit_test_random(&random) % 2000 * 4096;
                p[i] = m->access_every && i % m->access_every == 0
                           ? inst_access(i, OP_LOAD, SPACE_GLOBAL, dst, base, m->stride)
                           : inst_alu(i, dst, src);
                for (uint32_t lane = 0; m->stride > 4096 && lane < GMMU_LANES; lane++)
                    p[i].addr[lane] = unit_test_random(&random) % 2000 * 4096;
            }
        }
        sm_rig_add_block(r, WARPS, program, count);
    }
    struct timespec t0, t1;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t0);
    (void)engine_run(r->engine, GMMU_NEVER);
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t1);
    double seconds = (double)(t1.tv_sec - t0.tv_sec) + 1e-9 * (double)(t1.tv_nsec - t0.tv_nsec);
    const app_stats *s = &sm_stats(r->sm)[SM_RIG_APP];
    (void)printf("%-12s %-6s %8" PRIu64 " cycles  ipc %.2f  %6.1f ns per cycle  %6.1f ns per instruction\n",
                 m->name, ideal ? "ideal" : "", r->done_cycle,
                 (double)s->instructions / (double)r->done_cycle, 1e9 * seconds / (double)r->done_cycle,
                 1e9 * seconds / (double)s->instructions);
    free(inst);
    sm_rig_free(r);
    return seconds;
}

int main(void) {
    static const mix mixes[] = {
        {"alu", 0, 0, 8},       {"chain", 0, 0, 1},     {"stream", 4, 6, 4},
        {"strided", 256, 6, 4}, {"random", 8192, 6, 4},
    };
    for (uint32_t i = 0; i < sizeof(mixes) / sizeof(mixes[0]); i++) {
        (void)run(&mixes[i], false);
        (void)run(&mixes[i], true);
    }
    return 0;
}
