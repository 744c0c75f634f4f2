/* SPDX-License-Identifier: Apache-2.0 */
// The SystemC pipeline against `gmmu`: every access the SMs of a whole chip issue is
// issued to the sockets in the same cycle, and must complete in the same cycle; at the
// end the event hashes and the statistics must be equal. Once with the memory channels
// inside, once with them in a module of their own behind the initiator sockets.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "systemc/clocks.hpp"
#include "systemc/gddr5_memory.hpp"
#include "systemc/memory_pipeline.hpp"

extern "C" {
#include "systemc_stimulus.h"
}

namespace {

using gmmu::payload;
using sc_core::sc_time;
using sc_core::sc_time_stamp;

enum class chip {
    preset,
    starved, // memory is so slow that all buffers towards it fill
    flooded  // memory is so fast that all buffers from it fill
};

struct setup {
    const char *name, *design;
    bool outside;
    bool reversed; // modules made the other way round: in another order at one time
    chip variant;
    const char *spec[STIMULUS_APPS];
};

constexpr const char *gups = "kernel:gups,size=16M,updates=8K";
constexpr const char *many_gups = "kernel:gups,size=16M,updates=48K";
constexpr const char *full_gups = "kernel:gups,size=16M,updates=16K";
constexpr const char *stream = "kernel:stream,size=1M";
constexpr setup setups[] = {
    {"mask, memory inside", "mask", false, false, chip::preset, {gups, stream}},
    {"mask, memory inside, reversed", "mask", false, true, chip::preset, {stream, gups}},
    {"mask, memory outside", "mask", true, false, chip::preset, {gups, stream}},
    {"baseline, memory outside, reversed", "sharedtlb", true, true, chip::preset, {gups, gups}},
    {"mask, starved", "mask", true, false, chip::starved, {gups, stream}},
    {"ideal, starved, reversed", "ideal", true, true, chip::starved, {many_gups, stream}},
    {"ideal, flooded", "ideal", true, false, chip::flooded, {full_gups, full_gups}},
    {"ideal, flooded, reversed", "ideal", true, true, chip::flooded, {full_gups, full_gups}},
};

gpu_config config_of(const setup &s) {
    gpu_config config = gmmu::default_pipeline_config(s.design).config;
    config.mask.epoch_cycles = 5000; // so that a short run sees several epochs
    config.window_bytes = std::size_t{1} << 20;
    config.seed = 7;
    // No socket tells which warps run, which the tokens of the real SMs depend on.
    config.design.tlb_fill = "all";
    if (s.variant == chip::preset)
        return config;
    chip_config &c = config.chip;
    c.core_mhz = 1000; // edges of the clocks often coincide
    c.mem_mhz = 1500;
    c.l1.mshrs = 256;
    c.l2.mshrs = 256;
    c.l2.ports = 1;
    c.memory.timing.burst_cycles = 8;
    if (s.variant == chip::flooded) {
        c.sm.count = STIMULUS_APPS;
        c.memory.timing = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 4, 1, 0, 0, 0, 2};
    }
    return config;
}

// An access on its way; lives as long as the test.
struct flight : tlm::tlm_mm_interface {
    explicit flight(const stimulus_access &a) : access(a), transaction(this) {
        extension.id = a.id;
        extension.warp = a.warp;
        extension.mask = a.inst.mask;
        extension.width = a.inst.width;
        extension.atomic = a.inst.op == OP_ATOMIC;
        std::copy(std::begin(a.inst.addr), std::end(a.inst.addr), extension.address.begin());
        transaction.set_command(a.inst.op == OP_LOAD ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND);
        transaction.set_extension(&extension);
        transaction.acquire();
    }
    ~flight() override {
        transaction.clear_extension(&extension);
    }
    void free(payload *) override {}

    const stimulus_access &access;
    gmmu::warp_extension extension;
    payload transaction;
    std::uint64_t done = 0; // cycle
};

// Plays a stimulus to a pipeline and notes when its accesses complete.
class player : public sc_core::sc_module, public gmmu::initiator_port::owner {
  public:
    sc_core::sc_in<bool> clk{"clk"}, rst{"rst"};

