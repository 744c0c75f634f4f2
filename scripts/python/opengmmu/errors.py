# SPDX-License-Identifier: Apache-2.0
"""What can go wrong, as exceptions whose text is one line for the user."""

from __future__ import annotations

from collections.abc import Sequence


class GmmuError(Exception):
    """The simulator refused, or something around it did; `line` is what it said, which is also the text."""

    def __init__(self, line: str, code: int = 2, command: Sequence[str] = ()):
        super().__init__(line)
        self.line = line
        self.code = code  # exit code of gmmu; below 0: the signal that ended it
        self.command = list(command)


class Timeout(GmmuError):
    """The command took longer than `timeout` seconds, and was ended."""


class NotFound(GmmuError):
    """There is no gmmu, or no library of the units, where one is looked for."""


class TraceError(GmmuError):
    """An instruction, a block or a kernel that a trace cannot have."""


class UnitError(GmmuError):
    """A unit or a pin of that name is not there, or the value does not fit the pin."""
