#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of docs/reference/options.md: options and paths of --set, as `gmmu list --options` names them.

usage: options.py [--check] GMMU

What stands above the first table stays. With --check the page is compared with what would be written: exit code 1 and
one line when they differ.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/reference/options.md"
FIRST = "\n## Options of the commands\n"
OPTIONS = "\n| option | commands | default | may be | meaning |\n| --- | --- | --- | --- | --- |\n"
PATHS = "\n## Paths of `--set`\n\n| path | default | may be | meaning |\n| --- | --- | --- | --- |\n"
NUMBERED = re.compile(r"(page_table\.level|tlb\.l|\.array)\d+(?=\.)")
LONGEST = 40  # letters of a default that is shown whole
Row = dict[str, str]


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def sentence(text: str) -> str:
    return cell(text[:1].upper() + text[1:] + ".") if text else ""


def option_line(row: Row) -> str:
    argument = row.get("argument", "")
    name = f"--{row['name']}{'' if argument.startswith('[') or not argument else ' '}{argument}"
    limits = " ".join(filter(None, (row.get("range"), row.get("unit"))))
    may_be = ", ".join(filter(None, (limits, row.get("suffix"))))
    return (f"| `{cell(name)}` | {row['commands'].replace(' ', ', ')} | {cell(row.get('default', ''))} | {may_be} | "
            f"{sentence(row['meaning'])} |\n")


def path_line(path: str, row: Row) -> str:
    value = row["value"] if len(row["value"]) <= LONGEST else row["value"][:LONGEST].rpartition(",")[0] + ",…"
    where = "" if row["chip"] == "mask" else f" ({row['chip']})"
    return (f"| `{path}` | {f'`{value}`' if value else 'none'}{where} | {cell(row['expected'])} | "
            f"{sentence(row.get('meaning', ''))} |\n")


def tables(listed: dict[str, object]) -> str:
    options, paths = listed["options"], listed["paths"]
    assert isinstance(options, list) and isinstance(paths, dict)
    lines: dict[str, str] = {}
    for path, row in paths.items():
        name = NUMBERED.sub(r"\1N", path)
        lines.setdefault(name, path_line(name, row))
    return FIRST + OPTIONS + "".join(map(option_line, options)) + PATHS + "".join(lines.values())


def main() -> int:
    parser = argparse.ArgumentParser(description="the page of options")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("gmmu", type=pathlib.Path)
    arguments = parser.parse_args()
    listed = subprocess.run([arguments.gmmu.resolve(), "list", "--options"], capture_output=True, check=True).stdout
    before = PAGE.read_text(encoding="utf-8")
    after = before.partition(FIRST)[0] + tables(json.loads(listed))
    if not arguments.check:
        PAGE.write_text(after, encoding="utf-8")
    elif before != after:
        print("docs/reference/options.md is not what the simulator lists: make options")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
