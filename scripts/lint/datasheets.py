# SPDX-License-Identifier: Apache-2.0
"""A datasheet has three parts, a picture of the unit's inside, and waves of its ports.

usage: datasheets.py PAGES RTL    folders of the pages, and of the modules of the same names

- `## How it works`, `## How to drive it`, `## What to connect`, in this order;
- at least one ```mermaid block in the first part;
- where the module has a port whose name ends in valid, at least one ```wavedrom block in the third; every such block
  of the page is JSON, and its signals are ports, "name[2]" an element of one.
"""

import argparse
import json
import re
import sys
from pathlib import Path

PARTS = ("How it works", "How to drive it", "What to connect")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
PORT = re.compile(r"\b(?:input|output)\s+logic\s*(?:\[[^;]*?\]\s*)?(\w+)\s*(?=,|\)\s*;)")


def ports(module: Path) -> set[str]:
    return set(PORT.findall(COMMENT.sub("", module.read_text(encoding="utf-8"))))


def sections(text: str) -> dict[str, tuple[int, int]]:
    """Where the text below each heading of the second level begins and ends, in order."""
    plain = FENCE.sub(lambda fence: re.sub(r"[^\n]", " ", fence[0]), text)
    heads = list(re.finditer(r"^## (.*)$", plain, re.MULTILINE))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    return {head[1]: (head.end(), end) for head, end in zip(heads, ends)}


def wrong_signals(text: str, known: set[str]) -> list[str]:
    """What is wrong with a wave."""
    try:
        signals = json.loads(text)["signal"]
        names = [signal["name"] for signal in signals if signal]
    except (ValueError, KeyError, TypeError) as error:
        return [f"a wave is no WaveJSON: {error}"]
    return [f"'{name}' in a wave is no port" for name in names if re.sub(r"\[\d+\]$", "", name) not in known]


def breaches(page: Path, known: set[str]) -> list[str]:
    text = page.read_text(encoding="utf-8")
    found, where = [], sections(text)
    if [part for part in where if part in PARTS] != list(PARTS):
        found.append("expected the parts " + ", ".join(f"'## {part}'" for part in PARTS) + ", in this order")
    fences = {kind: [fence for fence in FENCE.finditer(text) if fence[1] == kind] for kind in ("mermaid", "wavedrom")}
    wanted = [("mermaid", PARTS[0])] + [("wavedrom", PARTS[2])] * any(name.endswith("valid") for name in known)
    for kind, part in wanted:
        first, last = where.get(part, (0, 0))
        if not any(first < fence.start() < last for fence in fences[kind]):
            found.append(f"expected a ```{kind} block in '## {part}'")
    for fence in fences["wavedrom"]:
        found += wrong_signals(fence[2], known)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("pages", type=Path)
    parser.add_argument("rtl", type=Path)
    options = parser.parse_args()
    pages = sorted(page for page in options.pages.glob("*.md") if page.name != "README.md")
    if not pages:
        sys.exit(f"datasheets: {options.pages}: expected a page of a unit")
    found = [f"{page}: {text}" for page in pages for text in breaches(page, ports(options.rtl / f"{page.stem}.sv"))]
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
