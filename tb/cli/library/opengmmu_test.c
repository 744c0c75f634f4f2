/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The simulator as a library (models/cli/opengmmu.h): several runs and several handles give the results that
 * one alone gives, mistakes are a returned line, and nothing reaches the streams of the process. The san
 * build looks for what is not freed.
 */
#include <malloc.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/opengmmu.h"
#include "unit_test.h"

#define KERNEL "kernel:stream,size=64K"
#define WORDS  (const char *const[])

/* A copy of the result, or the test fails with the error. */
static char *result_of(gmmu *g, const char *const *words) {
    const char *json = gmmu_run(g, words);
    if (!json)
        fail_msg("%s", gmmu_error(g));
    assert_null(gmmu_error(g));
    assert_true(json && json[0] == '{');
    return json ? strdup(json) : NULL;
}

static void test_runs(void **state) {
    const char *const one[] = {"run", "--app", KERNEL, NULL};
    const char *const both[] = {"compare", "--design", "mask", "--design", "sharedtlb", "--app",
                                KERNEL,    "--app",    KERNEL, "--seed",   "3",         NULL};
    (void)state;
    gmmu *g = gmmu_open(), *other = gmmu_open();
    assert_true(g && other);
    char *first = result_of(g, one), *of_both = result_of(g, both), *again = result_of(g, one);
    char *elsewhere = result_of(other, one), *both_elsewhere = result_of(other, both);
    assert_string_equal(first, again);
    assert_string_equal(first, elsewhere);
    assert_string_equal(of_both, both_elsewhere);
    assert_non_null(strstr(first, "\"event_hash\""));
    assert_non_null(strstr(of_both, "\"runs\""));
    assert_null(gmmu_warnings(g));
    free(first);
    free(of_both);
    free(again);
    free(elsewhere);
    free(both_elsewhere);
    gmmu_close(g);
    gmmu_close(other);
    gmmu_close(NULL);
}

typedef struct {
    const char *seed;
    char *json, *error;
} worker;

static void *worker_run(void *arg) {
    worker *w = arg;
    gmmu *g = gmmu_open();
    for (int i = 0; g && i < 3; i++) {
        free(w->json);
        free(w->error);
        const char *error = gmmu_run(g, WORDS{"run", "--app", w->seed, NULL}) ? "" : gmmu_error(g);
        w->error = strdup(error);
        const char *json = gmmu_run(g, WORDS{"run", "--app", KERNEL, "--seed", w->seed, NULL});
        w->json = json ? strdup(json) : NULL;
    }
    gmmu_close(g);
    return NULL;
}

/* Several handles at once, each with mistakes and runs of its own. */
static void test_threads(void **state) {
    static const char *const seeds[] = {"1", "2", "3", "4"};
    worker together[4] = {{0}}, alone = {0};
    pthread_t thread[4];
    (void)state;
    for (int i = 0; i < 4; i++) {
        together[i].seed = seeds[i];
        assert_int_equal(pthread_create(&thread[i], NULL, worker_run, &together[i]), 0);
    }
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_join(thread[i], NULL), 0);
    for (int i = 0; i < 4; i++) {
        alone.seed = seeds[i];
        (void)worker_run(&alone);
        assert_true(together[i].json && together[i].error && alone.json);
        assert_string_equal(together[i].json, alone.json);
        assert_string_equal(together[i].error, alone.error);
        assert_int_equal(strncmp(together[i].error, "gmmu: --app '", 13), 0);
        free(together[i].json);
        free(together[i].error);
    }
    free(alone.json);
    free(alone.error);
}

static void refused(gmmu *g, const char *const *words, const char *line) {
    if (gmmu_run(g, words))
        fail_msg("not refused: '%s'", line);
    assert_non_null(gmmu_error(g));
    if (strncmp(gmmu_error(g), line, strlen(line)) != 0)
        fail_msg("'%s': expected '%s'", gmmu_error(g), line);
    assert_null(strchr(gmmu_error(g), '\n'));
}

