#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The top level of the project holds what stands here, and nothing that a build has left: a folder of another name,
once added, stays in the history.

usage: tree.py
"""

import pathlib
import subprocess
import sys

FOLDERS = ("hls", "rtl", "tb", "models", "scripts", "docs", ".ci", ".github")
FILES = ("Makefile", "README.md", "LICENSE", "VERSION", "CHANGELOG.md", "CITATION.cff", "SECURITY.md", ".clang-format",
         ".clang-tidy", ".editorconfig", ".gitignore", "pyproject.toml")
NOT_OURS = ("build", ".git")  # of a copy without git


def top_level() -> set[str]:
    """What git keeps; of a copy without git, what lies there."""
    if not pathlib.Path(".git").exists():
        return {path.name for path in pathlib.Path(".").iterdir()} - set(NOT_OURS)
    kept = subprocess.run(["git", "ls-files", "-z"], stdout=subprocess.PIPE, check=True).stdout.decode().split("\0")
    return {name.split("/")[0] for name in kept if name}


def main() -> int:
    there = top_level()
    breaches = [f"{name}: expected nothing but {', '.join(FOLDERS + FILES)}"
                for name in sorted(there - set(FOLDERS) - set(FILES))]
    breaches += [f"{name}: is not there" for name in sorted((set(FOLDERS) | set(FILES)) - there)]
    for breach in breaches:
        print(breach)
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
