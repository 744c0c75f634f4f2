#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of scripts/sweep: points, cache by content, failures, interrupts, bad files.

usage: sweep_test.py GMMU
"""

import csv
import fcntl
import hashlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
SWEEP = ROOT / "scripts/sweep/sweep.py"
GMMU = pathlib.Path()

# Stands for the simulator: counts its calls, and does as its --seed says.
FAKE = """\
    #!/bin/sh
    while [ $# -gt 0 ]; do
        case $1 in --seed) seed=$2 ;; --json) json=$2 ;; esac
        shift
    done
    echo "$seed" >>"$CALLS"
    case $seed in
        13) echo 'fake: expected no 13' >&2; exit 2 ;;
        77) exec sleep 60 ;;
        78) trap '' INT TERM; while :; do sleep 1; done ;;
        99) kill -9 $$ ;;
    esac
    echo "{\\"cycles\\": $((seed * 10))}" >"$json"
"""

SEEDS = """\
    title = "seeds"
    seconds = {seconds}
    [[axis]]
    name = "seed"
    option = "--seed"
    values = {seeds}
    [columns]
    cycles = "cycles"
"""


class Case(unittest.TestCase):
    said: dict[str, str]  # of the table that was read last

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="gmmu sweep ")  # a path with a space
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.store = self.folder / "store"
        self.file = self.folder / "seeds.toml"
        self.calls_file = self.folder / "calls"

    def sweep(self, gmmu: pathlib.Path, file: pathlib.Path, *options: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(self.line(gmmu, file, *options), capture_output=True, text=True, check=False, cwd=ROOT,
                              env=dict(os.environ, CALLS=str(self.calls_file)))

    def line(self, gmmu: pathlib.Path, file: pathlib.Path, *options: str) -> list[str]:
        return ["/usr/bin/python3", str(SWEEP), "--store", str(self.store), *options, str(gmmu), str(file)]

    def rows(self, name: str = "seeds") -> list[dict[str, str]]:
        with (self.store / name / "table.csv").open() as file:
            self.said = json.loads(file.readline().removeprefix("# "))
            return list(csv.DictReader(file))


class Engine(Case):
    def setUp(self) -> None:
        super().setUp()
        self.fake = self.folder / "fake"
        self.fake.write_text(textwrap.dedent(FAKE))
        self.fake.chmod(0o755)

    def write(self, seeds: list[int], seconds: int = 30) -> None:
        self.file.write_text(textwrap.dedent(SEEDS).format(seeds=seeds, seconds=seconds))

    def calls(self) -> list[int]:
        """Calls since the last question."""
        if not self.calls_file.exists():
            return []
        found = sorted(int(n) for n in self.calls_file.read_text().split())
        self.calls_file.unlink()
        return found

    def test_results_are_kept_by_content(self) -> None:
        self.write([1, 2, 3])
        done = self.sweep(self.fake, self.file)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([r["cycles"] for r in self.rows()], ["10", "20", "30"])
        self.assertEqual(self.calls(), [1, 2, 3])
        self.write([2, 3, 4])
        done = self.sweep(self.fake, self.file)
        self.assertEqual([r["cycles"] for r in self.rows()], ["20", "30", "40"])
        self.assertEqual(self.calls(), [4])
        self.assertIn("3 points, 2 of them known before, 0 failed", done.stdout)
        self.fake.write_text(self.fake.read_text() + "# another simulator\n")
        self.sweep(self.fake, self.file)
        self.assertEqual(self.calls(), [2, 3, 4])

    def test_input_files_are_content(self) -> None:
        traces, elsewhere = self.folder / "traces", self.folder / "elsewhere"
        for folder in (traces, elsewhere):
            folder.mkdir()
        (traces / "kernelslist_ctx_0x55.g").write_text("kernel-1.traceg\n../elsewhere/kernel-2.traceg\n")
        for file in (traces / "kernel-1.traceg", elsewhere / "kernel-2.traceg"):
            file.write_text("x")
        description = self.folder / "chip.json"
        description.write_text("{}")
        self.file.write_text(textwrap.dedent(f"""\
            options = ["--seed", "1"]
            [[axis]]
            name = "input"
            [axis.values]
            trace = ["--app", "trace:{traces}/kernelslist_ctx_0x55.g"]
            folder = ["--app", "trace:{traces}"]
            chip = ["--chip", "{description}"]
            [columns]
            cycles = "cycles"
        """))
        self.sweep(self.fake, self.file)
        self.assertEqual(len(self.calls()), 3)
        for file in (traces / "kernel-1.traceg", elsewhere / "kernel-2.traceg"):
            file.write_text("y")
            self.sweep(self.fake, self.file)
            self.assertEqual(len(self.calls()), 2)
        description.write_text("{ }")
        self.sweep(self.fake, self.file)
        self.assertEqual(len(self.calls()), 1)

    def test_a_failed_point_stops_no_other(self) -> None:
        self.write([1, 13, 99, 2])
        done = self.sweep(self.fake, self.file, "--jobs", "1")
        self.assertEqual(done.returncode, 1)
        self.assertEqual([r["state"] for r in self.rows()], ["ok", "failed", "failed", "ok"])
        self.assertIn("failed: seed=13: fake: expected no 13\n", done.stderr)
        self.assertIn("failed: seed=99: ended by signal 9\n", done.stderr)
        self.calls()
        self.sweep(self.fake, self.file)
        self.assertEqual(self.calls(), [13, 99])  # tried again, and only they

    def test_a_column_that_no_run_has_is_named(self) -> None:
        self.write([1, 13])
        with self.file.open("a") as file:
            file.write('slip = "cylces"\n')
        done = self.sweep(self.fake, self.file, "--jobs", "1")
        self.assertEqual(done.returncode, 1)  # of the point that failed
        line = f"sweep.py: {self.file}: expected [columns] slip: a path that a run has, found 'cylces'\n"
        self.assertIn(line, done.stderr)
        self.file.write_text(self.file.read_text().replace("[1, 13]", "[1]"))
        done = self.sweep(self.fake, self.file)
        self.assertEqual((done.returncode, done.stderr), (2, line))
        self.assertEqual(self.rows(), [{"seed": "1", "cycles": "10", "slip": "", "state": "ok"}])

    def test_a_limit_of_time(self) -> None:
        self.write([1, 77], seconds=1)
        done = self.sweep(self.fake, self.file)
        self.assertEqual(done.returncode, 1)
        self.assertIn("failed: seed=77: not finished after 1 s\n", done.stderr)
        self.assertEqual([r["state"] for r in self.rows()], ["ok", "failed"])

    def working(self) -> list[int]:
        """Processes that name the folder of this test, by the kernel's word: sweeps, Snakemake, shells, points."""
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            try:
                if entry.name.isdecimal() and str(self.folder).encode() in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                pass
        return found

    def wait_until_nothing_works(self, seconds: float) -> None:
        limit = time.monotonic() + seconds
        while self.working() and time.monotonic() < limit:
            time.sleep(0.05)
        self.assertEqual(self.working(), [])

    def start(self, *seeds: int) -> "subprocess.Popen[bytes]":
        """A sweep at whose points work has begun."""
        self.write([*seeds], seconds=50)
        process = subprocess.Popen(self.line(self.fake, self.file, "--jobs", "2"), cwd=ROOT, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, env=dict(os.environ, CALLS=str(self.calls_file)))
        limit = time.monotonic() + 60
        while not self.calls_file.exists() and time.monotonic() < limit:
            time.sleep(0.05)
        return process

    def test_nothing_outlives_a_sweep(self) -> None:
        """However it ends, alone and not with its process group."""
        for number in (signal.SIGTERM, signal.SIGKILL, signal.SIGINT):
            with self.subTest(number=number), self.start(77, 1077) as process:
                self.assertGreater(len(self.working()), 3)
                process.send_signal(number)
                process.wait()
                self.wait_until_nothing_works(20)
                self.calls()

    def test_a_killed_sweep_keeps_its_folder_until_all_have_ended(self) -> None:
        """78 heeds no interrupt: while it works no other sweep enters."""
        with self.start(78) as process:
            process.kill()
            process.wait()
            self.calls()
            self.assertNotEqual(self.working(), [])
            done = self.sweep(self.fake, self.file)
            self.assertEqual((done.returncode, self.calls()), (2, []))
            self.assertIn("another sweep is running here", done.stderr)
            self.wait_until_nothing_works(20)
        self.write([1])
        self.assertEqual(self.sweep(self.fake, self.file).returncode, 0)
        self.assertEqual(self.calls(), [1])

    def interrupted(self, number: int) -> None:
        """Two jobs: 77, which may be the first to start, keeps one of them busy until the end."""
        self.write([1, 2, 77], seconds=50)
        with subprocess.Popen(self.line(self.fake, self.file, "--jobs", "2"), cwd=ROOT, start_new_session=True,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              env=dict(os.environ, CALLS=str(self.calls_file))) as process:
            limit = time.monotonic() + 60
            while not list(self.store.glob("points/*.json")) and time.monotonic() < limit:
                time.sleep(0.05)
            os.killpg(process.pid, number)
        self.wait_until_nothing_works(20)
        ready = len(list(self.store.glob("points/*.json")))
        self.assertIn(ready, (1, 2))
        self.calls()
        self.write([1, 2, 3])
        done = self.sweep(self.fake, self.file)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(self.calls()), 3 - ready)
        self.assertEqual([r["cycles"] for r in self.rows()], ["10", "20", "30"])

    def test_an_interrupted_sweep_goes_on(self) -> None:
        self.interrupted(signal.SIGINT)

    def test_a_killed_sweep_goes_on(self) -> None:
        self.interrupted(signal.SIGKILL)

    def test_two_sweeps_in_one_store(self) -> None:
        self.write([1])
        self.store.mkdir()
        with (self.store / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            done = self.sweep(self.fake, self.file)
        self.assertEqual(done.returncode, 2)
        self.assertIn("another sweep is running here", done.stderr)
        self.assertEqual(self.calls(), [])

    def test_a_damaged_result_is_named(self) -> None:
        self.write([1])
        self.sweep(self.fake, self.file)
        for result in self.store.glob("points/*.json"):
            result.write_text("{")
        done = self.sweep(self.fake, self.file)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"^sweep.py: .*points/\w+.json: expected the JSON of a run; remove it\n$")


