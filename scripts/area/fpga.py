# SPDX-License-Identifier: Apache-2.0
"""Units on an FPGA, placed and routed: make fpga [UNIT=name].

    fpga.py [--build DIR] [--seeds N] UNIT...

nextpnr on a Lattice iCE40 HX8K. A unit has more pins than the package, so it stands between two shift registers:
one drives its inputs, the other takes its outputs. Prints logic cells and the clock that each seed of the placer
reaches, and writes BUILD/area/fpga-UNIT.json. Needs BUILD/gen/UNIT.layout.json.
"""

from __future__ import annotations

import argparse
import re
import shutil
import statistics
import sys
from pathlib import Path

from scripts.area import tools
from scripts.area.area import OSU018, hand_written
from scripts.area.errors import AreaError
from scripts.area.flow import FPGA, LIMIT_S, Design, Flow
from scripts.area.liberty import read_library
from scripts.area.report import aligned, thousands
from scripts.circuit import configs

ROOT = Path(__file__).resolve().parents[2]
DEVICE = ["--hx8k", "--package", "ct256"]
TOP = "between_shift_registers"
CLOCK = re.compile(r"Max frequency for clock\s+'[^']*': ([\d.]+) MHz")
USED = re.compile(r"ICESTORM_LC:\s+(\d+)/\s*(\d+)")


def ports(layout: dict, direction: str) -> list[tuple[str, int]]:
    return [(pin["name"], pin["width"] * max(1, pin["elements"])) for pin in layout[direction]]


def harness(unit: str, layout: dict) -> str:
    """The unit between a shift register of its inputs and one of its outputs, with reset among the inputs."""
    given, taken = [("rst", 1), *ports(layout, "in")], ports(layout, "out")
    inputs, outputs = sum(w for _, w in given), sum(w for _, w in taken)
    pins, at = [".clk(clk)"], 0
    for name, width in given:
        pins.append(f".{name}(given[{at} +: {width}])")
        at += width
    at = 0
    for name, width in taken:
        pins.append(f".{name}(answer[{at} +: {width}])")
        at += width
    joined = ",\n        ".join(pins)
    return f"""module {TOP} (input clk, input si, input take, output so);
    reg [{inputs - 1}:0] given;
    reg [{outputs - 1}:0] taken;
    wire [{outputs - 1}:0] answer;
    assign so = taken[{outputs - 1}];
    always @(posedge clk) begin
        given <= {{given, si}};
        taken <= take ? answer : {{taken, 1'b0}};
    end
    {unit} unit (
        {joined});
endmodule
"""


def make_fpga(flow: Flow, design: Design, seeds: int, work: Path, device: list[str] = DEVICE) -> dict:
    if design.layout is None:
        raise AreaError(f"{design.name}: no description of its pins")
    top, netlist, script = work / "harness.v", work / "netlist.json", work / "synth.ys"
    top.write_text(harness(design.top, design.layout))
    script.write_text("\n".join([flow.read_sources(design), f"read_verilog {top}", f"hierarchy -top {TOP}",
                                 f"{FPGA} -top {TOP} -json {netlist}", ""]))
    tools.run(["yosys", "-Q", "-T", str(script)], work / "synth.log", design.name, LIMIT_S)
    clocks, used = [], 0
    for seed in range(1, seeds + 1):
        log = work / f"seed{seed}.log"
        text = tools.run(["nextpnr-ice40", *device, "--json", str(netlist), "--seed", str(seed), "--freq", "100",
                          "--timing-allow-fail", "--pcf-allow-unconstrained", "--asc", str(work / "chip.asc")],
                         log, design.name, LIMIT_S, may_fail=True)
        cells, clock = USED.search(text), CLOCK.findall(text)
        if cells is not None and int(cells[1]) > int(cells[2]):
            used = int(cells[1])
            break  # it does not fit
        if cells is None or not clock or "Routing complete" not in text:
            raise AreaError(f"{design.name}: nextpnr tells of no finished routing; see {log}")
        used = int(cells[1])
        clocks.append(float(clock[-1]))  # the last one is after routing
    shift = sum(w for way in ("in", "out") for _, w in ports(design.layout, way)) + 1
    return {"logic_cells": used, "shift_registers": shift, "mhz": clocks}


HEAD = ["unit", "logic cells", "of them shift registers", "MHz, median", "lowest", "highest"]


def row(name: str, found: dict) -> list[str]:
    clocks = found["mhz"]
    shown = [f"{clock:.1f}" for clock in (statistics.median(clocks), min(clocks), max(clocks))] if clocks else \
        3 * ["too large"]
    return [name, thousands(found["logic_cells"]), thousands(found["shift_registers"]), *shown]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Units on an FPGA, placed and routed.")
    parser.add_argument("units", nargs="+", metavar="UNIT")
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--seeds", type=int, default=3)
    options = parser.parse_args(arguments)
    build = Path(options.build).resolve()
    if shutil.which("nextpnr-ice40") is None:
        print("fpga: nextpnr-ice40 is not installed; scripts/bootstrap.sh installs it", file=sys.stderr)
        return 2
    if options.seeds < 1:
        print(f"fpga: --seeds {options.seeds}: expected 1 or more", file=sys.stderr)
        return 2
    try:
        flow = Flow(read_library(OSU018, build), build)
        designs = [hand_written(unit, build) for unit in options.units]
    except (AreaError, configs.ConfigError) as error:
        print(f"fpga: {error}", file=sys.stderr)
        return 2
    settings = [Path(__file__).read_text(), str(options.seeds), tools.version(["nextpnr-ice40", "--version"])]
    found = flow.each("fpga", designs, settings, lambda design, work: make_fpga(flow, design, options.seeds, work))
    if found:
        print(aligned([HEAD, *(row(design.name, result) for design, result in found)]))
    return 0 if len(found) == len(designs) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
