# SPDX-License-Identifier: Apache-2.0
"""OpenGMMU from Python: the simulator, its chips, traces of one's own, and the hardware units by themselves.

    import opengmmu
    result = opengmmu.run("kernel:gups,size=2M", design="mask")
    print(result.cycles, result.apps[0].l2_tlb.hit_rate)

docs/guide/python.md is the guide. It needs the standard library alone; to_frame() needs pandas, plot() matplotlib.
Whatever goes wrong is a GmmuError, whose text is the one line that gmmu has said.
"""

from . import trace, units
from .chip import Chip
from .errors import GmmuError, NotFound, Timeout, TraceError, UnitError
from .program import find
from .result import Application, Comparison, Result, load
from .runs import Point, Probe, Sweep, compare, probe, run, sweep

__all__ = ["Application", "Chip", "Comparison", "GmmuError", "NotFound", "Point", "Probe", "Result", "Sweep",
           "Timeout", "TraceError", "UnitError", "compare", "find", "load", "probe", "run", "sweep", "trace", "units"]
