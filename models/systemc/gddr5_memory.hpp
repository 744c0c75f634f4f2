/* SPDX-License-Identifier: Apache-2.0 */
// The memory channels of the chip as a SystemC module: for every L2 bank a
// target socket for its data and one for its page walks. Behind a memory_pipeline with memory outside it
// gives the cycles of memory inside. It holds no data. clk is the memory clock, of period
// clock_periods_of(chip).memory; rst must be released together with the reset of the pipeline, where the
// edges of both clocks coincide.
#ifndef GMMU_SYSTEMC_GDDR5_MEMORY_HPP
#define GMMU_SYSTEMC_GDDR5_MEMORY_HPP

#include <deque>
#include <memory>
#include <systemc>
#include <tlm>
#include <vector>

#include "systemc/extensions.hpp"
#include "systemc/ports.hpp"

extern "C" {
#include "systemc/gddr5_channels.h"
}

namespace gmmu {

class gddr5_memory : public sc_core::sc_module,
                     public tlm::tlm_analysis_if<epoch_note>,
                     public target_port::owner {
  public:
    sc_core::sc_in<bool> clk{"clk"};
    sc_core::sc_in<bool> rst{"rst"};

    gddr5_memory(sc_core::sc_module_name name, const gpu_config &config, unsigned apps);
    ~gddr5_memory() override;

    // As memory_pipeline::memory() numbers them.
    target_port::socket_type &bank(unsigned number);
    // Bind memory_pipeline::epochs to the module itself.
    void write(const epoch_note &note) override;

    app_stats stats(unsigned app) const;

  private:
    struct way_in;
    struct bank_side;

    void edge();
    void pump();
    void restart();
    bool idle() const;
    void offer_request(way_in &way);
    void take_request(way_in &way);
    void take_back(unsigned bank);
    void send_replies(unsigned bank);

    bool request_is_valid(unsigned way, payload &transaction) override;
    void response_taken(unsigned way, payload &transaction, const sc_core::sc_time &when) override;
    unsigned debug(unsigned way, payload &transaction) override;

    gpu_config config;
    unsigned apps;
    sc_core::sc_time period; // of the memory clock
    std::uint64_t bytes;     // that the chip can place
    ::gddr5_channels *model = nullptr;
    std::vector<std::unique_ptr<way_in>> ways;
    std::vector<bank_side> banks;
    bool started = false; // a clock edge without reset was seen
    std::deque<epoch_note> notes;
};

} // namespace gmmu

#endif
