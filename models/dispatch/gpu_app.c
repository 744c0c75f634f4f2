/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch/gpu_app.h"

#include "dispatch/block_scheduler.h"

static bool sms_are_shared(const gpu_config *config) {
    return block_scheduler_find(config->design.block_scheduler)->shares;
}

gpu_app gpu_app_placed(const gpu_app *app, const gpu_config *config) {
    gpu_app placed = *app;
    if (sms_are_shared(config)) {
        placed.first_sm = 0;
        placed.sms = config->chip.sm.count;
    }
    return placed;
}

uint32_t gpu_app_threads(const gpu_app *app, const gpu_config *config) {
    if (!sms_are_shared(config))
        return 0;
    return app->threads ? app->threads : 100;
}

uint64_t gpu_app_warps(const gpu_app *app, const chip_config *chip) {
    const sm_resources of_sm = sm_capacity(chip);
    return of_sm.warps * chip->sm.count * app->threads / 100;
}
