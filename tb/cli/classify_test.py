#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""gmmu classify: the rows of MASK Table 2, and what it refuses.

usage: classify_test.py PATH/TO/gmmu
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
Json = dict[str, typing.Any]

# kernel:pagemix in each row by construction: the L1 TLB misses once in touches * share where more than its 64
# pages are in use, the L2 TLB misses cold pages and holds 256 hot ones. (L1 high?, L2 high?)
ROWS = {
    (False, False): "percent=0,touches=8,share=8,visits=16",
    (False, True): "percent=100,touches=8,share=8,visits=16",
    (True, False): "percent=0,touches=1,share=1",
    (True, True): "percent=100,touches=1,share=1",
}
TINY = "kernel:pagemix,visits=2,blocks=2"

# The applications that are in their row of Table 2, at the size that gmmu classify gives them; one that takes
# longer has less data here.
AGREE = ("LUD", "NN", "BFS2", "FFT", "RAY", "SAD", "SCP", "HS", "BLK")
AGREE_SMALLER = {
    "kernel:mum,letters=64K,reads=4K": ("high", "high"),
}
# Those that are in their row at another size alone: a table of 256 pages; rows of a page, half as many of them.
AGREE_OTHERWISE = {
    "kernel:randomaccess,log2=17,updates=8": ("high", "low"),
    "kernel:fd3d,x=1024,y=64": ("high", "high"),
}


def listed(heading: str) -> list[tuple[str, str]]:
    """Names and workloads that gmmu list has below a heading."""
    below = command("list").stdout.split(heading)[1].splitlines()[1:]
    return [(line.split()[0], line.split()[1])
            for line in itertools.takewhile(lambda line: line.startswith("  "), below)]


def numbers(spec: str) -> dict[str, float]:
    """Parameters of a workload that are sizes."""
    found = {}
    for part in spec.split(",")[1:]:
        key, text = part.split("=")
        number = float(text.rstrip("KM")) * {"K": 1024, "M": 1024 * 1024}.get(text[-1], 1)
        found[key] = 2.0 ** number if key == "log2" else number
    return found


