# SPDX-License-Identifier: Apache-2.0
"""The Debian packages: what lintian says of them, and a program that runs and is built from what they hold.

Packages what is built in $BUILD already, and unpacks it. With --whole dpkg-buildpackage builds a copy of the sources:
minutes. With --system the packages are installed in a clean system, which mmdebstrap makes from the mirror of this
one. What cannot be done here (no debhelper, no root, no mirror) is skipped with a line.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from tb.tools.install.clean_system import SECONDS as SYSTEM_SECONDS, make_system
from tb.tools.install.install_test import BUILD, ROOT, command
from tb.tools.install.library_test import CLIENT

PACKAGES = ("opengmmu", "libopengmmu1", "libopengmmu-dev")
RUN = ("run", "--quiet", "--app", "kernel:stream,size=64K", "--json", "-")
MISSING = [tool for tool in ("dpkg-buildpackage", "dh", "lintian") if not shutil.which(tool)]
WHOLE_SECONDS = 3600 * 3


def said(*args: str, timeout: int = 300, **more: str) -> tuple[int, str]:
    done = subprocess.run(args, capture_output=True, text=True, timeout=timeout, check=False,
                          env={**os.environ, **more})
    return done.returncode, done.stdout + done.stderr


@unittest.skipIf(MISSING, f"no {', '.join(MISSING)}: scripts/bootstrap.sh debian installs it")
class Debian(unittest.TestCase):
    whole = system = False
    scratch: tempfile.TemporaryDirectory[str]
    dir: pathlib.Path
    unpacked: pathlib.Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.scratch = tempfile.TemporaryDirectory()
        cls.dir = pathlib.Path(cls.scratch.name)
        cls.dir.chmod(0o755)
        command("/usr/bin/python3", "-m", "scripts.install.debian", "--to", str(cls.dir),
                *(() if cls.whole else ("--built", str(BUILD))), timeout=WHOLE_SECONDS)
        cls.unpacked = cls.dir / "unpacked"
        for name in PACKAGES:
            command("dpkg", "-x", str(cls.package(name)), str(cls.unpacked))
        (cls.dir / "client.c").write_text(CLIENT)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.scratch.cleanup()

    @classmethod
    def package(cls, name: str) -> pathlib.Path:
        found = list(cls.dir.glob(f"{name}_*.deb"))
        assert len(found) == 1, found
        return found[0]

    def test_lintian(self) -> None:
        """Neither an error nor a warning; what is overridden, the overrides say why."""
        changes = next(self.dir.glob("*.changes"))
        code, text = said("lintian", "--allow-root", "--fail-on", "error,warning", str(changes))
        self.assertEqual((code, text), (0, ""))

    def test_program(self) -> None:
        code, text = said(str(self.unpacked / "usr/bin/gmmu"), "--version")
        self.assertEqual((code, text.split()[:2]), (0, ["gmmu", (ROOT / "VERSION").read_text().strip()]))
        (self.dir / "run.json").write_text(command(str(self.unpacked / "usr/bin/gmmu"), *RUN))
        command(str(self.unpacked / "usr/bin/gmmu"), "report", str(self.dir / "run.json"))
        self.assertIn("<h1>OpenGMMU: stream</h1>", (self.dir / "run.html").read_text(encoding="utf-8"))

    def test_library(self) -> None:
        """The library of one package and the headers of the other give what the program of the third gives."""
        usr = self.unpacked / "usr"
        command("gcc", "-o", "client", "client.c", f"-I{usr}/include", f"-L{usr}/lib", "-lopengmmu", cwd=self.dir)
        words = ("run", "--app", "kernel:stream,size=64K")
        text = command(str(self.dir / "client"), *words, LD_LIBRARY_PATH=f"{usr}/lib")
        self.assertEqual(text, command(str(usr / "bin/gmmu"), *words, "--quiet", "--json", "-"))

    def test_what_is_where(self) -> None:
        """Each installed file is in one package, and in the one that needs it."""
        files: dict[str, set[str]] = {}
        for name in PACKAGES:
            listed = command("dpkg", "-c", str(self.package(name)))
            files[name] = {line.split()[5].removeprefix("./usr/") for line in listed.splitlines() if line[0] == "-"}
        self.assertLessEqual({"bin/gmmu", "bin/gmmu-report", "share/man/man1/gmmu.1.gz"}, files["opengmmu"])
        self.assertLessEqual({"lib/libopengmmu.so.1", "lib/libopengmmu-units.so.1"}, files["libopengmmu1"])
        self.assertLessEqual({"include/opengmmu.h", "lib/libopengmmu.so", "lib/pkgconfig/opengmmu.pc"},
                             files["libopengmmu-dev"])
        fields = command("dpkg", "-f", str(self.package("libopengmmu1")), "Depends")
        self.assertRegex(fields, r"libjansson4 .*liblzma5 .*libzstd1")

    def test_build_dependencies(self) -> None:
        """They are those of scripts/bootstrap.sh, but for debhelper and what builds anything."""
        control = (ROOT / "scripts/install/debian/control").read_text()
        asked = re.search(r"^Build-Depends: (.*?)\n(?! )", control, re.M | re.S)
        assert asked is not None
        text = (ROOT / "scripts/bootstrap.sh").read_text()
        groups = {name: set(words.split()) for name, words in re.findall(r"^(gmmu|systemc)=\(([^)]*)\)", text, re.M)}
        wanted = {word.split("(")[0].strip() for word in asked[1].split(",")}
        self.assertEqual(wanted - {"debhelper-compat", "git"},
                         (groups["gmmu"] | groups["systemc"]) - {"gcc", "g++", "make"})

    def test_source(self) -> None:
        """The source package is the tree, and the same one twice."""
        first, second = self.dir / "first", self.dir / "second"
        folders = [pathlib.Path(command("/usr/bin/python3", "-m", "scripts.install.debian", "--to", str(to), "--source")
                                .strip()) for to in (first, second)]
        self.assertEqual(said("diff", "-r", *map(str, folders)), (0, ""))
        self.assertEqual((folders[0] / "debian/rules").stat().st_mode & 0o111, 0o111)
        self.assertTrue((folders[0] / "models/cli/opengmmu.h").is_file())
        self.assertFalse((folders[0] / "build").exists())

    def test_clean_system(self) -> None:
        if not self.system:
            self.skipTest("only with --system")
        root = self.dir / "system"
        made = make_system(root, "gcc", "libc6-dev", "pkg-config")
        if made:
            self.skipTest(f"no clean system: {made}")
        for name in PACKAGES:
            shutil.copy(self.package(name), root / "tmp")
        (root / "tmp/client.c").write_text(CLIENT)
        inside = ("chroot", str(root), "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/tmp", "sh", "-ec")
        shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
        command(*inside, "cd /tmp && apt-get update && apt-get install -y --no-install-recommends ./*.deb",
                timeout=SYSTEM_SECONDS)
        text = command(*inside, f"gmmu {' '.join(RUN)}")
        self.assertIn('"event_hash"', text)
        command(*inside, "cd /tmp && gcc -o client client.c $(pkg-config --cflags --libs opengmmu)")
        self.assertEqual(command(*inside, "/tmp/client run --app kernel:stream,size=64K"), text)
        command(*inside, "apt-get purge -y opengmmu libopengmmu1 libopengmmu-dev && ! command -v gmmu")
        self.assertEqual([path for path in (root / "usr").rglob("*") if "gmmu" in path.name], [])


if __name__ == "__main__":
    Debian.whole, Debian.system = "--whole" in sys.argv, "--system" in sys.argv
    unittest.main(verbosity=2, argv=[word for word in sys.argv if word not in ("--whole", "--system")])
