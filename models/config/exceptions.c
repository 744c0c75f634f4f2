/* SPDX-License-Identifier: Apache-2.0 */
/* Choices about preemptible exceptions by name, with the figures of thesis 6.5. */
#include "config/exceptions.h"

#include <stdio.h>
#include <string.h>

const host_link host_links[] = {
    {.name = "nvlink", .transfer_ns = 12000, .allocate_ns = 10000}, /* thesis 6.5.3 */
    {.name = "pcie", .transfer_ns = 25000, .allocate_ns = 12000},
    {.name = NULL},
};
/* Of chip mosaic, whose transfers have another size: chips/mosaic_paging.inc. */
static const host_link mosaic_link = {
    .name = "mosaic", .transfer_ns = 55000, .allocate_ns = 54485, .large_ns = 318000};

const char *const exception_scheme_names[] = {
    [SCHEME_STALL] = "stall",
    [SCHEME_WD_COMMIT] = "wd-commit",
    [SCHEME_WD_LASTCHECK] = "wd-lastcheck",
    [SCHEME_REPLAY] = "replay",
    [SCHEME_OPLOG] = "oplog",
    [SCHEME_INORDER_ISSUE] = "inorder-issue",
    [SCHEME_INORDER_COMMIT] = "inorder-commit",
    [SCHEMES] = NULL,
};
const char *const fault_mode_names[] = {[FAULTS_NONE] = "none",
                                        [FAULTS_MIGRATE] = "migrate",
                                        [FAULTS_LAZY] = "lazy",
                                        [FAULTS_INJECT] = "inject",
                                        NULL};
const char *const block_switching_names[] = {
    [SWITCH_OFF] = "off", [SWITCH_ON] = "on", [SWITCH_IDEAL] = "ideal", NULL};

const host_link *host_link_find(const char *name) {
    for (const host_link *l = host_links; l->name; l++)
        if (strcmp(l->name, name) == 0)
            return l;
    return NULL;
}

void host_links_offer(near_name *n) {
    for (const host_link *l = host_links; l->name; l++)
        near_name_offer(n, l->name);
}

static bool link_equal(const host_link *a, const host_link *b) {
    return a->transfer_ns == b->transfer_ns && a->allocate_ns == b->allocate_ns && a->large_ns == b->large_ns;
}

const char *host_link_name(const host_link *link) {
    for (const host_link *l = host_links; l->name; l++)
        if (link_equal(l, link))
            return l->name;
    return link_equal(&mosaic_link, link) ? mosaic_link.name : "custom";
}

uint64_t host_link_busy_ns(const exception_config *c, uint64_t bytes) {
    const uint64_t region = c->link.transfer_ns - c->link.allocate_ns;
    if (bytes <= c->region_bytes)
        return region;
    const uint64_t large = c->link.large_ns - c->link.allocate_ns;
    return region + (large - region) * (bytes - c->region_bytes) / (LINK_LARGE_BYTES - c->region_bytes);
}

/* Behind "oplog". */
static const struct {
    const char *text;
    uint32_t bytes;
} log_sizes[] = {{":8K", 8192}, {":16K", 16384}, {":20K", 20480}, {":32K", 32768}};
#define LOG_SIZES (sizeof log_sizes / sizeof *log_sizes)

static bool parse_log_size(const char *text, uint32_t *bytes) {
    for (size_t i = 0; i < LOG_SIZES; i++) {
        if (strcmp(text, log_sizes[i].text) == 0) {
            *bytes = log_sizes[i].bytes;
            return true;
        }
    }
    return false;
}

void exception_schemes_offer(near_name *n) {
    for (int s = 0; s < SCHEMES; s++)
        if (s != SCHEME_OPLOG)
            near_name_offer(n, exception_scheme_names[s]);
    for (size_t i = 0; i < LOG_SIZES; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "%s%s", exception_scheme_names[SCHEME_OPLOG], log_sizes[i].text);
        near_name_offer(n, name);
    }
}

bool exception_scheme_parse(const char *text, exception_config *c) {
    for (int s = 0; s < SCHEMES; s++) {
        size_t n = strlen(exception_scheme_names[s]);
        if (strncmp(text, exception_scheme_names[s], n) != 0)
            continue;
        if (s == SCHEME_OPLOG ? parse_log_size(text + n, &c->log_bytes) : text[n] == '\0') {
            c->scheme = (exception_scheme)s;
            return true;
        }
    }
    return false;
}
