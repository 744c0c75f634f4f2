/* SPDX-License-Identifier: Apache-2.0 */
// A serial cable to gmmu_fpga in Verilator: bytes from standard input go to the pin rx bit by bit, and what
// comes at the pin tx goes to standard output. The clock stands while nothing has come for a while and no
// input is there.
#include <cstdio>
#include <memory>
#include <unistd.h>

#include "Vgmmu_fpga.h"
#include "verilated.h"

namespace {

constexpr unsigned bit_clocks = CLOCKS_OF_BIT, rest = 200 * bit_clocks;

struct cable {
    Vgmmu_fpga top;
    unsigned quiet = 0; // clocks since a byte came or went
    int out = -1;       // clocks since the start bit that tx has given; -1: none
    unsigned char byte = 0;

    bool clock() {
        top.clk = 0;
        top.eval();
        top.clk = 1;
        top.eval();
        quiet++;
        return take();
    }

    // The middle of each bit. false: its reader is gone.
    bool take() {
        if (out < 0) {
            out = top.tx ? -1 : 0;
            return true;
        }
        quiet = 0;
        const unsigned at = static_cast<unsigned>(++out), bit = at / bit_clocks;
        if (at % bit_clocks != bit_clocks / 2)
            return true;
        if (bit >= 1 && bit <= 8)
            byte = static_cast<unsigned char>(byte >> 1 | (top.tx ? 0x80 : 0));
        if (bit < 9)
            return true;
        out = -1;
        return top.tx && write(STDOUT_FILENO, &byte, 1) == 1;
    }

    bool send(unsigned value) {
        const unsigned frame = value << 1 | 0x200;
        for (unsigned bit = 0; bit < 10; bit++)
            for (unsigned i = 0; i < bit_clocks; i++) {
                top.rx = frame >> bit & 1;
                if (!clock())
                    return false;
            }
        quiet = 0;
        return true;
    }
};

} // namespace

int main() {
    const auto c = std::make_unique<cable>();
    unsigned char byte = 0;
    c->top.rx = 1;
    c->top.rst = 1;
    for (unsigned i = 0; i < 8; i++)
        c->clock();
    c->top.rst = 0;
    for (;;) {
        while (c->quiet < rest)
            if (!c->clock())
                return 1;
        if (read(STDIN_FILENO, &byte, 1) != 1)
            return 0;
        c->quiet = 0;
        if (!c->send(byte))
            return 1;
    }
}
