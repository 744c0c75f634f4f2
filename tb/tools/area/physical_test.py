# SPDX-License-Identifier: Apache-2.0
"""Layout, FPGA and power: sound units pass, planted faults are caught. Prints PASS or FAIL per check.

    physical_test.py [--build DIR] [--verilator PROGRAM]

page_coalescer in a cache of its own, a counter of two bits for the transitions, one with a RAM for its uses.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from scripts.area import layout, place_route, timing
from scripts.area.area import OSU018, hand_written
from scripts.area.energy import energies_of, read_energies
from scripts.area.errors import AreaError
from scripts.area.flow import Design, Flow
from scripts.area.fpga import make_fpga
from scripts.area.liberty import read_library
from scripts.area.netlist import Netlist
from scripts.area.parasitics import read_net, read_wires, spef
from scripts.area.power import CHUNK, Counts, instrument, read_counts
from tb.tools.area.checks import Checks

ROOT = Path(__file__).resolve().parents[3]
UNIT, TECHNOLOGY = "page_coalescer", "osu018"
EDGES = 1000
COUNTER = """module counter(input clk, input rst, output [1:0] value);
  reg [1:0] count;
  always @(posedge clk) count <= rst ? 2'd0 : count + 2'd1;
  assign value = count;
endmodule
"""
# Writes its count at each edge, and at every other one reads what it has written at the edge before. A bit goes down a
# line that is too long for one call of the counts.
LINE = CHUNK + 76
KEEPER = f"""module keeper(input clk, input rst, output [3:0] value, output last);
  reg [3:0] count;
  reg [{LINE - 1}:0] line;
  always @(posedge clk) count <= rst ? 4'd0 : count + 4'd1;
  always @(posedge clk) line <= {{line[{LINE - 2}:0], count[0]}};
  assign last = line[{LINE - 1}];
  gmmu_ram #(.WORDS(4), .WORD_W(4)) ram (.clk(clk), .we(1'b1), .waddr(count[1:0]), .wdata(count), .re(count[0]),
                                         .raddr(count[1:0] - 2'd1), .rdata(value));
endmodule
"""
BENCH = f"""#include "Vtop.h"
int main() {{
    VerilatedContext context;
    Vtop top{{&context}};
    int wrong = 0;
    for (int edge = -2; edge < {EDGES}; edge++) {{
        top.rst = edge < 0;
        top.clk = 0;
        top.eval();
        top.clk = 1;
        top.eval();
        if (edge > 0)
            wrong += top.value != (EXPECTED & VALUES);
    }}
    return wrong != 0;
}}
"""


def without_make() -> dict[str, str]:
    """The environment for a make of its own: not one that shares the jobs of the make above."""
    return {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}


class Test(Checks):
    def __init__(self, build: Path, verilator: str):
        super().__init__()
        self.build, self.verilator = build, verilator
        self.library = read_library(OSU018, build)
        self.flow = Flow(self.library, build / "area" / "physical")

    def wires(self) -> None:
        net = read_net("n 1 X_1/Y 3 ( 2.0 0.1 ( 1.0 0.2 A_1/A , ( 4.0 0.3 B_1/B ) ) , ( 3.0 0.4 PIN/q ) )")
        ends = {end: (start, ohm) for start, end, ohm, _ in net.segments}
        self.check("a tree of wires", net.pins == ["X_1:Y", "A_1:A", "B_1:B", "q"] and abs(net.pf - 1.0) < 1e-9
                   and ends["n:3"] == ("n:2", 4.0) and ends["n:4"] == ("n:1", 3.0))
        try:
            read_net("n 1 X_1/Y 2 ( 2.0 0.1 A_1/A )")
            self.check("a tree without one of its pins is told", False)
        except AreaError as error:
            self.check("a tree without one of its pins is told", "1 pins in its tree, 2 in its head" in str(error))

    def layout(self) -> None:
        design = hand_written(UNIT, self.build)
        work = self.flow.work / "layout"
        found = layout.make_layout(self.library, self.flow.mapped(design), design, TECHNOLOGY, work)
        period = timing.longest(self.flow.standard_cells(design)["paths"])["period_ns"]
        without, routed = found["without_wires"]["period_ns"], found["with_wires"]["period_ns"]
        self.check("a layout has no violations and matches the netlist", found["violations"] == 0,
                   f"{found['cells']} cells, {found['wire_um'] / 1000:.1f} mm of wires")
        self.check("without wires it is as fast as make area says", abs(without / period - 1) < 0.02,
                   f"{without:.2f} and {period:.2f} ns")
        self.check("wires make it slower", without < routed < 1.5 * without, f"{routed:.2f} ns")
        blif = (work / "synthesis" / f"{UNIT}.blif").read_text()
        placed = place_route.Placed(UNIT, work, {}, {})
        wires = read_wires(placed.layout(".rc"))
        tenfold = work / "tenfold.spef"
        for wire in wires:
            wire.segments = [(a, b, 10 * ohm, 10 * pf) for a, b, ohm, pf in wire.segments]
        tenfold.write_text(spef(UNIT, wires))
        slow = timing.time_unit(self.library, placed.netlist, Netlist({}, {}), UNIT, work, tenfold)
        self.check("ten times the wires make it slower still", timing.longest(slow)["period_ns"] > 1.1 * routed)
        wires[0].pins.pop()
        try:
            place_route.check_wires(placed, wires)
            self.check("a pin that no wire reaches is told", False)
        except AreaError as error:
            self.check("a pin that no wire reaches is told", wires[0].name in str(error))
        spice = work / "synthesis" / f"{UNIT}.spc"
        gate = re.search(r"NAND2X1$", spice.read_text(), re.M)
        self.check("the netlist has a gate to change", gate is not None and ".gate NAND2X1" in blif)
        spice.write_text(re.sub(r"NAND2X1$", "NOR2X1", spice.read_text(), count=1, flags=re.M))
        self.check("a gate of another kind does not match the layout",
                   place_route.compare(placed, TECHNOLOGY) != place_route.MATCH)

    def fpga(self) -> None:
        design = hand_written(UNIT, self.build)
        work = self.flow.work / "fpga"
        work.mkdir(parents=True, exist_ok=True)
        fits = make_fpga(self.flow, design, 1, work)
        self.check("a unit fits an FPGA", len(fits["mhz"]) == 1 and fits["mhz"][0] > 20,
                   f"{fits['logic_cells']} cells, {fits['mhz'][0]:.0f} MHz")
        small = make_fpga(self.flow, design, 1, work, ["--lp384", "--package", "qn32"])
        self.check("one that does not fit is told", small["mhz"] == [] and small["logic_cells"] == fits["logic_cells"])

    def counted(self, name: str, text: str, expected: str, values: int) -> tuple[dict[str, int], Counts]:
        """A run of the netlist: changes of each net, and all counts; it ends with an error where a value is wrong."""
        work = self.flow.work / f"power-{name}"
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        source, bench, netlist, counts = (work / n for n in (f"{name}.sv", "bench.cpp", "netlist.sv", "counts.txt"))
        source.write_text(text)
        bench.write_text(BENCH)
        rams = [ROOT / "rtl/gmmu_ram.sv"] if "gmmu_ram" in text else []
        nets = instrument(self.flow, Design(name, name, [source, *rams], None), netlist)
        subprocess.run([self.verilator, "--cc", "--exe", "--build", "-O3", "-Wno-fatal", "--noassert",
                        "--x-initial", "fast", "--top-module", name, "--prefix", "Vtop", "--Mdir", str(work / "obj"),
                        "-CFLAGS", f"-DEXPECTED='({expected})' -DVALUES={values}", str(netlist), str(bench),
                        str(ROOT / "scripts/area/toggles.cpp")],
                       check=True, capture_output=True, timeout=300, env=without_make())
        subprocess.run([work / "obj" / "Vtop"], check=True, env={"GMMU_TOGGLES": str(counts)}, timeout=60)
        seen = read_counts(counts)
        return dict(zip(nets, seen.changes)), seen

    def transitions(self) -> None:
        """The counter's lower bit changes at each edge, the upper at every other."""
        by_net, seen = self.counted("counter", COUNTER, "edge + 1", 3)
        low, high = (by_net[next(n for n in by_net if n.endswith(f"[{i}]"))] for i in (0, 1))
        self.check("transitions are counted", seen.instances == 1 and seen.edges == EDGES
                   and abs(low - EDGES) <= 1 and abs(high - EDGES // 2) <= 1, f"{low} and {high} in {EDGES} edges")
        self.check("of a unit without RAMs no uses are", (seen.reads, seen.writes) == (0, 0))

    def rams(self) -> None:
        """A RAM outside of the netlist, and more nets than are counted by one call."""
        by_net, seen = self.counted("keeper", KEEPER, "(edge - 1) & ~1", 15)
        self.check("uses of RAMs are counted", (seen.reads, seen.writes) == (EDGES // 2, EDGES),
                   f"{seen.reads} words read, {seen.writes} written")
        low = by_net["ram0_raddr[0]"]
        self.check("and transitions of their pins", abs(low - EDGES) <= 1, f"{low} in {EDGES} edges")
        wrong = [i for i in range(LINE - 1) if abs(by_net[f"line[{i}]"] - max(0, EDGES - i)) > 2]
        self.check("transitions of many nets are counted", len(by_net) > CHUNK and not wrong, f"{len(by_net)} nets")

    def energies(self) -> None:
        voltage, cells = read_energies(self.library, self.flow.slope_ns)
        load = self.library.load_pf
        cell = "  INVX1 {} (\n    .A({}),\n    .Y({})\n  );\n"
        one = energies_of(cell.format("a", "n0", "n1"), {"n1": load}, voltage, cells)
        both = cell.format("a", "n0", "n1") + cell.format("b", "n0", "n2")
        two = energies_of(both, {"n1": load, "n2": load}, voltage, cells)
        ratio = two.transition_pj["n0"] / one.transition_pj["n0"]
        self.check("two gates at a net cost twice one", abs(ratio - 2) < 1e-6)
        self.check("an output costs at least its load", one.transition_pj["n1"] > load * voltage ** 2 / 2)
        flop = energies_of("  DFFPOSX1 r (\n    .CLK(clk),\n    .D(d),\n    .Q(q)\n  );\n", {"q": load}, voltage, cells)
        self.check("the clock costs without data", 0.1 < flop.clock_pj < 0.5 and "clk" not in flop.transition_pj,
                   f"{flop.clock_pj:.2f} pJ a cycle and flip-flop")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Self-test of layout, FPGA and power.")
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--verilator", default="verilator")
    options = parser.parse_args(arguments)
    build = Path(options.build).resolve()
    shutil.rmtree(build / "area" / "physical", ignore_errors=True)
    try:
        test = Test(build, options.verilator)
        test.wires()
        test.energies()
        test.transitions()
        test.rams()
        test.fpga()
        test.layout()
    except (AreaError, subprocess.SubprocessError) as error:
        print(f"FAIL area: {error}")
        return 1
    return 1 if test.failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
