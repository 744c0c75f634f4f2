# SPDX-License-Identifier: Apache-2.0
"""A layout by qflow: graywolf places, qrouter routes, magic checks the rules and extracts, netgen compares.

Each step is believed by its evidence: the router's count of nets without a route, magic's count of violations of
the rules, netgen's comparison of the layout with the netlist, and the pins of each net in the router's trees.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from . import tools
from .errors import AreaError
from .liberty import Library
from .netlist import Netlist
from .parasitics import Wires

QFLOW_TECH = Path("/usr/share/qflow/tech")
NEEDED = ["qflow", "graywolf", "qrouter", "magic", "netgen-lvs"]
POWER = '# nets of the rails\nset vddnet="vdd"\nset gndnet="gnd"\n'
# Decision: share of the die that the placer fills with cells. As full as it would be otherwise, some nets of wide
# decoders find no way.
DENSITY = 0.8
LIMIT_S = 1500  # of one step
MATCH = "Circuits match uniquely"  # netgen's words
PORTS = re.compile(r"^\.(?:inputs|outputs) (.*)$", re.M)
GATE = re.compile(r"^\.gate (\S+) (.*)$", re.M)
SEGMENT = re.compile(r"^(?:\+ ROUTED| +NEW) \w+ (.*?);?$", re.M)
POINT = re.compile(r"\( (\S+) (\S+) \)")
VIA = re.compile(r"M\d_M\d")


@dataclass
class Placed:
    """A netlist on its way through qflow."""
    top: str
    work: Path
    cells: dict[str, int]         # by kind, as placed
    registers: dict[str, str]     # instance: net it drives

    @property
    def netlist(self) -> Path:
        """As the tools number its instances."""
        return self.work / "synthesis" / f"{self.top}.rtlnopwr.v"

    def layout(self, suffix: str) -> Path:
        return self.work / "layout" / f"{self.top}{suffix}"

    def as_netlist(self) -> Netlist:
        return Netlist(self.registers, self.cells)


def plain(blif: str) -> str:
    """Names of letters, digits and _ alone, which all tools read; no constants, as no cell may need one."""
    used: set[str] = set()
    names: dict[str, str] = {}

    def renamed(name: str) -> str:
        if name not in names:
            short, number = re.sub(r"\W", "_", name).strip("_") or "n", 0
            if short[0].isdigit():
                short, number = f"n{short}", 1
            while (chosen := f"{short}_{number}" if number else short) in used:
                number += 1
            used.add(chosen)
            names[name] = chosen
        return names[name]

    lines = []
    for line in blif.splitlines():
        head, *words = line.split() or [""]
        if head in (".inputs", ".outputs"):
            lines.append(" ".join([head, *map(renamed, words)]))
        elif head == ".gate":
            pins = (word.split("=", 1) for word in words[1:])
            lines.append(" ".join([head, words[0], *(f"{pin}={renamed(net)}" for pin, net in pins)]))
        elif head in (".model", ".end"):
            lines.append(line)
    return "\n".join(lines) + "\n"


def without_constant_outputs(blif: str, buffer: str, given: str, out: str) -> str:
    """Outputs that are a constant are no net of the layout: who uses the unit ties them."""
    tied = re.compile(rf"^\.gate {buffer} {given}=\$(?:true|false) {out}=(\S+)\n", re.M)
    constant = set(tied.findall(blif))

    def remaining(outputs: re.Match[str]) -> str:
        return " ".join([".outputs", *(name for name in outputs[1].split() if name not in constant)])

    return re.sub(r"^\.outputs (.*)$", remaining, tied.sub("", blif), flags=re.M)


def as_blif(library: Library, mapped: Path, top: str, work: Path) -> str:
    """The mapped netlist for the placer: a bit per net; outputs that share a net get buffers."""
    buffer = library.buffer
    (given,), (out, *_) = buffer.inputs, buffer.outputs
    raw, script = work / "raw.blif", work / "blif.ys"
    script.write_text("\n".join([
        f"read_liberty -lib {library.path}", f"read_verilog {mapped}", f"hierarchy -top {top}",
        "splitnets -ports -format __", "opt_clean", f"write_blif -gates -buf {buffer.name} {given} {out} {raw}", ""]))
    tools.run(["yosys", "-Q", "-T", str(script)], work / "blif.log", top, LIMIT_S)
    text = without_constant_outputs(raw.read_text(), buffer.name, given, out)
    constant = re.search(r"=\$(?:true|false|undef)\b", text)
    if constant:
        raise AreaError(f"{top}: a cell has the constant {constant[0][2:]} at a pin, and {library.name} has no cell "
                        "that drives one")
    return plain(text)


def instances(blif: str) -> list[tuple[str, str, dict[str, str]]]:
    """Cells of the netlist: kind, name as qflow numbers them, and the net at each pin."""
    found: list[tuple[str, str, dict[str, str]]] = []
    count: dict[str, int] = {}
    for kind, pins in GATE.findall(blif):
        count[kind] = count.get(kind, 0) + 1
        found.append((kind, f"{kind}_{count[kind]}", dict(pin.split("=") for pin in pins.split())))
    return found


def prepare(library: Library, mapped: Path, top: str, work: Path) -> Placed:
    """The folders and files that qflow wants."""
    for folder in ("source", "synthesis", "layout", "log"):
        (work / folder).mkdir(parents=True, exist_ok=True)
    blif = as_blif(library, mapped, top, work)
    (work / "synthesis" / f"{top}.blif").write_text(blif)
    (work / "synthesis" / f"{top}_powerground").write_text(POWER)
    (work / "project_vars.sh").write_text(f"set initial_density = {DENSITY}\n")
    (work / "source" / f"{top}.v").write_text(mapped.read_text())
    cells: dict[str, int] = {}
    registers: dict[str, str] = {}
    for kind, name, nets in instances(blif):
        cells[kind] = cells.get(kind, 0) + 1
        cell = library.cells[kind]
        if cell.register:
            registers[name] = next(nets[pin] for pin in cell.outputs if pin in nets)
    return Placed(top, work, cells, registers)


def step(placed: Placed, technology: str, name: str, may_fail: bool = False) -> str:
    log = placed.work / f"{name}.log"
    return tools.run(["qflow", "-T", technology, "-p", str(placed.work), name, placed.top], log, placed.top, LIMIT_S,
                     may_fail)


def wants(found: bool, placed: Placed, name: str, what: str) -> None:
    if not found:
        raise AreaError(f"{placed.top}: {what}; see {placed.work / name}.log")


def place_and_route(placed: Placed, technology: str) -> None:
    step(placed, technology, "place")
    wants(placed.layout("_unroute.def").is_file() and placed.netlist.is_file(), placed, "place", "no placement")
    text = step(placed, technology, "route")
    wants("Final: No failed routes!" in text and placed.layout(".rc").is_file(), placed, "route",
          "the router left nets without a route")


def compare(placed: Placed, technology: str) -> str:
    """netgen's verdict on the layout, extracted by magic, and the netlist. Its setup names cells that a layout need
    not have, which it calls errors."""
    text = step(placed, technology, "lvs", may_fail=True)
    verdict = re.findall(r"^Result: (.*)$", text, re.M)
    return verdict[-1].rstrip(".") if verdict else "no result"


def check(placed: Placed, technology: str) -> dict:
    """Design rules, whose violations are counted, and layout against netlist, which must match."""
    step(placed, technology, "migrate")
    found = re.search(r"^drc = (\d+)$", step(placed, technology, "drc", may_fail=True), re.M)
    if found is None:
        raise AreaError(f"{placed.top}: magic counted no violations, not even 0; see {placed.work / 'drc'}.log")
    verdict = compare(placed, technology)
    wants(verdict == MATCH, placed, "lvs", f"layout against netlist: {verdict}")
    return {"violations": int(found[1]), "layout_against_netlist": verdict}


def nets_of(blif: str) -> dict[str, set[str]]:
    """Pins of each net of the netlist."""
    nets: dict[str, set[str]] = {}
    for ports in PORTS.findall(blif):
        for name in ports.split():
            nets.setdefault(name, set()).add(name)
    for _, instance, pins in instances(blif):
        for pin, net in pins.items():
            nets.setdefault(net, set()).add(f"{instance}:{pin}")
    return {name: pins for name, pins in nets.items() if len(pins) > 1}


def check_wires(placed: Placed, wires: list[Wires]) -> None:
    """Every net of the netlist has a tree with all of its pins, and there is no other."""
    nets = nets_of((placed.work / "synthesis" / f"{placed.top}.blif").read_text())
    routed = {wire.name: set(wire.pins) for wire in wires}
    for name in sorted(nets.keys() | routed.keys()):
        if nets.get(name) != routed.get(name):
            strangers = sorted(nets.get(name, set()) ^ routed.get(name, set()))
            raise AreaError(f"{placed.top}: net {name}: the router's tree and the netlist differ in {strangers[0]}")


def length_um(points: list[tuple[str, str]], per_um: float) -> float:
    """Of a wire through these points; * repeats a coordinate."""
    total, x, y = 0.0, 0.0, 0.0
    for i, (to_x, to_y) in enumerate(points):
        next_x, next_y = (old if new == "*" else float(new) for old, new in ((x, to_x), (y, to_y)))
        total += (abs(next_x - x) + abs(next_y - y)) / per_um if i else 0.0
        x, y = next_x, next_y
    return total


def measure(placed: Placed) -> dict:
    """Die, wires and vias of the routed layout (DEF)."""
    text = placed.layout(".def").read_text()
    units = re.search(r"^UNITS DISTANCE MICRONS (\d+)", text, re.M)
    die = re.search(r"^DIEAREA \( (\S+) (\S+) \) \( (\S+) (\S+) \)", text, re.M)
    if units is None or die is None:
        raise AreaError(f"{placed.layout('.def')}: no units or no die area")
    per_um = float(units[1])
    left, bottom, right, top = (float(die[i]) / per_um for i in range(1, 5))
    nets = text[text.index("\nNETS"):text.index("\nEND NETS")]
    segments = SEGMENT.findall(nets)
    return {
        "width_um": right - left, "height_um": top - bottom,
        "wire_um": sum(length_um(POINT.findall(s), per_um) for s in segments),
        "vias": sum(len(VIA.findall(s)) for s in segments),
    }
