# SPDX-License-Identifier: Apache-2.0
"""The runs behind the figures of Fractional GPUs: sweeps (scripts/sweep/files/reproduce_fgpu) and Fig. 8, which is an
experiment of `gmmu probe`; and what is asked of them."""

import dataclasses
import pathlib

from reproduce.runs import Run, nested, probe
from sweep import engine, spec
from sweep.points import Point

FILES = pathlib.Path(__file__).resolve().parents[1] / "sweep/files/reproduce_fgpu"
CHIPS = ("gtx1080", "v100")
VICTIMS = ("MM", "VA", "SP", "FWT", "CFD")
CO_RUNNERS = ("MM", "FWT", "VA")
CASES = ("SCSB", "DCSB", "SCDB", "DCDB", "DM")
CP, CMP, IDEAL = "CP", "CMP", "CMP, ideal TLBs"
# The small form: one victim alone and beside one co-runner, on one chip.
SMALL_CHIP, SMALL_VICTIM, SMALL_CO_RUNNERS = "gtx1080", "VA", ("none", "VA")
SWEEPS = ("partitions", "whole", "tlbs")

Curves = dict[str, dict[int, float]]  # case, threads -> cycles of a read of the primary thread


@dataclasses.dataclass(frozen=True)
class Results:
    parts: dict[str, dict[str, dict[str, dict[str, Run]]]]  # chip, partitioning, victim, co-runner
    whole: dict[str, dict[str, Run]]                        # chip, victim
    tlbs: dict[str, dict[str, dict[str, dict[str, Run]]]]   # chip, what the TLBs have, victim, co-runner
    curves: dict[str, Curves]                               # chip: Fig. 8
    failed: list[str]                                       # points without a result, and why


def chosen(name: str, small: bool) -> dict[tuple[str, ...], Point]:
    points = spec.read(FILES / f"{name}.toml").points
    if not small:
        return points
    return {texts: point for texts, point in points.items()
            if texts[0] == SMALL_CHIP and SMALL_VICTIM in texts[1:3] and (len(texts) == 2 or (
                texts[2] == SMALL_VICTIM and texts[3] in SMALL_CO_RUNNERS))}


def interference(settings: engine.Settings, chip: str, failed: list[str]) -> Curves:
    """Fig. 8."""
    found = probe(settings, ("interference", "--chip", chip, "--design", "ideal"), failed)
    curves: Curves = {}
    for row in found.rows if found else []:
        curves.setdefault(row["case"], {})[int(row["threads"])] = float(row["cycles"])
    return curves


def run(settings: engine.Settings, small: bool) -> Results:
    points = {name: chosen(name, small) for name in SWEEPS}
    outcomes = engine.run(settings, [p for some in points.values() for p in some.values()])
    ended = {name: {texts: found for texts, point in some.items() if (found := outcomes[point].result) is not None}
             for name, some in points.items()}
    failed = [f"{p.label}: {o.problem}" for p, o in outcomes.items() if o.result is None]
    curves = {chip: interference(settings, chip, failed) for chip in ((SMALL_CHIP,) if small else CHIPS)}
    return Results(nested(ended["partitions"]), nested(ended["whole"]), nested(ended["tlbs"]), curves, failed)


# ---- what is asked of runs; None: a run is missing ----

def time_of(run: Run | None) -> float | None:
    """Of the victim's first launch, in cycles for an instruction."""
    return 1 / run["applications"][0]["ipc"] if run else None


def co_run(r: Results, chip: str, how: str, victim: str, co_runner: str) -> float | None:
    return time_of(r.parts.get(chip, {}).get(how, {}).get(victim, {}).get(co_runner))


def variation(r: Results, chip: str, how: str, victim: str) -> float | None:
    """VI-A: the longest time beside a co-runner / the time beside none - 1, in per cent."""
    alone = co_run(r, chip, how, victim, "none")
    beside = [t for c in CO_RUNNERS if (t := co_run(r, chip, how, victim, c)) is not None]
    return 100 * (max(beside) / alone - 1) if alone and beside else None


def beside_va(r: Results, chip: str, tlbs: str, victim: str) -> float | None:
    """The time beside VA, with such TLBs, in per cent more than alone with the same."""
    times = {c: time_of(found) for c, found in r.tlbs.get(chip, {}).get(tlbs, {}).get(victim, {}).items()}
    alone, beside = times.get("none"), times.get("VA")
    return 100 * (beside / alone - 1) if alone and beside else None
