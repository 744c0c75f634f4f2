/* SPDX-License-Identifier: Apache-2.0 */
// The two ends of the TLM-2.0 base protocol (approximately timed, four phases) as the
// modules here use it. A module with a clock drives both, and both report events
// to it; neither knows cycles.
//
// Time: a message that takes time to arrive is sent at once with that time as the
// annotated delay; the receiver acts on it at its first clock edge at or after its
// arrival. END_REQ and END_RESP give room back to the sender, which uses it at its
// first edge after. So modules may be evaluated in any order at one time.
#ifndef GMMU_SYSTEMC_PORTS_HPP
#define GMMU_SYSTEMC_PORTS_HPP

#include <deque>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

namespace gmmu {

using payload = tlm::tlm_generic_payload;

struct timed_payload {
    payload *transaction = nullptr;
    sc_core::sc_time visible; // when it has arrived
};

class target_port {
  public:
    // Actions of the module around it. Called from within transport calls.
    class owner {
      public:
        virtual ~owner() = default;
        // False: refused; the response status says why.
        virtual bool request_is_valid(unsigned port, payload &transaction) = 0;
        // The initiator takes a response at this time. The transaction is released afterwards.
        virtual void response_taken(unsigned port, payload &transaction, const sc_core::sc_time &when) = 0;
        virtual unsigned debug(unsigned port, payload &transaction) = 0;
    };

    using socket_type = tlm_utils::simple_target_socket_optional<target_port>; // may stay unbound
    socket_type socket;

    target_port(const char *name, unsigned number, owner &module);

    // The request that waits to be accepted; its transaction is null when there is none.
    const timed_payload &request() const {
        return waiting;
    }
    void accept();
    // Sends responses in this order, one at a time.
    void respond(payload &transaction, const sc_core::sc_time &visible);
    // Sends what can be sent; call it some time after `more` was notified.
    void pump();
    bool idle() const {
        return open == 0;
    }
    sc_core::sc_event more;

  private:
    tlm::tlm_sync_enum transport(payload &transaction, tlm::tlm_phase &phase, sc_core::sc_time &delay);
    unsigned transport_debug(payload &transaction);
    void finish(payload &transaction, const sc_core::sc_time &delay);

    unsigned number;
    owner &module;
    timed_payload waiting;
    std::deque<timed_payload> responses;
    payload *responding = nullptr; // until END_RESP
    sc_core::sc_time ended;        // the last END_RESP, which may lie ahead: the next response begins then
    unsigned open = 0;             // transactions inside
};

class initiator_port {
  public:
    class owner {
      public:
        virtual ~owner() = default;
        // The target has taken the oldest request not yet taken, at this time.
        virtual void request_taken(unsigned port, const sc_core::sc_time &when) = 0;
        // A response. True: its place is free at once; else end_response() when it is.
        virtual bool response(unsigned port, const timed_payload &response) = 0;
    };

    using socket_type = tlm_utils::simple_initiator_socket<initiator_port>;
    socket_type socket;

    initiator_port(const char *name, unsigned number, owner &module);

    void request(payload &transaction, const sc_core::sc_time &visible);
    void pump();
    void end_response(payload &transaction);
    sc_core::sc_event more;

  private:
    tlm::tlm_sync_enum transport(payload &transaction, tlm::tlm_phase &phase, sc_core::sc_time &delay);
    void send(const timed_payload &request);
    void taken(payload &transaction, const sc_core::sc_time &when);

    unsigned number;
    owner &module;
    std::deque<timed_payload> requests;
    payload *requesting = nullptr; // until END_REQ
    payload *responding = nullptr; // waits for our END_RESP
};

} // namespace gmmu

#endif
