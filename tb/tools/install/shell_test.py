# SPDX-License-Identifier: Apache-2.0
"""The manual page can be read, and bash and zsh complete what gmmu takes.

usage: shell_test.py PATH/TO/gmmu
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

from scripts.install import shell

GMMU = pathlib.Path()
BASH = """. {file}
while IFS= read -r line; do
    COMP_LINE=$line COMP_POINT=${{#line}}
    _gmmu
    (IFS=' '; echo "${{COMPREPLY[*]}}")
done
"""
# In the place of what zsh has only while somebody types.
ZSH = """compdef() {{ : }}
compadd() {{ shift $@[(i)--]; found+=($@) }}
compset() {{ PREFIX=kept }}
_files() {{ found+=(FILES) }}
. {file}
while IFS= read -r line; do
    words=(${{(s: :)line}})
    [[ $line != *' ' ]] || words+=('')
    CURRENT=$#words
    found=()
    _gmmu
    echo "$found"
done
"""


def asked(program: list[str], script: str, lines: list[str], folder: str) -> list[list[str]]:
    done = subprocess.run([*program, "-c", script], input="\n".join([*lines, ""]), capture_output=True, text=True,
                          cwd=folder, timeout=120, check=False)
    if done.returncode or done.stderr:
        raise AssertionError(f"{program}: {done.returncode}\n{done.stderr}")
    return [line.split() for line in done.stdout.splitlines()]


class Shell(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.dir = scratch.name
        self.files = {pathlib.Path(place).parent.name: text for place, text in shell.shell_files(GMMU).items()}
        for name, text in self.files.items():
            pathlib.Path(self.dir, name).write_text(text, encoding="utf-8")
        pathlib.Path(self.dir, "some.json").write_text("")
        self.options = json.loads(shell.said(GMMU, "list", "--options"))["options"]

    def bash(self, *lines: str) -> list[list[str]]:
        return asked(["bash", "--norc"], BASH.format(file="./completions"), list(lines), self.dir)

    def zsh(self, *lines: str) -> list[list[str]]:
        return asked(["zsh", "-f"], ZSH.format(file="./site-functions"), list(lines), self.dir)

    def test_manual_page(self) -> None:
        """groff warns of nothing, and every option and command is there with its meaning."""
        done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-rLL=400n", "man1"], cwd=self.dir,
                              capture_output=True, text=True, check=True)
        self.assertEqual(done.stderr, "")
        plain = subprocess.run(["groff", "-man", "-Tascii", "-P-cbou", "-rLL=4000n", "man1"], cwd=self.dir,
                               capture_output=True, text=True, check=True).stdout
        words = " ".join(plain.split())
        for option in self.options:
            self.assertIn(f"--{option['name']}", words)
            meaning = option["meaning"][:1].upper() + option["meaning"][1:]
            self.assertIn(" ".join(meaning.split()), words)
        for line in shell.said(GMMU, "help").split("\n\n")[1].splitlines():
            self.assertIn(" ".join(line.split()), words)

    def test_both_know_every_option(self) -> None:
        commands = {command for option in self.options for command in option["commands"].split()}
        self.assertGreater(len(commands), 6)
        for ask in (self.bash, self.zsh):
            for command in commands:
                expected = {f"--{option['name']}" for option in self.options
                            if command in option["commands"].split()}
                self.assertEqual(set(ask(f"gmmu {command} -")[0]), expected, command)

    def test_bash(self) -> None:
        wanted = {
            "gmmu re": "rerun report", "gmmu run --max": "--max-cycles", "gmmu run --design mask-": "mask-tlb "
            "mask-cache mask-dram", "gmmu run --design=mask-": "mask-tlb mask-cache mask-dram",
            "gmmu run --app kernel:gu": "gups", "gmmu run --app=kernel:gu": "gups", "gmmu run --app tra": "trace:",
            "gmmu run --app trace:some": "some.json", "gmmu run --chip so": "some.json", "gmmu rerun so": "some.json",
            "gmmu run --set tlb.l2.ent": "tlb.l2.entries=", "gmmu run --set=tlb.l2.ent": "tlb.l2.entries=",
            "gmmu run --seed ": "", "gmmu probe tlb-c": "tlb-covert tlb-closed", "gmmu help cl": "classify",
            "gmmu share --process sp": "spmv", "gmmu report --": "--html", "gmmu list --s": "--statistics",
            "gmmu nope --x": "", "gmmu run --block-scheduler pp": "ppq ppq-shared", "gmmu run --link=": "nvlink pcie",
        }
        self.assertEqual(dict(zip(wanted, self.bash(*wanted))), {line: words.split() for line, words in wanted.items()})

    def test_zsh(self) -> None:
        """It narrows the words down by itself."""
        listed = shell.words_of(GMMU)
        wanted = {"gmmu re": listed.commands, "gmmu run --link n": listed.names["link"],
                  "gmmu run --link=n": listed.names["link"], "gmmu run --chip m": [*listed.names["chip"], "FILES"],
                  "gmmu run --seed ": [], "gmmu probe t": listed.names["probe"], "gmmu rerun ": ["FILES"],
                  "gmmu run --set t": listed.names["set"], "gmmu help ": listed.commands}
        self.assertGreater(min(len(listed.names[name]) for name in ("link", "chip", "probe", "set")), 1)
        self.assertEqual(dict(zip(wanted, self.zsh(*wanted))), wanted)
        app, = self.zsh("gmmu run --app k")
        self.assertEqual(sorted(app), sorted([*listed.names["app"], "FILES"]))

    def test_names_that_are_completed_are_taken(self) -> None:
        """By the program: it refuses none of them as unknown."""
        listed = shell.words_of(GMMU)
        for option in ("chip", "design"):
            for name in listed.names[option]:
                done = subprocess.run([GMMU, "show", f"--{option}", name], capture_output=True, text=True, check=False)
                self.assertNotIn("expected a name of", done.stderr)
        for command in listed.commands:
            done = subprocess.run([GMMU, "help", command], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue({"tlb.l2.entries=", "page_sizes="} <= set(listed.names["set"]))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: shell_test.py PATH/TO/gmmu")
    GMMU = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
