/* SPDX-License-Identifier: Apache-2.0 */
#include "soc_host.h"

#include <stdio.h>
#include <string.h>

#include "base/mix.h"
#include "dcr_bridge.h"

enum { FRAMES = 320, TABLES = 64, LEAF = 4 /* the entry of a walk that maps the page */, ONE_PAGE = 12 };
enum { RING_WORDS = 2 * GMMU_RING_RECORDS, WAIT_LIMIT = 150000, LINE = 16 /* bytes of a warp in a page */ };
#define DATA_VPN    UINT64_C(0x100)
#define PROGRAM_VPN UINT64_C(0x400)
#define FRAME_MASK  UINT64_C(0xFFFFFFF000)

static const page_table_format format = PAGE_TABLE_X86_FORMAT;

void soc_check(soc_host *h, bool holds, const char *what) {
    if (!holds && h->failed == NULL)
        h->failed = what;
}

uint64_t soc_roll(soc_host *h, uint64_t below) {
    h->dice = mix(h->dice + 1);
    return h->dice % below;
}

static uint16_t asid_of(unsigned process) {
    return (uint16_t)(process + 1);
}

static address_space *space_of(const soc_host *h, unsigned process) {
    return h->process[process].space;
}

/* ---- frames ---- */

static uint64_t frame_of(soc_host *h, unsigned process, uint64_t vpn) {
    translation t = {.ppn = 0};
    soc_check(h, address_space_translate(space_of(h, process), vpn, &t), "the kernel has lost a page");
    return t.ppn;
}

static void copy_frame(soc_host *h, uint64_t from, uint64_t to) {
    for (uint64_t i = 0; i < SOC_FRAME_WORDS; i++)
        soc_dram_write(&h->dram, (to << 12) + 8 * i, soc_dram_read(&h->dram, (from << 12) + 8 * i));
}

/* NULL: zeros. */
static void fill_frame(soc_host *h, uint64_t frame, const uint64_t *words) {
    for (uint64_t i = 0; i < SOC_FRAME_WORDS; i++)
        soc_dram_write(&h->dram, (frame << 12) + 8 * i, words == NULL ? 0 : words[i]);
}

static uint64_t entry_address(soc_host *h, unsigned process, uint64_t vpn) {
    uint64_t address = 0;
    soc_check(h, address_space_entry_address(space_of(h, process), vpn, LEAF, &address),
              "a page has no table");
    return address;
}

/* ---- demand paging ---- */

static void map_page(soc_host *h, unsigned process, unsigned page) {
    soc_page *p = &h->process[process].page[page];
    const uint64_t vpn = DATA_VPN + page;
    soc_check(h, address_space_map(space_of(h, process), vpn, ONE_PAGE) == MAP_OK, "no frame is left");
    fill_frame(h, frame_of(h, process, vpn), p->place == SOC_EVICTED ? p->kept : NULL);
    h->seen.returned += p->place == SOC_EVICTED;
    h->seen.mapped += p->place == SOC_ABSENT;
    p->place = SOC_MAPPED;
}

/* A record: no page is resumed of a process that is over, or on its way out. */
static void serve_fault(soc_host *h, const gmmu_fault *f) {
    const unsigned process = f->asid - 1U;
    const uint64_t page = f->vpn - DATA_VPN;
    const bool is_data = page < SOC_PAGES, is_program = f->vpn - PROGRAM_VPN < SOC_WARPS;
    soc_check(h, process < SOC_SPACES && (is_data || is_program), "a record of a page that nobody asks for");
    if (h->failed == NULL && h->process[process].enabled) {
        soc_page *p = &h->process[process].page[is_data ? page : 0];
        if (is_program)
            (void)address_space_make_resident(space_of(h, process), f->vpn);
        else if (p->place != SOC_MAPPED)
            map_page(h, process, (unsigned)page);
        if (is_program || !p->held)
            gmmu_driver_resume(&h->driver, f->asid, f->vpn);
    }
    gmmu_driver_give_back(&h->driver);
}

