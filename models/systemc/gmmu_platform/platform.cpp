/* SPDX-License-Identifier: Apache-2.0 */
// A virtual platform around the block gmmu at its small sizes, as a pattern to copy: two cores of four warps,
// one of them with a TLB of its own, a memory with page tables, ring and data, and a host that runs the
// library of models/driver. Warps count in words of memory by virtual addresses while the host moves, shares
// and takes away their pages: no count may be lost, and none may be seen by another process.
//
//   platform c|rtl [SEED]    the block as its C, or as Verilated RTL: the same line comes out
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <systemc>
#include <vector>

#include "core.hpp"
#include "gmmu_small_sc.hpp"
#include "kernel.hpp"
#include "memory.hpp"
#include "systemc/axi4_lite_master.hpp"
#include "systemc/axi4_to_tlm.hpp"

namespace {

constexpr unsigned frames = 64, cores = 2, warps = cores * platform_core::WARPS, longest = 600000;
constexpr unsigned processes = platform_kernel::PROCESSES, pages = platform_kernel::PAGES;
static_assert(cores == GMMU_MMU_PORTS, "a core at each port");

// What a warp does: counts in its word of each of these pages.
struct job {
    bool busy = false;
    unsigned process = 0, first = 0, count = 0, loops = 0;
    sc_core::sc_event start;
};

class platform : public sc_core::sc_module {
  public:
    platform(gmmu::implementation choice, unsigned long seed)
        : sc_module(sc_core::sc_module_name("platform")), period(10, sc_core::SC_NS), block("block", choice),
          memory("memory", frames * 4096, period, 240 * period, seed),
          host("host", 4 * period, longest * period), random(seed) {
        block.clk(clk), block.rst(rst), wires.bind(block);
        axi.clk(clk), axi.connect(wires), axi.socket.bind(memory.socket);
        lite.clk(clk), lite.connect(wires);
        host.registers.bind(lite.socket), host.memory.bind(memory.socket), host.irq(wires.irq);
        host.program = [this] { scenarios(); };
        for (unsigned c = 0; c < cores; c++)
            add_core(c);
        for (unsigned w = 0; w < warps; w++)
            sc_core::sc_spawn([this, w] { warp(w); }, sc_core::sc_gen_unique_name("warp"));
        SC_HAS_PROCESS(platform);
        SC_METHOD(edge);
        sensitive << clk.posedge_event();
        dont_initialize();
        SC_METHOD(all_acknowledge);
        for (const auto &one : ack)
            sensitive << one;
    }

    bool passed() const {
        return finished && host.failed == nullptr;
    }

    void print(const char *name) const {
        std::uint64_t hits = 0, answers = 0, again = 0;
        for (const auto &core : all)
            hits += core->hits, answers += core->answers, again += core->asked_again;
        std::printf("%s %s: cycle %" PRIu64 ", hash %016" PRIx64 "\n", passed() ? "PASS" : "FAIL", name,
                    cycles, hash);
        std::printf("     mapped %u, moved %u, copied %u, ended %u, answers %" PRIu64 ", hits %" PRIu64
                    ", asked again %" PRIu64 "\n",
                    host.seen.mapped, host.seen.moved, host.seen.copied, host.seen.ended, answers, hits,
                    again);
        if (!passed())
            std::printf("     %s\n", host.failed != nullptr ? host.failed : "it has not finished");
    }

  private:
    void add_core(unsigned c) {
        all.push_back(std::make_unique<platform_core>(sc_core::sc_gen_unique_name("core"), c == 0));
        platform_core &core = *all.back();
        core.clk(clk), core.connect(wires, c, ack[c]), core.memory.bind(memory.socket);
        core.may_ask = [this](unsigned asid) { return host.may_ask(asid); };
        core.blocked = [this](platform_core &from, unsigned w, unsigned asid, std::uint64_t vpn) {
            host.store_is_blocked(from, w, asid, vpn);
        };
    }

    // ---- the warps ----

    void warp(unsigned w) {
        for (;;) {
            wait(jobs[w].start);
            for (unsigned loop = 0; loop < jobs[w].loops && jobs[w].busy; loop++)
                for (unsigned i = 0; i < jobs[w].count && jobs[w].busy; i++)
                    jobs[w].busy = count(w, (jobs[w].first + i) % pages);
            jobs[w].busy = false;
        }
    }

    // false: its process is over.
    bool count(unsigned w, unsigned page) {
        const unsigned asid = platform_kernel::asid_of(jobs[w].process);
        const std::uint64_t address = (platform_kernel::data_vpn + page) << 12 | 8 * w;
        std::uint64_t word = 0, &expected = counts[jobs[w].process][page][w];
        platform_core &core = *all[w / platform_core::WARPS];
        if (!core.access(w % platform_core::WARPS, asid, address, false, word))
            return dies(asid);
        host.check(word == expected, "a warp has read what it must not");
        word = expected + 1;
        if (!core.access(w % platform_core::WARPS, asid, address, true, word))
            return dies(asid);
        expected++;
        return true;
    }

    bool dies(unsigned asid) {
        host.check(!host.may_ask(asid), "a warp has died");
        return false;
    }

    void run(unsigned w, unsigned process, unsigned first, unsigned count, unsigned loops) {
        jobs[w].busy = true;
        jobs[w].process = process;
        jobs[w].first = first;
        jobs[w].count = count;
        jobs[w].loops = loops;
        jobs[w].start.notify(sc_core::SC_ZERO_TIME);
    }

    // Warps of both cores for each process.
    void run_all(unsigned count, unsigned loops) {
        for (unsigned w = 0; w < warps; w++)
            run(w, w % processes, w, count, loops);
    }

