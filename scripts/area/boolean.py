# SPDX-License-Identifier: Apache-2.0
"""Functions in a Liberty file: ! and ' negate, ^ is XOR, * & or nothing is AND, + | is OR, from tight to loose."""

from __future__ import annotations

import functools
import re

from .errors import AreaError

# A name may be escaped, \A[0], or quoted within the quotes, \"A[0]\".
TOKEN = re.compile(r"""\s*(?:\\?"(?P<quoted>[^"\\]*)\\?"|\\(?P<escaped>[^\s()!'^*&+|]+)|1'[bB](?P<bit>[01])"""
                   r"""|(?P<name>[A-Za-z_][\w$]*(?:\[\d+\])*)|(?P<sign>[01()!'^*&+|]))""")

# ("name", x), ("0",), ("1",), ("!", a), ("^" or "&" or "|", a, b)
Tree = tuple


@functools.lru_cache(maxsize=None)
def parse(function: str) -> Tree:
    text, at = function.strip(), 0
    tokens: list[tuple[str, str]] = []  # kind, text
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise AreaError(f"function '{text}': '{text[at:].strip()[:20]}': expected a pin or an operator")
        name = match["quoted"] or match["escaped"] or match["name"]
        tokens.append(("name", name) if name else ("sign", match["bit"] or match["sign"]))
        at = match.end()

    def peek() -> str:
        return "" if not tokens else "a name" if tokens[0][0] == "name" else tokens[0][1]

    def primary() -> Tree:
        if peek() in ("", *")'^*&+|"):
            raise AreaError(f"function '{text}': expected a pin{f' before {peek()}' if peek() else ' at its end'}")
        kind, token = tokens.pop(0)
        if kind == "sign" and token == "!":
            return negated(primary())
        if kind == "sign" and token == "(":
            tree = disjunction()
            if peek() != ")":
                raise AreaError(f"function '{text}': expected )")
            tokens.pop(0)
        else:
            tree = ("name", token) if kind == "name" else (token,)
        while peek() == "'":
            tokens.pop(0)
            tree = negated(tree)
        return tree

    def exclusive() -> Tree:
        tree = primary()
        while peek() == "^":
            tokens.pop(0)
            tree = ("^", tree, primary())
        return tree

    def conjunction() -> Tree:
        tree = exclusive()
        while peek() and peek() not in ")+|":
            if peek() in ("*", "&"):
                tokens.pop(0)
            tree = ("&", tree, exclusive())
        return tree

    def disjunction() -> Tree:
        tree = conjunction()
        while peek() in ("+", "|"):
            tokens.pop(0)
            tree = ("|", tree, conjunction())
        return tree

    found = disjunction()
    if tokens:
        raise AreaError(f"function '{text}': expected its end before {peek()}")
    return found


def negated(tree: Tree) -> Tree:
    return tree[1] if tree[0] == "!" else ("!", tree)


def value(tree: Tree, values: dict[str, bool]) -> bool:
    kind = tree[0]
    if kind == "name":
        return values[tree[1]]
    if kind == "!":
        return not value(tree[1], values)
    if kind in "01":
        return kind == "1"
    left, right = value(tree[1], values), value(tree[2], values)
    return left != right if kind == "^" else left and right if kind == "&" else left or right


def evaluate(function: str, values: dict[str, bool]) -> bool:
    return value(parse(function), values)


def written(tree: Tree, names: dict[str, str]) -> str:
    """In the one form that Yosys, ABC and OpenSTA all read, with the names that pins have now."""
    kind = tree[0]
    if kind == "name":
        return names.get(tree[1], tree[1])
    if kind == "!":
        return f"!{written(tree[1], names)}"
    return kind if kind in "01" else f"({written(tree[1], names)} {kind} {written(tree[2], names)})"
