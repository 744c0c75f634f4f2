# SPDX-License-Identifier: Apache-2.0
"""Does every claim of a unit say something, and something about states that are reached?

    vacuity.py CONFIG [--define NAME=VALUE]... [--cycles N] [--known CLAIM=N]
               [--vectors FILE [--layout FILE]] [--description FILE] [--c FILE] [--build DIR]

Every part of a claim is asked (parts.py). It is a tautology when no state, input, pin and next state whatever
break it. It has a witness when a run from reset comes to a state and an input at which another outcome of the
edge would break it: there its premise holds, and so do the duties of the environment that the claim rests on, in
this cycle. One that speaks of the state before the edge alone has one when a change of a reached state would
break it. `idle` has one when it holds at all. Runs are random, 256 at a time, or 255 and one that has the inputs
of a lock-step bench (--vectors); they end when each part has a witness or is a tautology. The run up to the first
witness of each claim is kept as BUILD/vacuity/CONFIG/CLAIM.vcd.
Prints a line per claim and one per part that says nothing; exit code 1 when there is any, 2 on bad input.
"""

from __future__ import annotations

import argparse
import collections
import functools
import itertools
import random
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from scripts.circuit import configs
from scripts.circuit.errors import ProofError
from scripts.circuit.expr import Node, reachable
from scripts.circuit.layout import Field
from scripts.circuit.rtl import Netlist, simulate
from scripts.circuit.translate import module_of, module_of_unit
from scripts.circuit.unit import Unit, load_step
from scripts.circuit.vectors import VectorError, Vectors
from scripts.sva import claims as claims_of
from scripts.sva import solver
from scripts.sva.emit import logic_ports
from scripts.sva.parts import is_outcome

ROOT = Path(__file__).resolve().parents[2]
LANES = 256
ONES = (1 << LANES) - 1
Ports = dict[str, list[int]]  # of each bit of a port its value in every run
Place = tuple[int, int]  # a cycle of a run
IDLE, ASTRAY = "idle", "astray"
TAUTOLOGY = "TAUTOLOGY"
SAMPLE = 40, 64  # cycles, and runs of each, from whose states the solver may start
FIRST = 50  # cycles after which the solver is asked; it is asked again each time that there are twice as many
NEAR = 16  # and so many of each other part of the claim, in which random runs woke it


@dataclass
class Asked:
    """What needs a witness: a part of a claim, or `idle`."""

    port: str
    claim: str
    place: str
    awake: Node  # where it may be broken
    of_state: bool  # it speaks of the state before the edge alone
    step: bool  # of an edge, not of any state


def asked_of(claims: claims_of.Claims) -> list[Asked]:
    b = claims.builder
    found = []
    for claim in claims.claims:
        for k, part in enumerate(claim.parts):
            broken = functools.reduce(b.or_, (b.and_(premise, b.not_(goal)) for premise, goal in part.members))
            of_state = claim.step and not any(is_outcome(node) for node in reachable([broken]))
            found.append(Asked(f"{claim.name}__{k}", claim.name, part.place, b.and_(claim.given, broken), of_state,
                               claim.step))
    return [*found, Asked(IDLE, IDLE, "", claims.idle, False, True)]


def logic_of(claims: claims_of.Claims, asked: list[Asked]) -> Netlist:
    """A bit for everything asked, and one that tells when the parts of a claim are not the claim."""
    ports, places = logic_ports(claims)
    b = claims.builder
    astray = functools.reduce(b.or_, (c.astray for c in claims.claims if c.astray), b.false)
    outputs = [*((a.port, a.awake) for a in asked), (ASTRAY, astray)]
    return module_of(ports, outputs, places).elaborate()


@dataclass
class Witness:
    """Where a part may be broken: after so many cycles of a run. The solver chooses the last one's inputs itself."""

    cycle: int
    run: int
    inputs: dict[tuple[str, int], int] | None = None


