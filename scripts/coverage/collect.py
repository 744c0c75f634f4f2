# SPDX-License-Identifier: Apache-2.0
"""Runs the instrumented bench of a unit and reads what Verilator, gcc and the harness counted."""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

METRICS = {"rtl_lines": "RTL lines", "rtl_toggles": "RTL toggles", "c_lines": "C lines", "c_branches": "C branches",
           "bins": "functional bins"}


Point = dict[str, Any]  # a counted place: name, file, line, hits


class CoverageError(Exception):
    """The bench cannot be measured; the text is for the user."""


def run(unit: str, build: Path, arguments: list[str], jumps: bool) -> dict[str, Any]:
    """{metric: [{"name", "file", "line", "hits", "with_jumps"}]}, the points in the order of their places. `hits` is
    what the stimulus reaches from a reset; a second run tells what is reached when the bench jumps, if it can."""
    bench = build / "lockstep" / f"coverage-{unit}"
    work = build / "coverage" / "raw" / unit
    work.mkdir(parents=True, exist_ok=True)
    for old in [*work.iterdir(), *bench.glob("*.gcda")]:
        old.unlink()
    said = _bench(bench, work / "reset", ["--jumps", "0", "--bins", str(work / "bins"), *arguments])
    found = _counted(bench, sorted(work.glob("reset-*")))
    reached = found
    if jumps:
        _bench(bench, work / "jumps", ["--seeds", "1", *arguments])
        reached = _counted(bench, sorted(work.glob("jumps-*")))
    for metric, points in found.items():
        more = {(p["file"], p["line"], p["name"]): p["hits"] for p in reached[metric]}
        for p in points:
            p["with_jumps"] = p["hits"] + more.get((p["file"], p["line"], p["name"]), 0)
    return {"unit": unit, "run": said, **found, "bins": _bins(work / "bins")}


def _counted(bench: Path, rtl: list[Path]) -> dict[str, list[Point]]:
    lines, toggles = _rtl(rtl)
    c_lines, branches = _c(bench)
    return {"rtl_lines": lines, "rtl_toggles": toggles, "c_lines": c_lines, "c_branches": branches}


def _bench(bench: Path, counts: Path, arguments: list[str]) -> str:
    """Its last line."""
    command = [str(bench / "lockstep"), *arguments]
    try:
        done = subprocess.run(command, env=dict(os.environ, GMMU_COVERAGE=str(counts)), capture_output=True,
                              text=True, check=False)
    except OSError as error:
        raise CoverageError(f"{command[0]}: {error.strerror}; build it with make coverage") from error
    if done.returncode != 0:
        raise CoverageError(f"{command[0]} fails: {(done.stdout + done.stderr).strip()[-400:]}")
    return done.stdout.strip().split("\n")[-1]


def _bins(path: Path) -> list[Point]:
    return [{"name": name, "file": "", "line": 0, "hits": int(hits), "with_jumps": int(hits)}
            for hits, _, name in (line.partition(" ") for line in path.read_text().splitlines())]


def _rtl(files: list[Path]) -> tuple[list[Point], list[Point]]:
    """Verilator's points: C '<keys>' <hits>, the keys between \\1 and \\2. Instances of a module count together.
    In each run a register may change once without merit, from its random start to its reset value."""
    lines: dict[tuple[str, int, str], int] = {}
    toggles: dict[tuple[str, int, str], int] = {}
    for path in files:
        for keys, hits in re.findall(r"^C '(.*)' (\d+)$", path.read_text(), re.M):
            point = dict(part.split("\2", 1) for part in keys.split("\1") if "\2" in part)
            place = (point["f"], int(point["l"]))
            if point.get("t", point.get("page", "")).startswith(("toggle", "v_toggle")):
                key = (*place, point["o"])
                toggles[key] = toggles.get(key, 0) + int(hits)
                continue
            for line in _line_numbers(point.get("S", str(place[1]))):
                key = (place[0], line, point["o"])
                lines[key] = lines.get(key, 0) + int(hits)
    covered: dict[tuple[str, int], int] = {}
    for (file, line, _), hits in lines.items():
        covered[file, line] = min(covered.get((file, line), hits), hits)  # a line is as good as its worst branch
    return ([{"name": "", "file": f, "line": n, "hits": h} for (f, n), h in sorted(covered.items())],
            [{"name": o, "file": f, "line": n, "hits": max(0, h - len(files))}
             for (f, n, o), h in sorted(toggles.items())])


def _line_numbers(text: str) -> list[int]:
    numbers: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        if first:
            numbers += range(int(first), int(last or first) + 1)
    return numbers


def _gcov(path: Path) -> list[dict[str, Any]]:
    """The files that one object was compiled from."""
    done = subprocess.run(["gcov", "-b", "--json-format", "--stdout", str(path)], capture_output=True, check=False)
    if done.returncode != 0 or not done.stdout:
        raise CoverageError(f"gcov {path}: {done.stderr.decode(errors='replace').strip()[-200:]}")
    text = gzip.decompress(done.stdout) if done.stdout[:2] == b"\x1f\x8b" else done.stdout
    files: list[dict[str, Any]] = json.loads(text)["files"]
    return files


def _c(bench: Path) -> tuple[list[Point], list[Point]]:
    """gcov's counts for the C of the unit and what it includes; of a block also of its units."""
    lines: dict[tuple[str, int], int] = {}
    branches: dict[tuple[str, int, int], int] = {}
    counted = [path for path in sorted(bench.glob("*.gcda")) if path.stem not in ("bench", "tables")]
    for file in [file for path in counted for file in _gcov(path)]:
        for entry in file["lines"]:
            place = (file["file"], entry["line_number"])
            lines[place] = max(lines.get(place, 0), entry["count"])
            for k, branch in enumerate(entry.get("branches", [])):
                branches[(*place, k)] = branches.get((*place, k), 0) + branch["count"]
    return ([{"name": "", "file": f, "line": n, "hits": h} for (f, n), h in sorted(lines.items())],
            [{"name": f"branch {k + 1}", "file": f, "line": n, "hits": h} for (f, n, k), h in sorted(branches.items())])
