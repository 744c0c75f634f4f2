# SPDX-License-Identifier: Apache-2.0
"""Counterexamples as traces that the lock-step bench replays (tb/lockstep/lockstep_replay.h)."""

from __future__ import annotations

import re
from pathlib import Path

from scripts.circuit import aiger
from scripts.circuit.miter import Miter
from scripts.circuit.prove import Verdict


def trace(miter: Miter, verdict: Verdict) -> str:
    """State and inputs before the edge, and the edge; what is 0 is left out."""
    graph, model = miter.graph, verdict.model or {}
    table = aiger.simulate(graph.ands, [int(model.get(v, False)) for v in range(1, graph.inputs + 1)])
    reset = verdict.obligation.kind.endswith("reset")
    state, inputs, others = [], [], []
    for name, bits, literals in miter.shown:
        values = [table[x >> 1] ^ (x & 1) for x in literals]
        words = [sum(v << b for b, v in enumerate(values[k:k + bits])) for k in range(0, len(values), bits)]
        place, _, path = name.partition("->")
        for k, word in enumerate(words):
            if place == "s" and path:
                state.append(f"state {path} {k} {word}")
            elif place == "in" and path and word:
                inputs.append(f"in {path} {k} {word}")
            elif not path and word:
                others.append(f"# {name}[{k}] = {word}")
    lines = [f"# {verdict.obligation.title}", *others, *state, *inputs, "reset" if reset else "step"]
    return "\n".join(lines) + "\n"


def write(miter: Miter, verdict: Verdict, work: Path) -> Path:
    path = work / (re.sub(r"\W+", "_", verdict.obligation.title) + ".trace")
    path.write_text(trace(miter, verdict))
    return path
