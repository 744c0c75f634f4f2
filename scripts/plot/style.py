# SPDX-License-Identifier: Apache-2.0
"""The look of our HTML pages: one style for light and dark, wide and narrow; nothing from elsewhere."""

import dataclasses
import html
import math
import re

STYLE = """
:root{--ink:#1d2329;--faint:#5c6670;--line:#d5dae0;--page:#ffffff;--panel:#f5f7f9;--light:42%}
@media (prefers-color-scheme:dark){:root{--ink:#e4e8ec;--faint:#9aa5b1;--line:#39424c;--page:#14181c;--panel:#1d2329;
--light:64%}}
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--page);margin:0 auto;padding:1rem;
max-width:75rem;overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.2}h2{font-size:1.25rem;margin-top:2.2rem}h3{font-size:1rem;margin:.2rem 0}
p{max-width:50rem}.faint{color:var(--faint)}a{color:inherit}
code{font-size:.9em;background:var(--panel);padding:.1em .3em}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:1rem 0}dt{color:var(--faint)}dd{margin:0}
.wide{overflow-x:auto;background:linear-gradient(90deg,var(--page) 40%,transparent) 0 0/3rem 100% no-repeat local,
linear-gradient(270deg,var(--page) 40%,transparent) 100% 0/3rem 100% no-repeat local,
linear-gradient(90deg,var(--line),transparent) 0 0/1rem 100% no-repeat scroll,
linear-gradient(270deg,var(--line),transparent) 100% 0/1rem 100% no-repeat scroll}
.wide:focus-visible{outline:2px solid var(--faint)}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .8rem;border-bottom:1px solid var(--line);text-align:right;vertical-align:top;white-space:nowrap}
th:first-child,td:first-child{text-align:left;white-space:normal;min-width:11rem;max-width:24rem;padding-left:0;
position:sticky;left:0;background:var(--page)}
th[scope=row]{font-weight:400}
th small,td small{display:block;color:var(--faint);font-size:.8rem;line-height:1.3}
tr.group th{padding-top:1.4rem;text-align:left;font-size:1.05rem;white-space:normal}
.panels{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,21rem),1fr));gap:1rem}
.times{display:grid;grid-template-columns:repeat(var(--columns),minmax(0,26rem));gap:1rem}
@media (max-width:45rem){.times{grid-template-columns:minmax(0,1fr)}}
.panel{background:var(--panel);padding:.8rem;border-radius:.4rem;min-width:0}
.key{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;margin:.6rem 0;padding:0;list-style:none}
.key i{display:inline-block;width:.9em;height:.9em;margin-right:.4em;background:hsl(var(--hue) 60% var(--light))}
.bars{display:grid;grid-template-columns:minmax(5rem,max-content) 1fr max-content;gap:.3rem .6rem;align-items:center}
.bars b{display:block;height:1.1rem;min-width:1px;background:hsl(var(--hue) 60% var(--light))}
.bars .beyond{background:linear-gradient(90deg,hsl(var(--hue) 60% var(--light)) 75%,transparent)}
svg:not(.plot){display:block;width:100%;height:auto}
.times .plot{cursor:crosshair;touch-action:pan-y}svg .drawn{fill:var(--faint);opacity:.3}
.zoom button{font:inherit;color:inherit;background:var(--panel);border:1px solid var(--line);border-radius:.3rem}
.zoom button:focus-visible{outline:2px solid var(--faint)}
svg text{fill:var(--faint);font:11px system-ui,sans-serif}
svg .axis{stroke:var(--line);stroke-width:1;fill:none}
svg .curve{stroke:hsl(var(--hue) 60% var(--light));stroke-width:2;fill:none}
svg .grey{fill:var(--line);opacity:.5}
svg .dot{fill:hsl(var(--hue) 60% var(--light))}
svg .spot,svg .area{fill:transparent}
figure{margin:0}img{max-width:100%;height:auto;background:#fff}
"""


SQUASHES = 2.5  # times the next longest bar
MARGIN = 4       # around the axes of a picture, where dots are still seen
MOST_DOTS = 40  # of a line; with more the points are not drawn, but still say their values


