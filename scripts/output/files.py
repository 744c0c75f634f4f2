# SPDX-License-Identifier: Apache-2.0
"""Files that a program leaves for its user: all of them, each whole, or none (as models/report/trace_file.h).

They are written under other names in their folders, and get their own when all of them are complete. So an
error or a full disk leaves what was there before. A symbolic link is replaced, and what it names stays.
"""

import contextlib
import errno
import os
import pathlib
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping

Content = str | bytes | pathlib.Path  # a path: a copy of that file


class WriteError(Exception):
    """One line for the user."""


def reason(target: pathlib.Path, error: OSError) -> WriteError:
    return WriteError(f"cannot write '{target}': {error.strerror or error}")


def mode_of(target: pathlib.Path) -> int:
    """A file that exists keeps its permissions; a new one has those that the user wants for new files."""
    with contextlib.suppress(OSError):
        found = target.lstat()
        if stat.S_ISREG(found.st_mode):
            return stat.S_IMODE(found.st_mode)
    mask = os.umask(0o077)
    os.umask(mask)
    return 0o666 & ~mask


def make_folder(folder: pathlib.Path, mode: int | None, made: list[pathlib.Path]) -> None:
    """With the folders above it; those that are new go to `made`."""
    if folder.is_dir():
        return
    if folder.exists():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
    make_folder(folder.parent, mode, made)
    folder.mkdir(exist_ok=True)
    made.append(folder)
    if mode is not None:
        folder.chmod(mode)


def bytes_of(content: Content) -> bytes:
    if isinstance(content, bytes):
        return content
    if isinstance(content, str):
        return content.encode(errors="surrogateescape")
    try:
        return content.read_bytes()
    except OSError as error:
        raise WriteError(f"cannot read '{content}': {error.strerror}") from None


def written(target: pathlib.Path, content: Content, mode: int | None) -> str:
    """The name that the complete content has in the meantime."""
    if target.is_dir() and not target.is_symlink():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
    data = bytes_of(content)
    handle, name = tempfile.mkstemp(prefix=".gmmu-", suffix=".tmp", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            os.fchmod(out.fileno(), mode_of(target) if mode is None else mode)
            os.fsync(out.fileno())
    except BaseException:
        os.unlink(name)
        raise
    return name


def write_all(files: Mapping[pathlib.Path, Content], modes: Mapping[pathlib.Path, int] | None = None,
              folder_mode: int | None = None) -> None:
    """None: permissions as the user's umask has them. Raises WriteError, and then no file has changed."""
    made: list[pathlib.Path] = []
    names: dict[pathlib.Path, str] = {}
    target = pathlib.Path()
    try:
        for target, content in files.items():
            make_folder(target.parent, folder_mode, made)
            names[target] = written(target, content, modes[target] if modes else None)
        for target in list(names):
            os.replace(names[target], target)
            del names[target]
    except OSError as error:
        raise reason(target, error) from None
    finally:
        for name in names.values():
            os.unlink(name)
        for folder in reversed(made):  # those without a file in them
            with contextlib.suppress(OSError):
                folder.rmdir()


def write(target: pathlib.Path, content: Content) -> None:
    write_all({target: content})


def spare(outputs: Iterable[pathlib.Path], inputs: Iterable[pathlib.Path]) -> None:
    """Raises WriteError when one of the outputs is an input, under whatever name."""
    read = {}
    for path in inputs:
        with contextlib.suppress(OSError):
            found = path.stat()
            read[found.st_dev, found.st_ino] = path
    for output in outputs:
        with contextlib.suppress(OSError):
            found = output.stat()
            if (found.st_dev, found.st_ino) in read:
                raise WriteError(f"cannot write '{output}': it is also read, as "
                                 f"'{read[found.st_dev, found.st_ino]}': expected another place for the output")


def program(name: str, main: Callable[[], int]) -> int:
    """The exit code of a program whose files may not be written."""
    try:
        return main()
    except WriteError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 2
