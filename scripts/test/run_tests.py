#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the steps of `make test` or `make verify` in shuffled order, two at a time, and counts.

usage: run_tests.py [--seed N] [--jobs N] [--logs DIR] [--match REGEX] [--first REGEX] [--target NAME] MANIFEST

A manifest line is `name: command`; '#' starts a comment. A step passes when it
exits 0. Steps whose whole name matches --first start before the others: long ones,
so that none runs alone at the end. Steps that run cmocka or unittest count their
single tests, all others count as one. A line that starts with SKIP is shown. Behind
each step stand its seconds and the processor time of all that it has run, which
other work on the machine changes less. A proof that is kept from before counts as
passed, and its line says so. The last line printed is
`N passed, N failed`; the exit code is 1 when something failed.
"""

import argparse
import concurrent.futures
import os
import pathlib
import random
import re
import subprocess
import sys
import time


def read_manifest(path: pathlib.Path) -> list[tuple[str, str]]:
    steps = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.split("#", 1)[0].strip()
        if not line:
            continue
        name, colon, command = line.partition(":")
        if not colon or not command.strip():
            sys.exit(f"{path}:{number}: expected 'name: command' ({line})")
        steps.append((name.strip(), command.strip()))
    return steps


def count(text: str, ok: bool) -> tuple[int, int]:
    """Passed and failed tests in the output of one step."""
    passed = sum(int(n) for n in re.findall(r"^\[  PASSED  \] (\d+) test", text, re.M))
    failed = sum(int(n) for n in re.findall(r"^\[  FAILED  \] (\d+) test", text, re.M))
    for total in re.findall(r"^Ran (\d+) tests? in", text, re.M):  # unittest
        wrong = sum(int(n) for n in re.findall(r"(?:failures|errors)=(\d+)", text))
        # One test fails several times when its parts (subTest) do.
        passed, failed = passed + max(int(total) - wrong, 0), failed + wrong
    if passed + failed == 0:
        passed = 1 if ok else 0
    if not ok and failed == 0:
        failed = 1
    return passed, failed


def is_kept(text: str) -> bool:
    """Has the step proved nothing anew, because nothing that its verdict depends on has changed?"""
    proofs = re.findall(r"^PASS prove .*", text, re.M)
    return bool(proofs) and all("(unchanged since the last proof" in proof for proof in proofs)


def run(step: tuple[str, str], seed: int, logs: pathlib.Path) -> tuple[str, bool, str, float, float]:
    """Its name, whether it passed, what it printed, seconds of time and of processors."""
    name, command = step
    start = time.monotonic()
    env = dict(os.environ, GMMU_SEED=str(seed))
    with subprocess.Popen(["bash", "-c", command], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        text = process.stdout.read().decode(errors="replace")
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    (logs / f"{name}.log").write_text(text)
    return name, process.returncode == 0, text, time.monotonic() - start, used.ru_utime + used.ru_stime


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("manifest", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--logs", type=pathlib.Path, default=pathlib.Path("build/test"))
    parser.add_argument("--match", default="")
    parser.add_argument("--first", default="")
    parser.add_argument("--target", default="test")
    args = parser.parse_args()
    seed = args.seed if args.seed is not None else random.SystemRandom().randrange(1, 2**31)
    args.logs.mkdir(parents=True, exist_ok=True)
    steps = [s for s in read_manifest(args.manifest) if re.search(args.match, s[0])]
    random.Random(seed).shuffle(steps)
    steps.sort(key=lambda step: not re.fullmatch(args.first, step[0]))  # else the order stays
    print(f"{len(steps)} steps, seed {seed} (repeat with: make {args.target} SEED={seed})", flush=True)
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for future in concurrent.futures.as_completed([pool.submit(run, s, seed, args.logs) for s in steps]):
            name, ok, text, seconds, used = future.result()
            p, f = count(text, ok)
            passed += p
            failed += f
            kept = ", unchanged since its last proof" if ok and is_kept(text) else ""
            print(f"{'ok  ' if ok else 'FAIL'} {name:32} {p:4} passed {f:3} failed {seconds:7.1f} s"
                  f" {used:7.1f} s of CPU{kept}", flush=True)
            for line in text.splitlines():
                if line.startswith("SKIP"):
                    print(f"     {line}")
            if not ok:
                print("\n".join("     | " + line for line in text.splitlines()[-40:]), flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not steps else 0


if __name__ == "__main__":
    sys.exit(main())
