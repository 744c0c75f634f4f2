"""Runs of the simulator, each once, several at a time."""

import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile


class RunError(Exception):
    """One line for the user."""


def command(gmmu: str, app: str, options: tuple[str, ...], target: pathlib.Path) -> list[str]:
    return [gmmu, "run", "--chip", "tanasic", "--app", f"kernel:{app}", *options, "--no-alone", "--quiet",
            "--json", str(target)]


def run_one(gmmu: str, app: str, options: tuple[str, ...], seconds: float) -> dict:
    with tempfile.TemporaryDirectory() as folder:
        target = pathlib.Path(folder) / "run.json"
        line = command(gmmu, app, options, target)
        try:
            done = subprocess.run(line, capture_output=True, text=True, timeout=seconds, check=False)
        except subprocess.TimeoutExpired:
            raise RunError(f"{' '.join(line)}: not finished after {seconds:.0f} s") from None
        if done.returncode:
            raise RunError(f"{' '.join(line)}: {done.stderr.strip()}")
        data = json.loads(target.read_text())
    return data["runs"][0] if "runs" in data else data


def run_all(gmmu: str, wanted: set[tuple[str, tuple[str, ...]]], jobs: int, seconds: float) -> dict:
    """wanted: (app, options). Returns the JSON of each. The first error ends it."""
    results: dict[tuple[str, tuple[str, ...]], dict] = {}
    # long runs first would need a forecast; mixing the benchmarks is nearly as good
    order = sorted(wanted, key=lambda w: (w[1], w[0]))
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        pending = {pool.submit(run_one, gmmu, app, options, seconds): (app, options) for app, options in order}
        try:
            for done in concurrent.futures.as_completed(pending):
                results[pending[done]] = done.result()
                progress(len(results), len(pending))
        except RunError:
            pool.shutdown(cancel_futures=True)
            raise
    return results


def progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        end = "\n" if done == total else ""
        print(f"\r{done} of {total} runs", end=end, file=sys.stderr, flush=True)
