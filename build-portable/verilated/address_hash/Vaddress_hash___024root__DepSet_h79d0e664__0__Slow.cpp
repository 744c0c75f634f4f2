// Verilated -*- C++ -*-
// DESCRIPTION: Verilator output: Design implementation internals
// See Vaddress_hash.h for the primary calling header

#include "verilated.h"

#include "Vaddress_hash___024root.h"

VL_ATTR_COLD void Vaddress_hash___024root___eval_static(Vaddress_hash___024root* vlSelf) {
    if (false && vlSelf) {}  // Prevent unused
    Vaddress_hash__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;
    VL_DEBUG_IF(VL_DBG_MSGF("+    Vaddress_hash___024root___eval_static\n"); );
}

VL_ATTR_COLD void Vaddress_hash___024root___eval_initial(Vaddress_hash___024root* vlSelf) {
    if (false && vlSelf) {}  // Prevent unused
    Vaddress_hash__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;
    VL_DEBUG_IF(VL_DBG_MSGF("+    Vaddress_hash___024root___eval_initial\n"); );
    // Body
    vlSelf->__Vtrigrprev__TOP__clk = vlSelf->clk;
}

VL_ATTR_COLD void Vaddress_hash___024root___eval_final(Vaddress_hash___024root* vlSelf) {
    if (false && vlSelf) {}  // Prevent unused
    Vaddress_hash__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;
    VL_DEBUG_IF(VL_DBG_MSGF("+    Vaddress_hash___024root___eval_final\n"); );
}

VL_ATTR_COLD void Vaddress_hash___024root___eval_triggers__stl(Vaddress_hash___024root* vlSelf);
#ifdef VL_DEBUG
VL_ATTR_COLD void Vaddress_hash___024root___dump_triggers__stl(Vaddress_hash___024root* vlSelf);
#endif  // VL_DEBUG
VL_ATTR_COLD void Vaddress_hash___024root___eval_stl(Vaddress_hash___024root* vlSelf);

VL_ATTR_COLD void Vaddress_hash___024root___eval_settle(Vaddress_hash___024root* vlSelf) {
    if (false && vlSelf) {}  // Prevent unused
    Vaddress_hash__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;
    VL_DEBUG_IF(VL_DBG_MSGF("+    Vaddress_hash___024root___eval_settle\n"); );
    // Init
    CData/*0:0*/ __VstlContinue;
    // Body
    vlSelf->__VstlIterCount = 0U;
    __VstlContinue = 1U;
    while (__VstlContinue) {
        __VstlContinue = 0U;
        Vaddress_hash___024root___eval_triggers__stl(vlSelf);
        if (vlSelf->__VstlTriggered.any()) {
            __VstlContinue = 1U;
            if (VL_UNLIKELY((0x64U < vlSelf->__VstlIterCount))) {
#ifdef VL_DEBUG
                Vaddress_hash___024root___dump_triggers__stl(vlSelf);
#endif
                VL_FATAL_MT("rtl/address_hash.sv", 7, "", "Settle region did not converge.");
            }
            vlSelf->__VstlIterCount = ((IData)(1U) 
                                       + vlSelf->__VstlIterCount);
            Vaddress_hash___024root___eval_stl(vlSelf);
        }
    }
}

#ifdef VL_DEBUG
VL_ATTR_COLD void Vaddress_hash___024root___dump_triggers__stl(Vaddress_hash___024root* vlSelf) {
    if (false && vlSelf) {}  // Prevent unused
    Vaddress_hash__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;
    VL_DEBUG_IF(VL_DBG_MSGF("+    Vaddress_hash___024root___dump_triggers__stl\n"); );
    // Body
    if ((1U & (~ (IData)(vlSelf->__VstlTriggered.any())))) {
        VL_DBG_MSGF("         No triggers active\n");
    }
    if (vlSelf->__VstlTriggered.at(0U)) {
        VL_DBG_MSGF("         'stl' region trigger index 0 is active: Internal 'stl' trigger - first iteration\n");
    }
}
#endif  // VL_DEBUG

