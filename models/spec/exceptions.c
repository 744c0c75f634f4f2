/* SPDX-License-Identifier: Apache-2.0 */
/* Choices about preemptible exceptions by name, with the figures of thesis 6.5. */
#include "spec/exceptions.h"

#include <string.h>

const host_link host_links[] = {
    {.name = "nvlink", .transfer_ns = 12000, .allocate_ns = 10000}, /* thesis 6.5.3 */
    {.name = "pcie", .transfer_ns = 25000, .allocate_ns = 12000},
    {.name = NULL},
};

const exception_config exception_defaults = {
    .scheme = SCHEME_STALL,
    .log_bytes = 16384,
    .faults = FAULTS_NONE,
    .link = {.name = "nvlink", .transfer_ns = 12000, .allocate_ns = 10000},
    .cpu_ns = 2000,
    .gpu_ns = 20000,
    .region_bytes = 65536,
    .switch_blocks = SWITCH_OFF,
    .extra_blocks = 4,
};

static const char *const scheme_names[SCHEMES] = {
    [SCHEME_STALL] = "stall",
    [SCHEME_WD_COMMIT] = "wd-commit",
    [SCHEME_WD_LASTCHECK] = "wd-lastcheck",
    [SCHEME_REPLAY] = "replay",
    [SCHEME_OPLOG] = "oplog",
    [SCHEME_INORDER_ISSUE] = "inorder-issue",
    [SCHEME_INORDER_COMMIT] = "inorder-commit",
};

const host_link *host_link_find(const char *name) {
    for (const host_link *l = host_links; l->name; l++)
        if (strcmp(l->name, name) == 0)
            return l;
    return NULL;
}

const char *exception_scheme_name(exception_scheme s) {
    return scheme_names[s];
}

/* ":8K" and the like behind "oplog". */
static bool parse_log_size(const char *text, uint32_t *bytes) {
    static const struct {
        const char *text;
        uint32_t bytes;
    } sizes[] = {{":8K", 8192}, {":16K", 16384}, {":20K", 20480}, {":32K", 32768}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        if (strcmp(text, sizes[i].text) == 0) {
            *bytes = sizes[i].bytes;
            return true;
        }
    }
    return false;
}

bool exception_scheme_parse(const char *text, exception_config *c) {
    for (int s = 0; s < SCHEMES; s++) {
        size_t n = strlen(scheme_names[s]);
        if (strncmp(text, scheme_names[s], n) != 0)
            continue;
        if (s == SCHEME_OPLOG ? parse_log_size(text + n, &c->log_bytes) : text[n] == '\0') {
            c->scheme = (exception_scheme)s;
            return true;
        }
    }
    return false;
}
