#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the files that gmmu writes, and of its standard streams, on a machine in trouble.

usage: outputs_test.py PATH/TO/gmmu PATH/TO/inject.so [TEST...]
"""

import contextlib
import csv
import fcntl
import json
import os
import pathlib
import pty
import random
import re
import resource
import signal
import stat
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import unittest
from typing import Any

GMMU = ""
INJECT = ""
TINY = ["run", "--app", "kernel:stream,size=4K", "--set", "sm.count=2"]
SHARE = ["share", "--process", "kernel:blocks=4,ns=1000,per_sm=1", "--runs", "1"]
TRACE = """-kernel name = k
-grid dim = (1,1,1)
-block dim = (32,1,1)
-accelsim tracer version = 5
#traces format = x

#BEGIN_TB
thread block = 0,0,0
warp = 0
insts = 1
0010 ffffffff 0 EXIT 0 0 0
#END_TB
"""


def faults_of(events: list[dict[str, Any]]) -> list[str]:
    """What a viewer of trace events would show wrongly, or refuse."""
    faults = []
    processes = {e["pid"] for e in events if e["ph"] == "M" and e["name"] == "process_name"}
    threads = [(e["pid"], e["tid"]) for e in events if e["ph"] == "M" and e["name"] == "thread_name"]
    faults += [f"thread {key} is named twice" for key in set(threads) if threads.count(key) > 1]
    slices: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for e in events:
        if e["ph"] not in "MXC" or e["pid"] not in processes:
            faults.append(f"unknown kind or process: {e}")
        elif e["ph"] == "C" and not e["args"]["value"] >= 0:
            faults.append(f"counter below zero: {e}")
        elif e["ph"] == "X":
            begin = round(e["ts"] * 1000)  # viewers keep nanoseconds
            slices.setdefault((e["pid"], e["tid"]), []).append((begin, begin + round(e["dur"] * 1000)))
    for key, spans in slices.items():
        if key not in threads:
            faults.append(f"thread {key} has no name")
        open_until: list[int] = []
        for begin, end in sorted(spans, key=lambda span: (span[0], -span[1])):
            while open_until and open_until[-1] <= begin:
                open_until.pop()
            if end < begin or (open_until and end > open_until[-1]):
                faults.append(f"slice {begin} to {end} of thread {key} overlaps without nesting")
            open_until.append(end)
    return faults


def run(*args: str, **more: Any) -> subprocess.CompletedProcess[bytes]:
    settings: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL,
                                "timeout": 120, "check": False, **more}
    return subprocess.run([GMMU, *args], **settings)


class Case(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.dir = pathlib.Path(scratch.name)

    def good(self, *args: str, **more: Any) -> subprocess.CompletedProcess[bytes]:
        done = run(*args, **more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def bad(self, expected: str, *args: str, **more: Any) -> None:
        """Exit code 2, one line that holds `expected`, the folder as it was."""
        before = sorted(os.listdir(self.dir))
        done = run(*args, **more)
        self.assertEqual(done.returncode, 2, (args, done.stderr))
        self.assertEqual(done.stderr.count(b"\n"), 1, done.stderr)
        self.assertIn(expected, done.stderr.decode())
        self.assertEqual(sorted(os.listdir(self.dir)), before)

    def whole(self, text: bytes) -> None:
        self.assertEqual(json.loads(text)["chip"], "mask")
        self.assertTrue(text.endswith(b"}\n"))

    def only(self, *names: str) -> None:
        self.assertEqual(sorted(os.listdir(self.dir)), sorted(names))


class Files(Case):
    def test_symbolic_links_stay(self) -> None:
        os.symlink("behind", self.dir / "link")
        os.symlink("link", self.dir / "further")
        for _ in range(2):  # the file behind does not exist, and then it does
            self.good(*TINY, "--quiet", "--json", f"{self.dir}/further")
            self.assertTrue((self.dir / "link").is_symlink() and (self.dir / "further").is_symlink())
            self.whole((self.dir / "behind").read_bytes())
        os.symlink("loop", self.dir / "loop")
        self.bad("symbolic links", *TINY, "--json", f"{self.dir}/loop")

    def test_permissions_stay(self) -> None:
        path = self.dir / "r.json"
        path.write_text("old")
        path.chmod(0o640)
        self.good(*TINY, "--quiet", "--json", str(path))
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o640)
        self.whole(path.read_bytes())
        self.good(*TINY, "--quiet", "--json", f"{self.dir}/new", umask=0o027)
        self.assertEqual(stat.S_IMODE((self.dir / "new").stat().st_mode), 0o640)

    @unittest.skipIf(os.geteuid() == 0, "root may write anything")
    def test_read_only(self) -> None:
        path = self.dir / "r.json"
        path.write_text("old")
        path.chmod(0o440)
        self.bad("Permission denied", *TINY, "--json", str(path))
        self.assertEqual(path.read_text(), "old")

    @unittest.skipUnless(os.geteuid() == 0, "devices are made by root")
    def test_devices_stay(self) -> None:
        """Devices of our own: a simulator that replaces files would break the machine's."""
        null, full = self.dir / "null", self.dir / "full"
        try:
            for path, minor in ((null, 3), (full, 7)):
                os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, minor))
                open(path, "w", encoding="ascii").close()
        except OSError as error:
            self.skipTest(f"no devices here: {error}")
        self.good(*TINY, "--quiet", "--json", str(null), "--kanata", str(null))
        self.bad(f"cannot write '{full}': No space left", *TINY, "--json", str(full))
        self.assertTrue(stat.S_ISCHR(null.stat().st_mode) and stat.S_ISCHR(full.stat().st_mode))

    def test_fifo(self) -> None:
        path = self.dir / "fifo"
        os.mkfifo(path)
        got: list[bytes] = []
        reader = threading.Thread(target=lambda: got.append(path.read_bytes()))
        reader.start()
        self.good(*TINY, "--quiet", "--json", str(path))
        reader.join()
        self.whole(got[0])
        self.assertTrue(stat.S_ISFIFO(path.stat().st_mode))

    def test_standard_output(self) -> None:
        for name in ("-", "/dev/fd/1", "/proc/self/fd/1"):
            done = self.good(*TINY, "--json", name)
            self.whole(done.stdout)
            self.assertIn(b"event hash", done.stderr)  # the table goes elsewhere
        with open(self.dir / "out", "wb") as out:
            out.write(b"before\n")
            out.flush()
            self.good(*TINY, "--quiet", "--json", "/dev/fd/1", stdout=out)
        before, after = (self.dir / "out").read_bytes().split(b"\n", 1)
        self.assertEqual(before, b"before")
        self.whole(after)
        with open(self.dir / "out", "wb") as out:
            self.bad("standard output goes there", *TINY, "--json", f"{self.dir}/out", stdout=out)

    def test_open_descriptors(self) -> None:
        """As the shell's >(...) passes them."""
        read, write = os.pipe()
        with os.fdopen(read, "rb") as reader:
            self.good(*TINY, "--quiet", "--json", f"/dev/fd/{write}", pass_fds=[write])
            os.close(write)
            self.whole(reader.read())
        self.bad("Bad file descriptor", *TINY, "--json", "/dev/fd/77")

    def test_names_of_others_are_left_alone(self) -> None:
        for name in ("r.json.tmp", ".gmmu-1-0.tmp"):
            (self.dir / name).write_text("mine")
        self.good(*TINY, "--quiet", "--json", f"{self.dir}/r.json")
        self.assertEqual((self.dir / "r.json.tmp").read_text(), "mine")
        self.only("r.json", "r.json.tmp", ".gmmu-1-0.tmp")
        longest = "x" * 255
        self.good(*TINY, "--quiet", "--json", f"{self.dir}/{longest}")
        self.whole((self.dir / longest).read_bytes())

    def test_no_folder_for_the_spool(self) -> None:
        """Instructions that leave memory need one: the line names it, and says what is wrong with it."""
        self.bad(f"cannot be written or read: {self.dir}/none: No such file or directory: expected a folder with room",
                 "run", "--app", "kernel:gups,size=4M,updates=8192", "--window", "64K", "--no-alone",
                 env={**os.environ, "TMPDIR": f"{self.dir}/none"})

    def test_one_name_twice(self) -> None:
        (self.dir / "d").mkdir()
        os.symlink("r", self.dir / "link")
        for first, second in (("r", "r"), ("r", "d/../r"), ("link", "r"), ("-", "/dev/fd/1")):
            with self.subTest((first, second)):
                self.bad("are one file", *TINY, "--json", first, "--perfetto", second, cwd=self.dir)
                self.bad("are one file", *SHARE, "--json", first, "--events", second, cwd=self.dir)

    def spared(self, inputs: list[str], *args: str, **more: Any) -> None:
        """The command is refused in one line about its input, and each of these files is as it was."""
        before = {name: (self.dir / name).read_bytes() for name in inputs}
        self.bad("the command reads it: expected another file", *args, cwd=self.dir, **more)
        self.assertEqual({name: (self.dir / name).read_bytes() for name in inputs}, before)

    def test_no_input_is_written_over(self) -> None:
        (self.dir / "d").mkdir()
        (self.dir / "c.json").write_text('{"name": "c", "base": "mask", "sm": {"count": 2}}')
        (self.dir / "design.json").write_text('{"name": "d", "base": "mask"}')
        (self.dir / "d/kernelslist.g").write_text("kernel-1.traceg\n")
        (self.dir / "d/kernel-1.traceg").write_text(TRACE)
        os.symlink("c.json", self.dir / "link")
        os.link(self.dir / "c.json", self.dir / "hard")
        self.good("pack", "trace:d", "a.tracep", cwd=self.dir)
        os.link(self.dir / "d/kernel-1.traceg", self.dir / "other.tracep")
        files = ["c.json", "design.json", "d/kernelslist.g", "d/kernel-1.traceg", "a.tracep"]
        chip = (*TINY, "--chip", "c.json")
        for output in ("c.json", "d/../c.json", "link", "hard", str(self.dir / "c.json")):
            for option in ("--json", "--kanata", "--perfetto"):
                self.spared(files, *chip, option, output)
            self.spared(files, "classify", "--chip", "c.json", TINY[2], "--json", output)
            self.spared(files, "probe", "tlb-boundary", "--chip", "c.json", "--csv", output)
        self.spared(files, *chip, "--chip", "mask", "--json", "c.json")  # read, and then changed
        self.spared(files, *TINY, "--design", "design.json", "--json", "design.json")
        self.spared(files, "compare", "--design", "design.json", "--design", "mask", *TINY[1:], "--json", "design.json")
        for trace in ("d", "d/kernelslist.g"):
            for output in ("d/kernelslist.g", "d/kernel-1.traceg", "other.tracep"):
                self.spared(files, "run", "--app", f"trace:{trace}", "--json", output)
                self.spared(files, *TINY, "--then", f"trace:{trace}", "--perfetto", output)
                self.spared(files, "classify", f"trace:{trace}", "--json", output)
        self.spared(files, "pack", "trace:d", "other.tracep")
        self.spared(files, "run", "--app", "trace:a.tracep", "--json", "a.tracep")
        with open(self.dir / "c.json", "ab") as out:
            self.spared(files, *chip, "--json", "-", stdout=out)
        self.good(*chip, "--quiet", "--json", "d/new", cwd=self.dir)  # next to inputs
        self.good(*chip, "--quiet", "--json", "design.json", cwd=self.dir)  # which is not read

    def test_two_names_of_one_output(self) -> None:
        """The first would be left as it was, without a word."""
        probe = ("probe", "tlb-boundary", "--chip", "mask")
        for option, command in (("--json", TINY), ("--kanata", TINY), ("--perfetto", TINY), ("--csv", probe),
                                ("--json", SHARE), ("--events", SHARE), ("--json", ("classify", "GUP"))):
            with self.subTest(option):
                self.bad(f"{option} 'b': expected one file", *command, option, "a", option, "b", cwd=self.dir)
        self.only()

    def test_four_runs_at_once(self) -> None:
        command = [GMMU, *TINY, "--quiet", "--json", f"{self.dir}/r.json"]
        for process in [subprocess.Popen(command) for _ in range(4)]:
            self.assertEqual(process.wait(120), 0)
        self.whole((self.dir / "r.json").read_bytes())
        self.only("r.json")

    def test_folders_are_refused_at_the_start(self) -> None:
        endless = ["--app", "kernel:gups,size=64M,updates=1M"]
        for path, why in ((str(self.dir), "Is a directory"), (f"{self.dir}/new/", "Is a directory"),
                          ("", "No such file"), (f"{self.dir}/no/r", "No such file")):
            for option in ("--json", "--kanata", "--perfetto"):
                self.bad(f"cannot write '{path}': {why}", "run", *endless, option, path, timeout=20)

    def test_larger_than_the_user_may_have(self) -> None:
        """As `ulimit -f` sets it: an error like a full disk, not the end by a signal."""
        def little() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))
        for option in ("--json", "--kanata", "--perfetto"):
            for run_or_compare in (TINY, ["compare", *TINY[1:]]):  # all fits in a buffer, or not
                self.bad(f"cannot write '{self.dir}/r': File too large", *run_or_compare, "--quiet", option,
                         f"{self.dir}/r", preexec_fn=little)

    def test_no_file_where_one_cannot_be_written(self) -> None:
        """Room for the JSON, and not for the other, which is complete only when it is closed."""
        def little() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (10000, 10000))
        expected = f"cannot write '{self.dir}/more': File too large"
        for option in ("--kanata", "--perfetto"):
            self.bad(expected, "run", "--app", "kernel:stream,size=32K", "--set", "sm.count=2", "--quiet", "--json",
                     f"{self.dir}/r.json", option, f"{self.dir}/more", preexec_fn=little)
        self.bad(expected, *SHARE, "--process", "lbm", "--quiet", "--json", f"{self.dir}/r.json", "--events",
                 f"{self.dir}/more", preexec_fn=little)

    def test_without_unnamed_files(self) -> None:
        trouble = {**os.environ, "LD_PRELOAD": INJECT, "INJECT_TMPFILE": "1"}
        for name in ("r.json", "r.json"):
            self.good(*TINY, "--quiet", "--json", f"{self.dir}/{name}", env=trouble)
            self.whole((self.dir / "r.json").read_bytes())
            self.only("r.json")
        self.bad("not finished", *TINY, "--max-cycles", "10", "--json", f"{self.dir}/r.json", "--kanata",
                 f"{self.dir}/k", env=trouble)


