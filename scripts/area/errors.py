# SPDX-License-Identifier: Apache-2.0
import difflib
from collections.abc import Sequence
from typing import Protocol, TypeVar


class AreaError(Exception):
    """What the user asked for cannot be done; the text says why, in one line."""


class Named(Protocol):
    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=Named)


def named(variable: str, name: str | None, rows: Sequence[T]) -> list[T]:
    """The row of that name, which a variable of make gives; None: all rows."""
    found = [row for row in rows if name in (None, row.name)]
    if not found:
        names = [row.name for row in rows]
        near = difflib.get_close_matches((name or "").replace("_", "-"), names, 1)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        raise AreaError(f"{variable}={name}: expected {', '.join(names)}{hint}")
    return found
