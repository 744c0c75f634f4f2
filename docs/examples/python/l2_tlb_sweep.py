# SPDX-License-Identifier: Apache-2.0
"""How large must a shared L2 TLB be? Random updates of a table of 2 MB, 512 pages, with three seeds."""

import matplotlib

import opengmmu

matplotlib.use("Agg")

ENTRIES = [128, 256, 512, 1024]

points = opengmmu.sweep({"tlb.l2.entries": ENTRIES, "seed": [1, 2, 3]}, "kernel:gups,size=2M,updates=32K",
                        design="sharedtlb", on_point=lambda point: print(".", end="", flush=True))
print()
for name in ("l2_tlb.hit_rate", "walks"):
    curve, = points.curves(name, x="tlb.l2.entries", app=0)
    print(f"{name:16}" + "".join(f"{value:>12.6g}" for value in curve.y))
axes = points.plot("walks", x="tlb.l2.entries", app=0)
axes.set_xscale("log", base=2)
axes.figure.savefig("l2_tlb.png")
