# SPDX-License-Identifier: Apache-2.0
"""Points of a sweep: runs of the simulator, named by the content of all that decides their result."""

import dataclasses
import functools
import hashlib
import pathlib


@dataclasses.dataclass(frozen=True)
class Point:
    arguments: tuple[str, ...]  # of `gmmu run`, without --json
    label: str                  # for messages

    def key(self, gmmu: pathlib.Path) -> str:
        """Same simulator, same arguments, same input files: same key."""
        digest = hashlib.sha256(file_digest(gmmu, 0).encode())
        for argument in self.arguments:
            digest.update(argument.encode() + b"\0")
            for file in inputs(argument):
                digest.update(f"{file.name}\0{file_digest(file, file.stat().st_mtime_ns)}\0".encode())
        return digest.hexdigest()[:32]


@functools.lru_cache(maxsize=None)
def file_digest(path: pathlib.Path, _time: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def inputs(argument: str) -> list[pathlib.Path]:
    """The files that an argument names: a description, or a list of kernels and all traces beside it."""
    path = pathlib.Path(argument.removeprefix("trace:"))
    try:
        if not path.is_file():
            return []
    except OSError:  # a value that is no possible name
        return []
    return sorted(f for f in path.parent.iterdir() if f.is_file()) if argument.startswith("trace:") else [path]
