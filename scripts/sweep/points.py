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
    folder = kernels if os.path.isdir(kernels) else kernels.parent
    # As the simulator does: of a folder kernelslist.g, or the only list.
    lists = sorted(kernels.glob("*.g")) if folder == kernels else [kernels]
    beside = {file for file in folder.iterdir() if file.is_file()} if any(map(os.path.isfile, lists)) else set()
    lines = [line.strip() for file in lists if file.is_file()
             for line in file.read_text(errors="replace").splitlines()]
    return sorted(beside.union(folder / line for line in lines if "/" in line and os.path.isfile(folder / line)))
