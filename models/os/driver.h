/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The driver knows the pages of the applications and sets up the page tables before the
 * first use of a page. Without faults it maps the page then. With faults it gives the whole
 * region its frames, and the page becomes resident when its fault is served (or at once, when the
 * host's data is resident from the start: FAULTS_LAZY).
 *
 * Decision: a page has the largest of the chip's sizes that contains only pages that the workload knows.
 * With faults, and for workloads that do not know their pages, it has the smallest size. If the chip has 4 KB
 * alone, an allocator that wants it (page_allocator.en_masse) is asked for aligned 2 MB at once. At the first
 * touch of a page it gives frames to all whole 2 MB of the array: applications "typically allocate memory en
 * masse [...] The en masse allocation takes place when an application kernel is about to be launched" (Mosaic
 * 4.2). With faults each 2 MB have their frame from the first touch of one of their pages, and become
 * resident page by page.
 *
 * With churn (config.h) the pads of those 2 MB (os/pads.h) are allocated with them, and freed in part by each
 * driver_churn(). With faults the pads are resident at once, as no data of the host are in them; D: the pads
 * of 2 MB whose data have not all arrived are single pages when the first of them is freed. Then the driver
 * is the runtime's part of CAC (Mosaic 4.4): it says where the pages go that a splintered large page keeps,
 * and gives its frame back when they are there.
 */
#ifndef GMMU_DRIVER_H
#define GMMU_DRIVER_H

#include "base/engine.h"
#include "config/config.h"
#include "mmu/address_space.h"
#include "mmu/inplace_coalescer.h"
#include "os/fragments.h"
#include "os/pads.h"
#include "os/room.h"
#include "program/workload.h"

typedef struct driver driver;

/* Takes over the touch callbacks of the workloads. Workloads and spaces must outlive it; they belong to
 * applications 0 .. apps - 1; arrays are copied. page_sizes: the sizes that the chip has, a sum of bytes.
 * NULL when out of memory. */
driver *driver_new(engine *e, const exception_config *config, uint64_t page_sizes, workload *const *work,
                   address_space *const *spaces, uint32_t apps);
void driver_free(driver *d);
/* Tells the coalescer of every base page that is mapped from now on, but not of those that become resident
 * after a fault. `later`: by driver_tell() alone, between the cycles, because somebody else tells it in
 * cycles; the engine stops then. */
void driver_attach_coalescer(driver *d, inplace_coalescer *c, bool later);
void driver_tell(driver *d);

/* Maps pages vpn .. vpn + pages - 1, all of which the workload knows, before the first of them is used.
 * False: they are not frames frame .. frame + pages - 1 in this order, or cannot be mapped (driver_error()).
 */
bool driver_map_in_order(driver *d, uint32_t app, uint64_t vpn, uint64_t pages, uint64_t frame);

/* Maps base pages vpn .. vpn + pages - 1 of application `app` as far as they are not: memory that hardware or
 * a trap handler uses for it, and no workload knows. They are resident, nobody coalesces them, and only warps
 * in system mode may use them (thesis 2.4). Call it in ticks of the component that touches pages. d is a
 * driver. */
void driver_map_contexts(void *d, uint32_t app, uint64_t vpn, uint64_t pages);

/* Memory is fragmented, and applications allocate pads from now on. makes_room: see driver_wants_room().
 * Before any page is mapped. */
void driver_begin_churn(driver *d, const churn_config *churn, bool makes_room, uint64_t seed);
/* The application frees some of its pads, and allocates blocks. */
void driver_churn(void *d, uint32_t app);

/*
 * The emergency list (Mosaic 4.4): "As a failsafe, if CoCoA runs out of free large pages, and CAC does not
 * have any large pages that it can compact, CoCoA pulls a coalesced page from the emergency frame list, asks
 * CAC to splinter the page, and then uses any unallocated base pages within the splintered large page frame".
 * A page for which there is no frame stays unmapped and waits, and the engine stops. Its application must
 * stand still before the next cycle, and until no page of it waits.
 *
 * D: large pages of the application itself go first, so that its frames stay its own; then free pages in base
 * frames of others, which are counted (phys_mem_failsafe); then large pages of others, likewise. The first
 * allocated goes first. One is splintered at a time.
 *
 * The following three are called between the cycles. driver_waiting(): bit i: application i waits.
 * driver_help(): asks the coalescer for a splintering, if none is under way; or there is nothing left to
 * splinter, and the pages are mapped or the run has failed. driver_retry(): frames may have come back.
 */
uint64_t driver_waiting(const driver *d);
void driver_help(driver *d);
void driver_retry(driver *d);

/*
 * The large page at vpn, in the large frame at ppn, has been splintered. Its freed pages are unmapped, and
 * those that are left are listed in move[] with frames taken for them: in other large frames of the
 * application that hold base pages, in the same memory channels. Returns their number. 0: no page is left and
 * the frame is free, or (D) there is no room for all of them or pages wait for the frame, and it is one for
 * base pages.
 */
size_t driver_plan_moves(driver *d, uint32_t app, uint64_t vpn, uint64_t ppn,
                         page_move move[PADS_REGION_PAGES]);
/* They have been copied: the page table follows, and the frame comes back. All translations must be flushed
 * then, and also the L1 caches. */
void driver_moved(driver *d, uint32_t app, const page_move *move, size_t count);

/*
 * Aligned 2 MB that are allocated together, and find no free large frame, wait like the pages above, until
 * CAC has emptied one (os/room.h). All of these are called between the cycles.
 *
 * driver_wants_room(): does any application wait so? *app is the one whose pages are to move, or ROOM_NOBODY.
 * If no frame can be emptied any longer, single pages are mapped and nobody waits.
 * driver_first_waiting(): an application that waits; there is one.
 * driver_plan_room(): the pages of application `app`, or ROOM_NOBODY, that are to move, with frames taken for
 * them; valid until driver_room_made(). Returns their number; 0: there is no such frame any more.
 * driver_room_made(): they have been copied: the page table follows and the frame comes back, as after
 * driver_moved(), which it calls unless they are ROOM_NOBODY's.
 */
bool driver_wants_room(driver *d, uint32_t *app);
uint32_t driver_first_waiting(const driver *d);
size_t driver_plan_room(driver *d, uint32_t app, const page_move **move);
void driver_room_made(driver *d);

uint16_t driver_asid(const driver *d, uint32_t app);

typedef struct {
    uint64_t splintered, freed; /* large frames: splintered in a run; of these given back */
    uint64_t moved;             /* base pages */
    uint64_t pads_freed;
    uint64_t emergency; /* large frames that were splintered because pages waited */
    uint64_t rooms;     /* large frames that were emptied because 2 MB waited; they also count as freed */
    uint64_t fragments_moved; /* pages of ROOM_NOBODY */
} driver_totals;
driver_totals driver_get_totals(const driver *d);
/* The data that lie in memory before a run. */
fragments *driver_fragments(driver *d);
/* Base pages that have been freed and are still covered by a large page. */
uint64_t driver_freed_in_large(const driver *d);

/* The application is over: its pages are unmapped, its frames are given back, and `work` goes on in its
 * address space. All translations must be flushed then. Call it while no component ticks. */
void driver_replace(driver *d, uint32_t app, workload *work);

/* The origin of a page, as known before this point in time: a page first touched now may still be
 * unknown. So the answer does not depend on the order of ticks. A page_origin_fn; d is a driver. */
page_origin driver_page_origin(void *d, uint32_t app, uint64_t vpn);

/* One line, or NULL: a page could not be mapped. */
const char *driver_error(const driver *d);

#endif
