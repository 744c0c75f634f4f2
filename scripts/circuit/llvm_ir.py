# SPDX-License-Identifier: Apache-2.0
"""Parser for the subset of textual LLVM IR that clang makes of a unit."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from .errors import ProofError
from .llvm_types import Types, split_commas, split_typed

NAME = r'(?:"[^"]*"|[\w.$-]+)'
BINARY = {"add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor"}
CASTS = {"zext", "sext", "trunc"}
FLAGS = re.compile(r"^(?:(?:nuw|nsw|exact|disjoint|nneg|samesign|inbounds|nusw|volatile|tail|notail|musttail|"
                   r"noundef|nonnull|nocapture|readonly|readnone|writeonly|writable|dead_on_unwind|zeroext|"
                   r"signext|immarg|noalias|returned|(?:align|dereferenceable|dereferenceable_or_null|range|"
                   r"captures|initializes|inrange)(?:\([^)]*\)(?:\))?| \d+)) )+")

Typed = tuple[str, str]


@dataclass(slots=True)
class Instruction:
    """`args` are (type, value) pairs; `kind` is the type worked on; `detail` depends on the operator."""

    result: str
    op: str
    kind: str
    args: list[Typed]
    detail: Any
    text: str


@dataclass
class Function:
    name: str
    returns: str
    parameters: list[Typed]
    blocks: dict[str, list[Instruction]] = field(default_factory=dict)


def strip_flags(text: str) -> str:
    return FLAGS.sub("", text)


def _targets(text: str) -> list[str]:
    return re.findall(rf"label %({NAME})", text)


def _typed_list(text: str) -> list[Typed]:
    out = []
    for part in split_commas(text):
        kind, value = split_typed(part)
        out.append((kind, strip_flags(value + " ").strip()))
    return out


def parse_instruction(line: str) -> Instruction:
    m = re.match(rf"(%{NAME}) = (.*)$", line)
    result, body = (str(m[1]), str(m[2])) if m else ("", line)
    body = strip_flags(body)
    op, _, rest = body.partition(" ")
    rest = strip_flags(rest)
    kind = ""
    args: list[Typed] = []
    detail: Any = None
    if op in BINARY:
        kind, values = split_typed(rest)
        args = [(kind, v) for v in split_commas(values)]
    elif op == "icmp":
        detail, rest = rest.split(" ", 1)
        kind, values = split_typed(rest)
        args = [(kind, v) for v in split_commas(values)]
    elif op in CASTS:
        source, kind = rest.rsplit(" to ", 1)
        args = [split_typed(source)]
    elif op in ("select", "freeze", "extractvalue", "insertvalue", "store"):
        parts = split_commas(rest)
        args = [split_typed(p) for p in parts[:3]]
        kind = args[1][0] if op == "select" else args[0][0]
        detail = parts[-1]
    elif op == "phi":
        kind, values = split_typed(rest)
        detail = {}
        for pair in split_commas(values):
            value, label = split_commas(pair[1:-1].strip())
            detail[label[1:]] = value
    elif op == "getelementptr":
        parts = split_commas(rest)
        kind, args = parts[0], [split_typed(p) for p in parts[1:]]
    elif op == "load":
        parts = split_commas(rest)
        kind, args = parts[0], [split_typed(parts[1])]
    elif op == "alloca":
        kind = split_commas(rest)[0]
    elif op == "br":
        detail = _targets(rest)
        args = [split_typed(split_commas(rest)[0])] if len(detail) == 2 else []
    elif op == "switch":
        m = re.match(rf"(\S+) (\S+), label %({NAME}) \[(.*)\]", rest)
        if not m:
            raise ProofError(f"unsupported switch: {line}")
        kind, args = m[1], [(m[1], m[2])]
        cases = re.findall(rf"i\d+ (-?\w+), label %({NAME})", m[4])
        detail = (cases, m[3])
    elif op == "ret":
        args = [] if rest == "void" else [split_typed(rest)]
    elif op == "call":
        m = re.match(r"(.*?)@([\w.]+)\((.*)\)", rest)
        if not m:
            raise ProofError(f"unsupported call: {line}")
        kind, detail = split_typed(strip_flags(m[1]).strip())[0], m[2]
        args = _typed_list(m[3])
    elif op != "unreachable":
        raise ProofError(f"unsupported LLVM instruction: {line}")
    return Instruction(result, op, kind, args, detail, line)


class Module:
    """A module in text form; functions are parsed on demand."""

    def __init__(self, text: str):
        self.types = Types(text)
        self._heads = {}
        for m in re.finditer(r"^define [^\n]*?(\S+) @(\w+)\(([^\n]*)\{\n(.*?)^\}", text, re.M | re.S):
            self._heads[m[2]] = m
        self._externals = dict(re.findall(r"^(@[\w.]+) = external [\w ]*global (.*?), align \d+$", text, re.M))
        self._constants = dict(re.findall(r"^(@[\w.]+) = [^\n]*?\bconstant (.*?)(?:, align \d+|$)", text, re.M))

    def has(self, name: str) -> bool:
        return name in self._heads

    def external(self, name: str) -> str:
        """The type of a global without contents."""
        if name not in self._externals:
            raise ProofError(f"{name}: no external global")
        return self._externals[name]

    def constant(self, name: str) -> Typed:
        """Type and initialiser of a constant table."""
        if name not in self._constants:
            raise ProofError(f"global variable {name} is not a constant")
        return split_typed(self._constants[name])

    def variables(self, name: str) -> list[tuple[str, str]]:
        """Values of a function, each with the number of the C variable that it is the value of."""
        body = self._heads[name][4]
        return re.findall(rf"#dbg_value\(\S+ (%{NAME}), !(\d+), !DIExpression\(\), ", body)

    def function(self, name: str) -> Function:
        if name not in self._heads:
            raise ProofError(f"no function {name}() in the C")
        m = self._heads[name]
        head = m[3]  # the parameters, and after their bracket the attributes of the function
        depth, end = 1, len(head)
        for i, c in enumerate(head):
            depth += (c == "(") - (c == ")")
            if depth == 0:
                end = i
                break
        parameters = []
        for part in split_commas(head[:end]):
            parameters.append((split_typed(part)[0], part.rsplit(" ", 1)[1]))
        function = Function(name, m[1], parameters)
        self._body(function, m[4])
        return function

    @staticmethod
    def _body(function: Function, body: str) -> None:
        # a switch spreads over several lines
        body = re.sub(r"\[\n(.*?)\n\s*\]", lambda m: "[" + m[1].replace("\n", " ") + " ]", body, flags=re.S)
        block: list[Instruction] = function.blocks.setdefault("entry", [])
        for line in body.split("\n"):
            label = re.match(rf"({NAME}):", line)
            if label:
                if label[1] != "entry" and not block and list(function.blocks) == ["entry"]:
                    function.blocks.clear()
                block = function.blocks.setdefault(label[1], [])
                continue
            line = line.strip()
            if not line or line[0] in "#;":
                continue
            line = re.sub(r"(?:, ![\w.]+ ![\w.]+(?:\(\))?)+$", "", line)
            line = re.sub(r"\) #\d+$", ")", line)
            block.append(parse_instruction(line))
