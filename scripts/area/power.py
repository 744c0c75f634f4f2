# SPDX-License-Identifier: Apache-2.0
"""Power of a unit at work: make power UNIT=name [POWER_RUN='options of gmmu run'].

    power.py [--build DIR] instrument UNIT FILE   the netlist of make area, which counts its transitions (Verilog)
    power.py [--build DIR] run UNIT OPTION...     runs BUILD/area/power/UNIT/gmmu, with that netlist in the place of
                                                  the unit, and with its C: the results must be the same

The energies are those of the library (energy.py). RAMs have no cells in it: they stay as they are in the RTL, outside
of the netlist, and their reads and writes are counted.
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

from scripts.area import tools
from scripts.area.area import OSU018, hand_written
from scripts.area.energy import CellEnergy, Energies, energies_of, read_energies
from scripts.area.errors import AreaError
from scripts.area.flow import Design, Flow
from scripts.area.liberty import Library, read_library
from scripts.area.netlist import CELL, connected, squeezed
from scripts.area.netlist_bench import cells_as_logic
from scripts.area.report import aligned, thousands
from scripts.area.timing import longest
from scripts.circuit import configs

ROOT = Path(__file__).resolve().parents[2]
RUN_LIMIT_S = 1500
STACK_BYTES = 256 << 20
CHUNK = 64  # nets that are counted by one call: of a longer concatenation Verilator 5.006 makes too many copies
PORT = re.compile(r"^  (input|output) (?:\[(\d+):0\] )?(\w+);", re.M)
ASSIGN = re.compile(r"^  assign (.+?) = (.+?);", re.M)
RAM_PIN = re.compile(r"(ram\d+)_(\w+)")  # of the netlist: configs.rams_outside()


def ports(text: str) -> list[tuple[str, int, str]]:
    """Direction, number of the highest bit, name."""
    return [(way, int(last or 0), name) for way, last, name in PORT.findall(text)]


def port_bits(text: str, direction: str) -> list[str]:
    return [f"{name}[{i}]" if last else name for way, last, name in ports(text) if way == direction
            for i in range(last + 1)]


def watched(text: str, library: Library) -> list[str]:
    """Nets of the netlist as it writes them: inputs but the clock, and what a cell drives."""
    nets = [net for net in port_bits(text, "input") if net != "clk"]
    for kind, _, pins in CELL.findall(text):
        nets += [net for pin, net in connected(pins).items() if net and pin in library.cells[kind].outputs]
    return list(dict.fromkeys(nets))


def canonical(text: str) -> dict[str, str]:
    """Nets that are another under a second name: assignments of one to one."""
    return {squeezed(left): squeezed(right) for left, right in ASSIGN.findall(text)}


def counting(nets: list[str]) -> list[str]:
    """Verilog that tells toggles.cpp at each edge which nets have changed."""
    lines = ['  import "DPI-C" function void gmmu_toggles(input int first, input longint changed);',
             '  import "DPI-C" function void gmmu_edge(input int nets);',
             '  import "DPI-C" function void gmmu_instance();',
             "  initial gmmu_instance();"]
    told = [f"    if (!rst) gmmu_edge({len(nets)});"]
    for first in range(0, len(nets), CHUNK):
        part = nets[first:first + CHUNK]
        # an escaped name ends at a space
        zeros = [f"{CHUNK - len(part)}'d0"] * (len(part) < CHUNK)
        listed = ",\n    ".join([*zeros, *(f"{net} " for net in reversed(part))])
        lines += [f"  wire [{CHUNK - 1}:0] gmmu_nets_{first} = {{{listed}}};",
                  f"  reg [{CHUNK - 1}:0] gmmu_before_{first};"]
        told += [f"    gmmu_before_{first} <= gmmu_nets_{first};",
                 f"    if (!rst) gmmu_toggles({first}, gmmu_nets_{first} ^ gmmu_before_{first});"]
    return [*lines, "  always @(posedge clk) begin", *told, "  end"]


def rams_of(text: str) -> dict[str, dict[str, int]]:
    """RAMs outside of the netlist: of each of their pins the number of its highest bit."""
    found: dict[str, dict[str, int]] = {}
    for _, last, name in ports(text):
        pin = RAM_PIN.fullmatch(name)
        if pin:
            found.setdefault(pin[1], {})[pin[2]] = last
    return found


def words_and_bits(pins: dict[str, int]) -> tuple[int, int]:
    return 2 << pins["waddr"], pins["wdata"] + 1


def with_rams(text: str, top: str, rams: dict[str, dict[str, int]]) -> list[str]:
    """A module of the top's name: the netlist, which then is `top`_gates, and the RAMs, whose uses are counted."""
    outer = [f"  {way} {f'[{last}:0] ' if last else ''}{name}" for way, last, name in ports(text)
             if not RAM_PIN.fullmatch(name)]
    lines = [f"module {top} (", ",\n".join(outer), ");"]
    for ram, pins in rams.items():
        words, bits = words_and_bits(pins)
        lines += [f"  wire [{last}:0] {ram}_{pin};" for pin, last in pins.items()]
        lines += [f"  gmmu_ram #(.WORDS({words}), .WORD_W({bits})) {ram} (.clk(clk), "
                  + ", ".join(f".{pin}({ram}_{pin})" for pin in pins if pin != "clk") + ");"]
    used = [", ".join(f"{ram}_{pin}" for ram in rams) for pin in ("re", "we")]
    return [*lines, f"  {top}_gates gates (.*);",
            '  import "DPI-C" function void gmmu_ram_uses(input int reads, input int writes);',
            f"  always @(posedge clk) if (!rst) gmmu_ram_uses($countones({{{used[0]}}}), $countones({{{used[1]}}}));",
            "endmodule", (ROOT / "rtl" / f"{configs.RAM}.sv").read_text()]


