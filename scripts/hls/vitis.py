# SPDX-License-Identifier: Apache-2.0
"""Vitis HLS: a Tcl script for `vitis-run` (2023.2 and later) or `vitis_hls`; reports in XML and text."""

import pathlib
import re
import xml.etree.ElementTree as ElementTree

from scripts.hls.job import Job, Result, ToolError, compared, number, run

EXECUTABLES = ("vitis-run", "vitis_hls")
DEVICE = "xc7a100tcsg324-1"

SCRIPT = """\
open_project -reset project
set_top {top}
{sources}
add_files -tb {{{testbench}}}
open_solution -reset -flow_target vivado solution
set_part {{{device}}}
create_clock -period {clock:g} -name default
config_rtl -reset state
csim_design
csynth_design
cosim_design -rtl verilog
export_design -format ip_catalog
exit
"""


def script(job: Job) -> str:
    flags = " ".join([f"-std={job.standard}", *(f"-I{path}" for path in job.includes),
                      *(f"-D{size}" for size in job.sizes)])
    return SCRIPT.format(top=job.top, testbench=job.testbench, device=job.device or DEVICE, clock=job.clock_ns,
                         sources="\n".join(f'add_files -cflags "{flags}" {{{path}}}' for path in job.sources))


def command(executable: str) -> list[str]:
    if pathlib.Path(executable).name == "vitis-run":
        return [executable, "--mode", "hls", "--tcl", "run.tcl"]
    return [executable, "-f", "run.tcl"]


def cosim_row(report: pathlib.Path) -> tuple[str | None, float | None, float | None]:
    """Status, average latency and average interval of the Verilog row; a dash where it did not run,
    None for no row."""
    for line in report.read_text(errors="replace").splitlines() if report.is_file() else []:
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if cells[0] == "Verilog" and len(cells) >= 8:
            return cells[1].lower(), number(cells[3]), number(cells[6])
    return None, None, None


def verdict(job: Job, status: str | None, printed: str) -> str:
    """pass, or fail and why: the report's word, and the testbench's own in what the tool printed."""
    wrong = compared(job, printed) or ("" if status == "pass" else f"co-simulation: {status or 'no report'}")
    return f"fail: {wrong}" if wrong else "pass"


def synthesize(job: Job, executable: str) -> Result:
    (job.work / "run.tcl").write_text(script(job))
    text = run(command(executable), job, job.work / "vitis.log")
    reports = job.work / "project/solution"
    try:
        root = ElementTree.parse(reports / "syn/report/csynth.xml").getroot()
    except (OSError, ElementTree.ParseError) as error:
        raise ToolError(f"vitis left no readable csynth.xml ({error}); see {job.work / 'vitis.log'}") from error

    def find(path: str) -> float | None:
        return number(root.findtext(path))

    status, latency, interval = cosim_row(reports / f"sim/report/{job.top}_cosim.rpt")
    if status is None and re.search(r"co-simulation finished: PASS", text):
        status = "pass"
    if latency is None:
        latency = find("PerformanceEstimates/SummaryOfOverallLatency/Worst-caseLatency")
    if interval is None:
        interval = find("PerformanceEstimates/SummaryOfOverallLatency/Interval-max")
    area = {child.tag: number(child.text) for child in root.findall("AreaEstimates/Resources/*")}
    return Result(unit=job.unit, tool="vitis", style=job.style, device=job.device or DEVICE,
                  cosim=verdict(job, status, text), latency=latency, interval=interval,
                  latency_min=find("PerformanceEstimates/SummaryOfOverallLatency/Best-caseLatency"),
                  latency_max=find("PerformanceEstimates/SummaryOfOverallLatency/Worst-caseLatency"),
                  clock_target_ns=job.clock_ns,
                  clock_ns=find("PerformanceEstimates/SummaryOfTimingAnalysis/EstimatedClockPeriod"),
                  area={name: value for name, value in area.items() if value is not None})
