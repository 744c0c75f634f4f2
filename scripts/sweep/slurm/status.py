#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Says to Snakemake how a Slurm job stands: running, success or failed.

usage: status.py JOB
"""

import re
import subprocess
import sys

RUNNING = {"PENDING", "CONFIGURING", "RUNNING", "COMPLETING", "SUSPENDED", "REQUEUED", "RESIZING", "STOPPED",
           "REQUEUE_HOLD", "REQUEUE_FED", "SPECIAL_EXIT", "SIGNALING", "STAGE_OUT"}


def state(job: str) -> str:
    """Of the controller, or of the accounting database when the controller has forgotten the job."""
    shown = subprocess.run(["scontrol", "--oneliner", "show", "job", job], capture_output=True, text=True, check=False)
    found = re.search(r"\bJobState=(\w+)", shown.stdout)
    if found:
        return found.group(1)
    shown = subprocess.run(["sacct", "--noheader", "--parsable2", "--allocations", "--format=State", "--jobs", job],
                           capture_output=True, text=True, check=False)
    words = shown.stdout.split()
    return words[0] if words else "UNKNOWN"


def main() -> None:
    found = state(sys.argv[1])
    print("running" if found in RUNNING else "success" if found == "COMPLETED" else "failed")


if __name__ == "__main__":
    main()
