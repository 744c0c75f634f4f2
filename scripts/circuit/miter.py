# SPDX-License-Identifier: Apache-2.0
"""The miter: C and RTL on the same state and inputs, and one bit per obligation that must be 0.

All state bits, inputs, ghosts, undefined values of C and x values of the RTL
are free inputs of the miter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from .aiger import Graph, cone, literal_of
from .describe import AFTER_RESET, DUTY, INDUCTIVE, LEMMA, PROPERTY, START
from .errors import ProofError
from .layout import Field
from .rtl import Netlist, RegisterMap
from .unit import Unit


NEVER, FALLBACK, ALWAYS, BOTH = "never", "fallback", "always", "both"


@dataclass
class Obligation:
    """`bad` must be 0: in all states (inv = NEVER), if need be only in those of the invariant
    (FALLBACK), or it is about the states of the invariant to begin with (ALWAYS), or about steps
    between such states (BOTH)."""

    kind: str
    name: str
    bad: int
    inv: str
    c: list[int] = field(default_factory=list)  # values to print in a counterexample
    rtl: list[int] = field(default_factory=list)
    bits: int = 0  # of one element of c and rtl
    rests_on: list[str] = field(default_factory=list)  # other obligations assumed

    @property
    def title(self) -> str:
        return f"{self.kind} {self.name}".strip()


@dataclass
class Miter:
    graph: Graph
    inv: int
    inv_next: int  # of the next state; with the invariant proved inductive, properties may rest on it
    obligations: list[Obligation]
    # what to show of a counterexample: (name, element width, literals of the inputs)
    shown: list[tuple[str, int, list[int]]]
    ghosts: list[list[int]] = field(default_factory=list)  # literals of each free constant, bit 0 first


def _source_literals(netlist: Netlist, wires: dict[tuple[str, int], int], free: list[int]) -> list[int]:
    """Literals of all inputs of a circuit: named ones from wires, the others from free."""
    sources = [-1] * netlist.circuit.inputs
    for name, number in netlist.inputs.items():
        if name not in wires:
            raise ProofError(f"RTL port {name[0]}, bit {name[1]}: no such input in C")
        sources[number] = wires[name]
    spare = iter(free)
    return [next(spare) if s < 0 else s for s in sources]


def build(unit: Unit, c: Netlist, rtl: Netlist, registers: RegisterMap) -> Miter:
    graph = Graph()
    shown, wires_c, wires_rtl, state = [], {}, {}, {}
    for f in unit.state:
        literals = graph.add_inputs(f.width)
        shown.append((f"s->{f.path}", f.bits, literals))
        for k, literal in enumerate(literals):
            wires_c[f"s_{f.identifier}", k] = literal
            state[f.leaves[k // f.bits].path, k % f.bits] = literal
    for f in unit.inputs:
        literals = graph.add_inputs(f.width)
        shown.append((f"in->{f.path}", f.bits, literals))
        for k, literal in enumerate(literals):
            wires_c[f"i_{f.identifier}", k] = literal
            wires_rtl[f.identifier, k] = literal
    for (port, bit) in sorted(c.inputs):
        if (port, bit) not in wires_c:
            wires_c[port, bit] = graph.add_inputs(1)[0]
    ghosts = [[wires_c[f"g_{name}", b] for b in range(ghost.bits)] for name, ghost in unit.ghosts.items()]
    shown += [(ghost.shown, ghost.bits, bits) for ghost, bits in zip(unit.ghosts.values(), ghosts)]
    unknown = rtl.circuit.inputs - len(rtl.inputs)
    free = [graph.add_inputs(unknown), graph.add_inputs(unknown)]
    shown.append(("x of the RTL", max(1, unknown), free[0]))
    _check_ports(unit, rtl)
    _check_clocking(rtl)

    values = graph.instantiate(c.circuit, _source_literals(c, wires_c, []))

    def c_bit(port: str, bit: int) -> int:
        return literal_of(values, c.circuit.outputs[c.outputs[port, bit]])

    latches = [-1] * len(rtl.circuit.latches)
    for leaf, number in registers.latch.items():
        latches[number] = state[leaf]
    runs = []
    for rst in (0, 1):
        wires = wires_rtl | {("clk", 0): 0, ("rst", 0): rst}
        runs.append(graph.instantiate(rtl.circuit, _source_literals(rtl, wires, free[rst]) + latches))

    inv = c_bit("inv", 0)
    obligations = []

    def compare(kind: str, f: Field, left: list[int], right: list[int], use: str = FALLBACK) -> None:
        bad = graph.or_all([graph.xor(a, b) for a, b in zip(left, right)])
        obligations.append(Obligation(kind, f.path, bad, use, left, right, f.bits))

    for f in unit.outputs:
        right = [literal_of(runs[0], rtl.circuit.outputs[rtl.outputs[f.identifier, k]]) for k in range(f.width)]
        compare("C = RTL, output", f, [c_bit(f"o_{f.identifier}", k) for k in range(f.width)], right)

    def next_state(f: Field, rst: int) -> list[int]:
        return [literal_of(runs[rst], rtl.circuit.latches[registers.latch[f.leaves[k // f.bits].path, k % f.bits]])
                for k in range(f.width)]

    for f in unit.state:
        compare("C = RTL, next state", f, [c_bit(f"n_{f.identifier}", k) for k in range(f.width)], next_state(f, 0))
    for f in unit.state:
        start = [unit.reset[leaf.path] >> b & 1 for leaf in f.leaves for b in range(f.bits)]
        compare("C = RTL, reset", f, start, next_state(f, 1), NEVER)

    inv_next = c_bit("bad_inv_step", 0) ^ 1
    return Miter(graph, inv, inv_next, obligations + _judgements(unit, c_bit), shown, ghosts)


def of_c_alone(unit: Unit, c: Netlist) -> Miter:
    """What the description says of the C, without any RTL."""
    graph = Graph()
    sources = graph.add_inputs(c.circuit.inputs)
    values = graph.instantiate(c.circuit, sources)

    def c_bit(port: str, bit: int) -> int:
        return literal_of(values, c.circuit.outputs[c.outputs[port, bit]])

    ghosts = [[sources[c.inputs[f"g_{name}", b]] for b in range(ghost.bits)] for name, ghost in unit.ghosts.items()]
    return Miter(graph, c_bit("inv", 0), c_bit("bad_inv_step", 0) ^ 1, _judgements(unit, c_bit), [], ghosts)


def _judgements(unit: Unit, c_bit: Callable[[str, int], int]) -> list[Obligation]:
    obligations: list[Obligation] = []

    def judged(kind: str, name: str, port: str, use: str) -> None:
        obligations.append(Obligation(kind, name, c_bit(port, 0), use))

    judged("no undefined behaviour", "", "bad_ub", FALLBACK)
    judged("no undefined behaviour in the invariant", "", "bad_inv_ub", NEVER)
    judged("no undefined behaviour in the description", "", "bad_description_ub", FALLBACK)
    for f in unit.outputs:
        judged("outputs() = step(),", f.path, f"bad_outputs_{f.identifier}", FALLBACK)
    judged("invariant after reset", "", "bad_inv_reset", NEVER)
    judged("invariant inductive", "", "bad_inv_step", ALWAYS)
    for f in unit.state:
        judged("idle keeps", f.path, f"bad_idle_{f.identifier}", FALLBACK)
    if any(claim.kind == START for claim in unit.claims):
        judged("no other state than that after reset", "", "bad_start", NEVER)
    # Only properties may rest on the invariant of the next state: lemmas serve to prove that it has it.
    uses = {START: NEVER, AFTER_RESET: NEVER, INDUCTIVE: ALWAYS, LEMMA: ALWAYS, PROPERTY: BOTH}
    for claim in (c for c in unit.claims if c.kind != DUTY):
        judged(claim.kind, claim.name, f"bad_{claim.port}", uses[claim.kind])
        obligations[-1].rests_on = claim.rests_on
    return obligations


def _check_clocking(rtl: Netlist) -> None:
    """Pins are functions of registers, and the clock is no value: the comparison, which holds both still, would
    not see them."""
    circuit = rtl.circuit
    pins = {f"output {name}[{bit}]": circuit.outputs[number] for (name, bit), number in rtl.outputs.items()}
    data = {f"register {names[0][0]}[{names[0][1]}]": circuit.latches[k] for k, names in rtl.latches.items()}
    for port, roots in (("rst", pins), ("clk", pins | data)):
        variable = 1 + rtl.inputs[port, 0]
        if variable in cone(circuit.inputs + len(circuit.latches), circuit.ands, list(roots.values())):
            reads = next(what for what, root in roots.items()
                         if variable in cone(circuit.inputs + len(circuit.latches), circuit.ands, [root]))
            raise ProofError(f"RTL {reads} reads {port}")


def _check_ports(unit: Unit, rtl: Netlist) -> None:
    """Ports of the RTL and leaves of C must be the same, bit for bit."""
    wanted_in = {(f.identifier, k) for f in unit.inputs for k in range(f.width)}
    wanted_out = {(f.identifier, k) for f in unit.outputs for k in range(f.width)}
    for wanted, found, what in ((wanted_in | {("clk", 0), ("rst", 0)}, set(rtl.inputs), "input"),
                                (wanted_out, set(rtl.outputs), "output")):
        for name, bit in sorted(wanted - found):
            raise ProofError(f"the RTL has no {what} port {name}[{bit}]")
        for name, bit in sorted(found - wanted):
            raise ProofError(f"RTL {what} port {name}[{bit}] has no field in C")
