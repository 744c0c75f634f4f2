/* SPDX-License-Identifier: Apache-2.0 */
// One Verilated unit behind lockstep_top.h, compiled as one file with it. A build for
// `make coverage` has VM_COVERAGE.
#include <lockstep_verilated.h> // first: a precompiled header is taken there only

#include "Vunit__ALL.cpp"
#include "lockstep_top.h"
#if VM_COVERAGE
#include "verilated_cov.h"
#endif

namespace {

struct unit_top final : lockstep_top {
    Vunit unit;

    explicit unit_top(VerilatedContext *context) : unit(context, "") {}
    void set_clk(bool level) override {
        unit.clk = level;
    }
    void set_rst(bool level) override {
        unit.rst = level;
    }
    void eval() override {
        unit.eval();
    }
    void trace(VerilatedFstC *fst) override {
        unit.trace(fst, 99);
    }
    void final() override {
        unit.final();
    }
    void write_coverage(const std::string &file) override {
#if VM_COVERAGE
        unit.contextp()->coveragep()->write(file.c_str());
#else
        (void)file;
#endif
    }
};

} // namespace

std::unique_ptr<lockstep_top> lockstep_top_new(VerilatedContext *context) {
    return std::unique_ptr<lockstep_top>{new unit_top{context}};
}
