# SPDX-License-Identifier: Apache-2.0
"""The runs behind MASK's figures: six sweeps (scripts/experiments/mask/sweeps), and what is asked of them."""

import dataclasses
import pathlib
from collections.abc import Mapping

from scripts.experiments.common.program import SMALL as SMALL_FORM
from scripts.experiments.common.runs import Points, Run, applications, run_all
from scripts.sweep import engine, spec
from scripts.sweep.points import Point

FILES = pathlib.Path(__file__).resolve().parent / "sweeps"

DESIGNS = ("Static", "PWCache", "SharedTLB", "MASK-TLB", "MASK-Cache", "MASK-DRAM", "MASK", "Ideal")
# Of these alone, DRAM schedulers; golden and mask_rows are ours (models/mem/sched_queues.c).
SCHEDULERS = ("SharedTLB", "golden", "MASK-DRAM", "mask_rows")
# Of these, which reads of walks bypass the L2 cache; those by level are not the paper's.
BYPASSES = ("MASK-Cache", "level 4", "levels 2 to 4", "levels 1 to 4", "way alone", "MASK", "MASK, levels 2 to 4",
            "MASK, way alone", "walk channel", "bypass alone")
# Of these, what tokens make of MASK.
FILLS = ("SharedTLB", "MASK-TLB", "MASK", "MASK, all fill")
TABLE_2 = ("LUD NN BFS2 FFT HISTO NW QTC RAY SAD SCP BP GUP HS LPS 3DS BLK CFD CONS FWT LUH MM MUM RED SC SCAN SRAD "
           "TRD").split()
HIGH = 0.20           # MASK §6: a miss rate of a high row
MATTERS = 1.2         # D: translation limits a pair where Ideal has this many times SharedTLB's weighted speedup
BUSY = 0.60           # D: and memory does not where the buses are used less
FULL = 0.80           # D: memory limits a pair where they are used more
# The small form: few points, and a window that shows that all works, not what MASK gains.
SMALL: dict[str, set[tuple[str, ...]]] = {
    "pairs": {("GUP 2M_LUD 2K",), ("SCP_HS",)}, "alone": {("GUP 2M",), ("LUD 2K",), ("SCP",), ("HS",)},
    "count": {("1",), ("2",)},
    "chips": {("Fermi", "GUP 2M_LUD 2K")},
    "splits": {("GUP 2M_LUD 2K", "MASK", "10,20")}, "split_alone": {("GUP 2M", "10"), ("LUD 2K", "20")}}
# What MASK-Cache consists of: the walks' own channel to the L2 banks, which is ours, and the bypass.
CHANNEL = ("SharedTLB", "walk channel", "bypass alone", "MASK-Cache")
SMALL_WINDOW = ("--set", "measure.warmup_epochs=1", "--set", "measure.epochs=2")


@dataclasses.dataclass(frozen=True)
class PairsForm:
    """A form that has pairs alone, with its own options in place of the options of pairs.toml."""

    says: str
    one_in: int                # of the paper's pairs, from the first on
    options: tuple[str, ...]
    designs: tuple[str, ...]
    # Design -> values of the chip, PATH=VALUE: it runs with each of these as well.
    changes: Mapping[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)


def window(epoch: int, warmup: int, epochs: int) -> tuple[str, ...]:
    return ("--no-alone", "--epoch", str(epoch), "--set", f"measure.warmup_epochs={warmup}",
            "--set", f"measure.epochs={epochs}")


# The paper has ten epochs of 100 000 cycles after two. Chip mask-simulator has no Static.
SHORT, LONG, PAPERS = window(10_000, 2, 4), window(100_000, 1, 2), window(100_000, 2, 10)
SIMULATOR = ("--chip", "mask-simulator")
READINGS = ("--set", "sm.tlb_misses=blocking", "--set", "page_table.kind=sparse")  # docs/reports/mask-text.md
LARGE = ("--set", "page_sizes=2M", "--set", "page_table.kind=x86", "--set", "page_table.placement=packed")
# MASK §7.3: "from 64 to 8192 entries"; of the L1 TLB it names no size.
SIZES = (*(f"tlb.l2.entries={n}" for n in (64, 128, 256, 1024, 2048, 4096, 8192)),
         *(f"tlb.l1.entries={n}" for n in (16, 32, 128, 256)))
