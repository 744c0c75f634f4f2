# SPDX-License-Identifier: Apache-2.0
"""make reproduce-karnagel in its small form: every figure is written, its directions are those of the paper, its
numbers those of the simulator, a run that fails is said and stops nothing.

usage: karnagel_test.py PATH/TO/gmmu
"""

import json
import pathlib
import subprocess

from scripts.experiments.common.figure import Cell
from scripts.experiments.karnagel import experiments, figures
from tb.tools.experiments import rig

ROOT = pathlib.Path(__file__).resolve().parents[3]
FIGURES = {"fig_1a", "fig_1b", "table_2_entries", "table_2_entry", "table_2_delay", "fig_3_and_4", "table_3",
           "fig_10a", "fig_10b", "fig_11a", "within_the_reach", "hit_rates_random_sample"}


class ReproduceKarnagel(rig.Reproduction):
    paper = "karnagel"
    figures = FIGURES

    def ours(self, stem: str, row: str, series: str) -> float:
        return float(rig.values(self.folder, stem)[row, series]["ours"])

    def test_the_cliff_lies_at_the_reach(self) -> None:
        """2.3: "a significant performance loss for >2GB of memory (region II) for both GPUs and a smaller performance
        decrease on the K80 in region I" (from 130 MB on)."""
        for figure in ("fig_1a", "fig_1b"):
            k80 = {size: self.ours(figure, size, "K80") for size in ("64M", "1G", "2G", "4G", "11G")}
            self.assertGreater(k80["1G"], 1.1)
            self.assertGreater(k80["4G"], 1.3 * k80["2G"])
            self.assertGreater(k80["11G"], 1.5 * k80["4G"])
        self.assertLess(self.ours("fig_1a", "2G", "K80"), 1.25 * self.ours("fig_1a", "1G", "K80"))
        p100 = {size: self.ours("fig_1a", size, "P100") for size in ("1G", "2G", "4G", "15G")}
        self.assertLess(p100["2G"], 1.1)
        self.assertGreater(p100["4G"], 2)
        self.assertGreater(p100["15G"], p100["4G"])

    def test_the_tlb_makes_it(self) -> None:
        """3: "The L2 data cache can not be responsible"; a level misses from its reach on (Table 2)."""
        for row, level in (("K80, 2G", "L3 TLB"), ("P100, 2G", "L2 TLB"), ("K80, 64M", "L2 TLB")):
            self.assertGreater(self.ours("hit_rates_random_sample", row, level), 95, row)
        for row, level in (("K80, 4G", "L3 TLB"), ("P100, 4G", "L2 TLB"), ("K80, 1G", "L2 TLB")):
            self.assertLess(self.ours("hit_rates_random_sample", row, level), 60, row)

    def test_a_value_of_the_chip_for_all_runs(self) -> None:
        """Of the experiments that look for a TLB, too."""
        done = self.reproduce(self.scratch / "other", self.gmmu, "--set", "sm.tlb_misses=perhaps")
        kept = self.folder / "runs"
        runs = len([*(kept / "points").iterdir(), *kept.glob("*.txt")])
        self.assertEqual((done.returncode, done.stderr.count("'sm.tlb_misses=perhaps': expected one of nonblocking")),
                         (1, runs))

    def test_scopes_beat_one_pass_beyond_the_reach(self) -> None:
        """6: "For 2GB TLB scopes, the pass overhead is not significant due to the lower number of necessary passes,
        and the avoidance of L3 TLB misses outweighs the additional overhead"."""
        for figure, size in (("fig_10a", "11G"), ("fig_10b", "15G"), ("fig_11a", "11G")):
            self.assertGreater(self.ours(figure, size, "scopes of 2G"), 2, figure)

    def test_scopes_gain_nothing_within_the_reach(self) -> None:
        """5.1: "there is overhead in form of redundant computation and additional kernel launches"."""
        found = rig.values(self.folder, "within_the_reach")
        self.assertEqual(len(found), 3)
        for row, values in found.items():
            self.assertLess(float(values["ours"]), 1.01, row)

    def test_a_copy_that_nothing_overlaps(self) -> None:
        """2.2: "the input column has a size of 6GB (≈1.6 billion values)": 4 bytes of a row come over PCIe, whatever
        the table; so both ratios of grouping are smaller with a copy, and sampling has none."""
        rows: dict[str, dict[str, Cell]] = {}
        gpu = experiments.P100
        seconds = gpu.copy / (gpu.mhz * 1e6)
        self.assertAlmostEqual(4 * 448 * 256 * 8 / seconds / 1e9, 15.75, places=2)
        for kernel in figures.NAMES:
            figures.add_cause(rows, "", kernel, gpu, (1e6, 6e6, 1.5e6))
        ratios = {row: [cell[0] for cell in cells.values()] for row, cells in rows.items()}
        self.assertEqual(len(ratios), 3)
        self.assertEqual(ratios["P100, hash-based grouping"], [6, 4])
        copied = [(6e6 + gpu.copy) / (1e6 + gpu.copy), (6e6 + gpu.copy) / (1.5e6 + gpu.copy)]
        self.assertEqual(ratios["P100, hash-based grouping, and a copy of the input"], copied)

    def test_zero_copy(self) -> None:
        """6.2: "Applying our naive approach, each pass transfers 6GB of data from the CPU to the GPU"; with the copy
        approach "subsequent passes do not use the PCIe bus again"; so naive is the slower one, and both are one
        thing in one pass."""
        found: dict[str, dict[str, float]] = {}
        inputs = experiments.INPUTS
        ways = {"one": inputs["naive"], "naive": f",scope=16M{inputs['naive']}", "copy": f",scope=16M{inputs['copy']}"}
        for name, way in ways.items():
            done = subprocess.run([self.gmmu, "run", "--chip", "k80", "--design", "sharedtlb", "--no-alone", "--quiet",
                                   "--json", "-", *experiments.BUS, "--app",
                                   f"kernel:group-by,size=64M,blocks=26,rows=8{way}"],
                                  capture_output=True, text=True, check=True, timeout=300)
            result = json.loads(done.stdout)
            host = result["applications"][0]["host"]
            found[name] = {"cycles": result["cycles"], "bytes": host["read_bytes"]}
            self.assertEqual(host["written_bytes"], 0)
        column = 26 * experiments.THREADS * 8 * 4
        self.assertEqual({name: one["bytes"] / column for name, one in found.items()},
                         {"one": 1, "naive": 4, "copy": 1})
        self.assertGreater(found["naive"]["cycles"], 1.05 * found["copy"]["cycles"])
        # As fast as the bus at most: a byte takes 1 / 15.76 ns.
        self.assertGreater(found["naive"]["cycles"], 4 * column * experiments.K80.mhz / 15760)

    def test_table_2(self) -> None:
        for stem, rows in (("table_2_entries", 5), ("table_2_entry", 5), ("table_2_delay", 5)):
            found = rig.values(self.folder, stem)
            self.assertEqual(len(found), rows)
            for values in found.values():
                self.assertEqual(values["ours"], values["paper"])

    def test_boundaries(self) -> None:
        """3.2: strides of half a page and a page are slow from a on, of two pages from 2 a on."""
        found = rig.values(self.folder, "fig_3_and_4")
        largest = {row: values for (row, series), values in found.items() if series == "largest fast range"}
        self.assertEqual(len(largest), 15)
        for row, values in largest.items():
            self.assertLessEqual(float(values["ours"]), float(values["paper"]), row)
            self.assertGreater(float(found[row, "smallest slow range"]["ours"]), float(values["paper"]), row)

    def test_table_3(self) -> None:
        """App. A: SMs 5 and 10 off leave "1 SM to have its own L2 TLB, while the other L2 TLBs are shared each by three
        SMs"."""
        found = rig.values(self.folder, "table_3")
        self.assertEqual(len(found), 6)
        for row, values in found.items():
            self.assertEqual(values["ours"], values["paper"], row)

    def test_numbers_are_those_of_the_simulator(self) -> None:
        cycles = []
        for size in ("64M", "11G"):
            done = subprocess.run([self.gmmu, "run", "--chip", "k80", "--design", "sharedtlb", "--no-alone",
                                   "--quiet", "--json", "-", "--set", "mem_mhz=1250",
                                   "--app", f"kernel:random-sample,size={size},samples=8"],
                                  capture_output=True, text=True, check=True, timeout=300)
            cycles.append(json.loads(done.stdout)["cycles"])
        self.assertAlmostEqual(self.ours("fig_1a", "11G", "K80"), cycles[1] / cycles[0], places=4)
        self.assertEqual(rig.values(self.folder, "fig_1a")["11G", "K80"]["paper"], "13.3")

    def test_runs_that_fail(self) -> None:
        done = self.reproduce(self.scratch / "bad", self.failing("probe*|run*"))
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.count("gmmu: planted\n"), 4 + 22, done.stderr)  # experiments, runs
        self.assertFalse(list((self.scratch / "bad/runs").glob("*.csv")))


if __name__ == "__main__":
    rig.main()
