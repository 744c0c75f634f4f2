# SPDX-License-Identifier: Apache-2.0
"""Options of gmmu as arguments of Python, by gmmu's own table: nothing here lists them again."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .errors import GmmuError
from .program import Name, listed

OUTPUTS = ("json", "csv", "kanata", "perfetto", "events")


def number(value: object) -> str:
    """As gmmu reads a value."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, (list, tuple)):
        return ",".join(number(part) for part in value)
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def _table(command: str, gmmu: Name | None) -> dict[str, dict[str, Any]]:
    return {option["name"]: option for option in listed("options", gmmu)["options"]
            if command in option["commands"].split()}


def is_option(command: str, name: str, gmmu: Name | None = None) -> bool:
    return name.replace("_", "-") in _table(command, gmmu)


def words(command: str, given: Mapping[str, Any], gmmu: Name | None = None) -> list[str]:
    """`max_cycles=100` is --max-cycles 100, `no_alone=True` is --no-alone, `set={"a": 1}` is --set a=1; a list is
    one option for each, or one with commas where gmmu wants it so; None and False are no option."""
    table = _table(command, gmmu)
    made: list[str] = []
    for key, value in given.items():
        name = key.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            made.append(f"--{name}")
            continue
        # A name that is none of gmmu's options is gmmu's to refuse: it knows what was meant.
        argument = table.get(name, {}).get("argument", "")
        if isinstance(value, Mapping):
            values = [f"{k}={number(v)}" for k, v in value.items()]
        elif isinstance(value, (list, tuple)) and argument.endswith(",..."):
            values = [number(value)]
        elif isinstance(value, (list, tuple)):
            values = [number(v) for v in value]
        else:
            values = [number(value)]
        made += [f"--{name}={v}" for v in values]
    return made


def application_words(apps: Iterable[str | Sequence[str]]) -> list[str]:
    """An application is a text, or a list of texts that follow one another (--then)."""
    made: list[str] = []
    for app in apps:
        row = [app] if isinstance(app, (str, os.PathLike)) else list(app)
        if not row:
            raise GmmuError("an application is an empty list: expected texts such as 'kernel:gups'")
        made += [f"--app={number(row[0])}", *(f"--then={number(then)}" for then in row[1:])]
    return made


def no_outputs(given: Mapping[str, Any], *but: str) -> None:
    """The package reads these itself."""
    for name in OUTPUTS:
        if name in given and name not in but:
            raise GmmuError(f"{name}=: expected no option of that name: the result has it (Result.save, .rows)")
