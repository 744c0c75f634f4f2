# SPDX-License-Identifier: Apache-2.0
"""An exported unit stands alone: the commands of its README work in a copy outside the tree.

    export_test.py [--full] FOLDER LAYOUT

FOLDER is build/export/<unit>, LAYOUT the JSON of scripts/circuit/unit_layout.py. Icarus simulates the RTL,
Verilator lints it, Yosys counts its flip-flops against the contract and, with --full or if the unit is
small, synthesizes it; the C runs against the same vectors in every spelling of the types; the core file
lists what there is; all names bear the project's. Prints PASS or FAIL; the exit code is 1 when something fails.
"""

from __future__ import annotations

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from typing import Any

import yaml

from scripts.area.netlist import state_bits
from scripts.hls import find, spelling, styles
from scripts.names.declared import prefixed
from tb.tools.names import judge

ROOT = pathlib.Path(__file__).resolve().parents[3]
SMALL_BITS = 1000  # synthesized in every test
LIMIT_S = 600


class Failure(Exception):
    """What is wrong with the folder."""


def commands(folder: pathlib.Path, section: str) -> list[str]:
    """The blocks of commands below a heading of the README."""
    parts = re.split(r"^## (.*)\n", (folder / "README.md").read_text(), flags=re.M)
    text = dict(zip(parts[1::2], parts[2::2])).get(section, "")
    blocks = re.findall(r"^```\n(.*?)^```$", text, re.M | re.S)
    if not blocks:
        raise Failure(f"README.md has no commands below '{section}'")
    return blocks


def run(folder: pathlib.Path, command: str) -> str:
    done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", command], cwd=folder, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=LIMIT_S)
    if done.returncode != 0:
        raise Failure(f"exit code {done.returncode} of:\n{command}{done.stdout[-3000:]}")
    return done.stdout


def demand(text: str, pattern: str, what: str) -> None:
    if not re.search(pattern, text, re.M):
        raise Failure(f"{what}: expected '{pattern}' in:\n{text[-2000:]}")


def module_of(layout: dict[str, Any]) -> str:
    """The name of the unit outside the project."""
    return prefixed(layout["unit"])


def bears_our_name(folder: pathlib.Path, layout: dict[str, Any]) -> None:
    """For a linker, a program that includes the headers, and a design around the RTL; before, it is simulated."""
    c, flags = folder / "c", ["-std=c11", *(f"-D{size}" for size in layout["sizes"])]
    objects = []
    for source in sorted(c.glob("*.c")):
        objects.append(folder / f"{source.stem}.o")
        run(folder, " ".join(["gcc", *flags, "-Ic", "-c", f"c/{source.name}", "-o", objects[-1].name]))
    headers = sorted(c.glob("*.h"))
    declared, fields = judge.declarations(headers, flags)
    if declared & fields:  # fields are registers and pins, whose names stay
        raise Failure(f"fields with the project's name: {', '.join(sorted(declared & fields))}")
    for what, names in (("symbols", judge.symbols(objects)), ("macros", judge.macros(headers, flags)),
                        ("declarations", declared),
                        ("modules", judge.modules((folder / "sim.vvp").read_text())),
                        ("files", {path.stem for part in (c, folder / "rtl") for path in part.rglob("*.*")})):
        wrong = judge.unprefixed(names) if names else ["no names at all"]
        if wrong:
            raise Failure(f"{what} without the project's name: {', '.join(wrong)}")


def simulates(folder: pathlib.Path) -> None:
    block, waved = commands(folder, "Simulate")
    passed = rf"^PASS {folder.name}: \d+ cycles, \d+ output bits$"
    demand(run(folder, block), passed, "testbench")
    demand(run(folder, waved), passed, "testbench with a waveform")
    if not (folder / "sim.fst").is_file():
        raise Failure("no waveform in sim.fst")


