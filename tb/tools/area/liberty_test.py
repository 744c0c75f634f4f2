# SPDX-License-Identifier: Apache-2.0
"""Libraries in the forms that people have: all say the same, and what is wrong or lacking is named in one line.

    liberty_test.py [--build DIR]

A counter goes through the flow with a small library of our own, written in each form; then warp_gate with open
libraries, where they are found next to the project (SHARED), which does not hold them itself.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import io
import shutil
import sys
from pathlib import Path

from scripts.area import area
from scripts.area.area import hand_written, period_ns
from scripts.area.boolean import evaluate
from scripts.area.errors import AreaError
from scripts.area.flow import Design, Flow, check_state_bits
from scripts.area.liberty import read_library
from scripts.area.timing import longest
from tb.tools.area.checks import Checks
from tb.tools.area.small_library import Form, text

ROOT = Path(__file__).resolve().parents[3]
SHARED = ROOT.parent / "shared" / "liberty"
OPEN = {"sky130": ("sky130hd_tt.lib.gz", 1), "ASAP7": ("asap7sc7p5t_*_RVT_TT_nldm_*.lib.gz", 5)}
CLOCK_NS = 2.0
COUNTER = """module counter(input clk, input rst, output reg [3:0] value);
  always @(posedge clk) value <= rst ? 4'd0 : value + 4'd1;
