# SPDX-License-Identifier: Apache-2.0
"""Tables of README.md and docs/reference/status.md: how mature each unit is, and what its first hour takes, by
evidence alone (evidence.py).

usage: status.py [--root FOLDER] [--check]   writes the tables between the marker lines
       status.py --chips GMMU [--check]      writes chips.txt, from `gmmu show --units` of each chip

--check writes nothing: it names the files that would change, exit code 1.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from scripts.circuit.configs import ConfigError, all_configs, blocks
from scripts.docs.evidence import CHIPS, EvidenceError, Unit, evidence, index, minutes, read_chips, role, roles
from scripts.docs.marks import MarkError, put

ROOT = Path(__file__).resolve().parents[2]
# name; what holds, besides everything that the stages before it say; is it so?
Stage = tuple[str, str, Callable[[Unit], bool]]
STAGES: tuple[Stage, ...] = (
    ("checked", "C, RTL, datasheet, tests of the C and a lock-step bench are there; C = RTL is proved at a small size, "
     "or the block is checked by bounded proofs from its pins", lambda unit: True),
    ("equal", "C = RTL is proved at full size: every pin and register, in every state",
     lambda unit: unit.proof is not None),
    ("proved", "every claim of the datasheet is proved at full size",
     lambda unit: unit.proof is not None and not unit.proof.claims_at),
    ("used", "a chip of the simulator has the unit, by itself or inside a block",
     lambda unit: unit.chips > 0 or unit.by_block),
    ("synthesized", "an HLS tool made hardware of the C, and its co-simulation found no difference",
     lambda unit: bool(unit.hls)),
)
# What somebody wants; the command that does most of it; its page in docs/guide, and another page there.
DOORS = (
    ("synthesize a unit with an HLS tool", "make hls-check UNIT=warp_gate", "hls"),
    ("run RTL against its C model", "make tb UNIT=warp_gate", "rtl"),
    ("estimate area and clock", "make area UNIT=warp_gate", "area"),
    ("simulate a chip", "make run", "architect", "own-kernel", "python"),
)
TOOL = "make status"


class StatusError(Exception):
    """A page has no place for the table, or the simulator did not answer."""


def stage(unit: Unit) -> str:
    """The last of the stages that hold one after the other."""
    reached = STAGES[0][0]
    for name, _, holds in STAGES:
        if not holds(unit):
            break
        reached = name
    return reached


def row(cells: list[str]) -> str:
    return f"| {' | '.join(cell or '-' for cell in cells)} |"


def used_in(unit: Unit, chips: int) -> str:
    return f"{unit.chips} of {chips}" if unit.chips else "in gmmu" if unit.by_block else ""


def doors_table(times: dict[str, int]) -> str:
    lines = ["| I want to | command | first hour | minutes |", "| --- | --- | --- | ---: |"]
    for what, command, *guides in DOORS:
        pages = ", ".join(f"[guide/{name}.md](docs/guide/{name}.md)" for name in guides)
        lines.append(row([what, f"`{command}`", pages, str(times.get(guides[0], ""))]))
    return "\n".join(lines)


def short_table(rows: list[Unit], pages: dict[str, tuple[str, str]], chips: int) -> str:
    lines = ["| unit | what it is | proved at | bench | chips | HLS tool | gates | FO4 | stage |",
             "| --- | --- | --- | ---: | --- | --- | ---: | ---: | --- |"]
    for unit in rows:
        proved = "bounded" if unit.block else f"{unit.proof.size}{' (*)' if unit.proof.claims_at else ''}" \
            if unit.proof else ""
        sheet = f"docs/reference/units/{pages[unit.name][0]}"
        lines.append(row([f"[{unit.name}]({sheet})", unit.what, proved, unit.covered,
                          used_in(unit, chips), unit.hls, unit.gates, unit.fo4, stage(unit)]))
    return "\n".join(lines)


def stages_table() -> str:
    return "\n".join(["| stage | what holds, besides everything in the rows above it |", "| --- | --- |",
                      *(row([name, words]) for name, words, _ in STAGES)])


def open_table(rows: list[Unit], pages: dict[str, tuple[str, str]]) -> str:
    """The units whose proofs leave something out."""
    lines = ["| unit | claims proved at | sizes without a proof |", "| --- | --- | --- |"]
    for unit in rows:
        claims = (unit.proof.claims_at or "full size") if unit.proof else "bounded" if unit.block else ""
        if claims != "full size" or unit.unproved:
            lines.append(row([f"[{unit.name}](units/{pages[unit.name][0]})", claims, ", ".join(unit.unproved)]))
    return "\n".join(lines)


def pages_with(root: Path) -> dict[str, str]:
    """The pages as they are when the tables are current."""
    rows, named = evidence(root), index(root)
    chips = len(read_chips(root)["# chips"])
    text = (root / "README.md").read_text(encoding="utf-8")
    text = put(text, "doors", TOOL, doors_table(minutes(root)), "README.md")
    out = {"README.md": put(text, "units", TOOL, short_table(rows, named, chips), "README.md")}
    page = "docs/reference/status.md"
    text = put((root / page).read_text(encoding="utf-8"), "stages", TOOL, stages_table(), page)
    out[page] = put(text, "units", TOOL, open_table(rows, named), page)
    return out


# ---- chips.txt ----

DRIVERS = ("dispatcher", "units")  # what gives out the blocks: schedule.driver


def names_in_list(gmmu: Path, head: str) -> list[str]:
    """The first word of each line below this head of `gmmu list`."""
    lines = subprocess.run([gmmu, "list"], capture_output=True, text=True, check=True).stdout.splitlines()
    below = lines[next(i for i, line in enumerate(lines) if line.startswith(head)) + 1:]
    end = next((i for i, line in enumerate(below) if not line.startswith(" ")), len(below))
    return [line.split()[0] for line in below[:end]]


def builds(gmmu: Path, options: list[str]) -> set[str]:
    """The builds of a chip's units; none where the chip does not have this design."""
    done = subprocess.run([gmmu, "show", "--units", *options], capture_output=True, text=True, check=False)
    return {str(unit["build"]) for unit in json.loads(done.stdout)} if done.returncode == 0 else set()


