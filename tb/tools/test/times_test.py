# SPDX-License-Identifier: Apache-2.0
"""scripts/test/times.py: each step of the list stands in a table once, with the seconds of its last run."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

UNITS = ("warp_gate", "golden_queue", "l2_bypass")
STEPS = [f"{kind}-{unit}" for unit in UNITS for kind in ("tb", "vacuity", "hls-styles")]
OTHERS = ["check lint-tidy", "tb-golden_queue_b16", "certified-l2_bypass-NUM_DEPTHS_4", "fuzz"]
MANY = [f"msan-unit_{n}_test" for n in range(20)]


class Times(unittest.TestCase):
    def tables(self, passed: list[tuple[str, float]], torn: str = "") -> str:
        with tempfile.TemporaryDirectory() as folder:
            manifest, kept = pathlib.Path(folder) / "manifest", pathlib.Path(folder) / "passed.jsonl"
            manifest.write_text("".join(f"{name}: true\n" for name in STEPS + OTHERS + MANY))
            kept.write_text("\n".join(json.dumps({"name": n, "digest": "d", "used": s}) for n, s in passed) + torn)
            command = [sys.executable, "-m", "scripts.test.times", str(manifest), str(kept)]
            return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def test_units_and_kinds(self) -> None:
        text = self.tables([("tb-warp_gate", 5.0), ("tb-warp_gate", 7.2), ("hls-styles-warp_gate", 11), ("fuzz", 3000)])
        self.assertIn("| unit | `tb` | `vacuity` | `hls-styles` |", text)
        self.assertIn("| warp_gate | 7 | open | 11 |", text)
        self.assertIn("| all | 7 | 0 | 11 |", text)
        self.assertIn("| `fuzz` | 3000 |", text)
        self.assertRegex(text, r"\n3 of 33 steps, 3018 s of processor time; on two processors at best 50 min\.")

    def test_each_step_has_its_place(self) -> None:
        text = self.tables([(name.removeprefix("check "), 1) for name in STEPS + OTHERS + MANY])
        self.assertNotIn("open", text)
        self.assertIn("| `msan-…`, 20 steps | 20 |", text)
        for name in ("lint-tidy", "tb-golden_queue_b16", "certified-l2_bypass-NUM_DEPTHS_4"):
            self.assertEqual(len(re.findall(rf"\| `{name}` \| 1 \|", text)), 1, name)

    def test_a_step_that_is_open_is_named(self) -> None:
        text = self.tables([(name, 1) for name in MANY[1:]])
        self.assertIn("| `msan-…`, 19 steps | 19 |", text)
        self.assertIn("| `msan-unit_0_test` | open |", text)

    def test_a_torn_line_counts_for_nothing(self) -> None:
        self.assertIn("| `fuzz` | open |", self.tables([("tb-warp_gate", 5.0)], '\n{"name": "fuzz", "used"'))


if __name__ == "__main__":
    unittest.main()
