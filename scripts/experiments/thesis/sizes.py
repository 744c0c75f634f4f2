# SPDX-License-Identifier: Apache-2.0
"""How large the data of each benchmark is: what --app kernel: takes, by --sizes."""

from .plan import PARBOIL

# The thesis ran the samples that come with Halloc (4.1), and of several kernels the main one (6.5.1); so its heap is
# Halloc's, too. Length, degree and side are those of the samples; how many there are is ours.
SAMPLE = "sample=1,hashed=1"

# Two to six rounds of blocks on 16 SMs: the defaults of Parboil's kernels.
ROUNDS = {f"parboil-{name}": f"parboil-{name}" for name in PARBOIL} | {
    "halloc-add-strings": f"halloc-add-strings,length=31,{SAMPLE}",
    "halloc-random-graph": f"halloc-random-graph,degree=4,{SAMPLE}",
    "halloc-grid-points": f"halloc-grid-points,side=32,{SAMPLE}",
}

# The reduced set, which `make test` can afford.
SMALL = {
    "parboil-sgemm": "parboil-sgemm,m=1024,n=64,k=64",
    "parboil-histo": "parboil-histo,size=100000",
    "parboil-lbm": "parboil-lbm,ny=8,nz=8",
    "parboil-spmv": "parboil-spmv,rows=4000",
    "halloc-add-strings": f"halloc-add-strings,pairs=2000,length=31,{SAMPLE}",
}

# As near to Parboil's own data as run time allows. Which set: the thesis took the inputs that simulate fastest and
# still have several rounds of blocks (6.5.1), so the smallest published one whose main kernel has two rounds on the
# 16 SMs of Table 6.1; and one launch, as there. How large: as the set, but halved until `stall` over NVLink takes at
# most ten seconds of CPU time; first what makes work and no output, down to the default, then an outer dimension of
# the output. Fixed before Fig. 6.15 was first run with them.
SETS = {
    "parboil-sgemm": "parboil-sgemm,m=1K,n=1056,k=248",  # medium: 1024 x 1056, k = 992
    "parboil-cutcp": "parboil-cutcp,regions=9,atoms=8",  # large: 676 blocks of 512 points, cutoff 12 Angstrom
    "parboil-histo": "parboil-histo,parts=1",  # default: 996 x 1040 values; stores what Parboil's kernel stores
    "parboil-sad": "parboil-sad,width=176,height=144",  # default: the same
    "parboil-tpacf": "parboil-tpacf,sets=100,points=121",  # small: 100 sets of 487 points
    "parboil-bfs": "parboil-bfs,nodes=256K",  # 1M: 1 million nodes
    "parboil-mri-gridding": "parboil-mri-gridding,n=80,samples=20750",  # small: 65536 blocks, 2.7 million samples
    "parboil-stencil": "parboil-stencil,n=512,nz=32,steps=1",  # default: 512 x 512 x 64
    "parboil-spmv": "parboil-spmv,rows=146689,nnz=21",  # large: Dubcova3, 3.6 million entries
    "parboil-lbm": "parboil-lbm,ny=120,nz=38,steps=1",  # short: 120 x 120 x 150
    "parboil-mri-q": "parboil-mri-q,voxels=256K,samples=128",  # large: 64 x 64 x 64 voxels, 2048 samples
}

SIZES = {"rounds": ROUNDS, "small": SMALL, "parboil": ROUNDS | SETS}
