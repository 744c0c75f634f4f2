# SPDX-License-Identifier: Apache-2.0
"""Styles of the top function (scripts/gen/unit_top.py), and which one is best for which tool.

Scalar took Bambu the fewest cycles per call in every unit where it passed: the table of docs/reports/hls.md, to
which a test holds this choice.
"""

import json
import pathlib

from scripts.gen.unit_top import STYLES, TopError, of_style
from scripts.hls.job import ToolError

BEST = {"bambu": "scalar"}
# scalar ends with an internal error of Bambu, or has no answer in minutes.
BEST_OF = {("bambu", "sm_driver"): "arrays", ("bambu", "axi4_port"): "arrays"}


def best(tool: str, unit: str) -> str:
    return BEST_OF.get((tool, unit), BEST.get(tool, "struct"))


def chosen(style: str, tool: str, unit: str) -> str:
    if style == "best":
        return best(tool, unit)
    if style not in STYLES:
        raise ToolError(f"no style '{style}', expected best, {', '.join(STYLES)}")
    return style


def optimize(style: str) -> str:
    """For the host's compiler: gcc takes minutes and gigabytes for straight-line code that it optimizes."""
    return "-O0" if style == "scalar" else "-O1"


def sources(style: str, config: str, unit_c: pathlib.Path, build: pathlib.Path) -> list[pathlib.Path]:
    """What a tool is given: the top, and the C of the unit where the top does not have it in itself."""
    if style == "struct":
        top = build / f"gen/{config}_top.c"
        if not top.is_file():
            raise ToolError(f"{top} is missing")
        return [unit_c, top]
    top = build / f"hls/top/{style}/{config}_top.c"
    top.parent.mkdir(parents=True, exist_ok=True)
    try:
        top.write_text(of_style(style, json.loads((build / f"lockstep/{config}/layout.json").read_text())))
    except TopError as error:
        raise ToolError(str(error)) from error
    return [top]
