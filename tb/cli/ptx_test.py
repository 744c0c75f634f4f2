# SPDX-License-Identifier: Apache-2.0
"""PTX as an application (--app ptx:...): held to the same C on the host, and to an interpreter of one thread at a time.

usage: python3 -m tb.cli.ptx_test PATH/TO/gmmu CLANG CC
"""

import array
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

from tb.cli.ptx import programs

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
        self.assertRegex(result.stderr, r"^gmmu: kernels.ptx: buffer to, element 100 is -?\d+: expected -?\d+\n$")
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


if __name__ == "__main__":
    GMMU, CLANG, CC = str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2], sys.argv[3]
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
