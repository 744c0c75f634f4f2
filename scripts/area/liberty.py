# SPDX-License-Identifier: Apache-2.0
"""What the flow needs to know of a Liberty file: units, areas, and a few cells by their function."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from .errors import AreaError

TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|\\\r?\n|"(?:[^"\\]|\\.)*"|[(){};:,]|[^\s(){};:,"]+', re.S)
FUNCTION_TOKEN = re.compile(r"[A-Za-z_]\w*|[01()!'^*&+|]")
TIME_UNITS_NS = {"s": 1e9, "ms": 1e6, "us": 1e3, "ns": 1.0, "ps": 1e-3, "fs": 1e-6}
CAPACITANCE_UNITS_PF = {"nf": 1e3, "pf": 1.0, "ff": 1e-3}


@dataclass
class Group:
    """One `name (arguments) { ... }` of the file."""
    name: str
    arguments: list[str]
    attributes: dict[str, str] = field(default_factory=dict)
    groups: list[Group] = field(default_factory=list)

    def named(self, name: str) -> list[Group]:
        return [g for g in self.groups if g.name == name]


@dataclass
class Cell:
    name: str
    area: float
    inputs: list[str]
    outputs: dict[str, str]  # pin: function
    sequential: bool
    register: bool           # edge-triggered
    three_state: bool

    def computes(self, inputs: int, wanted: Callable[..., bool]) -> bool:
        """Is it a combinational cell of one output with this function of its inputs?"""
        if self.sequential or self.three_state or len(self.inputs) != inputs or len(self.outputs) != 1:
            return False
        function, = self.outputs.values()
        return bool(function) and all(
            evaluate(function, dict(zip(self.inputs, values))) == wanted(*values)
            for values in itertools.product((False, True), repeat=inputs))


@dataclass
class Library:
    path: Path
    name: str
    ns: float  # time unit, in ns
    pf: float  # capacitance unit, in pF
    cells: dict[str, Cell]

    def smallest(self, what: str, inputs: int, wanted: Callable[..., bool]) -> Cell:
        found = [c for c in self.cells.values() if c.computes(inputs, wanted)]
        if not found:
            raise AreaError(f"{self.path}: no {what} in this library")
        return min(found, key=lambda c: (c.area, c.name))

    @property
    def inverter(self) -> Cell:
        return self.smallest("inverter", 1, lambda a: not a)

    @property
    def buffer(self) -> Cell:
        return self.smallest("buffer", 1, lambda a: a)

    @property
    def nand2(self) -> Cell:
        return self.smallest("two-input NAND", 2, lambda a, b: not (a and b))


def evaluate(function: str, values: dict[str, bool]) -> bool:
    """Value of a Liberty function: ! and ' negate, * & or nothing is AND, + | is OR, ^ is XOR."""
    tokens = FUNCTION_TOKEN.findall(function)

    def primary() -> bool:
        token = tokens.pop(0)
        if token == "!":
            return not primary()
        if token == "(":
            value = disjunction()
            tokens.pop(0)
        else:
            value = values[token] if token in values else token == "1"
        while tokens and tokens[0] == "'":
            tokens.pop(0)
            value = not value
        return value

    def exclusive() -> bool:
        value = primary()
        while tokens and tokens[0] == "^":
            tokens.pop(0)
            value ^= primary()
        return value

    def conjunction() -> bool:
        value = exclusive()
        while tokens and tokens[0] not in ")+|":
            if tokens[0] in "*&":
                tokens.pop(0)
            value &= exclusive()
        return value

    def disjunction() -> bool:
        value = conjunction()
        while tokens and tokens[0] in "+|":
            tokens.pop(0)
            value |= conjunction()
        return value

    return disjunction()


def parse(text: str) -> Group:
    """The group tree of the file. Tolerant: what it does not understand it skips."""
    tokens = [t for t in TOKEN.findall(text) if not t.startswith(("/*", "//", "\\"))]
    root = Group("", [])
    stack = [root]
    words: list[str] = []
    for token in tokens:
        if token == "{":
            name, *arguments = [w for w in words if w not in "(),"] or [""]
            group = Group(name, [a.strip('"') for a in arguments])
            stack[-1].groups.append(group)
            stack.append(group)
            words = []
        elif token in ";}":
            remember(stack[-1], words)
            words = []
            if token == "}" and len(stack) > 1:
                stack.pop()
        else:
            words.append(token)
    return root


def remember(group: Group, words: list[str]) -> None:
    name, *rest = [w for w in words if w not in "(),:"] or [""]
    if name and rest:
        group.attributes[name] = " ".join(w.strip('"') for w in rest)


def read_cell(group: Group) -> Cell:
    inputs, outputs, three_state = [], {}, False
    for pin in group.named("pin"):
        if pin.attributes.get("direction") == "output":
            outputs[pin.arguments[0]] = pin.attributes.get("function", "")
            three_state |= "three_state" in pin.attributes
        else:
            inputs.append(pin.arguments[0])
    register = bool(group.named("ff") or group.named("ff_bank"))
    latch = bool(group.named("latch") or group.named("latch_bank") or group.named("statetable"))
    return Cell(group.arguments[0], float(group.attributes.get("area", 0)), inputs, outputs, register or latch,
                register, three_state)


def scaled(value: str, units: dict[str, float], what: str, path: Path) -> float:
    match = re.fullmatch(r"([\d.eE+-]+)\s*([a-zA-Z]+)", value.strip())
    if not match or match.group(2).lower() not in units:
        raise AreaError(f"{path}: {what} '{value}' not understood")
    return float(match.group(1)) * units[match.group(2).lower()]


def read_library(path: Path) -> Library:
    try:
        text = path.read_text(errors="replace")
    except OSError as error:
        raise AreaError(f"{path}: {error.strerror}; give a Liberty file with LIBERTY=") from error
    libraries = parse(text).named("library")
    if not libraries:
        raise AreaError(f"{path}: not a Liberty file (no library group)")
    top = libraries[0]
    return Library(path, top.arguments[0] if top.arguments else path.stem,
                   scaled(top.attributes.get("time_unit", "1ns"), TIME_UNITS_NS, "time_unit", path),
                   scaled(top.attributes.get("capacitive_load_unit", "1 pf"), CAPACITANCE_UNITS_PF,
                          "capacitive_load_unit", path),
                   {g.arguments[0]: read_cell(g) for g in top.named("cell")})
