# SPDX-License-Identifier: Apache-2.0
"""What is run for each figure of the thesis, and what the thesis says about it.

A run is the list of options of `gmmu run`; a series divides the cycles of a baseline
by the cycles of another run of the same benchmark: performance, higher is better.
The thesis's bars are lost in the extracted text; the numbers below are those its text names.
"""

import dataclasses

PARBOIL = ["sgemm", "cutcp", "histo", "sad", "tpacf", "bfs", "mri-gridding", "stencil", "spmv", "lbm", "mri-q"]
HALLOC = ["add-strings", "random-graph", "grid-points"]
GEOMEAN = "geomean"

SCHEMES = ["wd-commit", "wd-lastcheck", "replay"]
LOGS = ["oplog:8K", "oplog:16K", "oplog:20K", "oplog:32K"]
LINKS = ["nvlink", "pcie"]
PREEMPTIBLE = "oplog:16K"  # D: the scheme under which blocks are switched and faults handled on the GPU


@dataclasses.dataclass(frozen=True)
class Series:
    label: str
    baseline: tuple[str, ...]  # options
    run: tuple[str, ...]
    thesis: dict[str, float] = dataclasses.field(default_factory=dict, hash=False)


@dataclasses.dataclass(frozen=True)
class Figure:
    number: str
    title: str
    suite: str  # "parboil", "halloc"
    series: list[Series] = dataclasses.field(hash=False)

    @property
    def benchmarks(self) -> list[str]:
        return [f"{self.suite}-{name}" for name in (PARBOIL if self.suite == "parboil" else HALLOC)]


def scheme(name: str) -> tuple[str, ...]:
    return ("--exceptions", name)


def faulting(name: str, faults: str, link: str, *more: str) -> tuple[str, ...]:
    return ("--exceptions", name, "--faults", faults, "--link", link, *more)


def against_stall(names: list[str], thesis: dict[str, dict[str, float]]) -> list[Series]:
    return [Series(n, scheme("stall"), scheme(n), thesis.get(n, {})) for n in names]


def local(faults: str, thesis: dict[str, dict[str, float]]) -> list[Series]:
    """Against the host under stall on fault, as the thesis; and, to tell the place of the handler from
    the scheme, against the host under the same scheme."""
    def run(link: str) -> tuple[str, ...]:
        return faulting(PREEMPTIBLE, faults, link, "--local-faults")
    stall = [Series(link, faulting("stall", faults, link), run(link), thesis[link]) for link in LINKS]
    same = [Series(f"{link}, same scheme", faulting(PREEMPTIBLE, faults, link), run(link)) for link in LINKS]
    return stall + same


def switching(thesis: dict[str, dict[str, float]]) -> list[Series]:
    out = []
    for link in LINKS:
        baseline = faulting("stall", "migrate", link)
        for label, option in ((link, "--switch-blocks"), (f"{link}, 1 cycle", "--switch-blocks=ideal")):
            out.append(Series(label, baseline, faulting(PREEMPTIBLE, "migrate", link, option), thesis.get(label, {})))
    return out


FIGURES = [
    Figure("6.1", "In-order issue and in-order commit against the baseline SM", "parboil",
           against_stall(["inorder-issue", "inorder-commit"], {})),
    Figure("6.11", "Warp disable and replay queue against stall on fault, no faults", "parboil",
           against_stall(SCHEMES, {"wd-commit": {GEOMEAN: 0.85}, "wd-lastcheck": {GEOMEAN: 0.91},
                                   "replay": {GEOMEAN: 0.94, "lbm": 0.59}})),
    Figure("6.12", "Operand log of 8 to 32 KB against stall on fault, no faults", "parboil",
           against_stall(LOGS, {"oplog:8K": {GEOMEAN: 0.969}, "oplog:16K": {GEOMEAN: 0.998, "lbm": 0.96}})),
    Figure("6.13", "Block switching on a fault against stall on fault, all data at the host", "parboil",
           switching({"nvlink": {"sgemm": 1.136, "stencil": 1.076, "histo": 1.099, "mri-gridding": 0.86,
                                 GEOMEAN: 1.0},
                      "pcie": {"histo": 1.046}})),
    Figure("6.14", "Faults of device malloc handled on the GPU against the host", "halloc",
           local("lazy", {"nvlink": {GEOMEAN: 1.80}, "pcie": {GEOMEAN: 1.98}})),
    Figure("6.15", "Faults to output pages handled on the GPU against the host", "parboil",
           local("migrate", {"nvlink": {GEOMEAN: 1.04}, "pcie": {GEOMEAN: 1.08}})),
]

# Directions the thesis excludes (6.3, 6.5.2): without faults nothing is faster than what stands right of
# it. A small log may be slower than none: it limits the accesses in flight, the replay queue their sources.
ORDERS = [["wd-commit", "wd-lastcheck", "replay", "stall"],
          ["oplog:8K", "oplog:16K", "oplog:20K", "oplog:32K", "stall"],
          ["replay", "oplog:32K"]]