def shows_waves(folder: pathlib.Path) -> None:
    """The save file names signals of the waveform and files that are there; all ports are among the signals."""
    run(folder, "vvp -n sim.vvp +wave=sim.vcd")
    scope: list[str] = []
    there = set()
    for words in map(str.split, (folder / "sim.vcd").read_text().split("$enddefinitions")[0].splitlines()):
        if words[:1] == ["$scope"]:
            scope.append(words[2])
        elif words[:1] == ["$upscope"]:
            scope.pop()
        elif words[:1] == ["$var"]:
            there.add(".".join([*scope, "".join(words[4:-1])]))
    save, = (folder / "tb").glob("*.gtkw")
    lines = save.read_text().splitlines()
    shown = {line.split("} ")[-1] for line in lines if line[0] not in "[@^-"}
    ports = {name for name in there if name.count(".") == 1 and not re.search(r"\.(mismatches|wave)\b", name)}
    if shown - there or ports - shown:
        raise Failure(f"{save.name}: not in the waveform: {sorted(shown - there)}; left out: {sorted(ports - shown)}")
    for line in lines:
        if line[0] == "^" and not (folder / line.split()[1]).is_file():
            raise Failure(f"{save.name} names {line.split()[1]}, which is not there")


def simulates_in_systemc(folder: pathlib.Path) -> str:
    if not pathlib.Path("/usr/include/systemc").exists():
        return "no SystemC here"
    block, = commands(folder, "SystemC")
    passed = rf"^PASS {folder.name}: \d+ cycles in SystemC$"
    demand(run(folder, block), passed, "testbench in SystemC")
    vectors = folder / "tb/vectors.hex"
    text = vectors.read_text()
    *others, last = text.split()
    vectors.write_text("\n".join([*others, f"{int(last, 16) ^ 1:x}", ""]))
    if re.search(passed, run(folder, "sc/testbench || true"), re.M):
        raise Failure("testbench in SystemC: passes with a wrong bit in its last vector")
    vectors.write_text(text)
    return "SystemC"


def lints(folder: pathlib.Path) -> None:
    """The RTL, and its testbench as the core gives it to Verilator."""
    block, = commands(folder, "Lint")
    run(folder, block)
    core = yaml.safe_load((folder / f"{folder.name}.core").read_text())
    target = core["targets"]["verilator"]
    options = " ".join(target["flow_options"]["verilator_options"])
    run(folder, f"verilator --lint-only {options} {' '.join(core['filesets']['rtl']['files'])} tb/testbench.v "
                f"--top-module {target['toplevel']}")


def flip_flops(report: str) -> int:
    """In the output of Yosys' stat, of all modules: $dff_<width> of RTL, $_DFF_..._ of gates."""
    report = report.split("=== design hierarchy ===")[-1]
    words = re.findall(r"^ +\$(?:[as]?dffs?r?e?|aldffe?)_(\d+) +(\d+)$", report, re.M)
    gates = re.findall(r"^ +\$_(?:A?L?S?DFF\w*)_ +(\d+)$", report, re.M)
    return sum(int(width) * int(number) for width, number in words) + sum(map(int, gates))


def synthesizes(folder: pathlib.Path, layout: dict[str, Any], full: bool) -> str:
    state, gates = commands(folder, "Synthesize")
    bits = state_bits(layout)
    run(folder, state)
    found = flip_flops((folder / "state.txt").read_text())
    if found != bits:
        raise Failure(f"{found} flip-flops in the RTL, the contract has {bits} bits of state")
    if not full and bits > SMALL_BITS:
        return f"{bits} flip-flops"
    run(folder, gates)
    found = flip_flops((folder / "synth.txt").read_text())
    demand((folder / f"{folder.name}_gates.v").read_text(), rf"^module {module_of(layout)}\b", "netlist")
    if not bits * 0.99 <= found <= bits:  # a few bits are constant: scripts/area/flow.py names them
        raise Failure(f"{found} flip-flops after synthesis, the contract has {bits} bits of state")
    return f"{bits} flip-flops, {found} after synthesis"