def escaped(text: str) -> str:
    """For HTML; characters that no page may hold are shown as \\xNN."""
    # U+DC80 to U+DCFF are how Python has bytes of arguments that are no text.
    return html.escape(re.sub(r"[\x00-\x1f\x7f-\x9f\udc80-\udcff]", lambda c: f"\\x{ord(c[0]) & 0xff:02x}", text))


def whole_page(title: str, body: str, more: str = "") -> str:
    """`more`: style of this page alone."""
    return ("<!DOCTYPE html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'>\n"
            "<meta name='viewport' content='width=device-width, initial-scale=1'>\n"
            "<meta name='color-scheme' content='light dark'>\n<link rel='icon' href='data:,'>\n"
            f"<title>{escaped(title)}</title>\n<style>{STYLE}{more}</style>\n</head>\n<body>\n{body}</body>\n</html>\n")


def facts(known: list[tuple[str, str]]) -> str:
    """What a page is about, at its head: names and HTML; what is empty is left out."""
    return "<dl>" + "".join(f"<dt>{name}</dt><dd>{text}</dd>" for name, text in known if text) + "</dl>\n"


def wide(about: str, inside: str) -> str:
    """A box in which what is too wide scrolls, also by keys; its edge is shaded where something is hidden."""
    return f"<div class='wide' tabindex='0' role='region' aria-label='{escaped(about)}'>{inside}</div>\n"


def table(head: list[str], groups: list[tuple[str, list[tuple[str, str, list[str]]]]]) -> str:
    """Groups of rows, each with a name, a sentence that explains it (or none), and a cell for each head."""
    lines = ["<table>", "<tr><td></td>" + "".join(f"<th scope='col'>{escaped(h)}</th>" for h in head) + "</tr>"]
    for title, rows in groups:
        if title:
            lines.append(f"<tr class='group'><th scope='rowgroup' colspan='{len(head) + 1}'>{escaped(title)}</th></tr>")
        for name, says, cells in rows:
            small = f"<small>{escaped(says)}</small>" if says else ""
            lines.append(f"<tr><th scope='row'>{escaped(name)}{small}</th>"
                         + "".join(f"<td>{escaped(c)}</td>" for c in cells) + "</tr>")
    return wide("table", "\n".join([*lines, "</table>"]))


def key(colours: dict[str, int]) -> str:
    items = "".join(f"<li><i style='--hue:{hue}'></i>{escaped(name)}</li>" for name, hue in colours.items())
    return f"<ul class='key'>{items}</ul>\n"


def bars(title: str, values: list[tuple[str, float]], colours: dict[str, int], decimals: int = 3) -> str:
    """Horizontal bars from zero. One that would squash all others is left out of the scale, and fades out."""
    order = sorted((value for _, value in values), reverse=True)
    is_alone = len(order) > 1 and order[0] > SQUASHES * order[1] > 0
    most = (order[1] if is_alone else order[0] if order else 0.0) or 1.0
    lines = [f"<span>{escaped(name)}</span><span><b{' class=beyond' if value > most else ''} "
             f"style='--hue:{colours[name]};width:{100 * min(value / most, 1):.2f}%'></b></span>"
             f"<span>{value:.{decimals}f}</span>" for name, value in values]
    note = "<p class='faint'>The bar that fades out is longer than drawn.</p>" if is_alone else ""
    return f"<div class='panel'><h3>{escaped(title)}</h3><div class='bars'>{''.join(lines)}</div>{note}</div>\n"


def whole(value: float) -> str:
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:.4g}"


def round_top(most: float) -> float:
    """The end of an axis: the next of 1, 2, 3, 4, 5, 6, 8 with noughts."""
    if most <= 0:
        return 1.0
    step = 10.0 ** math.floor(math.log10(most))
    return next(step * digit for digit in (1, 2, 3, 4, 5, 6, 8, 10) if step * digit >= most)


Point = tuple[float, float | None]  # None: there is no value here, and the line has a gap


