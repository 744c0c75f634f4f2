/* SPDX-License-Identifier: Apache-2.0 */
// Between a unit's C structs and its Verilated RTL: the clock, and array fields, which are
// flattened ports: element 0 at the LSBs, W bits per element. A port of up to 64
// bits is an integer, a wider one Verilator's VlWide (32-bit words).
#ifndef GMMU_VERILATED_PINS_HPP
#define GMMU_VERILATED_PINS_HPP

#include "verilated.h"

#include <cstddef>
#include <cstdint>

namespace gmmu {

template <unsigned W> constexpr uint64_t mask() {
    return W == 64 ? ~UINT64_C(0) : (UINT64_C(1) << (W % 64)) - 1;
}

// A scalar pin; it must not carry bits beyond its width.
template <unsigned W, class P, class T> void drive(P &port, T value) {
    port = static_cast<P>(value & mask<W>());
}

template <unsigned W, class T, std::size_t N, class P> void pack(P &port, const T (&field)[N]) {
    static_assert(W * N <= 8 * sizeof(P), "the port is too narrow");
    P value = 0;
    for (std::size_t i = 0; i < N; i++)
        value = static_cast<P>(value | static_cast<P>(static_cast<P>(field[i] & mask<W>()) << (W * i)));
    port = value;
}

template <unsigned W, class T, std::size_t N, class P> void unpack(T (&field)[N], const P &port) {
    static_assert(W * N <= 8 * sizeof(P), "the port is too narrow");
    for (std::size_t i = 0; i < N; i++)
        field[i] = static_cast<T>((port >> (W * i)) & mask<W>());
}

template <unsigned W, class T, std::size_t N, std::size_t WORDS>
void pack(VlWide<WORDS> &port, const T (&field)[N]) {
    static_assert(W * N <= 32 * WORDS, "the port is too narrow");
    uint64_t pending = 0; // bits not yet stored, at most 31 before a step
    unsigned bits = 0;
    std::size_t word = 0;
    for (std::size_t i = 0; i < N; i++)
        for (unsigned done = 0; done < W; done += 32) {
            unsigned take = W - done < 32 ? W - done : 32;
            uint64_t part = ((field[i] & mask<W>()) >> done) & ((UINT64_C(1) << take) - 1);
            pending |= part << bits;
            bits += take;
            if (bits >= 32) {
                port[word++] = static_cast<uint32_t>(pending);
                pending >>= 32;
                bits -= 32;
            }
        }
    if (bits > 0)
        port[word] = static_cast<uint32_t>(pending);
}

template <unsigned W, class T, std::size_t N, std::size_t WORDS>
void unpack(T (&field)[N], const VlWide<WORDS> &port) {
    static_assert(W * N <= 32 * WORDS, "the port is too narrow");
    for (std::size_t i = 0; i < N; i++) {
        uint64_t value = 0;
        for (unsigned done = 0; done < W;) {
            std::size_t at = i * W + done;
            unsigned offset = at % 32;
            value |= static_cast<uint64_t>(port[at / 32] >> offset) << done;
            done += 32 - offset;
        }
        field[i] = static_cast<T>(value & mask<W>());
    }
}

// The units work at rising edges alone, so a falling one need only be seen by what remembers the clock: that
// saves half of the evaluations. The name is Verilator 5.006's; false where it has another one, and
// then the falling edge must be evaluated. Call with 0.
template <class ROOT> auto forget_clock(ROOT *root, int) -> decltype(root->__Vtrigrprev__TOP__clk, true) {
    root->__Vtrigrprev__TOP__clk = 0;
    return true;
}

template <class ROOT> bool forget_clock(ROOT *, long) {
    return false;
}

} // namespace gmmu

#endif
