# SPDX-License-Identifier: Apache-2.0
"""The inputs of a counterexample, from the VCD file of yosys-smtbmc, as a trace for the lock-step
bench (tb/lockstep/lockstep_replay.h).

The bench of a .sby file is X_formal: its inputs are those of the unit, arrays packed into one vector.
"""

from __future__ import annotations

import re
from pathlib import Path

STEP = "smt_step"


def steps(text: str) -> list[dict[str, str]]:
    """The signals of the outermost module at each step, in binary."""
    codes: dict[str, str] = {}
    depth = 0
    head, _, body = text.partition("$enddefinitions")
    for line in head.split("\n"):
        depth += line.startswith("$scope") - line.startswith("$upscope")
        m = re.match(r"\$var \S+ \d+ (\S+) \\?(\w+)", line)
        if m and (depth == 1 or m[2] == STEP):
            codes[m[1]] = m[2]
    found: list[dict[str, str]] = []
    for line in body.split("\n"):
        m = re.fullmatch(r"b([01xz]+) (\S+)", line)
        if not m or m[2] not in codes:
            continue
        if codes[m[2]] == STEP:
            found.append({})
        elif found:
            found[-1][codes[m[2]]] = re.sub("[xz]", "0", m[1])
    return [step for step in found if step]


def write_trace(vcd: Path, output: Path, inputs: list[str]) -> None:
    lines = [f"# inputs of {vcd.name}"]
    for step in steps(vcd.read_text()):
        lines += [f"bits {name} {step[name]}" for name in inputs if "1" in step.get(name, "")]
        lines.append("reset" if "1" in step.get("rst", "") else "step")
    output.write_text("\n".join(lines) + "\n")
