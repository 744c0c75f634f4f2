# SPDX-License-Identifier: Apache-2.0
"""Installs what is built: bin/gmmu with its manual page and completion, headers, libraries, and what pkg-config and
CMake read (docs/reference/install.md).

usage: install.py --build FOLDER --prefix FOLDER [--destdir FOLDER] [--cxx COMPILER] [--check]

--check only asks whether the prefix will do, before anything is built.
The headers are those that users include, and all that these include: the compiler says which. All names in them, and
all symbols of the libraries, bear the project's (scripts/install/names.py).
"""

import argparse
import pathlib
import re
import shlex
import subprocess
import sys

from scripts.install.names import Names, renamed
from scripts.install.shell import shell_files
from scripts.output import files

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = ("libopengmmu.so.1", "libopengmmu-units.so.1")  # the simulator; what the Python package opens
# Read by the linker where -lopengmmu asks for it.
LINKER_SCRIPT = "/* A GNU ld script. */\nINPUT(-l:libopengmmu.so.1)\n"
LIBRARY_PC = """prefix={prefix}
includedir=${{prefix}}/include
libdir=${{prefix}}/lib

Name: opengmmu
Description: simulator of GPU memory sharing, as a library
Version: {version}
Cflags: -I"${{includedir}}"
Libs: -L"${{libdir}}" -lopengmmu
"""
UNITS_PC = """prefix={prefix}
includedir=${{prefix}}/include
libdir=${{prefix}}/lib

Name: gmmu-units
Description: hardware units of GPU memory management, as C
Version: {version}
Cflags: -I"${{includedir}}"
Libs: -L"${{libdir}}" -lgmmu-units
"""
SYSTEMC_PC = """prefix={prefix}
includedir=${{prefix}}/include
libdir=${{prefix}}/lib

Name: gmmu-systemc
Description: hardware units and the memory pipeline of a GPU as SystemC modules
Version: {version}
Requires: gmmu-units
Cflags: -std=c++17 -I"${{includedir}}"
Libs: -L"${{libdir}}" -lgmmu-systemc -lgmmu -lgmmu-units -lsystemc -pthread -llzma -lzstd -ljansson -lm
"""
# Found next to where it lies, so that a folder which is moved is found as well.
CMAKE = """# find_package(gmmu): gmmu::units, the hardware units as C; gmmu::systemc, these and the memory pipeline as
# SystemC modules; gmmu::opengmmu, the simulator as a library. As the files of pkg-config.
get_filename_component(GMMU_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET gmmu::units)
  add_library(gmmu::units STATIC IMPORTED)
  set_target_properties(gmmu::units PROPERTIES
    IMPORTED_LOCATION "${GMMU_PREFIX}/lib/libgmmu-units.a"
    IMPORTED_LINK_INTERFACE_LANGUAGES C
    INTERFACE_INCLUDE_DIRECTORIES "${GMMU_PREFIX}/include")
  add_library(gmmu::models STATIC IMPORTED)
  set_target_properties(gmmu::models PROPERTIES
    IMPORTED_LOCATION "${GMMU_PREFIX}/lib/libgmmu.a"
    IMPORTED_LINK_INTERFACE_LANGUAGES C
    INTERFACE_LINK_LIBRARIES "gmmu::units;MODEL_LIBRARIES")
  add_library(gmmu::systemc STATIC IMPORTED)
  set_target_properties(gmmu::systemc PROPERTIES
    IMPORTED_LOCATION "${GMMU_PREFIX}/lib/libgmmu-systemc.a"
    IMPORTED_LINK_INTERFACE_LANGUAGES CXX
    INTERFACE_COMPILE_FEATURES cxx_std_17
    INTERFACE_LINK_LIBRARIES "gmmu::models;systemc")
  add_library(gmmu::opengmmu SHARED IMPORTED)
  set_target_properties(gmmu::opengmmu PROPERTIES
    IMPORTED_LOCATION "${GMMU_PREFIX}/lib/libopengmmu.so.1"
    IMPORTED_SONAME "libopengmmu.so.1"
    INTERFACE_INCLUDE_DIRECTORIES "${GMMU_PREFIX}/include")
endif()
"""
# A version serves whoever wants one of the same first number that is no later.
CMAKE_VERSION = """set(PACKAGE_VERSION "NUMBERS")
string(REGEX MATCH "^[0-9]+" GMMU_MAJOR "${PACKAGE_VERSION}")
if(PACKAGE_FIND_VERSION_MAJOR STREQUAL GMMU_MAJOR AND NOT PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
endif()
"""


