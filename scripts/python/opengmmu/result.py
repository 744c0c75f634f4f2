# SPDX-License-Identifier: Apache-2.0
"""What a run has measured: statistics as attributes, as rows, as a data frame, and drawn."""

from __future__ import annotations

import difflib
import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from . import draw
from .errors import GmmuError
from .program import Name, listed

# Which fields of a run are lists of epochs.
EPOCHS = ("epochs", "chip_epochs")


class Values(Mapping[str, Any]):
    """A group of values by name: `x.l2_tlb.hit_rate`, `x["l2_tlb.hit_rate"]`. One that does not apply is None."""

    def __init__(self, raw: Mapping[str, Any], kind: str, prefix: str = "", gmmu: Name | None = None):
        self._raw = raw
        self._kind = kind  # "chip" or "application": which of the statistics
        self._prefix = prefix
        self._gmmu = gmmu

    def _known(self) -> list[str]:
        """Names of the statistics below this group, of those that gmmu has."""
        return [row["name"][len(self._prefix):] for row in listed("statistics", self._gmmu)
                if row["of"] == self._kind and row["name"].startswith(self._prefix)]

    def __getitem__(self, name: str) -> Any:
        if not isinstance(name, str):
            raise KeyError(name)
        found: Any = self._raw
        for part in name.split("."):
            if not isinstance(found, Mapping) or part not in found:
                return self._missing(name)
            found = found[part]
        if isinstance(found, Mapping):
            return Values(found, self._kind, f"{self._prefix}{name}.", self._gmmu)
        return found

    def _missing(self, name: str) -> Any:
        known = self._known()
        if name in known:
            return None
        if any(row.startswith(f"{name}.") for row in known):
            return Values({}, self._kind, f"{self._prefix}{name}.", self._gmmu)
        near = difflib.get_close_matches(name, {*known, *self._raw}, 1)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        raise KeyError(f"{self._prefix}{name}: expected a statistic of the {self._kind} (gmmu list --statistics){hint}")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError as error:
            raise AttributeError(error.args[0]) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._raw)

    def __len__(self) -> int:
        return len(self._raw)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._raw, *(name.split(".")[0] for name in self._known())})

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict(self._raw)!r})"


class Application(Values):
    """One application of a run: `name`, `sms`, and the statistics of an application."""

    name: str
    ipc: float

    def __repr__(self) -> str:
        return f"<Application {self._raw.get('name')}: IPC {self._raw.get('ipc')}>"


class Result(Values):
    """One run. `cycles`, `ipc`, `weighted_speedup`, `dram.bus_data`: the statistics of the chip, by the names of
    docs/reference/statistics.md; `applications`, or `apps`: those of each application; `epochs`: what changed."""

    cycles: int
    ipc: float
    design: str
    chip: str
    event_hash: str

    def __init__(self, raw: Mapping[str, Any], gmmu: Name | None = None):
        super().__init__(raw, "chip", "", gmmu)

    @property
    def raw(self) -> dict[str, Any]:
        """All that gmmu wrote, as its JSON says it."""
        return dict(self._raw)

    @property
    def applications(self) -> list[Application]:
        return [Application(app, "application", "", self._gmmu) for app in self._raw["applications"]]

    @property
    def apps(self) -> list[Application]:
        return self.applications

    @property
    def epochs(self) -> list[dict[str, Any]]:
        """One for each application and epoch, but for the last one, which ends with the run."""
        return [dict(row) for row in self._raw["epochs"]]

    @property
    def label(self) -> str:
        return str(self._raw["design"]) + ("+rtl" if self._raw.get("rtl") else "")

    def rows(self) -> list[dict[str, Any]]:
        """Every statistic: run, application (None: of the chip), statistic, unit, value; as --csv writes them."""
        made = []
        table = listed("statistics", self._gmmu)
        owners: list[tuple[int | None, str, Values]] = [(None, "chip", self)]
        owners += [(i, "application", app) for i, app in enumerate(self.applications)]
        for application, kind, values in owners:
            not_applicable = values.get("not_applicable") or ()
            for row in table:
                value = values[row["name"]] if row["of"] == kind else None
                if value is not None or (row["of"] == kind and row["name"] in not_applicable):
                    made.append({"run": self.label, "application": application, "statistic": row["name"],
                                 "unit": row["unit"], "value": None if row["name"] in not_applicable else value})
        return made

    def to_frame(self, what: str = "statistics") -> Any:
        """A pandas.DataFrame of rows(), or of the list "epochs" or "chip_epochs"."""
        if what != "statistics" and what not in EPOCHS:
            raise GmmuError(f"to_frame('{what}'): expected 'statistics', 'epochs' or 'chip_epochs'")
        return draw.frame(self.rows() if what == "statistics" else list(self._raw[what]))

    def plot(self, what: str = "ipc", axes: Any = None) -> Any:
        """Draws a field of `epochs` over time, a line for each application; the matplotlib axes."""
        fields = sorted({field for row in self.epochs for field in row} - {"epoch", "app", "end_cycle"})
        if self.epochs and what not in fields:
            raise GmmuError(f"plot('{what}'): expected a field of epochs: {', '.join(fields)}")
        if not self.epochs:
            raise GmmuError("plot: no epoch is over: expected a run of more cycles than epoch=")
        lines = []
        for i, app in enumerate(self.applications):
            mine = [row for row in self.epochs if row["app"] == i]
            lines.append(draw.Line(f"{app['name']} ({i})", [row["end_cycle"] for row in mine],
                                   [row[what] for row in mine]))
        return draw.lines(lines, "core cycles", what, axes)

    def save(self, path: str | os.PathLike[str]) -> None:
        write_whole(Path(path), json.dumps(self._raw, indent=2) + "\n")

    def __repr__(self) -> str:
        names = ", ".join(str(app["name"]) for app in self._raw["applications"])
        return f"<Result {self.label} on {self._raw['chip']}: {names}; {self._raw['cycles']} cycles>"


