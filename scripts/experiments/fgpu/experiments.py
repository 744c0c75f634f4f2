# SPDX-License-Identifier: Apache-2.0
"""The runs behind the figures of Fractional GPUs: sweeps (scripts/experiments/fgpu/sweeps) and Fig. 8, which is an
experiment of `gmmu probe`; and what is asked of them."""

import dataclasses
import pathlib

from scripts.experiments.common.figure import mean
from scripts.experiments.common.runs import Run, probe, run_all
from scripts.sweep import engine, spec
from scripts.sweep.points import Point

FILES = pathlib.Path(__file__).resolve().parent / "sweeps"
CHIPS = ("gtx1080", "v100")
VICTIMS = ("MM", "VA", "SP", "FWT", "CFD", "SN")
CO_RUNNERS = ("MM", "FWT", "VA")
CAFFE, CAFFE_CO_RUNNERS = "IC", (*CO_RUNNERS, "IC")  # VI-B: an image classification, and beside another one
CASES = ("SCSB", "DCSB", "SCDB", "DCDB", "DM")
MPS, CP, CMP, IDEAL = "MPS", "CP", "CMP", "CMP, ideal TLBs"
PARTITIONINGS = (MPS, CP, CMP)
# The small form: one victim of each chip, alone and beside one co-runner; of v100 four partitions, and of two those
# in which ways of an application's own make a difference.
SMALL_VICTIMS = {"gtx1080": "VA", "v100": "CFD"}
SMALL_CHIP, SMALL_CO_RUNNERS = "gtx1080", ("none", "VA")
SMALL_NETWORK = "channels by 8"
SMALL_TLBS = {"v100": ("registers, walkers and ports", "all of these")}
# Of what a quarter without colours waits for, the small form takes away all at once.
LARGE_CAUSES = ("CP, ideal TLBs, flat memory", "CP, ideal TLBs, L2 registers",
                "CP, ideal TLBs, flat memory and L2 registers", "CP, ideal TLBs, flat memory, L2 registers and banks",
                "MPS, ideal TLBs, flat memory, L2 registers and banks")
LEAST, SMALL, WHOLE = "least", "small", "whole"  # the forms
NOT_LEAST = ("mps_causes", "four_causes", "caffe_sizes")  # sweeps of the small form alone
SWEEPS = ("partitions", "whole", "tlbs", "mps_causes", "four", "four_causes", "caffe", "caffe_whole", "caffe_sizes")
CAFFE_CHIP = "gtx1080"
LARGE_CHIP = "v100"  # of four partitions, and of what MPS shares

Curves = dict[str, dict[int, float]]  # case, threads -> cycles of a read of the primary thread
ByHow = dict[str, dict[str, dict[str, Run]]]


@dataclasses.dataclass(frozen=True)
class Results:
    parts: dict[str, ByHow]           # chip, partitioning, victim, co-runner
    whole: dict[str, dict[str, Run]]  # chip, victim
    tlbs: dict[str, ByHow]            # chip, what the TLBs have, victim, co-runner
    mps_causes: ByHow                 # what two applications share, victim, co-runner
    four: ByHow                       # partitioning into four, victim, co-runners
    four_causes: ByHow
    caffe: ByHow                      # partitioning, IC, co-runner
    caffe_whole: dict[str, Run]       # IC
    caffe_sizes: ByHow                # partitioning, IC by networks of several sizes, co-runner
    curves: dict[str, Curves]         # chip: Fig. 8
    failed: list[str]                 # points without a result, and why


def chosen(name: str, form: str) -> dict[tuple[str, ...], Point]:
    points = spec.read(FILES / f"{name}.toml").points
    if form == WHOLE:
        return points
    return {texts: point for texts, point in points.items()
            if is_small(name, texts) and (form == SMALL or is_least(name, texts))}


def is_least(name: str, texts: tuple[str, ...]) -> bool:
    """Of the small form: all but causes on the large chip, and the network."""
    return name not in NOT_LEAST and (name != "tlbs" or texts[0] == SMALL_CHIP)


def is_small(name: str, texts: tuple[str, ...]) -> bool:
    if name.startswith("caffe"):
        return name == "caffe_sizes" and texts[1] == SMALL_NETWORK
    large = name.startswith("four") or name == "mps_causes"
    chip, *rest = (LARGE_CHIP, *texts) if large else texts
    if name == "whole":
        return rest == [SMALL_VICTIMS[chip]]
    how, victim, co_runner = rest
    if name == "four_causes" and how in LARGE_CAUSES:
        return False
    return (large or chip == SMALL_CHIP or how in SMALL_TLBS.get(chip, ())) and (
        victim == SMALL_VICTIMS[chip] and co_runner in SMALL_CO_RUNNERS)


def interference(settings: engine.Settings, chip: str, failed: list[str]) -> Curves:
    """Fig. 8."""
    found = probe(settings, ("interference", "--chip", chip, "--design", "ideal"), failed)
    curves: Curves = {}
    for row in found.rows if found else []:
        curves.setdefault(row["case"], {})[int(row["threads"])] = float(row["cycles"])
    return curves


def run(settings: engine.Settings, form: str) -> Results:
    ended, failed = run_all(settings, {name: chosen(name, form) for name in SWEEPS})
    curves = {chip: interference(settings, chip, failed) for chip in (CHIPS if form == WHOLE else (SMALL_CHIP,))}
    return Results(ended["partitions"], ended["whole"], ended["tlbs"], ended["mps_causes"], ended["four"],
                   ended["four_causes"], ended["caffe"], ended["caffe_whole"], ended["caffe_sizes"], curves, failed)


# ---- what is asked of runs; None: a run is missing ----

def time_of(run: Run | None) -> float | None:
    """Of the victim's first launch, in cycles for an instruction."""
    return 1 / run["applications"][0]["ipc"] if run else None


def co_run(parts: ByHow, how: str, victim: str, co_runner: str) -> float | None:
    return time_of(parts.get(how, {}).get(victim, {}).get(co_runner))


def variation(parts: ByHow, how: str, victim: str) -> float | None:
    """VI-A: the longest time beside a co-runner / the time beside none - 1, in per cent."""
    alone = co_run(parts, how, victim, "none")
    beside = [t for c in CAFFE_CO_RUNNERS if (t := co_run(parts, how, victim, c)) is not None]
    return 100 * (max(beside) / alone - 1) if alone and beside else None


def average(parts: ByHow, how: str) -> float | None:
    """Of the victims' variations."""
    return mean(variation(parts, how, victim) for victim in parts.get(how, {}))


def largest(parts: ByHow, how: str) -> float | None:
    return max((v for victim in parts.get(how, {}) if (v := variation(parts, how, victim)) is not None), default=None)