VL_ATTR_COLD void Vaddress_hash___024root___stl_sequent__TOP__0(Vaddress_hash___024root* vlSelf) {
    if (false && vlSelf) {}  // Prevent unused
    Vaddress_hash__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;
    VL_DEBUG_IF(VL_DBG_MSGF("+    Vaddress_hash___024root___stl_sequent__TOP__0\n"); );
    // Init
    QData/*39:0*/ address_hash__DOT__map_in;
    address_hash__DOT__map_in = 0;
    QData/*39:0*/ address_hash__DOT__unmap_in;
    address_hash__DOT__unmap_in = 0;
    CData/*0:0*/ address_hash__DOT____Vlvbound_h0c249c52__0;
    address_hash__DOT____Vlvbound_h0c249c52__0 = 0;
    CData/*0:0*/ address_hash__DOT____Vlvbound_h2007cd63__0;
    address_hash__DOT____Vlvbound_h2007cd63__0 = 0;
    // Body
    vlSelf->address_hash__DOT__last = (0x28U <= (IData)(vlSelf->address_hash__DOT__at));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (1U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xfffffffffeULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | (IData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (2U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xfffffffffdULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 1U));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (3U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xfffffffffbULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 2U));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (4U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xfffffffff7ULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 3U));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (5U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xffffffffefULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 4U));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (6U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xffffffffdfULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 5U));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (7U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xffffffffbfULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 6U));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (8U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xffffffff7fULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 7U));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (9U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xfffffffeffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 8U));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0xaU 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xfffffffdffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 9U));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0xbU 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xfffffffbffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0xaU));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0xcU 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xfffffff7ffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0xbU));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0xdU 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xffffffefffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0xcU));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0xeU 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xffffffdfffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0xdU));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0xfU 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xffffffbfffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0xeU));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0x10U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xffffff7fffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0xfU));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0x11U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xfffffeffffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0x10U));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0x12U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xfffffdffffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0x11U));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0x13U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xfffffbffffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0x12U));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0x14U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xfffff7ffffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0x13U));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0x15U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xffffefffffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0x14U));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0x16U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xffffdfffffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0x15U));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0x17U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xffffbfffffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0x16U));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0x18U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xffff7fffffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0x17U));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0x19U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xfffeffffffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0x18U));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0x1aU 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xfffdffffffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0x19U));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0x1bU 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xfffbffffffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0x1aU));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0x1cU 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xfff7ffffffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0x1bU));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0x1dU 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xffefffffffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0x1cU));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0x1eU 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xffdfffffffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0x1dU));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0x1fU 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xffbfffffffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0x1eU));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0x20U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xff7fffffffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0x1fU));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0x21U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xfeffffffffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0x20U));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0x22U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xfdffffffffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0x21U));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0x23U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xfbffffffffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0x22U));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0x24U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xf7ffffffffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0x23U));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0x25U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xefffffffffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0x24U));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0x26U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xdfffffffffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0x25U));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0x27U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0xbfffffffffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0x26U));
    address_hash__DOT____Vlvbound_h2007cd63__0 = (0x28U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__before_at = ((0x7fffffffffULL 
                                             & vlSelf->address_hash__DOT__before_at) 
                                            | ((QData)((IData)(address_hash__DOT____Vlvbound_h2007cd63__0)) 
                                               << 0x27U));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xfffffffffeULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | (IData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (1U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xfffffffffdULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 1U));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (2U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xfffffffffbULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 2U));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (3U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xfffffffff7ULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 3U));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (4U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xffffffffefULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 4U));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (5U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xffffffffdfULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 5U));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (6U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xffffffffbfULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 6U));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (7U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xffffffff7fULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 7U));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (8U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xfffffffeffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 8U));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (9U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xfffffffdffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 9U));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0xaU 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xfffffffbffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0xaU));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0xbU 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xfffffff7ffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0xbU));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0xcU 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xffffffefffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0xcU));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0xdU 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xffffffdfffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0xdU));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0xeU 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xffffffbfffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0xeU));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0xfU 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xffffff7fffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0xfU));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0x10U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xfffffeffffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0x10U));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0x11U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xfffffdffffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0x11U));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0x12U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xfffffbffffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0x12U));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0x13U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xfffff7ffffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0x13U));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0x14U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xffffefffffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0x14U));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0x15U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xffffdfffffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0x15U));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0x16U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xffffbfffffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0x16U));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0x17U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xffff7fffffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0x17U));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0x18U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xfffeffffffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0x18U));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0x19U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xfffdffffffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0x19U));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0x1aU 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xfffbffffffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0x1aU));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0x1bU 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xfff7ffffffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0x1bU));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0x1cU 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xffefffffffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0x1cU));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0x1dU 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xffdfffffffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0x1dU));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0x1eU 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xffbfffffffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0x1eU));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0x1fU 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xff7fffffffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0x1fU));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0x20U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xfeffffffffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0x20U));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0x21U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xfdffffffffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0x21U));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0x22U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xfbffffffffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0x22U));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0x23U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xf7ffffffffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0x23U));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0x24U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xefffffffffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0x24U));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0x25U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xdfffffffffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0x25U));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0x26U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0xbfffffffffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0x26U));
    address_hash__DOT____Vlvbound_h0c249c52__0 = (0x27U 
                                                  == (IData)(vlSelf->address_hash__DOT__at));
    vlSelf->address_hash__DOT__now_at = ((0x7fffffffffULL 
                                          & vlSelf->address_hash__DOT__now_at) 
                                         | ((QData)((IData)(address_hash__DOT____Vlvbound_h0c249c52__0)) 
                                            << 0x27U));
    if (vlSelf->checking) {
        address_hash__DOT__unmap_in = vlSelf->address_hash__DOT__column;
        address_hash__DOT__map_in = vlSelf->address_hash__DOT__now_at;
    } else {
        address_hash__DOT__unmap_in = vlSelf->unmap_addr;
        address_hash__DOT__map_in = vlSelf->map_addr;
    }
    vlSelf->address_hash__DOT__back = (((QData)((IData)(
                                                        (1U 
                                                         & VL_REDXOR_64(
                                                                        (vlSelf->address_hash__DOT__inverse
                                                                         [0x27U] 
                                                                         & address_hash__DOT__unmap_in))))) 
                                        << 0x27U) | 
                                       (((QData)((IData)(
                                                         (1U 
                                                          & VL_REDXOR_64(
                                                                         (vlSelf->address_hash__DOT__inverse
                                                                          [0x26U] 
                                                                          & address_hash__DOT__unmap_in))))) 
                                         << 0x26U) 
                                        | (((QData)((IData)(
                                                            (1U 
                                                             & VL_REDXOR_64(
                                                                            (vlSelf->address_hash__DOT__inverse
                                                                             [0x25U] 
                                                                             & address_hash__DOT__unmap_in))))) 
                                            << 0x25U) 
                                           | (((QData)((IData)(
                                                               (1U 
                                                                & VL_REDXOR_64(
                                                                               (vlSelf->address_hash__DOT__inverse
                                                                                [0x24U] 
                                                                                & address_hash__DOT__unmap_in))))) 
                                               << 0x24U) 
                                              | (((QData)((IData)(
                                                                  (1U 
                                                                   & VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [0x23U] 
                                                                                & address_hash__DOT__unmap_in))))) 
                                                  << 0x23U) 
                                                 | (((QData)((IData)(
                                                                     (1U 
                                                                      & VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [0x22U] 
                                                                                & address_hash__DOT__unmap_in))))) 
                                                     << 0x22U) 
                                                    | (((QData)((IData)(
                                                                        (1U 
                                                                         & VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [0x21U] 
                                                                                & address_hash__DOT__unmap_in))))) 
                                                        << 0x21U) 
                                                       | (((QData)((IData)(
                                                                           (1U 
                                                                            & VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [0x20U] 
                                                                                & address_hash__DOT__unmap_in))))) 
                                                           << 0x20U) 
                                                          | (QData)((IData)(
                                                                            ((VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [0x1fU] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                              << 0x1fU) 
                                                                             | ((0x40000000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [0x1eU] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 0x1eU)) 
                                                                                | ((0x20000000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [0x1dU] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 0x1dU)) 
                                                                                | ((0x10000000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [0x1cU] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 0x1cU)) 
                                                                                | ((0x8000000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [0x1bU] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 0x1bU)) 
                                                                                | ((0x4000000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [0x1aU] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 0x1aU)) 
                                                                                | ((0x2000000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [0x19U] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 0x19U)) 
                                                                                | ((0x1000000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [0x18U] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 0x18U)) 
                                                                                | ((0x800000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [0x17U] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 0x17U)) 
                                                                                | ((0x400000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [0x16U] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 0x16U)) 
                                                                                | ((0x200000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [0x15U] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 0x15U)) 
                                                                                | ((0x100000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [0x14U] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 0x14U)) 
                                                                                | ((0x80000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [0x13U] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 0x13U)) 
                                                                                | ((0x40000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [0x12U] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 0x12U)) 
                                                                                | ((0x20000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [0x11U] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 0x11U)) 
                                                                                | ((0x10000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [0x10U] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 0x10U)) 
                                                                                | ((0x8000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [0xfU] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 0xfU)) 
                                                                                | ((0x4000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [0xeU] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 0xeU)) 
                                                                                | ((0x2000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [0xdU] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 0xdU)) 
                                                                                | ((0x1000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [0xcU] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 0xcU)) 
                                                                                | ((0x800U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [0xbU] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 0xbU)) 
                                                                                | ((0x400U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [0xaU] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 0xaU)) 
                                                                                | ((0x200U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [9U] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 9U)) 
                                                                                | ((0x100U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [8U] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 8U)) 
                                                                                | ((0x80U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [7U] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 7U)) 
                                                                                | ((0x40U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [6U] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 6U)) 
                                                                                | ((0x20U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [5U] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 5U)) 
                                                                                | ((0x10U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [4U] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 4U)) 
                                                                                | ((8U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [3U] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 3U)) 
                                                                                | ((4U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [2U] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 2U)) 
                                                                                | ((2U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [1U] 
                                                                                & address_hash__DOT__unmap_in)) 
                                                                                << 1U)) 
                                                                                | (1U 
                                                                                & VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__inverse
                                                                                [0U] 
                                                                                & address_hash__DOT__unmap_in))))))))))))))))))))))))))))))))))))))))))));
    vlSelf->address_hash__DOT__mapped = (((QData)((IData)(
                                                          (1U 
                                                           & VL_REDXOR_64(
                                                                          (vlSelf->address_hash__DOT__row
                                                                           [0x27U] 
                                                                           & address_hash__DOT__map_in))))) 
                                          << 0x27U) 
                                         | (((QData)((IData)(
                                                             (1U 
                                                              & VL_REDXOR_64(
                                                                             (vlSelf->address_hash__DOT__row
                                                                              [0x26U] 
                                                                              & address_hash__DOT__map_in))))) 
                                             << 0x26U) 
                                            | (((QData)((IData)(
                                                                (1U 
                                                                 & VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0x25U] 
                                                                                & address_hash__DOT__map_in))))) 
                                                << 0x25U) 
                                               | (((QData)((IData)(
                                                                   (1U 
                                                                    & VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0x24U] 
                                                                                & address_hash__DOT__map_in))))) 
                                                   << 0x24U) 
                                                  | (((QData)((IData)(
                                                                      (1U 
                                                                       & VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0x23U] 
                                                                                & address_hash__DOT__map_in))))) 
                                                      << 0x23U) 
                                                     | (((QData)((IData)(
                                                                         (1U 
                                                                          & VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0x22U] 
                                                                                & address_hash__DOT__map_in))))) 
                                                         << 0x22U) 
                                                        | (((QData)((IData)(
                                                                            (1U 
                                                                             & VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0x21U] 
                                                                                & address_hash__DOT__map_in))))) 
                                                            << 0x21U) 
                                                           | (((QData)((IData)(
                                                                               (1U 
                                                                                & VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0x20U] 
                                                                                & address_hash__DOT__map_in))))) 
                                                               << 0x20U) 
                                                              | (QData)((IData)(
                                                                                ((VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0x1fU] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 0x1fU) 
                                                                                | ((0x40000000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0x1eU] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 0x1eU)) 
                                                                                | ((0x20000000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0x1dU] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 0x1dU)) 
                                                                                | ((0x10000000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0x1cU] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 0x1cU)) 
                                                                                | ((0x8000000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0x1bU] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 0x1bU)) 
                                                                                | ((0x4000000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0x1aU] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 0x1aU)) 
                                                                                | ((0x2000000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0x19U] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 0x19U)) 
                                                                                | ((0x1000000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0x18U] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 0x18U)) 
                                                                                | ((0x800000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0x17U] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 0x17U)) 
                                                                                | ((0x400000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0x16U] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 0x16U)) 
                                                                                | ((0x200000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0x15U] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 0x15U)) 
                                                                                | ((0x100000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0x14U] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 0x14U)) 
                                                                                | ((0x80000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0x13U] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 0x13U)) 
                                                                                | ((0x40000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0x12U] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 0x12U)) 
                                                                                | ((0x20000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0x11U] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 0x11U)) 
                                                                                | ((0x10000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0x10U] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 0x10U)) 
                                                                                | ((0x8000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0xfU] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 0xfU)) 
                                                                                | ((0x4000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0xeU] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 0xeU)) 
                                                                                | ((0x2000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0xdU] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 0xdU)) 
                                                                                | ((0x1000U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0xcU] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 0xcU)) 
                                                                                | ((0x800U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0xbU] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 0xbU)) 
                                                                                | ((0x400U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0xaU] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 0xaU)) 
                                                                                | ((0x200U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [9U] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 9U)) 
                                                                                | ((0x100U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [8U] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 8U)) 
                                                                                | ((0x80U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [7U] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 7U)) 
                                                                                | ((0x40U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [6U] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 6U)) 
                                                                                | ((0x20U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [5U] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 5U)) 
                                                                                | ((0x10U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [4U] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 4U)) 
                                                                                | ((8U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [3U] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 3U)) 
                                                                                | ((4U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [2U] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 2U)) 
                                                                                | ((2U 
                                                                                & (VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [1U] 
                                                                                & address_hash__DOT__map_in)) 
                                                                                << 1U)) 
                                                                                | (1U 
                                                                                & VL_REDXOR_64(
                                                                                (vlSelf->address_hash__DOT__row
                                                                                [0U] 
                                                                                & address_hash__DOT__map_in))))))))))))))))))))))))))))))))))))))))))));
    vlSelf->address_hash__DOT__wrong = ((0U != (IData)(vlSelf->address_hash__DOT__at)) 
                                        & (vlSelf->address_hash__DOT__back 
                                           != vlSelf->address_hash__DOT__before_at));
}

