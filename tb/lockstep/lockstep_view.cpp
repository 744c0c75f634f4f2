/* SPDX-License-Identifier: Apache-2.0 */
// The variables that a waveform shows next to the RTL, behind lockstep_top.h: build/lockstep/<unit>/view.sv.
#include <lockstep_verilated.h> // first: a precompiled header is taken there only

#include "Vview__ALL.cpp"
#include "lockstep_top.h"

namespace {

struct view final : lockstep_model {
    Vview bench;

    explicit view(VerilatedContext *context) : bench(context, "") {}
    void eval() override {
        bench.eval();
    }
    void trace(VerilatedFstC *fst) override {
        bench.trace(fst, 99);
    }
    void final() override {
        bench.final();
    }
};

} // namespace

std::unique_ptr<lockstep_model> lockstep_view_new(VerilatedContext *context) {
    return std::unique_ptr<lockstep_model>{new view{context}};
}
