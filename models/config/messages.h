/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The messages on the links of the pipeline. Every message is a plain struct; the
 * links copy nothing else. SM ports of the crossbar are numbered 0..sms-1, the
 * ports of the page walkers follow.
 */
#ifndef GMMU_MESSAGES_H
#define GMMU_MESSAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bit_set.h"
#include "base/line_table.h"
#include "config/block_messages.h"
#include "config/chip.h"
#include "config/program.h"

/* ConPTW and WarpsStalled are counters of 6 bits that saturate (MASK 5.4, 7.4). */
#define PRESSURE_MAX 63U

/* SM -> first shared TLB level -> ... -> last one: translate one page. */
typedef struct {
    uint64_t vpn;
    uint32_t tag; /* the sender's MSHR; comes back */
    uint16_t asid;
    uint8_t app;  /* application index, 0.. */
    uint8_t sm;   /* number of the SM */
    uint8_t warp; /* warp slot of the (first) requesting warp */
    uint8_t rank; /* warps of the SM that run and have a lower slot (MASK 5.2: tokens go to the lowest IDs) */
    uint8_t running; /* warps that the SM runs: arrived and not ended */
    uint8_t stalled; /* most warps that have waited at one register of the sender since its request before, at
                        most PRESSURE_MAX; at least 1 */
    bool system;     /* the warp runs in system mode (thesis 6.4.2) */
} tlb_request;

/*
 * FAULT: the page is not resident, the fault unit knows of it, and a RESOLVED will follow
 * that covers it. This happens only under a preemptible scheme (config/exceptions.h); otherwise the answer
 * waits until it is a PAGE. RESOLVED goes to the SMs that got FAULT; it has no tag.
 */
typedef enum { TLB_REPLY_PAGE, TLB_REPLY_FAULT, TLB_REPLY_RESOLVED } tlb_reply_kind;

/* Shared TLB level -> level before it, or SM. The translation oracle checks every translation on
 * arrival. */
typedef struct {
    uint64_t vpn;   /* as asked for; RESOLVED: the first page */
    uint64_t ppn;   /* PAGE: the frame of vpn */
    uint32_t tag;   /* PAGE, FAULT */
    uint32_t pages; /* RESOLVED: pages from vpn on that are resident now */
    uint16_t asid;
    uint8_t sm;   /* RESOLVED: the SM that receives it */
    uint8_t kind; /* tlb_reply_kind */
    bool system;  /* PAGE: for warps in system mode only; a shared level does not keep it */
    bool found;   /* PAGE: no walk began for this request: a level held the page, or another request's walk
                     was under way */
    uint8_t bits; /* PAGE: vpn lies in an aligned piece of 1 << bits bytes that is mapped as a whole, at most
                     its page */
} tlb_reply;

/* SMs by number (base/bit_set.h). */
#define SM_SET_WORDS BIT_SET_WORDS(CHIP_MAX_SMS)
typedef struct {
    uint64_t word[SM_SET_WORDS];
} sm_set;

/* Shared TLB -> fault unit: a walk met a page that is not resident. */
typedef struct {
    uint64_t vpn;
    sm_set sms; /* preemptible scheme: SMs that were answered FAULT and must hear of the end */
    uint16_t asid;
    uint8_t app;
    uint8_t sm; /* the SM that began the walk */
    uint8_t warp;
} fault_request;

/* Fault unit -> shared TLB: pages of a region have become resident. One such message that covers its page
 * follows every request. The shared TLB marks the pages present on arrival. */
typedef struct {
    uint64_t vpn;    /* first page */
    uint64_t mapped; /* bit i: page vpn + i is resident from now on; bit 0, and the page around it */
    sm_set sms;      /* SMs that receive it */
    uint32_t pages;  /* at most 64, or one larger page; those not mapped do not belong to the application */
    uint16_t asid;
    uint8_t app;
} fault_resolved;

/* SM or walker -> crossbar -> L2 bank -> memory channel, and back. One line each. */
typedef struct {
    uint64_t paddr;  /* bytes, aligned to the 128-byte line */
    line_data data;  /* what the line holds: of a reply to a read, and of a write to memory */
    uint32_t tag;    /* requester's MSHR or walk number; comes back */
    uint32_t oldest; /* of a read: the oldest version of the line that may answer it; comes back */
    uint16_t port;   /* crossbar port of the requester */
    uint8_t app;     /* application index */
    uint8_t depth;   /* 0 data demand, 1.. page-walk level counted from the root */
    uint8_t sectors; /* of l2.sector_bytes that are read or written, bit 0 the first; 0: all of the line */
    bool write : 1;  /* a write is posted: no reply, unless it is to be acknowledged */
    bool ack : 1;    /* of a write: the L2 cache replies when every later read from anywhere finds the line */
    bool drop : 1;   /* neither read nor write: the L2 cache gives the line up, writes it back if it has been
                        written, and replies */
    bool bypass : 1; /* set by the L2 bank when the request skipped the cache */
} mem_message;

/* Sectors and bytes that it reads or writes. */
static inline uint32_t mem_message_sectors(const mem_message *m, uint32_t sector_bytes) {
    return m->sectors ? (uint32_t)__builtin_popcount(m->sectors) : GMMU_LINE_BYTES / sector_bytes;
}

static inline uint32_t mem_message_bytes(const mem_message *m, uint32_t sector_bytes) {
    return mem_message_sectors(m, sector_bytes) * sector_bytes;
}

/* The sectors that these bytes of a line lie in, the last one included. */
static inline uint8_t sectors_of_bytes(uint32_t first, uint32_t last, uint32_t sector_bytes) {
    return (uint8_t)((2U << last / sector_bytes) - (1U << first / sector_bytes));
}

/* Page coalescer -> shared TLB: a bit of these PTEs has been written in memory. The shared TLB changes the
 * page table on arrival, so walks read it from then on. */
typedef struct {
    uint64_t vpn;   /* of the first page */
    uint16_t pages; /* bit i: the PTE of page vpn + i */
    uint8_t app;
    bool leaf; /* the disabled bits of L4 PTEs; else the large bit of an L3 PTE */
    bool set;  /* value of the bit */
} table_update;

/* Driver -> page coalescer: it has a new event (mmu/inplace_coalescer.h). */
typedef struct {
    uint16_t app;
} inplace_call;

/* MMU -> every L2 bank and memory channel at the end of an epoch. Both counts saturate at PRESSURE_MAX. */
typedef struct {
    uint64_t epoch;                 /* number of the epoch that ended, from 0 */
    uint8_t conptw[CHIP_MAX_APPS];  /* per application: most concurrent L2-TLB misses */
    uint8_t stalled[CHIP_MAX_APPS]; /* per application: most warps of an SM stalled by one miss */
} epoch_message;

/* The events that engine_event() records of an SM: kind (a, b). */
typedef enum {
    SM_EVENT_ISSUE,    /* (warp slot, pc) */
    SM_EVENT_TLB_HIT,  /* L1 TLB (virtual page, asid) */
    SM_EVENT_TLB_MISS, /* L1 TLB (virtual page, asid) */
    SM_EVENT_LINE,     /* line request at the L1 cache (physical line, op_class) */
    SM_EVENT_MEM_DONE, /* global access complete (uid, warp slot) */
    SM_EVENT_HANDLER   /* instruction of the page fault handler (warp slot, how many are left) */
} sm_event;

#define GMMU_PAGE_BITS 12U

#endif
