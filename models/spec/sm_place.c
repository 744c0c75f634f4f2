/* SPDX-License-Identifier: Apache-2.0 */
#include "spec/chip.h"

static bool is_off(const sm_list *off, uint32_t number) {
    for (uint32_t i = 0; i < off->count; i++)
        if (off->number[i] == number)
            return true;
    return false;
}

/* The number on the die of the SM that programs know as `sm`. */
static uint32_t number_on_die(const chip_config *chip, uint32_t sm) {
    uint32_t number = 0;
    for (uint32_t before = 0;; number++) {
        if (is_off(&chip->sm.off, number))
            continue;
        if (before++ == sm)
            return number;
    }
}

uint32_t chip_sm_place(const chip_config *chip, uint32_t sm) {
    const uint32_t number = number_on_die(chip, sm);
    if (chip->sm.order == SM_NEIGHBOURS)
        return number;
    const uint32_t per_tpc = chip->sm.tpc ? chip->sm.tpc : 1, gpcs = chip_die_sms(chip) / chip->sm.gpc;
    const uint32_t tpc = number / per_tpc;
    return tpc % gpcs * chip->sm.gpc + tpc / gpcs * per_tpc + number % per_tpc;
}
