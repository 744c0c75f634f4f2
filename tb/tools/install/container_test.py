# SPDX-License-Identifier: Apache-2.0
"""scripts/install/Containerfile: what it copies is there and enough for make, and what it installs is what the built
program needs. With --build a container is made and used (minutes): by buildah as root, which needs neither a daemon
nor a registry, from base images that are made here; else by podman or docker, where one of them answers.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from tb.tools.install.clean_system import make_system
from tb.tools.install.install_test import BUILD, ROOT, command

FILE = ROOT / "scripts/install/Containerfile"
KNOWN = ("FROM", "WORKDIR", "COPY", "RUN", "ENTRYPOINT")
IMAGE = "localhost/gmmu-test"
SECONDS = 7200  # to build it


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


class Buildah:
    """Images in a folder of their own, on base images from apt's mirror; commands run in a plain chroot."""

    name = "buildah"

    def __init__(self, scratch: pathlib.Path) -> None:
        self.scratch = scratch

    def said(self, *args: str, timeout: int = 600) -> str:
        return command("buildah", "--root", f"{self.scratch}/images", "--runroot", f"{self.scratch}/run",
                       "--storage-driver", "vfs", *args, timeout=timeout).strip()

    def prepare(self) -> str:
        """The base images; why there are none, or nothing."""
        base = self.scratch / "base.tar"
        missing = make_system(base, variant="minbase") if shutil.which("buildah") else "no buildah"
        if not missing:
            empty = self.said("from", "scratch")
            self.said("add", empty, str(base), "/")
            for stage in stages():
                self.said("commit", empty, stage[0][1].split()[0])
            self.said("rm", empty)
        return missing

    def build(self) -> None:
        self.said("bud", "--isolation", "chroot", "--pull=never", "-t", IMAGE, "-f", str(FILE), str(ROOT),
                  timeout=SECONDS)

    def run(self, work: pathlib.Path, *args: str) -> str:
        """As `podman run` with this folder: buildah does not look at the entry point itself."""
        made = self.said("from", "--pull=never", IMAGE)
        image = json.loads(self.said("inspect", "--type", "image", IMAGE))
        entry = image["OCIv1"]["config"]["Entrypoint"]
        return self.said("run", "--isolation", "chroot", "-v", f"{work}:/work", made, "--", *entry, *args)


class Engine:
    """podman or docker, with the base images of the registry."""

    def __init__(self, name: str) -> None:
        self.name = name

    def prepare(self) -> str:
        if not shutil.which(self.name):
            return f"no {self.name}"
        asked = subprocess.run([self.name, "info"], capture_output=True, check=False).returncode
        return f"{self.name} does not answer" if asked else ""

    def build(self) -> None:
        command(self.name, "build", "-t", IMAGE, "-f", str(FILE), str(ROOT), timeout=SECONDS)

    def run(self, work: pathlib.Path, *args: str) -> str:
        return command(self.name, "run", "--rm", "-v", f"{work}:/work", IMAGE, *args).strip()


class Container(unittest.TestCase):
    build = False

    def test_stages(self) -> None:
        first, last = stages()
        for stage in (first, last):
            self.assertRegex(stage[0][1], r"^debian:12(-slim)?( AS build)?$")
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
        """The container has the program of this tree, what makes reports, and the compiler of kernels."""
        if not self.build:
            self.skipTest("only with --build")
        with tempfile.TemporaryDirectory(dir=BUILD) as scratch:
            builders: list[Buildah | Engine] = [Buildah(pathlib.Path(scratch)), Engine("podman"), Engine("docker")]
            reasons = []
            for builder in builders:
                reasons.append(builder.prepare())
                if not reasons[-1]:
                    break
            else:
                self.skipTest(f"the Containerfile is read, not built: {', '.join(reasons)}")
            builder.build()
            self.use(builder, pathlib.Path(scratch) / "work")

    def use(self, builder: Buildah | Engine, work: pathlib.Path) -> None:
        work.mkdir()
        for name in ("sums.cl", "sums.toml"):
            shutil.copy(ROOT / "docs/guide/own-kernel" / name, work)
        self.assertEqual(builder.run(work, "--version").split()[:2], ["gmmu", (ROOT / "VERSION").read_text().strip()])
        for number, app in enumerate(("kernel:stream,size=64K", "cl:sums.cl,launch=sums.toml")):
            words = ("run", "--quiet", "--no-alone", "--app", app, "--json")
            builder.run(work, *words, f"{number}.json")
            here = json.loads(command(str(BUILD / "gmmu"), *words, "-", cwd=work))
            self.assertEqual(json.loads((work / f"{number}.json").read_text())["event_hash"], here["event_hash"], app)
        builder.run(work, "report", "0.json")
        self.assertIn("<h1>OpenGMMU: stream</h1>", (work / "0.html").read_text(encoding="utf-8"))


if __name__ == "__main__":
    Container.build = "--build" in sys.argv
    unittest.main(verbosity=2, argv=[word for word in sys.argv if word != "--build"])