VL_ATTR_COLD void Vaddress_hash___024root___eval_stl(Vaddress_hash___024root* vlSelf) {
    if (false && vlSelf) {}  // Prevent unused
    Vaddress_hash__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;
    VL_DEBUG_IF(VL_DBG_MSGF("+    Vaddress_hash___024root___eval_stl\n"); );
    // Body
    if (vlSelf->__VstlTriggered.at(0U)) {
        Vaddress_hash___024root___stl_sequent__TOP__0(vlSelf);
    }
}

#ifdef VL_DEBUG
VL_ATTR_COLD void Vaddress_hash___024root___dump_triggers__ico(Vaddress_hash___024root* vlSelf) {
    if (false && vlSelf) {}  // Prevent unused
    Vaddress_hash__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;
    VL_DEBUG_IF(VL_DBG_MSGF("+    Vaddress_hash___024root___dump_triggers__ico\n"); );
    // Body
    if ((1U & (~ (IData)(vlSelf->__VicoTriggered.any())))) {
        VL_DBG_MSGF("         No triggers active\n");
    }
    if (vlSelf->__VicoTriggered.at(0U)) {
        VL_DBG_MSGF("         'ico' region trigger index 0 is active: Internal 'ico' trigger - first iteration\n");
    }
}
#endif  // VL_DEBUG

