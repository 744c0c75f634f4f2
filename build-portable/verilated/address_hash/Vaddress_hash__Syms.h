// Verilated -*- C++ -*-
// DESCRIPTION: Verilator output: Symbol table internal header
//
// Internal details; most calling programs do not need this header,
// unless using verilator public meta comments.

#ifndef VERILATED_VADDRESS_HASH__SYMS_H_
#define VERILATED_VADDRESS_HASH__SYMS_H_  // guard

#include "verilated.h"

// INCLUDE MODEL CLASS

#include "Vaddress_hash.h"

// INCLUDE MODULE CLASSES
#include "Vaddress_hash___024root.h"

// SYMS CLASS (contains all model state)
class Vaddress_hash__Syms final : public VerilatedSyms {
  public:
    // INTERNAL STATE
    Vaddress_hash* const __Vm_modelp;
    bool __Vm_didInit = false;

    // MODULE INSTANCE STATE
    Vaddress_hash___024root        TOP;

    // CONSTRUCTORS
    Vaddress_hash__Syms(VerilatedContext* contextp, const char* namep, Vaddress_hash* modelp);
    ~Vaddress_hash__Syms();

    // METHODS
    const char* name() { return TOP.name(); }
} VL_ATTR_ALIGNED(VL_CACHE_LINE_BYTES);

#endif  // guard
