#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Simulation speed: a fixed set of workloads on the whole chip, one after the other.

Speeds are per second of CPU time of the whole process, the making of the
application's data included. Machines differ and are noisy, so the last column
relates every speed to that of the first row of the same run.

usage: bench.py GMMU [--match TEXT] [--repeat N]
"""

import argparse
import json
import os
import sys
import tempfile

PAIR = ["kernel:gups,size=64M,updates=8K", "kernel:stream,size=4M"]
SMALL_PAIR = ["kernel:gups,size=16M,updates=1K", "kernel:stream,size=512K"]

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
    ("gups + stream, small", ["--design", "mask"], SMALL_PAIR),
    ("gups + stream, small, RTL", ["--design", "mask", "--rtl", "all"], SMALL_PAIR),
]


def run_once(gmmu, options, apps):
    """Runs one workload; returns its JSON, CPU seconds and peak memory in MB."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "run.json")
        command = [gmmu, "run", "--no-alone", "--quiet", "--jobs", "1", "--json", path, *options]
        for app in apps:
            command += ["--app", app]
        pid = os.posix_spawn(gmmu, command, os.environ)
        _, status, usage = os.wait4(pid, 0)
        if os.waitstatus_to_exitcode(status) != 0:
            sys.exit("bench: failed: " + " ".join(command))
        with open(path, encoding="utf-8") as file:
            result = json.load(file)
    return result, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def measure(gmmu, options, apps, repeat):
    """The fastest of `repeat` runs: what disturbs a run only makes it slower."""
    runs = [run_once(gmmu, options, apps) for _ in range(repeat)]
    return min(runs, key=lambda run: run[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("gmmu", help="the simulator, build/gmmu")
    parser.add_argument("--match", default="", help="only workloads with this text in their name")
    parser.add_argument("--repeat", type=int, default=2, help="runs per workload; the fastest counts")
    options = parser.parse_args()

    first = None
    print(f"{'workload':26} {'cycles':>8} {'CPU s':>6} {'cycles/s':>9} {'warp inst/s':>11} {'MB':>5} {'ratio':>6}")
    for name, flags, apps in WORKLOADS:
        if options.match not in name:
            continue
        result, seconds, megabytes = measure(options.gmmu, flags, apps, options.repeat)
        speed = result["cycles"] / seconds
        instructions = sum(app["instructions_committed"] for app in result["applications"])
        first = first or speed
        print(
            f"{name:26} {result['cycles']:8} {seconds:6.2f} {speed:9.0f} {instructions / seconds:11.0f} "
            f"{megabytes:5.0f} {speed / first:6.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
