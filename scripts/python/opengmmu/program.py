# SPDX-License-Identifier: Apache-2.0
"""The program gmmu: where it is, and one call of it."""

from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import GmmuError, NotFound, Timeout

HERE = Path(__file__).resolve().parent
Name = str | os.PathLike[str]


def _places(name: str) -> Iterator[Path]:
    """Next to the installed package, in PATH, in build/ of the clone that this file or the caller is in."""
    yield HERE / "built" / name
    in_path = shutil.which(name)
    if in_path:
        yield Path(in_path)
    for folder in (*HERE.parents, Path.cwd(), *Path.cwd().parents):
        if (folder / "rtl").is_dir():
            yield folder / "build" / name


def find(gmmu: Name | None = None) -> Path:
    """The program: `gmmu`, else $GMMU, else the first of the places above."""
    given = gmmu or os.environ.get("GMMU")
    for path in [Path(given)] if given else _places("gmmu"):
        if path.is_file() and os.access(path, os.X_OK):
            return path.resolve()
    if given:
        raise NotFound(f"{given}: expected the program gmmu ({'gmmu=' if gmmu else '$GMMU'})")
    raise NotFound("no program gmmu: expected it next to the package opengmmu, in PATH, in build/ of a clone "
                   "(make gmmu), or where $GMMU says")


@dataclass(frozen=True)
class Done:
    """What a call left."""

    code: int
    out: str
    err: str


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def _line_by_line(command: Sequence[str], timeout: float | None,
                  on_line: Callable[[str], None]) -> subprocess.CompletedProcess[str]:
    """As subprocess.run(), but each line of standard output is given on as soon as it is there."""
    late = threading.Event()
    with tempfile.TemporaryFile("w+", errors="backslashreplace") as err, \
            subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=err, text=True,
                             errors="backslashreplace") as going:
        assert going.stdout is not None

        def end() -> None:
            late.set()
            going.kill()

        alarm = threading.Timer(timeout or 0, end)
        if timeout is not None:
            alarm.start()
        try:
            for line in going.stdout:
                on_line(line)
            going.wait()
        except BaseException:
            going.kill()
            raise
        finally:
            alarm.cancel()
        if late.is_set():
            raise subprocess.TimeoutExpired(command, timeout or 0)
        err.seek(0)
        return subprocess.CompletedProcess(command, going.returncode, "", err.read())


def call(words: Sequence[str], *, gmmu: Name | None = None, timeout: float | None = None,
         also: Sequence[int] = (), on_line: Callable[[str], None] | None = None) -> Done:
    """Runs gmmu with these words. Any exit code but 0 and those of `also` is an error that has gmmu's own line.
    `on_line` gets each line of standard output while the program runs; an error of its own ends the program."""
    program = find(gmmu)
    command = [str(program), *words]
    if any("\0" in word for word in command):
        raise GmmuError("a word of the command has a null byte: expected none", 2, command)
    try:
        done = _line_by_line(command, timeout, on_line) if on_line else \
            subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                           errors="backslashreplace", timeout=timeout)
    except subprocess.TimeoutExpired:
        raise Timeout(f"gmmu {words[0]}: not finished after {timeout:g} seconds", 2, command) from None
    except OSError as error:
        raise GmmuError(f"{program}: {error.strerror or error}", 2, command) from None
    if done.returncode not in (0, *also):
        line = _last_line(done.stderr) or _last_line(done.stdout)
        if done.returncode < 0:
            line = f"gmmu: ended by signal {-done.returncode}" + (f" ({line})" if line else "")
        raise GmmuError(line or f"gmmu: exit code {done.returncode}", done.returncode, command)
    return Done(done.returncode, done.stdout, done.stderr)


@functools.lru_cache(maxsize=None)
def _listed(program: Path, changed: int, what: str) -> Any:
    return json.loads(call(["list", f"--{what}"], gmmu=program).out)


def listed(what: str, gmmu: Name | None = None) -> Any:
    """The table of `gmmu list --options` or `--statistics`; asked once of each program."""
    program = find(gmmu)
    return _listed(program, program.stat().st_mtime_ns, what)
