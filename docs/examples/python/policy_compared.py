# SPDX-License-Identifier: Apache-2.0
"""Who may fill the L2 TLB? Every walk, or warps with a token (MASK §5.2): random updates next to an LU decomposition,
in a window of ten epochs after four of warm-up."""

import opengmmu

APPS = ("kernel:gups,size=2M", "kernel:lud,n=2048")
REGIME = {"measure.warmup_epochs": 4, "measure.epochs": 10, "sm.tlb_misses": "blocking", "page_table.kind": "sparse"}

points = opengmmu.sweep({"design.tlb_fill": ["all", "tokens"]}, *APPS, design="sharedtlb", set=REGIME, epoch=5000)
for point in points:
    gups, lud = point.result.apps
    print(f"{point.values['design.tlb_fill']:6} weighted speedup {point.result.weighted_speedup:.3f}, "
          f"L2 TLB hit rate of gups {gups.l2_tlb.hit_rate:.3f}, of lud {lud.l2_tlb.hit_rate:.3f}")
