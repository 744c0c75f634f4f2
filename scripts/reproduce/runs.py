# SPDX-License-Identifier: Apache-2.0
"""What the experiments of papers have in common: trees of results."""

from typing import Any

from sweep import engine
from sweep.points import Point

Run = dict[str, Any]  # the JSON of a run (docs/output.md)
Points = dict[tuple[str, ...], Point]  # of a sweep


def applications(point: Point) -> tuple[str, ...]:
    words = point.arguments
    return tuple(words[i + 1] for i, word in enumerate(words) if word == "--app")


def nested(runs: dict[tuple[str, ...], Run]) -> dict[str, Any]:
    """By the first axis, by the second, and so on."""
    tree: dict[str, Any] = {}
    for texts, found in runs.items():
        at = tree
        for text in texts[:-1]:
            at = at.setdefault(text, {})
        at[texts[-1]] = found
    return tree


def run_all(settings: engine.Settings, sweeps: dict[str, Points]) -> tuple[dict[str, Any], list[str]]:
    """By the sweep's name, then nested; and the points without a result, with the reason."""
    outcomes = engine.run(settings, [p for points in sweeps.values() for p in points.values()])
    ended = {name: nested({texts: found for texts, point in points.items()
                           if (found := outcomes[point].result) is not None}) for name, points in sweeps.items()}
    return ended, [f"{p.label}: {o.problem}" for p, o in outcomes.items() if o.result is None]