# MASK §6: "a sweep over the range of possible InitialTokens values", 80 % by default, and thresh_max, 500.
TOKENS = {percent: f"mask.initial_tokens={min(percent * 65536 // 100, 65535)}" for percent in (10, 30, 50, 100)}
TURNS = {n: f"mask.thresh_max={n}" for n in (1, 16, 64, 250)}
# MASK §7.3: "another state-of-the-art GPU memory scheduler", with the golden queue where MASK has it.
SCHEDULER = {"SharedTLB": "design.dram_scheduler=turns", "MASK": "design.dram_scheduler=golden_turns"}
GAINS = ("SharedTLB", "MASK-Cache", "MASK-DRAM", "MASK")  # without Ideal, which takes as long as two others
MECHANISMS = (*GAINS, "MASK, all fill")  # and what tokens make of MASK
PAIRS_FORMS = {
    "simulator": PairsForm("the paper's pairs on the chip that has what its simulator has beyond its text",
                           1, (*SIMULATOR, *SHORT), GAINS),
    "simulator-long": PairsForm("these pairs on that chip in epochs of the paper's length, two after one",
                                1, (*SIMULATOR, *LONG), MECHANISMS),
    "simulator-whole": PairsForm("these pairs on that chip in the paper's window, ten epochs after two",
                                 1, (*SIMULATOR, *PAPERS), ("SharedTLB", "MASK-Cache", "MASK")),
    "text-third": PairsForm("one in three, two epochs after one, on the chip that goes by the text",
                            3, (*LONG, *READINGS), GAINS),
    "sizes": PairsForm("one in twelve of the pairs on chip mask-simulator, with other sizes of the TLBs",
                       12, (*SIMULATOR, *LONG), ("SharedTLB", "MASK"), {"SharedTLB": SIZES, "MASK": SIZES}),
    "knobs": PairsForm("one in twelve: InitialTokens, thresh_max, another order of DRAM requests",
                       12, (*SIMULATOR, *LONG), ("SharedTLB", "MASK"),
                       {"SharedTLB": (SCHEDULER["SharedTLB"],),
                        "MASK": (*TOKENS.values(), *TURNS.values(), SCHEDULER["MASK"])}),
    "large-pages": PairsForm("one in six of the pairs on chip mask-simulator, with pages of 2 MB in tables of x86",
                             6, (*SIMULATOR, *SHORT, *LARGE), ("SharedTLB", "MASK", "Ideal")),
    "channel": PairsForm("one in nine of the pairs on the chip of the text: the parts of MASK-Cache, each by itself",
                         9, (*SHORT, *READINGS), CHANNEL),
}


@dataclasses.dataclass(frozen=True)
class Results:
    pairs: dict[str, dict[str, Run]]   # pair, design
    alone: dict[str, Run]              # application, on 15 SMs with SharedTLB
    names: dict[str, str]              # its --app -> application
    apps: dict[str, tuple[str, ...]]   # pair -> --app of its applications
    counts: dict[str, dict[str, Run]]  # number of applications, design
    chips: dict[str, dict[str, dict[str, Run]]]   # chip, pair, design
    splits: dict[str, dict[str, dict[str, Run]]]  # pair, design, SMs of both as "10,20"
    split_alone: dict[str, dict[str, Run]]        # application, its SMs; SharedTLB
    failed: list[str]                  # points without a result, and why

    def alone_of(self, pair: str, i: int) -> Run | None:
        return self.alone.get(self.names.get(self.apps[pair][i], ""))


def chosen(name: str, small: bool) -> Points:
    points = spec.read(FILES / f"{name}.toml").points
    if not small:
        return points
    return {texts: Point((*p.arguments, *SMALL_WINDOW), p.label) for texts, p in points.items()
            if any(texts[:len(first)] == first for first in SMALL[name])}


def kept(point: Point) -> tuple[str, ...]:
    """The options of a point that say which applications run, where, on which design."""
    words = point.arguments
    return tuple(w for option, value in zip(words, words[1:]) for w in (option, value)
                 if option in ("--design", "--sms", "--app") or (option == "--set" and value.startswith("design.")))


def with_change(design: str, change: str) -> str:
    """The name of a design's runs with another value of the chip."""
    return f"{design}, {change}"


def of_pairs(form: PairsForm) -> dict[str, Points]:
    """The paper's pairs, and their applications alone."""
    known = spec.read(FILES / "pairs.toml").points
    pairs = [p for p in dict.fromkeys(pair for pair, _ in known) if is_papers(p)][::form.one_in]
    points: Points = {(p, d): known[p, d] for p in pairs for d in form.designs}
    changed: Points = {
        (p, with_change(d, c)): Point((*form.options, *kept(known[p, d]), "--set", c), f"{known[p, d].label} {c}")
        for p in pairs for d in form.designs for c in form.changes.get(d, ())}
    apps = {app for point in points.values() for app in applications(point)}
    alone = {texts: p for texts, p in spec.read(FILES / "alone.toml").points.items() if applications(p)[0] in apps}

    def moved(of: Points) -> Points:
        return {texts: Point((*form.options, *kept(p)), p.label) for texts, p in of.items()}
    return {**{name: {} for name in SMALL}, "pairs": {**moved(points), **changed}, "alone": moved(alone)}


def chosen_by(form: str) -> dict[str, Points]:
    if form in PAIRS_FORMS:
        return of_pairs(PAIRS_FORMS[form])
    return {name: chosen(name, form == SMALL_FORM) for name in SMALL}