/* ---- copy-on-write ---- */

static void part(soc_host *h, unsigned lender, unsigned borrower, unsigned page) {
    soc_page *l = &h->process[lender].page[page], *b = &h->process[borrower].page[page];
    const uint64_t vpn = DATA_VPN + page;
    copy_frame(h, frame_of(h, lender, vpn), (b->own_entry & FRAME_MASK) >> 12);
    phys_mem_write(h->mem, entry_address(h, borrower, vpn), b->own_entry);
    soc_check(h, address_space_protect(space_of(h, lender), vpn, true), "a page cannot be protected");
    l->borrower = b->lender = 0;
    gmmu_driver_invalidate_page(&h->driver, asid_of(borrower), vpn);
    gmmu_driver_invalidate_page(&h->driver, asid_of(lender), vpn);
    h->seen.copied++;
}

/* False: nobody shares it. */
static bool part_page(soc_host *h, unsigned process, unsigned page) {
    const soc_page *p = &h->process[process].page[page];
    if (p->borrower != 0)
        part(h, process, p->borrower - 1, page);
    else if (p->lender != 0)
        part(h, p->lender - 1, process, page);
    else
        return false;
    return true;
}

/* A store waits in a core for a page that it may not write. */
static void serve_blocked(soc_host *h) {
    for (unsigned w = 0; w < SOC_WARPS && gmmu_driver_idle(&h->driver); w++) {
        const unsigned process = h->job[w].process;
        const uint64_t page = h->out.page[w] - DATA_VPN;
        if ((h->out.blocked >> w & 1U) == 0)
            continue;
        soc_check(h, page < SOC_PAGES, "a page is blocked that may be used");
        if (h->failed == NULL && !h->process[process].page[page].held &&
            !part_page(h, process, (unsigned)page))
            h->in.retry |= (uint8_t)(1U << w);
    }
}

/* ---- cycles ---- */

static void drive_registers(soc_host *h, gmmu_in *pins) {
    gmmu_driver_drive(&h->driver, pins);
    h->in.lite_awvalid = pins->lite_awvalid;
    h->in.lite_wvalid = pins->lite_wvalid;
    h->in.lite_arvalid = pins->lite_arvalid;
    h->in.lite_awaddr = (uint8_t)pins->lite_awaddr;
    h->in.lite_araddr = (uint8_t)pins->lite_araddr;
    h->in.lite_wdata = (uint32_t)pins->lite_wdata;
    h->in.lite_wstrb = (uint8_t)pins->lite_wstrb;
    h->in.lite_bready = h->in.lite_rready = true;
}

/* What the driver sees of the block at AXI4-Lite. */
static void see_registers(const soc_out *out, gmmu_out *p) {
    p->lite_awready = (u1)out->lite_awready;
    p->lite_wready = (u1)out->lite_wready;
    p->lite_bvalid = (u1)out->lite_bvalid;
    p->lite_arready = (u1)out->lite_arready;
    p->lite_rvalid = (u1)out->lite_rvalid;
    p->lite_bresp = (u2)(out->lite_bresp & 3U);
    p->lite_rresp = (u2)(out->lite_rresp & 3U);
    p->lite_rdata = out->lite_rdata;
}

static void registers_move(soc_host *h, const gmmu_in *in, const gmmu_out *pins) {
    soc_check(h, h->dcr.failed == NULL, h->dcr.failed);
    gmmu_driver_edge(&h->driver, in, pins);
    soc_check(h, !h->driver.refused, "the block has refused a command");
}

static void serve(soc_host *h) {
    gmmu_fault f;
    if (h->away != 0)
        h->away--;
    if (h->away != 0 || !gmmu_driver_may_serve(&h->driver))
        return;
    for (uint32_t i = 0; i < RING_WORDS; i++)
        gmmu_driver_record(&h->driver, 8 * i, soc_dram_read(&h->dram, (GMMU_RING_FRAME << 12) + 8 * i));
    if (gmmu_driver_fault(&h->driver, &f))
        serve_fault(h, &f);
    else if (h->out.blocked != 0 && h->in.retry == 0 && !h->committing) /* which takes a command */
        serve_blocked(h);
}

