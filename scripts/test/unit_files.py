# SPDX-License-Identifier: Apache-2.0
"""Which files of units a step of one unit reads: its own, and those of the units that these name.

A file belongs to a unit by its folder (hls), or by its name (rtl, tb/formal, tb/lockstep): the unit's, or one that goes
on behind it. A module of rtl/ that several units have, such as gmmu_divider, is like a unit; only its whole name names
it. What belongs to no unit, every step may read. A unit is named by a word that is its name or begins with
it; comments do not count. That is more than what is read, never less: reads_test traces steps.
"""

import functools
import pathlib
import re

PLACES = ("rtl", "tb/formal", "tb/lockstep")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
WORD = re.compile(r"[a-z]\w*")
PACKAGE = "gmmu_pkg"  # every module reads it
# What begins like the block gmmu belongs to everybody, but for what follows its name here.
EVERYBODY = "gmmu"
OF_BLOCK = re.compile(r"gmmu(_(state|in|out|reset|outputs|step|top|small|claims|driver|world|memory|rules|whole|duties)"
                      r"\w*)?")


class UnitFiles:
    def __init__(self, root: pathlib.Path) -> None:
        self.root = root
        self.modules: set[str] = set()
        self.units = sorted(path.name for path in root.glob("hls/*") if path.is_dir() and path.name != "common")
        self.unit_of_config = {unit: unit for unit in self.units}
        for unit in self.units:
            configs = root / "hls" / unit / "configs"
            lines = configs.read_text().splitlines() if configs.is_file() else []
            self.unit_of_config |= {line.split()[0]: unit for line in lines if line.strip() and line[0] != "#"}

        self.modules = {path.stem for path in root.glob("rtl/*.sv")
                        if path.stem != PACKAGE and self.named_by(path.stem) is None}

    def named_by(self, word: str) -> str | None:
        """The unit that the word is of, or the module that it names."""
        if word in self.modules:
            return word
        name = word
        while name and name != EVERYBODY:
            if name in self.unit_of_config:
                return self.unit_of_config[name]
            name = name.rpartition("_")[0]
        return EVERYBODY if EVERYBODY in self.units and OF_BLOCK.fullmatch(word) else None

    @functools.cached_property
    def owners(self) -> dict[str, str]:
        """By file, with its path from the root."""
        found = {}
        for unit in self.units:
            for path in (self.root / "hls" / unit).rglob("*"):
                found[str(path.relative_to(self.root))] = unit
        for place in PLACES:
            for path in sorted((self.root / place).rglob("*")):
                owner = self.named_by(path.stem)
                if owner is not None and path.is_file():
                    found[str(path.relative_to(self.root))] = owner
        return found

    @functools.cached_property
    def names(self) -> dict[str, set[str]]:
        """By unit, or module: those that its files name."""
        found: dict[str, set[str]] = {unit: set() for unit in (*self.units, *self.modules)}
        for file, unit in self.owners.items():
            path = self.root / file
            if not path.is_file():
                continue
            text = COMMENT.sub(" ", path.read_text(errors="replace"))
            found[unit] |= {named for named in map(self.named_by, set(WORD.findall(text))) if named}
        return found

    @functools.cache
    def foreign(self, config: str) -> frozenset[str]:
        """Files that a step of this unit or configuration does not read; of a name that is none, no file."""
        unit = self.unit_of_config.get(config)
        if unit is None:
            return frozenset()
        near, new = {unit}, {unit}
        while new:
            new = set().union(*(self.names[name] for name in new)) - near
            near |= new
        return frozenset(file for file, owner in self.owners.items() if owner not in near)
