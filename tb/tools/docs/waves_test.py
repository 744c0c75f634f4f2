# SPDX-License-Identifier: Apache-2.0
"""A wave that its unit does not have is found; what cannot be run is one line."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CLOCK = '{"signal": [{"name": "clk", "wave": "p...."}, '
HEAD = CLOCK + '{"name": "push_valid", "wave": "01.0."}, '
INPUTS = HEAD + '{"name": "push_id", "wave": "x==x.", "data": ["A", "1F"]}, {"name": "pop", "wave": "0..1."}, '
OUTPUTS = '{"name": "pick_valid", "wave": "0.1.."}, {"name": "pick_id", "wave": "=.=.=", "data": ["0", "A", "1F"]}]'
GOOD = INPUTS + OUTPUTS + "}"


class WavesTest(unittest.TestCase):
    def run_tool(self, wave: str, *options: str, unit: str = "golden_queue") -> tuple[int, str, str]:
        """The exit code, what is said, and the page afterwards."""
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder, f"{unit}.md")
            page.write_text(f"# {unit}\n```wavedrom\n{wave}\n```\n", encoding="utf-8")
            done = subprocess.run([sys.executable, "-m", "scripts.docs.waves", *options, page], capture_output=True,
                                  text=True, check=False)
            return done.returncode, done.stdout + done.stderr, page.read_text(encoding="utf-8")

    def fails(self, wave: str, says: str) -> None:
        code, said, _ = self.run_tool(wave)
        self.assertEqual(code, 1, said)
        self.assertIn(f"golden_queue.md:2: {says}\n", said)

    def test_right(self) -> None:
        self.assertEqual(self.run_tool(GOOD)[:2], (0, "PASS waves: 1 on 1 pages, run by the C\n"))

    def test_value(self) -> None:
        self.fails(GOOD.replace('"0", "A"', '"0", "B"'), "pick_id is =.=.= 0 A 1F, not =.=.= 0 B 1F")

    def test_cycle(self) -> None:
        self.fails(GOOD.replace("0.1..", "01..."), "pick_valid is 0.1.., not 01...")

    def test_input_that_is_not_shown(self) -> None:
        code, said, page = self.run_tool(INPUTS + OUTPUTS + ', "before": [{"push_valid": 1, "push_id": 7}]}', "--write")
        self.assertEqual(code, 0, said)
        self.assertIn('{"name": "pick_id", "wave": "=...=", "data": ["7", "A"]}', page)

    def test_sizes(self) -> None:
        wave = INPUTS.replace('"A"', '"FF"') + '{"name": "pick_id", "wave": ""}], "of": "golden_queue-REQUEST_W_8"}'
        self.assertIn('"data": ["0", "FF", "1F"]', self.run_tool(wave, "--write")[2])
        self.fails(wave.replace('"FF"', '"1FF"'), "'push_id': 1ff has more than its 8 bits")

    def test_array(self) -> None:
        ports = '{"name": "core_app[1]", "wave": "=...", "data": ["2"]}, {"name": "dir", "wave": ""}'
        wave = CLOCK.replace("p....", "p...") + ports + ', {"name": "dir[3]", "wave": ""}]}'
        code, said, page = self.run_tool(wave, "--write", unit="token_controller")
        self.assertEqual(code, 0, said)
        self.assertIn('{"name": "dir", "wave": "=...", "data": ["0"]},\n  {"name": "dir[3]", "wave": "0..."}', page)

    def test_unknown(self) -> None:
        self.fails(GOOD.replace("pick_valid", "pack_valid"), "no port 'pack_valid'")
        self.fails(GOOD.replace("x==x.", "x=zx."), "'push_id': 'z' in a wave, expected 0, 1, x, = or .")
        self.fails(GOOD.replace("p....", "1...."), "the first signal is no clk of a wave p....")


if __name__ == "__main__":
    unittest.main()
