/* SPDX-License-Identifier: Apache-2.0 */
// A main program for a model of Verilator's (--vpi, --prefix Vbench) with a bench behind VPI (gmmu_vpi.c).
#include "Vbench.h"

#include <memory>

#include "verilated.h"
#include "verilated_vpi.h"

extern "C" void (*vlog_startup_routines[])();
extern "C" int gmmu_vpi_code();

// Until nothing changes any more.
static void settle(Vbench &top) {
    do
        top.eval();
    while (VerilatedVpi::callValueCbs());
}

int main(int argc, char **argv) {
    const auto context = std::make_unique<VerilatedContext>();
    context->commandArgs(argc, argv);
    const auto top = std::make_unique<Vbench>(context.get(), "");
    for (void (**routine)() = vlog_startup_routines; *routine != nullptr; routine++)
        (*routine)();
    VerilatedVpi::callCbs(cbStartOfSimulation);
    const uint64_t never = ~uint64_t{0};
    while (!context->gotFinish()) {
        settle(*top);
        while (!context->gotFinish() && VerilatedVpi::callCbs(cbReadWriteSynch))
            settle(*top);
        const uint64_t next = VerilatedVpi::cbNextDeadline();
        if (next == never)
            break;
        context->time(next);
        VerilatedVpi::callTimedCbs();
    }
    VerilatedVpi::callCbs(cbEndOfSimulation);
    top->final();
    return gmmu_vpi_code();
}
