/* SPDX-License-Identifier: Apache-2.0 */
#include "late_server.h"

#include <string.h>

#include "unit_test.h"

static void add(late_server *s, uint64_t cycle, const void *request) {
    uint64_t ready = cycle + s->latency;
    uint32_t place = s->open++;
    if (s->jitter)
        ready += unit_test_random(&s->random) % (s->jitter + 1);
    assert_true(s->open <= LATE_SERVER_PENDING);
    for (; place > 0 && s->pending[place - 1].ready > ready; place--)
        s->pending[place] = s->pending[place - 1];
    s->pending[place].ready = ready;
    memcpy(s->pending[place].request, request, s->request_bytes);
}

static uint64_t tick(void *self, uint64_t cycle) {
    late_server *s = self;
    const void *request;
    void *answer;
    for (; (request = link_peek(s->in)); link_pop(s->in))
        if (s->arrives(s->ctx, request))
            add(s, cycle, request);
    while (s->open && s->pending[0].ready <= cycle && (answer = link_push(s->out))) {
        s->answer(s->ctx, s->pending[0].request, answer);
        memmove(&s->pending[0], &s->pending[1], --s->open * sizeof(s->pending[0]));
    }
    return s->open ? s->pending[0].ready : GMMU_NEVER;
}

void late_server_start(late_server *s, engine *e, int domain, int client, const char *name,
                       size_t request_bytes, size_t answer_bytes) {
    assert_true(request_bytes <= LATE_SERVER_BYTES);
    const int server = engine_add_component(e, name, domain, tick, s);
    s->request_bytes = request_bytes;
    s->in = engine_add_link(e, name, client, server, request_bytes, 2, 1);
    s->out = engine_add_link(e, name, server, client, answer_bytes, 2, 1);
}
