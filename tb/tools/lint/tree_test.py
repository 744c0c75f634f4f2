# SPDX-License-Identifier: Apache-2.0
"""The check of the top level must find what is planted, and nothing else."""

import pathlib
import sys

from tb.tools.lint.breaches import try_check

ROOT = pathlib.Path(__file__).resolve().parents[3]
FOLDERS = ("hls", "rtl", "tb", "models", "scripts", "docs", ".ci", ".github", "build")
FILES = ("Makefile", "README.md", "LICENSE", "VERSION", "CHANGELOG.md", "CITATION.cff", "SECURITY.md", ".clang-format",
         ".clang-tidy", ".editorconfig", ".gitignore", "pyproject.toml")
GOOD = {f"{name}/a": "" for name in FOLDERS} | dict.fromkeys(FILES, "")
BAD = {"build-portable: expected nothing but": {"build-portable/a.o": ""},
       "notes.txt: expected nothing but": {"notes.txt": ""}}

if __name__ == "__main__":
    sys.exit(try_check("tree", [], GOOD, BAD))
