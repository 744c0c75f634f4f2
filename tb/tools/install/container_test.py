# SPDX-License-Identifier: Apache-2.0
"""scripts/install/Containerfile: what it copies is there and enough for make, and what it installs is what the built
program needs. It is built only where podman or docker can (with --build: minutes).
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from tb.tools.install.install_test import BUILD, ROOT, command

FILE = ROOT / "scripts/install/Containerfile"
KNOWN = ("FROM", "WORKDIR", "COPY", "RUN", "ENTRYPOINT")


def stages() -> list[list[tuple[str, str]]]:
    """The instructions of each, with the rest of their lines."""
    text = re.sub(r"\\\n\s*", "", "".join(line for line in FILE.read_text(encoding="utf-8").splitlines(keepends=True)
                                          if not line.startswith("#")))
    found: list[list[tuple[str, str]]] = []
    for line in filter(None, text.splitlines()):
        word, rest = line.split(None, 1)
        assert word in KNOWN, line
        if word == "FROM":
            found.append([])
        found[-1].append((word, rest))
    return found


def builder() -> str:
    """A program that answers, or nothing."""
    for name in ("podman", "docker"):
        if shutil.which(name) and subprocess.run([name, "info"], capture_output=True, check=False).returncode == 0:
            return name
    return ""


class Container(unittest.TestCase):
    build = False

    def test_stages(self) -> None:
        first, last = stages()
        for stage in (first, last):
            self.assertRegex(stage[0][1], r"^docker\.io/library/debian:12(-slim)?( AS build)?$")
        self.assertIn(("COPY", "--from=build /stage/usr /usr"), last)
        self.assertEqual(last[-1], ("ENTRYPOINT", '["gmmu"]'))

    def test_what_is_copied(self) -> None:
        """These files and folders are there, and with them alone make knows how to install."""
        first = stages()[0]
        with tempfile.TemporaryDirectory() as scratch:
            for rest in (rest for word, rest in first if word == "COPY"):
                *sources, target = rest.split()
                for source in sources:
                    to = pathlib.Path(scratch, target, pathlib.Path(source).name if target.endswith("/") else "")
                    to.parent.mkdir(parents=True, exist_ok=True)
                    self.assertTrue((ROOT / source).exists(), source)
                    if (ROOT / source).is_dir():
                        shutil.copytree(ROOT / source, to, dirs_exist_ok=True)
                    else:
                        shutil.copy(ROOT / source, to)
            made = [rest for word, rest in first if word == "RUN"][-1]
            self.assertEqual(made, "make do-install PREFIX=/usr DESTDIR=/stage")
            plan = command("make", "-n", "V=1", *made.split()[1:], cwd=pathlib.Path(scratch))
            self.assertGreater(plan.count(" -c "), 100)

    def test_what_is_installed(self) -> None:
        """The build needs the groups of packages that make install asks for; the program those of its libraries, and
        Python and clang for its commands."""
        first, last = stages()
        groups = next(rest for word, rest in first if word == "RUN").removeprefix("scripts/bootstrap.sh ").split()
        own = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
        said = subprocess.run(["make", "-n", "--no-print-directory", "install"], cwd=ROOT, env=own, text=True,
                              capture_output=True, check=False).stdout
        asked = re.search(r"^scripts/bootstrap\.sh(.*)$", said, re.M)
        assert asked is not None
        self.assertEqual(groups, asked[1].split())
        installed = next(rest for word, rest in last if word == "RUN")
        packages = re.search(r"install -y --no-install-recommends (.*?)\s*&&", installed)
        assert packages is not None
        needed = re.findall(r"\(NEEDED\).*\[(.*?)\]", command("readelf", "-d", str(BUILD / "gmmu")))
        owners = {self.owner(name) for name in needed} - {"libc6"}
        self.assertEqual(set(packages[1].split()), owners | {"python3", "clang-19"})

    @staticmethod
    def owner(library: str) -> str:
        """The package that has it."""
        return command("dpkg", "-S", f"*/{command('gcc', '-print-multiarch').strip()}/{library}").split(":")[0]

    def test_build(self) -> None:
        if not self.build:
            self.skipTest("only with --build")
        program = builder()
        if not program:
            self.skipTest("neither podman nor docker answers: the Containerfile is read, not built")
        command(program, "build", "-t", "gmmu-test", "-f", str(FILE), ".", timeout=7200)
        said = command(program, "run", "--rm", "gmmu-test", "--version")
        self.assertEqual(said.split()[:2], ["gmmu", (ROOT / "VERSION").read_text().strip()])


if __name__ == "__main__":
    Container.build = "--build" in sys.argv
    unittest.main(verbosity=2, argv=[word for word in sys.argv if word != "--build"])
