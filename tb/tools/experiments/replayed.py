# SPDX-License-Identifier: Apache-2.0
"""Stands for the simulator in a second run of a reproduction: gives the results of the first, without running.

usage: replayed.py GMMU STORE ARGUMENT...
"""

import os
import pathlib
import shutil
import sys

from scripts.sweep.points import Point

ROOT = pathlib.Path(__file__).resolve().parents[3]


def main() -> int:
    gmmu, store, *arguments = sys.argv[1:]
    if arguments[0] not in ("run", "share"):  # an experiment of probe: it has no JSON
        os.execv(gmmu, [gmmu, *arguments])
    words = arguments[:arguments.index("--quiet")]  # what scripts/sweep/point.py adds follows
    key = Point(tuple(words[1:]), "", words[0]).key(pathlib.Path(gmmu))
    kept = pathlib.Path(store) / "points" / f"{key}.json"
    if not kept.exists():
        print(f"gmmu: not run before: {' '.join(words)}", file=sys.stderr)
        return 2
    shutil.copyfile(kept, arguments[-1])
    return 0


if __name__ == "__main__":
    sys.exit(main())