/* An edge of the clock of the registers. */
static void drive_edge(soc_host *h) {
    gmmu_in pins;
    gmmu_out seen;
    memset(&pins, 0, sizeof pins);
    drive_registers(h, &pins);
    memset(&seen, 0, sizeof seen);
    if (h->in.bridged)
        soc_dcr_drive(&h->dcr, &pins, &h->out, &h->in, &seen);
    else
        see_registers(&h->out, &seen);
    seen.irq = (u1)h->out.irq;
    registers_move(h, &pins, &seen);
    if (h->in.crossed)
        soc_top_bus_edge(h->top, &h->in, &h->out);
}

/* How many edges the other clock has in this cycle; its speed changes, from an eighth to four times this one.
 */
static unsigned bus_edges(soc_host *h) {
    if (h->bus_speed == 0 || soc_roll(h, 2000) == 0)
        h->bus_speed = 2 + (unsigned)soc_roll(h, soc_roll(h, 2) == 0 ? SOC_BUS_PARTS : 4 * SOC_BUS_PARTS - 1);
    h->bus_phase += h->bus_speed;
    const unsigned edges = h->bus_phase / SOC_BUS_PARTS;
    h->bus_phase %= SOC_BUS_PARTS;
    return edges;
}

void soc_cycle(soc_host *h) {
    for (unsigned edges = h->in.crossed ? bus_edges(h) : 1; edges != 0; edges--)
        drive_edge(h);
    soc_dram_drive(&h->dram, &h->in);
    soc_dram_edge(&h->dram, &h->in, &h->out);
    soc_top_step(h->top, &h->in, &h->out);
    h->in.run_valid = false;
    h->in.retry = 0;
    h->cycle++;
    soc_check(h, !h->out.quiet || !soc_dram_walks(&h->dram), "the block is quiet, and memory works for it");
    soc_check(h, h->dram.failed == NULL, h->dram.failed);
    soc_check(h, h->cycle < h->limit, "the system does not come to an end");
    if (h->failed == NULL)
        serve(h);
}

bool soc_busy(const soc_host *h, unsigned warps) {
    return (h->out.busy & warps) != 0;
}

void soc_settle(soc_host *h) {
    const uint64_t since = h->cycle;
    do {
        soc_cycle(h);
        soc_check(h, h->cycle - since < WAIT_LIMIT, "the driver does not come to an end");
    } while (!gmmu_driver_idle(&h->driver) && h->failed == NULL);
}

static void wait_for(soc_host *h, unsigned warps) {
    const uint64_t since = h->cycle;
    while (soc_busy(h, warps) && h->failed == NULL) {
        soc_cycle(h);
        soc_check(h, h->cycle - since < WAIT_LIMIT, "a warp does not end");
    }
}

void soc_join(soc_host *h, unsigned warps) {
    wait_for(h, warps);
    for (unsigned w = 0; w < SOC_WARPS; w++)
        if (h->job[w].process == SOC_SPACES)
            warps &= ~(1U << w); /* died with its process */
    soc_check(h, (h->out.failed & warps) == 0, "a warp has read what it must not");
    soc_check(h, (h->out.dead & warps) == 0, "a warp has died");
}

/* ---- satp ---- */

static bool by_satp(const soc_host *h, unsigned process) {
    return h->in.bridged && process == 0;
}

/* Sv39's limits hold for the tables of this host as well, whose format it has written itself. Faults are
 * served meanwhile; commands of its own would meet the bridge's. */
static void commit(soc_host *h, bool on) {
    const uint64_t mode = on ? DCR_SATP_SV39 : DCR_SATP_BARE;
    const uint64_t since = h->cycle;
    soc_settle(h);
    soc_dcr_commit(&h->dcr, mode << 60 | (uint64_t)asid_of(0) << 44 | address_space_root(space_of(h, 0)));
    h->committing = true;
    do {
        soc_cycle(h);
        soc_check(h, h->cycle - since < WAIT_LIMIT, "a commit does not come to an end");
    } while ((soc_dcr_commits(&h->dcr) || h->out.dcr_busy) && h->failed == NULL);
    h->committing = false;
}

