# SPDX-License-Identifier: Apache-2.0
"""Which names leave the project without its prefix: asked of nm, a preprocessor, clang and a simulator."""

from __future__ import annotations

import json
import os
import pathlib
import re
import subprocess
from collections.abc import Iterable, Sequence
from typing import Any

OURS = re.compile(r"(?:gmmu|GMMU)(?:_|$)")
GUARDS_OF_COMPILERS = re.compile(r"_[_A-Z]")


# Our namespace, or a template of a library at our types.
IN_A_NAMESPACE = re.compile(r"(?:(?:non-)?virtual thunk to |[\w ]+ for )?(?:[a-z ]+ )?"
                            r"(?:gmmu|std|__gnu_cxx|sc_core|sc_dt|tlm|tlm_utils)::|operator")


def unprefixed(names: Iterable[str]) -> list[str]:
    return sorted({name for name in names if not OURS.match(name)})


def said(command: Sequence[str], text: str = "") -> str:
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False,
                          env=dict(os.environ, CCACHE_DISABLE="1"))
    if done.returncode:
        raise AssertionError(f"{' '.join(command)}: {done.stderr[-2000:]}")
    return done.stdout


def symbols(files: Iterable[pathlib.Path]) -> set[str]:
    """What objects and libraries define for a linker."""
    table = said(["nm", "-g", "--defined-only", *map(str, files)])
    return set(re.findall(r"^[0-9a-f]* \w (\S+)$", table, re.M))


def demangled(symbols_of_cpp: Iterable[str]) -> list[str]:
    return said(["c++filt"], "\n".join(sorted(symbols_of_cpp))).splitlines()


def including(headers: Iterable[pathlib.Path]) -> str:
    return "".join(f'#include "{header}"\n' for header in headers)


def macros(headers: Sequence[pathlib.Path], flags: Sequence[str], language: str = "c") -> set[str]:
    """Macros of the headers, and none of the system's."""
    text = including(headers)
    command = ["gcc" if language == "c" else "g++", *flags, "-E", "-x", language, "-"]
    system = "".join(f"#include <{name}>\n" for name in sorted(set(re.findall(
        r"^# \d+ \"/usr/[^\"]*/(std\w+\.h|string\.h)\"", said(command, text), re.M))))
    known, found = (set(re.findall(r"^#define (\w+)", said([*command[:-3], "-dM", *command[-3:]], source), re.M))
                    for source in (system, text))
    return {name for name in found - known if not GUARDS_OF_COMPILERS.match(name)}


def declarations(headers: Sequence[pathlib.Path], flags: Sequence[str]) -> tuple[set[str], set[str]]:
    """What C headers declare outside of functions: functions, types, tags, enumerators, variables; and fields."""
    command = [os.environ.get("CLANG", "clang"), *flags, "-fsyntax-only", "-Xclang", "-ast-dump=json", "-x", "c", "-"]
    tree = json.loads(said(command, including(headers)))
    folders = {str(header.resolve().parent) for header in headers}
    found: set[str] = set()
    fields: set[str] = set()
    place = ""
    for node in tree["inner"]:
        spots = [node.get("loc", {}), *(node.get("loc", {}).get(of, {}) for of in ("spellingLoc", "expansionLoc"))]
        place = next((spot["file"] for spot in reversed(spots) if "file" in spot), place)
        if str(pathlib.Path(place).resolve().parent) in folders:
            found |= {name for name in [node.get("name"), *within(node, "EnumConstantDecl")] if name}
            fields |= set(within(node, "FieldDecl"))
    return {name for name in found if not name.startswith("__")}, fields


def within(node: dict[str, Any], kind: str) -> list[str]:
    """Names of that kind, of enumerators or of fields, below a declaration."""
    inner = [child for child in node.get("inner", []) if child and node["kind"] != "FunctionDecl"]
    own = [child["name"] for child in inner if child["kind"] == kind and "name" in child]
    return own + [name for child in inner for name in within(child, kind)]


def modules(program: str) -> set[str]:
    """Modules and packages in what Icarus has made of a design (the text for vvp)."""
    return set(re.findall(r"\.scope (?:module|package), \"[^\"]*\" \"([a-z]\w*)\"", program))
