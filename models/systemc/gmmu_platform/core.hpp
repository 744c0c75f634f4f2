/* SPDX-License-Identifier: Apache-2.0 */
// A core at one port of the block: its warps load and store words at virtual addresses, each with one access
// at a time, from threads of SystemC. With a TLB of its own it asks for what that does not have, and keeps
// the rules of docs/guide/integrator.md; without one it takes the answer of the block when the access that
// needs it is done, so that a fence waits for the access.
#ifndef GMMU_SYSTEMC_GMMU_PLATFORM_CORE_HPP
#define GMMU_SYSTEMC_GMMU_PLATFORM_CORE_HPP

#include <cstdint>
#include <functional>
#include <systemc>
#include <tlm_utils/simple_initiator_socket.h>

extern "C" {
#include "gmmu.h"
}

class platform_core : public sc_core::sc_module {
    template <int W> using number_in = sc_core::sc_in<sc_dt::sc_uint<W>>;
    template <int W> using number_out = sc_core::sc_out<sc_dt::sc_uint<W>>;

  public:
    enum { WARPS = 4, ENTRIES = 4 };
    static_assert(WARPS <= GMMU_PORT_REQUESTS, "each warp has a place in its port");

    tlm_utils::simple_initiator_socket<platform_core> memory{"memory"};
    sc_core::sc_in<bool> clk{"clk"};
    sc_core::sc_out<bool> q_valid{"q_valid"}, a_ready{"a_ready"}, inv_ack{"inv_ack"};
    number_out<GMMU_ASID_W> q_asid{"q_asid"};
    number_out<GMMU_VPN_W> q_vpn{"q_vpn"};
    number_out<2> q_access{"q_access"};
    number_out<GMMU_PORT_ID_W> q_id{"q_id"};
    sc_core::sc_in<bool> q_ready{"q_ready"}, a_valid{"a_valid"}, a_write{"a_write"}, inv_valid{"inv_valid"};
    sc_core::sc_in<bool> inv_taken{"inv_taken"}; // all cores acknowledge
    number_in<GMMU_PORT_ID_W> a_id{"a_id"};
    number_in<3> a_fault{"a_fault"}, inv_kind{"inv_kind"};
    number_in<GMMU_PPN_W> a_ppn{"a_ppn"};
    number_in<GMMU_ASID_W> inv_asid{"inv_asid"};
    number_in<GMMU_VPN_W> inv_vpn{"inv_vpn"};

    platform_core(sc_core::sc_module_name module, bool has_tlb);

    template <class Wires> void connect(Wires &w, unsigned port, sc_core::sc_signal<bool> &ack) {
        q_valid(w.q_valid[port]), q_asid(w.q_asid[port]), q_vpn(w.q_vpn[port]), q_access(w.q_access[port]);
        q_id(w.q_id[port]), q_ready(w.q_ready[port]);
        a_valid(w.a_valid[port]), a_id(w.a_id[port]), a_fault(w.a_fault[port]), a_write(w.a_write[port]);
        a_ppn(w.a_ppn[port]), a_ready(w.a_ready[port]);
        inv_valid(w.inv_valid), inv_kind(w.inv_kind), inv_asid(w.inv_asid), inv_vpn(w.inv_vpn), inv_ack(ack);
        inv_taken(w.inv_ack);
    }

    // From a thread: 8 bytes at a multiple of 8. false: the space has no such page, or is over.
    bool access(unsigned warp, unsigned asid, std::uint64_t address, bool store, std::uint64_t &word);

    // A store waits for a page that it may not write, until software calls look_again.
    std::function<void(platform_core &core, unsigned warp, unsigned asid, std::uint64_t vpn)> blocked;
    void look_again(unsigned warp) {
        slots[warp].again.notify(sc_core::SC_ZERO_TIME);
    }

    // Before each request: software may be about to end the space.
    std::function<bool(unsigned asid)> may_ask;

    std::uint64_t hits = 0, answers = 0, asked_again = 0;

  private:
    struct mapping {
        bool valid = false, write = false;
        unsigned asid = 0;
        std::uint64_t vpn = 0, ppn = 0;
    };
    // The access of a warp. It is `asking` until it has its answer, and `using_it` until memory has carried
    // it out.
    struct slot {
        bool asking = false, to_send = false, stale = false, using_it = false, held = false;
        unsigned fault = 0;
        mapping m;
        sc_core::sc_event answered, again;
    };

    bool translate(slot &s);
    void move(std::uint64_t address, bool store, std::uint64_t &word);
    void edge();
    void send();
    void take_answer();
    void invalidate();
    bool is_dropped(const mapping &m) const;
    mapping *find(const mapping &wanted);

    bool tlb;
    slot slots[WARPS];
    mapping entries[ENTRIES];
    unsigned next_entry = 0, edges = 0;
    unsigned sending = 0;    // whose request is at the port
    bool dropping = false;   // an invalidation has begun
    bool in_use[WARPS] = {}; // what it drops is used by these accesses
};

#endif
