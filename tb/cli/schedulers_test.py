#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Block schedulers on the whole chip: what applications leave, who waits for whom, C and RTL.

usage: schedulers_test.py PATH/TO/gmmu
"""

import itertools
import json
import pathlib
import subprocess
import sys
import tempfile
import typing
import unittest

GMMU = ""


def run_json(*args: str) -> dict[str, typing.Any]:
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "r.json"
        chip = [] if "--chip" in args else ["--chip", "tanasic"]
        done = subprocess.run([GMMU, "run", *chip, "--quiet", "--json", str(path), *args], capture_output=True,
                              text=True, check=False)
        if done.returncode != 0:
            raise AssertionError(f"{args}: {done.stderr}")
        result: dict[str, typing.Any] = json.loads(path.read_text())
        return result


def owners(*args: str, track: str = "SM owners") -> dict[str, dict[str, list[tuple[float, float]]]]:
    """Who works on SMs, and when, in µs: spans by "app N", and of these by SM. Or who copies, by direction."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "p.json"
        subprocess.run([GMMU, "run", "--quiet", "--no-alone", "--perfetto", str(path), *args], check=True)
        events = json.loads(path.read_text())["traceEvents"]
    pid = next(e["pid"] for e in events if e["ph"] == "M" and e["args"].get("name") == track)
    lanes = {e["tid"]: e["args"]["name"] for e in events if e["name"] == "thread_name" and e["pid"] == pid}
    found: dict[str, dict[str, list[tuple[float, float]]]] = {}
    for e in events:
        if e["ph"] == "X" and e["pid"] == pid:
            lane = found.setdefault(e["name"], {}).setdefault(lanes[e["tid"]], [])
            lane.append((e["ts"], round(e["ts"] + e["dur"], 3)))
    return found


