# SPDX-License-Identifier: Apache-2.0
"""Data frames and pictures, where pandas and matplotlib are there."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .errors import GmmuError


def library(name: str, for_what: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        package = name.split(".", maxsplit=1)[0]
        raise GmmuError(f"{for_what}: expected {package} to be installed (Debian: python3-{package})") from None


def frame(rows: Sequence[Mapping[str, Any]]) -> Any:
    return library("pandas", "to_frame").DataFrame([dict(row) for row in rows])


@dataclass
class Line:
    """A curve; low and high are the spread of its values, empty where there is none."""

    name: str
    x: list[Any]
    y: list[Any]
    low: list[Any] = field(default_factory=list)
    high: list[Any] = field(default_factory=list)


def _axes(given: Any) -> Any:
    return given if given is not None else library("matplotlib.pyplot", "plot").subplots()[1]


def lines(curves: Sequence[Line], across: str, up: str, axes: Any = None) -> Any:
    axes = _axes(axes)
    numeric = all(isinstance(x, (int, float)) and not isinstance(x, bool) for curve in curves for x in curve.x)
    for curve in curves:
        x = curve.x if numeric else [str(value) for value in curve.x]
        y = [float("nan") if value is None else value for value in curve.y]
        drawn, = axes.plot(x, y, marker="o", label=curve.name)
        if curve.low and curve.low != curve.high:
            axes.fill_between(x, curve.low, curve.high, alpha=0.2, color=drawn.get_color())
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    if len(curves) > 1:
        axes.legend()
    return axes


def bars(values: Mapping[str, Any], up: str, axes: Any = None) -> Any:
    axes = _axes(axes)
    axes.bar(list(values), [0 if value is None else value for value in values.values()])
    axes.set_ylabel(up)
    return axes
