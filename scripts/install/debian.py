# SPDX-License-Identifier: Apache-2.0
"""Makes the Debian packages: `make deb`, or dpkg-buildpackage by hand in the folder that --source leaves.

usage: debian.py --to FOLDER [--built BUILD] [--source]

The source package is a copy of what git keeps (of a copy without git, all but what is built), with
scripts/install/debian/ as debian/ and a changelog of this version. --built packages what is built already, and makes
no source package.
"""

from __future__ import annotations

import argparse
import datetime
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from scripts.output import files

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = pathlib.Path(__file__).resolve().parent / "debian"
NOT_OURS = shutil.ignore_patterns("build", ".git", "__pycache__", ".mypy_cache")
CHANGELOG = """opengmmu ({version}) unstable; urgency=medium

  * CHANGELOG.md says what there is.

 -- {maintainer}  {date}
"""


def version() -> str:
    """1.0.0~rc1 of 1.0.0-rc1, which is before 1.0.0."""
    return (ROOT / "VERSION").read_text(encoding="utf-8").strip().replace("-", "~")


def maintainer() -> str:
    for line in (FOLDER / "control").read_text(encoding="utf-8").splitlines():
        if line.startswith("Maintainer: "):
            return line.removeprefix("Maintainer: ")
    raise files.WriteError("debian/control: expected a line Maintainer:")


def date() -> str:
    """Of the last commit, so that one version gives one package; of the file VERSION where there is no git."""
    done = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False)
    seconds = int(done.stdout) if done.stdout.strip() else int((ROOT / "VERSION").stat().st_mtime)
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%a, %d %b %Y %H:%M:%S +0000")


def copy_sources(to: pathlib.Path) -> None:
    if not (ROOT / ".git").exists():
        shutil.copytree(ROOT, to, ignore=NOT_OURS)
        return
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                            check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)


def source_folder(below: pathlib.Path) -> pathlib.Path:
    """opengmmu-1.0.0~rc1, ready for dpkg-buildpackage."""
    folder = below / f"opengmmu-{version()}"
    copy_sources(folder)
    shutil.copytree(FOLDER, folder / "debian", dirs_exist_ok=True)
    text = CHANGELOG.format(version=version(), maintainer=maintainer(), date=date())
    (folder / "debian/changelog").write_text(text, encoding="utf-8")
    return folder


def build(folder: pathlib.Path, built: pathlib.Path | None) -> None:
    """Leaves the packages next to the folder."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    command = ["dpkg-buildpackage", "--no-sign"]
    if built:
        command += ["--build=binary", "--no-pre-clean", "--no-check-builddeps"]
        own["GMMU_BUILT"] = str(built.resolve())
    done = subprocess.run(command, cwd=folder, env=own, capture_output=True, text=True, check=False)
    if done.returncode:
        print((done.stdout + done.stderr)[-4000:], file=sys.stderr)
        raise files.WriteError(f"dpkg-buildpackage: exit code {done.returncode}")


def main() -> int:
    parser = argparse.ArgumentParser(description="makes the Debian packages")
    parser.add_argument("--to", type=pathlib.Path, required=True)
    parser.add_argument("--built", type=pathlib.Path)
    parser.add_argument("--source", action="store_true",
                        help="leaves the folder of the source package, and builds nothing")
    args = parser.parse_args()
    args.to.mkdir(parents=True, exist_ok=True)
    if args.source:
        print(source_folder(args.to))
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        build(source_folder(pathlib.Path(scratch)), args.built)
        made = sorted(path for path in pathlib.Path(scratch).iterdir() if path.is_file())
        for path in made:
            files.write(args.to / path.name, path)
    for path in made:
        print(args.to / path.name)
    return 0


if __name__ == "__main__":
    sys.exit(files.program("debian", main))
