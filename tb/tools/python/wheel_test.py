# SPDX-License-Identifier: Apache-2.0
"""pip install, as a user does it: from the tree, from the wheel, without anything built, and from a place that is no
clone; nothing is downloaded.

usage: wheel_test.py BUILD
"""

import base64
import csv
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
BACKEND = "scripts/python/wheel_backend.py"
# What the package is made of.
TREE = ("pyproject.toml", "VERSION", "LICENSE", "scripts/python")
BUILD = pathlib.Path()
USE = """
import opengmmu
print(opengmmu.find())
print(opengmmu.run("kernel:stream,size=64K").apps[0].name, opengmmu.units.Unit("warp_gate").cycle)
"""
SECONDS = 300


class Wheel(unittest.TestCase):
    scratch: tempfile.TemporaryDirectory[str]
    dir: pathlib.Path
    wheel: pathlib.Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.scratch = tempfile.TemporaryDirectory()
        cls.dir = pathlib.Path(cls.scratch.name).resolve()
        cls.wheel = cls.made("wheel", ROOT)
        cls.command("/usr/bin/python3", "-m", "venv", str(cls.dir / "env"))

    @classmethod
    def tearDownClass(cls) -> None:
        cls.scratch.cleanup()

    @classmethod
    def command(cls, *words: str, cwd: pathlib.Path | None = None) -> str:
        """In a place without a clone, with neither GMMU nor a PATH that has one."""
        own = {name: value for name, value in os.environ.items()
               if not name.startswith(("PYTHON", "GMMU", "MAKE", "MFLAGS", "PIP"))}
        done = subprocess.run(words, cwd=cwd or cls.dir, capture_output=True, text=True, timeout=SECONDS, check=False,
                              stdin=subprocess.DEVNULL, env={**own, "PATH": "/usr/bin:/bin"})
        if done.returncode:
            raise AssertionError(f"{words}: {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    @classmethod
    def made(cls, name: str, tree: pathlib.Path, build: pathlib.Path | None = None) -> pathlib.Path:
        said = cls.command("/usr/bin/python3", str(tree / BACKEND), str(cls.dir / name), str(build or BUILD))
        return pathlib.Path(said.strip())

    def pip(self, *words: str) -> str:
        return self.command(str(self.dir / "env/bin/pip"), "install", "--no-index", "--quiet",
                            "--disable-pip-version-check", "--force-reinstall", *words)

    def python(self, code: str) -> list[str]:
        return self.command(str(self.dir / "env/bin/python"), "-c", code).splitlines()

    def test_what_is_inside(self) -> None:
        with zipfile.ZipFile(self.wheel) as wheel:
            names = wheel.namelist()
            record, = (name for name in names if name.endswith("/RECORD"))
            listed = {row[0]: row[1:] for row in csv.reader(wheel.read(record).decode().splitlines())}
            self.assertEqual(set(listed), set(names))
            for name in set(names) - {record}:
                digest = base64.urlsafe_b64encode(hashlib.sha256(wheel.read(name)).digest()).rstrip(b"=").decode()
                self.assertEqual(listed[name], [f"sha256={digest}", str(len(wheel.read(name)))], name)
        sources = {f"opengmmu/{path.name}" for path in (ROOT / "scripts/python/opengmmu").iterdir() if path.is_file()}
        self.assertLess(sources | {"opengmmu/built/gmmu", "opengmmu/built/gmmu-report"}, set(names))
        self.assertEqual(self.made("again", ROOT).read_bytes(), self.wheel.read_bytes())

    def test_from_the_wheel(self) -> None:
        self.pip(str(self.wheel))
        where, ran = self.python(USE)
        self.assertRegex(where, f"^{self.dir}/env/lib/python3[^/]*/site-packages/opengmmu/built/gmmu$")
        self.assertEqual(ran, "stream 0")
        self.python("import opengmmu; opengmmu.load")
        page = self.python("import opengmmu, subprocess\nopengmmu.run('kernel:stream,size=64K').save('r.json')\n"
                           "print(subprocess.run([opengmmu.find(), 'report', 'r.json'], capture_output=True, text=True)"
                           ".stdout)")
        self.assertEqual(page[0], "report: r.html")

    def tree(self, name: str) -> pathlib.Path:
        """A copy without a build, as a clone is that nobody has built."""
        copy = self.dir / name
        for part in TREE:
            if (ROOT / part).is_dir():
                shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                copy.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / part, copy / part)
        return copy

    def test_from_the_tree(self) -> None:
        """With nothing built: any machine's wheel, and a line that says what is missing; then by $GMMU and PATH."""
        tree = self.tree("clone")
        before = sorted(tree.rglob("*"))
        self.pip(str(tree))
        self.assertEqual([path for path in sorted(tree.rglob("*")) if path not in before
                          and "__pycache__" not in path.parts], [])
        said = self.python("import opengmmu\ntry:\n    opengmmu.run('kernel:gups')\n"
                           "except opengmmu.NotFound as error:\n    print(error)\n"
                           "try:\n    opengmmu.units.names()\nexcept opengmmu.NotFound as error:\n    print(error)")
        self.assertEqual([line.split(":")[0] for line in said],
                         ["no program gmmu", "no libopengmmu-units.so.1"])
        for way in ("os.environ['GMMU'] = gmmu", "os.environ['PATH'] += ':' + os.path.dirname(gmmu)"):
            said = self.python(f"import os\ngmmu = '{BUILD}/gmmu'\n{way}\n{USE}")
            self.assertEqual(said, [f"{BUILD}/gmmu", "stream 0"])
        self.assertIn("py3-none-any", self.made("bare", tree, tree / "build").name)
        self.assertIn("linux", self.wheel.name)

    def test_editable(self) -> None:
        """The package is read from the tree, and so is the program of its build/."""
        tree = self.tree("edited")
        (tree / "rtl").mkdir()
        (tree / "build").symlink_to(BUILD)
        self.pip("-e", str(tree))
        self.assertEqual(self.python(USE)[1], "stream 0")
        self.assertEqual(self.python("import opengmmu; print(opengmmu.__file__)"),
                         [f"{tree}/scripts/python/opengmmu/__init__.py"])


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: wheel_test.py BUILD")
    BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
