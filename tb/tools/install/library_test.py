# SPDX-License-Identifier: Apache-2.0
"""The installed simulator as a library: a small program is linked against it by pkg-config and by CMake, and its JSON
is the file of `gmmu run --json`, also from handles in one process; what the library needs and shows.
"""

import ctypes
import json
import os
import pathlib
import re
import shlex
import subprocess
import tempfile
import unittest

from tb.program.trace import trace_text
from tb.tools.install.install_test import BUILD, ROOT, command

CLIENT = """#include <opengmmu.h>
#include <stdio.h>

/* The words of gmmu as its own: the JSON on standard output, warnings and errors marked on standard error. */
int main(int argc, char **argv) {
    (void)argc;
    gmmu *g = gmmu_open();
    if (!g)
        return 3;
    const char *json = gmmu_run(g, (const char *const *)argv + 1);
    const char *error = gmmu_error(g), *warnings = gmmu_warnings(g);
    if (json)
        puts(json);
    if (warnings)
        fprintf(stderr, "warnings %s\\n", warnings);
    if (error)
        fprintf(stderr, "error %s\\n", error);
    gmmu_close(g);
    return json ? 0 : 2;
}
"""
RUN = ("run", "--app", "kernel:gups,size=1M,updates=2K", "--app", "kernel:stream,size=64K", "--seed", "7")
COMPARE = ("compare", "--design", "mask", "--design", "ideal", "--app", "kernel:stream,size=64K")
MISTAKES = (("run", "--app", "kernel:gps"), ("run", "--app", "ptx:nothing.ptx,launch=nothing.toml"),
            ("run", "--chip", "nothing.json"), ("run", "--set", "tlb.l2.entries=3"), ("compare", "--design", "maks"),
            ("run", "--jobs"), ("run", "word"), ("run", "--rtl", "nothing"))


