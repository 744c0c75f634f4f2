#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Stand-in of an HLS tool for tests of the drivers: which one it plays is in the name it is called by.

It insists on what the real tool needs (files that exist, a top function, a clock, the steps of the flow),
compiles the sources and the testbench with the host's compiler in the place of synthesis and
co-simulation, and leaves a sample report in the tool's form. The numbers mean nothing.

What it says of a co-simulation is what the real tool says: Bambu 2024.10 ends with 0 and prints cycle
counts after a mismatch, or with 1 and less of them, and its testbench.log has lines with ERROR after
success too (these logs were taken from real runs); the reports of Vitis and Catapult follow their
documentation.

FAKE_HLS is crash: ends with an error; silent: leaves no report; short: the testbench ends before its
verdict; hang: never ends; for bambu also abort: the simulation is broken off, abort1: and Bambu ends
with 1, nolog: no testbench.log, exec: the testbench cannot be run, fewer: a call is not simulated,
noarea: the area is the largest double, lost: a register has no input, and Bambu ends with 1, unless
the LUT transformation is off; lost2: also then, with 0.
"""

import os
import pathlib
import re
import subprocess
import sys
import time

MODE = os.environ.get("FAKE_HLS", "")

BAMBU = """\
 ==  Bambu executed with: {command}
Version: PandA 2024.10 - Revision 683d87153f20f75687bfdb928fdd6256abcab09f-2024.10
---Number of states: 4
    Total estimated area: inf
    Total number of flip-flops in function helper: 12
    Total estimated area: {area}
    Estimated max frequency (MHz): 250.0
    Minimum slack: 1.0000000000000000e+00
    Total number of flip-flops in function {top}: 820
"""
# As Bambu 2024.10 writes them.
BAMBU_REGISTERS = """\
  register_STD #(.BITSIZE_in1(1),
    .BITSIZE_out1(1)) reg_0 (.out1(out_reg_0_reg_0),
    .clock(clock),
    .reset(reset),
    .in1({value}),
    .wenable(wrenable_reg_0));
  register_SE #(.BITSIZE_in1(8),
    .BITSIZE_out1(8)) reg_1 (.out1(out_reg_1_reg_1),
    .clock(clock),
    .reset(reset),
    .in1(out_MUX_0_ARRAY_1D_STD_DISTRAM_NN_SDS_0_i0_0_0_0),
    .wenable(wrenable_reg_1));
"""
BAMBU_COSIM = """\
Run 1 execution time 3 cycles;
Run 2 execution time 5 cycles;
  Total cycles             : 1200 cycles
  Number of executions     : {calls}
  Average execution        : 4 cycles
"""
BAMBU_LOG = """\
ERROR: MDPI driver: Interface 8: Unknown data required: 4.
ERROR: MDPI driver: Interface 14: Unknown data required: 4.
{testbench}Results file: results.txt
Reset active: HIGH
Sim: Testbench returned: 0
- HLS_output/simulation/bambu_testbench.v:302: Verilog $finish
"""
BAMBU_ABORT = """\
ERROR: MDPI driver: Interface 8: Unknown data required: 4.
ERROR: MDPI driver: Memory parameter 7 (1/1) mismatch with respect to gold reference.
ERROR: MDPI driver: Memory parameter mismatch has been found.
ERROR: MDPI driver: Co-simulation called abort
"""
VITIS = """\
<?xml version="1.0" encoding="UTF-8"?>
<profile>
  <UserAssignments><TopModelName>{top}</TopModelName><TargetClockPeriod>5.00</TargetClockPeriod></UserAssignments>
  <PerformanceEstimates>
    <SummaryOfTimingAnalysis><unit>ns</unit><EstimatedClockPeriod>3.65</EstimatedClockPeriod></SummaryOfTimingAnalysis>
    <SummaryOfOverallLatency>
      <Best-caseLatency>2</Best-caseLatency>
      <Average-caseLatency>undef</Average-caseLatency>
      <Worst-caseLatency>2</Worst-caseLatency>
      <Interval-min>1</Interval-min>
      <Interval-max>1</Interval-max>
    </SummaryOfOverallLatency>
  </PerformanceEstimates>
  <AreaEstimates>
    <Resources><BRAM_18K>0</BRAM_18K><DSP>0</DSP><FF>712</FF><LUT>1504</LUT><URAM>0</URAM></Resources>
    <AvailableResources><FF>126800</FF><LUT>63400</LUT></AvailableResources>
  </AreaEstimates>
