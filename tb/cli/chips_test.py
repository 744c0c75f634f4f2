# SPDX-License-Identifier: Apache-2.0
"""Large chips from descriptions run every workload, with the translation oracle on.

tb/chip/hashed.json: 108 SMs, three TLB levels shared by clusters of SMs, pages of 64 KB and
2 MB, entries of 16 pages, hashed sets, an address map of XORed bits. tb/chip/largest.json: 256 SMs.
Chip mosaic: TLB entries of 4 KB and of 2 MB.

usage: chips_test.py PATH/TO/gmmu
"""

import contextlib
import json
import pathlib
import subprocess
import sys
import tempfile
import typing
import unittest
from collections.abc import Callable, Iterator

from tb.program.trace import trace_text

GMMU = ""
ROOT = pathlib.Path(__file__).resolve().parents[2]
HASHED = str(ROOT / "tb/chip/hashed.json")
LARGEST = str(ROOT / "tb/chip/largest.json")
TRACES = (ROOT / "../shared/traces").resolve()
KERNELS = {
    "gups": "size=16M,updates=1K",
    "stream": "size=256K",
    "stencil3d": "n=16",
    "spmv": "rows=1K",
    "bfs": "nodes=1K",
    "histo": "size=64K",
    "page-stride": "threads=256",
    "pagemix": "visits=8,blocks=24",
    "random-sample": "size=12M,scope=8M,samples=2,blocks=24",
    "group-by": "size=12M,scope=8M,rows=1,blocks=24",
    "parboil-sgemm": "m=128,n=32,k=32",
    "parboil-cutcp": "regions=1,atoms=8,radius=2",
    "parboil-tpacf": "sets=1,points=70",
    "parboil-mri-q": "samples=64,voxels=100",
    "parboil-stencil": "n=32,nz=8",
    "parboil-lbm": "ny=4,nz=4",
    "parboil-histo": "size=10000",
    "parboil-sad": "width=12,height=8",
    "parboil-bfs": "nodes=1000,degree=3",
    "parboil-mri-gridding": "n=12,samples=300",
    "parboil-spmv": "rows=1000,nnz=5",
    "halloc-add-strings": "pairs=150,length=9",
    "halloc-grid-points": "points=500,side=4",
    "halloc-random-graph": "nodes=64,degree=6",
    "trd": "n=4K",
    "scp": "pairs=8,length=1K",
    "red": "rounds=1",
    "nn": "records=4K,queries=2",
    "nnet": "pictures=1",
    "histogram": "size=64K",
    "fft2": "transforms=16",
    "blk": "options=4K,passes=1",
    "sc": "points=2K,dims=4",
    "cons": "width=128,height=64",
    "mm": "n=64",
    "srad": "n=64,steps=1",
    "randomaccess": "log2=12,updates=1",
    "fd3d": "x=64,y=16,z=20",
    "srad-v1": "rows=70,columns=60,steps=1",
    "bp": "inputs=1K",
    "fwt": "log2=12",
    "hs": "n=64",
    "lud": "n=32",
    "nw": "length=32",
    "fft": "transforms=16",
    "scan": "n=64K",
    "lps": "n=32,steps=1",
    "mum": "letters=4K,reads=128",
    "ray": "width=64,height=32",
    "cfd": "n=4",
    "qtc": "points=256,clusters=1",
    "luh": "n=8,steps=1",
    "sn": "log2=11",
    "caffe": "size=55,divide=16",
}
Json = dict[str, typing.Any]
# With page_table.placement frame all page tables are in one channel.
CAMP = ("--app", "kernel:gups,size=16M,updates=1K", "--set", "page_table.kind=sparse", "--set", "memory.map.kind=xor",
        "--set", "memory.map.channel=8,9,10", "--set", "memory.map.slice=14")


