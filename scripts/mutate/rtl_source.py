# SPDX-License-Identifier: Apache-2.0
"""Mutants of the SystemVerilog of a unit, all of them in one text that a variable selects from.

Mutated are right-hand sides of assignments and the conditions of `if`, token by token. A
right-hand side E with mutants E3 and E7 becomes

    (mutant_pkg::selected == 3) ? (E3) : (mutant_pkg::selected == 7) ? (E7) : (E)

so one run of Verilator serves all of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from .mutant import RTL, Mutant, MutateError, apply

SELECTED = "mutant_pkg::selected"
PARENTHESES = 4  # one inside the other, in the parameters of a module
PACKAGE = '''// Which mutant a run is about: 0 is the original (tb/lockstep/mutant_selected.c).
package mutant_pkg;
  import "DPI-C" function int mutant_selected();
  int selected = mutant_selected();
endpackage
'''

TOKEN = re.compile(r"""
    (?P<space>\s+|//[^\n]*|/\*.*?\*/|`\w+[^\n]*)
  | (?P<string>"[^"\n]*")
  | (?P<cast>[\w:]+'(?=\())
  | (?P<number>\d+'[sS]?[bdhBDH][0-9a-fA-F_]+|'[01]|\d+(?![\w']))
  | (?P<word>[A-Za-z_$][\w$]*(?:::\w+)*)
  | (?P<op><<<|>>>|===|!==|&&|\|\||\*\*|==|!=|<=|>=|<<|>>|~\||~&|\+:|-:|::|\.\*|[-+*/%&|^~!<>=?:;,.(){}\[\]\#@'])
""", re.X | re.S)

BINARY = {
    "&&": ["||"], "||": ["&&"], "&": ["|"], "|": ["&", "^"], "^": ["|"], "+": ["-"], "-": ["+"],
    "==": ["!="], "!=": ["=="], "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
    "<<": [">>"], ">>": ["<<"],
}
UNARY = {"!": [""], "~": [""], "|": ["&"], "&": ["|"], "~|": ["|"], "~&": ["&"]}
OPEN, CLOSE = "([{", ")]}"


@dataclass
class Token:
    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass
class Region:
    """Tokens [first, last) of an expression; `target` is what it is assigned to, if it is clocked."""

    first: int
    last: int
    condition: bool = False
    target: str = ""


def tokenize(text: str, path: Path) -> list[Token]:
    tokens, at = [], 0
    while at < len(text):
        found = TOKEN.match(text, at)
        if not found:
            line = text.count("\n", 0, at) + 1
            raise MutateError(f"{path}:{line}: unexpected '{text[at]}' (the mutant maker knows the units' subset only)")
        if found.lastgroup != "space":
            tokens.append(Token(found.lastgroup or "", found[0], at))
        at = found.end()
    return tokens


class Scanner:
    """Finds the regions of one file."""

    def __init__(self, text: str, path: Path):
        self._text, self._path = text, path
        self.tokens = tokenize(text, path)
        self.regions: list[Region] = []

    def _is(self, at: int, text: str) -> bool:
        return at < len(self.tokens) and self.tokens[at].text == text

    def _until(self, at: int, wanted: tuple[str, ...]) -> int:
        """The first of `wanted` from `at` that is outside all brackets."""
        depth = 0
        while at < len(self.tokens):
            text = self.tokens[at].text
            if depth == 0 and text in wanted:
                return at
            depth += (text in OPEN) - (text in CLOSE)
            at += 1
        raise MutateError(f"{self._path}: no {' or '.join(wanted)} up to the end of the file")

    def scan(self) -> None:
        at = 0
        while at < len(self.tokens):
            text = self.tokens[at].text
            if text == "assign":
                at = self._assignment(at + 1)
            elif text == "always_comb":
                at = self._statement(at + 1, False)
            elif text == "always_ff":
                at = self._statement(self._closing(at + 2) + 1, True)  # @ ( ... )
            elif text == "function":
                at = self._until(at, (";",)) + 1
                while not self._is(at, "endfunction"):
                    at = self._statement(at, False)
            else:
                at += 1

    def _closing(self, opening: int) -> int:
        return self._until(opening + 1, (")",))

    def _assignment(self, at: int, clocked: bool = False) -> int:
        sign = self._until(at, ("=", "<="))
        last = self._until(sign, (";",))
        target = self._text[self.tokens[at].start:self.tokens[sign - 1].end]
        self.regions.append(Region(sign + 1, last, False, target if clocked else ""))
        return last + 1

    def _statement(self, at: int, clocked: bool) -> int:
        text = self.tokens[at].text
        if text == ";":
            return at + 1
        if text == "begin":
            at += 3 if self._is(at + 1, ":") else 1
            while not self._is(at, "end"):
                at = self._statement(at, clocked)
            return at + 1
        if text == "if":
            closing = self._closing(at + 1)
            self.regions.append(Region(at + 2, closing, True))
            at = self._statement(closing + 1, clocked)
            return self._statement(at + 1, clocked) if self._is(at, "else") else at
        if text == "for":
            return self._statement(self._closing(at + 1) + 1, clocked)
        if text == "case":
            at = self._closing(at + 1) + 1
            while not self._is(at, "endcase"):
                at = self._statement(self._until(at, (":",)) + 1, clocked)
            return at + 1
        if text in ("logic", "int"):  # a declaration
            return self._until(at, (";",)) + 1
        return self._assignment(at, clocked)


class Collector:
    def __init__(self, scanner: Scanner, text: str, file: str):
        self._tokens, self._text, self._file = scanner.tokens, text, file
        self.found: list[Mutant] = []

    def _add(self, start: int, end: int, text: str, change: str) -> None:
        line = self._text.count("\n", 0, start) + 1
        self.found.append(Mutant(RTL, 0, self._file, line, change, start, end, text))

    def _shown(self, at: int) -> str:
        line = " ".join(self._text[self._text.rfind("\n", 0, at) + 1:self._text.find("\n", at)].split("//")[0].split())
        return line if len(line) <= 60 else line[:57] + "..."

    def _is_constant_part(self, region: Region, at: int) -> bool:
        """Inside [a:b], after +:, or the count of a replication."""
        tokens = self._tokens
        if tokens[at].kind != "op" and at + 1 < region.last and tokens[at + 1].text == "{":
            return True
        depth, k = 0, at
        while k >= region.first:
            text = self._tokens[k].text
            if text in CLOSE:
                depth += 1
            elif text in OPEN:
                if depth == 0:
                    return text == "[" and self._has_colon(k)
                depth -= 1
            k -= 1
        return False

    def _has_colon(self, opening: int) -> bool:
        depth = 0
        for token in self._tokens[opening + 1:]:
            if depth == 0 and token.text in (":", "+:", "-:"):
                return True
            depth += (token.text in OPEN) - (token.text in CLOSE)
            if depth < 0:
                return False
        return False

    def region(self, region: Region) -> None:
        tokens = self._tokens
        for k in range(region.first, region.last):
            token = tokens[k]
            before = tokens[k - 1] if k > region.first else None
            operand = before is not None and (before.kind in ("number", "word") or before.text in CLOSE)
            if self._is_constant_part(region, k):
                continue
            if token.kind == "op":
                for other in (BINARY if operand else UNARY).get(token.text, []):
                    became = f"becomes {other}" if other else "dropped"
                    self._add(token.start, token.end, other, f"{token.text} {became}: {self._shown(token.start)}")
            elif token.kind == "number":
                for other in _other_numbers(token.text):
                    self._add(token.start, token.end, other,
                              f"{token.text} becomes {other}: {self._shown(token.start)}")
        start, end = tokens[region.first].start, tokens[region.last - 1].end
        if region.condition:
            self._add(start, end, f"!({self._text[start:end]})", f"condition negated: {self._shown(start)}")
        elif region.target:
            self._add(start, end, region.target, f"{region.target} keeps its value: {self._shown(start)}")


def _other_numbers(text: str) -> list[str]:
    if text in ("'0", "'1"):
        return ["'1" if text == "'0" else "'0"]
    if "'" not in text:
        return [str(int(text) + 1)]
    width, rest = text.split("'")
    base, digits = rest[0].lower(), rest[1:].replace("_", "")
    value = int(digits, {"b": 2, "d": 10, "h": 16}[base])
    return [f"{width}'d{v}" for v in sorted({(value + d) % (1 << int(width)) for d in (1, -1)})]


def candidates(files: list[Path], root: Path) -> list[Mutant]:
    found = []
    for path in files:
        text = path.read_text()
        scanner = Scanner(text, path)
        scanner.scan()
        collector = Collector(scanner, text, str(path.relative_to(root)))
        for region in scanner.regions:
            collector.region(region)
        found += collector.found
    return found


def selectable(path: Path, root: Path, mutants: list[Mutant], selected: str = SELECTED) -> str:
    """The file with all its mutants, each behind a comparison of `selected` with its number."""
    name = str(path.relative_to(root))
    text = path.read_text()
    scanner = Scanner(text, path)
    scanner.scan()
    spans = [(scanner.tokens[r.first].start, scanner.tokens[r.last - 1].end) for r in scanner.regions]
    chosen: dict[tuple[int, int], list[Mutant]] = {}
    for mutant in mutants:
        if mutant.file == name:
            span = next(s for s in spans if s[0] <= mutant.start and mutant.end <= s[1])
            chosen.setdefault(span, []).append(mutant)
    for (start, end), group in sorted(chosen.items(), reverse=True):
        choice = ""
        for mutant in group:
            mutated = apply(text, mutant)[start:end + len(mutant.text) - (mutant.end - mutant.start)]
            choice += f"({selected} == {mutant.number}) ? ({mutated}) : "
        text = text[:start] + choice + f"({text[start:end]})" + text[end:]
    return text


def with_control(files: list[Path], root: Path, mutants: list[Mutant], control: str, bits: int) -> str:
    """All files in one text, selected by an input `control` of every module: what the proof elaborates once."""
    text = "".join(selectable(path, root, mutants, control) for path in files)
    inside = "[^()]*"
    for _ in range(PARENTHESES):
        inside = rf"(?:[^()]|\({inside}\))*"
    parameters = rf"(?:\s*#\s*\({inside}\))?"
    text, found = re.subn(rf"^(module \w+{parameters}\s*\()", rf"\1input logic [{bits - 1}:0] {control}, ", text,
                          flags=re.M)
    if found != len(re.findall(r"^module ", text, re.M)):
        raise MutateError(f"{', '.join(path.name for path in files)}: expected the parameters of a module in at most "
                          f"{PARENTHESES} pairs of parentheses")
    modules = "|".join(path.stem for path in files)
    return re.sub(rf"^(\s+(?:{modules}){parameters}\s+\w+\s*\()(?!\s*\.\*)", rf"\1.{control}({control}), ", text,
                  flags=re.M)
