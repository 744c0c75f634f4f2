# SPDX-License-Identifier: Apache-2.0
"""What make install puts down: programs elsewhere build against it with pkg-config alone, and run.

Installs what is built in $BUILD already, so it takes seconds; that nothing is built for this machine
is read from the commands of make install. With --whole a copy of the sources in another folder is built by
make install, elsewhere: minutes, and what the compilers say of themselves in the files is read.
"""

import os
import pathlib
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
from typing import Any

from tb.tools.names import judge

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = pathlib.Path(os.environ.get("BUILD", ROOT / "build")).resolve()
UNIT_CLIENT = """#include <stdio.h>
#include "gmmu/hls/golden_queue.h"
#include "gmmu/units/unit.h"
int main(void) {
    const gmmu_unit_ops *ops = gmmu_unit_find("golden_queue", false);
    gmmu_golden_queue_out out;
    gmmu_golden_queue_state state;
    if (!ops || ops->out_bytes != sizeof out)
        return 1;
    gmmu_golden_queue_reset(&state);
    gmmu_golden_queue_outputs(&state, &out);
    void *unit = ops->create();
    ops->outputs(unit, &out);
    ops->destroy(unit);
    puts("units");
    return 0;
}
"""


# The structure of the header, and the library's functions on it: with a size of its own, memory behind it is written.
SIZES_CLIENT = """#include <stdio.h>
#include "gmmu/hls/HEADER.h"
gmmu_HEADER_state state;
int main(void) {
    gmmu_HEADER_reset(&state);
    puts("HEADER");
    return 0;
}
"""
SIZES = {name: int(value) for name, value in re.findall(
    r"^#ifndef GMMU_(\w+)\n#define GMMU_\1 (\d+)$", (ROOT / "hls/common/gmmu_params.h").read_text(encoding="utf-8"),
    re.MULTILINE)}
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
# As a program is linked that drops what nobody calls.
SMALL = ("-O2", "-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections")


# What a fresh copy has: everything but what is built, and what is not ours.
BUILT = shutil.ignore_patterns("build", ".git", "__pycache__", ".mypy_cache")
WHOLE_SECONDS = 3600
DOCUMENTED_SECONDS = 40  # of processor time: a compilation and a link; the models again would take minutes


