#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of docs/reference/statistics.md: the statistics of a run, as `gmmu list --statistics` names them.

usage: statistics.py [--check] GMMU

What stands above the first table stays. With --check the page is compared with what would be written: exit code 1 and
one line when they differ.
"""

import argparse
import json
import pathlib
import subprocess
import sys

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


def main() -> int:
    parser = argparse.ArgumentParser(description="the page of statistics")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("gmmu", type=pathlib.Path)
    arguments = parser.parse_args()
    listed = subprocess.run([arguments.gmmu.resolve(), "list", "--statistics"], capture_output=True, check=True).stdout
    before = PAGE.read_text(encoding="utf-8")
    after = before.partition(f"\n## {SECTIONS['chip']}\n")[0] + tables(json.loads(listed))
    if not arguments.check:
        PAGE.write_text(after, encoding="utf-8")
    elif before != after:
        print("docs/reference/statistics.md is not what the simulator lists: make statistics")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
