/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/option_rtl.h"

#include <string.h>

#include "cli/bad_option.h"
#include "units/unit.h"

void option_rtl_all(gpu_config *config) {
    const char *const *names = unit_names();
    for (uint32_t i = 0; names[i] && i + 1 < GMMU_MAX_UNITS; i++)
        config->rtl_units[i] = names[i];
}

static bool bad_unit(const char *name) {
    if (strcmp(name, "all") == 0)
        return bad_option("--rtl", name, "it alone, or unit names of 'gmmu list' with commas between them");
    near_name near = near_name_of(name);
    near_name_offer(&near, "all");
    near_name_offer_all(&near, unit_names());
    return bad_name("--rtl", name, "'all' or unit names of 'gmmu list'", &near);
}

bool option_rtl(gpu_config *config, char *text, bool *all) {
    memset(config->rtl_units, 0, sizeof config->rtl_units);
    *all = strcmp(text, "all") == 0;
    if (*all) {
        option_rtl_all(config);
        return true;
    }
    uint32_t count = 0;
    if (text[strspn(text, ",")] == '\0')
        return bad_option("--rtl", text, "'all' or unit names of 'gmmu list'");
    for (char *save = NULL, *name = strtok_r(text, ",", &save); name; name = strtok_r(NULL, ",", &save)) {
        const char *const *known = unit_names();
        while (*known && strcmp(*known, name) != 0)
            known++;
        if (!*known || count + 1 >= GMMU_MAX_UNITS)
            return bad_unit(name);
        config->rtl_units[count++] = *known;
    }
    return true;
}
