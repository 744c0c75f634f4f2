# SPDX-License-Identifier: Apache-2.0
"""Does a netlist of two clocks cross between them only where it may?

    crossings.py LIST TOP SOURCE...

LIST names the clocks and the data that cross (tb/crossing/<top>.txt):

    clock NAME PORT...            a clock and the ports of its side, as patterns; the first clock that fits has the port
    data SINK from SOURCE... when SYNCHRONISER      registers of one clock that take registers of the other
    recovered REGISTER...         registers that a flip-flop of the other clock clears asynchronously

Yosys reads the sources; every path that ends at a flip-flop or an output, and begins at a flip-flop or an input of
another clock, must be one of three:

  a synchroniser   the data input of a flip-flop with async_reg, straight from one flip-flop: no gate, not one of
                   several bits of a register that cross like this, no second synchroniser of the same bit. Only the
                   next flip-flop of the synchroniser looks at it.
  data             of LIST: flip-flop to flip-flop, no gate, taken only when the synchroniser named there says so
  a clear          of LIST: the asynchronous clear of a register, straight from one flip-flop. Only registers with the
                   same clear and synchronisers look at it, as it falls at any time.

Whether data are still when they are taken is not seen here: tb/formal/axi4_lite_cdc.sv proves it.
Exit code 0, 1 with a line for each path that is none of these, or 2 for a bad LIST or source.
"""

from __future__ import annotations

import fnmatch
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

SCRIPT = "read_verilog -sv {sources}; hierarchy -check -top {top}; proc; check -assert; flatten; opt_expr; opt_dff; " \
    "opt_clean; write_json {json}"
FLOPS = {"$dff", "$dffe", "$sdff", "$sdffe", "$sdffce", "$adff", "$adffe"}
BITS = {"D", "Q"}  # ports of a flip-flop with a bit for each; the others hold for all


class CrossingError(Exception):
    """The list or the netlist is not what can be checked."""


@dataclass(frozen=True)
class Flop:
    """One bit."""

    q: int
    d: int | str
    clock: int | str
    controls: tuple[int | str, ...]  # enable and synchronous reset
    clear: int | str | None  # asynchronous


@dataclass
class Crossings:
    """A list."""

    clocks: list[tuple[str, list[str]]] = field(default_factory=list)
    data: dict[str, tuple[list[str], str]] = field(default_factory=dict)
    recovered: set[str] = field(default_factory=set)


