# SPDX-License-Identifier: Apache-2.0
"""Points of a sweep: runs of the simulator, named by the content of all that decides their result."""

import dataclasses
import functools
import hashlib
import os
import pathlib


@dataclasses.dataclass(frozen=True)
class Point:
    arguments: tuple[str, ...]  # of the command, without --json
    label: str                  # for messages
    command: str = "run"        # or share, without --jobs

    def words(self) -> tuple[str, ...]:
        return (self.command, *self.arguments)

    def key(self, gmmu: pathlib.Path) -> str:
        """Same simulator, same arguments, same input files: same key."""
        digest = hashlib.sha256(file_digest(gmmu, 0).encode())
        for argument in self.words():
            digest.update(argument.encode() + b"\0")
            for file in inputs(argument):
                digest.update(f"{file.name}\0{file_digest(file, file.stat().st_mtime_ns)}\0".encode())
        return digest.hexdigest()[:32]


@functools.lru_cache(maxsize=None)
def file_digest(path: pathlib.Path, _time: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def inputs(argument: str) -> list[pathlib.Path]:
    """The files that an argument names: a description, or a list of kernels, all files beside it, and the traces
    that it names elsewhere."""
    if not argument.startswith("trace:"):
        return [pathlib.Path(argument)] if os.path.isfile(argument) else []
    kernels = pathlib.Path(argument.removeprefix("trace:"))
    if os.path.isdir(kernels):  # as the simulator does
        kernels /= "kernelslist.g"
    if not os.path.isfile(kernels):
        return []
    beside = {file for file in kernels.parent.iterdir() if file.is_file()}
    named = (kernels.parent / line.strip() for line in kernels.read_text(errors="replace").splitlines() if "/" in line)
    return sorted(beside.union(file for file in named if os.path.isfile(file)))
