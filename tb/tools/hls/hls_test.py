# SPDX-License-Identifier: Apache-2.0
"""Tests of the drivers of HLS tools (scripts/hls), on stand-ins of the tools (fake_tool.py).

Needs the vectors and the top of golden_queue in $BUILD (make hls-selftest writes them).
"""

import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

from scripts.circuit import configs
from scripts.hls.styles import best
from tb.tools.hls.rig import HERE, Rig

ROOT = pathlib.Path(__file__).resolve().parents[3]
UNIT = "golden_queue"


class Drivers(Rig):
    unit = UNIT

    def install(self, name: str) -> None:
        (self.bin / name).symlink_to(HERE / "fake_tool.py")

    def test_a_tool_that_is_not_installed_is_one_line(self) -> None:
        for tool, names in (("bambu", "bambu or bambu-*.AppImage"),
                            ("vitis", "vitis-run or vitis_hls"), ("catapult", "catapult")):
            if any(shutil.which(name) for name in names.split(" or ")):
                continue
            missing = (f"{tool} is not installed: no {names} in PATH or below HLS_TOOLS_DIR; docs/reference/hls.md "
                       "says where it is from, make hls-check checks the C without it\n")
            self.fails(f"hls: {missing}", "check", tool)
            self.fails(f"hls: {UNIT}: {missing}", "run", tool, UNIT)

    def test_unknown_names_are_one_line(self) -> None:
        """With the unit that was asked for, and what is allowed; as make says them, too."""
        expected = "expected bambu, vitis, catapult"
        self.fails(f"hls: unknown tool 'stratus', {expected}", "check", "stratus")
        self.fails(f"hls: {UNIT}: unknown tool 'stratus', {expected}", "run", "stratus", UNIT)
        for unit, tool, wanted in (("all", "stratus", f"hls: UNIT=all: unknown tool 'stratus', {expected}\n"),
                                   (UNIT, "", f"hls: UNIT={UNIT}: TOOL= is empty, {expected}\n"),
                                   ("none", "bambu", "*** UNIT=none: expected all, or names of ")):
            done = subprocess.run(["make", "do-hls", f"UNIT={unit}", f"TOOL={tool}"], cwd=HERE.parents[2],
                                  capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 2)
            self.assertIn(wanted, done.stderr)
        self.install("bambu")
        self.fails("no unit 'none'", "run", "bambu", "none")
        self.fails("layout.json: No such file", "run", "bambu", "bypass_cache")

    def test_a_testbench_shows_ten_mismatches(self) -> None:
        path = self.build / f"vectors/{UNIT}.txt"
        lines = path.read_text().splitlines()
        for at in range(20, 60):
            words = lines[at].split()
            lines[at] = " ".join([*words[:-1], f"{int(words[-1], 16) ^ 1:x}"])
        path.write_text("\n".join(lines) + "\n")
        code, _, errors = self.hls("csim", UNIT)
        self.assertEqual((code, errors.count("MISMATCH")), (2, 10), errors)
        self.assertIn(f"FAIL hls testbench {UNIT}: 100 cycles, 40 outputs differ", errors)

    def test_a_wrong_number_is_one_line(self) -> None:
        for option, value, expected in (("cycles", "abc", "from 2 on"), ("cycles", "1", "from 2 on"),
                                        ("clock", "0", "above 0"), ("clock", "nan", "above 0"),
                                        ("timeout", "-1", "above 0")):
            self.fails(f"hls: argument --{option}: '{value}': expected a number {expected}\n", f"--{option}={value}",
                       "check", "bambu")

    def pack(self) -> tuple[pathlib.Path, pathlib.Path, pathlib.Path]:
        """An archive with a bambu that leaves a trace as it runs; the file of digests that knows it, and the trace."""
        packed, trace = self.build / "packed/bin/bambu", self.build / "ran"
        packed.parent.mkdir(parents=True)
        packed.write_text(f"#!/bin/sh\ntouch {trace}\n")
        packed.chmod(0o755)
        archive, digests = self.build / "panda-bambu.tar.xz", self.build / "digests"
        subprocess.run(["tar", "-C", self.build / "packed", "-cJf", archive, "bin"], check=True)
        digests.write_text(f"{hashlib.sha256(archive.read_bytes()).hexdigest()}  {archive.name}\n")
        (self.bin / "clang-16").symlink_to("/bin/true")
        return archive, digests, trace

    def unpacked(self, archive: pathlib.Path, digests: pathlib.Path) -> "subprocess.CompletedProcess[str]":
        return subprocess.run([ROOT / "scripts/hls/unpacked.sh", archive, self.build / "tools", digests],
                              capture_output=True, text=True, check=False,
                              env=dict(os.environ, PATH=f"{self.bin}:{os.environ['PATH']}"))

    def test_a_packed_bambu_is_offered_where_it_runs(self) -> None:
        archive, digests, trace = self.pack()
        done = self.unpacked(archive, digests)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(pathlib.Path(done.stdout.strip()).is_dir() and trace.exists())

    def test_an_archive_that_is_not_known_is_not_run(self) -> None:
        """What lies beside the project is executed only if it is what the project has pinned."""
        archive, digests, trace = self.pack()
        with archive.open("ab") as file:
            file.write(b"\0")
        done = self.unpacked(archive, digests)
        self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
        self.assertIn(f"expected an archive whose SHA-256 stands in {digests}; it was not unpacked", done.stderr)
        self.assertFalse(trace.exists() or (self.build / "tools").exists())

    def test_bambu_where_nothing_of_32_bits_runs(self) -> None:
        """Its testbench then is a program of 64 bits; elsewhere the tool chooses."""
        self.install("bambu")
        for code, wide in ((0, False), (126, True)):
            clang = self.bin / "clang-16"
            clang.write_text('#!/bin/sh\nfor to; do :; done\n'
                             f'printf "#!/bin/sh\\nexit {code}\\n" >"$to"; chmod +x "$to"\n')
            clang.chmod(0o755)
            done, text, errors = self.hls("run", "bambu", UNIT)
            self.assertEqual(done, 0, errors + text)
            said, = self.build.glob(f"hls/bambu/{UNIT}-*/bambu.log")
            self.assertEqual("-m64" in said.read_text().split(), wide)

    def test_an_appimage_by_its_name(self) -> None:
        self.install("bambu-2024.10.AppImage")
        code, text, errors = self.hls("run", "bambu", UNIT)
        self.assertEqual(code, 0, errors + text)

    def test_bambu(self) -> None:
        self.install("bambu")
        code, text, errors = self.hls("run", "bambu", UNIT)
        self.assertEqual(code, 0, errors + text)
        row, = self.table()
        self.assertEqual((row["cosim"], row["latency"], row["interval"], row["clock_ns"]), ("pass", 4, 4, 4.0))
        self.assertEqual((row["latency_min"], row["latency_max"], row["version"]), (3, 5, "PandA 2024.10"))
        self.assertGreater(row["memory_mb"], 1)
        self.assertEqual(row["area"], {"FF": 820, "area": 35277})

    def test_an_area_that_is_none(self) -> None:
        """Bambu prints the largest double as the area of a large unit; the table has a dash."""
        self.install("bambu")
        code, text, errors = self.hls("run", "bambu", UNIT, mode="noarea")
        self.assertEqual(code, 0, errors + text)
        self.assertEqual(self.table()[0]["area"], {"FF": 820, "area": None})
        self.assertIn("| FF 820, area - |", (self.build / "hls/hls.md").read_text())

    def test_a_register_that_nothing_feeds(self) -> None:
        """Bambu is run again without what loses the value; where that does not help, it is no pass."""
        self.install("bambu")
        for mode, code, cosim, again in (("", 0, "pass", False), ("lost", 0, "pass", True),
                                         ("lost2", 2, "fail: the Verilog has registers without an input: reg_0", True)):
            done, text, errors = self.hls("run", "bambu", UNIT, mode=mode)
            self.assertEqual(done, code, errors + text)
            self.assertEqual(self.table()[0]["cosim"], cosim)
            said, = self.build.glob(f"hls/bambu/{UNIT}-*/bambu.log")
            self.assertEqual("lut-transformation=0" in said.read_text(), again, mode)

    def test_vitis_by_both_names(self) -> None:
        for name in ("vitis_hls", "vitis-run"):
            self.install(name)
            code, text, errors = self.hls("run", "vitis", UNIT)
            self.assertEqual(code, 0, errors + text)
            row, = self.table()
            self.assertEqual((row["cosim"], row["latency"], row["interval"], row["clock_ns"]), ("pass", 2, 1, 3.65))
            self.assertEqual((row["area"]["LUT"], row["area"]["FF"]), (1504, 712))

    def test_catapult(self) -> None:
        self.install("catapult")
        code, text, errors = self.hls("run", "catapult", UNIT)
        self.assertEqual(code, 0, errors + text)
        row, = self.table()
        self.assertEqual((row["cosim"], row["latency"], row["interval"], row["clock_ns"]), ("pass", 1, 1, 1.27))
        self.assertEqual(row["area"], {"area": 2220.6})

    @unittest.skipUnless(shutil.which("tclsh"), "tclsh is not installed")
    def test_the_scripts_are_tcl(self) -> None:
        """Each command prints its words: paths and lists in braces stay one word."""
        for name, tool, wanted in (
                ("vitis-run", "vitis", (f"<set_top> <{UNIT}_top>", "<create_clock> <-period> <5> <-name> <default>",
                                        "<open_solution> <-reset> <-flow_target> <vivado> <solution>")),
                ("catapult", "catapult", (f"<solution> <design> <set> <{UNIT}_top> <-top>", "<go> <extract>",
                                          f"<directive> <set> </{UNIT}_top/core/main> <-PIPELINE_INIT_INTERVAL> <1>"))):
            self.install(name)
            self.assertEqual(self.hls("--style", "struct", "run", tool, UNIT)[0], 0)
            script = (self.build / f"hls/{tool}/{UNIT}-struct/run.tcl").read_text()
            words = "proc unknown {args} { puts [join [lmap word $args {format <%s> $word}]] }\n"
            done = subprocess.run(["tclsh"], input=words + script, capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            commands = done.stdout.splitlines()
            self.assertEqual(len(commands) + 1, len(script.replace("\\\n", "").splitlines()))  # exit says nothing
            for line in wanted:
                self.assertIn(line, commands)
            files = [line for line in commands if line.startswith(("<add_files>", "<solution> <file> <add>"))]
            self.assertEqual(len(files), 3)  # the unit, the top, the testbench

    def test_the_check_without_a_tool(self) -> None:
        """make hls-check: the rules of the subset, then the vectors; both have their own selftests."""
        done = subprocess.run(["make", "-n", "hls-check", f"UNIT={UNIT}"], cwd=ROOT, capture_output=True, text=True,
                              check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        said = done.stdout.replace("\\\n", " ")
        self.assertRegex(said, rf"hls_subset\.py .*hls/{UNIT}/\*\.c (?:.*\n)*.* csim {UNIT}\n")

    def test_one_table_for_all_runs(self) -> None:
        for name in ("bambu", "catapult", "vitis-run"):
            self.install(name)
        for tool in ("vitis", "bambu", "catapult", "bambu"):
            self.assertEqual(self.hls("run", tool, UNIT)[0], 0)
        self.assertEqual([row["tool"] for row in self.table()], ["bambu", "catapult", "vitis"])
        lines = (self.build / "hls/hls.md").read_text().splitlines()
        self.assertEqual(len(lines), 5)
        self.assertEqual({line.count("|") for line in lines}, {15})
        row = "| bambu | scalar | xc7a100t-1csg324-VVD | pass | 4 | 3…5 | 4 | 4 | 5 | FF 820, area 35277 |"
        self.assertIn(row, lines[2])

    def test_styles_of_the_top(self) -> None:
        """Each style has a row of its own, and each computes what the unit does."""
        self.install("bambu")
        for style in ("struct", "arrays", "scalar"):
            self.assertEqual(self.hls("--style", style, "run", "bambu", UNIT)[0], 0, style)
            log = (self.build / f"hls/bambu/{UNIT}-{style}/bambu.log").read_text()
            self.assertEqual("bitvalue-opt=0" in log, style == "scalar")
            self.assertEqual(f"/hls/{UNIT}/{UNIT}.c " in log, style == "struct")  # others hold the unit
        self.assertEqual([row["style"] for row in self.table()], ["arrays", "scalar", "struct"])
        self.assertEqual(self.hls("run", "bambu", UNIT)[0], 0)
        self.assertEqual(len(self.table()), 3)  # the best one is one of these
        self.fails("no style 'vector', expected best, struct, arrays, scalar", "--style", "vector", "run", "bambu",
                   UNIT)

    def test_the_best_style_is_that_of_the_table(self) -> None:
        """In the table of docs/reports/hls.md the best style has the fewest cycles; each unit has a row."""
        most: dict[str, dict[str, int]] = {}
        text = (ROOT / "docs/reports/hls.md").read_text()
        undecided = re.findall(r"^The verdict on `(\w+)` is open", text, re.M)
        for row in text.splitlines():
            cells = [cell.strip() for cell in row.split("|")]
            if len(cells) > 6 and cells[2].startswith("bambu, "):
                of_unit = most.setdefault(cells[1], {})
                if cells[6] == "-":
                    self.assertIn(cells[1], undecided)  # said below the table
                    continue
                of_unit[cells[2].removeprefix("bambu, ")] = int(cells[6].split("…")[1])
        for unit, styles in most.items():
            self.assertEqual(styles.get(best("bambu", unit)), min(styles.values(), default=None), unit)
        units = {path.parent.name for path in (ROOT / "hls").glob("*/*.c")}
        units = units - {"frfcfs_queue", *configs.blocks()} | {"silver_queue", "normal_queue"}
        self.assertEqual(units, set(most))

    def test_the_price_has_only_what_passed(self) -> None:
        """Two results of a tool with Verilog of one register each; one of them failed its co-simulation."""
        self.install("bambu")
        self.assertEqual(self.hls("--style", "struct", "run", "bambu", UNIT)[0], 0)
        self.spoil_a_vector()
        self.assertEqual(self.hls("--style", "arrays", "run", "bambu", UNIT)[0], 2)
        for style in ("struct", "arrays"):
            (self.build / f"hls/bambu/{UNIT}-{style}/{UNIT}_top.v").write_text(
                f"module {UNIT}_top (input clock, input d, output reg q); always @(posedge clock) q <= d; endmodule\n")
        done = subprocess.run([sys.executable, str(HERE.parents[2] / "scripts/hls/price.py"), "--build",
                               str(self.build), UNIT], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        hand, tool = done.stdout.splitlines()
        self.assertRegex(hand, rf"^\| {UNIT} \| RTL by hand \| \d+ \| \d+ \| \d+ \| 1…1 \|")
        self.assertRegex(tool, rf"^\| {UNIT} \| bambu, struct \| 0 \| 1 \| 0 \| 3…5 \| 4 \|")

    def test_options_reach_the_tool(self) -> None:
        self.install("bambu")
        self.assertEqual(self.hls("--clock", "2.5", "--device", "asap7-BC", "run", "bambu", UNIT)[0], 0)
        log = (self.build / f"hls/bambu/{UNIT}-scalar/bambu.log").read_text()
        self.assertIn("--clock-period=2.5", log)
        self.assertIn("--device-name=asap7-BC", log)

    def test_a_tool_that_fails_is_one_line(self) -> None:
        for name, tool in (("bambu", "bambu"), ("vitis-run", "vitis"), ("catapult", "catapult")):
            self.install(name)
            self.fails("exit code 1; see ", "run", tool, UNIT, mode="crash")
            self.fails("; see ", "run", tool, UNIT, mode="silent")
            self.assertFalse((self.build / "hls/hls.json").exists())

    def test_a_co_simulation_that_fails_is_seen(self) -> None:
        """The stand-ins run the testbench, so vectors that are wrong must fail there."""
        self.spoil_a_vector()
        for name, tool in (("bambu", "bambu"), ("vitis-run", "vitis"), ("catapult", "catapult")):
            self.install(name)
            self.fails(f"the co-simulation of {tool} did not pass", "run", tool, UNIT)
            self.assertEqual({row["cosim"][:4] for row in self.table()}, {"fail"})
        for row in self.table():
            self.assertRegex(row["cosim"], f"^fail: MISMATCH {UNIT}, cycle 50: level is 0x")

    def test_bambu_passes_on_evidence_only(self) -> None:
        """All these end with exit code 0 and with cycle counts as after a success, abort1 with 1 and without."""
        self.install("bambu")
        for mode, wanted in (("nolog", "no testbench.log"), ("short", "did not end with 100 calls compared"),
                             ("exec", "compared; testbench.log says: sh: ./testbench: cannot execute binary file"),
                             ("fewer", "99 calls of 100"), ("abort", "mismatch with respect to gold reference"),
                             ("abort1", "mismatch with respect to gold reference")):
            self.fails(wanted, "run", "bambu", UNIT, mode=mode)
            row, = self.table()
            self.assertEqual((row["cosim"][:5], row["latency"]), ("fail:", None if mode == "abort1" else 4))

    def test_the_others_pass_on_the_word_of_the_testbench_only(self) -> None:
        """The report of the tool says that the co-simulation passed, the testbench does not."""
        for name, tool in (("vitis-run", "vitis"), ("catapult", "catapult")):
            self.install(name)
            self.fails("did not end with 100 calls compared", "run", tool, UNIT, mode="short")
            self.assertEqual({row["cosim"][:5] for row in self.table()}, {"fail:"})

    def test_a_pass_of_before_does_not_outlive_a_crash(self) -> None:
        self.install("bambu")
        self.assertEqual(self.hls("run", "bambu", UNIT)[0], 0)
        self.fails("exit code 1; see ", "run", "bambu", UNIT, mode="crash")
        self.assertEqual(self.table(), [])

    def test_time_limit(self) -> None:
        self.install("bambu")
        self.fails(f"hls: {UNIT}: bambu did not end within 3 s, after 'scheduling'; see ", "--timeout", "3", "run",
                   "bambu", UNIT, mode="hang")

    def test_vectors_that_do_not_fit_are_one_line(self) -> None:
        path = self.build / f"vectors/{UNIT}.txt"
        for text, wanted in (("1 2 3\n", ":1: 3 values, the contract has"), ("x\n", ":1: expected hexadecimal"),
                             ("", "no vectors")):
            path.write_text(text)
            self.fails(wanted, "testbench", UNIT)
        path.write_text("0\n" * 5000)
        self.fails("the contract has", "testbench", UNIT)

    def test_more_cycles_than_vectors(self) -> None:
        self.fails("5000 cycles asked for, there are vectors of 4000", "--cycles", "5000", "testbench", UNIT)


if __name__ == "__main__":
    unittest.main(verbosity=2)
