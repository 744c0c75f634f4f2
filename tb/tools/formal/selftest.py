# SPDX-License-Identifier: Apache-2.0
"""Tests of the proof harness: it must understand C, and it must be able to fail.

    selftest.py [--build DIR] [PART]

1. constructs.c: every function translated, and compiled, on random vectors; the bits of
   every operator against those that Yosys makes of the emitted Verilog, on all operands.
2. sample: proved as it stands; then one planted bug after the other, each of
   which must be refuted or rejected for the stated reason.
3. sample under MemorySanitizer, as it stands and with a variable left unset.
4. sample: claims made to say nothing must be reported.
5. sample: single operators of the emitted Verilog flipped; both the proof and the
   random vectors must notice.

With GMMU_ONE_IN=3 a third of the bugs of 2 is planted, drawn by GMMU_SEED.
Ends with one line PASS or FAIL prove-selftest.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import random
import subprocess
import sys
import unittest.mock
from pathlib import Path

from scripts.circuit import translate
from scripts.circuit.describe import load_unit
from scripts.circuit.errors import ProofError
from scripts.circuit.execute import Outcome
from scripts.circuit.expr import FOLD, Builder, Node
from scripts.circuit.layout import Field, fields
from scripts.circuit.rtl import TO_GATES, Netlist, read_netlist, simulate, source_files
from scripts.circuit.tools import imported_files, run, yosys
from scripts.circuit.unit import Translator, variables
from scripts.formal import derive_rtl, prove_unit, vectors
from scripts.formal.claims_list import logs_of, strength
from scripts.sva import vacuity
from tb.tools.formal import planted
from tb.tools.test.one_in import drawn

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
VECTORS = 512
FLIPS = 12
COMMON = [HERE, ROOT / "hls" / "common"]


def elaborate_combinational(source: Path, top: str, output: Path) -> Netlist:
    """The Verilog that the package emits, as Yosys reads it."""
    yosys([f"read_verilog {source}", f"hierarchy -check -top {top}", "proc", "flatten", "opt_clean",
           "check -assert", *TO_GATES, f"write_aiger -symbols -map {output.with_suffix('.map')} {output}"], str(source))
    netlist = read_netlist(output)
    if netlist.circuit.latches or len(netlist.inputs) != netlist.circuit.inputs:
        raise ProofError(f"{source}: the emitted module is not combinational")
    return netlist


class Report:
    """Counts checks and prints the failed ones."""

    def __init__(self) -> None:
        self.checks = 0
        self.failed = 0

    def check(self, good: bool, what: str) -> None:
        self.checks += 1
        self.failed += not good
        print(f"  {'ok    ' if good else 'FAILED'} {what}", flush=True)


# ---- 1. constructs


class Constructs:
    """constructs.c translated and compiled, and a set of random inputs for it."""

    def __init__(self, build: Path):
        self.build = build
        self.builder = Builder()
        self.code = Translator(self.builder, HERE / "constructs.c", COMMON, [], build)
        self.library = vectors.compile_plain(HERE / "constructs.c", COMMON, [], build / "constructs.so")
        source = random.Random(7)
        given, made = (fields(p.leaves) for p in self.code.parameters("case_copy"))
        self.inputs: list[Field] = given
        self.outputs: list[Field] = made
        self.records = [vectors.random_record(source, given) for _ in range(VECTORS)]
        self.before = vectors.random_record(source, made)

    def _simulate(self, roots: list[tuple[str, Node]]) -> dict[tuple[str, int], int]:
        places = translate.signals("in", "i_", self.inputs)
        inputs = [(f"i_{f.identifier}", f.width) for f in self.inputs]
        netlist = translate.module_of(inputs, roots, places).elaborate()
        ports = {f"i_{f.identifier}": vectors.lanes(self.records, f) for f in self.inputs}
        return simulate(netlist, ports, VECTORS)

    def _translated(self, name: str) -> Outcome:
        given = variables(self.builder, "in", self.inputs)
        old = {leaf.path: self.builder.const(leaf.bits, self.before[leaf.path])
               for f in self.outputs for leaf in f.leaves}
        return self.code.run(name, [given, old])

    def case(self, name: str) -> str:
        """Empty when translated and compiled agree, else the difference."""
        outcome = self._translated(name)
        b, results = self.builder, outcome.structs[1]
        roots = [(f"o_{f.identifier}", b.concat(*(results[leaf.path] for leaf in reversed(f.leaves))))
                 for f in self.outputs]
        found = self._simulate(roots + [("ub", outcome.ub)])
        given, made = vectors.Struct(self.inputs), vectors.Struct(self.outputs)
        expected = []
        for record in self.records:
            memory = made.new(self.before)
            getattr(self.library, name)(given.new(record), memory)
            expected.append(made.read(memory))
        if found["ub", 0]:
            return "reported as undefined, which it is not"
        differences = (vectors.mismatch(found, f"o_{f.identifier}", f, expected, 0) for f in self.outputs)
        return next((d for d in differences if d), "")

    def undefined(self, name: str) -> str:
        """Empty when `ub` is exactly what expect_<name>() says."""
        found = self._simulate([("ub", self._translated(f"ub_{name}").ub)])["ub", 0]
        given, expected = vectors.Struct(self.inputs), 0
        for lane, record in enumerate(self.records):
            expected |= (getattr(self.library, f"expect_{name}")(given.new(record)) & 1) << lane
        if expected in (0, (1 << VECTORS) - 1):
            return "the vectors do not exercise it"
        return "" if found == expected else f"wrong in {(found ^ expected).bit_count()} vectors"


def test_bits(report: Report, build: Path) -> None:
    """Every operator as bits.py builds it and as Yosys builds it of the Verilog: the same for all operands."""
    builder = Builder()
    build.mkdir(parents=True, exist_ok=True)
    for width in (1, 2, 3, 5, 6):
        a, b, c = builder.var(width, "a"), builder.var(width, "b"), builder.var(1, "c")
        outputs = [(f"o_{op}", builder.binary(op, a, b)) for op in FOLD]
        outputs += [("o_eq", builder.eq(a, b)), ("o_ult", builder.ult(a, b)), ("o_mux", builder.mux(c, a, b)),
                    ("o_not", builder.not_(a)), ("o_sext", builder.sext(a, 2 * width)),
                    ("o_part", builder.extract(builder.binary("add", a, b), width - 1, width // 2))]
        ports = [(name, width if name != "c" else 1) for name in "abc"]
        module = translate.module_of(ports, outputs, {name: (name, 0, bits) for name, bits in ports})
        module.write(build / "operators.v", "operators")
        lanes = 1 << 2 * width + 1
        every = {name: [sum((lane >> low + k & 1) << lane for lane in range(lanes)) for k in range(bits)]
                 for (name, bits), low in zip(ports, (0, width, 2 * width))}
        own = simulate(module.elaborate(), every, lanes)
        verilog = elaborate_combinational(build / "operators.v", "operators", build / "operators.aig")
        theirs = simulate(verilog, every, lanes)
        wrong = sorted({name for name, _ in own.keys() | theirs.keys() if any(
            own.get((name, k)) != theirs.get((name, k)) for k in range(2 * width))})
        report.check(not wrong, f"operators of {width} bits are those of Yosys" + (f", but {wrong}" if wrong else ""))


def test_constructs(report: Report, build: Path) -> None:
    constructs = Constructs(build)
    for name in constructs.code.names():
        try:
            if name.startswith("case_"):
                problem = constructs.case(name)
            elif name.startswith("ub_"):
                problem = constructs.undefined(name[3:])
            else:
                continue
        except ProofError as error:
            problem = str(error)
        report.check(not problem, f"translator: {name}" + (f": {problem}" if problem else ""))


# ---- 2. planted bugs


def prove_sample(folder: Path, build: Path, *options: str) -> tuple[int, str]:
    """Exit code and output of the proof of the sample unit in folder, by default whole and anew."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        code = prove_unit.main(["sample", "--c", str(folder / "sample.c"), "--rtl", str(folder / "sample.sv"),
                                "--description", str(folder / "sample_promises.c"), "--build", str(build),
                                "--timeout", "60", *(options or ("--force",))])
    return code, out.getvalue()


