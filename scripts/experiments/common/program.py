# SPDX-License-Identifier: Apache-2.0
"""What the programs have in common that reproduce a paper: options, runs, files, what is printed."""

import argparse
import dataclasses
import pathlib
import sys
from collections.abc import Callable, Mapping

from scripts.output import files
from scripts.plot.ratios import ratio
from scripts.sweep import engine, options, spec

from . import draw
from .figure import Figure


SMALL, WHOLE = "small", "whole"  # the forms that every paper has
NO_MORE: Mapping[str, str] = {}


@dataclasses.dataclass(frozen=True)
class Found:
    """What a paper's experiments have given."""

    figures: list[Figure]
    notes: list[str]   # at the top of the page, before the failed points
    failed: list[str]  # points without a result, and why


def parse(more: Mapping[str, str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="reproduce.py")
    forms = parser.add_mutually_exclusive_group()
    for form, text in {SMALL: "few points: shows that all works", **more}.items():
        forms.add_argument(f"--{form}", dest="form", action="store_const", const=form, default=WHOLE, help=text)
    options.add_values(parser)
    options.add(parser)
    parser.add_argument("gmmu", type=pathlib.Path)
    parser.add_argument("directory", type=pathlib.Path)
    arguments = parser.parse_args()
    options.check(parser, arguments)
    return arguments


def write(folder: pathlib.Path, title: str, found: list[Figure], said: list[str]) -> None:
    contents: dict[pathlib.Path, files.Content] = {}
    for figure in found:
        contents[folder / f"{figure.stem}.csv"] = draw.as_csv(figure)
        contents[folder / f"{figure.stem}.svg"] = draw.svg(figure, alone=True)
    files.write_all({**contents, folder / "index.html": draw.page(title, found, said)})


def show(found: list[Figure]) -> None:
    """What the paper's text has a value for."""
    for figure in found:
        for row, cells in figure.rows.items():
            for series, (ours, paper) in cells.items():
                if paper is not None:
                    print(f"{figure.name:12} {row:44} {series:12} {draw.text(ours):>8}  paper {draw.text(paper):>6}  "
                          f"ratio {draw.text(ratio(ours, paper))}")


def main(title: str, run: Callable[[engine.Settings, str], Found], more: Mapping[str, str] = NO_MORE) -> int:
    """`run` gets the form; `more`: what forms of this paper alone do, by their names."""
    arguments = parse(more)
    try:
        settings = engine.Settings(arguments.gmmu, arguments.directory / "runs", arguments.jobs, 900, 1024,
                                   arguments.profile, options.of_values(arguments.set))
        found = run(settings, arguments.form)
        changed = [f"All runs with {', '.join(arguments.set)}."] if arguments.set else []
        write(arguments.directory, title, found.figures,
              [*changed, *found.notes, *(f"Failed: {line}" for line in found.failed)])
    except (spec.SpecError, engine.EngineError, files.WriteError) as error:
        print(f"reproduce.py: {error}", file=sys.stderr)
        return 2
    show(found.figures)
    for line in found.failed:
        print(f"failed: {line}", file=sys.stderr)
    print(f"{arguments.directory}/index.html")
    return 1 if found.failed else 0
