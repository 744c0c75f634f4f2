#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Units and their configurations: which unit, and which sizes, a name stands for.

    configs.py check     every unit has its files, every configuration is sound; prints PASS or FAIL
    configs.py sizes [--cc CC] [--in TEXT]... [NAME]... [X=n]...
                         the units NAME at the sizes X=n, or GMMU_X=n, and the names with sizes in TEXT: a line each,
                         unit:name:GMMU_X=n:...; sizes that a unit does not have, or not so, end in one line and exit
                         code 2

A folder of hls/ with a file `units` is a block of units, and none itself; its configurations are found by name, but
not listed with those of units. hls/<unit>/configs has a line per configuration: name, then sizes as macros of
hls/common/gmmu_params.h (GMMU_FRFCFS_DEPTH=192). A unit without that file has one configuration, of its name and the
default sizes. In the RTL the size GMMU_X is the parameter X of the unit's module.

Any other size needs no line: its name says it, as golden_queue-GOLDEN_DEPTH_4-NUM_BANKS_2 does, which begins with a
configuration or a unit. What the unit allows stands in its C (GMMU_REQUIRE).
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RAM = "gmmu_ram"  # the model of a macro: rtl/gmmu_ram.sv
# A name that says sizes, in a longer text.
WITH_SIZES = re.compile(r"[a-z]\w*(?:-[A-Z]\w*_\d+)+")


def include_directories(root: Path) -> list[Path]:
    """Where the headers of all units are."""
    hls = root / "hls"
    return [hls / "common", *sorted(d for d in hls.iterdir() if d.is_dir() and d.name != "common")]


class ConfigError(Exception):
    """There is no such configuration, or its line is not in the form above."""


@dataclass(frozen=True)
class Config:
    """A unit at certain sizes."""

    name: str
    unit: str
    sizes: tuple[str, ...] = ()  # GMMU_X=n


def units(root: Path = ROOT) -> list[str]:
    return sorted(d.name for d in (root / "hls").iterdir()
                  if d.is_dir() and d.name != "common" and not (d / "units").is_file())


def blocks(root: Path = ROOT) -> list[str]:
    return sorted(file.parent.name for file in (root / "hls").glob("*/units"))


def rows(path: Path) -> list[tuple[int, list[str]]]:
    """The words of each line that is no comment, with its number; of a file that is not there, none."""
    lines = path.read_text().splitlines() if path.is_file() else []
    return [(number, words) for number, words in enumerate(map(str.split, lines), 1)
            if words and not words[0].startswith("#")]


@dataclass(frozen=True)
class Instance:
    """A unit in a block."""

    name: str
    config: Config
    sizes: tuple[str, ...]  # GMMU_UNIT_SIZE=GMMU_BLOCK_SIZE


def instances(block: str, root: Path = ROOT) -> list[Instance]:
    """The units of a block, in the order of hls/<block>/units; of a unit, none."""
    return [Instance(name, find(config, root), tuple(sizes))
            for _, (name, config, *sizes) in rows(root / "hls" / block / "units")]


def of_unit(unit: str, root: Path = ROOT) -> list[Config]:
    path = root / "hls" / unit / "configs"
    if not path.is_file():
        return [Config(unit, unit)]
    found = []
    for number, words in rows(path):
        for word in words[1:]:
            if not re.fullmatch(r"GMMU_\w+=\d+", word):
                raise ConfigError(f"{path}:{number}: '{word}', expected GMMU_NAME=NUMBER")
        found.append(Config(words[0], unit, tuple(words[1:])))
    return found


def all_configs(root: Path = ROOT) -> dict[str, Config]:
    return {config.name: config for unit in units(root) for config in of_unit(unit, root)}


def find(name: str, root: Path = ROOT) -> Config:
    """A configuration; or a unit, at its default sizes; or one of them at the sizes that its name says."""
    if WITH_SIZES.fullmatch(name):
        base, *said = name.split("-")
        return at(find(base, root), dict(word.rsplit("_", 1) for word in said), root)
    known = all_configs(root)
    found = {unit: Config(unit, unit) for unit in units(root)}
    found |= {config.name: config for block in blocks(root) for config in of_unit(block, root)} | known
    if name in found:
        return found[name]
    raise ConfigError(f"no unit '{name}', expected {', '.join(known)}")


def at(config: Config, given: dict[str, str], root: Path = ROOT) -> Config:
    """The configuration at these sizes, X: n."""
    known = parameters(config.unit, root)
    for name, value in given.items():
        if name not in known:
            raise ConfigError(f"{name}={value}: expected a size of {config.unit} ({', '.join(known)}), or a variable "
                              "of the Makefile (make help)")
        if not re.fullmatch(r"0|[1-9][0-9]{0,8}", value):
            raise ConfigError(f"{name}={value}: expected a number")
    name = "-".join([config.name, *map("_".join, given.items())])
    return Config(name, config.unit, tuple(merged(config.sizes, [f"GMMU_{x}={n}" for x, n in given.items()])))


