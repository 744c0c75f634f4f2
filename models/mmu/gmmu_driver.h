/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Software of the block hls/gmmu, at its AXI4-Lite port, its interrupt, and the memory with its fault
 * records. Before the first request it writes the format of the page tables, and each address space with its
 * root table. With faults it then serves the ring: an interrupt, the ring's state, each record; it gives
 * records back, names the requester (gmmu_driver_fault), and resumes the pages that have become resident.
 *
 * Registers are accessed one at a time: accesses that serve faults (the ring's state, its head, RESUME) in
 * their order, before all others that have not begun; the others in theirs. So while the driver waits for a
 * command, software may serve faults: a command may wait for cores that wait for pages. Records lie in memory
 * of their own next to the chip's, which takes a beat in every cycle (decision: the host's, behind a bus that
 * is not modelled).
 *
 * In each cycle gmmu_driver_drive comes first, then gmmu_driver_edge; all else may be called before or after
 * the two.
 */
#ifndef GMMU_GMMU_DRIVER_H
#define GMMU_GMMU_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

#include "config/config.h"
#include "gmmu.h"
#include "mmu/address_space.h"

#define GMMU_RING_RECORDS (1U << GMMU_FAULT_RING_W)
#define GMMU_RING_FRAME   UINT64_C(0) /* of that memory */

typedef enum { ACCESS_WRITE, ACCESS_COMMAND_DONE, ACCESS_QUIET, ACCESS_RING_STATE } gmmu_access_kind;

typedef struct {
    uint32_t address; /* of the register, bytes */
    uint32_t data;
    gmmu_access_kind kind; /* COMMAND_DONE, QUIET: a read, repeated until the command there has completed,
                              until the block is quiet */
} gmmu_access;

/* A fault, as its record says. */
typedef struct {
    uint64_t vpn;
    uint16_t asid;
    uint32_t port, id; /* of a request that waits for the page */
} gmmu_fault;

typedef struct {
    gmmu_access *list; /* accesses from `at` on are to be made */
    uint32_t count, at, room;
} gmmu_accesses;

typedef struct {
    gmmu_accesses orders, service; /* service: what serves faults */
    bool busy, serves;             /* an access has begun, the next one of service */
    bool address_sent, data_sent;  /* of it */
    uint64_t ring[GMMU_RING_RECORDS][2];
    uint32_t beat_at;    /* byte address of the beat of a record that comes next */
    bool acknowledge;    /* a record is in memory: B */
    uint32_t head, tail; /* of the ring, as software knows it */
    uint32_t control;    /* what CONTROL holds, without quiesce */
    bool refused;        /* the block has refused a command */
} gmmu_driver;

/* spaces[apps] have one format, which the block can walk. faults: absent pages wait for software. tokens: as
 * MASK's CSRs; NULL: all warps fill the TLB. */
void gmmu_driver_init(gmmu_driver *d, address_space *const *spaces, uint32_t apps, bool faults,
                      const mask_config *tokens);
void gmmu_driver_free(gmmu_driver *d);

/* Has it no access to make? */
static inline bool gmmu_driver_idle(const gmmu_driver *d) {
    return d->orders.at == d->orders.count && d->service.at == d->service.count;
}
/* Is it idle, or does it wait for a command, and may the next fault be served? */
bool gmmu_driver_may_serve(const gmmu_driver *d);

/* Drives the pins for this cycle. */
void gmmu_driver_drive(gmmu_driver *d, gmmu_in *in);
/* What has passed in it. */
void gmmu_driver_edge(gmmu_driver *d, const gmmu_in *in, const gmmu_out *pins);

/* The oldest record that software has read of and not given back; false: none. To be looked at when
 * gmmu_driver_may_serve: the page is made resident, resumed, and the record given back. */
bool gmmu_driver_fault(const gmmu_driver *d, gmmu_fault *f);
/* Gives it back. */
void gmmu_driver_give_back(gmmu_driver *d);
/* Page-table entries have changed: drops all translations, and waits until no older one can be answered. */
void gmmu_driver_invalidate(gmmu_driver *d);
/* The same of one base page, or one of 2 MB: 1 page has changed. */
void gmmu_driver_invalidate_page(gmmu_driver *d, uint16_t asid, uint64_t vpn);
/* The space is enabled: before, there is none of its number, or it has been ended. */
void gmmu_driver_enable(gmmu_driver *d, const address_space *s);
/* The space is ended: once the driver is idle no request of it is left, nor an entry or a record. */
void gmmu_driver_end(gmmu_driver *d, uint16_t asid);
/* Before a reset: once the driver is idle the block has no access of memory under way. !on: it goes on. */
void gmmu_driver_quiesce(gmmu_driver *d, bool on);
/* A bit for each port all of whose requests may wait for software (SHARING). */
void gmmu_driver_hold_all(gmmu_driver *d, uint32_t ports);
/* Where memory takes the records itself: 8 bytes that it holds at this byte of the ring. */
void gmmu_driver_record(gmmu_driver *d, uint32_t byte, uint64_t word);
/* The page is resident: requests that wait for it walk again. At any time, once its space is enabled. */
void gmmu_driver_resume(gmmu_driver *d, uint16_t asid, uint64_t vpn);

#endif
