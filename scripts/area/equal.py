# SPDX-License-Identifier: Apache-2.0
"""Is the netlist of `make area` the RTL it was made from? And a netlist for the lock-step bench.

    equal.py [--netlist FILE] [--bench FILE] [--liberty FILE] [--build DIR] UNIT

Registers of the two are paired by name. Then one step of both is compared, for every state, every input
and both values of rst: all pins and all registers. A register bit that synthesis has dropped must be 0
after every step from a state in which it and its like are 0, or have no effect whatever its value; bits that it
has joined must be equal after every step from a state in which they are. So both are equal for all time after a
reset.
The netlist is that of the area flow, or FILE. --bench writes it in the form of netlist_bench.py.
Exit code 1 when they differ, 2 when they cannot be compared.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

from scripts.area.area import OSU018, hand_written
from scripts.area.errors import AreaError
from scripts.area.flow import Design, Flow
from scripts.area.joined import alike, unread
from scripts.area.liberty import Library, read_library
from scripts.area.netlist_bench import Bench, cells_as_logic
from scripts.circuit import configs
from scripts.circuit.aiger import Graph, literal_of
from scripts.circuit.errors import ProofError
from scripts.circuit.miter import NEVER, Miter, Obligation
from scripts.circuit.prove import Prover, Verdict
from scripts.circuit.rtl import TO_GATES, Bit, Netlist, elaborate_rtl, read_netlist
from scripts.circuit.tools import yosys

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT_S = 600


def elaborate_netlist(netlist: Path, top: str, liberty: Path, output: Path) -> Netlist:
    """The cells as the library's functions say; what it has no function for is an error."""
    yosys([f"read_liberty -ignore_miss_func {liberty}", f"read_verilog {netlist}",
           f"hierarchy -check -top {top}", "proc", "flatten", "opt_clean", "check -assert",
           "select -assert-none t:$_DLATCH_* t:$_SR_* t:$_DFFSR_* t:$_DFF_N_ t:$_TBUF_",
           "select -assert-none t:$_DFF_P_ w:clk %co1:+$_DFF_P_[C] %d", *TO_GATES,
           f"write_aiger -symbols -map {output.with_suffix('.map')} {output}"], f"netlist of {top}")
    return read_netlist(output)


