/* SPDX-License-Identifier: Apache-2.0 */
// Two clocks of any periods that drift, a master on the bus, a slave at the block, and resets of either side
// at any time. What is judged is what both have said to each other, and nothing of what is between them.
//
//     crossing_bench [--seed N] [--runs N] [--cycles N] [--latency | --wave]
//
// A run has its own periods, window of metastability, stalls and resets, and ends after so many cycles of the
// slower clock. --latency: cycles of a write and of a read at some ratios, instead. --wave: the pins of a
// read.
#include "Vcrossing__ALL.cpp"
#include "verilated.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
#include <string>

namespace {

std::mt19937_64 dice;
int window_now; // ps
uint64_t flips; // metastable bits that were taken the other way

uint64_t roll(uint64_t below) {
    return dice() % below;
}

bool chance(unsigned percent) {
    return roll(100) < percent;
}

enum { OKAY = 0, SLVERR = 2, DECERR = 3 };

// ---- the judge: it knows tokens. A write carries its token as data; a read is answered by one. ----

struct judge {
    struct request {
        uint32_t address, token, strobe; // token: of a write
        bool whole, executed, answered;
        int response;   // the slave's
        uint32_t data;  // ... of a read
        uint64_t since; // when it was whole
    };
    // Of a kind (0 write, 1 read): the request that waits for its answer, and the one that a reset of the bus
    // has left.
    request open[2] = {}, orphan[2] = {};
    bool has[2] = {}, left[2] = {};
    uint64_t bus_cycle = 0, block_reset_at = 0; // cycles of the bus: now, last one with a reset of the block
    std::string failed;
    uint64_t answers = 0, lost = 0, orphans = 0, resets = 0;

    void check(bool holds, const char *what) {
        if (!holds && failed.empty())
            failed = what;
    }
    void asked(unsigned kind, request r) {
        check(!has[kind], "a second request is taken while one is under way");
        r.whole = true;
        r.since = bus_cycle;
        open[kind] = r;
        has[kind] = true;
        left[kind] = false; // whoever takes a new one has forgotten the old one
    }
    // It comes to the slave.
    void comes(unsigned kind, uint32_t address, uint32_t token, uint32_t strobe, int response,
               uint32_t data) {
        request *r = has[kind] ? &open[kind] : left[kind] ? &orphan[kind] : nullptr;
        check(r != nullptr, "a request comes that nobody has");
        if (r == nullptr)
            return;
        orphans += !has[kind];
        check(!r->executed, "a request comes twice");
        check(r->address == address, "a request comes with another address");
        check(kind == 1 || (r->token == token && r->strobe == strobe), "a write comes with other data");
        r->executed = true;
        r->response = response;
        r->data = data;
    }
    void slave_answers(unsigned kind) {
        if (has[kind])
            open[kind].answered = open[kind].executed;
    }
    void answer(unsigned kind, int response, uint32_t data, uint64_t known) {
        check(has[kind], "an answer comes that nobody has asked for");
        const request &r = open[kind];
        if (response == SLVERR) {
            check(block_reset_at + known >= r.since, "a request is refused without a reset of the block");
            lost++;
        } else {
            check(r.executed && r.answered, "an answer comes that the block has not given");
            check(r.response == response, "an answer is another one than the block's");
            check(kind == 0 || r.data == data, "data are others than the block's");
        }
        has[kind] = false;
        answers++;
    }
    void bus_resets() {
        for (unsigned kind = 0; kind < 2; kind++)
            if (has[kind]) {
                orphan[kind] = open[kind];
                left[kind] = true;
                has[kind] = false;
            }
    }
};

// ---- both sides ----

struct side_reset {
    unsigned left = 2;
    bool step(unsigned once_in) { // true: in reset in the next cycle
        if (left == 0 && once_in != 0 && roll(once_in) == 0)
            left = 1 + static_cast<unsigned>(roll(3) == 0 ? roll(60) : roll(3));
        left -= left != 0;
        return left != 0;
    }
};

struct bench {
    VerilatedContext context;
    Vcrossing top{&context, "crossing"};
    judge j;
    uint32_t next_token = 1;
    uint64_t seed;
    uint64_t period[2], base[2], next[2]; // bus, block
    unsigned asks, stalls, once_in[2];
    side_reset reset[2];
    bool apart = true; // sides may be reset alone
    judge::request building = {};
    bool has_aw = false, has_w = false;
    struct pending {
        bool aw = false, w = false, ar = false;
        uint32_t awaddr = 0, wdata = 0, wstrb = 0, araddr = 0;
    } slave;
    uint64_t quiet_edges[2] = {0, 0}; // since irq moved or a reset
    uint64_t waits = 0;               // cycles of the slower clock since something was to happen and did not

