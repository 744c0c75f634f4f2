# SPDX-License-Identifier: Apache-2.0
"""Runs the steps of `make test` or `make verify` in shuffled order, two at a time, and counts.

usage: run_tests.py [--seed N] [--jobs N] [--logs DIR] [--match REGEX] [--first REGEX] [--limit SECONDS]
                    [--one-in N] [--target NAME] [--kept FILE] [--known FILE] [--settings TEXT] [--words] MANIFEST

A manifest line is `name: command`, or `check name: command`; '#' starts a comment. Steps whose whole name matches
--first start before the others: long ones, so that none runs alone at the end. Of lines `drawn name: command` one in N
runs, drawn by the seed: of each kind (its name up to the first hyphen) that has N or more, and of all the others
together; all of them with --match.

A step passes when it exits 0 and has tested something, which it must show:
- single tests of cmocka or unittest: each counts, also as skipped; a run of no test at all fails;
- lines that start with PASS: the step counts as one;
- lines that start with SKIP: each is shown and counts as skipped, unless a skipped test has said it;
- `check`: its exit code is the verdict, as a linter's that prints nothing when all is well.

A step that takes longer than --limit is ended, with all that it has started, and fails. Behind each step stand its
seconds and the processor time of all that it has run, which other work on the machine changes less. A proof that is
kept from before counts as passed, and its line says so. With --words nothing runs: the words of all commands are
printed, with a --seed those of the commands that it draws, so that make can build the programs among them. With --kept
a step that has passed with the same sources and settings (scripts/test/kept.py) does not run again, here or, with
--known, elsewhere. The last line printed is `N passed, N failed, N skipped`; the exit code is 1 when something failed.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import threading
import time
from types import FrameType

from scripts.test.kept import Kept

CHECK, DRAWN = "check", "drawn"


@dataclasses.dataclass
class Step:
    """A line of the manifest."""

    name: str
    command: str
    check: bool  # its exit code alone is the verdict
    drawn: bool  # it runs in some runs only

    def kind(self) -> str:
        return self.name.partition("-")[0]


@dataclasses.dataclass
class Outcome:
    """What a step has come to."""

    step: Step
    text: str
    status: str  # "", or why it failed as a whole
    seconds: float
    used: float  # seconds of processors


@dataclasses.dataclass
class Counts:
    """Tests; why: the step failed without a test of its own that did."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    why: str = ""


def read_manifest(path: pathlib.Path) -> list[Step]:
    steps = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.split("#", 1)[0].strip()
        if not line:
            continue
        name, colon, command = line.partition(":")
        if not colon or not name.strip() or not command.strip():
            sys.exit(f"{path}:{number}: expected 'name: command' ({line})")
        *marks, name = name.split()
        if set(marks) - {CHECK, DRAWN}:
            sys.exit(f"{path}:{number}: expected the marks '{CHECK}' and '{DRAWN}' before '{name}', and no others")
        steps.append(Step(name, command.strip(), CHECK in marks, DRAWN in marks))
    return steps


