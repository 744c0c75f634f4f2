/* SPDX-License-Identifier: Apache-2.0 */
// From the AXI4 master of a block to TLM-2.0: pins ar*, r*, aw*, w*, b* on one side, an initiator socket on
// the other. Each burst becomes one transaction by b_transport, whose time is the target's. Reads of one ID
// go one after the other; reads of several IDs are under way at once and are answered as they are done, so in
// any order. Writes go one after the other.
//
// Beats are of 8 bytes, bursts of the kind INCR; another burst is answered with SLVERR. A transaction that
// the target refuses is SLVERR as well. An answer is given at the first edge behind the time at which its
// transaction is done, whichever process of that time SystemC runs first.
#ifndef GMMU_SYSTEMC_AXI4_TO_TLM_HPP
#define GMMU_SYSTEMC_AXI4_TO_TLM_HPP

#include <cstdint>
#include <cstring>
#include <deque>
#include <sysc/kernel/sc_dynamic_processes.h>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <type_traits>
#include <vector>

#include "systemc/unit_module.hpp"

namespace gmmu {

// ID_W, ADDR_W: bits of an ID and of an address, GMMU_WALKER_W and GMMU_AXI_ADDR_W.
template <int ID_W, int ADDR_W> class axi4_to_tlm : public sc_core::sc_module {
    template <int W> using value = std::conditional_t<W == 1, bool, sc_dt::sc_uint<W>>;
    template <int W> using in = sc_core::sc_in<value<W>>;
    template <int W> using out = sc_core::sc_out<value<W>>;
    enum { WORDS = 2, BEAT = 4 * WORDS, SIZE = 3, INCR = 1, SLVERR = 2, ROOM = 8 /* bursts */ };

  public:
    tlm_utils::simple_initiator_socket<axi4_to_tlm> socket{"socket"};
    in<1> clk{"clk"};
    in<1> arvalid{"arvalid"}, rready{"rready"}, awvalid{"awvalid"}, wvalid{"wvalid"}, wlast{"wlast"};
    in<1> bready{"bready"};
    in<ID_W> arid{"arid"}, awid{"awid"};
    in<ADDR_W> araddr{"araddr"}, awaddr{"awaddr"};
    in<8> arlen{"arlen"}, awlen{"awlen"};
    in<3> arsize{"arsize"}, awsize{"awsize"};
    in<2> arburst{"arburst"}, awburst{"awburst"};
    sc_core::sc_vector<in<32>> wdata{"wdata", WORDS};
    sc_core::sc_vector<in<4>> wstrb{"wstrb", WORDS};
    out<1> arready{"arready"}, rvalid{"rvalid"}, rlast{"rlast"}, awready{"awready"}, wready{"wready"};
    out<1> bvalid{"bvalid"};
    out<ID_W> rid{"rid"}, bid{"bid"};
    out<2> rresp{"rresp"}, bresp{"bresp"};
    sc_core::sc_vector<out<32>> rdata{"rdata", WORDS};

    explicit axi4_to_tlm(sc_core::sc_module_name module) : sc_module(module) {
        SC_HAS_PROCESS(axi4_to_tlm);
        SC_METHOD(edge);
        sensitive << clk.pos();
        dont_initialize();
        for (unsigned id = 0; id <= IDS; id++)
            sc_core::sc_spawn([this, id] { carry(lanes[id]); }, sc_core::sc_gen_unique_name("carry"));
    }

    // To the signals of a block: gmmu_wires, or the wires of another size.
    template <class Wires> void connect(Wires &w) {
        arvalid(w.arvalid), arid(w.arid), araddr(w.araddr), arlen(w.arlen), arsize(w.arsize);
        arburst(w.arburst), arready(w.arready);
        rvalid(w.rvalid), rid(w.rid), rdata(w.rdata), rresp(w.rresp), rlast(w.rlast), rready(w.rready);
        awvalid(w.awvalid), awid(w.awid), awaddr(w.awaddr), awlen(w.awlen), awsize(w.awsize);
        awburst(w.awburst), awready(w.awready);
        wvalid(w.wvalid), wdata(w.wdata), wstrb(w.wstrb), wlast(w.wlast), wready(w.wready);
        bvalid(w.bvalid), bid(w.bid), bresp(w.bresp), bready(w.bready);
    }

    // Does memory owe the block an answer, or the block memory a beat?
    bool busy() const {
        return reads != 0 || writes != 0 || !collected.empty();
    }

  private:
    struct burst {
        unsigned id = 0;
        std::uint64_t address = 0;
        bool write = false, good = true;
        std::vector<unsigned char> data, enables;
        sc_core::sc_time done;
    };

    // One transaction after the other: of an ID that reads, or of all that write.
    struct lane {
        std::deque<burst> waiting;
        sc_core::sc_event arrived;
    };

    void carry(lane &l) {
        for (;;) {
            while (l.waiting.empty())
                wait(l.arrived);
            burst b = std::move(l.waiting.front());
            l.waiting.pop_front();
            if (b.good)
                transfer(b);
            b.done = sc_core::sc_time_stamp();
            if (b.write)
                written.push_back(std::move(b));
            else
                found.push_back(std::move(b));
        }
    }

    void transfer(burst &b) {
        tlm::tlm_generic_payload t;
        sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
        t.set_command(b.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
        t.set_address(b.address);
        t.set_data_ptr(b.data.data());
        t.set_data_length(static_cast<unsigned>(b.data.size()));
        t.set_streaming_width(t.get_data_length());
        if (b.write) {
            t.set_byte_enable_ptr(b.enables.data());
            t.set_byte_enable_length(t.get_data_length());
        }
        socket->b_transport(t, delay);
        wait(delay);
        b.good = t.is_response_ok();
    }

    // Done before now; of several the oldest, then the lowest ID. nullptr: none.
    burst *next_found() {
        burst *best = nullptr;
        for (burst &b : found)
            if (b.done < sc_core::sc_time_stamp() &&
                (best == nullptr || b.done < best->done || (b.done == best->done && b.id < best->id)))
                best = &b;
        return best;
    }

    void give(lane &l, burst b) {
        l.waiting.push_back(std::move(b));
        l.arrived.notify(sc_core::SC_ZERO_TIME);
    }

    void edge() {
        take_read();
        take_write();
        answer_read();
        answer_write();
        arready.write(reads < ROOM);
        awready.write(writes < ROOM && collected.empty());
        wready.write(!collected.empty());
    }

    void take_read() {
        if (!arvalid.read() || !arready.read())
            return;
        burst b;
        b.id = static_cast<unsigned>(number(arid.read()));
        b.address = number(araddr.read());
        b.data.resize((number(arlen.read()) + 1) * BEAT);
        b.good = number(arsize.read()) == SIZE && number(arburst.read()) == INCR;
        reads++;
        give(lanes[b.id], std::move(b));
    }

    void take_write() {
        if (awvalid.read() && awready.read()) {
            burst b;
            b.write = true;
            b.id = static_cast<unsigned>(number(awid.read()));
            b.address = number(awaddr.read());
            b.good = number(awsize.read()) == SIZE && number(awburst.read()) == INCR;
            writes++;
            collected.push_back(std::move(b));
        }
        if (!wvalid.read() || !wready.read())
            return;
        burst &b = collected.front();
        for (unsigned i = 0; i < BEAT; i++) {
            b.data.push_back(static_cast<unsigned char>(number(wdata[i / 4].read()) >> (i % 4 * 8)));
            b.enables.push_back((number(wstrb[i / 4].read()) >> i % 4 & 1) != 0 ? TLM_BYTE_ENABLED
                                                                                : TLM_BYTE_DISABLED);
        }
        if (wlast.read()) {
            give(lanes[IDS], std::move(b));
            collected.pop_front();
        }
    }

    void answer_read() {
        if (rvalid.read() && !rready.read())
            return;
        if (rvalid.read() && (at += BEAT) == answer.data.size()) {
            reads--;
            at = 0;
            answer = burst();
        }
        burst *b = answer.data.empty() ? next_found() : nullptr;
        if (b != nullptr) {
            answer = std::move(*b);
            found.erase(found.begin() + (b - found.data()));
        }
        rvalid.write(!answer.data.empty());
        if (answer.data.empty())
            return;
        rid.write(value<ID_W>(answer.id));
        rresp.write(answer.good ? 0 : SLVERR);
        rlast.write(at + BEAT == answer.data.size());
        for (unsigned i = 0; i < WORDS; i++) {
            std::uint32_t word = 0;
            std::memcpy(&word, &answer.data[at + 4 * i], sizeof word);
            rdata[i].write(word);
        }
    }

    void answer_write() {
        if (bvalid.read() && !bready.read())
            return;
        writes -= bvalid.read();
        const bool some = !written.empty() && written.front().done < sc_core::sc_time_stamp();
        bvalid.write(some);
        if (!some)
            return;
        bid.write(value<ID_W>(written.front().id));
        bresp.write(written.front().good ? 0 : SLVERR);
        written.pop_front();
    }

    static constexpr unsigned IDS = 1U << ID_W;
    lane lanes[IDS + 1];         // the last: writes
    std::deque<burst> collected; // its beats come
    std::vector<burst> found;    // done, not answered
    std::deque<burst> written;
    burst answer; // its beats go, the next one at byte `at`
    std::size_t at = 0;
    unsigned reads = 0, writes = 0; // not answered
};

} // namespace gmmu

#endif