    explicit bench(uint64_t with_seed) : seed(with_seed) {
        context.randReset(2);
        context.randSeed(static_cast<int>(seed % 0x7FFFFFFF) + 1);
        top.bus_rst = top.rst = 1;
        top.bus_awvalid = top.bus_wvalid = top.bus_arvalid = top.bus_bready = top.bus_rready = 0;
        top.lite_awready = top.lite_wready = top.lite_arready = top.lite_bvalid = top.lite_rvalid = top.irq =
            0;
        top.bus_clk = top.clk = 0;
    }

    void bus_edge(bool reset_now) {
        const bool in_reset = top.bus_rst;
        j.bus_cycle++;
        if (in_reset) {
            j.bus_resets();
            has_aw = has_w = false;
        } else {
            bus_moves();
        }
        check_irq();
        drive = [this, reset_now, in_reset] { bus_drives(in_reset, reset_now); };
    }

    std::function<void()> drive;
    bool aw_moved = false, w_moved = false, ar_moved = false;

    void bus_moves() {
        aw_moved = top.bus_awvalid && top.bus_awready;
        w_moved = top.bus_wvalid && top.bus_wready;
        ar_moved = top.bus_arvalid && top.bus_arready;
        if (top.bus_bvalid && top.bus_bready)
            j.answer(0, top.bus_bresp, 0, known_for());
        if (top.bus_rvalid && top.bus_rready)
            j.answer(1, top.bus_rresp, top.bus_rdata, known_for());
        if (aw_moved) {
            building.address = top.bus_awaddr;
            has_aw = true;
        }
        if (w_moved) {
            building.token = top.bus_wdata;
            building.strobe = top.bus_wstrb;
            has_w = true;
        }
        if (has_aw && has_w) {
            j.asked(0, building);
            building = {};
            has_aw = has_w = false;
        }
        if (ar_moved)
            j.asked(1, {top.bus_araddr, 0, 0, true, false, false, 0, 0, 0});
    }

    // Cycles of the bus in which it may still refuse because of a reset that is over.
    uint64_t known_for() const {
        return 2 * STAGES + 4 + 2 * period[1] / period[0];
    }

    void bus_drives(bool in_reset, bool reset_now) {
        top.bus_rst = reset_now;
        top.bus_awvalid = !in_reset && ((top.bus_awvalid && !aw_moved) || chance(asks));
        top.bus_wvalid = !in_reset && ((top.bus_wvalid && !w_moved) || chance(asks));
        top.bus_arvalid = !in_reset && ((top.bus_arvalid && !ar_moved) || chance(asks));
        if (!top.bus_awvalid || aw_moved || in_reset || !held_aw)
            top.bus_awaddr = static_cast<uint8_t>(roll(256));
        if (!top.bus_wvalid || w_moved || in_reset || !held_w) {
            top.bus_wdata = next_token++;
            top.bus_wstrb = static_cast<uint8_t>(roll(16));
        }
        if (!top.bus_arvalid || ar_moved || in_reset || !held_ar)
            top.bus_araddr = static_cast<uint8_t>(roll(256));
        held_aw = top.bus_awvalid;
        held_w = top.bus_wvalid;
        held_ar = top.bus_arvalid;
        aw_moved = w_moved = ar_moved = false;
        top.bus_bready = !chance(stalls);
        top.bus_rready = !chance(stalls);
    }
    bool held_aw = false, held_w = false, held_ar = false;

