# SPDX-License-Identifier: Apache-2.0
"""RTL derived from the C of a unit: registers around the translated step.

A wire has the name of the C variable whose value it is, next_<field> where it is what a field becomes, and
n<number> where the C has no name for it. Fields of a nested struct are in a block of its name.

    derive_rtl.py CONFIG [--define NAME=VALUE]... [--c FILE] [--output FILE] [--build DIR]

Writes build/derived/<config>.v: a module of the name and ports of the hand-written
RTL, whose registers carry the names of the C state; and <config>.vlt, which tells Verilator what the
lock-step bench touches. It serves the comparison of area and speed, and can itself be put to the proof
(prove_unit.py --rtl).
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from scripts.circuit import configs
from scripts.circuit.errors import ProofError
from scripts.circuit.expr import Node
from scripts.circuit.translate import packed, signals
from scripts.circuit.unit import Unit, load_step
from scripts.circuit.unit_layout import SV_KEYWORDS
from scripts.circuit.verilog import Emitter, public, span
from scripts.gen.balance import balance
from scripts.output import files

ROOT = Path(__file__).resolve().parents[2]
# Nobody has proved yet that the trees of these are the C: large ones, whose proofs take long by hand as well.
CHAINS = {"normal_queue", "normal_queue_b16", "operand_log", "replay_queue"}


def shown(unit: Unit) -> set[str]:
    """Registers that are pins: field and pin of one name, which must then be one thing."""
    fields = {f.path: f for f in unit.state}
    found = {f.identifier for f in unit.outputs if f.identifier in fields}
    for f in unit.outputs:
        if f.identifier in found:
            held = unit.builder.concat(*(unit.builder.var(leaf.bits, f"s.{leaf.path}")
                                         for leaf in reversed(fields[f.identifier].leaves)))
            if packed(unit, f, unit.out) is not held:
                raise ProofError(f"{unit.name}: the pin {f.identifier} is not the register of that name")
    return found


def declarations(unit: Unit, pins: set[str]) -> list[str]:
    """Registers by the paths of the C: div.rem is `rem` in the block `div`. Those that are pins are declared there."""
    lines: list[str] = []
    blocks: dict[str, list[str]] = {}
    for f in (f for f in unit.state if f.path not in pins):
        block, _, name = f.path.rpartition(".")
        elements = f" [0:{len(f.leaves) - 1}]" if f.leaves[0].path != f.path else ""
        blocks.setdefault(block, []).append(f"reg {span(f.leaves[0].bits)}{name}{elements};")
    for block, registers in blocks.items():
        if "." in block:
            raise ProofError(f"{unit.name}: {block} is a struct in a struct in the state")
        if block:
            lines += [f"  generate if (1) begin : {block}", *(f"    {line}" for line in registers), "  end endgenerate"]
        else:
            lines += [f"  {line}" for line in registers]
    return lines


def spoken(unit: Unit, after: dict[str, Node]) -> dict[Node, str]:
    """Names of expressions: those of the C, without its keywords' clashes with Verilog, then next_<element>."""
    found = {node: name if name not in SV_KEYWORDS else f"{name}_" for node, name in unit.spoken.items()}
    for path, node in after.items():
        if node.op not in ("const", "var"):
            found.setdefault(node, "next_" + re.sub(r"\W+", "_", path).strip("_"))
    return found


def derive(unit: Unit, trees: bool = True) -> str:
    """trees: the chains that loops of the C leave become trees; what is computed stays, and is put to the proof."""
    leaves = [leaf for f in unit.state for leaf in f.leaves]
    registers = shown(unit)
    places = {f"s.{leaf.path}": (f.path, k * f.bits, f.width) if f.path in registers else (leaf.path, 0, leaf.bits)
              for f in unit.state for k, leaf in enumerate(f.leaves)}
    places |= signals("in", "", unit.inputs)
    taken = {"clk", "rst", *(part for f in unit.state for part in f.path.split(".")),
             *(f.identifier for f in unit.inputs + unit.outputs)}
    roots = [unit.next[leaf.path] for leaf in leaves] + [packed(unit, f, unit.out) for f in unit.outputs]
    roots = balance(unit.builder, roots) if trees else roots
    after = dict(zip((leaf.path for leaf in leaves), roots))
    pins = list(zip(unit.outputs, roots[len(leaves):]))
    emitter = Emitter(places, spoken(unit, after), taken)
    wires = emitter.wires(roots)

    ports = ["  input  clk", "  input  rst"]
    ports += [f"  input  {span(f.width)}{f.identifier}" for f in unit.inputs]
    ports += [f"  output {'reg ' if f.identifier in registers else ''}{span(f.width)}{f.identifier}"
              for f in unit.outputs]
    edge = []
    for leaf in leaves:
        held = emitter.text(unit.builder.var(leaf.bits, f"s.{leaf.path}"))
        edge.append(f"    {held} <= rst ? {leaf.bits}'h{unit.reset[leaf.path]:x} : "
                    f"{emitter.text(after[leaf.path])};")
    drive = [f"  assign {f.identifier} = {emitter.text(node)};" for f, node in pins if f.identifier not in registers]
    return "\n".join([f"// Generated by scripts/formal/derive_rtl.py from the C of {unit.name}.",
                      f"module {unit.name} (", ",\n".join(ports), ");", *declarations(unit, registers), *wires, *drive,
                      "  always @(posedge clk) begin", *edge, "  end", "endmodule", ""])


def visible(unit: Unit, module: str, path: Path) -> str:
    """Of the module in this file, for the lock-step bench: ports, and registers by their names, also in the block of a
    nested struct. A trace of the wires would be the larger part of a simulator."""
    names = [f.path.rpartition(".")[2] for f in unit.state]
    names += [f.identifier for f in unit.inputs + unit.outputs]
    wires = [number for number, line in enumerate(module.split("\n"), 1) if line.startswith("  wire ")]
    hidden = f'tracing_off -file "{path}" -lines {wires[0]}-{wires[-1]}\n' if wires else ""
    return f"`verilator_config\n{public([unit.name], ['clk', 'rst', *names])}{hidden}"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Derive RTL from the C of a unit.")
    parser.add_argument("config")
    parser.add_argument("--c", help="C file instead of hls/UNIT/UNIT.c")
    parser.add_argument("--output", help="file instead of BUILD/derived/UNIT.v")
    parser.add_argument("--define", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--build", default=str(ROOT / "build"))
    options = parser.parse_args(arguments)
    output = Path(options.output or Path(options.build) / "derived" / f"{options.config}.v")
    try:
        config = configs.Config(options.config, options.config)
        if options.c is None:
            config = configs.find(options.config, ROOT)
        source = Path(options.c or ROOT / "hls" / config.unit / f"{config.unit}.c")
        if not source.is_file():
            raise ProofError(f"{source}: no such file")
        output.parent.mkdir(parents=True, exist_ok=True)
        include = [source.parent, *configs.include_directories(ROOT)]
        unit = load_step(config.unit, source, include, configs.merged(config.sizes, options.define), output.parent)
        module = derive(unit, options.config not in CHAINS)
        files.write_all({output: module, output.with_suffix(".vlt"): visible(unit, module, output)})
    except (files.WriteError, ProofError, configs.ConfigError) as error:
        print(f"derive_rtl.py: {error}", file=sys.stderr)
        return 2
    print(f"wrote {output} ({sum(f.width for f in unit.state)} state bits)")
    return 0


if __name__ == "__main__":
    sys.setrecursionlimit(100000)
    sys.exit(main(sys.argv[1:]))
