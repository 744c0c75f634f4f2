# SPDX-License-Identifier: Apache-2.0
"""The wires of a layout: qrouter's trees of resistance and capacitance, as SPEF for OpenSTA.

A line of the router's file is a net, its driver, how many pins it drives, and its tree:

    net 1 driver/pin 2 ( 2.5 0.0005 ( 1.6 0.0003 a/A , b/B ) , ( 3.2 0.0007 c/A ) )

that is, segments of ohm and pF, each with what hangs on its end. qflow's own translation, rc2dly, names the unit
of capacitance wrongly and does not quote names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from .errors import AreaError

TOKEN = re.compile(r"[(),]|[^\s(),]+")
HEADER = """*SPEF "IEEE 1481-1998"
*DESIGN "{top}"
*DATE "-"
*VENDOR "-"
*PROGRAM "qrouter"
*VERSION "-"
*DESIGN_FLOW "-"
*DIVIDER /
*DELIMITER :
*BUS_DELIMITER [ ]
*T_UNIT 1 NS
*C_UNIT 1 PF
*R_UNIT 1 OHM
*L_UNIT 1 HENRY
"""


@dataclass
class Wires:
    """One net: its pins, the first of which drives it, and its segments."""
    name: str
    pins: list[str]
    segments: list[tuple[str, str, float, float]] = field(default_factory=list)  # from, to, ohm, pF (at its end)

    @property
    def pf(self) -> float:
        return sum(c for _, _, _, c in self.segments)


def pin_name(text: str) -> str:
    """A port is PIN/name, a cell's pin is instance/pin."""
    return text.removeprefix("PIN/") if text.startswith("PIN/") else text.replace("/", ":")


def read_net(line: str) -> Wires:
    name, _, driver, sinks, *tree = TOKEN.findall(line)
    wires = Wires(name, [pin_name(driver)])
    stack, here, last, count = [], wires.pins[0], wires.pins[0], 0
    rest = iter(tree)
    for token in rest:
        if token == "(":  # a segment from here; its end is a pin if a pin follows at once
            ohm, pf = float(next(rest)), float(next(rest))
            stack.append(here)
            count += 1
            here = f"{name}:{count}"
            wires.segments.append((stack[-1], here, ohm, pf))
        elif token == ")":
            here = stack.pop()
        elif token != ",":
            last = pin_name(token)
            wires.pins.append(last)
            wires.segments.append((here, last, 0.001, 0.0))
    if stack or len(wires.pins) != int(sinks) + 1:
        raise AreaError(f"net {name}: {len(wires.pins) - 1} pins in its tree, {sinks} in its head")
    return wires


def read_wires(path: Path) -> list[Wires]:
    return [read_net(line) for line in path.read_text().splitlines() if line.strip()]


def spef(top: str, nets: list[Wires]) -> str:
    lines = [HEADER.format(top=top)]
    for net in nets:
        lines += [f"*D_NET {net.name} {net.pf:.8g}", "*CONN"]
        for i, pin in enumerate(net.pins):
            # a port that drives is an input of the module
            port, drives = ":" not in pin, i == 0
            lines.append(f"*{'P' if port else 'I'} {pin} {'I' if port == drives else 'O'}")
        lines.append("*CAP")
        lines += [f"{i} {end} {pf:.8g}" for i, (_, end, _, pf) in enumerate(net.segments, 1) if pf > 0]
        lines.append("*RES")
        lines += [f"{i} {start} {end} {ohm:.6g}" for i, (start, end, ohm, _) in enumerate(net.segments, 1)]
        lines += ["*END", ""]
    return "\n".join(lines)
