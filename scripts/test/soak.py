# SPDX-License-Identifier: Apache-2.0
"""Runs random tests with many seeds, since what a test expects must hold for every one.

Each COMMAND is one argument, as a shell reads it. It runs with one GMMU_SEED after the other, for that many seeds or
until it has used its processor time, whichever comes first, at least once. Seeds are as large as those that make test
draws. A unit-test program whose tests draw no random number is left out, since a seed only shuffles its tests. The
exit code is 1 if a command has failed.

usage: python3 -m scripts.test.soak [--seeds N] [--seconds N] [--limit N] [--first SEED] [--match REGEX] COMMAND...
"""

import argparse
import os
import pathlib
import random
import re
import resource
import shlex
import subprocess
import sys
import typing

SEEDS = 2 ** 24


class Soaked(typing.NamedTuple):
    """What became of a command."""

    runs: int
    seconds: float
    failures: list[int]  # the seeds
    log: str             # of the first one


def draws(command: str) -> bool:
    """Do its tests draw numbers? The compiler wrote down what a unit-test program is made of."""
    rule = pathlib.Path(shlex.split(command)[0] + ".d")
    if not rule.is_file():
        return True
    sources = [name for name in re.findall(r"\btb/\S+\.[ch]\b", rule.read_text()) if not name.endswith("/unit_test.h")]
    return any("unit_test_seed" in pathlib.Path(name).read_text() for name in sources)


def used() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def run(command: str, seed: int, limit: float) -> tuple[bool, str]:
    env = dict(os.environ, GMMU_SEED=str(seed))
    try:
        done = subprocess.run(shlex.split(command), env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return False, f"it had not ended after {limit:g} s"
    return done.returncode == 0, done.stdout.decode(errors="replace")


def soak(command: str, seeds: typing.Iterable[int], seconds: float, limit: float) -> Soaked:
    start, runs, failures, first = used(), 0, [], ""
    for seed in seeds:
        good, log = run(command, seed, limit)
        runs += 1
        if not good:
            first = first or log
            failures.append(seed)
        if used() - start >= seconds:
            break
    return Soaked(runs, used() - start, failures, first)


def show(command: str, result: Soaked) -> None:
    print(f"{'FAIL' if result.failures else 'ok  '} {result.runs:5} seeds {len(result.failures):4} failed"
          f" {result.seconds:8.1f} s  {command}", flush=True)
    for line in result.log.splitlines()[-15:]:
        print(f"     | {line}")
    for seed in result.failures:
        print(f"     repeat with GMMU_SEED={seed} {command}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="soak", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seeds", type=int, default=300, help="for each command, at most")
    parser.add_argument("--seconds", type=float, default=10, help="of processor time for each command")
    parser.add_argument("--limit", type=float, default=1500, help="seconds after which a run is ended")
    parser.add_argument("--first", type=int, help="what the seeds are drawn from (default: another number each time)")
    parser.add_argument("--match", default="", help="only the commands in which this is found")
    parser.add_argument("commands", nargs="+", metavar="COMMAND")
    options = parser.parse_args()
    first = random.SystemRandom().randrange(SEEDS) if options.first is None else options.first
    failed = runs = 0
    print(f"soak: repeat with --first {first}", flush=True)
    for command in (command for command in options.commands if re.search(options.match, command) and draws(command)):
        draw = random.Random(f"{first} {command}")
        result = soak(command, (draw.randrange(1, SEEDS) for _ in range(options.seeds)), options.seconds, options.limit)
        failed += bool(result.failures)
        runs += result.runs
        show(command, result)
    print(f"{'FAIL' if failed else 'PASS'} soak: {runs} runs, {failed} commands failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
