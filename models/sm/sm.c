/* SPDX-License-Identifier: Apache-2.0 */
#include "sm/sm.h"

#include "sm/gto/gto_sm.h"
#include "sm/thesis/thesis_sm.h"
#include "sm/thesis/thesis_units.h"

/* ---- SM_GTO ---- */

static void *gto_kind_create(const sm_environment *env, uint32_t number, char *err, size_t err_size) {
    (void)err, (void)err_size; /* ends the program when out of memory */
    return gto_sm_new(env->engine, env->domain, env->config, number, env->oracle, env->values, env->watch);
}

static void gto_kind_destroy(void *s) {
    gto_sm_free(s);
}

static int gto_kind_component(const void *s) {
    return gto_sm_component(s);
}

static void gto_kind_attach_dispatcher(void *s, engine_link *in, engine_link *out) {
    gto_sm_attach_dispatcher(s, in, out);
}

static void gto_kind_attach_tlb(void *s, engine_link *to, engine_link *from) {
    gto_sm_attach_tlb(s, to, from);
}

static void gto_kind_attach_memory(void *s, engine_link *to, engine_link *from) {
    gto_sm_attach_memory(s, to, from);
}

static void gto_kind_attach_data(void *s, data_oracle *data) {
    gto_sm_attach_data(s, data);
}

static const app_stats *gto_kind_stats(void *s) {
    return gto_sm_stats(s);
}

static uint64_t gto_kind_register_hash(const void *s, uint32_t app) {
    return gto_sm_register_hash(s, app);
}

static const switch_stats *gto_kind_switching(const void *s) {
    return gto_sm_switching(s);
}

static bool gto_kind_drained(const void *s) {
    return gto_sm_idle(s);
}

static bool gto_kind_quiet(const void *s, uint16_t asid) {
    return gto_sm_quiet(s, asid);
}

static sm_wait gto_kind_waits(const void *s, uint32_t app, uint16_t asid) {
    return gto_sm_waits(s, app, asid);
}

static void gto_kind_flush(void *s) {
    gto_sm_flush(s);
}

static void gto_kind_pause(void *s, uint32_t app, bool paused) {
    gto_sm_pause(s, app, paused);
}

static bool gto_kind_still(const void *s) {
    return gto_sm_still(s);
}

/* ---- SM_THESIS ---- */

static void *thesis_kind_create(const sm_environment *env, uint32_t number, char *err, size_t err_size) {
    thesis_sm *sm = thesis_sm_new(env->engine, env->domain, env->config, number, env->oracle, env->values,
                                  env->watch, err, err_size);
    if (sm)
        thesis_sm_set_contexts(sm, env->contexts);
    return sm;
}

static void thesis_kind_destroy(void *c) {
    thesis_sm_free(c);
}

static int thesis_kind_component(const void *c) {
    return thesis_sm_component(c);
}

static void thesis_kind_attach_dispatcher(void *c, engine_link *in, engine_link *out) {
    thesis_sm_attach_dispatcher(c, in, out);
}

static void thesis_kind_attach_tlb(void *c, engine_link *to, engine_link *from) {
    thesis_sm_attach_tlb(c, to, from);
}

static void thesis_kind_attach_memory(void *c, engine_link *to, engine_link *from) {
    thesis_sm_attach_memory(c, to, from);
}

static void thesis_kind_attach_data(void *c, data_oracle *data) {
    thesis_sm_attach_data(c, data);
}

static const app_stats *thesis_kind_stats(void *c) {
    return thesis_sm_stats(c);
}

static uint64_t thesis_kind_register_hash(const void *c, uint32_t app) {
    return thesis_sm_register_hash(c, app);
}

static const switch_stats *thesis_kind_switching(const void *c) {
    return thesis_switching(c);
}

static bool thesis_kind_drained(const void *c) {
    return thesis_sm_idle(c);
}

static bool thesis_kind_quiet(const void *c, uint16_t asid) {
    return thesis_sm_quiet(c, asid);
}

static sm_wait thesis_kind_waits(const void *c, uint32_t app, uint16_t asid) {
    return thesis_sm_waits(c, app, asid);
}

static void thesis_kind_flush(void *c) {
    thesis_sm_flush(c);
}

const sm_interface sm_interfaces[] = {
    [SM_GTO] = {gto_kind_create, gto_kind_destroy, gto_kind_component, gto_kind_attach_dispatcher,
                gto_kind_attach_tlb, gto_kind_attach_memory, gto_kind_attach_data, gto_kind_stats,
                gto_kind_register_hash, gto_kind_switching, gto_kind_drained, gto_kind_quiet, gto_kind_waits,
                gto_kind_flush, gto_kind_pause, gto_kind_still, gto_context_bytes, gto_drop_context, NULL},
    [SM_THESIS] = {thesis_kind_create, thesis_kind_destroy, thesis_kind_component,
                   thesis_kind_attach_dispatcher, thesis_kind_attach_tlb, thesis_kind_attach_memory,
                   thesis_kind_attach_data, thesis_kind_stats, thesis_kind_register_hash,
                   thesis_kind_switching, thesis_kind_drained, thesis_kind_quiet, thesis_kind_waits,
                   thesis_kind_flush, NULL, NULL, thesis_sm_context_bytes, thesis_sm_drop_context,
                   thesis_units_needs},
};

const unit_need *sm_units(const gpu_config *config) {
    return sm_interfaces[config->chip.sm.kind].units;
}
