# SPDX-License-Identifier: Apache-2.0
"""Three built-in kernels once more, as CUDA C with the same data at the same addresses.

`Twin(name, folder)` writes the program, its launch file and its data into a folder. The seed is the one of a run.
"""

import array
import dataclasses
import pathlib

MASK = (1 << 64) - 1
UNVISITED = 0xffffffff

GUPS = """
__global__ void gups(unsigned long long *table, unsigned mask, unsigned seed) {
    unsigned x = (blockIdx.x * blockDim.x + threadIdx.x) ^ seed;
#pragma unroll 1
    for (int i = 0; i < 8; i++) {
        x = x * 1664525u + 1013904223u;
        table[x >> 5 & mask] ^= x;
    }
}
"""
SPMV = """
__global__ void spmv(const unsigned *row, const float *x, float *y, const unsigned *col, const float *value, int rows) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    float sum = 0;
    unsigned end = row[i + 1];
#pragma unroll 1
    for (unsigned k = row[i]; k < end; k++) sum = value[k] * x[col[k]] + sum;
    y[i] = sum;
}
"""
BFS = """
__global__ void bfs(const unsigned *first, const unsigned *edge, unsigned *level, unsigned nodes, unsigned depth) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nodes || level[i] != depth) return;
    unsigned end = first[i + 1];
#pragma unroll 1
    for (unsigned k = first[i]; k < end; k++) {
        unsigned target = edge[k];
        if (level[target] == 0xffffffffu) level[target] = depth + 1;
    }
}
"""


def mix(x: int) -> int:
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9 & MASK
    x = (x ^ x >> 27) * 0x94d049bb133111eb & MASK
    return x ^ x >> 31


class Random:
    """As models/base/mix.h."""

    def __init__(self, seed: int) -> None:
        self.state = mix(seed - 1 & MASK) ^ 1

    def next(self) -> int:
        s = self.state
        s ^= s >> 12
        s ^= s << 25 & MASK
        s ^= s >> 27
        self.state = s
        return s * 0x2545f4914f6cdd1d & MASK


@dataclasses.dataclass
class Twin:
    name: str
    folder: pathlib.Path

    def __post_init__(self) -> None:
        self.buffers: list[str] = []
        self.steps: list[str] = []
        getattr(self, self.name)(Random(1))
        (self.folder / f"{self.name}.toml").write_text("\n".join(self.buffers + self.steps), encoding="ascii")

    @property
    def app(self) -> str:
        return f"cu:{self.name}.cu,launch={self.name}.toml"

    def source(self, text: str) -> None:
        (self.folder / f"{self.name}.cu").write_text(text, encoding="ascii")

    def buffer(self, name: str, kind: str, words: "list[int] | list[float]", code: str, more: str = "") -> None:
        (self.folder / f"{self.name}.{name}").write_bytes(array.array(code, words).tobytes())
        self.buffers.append(f'[[buffer]]\nname = "{name}"\ntype = "{kind}"\nfile = "{self.name}.{name}"\n{more}')

    def step(self, threads: int, block: int, arguments: str) -> None:
        self.steps.append(f'[[step]]\nkernel = "{self.name}"\ngrid = {-(-threads // block)}\nblock = {block}\n'
                          f"args = [{arguments}]")

    # The built-in kernel with the same work.
    BUILT_IN = {"gups": "kernel:gups,size=16M,updates=64K", "spmv": "kernel:spmv,rows=16K,nnz=8",
                "bfs": "kernel:bfs,nodes=16K,degree=6"}

    def gups(self, draw: Random) -> None:
        words = (16 << 20) // 8
        self.source(GUPS)
        self.buffers.append(f'[[buffer]]\nname = "table"\ntype = "u64"\ncount = {words}\nfill = "index"')
        self.step((64 << 10) // 8, 256, f'"table", {words - 1}, {draw.next() & 0xffffffff}')

    def spmv(self, draw: Random) -> None:
        rows, nnz = 16 << 10, 8
        self.source(SPMV)
        row = [0]
        for _ in range(rows):
            row.append(row[-1] + 1 + draw.next() % (2 * nnz - 1))
        col, value = [], []
        for _ in range(row[-1]):
            col.append(draw.next() % rows)
            value.append(draw.next() % 17 * 0.5)
        x = [draw.next() % 31 * 0.25 for _ in range(rows)]
        self.buffer("row", "u32", row, "I")
        self.buffer("x", "f32", x, "f")
        self.buffers.append(f'[[buffer]]\nname = "y"\ntype = "f32"\ncount = {rows}\nfresh = true')
        self.buffer("col", "u32", col, "I")
        self.buffer("value", "f32", value, "f")
        self.step(rows, 128, f'"row", "x", "y", "col", "value", {rows}')
        y = [sum(value[k] * x[col[k]] for k in range(row[i], row[i + 1])) for i in range(rows)]  # quarters: exact
        (self.folder / "spmv.expected").write_bytes(array.array("f", y).tobytes())
        self.steps.append('[[check]]\nbuffer = "y"\nfile = "spmv.expected"')

    def bfs(self, draw: Random) -> None:
        nodes, degree = 16 << 10, 6
        self.source(BFS)
        edge: list[int] = []
        for i in range(nodes):
            edge += [(i + 1) % nodes, *(draw.next() % nodes for _ in range(degree - 1))]
        self.buffer("first", "u32", [degree * i for i in range(nodes + 1)], "I")
        self.buffer("edge", "u32", edge, "I")
        self.buffer("level", "u32", [0, *[UNVISITED] * (nodes - 1)], "I")
        level = [0, *[UNVISITED] * (nodes - 1)]
        frontier, depth = [0], 0
        while frontier:
            self.step(nodes, 256, f'"first", "edge", "level", {nodes}, {depth}')
            depth += 1
            found = {t for i in frontier for t in edge[degree * i:degree * (i + 1)] if level[t] == UNVISITED}
            for t in found:
                level[t] = depth
            frontier = list(found)
        (self.folder / "bfs.expected").write_bytes(array.array("I", level).tobytes())
        self.steps.append('[[check]]\nbuffer = "level"\nfile = "bfs.expected"')
