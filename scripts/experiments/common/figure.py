# SPDX-License-Identifier: Apache-2.0
"""A figure or table of a paper as numbers: ours, and the paper's where its text names one."""

import dataclasses
from collections.abc import Iterable

Cell = tuple[float | None, float | None]  # ours, the paper's


@dataclasses.dataclass(frozen=True)
class Figure:
    name: str  # as in the paper
    title: str
    unit: str
    rows: dict[str, dict[str, Cell]]  # row, series
    note: str = ""

    @property
    def stem(self) -> str:
        return "".join(c if c.isalnum() else "_" for c in self.name.lower().replace("§", "section ")).replace("__", "_")


def mean(values: Iterable[float | None]) -> float | None:
    """None when one of them is missing, or all."""
    found = list(values)
    known = [v for v in found if v is not None]
    return sum(known) / len(known) if known and len(known) == len(found) else None
