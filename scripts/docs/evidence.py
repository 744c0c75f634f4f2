# SPDX-License-Identifier: Apache-2.0
"""What is known of each unit, read from where the flows leave it: tables of docs/, lists and sizes of scripts/make/,
and chips.txt, which the simulator prints. A unit that a table does not have is left out of it, not an error; a table
that is not there is one."""

import re
from dataclasses import dataclass
from pathlib import Path

from scripts.circuit.configs import blocks, instances, of_unit, units

INDEX = "docs/reference/units/README.md"
CHIPS = "scripts/docs/chips.txt"
TIMES = "scripts/docs/times.txt"
PROOFS = "docs/reports/verification.md"
AREA = "docs/reports/area.md"
HLS = "docs/reports/hls.md"
TEST_MK = "scripts/make/test.mk"
FORMAL_MK = "scripts/make/formal.mk"
PROVED_LISTS = ("PROVED_VARIANTS", "PROVED_VARIANTS_SLOW", "PROVED_VARIANTS_EQUAL")
WITHOUT_CLAIMS = ", C = RTL without claims"


class EvidenceError(Exception):
    """A source of the table lacks what is read from it."""


@dataclass(frozen=True)
class Proof:
    """At full size, as `make prove` and `make verify` ask for it."""

    size: str
    claims_at: str  # smaller sizes for the claims; empty: the claims hold at full size as well


@dataclass(frozen=True)
class Unit:
    """A row: a unit, a configuration with a part of its own (silver_queue), or a block."""

    name: str
    folder: str  # of hls/
    what: str
    block: bool
    proof: Proof | None = None
    covered: str = ""  # RTL lines that the bench covers, %
    hls: str = ""  # tool, cycles per call
    gates: str = ""
    fo4: str = ""
    chips: int = 0
    by_block: bool = False  # in a chip as a part of a block
    unproved: tuple[str, ...] = ()  # other sizes that no step of make test or make verify proves


def tables(path: Path) -> list[tuple[list[str], list[list[str]]]]:
    """Head and rows of each table of a page."""
    found: list[tuple[list[str], list[list[str]]]] = []
    rows: list[list[str]] = []
    for line in [*path.read_text(encoding="utf-8").splitlines(), ""]:
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
        elif rows:
            found.append((rows[0], rows[2:]))
            rows = []
    return found


def table(root: Path, name: str, *head: str) -> list[dict[str, str]]:
    """The rows of the first table of this page that has these columns."""
    for columns, rows in tables(root / name):
        if set(head) <= set(columns):
            return [dict(zip(columns, row)) for row in rows]
    raise EvidenceError(f"{name}: no table with the columns {', '.join(head)}")


def linked(cell: str) -> tuple[str, str]:
    """Name and page of `[name](page)`."""
    match = re.fullmatch(r"\[(\w+)\]\(([\w./]+)\)", cell)
    if not match:
        raise EvidenceError(f"{INDEX}: '{cell}', expected [name](page.md)")
    return match[1], match[2]


def index(root: Path) -> dict[str, tuple[str, str]]:
    """name: page, what it is."""
    rows = table(root, INDEX, "unit", "what it is") + table(root, INDEX, "block", "what it is")
    return {name: (page, row["what it is"]) for row in rows for name, page in [linked(row.get("unit") or row["block"])]}


def role(config: str, unit: str, root: Path) -> str:
    """silver_queue for silver_queue_b16: the name without the size, as ROLE_OF_ in scripts/make/configs.mk."""
    names = [other.name for other in of_unit(unit, root)]
    return next((name for name in names if config.startswith(f"{name}_")), config)


def roles(root: Path) -> dict[str, str]:
    """name of a row: its unit or block."""
    found = {role(config.name, unit, root): unit for unit in units(root) for config in of_unit(unit, root)}
    return found | {block: block for block in blocks(root)}


def variable(text: str, name: str) -> str:
    match = re.search(rf"^{name} := (.*)$", text, re.MULTILINE)
    return match[1] if match else ""


