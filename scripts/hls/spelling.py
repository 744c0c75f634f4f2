# SPDX-License-Identifier: Apache-2.0
"""The spellings of exact-width integers (hls/common/gmmu_types.h), and how to compile each.

The compilers are those of the variables CC, CLANG and CXX.
"""

import os
import pathlib
import subprocess

from scripts.hls import find

CC, CLANG, CXX = (os.environ.get(name, default)
                  for name, default in (("CC", "gcc"), ("CLANG", "clang-19"), ("CXX", "g++")))
WARNINGS = ["-Wall", "-Wextra", "-Wshadow", "-Werror"]
C_WARNINGS = [*WARNINGS, "-Wpedantic", "-Wconversion", "-Wstrict-prototypes", "-Wmissing-prototypes"]

NO_AP_INT = "no ap_int.h: bambu, which brings one, is neither in PATH nor below HLS_TOOLS_DIR"
NO_AC_INT = "no ac_int.h: neither below HLS_TOOLS_DIR, nor a bambu that brings one"


def spellings() -> dict[str, list[str]]:
    """Compiler commands; ap_uint and ac_int only where there are their headers."""
    commands = {
        "plain, gcc": [CC, "-std=c11", *C_WARNINGS],
        "plain, clang": [CLANG, "-std=c11", *C_WARNINGS],
        "_BitInt, clang": [CLANG, "-std=c11", "-DGMMU_TYPES_EXACT", *C_WARNINGS, "-Wno-bit-int-extension"],
        "plain, g++": [CXX, "-x", "c++", "-std=c++17", *WARNINGS],
    }
    folder = find.ap_int()
    if folder:
        commands["ap_uint, g++"] = [CXX, "-x", "c++", "-std=c++17", "-DGMMU_TYPES_AP", "-isystem", str(folder),
                                    *WARNINGS]
    folder = find.ac_int()
    if folder:
        commands["ac_int, g++"] = [CXX, "-x", "c++", "-std=c++17", "-DGMMU_TYPES_AC", "-isystem", str(folder),
                                   *WARNINGS]
    return commands


def build(command: list[str], includes: list[pathlib.Path], sources: list[pathlib.Path], program: pathlib.Path,
          optimize: str = "-O1") -> str:
    """Compiles and links; returns what the compiler complains of, '' for nothing."""
    done = subprocess.run([*command, optimize, *(f"-I{folder}" for folder in includes), *map(str, sources),
                           "-o", str(program)], capture_output=True, text=True, check=False)
    return done.stderr if done.returncode else ""


def run(program: pathlib.Path) -> tuple[bool, str]:
    done = subprocess.run([str(program)], capture_output=True, text=True, check=False)
    return done.returncode == 0, done.stdout + done.stderr
