#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A unit copied out of the tree, with its generated top and hls/common alone, compiles and links.

    copyout_test.py CONFIG...

In every spelling of the types (scripts/hls/spelling.py). Needs $BUILD/gen/CONFIG_top.c. Prints PASS or
FAIL per unit; the exit code is 1 when one fails.
"""

import os
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from gen import configs  # noqa: E402  (after the path is set)
from hls import find, spelling  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
HLS = ROOT / "hls"
GENERATED = ROOT / os.environ.get("BUILD", "build") / "gen"


def failures(config: configs.Config) -> list[str]:
    """Compiles the copy in every build, as a library without undefined symbols."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        unit = config.unit
        for part in ("common", unit):
            shutil.copytree(HLS / part, copy / part)
        shutil.copy(GENERATED / f"{config.name}_top.c", copy / unit / f"{unit}_top.c")
        result = []
        for name, command in spelling.spellings().items():
            library = [*(f"-D{size}" for size in config.sizes), "-fPIC", "-shared", "-Wl,--no-undefined"]
            text = spelling.build([*command, *library], [copy / "common", copy / unit],
                                  sorted((copy / unit).glob("*.c")), copy / "unit.so")
            if text:
                result.append("\n".join([f"{config.name}, {name}:", *text.replace(folder + "/", "").splitlines()[:20]]))
        return result


def main() -> int:
    failed = False
    for unit in sys.argv[1:]:
        try:
            wrong = failures(configs.find(unit))
        except configs.ConfigError as error:
            print(f"copyout: {error}", file=sys.stderr)
            return 2
        failed = failed or bool(wrong)
        print("\n".join([*wrong, f"{'FAIL' if wrong else 'PASS'} copyout {unit}: {'; '.join(spelling.spellings())}"]))
    if not find.ap_int():
        print(f"SKIP copyout: ap_uint; {spelling.NO_AP_INT}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
