# SPDX-License-Identifier: Apache-2.0
"""Makes the wheel of the package opengmmu: what `pip install .` calls (PEP 517, PEP 660), with nothing to download.

usage: wheel_backend.py FOLDER [BUILD]   writes the wheel there, and prints its name

In the wheel are the package and, where they are built in BUILD (build/), gmmu, gmmu-report and the library of the
units, in opengmmu/built/; it is of this machine's kind then. Without them the package looks for gmmu elsewhere.
"""

import base64
import hashlib
import re
import sys
import sysconfig
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(__file__).resolve().parent / "opengmmu"
BUILT = ("gmmu", "gmmu-report", "libopengmmu-units.so.1")
EPOCH = (1980, 1, 1, 0, 0, 0)  # the same sources give the same wheel


def project() -> dict[str, Any]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        return dict(tomllib.load(file)["project"])


def version() -> str:
    """As PEP 440 writes it: 1.0.0-rc1 is 1.0.0rc1."""
    return re.sub(r"-(?=rc|a|b)", "", (ROOT / "VERSION").read_text(encoding="utf-8").strip())


def built(build: Path) -> list[Path]:
    """Whatever is there; without gmmu none, as the package then looks for all of them elsewhere."""
    return [build / name for name in BUILT if (build / name).is_file()] if (build / "gmmu").is_file() else []


def tag(files: list[Path]) -> str:
    return "py3-none-" + (re.sub(r"[-.]", "_", sysconfig.get_platform()) if files else "any")


def metadata() -> str:
    about = project()
    lines = ["Metadata-Version: 2.1", f"Name: {about['name']}", f"Version: {version()}",
             f"Summary: {about['description']}", f"License: {about['license']['text']}",
             f"Requires-Python: {about['requires-python']}"]
    for extra, needs in about.get("optional-dependencies", {}).items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f"Requires-Dist: {need} ; extra == '{extra}'" for need in needs]
    return "\n".join(lines) + "\n"


def package_files() -> Iterator[tuple[str, Path]]:
    for path in sorted(PACKAGE.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts and path.relative_to(PACKAGE).parts[0] != "built":
            yield f"opengmmu/{path.relative_to(PACKAGE)}", path


def write(folder: Path, contents: dict[str, tuple[bytes, int]], kind: str) -> str:
    """contents: bytes and mode of each file. The wheel's name."""
    stem = f"{project()['name']}-{version()}"
    info = f"{stem}.dist-info"
    contents = contents | {
        f"{info}/METADATA": (metadata().encode(), 0o644),
        f"{info}/WHEEL": (f"Wheel-Version: 1.0\nGenerator: opengmmu\nRoot-Is-Purelib: true\nTag: {kind}\n".encode(),
                          0o644),
        f"{info}/LICENSE": ((ROOT / "LICENSE").read_bytes(), 0o644),
    }
    record = ""
    name = f"{stem}-{kind}.whl"
    folder.mkdir(parents=True, exist_ok=True)
    whole = folder / f".{name}.tmp"
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as wheel:
        for place, (content, mode) in contents.items():
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record += f"{place},sha256={digest},{len(content)}\n"
            wheel.writestr(entry(place, mode), content)
        wheel.writestr(entry(f"{info}/RECORD", 0o644), record + f"{info}/RECORD,,\n")
    whole.rename(folder / name)
    return name


def entry(place: str, mode: int) -> zipfile.ZipInfo:
    made = zipfile.ZipInfo(place, EPOCH)
    made.external_attr = (0o100000 | mode) << 16
    made.compress_type = zipfile.ZIP_DEFLATED
    return made


# What pip calls, by the names of PEP 517 and PEP 660.

def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: object = None,
                build: Path = ROOT / "build") -> str:
    files = built(build)
    contents = {place: (path.read_bytes(), 0o644) for place, path in package_files()}
    contents |= {f"opengmmu/built/{path.name}": (path.read_bytes(), 0o755) for path in files}
    return write(Path(wheel_directory), contents, tag(files))


def build_editable(wheel_directory: str, config_settings: object = None, metadata_directory: object = None) -> str:
    """`pip install -e .`: Python finds the package here."""
    return write(Path(wheel_directory), {"opengmmu.pth": (f"{PACKAGE.parent}\n".encode(), 0o644)}, tag([]))


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    raise NotImplementedError("opengmmu has no source distribution: expected a clone")


def main() -> int:
    if len(sys.argv) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    for older in Path(sys.argv[1]).glob("*.whl"):
        older.unlink()
    try:
        build = Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / "build"
        print(Path(sys.argv[1]) / build_wheel(sys.argv[1], build=build))
    except OSError as error:
        print(f"wheel: cannot write '{error.filename}': {error.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