#ifdef VL_DEBUG
VL_ATTR_COLD void Vaddress_hash___024root___dump_triggers__act(Vaddress_hash___024root* vlSelf) {
    if (false && vlSelf) {}  // Prevent unused
    Vaddress_hash__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;
    VL_DEBUG_IF(VL_DBG_MSGF("+    Vaddress_hash___024root___dump_triggers__act\n"); );
    // Body
    if ((1U & (~ (IData)(vlSelf->__VactTriggered.any())))) {
        VL_DBG_MSGF("         No triggers active\n");
    }
    if (vlSelf->__VactTriggered.at(0U)) {
        VL_DBG_MSGF("         'act' region trigger index 0 is active: @(posedge clk)\n");
    }
}
#endif  // VL_DEBUG

#ifdef VL_DEBUG
VL_ATTR_COLD void Vaddress_hash___024root___dump_triggers__nba(Vaddress_hash___024root* vlSelf) {
    if (false && vlSelf) {}  // Prevent unused
    Vaddress_hash__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;
    VL_DEBUG_IF(VL_DBG_MSGF("+    Vaddress_hash___024root___dump_triggers__nba\n"); );
    // Body
    if ((1U & (~ (IData)(vlSelf->__VnbaTriggered.any())))) {
        VL_DBG_MSGF("         No triggers active\n");
    }
    if (vlSelf->__VnbaTriggered.at(0U)) {
        VL_DBG_MSGF("         'nba' region trigger index 0 is active: @(posedge clk)\n");
    }
}
#endif  // VL_DEBUG

