# SPDX-License-Identifier: Apache-2.0
"""Energies of a netlist's transitions, from the tables of a Liberty file.

A transition of a net costs half of C V^2 of what hangs on it, and what its driver takes inside (internal_power of
the output pin); an input pin may cost on its own, as the data and clock pins of a flip-flop do.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from .errors import AreaError
from .liberty import Group, parse
from .netlist import CELL, connected, squeezed
from .timing import LOAD_PF

# Decision: one slope for all pins, within every table of the library; a slope of its own for each pin would have to
# come from a timing run.
SLOPE_NS = 0.18


def numbers(text: str) -> list[float]:
    return [float(word) for word in text.replace(",", " ").replace("\\", " ").split()]


def between(axis: list[float], at: float) -> tuple[int, float]:
    """Interval of the axis and how far in it; beyond the ends the first or last interval is continued."""
    i = max(0, min(len(axis) - 2, sum(1 for x in axis[1:] if x <= at)))
    return i, (at - axis[i]) / (axis[i + 1] - axis[i])


@dataclass
class Table:
    """Energy in pJ over the load in pF (none for an input pin) and the slope in ns."""
    loads: list[float]
    slopes: list[float]
    values: list[float]

    def at(self, load: float) -> float:
        j, y = between(self.slopes, SLOPE_NS)
        n = len(self.slopes)

        def row(i: int) -> float:
            return self.values[i * n + j] * (1 - y) + self.values[i * n + j + 1] * y

        if not self.loads:
            return row(0)
        i, x = between(self.loads, load)
        return row(i) * (1 - x) + row(i + 1) * x


def read_table(group: Group) -> Table:
    first, second = (numbers(group.attributes.get(f"index_{i}", "")) for i in (1, 2))
    values = numbers(group.attributes["values"])
    return Table(first, second, values) if second else Table([], first, values)


@dataclass
class CellEnergy:
    leakage_nw: float
    pf: dict[str, float] = field(default_factory=dict)           # of each pin
    tables: dict[str, list[Table]] = field(default_factory=dict)  # of each pin: one for each edge and cause
    clocks: list[str] = field(default_factory=list)

    def inside(self, pin: str, load: float) -> float:
        """pJ of one transition of the pin: the mean of rise and fall, over what may cause it."""
        found = self.tables.get(pin, [])
        return sum(table.at(load) for table in found) / len(found) if found else 0.0


def read_energies(path: Path) -> tuple[float, dict[str, CellEnergy]]:
    """Voltage, and the energies of each cell. Units as OSU's libraries have them: ns, pF, nW, pJ."""
    top = parse(path.read_text(errors="replace")).named("library")[0]
    wanted = {"time_unit": "1ns", "leakage_power_unit": "1nW", "voltage_unit": "1V", "capacitive_load_unit": "1 pf"}
    for name, value in wanted.items():
        if top.attributes.get(name, "").replace(",", " ") != value:
            raise AreaError(f"{path}: {name} {top.attributes.get(name)}: expected {value}")
    cells = {}
    for group in top.named("cell"):
        cell = CellEnergy(float(group.attributes.get("cell_leakage_power", 0)))
        for pin in group.named("pin"):
            name = pin.arguments[0]
            cell.pf[name] = float(pin.attributes.get("capacitance", 0))
            if pin.attributes.get("clock") == "true":
                cell.clocks.append(name)
            cell.tables[name] = [read_table(edge) for power in pin.named("internal_power")
                                 for edge in power.groups if edge.name in ("rise_power", "fall_power")]
        cells[group.arguments[0]] = cell
    return float(top.attributes["nom_voltage"]), cells


@dataclass
class Energies:
    """Of one unit: pJ of a transition of each net, of a clock cycle without any, and leakage."""
    transition_pj: dict[str, float]
    clock_pj: float
    leakage_nw: float


def energies_of(netlist: str, outputs: set[str], voltage: float, cells: dict[str, CellEnergy]) -> Energies:
    """`outputs`: nets that leave the unit, each with the load of make area's timing. No wires, no clock tree."""
    placed = [(kind, [(pin, squeezed(net)) for pin, net in connected(pins).items() if net])
              for kind, _, pins in CELL.findall(netlist)]
    load: dict[str, float] = dict.fromkeys(outputs, LOAD_PF)
    extra: dict[str, float] = {}
    clock_pj, leakage = 0.0, 0.0
    for kind, pins in placed:
        cell = cells[kind]
        leakage += cell.leakage_nw
        for pin, net in pins:
            if pin in cell.clocks:
                clock_pj += 2 * (cell.inside(pin, 0.0) + cell.pf[pin] * voltage ** 2 / 2)
                continue
            load[net] = load.get(net, 0.0) + cell.pf[pin]
    for kind, pins in placed:
        cell = cells[kind]
        for pin, net in pins:
            if pin not in cell.clocks:
                extra[net] = extra.get(net, 0.0) + cell.inside(pin, load.get(net, 0.0))
    return Energies({net: pf * voltage ** 2 / 2 + extra.get(net, 0.0) for net, pf in load.items()}, clock_pj, leakage)