    bool busy(unsigned process) const {
        for (const job &j : jobs)
            if (j.busy && j.process == process)
                return true;
        return false;
    }

    void join(unsigned process) {
        while (busy(process) && host.failed == nullptr)
            host.idle();
    }

    // ---- the scenarios, in the thread of the host ----

    void judge() {
        for (unsigned p = 0; p < processes; p++) {
            join(p);
            for (unsigned page = 0; page < pages; page++)
                for (unsigned w = 0; w < warps && host.failed == nullptr; w++)
                    host.check(host.word(p, page, w) == counts[p][page][w],
                               "memory does not hold what a warp has stored");
        }
    }

    void begin(unsigned process) {
        std::memset(counts[process], 0, sizeof counts[process]);
        host.begin(process);
    }

    // Each page gets its frame as it is first used, and once.
    void demand_paging() {
        run_all(pages, 2);
        judge();
        host.check(host.seen.mapped == processes * pages, "pages were not mapped once each");
    }

    // A process ends under load, and the next one of its number finds zeros; the other goes on.
    void reuse_number(unsigned process) {
        run_all(pages, 3);
        for (unsigned i = 0; i < 10; i++)
            host.idle();
        host.end(process);
        join(process);
        begin(process);
        judge();
    }

    // Process 1 ends, and its next owner begins with pages of process 0; both read them, then both write.
    void copy_on_write() {
        host.end(1);
        begin(1);
        for (unsigned page = 0; page < pages; page++) {
            host.share(0, 1, page);
            std::memcpy(counts[1][page], counts[0][page], sizeof counts[0][page]);
        }
        judge();
        host.check(host.seen.copied == 0, "a page was copied before a store");
        run_all(pages, 3);
        judge();
        host.check(host.seen.copied == pages, "pages were not copied once each");
    }

    // Few pages, so that they stay in the TLB of the core; they move while warps count in them.
    void invalidations() {
        const unsigned before = host.seen.moved;
        for (unsigned few = 1; few <= 4; few++) {
            for (unsigned w = 0; w < warps; w++)
                run(w, w % processes, 0, few, 20);
            while ((busy(0) || busy(1)) && host.failed == nullptr) {
                const unsigned process = static_cast<unsigned>(random() % processes);
                host.move(process, static_cast<unsigned>(random() % few));
                host.idle();
            }
            judge();
        }
        host.check(host.seen.moved > before + 20, "few pages were moved");
    }

    void scenarios() {
        begin(0);
        begin(1);
        demand_paging();
        reuse_number(0);
        reuse_number(1);
        run_all(pages, 1);
        judge();
        copy_on_write();
        invalidations();
        host.end(0);
        host.end(1);
        host.quiesce();
        host.check(wires.quiet.read() && !axi.busy(), "the block is not quiet");
        for (const unsigned char byte : memory.bytes)
            hash = (hash ^ byte) * 0x100000001B3;
        finished = true;
        sc_core::sc_stop();
    }

    // ---- pins ----

    void all_acknowledge() {
        wires.inv_ack.write(ack[0].read() && ack[1].read());
    }

    void edge() {
        cycles++;
        rst.write(cycles < 4);
        host.check(cycles < longest, "the platform does not come to an end");
        if (host.failed != nullptr)
            sc_core::sc_stop();
        const auto out = wires.outputs();
        const std::uint64_t pins[] = {
            out.q_ready[0],  out.q_ready[1],     out.a_valid[0], out.a_valid[1], out.a_id[0],  out.a_id[1],
            out.a_fault[0],  out.a_fault[1],     out.a_ppn[0],   out.a_ppn[1],   out.inv_kind, out.inv_valid,
            out.inv_vpn,     out.lite_rvalid,    out.lite_rdata, out.arvalid,    out.arid,     out.araddr,
            out.awvalid,     out.awaddr,         out.wvalid,     out.wdata[0],   out.wdata[1], out.irq,
            out.lite_bvalid, out.ev_lookup_asid, out.ev_walk_vpn};
        for (const std::uint64_t pin : pins)
            hash = (hash ^ pin) * 0x100000001B3;
    }

    sc_core::sc_time period;
    sc_core::sc_clock clk{"clk", period};
    sc_core::sc_signal<bool> rst{"rst", true}, ack[cores];
    gmmu::gmmu_small_wires wires{"wires"};
    gmmu::gmmu_small block;
    gmmu::axi4_to_tlm<GMMU_WALKER_W, GMMU_AXI_ADDR_W> axi{"axi"};
    gmmu::axi4_lite_master<GMMU_LITE_ADDR_W> lite{"lite"};
    platform_memory memory;
    platform_kernel host;
    std::vector<std::unique_ptr<platform_core>> all;
    job jobs[warps];
    std::uint64_t counts[processes][pages][warps] = {};
    std::mt19937_64 random;
    std::uint64_t cycles = 0, hash = 0xCBF29CE484222325;
    bool finished = false;
};

} // namespace

int sc_main(int argc, char **argv) {
    if (argc < 2 || (std::strcmp(argv[1], "c") != 0 && std::strcmp(argv[1], "rtl") != 0)) {
        std::fprintf(stderr, "usage: platform c|rtl [SEED]\n");
        return 2;
    }
    const bool rtl = std::strcmp(argv[1], "rtl") == 0;
    const unsigned long seed = argc > 2 ? std::strtoul(argv[2], nullptr, 0) : 1;
    platform top(rtl ? gmmu::implementation::rtl : gmmu::implementation::c, seed);
    sc_core::sc_start();
    top.print("gmmu_platform");
    return top.passed() ? 0 : 1;
}
