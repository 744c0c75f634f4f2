# SPDX-License-Identifier: Apache-2.0
"""make reproduce-mask in its small form: every figure is written, its numbers are those of the simulator, a run
that fails is said and stops nothing, and a second time nothing runs.

usage: mask_test.py PATH/TO/gmmu
"""

import json
import pathlib
import statistics
import subprocess
import unittest
from collections.abc import Iterable
from typing import Any

from scripts.experiments.common.runs import applications
from scripts.experiments.mask import blind, experiments, figures
from scripts.sweep import engine
from tb.tools.experiments import rig
from tb.tools.experiments.rig import values
from tb.tools.plot import browser

ROOT = pathlib.Path(__file__).resolve().parents[3]
FIGURES = {"fig_3", "fig_5", "fig_6", "fig_7", "fig_8", "fig_9", "section_4_3_walks", "fig_11", "fig_12", "fig_13",
           "fig_14", "fig_15", "section_5_3_l2_bypass", "section_5_4_dram", "section_7_2_tlb", "section_7_oracle",
           "section_5_2_tokens", "section_7_1_ipc", "section_7_1_misses", "section_7_2_fills", "table_3", "table_4"}
PAIR = "GUP 2M_LUD 2K"
# The same experiment, asked of the simulator in another way: it runs the applications alone by itself.
COMPARE = ["compare", "--design", "sharedtlb", "--design", "mask", "--epoch", "5000",
           "--set", "measure.warmup_epochs=1", "--set", "measure.epochs=2",
           "--set", "sm.tlb_misses=blocking", "--set", "page_table.kind=sparse",
           "--app", "kernel:gups,size=2M", "--app", "kernel:lud,n=2048"]


