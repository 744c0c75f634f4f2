# SPDX-License-Identifier: Apache-2.0
"""The formal description of a unit: its invariants, idleness, lemmas and properties.

What the prover knows by name, in the C of a description (docs/design/verification.md):

    u1   X_inv(s)                             an invariant
    u1   X_inv_<name>(s, ghosts...)           an invariant for every value of the ghosts
    void X_keeps_<name>(s, in, out, n, same)  what the induction step of X_inv_<name> rests on
    u1   X_start_<name>(s)                    a promise about the state after reset; no other state keeps all of them
    u1   X_idle(s, in)
    u1   X_lemma_<name>(s, in, out, n, ...)   a fact about a cycle, for later functions to rest on
    u1   X_prop_<name>(s, in, out, n, ...)    a property
    u1   X_duty_<name>(s, in, ...)            what the environment owes the unit in every cycle
    u1   X_duty_<name>(s, in, n, next, ...)   the same of two successive cycles

A claim rests on others by calling functions that are only declared:
X_given_inv_<name>(s, values...), X_given_lemma_<name>(s, in, out, n, values...) and
X_given_duty_<name>(s, in, values...).
It may then assume that invariant of the state before, or that lemma, at these values.
Either is proved for every value, so it does not matter which they are, nor whether the
path with the call is taken. A lemma must stand earlier in the file: no circles.
A duty is not proved: the models assert it (hls/X/X_duties.h), and what rests on it is
proved for environments that keep it. A claim speaks of one cycle, so none can rest on a duty of two.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from .errors import ProofError
from .execute import Outcome, Struct
from .expr import Node
from .unit import Claim, Ghost, Translator, Unit, load_step, variables

# Is told the calls of functions without a body: name and values (scripts/circuit/execute.py).
External = Callable[[str, list[Node | int]], None]
LEMMA, PROPERTY, AFTER_RESET, INDUCTIVE = "lemma", "property", "invariant after reset", "invariant inductive"
DUTY, START = "duty", "state after reset"
# How many pointers the function of a claim takes before its values.
POINTERS = {"inv": 1, "start": 1, "duty": 2, "lemma": 4, "prop": 4, "keeps": 4}


def comment_above(text: str, function: str) -> list[str]:
    """The lines of the comment right above a function; none when there is no such comment."""
    m = re.search(rf"/\*((?:(?!\*/).)*)\*/\n[^\n;/]*\b{function}\(", text, re.S)
    if not m:
        return []
    return [line for raw in m[1].split("\n") if (line := raw.strip().lstrip("*").strip())]


def load_unit(name: str, source: Path, description: Path, include: list[Path], defines: list[str],
              work: Path) -> Unit:
    """The unit with its formal description."""
    unit = load_step(name, source, include, defines, work)
    _Description(unit, Translator(unit.builder, description, include, defines, work, strict=True)).read()
    return unit


class _Description:
    def __init__(self, unit: Unit, code: Translator):
        self._unit = unit
        self._code = code
        self._b = unit.builder
        self._before = variables(self._b, "s", unit.state)
        self._step = [self._before, variables(self._b, "in", unit.inputs), unit.out, unit.next]
        self._may_rest_on: set[str] = set()  # ends of function names: inv_<name>, lemma_<name>, duty_<name>
        self._instances: dict[tuple[str, tuple[Node, ...]], Node] = {}

    def read(self) -> None:
        unit = self._unit
        start = {leaf.path: self._b.const(leaf.bits, unit.reset[leaf.path]) for f in unit.state for leaf in f.leaves}
        for name in self._named("start"):
            self._add(START, name, self._plain(f"start_{name}", start))
        unit.beside_start = self._beside(start)
        families = self._named("inv")
        self._may_rest_on.update(f"inv_{f}" for f in families)
        self._may_rest_on.update(f"duty_{f}" for f in self._named("duty") if not self._of_two_cycles(f"duty_{f}"))
        unit.inv = self._plain("inv", self._before)
        for name in families:
            ghosts = self._ghosts(f"inv_{name}", 1)
            self._holds(f"inv_{name}", [self._before, *ghosts])
            self._add(AFTER_RESET, name, self._holds(f"inv_{name}", [start, *ghosts]))
        unit.inv_ub = unit.description_ub
        unit.inv_next = self._plain("inv", unit.next)
        unit.inv_reset = self._plain("inv", start)
        unit.idle = self._plain("idle", *self._step[:2])
        for name in families:
            if not self._code.has(f"{unit.name}_keeps_{name}"):
                raise ProofError(f"no function {unit.name}_keeps_{name}() for {unit.name}_inv_{name}()")
        for function in self._code.names():
            self._known(function)
            self._claim(function.removeprefix(f"{unit.name}_"))

    def _beside(self, start: Struct) -> Node:
        """Another state than that after reset that keeps each promise about it."""
        b, other, kept = self._b, self._b.false, self._b.true
        for path, value in start.items():
            other = b.or_(other, b.not_(b.eq(self._before[path], value)))
        for name in self._named("start"):
            function = f"{self._unit.name}_start_{name}"
            outcome = self._code.run(function, [self._before])  # where C does not define it, it says nothing
            if outcome.returned is None:
                raise ProofError(f"{function}() returns nothing")
            said = b.not_(b.eq(outcome.returned, b.const(outcome.returned.width, 0)))
            kept = b.and_(kept, b.and_(b.not_(outcome.ub), said))
        return b.and_(kept, other)

    def _known(self, function: str) -> None:
        """A misspelt claim would otherwise never be asked for."""
        kind, _, name = function.removeprefix(f"{self._unit.name}_").partition("_")
        known = kind in ("inv", "idle") if not name else kind in POINTERS
        if not function.startswith(f"{self._unit.name}_") or not known or (kind == "idle" and name):
            raise ProofError(f"{function}(): no claim has such a name; a helper is static")

    def _named(self, kind: str) -> list[str]:
        prefix = f"{self._unit.name}_{kind}_"
        return [f.removeprefix(prefix) for f in self._code.names() if f.startswith(prefix)]

    def _claim(self, function: str) -> None:
        kind, _, name = function.partition("_")
        if kind == "duty":
            given_to = [*self._step[:2], self._unit.next, variables(self._b, "next", self._unit.inputs)]
            pointers = 4 if self._of_two_cycles(function) else 2
            self._add(DUTY, name, self._holds(function, [*given_to[:pointers], *self._ghosts(function, pointers)]))
        if kind not in ("keeps", "lemma", "prop"):
            return
        given: list[Node] = []
        rests_on: dict[str, None] = {}

        def external(called: str, values: list[Node | int]) -> None:
            what, instance = self._given(function, called, values)
            rests_on[what] = None
            given.append(instance)

        if kind == "keeps":
            ghosts = self._ghosts(f"inv_{name}", 1)
            if len(self._ghosts(function, 4, declare=False)) != len(ghosts):
                raise ProofError(f"{self._unit.name}_{function}() must take the ghosts of the invariant")
            self._run(function, [*self._step, *ghosts], external)
            holds = self._holds(f"inv_{name}", [self._unit.next, *ghosts])
        else:
            holds = self._holds(function, [*self._step, *self._ghosts(function, 4)], external)
        self._add({"keeps": INDUCTIVE, "lemma": LEMMA, "prop": PROPERTY}[kind], name, holds, given, list(rests_on))
        if kind == "lemma":
            self._may_rest_on.add(function)

    def _add(self, kind: str, name: str, holds: Node, given: list[Node] | None = None,
             rests_on: list[str] | None = None) -> None:
        together = self._b.true
        for node in given or []:
            together = self._b.and_(together, node)
        self._unit.claims.append(Claim(kind, name, holds, together, rests_on or []))

    def _given(self, user: str, called: str, values: list[Node | int]) -> tuple[str, Node]:
        """What the call of a declared function allows to assume: its name, and it at these values."""
        function = called.removeprefix(f"{self._unit.name}_given_")
        kind, _, name = function.partition("_")
        pointers = POINTERS.get(kind, 4)
        if function == called or function not in self._may_rest_on:
            raise ProofError(f"{self._unit.name}_{user}(): {called}() is not an invariant or an earlier lemma,"
                             " nor a duty")
        leaves = [p.leaves[0] for p in self._code.parameters(f"{self._unit.name}_{function}")[pointers:]]
        if values[:pointers] != list(range(pointers)) or len(values) != pointers + len(leaves):
            raise ProofError(f"{self._unit.name}_{user}(): {called}() takes the first {pointers} parameters as they are"
                             f" and {len(leaves)} values")
        at = tuple(self._b.resize(v, leaf.bits) for v, leaf in zip(values[pointers:], leaves) if isinstance(v, Node))
        if len(at) != len(leaves):
            raise ProofError(f"{self._unit.name}_{user}(): {called}() takes no pointer among its values")
        if (function, at) not in self._instances:
            arguments: list[Struct | Node] = [*self._step[:pointers], *at]
            self._instances[function, at] = self._holds(function, arguments, lambda *_: None)
        return {"inv": "invariant ", "lemma": "lemma ", "duty": "duty "}[kind] + name, self._instances[function, at]

    def _ghosts(self, function: str, pointers: int, declare: bool = True) -> list[Node]:
        """Free constants for the scalar parameters."""
        full = f"{self._unit.name}_{function}"
        ghosts = []
        for parameter, name in list(zip(self._code.parameters(full), self._code.parameter_names(full)))[pointers:]:
            if parameter.pointer:
                raise ProofError(f"{full}(): {name} must not be a pointer")
            key = f"{function}_{name}"
            ghost = Ghost(parameter.leaves[0].bits, f"{name} of {function.partition('_')[2]}")
            if declare:
                self._unit.ghosts[key] = ghost
            ghosts.append(self._b.var(ghost.bits, f"ghost.{key}"))
        return ghosts

    def _of_two_cycles(self, duty: str) -> bool:
        return sum(p.pointer for p in self._code.parameters(f"{self._unit.name}_{duty}")) == 4

    def _plain(self, function: str, *structs: Struct) -> Node:
        return self._holds(function, list(structs))

    def _run(self, function: str, arguments: Sequence[Struct | Node], external: External | None = None) -> Outcome:
        outcome = self._code.run(f"{self._unit.name}_{function}", arguments, external)
        self._unit.description_ub = self._b.or_(self._unit.description_ub, outcome.ub)
        return outcome

    def _holds(self, function: str, arguments: Sequence[Struct | Node], external: External | None = None) -> Node:
        returned = self._run(function, arguments, external).returned
        if returned is None:
            raise ProofError(f"{self._unit.name}_{function}() returns nothing")
        return self._b.not_(self._b.eq(returned, self._b.const(returned.width, 0)))
