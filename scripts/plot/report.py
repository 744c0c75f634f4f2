# SPDX-License-Identifier: Apache-2.0
"""gmmu report: results as one HTML page, to be read in any browser, light or dark, wide or narrow.

usage: report.py GMMU FILE.json... [--html PAGE.html]

Reads what `gmmu compare --json` (or run) wrote, all runs of the same applications; writes the page, by default next to
the first file. Its statistics are those that `gmmu list --statistics` names for the table. A colour is one design, one
application or one queue on the whole page. The first design is the baseline that others are held against.
scripts/install/report_program.py packs this file and what it imports for `gmmu report`.
"""

import argparse
import dataclasses
import json
import os
import pathlib
import shlex
import subprocess
import sys
from collections.abc import Iterable
from typing import Any, NoReturn
from urllib.parse import quote

from scripts.output import files
from scripts.plot.colours import hues
from scripts.plot.over_time import QUEUES, app_names, over_time
from scripts.plot.ratios import ratio
from scripts.plot.style import bars, escaped, facts, key, table, whole_page

NAME = "gmmu: report"  # that messages begin with

Run = dict[str, Any]  # the JSON of one run (docs/reference/output.md)
App = dict[str, Any]
Row = tuple[str, str, list[str]]
Statistic = dict[str, Any]  # of `gmmu list --statistics`


def label(run: Run) -> str:
    return str(run["design"]) + ("+rtl" if run["rtl"] else "")


def labels(runs: list[Run]) -> list[str]:
    """One name for each run: a design that stands twice is numbered."""
    names = [label(run) for run in runs]
    return [name if names.count(name) == 1 else f"{name} ({names[:i].count(name) + 1})" for i, name in enumerate(names)]


def number(value: float | None, decimals: int) -> str:
    return "–" if value is None else f"{value:,.{decimals}f}"


def ends(run: Run) -> str:
    """When a run without a window has ended (docs/reference/output.md)."""
    launches = run.get("changed", {}).get("measure.launches", 0)
    if launches:
        return f"every application has ended {launches} launches, or measure.most_cycles have passed"
    return "every application has ended once"


def measured(run: Run) -> str:
    """What the figures of the page are of."""
    if "window" not in run:
        return f"The run ends when {ends(run)}."
    first, end = run["window"]["from_cycle"], run["window"]["end_cycle"]
    return f"All figures are of the window of measurement, core cycles {first:,} to {end - 1:,}, if not said otherwise."


def at(result: Run | App, name: str) -> float | None:
    """A statistic of a run or an application; None where it has none, or where the statistic does not apply."""
    value: Any = result
    for word in name.split("."):
        value = value.get(word) if isinstance(value, dict) else None
    return None if name in result["not_applicable"] else value


def rows_of(results: list[Run] | list[App], of: str, statistics: list[Statistic]) -> list[Row]:
    """As the table of gmmu: a statistic that some runs have alone is left out where none has counted anything."""
    rows = []
    for statistic in statistics:
        values = [at(result, statistic["name"]) for result in results]
        if statistic["of"] != of or "line" not in statistic or ("only" in statistic and not any(values)):
            continue
        scale = 100 if statistic["kind"] == "rate" else 1
        rows.append((statistic["line"], statistic["meaning"].replace("`", ""),
                     [number(None if v is None else scale * v, statistic["decimals"]) for v in values]))
    return rows


def against(values: list[float]) -> list[str]:
    return [number(ratio(value, values[0]), 3) for value in values]


def chip_rows(runs: list[Run], baseline: str, statistics: list[Statistic]) -> list[Row]:
    rows = rows_of(runs, "chip", statistics)
    if len(runs) > 1:
        has_alone = all("weighted_speedup" in r for r in runs)
        values = [r["weighted_speedup" if has_alone else "ipc"] for r in runs]
        what = "weighted speedup" if has_alone else "IPC"
        rows.insert(0, (f"speedup over {baseline}", f"Its {what} over that of {baseline}.", against(values)))
    return [*rows, ("event hash", "Equal for equal runs.", [r["event_hash"][:8] for r in runs])]


def app_rows(runs: list[Run], i: int, baseline: str, statistics: list[Statistic]) -> list[Row]:
    apps = [r["applications"][i] for r in runs]
    rows = rows_of(apps, "application", statistics)
    if len(runs) > 1:
        rows.insert(1, (f"IPC over {baseline}", f"Its IPC over that under {baseline}.",
                        against([a["ipc"] for a in apps])))
    return rows


def app_title(app: App) -> str:
    return f"{app['name']} (ASID {app['asid']}, {app['sms']} SMs)"


@dataclasses.dataclass
class Source:
    """A file of results."""

    link: str  # from the folder of the page
    made: dict[str, Any]
    runs: list[Run]


def lines(texts: Iterable[str]) -> str:
    """Each once."""
    return "<br>".join(dict.fromkeys(text for text in texts if text))


def head(sources: list[Source]) -> str:
    """What was run, and with which simulator; results of a version that did not record this lack a part of it."""
    firsts, all_made = [source.runs[0] for source in sources], [source.made for source in sources if source.made]
    changes = [", ".join(f"{k} = {json.dumps(v)}" for k, v in first.get("changed", {}).items()) for first in firsts]
    links = [f"<a href='{quote(os.fsencode(source.link))}'>{escaped(os.path.basename(source.link))}</a>"
             for source in sources]
    return facts([("command", lines(f"<code>{escaped(shlex.join(['gmmu', *made['command']]))}</code>"
                                    for made in all_made)),
                  ("chip", lines(escaped(first["chip"]) for first in firsts)),
                  ("changed", lines(map(escaped, changes))),
                  ("applications", lines(f"<code>{escaped(text)}</code>" for made in all_made
                                         for text in made.get("applications", []))),
                  ("measured", lines(escaped(measured(first)) for first in firsts)),
                  ("seed", lines(escaped(str(first["seed"])) for first in firsts)),
                  ("version", lines(escaped(f"gmmu {made['version']} (commit {made['commit']})") for made in all_made)),
                  ("all results", lines(links))])