def chips_text(gmmu: Path, root: Path) -> str:
    units = {name: config.unit for name, config in all_configs(root).items()} | {name: name for name in blocks(root)}
    chips = names_in_list(gmmu, "chips")
    variants = [["--design", design] for design in names_in_list(gmmu, "designs")] + \
        [["--set", f"design.block_scheduler={name}", "--set", f"schedule.driver={driver}"]
         for name in names_in_list(gmmu, "block schedulers") for driver in DRIVERS]
    having: dict[str, list[str]] = {name: [] for name in sorted(roles(root))}
    for chip in chips:
        found = {role(build, units[build], root) for variant in variants
                 for build in builds(gmmu, ["--chip", chip, *variant])}
        if not found:
            raise StatusError(f"{gmmu}: show --units has no unit of chip {chip}")
        for name in found:
            having[name].append(chip)
    return "\n".join(["# SPDX-License-Identifier: Apache-2.0", f"# chips: {' '.join(chips)}",
                      "# name: chips that have it under a design or block scheduler. Written by `make status`.",
                      *(f"{name}: {' '.join(having[name])}".rstrip() for name in having), ""])


def main() -> int:
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--root", type=Path, default=ROOT)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--chips", type=Path)
    options = parser.parse_args()
    try:
        new = {CHIPS: chips_text(options.chips, options.root)} if options.chips else pages_with(options.root)
    except (EvidenceError, ConfigError, MarkError, StatusError, OSError) as error:
        print(f"status: {error}", file=sys.stderr)
        return 2
    stale = [name for name, text in new.items()
             if not (options.root / name).is_file() or (options.root / name).read_text(encoding="utf-8") != text]
    for name in stale:
        if options.check:
            print(f"{name}: expected what make status writes")
        else:
            (options.root / name).write_text(new[name], encoding="utf-8")
    if options.check and not stale:
        print(f"PASS status: {', '.join(new)}")
    return 1 if options.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