class Schedulers(unittest.TestCase):
    def test_block_schedulers(self) -> None:
        """Two applications share SMs; what each leaves does not depend on the scheduler."""
        two = ["--app", "kernel:stream,size=100K", "--app", "kernel:histo,size=64K", "--no-alone", "--check-values"]
        hashes, runs = set(), set()
        for scheduler in ("static", "fcfs", "round-robin", "queue", "dss", "mps"):
            result = run_json(*two, "--block-scheduler", scheduler, "--exceptions", "replay", "--faults",
                              "migrate", "--set", "schedule.slice_cycles=5000")
            for a in result["applications"]:
                self.assertTrue(a["architectural_hash"]["right"])
                self.assertEqual(a["launches"], 1)
            hashes.add(json.dumps([a["architectural_hash"] for a in result["applications"]]))
            runs.add(result["event_hash"])
        self.assertEqual(len(hashes), 1)
        self.assertEqual(len(runs), 6)

    def test_sms_are_shared(self) -> None:
        """Fractional GPUs VI-A: "two applications can run on the same SM": most SMs have blocks of both most of the
        time that both run; translations, data and values are right, and the order of ticks changes nothing."""
        two = ["--app", "kernel:stream,size=1M", "--app", "kernel:histo,size=512K", "--no-alone", "--check-values",
               "--chip", "mask", "--design", "sharedtlb", "--partition", "2:threads"]
        runs = [run_json(*two, *options) for options in ((), ("--shuffle", "7"), ("--shuffle", "8"))]
        self.assertEqual(len({r["event_hash"] for r in runs}), 1)
        for a in runs[0]["applications"]:
            self.assertTrue(a["architectural_hash"]["right"])
            self.assertEqual((a["sms"], a["threads_percent"]), (30, 50))
        spans = owners(*two)
        both = sum(end - begin for lane in spans["apps 0 1"].values() for begin, end in lane)
        one = sum(end - begin for lane in spans["app 0"].values() for begin, end in lane)
        self.assertEqual(len(spans["apps 0 1"]), 30)
        self.assertGreater(both, 10 * one)
        # Without a limit the first kernel fills the SMs, and the second one begins on what it leaves.
        alone = owners(*two[:-2], "--block-scheduler", "mps")
        self.assertLess(max(end for lane in alone["app 0"].values() for _, end in lane),
                        max(end for lane in alone["app 1"].values() for _, end in lane))

    def test_what_sharing_refuses(self) -> None:
        """One line and exit code 2, whatever makes no sense where an SM has several applications."""
        shared = ["--design", "sharedtlb", "--block-scheduler", "mps"]
        on = "block scheduler 'mps' puts several applications on an SM: expected a "
        for line, options in (
            ("--threads '50,0': expected a comma-separated list of per cents", ["--threads", "50,0"]),
            ("--threads '101,1'", ["--threads", "101,1"]),
            ("--threads names 1 applications: expected 2", ["--threads", "50"]),
            ("--threads: expected it without --partition", ["--threads", "5,5", "--partition", "2:threads"]),
            ("--threads of application 0: 50 % of the chip's: expected block scheduler 'mps'",
             ["--threads", "50,9", "--block-scheduler", "static", "--design", "sharedtlb"]),
            ("block scheduler 'mps' shares all SMs: expected --threads or", [*shared, "--sms", "5,5"]),
            ("block scheduler 'mps' shares all SMs: expected --threads or", [*shared, "--partition", "2:sm"]),
            (on + "design without TLB-fill tokens", ["--threads", "50,50", "--chip", "mask"]),
            (on + "scheme of exceptions without operand log", [*shared, "--exceptions", "oplog:8K"]),
            (on + "chip without block switching on faults",
             [*shared, "--exceptions", "replay", "--faults", "migrate", "--switch-blocks"]),
            ("kernel 'stream' has blocks of 8 warps: expected at most 1, the application's part",
             [*shared, "--threads", "1,1", "--set", "sm.count=2"]),
        ):
            with self.subTest(options=options):
                chip = [] if "--chip" in options else ["--chip", "tanasic"]
                done = subprocess.run([GMMU, "run", *chip, *options, "--app", "kernel:stream,size=64K", "--app",
                                       "kernel:histo,size=64K", "--quiet", "--no-alone"],
                                      capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 2)
                self.assertIn(line, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1)

    def test_blocks_of_mask_move(self) -> None:
        """Slices end, blocks are saved and restored, and leave what they should."""
        two = ["--app", "kernel:stream,size=100K", "--app", "kernel:histo,size=1M", "--no-alone", "--check-values",
               "--chip", "mask"]
        result = run_json(*two, "--block-scheduler", "round-robin", "--set", "schedule.slice_cycles=500")
        moved = result["block_switching"]
        self.assertGreater(moved["out"], 0)
        self.assertEqual(moved["in"], moved["out"])
        self.assertGreater(moved["context_lines"], 2 * moved["out"])
        for a in result["applications"]:
            self.assertTrue(a["architectural_hash"]["right"])

    def test_slices_too_short(self) -> None:
        """A slice includes the saving, so one of ten cycles leaves no block time for an instruction: the run says so,
        and does not go on for ever."""
        two = ["--app", "kernel:parboil-lbm", "--app", "kernel:parboil-lbm", "--set", "sm.count=2", "--no-alone"]
        done = subprocess.run([GMMU, "run", "--chip", "tanasic", *two, "--block-scheduler", "round-robin", "--set",
                               "schedule.slice_cycles=10"], capture_output=True, text=True, check=False, timeout=300)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, "^gmmu: .*no instruction has ended since cycle [0-9]+, because blocks move all "
                         "the time: expected a longer schedule.slice_cycles\n$")

    def test_contexts_are_translated(self) -> None:
        """Thesis 5.2.2: "Saving and restoring the context is performed by a software trap handler." Its loads and
        stores go through the TLBs, and a page that is in none of them is walked."""
        two = ["--app", "kernel:stream,size=100K", "--app", "kernel:histo,size=1M", "--no-alone", "--check-values",
               "--block-scheduler", "round-robin", "--set", "schedule.slice_cycles=2000"]
        for chip in ("mask", "tanasic"):
            misses, walks = [], []
            for addresses, entries in (("physical", 64), ("virtual", 64), ("virtual", 8)):
                result = run_json(*two, "--chip", chip, "--set", f"schedule.contexts={addresses}", "--set",
                                  f"tlb.l1.entries={entries}", "--set", "tlb.l1.ways=8")
                moved = result["block_switching"]
                looked_up = moved["context_tlb_hits"] + moved["context_tlb_misses"]
                self.assertEqual(looked_up, 0 if addresses == "physical" else moved["context_lines"])
                misses.append(moved["context_tlb_misses"] / moved["context_lines"])
                for a in result["applications"]:
                    self.assertTrue(a["architectural_hash"]["right"])
                walks.append(sum(a["walks"] for a in result["applications"]) / moved["out"])
            self.assertTrue(misses[0] < misses[1] <= misses[2] < 1, misses)
            self.assertLess(walks[0], walks[1])

    def test_faults_during_a_switch(self) -> None:
        """Thesis 5.2.2, footnote: "The pipeline draining approach, even though correct, is inefficient when there are
        in-flight page faults caused by the preempted SM." With preemptible faults (chapter 6) an SM is taken as
        fast as without faults."""
        def taken(scheme: str, faults: str) -> float:
            result = run_json("--chip", "tanasic5", "--app", "kernel:parboil-spmv", "--app", "kernel:histo,size=64K",
                              "--priority", "1=1", "--arrive", "1=20000", "--block-scheduler", "ppq", "--no-alone",
                              "--exceptions", scheme, "--faults", faults, "--check-values")
            self.assertTrue(all(a["architectural_hash"]["right"] for a in result["applications"]))
            self.assertEqual(result["preemptions"]["count"], 13)
            return float(result["preemptions"]["cycles_avg"])

        self.assertGreater(taken("stall", "migrate"), 1.5 * taken("stall", "none"))
        self.assertLess(taken("replay", "migrate"), 1.2 * taken("replay", "none"))

    def test_schedulers_of_kernels(self) -> None:
        """Thesis 5.3.2: preemption shortens the turnaround of the prioritised process, a context switch and
        draining alike; its unit is the same as C and RTL."""
        two = ["--app", "kernel:stream,size=8M", "--app", "kernel:histo,size=64K", "--arrive", "1=8000"]
        high = [*two, "--priority", "1=3"]

        def turnaround(*options: str) -> float:
            result = run_json(*high, *options)
            ntt = [a["ntt"] for a in result["applications"]]
            self.assertEqual([a["priority"] for a in result["applications"]], [0, 3])
            self.assertAlmostEqual(result["antt"], sum(ntt) / 2)
            self.assertAlmostEqual(result["stp"], sum(1 / n for n in ntt))
            self.assertAlmostEqual(result["fairness"], min(ntt) / max(ntt))
            return float(ntt[1])

        waits = turnaround("--block-scheduler", "npq")
        for scheduler in ("ppq", "ppq-shared"):
            for how in ("switch", "drain"):
                self.assertLess(turnaround("--block-scheduler", scheduler, "--preempt", how), waits / 1.3)
        first, same = (run_json(*two, "--no-alone", "--block-scheduler", "fcfs", *rtl)["event_hash"]
                       for rtl in ((), ("--rtl", "sm_scheduler")))
        self.assertEqual(first, same)
        dss = [*two, "--block-scheduler", "dss", "--no-alone"]
        rtl = run_json(*dss, "--rtl", "sm_scheduler")
        same = [word.replace("--block-scheduler", "--scheduler") for word in dss]  # another name of the option
        self.assertEqual(run_json(*same)["event_hash"], rtl["event_hash"])
        self.assertEqual(rtl["rtl"], ["sm_scheduler"])
        host = run_json(*dss, "--set", "schedule.host_cycles=10000")
        self.assertGreater(host["cycles"], rtl["cycles"])

    def test_who_starves(self) -> None:
        """Thesis 5.3.1: fairness "ranges between perfect fairness [...] and no fairness at all (some processes
        completely starve)". A prioritised process that is replayed without a pause keeps the other from its end: a
        result, with an endless turnaround. While it is at its host, the other one runs."""
        two = ["--chip", "tanasic5", "--app", "kernel:stream,size=8M", "--app", "kernel:histo,size=64K", "--priority",
               "1=1", "--arrive", "1=2000", "--block-scheduler", "ppq", "--set", "measure.launches=3"]
        starved = run_json(*two, "--set", "measure.most_cycles=60000")
        low, high = starved["applications"]
        self.assertEqual((low["launches"], low["turnaround_cycles"], low["ntt"], low["ipc"]), (0, None, None, 0))
        self.assertGreater(high["launches"], 3)
        self.assertEqual((starved["cycles"], starved["antt"], starved["fairness"]), (60000, None, 0))
        paused = run_json(*two, "--set", "measure.most_cycles=2000000", "--set", "schedule.host_cycles=20000")
        low, high = paused["applications"]
        self.assertEqual(low["launches"], 3)
        self.assertLess(paused["cycles"], 2000000)
        self.assertGreater(low["ntt"], high["ntt"])
        done = subprocess.run([GMMU, "run", *two, "--quiet"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr),
                         (2, "gmmu: measure.launches: 3: expected a measure.most_cycles where priorities differ\n"))

    def test_copies(self) -> None:
        """Thesis 2.2: "Commands from different command queues that target different engines can be concurrently
        executed." A launch waits for its copy, at Table 5.1's bandwidth; copies of one direction for each other,
        kernels of others for none."""
        two = ["--chip", "tanasic5", "--app", "kernel:stream,size=8M", "--app", "kernel:stream,size=8M",
               "--block-scheduler", "npq"]
        copies = [*two, "--set", "schedule.copy_bytes=160K"]
        took = 160 * 1024 / 8000  # µs: 40 bursts at 8 GB/s
        spans, kernels = owners(*copies, track="copies"), owners(*copies)
        (lane, first), = spans["app 0 in"].items()
        self.assertEqual(first[0][0], 0)
        self.assertAlmostEqual(first[0][1], took, delta=0.01)
        second = spans["app 1 in"][lane][0]
        self.assertAlmostEqual(second[0], took, delta=0.01)
        self.assertAlmostEqual(second[1], 2 * took, delta=0.01)
        begin = min(times[0][0] for times in kernels["app 0"].values())
        self.assertAlmostEqual(begin - min(times[0][0] for times in owners(*two)["app 0"].values()), took, delta=0.01)
        self.assertLess(begin, second[1])  # it runs while the other copies
        half = owners("--chip", "tanasic5", "--app", "kernel:histo,size=64K", *copies[6:], "--set",
                      "schedule.pcie.lanes=16", track="copies")["app 0 in"][lane][0]
        self.assertAlmostEqual(half[1], 2 * took, delta=0.01)
        self.assertGreater(min(times[0][0] for times in kernels["app 1"].values()), second[1])
        (_, back), = spans["app 0 out"].items()
        ended = run_json(*copies, "--no-alone")["applications"][0]["cycles"] / 706
        self.assertAlmostEqual(back[0][1], ended, delta=0.01)

    def test_fcfs_has_one_context_at_a_time(self) -> None:
        """Thesis 2.2: "At any given moment, the GPU is executing commands from one context only", and "all commands
        submitted to the GPU must complete before switching to another context": a launch of several kernels, if the
        host takes no time, else a kernel. With the context table of 5.2.1 the second application fills idle SMs."""
        steps = ["--chip", "tanasic5", "--app", "kernel:parboil-stencil,n=64,nz=16,steps=3", "--app",
                 "kernel:histo,size=64K", "--arrive", "1=500"]

        def spans(*options: str) -> list[list[tuple[float, float]]]:
            shown = owners(*steps, *options)
            return [sorted(span for lane in shown[f"app {i}"].values() for span in lane) for i in range(2)]

        for driver in ("dispatcher", "units"):
            units = ["--set", f"schedule.driver={driver}"]
            with self.subTest(driver):
                turns = []
                for host in ("0", "2000"):
                    first, other = spans("--block-scheduler", "fcfs", "--set", f"schedule.host_cycles={host}", *units)
                    turns.append(other[0][0])
                    self.assertLessEqual(max(end for begin, end in first if begin < turns[-1]), turns[-1])
                self.assertGreater(turns[0], 2 * turns[1])  # after three kernels, and after one
                together, other = spans("--block-scheduler", "npq", *units)
                self.assertTrue(any(begin < other[0][0] < end for begin, end in together))

    def test_arrivals_from_a_seed(self) -> None:
        """The same seed gives the same order, another one another; both forms draw alike; who is named is not drawn."""
        three = ["--chip", "tanasic5", "--no-alone", *["--app", "kernel:histo,size=64K"] * 3, "--block-scheduler",
                 "npq"]
        process = [*["--process", "kernel:blocks=13,ns=100,per_sm=1"] * 3, "--runs", "1", "--quiet", "--json", "-"]

        def arrivals(*options: str) -> list[int]:
            found = [a.get("begin_cycle", 0) for a in run_json(*three, *options)["applications"]]
            done = subprocess.run([GMMU, "share", *process, *options], capture_output=True, text=True, check=True)
            self.assertEqual([round(p["arrives_us"] * 706) for p in json.loads(done.stdout)["processes"]], found)
            return found

        drawn = arrivals("--arrive", "seed:7,20000")
        self.assertTrue(all(0 <= cycle < 20000 for cycle in drawn) and len(set(drawn)) == 3)
        self.assertEqual(arrivals("--arrive", "seed:7,20000"), drawn)
        self.assertNotEqual(arrivals("--arrive", "seed:8,20000"), drawn)
        self.assertEqual(arrivals("--arrive", "1=5", "--arrive", "seed:7,20000"), [drawn[0], 5, drawn[2]])
        for bad in ("seed:", "seed:7", "seed:7,", "seed:7,0", "seed:-1,9", "seed:7,9x", "seed:7,1099511627777"):
            for command in (["run", *three], ["share", *process]):
                done = subprocess.run([GMMU, *command, "--arrive", bad], capture_output=True, text=True, check=False)
                self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
                self.assertIn(f"--arrive '{bad}': expected seed:N,CYCLES", done.stderr)

    def test_owners_of_sms_over_time(self) -> None:
        """Thesis Fig. 5.1: "Execution of soft real-time application with (a) FCFS (current GPUs), (b) non-preemptive
        priority and (c) preemptive priority schedulers. K1 and K2 are low-priority kernels, while K3 is
        high-priority." The spans of a trace show it."""
        low = ["--app", "kernel:stream,size=4M"] * 2
        three = ["--chip", "tanasic5", *low, "--app", "kernel:stream,size=512K", "--arrive", "1=200", "--arrive",
                 "2=8000"]

        def begins(shown: dict[str, dict[str, list[tuple[float, float]]]]) -> list[float]:
            return [min(begin for spans in shown[f"app {i}"].values() for begin, _ in spans) for i in range(3)]

        fcfs = owners(*three, "--block-scheduler", "fcfs")
        k1, k2, k3 = begins(fcfs)
        self.assertTrue(k1 < k2 < k3)
        self.assertEqual(set(fcfs), {"app 0", "app 1", "app 2"})
        high = [*three, "--priority", "2=3"]
        npq = owners(*high, "--block-scheduler", "npq")
        k1, k2, k3 = begins(npq)
        self.assertTrue(k1 < k3 < k2)
        self.assertEqual(set(npq), {"app 0", "app 1", "app 2"})
        for how, leaving in (("switch", "app 0 saving"), ("drain", "app 0 draining")):
            ppq = owners(*high, "--block-scheduler", "ppq", "--preempt", how)
            self.assertLess(begins(ppq)[2], k3)
            self.assertEqual(set(ppq), {"app 0", leaving, "app 1", "app 2"})
            self.assertEqual(len(ppq[leaving]), 13)
            for sm, spans in ppq[leaving].items():
                (begin, end), = spans
                self.assertIn(begin, [last for _, last in ppq["app 0"][sm]])
                for first, _ in ppq["app 2"].get(sm, []):
                    self.assertGreater(first, end)
                self.assertTrue(any(first > end for first, _ in ppq["app 0"][sm]) or how == "drain")

    def test_driver_and_queues_as_units(self) -> None:
        """Thesis 5.2.3, Fig. 5.2: command buffers, KSRT and queues of preempted blocks as hardware. Blocks leave what
        they should, SMs are taken as often as by the dispatcher, C and RTL have the same cycles."""
        two = ["--chip", "tanasic5", "--app", "kernel:parboil-spmv,rows=8K,nnz=8", "--app", "kernel:histo,size=512K",
               "--arrive", "1=4000", "--no-alone", "--check-values"]
        for policy, how in (("npq", ""), ("ppq", "drain"), ("ppq", "switch"), ("dss", "switch")):
            options = [*two, "--block-scheduler", policy, *(["--preempt", how] if how else []),
                       *(["--priority", "1=3"] if policy != "dss" else [])]
            by_dispatcher = run_json(*options)
            by_units = run_json(*options, "--set", "schedule.driver=units")
            with self.subTest(policy=policy, how=how):
                self.assertTrue(all(a["architectural_hash"]["right"] for a in by_units["applications"]))
                self.assertNotEqual(by_units["event_hash"], by_dispatcher["event_hash"])
                if how == "switch":  # drained SMs may become free before they are taken
                    self.assertEqual(by_units["preemptions"]["count"], by_dispatcher["preemptions"]["count"])
                self.assertAlmostEqual(by_units["cycles"] / by_dispatcher["cycles"], 1, delta=0.05)
                self.assertEqual(by_units["block_switching"]["in"], by_units["block_switching"]["out"])
                self.assertEqual(by_units["block_switching"]["out"] > 0, how == "switch")
        rtl = run_json(*options, "--set", "schedule.driver=units", "--rtl", "sm_driver,sm_scheduler,ptb_queue")
        self.assertEqual(rtl["event_hash"], by_units["event_hash"])
        self.assertEqual(rtl["rtl"], ["sm_driver", "sm_scheduler", "ptb_queue"])

    def test_driver_of_other_sizes(self) -> None:
        """Chips of 16 and of 30 SMs, also of another pipeline and 32 blocks of an SM, have units of these sizes. SMs
        are taken as often as by the dispatcher, C and RTL have the same cycles. A driver that gives out one block after
        the other, and waits for an SM that does not take it, takes longer, with 32 blocks of an SM by 8 %."""
        for chip, sms, rows, size, arrival in (("tanasic", 16, "8K", "512K", 4000), ("mask", 16, "24K", "512K", 6000),
                                               ("mask", 30, "48K", "1M", 6000)):
            options = ["--chip", chip, "--design", "sharedtlb", "--set", f"sm.count={sms}", "--app",
                       f"kernel:parboil-spmv,rows={rows},nnz=8", "--app", f"kernel:histo,size={size}", "--arrive",
                       f"1={arrival}", "--no-alone", "--check-values", "--block-scheduler", "dss", "--preempt",
                       "switch"]
            by_dispatcher = run_json(*options)
            by_units = run_json(*options, "--set", "schedule.driver=units")
            rtl = run_json(*options, "--set", "schedule.driver=units", "--rtl", "sm_driver,sm_scheduler,ptb_queue")
            with self.subTest(chip=chip, sms=sms):
                self.assertTrue(all(a["architectural_hash"]["right"] for a in by_units["applications"]))
                self.assertNotEqual(by_units["event_hash"], by_dispatcher["event_hash"])
                self.assertEqual(by_units["preemptions"]["count"], sms // 2)
                self.assertEqual(by_dispatcher["preemptions"]["count"], sms // 2)
                self.assertEqual(by_units["block_switching"]["in"], by_units["block_switching"]["out"])
                self.assertAlmostEqual(by_units["cycles"] / by_dispatcher["cycles"], 1, delta=0.1)
                self.assertEqual(rtl["event_hash"], by_units["event_hash"])

    def test_what_the_driver_refuses(self) -> None:
        """One line and exit code 2 where the units would have nothing to do, or too little."""
        units = ["--chip", "tanasic5", "--set", "schedule.driver=units"]
        for line, options in (
            ("schedule.driver: units: expected a block scheduler fcfs, npq, ppq, ppq-shared or dss", [*units]),
            ("no unit sm_driver of 4 SMs is built: expected sm.count=13",
             [*units, "--block-scheduler", "dss", "--set", "sm.count=4"]),
            ("schedule.driver: units: expected a chip without block switching on faults",
             [*units, "--block-scheduler", "npq", "--exceptions", "replay", "--faults", "migrate",
              "--switch-blocks"]),
            ("sm_driver", ["--chip", "tanasic5", "--block-scheduler", "dss", "--rtl", "sm_driver"]),
        ):
            with self.subTest(options=options):
                done = subprocess.run([GMMU, "run", *options, "--app", "kernel:stream,size=64K", "--quiet",
                                       "--no-alone"], capture_output=True, text=True, check=False)
                self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
                self.assertIn(line, done.stderr)

    def test_both_forms_decide_alike(self) -> None:
        """Blocks in the pipeline, and blocks as delays (gmmu share): "a policy that is completely oblivious to the
        preemption mechanism used" (5.2) takes the same SMs in the same order from the same kernels, whatever a block
        does. The second kernel comes after 4000 cycles in both."""
        two = ["--chip", "tanasic5", "--app", "kernel:stream,size=8M", "--app", "kernel:stream,size=2M", "--arrive",
               "1=4000"]
        delays = ["--process", "kernel:blocks=1366,ns=2500,per_sm=8,save_ns=600", "--process",
                  "kernel:blocks=342,ns=2500,per_sm=8,save_ns=600", "--arrive", "1=4000", "--runs", "1", "--once",
                  "--host", "0", "--copy", "0", "--quiet", "--events", "-"]

        def pipeline(*options: str) -> tuple[list[tuple[float, str]], ...]:
            """When SMs are given to the first kernel, when they are taken, when they are back."""
            shown = owners(*two, *options)
            leaving = [s for s in ("app 0 saving", "app 0 draining") if s in shown]
            taken = [(span[0][0], sm) for name in leaving for sm, span in shown[name].items()]
            first = [(span[0][0], sm) for sm, span in shown["app 0"].items()]
            back = [(span[1][0], sm) for sm, span in shown["app 0"].items() if len(span) > 1]
            return sorted(first), sorted(taken), sorted(back)

        def by_delays(*options: str) -> tuple[list[tuple[float, str]], ...]:
            done = subprocess.run([GMMU, "share", *delays, *options], check=True, capture_output=True, text=True,
                                  timeout=60)
            lines = [line for line in done.stdout.splitlines() if not line.startswith("#")]  # what was run
            rows = [line.split(",") for line in lines[1:]]
            events = [(int(cycle) / 706, kind, f"SM {sm}", of) for cycle, kind, sm, of in rows]
            given = [(us, sm) for us, kind, sm, of in events if (kind, of) == ("given", "0")]
            return given[:13], [(us, sm) for us, kind, sm, _ in events if kind == "reserved"], given[13:]

        for policy, taken, ways in (("fcfs", 0, [""]), ("npq", 0, [""]), ("ppq", 13, ["switch", "drain"]),
                                    ("ppq-shared", 13, ["switch", "drain"]), ("dss", 6, ["switch", "drain"])):
            high = [] if policy in ("fcfs", "dss") else ["--priority", "1=3"]
            for how, driver in itertools.product(ways, ("dispatcher", "units")):
                options = [*high, *(["--preempt", how] if how else [])]
                full = pipeline("--block-scheduler", policy, *options, "--set", f"schedule.driver={driver}")
                delayed = by_delays("--policy", policy, *options)
                with self.subTest(policy=policy, how=how, driver=driver):
                    self.assertEqual(len(full[0]), 13)
                    for before, after in zip(full[:2], delayed[:2]):
                        self.assertEqual([sm for _, sm in before], [sm for _, sm in after])
                        for (a, _), (b, _) in zip(before, after):
                            self.assertAlmostEqual(a, b, delta=0.05)  # 35 cycles
                    self.assertEqual(len(delayed[1]), taken)
                    if policy == "ppq":  # when the other has ended; without exclusive access as its blocks run out
                        self.assertEqual([sm for _, sm in full[2]], [sm for _, sm in delayed[2]])
        # With copies: the second kernel arrives when both copies to the GPU are done.
        high = ["--priority", "1=3"]
        full = pipeline("--block-scheduler", "ppq", *high, "--set", "schedule.copy_bytes=40K")
        delayed = by_delays("--policy", "ppq", *high, "--copy", "40K")
        for before, after in zip(full[:2], delayed[:2]):
            self.assertEqual([sm for _, sm in before], [sm for _, sm in after])
            for (a, _), (b, _) in zip(before, after):
                self.assertAlmostEqual(a, b, delta=0.05)
        self.assertEqual(len(delayed[1]), 13)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: schedulers_test.py PATH/TO/gmmu")
    GMMU = sys.argv.pop()
    unittest.main(verbosity=1)
