# SPDX-License-Identifier: Apache-2.0
"""What the steps of an earlier run came to, by the content of the sources, so that a run that was ended goes on.

One line of JSON for each step that has passed. A digest of a step covers its command, the variables that the user has
given to make, and every source file: nothing says which of them a step reads. Documents are no sources.
"""

import dataclasses
import hashlib
import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = ("hls", "rtl", "tb", "models", "scripts", "Makefile")
NO_SOURCES = {"__pycache__", ".mypy_cache", ".ruff_cache"}


@dataclasses.dataclass
class Passed:
    """A step that passed: its counts, and the seconds of processors that it took."""

    name: str
    digest: str
    passed: int
    skipped: int
    used: float


def digest_of_sources(root: pathlib.Path = ROOT) -> str:
    whole = hashlib.sha256()
    for top in SOURCES:
        paths = [root / top] if (root / top).is_file() else sorted((root / top).rglob("*"))
        for path in paths:
            if path.is_file() and not NO_SOURCES & set(path.parts):
                content = hashlib.sha256(path.read_bytes()).hexdigest()
                whole.update(f"{path.relative_to(root)} {content}\n".encode())
    return whole.hexdigest()


class Kept:
    """The file of them; without one nothing is kept."""

    def __init__(self, file: pathlib.Path | None, settings: str = "") -> None:
        self.file = file
        self.basis = digest_of_sources() + settings if file else ""
        self.steps: dict[tuple[str, str], Passed] = {}
        for line in file.read_text().splitlines() if file and file.exists() else []:
            try:
                step = Passed(**json.loads(line))
            except (ValueError, TypeError):
                continue  # the run was ended while it wrote this line
            self.steps[step.name, step.digest] = step

    def digest(self, command: str) -> str:
        return hashlib.sha256(f"{self.basis} {command}".encode()).hexdigest()[:24]

    def find(self, name: str, command: str) -> Passed | None:
        return self.steps.get((name, self.digest(command)))

    def add(self, name: str, command: str, passed: int, skipped: int, used: float) -> None:
        if self.file:
            step = Passed(name, self.digest(command), passed, skipped, round(used, 1))
            with open(self.file, "a", encoding="utf-8") as file:
                file.write("\n" + json.dumps(dataclasses.asdict(step)))  # the line before may be torn