def distinct(runs: list[Run], names: list[str]) -> list[tuple[str, Run]]:
    """Without the RTL twins of C runs, whose curves would lie on top of them."""
    in_c = {(r["design"], r["event_hash"]) for r in runs if not r["rtl"]}
    return [(n, r) for n, r in zip(names, runs) if not r["rtl"] or (r["design"], r["event_hash"]) not in in_c]


def bar_panels(shown: list[tuple[str, Run]], colours: dict[str, int]) -> str:
    panels = [bars(title, [(n, r[field]) for n, r in shown], colours)
              for title, field in (("Weighted speedup", "weighted_speedup"), ("Unfairness", "unfairness"))
              if all(field in r for _, r in shown)]
    panels.append(bars("IPC, all applications", [(n, r["ipc"]) for n, r in shown], colours))
    for i, app in enumerate(shown[0][1]["applications"]):
        panels.append(bars(f"IPC of {app_title(app)}", [(n, r["applications"][i]["ipc"]) for n, r in shown], colours))
    return f"<div class='panels'>{''.join(panels)}</div>\n"


def report(sources: list[Source], statistics: list[Statistic]) -> str:
    runs = [run for source in sources for run in source.runs]
    names = labels(runs)
    shown = distinct(runs, names)
    colours, app_colours, queue_colours = hues([n for n, _ in shown], app_names(runs[0]), list(QUEUES))
    apps = runs[0]["applications"]
    title = " + ".join(str(a["name"]) for a in apps)
    twins = [n for n in names if n not in colours]
    groups = [("The chip", chip_rows(runs, names[0], statistics))]
    groups += [(app_title(a), app_rows(runs, i, names[0], statistics)) for i, a in enumerate(apps)]
    parts = [f"<h1>OpenGMMU: {escaped(title)}</h1>\n", head(sources)]
    if twins:
        parts.append("<p>Identical to the same design in C, and left out of the pictures: "
                     f"{escaped(', '.join(twins))}.</p>\n")
    parts += ["<h2>Designs</h2>\n", key(colours), bar_panels(shown, colours), "<h2>All figures</h2>\n",
              f"<p class='faint'>A dash: does not apply. Ratios are to the first column, {escaped(names[0])}.</p>\n",
              table(names, groups)]
    parts.append(over_time(shown, app_colours, queue_colours))
    return whole_page(f"OpenGMMU: {title}", "".join(parts))


def known_statistics(gmmu: pathlib.Path) -> list[Statistic]:
    done = subprocess.run([gmmu.resolve(), "list", "--statistics"], capture_output=True, check=True)
    return list(json.loads(done.stdout))


def read(file: pathlib.Path, folder: pathlib.Path) -> Source:
    data = json.loads(file.read_text(encoding="utf-8"))
    runs = data["runs"] if "runs" in data else [data]
    if not runs:
        raise ValueError("no runs, expected one at least")
    return Source(os.path.relpath(file, folder), data["provenance"] if "provenance" in data else {}, runs)


def reason(error: Exception, source: pathlib.Path) -> str:
    """Why there is no report, behind the name of the file it is about."""
    if isinstance(error, OSError):
        return f"{error.filename or source}: {error.strerror}"
    if isinstance(error, json.JSONDecodeError):
        return f"{source}: line {error.lineno}: no JSON, expected what gmmu run or compare --json wrote"
    if isinstance(error, RecursionError):
        return f"{source}: no results of gmmu: too deep to be read"
    if isinstance(error, (KeyError, TypeError)):
        return f"{source}: no results, expected what gmmu run or compare --json wrote"
    return f"{source}: {error}"


class Arguments(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        if "required" in message:
            message = "no file"
        print(f"{NAME}: {message}: expected gmmu report FILE.json... [--html PAGE.html]", file=sys.stderr)
        sys.exit(2)


def main() -> int:
    parser = Arguments(add_help=False, allow_abbrev=False)
    parser.add_argument("gmmu", type=pathlib.Path)
    parser.add_argument("files", type=pathlib.Path, nargs="+", metavar="FILE.json")
    parser.add_argument("--html", type=pathlib.Path)
    args = parser.parse_args()
    page: pathlib.Path = args.html or args.files[0].with_suffix(".html")
    file = args.files[0]
    sources: list[Source] = []
    try:
        for file in args.files:
            sources.append(read(file, page.parent))
            applications = [app_names(source.runs[0]) for source in (sources[0], sources[-1])]
            if applications[0] != applications[1]:
                raise ValueError(f"applications {', '.join(applications[1])}, expected {', '.join(applications[0])} "
                                 f"as in {args.files[0]}")
        files.spare([page], args.files)
        files.write(page, report(sources, known_statistics(args.gmmu)))
    except (OSError, ValueError, KeyError, TypeError, RecursionError, subprocess.CalledProcessError) as error:
        print(f"{NAME}: {reason(error, file)}", file=sys.stderr)
        return 2
    print(f"report: {page}")
    return 0


def program() -> int:
    return files.program(NAME, main)


if __name__ == "__main__":
    sys.exit(program())
