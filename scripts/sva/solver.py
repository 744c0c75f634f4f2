# SPDX-License-Identifier: Apache-2.0
"""What random runs do not hit, asked of CaDiCaL: can a bit of a netlist be 1, at all or from given states?"""

from __future__ import annotations

from scripts.circuit import aiger
from scripts.circuit.rtl import Bit, Netlist
from scripts.circuit.tools import run

SECONDS = "60"
SATISFIABLE, UNSATISFIABLE, UNKNOWN = 10, 20, 0


def _solve(clauses: str) -> tuple[int, set[int]]:
    found = run(["cadical", "-q", "-t", SECONDS], "cadical", text=clauses,
                ok=(SATISFIABLE, UNSATISFIABLE, UNKNOWN))
    verdict = UNSATISFIABLE if "s UNSATISFIABLE" in found else SATISFIABLE if "s SATISFIABLE" in found else UNKNOWN
    return verdict, {int(word) for line in found.split("\n") if line.startswith("v ") for word in line.split()[1:]}


def never(logic: Netlist, port: str) -> bool:
    """Whatever the inputs."""
    literal = logic.circuit.outputs[logic.outputs[port, 0]]
    if literal in (0, 1):
        return literal == 0
    return _solve(aiger.cnf(logic.circuit.inputs, logic.circuit.ands, [literal]))[0] == UNSATISFIABLE


def from_states(logic: Netlist, port: str, states: list[dict[Bit, int]]) -> tuple[int, dict[Bit, int]] | None:
    """With the inputs that a state names as they are in it: number of the state, and all inputs. None when nothing
    is found."""
    circuit = logic.circuit
    literal = circuit.outputs[logic.outputs[port, 0]]
    if literal in (0, 1) or not states:
        return None
    head, _, body = aiger.cnf(circuit.inputs, circuit.ands, [literal]).partition("\n")
    variables, count = (int(word) for word in head.split()[2:])
    needed = aiger.cone(circuit.inputs, circuit.ands, [literal])
    bits = [(bit, logic.inputs[bit] + 2) for bit in states[0]
            if bit in logic.inputs and logic.inputs[bit] + 1 in needed]
    # number of a state as the variables after the circuit's: one of them is meant, and its bits hold
    chosen: dict[tuple[int, ...], int] = {}
    for k, state in enumerate(states):
        chosen.setdefault(tuple(variable if state[bit] else -variable for bit, variable in bits), k)
    extra = [f"{-(variables + 1 + n)} {lit} 0" for n, state in enumerate(chosen) for lit in state]
    extra.append(" ".join(str(variables + 1 + n) for n in range(len(chosen))) + " 0")
    verdict, model = _solve(f"p cnf {variables + len(chosen)} {count + len(extra)}\n{body}" + "\n".join(extra) + "\n")
    if verdict != SATISFIABLE:
        return None
    meant = next(k for n, k in enumerate(chosen.values()) if variables + 1 + n in model)
    return meant, {bit: int(number + 2 in model) for bit, number in logic.inputs.items()}