static void test_mistakes(void **state) {
    (void)state;
    gmmu *g = gmmu_open();
    assert_non_null(g);
    refused(g, WORDS{NULL}, "gmmu: command '': expected run, compare or show");
    refused(g, NULL, "gmmu: command '': expected run, compare or show");
    refused(g, WORDS{"rnu", NULL}, "gmmu: command 'rnu': expected run, compare or show; did you mean 'run'?");
    refused(g, WORDS{"probe", NULL}, "gmmu: command 'probe': expected run, compare or show");
    refused(g, WORDS{"run", "--help", NULL}, "gmmu: unknown option '--help'");
    refused(g, WORDS{"run", "--seed", NULL}, "gmmu: option without value '--seed'");
    refused(g, WORDS{"run", "--see", "1", NULL},
            "gmmu: unknown option '--see': see 'gmmu help'; did you mean '--seed'?");
    refused(g, WORDS{"run", "--design", "nothing", NULL},
            "gmmu: --design 'nothing': expected a name of 'gmmu list'");
    refused(g, WORDS{"run", "--app", "kernel:streem", NULL}, "gmmu: ");
    refused(g, WORDS{"run", "--app", KERNEL, "--json", "x.json", NULL},
            "gmmu: --json: expected no such output");
    refused(g, WORDS{"run", "--app", KERNEL, "--every", "1", NULL}, "gmmu: --every: expected no such output");
    refused(g, WORDS{"run", "--app", KERNEL, "--csv", "-", NULL},
            "gmmu: --csv, --kanata, --perfetto or --ticks on standard output: expected no such output");
    refused(g, WORDS{"run", "--app", KERNEL, "--csv", "/dev/stderr", NULL},
            "gmmu: --csv, --kanata, --perfetto or --ticks on standard error: expected no such output");
    refused(g, WORDS{"run", "--app", KERNEL, "--csv", "/nowhere/x.csv", NULL},
            "gmmu: cannot write '/nowhere/x.csv'");
    refused(g, WORDS{"run", "--app", KERNEL, "--max-cycles", "10", NULL},
            "gmmu: mask: not finished after 10 cycles");
    refused(g, WORDS{"run", "--app", "trace:/nowhere", NULL}, "gmmu: ");
    refused(g, WORDS{"run", "--chip", "{\"name\": 3}", NULL}, "gmmu: description: ");
    refused(g, WORDS{"run", "--chip", "{\"name\": \n?", NULL}, "gmmu: description:2: expected JSON: ");
    refused(g, WORDS{"show", "--app", KERNEL, NULL},
            "gmmu: option 'app': expected one that this command has");
    char *json = result_of(g, WORDS{"run", "--app", KERNEL, NULL});
    free(json);
    gmmu_close(g);
}

/* What gmmu_run() shows of a chip is a chip that it runs. */
static void test_descriptions(void **state) {
    (void)state;
    gmmu *g = gmmu_open();
    assert_non_null(g);
    char *chip = result_of(g, WORDS{"show", "--chip", "mask", NULL});
    char *design = result_of(g, WORDS{"show", "--design", "sharedtlb", NULL});
    char *small = result_of(g, WORDS{"show", "--set", "tlb.l2.entries=64", NULL});
    char *named =
        result_of(g, WORDS{"run", "--design", "sharedtlb", "--app", "kernel:gups,size=4M,updates=4K", NULL});
    char *given = result_of(
        g, WORDS{"run", "--chip", chip, "--design", design, "--app", "kernel:gups,size=4M,updates=4K", NULL});
    char *other = result_of(g, WORDS{"run", "--chip", small, "--design", design, "--app",
                                     "kernel:gups,size=4M,updates=4K", NULL});
    const char *hash = strstr(named, "\"event_hash\""), *same = strstr(given, "\"event_hash\""),
               *changed = strstr(other, "\"event_hash\"");
    assert_true(hash && same && changed);
    assert_int_equal(strncmp(hash, same, 32), 0);
    assert_int_not_equal(strncmp(hash, changed, 32), 0);
    free(chip);
    free(design);
    free(small);
    free(named);
    free(given);
    free(other);
    gmmu_close(g);
}