    player(sc_core::sc_module_name name, const stimulus &s, unsigned cores, const sc_time &clock_period)
        : sc_module(name), period(clock_period), next(cores), waiting(cores) {
        for (unsigned i = 0; i < cores; i++)
            ports.push_back(
                std::make_unique<gmmu::initiator_port>(("core_" + std::to_string(i)).c_str(), i, *this));
        flights.reserve(s.accesses);
        by_core.resize(cores);
        for (std::size_t i = 0; i < s.accesses; i++) {
            flights.push_back(std::make_unique<flight>(s.access[i]));
            by_core[s.access[i].core].push_back(flights.back().get());
        }
        SC_HAS_PROCESS(player);
        SC_METHOD(edge);
        sensitive << clk.pos();
        dont_initialize();
        SC_METHOD(pump);
        for (auto &port : ports)
            sensitive << port->more;
        dont_initialize();
    }

    std::vector<std::unique_ptr<gmmu::initiator_port>> ports;
    std::vector<std::unique_ptr<flight>> flights;

  private:
    void edge() {
        if (rst.read())
            return;
        if (cycle == 0)
            start = sc_time_stamp();
        for (std::size_t i = 0; i < ports.size(); i++)
            for (; next[i] < by_core[i].size() && by_core[i][next[i]]->access.issued == cycle; next[i]++)
                issue(i, *by_core[i][next[i]]);
        cycle++;
    }

    void issue(std::size_t core, flight &f) {
        waiting[core].push_back(&f);
        ports[core]->request(f.transaction, sc_time_stamp());
    }

    void pump() {
        for (auto &port : ports)
            port->pump();
    }

    void request_taken(unsigned, const sc_time &) override {}

    bool response(unsigned core, const gmmu::timed_payload &r) override {
        auto &list = waiting[core];
        const auto found = std::find_if(list.begin(), list.end(),
                                        [&r](const flight *f) { return &f->transaction == r.transaction; });
        sc_assert(found != list.end() && r.transaction->is_response_ok());
        (*found)->done = (r.visible - start).value() / period.value();
        list.erase(found);
        return true;
    }

    sc_time period, start;
    std::uint64_t cycle = 0;
    std::vector<std::size_t> next;
    std::vector<std::vector<flight *>> waiting, by_core;
};

// A pipeline with all that belongs to it, and the run of `gmmu` it must equal.
class experiment : public sc_core::sc_module {
  public:
    experiment(sc_core::sc_module_name name, const setup &s)
        : sc_module(name), what(s), config(config_of(s)), periods(gmmu::clock_periods_of(config.chip)),
          core_clk("core_clk", periods.core), mem_clk("mem_clk", periods.memory) {
        char error[256] = "";
        if (!stimulus_record(&reference, &config, s.spec, error, sizeof error))
            SC_REPORT_FATAL("test", error);
        if (s.reversed)
            make_memory();
        if (!s.reversed)
            make_pipeline();
        warps = std::make_unique<player>("player", reference, config.chip.sm.count, periods.core);
        if (s.reversed)
            make_pipeline();
        if (!s.reversed)
            make_memory();
        connect();
        for (std::size_t i = 0; i < reference.pages; i++)
            sc_assert(pipeline->map(reference.page[i].app, reference.page[i].vpn));
        SC_HAS_PROCESS(experiment);
        SC_THREAD(release_reset);
    }
    ~experiment() {
        stimulus_free(&reference);
    }

    // Right after the last cycle of the reference.
    sc_time end() const {
        return periods.common + sc_time::from_value(reference.cycles * periods.core.value()) +
               periods.memory / 4;
    }

    // The simulation stands at end().
    bool check() const {
        std::size_t wrong = 0;
        for (const auto &f : warps->flights) {
            if (f->done == f->access.done)
                continue;
            if (wrong++ == 0)
                std::printf("%s: access %llu of SM %u, issued in cycle %llu: done in %llu, expected %llu\n",
                            what.name, static_cast<unsigned long long>(f->access.id), f->access.core,
                            static_cast<unsigned long long>(f->access.issued),
                            static_cast<unsigned long long>(f->done),
                            static_cast<unsigned long long>(f->access.done));
        }
        const bool cycles = pipeline->cycle() == reference.cycles + 1;
        const bool hash = what.outside || pipeline->event_hash() == reference.memory_hash;
        const bool ok = wrong == 0 && cycles && hash && check_stats() && reference.accesses > 0;
        std::printf("%s %s: %zu accesses, %llu cycles, %zu wrong, cycles %d, event hash %s\n",
                    ok ? "PASS" : "FAIL", what.name, reference.accesses,
                    static_cast<unsigned long long>(reference.cycles), wrong, cycles,
                    what.outside ? "-" : (hash ? "equal" : "differs"));
        return ok;
    }