class Files(Case):
    def refused(self, text: str, message: str) -> None:
        self.file.write_text(textwrap.dedent(text))
        done = self.sweep(GMMU, self.file)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertEqual(done.stderr, f"sweep.py: {self.file}{message}\n")
        self.assertFalse(self.store.exists())

    def test_bad_files(self) -> None:
        columns = "[columns]\ncycles = 'cycles'\n"
        self.refused("title = \n" + columns, ":1: Invalid value (at line 1, column 9)")
        self.refused("titel = 'x'\n" + columns,
                     ": expected one of axis, columns, memory, options, seconds, title, found 'titel'")
        self.refused("title = 'x'", ": expected [columns]: head = \"path\", found None")
        self.refused("seconds = 0\n" + columns, ": expected seconds: a whole number above 0, found 0")
        self.refused("options = ['--json', 'x']\n" + columns, ": expected options: no file to write, found '--json'")
        self.refused("[[axis]]\nname = 'a'\nset = 'x'\n" + columns, ": expected axis a: values, found None")
        self.refused("[[axis]]\nname = 'a'\nset = 'x'\nvalues = []\n" + columns,
                     ": expected axis a: at least one value, found {}")
        self.refused("[[axis]]\nname = 'a'\nvalues = [1]\n" + columns,
                     ": expected axis a: either set or option, found ['name', 'values']")
        self.refused("[[axis]]\nname = 'a'\nset = 'x'\nvalues = [1, 1]\n" + columns,
                     ": expected axis a: different values, found ['1', '1']")
        self.refused("axis = 3\n" + columns, ": expected [[axis]], found 3")
        deep = ": nested too deeply, expected what docs/reference/sweeps.md shows"
        self.refused("title = " + "[" * 100000 + "\n" + columns, deep)
        self.refused("title = " + "{a=" * 100000 + "\n" + columns, deep)
        control = "a text without control characters, found "
        for bad, shown in (("\\u001b[31m", "'\\x1b[31m'"), ("1\\n2", "'1\\n2'"), ("\\u0000", "'\\x00'")):
            self.refused(f'title = "{bad}"\n' + columns, f": expected title: {control}{shown}")
            for axis in (f"option = '--seed'\nvalues = [\"{bad}\"]", f"values = {{ \"{bad}\" = ['--seed', '1'] }}",
                         f"values = {{ a = ['--seed', \"{bad}\"] }}"):
                self.refused(f"[[axis]]\nname = 'a'\n{axis}\n" + columns, f": expected axis: {control}{shown}")

    def test_a_pipe_is_no_file(self) -> None:
        os.mkfifo(self.file)
        done = subprocess.run(self.line(GMMU, self.file), capture_output=True, text=True, timeout=20, check=False)
        self.assertEqual((done.returncode, done.stderr), (2, f"sweep.py: {self.file}: expected a regular file\n"))

    def test_no_point_writes_a_file(self) -> None:
        """However the option is written."""
        columns = "[columns]\ncycles = 'cycles'\n"
        for word, text, where in (
                ("--json=x", "options = ['{}']\n", "options"),
                ("--js", "options = ['{}', 'x']\n", "options"),
                ("--csv", "[[axis]]\nname = 'a'\noption = '{}'\nvalues = ['x']\n", "axis a"),
                ("--kanata", "[[axis]]\nname = 'a'\noption = '{}'\nvalues = ['x']\n", "axis a"),
                ("--perf", "[[axis]]\nname = 'a'\noption = '{}'\nvalues = ['x']\n", "axis a"),
                ("--k=x", "[[axis]]\nname = 'a'\noption = '--quiet'\nvalues = ['{}']\n", "axis a"),
                ("--perfetto=x", "[[axis]]\nname = 'a'\nvalues.x = ['{}']\n", "axis a, x")):
            self.refused(text.format(word) + columns, f": expected {where}: no file to write, found '{word}'")

    def test_no_input_is_written_over(self) -> None:
        chip = self.folder / "chip"
        chip.write_text("{}")
        text = f"options = ['--chip', '{chip}']\n[columns]\ncycles = 'cycles'\n"
        for name in ("table.csv", "runs.json"):
            for read in (self.file, chip):
                self.file.write_text(text)
                out = self.folder / f"out {name} {read.name}"
                out.mkdir()
                os.link(read, out / name)
                before = read.read_text()
                done = self.sweep(GMMU, self.file, "--out", str(out))
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertEqual(done.stderr, f"sweep.py: cannot write '{out}/{name}': it is also read, as '{read}': "
                                 "expected another place for the output\n")
                self.assertEqual((out / name).read_text(), before)

    def test_no_file(self) -> None:
        done = self.sweep(GMMU, self.folder / "none.toml")
        self.assertEqual((done.returncode, done.stderr),
                         (2, f"sweep.py: {self.folder}/none.toml: No such file or directory\n"))

    def test_bad_options_of_all_programs(self) -> None:
        """The programs whose runs go through the engine refuse the same values in the same words."""
        papers = ("mask", "mosaic", "fgpu", "dss", "karnagel")
        for program in ("sweep/sweep.py", "experiments/thesis/figures.py",
                        *(f"experiments/{paper}/reproduce.py" for paper in papers)):
            for bad, line in ((["--jobs", "0"], "--jobs 0: expected at least 1"),
                              (["--profile", "none"], "--profile none: expected a folder with config.yaml")):
                with self.subTest(program=program, option=bad[0]):
                    done = subprocess.run(["/usr/bin/python3", str(ROOT / "scripts" / program), *bad, str(GMMU),
                                           str(self.store)], capture_output=True, text=True, check=False, cwd=ROOT)
                    name = program.rpartition("/")[2]
                    self.assertEqual((done.returncode, done.stderr.splitlines()[-1]), (2, f"{name}: error: {line}"))
                    self.assertFalse(self.store.exists())

    def test_bad_benchmark(self) -> None:
        """Other parameters are for a benchmark of the figures."""
        done = subprocess.run(["/usr/bin/python3", str(ROOT / "scripts/experiments/thesis/figures.py"), "--app",
                               "stream,size=4K", str(GMMU), str(self.store)], capture_output=True, text=True,
                              check=False, cwd=ROOT)
        self.assertEqual(done.returncode, 2)
        self.assertIn("figures.py: error: --app stream,size=4K: expected one of parboil-sgemm, ", done.stderr)
        self.assertFalse(self.store.exists())


