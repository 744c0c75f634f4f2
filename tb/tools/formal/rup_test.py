#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Does the checker of certificates take sound ones, and refuse planted wrong ones?

    rup_test.py CHECKER
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path

Clause = list[int]


def pigeons(holes: int) -> list[Clause]:
    """One pigeon more than holes: unsatisfiable, and no proof of it is short."""
    def var(pigeon: int, hole: int) -> int:
        return pigeon * holes + hole + 1
    every = [[var(p, h) for h in range(holes)] for p in range(holes + 1)]
    return every + [[-var(p, h), -var(q, h)] for h in range(holes) for p in range(holes + 1) for q in range(p)]


def cnf(clauses: list[Clause]) -> str:
    top = max(abs(x) for c in clauses for x in c)
    return f"p cnf {top} {len(clauses)}\n" + "".join(" ".join(map(str, [*c, 0])) + "\n" for c in clauses)


def step(letter: str, clause: Clause) -> bytes:
    out = bytearray(letter.encode())
    for x in clause:
        number = 2 * abs(x) + (x < 0)
        while number > 127:
            out.append(number & 127 | 128)
            number >>= 7
        out.append(number)
    return bytes(out) + b"\0"


def split(proof: bytes) -> list[bytes]:
    """The steps of a binary proof; no literal has a byte 0 in it."""
    return [part + b"\0" for part in proof.split(b"\0")[:-1]]


class Checks:
    def __init__(self, checker: str, work: Path):
        self._checker, self._work = checker, work
        self.passed, self.failed = 0, 0

    def ask(self, formula: str, proof: bytes) -> int:
        (self._work / "f.cnf").write_text(formula)
        (self._work / "proof").write_bytes(proof)
        command = [self._checker, str(self._work / "f.cnf"), str(self._work / "proof")]
        return subprocess.run(command, capture_output=True, check=False).returncode

    def expect(self, what: str, code: int, formula: str, proof: bytes) -> None:
        found = self.ask(formula, proof)
        self.passed, self.failed = self.passed + (found == code), self.failed + (found != code)
        if found != code:
            print(f"FAIL {what}: exit code {found}, expected {code}")

    def solve(self, formula: str) -> bytes:
        (self._work / "f.cnf").write_text(formula)
        subprocess.run(["cadical", "-q", str(self._work / "f.cnf"), str(self._work / "made")], capture_output=True,
                       check=False)
        return (self._work / "made").read_bytes()


def satisfiable(clauses: list[Clause], variables: int) -> bool:
    return any(all(any((x > 0) == values[abs(x) - 1] for x in c) for c in clauses)
               for values in product((False, True), repeat=variables))


def random_formulas(checks: Checks) -> None:
    """Whatever the steps are, a satisfiable formula is never refuted; CaDiCaL's own proofs always hold."""
    source = random.Random(1)

    def clause(size: int) -> Clause:
        return [v * source.choice((-1, 1)) for v in source.sample(range(1, 7), size)]

    for number in range(60):
        clauses = [clause(source.choice((2, 3, 3))) for _ in range(source.choice((12, 18, 26)))]
        if satisfiable(clauses, 6):
            steps = [step(source.choice("aaad"), clause(source.choice((1, 2, 3)))) for _ in range(20)]
            checks.expect(f"satisfiable formula {number}", 1, cnf(clauses), b"".join(steps))
        else:
            checks.expect(f"unsatisfiable formula {number}", 0, cnf(clauses), checks.solve(cnf(clauses)))


def main(arguments: list[str]) -> int:
    with tempfile.TemporaryDirectory() as name:
        checks = Checks(arguments[0], Path(name))
        clauses = pigeons(6)
        formula = cnf(clauses)
        proof = checks.solve(formula)
        steps = split(proof)
        checks.expect("sound", 0, formula, proof)
        checks.expect("deletions left out", 0, formula, b"".join(s for s in steps if s[:1] == b"a"))
        checks.expect("half of the proof", 1, formula, b"".join(steps[:len(steps) // 2]))
        checks.expect("every second step", 1, formula, b"".join(steps[1::2]))
        checks.expect("no proof", 1, formula, b"")
        checks.expect("a unit that does not follow, first", 1, formula, step("a", [1]) + proof)
        checks.expect("the empty clause at once", 1, formula, step("a", []) + proof)
        checks.expect("another formula", 1, cnf(clauses[1:]), proof)
        checks.expect("a needed clause deleted", 1, cnf([[1], [-1, 2], [-2, 3, 4], [-3, 4], [-4, 5], [-5, -4]]),
                      step("d", [-4, 5]) + step("a", [4]))
        checks.expect("contradictory units", 0, "p cnf 1 2\n1 0\n-1 0\n", b"")
        checks.expect("a contradiction, then another unit", 0, cnf([[1], [-1, 2], [-1, -2], [3], [-3, 4]]), b"")
        checks.expect("a step that ends early", 2, formula, b"a\x81")
        checks.expect("no step", 2, formula, b"x")
        checks.expect("no formula", 2, "p dnf 1 1\n1 0\n", proof)
        checks.expect("too few clauses", 2, "p cnf 1 2\n1 0\n", proof)
        checks.expect("a literal beyond", 2, "p cnf 1 1\n2 0\n", proof)
        random_formulas(checks)
    print(f"{'FAIL' if checks.failed else 'PASS'} certificates: {checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
