# SPDX-License-Identifier: Apache-2.0
"""The C of a unit as expressions over state and inputs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .errors import ProofError
from .execute import Execution, External, Outcome, Struct
from .expr import Builder, Node, reachable
from .layout import DebugInfo, Field, Parameter, fields
from .llvm_ir import Module
from .tools import compile_to_ir


@dataclass
class Claim:
    """What the description says of every state, input and ghost value. `given` may be assumed: instances of
    invariants of the state before, and of lemmas that stand earlier; `rests_on` names them."""

    kind: str
    name: str
    holds: Node
    given: Node
    rests_on: list[str] = field(default_factory=list)

    @property
    def port(self) -> str:
        return "_".join([*self.kind.split(), self.name])


@dataclass
class Ghost:
    """A free constant: one scalar parameter of a claim."""

    bits: int
    shown: str


@dataclass
class Unit:
    """Expressions of one unit. Variables are called s.<leaf>, in.<leaf>, ghost.<ghost>."""

    name: str
    builder: Builder
    state: list[Field]
    inputs: list[Field]
    outputs: list[Field]
    next: Struct
    out: Struct
    reset: dict[str, int]
    ub: Node
    moore: Struct  # the pins as <unit>_outputs() has them
    inv: Node
    inv_next: Node
    inv_reset: Node
    idle: Node
    inv_ub: Node  # undefined behaviour in the description itself
    description_ub: Node
    beside_start: Node  # a state that is not that after reset keeps what is promised of that
    claims: list[Claim] = field(default_factory=list)  # in the order of the file
    ghosts: dict[str, Ghost] = field(default_factory=dict)
    spoken: dict[Node, str] = field(default_factory=dict)  # what the C calls some of the expressions of the step


class Translator:
    """Compiles a C file and runs its functions symbolically."""

    def __init__(self, builder: Builder, source: Path, include: list[Path], defines: list[str], work: Path,
                 strict: bool = False):
        text = compile_to_ir(source, include, defines, work / f"{source.stem}.{source.parent.name}.ll", strict)
        self._builder = builder
        self._source = source
        self._module = Module(text)
        self._debug = DebugInfo(text)

    def has(self, name: str) -> bool:
        return self._module.has(name)

    def names(self) -> list[str]:
        """The functions in the order of the file."""
        return sorted((n for n in self._debug.functions() if self._module.has(n)), key=self._debug.line)

    def parameters(self, name: str) -> list[Parameter]:
        if not self._module.has(name):
            raise ProofError(f"{self._source}: no function {name}()")
        return self._debug.parameters(name)

    def parameter_names(self, name: str) -> list[str]:
        return [text.lstrip("%").split(".")[0] for _, text in self._module.function(name).parameters]

    def run(self, name: str, arguments: Sequence[Struct | Node], external: External | None = None) -> Outcome:
        """`external` is told of calls to functions that are declared only."""
        parameters = self.parameters(name)
        if len(parameters) != len(arguments):
            raise ProofError(f"{self._source}: {name}() takes {len(parameters)} parameters, expected {len(arguments)}")
        try:
            return Execution(self._module, self._builder, name, external).run(parameters, arguments)
        except ProofError as error:
            raise ProofError(f"{self._source}: {name}(): {error}") from error

    def spoken(self, name: str, outcome: Outcome) -> dict[Node, str]:
        """What the C calls the values of a run of this function."""
        found: dict[Node, str] = {}
        for value, number in self._module.variables(name):
            node = outcome.values.get(value)
            if not isinstance(node, Node):
                continue
            while node.op == "concat" and len(node.args) == 2 and node.args[0].is_const and node.args[0].value == 0:
                node = node.args[1]  # widened
            if node.op not in ("const", "var"):
                found.setdefault(node, self._debug.variable(number))
        return found


def variables(builder: Builder, prefix: str, found: list[Field]) -> Struct:
    return {leaf.path: builder.var(leaf.bits, f"{prefix}.{leaf.path}") for f in found for leaf in f.leaves}


def _require_written(what: str, struct: Struct) -> None:
    for path, node in struct.items():
        if any(n.op == "var" and n.value.startswith("old.") for n in reachable([node])):
            raise ProofError(f"{what} does not assign {path} on every path")


def load_step(name: str, source: Path, include: list[Path], defines: list[str], work: Path) -> Unit:
    """The unit alone: reset, pins and step."""
    b = Builder()
    code = Translator(b, source, include, defines, work)
    layouts = [fields(p.leaves) for p in code.parameters(f"{name}_step")]
    if len(layouts) != 3:
        raise ProofError(f"{source}: {name}_step() must take state, in and out")
    state, inputs, outputs = layouts
    s, i = variables(b, "s", state), variables(b, "in", inputs)
    old = variables(b, "old", outputs)

    step = code.run(f"{name}_step", [s, i, old])
    after, read_back, out = step.structs
    _require_written(f"{name}_step()", out)
    _require_written(f"{name}_step()", after)
    if read_back != i:
        raise ProofError(f"{name}_step() writes its inputs")
    pins = code.run(f"{name}_outputs", [s, old])
    _require_written(f"{name}_outputs()", pins.structs[1])
    start = code.run(f"{name}_reset", [s])
    for path, node in start.structs[0].items():
        if not node.is_const:
            raise ProofError(f"{name}_reset() does not set {path} to a constant")
    undefined = b.or_(step.ub, b.or_(pins.ub, start.ub))
    reset = {path: node.value for path, node in start.structs[0].items()}
    return Unit(name, b, state, inputs, outputs, after, out, reset, undefined, pins.structs[1],
                inv=b.true, inv_next=b.true, inv_reset=b.true, idle=b.false, inv_ub=b.false, description_ub=b.false,
                beside_start=b.false, spoken=code.spoken(f"{name}_step", step))
