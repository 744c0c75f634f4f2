# SPDX-License-Identifier: Apache-2.0
"""Runs a fixed list of short simulations with two simulators and compares all results.

Cycles, event hash and every statistic of the JSON must be equal. A field that only
one side writes is a note, not a difference. A run that the reference refuses is
skipped loudly; a run that only the reference can do is a difference.

usage: same.py --reference GMMU --gmmu GMMU [--match TEXT] [--cache DIR] [--jobs N]
               [--runs FILE] [--traces DIR]
"""

import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time
from typing import Any

from scripts.same.traces import find_traces
from scripts.sweep import points

HERE = pathlib.Path(__file__).resolve().parent
# What a run was asked to do, and which simulator did it, not what came out: units may be added to `--rtl all`.
SETTINGS = {"rtl", "provenance"}
DIFFERENCES_SHOWN = 8


@dataclasses.dataclass
class Outcome:
    """One run of one simulator: its JSON, or the line it failed with."""

    result: dict[str, Any] | None
    error: str
    seconds: float


@dataclasses.dataclass
class Comparison:
    """What a pair of results has: unequal values, and fields on one side alone."""

    differences: list[str] = dataclasses.field(default_factory=list)
    only_reference: set[str] = dataclasses.field(default_factory=set)
    only_new: set[str] = dataclasses.field(default_factory=set)

    def compare(self, path: str, reference: object, new: object) -> None:
        if isinstance(reference, dict) and isinstance(new, dict):
            for key in sorted(reference.keys() | new.keys()):
                field = f"{path}.{key}" if path else key
                if key not in new:
                    self.only_reference.add(without_indices(field))
                elif key not in reference:
                    self.only_new.add(without_indices(field))
                elif key not in SETTINGS:
                    self.compare(field, reference[key], new[key])
        elif isinstance(reference, list) and isinstance(new, list):
            if len(reference) != len(new):
                self.differences.append(f"{path}: {len(reference)} elements, now {len(new)}")
            for index, (old, now) in enumerate(zip(reference, new)):
                self.compare(f"{path}[{index}]", old, now)
        elif isinstance(reference, (dict, list)) or isinstance(new, (dict, list)):
            self.differences.append(f"{path}: {type(reference).__name__}, now {type(new).__name__}")
        elif reference != new:
            self.differences.append(f"{path}: {reference}, now {new}")


def without_indices(path: str) -> str:
    return re.sub(r"\[\d+\]", "[]", path)


def read_runs(path: pathlib.Path, traces: pathlib.Path) -> list[tuple[str, list[str]]]:
    """Names and options of the runs of a list; exits on a line that is none."""
    runs: list[tuple[str, list[str]]] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        name, colon, options = line.partition(":")
        if not colon or not options.strip() or name in (known for known, _ in runs):
            sys.exit(f"same: {path}:{number}: expected 'name: options' with a new name")
        runs.append((name, shlex.split(options.replace("$TRACES", str(traces)))))
    return runs


def simulate(gmmu: pathlib.Path, options: list[str]) -> Outcome:
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "run.json")
        command = [str(gmmu), "run", "--quiet", "--jobs", "1", "--json", str(path), *options]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        seconds = time.monotonic() - start
        if done.returncode != 0:
            lines = done.stderr.strip().splitlines() or ["no message"]
            return Outcome(None, f"exit code {done.returncode}: {lines[-1]}", seconds)
        return Outcome(json.loads(path.read_text(encoding="utf-8")), "", seconds)


def simulate_cached(gmmu: pathlib.Path, options: list[str], cache: pathlib.Path | None) -> Outcome:
    """As simulate(); successful runs are kept in the folder `cache`, by simulator, options and the content
    of the files that these name."""
    if cache is None:
        return simulate(gmmu, options)
    kept = cache / f"{points.Point(tuple(options), '').key(gmmu)}.json"
    if kept.exists():
        return Outcome(json.loads(kept.read_text(encoding="utf-8")), "", 0)
    outcome = simulate(gmmu, options)
    if outcome.result is not None:
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=cache, delete=False, encoding="utf-8") as file:
            json.dump(outcome.result, file)
        os.replace(file.name, kept)
    return outcome


