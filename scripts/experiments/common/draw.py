# SPDX-License-Identifier: Apache-2.0
"""A figure as CSV, as SVG and as a part of the page."""

import csv
import io

from scripts.plot.colours import hues
from scripts.plot.ratios import ratio
from scripts.plot.style import escaped, key, round_top, table, whole_page, wide

from .figure import Cell, Figure

LABEL, LENGTH, VALUE = 260, 300, 60  # pixels across: names, bars, numbers
BAR, GAP, LINE = 11, 9, 15           # pixels down: a bar, between rows, a name


def text(value: float | None) -> str:
    return "–" if value is None else f"{value:.3g}" if abs(value) < 1 else f"{value:,.2f}".rstrip("0").rstrip(".")


def series_of(figure: Figure) -> list[str]:
    return list(dict.fromkeys(s for cells in figure.rows.values() for s in cells))


def as_csv(figure: Figure) -> str:
    file = io.StringIO()
    out = csv.writer(file, lineterminator="\n")
    out.writerow(["row", "series", "unit", "ours", "paper", "ours/paper"])
    for row, cells in figure.rows.items():
        for series, (ours, paper) in cells.items():
            out.writerow([row, series, figure.unit,
                          *("" if v is None else f"{v:.6g}" for v in (ours, paper, ratio(ours, paper)))])
    return file.getvalue()


def legend(figure: Figure, colours: dict[str, int], y: int) -> list[str]:
    """What each colour is, and the mark if there is one, one below the other."""
    marks = [(name, f"style='fill:hsl({hue} 60% 50%)'", BAR - 2) for name, hue in colours.items()]
    if any(paper is not None for cells in figure.rows.values() for _, paper in cells.values()):
        marks.append(("the paper", "class='paper'", 3))
    return [f"<rect {look} x='{LABEL}' y='{y + LINE * i}' width='{width}' height='{BAR - 2}'/>"
            f"<text class='key' x='{LABEL + BAR + 3}' y='{y + LINE * i + BAR - 2}'>{escaped(name)}</text>"
            for i, (name, look, width) in enumerate(marks)]


def svg(figure: Figure, alone: bool = False) -> str:
    """Bars across from zero, a black mark at the paper's value, light or dark. By itself with what the colours are,
    which a page says above it."""
    names = series_of(figure)
    (colours,) = hues(names)
    known = [v for cells in figure.rows.values() for cell in cells.values() for v in cell if v is not None]
    top = round_top(max(known, default=0.0))
    drawn = legend(figure, colours, 4) if alone else []
    y = 4 + (LINE * len(drawn) + GAP if alone else 0)
    for row, cells in figure.rows.items():
        drawn.append(f"<text x='{LABEL - 6}' y='{y + BAR * len(cells) / 2 + 4:.1f}' text-anchor='end'>"
                     f"{escaped(row)}</text>")
        for name, (ours, paper) in cells.items():
            if ours is not None:
                width = LENGTH * max(ours, 0) / top
                drawn.append(f"<rect class='bar' style='fill:hsl({colours[name]} 60% 50%)' x='{LABEL}' y='{y}' "
                             f"width='{width:.1f}' height='{BAR - 2}'><title>{escaped(row)}, {escaped(name)}: "
                             f"{text(ours)}</title></rect>")
            if paper is not None:
                drawn.append(f"<rect class='paper' x='{LABEL + LENGTH * paper / top - 1:.1f}' y='{y - 1}' width='3' "
                             f"height='{BAR}'><title>paper: {text(paper)}</title></rect>")
            drawn.append(f"<text class='value' x='{LABEL + LENGTH + 6}' y='{y + BAR - 3}'>{text(ours)}</text>")
            y += BAR
        y += GAP
    drawn.append(f"<text x='{LABEL}' y='{y + 10}'>0</text><text x='{LABEL + LENGTH}' y='{y + 10}' "
                 f"text-anchor='end'>{text(top)} {escaped(figure.unit)}</text>")
    style = ("<style>text{font:11px system-ui,sans-serif;fill:#5c6670}.value{font-size:9px}.paper{fill:#000}"
             "@media (prefers-color-scheme:dark){text{fill:#9aa5b1}.paper{fill:#fff}}</style>")
    return (f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {LABEL + LENGTH + VALUE} {y + 16}' "
            f"width='{LABEL + LENGTH + VALUE}' height='{y + 16}' role='img' "
            f"aria-label='{escaped(figure.title)}: {escaped('; '.join(names))}'>{style}{''.join(drawn)}</svg>\n")


def cell(value: Cell) -> str:
    ours, paper = value
    said = f" ({text(paper)}; × {text(ratio(ours, paper))})" if paper is not None else ""
    return text(ours) + said


def section(figure: Figure) -> str:
    names = series_of(figure)
    head = (f"<h2>{escaped(figure.name)}: {escaped(figure.title)}</h2>\n<p>{escaped(figure.unit)}. "
            f"<a href='{figure.stem}.csv'>CSV</a>, <a href='{figure.stem}.svg'>SVG</a></p>\n")
    if not figure.rows:
        return head + "<p>Nothing of this figure was run.</p>\n"
    note = f"<p class='faint'>{escaped(figure.note)}</p>\n" if figure.note else ""
    rows = [(row, "", [cell(cells[n]) if n in cells else "" for n in names]) for row, cells in figure.rows.items()]
    return (head + note + key(*hues(names)) + wide("figure", svg(figure)) + table(names, [("", rows)]))


def page(title: str, figures: list[Figure], notes: list[str]) -> str:
    said = "".join(f"<li>{escaped(n)}</li>" for n in notes)
    return whole_page(title, f"<h1>{escaped(title)}</h1>\n<p>Ours; in brackets the paper's value where its text names "
                      "one, and ours / the paper's. A black mark in a picture is the paper's value.</p>\n"
                      f"<ul>{said}</ul>\n" + "".join(section(f) for f in figures))
