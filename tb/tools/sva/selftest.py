#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Do the assertions fire when they should? A bug planted in golden_queue, C and RTL alike.

    selftest.py --build DIR --planted RTL --bench BENCH --sound BENCH --mixed BENCH

The benches have the assertions of the sound unit: planted C and RTL, both sound, sound C and planted RTL.
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


def replays(checks: Checks, sby: list[str], planted: Path, options: argparse.Namespace) -> None:
    """A counterexample of the tools, replayed in the bench: the same assertion, and a waveform."""
    checks.expect("planted, two entries", [*sby, str(planted), "smt"], 1, "FAIL sby", "prop_oldest")
    trace, fst = planted.parent / "golden_queue_smt" / "bench.trace", planted.parent / "replay.fst"
    checks.expect("replayed", [options.bench, "--replay", str(trace), "--fst", str(fst)], 1,
                  "golden_queue: promise prop_oldest is broken", "FAIL replay golden_queue")
    checks.expect("replayed on the sound unit", [options.sound, "--replay", str(trace)], 0, "PASS replay golden_queue")
    if not (fst.is_file() and fst.stat().st_size):
        checks.failed += 1
        print("FAIL no waveform of the replay")
    prove = [sys.executable, str(ROOT / "scripts/formal/prove_unit.py"), "golden_queue", "--rtl", options.planted,
             "--build", str(planted.parent)]
    checks.expect("planted RTL, proof", prove, 1, "make replay UNIT=golden_queue TRACE=", "FAIL prove")
    found = planted.parent / "formal" / "golden_queue" / "C_RTL_output_pick_id.trace"
    checks.expect("the proof's counterexample", [options.mixed, "--replay", str(found)], 1, "output pick_id")
    for line, message in (("state nothing 0 1", "no such register"), ("state count 0 32", "does not fit"),
                          ("in pop 1 0", "does not fit"), ("bits push_id 01", "not as many bits"), ("jump", "expected"),
                          ("# nothing", "no step")):
        trace.write_text(line + "\n")
        checks.expect(f"trace with '{line}'", [options.sound, "--replay", str(trace)], 2, message)
    checks.expect("no trace", [options.sound, "--replay", str(trace) + "x"], 2, "cannot be read")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--planted", required=True)
    parser.add_argument("--bench", required=True)
    parser.add_argument("--sound", required=True)
    parser.add_argument("--mixed", required=True)
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
        shallow = generated(work / "shallow", "--rtl", options.planted, "--define", "GMMU_GOLDEN_DEPTH=2")
        replays(checks, sby, shallow, options)
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