VL_ATTR_COLD void Vaddress_hash___024root___ctor_var_reset(Vaddress_hash___024root* vlSelf) {
    if (false && vlSelf) {}  // Prevent unused
    Vaddress_hash__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;
    VL_DEBUG_IF(VL_DBG_MSGF("+    Vaddress_hash___024root___ctor_var_reset\n"); );
    // Body
    vlSelf->clk = 0;
    vlSelf->rst = 0;
    vlSelf->row_valid = 0;
    vlSelf->row_inverse = 0;
    vlSelf->row_index = 0;
    vlSelf->row_bits = 0;
    vlSelf->check_valid = 0;
    vlSelf->checking = 0;
    vlSelf->accepted = 0;
    vlSelf->map_valid = 0;
    vlSelf->map_addr = 0;
    vlSelf->mapped_valid = 0;
    vlSelf->mapped_addr = 0;
    vlSelf->unmap_valid = 0;
    vlSelf->unmap_addr = 0;
    vlSelf->unmapped_valid = 0;
    vlSelf->unmapped_addr = 0;
    for (int __Vi0 = 0; __Vi0 < 40; ++__Vi0) {
        vlSelf->address_hash__DOT__row[__Vi0] = 0;
    }
    for (int __Vi0 = 0; __Vi0 < 40; ++__Vi0) {
        vlSelf->address_hash__DOT__inverse[__Vi0] = 0;
    }
    vlSelf->address_hash__DOT__column = 0;
    vlSelf->address_hash__DOT__at = 0;
    vlSelf->address_hash__DOT__now_at = 0;
    vlSelf->address_hash__DOT__before_at = 0;
    vlSelf->address_hash__DOT__mapped = 0;
    vlSelf->address_hash__DOT__back = 0;
    vlSelf->address_hash__DOT__wrong = 0;
    vlSelf->address_hash__DOT__last = 0;
    vlSelf->__Vtrigrprev__TOP__clk = 0;
}
