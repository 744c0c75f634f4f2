# SPDX-License-Identifier: Apache-2.0
"""Finds measured figures that somebody has copied: README, guide and reference have what a tool has written, or a link.

usage: figures.py PAGE|FOLDER...

A figure is a number with the unit of a measurement, or a count of what the project has. It may stand in output of a
command (between fences), in a part that a tool writes (between its marks, or a page that says so), and in a sentence
that cites a paper's section, table or figure. A constant of a script stands between backticks.
"""

import pathlib
import re
import sys

from scripts.lint.words import CODE, FENCE, blank

MEASURED = (r"ns|FO4|gate equivalents?|gate eq\.|LUTs?|LUT4s?|FFs?|flip-flops?|[mµu]W|pJ|[µu]m²|um2|cells|state bits|"
            r"obligations?|seconds of|minutes of")
COUNTED = r"(?:units|chips|designs|claims|tests|proofs|mutants|options|statistics|kernels|configurations)\b(?! of)"
FIGURE = re.compile(rf"(?<![\w.-])\d[\d ]*(?:[.,]\d+)?\s(?:(?:{MEASURED})(?![\w-])|{COUNTED})")
SPARED = (FENCE, CODE, re.compile(r"<!-- begin .*?<!-- end[^>]*-->", re.S))
WRITTEN = re.compile(r"\n`make [\w-]+` makes this page ")
CITED = re.compile(r"§|\bTable [\dIVX]|\bFig\. ?\d|\bApp\. [A-Z]|\b[IVX]+-[A-Z]\b")


def figures(text: str) -> list[tuple[int, str]]:
    """Line and figure of each that is copied."""
    if WRITTEN.search(text[:300]):
        return []
    for spared in SPARED:
        text = spared.sub(blank, text)
    return [(number, hit[0]) for number, line in enumerate(text.splitlines(), 1) if not CITED.search(line)
            for hit in FIGURE.finditer(line)]


def main() -> int:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    paths = [path for name in sys.argv[1:] for path in
             (sorted(pathlib.Path(name).rglob("*.md")) if pathlib.Path(name).is_dir() else [pathlib.Path(name)])]
    found = [f"{path}:{number}: '{figure}': expected a table that a tool writes, a link to it, or the paper's section"
             for path in paths for number, figure in figures(path.read_text(encoding="utf-8"))]
    print("\n".join(found) or f"PASS figures: {len(paths)} pages")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