def cmake_files(version: str) -> dict[str, files.Content]:
    """The libraries are those of the pkg-config file; CMake knows only numbers in a version."""
    found = re.search(r"-lgmmu-units -lsystemc (.*)", SYSTEMC_PC)
    assert found is not None
    libraries = ";".join(word.removeprefix("-l").replace("-pthread", "pthread") for word in found[1].split())
    numbers = version.split("-")[0]
    return {"lib/cmake/gmmu/gmmu-config.cmake": CMAKE.replace("MODEL_LIBRARIES", libraries),
            "lib/cmake/gmmu/gmmu-config-version.cmake": CMAKE_VERSION.replace("NUMBERS", numbers)}


def public_headers(build: pathlib.Path) -> list[pathlib.Path]:
    """What users include: of blocks nothing, and of common/ what the units include."""
    units = [path for path in ROOT.glob("hls/*/*.h")
             if path.parent.name != "common" and not (path.parent / "units").is_file()]
    return sorted([*ROOT.glob("models/systemc/*.hpp"), *units, ROOT / "models/units/unit.h",
                   ROOT / "models/config/version.h", *build.glob("gen/*_model.h"), *build.glob("gen/*_sc.hpp")])


def closure(build: pathlib.Path, compiler: str) -> dict[pathlib.Path, str]:
    """All headers with their place below include/gmmu; those of hls/common as clients include them."""
    units = [path for path in sorted((ROOT / "hls").iterdir()) if path.is_dir() and path.name != "common"]
    folders = [build / "gen/client", ROOT / "models", build / "gen", *units]
    text = "".join(f'#include "{header}"\n' for header in public_headers(build))
    command = [*shlex.split(compiler), "-std=c++17", "-MM", "-x", "c++", *(f"-I{f}" for f in folders), "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"install: {done.stderr.strip()}")
    places: dict[pathlib.Path, str] = {}
    listed = done.stdout.replace("\\\n", " ").split(":", 1)[1].strip()
    for word in re.split(r"(?<!\\)\s+", listed):
        path = pathlib.Path(word.replace("\\ ", " "))
        if path.is_relative_to(ROOT / "models"):
            places[path] = str(path.relative_to(ROOT / "models"))
        elif path.is_relative_to(ROOT / "hls") or path.is_relative_to(build):
            places[path] = f"hls/{path.name}"
    names = list(places.values())
    double = {name for name in names if names.count(name) > 1}
    if double:
        sys.exit(f"install: two headers are called {', '.join(sorted(double))}")
    return places


def installed(build: pathlib.Path, compiler: str, prefix: str, version: str) -> dict[str, files.Content]:
    """What is installed, by its place below the prefix."""
    found: dict[str, files.Content] = {f"bin/{name}": build / name for name in ("gmmu", "gmmu-report")}
    headers = closure(build, compiler)
    names = Names(headers)
    libraries = {build / "libgmmu.a": "gmmu", build / "units/libunits_c.a": "gmmu-units",
                 build / "systemc/libgmmu_systemc.a": "gmmu-systemc"}
    for library, content in renamed(libraries, names.types).items():
        found[f"lib/lib{libraries[library]}.a"] = content
    for header, place in headers.items():
        found[f"include/gmmu/{place}"] = names.text(header)
    for source in sorted((ROOT / "models/systemc/example").iterdir()):
        found[f"share/gmmu/example/{source.name}"] = names.text(source)
    for name, text in (("gmmu-units", UNITS_PC), ("gmmu-systemc", SYSTEMC_PC), ("opengmmu", LIBRARY_PC)):
        found[f"lib/pkgconfig/{name}.pc"] = text.format(prefix=prefix, version=version)
    for shared in SHARED:
        found[f"lib/{shared}"] = build / shared
    found["lib/libopengmmu.so"] = LINKER_SCRIPT
    found["include/opengmmu.h"] = ROOT / "models/cli/opengmmu.h"
    return {**found, **cmake_files(version), **shell_files(build / "gmmu")}


def main() -> int:
    parser = argparse.ArgumentParser(description="installs what is built")
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--prefix", required=True)
    parser.add_argument("--destdir", default="")
    parser.add_argument("--cxx", default="g++")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    if not args.prefix.startswith("/"):
        print(f"install: PREFIX={args.prefix}: expected an absolute path", file=sys.stderr)
        return 2
    if args.check:
        return 0
    build = args.build.resolve()
    root = pathlib.Path(args.destdir + args.prefix)
    version = (ROOT / "VERSION").read_text(encoding="utf-8").strip()
    contents = {root / place: content
                for place, content in installed(build, args.cxx, args.prefix, version).items()}
    # A program that runs keeps its own file: each is a new one under the name.
    files.write_all(contents, {path: 0o755 if path.parent.name == "bin" else 0o644 for path in contents}, 0o755)
    print(f"installed gmmu {version} in {root}")
    return 0


if __name__ == "__main__":
    sys.exit(files.program("install", main))
