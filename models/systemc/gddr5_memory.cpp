/* SPDX-License-Identifier: Apache-2.0 */
#include "systemc/gddr5_memory.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "systemc/clocks.hpp"

extern "C" {
#include "mem/mem_map.h"
}

namespace gmmu {

using sc_core::sc_time;
using sc_core::sc_time_stamp;

// From one L2 bank, for its data or for its page walks.
struct gddr5_memory::way_in {
    way_in(const char *name, unsigned n, target_port::owner &owner) : number(n), port(name, n, owner) {}

    unsigned number; // also of the inlet of the model
    target_port port;
    bool offered = false;  // the model has the request that waits
    std::uint32_t tag = 0; // its name there
    std::uint64_t popped = 0;
};

// What goes back to one L2 bank, both ways. A request in the model is named by its
// place in `inside`.
struct gddr5_memory::bank_side {
    struct request {
        payload *transaction;
        way_in *way;
    };

    std::uint32_t enter(payload &transaction, way_in &way) {
        const auto place = std::find_if(inside.begin(), inside.end(),
                                        [](const request &r) { return r.transaction == nullptr; });
        const auto tag = static_cast<std::uint32_t>(place - inside.begin());
        if (place == inside.end())
            inside.push_back({&transaction, &way});
        else
            *place = {&transaction, &way};
        return tag;
    }

    request leave(std::uint32_t tag) {
        return std::exchange(inside.at(tag), {});
    }