/* ---- programs ---- */

enum { DONE, BASE, STRIDE, VALUE, STORE, LOAD, EXPECT, STEP, COUNT, LOOP, ADD, PUT };

typedef struct {
    soc_host *host;
    uint64_t frame, at; /* words */
} soc_program;

static void say(soc_program *p, unsigned op, uint64_t b, uint64_t imm) {
    soc_check(p->host, p->at < SOC_FRAME_WORDS, "a program is longer than a page");
    soc_dram_write(&p->host->dram, (p->frame << 12) + 8 * p->at++, (uint64_t)op << 60 | b << 48 | imm);
}

static uint64_t address_of_warp(unsigned warp, unsigned page) {
    return (DATA_VPN + page) << 12 | (uint64_t)warp * LINE;
}

static uint64_t first_word(const soc_host *h, unsigned process, unsigned warp, unsigned page) {
    return (uint64_t)(process + 1) << 44 | (uint64_t)(h->process[process].owner & 0xFFFU) << 28 |
           (uint64_t)page << 20 | (uint64_t)warp << 16;
}

/* The words are what they must be; words without an owner are zeros, and get the first word. */
static void say_check(soc_program *p, soc_job *j, unsigned warp, unsigned page) {
    soc_words *words = &p->host->process[j->process].page[page].words;
    say(p, BASE, 0, address_of_warp(warp, page));
    say(p, VALUE, 0, words->word[warp]);
    say(p, LOAD, 0, 0);
    say(p, EXPECT, 0, words->step[warp]);
    if (!words->step[warp]) {
        j->fresh |= 1U << page;
        words->step[warp] = true;
        words->word[warp] = first_word(p->host, j->process, warp, page);
        say(p, VALUE, 0, words->word[warp]);
        say(p, STORE, 0, 1);
    }
    words->word[warp] += j->loops;
}

unsigned soc_warps_of(const soc_host *h, unsigned process) {
    unsigned warps = 0;
    for (unsigned w = 0; w < SOC_WARPS; w++)
        warps |= h->job[w].process == process ? 1U << w : 0U;
    return warps;
}

void soc_run(soc_host *h, unsigned warp, unsigned process, unsigned first, unsigned pages, unsigned loops) {
    soc_job job = {.process = process, .first = first, .pages = pages, .loops = loops};
    const uint64_t vpn = PROGRAM_VPN + warp;
    soc_program p = {.host = h};
    (void)address_space_reserve(space_of(h, process), vpn, ONE_PAGE); /* which it may be */
    soc_check(h, address_space_frame(space_of(h, process), vpn, &p.frame), "a program has no frame");
    say(&p, STRIDE, 0, 8);
    for (unsigned i = 0; i < pages; i++)
        say_check(&p, &job, warp, (first + i) % SOC_PAGES);
    if (loops != 0) {
        say(&p, COUNT, 0, loops - 1);
        const uint64_t again = vpn << 12 | 8 * p.at;
        for (unsigned i = 0; i < pages; i++) {
            say(&p, BASE, 0, address_of_warp(warp, (first + i) % SOC_PAGES));
            say(&p, LOAD, 0, 0);
            say(&p, ADD, 1, 0);
            say(&p, PUT, 0, 0);
        }
        say(&p, LOOP, 0, again);
    }
    say(&p, DONE, 0, 0);
    h->job[warp] = job;
    h->in.run_valid = true;
    h->in.run_core = warp >= SOC_CORE_WARPS;
    h->in.run_warp = (uint8_t)(warp % SOC_CORE_WARPS);
    h->in.run_asid = asid_of(process);
    h->in.run_pc = vpn << 12;
    soc_cycle(h);
}

/* ---- what memory must hold ---- */

