# SPDX-License-Identifier: Apache-2.0
"""Every sentence the proofs claim, unit by unit, and how strong the last proof found it.

    claims_list.py [--build DIR] [UNIT]...

Names come from tb/formal/<unit>.claims, sentences from the comments of tb/formal/<unit>.c, the strength
from the log of the last `make prove-<config>`. A property or duty without a sentence is an error.
Prints Markdown; exit code 1 when a sentence is missing, 2 for bad input.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from scripts.circuit import configs
from scripts.circuit.describe import comment_above

ROOT = Path(__file__).resolve().parents[2]
# Kinds of claims that are sentences about the unit.
FUNCTIONS = {"property": "prop", "state after reset": "start", "duty": "duty", "invariant after reset": "inv"}
# Steps of their proofs.
STEPS = {"lemma", "invariant inductive"}


def claims(unit: str) -> list[tuple[str, str]]:
    """Kind and name."""
    found = []
    for line in (ROOT / f"tb/formal/{unit}.claims").read_text().splitlines():
        kind, _, name = line.rpartition(" ")
        if kind in FUNCTIONS:
            found.append((kind, name))
        elif kind not in STEPS:
            raise SystemExit(f"tb/formal/{unit}.claims: '{kind}' is no kind of claim that this list knows")
    return found


def logs_of(config: str, folder: Path) -> dict[str, str]:
    """The last proofs of a configuration, by their size: "" for its own."""
    found = {path.stem.removeprefix(config).lstrip("-"): path.read_text() for path in
             [folder / f"{config}.log", *sorted(folder.glob(f"{config}-*.log"))] if path.is_file()}
    return {re.sub(r"_(\d+)(?=-|$)", r"=\1", size): text for size, text in found.items()
            if not size or configs.WITH_SIZES.fullmatch(f"{config}-{size}")}


def strength(kind: str, name: str, logs: list[tuple[str, str]]) -> str:
    """logs: size and text. What is proved at full size is not told again of a smaller one."""
    if kind == "duty":
        return "assumed where it is named"
    kinds = "invariant inductive" if kind.startswith("invariant") else kind
    line = re.compile(rf"^  proved (.+?) +[\d.]+ s  {kinds} {name}(?:  |$)", re.M)
    hows = {(m[1].strip(), size) for size, text in logs for m in line.finditer(text)}
    whole = {how for how, size in hows if not size}
    return ", ".join(sorted(whole or {f"{how}, with {size}" for how, size in hows})) or "not proved yet here"


def table(unit: str, build: Path) -> tuple[list[str], list[str]]:
    """Lines, and claims without a sentence."""
    text = (ROOT / f"tb/formal/{unit}.c").read_text()
    logs = [log for config in configs.of_unit(unit, ROOT) for log in logs_of(config.name, build / "formal").items()]
    lines, silent = [f"## {unit}", "", "| claim | says | strength |", "| --- | --- | --- |"], []
    for kind, name in claims(unit):
        function = f"{unit}_{FUNCTIONS[kind]}_{name}"
        says = " ".join(comment_above(text, function)).replace("|", "\\|")
        if not says and kind != "invariant after reset":
            silent.append(f"tb/formal/{unit}.c: {function}() has no comment that says what it claims")
        lines.append(f"| `{function}` | {says or 'see its code'} | {strength(kind, name, logs)} |")
    return [*lines, ""], silent


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="List what the proofs claim.")
    parser.add_argument("unit", nargs="*", help="all when none is named")
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    options = parser.parse_args(arguments)
    units = options.unit or configs.units(ROOT)
    if unknown := [unit for unit in units if unit not in configs.units(ROOT)]:
        print(f"claims_list.py: no unit '{unknown[0]}'", file=sys.stderr)
        return 2
    silent = []
    for unit in units:
        lines, missing = table(unit, options.build)
        print("\n".join(lines))
        silent += missing
    for line in silent:
        print(line, file=sys.stderr)
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
