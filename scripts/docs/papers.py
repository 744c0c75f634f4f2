# SPDX-License-Identifier: Apache-2.0
"""docs/reports/papers.md: the ratios of its rows, how many rows have which state, and what is open, from the rows.

usage: papers.py [--check] [PAGE]

--check writes nothing: it names what would change, exit code 1. A row that breaks a rule of the page ends both:
a ratio within a tenth of 1 works and any other differs; a row that differs has a cause, with a link to its experiment
or explanation; a row that is missing has no number.
"""

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from scripts.docs.marks import MarkError, put

PAGE = Path(__file__).resolve().parents[2] / "docs/reports/papers.md"
HEAD = ["what", "where", "command", "paper", "ours", "ratio", "state and cause"]
STATES = ("works", "differs", "drawing", "missing")
CAUSES = {"Measured": "experiment", "Untested": "explanation", "Cause not found": ""}
TENTH = 0.1
TOOL = "scripts.docs.papers"
RATIO = HEAD.index("ratio")
NUMBERS = re.compile(r"\d+(?:\.\d+)?(?:, \d+(?:\.\d+)?)*")
LINK = re.compile(r"\]\([^()\s]+\)")


class RowError(Exception):
    """A row breaks a rule, or the page has no place for what is written from the rows."""


class Row:
    """A line of a table, whose ratio is what its numbers say."""

    def __init__(self, paper: str, cells: list[str]) -> None:
        if len(cells) != len(HEAD):
            raise RowError(f"'{cells[0]}' has {len(cells)} cells, expected {len(HEAD)}")
        self.paper, self.cells = paper, cells
        self.what, self.said, self.ours, self.cause = cells[0], cells[3], cells[4], cells[6]
        self.state = re.split(r"\W", self.cause, maxsplit=1)[0]
        self.ratios = list(ratios(self.said, self.ours))
        self.cells[RATIO] = ", ".join("-" if r is None else f"{r:.2f}" for r in self.ratios)
        self.cause_kind = next((kind for kind in CAUSES if kind in self.cause), None)
        self.check()

    def check(self) -> None:
        if self.state not in STATES:
            raise RowError(f"'{self.what}' is '{self.cause}', expected one of {', '.join(STATES)} first")
        if self.ratios:
            near = all(r is not None and abs(r - 1) <= TENTH for r in self.ratios)
            if (self.state == "works") != near or self.state not in ("works", "differs"):
                raise RowError(f"'{self.what}' {self.state} with a ratio of {self.cells[RATIO]}")
        if self.state == "missing" and self.ours:
            raise RowError(f"'{self.what}' is missing, and has '{self.ours}'")
        if self.state == "differs" and self.cause_kind is None:
            raise RowError(f"'{self.what}' differs without a cause: {', '.join(CAUSES)}")
        if self.cause_kind and CAUSES[self.cause_kind] and not LINK.search(self.cause):
            raise RowError(f"'{self.what}' has no link to its {CAUSES[self.cause_kind]}")

    def __str__(self) -> str:
        return f"| {' | '.join(self.cells)} |".replace("|  |", "| |").replace("|  |", "| |")


def ratios(said: str, ours: str) -> Iterator[float | None]:
    """Of each number to the paper's; none of words."""
    if NUMBERS.fullmatch(said) and NUMBERS.fullmatch(ours):
        pairs = list(zip(said.split(", "), ours.split(", ")))
        if len(pairs) == said.count(", ") + 1 == ours.count(", ") + 1:
            yield from (float(b) / float(a) if float(a) else None for a, b in pairs)


def split(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def read(text: str) -> tuple[list[str], list[Row]]:
    """The lines with their ratios, and the rows."""
    lines, rows, section, inside = [], [], "", False
    for line in text.splitlines():
        section = line[3:] if line.startswith("## ") else section
        if not line.startswith("|"):
            inside = False
        elif split(line) == HEAD:
            inside = True
        elif inside and not line.startswith("| ---"):
            rows.append(Row(section, split(line)))
            line = str(rows[-1])
        lines.append(line)
    return lines, rows


def counts(rows: list[Row]) -> list[str]:
    kinds = [f"differs: {kind[0].lower() + kind[1:]}" for kind in CAUSES]
    columns = [*STATES, *kinds]
    table = ["| | rows | " + " | ".join(columns) + " |", "| --- |" + " ---: |" * (len(columns) + 1)]
    papers = list(dict.fromkeys(row.paper for row in rows))
    for name in [*papers, "all"]:
        of = [row for row in rows if name in (row.paper, "all")]
        number = [sum(row.state == state for row in of) for state in STATES]
        number += [sum(row.state == "differs" and row.cause_kind == kind for row in of) for kind in CAUSES]
        table.append(f"| {name} | {len(of)} | {' | '.join(map(str, number))} |")
    return table


def what_is_open(rows: list[Row]) -> list[str]:
    parts = {"### Missing": [row for row in rows if row.state == "missing"],
             "### Cause not found": [row for row in rows if row.cause_kind == "Cause not found"],
             "### Cause not tested": [row for row in rows if row.cause_kind == "Untested"]}
    lines: list[str] = []
    for head, found in parts.items():
        lines += [*([""] if lines else []), head, ""]
        lines += [f"- {row.paper}, {row.what}" for row in found] or ["Nothing."]
    return lines


def written(text: str) -> str:
    lines, rows = read(text)
    for name, part in (("counts", counts(rows)), ("open", what_is_open(rows))):
        try:
            text = put("\n".join([*lines, ""]), name, TOOL, "\n".join(part), PAGE.name)
        except MarkError as error:
            raise RowError(str(error)) from error
        lines = text.splitlines()
    return text


def main() -> int:
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("page", nargs="?", type=Path, default=PAGE)
    options = parser.parse_args()
    before = options.page.read_text(encoding="utf-8")
    try:
        after = written(before)
    except RowError as error:
        print(f"{options.page}: {error}")
        return 1
    if not options.check:
        options.page.write_text(after, encoding="utf-8")
    elif before != after:
        print(f"{options.page} is not what its rows say: python3 -m scripts.docs.papers")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
