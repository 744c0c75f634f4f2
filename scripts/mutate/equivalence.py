# SPDX-License-Identifier: Apache-2.0
"""Is a mutant the original after all? The proof of scripts/formal, mutant against original.

Equal means: the same pins, the same next state and the same state after reset, for every
state and every input. Where that fails, the states of the unit's invariant (tb/formal) are
tried: `make prove` shows that no other state is ever reached.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import subprocess
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path

from scripts.circuit import aiger
from scripts.circuit.aiger import Graph, literal_of
from scripts.circuit.errors import ProofError
from scripts.circuit.expr import Builder
from scripts.circuit.layout import Field, fields
from scripts.circuit.rtl import Netlist, elaborate_rtl, map_registers, source_files
from scripts.circuit.tools import run
from scripts.circuit.translate import module_of, packed, signals
from scripts.circuit.unit import Translator, Unit, load_step, variables

from scripts.circuit import configs

from . import netlist as netlist_of
from . import rtl_source
from .bench import Bench
from .mutant import C, EQUIVALENT, NETLIST, RTL, SURVIVED, UNREACHABLE, Mutant

SAT, UNSAT = 10, 20
PATIENCE = 10  # the limit on elapsed time, in limits on CPU time
Port = tuple[str, int]  # name and bit
# ("o", port, bit), ("n", leaf, bit), ("r", leaf, bit): a literal, or for C a constant
Values = dict[tuple[str, str, int], int]


def _solve(circuit: aiger.Circuit, roots: list[int]) -> int:
    """CaDiCaL on the conjunction of roots."""
    if 0 in roots:
        return UNSAT
    text = aiger.cnf(circuit.inputs, circuit.ands, [r for r in roots if r != 1])
    done = subprocess.run(["cadical", "-q", "-n"], input=text, capture_output=True, text=True, check=False)
    return done.returncode


@dataclass
class Side:
    """A step as a circuit. `latch` is None for C, whose state are plain inputs."""

    netlist: Netlist
    latch: dict[tuple[str, int], int] | None
    constants: Values  # what needs no circuit: the state after reset of the C
    number: int = 0  # RTL: value of the input that selects the mutant; 0 is the original

    @property
    def unknown(self) -> int:
        """Free inputs of one copy: x of the RTL, undefined values of the C."""
        if self.latch is not None:
            return self.netlist.circuit.inputs - len(self.netlist.inputs)
        return sum(name.startswith("u_") for name, _ in self.netlist.inputs)


class Comparison:
    """Both sides on one state and one input, and the invariant."""

    def __init__(self, state: list[Field], inputs: list[tuple[str, int]], sides: list[Side], invariant: Netlist):
        self.graph = Graph()
        self._fields = state
        self._state = {}
        for f in state:
            for k, literal in enumerate(self.graph.add_inputs(f.width)):
                self._state[f.leaves[k // f.bits].path, k % f.bits] = literal
        self._inputs = {(name, k): literal for name, width in inputs
                        for k, literal in enumerate(self.graph.add_inputs(width))}
        # An unknown value is the same on both sides: the original does not depend on it
        # (it is proved equal for all values), so the mutant must not either.
        self._free = self.graph.add_inputs(2 * max(side.unknown for side in sides))
        spare = self.graph.add_inputs(sum(name.startswith("u_") for name, _ in invariant.inputs))
        left, right = (self._step(side) for side in sides)
        if set(left) != set(right):
            raise ProofError("the mutant has other ports or registers than the original")
        self._bad = self.graph.or_all([self.graph.xor(left[key], right[key]) for key in sorted(left)])
        self._inv = self._combinational(invariant, spare)["inv", 0]

    def decide(self, work: Path) -> tuple[str, str]:
        """Verdict and reason: in every state, else in those of the invariant. ABC merges what is equal first."""
        before, after = work / "miter.aig", work / "swept.aig"
        self.graph.write(before, [self._bad, self._inv])
        after.unlink(missing_ok=True)
        run(["berkeley-abc", "-q", f"&r {before}; &fraig -x; &w {after}"], "ABC")
        swept = aiger.read(after)
        bad, inv = swept.outputs
        if _solve(swept, [bad]) == UNSAT:
            return EQUIVALENT, "proved in every state"
        answer = _solve(swept, [bad, inv])
        if answer == UNSAT:
            return UNREACHABLE, "proved in the states of the invariant"
        return SURVIVED, "the bench passes, the proof " + ("finds a difference" if answer == SAT else "ran out of time")

    def _state_ports(self) -> dict[Port, int]:
        return {(f"s_{f.identifier}", k): self._state[f.leaves[k // f.bits].path, k % f.bits]
                for f in self._fields for k in range(f.width)}

    def _combinational(self, circuit: Netlist, free: list[int]) -> dict[Port, int]:
        wires = self._state_ports() | {(f"i_{name}", k): x for (name, k), x in self._inputs.items()}
        sources = [0] * circuit.circuit.inputs
        spare = iter(free)
        for name, number in sorted(circuit.inputs.items()):
            sources[number] = next(spare) if name[0].startswith("u_") else wires[name]
        table = self.graph.instantiate(circuit.circuit, sources)
        return {name: literal_of(table, circuit.circuit.outputs[k]) for name, k in circuit.outputs.items()}

    def _step(self, side: Side) -> Values:
        if side.latch is None:
            found = self._combinational(side.netlist, self._free)
            return {("c", *name): literal for name, literal in found.items()} | side.constants
        values: Values = {}
        half = len(self._free) // 2
        for rst in (0, 1):
            table = self._clocked(side, rst, self._free[rst * half:(rst + 1) * half])
            circuit = side.netlist.circuit
            for leaf, number in (side.latch or {}).items():
                values["r" if rst else "n", *leaf] = literal_of(table, circuit.latches[number])
            if not rst:
                values |= {("o", *name): literal_of(table, circuit.outputs[k])
                           for name, k in side.netlist.outputs.items()}
        return values

    def _clocked(self, side: Side, rst: int, free: list[int]) -> list[int]:
        wires = self._inputs | {("clk", 0): 0, ("rst", 0): rst}
        wires |= {(netlist_of.CONTROL, k): side.number >> k & 1 for k in range(netlist_of.CONTROL_BITS)}
        sources = [-1] * side.netlist.circuit.inputs
        for name, number in side.netlist.inputs.items():
            sources[number] = wires[name]
        spare = iter(free)
        latches = [0] * len(side.netlist.circuit.latches)
        for leaf, number in (side.latch or {}).items():
            latches[number] = self._state[leaf]
        return self.graph.instantiate(side.netlist.circuit, [next(spare) if s < 0 else s for s in sources] + latches)


# State and inputs of the unit, the side, the invariant.
Original = tuple[list[Field], list[tuple[str, int]], Side, Netlist]


class Judge:
    """Proves mutants of one unit; what belongs to the original is made once."""

    def __init__(self, unit: str, root: Path, work: Path, defines: list[str], timeout: int, mutants: list[Mutant]):
        config = configs.find(unit, root)
        self._unit, self._root, self._work = config.unit, root, work / "proof"
        # only a netlist is made at a reduced size; a source mutant that differs there in no reachable state may
        # well differ at full size
        full = list(config.sizes)
        self._sizes = {RTL: full, C: full, NETLIST: configs.merged(config.sizes, defines)}
        self._reduced = " ".join(defines)
        self._timeout = timeout
        self._include = sorted(d for d in (root / "hls").iterdir() if d.is_dir())
        self._of_rtl = [m for m in mutants if m.kind == RTL]
        self._originals: dict[str, Original | None] = {}  # None: not of all mutants together

    def verdict(self, mutant: Mutant, bench: Bench) -> tuple[str, str]:
        """For a mutant the bench did not kill: verdict and reason, which names a size that is not the unit's own."""
        verdict, reason = self._verdict(mutant, bench)
        reduced = mutant.kind == NETLIST and self._reduced
        return verdict, f"{reason}, at {self._reduced}" if reduced else reason

    def _verdict(self, mutant: Mutant, bench: Bench) -> tuple[str, str]:
        folder = self._work / mutant.name
        folder.mkdir(parents=True, exist_ok=True)
        try:
            original = self._original(mutant)
        except ProofError as error:
            return SURVIVED, f"no proof: {error}"
        receive, send = multiprocessing.Pipe(False)
        arguments = (original, mutant, bench, folder, send)
        child = multiprocessing.get_context("fork").Process(target=self._child, args=arguments)
        child.start()
        send.close()
        answer = SURVIVED, f"the bench passes, the proof was not done after {self._timeout} s"
        try:
            if receive.poll(PATIENCE * self._timeout):
                answer = receive.recv()
            elif child.pid is not None:
                os.killpg(child.pid, signal.SIGKILL)
        except EOFError:  # the child ran out of its time itself
            pass
        child.join()
        return answer

    def _child(self, original: Original, mutant: Mutant, bench: Bench, folder: Path, send: Connection) -> None:
        os.setsid()  # with its solvers it can be ended as one
        # on CPU time, of each process, so that a busy machine cannot change a verdict
        resource.setrlimit(resource.RLIMIT_CPU, (self._timeout, self._timeout))
        try:
            send.send(self._prove(original, mutant, bench, folder))
        except ProofError as error:
            send.send((SURVIVED, f"the bench passes; no proof: {error}"))

    def _prove(self, original: Original, mutant: Mutant, bench: Bench, folder: Path) -> tuple[str, str]:
        state, inputs, side, invariant = original
        changed = self._c_side(mutant, bench, folder) if mutant.kind == C else replace(side, number=mutant.number)
        return Comparison(state, inputs, [side, changed], invariant).decide(folder)

    # ---- originals ----

    def _original(self, mutant: Mutant) -> Original:
        """The RTL is elaborated once with all its mutants, and is the original where none is selected. One of them
        can make a loop of logic, which no elaboration takes: then each is elaborated alone."""
        kind = mutant.kind
        if kind not in self._originals:
            try:
                self._originals[kind] = self._elaborated(kind, self._of_rtl, self._work / f"original-{kind}")
            except ProofError:
                if kind != RTL:
                    raise
                self._originals[kind] = None
        return self._originals[kind] or self._elaborated(kind, [mutant], self._work / mutant.name)

    def _elaborated(self, kind: str, of_rtl: list[Mutant], folder: Path) -> Original:
        """(state, inputs, side, invariant)."""
        folder.mkdir(parents=True, exist_ok=True)
        state, invariant = self._invariant(kind, folder)
        if kind == C:
            unit = load_step(self._unit, self._source(), self._include, self._sizes[C], folder)
            return state, [(f.identifier, f.width) for f in unit.inputs], self._translated(unit), invariant
        netlist = elaborate_rtl(self._rtl(kind, of_rtl, folder), self._unit, self._sizes[kind], folder / "rtl.aig")
        return state, _ports(netlist), Side(netlist, map_registers(netlist, state).latch, {}), invariant

    def _rtl(self, kind: str, of_rtl: list[Mutant], folder: Path) -> list[Path]:
        if kind == NETLIST:
            return [self._work.parent / "yosys" / "netlist.v"]
        files = source_files([self._root / "rtl"], self._root / "rtl" / f"{self._unit}.sv")
        packages = [f for f in files if f.stem.endswith("_pkg")]
        modules = [f for f in files if f not in packages]
        text = folder / "rtl.sv"
        text.write_text(rtl_source.with_control(modules, self._root, of_rtl, netlist_of.CONTROL,
                                                netlist_of.CONTROL_BITS))
        return [*packages, text]

    def _source(self) -> Path:
        return self._root / "hls" / self._unit / f"{self._unit}.c"

    def _invariant(self, kind: str, folder: Path) -> tuple[list[Field], Netlist]:
        builder = Builder()
        name = f"{self._unit}_inv"
        source = self._root / "tb" / "formal" / f"{self._unit}.c"
        description = Translator(builder, source, self._include, self._sizes[kind], folder)
        state = fields(description.parameters(f"{self._unit}_idle")[0].leaves)
        holds = builder.true
        if description.has(name):
            returned = description.run(name, [variables(builder, "s", state)]).returned
            if returned is None:
                raise ProofError(f"{name}() returns nothing")
            holds = builder.not_(builder.eq(returned, builder.const(returned.width, 0)))
        module = module_of([(f"s_{f.identifier}", f.width) for f in state], [("inv", holds)], signals("s", "s_", state))
        return state, module.elaborate()

    # ---- sides ----

    def _translated(self, unit: Unit) -> Side:
        """Pins of step() and of outputs(), next state, undefined behaviour; the reset is constant."""
        outputs = [(f"n_{f.identifier}", packed(unit, f, unit.next)) for f in unit.state]
        outputs += [(f"o_{f.identifier}", packed(unit, f, unit.out)) for f in unit.outputs]
        outputs += [(f"m_{f.identifier}", packed(unit, f, unit.moore)) for f in unit.outputs]
        inputs = [(f"s_{f.identifier}", f.width) for f in unit.state]
        inputs += [(f"i_{f.identifier}", f.width) for f in unit.inputs]
        places = signals("s", "s_", unit.state) | signals("in", "i_", unit.inputs)
        reset = {("r", leaf.path, b): unit.reset[leaf.path] >> b & 1
                 for f in unit.state for leaf in f.leaves for b in range(f.bits)}
        return Side(module_of(inputs, outputs + [("bad_ub", unit.ub)], places).elaborate(), None, reset)

    def _c_side(self, mutant: Mutant, bench: Bench, folder: Path) -> Side:
        source, include = bench.source_copy(mutant, folder)
        unit = load_step(self._unit, source, [*include, *self._include], self._sizes[C], folder)
        return self._translated(unit)


def _ports(netlist: Netlist) -> list[tuple[str, int]]:
    widths: dict[str, int] = {}
    for name, bit in netlist.inputs:
        if name not in ("clk", "rst", netlist_of.CONTROL):
            widths[name] = max(widths.get(name, 0), bit + 1)
    return sorted(widths.items())
