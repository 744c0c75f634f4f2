#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs one point of a plan (scripts/sweep/engine.py). Snakemake calls it, here or on a cluster's node.

usage: point.py PLAN KEY RESULT
"""

import json
import pathlib
import subprocess
import sys


def main() -> int:
    plan_file, key, result = sys.argv[1:]
    plan = json.loads(pathlib.Path(plan_file).read_text())
    target = pathlib.Path(result).resolve()
    # One thread: Snakemake and the cluster count one core for a point.
    words = plan["points"][key]
    line = [plan["gmmu"], *words, "--quiet", *(["--jobs", "1"] if words[0] == "run" else []), "--json", str(target)]
    print(" ".join(line), flush=True)
    try:
        done = subprocess.run(line, cwd=plan["folder"], timeout=plan["seconds"], stdin=subprocess.DEVNULL, check=False)
    except subprocess.TimeoutExpired:
        target.unlink(missing_ok=True)
        print(f"not finished after {plan['seconds']} s")
        return 1
    if done.returncode == 0:
        return 0
    target.unlink(missing_ok=True)
    if done.returncode < 0:
        print(f"ended by signal {-done.returncode}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
