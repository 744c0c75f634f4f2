# SPDX-License-Identifier: Apache-2.0
"""Prints what the steps of `make verify` that have passed took: the tables of docs/reports/verification.md.

usage: python3 -m scripts.test.times MANIFEST PASSED.jsonl...

Seconds of processor time, by unit and kind, then the other steps by name; a dash: no such step; `open`: it has not
passed. A step that has passed with several states of the sources stands with its last run. The last line has the sum,
and what two processors need for it at best: half of the sum, or the longest step.
"""

import collections
import json
import pathlib
import re
import sys

from scripts.test.run_tests import read_manifest


def read_passed(files: list[pathlib.Path]) -> dict[str, float]:
    """By step: seconds of processors of its last run; the last file counts."""
    times: dict[str, float] = {}
    for line in (line for file in files if file.exists() for line in file.read_text().splitlines()):
        try:
            step = json.loads(line)
            times[str(step["name"])] = float(step["used"])
        except (ValueError, KeyError, TypeError):
            continue  # the run was ended while it wrote this line
    return times


MANY = 12  # of one kind: they stand in one row


def seconds(times: dict[str, float], name: str) -> str:
    return f"{times[name]:.0f}" if name in times else "open"


def split(name: str, units: set[str]) -> tuple[str, str]:
    """(kind, unit) of a step that a unit has; a size behind the unit's name belongs to the kind's column."""
    match = re.fullmatch(r"([a-z]+(?:-(?:styles|bambu|from-c|equal))?)-(\w+?)(-[A-Z_0-9-]+)?", name)
    return (match[1], match[2]) if match and match[2] in units else ("", name)


def others_by_kind(names: list[str], times: dict[str, float]) -> list[tuple[str, str]]:
    """(what, seconds) of steps that are no unit's; many of one kind together, in the order of their names."""
    kinds: dict[str, list[str]] = collections.defaultdict(list)
    for name in names:
        kinds[name.partition("-")[0]].append(name)
    rows = []
    for kind, members in kinds.items():
        missing = [name for name in members if name not in times]
        if len(members) < MANY:
            rows += [(f"`{name}`", seconds(times, name)) for name in members]
        else:
            took = sum(times.get(name, 0) for name in members)
            rows.append((f"`{kind}-…`, {len(members) - len(missing)} steps", f"{took:.0f}"))
            rows += [(f"`{name}`", seconds(times, name)) for name in missing]
    return rows


def print_tables(names: list[str], times: dict[str, float]) -> None:
    units = {name.removeprefix("vacuity-") for name in names if name.startswith("vacuity-")}
    rows: dict[str, dict[str, str]] = collections.defaultdict(dict)
    others = []
    for name in names:
        kind, unit = split(name, units)
        if kind:
            rows[unit][kind] = name
        else:
            others.append(name)
    count = collections.Counter(kind for row in rows.values() for kind in row)
    kinds = [kind for kind, number in count.items() if number > 2]
    others += [name for row in rows.values() for kind, name in row.items() if kind not in kinds]
    print(f"| unit | {' | '.join(f'`{kind}`' for kind in kinds)} |\n| --- |{' ---: |' * len(kinds)}")
    for unit in sorted(rows):
        cells = [seconds(times, rows[unit][kind]) if kind in rows[unit] else "-" for kind in kinds]
        print(f"| {unit} | {' | '.join(cells)} |")
    sums = [sum(times.get(row[kind], 0) for row in rows.values() if kind in row) for kind in kinds]
    print(f"| all | {' | '.join(f'{s:.0f}' for s in sums)} |\n")
    print("| step | s |\n| --- | ---: |")
    for text, taken in sorted(others_by_kind(others, times), key=lambda row: -float(row[1].replace("open", "-1"))):
        print(f"| {text} | {taken} |")
    done = [times[name] for name in names if name in times]
    print(f"\n{len(done)} of {len(names)} steps, {sum(done):.0f} s of processor time; on two processors at best "
          f"{max([sum(done) / 2, *done]) / 60:.0f} min.")


def main() -> int:
    if len(sys.argv) < 3:
        print((__doc__ or "").split("\n\n")[1], file=sys.stderr)
        return 2
    manifest, *passed = map(pathlib.Path, sys.argv[1:])
    print_tables([step.name for step in read_manifest(manifest)], read_passed(passed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
