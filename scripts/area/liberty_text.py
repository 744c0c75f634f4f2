# SPDX-License-Identifier: Apache-2.0
"""The text of a Liberty file as a tree of groups, and back."""

from __future__ import annotations

import functools
import gzip
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from .errors import AreaError

STRING = r'"(?:[^"\\]|\\.)*"'
SPACED_OUT = re.compile(rf"{STRING}|/\*.*?\*/|//[^\n]*|\\[ \t]*\r?\n", re.S)
STATEMENT = re.compile(
    rf"""\s*(?:(?P<end>\}})|(?P<nothing>;)|(?P<name>[\w.$\-]+|{STRING})\s*
    (?:\((?P<given>[^()"]*(?:{STRING}[^()"]*)*)\)\s*(?P<open>\{{)?
      |:[ \t]*(?P<value>{STRING}|[^;\n{{}}]*))\s*;?)""", re.S | re.X)
ARGUMENT = re.compile(rf"{STRING}|[^\s,]+", re.S)


@dataclass
class Attribute:
    """`name : value;`, or `name (value, value);`. The text is as in the file, strings with their quotes."""
    name: str
    text: str
    listed: bool = False


@dataclass
class Group:
    """One `name (arguments) { ... }` of the file."""
    name: str
    arguments: list[str]
    items: list[Attribute | Group] = field(default_factory=list)

    @property
    def groups(self) -> list[Group]:
        return [item for item in self.items if isinstance(item, Group)]

    @functools.cached_property
    def attributes(self) -> dict[str, str]:
        """Of one that stands there twice, the last; without quotes."""
        return {item.name: " ".join(words(item.text)) if item.listed else bare(item.text)
                for item in self.items if isinstance(item, Attribute)}

    def named(self, name: str) -> list[Group]:
        return [item for item in self.items if isinstance(item, Group) and item.name == name]


def bare(text: str) -> str:
    text = text.strip()
    return text[1:-1].strip() if len(text) > 1 and text[0] == text[-1] == '"' else text


def words(text: str) -> list[str]:
    return [bare(word) for word in ARGUMENT.findall(text)]


def content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise AreaError(f"{path}: {error.strerror}; expected a Liberty file") from error


def read(path: Path) -> str:
    """The text of the file, which may be compressed."""
    data = content(path)
    try:
        return (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode(errors="replace")
    except (OSError, EOFError, zlib.error) as error:
        raise AreaError(f"{path}: {error}: expected a whole file of gzip") from error


def blank(match: re.Match[str]) -> str:
    """Strings stay; of comments and continued lines the ends of lines do, so that errors have the right number."""
    text = match[0]
    return text if text[0] == '"' else "\n" * text.count("\n") if text[0] == "/" else " \n"


def parse(text: str, path: Path) -> Group:
    text = SPACED_OUT.sub(blank, text)
    root = Group("", [])
    stack, at, end = [root], 0, len(text.rstrip())
    while at < end:
        match = STATEMENT.match(text, at)
        if not match or match["end"] and len(stack) == 1:
            found = re.compile(r"\s*([^\n]{0,30})").match(text, at)
            raise AreaError(f"{path}:{text.count(chr(10), 0, found.start(1) if found else at) + 1}: "
                            f"'{found[1].strip() if found else ''}': expected an attribute or a group of Liberty")
        at = match.end()
        if match["end"]:
            stack.pop()
        elif match["open"]:
            group = Group(bare(match["name"]), words(match["given"]))
            stack[-1].items.append(group)
            stack.append(group)
        elif match["name"]:
            listed = match["value"] is None
            text_of = match["given"] if listed else match["value"]
            stack[-1].items.append(Attribute(bare(match["name"]), text_of.strip(), listed))
    if len(stack) > 1:
        last = stack[-1]
        raise AreaError(f"{path}: {last.name} ({', '.join(last.arguments)}) has no end: expected }}")
    return root


def lines(group: Group, depth: int = 0) -> Iterator[str]:
    indent = "  " * depth
    yield f"{indent}{group.name} ({', '.join(group.arguments)}) {{"
    for item in group.items:
        if isinstance(item, Group):
            yield from lines(item, depth + 1)
        elif item.listed:
            yield f"{indent}  {item.name} ({' '.join(item.text.split())});"
        else:
            yield f"{indent}  {item.name} : {item.text};"
    yield f"{indent}}}"
