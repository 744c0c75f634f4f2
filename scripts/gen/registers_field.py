# SPDX-License-Identifier: Apache-2.0
"""A field of a register, as the description of registers.py has it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby


@dataclass(frozen=True)
class Field:
    offset: int
    register: str
    count: str  # "1", another number, or a size
    name: str
    low: int
    width: int
    access: str
    reset: int
    meaning: str
    limit: str = ""  # "bits SIZE" or "below SIZE": other values are refused

    @property
    def is_array(self) -> bool:
        return self.count != "1"

    @property
    def acts(self) -> bool:
        return self.access in ("start", "command")

    @property
    def state(self) -> str:
        """Its register, if it has one."""
        return f"{self.name}_valid" if self.access == "start" else f"{self.name}_busy" if self.access == "command" \
            else self.name if self.access == "rw" else ""


SIZE = re.compile(r"(GMMU_\w+|\d+)(?: ([+-]) (\d+))?")


def bound(field: Field) -> tuple[str, str]:
    """The kind of its limit, bits or below, and the number."""
    kind, _, size = field.limit.partition(" ")
    return kind, size


def sizes(fields: list[Field]) -> list[str]:
    """Those that it depends on, without their prefix."""
    names = {field.count for field in fields if field.is_array}
    names |= {word for field in fields if field.limit for word in bound(field)[1].split()}
    return sorted(name.removeprefix("GMMU_") for name in names if name.startswith("GMMU_"))


def by_register(fields: list[Field]) -> list[list[Field]]:
    return [list(group) for _, group in groupby(fields, lambda field: field.register)]
