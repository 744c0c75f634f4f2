#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Do the assertions fire when they should? A bug planted in golden_queue, C and RTL alike.

    selftest.py --build DIR --planted RTL --bench BENCH

BENCH is the lock-step bench of the planted C and RTL with the assertions of the sound unit.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SCRIPTS = ROOT / "scripts/sva"
SMALL = ["--define", "GMMU_GOLDEN_DEPTH=2", "--define", "GMMU_ROW_W=4", "--define", "GMMU_REQUEST_W=3"]


def run(command: list[str]) -> tuple[int, str]:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


class Checks:
    def __init__(self) -> None:
        self.passed, self.failed = 0, 0

    def expect(self, what: str, command: list[str], code: int, *texts: str) -> None:
        found, output = run(command)
        # an assertion that fails ends a Verilated program by abort()
        good = (found != 0 if code < 0 else found == code) and all(text in output for text in texts)
        self.passed, self.failed = self.passed + good, self.failed + (not good)
        if not good:
            print(f"FAIL {what}: exit code {found}, expected {code}, and {texts} in:\n{output}")


def generated(work: Path, *more: str) -> Path:
    """The .sby file of golden_queue in a folder of its own."""
    code, output = run([sys.executable, str(SCRIPTS / "generate.py"), "golden_queue", "--build", str(work), *more])
    if code != 0:
        raise SystemExit(f"FAIL sva selftest: {output}")
    return Path(output.split()[-1]) / "golden_queue.sby"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--planted", required=True)
    parser.add_argument("--bench", required=True)
    options = parser.parse_args(arguments)
    checks = Checks()
    sby = [sys.executable, str(SCRIPTS / "sby.py")]
    with tempfile.TemporaryDirectory(dir=options.build) as name:
        work = Path(name)
        planted = generated(work / "planted", "--rtl", options.planted, *SMALL)
        # The checker alone judges: C and RTL have the same bug.
        checks.expect("planted, simulated", [options.bench, "--seeds", "1", "--jumps", "0", "--cycles", "2000"], -1,
                      "golden_queue: promise prop_oldest is broken")
        checks.expect("planted, yosys-smtbmc", [*sby, str(planted), "smt"], 1, "FAIL sby", "prop_oldest")
        checks.expect("planted, ABC", [*sby, str(planted), "bmc"], 1, "FAIL sby", "prop_oldest")
        checks.expect("planted, induction", [*sby, str(planted), "induction"], 1, "FAIL sby", "prop_oldest")
        for trace in ("smt", "bmc"):
            if not (planted.parent / f"golden_queue_{trace}" / "trace.vcd").is_file():
                checks.failed += 1
                print(f"FAIL no waveform of {trace}")
        sound = generated(work / "sound", *SMALL)
        checks.expect("sound", [*sby, str(sound)], 0, "PASS sby golden_queue_bmc", "PASS sby golden_queue_smt",
                      "PASS sby golden_queue_induction")
        text = sound.read_text()
        for old, new, message in (("mode bmc", "mode live", "needs a mode"), ("abc bmc3", "aiger avy", "engine"),
                                  ("[engines]", "[engine]", "section [engine]"), ("depth 10", "depth x", "no number")):
            sound.write_text(text.replace(old, new))
            checks.expect(f"{new} in the .sby file", [*sby, str(sound), "bmc"], 2, message)
        checks.expect("no such file", [*sby, str(sound) + "x"], 2, "no such file")
        sound.write_text(text)
        checks.expect("no such task", [*sby, str(sound), "cover"], 2, "no task 'cover'")
    print(f"{'FAIL' if checks.failed else 'PASS'} sva selftest: {checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