def read_list(path: Path) -> Crossings:
    found = Crossings()
    for number, line in enumerate(path.read_text().split("\n"), 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if words[0] == "clock" and len(words) > 2:
            found.clocks.append((words[1], words[2:]))
        elif words[0] == "data" and len(words) > 5 and words[2] == "from" and words[-2] == "when":
            found.data[words[1]] = words[3:-2], words[-1]
        elif words[0] == "recovered" and len(words) > 1:
            found.recovered |= set(words[1:])
        else:
            raise CrossingError(f"{path}:{number}: '{line}', expected clock, data or recovered, as crossings.py says")
    return found


class Netlist:
    """A flat module of Yosys, by its bits."""

    def __init__(self, module: dict) -> None:
        self.ports = {name: (port["direction"], port["bits"]) for name, port in module["ports"].items()}
        self.flops: dict[int, Flop] = {}
        self.inputs: dict[int, list[int | str]] = {}  # of the gate that drives a bit
        self.sinks: dict[int, int] = {}  # how many pins look at a bit
        self.names: dict[int, list[tuple[str, int]]] = {}  # a register and what it is wired to
        self.widths: dict[str, int] = {}
        self.marked: set[int] = set()  # async_reg
        for name, net in module["netnames"].items():
            if net["hide_name"] == 0:
                self._name(name, net["bits"])
            if "async_reg" in net["attributes"]:
                self.marked |= {bit for bit in net["bits"] if isinstance(bit, int)}
        for name, cell in module["cells"].items():
            self._cell(name, cell)
        for direction, bits in self.ports.values():
            self._look(bits if direction == "output" else [])

    def _name(self, name: str, bits: list[int | str]) -> None:
        self.widths[name] = len(bits)
        for place, bit in enumerate(bits):
            if isinstance(bit, int):
                self.names.setdefault(bit, []).append((name, place))

    def _look(self, bits: list[int | str]) -> None:
        for bit in bits:
            if isinstance(bit, int):
                self.sinks[bit] = self.sinks.get(bit, 0) + 1

    def _cell(self, name: str, cell: dict) -> None:
        pins, kind = cell["connections"], cell["type"]
        for pin, bits in pins.items():
            if cell["port_directions"][pin] == "input":
                self._look(bits)
        if kind in FLOPS:
            controls = tuple(pins[pin][0] for pin in ("EN", "SRST") if pin in pins)
            clear = pins["ARST"][0] if "ARST" in pins else None
            for q, d in zip(pins["Q"], pins["D"]):
                self.flops[q] = Flop(q, d, pins["CLK"][0], controls, clear)
            return
        if any(word in kind for word in ("dff", "latch", "mem", "$ff", "$sr", "$fsm")) or not kind.startswith("$"):
            raise CrossingError(f"cell {name} of type {kind}: neither a gate nor a flip-flop that is known here")
        inputs = [bit for pin, bits in pins.items() if cell["port_directions"][pin] == "input" for bit in bits]
        for pin, bits in pins.items():
            if cell["port_directions"][pin] == "output":
                self.inputs.update({bit: inputs for bit in bits})

    def cone(self, start: list[int | str]) -> set[int]:
        """The flip-flops and inputs that the bits depend on, through gates alone."""
        found: set[int] = set()
        seen: set[int] = set()
        todo = [bit for bit in start if isinstance(bit, int)]
        while todo:
            bit = todo.pop()
            if bit in seen:
                continue
            seen.add(bit)
            if bit in self.inputs:
                todo += [b for b in self.inputs[bit] if isinstance(b, int)]
            else:
                found.add(bit)
        return found

    def registers(self, bits: Iterable[int]) -> set[str]:
        return {name for bit in bits for name, _ in self.names.get(bit, [])}

    def name(self, bit: int) -> str:
        name, place = min(self.names.get(bit, [(f"bit {bit}", 0)]), key=lambda n: (n[0] in self.ports, n))
        return name if self.widths.get(name, 1) == 1 else f"{name}[{place}]"


class Checker:
    """The paths of a netlist against a list."""

    def __init__(self, netlist: Netlist, crossings: Crossings) -> None:
        self.net = netlist
        self.list = crossings
        self.findings: list[str] = []
        self.synchronised: dict[int, list[int]] = {}  # a bit: the flip-flops that synchronise it
        self.seen_data: set[str] = set()
        self.clock_names = {netlist.ports[name][1][0]: name for name, _ in crossings.clocks if name in netlist.ports}
        if len(self.clock_names) != len(crossings.clocks):
            raise CrossingError("a clock of the list is no port")
        self.domain: dict[int, str] = {}
        for name, (direction, bits) in netlist.ports.items():
            if direction == "input":
                self.domain.update({bit: self.of_port(name) for bit in bits})
        for flop in netlist.flops.values():
            if flop.clock not in self.clock_names:
                known = ", ".join(self.clock_names.values())
                raise CrossingError(f"{netlist.name(flop.q)}: its clock is none of {known}")
            self.domain[flop.q] = self.clock_names[flop.clock]

    def of_port(self, name: str) -> str:
        for clock, patterns in self.list.clocks:
            if any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns):
                return clock
        raise CrossingError(f"port {name} is of no clock in the list")

    def foreign(self, bits: list[int | str], clock: str) -> set[int]:
        return {bit for bit in self.net.cone(bits) if self.domain.get(bit, clock) != clock}

    def report(self, flop: int, what: str) -> None:
        self.findings.append(f"{self.net.name(flop)}: {what}")

    def run(self) -> list[str]:
        for flop in self.net.flops.values():
            self.check_flop(flop)
        for name, (direction, bits) in self.net.ports.items():
            if direction == "output":
                for bit in sorted(self.foreign(bits, self.of_port(name))):
                    self.findings.append(f"output {name}: {self.net.name(bit)} of {self.domain[bit]} comes to it")
        self.check_synchronised()
        for data in sorted(set(self.list.data) - self.seen_data):
            self.findings.append(f"{data}: in the list, and takes nothing of another clock")
        return sorted(set(self.findings))

    def check_flop(self, flop: Flop) -> None:
        clock = self.domain[flop.q]
        for bit in sorted(self.foreign(list(flop.controls), clock)):
            self.report(flop.q, f"{self.net.name(bit)} of {self.domain[bit]} comes to its enable or reset")
        if flop.clear is not None:
            self.check_clear(flop)
        foreign = self.foreign([flop.d], clock)
        # what is cleared at any time is asynchronous to its own clock as well
        foreign |= {bit for bit in self.net.cone([flop.d]) if bit in self.net.flops
                    and self.net.flops[bit].clear not in (None, flop.clear)}
        if not foreign:
            return
        if flop.d not in self.net.flops:
            names = ", ".join(sorted(self.net.name(bit) for bit in foreign))
            self.report(flop.q, f"{names} of another clock comes through a gate")
        elif data := self.net.registers([flop.q]) & set(self.list.data):
            self.check_data(flop, data.pop())
        elif flop.q in self.net.marked:
            self.synchronised.setdefault(int(flop.d), []).append(flop.q)
        else:
            self.report(flop.q, f"takes {self.net.name(int(flop.d))} of another clock, and is no synchroniser")

    def check_data(self, flop: Flop, sink: str) -> None:
        sources, synchroniser = self.list.data[sink]
        self.seen_data.add(sink)
        if not self.net.registers([int(flop.d)]) & set(sources):
            self.report(flop.q, f"takes {self.net.name(int(flop.d))}, which the list does not name")
        if f"{synchroniser}.stage" not in self.net.registers(self.net.cone(list(flop.controls))):
            self.report(flop.q, f"is taken without {synchroniser}")

    def check_clear(self, flop: Flop) -> None:
        if flop.clear not in self.net.flops:
            self.report(flop.q, "its asynchronous clear comes through a gate")
        elif not self.net.registers([flop.q]) & self.list.recovered:
            self.report(flop.q, "has an asynchronous clear, which the list does not name")

    def check_synchronised(self) -> None:
        registers: dict[str, set[int]] = {}
        for bit, firsts in self.synchronised.items():
            for register in self.net.registers([bit]):
                registers.setdefault(register, set()).add(bit)
            if len(firsts) > 1:
                names = ", ".join(map(self.net.name, sorted(firsts)))
                self.report(bit, f"goes into several synchronisers, which may differ: {names}")
            for first in firsts:
                following = [f.q for f in self.net.flops.values() if f.d == first]
                if self.net.sinks.get(first, 0) != 1 or not set(following) & self.net.marked:
                    self.report(first, "more than a second flip-flop looks at the first one of a synchroniser")
        for register, bits in registers.items():
            if len(bits) > 1:
                self.findings.append(f"{register}: {len(bits)} bits of it cross by synchronisers, which may differ")


def netlist_of(top: str, sources: list[Path]) -> Netlist:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "netlist.json"
        script = SCRIPT.format(sources=" ".join(map(str, sources)), top=top, json=out)
        done = subprocess.run(["yosys", "-q", "-p", script], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise CrossingError(f"Yosys: {(done.stderr or done.stdout).strip().splitlines()[-1]}")
        return Netlist(json.loads(out.read_text())["modules"][top])


def main(arguments: list[str]) -> int:
    if len(arguments) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        crossings = read_list(Path(arguments[0]))
        checker = Checker(netlist_of(arguments[1], [Path(name) for name in arguments[2:]]), crossings)
        findings = checker.run()
    except (CrossingError, OSError) as error:
        print(f"crossings.py: {error}", file=sys.stderr)
        return 2
    if findings:
        print("\n".join([*findings, f"FAIL crossings of {arguments[1]}"]))
        return 1
    bits = sum(bool(checker.net.registers([q]) & set(crossings.data)) for q in checker.net.flops)
    print(f"PASS crossings of {arguments[1]}: {len(checker.net.flops)} flip-flops; {len(checker.synchronised)} "
          f"bits cross by a synchroniser, {bits} as data of {len(crossings.data)} handshakes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