    void block_edge(bool reset_now) {
        const bool in_reset = top.rst;
        bool b_moved = false, r_moved = false, took_ar = false;
        if (in_reset || reset_now)
            j.block_reset_at = j.bus_cycle + 1;
        if (in_reset) {
            slave = {};
            quiet_edges[0] = quiet_edges[1] = 0;
        } else {
            if (top.lite_awvalid && top.lite_awready) {
                j.check(!slave.aw, "a second write comes before the first is answered");
                slave.aw = true;
                slave.awaddr = top.lite_awaddr;
            }
            if (top.lite_wvalid && top.lite_wready) {
                slave.w = true;
                slave.wdata = top.lite_wdata;
                slave.wstrb = top.lite_wstrb;
            }
            took_ar = top.lite_arvalid && top.lite_arready;
            slave.ar |= took_ar;
            slave.araddr = top.lite_araddr;
            b_moved = top.lite_bvalid && top.lite_bready;
            r_moved = top.lite_rvalid && top.lite_rready;
            if (b_moved)
                j.slave_answers(0);
            if (r_moved)
                j.slave_answers(1);
        }
        drive = [=, this] { block_drives(in_reset, reset_now, b_moved, r_moved); };
    }

    void block_drives(bool in_reset, bool reset_now, bool b_moved, bool r_moved) {
        top.rst = reset_now;
        top.lite_awready = !chance(stalls);
        top.lite_wready = !chance(stalls);
        top.lite_arready = !chance(stalls);
        if (b_moved || in_reset)
            top.lite_bvalid = 0;
        if (r_moved || in_reset)
            top.lite_rvalid = 0;
        if (!in_reset && slave.aw && slave.w && !top.lite_bvalid && !chance(stalls)) {
            top.lite_bvalid = 1;
            top.lite_bresp = chance(30) ? DECERR : OKAY;
            j.comes(0, slave.awaddr, slave.wdata, slave.wstrb, top.lite_bresp, 0);
            slave.aw = slave.w = false;
        }
        if (!in_reset && slave.ar && !top.lite_rvalid && !chance(stalls)) {
            top.lite_rvalid = 1;
            top.lite_rresp = chance(30) ? DECERR : OKAY;
            top.lite_rdata = next_token++;
            j.comes(1, slave.araddr, 0, 0, top.lite_rresp, top.lite_rdata);
            slave.ar = false;
        }
        if (chance(3)) {
            top.irq = !top.irq;
            quiet_edges[0] = quiet_edges[1] = 0;
        }
    }

    void check_irq() {
        if (top.bus_rst)
            quiet_edges[0] = quiet_edges[1] = 0;
        if (std::min(quiet_edges[0], quiet_edges[1]) > 3 * STAGES + 6)
            j.check(top.bus_irq == top.irq, "the interrupt does not come");
    }

    // The time between two rising edges; it drifts.
    uint64_t span(unsigned side) {
        if (chance(2))
            period[side] = std::max<uint64_t>(900, base[side] * (90 + roll(21)) / 100);
        return period[side] * (98 + roll(5)) / 100;
    }

    void edges(bool bus, bool block) {
        std::function<void()> after[2];
        const bool both = once_in[0] != 0 && roll(once_in[0] * 4) == 0; // a reset of all
        if (both)
            reset[0].left = reset[1].left = 2 + static_cast<unsigned>(roll(8));
        if (bus) {
            bus_edge(reset[0].step(once_in[0]));
            after[0] = drive;
        }
        if (block) {
            block_edge(reset[1].step(once_in[1]));
            after[1] = drive;
        }
        quiet_edges[0] += bus;
        quiet_edges[1] += block;
        if (bus)
            top.bus_clk = 1;
        if (block)
            top.clk = 1;
        top.eval();
        for (const auto &then : after)
            if (then)
                then();
        top.eval();
    }

    void falls(bool bus, bool block) {
        if (bus)
            top.bus_clk = 0;
        if (block)
            top.clk = 0;
        top.eval();
    }

