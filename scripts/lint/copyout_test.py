#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A unit copied out of the tree, with hls/common alone, still compiles and links.

    copyout_test.py UNIT...

As C11 with gcc and clang, with the exact types under clang, and as C++17. The compilers are those of
the variables CC, CLANG and CXX. Prints PASS or FAIL per unit; the exit code is 1 when one fails.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HLS = pathlib.Path(__file__).resolve().parents[2] / "hls"
GCC, CLANG, GXX = (os.environ.get(name, default) for name, default in
                   (("CC", "gcc"), ("CLANG", "clang-19"), ("CXX", "g++")))
C_WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Wstrict-prototypes",
              "-Wmissing-prototypes", "-Werror"]
BUILDS = {
    "C11, gcc": [GCC, "-std=c11", *C_WARNINGS],
    "C11, clang": [CLANG, "-std=c11", *C_WARNINGS],
    "C11, clang, exact types": [CLANG, "-std=c11", "-DGMMU_TYPES_EXACT", *C_WARNINGS, "-Wno-bit-int-extension"],
    # Designated initializers are C++20; g++ takes them in C++17 too, and warns of fields that a top
    # function leaves out because it fills them in a loop afterwards.
    "C++17, g++": [GXX, "-x", "c++", "-std=c++17", "-Wall", "-Wextra", "-Wshadow", "-Werror",
                   "-Wno-missing-field-initializers"],
}


def failures(unit: str) -> list[str]:
    """Compiles the copy in every build, as a library without undefined symbols."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        for part in ("common", unit):
            shutil.copytree(HLS / part, copy / part)
        sources = sorted(str(path) for path in (copy / unit).glob("*.c"))
        result = []
        for name, command in BUILDS.items():
            done = subprocess.run([*command, "-O1", f"-I{copy}/common", f"-I{copy}/{unit}", "-fPIC", "-shared",
                                   "-Wl,--no-undefined", "-o", str(copy / "unit.so"), *sources],
                                  capture_output=True, text=True, check=False, cwd=copy)
            if done.returncode != 0:
                text = done.stderr.replace(folder + "/", "").splitlines()
                result.append("\n".join([f"{unit}, {name}:", *text[:20]]))
        return result


def main() -> int:
    failed = False
    for unit in sys.argv[1:]:
        if not (HLS / unit).is_dir() or unit == "common":
            print(f"copyout: no unit '{unit}' in hls/", file=sys.stderr)
            return 2
        wrong = failures(unit)
        failed = failed or bool(wrong)
        print("\n".join([*wrong, f"{'FAIL' if wrong else 'PASS'} copyout {unit}: {'; '.join(BUILDS)}"]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
