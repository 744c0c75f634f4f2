// Verilated -*- C++ -*-
// DESCRIPTION: Verilator output: Design internal header
// See Vaddress_hash.h for the primary calling header

#ifndef VERILATED_VADDRESS_HASH___024ROOT_H_
#define VERILATED_VADDRESS_HASH___024ROOT_H_  // guard

#include "verilated.h"

class Vaddress_hash__Syms;

class Vaddress_hash___024root final : public VerilatedModule {
  public:

    // DESIGN SPECIFIC STATE
    VL_IN8(clk,0,0);
    VL_IN8(rst,0,0);
    VL_IN8(row_valid,0,0);
    VL_IN8(row_inverse,0,0);
    VL_IN8(row_index,5,0);
    VL_IN8(check_valid,0,0);
    VL_OUT8(checking,0,0);
    VL_OUT8(accepted,0,0);
    VL_IN8(map_valid,0,0);
    VL_OUT8(mapped_valid,0,0);
    VL_IN8(unmap_valid,0,0);
    VL_OUT8(unmapped_valid,0,0);
    CData/*5:0*/ address_hash__DOT__at;
    CData/*0:0*/ address_hash__DOT__wrong;
    CData/*0:0*/ address_hash__DOT__last;
    CData/*0:0*/ __Vtrigrprev__TOP__clk;
    CData/*0:0*/ __VactContinue;
    IData/*31:0*/ __VstlIterCount;
    IData/*31:0*/ __VicoIterCount;
    IData/*31:0*/ __VactIterCount;
    VL_IN64(row_bits,39,0);
    VL_IN64(map_addr,39,0);
    VL_OUT64(mapped_addr,39,0);
    VL_IN64(unmap_addr,39,0);
    VL_OUT64(unmapped_addr,39,0);
    QData/*39:0*/ address_hash__DOT__column;
    QData/*39:0*/ address_hash__DOT__now_at;
    QData/*39:0*/ address_hash__DOT__before_at;
    QData/*39:0*/ address_hash__DOT__mapped;
    QData/*39:0*/ address_hash__DOT__back;
    VlUnpacked<QData/*39:0*/, 40> address_hash__DOT__row;
    VlUnpacked<QData/*39:0*/, 40> address_hash__DOT__inverse;
    VlTriggerVec<1> __VstlTriggered;
    VlTriggerVec<1> __VicoTriggered;
    VlTriggerVec<1> __VactTriggered;
    VlTriggerVec<1> __VnbaTriggered;

    // INTERNAL VARIABLES
    Vaddress_hash__Syms* const vlSymsp;

    // CONSTRUCTORS
    Vaddress_hash___024root(Vaddress_hash__Syms* symsp, const char* v__name);
    ~Vaddress_hash___024root();
    VL_UNCOPYABLE(Vaddress_hash___024root);

    // INTERNAL METHODS
    void __Vconfigure(bool first);
} VL_ATTR_ALIGNED(VL_CACHE_LINE_BYTES);


#endif  // guard
