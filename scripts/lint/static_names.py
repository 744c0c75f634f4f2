#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A static function is found by its name: no two below a folder share one, and none is one plain word.

usage: static_names.py FOLDER...

Functions in headers count once. A plain word, `find` say, is in every other comment.
"""

import collections
import pathlib
import re
import sys

FUNCTION = re.compile(
    r"^static (?:inline )?(?:const )?(?:struct |enum |unsigned )?\w+ \**(\w+)\(", re.MULTILINE)


def static_functions(folders: list[str]) -> dict[str, list[str]]:
    """Where each name is defined, as file:line."""
    found = collections.defaultdict(list)
    for folder in folders:
        for path in sorted(p for suffix in ("*.c", "*.h") for p in pathlib.Path(folder).rglob(suffix)):
            text = path.read_text(encoding="utf-8")
            for match in FUNCTION.finditer(text):
                found[match[1]].append(f"{path}:{text.count(chr(10), 0, match.start()) + 1}")
    return found


def breaches(functions: dict[str, list[str]]) -> list[str]:
    out = []
    for name, places in sorted(functions.items()):
        if len({place.rpartition(":")[0] for place in places}) > 1:
            out.append(f"{places[1]}: another static function is called {name}(): {places[0]}")
        if "_" not in name and not places[0].rpartition(":")[0].endswith(".h"):
            out.append(f"{places[0]}: {name}() is one plain word; expected a name that grep finds")
    return out


def main() -> int:
    functions = static_functions(sys.argv[1:])
    if not functions:
        sys.exit("static_names: no static function found")
    found = breaches(functions)
    for breach in found:
        print(breach)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
