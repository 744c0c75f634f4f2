# SPDX-License-Identifier: Apache-2.0
"""Do the promises of a unit (tb/formal) notice an error in its C, without any RTL beside it?

An error made in C and RTL alike passes the proof of equality and every lock-step bench. What then
speaks up is a claim of the description that the mutated C does not keep, or nothing.
"""

from __future__ import annotations

from pathlib import Path

from formal.describe import PROPERTY, load_unit
from formal.errors import ProofError
from formal.miter import of_c_alone
from formal.prove import Prover
from formal.translate import translate

from .mutant import Mutant, apply


class Promises:
    """The description of one unit at one size, put to mutants of its C."""

    def __init__(self, unit: str, root: Path, defines: list[str], timeout: int, description: Path | None = None):
        self._unit, self._root = unit, root
        self._defines, self._timeout = defines, timeout
        self._description = description or root / "tb" / "formal" / f"{unit}.c"
        self._include = sorted(d for d in (root / "hls").iterdir() if d.is_dir())

    def kill(self, mutant: Mutant, work: Path) -> str | None:
        """The claim that the mutant breaks, or None when it keeps all."""
        work.mkdir(parents=True, exist_ok=True)
        original = self._root / mutant.file
        copy = work / original.name
        copy.write_text(apply(original.read_text(), mutant))
        source = copy if original.stem == self._unit else self._root / "hls" / self._unit / f"{self._unit}.c"
        try:
            return self.broken(source, [work, *self._include], work)
        except ProofError as error:
            return f"cannot be put to the proof: {error}"

    def broken(self, source: Path, include: list[Path], work: Path) -> str | None:
        """The first claim that does not hold of this C. Properties first: they say most."""
        unit = load_unit(self._unit, source, self._description, include, self._defines, work)
        miter = of_c_alone(unit, translate(unit, work))
        prover = Prover(miter, work, self._timeout)
        prover.sweep()
        slow = ""
        for number in sorted(range(len(miter.obligations)), key=lambda k: miter.obligations[k].kind != PROPERTY):
            verdict = prover.decide(number)
            if verdict.how == "refuted":
                return verdict.obligation.title
            if not verdict.proved:
                slow = slow or verdict.obligation.title
        if slow:
            raise ProofError(f"ran out of time at {slow}")
        return None
