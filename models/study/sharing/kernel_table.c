/* SPDX-License-Identifier: Apache-2.0 */
#include "study/sharing/kernel_table.h"

#include <stddef.h>
#include <string.h>

/* An SM's share of the bandwidth: 208 GB/s over 13 SMs (Table 5.1). */
#define BYTES_PER_NS 16U

static const table_kernel lbm[] = {{"StreamCollide", 100, 290581, 18000, 0, 4320, 15}, {.name = NULL}};
static const table_kernel histo[] = {{"final", 20, 7024, 42, 0, 19456, 3},
                                     {"prescan", 20, 2087, 64, 4096, 9216, 4},
                                     {"intermediates", 20, 7788, 65, 0, 8964, 4},
                                     {"main", 20, 37258, 84, 24576, 16896, 1},
                                     {.name = NULL}};
static const table_kernel tpacf[] = {{"genhists", 1, 1461533, 201, 13312, 7680, 1}, {.name = NULL}};
static const table_kernel spmv[] = {{"spmvjds", 50, 4238, 374, 0, 928, 16}, {.name = NULL}};
static const table_kernel mri_q[] = {
    {"ComputeQ", 2, 338971, 1024, 0, 5376, 8}, {"ComputePhiMag", 1, 470, 4, 0, 6144, 4}, {.name = NULL}};
static const table_kernel sad[] = {{"largersadcalc8", 1, 817421, 8040, 0, 3328, 16},
                                   {"largersadcalc16", 1, 152938, 8040, 0, 832, 16},
                                   {"mbsadcalc", 1, 1544602, 128640, 2224, 2135, 7},
                                   {.name = NULL}};
static const table_kernel sgemm[] = {{"mysgemmNT", 1, 371718, 528, 512, 4480, 14}, {.name = NULL}};
static const table_kernel stencil[] = {{"block2Dregtiling", 100, 222730, 256, 0, 41984, 1}, {.name = NULL}};
static const table_kernel cutcp[] = {{"lattice6overlap", 11, 152011, 121, 4116, 3328, 3}, {.name = NULL}};
static const table_kernel mri_gridding[] = {{"binning", 1, 202141, 5188, 0, 4096, 4},
                                            {"scaninter1", 9, 759, 29, 665, 1173, 16},
                                            {"scanL1", 8, 82612, 2084, 4368, 9216, 3},
                                            {"uniformAdd", 8, 12730, 2084, 16, 4096, 4},
                                            {"reorder", 1, 253530, 5188, 0, 8192, 4},
                                            {"splitSort", 7, 383884, 2594, 4484, 10240, 3},
                                            {"griddingGPU", 1, 20839847, 65536, 1536, 3648, 10},
                                            {"splitRearrange", 7, 162293, 2594, 4160, 5888, 3},
                                            {"scaninter2", 9, 881, 29, 665, 1173, 16},
                                            {.name = NULL}};

const table_benchmark kernel_table_benchmarks[] = {
    {"lbm", "MEDIUM", "LONG", lbm},
    {"histo", "SHORT", "MEDIUM", histo},
    {"tpacf", "LONG", "MEDIUM", tpacf},
    {"spmv", "SHORT", "SHORT", spmv},
    {"mri-q", "MEDIUM", "SHORT", mri_q},
    {"sad", "LONG", "LONG", sad},
    {"sgemm", "MEDIUM", "SHORT", sgemm},
    {"stencil", "MEDIUM", "LONG", stencil},
    {"cutcp", "MEDIUM", "MEDIUM", cutcp},
    {"mri-gridding", "LONG", "LONG", mri_gridding},
    {.name = NULL},
};

const table_benchmark *kernel_table_find(const char *name) {
    for (const table_benchmark *b = kernel_table_benchmarks; b->name; b++)
        if (strcmp(b->name, name) == 0)
            return b;
    return NULL;
}

void kernel_table_offer(near_name *n) {
    for (const table_benchmark *b = kernel_table_benchmarks; b->name; b++)
        near_name_offer(n, b->name);
}

delay_kernel kernel_table_delays(const table_kernel *k) {
    const uint32_t wave = DELAY_SMS * k->per_sm, waves = (k->blocks + wave - 1) / wave;
    const uint64_t bytes = 4 * (uint64_t)k->registers + k->shared;
    return (delay_kernel){.blocks = k->blocks,
                          .per_sm = k->per_sm,
                          .block_cycles = (uint64_t)k->time * DELAY_MHZ / 100 / waves,
                          .save_cycles = bytes * DELAY_MHZ / (BYTES_PER_NS * 1000)};
}
