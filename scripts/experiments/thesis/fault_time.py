# SPDX-License-Identifier: Apache-2.0
"""Fig. 6.2 of the thesis: faults in flight, and active warps of four SMs, over time, from a Perfetto file.

usage: fault_time.py PERFETTO.json FIGURE.svg

Prints a table of how long few warps are active and how many faults are in flight.
"""

import argparse
import dataclasses
import json
import pathlib
import sys

import matplotlib.pyplot as plt

from scripts.output import files
from scripts.plot import figure_svg

NAME = "fault_time.py"
SHOWN = 4  # SMs
Steps = list[tuple[float, float]]  # (µs, the value from then on)


@dataclasses.dataclass(frozen=True)
class Record:
    faults: Steps
    warps: dict[str, Steps]  # of each SM


def read(path: pathlib.Path) -> Record:
    faults: Steps = []
    warps: dict[str, Steps] = {}
    try:
        events = json.loads(path.read_text(encoding="utf-8"))["traceEvents"]
        track = {e["pid"]: e["args"]["name"] for e in events if e["name"] == "process_name"}
        for e in events:
            if e["ph"] == "C" and track[e["pid"]] == "faults":
                faults.append((e["ts"], e["args"]["value"]))
            elif e["ph"] == "C" and track[e["pid"]] == "active warps":
                warps.setdefault(e["name"], []).append((e["ts"], e["args"]["value"]))
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"{path}: expected a file of gmmu run --perfetto") from error
    if not faults or not warps:
        raise ValueError(f"{path}: no fault, or no warp; expected a run on chip tanasic with --faults migrate")
    return Record(faults, warps)


def total(steps: list[Steps]) -> Steps:
    """The sum of several."""
    now = [0.0] * len(steps)
    out: Steps = []
    for time, k, value in sorted((t, k, v) for k, one in enumerate(steps) for t, v in one):
        now[k] = value
        if out and out[-1][0] == time:
            out.pop()
        out.append((time, sum(now)))
    return out


def share(steps: Steps, begin: float, end: float, most: float) -> float:
    """Of the time from `begin` to `end` in which the value is `most` at most."""
    spans = zip(steps, [*(t for t, _ in steps[1:]), end])
    return sum(max(0.0, min(upto, end) - max(t, begin)) for (t, v), upto in spans if v <= most) / (end - begin)


def table(record: Record) -> list[tuple[str, str]]:
    begin, end = record.faults[0][0], record.faults[-1][0]
    warps = total(list(record.warps.values()))
    most = max(v for _, v in warps)
    last = max(t for t, _ in warps)
    rows = [("from the first fault to the last, of all, %", f"{100 * (end - begin) / last:.0f}"),
            ("faults in flight, at most", f"{max(v for _, v in record.faults):.0f}")]
    rows += [(f"time with at most {n} in flight, %", f"{100 * share(record.faults, begin, end, n):.0f}")
             for n in (1, 4)]
    rows += [("active warps, at most", f"{most:.0f}")]
    rows += [(f"time with at most a {word} of them active, %", f"{100 * share(warps, begin, end, most / n):.0f}")
             for word, n in (("sixteenth", 16), ("quarter", 4))]
    return rows


def draw(record: Record) -> bytes:
    names = sorted(record.warps, key=lambda name: int(name.split()[-1]))[:SHOWN]
    panels = [("faults in flight", record.faults), *((f"{name}: active warps", record.warps[name]) for name in names)]
    picture, axes = plt.subplots(len(panels), 1, sharex=True, figsize=(8, 1.3 * len(panels)))
    for axis, (title, steps) in zip(axes, panels):
        axis.step([t for t, _ in steps], [v for _, v in steps], where="post", color="#1b6ca8", linewidth=0.8)
        axis.set_ylim(bottom=0)
        axis.set_title(title, fontsize=9, loc="left")
    axes[-1].set_xlabel("time, µs")
    return figure_svg.svg(picture)


def main() -> int:
    parser = argparse.ArgumentParser(prog=NAME)
    parser.add_argument("perfetto", type=pathlib.Path)
    parser.add_argument("figure", type=pathlib.Path)
    arguments = parser.parse_args()
    try:
        record = read(arguments.perfetto)
        files.spare([arguments.figure], [arguments.perfetto])
        files.write(arguments.figure, draw(record))
    except (OSError, ValueError, files.WriteError) as error:
        print(f"{NAME}: {error}", file=sys.stderr)
        return 2
    for name, value in table(record):
        print(f"{name:55} {value:>6}")
    return 0


if __name__ == "__main__":
    sys.exit(files.program(NAME, main))
