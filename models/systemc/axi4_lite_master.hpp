/* SPDX-License-Identifier: Apache-2.0 */
// From TLM-2.0 to the AXI4-Lite registers of a block: a target socket on one side, pins lite_* on the other.
//
// b_transport alone, from a thread: it returns when the block has answered, with a delay of 0. Several
// threads may call it; they take turns. An access has 4 bytes at an address that is a multiple of 4. Errors:
// BURST (length), BYTE_ENABLE (any), ADDRESS (alignment, or above the pins), GENERIC (the block has answered
// with an error).
#ifndef GMMU_SYSTEMC_AXI4_LITE_MASTER_HPP
#define GMMU_SYSTEMC_AXI4_LITE_MASTER_HPP

#include <cstdint>
#include <cstring>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_target_socket.h>

namespace gmmu {

// ADDR_W: bits of an address, GMMU_LITE_ADDR_W.
template <int ADDR_W> class axi4_lite_master : public sc_core::sc_module {
    template <int W> using number_out = sc_core::sc_out<sc_dt::sc_uint<W>>;
    template <int W> using number_in = sc_core::sc_in<sc_dt::sc_uint<W>>;

  public:
    tlm_utils::simple_target_socket<axi4_lite_master> socket{"socket"};
    sc_core::sc_in<bool> clk{"clk"};
    sc_core::sc_out<bool> awvalid{"awvalid"}, wvalid{"wvalid"}, bready{"bready"};
    sc_core::sc_out<bool> arvalid{"arvalid"}, rready{"rready"};
    number_out<ADDR_W> awaddr{"awaddr"}, araddr{"araddr"};
    number_out<32> wdata{"wdata"};
    number_out<4> wstrb{"wstrb"};
    sc_core::sc_in<bool> awready{"awready"}, wready{"wready"}, bvalid{"bvalid"};
    sc_core::sc_in<bool> arready{"arready"}, rvalid{"rvalid"};
    number_in<2> bresp{"bresp"}, rresp{"rresp"};
    number_in<32> rdata{"rdata"};

    explicit axi4_lite_master(sc_core::sc_module_name module) : sc_module(module) {
        socket.register_b_transport(this, &axi4_lite_master::transport);
    }

    // To the signals of a block: gmmu_wires, or the wires of another size.
    template <class Wires> void connect(Wires &w) {
        awvalid(w.lite_awvalid), awaddr(w.lite_awaddr), awready(w.lite_awready);
        wvalid(w.lite_wvalid), wdata(w.lite_wdata), wstrb(w.lite_wstrb), wready(w.lite_wready);
        bvalid(w.lite_bvalid), bresp(w.lite_bresp), bready(w.lite_bready);
        arvalid(w.lite_arvalid), araddr(w.lite_araddr), arready(w.lite_arready);
        rvalid(w.lite_rvalid), rdata(w.lite_rdata), rresp(w.lite_rresp), rready(w.lite_rready);
    }

  private:
    void transport(tlm::tlm_generic_payload &t, sc_core::sc_time &delay) {
        wait(delay);
        delay = sc_core::SC_ZERO_TIME;
        t.set_response_status(status_of(t));
        if (t.get_response_status() != tlm::TLM_OK_RESPONSE)
            return;
        std::uint32_t word = 0;
        std::memcpy(&word, t.get_data_ptr(), sizeof word);
        turn.lock();
        const bool good = t.is_write() ? write(t.get_address(), word) : read(t.get_address(), word);
        turn.unlock();
        if (t.is_read())
            std::memcpy(t.get_data_ptr(), &word, sizeof word);
        if (!good)
            t.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
    }

    static tlm::tlm_response_status status_of(const tlm::tlm_generic_payload &t) {
        if (!t.is_read() && !t.is_write())
            return tlm::TLM_COMMAND_ERROR_RESPONSE;
        if (t.get_byte_enable_ptr() != nullptr)
            return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
        if (t.get_data_length() != 4 || t.get_streaming_width() < 4)
            return tlm::TLM_BURST_ERROR_RESPONSE;
        return t.get_address() % 4 != 0 || t.get_address() >> ADDR_W != 0 ? tlm::TLM_ADDRESS_ERROR_RESPONSE
                                                                          : tlm::TLM_OK_RESPONSE;
    }

    // The edge at which the other side is ready, or has something.
    void edge_with(const sc_core::sc_in<bool> &pin) {
        do
            wait(clk.posedge_event());
        while (!pin.read());
    }

    bool read(std::uint64_t address, std::uint32_t &word) {
        araddr.write(address);
        arvalid.write(true);
        edge_with(arready);
        arvalid.write(false);
        rready.write(true);
        edge_with(rvalid);
        rready.write(false);
        word = static_cast<std::uint32_t>(rdata.read().to_uint());
        return rresp.read() == 0;
    }

    // Address and data are taken together or one after the other.
    bool write(std::uint64_t address, std::uint32_t word) {
        awaddr.write(address);
        wdata.write(word);
        wstrb.write(15);
        for (bool aw = true, w = true; aw || w;) {
            awvalid.write(aw);
            wvalid.write(w);
            wait(clk.posedge_event());
            aw = aw && !awready.read();
            w = w && !wready.read();
        }
        awvalid.write(false);
        wvalid.write(false);
        bready.write(true);
        edge_with(bvalid);
        bready.write(false);
        return bresp.read() == 0;
    }

    sc_core::sc_mutex turn;
};

} // namespace gmmu

#endif
