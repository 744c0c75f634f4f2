# SPDX-License-Identifier: Apache-2.0
"""Writes what the steps of `make verify` have come to, with these sources, into the file that the repository keeps.

usage: python3 -m scripts.test.verified MANIFEST KEPT KNOWN SETTINGS

A line for each step that has passed, in an earlier clone (KNOWN) or in this one (KEPT), by name. Steps whose sources
have changed since go, so the file says what holds of this state; a clone of it does not run these steps again.
"""

import dataclasses
import json
import pathlib
import sys

from scripts.test.kept import Kept
from scripts.test.run_tests import read_manifest


def main() -> int:
    if len(sys.argv) != 5:
        print((__doc__ or "").split("\n\n")[1], file=sys.stderr)
        return 2
    manifest, file, known = map(pathlib.Path, sys.argv[1:4])
    kept = Kept(file, sys.argv[4], known)
    steps = read_manifest(manifest)
    found = sorted(filter(None, (kept.find(s.name, s.command) for s in steps)), key=lambda step: step.name)
    known.write_text("".join(json.dumps(dataclasses.asdict(step)) + "\n" for step in found))
    print(f"{known}: {len(found)} of {len(steps)} steps")
    return 0


if __name__ == "__main__":
    sys.exit(main())