class Job:
    """The list of runs, two simulators, and what came out so far."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.reference: pathlib.Path = options.reference
        self.gmmu: pathlib.Path = options.gmmu
        self.cache: pathlib.Path | None = options.cache
        self.traces: pathlib.Path = options.traces or find_traces()
        self.runs = [run for run in read_runs(options.runs, self.traces) if options.match in run[0]]
        self.counts = {"same": 0, "DIFFERENT": 0, "SKIP": 0}
        self.notes = Comparison()

    def work(self, options: list[str]) -> tuple[Outcome, Outcome] | None:
        if any(str(self.traces) in option for option in options) and not self.traces.is_dir():
            return None
        return simulate_cached(self.reference, options, self.cache), simulate(self.gmmu, options)

    def report(self, name: str, outcomes: tuple[Outcome, Outcome] | None) -> None:
        verdict, text, lines = self.judge(*outcomes) if outcomes else ("SKIP", f"no traces in {self.traces}", [])
        self.counts[verdict] += 1
        print(f"{verdict:9} {name:20} {text}", flush=True)
        for line in lines[:DIFFERENCES_SHOWN]:
            print(f"          {line}", flush=True)
        if len(lines) > DIFFERENCES_SHOWN:
            print(f"          and {len(lines) - DIFFERENCES_SHOWN} more differences", flush=True)

    def judge(self, reference: Outcome, new: Outcome) -> tuple[str, str, list[str]]:
        if reference.result is None:
            return "SKIP", f"the reference refuses this run ({reference.error})", []
        if new.result is None:
            return "DIFFERENT", new.error, []
        comparison = Comparison()
        comparison.compare("", reference.result, new.result)
        self.notes.only_reference |= comparison.only_reference
        self.notes.only_new |= comparison.only_new
        text = f"{new.result.get('cycles', 0):8} cycles, event hash {new.result.get('event_hash')}, {new.seconds:.1f} s"
        return "DIFFERENT" if comparison.differences else "same", text, comparison.differences

    def summary(self) -> int:
        for side, fields in (("the reference", self.notes.only_reference), ("the new one", self.notes.only_new)):
            if fields:
                print(f"note: only {side} writes {', '.join(sorted(fields))}")
        same, different, skipped = (self.counts[verdict] for verdict in ("same", "DIFFERENT", "SKIP"))
        print(f"{same} runs the same, {different} different, {skipped} skipped")
        return 1 if different or not same else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--reference", type=pathlib.Path, required=True, help="the simulator that is right")
    parser.add_argument("--gmmu", type=pathlib.Path, required=True, help="the simulator to be compared")
    parser.add_argument("--match", default="", help="only runs with this text in their name")
    parser.add_argument("--cache", type=pathlib.Path, help="folder that keeps the results of the reference")
    parser.add_argument("--jobs", type=int, default=1, help="runs side by side")
    parser.add_argument("--runs", type=pathlib.Path, default=HERE / "runs.txt", help="the list of runs")
    parser.add_argument("--traces", type=pathlib.Path, help="folder of recorded traces")
    options = parser.parse_args()
    for binary in (options.reference, options.gmmu):
        if not os.access(binary, os.X_OK) or binary.is_dir():
            sys.exit(f"same: {binary}: expected a simulator")
        if binary.name == str(binary):
            sys.exit(f"same: {binary}: expected a path, such as ./{binary}")
    job = Job(options)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        outcomes = pool.map(job.work, (options for _, options in job.runs))
        for (name, _), outcome in zip(job.runs, outcomes):
            job.report(name, outcome)
    return job.summary()


if __name__ == "__main__":
    sys.exit(main())
