/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu/sm_kinds.h"

#include "core/core.h"
#include "sm/sm.h"

/* ---- SM_GTO ---- */

static void *gto_create(const sm_environment *env, uint32_t number, char *err, size_t err_size) {
    (void)err, (void)err_size; /* ends the program when out of memory */
    return sm_new(env->engine, env->domain, env->config, number, env->oracle, env->watch);
}

static void gto_destroy(void *s) {
    sm_free(s);
}

static int gto_component(const void *s) {
    return sm_component(s);
}

static void gto_attach_dispatcher(void *s, engine_link *in, engine_link *out) {
    sm_attach_dispatcher(s, in, out);
}

static void gto_attach_tlb(void *s, engine_link *to, engine_link *from) {
    sm_attach_tlb(s, to, from);
}

static void gto_attach_memory(void *s, engine_link *to, engine_link *from) {
    sm_attach_memory(s, to, from);
}

static const app_stats *gto_stats(void *s) {
    return sm_stats(s);
}

/* ---- SM_THESIS ---- */

static void *thesis_create(const sm_environment *env, uint32_t number, char *err, size_t err_size) {
    return core_new(env->engine, env->domain, env->config, number, env->oracle, env->tokens, env->watch, err,
                    err_size);
}

static void thesis_destroy(void *c) {
    core_free(c);
}

static int thesis_component(const void *c) {
    return core_component(c);
}

static void thesis_attach_dispatcher(void *c, engine_link *in, engine_link *out) {
    core_attach_dispatcher(c, in, out);
}

static void thesis_attach_tlb(void *c, engine_link *to, engine_link *from) {
    core_attach_tlb(c, to, from);
}

static void thesis_attach_memory(void *c, engine_link *to, engine_link *from) {
    core_attach_memory(c, to, from);
}

static const app_stats *thesis_stats(void *c) {
    return core_stats(c);
}

static uint64_t thesis_register_hash(const void *c, uint32_t app) {
    return core_register_hash(c, app);
}

static const core_switch_stats *thesis_switching(const void *c) {
    return core_switching(c);
}

const sm_interface sm_interfaces[] = {
    [SM_GTO] = {gto_create, gto_destroy, gto_component, gto_attach_dispatcher, gto_attach_tlb,
                gto_attach_memory, gto_stats, NULL, NULL},
    [SM_THESIS] = {thesis_create, thesis_destroy, thesis_component, thesis_attach_dispatcher,
                   thesis_attach_tlb, thesis_attach_memory, thesis_stats, thesis_register_hash,
                   thesis_switching},
};
