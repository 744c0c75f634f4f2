/* SPDX-License-Identifier: Apache-2.0 */
// The Verilated unit of a bench, whatever its class: all that lockstep_rtl.cpp asks of it by
// name. Ports and registers are found at run time. So is what a waveform shows next to it, in a bench that
// was built for waveforms (make tb FST=file): a model of variables alone, scripts/gen/wave.py.
#ifndef LOCKSTEP_TOP_H
#define LOCKSTEP_TOP_H

#include <memory>
#include <string>

class VerilatedContext;
class VerilatedFstC;

struct lockstep_model {
    virtual ~lockstep_model() = default;
    virtual void eval() = 0;
    virtual void trace(VerilatedFstC *fst) = 0; // all signals into this file
    virtual void final() = 0;                   // runs the final blocks
};

struct lockstep_top : lockstep_model {
    virtual void set_clk(bool level) = 0;
    virtual void set_rst(bool level) = 0;
    virtual void write_coverage(const std::string &file) = 0; // nothing unless built with VM_COVERAGE
};

std::unique_ptr<lockstep_top> lockstep_top_new(VerilatedContext *context);
__attribute__((weak)) std::unique_ptr<lockstep_model> lockstep_view_new(VerilatedContext *context);

#endif
