# SPDX-License-Identifier: Apache-2.0
"""build/coverage/index.html: one page, no other file needed."""

from __future__ import annotations

import html
import os
import re
from pathlib import Path
from typing import Any

from scripts.output import files
from scripts.plot.style import whole_page, wide

from .collect import METRICS, Point

STYLE = """
:root{--full:#dff2df;--most:#fdf3d0;--low:#f9dcdc}
@media (prefers-color-scheme:dark){:root{--full:#1d3a22;--most:#42391a;--low:#4a2226}}
.full{background:var(--full)}.most,.jump{background:var(--most)}.low,.miss{background:var(--low)}
pre{background:var(--panel);padding:.6em;overflow-x:auto;margin:.4em 0;font:13px/1.4 ui-monospace,monospace}
summary{cursor:pointer}
"""
CONTEXT = 1  # lines shown around an uncovered one


def percent(points: list[Point], key: str = "hits") -> float:
    return 100.0 * sum(int(p[key] > 0) for p in points) / len(points) if points else 100.0


def _cell(points: list[Point], link: str) -> str:
    value = percent(points)
    kind = "full" if value == 100 else "most" if value >= 90 else "low"
    hit = sum(p["hits"] > 0 for p in points)
    jumps = f" ({percent(points, 'with_jumps'):.1f} %)" if value < 100 else ""
    return (f'<td class="{kind}"><a href="#{link}">{value:.1f} %</a>{jumps} '
            f'<span class="faint">{hit}/{len(points)}</span></td>')


def _link(file: str, line: int, folder: Path) -> str:
    target = os.path.relpath(file, folder)
    return f'<a href="{html.escape(target)}">{html.escape(file)}</a>:{line}'


class Sources:
    def __init__(self) -> None:
        self._known: dict[str, list[str]] = {}

    def lines(self, file: str) -> list[str]:
        if file not in self._known:
            path = Path(file)
            self._known[file] = path.read_text().split("\n") if path.is_file() else []
        return self._known[file]


def _snippets(points: list[Point], sources: Sources, folder: Path) -> str:
    """Uncovered points with their lines; neighbours share one snippet. Marked: what jumps do not reach either."""
    missed: dict[str, dict[int, list[str]]] = {}
    never: set[tuple[str, int]] = set()
    for p in points:
        if p["hits"] == 0:
            missed.setdefault(p["file"], {}).setdefault(p["line"], []).append(p["name"])
            if p["with_jumps"] == 0:
                never.add((p["file"], p["line"]))
    out = []
    for file, found in missed.items():
        text = sources.lines(file)
        for group in _groups(sorted(found)):
            shown = []
            for n in range(max(1, group[0] - CONTEXT), min(len(text), group[-1] + CONTEXT) + 1):
                line = f'<span class="faint">{n:5}</span> {html.escape(text[n - 1])}'
                names = _ranges([name for name in found.get(n, []) if name])
                if n in found:
                    kind = "miss" if (file, n) in never else "jump"
                    line = f'<span class="{kind}">{line}</span>' + (f'   <b>{html.escape(names)}</b>' if names else "")
                shown.append(line)
            out.append(f"<p>{_link(file, group[0], folder)}</p><pre>" + "\n".join(shown) + "</pre>")
    return "".join(out)


def _groups(numbers: list[int]) -> list[list[int]]:
    groups: list[list[int]] = []
    for n in numbers:
        if groups and n - groups[-1][-1] <= 2 * CONTEXT + 1:
            groups[-1].append(n)
        else:
            groups.append([n])
    return groups


def _ranges(names: list[str]) -> str:
    """count[3], count[4] become count[3..4]."""
    bits: dict[str, list[int]] = {}
    plain = []
    for name in names:
        found = re.fullmatch(r"(.*)\[(\d+)\]", name)
        if found:
            bits.setdefault(found[1], []).append(int(found[2]))
        else:
            plain.append(name)
    for name, numbers in bits.items():
        for run in _runs(sorted(numbers)):
            plain.append(f"{name}[{run[0]}]" if len(run) == 1 else f"{name}[{run[0]}..{run[-1]}]")
    shown = plain[:12]
    return ", ".join(shown) + (f" and {len(plain) - 12} more" if len(plain) > 12 else "")


def _runs(numbers: list[int]) -> list[list[int]]:
    runs: list[list[int]] = []
    for n in numbers:
        if runs and n == runs[-1][-1] + 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    return runs


def _bins(points: list[Point]) -> str:
    rows = ""
    for p in sorted(points, key=lambda p: int(p["hits"])):
        kind = "full" if p["hits"] else "low"
        rows += f'<tr class="{kind}"><td>{html.escape(p["name"])}</td><td>{p["hits"]}</td></tr>'
    return wide("bins", f"<table><tr><th scope='col'>bin</th><th scope='col'>hits</th></tr>{rows}</table>")


def _unit(data: dict[str, Any], sources: Sources, folder: Path) -> str:
    unit = data["unit"]
    out = [f'<h2 id="{unit}">{unit}</h2><p><code>{html.escape(data["run"])}</code></p>']
    for metric, title in METRICS.items():
        points = data[metric]
        body = _bins(points) if metric == "bins" else _snippets(points, sources, folder)
        missed = sum(p["hits"] == 0 for p in points)
        opened = " open" if missed and metric != "bins" else ""
        out.append(f'<details id="{unit}-{metric}"{opened}><summary>{title}: {percent(points):.1f} %, {missed} of '
                   f'{len(points)} not covered</summary>{body}</details>')
    return "".join(out)


def write(units: list[dict[str, Any]], path: Path) -> None:
    sources = Sources()
    head = "".join(f"<th scope='col'>{title}</th>" for title in METRICS.values())
    rows = "".join(f'<tr><th scope="row"><a href="#{d["unit"]}">{d["unit"]}</a></th>'
                   + "".join(_cell(d[m], f'{d["unit"]}-{m}') for m in METRICS) + "</tr>" for d in units)
    body = ("<h1>Coverage of the lock-step benches</h1>\n"
            "<p>RTL counted by Verilator, C by gcc, functional bins by the harness. A line of the RTL is covered when "
            "all its branches were taken; a toggle is one bit of one signal that changes after the reset. What "
            "counts is what the stimulus reaches from a reset. In brackets, and "
            "<span class=jump>in this colour</span>, what is reached only when the harness jumps into other states; "
            "<span class=miss>in this one</span> what is not even then.</p>\n"
            + wide("units", f"<table><tr><th scope='col'>unit</th>{head}</tr>{rows}</table>")
            + "".join(_unit(d, sources, path.parent) for d in units))
    files.write(path, whole_page("OpenGMMU: coverage of the lock-step benches", body, STYLE))
