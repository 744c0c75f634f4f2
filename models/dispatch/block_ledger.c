/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/block_ledger.h"

#include <assert.h>
#include <string.h>

#include "base/alloc.h"
#include "config/messages.h"

void ledger_init(block_ledger *l, const gpu_config *config, uint32_t apps) {
    const uint64_t bytes = config->chip.memory.bytes;
    const uint32_t sms = config->chip.sm.count;
    *l = (block_ledger){.sm = &sm_interfaces[config->chip.sm.kind], .sms = sms, .apps = apps};
    if (config->schedule.contexts == CONTEXTS_VIRTUAL) {
        l->first = UINT64_C(1) << (page_table_virtual_bits(chip_page_table(&config->chip)) - 1);
        l->part = l->first;
    } else {
        l->first = bytes / 2;
        l->part = l->apart = bytes / 4 / apps / GMMU_LINE_BYTES * GMMU_LINE_BYTES;
    }
    l->held = alloc_zeroed(sms, sizeof *l->held);
    l->saved = alloc_zeroed(apps, sizeof *l->saved);
    l->bytes = alloc_zeroed(apps, sizeof *l->bytes);
    l->taken = (bool **)alloc_zeroed(apps, sizeof *l->taken);
    l->places = alloc_zeroed(apps, sizeof *l->places);
}

void ledger_destroy(block_ledger *l) {
    for (uint32_t i = 0; l->held && i < l->sms; i++)
        free(l->held[i].block);
    for (uint32_t a = 0; l->saved && a < l->apps; a++) {
        for (uint32_t i = 0; i < l->saved[a].count; i++)
            l->sm->drop_context(l->saved[a].block[i].context);
        free(l->saved[a].block);
        free(l->taken[a]);
    }
    free(l->held);
    free(l->saved);
    free(l->bytes);
    free((void *)l->taken);
    free(l->places);
}

bool ledger_kernel(block_ledger *l, const gpu_config *config, uint32_t app, const kernel_info *kernel,
                   uint32_t blocks) {
    l->bytes[app] = l->sm->context_bytes ? l->sm->context_bytes(config, kernel) : 0;
    l->places[app] = blocks;
    l->taken[app] = alloc_resize(l->taken[app], blocks, sizeof(bool));
    memset(l->taken[app], 0, blocks * sizeof(bool));
    return l->bytes[app] * blocks <= l->part;
}

/* ---- lists ---- */

static void block_ledger_add(ledger_list *list, ledger_block b) {
    if (list->count == list->size) {
        list->size = list->size ? 2 * list->size : 16;
        list->block = alloc_resize(list->block, list->size, sizeof *list->block);
    }
    list->block[list->count++] = b;
}

static ledger_block block_ledger_take(ledger_list *list, uint32_t index) {
    const ledger_block b = list->block[index];
    list->count--;
    memmove(&list->block[index], &list->block[index + 1], (list->count - index) * sizeof *list->block);
    return b;
}

static ledger_block take_held(block_ledger *l, uint32_t sm, uint32_t app, uint64_t block) {
    ledger_list *list = &l->held[sm];
    uint32_t i = 0;
    while (i < list->count && (list->block[i].app != app || list->block[i].block != block))
        i++;
    assert(i < list->count); /* an SM reports only blocks that it was given */
    return block_ledger_take(list, i);
}

/* ---- the way of a block ---- */

void ledger_run(block_ledger *l, uint32_t sm, uint32_t app, uint64_t block) {
    block_ledger_add(&l->held[sm], (ledger_block){.block = block, .app = app, .place = LEDGER_NO_PLACE});
}

ledger_block ledger_restore(block_ledger *l, uint32_t sm, uint32_t app) {
    ledger_block b = block_ledger_take(&l->saved[app], 0);
    const ledger_block restored = b;
    b.context = NULL;
    b.leaving = false;
    block_ledger_add(&l->held[sm], b);
    return restored;
}

uint64_t ledger_apps(const block_ledger *l, uint32_t sm) {
    uint64_t apps = 0;
    for (uint32_t i = 0; i < l->held[sm].count; i++)
        apps |= UINT64_C(1) << l->held[sm].block[i].app;
    return apps;
}

void ledger_done(block_ledger *l, uint32_t sm, uint32_t app, uint64_t block) {
    const ledger_block b = take_held(l, sm, app, block);
    if (b.place != LEDGER_NO_PLACE)
        l->taken[app][b.place] = false;
}

void ledger_saved(block_ledger *l, uint32_t sm, uint32_t app, uint64_t block, block_context *context) {
    ledger_block b = take_held(l, sm, app, block);
    b.context = context;
    block_ledger_add(&l->saved[app], b);
}

const ledger_block *ledger_leave(block_ledger *l, uint32_t sm) {
    for (uint32_t i = 0; i < l->held[sm].count; i++) {
        ledger_block *b = &l->held[sm].block[i];
        if (b->leaving)
            continue;
        b->leaving = true;
        if (b->place != LEDGER_NO_PLACE)
            return b;
        b->place = 0;
        while (l->taken[b->app][b->place])
            b->place++;
        assert(b->place < l->places[b->app]);
        l->taken[b->app][b->place] = true;
        return b;
    }
    return NULL;
}

uint64_t ledger_address(const block_ledger *l, const ledger_block *b) {
    return l->first + b->app * l->apart + b->place * l->bytes[b->app];
}
