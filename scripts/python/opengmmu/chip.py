# SPDX-License-Identifier: Apache-2.0
"""A chip as data: every value with its unit and source, as `gmmu show --chip` prints it (docs/reference/chips.md)."""

from __future__ import annotations

import difflib
import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .errors import GmmuError
from .options import words
from .program import Name, call
from .result import write_whole


class Chip:
    """Never changed: change() gives another one. `chip["tlb.l2.entries"]` is a value."""

    def __init__(self, raw: Mapping[str, Any], gmmu: Name | None = None):
        self.raw = dict(raw)
        self._gmmu = gmmu
        self._fields = dict(_fields(self.raw, ""))

    @classmethod
    def load(cls, chip: str | os.PathLike[str] = "mask", gmmu: Name | None = None) -> Chip:
        """By a name of `gmmu list`, or a description FILE.json."""
        return cls(_shown([f"--chip={os.fspath(chip)}"], gmmu), gmmu)

    @property
    def name(self) -> str:
        return str(self.raw["name"])

    def _field(self, path: str) -> Mapping[str, Any]:
        if path not in self._fields:
            near = difflib.get_close_matches(path, self._fields, 1)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            raise GmmuError(f"{path}: expected the path of a value of gmmu show{hint}")
        return self._fields[path]

    def __getitem__(self, path: str) -> Any:
        return self._field(path)["value"]

    def unit(self, path: str) -> str:
        return str(self._field(path)["unit"])

    def source(self, path: str) -> str:
        """The paper that says so, or D: and a decision of this project."""
        return str(self._field(path)["source"])

    def __iter__(self) -> Iterator[str]:
        """All paths."""
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __contains__(self, path: object) -> bool:
        return path in self._fields

    def change(self, values: Mapping[str, Any]) -> Chip:
        """Another chip, with these values: `chip.change({"tlb.l2.entries": "1K"})`. gmmu refuses what no chip has."""
        with self.file() as path:
            return Chip(_shown([f"--chip={path}", *words("show", {"set": dict(values)}, self._gmmu)], self._gmmu),
                        self._gmmu)

    def diff(self, other: Chip) -> dict[str, tuple[Any, Any]]:
        """The values that differ, by path: here, there; None where a chip has no such value."""
        mine = {path: self[path] for path in self}
        theirs = {path: other[path] for path in other}
        return {path: (mine.get(path), theirs.get(path)) for path in [*mine, *(p for p in theirs if p not in mine)]
                if mine.get(path) != theirs.get(path)}

    def save(self, path: str | os.PathLike[str]) -> None:
        """As FILE.json for --chip."""
        write_whole(Path(path), json.dumps(self.raw, indent=2) + "\n")

    def file(self) -> _ChipFile:
        """The description in a file, while the `with` lasts."""
        return _ChipFile(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chip) and not self.diff(other) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<Chip {self.name}: {len(self)} values>"


class _ChipFile:
    def __init__(self, chip: Chip):
        self._chip = chip
        self._folder = tempfile.TemporaryDirectory(prefix="opengmmu-")

    def __enter__(self) -> str:
        path = Path(self._folder.name, f"{Path(self._chip.name).name or 'chip'}.json")
        self._chip.save(path)
        return str(path)

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()


def _fields(node: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for key, value in node.items():
        if isinstance(value, Mapping) and "value" in value and "source" in value:
            yield prefix + key, value
        elif isinstance(value, Mapping):
            yield from _fields(value, f"{prefix}{key}.")


def _shown(options: list[str], gmmu: Name | None) -> Mapping[str, Any]:
    shown: Mapping[str, Any] = json.loads(call(["show", *options], gmmu=gmmu).out)
    return shown