def instrument(flow: Flow, design: Design, target: Path) -> list[str]:
    """Writes the netlist that counts; returns the nets in the order of the counts."""
    text = flow.mapped(design).read_text()
    nets = watched(text, flow.library)
    kinds = {kind for kind, _, _ in CELL.findall(text)}
    logic = cells_as_logic(flow.library.path, kinds, target.parent)
    rams = rams_of(text)
    outside = with_rams(text, design.top, rams) if rams else []
    if rams:
        text = re.sub(rf"^module {design.top}\b", f"module {design.top}_gates", text, flags=re.M)
    head, end, tail = text.rpartition("endmodule")
    target.write_text("\n".join([head.rstrip(), *counting(nets), end + tail, logic, *outside]))
    return [squeezed(net) for net in nets]


@dataclass
class Counts:
    """Of a run: instances of the unit, edges at which they were stepped, uses of RAMs, transitions of each net."""
    instances: int
    edges: int
    reads: int
    writes: int
    changes: list[int]


def read_counts(path: Path) -> Counts:
    try:
        instances, edges, reads, writes, *changes = [int(line) for line in path.read_text().split()]
    except (OSError, ValueError) as error:
        raise AreaError(f"{path}: no counts of transitions ({error})") from error
    return Counts(instances, edges, reads, writes, changes)


def simulate(build: Path, unit: str, name_in_chip: str, options: list[str]) -> tuple[Counts, dict]:
    """The run with the netlist; its cycles and events must be those of the run with the C."""
    work = build / "area" / "power" / unit
    counts, results = work / "toggles.txt", []
    counts.unlink(missing_ok=True)
    os.environ["GMMU_TOGGLES"] = str(counts)
    # a netlist of tens of thousands of nets becomes functions with as many variables
    resource.setrlimit(resource.RLIMIT_STACK, (STACK_BYTES, resource.getrlimit(resource.RLIMIT_STACK)[1]))
    kinds: list[tuple[str, list[str]]] = [("c", []), ("netlist", ["--rtl", name_in_chip])]
    for name, rtl in kinds:
        json_file = work / f"{name}.json"
        fixed = ["--no-alone", "--quiet", "--jobs", "1", "--json", str(json_file)]
        tools.run([str(work / "gmmu"), "run", *options, *rtl, *fixed], work / f"{name}.log", unit, RUN_LIMIT_S)
        results.append(json.loads(json_file.read_text()))
    for field in ("cycles", "event_hash"):
        if results[0][field] != results[1][field]:
            raise AreaError(f"{unit}: {field} with the netlist is {results[1][field]}, with the C {results[0][field]}")
    return read_counts(counts), results[1]


HEAD = ["unit", "instances", "steps per cycle", "nets", "changes per net", "clock pJ", "data pJ", "MHz", "clock mW",
        "data mW", "leakage uW"]


def unit_energies(netlist: str, load_pf: float, volts: float, cells: dict[str, CellEnergy]) -> Energies:
    """With the load of make area's timing at each output."""
    same = canonical(netlist)
    return energies_of(netlist, {same.get(net, net): load_pf for net in port_bits(netlist, "output")}, volts, cells)


def row(flow: Flow, design: Design, seen: Counts, cycles: int) -> list[str]:
    text = flow.mapped(design).read_text()
    nets = watched(text, flow.library)
    if len(seen.changes) != len(nets) or seen.edges == 0:
        raise AreaError(f"{design.name}: counts of {len(seen.changes)} nets and {seen.edges} edges; the netlist has "
                        f"{len(nets)} nets")
    energies = unit_energies(text, flow.library.load_pf, *read_energies(flow.library, flow.slope_ns))
    # inputs on which nothing hangs
    costs = dict.fromkeys(port_bits(text, "input"), 0.0) | energies.transition_pj
    total_pj = sum(n * costs[squeezed(net)] for net, n in zip(nets, seen.changes))
    data_pj = total_pj / seen.edges
    mhz = 1000 / longest(flow.standard_cells(design)["paths"])["period_ns"]
    return [design.name, str(seen.instances), f"{seen.edges / seen.instances / cycles:.2f}", thousands(len(nets)),
            f"{sum(seen.changes) / seen.edges / len(nets):.4f}", f"{energies.clock_pj:.1f}", f"{data_pj:.2f}",
            f"{mhz:.0f}", f"{energies.clock_pj * mhz / 1000:.2f}", f"{data_pj * mhz / 1000:.3f}",
            f"{energies.leakage_nw / 1000:.2f}"]


def of_rams(text: str, seen: Counts) -> list[str]:
    rams = [words_and_bits(pins) for pins in rams_of(text).values()]
    lines = [f"without {rams.count(size)} RAMs of {size[0]} words of {size[1]} bits" for size in sorted(set(rams))]
    used = f"words read per step: {seen.reads / seen.edges:.3f}, written: {seen.writes / seen.edges:.4f}"
    return [*lines, used] if rams else []


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
        flow, design = Flow(read_library(OSU018, build), build), hand_written(options.unit, build)
        if options.command == "instrument":
            instrument(flow, design, Path(options.file))
        else:
            config = configs.find(options.unit)
            in_chip = config.unit if config.unit in configs.blocks() else config.name
            seen, result = simulate(build, config.name, in_chip, options.options)
            print(aligned([HEAD, row(flow, design, seen, result["cycles"])]))
            for line in of_rams(flow.mapped(design).read_text(), seen):
                print(line)
    except (AreaError, configs.ConfigError, OSError, KeyError) as error:
        print(f"power: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
