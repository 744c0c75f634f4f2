#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""make new-unit: writes the skeleton of a unit, a counter of events that compiles, passes, lints and proves.

usage: new_unit.py [--clang-format PROGRAM] [--root FOLDER] UNIT

Its files are those that every unit has (scripts/unit/files), and rows in the tables of units. A unit that is there
already is left alone.
"""

import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEMPLATES = pathlib.Path(__file__).resolve().parent / "templates"
# The files of a unit: path, template, what it holds.
FILES = [line.split(None, 2) for line in (TEMPLATES.parent / "files").read_text().splitlines() if line[0] != "#"]
LIST = "docs/reference/units/README.md"
ROW = "| [U](U.md) | say what it is | say where it comes from |\n"
# Words that C or SystemVerilog keep for themselves, and what other rules of the Makefile are called.
TAKEN = frozenset("""all common alias always and assert assign assume auto automatic before begin bind bins binsof bit
    bool break buf byte case cell char class clocking config const constraint context continue cover cross deassign
    default define design disable dist do double edge else end enum event expect export extends extern final first_match
    float for force foreach forever fork function generate genvar global goto if iff import in include initial inline
    inout input inside instance int integer interface intersect join large liblist library local localparam logic long
    longint matches medium modport module negedge new not null or output out package packed parameter posedge primitive
    priority program property protected pull pulldown pullup pure rand randc randcase randsequence real ref reg register
    release repeat restrict return scalared sequence shared short shortint signed sizeof small solve specify static
    strength string struct super supply switch table tagged task this throughout time timeprecision timeunit tran tri
    type typedef union unique unsigned until use var vectored virtual void volatile wait wand weak while wildcard wire
    with within wor xnor xor""".split())


def named(text: str, unit: str) -> str:
    """A template, or the path of a file, for this unit."""
    return text.replace("@UNIT@", unit.upper()).replace("@unit@", unit)


def skeleton(unit: str) -> dict[str, str]:
    """Path and text of each file."""
    return {named(path, unit): named((TEMPLATES / f"{template}.in").read_text(), unit)
            for path, template, _ in FILES}


def in_format(path: str, text: str, program: str, root: pathlib.Path) -> str:
    """C as clang-format lays it out, which depends on the length of the name."""
    if pathlib.Path(path).suffix not in (".c", ".h"):
        return text
    return subprocess.run([program, f"--assume-filename={root / path}"], input=text, capture_output=True, text=True,
                          check=True).stdout


def with_row(page: str, unit: str) -> str:
    """The list of units, with a row of this one behind the last."""
    head, rows, rest = re.split(r"(\| unit \|[^\n]*\n(?:\|[^\n]*\n)+)", page, maxsplit=1)
    return head + rows + ROW.replace("U", unit, 2) + rest


def problem(unit: str, root: pathlib.Path) -> str:
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", unit) or len(unit) > 32 or unit in TAKEN:
        return (f"UNIT={unit}: expected a name in lower_snake_case of at most 32 characters, which neither C nor "
                "SystemVerilog keeps for itself")
    there = [path for path in skeleton(unit) if (root / path).exists()]
    if (root / f"hls/{unit}").exists() or there:
        return f"UNIT={unit}: {there[0] if there else f'hls/{unit}'} is there already; expected the name of a new unit"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(usage=(__doc__ or "").split("usage: ")[1].split("\n")[0])
    parser.add_argument("--root", type=pathlib.Path, default=ROOT)
    parser.add_argument("--clang-format", default="clang-format-19")
    parser.add_argument("unit")
    args = parser.parse_args()
    wrong = problem(args.unit, args.root)
    if wrong:
        print(wrong, file=sys.stderr)
        return 2
    try:
        files = {path: in_format(path, text, args.clang_format, args.root)
                 for path, text in skeleton(args.unit).items()}
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"{args.clang_format}: {error}: expected clang-format; nothing was written", file=sys.stderr)
        return 2
    for path, text in files.items():
        (args.root / path).parent.mkdir(parents=True, exist_ok=True)
        (args.root / path).write_text(text)
    page = args.root / LIST
    page.write_text(with_row(page.read_text(), args.unit))
    subprocess.run([sys.executable, args.root / "scripts/docs/status.py"], check=True)
    for path, _, what in FILES:
        print(f"  {named(path, args.unit):42} {what}")
    for path in (LIST, "README.md", "docs/reference/status.md"):
        print(f"  {path:42} its row")
    print(f"Next: make check UNIT={args.unit}, and docs/guide/adding-a-unit.md")
    return 0


if __name__ == "__main__":
    sys.exit(main())