def computes(folder: pathlib.Path, layout: dict[str, Any]) -> list[str]:
    """The C and its top, by the README and in every spelling."""
    wanted = rf"^PASS hls testbench {folder.name}: \d+ cycles$"
    block, = commands(folder, "C")
    demand(run(folder, block), wanted, "testbench of the C")
    sources = [*sorted((folder / "c").glob("*.c")), folder / "tb/testbench.c"]
    sizes = [f"-D{size}" for size in layout["sizes"]]
    spellings = spelling.spellings()
    for name, command in spellings.items():
        text = spelling.build([*command, *sizes], [folder / "c"], sources, folder / "spelled.out")
        if text:
            raise Failure(f"{name}: {text[:2000]}")
        demand(spelling.run(folder / "spelled.out")[1], wanted, name)
    return list(spellings)


def software_compiles(folder: pathlib.Path) -> None:
    """What the folder has for a kernel, as a kernel has it: C, its map of registers, and no library."""
    for path in sorted((folder / "c/driver").glob("*.c")):
        source = path.relative_to(folder)
        run(folder, f'"$CC" -std=c11 -ffreestanding -Wall -Wextra -Werror -Ic -c {source} -o driver.o')


def needs_its_sizes(folder: pathlib.Path) -> None:
    """The header of sizes has no macro that nothing uses: not the C, nor another one that is used."""
    header, = (folder / "c").glob("*_sizes.h")
    text = header.read_text()
    others = "".join(path.read_text() for part in ("c", "hls", "tb") for path in sorted((folder / part).rglob("*.*"))
                     if path.suffix in (".c", ".h", ".cpp") and path != header)
    used = set(re.findall(r"\w+", others + re.sub(r"^#(?:define|ifndef) \w+|/\*.*?\*/", "", text, flags=re.M | re.S)))
    unused = {name for name in re.findall(r"^#define (\w+)", text, re.M)} - used
    unused -= {f"{header.stem.upper()}_H"} | {name for name in unused if name.startswith("GMMU_HAS_")}
    if unused:
        raise Failure(f"c/{header.name}: nothing needs {', '.join(sorted(unused))}")


def has_exact_pins(folder: pathlib.Path, layout: dict[str, Any]) -> None:
    """Each pin of the top has the bits of the contract where the types are exact."""
    top, = (folder / "c").glob("*_top.c")
    sizes = " ".join(f"-D{size}" for size in layout["sizes"])
    text = run(folder, f"gcc -std=c11 -E -P -DGMMU_TYPES_EXACT {sizes} -Ic c/{top.name}")
    declared = text[text.index(f"void {top.stem}("):].split(";")[0]
    bits = {"bool": 1, "_Bool": 1} | {f"uint{bits}_t": bits for bits in (8, 16, 32, 64)}
    found = {name: int(exact) if exact else bits[plain] for exact, plain, name in
             re.findall(r"(?:unsigned _BitInt\((\d+)\)|(\w+)) \*?(\w+)[,)]", declared)}
    for field in [*layout["in"], *layout["out"]]:
        names = [f"{field['name']}_{k}" for k in range(field["elements"])] or [field["name"]]
        for name in names:
            if found.get(name) != field["width"]:
                raise Failure(f"c/{top.name}: pin {name} has {found.get(name)} bits, {field['width']} expected")


def streams_move(folder: pathlib.Path, layout: dict[str, Any]) -> None:
    """The top with streams, against the C: no beat is lost, doubled or wrong; without a tool, and with ac_channel."""
    sources = sorted((folder / "hls/stream").glob("*.cpp"))
    for name, command in spelling.spellings().items() if sources else ():
        if name not in ("plain, g++", "ac_int, g++") or "ac_int" in name and not find.ac_int("ac_channel.h"):
            continue
        text = spelling.build([*command, *(f"-D{size}" for size in layout["sizes"])],
                              [folder / "c", folder / "hls/stream"], sources, folder / "stream.out", "-O0")
        if text:
            raise Failure(f"hls/stream, {name}: {text[:2000]}")
        demand(spelling.run(folder / "stream.out")[1],
               rf"^PASS hls streams {folder.name}: \d+ cycles, [1-9]\d* beats$", f"hls/stream, {name}")


