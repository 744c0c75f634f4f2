# SPDX-License-Identifier: Apache-2.0
"""make reproduce-fgpu in its least form, or in its small one: every figure is written, its directions are those of the
paper, its numbers those of the simulator, a run that fails is said and stops nothing.

usage: fgpu_test.py [--small] PATH/TO/gmmu
"""

import json
import pathlib
import subprocess

from tb.tools.experiments import rig

ROOT = pathlib.Path(__file__).resolve().parents[3]
FIGURES = {"fig_8_gtx1080", "fig_9_gtx1080", "table_iii", "variation_gtx1080", "fig_11", "table_iv",
           "variation_four_partitions", "four_causes", "mps_causes", "shared_tlbs", "in_the_tlbs",
           "caffe_sizes"}
VA = ("--app", "kernel:stream,size=6M,passes=2")


class ReproduceFgpu(rig.Reproduction):
    paper = "fgpu"
    figures = FIGURES
    form = "least"

    def ours(self, stem: str, row: str, series: str) -> float:
        return float(rig.values(self.folder, stem)[row, series]["ours"])

    def test_fig_8(self) -> None:
        """V-F: "As expected, the worst interference is seen when both [...] access the same cache set and bank (SCSB).
        This is closely followed by [...] the same bank (DCSB)"; "DM where the primary thread sees no interference"."""
        last = {case: self.ours("fig_8_gtx1080", "50 threads", case) for case in ("SCSB", "DCSB", "SCDB", "DCDB", "DM")}
        self.assertEqual(last["DM"], 1)
        self.assertGreater(last["SCSB"], 5)
        self.assertGreater(last["DCSB"], 0.9 * last["SCSB"])
        for case in ("SCDB", "DCDB"):
            self.assertGreater(last[case], 1.05)
            self.assertLess(last[case], last["DCSB"])

    def test_colours_isolate(self) -> None:
        """VI-A: "Adding memory bandwidth isolation reduces the variation from 130.4% to 7.5%"; and what is left is the
        TLBs': they are all that two applications in different colours share but for the crossbar."""
        row = "gtx1080, {}"
        self.assertGreater(self.ours("table_iii", row.format("CP"), "average"), 50)
        self.assertLess(self.ours("table_iii", row.format("CMP"), "average"), 15)
        self.assertGreater(self.ours("table_iii", row.format("CMP"), "average"), 0.5)
        self.assertLess(abs(self.ours("shared_tlbs", "gtx1080", "CMP, ideal TLBs")), 0.01)
        self.assertEqual(rig.values(self.folder, "table_iii")["gtx1080, CP", "average"]["paper"], "130.4")

    def test_shared_sms_isolate_least(self) -> None:
        """VI-A: "CP is better than Nvidia MPS for predictable performance"; "in MPS partitioning, two applications can
        run on the same SM causing them to share SM resources, leading to potential conflicts". The order of Tables III
        and IV."""
        for table, row in (("table_iii", "gtx1080, {}"), ("table_iv", "{}")):
            mps, cp, cmp = (self.ours(table, row.format(how), "average") for how in ("MPS", "CP", "CMP"))
            self.assertGreater(mps, cp)
            self.assertGreater(cp, cmp)
        self.assertGreater(self.ours("table_iv", "MPS", "average"), 1.5 * self.ours("table_iv", "CP", "average"))
        self.assertEqual(rig.values(self.folder, "table_iv")["MPS", "average"]["paper"], "260.6")

    def test_shared_sms_are_enough(self) -> None:
        """The same: with colours and ideal TLBs there is nothing else that two applications share."""
        self.needs_small()
        self.assertGreater(self.ours("mps_causes", "MPS and colours, ideal TLBs", "average"), 50)
        # Where the cache holds the data of both, sharing SMs still costs.
        self.assertGreater(self.ours("mps_causes", "MPS, ideal TLBs, L2 of 48 MB", "average"),
                           self.ours("mps_causes", "CP, ideal TLBs, L2 of 48 MB", "average"))

    def test_what_a_victim_waits_for(self) -> None:
        """No paper has it: own ways alone take nothing off, for a victim waits behind the other's misses; miss
        registers and walkers together take more off than either."""
        left = {row: self.ours("in_the_tlbs", row, "gtx1080") for row in (
            "as described", "own ways in L3", "walkers", "registers", "registers and walkers", "all of these")}
        self.assertAlmostEqual(left["as described"], self.ours("table_iii", "gtx1080, CMP", "average"), places=3)
        self.assertGreater(left["as described"], 2)
        self.assertGreater(left["own ways in L3"], 0.9 * left["as described"])
        self.assertLess(left["registers and walkers"], 0.5 * min(left["walkers"], left["registers"]))
        self.assertLess(abs(left["all of these"]), 0.2)

    def test_what_a_victim_with_a_working_set_needs(self) -> None:
        """Where nothing is waited for, ways of its own: the last of what is left goes with them."""
        self.needs_small()
        self.assertGreater(self.ours("in_the_tlbs", "registers, walkers and ports", "v100"), 10)
        self.assertLess(abs(self.ours("in_the_tlbs", "all of these", "v100")), 2)

    def test_own_queues(self) -> None:
        """No paper has it: with miss registers, slots of the ports and walkers of its own a victim does not wait for
        the other's misses any more, and with ways of its own, too, the other is not there for it."""
        left = {row: self.ours("in_the_tlbs", row, "gtx1080") for row in (
            "as described", "own queues and walkers", "own queues, walkers and ways")}
        self.assertLess(abs(left["own queues and walkers"]), 0.1 * left["as described"])
        self.assertLess(abs(left["own queues, walkers and ways"]), 0.01)

    def test_tokens(self) -> None:
        """MASK 5.2: "limit the number of warps from each GPU core that can fill [...] the L2 TLB". A victim that
        streams loses a little less by it; without a limit it would lose just as much as where all fill."""
        tokens, all_fill = (self.ours("in_the_tlbs", row, "gtx1080") for row in ("MASK's tokens", "as described"))
        self.assertLess(tokens, 0.97 * all_fill)
        self.assertGreater(tokens, 0.5 * all_fill)

    def test_four_partitions(self) -> None:
        """Appendix B: "CMP performs slightly better as compared to the case of 2 partitions whereas CP and MPS perform
        worse." CMP is much better than CP here, too, and all that it leaves is in the TLBs."""
        self.assertGreater(self.ours("table_iv", "CP", "average"), 2 * self.ours("table_iv", "CMP", "average"))
        self.assertEqual(rig.values(self.folder, "table_iv")["CMP", "average"]["paper"], "7.3")
        self.assertLess(abs(self.ours("shared_tlbs", "v100, four partitions", "CMP, ideal TLBs")), 0.01)
        part = {how: self.ours("fig_11", "CFD", f"{how} <none>") for how in ("CP", "CMP")}
        self.assertGreater(part["CMP"], part["CP"])  # a quarter of the cache and of the bandwidth

    def test_what_a_quarter_waits_for(self) -> None:
        """No paper has it: with colours the queues for misses, then the ways. Without colours it is the cache: one that
        holds the data of all four takes most of it off, and one that waits neither for memory nor for its banks the
        rest."""
        self.needs_small()
        left = [self.ours("four_causes", row, "average") for row in (
            "CMP", "CMP, own ways", "CMP, registers and walkers", "CMP, registers, walkers and ports",
            "CMP, all of these")]
        self.assertAlmostEqual(left[0], self.ours("table_iv", "CMP", "average"), places=3)
        for more, less in zip(left, left[1:]):
            self.assertLess(less, 0.9 * more)
        self.assertLess(left[4], 2)
        self.assertLess(self.ours("four_causes", "CP, ideal TLBs, L2 of 48 MB", "average"),
                        0.2 * self.ours("four_causes", "CP, ideal TLBs", "average"))
        self.assertLess(abs(self.ours("four_causes", "CP, ideal TLBs, all of these and L2 of 48 MB", "average")), 5)

    def test_classification(self) -> None:
        """VI-B: "variationIC for compute partitioning is 104.6% whereas adding memory partitioning reduces it to
        19.5%"; here a smaller network beside VA alone."""
        self.needs_small()
        cp, cmp = (self.ours("caffe_sizes", "channels by 8", how) for how in ("CP", "CMP"))
        self.assertGreater(cp, 20)
        self.assertLess(cmp, 0.2 * cp)

    def test_memory_bound(self) -> None:
        """VI-A: VA is "stalled on reads/writes", so half of the SMs take it no longer than all: 0.5."""
        alone = {how: self.ours("fig_9_gtx1080", "VA", f"{how} <none>") for how in ("CP", "CMP")}
        self.assertAlmostEqual(alone["CP"], 0.5, delta=0.05)
        self.assertGreater(alone["CMP"], alone["CP"])  # half of the bandwidth, although nobody takes the other half

    def test_numbers_are_those_of_the_simulator(self) -> None:
        ipc = []
        for apps in (VA, VA * 2):
            done = subprocess.run([self.gmmu, "run", "--chip", "gtx1080", "--design", "sharedtlb", "--set",
                                   "page_sizes=4K", "--partition", "2:sm", "--no-alone", "--quiet", "--json", "-",
                                   *apps],
                                  capture_output=True, text=True, check=True, timeout=300)
            ipc.append(json.loads(done.stdout)["applications"][0]["ipc"])
        self.assertAlmostEqual(self.ours("variation_gtx1080", "VA", "CP"), 100 * (ipc[0] / ipc[1] - 1), places=2)

    def test_runs_that_fail(self) -> None:
        done = self.reproduce(self.scratch / "bad", self.failing("probe*|*--partition*sm+colour*"))
        self.assertEqual(done.returncode, 1)
        # Halves: two of CMP, two with ideal TLBs, 24 of what is in the TLBs. Quarters: two and two. And Fig. 8.
        # The small form: four more of what is in the TLBs, two of the classification, eight of what quarters wait for.
        self.assertEqual(done.stderr.count("gmmu: planted\n"), 47 if self.small else 33)
        self.assertFalse(list((self.scratch / "bad/runs").glob("*.csv")))


if __name__ == "__main__":
    rig.main()
