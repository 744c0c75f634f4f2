/* SPDX-License-Identifier: Apache-2.0 */
/* A machine for experiments that is made of nothing but TLBs. */
#ifndef GMMU_FAKE_GPU_H
#define GMMU_FAKE_GPU_H

#include <stdbool.h>
#include <stdint.h>

#include "study/probe/probe_machine.h"

#define FAKE_LEVELS  4U
#define FAKE_ENTRIES 2048U
#define FAKE_SMS     24U

typedef enum { INDEX_LOW, INDEX_XOR, INDEX_MODULO } index_kind;

typedef struct {
    uint64_t key[FAKE_ENTRIES], used[FAKE_ENTRIES], valid[FAKE_ENTRIES];
} fake_array;

/* Each instance is shared by the SMs whose `instance` it is; LRU. */
typedef struct {
    uint32_t sets, ways;
    uint32_t piece_bits; /* log2 of the bytes that a miss brings */
    uint32_t pages_bits; /* log2 of the pieces of an entry */
    index_kind index;
    uint32_t instance[FAKE_SMS]; /* below FAKE_SMS */
    fake_array *array[FAKE_SMS]; /* by instance; made when first used */
} fake_level;

typedef struct {
    fake_level level[FAKE_LEVELS];
    uint32_t levels;
    uint32_t latency[FAKE_LEVELS + 1]; /* of an access that the level serves; the last: of a walk */
    uint64_t clock;
    uint64_t runs;
    uint64_t fails_after; /* runs; 0: never */
} fake_gpu;

fake_gpu *fake_gpu_new(void);
void fake_gpu_free(fake_gpu *g);
/* With levels at random, each of which an experiment can see; every SM has the same instances. */
fake_gpu *fake_gpu_draw(uint64_t *random);
/* least .. most */
uint64_t fake_draw(uint64_t *random, uint64_t least, uint64_t most);
uint32_t fake_entries(const fake_level *l);
/* log2 of the bytes of an entry */
uint32_t fake_covers_bits(const fake_level *l);
/* bytes */
uint64_t fake_reach(const fake_level *l);
/* Cycles of an access, and where its translation was is changed. */
uint32_t fake_gpu_access(fake_gpu *g, uint32_t sm, uint64_t address);
/* Of 64 GB, with one SM; it must not outlive g. */
probe_machine fake_gpu_machine(fake_gpu *g);

#endif