def for_hls_tools(folder: pathlib.Path, layout: dict[str, Any], full: bool) -> str:
    """The scripts name what there is, Bambu's default is the style with the fewest cycles, each style computes."""
    if not (folder / "hls").is_dir():
        return "none: a block"
    for script in ("hls/bambu.sh", "hls/vitis.tcl", "hls/catapult.tcl", "hls_config.cfg", "hls/exact/bambu.sh",
                   "hls/exact/vitis.tcl"):
        for path in re.findall(r"\b(?:c|tb|hls/\w+)/\w+\.c(?:pp)?\b", (folder / script).read_text()):
            if not (folder / path).is_file():
                raise Failure(f"{script} names {path}, which is not there")
    for script, before in (("hls/vitis.tcl", "export_design -format "),
                           ("hls/exact/vitis.tcl", "export_design -format "),
                           ("hls_config.cfg", "package.output.format=")):
        demand((folder / script).read_text(), rf"^{re.escape(before)}ip_catalog$", script)
    rows = [[cell.strip() for cell in line.split("|")[1:-1]]
            for line in (folder / "hls/README.md").read_text().splitlines()
            if re.match(r"\| (?:struct|arrays|scalar) \|", line)]
    most = {row[0]: int(row[4].split("…")[1]) for row in rows if "…" in row[4]}
    default, = [row[0] for row in rows if "Bambu" in row[-1]]
    least = min(most, key=lambda style: most[style], default=default)
    if most and most.get(default) != most[least]:
        raise Failure(f"hls/README.md: the default of Bambu is {default}, the fewest cycles has {least}")
    if not full and state_bits(layout) > SMALL_BITS:
        return f"Bambu's {default}"
    for style in ("arrays", "scalar"):
        text = spelling.build(spelling.spellings()["plain, gcc"] + [f"-D{size}" for size in layout["sizes"]],
                              [folder / "c"], [*(folder / f"hls/{style}").glob("*.c"), folder / "tb/testbench.c"],
                              folder / "style.out", styles.optimize(style))
        if text:
            raise Failure(f"hls/{style}: {text[:2000]}")
        said = spelling.run(folder / "style.out")[1]
        demand(said, rf"^PASS hls testbench {folder.name}: \d+ cycles$", f"hls/{style}")
    streams_move(folder, layout)
    for source in sorted((folder / "hls/exact").glob(f"*_{default}.cpp")):
        for name, command in spelling.spellings().items():
            if not name.startswith(("ap_uint", "ac_int")):
                continue
            text = spelling.build([*command, *(f"-D{size}" for size in layout["sizes"])], [folder / "c"],
                                  [source, folder / "hls/exact/testbench.cpp"], folder / "exact.out",
                                  styles.optimize(default))
            if text:
                raise Failure(f"{source.name}, {name}: {text[:2000]}")
            demand(spelling.run(folder / "exact.out")[1], rf"^PASS hls testbench {folder.name}: ", source.name)
    return f"all, Bambu's {default}"


