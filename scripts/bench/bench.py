# SPDX-License-Identifier: Apache-2.0
"""Simulation speed: a fixed set of workloads on the whole chip, one after the other.

Speeds are per second of CPU time of the whole process, the making of the
application's data included. Machines differ and are noisy, so the last column
relates every speed to that of the first row of the same run. With --against, two
simulators take turns, and the last column says how many times faster the new one is.
Of packed traces ('gmmu pack') the new one reads the packed form; an old one reads the traces.

With --profile the CPU time of each workload is split up by kind of component instead.

usage: bench.py GMMU [--against GMMU | --profile] [--match TEXT] [--repeat N]
"""

import argparse
import csv
import dataclasses
import json
import os
import statistics
import subprocess
import sys
import tempfile

from scripts.same.traces import find_traces

PAIR = ["kernel:gups,size=64M,updates=8K", "kernel:stream,size=4M"]
SMALL_PAIR = ["kernel:gups,size=16M,updates=1K", "kernel:stream,size=512K"]
BFS_TRACE = "trace:$TRACES/bfs_rodinia_sm80/kernelslist.g"
VECTORADD_TRACE = "trace:$TRACES/vectoradd_sm80/kernelslist.g"

# name, options, applications; 30 SMs, shared out among the applications
WORKLOADS = [
    ("gups + stream", ["--design", "mask"], PAIR),
    ("gups + stream, sharedtlb", ["--design", "sharedtlb"], PAIR),
    ("gups + stream, ideal", ["--design", "ideal"], PAIR),
    ("stream", ["--design", "mask"], ["kernel:stream,size=16M"]),
    ("stencil3d", ["--design", "mask"], ["kernel:stencil3d,n=96"]),
    ("histo", ["--design", "mask"], ["kernel:histo,size=16M"]),
    ("spmv", ["--design", "mask"], ["kernel:spmv,rows=64K"]),
    ("bfs", ["--design", "mask"], ["kernel:bfs,nodes=64K"]),
    ("gups", ["--design", "mask"], ["kernel:gups,size=64M,updates=32K"]),
    ("bfs trace", ["--design", "mask"], [BFS_TRACE]),
    ("bfs + vectoradd traces", ["--design", "mask"], [BFS_TRACE, VECTORADD_TRACE]),
    ("bfs trace, packed", ["--design", "mask"], [BFS_TRACE]),
    ("bfs + vectoradd, packed", ["--design", "mask"], [BFS_TRACE, VECTORADD_TRACE]),
    ("gups + stream, small", ["--design", "mask"], SMALL_PAIR),
    ("gups + stream, small, RTL", ["--design", "mask", "--rtl", "all"], SMALL_PAIR),
]


@dataclasses.dataclass
class Run:
    """One run: simulated cycles and warp instructions, CPU seconds, peak memory in MB."""

    cycles: int
    instructions: int
    seconds: float
    megabytes: float
    ticks: list[dict[str, str]]  # lines of --ticks


def run_once(gmmu: str, options: list[str], apps: list[str], profile: bool = False) -> Run:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "run.json")
        ticks = os.path.join(folder, "ticks.csv")
        command = [gmmu, "run", "--no-alone", "--quiet", "--jobs", "1", "--json", path, *options]
        command += ["--ticks", ticks] if profile else []
        for app in apps:
            command += ["--app", app]
        pid = os.posix_spawn(gmmu, command, os.environ)
        _, status, usage = os.wait4(pid, 0)
        if os.waitstatus_to_exitcode(status) != 0:
            sys.exit("bench: failed: " + " ".join(command))
        with open(path, encoding="utf-8") as file:
            result = json.load(file)
        rows: list[dict[str, str]] = []
        if profile:
            with open(ticks, encoding="utf-8", newline="") as file:
                rows = list(csv.DictReader(line for line in file if not line.startswith("# ")))
    instructions = sum(app["instructions_committed"] for app in result["applications"])
    return Run(result["cycles"], instructions, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, rows)


@dataclasses.dataclass
class Workload:
    """packed: the applications as the newest simulator takes them; the others take apps."""

    name: str
    options: list[str]
    apps: list[str]
    packed: list[str]


def pack(gmmu: str, apps: list[str], folder: str) -> list[str]:
    """The applications with each trace packed."""
    packed = []
    for number, app in enumerate(apps):
        path = os.path.join(folder, f"{number}.tracep")
        subprocess.run([gmmu, "pack", app, path], check=True)
        packed.append("trace:" + path)
    return packed


class Speeds:
    """Speeds of one simulator, relative to its first row."""

    def __init__(self, gmmu: str) -> None:
        self.gmmu = gmmu
        self.first = 0.0
        print(f"{'workload':26} {'cycles':>8} {'CPU s':>6} {'cycles/s':>9} {'warp inst/s':>11} {'MB':>5} {'ratio':>6}")

    def row(self, work: Workload, repeat: int) -> None:
        """Of `repeat` runs the fastest counts: what disturbs a run only makes it slower."""
        run = min((run_once(self.gmmu, work.options, work.packed) for _ in range(repeat)), key=lambda run: run.seconds)
        speed = run.cycles / run.seconds
        self.first = self.first or speed
        print(
            f"{work.name:26} {run.cycles:8} {run.seconds:6.2f} {speed:9.0f} {run.instructions / run.seconds:11.0f} "
            f"{run.megabytes:5.0f} {speed / self.first:6.2f}",
            flush=True,
        )

    def end(self) -> None:
        pass


