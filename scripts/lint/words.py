#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Counts habits of wording that a native reader stumbles over; a count may only fall. And the README stays short.

usage: words.py COUNTS [--write | --list WORDS]

COUNTS has lines `place count habit`: at most that number. Looked at are the pages (README.md and docs/, but
docs/reports/, what stands between backticks and the targets of links), the comments, and the messages (strings of
more than one word) of hls/, models/ and rtl/. --write writes the counts as they are, where they have fallen; --list
prints the places of a habit.
"""

import argparse
import pathlib
import re
import sys
from collections.abc import Iterator

LONGEST_README = 120  # lines
# name: what counts; what to write instead.
HABITS = {
    "that of": (r"\bthat of\b", "the noun again"),
    "those of": (r"\bthose of\b", "the noun again"),
    "as of": (r"\bas of\b", "the noun again, or 'as in'"),
    "beside": (r"\bbeside\b", "'next to', 'compared with' or 'along with'"),
    "who": (r"\b(?:who|whom|whoever)\b", "'it', 'the unit that' or 'which warp', as hardware is no person"),
    ", too": (r", too\b(?!\s+\w)", "'also', before the verb"),
    "is told": (r"\b(?:is|are|was|were|be|been) told\b", "'gets', 'receives' or 'learns'"),
    "has ended": (r"\b(?:has|have|had) ended\b", "'is over', 'is done' or 'after its end'"),
    "so many": (r"\bso (?:many|much)\b", "the number, or 'this many'"),
}
SOURCES = (".c", ".h", ".cpp", ".hpp", ".inc", ".sv", ".svh")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]*`|\]\([^()\s]*\)")
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
Texts = Iterator[tuple[str, pathlib.Path, str]]


def blank(match: re.Match[str]) -> str:
    """The same lines without a letter."""
    return re.sub(r"[^\n]", " ", match[0])


def pages() -> Texts:
    for path in [pathlib.Path("README.md"), *sorted(pathlib.Path("docs").rglob("*.md"))]:
        if path.parts[:2] != ("docs", "reports"):
            yield "pages", path, CODE.sub(blank, FENCE.sub(blank, path.read_text(encoding="utf-8")))


def only(text: str, wanted: str) -> str:
    """Text with nothing left but its comments, or its messages; a comment's lines run on."""
    out, end = [], 0
    for token in TOKEN.finditer(text):
        is_message = token[0].startswith('"')
        keep = (wanted == "messages") == is_message and (not is_message or " " in token[0].strip('" '))
        out += [re.sub(r"[^\n]", " ", text[end:token.start()]), token[0] if keep else blank(token)]
        end = token.end()
    return re.sub(r"^( *)(?:\*|//)", r"\1 ", "".join(out), flags=re.MULTILINE)


def sources() -> Texts:
    for top in ("hls", "models", "rtl"):
        for path in sorted(pathlib.Path(top).rglob("*")):
            if path.suffix in SOURCES:
                text = path.read_text(encoding="utf-8")
                yield "comments", path, only(text, "comments")
                yield "messages", path, only(text, "messages")


def places() -> dict[tuple[str, str], list[str]]:
    """(where, habit): file:line of each."""
    found: dict[tuple[str, str], list[str]] = {}
    patterns = {name: re.compile(pattern.replace(" ", r"\s+"), re.IGNORECASE)
                for name, (pattern, _) in HABITS.items()}
    for texts in (pages(), sources()):
        for where, path, text in texts:
            for name, pattern in patterns.items():
                found.setdefault((where, name), []).extend(
                    f"{path}:{text.count(chr(10), 0, hit.start()) + 1}" for hit in pattern.finditer(text))
    return found


def read_counts(path: pathlib.Path) -> dict[tuple[str, str], int]:
    counts = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        where, _, rest = line.partition(" ")
        count, _, name = rest.partition(" ")
        if line.startswith("#"):
            continue
        if not count.isdigit() or name not in HABITS:
            sys.exit(f"{path}:{number}: '{line}', expected 'place count habit'")
        counts[where, name] = int(count)
    return counts


def main() -> int:
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("counts", type=pathlib.Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--list", choices=HABITS)
    options = parser.parse_args()
    found, most = places(), read_counts(options.counts)
    if options.list:
        print("\n".join(place for (_, name), where in found.items() if name == options.list for place in where))
        return 0
    if options.write:
        head = [line for line in options.counts.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
        lines = [f"{where} {min(len(at), most.get((where, name), len(at)))} {name}"
                 for (where, name), at in sorted(found.items())]
        options.counts.write_text("\n".join([*head, *lines, ""]), encoding="utf-8")
        return 0
    breaches = [f"{where}: '{name}' {len(at)} times, at most {most.get((where, name), 0)}: write {HABITS[name][1]} "
                f"(words.py --list '{name}')"
                for (where, name), at in sorted(found.items()) if len(at) > most.get((where, name), 0)]
    lines_of_readme = pathlib.Path("README.md").read_text(encoding="utf-8").count("\n")
    if lines_of_readme > LONGEST_README:
        breaches.append(f"README.md: {lines_of_readme} lines, at most {LONGEST_README}: the rest belongs to docs/")
    for breach in breaches:
        print(breach)
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
