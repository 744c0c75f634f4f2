/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Software for the block hls/gmmu, to be taken into a kernel, a firmware or a bench: begins and ends address
 * spaces, takes back translations, serves the ring of faults. It needs the map of the registers and nothing
 * else of this project, allocates nothing, and has no state but its own structs.
 *
 * All that it meets is behind gmmu_bus. Functions that give the block a command return when the command has
 * completed, and serve faults meanwhile, because a command may wait for cores whose pages are absent. One
 * caller at a time: a function that is called by a handler, or while another one waits, returns GMMU_BUSY,
 * and nothing has happened; gmmu_device_resume alone may be called by a handler.
 *
 * Source: docs/reference/integration.md, "What software does".
 */
#ifndef GMMU_GMMU_DEVICE_H
#define GMMU_GMMU_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

#include "driver/gmmu_format.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    GMMU_DONE,
    GMMU_BUS_ERROR, /* a register has answered SLVERR */
    GMMU_REFUSED,   /* the block has refused the command: no such space, or limits that hold no page; or the
                       library has: a number that it says it does not take */
    GMMU_GAVE_UP,   /* gmmu_bus.wait has said so; the device is to be reset */
    GMMU_BUSY       /* another call has not returned */
} gmmu_result;

typedef struct {
    void *context; /* first argument of each */
    /* One access of 32 bits, `offset` in bytes; false: the bus has answered with an error. */
    bool (*read)(void *context, uint32_t offset, uint32_t *value);
    bool (*write)(void *context, uint32_t offset, uint32_t value);
    /* 8 bytes of the ring, at this byte of it, as the block has written them. */
    uint64_t (*ring)(void *context, uint32_t byte);
    /* Before a write that makes the block look at memory: stores to page tables are visible to it. */
    void (*publish)(void *context);
    /* Between two reads of a register that is waited for; may sleep. false: the wait is given up. */
    bool (*wait)(void *context);
} gmmu_bus;

/* A page that a core has asked for and that no entry maps. */
typedef struct {
    uint16_t asid;
    uint64_t vpn;       /* page of 4 KB */
    bool reads, writes; /* accesses of the request that came first */
    uint32_t requester; /* port and name of that request; 0 when `lost` */
    uint32_t time;      /* pin `now`; 0 when `lost` */
    bool lost;          /* memory has refused the record; space and page are right */
} gmmu_page_fault;

typedef enum {
    GMMU_RESUME, /* the page is resident, or never will be: requests for it walk again */
    GMMU_LATER   /* gmmu_device_resume comes later */
} gmmu_verdict;

typedef gmmu_verdict (*gmmu_handler)(void *context, const gmmu_page_fault *fault);

typedef struct {
    gmmu_bus bus;
    const gmmu_format *format;
    uint32_t ring_frame;  /* frame of the ring: 16 x 2^ring_bits bytes, one page at most; */
    uint8_t ring_bits;    /* 2^n records: FAULT_RING_W of the block, 2 to 8 */
    uint16_t irq_records; /* records that raise the interrupt, 1 to 2^ring_bits */
    uint8_t hold_all;     /* a bit for each port whose cores cannot ask again */
    uint8_t space_pages;  /* absent pages of one space that may wait; 0: no limit */
    gmmu_handler handler; /* NULL: no ring, and an absent page is a fault at once */
    void *handler_context;
} gmmu_setup;

enum { GMMU_DEVICE_SPACES = 512 /* spaces 0 to 511 may be used */ };

typedef struct {
    gmmu_setup setup;
    uint32_t control; /* what CONTROL holds, without quiesce */
    uint32_t head;    /* of the ring, modulo twice its records */
    bool inside;      /* a call has not returned */
    uint32_t enabled[GMMU_DEVICE_SPACES / 32];
} gmmu_device;

/* After reset: writes the format of the page tables, the ring and CONTROL. */
gmmu_result gmmu_device_start(gmmu_device *d, const gmmu_setup *setup);

/* Before a reset: returns when the block has no access of memory under way. Spaces are to be begun anew. */
gmmu_result gmmu_device_quiesce(gmmu_device *d);

/* The space has this root table, and pages `lowest` to `highest`; of a space that has begun they are others
 * from now on. Between two owners of a number there must be gmmu_device_end. */
gmmu_result gmmu_device_begin(gmmu_device *d, uint16_t asid, uint32_t root, uint64_t lowest,
                              uint64_t highest);

/* Returns when nothing of the space is left in the block, nor in the TLBs of the cores, nor in the ring: what
 * was parked has been answered with a fault, tables and frames are free, and the number may have another
 * owner. No core may ask for it meanwhile. */
gmmu_result gmmu_device_end(gmmu_device *d, uint16_t asid);

/* Entries of `pages` pages from vpn on have changed, or the tables above them: returns when no older
 * translation is used, so frames and tables that were taken out are free. resized: pages of 2 MB have become
 * base pages or the other way round. Takes a command for each page, for more than GMMU_RANGE_COMMANDS pages
 * one for each 2 MB, and for more of them one for the space. Pages that were absent and are mapped
 * now need no call. */
enum { GMMU_RANGE_COMMANDS = 16 };
gmmu_result gmmu_device_changed(gmmu_device *d, uint16_t asid, uint64_t vpn, uint64_t pages, bool resized);

/* The interrupt, or a look without one: serves what is in the ring. */
gmmu_result gmmu_device_serve(gmmu_device *d);

/* The page is resident now: requests for it walk again. */
gmmu_result gmmu_device_resume(gmmu_device *d, uint16_t asid, uint64_t vpn);

#ifdef __cplusplus
}
#endif

#endif
