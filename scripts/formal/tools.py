# SPDX-License-Identifier: Apache-2.0
"""Running the external tools: clang, Yosys, ABC, CaDiCaL."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from .errors import ProofError

CLANG_FLAGS = [
    "-std=c11", "-DGMMU_TYPES_EXACT", "-O2", "-g", "-fwrapv", "-fno-vectorize", "-fno-slp-vectorize",
    "-fno-discard-value-names", "-fno-jump-tables",
    # Undefined behaviour must show in the IR instead of being exploited by the optimiser.
    "-fsanitize=bounds,shift,integer-divide-by-zero", "-fsanitize-trap=all",
    "-mllvm", "-unroll-threshold=100000000", "-mllvm", "-unroll-full-max-count=4096",
    "-mllvm", "-inline-threshold=100000000",
]


def run(command: list[str], what: str, *, text: str | None = None, ok: tuple[int, ...] = (0,)) -> str:
    try:
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    except OSError as error:
        raise ProofError(f"{what}: cannot run {command[0]}: {error.strerror}") from error
    if done.returncode not in ok:
        lines = [s for s in (done.stderr + "\n" + done.stdout).split("\n") if s.strip()]
        wanted = next((s for s in lines if "error" in s.lower()), lines[-1] if lines else "no message")
        raise ProofError(f"{what}: {wanted.strip()}")
    return done.stdout


def compile_to_ir(source: Path, include: list[Path], defines: list[str], output: Path) -> str:
    command = [os.environ.get("CLANG", "clang-19"), *CLANG_FLAGS, *(f"-I{d}" for d in include),
               *(f"-D{d}" for d in defines), "-S", "-emit-llvm", str(source), "-o", str(output)]
    run(command, str(source))
    return output.read_text()


def yosys(script: list[str], what: str) -> None:
    run(["yosys", "-q", "-p", "; ".join(script)], what)
