# SPDX-License-Identifier: Apache-2.0
"""The kernel on two designs, next to a kernel that streams: page walks, and a plot of the speed."""

import matplotlib.pyplot
import opengmmu

both = opengmmu.compare("cl:docs/guide/own-kernel/sums.cl,launch=docs/guide/own-kernel/sums.toml",
                        "kernel:stream,size=1M", designs=["sharedtlb", "mask"])
for run in both:
    print(run.design, run.apps[0].walks, f"{run.weighted_speedup:.2f}")
both.plot("ipc")
matplotlib.pyplot.show()
