// SPDX-License-Identifier: Apache-2.0
// What the ports `reset` and `rst` of Bambu's golden_queue do to its statics: prints the entries held after a
// pulse of `reset` between two calls, after one in the middle of a call, and after a call with `rst`.
#include <cstdio>
#include <cstdlib>

#include "Vgolden_queue_top.h"
#include "verilated.h"

namespace {

const int LONGEST_CALL = 100;

class Bench {
  public:
    void pulse_reset() {
        top.reset = 1;
        tick();
        tick();
        top.reset = 0;
        tick();
    }

    // One call; gives the output `level`, which is valid when level_vld is.
    int call(bool rst, bool push) {
        int level = -1;

        start(rst, push);
        for (int cycle = 0; cycle < LONGEST_CALL; cycle++) {
            top.eval();
            if (top.level_vld)
                level = top.level;
            const bool done = top.done_port;
            tick();
            top.start_port = 0;
            if (done)
                return level;
        }
        std::printf("no done_port within %d cycles\n", LONGEST_CALL);
        std::exit(1);
    }

    // A call that is begun and not waited for.
    void begin(bool push) {
        start(false, push);
        tick();
        top.start_port = 0;
    }

  private:
    void start(bool rst, bool push) {
        top.rst = rst;
        top.push_valid = push;
        top.push_id = 5;
        top.pop = 0;
        top.start_port = 1;
    }

    void tick() {
        top.clock = 0;
        top.eval();
        top.clock = 1;
        top.eval();
    }

    Vgolden_queue_top top;
};

} // namespace

int main(int argc, char **argv) {
    Verilated::commandArgs(argc, argv);
    Bench bench;

    bench.pulse_reset();
    bench.call(true, false);
    bench.call(false, true);
    bench.call(false, true);
    std::printf("held %d\n", bench.call(false, false));
    bench.pulse_reset();
    std::printf("reset between calls %d\n", bench.call(false, false));
    bench.begin(false);
    bench.pulse_reset();
    std::printf("reset in a call %d\n", bench.call(false, false));
    bench.call(true, false);
    std::printf("rst %d\n", bench.call(false, false));
    return 0;
}
