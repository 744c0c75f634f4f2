/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Mosaic's In-Place Coalescer (4.3) as a part of the chip: the unit page_coalescer, as C or RTL, with the
 * memory of its records. Whatever maps pages tells it so; it writes to page tables through crossbar and L2
 * cache.
 *
 *   driver --list of large frames, base pages--> queue
 *   shared TLB after a fault --base pages-------> queue -> page_coalescer
 *     -> bits of one line of PTEs -> acknowledged write -> L2 cache -> acknowledgement
 *     -> shared TLB changes the tables, so walks find it from then on
 *
 * Decisions, where the paper is silent: bits of the 16 PTEs of a line go in one write, and several lines of
 * L4 PTEs may be under way; between writes of L3 and of L4 PTEs all are waited for, so the order that is safe
 * (docs/reference/units/page_coalescer.md) also holds in memory. The writes count as data of the application.
 * The driver names the tables by address; no walk finds them.
 *
 * Large pages are splintered after the end of their application and before its frames are given
 * back. The caller of that drops all translations afterwards, so the invalidation of each is only counted.
 *
 * A free that leaves fewer than design.compact_below pages also splinters a large page (CAC, Mosaic 4.4). D:
 * its large bit is cleared, and its translations are dropped, while the chip stands still: the owner of the
 * chip is asked between the cycles. It compacts the frame then, and the copies of pages go through the port
 * of the writes.
 */
#ifndef GMMU_INPLACE_COALESCER_H
#define GMMU_INPLACE_COALESCER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/engine.h"
#include "config/config.h"
#include "mmu/address_space.h"
#include "mmu/page_copier.h"
#include "units/unit_needs.h"

typedef struct inplace_coalescer inplace_coalescer;

typedef struct {
    uint64_t pages;                 /* base pages that it has learned of */
    uint64_t coalesced, splintered; /* large pages */
    uint64_t lines;                 /* of page tables, written */
    uint64_t cycles;                /* in which the unit was busy */
} inplace_totals;

/* spaces[i] is the page table of application i; config and spaces must outlive it. NULL with one line in err.
 */
inplace_coalescer *inplace_new(engine *e, int domain, const gpu_config *config, address_space *const *spaces,
                               uint32_t apps, char *err, size_t err_size);
void inplace_free(inplace_coalescer *c);
/* Its units where the design coalesces, or NULL. */
const unit_need *inplace_units(const gpu_config *config);
int inplace_component(const inplace_coalescer *c);

/* Links, attached before the engine runs. mem_message both ways; `port`: its number at the crossbars. */
void inplace_attach_memory(inplace_coalescer *c, uint16_t port, engine_link *to_xbar, engine_link *from_xbar);
/* table_update to the shared TLB. */
void inplace_attach_tables(inplace_coalescer *c, engine_link *to_tlb);
/* inplace_call from the component in whose ticks inplace_tell() is called: room for
 * INPLACE_CALLS of them. Without it nobody may tell anything. */
#define INPLACE_CALLS 2U
void inplace_attach_caller(inplace_coalescer *c, engine_link *calls);

/* Base pages vpn .. vpn + pages - 1 of application `app` lie in frames ppn and following ones from now on; it
 * sees this in the next cycle at the earliest. A whole large frame is one event of the unit if nothing else
 * lies in it: "CoCoA notifies the In-Place Coalescer that allocation is done by sending a list of the large
 * page frame addresses that were allocated" (Mosaic 4.1). Other pages are events one by one. */
void inplace_tell(inplace_coalescer *c, uint32_t app, uint64_t vpn, uint64_t ppn, uint32_t pages);

/* The base page is no longer allocated. _moved: pages have moved. Both take effect in the next cycle. */
void inplace_tell_freed(inplace_coalescer *c, uint32_t app, uint64_t vpn, uint64_t ppn);
void inplace_tell_moved(inplace_coalescer *c, uint32_t app, const page_move *move, size_t count);

/* The large page in the frames from ppn on is to be splintered, if it is one by then. */
void inplace_tell_splinter(inplace_coalescer *c, uint32_t app, uint64_t ppn);

/* Asked between cycles: what does a splintering wait for? Also names its application, first page and first
 * frame. */
typedef enum {
    INPLACE_ASKS_NOTHING,
    INPLACE_ASKS_STILLNESS, /* no access is under way, until inplace_go_on() has been called twice */
    INPLACE_ASKS_COMPACTION /* walks find base pages; the frame may be compacted, and no TLB knows the large
                               page when this is over */
} inplace_question;
inplace_question inplace_asks(const inplace_coalescer *c, uint32_t *app, uint64_t *vpn, uint64_t *ppn);
void inplace_go_on(inplace_coalescer *c);
/* From now on, until the next call, it stops the engine in each cycle, so that its owner is asked. */
void inplace_watch(inplace_coalescer *c, bool watch);
/* While the chip stands still: copies pages until inplace_copied(). */
void inplace_copy(inplace_coalescer *c, uint32_t app, const page_move *move, size_t count);
bool inplace_copied(const inplace_coalescer *c);
/* Or has the L2 cache give up the lines of pages and of the frames that they move to, for copies within DRAM;
 * of one page: are all gone? */
void inplace_drop_lines(inplace_coalescer *c, uint32_t app, const page_move *move, size_t count);
bool inplace_dropped(const inplace_coalescer *c, size_t page);
/* Names the oracle that checks copies and the receiver of their ends. Call it before the engine runs, if
 * pages are freed in a run. */
void inplace_attach_copies(inplace_coalescer *c, data_oracle *data, page_copied copied, void *ctx);

/* The application is over: splinters its large pages. Returns true when all is done; then the page tables
 * may go. Call it while no component ticks, in any cycle until then. */
bool inplace_release(inplace_coalescer *c, uint32_t app);

/* Lines of pages whose copies, or drops, have begun or ended in the copying under way. */
uint64_t inplace_copy_steps(const inplace_coalescer *c);
inplace_totals inplace_get_totals(const inplace_coalescer *c);

/* The events that engine_event() records: kind (first page, bits << 16 | ASID << 2 | leaf << 1 | set), and
 * (large page, ASID). */
enum { INPLACE_EVENT_LINE = 0x600, INPLACE_EVENT_INVALIDATE };

#endif
