# SPDX-License-Identifier: Apache-2.0
"""Runs, comparisons, sweeps and probes: each is one or more calls of gmmu."""

from __future__ import annotations

import contextlib
import csv
import itertools
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import draw
from .chip import Chip
from .errors import GmmuError
from .options import application_words, is_option, no_outputs, number, words
from .program import Name, call
from .result import Comparison, Result, statistic_of

App = str | Sequence[str]
ChipLike = str | os.PathLike[str] | Chip


@contextlib.contextmanager
def _chip_words(chip: ChipLike | None) -> Iterator[list[str]]:
    if chip is None:
        yield []
    elif isinstance(chip, Chip):
        with chip.file() as path:
            yield [f"--chip={path}"]
    else:
        yield [f"--chip={os.fspath(chip)}"]


def _simulate(command: str, apps: Sequence[App], chip: ChipLike | None, options: Mapping[str, Any],
              gmmu: Name | None, timeout: float | None, on_line: Callable[[str], None] | None = None) -> Any:
    """The JSON of gmmu run or compare."""
    no_outputs(options, "kanata", "perfetto", "csv")
    with tempfile.TemporaryDirectory(prefix="opengmmu-") as folder, _chip_words(chip) as chip_words:
        path = Path(folder, "result.json")
        call([command, *chip_words, *application_words(apps), *words(command, options, gmmu), "--quiet",
              f"--json={path}"], gmmu=gmmu, timeout=timeout, on_line=on_line)
        return json.loads(path.read_text(encoding="utf-8"))


def run(*apps: App, design: str | None = None, chip: ChipLike | None = None,
        set: Mapping[str, Any] | None = None, gmmu: Name | None = None, timeout: float | None = None,
        on_epoch: Callable[[dict[str, Any]], None] | None = None, **options: Any) -> Result:
    """One design. An application is a text for --app ("kernel:gups,size=2M", "trace:DIR"), or a list of such texts
    that run one after the other. `set` changes values of the chip or the design: {"tlb.l2.entries": "1K"}. All other
    options of `gmmu help run` by their names: epoch=5000, no_alone=True, sms=[20, 10]. Ends after `timeout` seconds.
    `on_epoch` gets each of the result's `epochs` while the run goes on, `every` epochs (1) at a time."""
    given = {"design": design, "set": set, **options}
    if on_epoch is None:
        return Result(_simulate("run", apps, chip, given, gmmu, timeout), gmmu)
    take = on_epoch
    return Result(_simulate("run", apps, chip, {"every": 1, **given}, gmmu, timeout,
                            lambda line: take(json.loads(line))), gmmu)


def compare(*apps: App, designs: Sequence[str] | None = None, chip: ChipLike | None = None,
            set: Mapping[str, Any] | None = None, gmmu: Name | None = None, timeout: float | None = None,
            **options: Any) -> Comparison:
    """Several designs side by side, without `designs` all; otherwise as run(). "mask+rtl" next to "mask" runs the
    units as RTL, and is an error unless both have the same results."""
    one = [designs] if isinstance(designs, str) else designs
    given = {"design": list(one) if one is not None else None, "set": set, **options}
    return Comparison(_simulate("compare", apps, chip, given, gmmu, timeout), gmmu)


@dataclass(frozen=True)
class Point:
    """One run of a sweep, and the values that it had."""

    values: dict[str, Any]
    result: Result


class Sweep(Sequence[Point]):
    """All points, in the order of the values; the last axis changes first."""

    def __init__(self, axes: Mapping[str, Sequence[Any]], points: Sequence[Point]):
        self.axes = {name: list(values) for name, values in axes.items()}
        self._points = list(points)

    def __getitem__(self, which: Any) -> Any:
        return self._points[which]

    def __len__(self) -> int:
        return len(self._points)

    def values(self, statistic: str, app: int | None = None) -> list[Any]:
        """Of each point."""
        return [statistic_of(point.result, statistic, app) for point in self._points]

    def rows(self) -> list[dict[str, Any]]:
        """Result.rows() of all points, with a column for each axis."""
        return [{**point.values, **row} for point in self._points for row in point.result.rows()]

    def to_frame(self) -> Any:
        """A pandas.DataFrame of rows()."""
        return draw.frame(self.rows())

    def curves(self, statistic: str, x: str | None = None, by: str | None = None,
               app: int | None = None) -> list[draw.Line]:
        """A line for each value of the axis `by`, over the axis `x` (the first one without a name). Over all other
        axes, such as seeds, a line is the mean, and its spread goes from the least to the largest value."""
        x = x or next(iter(self.axes))
        for name in (x, by):
            if name is not None and name not in self.axes:
                raise GmmuError(f"{name}: expected an axis of the sweep: {', '.join(self.axes)}")
        made = []
        for line in self.axes[by] if by else [None]:
            curve = draw.Line(f"{by} = {number(line)}" if by else statistic, [], [])
            for value in self.axes[x]:
                found = [statistic_of(point.result, statistic, app) for point in self._points
                         if point.values[x] == value and (by is None or point.values[by] == line)]
                known = [v for v in found if v is not None]
                if known:
                    curve.x.append(value)
                    curve.y.append(sum(known) / len(known))
                    curve.low.append(min(known))
                    curve.high.append(max(known))
            made.append(curve)
        return made

    def plot(self, statistic: str = "ipc", x: str | None = None, by: str | None = None, app: int | None = None,
             axes: Any = None) -> Any:
        """Draws curves(); the matplotlib axes."""
        return draw.lines(self.curves(statistic, x, by, app), x or next(iter(self.axes)), statistic, axes)

    def __repr__(self) -> str:
        return f"<Sweep of {len(self)} points over {', '.join(self.axes)}>"


