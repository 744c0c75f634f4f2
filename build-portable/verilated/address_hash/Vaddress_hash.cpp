// Verilated -*- C++ -*-
// DESCRIPTION: Verilator output: Model implementation (design independent parts)

#include "Vaddress_hash.h"
#include "Vaddress_hash__Syms.h"

//============================================================
// Constructors

Vaddress_hash::Vaddress_hash(VerilatedContext* _vcontextp__, const char* _vcname__)
    : VerilatedModel{*_vcontextp__}
    , vlSymsp{new Vaddress_hash__Syms(contextp(), _vcname__, this)}
    , clk{vlSymsp->TOP.clk}
    , rst{vlSymsp->TOP.rst}
    , row_valid{vlSymsp->TOP.row_valid}
    , row_inverse{vlSymsp->TOP.row_inverse}
    , row_index{vlSymsp->TOP.row_index}
    , check_valid{vlSymsp->TOP.check_valid}
    , checking{vlSymsp->TOP.checking}
    , accepted{vlSymsp->TOP.accepted}
    , map_valid{vlSymsp->TOP.map_valid}
    , mapped_valid{vlSymsp->TOP.mapped_valid}
    , unmap_valid{vlSymsp->TOP.unmap_valid}
    , unmapped_valid{vlSymsp->TOP.unmapped_valid}
    , row_bits{vlSymsp->TOP.row_bits}
    , map_addr{vlSymsp->TOP.map_addr}
    , mapped_addr{vlSymsp->TOP.mapped_addr}
    , unmap_addr{vlSymsp->TOP.unmap_addr}
    , unmapped_addr{vlSymsp->TOP.unmapped_addr}
    , rootp{&(vlSymsp->TOP)}
{
    // Register model with the context
    contextp()->addModel(this);
}

Vaddress_hash::Vaddress_hash(const char* _vcname__)
    : Vaddress_hash(Verilated::threadContextp(), _vcname__)
{
}

//============================================================
// Destructor

Vaddress_hash::~Vaddress_hash() {
    delete vlSymsp;
}

//============================================================
// Evaluation function

#ifdef VL_DEBUG
void Vaddress_hash___024root___eval_debug_assertions(Vaddress_hash___024root* vlSelf);
#endif  // VL_DEBUG
void Vaddress_hash___024root___eval_static(Vaddress_hash___024root* vlSelf);
void Vaddress_hash___024root___eval_initial(Vaddress_hash___024root* vlSelf);
void Vaddress_hash___024root___eval_settle(Vaddress_hash___024root* vlSelf);
void Vaddress_hash___024root___eval(Vaddress_hash___024root* vlSelf);

void Vaddress_hash::eval_step() {
    VL_DEBUG_IF(VL_DBG_MSGF("+++++TOP Evaluate Vaddress_hash::eval_step\n"); );
#ifdef VL_DEBUG
    // Debug assertions
    Vaddress_hash___024root___eval_debug_assertions(&(vlSymsp->TOP));
#endif  // VL_DEBUG
    if (VL_UNLIKELY(!vlSymsp->__Vm_didInit)) {
        vlSymsp->__Vm_didInit = true;
        VL_DEBUG_IF(VL_DBG_MSGF("+ Initial\n"););
        Vaddress_hash___024root___eval_static(&(vlSymsp->TOP));
        Vaddress_hash___024root___eval_initial(&(vlSymsp->TOP));
        Vaddress_hash___024root___eval_settle(&(vlSymsp->TOP));
    }
    // MTask 0 start
    VL_DEBUG_IF(VL_DBG_MSGF("MTask0 starting\n"););
    Verilated::mtaskId(0);
    VL_DEBUG_IF(VL_DBG_MSGF("+ Eval\n"););
    Vaddress_hash___024root___eval(&(vlSymsp->TOP));
    // Evaluate cleanup
    Verilated::endOfThreadMTask(vlSymsp->__Vm_evalMsgQp);
    Verilated::endOfEval(vlSymsp->__Vm_evalMsgQp);
}

//============================================================
// Events and timing
bool Vaddress_hash::eventsPending() { return false; }

uint64_t Vaddress_hash::nextTimeSlot() {
    VL_FATAL_MT(__FILE__, __LINE__, "", "%Error: No delays in the design");
    return 0;
}

//============================================================
// Utilities

const char* Vaddress_hash::name() const {
    return vlSymsp->name();
}

//============================================================
// Invoke final blocks

void Vaddress_hash___024root___eval_final(Vaddress_hash___024root* vlSelf);

VL_ATTR_COLD void Vaddress_hash::final() {
    Vaddress_hash___024root___eval_final(&(vlSymsp->TOP));
}

//============================================================
// Implementations of abstract methods from VerilatedModel

const char* Vaddress_hash::hierName() const { return vlSymsp->name(); }
const char* Vaddress_hash::modelName() const { return "Vaddress_hash"; }
unsigned Vaddress_hash::threads() const { return 1; }
