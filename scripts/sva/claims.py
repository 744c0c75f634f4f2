# SPDX-License-Identifier: Apache-2.0
"""The claims of a description (tb/formal/<unit>.c) as expressions over what a checker sees.

The prover asks whether a claim holds of the C's own next state. A checker asks it of the
hardware: s, in and out are registers and pins before an edge, n are the registers after it.
So nothing here comes from the C of the unit: all four are free variables.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scripts.circuit.describe import comment_above
from scripts.circuit.errors import ProofError
from scripts.circuit.execute import Struct
from scripts.circuit.expr import Builder, Node, reachable
from scripts.circuit.layout import Field, Parameter, fields
from scripts.circuit.unit import Translator, variables

from .parts import Part, PartsTranslator

# Functions of a description that become assertions or assumptions, and how they are called there.
ASSERTED = {"inv": "invariant", "prop": "promise"}
ASSUMED = {"duty": "duty"}
# The order of pointer parameters: prefix of the variables; and of a duty that speaks of two cycles, whose last
# parameter are the inputs after the edge.
ROLES = ("s", "in", "out", "n")
TWO_CYCLES = ("s", "in", "n", "next")


@dataclass
class Ghost:
    """A claim holds for every value of it."""

    port: str
    bits: int


@dataclass
class Claim:
    """One assertion or assumption. A `step` speaks of an edge, the others of a state alone."""

    name: str  # of the C function without the unit: prop_order
    kind: str
    holds: Node
    step: bool
    assumed: bool
    comment: list[str]
    given: Node  # the duties that it rests on, at the values it names
    two_cycles: bool = False
    parts: list[Part] = field(default_factory=list)  # where they are asked for
    astray: Node | None = None  # where they are not the claim: nowhere


@dataclass
class Claims:
    """All of one unit at one size."""

    unit: str
    builder: Builder
    state: list[Field]
    inputs: list[Field]
    outputs: list[Field]
    idle: Node
    claims: list[Claim]
    ghosts: list[Ghost]

    @property
    def two_cycles(self) -> bool:
        """Does any speak of the inputs after the edge?"""
        return any(c.two_cycles for c in self.claims)


class _Reader:
    def __init__(self, unit: str, builder: Builder, code: Translator, text: str):
        self._unit = unit
        self._b = builder
        self._code = code
        self._text = text
        self._structs: list[Struct] = []
        self._ghosts: list[Ghost] = []

    def read(self) -> Claims:
        shapes = self._shapes()
        self._structs = [variables(self._b, role, shape) for role, shape in zip(ROLES, [*shapes, shapes[0]])]
        found = [claim for name in self._code.names() if (claim := self._claim(name)) is not None]
        idle = self._run(f"{self._unit}_idle", self._structs[:2])
        if not found:
            raise ProofError(f"tb/formal/{self._unit}.c: no claims")
        state, inputs, outputs = shapes
        return Claims(self._unit, self._b, state, inputs, outputs, idle, found, self._ghosts)

    def _shapes(self) -> list[list[Field]]:
        """Of state, inputs and outputs: from any function that takes them all."""
        for name in self._code.names():
            pointers = self._pointers(name)
            if name.startswith(f"{self._unit}_prop_") and len(pointers) == len(ROLES):
                return [fields(p.leaves) for p in pointers[:3]]
        raise ProofError(f"tb/formal/{self._unit}.c: no promise takes state, inputs, pins and next state")

    def _pointers(self, name: str) -> list[Parameter]:
        return [p for p in self._code.parameters(name) if p.pointer]

    def _claim(self, function: str) -> Claim | None:
        name = function.removeprefix(f"{self._unit}_")
        kind = name.partition("_")[0]
        if kind not in ASSERTED | ASSUMED:
            return None
        count = len(self._pointers(function))
        names = self._code.parameter_names(function)[count:]
        ghosts = [Ghost(f"{ghost}_of_{name}", p.leaves[0].bits)
                  for ghost, p in zip(names, self._code.parameters(function)[count:])]
        self._ghosts += ghosts
        values = [self._b.var(g.bits, f"ghost.{g.port}") for g in ghosts]
        # of a state alone: of the present one, which a checker knows as n
        structs = self._structs[:count] if count > 1 else self._structs[-1:]
        two_cycles = kind in ASSUMED and count == len(TWO_CYCLES)
        if two_cycles:
            s, inputs, _, after = self._structs
            structs = [s, inputs, after, variables(self._b, TWO_CYCLES[-1], self._shapes()[1])]
        duties: list[Node] = []
        holds = self._run(function, [*structs, *values], lambda called, at: duties.extend(self._duty(called, at)))
        given = functools.reduce(self._b.and_, duties, self._b.true)
        parts, astray = self._code.parts(function) if isinstance(self._code, PartsTranslator) else ([], None)
        return Claim(name, (ASSERTED | ASSUMED)[kind], holds, count > 1, kind in ASSUMED,
                     comment_above(self._text, function), given, two_cycles, parts, astray)

    def _duty(self, called: str, at: list[Node | int]) -> list[Node]:
        """The duty that a call of its declaration names, at these values; none when it names something else."""
        name = called.removeprefix(f"{self._unit}_given_")
        if not name.startswith("duty_"):
            return []
        leaves = [p.leaves[0] for p in self._code.parameters(f"{self._unit}_{name}")[2:]]
        values = [self._b.resize(v, leaf.bits) for v, leaf in zip(at[2:], leaves) if isinstance(v, Node)]
        return [self._run(f"{self._unit}_{name}", [*self._structs[:2], *values])]

    def _run(self, function: str, arguments: Sequence[Struct | Node],
             given: Callable[[str, list[Node | int]], None] = lambda *_: None) -> Node:
        returned = self._code.run(function, arguments, given).returned
        if returned is None:
            raise ProofError(f"{function}() returns nothing")
        node = self._b.not_(self._b.eq(returned, self._b.const(returned.width, 0)))
        known = [f"{role}." for role in (*ROLES, *TWO_CYCLES, "ghost")]
        for n in reachable([node]):
            if n.op == "var" and not n.value.startswith(tuple(known)):
                raise ProofError(f"{function}() depends on something undefined")
        return node


def load(unit: str, description: Path, include: list[Path], defines: list[str], work: Path,
         parts: bool = False) -> Claims:
    builder = Builder()
    code = PartsTranslator(builder, description, include, defines, work) if parts else \
        Translator(builder, description, include, defines, work, strict=True)
    return _Reader(unit, builder, code, description.read_text()).read()