class ReproduceMask(rig.Reproduction):
    paper = "mask"
    figures = FIGURES

    def compared(self, *more: str) -> dict[str, Any]:
        file = self.scratch / "compare.json"
        subprocess.run([self.gmmu, *COMPARE, *more, "--quiet", "--json", str(file)], check=True, timeout=300)
        return {run["design"]: run for run in json.loads(file.read_text())["runs"]}

    def test_numbers_are_those_of_the_simulator(self) -> None:
        """The alone runs of the simulator are on the application's own SMs, ours on the first 15."""
        runs = self.compared()
        speedups = {**values(self.folder, "fig_12"), **values(self.folder, "fig_13"), **values(self.folder, "fig_14")}
        unfair, tlb = values(self.folder, "fig_15"), values(self.folder, "section_7_2_tlb")
        for design, run in (("SharedTLB", runs["sharedtlb"]), ("MASK", runs["mask"])):
            self.assertAlmostEqual(float(speedups[PAIR, design]["ours"]) / run["weighted_speedup"], 1, delta=0.01)
            self.assertAlmostEqual(float(unfair[PAIR, design]["ours"]) / run["unfairness"], 1, delta=0.01)
            lookups = sum(a["l2_tlb"]["hits"] + a["l2_tlb"]["misses"] for a in run["applications"])
            hits = sum(a["l2_tlb"]["hits"] + a["bypass_cache"]["hits"] for a in run["applications"])
            self.assertAlmostEqual(float(tlb[PAIR, design]["ours"]), 100 * hits / lookups, places=3)

    def test_which_reads_bypass(self) -> None:
        """As the simulator has them; and which levels bypass makes a difference."""
        static = ["--set", "design.l2_bypass=static", "--set", "design.bypass_first=2"]
        rows = values(self.folder, "section_5_3_l2_bypass")
        row = "weighted speedup, pairs of make test"
        shared = self.compared()["sharedtlb"]["weighted_speedup"]
        for design, run in (("MASK", self.compared()["mask"]), ("MASK, levels 2 to 4", self.compared(*static)["mask"])):
            self.assertAlmostEqual(float(rows[row, design]["ours"]) / (run["weighted_speedup"] / shared), 1, delta=0.01)
        levels = ("MASK-Cache", "level 4", "levels 2 to 4", "levels 1 to 4")
        self.assertEqual(len({rows[row, design]["ours"] for design in levels}), 4)
        self.assertEqual([rows[row, design]["paper"] for design in (*levels, "MASK")], ["1.436", "", "", "", "1.578"])
        self.assertEqual(rows["maximum slowdown, pairs of make test", "MASK"]["paper"], "0.776")

    def test_tokens_ipc_and_what_fills(self) -> None:
        """As the simulator has them: the pair of make test is the only one of its group in the small form."""
        runs = {**self.compared(), "all": self.compared("--set", "design.tlb_fill=all")["mask"]}
        shared = runs["sharedtlb"]
        tokens = values(self.folder, "section_5_2_tokens")
        for design, name in (("MASK", "mask"), ("MASK, all fill", "all")):
            self.assertAlmostEqual(float(tokens["weighted speedup, pairs of make test", design]["ours"])
                                   / (runs[name]["weighted_speedup"] / shared["weighted_speedup"]), 1, delta=0.01)
        ipc, other = (sum(a["ipc"] for a in run["applications"]) for run in (runs["mask"], shared))
        row = values(self.folder, "section_7_1_ipc")["/ SharedTLB, pairs of make test", "MASK"]
        self.assertEqual(row["paper"], "1.434")
        self.assertAlmostEqual(float(row["ours"]), ipc / other, places=4)
        levels = [level for a in runs["mask"]["applications"] for level in a["l2_cache"][1:5]]
        row = values(self.folder, "section_7_2_fills")["all levels, pairs of make test", "MASK"]
        self.assertEqual(row["paper"], "99")
        self.assertAlmostEqual(float(row["ours"]), 100 * sum(level["hits"] for level in levels)
                               / sum(level["accesses"] for level in levels), places=3)
        rows = values(self.folder, "section_7_1_misses")
        self.assertEqual({row for row, _ in rows}, {"SCP", "HS", "mean", "/ SharedTLB"})
        self.assertAlmostEqual(float(rows["mean", "MASK"]["ours"]),
                               statistics.mean(float(rows[app, "MASK"]["ours"]) for app in ("SCP", "HS")), places=3)

    def test_orders_of_dram_requests(self) -> None:
        run = self.compared()["sharedtlb"]
        rows = values(self.folder, "section_5_4_dram")
        drams = [a["dram"] for a in run["applications"]]
        requests = sum(d["writes"] + sum(d[q]["requests"] for q in ("golden", "silver", "normal")) for d in drams)
        for row, expected in (("buses used", sum(d["bus_data"] + d["bus_walks"] for d in drams)),
                              ("row hits", sum(d["row_hits"] for d in drams) / requests),
                              ("weighted speedup", 1)):
            self.assertAlmostEqual(float(rows[f"{row}, make test", "SharedTLB"]["ours"]), 100 * expected,
                                   places=2)
        # Three schedulers, not one: in the pair that keeps the buses busy.
        hits = {cell["ours"] for (row, design), cell in rows.items()
                if design in ("golden", "MASK-DRAM", "mask_rows") and row.startswith("row hits")
                and not row.endswith("make test")}
        self.assertEqual(len(hits), 3)

    def test_another_gpu(self) -> None:
        runs = self.compared("--design", "ideal", "--chip", "fermi", "--sms", "8,7")
        rows = values(self.folder, "table_4")
        for design, name in (("SharedTLB", "sharedtlb"), ("MASK", "mask")):
            expected = 100 * runs[name]["weighted_speedup"] / runs["ideal"]["weighted_speedup"]
            self.assertAlmostEqual(float(rows["Fermi, pairs of make test", design]["ours"]), expected, places=3)
        self.assertEqual(rows["Fermi, pairs of make test", "MASK"]["paper"], "78")

    def test_the_best_split(self) -> None:
        """The small form has one split more than half each, of MASK."""
        rows = values(self.folder, "section_7_oracle")
        half, best = (float(rows[f"{PAIR}, {row}", "MASK"]["ours"]) for row in ("half each", "best"))
        split = self.compared("--sms", "10,20")["mask"]["weighted_speedup"]
        self.assertAlmostEqual(best / max(half, split), 1, delta=0.01)
        self.assertNotAlmostEqual(half, split, places=2)

    def test_the_paper_beside_ours(self) -> None:
        row = values(self.folder, "fig_11")["/ SharedTLB, pairs of make test", "MASK"]
        self.assertEqual(row["paper"], "1.578")
        self.assertAlmostEqual(float(row["ours/paper"]), float(row["ours"]) / 1.578, places=4)
        both = values(self.folder, "fig_11")
        self.assertAlmostEqual(float(row["ours"]), float(both["mean, pairs of make test", "MASK"]["ours"])
                               / float(both["mean, pairs of make test", "SharedTLB"]["ours"]), places=4)

    def test_nothing_runs_twice(self) -> None:
        before = {p: p.stat().st_mtime_ns for p in (self.folder / "runs/points").iterdir()}
        self.assertEqual(self.reproduce(self.folder, self.gmmu).returncode, 0)
        self.assertEqual({p: p.stat().st_mtime_ns for p in (self.folder / "runs/points").iterdir()}, before)

    def test_a_run_that_fails(self) -> None:
        folder = self.scratch / "bad"
        done = self.reproduce(folder, self.failing("*pwcache*"))
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.count("failed: "), 3)  # of both pairs, and on Fermi
        self.assertIn("gmmu: planted", done.stderr)
        found = values(folder, "fig_3")
        self.assertEqual(found[PAIR, "PWCache"]["ours"], "")
        self.assertEqual(found[PAIR, "SharedTLB"], values(self.folder, "fig_3")[PAIR, "SharedTLB"])

    def test_a_value_of_the_chip_for_all_runs(self) -> None:
        folder = self.scratch / "other"
        done = self.reproduce(folder, self.gmmu, "--set", "sm.tlb_misses=perhaps")
        runs = len(list((self.folder / "runs/points").iterdir()))
        self.assertEqual((done.returncode, done.stderr.count("'sm.tlb_misses=perhaps': expected one of nonblocking")),
                         (1, runs))
        self.assertIn("All runs with sm.tlb_misses=perhaps.", (folder / "index.html").read_text())

    @unittest.skipUnless(browser.PATH, browser.MISSING)
    def test_in_a_browser(self) -> None:
        page = (self.folder / "index.html").read_text()
        for width in browser.WIDTHS:
            with self.subTest(width=width):
                self.assertEqual(browser.faults_of(page, width, self.scratch), [])


