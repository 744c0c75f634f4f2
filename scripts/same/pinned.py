# SPDX-License-Identifier: Apache-2.0
"""A dozen of the runs of `make same` against the cycles and event hashes that are written down in pinned.txt.

A commit that changes what is simulated changes pinned.txt with it (`make pinned`), so that its reader sees it.

usage: pinned.py [--renew] [--jobs N] GMMU

Ends with one line, PASS or FAIL; exit code 0, 1, or 2 for bad input.
"""

import argparse
import concurrent.futures
import os
import pathlib
import sys

from scripts.same.same import Outcome, read_runs, simulate
from scripts.same.traces import find_traces

HERE = pathlib.Path(__file__).resolve().parent
PINNED = HERE / "pinned.txt"
HEAD = """# SPDX-License-Identifier: Apache-2.0
# name of a run of runs.txt: cycles, event hash. Written by `make pinned`.
"""


class BadLine(Exception):
    """pinned.txt is not what pinned.py writes."""


def read_pinned(path: pathlib.Path) -> dict[str, str]:
    pinned: dict[str, str] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("#") or not line.strip():
            continue
        name, colon, value = line.partition(":")
        if not colon or len(value.split()) != 2 or name in pinned:
            raise BadLine(f"{path}:{number}: expected 'name: cycles hash' with a new name")
        pinned[name] = " ".join(value.split())
    return pinned


def what_came(outcome: Outcome) -> str:
    if outcome.result is None:
        return outcome.error
    return f"{outcome.result['cycles']} {outcome.result['event_hash']}"


def main() -> int:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--renew", action="store_true", help="write what came out to pinned.txt")
    parser.add_argument("--pinned", type=pathlib.Path, default=PINNED, help="the file of what is expected")
    parser.add_argument("--jobs", type=int, default=1, help="runs side by side")
    parser.add_argument("gmmu", type=pathlib.Path)
    options = parser.parse_args()
    try:
        expected = read_pinned(options.pinned)
    except (OSError, BadLine) as error:
        print(f"pinned: {error}", file=sys.stderr)
        return 2
    traces = find_traces()
    runs = {name: given for name, given in read_runs(HERE / "runs.txt", traces) if name in expected}
    for name in expected.keys() - runs.keys():
        print(f"pinned: {options.pinned}: {name}: expected the name of a run of runs.txt", file=sys.stderr)
        return 2
    if not traces.is_dir():
        for name in [name for name, given in runs.items() if any(str(traces) in text for text in given)]:
            print(f"SKIP pinned: {name}: no traces in {traces}")
            del runs[name]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        came = dict(zip(runs, pool.map(lambda given: what_came(simulate(options.gmmu, given)), runs.values())))
    if options.renew:
        lines = "".join(f"{name}: {came.get(name, value)}\n" for name, value in expected.items())
        new = options.pinned.with_suffix(".new")
        new.write_text(HEAD + lines, encoding="utf-8")
        os.replace(new, options.pinned)
        return 0
    wrong = [name for name, value in came.items() if value != expected[name]]
    for name in wrong:
        print(f"  {name}: {came[name]}, expected {expected[name]}")
    failed = bool(wrong) or not came
    print(f"{'FAIL' if failed else 'PASS'} pinned: {len(came) - len(wrong)} of {len(came)} runs as written down")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
