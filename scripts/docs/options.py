# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of docs/reference/options.md: options and paths of --set, as `gmmu list --options` names them.

usage: options.py [--check] GMMU

What stands above the first table stays. With --check the page is compared with what would be written: exit code 1 and
one line when they differ.
"""

import pathlib
import re
import sys

from scripts.docs import listed_page

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/reference/options.md"
FIRST = "\n## Options of the commands\n"
OPTIONS = "\n| option | commands | default | may be | meaning |\n| --- | --- | --- | --- | --- |\n"
PATHS = "\n## Paths of `--set`\n\n| path | default | may be | meaning |\n| --- | --- | --- | --- |\n"
NUMBERED = re.compile(r"(page_table\.level|tlb\.l|\.array)\d+(?=\.)")
VERBOSE = re.compile(r"^(a number from|one of) ")  # what a column named "may be" says already
RANGE = re.compile(r"^([\d.]+) to (?=\d)")
LONGEST = 40  # letters of a default that is shown whole
Row = dict[str, str]


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def sentence(text: str) -> str:
    return cell(text[:1].upper() + text[1:] + ".") if text else ""


def may_be(text: str) -> str:
    return RANGE.sub(r"\1…", VERBOSE.sub("", text)).replace("true or false", "true, false")


def option_line(row: Row) -> str:
    argument = row.get("argument", "")
    name = f"--{row['name']}{'' if argument.startswith('[') or not argument else ' '}{argument}"
    limits = " ".join(filter(None, (row.get("range"), row.get("unit"))))
    limits = may_be(", ".join(filter(None, (limits, row.get("suffix")))))
    return (f"| `{cell(name)}` | {row['commands'].replace(' ', ', ')} | {cell(row.get('default', ''))} | {limits} | "
            f"{sentence(row['meaning'])} |\n")


def path_line(path: str, row: Row) -> str:
    value = row["value"] if len(row["value"]) <= LONGEST else row["value"][:LONGEST].rpartition(",")[0] + ",…"
    where = "" if row["chip"] == "mask" else f" ({row['chip']})"
    return (f"| `{path}` | {f'`{value}`' if value else 'none'}{where} | {cell(may_be(row['expected']))} | "
            f"{sentence(row.get('meaning', ''))} |\n")


def tables(listed: dict[str, object]) -> str:
    options, paths = listed["options"], listed["paths"]
    assert isinstance(options, list) and isinstance(paths, dict)
    lines: dict[str, str] = {}
    for path, row in paths.items():
        name = NUMBERED.sub(r"\1N", path)
        lines.setdefault(name, path_line(name, row))
    return FIRST + OPTIONS + "".join(map(option_line, options)) + PATHS + "".join(lines.values())


if __name__ == "__main__":
    sys.exit(listed_page.main(PAGE, "options", FIRST, tables))
