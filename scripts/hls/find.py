# SPDX-License-Identifier: Apache-2.0
"""Where the HLS tools of the user are: in PATH, or below HLS_TOOLS_DIR.

HLS_TOOLS_DIR is a list of folders like PATH; a tool is found in a folder, in its bin/, or in the
bin/ of a folder in it: HLS_TOOLS_DIR=/opt finds /opt/panda/bin/bambu.
"""

import glob
import os
import pathlib
import shutil


def search_path() -> str:
    folders = [os.environ.get("PATH", os.defpath)]
    for name in filter(None, os.environ.get("HLS_TOOLS_DIR", "").split(os.pathsep)):
        folder = pathlib.Path(name)
        folders += map(str, [folder, folder / "bin", *sorted(folder.glob("*/bin"))])
    return os.pathsep.join(folders)


def executable(names: tuple[str, ...]) -> str | None:
    """The first of the names that is installed; its absolute path. A pattern, such as bambu-*.AppImage, names the
    last of the first folder that has one."""
    for name in names:
        if glob.has_magic(name):
            found = (sorted(pathlib.Path(folder).glob(name)) for folder in search_path().split(os.pathsep))
            tools = [path for paths in found for path in reversed(paths) if os.access(path, os.X_OK)]
            path = str(tools[0]) if tools else None
        else:
            path = shutil.which(name, path=search_path())
        if path:
            return os.path.abspath(path)
    return None


def of_bambu(header: str) -> pathlib.Path | None:
    """The folder of a header that Bambu brings."""
    bambu = executable(("bambu",))
    if bambu:
        folder = pathlib.Path(bambu).resolve().parents[1] / "share/panda/ac_types/include"
        if (folder / header).is_file():
            return folder
    return None


def ap_int() -> pathlib.Path | None:
    """The folder of an ap_int.h."""
    return of_bambu("ap_int.h")


def ac_int(header: str = "ac_int.h") -> pathlib.Path | None:
    """The folder of an ac_int.h, or of another header next to it: that of hlslibs, or Bambu's.

    HLS_TOOLS_DIR names the folder that has the include/ of hlslibs, or the one above.
    """
    for name in filter(None, os.environ.get("HLS_TOOLS_DIR", "").split(os.pathsep)):
        for path in (pathlib.Path(name), *sorted(pathlib.Path(name).glob("*"))):
            if (path / "include" / header).is_file():
                return path / "include"
    return of_bambu(header)
