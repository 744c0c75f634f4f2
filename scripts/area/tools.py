# SPDX-License-Identifier: Apache-2.0
"""Running Yosys and OpenSTA: one clear line when it does not work, and never without a time limit."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from .errors import AreaError


def kill_tree(pid: int) -> None:
    """The process and its children: Yosys runs ABC as one."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        os.kill(pid, signal.SIGKILL)
    except OSError:
        return  # it has ended by itself
    for child in children:
        kill_tree(int(child))


def run(command: list[str], log: Path, what: str, limit_s: int, may_fail: bool = False) -> str:
    """Runs the command with its output into the log; returns the output. One that may fail is judged by its output,
    by the caller."""
    with log.open("w+") as output:
        try:
            process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        except OSError as error:
            raise AreaError(f"{what}: cannot run {command[0]}: {error.strerror}") from error
        try:
            process.wait(timeout=limit_s)
        except subprocess.TimeoutExpired as error:
            kill_tree(process.pid)
            process.wait()
            raise AreaError(f"{what}: {command[0]} took more than {limit_s} s; see {log}") from error
        output.seek(0)
        text = output.read()
    wrong = next((line for line in text.splitlines() if line.lower().startswith(("error", "[error"))), "")
    if (process.returncode != 0 or wrong) and not may_fail:
        raise AreaError(f"{what}: {wrong or f'{command[0]} failed'}; see {log}")
    return text


def version(command: list[str]) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip().split("\n")[0]
    except OSError as error:
        raise AreaError(f"cannot run {command[0]}: {error.strerror}") from error


Item = TypeVar("Item")
Result = TypeVar("Result")


def in_parallel(function: Callable[[Item], Result], items: list[Item], jobs: int) -> list[Result]:
    """Results in the order of the items; at most two at a time. An interrupt starts nothing more."""
    with ThreadPoolExecutor(max(1, min(2, jobs))) as pool:
        futures = [pool.submit(function, item) for item in items]
        try:
            return [future.result() for future in futures]
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
