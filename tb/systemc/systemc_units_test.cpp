/* SPDX-License-Identifier: Apache-2.0 */
// Every unit as an sc_module, in C and as Verilated RTL, against its C: random inputs
// on all ports in every cycle, all outputs compared; a reset in the middle.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <systemc>
#include <vector>

#include "units_sc.hpp"

namespace {

constexpr unsigned cycles = 3000;

// A module with signals on all its ports, and the unit it must equal.
struct bench {
    virtual ~bench() = default;
    virtual void drive(std::mt19937_64 &random) = 0;
    virtual bool check(bool reset) = 0; // right before an edge
    std::string name;
};

template <class Module, class Wires, class In, class Out> struct unit_bench : bench {
    unit_bench(const char *unit, gmmu::implementation choice, sc_core::sc_clock &clk,
               sc_core::sc_signal<bool> &rst)
        : ops(unit_find(unit, false)), state(ops->create()), wires(sc_core::sc_gen_unique_name("wires")) {
        name = std::string(unit) + (choice == gmmu::implementation::rtl ? " rtl" : " c");
        module = std::make_unique<Module>(sc_core::sc_gen_unique_name(unit), choice);
        module->clk(clk);
        module->rst(rst);
        wires.bind(*module);
    }
    ~unit_bench() override {
        ops->destroy(state);
    }

    // Mostly quiet inputs, so that the unit also comes to rest; sc_uint cuts each to its width.
    void drive(std::mt19937_64 &random) override {
        In in{};
        if (random() % 4 != 0)
            for (std::size_t i = 0; i < sizeof in; i++)
                reinterpret_cast<unsigned char *>(&in)[i] = static_cast<unsigned char>(random() & random());
        wires.drive(in);
    }

    bool check(bool reset) override {
        const In in = wires.inputs();
        Out expected{};
        ops->outputs(state, &expected);
        const bool same = wires.show(expected);
        if (reset)
            ops->reset(state);
        else
            ops->step(state, &in, &expected);
        return same;
    }

    const unit_ops *ops;
    void *state;
    Wires wires;
    std::unique_ptr<Module> module;
};

} // namespace

int sc_main(int, char **) {
    const sc_core::sc_time period(1, sc_core::SC_NS);
    sc_core::sc_clock clk("clk", period, 0.5, period);
    sc_core::sc_signal<bool> rst{"rst", false};
    std::vector<std::unique_ptr<bench>> benches;
#define BOTH(u)                                                                                              \
    for (auto choice : {gmmu::implementation::c, gmmu::implementation::rtl})                                 \
        benches.push_back(                                                                                   \
            std::make_unique<unit_bench<gmmu::u, gmmu::u##_wires, u##_in, u##_out>>(#u, choice, clk, rst));
    GMMU_SYSTEMC_UNITS(BOTH)
#undef BOTH

    const char *seed_text = std::getenv("SEED");
    const unsigned long seed = seed_text ? std::strtoul(seed_text, nullptr, 0) : 1;
    std::mt19937_64 random(seed);
    sc_core::sc_start(period / 2); // between edges from here on
    for (unsigned cycle = 0; cycle < cycles; cycle++) {
        const bool reset = random() % 500 == 0;
        rst.write(reset);
        for (auto &b : benches)
            b->drive(random);
        sc_core::sc_start(period / 4);
        for (auto &b : benches) {
            if (!b->check(reset)) {
                std::printf("FAIL systemc_units: %s, cycle %u, seed %lu: outputs differ\n", b->name.c_str(),
                            cycle, seed);
                return 1;
            }
        }
        sc_core::sc_start(period - period / 4);
    }
    std::printf("PASS systemc_units (%zu modules, %u cycles, seed %lu)\n", benches.size(), cycles, seed);
    return 0;
}
