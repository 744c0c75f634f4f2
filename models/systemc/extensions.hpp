/* SPDX-License-Identifier: Apache-2.0 */
// What transactions carry in addition to the generic payload.
#ifndef GMMU_SYSTEMC_EXTENSIONS_HPP
#define GMMU_SYSTEMC_EXTENSIONS_HPP

#include <array>
#include <cstdint>
#include <tlm>

extern "C" {
#include "config/messages.h"
#include "program/workload.h"
}

namespace gmmu {

// A warp's access to global memory, on the sockets of the SMs. TLM_READ is a load,
// TLM_WRITE a store. Without it, or with an empty mask, the access has one lane, with
// the payload's address and length (up to 128 bytes: a coalesced line).
struct warp_extension : tlm::tlm_extension<warp_extension> {
    static constexpr int any_app = -1;
    static constexpr std::uint64_t any_id = UINT64_MAX;

    int app = any_app;                               // must be the application of the SM
    std::uint8_t warp = 0;                           // slot, below 64
    bool atomic = false;                             // a read-modify-write at the L2 cache
    std::uint8_t width = 4;                          // bytes per lane, 1..16
    std::uint32_t mask = 0;                          // active lanes
    std::array<std::uint64_t, GMMU_LANES> address{}; // virtual, of the active lanes
    std::uint64_t id = any_id; // distinct among the SM's accesses in flight; shows in the event hash

    tlm::tlm_extension_base *clone() const override {
        return new warp_extension(*this);
    }
    void copy_from(const tlm::tlm_extension_base &other) override {
        *this = static_cast<const warp_extension &>(other);
    }
};

// An L2 bank's request of a line to memory: its application and walk depth. The payload has the physical
// address and 128 bytes. The model moves no data: in a write all bytes are disabled.
struct memory_extension : tlm::tlm_extension<memory_extension> {
    mem_message message{}; // app, depth (0 data, 1.. page-walk level), bypass
    std::array<unsigned char, GMMU_LINE_BYTES> data{};
    unsigned char byte_enable = TLM_BYTE_DISABLED;

    tlm::tlm_extension_base *clone() const override {
        return new memory_extension(*this);
    }
    void copy_from(const tlm::tlm_extension_base &other) override {
        *this = static_cast<const memory_extension &>(other);
    }
};

// The end of an epoch, for memory that schedules by application (MASK 5.4).
struct epoch_note {
    epoch_message message{};
    sc_core::sc_time visible; // when it has arrived
};

} // namespace gmmu

#endif
