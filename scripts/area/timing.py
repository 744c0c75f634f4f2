# SPDX-License-Identifier: Apache-2.0
"""Static timing with OpenSTA: the paths of a unit, and the FO4 delay of the library."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from pathlib import Path

from . import tools
from .errors import AreaError
from .liberty import Library
from .netlist import Netlist

PERIOD = 1000  # ns; long enough for any path, so that what is left tells the path's length
STEP = re.compile(r"^\s*(-?[\d.]+)\s+(-?[\d.]+)\s+([v^])\s+(\S+)\s+\((\w+)\)", re.M)
SLACK = re.compile(r"^\s*(-?[\d.]+)\s+slack", re.M)
ENDS = re.compile(r"^(Startpoint|Endpoint): (\S+)", re.M)

# Path groups of a Moore unit: name, from, to. The first must be empty: no way through.
GROUPS = [
    ("in2out", "$inputs", "[all_outputs]"),
    ("in2reg", "$inputs", "[all_registers -data_pins]"),
    ("reg2reg", "[all_registers -clock_pins]", "[all_registers -data_pins]"),
    ("reg2out", "[all_registers -clock_pins]", "[all_outputs]"),
]


@dataclass
class Worst:
    """The worst path of a group: how long a clock period it needs, and what is on it."""
    period_ns: float
    gates: int
    start: str
    end: str


def script(library: Library, netlist: Path, top: str, wires: Path | None) -> str:
    lines = [
        f"read_liberty {library.path}", f"read_verilog {netlist}", f"link_design {top}",
        *([f"if {{![read_spef {wires}]}} {{ error \"{wires} cannot be read\" }}"] if wires else []),
        f"create_clock -name clk -period {PERIOD / library.ns:g} [get_ports clk]",
        "set inputs {}",
        'foreach p [all_inputs] { if {[get_property $p full_name] ne "clk"} { lappend inputs $p } }',
        "set_input_delay 0 -clock clk $inputs", "set_output_delay 0 -clock clk [all_outputs]",
        f"set_driving_cell -lib_cell {library.buffer.name} $inputs",
        f"set_load {library.load_pf / library.pf:g} [all_outputs]",
    ]
    for name, start, end in GROUPS:
        lines += [f'puts "@ {name}"',
                  f"report_checks -path_delay max -from {start} -to {end} -format full -digits 5"]
    return "\n".join(lines + ['puts "@ end"', ""])


def parse_paths(text: str, library: Library, netlist: Netlist) -> dict[str, Worst]:
    paths = {}
    sections = re.split(r"^@ (\w+)\n", text, flags=re.M)[1:]
    for name, body in zip(sections[::2], sections[1::2]):
        slack = SLACK.search(body)
        if not slack:
            continue
        ends = dict(ENDS.findall(body))
        # the cells between the launching and the capturing register
        gates = [cell for _, _, _, pin, cell in STEP.findall(body)
                 if cell in library.cells and not library.cells[cell].sequential]
        paths[name] = Worst(PERIOD - float(slack.group(1)) * library.ns, len(gates),
                            netlist.net_of(ends["Startpoint"]), netlist.net_of(ends["Endpoint"]))
    return paths


def time_unit(library: Library, netlist_file: Path, netlist: Netlist, top: str, work: Path,
              wires: Path | None = None) -> dict[str, dict]:
    """Worst paths by group; wires: parasitics of a layout (SPEF)."""
    name = "wires" if wires else "timing"
    tcl, log = work / f"{name}.tcl", work / f"{name}.log"
    tcl.write_text(script(library, netlist_file, top, wires))
    text = tools.run(["sta", "-exit", "-no_splash", str(tcl)], log, top, 120)
    paths = parse_paths(text, library, netlist)
    if "in2out" in paths:
        found = paths["in2out"]
        raise AreaError(f"{top}: a path runs through from {found.start} to {found.end}; outputs are to depend on "
                        "registers alone")
    if "reg2reg" not in paths:
        raise AreaError(f"{top}: no path between registers; see {log}")
    return {name: asdict(path) for name, path in paths.items()}


def longest(paths: dict[str, dict]) -> dict:
    """Of a unit's groups of paths, as time_unit gives them: the one that decides its period."""
    return max(paths.values(), key=lambda path: path["period_ns"])


def fo4_ns(library: Library, work: Path) -> float:
    """Delay of an inverter that drives four of its kind.

    A chain of inverters, each of which also drives three others: after a few stages the slopes have
    settled. The mean of one rising and one falling stage in the middle of the chain.
    """
    cell, stages, stage = library.inverter, 9, 5
    given, = cell.inputs.keys()
    output, = cell.outputs.keys()
    lines = ["module fo4(input a, output y);", f"  wire [{stages}:0] n;", f"  wire [{3 * stages - 1}:0] open;",
             "  assign n[0] = a;", f"  assign y = n[{stages}];"]
    for i in range(stages):
        lines.append(f"  {cell.name} chain{i} (.{given}(n[{i}]), .{output}(n[{i + 1}]));")
        lines += [f"  {cell.name} load{i}_{k} (.{given}(n[{i + 1}]), .{output}(open[{3 * i + k}]));" for k in range(3)]
    verilog, tcl = work / "fo4.v", work / "fo4.tcl"
    verilog.write_text("\n".join(lines + ["endmodule", ""]))
    tcl.write_text("\n".join([
        f"read_liberty {library.path}", f"read_verilog {verilog}", "link_design fo4",
        f"create_clock -name virtual -period {PERIOD / library.ns:g}", "set_input_delay 0 -clock virtual [get_ports a]",
        "set_output_delay 0 -clock virtual [get_ports y]", f"set_driving_cell -lib_cell {cell.name} [get_ports a]",
        "report_checks -path_delay max -from [get_ports a] -to [get_ports y] -format full -digits 6", ""]))
    text = tools.run(["sta", "-exit", "-no_splash", str(tcl)], work / "fo4.log", "FO4", 60)
    delays = {pin: float(delay) for delay, _, _, pin, _ in STEP.findall(text)}
    try:
        return library.ns * (delays[f"chain{stage - 1}/{output}"] + delays[f"chain{stage}/{output}"]) / 2
    except KeyError as error:
        raise AreaError(f"FO4: no path through the inverters; see {work / 'fo4.log'}") from error