static uint64_t word_at(soc_host *h, unsigned process, unsigned page, unsigned word) {
    const soc_page *p = &h->process[process].page[page];
    if (p->place != SOC_MAPPED)
        return p->place == SOC_EVICTED ? p->kept[word] : 0;
    return soc_dram_read(&h->dram, (frame_of(h, process, DATA_VPN + page) << 12) + 8 * word);
}

void soc_judge(soc_host *h, unsigned process) {
    for (unsigned page = 0; page < SOC_PAGES && h->failed == NULL; page++)
        for (unsigned w = 0; w < SOC_WARPS; w++) {
            const soc_words *words = &h->process[process].page[page].words;
            const uint64_t first = word_at(h, process, page, 2 * w);
            soc_check(h, first == words->word[w], "memory does not hold what a warp has stored");
            soc_check(h, word_at(h, process, page, 2 * w + 1) == first + words->step[w],
                      "memory does not hold what a second lane has stored");
        }
}

/* ---- processes ---- */

void soc_begin(soc_host *h, unsigned process) {
    soc_process *p = &h->process[process];
    address_space *space = p->space;
    const uint32_t owner = p->owner + 1;
    memset(p, 0, sizeof *p);
    *p = (soc_process){.space = space, .enabled = true, .owner = owner};
    if (by_satp(h, process))
        commit(h, true);
    else
        gmmu_driver_enable(&h->driver, space);
    soc_settle(h);
}

void soc_end(soc_host *h, unsigned process) {
    soc_process *p = &h->process[process];
    const unsigned warps = soc_warps_of(h, process);
    for (unsigned page = 0; page < SOC_PAGES; page++)
        (void)part_page(h, process, page);
    soc_settle(h);
    p->enabled = false;
    if (by_satp(h, process))
        commit(h, false);
    else
        gmmu_driver_end(&h->driver, asid_of(process));
    soc_settle(h);
    wait_for(h, warps);
    soc_settle(h);
    address_space_clear(p->space);
    for (unsigned w = 0; w < SOC_WARPS; w++)
        if ((warps >> w & 1U) != 0)
            h->job[w] = (soc_job){.process = SOC_SPACES};
    h->seen.ended++;
}

/* ---- changes of pages that are in use ---- */

static void invalidate_page(soc_host *h, unsigned process, unsigned page) {
    gmmu_driver_invalidate_page(&h->driver, asid_of(process), DATA_VPN + page);
    soc_settle(h);
    h->seen.invalidated++;
}

/* Its frame is its own, and the page can be held. */
static bool take_hold(soc_host *h, unsigned process, unsigned page) {
    soc_page *p = &h->process[process].page[page];
    if (part_page(h, process, page))
        soc_settle(h);
    p->held = p->place == SOC_MAPPED && h->failed == NULL;
    return p->held;
}

void soc_move(soc_host *h, unsigned process, unsigned page) {
    const uint64_t vpn = DATA_VPN + page;
    address_space *space = space_of(h, process);
    if (!take_hold(h, process, page))
        return;
    const uint64_t from = frame_of(h, process, vpn);
    soc_check(h, address_space_protect(space, vpn, false), "a page cannot be protected");
    invalidate_page(h, process, page); /* now no store is under way */
    soc_check(h, address_space_move(space, vpn), "no frame is left");
    soc_check(h, phys_mem_reserve(h->mem, from << 12, 1), "a frame that was given back is taken");
    copy_frame(h, from, frame_of(h, process, vpn));
    soc_check(h, address_space_protect(space, vpn, true), "a page cannot be protected");
    invalidate_page(h, process, page); /* now nobody reads the old frame */
    soc_check(h, phys_mem_release_run(h->mem, 0, from, 0), "a frame cannot be given back");
    h->process[process].page[page].held = false;
    h->seen.moved++;
}

