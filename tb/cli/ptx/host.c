/* SPDX-License-Identifier: Apache-2.0 */
/*
 * host FOLDER: runs each kernel of kernels.h on the host. Reads FOLDER/a.f32, b.f32, a.s32, b.s32, and writes
 * what the kernel leaves to FOLDER/KERNEL.bin.
 */
#include "host.h"
#include "kernels.h"

#define WORDS (SIDE * SIDE)

static int a[N], b[N], to[WORDS];

static void load(const char *folder, const char *name, int *into) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file || fread(into, sizeof *into, N, file) != N)
        exit(2);
    fclose(file);
}

static void save(const char *folder, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.bin", folder, name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(to, sizeof *to, WORDS, file) != WORDS || fclose(file) != 0)
        exit(2);
}

#define RUN(name, type)                                                                                      \
    static void run_##name(void) {                                                                           \
        name((type *)to, (const type *)a, (const type *)b);                                                  \
    }
RUN(vector_add, float)
RUN(reduction, float)
RUN(divergence, float)
RUN(matrix, float)
RUN(sparse, float)
RUN(histogram, int)
RUN(search, int)
RUN(numbers, int)

static const struct {
    const char *name, *type;
    void (*run)(void);
    int blocks, threads, rounds, first;
} all[] = {
    {"vector_add", "f32", run_vector_add, 4, 256, 1, 0}, {"reduction", "f32", run_reduction, 4, 256, 1, 0},
    {"divergence", "f32", run_divergence, 16, 72, 1, 0}, {"matrix", "f32", run_matrix, 9, 256, 1, 0},
    {"sparse", "f32", run_sparse, 2, 128, 1, 0},         {"histogram", "s32", run_histogram, 8, 128, 1, 0},
    {"search", "s32", run_search, 4, 256, 16, FAR},      {"numbers", "s32", run_numbers, 8, 128, 1, 0},
};

int main(int argc, char **argv) {
    char name[64];
    if (argc != 2)
        return 2;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        snprintf(name, sizeof name, "a.%s", all[i].type);
        load(argv[1], name, a);
        snprintf(name, sizeof name, "b.%s", all[i].type);
        load(argv[1], name, b);
        for (int k = 0; k < WORDS; k++)
            to[k] = all[i].first;
        if (all[i].first)
            to[17] = 0;
        for (int k = 0; k < all[i].rounds; k++)
            host_run(all[i].run, all[i].blocks, all[i].threads);
        save(argv[1], all[i].name);
    }
    return 0;
}
