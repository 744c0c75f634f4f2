# SPDX-License-Identifier: Apache-2.0
"""Runs a .sby file with Yosys and yosys-smtbmc: the part of SymbiYosys our files need.

    sby.py FILE.sby [TASK]... [--timeout SECONDS]

Debian has no SymbiYosys. Where it is installed, `sby FILE.sby` asks the same of the same files.
Known: [tasks], [options] with mode bmc or prove, depth and expect, [engines] smtbmc SOLVER or abc bmc3,
[script], [files]; lines of one task begin with `TASK:`. Anything else is an error.
Each task works in FILE_TASK/ beside the file and ends with one line PASS or FAIL; a failed one
leaves trace.vcd, and of a bounded run also bench.trace,
which the lock-step bench replays. Exit code 0, 1, or 2 for bad input.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from scripts.sva import waveform

ROOT = Path(__file__).resolve().parents[2]
MODES = ("bmc", "prove")
OPTIONS = {"mode": "", "depth": "20", "expect": "pass"}
SECTIONS = ("tasks", "options", "engines", "script", "files")


class SbyError(Exception):
    """The file asks for something that is not known here, or a tool cannot be run."""


@dataclass
class Task:
    name: str
    options: dict[str, str] = field(default_factory=lambda: dict(OPTIONS))
    engine: list[str] = field(default_factory=list)
    script: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)


def _sections(path: Path) -> dict[str, list[tuple[int, str]]]:
    found: dict[str, list[tuple[int, str]]] = {name: [] for name in SECTIONS}
    current = ""
    for number, raw in enumerate(path.read_text().split("\n"), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if m := re.fullmatch(r"\[(\w+)\]", line):
            current = m[1]
            if current not in found:
                raise SbyError(f"{path}:{number}: section [{current}], expected {', '.join(SECTIONS)}")
        elif not current:
            raise SbyError(f"{path}:{number}: '{line}' before the first section")
        else:
            found[current].append((number, line))
    return found


def read(path: Path) -> list[Task]:
    """The tasks of a file, in its order; one without a name when it lists none."""
    sections = _sections(path)
    names = [line.split()[0] for _, line in sections["tasks"]]
    tasks = [Task(name) for name in names or [""]]
    for task in tasks:
        for section in SECTIONS[1:]:
            for number, line in sections[section]:
                prefix, colon, rest = line.partition(":")
                if colon and prefix in names:
                    if prefix != task.name:
                        continue
                    line = rest.strip()
                _take(task, section, line, f"{path}:{number}")
        if task.options["mode"] not in MODES or not task.engine or not task.script:
            raise SbyError(f"{path}: task '{task.name}' needs a mode ({' or '.join(MODES)}), an engine and a script")
    return tasks


def _take(task: Task, section: str, line: str, place: str) -> None:
    words = line.split()
    if section == "options":
        if len(words) != 2 or words[0] not in OPTIONS:
            raise SbyError(f"{place}: option '{line}', expected {', '.join(OPTIONS)} and a value")
        if words[0] == "depth" and not words[1].isdigit():
            raise SbyError(f"{place}: depth '{words[1]}' is no number")
        task.options[words[0]] = words[1]
    elif section == "engines":
        if len(words) != 2 or (words[0] != "smtbmc" and words != ["abc", "bmc3"]) or task.engine:
            raise SbyError(f"{place}: engine '{line}', expected one, smtbmc SOLVER or abc bmc3")
        task.engine = words
    elif section == "files":
        task.files.append(line)
    else:
        task.script.append(line)


class Runner:
    """One task in its folder."""

    def __init__(self, path: Path, task: Task, timeout: int):
        self._base = path.parent
        self._stem = path.stem
        self._task = task
        self._timeout = timeout
        self._work = path.parent / (path.stem + (f"_{task.name}" if task.name else ""))

    def _run(self, command: list[str], log: str, where: Path) -> int:
        """The exit code; output goes to the log."""
        with (self._work / log).open("w") as output:
            try:
                return subprocess.run(["prlimit", f"--cpu={self._timeout}", *command], cwd=where, stdout=output,
                                      stderr=subprocess.STDOUT, check=False).returncode
            except OSError as error:
                raise SbyError(f"cannot run {command[0]}: {error.strerror}") from error

    def _model(self) -> None:
        shutil.rmtree(self._work, ignore_errors=True)
        source = self._work / "src"
        source.mkdir(parents=True)
        for name in self._task.files:
            if not (self._base / name).is_file():
                raise SbyError(f"{self._base / name}: no such file")
            shutil.copy(self._base / name, source / Path(name).name)
        script = [*self._task.script, "opt_clean", "dffunmap", "write_smt2 -wires ../model.smt2"]
        if self._task.engine[0] == "abc":
            script += ["setundef -undriven -anyseq", "techmap", "opt_clean", "dffunmap", "aigmap",
                       "write_aiger -zinit -map ../model.aim ../model.aig"]
        (self._work / "model.ys").write_text("\n".join(script) + "\n")
        if self._run(["yosys", "-q", "../model.ys"], "yosys.log", source) != 0:
            lines = (self._work / "yosys.log").read_text().strip().split("\n")
            raise SbyError(f"{self._work}: Yosys: {lines[-1]}")

    def _smtbmc(self, more: list[str], log: str) -> str:
        """PASS, FAIL or UNKNOWN."""
        solver = self._task.engine[1] if self._task.engine[0] == "smtbmc" else "z3"
        self._run(["yosys-smtbmc", "-s", solver, "--noprogress", "-t", self._task.options["depth"],
                   "--dump-vcd", "trace.vcd", *more, "model.smt2"], log, self._work)
        status = re.findall(r"Status: (\w+)", (self._work / log).read_text())
        return {"passed": "PASS", "failed": "FAIL"}.get(status[-1].lower() if status else "", "UNKNOWN")

    def _abc(self, log: str) -> str:
        """The same by ABC; yosys-smtbmc replays its counterexample, and must find it to be one. The first run joins
        registers that are always equal, which is faster. It gives no counterexample, as that needs all registers, and
        no verdict where none is left; so the second run has them as they are."""
        depth = self._task.options["depth"]
        for joins, then in (("scorr; ", ""), ("", "; write_cex -a model.aiw")):
            script = f"read_aiger model.aig; fold; strash; {joins}bmc3 -F {depth}{then}"
            self._run(["berkeley-abc", "-q", script], "abc.log", self._work)
            text = (self._work / "abc.log").read_text()
            if f"No output asserted in {depth} frames" in text:
                return "PASS"
        if "was asserted in frame" not in text:
            return "UNKNOWN"
        return self._smtbmc(["--aig", "model.aim:model.aiw", "--aig-noheader"], log)

    def _failed(self, log: str) -> list[str]:
        """The assertions that were broken, by name; none without a log of yosys-smtbmc, where ABC has no verdict."""
        text = (self._work / log).read_text() if (self._work / log).exists() else ""
        return sorted(set(re.findall(r"Assert failed in \S+: (?:\S*[.(])?(\w+)", text)))

    def _verdict(self) -> tuple[str, str]:
        mode, depth = self._task.options["mode"], self._task.options["depth"]
        if self._task.engine[0] == "abc":
            verdict = self._abc("bounded.log")
        else:
            verdict = self._smtbmc([], "bounded.log")
        if verdict != "PASS":
            return verdict, " ".join(["bounded", verdict.lower(), *self._failed("bounded.log")])
        if mode == "prove":
            verdict = self._smtbmc(["-i"], "induction.log")
            if verdict != "PASS":
                return verdict, " ".join(["induction", verdict.lower(), *self._failed("induction.log")])
        return verdict, f"{mode}, depth {depth}, {' '.join(self._task.engine)}"

    def run(self) -> bool:
        start = time.monotonic()
        self._model()
        verdict, detail = self._verdict()
        bench = self._work / "src" / f"{self._stem}_formal.sv"
        if verdict == "FAIL" and detail.startswith("bounded") and bench.is_file():
            inputs = re.findall(r"^ *input +wire (?:\[\d+:0\] )?(\w+)", bench.read_text(), re.M)
            waveform.write_trace(self._work / "trace.vcd", self._work / "bench.trace",
                                 [name for name in inputs if name not in ("clk", "rst")])
        good = verdict.lower() == self._task.options["expect"]
        seconds = time.monotonic() - start
        print(f"{'PASS' if good else 'FAIL'} sby {self._work.name} ({detail}, {seconds:.0f} s)", flush=True)
        return good


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Run the tasks of a .sby file with Yosys and yosys-smtbmc.")
    parser.add_argument("file", type=Path)
    parser.add_argument("task", nargs="*", help="all when none is named")
    parser.add_argument("--timeout", type=int, default=600, help="seconds of CPU time per question (600)")
    options = parser.parse_args(arguments)
    try:
        if not options.file.is_file():
            raise SbyError(f"{options.file}: no such file")
        tasks = read(options.file)
        if unknown := [name for name in options.task if name not in [t.name for t in tasks]]:
            raise SbyError(f"{options.file}: no task '{unknown[0]}'")
        chosen = [t for t in tasks if not options.task or t.name in options.task]
        return 0 if all([Runner(options.file.resolve(), t, options.timeout).run() for t in chosen]) else 1
    except SbyError as error:
        print(f"sby.py: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
