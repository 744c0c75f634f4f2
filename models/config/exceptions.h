/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The choices about preemptible exceptions (thesis chapter 6): the scheme of
 * the SM pipeline, where faults come from, how they are served.
 */
#ifndef GMMU_EXCEPTIONS_H
#define GMMU_EXCEPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/near_name.h"

/* How the pipeline deals with instructions that may fault (thesis 6.1, 6.3). */
typedef enum {
    SCHEME_STALL,          /* baseline: a fault is a very long TLB miss */
    SCHEME_WD_COMMIT,      /* warp disable until commit */
    SCHEME_WD_LASTCHECK,   /* warp disable until the last TLB check */
    SCHEME_REPLAY,         /* replay queue; sources released after the last TLB check */
    SCHEME_OPLOG,          /* replay queue and operand log; sources released at operand read */
    SCHEME_INORDER_ISSUE,  /* Fig. 6.1: a warp issues and commits in program order */
    SCHEME_INORDER_COMMIT, /* Fig. 6.1: a warp issues out of order, commits in program order */
    SCHEMES
} exception_scheme;

typedef enum {
    FAULTS_NONE,    /* every page is resident before its first use */
    FAULTS_MIGRATE, /* nothing is resident: host data migrates, fresh pages are allocated */
    FAULTS_LAZY,    /* host data is resident, fresh pages are not */
    FAULTS_INJECT   /* every page is resident; global memory instructions fault at random, once each */
} fault_mode;

typedef enum { SWITCH_OFF, SWITCH_ON, SWITCH_IDEAL } block_switching; /* ideal: 1 cycle each way */

/* Bytes of the page that host_link.large_ns is for. */
#define LINK_LARGE_BYTES (2U << 20)

/* The way to the host (thesis 6.5.3, 6.5.4; Mosaic 3.2). Round trips of one fault on an idle link. */
typedef struct {
    const char *name;     /* "nvlink", "pcie", "mosaic"; of a static table */
    uint32_t transfer_ns; /* with the transfer of a region: 64 KB (thesis), 4 KB (Mosaic) */
    uint32_t allocate_ns; /* without it: the page is not dirty at the host */
    uint32_t large_ns;    /* with the transfer of a page of 2 MB; 0: pages are at most a region */
} host_link;

typedef struct {
    exception_scheme scheme;
    uint32_t log_bytes;     /* SCHEME_OPLOG: 8192, 16384, 20480, 32768 */
    uint32_t queue_entries; /* of the replay queue that may be in use at a time; 0: all of the unit */
    fault_mode faults;
    double inject_rate;    /* FAULTS_INJECT: probability per global memory instruction */
    uint64_t inject_nth;   /* FAULTS_INJECT, for tests: if not 0, exactly the nth (1..) of the SM faults */
    host_link link;        /* nvlink by default */
    uint32_t cpu_ns;       /* handler at the host, serial: 2 us (thesis 6.5.4); 0: within the latency */
    uint32_t gpu_ns;       /* handler on the GPU, in parallel: 20 us (thesis 6.5.4) */
    uint32_t gpu_insts;    /* of that handler, each with a slot of fetch and of issue; 0: it takes none */
    uint32_t entries;      /* regions whose faults are under way, at most FAULT_ENTRIES */
    uint32_t region_bytes; /* served at once: 64 KB (thesis 6.5.1); a larger page is served whole */
    block_switching switch_blocks;
    uint32_t extra_blocks; /* per SM with switch_blocks: 4 (thesis 6.5.3) */
    bool local_faults;     /* allocations are handled on the GPU (thesis 6.4.2) */
} exception_config;

extern const exception_config exception_defaults;
/* What a chip of this preset, or of none (""), begins with. */
const exception_config *chip_faults(const char *base);
/* Links that --link names, NULL-terminated by name. */
extern const host_link host_links[];
const host_link *host_link_find(const char *name);
/* The name of a link with these times, of the list or of a chip, or "custom". */
const char *host_link_name(const host_link *link);
/* How long the link is busy with a transfer: what its round trip takes beyond one without. Between a region
 * and 2 MB it grows linearly with the bytes. */
uint64_t host_link_busy_ns(const exception_config *c, uint64_t bytes);

/* Names by number, NULL-terminated. */
extern const char *const exception_scheme_names[];
extern const char *const fault_mode_names[];
extern const char *const block_switching_names[];

/* "stall", "wd-commit", "wd-lastcheck", "replay", "oplog:SIZE" (8K, 16K, 20K, 32K),
 * "inorder-issue", "inorder-commit". False: no such scheme. */
bool exception_scheme_parse(const char *text, exception_config *c);
/* All names that it takes, for a hint; and all names of links. */
void exception_schemes_offer(near_name *n);
void host_links_offer(near_name *n);

/* Can a warp leave the pipeline when it faults? If not, its fault is served like a TLB miss. */
static inline bool scheme_preemptible(exception_scheme s) {
    return s == SCHEME_WD_COMMIT || s == SCHEME_WD_LASTCHECK || s == SCHEME_REPLAY || s == SCHEME_OPLOG;
}

/* Are there pages that are not resident, so that an access to one faults? */
static inline bool faults_of_pages(fault_mode f) {
    return f == FAULTS_MIGRATE || f == FAULTS_LAZY;
}

#endif