def sweep(over: Mapping[str, Sequence[Any]], *apps: App, chip: ChipLike | None = None,
          set: Mapping[str, Any] | None = None, jobs: int | None = None, gmmu: Name | None = None,
          timeout: float | None = None, on_point: Callable[[Point], None] | None = None, **options: Any) -> Sweep:
    """run() at each point of a grid. A name in `over` is an option of run ("design", "seed", "epoch"), "chip", or a
    path of --set ("tlb.l2.entries"). `jobs` points at a time, without it one for each core; `on_point` is called at
    each end. The first error ends the sweep, and names its point."""
    axes = {name: list(values) for name, values in over.items()}
    for name, values in axes.items():
        if not values:
            raise GmmuError(f"sweep: {name}: expected one value at least")
    if not axes:
        raise GmmuError("sweep: expected one axis at least, such as {'tlb.l2.entries': [256, 512]}")
    if jobs is not None and jobs < 1:
        raise GmmuError(f"sweep: jobs={jobs}: expected 1 at least")

    def point(values: dict[str, Any]) -> Point:
        given = dict(options)
        paths, own = dict(set or {}), {"chip": chip}
        for name, value in values.items():
            if name == "chip":
                own["chip"] = value
            elif is_option("run", name, gmmu):
                given[name] = value
            else:
                paths[name] = value
        try:
            return Point(values, run(*apps, chip=own["chip"], set=paths, gmmu=gmmu, timeout=timeout, jobs=1, **given))
        except GmmuError as error:
            error.add_note(f"at {', '.join(f'{name} = {value}' for name, value in values.items())}")
            raise

    grid = [dict(zip(axes, values)) for values in itertools.product(*axes.values())]
    with ThreadPoolExecutor(jobs or len(os.sched_getaffinity(0))) as pool:
        running = [pool.submit(point, values) for values in grid]
        try:
            for done in as_completed(running):
                if on_point:
                    on_point(done.result())
                done.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        return Sweep(axes, [future.result() for future in running])


@dataclass(frozen=True)
class Probe:
    """What an experiment said (`text`), whether it found anything, and the points of its curves (`rows`)."""

    experiment: str
    text: str
    found: bool
    rows: list[dict[str, Any]]

    def to_frame(self) -> Any:
        """A pandas.DataFrame of rows."""
        return draw.frame(self.rows)


def _value(text: str) -> Any:
    for kind in (int, float):
        with contextlib.suppress(ValueError):
            return kind(text)
    return text or None


def probe(experiment: str, *, chip: ChipLike | None = None, set: Mapping[str, Any] | None = None,
          gmmu: Name | None = None, timeout: float | None = None, **options: Any) -> Probe:
    """What accesses alone tell about a chip: an experiment of `gmmu help probe`, such as "tlb-boundary"."""
    no_outputs(options)
    with tempfile.TemporaryDirectory(prefix="opengmmu-") as folder, _chip_words(chip) as chip_words:
        path = Path(folder, "points.csv")
        done = call(["probe", experiment, *chip_words, *words("probe", {"set": set, **options}, gmmu),
                     f"--csv={path}"], gmmu=gmmu, timeout=timeout, also=[1])
        lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    table = csv.DictReader(line for line in lines if not line.startswith("#"))
    rows = [{name: _value(value) for name, value in row.items()} for row in table]
    return Probe(experiment, done.out or done.err, done.code == 0, rows)
