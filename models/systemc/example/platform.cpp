/* SPDX-License-Identifier: Apache-2.0 */
// A small virtual platform: four SMs of two applications, their memory pipeline, and
// a RAM behind its L2 cache.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "ram.hpp"
#include "systemc/clocks.hpp"
#include "systemc/memory_pipeline.hpp"
#include "traffic.hpp"

namespace {

constexpr unsigned sms = 4;
constexpr std::uint64_t base = 0x7f0000000000;

// Debug accesses go to virtual addresses and see the address space of the socket's SM.
bool debug(traffic &sm, tlm::tlm_command command, std::uint64_t address, char *data, unsigned length) {
    tlm::tlm_generic_payload transaction;
    transaction.set_command(command);
    transaction.set_address(address);
    transaction.set_data_ptr(reinterpret_cast<unsigned char *>(data));
    transaction.set_data_length(length);
    return sm.socket->transport_dbg(transaction) == length;
}

// Two applications write to one virtual address, across a page border, and read back what is theirs.
bool spaces_are_apart(traffic &a, traffic &b) {
    char one[] = "application 0", two[] = "application 1", back[2][sizeof one];
    const std::uint64_t address = base + 4090;
    return debug(a, tlm::TLM_WRITE_COMMAND, address, one, sizeof one) &&
           debug(b, tlm::TLM_WRITE_COMMAND, address, two, sizeof two) &&
           debug(a, tlm::TLM_READ_COMMAND, address, back[0], sizeof one) &&
           debug(b, tlm::TLM_READ_COMMAND, address, back[1], sizeof two) && std::strcmp(back[0], one) == 0 &&
           std::strcmp(back[1], two) == 0;
}

} // namespace

int sc_main(int, char **) {
    sc_core::sc_set_time_resolution(1, sc_core::SC_FS);
    memory_pipeline_config config = gmmu::default_pipeline_config("mask", 2);
    config.config.chip.sm.count = sms;
    config.memory_outside = true;
    for (unsigned i = 0; i < sms; i++)
        config.sm_app[i] = static_cast<std::uint8_t>(i / 2);

    const gmmu::clock_periods periods = gmmu::clock_periods_of(config.config.chip);
    sc_core::sc_clock clk("clk", periods.core);
    sc_core::sc_signal<bool> rst{"rst", true};
    gmmu::memory_pipeline pipeline("pipeline", config);
    ram memory("memory", pipeline.memory_sockets(), sc_core::sc_time(60, sc_core::SC_NS));
    pipeline.clk(clk);
    pipeline.rst(rst);
    for (unsigned i = 0; i < pipeline.memory_sockets(); i++)
        pipeline.memory(i).bind(memory.socket(i));

    std::vector<std::unique_ptr<traffic>> warps;
    for (unsigned i = 0; i < sms; i++) {
        const bool random = i / 2 == 0;
        const traffic::shape shape = {32, 40, random, base, random ? 4U << 20 : 256U << 10};
        warps.push_back(std::make_unique<traffic>(("sm_" + std::to_string(i)).c_str(), shape));
        warps.back()->socket.bind(pipeline.warps(i));
    }
    sc_core::sc_start(4 * periods.core);
    rst.write(false);
    sc_core::sc_start(sc_core::sc_time(300, sc_core::SC_US));

    bool ok = spaces_are_apart(*warps[0], *warps[2]);
    for (unsigned i = 0; i < sms; i++) {
        const traffic &t = *warps[i];
        std::printf("SM %u: %u accesses, %u failed, latency %.0f cycles on average\n", i, t.done, t.failed,
                    t.latency / periods.core / std::max(t.done, 1U));
        ok = ok && t.done == 32 * 40 && t.failed == 0;
    }
    for (unsigned app = 0; app < 2; app++) {
        const app_stats s = pipeline.stats(app);
        std::printf("application %u: %llu lines, %llu L1 TLB misses, %llu walks\n", app,
                    static_cast<unsigned long long>(s.mem_transactions),
                    static_cast<unsigned long long>(s.l1_tlb_misses),
                    static_cast<unsigned long long>(s.walks));
    }
    std::printf("%s systemc_example (%llu reads and %llu writes in memory)\n", ok ? "PASS" : "FAIL",
                static_cast<unsigned long long>(memory.reads),
                static_cast<unsigned long long>(memory.writes));
    return ok ? 0 : 1;
}