class Library(unittest.TestCase):
    scratch: tempfile.TemporaryDirectory[str]
    dir: pathlib.Path
    root: pathlib.Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.scratch = tempfile.TemporaryDirectory()
        cls.dir = pathlib.Path(cls.scratch.name)
        cls.root = cls.dir / "a stage/opt"
        command("/usr/bin/python3", "scripts/install/install.py", "--build", str(BUILD), "--prefix", "/opt",
                "--destdir", str(cls.dir / "a stage"))
        (cls.dir / "client.c").write_text(CLIENT)
        flags = shlex.split(command("pkg-config", f"--define-variable=prefix={cls.root}", "--cflags", "--libs",
                                    "opengmmu", PKG_CONFIG_PATH=str(cls.root / "lib/pkgconfig")))
        command(os.environ.get("CC", "gcc"), "-Wall", "-Werror", "-std=c11", "-o", "client", "client.c", *flags,
                cwd=cls.dir)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.scratch.cleanup()

    def client(self, *words: str, name: str = "client") -> subprocess.CompletedProcess[str]:
        return subprocess.run([str(self.dir / name), *words], cwd=self.dir, capture_output=True, text=True, check=False,
                              timeout=300, env={**os.environ, "LD_LIBRARY_PATH": str(self.root / "lib")})

    def program(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([str(self.root / "bin/gmmu"), *words], cwd=self.dir, capture_output=True, text=True,
                              check=False, timeout=300)

    def test_same_as_the_program(self) -> None:
        for words in (RUN, COMPARE):
            done = self.client(*words)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertEqual(self.program(*words, "--quiet", "--json", "by program.json").returncode, 0)
            self.assertEqual(done.stdout, (self.dir / "by program.json").read_text())
        show = ("show", "--chip", "mosaic")
        self.assertEqual(self.client(*show).stdout, self.program(*show).stdout)

    def test_repeated(self) -> None:
        """The command of a result, as the library wrote it, gives that result; the program repeats it as well."""
        (self.dir / "first.json").write_text(self.client(*RUN).stdout)
        words = json.loads((self.dir / "first.json").read_text())["provenance"]["command"]
        self.assertEqual(self.client(*words).stdout, (self.dir / "first.json").read_text())
        self.assertEqual(self.program("rerun", "first.json").returncode, 0)

    def test_mistakes(self) -> None:
        for words in MISTAKES:
            with self.subTest(words):
                done, other = self.client(*words), self.program(*words)
                self.assertEqual((done.returncode, done.stdout, other.returncode), (2, "", 2))
                self.assertEqual(done.stderr, f"error {other.stderr}")
                self.assertEqual(done.stderr.count("\n"), 1)
        done = self.client("run", "--app", "kernel:stream,size=64K", "--rtl", "all")
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, "^error gmmu: .*RTL.*\n$")

    def test_warnings(self) -> None:
        (self.dir / "kernelslist.g").write_text("kernel-1.traceg\n")
        (self.dir / "kernel-1.traceg").write_text(trace_text.header("k", 1, 21955, 5) + trace_text.block(
            0, "0010 ffffffff 0 EXIT 0 0 0\n"))
        done = self.client("run", "--app", "trace:kernelslist.g")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, "^warnings gmmu: kernel-1.traceg:6: warning: nregs of 21955 .*\n$")
        self.assertEqual(json.loads(done.stdout)["provenance"]["command"], ["run", "--app", "trace:kernelslist.g"])

    def test_cmake(self) -> None:
        folder = self.dir / "by cmake"
        folder.mkdir()
        (folder / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.20)\nproject(client C)\n"
                                               "find_package(gmmu 1.0 REQUIRED)\nadd_executable(client ../client.c)\n"
                                               "target_link_libraries(client gmmu::opengmmu)\n")
        command("cmake", "-B", "built", f"-DCMAKE_PREFIX_PATH={self.root}", cwd=folder)
        command("cmake", "--build", "built", cwd=folder)
        self.assertEqual(self.client(*COMPARE, name="by cmake/built/client").stdout, self.client(*COMPARE).stdout)

    def test_what_it_shows(self) -> None:
        """Names of the header, all of them and no others; it needs few other libraries, and none of C++."""
        library = str(self.root / "lib/libopengmmu.so.1")
        table = command("nm", "-D", "--defined-only", library)
        shown = set(re.findall(r"^[0-9a-f]+ [TDBRVW] (\w+)", table, re.M))
        header = (self.root / "include/opengmmu.h").read_text()
        code = re.sub(r"/\*.*?\*/", "", header, flags=re.S)
        self.assertEqual(shown, set(re.findall(r"\b(gmmu_\w+)\(", code)))
        self.assertGreater(len(shown), 4)
        dynamic = command("readelf", "-d", library)
        self.assertIn("Library soname: [libopengmmu.so.1]", dynamic)
        needed = set(re.findall(r"\(NEEDED\).*\[(.*?)\.so", dynamic))
        self.assertLessEqual(needed, {"libjansson", "liblzma", "libzstd", "libm", "libc", "ld-linux-x86-64"})

    def test_header(self) -> None:
        """By itself, for C and for C++."""
        (self.dir / "alone.c").write_text("#include <opengmmu.h>\n")
        for compiler, standard in (("gcc", "c99"), ("g++", "c++11")):
            command(compiler, "-x", "c" if compiler == "gcc" else "c++", f"-std={standard}", "-Wall", "-Wextra",
                    "-Wpedantic", "-Werror", "-I", str(self.root / "include"), "-fsyntax-only", "alone.c", cwd=self.dir)

    def test_handles_in_one_process(self) -> None:
        """From a program in another language: handles after each other and in turn."""
        library = ctypes.CDLL(str(self.root / "lib/libopengmmu.so.1"))
        library.gmmu_open.restype = ctypes.c_void_p
        for name in ("gmmu_run", "gmmu_error", "gmmu_version"):
            getattr(library, name).restype = ctypes.c_char_p
        library.gmmu_run.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_char_p)]
        library.gmmu_error.argtypes = library.gmmu_close.argtypes = [ctypes.c_void_p]
        words = (ctypes.c_char_p * (len(RUN) + 1))(*(word.encode() for word in RUN), None)
        handles = [library.gmmu_open() for _ in range(3)]
        found = {library.gmmu_run(handle, words) for handle in [*handles, *handles[::-1]]}
        self.assertEqual(len(found), 1)
        self.assertEqual([library.gmmu_error(handle) for handle in handles], [None] * 3)
        self.assertEqual(json.loads(found.pop()), json.loads(self.client(*RUN).stdout))
        self.assertEqual(library.gmmu_version().decode(), (ROOT / "VERSION").read_text().strip())
        for handle in handles:
            library.gmmu_close(handle)


if __name__ == "__main__":
    unittest.main(verbosity=2)