def heed_signals() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


class Endings(Case):
    def test_signals_leave_nothing(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL):
            # SIGINT is ignored in background jobs of a shell without job control, SIGHUP under nohup.
            process = subprocess.Popen([GMMU, "run", "--app", "kernel:gups,size=64M,updates=1M", "--quiet", "--json",
                                        f"{self.dir}/r", "--kanata", f"{self.dir}/k", "--perfetto", f"{self.dir}/p"],
                                       preexec_fn=heed_signals)
            time.sleep(0.3)
            process.send_signal(number)
            self.assertEqual(process.wait(20), -number)
            self.only()

    def out_of_memory(self, tries: int, files: list[str], *args: str) -> None:
        """One allocation fails: either the run is complete, or one line says why and nothing is left.

        Files appear one after the other at the end: one that cannot leaves those before it, each whole."""
        count = self.dir / "count"
        folder = self.dir / "out"
        folder.mkdir()
        for name in files:
            args += (f"--{name}", str(folder / name))
        self.good(*args, env={**os.environ, "LD_PRELOAD": INJECT, "INJECT_COUNT": str(count)})
        expected = {path.name: path.read_bytes() for path in folder.iterdir()}
        self.assertEqual(sorted(expected), sorted(files))
        total = int(count.read_text())
        stride = max(total // tries, 1)
        codes = set()
        for number in range(random.randrange(1, stride + 1), total + 1, stride):
            for path in folder.iterdir():
                path.unlink()
            done = run(*args, env={**os.environ, "LD_PRELOAD": INJECT, "INJECT_ALLOCATION": str(number)})
            left = {path.name: path.read_bytes() for path in folder.iterdir()}
            codes.add(done.returncode)
            with self.subTest(number):
                self.assertIn(done.returncode, (0, 2), done.stderr)
                if b"cannot write" in done.stderr:
                    self.assertLess(left.items(), expected.items())
                else:
                    self.assertEqual(left, expected if done.returncode == 0 else {})
                self.assertEqual(done.stderr.count(b"\n"), 1 if done.returncode else 0, done.stderr)
        self.assertIn(2, codes)

    def test_run_out_of_memory(self) -> None:
        self.out_of_memory(150, ["json", "kanata", "perfetto"], *TINY, "--quiet", "--jobs", "1")

    def test_share_out_of_memory(self) -> None:
        self.out_of_memory(80, ["json", "events"], *SHARE, "--quiet")

    def test_classify_out_of_memory(self) -> None:
        self.out_of_memory(40, ["json"], "classify", *TINY[2:], "--quiet", "--jobs", "1")

    def test_probe_out_of_memory(self) -> None:
        self.out_of_memory(5, ["csv"], "probe", "tlb-boundary", "--set", "sm.count=1", "--set", "tlb.l1.entries=4",
                           "--set", "tlb.l2.entries=16", "--set", "walk.cycles=50")


class Records(Case):
    RUNS = {
        "mask": ["run", "--app", "kernel:gups,size=4M,updates=4K", "--app", "kernel:histo,size=1M", "--epoch", "5000",
                 "--block-scheduler", "round-robin", "--set", "schedule.slice_cycles=500"],
        "tanasic": ["run", "--chip", "tanasic", "--exceptions", "replay", "--faults", "migrate", "--switch-blocks",
                    "--app", "kernel:stream,size=100K", "--set", "sm.count=4"],
    }

    def test_validator(self) -> None:
        def events(*spans: tuple[float, float]) -> list[dict[str, Any]]:
            named = [{"ph": "M", "name": f"{what}_name", "pid": 1, "tid": 1} for what in ("process", "thread")]
            return named + [{"ph": "X", "pid": 1, "tid": 1, "ts": ts, "dur": dur} for ts, dur in spans]

        self.assertEqual(faults_of(events((1, 2), (3, 1), (3, 0.5), (4, 1))), [])
        self.assertIn("overlaps", faults_of(events((1, 2), (2.5, 1)))[0])
        self.assertIn("no name", faults_of([{**e, "tid": 2} if e["ph"] == "X" else e for e in events((1, 2))])[0])
        self.assertIn("below zero", faults_of(events() + [{"ph": "C", "pid": 1, "args": {"value": -1}}])[0])

    def test_perfetto(self) -> None:
        lanes = {"mask": ("bank 0", "bank 0 (2)", "walker 0", "SM 0"), "tanasic": ("walker 0", "entry 0", "SM 0")}
        counters = {"mask": {"l2_tlb"}, "tanasic": {"active warps", "faults"}}
        for name, args in self.RUNS.items():
            texts = set()
            for seed in ("1", "7"):
                self.good(*args, "--no-alone", "--quiet", "--shuffle", seed, "--perfetto", f"{self.dir}/p")
                texts.add((self.dir / "p").read_bytes())
            self.assertEqual(len(texts), 1)
            events = json.loads(texts.pop())["traceEvents"]
            self.assertEqual(faults_of(events)[:3], [])
            names = {e["args"]["name"] for e in events if e["ph"] == "M" and e["name"] == "thread_name"}
            for lane in lanes[name]:
                self.assertIn(lane, names)
            track = {e["pid"]: e["args"]["name"] for e in events if e["name"] == "process_name"}
            self.assertEqual({track[e["pid"]] for e in events if e["ph"] == "C"}, counters[name])

    def test_perfetto_counters(self) -> None:
        """Misses, walks and stalls of each application, as the epochs of the JSON have them."""
        self.good(*self.RUNS["mask"], "--no-alone", "--quiet", "--json", f"{self.dir}/r.json", "--perfetto",
                  f"{self.dir}/p")
        epochs = json.loads((self.dir / "r.json").read_text())["epochs"]
        events = json.loads((self.dir / "p").read_text())["traceEvents"]
        seen: dict[str, list[float]] = {}
        for event in events:
            if event["ph"] == "C":
                seen.setdefault(event["name"], []).append(event["args"]["value"])
        self.assertGreater(sum(epoch["walks"] for epoch in epochs), 100)
        for app in (0, 1):
            own = [epoch for epoch in epochs if epoch["app"] == app]
            self.assertEqual(seen[f"walks app {app}"], [epoch["walks"] for epoch in own])
            self.assertEqual(seen[f"stalled app {app}"], [epoch["warps_stalled"] for epoch in own])
            self.assertEqual(seen[f"misses app {app}"],
                             [round(epoch["l2_tlb_accesses"] * epoch["l2_tlb_miss_rate"]) for epoch in own])

    def test_kanata_does_not_depend_on_the_order_of_ticks(self) -> None:
        for args in self.RUNS.values():
            texts = set()
            for seed in ("1", "7"):
                self.good(*args, "--no-alone", "--quiet", "--shuffle", seed, "--kanata", f"{self.dir}/k")
                texts.add((self.dir / "k").read_bytes())
            self.assertEqual(len(texts), 1)

    def opcodes(self, *args: str) -> set[str]:
        """Of all labels; the log changes no event."""
        self.good("run", "--no-alone", "--quiet", "--json", f"{self.dir}/r.json", *args)
        plain = json.loads((self.dir / "r.json").read_text())["event_hash"]
        self.good("run", "--no-alone", "--quiet", "--json", f"{self.dir}/r.json", "--kanata", f"{self.dir}/k", *args)
        self.assertEqual(json.loads((self.dir / "r.json").read_text())["event_hash"], plain)
        log = (self.dir / "k").read_text()
        labels = re.findall(r"^L\t\d+\t0\tsm\d+ w\d+ [0-9a-f]{4,} (\S+) mask=[0-9a-f]{8}$", log, re.M)
        self.assertEqual(len(labels), log.count("\nL\t"))
        return set(labels)

    def test_opcodes_of_traces(self) -> None:
        """As the tracer wrote them, also of a PC that two kernels have, and of a packed trace."""
        for number, opcode in enumerate(("LDG.E.64.SYS", "LDG.E.CONSTANT")):
            line = f"0010 ffffffff 2 R4 R5 {opcode} 1 R2 {4 if number else 8} 1 0x7f0000000000 8 0\n"
            many = "".join(f"{0x20 + 16 * i:04x} ffffffff 1 R{i % 9} IADD3.X{i % 70} 0 0 0\n" for i in range(90))
            text = TRACE.replace("0010 ffff", "9990 ffff").replace("insts = 1\n", f"insts = 92\n{line}{many}")
            (self.dir / f"kernel-{number}.traceg").write_text(text)
        (self.dir / "kernelslist.g").write_text("kernel-0.traceg\nkernel-1.traceg\n")
        self.good("pack", f"trace:{self.dir}", f"{self.dir}/p.tracep")
        expected = {"LDG.E.64.SYS", "LDG.E.CONSTANT", "EXIT"} | {f"IADD3.X{i}" for i in range(70)}
        for app in (f"trace:{self.dir}", f"trace:{self.dir}/p.tracep"):
            self.assertEqual(self.opcodes("--app", app), expected)
        both = self.opcodes("--app", f"trace:{self.dir}", "--app", "kernel:stream,size=4K", "--chip", "tanasic")
        self.assertLess(expected | {"load.global"}, both)

    def test_opcodes_of_built_in_kernels(self) -> None:
        for registers in ("ring", "liveness"):
            names = self.opcodes("--app", "kernel:histo,size=8K", "--set", f"sm.registers={registers}")
            self.assertLessEqual({"load.global", "atomic.global", "store.shared", "barrier", "exit", "setp"}, names)


class Ticks(Case):
    def test_each_kind_of_component_has_a_line(self) -> None:
        self.good(*TINY, "--no-alone", "--quiet", "--ticks", f"{self.dir}/t.csv", "--json", f"{self.dir}/r.json")
        about, *lines = (self.dir / "t.csv").read_text().splitlines()
        result = json.loads((self.dir / "r.json").read_text())
        self.assertEqual(json.loads(about.removeprefix("# ")), result["provenance"])
        rows = {row["kind"]: row for row in csv.DictReader(lines)}
        self.assertEqual(rows["sm"]["components"], "2")
        self.assertEqual((rows["l2_bank"]["run"], rows["engine"]["components"]), ("mask", "1"))
        ticks = {kind: int(row["ticks"]) for kind, row in rows.items()}
        self.assertEqual(ticks.pop("engine"), sum(ticks.values()))
        self.assertTrue(0 < ticks["sm"] <= 2 * result["cycles"] + 2, (ticks, result["cycles"]))
        self.assertTrue(all(float(row["seconds"]) >= 0 for row in rows.values()), rows)
        self.assertGreater(sum(float(row["seconds"]) for row in rows.values()), 0)

    def test_no_result_changes(self) -> None:
        for name, more in (("with", ("--ticks", f"{self.dir}/t")), ("without", ())):
            self.good(*TINY, "--quiet", "--json", f"{self.dir}/{name}", *more)
        self.assertEqual((self.dir / "with").read_bytes(), (self.dir / "without").read_bytes())

    def test_every_design_has_its_lines(self) -> None:
        self.good("compare", *TINY[1:], "--design", "mask", "--design", "ideal", "--quiet", "--ticks", f"{self.dir}/t")
        lines = (self.dir / "t").read_text().splitlines()[1:]
        self.assertEqual({row["run"] for row in csv.DictReader(lines) if row["kind"] == "sm"}, {"mask", "ideal"})


class Streams(Case):
    def test_standard_output_takes_nothing(self) -> None:
        for args in (TINY, ["list"], ["help"], ["show"]):
            with open("/dev/full", "wb") as full:
                self.bad("cannot write to standard output: ", *args, stdout=full)
            read, write = os.pipe()
            os.close(read)
            self.bad("cannot write to standard output: ", *args, stdout=write)
            os.close(write)
            closed = self.without_output(*args)
            self.assertEqual((closed.returncode, closed.stderr.count(b"\n")), (2, 1))
        with open("/dev/full", "wb") as full:
            self.good(*TINY, "--quiet", stdout=full)
        closed = self.without_output(*TINY, "--json", "-")
        self.assertEqual((closed.returncode, closed.stderr), (2, b"gmmu: cannot write '-': Bad file descriptor\n"))

    @staticmethod
    def without_output(*args: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(["/bin/sh", "-c", 'exec "$@" >&-', "sh", GMMU, *args], stderr=subprocess.PIPE,
                              check=False)

    def test_closed_streams_are_no_results(self) -> None:
        """A file that is opened later must not become standard error."""
        trace = self.dir / "app"
        trace.mkdir()
        (trace / "kernelslist.g").write_text("what is this\nkernel-1.traceg\n")
        (trace / "kernel-1.traceg").write_text(TRACE)
        args = ["run", "--app", f"trace:{trace}/kernelslist.g", "--json"]
        self.assertIn(b"unknown line", self.good(*args, f"{self.dir}/open").stderr)
        for closed in ("2>&-", "<&- 2>&-", "<&- >&- 2>&-"):
            subprocess.run(["/bin/sh", "-c", f'exec "$@" {closed}', "sh", GMMU, *args, f"{self.dir}/closed", "--quiet"],
                           check=True, stdout=subprocess.DEVNULL)
            self.assertEqual((self.dir / "closed").read_bytes(), (self.dir / "open").read_bytes())

    def test_nothing_is_passed_raw_to_a_terminal(self) -> None:
        name = b"a\x1b[31m\nb\xff\xc2\x9b\xe2\x80\xaeu\xcc\x88"
        shown = r"a\x1b[31m\x0ab\xff\xc2\x9b\xe2\x80\xae" + "u\u0308"
        folder = os.fsencode(self.dir) + b"/" + name
        os.mkdir(folder)
        for file, text in (("kernelslist.g", "odd \x1b]0;x\x07\nkernel-1.traceg\n"), ("kernel-1.traceg", TRACE)):
            with open(os.path.join(folder, file.encode()), "w", encoding="utf-8") as out:
                out.write(text)
        spec = os.fsdecode(b"trace:" + folder + b"/kernelslist.g")
        done = self.good("run", "--app", spec, "--json", f"{self.dir}/r.json")
        self.assertRegex(done.stderr, b"^gmmu: .*: warning: ")
        self.assertIn(shown, done.stdout.decode())
        self.assertIn(shown, done.stderr.decode())
        self.assertNotRegex(done.stdout + done.stderr, rb"[\x00-\x09\x0b-\x1f\x7f]")
        self.assertEqual(json.loads((self.dir / "r.json").read_bytes())["applications"][0]["name"], shown)
        for args in (["run", "--app", "\x1b[31m\n"], ["\x1b[31m\n"], ["run", "--chip", "\x1b[31m\n.json"],
                     ["run", "--set", "\x1b[31m\n=1"], ["run", "--\x1b[31m\n"], [*TINY, "--json", "/no/\x1b[31m\n"],
                     ["probe", "\x1b[31m\n"], ["run", "--design", "/\x1b[31m\n.json"],
                     ["run", "--app", "kernel:\x1b[31m\n"], ["run", "--app", "trace:/\x1b[31m\n"]):
            with self.subTest(args):
                self.bad(r"\x1b[31m\x0a", *args)

    def terminal(self, columns: int, *args: str, both: bool = False) -> str:
        """Standard error of a run on a terminal of this width; of `both`, standard output stands there, too."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        with subprocess.Popen([GMMU, *args], stdout=theirs if both else subprocess.DEVNULL, stderr=theirs) as process:
            os.close(theirs)
            text = b""
            with contextlib.suppress(OSError):  # the terminal's end
                while part := os.read(ours, 65536):
                    text += part
            self.assertEqual(process.wait(60), 0)
        os.close(ours)
        return text.decode()

    def test_progress_fits_the_terminal(self) -> None:
        args = ["compare", "--design", "mask", "--app", "kernel:gups,size=4M,updates=1024", "--app",
                "kernel:stream,size=300K"]
        for columns, width in ((80, 79), (0, 79), (30, 29), (200, 119)):
            text = self.terminal(columns, *args)
            lines = text.split("\r")
            self.assertEqual({len(line) for line in lines}, {0, width}, text)
            bars = [line for line in lines if "/3 runs" in line]
            self.assertTrue(bars)
            self.assertEqual(columns == 30, not any(re.match(r"\[#* *\]", bar) for bar in bars))
            self.assertNotIn("\x1b", text)
            self.assertEqual(lines[-2:], [" " * width, ""])
        self.assertEqual(self.good(*args).stderr, b"")
        self.assertEqual(self.terminal(80, *args, "--quiet"), "")

    def test_a_probe_counts_its_accesses(self) -> None:
        text = self.terminal(40, "probe", "tlb-boundary")
        counts = [int(n) for n in re.findall(r"\r(\d+) accesses  \d+ s ", text)]
        self.assertTrue(counts)
        self.assertEqual(counts, sorted(counts))
        self.assertEqual({len(line) for line in text.split("\r")}, {0, 39})
        self.assertEqual(text.split("\r")[-2:], [" " * 39, ""])

    def test_no_progress_between_the_lines_of_a_file(self) -> None:
        shown = self.terminal(80, "probe", "tlb-boundary", "--csv", "-", both=True)
        rows = [line for line in shown.split("\r\n") if "," in line and line[0] != "#"]
        self.assertGreater(len(rows), 10)
        for row in rows[1:]:
            self.assertRegex(row, r"^\d+,\d+,\d+,\d+\.\d+$")
        self.assertNotRegex(shown, r"\d accesses  \d+ s")
        for option in ("--perfetto", "--kanata"):
            self.assertNotIn(" runs ", self.terminal(80, *TINY, option, "-", both=True), option)
        self.assertIn(" runs ", self.terminal(80, *TINY, "--json", "-", both=True))  # written when all has run


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: outputs_test.py PATH/TO/gmmu PATH/TO/inject.so [TEST...]")
    GMMU, INJECT = (os.path.abspath(path) for path in sys.argv[1:3])
    del sys.argv[1:3]
    random.seed(int(os.environ.get("GMMU_SEED", "1")))
    unittest.main(verbosity=2)
