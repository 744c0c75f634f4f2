# SPDX-License-Identifier: Apache-2.0
"""Figures as SVG, tables as Markdown and one HTML page."""

import html
import pathlib

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402  (the backend has to be chosen first)

from .plan import GEOMEAN, Figure, Series  # noqa: E402

matplotlib.rcParams["svg.hashsalt"] = "gmmu"  # the same input gives the same bytes
COLOURS = ["#1b6ca8", "#d1495b", "#66a182", "#edae49"]


def thesis(figure: Figure, series: Series, columns: list[dict[str, float]]) -> dict[str, float]:
    """What the thesis says; of its geometric mean only beside one over the same benchmarks."""
    complete = len(columns[0]) == len(figure.benchmarks) + 1
    return {name: value for name, value in series.thesis.items() if complete or name != GEOMEAN}


def draw(figure: Figure, columns: list[dict[str, float]], path: pathlib.Path) -> None:
    """Grouped bars; a mark where the thesis names a value."""
    names = list(columns[0])
    width = 0.8 / len(columns)
    picture, axis = plt.subplots(figsize=(max(6.0, 0.9 * len(names)), 3.6))
    for k, (series, values) in enumerate(zip(figure.series, columns)):
        left = [i - 0.4 + (k + 0.5) * width for i in range(len(names))]
        axis.bar(left, [values[n] for n in names], width, label=series.label, color=COLOURS[k])
        known = thesis(figure, series, columns)
        said = [(x, known[n]) for x, n in zip(left, names) if n in known]
        if said:
            axis.plot([x for x, _ in said], [y for _, y in said], "k_", markersize=12, markeredgewidth=2)
    axis.plot([], [], "k_", label="thesis")
    axis.axhline(1.0, color="#888888", linewidth=0.8)
    axis.set_xticks(range(len(names)), names, rotation=30, ha="right")
    axis.set_ylabel("performance / baseline")
    axis.set_title(f"Fig. {figure.number}: {figure.title}", fontsize=10)
    axis.legend(fontsize=8, ncols=len(columns) + 1, loc="lower left")
    picture.tight_layout()
    picture.savefig(path, metadata={"Date": None})
    plt.close(picture)


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


def html_table(table: list[list[str]]) -> str:
    def line(cells: list[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(c)}</{tag}>" for c in cells) + "</tr>\n"
    return "<table>" + line(table[0], "th") + "".join(line(r, "td") for r in table[1:]) + "</table>\n"


def page(parts: list[tuple[Figure, list[list[str]], str]], notes: list[str]) -> str:
    body = "".join(f"<h2>Fig. {f.number}: {html.escape(f.title)}</h2><img src='{name}' alt='Fig. {f.number}'>"
                   + html_table(table) for f, table, name in parts)
    noted = "".join(f"<li>{html.escape(n)}</li>" for n in notes) or "<li>none</li>"
    return ("<!DOCTYPE html><html lang='en'><meta charset='utf-8'><title>Thesis chapter 6, reproduced</title>"
            "<style>body{font:15px sans-serif;margin:2em auto;max-width:64em}table{border-collapse:collapse}"
            "td,th{padding:.2em .8em;border-bottom:1px solid #ddd;text-align:right}"
            "td:first-child{text-align:left}img{max-width:100%}</style>"
            "<h1>Thesis chapter 6, reproduced</h1><p>Performance over the baseline of each figure, higher is better; "
            f"in brackets what the thesis's text says.</p>{body}<h2>Against the expected order of the schemes</h2>"
            f"<ul>{noted}</ul></html>\n")


__all__ = ["draw", "markdown", "page", "rows"]
