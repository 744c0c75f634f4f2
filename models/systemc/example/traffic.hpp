/* SPDX-License-Identifier: Apache-2.0 */
// A traffic generator for the example: the warps of one SM as threads, each with one
// blocking access at a time, streaming or at random.
#ifndef GMMU_SYSTEMC_EXAMPLE_TRAFFIC_HPP
#define GMMU_SYSTEMC_EXAMPLE_TRAFFIC_HPP

#include <random>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>

#include "systemc/extensions.hpp"

class traffic : public sc_core::sc_module {
  public:
    tlm_utils::simple_initiator_socket<traffic> socket{"socket"};

    struct shape {
        unsigned warps, accesses; // per warp
        bool random;              // each lane somewhere; else a line after the other
        std::uint64_t base, bytes;
    };

    traffic(sc_core::sc_module_name name, const shape &how) : sc_module(name), what(how) {
        for (unsigned i = 0; i < what.warps; i++)
            sc_core::sc_spawn([this, i] { warp(i); }, sc_core::sc_gen_unique_name("warp"));
    }

    unsigned done = 0, failed = 0;
    sc_core::sc_time latency; // sum over all accesses

  private:
    void warp(unsigned number) {
        std::mt19937_64 random(number + 1);
        for (unsigned i = 0; i < what.accesses; i++) {
            gmmu::warp_extension lanes;
            lanes.warp = static_cast<std::uint8_t>(number);
            lanes.mask = UINT32_MAX;
            const std::uint64_t line = (std::uint64_t{number} * what.accesses + i) * 128 % what.bytes;
            for (unsigned lane = 0; lane < lanes.address.size(); lane++)
                lanes.address[lane] =
                    what.base + (what.random ? random() % (what.bytes / 4) * 4 : line + lane * 4);
            access(lanes, i % 4 == 3);
        }
    }

    void access(gmmu::warp_extension &lanes, bool store) {
        unsigned char data[128] = {};
        tlm::tlm_generic_payload transaction;
        transaction.set_command(store ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
        transaction.set_address(lanes.address[0]);
        transaction.set_data_ptr(data);
        transaction.set_data_length(sizeof data);
        transaction.set_streaming_width(sizeof data);
        transaction.set_extension(&lanes);
        const sc_core::sc_time begin = sc_core::sc_time_stamp();
        sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
        socket->b_transport(transaction, delay);
        wait(delay);
        latency += sc_core::sc_time_stamp() - begin;
        (transaction.is_response_ok() ? done : failed)++;
        transaction.clear_extension(&lanes);
    }

    shape what;
};

#endif