def register_names(circuit: Netlist) -> dict[int, set[str]]:
    """Of each register bit the names of its net: its own, and pins that show it. Synthesis splits a register
    into nets of one bit, seq[3] into seq[3][0] and so on."""
    first = 1 + circuit.circuit.inputs
    nets: dict[int, list[Bit]] = {number: list(names) for number, names in circuit.latches.items()}
    for name, number in circuit.outputs.items():
        literal = circuit.circuit.outputs[number]
        if not literal & 1 and 0 <= literal // 2 - first < len(circuit.circuit.latches):
            nets.setdefault(literal // 2 - first, []).append(name)
    wide = {name for names in nets.values() for name, bit in names if bit != 0}
    return {number: {f"{name}[{bit}]" for name, bit in names} | {name for name, _ in names if name not in wide}
            for number, names in nets.items()}


@dataclass
class Pairing:
    """RTL register bit to register of the netlist; None: it has none, as its value is always 0, or as nothing
    depends on it, whatever its value."""

    register: dict[int, int | None]
    name: dict[int, str]
    unread: set[int]

    @property
    def dropped(self) -> list[str]:
        return sorted({self.name[k] for k, other in self.register.items() if other is None and k not in self.unread})


def pair(rtl: Netlist, gates: Netlist) -> Pairing:
    """By name. In a block of units synthesis joins registers that are alike, and drops those that nobody reads; those
    that are left without a register of their name get one that may be theirs."""
    owner = {name: number for number, names in register_names(gates).items() for name in names}
    found = Pairing({}, {}, set())
    for number, names in register_names(rtl).items():
        found.name[number] = min(rtl.latches[number])[0]
        others = {owner[name] for name in names if name in owner}
        if len(others) > 1:
            raise ProofError(f"register {found.name[number]} has several bits in the netlist for one of its own")
        found.register[number] = others.pop() if others else None
    left_out = [number for number, other in found.register.items() if other is None]
    if left_out:
        of_rtl, of_gates, zero = alike(rtl, gates, set(left_out))
        nobody_reads = unread(rtl)
        theirs = {kind: number for number, kind in enumerate(of_gates) if kind != zero}
        found.register |= {number: theirs.get(of_rtl[number]) for number in left_out}
        found.unread = {number for number in left_out if found.register[number] is None
                        and (of_rtl[number] != zero or number in nobody_reads)}
    left = strangers(gates, found)
    if left:
        stranger = min(register_names(gates).get(left[0], {"one without a name"}))
        raise ProofError(f"{len(left)} registers of the netlist are none of the RTL, such as {stranger}")
    return found


def strangers(gates: Netlist, found: Pairing) -> list[int]:
    used = {k for k in found.register.values() if k is not None}
    return [k for k in range(len(gates.circuit.latches)) if k not in used]


def miter_of(rtl: Netlist, gates: Netlist, pairs: Pairing) -> Miter:
    graph = Graph()
    wires: dict[Bit, int] = {}
    for name in sorted(rtl.inputs):
        wires[name], = graph.add_inputs(1)
    unknown = sorted(set(gates.inputs) - set(rtl.inputs))
    if unknown or set(rtl.outputs) != set(gates.outputs):
        raise ProofError(f"the netlist has other ports than the RTL: {(unknown or sorted(gates.outputs))[0]}")
    free = [graph.add_inputs(c.circuit.inputs - len(c.inputs)) for c in (rtl, gates)]
    of_gates = [graph.add_inputs(1)[0] for _ in gates.circuit.latches]
    paired = [pairs.register[k] for k in range(len(rtl.circuit.latches))]
    ignored = iter(graph.add_inputs(len(pairs.unread)))
    state = [next(ignored) if k in pairs.unread else 0 if other is None else of_gates[other]
             for k, other in enumerate(paired)]

    def step(circuit: Netlist, latches: list[int], spare: list[int]) -> list[int]:
        sources = [-1] * circuit.circuit.inputs
        for name, number in circuit.inputs.items():
            sources[number] = wires[name]
        rest = iter(spare)
        return graph.instantiate(circuit.circuit, [next(rest) if s < 0 else s for s in sources] + latches)

    left, right = step(rtl, state, free[0]), step(gates, of_gates, free[1])
    bad: dict[str, list[int]] = {}
    for pin in sorted(rtl.outputs):
        bad.setdefault(f"output {pin[0]}", []).append(graph.xor(
            literal_of(left, rtl.circuit.outputs[rtl.outputs[pin]]),
            literal_of(right, gates.circuit.outputs[gates.outputs[pin]])))
    for number, other in sorted(pairs.register.items()):
        if number in pairs.unread:
            continue
        after = literal_of(left, rtl.circuit.latches[number])
        bad.setdefault(f"register {pairs.name[number]}", []).append(
            after if other is None else graph.xor(after, literal_of(right, gates.circuit.latches[other])))
    return Miter(graph, 1, 1, [Obligation("netlist = RTL,", what, graph.or_all(bits), NEVER)
                               for what, bits in bad.items()], [])


class Comparison:
    """The RTL of a design and a netlist of it."""

    def __init__(self, design: Design, netlist: Path, library: Library, work: Path):
        work.mkdir(parents=True, exist_ok=True)
        sizes = [f"GMMU_{name}={value}" for name, value in design.parameters.items()]
        self._design, self._path, self._library, self._work = design, netlist, library, work
        self._rtl = elaborate_rtl(design.sources, design.top, sizes, work / "rtl.aig")
        self._gates = elaborate_netlist(netlist, design.top, library.path, work / "gates.aig")
        self.pairs = pair(self._rtl, self._gates)

    def differences(self) -> list[Verdict]:
        prover = Prover(miter_of(self._rtl, self._gates, self.pairs), self._work, TIMEOUT_S)
        prover.sweep()
        return [verdict for verdict in prover.decide_all(1) if not verdict.proved]

    def for_bench(self) -> str:
        design, gates = self._design, register_names(self._gates)
        bench = Bench(self._path, {c.name for c in self._library.cells.values() if c.register})
        names = {name: gates[other] for number, other in self.pairs.register.items() if other is not None
                 for name in self._rtl.latches[number]}
        places = bench.place(design.layout["state"] if design.layout else [], names)
        return bench.text(design.top, places, cells_as_logic(self._library.path, bench.used, self._work))


def check(options: argparse.Namespace) -> bool:
    build = Path(options.build)
    design = hand_written(options.unit, build)
    library = read_library(options.liberty, Path(options.build))
    netlist = Path(options.netlist or Flow(library, build).mapped(design))
    comparison = Comparison(design, netlist, library, build / "area" / "equal" / design.key)
    pairs, wrong = comparison.pairs, comparison.differences()
    for verdict in wrong:
        print(f"  {verdict.how}: {verdict.obligation.title}")
    dropped = [k for k, other in pairs.register.items() if other is None and k not in pairs.unread]
    note = f", {len(dropped)} more that are always 0 ({', '.join(pairs.dropped)})" if dropped else ""
    note += f", {len(pairs.unread)} more on which nothing depends" if pairs.unread else ""
    kept = {k for k in pairs.register.values() if k is not None}
    joined = sum(k is not None for k in pairs.register.values()) - len(kept)
    note += f", {joined} joined with others" if joined else ""
    print(f"{'FAIL' if wrong else 'PASS'} netlist {options.unit} ({len(kept)} register bits"
          f"{note}, every pin and register in every state{f'; {len(wrong)} differ' if wrong else ''})")
    if options.bench:
        Path(options.bench).write_text(comparison.for_bench())
    return not wrong


def main(arguments: list[str]) -> int:
    sys.setrecursionlimit(100000)
    parser = argparse.ArgumentParser(description="Compare the netlist of make area with the RTL.")
    parser.add_argument("unit")
    parser.add_argument("--netlist", help="this one instead of the area flow's")
    parser.add_argument("--bench", metavar="FILE", help="write the netlist for the lock-step bench")
    parser.add_argument("--liberty", default=OSU018)
    parser.add_argument("--build", default=str(ROOT / "build"))
    try:
        return 0 if check(parser.parse_args(arguments)) else 1
    except (AreaError, ProofError, configs.ConfigError, OSError) as error:
        print(f"equal.py: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