def copy_sample(to: Path, edits: dict[str, list[tuple[str, str]]]) -> None:
    to.mkdir(parents=True, exist_ok=True)
    for source in sorted(HERE.glob("sample*")):
        text = source.read_text()
        for old, new in edits.get(source.name, []):
            if text.count(old) != 1:
                raise ProofError(f"{source.name}: the text to break is not there exactly once: {old}")
            text = text.replace(old, new)
        (to / source.name).write_text(text)


def test_derived(report: Report, folder: Path) -> None:
    """RTL derived from the C takes the place of the hand-written one, and the proof must hold."""
    copy_sample(folder, {})
    with contextlib.redirect_stdout(io.StringIO()):
        derive_rtl.main(["sample", "--c", str(folder / "sample.c"), "--output", str(folder / "sample.sv")])
    code, output = prove_sample(folder, folder)
    report.check(code == 0, "RTL derived from the C of sample is proved" + ("" if code == 0 else "\n" + output))
    text = (folder / "sample.sv").read_text()
    for what, line in (("an array", "  reg [6:0] tag [0:4];"), ("a nested struct", "begin : timer"),
                       ("a value by its name in the C", "  wire hit = "),
                       ("a next value", "wire [2:0] next_ans_way = ")):
        report.check(line in text, f"RTL derived from the C of sample has {what}: {line.strip()}")
    (folder / "small_sample.v").write_text(text)  # as of a configuration, beside the module of its unit
    alone = source_files([folder], folder / "small_sample.v") == [folder / "small_sample.v"]
    report.check(alone, "RTL derived from the C of a configuration is read without the module of its unit")


