# SPDX-License-Identifier: Apache-2.0
"""Coverage of the lock-step benches.

    coverage.py [--build DIR] [--cycles N] [--no-jumps] run UNIT
                                                counts: build/coverage/UNIT.json and UNIT.info (lcov's format), one
                                                line of percentages
    coverage.py [--build DIR] page UNIT...              build/coverage/index.html and a table of what has run
    coverage.py [--build DIR] check UNIT...             exit code 1 when a unit has less than is asked for
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from scripts.coverage import collect, info, page
from scripts.coverage.collect import METRICS, CoverageError
from scripts.output import files

ROOT = Path(__file__).resolve().parents[2]
REQUIRED = {"rtl_lines": 100.0, "rtl_toggles": 100.0, "c_lines": 100.0, "c_branches": 100.0, "bins": 100.0}


def load(unit: str, build: Path) -> dict | None:
    path = build / "coverage" / f"{unit}.json"
    return json.loads(path.read_text()) if path.is_file() else None


def one_line(data: dict) -> str:
    parts = []
    for metric, title in METRICS.items():
        value, jumps = page.percent(data[metric]), page.percent(data[metric], "with_jumps")
        parts.append(f"{title} {value:.1f} %" + (f" ({jumps:.1f} % with jumps)" if jumps > value else ""))
    return f"coverage {data['unit']}: " + ", ".join(parts)


def table(units: list[dict]) -> str:
    """Markdown: percentages from a reset, in brackets with jumps."""
    lines = ["| unit | " + " | ".join(METRICS.values()) + " |", "| --- |" + " ---: |" * len(METRICS)]
    for data in units:
        cells = []
        for metric in METRICS:
            value, jumps = page.percent(data[metric]), page.percent(data[metric], "with_jumps")
            cells.append(f"{value:.1f}" + (f" ({jumps:.1f})" if jumps > value else ""))
        lines.append(f"| {data['unit']} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def check(units: list[str], build: Path) -> bool:
    good = True
    for unit in units:
        data = load(unit, build)
        if data is None:
            raise CoverageError(f"{unit}: no build/coverage/{unit}.json; run it first")
        low = [f"{METRICS[m]} {page.percent(data[m]):.1f} % < {least:.0f} %" for m, least in REQUIRED.items()
               if page.percent(data[m]) < least]
        print(f"{'FAIL' if low else 'PASS'} coverage {unit}" + (": " + ", ".join(low) if low else ""))
        good = good and not low
    return good


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Coverage of the lock-step benches.")
    parser.add_argument("action", choices=("run", "page", "check"))
    parser.add_argument("units", nargs="+")
    parser.add_argument("--build", type=Path, default=Path("build"))
    parser.add_argument("--cycles", type=int, help="of the run of one seed")
    parser.add_argument("--no-jumps", action="store_true", help="the bench is one that must not jump")
    options = parser.parse_args(arguments)
    folder = options.build / "coverage"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if options.action == "check":
            return 0 if check(options.units, options.build) else 1
        if options.action == "page":
            units = [data for unit in options.units if (data := load(unit, options.build))]
            page.write(units, folder / "index.html")
            print(table(units))
            print(f"{folder / 'index.html'}")
            return 0
        for unit in options.units:
            cycles = ["--cycles", str(options.cycles)] if options.cycles else []
            data = collect.run(unit, options.build, cycles, not options.no_jumps)
            files.write_all({folder / f"{unit}.json": json.dumps(data) + "\n",
                             folder / f"{unit}.info": info.text(data)})
            print(one_line(data), flush=True)
        return 0
    except (CoverageError, files.WriteError, OSError) as error:
        print(f"coverage: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
