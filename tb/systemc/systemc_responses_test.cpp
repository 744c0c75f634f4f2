/* SPDX-License-Identifier: Apache-2.0 */
// A slow initiator may say when it has taken a response before that time has come: END_RESP with a delay. It
// sees what one sees that waits and says it then: responses that begin at the same times, one after the
// other.
#include <array>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <systemc>
#include <tlm_utils/simple_initiator_socket.h>
#include <vector>

#include "systemc/clocks.hpp"
#include "systemc/gddr5_memory.hpp"
#include "systemc/memory_pipeline.hpp"

namespace {

using gmmu::payload;
using sc_core::sc_time;
using sc_core::sc_time_stamp;

constexpr unsigned line = 128;
constexpr unsigned reads = 200; // more than all buffers on the way hold
// Slower than the memory. A function, as no time may exist before sc_main() sets the resolution.
sc_time hold() {
    return {30, sc_core::SC_NS};
}

enum class manner {
    waits,  // END_RESP when the response has been held long enough
    called, // END_RESP at once, with the rest of the time as its delay
    updated // the same, returned from BEGIN_RESP
};

class reader : public sc_core::sc_module, public tlm::tlm_mm_interface {
  public:
    tlm_utils::simple_initiator_socket<reader> socket{"socket"};
    std::vector<sc_time> begins;
    unsigned freed = 0;

    reader(sc_core::sc_module_name name, manner m) : sc_module(name), how(m), transactions(reads) {
        socket.register_nb_transport_bw(this, &reader::answer);
        SC_HAS_PROCESS(reader);
        SC_THREAD(request);
        SC_METHOD(take);
        sensitive << over;
        dont_initialize();
    }

    void free(payload *) override {
        freed++;
    }

  private:
    void request() {
        for (unsigned i = 0; i < reads; i++) {
            payload &t = transactions[i];
            t.set_mm(this);
            t.acquire();
            t.set_command(tlm::TLM_READ_COMMAND);
            t.set_address(std::uint64_t{i} * line);
            t.set_data_ptr(bytes.data());
            t.set_data_length(line);
            t.set_streaming_width(line);
            tlm::tlm_phase phase = tlm::BEGIN_REQ;
            sc_time delay = sc_core::SC_ZERO_TIME;
            sc_assert(socket->nb_transport_fw(t, phase, delay) == tlm::TLM_ACCEPTED);
            wait(accepted);
        }
    }

    tlm::tlm_sync_enum answer(payload &transaction, tlm::tlm_phase &phase, sc_time &delay) {
        if (phase == tlm::END_REQ) {
            accepted.notify(delay);
            return tlm::TLM_ACCEPTED;
        }
        begins.push_back(sc_time_stamp() + delay);
        held = &transaction;
        if (how == manner::updated) {
            phase = tlm::END_RESP;
            delay += hold();
            transaction.release();
            return tlm::TLM_UPDATED;
        }
        rest = how == manner::called ? delay + hold() : sc_core::SC_ZERO_TIME;
        over.notify(how == manner::called ? sc_core::SC_ZERO_TIME : delay + hold());
        return tlm::TLM_ACCEPTED;
    }

    void take() {
        tlm::tlm_phase phase = tlm::END_RESP;
        sc_time delay = rest;
        payload &transaction = *held;
        socket->nb_transport_fw(transaction, phase, delay);
        transaction.release();
    }

    manner how;
    std::vector<payload> transactions;
    std::array<unsigned char, line> bytes{};
    payload *held = nullptr;
    sc_time rest;
    sc_core::sc_event accepted, over;
};

struct platform {
    platform(const char *title, manner how, sc_core::sc_clock &clk, sc_core::sc_signal<bool> &rst) {
        const std::string n = title;
        memory = std::make_unique<gmmu::gddr5_memory>((n + "_memory").c_str(),
                                                      gmmu::default_pipeline_config("mask").config, 1U);
        memory->clk(clk);
        memory->rst(rst);
        initiator = std::make_unique<reader>((n + "_reader").c_str(), how);
        initiator->socket.bind(memory->bank(0));
    }

    std::unique_ptr<gmmu::gddr5_memory> memory;
    std::unique_ptr<reader> initiator;
};

bool right(const reader &r, const std::vector<sc_time> &expected) {
    bool ok = r.begins.size() == reads && r.freed == reads && r.begins == expected;
    for (std::size_t i = 1; i < r.begins.size(); i++)
        ok = ok && r.begins[i] >= r.begins[i - 1] + hold();
    std::printf("%s: %zu responses, %s\n", r.name(), r.begins.size(), ok ? "in their time" : "WRONG");
    return ok;
}

} // namespace

int sc_main(int, char **) {
    sc_core::sc_set_time_resolution(1, sc_core::SC_FS);
    sc_core::sc_clock clk("clk", gmmu::clock_periods_of(*chip_preset("mask")).memory);
    sc_core::sc_signal<bool> rst{"rst", false};
    const platform waits("waits", manner::waits, clk, rst), called("called", manner::called, clk, rst),
        updated("updated", manner::updated, clk, rst);
    sc_core::sc_start(sc_time(20, sc_core::SC_US));
    const std::vector<sc_time> &expected = waits.initiator->begins;
    bool ok = right(*waits.initiator, expected);
    ok = right(*called.initiator, expected) && ok;
    ok = right(*updated.initiator, expected) && ok;
    std::printf("%s systemc_responses\n", ok ? "PASS" : "FAIL");
    return ok ? 0 : 1;
}