def proofs(root: Path) -> dict[str, Proof]:
    """By the table of sizes; the lists of make verify must say the same."""
    make, sizes = ((root / path).read_text(encoding="utf-8") for path in (TEST_MK, FORMAL_MK))
    found = {}
    for row in table(root, PROOFS, "unit", "size", "`make prove`, s"):
        for name in row["unit"].split(", "):
            quick = variable(sizes, f"PROVE_QUICK_{name}")
            parts = row["size"].endswith(WITHOUT_CLAIMS)
            if parts and not quick:
                raise EvidenceError(f"{FORMAL_MK}: no PROVE_QUICK_{name}, expected the size of its claims")
            size = row["size"].removesuffix(WITHOUT_CLAIMS) or "its only size"
            found[name] = Proof(size, quick if parts else "")
    listed = set(variable(make, "PROVE_IN_PARTS").split())
    parted = {name for name, proof in found.items() if proof.claims_at}
    if listed != parted:
        raise EvidenceError(f"{PROOFS}: without claims at full size are {', '.join(sorted(parted))}, "
                            f"and in {TEST_MK} (PROVE_IN_PARTS) {', '.join(sorted(listed))}")
    return found


def unproved(root: Path) -> dict[str, list[str]]:
    """name of a row: its other sizes that are not in the lists of proofs of make test and make verify."""
    make = (root / TEST_MK).read_text(encoding="utf-8")
    proved = {name for list_name in PROVED_LISTS for name in variable(make, list_name).split()}
    found: dict[str, list[str]] = {}
    for unit in units(root):
        for config in of_unit(unit, root):
            part = role(config.name, unit, root)
            if config.name not in {part, *proved}:
                found.setdefault(part, []).append(config.name)
    return found


def areas(root: Path) -> dict[str, tuple[str, str]]:
    """Gate equivalents and FO4; a † marks rows that the page calls older."""
    gates = {row["unit"].split(",")[0]: row["gate eq."] for row in table(root, AREA, "unit", "gate eq.", "cells")}
    return {row["unit"].removesuffix(" †"): (f"{gates[row['unit']]} †" if "†" in row["unit"] else gates[row["unit"]],
                                             row["FO4"])
            for row in table(root, AREA, "unit", "FO4", "worst path") if row["unit"] in gates}


def hls_runs(root: Path) -> dict[str, str]:
    """Tool and most cycles per call of the style that takes the fewest; without a pass no cycles."""
    best: dict[str, tuple[int, str]] = {}
    for row in table(root, HLS, "unit", "way", "cycles per call, min…max"):
        tool, _, style = row["way"].partition(", ")
        if style and row["cycles per call, min…max"] != "-":
            cycles = int(row["cycles per call, min…max"].split("…")[1])
            best[row["unit"]] = min(best.get(row["unit"], (cycles, tool)), (cycles, tool))
    return {name: f"{tool}, {cycles}" for name, (cycles, tool) in best.items()}


def coverage(root: Path) -> dict[str, str]:
    rows = table(root, PROOFS, "unit", "RTL lines") + table(root, PROOFS, "block", "RTL lines")
    return {row.get("unit") or row["block"]: row["RTL lines"].split(" ")[0] for row in rows}


def words_of(file: Path) -> dict[str, list[str]]:
    """Of lines `name: words`."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return {name: words.split() for name, colon, words in (line.partition(":") for line in lines) if colon}


def read_chips(root: Path) -> dict[str, list[str]]:
    """name: the chips that have it, under one of their designs or block schedulers; of "# chips", all chips."""
    return words_of(root / CHIPS)


def minutes(root: Path) -> dict[str, int]:
    """guide: processor time of all its commands with nothing built, in begun minutes."""
    times = words_of(root / TIMES)
    return {name: -(-int(words[0]) // 60) for name, words in times.items() if not name.startswith("#")}


def evidence(root: Path) -> list[Unit]:
    """A row for each unit and block, in the order of the index."""
    known, named = roles(root), index(root)
    if set(known) != set(named):
        raise EvidenceError(f"{INDEX}: expected one row for each of hls/: {', '.join(sorted(set(known) ^ set(named)))}")
    proved, area, tools, lines, chips = proofs(root), areas(root), hls_runs(root), coverage(root), read_chips(root)
    others = unproved(root)
    inside = {role(part.config.name, part.config.unit, root)
              for block in blocks(root) if chips.get(block) for part in instances(block, root)}
    rows = []
    for name, (_, what) in named.items():
        gates, fo4 = area.get(name, ("", ""))
        rows.append(Unit(name, known[name], what, known[name] in blocks(root), proved.get(name),
                         lines.get(name, lines.get(f"{name}_small", "")), tools.get(name, ""), gates, fo4,
                         len(chips.get(name, [])), name in inside, tuple(others.get(name, []))))
    return rows
