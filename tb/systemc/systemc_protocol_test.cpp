/* SPDX-License-Identifier: Apache-2.0 */
// The sockets of the memory pipeline as others may use them: every refusal of a bad
// access, and memory that answers in every way the base protocol allows.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <systemc>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <vector>

#include "systemc/clocks.hpp"
#include "systemc/memory_pipeline.hpp"

namespace {

using gmmu::payload;
using sc_core::sc_time;

// How a memory answers.
enum class manner { blocking, completed, updated_response, updated_request, accepted };
constexpr manner manners[] = {manner::blocking, manner::completed, manner::updated_response,
                              manner::updated_request, manner::accepted};

// Memory of one socket, after a fixed time.
class memory : public sc_core::sc_module {
  public:
    tlm_utils::simple_target_socket<memory> socket{"socket"};

    memory(sc_core::sc_module_name name, manner how) : sc_module(name), how_(how) {
        if (how == manner::blocking)
            socket.register_b_transport(this, &memory::blocking);
        else
            socket.register_nb_transport_fw(this, &memory::transport);
        socket.register_transport_dbg(this, &memory::debug);
        SC_HAS_PROCESS(memory);
        SC_METHOD(answer);
        sensitive << later;
        dont_initialize();
    }

  private:
    unsigned debug(payload &transaction) {
        for (unsigned i = 0; i < transaction.get_data_length(); i++) {
            unsigned char &byte = bytes[transaction.get_address() + i];
            unsigned char &other = transaction.get_data_ptr()[i];
            (transaction.is_write() ? byte : other) = transaction.is_write() ? other : byte;
        }
        return transaction.get_data_length();
    }

    void blocking(payload &transaction, sc_time &delay) {
        delay += latency;
        transaction.set_response_status(tlm::TLM_OK_RESPONSE);
    }

    tlm::tlm_sync_enum transport(payload &transaction, tlm::tlm_phase &phase, sc_time &delay) {
        if (phase == tlm::END_RESP) {
            pending = false;
            return tlm::TLM_COMPLETED;
        }
        transaction.set_response_status(tlm::TLM_OK_RESPONSE);
        sc_assert(phase == tlm::BEGIN_REQ);
        switch (how_) {
        case manner::completed:
            delay += latency;
            return tlm::TLM_COMPLETED;
        case manner::updated_response:
            if (pending)
                break; // one response at a time
            pending = true;
            phase = tlm::BEGIN_RESP;
            delay += latency;
            return tlm::TLM_UPDATED;
        case manner::updated_request:
            phase = tlm::END_REQ;
            wait_for(transaction, delay);
            return tlm::TLM_UPDATED;
        default:
            break;
        }
        wait_for(transaction, delay);
        return tlm::TLM_ACCEPTED;
    }

    void wait_for(payload &transaction, const sc_time &delay) {
        waiting.push_back(&transaction);
        later.notify(delay + latency);
    }

    // The oldest that waits. BEGIN_RESP without END_REQ implies it.
    void answer() {
        if (!waiting.empty())
            later.notify(latency);
        if (waiting.empty() || pending)
            return;
        payload &transaction = *waiting.front();
        tlm::tlm_phase phase = tlm::BEGIN_RESP;
        sc_time delay = sc_core::SC_ZERO_TIME;
        waiting.erase(waiting.begin());
        pending = socket->nb_transport_bw(transaction, phase, delay) == tlm::TLM_ACCEPTED;
    }

    const sc_time latency{100, sc_core::SC_NS};
    manner how_;
    bool pending = false; // a response waits for its END_RESP
    std::vector<payload *> waiting;
    sc_core::sc_event later;
    std::map<sc_dt::uint64, unsigned char> bytes;
};

class tester : public sc_core::sc_module {
  public:
    tlm_utils::simple_initiator_socket<tester> socket{"socket"};
    unsigned failures = 0, checks = 0;
    bool done = false;

    explicit tester(sc_core::sc_module_name name) : sc_module(name) {
        SC_HAS_PROCESS(tester);
        SC_THREAD(run);
    }

  private:
    using change = std::function<void(payload &, gmmu::warp_extension &)>;

    void expect(const char *what, tlm::tlm_response_status status, const change &make) {
        unsigned char data[256] = {};
        gmmu::warp_extension extension;
        payload t;
        t.set_command(tlm::TLM_READ_COMMAND);
        t.set_address(0x10000);
        t.set_data_ptr(data);
        t.set_data_length(128);
        t.set_streaming_width(128);
        t.set_extension(&extension);
        make(t, extension);
        sc_time delay = sc_core::SC_ZERO_TIME;
        socket->b_transport(t, delay);
        checks++;
        if (t.get_response_status() != status) {
            failures++;
            std::printf("%s: %s: %s\n", name(), what, t.get_response_string().c_str());
        }
        t.clear_extension(&extension);
    }