class Profile:
    """Where the CPU time goes: three lines for each workload, a column for each kind of component."""

    KINDS = ("sm", "l2_bank", "channel", "shared_tlb", "dispatcher", "engine")

    def __init__(self, gmmu: str) -> None:
        self.gmmu = gmmu
        heads = " ".join(f"{head:>10}" for head in (*self.KINDS, "others", "outside"))
        print(f"{'workload':26} {'':15} {'CPU s':>6} {heads}")

    def row(self, work: Workload, repeat: int) -> None:
        """Per cent of the process's CPU time, of all runs together; "engine": in it without ticks."""
        runs = [run_once(self.gmmu, work.options, work.packed, profile=True) for _ in range(repeat)]
        seconds = dict.fromkeys((*self.KINDS, "others"), 0.0)
        ticks = dict.fromkeys(seconds, 0)
        for line in (line for run in runs for line in run.ticks):
            kind = line["kind"] if line["kind"] in self.KINDS else "others"
            seconds[kind] += float(line["seconds"])
            ticks[kind] += int(line["ticks"])
        total = sum(run.seconds for run in runs)
        cycles = sum(run.cycles for run in runs)
        shares = [100 * part / total for part in seconds.values()]
        shares.append(100 - sum(shares))
        rows = ((f"{work.name:26} {'% of CPU time':15} {total / repeat:6.2f}", [f"{share:10.1f}" for share in shares]),
                (f"{'':26} {'ticks a cycle':15} {'':6}", [f"{count / cycles:10.2f}" for count in ticks.values()]),
                (f"{'':26} {'ns a tick':15} {'':6}",
                 [f"{1e9 * seconds[kind] / max(ticks[kind], 1):10.0f}" for kind in ticks]))
        for head, cells in rows:
            print(head, *cells, flush=True)

    def end(self) -> None:
        pass


class Ratios:
    """Two simulators in turns: how many times faster the new one is than the old one."""

    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new
        self.ratios: list[float] = []
        print(f"{'workload':26} {'cycles':>8} {'CPU s':>7} {'now':>7} {'MB':>5} {'now':>5} {'lowest':>6} "
              f"{'highest':>7} {'least':>6} {'ratio':>6}")

    def row(self, work: Workload, repeat: int) -> None:
        """The median of the ratios of `repeat` pairs, and the ratio of the least seconds; who begins alternates."""
        old: list[Run] = []
        new: list[Run] = []
        for pair in range(repeat):
            turns = ((self.old, work.apps, old), (self.new, work.packed, new))
            for gmmu, apps, runs in turns[:: -1 if pair % 2 else 1]:
                runs.append(run_once(gmmu, work.options, apps))
        ratios = [before.seconds / now.seconds for before, now in zip(old, new)]
        self.ratios.append(statistics.median(ratios))
        least = min(run.seconds for run in old) / min(run.seconds for run in new)
        same = old[0].cycles == new[0].cycles
        print(
            f"{work.name:26} {new[0].cycles:8} {statistics.median(run.seconds for run in old):7.2f} "
            f"{statistics.median(run.seconds for run in new):7.2f} {max(run.megabytes for run in old):5.0f} "
            f"{max(run.megabytes for run in new):5.0f} {min(ratios):6.2f} {max(ratios):7.2f} {least:6.2f} "
            f"{self.ratios[-1]:6.2f}"
            f"{'' if same else f'  not the same run: {old[0].cycles} cycles before'}",
            flush=True,
        )

    def end(self) -> None:
        if self.ratios:
            print(f"geometric mean of the ratios: {statistics.geometric_mean(self.ratios):.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("gmmu", help="the simulator, build/gmmu")
    parser.add_argument("--against", help="another simulator to compare with")
    parser.add_argument("--profile", action="store_true", help="CPU time by kind of component")
    parser.add_argument("--match", default="", help="only workloads with this text in their name")
    parser.add_argument("--repeat", type=int, help="runs per workload (2), pairs of runs with --against (5)")
    options = parser.parse_args()

    traces = find_traces()
    table: Ratios | Speeds | Profile
    if options.against:
        table = Ratios(options.against, options.gmmu)
    else:
        table = Profile(options.gmmu) if options.profile else Speeds(options.gmmu)
    for name, flags, apps in WORKLOADS:
        if options.match not in name:
            continue
        if any("$TRACES" in app for app in apps) and not traces.is_dir():
            print(f"SKIP {name}: no traces in {traces}")
            continue
        apps = [app.replace("$TRACES", str(traces)) for app in apps]
        with tempfile.TemporaryDirectory() as folder:
            packed = pack(options.gmmu, apps, folder) if "packed" in name else apps
            table.row(Workload(name, flags, apps, packed), options.repeat or (5 if options.against else 2))
    table.end()


if __name__ == "__main__":
    main()
