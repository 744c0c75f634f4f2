# SPDX-License-Identifier: Apache-2.0
"""Energies of a netlist's transitions, from the tables of a Liberty file.

A transition of a net costs half of C V^2 of what hangs on it, and what its driver takes inside (internal_power of
the output pin); an input pin may cost on its own, as the data and clock pins of a flip-flop do.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .errors import AreaError
from .liberty import Library
from .liberty_text import Group, parse, read
from .netlist import CELL, connected, squeezed


def numbers(text: str) -> list[float]:
    return [float(word) for word in text.replace(",", " ").replace("\\", " ").split()]


def between(axis: list[float], at: float) -> tuple[int, float]:
    """Interval of the axis and how far in it; beyond the ends the first or last interval is continued."""
    i = max(0, min(len(axis) - 2, sum(1 for x in axis[1:] if x <= at)))
    return i, (at - axis[i]) / (axis[i + 1] - axis[i])


@dataclass
class Table:
    """Energy of a transition over the load in pF (none for an input pin), at the one slope."""
    loads: list[float]
    pj: list[float]

    def at(self, load: float) -> float:
        if len(self.loads) < 2:
            return self.pj[0]
        i, x = between(self.loads, load)
        return self.pj[i] * (1 - x) + self.pj[i + 1] * x


@dataclass
class Units:
    """Of a library: its time in ns, load in pF, energy in pJ; and the slope, in ns."""
    ns: float
    pf: float
    pj: float
    slope_ns: float


def read_table(group: Group, templates: dict[str, Group], units: Units) -> Table:
    """Axes are the template's where the table has none; which axis is the load, its template says."""
    template = templates.get(group.arguments[0]) if group.arguments else None
    shared = template.attributes if template else {}
    axes = {}
    for i in (1, 2):
        axis = numbers(group.attributes.get(f"index_{i}", shared.get(f"index_{i}", "")))
        if axis:
            axes["load" if "capacitance" in shared.get(f"variable_{i}", "") else "slope"] = axis
    values = [units.pj * value for value in numbers(group.attributes["values"])]
    loads = [units.pf * load for load in axes.get("load", [])]
    slopes = [units.ns * slope for slope in axes.get("slope", [])]
    if len(values) != max(1, len(loads)) * max(1, len(slopes)):
        raise AreaError(f"energies of {group.name} ({', '.join(group.arguments)}): {len(values)} values, expected "
                        f"{len(loads)} x {len(slopes)}")
    rows = [values[i::len(loads)] for i in range(len(loads))] if loads else [values]
    if loads and next(iter(axes)) == "load":
        n = max(1, len(slopes))
        rows = [values[i * n:(i + 1) * n] for i in range(len(loads))]
    if len(slopes) < 2:
        return Table(loads, [row[0] for row in rows])
    j, y = between(slopes, units.slope_ns)
    return Table(loads, [row[j] * (1 - y) + row[j + 1] * y for row in rows])


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


def leakage(cell: Group) -> float:
    """Of a cell for which the library gives none as a whole: for any state, or else the mean over the states."""
    if "cell_leakage_power" in cell.attributes:
        return float(cell.attributes["cell_leakage_power"])
    found = cell.named("leakage_power")
    values = [float(group.attributes["value"]) for group in
              [group for group in found if "when" not in group.attributes] or found]
    return sum(values) / len(values) if values else 0.0


def read_energies(library: Library, slope_ns: float) -> tuple[float, dict[str, CellEnergy]]:
    """Voltage, and the energies of each cell; internal energies are in the unit of load times V^2."""
    if not library.volts:
        raise AreaError(f"{library.files}: no nom_voltage: expected it for energies")
    top = parse(read(library.power), library.power).named("library")[0]
    templates = {group.arguments[0]: group for group in top.groups if group.name.endswith("_template")}
    units = Units(library.ns, library.pf, library.pf, slope_ns)
    cells = {}
    for group in top.named("cell"):
        cell = CellEnergy(library.nw * leakage(group))
        for pin in group.named("pin"):
            name = pin.arguments[0]
            cell.pf[name] = library.pf * float(pin.attributes.get("capacitance", 0))
            if pin.attributes.get("clock") == "true":
                cell.clocks.append(name)
            cell.tables[name] = [read_table(edge, templates, units) for power in pin.named("internal_power")
                                 for edge in power.groups if edge.name in ("rise_power", "fall_power")]
        cells[group.arguments[0]] = cell
    return library.volts, cells


@dataclass
class Energies:
    """Of one unit: pJ of a transition of each net, of a clock cycle without any, and leakage."""
    transition_pj: dict[str, float]
    clock_pj: float
    leakage_nw: float


def energies_of(netlist: str, outputs: dict[str, float], voltage: float, cells: dict[str, CellEnergy]) -> Energies:
    """`outputs`: nets that leave the unit, each with the load of make area's timing in pF. No wires, no clock tree."""
    placed = [(kind, [(pin, squeezed(net)) for pin, net in connected(pins).items() if net])
              for kind, _, pins in CELL.findall(netlist)]
    load = dict(outputs)
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