void soc_evict(soc_host *h, unsigned process, unsigned page) {
    soc_page *p = &h->process[process].page[page];
    const uint64_t vpn = DATA_VPN + page;
    if (!take_hold(h, process, page))
        return;
    const uint64_t entry = entry_address(h, process, vpn), was = phys_mem_read(h->mem, entry);
    phys_mem_write(h->mem, entry, 0);
    invalidate_page(h, process, page); /* now nobody uses the frame */
    phys_mem_write(h->mem, entry, was);
    for (unsigned i = 0; i < SOC_FRAME_WORDS; i++)
        p->kept[i] = word_at(h, process, page, i);
    soc_check(h, address_space_unmap(space_of(h, process), vpn), "a page cannot be unmapped");
    p->place = SOC_EVICTED;
    p->held = false;
    gmmu_driver_resume(&h->driver, asid_of(process), vpn);
    soc_settle(h);
    h->seen.evicted++;
}

/* A warp has been given the page, and has come to it or will. */
static bool is_given(const soc_page *p) {
    bool given = false;
    for (unsigned w = 0; w < SOC_WARPS; w++)
        given = given || p->words.step[w];
    return given;
}

void soc_share(soc_host *h, unsigned parent, unsigned child, unsigned page) {
    soc_page *p = &h->process[parent].page[page], *c = &h->process[child].page[page];
    const uint64_t vpn = DATA_VPN + page;
    if (p->place != SOC_MAPPED || p->borrower != 0 || p->lender != 0 || c->place != SOC_ABSENT || is_given(c))
        return;
    map_page(h, child, page);
    const uint64_t entry = entry_address(h, child, vpn);
    c->own_entry = phys_mem_read(h->mem, entry);
    phys_mem_write(h->mem, entry,
                   (c->own_entry & ~(FRAME_MASK | PTE_WRITABLE)) | frame_of(h, parent, vpn) << 12);
    soc_check(h, address_space_protect(space_of(h, parent), vpn, false), "a page cannot be protected");
    c->words = p->words;
    p->borrower = child + 1;
    c->lender = parent + 1;
    invalidate_page(h, parent, page);
}

void soc_drop(soc_host *h, unsigned process, unsigned page, bool all) {
    if (all)
        gmmu_driver_invalidate(&h->driver);
    else
        gmmu_driver_invalidate_page(&h->driver, asid_of(process), DATA_VPN + page);
    soc_settle(h);
    h->seen.invalidated++;
}

/* ---- the whole ---- */

static void start_driver(soc_host *h) {
    address_space *spaces[SOC_SPACES] = {space_of(h, 0)}; /* without any: for its format */
    uint32_t count = 0;
    for (unsigned i = 0; i < SOC_SPACES; i++)
        if (h->process[i].enabled && !by_satp(h, i))
            spaces[count++] = space_of(h, i);
    gmmu_driver_init(&h->driver, spaces, count, true, NULL);
    gmmu_driver_hold_all(&h->driver, 2); /* behind port 1 nobody can ask again */
}

/* Of the block alone, for one or two cycles, or of the other clock as well; then until the registers are
 * there. The other clock may see the reset later than it ends. */
static void crossed_reset(soc_host *h, bool both) {
    enum { SEEN = 16 };
    h->in.lite_awvalid = h->in.lite_wvalid = h->in.lite_arvalid = false;
    h->in.bus_rst = both;
    h->in.rst = true;
    for (uint64_t left = both ? SOC_BUS_PARTS : 1 + soc_roll(h, 2); left != 0; left--) {
        for (unsigned edges = bus_edges(h); edges != 0; edges--)
            soc_top_bus_edge(h->top, &h->in, &h->out);
        soc_top_step(h->top, &h->in, &h->out);
    }
    h->in.rst = h->in.bus_rst = false;
    soc_dram_reset(&h->dram);
    for (unsigned seen = 0, i = 0; seen < SEEN || !h->out.bus_up; i++) {
        for (unsigned edges = bus_edges(h); edges != 0; edges--, seen++)
            soc_top_bus_edge(h->top, &h->in, &h->out);
        soc_dram_drive(&h->dram, &h->in);
        soc_dram_edge(&h->dram, &h->in, &h->out);
        soc_top_step(h->top, &h->in, &h->out);
        if (i == WAIT_LIMIT) {
            soc_check(h, false, "the registers do not come back after a reset");
            return;
        }
    }
}

