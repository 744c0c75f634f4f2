# SPDX-License-Identifier: Apache-2.0
"""A mutant, and what became of it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

RTL, NETLIST, C = "rtl", "netlist", "c"  # how it was made
KINDS = {RTL: "RTL source", NETLIST: "Yosys netlist", C: "C source"}

KILLED = "killed"  # by the lock-step bench
EQUIVALENT = "equivalent"  # proved: in every state
UNREACHABLE = "unreachable"  # proved: differs only outside the proved invariant
SURVIVED = "survived"  # anything else
REFUSED = "refused"  # how a mutant of the C is killed that the prover does not take
VERDICTS = (KILLED, EQUIVALENT, UNREACHABLE, SURVIVED)


class MutateError(Exception):
    """The unit cannot be put to the test; the text is for the user."""


@dataclass
class Mutant:
    """`number` selects it in a bench, from 1, on its own for each kind."""

    kind: str
    number: int
    file: str
    line: int
    change: str  # readable: what became what
    start: int = 0  # source mutants: the text in file[start:end] becomes `text`
    end: int = 0
    text: str = ""
    command: str = ""  # netlist mutants: the Yosys command
    verdict: str = ""
    how: str = ""
    calm: bool | None = None  # killed without jumps, too; None: not asked
    seconds: float = 0.0

    @property
    def name(self) -> str:
        return f"{self.kind}-{self.number}"

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}"


def apply(text: str, mutant: Mutant) -> str:
    return text[:mutant.start] + mutant.text + text[mutant.end:]


def save(path: Path, mutants: list[Mutant]) -> None:
    path.write_text(json.dumps([asdict(m) for m in mutants], indent=1) + "\n")


def load(path: Path) -> list[Mutant]:
    return [Mutant(**entry) for entry in json.loads(path.read_text())]


def write_if_changed(path: Path, text: str) -> None:
    """Keeps the time stamp of an unchanged file, so that make has nothing to do for it."""
    if not path.is_file() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
