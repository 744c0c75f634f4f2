# SPDX-License-Identifier: Apache-2.0
"""A kernel of one's own, in OpenCL C: pages that it visits at random, on two designs, next to a kernel that streams."""

import pathlib

import matplotlib

import opengmmu

matplotlib.use("Agg")

pathlib.Path("visit.cl").write_text("""
kernel void visit(global unsigned *sum, global const unsigned *table, int steps) {
    unsigned at = get_global_id(0), all = 0;
    for (int i = 0; i < steps; i++) {
        at = at * 1664525u + 1013904223u;
        all += table[at >> 12];
    }
    sum[get_global_id(0)] = all;
}
""")
pathlib.Path("visit.toml").write_text("""
[[buffer]]
name = "table"
count = "1M"
value = 1
[[buffer]]
name = "sum"
count = 4096
fresh = true
[[step]]
kernel = "visit"
grid = 32
block = 128
args = ["sum", "table", 16]
[[check]]
buffer = "sum"
value = 16
""")

both = opengmmu.compare("cl:visit.cl,launch=visit.toml", "kernel:stream,size=256K", designs=["sharedtlb", "mask"])
for run in both:
    visit, stream = run.apps
    print(f"{run.design:9} weighted speedup {run.weighted_speedup:.3f}, walks of visit {visit.walks}")
both.plot("ipc").figure.savefig("own_kernel.png")