def chosen(steps: list[Step], one_in: int, draw: random.Random) -> list[Step]:
    """The steps that always run, and of each kind of the others one in `one_in`, small kinds together."""
    drawn = [s for s in steps if s.drawn]
    many = sorted(kind for kind, n in collections.Counter(s.kind() for s in drawn).items() if n >= one_in)
    left = [[s for s in drawn if s.kind() == kind] for kind in many] + [[s for s in drawn if s.kind() not in many]]
    taken = {s.name for group in left for s in draw.sample(group, -(-len(group) // one_in))}
    return [s for s in steps if not s.drawn or s.name in taken]


def count(step: Step, text: str, status: str) -> Counts:
    """The tests in the output of one step."""
    passed, failed, skipped = (sum(int(n) for n in re.findall(rf"^\[  {word} *\] (\d+) test", text, re.M))
                               for word in ("PASSED", "FAILED", "SKIPPED"))
    c = Counts(passed, failed, skipped)
    runs = [int(total) for total in re.findall(r"^\[={10}\] (\d+) test\(s\) run", text, re.M)]
    for total, rest in re.findall(r"^Ran (\d+) tests? in.*\n+(.*)", text, re.M):  # unittest
        wrong = sum(int(n) for n in re.findall(r"(?<!expected )(?:failures|errors)=(\d+)", rest))
        skipped = sum(int(n) for n in re.findall(r"skipped=(\d+)", rest))
        # One test fails several times when its parts (subTest) do.
        c.passed, c.failed = c.passed + max(int(total) - wrong - skipped, 0), c.failed + wrong
        c.skipped += skipped
        runs.append(int(total))
    c.skipped = max(c.skipped, len(re.findall("^SKIP", text, re.M)))  # a test that says why counts once
    if not runs and c.passed + c.failed == 0 and not status:
        c.passed = 1 if step.check or re.search("^PASS", text, re.M) else 0
    if not status and (0 in runs or c.passed + c.failed + c.skipped == 0):
        status = "it ran no test"
    if status and c.failed == 0:
        c.failed, c.why = 1, status
    return c


def is_kept(text: str) -> bool:
    """Has the step proved nothing anew, because nothing that its verdict depends on has changed?"""
    proofs = re.findall(r"^PASS prove .*", text, re.M)
    return bool(proofs) and all("(unchanged since the last proof" in proof for proof in proofs)


def kill_step(pid: int, mark: str) -> None:
    """Its process group, and what it has started in others: by a mark in the environment."""
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    for environ in pathlib.Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark.encode() in environ.read_bytes().split(b"\0"):
                os.kill(int(environ.parent.name), signal.SIGKILL)
        except (OSError, ValueError):
            pass  # it has ended, or belongs to somebody else


class Steps:
    """The steps that run, so that none outlives its limit or this program."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.running: dict[int, str] = {}  # by process, the mark
        self.ended = False

    def start(self, step: Step, env: dict[str, str], log: pathlib.Path) -> "subprocess.Popen[bytes] | None":
        mark = f"GMMU_TEST_STEP={os.getpid()}-{step.name}"
        with self.lock, open(log, "wb") as file:
            if self.ended:
                return None
            process = subprocess.Popen(["bash", "-c", step.command], env=env | dict([mark.split("=")]), stdout=file,
                                       stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True)
            self.running[process.pid] = mark
            return process

    def end(self, pid: int, gone: bool) -> None:
        kill_step(pid, self.running[pid])
        if gone:
            with self.lock:
                del self.running[pid]

    def end_all(self, number: int, _frame: FrameType | None) -> None:
        with self.lock:
            self.ended = True
            for pid, mark in self.running.items():
                kill_step(pid, mark)
        os._exit(128 + number)


def run(step: Step, seed: int, logs: pathlib.Path, limit: float, steps: Steps) -> Outcome:
    start = time.monotonic()
    log = logs / f"{step.name}.log"
    process = steps.start(step, dict(os.environ, GMMU_SEED=str(seed)), log)
    if process is None:
        return Outcome(step, "", "it was not started", 0, 0)
    late = threading.Event()
    pid = process.pid

    def end() -> None:
        late.set()
        steps.end(pid, gone=False)

    timer = threading.Timer(limit, end)
    timer.start()
    _, status, used = os.wait4(pid, 0)
    timer.cancel()
    steps.end(pid, gone=True)
    process.returncode = os.waitstatus_to_exitcode(status)
    why = (f"it had not ended after {limit:g} s" if late.is_set()
           else f"exit code {process.returncode}" if process.returncode else "")
    return Outcome(step, log.read_bytes().decode(errors="replace"), why, time.monotonic() - start,
                   used.ru_utime + used.ru_stime)


def show(outcome: Outcome, c: Counts) -> None:
    kept = ", unchanged since its last proof" if not c.failed and is_kept(outcome.text) else ""
    skipped = f" {c.skipped:3} skipped" if c.skipped else " " * 12
    print(f"{'FAIL' if c.failed else 'ok  '} {outcome.step.name:32} {c.passed:4} passed {c.failed:3} failed{skipped}"
          f" {outcome.seconds:7.1f} s {outcome.used:7.1f} s of CPU{kept}", flush=True)
    lines = outcome.text.splitlines()
    for line in dict.fromkeys(re.findall(r"^SKIP.*|^\[  SKIPPED \] [a-z].*|^.* skipped ['\"].*", outcome.text, re.M)):
        print(f"     {line}")
    if c.failed:
        print("\n".join("     | " + line for line in lines[-40:]), flush=True)
    if c.why:
        print(f"     {outcome.step.name}: {c.why}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("manifest", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--logs", type=pathlib.Path, default=pathlib.Path("build/test"))
    parser.add_argument("--match", default="")
    parser.add_argument("--first", default="")
    parser.add_argument("--limit", type=float, default=3600)
    parser.add_argument("--one-in", type=int, default=1)
    parser.add_argument("--target", default="test")
    parser.add_argument("--kept", type=pathlib.Path, default=None)
    parser.add_argument("--known", type=pathlib.Path, default=None)
    parser.add_argument("--settings", default="")
    parser.add_argument("--words", action="store_true")
    args = parser.parse_args()
    steps = [s for s in read_manifest(args.manifest) if re.search(args.match, s.name)]
    if args.words:
        if args.seed is not None and not args.match:
            steps = chosen(steps, args.one_in, random.Random(args.seed))
        print("\n".join(sorted({word for s in steps for word in s.command.split()})))
        return 0
    seed = args.seed if args.seed is not None else random.SystemRandom().randrange(1, 2**31)
    args.logs.mkdir(parents=True, exist_ok=True)
    whole = len(steps)
    if not args.match:
        steps = chosen(steps, args.one_in, random.Random(seed))
    random.Random(seed).shuffle(steps)
    steps.sort(key=lambda step: not re.fullmatch(args.first, step.name))  # else the order stays
    kept, total = Kept(args.kept, args.settings, args.known), Counts()
    before = [kept.find(s.name, s.command) for s in steps]
    for step in filter(None, before):
        print(f"ok   {step.name:32} {step.passed:4} passed   0 failed, in an earlier run of the same sources")
        total.passed, total.skipped = total.passed + step.passed, total.skipped + step.skipped
    of_all = f" of {whole}" if len(steps) < whole else ""
    print(f"{len(steps)} steps{of_all}, seed {seed} (repeat with: make {args.target} SEED={seed})", flush=True)
    running = Steps()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, running.end_all)
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        runs = [pool.submit(run, s, seed, args.logs, args.limit, running) for s, b in zip(steps, before) if not b]
        for future in concurrent.futures.as_completed(runs):
            outcome = future.result()
            c = count(outcome.step, outcome.text, outcome.status)
            total = Counts(total.passed + c.passed, total.failed + c.failed, total.skipped + c.skipped)
            show(outcome, c)
            if c.passed and not c.failed:  # what skipped all for want of a tool is asked again
                kept.add(outcome.step.name, outcome.step.command, c.passed, c.skipped, outcome.used)
    print(f"{total.passed} passed, {total.failed} failed, {total.skipped} skipped")
    return 1 if total.failed or not steps else 0


if __name__ == "__main__":
    sys.exit(main())
