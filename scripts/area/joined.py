# SPDX-License-Identifier: Apache-2.0
"""Registers of a netlist that synthesis has joined or renamed: which may be which register of the RTL?

In a block two units often hold the same. Synthesis keeps one such register, under the name of either, or of a net
that it drives. A guess, which the comparison of one step then proves or refutes: registers are taken for equal, then
split where random states, alike in what is still taken for equal, and random inputs give different next values, until
nothing is split any more. First it is asked which of those without a name in the netlist are always 0, and then which
of the others are alike, also to one that has a name. One that has a name is never taken for 0: that would hold still
what depends on it, as long as no random state sets it.
"""

from __future__ import annotations

import random

from scripts.circuit.aiger import Circuit, simulate
from scripts.circuit.rtl import Netlist

PATTERNS = 1024  # states and inputs side by side
STABLE = 24      # rounds without a split that end it
FEW = ("rst", 0)  # an input that is seldom 1, so that states get beyond it


def next_values(circuit: Circuit, inputs: list[int], state: list[int]) -> list[int]:
    ones = (1 << PATTERNS) - 1
    table = simulate(circuit.ands, [*inputs, *state], PATTERNS)
    return [table[literal >> 1] ^ (ones if literal & 1 else 0) for literal in circuit.latches]


def alike(rtl: Netlist, gates: Netlist, nameless: set[int]) -> tuple[list[int], list[int], int]:
    """A class for each register of the RTL, and for each of the netlist; that of what is always 0. nameless are the
    registers of the RTL without one of their name in the netlist."""
    theirs = [1] * len(gates.circuit.latches)
    all_of = range(len(rtl.circuit.latches))
    at_first, _, zero = _split(rtl, gates, [*(int(k not in nameless) for k in all_of), *theirs, 0])
    constant = {k for k in nameless if at_first[k] == zero}
    return _split(rtl, gates, [*(int(k not in constant) for k in all_of), *theirs, 0])


def _split(rtl: Netlist, gates: Netlist, classes: list[int]) -> tuple[list[int], list[int], int]:
    """Of registers of the RTL, registers of the netlist, and 0."""
    rng = random.Random(1)
    count, stable = len(rtl.circuit.latches), 0
    while stable < STABLE:
        wires = {name: rng.getrandbits(PATTERNS) for name in {*rtl.inputs, *gates.inputs}}
        wires[FEW] = rng.getrandbits(PATTERNS) & rng.getrandbits(PATTERNS) & rng.getrandbits(PATTERNS)
        values = [rng.getrandbits(PATTERNS) for _ in range(max(classes) + 1)]
        values[classes[-1]] = 0
        after: list[int] = []
        for circuit, part in ((rtl, classes[:count]), (gates, classes[count:-1])):
            inputs = [rng.getrandbits(PATTERNS) for _ in range(circuit.circuit.inputs)]
            for name, number in circuit.inputs.items():
                inputs[number] = wires[name]
            after += next_values(circuit.circuit, inputs, [values[c] for c in part])
        known: dict[tuple[int, int], int] = {}
        split = [known.setdefault(key, len(known)) for key in zip(classes, [*after, 0])]
        stable = 0 if len(known) > max(classes) + 1 else stable + 1
        classes = split
    return classes[:count], classes[count:-1], classes[-1]


def unread(rtl: Netlist) -> set[int]:
    """Registers that no output depends on, in any number of steps."""
    circuit = rtl.circuit
    first, gates = 1 + circuit.inputs, 1 + circuit.inputs + len(circuit.latches)
    seen, waiting = {0}, [literal >> 1 for literal in circuit.outputs]
    while waiting:
        variable = waiting.pop()
        if variable in seen:
            continue
        seen.add(variable)
        if variable >= gates:
            waiting += [literal >> 1 for literal in circuit.ands[variable - gates]]
        elif variable >= first:
            waiting.append(circuit.latches[variable - first] >> 1)
    return {number for number in range(len(circuit.latches)) if first + number not in seen}
