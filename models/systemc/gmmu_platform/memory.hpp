/* SPDX-License-Identifier: Apache-2.0 */
// Memory of the platform: page tables, ring, data. A blocking transaction takes a time at random and happens
// at its end, so a store that was late is seen late. Software has a direct pointer.
#ifndef GMMU_SYSTEMC_GMMU_PLATFORM_MEMORY_HPP
#define GMMU_SYSTEMC_GMMU_PLATFORM_MEMORY_HPP

#include <random>
#include <systemc>
#include <tlm>
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <vector>

class platform_memory : public sc_core::sc_module {
  public:
    tlm_utils::multi_passthrough_target_socket<platform_memory> socket{"socket"};
    std::vector<unsigned char> bytes;

    platform_memory(sc_core::sc_module_name module, std::size_t size, sc_core::sc_time shortest,
                    sc_core::sc_time longest, unsigned long seed)
        : sc_module(module), bytes(size), base(shortest), random(seed) {
        steps = static_cast<unsigned>((longest - shortest) / shortest) + 1;
        socket.register_b_transport(this, &platform_memory::transport);
        socket.register_get_direct_mem_ptr(this, &platform_memory::pointer);
    }

  private:
    void transport(int, tlm::tlm_generic_payload &t, sc_core::sc_time &delay) {
        const unsigned most = random() % 8 == 0 ? steps : steps / 16 + 1;
        wait(delay + base * (1 + static_cast<double>(random() % most)));
        delay = sc_core::SC_ZERO_TIME;
        const sc_dt::uint64 address = t.get_address();
        const unsigned length = t.get_data_length(), enables = t.get_byte_enable_length();
        if (address >= bytes.size() || length > bytes.size() - address) {
            t.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
            return;
        }
        for (unsigned i = 0; i < length; i++) {
            unsigned char &mine = bytes[address + i], &theirs = t.get_data_ptr()[i];
            if (t.get_byte_enable_ptr() != nullptr &&
                t.get_byte_enable_ptr()[i % enables] != TLM_BYTE_ENABLED)
                continue;
            (t.is_write() ? mine : theirs) = t.is_write() ? theirs : mine;
        }
        t.set_response_status(tlm::TLM_OK_RESPONSE);
    }

    bool pointer(int, tlm::tlm_generic_payload &, tlm::tlm_dmi &direct) {
        direct.set_dmi_ptr(bytes.data());
        direct.set_start_address(0);
        direct.set_end_address(bytes.size() - 1);
        direct.allow_read_write();
        return true;
    }

    sc_core::sc_time base;
    unsigned steps;
    std::mt19937_64 random;
};

#endif