    std::deque<sc_time> taken; // replies taken that the model does not know of
    std::vector<request> inside;
};

gddr5_memory::gddr5_memory(sc_core::sc_module_name name, const gpu_config &c, unsigned count)
    : sc_module(name), config(c), apps(count), period(clock_periods_of(c.chip).memory) {
    bytes = config.chip.memory.bytes;
    restart();
    banks.resize(config.chip.l2.banks);
    for (unsigned i = 0; i < 2 * banks.size(); i++)
        ways.push_back(std::make_unique<way_in>(("bank_" + std::to_string(i)).c_str(), i, *this));

    SC_HAS_PROCESS(gddr5_memory);
    SC_METHOD(edge);
    sensitive << clk.pos();
    dont_initialize();
    SC_METHOD(pump);
    for (auto &way : ways)
        sensitive << way->port.more;
    dont_initialize();
}

gddr5_memory::~gddr5_memory() {
    gddr5_channels_free(model);
}

void gddr5_memory::restart() {
    gddr5_channels_free(model);
    char err[256] = "a unit is missing in this build";
    model = gddr5_channels_new(&config, apps, err, sizeof err);
    if (!model)
        SC_REPORT_FATAL("gmmu", ("gddr5_memory: " + std::string(err)).c_str());
    for (auto &way : ways)
        way->popped = 0;
    for (auto &bank : banks)
        bank.taken.clear();
    notes.clear();
}

bool gddr5_memory::idle() const {
    return std::all_of(ways.begin(), ways.end(), [](const auto &way) { return way->port.idle(); });
}

target_port::socket_type &gddr5_memory::bank(unsigned number) {
    return ways.at(number)->port.socket;
}

app_stats gddr5_memory::stats(unsigned app) const {
    return gddr5_channels_stats(model, app);
}

void gddr5_memory::write(const epoch_note &note) {
    notes.push_back(note);
}

// ---- one clock edge ----

void gddr5_memory::edge() {
    if (rst.read()) {
        if (!started)
            return; // requests may wait already
        if (!idle())
            SC_REPORT_ERROR("gmmu", "gddr5_memory: reset while transactions are inside");
        else
            restart();
        started = !idle();
        return;
    }
    started = true;
    for (unsigned i = 0; i < banks.size(); i++)
        take_back(i);
    for (auto &way : ways)
        offer_request(*way);
    while (!notes.empty() && notes.front().visible <= sc_time_stamp()) {
        gddr5_channels_epoch(model, &notes.front().message);
        notes.pop_front();
    }
    gddr5_channels_edge(model);
    for (auto &way : ways)
        take_request(*way);
    for (unsigned i = 0; i < banks.size(); i++)
        send_replies(i);
}

void gddr5_memory::pump() {
    for (auto &way : ways)
        way->port.pump();
}

// Replies that the bank has taken before this edge leave their places.
void gddr5_memory::take_back(unsigned number) {
    bank_side &bank = banks[number];
    while (!bank.taken.empty() && bank.taken.front() < sc_time_stamp()) {
        boundary_release(gddr5_channels_boundary(model), number);
        bank.taken.pop_front();
    }
}

void gddr5_memory::offer_request(way_in &way) {
    const timed_payload &request = way.port.request();
    if (!request.transaction || way.offered || request.visible > sc_time_stamp())
        return;
    payload &transaction = *request.transaction;
    const auto *extension = transaction.get_extension<memory_extension>();
    mem_message message = extension ? extension->message : mem_message{};
    message.paddr = transaction.get_address() / GMMU_LINE_BYTES * GMMU_LINE_BYTES;
    message.write = transaction.is_write();
    message.tag = way.tag = banks[way.number % banks.size()].enter(transaction, way);
    *static_cast<mem_message *>(boundary_offer(gddr5_channels_boundary(model), way.number)) = message;
    way.offered = true;
}

// Has its channel taken the request at this edge?
void gddr5_memory::take_request(way_in &way) {
    if (!way.offered || boundary_popped(gddr5_channels_boundary(model), way.number) == way.popped)
        return;
    payload &transaction = *way.port.request().transaction;
    way.popped++;
    way.offered = false;
    way.port.accept();
    if (transaction.is_write()) { // posted
        (void)banks[way.number % banks.size()].leave(way.tag);
        transaction.set_response_status(tlm::TLM_OK_RESPONSE);
        way.port.respond(transaction, sc_time_stamp());
    }
}

void gddr5_memory::send_replies(unsigned number) {
    while (const void *message = boundary_take(gddr5_channels_boundary(model), number)) {
        const bank_side::request request =
            banks[number].leave(static_cast<const mem_message *>(message)->tag);
        request.transaction->set_response_status(tlm::TLM_OK_RESPONSE);
        request.way->port.respond(*request.transaction, sc_time_stamp() + period);
    }
}

// ---- the sockets ----

bool gddr5_memory::request_is_valid(unsigned, payload &transaction) {
    const auto *extension = transaction.get_extension<memory_extension>();
    auto status = tlm::TLM_OK_RESPONSE;
    if (!transaction.is_read() && !transaction.is_write())
        status = tlm::TLM_COMMAND_ERROR_RESPONSE;
    else if (transaction.get_data_length() > GMMU_LINE_BYTES ||
             transaction.get_streaming_width() < transaction.get_data_length())
        status = tlm::TLM_BURST_ERROR_RESPONSE;
    else if (transaction.get_address() >= bytes)
        status = tlm::TLM_ADDRESS_ERROR_RESPONSE;
    else if (extension && (extension->message.app >= apps || extension->message.depth >= GMMU_NUM_DEPTHS))
        status = tlm::TLM_GENERIC_ERROR_RESPONSE;
    if (status != tlm::TLM_OK_RESPONSE)
        transaction.set_response_status(status);
    return status == tlm::TLM_OK_RESPONSE;
}

void gddr5_memory::response_taken(unsigned number, payload &transaction, const sc_time &when) {
    if (transaction.is_write())
        return;
    std::deque<sc_time> &taken = banks[number % banks.size()].taken; // by time: two ways lead to a bank
    taken.insert(std::upper_bound(taken.begin(), taken.end(), when), when);
}

unsigned gddr5_memory::debug(unsigned, payload &) {
    return 0;
}

} // namespace gmmu
