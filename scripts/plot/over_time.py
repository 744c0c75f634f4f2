# SPDX-License-Identifier: Apache-2.0
"""What happens over time in a comparison: a row for each quantity, a column for each design, a line for each
application, from the epochs in the JSON of a run (docs/reference/output.md)."""

import dataclasses
from typing import Any, Callable

from scripts.plot import zoom
from scripts.plot.style import MARGIN, Frame, Point, curves, key, round_top

Run = dict[str, Any]
Epoch = dict[str, Any]
Lines = list[tuple[str, list[Point]]]
Colours = dict[str, int]

MOST_COLUMNS = 3  # more designs take further lines
QUEUES = ("golden", "silver", "normal")


@dataclasses.dataclass(frozen=True)
class Quantity:
    name: str
    unit: str
    value: Callable[[Epoch], float | None]  # of an application in an epoch; None: there is none
    top: float | None = None                # of the axis; None: the largest value, rounded up
    empty: str = "nothing to show"


def tlb_hits(e: Epoch) -> float | None:
    """A hit in the L2 TLB or in its bypass cache is a hit (MASK §5.2)."""
    return 100 * (1 - e["l2_tlb_miss_rate"] * (1 - e["bypass_hit_rate"])) if e["l2_tlb_accesses"] else None


QUANTITIES = (
    Quantity("IPC", "warp instructions per cycle", lambda e: e["ipc"]),
    Quantity("TLB-fill tokens", "warps", lambda e: e["tokens"] if e["tokens"] >= 0 else None,
             empty="all warps may fill"),
    Quantity("hits in L2 TLB or bypass cache", "% of lookups", tlb_hits, 100.0, "no lookups"),
    Quantity("walk latency", "cycles", lambda e: e["walk_latency_avg"] if e["walks"] else None, empty="no walks"),
    Quantity("walks in progress or waiting", "walks", lambda e: e["walks_active_avg"] + e["walks_queued_avg"]),
    Quantity("DRAM bus used", "%", lambda e: 100 * e["dram_bus"]),
)


def app_names(run: Run) -> list[str]:
    names = [str(a["name"]) for a in run["applications"]]
    return [n if names.count(n) == 1 else f"{n} (ASID {a['asid']})" for n, a in zip(names, run["applications"])]


def app_lines(run: Run, quantity: Quantity) -> Lines:
    return [(name, [(e["end_cycle"], quantity.value(e)) for e in run["epochs"] if e["app"] == i])
            for i, name in enumerate(app_names(run))]


def queue_lines(run: Run) -> Lines:
    return [(q, [(e["end_cycle"], e["queue_occupancy_avg"][q]) for e in run["chip_epochs"]]) for q in QUEUES]


def values(columns: list[Lines]) -> list[float]:
    return [y for lines in columns for _, line in lines for _, y in line if y is not None]


def row(name: str, unit: str, designs: list[tuple[str, Run]], columns: list[Lines], top: float | None,
        empty: str, colours: Colours) -> str:
    """The same axes in all columns; nothing where no column has a point."""
    found = values(columns)
    if not found:
        return ""
    last = max(x for lines in columns for _, line in lines for x, _ in line)
    panels = []
    for (design, run), lines in zip(designs, columns):
        begin = run.get("window", {}).get("from_cycle", 0)
        frame = Frame("cycles", unit, 0, last, top or round_top(max(found)), (0, min(begin, last)) if begin else None)
        panels.append(curves(f"{design}: {name}", frame, lines, colours, empty))
    return f"<div class='times' style='--columns:{min(len(designs), MOST_COLUMNS)}'>{''.join(panels)}</div>\n"


def over_time(designs: list[tuple[str, Run]], apps: Colours, queues: Colours) -> str:
    """The section, in the page's colours of applications and queues; empty when no epoch has ended.
    Designs that translate nothing are left out."""
    shown = [(n, r) for n, r in designs if any(e["l2_tlb_accesses"] for e in r["epochs"])]
    if not shown:
        return ""
    rows = [row(q.name, q.unit, shown, [app_lines(r, q) for _, r in shown], q.top, q.empty, apps) for q in QUANTITIES]
    waiting = row("waiting in a memory channel", "entries", shown, [queue_lines(r) for _, r in shown], None, "empty",
                  queues)
    window = any("window" in r for _, r in shown)
    warmup = " Grey is the time before the window of measurement." if window else ""
    return ("<h2>Over time</h2>\n<p class='faint'>A point is the average of an epoch and stands at its end; the panels "
            f"of a row have the same axes.{warmup} Each line is an application.</p>\n"
            + zoom.CONTROLS + key(apps) + "".join(rows)
            + ("<p class='faint'>The queues of the memory channels, averages; each line is a queue.</p>\n"
               + key(queues) + waiting if waiting else "") + zoom.script(MARGIN))
