# SPDX-License-Identifier: Apache-2.0
"""Catapult: a Tcl script with SCVerify; numbers from rtl.rpt.

Catapult takes the C as C++ with types of ac_int, and so the pins have exactly their widths.
"""

import pathlib
import re

from scripts.hls.job import Job, Result, ToolError, compared, number, run

EXECUTABLES = ("catapult",)
DEVICE = "nangate-45nm_beh"  # base library; another one of the same vendor form by DEVICE=

SCRIPT = """\
project new -name project
solution new -state initial
solution options defaults
solution options set /Input/CppStandard c++17
solution options set /Input/SearchPath {{{includes}}}
solution options set /Output/OutputVHDL false
flow package require /SCVerify
{flags}{sources}
solution file add {{{testbench}}} -type C++ -exclude true
go analyze
solution design set {top} -top
go compile
solution library add {device} -- -rtlsyntool DesignCompiler -vendor Nangate -technology 045nm
go libraries
directive set -CLOCKS {{clk {{-CLOCK_PERIOD {clock:g} -CLOCK_EDGE rising -RESET_SYNC_NAME rst_n -RESET_KIND sync \
-RESET_SYNC_ACTIVE low}}}}
go assembly
directive set /{top}/core/main -PIPELINE_INIT_INTERVAL 1
go architect
go extract
flow run /SCVerify/launch_make ./scverify/Verify_rtl_v_msim.mk {{}} SIMTOOL=msim sim
project save
exit
"""


def compiler_flags(sizes: tuple[str, ...]) -> str:
    """One option with all of them: a second one would replace the first."""
    flags = " ".join(f"-D{name}" for name in ("GMMU_TYPES_AC", *sizes))
    return f"solution options set /Input/CompilerFlags {{{flags}}}\n"


def script(job: Job) -> str:
    return SCRIPT.format(top=job.top, testbench=job.testbench, device=job.device or DEVICE, clock=job.clock_ns,
                         flags=compiler_flags(job.sizes),
                         includes=" ".join(map(str, job.includes)),
                         sources="\n".join(f"solution file add {{{path}}} -type C++" for path in job.sources))


def report_of(work: pathlib.Path) -> pathlib.Path:
    found = sorted(work.glob("**/rtl.rpt"))
    if not found:
        raise ToolError(f"catapult left no rtl.rpt; see {work / 'catapult.log'}")
    return found[-1]


def synthesize(job: Job, executable: str) -> Result:
    (job.work / "run.tcl").write_text(script(job))
    text = run([executable, "-shell", "-file", "run.tcl"], job, job.work / "catapult.log")
    path = report_of(job.work)
    report = path.read_text(errors="replace")
    total = re.search(r"^\s*Design Total:\s+\S+\s+(\S+)\s+(\S+)", report, re.M)  # operations, latency, throughput
    score = re.search(r"^\s*Total Area Score:\s+(?:\S+\s+)*?(\S+)\s*$", report, re.M)  # the last: post-assignment
    delays = [number(delay) for delay in re.findall(r"^\s*Max Delay:\s+(\S+)", report, re.M)]
    if not total or not score:
        raise ToolError(f"{path}: no 'Design Total' or no 'Total Area Score'")
    wrong = compared(job, text) or ("" if re.search(r"Simulation PASSED", text) else "no 'Simulation PASSED'")
    return Result(unit=job.unit, tool="catapult", style=job.style, device=job.device or DEVICE,
                  cosim=f"fail: {wrong}" if wrong else "pass", latency=number(total.group(1)),
                  latency_min=None, latency_max=None,
                  interval=number(total.group(2)), clock_target_ns=job.clock_ns,
                  clock_ns=max((delay for delay in delays if delay is not None), default=None),
                  area={"area": number(score.group(1)) or 0.0})
