# SPDX-License-Identifier: Apache-2.0
"""Two plots over the sizes of a unit next to each other, as an SVG of the same bytes for the same numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Axes = Any


def two_plots(sizes: str, left_label: str, right_label: str, draw: Callable[[Axes, Axes], None]) -> bytes:
    """sizes: what the axis below says; `draw` puts the lines on the left and the right one."""
    import matplotlib.pyplot as plt  # matplotlib is not needed by anything else here

    from scripts.plot import figure_svg
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.4))
    draw(left, right)
    left.set_ylabel(left_label)
    left.legend(fontsize=8)
    right.set_ylabel(right_label)
    for axis in (left, right):
        axis.set_xlabel(sizes)
        axis.set_ylim(bottom=0)
        axis.grid(alpha=0.3)
    return figure_svg.svg(figure)
