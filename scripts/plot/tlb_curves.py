# SPDX-License-Identifier: Apache-2.0
"""Curves of gmmu probe tlb-boundary --csv, of chips and of real GPUs, in one picture.

usage: tlb_curves.py OUT.svg STRIDE_BYTES NAME=FILE.csv...

Across: how many addresses are read, by powers of two; up: the average cycles of a read. Exit code: 0, 2 for a bad
argument or file.
"""

import csv
import math
import pathlib
import sys

from scripts.output import files
from scripts.plot.colours import hues
from scripts.plot.style import escaped, round_top, strokes

X0, Y0, WIDTH, HEIGHT = 50, 250, 560, 230  # pixels: the origin, and the lengths of the axes
TICKS = 4                                  # of the axis up
HEAD = ["level", "stride_bytes", "range_bytes", "cycles"]
STYLE = ("text{font:11px system-ui,sans-serif;fill:#5c6670}.axis{stroke:#d5dae0;fill:none}.curve{fill:none;"
         "stroke-width:1.5}@media (prefers-color-scheme:dark){text{fill:#9aa5b1}.axis{stroke:#39424c}}")

Curve = list[tuple[int, float]]  # reads, cycles of one on average


class CurveError(Exception):
    """One line for the user."""


def read(path: pathlib.Path, stride: int) -> Curve:
    """The points of all levels at a stride."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        head, *rows = list(csv.reader(line for line in lines if not line.startswith("#")))
        if head != HEAD:
            raise ValueError
        found = sorted({(int(span) // int(step), float(cycles))
                        for _, step, span, cycles in rows if int(step) == stride})
    except (OSError, ValueError):
        raise CurveError(f"{path}: expected a file of gmmu probe tlb-boundary --csv") from None
    if not found:
        raise CurveError(f"{path}: expected points with a stride of {stride}")
    return found


def svg(curves: dict[str, Curve], stride: int) -> str:
    right = math.log2(max(reads for curve in curves.values() for reads, _ in curve))
    top = round_top(max(cycles for curve in curves.values() for _, cycles in curve))
    (colours,) = hues(list(curves))

    def place(reads: float, cycles: float) -> tuple[float, float]:
        return X0 + WIDTH * math.log2(reads) / right, Y0 - HEIGHT * cycles / top

    drawn = [f"<path class='axis' d='M{X0} {Y0 - HEIGHT}V{Y0}H{X0 + WIDTH}'/>"]
    for i in range(TICKS + 1):
        drawn.append(f"<text x='{X0 - 5}' y='{Y0 - HEIGHT * i / TICKS + 4:.1f}' text-anchor='end'>"
                     f"{top * i / TICKS:g}</text>")
    for power in range(0, int(right) + 1, 2):
        drawn.append(f"<text x='{place(2 ** power, 0)[0]:.1f}' y='{Y0 + 15}' text-anchor='middle'>{2 ** power}</text>")
    drawn.append(f"<text x='{X0 + WIDTH / 2:g}' y='{Y0 + 32}' text-anchor='middle'>reads, {stride >> 20} MB apart; "
                 "up: cycles of a read on average</text>")
    for i, (name, curve) in enumerate(curves.items()):
        colour = f"hsl({colours[name]} 60% 50%)"
        drawn.append(f"<path class='curve' style='stroke:{colour}' d='{strokes([place(*p) for p in curve])}'>"
                     f"<title>{escaped(name)}</title></path>")
        drawn.append(f"<text x='{X0 + 20}' y='{Y0 - HEIGHT + 15 * (i + 1)}' style='fill:{colour}'>"
                     f"{escaped(name)}</text>")
    return (f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {X0 + WIDTH + 20} {Y0 + 42}' role='img'>"
            f"<style>{STYLE}</style>" + "\n".join(drawn) + "</svg>\n")


def main(arguments: list[str]) -> int:
    try:
        if len(arguments) < 3 or not arguments[1].isdecimal() or not all("=" in a for a in arguments[2:]):
            raise CurveError("expected OUT.svg STRIDE_BYTES NAME=FILE.csv...")
        stride = int(arguments[1])
        named = dict(a.split("=", 1) for a in arguments[2:])
        out = pathlib.Path(arguments[0])
        files.spare([out], map(pathlib.Path, named.values()))
        picture = svg({name: read(pathlib.Path(file), stride) for name, file in named.items()}, stride)
        files.write(out, picture)
    except (CurveError, OSError, files.WriteError) as error:
        print(f"tlb_curves.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