@dataclasses.dataclass(frozen=True)
class Frame:
    """The axes of a picture: pictures with the same one can be compared."""

    across: str
    up: str
    left: float
    right: float
    top: float  # the bottom is zero
    grey: tuple[float, float] | None = None  # a part of the axis across

    X0, Y0, WIDTH, HEIGHT = 58.0, 170.0, 262.0, 145.0

    def place(self, x: float, y: float) -> tuple[float, float]:
        part = (x - self.left) / (self.right - self.left) if self.right > self.left else 0.5
        return self.X0 + self.WIDTH * part, self.Y0 - self.HEIGHT * min(y / self.top, 1.0)

    def axes(self) -> list[str]:
        x0, y0, width, height = self.X0, self.Y0, self.WIDTH, self.HEIGHT
        drawn = [f"<path class='axis' d='M{x0} {y0 - height}V{y0}H{x0 + width}'/>"]
        for part in (0.0, 0.5, 1.0):
            drawn.append(f"<text x='{x0 - 5}' y='{y0 - height * part + 4:.1f}' text-anchor='end'>"
                         f"{whole(self.top * part)}</text>")
        for side, x in {"from": self.left, "to": self.right}.items() if self.left < self.right else [("", self.left)]:
            drawn.append(f"<text class='{side}' x='{self.place(x, 0)[0]:.1f}' y='{y0 + 15}' "
                         f"text-anchor='middle'>{whole(x)}</text>")
        drawn.append(f"<text x='{x0 + width / 2}' y='{y0 + 30}' text-anchor='middle'>{escaped(self.across)}</text>")
        if self.up:
            drawn.append(f"<text x='11' y='{y0 - height / 2}' text-anchor='middle' "
                         f"transform='rotate(-90 11 {y0 - height / 2})'>{escaped(self.up)}</text>")
        return drawn

    def plot(self, drawn: list[str]) -> str:
        """What is drawn between the axes, cut off there but for a margin in which a dot at the edge is seen whole."""
        left, up, width, height = self.X0, self.Y0 - self.HEIGHT, self.WIDTH, self.HEIGHT
        grey = ""
        if self.grey:
            begin, end = (self.place(x, 0)[0] for x in self.grey)
            grey = f"<rect class='grey' x='{begin:.1f}' y='{up}' width='{end - begin:.1f}' height='{height}'/>"
        area = f"{left - MARGIN} {up - MARGIN} {width + 2 * MARGIN} {height + 2 * MARGIN}"
        x, y, wide, high = area.split()
        box = f"x='{x}' y='{y}' width='{wide}' height='{high}'"
        return (f"<svg class='plot' {box} viewBox='{area}'><rect class='area' {box}/>{grey}"
                f"{''.join(drawn)}</svg>")


def strokes(points: list[tuple[float, float] | None]) -> str:
    """The path through points; None begins it anew."""
    path, pen = "", "M"
    for point in points:
        path += f"{pen}{point[0]:.1f} {point[1]:.1f}" if point else ""
        pen = "L" if point else "M"
    return path


def curves(title: str, frame: Frame, lines: list[tuple[str, list[Point]]], colours: dict[str, int],
           empty: str = "", behind: list[str] | None = None) -> str:
    """A line for each name; `empty` is said where none has a point, `behind` is drawn first."""
    drawn = list(behind or [])
    for name, line in lines:
        at = [frame.place(x, y) if y is not None else None for x, y in line]
        if not any(at):
            continue
        style = f"style='--hue:{colours[name]}'"
        drawn.append(f"<path class='curve' {style} d='{strokes(at)}'><title>{escaped(name)}</title></path>")
        point = f"class='dot' {style} r='2'" if len(at) <= MOST_DOTS else "class='spot' r='4'"
        drawn += [f"<circle {point} cx='{p[0]:.1f}' cy='{p[1]:.1f}'>"
                  f"<title>{escaped(name)}, {whole(x)}: {y:.4g}</title></circle>"
                  for p, (x, y) in zip(at, line) if p and y is not None]
    inside = [frame.plot(drawn)]
    if not any(y is not None for _, line in lines for _, y in line):
        inside.append(f"<text x='{frame.X0 + frame.WIDTH / 2}' y='{frame.Y0 - frame.HEIGHT / 2}' "
                      f"text-anchor='middle'>{escaped(empty)}</text>")
    return (f"<figure class='panel'><h3>{escaped(title)}</h3><svg viewBox='0 0 345 205' role='img' "
            f"aria-label='{escaped(title)}'>{''.join(frame.axes() + inside)}</svg></figure>\n")
