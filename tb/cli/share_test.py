#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""gmmu share: processes that share SMs, their blocks as delays (thesis chapter 5), and what it refuses.

usage: share_test.py PATH/TO/gmmu
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import typing
import unittest

GMMU = ""
Json = dict[str, typing.Any]
RTL: tuple[list[str], ...] = ([], ["--rtl", "all"])
SHORT = "kernel:blocks=52,ns=20000,per_sm=4,save_ns=1000"
LONG = "kernel:blocks=2000,ns=30000,per_sm=4,save_ns=1000,launches=2"


def command(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([GMMU, "share", *args], capture_output=True, text=True, timeout=300, check=False,
                          stdin=subprocess.DEVNULL)


def shared(*args: str) -> Json:
    done = command(*args, "--quiet", "--json", "-")
    if done.returncode != 0 or done.stderr:
        raise AssertionError(f"{args}: {done.stderr}")
    read: Json = json.loads(done.stdout)
    return read


class Share(unittest.TestCase):
    def bad(self, expected: str, *args: str) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "r.json"
            done = command(*args, "--json", str(path))
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
            self.assertIn(expected, done.stderr)
            self.assertEqual(list(pathlib.Path(folder).iterdir()), [])

    def test_metrics(self) -> None:
        """5.3.1: NTT is the slowdown against a run in isolation, ANTT the mean, fairness the least over the most."""
        found = shared("--process", LONG, "--process", SHORT, "--policy", "dss")
        ntt = [p["turnaround_us"] / p["alone_us"] for p in found["processes"]]
        for p, n in zip(found["processes"], ntt):
            self.assertAlmostEqual(p["ntt"], n)
        self.assertAlmostEqual(found["antt"], sum(ntt) / 2)
        self.assertAlmostEqual(found["stp"], sum(1 / n for n in ntt))
        self.assertAlmostEqual(found["fairness"], min(ntt) / max(ntt))
        self.assertTrue(all(p["runs"] >= 3 for p in found["processes"]))
        alone = shared("--process", SHORT)
        for metric in ("antt", "stp", "fairness"):
            self.assertAlmostEqual(alone[metric], 1, delta=1e-3)  # three runs against one
        self.assertEqual(alone["processes"][0]["alone_us"], found["processes"][1]["alone_us"])

    def test_priority(self) -> None:
        """5.3.2: "Preemptive priority queues (PPQ) scheduler shows a much higher turnaround time improvement of the
        high-priority process", "using the context switch mechanism the improvements, on average, are much higher"."""
        # A host that waits for each command: the process of high priority takes SMs again and again.
        two = ["--process", LONG, "--process", SHORT, "--host", "100", "--queue", "1", "--runs", "2"]

        def turnaround(*options: str) -> float:
            return float(shared(*two, *options)["processes"][1]["turnaround_us"])

        high = ["--priority", "1=1", "--copies", "npq"]
        fcfs, npq = turnaround(), turnaround("--policy", "npq", *high)
        switch = turnaround("--policy", "ppq", *high)
        drain = turnaround("--policy", "ppq", "--preempt", "drain", *high)
        self.assertLess(npq, fcfs * 1.05)
        self.assertLess(drain, npq / 1.5)
        self.assertLess(switch, drain)

    def test_table(self) -> None:
        """Table 5.2: 50 launches of 42.38 us; sgemm one of 3717.18 us. In isolation; no host, no copies."""
        found = shared("--process", "spmv", "--process", "sgemm", "--host", "0", "--copy", "0", "--runs", "1")
        alone = [p["alone_us"] for p in found["processes"]]
        self.assertAlmostEqual(alone[0] / (50 * 42.38), 1, delta=0.03)
        self.assertAlmostEqual(alone[1] / 3717.18, 1, delta=0.01)

    def test_phases(self) -> None:
        """4.2.1: the thesis's traces hold "CPU execution phases". A run alone is longer by them; processes that leave
        the GPU alone hardly wait for each other."""
        busy = "kernel:blocks=13,ns=100000,per_sm=1,launches=10"
        quiet = f"{busy},cpu_us=20000"
        for phases in ("start", "rounds"):
            on = ["--phases", phases, "--host", "0", "--copy", "0"]
            found = shared("--process", quiet, "--process", quiet, *on)
            self.assertEqual((found["phases"], found["processes"][0]["cpu_us"]), (phases, 20000))
            self.assertAlmostEqual(found["processes"][0]["alone_us"],
                                   20000 + shared("--process", busy, *on)["processes"][0]["alone_us"], delta=1)
            self.assertLess(found["antt"], 1.1)
            self.assertGreater(shared("--process", busy, "--process", busy, *on)["antt"], 1.7)
        alone = shared("--process", "sgemm,cpu_us=900", "--process", "sgemm", "--once", "--runs", "1")["processes"]
        self.assertAlmostEqual(alone[0]["alone_us"] - alone[1]["alone_us"], 900, delta=1)
        self.bad("--process 'sgemm,ns=1': expected nothing but ,cpu_us=N behind sgemm", "--process", "sgemm,ns=1")
        self.bad("--process 'sgemm,': expected nothing but ,cpu_us=N behind sgemm", "--process", "sgemm,")
        self.bad("--process 'sgemm,cpu_us=1,cpu_us=1': expected cpu_us once", "--process", "sgemm,cpu_us=1,cpu_us=1")
        self.bad("--process 'sgemm,cpu_us=1,': expected", "--process", "sgemm,cpu_us=1,")
        self.bad("--process 'sgemm,cpu_us=x': expected for cpu_us a whole number", "--process", "sgemm,cpu_us=x")
        self.bad("--phases 'end': expected start or rounds", "--process", "sgemm", "--phases", "end")

    def test_bus(self) -> None:
        """Table 5.1: "Clock: 500 MHz", "Lanes: 32", "Burst: 4 KB": a copy of 1 MB takes 131 us each way. Each of the
        three decides."""
        one = ["--process", "kernel:blocks=1,ns=1000,per_sm=1", "--runs", "1", "--host", "0", "--copy", "1M"]
        megabyte = (1 << 20) / 8000

        def took(*options: str) -> float:
            found = shared(*one, *(word for option in options for word in ("--set", f"schedule.pcie.{option}")))
            return float(found["processes"][0]["turnaround_us"])

        kernel = took() - 2 * megabyte
        self.assertTrue(0 < kernel < 2)
        self.assertAlmostEqual(took("mhz=250") - kernel, 4 * megabyte, delta=0.1)
        self.assertAlmostEqual(took("lanes=16") - kernel, 4 * megabyte, delta=0.1)
        self.assertAlmostEqual(took("burst=768K") - kernel, 3 * megabyte, delta=0.1)
        self.assertAlmostEqual(took("mhz=500", "lanes=32", "burst=4K"), took())
        self.assertEqual(shared(*one)["pcie"], {"mhz": 500, "lanes": 32, "burst": 4096})
        self.bad("--set 'sm.count=12': expected schedule.pcie.NAME=VALUE", *one, "--set", "sm.count=12")
        self.bad("--set 'schedule.pcie.lanes=0': expected a number from 1 to 64 lanes", *one, "--set",
                 "schedule.pcie.lanes=0")
        self.bad("--set 'schedule.pcie.more=1': ", *one, "--set", "schedule.pcie.more=1")
        self.bad("--set 'schedule.pcie.reads=4': expected schedule.pcie.mhz, .lanes or .burst", *one, "--set",
                 "schedule.pcie.reads=4")

    def test_until(self) -> None:
        """The run ends with the process that is named; the others' progress is that of their blocks."""
        two = ["--process", LONG, "--process", SHORT, "--policy", "dss", "--host", "50"]
        whole, part = shared(*two), shared(*two, "--until", "1", "--runs", "30")
        self.assertEqual(part["processes"][1]["runs"], 30)
        self.assertAlmostEqual(part["processes"][0]["ntt"] / whole["processes"][0]["ntt"], 1, delta=0.1)
        long = "kernel:blocks=1,ns=9000000,per_sm=1"
        none = shared("--process", long, "--process", SHORT, "--until", "1", "--policy", "npq")
        self.assertIsNone(none["processes"][0]["ntt"])
        self.assertEqual((none["antt"], none["fairness"]), (None, 0))

    def test_units_as_rtl(self) -> None:
        two = ["--process", LONG.replace("2000", "200"), "--process", SHORT, "--policy", "dss", "--runs", "1", "--copy",
               "0", "--arrive", "1=15000"]
        self.assertGreater(shared(*two)["preemptions"]["count"], 5)
        hashes = {shared(*two, *rtl)["event_hash"] for rtl in RTL}
        same = [word.replace("--policy", "--scheduler") for word in two]  # another name of the option
        self.assertEqual(hashes, {shared(*same)["event_hash"]})
        self.assertNotEqual(hashes, {shared(*two, "--preempt", "drain")["event_hash"]})

    def test_outputs(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "e.csv"
            done = command("--process", SHORT, "--once", "--runs", "1", "--events", str(path))
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("ANTT 1.000, STP 1.000, fairness 1.000", done.stdout)
            lines = path.read_text().splitlines()
        self.assertEqual(json.loads(lines[0].removeprefix("# "))["command"],
                         ["share", "--process", SHORT, "--once", "--runs", "1"])
        self.assertEqual(lines[1], "cycle,event,sm,process")
        events = [line.split(",")[1:] for line in lines[2:]]
        self.assertEqual(events[:13], [["given", str(i), "0"] for i in range(13)])
        self.assertEqual(sorted(events[13:26]), sorted(["idle", str(i), ""] for i in range(13)))
        self.assertEqual(events[26:], [["ended", "", "0"]])

    def test_bad_input(self) -> None:
        self.bad("no process: expected at least one --process")
        self.bad("--process 'bfs': expected a benchmark", "--process", "bfs")
        for kernel, expected in (
                ("blocks=0,ns=1,per_sm=1", "for blocks a whole number from 1 to 4294967295"),
                ("blocks=1,ns=1,per_sm=17", "for per_sm a whole number from 1 to 16"),
                ("blocks=1,ns=0.5,per_sm=1", "for ns a whole number from 1 to 1000000000"),
                ("blocks=1,ns=1", "per_sm=N too, a whole number from 1 to 16"),
                ("blocks=1,ns=1,per_sm=1,", "for per_sm a whole number"),
                ("blocks=1,ns=1,per_sm=1,more=1",
                 "blocks=N,ns=N,per_sm=N[,save_ns=N][,launches=N][,cpu_us=N] behind kernel:"),
                ("blocks=1,blocks=2,ns=1,per_sm=1", "blocks once"),
                ("blocks=-1,ns=1,per_sm=1", "for blocks a whole number"), ("", "blocks=N too")):
            self.bad(f"--process 'kernel:{kernel}': expected {expected}", "--process", f"kernel:{kernel}")
        self.bad("expected at most 13 processes", *["--process", SHORT] * 14)
        one = ["--process", SHORT]
        self.bad("--policy 'ppq2': expected fcfs, npq, ppq, ppq-shared or dss", *one, "--policy", "ppq2")
        self.bad("--preempt 'no': expected switch or drain", *one, "--preempt", "no")
        self.bad("--scheduler 'ppq2': expected fcfs, npq, ppq, ppq-shared or dss", *one, "--scheduler", "ppq2")
        for policy in ("fcfs", "npq"):
            for how in ("switch", "drain"):
                self.bad(f"--preempt: policy '{policy}' takes no SM from a kernel: expected one of ppq, "
                         "ppq-shared, dss", *one, "--preempt", how, "--policy", policy)
        self.bad("--preempt: policy 'fcfs' takes no SM", *one, "--preempt", "switch")  # it is the default
        self.bad("--copies 'no': expected fcfs or npq", *one, "--copies", "no")
        self.bad("--runs '0': expected a number from 1 to 1000000", *one, "--runs", "0")
        self.bad("--spread '101': expected a number up to 100", *one, "--spread", "101")
        self.bad("--rtl 'sm_driver': expected all", *one, "--rtl", "sm_driver")
        self.bad("names process 1: expected at most 0", *one, "--priority", "1=1")
        self.bad("--priority '0=32': expected NUMBER=N: the number of a --process, the first is 0, and 0 to 31", *one,
                 "--priority", "0=32")
        for policy in ("fcfs", "dss"):
            self.bad(f"--priority of process 0: policy '{policy}' knows none: expected one of npq, ppq, ppq-shared, or "
                     "--copies npq", *one, "--priority", "0=2", "--policy", policy)
        self.bad("--arrive '0': expected NUMBER=N: the number of a --process, the first is 0, and a cycle", *one,
                 "--arrive", "0")
        self.bad("--until names process 1: expected at most 0", *one, "--until", "1")
        self.bad("argument 'more': expected options only", *one, "more")
        self.bad("unknown option '--chip'", *one, "--chip", "tanasic5")
        self.bad("process 0 has run 0 times after 10 us, expected 3", *one, "--limit", "10")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: share_test.py PATH/TO/gmmu")
    GMMU = sys.argv.pop()
    unittest.main(verbosity=1)