class Simulator(Case):
    def test_a_point_is_the_run_that_it_names(self) -> None:
        options = ["--app", "kernel:stream,size=64K", "--app", "kernel:histo,size=64K", "--epoch", "5000"]
        self.file.write_text(textwrap.dedent(f"""\
            options = {options}
            [[axis]]
            name = "entries"
            set = "tlb.l2.entries"
            values = [16, 512]
            [columns]
            "weighted speedup" = "weighted_speedup"
            walks = "applications.0.walks"
            none = "applications.7.walks"
        """))
        done = self.sweep(GMMU, self.file)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)  # of the column none
        for row in self.rows():
            result = self.folder / "direct.json"
            subprocess.run([str(GMMU), "run", *options, "--set", f"tlb.l2.entries={row['entries']}", "--quiet",
                            "--json", str(result)], check=True, cwd=ROOT)
            run = json.loads(result.read_text())
            self.assertEqual(row["walks"], str(run["applications"][0]["walks"]))
            self.assertEqual(row["weighted speedup"], f"{run['weighted_speedup']:.6g}")
            self.assertEqual(row["none"], "")
            # The table says what was run: the simulator as the run itself names it, and this very file.
            self.assertEqual({key: self.said[key] for key in ("version", "commit")},
                             {key: run["provenance"][key] for key in ("version", "commit")})
        self.assertEqual((self.said["sweep"], self.said["sha256"]),
                         (str(self.file), hashlib.sha256(self.file.read_bytes()).hexdigest()))


def main() -> int:
    global GMMU
    if not shutil.which("snakemake", path="/usr/bin:" + os.environ.get("PATH", "")):
        print("SKIP sweep-test: snakemake is not installed")
        return 0
    GMMU = pathlib.Path(sys.argv.pop(1)).resolve()
    return 0 if unittest.main(exit=False).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
