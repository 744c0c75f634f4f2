/* SPDX-License-Identifier: Apache-2.0 */
// A memory model for the example: any number of target sockets, a fixed latency, and
// the bytes, which only debug accesses move.
#ifndef GMMU_SYSTEMC_EXAMPLE_RAM_HPP
#define GMMU_SYSTEMC_EXAMPLE_RAM_HPP

#include <array>
#include <memory>
#include <string>
#include <systemc>
#include <tlm_utils/peq_with_get.h>
#include <unordered_map>
#include <vector>

#include "systemc/ports.hpp"

class ram : public sc_core::sc_module, public gmmu::target_port::owner {
  public:
    ram(sc_core::sc_module_name name, std::size_t sockets, const sc_core::sc_time &access_time)
        : sc_module(name), latency(access_time) {
        for (unsigned i = 0; i < sockets; i++)
            ports.push_back(
                std::make_unique<gmmu::target_port>(("socket_" + std::to_string(i)).c_str(), i, *this));
        SC_HAS_PROCESS(ram);
        SC_METHOD(accept);
        sensitive << arrived;
        dont_initialize();
        SC_METHOD(respond);
        sensitive << ready.get_event();
        dont_initialize();
        SC_METHOD(pump);
        for (auto &port : ports)
            sensitive << port->more;
        dont_initialize();
    }

    gmmu::target_port::socket_type &socket(unsigned number) {
        return ports.at(number)->socket;
    }

    std::uint64_t reads = 0, writes = 0;

  private:
    using line = std::array<unsigned char, 128>;

    void accept() {
        for (auto &port : ports) {
            if (!port->request().transaction)
                continue;
            gmmu::payload &transaction = *port->request().transaction;
            ++(transaction.is_write() ? writes : reads);
            owners[&transaction] = port.get();
            ready.notify(transaction, port->request().visible + latency - sc_core::sc_time_stamp());
            port->accept();
        }
    }

    void respond() {
        while (gmmu::payload *transaction = ready.get_next_transaction()) {
            gmmu::target_port *port = owners.at(transaction);
            owners.erase(transaction);
            transaction->set_response_status(tlm::TLM_OK_RESPONSE);
            port->respond(*transaction, sc_core::sc_time_stamp());
        }
    }

    void pump() {
        for (auto &port : ports)
            port->pump();
    }

    bool request_is_valid(unsigned, gmmu::payload &) override {
        arrived.notify(sc_core::SC_ZERO_TIME);
        return true;
    }

    void response_taken(unsigned, gmmu::payload &, const sc_core::sc_time &) override {}

    unsigned debug(unsigned, gmmu::payload &transaction) override {
        for (unsigned i = 0; i < transaction.get_data_length(); i++) {
            const sc_dt::uint64 address = transaction.get_address() + i;
            unsigned char &byte = bytes[address / 128][address % 128];
            unsigned char &other = transaction.get_data_ptr()[i];
            (transaction.is_write() ? byte : other) = transaction.is_write() ? other : byte;
        }
        return transaction.get_data_length();
    }

    sc_core::sc_time latency;
    std::vector<std::unique_ptr<gmmu::target_port>> ports;
    tlm_utils::peq_with_get<gmmu::payload> ready{"ready"};
    sc_core::sc_event arrived;
    std::unordered_map<gmmu::payload *, gmmu::target_port *> owners;
    std::unordered_map<sc_dt::uint64, line> bytes;
};

#endif
