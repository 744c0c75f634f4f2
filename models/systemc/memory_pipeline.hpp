/* SPDX-License-Identifier: Apache-2.0 */
// The SM memory pipeline as a SystemC module (docs/reference/systemc.md): a target socket per SM
// for the memory accesses of its warps; coalescers, L1 TLBs, L1 caches, shared TLB,
// page walker, crossbars and L2 cache inside; GDDR5 channels inside, or memory behind
// an initiator socket per L2 bank. It has the cycles of the pipeline of `gmmu`.
//
// clk is the core clock; its period should be clock_periods_of(chip).core. rst,
// synchronous and active high, holds the pipeline in cycle 0; later it starts a new
// one, page tables included, and is an error while a transaction is inside.
#ifndef GMMU_SYSTEMC_MEMORY_PIPELINE_HPP
#define GMMU_SYSTEMC_MEMORY_PIPELINE_HPP

#include <deque>
#include <memory>
#include <systemc>
#include <tlm>
#include <unordered_map>
#include <vector>

#include "systemc/extensions.hpp"
#include "systemc/ports.hpp"

extern "C" {
#include "systemc/memory_pipeline.h"
}

namespace gmmu {

// The preset `mask` with a design, all SMs running application 0 of `apps`.
memory_pipeline_config default_pipeline_config(const char *design, unsigned apps = 1);

class memory_pipeline : public sc_core::sc_module, public target_port::owner, public initiator_port::owner {
  public:
    sc_core::sc_in<bool> clk{"clk"};
    sc_core::sc_in<bool> rst{"rst"};
    tlm::tlm_analysis_port<epoch_note> epochs{"epochs"}; // for outside memory that schedules by application

    memory_pipeline(sc_core::sc_module_name name, const memory_pipeline_config &config);
    ~memory_pipeline() override;

    // Accesses of SM `sm`. Sockets of SMs that do nothing may stay unbound.
    target_port::socket_type &warps(unsigned sm);
    // To memory, only with memory outside: one per L2 bank, then one more per bank
    // for page walks, which have a channel of their own. All must be bound.
    initiator_port::socket_type &memory(unsigned number);
    std::size_t memory_sockets() const {
        return ways.size();
    }

    // Maps a page to the next free frame. Pages not mapped are mapped at their first use.
    bool map(unsigned app, std::uint64_t vpn);

    std::uint64_t cycle() const; // clock edges so far
    std::uint64_t event_hash() const;
    app_stats stats(unsigned app) const;

  private:
    struct sm_side;
    struct way_down;
    struct bank_side;
    class payload_pool;

    void edge();
    void pump();
    void restart();
    bool idle() const;
    void offer_access(unsigned sm);
    void take_back(way_down &way);
    void offer_reply(unsigned bank);
    void end_reply(unsigned bank);
    void send_requests(way_down &way);
    void answer_accesses();
    void send_epochs();
    bool map_access(unsigned app, const warp_inst &access);
    void move_data(unsigned sm, payload &transaction);

    bool request_is_valid(unsigned sm, payload &transaction) override;
    void response_taken(unsigned sm, payload &transaction, const sc_core::sc_time &when) override;
    unsigned debug(unsigned sm, payload &transaction) override;
    void request_taken(unsigned way, const sc_core::sc_time &when) override;
    bool response(unsigned way, const timed_payload &response) override;

    memory_pipeline_config config;
    sc_core::sc_time period; // of the core clock
    ::memory_pipeline *model = nullptr;
    std::unique_ptr<payload_pool> pool;
    std::vector<payload *> finished; // writes answered since the last edge
    std::vector<std::unique_ptr<sm_side>> sms;
    std::vector<std::unique_ptr<way_down>> ways;
    std::vector<bank_side> banks;
};

} // namespace gmmu

#endif