def forbidden(config: Config, compiler: str, root: Path = ROOT) -> str:
    """What the C of the unit says to sizes that it cannot have."""
    command = [compiler, "-std=c11", "-fsyntax-only", *(f"-D{size}" for size in config.sizes),
               *(f"-I{folder}" for folder in sorted((root / "hls").iterdir())),
               str(root / f"hls/{config.unit}/{config.unit}.c")]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "LC_ALL": "C"})
    except OSError as error:
        raise ConfigError(f"{compiler}: {error.strerror}: expected a C compiler") from error
    said = re.search('static assertion failed: "(.*)"', done.stderr) or re.search("error: (.*)", done.stderr)
    return re.sub(r"\bGMMU_", "", said[1]) if said else ""


def asked(names: list[str], given: dict[str, str], texts: list[str], compiler: str) -> list[Config]:
    """By a command: units at sizes, and the names that say sizes. Each is sound, or an error."""
    if given and not names:
        raise ConfigError(f"{'='.join(next(iter(given.items())))}: expected a variable of the Makefile (make help), or "
                          "with UNIT=name a size of that unit")
    found = [at(find(name), given) if given else find(name) for name in names]
    found += [find(name) for text in texts for name in WITH_SIZES.findall(text)]
    for config in found:
        if why := forbidden(config, compiler):
            raise ConfigError(f"{config.name}: {why}")
    return found


def merged(sizes: tuple[str, ...], more: list[str]) -> list[str]:
    """Sizes of which the later ones replace the earlier."""
    return [f"{name}={value}" for name, value in dict(size.split("=", 1) for size in [*sizes, *more]).items()]


def rtl_parameters(sizes: list[str] | tuple[str, ...]) -> dict[str, str]:
    """The parameters of the unit's module."""
    return {name.removeprefix("GMMU_"): value for name, value in (size.split("=", 1) for size in sizes)}


def yosys_top(module: str, chosen: dict[str, str]) -> str:
    """Commands of Yosys: the module with these parameters is the top, under its own name. Not hierarchy -chparam, by
    which Yosys 0.23 makes some module of a large block twice, and stops."""
    sets = "".join(f" -set {name} {value}" for name, value in sorted(chosen.items()))
    return (f"chparam{sets} {module}\n" if sets else "") + f"hierarchy -check -top {module}\nrename -top {module}"


# A command of Yosys behind those of yosys_top(): RAMs are boxes that nobody looks into, as macros are.
BOXED_RAMS = f"blackbox *{RAM}*"


def rams_outside(sources: list[Path], top: str) -> list[str]:
    """Further commands, where there are RAMs in this module, which has these sources with what it instantiates: they
    are outside, and their ports are ports of the top, ram0_we and so on. OpenSTA reads no names with brackets."""
    if top == RAM or all(source.stem != RAM for source in sources):
        return []
    return [BOXED_RAMS, "proc", "flatten", f"rename -hide t:*{RAM}*", f"rename -enumerate -pattern ram% t:*{RAM}*",
            f"expose -evert -sep _ t:*{RAM}*"]


def code_of(source: Path) -> str:
    """The text of RTL without comments, with one space between words; no source has // in a string."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", " ", source.read_text(), flags=re.S)
    return "\n".join(" ".join(line.split()) for line in text.splitlines() if line.strip())


def parameters(unit: str, root: Path = ROOT) -> list[str]:
    """Of the unit's module, in order."""
    return re.findall(r"parameter\s+int\s+(\w+)", (root / f"rtl/{unit}.sv").read_text())


def wrong(root: Path = ROOT) -> list[str]:
    """What a unit lacks, and what a configuration names that its module does not have."""
    found, names = [], [config.name for unit in units(root) for config in of_unit(unit, root)]
    for unit in units(root):
        for path in (words[0].replace("@unit@", unit) for _, words in rows(ROOT / "scripts/unit/files")):
            if not (root / path).is_file():
                found.append(f"unit {unit}: {path} is missing")
        if f"]({unit}.md)" not in (root / "docs/reference/units/README.md").read_text():
            found.append(f"unit {unit}: docs/reference/units/README.md has no row with a link to {unit}.md")
        rtl = root / f"rtl/{unit}.sv"
        known = parameters(unit, root) if rtl.is_file() else []
        for config in of_unit(unit, root):
            if names.count(config.name) > 1:
                found.append(f"hls/{unit}/configs: {config.name} is there twice")
            found += [f"hls/{unit}/configs: {config.name}: {unit}.sv has no parameter {name}"
                      for name in rtl_parameters(config.sizes) if name not in known]
    return found


def print_sizes(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="configs.py sizes")
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--in", dest="texts", action="append", default=[])
    parser.add_argument("words", nargs="*")
    options = parser.parse_args(arguments)
    given = dict(sorted(word.removeprefix("GMMU_").split("=", 1) for word in options.words if "=" in word))
    try:
        for config in asked([word for word in options.words if "=" not in word], given, options.texts, options.cc):
            print(":".join([config.unit, config.name, *config.sizes]))
    except ConfigError as error:
        print(error)
        return 2
    return 0


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["sizes"]:
        return print_sizes(arguments[1:])
    if arguments != ["check"]:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        found = wrong()
        count = len(all_configs())
    except ConfigError as error:
        found, count = [str(error)], 0
    print("\n".join([*found, f"{'FAIL' if found else 'PASS'} configs: {len(units())} units, {count} configurations"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
