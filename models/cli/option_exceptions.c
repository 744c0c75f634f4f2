/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/option_exceptions.h"

#include <stdlib.h>
#include <string.h>

#include "cli/bad_option.h"

bool option_scheme(exception_config *x, const char *text) {
    if (exception_scheme_parse(text, x))
        return true;
    near_name near = near_name_of(text);
    exception_schemes_offer(&near);
    return bad_name("--exceptions", text,
                    "stall, wd-commit, wd-lastcheck, replay, oplog:8K, oplog:16K, oplog:20K, oplog:32K, "
                    "inorder-issue or inorder-commit",
                    &near);
}

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
    if (end && end != text + 7 && !*end && x->inject_rate > 0.0 && x->inject_rate <= 1.0)
        return true;
    near_name near = near_name_of(text);
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        near_name_offer(&near, modes[i].name);
    return bad_name("--faults", text, "none, migrate, lazy or inject:RATE with a rate above 0, up to 1",
                    &near);
}

bool option_link(exception_config *x, const char *text) {
    const host_link *found = host_link_find(text);
    if (!found) {
        near_name near = near_name_of(text);
        host_links_offer(&near);
        return bad_name("--link", text, "a name of 'gmmu list'", &near);
    }
    x->link = *found;
    return true;
}

bool option_switching(exception_config *x, const char *text) {
    static const char ideal[] = "ideal";
    if (text && strcmp(text, ideal) != 0) {
        near_name near = near_name_of(text);
        near_name_offer(&near, ideal);
        return bad_name("--switch-blocks", text, "nothing or 'ideal'", &near);
    }
    x->switch_blocks = text ? SWITCH_IDEAL : SWITCH_ON;
    return true;
}