  private:
    void make_pipeline() {
        memory_pipeline_config pc{};
        pc.config = config;
        pc.apps = STIMULUS_APPS;
        std::copy(std::begin(reference.sm_app), std::end(reference.sm_app), pc.sm_app);
        pc.memory_outside = what.outside;
        pipeline = std::make_unique<gmmu::memory_pipeline>("pipeline", pc);
    }

    void make_memory() {
        if (what.outside)
            memory = std::make_unique<gmmu::gddr5_memory>("memory", config, STIMULUS_APPS);
    }

    void connect() {
        pipeline->clk(core_clk);
        pipeline->rst(rst);
        warps->clk(core_clk);
        warps->rst(rst);
        for (unsigned i = 0; i < config.chip.sm.count; i++)
            warps->ports[i]->socket.bind(pipeline->warps(i));
        if (!memory)
            return;
        memory->clk(mem_clk);
        memory->rst(rst);
        for (unsigned i = 0; i < pipeline->memory_sockets(); i++)
            pipeline->memory(i).bind(memory->bank(i));
        pipeline->epochs.bind(*memory);
    }

    // Cycle 0 is where the edges of both clocks first coincide again.
    void release_reset() {
        wait(periods.common - periods.memory / 4);
        rst.write(false);
    }

    bool check_stats() const {
        for (unsigned app = 0; app < STIMULUS_APPS; app++) {
            const app_stats &r = reference.stats[app];
            app_stats s = pipeline->stats(app);
            if (memory) {
                const app_stats m = memory->stats(app);
                app_stats_add(&s, &m);
            }
            // What an SM counts of its other instructions.
            s.instructions = r.instructions;
            s.thread_instructions = r.thread_instructions;
            s.stall_tlb_cycles = r.stall_tlb_cycles;
            s.data_checks = r.data_checks;   // the pipeline has no data to check,
            s.walk_running = r.walk_running; // and counts all warp slots of an SM as running
            count_last_cycle(app, s);
            if (std::memcmp(&s, &r, sizeof s) != 0) {
                std::printf("%s: statistics of application %u differ\n", what.name, app);
                return false;
            }
        }
        return true;
    }

    // What was issued in the very last cycle has not gone in yet.
    void count_last_cycle(unsigned app, app_stats &s) const {
        for (const auto &f : warps->flights) {
            if (f->access.issued != reference.cycles || reference.sm_app[f->access.core] != app)
                continue;
            s.mem_instructions++;
            s.mem_transactions += stimulus_lines(&f->access);
        }
    }

    const setup &what;
    const gpu_config config;
    const gmmu::clock_periods periods;
    sc_core::sc_clock core_clk, mem_clk;
    sc_core::sc_signal<bool> rst{"rst", true};
    stimulus reference{};
    std::unique_ptr<gmmu::memory_pipeline> pipeline;
    std::unique_ptr<gmmu::gddr5_memory> memory;
    std::unique_ptr<player> warps;
};

} // namespace

int sc_main(int, char **) {
    sc_core::sc_set_time_resolution(1, sc_core::SC_FS);
    std::vector<std::unique_ptr<experiment>> experiments;
    for (const setup &s : setups)
        experiments.push_back(std::make_unique<experiment>(sc_core::sc_gen_unique_name("experiment"), s));
    std::sort(experiments.begin(), experiments.end(),
              [](const auto &a, const auto &b) { return a->end() < b->end(); });
    bool ok = true;
    for (const auto &x : experiments) {
        if (x->end() > sc_time_stamp())
            sc_core::sc_start(x->end() - sc_time_stamp());
        ok = x->check() && ok;
    }
    std::printf("%s systemc_pipeline (%zu runs)\n", ok ? "PASS" : "FAIL", experiments.size());
    return ok ? 0 : 1;
}