def run(settings: engine.Settings, form: str) -> Results:
    points = chosen_by(form)
    ended, failed = run_all(settings, points)
    apps = {pair: applications(point) for (pair, _), point in points["pairs"].items()}
    names = {applications(point)[0]: app for (app,), point in points["alone"].items()}
    return Results(ended["pairs"], ended["alone"], names, apps, ended["count"], ended["chips"], ended["splits"],
                   ended["split_alone"], failed)


def is_papers(pair: str) -> bool:
    """One of the paper's 35, not one of those that were added where translation limits."""
    return all(app in TABLE_2 for app in pair.split("_"))


# ---- what is asked of runs; None: a run is missing ----

def slowdowns(r: Results, pair: str, design: str) -> list[float] | None:
    """IPC alone / IPC of both applications."""
    found = r.pairs.get(pair, {}).get(design)
    alone = [r.alone_of(pair, i) for i in range(2)]
    if found is None:
        return None
    return [a["applications"][0]["ipc"] / s["ipc"] for a, s in zip(alone, found["applications"]) if a is not None] \
        if all(alone) else None


def weighted_speedup(r: Results, pair: str, design: str) -> float | None:
    found = slowdowns(r, pair, design)
    return sum(1 / s for s in found) if found else None


def unfairness(r: Results, pair: str, design: str) -> float | None:
    found = slowdowns(r, pair, design)
    return max(found) if found else None


def throughput(r: Results, pair: str, design: str) -> float | None:
    """IPC of both applications together."""
    found = r.pairs.get(pair, {}).get(design)
    return None if found is None else sum(float(app["ipc"]) for app in found["applications"])


def bus(run: Run, field: str) -> float:
    return float(sum(a["dram"][field] for a in run["applications"]))


def bus_use(run: Run) -> float:
    return bus(run, "bus_data") + bus(run, "bus_walks")


def row_hits(run: Run) -> float:
    """Of all reads and writes."""
    dram = [a["dram"] for a in run["applications"]]
    requests = sum(d["writes"] + sum(d[q]["requests"] for q in ("golden", "silver", "normal")) for d in dram)
    return float(sum(d["row_hits"] for d in dram) / max(requests, 1))


def by_bus(r: Results) -> dict[str, list[str]]:
    """The paper's pairs by what SharedTLB uses of the buses, and the others; groups that are not empty."""
    used = {p: bus_use(runs["SharedTLB"]) for p, runs in r.pairs.items() if "SharedTLB" in runs}
    papers = {p: u for p, u in used.items() if is_papers(p)}
    found = {f"{FULL:.0%} and more": [p for p, u in papers.items() if u >= FULL],
             f"{BUSY:.0%} to {FULL:.0%}": [p for p, u in papers.items() if BUSY <= u < FULL],
             f"below {BUSY:.0%}": [p for p, u in papers.items() if u < BUSY],
             "make test": [p for p in used if p not in papers]}
    return {name: of for name, of in found.items() if of}


def misses(app: Run, tlb: str) -> float:
    counts = app[tlb]
    return float(counts["misses"] / max(counts["hits"] + counts["misses"], 1))


def without_translation(app: Run) -> float:
    """Of all lookups, those that miss the L2 TLB and the bypass cache (MASK §5.2: a hit in either is a hit)."""
    return float((app["l2_tlb"]["misses"] - app["bypass_cache"]["hits"])
                 / max(app["l2_tlb"]["hits"] + app["l2_tlb"]["misses"], 1))


def high_misses(r: Results, pair: str) -> int | None:
    """MASK §6: n-HMR, the number of applications whose L1 and L2 TLB miss rates are both high, alone."""
    alone = [r.alone_of(pair, i) for i in range(2)]
    if not all(alone):
        return None
    return sum(all(misses(a["applications"][0], tlb) >= HIGH for tlb in ("l1_tlb", "l2_tlb")) for a in alone if a)


def limits(ideal: float | None, shared: float | None, run: Run) -> bool:
    """Does translation limit a pair? Said by the weighted speedups of Ideal and SharedTLB, and SharedTLB's run."""
    if not ideal or not shared:
        return False
    return ideal >= MATTERS * shared and bus_use(run) < BUSY


def translation_limits(r: Results, pair: str) -> bool:
    ideal, shared = (weighted_speedup(r, pair, d) for d in ("Ideal", "SharedTLB"))
    return shared is not None and limits(ideal, shared, r.pairs[pair]["SharedTLB"])


HALF = "15,15"


def by_split(r: Results, pair: str, design: str) -> dict[str, float]:
    """SMs of both applications as "10,20" -> weighted speedup, of the splits that are known."""
    found = {}
    for sms, run in r.splits.get(pair, {}).get(design, {}).items():
        alone = [r.split_alone.get(r.names[app], {}).get(n) for app, n in zip(r.apps[pair], sms.split(","))]
        if all(alone):
            found[sms] = sum(float(s["ipc"] / a["applications"][0]["ipc"])
                             for a, s in zip(alone, run["applications"]) if a is not None)
    half = weighted_speedup(r, pair, design)
    return found if half is None else {**found, HALF: half}