def command(*args: str, cwd: pathlib.Path = ROOT, timeout: int = 300, **more: str) -> str:
    own = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    done = subprocess.run(args, cwd=cwd, capture_output=True, text=True, timeout=timeout, check=False,
                          env={**own, **more})
    if done.returncode:
        raise AssertionError(f"{args}: {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
    return done.stdout


class Install(unittest.TestCase):
    whole = False
    scratch: tempfile.TemporaryDirectory[str]
    dir: pathlib.Path
    root: pathlib.Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.scratch = tempfile.TemporaryDirectory()
        cls.dir = pathlib.Path(cls.scratch.name)
        stage = cls.dir / "a stage"
        cls.root = stage / "opt/g mmu"
        if cls.whole:
            shutil.copytree(ROOT, cls.dir / "some sources", ignore=BUILT)
            command("make", f"-j{os.cpu_count() or 1}", "do-install", f"BUILD={cls.dir}/built", "PREFIX=/opt/g mmu",
                    f"DESTDIR={stage}", cwd=cls.dir / "some sources", timeout=WHOLE_SECONDS)
            return
        command("/usr/bin/python3", "scripts/install/install.py", "--build", str(BUILD), "--prefix", "/opt/g mmu",
                "--destdir", str(stage))

    @classmethod
    def tearDownClass(cls) -> None:
        cls.scratch.cleanup()

    def flags(self, *args: str) -> list[str]:
        """Of pkg-config, with the prefix where the files are staged."""
        text = command("pkg-config", f"--define-variable=prefix={self.root}", *args,
                       PKG_CONFIG_PATH=str(self.root / "lib/pkgconfig"))
        return shlex.split(text)

    def client(self, name: str, compiler: str, package: str, *sources: str) -> str:
        program = str(self.dir / name)
        flags, libraries = self.flags("--cflags", package), self.flags("--libs", package)
        command(compiler, *flags, "-o", program, *sources, *libraries, cwd=self.dir)
        return command(program, cwd=self.dir, SYSTEMC_DISABLE_COPYRIGHT_MESSAGE="1")

    def test_simulator(self) -> None:
        said = command(str(self.root / "bin/gmmu"), "--version").split()
        self.assertEqual(said[:2], ["gmmu", *self.flags("--modversion", "gmmu-units")])

    def test_report(self) -> None:
        """From the installed files alone, without this tree in Python's path."""
        result = self.dir / "run.json"
        command(str(self.root / "bin/gmmu"), "run", "--app", "kernel:stream,size=64K", "--json", str(result))
        said = command(str(self.root / "bin/gmmu"), "report", str(result), cwd=self.dir, PYTHONPATH="")
        self.assertEqual(said, f"report: {self.dir}/run.html\n")
        self.assertIn("<h1>OpenGMMU: stream</h1>", (self.dir / "run.html").read_text(encoding="utf-8"))

    def test_units(self) -> None:
        (self.dir / "client.c").write_text(UNIT_CLIENT)
        self.assertEqual(self.client("units", os.environ.get("CC", "gcc"), "gmmu-units", "client.c"), "units\n")

    def linked(self, source: str, *flags: str, package: str = "gmmu-units") -> str:
        """What is said where a program of that source does not link."""
        compiler = "gcc" if source.endswith(".c") else "g++"
        done = subprocess.run([compiler, *self.flags("--cflags", package), *flags, "-o", "sized", source,
                               *self.flags("--libs", package)], cwd=self.dir, capture_output=True, text=True,
                              timeout=300, check=False)
        return done.stderr if done.returncode else ""

    def sized(self, source: str, name: str, value: int, *flags: str, package: str = "gmmu-units") -> None:
        said = self.linked(source, f"-DGMMU_{name}={value}", *flags, package=package)
        self.assertIn(f"undefined reference to `gmmu_sizes_{name}_is_{value}'", said)

    def test_sizes(self) -> None:
        """With another value of any size the program does not link, and the linker names that size."""
        self.assertGreater(len(SIZES), 60)
        (self.dir / "sizes.c").write_text('#include "gmmu/hls/gmmu_params.h"\nint main(void) { return 0; }\n')
        self.assertEqual(self.linked("sizes.c"), "")
        for name, value in SIZES.items():
            self.sized("sizes.c", name, value + 1)

    def test_sizes_of_a_unit(self) -> None:
        """Also where the linker drops what nobody calls, and at a size that another build in the library has."""
        for header, name, value in (("bypass_cache", "BYPASS_ENTRIES", 16), ("token_controller", "NUM_CORES", 256),
                                    ("page_walker", "WALK_READS", 2)):
            (self.dir / "unit.c").write_text(SIZES_CLIENT.replace("HEADER", header))
            self.assertEqual(self.linked("unit.c", *SMALL), "")
            self.assertEqual(command("./sized", cwd=self.dir), header + "\n")
            self.sized("unit.c", name, value, *SMALL)
        exact = self.linked("unit.c", "-DGMMU_TYPES_EXACT")
        self.assertIn("expected none of GMMU_TYPES_EXACT, GMMU_TYPES_AP, GMMU_TYPES_AC", exact)

    def test_sizes_of_the_models(self) -> None:
        (self.dir / "models.cpp").write_text('extern "C" {\n#include "gmmu/systemc/memory_pipeline.h"\n}\n'
                                             "int main() { return 0; }\n")
        self.assertEqual(self.linked("models.cpp", package="gmmu-systemc"), "")
        self.sized("models.cpp", "NUM_DEPTHS", 4, package="gmmu-systemc")

    def test_every_header_names_the_sizes(self) -> None:
        names = re.compile("|".join(rf"\bGMMU_{name}\b" for name in SIZES))
        headers = [path for path in self.root.rglob("*.h")
                   if not path.name.startswith("gmmu_") and names.search(COMMENT.sub("", path.read_text()))]
        self.assertGreater(len(headers), 25)
        for header in headers:
            (self.dir / "header.c").write_text(f'#include <stdbool.h>\n#include "{header}"\n')
            command("gcc", *self.flags("--cflags", "gmmu-units"), "-c", "header.c", cwd=self.dir)
            self.assertIn(" U gmmu_sizes_NUM_DEPTHS_is_8\n", command("nm", "header.o", cwd=self.dir), header)

    def test_systemc(self) -> None:
        """The example platform, in another folder."""
        shutil.copytree(self.root / "share/gmmu/example", self.dir / "example")
        out = self.client("platform", os.environ.get("CXX", "g++"), "gmmu-systemc", "example/platform.cpp")
        self.assertIn("PASS systemc_example", out)

    def test_names(self) -> None:
        """Whatever a program meets of us bears our name: for its linker, in its headers, and on its way to them."""
        found = judge.symbols((self.root / "lib").glob("*.a"))
        demangled = judge.demangled(name for name in found if name.startswith("_Z"))
        self.assertGreater(len(demangled), 100)
        self.assertEqual(judge.unprefixed(name for name in found if not name.startswith("_Z")), [])
        self.assertEqual([name for name in demangled if not judge.IN_A_NAMESPACE.match(name)], [])
        flags = self.flags("--cflags", "gmmu-units")
        self.assertEqual(flags, [f"-I{self.root}/include"])
        self.assertEqual(sorted(path.name for path in (self.root / "include").iterdir()), ["gmmu", "opengmmu.h"])
        headers = sorted(self.root.rglob("*.h"))
        macros = judge.macros(headers, flags)
        declarations, fields = judge.declarations(headers, ["-std=c11", *flags])
        self.assertGreater(len(macros), 400)
        self.assertGreater(len(declarations), 600)
        self.assertEqual(judge.unprefixed(macros), [])
        self.assertEqual(judge.unprefixed(declarations), [])
        self.assertEqual(fields & declarations, set())  # they keep their names
        for path in self.root.rglob("*.hpp"):  # in namespace gmmu, but for the example
            self.assertEqual(judge.unprefixed(re.findall(r"^#define (\w+)", path.read_text(), re.M)), [], path)

    def test_documented_command(self) -> None:
        """That of docs/reference/systemc.md builds the platform from this tree, and compiles no model again."""
        if self.whole:
            self.skipTest("about what make systemc has built here")
        text = (ROOT / "docs/reference/systemc.md").read_text(encoding="utf-8")
        found = re.search(r"^## Building$.*?^```\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
        assert found is not None
        tree = self.dir / "tree"
        tree.mkdir()
        for name, target in (("models", ROOT / "models"), ("hls", ROOT / "hls"), ("build", BUILD)):
            (tree / name).symlink_to(target)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command("bash", "-ec", found[1], cwd=tree)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.assertLess(after.ru_utime - before.ru_utime, DOCUMENTED_SECONDS)
        self.assertIn("PASS systemc_example", command("./platform", cwd=tree, SYSTEMC_DISABLE_COPYRIGHT_MESSAGE="1"))

    def cmake(self, name: str, lines: str) -> subprocess.CompletedProcess[str]:
        """A project of these lines, configured with the installation in its search path, and built."""
        (self.dir / name).mkdir()
        (self.dir / name / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.20)\nproject(client C CXX)\n"
                                                        + lines)
        return subprocess.run(["sh", "-ec", f'cmake -B built "-DCMAKE_PREFIX_PATH={self.root}" && cmake --build built'],
                              cwd=self.dir / name, capture_output=True, text=True, timeout=300, check=False)

    def test_cmake(self) -> None:
        """The same two clients as by pkg-config."""
        (self.dir / "c.c").write_text(UNIT_CLIENT)
        shutil.copytree(self.root / "share/gmmu/example", self.dir / "cmake example")
        done = self.cmake("by cmake", "find_package(gmmu 1.0 REQUIRED)\nfind_package(gmmu REQUIRED)\n"
                          "add_executable(units ../c.c)\ntarget_link_libraries(units gmmu::units)\n"
                          'add_executable(platform "../cmake example/platform.cpp")\n'
                          "target_link_libraries(platform gmmu::systemc)\n")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(command(str(self.dir / "by cmake/built/units"), cwd=self.dir), "units\n")
        self.assertIn("PASS systemc_example", command(str(self.dir / "by cmake/built/platform"), cwd=self.dir,
                                                      SYSTEMC_DISABLE_COPYRIGHT_MESSAGE="1"))

    def test_cmake_versions(self) -> None:
        mine = self.flags("--modversion", "gmmu-units")[0].split("-")[0]
        major, minor, _ = mine.split(".")
        for number, (wanted, good) in enumerate(((major, True), (f"{mine} EXACT", True), (f"{major}.{minor}", True),
                                                 (f"{major}.{int(minor) + 1}", False), (f"{int(major) + 1}", False))):
            done = self.cmake(f"version {number}", f"find_package(gmmu {wanted} REQUIRED)\n")
            self.assertEqual(done.returncode == 0, good, done.stderr)
            self.assertEqual('"gmmu" that is compatible with requested version' in " ".join(done.stderr.split()),
                             not good and "EXACT" not in wanted, done.stderr)

    def test_python_finds_it(self) -> None:
        """The package alone, with the program in PATH."""
        said = command("/usr/bin/python3", "-c", "import opengmmu; print(opengmmu.find()); "
                       "print(opengmmu.units.Unit('bypass_cache').step(lk0_valid=1).a0_valid)", cwd=self.dir,
                       PYTHONPATH=str(self.lone_package()), PATH=f"{self.root}/bin:/usr/bin:/bin", GMMU="",
                       GMMU_UNITS="")
        self.assertEqual(said.splitlines(), [str(self.root / "bin/gmmu"), "1"])

    def lone_package(self) -> pathlib.Path:
        shutil.copytree(ROOT / "scripts/python/opengmmu", self.dir / "package/opengmmu",
                        ignore=shutil.ignore_patterns("__pycache__"))
        return self.dir / "package"

    def test_nothing_names_this_tree(self) -> None:
        files = [path for name in ("*.pc", "*.h", "*.hpp", "*.cmake", "gmmu.1", "_gmmu")
                 for path in self.root.rglob(name)]
        self.assertGreater(len(files), 40)
        for path in files:
            self.assertNotIn(str(ROOT), path.read_text(), path)

    def test_nothing_is_built_for_this_machine(self) -> None:
        plan = command("make", "-n", "V=1", "do-install", f"DESTDIR={self.dir}/x", f"BUILD={self.dir}/build")
        compiled = [line for line in plan.splitlines() if " -c " in line]
        self.assertGreater(len(compiled), 100)
        self.assertNotIn("-march", plan)
        self.assertNotIn("-flto", plan)
        self.assertIn("-march=native", command("make", "-n", "V=1", "do-gmmu", f"BUILD={self.dir}/build"))

    def test_compilers_say_so(self) -> None:
        if not self.whole:
            self.skipTest("only with --whole")
        for path in (self.root / "bin/gmmu", *(self.root / "lib").glob("*.a")):
            said = command("readelf", "--debug-dump=info", str(path))
            machines = re.findall(r"DW_AT_producer.*?-march=(\S+)", said)
            self.assertGreater(len(machines), 2, path)
            self.assertEqual(set(machines), {"x86-64"}, path)

    def install(self, stage: pathlib.Path, **more: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["/usr/bin/python3", str(ROOT / "scripts/install/install.py"), "--build", str(BUILD),
                               "--prefix", "/opt", "--destdir", str(stage)], capture_output=True, text=True,
                              check=False, cwd=self.dir, **more)

    def test_no_room(self) -> None:
        """As on a full disk: what was installed before stays whole, and where nothing was, nothing comes."""
        if self.whole:
            self.skipTest("about what is built here")
        # No room for a library while its names are changed, and none for the program, which is larger.
        for number, limit in enumerate((1 << 20, (BUILD / "gmmu").stat().st_size - 1)):
            before_it: tuple[dict[str, str], ...] = ({}, {"bin/gmmu": "program", "include/gmmu/hls/lsu.h": "header"})
            for older in before_it:
                stage = self.dir / f"full {number} {len(older)}"
                stage.mkdir()
                for place, text in older.items():
                    (stage / "opt" / place).parent.mkdir(parents=True)
                    (stage / "opt" / place).write_text(text)
                before = sorted(stage.rglob("*"))
                done = self.install(stage, preexec_fn=lambda room=limit: resource.setrlimit(resource.RLIMIT_FSIZE,
                                                                                            (room, room)))
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertRegex(done.stderr, "^install: cannot write '[^']+': (File too large|No space left on device)"
                                 "\n$")
                self.assertEqual(sorted(stage.rglob("*")), before)
                for place, text in older.items():
                    self.assertEqual((stage / "opt" / place).read_text(), text)

    def test_modes_and_links(self) -> None:
        """As files are that everybody uses, whatever the umask; what a link names is left alone."""
        if self.whole:
            self.skipTest("about what is built here")
        stage, other = self.dir / "modes", self.dir / "other"
        other.write_text("of somebody else")
        for link in ("bin/gmmu", "lib/pkgconfig/gmmu-units.pc"):
            (stage / "opt" / link).parent.mkdir(parents=True)
            (stage / "opt" / link).symlink_to(other)
        known = set(stage.rglob("*"))
        done = self.install(stage, umask=0o077)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(other.read_text(), "of somebody else")
        for path in stage.rglob("*"):
            self.assertFalse(path.is_symlink(), path)
            program = path.is_dir() or path.parent.name == "bin"
            if path.is_file() or path not in known:
                self.assertEqual(path.stat().st_mode & 0o777, 0o755 if program else 0o644, path)

    def test_bad_prefix(self) -> None:
        expected = "install: PREFIX=here: expected an absolute path\n"
        done = subprocess.run(["/usr/bin/python3", str(ROOT / "scripts/install/install.py"), "--build", str(BUILD),
                               "--prefix", "here"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (2, expected))
        # By make, before anything is built.
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(["make", "-s", "do-install", f"BUILD={folder}/built", "PREFIX=here"], cwd=ROOT,
                                  capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(expected, done.stderr)
            self.assertFalse(pathlib.Path(folder, "built/portable").exists())


if __name__ == "__main__":
    if "--whole" in sys.argv:
        sys.argv.remove("--whole")
        Install.whole = True
    unittest.main(verbosity=2)
