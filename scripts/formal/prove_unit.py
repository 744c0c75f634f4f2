# SPDX-License-Identifier: Apache-2.0
"""Proves that the C of a unit equals its RTL in one step, and that it keeps its promises.

    prove_unit.py CONFIG [--rtl FILE] [--c FILE] [--description FILE] [--define NAME=VALUE]...
                  [--timeout SECONDS] [--jobs N] [--build DIR] [--force] [--certify CHECKER] [--no-sweep]
                  [--equal-only]

CONFIG is a unit or one of its configurations (hls/<unit>/configs); --define replaces its sizes.
Prints one line per obligation and ends with one line PASS or FAIL; exit code 0 or 1,
and 2 when the unit cannot be put to the proof at all.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import os
import sys
import time
from pathlib import Path

from scripts.circuit import configs
from scripts.circuit import miter as miter_of
from scripts.circuit import rtl as rtl_of
from scripts.circuit.describe import DUTY, load_unit
from scripts.circuit.errors import ProofError
from scripts.circuit.miter import FALLBACK
from scripts.circuit.prove import Prover, explain
from scripts.circuit.tools import c_files, imported_files, versions
from scripts.circuit.translate import translate
from scripts.circuit.unit import Unit
from scripts.formal import counterexample
from scripts.formal import vectors

ROOT = Path(__file__).resolve().parents[2]
VECTORS = 256


class Job:
    """The files and options of one proof."""

    def __init__(self, options: argparse.Namespace):
        config = configs.Config(options.config, options.config)
        if options.c is None:
            config = configs.find(options.config, ROOT)
        self.name = name = config.unit
        self.source = Path(options.c or ROOT / "hls" / name / f"{name}.c")
        self.rtl = Path(options.rtl or ROOT / "rtl" / f"{name}.sv")
        self.description = Path(options.description or ROOT / "tb" / "formal" / f"{name}.c")
        for path in (self.source, self.rtl, self.description):
            if not path.is_file():
                raise ProofError(f"{path}: no such file")
        self.defines = configs.merged(config.sizes, options.define)
        self.timeout = options.timeout
        self.jobs = max(1, min(options.jobs, 2))
        self.include = [self.source.parent, *configs.include_directories(ROOT)]
        size = "".join(f"-{d.replace('=', '_')}" for d in options.define)
        self.work = Path(options.build) / "formal" / (config.name + size)
        self.config = config.name
        self.checker = Path(options.certify).resolve() if options.certify else None
        self.sweep = not options.no_sweep
        self.equal_only = options.equal_only
        self.pinned = self.description.with_suffix(".claims")
        self.rtl_files = rtl_of.source_files([self.rtl.parent, ROOT / "rtl"], self.rtl)

    def digest(self) -> str:
        """Changes with anything the verdict depends on."""
        hashed = hashlib.sha256(repr((self.config, self.defines, versions())).encode())
        checker = [self.checker] if self.checker and self.checker.is_file() else []
        pinned = [self.pinned] if self.pinned.is_file() else []
        opened = {*c_files([self.source, self.description], self.include, self.defines), *self.rtl_files}
        for path in sorted({*opened, *pinned, *checker, *imported_files(ROOT), *Path(__file__).parent.glob("*.c")}):
            hashed.update(os.path.relpath(path, ROOT).encode() + b"\0" + path.read_bytes() + b"\0")
        return hashed.hexdigest()


def check_claims(job: Job, unit: Unit) -> None:
    """The claims are those of the pinned list: none is lost in passing."""
    claims = [f"{claim.kind} {claim.name}" for claim in unit.claims]
    pinned = job.pinned.read_text().splitlines() if job.pinned.is_file() else []
    lost, fresh = [c for c in pinned if c not in claims], [c for c in claims if c not in pinned]
    if lost or fresh:
        raise ProofError(f"{job.pinned}: " + "; ".join([f"claim '{c}' is gone" for c in lost]
                                                       + [f"claim '{c}' is not in the list" for c in fresh])
                         + " (--pin writes the list)")


def prove(job: Job, pin: bool) -> bool:
    start = time.monotonic()
    unit = load_unit(job.name, job.source, job.description, job.include, job.defines, job.work)
    if pin:
        job.pinned.write_text("".join(f"{claim.kind} {claim.name}\n" for claim in unit.claims))
    check_claims(job, unit)
    if job.equal_only:  # nothing but claims rests on a claim
        unit.claims.clear()
    translated = translate(unit)
    library = vectors.compile_plain(job.source, job.include, job.defines, job.work / "plain.so")
    vectors.check_step(unit, translated, library, VECTORS)
    netlist = rtl_of.elaborate_rtl(job.rtl_files, job.name, job.defines, job.work / "rtl.aig")
    registers = rtl_of.map_registers(netlist, unit.state)
    miter = miter_of.build(unit, translated, netlist, registers)
    print(f"{job.config}: {len(registers.latch)} state bits, registers found {registers.place}; "
          f"{sum(f.width for f in unit.inputs)} input bits, {netlist.circuit.inputs - len(netlist.inputs)} x bits; "
          f"{len(miter.graph.ands)} gates; translation agrees with the compiled C on {VECTORS} random vectors; "
          f"front end {time.monotonic() - start:.1f} s", flush=True)
    prover = Prover(miter, job.work, job.timeout, job.checker)
    if job.sweep:
        prover.sweep()
        print(f"{job.config}: sweep {prover.sweep_seconds:.1f} s", flush=True)
    else:
        prover.no_sweep()
    failed, conditional = 0, 0
    for verdict in prover.decide_all(job.jobs):
        word = "proved" if verdict.proved else "FAILED"
        rests_on = ", ".join(verdict.obligation.rests_on)
        print(f"  {word} {verdict.how:20} {verdict.seconds:7.2f} s  {verdict.obligation.title}"
              f"{rests_on and f'  (given {rests_on})'}", flush=True)
        failed += not verdict.proved
        # what is about states of the invariant to begin with has no stronger form
        conditional += verdict.how == "under the invariant" and verdict.obligation.inv == FALLBACK
        if verdict.model is not None and not verdict.proved:
            for line in explain(miter, verdict):
                print(f"      {line}")
            trace = counterexample.write(miter, verdict, job.work)
            print(f"      replay with: make replay UNIT={job.config} TRACE={trace}")
    count, seconds = len(miter.obligations), time.monotonic() - start
    used = os.times()
    print(f"{job.config}: {used.user + used.system + used.children_user + used.children_system:.0f} s of CPU time")
    if job.checker:
        print(f"{job.config}: {prover.certificates} verdicts of CaDiCaL, each with a certificate that holds")
    if failed:
        print(f"FAIL prove {job.config} ({failed} of {count} obligations, {seconds:.0f} s)")
    else:
        only = f", {conditional} only under the invariant" if conditional else ""
        owed = sum(claim.kind == DUTY for claim in unit.claims)
        given = ", C = RTL alone" if job.equal_only else f", duties of the environment: {owed}" if owed else ""
        print(f"PASS prove {job.config} ({count} obligations{only}{given}, {seconds:.0f} s)")
    return not failed


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Prove the C of a unit equal to its RTL.")
    parser.add_argument("config")
    parser.add_argument("--c", help="C file instead of hls/UNIT/UNIT.c")
    parser.add_argument("--rtl", help="RTL file instead of rtl/UNIT.sv")
    parser.add_argument("--description", help="description instead of tb/formal/UNIT.c")
    parser.add_argument("--define", action="append", default=[], metavar="NAME=VALUE", help="size for C and RTL")
    parser.add_argument("--timeout", type=int, default=300, help="seconds of CPU time per obligation (300)")
    parser.add_argument("--jobs", type=int, default=1, help="solvers at a time, at most 2")
    parser.add_argument("--build", default=str(ROOT / "build"), help="folder for generated files")
    parser.add_argument("--pin", action="store_true", help="write the list of claims, DESCRIPTION.claims")
    parser.add_argument("--force", action="store_true", help="prove again even when nothing changed")
    parser.add_argument("--certify", metavar="CHECKER", help="rup_check: have it check what CaDiCaL says")
    parser.add_argument("--no-sweep", action="store_true", help="leave ABC out")
    parser.add_argument("--equal-only", action="store_true", help="C = RTL and what it rests on, no claims")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    sys.setrecursionlimit(100000)
    options = parse(arguments)
    try:
        job = Job(options)
        job.work.mkdir(parents=True, exist_ok=True)
        lock = (job.work / "lock").open("w")  # one proof at a time in a folder; released at exit
        fcntl.flock(lock, fcntl.LOCK_EX)
        stamp = job.work / ("proved" + ("-certified" if job.checker else "") + ("" if job.sweep else "-unswept")
                            + ("-equal" if job.equal_only else ""))
        digest = job.digest()
        if not options.force and stamp.is_file() and stamp.read_text().split("\n")[0] == digest:
            print(stamp.read_text().split("\n")[1])
            return 0
        stamp.unlink(missing_ok=True)
        if not prove(job, options.pin):
            return 1
        scope = ", C = RTL alone" if job.equal_only else ""
        stamp.write_text(f"{digest}\nPASS prove {job.config} (unchanged since the last proof{scope})\n")
        return 0
    except (ProofError, configs.ConfigError) as error:
        print(f"FAIL prove {options.config} ({error})")
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
