#include "core/core.h"

#include <stdlib.h>

#include "engine/alloc.h"

struct core {
    int component;
    app_stats stats[GMMU_NUM_APPS];
};

static uint64_t core_tick(void *self, uint64_t cycle) {
    (void)self;
    (void)cycle;
    return GMMU_NEVER;
}

core *core_new(engine *e, int domain, const gpu_config *config, uint32_t number, oracle *check,
               token_memory *const *tokens, const observer *watch, char *err, size_t err_size) {
    core *c = alloc_zeroed(1, sizeof(*c));
    char name[16];
    (void)config, (void)check, (void)tokens, (void)watch, (void)err, (void)err_size;
    (void)snprintf(name, sizeof(name), "sm%u", number);
    c->component = engine_add_component(e, name, domain, core_tick, c);
    return c;
}

void core_free(core *c) {
    free(c);
}

int core_component(const core *c) {
    return c->component;
}

void core_attach_dispatcher(core *c, engine_link *in, engine_link *out) {
    (void)c, (void)in, (void)out;
}

void core_attach_tlb(core *c, engine_link *to, engine_link *from) {
    (void)c, (void)to, (void)from;
}

void core_attach_memory(core *c, engine_link *to, engine_link *from) {
    (void)c, (void)to, (void)from;
}

const app_stats *core_stats(const core *c) {
    return c->stats;
}

uint64_t core_register_hash(const core *c, uint32_t app) {
    (void)c, (void)app;
    return 0;
}

bool core_idle(const core *c) {
    (void)c;
    return true;
}
