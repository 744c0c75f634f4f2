// Verilated -*- C++ -*-
// DESCRIPTION: Verilator output: Design implementation internals
// See Vaddress_hash.h for the primary calling header

#include "verilated.h"

#include "Vaddress_hash___024root.h"

VL_INLINE_OPT void Vaddress_hash___024root___ico_sequent__TOP__0(Vaddress_hash___024root* vlSelf) {
    if (false && vlSelf) {}  // Prevent unused
    Vaddress_hash__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;
    VL_DEBUG_IF(VL_DBG_MSGF("+    Vaddress_hash___024root___ico_sequent__TOP__0\n"); );
    // Init
    QData/*39:0*/ address_hash__DOT__map_in;
    address_hash__DOT__map_in = 0;
    QData/*39:0*/ address_hash__DOT__unmap_in;
    address_hash__DOT__unmap_in = 0;
    // Body
    if (vlSelf->checking) {
        address_hash__DOT__map_in = vlSelf->address_hash__DOT__now_at;
        address_hash__DOT__unmap_in = vlSelf->address_hash__DOT__column;
    } else {
        address_hash__DOT__map_in = vlSelf->map_addr;
        address_hash__DOT__unmap_in = vlSelf->unmap_addr;
    }
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
    vlSelf->address_hash__DOT__wrong = ((0U != (IData)(vlSelf->address_hash__DOT__at)) 
                                        & (vlSelf->address_hash__DOT__back 
                                           != vlSelf->address_hash__DOT__before_at));
}

void Vaddress_hash___024root___eval_ico(Vaddress_hash___024root* vlSelf) {
    if (false && vlSelf) {}  // Prevent unused
    Vaddress_hash__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;
    VL_DEBUG_IF(VL_DBG_MSGF("+    Vaddress_hash___024root___eval_ico\n"); );
    // Body
    if (vlSelf->__VicoTriggered.at(0U)) {
        Vaddress_hash___024root___ico_sequent__TOP__0(vlSelf);
    }
}

void Vaddress_hash___024root___eval_act(Vaddress_hash___024root* vlSelf) {
    if (false && vlSelf) {}  // Prevent unused
    Vaddress_hash__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;
    VL_DEBUG_IF(VL_DBG_MSGF("+    Vaddress_hash___024root___eval_act\n"); );
}

