# SPDX-License-Identifier: Apache-2.0
"""The names of an exported folder: all that it gives to a program or a design around it bears the project's.

Two exported units in one project share files or have different names. What belongs to all units is the same text in
every export, and so is the RTL: a module has its sizes as parameters. The C of a unit has its sizes as macros; so it
is called by the configuration, and within a block by the block and the unit.
"""

from __future__ import annotations

import functools
import pathlib
import re

from scripts.circuit.configs import Instance
from scripts.names import rewrite
from scripts.names.declared import WORD, declared, prefixed

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Two shared headers have become one.
TWICE = re.compile(r"^(#include \"\w+_sizes\.h\"\n)\1+", re.M)
# Behind the name of a unit; a configuration in a block has its own.
INSTANCE_NAMES = ("state", "in", "out", "reset", "outputs", "step")


@functools.cache
def headers(unit: str) -> dict[str, set[str]]:
    """What each header in the folder of a unit declares, by its stem; of common/ too."""
    return {path.stem: declared(path.read_text()) for path in sorted((ROOT / "hls" / unit).glob("*.h"))}


@functools.cache
def sized(unit: str) -> list[str]:
    """The stems of the unit's headers that have its sizes. Registers for a driver are the same at all sizes."""
    return [stem for stem in headers(unit) if '#include "' in (ROOT / "hls" / unit / f"{stem}.h").read_text()]


def called(unit: str, target: str) -> dict[str, str]:
    """Names and file stems of a unit's own, and of its top, by what they become in a unit called `target`."""
    own = set().union(*(headers(unit)[stem] for stem in sized(unit)), sized(unit), {unit, f"{unit}_top"})
    forms = ((rf"{unit}(_\w+)?", target), (rf"{unit.upper()}(_\w+)", target.upper()),
             (rf"{WORD.upper()}_{unit.upper()}(_\w+)", target.upper()))
    found = {}
    for name in own:
        for pattern, new in forms:
            match = re.fullmatch(pattern, name)
            if match and not (unit == WORD and pattern == forms[1][0]):  # GMMU_ is everybody's
                found[name] = new + (match[1] or "")
    return found


class Names:
    """Of the export of one unit, or of one block of units."""

    def __init__(self, config: str, unit: str, instances: list[Instance]):
        """config: of the unit; instances: of a block."""
        plain = config.replace("-", "_")
        self.module = prefixed(unit)
        self.c = prefixed(plain)  # what its own names of the C begin with
        self.testbench = f"{self.c}_testbench"
        modules = ("rtl/*.sv", "tb/formal/*_rules.sv", "tb/export/*.sv")
        stems = {path.stem for pattern in modules for path in ROOT.glob(pattern)}
        self.modules = {name: prefixed(name) for name in stems} | {"testbench": self.testbench}
        self.words: dict[str, str] = {}
        self.stems: dict[str, str] = {}
        for folder in sorted(path.name for path in (ROOT / "hls").iterdir() if path.is_dir()):
            self.words |= {name: prefixed(name) for name in set().union(*headers(folder).values())}
            self.stems |= {stem: prefixed(stem) for stem in headers(folder)}
        inside = self.c if self.c != WORD else f"{WORD}_{WORD}"  # gmmu_page_walker is a unit of its own
        for instance in instances:
            below = instance.config
            self._called(below.unit, f"{inside}_{below.unit}")
            for what in INSTANCE_NAMES:
                self.words[f"{below.name}_{what}"] = f"{inside}_{below.name}_{what}"
        self._called(unit, self.c)
        # In the place of the shared headers: what of them this export needs (needed.py).
        self.sizes = f"{self.c}_sizes"
        self.stems |= {stem: self.sizes for stem in headers("common")}
        self.words["GMMU_WIDTHS_H"] = f"{self.sizes.upper()}_H"  # undefined to read the widths at other sizes

    def _called(self, unit: str, target: str) -> None:
        new = called(unit, target)
        self.words |= {name: text for name, text in new.items() if name != unit}
        self.stems |= {stem: new.get(stem, prefixed(stem)) for stem in (*sized(unit), unit)}

    def file(self, path: pathlib.Path) -> str:
        """The name of a file of the C."""
        return self.stems[path.stem] + path.suffix

    def prose(self, text: str) -> str:
        """Text about the unit, which has names of the C in it."""
        return rewrite.in_comment(text, self.words, self._files())

    def _files(self) -> dict[str, str]:
        files = {f"{old}{end}": f"{new}{end}" for old, new in self.stems.items() for end in (".c", ".h")}
        return files | {f"units/{old}": f"units/{new}" for old, new in files.items()}

    def c_text(self, text: str) -> str:
        return TWICE.sub(r"\1", rewrite.c(text, self.words, self._files()))

    def sv_text(self, text: str) -> str:
        return rewrite.sv(text, self.modules)
