# SPDX-License-Identifier: Apache-2.0
"""build/coverage/UNIT.info: what a run from a reset reaches, in lcov's format, for editors, CI and genhtml.

Lines are lines. Branches are the branches of the C, and in the RTL the bits of a signal, at the line that declares it:
a block for each signal, a branch for each bit. The numbers are the same as on the page.
"""

from __future__ import annotations

import re
from typing import Any

from .collect import Point

NUMBERED = re.compile(r"(.*)[ [](\d+)\]?")  # count[3], branch 2


def signal_and_bit(name: str) -> tuple[str, int]:
    found = NUMBERED.fullmatch(name)
    return (found[1], int(found[2])) if found else (name, 0)


def branches(points: list[Point]) -> list[str]:
    """Of one file."""
    blocks: dict[tuple[int, str], int] = {}
    found = []
    for p in points:
        signal, bit = signal_and_bit(p["name"])
        block = blocks.setdefault((p["line"], signal), len(blocks))
        found.append((p["line"], block, bit, p["hits"]))
    return [f"BRDA:{line},{block},{bit},{hits}" for line, block, bit, hits in sorted(found)]


def text(data: dict[str, Any]) -> str:
    """`data`: what collect.run() found."""
    lines = data["rtl_lines"] + data["c_lines"]
    ways = data["rtl_toggles"] + data["c_branches"]
    out = []
    for file in sorted({p["file"] for p in lines + ways}):
        out += [f"TN:{data['unit']}", f"SF:{file}", *branches([p for p in ways if p["file"] == file]),
                *(f"DA:{p['line']},{p['hits']}" for p in lines if p["file"] == file), "end_of_record"]
    return "".join(f"{line}\n" for line in out)