def command(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([GMMU, *args], capture_output=True, text=True, timeout=300, check=False,
                          stdin=subprocess.DEVNULL)


class Classify(unittest.TestCase):
    def setUp(self) -> None:
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.json = pathlib.Path(self.scratch.name) / "classes.json"

    def classes(self, *args: str) -> Json:
        done = command("classify", *args, "--quiet", "--json", str(self.json))
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""), args)
        read: Json = json.loads(self.json.read_text())
        return read

    def bad(self, expected: str, *args: str) -> None:
        done = command("classify", *args, "--json", str(self.json))
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done.stderr)
        self.assertIn(expected, done.stderr)
        self.assertFalse(self.json.exists())

    def test_every_row_by_construction(self) -> None:
        specs = [f"kernel:pagemix,{args}" for args in ROWS.values()]
        result = self.classes(*specs)
        self.assertEqual((result["chip"], result["design"], result["threshold"]), ("mask", "sharedtlb", 0.2))
        self.assertEqual([w["workload"] for w in result["workloads"]], specs)
        for workload, (l1_high, l2_high) in zip(result["workloads"], ROWS):
            for level, high in (("l1_tlb", l1_high), ("l2_tlb", l2_high)):
                with self.subTest(workload=workload["workload"], level=level):
                    self.assertEqual(workload[level]["class"], "high" if high else "low")
                    # by construction, not by luck: no rate comes near the threshold
                    rate = workload[level]["miss_rate"]
                    self.assertTrue(rate > 0.6 if high else rate < 0.15, rate)

    def test_rates_are_those_of_a_run(self) -> None:
        self.classes(TINY)
        found = json.loads(self.json.read_text())["workloads"][0]
        done = command("run", "--design", "sharedtlb", "--app", TINY, "--quiet", "--json", str(self.json))
        self.assertEqual(done.returncode, 0, done.stderr)
        app = json.loads(self.json.read_text())["applications"][0]
        self.assertEqual((found["cycles"], found["walks"]), (app["cycles"], app["walks"]))
        for level in ("l1_tlb", "l2_tlb"):
            for count in ("hits", "misses", "pending_hits"):
                self.assertEqual(found[level][count], app[level][count])
            self.assertGreater(found[level]["pending_hits"], 0)
            asked = found[level]["misses"] - found[level]["pending_hits"]
            self.assertAlmostEqual(found[level]["miss_rate"], asked / found[level]["accesses"])
            self.assertAlmostEqual(found[level]["miss_rate_with_pending"], 1 - app[level]["hit_rate"])
        self.assertEqual(found["l1_tlb"]["accesses"], app["mem_transactions"])
        self.assertEqual(found["l2_tlb"]["accesses"], found["l2_tlb"]["hits"] + found["l2_tlb"]["misses"])
        # what the L1 TLBs miss is what the L2 TLB is asked for, and what that misses is what is walked
        self.assertEqual(found["l2_tlb"]["accesses"], found["l1_tlb"]["misses"] - found["l1_tlb"]["pending_hits"])
        self.assertEqual(found["walks"], found["l2_tlb"]["misses"] - found["l2_tlb"]["pending_hits"])

    def test_table(self) -> None:
        done = command("classify", TINY, "--set", "tlb.l1.entries=32")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        head, row = done.stdout.splitlines()
        self.assertTrue(head.startswith("miss rates: L1 TLB  L2 TLB"))
        self.assertEqual((row.split()[0], row.split()[-1]), ("-", TINY))

    def test_applications_of_the_paper(self) -> None:
        """Every listed application is one of Table 2, with a workload that exists."""
        names = dict(listed("applications of MASK Table 2"))
        kernels = {line.split()[0]
                   for line in command("list").stdout.split("built-in kernels")[1].splitlines()[1:]}
        for name, spec in names.items():
            self.assertIn(spec.removeprefix("kernel:").split(",")[0], kernels, name)
        paper = ("LUD NN BFS2 FFT HISTO NW QTC RAY SAD SCP BP GUP HS LPS 3DS BLK CFD CONS FWT LUH MM MUM RED SC "
                 "SCAN SRAD TRD").split()
        self.assertEqual([name for name in paper if name in names], list(names))

    def test_rows_that_agree(self) -> None:
        """MASK 6 classifies applications by their L1 and L2 TLB miss rates, low below 20 %: these are in the
        row that Table 2 has for them."""
        for workload in self.classes(*AGREE)["workloads"]:
            with self.subTest(workload=workload["table2"]["name"]):
                self.assertTrue(workload["table2"]["agrees"], workload)

    def test_smaller_rows_that_agree(self) -> None:
        for workload in self.classes(*AGREE_SMALLER)["workloads"]:
            with self.subTest(workload=workload["workload"]):
                self.assertEqual((workload["l1_tlb"]["class"], workload["l2_tlb"]["class"]),
                                 AGREE_SMALLER[workload["workload"]])

    def test_other_sizes_that_agree(self) -> None:
        for workload in self.classes(*AGREE_OTHERWISE)["workloads"]:
            with self.subTest(workload=workload["workload"]):
                self.assertEqual((workload["l1_tlb"]["class"], workload["l2_tlb"]["class"]),
                                 AGREE_OTHERWISE[workload["workload"]])

    def test_sizes(self) -> None:
        """All sizes of an application, the smallest first; a kernel is run as it is."""
        result = self.classes("--sizes", "SCAN", TINY)["workloads"]
        self.assertEqual([w["workload"] for w in result],
                         [f"kernel:scan,n={n},passes=10" for n in ("64K", "256K", "1M")] + [TINY])
        self.assertEqual([w["table2"]["name"] for w in result[:-1]], ["SCAN"] * 3)
        self.assertEqual([w["workload"] for w in self.classes("LUD", "--sizes")["workloads"]], ["kernel:lud,n=256"])

    def test_rule_of_the_sizes(self) -> None:
        """One size is a quarter of the authors', the other four times as large or twice, in one parameter or,
        for GUP and SRAD, in two; what an application leaves to its kernel is the kernel's default."""
        kernels = command("list").stdout.split("built-in kernels")[1]
        others = listed("other sizes of these")
        authors = dict(listed("applications of MASK Table 2"))
        self.assertEqual([name for name, _ in others[::2]], [name for name, _ in others[1::2]])
        for i, (name, spec) in enumerate(others):
            kernel = spec.split(",")[0]
            self.assertEqual(kernel, authors[name].split(",")[0])
            defaults = kernels.split("\n  " + kernel.removeprefix("kernel:") + " ")[1].split("\n  ")
            before = {}
            for line in itertools.takewhile(lambda line: line.startswith("  "), defaults[1:]):
                before.update(numbers(f",{line.split()[0]}={line.split()[1]}"))
            before.update(numbers(authors[name]))
            ratios = [value / before[key] for key, value in numbers(spec).items() if value != before[key]]
            with self.subTest(workload=spec):
                if name == "SRAD":
                    self.assertAlmostEqual(ratios[0], ratios[1])
                    ratios = [ratios[0] * ratios[1]]
                self.assertEqual(ratios, ratios[:1] * (2 if name == "GUP" else 1))
                wanted = (0.25,) if i % 2 == 0 else (2.0, 4.0)
                self.assertLess(min(abs(ratios[0] / ratio - 1) for ratio in wanted), 0.03)

    def test_pending_hits_do_not_count(self) -> None:
        """A rate is what a level asks the next one for. How many misses wait for the same page depends on
        what an SM may have under way; what is asked for does not."""
        rates = [[w[level] for level in ("l1_tlb", "l2_tlb")]
                 for mshrs in ("32", "1")
                 for w in self.classes("kernel:trd,passes=1", "--set", f"tlb.l1.mshrs={mshrs}")["workloads"]]
        for many, one in zip(*rates):
            self.assertLess(one["miss_rate_with_pending"], 0.75 * many["miss_rate_with_pending"])
            self.assertAlmostEqual(one["miss_rate"], many["miss_rate"], delta=0.01)

    def test_l1_tlbs_that_keep_their_own_walks(self) -> None:
        """Pages that SMs share go on missing the L1 TLBs and hit the L2 TLB (BP); pages of one SM do not (SCP)."""
        shared, alone = [[w for rule in ("answers", "walks")
                          for w in self.classes(spec, "--set", f"sm.tlb_fills={rule}")["workloads"]]
                         for spec in ("kernel:bp,inputs=16K", "kernel:scp,pairs=64")]
        self.assertGreater(shared[1]["l1_tlb"]["miss_rate"], 1.5 * shared[0]["l1_tlb"]["miss_rate"])
        self.assertLess(shared[1]["l2_tlb"]["miss_rate"], shared[0]["l2_tlb"]["miss_rate"])
        self.assertAlmostEqual(alone[1]["l1_tlb"]["miss_rate"], alone[0]["l1_tlb"]["miss_rate"], delta=0.01)

    def test_a_name_of_the_paper(self) -> None:
        row = self.classes("SAD")["workloads"][0]
        self.assertTrue(row["workload"].startswith("kernel:parboil-sad"))
        self.assertEqual({key: row["table2"][key] for key in ("name", "l1", "l2")},
                         {"name": "SAD", "l1": "low", "l2": "high"})
        same = row["l1_tlb"]["class"] == "low" and row["l2_tlb"]["class"] == "high"
        self.assertEqual(row["table2"]["agrees"], same)

    def test_bad_use(self) -> None:
        for args in (("GUP", "--bogus"), ("GUP", "MM", "--bogus", "SAD"), ("--bogus", "GUP"), ("--quiet", "--bogus")):
            self.bad("unknown option '--bogus': see 'gmmu help'", *args)
        for args in (("GUP", "-xy"), ("--quiet", "-xy"), ("-xy", "GUP"), ("-", "-xy")):
            self.bad("unknown option '-xy': see 'gmmu help'", *args)
        self.bad("option '--quiet=3': expected no value", "GUP", "--quiet=3")
        for args in (("GUP", "--seed"), ("--seed",)):
            done = command("classify", *args)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertEqual(done.stderr, "gmmu: option without value '--seed': see 'gmmu help'\n")
        self.bad("workload 'SOD': expected a name of MASK Table 2", "SOD")
        self.bad("--app 'kornel:gups': expected trace:PATH", "kornel:gups")
        self.bad("unknown kernel 'gusp'", "kernel:gusp")
        for option, value in (("rtl", "all"), ("threads", "50"), ("partition", "2:threads")):
            self.bad(f"option '{option}': expected one that this command has", f"--{option}", value)
        self.bad("--max-cycles", TINY, "--max-cycles", "10")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: classify_test.py PATH/TO/gmmu")
    GMMU = sys.argv.pop()
    unittest.main(verbosity=1)
