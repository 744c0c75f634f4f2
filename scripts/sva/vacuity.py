#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Does every claim of a unit say something, and something about states that are reached?

    vacuity.py CONFIG [--define NAME=VALUE]... [--cycles N] [--description FILE] [--c FILE] [--build DIR]

A claim is a tautology when no state, input, pin and next state whatever break it. It has a witness when
a run from reset comes to a state and an input at which another outcome of the edge would break it: there its
premise holds, and so do the duties of the environment that it rests on, in this cycle. One that speaks of the
state before the edge alone has one when a change of a reached state would break it. `idle` has one when it
holds at all. Runs are random, 256 at a time; the run up to each witness is kept as BUILD/vacuity/CONFIG/CLAIM.vcd.
Prints a line per claim; exit code 1 when there is a tautology or a claim without a witness, 2 on bad input.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from formal import aiger  # noqa: E402
from formal.errors import ProofError  # noqa: E402
from formal.expr import reachable  # noqa: E402
from formal.layout import Field  # noqa: E402
from formal.prove_unit import include_directories  # noqa: E402
from formal.rtl import Netlist, elaborate_combinational  # noqa: E402
from formal.translate import write_module, write_verilog  # noqa: E402
from formal.unit import Unit, load_step  # noqa: E402
from formal.vectors import simulate  # noqa: E402
from gen import configs  # noqa: E402
from sva import claims as claims_of  # noqa: E402
from sva.emit import logic_ports  # noqa: E402

LANES = 256
ONES = (1 << LANES) - 1
Ports = dict[str, list[int]]  # of each bit of a port its value in every run
IDLE = "idle"


def logic_of(claims: claims_of.Claims, work: Path) -> Netlist:
    ports, places = logic_ports(claims)
    b = claims.builder
    outputs = [(c.name, b.and_(c.given, b.not_(c.holds))) for c in claims.claims] + [(IDLE, claims.idle)]
    name = f"{claims.unit}_vacuity"
    write_module(work / f"{name}.v", name, ports, outputs, places)
    return elaborate_combinational(work / f"{name}.v", name, work / f"{name}.aig")


def is_tautology(logic: Netlist, claim: str) -> bool:
    circuit = logic.circuit
    literal = circuit.outputs[logic.outputs[claim, 0]]
    if literal in (0, 1):
        return literal == 0
    text = aiger.cnf(circuit.inputs, circuit.ands, [literal])
    done = subprocess.run(["cadical", "-q", "-n"], input=text, capture_output=True, text=True, check=False)
    return done.returncode == 20