def describes(folder: pathlib.Path, layout: dict[str, Any]) -> None:
    """The core file names what there is, all of the RTL, and a module that exists."""
    text = (folder / f"{folder.name}.core").read_text()
    if not text.startswith("CAPI=2:\n"):
        raise Failure("the core file does not begin with CAPI=2:")
    core = yaml.safe_load(text)
    listed = {name: [entry if isinstance(entry, str) else next(iter(entry)) for entry in fileset["files"]]
              for name, fileset in core["filesets"].items()}
    for path in sum(listed.values(), []):
        if not (folder / path).is_file():
            raise Failure(f"the core file lists {path}, which is not there")
    missing = {f"rtl/{path.name}" for path in (folder / "rtl").iterdir()} - set(listed["rtl"])
    if missing:
        raise Failure(f"the core file does not list {', '.join(sorted(missing))}")
    parameters = set(re.findall(r"\bparameter\s+int\s+(\w+)", (folder / f"rtl/{module_of(layout)}.sv").read_text()))
    bench = (folder / "tb/testbench.v").read_text()
    for name, target in core["targets"].items():
        top = target["toplevel"]
        flow = target.get("flow", "none") if "tool" in target.get("flow_options", {}) else "none"
        if name != "default" and flow not in ("sim", "lint"):
            raise Failure(f"target {name} of the core file: expected a flow, sim or lint, and its tool")
        if {"tools", "default_tool"} & set(target):
            raise Failure(f"target {name} of the core file: a flow has its options in flow_options")
        if top != module_of(layout) and not re.search(rf"^module {top};$", bench, re.M):
            raise Failure(f"target {name} of the core file: no module {top}")
        if top == module_of(layout) and set(target.get("parameters", [])) != parameters:
            raise Failure(f"target {name} of the core file: the parameters are {', '.join(sorted(parameters))}")
    for size in layout["sizes"]:
        macro, value = size.split("=")
        if str(core["parameters"][macro.removeprefix("GMMU_")]["default"]) != value:
            raise Failure(f"the core file does not set {size}")


def explains(folder: pathlib.Path) -> None:
    """The README says what each size is, and names files that are there."""
    text = (folder / "README.md").read_text()
    for row in re.findall(r"^\| `\w+` \| `GMMU_\w+` \|.*$", text, re.M):
        if not row.split("|")[4].strip():
            raise Failure(f"README.md does not say what this is: {row}")
    left = {"sim.vvp", "sim.log", "sim.fst", "sim.vcd", "c.out", f"{folder.name}_gates.v"}  # by its commands
    for name in re.findall(r"`([\w/]+(?:/|\.[a-z]+))`", text):
        there = [folder / name, *(folder / part / name for part in ("c", "rtl", "tb", "syn"))]
        if name not in left and not any(path.exists() for path in there):
            raise Failure(f"README.md names {name}, which is not there")


def stands_alone(folder: pathlib.Path) -> None:
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        text = path.read_text()
        if str(ROOT) in text or "](../" in text:
            raise Failure(f"{path.relative_to(folder)} points into the tree")
        if path.suffix in (".c", ".h", ".v", ".sv", ".ys", ".sdc", ".core"):
            head = "\n".join(text.splitlines()[:2])
            demand(head, "SPDX-License-Identifier: Apache-2.0", str(path.relative_to(folder)))
    demand((folder / "LICENSE").read_text(), "Apache License", "LICENSE")


def check(folder: pathlib.Path, layout: dict[str, Any], full: bool) -> str:
    """Everything; what was done, in words."""
    stands_alone(folder)
    explains(folder)
    describes(folder, layout)
    needs_its_sizes(folder)
    software_compiles(folder)
    has_exact_pins(folder, layout)
    simulates(folder)
    shows_waves(folder)
    sc = simulates_in_systemc(folder) if full and state_bits(layout) <= SMALL_BITS else "not in SystemC"
    bears_our_name(folder, layout)
    lints(folder)
    synthesized = synthesizes(folder, layout, full)
    hls = for_hls_tools(folder, layout, full)
    spelt = "; ".join(computes(folder, layout))
    return f"Icarus, Verilator, {sc}, Yosys ({synthesized}), HLS styles ({hls}), C ({spelt})"


def main(arguments: list[str]) -> int:
    full = "--full" in arguments
    paths = [pathlib.Path(argument) for argument in arguments if argument != "--full"]
    if len(paths) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    os.environ.pop("CPATH", None)
    with tempfile.TemporaryDirectory() as scratch:
        copy = pathlib.Path(scratch) / paths[0].name
        shutil.copytree(paths[0], copy)
        try:
            print(f"PASS export {copy.name}: {check(copy, json.loads(paths[1].read_text()), full)}")
        except Failure as failure:
            print(f"FAIL export {copy.name}: {failure}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
