"""Running Yosys and OpenSTA: one clear line when it does not work, and never without a time limit."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

from .errors import AreaError


def run(command: list[str], log: Path, what: str, limit_s: int) -> str:
    """Runs the command in a process group of its own, output into the log; returns the output."""
    with log.open("w+") as output:
        try:
            process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                       start_new_session=True)
        except OSError as error:
            raise AreaError(f"{what}: cannot run {command[0]}: {error.strerror}") from error
        try:
            process.wait(timeout=limit_s)
        except BaseException as error:
            os.killpg(process.pid, signal.SIGKILL)  # Yosys runs ABC as a child
            process.wait()
            if isinstance(error, subprocess.TimeoutExpired):
                raise AreaError(f"{what}: {command[0]} took more than {limit_s} s; see {log}") from error
            raise
        output.seek(0)
        text = output.read()
    wrong = next((line for line in text.splitlines() if line.lower().startswith(("error", "[error"))), "")
    if process.returncode != 0 or wrong:
        raise AreaError(f"{what}: {wrong or f'{command[0]} failed'}; see {log}")
    return text


def version(command: list[str]) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip().split("\n")[0]
    except OSError as error:
        raise AreaError(f"cannot run {command[0]}: {error.strerror}") from error