/* The streams of the process while a function runs: bytes written to both. */
static off_t bytes_of_streams(void (*run)(gmmu *g), gmmu *g) {
    char name[] = "/tmp/gmmu-streams-XXXXXX";
    const int file = mkstemp(name), out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
    if (file < 0 || out < 0 || err < 0) {
        fail_msg("no file for the streams");
        return -1;
    }
    (void)unlink(name);
    fflush(NULL);
    assert_true(dup2(file, STDOUT_FILENO) >= 0 && dup2(file, STDERR_FILENO) >= 0);
    run(g);
    fflush(NULL);
    assert_true(dup2(out, STDOUT_FILENO) >= 0 && dup2(err, STDERR_FILENO) >= 0);
    const off_t bytes = lseek(file, 0, SEEK_END);
    close(file);
    close(out);
    close(err);
    return bytes;
}

static void run_and_mistake(gmmu *g) {
    (void)gmmu_run(
        g, WORDS{"compare", "--design", "mask", "--design", "ideal", "--app", KERNEL, "--app", KERNEL, NULL});
    (void)gmmu_run(g, WORDS{"run", "--app", "nothing", NULL});
    (void)gmmu_run(g, WORDS{"run", "--app", KERNEL, "--max-cycles", "5", NULL});
}

static void speak(gmmu *g) {
    (void)g;
    puts("line");
}

static void test_streams(void **state) {
    (void)state;
    gmmu *g = gmmu_open();
    assert_non_null(g);
    assert_int_equal(bytes_of_streams(run_and_mistake, g), 0);
    assert_int_equal(bytes_of_streams(speak, g), 5);
    gmmu_close(g);
}

#if defined __has_feature
#if __has_feature(address_sanitizer)
#define SANITIZED true
#endif
#endif
#ifndef SANITIZED
#define SANITIZED false
#endif

/* The process may have that number of bytes of address space beyond today's; 0: any number. */
static void allow_memory(rlim_t more) {
    struct rlimit limit = {0};
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    const bool known = file && fscanf(file, "%lu", &pages) == 1;
    if (file)
        (void)fclose(file);
    assert_true(known && getrlimit(RLIMIT_AS, &limit) == 0);
    limit.rlim_cur = more ? (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + more : limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
}

/* Without memory a run ends with a line, in threads of its own and without them; the handle serves on. */
static void test_memory(void **state) {
    (void)state;
    if (SANITIZED) {
        skip(); /* what such a run had is lost, and a sanitizer takes more memory than there is */
        return;
    }
    gmmu *g = gmmu_open();
    assert_non_null(g);
    char *before = result_of(g, WORDS{"run", "--app", KERNEL, NULL});
    for (int i = 0; i < 2; i++) {
        allow_memory(i ? (rlim_t)16 << 20 : (rlim_t)1 << 20); /* 1 MB has no room for a thread */
        const char *json = gmmu_run(g, WORDS{"run", "--app", KERNEL, NULL});
        const bool said = !json && gmmu_error(g) && strstr(gmmu_error(g), "out of memory");
        allow_memory(0);
        assert_true(said);
    }
    char *after = result_of(g, WORDS{"run", "--app", KERNEL, NULL});
    assert_string_equal(before, after);
    free(before);
    free(after);
    gmmu_close(g);
}

int main(void) {
    /* What is freed is given back, for test_memory(). */
    (void)mallopt(M_ARENA_MAX, 1);
    (void)mallopt(M_MMAP_THRESHOLD, 128 << 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runs),    cmocka_unit_test(test_threads), cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_streams), cmocka_unit_test(test_memory),  cmocka_unit_test(test_descriptions),
    };
    return UNIT_TEST_RUN("opengmmu", tests);
}
