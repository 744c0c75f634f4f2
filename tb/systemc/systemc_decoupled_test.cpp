/* SPDX-License-Identifier: Apache-2.0 */
// Temporal decoupling: initiators that run ahead of the simulation by up to a quantum, and hand their local
// time over with each access, see what initiators see that wait: the same times, the same bytes, the same
// events inside. So the target begins an access at the time of the call plus the delay, and synchronizes.
#include <array>
#include <cstdio>
#include <memory>
#include <random>
#include <string>
#include <systemc>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/tlm_quantumkeeper.h>
#include <vector>

#include "systemc/clocks.hpp"
#include "systemc/example/ram.hpp"
#include "systemc/memory_pipeline.hpp"

namespace {

using gmmu::payload;
using sc_core::sc_time;
using sc_core::sc_time_stamp;

constexpr unsigned sms = 4, accesses = 60, slices_most = 12;
constexpr double quantum_ns = 200;

// How a thread keeps its time, and calls.
enum class manner {
    waits,     // waits for its own time before each access; b_transport
    decoupled, // runs ahead; b_transport with its local time
    annotated  // runs ahead; BEGIN_REQ with its local time
};

struct access_seen {
    sc_time begin, end;
    unsigned char byte;
    bool operator==(const access_seen &other) const {
        return begin == other.begin && end == other.end && byte == other.byte;
    }
};

// The threads of one SM: each computes for a while, then writes or reads a line.
class core : public sc_core::sc_module {
  public:
    tlm_utils::simple_initiator_socket<core> socket{"socket"};
    std::vector<std::vector<access_seen>> seen;
    unsigned failures = 0, waits = 0, ahead = 0, done = 0;

    core(sc_core::sc_module_name name, manner m, unsigned number, unsigned threads)
        : sc_module(name), seen(threads), how(m), first(number * threads) {
        socket.register_nb_transport_bw(this, &core::answer);
        for (unsigned i = 0; i < threads; i++)
            sc_core::sc_spawn([this, i] { run(i); }, sc_core::sc_gen_unique_name("thread"));
    }

  private:
    void check(bool good, const char *what) {
        if (!good && failures++ == 0)
            std::printf("%s: %s\n", name(), what);
    }

    // Some slices of computation; only a quantum's end makes a decoupled thread wait.
    void compute(std::mt19937_64 &random, tlm_utils::tlm_quantumkeeper &keeper) {
        for (std::uint64_t slices = 1 + random() % slices_most; slices; slices--) {
            const sc_time slice(static_cast<double>(1 + random() % 40000000), sc_core::SC_FS);
            if (how == manner::waits) {
                wait(slice);
                waits++;
                continue;
            }
            keeper.inc(slice);
            if (keeper.need_sync()) {
                keeper.sync();
                waits++;
            }
            check(keeper.get_local_time() < sc_time(quantum_ns, sc_core::SC_NS),
                  "runs ahead by more than a quantum");
        }
    }

    // At the thread's local time, which it leaves at the end of the access.
    void transport(payload &transaction, sc_time &delay) {
        if (how != manner::annotated) {
            socket->b_transport(transaction, delay);
            return;
        }
        tlm::tlm_phase phase = tlm::BEGIN_REQ;
        check(socket->nb_transport_fw(transaction, phase, delay) == tlm::TLM_ACCEPTED,
              "a request is not accepted");
        wait(responded);
        delay = sc_core::SC_ZERO_TIME;
    }

    tlm::tlm_sync_enum answer(payload &, tlm::tlm_phase &phase, sc_time &delay) {
        if (phase != tlm::BEGIN_RESP)
            return tlm::TLM_ACCEPTED;
        responded.notify(delay);
        return tlm::TLM_COMPLETED;
    }

    void run(unsigned thread) {
        const unsigned number = first + thread;
        std::mt19937_64 random(number + 1);
        std::array<unsigned char, 64> written{};
        tlm_utils::tlm_quantumkeeper keeper;
        keeper.reset();
        for (unsigned i = 0; i < accesses; i++) {
            compute(random, keeper);
            const auto line = static_cast<unsigned>(random() % written.size());
            const bool write = random() % 2 != 0;
            std::array<unsigned char, 128> data{};
            if (write)
                data.fill(written[line] = static_cast<unsigned char>(random() | 1));
            payload transaction;
            holder memory;
            transaction.set_mm(&memory);
            transaction.acquire();
            transaction.set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
            transaction.set_address(0x100000 + number * 0x10000ULL + line * 1024ULL);
            transaction.set_data_ptr(data.data());
            transaction.set_data_length(data.size());
            transaction.set_streaming_width(data.size());
            sc_time delay = keeper.get_local_time();
            const sc_time begin = sc_time_stamp() + delay;
            ahead += delay > sc_core::SC_ZERO_TIME;
            transport(transaction, delay);
            keeper.set(delay);
            if (how == manner::waits)
                wait(delay);
            const sc_time end = sc_time_stamp() + (how == manner::waits ? sc_core::SC_ZERO_TIME : delay);
            check(transaction.is_response_ok(), "an access fails");
            check(data.front() == written[line] && data.back() == written[line], "wrong bytes");
            check(end > begin, "an access ends before it begins");
            seen[thread].push_back({begin, end, data.front()});
            if (transaction.get_ref_count() > 1)
                wait(memory.freed);
            transaction.release();
            keeper.reset();
            keeper.set(delay);
        }
        done++;
    }

