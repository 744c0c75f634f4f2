/* SPDX-License-Identifier: Apache-2.0 */
#include "systemc/memory_pipeline.hpp"

#include <algorithm>
#include <string>

#include "systemc/clocks.hpp"

extern "C" {
#include "mem/mem_map.h"
}

namespace gmmu {

using sc_core::sc_time;
using sc_core::sc_time_stamp;

namespace {

constexpr unsigned max_warps = 64;
constexpr unsigned max_width = 16;

// The access of a transaction; false when there is no such access.
bool read_access(const payload &transaction, const warp_extension &extension, warp_access &access) {
    const bool lanes = extension.mask != 0;
    const unsigned width = lanes ? extension.width : transaction.get_data_length();
    access.id = extension.id;
    access.warp = extension.warp;
    access.access = {};
    access.access.op = extension.atomic ? OP_ATOMIC : transaction.is_write() ? OP_STORE : OP_LOAD;
    access.access.space = SPACE_GLOBAL;
    access.access.mask = lanes ? extension.mask : 1;
    access.access.width = static_cast<std::uint8_t>(width);
    std::copy(extension.address.begin(), extension.address.end(), access.access.addr);
    if (!lanes)
        access.access.addr[0] = transaction.get_address();
    return extension.warp < max_warps && width >= 1 && width <= (lanes ? max_width : GMMU_LINE_BYTES);
}

} // namespace

// Towards the warps of one SM.
struct memory_pipeline::sm_side {
    sm_side(const char *name, unsigned number, target_port::owner &owner) : port(name, number, owner) {}

    target_port port;
    warp_access access{}; // of the request that waits
    bool offered = false; // the model has it
    std::uint64_t accepted = 0;
    std::uint64_t next_id = 0;
    std::unordered_map<std::uint64_t, payload *> inside; // by id
};

// From one L2 bank to memory, for its data or for its page walks.
struct memory_pipeline::way_down {
    way_down(const char *name, unsigned n, initiator_port::owner &owner) : number(n), port(name, n, owner) {}

    unsigned number; // also of the outlet of the model
    initiator_port port;
    std::deque<sc_time> taken; // requests taken by memory that the model does not know of
};

// What comes back to one L2 bank, both ways.
struct memory_pipeline::bank_side {
    struct reply {
        timed_payload what;
        unsigned way;
    };