endmodule
"""
OTHERS = {"asynchronous": "always @(posedge clk or negedge rst) if (!rst) value <= 4'd0; else value <= value + 4'd1;",
          "latch": "always @* if (clk) value = {4{rst}};"}
# Smaller than any other; only the flag keeps it out.
TEMPTING = """
  cell (TINY) {
    area : 0.01; dont_use : true;
    pin (A, B) { direction : input; capacitance : 0.01; }
    pin (Y) { direction : output; function : "!(A & B)"; }
  }"""


class LibertyTest(Checks):
    def __init__(self, build: Path):
        super().__init__()
        self.build = build
        self.work = build / "area" / "libraries-test"
        shutil.rmtree(self.work, ignore_errors=True)
        self.work.mkdir(parents=True)

    def file(self, name: str, content: str, packed: bool = False) -> str:
        path = self.work / name
        path.write_bytes(gzip.compress(content.encode()) if packed else content.encode())
        return str(path)

    def design(self, name: str, source: str) -> Design:
        path = self.work / f"{name}.sv"
        path.write_text(source)
        return Design(name, name, [path], None)

    def other(self, kind: str) -> Design:
        head, _, end = COUNTER.splitlines()
        return self.design(kind, "\n".join([head.replace("counter", kind), OTHERS[kind], end]))

    def counter(self, given: str, design: Design | None = None) -> dict:
        flow = Flow(read_library(given, self.work), self.work, CLOCK_NS)
        return flow.standard_cells(design or self.design("counter", COUNTER))

    def forms(self) -> None:
        plain = self.counter(self.file("plain.lib", text(Form())))
        area, period = plain["area_um2"], longest(plain["paths"])["period_ns"]
        self.check("a plain library", plain["state_bits"] == 4, f"{area:g} um2, {period:.3f} ns")
        parts = Form().of("INV", "DFF"), Form(table="delay").of("BUF", "NAND2")
        # a template of the same name
        other = text(parts[1], "small_gates").replace('"0.001, 0.02, 0.5"', '"0.001, 0.02, 0.1"', 1)
        given = {
            "compressed": self.file("packed.lib.gz", text(Form()), packed=True),
            "in two files": " ".join((self.file("one.lib", text(parts[0], "small_rest")), self.file(
                "two.lib.gz", text(parts[1], "small_gates"), packed=True))),
            "of pins joined in a group": self.file("joined.lib", text(Form(joined_pins=True))),
            "without quotes": self.file("bare.lib", text(Form(bare=True))),
            "of ps and fF": self.file("ps.lib", text(Form(ps_and_ff=True))),
            "of names that are no identifiers": self.file("escaped.lib", text(Form(escaped=True))),
            "with a cell not to be used": self.file("tempting.lib", text(Form(), more=TEMPTING)),
        }
        for name, library in given.items():
            found = self.counter(library)
            now = longest(found["paths"])["period_ns"]
            self.check(f"a library {name} gives the same",
                       abs(found["area_um2"] - area) < 1e-6 and abs(now - period) < 1e-3,
                       f"{found['area_um2']:g} um2, {now:.3f} ns")
        inverted = self.counter(self.file("inverted.lib", text(Form(inverted=True))))
        self.check("flip-flops that keep the negated value are registers",
                   inverted["state_bits"] == 4 and inverted["registers"] == {"value": 4})
        two = " ".join((self.file("one.lib", text(parts[0], "small_rest")), self.file("other.lib", other)))
        self.check("templates of one name in two files stay apart",
                   longest(self.counter(two)["paths"])["period_ns"] != period)

    def resets(self) -> None:
        """A register with an asynchronous reset: cleared in one library, set and inverted in the other."""
        design = self.other("asynchronous")
        for name, form in {"!R": Form(bare=True), "(!R), of the negated value": Form(bare=True, inverted=True)}.items():
            library = self.file(f"reset-{form.inverted}.lib", text(form.of("INV", "BUF", "NAND2", "DFF", "DFFR")))
            found = self.counter(library, design)
            self.check(f"clear by {name}", found["cells_by_kind"].get("DFFR") == 4)

    def says(self, name: str, given: str, *expected: str, design: Design | None = None) -> None:
        try:
            self.counter(given, design)
            self.check(f"{name} has a line", False)
        except AreaError as error:
            self.check(f"{name} has a line", all(part in str(error) for part in expected) and "\n" not in str(error),
                       str(error).replace(f"{self.work}/", ""))

    def lacking(self) -> None:
        full = text(Form())
        for cell, what in {"INV": "no inverter", "BUF": "no buffer", "NAND2": "no two-input NAND",
                           "DFF": "no D flip-flop"}.items():
            rest = Form().of(*(c for c in ("INV", "BUF", "NAND2", "DFF") if c != cell))
            self.says(f"a library without {cell}", self.file(f"no-{cell}.lib", text(rest)), what)
        self.says("all that is lacking", self.file("gates.lib", text(Form().of("NAND2"))),
                  "no inverter, no buffer, no D flip-flop")
        library = self.file("full.lib", full)
        for kind, what in {"asynchronous": "no flip-flop with asynchronous set or reset", "latch": "no latch"}.items():
            self.says(f"a design with {kind}", library, what, "full.lib", design=self.other(kind))
        self.says("a missing file", str(self.work / "none.lib"), "none.lib: No such file", "expected a Liberty file")
        self.says("a file of something else", self.file("readme.lib", "hello\n"), "readme.lib:1: 'hello'")
        self.says("a library without an end", self.file("open.lib", full.rstrip().rstrip("}")), "library (small)")
        self.says("a broken archive", self.file("broken.lib.gz", "\x1f"), "broken.lib.gz")
        broken = self.work / "cut.lib.gz"
        broken.write_bytes(gzip.compress(full.encode())[:200])
        self.says("half an archive", str(broken), "cut.lib.gz", "gzip")
        self.says("two libraries", f"{library} {self.file('ps2.lib', text(Form(ps_and_ff=True).of('BUF'), 'other'))}",
                  "time_unit 1ps", "has 1ns")
        self.says("a cell that is there twice", f"{library} {self.file('again.lib', text(Form().of('BUF')))}",
                  "cell BUF is also in")
        self.says("a function that has no end", self.file("function.lib", full.replace("(A B)'", "(A &")),
                  "cell NAND2", "(A &", "expected a pin")
        self.says("no area", self.file("area.lib", full.replace("area : 5;", "")), "cell DFF: no area")
        line = full[:full.index("cell (NAND2)")].count("\n") + 1
        self.says("a line that is no Liberty", self.file("line.lib", full.replace("cell (NAND2)", "cell = NAND2")),
                  f"line.lib:{line}: 'cell = NAND2 {{'")

    def command(self) -> None:
        """As the user gives it: exit code 2, one line, nothing written."""
        gates = self.file("gates.lib", text(Form().of("NAND2")))
        for name, arguments, expected in (
                ("a library without flip-flops", ["--liberty", gates], "no D flip-flop"),
                ("CLOCK=fast", ["--clock", "fast"], "CLOCK=fast: expected a period in ns"),
                ("CLOCK=0", ["--clock", "0"], "CLOCK=0: expected"), ("CLOCK=1e9", ["--clock", "1000001"], "from 1 ps")):
            said = io.StringIO()
            with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
                code = area.main(["--build", str(self.work / "unused"), *arguments, "warp_gate"])
            lines = said.getvalue().splitlines()
            self.check(f"{name}: exit code 2 and a line", code == 2 and len(lines) == 1 and expected in lines[0]
                       and not list((self.work / "unused").glob("area/*.md")))
        found = [period_ns(said) for said in ("2.5", "800ps", "400 MHz", "2GHz")]
        self.check("periods and frequencies", found == [2.5, 0.8, 2.5, 0.5])
        self.check("functions of Liberty", all([
            evaluate("!(A B)", {"A": True, "B": False}), not evaluate("(A*B)'", {"A": True, "B": True}),
            evaluate("(!A) | (!B)", {"A": True, "B": False}), evaluate("A^B", {"A": True, "B": False}),
            not evaluate("A & !A + 0", {"A": True}), evaluate('\\"A[0]\\" & !\\B/1', {"A[0]": True, "B/1": False}),
            evaluate("1'b1 A", {"A": True})]))

    def open_libraries(self) -> None:
        for name, (pattern, count) in OPEN.items():
            found = sorted(map(str, SHARED.glob(pattern)))
            if len(found) != count:
                print(f"SKIP area {name}: {SHARED / pattern}: {len(found)} files of {count}; the project does not hold "
                      "them", flush=True)
                continue
            library = read_library(" ".join(found), self.build)
            flow, design = Flow(library, self.work), hand_written("warp_gate", self.build)
            cells = flow.standard_cells(design)
            wrong = check_state_bits(design, cells)
            periods, gates = longest(cells["paths"])["period_ns"] / flow.fo4_ns(), cells["gate_equivalents"]
            self.check(f"warp_gate in {name}", not wrong and 4 < periods < 20 and 1000 < gates < 4000,
                       wrong or f"{cells['area_um2']:.0f} um2, {gates:.0f} gate equivalents, "
                       f"{periods:.0f} FO4 of {1000 * flow.fo4_ns():.1f} ps; {library.inverter.name}")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Libraries in every form.")
    parser.add_argument("--build", default=str(ROOT / "build"))
    test = LibertyTest(Path(parser.parse_args(arguments).build))
    test.forms()
    test.resets()
    test.lacking()
    test.command()
    test.open_libraries()
    return 1 if test.failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
