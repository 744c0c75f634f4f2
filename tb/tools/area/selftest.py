# SPDX-License-Identifier: Apache-2.0
"""Self-test of the area flow: sound units pass, broken ones are caught. Prints PASS or FAIL per check.

    selftest.py [--build DIR]

golden_queue at full size and bypass_cache at 4 entries, in a cache of their own.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from scripts.area.area import OSU018, hand_written, read_layout
from scripts.area.errors import AreaError
from scripts.area.flow import Design, Flow, check_state_bits, modules_used, relevant_text, yardstick
from scripts.area.liberty import read_library
from scripts.area.macro_model import NODES, Macro, sram_um2
from scripts.area.netlist import connected, one_by_one
from scripts.area.place_route import without_constant_outputs
from scripts.area.storage import classify
from scripts.circuit import unit_layout
from tb.tools.area.checks import Checks

ROOT = Path(__file__).resolve().parents[3]
ENTRIES = 4


class SelfTest(Checks):
    def __init__(self, build: Path):
        super().__init__()
        self.build = build
        self.flow = Flow(read_library(OSU018, build), build / "area" / "selftest")

    def changed(self, name: str, old: str, new: str) -> Design:
        """golden_queue with one piece of its text replaced."""
        sound = hand_written("golden_queue", self.build)
        source = next(s for s in sound.sources if s.stem == "golden_queue")
        text = source.read_text()
        if text.count(old) != 1:
            raise AreaError(f"{source}: '{old}' is not there exactly once; the self-test has nothing to break")
        broken = self.flow.work / f"{name}.sv"
        broken.write_text(text.replace(old, new))
        return Design(name, sound.top, [s if s != source else broken for s in sound.sources], sound.layout)

    def units(self) -> None:
        reduced = Design("bypass_cache", "bypass_cache", modules_used(ROOT / "rtl", "bypass_cache"),
                         unit_layout.read_layout("bypass_cache", str(ROOT / "hls/bypass_cache/bypass_cache.h"),
                                                 [str(ROOT / "hls/common")],
                                                 defines=[f"GMMU_BYPASS_ENTRIES={ENTRIES}"]),
                         parameters={"BYPASS_ENTRIES": str(ENTRIES)})
        for design in (hand_written("golden_queue", self.build), reduced):
            cells = self.flow.standard_cells(design)
            wrong = check_state_bits(design, cells)
            self.check(f"{design.name} state bits", not wrong, wrong or f"{cells['state_bits']} bits")
            self.check(f"{design.name} timing", all(g in cells["paths"] for g in ("in2reg", "reg2reg", "reg2out")),
                       f"{cells['paths']['reg2reg']['period_ns']:.2f} ns between registers")
        lattice = self.flow.fpga(hand_written("golden_queue", self.build))
        self.check("golden_queue on an FPGA", lattice["flip_flops"] == 653 and lattice["luts"] > 0,
                   f"{lattice['luts']} LUTs, {lattice['flip_flops']} flip-flops")
        adder = self.flow.standard_cells(yardstick())
        self.check("yardstick", not check_state_bits(yardstick(), adder))

    def broken_units(self) -> None:
        truncated = self.changed("truncated", "row[i]   <= push_row;", "")
        wrong = check_state_bits(truncated, self.flow.standard_cells(truncated))
        self.check("registers that went missing are told", "285 state bits" in wrong and "row (0 of 368)" in wrong)
        wider = self.changed("wider", "assign level      = count;", "logic [3:0] spare;\n"
                             "  always_ff @(posedge clk) spare <= rd;\n  assign level = count ^ {1'b0, spare};")
        wrong = check_state_bits(wider, self.flow.standard_cells(wider))
        self.check("a register beyond the contract is told", "657 state bits" in wrong)
        through = self.changed("through", "assign level      = count;", "assign level = count + {4'd0, pop};")
        try:
            self.flow.standard_cells(through)
            self.check("a path from input to output is told", False)
        except AreaError as error:
            self.check("a path from input to output is told", "runs through" in str(error))

    def remembered(self) -> None:
        """What a result depends on: the code, its sizes, not its comments."""
        sound = hand_written("golden_queue", self.build)
        commented = self.changed("commented", "assign level      = count;",
                                 "// as many as are held\n  assign   level = /* now */ count;")
        other = self.changed("other", "assign level      = count;", "assign level = ~count;")
        texts = [relevant_text(design.sources) for design in (sound, commented, other)]
        self.check("a comment does not send a unit through synthesis again", texts[0] == texts[1])
        self.check("a change of the code does", texts[0] != texts[2])

        def kept(name: str, **sizes: str) -> Path:
            return self.flow.stored("cells", Design(name, sound.top, sound.sources, None, parameters=sizes), [], "json")

        self.check("a size given as its default is the same design",
                   kept("golden_queue") == kept("a row", GOLDEN_DEPTH="16") != kept("a row", GOLDEN_DEPTH="8"))

    def models(self) -> None:
        node = NODES[28]
        sizes = [Macro("m", n, 40).area_um2(node) for n in (8, 16, 32, 100, 256, 257, 512, 1024, 4096)]
        widths = [Macro("m", 64, n).area_um2(node) for n in (1, 8, 64, 256, 257, 512)]
        ports = [Macro("m", 64, 40, n).area_um2(node) for n in (1, 2, 3, 4)]
        self.check("macro model grows with entries, width and ports",
                   all(sorted(set(a)) == a for a in (sizes, widths, ports)))
        self.check("a CAM is larger than a RAM",
                   Macro("m", 64, 40, 1, 1).area_um2(node) > Macro("m", 64, 40).area_um2(node))
        self.check("bit cells shrink with the node",
                   all(a.sram_um2 > b.sram_um2 for a, b in zip(list(NODES.values()), list(NODES.values())[1:])))
        # published: 14.5 Mb/mm2 of 6T (ISSCC 2015), 5.6 Mb/mm2 of 8T with a read and a write port (JSSC 2016)
        density = [1e6 / sram_um2(1 << 17, NODES[14], p) for p in (1, 2)]  # of 1 Mb
        self.check("macro model near published arrays", 12 < density[0] < 17 and 4.7 < density[1] < 6.9,
                   f"{density[0]:.1f} and {density[1]:.1f} Mb/mm2")
        joined = ("  assign { a[3:2], \\b.c [3] } = 3'b011;\n  assign { d, e } = 2'b01;\n"
                  "  assign { f[7:6], g[1:0] } = { 2'b10, h[5], \\i.j [2] };\n"
                  "  assign { k[1], l[0] } = { m, n[1] };\n")
        apart = ("  assign a[3] = 1'b0;\n  assign a[2] = 1'b1;\n  assign \\b.c [3] = 1'b1;\n"
                 "  assign { d, e } = 2'b01;\n"
                 "  assign f[7] = 1'b1;\n  assign f[6] = 1'b0;\n  assign g[1] = h[5];\n  assign g[0] = \\i.j [2];\n"
                 "  assign { k[1], l[0] } = { m, n[1] };\n")
        self.check("parts of ports one by one", one_by_one(joined) == apart)
        pins = connected("    .CLK(clk),\n    .D(\\next[0][1] ),\n    .Q(\\held [3])")
        self.check("an escaped name can stand before a semicolon",
                   pins == {"CLK": "clk", "D": "\\next[0][1] ", "Q": "\\held [3] "})
        blif = ".outputs a b c\n.gate BUFX2 A=$false Y=b\n.gate BUFX2 A=n Y=c\n.gate INVX1 A=$false Y=a\n"
        rest = ".outputs a c\n.gate BUFX2 A=n Y=c\n.gate INVX1 A=$false Y=a\n"
        self.check("a constant output has no wire, a constant input stays",
                   without_constant_outputs(blif, "BUFX2", "A", "Y") == rest)
        self.check("a block is found, at its sizes",
                   hand_written("gmmu_small", self.build).parameters["TLB_SETS"] == "2")
        layout = read_layout(self.build, "golden_queue")
        layout["state"].append({"path": "spare", "width": 3, "elements": 0})
        try:
            classify({"golden_queue": layout})
            self.check("a register without a line in storage_items.py is told", False)
        except AreaError as error:
            self.check("a register without a line in storage_items.py is told", "golden_queue.spare" in str(error))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Self-test of the area flow.")
    parser.add_argument("--build", default=str(ROOT / "build"))
    options = parser.parse_args(arguments)
    build = Path(options.build)
    shutil.rmtree(build / "area" / "selftest", ignore_errors=True)
    try:
        test = SelfTest(build)
        test.models()
        test.remembered()
        test.units()
        test.broken_units()
    except AreaError as error:
        print(f"FAIL area: {error}")
        return 1
    return 1 if test.failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
