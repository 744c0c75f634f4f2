/* SPDX-License-Identifier: Apache-2.0 */
#include "config/chip.h"

static bool is_off(const sm_list *off, uint32_t number) {
    for (uint32_t i = 0; i < off->count; i++)
        if (off->number[i] == number)
            return true;
    return false;
}

static uint32_t place_on_die(const chip_config *chip, uint32_t number) {
    if (chip->sm.order == SM_NEIGHBOURS)
        return number;
    const uint32_t per_tpc = chip->sm.tpc ? chip->sm.tpc : 1, gpcs = chip_die_sms(chip) / chip->sm.gpc;
    const uint32_t tpc = number / per_tpc;
    return tpc % gpcs * chip->sm.gpc + tpc / gpcs * per_tpc + number % per_tpc;
}

void chip_sm_places(const chip_config *chip, uint8_t place[CHIP_MAX_SMS]) {
    uint32_t sm = 0;
    for (uint32_t number = 0; number < chip_die_sms(chip); number++)
        if (!is_off(&chip->sm.off, number))
            place[sm++] = (uint8_t)place_on_die(chip, number);
}
