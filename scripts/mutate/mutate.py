# SPDX-License-Identifier: Apache-2.0
"""Mutants of a unit's RTL and C, and whether the lock-step bench kills them.

    mutate.py [--count N] [--seed S] [--define NAME=VALUE]... plan UNIT   chooses mutants, writes RTL for benches
    mutate.py [--define NAME=VALUE]... run UNIT                           runs the benches, proves, reports
    mutate.py table UNIT...                                               one table of the reports that are there
    mutate.py [--count N] [--seed S] [--define NAME=VALUE]... promises UNIT   mutants of the C, against tb/formal only

`make mutate` runs the first three and builds the benches in between (scripts/make/mutate.mk).
Exit code 1 when a mutant survived (of `promises`: never, it measures), 2 when the unit cannot be put to the test.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import time
from pathlib import Path

from scripts.circuit import configs
from scripts.circuit.errors import ProofError
from scripts.circuit.rtl import source_files
from scripts.mutate import c_source, netlist, report, rtl_source
from scripts.mutate.bench import Bench
from scripts.mutate.equivalence import Judge
from scripts.mutate.mutant import KILLED, SURVIVED, Mutant, MutateError, load, save, write_if_changed
from scripts.mutate.promises import Promises
from scripts.output import files

ROOT = Path(__file__).resolve().parents[2]


def rtl_files(unit: str) -> list[Path]:
    return source_files([ROOT / "rtl"], ROOT / "rtl" / f"{unit}.sv")


def choose(found: list[Mutant], count: int, chance: random.Random) -> list[Mutant]:
    """A sample in the order of the text, numbered from 1."""
    places = sorted(chance.sample(range(len(found)), min(count, len(found))))
    chosen = [found[k] for k in places]
    for number, mutant in enumerate(chosen, 1):
        mutant.number = number
    return chosen


def plan(unit: str, work: Path, options: argparse.Namespace) -> None:
    """`count` mutants of the RTL, half of them of the source and half of the netlist, and as many of the C."""
    config = configs.find(unit, ROOT)
    count = options.count
    chance = random.Random(f"{unit} {options.seed}")
    files = rtl_files(config.unit)
    modules = [f for f in files if not f.stem.endswith("_pkg")]
    of_rtl = choose(rtl_source.candidates(modules, ROOT), (count + 1) // 2, chance)
    relative = [f.relative_to(ROOT) for f in files]
    sizes = configs.merged(config.sizes, options.define)
    of_netlist, text = netlist.make(relative, config.unit, count // 2, options.seed, sizes, work / "yosys")
    of_c = choose(c_source.candidates(config.unit, ROOT, options.clang), count, chance)
    work.mkdir(parents=True, exist_ok=True)
    save(work / "mutants.json", of_rtl + of_netlist + of_c)
    sources = "".join(rtl_source.selectable(f, ROOT, of_rtl) for f in modules)
    write_if_changed(work / "rtl.sv", rtl_source.PACKAGE + sources)
    write_if_changed(work / "netlist.sv", rtl_source.PACKAGE + netlist.for_bench(text))


def judge_all(mutants: list[Mutant], work: Path, bench: Bench, judge: Judge, verbose: bool) -> None:
    bench.check_originals({m.kind for m in mutants})
    for mutant in mutants:
        start = time.monotonic()
        cause = bench.kill(mutant, work / mutant.name)
        if cause:
            mutant.verdict, mutant.how = KILLED, cause
        else:
            mutant.verdict, mutant.how = judge.verdict(mutant, bench)
        if mutant.verdict != SURVIVED:
            shutil.rmtree(work / mutant.name, ignore_errors=True)
        mutant.seconds = round(time.monotonic() - start, 2)
        if verbose or mutant.verdict == SURVIVED:
            print(report.line(mutant), flush=True)


def run(unit: str, work: Path, options: argparse.Namespace) -> bool:
    start = time.monotonic()
    mutants = load(work / "mutants.json")
    bench = Bench(unit, ROOT, Path(options.build), options.clang)
    judge = Judge(unit, ROOT, work, options.define, options.timeout, mutants)
    judge_all(mutants, work, bench, judge, options.verbose)
    summary = report.write(unit, mutants, work, time.monotonic() - start)
    print(report.one_line(summary), flush=True)
    return not summary["survived"]


def promises(unit: str, work: Path, options: argparse.Namespace) -> bool:
    """Mutants of the C alone: what no claim notices is judged, full size, against the original. False when one
    survives."""
    start = time.monotonic()
    config = configs.find(unit, ROOT)
    chosen = choose(c_source.candidates(config.unit, ROOT, options.clang), options.count,
                    random.Random(f"{unit} promises {options.seed}"))
    bench = Bench(unit, ROOT, Path(options.build), options.clang)
    judge = Judge(unit, ROOT, work, options.define, options.timeout, chosen)
    claims = Promises(config.unit, ROOT, configs.merged(config.sizes, options.define), options.timeout)
    claims.check_original(work / "original")
    for mutant in chosen:
        begin = time.monotonic()
        kept = "no claim breaks"
        try:
            cause = claims.kill(mutant, work / mutant.name)
        except ProofError as error:
            cause, kept = None, str(error)
        if cause:
            mutant.verdict, mutant.how = KILLED, cause
        else:
            mutant.verdict, mutant.how = judge.verdict(mutant, bench)
            mutant.how = mutant.how.replace("the bench passes", kept)
        if mutant.verdict != SURVIVED:
            shutil.rmtree(work / mutant.name, ignore_errors=True)
        mutant.seconds = round(time.monotonic() - begin, 2)
        if options.verbose or mutant.verdict == SURVIVED:
            print(report.line(mutant), flush=True)
    summary = report.write(unit, chosen, work, time.monotonic() - start)
    print(report.one_line(summary).replace("mutate", "promises", 1), flush=True)
    return not summary["survived"]


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Mutants of a unit's RTL and C.")
    parser.add_argument("action", choices=("plan", "run", "table", "promises"))
    parser.add_argument("units", nargs="+")
    parser.add_argument("--build", default="build", help="folder for generated files")
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--count", type=int, default=50, help="mutants of the RTL, and of the C")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--define", action="append", default=[], metavar="NAME=VALUE",
                        help="size of the netlist, and of the proofs of its mutants")
    parser.add_argument("--timeout", type=int, default=300,
                        help="seconds of CPU time for each program in the proof of one mutant")
    parser.add_argument("--verbose", action="store_true", help="a line per mutant")
    return parser.parse_args(arguments)


def main(options: argparse.Namespace) -> int:
    work = Path(options.build) / "mutate"
    try:
        if options.action == "table":
            print(report.table(options.units, work))
            return 0
        good = True
        for unit in options.units:
            configs.find(unit, ROOT)
            if options.count < 1:
                raise MutateError(f"--count {options.count}: expected at least 1")
            if options.action == "plan":
                plan(unit, work / unit, options)
            elif options.action == "promises":
                good = promises(unit, Path(options.build) / "promises" / unit, options) and good
            else:
                good = run(unit, work / unit, options) and good
        return 0 if good else 1
    except (MutateError, ProofError, configs.ConfigError, files.WriteError, OSError) as error:
        print(f"mutate: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.setrecursionlimit(100000)
    sys.exit(main(parse(sys.argv[1:])))