def test_sources(report: Report, folder: Path) -> None:
    """Which files a module needs."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (("top", "module top; // not other\n/* nor other */ part p(); endmodule\n"),
                       ("part", "module part; import sizes_pkg::*; endmodule\n"),
                       ("sizes_pkg", "package sizes_pkg; // of other\nendpackage\n"),
                       ("other", "module other; endmodule\n")):
        (folder / f"{name}.sv").write_text(text)
    found = [path.stem for path in source_files([folder], folder / "top.sv")]
    report.check(found == ["sizes_pkg", "part", "top"], "a module that only comments name is not read")


def test_planted(report: Report, build: Path, bugs: list[planted.Bug]) -> None:
    copy_sample(build / "good", {})
    code, output = prove_sample(build / "good", build / "good")
    report.check(code == 0, "sample as it stands is proved" + ("" if code == 0 else "\n" + output))
    test_derived(report, build / "derived")
    test_sources(report, build / "sources")
    for bug in bugs:
        copy_sample(build / bug.name, bug.edits)
        code, output = prove_sample(build / bug.name, build / bug.name)
        wanted = {"conditional": 0, "refuted": 1, "rejected": 2}[bug.fate]
        lines = [line for line in output.split("\n") if bug.says in line]
        if bug.fate == "conditional":
            lines = [line for line in lines if "proved under the invariant" in line]
        good = code == wanted and bool(lines)
        report.check(good, f"planted {bug.name}: {bug.fate}" + ("" if good else f", not so:\n{output}"))


def test_equal_only(report: Report, build: Path) -> None:
    """Without the claims: what equality rests on is still asked, and a pass is none for the whole proof."""
    for name, passes in (("c-wraps-one-late", False), ("c-index-unguarded", False), ("c-mealy-pin", False),
                         ("invariant-not-inductive", False), ("c-highest-way-wins", True), ("false-property", True),
                         ("false-idle", False), ("false-lemma", True)):
        folder = build / name
        copy_sample(folder, next(bug.edits for bug in planted.BUGS if bug.name == name))
        code, output = prove_sample(folder, folder, "--equal-only")
        good = code == (0 if passes else 1) and (", C = RTL alone" in output) == passes
        report.check(good, f"equal only: {name}, {'proved' if passes else 'refuted'}" + ("" if good else f"\n{output}"))
    code, _ = prove_sample(build / "false-property", build / "false-property", "--timeout", "60")
    report.check(code == 1, "equal only: a whole proof after it asks the claims")


def test_memory(report: Report, build: Path) -> None:
    """What clang makes of an unset variable when it compiles is up to it; MemorySanitizer sees it when it runs."""
    for name, code in (("good", 0), ("c-local-array-unset", 1)):
        folder = build / name
        copy_sample(folder, next((bug.edits for bug in planted.BUGS if bug.name == name), {}))
        program = folder / "sample_run"
        run([os.environ.get("CLANG", "clang-19"), "-std=c11", "-O0", "-fsanitize=memory", *(f"-I{d}" for d in COMMON),
             str(folder / "sample.c"), str(folder / "sample_run.c"), "-o", str(program)], "sample_run")
        done = subprocess.run([str(program)], capture_output=True, text=True, check=False)
        said = "use-of-uninitialized-value" in done.stderr
        report.check((done.returncode != 0) == said == bool(code), f"MemorySanitizer: {name}")


def test_digest(report: Report, build: Path) -> None:
    """What a verdict depends on changes the digest: else a changed promise would not be proved again."""
    build.mkdir(parents=True, exist_ok=True)
    description = build / "golden_queue.c"
    description.write_text((ROOT / "tb/formal/golden_queue.c").read_text()
                           + '#include "promises.inc"\n#include "promises.c"\n')
    for name, text in (("promises.inc", ""), ("promises.c", '#include "words.def"\n'), ("words.def", "")):
        (build / name).write_text(text)
    rtl = build / "golden_queue.sv"
    rtl.write_text((ROOT / "rtl/golden_queue.sv").read_text())
    module, checker = build / "module.py", build / "checker"
    module.write_text("")
    checker.write_text("")
    options = ["golden_queue", "--description", str(description), "--rtl", str(rtl), "--build", str(build)]
    job = prove_unit.Job(prove_unit.parse([*options, "--certify", str(checker)]))
    with unittest.mock.patch.object(prove_unit, "imported_files", lambda root: {module}):
        for name in ("golden_queue.c", "golden_queue.claims", "promises.inc", "promises.c", "words.def",
                     "golden_queue.sv", "module.py", "checker"):
            before = job.digest()
            report.check(job.digest() == before, f"digest: the same before {name} changes")
            with (build / name).open("a") as file:
                file.write("/* changed */\n")
            report.check(job.digest() != before, f"digest: another with {name}")
    before = job.digest()
    with unittest.mock.patch.object(prove_unit, "versions", lambda: ["other tools"]):
        report.check(job.digest() != before, "digest: another with other tools")
    imported = {path.relative_to(ROOT).as_posix() for path in imported_files(ROOT)}
    report.check({"scripts/circuit/configs.py", "scripts/circuit/miter.py", "scripts/formal/prove_unit.py"} <= imported,
                 "digest: with the modules that a proof imports")
    rtl.write_text('`include "more.svh"\n' + rtl.read_text())
    try:
        prove_unit.Job(prove_unit.parse(options))
        refused = ""
    except ProofError as error:
        refused = str(error)
    report.check("expected no `include" in refused, "digest: an include of the RTL is refused")


# ---- 4. claims that say nothing


VACUOUS: dict[str, tuple[str, int, list[tuple[str, str]]]] = {
    "good": ("", 0, []),
    "tautology": ("TAUTOLOGY  prop_flush_empties", 1,
                  [("(u1)(!in->flush || none)", "(u1)(!in->flush || none || in->flush)")]),
    "premise-never-holds": ("NO WITNESS prop_flush_empties", 1,
                            [("(u1)(!in->flush || none)", "(u1)(!in->flush || s->next < 7 || none)")]),
    "premise-against-a-duty": ("TAUTOLOGY  prop_flush_empties", 1,
                               [("    u1 none = 1;", "    u1 none = 1;\n    sample_given_duty_tags(s, in);"),
                                ("(u1)(!in->flush || none)", "(u1)(!in->fill_valid || in->fill_tag != 127 || none)")]),
    # behind a live part of the same claim
    "both-parts-live": ("ok         prop_flush_empties: 2 of 2 parts", 0,
                        [("(u1)(!in->flush || none)", "(u1)((!in->flush || none) && (!in->flush || n->next == 0))")]),
    "dead-part": ("TAUTOLOGY  prop_flush_empties at sample_promises.c:", 1,
                  [("(u1)(!in->flush || none)", "(u1)((!in->flush || none) & (n->next < 8))")]),
    "dead-in-a-loop": ("TAUTOLOGY  inv at sample_promises.c:", 1,
                       [("!(s->valid[a] &&", "(s->tag[a] <= 127) && !(s->valid[a] &&")]),
    "part-never-asked": ("NO WITNESS prop_flush_empties at sample_promises.c:", 1,
                         [("(u1)(!in->flush || none)", "(u1)((!in->flush || none) && (s->next < 7 || none))")]),
    "branch-never-taken": ("NO WITNESS prop_flush_empties at sample_promises.c:", 1,
                           [("(u1)(!in->flush || none)", "(u1)(s->next > 5 ? none : !in->flush || none)")]),
    "never-idle": ("NO WITNESS idle", 1, [("in->peek_way > 4", "in->peek_way > 4 && s->next > 5")]),
}


def test_vacuity(report: Report, build: Path) -> None:
    for name, (says, code, edits) in VACUOUS.items():
        folder, out = build / name, io.StringIO()
        copy_sample(folder, {"sample_promises.c": edits} if edits else {})
        with contextlib.redirect_stdout(out):
            got = vacuity.main(["sample", "--c", str(folder / "sample.c"), "--description",
                                str(folder / "sample_promises.c"), "--build", str(folder)])
        report.check(got == code and says in out.getvalue(),
                     f"vacuity: {name}" + ("" if got == code else f"\n{out.getvalue()}"))
    for known, code in (("prop_flush_empties=1", 0), ("prop_flush_empties=2", 1)):
        with contextlib.redirect_stdout(io.StringIO()):
            got = vacuity.main(["sample", "--c", str(build / "dead-part/sample.c"), "--description",
                                str(build / "dead-part/sample_promises.c"), "--build", str(build), "--known", known])
        report.check(got == code, f"vacuity: known as {known}")
    test_vacuity_of_a_bench(report, build / "far")
    kept = build / "good" / "vacuity" / "sample" / "prop_flush_empties.vcd"
    report.check(kept.is_file() and "$enddefinitions" in kept.read_text(), "vacuity: the witness is kept as a waveform")


def test_vacuity_of_a_bench(report: Report, folder: Path) -> None:
    """Five tags of 7 bits, to which no random run comes: the inputs of a bench do."""
    tags = (17, 34, 68, 3, 99)
    far = " && ".join(f"s->tag[{way}] == {tag}" for way, tag in enumerate(tags))
    copy_sample(folder, {"sample_promises.c": [("(u1)(!in->flush || none)",
                                                f"(u1)((!in->flush || none) && (!({far}) || n->next == 0))")]})
    layout = folder / "lockstep" / "sample" / "layout.json"
    layout.parent.mkdir(parents=True, exist_ok=True)
    layout.write_text(run([sys.executable, str(ROOT / "scripts/circuit/unit_layout.py"), "--clang",
                           os.environ.get("CLANG", "clang-19"), f"-I{COMMON[1]}", "sample", str(folder / "sample.h")],
                          "layout of sample"))
    vectors, pins = folder / "vectors.txt", "0 " * 6
    # rst, look_valid, look_tag, fill_valid, fill_tag, flush, weight, peek_way
    fills = [f"0 0 0 1 {tag:x} 0 0 0 0 {pins}" for tag in tags]
    vectors.write_text("\n".join([f"1 0 0 0 0 0 0 0 0 {pins}", *fills, *[f"0 0 0 0 0 0 0 0 0 {pins}"] * 194]))
    vacuity_of_sample = ["sample", "--c", str(folder / "sample.c"), "--description", str(folder / "sample_promises.c"),
                         "--build", str(folder)]
    guided = ["--vectors", str(vectors)]
    with contextlib.redirect_stdout(io.StringIO()):
        alone, with_bench = vacuity.main(vacuity_of_sample), vacuity.main([*vacuity_of_sample, *guided])
    report.check(alone == 1, "vacuity: a far state, random runs alone")
    report.check(with_bench == 0, "vacuity: a far state, inputs of a bench")
    vectors.write_text("0 0 x\n")
    with contextlib.redirect_stderr(io.StringIO()):
        report.check(vacuity.main([*vacuity_of_sample, *guided]) == 2, "vacuity: bad vectors")


# ---- 5. a broken translator


def flips(text: str) -> list[str]:
    """Copies of the emitted module with one operator replaced."""
    lines = text.split("\n")
    swaps = {" & ": " | ", " | ": " ^ ", " + ": " - ", " - ": " + ", " < ": " > ", " == ": " != ", " ? ": "",
             "~": ""}
    sites = [(n, old) for n, line in enumerate(lines) if line.startswith("  wire")
             for old in swaps if old in line.split("=", 1)[1]]
    chosen = random.Random(3).sample(sites, min(FLIPS, len(sites)))
    out = []
    for n, old in chosen:
        head, tail = lines[n].split("=", 1)
        if old == " ? ":
            condition, choice = tail.split(" ? ")
            yes, no = choice.rstrip(";").split(" : ")
            tail = f"{condition} ? {no} : {yes};"
        else:
            tail = tail.replace(old, swaps[old], 1)
        out.append("\n".join(lines[:n] + [f"{head}={tail}"] + lines[n + 1:]))
    return out


def test_claims(report: Report, build: Path) -> None:
    """The list of claims tells the size at which a claim was proved, where that is not the unit's own."""
    for log in build.glob("*.log"):
        log.unlink()
    line = "  proved {} 0.10 s  property room\n"
    for other in ("unit_b16", "unit-equal", "unit-A_W_16-equal"):  # of another configuration, of no claims
        (build / f"{other}.log").write_text(line.format("under the invariant"))
    report.check(not logs_of("unit", build), "claims: no log is not proved")
    (build / "unit-A_W_16-DEPTH_2.log").write_text(line.format("under the invariant"))
    small = strength("property", "room", list(logs_of("unit", build).items()))
    report.check(small == "under the invariant, with A_W=16-DEPTH=2",
                 f"claims: a smaller size is told: {small}")
    (build / "unit.log").write_text(line.format("in every state"))
    whole = strength("property", "room", list(logs_of("unit", build).items()))
    report.check(whole == "in every state", f"claims: the size of the unit counts before others: {whole}")
    other = strength("property", "roo", list(logs_of("unit", build).items()))
    report.check(other == "not proved yet here", f"claims: another claim is not proved: {other}")


