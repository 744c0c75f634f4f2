/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/option_exceptions.h"

#include <stdlib.h>
#include <string.h>

#include "cli/bad_option.h"

bool option_faults(exception_config *x, const char *text) {
    static const struct {
        const char *name;
        fault_mode mode;
    } modes[] = {{"none", FAULTS_NONE}, {"migrate", FAULTS_MIGRATE}, {"lazy", FAULTS_LAZY}};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        if (strcmp(text, modes[i].name) == 0) {
            x->faults = modes[i].mode;
            return true;
        }
    }
    char *end = NULL;
    if (strncmp(text, "inject:", 7) == 0) {
        x->inject_rate = strtod(text + 7, &end);
        x->faults = FAULTS_INJECT;
    }
    if (!end || end == text + 7 || *end || !(x->inject_rate > 0.0 && x->inject_rate <= 1.0))
        return bad_option("--faults", text,
                          "none, migrate, lazy or inject:RATE with a rate above 0, up to 1");
    return true;
}

bool option_link(exception_config *x, const char *text) {
    const host_link *found = host_link_find(text);
    if (!found)
        return bad_option("--link", text, "a name of 'gmmu list'");
    x->link = *found;
    return true;
}

bool option_switching(exception_config *x, const char *text) {
    if (text && strcmp(text, "ideal") != 0)
        return bad_option("--switch-blocks", text, "nothing or 'ideal'");
    x->switch_blocks = text ? SWITCH_IDEAL : SWITCH_ON;
    return true;
}
