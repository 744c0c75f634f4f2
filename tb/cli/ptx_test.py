# SPDX-License-Identifier: Apache-2.0
"""PTX as an application (--app ptx:...): held to the same C on the host, and to an interpreter of one thread at a time.

usage: python3 -m tb.cli.ptx_test PATH/TO/gmmu CLANG CC
"""

import array
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

from tb.cli.ptx import lanes, programs, suite, twins

GMMU = ""
CLANG = ""
CC = ""
HERE = pathlib.Path(__file__).resolve().parent / "ptx"
N, WORDS = 1000, 48 * 48  # as in kernels.h
# As in host.c: elements, blocks, threads, rounds, first value.
KERNELS = {
    "vector_add": ("f32", 4, 256, 1, 0), "reduction": ("f32", 4, 256, 1, 0), "divergence": ("f32", 16, 72, 1, 0),
    "matrix": ("f32", 9, 256, 1, 0), "sparse": ("f32", 2, 128, 1, 0), "histogram": ("s32", 8, 128, 1, 0),
    "search": ("s32", 4, 256, 16, 0x7fffffff), "numbers": ("s32", 8, 128, 1, 0),
}
SEED = int(os.environ.get("GMMU_SEED", "0")) or random.randrange(1, 1 << 31)


def gmmu(folder: pathlib.Path, *args: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([GMMU, *args], cwd=folder, capture_output=True, text=True, timeout=600)


class PtxTest(unittest.TestCase):
    def setUp(self) -> None:
        # pylint: disable-next=consider-using-with
        self.holder = tempfile.TemporaryDirectory()
        self.dir = pathlib.Path(self.holder.name)

    def tearDown(self) -> None:
        self.holder.cleanup()

    def run_ptx(self, ptx: str, launch: str, *args: str) -> "subprocess.CompletedProcess[str]":
        return gmmu(self.dir, "run", "--app", f"ptx:{ptx},launch={launch}", *args)

    def good(self, ptx: str, launch: str, *args: str) -> str:
        result = self.run_ptx(ptx, launch, *args)
        self.assertEqual((result.returncode, result.stderr), (0, ""), f"{ptx} {launch} {args}")
        return result.stdout

    def numbers(self, name: str, kind: str, values: "list[int] | list[float]") -> None:
        (self.dir / name).write_bytes(array.array(kind, values).tobytes())

    def write(self, name: str, text: str) -> str:
        (self.dir / name).write_text(text, encoding="ascii")
        return name


class HostTest(PtxTest):
    """Kernels that were compiled twice leave the same numbers, bit by bit."""

    def make_inputs(self) -> None:
        draw = random.Random(SEED)
        for name in "ab":
            self.numbers(f"{name}.f32", "f", [draw.uniform(-2, 2) for _ in range(N)])
            self.numbers(f"{name}.s32", "i", [draw.randrange(-1 << 31, 1 << 31) for _ in range(N)])

    def launch(self, kernel: str) -> str:
        kind, blocks, threads, rounds, first = KERNELS[kernel]
        start = [first] * WORDS
        if first:
            start[17] = 0
        self.numbers(f"{kernel}.start", "i", start)
        return self.write(f"{kernel}.toml", f"""
            [[buffer]]
            name = "to"
            type = "{kind}"
            file = "{kernel}.start"
            [[buffer]]
            name = "a"
            type = "{kind}"
            file = "a.{kind}"
            [[buffer]]
            name = "b"
            type = "{kind}"
            file = "b.{kind}"
            [[step]]
            kernel = "{kernel}"
            grid = [{blocks}]
            block = [{threads}]
            args = ["to", "a", "b"]
            repeat = {rounds}
            [[check]]
            buffer = "to"
            file = "{kernel}.bin"
            """)

    def compile(self, *flags: str) -> None:
        subprocess.run([CLANG, "-x", "cuda", "-nocudainc", "-nocudalib", "--cuda-device-only", "--cuda-gpu-arch=sm_70",
                        "-Wno-unknown-cuda-version", "-ffp-contract=off", "-S", *flags, "-include",
                        str(HERE / "device.h"), "-o", "kernels.ptx", str(HERE / "kernels.h")], cwd=self.dir, check=True)

    def test_as_on_the_host(self) -> None:
        subprocess.run([CC, "-O1", "-ffp-contract=off", "-o", "host", str(HERE / "host.c"), "-lm"], cwd=self.dir,
                       check=True)
        self.make_inputs()
        subprocess.run(["./host", "."], cwd=self.dir, check=True)
        for flags in (("-O2",), ("-O0",), ("-O1", "-fno-unroll-loops")):
            self.compile(*flags)
            for kernel in KERNELS:
                with self.subTest(kernel=kernel, flags=flags, seed=SEED):
                    self.good("kernels.ptx", self.launch(kernel))
        # A check that is wrong by a bit is found.
        data = bytearray((self.dir / "numbers.bin").read_bytes())
        data[401] ^= 1
        (self.dir / "numbers.bin").write_bytes(data)
        result = self.run_ptx("kernels.ptx", self.launch("numbers"))
        self.assertEqual(result.returncode, 2)
        self.assertRegex(result.stderr, r"^gmmu: numbers.toml:\d+: buffer to, element 100 is -?\d+: expected -?\d+\n$")
        # The model's own oracle, on both kinds of SM, and nothing depends on the order of ticks.
        events = set()
        for args in ((), ("--shuffle", "5")):
            events.add(self.good("kernels.ptx", self.launch("divergence"), "--check-values", *args))
        self.assertEqual(len(events), 1)
        self.good("kernels.ptx", self.launch("reduction"), "--check-values", "--chip", "tanasic")


class RandomTest(PtxTest):
    """Programs of a generator, with divergence, loops, barriers, shared memory and atomics."""

    def test_random_programs(self) -> None:
        for number in range(int(os.environ.get("PTX_PROGRAMS", "40"))):
            seed = SEED + number
            program = programs.Program(random.Random(seed))
            self.write("random.ptx", program.text())
            program.run()
            self.write("random.toml", program.launch())
            with self.subTest(seed=seed):
                self.good("random.ptx", "random.toml")


DOT_CL = """
kernel void dot(global float *to, global const float *a, int n, local float *part) {
    int i = get_global_id(0), t = get_local_id(0);
    part[t] = i < n ? a[i] * a[i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = get_local_size(0) / 2; s > 0; s /= 2) {
        if (t < s) part[t] += part[t + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) to[get_group_id(0)] = part[0] + fmax(native_sin(0.0f), -1.0f);
}
kernel void count(global uint *to, global const uint *a, uint n) {
    uint i = get_global_id(0);
    if (i < n && a[i] % 3 == 0) atomic_inc(&to[a[i] % 4]);
}
"""
DOT_CU = """
__device__ float warp_sum(float x) {
    for (int s = 16; s; s /= 2) x += __shfl_down_sync(0xffffffff, x, s);
    return x;
}
__global__ void __launch_bounds__(256) dot(float *to, const float *a, int n) {
    extern __shared__ float part[];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    float x = warp_sum(i < n ? a[i] * a[i] : 0.0f);
    if (t % warpSize == 0) part[t / warpSize] = x;
    __syncthreads();
    if (t == 0) { float all = 0; for (int w = 0; w < blockDim.x / warpSize; w++) all += part[w]; to[blockIdx.x] = all; }
}
__global__ void count(unsigned *to, const unsigned *a, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && __ldg(&a[i]) % 3 == 0) atomicAdd(&to[a[i] % 4], 1u);
}
"""


class LanguageTest(PtxTest):
    """OpenCL C and CUDA C, compiled when the run begins."""

    def launch(self, shared: str, argument: str) -> str:
        words = [sum(1 for i in range(4000) if i % 3 == 0 and i % 4 == k) for k in range(4)]
        return self.write("dot.toml", f"""
            [[buffer]]
            name = "sums"
            type = "f32"
            count = 16
            [[buffer]]
            name = "halves"
            type = "f32"
            count = 4096
            value = 0.5
            [[buffer]]
            name = "counts"
            count = 4
            [[buffer]]
            name = "numbers"
            count = "4K"
            fill = "index"
            [[step]]
            kernel = "dot"
            grid = [16]
            block = [256]
            {shared}
            args = ["sums", "halves", 4000{argument}]
            [[step]]
            kernel = "count"
            grid = 32
            block = 128
            args = ["counts", "numbers", 4000]
            [[check]]
            buffer = "sums"
            values = [{", ".join(["64.0"] * 15)}, 40.0]
            [[check]]
            buffer = "counts"
            values = {words}
            """)

    def test_languages(self) -> None:
        for kind, source, shared, argument in (("cl", DOT_CL, "", ', "shared:1K"'), ("cu", DOT_CU, "shared = 32", "")):
            with self.subTest(kind=kind):
                self.write(f"dot.{kind}", source)
                app = f"{kind}:dot.{kind},launch={self.launch(shared, argument)},compiler={CLANG}"
                result = gmmu(self.dir, "run", "--app", app, "--check-values")
                self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_opcodes(self) -> None:
        """A pipeline log names them as the text has them, and every one that was executed."""
        self.write("dot.cl", DOT_CL)
        ptx = gmmu(self.dir, "ptx-info", "--ptx", "dot.cl").stdout
        self.launch("", ', "shared:1K"')
        app = f"cl:dot.cl,launch=dot.toml,compiler={CLANG}"
        result = gmmu(self.dir, "run", "--app", app, "--kanata", "log", "--quiet")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        labels = re.findall(r"^L\t.* (\S+) mask=", (self.dir / "log").read_text(), re.M)
        self.assertLessEqual({"ld.global.f32", "ld.shared.f32", "bar.sync", "setp.gt.u32", "ret"}, set(labels))
        written = re.findall(r"^\t(?:@!?%p\d+ )?([a-z][\w.:]*)", ptx, re.M)
        self.assertLessEqual(set(labels), set(written))

    def test_compilers(self) -> None:
        self.write("dot.cl", DOT_CL)
        self.launch("", ', "shared:1K"')
        app = "cl:dot.cl,launch=dot.toml"
        self.bad(f"{app},compiler=no-such-program", r"dot\.cl: no-such-program cannot be run \(No such file")
        self.write("zeros.cl", "\0" * 100)
        self.bad(f"cl:zeros.cl,launch=dot.toml,compiler={CLANG}", r"zeros\.cl: expected a text, without zero bytes")
        self.write("dot.cl", DOT_CL + "int x = y;\n")
        self.bad(f"{app},compiler={CLANG}", r"dot\.cl:16:9: error: use of undeclared identifier 'y'")
        self.bad(f"ptx:dot.cl,launch=dot.toml,compiler={CLANG}", r"ptx:.*: 'compiler=.*': expected launch=FILE")
        # A place in what the compiler wrote is not taken for one of the program.
        self.write("far.cl", "kernel void far(global int *a) { a[1 << 20] = 1; }\n")
        self.write("far.toml", '[[buffer]]\nname = "a"\ncount = 1\n[[step]]\nkernel = "far"\nargs = ["a"]\n')
        self.bad(f"cl:far.cl,launch=far.toml,compiler={CLANG}",
                 r"far\.cl as PTX:\d+:\d+: kernel far, block 0: thread 0")
        text = gmmu(self.dir, "ptx-info", "--ptx", "far.cl")
        self.assertEqual((text.returncode, text.stderr), (0, ""))
        self.write("far.ptx", text.stdout)
        self.bad("ptx:far.ptx,launch=far.toml", r"far\.ptx:\d+:\d+: kernel far, block 0: thread 0")

    def bad(self, app: str, says: str) -> None:
        result = gmmu(self.dir, "run", "--app", app)
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertRegex(result.stderr, "^gmmu: " + says + ".*\n$")

    def test_arguments(self) -> None:
        self.write("a.ptx", ".version 7.0\n.target sm_70\n.address_size 64\n.entry k() { ret; }\n")
        self.write("a.toml", '[[step]]\nkernel = "k"\n')
        self.good("a.ptx", "a.toml")
        self.bad("ptx:", "ptx:: expected the name of a file")
        self.bad("ptx:a.ptx", "ptx:a.ptx: expected launch=FILE, which says what is run")
        self.bad("ptx:a.ptx,launch=b.toml", "b.toml: No such file or directory")
        self.bad("ptx:b.ptx,launch=a.toml", "b.ptx: No such file or directory")
        self.bad("ptx:a.ptx,launch=a.toml,registers=7", "ptx:.*: expected registers from 8 to 254")
        self.bad("ptx:a.ptx,lanch=a.toml", ".*'lanch=a.toml': expected launch=FILE.*; did you mean 'launch'")
        self.bad("ptx:a.toml,launch=a.toml", r"a\.toml:1:1: expected \.entry, \.func or a variable \(\[\)")
        self.bad("ptx:.,launch=a.toml", "[.]: expected a regular file")
        os.mkfifo(self.dir / "pipe")
        self.bad("ptx:pipe,launch=a.toml", "pipe: expected a regular file")
        self.bad("ptx:a.ptx,launch=pipe", "pipe: expected a regular file")
        # No output takes the place of what is read.
        for file in ("a.ptx", "a.toml"):
            result = gmmu(self.dir, "run", "--app", "ptx:a.ptx,launch=a.toml", "--json", file)
            self.assertEqual(result.returncode, 2, file)
            self.assertIn("a.", result.stderr)
        self.good("a.ptx", "a.toml", "--json", "r.json")
        self.assertEqual(gmmu(self.dir, "rerun", "r.json").returncode, 0)

    def test_info(self) -> None:
        self.write("dot.cu", DOT_CU)
        result = gmmu(self.dir, "ptx-info", "dot.cu")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertRegex(result.stdout, r"(?s)kernel _Z3dotPfPKfi\n  _Z3dotPfPKfi_param_0 +u64\n.* instructions, \d+ "
                                        r"registers, 0 bytes of shared and 0 of local memory\nkernel _Z5count")
        self.write("a.ptx", ".version 7.0\n.target sm_70\n.address_size 64\n.entry k(.param .u64 .ptr .global a) {\n"
                            "tex.2d x;\n.reg .b32 %r<3>;\nmin.rz.f32 %r1, %r2, %r2;\nadd.u32 %r1, %r2, 3;\nret; }\n")
        result = gmmu(self.dir, "ptx-info", "a.ptx")
        self.assertEqual(result.stdout.count("not supported: a.ptx:"), 2)
        self.assertIn("points to global memory", result.stdout)
        self.assertEqual(gmmu(self.dir, "ptx-info").returncode, 2)
        self.assertEqual(gmmu(self.dir, "ptx-info", "b.ptx").stderr, "gmmu: b.ptx: No such file or directory\n")


SHAPES_CL = """
kernel void shapes(global float *to, global const float *a, global const float *b, int n) {
    int x = get_global_id(0), y = get_global_id(1), i = y * n + x;
    float sum = 0.0f;
    if (x % 3 == 1)
        for (int k = 0; k < (x * 7 + y) % 11; k++) {
            if ((k ^ y) % 5 == 4)
                continue;
            sum += a[y * n + k] * b[k * n + x];
        }
    else if (y > 29)
        return;
    else
        sum = x < y ? a[i] / b[i] : b[i] - (float)(x >> 1);
    to[i] = sum;
}
kernel void rows(global float *to, global const float *a, int n) {
    int x = get_global_id(0);
    to[x * n] = sqrt(a[x]);
    for (int k = 1; k < n; k++)
        to[x * n + k] = to[x * n + k - 1] * 0.5f + a[k];
}
"""


class LanesTest(PtxTest):
    """OpenCL C by the simulator, by an interpreter of one thread at a time, and compiled for the host."""

    def test_three_ways(self) -> None:
        source = self.dir / self.write("shapes.cl", SHAPES_CL)
        for name, kinds in suite.kernels(SHAPES_CL):
            with self.subTest(name=name, seed=SEED):
                self.assertGreater(suite.three_ways(GMMU, CC, source, name, kinds, SEED), 8000)
        with mock.patch.dict(lanes.COMPUTE, sub=lambda a, b: a - b + 1):
            self.assertRaisesRegex(suite.Mismatch, "shapes: the simulator and the interpreter: gmmu: launch.toml:",
                                   suite.three_ways, GMMU, CC, source, *suite.kernels(SHAPES_CL)[0], SEED)
        other = suite.HOST.replace("#define global\n", "#define global\n#define sqrt fabs\n")
        with mock.patch.object(suite, "HOST", other):
            self.assertRaisesRegex(suite.Mismatch, "rows: the interpreter and the host",
                                   suite.three_ways, GMMU, CC, source, *suite.kernels(SHAPES_CL)[1], SEED)


class TwinTest(PtxTest):
    """Built-in kernels and the same in CUDA C: the same data at the same addresses, so the TLBs see the same."""

    def figures(self, app: str) -> dict[str, float]:
        result = gmmu(self.dir, "run", "--app", app, "--design", "sharedtlb", "--json", "twin.json")
        self.assertEqual((result.returncode, result.stderr), (0, ""), app)
        found = json.loads((self.dir / "twin.json").read_text())["applications"][0]
        return {"walks": found["walks"], "L1 misses": 1 - found["l1_tlb"]["hit_rate"],
                "accesses": found["mem_transactions"]}

    def test_twins(self) -> None:
        for name, built_in in twins.Twin.BUILT_IN.items():
            with self.subTest(name=name):
                twin = self.figures(twins.Twin(name, self.dir).app + f",compiler={CLANG}")
                ours = self.figures(built_in)
                self.assertEqual(twin["accesses"], ours["accesses"])
                for figure in ("walks", "L1 misses"):
                    self.assertAlmostEqual(twin[figure] / ours[figure], 1.0, delta=0.02 if figure == "walks" else 0.1)


if __name__ == "__main__":
    GMMU, CLANG, CC = str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2], sys.argv[3]
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
