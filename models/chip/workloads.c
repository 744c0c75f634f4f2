/* SPDX-License-Identifier: Apache-2.0 */
#include "chip/workloads.h"

bool workloads_open(workload **work, const gpu_app *apps, uint32_t count, const gpu_config *config,
                    const observer *watch, char *err, size_t err_size) {
    for (uint32_t i = 0; i < count; i++) {
        const gpu_app *a = &apps[i];
        work[i] = a->spec ? workload_open(a->spec, config->window_bytes, config->seed,
                                          chip_code_style(&config->chip), err, err_size)
                          : workload_open_made(a->make, a->make_ctx, config->window_bytes, err, err_size);
        if (!work[i])
            return false;
        workload_ask_opcodes(work[i], watch);
    }
    return true;
}

bool workloads_pin_pages(workload *const *work, uint32_t count) {
    bool pins = false;
    for (uint32_t i = 0; i < count; i++)
        pins |= workload_pins_pages(work[i]);
    return pins;
}
