# SPDX-License-Identifier: Apache-2.0
"""Runs the sweep that a file describes (docs/reference/sweeps.md) and writes its table.

usage: sweep.py [--jobs N] [--profile FOLDER] [--store FOLDER] [--out FOLDER] GMMU FILE

Writes OUT/table.csv, OUT/index.html and OUT/runs.json. Exit code: 0, 1 when a point failed, 2 for a bad file or option.
"""

import argparse
import csv
import hashlib
import io
import json
import pathlib
import sys
from typing import Any

from scripts.output import files
from scripts.sweep import engine, options, page, points, spec


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="sweep.py")
    options.add(parser)
    parser.add_argument("--store", type=pathlib.Path, default=pathlib.Path("build/sweep"), help="results by content")
    parser.add_argument("--out", type=pathlib.Path, help="folder of the table (STORE/name of the file)")
    parser.add_argument("gmmu", type=pathlib.Path)
    parser.add_argument("file", type=pathlib.Path)
    arguments = parser.parse_args()
    options.check(parser, arguments)
    return arguments


def pick(result: Any, path: list[str]) -> str:
    """The value at a path of the JSON; empty where the run has none."""
    for step in path:
        if isinstance(result, dict) and step in result:
            result = result[step]
        elif isinstance(result, list) and step.isdigit() and int(step) < len(result):
            result = result[int(step)]
        else:
            return ""
    return f"{result:.6g}" if isinstance(result, float) else str(result)


def table(sweep: spec.Sweep, outcomes: dict[points.Point, engine.Outcome]) -> list[list[str]]:
    rows = [[a.name for a in sweep.axes] + list(sweep.columns) + ["state"]]
    for texts, point in sweep.points.items():
        found = outcomes[point]
        values = [pick(found.result, path) for path in sweep.columns.values()]
        rows.append([*texts, *values, "ok" if found.result else "failed"])
    return rows


def found_nowhere(sweep: spec.Sweep, rows: list[list[str]]) -> list[str]:
    """Columns of a table that no run has filled: most often a slip of the pen in the path."""
    ended = [row for row in rows[1:] if row[-1] == "ok"]
    return [head for at, head in enumerate(sweep.columns, len(sweep.axes)) if ended and not any(r[at] for r in ended)]


def provenance(file: pathlib.Path, outcomes: dict[points.Point, engine.Outcome]) -> dict[str, str]:
    """What was run, as the first line of every CSV file says it: the simulator as the runs name it, and the file."""
    run: dict[str, Any] = next((o.result["provenance"] for o in outcomes.values()
                                if o.result and "provenance" in o.result), {})
    return {**{key: run[key] for key in ("version", "commit") if key in run}, "sweep": str(file),
            "sha256": hashlib.sha256(file.read_bytes()).hexdigest()}


def write(folder: pathlib.Path, sweep: spec.Sweep, said: dict[str, str], rows: list[list[str]],
          outcomes: dict[points.Point, engine.Outcome]) -> None:
    text = io.StringIO()
    text.write(f"# {json.dumps(said)}\n")
    csv.writer(text, lineterminator="\n").writerows(rows)
    runs = [{"point": p.label, "arguments": p.arguments, "problem": o.problem, "run": o.result}
            for p, o in outcomes.items()]
    files.write_all({folder / "table.csv": text.getvalue(), folder / "index.html": page.page(sweep, said, rows),
                     folder / "runs.json": json.dumps(runs, indent=1) + "\n"})


def show(rows: list[list[str]]) -> None:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        print("  ".join(text.rjust(w) if i else text.ljust(w) for i, (text, w) in enumerate(zip(row, widths))))


def main() -> int:
    arguments = parse()
    try:
        sweep = spec.read(arguments.file)
        folder = arguments.out or arguments.store / arguments.file.stem
        files.spare([folder / name for name in ("table.csv", "index.html", "runs.json")],
                    [arguments.file, arguments.gmmu, *(file for point in sweep.points.values()
                                                       for word in point.arguments for file in points.inputs(word))])
        settings = engine.Settings(arguments.gmmu, arguments.store, arguments.jobs, sweep.seconds, sweep.memory,
                                   arguments.profile)
        outcomes = engine.run(settings, sweep.points.values())
    except (spec.SpecError, engine.EngineError) as error:
        print(f"sweep.py: {error}", file=sys.stderr)
        return 2
    rows = table(sweep, outcomes)
    write(folder, sweep, provenance(arguments.file, outcomes), rows, outcomes)
    print(sweep.title)
    show(rows)
    failed = [(p, o) for p, o in outcomes.items() if o.result is None]
    for point, found in failed:
        print(f"failed: {point.label}: {found.problem}", file=sys.stderr)
    lacking = found_nowhere(sweep, rows)
    for head in lacking:
        print(f"sweep.py: {arguments.file}: expected [columns] {head}: a path that a run has, found "
              f"'{'.'.join(sweep.columns[head])}'", file=sys.stderr)
    cached = sum(o.cached for o in outcomes.values())
    print(f"{len(outcomes)} points, {cached} of them known before, {len(failed)} failed: "
          f"{folder}/table.csv, {folder}/index.html")
    return 1 if failed else 2 if lacking else 0


if __name__ == "__main__":
    sys.exit(files.program("sweep.py", main))
