# SPDX-License-Identifier: Apache-2.0
"""Runs the lock-step bench on one mutant."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from pathlib import Path

from scripts.circuit import configs

from .mutant import C, Mutant, MutateError, apply

# Undefined behaviour traps. Who reads beyond an array that is a parameter is found by its address alone.
C_FLAGS = ["-std=c11", "-O1", "-w", "-fno-inline", "-fsanitize=bounds,shift,integer-divide-by-zero,array-bounds",
           "-fsanitize-trap=all", "-fsanitize=address"]
SANITIZER = "abort_on_error=1:detect_leaks=0"
SHORT = ["--seeds", "1", "--cycles", "20000"]  # enough for most mutants; still every phase of the stimulus
FULL: list[str] = []  # of the length that make tb has
CALM = ["--jumps", "0"]  # only what traffic from a reset reaches
C_SECONDS = 600  # of CPU time: a C mutant that runs longer does not end; the RTL always comes to an end


class Bench:
    """The benches of one unit, as scripts/make/mutate.mk builds them."""

    def __init__(self, unit: str, root: Path, build: Path, clang: str, source: Path | None = None):
        self._unit, self._root, self._build = unit, root, build
        self._clang = clang
        config = configs.find(unit, root)
        self._sizes = [f"-D{size}" for size in config.sizes]
        self._source = source or root / "hls" / config.unit / f"{config.unit}.c"

    def _program(self, name: str) -> Path:
        return self._build / "lockstep" / name / "lockstep"

    def check_originals(self, kinds: set[str]) -> None:
        """Mutant 0, the original, must pass in every bench: else no verdict means anything."""
        for kind in sorted(kinds):
            program = self._program(self._unit if kind == C else f"mutate-{self._unit}-{kind}")
            text = self._run(program, 0, SHORT)[1]
            if "lockstep" not in text or "MISMATCH" in text:  # so short a run need not hit every bin
                raise MutateError(f"{program}: the original does not pass its own bench: {_last_line(text)}")

    def kill(self, mutant: Mutant, work: Path) -> str | None:
        """How the bench kills the mutant, or None when it passes; and whether it does so without jumps."""
        program = self._link(mutant, work) if mutant.kind == C else self._program(f"mutate-{self._unit}-{mutant.kind}")
        if program is None:
            return "does not compile"
        found = self._find(program, mutant, [])
        mutant.calm = found is not None and self._find(program, mutant, CALM) is not None
        if mutant.kind == C:
            program.unlink()
        return found

    def _find(self, program: Path, mutant: Mutant, arguments: list[str]) -> str | None:
        """What gives the mutant away: a short run before a long one."""
        for length in (SHORT, FULL):
            code, text = self._run(program, mutant.number, length + arguments, mutant.kind == C)
            if _is_kill(code, text):
                return _cause(code, text)
        return None

    def _run(self, program: Path, number: int, arguments: list[str], limited: bool = False) -> tuple[int, str]:
        environment = dict(os.environ, GMMU_MUTANT=str(number), GMMU_SEED="1", ASAN_OPTIONS=SANITIZER)
        limit = ["prlimit", f"--cpu={C_SECONDS}"] if limited else []
        try:
            done = subprocess.run([*limit, str(program), *arguments], env=environment, capture_output=True, text=True,
                                  check=False)
        except OSError as error:
            raise MutateError(f"{program}: {error.strerror}; build it with make") from error
        return done.returncode, done.stdout + done.stderr

    def source_copy(self, mutant: Mutant, work: Path) -> tuple[Path, list[Path]]:
        """Writes the mutated file; gives the source to compile and the include path that finds the copy."""
        work.mkdir(parents=True, exist_ok=True)
        original = self._root / mutant.file
        copy = work / original.name
        copy.write_text(apply(original.read_text(), mutant))
        source = copy if original.resolve() == self._source.resolve() else self._source
        return source, [work, self._root / "hls" / "common", self._source.parent]

    def _link(self, mutant: Mutant, work: Path) -> Path | None:
        source, include = self.source_copy(mutant, work)
        thing = work / "unit.o"
        command = [self._clang, *C_FLAGS, *self._sizes, *(f"-I{d}" for d in include), "-c", str(source), "-o",
                   str(thing)]
        if subprocess.run(command, capture_output=True, check=False).returncode != 0:
            return None
        shared, own = self._build / "lockstep", self._build / "lockstep" / self._unit
        harness = [shared / f"{name}.o" for name in ("lockstep", "lockstep_replay", "lockstep_rtl")]
        objects = [*harness, own / "top.o", thing, own / "bench.o", own / "tables.o",
                   *sorted((shared / "runtime").glob("*.o"))]
        program = work / "lockstep"
        command = [self._clang, "-fsanitize=address", "-o", str(program), *map(str, objects), "-pthread", "-latomic",
                   "-lz", "-lstdc++", "-lm"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise MutateError(f"{mutant.place}: linking failed: {_last_line(done.stderr)}")
        return program


def _last_line(text: str) -> str:
    lines = [line for line in text.split("\n") if line.strip()]
    return lines[-1] if lines else "no message"


def _is_kill(code: int, text: str) -> bool:
    """A bin that was not hit is not enough: C and RTL must differ, an assertion fail (two branches of a parallel
    case at once), or the run end badly."""
    return code < 0 or "MISMATCH" in text or "ASSERTION" in text


def _cause(code: int, text: str) -> str:
    if code == -signal.SIGXCPU:
        return f"does not end in {C_SECONDS} s"
    if code < 0:
        return "undefined behaviour, trapped"
    found = re.search(r"MISMATCH .*?: seed (\d+), cycle (\d+) \(.*?\), (.*)\n\s+(\w+ \S+?)(?:\[\d+\])?:", text)
    if found:
        return f"seed {found[1]}, cycle {found[2]}: {found[4]}, {found[3]}"
    if asserted := re.search(r"ASSERTION .*?: seed (\d+), cycle (\d+)", text):
        return f"seed {asserted[1]}, cycle {asserted[2]}: an assertion in the RTL"
    return _last_line(text)
