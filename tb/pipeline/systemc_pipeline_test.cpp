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

struct setup {
    const char *name, *design;
    bool outside;
    const char *spec[STIMULUS_APPS];
};

constexpr setup setups[] = {
    {"mask, memory inside", "mask", false, {"kernel:gups,size=16M,updates=8K", "kernel:stream,size=1M"}},
    {"mask, memory outside", "mask", true, {"kernel:gups,size=16M,updates=8K", "kernel:stream,size=1M"}},
    {"baseline, memory outside",
     "sharedtlb",
     true,
     {"kernel:gups,size=8M,updates=4K", "kernel:gups,size=8M,updates=8K"}},
};

gpu_config config_of(const setup &s) {
    gpu_config config = gmmu::default_pipeline_config(s.design).config;
    config.mask.epoch_cycles = 5000; // so that a short run sees several epochs
    config.window_bytes = std::size_t{1} << 20;
    config.seed = 7;
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

// One pipeline with what belongs to it.
struct experiment {
    experiment(const setup &s, unsigned number, const gmmu::clock_periods &periods) : what(s) {
        char error[256] = "";
        const std::string n = std::to_string(number);
        const gpu_config config = config_of(s);
        if (!stimulus_record(&reference, &config, s.spec, error, sizeof error)) {
            std::printf("%s: %s\n", s.name, error);
            std::exit(1);
        }
        memory_pipeline_config pc{};
        pc.config = config;
        pc.apps = STIMULUS_APPS;
        std::copy(std::begin(reference.core_app), std::end(reference.core_app), pc.core_app);
        pc.memory_outside = s.outside;
        pipeline = std::make_unique<gmmu::memory_pipeline>(("pipeline_" + n).c_str(), pc);
        warps = std::make_unique<player>(("player_" + n).c_str(), reference, config.chip.sms, periods.core);
        for (unsigned i = 0; i < config.chip.sms; i++)
            warps->ports[i]->socket.bind(pipeline->warps(i));
        if (s.outside) {
            memory = std::make_unique<gmmu::gddr5_memory>(("memory_" + n).c_str(), config, STIMULUS_APPS);
            for (unsigned i = 0; i < pipeline->memory_sockets(); i++)
                pipeline->memory(i).bind(memory->bank(i));
            pipeline->epochs.bind(*memory);
        }
        for (std::size_t i = 0; i < reference.pages; i++)
            sc_assert(pipeline->map(reference.page[i].app, reference.page[i].vpn));
    }
    ~experiment() {
        stimulus_free(&reference);
    }

    // The simulation stands right after the last cycle of the reference.
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
            if (f->access.issued != reference.cycles || reference.core_app[f->access.core] != app)
                continue;
            s.mem_instructions++;
            s.mem_transactions += stimulus_lines(&f->access);
        }
    }

    const setup &what;
    stimulus reference{};
    std::unique_ptr<gmmu::memory_pipeline> pipeline;
    std::unique_ptr<gmmu::gddr5_memory> memory;
    std::unique_ptr<player> warps;
};

} // namespace

int sc_main(int, char **) {
    sc_core::sc_set_time_resolution(1, sc_core::SC_FS);
    const gmmu::clock_periods periods = gmmu::clock_periods_of(*chip_preset("mask"));
    sc_core::sc_clock core_clk("core_clk", periods.core);
    sc_core::sc_clock mem_clk("mem_clk", periods.memory);
    sc_core::sc_signal<bool> rst{"rst", true};

    std::vector<std::unique_ptr<experiment>> experiments;
    for (const setup &s : setups) {
        experiments.push_back(std::make_unique<experiment>(s, experiments.size(), periods));
        experiment &x = *experiments.back();
        x.pipeline->clk(core_clk);
        x.pipeline->rst(rst);
        x.warps->clk(core_clk);
        x.warps->rst(rst);
        if (x.memory) {
            x.memory->clk(mem_clk);
            x.memory->rst(rst);
        }
    }
    std::sort(experiments.begin(), experiments.end(),
              [](const auto &a, const auto &b) { return a->reference.cycles < b->reference.cycles; });

    // Cycle 0 is where the edges of both clocks first coincide again.
    sc_core::sc_start(periods.common - periods.memory / 2);
    rst.write(false);
    const sc_time begin = periods.common;
    bool ok = true;
    for (const auto &x : experiments) {
        const sc_time end = begin + sc_time::from_value(x->reference.cycles * periods.core.value());
        sc_core::sc_start(end + periods.memory / 2 - sc_time_stamp());
        ok = x->check() && ok;
    }
    std::printf("%s systemc_pipeline (%zu runs)\n", ok ? "PASS" : "FAIL", experiments.size());
    return ok ? 0 : 1;
}
