# SPDX-License-Identifier: Apache-2.0
"""The table of all synthesis runs: hls.json, kept from run to run, and hls.md made from it.

Several runs may write it at once (make verify): each holds hls.lock while it changes the table.
"""

import contextlib
import dataclasses
import fcntl
import json
import pathlib
from collections.abc import Iterator

from scripts.hls.job import Result, ToolError
from scripts.output import files

COLUMNS = ("unit", "tool", "style", "device", "co-simulation", "cycles per call", "min…max", "II (cycles)",
           "clock (ns)", "target (ns)", "area", "tool time (s)", "tool memory (MB)", "version")
HEADER = "| " + " | ".join(COLUMNS) + " |"


def load(path: pathlib.Path) -> list[Result]:
    if not path.exists():
        return []
    try:
        return [Result(**row) for row in json.loads(path.read_text())]
    except (ValueError, TypeError) as error:
        raise ToolError(f"{path}: not a table of this script ({error}); remove it") from error


def shown(value: float | None) -> str:
    return "-" if value is None else f"{value:.4g}" if value != int(value) else f"{int(value)}"


def line(r: Result) -> str:
    area = ", ".join(f"{name} {shown(value)}" for name, value in r.area.items())
    span = "-" if r.latency_min is None else f"{shown(r.latency_min)}…{shown(r.latency_max)}"
    cells = [r.unit, r.tool, r.style, r.device, r.cosim, shown(r.latency), span, shown(r.interval), shown(r.clock_ns),
             shown(r.clock_target_ns), area, f"{r.cpu_s:.0f}", f"{r.memory_mb:.0f}", r.version or "-"]
    return "| " + " | ".join(cells) + " |"


def markdown(results: list[Result]) -> str:
    return "\n".join([HEADER, "|" + " --- |" * len(COLUMNS), *map(line, results)]) + "\n"


@contextlib.contextmanager
def locked(directory: pathlib.Path) -> Iterator[None]:
    directory.mkdir(parents=True, exist_ok=True)
    with (directory / "hls.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def others(directory: pathlib.Path, unit: str, tool: str, style: str) -> list[Result]:
    return [row for row in load(directory / "hls.json") if (row.unit, row.tool, row.style) != (unit, tool, style)]


def drop(directory: pathlib.Path, unit: str, tool: str, style: str) -> None:
    """Takes out the row of a unit, tool and style, if there is one: it is about to be made again."""
    with locked(directory):
        if (directory / "hls.json").exists():
            store(directory, others(directory, unit, tool, style))


def add(directory: pathlib.Path, result: Result) -> None:
    """Replaces the row of the same unit, tool and style."""
    with locked(directory):
        store(directory, [*others(directory, result.unit, result.tool, result.style), result])


def store(directory: pathlib.Path, results: list[Result]) -> None:
    results = sorted(results, key=lambda row: (row.unit, row.tool, row.style))
    data = [dataclasses.asdict(row) for row in results]
    files.write_all({directory / "hls.json": json.dumps(data, indent=1) + "\n",
                     directory / "hls.md": markdown(results)})