</profile>
"""
VITIS_COSIM = """\
+----------+----------+-----------------------------------------------+-----------------------------------------------+
|   RTL    |  Status  |      min      |      avg      |      max      |      min      |      avg      |      max      |
+----------+----------+-----------------------------------------------+-----------------------------------------------+
|      VHDL|        NA|             NA|             NA|             NA|             NA|             NA|             NA|
|   Verilog|{state:>10}|              2|              2|              2|              1|              1|              1|
+----------+----------+-----------------------------------------------+-----------------------------------------------+
"""
CATAPULT = """\
Processes/Blocks in Design
  Process           Real Operation(s) count Latency Throughput Reset Length II Comments
  ----------------- ----------------------- ------- ---------- ------------ -- --------
  /{top}/core                           156       1          1            0  1
  Design Total:                         156       1          1            0  1

Area Scores
                      Post-Scheduling   Post-DP & FSM   Post-Assignment
  ----------------- ----------------- --------------- -----------------
  Total Area Score:   1940.6            2261.2          2220.6

  Critical Path
    Max Delay:  1.27
"""


def fail(text: str) -> None:
    sys.exit(f"fake tool: {text}")


def simulate(sources: list[str], testbench: str, flags: list[str], compiler: list[str]) -> tuple[bool, str]:
    """Whether the testbench returned 0, and what it printed."""
    for path in [*sources, testbench]:
        if not pathlib.Path(path).is_file():
            fail(f"no such file: {path}")
    subprocess.run([*compiler, *flags, "-o", "fake_simulation", *sources, testbench], check=True)
    done = subprocess.run(["./fake_simulation"], stdout=subprocess.PIPE, text=True, check=False)
    return done.returncode == 0, done.stdout


def one(pattern: str, text: str) -> str:
    found = re.findall(pattern, text, re.M)
    if len(found) != 1:
        fail(f"expected one {pattern}, found {len(found)}")
    return str(found[0])


def bambu(arguments: list[str]) -> None:
    text = "\n".join(arguments)
    top, bench = one(r"^--top-fname=(\w+)$", text), one(r"^--generate-tb=(.+)$", text)
    for option in ("--simulate", "--generate-interface=INFER", "--simulator=VERILATOR"):
        if option not in arguments:
            fail(f"no {option}")
    one(r"^--clock-period=([\d.]+)$", text)
    one(r"^--device-name=(\S+)$", text)
    if any(a.startswith("-std") for a in arguments):  # the real one reads -s -t d=c11
        fail("stoi")
    sources = [a for a in arguments if a.endswith(".c") and not a.startswith("-")]
    flags = [a for a in arguments if a.startswith(("-I", "--std"))]
    _, printed = simulate(sources, bench, flags, ["gcc"])
    calls = int(one(r"^\w+ hls testbench \w+: (\d+) cycles(?:, \d+ outputs differ)?$", printed)) - (MODE == "fewer")
    log = pathlib.Path("HLS_output/simulation/testbench.log")
    log.parent.mkdir(parents=True)
    loses = MODE == "lost2" or MODE == "lost" and "--panda-parameter=lut-transformation=0" not in arguments
    ends_with_1 = MODE == "abort1" or MODE == "lost" and loses
    if MODE == "abort" or ends_with_1:
        log.write_text(BAMBU_ABORT)
    elif MODE != "nolog":
        if MODE in ("short", "exec"):
            printed = "" if MODE == "short" else "sh: ./testbench: cannot execute binary file\n"
        log.write_text(BAMBU_LOG.format(testbench=printed))
    pathlib.Path(f"{top}.v").write_text(BAMBU_REGISTERS.format(value="1'b0" if loses else "out_lut_expr_FU_5_i0"))
    if MODE != "silent":
        area = "1.7976931348623157e+308" if MODE == "noarea" else "35277"
        print(BAMBU.format(command=" ".join(arguments), top=top, area=area), sep="")
        print("error -> Co-simulation main aborted" if ends_with_1 else BAMBU_COSIM.format(calls=calls))
    sys.exit(int(ends_with_1))


def vitis(arguments: list[str]) -> None:
    if arguments not in (["--mode", "hls", "--tcl", "run.tcl"], ["-f", "run.tcl"]):
        fail(f"arguments {arguments}")
    text = pathlib.Path("run.tcl").read_text()
    top = one(r"^set_top (\w+)$", text)
    one(r"^set_part \{(\S+)\}$", text)
    one(r"^create_clock -period ([\d.]+) ", text)
    steps = [text.index(step) for step in ("open_project", "open_solution", "csynth_design", "cosim_design",
                                           "export_design -format ip_catalog", "exit")]
    if steps != sorted(steps):
        fail("steps out of order")
    sources = re.findall(r'^add_files -cflags "([^"]*)" \{(.+)\}$', text, re.M)
    bench = one(r"^add_files -tb \{(.+)\}$", text)
    passed, printed = simulate([path for _, path in sources], bench, sources[0][0].split(), ["gcc"])
    reports = pathlib.Path("project/solution")
    if MODE != "short":
        print(printed, end="")
    if MODE != "silent":
        (reports / "syn/report").mkdir(parents=True)
        (reports / "sim/report").mkdir(parents=True)
        (reports / "syn/report/csynth.xml").write_text(VITIS.format(top=top))
        (reports / f"sim/report/{top}_cosim.rpt").write_text(VITIS_COSIM.format(state="Pass" if passed else "Fail"))


def catapult(arguments: list[str]) -> None:
    if arguments != ["-shell", "-file", "run.tcl"]:
        fail(f"arguments {arguments}")
    text = pathlib.Path("run.tcl").read_text()
    top = one(r"^solution design set (\w+) -top$", text)
    one(r"-CLOCK_PERIOD ([\d.]+) ", text)
    steps = [text.index(step) for step in ("flow package require /SCVerify", "go analyze", "go compile", "go libraries",
                                           "go assembly", "go architect", "go extract", "/SCVerify/launch_make")]
    if steps != sorted(steps):
        fail("steps out of order")
    sources = re.findall(r"^solution file add \{(.+)\} -type C\+\+$", text, re.M)
    bench = one(r"^solution file add \{(.+)\} -type C\+\+ -exclude true$", text)
    one(r"^solution options set /Input/CompilerFlags \{.*(-DGMMU_TYPES_AC)\b.*\}$", text)  # Catapult has ac_int.h
    includes = [f"-I{path}" for path in one(r"^solution options set /Input/SearchPath \{(.+)\}$", text).split()]
    passed, printed = simulate(sources, bench, includes, ["g++", "-x", "c++", "-std=c++17"])
    if MODE != "short":
        print("".join(f"# {line}\n" for line in printed.splitlines()), end="")
    if MODE != "silent":
        folder = pathlib.Path(f"project/{top}.v1")
        folder.mkdir(parents=True)
        (folder / "rtl.rpt").write_text(CATAPULT.format(top=top))
        print("# Info: Simulation PASSED @ 3018 ns" if passed else "# Error: Simulation FAILED")


def main() -> None:
    if MODE == "crash":
        fail("told to crash")
    if MODE == "hang":
        print("scheduling", flush=True)
        time.sleep(600)
    name = re.sub(r"-[\d.]+\.AppImage$", "", pathlib.Path(sys.argv[0]).name)
    {"bambu": bambu, "vitis-run": vitis, "vitis_hls": vitis, "catapult": catapult}[name](sys.argv[1:])


if __name__ == "__main__":
    main()
