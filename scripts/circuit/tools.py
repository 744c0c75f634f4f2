# SPDX-License-Identifier: Apache-2.0
"""Running the external tools: clang, Yosys, ABC, CaDiCaL."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from .errors import ProofError

CLANG_FLAGS = [
    "-std=c11", "-DGMMU_TYPES_EXACT", "-O2", "-g", "-fno-vectorize", "-fno-slp-vectorize",
    "-fno-discard-value-names", "-fno-jump-tables",
    # Undefined behaviour must show in the IR instead of being exploited by the optimiser.
    "-fsanitize=bounds,shift,integer-divide-by-zero,signed-integer-overflow", "-fsanitize-trap=all",
    "-mllvm", "-unroll-threshold=100000000", "-mllvm", "-unroll-full-max-count=4096",
    "-mllvm", "-inline-threshold=100000000",
]


def run(command: list[str], what: str, *, text: str | None = None, ok: tuple[int, ...] = (0,)) -> str:
    try:
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    except OSError as error:
        raise ProofError(f"{what}: cannot run {command[0]}: {error.strerror}") from error
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL) and command[0] == "prlimit":
        raise ProofError(f"{what}: no answer within the limit of CPU time")
    if done.returncode not in ok:
        lines = [s for s in (done.stderr + "\n" + done.stdout).split("\n") if s.strip()]
        wanted = next((s for s in lines if "error" in s.lower()), lines[-1] if lines else "no message")
        raise ProofError(f"{what}: {wanted.strip()}")
    return done.stdout


# Globals whose contents are free: where a local variable's first contents come from.
UNDEFINED = "@gmmu_undefined"


def free_locals(text: str) -> str:
    """Fills every local variable from a global of unknown contents where its life begins.

    To clang an unset variable has whatever value suits it, which it picks before we see
    the code. What it must load from outside it cannot pick.
    """
    kinds = dict(re.findall(r"^  (%\S+) = alloca ([^\n]*?), align \d+", text, re.M))
    declared: list[str] = []

    def fill(m: re.Match[str]) -> str:
        name = f"{UNDEFINED}.{len(declared)}"
        declared.append(f"{name} = external global {kinds[m[2]]}, align 16")
        return (f"{m[0]}\n  call void @llvm.memcpy.p0.p0.i64(ptr {m[2]}, ptr {name}, i64 {m[1]}, i1 false)")

    text = re.sub(r"^  call void @llvm\.lifetime\.start\.p0\(i64 (\d+), ptr (%\S+)\)[^\n]*", fill, text, flags=re.M)
    copy = "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
    if not declared or "declare void @llvm.memcpy.p0.p0.i64(" in text:
        copy = ""
    return text + "\n" + copy + "\n".join(declared) + "\n"


# Of a description: a claim that is static is never asked for, and only a warning tells.
# A bound that its type implies at one size is none at another.
STRICT_FLAGS = ["-Wall", "-Wextra", "-Werror", "-Wno-bitwise-instead-of-logical",
                "-Wno-tautological-constant-out-of-range-compare", "-Wno-type-limits"]


def compile_to_ir(source: Path, include: list[Path], defines: list[str], output: Path, strict: bool = False) -> str:
    clang, plain = os.environ.get("CLANG", "clang-19"), output.with_suffix(".plain.ll")
    emit = [clang, *CLANG_FLAGS, "-S", "-emit-llvm"]
    run([*emit, "-Xclang", "-disable-llvm-passes", *(f"-I{d}" for d in include), *(f"-D{d}" for d in defines),
         *(STRICT_FLAGS if strict else []), str(source), "-o", str(plain)], str(source))
    plain.write_text(free_locals(plain.read_text()))
    run([*emit, str(plain), "-o", str(output)], str(source))
    return output.read_text()


def imported_files(root: Path) -> set[Path]:
    """The modules of the project that this program has imported: what it decides, they decide."""
    files = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    return {path for path in (Path(file).resolve() for file in files if file) if path.is_relative_to(root)}


def c_files(sources: list[Path], include: list[Path], defines: list[str]) -> set[Path]:
    """The sources and all that they include, but for the headers of the system."""
    command = [os.environ.get("CLANG", "clang-19"), "-std=c11", "-DGMMU_TYPES_EXACT", "-MM",
               *(f"-I{path}" for path in include), *(f"-D{define}" for define in defines)]
    found = set()
    for source in sources:
        rule = run([*command, str(source)], f"{source.name}: what it includes")
        found |= {Path(name) for name in rule.replace("\\\n", " ").split(":", 1)[1].split()}
    return found


def versions() -> str:
    """Of everything a verdict rests on."""
    abc = run(["dpkg-query", "-W", "-f", "${Version}", "berkeley-abc"], "version of ABC", ok=(0, 1))
    compiler = run([os.environ.get("CC", "gcc"), "--version"], "the C compiler")
    return "\n".join([run([os.environ.get("CLANG", "clang-19"), "--version"], "clang"), run(["yosys", "-V"], "Yosys"),
                      run(["cadical", "--version"], "CaDiCaL"), abc, compiler,
                      sys.version])


def yosys(script: list[str], what: str) -> None:
    run(["yosys", "-q", "-p", "; ".join(script)], what)
