# SPDX-License-Identifier: Apache-2.0
"""The test of exported units must notice what is wrong with one.

    selftest.py FOLDER LAYOUT

Copies FOLDER (build/export/golden_queue), plants one fault after the other, and runs the check that
should see it (export_test.py). Also reads the constraints with OpenSTA. Prints PASS or FAIL per fault.
"""

from __future__ import annotations

import copy
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable

from scripts.hls import find, spelling
from tb.tools.export import export_test as test
from tb.tools.export import together

ROOT = pathlib.Path(__file__).resolve().parents[3]
LIBERTY = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib"


def change(path: pathlib.Path, pattern: str, new: str) -> None:
    """Replaces the first match."""
    text, count = re.subn(pattern, new, path.read_text(), count=1, flags=re.M)
    if not count:
        raise SystemExit(f"FAIL export-selftest: no '{pattern}' in {path.name} to plant a fault at")
    path.write_text(text)


def constrained(folder: pathlib.Path, layout: dict) -> None:
    """OpenSTA takes the constraints, and no path is without one."""
    top = test.module_of(layout)
    test.run(folder, f"yosys -q -p 'script syn/synth.ys; dfflibmap -liberty {LIBERTY}; abc -liberty {LIBERTY};"
                     " write_verilog -noattr -noexpr mapped.v'")
    (folder / "sta.tcl").write_text(f"read_liberty {LIBERTY}\nread_verilog mapped.v\nlink_design {top}\n"
                                    f"read_sdc syn/{folder.name}.sdc\ncheck_setup -verbose\nreport_checks\nexit\n")
    report = test.run(folder, "sta -exit -no_splash sta.tcl")
    test.demand(report, r"^ +-?\d+\.\d+ +slack \((MET|VIOLATED)\)$", "OpenSTA")
    if re.search(r"^(Error|Warning)", report, re.M):
        raise test.Failure(report)


