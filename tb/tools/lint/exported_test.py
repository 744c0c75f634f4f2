#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make lint works in a copy of the tree without git, and finds planted breaches there."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
LICENCE = "SPDX-License-Identifier: Apache-2.0"
# Enough for make to read its files, besides the files of the top folder; the whole tree would only take longer.
KEPT = (".ci", "docs/examples", "scripts/__init__.py", "scripts/circuit", "scripts/lint", "scripts/make",
        "scripts/python", "hls/common", "hls/golden_queue", "rtl/golden_queue.sv", "tb/tools/lint/exported_test.py")


class ExportedTest(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.tree = pathlib.Path(scratch.name)
        files = [path.name for path in ROOT.iterdir() if path.is_file() and path.name != ".git"]
        for name in (*KEPT, *files):
            source, target = ROOT / name, self.tree / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, target)
        (self.tree / "models").mkdir()

    def make(self, *args: str) -> tuple[int, str]:
        env = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS", "GIT_"))}
        done = subprocess.run(["make", "-s", "-C", str(self.tree), *args], env=env, capture_output=True, text=True,
                              check=False)
        return done.returncode, done.stdout + done.stderr

    def check(self, target: str, path: str, text: str) -> None:
        """`make target` passes; it fails and names the file once `text` is in `path`."""
        code, output = self.make(target)
        self.assertEqual(code, 0, output)
        (self.tree / path).write_text(text, encoding="utf-8")
        code, output = self.make(target)
        self.assertNotEqual(code, 0, output)
        self.assertIn(path, output)

    def test_no_git(self) -> None:
        done = subprocess.run(["git", "-C", str(self.tree), "rev-parse"], capture_output=True, check=False)
        self.assertNotEqual(done.returncode, 0)

    def test_format(self) -> None:
        self.check("lint-format", "models/bad.c", f"/* {LICENCE} */\nint   x;\n")

    def test_licence(self) -> None:
        self.check("lint-sources", "models/bad.c", "int x;\n")

    def test_licence_below_the_interpreter(self) -> None:
        self.check("lint-sources", "scripts/bad.py", f"#!/usr/bin/python3\n\n# {LICENCE}\n")

    def test_python_path(self) -> None:
        path = "sys." + "path"
        self.check("lint-sources", "scripts/bad.py", f"# {LICENCE}\nimport sys\n{path}.insert(0, '.')\n")

    def test_hidden_from_flake8(self) -> None:
        self.check("lint-sources", "scripts/bad.py", f"# {LICENCE}\nimport os  # {'noqa'}: F401\n")

    def test_interpreter_of_what_needs_a_path(self) -> None:
        (self.tree / "scripts/good.py").write_text(f"# {LICENCE}\nfrom scripts import good\n", encoding="utf-8")
        self.check("lint-sources", "scripts/bad.py", f"#!/usr/bin/python3\n# {LICENCE}\nfrom scripts import good\n")

    def test_other_comment(self) -> None:
        self.check("lint-sources", "rtl/bad.sv", f"# {LICENCE}\n")

    def test_length(self) -> None:
        (self.tree / "models/good.h").write_text(f"/* {LICENCE} */\n" + "\n" * 699, encoding="utf-8")
        self.check("lint-sources", "models/bad.h", f"/* {LICENCE} */\n" + "\n" * 700)

    def test_rtl(self) -> None:
        self.check("lint-rtl-format", "rtl/bad.sv", f"// {LICENCE}\n// A module.\nmodule bad ();\nendmodule \n")

    def test_python(self) -> None:
        self.check("lint-python", "scripts/bad.py", f"# {LICENCE}\nimport os\n")

    def test_empty_list(self) -> None:
        for variable, target in (("C_FILES", "lint-format"), ("PY_FILES", "lint-python"), ("TIDY_FILES", "lint-tidy"),
                                 ("SV_FILES", "lint-rtl-format")):
            with self.subTest(variable):
                code, output = self.make(target, f"{variable}=")
                self.assertNotEqual(code, 0)
                self.assertIn(f"{variable} is empty", output)


if __name__ == "__main__":
    unittest.main()
