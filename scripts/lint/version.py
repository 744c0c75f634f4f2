#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The version stands in VERSION alone: what must repeat it says the same.

usage: version.py
"""

import pathlib
import re
import sys

FORM = re.compile(r"\d+\.\d+\.\d+(-rc\d+)?\n")
# File; the first match is the version that it names.
NAMED = {"CITATION.cff": re.compile(r"^version: (.*)$", re.MULTILINE),
         "CHANGELOG.md": re.compile(r"^## \[(.*?)\]", re.MULTILINE)}


def breaches(root: pathlib.Path) -> list[str]:
    text = (root / "VERSION").read_text(encoding="utf-8")
    if not FORM.fullmatch(text):
        return [f"VERSION: '{text.rstrip()}', expected one line such as 1.0.0 or 1.0.0-rc1"]
    found = []
    for name, pattern in NAMED.items():
        match = pattern.search((root / name).read_text(encoding="utf-8"))
        if not match or match[1] != text.strip():
            found.append(f"{name}: version {match[1] if match else 'missing'}, expected {text.strip()} (VERSION)")
    return found


def main() -> int:
    found = breaches(pathlib.Path("."))
    for breach in found:
        print(breach)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
