# SPDX-License-Identifier: Apache-2.0
"""What is installed under the project's names: headers are rewritten, libraries get other symbols.

Headers are found as gmmu/<place>, so no short name of a file is in a compiler's search path. In C++ the names are in
namespace gmmu; only the C's that they mention change.
"""

from __future__ import annotations

import pathlib
import re
import subprocess
import tempfile
from collections.abc import Iterable, Mapping

from scripts.names import rewrite
from scripts.names.declared import WORD, declared, prefixed
from scripts.output import files

# In the table of nm: address, kind, name.
SYMBOL = re.compile(r"^[0-9a-f]* \w (\S+)$", re.M)
# A class of C++.
CLASS = re.compile(r"\b(?:class|struct)\s+(\w+)\s*(?:final\s*)?[:{]")
MANGLED = "_Z"
# Of compilers, for an optimization at link time: it would bring the short names back.
INTERMEDIATE = (".gnu.lto_*", ".gnu.debuglto_*")


class Names:
    """Of all headers that are installed together."""

    def __init__(self, headers: Mapping[pathlib.Path, str]):
        """headers: their places below include/gmmu."""
        texts = {path: path.read_text(encoding="utf-8") for path in headers}
        found = set().union(*(declared(text) for path, text in texts.items() if path.suffix == ".h"))
        self.words = {name: prefixed(name) for name in found}
        self.scoped = {name for path, text in texts.items() if path.suffix == ".hpp" for name in CLASS.findall(text)}
        # In the symbols of C++ a class of a namespace and a type of the C of the same name look alike.
        self.types = {old: new for old, new in self.words.items() if old != new and old not in self.scoped}
        self.files = {place.removeprefix("hls/"): f"gmmu/{place}" for place in headers.values()}

    def text(self, path: pathlib.Path) -> str:
        plus = path.suffix in (".hpp", ".cpp")
        return rewrite.c(path.read_text(encoding="utf-8"), self.words, self.files,
                         self.scoped if plus else frozenset())


def symbols(libraries: Iterable[pathlib.Path]) -> set[str]:
    """What the libraries define for a linker."""
    table = run(["nm", "-g", "--defined-only", *map(str, libraries)])
    return set(SYMBOL.findall(table))


def run(command: list[str], target: pathlib.Path | None = None) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, restore_signals=False)
    if done.returncode:
        said = done.stderr.strip() or f"exit code {done.returncode} of {command[0]}"
        raise files.WriteError(f"cannot write '{target}': {said.rpartition(': ')[2]}" if target else said)
    return done.stdout


def of_cpp(symbol: str, words: Mapping[str, str]) -> str:
    """A symbol of C++ in which types of the C have their new names: each is there as <length><name>."""
    for name in words:
        if name in symbol:
            symbol = re.sub(rf"(?<!\d){len(name)}{name}", f"{len(words[name])}{words[name]}", symbol)
    return symbol


def renamed(libraries: Iterable[pathlib.Path], types: Mapping[str, str]) -> dict[pathlib.Path, bytes]:
    """The libraries with the project's name before all that they define. types: of the C, in signatures of C++."""
    with tempfile.TemporaryDirectory() as scratch:
        copies = {library: pathlib.Path(scratch, library.name) for library in libraries}
        for library, copy in copies.items():
            if not library.is_file():
                raise files.WriteError(f"cannot read '{library}': no such file")
            without = [f"--remove-section={section}" for section in INTERMEDIATE]
            run(["objcopy", *without, str(library), str(copy)], copy)
        table = {name: of_cpp(name, types) if name.startswith(MANGLED) else prefixed(name)
                 for name in symbols(copies.values())}
        taken = {new for old, new in table.items() if old == new}
        for old, new in table.items():
            if old != new and new in taken:  # driver_free, next to gmmu_driver_free
                table[old] = f"{WORD}_{new}"
        listed = pathlib.Path(scratch, "symbols")
        listed.write_text("".join(f"{old} {new}\n" for old, new in sorted(table.items()) if old != new))
        for copy in copies.values():
            run(["objcopy", f"--redefine-syms={listed}", str(copy)], copy)
        return {library: copy.read_bytes() for library, copy in copies.items()}