    // Tells when the target has let a transaction go.
    struct holder : tlm::tlm_mm_interface {
        sc_core::sc_event freed;
        void free(payload *) override {}
    };

    manner how;
    unsigned first;
    sc_core::sc_event responded;
};

struct platform {
    platform(const char *title, manner how, unsigned threads, sc_core::sc_clock &clk,
             sc_core::sc_signal<bool> &rst) {
        const std::string n = title;
        memory_pipeline_config config = gmmu::default_pipeline_config("mask");
        config.config.chip.sm.count = sms;
        config.memory_outside = true;
        pipeline = std::make_unique<gmmu::memory_pipeline>((n + "_pipeline").c_str(), config);
        memory = std::make_unique<ram>((n + "_memory").c_str(), pipeline->memory_sockets(),
                                       sc_time(60, sc_core::SC_NS));
        pipeline->clk(clk);
        pipeline->rst(rst);
        for (unsigned i = 0; i < pipeline->memory_sockets(); i++)
            pipeline->memory(i).bind(memory->socket(i));
        for (unsigned i = 0; i < sms; i++) {
            cores.push_back(
                std::make_unique<core>((n + "_core_" + std::to_string(i)).c_str(), how, i, threads));
            cores.back()->socket.bind(pipeline->warps(i));
        }
        for (std::uint64_t page = 0x100000 >> 12; page < (0x100000 + sms * threads * 0x10000ULL) >> 12;
             page++)
            pipeline->map(0, page); // first uses in another order give other frames
    }

    template <typename F> unsigned sum(F of) const {
        unsigned all = 0;
        for (const auto &c : cores)
            all += of(*c);
        return all;
    }

    std::unique_ptr<gmmu::memory_pipeline> pipeline;
    std::unique_ptr<ram> memory;
    std::vector<std::unique_ptr<core>> cores;
};

// Is the second, which runs ahead, seen from outside and inside as the first?
bool agree(const char *title, const platform &waits, const platform &ahead, unsigned threads) {
    bool ok = true;
    auto expect = [&](bool good, const char *what) {
        if (!good)
            std::printf("%s: %s\n", title, what);
        ok = ok && good;
    };
    for (const platform *p : {&waits, &ahead}) {
        expect(p->sum([](const core &c) { return c.done; }) == sms * threads, "not done");
        expect(p->sum([](const core &c) { return c.failures; }) == 0, "failures");
    }
    for (unsigned i = 0; i < sms; i++)
        expect(waits.cores[i]->seen == ahead.cores[i]->seen, "accesses have other times or bytes");
    expect(waits.pipeline->event_hash() == ahead.pipeline->event_hash(), "other events");
    auto calls = [](const core &c) { return c.ahead; };
    expect(waits.sum(calls) == 0 && ahead.sum(calls) > sms * threads * accesses / 2,
           "few calls with a delay");
    auto stops = [](const core &c) { return c.waits; };
    expect(ahead.sum(stops) > 0 && 4 * ahead.sum(stops) < waits.sum(stops),
           "computation waits too often, or never");
    std::printf("%s: %u accesses, %u with a delay; %u waits for computation instead of %u\n", title,
                sms * threads * accesses, ahead.sum(calls), ahead.sum(stops), waits.sum(stops));
    return ok;
}

} // namespace

int sc_main(int, char **) {
    sc_core::sc_set_time_resolution(1, sc_core::SC_FS);
    tlm_utils::tlm_quantumkeeper::set_global_quantum(sc_time(quantum_ns, sc_core::SC_NS));
    sc_core::sc_clock clk("clk", gmmu::clock_periods_of(*chip_preset("mask")).core);
    sc_core::sc_signal<bool> rst{"rst", false};
    const platform waits("waits", manner::waits, 3, clk, rst),
        decoupled("decoupled", manner::decoupled, 3, clk, rst);
    const platform single("single", manner::waits, 1, clk, rst),
        annotated("annotated", manner::annotated, 1, clk, rst);
    sc_core::sc_start(sc_time(200, sc_core::SC_US));
    const bool blocking = agree("b_transport", waits, decoupled, 3);
    const bool ok = agree("nb_transport", single, annotated, 1) && blocking;
    std::printf("%s systemc_decoupled\n", ok ? "PASS" : "FAIL");
    return ok ? 0 : 1;
}
