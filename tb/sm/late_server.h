/* SPDX-License-Identifier: Apache-2.0 */
/* A component of test benches that answers requests later, and on request out of order. */
#ifndef GMMU_LATE_SERVER_H
#define GMMU_LATE_SERVER_H

#include "base/engine.h"

#define LATE_SERVER_PENDING 1024U
#define LATE_SERVER_BYTES   64U /* of a request, at most */

typedef struct {
    uint64_t ready;
    unsigned char request[LATE_SERVER_BYTES];
} late_server_request;

typedef struct {
    uint32_t latency; /* from the arrival of a request to the answer's departure */
    uint32_t jitter;  /* at most this many cycles more */
    uint64_t random;
    /* A request arrives; false: nothing waits for an answer. */
    bool (*arrives)(void *ctx, const void *request);
    /* Makes the answer to a request. */
    void (*answer)(void *ctx, const void *request, void *answer);
    void *ctx;
    size_t request_bytes;
    engine_link *in, *out;
    uint32_t open;
    late_server_request pending[LATE_SERVER_PENDING]; /* in order of `ready` */
} late_server;

/* Adds it to the engine with both links; the fields above `in` are set. */
void late_server_start(late_server *s, engine *e, int domain, int client, const char *name,
                       size_t request_bytes, size_t answer_bytes);

#endif
