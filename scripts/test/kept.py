# SPDX-License-Identifier: Apache-2.0
"""What the steps of an earlier run came to, by the content of what they read, so that a run that was ended goes on.

One line of JSON for each step that has passed. A digest of a step covers its command, the variables that the user has
given to make, and the sources that steps of its kind read: reads.txt lists them. Of a step whose name ends with a unit
these are without the files of other units (unit_files.py). Documents are no sources.
"""

import dataclasses
import functools
import hashlib
import json
import pathlib
import re

from scripts.test.unit_files import UnitFiles

ROOT = pathlib.Path(__file__).resolve().parents[2]
READS = pathlib.Path(__file__).with_name("reads.txt")
SOURCES = ("hls", "rtl", "tb", "models", "scripts", "Makefile")
# Kind, unit or configuration, sizes.
STEP_OF_UNIT = r"[a-z]+(?:-(?:styles|bambu|from-c|equal|whole))?-(\w+)(?:-[A-Z][A-Z_0-9-]*)?"
NO_SOURCES = {"__pycache__", ".mypy_cache", ".ruff_cache"}


@dataclasses.dataclass(frozen=True)
class Reads:
    """The files and folders that a kind of steps reads, and those in them that it does not; of all units or of the
    step's own and those that it names."""

    paths: tuple[str, ...]
    without: tuple[str, ...] = ()
    all_units: bool = False

    def covers(self, path: str) -> bool:
        def below(tops: tuple[str, ...]) -> bool:
            return any(path == top or path.startswith(f"{top}/") for top in tops)

        return below(self.paths) and not below(self.without)


EVERYTHING = Reads(SOURCES, all_units=True)
ALL_UNITS = "+units"


def read_table(file: pathlib.Path = READS) -> dict[str, Reads]:
    """By kind, which is a step's name up to its first hyphen; rows of `every` hold for the others as well, but that a
    kind reads what its own row names."""
    rows: dict[str, Reads] = {}
    for line in file.read_text().splitlines():
        kinds, colon, words = line.partition("#")[0].partition(":")
        if colon:
            paths = tuple(word for word in words.split() if word[0] not in "-+")
            without = tuple(word[1:] for word in words.split() if word[0] == "-")
            for kind in kinds.split():
                before = rows.get(kind, Reads(()))
                whole = before.all_units or ALL_UNITS in words.split()
                rows[kind] = Reads(before.paths + paths, before.without + without, whole)
    every = rows.pop("every", Reads(()))

    def left_out(row: Reads) -> tuple[str, ...]:
        return tuple(path for path in every.without if path not in row.paths) + row.without

    return {kind: Reads(every.paths + row.paths, left_out(row), row.all_units) for kind, row in rows.items()}


def contents(root: pathlib.Path = ROOT) -> dict[str, str]:
    """Every source file, and the digest of what is in it."""
    found = {}
    for top in SOURCES:
        paths = [root / top] if (root / top).is_file() else sorted((root / top).rglob("*"))
        for path in paths:
            if path.is_file() and not NO_SOURCES & set(path.parts):
                found[str(path.relative_to(root))] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


@dataclasses.dataclass
class Passed:
    """A step that passed: its counts, and the seconds of processors that it took."""

    name: str
    digest: str
    passed: int
    skipped: int
    used: float


class Kept:
    """The file of them; without one nothing is kept. The sources are those at the start of the run. known: what runs
    elsewhere came to, which is read and not written."""

    def __init__(self, file: pathlib.Path | None, settings: str = "", known: pathlib.Path | None = None) -> None:
        self.file = file
        self.settings = settings
        self.table = read_table() if file else {}
        self.steps: dict[tuple[str, str], Passed] = {}
        for path in filter(None, (known, file)):
            self._read(path)

    def _read(self, path: pathlib.Path) -> None:
        for line in path.read_text().splitlines() if path.exists() else []:
            try:
                step = Passed(**json.loads(line))
            except (ValueError, TypeError):
                continue  # the run was ended while it wrote this line
            self.steps[step.name, step.digest] = step

    @functools.cached_property
    def units(self) -> UnitFiles:
        return UnitFiles(ROOT)

    @functools.cached_property
    def files(self) -> dict[str, str]:
        return contents()

    @functools.cache
    def sources(self, reads: Reads, without: frozenset[str]) -> str:
        text = "".join(f"{name} {content}\n" for name, content in self.files.items()
                       if name not in without and reads.covers(name))
        return hashlib.sha256(text.encode()).hexdigest()

    def digest(self, name: str, command: str) -> str:
        reads = self.table.get(name.partition("-")[0], EVERYTHING)
        unit = re.fullmatch(STEP_OF_UNIT, name)
        without = self.units.foreign(unit[1]) if unit and not reads.all_units else frozenset[str]()
        sources = self.sources(reads, without)
        return hashlib.sha256(f"{sources}{self.settings} {command}".encode()).hexdigest()[:24]

    def find(self, name: str, command: str) -> Passed | None:
        return self.steps.get((name, self.digest(name, command))) if self.file else None

    def add(self, name: str, command: str, passed: int, skipped: int, used: float) -> None:
        if self.file:
            step = Passed(name, self.digest(name, command), passed, skipped, round(used, 1))
            with open(self.file, "a", encoding="utf-8") as file:
                file.write("\n" + json.dumps(dataclasses.asdict(step)))  # the line before may be torn
