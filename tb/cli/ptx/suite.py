# SPDX-License-Identifier: Apache-2.0
"""OpenCL kernels three ways: by the simulator, by the interpreter of one thread at a time (lanes.py), and by the host,
whose compiler takes the same C. The first two leave the same bits; the host may round products otherwise.

usage: python3 -m tb.cli.ptx.suite GMMU CC FOLDER
FOLDER: a clone of PolyBench/ACC, whose programs of PROGRAMS are run as they stand there.
"""

import array
import pathlib
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence

from tb.cli.ptx.lanes import Kernel, Lanes

SIDE = 32  # rows and columns of each matrix
STEP = 3  # for a number that counts steps
PROGRAMS = ("gemm", "mvt", "atax", "bicg", "gesummv", "syrk", "2DConvolution", "jacobi1D", "lu", "2mm")
SIGNATURE = re.compile(r"(?:__kernel|\bkernel)\s+void\s+(\w+)\s*\(([^)]*)\)", re.S)
HOST = r"""
#include <stddef.h>
#include <stdio.h>
#include <math.h>
#define __kernel
#define __global
#define kernel
#define global
static size_t at[2];
#define get_global_id(d) at[d]
%s
static float buffer[%d][%d];
int main(void) {
    if (fread(buffer, sizeof buffer, 1, stdin) != 1)
        return 1;
    for (at[1] = 0; at[1] < %d; at[1]++)
        for (at[0] = 0; at[0] < %d; at[0]++)
            %s(%s);
    return fwrite(buffer, sizeof buffer, 1, stdout) != 1;
}
"""


class Mismatch(Exception):
    """Two of the three do not agree."""


def kernels(text: str) -> list[tuple[str, list[str]]]:
    """Names, and for each parameter "buffer", or what its number is."""
    found = []
    for name, parameters in SIGNATURE.findall(text):
        kinds = []
        for parameter in parameters.split(","):
            words = parameter.replace("*", " * ").split()
            kinds.append("buffer" if "*" in words else str(STEP) if words[-1] in "kr" else str(SIDE)
                         if "int" in words else "1.5")
        found.append((name, kinds))
    return found


def launch(name: str, kinds: list[str], grid: Sequence[int], buffers: int) -> str:
    lines = [f'[[buffer]]\nname = "b{i}"\ntype = "f32"\nfile = "{i}.in"' for i in range(buffers)]
    number = iter(range(buffers))
    args = ", ".join(f'"b{next(number)}"' if kind == "buffer" else kind for kind in kinds)
    lines.append(f'[[step]]\nkernel = "{name}"\ngrid = [{grid[0]}, {grid[1]}]\nblock = [{SIDE}, 1]\nargs = [{args}]')
    lines += [f'[[check]]\nbuffer = "b{i}"\nfile = "{i}.out"' for i in range(buffers)]
    return "\n".join(lines)


def three_ways(gmmu: str, cc: str, source: pathlib.Path, name: str, kinds: list[str], seed: int) -> int:
    """Bytes that were compared. A kernel that asks for one number of its thread alone runs in one row."""
    text = source.read_text(encoding="utf-8")
    ptx = subprocess.run([gmmu, "ptx-info", "--ptx", str(source)], capture_output=True, text=True, check=True).stdout
    kernel = Kernel(ptx, name)
    grid = (1, SIDE if any("%ctaid.y" in i.operands for i in kernel.code) else 1)
    draw, buffers = random.Random(seed), kinds.count("buffer")
    first = [array.array("f", [draw.uniform(0.5, 2) for _ in range(SIDE * SIDE)]).tobytes() for _ in range(buffers)]
    after = [bytearray(data) for data in first]
    number = iter(range(buffers))
    Lanes(after).run(kernel, [next(number) if kind == "buffer" else float(kind) if "." in kind else int(kind)
                              for kind in kinds], grid, (SIDE, 1))
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        for i in range(buffers):
            (work / f"{i}.in").write_bytes(first[i])
            (work / f"{i}.out").write_bytes(after[i])
        (work / "launch.toml").write_text(launch(name, kinds, grid, buffers))
        done = subprocess.run([gmmu, "run", "--app", f"cl:{source.resolve()},launch=launch.toml", "--quiet"], cwd=work,
                              capture_output=True, text=True, check=False)
        if done.returncode:
            raise Mismatch(f"{name}: the simulator and the interpreter: {done.stderr.strip()}")
        number = iter(range(buffers))
        args = ", ".join(f"buffer[{next(number)}]" if kind == "buffer" else kind for kind in kinds)
        (work / "host.c").write_text(HOST % (text, buffers, SIDE * SIDE, grid[1], SIDE, name, args))
        subprocess.run([cc, "-w", "-O1", "-o", "host", "host.c", "-lm"], cwd=work, check=True)
        host = subprocess.run([str(work / "host")], input=b"".join(first), capture_output=True, check=True).stdout
    for mine, its in zip(array.array("f", b"".join(after)), array.array("f", host), strict=True):
        if abs(mine - its) > 1e-4 * max(1.0, abs(its)):
            raise Mismatch(f"{name}: the interpreter and the host: {mine} and {its}")
    if b"".join(after) == b"".join(first):
        raise Mismatch(f"{name}: nothing was written")
    return len(host)


def main() -> int:
    gmmu, cc, folder = str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2], pathlib.Path(sys.argv[3])
    for program in PROGRAMS:
        source, = folder.rglob(f"OpenCL/**/{program}.cl")
        for name, kinds in kernels(source.read_text(encoding="utf-8")):
            print(f"{program:14} {name:22} {three_ways(gmmu, cc, source, name, kinds, 1)} bytes agree")
    return 0


if __name__ == "__main__":
    sys.exit(main())