class FormsOfPairs(unittest.TestCase):
    def test_points(self) -> None:
        """The paper's pairs and their applications alone, all with the options of the form and none of pairs.toml."""
        for name, form in experiments.PAIRS_FORMS.items():
            with self.subTest(form=name):
                points = experiments.of_pairs(form)
                pairs = {pair for pair, _ in points["pairs"]}
                self.assertEqual(len(pairs), -(-35 // form.one_in))
                runs = len(form.designs) + sum(map(len, form.changes.values()))
                self.assertEqual(len(points["pairs"]), len(pairs) * runs)
                alone = {applications(point)[0] for point in points["alone"].values()}
                self.assertEqual(alone, {app for p in points["pairs"].values() for app in applications(p)})
                every = [p.arguments for of in points.values() for p in of.values()]
                self.assertEqual({words[:len(form.options)] for words in every}, {form.options})
                self.assertEqual({words.count("--epoch") for words in every}, {1})
                self.assertEqual(len({words for words in every}), len(every))
                self.assertFalse([name for name in ("count", "chips", "splits", "split_alone") if points[name]])

    def test_figures_of_some_forms(self) -> None:
        """Of runs made up here: the small form has none of them."""
        def run(*ipcs: float) -> dict[str, Any]:
            return {"applications": [{"ipc": ipc, "l2_tlb": {"hits": 3, "misses": 1}, "bypass_cache": {"hits": 0}}
                                     for ipc in ipcs]}

        designs = {"golden": run(2, 5), "MASK-DRAM": run(3, 4),
                   "SharedTLB, tlb.l2.entries=64": run(1, 1), "MASK, tlb.l2.entries=64": run(2, 1)}
        made = experiments.Results({"SCAN_CONS": designs}, {"SCAN": run(4), "CONS": run(2)}, {"s": "SCAN", "c": "CONS"},
                                   {"SCAN_CONS": ("s", "c")}, {}, {}, {}, {}, [])
        self.assertEqual(figures.silver_queue(made).rows, {"SCAN_CONS, SCAN": {"MASK-DRAM": (150.0, 108.9)},
                                                           "SCAN_CONS, CONS": {"MASK-DRAM": (80.0, 130.2)}})
        self.assertEqual(figures.sizes(made).rows, {"tlb.l2.entries=64": {
            "SharedTLB": (0.75, None), "MASK": (1.0, None), "MASK / SharedTLB": (1 / 0.75, None),
            "L2 TLB hits, SharedTLB, %": (75.0, None)}})

    def test_another_scheduler_is_on_both_sides(self) -> None:
        """Also made up: MASK with golden_turns against SharedTLB with turns, MASK's own values against SharedTLB."""
        def run(ipc: float) -> dict[str, Any]:
            return {"applications": [{"ipc": ipc}, {"ipc": ipc}]}

        designs = {"SharedTLB": run(1), "MASK": run(3), "SharedTLB, design.dram_scheduler=turns": run(2),
                   "MASK, design.dram_scheduler=golden_turns": run(5), "MASK, mask.thresh_max=1": run(4)}
        made = experiments.Results({"SCAN_CONS": designs}, {"SCAN": run(4), "CONS": run(4)}, {"s": "SCAN", "c": "CONS"},
                                   {"SCAN_CONS": ("s", "c")}, {}, {}, {}, {}, [])
        self.assertEqual({row: cells["of the means"] for row, cells in figures.knobs(made).rows.items()},
                         {"mask.thresh_max=1": (4, None), "FR-RR-FCFS": (2.5, 1.442), "FR-FCFS": (3, 1.578)})
        del designs["MASK, mask.thresh_max=1"], designs["SharedTLB, design.dram_scheduler=turns"]
        self.assertEqual(figures.knobs(made).rows, {})


class MadeUp(blind.Runs):
    """In place of engine.run(): hits with 8192 entries and buses of Ideal, of each size, or of two together."""

    def __init__(self, says: dict[str, tuple[float, float]]) -> None:
        super().__init__(engine.Settings(pathlib.Path("gmmu"), pathlib.Path("store"), 1))
        self.says, self.asked = says, set[str]()

    def add(self, jobs: Iterable[blind.Job]) -> None:
        for job in jobs:
            self.asked.add(job.design)
            hits, buses = self.says["+".join(app.removeprefix("kernel:") for app in job.apps)]
            self.known[job] = {"applications": [
                {"ipc": 1.0, "l2_tlb": {"hits": 100 * hits, "misses": 100 - 100 * hits}, "bypass_cache": {"hits": 0},
                 "dram": {"bus_data": buses / len(job.apps), "bus_walks": 0}} for _ in job.apps]}


class Blind(unittest.TestCase):
    """The rule sees SharedTLB at 8192 entries and Ideal alone."""

    sizes = {"HS": ["kernel:hs", "kernel:hs,n=512"], "BP": ["kernel:bp"], "RAY": ["kernel:ray"]}

    def test_what_is_chosen(self) -> None:
        runs = MadeUp({"hs": (0.94, 0.1), "hs,n=512": (0.95, 0.31), "bp": (0.99, 0.1), "ray": (0.99, 0.32),
                       "hs,n=512+bp": (0.96, 0.2)})
        chosen = blind.choose(runs, self.sizes)
        self.assertEqual(chosen, {window: {"HS": "kernel:hs,n=512", "BP": "kernel:bp"} for window in blind.WINDOWS})
        pairs = {"HS_BP": ("HS", "BP"), "HS_RAY": ("HS", "RAY")}
        taken = blind.pairs_that_fit(runs, pairs, chosen)
        self.assertEqual(taken, {("HS_BP", window): ("kernel:hs,n=512", "kernel:bp") for window in blind.WINDOWS})
        self.assertEqual(runs.asked, set(blind.DECIDING))

    def test_both_together_must_fit(self) -> None:
        for hits, buses in ((0.94, 0.2), (0.96, 0.32)):
            runs = MadeUp({"hs": (1, 0), "hs,n=512": (1, 0), "bp": (1, 0), "ray": (1, 0), "hs+bp": (hits, buses)})
            self.assertEqual(blind.pairs_that_fit(runs, {"HS_BP": ("HS", "BP")}, blind.choose(runs, self.sizes)), {})


if __name__ == "__main__":
    rig.main()