class Comparison(Sequence[Result]):
    """Runs of one workload on several designs, by number or by name: `c["mask"].ipc`."""

    def __init__(self, raw: Mapping[str, Any], gmmu: Name | None = None):
        self.raw = dict(raw)
        self._runs = [Result(run, gmmu) for run in raw.get("runs", [raw])]

    def __getitem__(self, which: Any) -> Any:
        if not isinstance(which, str):
            return self._runs[which]
        for run in self._runs:
            if which in (run.label, run.design):
                return run
        raise KeyError(f"{which}: expected one of {', '.join(self.designs)}")

    def __len__(self) -> int:
        return len(self._runs)

    @property
    def designs(self) -> list[str]:
        return [run.label for run in self._runs]

    def values(self, statistic: str, app: int | None = None) -> dict[str, Any]:
        """Of each design."""
        return {run.label: statistic_of(run, statistic, app) for run in self._runs}

    def rows(self) -> list[dict[str, Any]]:
        return [row for run in self._runs for row in run.rows()]

    def to_frame(self) -> Any:
        """A pandas.DataFrame of rows()."""
        return draw.frame(self.rows())

    def plot(self, statistic: str = "ipc", app: int | None = None, axes: Any = None) -> Any:
        """A bar for each design; the matplotlib axes."""
        return draw.bars(self.values(statistic, app), statistic, axes)

    def save(self, path: str | os.PathLike[str]) -> None:
        write_whole(Path(path), json.dumps(self.raw, indent=2) + "\n")

    def __repr__(self) -> str:
        return f"<Comparison of {', '.join(self.designs)}>"


def statistic_of(run: Result, statistic: str, app: int | None) -> Any:
    if app is None:
        return run[statistic]
    if not 0 <= app < len(run.applications):
        raise GmmuError(f"app={app}: expected 0 to {len(run.applications) - 1}")
    return run.applications[app][statistic]


def write_whole(path: Path, text: str) -> None:
    """The file appears when it is complete."""
    try:
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.",
                                         delete=False) as file:
            try:
                file.write(text)
                file.flush()
                mask = os.umask(0o077)
                os.umask(mask)
                os.chmod(file.name, 0o666 & ~mask)
                os.replace(file.name, path)
            except BaseException:
                os.unlink(file.name)
                raise
    except OSError as error:
        raise GmmuError(f"cannot write '{path}': {error.strerror or error}") from None


def read_regular(path: Path) -> str:
    """Of a regular file alone: a FIFO would wait for a writer."""
    try:
        if not path.is_file():
            raise GmmuError(f"cannot read '{path}': expected a regular file")
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise GmmuError(f"cannot read '{path}': {getattr(error, 'strerror', None) or error}") from None


def load(path: str | os.PathLike[str], gmmu: Name | None = None) -> Result | Comparison:
    """What gmmu run or compare --json, or save(), wrote."""
    try:
        raw = json.loads(read_regular(Path(path)))
    except ValueError as error:
        raise GmmuError(f"{os.fspath(path)}: {error}: expected JSON of gmmu run or compare") from None
    if isinstance(raw, dict) and "runs" in raw:
        return Comparison(raw, gmmu)
    if not isinstance(raw, dict) or "applications" not in raw or "cycles" not in raw:
        raise GmmuError(f"{os.fspath(path)}: expected JSON of gmmu run or compare")
    return Result(raw, gmmu)
