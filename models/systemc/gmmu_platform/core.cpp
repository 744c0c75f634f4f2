/* SPDX-License-Identifier: Apache-2.0 */
#include "core.hpp"

#include <tlm>

enum { INV_PAGE = 1, INV_SPACE = 2, INV_ALL = 3, INV_LARGE = 5, LARGE_BITS = 9, ASK_AGAIN = 4 };

platform_core::platform_core(sc_core::sc_module_name module, bool has_tlb) : sc_module(module), tlb(has_tlb) {
    SC_HAS_PROCESS(platform_core);
    SC_METHOD(edge);
    sensitive << clk.pos();
    dont_initialize();
}

// ---- the warps' side ----

bool platform_core::access(unsigned warp, unsigned asid, std::uint64_t address, bool store,
                           std::uint64_t &word) {
    slot &s = slots[warp];
    s.m.asid = asid;
    s.m.vpn = address >> 12;
    for (;;) {
        if (!translate(s))
            return false;
        const bool allowed = !store || s.m.write;
        if (allowed)
            move(s.m.ppn << 12 | (address & 4095), store, word);
        s.using_it = false;
        if (allowed)
            return true;
        blocked(*this, warp, asid, s.m.vpn);
        wait(s.again);
    }
}

bool platform_core::translate(slot &s) {
    for (;;) {
        const mapping *known = find(s.m);
        if (known != nullptr) {
            s.m = *known;
            s.using_it = true;
            hits++;
            return true;
        }
        if (!may_ask(s.m.asid))
            return false;
        s.asking = s.to_send = true;
        s.stale = false;
        wait(s.answered);
        if (s.fault == 0)
            return true;
        if (s.fault != ASK_AGAIN)
            return false;
        for (unsigned i = 0; i < 64; i++)
            wait(clk.posedge_event());
    }
}

void platform_core::move(std::uint64_t address, bool store, std::uint64_t &word) {
    tlm::tlm_generic_payload t;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    t.set_command(store ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
    t.set_address(address);
    t.set_data_ptr(reinterpret_cast<unsigned char *>(&word));
    t.set_data_length(sizeof word);
    t.set_streaming_width(sizeof word);
    memory->b_transport(t, delay);
    wait(delay);
    if (!t.is_response_ok())
        SC_REPORT_ERROR("platform", "a core uses a frame that is no memory");
}

platform_core::mapping *platform_core::find(const mapping &wanted) {
    for (mapping &e : entries)
        if (e.valid && e.asid == wanted.asid && e.vpn == wanted.vpn)
            return &e;
    return nullptr;
}

// ---- the block's side, at each edge ----

void platform_core::edge() {
    take_answer();
    if (tlb)
        invalidate();
    else
        inv_ack.write(true);
    send();
}

void platform_core::take_answer() {
    slot &s = slots[a_id.read().to_uint() % WARPS];
    if (!tlb && a_valid.read() && a_ready.read())
        s.held = false;
    const bool fresh = a_valid.read() && s.asking && !s.to_send && (!tlb || a_ready.read());
    if (fresh && s.stale) {
        s.stale = false;
        s.to_send = true;
        asked_again++;
    } else if (fresh) {
        s.asking = false;
        s.held = !tlb;
        s.fault = a_fault.read().to_uint();
        s.using_it = s.fault == 0;
        s.m.valid = true;
        s.m.write = a_write.read();
        s.m.ppn = a_ppn.read().to_uint64();
        if (tlb && s.using_it)
            entries[next_entry++ % ENTRIES] = s.m;
        s.answered.notify(sc_core::SC_ZERO_TIME);
        answers++;
    }
    const bool takes = edges++ % 64 < 40; // its loads need the port of the TLB at other times
    a_ready.write(tlb ? takes : (a_valid.read() && !a_ready.read() && s.held && !s.using_it));
}

bool platform_core::is_dropped(const mapping &m) const {
    const std::uint64_t vpn = inv_vpn.read().to_uint64();
    const bool space = m.asid == inv_asid.read().to_uint();
    switch (inv_kind.read().to_uint()) {
    case INV_PAGE:
        return space && m.vpn == vpn;
    case INV_LARGE:
        return space && m.vpn >> LARGE_BITS == vpn >> LARGE_BITS;
    case INV_SPACE:
        return space;
    default:
        return true;
    }
}

// What is asked from now on has a new answer; what was asked before is asked again.
void platform_core::invalidate() {
    if (!inv_valid.read() || inv_taken.read()) { // nothing, or it is over at this edge
        dropping = false;
        inv_ack.write(false);
        return;
    }
    bool waits = false;
    for (unsigned w = 0; w < WARPS; w++) {
        slot &s = slots[w];
        if (!dropping) {
            s.stale = s.stale || (s.asking && is_dropped(s.m));
            in_use[w] = s.using_it && is_dropped(s.m);
        }
        in_use[w] = in_use[w] && s.using_it;
        waits = waits || in_use[w];
    }
    for (mapping &e : entries)
        e.valid = e.valid && (dropping || !is_dropped(e));
    dropping = true;
    inv_ack.write(!waits);
}

void platform_core::send() {
    if (q_valid.read() && !q_ready.read())
        return;
    q_valid.write(false);
    for (unsigned i = 1; i <= WARPS; i++) {
        const unsigned w = (sending + i) % WARPS;
        if (!slots[w].to_send || slots[w].held) // its name is not free yet
            continue;
        slots[w].to_send = false;
        q_valid.write(true);
        q_asid.write(slots[w].m.asid);
        q_vpn.write(slots[w].m.vpn);
        q_access.write(1);
        q_id.write(w);
        sending = w;
        return;
    }
}
