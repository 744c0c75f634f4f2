# SPDX-License-Identifier: Apache-2.0
"""Figures of matplotlib as SVG: the same figure gives the same bytes."""

import io
from typing import Any

import matplotlib
import matplotlib.pyplot as plt

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "gmmu"


def svg(figure: Any) -> bytes:
    """Closes the figure."""
    figure.tight_layout()
    out = io.BytesIO()
    figure.savefig(out, format="svg", metadata={"Date": None})
    plt.close(figure)
    return out.getvalue()
