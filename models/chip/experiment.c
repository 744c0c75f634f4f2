/* SPDX-License-Identifier: Apache-2.0 */
#include "chip/experiment.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/outside.h"

#define SLICE_CYCLES 20000U
#define SHOW_NS      100000000L

typedef struct {
    experiment *const *list;
    size_t count;
    const outside_place *callers; /* of the thread that wants the runs, or NULL */
    atomic_size_t next;
    atomic_bool failed;
    pthread_mutex_t lock;
    pthread_cond_t ended; /* one has finished */
    size_t finished;      /* under the lock */
} pool;

static double experiment_seconds_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Shows the epochs that are over since `shown` of them were, if they are enough. False: nobody takes them.
 */
static bool show_epochs(experiment *x, const gpu *g, uint64_t *shown) {
    const uint64_t ended = gpu_cycle(g) / x->config.mask.epoch_cycles;
    if (!x->show || ended - *shown < x->show_every)
        return true;
    gpu_result so_far;
    gpu_collect(g, &so_far);
    const bool taken = x->show(x->show_ctx, x, &so_far);
    gpu_result_free(&so_far);
    *shown = ended;
    return taken;
}

static void run_one(experiment *x, const atomic_bool *give_up) {
    double start = experiment_seconds_now();
    if (x->max_cycles && gpu_window_end(&x->config) > x->max_cycles) {
        snprintf(x->error, sizeof x->error,
                 "%s: the window of measure.epochs ends in cycle %" PRIu64
                 ": expected a --max-cycles of that or more",
                 x->label, gpu_window_end(&x->config));
        return;
    }
    gpu *g = gpu_new(&x->config, x->app, x->napps, x->watch, x->error, sizeof x->error);
    if (!g)
        return;
    x->error[0] = '\0'; /* one that gives up for another's failure has nothing to say */
    gpu_status status = GPU_RUNNING;
    uint64_t shown = 0;
    while (status == GPU_RUNNING && !atomic_load(give_up)) {
        uint64_t left = x->max_cycles ? x->max_cycles - gpu_cycle(g) : SLICE_CYCLES;
        status = gpu_run(g, left < SLICE_CYCLES ? left : SLICE_CYCLES);
        atomic_store(&x->progress, (unsigned)(1000.0 * gpu_progress(g)));
        atomic_store(&x->cycle, gpu_cycle(g));
        if (status == GPU_RUNNING && !show_epochs(x, g, &shown))
            break;
        if (status == GPU_RUNNING && x->max_cycles && gpu_cycle(g) >= x->max_cycles) {
            snprintf(x->error, sizeof x->error, "%s: not finished after %llu cycles (--max-cycles)", x->label,
                     (unsigned long long)x->max_cycles);
            break;
        }
    }
    if (status == GPU_ERROR)
        snprintf(x->error, sizeof x->error, "%s", gpu_error(g));
    x->ok = status == GPU_DONE;
    if (x->ok) {
        gpu_collect(g, &x->result);
        x->ok = (!x->show || x->show(x->show_ctx, x, &x->result)) &&
                (!x->config.check_values || gpu_reference(g, &x->result, x->error, sizeof x->error));
        x->result.seconds = experiment_seconds_now() - start;
        atomic_store(&x->progress, 1000U);
    }
    gpu_free(g);
}

/* A run of which the memory runs out ends alone, where the caller has an outside of its own: what it had
 * allocated is lost. */
static void run_within(experiment *x, pool *p) {
    if (!p->callers) {
        run_one(x, &p->failed);
        return;
    }
    outside_place here = {.messages = p->callers->messages};
    outside_place *before = outside_enter(&here);
    if (setjmp(here.no_memory) == 0) {
        run_one(x, &p->failed);
    } else {
        x->ok = false;
        (void)snprintf(x->error, sizeof x->error, "out of memory");
    }
    outside_enter(before);
}

static void *experiment_worker(void *arg) {
    pool *p = arg;
    for (;;) {
        size_t i = atomic_fetch_add(&p->next, 1);
        if (i >= p->count)
            return NULL;
        if (!atomic_load(&p->failed)) {
            run_within(p->list[i], p);
            if (!p->list[i]->ok)
                atomic_store(&p->failed, true);
        }
        pthread_mutex_lock(&p->lock);
        p->finished++;
        pthread_cond_signal(&p->ended);
        pthread_mutex_unlock(&p->lock);
    }
}

/* Waits until one more has finished, for a tenth of a second at most. Have all finished? */
static bool all_finished(pool *p) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_nsec += SHOW_NS;
    if (t.tv_nsec >= 1000000000L) {
        t.tv_nsec -= 1000000000L;
        t.tv_sec++;
    }
    pthread_mutex_lock(&p->lock);
    const size_t before = p->finished;
    while (p->finished < p->count && p->finished == before &&
           pthread_cond_timedwait(&p->ended, &p->lock, &t) == 0) {
    }
    const bool all = p->finished == p->count;
    pthread_mutex_unlock(&p->lock);
    return all;
}

/* The condition's time does not jump when somebody sets the clock. */
static void pool_begin(pool *p) {
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&p->ended, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&p->lock, NULL);
}

bool experiments_run(experiment *const *list, size_t count, unsigned threads, progress_fn progress,
                     void *ctx) {
    pool p = {.list = list, .count = count, .callers = outside_here()};
    pool_begin(&p);
    pthread_t thread[64];
    unsigned wanted = threads < 1 ? 1 : threads > 64 ? 64 : threads;
    unsigned started = 0;
    while (started < wanted && started < count &&
           pthread_create(&thread[started], NULL, experiment_worker, &p) == 0)
        started++;
    if (started == 0)
        experiment_worker(&p);
    for (bool all = count == 0; !all;) {
        all = all_finished(&p);
        if (progress)
            progress(ctx, list, count);
    }
    for (unsigned i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    pthread_cond_destroy(&p.ended);
    pthread_mutex_destroy(&p.lock);
    return !atomic_load(&p.failed);
}

double normalized_progress(const gpu_result *shared, const double *alone_ipc, uint32_t app) {
    return alone_ipc[app] > 0.0 ? app_ipc(&shared->app[app]) / alone_ipc[app] : 0.0;
}

progress_metrics shared_progress(const gpu_result *shared, const double *alone_ipc) {
    double progress[CHIP_MAX_APPS] = {0};
    for (uint32_t i = 0; i < shared->apps; i++)
        progress[i] = normalized_progress(shared, alone_ipc, i);
    return progress_metrics_of(progress, shared->apps);
}
