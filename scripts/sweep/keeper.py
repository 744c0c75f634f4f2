#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a command whose processes, whatever they start, do not outlive the one who asked for it.

usage: keeper.py COMMAND...

Standard input is a pipe that the asker holds open: when it ends, as it does however the asker dies, all are
interrupted, and killed when they go on. Nothing is left when the keeper ends, with the command's exit code. What else
it inherits, such as a lock, is held until then. It has to lead a session of its own.
"""

import os
import pathlib
import select
import signal
import subprocess
import sys
import time

GRACE = 5.0  # seconds from the interrupt to the kill
PAUSE = 0.05


def others() -> list[int]:
    """Processes of this session, but not this one, that have not ended."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdecimal() or int(entry.name) == os.getpid():
            continue
        try:
            state, _, _, session = (entry / "stat").read_text().rpartition(")")[2].split()[:4]
        except OSError:
            continue  # it has ended
        if int(session) == os.getsid(0) and state not in "ZX":
            found.append(int(entry.name))
    return found


def send(number: int) -> None:
    for process in others():
        try:
            os.kill(process, number)
        except ProcessLookupError:
            pass


def end_all() -> None:
    if others():
        send(signal.SIGINT)
    limit = time.monotonic() + GRACE
    while others():
        if time.monotonic() >= limit:
            send(signal.SIGKILL)
        time.sleep(PAUSE)


def main() -> int:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: None)  # unlike SIG_IGN not inherited
    with subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL) as command:
        ended = os.pidfd_open(command.pid)
        select.select([ended, sys.stdin], [], [])
        if not select.select([ended], [], [], 0)[0]:
            end_all()
        code = command.wait()
    end_all()
    return code


if __name__ == "__main__":
    sys.exit(main())
