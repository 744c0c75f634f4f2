#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Every source says its licence in its first line (the second below a #!), and none is too long.

Python that imports from scripts/ or tb/ finds these by PYTHONPATH or by `python3 -m`: it does not change the search
path, and has no #! line, as it does not run by its own name. No comment hides a line from flake8.

usage: sources.py FOLDER_OR_FILE...
"""

import pathlib
import re
import sys

LICENCE = "SPDX-License-Identifier: Apache-2.0"
LONGEST = 700
SLASHES = f"// {LICENCE}"
BLOCK = f"/* {LICENCE} */"
HASH = f"# {LICENCE}"
# The licence lines a source may have, by the end of its name.
LINES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys((".c", ".h", ".cpp", ".hpp", ".inc", ".sv", ".svh"), (BLOCK, SLASHES)),
    **dict.fromkeys((".py", ".sh", ".mk", ".toml", ".sby", ".dict", ".cff", ".clang-format", ".clang-tidy",
                     ".editorconfig", "Makefile", "Snakefile", "configs"), (HASH,)),
}
# What Python does without, and what stands instead.
PYTHON = {
    re.compile(r"\bsys\.path\b"): "expected `python3 -m` or PYTHONPATH, not a change of the search path",
    re.compile(r"#\s*noqa"): "expected code that flake8 takes, not a comment that hides it",
}
OURS = re.compile(r"^\s*from (scripts|tb)\b", re.M)


def licence_lines(path: pathlib.Path) -> tuple[str, ...]:
    """Empty for a file that is no source."""
    return LINES.get(path.suffix, ()) or LINES.get(path.name, ())


def sources_below(names: list[str]) -> list[pathlib.Path]:
    found: set[pathlib.Path] = set()
    for name in names:
        path = pathlib.Path(name)
        if not path.exists():
            sys.exit(f"sources: {name}: expected a folder or a file")
        found.update(file for file in (path.rglob("*") if path.is_dir() else [path]) if file.is_file())
    return sorted(path for path in found if licence_lines(path))


def breaches(path: pathlib.Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    line = 1 if lines and lines[0].startswith("#!") else 0
    expected = licence_lines(path)
    found = []
    if "".join(lines[line : line + 1]) not in expected:
        found.append(f"{path}:{line + 1}: expected '{expected[0]}'")
    if len(lines) > LONGEST:
        found.append(f"{path}:{LONGEST + 1}: the file has {len(lines)} lines, more than {LONGEST}")
    if path.suffix == ".py":
        found += [f"{path}:{number}: {says}" for number, text in enumerate(lines, 1)
                  for banned, says in PYTHON.items() if banned.search(text)]
        if line and OURS.search("\n".join(lines)):
            found.append(f"{path}:1: expected no #! line: it imports from scripts/ or tb/, so `python3 -m` runs it")
    return found


def main() -> int:
    paths = sources_below(sys.argv[1:])
    if not paths:
        sys.exit("sources: no source found")
    found = [breach for path in paths for breach in breaches(path)]
    for breach in found:
        print(breach)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
