# SPDX-License-Identifier: Apache-2.0
"""What the experiments of papers have in common: trees of results."""

import csv
import dataclasses
import subprocess
from typing import Any

from scripts.output import files
from scripts.sweep import engine
from scripts.sweep.points import Point

Run = dict[str, Any]  # the JSON of a run (docs/reference/output.md)
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


@dataclasses.dataclass(frozen=True)
class Probed:
    """What an experiment of `gmmu probe` has printed, and the rows of its --csv."""

    printed: str
    rows: list[dict[str, str]]


def probe(settings: engine.Settings, words: tuple[str, ...], failed: list[str]) -> Probed | None:
    """An experiment, kept by content, as results of runs are; one that fails is added to `failed`."""
    words = (*words, *settings.more)
    key = Point(("probe", *words), words[0]).key(settings.gmmu)
    rows, printed = settings.store / f"{key}.csv", settings.store / f"{key}.txt"
    if not printed.exists():
        settings.store.mkdir(parents=True, exist_ok=True)
        done = subprocess.run([settings.gmmu, "probe", *words, "--csv", str(rows)], capture_output=True, text=True,
                              timeout=settings.seconds, check=False, stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            rows.unlink(missing_ok=True)
            failed.append(f"probe {' '.join(words)}: {done.stderr.strip() or done.returncode}")
            return None
        files.write(printed, done.stdout)
    with rows.open(newline="", encoding="utf-8") as file:
        points = (line for line in file if not line.startswith("#"))
        return Probed(printed.read_text(encoding="utf-8"), list(csv.DictReader(points)))