def main() -> int:
    source, layout_path = map(pathlib.Path, sys.argv[1:])
    layout = json.loads(layout_path.read_text())
    unit, name = layout["unit"], source.name
    larger = copy.deepcopy(layout)
    larger["state"].append({"path": "spare", "width": 3, "elements": 0})
    module = test.module_of(layout)
    rtl, c = f"rtl/{module}.sv", f"c/{module}.c"
    top, header = f"c/{module}_top.c", f"c/{module}.h"

    def named(folder: pathlib.Path) -> None:
        test.simulates(folder)
        test.bears_our_name(folder, layout)

    def waved(folder: pathlib.Path) -> None:
        test.simulates(folder)
        test.shows_waves(folder)

    def short_module(folder: pathlib.Path) -> None:
        change(folder / rtl, f"{module} #", f"{unit} #")
        change(folder / "tb/testbench.v", f"{module} dut", f"{unit} dut")

    def two_programs(folder: pathlib.Path) -> None:
        other = folder.parent / "other"
        shutil.copytree(folder / "tb", other / "tb")
        shutil.copy(folder / "README.md", other)
        together.one_program([folder, other], folder.parent)

    # what, where and how, the check, what it must say
    faults: list[tuple[str, Callable[[pathlib.Path], object], Callable[[pathlib.Path], object], str]] = [
        ("an operator of the RTL", lambda f: change(f / rtl, r"&&", "||"), test.simulates, f"MISMATCH {name}, cycle"),
        ("an operator of the C", lambda f: change(f / c, r"&&", "||"), lambda f: test.computes(f, layout),
         f"MISMATCH {unit}, cycle"),
        ("a port that the top mixes up", lambda f: change(f / top, r"\(gmmu_u1\)push_write", "(gmmu_u1)pop"),
         lambda f: test.computes(f, layout), f"MISMATCH {unit}, cycle"),
        ("an unused signal", lambda f: change(f / rtl, r"^endmodule", "logic spare;\nendmodule"), test.lints, "UNUSED"),
        ("state beyond the RTL's", lambda f: None, lambda f: test.synthesizes(f, larger, False),
         "the contract has 656"),
        ("a header left out", lambda f: (f / f"c/{module}_sizes.h").unlink(), lambda f: test.computes(f, layout),
         f"{module}_sizes.h: No such file"),
        ("a size that nothing needs", lambda f: change(f / f"c/{module}_sizes.h", r"^#ifndef GMMU_ROW_W",
                                                       "#define GMMU_SPARE 1\n\\g<0>"),
         test.needs_its_sizes, "nothing needs GMMU_SPARE"),
        ("a pin that is too wide", lambda f: change(f / top, r"GMMU_BITS\(9, uint16_t\) push_id,",
                                                    "uint16_t push_id,"),
         lambda f: test.has_exact_pins(f, layout), "pin push_id has 16 bits, 9 expected"),
        ("a stream that doubles a beat", lambda f: change(f / f"hls/stream/{module}_stream.cpp", r"push_has = false;$",
                                                          "push_has = push_held.write;"),
         lambda f: test.streams_move(f, layout), "hls/stream, plain, g++: expected"),
        ("a module left out", lambda f: (f / "rtl/gmmu_pkg.sv").unlink(), lambda f: test.describes(f, layout),
         "rtl/gmmu_pkg.sv, which is not there"),
        ("a module not listed", lambda f: (f / "rtl/other.sv").write_text(""), lambda f: test.describes(f, layout),
         "does not list rtl/other.sv"),
        ("a parameter not listed", lambda f: change(f / rtl, r"parameter +int ", "parameter int X = 1, parameter int "),
         lambda f: test.describes(f, layout), "parameters are "),
        ("a path into the tree", lambda f: change(f / "tb/testbench.v", "tb/vectors.hex", f"{ROOT}/vectors.hex"),
         test.stands_alone, "tb/testbench.v points into the tree"),
        ("a function without our name", lambda f: change(f / c, r"^void gmmu_", "void helper(void) {\n}\n\\g<0>"),
         named, "symbols without the project's name: helper"),
        ("a type without our name", lambda f: change(f / header, r"^#endif", "typedef int place;\n#endif"), named,
         "declarations without the project's name: place"),
        ("a macro without our name", lambda f: change(f / header, r"^#endif", "#define PLACE 1\n#endif"), named,
         "macros without the project's name: PLACE"),
        ("a module without our name", short_module, named, f"modules without the project's name: {unit}"),
        ("a second function of one name", lambda f: shutil.copytree(f / "c", f.parent / "other/c"), two_programs,
         "multiple definition of `gmmu_"),
        ("two files of one name", lambda f: change(shutil.copytree(f / "rtl", f.parent / "other/rtl") / f"{module}.sv",
                                                   r"&&", "||"),
         lambda f: together.shared([f, f.parent / "other"]), f"{module}.sv of {name} and of other differ"),
        ("a style left out", lambda f: shutil.rmtree(f / "hls/scalar"), lambda f: test.for_hls_tools(f, layout, False),
         f"hls/bambu.sh names hls/scalar/{module}_top.c, which is not there"),
        ("a style that computes something else", lambda f: change(f / f"hls/arrays/{module}_top.c", "!= 0;", "== 0;"),
         lambda f: test.for_hls_tools(f, layout, False), "hls/arrays: expected '^PASS"),
        ("a default that is not the best", lambda f: change(f / "hls/README.md", "3…3", "99…99"),
         lambda f: test.for_hls_tools(f, layout, False), "the default of Bambu is scalar, the fewest cycles has"),
        ("a script without an IP", lambda f: change(f / "hls_config.cfg", "ip_catalog", "rtl"),
         lambda f: test.for_hls_tools(f, layout, False), "hls_config.cfg: expected"),
        ("a target without a flow", lambda f: change(f / f"{name}.core", r"^    flow: lint\n", ""),
         lambda f: test.describes(f, layout), "target lint of the core file: expected a flow"),
        ("a size that is not explained", lambda f: change(f / "README.md", r"bits of a row's number[^|]*", " "),
         test.explains, "README.md does not say what this is: | `ROW_W`"),
        ("a path that is not there", lambda f: (f / "tb/testbench.c").unlink(), test.explains,
         "README.md names testbench.c, which is not there"),
        ("a wave without a signal", lambda f: change(f / f"tb/{module}_testbench.gtkw", r"\.pop$", ".popped"),
         waved, "not in the waveform: "),
        ("a source without its licence", lambda f: change(f / rtl, "SPDX-", ""), test.stands_alone, "SPDX-License"),
    ]
    failed = False
    for what, plant, check, wanted in faults:
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch) / name
            shutil.copytree(source, folder)
            plant(folder)
            try:
                check(folder)
                said = "nothing"
            except test.Failure as failure:
                said = str(failure)
        seen = wanted in said
        failed = failed or not seen
        print(f"{'PASS' if seen else 'FAIL'} export-selftest: {what}" + ("" if seen else f"; the check said: {said}"))
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / name
        shutil.copytree(source, folder)
        try:
            constrained(folder, layout)
            print("PASS export-selftest: the constraints in OpenSTA")
        except (test.Failure, subprocess.TimeoutExpired) as failure:
            print(f"FAIL export-selftest: the constraints: {failure}")
            failed = True
    if not find.ap_int():
        print(f"SKIP export: ap_uint; {spelling.NO_AP_INT}")
    if not find.ac_int():
        print(f"SKIP export: ac_int; {spelling.NO_AC_INT}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
