// SPDX-License-Identifier: Apache-2.0
// Two walkers at walk_port: each numbers its reads, and every number must come out once and in order. The
// last cycles are printed as a wave; all of them are in wave.vcd.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "Vwalk_port.h"
#include "verilated.h"
#include "verilated_vcd_c.h"

constexpr int cycles = 4000, shown = 48;
constexpr const char *names[] = {"walker 0", "walker 1", "level", "begun"};
std::string rows[4];

static int ended(bool good) {
    for (int i = 0; i < 4; i++)
        std::printf("%-9s %s\n", names[i],
                    rows[i].substr(rows[i].size() < shown ? 0 : rows[i].size() - shown).c_str());
    return good ? 0 : 1;
}

int main(int argc, char **argv) {
    Verilated::commandArgs(argc, argv);
    Verilated::traceEverOn(true);
    Vwalk_port port;
    VerilatedVcdC wave;
    port.trace(&wave, 99);
    wave.open("wave.vcd");

    unsigned next[2] = {}, expected[2] = {}, full = 0, begun = 0;
    std::srand(1);
    for (int cycle = 0; cycle < cycles; cycle++) {
        port.rst = cycle < 2;
        // The id says which walker it is and the last 7 bits of the number. A read waits until it is taken.
        for (unsigned w = 0; w < 2; w++)
            if (!(port.valid >> w & 1)) {
                const bool asks = !port.rst && std::rand() % 4 == 0;
                port.valid |= unsigned(asks) << w;
                (w ? port.id_1 : port.id_0) = uint8_t(w << 7 | (next[w] & 127));
                (w ? port.bank_1 : port.bank_0) = uint8_t(std::rand() % 8);
            }
        port.clk = 0;
        port.eval();
        wave.dump(vluint64_t(2 * cycle));
        const unsigned taken = port.valid & port.ready;
        rows[0] += port.valid & 1 ? '#' : '_';
        rows[1] += port.valid & 2 ? '#' : '_';
        rows[2] += char('0' + port.level);
        rows[3] += port.begun ? '#' : '_';
        full += port.valid != 0 && taken == 0;
        if (port.begun) {
            const unsigned w = port.begun_id >> 7, number = port.begun_id & 127;
            if (number != (expected[w] & 127) || expected[w] >= next[w]) {
                std::printf("FAIL cycle %d: read %u of walker %u expected, %u came\n", cycle, expected[w], w,
                            number);
                wave.close();
                return ended(false);
            }
            expected[w]++;
            begun++;
        }
        for (unsigned w = 0; w < 2; w++)
            next[w] += taken >> w & 1;
        port.clk = 1;
        port.eval();
        wave.dump(vluint64_t(2 * cycle + 1));
        port.valid &= ~taken & 3;
    }
    wave.close();
    const unsigned open = next[0] + next[1] - begun, level = port.level;
    const bool good = open == level && full > 0;
    std::printf("%s %u reads begun in order, %u open, %u in the queue; it was full in %u of %d cycles\n",
                good ? "PASS" : "FAIL", begun, open, level, full, cycles);
    return ended(good);
}