def test_translator_bugs(report: Report, build: Path) -> None:
    """The step of sample without its promises, so that every operator matters."""
    copy_sample(build, {})
    unit = load_unit("sample", build / "sample.c", build / "sample_promises.c", COMMON, [], build)
    library = vectors.compile_plain(build / "sample.c", COMMON, [], build / "plain.so")
    path = build / "sample_c.v"
    translate.module_of_unit(unit, with_judgements=False).write(path, "sample_c")
    for number, text in enumerate(flips(path.read_text())):
        path.write_text(text)
        netlist = elaborate_combinational(path, "sample_c", build / "flipped.aig")
        try:
            vectors.check_step(unit, netlist, library, VECTORS)
            noticed = False
        except ProofError as error:
            noticed = "differs from the compiled C" in str(error)
        report.check(noticed, f"flipped operator {number} of the emitted Verilog: noticed")


def main() -> int:
    parser = argparse.ArgumentParser(description="Test the proof harness.")
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("part", nargs="?", default="", help="constructs, planted, equal, ...")
    options = parser.parse_args()
    build = Path(options.build).resolve() / "formal" / "selftest"
    report, bugs = Report(), drawn(planted.BUGS)

    def test_bugs(report: Report, build: Path) -> None:
        test_planted(report, build, bugs)
    sys.setrecursionlimit(100000)
    for name, test in (("constructs", test_constructs), ("bits", test_bits), ("planted", test_bugs),
                       ("equal", test_equal_only),
                       ("memory", test_memory), ("digest", test_digest), ("vacuity", test_vacuity),
                       ("claims", test_claims), ("flips", test_translator_bugs)):
        if options.part in ("", name):
            (build / name).mkdir(parents=True, exist_ok=True)
            test(report, build / name)
    verdict = "FAIL" if report.failed else "PASS"
    print(f"{verdict} prove-selftest ({report.checks} checks, {report.failed} failed)")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