    // One edge, or two at once; low halves lie between.
    void step(bool drifts = true) {
        const uint64_t now = std::min(next[0], next[1]);
        const bool bus = next[0] == now, block = next[1] == now;
        context.time(now - 100);
        falls(bus, block);
        context.time(now);
        edges(bus, block);
        if (bus)
            next[0] += drifts ? span(0) : period[0];
        if (block)
            next[1] += drifts ? span(1) : period[1];
        if (drifts && next[0] != next[1] && next[0] / 250 == next[1] / 250 && chance(50))
            next[0] = next[1];
    }

    // Something is to come within so many cycles of both clocks; without a reset meanwhile.
    void check_progress() {
        static const uint64_t LIMIT = 400;
        const uint64_t all = j.answers;
        const bool due = j.has[0] || j.has[1] || top.bus_awvalid || top.bus_arvalid;
        if (all != last_answers || !due || top.rst || top.bus_rst)
            for (uint64_t &e : since_answer)
                e = 0;
        last_answers = all;
        j.check(std::min(since_answer[0], since_answer[1]) < LIMIT, "a request gets no answer");
    }
    uint64_t last_answers = 0, since_answer[2] = {0, 0};

    void run(uint64_t cycles) {
        for (unsigned side = 0; side < 2; side++) {
            base[side] = period[side] =
                static_cast<uint64_t>(1000 * std::pow(24.0, static_cast<double>(roll(1000)) / 1000));
            next[side] = 1000 + roll(5000);
        }
        if (chance(20))
            base[1] = period[1] = base[0];
        window_now = static_cast<int>(roll(3) == 0 ? 0 : roll(std::min(base[0], base[1]) / 2));
        asks = 5 + static_cast<unsigned>(roll(95));
        stalls = static_cast<unsigned>(roll(4) == 0 ? 0 : roll(80));
        for (unsigned &o : once_in)
            o = roll(3) == 0 ? 0 : 20 + static_cast<unsigned>(roll(600));
        const unsigned slow = base[0] > base[1] ? 0 : 1;
        uint64_t done = 0;
        while (done < cycles && j.failed.empty() && !context.gotFinish()) {
            const bool bus = next[0] <= next[1], block = next[1] <= next[0];
            step();
            done += slow == 0 ? bus : block;
            since_answer[0] += bus;
            since_answer[1] += block;
            check_progress();
        }
    }
};

struct range {
    uint64_t least = ~UINT64_C(0), most = 0;
    void take(uint64_t value) {
        least = std::min(least, value);
        most = std::max(most, value);
    }
    void print(const char *what) const {
        std::printf(", %s %llu to %llu", what, static_cast<unsigned long long>(least),
                    static_cast<unsigned long long>(most));
    }
};

// Cycles of the bus from the edge that takes a read to the edge that takes its answer, and to the edge that
// takes the next read, with a slave that answers in the next cycle. A write takes as many.
void latency(unsigned bus_period, unsigned block_period) {
    range answer, again;
    for (uint64_t phase = 0; phase < 40; phase++) {
        bench b(phase + 1);
        dice.seed(phase + 1);
        b.asks = 100;
        b.stalls = b.once_in[0] = b.once_in[1] = 0;
        window_now = 0;
        b.base[0] = b.period[0] = 1000 * bus_period;
        b.base[1] = b.period[1] = 1000 * block_period;
        b.next[0] = 100000;
        b.next[1] = 100000 + 25 * phase;
        uint64_t cycle = 0, taken = 0;
        while (cycle < 2000) {
            if (b.next[0] <= b.next[1]) {
                cycle++;
                if (b.top.bus_rvalid && b.top.bus_rready && b.top.bus_rresp != SLVERR && taken != 0)
                    answer.take(cycle - taken);
                if (b.top.bus_arvalid && b.top.bus_arready) {
                    if (taken != 0 && cycle > 200)
                        again.take(cycle - taken);
                    taken = cycle;
                }
            }
            b.step(false);
        }
        b.top.final();
    }
    std::printf("period of the bus %2u, of the block %2u", bus_period, block_period);
    answer.print("cycles of the bus to the answer");
    again.print("to the next request");
    std::printf("\n");
}

// A read with equal clocks, the block's half a cycle behind: the pins before each edge of the bus, a line to
// a cycle.
void wave() {
    enum { BEFORE = 40, CYCLES = 14, ASKED = BEFORE + 1 };
    bench b(1);
    b.asks = b.stalls = b.once_in[0] = b.once_in[1] = 0;
    b.next_token = 0xCAFE;
    b.base[0] = b.period[0] = b.base[1] = b.period[1] = 10000;
    b.next[0] = 100000;
    b.next[1] = 105000;
    std::printf(
        "bus_arvalid bus_arready bus_araddr lite_arvalid lite_arready lite_araddr lite_rvalid lite_rready "
        "lite_rdata bus_rvalid bus_rready bus_rdata\n");
    for (unsigned cycle = 0; cycle < BEFORE + CYCLES;) {
        const bool bus = b.next[0] < b.next[1];
        const Vcrossing &t = b.top;
        if (bus && cycle >= BEFORE)
            std::printf("%x %x %x %x %x %x %x %x %x %x %x %x\n", t.bus_arvalid, t.bus_arready,
                        t.bus_arvalid ? t.bus_araddr : 0, t.lite_arvalid, t.lite_arready,
                        t.lite_arvalid ? t.lite_araddr : 0, t.lite_rvalid, t.lite_rready,
                        t.lite_rvalid ? t.lite_rdata : 0, t.bus_rvalid, t.bus_rready,
                        t.bus_rvalid ? t.bus_rdata : 0);
        b.step(false);
        cycle += bus;
        if (bus && cycle == ASKED) {
            b.top.bus_arvalid = b.held_ar = true;
            b.top.bus_araddr = 0x1C;
            b.top.eval();
        }
    }
    b.top.final();
}

} // namespace

