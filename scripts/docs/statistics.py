# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of docs/reference/statistics.md: the statistics of a run, as `gmmu list --statistics` names them.

usage: statistics.py [--check] GMMU

What stands above the first table stays. With --check the page is compared with what would be written: exit code 1 and
one line when they differ.
"""

import pathlib
import sys

from scripts.docs import listed_page

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/reference/statistics.md"
COLUMNS = "| name | line of the table | kind, unit | meaning |\n| --- | --- | --- | --- |\n"
SECTIONS = {"chip": "Of the chip", "application": "Of each application"}


def tables(statistics: list[dict[str, str]]) -> str:
    parts = []
    for of, title in SECTIONS.items():
        parts.append(f"\n## {title}\n\n{COLUMNS}")
        for row in statistics:
            if row["of"] == of:
                kind = ", ".join(filter(None, (row["kind"], row["unit"])))
                only = f" Only {row['only']}." if "only" in row else ""
                parts.append(f"| `{row['name']}` | {row.get('line', '')} | {kind} | {row['meaning']}{only} |\n")
    return "".join(parts)


if __name__ == "__main__":
    sys.exit(listed_page.main(PAGE, "statistics", f"\n## {SECTIONS['chip']}\n", tables))
