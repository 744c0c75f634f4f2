# SPDX-License-Identifier: Apache-2.0
"""Bambu (PandA). Its numbers are in what it prints; what the simulation said is in a log of its own.

Bambu ends with 0, and prints cycle counts, also after a co-simulation whose outputs were wrong, or it
ends with 1. So the verdict comes from the log of the testbench, and only its own word that it compared every call is
a pass. The log of a run that passes contains lines "ERROR: MDPI driver: ... Unknown data required".

Bambu does not overlap two calls of a function with static state (its function pipelining would be
wrong for these units), so the initiation interval is the latency.

Bambu 2024.10 can lose a value that its LUT transformation makes and that only a memory keeps: the register in
front of the memory gets no input, so zero is stored (tb/tools/hls/lost_value.c). Such Verilog is made again
without that transformation; it is never a pass.
"""

import pathlib
import re
import shutil
import subprocess
import tempfile

from scripts.hls import find
from scripts.hls.job import Job, Result, ToolError, compared, number, run

EXECUTABLES = ("bambu", "bambu-*.AppImage")
DEVICE = "xc7a100t-1csg324-VVD"
LOG = "HLS_output/simulation/testbench.log"
FAILURE = re.compile(r"^.*mismatch with respect to gold.*$|^.*Co-simulation called abort.*$", re.M)


# Straight-line code of a thousand operators: an optimisation of the front end that never ends on it is left
# out, and nothing is shared, because sharing is decided by comparing all operators with each other.
STRAIGHT = ("--panda-parameter=bitvalue-opt=0", "--module-binding=UNIQUE", "--register-allocation=UNIQUE_BINDING")

WITHOUT_LUTS = "--panda-parameter=lut-transformation=0"
REGISTER = re.compile(r"^\s*register_\w+ #\([^;]*?\)\) (\w+) \(([^;]*?)\);", re.M)


def runs_32_bits() -> bool:
    """Does the host build and run programs of 32 bits? Bambu's testbench is one unless told otherwise."""
    clang = find.executable(("clang-16",))
    if clang is None:
        return True  # the tool itself says what is missing
    with tempfile.TemporaryDirectory() as folder:
        program = str(pathlib.Path(folder) / "program")
        made = subprocess.run([clang, "-m32", "-x", "c", "-", "-o", program],
                              input=b"#include <stdio.h>\nint main(void) { return puts(\"\") == EOF; }\n",
                              stderr=subprocess.DEVNULL, check=False)
        if made.returncode != 0:
            return False
        try:
            return subprocess.run([program], stdout=subprocess.DEVNULL, check=False).returncode == 0
        except OSError:
            return False


def command(job: Job, executable: str) -> list[str]:
    return [executable, *map(str, job.sources), f"--top-fname={job.top}", *(f"-I{path}" for path in job.includes),
            *(f"-D{size}" for size in job.sizes),
            f"--std={job.standard}", "-O2", "--compiler=I386_CLANG16", *(() if runs_32_bits() else ("-m64",)),
            "--generate-interface=INFER", "--reset-level=high",
            *(STRAIGHT if job.style == "scalar" else ()),
            f"--device-name={job.device or DEVICE}", f"--clock-period={job.clock_ns:g}",
            f"--generate-tb={job.testbench}", "--simulate", "--simulator=VERILATOR", "-v2"]


def lost(verilog: str) -> list[str]:
    """Registers of the data path whose input is tied to zero: what they should hold went nowhere."""
    return [name for name, ports in REGISTER.findall(verilog) if re.search(r"\.in1\(\d+'b0+\)", ports)]


def lost_in(job: Job) -> list[str]:
    path = job.work / f"{job.top}.v"
    return lost(path.read_text(errors="replace")) if path.is_file() else []


def last(pattern: str, text: str) -> float | None:
    found = re.findall(pattern, text)
    return number(found[-1]) if found else None


def cause(log: str) -> str:
    """What the log of the testbench complains of first, as far as a run that passes has no such line."""
    complaint = re.search(r"^(?!.*Unknown data required).*(?:error|cannot|failed|denied).*$", log, re.I | re.M)
    return f"; {pathlib.Path(LOG).name} says: {complaint.group(0).strip()}" if complaint else ""


def verdict(job: Job, printed: str) -> str:
    """pass, or fail and why."""
    log = job.work / LOG
    if not log.is_file():
        return f"fail: no {log.name}, the co-simulation did not run"
    text = log.read_text(errors="replace")
    broken = FAILURE.search(text)
    wrong = broken.group(0) if broken else compared(job, text)
    if wrong:
        return f"fail: {wrong}" if broken else f"fail: {wrong}{cause(text)}"
    registers = lost_in(job)
    if registers:
        return f"fail: the Verilog has registers without an input: {', '.join(registers)}"
    calls = last(r"Number of executions\s*:\s*(\d+)", printed)
    if calls != job.cycles:
        return f"fail: {calls or 0:g} calls of {job.cycles} were simulated"
    return "pass"


def found_wrong(job: Job) -> bool:
    log = job.work / LOG
    return log.is_file() and FAILURE.search(log.read_text(errors="replace")) is not None


def attempt(job: Job, executable: str, *options: str) -> str:
    """What Bambu printed. After a co-simulation that finds a difference it ends with 1 as well: that is a verdict."""
    log = job.work / "bambu.log"
    try:
        return run([*command(job, executable), *options], job, log)
    except ToolError:
        if not found_wrong(job):
            raise
        return log.read_text(errors="replace")


def synthesize(job: Job, executable: str) -> Result:
    text = attempt(job, executable)
    if lost_in(job):
        shutil.rmtree(job.work / "HLS_output")
        text = attempt(job, executable, WITHOUT_LUTS)
    latency = last(r"Average execution\s*:\s*(\S+) cycles", text)
    registers = last(rf"Total number of flip-flops in function {job.top}:\s*(\d+)", text)
    if registers is None:
        raise ToolError(f"bambu printed no flip-flop count of {job.top}; see {job.work / 'bambu.log'}")
    frequency = last(r"Estimated max frequency \(MHz\):\s*(\S+)", text)
    calls = [int(cycles) for cycles in re.findall(r"^Run \d+ execution time (\d+) cycles", text, re.M)]
    version = re.search(r"^Version: (PandA \S+)", text, re.M)
    area = last(r"Total estimated area:\s*(\S+)", text)
    return Result(unit=job.unit, tool="bambu", style=job.style, device=job.device or DEVICE,
                  cosim=verdict(job, text), latency=latency, interval=latency,
                  latency_min=min(calls, default=None), latency_max=max(calls, default=None),
                  version=version.group(1) if version else "",
                  clock_target_ns=job.clock_ns, clock_ns=1000.0 / frequency if frequency else None,
                  area={"FF": registers, "area": area})
