#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What a page names is there: files and headings of its links, and files of the repository between backticks.

usage: doc_links.py [--but WORD]... TOP...    files *.md, or folders with them

Paths between backticks count from here; one with a part in capitals stands for a name, and those with a WORD
of --but are of an example. Headings have the anchors that GitHub gives them. Links to elsewhere (https:) are
not followed.
"""

import argparse
import pathlib
import re
import sys

LINK = re.compile(r"\]\(([^()\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#{1,6} +(.*?) *$", re.MULTILINE)
STANDS_FOR = re.compile(r"/[A-Z]+[._/]")
NAMED = re.compile(r"`((?:hls|rtl|tb|models|scripts|docs)/[\w./-]+\.\w+)`")


def without_fences(text: str) -> str:
    """The same lines, those of code empty."""
    return FENCE.sub(lambda fence: "\n" * fence[0].count("\n"), text)


class Anchors:
    """Those of a page, in its order; a heading that comes again has a number."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def of(self, plain: str) -> str:
        """The anchor of the next heading, given as it is read."""
        anchor = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        count = self._seen.get(anchor, 0)
        self._seen[anchor] = count + 1
        return f"{anchor}-{count}" if count else anchor


def anchors(text: str) -> set[str]:
    """Of its headings."""
    found = Anchors()
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", without_fences(text))
    return {found.of(heading) for heading in HEADING.findall(plain)}


def broken_link(page: pathlib.Path, target: str) -> str | None:
    """Why it leads nowhere."""
    name, _, anchor = target.partition("#")
    file = page.parent / name if name else page
    if not file.exists():
        return f"no such file: {target}"
    if anchor and file.suffix == ".md" and anchor not in anchors(file.read_text(encoding="utf-8")):
        return f"no such heading: {target}"
    return None


def is_absent(name: str, but: list[str]) -> bool:
    return not (pathlib.Path(name).exists() or STANDS_FOR.search(name) or any(word in name for word in but))


def breaches(page: pathlib.Path, but: list[str]) -> list[str]:
    out = []
    for number, line in enumerate(without_fences(page.read_text(encoding="utf-8")).splitlines(), 1):
        for target in LINK.findall(line):
            why = None if "://" in target else broken_link(page, target)
            if why:
                out.append(f"{page}:{number}: {why}")
        out += [f"{page}:{number}: no such file: {name}" for name in NAMED.findall(line)
                if is_absent(name, but)]
    return out


def main() -> int:
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--but", action="append", default=[])
    parser.add_argument("top", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    pages = [page for top in options.top for page in (sorted(top.rglob("*.md")) if top.is_dir() else [top])]
    if not pages:
        sys.exit("doc_links: no page found")
    found = [breach for page in pages for breach in breaches(page, options.but)]
    for breach in found:
        print(breach)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
