# SPDX-License-Identifier: Apache-2.0
"""Reads the file that describes a sweep (docs/reference/sweeps.md)."""

import dataclasses
import itertools
import pathlib
import re
import tomllib
from typing import Any

from .points import Point


class SpecError(Exception):
    """One line for the user."""


@dataclasses.dataclass(frozen=True)
class Axis:
    name: str
    values: dict[str, tuple[str, ...]]  # text in the table -> arguments


@dataclasses.dataclass(frozen=True)
class Sweep:
    title: str
    axes: list[Axis]
    columns: dict[str, list[str]]  # head in the table -> path in the JSON of a run
    points: dict[tuple[str, ...], Point]  # by the texts of all axes
    seconds: int  # limit of one point
    memory: int   # MB that a cluster reserves for one point


KEYS = {"title", "options", "seconds", "memory", "axis", "columns"}
OUTPUTS = ("json", "csv", "kanata", "perfetto", "ticks")
AXIS_KEYS = {"name", "values", "set", "option"}


def writes(word: str) -> bool:
    """An option that writes a file, as the simulator takes it: --json, --json=FILE and what begins the name."""
    name = word.removeprefix("--").split("=")[0]
    return word.startswith("--") and name != "" and any(o.startswith(name) for o in OUTPUTS)


def read(path: pathlib.Path) -> Sweep:
    try:
        if path.exists() and not path.is_file():
            raise SpecError(f"{path}: expected a regular file")
        data = tomllib.loads(path.read_text())
    except RecursionError:
        raise SpecError(f"{path}: nested too deeply, expected what docs/reference/sweeps.md shows") from None
    except OSError as error:
        raise SpecError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SpecError(f"{path}: expected a text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"line (\d+)", str(error))
        raise SpecError(f"{path}:{where.group(1) if where else 1}: {error}") from None
    except ValueError as error:  # a number of thousands of digits
        raise SpecError(f"{path}: {error}") from None
    return Reader(path).sweep(data)


class Reader:
    def __init__(self, path: pathlib.Path) -> None:
        self.path = path

    def expect(self, holds: bool, what: str, found: Any) -> None:
        if not holds:
            raise SpecError(f"{self.path}: expected {what}, found {found!r}")

    def known(self, table: dict[str, Any], keys: set[str], where: str) -> None:
        for key in table:
            self.expect(key in keys, f"{where}one of {', '.join(sorted(keys))}", key)

    def shown(self, value: Any, where: str) -> None:
        """Texts that get into lines, tables and arguments: on a terminal and in a file they are one line each."""
        texts = value if isinstance(value, list) else [*value, *value.values()] if isinstance(value, dict) else [value]
        for text in texts:
            if isinstance(text, (list, dict)):
                self.shown(text, where)
            elif isinstance(text, str):
                self.expect(text.isprintable(), f"{where}: a text without control characters", text)

    def words(self, value: Any, where: str) -> tuple[str, ...]:
        self.expect(isinstance(value, list) and all(isinstance(v, str) for v in value),
                    f"{where}: a list of texts", value)
        for word in value:
            self.expect(not writes(word), f"{where}: no file to write", word)
        return tuple(value)

    def number(self, data: dict[str, Any], key: str, default: int) -> int:
        value = data.get(key, default)
        self.expect(isinstance(value, int) and not isinstance(value, bool) and value > 0,
                    f"{key}: a whole number above 0", value)
        return int(value)

    def axis(self, data: Any) -> Axis:
        self.expect(isinstance(data, dict), "[[axis]] with name and values", data)
        self.known(data, AXIS_KEYS, "axis: ")
        name, values = data.get("name"), data.get("values")
        self.expect(isinstance(name, str) and name != "", "axis: a name", name)
        if isinstance(values, dict):
            self.expect("set" not in data and "option" not in data, f"axis {name}: texts with their options alone",
                        sorted(data))
            return Axis(name, {text: self.words(v, f"axis {name}, {text}") for text, v in values.items()})
        self.expect(isinstance(values, list) and all(isinstance(v, (str, int, float)) for v in values),
                    f"axis {name}: values", values)
        self.expect(("set" in data) != ("option" in data), f"axis {name}: either set or option", sorted(data))
        change = data.get("set", data.get("option"))
        self.expect(isinstance(change, str), f"axis {name}: a text", change)
        texts = [str(v).lower() if isinstance(v, bool) else str(v) for v in values]
        self.expect(len(set(texts)) == len(texts), f"axis {name}: different values", texts)
        if "set" in data:
            return Axis(name, {t: ("--set", f"{change}={t}") for t in texts})
        return Axis(name, {t: self.words([change, t], f"axis {name}") for t in texts})

    def sweep(self, data: dict[str, Any]) -> Sweep:
        for key, value in data.items():
            self.shown([key, value], key if key in KEYS else "keys")
        self.known(data, KEYS, "")
        title = data.get("title", self.path.stem)
        self.expect(isinstance(title, str), "title: a text", title)
        options = self.words(data.get("options", []), "options")
        axes_data = data.get("axis", [])
        self.expect(isinstance(axes_data, list), "[[axis]]", axes_data)
        axes = [self.axis(a) for a in axes_data]
        names = [a.name for a in axes]
        self.expect(len(set(names)) == len(names), "axes of different names", names)
        for axis in axes:
            self.expect(len(axis.values) > 0, f"axis {axis.name}: at least one value", {})
        columns = data.get("columns")
        self.expect(isinstance(columns, dict) and len(columns) > 0
                    and all(isinstance(c, str) for c in columns.values()), "[columns]: head = \"path\"", columns)
        points = {}
        for texts in itertools.product(*(a.values for a in axes)):
            chosen = [word for a, t in zip(axes, texts) for word in a.values[t]]
            label = " ".join(f"{a.name}={t}" for a, t in zip(axes, texts)) or title
            points[texts] = Point((*options, *chosen), label)
        return Sweep(title, axes, {h: p.split(".") for h, p in (columns or {}).items()}, points,
                     self.number(data, "seconds", 3600), self.number(data, "memory", 2048))