class Runs:
    """Random runs from reset, side by side."""

    def __init__(self, unit: Unit, claims: claims_of.Claims, step: Netlist, logic: Netlist, seed: int):
        self._unit, self._claims, self._step, self._logic = unit, claims, step, logic
        self._random = random.Random(seed)
        self._calm = [self._sparse(k % 5) for k in range(64)]
        self.state: Ports = {f"s_{f.identifier}": [ONES if unit.reset[leaf.path] >> b & 1 else 0 for leaf in f.leaves
                                                   for b in range(f.bits)] for f in unit.state}
        self.inputs: Ports = {}
        self.history: list[Ports] = []
        self.witness: dict[str, tuple[int, int]] = {}  # cycle and run
        self._of_state = {c.name for c in claims.claims if c.step and not any(
            node.op == "var" and node.value.startswith(("n.", "out.")) for node in reachable([c.holds]))}

    def _sparse(self, times: int) -> int:
        value = self._random.getrandbits(LANES)
        for _ in range(times):
            value &= self._random.getrandbits(LANES)
        return value

    def _input(self, f: Field) -> list[int]:
        """Each run is busy or calm in its own way; wide masks have few bits; words are often small."""
        if f.width == 1:
            return [self._random.choice(self._calm)]
        small = self._sparse(0)
        return [self._sparse(4 if f.bits > 16 and len(f.leaves) == 1 and f.bits in (32, 64) else 0)
                & (ONES if k % f.bits < 2 else ~small & ONES) for k in range(f.width)]

    def _ghosts(self) -> Ports:
        """A value that a register or input of the same width has, or any; a small one may be an index."""
        found: Ports = {}
        for g in self._claims.ghosts:
            near = [values[at:at + g.bits] for group, ports in ((self._unit.state, self.state),
                                                                (self._unit.inputs, self.inputs))
                    for f in group if f.bits == g.bits
                    for values in [ports[("s_" if ports is self.state else "i_") + f.identifier]]
                    for at in [g.bits * self._random.randrange(len(f.leaves))]]
            low = self._random.randint(1, g.bits)
            any_value = [self._sparse(0) if k < low else 0 for k in range(g.bits)]
            found[g.port] = self._random.choice([*near, any_value]) if near else any_value
        return found

    def _other(self, values: list[int]) -> list[int]:
        style = self._random.randrange(3)
        if style == 0:
            return [self._sparse(0) for _ in values]
        return [v ^ self._sparse(3) if style == 1 else v for v in values]

    def cycle(self) -> None:
        self.inputs = {f"i_{f.identifier}": self._input(f) for f in self._unit.inputs}
        found = simulate(self._step, self.state | self.inputs, LANES)
        after = {f"n_{f.identifier}": [found[f"n_{f.identifier}", k] for k in range(f.width)] for f in self._unit.state}
        pins = {f"o_{f.identifier}": [found[f"o_{f.identifier}", k] for k in range(f.width)]
                for f in self._unit.outputs}
        self.history.append(self.state | self.inputs | pins)
        for _ in range(3):
            self._look({name: self._other(v) for name, v in after.items()},
                       {name: self._other(v) for name, v in pins.items()})
        self.state = {"s_" + name[2:]: values for name, values in after.items()}

    def _look(self, after: Ports, pins: Ports) -> None:
        following = {f"x_{f.identifier}": self._input(f) for f in self._claims.inputs if self._claims.two_cycles}
        rest = self.inputs | pins | after | following | self._ghosts()
        changed = {name: self._other(values) for name, values in self.state.items()} if self._of_state else {}
        self._judge(simulate(self._logic, self.state | rest, LANES), set())
        if self._of_state:
            self._judge(simulate(self._logic, changed | rest, LANES), self._of_state)

    def _judge(self, found: dict[tuple[str, int], int], only: set[str]) -> None:
        for (claim, _), awake in found.items():
            if awake and claim not in self.witness and (claim in only or not only):
                self.witness[claim] = len(self.history) - 1, (awake & -awake).bit_length() - 1

    def waveform(self, claim: str, path: Path) -> None:
        """The run to the witness, a cycle per time unit."""
        last, lane = self.witness[claim]
        names = {name: f"v{k}" for k, name in enumerate(self.history[0])}
        lines = [f"$comment {claim}: the last cycle is its witness $end", f"$scope module {self._unit.name} $end"]
        lines += [f"$var wire {len(self.history[0][name])} {code} {name} $end" for name, code in names.items()]
        lines += ["$upscope $end", "$enddefinitions $end"]
        for time in range(last + 1):
            lines.append(f"#{time}")
            lines += ["b" + "".join(str(v >> lane & 1) for v in reversed(self.history[time][name])) + f" {code}"
                      for name, code in names.items()]
        path.write_text("\n".join([*lines, f"#{last + 1}", ""]))


def check(options: argparse.Namespace) -> bool:
    config = configs.Config(options.config, options.config) if options.c else configs.find(options.config, ROOT)
    name, sizes = config.unit, configs.merged(config.sizes, options.define)
    source = Path(options.c or ROOT / "hls" / name / f"{name}.c")
    description = Path(options.description or ROOT / "tb" / "formal" / f"{name}.c")
    work = Path(options.build) / "vacuity" / config.name
    work.mkdir(parents=True, exist_ok=True)
    include = [source.parent, *include_directories(ROOT)]
    claims = claims_of.load(name, description, include, sizes, work)
    logic = logic_of(claims, work)
    unit = load_step(name, source, include, sizes, work)
    write_verilog(unit, work / f"{name}_c.v", with_judgements=False)
    step = elaborate_combinational(work / f"{name}_c.v", f"{name}_c", work / f"{name}_c.aig")
    runs = Runs(unit, claims, step, logic, options.seed)
    names = [c.name for c in claims.claims] + [IDLE]
    while len(runs.history) < options.cycles and len(runs.witness) < len(names):
        runs.cycle()
    bad = 0
    for claim in names:
        if claim in runs.witness:
            runs.waveform(claim, work / f"{claim}.vcd")
            print(f"  ok         {claim}: witness in cycle {runs.witness[claim][0]}")
            continue
        bad += 1
        empty = claim != IDLE and is_tautology(logic, claim)
        print(f"  {'TAUTOLOGY' if empty else 'NO WITNESS'} {claim}")
    print(f"{'FAIL' if bad else 'PASS'} vacuity {config.name} ({len(names)} claims, {bad} without a witness in "
          f"{len(runs.history)} cycles of {LANES} runs)")
    return not bad


def main(arguments: list[str]) -> int:
    sys.setrecursionlimit(100000)
    parser = argparse.ArgumentParser(description="Look for claims that say nothing.")
    parser.add_argument("config")
    parser.add_argument("--c", help="C file instead of hls/UNIT/UNIT.c")
    parser.add_argument("--description", help="description instead of tb/formal/UNIT.c")
    parser.add_argument("--define", action="append", default=[], metavar="NAME=VALUE", help="size")
    parser.add_argument("--cycles", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--build", default=str(ROOT / "build"), help="folder for generated files")
    try:
        return 0 if check(parser.parse_args(arguments)) else 1
    except (ProofError, configs.ConfigError) as error:
        print(f"vacuity.py: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
