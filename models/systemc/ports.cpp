/* SPDX-License-Identifier: Apache-2.0 */
#include "systemc/ports.hpp"

#include <algorithm>
#include <string>

namespace gmmu {

using sc_core::sc_time;
using sc_core::sc_time_stamp;

namespace {

sc_time until(const sc_time &when) {
    return when > sc_time_stamp() ? when - sc_time_stamp() : sc_core::SC_ZERO_TIME;
}

void protocol_error(const char *socket, const std::string &what) {
    SC_REPORT_ERROR("gmmu", (std::string(socket) + ": " + what).c_str());
}

} // namespace

// ---- target ----

target_port::target_port(const char *name, unsigned n, owner &m) : socket(name), number(n), module(m) {
    socket.register_nb_transport_fw(this, &target_port::transport);
    socket.register_transport_dbg(this, &target_port::transport_debug);
}

tlm::tlm_sync_enum target_port::transport(payload &transaction, tlm::tlm_phase &phase, sc_time &delay) {
    if (phase == tlm::END_RESP && &transaction == responding) {
        finish(transaction, delay);
        more.notify(sc_core::SC_ZERO_TIME);
        return tlm::TLM_COMPLETED;
    }
    if (phase != tlm::BEGIN_REQ || waiting.transaction) {
        protocol_error(socket.name(), "expected BEGIN_REQ after END_REQ, or END_RESP after BEGIN_RESP");
        return tlm::TLM_COMPLETED;
    }
    transaction.set_dmi_allowed(false); // no memory behind us can be reached directly
    if (!module.request_is_valid(number, transaction))
        return tlm::TLM_COMPLETED;
    transaction.acquire();
    waiting = {&transaction, sc_time_stamp() + delay};
    open++;
    return tlm::TLM_ACCEPTED;
}

unsigned target_port::transport_debug(payload &transaction) {
    return module.debug(number, transaction);
}

void target_port::accept() {
    payload &transaction = *waiting.transaction;
    tlm::tlm_phase phase = tlm::END_REQ;
    sc_time delay = sc_core::SC_ZERO_TIME;
    waiting.transaction = nullptr;
    socket->nb_transport_bw(transaction, phase, delay);
}

void target_port::respond(payload &transaction, const sc_time &visible) {
    responses.push_back({&transaction, visible});
    pump();
}

void target_port::finish(payload &transaction, const sc_time &delay) {
    responding = nullptr;
    open--;
    ended = sc_time_stamp() + delay;
    module.response_taken(number, transaction, ended);
    transaction.release();
}

void target_port::pump() {
    while (!responding && !responses.empty()) {
        timed_payload next = responses.front();
        responses.pop_front();
        responding = next.transaction;
        tlm::tlm_phase phase = tlm::BEGIN_RESP;
        sc_time delay = until(std::max(next.visible, ended));
        tlm::tlm_sync_enum status = socket->nb_transport_bw(*next.transaction, phase, delay);
        if (status == tlm::TLM_COMPLETED || (status == tlm::TLM_UPDATED && phase == tlm::END_RESP))
            finish(*next.transaction, delay);
    }
}

// ---- initiator ----

initiator_port::initiator_port(const char *name, unsigned n, owner &m) : socket(name), number(n), module(m) {
    socket.register_nb_transport_bw(this, &initiator_port::transport);
}

void initiator_port::request(payload &transaction, const sc_time &visible) {
    requests.push_back({&transaction, visible});
    pump();
}

void initiator_port::taken(payload &transaction, const sc_time &when) {
    if (requesting != &transaction)
        return;
    requesting = nullptr;
    module.request_taken(number, when);
    more.notify(sc_core::SC_ZERO_TIME);
}

void initiator_port::send(const timed_payload &next) {
    payload &transaction = *next.transaction;
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_time delay = until(next.visible);
    requesting = &transaction;
    tlm::tlm_sync_enum status = socket->nb_transport_fw(transaction, phase, delay);
    sc_time when = sc_time_stamp() + delay;
    if (status == tlm::TLM_ACCEPTED)
        return;
    taken(transaction, when);
    if (status == tlm::TLM_COMPLETED || phase == tlm::BEGIN_RESP) {
        responding = status == tlm::TLM_COMPLETED ? nullptr : &transaction;
        if (module.response(number, {&transaction, when}))
            end_response(transaction);
    }
}

void initiator_port::pump() {
    while (!requesting && !requests.empty()) {
        timed_payload next = requests.front();
        requests.pop_front();
        send(next);
    }
}

tlm::tlm_sync_enum initiator_port::transport(payload &transaction, tlm::tlm_phase &phase, sc_time &delay) {
    sc_time when = sc_time_stamp() + delay;
    if (phase == tlm::END_REQ && requesting == &transaction) {
        taken(transaction, when);
        return tlm::TLM_ACCEPTED;
    }
    if (phase != tlm::BEGIN_RESP || responding) {
        protocol_error(socket.name(), "expected END_REQ after BEGIN_REQ, or BEGIN_RESP after END_RESP");
        return tlm::TLM_COMPLETED;
    }
    taken(transaction, when); // BEGIN_RESP without END_REQ implies it
    if (module.response(number, {&transaction, when}))
        return tlm::TLM_COMPLETED;
    responding = &transaction;
    return tlm::TLM_ACCEPTED;
}

void initiator_port::end_response(payload &transaction) {
    if (responding != &transaction)
        return;
    tlm::tlm_phase phase = tlm::END_RESP;
    sc_time delay = sc_core::SC_ZERO_TIME;
    responding = nullptr;
    socket->nb_transport_fw(transaction, phase, delay);
}

} // namespace gmmu
