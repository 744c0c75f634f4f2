# SPDX-License-Identifier: Apache-2.0
"""A field of a register, as the description of registers.py has it."""

from __future__ import annotations

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


def by_register(fields: list[Field]) -> list[list[Field]]:
    return [list(group) for _, group in groupby(fields, lambda field: field.register)]
