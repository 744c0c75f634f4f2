# SPDX-License-Identifier: Apache-2.0
"""What every HLS tool is asked to do, and what is kept of its answer."""

import dataclasses
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys


class ToolError(Exception):
    """The tool failed, or its report lacks what it should hold; the text is one line for the user."""


@dataclasses.dataclass
class Job:
    """One unit for one tool. Paths are absolute: each tool runs in its own work folder."""
    unit: str  # or configuration
    style: str  # of the top function (hls/styles.py)
    top: str  # its name
    sizes: tuple[str, ...]  # macros of the C, GMMU_X=n
    sources: list[pathlib.Path]  # the top, and <unit>.c unless the top holds it
    includes: list[pathlib.Path]
    testbench: pathlib.Path
    cycles: int  # calls that the testbench compares
    work: pathlib.Path
    clock_ns: float
    device: str | None  # None: the default of the tool's driver
    timeout_s: float

    @property
    def standard(self) -> str:
        """Of the language of its sources."""
        return "c++14" if any(path.suffix == ".cpp" for path in self.sources) else "c11"


@dataclasses.dataclass
class Result:
    """One row of the table. None is shown as '-': the tool does not say."""
    unit: str
    tool: str
    style: str  # of the top function
    device: str
    cosim: str  # what C/RTL co-simulation said: pass; or fail, perhaps with the reason
    latency: float | None  # cycles from the call to its outputs, on average
    latency_min: float | None
    latency_max: float | None
    interval: float | None  # initiation interval, cycles between two calls
    clock_target_ns: float
    clock_ns: float | None  # the tool's estimate of the shortest clock
    area: dict[str, float | None]  # as the tool counts it: LUT, FF, ..., area
    version: str = ""  # of the tool, in its own words
    cpu_s: float = 0  # processor time of the tool, its co-simulation included
    memory_mb: float = 0  # the most that one of its processes held


def consumed() -> tuple[float, float]:
    """Processor time of all processes that ended below this one, and the memory of the largest, MB."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def run(command: list[str], job: Job, log: pathlib.Path) -> str:
    """Runs a tool in its folder; returns what it printed, which also stays in the log."""
    name = pathlib.Path(command[0]).name
    with log.open("w") as out:
        tool = subprocess.Popen(command, cwd=job.work, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                start_new_session=True)
        try:
            code = tool.wait(job.timeout_s)
        except subprocess.TimeoutExpired:
            raise ToolError(f"{name} did not end within {job.timeout_s:g} s, after '{last_line(log)}'; "
                            f"see {log}") from None
        finally:
            if tool.poll() is None:
                os.killpg(tool.pid, signal.SIGKILL)  # with the simulation that it started
                tool.wait()
    if code != 0:
        raise ToolError(f"{name} ended with exit code {code}; see {log}")
    return log.read_text(errors="replace")


def last_line(log: pathlib.Path) -> str:
    """What the tool said last; a tool may also print what is no text."""
    lines = log.read_text(errors="replace").split("\n")
    said = next((line for line in reversed(lines) if line.strip()), "nothing printed")
    return "".join(character if character.isprintable() else " " for character in said.strip())[:120]


def compared(job: Job, text: str) -> str:
    """Why what the testbench printed is no proof that every call was compared and equal; '' if it is one.

    Catapult puts '# ' before the lines of what it runs.
    """
    wrong = re.search(r"^(?:# )?((?:MISMATCH|FAIL) .*)$", text, re.M)
    if wrong:
        return wrong.group(1)
    if not re.search(rf"^(?:# )?PASS hls testbench {job.unit}: {job.cycles} cycles$", text, re.M):
        return f"the testbench did not end with {job.cycles} calls compared"
    return ""


def number(text: str | None) -> float | None:
    """A number out of a report; tools write 'undef', '-', 'inf' or the largest double where they know none."""
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if abs(value) < sys.float_info.max else None