extern "C" svBit crossing_flips(long long age) {
    const bool other = age < window_now && chance(50);
    flips += other;
    return other;
}

int main(int argc, char **argv) {
    uint64_t seed = 1, runs = 200, cycles = 3000;
    bool measure = false, draw = false;
    for (int i = 1; i < argc; i++) {
        const std::string word = argv[i];
        uint64_t *value = word == "--seed"     ? &seed
                          : word == "--runs"   ? &runs
                          : word == "--cycles" ? &cycles
                                               : nullptr;
        char *end = nullptr;
        if (word == "--latency") {
            measure = true;
        } else if (word == "--wave") {
            draw = true;
        } else if (value == nullptr || i + 1 == argc ||
                   (*value = std::strtoull(argv[++i], &end, 10), *end != '\0')) {
            std::fprintf(
                stderr,
                "crossing_bench: '%s': expected --seed N, --runs N, --cycles N, --latency or --wave\n",
                argv[i]);
            return 2;
        }
    }
    if (draw) {
        wave();
        return 0;
    }
    if (measure) {
        const unsigned ratios[][2] = {{1, 1}, {2, 1}, {4, 1}, {10, 1}, {1, 2}, {1, 4}, {1, 10}};
        for (const auto &r : ratios)
            latency(r[0], r[1]);
        return 0;
    }
    uint64_t answers = 0, lost = 0, orphans = 0;
    for (uint64_t r = 0; r < runs; r++) {
        dice.seed(seed * 1000003 + r);
        bench b(seed * 1000003 + r);
        b.run(cycles);
        if (!b.j.failed.empty()) {
            std::printf("FAIL crossing: seed %llu, run %llu, %llu ps: %s\n",
                        static_cast<unsigned long long>(seed), static_cast<unsigned long long>(r),
                        static_cast<unsigned long long>(b.context.time()), b.j.failed.c_str());
            return 1;
        }
        answers += b.j.answers;
        lost += b.j.lost;
        orphans += b.j.orphans;
        b.top.final();
    }
    std::printf("PASS crossing: %llu runs, %llu answers, %llu of them SLVERR for a reset of the block, %llu "
                "requests that a "
                "reset of the bus left, %llu metastable bits\n",
                static_cast<unsigned long long>(runs), static_cast<unsigned long long>(answers),
                static_cast<unsigned long long>(lost), static_cast<unsigned long long>(orphans),
                static_cast<unsigned long long>(flips));
    return answers != 0 && lost != 0 && orphans != 0 && flips != 0 ? 0 : 1;
}
