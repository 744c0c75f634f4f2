// SPDX-License-Identifier: Apache-2.0
// The AXI4 checker on a run that keeps the rules, or with one violation planted in it.
//
//     selftest N    plants violation N (0: none); selftest list: the rule that each one breaks
//
// A rule that is broken is told by Verilator on stderr, and the exit code is 1.
#include "Vaxi4_checker__ALL.cpp"
#include "verilated.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <vector>

namespace {

struct violation {
    const char *rule;
    unsigned cycle;
    std::function<void(Vaxi4_checker &)> plant;
};

// Bursts of four beats of 32 bytes, but for the reads of one beat that begin in cycle 12.
void drive(Vaxi4_checker &v, unsigned cycle) {
    v.rst = cycle < 2;
    v.awvalid = cycle == 4 || cycle == 5 || cycle == 11; // waits in 4
    v.awready = cycle != 4;
    v.awid = cycle == 11 ? 2 : 1;
    v.awaddr = 0x1000;
    v.awlen = 3;
    v.awsize = 5;
    v.awburst = 1;
    v.wvalid = (cycle >= 5 && cycle < 10) || (cycle >= 10 && cycle < 14); // waits in 6; the second is ahead
    v.wready = cycle != 6;
    v.wdata[0] = cycle == 7 ? 6 : cycle;
    v.wlast = cycle == 9 || cycle == 13;
    v.bvalid = cycle == 15 || cycle == 16 || cycle == 17; // waits in 15
    v.bready = cycle != 15;
    v.bid = cycle == 17 ? 2 : 1;
    v.bresp = 0;
    v.arvalid = (cycle >= 3 && cycle < 5) || cycle == 12 || cycle == 13; // waits in 3
    v.arready = cycle != 3;
    v.arid = cycle < 5 ? 3 : 4;
    v.araddr = cycle < 5 ? 0x2F80 : 0x40;
    v.arlen = cycle < 5 ? 3 : 0;
    v.arsize = 5;
    v.arburst = 1;
    v.rvalid = (cycle >= 6 && cycle < 11) || cycle == 15 || cycle == 16; // waits in 7
    v.rready = cycle != 7;
    v.rid = cycle < 11 ? 3 : 4;
    v.rlast = cycle >= 10;
    v.rdata[0] = cycle == 7 || cycle == 8 ? 7 : cycle;
    v.rresp = 0;
}

const std::vector<violation> violations = {
    {"", 0, [](Vaxi4_checker &) {}},
    {"master_is_quiet_after_reset", 2, [](Vaxi4_checker &v) { v.wvalid = 1; }},
    {"master_is_quiet_after_reset", 2, [](Vaxi4_checker &v) { v.arvalid = 1; }},
    {"slave_is_quiet_after_reset", 2, [](Vaxi4_checker &v) { v.bvalid = 1; }},
    {"awvalid_stays", 5, [](Vaxi4_checker &v) { v.awvalid = 0; }},
    {"awvalid_stays", 5, [](Vaxi4_checker &v) { v.awuser = 1; }},
    {"awvalid_stays", 5, [](Vaxi4_checker &v) { v.awaddr = 0x3000; }},
    {"wvalid_stays", 7, [](Vaxi4_checker &v) { v.wvalid = 0; }},
    {"wvalid_stays", 7, [](Vaxi4_checker &v) { v.wstrb = 1; }},
    {"arvalid_stays", 4, [](Vaxi4_checker &v) { v.arid = 1; }},
    {"arvalid_stays", 4, [](Vaxi4_checker &v) { v.arvalid = 0; }},
    {"bvalid_stays", 16, [](Vaxi4_checker &v) { v.bresp = 2; }},
    {"bvalid_stays", 16, [](Vaxi4_checker &v) { v.bvalid = 0; }},
    {"rvalid_stays", 8, [](Vaxi4_checker &v) { v.rdata[7] = 1; }},
    {"rvalid_stays", 8, [](Vaxi4_checker &v) { v.rvalid = 0; }},
    {"write_burst_is_legal", 11, [](Vaxi4_checker &v) { v.awaddr = 0x1FA0; }}, // across 4 KB
    {"write_burst_is_legal", 11, [](Vaxi4_checker &v) { v.awsize = 6; }},
    {"write_burst_is_legal", 11, [](Vaxi4_checker &v) { v.awburst = 3; }},
    {"read_burst_is_legal", 12, [](Vaxi4_checker &v) { v.arburst = 2; }}, // WRAP of one beat
    {"read_burst_is_legal", 12, [](Vaxi4_checker &v) { v.arburst = 0, v.arlen = 16; }},
    {"read_burst_is_legal", 12, [](Vaxi4_checker &v) { v.arburst = 2, v.arlen = 3, v.araddr = 0x41; }},
    {"read_burst_is_legal", 12, [](Vaxi4_checker &v) { v.arlen = 127, v.araddr = 0x20; }},
    {"wlast_is_on_the_last_beat", 8, [](Vaxi4_checker &v) { v.wlast = 1; }},
    {"wlast_is_on_the_last_beat", 9, [](Vaxi4_checker &v) { v.wlast = 0; }},
    {"wlast_is_on_the_last_beat", 13, [](Vaxi4_checker &v) { v.wlast = 0; }},
    {"awlen_is_that_of_the_data", 11, [](Vaxi4_checker &v) { v.awlen = 0; }}, // its data are a beat ahead
    {"write_answer_is_due", 12, [](Vaxi4_checker &v) { v.bvalid = 1, v.bid = 2; }}, // not all data
    {"write_answer_is_due", 17, [](Vaxi4_checker &v) { v.bid = 1; }},               // answered before
    {"write_answer_is_due", 15, [](Vaxi4_checker &v) { v.bid = 7; }},
    {"write_answer_is_due", 18, [](Vaxi4_checker &v) { v.bvalid = 1; }},
    {"read_answer_is_due", 6, [](Vaxi4_checker &v) { v.rid = 4; }},
    {"read_answer_is_due", 4, [](Vaxi4_checker &v) { v.rvalid = 1; }},  // in the cycle of its address
    {"read_answer_is_due", 17, [](Vaxi4_checker &v) { v.rvalid = 1; }}, // once too often
    {"rlast_is_on_the_last_beat", 9, [](Vaxi4_checker &v) { v.rlast = 1; }},
    {"rlast_is_on_the_last_beat", 10, [](Vaxi4_checker &v) { v.rlast = 0; }},
    {"nothing_is_exclusive", 15, [](Vaxi4_checker &v) { v.bresp = 1; }},
    {"nothing_is_exclusive", 15, [](Vaxi4_checker &v) { v.rresp = 1; }},
    {"depth_is_large_enough", 14, [](Vaxi4_checker &v) { v.arvalid = 1; }}, // a third read of an ID
};

int run(const violation &planted) {
    const std::unique_ptr<VerilatedContext> context{new VerilatedContext};
    context->randReset(2);
    context->fatalOnError(false);
    const std::unique_ptr<Vaxi4_checker> v{new Vaxi4_checker{context.get()}};
    for (unsigned cycle = 0; cycle < 20 && !context->gotError(); cycle++) {
        v->clk = 0;
        drive(*v, cycle);
        if (cycle == planted.cycle)
            planted.plant(*v);
        v->eval();
        v->clk = 1;
        v->eval();
    }
    v->final();
    return context->gotError() ? 1 : 0;
}

} // namespace

int main(int argc, char **argv) {
    const char *what = argc == 2 ? argv[1] : "";
    if (std::strcmp(what, "list") == 0) {
        for (const violation &v : violations)
            std::printf("%s\n", v.rule);
        return 0;
    }
    char *end = nullptr;
    const unsigned long number = std::strtoul(what, &end, 10);
    if (*what == '\0' || *end != '\0' || number >= violations.size()) {
        std::fprintf(stderr, "usage: selftest list | NUMBER\n");
        return 2;
    }
    return run(violations[number]);
}
