#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the floors of models/ (docs/design/architecture.md) against the includes, and finds circles of includes.

usage: floors.py ROOT

A folder includes from itself and from floors below it. Inside models/sm the wings gto and thesis
include from parts, not from each other. A circle between the files of a folder, a .h and its .c
taken as one, is a breach, too. A private header (x_state.h, x_internal.h) holds what the files of
one module share: only its own folder includes it, and what it includes closes no circle.
Each breach is one line, `file:line: what is wrong`; the exit code is 1 then.
"""

import collections
import pathlib
import re
import sys

# Lowest first; folders of one line share a floor and may include from each other.
FLOORS = [
    ["base"],
    ["study/probe"],  # below the description of chips, so that no experiment reads one
    ["study/cuda"],
    ["config"],
    ["units"],
    ["driver"],
    ["program"],
    ["mmu"],
    ["mem"],
    ["sm"],
    ["os"],
    ["dispatch"],
    ["study/sharing"],
    ["chip"],
    ["report"],
    ["cli"],
    ["systemc"],
]
# The lowest floor that includes headers of the units (hls/).
UNITS_FROM = "config"
# Wings of a folder: what each may include beside itself. Files of the folder itself are the wing "".
WINGS = {
    "sm": {"": {"parts", "gto", "thesis"}, "parts": {""}, "gto": {"", "parts"}, "thesis": {"", "parts"}},
}
# Circles that are still there: folder and files. To be resolved, and then taken out here.
KNOWN_CIRCLES: set[tuple[str, frozenset[str]]] = set()
PRIVATE = re.compile(r"\w+_(state|internal)\.h")
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"')
SUFFIXES = {".c", ".h", ".cpp", ".hpp", ".inc"}

HEIGHT = {folder: height for height, floor in enumerate(FLOORS) for folder in floor}


def sources(models: pathlib.Path) -> list[pathlib.Path]:
    return sorted(path for path in models.rglob("*") if path.suffix in SUFFIXES)


def room(path: pathlib.Path) -> str:
    """Of a file below models/: its folder, or in a folder of several floors the one in that."""
    parts = path.parts
    return "/".join(parts[:2]) if any(floor.startswith(f"{parts[0]}/") for floor in HEIGHT) else parts[0]


def resolve(root: pathlib.Path, source: pathlib.Path, name: str) -> pathlib.Path | None:
    """The file an include means: beside the source, below models/ or in hls/. None: generated, or a library's."""
    for folder in (source.parent, root / "models", *sorted((root / "hls").glob("*"))):
        if (folder / name).is_file():
            return (folder / name).resolve()
    return None


class Checker:
    def __init__(self, root: pathlib.Path, known: set[tuple[str, frozenset[str]]]) -> None:
        self.root = root.resolve()
        self.known = known
        self.seen: set[tuple[str, frozenset[str]]] = set()
        self.models = self.root / "models"
        self.breaches: list[str] = []
        # by folder: stem -> stems it includes, with the place of one such include
        self.uses: dict[pathlib.Path, dict[str, dict[str, str]]] = collections.defaultdict(dict)

    def run(self) -> list[str]:
        found = sources(self.models)
        if not found:
            raise SystemExit(f"floors: {self.models}: no source found")
        for source in found:
            folder = room(source.relative_to(self.models))
            if folder not in HEIGHT:
                place = f"{source.relative_to(self.root)}:1"
                self.breaches.append(f"{place}: models/{folder} is on no floor (scripts/lint/floors.py)")
                continue
            for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), 1):
                include = INCLUDE.match(line)
                target = resolve(self.root, source, include[1]) if include else None
                if target:
                    self.judge(source, number, folder, target)
        self.circles()
        return self.breaches

    def judge(self, source: pathlib.Path, number: int, folder: str, target: pathlib.Path) -> None:
        place = f"{source.relative_to(self.root)}:{number}"
        name = target.relative_to(self.root)
        if name.parts[0] == "hls":
            if HEIGHT[folder] < HEIGHT[UNITS_FROM]:
                self.breaches.append(f"{place}: models/{folder} includes {name}, below {UNITS_FROM}")
            return
        other = room(target.relative_to(self.models))
        if PRIVATE.fullmatch(target.name) and source.parent != target.parent:
            self.breaches.append(f"{place}: {name} is private to its folder")
        if other != folder:
            if HEIGHT.get(other, len(FLOORS)) > HEIGHT[folder]:
                self.breaches.append(f"{place}: models/{folder} includes {name} of a higher floor")
            return
        wing, wanted = self.wing(source), self.wing(target)
        if folder in WINGS and wing != wanted and wanted not in WINGS[folder].get(wing, set()):
            self.breaches.append(f"{place}: models/{folder}/{wing} includes {name} of another wing")
        if source.parent == target.parent and source.stem != target.stem and not PRIVATE.fullmatch(source.name):
            self.uses[source.parent].setdefault(source.stem, {})[target.stem] = place

    def wing(self, path: pathlib.Path) -> str:
        parts = path.relative_to(self.models).parts
        return parts[1] if len(parts) > 2 else ""

    def circles(self) -> None:
        """One finding for each include that closes a circle, and for each known circle that is gone."""
        for folder, uses in self.uses.items():
            done: set[str] = set()
            for start in sorted(uses):
                self.walk(str(folder.relative_to(self.models)), start, [], uses, done)
        for folder_name, stems in sorted(self.known - self.seen, key=str):
            self.breaches.append(f"scripts/lint/floors.py:1: no circle of {', '.join(sorted(stems))} in "
                                 f"models/{folder_name} any more: take it out of KNOWN_CIRCLES")

    def walk(self, folder: str, stem: str, path: list[str], uses: dict[str, dict[str, str]], done: set[str]) -> None:
        if stem in path:
            circle = [*path[path.index(stem):], stem]
            self.seen.add((folder, frozenset(circle)))
            if (folder, frozenset(circle)) not in self.known:
                self.breaches.append(f"{uses[path[-1]][stem]}: a circle of includes: {' -> '.join(circle)}")
            return
        if stem in done:
            return
        for target in sorted(uses.get(stem, {})):
            self.walk(folder, target, [*path, stem], uses, done)
        done.add(stem)


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit("usage: floors.py ROOT")
    breaches = Checker(pathlib.Path(sys.argv[1]), KNOWN_CIRCLES).run()
    for breach in breaches:
        print(breach)
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