    void refusals() {
        unsigned char enable = 0xff;
        expect("command", tlm::TLM_COMMAND_ERROR_RESPONSE,
               [](payload &t, auto &) { t.set_command(tlm::TLM_IGNORE_COMMAND); });
        expect("byte enable", tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE,
               [&](payload &t, auto &) { t.set_byte_enable_ptr(&enable); });
        expect("no bytes", tlm::TLM_BURST_ERROR_RESPONSE, [](payload &t, auto &) { t.set_data_length(0); });
        expect("streaming", tlm::TLM_BURST_ERROR_RESPONSE,
               [](payload &t, auto &) { t.set_streaming_width(64); });
        expect("length", tlm::TLM_BURST_ERROR_RESPONSE, [](payload &t, auto &) { t.set_data_length(129); });
        expect("warp", tlm::TLM_BURST_ERROR_RESPONSE, [](payload &, auto &e) { e.warp = 64; });
        expect("width", tlm::TLM_BURST_ERROR_RESPONSE, [](payload &, auto &e) {
            e.mask = 1;
            e.width = 17;
        });
        expect("application", tlm::TLM_GENERIC_ERROR_RESPONSE, [](payload &, auto &e) { e.app = 1; });
        expect("address", tlm::TLM_ADDRESS_ERROR_RESPONSE,
               [](payload &t, auto &) { t.set_address(UINT64_C(1) << 48); });
        expect("end of the address space", tlm::TLM_ADDRESS_ERROR_RESPONSE,
               [](payload &t, auto &) { t.set_address(UINT64_MAX); });
    }

    // A line that crosses nothing, with bytes of its own.
    void line(std::uint64_t address, bool write, unsigned char (&data)[128]) {
        payload t;
        sc_time delay = sc_core::SC_ZERO_TIME;
        t.set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
        t.set_address(address);
        t.set_data_ptr(data);
        t.set_data_length(sizeof data);
        t.set_streaming_width(sizeof data);
        t.set_dmi_allowed(true); // the target has to say that it is not
        socket->b_transport(t, delay);
        checks++;
        if (!t.is_response_ok() || t.is_dmi_allowed()) {
            failures++;
            std::printf("%s: line: %s, DMI %d\n", name(), t.get_response_string().c_str(),
                        t.is_dmi_allowed());
        }
    }

    // What is written is read: across pages, in another order, old bytes where nothing was written.
    void bytes_come_back() {
        constexpr unsigned lines = 64;
        auto address = [](unsigned i) { return 0x40000U + i * 1920U / 128 * 128; };
        unsigned char data[128];
        for (unsigned i = 0; i < lines; i++) {
            std::fill(std::begin(data), std::end(data), static_cast<unsigned char>(i + 1));
            line(address(i), true, data);
        }
        for (unsigned k = 0; k < lines + 1; k++) {
            const unsigned i = k < lines ? k * 37 % lines : lines; // the last was never written
            const unsigned char expected = i < lines ? static_cast<unsigned char>(i + 1) : 0;
            std::fill(std::begin(data), std::end(data), static_cast<unsigned char>(0xa5));
            line(address(i), false, data);
            checks++;
            if (std::any_of(std::begin(data), std::end(data),
                            [&](unsigned char b) { return b != expected; })) {
                failures++;
                std::printf("%s: line %u: byte %u, expected %u\n", name(), i, data[0], expected);
            }
        }
    }

    void run() {
        refusals();
        bytes_come_back();
        for (unsigned i = 0; i < 200; i++) {
            expect("load", tlm::TLM_OK_RESPONSE,
                   [i](payload &t, auto &) { t.set_address(i * 1664525U % 65536U * 128U); });
            expect("store", tlm::TLM_OK_RESPONSE, [i](payload &t, auto &) {
                t.set_address(i * 22695477U % 65536U * 128U);
                t.set_command(tlm::TLM_WRITE_COMMAND);
            });
            expect("atomic", tlm::TLM_OK_RESPONSE, [](payload &, auto &e) {
                e.mask = UINT32_MAX;
                e.atomic = true;
                for (unsigned lane = 0; lane < e.address.size(); lane++)
                    e.address[lane] = 4096U * lane;
            });
        }
        done = true;
    }
};

struct platform {
    platform(unsigned number, manner how, sc_core::sc_clock &clk, sc_core::sc_signal<bool> &rst) {
        const std::string n = std::to_string(number);
        memory_pipeline_config config = gmmu::default_pipeline_config("mask");
        config.memory_outside = true;
        pipeline = std::make_unique<gmmu::memory_pipeline>(("pipeline_" + n).c_str(), config);
        pipeline->clk(clk);
        pipeline->rst(rst);
        test = std::make_unique<tester>(("tester_" + n).c_str());
        test->socket.bind(pipeline->warps(0));
        for (unsigned i = 0; i < pipeline->memory_sockets(); i++) {
            memories.push_back(
                std::make_unique<memory>(("memory_" + n + "_" + std::to_string(i)).c_str(), how));
            pipeline->memory(i).bind(memories.back()->socket);
        }
    }

    std::unique_ptr<gmmu::memory_pipeline> pipeline;
    std::unique_ptr<tester> test;
    std::vector<std::unique_ptr<memory>> memories;
};

} // namespace

int sc_main(int, char **) {
    sc_core::sc_set_time_resolution(1, sc_core::SC_FS);
    sc_core::sc_clock clk("clk", gmmu::clock_periods_of(*chip_preset("mask")).core);
    sc_core::sc_signal<bool> rst{"rst", false};
    std::vector<std::unique_ptr<platform>> platforms;
    for (unsigned i = 0; i < std::size(manners); i++)
        platforms.push_back(std::make_unique<platform>(i, manners[i], clk, rst));
    sc_core::sc_start(sc_time(2, sc_core::SC_MS));
    bool ok = true;
    unsigned checks = 0;
    for (const auto &p : platforms) {
        if (!p->test->done)
            std::printf("%s: not done after %u accesses\n", p->test->name(), p->test->checks);
        ok = ok && p->test->done && p->test->failures == 0;
        checks += p->test->checks;
    }
    std::printf("%s systemc_protocol (%u accesses)\n", ok ? "PASS" : "FAIL", checks);
    return ok ? 0 : 1;
}