def command(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([GMMU, *args], capture_output=True, text=True, timeout=300, check=False,
                          stdin=subprocess.DEVNULL)


def kernel(name: str) -> list[str]:
    return ["--app", f"kernel:{name},{KERNELS[name]}"]


class Chips(unittest.TestCase):
    def result(self, *args: str) -> Json:
        with tempfile.TemporaryDirectory() as scratch:
            path = pathlib.Path(scratch) / "result.json"
            done = command("run", *args, "--no-alone", "--quiet", "--json", str(path))
            self.assertEqual((done.returncode, done.stderr), (0, ""), args)
            read: Json = json.loads(path.read_text())
            del read["provenance"]  # which differs with the options
        for app in read["applications"]:
            self.assertGreater(app["oracle_checks"], 0, app["name"])
            self.assertGreater(app["walks"], 0, app["name"])
            self.assertGreaterEqual(app["launches"], 1, app["name"])
        return read

    def test_no_kernel_is_forgotten(self) -> None:
        listed = command("list").stdout.split("built-in kernels")[1].splitlines()[1:]
        self.assertEqual({line.split()[0] for line in listed if not line.startswith("   ")}, set(KERNELS))

    def test_every_kernel_on_hashed_tlbs_and_memory(self) -> None:
        for name in KERNELS:
            for design in ("sharedtlb", "mask"):
                with self.subTest(kernel=name, design=design):
                    self.result("--chip", HASHED, "--design", design, "--epoch", "5000", *kernel(name))

    def test_traces(self) -> None:
        for name in ("vectoradd_sm80", "bfs_rodinia_sm80", "matmul_tiled_sm61"):
            trace = TRACES / name / "kernelslist.g"
            if not trace.exists():
                self.skipTest(f"no trace {trace}")
            with self.subTest(trace=name):
                self.result("--chip", HASHED, "--design", "mask", "--app", f"trace:{trace}", *kernel("gups"))

    def test_applications_share_hashed_tlbs(self) -> None:
        names = ("gups", "spmv", "bfs", "histo", "parboil-stencil", "halloc-random-graph")
        apps = [option for name in names for option in kernel(name)]
        for design in ("sharedtlb", "mask"):
            with self.subTest(design=design):
                run = ["--chip", HASHED, "--design", design, "--epoch", "5000", *apps]
                fixed, turned = self.result(*run), self.result(*run, "--shuffle", "5")
                self.assertEqual(fixed, turned)
                self.assertEqual([app["sms"] for app in fixed["applications"]], [18] * 6)

    def test_partitions_have_block_queues(self) -> None:
        """A partition of SMs has a block queue, in C or RTL; who names another scheduler gets that one."""
        two = ["--chip", "mask", "--design", "sharedtlb", *kernel("stream"), *kernel("histo")]
        parts = ["--partition", "2:sm"]

        def event_hash(*args: str) -> str:
            return str(self.result(*two, *args)["event_hash"])
        queue, static = event_hash(*parts), event_hash()
        self.assertNotEqual(queue, static)
        for same in (["--rtl", "block_queue"], ["--block-scheduler", "queue"], ["--shuffle", "5"]):
            self.assertEqual(event_hash(*parts, *same), queue, same)
        self.assertEqual(event_hash("--sms", "15,15", "--set", "design.block_scheduler=queue"), queue)
        for other in (["--block-scheduler", "static"], ["--set", "design.block_scheduler=static"]):
            self.assertEqual(event_hash(*parts, *other), static, other)
        self.assertEqual(command("run", *two, "--rtl", "block_queue").stderr,
                         "gmmu: --rtl 'block_queue': expected a unit that chip 'mask' has with design 'sharedtlb'\n")

    def test_both_page_sizes_and_every_level_are_used(self) -> None:
        small = self.result("--chip", HASHED, "--design", "sharedtlb", *kernel("gups"), "--set", "page_sizes=64K")
        both = self.result("--chip", HASHED, "--design", "sharedtlb", *kernel("gups"))
        self.assertLess(both["applications"][0]["walks"], small["applications"][0]["walks"])

    def test_large_entries_of_mosaic(self) -> None:
        """Mosaic 1: large pages increase the TLB reach. 64 MB are 32 of them; the shared TLB holds 256."""
        app = ["--chip", "mosaic", "--design", "sharedtlb", "--app", "kernel:gups,size=64M,updates=16K"]
        base = self.result(*app, "--set", "page_sizes=4K")
        large = self.result(*app, "--set", "page_sizes=2M")
        self.assertEqual(large["applications"][0]["walks"], 32)
        self.assertGreater(base["applications"][0]["walks"], 16384)
        self.assertLess(large["cycles"], base["cycles"])

    def test_hashed_levels_are_units(self) -> None:
        """TunneLs Table 1: L2 and L3 TLB of these GPUs are tlb_level, in C and as RTL, with the model's results."""
        small = ["tlb.l2.entries=16", "tlb.l2.ways=4", "tlb.l2.pages=4", "tlb.l2.victims=2",
                 "tlb.l3.entries=32", "tlb.l3.ways=4", "tlb.l3.pages=4", "tlb.l3.victims=2"]
        sets = [option for value in small for option in ("--set", value)]
        chips: dict[str, list[str]] = {"a100": [], "rtx3080": [], HASHED: sets}
        for chip, more in chips.items():
            with self.subTest(chip=chip):
                args = ["--chip", chip, "--design", "sharedtlb", *more, *kernel("gups"), *kernel("spmv")]
                shown = json.loads(command("show", "--units", "--chip", chip, "--design", "sharedtlb", *more).stdout)
                self.assertEqual([unit["part"] for unit in shown if unit["unit"] == "tlb_level"], ["tlb.l2", "tlb.l3"])
                model = self.result(*args)
                self.assertEqual(self.result(*args, "--unit-c")["event_hash"], model["event_hash"])
                self.assertEqual(self.result(*args, "--rtl", "tlb_level")["event_hash"], model["event_hash"])

    def test_address_hash_is_a_unit(self) -> None:
        """FGPU Fig. 6: a GPU's channel, slice, set and bank are XORs of address bits; the unit has them in CSRs."""
        for chip in ("gtx1080", "v100", HASHED):
            with self.subTest(chip=chip):
                args = ["--chip", chip, "--design", "mask", "--epoch", "5000", *kernel("stream"), *kernel("spmv")]
                shown = json.loads(command("show", "--units", "--chip", chip).stdout)
                self.assertIn("address_hash", [unit["unit"] for unit in shown])
                model = self.result(*args)
                for how in (["--unit-c"], ["--rtl", "address_hash"], ["--rtl", "all"]):
                    self.assertEqual({**self.result(*args, *how), "rtl": []}, model, how)
        self.assertEqual(command("run", "--rtl", "address_hash", *kernel("gups")).stderr,
                         "gmmu: --rtl 'address_hash': expected a unit that chip 'mask' has with design 'mask'\n")

    def test_256_sms_and_64_applications(self) -> None:
        kernels = ("gups,size=16M,updates=1K", "stream,size=64K", "spmv,rows=256", "histo,size=16K")
        apps = [option for number in range(64) for option in ("--app", f"kernel:{kernels[number % 4]}")]
        for design in ("sharedtlb", "mask"):
            with self.subTest(design=design):
                result = self.result("--chip", LARGEST, "--design", design, "--epoch", "50000", *apps)
                self.assertEqual([app["sms"] for app in result["applications"]], [4] * 64)
                self.assertEqual([app["asid"] for app in result["applications"]], list(range(1, 65)))

    def test_real_gpus(self) -> None:
        """The chips of measured GPUs, with what Karnagel, TunneLs and docs/reports/real-gpus.md say of their TLBs."""
        for chip, l2_tlb in (("k80", 65), ("p100", 65), ("gtx1080", 65), ("v100", 65), ("rtx3080", 1024),
                             ("a100", 2048), ("h100", 2048)):
            for design in ("sharedtlb", "mask"):
                with self.subTest(chip=chip, design=design):
                    self.result("--chip", chip, "--design", design, "--epoch", "5000", *kernel("gups"),
                                *kernel("stream"), *kernel("bfs"))
            shown = json.loads(command("show", "--chip", chip).stdout)
            self.assertEqual((shown["tlb"]["levels"]["value"], shown["tlb"]["l2"]["entries"]["value"]), (3, l2_tlb))
            if chip not in ("k80", "p100", "h100"):
                self.assertEqual((shown["page_table"]["kind"]["value"], shown["tlb"]["l2"]["pages"]["value"]),
                                 ("pascal", 16))

    def test_gpus_of_mask_table_4(self) -> None:
        """MASK 7.3: other GPUs, the same translation. The bandwidth of a GTX 480 is 177.4 GB/s."""
        mask = json.loads(command("show", "--chip", "mask").stdout)
        for chip, sms, l2_kb, gb_per_s in (("fermi", 15, 768, 177.4), ("igpu", 16, 1024, 85.4)):
            for design in ("pwcache", "sharedtlb", "mask", "ideal"):
                with self.subTest(chip=chip, design=design):
                    run = command("run", "--chip", chip, "--design", design, "--epoch", "5000", "--no-alone",
                                  *kernel("gups"), *kernel("stream"), *kernel("bfs"))
                    self.assertEqual((run.returncode, run.stderr), (0, ""))
            shown = json.loads(command("show", "--chip", chip).stdout)
            self.assertEqual((shown["tlb"], shown["walk"]), (mask["tlb"], mask["walk"]))
            self.assertEqual((shown["sm"]["count"]["value"], shown["l2"]["bytes"]["value"]), (sms, l2_kb << 10))
            memory = shown["memory"]
            lines_per_us = shown["mem_mhz"]["value"] / memory["timing"]["burst_cycles"]["value"]
            self.assertAlmostEqual(128e-3 * memory["channels"]["value"] * lines_per_us, gb_per_s, places=1)

    def test_an_epoch_is_long_enough_for_all_applications(self) -> None:
        apps = [option for _ in range(64) for option in kernel("gups")]
        done = command("run", "--chip", LARGEST, "--design", "mask", "--epoch", "5000", *apps)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, "gmmu: mask.epoch_cycles: 5000: expected at least 40960 with 64 applications, "
                                      "which the evaluation of tokens takes\n")

    def test_an_epoch_is_long_enough_where_sms_change_hands(self) -> None:
        """Tokens that follow the SMs take longer: 46 cycles an application."""
        apps = [option for _ in range(30) for option in kernel("gups")]
        run = ("run", "--chip", "mask", "--design", "mask", "--no-alone", *apps)
        done = command(*run, "--epoch", "5939", "--block-scheduler", "fcfs")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, "gmmu: mask.epoch_cycles: 5939: expected at least 5940 with 30 applications, "
                                      "which the evaluation of tokens takes\n")
        for options in (("--epoch", "5940", "--block-scheduler", "fcfs"), ("--epoch", "5000")):
            self.assertEqual(command(*run, *options).returncode, 0)

    def test_queues_and_buffers_decide(self) -> None:
        """What no source gives is a value of the chip all the same: at its least it decides, and nothing hangs."""
        two = ("--app", "kernel:gups,size=64K,updates=64", "--app", "kernel:histo,size=64K")
        thesis = ("--chip", "tanasic", "--app", "kernel:gups,size=2M,updates=64", "--faults", "migrate")
        shared = ("--chip", "tanasic", "--app", "kernel:parboil-sgemm,m=64,n=64,k=64")
        writes = ("--app", "kernel:stream,size=1M", "--set", "l2.bytes=128K")  # which do not fit
        walks = ("--design", "mask", "--app", "kernel:gups,size=64M,updates=8K", "--app", "kernel:stream,size=1M",
                 "--set", "l2.mshrs=4")
        mosaic = ("--chip", "mosaic", "--set", "page_sizes=4K", "--design", "mosaic", "--app",
                  "kernel:gups,size=4M,updates=64K", "--churn", "90,9000,2")
        cache = ("--design", "pwcache", "--app", "kernel:gups,size=64M,updates=8K")
        least = {"sm.lsu_queue=1": two, "sm.lsu_insts=1": two, "sm.lsu_lines=64": two, "l2.merges=1": two,
                 "link_slots=1": two, "memory.timing.turn=99": writes, "l2.evicts=unwritten": writes,
                 "sm.tlb_misses=blocking": two, "xbar_flit_bytes=1": two, "l2.entry_latency=1": two,
                 "l2.port_cycles=10": two, "l2.sector_bytes=32": two,
                 "sm.lookups=serial": thesis, "sm.registers=ring": thesis, "sm.window=2": thesis,
                 "sm.fetch_width=4": thesis, "sm.fetch_stops=global": shared,
                 "l1.mshr_from=lookup": thesis, "l1.miss_from=latency": two, "l2.miss_from=latency": two,
                 "exceptions.entries=1": thesis, "l2.walk_mshrs=0": walks, "coalescer.writes=1": mosaic,
                 "coalescer.copies=1": mosaic, "design.walk_entries=16": cache}
        usual = {run: self.result(*run)["cycles"] for run in set(least.values())}
        for value, run in least.items():
            self.assertNotEqual(self.result(*run, "--set", value)["cycles"], usual[run], value)
        every = [word for value in least if value != "exceptions.entries=1" for word in ("--set", value)]
        self.result(*two, *every)

    @contextlib.contextmanager
    def load_trace(self, stride: int) -> Iterator[str]:
        """One load, whose lanes read words of this distance."""
        load = f"0000 ffffffff 1 R2 LDG.E 1 R4 4 1 0x10000 {stride} 0\n0010 ffffffff 0 EXIT 0 0 0\n"
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "kernelslist.g"
            path.write_text("kernel-1.traceg\n", encoding="utf-8")
            path.with_name("kernel-1.traceg").write_text(
                trace_text.header("load", 1, 16, 5) + trace_text.block(0, load),
                encoding="utf-8")
            yield f"trace:{path}"

    @contextlib.contextmanager
    def one_load(self) -> Iterator[Callable[..., int]]:
        """Cycles of one load that misses everywhere, on a chip with values."""
        with self.load_trace(4) as trace:

            def cycles(chip: str, *values: str) -> int:
                return int(self.result("--chip", chip, "--set", "memory.kind=flat", "--app", trace,
                                       *(word for value in values for word in ("--set", value)))["cycles"])

            yield cycles

    def test_a_miss_fetches_sectors(self) -> None:
        """FGPU App. A: "When data is populated into the L2 cache, only 32 bytes are fetched at a time." A scattered
        read, a word of each line, fetches a fourth of the bytes; a streamed read fetches all. So in any memory."""
        def data_bytes(stride: int, sector: int, *memory: str) -> int:
            with self.load_trace(stride) as trace:
                app = self.result(*memory, "--set", f"l2.sector_bytes={sector}", "--app", trace)["applications"][0]
            return int(app["dram"]["read_bytes"] - app["dram"]["walk_requests"] * sector)

        for memory in (("--chip", "gtx1080"), ("--set", "memory.kind=flat")):
            for sector in (128, 64, 32):
                self.assertEqual(data_bytes(128, sector, *memory), 32 * sector)
                self.assertEqual(data_bytes(4, sector, *memory), 128)
                self.assertEqual(data_bytes(16, sector, *memory), 512)

    def test_what_a_message_takes_in_a_crossbar(self) -> None:
        """A line and its address are 136 bytes, an entry of a page table 16, what asks for them 8."""
        walks = 4
        with self.one_load() as cycles:
            usual = cycles("mask")
            for flit, more in ((136, 0), (128, 1), (32, 4), (8, 16 + walks), (4, 1 + 33 + walks * (1 + 3))):
                self.assertEqual(cycles("mask", f"xbar_flit_bytes={flit}") - usual, more, flit)

    def test_each_access_takes_the_way_into_the_l2_cache(self) -> None:
        walks = 4
        with self.one_load() as cycles:
            self.assertEqual(cycles("mask", "l2.entry_latency=85") - cycles("mask"), (walks + 1) * 85)
            self.assertEqual(cycles("tanasic", "l2.entry_latency=85") - cycles("tanasic"), 85)

    def test_a_miss_pays_for_its_look_up(self) -> None:
        """One load that misses everywhere: what each cache on its way adds is the rest of a hit's latency."""
        with self.one_load() as cycles:
            # Beside the look-up in the L1 cache, 40 cycles, goes that in the L1 TLB; walks read nothing.
            l1, l2 = 40 - 1, 70 - 1
            # The L1 TLB goes first; a walk's four reads miss the L2 cache, too.
            walks = 4
            for chip, more_l1, more_l2, default in (("tanasic", l1, l2, "latency"), ("tanasic5", l1, l2, "latency"),
                                                    ("mask", 1, (walks + 1) * (10 - 1), "check")):
                took = {(first, second): cycles(chip, f"l1.miss_from={first}", f"l2.miss_from={second}")
                        for first in ("check", "latency") for second in ("check", "latency")}
                check = took["check", "check"]
                self.assertEqual(took["latency", "check"] - check, more_l1, chip)
                self.assertEqual(took["check", "latency"] - check, more_l2, chip)
                self.assertEqual(took["latency", "latency"] - check, more_l1 + more_l2, chip)
                self.assertEqual(cycles(chip), took[default, default], chip)

    def test_where_a_miss_pays_for_its_look_up(self) -> None:
        """By its own description, on the thesis's chips and on no other."""
        chips = command("list").stdout.split("designs (--design):")[0].splitlines()[1:]
        for chip in (line.split()[0] for line in chips):
            shown = json.loads(command("show", "--chip", chip).stdout)
            self.assertEqual([shown[cache]["miss_from"]["value"] for cache in ("l1", "l2")],
                             ["latency" if chip in ("tanasic", "tanasic5") else "check"] * 2, chip)

    def test_a_blocking_l1_tlb(self) -> None:
        """MASK 4.1: Warp A "misses in the TLB, and stalls until the virtual-to-physical translation finishes", and
        the others "too stall". So an SM has one walk at a time, and those behind the port are counted with it."""
        for spec in ("kernel:gups,size=4M,updates=4K", "kernel:stream,size=1M"):
            run = ("--sms", "2", "--app", spec)
            usual, blocked = (self.result(*run, "--set", f"sm.tlb_misses={rule}")
                              for rule in ("nonblocking", "blocking"))
            many, one = (r["applications"][0] for r in (usual, blocked))
            self.assertGreater(many["walks_active_avg"], 2)
            self.assertLessEqual(one["walks_active_avg"], 2)
            self.assertEqual(one["l1_tlb"]["pending_hits"], 0)
            self.assertGreater(blocked["cycles"], usual["cycles"])
        self.assertGreater(one["warps_per_miss_avg"], 2)

    def test_table_entries_that_share_no_line(self) -> None:
        """MASK 4.3: the hit rates of the L2 cache fall from 99.8 % at the root to 1.0 % at the leaves. Pages that are
        walked once have that where no two entries share a line, and not where sixteen do."""
        for kind, low, high in (("x86", 0.5, 0.95), ("sparse", 0.0, 0.01)):
            run = self.result("--app", "kernel:stream,size=2M", "--set", f"page_table.kind={kind}")
            depths = run["applications"][0]["l2_cache"]
            root, leaf = (depths[i]["hits"] / depths[i]["accesses"] for i in (1, 4))
            self.assertGreater(root, 0.97, kind)
            self.assertTrue(low <= leaf <= high, (kind, leaf))

    def test_page_tables_that_camp_in_one_channel(self) -> None:
        """MASK Fig. 9: translation requests wait longer in DRAM than data do. So it is where each line of a table is
        the first of its frame and the channel is in address bits 8 to 10, as in the simulator that the paper names."""
        waits = {}
        for placement in ("packed", "frame"):
            app = self.result("--design", "sharedtlb", *CAMP, "--set", f"page_table.placement={placement}"
                              )["applications"][0]
            waits[placement] = app["dram"]["walk_latency_avg"] / app["dram"]["data_latency_avg"]
        self.assertLess(waits["packed"], 1.2)
        self.assertGreater(waits["frame"], 2)

    def test_golden_requests_wait_for_their_own_bank(self) -> None:
        """MASK 5.4: the golden queue is there to make page walks faster. Where all of them are in one channel it does,
        next to FR-FCFS, if a walk to a bank that is ready goes before an older one to a busy bank; a single FIFO, as
        footnote 7 can be read, makes them slower."""
        run = (*CAMP, "--set", "page_table.placement=frame")
        cycles = {(scheduler, golden): self.result("--design", "mask-dram", *run, "--set", f"memory.golden={golden}",
                                                   "--set", f"design.dram_scheduler={scheduler}")["cycles"]
                  for scheduler in ("frfcfs", "golden", "mask") for golden in ("fifo", "banks")}
        self.assertEqual(cycles["frfcfs", "fifo"], cycles["frfcfs", "banks"])
        for scheduler in ("golden", "mask"):
            self.assertLessEqual(cycles[scheduler, "banks"], cycles["frfcfs", "fifo"])
            self.assertGreater(cycles[scheduler, "fifo"], 1.1 * cycles["frfcfs", "fifo"])

    def test_registers_as_a_compiler_gives_them(self) -> None:
        """A replay queue holds registers until the last check: that costs where they are soon used again."""
        run = ("--chip", "tanasic", "--set", "sm.count=2", "--check-values",
               "--app", "kernel:parboil-stencil,n=64,nz=16,steps=1")
        cost, registers = {}, {}
        for given in ("ring", "liveness"):
            stall, replay = (self.result(*run, "--set", f"sm.registers={given}", "--exceptions", scheme)
                             for scheme in ("stall", "replay"))
            cost[given] = replay["cycles"] / stall["cycles"]
            registers[given] = replay["applications"][0].get("registers")
        self.assertLess(cost["ring"], 1.2)
        self.assertGreater(cost["liveness"], 1.4)
        self.assertIsNone(registers["ring"])
        self.assertEqual(registers["liveness"], {"most": 27, "scattered": 0})

    def test_entries_of_the_replay_queue(self) -> None:
        """Thesis 6.3.2: memory instructions enter the queue at issue and leave at commit, so its size bounds how many
        of an SM are under way. As RTL, too; with faults, values are right however small it is."""
        run = ("--chip", "tanasic", "--set", "sm.count=2", "--exceptions", "replay", "--app",
               "kernel:parboil-stencil,n=64,nz=16,steps=1")
        found = {n: self.result(*run, "--set", f"exceptions.queue_entries={n}") for n in (0, 64, 16, 4)}
        self.assertEqual(found[0]["event_hash"], found[64]["event_hash"])
        self.assertLess(found[64]["cycles"], found[16]["cycles"])
        self.assertLess(2 * found[16]["cycles"], found[4]["cycles"])
        rtl = self.result(*run, "--set", "exceptions.queue_entries=4", "--rtl", "replay_queue")
        self.assertEqual(rtl["event_hash"], found[4]["event_hash"])
        small = self.result(*run, "--set", "exceptions.queue_entries=1", "--faults", "migrate", "--check-values")
        self.assertTrue(small["applications"][0]["architectural_hash"]["right"])

    def test_sixteen_dram_banks(self) -> None:
        """A channel of GDDR6 or HBM2 has 16 banks: units as C and as RTL, and other rows than with 8."""
        for kind in ("gddr6", "hbm2"):
            with self.subTest(kind=kind):
                shown = json.loads(command("show", "--set", f"memory.kind={kind}").stdout)
                self.assertEqual(shown["memory"]["banks"]["value"], 16)
                run = ["--epoch", "5000", *kernel("gups"), *kernel("stream"), "--set", f"memory.kind={kind}"]
                sixteen = self.result("--design", "mask", *run)
                self.assertEqual(sixteen["cycles"], self.result("--design", "mask+rtl", *run)["cycles"])
                eight = self.result("--design", "mask", *run, "--set", "memory.banks=8")
                self.assertNotEqual(sixteen["event_hash"], eight["event_hash"])

    def test_one_application_on_256_sms(self) -> None:
        result = self.result("--chip", LARGEST, "--design", "mask", "--app", "kernel:gups,size=16M,updates=64K")
        self.assertEqual(result["applications"][0]["sms"], 256)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: chips_test.py PATH/TO/gmmu")
    GMMU = sys.argv.pop()
    unittest.main(verbosity=2)
