# SPDX-License-Identifier: Apache-2.0
"""A waveform of a bench has the C next to the RTL, the phase and the pokes of the stimulus, and a save file for GTKWave
that names signals which are there.

usage: python3 -m tb.tools.lockstep.wave_test BUILD
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from scripts.gen import wave, wave_names

ROOT = pathlib.Path(__file__).resolve().parents[3]
LOCKSTEP = pathlib.Path(sys.argv.pop(1) if len(sys.argv) > 1 else "build") / "lockstep"
CYCLES = 2000


class Wave:
    """A run, read: by signal its values at the times at which it changes. Time 0: nothing was driven yet; 2n + 1: the
    inputs of cycle n are there; 2n + 2: its edge was."""

    def __init__(self, unit: str, *flags: str, cycles: int = CYCLES):
        with tempfile.TemporaryDirectory() as scratch:
            file = pathlib.Path(scratch, "new.fst")
            layout = json.loads((LOCKSTEP / unit / "layout.json").read_text())
            wave.save(layout, file)
            self.save = file.with_suffix(".gtkw").read_text()
            self.names = {path.name: path.read_text() for path in sorted(pathlib.Path(scratch).glob("*.names"))}
            done = subprocess.run([LOCKSTEP / unit / "wave", "--seeds", "1", "--cycles", str(cycles), "--coverage", "0",
                                   "--fst", file, *flags], capture_output=True, text=True, check=False)
            self.said, self.code = done.stdout + done.stderr, done.returncode
            text = subprocess.run([LOCKSTEP / "fst_text", file], capture_output=True, text=True, check=True).stdout
        self.codes: dict[str, str] = {}
        self.values: dict[str, dict[int, str]] = {}
        self._read(text.splitlines())

    def _read(self, lines: list[str]) -> None:
        scope: list[str] = []
        time = 0
        for line in lines:
            words = line.split()
            if line.startswith("$scope"):
                scope.append(words[2])
            elif line.startswith("$upscope"):
                scope.pop()
            elif line.startswith("$var"):
                self.codes[".".join([*scope, "".join(words[4:-1])])] = words[3]
            elif line.startswith("#"):
                time = int(line[1:])
            elif line[:1] in ("0", "1", "x"):
                self.values.setdefault(line[1:], {})[time] = line[0]
            elif line[:1] == "b":
                self.values.setdefault(words[1], {})[time] = words[0][1:].lstrip("0") or "0"

    def of(self, name: str) -> dict[int, str]:
        return self.values[self.codes[name]]

    def edges(self, name: str) -> list[str]:
        """The value behind each edge."""
        changes, found, value = self.of(name), [], "x"
        for time in range(2 * CYCLES + 1):
            value = changes.get(time, value)
            if time and time % 2 == 0:
                found.append(value)
        return found


class Sound(unittest.TestCase):
    def signals(self, seen: Wave) -> list[str]:
        return [line.split("} ")[-1] for line in seen.save.splitlines() if line[0] not in "[@^-"]

    def test_save_file(self) -> None:
        for unit in ("golden_queue", "warp_gate"):
            seen = Wave(unit)
            self.assertEqual(seen.code, 0, seen.said)
            names = self.signals(seen)
            self.assertEqual([name for name in names if name not in seen.codes], [])
            layout = json.loads((LOCKSTEP / unit / "layout.json").read_text())
            for part in ("in", "out", "state"):
                for field in layout[part]:
                    ends = rf"(^|\.){field['path']}(\[\d+\])?(\[\d+:0\])?$"
                    self.assertTrue(any(re.search(ends, name) for name in names), field["path"])

    def test_groups_and_names(self) -> None:
        seen = Wave("golden_queue")
        for title in ("stimulus", "input", "output: the oldest request, all 0 while pick_valid is 0", "registers"):
            self.assertIn(f"@800200\n-{title}\n", seen.save)
        self.assertIn("@c00200\n-registers bank\n", seen.save)
        seen = Wave("warp_gate")
        self.assertEqual(seen.names, {"new.cfg_scheme.names":
                                      "0 WARP_GATE_OFF\n1 WARP_GATE_COMMIT\n2 WARP_GATE_LASTCHECK\n"})
        self.assertRegex(seen.save, r"@2022\n\^1 /\S*/new\.cfg_scheme\.names\ncfg_scheme\[1:0\]\n")

    def test_both_sides(self) -> None:
        """Behind each edge, of which the first is a reset, C and RTL are one."""
        seen = Wave("golden_queue")
        for rtl, of_c in (("golden_queue.count[4:0]", "bench.c.count[4:0]"), ("push_ready", "bench.c.push_ready"),
                          ("golden_queue.row[3][22:0]", "bench.c.row[3][22:0]")):
            self.assertEqual(seen.edges(rtl), seen.edges(of_c))
            self.assertGreater(len(set(seen.edges(of_c))), 1)

    def test_stimulus(self) -> None:
        seen = Wave("warp_gate")
        self.assertEqual(set(seen.of("bench.phase[2:0]").values()), {f"{phase:b}" for phase in range(8)})
        self.assertEqual(set(seen.of("bench.poke").values()), {"0"})  # no jumps before the second reset
        self.assertEqual(int(seen.edges("bench.cycle[63:0]")[-1], 2), CYCLES - 1)

    def test_pokes(self) -> None:
        """Behind the second reset every stretch has jumps; with one seed in four it comes within 300 cycles."""
        pokes: list[int] = []
        for seed in range(1, 1000):
            seen = Wave("golden_queue", "--jumps", "100", "--seed", str(seed))
            pokes = [time for time, value in seen.of("bench.poke").items() if value == "1"]
            if pokes:
                break
        self.assertTrue(pokes)
        self.assertTrue(all(time % 2 for time in pokes))
        own = re.compile(r"bench\.c\.(id|row|bank|col|write|rd|wr|count)\b")
        registers = [seen.of(name) for name in seen.codes if own.match(name)]
        for time in pokes:
            self.assertTrue(any(time in changes for changes in registers), time)

    def test_a_hole_is_a_note(self) -> None:
        seen = Wave("golden_queue", cycles=3)
        self.assertEqual(seen.code, 0)
        self.assertRegex(seen.said, r"note: \d+ coverage bins not hit; 0 percent have to be\nPASS lockstep ")


class Names(unittest.TestCase):
    """What is read from the sources of the units, as they stand."""

    def layout(self, unit: str) -> dict[str, int]:
        return {"replay_queue": {"stage": 3, "warp": 6}, "dram_arbiter": {"phase": 3, "hold_class": 2, "hold_row": 23},
                "asid_table": {"c_kind": 3, "r_why": 2, "c_vpn": 36}, "sm_scheduler": {"cfg_policy": 3, "sm_state": 2},
                "tlb_level": {"op": 3}}[unit]

    def test_enumerations(self) -> None:
        common = (ROOT / "hls/common/gmmu_params.h").read_text()
        for unit, first in (("replay_queue", {"stage": "RQ_EMPTY"}), ("tlb_level", {"op": "TLB_LEVEL_NONE"}),
                            ("dram_arbiter", {"phase": "DA_IDLE", "hold_class": "DA_GOLDEN"}),
                            ("asid_table", {"c_kind": "ASID_SET", "r_why": "ASID_OK"}),
                            ("sm_scheduler", {"cfg_policy": "POLICY_FCFS", "sm_state": "SMST_IDLE"})):
            found = wave_names.enums((ROOT / f"hls/{unit}/{unit}.h").read_text(), common, self.layout(unit))
            self.assertEqual({field: values[0] for field, values in found.items()}, first)

    def test_every_port_has_a_group(self) -> None:
        for rtl in sorted((ROOT / "rtl").glob("*.sv")):
            ports = re.findall(r"^    (?:input|output)\s+logic.*?(\w+)(?: *,| *//| *$)", rtl.read_text(), re.M)
            grouped = [name for _, names in wave_names.groups(rtl.read_text()) for name in names]
            self.assertEqual(sorted(grouped), sorted(set(ports) - {"clk", "rst"}), rtl.name)

    def test_submodules(self) -> None:
        field = {"width": 2, "elements": 3, "name": "b", "instance": "x.y", "path": "x.y.b"}
        text = wave.view({"state": [field], "out": [dict(field, name="o", instance="", path="o")]})
        for part in ("module view_c;\n  logic [5:0] o;\n  view_c_x x ();", "module view_c_x;\n  view_c_x_y y ();",
                     "module view_c_x_y;\n  logic [1:0] b [3];"):
            self.assertIn(part, text)


if __name__ == "__main__":
    unittest.main()