    std::deque<reply> replies; // in the order of their arrival
    bool offered = false;      // the model has the first one
    std::uint64_t popped = 0;
};

// Reuses the transactions towards memory.
class memory_pipeline::payload_pool : public tlm::tlm_mm_interface {
  public:
    payload &take(const mem_message &message) {
        if (unused.empty()) {
            all.push_back(std::make_unique<payload>(this));
            all.back()->set_extension(new memory_extension);
            unused.push_back(all.back().get());
        }
        payload &t = *unused.back();
        unused.pop_back();
        auto *extension = t.get_extension<memory_extension>();
        extension->message = message;
        t.acquire();
        t.set_command(message.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
        t.set_address(message.paddr);
        t.set_data_ptr(extension->data.data());
        t.set_data_length(GMMU_LINE_BYTES);
        t.set_streaming_width(GMMU_LINE_BYTES);
        t.set_byte_enable_ptr(message.write ? &extension->byte_enable : nullptr);
        t.set_byte_enable_length(message.write ? 1 : 0);
        t.set_dmi_allowed(false);
        t.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        return t;
    }

    void free(payload *t) override {
        unused.push_back(t);
    }

    bool idle() const {
        return unused.size() == all.size();
    }

  private:
    std::vector<std::unique_ptr<payload>> all;
    std::vector<payload *> unused;
};

memory_pipeline_config default_pipeline_config(const char *design, unsigned apps) {
    memory_pipeline_config config{};
    config.config.chip = *chip_preset("mask");
    config.config.design = *design_preset(design);
    config_set_defaults(&config.config);
    config.config.exceptions = exception_defaults;
    config.apps = apps;
    std::fill(std::begin(config.sm_app), std::end(config.sm_app), std::uint8_t{0});
    return config;
}

memory_pipeline::memory_pipeline(sc_core::sc_module_name name, const memory_pipeline_config &c)
    : sc_module(name), config(c), period(clock_periods_of(c.config.chip).core),
      pool(std::make_unique<payload_pool>()) {
    restart();
    const chip_config &chip = config.config.chip;
    for (unsigned i = 0; i < chip.sm.count; i++)
        sms.push_back(std::make_unique<sm_side>(("warps_" + std::to_string(i)).c_str(), i, *this));
    if (config.memory_outside)
        banks.resize(chip.l2.banks);
    for (unsigned i = 0; i < 2 * banks.size(); i++)
        ways.push_back(std::make_unique<way_down>(("memory_" + std::to_string(i)).c_str(), i, *this));

    SC_HAS_PROCESS(memory_pipeline);
    SC_METHOD(edge);
    sensitive << clk.pos();
    dont_initialize();
    SC_METHOD(pump);
    for (auto &sm : sms)
        sensitive << sm->port.more;
    for (auto &way : ways)
        sensitive << way->port.more;
    dont_initialize();
}

memory_pipeline::~memory_pipeline() {
    memory_pipeline_free(model);
}

void memory_pipeline::restart() {
    char error[256] = "";
    memory_pipeline_free(model);
    model = memory_pipeline_new(&config, error, sizeof error);
    if (!model)
        SC_REPORT_FATAL("gmmu", error);
    for (auto &sm : sms)
        sm->accepted = 0;
    for (auto &way : ways)
        way->taken.clear();
    for (auto &bank : banks)
        bank.popped = 0;
}

bool memory_pipeline::idle() const {
    return pool->idle() &&
           std::all_of(sms.begin(), sms.end(), [](const auto &sm) { return sm->port.idle(); });
}

target_port::socket_type &memory_pipeline::warps(unsigned sm) {
    return sms.at(sm)->port.socket;
}

initiator_port::socket_type &memory_pipeline::memory(unsigned number) {
    return ways.at(number)->port.socket;
}

bool memory_pipeline::map(unsigned app, std::uint64_t vpn) {
    const map_result result = memory_pipeline_map(model, app, vpn);
    return result == MAP_OK || result == MAP_ALREADY;
}

std::uint64_t memory_pipeline::cycle() const {
    return memory_pipeline_cycle(model);
}

std::uint64_t memory_pipeline::event_hash() const {
    return memory_pipeline_event_hash(model);
}

app_stats memory_pipeline::stats(unsigned app) const {
    return memory_pipeline_stats(model, app);
}

// ---- one clock edge ----

// What has arrived before this edge goes in, then the model makes its cycle, then what
// it did goes out.
void memory_pipeline::edge() {
    if (rst.read()) {
        if (cycle() == 0)
            return; // requests may wait already
        if (!idle())
            SC_REPORT_ERROR("gmmu", "memory_pipeline: reset while transactions are inside");
        else
            restart();
        return;
    }
    for (unsigned i = 0; i < sms.size(); i++)
        offer_access(i);
    for (auto &way : ways)
        take_back(*way);
    for (unsigned i = 0; i < banks.size(); i++)
        offer_reply(i);
    memory_pipeline_edge(model);
    answer_accesses();
    for (unsigned i = 0; i < banks.size(); i++)
        end_reply(i);
    for (auto &way : ways)
        send_requests(*way);
    send_epochs();
    for (payload *transaction : finished)
        transaction->release();
    finished.clear();
    if (const char *error = memory_pipeline_error(model))
        SC_REPORT_ERROR("gmmu", error);
}

void memory_pipeline::pump() {
    for (auto &sm : sms)
        sm->port.pump();
    for (auto &way : ways)
        way->port.pump();
}

// ---- accesses of warps ----

// Both bytes at the ends of every lane's access: it is at most a line long.
bool memory_pipeline::map_access(unsigned app, const warp_inst &access) {
    for (unsigned lane = 0; lane < GMMU_LANES; lane++) {
        const std::uint64_t first = access.addr[lane];
        const std::uint64_t last = first + access.width - 1;
        if ((access.mask >> lane & 1U) == 0)
            continue;
        if (last < first || !map(app, first >> GMMU_PAGE_BITS) || !map(app, last >> GMMU_PAGE_BITS))
            return false;
    }
    return true;
}

bool memory_pipeline::request_is_valid(unsigned number, payload &transaction) {
    static const warp_extension plain;
    sm_side &sm = *sms[number];
    const auto *given = transaction.get_extension<warp_extension>();
    const warp_extension &extension = given ? *given : plain;
    const unsigned app = config.sm_app[number];
    auto refuse = [&transaction](tlm::tlm_response_status status) {
        transaction.set_response_status(status);
        return false;
    };
    if (!transaction.is_read() && !transaction.is_write())
        return refuse(tlm::TLM_COMMAND_ERROR_RESPONSE);
    if (transaction.get_byte_enable_ptr())
        return refuse(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    if (transaction.get_streaming_width() < transaction.get_data_length())
        return refuse(tlm::TLM_BURST_ERROR_RESPONSE); // no streaming
    if (app >= config.apps ||
        (extension.app != warp_extension::any_app && extension.app != static_cast<int>(app)))
        return refuse(tlm::TLM_GENERIC_ERROR_RESPONSE);
    if (!read_access(transaction, extension, sm.access))
        return refuse(tlm::TLM_BURST_ERROR_RESPONSE);
    if (!map_access(app, sm.access.access))
        return refuse(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    if (extension.id == warp_extension::any_id)
        sm.access.id = sm.next_id++;
    if (!sm.inside.emplace(sm.access.id, &transaction).second)
        return refuse(tlm::TLM_GENERIC_ERROR_RESPONSE);
    return true;
}

void memory_pipeline::offer_access(unsigned number) {
    sm_side &sm = *sms[number];
    const timed_payload &request = sm.port.request();
    if (request.transaction && !sm.offered && request.visible < sc_time_stamp())
        sm.offered = memory_pipeline_offer(model, number, &sm.access);
}

void memory_pipeline::answer_accesses() {
    std::size_t count = 0;
    const warp_access_done *done = memory_pipeline_done(model, &count);
    for (unsigned i = 0; i < sms.size(); i++) {
        sm_side &sm = *sms[i];
        if (!sm.offered || memory_pipeline_accepted(model, i) == sm.accepted)
            continue;
        sm.accepted++;
        sm.offered = false;
        sm.port.accept();
    }
    for (std::size_t i = 0; i < count; i++) {
        sm_side &sm = *sms[done[i].sm];
        payload &transaction = *sm.inside.at(done[i].id);
        sm.inside.erase(done[i].id);
        move_data(done[i].sm, transaction);
        transaction.set_response_status(tlm::TLM_OK_RESPONSE);
        sm.port.respond(transaction, sc_time_stamp());
    }
}

// The bytes of a line, at the time of its response. The pipeline has the time of an access, memory outside
// its bytes; scattered lanes have no order in a payload, and atomics no operation, so they move none.
void memory_pipeline::move_data(unsigned number, payload &transaction) {
    const auto *extension = transaction.get_extension<warp_extension>();
    if (transaction.get_data_ptr() && !(extension && (extension->mask || extension->atomic)))
        (void)debug(number, transaction);
}

void memory_pipeline::response_taken(unsigned, payload &, const sc_time &) {}

// The bytes behind a virtual address, as far as memory outside has them.
unsigned memory_pipeline::debug(unsigned number, payload &transaction) {
    unsigned done = 0;
    while (done < transaction.get_data_length() && !banks.empty()) {
        const std::uint64_t address = transaction.get_address() + done;
        const auto rest = static_cast<unsigned>(GMMU_LINE_BYTES - address % GMMU_LINE_BYTES);
        const unsigned length = std::min(transaction.get_data_length() - done, rest);
        std::uint64_t ppn = 0;
        if (!memory_pipeline_translate(model, config.sm_app[number], address >> GMMU_PAGE_BITS, &ppn))
            break;
        const std::uint64_t offset = address % (std::uint64_t{1} << GMMU_PAGE_BITS);
        payload part;
        part.set_command(transaction.get_command());
        part.set_address((ppn << GMMU_PAGE_BITS) + offset);
        part.set_data_ptr(transaction.get_data_ptr() + done);
        part.set_data_length(length);
        part.set_streaming_width(length);
        const unsigned bank = memory_pipeline_bank(model, part.get_address());
        if (ways[bank]->port.socket->transport_dbg(part) != length)
            break;
        done += length;
    }
    return done;
}

// ---- memory outside ----

void memory_pipeline::request_taken(unsigned way, const sc_time &when) {
    ways[way]->taken.push_back(when);
}

bool memory_pipeline::response(unsigned way, const timed_payload &response) {
    payload &transaction = *response.transaction;
    if (transaction.is_response_error())
        SC_REPORT_ERROR("gmmu", "memory_pipeline: memory answers with an error");
    if (transaction.is_write()) {
        finished.push_back(&transaction);
        return true;
    }
    bank_side &bank = banks[way % banks.size()];
    const auto place =
        std::upper_bound(bank.replies.begin() + bank.offered, bank.replies.end(), response.visible,
                         [](const sc_time &t, const bank_side::reply &r) { return t < r.what.visible; });
    bank.replies.insert(place, {response, way});
    return false;
}

// Requests that memory has taken before this edge leave their places.
void memory_pipeline::take_back(way_down &way) {
    while (!way.taken.empty() && way.taken.front() < sc_time_stamp()) {
        boundary_release(memory_pipeline_boundary(model), way.number);
        way.taken.pop_front();
    }
}

void memory_pipeline::offer_reply(unsigned number) {
    bank_side &bank = banks[number];
    if (bank.offered || bank.replies.empty() || bank.replies.front().what.visible > sc_time_stamp())
        return;
    const payload &transaction = *bank.replies.front().what.transaction;
    void *slot = boundary_offer(memory_pipeline_boundary(model), config.config.chip.sm.count + number);
    *static_cast<mem_message *>(slot) = transaction.get_extension<memory_extension>()->message;
    bank.offered = true;
}

// Has the bank taken its reply at this edge?
void memory_pipeline::end_reply(unsigned number) {
    bank_side &bank = banks[number];
    const std::uint32_t inlet = config.config.chip.sm.count + number;
    if (!bank.offered || boundary_popped(memory_pipeline_boundary(model), inlet) == bank.popped)
        return;
    const bank_side::reply reply = bank.replies.front();
    bank.replies.pop_front();
    bank.popped++;
    bank.offered = false;
    ways[reply.way]->port.end_response(*reply.what.transaction);
    reply.what.transaction->release();
}

void memory_pipeline::send_requests(way_down &way) {
    while (const void *message = boundary_take(memory_pipeline_boundary(model), way.number))
        way.port.request(pool->take(*static_cast<const mem_message *>(message)), sc_time_stamp() + period);
}

void memory_pipeline::send_epochs() {
    const auto outlet = static_cast<std::uint32_t>(ways.size());
    boundary *edge_of_model = memory_pipeline_boundary(model);
    while (const void *message = banks.empty() ? nullptr : boundary_take(edge_of_model, outlet)) {
        epochs.write({*static_cast<const epoch_message *>(message), sc_time_stamp() + period});
        boundary_release(edge_of_model, outlet);
    }
}

} // namespace gmmu
