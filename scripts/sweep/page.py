# SPDX-License-Identifier: Apache-2.0
"""The page of a sweep: each column over the first axis of numbers, a line for each combination of the other axes.
Seeds are no axis of their own: a point is their mean, its bar reaches from the least to the largest."""

import dataclasses
import itertools
import math
import re
from statistics import fmean

from scripts.plot import colours, style
from scripts.sweep import spec

SEEDS = "seed"
LOGARITHMIC = 16  # times the least value of an axis, from which on it is drawn so
UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
Rows = list[list[str]]  # of the table: head, then the texts of the axes, the columns, and the state


@dataclasses.dataclass(frozen=True)
class Logarithmic(style.Frame):
    def place(self, x: float, y: float) -> tuple[float, float]:
        across = self.X0 + self.WIDTH * math.log(x / self.left) / math.log(self.right / self.left)
        return across, super().place(self.left, y)[1]


def number(text: str) -> float | None:
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)([KMG]?)", text)
    return float(found[1]) * UNITS[found[2]] if found else None


def value(text: str) -> float | None:
    try:
        found = float(text)
    except ValueError:
        return None
    return found if math.isfinite(found) and found >= 0 else None


def axis_across(axes: list[spec.Axis]) -> int | None:
    """The first axis that is numbers; seeds are none to draw over."""
    return next((i for i, axis in enumerate(axes) if axis.name != SEEDS and len(axis.values) > 1
                 and None not in map(number, axis.values)), None)


def lines_of(axes: list[spec.Axis], across: int | None, rows: Rows, column: int) -> dict[str, dict[float, list[float]]]:
    """By the other axes, then by the place across: the values of all seeds."""
    others = [i for i, axis in enumerate(axes) if i != across and axis.name != SEEDS and len(axis.values) > 1]
    found: dict[str, dict[float, list[float]]] = {
        ", ".join(texts): {} for texts in itertools.product(*(axes[i].values for i in others))}
    for row in rows[1:]:
        y = value(row[column])
        x = 0.0 if across is None else number(row[across])
        if y is not None and x is not None:
            found[", ".join(row[i] for i in others)].setdefault(x, []).append(y)
    return found


def frame(axis: spec.Axis, top: float) -> style.Frame:
    places = [x for x in map(number, axis.values) if x is not None]
    least, most = min(places), max(places)
    if 0 < least * LOGARITHMIC <= most:
        return Logarithmic(f"{axis.name}, logarithmic", "", least, most, style.round_top(top))
    return style.Frame(axis.name, "", least, most, style.round_top(top))


def bar(at: style.Frame, x: float, values: list[float], hue: int) -> str:
    (left, low), (_, high) = at.place(x, min(values)), at.place(x, max(values))
    return f"<path class='curve' style='--hue:{hue}' d='M{left:.1f} {low:.1f}V{high:.1f}'/>"


def panel(head: str, axis: spec.Axis | None, lines: dict[str, dict[float, list[float]]], hues: dict[str, int]) -> str:
    values = [y for line in lines.values() for ys in line.values() for y in ys]
    if axis is None:
        return style.bars(head, [(name, fmean(line[0.0])) for name, line in lines.items() if line], hues)
    at = frame(axis, max(values, default=0.0))
    spread = [bar(at, x, ys, hues[name]) for name, line in lines.items() for x, ys in line.items()
              if min(ys) < max(ys)]
    points: list[tuple[str, list[style.Point]]] = [
        (name, [(x, fmean(ys)) for x, ys in sorted(line.items())]) for name, line in lines.items()]
    return style.curves(head, at, points, hues, "no values", spread)


def page(sweep: spec.Sweep, said: dict[str, str], rows: Rows) -> str:
    across = axis_across(sweep.axes)
    axis = None if across is None else sweep.axes[across]
    columns = {head: lines_of(sweep.axes, across, rows, len(sweep.axes) + k) for k, head in enumerate(sweep.columns)}
    names = list(next(iter(columns.values())))
    hues, = colours.hues(names)
    panels = "".join(panel(head, axis, lines, hues) for head, lines in columns.items())
    seeds = next((len(a.values) for a in sweep.axes if a.name == SEEDS), 1)
    note = (f"<p class='faint'>A point is the mean of {seeds} seeds; its bar reaches from the least to the largest."
            "</p>\n" if seeds > 1 and axis else "")
    axes = len(sweep.axes)
    points = [(", ".join(f"{a.name} {text}" for a, text in zip(sweep.axes, row)) or sweep.title, "", row[axes:])
              for row in rows[1:]]
    table = style.table(rows[0][axes:], [("", points)])
    return style.whole_page(sweep.title, (
        f"<h1>{style.escaped(sweep.title)}</h1>\n"
        + style.facts([(name, f"<code>{style.escaped(text)}</code>") for name, text in said.items()])
        + (style.key(hues) if names != [""] and axis else "") + note
        + f"<div class='panels'>{panels}</div>\n<h2>All points</h2>\n{table}"))
