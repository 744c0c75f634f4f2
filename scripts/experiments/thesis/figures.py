# SPDX-License-Identifier: Apache-2.0
"""Figures 6.1 and 6.11 to 6.15 of the thesis: runs, tables, SVG.

usage: figures.py [--sizes small|rounds|parboil] [--only 6.11,...] [--benchmarks lbm,...]
                  [--app KERNEL[,KEY=VALUE]...] [--seeds N] [--set PATH=VALUE] [--jobs N] [--profile FOLDER]
                  GMMU DIRECTORY

Writes DIRECTORY/index.html, figures.md, results.json and one SVG per figure. The runs go through the
engine of sweeps (docs/reference/sweeps.md), which keeps them in DIRECTORY/runs.
"""

import argparse
import json
import pathlib
import shlex
import subprocess
import sys
import time

from scripts.experiments.thesis import draw, plan, results, runs, sizes
from scripts.output import files
from scripts.sweep import options


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="figures.py")
    parser.add_argument("--sizes", choices=sizes.SIZES, default="rounds",
                        help="of the data: rounds: two to six of blocks; small: few benchmarks; parboil: near its own")
    parser.add_argument("--only", default="", help="figures, separated by commas")
    parser.add_argument("--benchmarks", default="", help="short names, separated by commas")
    parser.add_argument("--app", action="append", default=[], metavar="KERNEL[,KEY=VALUE]",
                        help="other parameters of a benchmark: halloc-grid-points,sample=0")
    parser.add_argument("--seeds", type=int, default=1, help="seeds of the benchmarks' data; cycles are summed")
    options.add_values(parser)
    options.add(parser)
    parser.add_argument("--seconds", type=int, default=900, help="limit of one run")
    parser.add_argument("gmmu")
    parser.add_argument("directory", type=pathlib.Path)
    arguments = parser.parse_args()
    known = [f.number for f in plan.FIGURES]
    for number in arguments.only.split(","):
        if number and number not in known:
            parser.error(f"--only {number}: expected some of {', '.join(known)}")
    for name in arguments.benchmarks.split(","):
        if name and name not in plan.PARBOIL + plan.HALLOC:
            parser.error(f"--benchmarks {name}: expected some of {', '.join(plan.PARBOIL + plan.HALLOC)}")
    for app in arguments.app:
        if app.split(",")[0] not in sizes.SIZES["rounds"]:
            parser.error(f"--app {app}: expected one of {', '.join(sizes.SIZES['rounds'])}, then its parameters")
    if arguments.seeds < 1:
        parser.error(f"--seeds {arguments.seeds}: expected at least 1")
    options.check(parser, arguments)
    return arguments


def choose(arguments: argparse.Namespace) -> dict[str, str]:
    apps = dict(sizes.SIZES[arguments.sizes])
    apps.update({app.split(",")[0]: app for app in arguments.app if app.split(",")[0] in apps})
    names = [name for name in arguments.benchmarks.split(",") if name]
    return {b: app for b, app in apps.items() if not names or results.short(b) in names}


def origin(arguments: argparse.Namespace, data: dict) -> draw.Origin:
    version = subprocess.run([arguments.gmmu, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    chip = next((seeds[0]["chip"] for seeds in data.values()), "")
    return draw.Origin(shlex.join(sys.argv), chip, arguments.set, arguments.seeds, version)


def report(figures: list, apps: dict[str, str], data: dict, directory: pathlib.Path, of: draw.Origin) -> None:
    parts, text, numbers = [], [], {}
    contents: dict[pathlib.Path, files.Content] = {}
    for figure in figures:
        columns = [results.bars(figure, s, apps, data) for s in figure.series]
        if not columns[0]:
            continue
        name = f"fig_{figure.number.replace('.', '_')}.svg"
        contents[directory / name] = draw.draw(figure, columns)
        table = draw.rows(figure, columns)
        parts.append((figure, table, name))
        text.append(f"## Fig. {figure.number}: {figure.title}\n\n{draw.markdown(table)}\n")
        numbers[figure.number] = {s.label: c for s, c in zip(figure.series, columns)}
    notes = results.directions(apps, data)
    text.append("## Against the expected order of the schemes\n\n" + ("\n".join(f"- {n}" for n in notes) or "None."))
    raw = [{"app": app, "options": list(options), "seeds": r} for (app, options), r in sorted(data.items())]
    files.write_all({**contents, directory / "figures.md": "\n".join(text) + "\n",
                     directory / "index.html": draw.page(parts, notes, of), directory / "results.json": json.dumps(
                         {"figures": numbers, "against_order": notes, "runs": raw}, indent=1)})
    print("\n".join(text))


def main() -> int:
    arguments = parse()
    figures = results.select(list(filter(None, arguments.only.split(","))))
    apps = choose(arguments)
    start = time.monotonic()
    try:
        settings = runs.settings(arguments.gmmu, arguments.directory, arguments.jobs, arguments.seconds,
                                 arguments.profile)
        data = runs.run_all(settings, results.wanted(figures, apps), arguments.seeds, arguments.set)
    except runs.RunError as error:
        print(f"figures.py: {error}", file=sys.stderr)
        return 1
    report(figures, apps, data, arguments.directory, origin(arguments, data))
    print(f"\n{len(data) * arguments.seeds} runs in {time.monotonic() - start:.0f} s: {arguments.directory}/index.html")
    return 0


if __name__ == "__main__":
    sys.exit(files.program("figures.py", main))
