# SPDX-License-Identifier: Apache-2.0
"""One header of types, sizes and widths for an exported folder: of the shared headers only what its C needs.

The shared headers (hls/common) are read as items, each with the comment above it: a size, a chain of widths that
follow from a size, a macro, a type, a declaration. An item is needed if what is needed uses a name that it declares.
All that can be said twice is said so that it may be: a source may include the headers of two exported folders.
"""

from __future__ import annotations

import pathlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scripts.names.declared import PASTED, TOKEN, declared

TYPE = re.compile(r"GMMU_UINT\((\d+), \w+\);")
PASTE = re.compile(r"\bGMMU_U\(\s*(\w+)\s*\)")
INCLUDE = re.compile(r'#include "([\w.]+)"')
VALUE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+(\w+)[ \t]*$", re.M)
A_LINE = 4  # types
CLOSE = "\n#endif"

HEAD = """\
/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Types, sizes and widths of {name}: what its C needs. Each size can be given from
 * outside ({example}); these are the defaults. Generated; do not edit.
 */
#ifndef {guard}
#define {guard}

#include <stdint.h>
#if defined(GMMU_TYPES_AP)
#include <ap_int.h>
#elif defined(GMMU_TYPES_AC)
#include <ac_int.h>
#endif
"""


def names_in(text: str) -> set[str]:
    return {match["name"] for match in TOKEN.finditer(text) if match["name"]}


@dataclass(frozen=True)
class Item:
    header: str  # its stem
    comment: str  # above the group of which it is one
    text: str

    @property
    def type_bits(self) -> int | None:
        found = TYPE.fullmatch(self.text)
        return int(found[1]) if found else None

    @property
    def declares(self) -> set[str]:
        if self.type_bits:
            return {f"u{self.type_bits}"}
        return declared(self.text) - PASTED

    @property
    def uses(self) -> set[str]:
        return names_in(self.text) - PASTED if "##" in self.text else names_in(self.text)

    @property
    def condition(self) -> bool:
        """Of sizes: needed where all of them are, and declares nothing."""
        return self.text.startswith("GMMU_REQUIRE(")

    @property
    def repeatable(self) -> bool:
        return self.text.startswith("#") or self.condition or self.type_bits is not None

    def without(self, unneeded: set[str]) -> Item:
        """A chain without the widths that nobody needs."""
        lines = self.text.splitlines()
        if not lines[0].startswith("#if"):
            return self
        kept = [line for line in lines if not (found := re.match(r"#define (\w+)", line)) or found[1] not in unneeded]
        return Item(self.header, self.comment, "\n".join(kept))


def ends(lines: list[str], start: int) -> int:
    """The line behind a comment, a directive, a group of #if to #endif, or a declaration."""
    first, depth = lines[start], 0
    for number in range(start, len(lines)):
        line = lines[number]
        if first.startswith("/*"):
            done = "*/" in line
        elif first.startswith("#if"):
            depth += line.startswith("#if") - line.startswith("#endif")
            done = depth == 0
        elif first.startswith("#"):
            done = not line.endswith("\\")
        else:
            code = re.sub(r"/\*.*?\*/", "", line).rstrip()
            depth += code.count("{") + code.count("(") - code.count("}") - code.count(")")
            done = depth == 0 and code.endswith((";", "}"))
        if done:
            return number + 1
    raise ValueError(f"no end of '{first}'")


def items(path: pathlib.Path, seen: set[str] | None = None) -> Iterator[Item]:
    """Of a header and, where they stand, of the project's headers that it includes."""
    seen = set() if seen is None else seen
    seen.add(path.name)
    text = re.sub(r"\A(?:/\*.*?\*/\s*)+#ifndef \w+\n#define \w+\n|\n#endif\s*\Z", "\n", path.read_text(), flags=re.S)
    lines, at, comment = text.splitlines(), 0, ""
    while at < len(lines):
        if not lines[at].strip():
            at, comment = at + 1, ""
            continue
        end = ends(lines, at)
        found = "\n".join(lines[at:end])
        at = end
        included = INCLUDE.match(found)
        if included and included[1] not in seen:
            yield from items(path.parent / included[1], seen)
        elif found.startswith("/*"):
            comment = found
        elif "#include" not in found:
            yield Item(path.stem, comment, found)


def possible(width: str, all_items: list[Item], own: dict[str, set[str]]) -> set[str]:
    """The types that GMMU_U(width) may become: one of each value that the sizes can give it, else any."""
    if width.isdigit():
        return {f"u{width}"}
    free = any(item.text.startswith(f"#ifndef {width}\n") for item in all_items)
    values = set(own.get(width, set()))
    for item in all_items:
        if width in item.declares:
            values |= {value for name, value in VALUE.findall(item.text) if name == width}
    if free or not values:
        return set(PASTED)
    return set().union(*(possible(value, all_items, own) for value in values))


def needed(texts: Iterable[str], also: set[str], headers: Iterable[pathlib.Path]) -> list[Item]:
    """The items that these texts, and the names in `also`, need; in the order of the headers."""
    seen: set[str] = set()
    found = [item for path in sorted(headers) if path.name not in seen for item in items(path, seen)]
    code = ["".join(" " if m["comment"] else m[0] for m in TOKEN.finditer(text)) for text in texts]
    own: dict[str, set[str]] = {}
    for name, value in (pair for text in code for pair in VALUE.findall(text)):
        own.setdefault(name, set()).add(value)
    wanted, pasted = also.union(*map(names_in, code)), {width for text in code for width in PASTE.findall(text)}
    kept: set[Item] = set()
    while True:
        for width in pasted:
            wanted |= possible(width, found, own)
        pasted = set()
        new = {item for item in found if item not in kept
               and (item.declares & wanted if not item.condition else
                    (sizes := {name for name in item.uses if name.endswith("_W")}) and sizes <= wanted)}
        if not new:
            break
        for item in new:
            wanted |= item.without(item.declares - wanted).uses
            pasted |= set(PASTE.findall(item.text)) - {"width"}
        kept |= new
    return [item.without(item.declares - wanted) for item in found if item in kept]


def written(chosen: list[Item]) -> list[str]:
    """Paragraphs: each comment once, types by the line, what must not be said twice in a guard of its own."""
    parts: list[str] = []
    last: Item | None = None
    for item in chosen:
        fresh = last is None or (item.header, item.comment) != (last.header, last.comment) or \
            item.repeatable != last.repeatable or (item.type_bits is None) != (last.type_bits is None)
        if fresh:
            parts.append((item.comment + "\n" if item.comment else "") + item.text)
        elif item.type_bits and item.type_bits % A_LINE != 1:
            parts[-1] += f" {item.text}"
        else:
            parts[-1] += f"\n{item.text}"
        if not item.repeatable:
            guard = f"GMMU_HAS_{item.header.upper().removeprefix('GMMU_')}"
            if last is None or last.repeatable or last.header != item.header:
                parts[-1] = f"#ifndef {guard}\n#define {guard}\n{parts[-1]}"
            parts[-1] = parts[-1].replace(CLOSE, "") + CLOSE
        last = item
    return parts


def header(name: str, guard: str, chosen: list[Item]) -> str:
    """Its text, with the names that the project has inside."""
    free = next((found[1] for item in chosen if (found := re.match(r"#ifndef (\w+)\n#define \1 \d", item.text))), "")
    example = f"-D{free}=n" if free else "this unit has none"
    head = HEAD.format(name=name, guard=guard, example=example)
    return "\n".join([head, "\n\n".join(written(chosen)), "\n#endif", ""])
