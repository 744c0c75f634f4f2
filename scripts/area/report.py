# SPDX-License-Identifier: Apache-2.0
"""The area report as a text table, Markdown and JSON."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from scripts.output import files

from .flow import CONSTANT_BITS
from .liberty import Library
from .timing import longest


@dataclass
class Row:
    """A design with its results; `wrong` says what failed."""
    name: str
    contract_bits: int | None
    cells: dict | None
    fpga: dict | None
    wrong: str

    def path(self, group: str) -> float | None:
        found = (self.cells or {}).get("paths", {}).get(group)
        return found["period_ns"] if found else None

    @property
    def period_ns(self) -> float | None:
        return self.worst["period_ns"] if self.worst else None

    @property
    def worst(self) -> dict | None:
        paths: dict[str, dict] = (self.cells or {}).get("paths", {})
        return longest(paths) if paths else None


def cell(value: float | None, form: str = "") -> str:
    return "-" if value is None else format(value, form)


def thousands(value: float | None) -> str:
    return "-" if value is None else f"{value:,.0f}".replace(",", " ")


class Report:
    """Rows against one yardstick in one library."""

    def __init__(self, rows: list[Row], library: Library, fo4_ns: float, target_ns: float, versions: list[str],
                 asked: bool = False):
        """asked: the target is the user's clock, not the yardstick's period."""
        self.rows = rows
        self.library = library
        self.fo4_ns = fo4_ns
        self.target_ns = target_ns
        self.versions = versions
        self.asked = asked

    def area_table(self) -> list[list[str]]:
        table = [["unit", "state bits", "cells", "area um2", "registers %", "gate eq.", "LUT4", "FF", "carry",
                  "RAM bits"]]
        for row in self.rows:
            c, f = row.cells or {}, row.fpga or {}
            share = 100 * c["register_area_um2"] / c["area_um2"] if c else None
            bits = row.contract_bits if row.contract_bits is not None else c.get("state_bits")
            table.append([row.name, thousands(bits),
                          thousands(c.get("cells")), thousands(c.get("area_um2")), cell(share, ".0f"),
                          thousands(c.get("gate_equivalents")), *(thousands(f.get(k)) for k in
                          ("luts", "flip_flops", "carries", "ram_bits"))])
        return table

    def timing_table(self) -> list[list[str]]:
        table = [["unit", "period ns", "FO4", "gates", "MHz", "slack ns", "in-reg", "reg-reg", "reg-out", "worst path"]]
        for row in self.rows:
            period, worst = row.period_ns, row.worst
            if worst is None or period is None:
                continue
            table.append([row.name, cell(period, ".2f"), cell(period / self.fo4_ns, ".0f"), str(worst["gates"]),
                          cell(1000 / period, ".0f"), cell(self.target_ns - period, "+.2f"),
                          *(cell(row.path(g), ".2f") for g in ("in2reg", "reg2reg", "reg2out")),
                          f"{worst['start']} -> {worst['end']}"])
        return table

    def notes(self) -> list[str]:
        notes = [f"library {self.library.name}: gate equivalent {self.library.nand2.name} "
                 f"({self.library.nand2.area:g} um2), FO4 delay {1000 * self.fo4_ns:.1f} ps; "
                 f"{', '.join(self.versions)}",
                 f"slack at {self.target_ns:.2f} ns, "
                 f"{'as asked' if self.asked else 'the period of the yardstick in this library and flow'}; "
                 "no layout, no wires, ideal clock, every RAM as flip-flops but for gmmu_ram, which is outside"]
        for row in self.rows:
            for register, (bits, why) in CONSTANT_BITS.get(row.name, {}).items():
                notes.append(f"{row.name}: {bits} bits of {register} are constant and not in the netlist: {why}")
        return notes + [f"WRONG {row.name}: {row.wrong}" for row in self.rows if row.wrong]

    def text(self) -> str:
        return "\n\n".join([aligned(self.area_table()), aligned(self.timing_table()), "\n".join(self.notes())]) + "\n"

    def markdown(self) -> str:
        notes = "\n".join(f"- {note}" for note in self.notes())
        return f"# Area\n\n{piped(self.area_table())}\n\n{piped(self.timing_table())}\n\n{notes}\n"

    def data(self) -> dict:
        return {
            "library": {"name": self.library.name, "files": [str(path) for path in self.library.given],
                        "left_out": self.library.left_out, "fo4_ns": self.fo4_ns,
                        "gate_equivalent_um2": self.library.nand2.area},
            "tools": self.versions,
            "target_ns": self.target_ns,
            "units": [{"name": r.name, "contract_bits": r.contract_bits, "period_ns": r.period_ns,
                       "standard_cells": r.cells, "ice40": r.fpga, "wrong": r.wrong} for r in self.rows],
        }

    def write(self, folder: Path, name: str) -> None:
        files.write_all({folder / f"{name}.md": self.markdown(),
                         folder / f"{name}.json": json.dumps(self.data(), indent=1) + "\n"})


def numeric(table: list[list[str]]) -> list[bool]:
    """Which columns hold numbers, with or without a unit: those stand to the right."""
    return [all(re.fullmatch(r"-?|[-+]?[\d .,]+( ?(B|%))?", row[i]) for row in table[1:]) for i in range(len(table[0]))]


def aligned(table: list[list[str]]) -> str:
    widths = [max(len(row[i]) for row in table) for i in range(len(table[0]))]
    right = numeric(table)
    lines = ["  ".join(text.rjust(w) if r else text.ljust(w) for text, w, r in zip(row, widths, right)).rstrip()
             for row in table]
    return "\n".join([lines[0], "-" * max(map(len, lines)), *lines[1:]])


def piped(table: list[list[str]]) -> str:
    rule = ["---:" if r else "---" for r in numeric(table)]
    return "\n".join("| " + " | ".join(row) + " |" for row in [table[0], rule, *table[1:]])
