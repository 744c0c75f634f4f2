# SPDX-License-Identifier: Apache-2.0
"""Runs of the simulator as points of a sweep: each once, kept by content."""

import pathlib

from scripts.sweep import engine, options
from scripts.sweep.points import Point


class RunError(Exception):
    """One line for the user."""


Run = tuple[str, tuple[str, ...]]  # argument of --app kernel:, options


def point(run: Run, seed: int, values: list[str]) -> Point:
    app, own = run
    changed = options.of_values(values)
    return Point(("--chip", "tanasic", "--app", f"kernel:{app}", *own, "--seed", str(seed), "--no-alone", *changed),
                 f"{app} {' '.join([*own, *changed])}, seed {seed}")


def run_all(settings: engine.Settings, wanted: set[Run], seeds: int, values: list[str]) -> dict[Run, list[dict]]:
    """The JSON of each run, one per seed; values: of --set, for all of them."""
    numbers = range(1, seeds + 1)
    order = sorted(wanted, key=lambda w: (w[1], w[0]))  # mixes long and short benchmarks
    points = {(run, seed): point(run, seed, values) for run in order for seed in numbers}
    try:
        outcomes = engine.run(settings, points.values())
    except engine.EngineError as error:
        raise RunError(str(error)) from None
    found: dict[Run, list[dict]] = {run: [] for run in order}
    for (run, _), p in points.items():
        result = outcomes[p].result
        if result is None:
            raise RunError(f"{p.label}: {outcomes[p].problem}")
        found[run].append(result)
    return found


def settings(gmmu: str, directory: pathlib.Path, jobs: int, seconds: int,
             profile: pathlib.Path | None) -> engine.Settings:
    return engine.Settings(pathlib.Path(gmmu), directory / "runs", jobs, seconds, profile=profile)