VL_INLINE_OPT void Vaddress_hash___024root___nba_sequent__TOP__0(Vaddress_hash___024root* vlSelf) {
    if (false && vlSelf) {}  // Prevent unused
    Vaddress_hash__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;
    VL_DEBUG_IF(VL_DBG_MSGF("+    Vaddress_hash___024root___nba_sequent__TOP__0\n"); );
    // Init
    QData/*39:0*/ address_hash__DOT__map_in;
    address_hash__DOT__map_in = 0;
    QData/*39:0*/ address_hash__DOT__unmap_in;
    address_hash__DOT__unmap_in = 0;
    CData/*0:0*/ address_hash__DOT____Vlvbound_h0c249c52__0;
    address_hash__DOT____Vlvbound_h0c249c52__0 = 0;
    CData/*0:0*/ address_hash__DOT____Vlvbound_h2007cd63__0;
    address_hash__DOT____Vlvbound_h2007cd63__0 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v0;
    __Vdlyvset__address_hash__DOT__row__v0 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v1;
    __Vdlyvval__address_hash__DOT__row__v1 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v1;
    __Vdlyvset__address_hash__DOT__row__v1 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v0;
    __Vdlyvset__address_hash__DOT__inverse__v0 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v1;
    __Vdlyvval__address_hash__DOT__inverse__v1 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v1;
    __Vdlyvset__address_hash__DOT__inverse__v1 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v2;
    __Vdlyvset__address_hash__DOT__row__v2 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v3;
    __Vdlyvval__address_hash__DOT__row__v3 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v3;
    __Vdlyvset__address_hash__DOT__row__v3 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v2;
    __Vdlyvset__address_hash__DOT__inverse__v2 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v3;
    __Vdlyvval__address_hash__DOT__inverse__v3 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v3;
    __Vdlyvset__address_hash__DOT__inverse__v3 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v4;
    __Vdlyvset__address_hash__DOT__row__v4 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v5;
    __Vdlyvval__address_hash__DOT__row__v5 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v5;
    __Vdlyvset__address_hash__DOT__row__v5 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v4;
    __Vdlyvset__address_hash__DOT__inverse__v4 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v5;
    __Vdlyvval__address_hash__DOT__inverse__v5 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v5;
    __Vdlyvset__address_hash__DOT__inverse__v5 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v6;
    __Vdlyvset__address_hash__DOT__row__v6 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v7;
    __Vdlyvval__address_hash__DOT__row__v7 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v7;
    __Vdlyvset__address_hash__DOT__row__v7 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v6;
    __Vdlyvset__address_hash__DOT__inverse__v6 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v7;
    __Vdlyvval__address_hash__DOT__inverse__v7 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v7;
    __Vdlyvset__address_hash__DOT__inverse__v7 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v8;
    __Vdlyvset__address_hash__DOT__row__v8 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v9;
    __Vdlyvval__address_hash__DOT__row__v9 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v9;
    __Vdlyvset__address_hash__DOT__row__v9 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v8;
    __Vdlyvset__address_hash__DOT__inverse__v8 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v9;
    __Vdlyvval__address_hash__DOT__inverse__v9 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v9;
    __Vdlyvset__address_hash__DOT__inverse__v9 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v10;
    __Vdlyvset__address_hash__DOT__row__v10 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v11;
    __Vdlyvval__address_hash__DOT__row__v11 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v11;
    __Vdlyvset__address_hash__DOT__row__v11 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v10;
    __Vdlyvset__address_hash__DOT__inverse__v10 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v11;
    __Vdlyvval__address_hash__DOT__inverse__v11 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v11;
    __Vdlyvset__address_hash__DOT__inverse__v11 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v12;
    __Vdlyvset__address_hash__DOT__row__v12 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v13;
    __Vdlyvval__address_hash__DOT__row__v13 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v13;
    __Vdlyvset__address_hash__DOT__row__v13 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v12;
    __Vdlyvset__address_hash__DOT__inverse__v12 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v13;
    __Vdlyvval__address_hash__DOT__inverse__v13 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v13;
    __Vdlyvset__address_hash__DOT__inverse__v13 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v14;
    __Vdlyvset__address_hash__DOT__row__v14 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v15;
    __Vdlyvval__address_hash__DOT__row__v15 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v15;
    __Vdlyvset__address_hash__DOT__row__v15 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v14;
    __Vdlyvset__address_hash__DOT__inverse__v14 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v15;
    __Vdlyvval__address_hash__DOT__inverse__v15 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v15;
    __Vdlyvset__address_hash__DOT__inverse__v15 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v16;
    __Vdlyvset__address_hash__DOT__row__v16 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v17;
    __Vdlyvval__address_hash__DOT__row__v17 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v17;
    __Vdlyvset__address_hash__DOT__row__v17 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v16;
    __Vdlyvset__address_hash__DOT__inverse__v16 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v17;
    __Vdlyvval__address_hash__DOT__inverse__v17 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v17;
    __Vdlyvset__address_hash__DOT__inverse__v17 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v18;
    __Vdlyvset__address_hash__DOT__row__v18 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v19;
    __Vdlyvval__address_hash__DOT__row__v19 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v19;
    __Vdlyvset__address_hash__DOT__row__v19 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v18;
    __Vdlyvset__address_hash__DOT__inverse__v18 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v19;
    __Vdlyvval__address_hash__DOT__inverse__v19 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v19;
    __Vdlyvset__address_hash__DOT__inverse__v19 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v20;
    __Vdlyvset__address_hash__DOT__row__v20 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v21;
    __Vdlyvval__address_hash__DOT__row__v21 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v21;
    __Vdlyvset__address_hash__DOT__row__v21 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v20;
    __Vdlyvset__address_hash__DOT__inverse__v20 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v21;
    __Vdlyvval__address_hash__DOT__inverse__v21 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v21;
    __Vdlyvset__address_hash__DOT__inverse__v21 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v22;
    __Vdlyvset__address_hash__DOT__row__v22 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v23;
    __Vdlyvval__address_hash__DOT__row__v23 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v23;
    __Vdlyvset__address_hash__DOT__row__v23 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v22;
    __Vdlyvset__address_hash__DOT__inverse__v22 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v23;
    __Vdlyvval__address_hash__DOT__inverse__v23 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v23;
    __Vdlyvset__address_hash__DOT__inverse__v23 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v24;
    __Vdlyvset__address_hash__DOT__row__v24 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v25;
    __Vdlyvval__address_hash__DOT__row__v25 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v25;
    __Vdlyvset__address_hash__DOT__row__v25 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v24;
    __Vdlyvset__address_hash__DOT__inverse__v24 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v25;
    __Vdlyvval__address_hash__DOT__inverse__v25 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v25;
    __Vdlyvset__address_hash__DOT__inverse__v25 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v26;
    __Vdlyvset__address_hash__DOT__row__v26 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v27;
    __Vdlyvval__address_hash__DOT__row__v27 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v27;
    __Vdlyvset__address_hash__DOT__row__v27 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v26;
    __Vdlyvset__address_hash__DOT__inverse__v26 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v27;
    __Vdlyvval__address_hash__DOT__inverse__v27 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v27;
    __Vdlyvset__address_hash__DOT__inverse__v27 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v28;
    __Vdlyvset__address_hash__DOT__row__v28 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v29;
    __Vdlyvval__address_hash__DOT__row__v29 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v29;
    __Vdlyvset__address_hash__DOT__row__v29 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v28;
    __Vdlyvset__address_hash__DOT__inverse__v28 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v29;
    __Vdlyvval__address_hash__DOT__inverse__v29 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v29;
    __Vdlyvset__address_hash__DOT__inverse__v29 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v30;
    __Vdlyvset__address_hash__DOT__row__v30 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v31;
    __Vdlyvval__address_hash__DOT__row__v31 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v31;
    __Vdlyvset__address_hash__DOT__row__v31 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v30;
    __Vdlyvset__address_hash__DOT__inverse__v30 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v31;
    __Vdlyvval__address_hash__DOT__inverse__v31 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v31;
    __Vdlyvset__address_hash__DOT__inverse__v31 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v32;
    __Vdlyvset__address_hash__DOT__row__v32 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v33;
    __Vdlyvval__address_hash__DOT__row__v33 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v33;
    __Vdlyvset__address_hash__DOT__row__v33 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v32;
    __Vdlyvset__address_hash__DOT__inverse__v32 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v33;
    __Vdlyvval__address_hash__DOT__inverse__v33 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v33;
    __Vdlyvset__address_hash__DOT__inverse__v33 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v34;
    __Vdlyvset__address_hash__DOT__row__v34 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v35;
    __Vdlyvval__address_hash__DOT__row__v35 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v35;
    __Vdlyvset__address_hash__DOT__row__v35 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v34;
    __Vdlyvset__address_hash__DOT__inverse__v34 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v35;
    __Vdlyvval__address_hash__DOT__inverse__v35 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v35;
    __Vdlyvset__address_hash__DOT__inverse__v35 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v36;
    __Vdlyvset__address_hash__DOT__row__v36 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v37;
    __Vdlyvval__address_hash__DOT__row__v37 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v37;
    __Vdlyvset__address_hash__DOT__row__v37 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v36;
    __Vdlyvset__address_hash__DOT__inverse__v36 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v37;
    __Vdlyvval__address_hash__DOT__inverse__v37 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v37;
    __Vdlyvset__address_hash__DOT__inverse__v37 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v38;
    __Vdlyvset__address_hash__DOT__row__v38 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v39;
    __Vdlyvval__address_hash__DOT__row__v39 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v39;
    __Vdlyvset__address_hash__DOT__row__v39 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v38;
    __Vdlyvset__address_hash__DOT__inverse__v38 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v39;
    __Vdlyvval__address_hash__DOT__inverse__v39 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v39;
    __Vdlyvset__address_hash__DOT__inverse__v39 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v40;
    __Vdlyvset__address_hash__DOT__row__v40 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v41;
    __Vdlyvval__address_hash__DOT__row__v41 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v41;
    __Vdlyvset__address_hash__DOT__row__v41 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v40;
    __Vdlyvset__address_hash__DOT__inverse__v40 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v41;
    __Vdlyvval__address_hash__DOT__inverse__v41 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v41;
    __Vdlyvset__address_hash__DOT__inverse__v41 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v42;
    __Vdlyvset__address_hash__DOT__row__v42 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v43;
    __Vdlyvval__address_hash__DOT__row__v43 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v43;
    __Vdlyvset__address_hash__DOT__row__v43 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v42;
    __Vdlyvset__address_hash__DOT__inverse__v42 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v43;
    __Vdlyvval__address_hash__DOT__inverse__v43 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v43;
    __Vdlyvset__address_hash__DOT__inverse__v43 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v44;
    __Vdlyvset__address_hash__DOT__row__v44 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v45;
    __Vdlyvval__address_hash__DOT__row__v45 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v45;
    __Vdlyvset__address_hash__DOT__row__v45 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v44;
    __Vdlyvset__address_hash__DOT__inverse__v44 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v45;
    __Vdlyvval__address_hash__DOT__inverse__v45 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v45;
    __Vdlyvset__address_hash__DOT__inverse__v45 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v46;
    __Vdlyvset__address_hash__DOT__row__v46 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v47;
    __Vdlyvval__address_hash__DOT__row__v47 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v47;
    __Vdlyvset__address_hash__DOT__row__v47 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v46;
    __Vdlyvset__address_hash__DOT__inverse__v46 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v47;
    __Vdlyvval__address_hash__DOT__inverse__v47 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v47;
    __Vdlyvset__address_hash__DOT__inverse__v47 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v48;
    __Vdlyvset__address_hash__DOT__row__v48 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v49;
    __Vdlyvval__address_hash__DOT__row__v49 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v49;
    __Vdlyvset__address_hash__DOT__row__v49 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v48;
    __Vdlyvset__address_hash__DOT__inverse__v48 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v49;
    __Vdlyvval__address_hash__DOT__inverse__v49 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v49;
    __Vdlyvset__address_hash__DOT__inverse__v49 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v50;
    __Vdlyvset__address_hash__DOT__row__v50 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v51;
    __Vdlyvval__address_hash__DOT__row__v51 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v51;
    __Vdlyvset__address_hash__DOT__row__v51 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v50;
    __Vdlyvset__address_hash__DOT__inverse__v50 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v51;
    __Vdlyvval__address_hash__DOT__inverse__v51 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v51;
    __Vdlyvset__address_hash__DOT__inverse__v51 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v52;
    __Vdlyvset__address_hash__DOT__row__v52 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v53;
    __Vdlyvval__address_hash__DOT__row__v53 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v53;
    __Vdlyvset__address_hash__DOT__row__v53 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v52;
    __Vdlyvset__address_hash__DOT__inverse__v52 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v53;
    __Vdlyvval__address_hash__DOT__inverse__v53 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v53;
    __Vdlyvset__address_hash__DOT__inverse__v53 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v54;
    __Vdlyvset__address_hash__DOT__row__v54 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v55;
    __Vdlyvval__address_hash__DOT__row__v55 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v55;
    __Vdlyvset__address_hash__DOT__row__v55 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v54;
    __Vdlyvset__address_hash__DOT__inverse__v54 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v55;
    __Vdlyvval__address_hash__DOT__inverse__v55 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v55;
    __Vdlyvset__address_hash__DOT__inverse__v55 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v56;
    __Vdlyvset__address_hash__DOT__row__v56 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v57;
    __Vdlyvval__address_hash__DOT__row__v57 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v57;
    __Vdlyvset__address_hash__DOT__row__v57 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v56;
    __Vdlyvset__address_hash__DOT__inverse__v56 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v57;
    __Vdlyvval__address_hash__DOT__inverse__v57 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v57;
    __Vdlyvset__address_hash__DOT__inverse__v57 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v58;
    __Vdlyvset__address_hash__DOT__row__v58 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v59;
    __Vdlyvval__address_hash__DOT__row__v59 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v59;
    __Vdlyvset__address_hash__DOT__row__v59 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v58;
    __Vdlyvset__address_hash__DOT__inverse__v58 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v59;
    __Vdlyvval__address_hash__DOT__inverse__v59 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v59;
    __Vdlyvset__address_hash__DOT__inverse__v59 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v60;
    __Vdlyvset__address_hash__DOT__row__v60 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v61;
    __Vdlyvval__address_hash__DOT__row__v61 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v61;
    __Vdlyvset__address_hash__DOT__row__v61 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v60;
    __Vdlyvset__address_hash__DOT__inverse__v60 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v61;
    __Vdlyvval__address_hash__DOT__inverse__v61 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v61;
    __Vdlyvset__address_hash__DOT__inverse__v61 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v62;
    __Vdlyvset__address_hash__DOT__row__v62 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v63;
    __Vdlyvval__address_hash__DOT__row__v63 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v63;
    __Vdlyvset__address_hash__DOT__row__v63 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v62;
    __Vdlyvset__address_hash__DOT__inverse__v62 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v63;
    __Vdlyvval__address_hash__DOT__inverse__v63 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v63;
    __Vdlyvset__address_hash__DOT__inverse__v63 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v64;
    __Vdlyvset__address_hash__DOT__row__v64 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v65;
    __Vdlyvval__address_hash__DOT__row__v65 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v65;
    __Vdlyvset__address_hash__DOT__row__v65 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v64;
    __Vdlyvset__address_hash__DOT__inverse__v64 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v65;
    __Vdlyvval__address_hash__DOT__inverse__v65 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v65;
    __Vdlyvset__address_hash__DOT__inverse__v65 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v66;
    __Vdlyvset__address_hash__DOT__row__v66 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v67;
    __Vdlyvval__address_hash__DOT__row__v67 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v67;
    __Vdlyvset__address_hash__DOT__row__v67 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v66;
    __Vdlyvset__address_hash__DOT__inverse__v66 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v67;
    __Vdlyvval__address_hash__DOT__inverse__v67 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v67;
    __Vdlyvset__address_hash__DOT__inverse__v67 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v68;
    __Vdlyvset__address_hash__DOT__row__v68 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v69;
    __Vdlyvval__address_hash__DOT__row__v69 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v69;
    __Vdlyvset__address_hash__DOT__row__v69 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v68;
    __Vdlyvset__address_hash__DOT__inverse__v68 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v69;
    __Vdlyvval__address_hash__DOT__inverse__v69 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v69;
    __Vdlyvset__address_hash__DOT__inverse__v69 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v70;
    __Vdlyvset__address_hash__DOT__row__v70 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v71;
    __Vdlyvval__address_hash__DOT__row__v71 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v71;
    __Vdlyvset__address_hash__DOT__row__v71 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v70;
    __Vdlyvset__address_hash__DOT__inverse__v70 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v71;
    __Vdlyvval__address_hash__DOT__inverse__v71 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v71;
    __Vdlyvset__address_hash__DOT__inverse__v71 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v72;
    __Vdlyvset__address_hash__DOT__row__v72 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v73;
    __Vdlyvval__address_hash__DOT__row__v73 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v73;
    __Vdlyvset__address_hash__DOT__row__v73 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v72;
    __Vdlyvset__address_hash__DOT__inverse__v72 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v73;
    __Vdlyvval__address_hash__DOT__inverse__v73 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v73;
    __Vdlyvset__address_hash__DOT__inverse__v73 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v74;
    __Vdlyvset__address_hash__DOT__row__v74 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v75;
    __Vdlyvval__address_hash__DOT__row__v75 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v75;
    __Vdlyvset__address_hash__DOT__row__v75 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v74;
    __Vdlyvset__address_hash__DOT__inverse__v74 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v75;
    __Vdlyvval__address_hash__DOT__inverse__v75 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v75;
    __Vdlyvset__address_hash__DOT__inverse__v75 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v76;
    __Vdlyvset__address_hash__DOT__row__v76 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v77;
    __Vdlyvval__address_hash__DOT__row__v77 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v77;
    __Vdlyvset__address_hash__DOT__row__v77 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v76;
    __Vdlyvset__address_hash__DOT__inverse__v76 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v77;
    __Vdlyvval__address_hash__DOT__inverse__v77 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v77;
    __Vdlyvset__address_hash__DOT__inverse__v77 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v78;
    __Vdlyvset__address_hash__DOT__row__v78 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__row__v79;
    __Vdlyvval__address_hash__DOT__row__v79 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__row__v79;
    __Vdlyvset__address_hash__DOT__row__v79 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v78;
    __Vdlyvset__address_hash__DOT__inverse__v78 = 0;
    QData/*39:0*/ __Vdlyvval__address_hash__DOT__inverse__v79;
    __Vdlyvval__address_hash__DOT__inverse__v79 = 0;
    CData/*0:0*/ __Vdlyvset__address_hash__DOT__inverse__v79;
    __Vdlyvset__address_hash__DOT__inverse__v79 = 0;
    CData/*5:0*/ __Vdly__address_hash__DOT__at;
    __Vdly__address_hash__DOT__at = 0;
    CData/*0:0*/ __Vdly__checking;
    __Vdly__checking = 0;
    // Body
    __Vdly__checking = vlSelf->checking;
    __Vdly__address_hash__DOT__at = vlSelf->address_hash__DOT__at;
    __Vdlyvset__address_hash__DOT__row__v0 = 0U;
    __Vdlyvset__address_hash__DOT__row__v1 = 0U;
    __Vdlyvset__address_hash__DOT__row__v2 = 0U;
    __Vdlyvset__address_hash__DOT__row__v3 = 0U;
    __Vdlyvset__address_hash__DOT__row__v4 = 0U;
    __Vdlyvset__address_hash__DOT__row__v5 = 0U;
    __Vdlyvset__address_hash__DOT__row__v6 = 0U;
    __Vdlyvset__address_hash__DOT__row__v7 = 0U;
    __Vdlyvset__address_hash__DOT__row__v8 = 0U;
    __Vdlyvset__address_hash__DOT__row__v9 = 0U;
    __Vdlyvset__address_hash__DOT__row__v10 = 0U;
    __Vdlyvset__address_hash__DOT__row__v11 = 0U;
    __Vdlyvset__address_hash__DOT__row__v12 = 0U;
    __Vdlyvset__address_hash__DOT__row__v13 = 0U;
    __Vdlyvset__address_hash__DOT__row__v14 = 0U;
    __Vdlyvset__address_hash__DOT__row__v15 = 0U;
    __Vdlyvset__address_hash__DOT__row__v16 = 0U;
    __Vdlyvset__address_hash__DOT__row__v17 = 0U;
    __Vdlyvset__address_hash__DOT__row__v18 = 0U;
    __Vdlyvset__address_hash__DOT__row__v19 = 0U;
    __Vdlyvset__address_hash__DOT__row__v20 = 0U;
    __Vdlyvset__address_hash__DOT__row__v21 = 0U;
    __Vdlyvset__address_hash__DOT__row__v22 = 0U;
    __Vdlyvset__address_hash__DOT__row__v23 = 0U;
    __Vdlyvset__address_hash__DOT__row__v24 = 0U;
    __Vdlyvset__address_hash__DOT__row__v25 = 0U;
    __Vdlyvset__address_hash__DOT__row__v26 = 0U;
    __Vdlyvset__address_hash__DOT__row__v27 = 0U;
    __Vdlyvset__address_hash__DOT__row__v28 = 0U;
    __Vdlyvset__address_hash__DOT__row__v29 = 0U;
    __Vdlyvset__address_hash__DOT__row__v30 = 0U;
    __Vdlyvset__address_hash__DOT__row__v31 = 0U;
    __Vdlyvset__address_hash__DOT__row__v32 = 0U;
    __Vdlyvset__address_hash__DOT__row__v33 = 0U;
    __Vdlyvset__address_hash__DOT__row__v34 = 0U;
    __Vdlyvset__address_hash__DOT__row__v35 = 0U;
    __Vdlyvset__address_hash__DOT__row__v36 = 0U;
    __Vdlyvset__address_hash__DOT__row__v37 = 0U;
    __Vdlyvset__address_hash__DOT__row__v38 = 0U;
    __Vdlyvset__address_hash__DOT__row__v39 = 0U;
    __Vdlyvset__address_hash__DOT__row__v40 = 0U;
    __Vdlyvset__address_hash__DOT__row__v41 = 0U;
    __Vdlyvset__address_hash__DOT__row__v42 = 0U;
    __Vdlyvset__address_hash__DOT__row__v43 = 0U;
    __Vdlyvset__address_hash__DOT__row__v44 = 0U;
    __Vdlyvset__address_hash__DOT__row__v45 = 0U;
    __Vdlyvset__address_hash__DOT__row__v46 = 0U;
    __Vdlyvset__address_hash__DOT__row__v47 = 0U;
    __Vdlyvset__address_hash__DOT__row__v48 = 0U;
    __Vdlyvset__address_hash__DOT__row__v49 = 0U;
    __Vdlyvset__address_hash__DOT__row__v50 = 0U;
    __Vdlyvset__address_hash__DOT__row__v51 = 0U;
    __Vdlyvset__address_hash__DOT__row__v52 = 0U;
    __Vdlyvset__address_hash__DOT__row__v53 = 0U;
    __Vdlyvset__address_hash__DOT__row__v54 = 0U;
    __Vdlyvset__address_hash__DOT__row__v55 = 0U;
    __Vdlyvset__address_hash__DOT__row__v56 = 0U;
    __Vdlyvset__address_hash__DOT__row__v57 = 0U;
    __Vdlyvset__address_hash__DOT__row__v58 = 0U;
    __Vdlyvset__address_hash__DOT__row__v59 = 0U;
    __Vdlyvset__address_hash__DOT__row__v60 = 0U;
    __Vdlyvset__address_hash__DOT__row__v61 = 0U;
    __Vdlyvset__address_hash__DOT__row__v62 = 0U;
    __Vdlyvset__address_hash__DOT__row__v63 = 0U;
    __Vdlyvset__address_hash__DOT__row__v64 = 0U;
    __Vdlyvset__address_hash__DOT__row__v65 = 0U;
    __Vdlyvset__address_hash__DOT__row__v66 = 0U;
    __Vdlyvset__address_hash__DOT__row__v67 = 0U;
    __Vdlyvset__address_hash__DOT__row__v68 = 0U;
    __Vdlyvset__address_hash__DOT__row__v69 = 0U;
    __Vdlyvset__address_hash__DOT__row__v70 = 0U;
    __Vdlyvset__address_hash__DOT__row__v71 = 0U;
    __Vdlyvset__address_hash__DOT__row__v72 = 0U;
    __Vdlyvset__address_hash__DOT__row__v73 = 0U;
    __Vdlyvset__address_hash__DOT__row__v74 = 0U;
    __Vdlyvset__address_hash__DOT__row__v75 = 0U;
    __Vdlyvset__address_hash__DOT__row__v76 = 0U;
    __Vdlyvset__address_hash__DOT__row__v77 = 0U;
    __Vdlyvset__address_hash__DOT__row__v78 = 0U;
    __Vdlyvset__address_hash__DOT__row__v79 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v0 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v1 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v2 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v3 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v4 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v5 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v6 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v7 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v8 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v9 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v10 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v11 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v12 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v13 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v14 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v15 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v16 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v17 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v18 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v19 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v20 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v21 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v22 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v23 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v24 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v25 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v26 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v27 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v28 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v29 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v30 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v31 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v32 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v33 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v34 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v35 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v36 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v37 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v38 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v39 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v40 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v41 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v42 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v43 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v44 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v45 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v46 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v47 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v48 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v49 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v50 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v51 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v52 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v53 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v54 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v55 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v56 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v57 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v58 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v59 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v60 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v61 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v62 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v63 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v64 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v65 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v66 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v67 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v68 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v69 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v70 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v71 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v72 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v73 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v74 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v75 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v76 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v77 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v78 = 0U;
    __Vdlyvset__address_hash__DOT__inverse__v79 = 0U;
    if (vlSelf->rst) {
        __Vdlyvset__address_hash__DOT__row__v0 = 1U;
        __Vdlyvset__address_hash__DOT__row__v2 = 1U;
        __Vdlyvset__address_hash__DOT__row__v4 = 1U;
        __Vdlyvset__address_hash__DOT__row__v6 = 1U;
        __Vdlyvset__address_hash__DOT__row__v8 = 1U;
        __Vdlyvset__address_hash__DOT__row__v10 = 1U;
        __Vdlyvset__address_hash__DOT__row__v12 = 1U;
        __Vdlyvset__address_hash__DOT__row__v14 = 1U;
        __Vdlyvset__address_hash__DOT__row__v16 = 1U;
        __Vdlyvset__address_hash__DOT__row__v18 = 1U;
        __Vdlyvset__address_hash__DOT__row__v20 = 1U;
        __Vdlyvset__address_hash__DOT__row__v22 = 1U;
        __Vdlyvset__address_hash__DOT__row__v24 = 1U;
        __Vdlyvset__address_hash__DOT__row__v26 = 1U;
        __Vdlyvset__address_hash__DOT__row__v28 = 1U;
        __Vdlyvset__address_hash__DOT__row__v30 = 1U;
        __Vdlyvset__address_hash__DOT__row__v32 = 1U;
        __Vdlyvset__address_hash__DOT__row__v34 = 1U;
        __Vdlyvset__address_hash__DOT__row__v36 = 1U;
        __Vdlyvset__address_hash__DOT__row__v38 = 1U;
        __Vdlyvset__address_hash__DOT__row__v40 = 1U;
        __Vdlyvset__address_hash__DOT__row__v42 = 1U;
        __Vdlyvset__address_hash__DOT__row__v44 = 1U;
        __Vdlyvset__address_hash__DOT__row__v46 = 1U;
        __Vdlyvset__address_hash__DOT__row__v48 = 1U;
        __Vdlyvset__address_hash__DOT__row__v50 = 1U;
        __Vdlyvset__address_hash__DOT__row__v52 = 1U;
        __Vdlyvset__address_hash__DOT__row__v54 = 1U;
        __Vdlyvset__address_hash__DOT__row__v56 = 1U;
        __Vdlyvset__address_hash__DOT__row__v58 = 1U;
        __Vdlyvset__address_hash__DOT__row__v60 = 1U;
        __Vdlyvset__address_hash__DOT__row__v62 = 1U;
        __Vdlyvset__address_hash__DOT__row__v64 = 1U;
        __Vdlyvset__address_hash__DOT__row__v66 = 1U;
        __Vdlyvset__address_hash__DOT__row__v68 = 1U;
        __Vdlyvset__address_hash__DOT__row__v70 = 1U;
        __Vdlyvset__address_hash__DOT__row__v72 = 1U;
        __Vdlyvset__address_hash__DOT__row__v74 = 1U;
        __Vdlyvset__address_hash__DOT__row__v76 = 1U;
        __Vdlyvset__address_hash__DOT__row__v78 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v0 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v2 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v4 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v6 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v8 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v10 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v12 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v14 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v16 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v18 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v20 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v22 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v24 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v26 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v28 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v30 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v32 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v34 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v36 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v38 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v40 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v42 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v44 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v46 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v48 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v50 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v52 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v54 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v56 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v58 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v60 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v62 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v64 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v66 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v68 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v70 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v72 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v74 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v76 = 1U;
        __Vdlyvset__address_hash__DOT__inverse__v78 = 1U;
        vlSelf->mapped_addr = 0ULL;
        vlSelf->unmapped_addr = 0ULL;
        vlSelf->address_hash__DOT__column = 0ULL;
        __Vdly__address_hash__DOT__at = 0U;
        __Vdly__checking = 0U;
        vlSelf->accepted = 0U;
    } else {
        if (((IData)(vlSelf->row_valid) & (0U == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v1 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v1 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v1 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v1 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (1U == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v3 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v3 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v3 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v3 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (2U == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v5 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v5 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v5 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v5 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (3U == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v7 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v7 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v7 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v7 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (4U == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v9 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v9 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v9 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v9 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (5U == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v11 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v11 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v11 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v11 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (6U == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v13 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v13 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v13 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v13 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (7U == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v15 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v15 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v15 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v15 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (8U == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v17 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v17 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v17 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v17 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (9U == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v19 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v19 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v19 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v19 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0xaU == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v21 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v21 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v21 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v21 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0xbU == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v23 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v23 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v23 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v23 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0xcU == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v25 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v25 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v25 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v25 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0xdU == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v27 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v27 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v27 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v27 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0xeU == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v29 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v29 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v29 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v29 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0xfU == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v31 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v31 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v31 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v31 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0x10U == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v33 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v33 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v33 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v33 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0x11U == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v35 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v35 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v35 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v35 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0x12U == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v37 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v37 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v37 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v37 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0x13U == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v39 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v39 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v39 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v39 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0x14U == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v41 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v41 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v41 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v41 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0x15U == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v43 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v43 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v43 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v43 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0x16U == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v45 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v45 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v45 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v45 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0x17U == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v47 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v47 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v47 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v47 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0x18U == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v49 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v49 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v49 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v49 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0x19U == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v51 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v51 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v51 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v51 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0x1aU == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v53 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v53 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v53 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v53 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0x1bU == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v55 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v55 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v55 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v55 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0x1cU == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v57 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v57 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v57 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v57 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0x1dU == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v59 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v59 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v59 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v59 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0x1eU == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v61 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v61 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v61 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v61 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0x1fU == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v63 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v63 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v63 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v63 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0x20U == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v65 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v65 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v65 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v65 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0x21U == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v67 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v67 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v67 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v67 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0x22U == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v69 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v69 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v69 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v69 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0x23U == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v71 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v71 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v71 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v71 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0x24U == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v73 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v73 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v73 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v73 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0x25U == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v75 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v75 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v75 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v75 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0x26U == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v77 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v77 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v77 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v77 = 1U;
            }
        }
        if (((IData)(vlSelf->row_valid) & (0x27U == (IData)(vlSelf->row_index)))) {
            if ((1U & (~ (IData)(vlSelf->row_inverse)))) {
                __Vdlyvval__address_hash__DOT__row__v79 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__row__v79 = 1U;
            }
            if (vlSelf->row_inverse) {
                __Vdlyvval__address_hash__DOT__inverse__v79 
                    = vlSelf->row_bits;
                __Vdlyvset__address_hash__DOT__inverse__v79 = 1U;
            }
        }
        if (vlSelf->map_valid) {
            vlSelf->mapped_addr = ((IData)(vlSelf->accepted)
                                    ? vlSelf->address_hash__DOT__mapped
                                    : vlSelf->map_addr);
        }
        if (vlSelf->unmap_valid) {
            vlSelf->unmapped_addr = ((IData)(vlSelf->accepted)
                                      ? vlSelf->address_hash__DOT__back
                                      : vlSelf->unmap_addr);
        }
        if (vlSelf->checking) {
            vlSelf->address_hash__DOT__column = vlSelf->address_hash__DOT__mapped;
        }
        if (((IData)(vlSelf->row_valid) | (IData)(vlSelf->check_valid))) {
            __Vdly__address_hash__DOT__at = 0U;
            __Vdly__checking = vlSelf->check_valid;
            vlSelf->accepted = 0U;
        } else if (vlSelf->checking) {
            __Vdly__address_hash__DOT__at = (((IData)(vlSelf->address_hash__DOT__last) 
                                              | (IData)(vlSelf->address_hash__DOT__wrong))
                                              ? 0U : 
                                             (0x3fU 
                                              & ((IData)(1U) 
                                                 + (IData)(vlSelf->address_hash__DOT__at))));
            __Vdly__checking = (1U & ((~ (IData)(vlSelf->address_hash__DOT__last)) 
                                      & (~ (IData)(vlSelf->address_hash__DOT__wrong))));
            vlSelf->accepted = ((IData)(vlSelf->address_hash__DOT__last) 
                                & (~ (IData)(vlSelf->address_hash__DOT__wrong)));
        }
    }
    vlSelf->unmapped_valid = ((~ (IData)(vlSelf->rst)) 
                              & (IData)(vlSelf->unmap_valid));
    vlSelf->mapped_valid = ((~ (IData)(vlSelf->rst)) 
                            & (IData)(vlSelf->map_valid));
    if (__Vdlyvset__address_hash__DOT__row__v0) {
        vlSelf->address_hash__DOT__row[0U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v1) {
        vlSelf->address_hash__DOT__row[0U] = __Vdlyvval__address_hash__DOT__row__v1;
    }
    if (__Vdlyvset__address_hash__DOT__row__v2) {
        vlSelf->address_hash__DOT__row[1U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v3) {
        vlSelf->address_hash__DOT__row[1U] = __Vdlyvval__address_hash__DOT__row__v3;
    }
    if (__Vdlyvset__address_hash__DOT__row__v4) {
        vlSelf->address_hash__DOT__row[2U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v5) {
        vlSelf->address_hash__DOT__row[2U] = __Vdlyvval__address_hash__DOT__row__v5;
    }
    if (__Vdlyvset__address_hash__DOT__row__v6) {
        vlSelf->address_hash__DOT__row[3U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v7) {
        vlSelf->address_hash__DOT__row[3U] = __Vdlyvval__address_hash__DOT__row__v7;
    }
    if (__Vdlyvset__address_hash__DOT__row__v8) {
        vlSelf->address_hash__DOT__row[4U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v9) {
        vlSelf->address_hash__DOT__row[4U] = __Vdlyvval__address_hash__DOT__row__v9;
    }
    if (__Vdlyvset__address_hash__DOT__row__v10) {
        vlSelf->address_hash__DOT__row[5U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v11) {
        vlSelf->address_hash__DOT__row[5U] = __Vdlyvval__address_hash__DOT__row__v11;
    }
    if (__Vdlyvset__address_hash__DOT__row__v12) {
        vlSelf->address_hash__DOT__row[6U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v13) {
        vlSelf->address_hash__DOT__row[6U] = __Vdlyvval__address_hash__DOT__row__v13;
    }
    if (__Vdlyvset__address_hash__DOT__row__v14) {
        vlSelf->address_hash__DOT__row[7U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v15) {
        vlSelf->address_hash__DOT__row[7U] = __Vdlyvval__address_hash__DOT__row__v15;
    }
    if (__Vdlyvset__address_hash__DOT__row__v16) {
        vlSelf->address_hash__DOT__row[8U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v17) {
        vlSelf->address_hash__DOT__row[8U] = __Vdlyvval__address_hash__DOT__row__v17;
    }
    if (__Vdlyvset__address_hash__DOT__row__v18) {
        vlSelf->address_hash__DOT__row[9U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v19) {
        vlSelf->address_hash__DOT__row[9U] = __Vdlyvval__address_hash__DOT__row__v19;
    }
    if (__Vdlyvset__address_hash__DOT__row__v20) {
        vlSelf->address_hash__DOT__row[0xaU] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v21) {
        vlSelf->address_hash__DOT__row[0xaU] = __Vdlyvval__address_hash__DOT__row__v21;
    }
    if (__Vdlyvset__address_hash__DOT__row__v22) {
        vlSelf->address_hash__DOT__row[0xbU] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v23) {
        vlSelf->address_hash__DOT__row[0xbU] = __Vdlyvval__address_hash__DOT__row__v23;
    }
    if (__Vdlyvset__address_hash__DOT__row__v24) {
        vlSelf->address_hash__DOT__row[0xcU] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v25) {
        vlSelf->address_hash__DOT__row[0xcU] = __Vdlyvval__address_hash__DOT__row__v25;
    }
    if (__Vdlyvset__address_hash__DOT__row__v26) {
        vlSelf->address_hash__DOT__row[0xdU] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v27) {
        vlSelf->address_hash__DOT__row[0xdU] = __Vdlyvval__address_hash__DOT__row__v27;
    }
    if (__Vdlyvset__address_hash__DOT__row__v28) {
        vlSelf->address_hash__DOT__row[0xeU] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v29) {
        vlSelf->address_hash__DOT__row[0xeU] = __Vdlyvval__address_hash__DOT__row__v29;
    }
    if (__Vdlyvset__address_hash__DOT__row__v30) {
        vlSelf->address_hash__DOT__row[0xfU] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v31) {
        vlSelf->address_hash__DOT__row[0xfU] = __Vdlyvval__address_hash__DOT__row__v31;
    }
    if (__Vdlyvset__address_hash__DOT__row__v32) {
        vlSelf->address_hash__DOT__row[0x10U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v33) {
        vlSelf->address_hash__DOT__row[0x10U] = __Vdlyvval__address_hash__DOT__row__v33;
    }
    if (__Vdlyvset__address_hash__DOT__row__v34) {
        vlSelf->address_hash__DOT__row[0x11U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v35) {
        vlSelf->address_hash__DOT__row[0x11U] = __Vdlyvval__address_hash__DOT__row__v35;
    }
    if (__Vdlyvset__address_hash__DOT__row__v36) {
        vlSelf->address_hash__DOT__row[0x12U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v37) {
        vlSelf->address_hash__DOT__row[0x12U] = __Vdlyvval__address_hash__DOT__row__v37;
    }
    if (__Vdlyvset__address_hash__DOT__row__v38) {
        vlSelf->address_hash__DOT__row[0x13U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v39) {
        vlSelf->address_hash__DOT__row[0x13U] = __Vdlyvval__address_hash__DOT__row__v39;
    }
    if (__Vdlyvset__address_hash__DOT__row__v40) {
        vlSelf->address_hash__DOT__row[0x14U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v41) {
        vlSelf->address_hash__DOT__row[0x14U] = __Vdlyvval__address_hash__DOT__row__v41;
    }
    if (__Vdlyvset__address_hash__DOT__row__v42) {
        vlSelf->address_hash__DOT__row[0x15U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v43) {
        vlSelf->address_hash__DOT__row[0x15U] = __Vdlyvval__address_hash__DOT__row__v43;
    }
    if (__Vdlyvset__address_hash__DOT__row__v44) {
        vlSelf->address_hash__DOT__row[0x16U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v45) {
        vlSelf->address_hash__DOT__row[0x16U] = __Vdlyvval__address_hash__DOT__row__v45;
    }
    if (__Vdlyvset__address_hash__DOT__row__v46) {
        vlSelf->address_hash__DOT__row[0x17U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v47) {
        vlSelf->address_hash__DOT__row[0x17U] = __Vdlyvval__address_hash__DOT__row__v47;
    }
    if (__Vdlyvset__address_hash__DOT__row__v48) {
        vlSelf->address_hash__DOT__row[0x18U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v49) {
        vlSelf->address_hash__DOT__row[0x18U] = __Vdlyvval__address_hash__DOT__row__v49;
    }
    if (__Vdlyvset__address_hash__DOT__row__v50) {
        vlSelf->address_hash__DOT__row[0x19U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v51) {
        vlSelf->address_hash__DOT__row[0x19U] = __Vdlyvval__address_hash__DOT__row__v51;
    }
    if (__Vdlyvset__address_hash__DOT__row__v52) {
        vlSelf->address_hash__DOT__row[0x1aU] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v53) {
        vlSelf->address_hash__DOT__row[0x1aU] = __Vdlyvval__address_hash__DOT__row__v53;
    }
    if (__Vdlyvset__address_hash__DOT__row__v54) {
        vlSelf->address_hash__DOT__row[0x1bU] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v55) {
        vlSelf->address_hash__DOT__row[0x1bU] = __Vdlyvval__address_hash__DOT__row__v55;
    }
    if (__Vdlyvset__address_hash__DOT__row__v56) {
        vlSelf->address_hash__DOT__row[0x1cU] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v57) {
        vlSelf->address_hash__DOT__row[0x1cU] = __Vdlyvval__address_hash__DOT__row__v57;
    }
    if (__Vdlyvset__address_hash__DOT__row__v58) {
        vlSelf->address_hash__DOT__row[0x1dU] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v59) {
        vlSelf->address_hash__DOT__row[0x1dU] = __Vdlyvval__address_hash__DOT__row__v59;
    }
    if (__Vdlyvset__address_hash__DOT__row__v60) {
        vlSelf->address_hash__DOT__row[0x1eU] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v61) {
        vlSelf->address_hash__DOT__row[0x1eU] = __Vdlyvval__address_hash__DOT__row__v61;
    }
    if (__Vdlyvset__address_hash__DOT__row__v62) {
        vlSelf->address_hash__DOT__row[0x1fU] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v63) {
        vlSelf->address_hash__DOT__row[0x1fU] = __Vdlyvval__address_hash__DOT__row__v63;
    }
    if (__Vdlyvset__address_hash__DOT__row__v64) {
        vlSelf->address_hash__DOT__row[0x20U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v65) {
        vlSelf->address_hash__DOT__row[0x20U] = __Vdlyvval__address_hash__DOT__row__v65;
    }
    if (__Vdlyvset__address_hash__DOT__row__v66) {
        vlSelf->address_hash__DOT__row[0x21U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v67) {
        vlSelf->address_hash__DOT__row[0x21U] = __Vdlyvval__address_hash__DOT__row__v67;
    }
    if (__Vdlyvset__address_hash__DOT__row__v68) {
        vlSelf->address_hash__DOT__row[0x22U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v69) {
        vlSelf->address_hash__DOT__row[0x22U] = __Vdlyvval__address_hash__DOT__row__v69;
    }
    if (__Vdlyvset__address_hash__DOT__row__v70) {
        vlSelf->address_hash__DOT__row[0x23U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v71) {
        vlSelf->address_hash__DOT__row[0x23U] = __Vdlyvval__address_hash__DOT__row__v71;
    }
    if (__Vdlyvset__address_hash__DOT__row__v72) {
        vlSelf->address_hash__DOT__row[0x24U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v73) {
        vlSelf->address_hash__DOT__row[0x24U] = __Vdlyvval__address_hash__DOT__row__v73;
    }
    if (__Vdlyvset__address_hash__DOT__row__v74) {
        vlSelf->address_hash__DOT__row[0x25U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v75) {
        vlSelf->address_hash__DOT__row[0x25U] = __Vdlyvval__address_hash__DOT__row__v75;
    }
    if (__Vdlyvset__address_hash__DOT__row__v76) {
        vlSelf->address_hash__DOT__row[0x26U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v77) {
        vlSelf->address_hash__DOT__row[0x26U] = __Vdlyvval__address_hash__DOT__row__v77;
    }
    if (__Vdlyvset__address_hash__DOT__row__v78) {
        vlSelf->address_hash__DOT__row[0x27U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__row__v79) {
        vlSelf->address_hash__DOT__row[0x27U] = __Vdlyvval__address_hash__DOT__row__v79;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v0) {
        vlSelf->address_hash__DOT__inverse[0U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v1) {
        vlSelf->address_hash__DOT__inverse[0U] = __Vdlyvval__address_hash__DOT__inverse__v1;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v2) {
        vlSelf->address_hash__DOT__inverse[1U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v3) {
        vlSelf->address_hash__DOT__inverse[1U] = __Vdlyvval__address_hash__DOT__inverse__v3;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v4) {
        vlSelf->address_hash__DOT__inverse[2U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v5) {
        vlSelf->address_hash__DOT__inverse[2U] = __Vdlyvval__address_hash__DOT__inverse__v5;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v6) {
        vlSelf->address_hash__DOT__inverse[3U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v7) {
        vlSelf->address_hash__DOT__inverse[3U] = __Vdlyvval__address_hash__DOT__inverse__v7;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v8) {
        vlSelf->address_hash__DOT__inverse[4U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v9) {
        vlSelf->address_hash__DOT__inverse[4U] = __Vdlyvval__address_hash__DOT__inverse__v9;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v10) {
        vlSelf->address_hash__DOT__inverse[5U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v11) {
        vlSelf->address_hash__DOT__inverse[5U] = __Vdlyvval__address_hash__DOT__inverse__v11;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v12) {
        vlSelf->address_hash__DOT__inverse[6U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v13) {
        vlSelf->address_hash__DOT__inverse[6U] = __Vdlyvval__address_hash__DOT__inverse__v13;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v14) {
        vlSelf->address_hash__DOT__inverse[7U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v15) {
        vlSelf->address_hash__DOT__inverse[7U] = __Vdlyvval__address_hash__DOT__inverse__v15;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v16) {
        vlSelf->address_hash__DOT__inverse[8U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v17) {
        vlSelf->address_hash__DOT__inverse[8U] = __Vdlyvval__address_hash__DOT__inverse__v17;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v18) {
        vlSelf->address_hash__DOT__inverse[9U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v19) {
        vlSelf->address_hash__DOT__inverse[9U] = __Vdlyvval__address_hash__DOT__inverse__v19;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v20) {
        vlSelf->address_hash__DOT__inverse[0xaU] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v21) {
        vlSelf->address_hash__DOT__inverse[0xaU] = __Vdlyvval__address_hash__DOT__inverse__v21;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v22) {
        vlSelf->address_hash__DOT__inverse[0xbU] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v23) {
        vlSelf->address_hash__DOT__inverse[0xbU] = __Vdlyvval__address_hash__DOT__inverse__v23;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v24) {
        vlSelf->address_hash__DOT__inverse[0xcU] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v25) {
        vlSelf->address_hash__DOT__inverse[0xcU] = __Vdlyvval__address_hash__DOT__inverse__v25;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v26) {
        vlSelf->address_hash__DOT__inverse[0xdU] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v27) {
        vlSelf->address_hash__DOT__inverse[0xdU] = __Vdlyvval__address_hash__DOT__inverse__v27;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v28) {
        vlSelf->address_hash__DOT__inverse[0xeU] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v29) {
        vlSelf->address_hash__DOT__inverse[0xeU] = __Vdlyvval__address_hash__DOT__inverse__v29;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v30) {
        vlSelf->address_hash__DOT__inverse[0xfU] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v31) {
        vlSelf->address_hash__DOT__inverse[0xfU] = __Vdlyvval__address_hash__DOT__inverse__v31;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v32) {
        vlSelf->address_hash__DOT__inverse[0x10U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v33) {
        vlSelf->address_hash__DOT__inverse[0x10U] = __Vdlyvval__address_hash__DOT__inverse__v33;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v34) {
        vlSelf->address_hash__DOT__inverse[0x11U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v35) {
        vlSelf->address_hash__DOT__inverse[0x11U] = __Vdlyvval__address_hash__DOT__inverse__v35;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v36) {
        vlSelf->address_hash__DOT__inverse[0x12U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v37) {
        vlSelf->address_hash__DOT__inverse[0x12U] = __Vdlyvval__address_hash__DOT__inverse__v37;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v38) {
        vlSelf->address_hash__DOT__inverse[0x13U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v39) {
        vlSelf->address_hash__DOT__inverse[0x13U] = __Vdlyvval__address_hash__DOT__inverse__v39;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v40) {
        vlSelf->address_hash__DOT__inverse[0x14U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v41) {
        vlSelf->address_hash__DOT__inverse[0x14U] = __Vdlyvval__address_hash__DOT__inverse__v41;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v42) {
        vlSelf->address_hash__DOT__inverse[0x15U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v43) {
        vlSelf->address_hash__DOT__inverse[0x15U] = __Vdlyvval__address_hash__DOT__inverse__v43;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v44) {
        vlSelf->address_hash__DOT__inverse[0x16U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v45) {
        vlSelf->address_hash__DOT__inverse[0x16U] = __Vdlyvval__address_hash__DOT__inverse__v45;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v46) {
        vlSelf->address_hash__DOT__inverse[0x17U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v47) {
        vlSelf->address_hash__DOT__inverse[0x17U] = __Vdlyvval__address_hash__DOT__inverse__v47;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v48) {
        vlSelf->address_hash__DOT__inverse[0x18U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v49) {
        vlSelf->address_hash__DOT__inverse[0x18U] = __Vdlyvval__address_hash__DOT__inverse__v49;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v50) {
        vlSelf->address_hash__DOT__inverse[0x19U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v51) {
        vlSelf->address_hash__DOT__inverse[0x19U] = __Vdlyvval__address_hash__DOT__inverse__v51;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v52) {
        vlSelf->address_hash__DOT__inverse[0x1aU] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v53) {
        vlSelf->address_hash__DOT__inverse[0x1aU] = __Vdlyvval__address_hash__DOT__inverse__v53;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v54) {
        vlSelf->address_hash__DOT__inverse[0x1bU] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v55) {
        vlSelf->address_hash__DOT__inverse[0x1bU] = __Vdlyvval__address_hash__DOT__inverse__v55;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v56) {
        vlSelf->address_hash__DOT__inverse[0x1cU] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v57) {
        vlSelf->address_hash__DOT__inverse[0x1cU] = __Vdlyvval__address_hash__DOT__inverse__v57;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v58) {
        vlSelf->address_hash__DOT__inverse[0x1dU] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v59) {
        vlSelf->address_hash__DOT__inverse[0x1dU] = __Vdlyvval__address_hash__DOT__inverse__v59;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v60) {
        vlSelf->address_hash__DOT__inverse[0x1eU] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v61) {
        vlSelf->address_hash__DOT__inverse[0x1eU] = __Vdlyvval__address_hash__DOT__inverse__v61;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v62) {
        vlSelf->address_hash__DOT__inverse[0x1fU] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v63) {
        vlSelf->address_hash__DOT__inverse[0x1fU] = __Vdlyvval__address_hash__DOT__inverse__v63;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v64) {
        vlSelf->address_hash__DOT__inverse[0x20U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v65) {
        vlSelf->address_hash__DOT__inverse[0x20U] = __Vdlyvval__address_hash__DOT__inverse__v65;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v66) {
        vlSelf->address_hash__DOT__inverse[0x21U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v67) {
        vlSelf->address_hash__DOT__inverse[0x21U] = __Vdlyvval__address_hash__DOT__inverse__v67;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v68) {
        vlSelf->address_hash__DOT__inverse[0x22U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v69) {
        vlSelf->address_hash__DOT__inverse[0x22U] = __Vdlyvval__address_hash__DOT__inverse__v69;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v70) {
        vlSelf->address_hash__DOT__inverse[0x23U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v71) {
        vlSelf->address_hash__DOT__inverse[0x23U] = __Vdlyvval__address_hash__DOT__inverse__v71;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v72) {
        vlSelf->address_hash__DOT__inverse[0x24U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v73) {
        vlSelf->address_hash__DOT__inverse[0x24U] = __Vdlyvval__address_hash__DOT__inverse__v73;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v74) {
        vlSelf->address_hash__DOT__inverse[0x25U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v75) {
        vlSelf->address_hash__DOT__inverse[0x25U] = __Vdlyvval__address_hash__DOT__inverse__v75;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v76) {
        vlSelf->address_hash__DOT__inverse[0x26U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v77) {
        vlSelf->address_hash__DOT__inverse[0x26U] = __Vdlyvval__address_hash__DOT__inverse__v77;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v78) {
        vlSelf->address_hash__DOT__inverse[0x27U] = 0ULL;
    }
    if (__Vdlyvset__address_hash__DOT__inverse__v79) {
        vlSelf->address_hash__DOT__inverse[0x27U] = __Vdlyvval__address_hash__DOT__inverse__v79;
    }
    vlSelf->checking = __Vdly__checking;
    vlSelf->address_hash__DOT__at = __Vdly__address_hash__DOT__at;
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
    vlSelf->address_hash__DOT__wrong = ((0U != (IData)(vlSelf->address_hash__DOT__at)) 
                                        & (vlSelf->address_hash__DOT__back 
                                           != vlSelf->address_hash__DOT__before_at));
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
}

void Vaddress_hash___024root___eval_nba(Vaddress_hash___024root* vlSelf) {
    if (false && vlSelf) {}  // Prevent unused
    Vaddress_hash__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;
    VL_DEBUG_IF(VL_DBG_MSGF("+    Vaddress_hash___024root___eval_nba\n"); );
    // Body
    if (vlSelf->__VnbaTriggered.at(0U)) {
        Vaddress_hash___024root___nba_sequent__TOP__0(vlSelf);
    }
}

void Vaddress_hash___024root___eval_triggers__ico(Vaddress_hash___024root* vlSelf);
#ifdef VL_DEBUG
VL_ATTR_COLD void Vaddress_hash___024root___dump_triggers__ico(Vaddress_hash___024root* vlSelf);
#endif  // VL_DEBUG
void Vaddress_hash___024root___eval_triggers__act(Vaddress_hash___024root* vlSelf);
#ifdef VL_DEBUG
VL_ATTR_COLD void Vaddress_hash___024root___dump_triggers__act(Vaddress_hash___024root* vlSelf);
#endif  // VL_DEBUG
#ifdef VL_DEBUG
VL_ATTR_COLD void Vaddress_hash___024root___dump_triggers__nba(Vaddress_hash___024root* vlSelf);
#endif  // VL_DEBUG

void Vaddress_hash___024root___eval(Vaddress_hash___024root* vlSelf) {
    if (false && vlSelf) {}  // Prevent unused
    Vaddress_hash__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;
    VL_DEBUG_IF(VL_DBG_MSGF("+    Vaddress_hash___024root___eval\n"); );
    // Init
    CData/*0:0*/ __VicoContinue;
    VlTriggerVec<1> __VpreTriggered;
    IData/*31:0*/ __VnbaIterCount;
    CData/*0:0*/ __VnbaContinue;
    // Body
    vlSelf->__VicoIterCount = 0U;
    __VicoContinue = 1U;
    while (__VicoContinue) {
        __VicoContinue = 0U;
        Vaddress_hash___024root___eval_triggers__ico(vlSelf);
        if (vlSelf->__VicoTriggered.any()) {
            __VicoContinue = 1U;
            if (VL_UNLIKELY((0x64U < vlSelf->__VicoIterCount))) {
#ifdef VL_DEBUG
                Vaddress_hash___024root___dump_triggers__ico(vlSelf);
#endif
                VL_FATAL_MT("rtl/address_hash.sv", 7, "", "Input combinational region did not converge.");
            }
            vlSelf->__VicoIterCount = ((IData)(1U) 
                                       + vlSelf->__VicoIterCount);
            Vaddress_hash___024root___eval_ico(vlSelf);
        }
    }
    __VnbaIterCount = 0U;
    __VnbaContinue = 1U;
    while (__VnbaContinue) {
        __VnbaContinue = 0U;
        vlSelf->__VnbaTriggered.clear();
        vlSelf->__VactIterCount = 0U;
        vlSelf->__VactContinue = 1U;
        while (vlSelf->__VactContinue) {
            vlSelf->__VactContinue = 0U;
            Vaddress_hash___024root___eval_triggers__act(vlSelf);
            if (vlSelf->__VactTriggered.any()) {
                vlSelf->__VactContinue = 1U;
                if (VL_UNLIKELY((0x64U < vlSelf->__VactIterCount))) {
#ifdef VL_DEBUG
                    Vaddress_hash___024root___dump_triggers__act(vlSelf);
#endif
                    VL_FATAL_MT("rtl/address_hash.sv", 7, "", "Active region did not converge.");
                }
                vlSelf->__VactIterCount = ((IData)(1U) 
                                           + vlSelf->__VactIterCount);
                __VpreTriggered.andNot(vlSelf->__VactTriggered, vlSelf->__VnbaTriggered);
                vlSelf->__VnbaTriggered.set(vlSelf->__VactTriggered);
                Vaddress_hash___024root___eval_act(vlSelf);
            }
        }
        if (vlSelf->__VnbaTriggered.any()) {
            __VnbaContinue = 1U;
            if (VL_UNLIKELY((0x64U < __VnbaIterCount))) {
#ifdef VL_DEBUG
                Vaddress_hash___024root___dump_triggers__nba(vlSelf);
#endif
                VL_FATAL_MT("rtl/address_hash.sv", 7, "", "NBA region did not converge.");
            }
            __VnbaIterCount = ((IData)(1U) + __VnbaIterCount);
            Vaddress_hash___024root___eval_nba(vlSelf);
        }
    }
}

#ifdef VL_DEBUG
void Vaddress_hash___024root___eval_debug_assertions(Vaddress_hash___024root* vlSelf) {
    if (false && vlSelf) {}  // Prevent unused
    Vaddress_hash__Syms* const __restrict vlSymsp VL_ATTR_UNUSED = vlSelf->vlSymsp;
    VL_DEBUG_IF(VL_DBG_MSGF("+    Vaddress_hash___024root___eval_debug_assertions\n"); );
    // Body
    if (VL_UNLIKELY((vlSelf->clk & 0xfeU))) {
        Verilated::overWidthError("clk");}
    if (VL_UNLIKELY((vlSelf->rst & 0xfeU))) {
        Verilated::overWidthError("rst");}
    if (VL_UNLIKELY((vlSelf->row_valid & 0xfeU))) {
        Verilated::overWidthError("row_valid");}
    if (VL_UNLIKELY((vlSelf->row_inverse & 0xfeU))) {
        Verilated::overWidthError("row_inverse");}
    if (VL_UNLIKELY((vlSelf->row_index & 0xc0U))) {
        Verilated::overWidthError("row_index");}
    if (VL_UNLIKELY((vlSelf->row_bits & 0ULL))) {
        Verilated::overWidthError("row_bits");}
    if (VL_UNLIKELY((vlSelf->check_valid & 0xfeU))) {
        Verilated::overWidthError("check_valid");}
    if (VL_UNLIKELY((vlSelf->map_valid & 0xfeU))) {
        Verilated::overWidthError("map_valid");}
    if (VL_UNLIKELY((vlSelf->map_addr & 0ULL))) {
        Verilated::overWidthError("map_addr");}
    if (VL_UNLIKELY((vlSelf->unmap_valid & 0xfeU))) {
        Verilated::overWidthError("unmap_valid");}
    if (VL_UNLIKELY((vlSelf->unmap_addr & 0ULL))) {
        Verilated::overWidthError("unmap_addr");}
}
#endif  // VL_DEBUG
