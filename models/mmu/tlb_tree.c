/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/tlb_tree.h"

#include <assert.h>
#include <stdio.h>

#include "base/alloc.h"
#include "config/messages.h"

/* The first level outside the SM. */
static uint32_t first_level(const chip_config *chip) {
    return chip_l1_tlb_in_sm(chip) ? 1 : 0;
}

static int component_of(const tlb_tree *t, uint32_t level, uint32_t instance) {
    return t->middle[level] != NULL ? middle_tlb_component(t->middle[level][instance])
                                    : last_level_component(t->last);
}

/* A link is full when the messages of one application keep the messages of another from it; with queues of
 * their own it has room for one of each cycle, until its place is free again. */
static uint32_t tlb_link_slots(const chip_config *chip, uint32_t level) {
    const uint32_t each_cycle = chip_tlb_distance(chip, level) + 2;
    const bool apart = chip->tlb.level[level].queue_partitions != 0;
    return apart && each_cycle > chip->link_slots ? each_cycle : chip->link_slots;
}

/* Links from `component`, whose first SM is at `place`, to its instance of a level, of which it is the
 * client. */
static tlb_links tlb_tree_connect(tlb_tree *t, const char *of, uint32_t number, uint32_t level,
                                  uint32_t place, uint32_t client_sms, int component) {
    const chip_config *chip = &t->config->chip;
    uint32_t shared = chip_tlb_sms(chip, level), latency = chip_tlb_distance(chip, level);
    assert(shared != 0 && client_sms != 0); /* make_level() has seen to it */
    uint32_t slots = tlb_link_slots(chip, level);
    uint32_t instance = place / shared, client = place % shared / client_sms;
    int next = component_of(t, level, instance);
    char to[48], from[48];
    (void)snprintf(to, sizeof to, "tlb requests of %s %u", of, number);
    (void)snprintf(from, sizeof from, "tlb replies to %s %u", of, number);
    tlb_links l;
    l.to = engine_add_link(t->engine, to, component, next, sizeof(tlb_request), slots, latency);
    l.from = engine_add_link(t->engine, from, next, component, sizeof(tlb_reply), slots, latency);
    if (t->middle[level] != NULL)
        middle_tlb_attach(t->middle[level][instance], client, l.to, l.from);
    else
        last_level_attach(t->last, client, l.to, l.from);
    return l;
}

static bool make_level(tlb_tree *t, int core_domain, uint32_t level, uint32_t apps) {
    const chip_config *chip = &t->config->chip;
    uint32_t shared = chip_tlb_sms(chip, level);
    if (shared == 0)
        return false;
    t->instances[level] = (chip_die_sms(chip) + shared - 1) / shared;
    t->middle[level] = alloc_zeroed(t->instances[level], sizeof *t->middle[level]);
    for (uint32_t i = 0; i < t->instances[level]; i++) {
        t->middle[level][i] = middle_tlb_new(t->engine, core_domain, t->config, level, i, apps);
        if (t->middle[level][i] == NULL)
            return false;
    }
    return true;
}

bool tlb_tree_init(tlb_tree *t, engine *e, int core_domain, const gpu_config *config, uint32_t apps,
                   last_level *last, char *err, size_t err_size) {
    const chip_config *chip = &config->chip;
    *t = (tlb_tree){.engine = e, .config = config, .last = last};
    chip_sm_places(chip, t->place);
    for (uint32_t level = first_level(chip); level + 1 < chip->tlb.levels; level++) {
        if (make_level(t, core_domain, level, apps))
            continue;
        (void)snprintf(err, err_size, "chip %s: level %u of the TLBs cannot be built", chip->name, level + 1);
        return false;
    }
    for (uint32_t level = 0; level + 1 < chip->tlb.levels; level++) {
        uint32_t sms = chip_tlb_sms(chip, level);
        for (uint32_t i = 0; i < t->instances[level]; i++) {
            char of[16];
            (void)snprintf(of, sizeof of, "level %u", level + 1);
            tlb_links l = tlb_tree_connect(t, of, i, level + 1, i * sms, sms, component_of(t, level, i));
            middle_tlb_attach_next(t->middle[level][i], l.to, l.from);
        }
    }
    return true;
}

void tlb_tree_destroy(tlb_tree *t) {
    for (uint32_t level = 0; level < CHIP_MAX_TLB_LEVELS; level++) {
        for (uint32_t i = 0; i < t->instances[level]; i++)
            middle_tlb_free(t->middle[level][i]);
        free((void *)t->middle[level]);
    }
}

tlb_links tlb_tree_connect_sm(tlb_tree *t, uint32_t sm, int component) {
    return tlb_tree_connect(t, "sm", sm, first_level(&t->config->chip), t->place[sm], 1, component);
}

void tlb_tree_invalidate(tlb_tree *t) {
    last_level_invalidate(t->last);
    for (uint32_t level = 0; level < CHIP_MAX_TLB_LEVELS; level++)
        for (uint32_t i = 0; i < t->instances[level]; i++)
            middle_tlb_invalidate(t->middle[level][i]);
}

void tlb_tree_collect(const tlb_tree *t, uint32_t app, app_stats *to) {
    for (uint32_t level = 0; level < CHIP_MAX_TLB_LEVELS; level++)
        for (uint32_t i = 0; i < t->instances[level]; i++)
            app_stats_add(to, &middle_tlb_stats(t->middle[level][i])[app]);
}
