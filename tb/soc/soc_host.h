/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The host of the system: page tables, the driver of the gmmu (models/mmu/gmmu_driver.h), and a small kernel
 * above it that maps pages on demand, shares them for copy-on-write, moves and evicts them, and ends spaces.
 * Its processes are address spaces; each warp of the cores works for one of them.
 *
 * A process has SOC_PAGES pages of data. Warp w owns two words of each, those of its lanes, and counts in
 * them: so what all words must hold is known at any time that the warp does not run (soc_words).
 */
#ifndef GMMU_TB_SOC_HOST_H
#define GMMU_TB_SOC_HOST_H

#include "mmu/address_space.h"
#include "mmu/gmmu_driver.h"
#include "soc_dcr.h"
#include "soc_dram.h"

enum { SOC_BUS_PARTS = 16 };
enum { SOC_SPACES = 3 /* ASIDs 1 to 3 */, SOC_PAGES = 12 };

/* What the words of a page hold: word + lane x step, for each warp. */
typedef struct {
    uint64_t word[SOC_WARPS];
    bool step[SOC_WARPS];
} soc_words;

typedef enum { SOC_ABSENT, SOC_MAPPED, SOC_EVICTED } soc_place;

/* A page of a process, as the kernel knows it. */
typedef struct {
    soc_place place;
    bool held;          /* it is moved or evicted: who waits for it waits on */
    unsigned borrower;  /* the process, + 1, that uses its frame as well, until one of them writes; 0: none */
    unsigned lender;    /* ... whose frame it uses */
    uint64_t own_entry; /* a borrower's entry with its own frame */
    soc_words words;    /* what it must hold */
    uint64_t kept[SOC_FRAME_WORDS]; /* evicted: what it holds */
} soc_page;

/* What a warp has been given to do. */
typedef struct {
    unsigned process, first, pages, loops;
    uint32_t fresh; /* a bit for each page whose words were zeros */
} soc_job;

typedef struct {
    address_space *space;
    bool enabled;
    uint32_t owner; /* counts the owners of the number */
    soc_page page[SOC_PAGES];
} soc_process;

typedef struct {
    soc_top *top;
    soc_in in;
    soc_out out;
    soc_dram dram;
    phys_mem *mem;
    gmmu_driver driver;
    soc_dcr dcr;     /* with in.bridged: what is between driver and bridge */
    bool committing; /* a commit of satp is under way */
    soc_process process[SOC_SPACES];
    soc_job job[SOC_WARPS];
    uint64_t cycle, dice;
    uint64_t limit; /* cycles of a run */
    unsigned bus_speed,
        bus_phase; /* with in.crossed: edges of the bus in SOC_BUS_PARTS cycles; the remainder */
    uint64_t away; /* cycles in which the kernel serves nothing more */
    const char *failed;
    struct {
        uint64_t mapped, copied, moved, evicted, returned, invalidated, ended, resets;
    } seen;
} soc_host;

typedef struct {
    bool bridged; /* the first process begins and ends by satp, and all registers are behind the DCR bus */
    bool wide;    /* page tables and records are behind axi4_master */
    bool crossed; /* registers and interrupt are at a clock of their own, whose speed changes; not with
                     bridged */
} soc_way;
void soc_host_start(soc_host *h, unsigned plant, soc_way way, uint64_t seed, unsigned stalls, uint64_t limit);
void soc_host_free(soc_host *h);
void soc_check(soc_host *h, bool holds, const char *what);
uint64_t soc_roll(soc_host *h, uint64_t below);

/* One cycle, in which the kernel also serves what has come up. */
void soc_cycle(soc_host *h);
/* Until the driver has nothing to do. */
void soc_settle(soc_host *h);
/* Until the warps (a bit each) have ended; each must have passed, but for those that died with their process.
 */
void soc_join(soc_host *h, unsigned warps);
bool soc_busy(const soc_host *h, unsigned warps);
/* Those that work for the process, or did last. */
unsigned soc_warps_of(const soc_host *h, unsigned process);

/* A process begins in an address space of its own; all its pages are absent. */
void soc_begin(soc_host *h, unsigned process);
/* It ends, whatever its warps do: they die. */
void soc_end(soc_host *h, unsigned process);
/* A warp checks its words in these pages, and counts in them `loops` times; it must not be busy. */
void soc_run(soc_host *h, unsigned warp, unsigned process, unsigned first, unsigned pages, unsigned loops);
/* Do all words of its pages hold what they must? */
void soc_judge(soc_host *h, unsigned process);

/* The page goes to another frame, or out of memory, whoever uses it. */
void soc_move(soc_host *h, unsigned process, unsigned page);
void soc_evict(soc_host *h, unsigned process, unsigned page);
/* The child's page is absent and becomes a copy of the parent's: they share a frame until one of them writes.
 * Nothing happens where a warp of the child has been given the page: it expects zeros there. No warp of the
 * parent may run. */
void soc_share(soc_host *h, unsigned parent, unsigned child, unsigned page);
/* A page of the process, or of all, is dropped from all TLBs though it has not changed. */
void soc_drop(soc_host *h, unsigned process, unsigned page, bool all);
/* All but memory is as in the beginning. Warps that ran have stopped somewhere: the words of a page they ran
 * on must be as after some of their loops, and are taken over. */
void soc_reset(soc_host *h);

#endif