@dataclass
class Given:
    """A cycle of a bench."""

    reset: bool
    inputs: dict[str, int]  # by port


def guide_of(vectors: Vectors | None) -> list[Given]:
    """What a lock-step bench wrote with --dump."""
    if vectors is None:
        return []
    names = [f"i_{port.name}" for port in vectors.inputs]
    return [Given(bool(reset), {name: port.pack(values) for name, port, values in zip(names, vectors.inputs, inputs)})
            for reset, inputs, _ in vectors.cycles]


def guided(values: int, value: int) -> int:
    """The same bit of all runs, with this one in the run of the bench."""
    return values & ~1 | value


class Runs:
    """Random runs from reset, side by side."""

    def __init__(self, unit: Unit, claims: claims_of.Claims, asked: list[Asked], step: Netlist,
                 logic: Netlist, seed: int, guide: list[Given]):
        self._guide = guide
        self._unit, self._claims, self._step, self._logic = unit, claims, step, logic
        self._random = random.Random(seed)
        self._calm = [self._sparse(k % 5) for k in range(64)]
        self._reset: Ports = {f"s_{f.identifier}": [ONES if unit.reset[leaf.path] >> b & 1 else 0 for leaf in f.leaves
                                                    for b in range(f.bits)] for f in unit.state}
        self.state = self._reset
        self.inputs: Ports = {}
        self.history: list[Ports] = []
        self.witness: dict[str, Witness] = {}
        self._claim_of = {a.port: a.claim for a in asked}
        self._woken: dict[str, list[Place]] = {a.port: [] for a in asked}
        self._of_state = {a.port for a in asked if a.of_state}

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
        values = [self._sparse(4 if f.bits > 16 and len(f.leaves) == 1 and f.bits in (32, 64) else 0)
                  & (ONES if k % f.bits < 2 else ~small & ONES) for k in range(f.width)]
        same = self._sparse(1)
        return [new & ~same | held & same for new, held in zip(values, self._held(f) or values)]

    def _held(self, f: Field) -> list[int]:
        """What a register or an input of this cycle of the same width has, in every element."""
        near = self._near(f.bits)
        return self._random.choice(near) * len(f.leaves) if near else []

    def _near(self, bits: int) -> list[list[int]]:
        return [values[at:at + bits] for group, ports in ((self._unit.state, self.state),
                                                          (self._unit.inputs, self.inputs))
                for f in group if f.bits == bits
                for values in [ports.get(("s_" if ports is self.state else "i_") + f.identifier)] if values
                for at in [bits * self._random.randrange(len(f.leaves))]]

    def _ghosts(self) -> Ports:
        """A value that a register or input of the same width has, or any; a small one may be an index."""
        found: Ports = {}
        for g in self._claims.ghosts:
            near = self._near(g.bits)
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
        self.inputs = {}
        for f in self._unit.inputs:
            self.inputs[f"i_{f.identifier}"] = self._input(f)
        given = self._guide[len(self.history)] if len(self.history) < len(self._guide) else Given(False, {})
        for name, value in given.inputs.items():
            self.inputs[name] = [guided(v, value >> k & 1) for k, v in enumerate(self.inputs[name])]
        found = simulate(self._step, self.state | self.inputs, LANES)
        after = {f"n_{f.identifier}": [found[f"n_{f.identifier}", k] for k in range(f.width)] for f in self._unit.state}
        pins = {f"o_{f.identifier}": [found[f"o_{f.identifier}", k] for k in range(f.width)]
                for f in self._unit.outputs}
        self.history.append(self.state | self.inputs | pins)
        for _ in range(3):
            self._look({name: self._other(v) for name, v in after.items()},
                       {name: self._other(v) for name, v in pins.items()})
        self.state = {"s_" + name[2:]: values for name, values in after.items()}
        if given.reset:
            self.state = {name: [guided(v, r & 1) for v, r in zip(values, self._reset[name])]
                          for name, values in self.state.items()}

    def _look(self, after: Ports, pins: Ports) -> None:
        following = {f"x_{f.identifier}": self._input(f) for f in self._claims.inputs if self._claims.two_cycles}
        rest = self.inputs | pins | after | following | self._ghosts()
        changed = {name: self._other(values) for name, values in self.state.items()} if self._of_state else {}
        self._judge(simulate(self._logic, self.state | rest, LANES), set())
        if self._of_state:
            self._judge(simulate(self._logic, changed | rest, LANES), self._of_state)

    def _judge(self, found: dict[tuple[str, int], int], only: set[str]) -> None:
        if found.pop((ASTRAY, 0)):
            raise ProofError(f"{self._unit.name}: the parts of a claim are not the claim")
        for (port, _), awake in found.items():
            if not awake or (only and port not in only):
                continue
            place = len(self.history) - 1, (awake & -awake).bit_length() - 1
            self.witness.setdefault(port, Witness(*place))
            if len(self._woken[port]) < NEAR:
                self._woken[port].append(place)

    def search(self, asked: Asked) -> str:
        """Has the solver look for a witness; what it says of a part that has none."""
        if solver.never(self._logic, asked.port):
            return "NO WITNESS" if asked.port == IDLE else TAUTOLOGY
        if asked.of_state or not asked.step:  # a change of any state will do
            self.witness[asked.port] = Witness(len(self.history) - 1, 0)
            return ""
        cycles, runs = SAMPLE
        places = [(at, lane) for at in range(0, len(self.history), -(-len(self.history) // cycles))
                  for lane in range(0, LANES, LANES // runs)]
        places += {place for port, woken in self._woken.items() for place in woken
                   if self._claim_of[port] == asked.claim}
        states = [{(port, bit): values[bit] >> lane & 1 for port, values in self.history[at].items()
                   if port.startswith("s_") for bit in range(len(values))} for at, lane in places]
        found = solver.from_states(self._logic, asked.port, states)
        if found is None:
            return "NO WITNESS"
        self.witness[asked.port] = Witness(*places[found[0]], found[1])
        return ""

    def judge(self, asked: list[Asked], cycles: int) -> dict[str, str]:
        """Runs until nothing is open, and no longer than this; what is said of the parts without a witness. A
        tautology is not asked twice."""
        said: dict[str, str] = {}
        for turn in itertools.count():
            end = min(FIRST << turn, cycles)
            while len(self.history) < end and self._left(asked, said):
                self.cycle()
            found = {a.port: self.search(a) for a in self._left(asked, said)}
            said |= {port: word for port, word in found.items() if word == TAUTOLOGY or (word and end == cycles)}
            if end == cycles or not self._left(asked, said):
                break
        return said

    def _left(self, asked: list[Asked], said: dict[str, str]) -> list[Asked]:
        return [a for a in asked if a.port not in self.witness and a.port not in said]

    def waveform(self, claim: str, witness: Witness, path: Path) -> None:
        """The run to the witness, a cycle per time unit."""
        last, lane = witness.cycle, witness.run
        names = {name: f"v{k}" for k, name in enumerate(self.history[0])}
        lines = [f"$comment {claim}: the last cycle is its witness $end", f"$scope module {self._unit.name} $end"]
        lines += [f"$var wire {len(self.history[0][name])} {code} {name} $end" for name, code in names.items()]
        lines += ["$upscope $end", "$enddefinitions $end"]
        for time in range(last + 1):
            lines.append(f"#{time}")
            chosen = witness.inputs if time == last and witness.inputs else {}
            lines += ["b" + "".join(str(chosen.get((name, k), v >> lane & 1)) for k, v in
                                    reversed(list(enumerate(self.history[time][name])))) + f" {code}"
                      for name, code in names.items()]
        path.write_text("\n".join([*lines, f"#{last + 1}", ""]))


def check(options: argparse.Namespace) -> bool:
    config = configs.Config(options.config, options.config) if options.c else configs.find(options.config, ROOT)
    name, sizes = config.unit, configs.merged(config.sizes, options.define)
    source = Path(options.c or ROOT / "hls" / name / f"{name}.c")
    description = Path(options.description or ROOT / "tb" / "formal" / f"{name}.c")
    work = Path(options.build) / "vacuity" / config.name
    work.mkdir(parents=True, exist_ok=True)
    include = [source.parent, *configs.include_directories(ROOT)]
    claims = claims_of.load(name, description, include, sizes, work, parts=True)
    asked = asked_of(claims)
    logic = logic_of(claims, asked)
    unit = load_step(name, source, include, sizes, work)
    step = module_of_unit(unit, with_judgements=False).elaborate()
    layout = options.layout or Path(options.build) / "lockstep" / config.name / "layout.json"
    vectors = options.vectors and Vectors(Path(layout), Path(options.vectors), options.cycles)
    runs = Runs(unit, claims, asked, step, logic, options.seed, guide_of(vectors))
    said = runs.judge(asked, options.cycles)
    for claim in [*(c.name for c in claims.claims), IDLE]:
        mine = [a for a in asked if a.claim == claim]
        found = [runs.witness[a.port] for a in mine if a.port in runs.witness]
        if found:
            runs.waveform(claim, min(found, key=lambda w: w.cycle), work / f"{claim}.vcd")
            print(f"  ok         {claim}: {len(found)} of {len(mine)} parts, last witness in cycle "
                  f"{max(w.cycle for w in found)}")
        for part in (a for a in mine if said.get(a.port)):
            print(f"  {said[part.port]:10} {claim}{part.place and ' at ' + part.place}")
    silent = collections.Counter(a.claim for a in asked if said.get(a.port))
    known = {claim: int(count) for claim, count in (word.split("=") for word in options.known)}
    others = {claim: count for claim, count in known.items() if silent[claim] != count}
    for claim, count in others.items():
        print(f"  NOT KNOWN  {claim}: {silent[claim]} parts that say nothing, expected {count}")
    known_silent = sum(known.values()) - sum(others.values())
    good = not others and silent.total() == known_silent
    print(f"{'PASS' if good else 'FAIL'} vacuity {config.name} ({len(claims.claims) + 1} claims of {len(asked)} parts, "
          f"{silent.total()} without a witness in {len(runs.history)} cycles of {LANES} runs"
          f"{f', {known_silent} of them known' if known_silent else ''})")
    return good


def known_count(text: str) -> str:
    if not re.fullmatch(r"\w+=[1-9]\d*", text):
        raise argparse.ArgumentTypeError(f"'{text}', expected CLAIM=NUMBER")
    return text


def main(arguments: list[str]) -> int:
    sys.setrecursionlimit(100000)
    parser = argparse.ArgumentParser(description="Look for claims that say nothing.")
    parser.add_argument("config")
    parser.add_argument("--c", help="C file instead of hls/UNIT/UNIT.c")
    parser.add_argument("--description", help="description instead of tb/formal/UNIT.c")
    parser.add_argument("--define", action="append", default=[], metavar="NAME=VALUE", help="size")
    parser.add_argument("--cycles", type=int, default=200)
    parser.add_argument("--known", action="append", default=[], metavar="CLAIM=N", type=known_count,
                        help="so many of its parts are known to say nothing at this size, or in these runs")
    parser.add_argument("--vectors", metavar="FILE", help="of a lock-step bench of the same sizes, for the first run")
    parser.add_argument("--layout", metavar="FILE", help="the bench's layout.json instead of that of CONFIG")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--build", default=str(ROOT / "build"), help="folder for generated files")
    try:
        return 0 if check(parser.parse_args(arguments)) else 1
    except (ProofError, configs.ConfigError, VectorError, OSError) as error:
        print(f"vacuity.py: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
