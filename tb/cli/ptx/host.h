/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs kernels written for a GPU on the host: a thread of a block is a coroutine, a barrier switches to the
 * next one. Included before the kernels of kernels.h.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#define KERNEL           static void
#define DEVICE           static
#define SHARED           static
#define THREAD_X         (host_thread)
#define BLOCK_X          (host_block)
#define BLOCK_THREADS    (host_threads)
#define BARRIER          host_barrier()
#define ATOMIC_ADD(p, x) ((void)(*(p) += (x)))
#define ATOMIC_MIN(p, x) ((void)(*(p) = *(p) < (x) ? *(p) : (x)))
#define SQRT(x)          sqrtf(x)
#define FMA(a, b, c)     fmaf((a), (b), (c))

#define HOST_STACK 65536

static int host_thread, host_block, host_threads;
static ucontext_t host_scheduler, host_context[1024];
static int host_over[1024];
static char *host_stack;
static void (*host_kernel)(void);

static void host_barrier(void) {
    const int me = host_thread;
    swapcontext(&host_context[me], &host_scheduler);
    host_thread = me;
}

static void host_entry(void) {
    const int me = host_thread;
    host_kernel();
    host_over[me] = 1;
}

/* All threads in turn, each to its next barrier. */
static void host_run(void (*kernel)(void), int blocks, int threads) {
    host_kernel = kernel;
    host_threads = threads;
    if (!host_stack)
        host_stack = malloc((size_t)1024 * HOST_STACK);
    for (host_block = 0; host_block < blocks; host_block++) {
        for (int t = 0; t < threads; t++) {
            getcontext(&host_context[t]);
            host_context[t].uc_stack.ss_sp = host_stack + (size_t)t * HOST_STACK;
            host_context[t].uc_stack.ss_size = HOST_STACK;
            host_context[t].uc_link = &host_scheduler;
            host_over[t] = 0;
            makecontext(&host_context[t], host_entry, 0);
        }
        for (int left = threads; left;) {
            left = 0;
            for (int t = 0; t < threads; t++) {
                if (host_over[t])
                    continue;
                host_thread = t;
                swapcontext(&host_scheduler, &host_context[t]);
                left += !host_over[t];
            }
        }
    }
}
