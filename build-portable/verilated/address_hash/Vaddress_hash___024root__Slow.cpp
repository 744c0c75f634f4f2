// Verilated -*- C++ -*-
// DESCRIPTION: Verilator output: Design implementation internals
// See Vaddress_hash.h for the primary calling header

#include "verilated.h"

#include "Vaddress_hash__Syms.h"
#include "Vaddress_hash___024root.h"

void Vaddress_hash___024root___ctor_var_reset(Vaddress_hash___024root* vlSelf);

Vaddress_hash___024root::Vaddress_hash___024root(Vaddress_hash__Syms* symsp, const char* v__name)
    : VerilatedModule{v__name}
    , vlSymsp{symsp}
 {
    // Reset structure values
    Vaddress_hash___024root___ctor_var_reset(this);
}

void Vaddress_hash___024root::__Vconfigure(bool first) {
    if (false && first) {}  // Prevent unused
}

Vaddress_hash___024root::~Vaddress_hash___024root() {
}
