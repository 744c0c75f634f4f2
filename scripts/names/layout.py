# SPDX-License-Identifier: Apache-2.0
"""Keeps the columns of C whose names have become longer: of lines that go on behind a parenthesis, of comments behind
code, and of backslashes."""

from __future__ import annotations

import re

from scripts.names.declared import TOKEN

BEHIND_CODE = re.compile(r"(\s*\S.*?)( +)(/\*.*\*/|//.*|\\)")


def code_alone(text: str) -> list[str]:
    """The lines, with blanks in the place of comments and strings."""
    blank = re.compile(r"[^\n]")
    return "".join(blank.sub(" ", m[0]) if m["comment"] or m["string"] else m[0]
                   for m in TOKEN.finditer(text)).split("\n")


def behind_parentheses(old: str, new: str) -> list[str]:
    """The new lines, each as far behind its parenthesis as the old one was."""
    written = []
    open_: list[tuple[int, int]] = []  # columns behind parentheses and braces: before, now
    for was, line, was_code, code in zip(old.split("\n"), new.split("\n"), code_alone(old), code_alone(new)):
        shift = 0
        indent = len(was) - len(was.lstrip(" "))
        if open_ and was.strip() and indent == open_[-1][0]:
            shift = open_[-1][1] - indent
            line = " " * shift + line
        for before, now in zip(re.finditer(r"[(){}]", was_code), re.finditer(r"[(){}]", code)):
            if before[0] in "({":
                open_.append((before.end(), now.end() + shift))
            else:
                open_[-1:] = []
        written.append(line)
    return written


def in_columns(old: list[str], new: list[str]) -> list[str]:
    """Comments and backslashes behind code in one column, where those of neighbouring lines were. Backslashes stay
    while there is room."""
    written = list(new)
    rows: list[int] = []
    column = 0

    def place() -> None:
        found = [match for row in rows if (match := BEHIND_CODE.fullmatch(new[row]))]
        gap = min((len(match[2]) for row in rows if (match := BEHIND_CODE.fullmatch(old[row]))), default=1)
        if len(found) == len(rows):
            longest = max((len(match[1]) for match in found), default=0)
            edge = max(column, longest + 1) if found and found[0][3] == "\\" else longest + gap
            for row, match in zip(rows, found):
                written[row] = match[1].ljust(edge) + match[3]
        rows.clear()

    for row, line in enumerate(old):
        match = BEHIND_CODE.fullmatch(line)
        if not match or (rows and match.start(3) != column):
            place()
        if match:
            column = match.start(3)
            rows.append(row)
    place()
    return written


def kept(old: str, new: str) -> str:
    """new: the text of `old` with other names."""
    return "\n".join(in_columns(old.split("\n"), behind_parentheses(old, new)))
