/* SPDX-License-Identifier: Apache-2.0 */
/* What is said of results: equality, figures of an application, their end. */
#include <stdlib.h>
#include <string.h>

#include "chip/gpu.h"

bool app_values_right(const app_result *app) {
    return app->values.registers == app->reference.registers && app->values.memory == app->reference.memory;
}

static bool same_app(const app_result *a, const app_result *b) {
    return strcmp(a->name, b->name) == 0 && a->asid == b->asid && a->sms == b->sms && a->begin == b->begin &&
           a->launches == b->launches && a->first_instructions == b->first_instructions &&
           a->first_cycles == b->first_cycles && a->ipc_launches == b->ipc_launches &&
           a->ipc_cycles == b->ipc_cycles && a->tokens == b->tokens &&
           memcmp(&a->stats, &b->stats, sizeof a->stats) == 0 &&
           memcmp(&a->values, &b->values, sizeof a->values) == 0;
}

bool gpu_result_equal(const gpu_result *a, const gpu_result *b) {
    bool same = a->cycles == b->cycles && a->window_from == b->window_from &&
                a->mem_cycles == b->mem_cycles && a->event_hash == b->event_hash && a->events == b->events &&
                a->apps == b->apps && a->epoch_samples == b->epoch_samples &&
                a->chip_epochs == b->chip_epochs &&
                memcmp(a->queue_sum, b->queue_sum, sizeof a->queue_sum) == 0 &&
                memcmp(&a->faults, &b->faults, sizeof a->faults) == 0 &&
                memcmp(&a->switching, &b->switching, sizeof a->switching) == 0 &&
                memcmp(&a->preemptions, &b->preemptions, sizeof a->preemptions) == 0 &&
                memcmp(&a->coalescing, &b->coalescing, sizeof a->coalescing) == 0 &&
                memcmp(&a->compaction, &b->compaction, sizeof a->compaction) == 0 &&
                a->owned_frames == b->owned_frames && a->pages_in_use == b->pages_in_use &&
                a->spare_pages == b->spare_pages && a->failsafe_pages == b->failsafe_pages &&
                memcmp(&a->places, &b->places, sizeof a->places) == 0;
    if (same && a->epoch_samples)
        same = memcmp(a->app_flow, b->app_flow, a->epoch_samples * sizeof *a->app_flow) == 0 &&
               memcmp(a->chip_flow, b->chip_flow, a->chip_epochs * sizeof *a->chip_flow) == 0;
    for (uint32_t i = 0; same && i < a->apps; i++)
        same = same_app(&a->app[i], &b->app[i]);
    return same;
}

void gpu_result_free(gpu_result *result) {
    free(result->epochs);
    free(result->app_flow);
    free(result->chip_flow);
    free(result->ticks);
    result->epochs = NULL;
    result->ticks = NULL;
    result->app_flow = NULL;
    result->chip_flow = NULL;
    result->epoch_samples = result->chip_epochs = result->tick_rows = 0;
}

uint64_t app_ipc_instructions(const app_result *app) {
    return app->window_cycles ? app->stats.instructions : app->first_instructions * app->ipc_launches;
}

uint64_t app_ipc_cycles(const app_result *app) {
    return app->window_cycles ? app->window_cycles : app->ipc_cycles;
}

double app_ipc(const app_result *app) {
    const uint64_t cycles = app_ipc_cycles(app);
    return cycles ? (double)app_ipc_instructions(app) / (double)cycles : 0.0;
}
