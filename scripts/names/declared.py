# SPDX-License-Identifier: Apache-2.0
"""The names that a C header gives to whoever includes it, and the name that each has outside the project.

Inside, names are short. A name that leaves the project, by `make export` or `make install`, bears the project's:
gmmu_ before functions, types, enumerators and modules, GMMU_ before macros.
"""

from __future__ import annotations

import re

WORD = "gmmu"
# Comments, strings, numbers (0x1fU), names, anything else.
TOKEN = re.compile(r"(?P<comment>/\*.*?\*/|//[^\n]*)|(?P<string>\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+')"
                   r"|(?P<number>\.?\d[\w.]*)|(?P<name>[A-Za-z_]\w*)|(?P<other>\s+|.)", re.DOTALL)
DIRECTIVE = re.compile(r"^[ \t]*#[^\n]*?(?:\\\n[^\n]*?)*$", re.M)
MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.M)
KEYWORDS = frozenset("const volatile static inline extern unsigned signed int long short char void bool float double "
                     "sizeof __attribute__ _Static_assert".split())
# This macro of gmmu_types.h pastes the type of n bits.
PASTING = "GMMU_UINT"
PASTED = frozenset(f"u{bits}" for bits in range(1, 65))


def prefixed(name: str) -> str:
    """The name outside the project."""
    if name.lower() == WORD or name.lower().startswith(f"{WORD}_"):
        return name
    return f"{WORD}_{name}" if any(letter.islower() for letter in name) else f"{WORD.upper()}_{name}"


def code_tokens(text: str) -> list[str]:
    """Names and signs: no comments, no directives, no extern "C" around declarations."""
    text = "".join(" " if m["comment"] else m[0] for m in TOKEN.finditer(text))
    text = re.sub(r"extern \"C\" \{", "", DIRECTIVE.sub("", text))
    return [m[0] for m in TOKEN.finditer(text) if not m[0].isspace()]


def enumerators(tokens: list[str]) -> set[str]:
    """Of all enumerations, also of those in structs."""
    bodies = re.findall(r"\benum (?:\w+ )?\{([^}]*)\}", " ".join(tokens))
    return {name for body in bodies for name in re.findall(r"(?:^|,) (\w+)", body)}


def declared(text: str) -> set[str]:
    """Macros, functions, types, tags, enumerators and variables of a header."""
    found = set(MACRO.findall(text))
    if PASTING in found:
        found |= PASTED
    tokens = code_tokens(text)
    found |= enumerators(tokens)
    statement: list[str] = []  # at the outermost level, with each group of parentheses or braces as one sign
    group: list[str] = []
    depth = 0
    for token in tokens:
        if token in ("(", "{"):
            depth += 1
            if depth == 1:
                group = []
                continue
        if token in (")", "}"):
            depth -= 1
            if depth == 0:
                statement.append("()" if token == ")" else "{}")
                if token == ")" and group[:1] == ["*"]:  # a pointer to a function
                    statement[-1:] = group[1:2]
                if token == "}" and "()" in statement:  # a function's body
                    found |= declarators(statement)
                    statement = []
                continue
        if depth > 0:
            group.append(token)
        elif depth == 0 and token == ";":
            found |= declarators(statement)
            statement = []
        elif depth == 0:
            statement.append(token)
    return found


def declarators(statement: list[str]) -> set[str]:
    """The names that a statement declares: its tag, and what stands before its parentheses, brackets or end."""
    found = set()
    while "__attribute__" in statement:
        at = statement.index("__attribute__")
        statement = statement[:at] + statement[at + 2:]
    for keyword, tag in zip(statement, statement[1:]):
        if keyword in ("struct", "union", "enum") and tag.isidentifier():
            found.add(tag)
    ends = [i for i, sign in enumerate(statement) if sign in ("()", "[", "=")] or [len(statement)]
    last = statement[ends[0] - 1] if ends[0] else ""
    if last.isidentifier() and last not in KEYWORDS:
        found.add(last)
    return found
