# SPDX-License-Identifier: Apache-2.0
"""Self-test of scripts/area/equal.py: faults in netlists are found.

    netlist_test.py [--build DIR] --plant FILE     warp_gate with one gate of another kind, for the bench
    netlist_test.py [--build DIR] --bench BENCH    plants faults of every kind; BENCH, which runs the first, must fail
"""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import subprocess
import sys
from pathlib import Path

from scripts.area import equal
from scripts.area.area import OSU018, hand_written
from scripts.area.flow import Flow
from scripts.area.liberty import read_library

ROOT = Path(__file__).resolve().parents[3]
UNIT = "warp_gate"
# Cells with the same pins and another function.
OTHER_KIND = {"NAND2X1": "NOR2X1", "NOR2X1": "NAND2X1", "AOI21X1": "OAI21X1", "OAI21X1": "AOI21X1",
              "NAND3X1": "NOR3X1", "NOR3X1": "NAND3X1"}
FLIP_FLOP = re.compile(r"  DFFPOSX1 \S+ \(\n.*?\n  \);\n", re.S)


def sound(build: Path) -> str:
    return Flow(read_library(OSU018, build), build).mapped(hand_written(UNIT, build)).read_text()


def other_gate(text: str, which: int) -> str:
    gates = [m for m in re.finditer(r"^  (\w+) (?=\S+ \(\n)", text, re.M) if m[1] in OTHER_KIND]
    gate = gates[which % len(gates)]
    return text[:gate.start(1)] + OTHER_KIND[gate[1]] + text[gate.end(1):]


def swapped_data(text: str) -> str:
    """The data of the first two flip-flops exchanged."""
    first, second = re.findall(r"DFFPOSX1 \S+ \(\n    \.CLK\(clk\),\n    (\.D\(.*?\)),\n", text)[:2]
    return text.replace(first, "@").replace(second, first).replace("@", second)


def faults(text: str) -> dict[str, tuple[str, int, str]]:
    """Text of a netlist, the exit code expected, and what the report must say."""
    flop = FLIP_FLOP.search(text)
    if not flop:
        raise SystemExit(f"netlist_test.py: no flip-flop in the netlist of {UNIT}")
    named = re.sub(r"\.Q\(.*?\)", r".Q(stranger)", flop[0])
    found = {f"another gate, {k}": (other_gate(text, 7 * k + 1), 1, "refuted") for k in range(4)}
    return found | {
        "sound": (text, 0, "PASS"),
        "data of two flip-flops swapped": (swapped_data(text), 1, "refuted"),
        "no flip-flop for a register": (text.replace(flop[0], re.sub(
            r".*\.Q\((.*?)\)\n.*", r"  assign \1 = 1'b0;\n", flop[0], flags=re.S)), 1, "refuted"),
        "a flip-flop that is no register": (text.replace(flop[0], flop[0] + named.replace(
            "DFFPOSX1 ", "DFFPOSX1 stranger_").replace("  );", "  );", 1)).replace(
            "  wire _0000_;\n", "  wire _0000_;\n  (* keep *) wire stranger;\n", 1), 2, "none of the RTL"),
        "falling edge": (text.replace(flop[0], flop[0].replace("DFFPOSX1", "DFFNEGX1")), 2, ""),
        "another clock": (text.replace(flop[0], flop[0].replace("CLK(clk)", "CLK(rst)")), 2, ""),
        "a cell without function": (other_gate(text, 1).replace("NAND2X1 ", "TBUFX1 ", 1), 2, ""),
    }


def run(build: Path, netlist: Path, bench: Path | None = None) -> tuple[int, str]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = equal.main([UNIT, "--build", str(build), "--netlist", str(netlist),
                           *(["--bench", str(bench)] if bench else [])])
    return code, out.getvalue()


def test(build: Path, bench: str) -> int:
    failures = 0
    work = build / "area" / "netlist" / "selftest"
    work.mkdir(parents=True, exist_ok=True)
    for name, (text, expected, says) in faults(sound(build)).items():
        path = work / f"{re.sub(r'[^a-z0-9]+', '-', name)}.v"
        path.write_text(text)
        code, report = run(build, path)
        good = code == expected and says in report
        failures += not good
        print(f"{'PASS' if good else 'FAIL'} netlist {name}" + ("" if good else f": exit code {code}\n{report}"))
    code = subprocess.run([bench, "--seeds", "1", "--cycles", "20000"], capture_output=True, check=False).returncode
    failures += code != 1
    print(f"{'PASS' if code == 1 else 'FAIL'} netlist another gate, in the lock-step bench")
    print(f"{'FAIL' if failures else 'PASS'} netlist-selftest ({failures} failures)")
    return 1 if failures else 0


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Plant faults in netlists.")
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--plant", type=Path)
    parser.add_argument("--bench")
    options = parser.parse_args(arguments)
    if options.bench:
        return test(options.build, options.bench)
    netlist = options.plant.with_suffix(".v")
    netlist.write_text(other_gate(sound(options.build), 1))
    code, report = run(options.build, netlist, options.plant)
    if code != 1:
        print(f"the planted fault is not found: exit code {code}\n{report}", file=sys.stderr)
    return 0 if code == 1 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
