# SPDX-License-Identifier: Apache-2.0
"""Deciding the obligations of a miter: SAT sweeping by ABC, then CaDiCaL one by one."""

from __future__ import annotations

import itertools
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from . import aiger
from .errors import ProofError
from .miter import ALWAYS, BOTH, NEVER, Miter, Obligation
from .tools import run

SAT, UNSAT = 10, 20
SWEEP_LIMIT = 4  # times what one obligation may take
FIRST_S, PART_S = 60.0, 20.0  # CPU time for a question as a whole, and for a part of it
SPLIT_BITS = 2  # of the free constants, each time a part has no answer


@dataclass
class Verdict:
    obligation: Obligation
    proved: bool
    how: str  # "in every state", "under the invariant", "timeout", "refuted"
    seconds: float
    model: dict[int, bool] | None = None  # values of miter inputs by variable


@dataclass
class Question:
    """One obligation on the graph it is decided on."""

    circuit: aiger.Circuit
    bad: int
    inv: list[int]  # what may be assumed


@dataclass
class Answer:
    code: int  # SAT, UNSAT, or neither: no answer in the time there was
    model: dict[int, bool]
    cpu: float  # seconds


class Prover:
    """Decides one miter; files go to `work`.

    A question about every value of a free constant ("entry k") that has no answer soon is asked for
    parts of its values: with the upper bits of k known, most of a choice among the entries is gone.

    Comparisons are swept first: merging what is equal is what makes them easy.
    The invariant and the properties compare nothing and go to the solver as
    they are.
    """

    def __init__(self, miter: Miter, work: Path, timeout: int, checker: Path | None = None):
        """With a checker (rup_check) no verdict of CaDiCaL counts without its certificate."""
        self._miter = miter
        self._checker = checker
        self.certificates = 0
        self._timeout = timeout
        self._work = work
        self._questions: dict[int, Question] = {}
        self.sweep_seconds = 0.0

    def sweep(self) -> None:
        """Merge what ABC proves equivalent; most obligations become the constant 0."""
        start = time.monotonic()
        before, after = self._work / "miter.aig", self._work / "swept.aig"
        graph = self._miter.graph
        raw = aiger.Circuit(graph.inputs, [], [], graph.ands, [])
        outputs, order = [self._miter.inv], []
        for number, o in enumerate(self._miter.obligations):
            if o.inv in (ALWAYS, BOTH):
                assumed = [self._miter.inv] + ([self._miter.inv_next] if o.inv == BOTH else [])
                self._questions[number] = Question(raw, o.bad, assumed)
            else:
                order.append(number)
                outputs.append(o.bad)
        graph.write(before, outputs)
        after.unlink(missing_ok=True)
        run(["prlimit", f"--cpu={SWEEP_LIMIT * self._timeout}", "berkeley-abc", "-q",
             f"&r {before}; &fraig -x; &w {after}"], "ABC")
        if not after.exists():
            raise ProofError("ABC wrote no result")
        swept = aiger.read(after)
        if len(swept.outputs) != len(outputs) or swept.inputs != graph.inputs:
            raise ProofError("ABC changed the interface of the miter")
        for number, bad in zip(order, swept.outputs[1:]):
            self._questions[number] = Question(swept, bad, swept.outputs[:1])
        self.sweep_seconds = time.monotonic() - start

    def no_sweep(self) -> None:
        """All questions as they are: neither ABC nor its merging is trusted."""
        graph, miter = self._miter.graph, self._miter
        raw = aiger.Circuit(graph.inputs, [], [], graph.ands, [])
        for number, o in enumerate(miter.obligations):
            self._questions[number] = Question(raw, o.bad, [miter.inv] + ([miter.inv_next] if o.inv == BOTH else []))

    def _cadical(self, cnf: Path, limit: float, *proof: Path) -> Answer:
        """Its limit is one of CPU time, so that a busy machine cannot change a verdict."""
        words = ["prlimit", f"--cpu={max(1, round(limit))}", "cadical", "-q", str(cnf), *map(str, proof)]
        with tempfile.TemporaryFile(dir=self._work) as out:
            process = subprocess.Popen(words, stdout=out, stderr=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            said = out.read().decode().split("\n")
        model = {abs(int(w)) - 1: w[0] != "-" for line in said if line.startswith("v ") for w in line[2:].split()}
        return Answer(process.returncode, model, usage.ru_utime + usage.ru_stime)

    def _solve(self, circuit: aiger.Circuit, roots: list[int], limit: float) -> Answer:
        """CaDiCaL on the conjunction of roots; with a checker its proof is read by another program."""
        with tempfile.TemporaryDirectory(dir=self._work) as name:
            cnf, proof = Path(name) / "formula.cnf", Path(name) / "proof.drat"
            cnf.write_text(aiger.cnf(circuit.inputs, circuit.ands, roots))
            if not self._checker:
                return self._cadical(cnf, limit)
            answer = self._cadical(cnf, limit, proof)
            if answer.code == UNSAT:
                verdict = run(["prlimit", f"--cpu={10 * self._timeout}", str(self._checker), str(cnf), str(proof)],
                              "certificate of CaDiCaL", ok=(0, 1))
                if not verdict.startswith("VERIFIED"):
                    raise ProofError(f"certificate of CaDiCaL: {verdict.strip()}")
                self.certificates += 1
            return answer

    def _free(self, circuit: aiger.Circuit, roots: list[int]) -> list[int]:
        """Bits of the free constants that roots depend on, of each constant the highest first."""
        part = aiger.cone(circuit.inputs, circuit.ands, roots)
        return [bit for ghost in self._miter.ghosts for bit in reversed(ghost) if bit >> 1 in part]

    def _satisfiable(self, circuit: aiger.Circuit, roots: list[int]) -> tuple[int, dict[int, bool]]:
        """Whether the conjunction of roots can hold."""
        if 0 in roots:
            return UNSAT, {}
        free = self._free(circuit, roots[:1])
        answer = self._solve(circuit, roots, min(FIRST_S, self._timeout) if free else self._timeout)
        if answer.code in (SAT, UNSAT) or not free:
            return answer.code, answer.model
        return self._satisfiable_in_parts(circuit, roots, free, self._timeout - answer.cpu)

    def _satisfiable_in_parts(self, circuit: aiger.Circuit, roots: list[int], free: list[int],
                              left: float) -> tuple[int, dict[int, bool]]:
        """The same for all values of the free constants, `left` seconds of CPU time in all."""
        parts = _split(free, [])
        while parts:
            part = parts.pop()
            splits = len(part) < len(free)
            answer = self._solve(circuit, [*roots, *part], min(PART_S, left) if splits else left)
            left -= answer.cpu
            if answer.code == SAT:
                return SAT, answer.model
            if answer.code != UNSAT and (left < 1 or not splits):
                return answer.code, {}
            if answer.code != UNSAT:
                parts += _split(free, part)
        return UNSAT, {}

    def decide(self, number: int) -> Verdict:
        """One obligation: in every state if that holds, else under the invariant."""
        obligation, question = self._miter.obligations[number], self._questions[number]
        bad, inv = question.bad, [x for x in question.inv if x != 1]
        start = time.monotonic()
        if bad == 0:
            return Verdict(obligation, True, "in every state", 0.0)
        code: int = SAT
        model: dict[int, bool] = {}
        if obligation.inv not in (ALWAYS, BOTH) or not inv:
            code, model = self._satisfiable(question.circuit, [bad])
            if code == UNSAT:
                return Verdict(obligation, True, "in every state", time.monotonic() - start)
        if obligation.inv != NEVER and inv:
            code, model = self._satisfiable(question.circuit, [bad, *inv])
        seconds = time.monotonic() - start
        if code == UNSAT:
            return Verdict(obligation, True, "under the invariant", seconds)
        if code == SAT:
            return Verdict(obligation, False, "refuted", seconds, model)
        return Verdict(obligation, False, "timeout", seconds)

    def decide_all(self, jobs: int) -> Iterator[Verdict]:
        """Verdicts in the order of the obligations."""
        with ThreadPoolExecutor(jobs) as pool:
            yield from pool.map(self.decide, range(len(self._miter.obligations)))


def _split(free: list[int], part: list[int]) -> list[list[int]]:
    """Parts of a part: all values of the next bits."""
    bits = free[len(part):len(part) + SPLIT_BITS]
    return [[*part, *values] for values in itertools.product(*((bit, bit ^ 1) for bit in bits))]


def _words(bits: int, values: list[int]) -> list[int]:
    return [sum(v << b for b, v in enumerate(values[k:k + bits])) for k in range(0, len(values), bits)]


def _show(name: str, words: list[int]) -> str:
    if len(words) == 1:
        return f"{name} = {words[0]}"
    if len(set(words)) == 1:
        return f"{name}[0..{len(words) - 1}] = {words[0]}"
    return "  ".join(f"{name}[{k}] = {w}" for k, w in enumerate(words) if w)


def explain(miter: Miter, verdict: Verdict) -> list[str]:
    """The counterexample in the words of the C; what is 0 or plays no part is left out."""
    graph, o = miter.graph, verdict.obligation
    part = aiger.cone(graph.inputs, graph.ands, [o.bad])
    model = verdict.model or {}
    sources = [int(model.get(v, False)) for v in range(1, graph.inputs + 1)]
    table = aiger.simulate(graph.ands, sources)

    def value(literal: int) -> int:
        return table[literal >> 1] ^ (literal & 1)

    lines = []
    for name, bits, literals in miter.shown:
        words = _words(bits, [value(x) for x in literals])
        if any(words) and any(x >> 1 in part for x in literals):
            lines.append(_show(name, words))
    if o.c:
        left, right = (_words(o.bits, [value(x) for x in side]) for side in (o.c, o.rtl))
        for k, (a, b) in enumerate(zip(left, right)):
            if a != b:
                index = f"[{k}]" if len(left) > 1 else ""
                lines.append(f"=> {o.title}{index}: C {a}, RTL {b}")
    else:
        lines.append(f"=> violated: {o.title}")
    if not value(o.bad):
        raise ProofError(f"{o.title}: the counterexample of the solver does not hold on the miter")
    return lines
