# SPDX-License-Identifier: Apache-2.0
"""The exported crossing stands alone: the commands of its README run in a copy outside the tree, its paths are those of
tb/crossing/axi4_lite_cdc.txt, and OpenSTA takes its constraints and finds each crossing bounded.

    crossing_test.py FOLDER
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from scripts.area.area import OSU018
from scripts.circuit import crossings
from tb.tools.export.export_test import Failure, commands, demand, run, stands_alone
from tb.tools.names import judge

ROOT = pathlib.Path(__file__).resolve().parents[3]
TOP = "gmmu_axi4_lite_cdc"
MAPPED = "read_verilog -sv {rtl}; synth -flatten -top {top}; dfflibmap -liberty {library}; abc -liberty {library}; " \
    "opt_clean; write_verilog -noattr gates.v"
STA = """read_liberty {library}
read_verilog gates.v
link_design {top}
source syn/axi4_lite_cdc.sdc
puts "worst [get_property [lindex [find_timing_paths -from [get_clocks bus_clk] -to [get_clocks clk]] 0] slack]"
puts "worst [get_property [lindex [find_timing_paths -from [get_clocks clk] -to [get_clocks bus_clk]] 0] slack]"
exit
"""


def constrained(folder: pathlib.Path, rtl: list[pathlib.Path]) -> None:
    words = {"top": TOP, "library": OSU018}
    script = MAPPED.format(rtl=" ".join(map(str, rtl)), **words)
    subprocess.run(["yosys", "-q", "-p", script], cwd=folder, check=True)
    (folder / "sta.tcl").write_text(STA.format(**words))
    said = run(folder, "sta -no_splash -exit sta.tcl")
    slacks = [float(text) for text in re.findall(r"^worst (\S+)$", said, re.M)]
    if len(slacks) != 2 or not all(0 < slack < 10 for slack in slacks) or "Error" in said:
        raise Failure(f"OpenSTA: {said}")


def main() -> int:
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "crossing"
        shutil.copytree(sys.argv[1], folder)
        try:
            stands_alone(folder)
            for section in ("Lint", "Synthesize"):
                demand("".join(run(folder, block) for block in commands(folder, section)), "", section)
            rtl = sorted((folder / "rtl").glob("*.sv"), key=lambda path: path.stem != "gmmu_pkg")
            wrong = judge.unprefixed(path.stem for path in rtl)
            listed = crossings.read_list(ROOT / "tb/crossing/axi4_lite_cdc.txt")
            wrong += crossings.Checker(crossings.netlist_of(TOP, rtl), listed).run()
            if wrong:
                raise Failure("\n".join(wrong))
            constrained(folder, rtl)
        except Failure as error:
            print(f"{error}\nFAIL export axi4_lite_cdc")
            return 1
    print("PASS export axi4_lite_cdc: lint, synthesis, paths, constraints")
    return 0


if __name__ == "__main__":
    sys.exit(main())