static void clock_reset(soc_host *h) {
    if (h->in.crossed) {
        crossed_reset(h, h->cycle == 0);
    } else {
        h->in.rst = true;
        for (unsigned i = 0; i < 2; i++)
            soc_top_step(h->top, &h->in, &h->out);
        h->in.rst = false;
    }
    soc_dram_reset(&h->dram);
    h->dcr = (soc_dcr){.access = SOC_DCR_IDLE};
    start_driver(h);
    soc_settle(h);
    if (by_satp(h, 0) && h->process[0].enabled)
        commit(h, true);
}

void soc_host_start(soc_host *h, unsigned plant, soc_way way, uint64_t seed, unsigned stalls,
                    uint64_t limit) {
    memset(h, 0, sizeof *h);
    h->limit = limit;
    h->top = soc_top_new();
    h->in.plant = (uint8_t)plant;
    h->in.bridged = way.bridged;
    h->in.wide = way.wide;
    h->in.crossed = way.crossed;
    h->dice = mix(seed);
    for (unsigned w = 0; w < SOC_WARPS; w++)
        h->job[w].process = SOC_SPACES;
    h->mem = phys_mem_new(FRAMES, TABLES);
    soc_check(h, h->mem != NULL && phys_mem_reserve(h->mem, GMMU_RING_FRAME << 12, 4096), "no memory");
    soc_dram_start(&h->dram, h->mem, seed, stalls);
    for (unsigned i = 0; i < SOC_SPACES; i++)
        h->process[i].space = address_space_new(h->mem, asid_of(i), &format);
    clock_reset(h);
}

void soc_host_free(soc_host *h) {
    for (unsigned i = 0; i < SOC_SPACES; i++)
        for (unsigned page = 0; page < SOC_PAGES; page++)
            (void)part_page(h, i, page);
    for (unsigned i = 0; i < SOC_SPACES; i++)
        address_space_free(h->process[i].space);
    gmmu_driver_free(&h->driver);
    soc_dram_free(&h->dram);
    phys_mem_free(h->mem);
    soc_top_free(h->top);
}

/* Its words are made those of the warp's end. */
static void take_over(soc_host *h, unsigned warp, unsigned page) {
    const soc_job *j = &h->job[warp];
    soc_page *p = &h->process[j->process].page[page];
    const uint64_t last = p->words.word[warp];
    for (unsigned l = 0; l < 2; l++) {
        const uint64_t word = word_at(h, j->process, page, 2 * warp + l);
        soc_check(h, last + l - word <= j->loops || (word == 0 && (j->fresh >> page & 1U) != 0),
                  "memory holds what no loop of a warp has stored");
        if (p->place == SOC_MAPPED)
            soc_dram_write(&h->dram,
                           (frame_of(h, j->process, DATA_VPN + page) << 12) + 8 * (2 * (uint64_t)warp + l),
                           last + l);
        else if (p->place == SOC_EVICTED)
            p->kept[2 * warp + l] = last + l;
    }
    if (p->place == SOC_ABSENT)
        p->words.word[warp] = p->words.step[warp] = 0;
}

void soc_reset(soc_host *h) {
    soc_settle(h);
    gmmu_driver_quiesce(&h->driver, true);
    soc_settle(h);
    soc_check(h, h->out.quiet, "the block is not quiet");
    const unsigned stopped = h->out.busy;
    gmmu_driver_free(&h->driver);
    clock_reset(h);
    for (unsigned w = 0; w < SOC_WARPS; w++)
        for (unsigned i = 0; i < h->job[w].pages && (stopped >> w & 1U) != 0; i++) {
            const unsigned page = (h->job[w].first + i) % SOC_PAGES;
            if (part_page(h, h->job[w].process, page))
                soc_settle(h);
            take_over(h, w, page);
        }
    h->seen.resets++;
}
