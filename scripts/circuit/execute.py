# SPDX-License-Identifier: Apache-2.0
"""Symbolic execution of one acyclic LLVM function into expressions.

Loops are unrolled and helpers inlined by clang, so the blocks form a DAG. They
are run once each in topological order; where paths join, a value becomes the
muxes of the branches between the join and its immediate dominator. Next to the
results the run yields `ub`, the condition under which C would be undefined: an
index out of range, a shift by the width or more, a division by zero, or a trap
planted by clang's sanitizers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from . import intrinsics
from .errors import ProofError
from .expr import Builder, Node
from .layout import Parameter
from .llvm_ir import BINARY, CASTS, Function, Instruction, Module
from .llvm_types import split_commas, split_typed
from .memory import Index, Memory, Place, Pointer, State
from .tools import UNDEFINED

Struct = dict[str, Node]
# Where each block may go, and on what condition; the last has none.
Branches = dict[str, list[tuple[Node | None, str]]]
# Node, Pointer or list[Node], by the type of the operand: the checker of types cannot know which.
Value = Any
External = Callable[[str, list["Node | int"]], None]  # a name; values, and for pointers which parameter


@dataclass
class Outcome:
    """What a run leaves: the structs behind the pointers, the returned value, and `ub`."""

    structs: list[Struct]  # empty for a parameter that is no pointer
    returned: Node | None
    ub: Node
    values: dict[str, Value]  # by their names in the IR


class Blocks:
    """Control flow of a function without loops."""

    def __init__(self, function: Function):
        self.successors = {name: self._successors(block[-1]) for name, block in function.blocks.items()}
        self.predecessors: dict[str, list[str]] = {name: [] for name in function.blocks}
        for name, following in self.successors.items():
            for target in dict.fromkeys(following):
                self.predecessors[target].append(name)
        self.order = self._topological(next(iter(function.blocks)))
        self.position = {name: i for i, name in enumerate(self.order)}
        if len(self.order) != len(function.blocks):
            raise ProofError(f"{function.name}(): a loop is left after unrolling; its bound must be a constant")
        self.dominator = self._dominators()

    @staticmethod
    def _successors(last: Instruction) -> list[str]:
        if last.op == "br":
            return last.detail
        if last.op == "switch":
            cases, default = last.detail
            return [label for _, label in cases] + [default]
        return []

    def _topological(self, entry: str) -> list[str]:
        waiting = {name: len(p) for name, p in self.predecessors.items()}
        ready, order = [entry], []
        while ready:
            name = ready.pop()
            order.append(name)
            for target in dict.fromkeys(self.successors[name]):
                waiting[target] -= 1
                if waiting[target] == 0:
                    ready.append(target)
        return order

    def _dominators(self) -> dict[str, str]:
        dominator: dict[str, str] = {}
        for name in self.order[1:]:
            first, *others = self.predecessors[name]
            for other in others:
                while first != other:
                    if self.position[first] > self.position[other]:
                        first = dominator[first]
                    else:
                        other = dominator[other]
            dominator[name] = first
        return dominator

    def between(self, name: str) -> list[str]:
        """The blocks on paths from the dominator (included) to name, last first."""
        top, found, stack = self.dominator[name], set(), list(self.predecessors[name])
        while stack:
            block = stack.pop()
            if block not in found:
                found.add(block)
                if block != top:
                    stack += self.predecessors[block]
        return sorted(found, key=self.position.__getitem__, reverse=True)


class Execution:
    """One run of one function."""

    def __init__(self, module: Module, builder: Builder, function: str, external: External | None = None):
        self.module = module
        self.external = external
        self.b = builder
        self.function = module.function(function)
        self.memory = Memory(builder, self.undefined)
        self.values: dict[str, Value] = {}
        self.ub = builder.false
        self._undefined = 0
        self._branches: Branches = {}
        self._returns: list[tuple[State, Node | None]] = []
        self._reach = builder.true
        self._state: State = {}

    # ---- entry

    def run(self, parameters: list[Parameter], arguments: Sequence[Struct | Node]) -> Outcome:
        if len(parameters) != len(self.function.parameters):
            raise ProofError(f"{self.function.name}(): parameters do not match the debug information")
        state: State = {}
        for (kind, name), parameter, argument in zip(self.function.parameters, parameters, arguments):
            if isinstance(argument, Node):
                self.values[name] = self.b.resize(argument, self.module.types.bits(kind))
                continue
            self.memory.add(name, [(leaf.offset, leaf.size) for leaf in parameter.leaves], parameter.size)
            for offset, size in self.memory.objects[name].cells:
                state[name, offset] = self.b.const(8 * size, 0)
            for leaf in parameter.leaves:
                state[name, leaf.offset] = self.b.zext(argument[leaf.path], 8 * leaf.size)
            self.values[name] = [Place(self.b.true, name, 0)]
        self._blocks(state)
        if len(self._returns) != 1:
            raise ProofError(f"{self.function.name}(): expected one return, found {len(self._returns)}")
        final, returned = self._returns[0]
        structs: list[Struct] = []
        for (_, name), parameter in zip(self.function.parameters, parameters):
            structs.append({leaf.path: self.b.extract(final[name, leaf.offset], leaf.bits - 1, 0)
                            for leaf in parameter.leaves} if parameter.pointer else {})
        return Outcome(structs, returned, self.ub, self.values)

    def undefined(self, width: int) -> Node:
        """undef, poison or memory never written: a free variable, so that nothing may depend on it."""
        self._undefined += 1
        return self.b.var(width, f"undefined.{self.function.name}.{self._undefined}")

    def undefined_if(self, condition: Node) -> None:
        self.ub = self.b.or_(self.ub, self.b.and_(self._reach, condition))

    def call_external(self, name: str, arguments: list[Value]) -> None:
        """A function without a body, which returns nothing and is told the values it is given."""
        if self.external is None:
            raise ProofError(f"{self.function.name}(): call of {name}() was not inlined")
        order = [parameter for _, parameter in self.function.parameters]
        told: list[Node | int] = []
        for argument in arguments:
            if isinstance(argument, Node):
                told.append(argument)
                continue
            if len(argument) != 1 or argument[0].name not in order or argument[0].offset or argument[0].indices:
                raise ProofError(f"{self.function.name}(): {name}() takes the parameters themselves")
            told.append(order.index(argument[0].name))
        self.external(name, told)

    # ---- control flow

    def _blocks(self, initial: State) -> None:
        flow = Blocks(self.function)
        states: dict[str, State] = {}
        reach: dict[str, Node] = {}
        for name in flow.order:
            before = flow.predecessors[name]
            join = None
            if not before:
                state, reached = dict(initial), self.b.true
            elif len(before) == 1:
                state = dict(states[before[0]])
                reached = self.b.and_(reach[before[0]], self._taken(before[0], name))
            else:
                join = Join(self.b, flow, self._branches, name)
                state = self._merge([states[p] for p in before], before, join)
                entered = join.choose({p: self.b.true for p in before}, self.b.false)
                reached = self.b.and_(reach[flow.dominator[name]], entered)
            self._state, self._reach = state, reached
            for instruction in self.function.blocks[name]:
                if instruction.op == "phi":
                    self.values[instruction.result] = self._phi(instruction, before, join)
                else:
                    self._instruction(instruction, name)
            states[name], reach[name] = state, reached

    def _taken(self, source: str, target: str) -> Node:
        taken = self.b.false
        for condition, label in reversed(self._branches[source]):
            here = self.b.true if label == target else self.b.false
            taken = here if condition is None else self.b.mux(condition, here, taken)
        return taken

    def _merge(self, states: list[State], before: list[str], join: "Join") -> State:
        merged = dict(states[0])
        changed: dict[tuple[str, int], None] = {}
        for state in states[1:]:
            for key, value in state.items():
                if merged.get(key) is not value:
                    changed[key] = None
        for key in changed:
            present = [s.get(key) for s in states]
            width = next(v.width for v in present if v is not None)
            # memory that a path has not written is unset there
            merged[key] = join.choose({p: v or self.undefined(width) for p, v in zip(before, present)})
        return merged

    def _phi(self, instruction: Instruction, before: list[str], join: "Join | None") -> Value:
        incoming = {p: self.value(instruction.kind, instruction.detail[p]) for p in before}
        if join is None:
            return incoming[before[0]]
        if instruction.kind != "ptr":
            return join.choose(incoming)
        merged: Pointer = []
        for p, pointer in incoming.items():
            guard = join.choose({q: self.b.true if q == p else self.b.false for q in before}, self.b.false)
            merged += self._guarded(pointer, guard)
        return merged

    def _guarded(self, pointer: Pointer, guard: Node) -> Pointer:
        return [Place(self.b.and_(guard, p.guard), p.name, p.offset, p.indices) for p in pointer]

    # ---- operands

    def value(self, kind: str, text: str) -> Value:
        if text[0] == "%":
            return self.values[text]
        if kind == "ptr":
            return self._pointer(text)
        width = self.module.types.bits(kind)
        if text in ("true", "false"):
            return self.b.const(1, text == "true")
        if text in ("undef", "poison"):
            return self.undefined(width)
        if text == "zeroinitializer":
            return self.b.const(width, 0)
        return self.b.const(width, int(text))

    def _pointer(self, text: str) -> Pointer:
        if text[0] == "@":
            if text.startswith(UNDEFINED):
                self._unset(text)
            elif text not in self.memory.objects:
                self._table(text)
            return [Place(self.b.true, text, 0)]
        if text in ("null", "undef", "poison"):
            return [Place(self.b.true, "null", 0)]
        inner = text[text.index("(") + 1:-1]
        parts = split_commas(inner)
        return self._address(parts[0], [split_typed(p) for p in parts[1:]])

    def _unset(self, name: str) -> None:
        """What an unset variable holds: other values wherever one begins to live."""
        kind = self.module.external(name)
        cells = self.module.types.cells(kind)
        self.memory.add(name, cells, self.module.types.size(kind))
        for offset, size in self.memory.objects[name].cells:
            self._state[name, offset] = self.undefined(8 * size)

    def _table(self, name: str) -> None:
        """A constant table of the C."""
        kind, initial = self.module.constant(name)
        cells = []
        for offset, element, value in intrinsics.initialiser(self.module.types, kind, initial, 0):
            size = self.module.types.size(element)
            cells.append((offset, size))
            self.memory.constants[name, offset] = self.b.zext(self.value(element, value), 8 * size)
        self.memory.add(name, cells, self.module.types.size(kind))

    def _address(self, kind: str, args: list[tuple[str, str]]) -> Pointer:
        types = self.module.types
        pointer = self.value(*args[0])
        offset, indices = 0, []
        for depth, (index_kind, text) in enumerate(args[1:]):
            count = 0
            if depth:
                array = types.array(kind)
                if array:
                    count, kind = array
                else:
                    offset += types.offset(kind, int(text))
                    kind = (types.members(kind) or [])[int(text)]
                    continue
            stride, index = types.size(kind), self.value(index_kind, text)
            index = self.b.sext(index, 64)
            if index.is_const:
                offset += stride * (index.value - (index.value >> 63 << 64))
            else:
                indices.append(Index(index, stride, count))
        return [Place(p.guard, p.name, p.offset + offset, self._combined(p.indices, indices)) for p in pointer]

    def _combined(self, first: tuple[Index, ...], more: list[Index]) -> tuple[Index, ...]:
        """Two indices with the same stride are one."""
        out = list(first)
        for index in more:
            if out and out[-1].stride == index.stride:
                out[-1] = Index(self.b.binary("add", out[-1].value, index.value), index.stride, 0)
            else:
                out.append(index)
        return tuple(out)

    # ---- instructions

    def _instruction(self, i: Instruction, block: str) -> None:
        b = self.b
        if i.op in BINARY:
            self.values[i.result] = self._binary(i)
        elif i.op in CASTS:
            width = self.module.types.bits(i.kind)
            x = self.value(*i.args[0])
            self.values[i.result] = b.sext(x, width) if i.op == "sext" else b.resize(x, width)
        elif i.op == "icmp":
            x, y = (self.value(*a) for a in i.args)
            self.values[i.result] = b.compare(i.detail, x, y)
        elif i.op == "select":
            c, x, y = (self.value(*a) for a in i.args)
            self.values[i.result] = b.mux(c, x, y) if i.kind != "ptr" else \
                self._guarded(x, c) + self._guarded(y, b.not_(c))
        elif i.op == "getelementptr":
            self.values[i.result] = self._address(i.kind, i.args)
        elif i.op == "load":
            size = self.module.types.size(i.kind)
            x, bad = self.memory.load(self._state, self.value(*i.args[0]), size)
            self.undefined_if(bad)
            self.values[i.result] = b.extract(x, self.module.types.bits(i.kind) - 1, 0)
        elif i.op == "store":
            x = b.zext(self.value(*i.args[0]), 8 * self.module.types.size(i.kind))
            self.undefined_if(self.memory.store(self._state, self.value(*i.args[1]), x))
        elif i.op == "alloca":
            name = f"local {i.result}"
            self.memory.add(name, self.module.types.cells(i.kind), self.module.types.size(i.kind))
            self.values[i.result] = [Place(b.true, name, 0)]
        elif i.op == "freeze":
            self.values[i.result] = self.value(*i.args[0])
        elif i.op == "extractvalue":
            self.values[i.result] = self.values[i.args[0][1]][int(i.detail)]
        elif i.op == "call":
            result = intrinsics.call(self, i)
            if result is not None:
                self.values[i.result] = result
        else:
            self._terminator(i, block)

    def _binary(self, i: Instruction) -> Node:
        b = self.b
        x, y = (self.value(*a) for a in i.args)
        if i.op in ("udiv", "urem", "sdiv", "srem"):
            self.undefined_if(b.eq(y, b.const(y.width, 0)))
            return b.divide_signed(i.op, x, y) if i.op[0] == "s" else b.binary(i.op, x, y)
        if i.op in ("shl", "lshr", "ashr"):
            if y.width > 1:
                self.undefined_if(b.not_(b.ult(y, b.const(y.width, y.width))))
            return b.shift(i.op, x, y)
        return b.binary(i.op, x, y)

    def _terminator(self, i: Instruction, block: str) -> None:
        branches: list[tuple[Node | None, str]] = []
        if i.op == "br":
            branches = [(None, i.detail[-1])]
            if i.args:
                branches.insert(0, (self.value(*i.args[0]), i.detail[0]))
        elif i.op == "switch":
            x, (cases, default) = self.value(*i.args[0]), i.detail
            branches = [(self.b.eq(x, self.value(i.kind, k)), label) for k, label in cases] + [(None, default)]
        elif i.op == "ret":
            self._returns.append((self._state, self.value(*i.args[0]) if i.args else None))
        elif i.op == "unreachable":
            self.undefined_if(self.b.true)
        else:
            raise ProofError(f"unsupported LLVM instruction: {i.text}")
        self._branches[block] = branches


class Join:
    """Chooses, where paths meet, the value of the path taken."""

    def __init__(self, builder: Builder, flow: Blocks, branches: Branches, name: str):
        self._b = builder
        self._name = name
        self._between = flow.between(name)
        self._position = flow.position
        self._branches = branches

    def choose(self, values: dict[str, Node], elsewhere: Node | None = None) -> Node:
        """`values` per predecessor; `elsewhere` for paths that leave before the join."""
        first = next(iter(values.values()))
        if elsewhere is None and all(v is first for v in values.values()):
            return first
        chosen: dict[str, Node | None] = {}
        for block in self._between:
            result: Node | None = elsewhere
            for condition, target in reversed(self._branches[block]):
                value = values[block] if target == self._name else chosen.get(target, elsewhere)
                if condition is None or result is None:
                    result = value
                elif value is not None:
                    result = self._b.mux(condition, value, result)
            chosen[block] = result
        result = chosen[self._between[-1]]
        if result is None:
            raise ProofError(f"no path to the join {self._name}")
        return result
