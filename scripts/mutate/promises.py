# SPDX-License-Identifier: Apache-2.0
"""Do the promises of a unit (tb/formal) notice an error in its C, without any RTL beside it?

An error made in C and RTL alike passes the proof of equality and every lock-step bench. What then
speaks up is a claim of the description that the mutated C does not keep, or nothing.
"""

from __future__ import annotations

from pathlib import Path

from scripts.circuit.describe import PROPERTY, load_unit
from scripts.circuit.errors import ProofError
from scripts.circuit.miter import Miter, of_c_alone
from scripts.circuit.prove import Prover
from scripts.circuit.translate import translate

from .mutant import REFUSED, Mutant, apply


class Promises:
    """The description of one unit at one size, put to mutants of its C."""

    def __init__(self, unit: str, root: Path, defines: list[str], timeout: int, description: Path | None = None):
        self._unit, self._root = unit, root
        self._defines, self._timeout = defines, timeout
        self._description = description or root / "tb" / "formal" / f"{unit}.c"
        self._include = sorted(d for d in (root / "hls").iterdir() if d.is_dir())

    def check_original(self, work: Path) -> None:
        """Without an error every claim holds, in the time there is: only then does a broken one say something."""
        work.mkdir(parents=True, exist_ok=True)
        source = self._root / "hls" / self._unit / f"{self._unit}.c"
        broken = self._broken(self._load(source, self._include, work), work)
        if broken:
            raise ProofError(f"{self._unit}: the C as it stands breaks a claim: {broken}")

    def kill(self, mutant: Mutant, work: Path) -> str | None:
        """The claim that the mutant breaks, or that it is C the prover refuses; None when it keeps all.
        Raises ProofError when some have no answer, which is no kill."""
        work.mkdir(parents=True, exist_ok=True)
        original = self._root / mutant.file
        copy = work / original.name
        copy.write_text(apply(original.read_text(), mutant))
        source = copy if original.stem == self._unit else self._root / "hls" / self._unit / f"{self._unit}.c"
        try:
            loaded = self._load(source, [work, *self._include], work)
        except ProofError as error:  # the description is that of check_original(), so it is the mutant's C
            return f"{REFUSED}: {error}"
        return self._broken(loaded, work)

    def _load(self, source: Path, include: list[Path], work: Path) -> Miter:
        unit = load_unit(self._unit, source, self._description, include, self._defines, work)
        return of_c_alone(unit, translate(unit))

    def _broken(self, miter: Miter, work: Path) -> str | None:
        """The first claim that does not hold of this C. Properties first: they say most."""
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
            raise ProofError(f"no answer within the limit of time: {slow}")
        return None
