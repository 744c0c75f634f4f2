# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of docs/reference/statistics.md: the statistics of a run, as `gmmu list --statistics` names them.

usage: statistics.py [--check] GMMU

What several statistics have for a condition is a heading above a table of their own. What stands above the first table
stays. With --check the page is compared with what would be written: exit code 1 and one line when they differ.
"""

import collections
import pathlib
import re
import sys

from scripts.docs import listed_page

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/reference/statistics.md"
COLUMNS = "| name | line of the table | kind, unit | meaning |\n| --- | --- | --- | --- |\n"
SECTIONS = {"chip": "Of the chip", "application": "Of each application"}
SEVERAL = 3  # statistics of one condition that get a table
# What statistics that are said once differ in: its values, and the name that stands for them.
FAMILIES = ((("golden", "silver", "normal"), "QUEUE"), (("1", "2", "3", "4"), "N"))
Row = dict[str, str]


def line(row: Row, only: str) -> str:
    kind = ", ".join(filter(None, (row["kind"], row["unit"])))
    return f"| `{row['name']}` | {row.get('line', '')} | {kind} | {row['meaning']}{only and f' Only {only}.'} |\n"


def of_family(row: Row, value: str, name: str) -> Row:
    """Of the words and digits that stand alone in the texts of a row, `value` becomes `name`."""
    return {key: re.sub(rf"(?<![a-z0-9]){value}(?![a-z0-9])", name, text) if isinstance(text, str) else text
            for key, text in row.items()}


def once(rows: list[Row]) -> list[Row]:
    """Rows that say the same of each value of a family become one, in the place of the first."""
    for values, name in FAMILIES:
        for row in rows:
            general = of_family(row, values[0], name)
            family = [of_family(general, name, value) for value in values]
            if general != row and all(member in rows for member in family):
                rows = [general if other == row else other for other in rows if other not in family[1:]]
    return rows


def tables(statistics: list[Row]) -> str:
    parts = []
    for of, title in SECTIONS.items():
        rows = once([row for row in statistics if row["of"] == of])
        uses = collections.Counter(row["only"] for row in rows if "only" in row)
        shared = [only for only in uses if uses[only] >= SEVERAL]
        parts.append(f"\n## {title}\n\n{COLUMNS}")
        parts += [line(row, row.get("only", "")) for row in rows if row.get("only") not in shared]
        for only in shared:
            parts.append(f"\n### {title}, only {only}\n\n{COLUMNS}")
            parts += [line(row, "") for row in rows if row.get("only") == only]
    return "".join(parts)


if __name__ == "__main__":
    sys.exit(listed_page.main(PAGE, "statistics", f"\n## {SECTIONS['chip']}\n", tables))
