#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Power of a unit at work: make power UNIT=name [POWER_RUN='options of gmmu run'].

    power.py [--build DIR] instrument UNIT FILE   the netlist of make area, which counts its transitions (Verilog)
    power.py [--build DIR] run UNIT OPTION...     runs BUILD/area/power/UNIT/gmmu, which has that netlist in the place
                                                  of the unit, and BUILD/gmmu, whose results must be the same

The energies are those of the library (energy.py).
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from area import tools  # noqa: E402
from area.area import OSU018, hand_written  # noqa: E402
from area.energy import energies_of, read_energies  # noqa: E402
from area.errors import AreaError  # noqa: E402
from area.flow import Design, Flow  # noqa: E402
from area.liberty import Library, read_library  # noqa: E402
from area.netlist import CELL, connected, squeezed  # noqa: E402
from area.netlist_bench import cells_as_logic  # noqa: E402
from area.report import aligned, thousands  # noqa: E402
from area.timing import longest  # noqa: E402
from gen import configs  # noqa: E402

RUN_LIMIT_S = 1500
STACK_BYTES = 256 << 20
PORT = re.compile(r"^  (input|output) (?:\[(\d+):0\] )?(\w+);", re.M)
ASSIGN = re.compile(r"^  assign (.+?) = (.+?);", re.M)


def port_bits(text: str, direction: str) -> list[str]:
    return [f"{name}[{i}]" if last else name for way, last, name in PORT.findall(text) if way == direction
            for i in range(int(last or 0) + 1)]


def watched(text: str, library: Library) -> list[str]:
    """Nets of the netlist as it writes them: inputs but the clock, and what a cell drives."""
    nets = [net for net in port_bits(text, "input") if net != "clk"]
    for kind, _, pins in CELL.findall(text):
        nets += [net for pin, net in connected(pins).items() if net and pin in library.cells[kind].outputs]
    return list(dict.fromkeys(nets))


def canonical(text: str) -> dict[str, str]:
    """Nets that are another under a second name: assignments of one to one."""
    return {squeezed(left): squeezed(right) for left, right in ASSIGN.findall(text)}


def instrument(flow: Flow, design: Design, target: Path) -> list[str]:
    """Writes the netlist that counts; returns the nets in the order of the counts."""
    text = flow.mapped(design).read_text()
    nets = watched(text, flow.library)
    kinds = {kind for kind, _, _ in CELL.findall(text)}
    logic = cells_as_logic(flow.library.path, kinds, target.parent)
    head, end, tail = text.rpartition("endmodule")
    # an escaped name ends at a space
    listed = ",\n    ".join(f"{net} " for net in reversed(nets))
    counting = [
        f"  wire [{len(nets) - 1}:0] gmmu_nets = {{{listed}}};",
        f"  reg [{len(nets) - 1}:0] gmmu_before;",
        f'  import "DPI-C" function void gmmu_toggles(input int nets, input bit [{len(nets) - 1}:0] changed);',
        '  import "DPI-C" function void gmmu_instance();',
        "  initial gmmu_instance();",
        "  always @(posedge clk) begin",
        "    gmmu_before <= gmmu_nets;",
        f"    if (!rst) gmmu_toggles({len(nets)}, gmmu_nets ^ gmmu_before);",
        "  end"]
    target.write_text("\n".join([head.rstrip(), *counting, end + tail, logic]))
    return [squeezed(net) for net in nets]


@dataclass
class Counts:
    """Of a run: instances of the unit, edges at which they were stepped, transitions of each net."""
    instances: int
    edges: int
    changes: list[int]


def read_counts(path: Path) -> Counts:
    try:
        instances, edges, *changes = [int(line) for line in path.read_text().split()]
    except (OSError, ValueError) as error:
        raise AreaError(f"{path}: no counts of transitions ({error})") from error
    return Counts(instances, edges, changes)


def simulate(build: Path, unit: str, options: list[str]) -> tuple[Counts, dict]:
    """The run with the netlist; its cycles and events must be those of the run with the C."""
    work = build / "area" / "power" / unit
    counts, results = work / "toggles.txt", []
    counts.unlink(missing_ok=True)
    os.environ["GMMU_TOGGLES"] = str(counts)
    # a netlist of tens of thousands of nets becomes functions with as many variables
    resource.setrlimit(resource.RLIMIT_STACK, (STACK_BYTES, resource.getrlimit(resource.RLIMIT_STACK)[1]))
    kinds: list[tuple[str, Path, list[str]]] = [("c", build / "gmmu", []), ("netlist", work / "gmmu", ["--rtl", unit])]
    for name, gmmu, rtl in kinds:
        json_file = work / f"{name}.json"
        tools.run([str(gmmu), "run", *options, *rtl, "--no-alone", "--quiet", "--jobs", "1", "--json", str(json_file)],
                  work / f"{name}.log", unit, RUN_LIMIT_S)
        results.append(json.loads(json_file.read_text()))
    for field in ("cycles", "event_hash"):
        if results[0][field] != results[1][field]:
            raise AreaError(f"{unit}: {field} with the netlist is {results[1][field]}, with the C {results[0][field]}")
    return read_counts(counts), results[1]


HEAD = ["unit", "instances", "steps per cycle", "nets", "changes per net", "clock pJ", "data pJ", "MHz", "clock mW",
        "data mW", "leakage uW"]


def row(flow: Flow, design: Design, seen: Counts, cycles: int) -> list[str]:
    text = flow.mapped(design).read_text()
    nets = watched(text, flow.library)
    if len(seen.changes) != len(nets) or seen.edges == 0:
        raise AreaError(f"{design.name}: counts of {len(seen.changes)} nets and {seen.edges} edges; the netlist has "
                        f"{len(nets)} nets")
    same = canonical(text)
    outputs = {same.get(net, net) for net in port_bits(text, "output")}
    voltage, cells = read_energies(flow.library.path)
    energies = energies_of(text, outputs, voltage, cells)
    total_pj = sum(n * energies.transition_pj[squeezed(net)] for net, n in zip(nets, seen.changes))
    data_pj = total_pj / seen.edges
    mhz = 1000 / longest(flow.standard_cells(design)["paths"])["period_ns"]
    return [design.name, str(seen.instances), f"{seen.edges / seen.instances / cycles:.2f}", thousands(len(nets)),
            f"{sum(seen.changes) / seen.edges / len(nets):.4f}", f"{energies.clock_pj:.1f}", f"{data_pj:.2f}",
            f"{mhz:.0f}", f"{energies.clock_pj * mhz / 1000:.2f}", f"{data_pj * mhz / 1000:.3f}",
            f"{energies.leakage_nw / 1000:.2f}"]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Power of a unit at work.")
    parser.add_argument("--build", default=str(ROOT / "build"))
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("instrument")
    command.add_argument("unit")
    command.add_argument("file")
    command = commands.add_parser("run")
    command.add_argument("unit")
    command.add_argument("options", nargs=argparse.REMAINDER)
    options = parser.parse_args(arguments)
    build = Path(options.build).resolve()
    try:
        flow, design = Flow(read_library(Path(OSU018)), build), hand_written(options.unit, build)
        if options.command == "instrument":
            instrument(flow, design, Path(options.file))
        else:
            seen, result = simulate(build, options.unit, options.options)
            print(aligned([HEAD, row(flow, design, seen, result["cycles"])]))
    except (AreaError, configs.ConfigError, OSError, KeyError) as error:
        print(f"power: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
