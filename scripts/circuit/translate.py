# SPDX-License-Identifier: Apache-2.0
"""A unit as one combinational module, and its bits.

Ports: s_<field>, i_<field> and g_<ghost> in; n_<field> (next state),
o_<field> (pins) and the single-bit judgements out.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from . import bits, verilog
from .describe import DUTY
from .expr import Node, reachable
from .layout import Field
from .rtl import Netlist
from .unit import Unit


def signals(prefix: str, port: str, found: list[Field]) -> dict[str, tuple[str, int, int]]:
    """Where each leaf variable lives in the packed vector of its field."""
    return {f"{prefix}.{leaf.path}": (port + f.identifier, k * f.bits, f.width)
            for f in found for k, leaf in enumerate(f.leaves)}


def packed(unit: Unit, f: Field, struct: dict[str, Node]) -> Node:
    return unit.builder.concat(*(struct[leaf.path] for leaf in reversed(f.leaves)))


def judgements(unit: Unit) -> dict[str, Node]:
    """Single bits: the invariant, and for every obligation on the C alone the violation of it."""
    b = unit.builder
    out: dict[str, Node] = {"inv": unit.inv, "bad_ub": unit.ub, "bad_inv_ub": unit.inv_ub,
                            "bad_description_ub": unit.description_ub,
                            "bad_start": unit.beside_start,
                            "bad_inv_reset": b.not_(unit.inv_reset), "bad_inv_step": b.not_(unit.inv_next)}
    for f in unit.outputs:
        same = b.eq(packed(unit, f, unit.out), packed(unit, f, unit.moore))
        out[f"bad_outputs_{f.identifier}"] = b.not_(same)
    for f in unit.state:
        held = b.concat(*(b.var(leaf.bits, f"s.{leaf.path}") for leaf in reversed(f.leaves)))
        same = b.eq(packed(unit, f, unit.next), held)
        out[f"bad_idle_{f.identifier}"] = b.and_(unit.idle, b.not_(same))
    for claim in (c for c in unit.claims if c.kind != DUTY):
        out[f"bad_{claim.port}"] = b.and_(claim.given, b.not_(claim.holds))
    return out


@dataclass
class Module:
    """A combinational module: its ports, and where each variable lies in them."""

    inputs: list[tuple[str, int]]
    outputs: list[tuple[str, Node]]
    places: dict[str, tuple[str, int, int]]  # of a variable: its port, its lowest bit there, the width of the port

    def write(self, path: Path, name: str) -> None:
        """The module as Verilog."""
        path.write_text(verilog.module(name, self.inputs, self.outputs, verilog.Emitter(self.places)))

    def elaborate(self) -> Netlist:
        return bits.elaborate(self.inputs, self.outputs, self.places)


def module_of(inputs: list[tuple[str, int]], outputs: list[tuple[str, Node]],
              places: dict[str, tuple[str, int, int]]) -> Module:
    """With a free input u_<k> for every variable that has no place."""
    inputs, places, named = list(inputs), dict(places), len(inputs)
    for node in reachable([n for _, n in outputs]):
        if node.op == "var" and node.value not in places:
            port = f"u_{len(inputs) - named}"
            places[node.value] = (port, 0, node.width)
            inputs.append((port, node.width))
    return Module(inputs, outputs, places)


def module_of_unit(unit: Unit, with_judgements: bool = True) -> Module:
    outputs = [(f"n_{f.identifier}", packed(unit, f, unit.next)) for f in unit.state]
    outputs += [(f"o_{f.identifier}", packed(unit, f, unit.out)) for f in unit.outputs]
    outputs += list(judgements(unit).items()) if with_judgements else [("bad_ub", unit.ub)]
    inputs = [(f"s_{f.identifier}", f.width) for f in unit.state]
    inputs += [(f"i_{f.identifier}", f.width) for f in unit.inputs]
    inputs += [(f"g_{name}", ghost.bits) for name, ghost in unit.ghosts.items()]
    places = signals("s", "s_", unit.state) | signals("in", "i_", unit.inputs)
    places |= {f"ghost.{name}": (f"g_{name}", 0, ghost.bits) for name, ghost in unit.ghosts.items()}
    return module_of(inputs, outputs, places)


def translate(unit: Unit) -> Netlist:
    return module_of_unit(unit).elaborate()
