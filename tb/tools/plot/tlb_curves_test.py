# SPDX-License-Identifier: Apache-2.0
"""Tests of the picture of TLB curves.

usage: tlb_curves_test.py
"""

import contextlib
import io
import pathlib
import re
import tempfile
import unittest

from scripts.plot import tlb_curves

ROOT = pathlib.Path(__file__).resolve().parents[3]
MEASURED = ROOT / "docs/reports/measured"
STRIDE = 32 << 20


class TlbCurves(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.dir = pathlib.Path(scratch.name)

    def bad(self, expected: str, *arguments: str) -> None:
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            self.assertEqual(tlb_curves.main([str(self.dir / "out.svg"), *arguments]), 2)
        self.assertIn(expected, said.getvalue())
        self.assertEqual(len(said.getvalue().splitlines()), 1)

    def test_points_of_all_levels(self) -> None:
        file = self.dir / "a.csv"
        file.write_text("level,stride_bytes,range_bytes,cycles\n1,4096,8192,10\n2,4096,32768,20.5\n2,8192,8192,9\n")
        self.assertEqual(tlb_curves.read(file, 4096), [(2, 10.0), (8, 20.5)])
        picture = tlb_curves.svg({"A": tlb_curves.read(file, 4096), "B": [(8, 41.0)]}, 4096)
        paths = re.findall(r"<path class='curve'[^>]* d='(.*?)'", picture)
        top, right = 50, 3  # the next round number, and 8 reads as a power of two
        x, y = tlb_curves.X0 + tlb_curves.WIDTH / right, tlb_curves.Y0 - tlb_curves.HEIGHT * 10 / top
        self.assertTrue(paths[0].startswith(f"M{x:.1f} {y:.1f}L"), paths)
        self.assertEqual(len(paths), 2)

    def test_the_model_has_the_levels_of_the_gpu(self) -> None:
        """As many reads take as long on chip h100 as on an H100, within 1 %, also where a level ends; beyond 16 000
        reads the GPU's get faster again."""
        model = dict(tlb_curves.read(MEASURED / "model-h100-tlb-boundary.csv", STRIDE))
        real = dict(tlb_curves.read(MEASURED / "h100-tlb-boundary.csv", STRIDE))
        compared = [reads for reads in model if reads in real and reads <= 16000]
        self.assertGreater(len(compared), 60)
        for reads in compared:
            self.assertLess(abs(model[reads] / real[reads] - 1), 0.01, reads)

    def test_bad_input(self) -> None:
        self.bad("expected OUT.svg STRIDE_BYTES", "1")
        self.bad("expected a file of gmmu probe", "4096", f"A={self.dir}/none.csv")
        (self.dir / "b.csv").write_text("level,stride_bytes\n")
        self.bad("expected a file of gmmu probe", "4096", f"A={self.dir}/b.csv")
        self.bad("expected points with a stride of 3", "3", f"A={MEASURED}/h100-tlb-boundary.csv")


if __name__ == "__main__":
    unittest.main()
