# SPDX-License-Identifier: Apache-2.0
"""Runs of the simulator, each once, several at a time."""

import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile


class RunError(Exception):
    """One line for the user."""


Run = tuple[str, tuple[str, ...]]  # argument of --app kernel:, options


def command(gmmu: str, run: Run, seed: int, target: pathlib.Path) -> list[str]:
    app, options = run
    return [gmmu, "run", "--chip", "tanasic", "--app", f"kernel:{app}", *options, "--seed", str(seed),
            "--no-alone", "--quiet", "--json", str(target)]


def run_one(gmmu: str, run: Run, seed: int, seconds: float) -> dict:
    with tempfile.TemporaryDirectory() as folder:
        target = pathlib.Path(folder) / "run.json"
        line = command(gmmu, run, seed, target)
        try:
            done = subprocess.run(line, capture_output=True, text=True, timeout=seconds, check=False)
        except subprocess.TimeoutExpired:
            raise RunError(f"{' '.join(line)}: not finished after {seconds:.0f} s") from None
        if done.returncode:
            raise RunError(f"{' '.join(line)}: {done.stderr.strip()}")
        data = json.loads(target.read_text())
    return data["runs"][0] if "runs" in data else data


def run_all(gmmu: str, wanted: set[Run], seeds: int, jobs: int, seconds: float) -> dict[Run, list[dict]]:
    """The JSON of each run, one per seed. The first error ends it."""
    numbers = range(1, 2 * seeds, 2)  # odd ones: kernels use `seed | 1`
    order = sorted(wanted, key=lambda w: (w[1], w[0]))  # mixes long and short benchmarks
    found: dict[tuple[Run, int], dict] = {}
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        pending = {pool.submit(run_one, gmmu, run, seed, seconds): (run, seed) for run in order for seed in numbers}
        try:
            for done in concurrent.futures.as_completed(pending):
                found[pending[done]] = done.result()
                progress(len(found), len(pending))
        except RunError:
            pool.shutdown(cancel_futures=True)
            raise
    return {run: [found[run, seed] for seed in numbers] for run in order}


def progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        end = "\n" if done == total else ""
        print(f"\r{done} of {total} runs", end=end, file=sys.stderr, flush=True)
