#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A unit copied out of the tree, with its generated top and hls/common alone, compiles and links.

    copyout_test.py UNIT...

In every spelling of the types (scripts/hls/spelling.py). Needs $BUILD/gen/UNIT_top.c. Prints PASS or
FAIL per unit; the exit code is 1 when one fails.
"""

import os
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from hls import find, spelling  # noqa: E402  (after the path is set)

ROOT = pathlib.Path(__file__).resolve().parents[2]
HLS = ROOT / "hls"
GENERATED = ROOT / os.environ.get("BUILD", "build") / "gen"


def failures(unit: str) -> list[str]:
    """Compiles the copy in every build, as a library without undefined symbols."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        for part in ("common", unit):
            shutil.copytree(HLS / part, copy / part)
        shutil.copy(GENERATED / f"{unit}_top.c", copy / unit)
        result = []
        for name, command in spelling.spellings().items():
            text = spelling.build([*command, "-fPIC", "-shared", "-Wl,--no-undefined"], [copy / "common", copy / unit],
                                  sorted((copy / unit).glob("*.c")), copy / "unit.so")
            if text:
                result.append("\n".join([f"{unit}, {name}:", *text.replace(folder + "/", "").splitlines()[:20]]))
        return result


def main() -> int:
    failed = False
    for unit in sys.argv[1:]:
        if not (HLS / unit).is_dir() or unit == "common":
            print(f"copyout: no unit '{unit}' in hls/", file=sys.stderr)
            return 2
        wrong = failures(unit)
        failed = failed or bool(wrong)
        print("\n".join([*wrong, f"{'FAIL' if wrong else 'PASS'} copyout {unit}: {'; '.join(spelling.spellings())}"]))
    if not find.ap_int():
        print(f"SKIP copyout: ap_uint; {spelling.NO_AP_INT}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
