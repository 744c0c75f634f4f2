# SPDX-License-Identifier: Apache-2.0
"""Figures as SVG, tables as Markdown and one HTML page."""

import dataclasses
import itertools

import matplotlib.pyplot as plt

from scripts.plot import figure_svg, style

from .plan import FIGURES, GEOMEAN, Figure, Series

LABELS = list(dict.fromkeys(series.label for figure in FIGURES for series in figure.series))
# One colour for a scheme or link in all figures; within a figure neighbours are far apart.
COLOURS = dict(zip(LABELS, itertools.cycle(["#1b6ca8", "#d1495b", "#66a182", "#edae49", "#6a4c93", "#8d6e63", "#3aa6a6",
                                            "#7f8c8d", "#c06c9b", "#9aa532"])))


def thesis(figure: Figure, series: Series, columns: list[dict[str, float]]) -> dict[str, float]:
    """What the thesis says; of its geometric mean only beside one over the same benchmarks."""
    complete = len(columns[0]) == len(figure.benchmarks) + 1
    return {name: value for name, value in series.thesis.items() if complete or name != GEOMEAN}


def draw(figure: Figure, columns: list[dict[str, float]]) -> bytes:
    """Grouped bars; a mark where the thesis names a value."""
    names = list(columns[0])
    width = 0.8 / len(columns)
    picture, axis = plt.subplots(figsize=(max(6.0, 0.9 * len(names)), 3.6))
    for k, (series, values) in enumerate(zip(figure.series, columns)):
        left = [i - 0.4 + (k + 0.5) * width for i in range(len(names))]
        axis.bar(left, [values[n] for n in names], width, label=series.label, color=COLOURS[series.label])
        known = thesis(figure, series, columns)
        said = [(x, known[n]) for x, n in zip(left, names) if n in known]
        if said:
            axis.plot([x for x, _ in said], [y for _, y in said], "k_", markersize=12, markeredgewidth=2)
    axis.plot([], [], "k_", label="thesis")
    axis.axhline(1.0, color="#888888", linewidth=0.8)
    axis.set_xticks(range(len(names)), names, rotation=30, ha="right")
    axis.set_xlabel(f"benchmark of {figure.suite.capitalize()}")
    axis.set_ylabel("performance / baseline")
    axis.set_title(f"Fig. {figure.number}: {figure.title}", fontsize=10)
    across = 1 + (len(columns) if len(names) > 6 else len(columns) // 2)
    axis.legend(fontsize=8, ncols=across, loc="lower left")
    return figure_svg.svg(picture)


def rows(figure: Figure, columns: list[dict[str, float]]) -> list[list[str]]:
    """Ours, and in brackets the thesis's where its text names one."""
    table = [["benchmark", *(s.label for s in figure.series)]]
    known = [thesis(figure, s, columns) for s in figure.series]
    for name in columns[0]:
        cells = [f"{values[name]:.3f}" + (f" ({said[name]:.3g})" if name in said else "")
                 for said, values in zip(known, columns)]
        table.append([name, *cells])
    return table


def markdown(table: list[list[str]]) -> str:
    head, *body = table
    lines = ["| " + " | ".join(head) + " |", "| --- |" + " ---: |" * (len(head) - 1)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in body])


@dataclasses.dataclass(frozen=True)
class Origin:
    """Where the page's values come from."""

    command: str
    chip: str
    changed: list[str]  # PATH=VALUE
    seeds: int
    version: str  # of the simulator

    def head(self) -> str:
        seeds = "1" if self.seeds == 1 else f"1 to {self.seeds}, cycles summed"
        return style.facts([("command", f"<code>{style.escaped(self.command)}</code>"),
                            ("chip", style.escaped(self.chip)), ("changed", style.escaped(", ".join(self.changed))),
                            ("seed", seeds), ("version", style.escaped(self.version)),
                            ("all results", "<a href='results.json'>results.json</a>"),
                            ("tables", "<a href='figures.md'>figures.md</a>")])


def page(parts: list[tuple[Figure, list[list[str]], str]], notes: list[str], origin: Origin) -> str:
    title = "Thesis chapter 6, reproduced"
    lines = [f"<h1>{title}</h1>\n{origin.head()}<p>Performance over the baseline of each figure, higher is better; a "
             "colour is a scheme or a link on the whole page. In brackets, and as a mark, what the thesis's text "
             "says.</p>\n"]
    for figure, table, name in parts:
        lines.append(f"<h2>Fig. {figure.number}: {style.escaped(figure.title)}</h2>\n<figure><img src='{name}' "
                     f"alt='Fig. {figure.number}: the table below as bars'></figure>\n")
        lines.append(style.table(table[0][1:], [("", [(row[0], "", row[1:]) for row in table[1:]])]))
    noted = "".join(f"<li>{style.escaped(note)}</li>" for note in notes) or "<li>none</li>"
    lines.append(f"<h2>Against the expected order of the schemes</h2>\n<ul>{noted}</ul>\n")
    return style.whole_page(title, "".join(lines))


__all__ = ["Origin", "draw", "markdown", "page", "rows"]
